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
    optional: true,
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
            let bare = if at.start == 0 { bare.trim_start_matches('\u{feff}') } else { bare };
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
                (None, false) => listed_alone(bare).map(|path| vec![path]),
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

/// The paths of `src/{old => new}/a.rs`, of `a.rs => b.rs` and of `"\303\244" => b`; else the one.
///
/// A file may be called like a rename. What git would not have written as one is a name; what it may have
/// written for more than one reason touches all of them.
fn renamed(text: &str) -> Read<Vec<String>> {
    const ARROW: &str = " => ";
    /// Nobody has more of them in a name; no path is longer.
    const MOST: usize = 8;
    const LONGEST: usize = 64 * 1024;
    if text.starts_with('"') {
        let (first, rest) = quoted(text)?;
        return match rest.strip_prefix(ARROW) {
            Some(second) => Ok(vec![first, unquoted(second)?]),
            None if rest.is_empty() => Ok(vec![first]),
            None => Err("something follows the closing quote"),
        };
    }
    if text.len() > LONGEST {
        return Err("no path is so long");
    }
    let arrows: Vec<usize> = text.match_indices(ARROW).map(|(at, _)| at).take(MOST).collect();
    let (mut paths, mut is_odd) = (Vec::new(), arrows.len() > 1);
    for at in &arrows {
        let (before, after) = (&text[..*at], &text[at + ARROW.len()..]);
        if after.starts_with('"') {
            paths.extend([before.to_owned(), unquoted(after)?]);
            continue;
        }
        let is_it = |(old, new): &(String, String)| rendered(old, new).as_deref() == Some(text);
        let short: Vec<(String, String)> = shortened(before, after).collect();
        is_odd |= !short.is_empty() && !short.iter().any(is_it);
        let mut pairs = short.into_iter().chain([(before.to_owned(), after.to_owned())]);
        paths.extend(pairs.find(is_it).into_iter().flat_map(<[String; 2]>::from));
    }
    if paths.is_empty() || is_odd {
        paths.push(unquoted(text)?);
    }
    Ok(paths)
}

/// What the two sides of an arrow may be short for: `src/{old` and `new}/a.rs`.
fn shortened<'t>(before: &'t str, after: &'t str) -> impl Iterator<Item = (String, String)> {
    /// Of brackets that stand between folders.
    const MOST: usize = 4;
    let opens = before.rmatch_indices('{').map(|(at, _)| at);
    let opens = opens.filter(|at| *at == 0 || before[..*at].ends_with('/')).take(MOST);
    opens.flat_map(move |open| {
        let closes = after.match_indices('}').map(|(at, _)| at);
        let closes = closes.filter(|at| matches!(after.as_bytes().get(at + 1), None | Some(b'/')));
        closes.take(MOST).map(move |close| {
            let (prefix, suffix) = (&before[..open], &after[close + 1..]);
            let whole = |middle: &str| {
                let bare = suffix.strip_prefix('/').filter(|_| middle.is_empty());
                format!("{prefix}{middle}{}", bare.unwrap_or(suffix))
            };
            (whole(&before[open + 1..]), whole(&after[..close]))
        })
    })
}

/// A rename as git writes it: what both paths begin and end with stands once, by whole folders.
fn rendered(old: &str, new: &str) -> Option<String> {
    if old == new || old.is_empty() || new.is_empty() {
        return None;
    }
    let alike = |(a, b): &(u8, u8)| a == b;
    let same = old.bytes().zip(new.bytes()).take_while(alike).count();
    let prefix =
        old.as_bytes()[..same].iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
    // The `/` that ends the one may begin the other.
    let rest = prefix.saturating_sub(1);
    let (a, b) = (&old.as_bytes()[rest..], &new.as_bytes()[rest..]);
    let tail = a.iter().rev().copied().zip(b.iter().rev().copied());
    let slashes = tail.take_while(alike).enumerate().filter(|(_, (byte, _))| *byte == b'/');
    let suffix = slashes.last().map_or(0, |(at, _)| at + 1);
    let middle = |path: &str| {
        path.get(prefix..path.len().saturating_sub(suffix).max(prefix)).map(str::to_owned)
    };
    let (from, to) = (middle(old)?, middle(new)?);
    Some(match prefix + suffix {
        0 => format!("{from} => {to}"),
        _ => format!("{}{{{from} => {to}}}{}", &old[..prefix], &old[old.len() - suffix..]),
    })
}

/// A path of a list: what else a command may print there is none. Git quotes no blanks in it, so that a file
/// that is called like that has to be quoted, or counted.
fn listed_alone(text: &str) -> Read<String> {
    let diff = ["diff --git ", "@@ ", "--- ", "+++ "].iter().any(|sign| text.starts_with(sign));
    match text.starts_with('"') {
        false if diff => Err("this is not one path"),
        false if is_of_another_command(text) => {
            Err("this is more than a path, as another command prints it")
        }
        _ => unquoted(text),
    }
}

