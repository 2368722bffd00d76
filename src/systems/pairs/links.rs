//! Where a note leads: the links in its text, and which of them lead somewhere.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;

use crate::emit::visible::visible;

/// A link of a note to a file, and the file that it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoteLink {
    /// The note that it stands in.
    pub note: String,
    /// As it is written there.
    pub target: String,
    /// The file; none where there is none.
    pub file: Option<String>,
}

/// The files that a text in markdown links to, each once and in their order, as they are written: `[text](target)`,
/// `![text](target)`, `[[target]]`, `[label]: target`. Addresses elsewhere, places in the same text, and what stands in code are
/// no files.
///
/// ```
/// use assize::pairs::link_targets;
/// let text = "See [locks](locks.md#why \"Locks\"), [[cache]] and `[x](y.md)`.\n[1]: ../a.md\n<https://example.org> [b](#b)\n";
/// assert_eq!(link_targets(text), ["locks.md", "cache", "../a.md"]);
/// ```
pub fn link_targets(text: &str) -> Vec<String> {
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let marks = fence_of(line);
        match (fence, marks) {
            (None, Some(marks)) => fence = Some(marks),
            (Some(open), Some(marks)) if marks.starts_with(open) && closes(line, marks) => {
                fence = None;
            }
            (None, None) => {
                for target in in_line(line).filter_map(file_of) {
                    if known.insert(target.clone()) {
                        found.push(target);
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// The marks that a line begins or ends a fence with.
fn fence_of(line: &str) -> Option<&str> {
    let text = line.trim_start();
    let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let marks = &text[..text.len() - text.trim_start_matches(mark).len()];
    (marks.len() >= 3).then_some(marks)
}

fn closes(line: &str, marks: &str) -> bool {
    line.trim() == marks
}

/// What the links of a line lead to, outside of code, and whether that is a name, which may have blanks.
fn in_line(line: &str) -> impl Iterator<Item = (&str, bool)> {
    let label = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]:"));
    let label = label.filter(|(name, _)| !name.contains(['[', ']']) && !name.starts_with('^'));
    let mut rest = if label.is_some() { "" } else { line };
    let inside = std::iter::from_fn(move || {
        loop {
            let at = rest.find(['`', '[', ']'])?;
            let here = &rest[at..];
            if here.starts_with('`') {
                let run = here.len() - here.trim_start_matches('`').len();
                let (marks, behind) = here.split_at(run);
                rest = end_of_code(behind, marks);
            } else if let Some(inside) = here.strip_prefix("[[") {
                let (target, behind) = inside.split_once("]]")?;
                rest = behind;
                return Some((target.split('|').next().unwrap_or_default(), true));
            } else if let Some(inside) = here.strip_prefix("](") {
                let end = closing(inside)?;
                rest = &inside[end..];
                return Some((&inside[..end], false));
            } else {
                rest = &here[1..];
            }
        }
    });
    label.map(|(_, target)| (target, false)).into_iter().chain(inside)
}

/// What stands behind a span of code; all of it where it is not closed.
fn end_of_code<'t>(text: &'t str, marks: &str) -> &'t str {
    let mut rest = text;
    while let Some(at) = rest.find('`') {
        let here = &rest[at..];
        let behind = here.trim_start_matches('`');
        if here.len() - behind.len() == marks.len() {
            return behind;
        }
        rest = behind;
    }
    text
}

/// The bracket that ends a target.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The path in a target, without its title, and without a place in the file. With a blank in it, it is not one.
fn file_of((target, is_name): (&str, bool)) -> Option<String> {
    let target = target.trim();
    let path = match target.strip_prefix('<').and_then(|inside| inside.split_once('>')) {
        Some((path, _)) => path,
        None => match target.find([' ', '\t']) {
            Some(_) if is_name => target,
            Some(at) if target[at..].trim_start().starts_with(['"', '\'', '(']) => &target[..at],
            Some(_) => return None,
            None => target,
        },
    };
    let path = path.split(['#', '?']).next().unwrap_or_default().trim();
    let scheme = path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    });
    (!path.is_empty() && !scheme && !path.starts_with("//")).then(|| path.to_owned())
}

/// A target with the characters that stand in it by their numbers: `a b.md` of `a%20b.md`.
///
/// ```
/// use assize::pairs::unescaped;
/// assert_eq!(unescaped("a%20b%c3%a9.md"), "a b\u{e9}.md");
/// assert_eq!(unescaped("100%.md"), "100%.md");
/// ```
pub fn unescaped(target: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), target);
    while let Some((before, behind)) = rest.split_once('%') {
        bytes.extend(before.bytes());
        let code = behind.get(..2).filter(|code| code.chars().all(|c| c.is_ascii_hexdigit()));
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(b'%');
                rest = behind;
            }
        }
    }
    bytes.extend(rest.bytes());
    String::from_utf8(bytes).unwrap_or_else(|_| target.to_owned())
}

/// The links of each note, as its reviewer sees them.
pub(super) fn table(links: &[NoteLink], out: &mut String) {
    let mut last = None;
    for link in links {
        if last != Some(&link.note) {
            last = Some(&link.note);
            let _ = writeln!(out, "\nLinks of `{}`, looked up for you:", visible(&link.note));
        }
        let target = visible(&link.target).replace('`', "'");
        let _ = match &link.file {
            Some(file) => writeln!(out, "- `{target}` leads to `{}`", visible(file)),
            None => writeln!(out, "- `{target}` leads to no file here"),
        };
    }
}
