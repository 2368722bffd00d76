//! What a change touches: a list of paths, or what `git diff --numstat` prints.

mod diff;
#[cfg(test)]
mod tests;
mod zeros;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use super::named::{self, Asked};
use super::{Contents, Files, Judged, git, shown};
use crate::round::RoundChange;
use crate::{Diagnostic, Diagnostics, Docket, Source, Span};

/// More than this no diff lists; a path in it takes some 60 bytes.
pub const CHANGE_LIMIT: usize = 16 * 1024 * 1024;

const ASKED: Asked = Asked {
    flag: "--changed-from",
    example: "git diff --numstat BASE...HEAD",
    limit: CHANGE_LIMIT,
    optional: true,
};
/// More mistakes of one file help no reader.
const MOST: usize = 5;

/// What a change touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Its paths, from the root of the repository, in the order they were told; both of a rename.
    pub paths: Vec<String>,
    /// The lines that it adds and takes away, where they were told: at least so many.
    pub lines: Option<u64>,
    /// The paths whose lines git did not count: what is binary, and what `.gitattributes` calls so.
    pub uncounted: Vec<String>,
    /// The pieces that it touches in a file, the first and the last line of each, where a diff told them.
    pub pieces: BTreeMap<String, Vec<(u32, u32)>>,
}

impl Change {
    /// Reads a file of paths, one a line, or what `git diff`, with `--numstat` or without, prints.
    ///
    /// # Errors
    ///
    /// The file cannot be read, lies among the reports, or has lines that are neither.
    pub fn open(files: &dyn Files, path: &Path, judged: &Judged) -> Result<Self, Diagnostics> {
        named::apart(files, path, ASKED, judged).and_then(Self::read_any)
    }

    /// Reads the same from what stands on standard input.
    ///
    /// # Errors
    ///
    /// As [`Change::open`].
    pub fn from_input(contents: Contents) -> Result<Self, Diagnostics> {
        named::input(contents, ASKED).and_then(Self::read_any)
    }

    /// Tells a docket. How many lines changed is not known where one file's were not counted: what a policy lets through
    /// up to some number of lines must not get through uncounted.
    #[must_use]
    pub fn tell(&self, docket: Docket) -> Docket {
        let docket = docket.changed(self.paths.iter().cloned());
        let pieces = self.pieces.iter().map(|(path, pieces)| (path, pieces.iter().copied()));
        let docket = pieces.fold(docket, |docket, (path, own)| docket.changed_in(path, own));
        match self.lines.filter(|_| self.uncounted.is_empty()) {
            Some(lines) => docket.lines_changed(lines),
            None => docket,
        }
    }

    /// What a round was begun for.
    pub fn of_round(change: RoundChange) -> Self {
        let RoundChange { paths, lines, uncounted } = change;
        Self { paths, lines, uncounted, ..Self::default() }
    }

    /// The same, to be kept.
    pub fn for_round(self) -> RoundChange {
        let Self { paths, lines, uncounted, .. } = self;
        RoundChange { paths, lines, uncounted }
    }

    /// What git says of the work beside a commit that it left: `git diff --numstat --merge-base BASE`.
    ///
    /// # Errors
    ///
    /// There is no such commit; git does not say it.
    pub fn since(here: &Path, base: &str) -> Result<Self, Diagnostics> {
        let told = git::numstat(here, base)?;
        Self::read_any(Source::new(format!("git diff {base}"), told))
    }

    /// What `-z` has made of it as well; nothing is a change of nothing.
    fn read_any(source: Source) -> Result<Self, Diagnostics> {
        match zeros::is_parted(&source) {
            true => zeros::read(source),
            false if diff::is_one(&source) => diff::read(source),
            false if named::is_blank(&source) => Ok(Self { lines: Some(0), ..Self::default() }),
            false => named::checked(source, ASKED).and_then(Self::read),
        }
    }

    /// Takes what a line or a record tells.
    fn add(&mut self, count: Option<u64>, told: Vec<String>) {
        self.lines = Some(self.lines.unwrap_or(0).saturating_add(count.unwrap_or(0)));
        if count.is_none() {
            self.uncounted.extend(told.iter().cloned());
        }
        self.paths.extend(told);
    }

    fn read(source: Source) -> Result<Self, Diagnostics> {
        let text = source.text().unwrap_or_default();
        let (mut change, mut wrong) = (Self::default(), Vec::new());
        let (mut numbered, mut start) = (None, 0);
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
                (Some((_, path)), true) if line.ends_with('\n') => renamed(path),
                (Some(_), true) => Err("it ends within a line, and may have been cut off"),
                (None, false) => listed_alone(bare).map(|path| vec![path]),
                _ => Err("one line has numbers and another has none"),
            };
            let told: Read<Vec<String>> =
                told.and_then(|told| told.iter().map(|path| from_root(path)).collect());
            match (told, counted) {
                (Ok(told), Some((count, _))) => change.add(count, told),
                (Ok(told), None) => change.paths.extend(told),
                (Err(why), _) => wrong.push(not_a_path(at, why)),
            }
            if wrong.len() == MOST {
                break;
            }
        }
        match wrong.is_empty() {
            true => Ok(change),
            false => Err(Diagnostics::new(vec![source], wrong)),
        }
    }
}

/// `12  3  src/a.rs`, with tabs: how many lines, and the path. Where git counts none, for what it takes for a
/// binary file, `-` stands for both numbers.
fn numbers(line: &str) -> Option<(Option<u64>, &str)> {
    let mut parts = line.splitn(3, '\t');
    let (added, removed, path) = (parts.next()?, parts.next()?, parts.next()?);
    if (added, removed) == ("-", "-") {
        return Some((None, path));
    }
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<u64>().ok()).flatten()
    };
    Some((Some(number(added)?.saturating_add(number(removed)?)), path))
}

type Read<T> = Result<T, &'static str>;

/// The paths of `src/{old => new}/a.rs`, of `a.rs => b.rs` and of `"\303\244" => b`; else the one.
///
/// A file may be called like a rename. What git would not have written as one is a name; what it may have
/// written for more than one reason touches all of them.
fn renamed(text: &str) -> Read<Vec<String>> {
    const ARROW: &str = " => ";
    /// No one has more of them in a name; no path is longer.
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
