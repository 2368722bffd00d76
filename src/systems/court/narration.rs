//! What a captured diff may bring along beside the change: messages of commits, and earlier rounds of a court.

use super::mistakes;
use super::record::RECORD_FILE;
use crate::ir::Diagnostic;
use crate::source::Span;

/// What of a diff may not reach the court.
///
/// - A text above the first file of a diff by git, and what `git log`, `git show` and `git format-patch` print above each
///   commit. Summaries that git itself puts there (`--stat`, `--raw`, `--numstat`) are no words of anybody.
/// - The record of a court as one of its files.
pub(super) fn in_diff(diff: &str) -> Vec<Diagnostic> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in diff.split_inclusive('\n') {
        let text = line.trim_end_matches(['\n', '\r']);
        lines.push((text, Span::new(start, start + text.len())));
        start += line.len();
    }
    let plain = |text: &str| text.trim_start_matches('\u{feff}').to_owned();
    let above = match lines.iter().position(|(text, _)| plain(text).starts_with("diff --git ")) {
        Some(first) => &lines[..first],
        None => &[],
    };
    // A diff that is not git's own, or one of a merge, may stand above one that is.
    let first = above.iter().position(|(text, _)| begins_a_file(&plain(text)));
    let (above, files) = above.split_at(first.unwrap_or(above.len()));
    let message = above.iter().find(|(text, _)| !is_summary(text));
    let message = message.or_else(|| files.iter().find(|(text, _)| !is_of_a_file(text)));
    let message = message.or_else(|| {
        let mut all = lines.iter().enumerate();
        all.find(|(at, (text, _))| is_commit(text, &lines[at + 1..])).map(|(_, line)| line)
    });
    let record = lines.iter().find(|(text, _)| names_record(text));
    let message = message.map(|(_, at)| mistakes::commit_message(*at));
    let record = record.map(|(_, at)| mistakes::earlier_round(*at));
    message.into_iter().chain(record).collect()
}

/// ` src/limit.rs | 4 ++--`, `:100644 100644 …`, `* Unmerged path src/limit.rs`, or numbers of lines and a path.
fn is_summary(line: &str) -> bool {
    let numbers = || {
        let mut columns = line.split('\t');
        let mut number = || columns.next().is_some_and(|c| c == "-" || c.parse::<u64>().is_ok());
        number() && number() && columns.next().is_some()
    };
    let unmerged = line.starts_with("* Unmerged path ");
    line.trim().is_empty() || line.starts_with([' ', ':']) || unmerged || numbers()
}

/// `diff --cc src/limit.rs`, `--- a/src/limit.rs`, `Index: src/limit.rs`
fn begins_a_file(line: &str) -> bool {
    ["diff ", "--- ", "Index: "].iter().any(|begins| line.starts_with(begins))
}

/// A line of a file's part of a diff: of its head, of a hunk, or between two files.
fn is_of_a_file(line: &str) -> bool {
    const HEAD: [&str; 10] = [
        "index ",
        "mode ",
        "new file mode ",
        "deleted file mode ",
        "old mode ",
        "new mode ",
        "similarity index ",
        "rename ",
        "copy ",
        "Binary files ",
    ];
    is_summary(line)
        || begins_a_file(line)
        || line.starts_with(['+', '-', '@', '\\', '='])
        || HEAD.iter().any(|head| line.starts_with(head))
}

/// `commit 4f2a…` above `Author: …`, and `From 4f2a… Mon Sep 17 …`.
fn is_commit<T>(line: &str, below: &[(&str, T)]) -> bool {
    let hash = |rest: &str| {
        let word = rest.split(' ').next().unwrap_or_default();
        word.len() >= 40 && word.chars().all(|c| c.is_ascii_hexdigit())
    };
    let author = || below.iter().take(6).any(|(line, _)| line.starts_with("Author: "));
    line.strip_prefix("From ").is_some_and(hash)
        || line.strip_prefix("commit ").is_some_and(|rest| hash(rest) && author())
}

/// A line above the changes of a file that names the record of a court.
fn names_record(line: &str) -> bool {
    const ABOVE: [&str; 6] = ["diff --git ", "+++ ", "--- ", "rename ", "copy ", "Index: "];
    let named = |path: &str| {
        let mut parts = path.trim_matches('"').rsplit(['/', '\\']);
        parts.next() == Some(RECORD_FILE) && parts.next() == Some("verify")
    };
    ABOVE.iter().any(|above| line.starts_with(above)) && line.split_whitespace().any(named)
}
