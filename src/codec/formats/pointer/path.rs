//! Which paths a pointer may name.

use crate::source::{is_hidden, is_joiner};

/// No system takes a longer path; in bytes.
const LONGEST: usize = 4096;

/// What is wrong with the path of a pointer, whatever stands at it.
pub(super) fn problem(path: &str) -> Option<&'static str> {
    let starts = |marks: &[char]| path.starts_with(marks);
    let parts = || path.split('/');
    Some(match () {
        () if path.is_empty() => "a path is missing",
        () if path.len() > LONGEST => "longer than any path",
        () if path.chars().any(odd) => "holds a character that cannot be seen",
        () if starts(&['/']) => "starts at the root of the file system",
        () if starts(&['~']) => "starts at somebody's home",
        () if path.contains('\\') => "holds a backslash",
        () if path.contains(':') => "holds a colon, like a drive or an address",
        () if parts().any(|part| part == "..") => "goes up with `..`",
        () if parts().next_back().is_some_and(|last| matches!(last, "" | ".")) => "names a folder",
        () => return None,
    })
}

fn odd(c: char) -> bool {
    is_hidden(c) || is_joiner(c) || (c.is_whitespace() && c != ' ')
}

/// `.dartai/reports/<task-id>/qa.md`, `reports/{task}/qa.md`
pub(super) fn is_template(path: &str) -> bool {
    path.contains(['<', '>', '{', '}', '|'])
}
