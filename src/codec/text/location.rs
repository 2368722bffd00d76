//! Where in the work a finding lies: `src/handler.ts:88 SQL built by concatenation`.

use crate::codec::text::slice::Slice;
use crate::ir::{Lines, Location, Place};
use crate::source::Span;

/// No system takes a longer path; in bytes.
const LONGEST: usize = 4096;
const WRAPPERS: &[u8] = b"`*\"([<";
const CLOSERS: &[u8] = b"`*\")]>:,;";
const SEPARATORS: [char; 7] = [' ', '\t', '-', '–', '—', ':', '|'];

/// Splits a finding into its location and its description.
///
/// The description is everything when there is no location, or nothing beside it.
pub(in crate::codec) fn split(text: Slice<'_>) -> (Option<Location>, Slice<'_>) {
    let plain = plain(text);
    let bytes = text.text.as_bytes();
    let ends = |at: &usize| match bytes[*at] {
        b' ' | b'\t' | b'\r' | b'\n' | b'|' => true,
        0xe2 => text.text[*at..].starts_with('—'),
        _ => false,
    };
    let end = match &plain {
        Some(location) => location.text.end as usize - text.start,
        None => (0..bytes.len()).find(ends).unwrap_or(bytes.len()),
    };
    let (token, tail) = text.split_at(end);
    let description = tail.trim().trim_start_of(&SEPARATORS);
    let set_off = description.start > tail.start + 1 || token.text.ends_with(':');
    let Some(location) = plain.or_else(|| read(token, set_off)) else { return (None, text) };
    (Some(location), if description.is_empty() { text } else { description })
}

/// The same location, each place of it elsewhere.
pub(in crate::codec) fn moved(location: Location, here: impl Fn(Span) -> Span) -> Location {
    let Location { text, path, lines, also } = location;
    let also = also.into_iter().map(|place| Place { path: here(place.path), ..place }).collect();
    Location { text: here(text), path: path.map(here), lines, also }
}

/// Reads a text that is nothing but a location, as in a column of its own: several files may be
/// named (`a.md:75-79,133; b.md:24`), and what names none is kept as it is.
pub(in crate::codec) fn whole(text: Slice<'_>) -> Location {
    if let Some(location) = plain(text)
        && location.text == text.span()
    {
        return location;
    }
    let mut files = parts(text).filter_map(|part| read(part, true).or_else(|| before_colon(part)));
    let first = files.next();
    let also = files.filter_map(|more| Some(Place { path: more.path?, lines: more.lines }));
    let also = also.collect();
    match first {
        Some(location) => Location { text: text.span(), also, ..location },
        None => Location { text: text.span(), path: None, lines: Vec::new(), also },
    }
}

/// What most findings begin with, in one look at each byte: `src/handler.ts:88`, and a blank, a
/// pipe or nothing behind it. None for every other text, whatever place it may name.
fn plain(text: Slice<'_>) -> Option<Location> {
    let bytes = text.text.as_bytes();
    let (mut slash, mut dot) = (false, false);
    let colon = bytes.iter().position(|b| {
        slash |= *b == b'/';
        dot |= *b == b'.';
        !(b.is_ascii_alphanumeric() || matches!(b, b'/' | b'.' | b'_' | b'-'))
    })?;
    let digits = text.text.get(colon + 1..)?;
    let digits =
        digits.split_at(digits.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(digits.len())).0;
    let end = colon + 1 + digits.len();
    let path = text.split_at(colon).0;
    let ends = matches!(bytes.get(end), None | Some(b' ' | b'|'));
    let named = slash || (dot && has_extension(path.text));
    if bytes[colon] != b':' || !ends || !named || end > LONGEST {
        return None;
    }
    let line = number(digits)?;
    Some(Location {
        text: text.split_at(end).0.span(),
        path: Some(path.span()),
        lines: vec![Lines { first: line, last: line }],
        also: Vec::new(),
    })
}

/// `design.md:Spec 2.AC3`, `src/utils.py:parse()`: a file, and a place in it that is no line.
fn before_colon(part: Slice<'_>) -> Option<Location> {
    let (path, place) = part.split_at(part.text.find(':')?);
    let place = place.after(1);
    (!path.text.contains([' ', '\t']) && !place.text.starts_with('/'))
        .then(|| read(path, true))
        .flatten()
        .filter(|location| location.lines.is_empty())
}

/// The pieces between `; `, ` + `, `, ` and ` and `; a comma between numbers splits nothing.
fn parts(text: Slice<'_>) -> impl Iterator<Item = Slice<'_>> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let here = rest?;
        let cut = here.text.as_bytes().iter().enumerate().find_map(|(at, byte)| {
            let cuts: &[&str] = match byte {
                b';' => &[";"],
                b',' => &[", "],
                b' ' => &[" + ", " and "],
                _ => return None,
            };
            let cut = cuts.iter().find(|cut| here.text[at..].starts_with(**cut))?;
            Some((at, cut.len()))
        });
        rest = cut.map(|(at, len)| here.after(at + len));
        Some(cut.map_or(here, |(at, _)| here.split_at(at).0).trim())
    })
}

/// A path with lines, or a path that cannot be a word: it has a slash and an extension, or
/// an extension and a dash or colon behind it.
fn read(token: Slice<'_>, set_off: bool) -> Option<Location> {
    let token = unwrapped(token);
    let bytes = token.text.as_bytes();
    // Most words have no lines and no extension.
    if bytes.len() > LONGEST || !bytes.iter().any(|b| matches!(b, b'.' | b':' | b'#')) {
        return None;
    }
    if bytes.windows(3).any(|here| here == b"://") {
        return None;
    }
    let (path, lines) = cut_lines(token).unwrap_or((token, Vec::new()));
    let slash = path.text.bytes().any(|b| matches!(b, b'/' | b'\\'));
    let extension = has_extension(path.text);
    let named = if lines.is_empty() {
        // `Spec 3.AC2` ends like a file.
        extension && (slash || (set_off && !path.text.contains(' ')))
    } else {
        slash || extension || is_extensionless(path.text)
    };
    named.then(|| Location { text: token.span(), path: Some(path.span()), lines, also: Vec::new() })
}

