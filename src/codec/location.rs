//! Where in the work a finding lies: `src/handler.ts:88 SQL built by concatenation`.

use super::slice::Slice;
use crate::ir::{Lines, Location};

/// No system takes a longer path; in bytes.
const LONGEST: usize = 4096;
const WRAPPERS: [char; 6] = ['`', '*', '"', '(', '[', '<'];
const CLOSERS: [char; 9] = ['`', '*', '"', ')', ']', '>', ':', ',', ';'];
const SEPARATORS: [char; 7] = [' ', '\t', '-', '–', '—', ':', '|'];

/// Splits a finding into its location and its description.
///
/// The description is everything when there is no location, or nothing beside it.
pub(super) fn split(text: Slice<'_>) -> (Option<Location>, Slice<'_>) {
    let end = text.text.find([' ', '\t', '\r', '\n', '—', '|']).unwrap_or(text.text.len());
    let (token, tail) = text.split_at(end);
    let description = tail.trim().trim_start_of(&SEPARATORS);
    let set_off = description.start > tail.start + 1 || token.text.ends_with(':');
    let Some(location) = read(token, set_off) else { return (None, text) };
    (Some(location), if description.is_empty() { text } else { description })
}

/// A path with lines, or a path that cannot be a word: it has a slash and an extension, or
/// an extension and a dash or colon behind it.
fn read(token: Slice<'_>, set_off: bool) -> Option<Location> {
    let token = token.trim_start_of(&WRAPPERS).trim_end_of(&CLOSERS);
    if token.text.len() > LONGEST || token.text.contains("://") {
        return None;
    }
    let lines = token.text.match_indices([':', '#']).find_map(|(at, _)| {
        let (path, lines) = token.split_at(at);
        lines_of(&lines.text[1..]).map(|lines| (path, lines))
    });
    let (path, lines) = lines.unwrap_or((token, Vec::new()));
    let (slash, extension) = (path.text.contains(['/', '\\']), has_extension(path.text));
    let named = if lines.is_empty() {
        extension && (slash || set_off)
    } else {
        slash || extension || is_extensionless(path.text)
    };
    named.then(|| Location { text: token.span(), path: Some(path.span()), lines })
}

/// Files that are named without an extension.
fn is_extensionless(name: &str) -> bool {
    matches!(name, "Makefile" | "Dockerfile" | "Justfile" | "justfile" | "Rakefile" | "Gemfile")
}

/// `handler.ts`, not `e.g.` or `1.5`.
pub(super) fn has_extension(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        (1..=8).contains(&extension.len())
            && extension.bytes().all(|b| b.is_ascii_alphanumeric())
            && extension.bytes().any(|b| b.is_ascii_alphabetic())
            && (!stem.is_empty() || path.contains('/'))
    })
}

/// `88`, `L12-L20`, `3,9`, `12-20,33`, and `12:5`, whose column is left out.
fn lines_of(text: &str) -> Option<Vec<Lines>> {
    let (text, column) = text.split_once(':').unwrap_or((text, "1"));
    number(column)?;
    text.split(',').map(range).collect()
}

fn range(text: &str) -> Option<Lines> {
    let (first, last) = text.split_once(['-', '–']).unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    Some(Lines { first: first.min(last), last: first.max(last) })
}

/// A line number, from 1.
fn number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('L').unwrap_or(text);
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|n| plain && *n > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `path|lines|description`
    fn told(text: &str) -> String {
        let (location, description) = split(Slice::new(text, 0));
        let Some(location) = location else { return format!("||{}", description.text) };
        let path = location.path.map_or("", |p| &text[p.start as usize..p.end as usize]);
        let lines: Vec<_> =
            location.lines.iter().map(|l| format!("{}-{}", l.first, l.last)).collect();
        format!("{path}|{}|{}", lines.join(","), description.text)
    }

    #[test]
    fn paths_and_lines_are_told_from_words() {
        for (text, expected) in [
            ("src/handler.ts:88 SQL concat", "src/handler.ts|88-88|SQL concat"),
            ("a.ts:12-20 — too long", "a.ts|12-20|too long"),
            ("a.ts:3,9: twice", "a.ts|3-3,9-9|twice"),
            ("`src/a.rs:7:13` panics", "src/a.rs|7-7|panics"),
            ("src/a.rs#L3-L5 x", "src/a.rs|3-5|x"),
            ("test/h.test.ts — no assertion", "test/h.test.ts||no assertion"),
            (r"C:\x\a.ts:88 odd", r"C:\x\a.ts|88-88|odd"),
            ("Makefile:3 no rule", "Makefile|3-3|no rule"),
            ("src/a.ts:5", "src/a.ts|5-5|src/a.ts:5"),
            ("Node.js crashes", "||Node.js crashes"),
            ("e.g. this", "||e.g. this"),
            ("and/or is unclear", "||and/or is unclear"),
            ("https://x.y/a.html:3 down", "||https://x.y/a.html:3 down"),
            ("at 12:30 it fails", "||at 12:30 it fails"),
            ("a.ts:0 no such line", "||a.ts:0 no such line"),
            ("a.ts:99999999999 far", "||a.ts:99999999999 far"),
        ] {
            assert_eq!(told(text), expected);
        }
    }
}
