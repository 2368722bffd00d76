//! What a change touches: a list of paths, or what `git diff --numstat` prints.

use std::borrow::Cow;
use std::path::Path;

use super::named::{self, Asked};
use super::{Contents, Files, Judged, shown};
use crate::{Diagnostic, Diagnostics, Docket, Source, Span};

/// More than this no diff lists; a path in it takes some 60 bytes.
pub const CHANGE_LIMIT: usize = 16 * 1024 * 1024;

const ASKED: Asked = Asked {
    flag: "--changed-from",
    example: "git diff --numstat BASE...HEAD",
    limit: CHANGE_LIMIT,
};
/// More mistakes of one file help nobody.
const MOST: usize = 5;

/// What a change touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its paths, from the root of the repository, in the order they were told; both of a rename.
    pub paths: Vec<String>,
    /// The lines that it adds and takes away, where they were told. A binary file has none.
    pub lines: Option<u64>,
}

impl Change {
    /// Reads a file of paths, one a line, or what `git diff --numstat` prints.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is empty, lies among the reports, or has lines that are neither.
    pub fn open(files: &dyn Files, path: &Path, judged: &Judged) -> Result<Self, Diagnostics> {
        named::open(files, path, ASKED, judged).and_then(Self::read)
    }

    /// Reads the same from what stands on standard input.
    ///
    /// # Errors
    ///
    /// As [`Change::open`].
    pub fn from_input(contents: Contents) -> Result<Self, Diagnostics> {
        named::from_input(contents, ASKED).and_then(Self::read)
    }

    /// Tells a docket.
    #[must_use]
    pub fn tell(&self, docket: Docket) -> Docket {
        let docket = docket.changed(self.paths.iter().cloned());
        match self.lines {
            Some(lines) => docket.lines_changed(lines),
            None => docket,
        }
    }

    fn read(source: Source) -> Result<Self, Diagnostics> {
        let text = source.text().unwrap_or_default();
        let (mut paths, mut wrong) = (Vec::new(), Vec::new());
        let (mut lines, mut start) = (None, 0);
        let mut numbered = None;
        for line in text.split_inclusive('\n') {
            let at = Span::new(start, start + line.trim_end_matches(['\n', '\r']).len());
            start += line.len();
            let bare = line.strip_suffix('\n').map_or(line, |bare| bare.trim_end_matches('\r'));
            let bare = bare.trim_start_matches('\u{feff}');
            if bare.trim().is_empty() {
                continue;
            }
            let counted = numbers(bare);
            let told = match (counted, *numbered.get_or_insert(counted.is_some())) {
                (Some((count, path)), true) if line.ends_with('\n') => {
                    lines = Some(lines.unwrap_or(0_u64).saturating_add(count));
                    renamed(path)
                }
                (Some(_), true) => Err("it ends within a line, and may have been cut off"),
                (None, false) => unquoted(bare).map(|path| vec![path]),
                _ => Err("one line has numbers and another has none"),
            };
            let told: Read<Vec<String>> =
                told.and_then(|told| told.iter().map(|path| from_root(path)).collect());
            match told {
                Ok(told) => paths.extend(told),
                Err(why) => wrong.push(not_a_path(at, why)),
            }
            if wrong.len() == MOST {
                break;
            }
        }
        match wrong.is_empty() {
            true => Ok(Self { paths, lines }),
            false => Err(Diagnostics::new(vec![source], wrong)),
        }
    }
}

/// `12  3  src/a.rs`, with tabs: how many lines, and the path. A binary file has `-` for both numbers.
fn numbers(line: &str) -> Option<(u64, &str)> {
    let mut parts = line.splitn(3, '\t');
    let (added, removed, path) = (parts.next()?, parts.next()?, parts.next()?);
    if (added, removed) == ("-", "-") {
        return Some((0, path));
    }
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<u64>().ok()).flatten()
    };
    Some((number(added)?.saturating_add(number(removed)?), path))
}

type Read<T> = Result<T, &'static str>;