/// `src/a.rs` and its lines. These hold one colon at most, and no `#`: they begin at one of the
/// last two marks, at the first of them where both will do.
fn cut_lines(token: Slice<'_>) -> Option<(Slice<'_>, Vec<Lines>)> {
    let before =
        |end: usize| token.text.as_bytes()[..end].iter().rposition(|b| matches!(b, b':' | b'#'));
    let cut = |at: usize| Some((token.split_at(at).0, lines_of(&token.text[at + 1..])?));
    let last = before(token.text.len())?;
    before(last).and_then(cut).or_else(|| cut(last))
}

/// A token without what is put around a path: `` `src/a.rs`: ``
fn unwrapped(token: Slice<'_>) -> Slice<'_> {
    let bytes = token.text.as_bytes();
    let Some(start) = bytes.iter().position(|b| !WRAPPERS.contains(b)) else {
        return token.after(bytes.len());
    };
    let end = bytes.iter().rposition(|b| !CLOSERS.contains(b)).map_or(start, |last| last + 1);
    token.split_at(end.max(start)).0.after(start)
}

/// Files that are named without an extension.
fn is_extensionless(name: &str) -> bool {
    matches!(name, "Makefile" | "Dockerfile" | "Justfile" | "justfile" | "Rakefile" | "Gemfile")
}

/// `handler.ts`, not `e.g.` or `1.5`.
pub(in crate::codec) fn has_extension(path: &str) -> bool {
    let slash = path.bytes().rposition(|b| matches!(b, b'/' | b'\\'));
    let name = &path[slash.map_or(0, |at| at + 1)..];
    let dot = name.bytes().rposition(|b| b == b'.');
    dot.map(|at| (&name[..at], &name[at + 1..])).is_some_and(|(stem, extension)| {
        (1..=8).contains(&extension.len())
            && extension.bytes().all(|b| b.is_ascii_alphanumeric())
            && extension.bytes().any(|b| b.is_ascii_alphabetic())
            && (!stem.is_empty() || path.contains('/'))
    })
}

/// `88`, `L12-L20`, `3,9`, `12-20,33`, and `12:5`, whose column is left out.
fn lines_of(text: &str) -> Option<Vec<Lines>> {
    if let Some(line) = number(text) {
        return Some(vec![Lines { first: line, last: line }]);
    }
    // What is no number has no lines, unless it begins like one.
    text.strip_prefix('L').unwrap_or(text).bytes().next().filter(u8::is_ascii_digit)?;
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
    let digits = text.strip_prefix('L').unwrap_or(text).as_bytes();
    let number = digits.iter().try_fold(0u32, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    });
    number.filter(|n| *n > 0)
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
    fn a_column_may_name_several_files() {
        let told = |text: &str| {
            let location = whole(Slice::new(text, 0));
            let cut =
                |span: crate::source::Span| text[span.start as usize..span.end as usize].to_owned();
            let lines = |lines: &[Lines]| {
                lines
                    .iter()
                    .map(|l| format!("{}-{}", l.first, l.last))
                    .collect::<Vec<_>>()
                    .join(",")
            };
            let first =
                location.path.map(|path| format!("{} {}", cut(path), lines(&location.lines)));
            let also = location.also.iter().map(|p| format!("{} {}", cut(p.path), lines(&p.lines)));
            first.into_iter().chain(also).collect::<Vec<_>>().join("|")
        };
        assert_eq!(told("a.md:75-79,133; b.md:24"), "a.md 75-79,133-133|b.md 24-24");
        assert_eq!(told("review/Spec11 + flow/Spec4"), "");
        assert_eq!(told("src/api.ts:55"), "src/api.ts 55-55");
        assert_eq!(told("design.md"), "design.md ");
        assert_eq!(told("Spec 3.AC2"), "");
        assert_eq!(told("AuthService→UserStore"), "");
        assert_eq!(told("design.md:Spec 2.AC3"), "design.md ");
        assert_eq!(told("src/utils.py:parse_legacy()"), "src/utils.py ");
        assert_eq!(told("https://x.y/a.html"), "");
        assert_eq!(told("Spec 2: AC3"), "");
    }

    #[test]
    fn the_quick_way_tells_what_the_other_tells() {
        let texts = [
            "src/a.rs:12 x",
            "a.rs:3",
            "a:3",
            "/:3",
            "./x:007|y",
            "src/a.rs:0 x",
            "src/a.rs: x",
            "src/a.rs:12:5 x",
            "src/a.rs:12- x",
            "src/a.rs:12\tx",
            "a/b:99999999999 x",
            "e.g.:3",
            "-/x.rs:1",
            "src/a.rs:1—x",
            "1.5:3",
            "src/a.rs:12, b.rs:3",
            "src//a:4",
            "..:4",
            ".x:4",
        ];
        for text in texts {
            let slice = Slice::new(text, 7);
            let Some(quick) = plain(slice) else { continue };
            let end = quick.text.end as usize - 7;
            assert_eq!(Some(quick), read(slice.split_at(end).0, false), "{text}");
        }
        assert!(texts.iter().filter(|text| plain(Slice::new(text, 7)).is_some()).count() > 4);
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
