//! Words of a format at the start of a text.

use super::slice::Slice;

/// Whether `word` is how `text` begins, in any case, and ends there.
pub(in crate::codec) fn begins_with(text: &str, word: &str) -> bool {
    // Most words are told by their first letter.
    let first = |text: &str| text.bytes().next().map(|b| b.to_ascii_lowercase());
    if first(text) != first(word) {
        return false;
    }
    let head = text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    let goes_on = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    head && !word.is_empty() && !text[word.len()..].starts_with(goes_on)
}

/// Whether a line that has no line end is whole all the same: it ends a sentence, a bracket or a
/// quotation.
pub(in crate::codec) fn is_closed(line: &str) -> bool {
    let line = line.trim_end().trim_end_matches(['*', '_']);
    line.strip_suffix('.').is_some_and(says_something) || ends_marked(line)
}

/// Whether a text ends with a mark behind which nothing need follow, but for a full stop: `!`, or what
/// closes a bracket or a quotation that was opened in the text. `a)` begins an item, `<!` a comment, and
/// a `"` by itself a quotation.
pub(in crate::codec) fn ends_marked(text: &str) -> bool {
    const PAIRS: [(char, char); 12] = [
        ('(', ')'),
        ('[', ']'),
        ('{', '}'),
        ('<', '>'),
        ('（', '）'),
        ('［', '］'),
        ('「', '」'),
        ('『', '』'),
        ('【', '】'),
        ('“', '”'),
        ('‘', '’'),
        ('«', '»'),
    ];
    let Some(last) = text.chars().next_back() else { return false };
    let head = &text[..text.len() - last.len_utf8()];
    let times = |mark: char| head.chars().filter(|c| *c == mark).count();
    match last {
        '!' | '?' | '。' | '！' | '？' => says_something(head),
        '"' | '`' => times(last) % 2 == 1,
        // One inside a word is an apostrophe.
        '\'' => head
            .match_indices('\'')
            .any(|(at, _)| !head[..at].ends_with(char::is_alphanumeric) && at + 1 < head.len()),
        _ => PAIRS.iter().filter(|(_, close)| *close == last).any(|(open, close)| {
            // What closes nothing, as in `1)`, closes nothing further on.
            let depth = head.chars().fold(0_usize, |depth, c| match c {
                c if c == *open => depth + 1,
                c if c == *close => depth.saturating_sub(1),
                _ => depth,
            });
            depth > 0
        }),
    }
}

/// Whether there is something that a mark behind a text may end: `C|leak|src/a.rs:3|？` says nothing in its last field.
fn says_something(text: &str) -> bool {
    let text = text.trim_end();
    !text.is_empty() && !text.ends_with(['|', '<'])
}

/// Characters that some programs show as line ends, and others do not.
pub(in crate::codec) const ODD_BREAKS: [char; 8] =
    ['\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];

/// The pieces of a line behind characters that some programs show as line ends.
pub(in crate::codec) fn behind_odd_breaks(line: Slice<'_>) -> impl Iterator<Item = Slice<'_>> {
    let text = if has_odd_breaks(line.text) { line.text } else { "" };
    let places = text.match_indices(ODD_BREAKS).map(move |(at, c)| line.after(at + c.len()));
    places.map(|rest| match rest.text.find(ODD_BREAKS) {
        Some(end) => rest.split_at(end).0,
        None => rest,
    })
}

/// Whether such a character stands in a text. Most texts have no byte that one ends in: a loop without an early end looks
/// at many bytes at once. A tick (`✅`) has one.
pub(in crate::codec) fn has_odd_breaks(text: &str) -> bool {
    let may_be = |b: u8| matches!(b, 0xb | 0xc | 0x1c..=0x1e | 0x85 | 0xa8 | 0xa9);
    let bytes = text.as_bytes();
    let is = |(at, b): (usize, &u8)| match b {
        0xb | 0xc | 0x1c..=0x1e => true,
        0x85 => at > 0 && bytes[at - 1] == 0xc2,
        0xa8 | 0xa9 => at > 1 && bytes[at - 2..at] == [0xe2, 0x80],
        _ => false,
    };
    bytes.iter().fold(false, |some, b| some | may_be(*b)) && bytes.iter().enumerate().any(is)
}

#[cfg(test)]
mod tests {
    use super::{ODD_BREAKS, ends_marked, has_odd_breaks, is_closed};

    #[test]
    fn a_break_is_odd_by_all_its_bytes() {
        for c in ODD_BREAKS {
            assert!(has_odd_breaks(&format!("é{c}é")), "{c:?}");
            assert!(has_odd_breaks(&c.to_string()), "{c:?}");
        }
        assert!(!has_odd_breaks("✅ done — é © … 判定\r\n\t"));
    }

    #[test]
    fn a_mark_closes_what_was_opened() {
        let whole = [
            "is it?",
            "Done!",
            "(all of it)",
            "a `b`",
            "a \"b\"",
            "the key 'b'",
            "it isn't 'b'",
            "“so”",
            "‘so’",
            "<b>",
            "（済）",
            "f(g(x))",
            "済？",
        ];
        for text in whole {
            assert!(ends_marked(text), "{text}");
        }
        let open = [
            "a)",
            "1]",
            "b>",
            ">>",
            "<!",
            "!",
            "'",
            "\"",
            "`",
            "say \"",
            "the reviewers'",
            "f(x))",
            "»",
            "",
            "？",
            "M|leak|a.rs:3|？",
            "M|leak|a.rs:3| !",
        ];
        for text in open {
            assert!(!ends_marked(text), "{text}");
        }
        assert!(is_closed("M|leak|a.rs:3|so."));
        assert!(!is_closed("M|leak|a.rs:3|."));
    }
}
