//! A first look at KDL: where its nodes may be parted, and whether its blocks nest too deep.

use std::ops::Range;

use crate::Span;

/// No one nests deeper; the KDL crate calls itself for each level.
const DEEPEST: usize = 16;
/// Pieces are about as long as this, in bytes: they are cut where a node ends.
const PIECE: usize = 4 * 1024;
/// A node is no longer.
const LONGEST: usize = 32 * 1024;

/// What keeps a text from being parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unparted {
    /// Blocks or comments in one another, up to here.
    TooDeep(Span),
    /// A node without an end.
    TooLong(Span),
}

/// Pieces of a text that are read by themselves, with whole nodes in each of them.
pub(super) fn pieces(text: &str) -> Result<Vec<Range<usize>>, Unparted> {
    let (mut pieces, mut start, mut at) = (Vec::new(), 0, 0);
    let (mut blocks, mut comments) = (0_usize, 0_usize);
    // Whether a node may end behind what was seen last: not behind `\`, `=` or `/-`.
    let mut whole = true;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let mut length = c.len_utf8();
        match c {
            _ if comments > 0 && rest.starts_with("*/") => (comments, length) = (comments - 1, 2),
            _ if rest.starts_with("/*") => (comments, length) = (comments + 1, 2),
            _ if comments > 0 => {}
            '/' if rest.starts_with("//") => length = rest.find(ends_a_line).unwrap_or(rest.len()),
            '"' | '#' => (whole, length) = (true, quoted(rest).unwrap_or_else(|| signs(rest))),
            '{' => (whole, blocks) = (true, blocks + 1),
            '}' => (whole, blocks) = (true, blocks.saturating_sub(1)),
            '\n' if blocks == 0 && whole && at + 1 - start >= PIECE => {
                pieces.push(start..at + 1);
                start = at + 1;
            }
            c if c.is_whitespace() => {}
            c => whole = c.is_alphanumeric() || c == ';',
        }
        if blocks + comments > DEEPEST {
            return Err(Unparted::TooDeep(Span::new(at, at + length)));
        }
        at += length;
        if at - start > LONGEST {
            return Err(Unparted::TooLong(Span::new(start, line(text, start))));
        }
    }
    if start < text.len() || pieces.is_empty() {
        pieces.push(start..text.len());
    }
    Ok(pieces)
}

/// The end of the line that begins at a place, without what ends it.
fn line(text: &str, start: usize) -> usize {
    /// More of it helps no reader.
    const SHOWN: usize = 80;
    let shown = text[start..].chars().take_while(|c| !ends_a_line(*c)).take(SHOWN);
    start + shown.map(char::len_utf8).sum::<usize>()
}

fn ends_a_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}')
}

/// How many `#` stand first, or the one quote.
fn signs(text: &str) -> usize {
    text.bytes().take_while(|byte| *byte == b'#').count().max(1)
}

/// How long the text in quotes is that stands first: `"a"`, `#"a"#`, `"""` and lines. None where it does not end:
/// what stands in it counts.
fn quoted(text: &str) -> Option<usize> {
    let hashes = text.bytes().take_while(|byte| *byte == b'#').count();
    let marked = &text[hashes..];
    let quotes = match marked.starts_with("\"\"\"") {
        true => 3,
        false => usize::from(marked.starts_with('"')),
    };
    let (mut at, end) = (hashes + quotes, format!("{:\"<quotes$}{:#<hashes$}", "", ""));
    if quotes == 0 {
        return None;
    }
    loop {
        let rest = &text[at..];
        if rest.starts_with(&end) {
            return Some(at + end.len());
        }
        let c = rest.chars().next()?;
        at += c.len_utf8();
        if c == '\\' && hashes == 0 {
            at += text[at..].chars().next()?.len_utf8();
        } else if quotes == 1 && ends_a_line(c) {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, PIECE, Unparted, pieces};

    #[test]
    fn texts_and_comments_do_not_nest() {
        for text in [
            "a path=\"src/**\"\n",
            "a \"\\\"{\"\n",
            "a #\"{\"{\"#\n",
            "a \"\"\"\n{\n/*\n\"\"\"\n",
            "// {{{ /*\n",
            "a /* \" */\n",
        ] {
            let pieces = pieces(&text.repeat(100)).map(|pieces| pieces.len());
            assert_eq!(pieces, Ok(1), "{text:?}");
        }
        for text in ["a {\n", "a { b", "/*", "/* \"*/ {", "\"\n {", "/* a {", "#\"\n{"] {
            let deep = pieces(&text.repeat(20));
            assert!(matches!(deep, Err(Unparted::TooDeep(_))), "{text:?}: {deep:?}");
        }
    }

    #[test]
    fn pieces_end_where_nodes_end() {
        let line = "waiver \"W\" path=\"src/**\" // ours\n";
        let text = line.repeat(1000);
        let parts = pieces(&text).expect("pieces");
        assert!(parts.len() > 4, "{parts:?}");
        assert_eq!(parts.iter().map(|part| &text[part.clone()]).collect::<String>(), text);
        let whole = |part: &std::ops::Range<usize>| text[part.clone()].ends_with("ours\n");
        assert!(parts.iter().all(whole) && parts[0].len() < PIECE + line.len());
        for open in ["a \\\n", "a {\n b\n}\nc \\ // d\n", "/-\n", "a=\n"] {
            let parts = pieces(&open.repeat(2000)).map(|pieces| pieces.len());
            let ends_in_a_block = open.contains('}');
            assert_eq!(parts.is_ok_and(|parts| parts > 1), ends_in_a_block, "{open:?}");
        }
        let long = pieces(&"a".repeat(LONGEST + 1));
        assert!(matches!(long, Err(Unparted::TooLong(_))), "{long:?}");
    }
}
