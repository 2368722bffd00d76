//! What `git diff` itself prints: the paths, how many lines, and which of them.

use super::{Change, MOST, Read, from_root, not_a_path, quoted};
use crate::{Diagnostics, Source, Span};

/// Lines of a head that say nothing of paths and lines.
const HEAD: [&str; 9] = [
    "index ",
    "old mode ",
    "new mode ",
    "new file mode ",
    "deleted file mode ",
    "similarity index ",
    "dissimilarity index ",
    "copy from ",
    "copy to ",
];
const CUT: &str = "the diff ends within a hunk, and may have been cut off";

/// Whether a text is a diff of git's.
pub(super) fn is_one(source: &Source) -> bool {
    source.text().is_ok_and(|text| text.trim_start_matches('\u{feff}').starts_with("diff --git "))
}

/// `diff --git a/src/a.rs b/src/a.rs`, with its hunks.
pub(super) fn read(source: Source) -> Result<Change, Diagnostics> {
    let text = source.text().unwrap_or_default();
    let mut reading = Reading { change: Change { lines: Some(0), ..Change::default() }, at: None };
    let (mut wrong, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let at = Span::new(start, start + line.trim_end_matches(['\n', '\r']).len());
        start += line.len();
        let bare = line.strip_suffix('\n').unwrap_or(line);
        let bare = if at.start == 0 { bare.trim_start_matches('\u{feff}') } else { bare };
        if let Err(why) = reading.line(bare) {
            wrong.push(not_a_path(at, why));
            if wrong.len() == MOST {
                break;
            }
        }
    }
    if wrong.is_empty() && reading.at.as_ref().is_some_and(Hunk::is_open) {
        wrong.push(not_a_path(Span::new(start, start), CUT));
    }
    match wrong.is_empty() {
        true => Ok(reading.change),
        false => Err(Diagnostics::new(vec![source], wrong)),
    }
}

struct Reading {
    change: Change,
    /// Where in a file it is; none before the first.
    at: Option<Hunk>,
}

/// How much of a hunk is left, and which line of the new text follows.
#[derive(Default)]
struct Hunk {
    old: u32,
    new: u32,
    next: u32,
    /// The path of the new text.
    path: String,
    /// Whether data of a binary file follows.
    is_data: bool,
}

impl Hunk {
    fn is_open(&self) -> bool {
        self.old > 0 || self.new > 0
    }
}

impl Reading {
    fn line(&mut self, line: &str) -> Read<()> {
        if self.at.as_ref().is_some_and(Hunk::is_open) {
            return self.in_hunk(line);
        }
        let head = line.trim_end_matches('\r');
        if let Some(paths) = head.strip_prefix("diff --git ") {
            let own = self.at.insert(Hunk::default());
            for path in both(paths)? {
                own.path.clone_from(&path);
                add_path(&mut self.change, path);
            }
            return Ok(());
        }
        let Some(own) = &mut self.at else { return Err("this is not a diff of git's") };
        if let Some(hunk) = head.strip_prefix("@@ ") {
            (own.old, own.new, own.next) = numbers(hunk).ok_or("this is not a hunk")?;
            return Ok(());
        }
        for sign in ["--- ", "+++ ", "rename from ", "rename to "] {
            let Some(path) = head.strip_prefix(sign) else { continue };
            // Git puts a tab behind a name that has a blank in it.
            let path = path.trim_end_matches('\t');
            let told = match (path, sign.starts_with("rename")) {
                ("/dev/null", _) => return Ok(()),
                (path, true) => from_root(&plain(path)?)?,
                (path, false) => without_prefix(&plain(path)?)?,
            };
            own.path.clone_from(&told);
            add_path(&mut self.change, told);
            return Ok(());
        }
        if head.starts_with("Binary files ") || head == "GIT binary patch" {
            own.is_data = true;
            self.change.uncounted.push(own.path.clone());
            return Ok(());
        }
        let known = own.is_data
            || head.is_empty()
            || head.starts_with("\\ ")
            || HEAD.iter().any(|known| head.starts_with(known));
        if known { Ok(()) } else { Err("this does not stand in a diff of git's") }
    }

    fn in_hunk(&mut self, line: &str) -> Read<()> {
        let Some(own) = &mut self.at else { return Ok(()) };
        let (old, new) = match line.chars().next() {
            Some(' ') | None => (1, 1),
            Some('-') => (1, 0),
            Some('+') => (0, 1),
            Some('\\') => return Ok(()),
            Some(_) => return Err(CUT),
        };
        let left = own.old.checked_sub(old).zip(own.new.checked_sub(new));
        (own.old, own.new) = left.ok_or("the hunk has more lines than it says")?;
        if old != new {
            self.change.lines = self.change.lines.map(|lines| lines.saturating_add(1));
            // What is taken away stood between two lines of the new text.
            let first = if new == 1 { own.next } else { own.next.saturating_sub(1).max(1) };
            let pieces = self.change.pieces.entry(own.path.clone()).or_default();
            match pieces.last_mut() {
                Some((_, last)) if *last + 1 >= first => *last = own.next.max(*last),
                _ => pieces.push((first, own.next.max(1))),
            }
        }
        own.next = own.next.saturating_add(new);
        Ok(())
    }
}