/// ` M a.rs`, `?? a.rs`, `:100644 100644 …`, `3 1 a.rs`, `fatal: bad revision`: what stands before a blank.
fn is_of_another_command(text: &str) -> bool {
    let Some((first, rest)) = text.split_once(' ') else { return false };
    let second = rest.split(' ').next().unwrap_or_default();
    let all = |word: &str, known: fn(char) -> bool| !word.is_empty() && word.chars().all(known);
    let status = |word: &str| word.len() <= 2 && all(word, |c| ".MADRCUT?!".contains(c));
    let count = |word: &str| word == "-" || all(word, |c| c.is_ascii_digit());
    let told =
        |sign: fn(char) -> bool, word: Option<&str>| word.is_some_and(|word| all(word, sign));
    first.is_empty()
        || status(first)
        || count(first) && (count(second) || status(second))
        || told(|c| c.is_ascii_digit(), first.strip_prefix(':'))
        || told(|c| c.is_ascii_alphabetic(), first.strip_suffix(':'))
}

/// A path as it stands, or as git quotes it.
fn unquoted(text: &str) -> Read<String> {
    if text.starts_with('"') {
        return match quoted(text)? {
            (path, "") => Ok(path),
            _ => Err("something follows the closing quote"),
        };
    }
    match () {
        () if text.contains('\t') => Err("this is not one path"),
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
        .help(format!(
            "write the file with `{}`, or with `git diff --name-only`; a path that looks like something else stands \
             in quotes",
            ASKED.example
        ))
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
            ("a\n\u{feff}b\n", "a | \u{feff}b", None),
            ("a => b\n", "a => b", None),
            (
                "A-plan.md\nQA notes.md\n2026 plan.md\n",
                "A-plan.md | QA notes.md | 2026 plan.md",
                None,
            ),
            ("\"M a.md\"\n", "M a.md", None),
            ("1\t1\tM a.md\n1\t0\t x\n", "M a.md |  x", Some(3)),
            ("\"\\303\\244\\tb\\\\.rs\"\n", "ä\tb\\.rs", None),
            ("\"\\377.rs\"\n", "\u{fffd}.rs", None),
            ("3\t4\tsrc/a.rs\n1\t0\tb\n", "src/a.rs | b", Some(8)),
            ("-\t-\tlogo.png\n2\t0\ta b.md\n", "logo.png | a b.md", Some(2)),
            ("1\t1\tsrc/{old => new}/a.rs\n", "src/old/a.rs | src/new/a.rs", Some(2)),
            ("0\t0\tsrc/{ => sub}/a.rs\n", "src/a.rs | src/sub/a.rs", Some(0)),
            ("0\t0\tsub/a.rs => a.rs\n", "sub/a.rs | a.rs", Some(0)),
            ("0\t0\tsrc/{ => src}/a.rs\n", "src/a.rs | src/src/a.rs", Some(0)),
            ("0\t0\t{a => b}/c/d.rs\n", "a/c/d.rs | b/c/d.rs", Some(0)),
            // Git would have written these two in another way, were they `sub` and `docs`.
            ("0\t0\t{sub => }/a.rs\n", "{sub | }/a.rs | {sub => }/a.rs", Some(0)),
            ("0\t0\t{docs => docs}/a.rs\n", "{docs | docs}/a.rs | {docs => docs}/a.rs", Some(0)),
            // And these not at all: they are the names of files.
            ("0\t0\tdocs/a => docs/b\n", "docs/a => docs/b", Some(0)),
            ("0\t0\ta => a\n", "a => a", Some(0)),
            // It may be more than one thing, and then it touches all of them.
            ("0\t0\ta => b => c\n", "a | b => c | a => b | c | a => b => c", Some(0)),
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
        const STATUS: &str = "not_a_path this is more than a path, as another command prints it";
        for (text, told) in [
            ("/home/dana/a.rs\n", ROOT),
            ("../a.rs\n", ROOT),
            ("a/../../b\n", ROOT),
            ("1\t1\t/etc/passwd\n", ROOT),
            (
                " src/a.rs | 3 +-\n 1 file changed, 2 insertions(+)\n",
                &format!("{STATUS}; {STATUS}"),
            ),
            ("diff --git a/a b/a\n", ONE),
            ("M\tsrc/a.rs\n", ONE),
            ("R100\ta\tb\n", ONE),
            (" M src/a.rs\n", STATUS),
            ("M  src/a.rs\n", STATUS),
            ("?? src/a.rs\n", STATUS),
            ("R  a.rs -> b.rs\n", STATUS),
            ("1 .M N... 100644 100644 100644 0 0 src/a.rs\n", STATUS),
            (":100644 100644 1 2 M src/a.rs\n", STATUS),
            ("3 1 src/a.rs\n", STATUS),
            ("- - logo.png\n", STATUS),
            ("fatal: bad revision 'x'\n", STATUS),
            ("warning: Not a git repository\n", STATUS),
            ("commit 5\nAuthor: Dana\n", STATUS),
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