/// Both paths of `src/{old => new}/a.rs`, of `a.rs => b.rs` and of `"\303\244" => b`; else the one.
fn renamed(text: &str) -> Read<Vec<String>> {
    const ARROW: &str = " => ";
    if text.starts_with('"') {
        let (first, rest) = quoted(text)?;
        return match rest.strip_prefix(ARROW) {
            Some(second) => Ok(vec![first, unquoted(second)?]),
            None if rest.is_empty() => Ok(vec![first]),
            None => Err("something follows the closing quote"),
        };
    }
    let Some((before, after)) = text.split_once(ARROW) else { return Ok(vec![unquoted(text)?]) };
    // Git shortens what both paths begin and end with, by whole folders.
    let inside = before.rfind('{').filter(|at| *at == 0 || before[..*at].ends_with('/'));
    let end = after.find('}').filter(|at| {
        let rest = &after[at + 1..];
        rest.is_empty() || rest.starts_with('/')
    });
    if let (Some(open), Some(close)) = (inside, end) {
        let (prefix, suffix) = (&before[..open], &after[close + 1..]);
        let whole = |middle: &str| {
            let suffix = if middle.is_empty() && (prefix.is_empty() || prefix.ends_with('/')) {
                suffix.trim_start_matches('/')
            } else {
                suffix
            };
            format!("{prefix}{middle}{suffix}")
        };
        return Ok(vec![whole(&before[open + 1..]), whole(&after[..close])]);
    }
    Ok(vec![before.to_owned(), unquoted(after)?])
}

/// A path as it stands, or as git quotes it.
fn unquoted(text: &str) -> Read<String> {
    if text.starts_with('"') {
        return match quoted(text)? {
            (path, "") => Ok(path),
            _ => Err("something follows the closing quote"),
        };
    }
    let diff = ["diff --git ", "@@ ", "--- ", "+++ "].iter().any(|sign| text.starts_with(sign));
    let stat = text.starts_with(' ') && (text.contains(" | ") || text.contains(" changed, "));
    match () {
        () if diff || stat || text.contains('\t') => Err("this is not one path"),
        // Git would have quoted it.
        () if text.contains('\\') => Err("a `/` stands between folders"),
        () => Ok(text.to_owned()),
    }
}

/// The text in quotes that a line begins with, and what follows it.
fn quoted(text: &str) -> Read<(String, &str)> {
    const CUT: &str = "its quote is not closed";
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::new(), 1);
    loop {
        let byte = *bytes.get(at).ok_or(CUT)?;
        at += 1;
        match byte {
            b'"' => break,
            b'\\' => {
                let escaped = *bytes.get(at).ok_or(CUT)?;
                at += 1;
                let letters = *b"a\x07b\x08t\tn\nv\x0bf\x0cr\r\"\"\\\\";
                let known = letters.chunks(2).find(|pair| pair[0] == escaped);
                out.push(match (known, escaped) {
                    (Some(pair), _) => pair[1],
                    (None, b'0'..=b'3') => {
                        let digits = bytes.get(at - 1..at + 2).ok_or(CUT)?;
                        at += 2;
                        octal(digits).ok_or("a `\\` in it is not one that git writes")?
                    }
                    _ => return Err("a `\\` in it is not one that git writes"),
                });
            }
            byte => out.push(byte),
        }
    }
    // A name that is not UTF-8 can only be meant by a wildcard.
    let path = match String::from_utf8_lossy(&out) {
        Cow::Borrowed(path) => path.to_owned(),
        Cow::Owned(path) => path,
    };
    Ok((path, text.get(at..).unwrap_or_default()))
}

fn octal(digits: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(digits).ok()?;
    u8::from_str_radix(text, 8).ok()
}

/// Patterns of policies begin at the root of the repository, and so must paths.
fn from_root(path: &str) -> Read<String> {
    let mut bare = path;
    while let Some(rest) = bare.strip_prefix("./") {
        bare = rest.trim_start_matches('/');
    }
    let steps_out = bare.split('/').any(|step| step == "..");
    if bare.is_empty() || bare.starts_with('/') || steps_out {
        return Err("this is not a path from the root of the repository");
    }
    Ok(bare.to_owned())
}

/// ` src/a.rs | 3 +-`, `/home/dana/src/a.rs`
fn not_a_path(at: Span, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::not_a_path")
        .message("`--changed-from` takes paths, one a line, or what `git diff --numstat` prints")
        .label(at, why)
        .help(format!("write the file with `git diff --name-only`, or with `{}`", ASKED.example))
}