fn add_path(change: &mut Change, path: String) {
    // Those of one file follow each other.
    if !change.paths.iter().rev().take(4).any(|known| *known == path) {
        change.paths.push(path);
    }
}

/// `-10,2 +12,3 @@ fn main() {`: how many lines of the old and of the new text, and the first of the new.
fn numbers(text: &str) -> Option<(u32, u32, u32)> {
    let (old, rest) = text.strip_prefix('-')?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let parts = |text: &str| -> Option<(u32, u32)> {
        match text.split_once(',') {
            Some((first, many)) => Some((first.parse().ok()?, many.parse().ok()?)),
            None => Some((text.parse().ok()?, 1)),
        }
    };
    let ((_, old), (first, new)) = (parts(old)?, parts(new)?);
    // Of no lines the one before is named.
    Some((old, new, if new == 0 { first.saturating_add(1) } else { first }))
}

/// The paths of `a/src/a.rs b/src/a.rs`. Where one is renamed and has blanks in it, lines below tell them.
fn both(text: &str) -> Read<Vec<String>> {
    if text.starts_with('"') {
        let (first, rest) = quoted(text)?;
        let second = rest.strip_prefix(' ').ok_or("one path follows the other")?;
        return Ok(vec![without_prefix(&first)?, without_prefix(&plain(second)?)?]);
    }
    let half = text.len() / 2;
    let halves = text.get(..half).zip(text.get(half + 1..));
    if let Some((first, second)) = halves
        && text.as_bytes().get(half) == Some(&b' ')
        && let (Ok(first), Ok(second)) = (without_prefix(first), without_prefix(second))
        && first == second
    {
        return Ok(vec![first]);
    }
    match text.split_once(" \"") {
        Some((first, second)) => {
            Ok(vec![without_prefix(first)?, without_prefix(&plain(&format!("\"{second}"))?)?])
        }
        None if text.matches(' ').count() == 1 => text.split(' ').map(without_prefix).collect(),
        None => Ok(Vec::new()),
    }
}

fn plain(text: &str) -> Read<String> {
    match text.starts_with('"') {
        true => match quoted(text)? {
            (path, "") => Ok(path),
            _ => Err("something follows the closing quote"),
        },
        false => Ok(text.to_owned()),
    }
}

/// `a/src/a.rs`, and what git writes there where it is told to be mnemonic.
fn without_prefix(path: &str) -> Read<String> {
    let bare = ["a/", "b/", "c/", "i/", "o/", "w/"].iter().find_map(|sign| path.strip_prefix(sign));
    from_root(bare.ok_or("a path of a diff begins with `a/` or `b/`: `git diff --default-prefix`")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Change, Diagnostics> {
        read(Source::new("diff", text))
    }

    #[test]
    fn a_diff_tells_paths_and_pieces() {
        let change = of("diff --git a/src/a.rs b/src/a.rs\nindex 1..2 100644\n--- a/src/a.rs\n+++ b/src/a.rs\n\
             @@ -10,4 +10,5 @@ fn a() {\n x\n-old\n+new\n+more\n y\n z\n@@ -30,2 +31 @@\n q\n-gone\n\
             diff --git a/old b/new name\nsimilarity index 90%\nrename from old\nrename to new name\n\
             diff --git \"a/\\303\\244.rs\" \"b/\\303\\244.rs\"\nnew file mode 100644\n--- /dev/null\n\
             +++ \"b/\\303\\244.rs\"\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n\
             diff --git a/logo.png b/logo.png\nindex 1..2 100644\nBinary files a/logo.png and b/logo.png differ\n")
        .unwrap();
        assert_eq!(change.paths, ["src/a.rs", "old", "new name", "ä.rs", "logo.png"]);
        assert_eq!(change.lines, Some(6));
        assert_eq!(change.uncounted, ["logo.png"]);
        assert_eq!(change.pieces["src/a.rs"], [(10, 12), (31, 32)]);
        assert_eq!(change.pieces["ä.rs"], [(1, 2)]);
        assert_eq!(change.pieces.len(), 2);
    }

    #[test]
    fn what_is_cut_off_or_strange_is_refused() {
        let head = "diff --git a/a b/a\n--- a/a\n+++ b/a\n";
        for odd in [
            "@@ -1,2 +1,2 @@\n x\n",
            "@@ -1,2 +1,2 @@\n x\ndiff --git a/b b/b\n",
            "@@ -1 +1 @@\n-x\n-y\n+z\n",
            "@@ one @@\n",
            "hello\n",
        ] {
            assert!(of(&format!("{head}{odd}")).is_err(), "{odd}");
        }
        for odd in ["diff --git a b\n", "diff --git a/../b a/../b\n"] {
            assert!(of(odd).is_err(), "{odd}");
        }
    }
}