/// The paths as they are shown where there is little room.
pub(super) fn listed(paths: &[&str]) -> String {
    paths.iter().map(|path| format!("`{}`", shown(path))).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Change, Contents};

    fn read(text: &str) -> Result<(String, Option<u64>), String> {
        let change = Change::from_input(Contents::Whole(text.as_bytes().to_vec()));
        change.map(|change| (change.paths.join(" | "), change.lines)).map_err(|wrong| {
            let told = |item: &crate::Diagnostic| {
                let label =
                    item.labels.first().map_or_else(String::new, |label| label.text.clone());
                format!("{} {label}", item.code.trim_start_matches("assize::host::"))
            };
            wrong.items().iter().map(told).collect::<Vec<_>>().join("; ")
        })
    }

    #[test]
    fn paths_and_what_git_prints_are_read() {
        for (text, paths, lines) in [
            ("src/a.rs\ndocs/b c.md\n", "src/a.rs | docs/b c.md", None),
            ("\u{feff}./src/a.rs\r\n\r\nb", "src/a.rs | b", None),
            ("a => b\n", "a => b", None),
            ("\"\\303\\244\\tb\\\\.rs\"\n", "ä\tb\\.rs", None),
            ("\"\\377.rs\"\n", "\u{fffd}.rs", None),
            ("3\t4\tsrc/a.rs\n1\t0\tb\n", "src/a.rs | b", Some(8)),
            ("-\t-\tlogo.png\n2\t0\ta b.md\n", "logo.png | a b.md", Some(2)),
            ("1\t1\tsrc/{old => new}/a.rs\n", "src/old/a.rs | src/new/a.rs", Some(2)),
            ("0\t0\tsrc/{ => sub}/a.rs\n", "src/a.rs | src/sub/a.rs", Some(0)),
            ("0\t0\t{sub => }/a.rs\n", "sub/a.rs | a.rs", Some(0)),
            ("0\t0\tdocs/{a.md => b.md}\n", "docs/a.md | docs/b.md", Some(0)),
            ("0\t0\ta.rs => docs/a.rs\n", "a.rs | docs/a.rs", Some(0)),
            ("0\t0\tm/{a => b}.sql\n", "m/{a | b}.sql", Some(0)),
            ("0\t0\t\"a\\tb\" => \"c\\\"d\"\n", "a\tb | c\"d", Some(0)),
            ("0\t0\ta => \"c\\td\"\n", "a | c\td", Some(0)),
            ("18446744073709551615\t9\ta\n1\t1\tb\n", "a | b", Some(u64::MAX)),
        ] {
            assert_eq!(read(text), Ok((paths.to_owned(), lines)), "{text:?}");
        }
    }

    #[test]
    fn what_is_neither_is_told_with_its_place() {
        const ROOT: &str = "not_a_path this is not a path from the root of the repository";
        const ONE: &str = "not_a_path this is not one path";
        const CUT: &str = "not_a_path it ends within a line, and may have been cut off";
        const MIXED: &str = "not_a_path one line has numbers and another has none";
        const OPEN: &str = "not_a_path its quote is not closed";
        for (text, told) in [
            ("/home/dana/a.rs\n", ROOT),
            ("../a.rs\n", ROOT),
            ("a/../../b\n", ROOT),
            ("1\t1\t/etc/passwd\n", ROOT),
            (" src/a.rs | 3 +-\n 1 file changed, 2 insertions(+)\n", &format!("{ONE}; {ONE}")),
            ("diff --git a/a b/a\n", ONE),
            ("M\tsrc/a.rs\n", ONE),
            ("src\\a.rs\n", "not_a_path a `/` stands between folders"),
            ("1\t1\tsrc/a.r", CUT),
            ("1\t1\ta\nsrc/b\n", MIXED),
            ("src/b\n1\t1\ta\n", MIXED),
            ("1\t-\ta\n", ONE),
            ("\"src/a.rs\n", OPEN),
            ("\"src/a\\30", OPEN),
            ("\"src/a\\q\"\n", "not_a_path a `\\` in it is not one that git writes"),
            ("\"a\" b\n", "not_a_path something follows the closing quote"),
            ("", "file_empty "),
            (" \n\n", "file_empty "),
            ("a\0b\0", "file_unreadable "),
        ] {
            assert_eq!(read(text), Err(told.to_owned()), "{text:?}");
        }
        let utf16 = Change::from_input(Contents::Whole(vec![0xff, 0xfe, b'a', 0]));
        assert!(utf16.is_err());
        assert!(Change::from_input(Contents::TooLarge).is_err());
        let many = read(&"/x\n".repeat(1000)).map_err(|told| told.matches("not_a_path").count());
        assert_eq!(many, Err(5));
    }

    #[test]
    fn any_text_is_read_or_refused() {
        for text in
            ["\"", "\"\\", "\"\\3", "1\t1\t", "1\t1\t{ => }\n", "1\t1\t => \n", "ä\"\\é", "\"é"]
        {
            let _ = read(text);
        }
    }
}
