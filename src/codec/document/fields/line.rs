//! What a line looks like before its names are read: its cells, its counts, the number or bullet in front of it.

use crate::codec::document::leaf::Text;

/// The first two cells of a row that stands in no table: `| Verdict | FAIL |`
pub(in crate::codec::document) fn cells(said: &str, line: Text) -> Option<(Text, Text)> {
    let inner = said.strip_prefix('|')?.strip_suffix('|')?;
    let (name, rest) = inner.split_once('|')?;
    let value = rest.split('|').next()?;
    let behind = 2 + name.len();
    Some((trimmed(said, line, 1, behind - 1), trimmed(said, line, behind, behind + value.len())))
}

/// Where names begin in a line of nothing but counts: `High: 0, Critical: 2`.
pub(super) fn counted(said: &str) -> Vec<(usize, usize)> {
    let is_count = |part: &str| {
        let (name, count) = part.trim_end_matches(['.', ' ']).split_once([':', '='])?;
        let digits = count.trim();
        let number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (number && name.contains(char::is_alphabetic)).then_some(())
    };
    let parts = || said.split(", ");
    if parts().nth(1).is_none() || !parts().all(|part| is_count(part).is_some()) {
        return Vec::new();
    }
    said.match_indices(", ").map(|(at, mark)| (at, at + mark.len())).collect()
}

/// The length of a number or a bullet in front, where no list was made of it: `1. [P1] no limit`
pub(in crate::codec::document) fn ordinal(said: &str) -> usize {
    let bullets = said.trim_start_matches("- ").trim_start_matches("* ");
    let digits = bullets.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits
        .strip_prefix(['.', ')'])
        .filter(|rest| digits.len() < bullets.len() && rest.starts_with(' '));
    said.len() - rest.map_or(bullets, str::trim_start).len()
}

/// The length of the name of an item in front of a bracket: `B1 [blocker] no limit`
pub(super) fn id(said: &str) -> usize {
    let letters = said.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let rest = letters.strip_prefix('-').unwrap_or(letters);
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_id = letters.len() < said.len() && behind.len() < rest.len();
    let len = said.len() - behind.len();
    if is_id && behind.starts_with([' ', '[', '(']) { len } else { 0 }
}

pub(super) fn has_marks(said: &str) -> bool {
    let ascii =
        said.bytes().any(|byte| matches!(byte, b':' | b'=' | b'?' | b'-' | b'|' | b'[' | b'('));
    ascii || !said.is_ascii() && said.contains(['—', '–', '―', '·', '•', '【', '→'])
}

/// A range of a line without the blanks around it.
pub(in crate::codec::document) fn trimmed(
    said: &str,
    line: Text,
    start: usize,
    end: usize,
) -> Text {
    let end = end.max(start);
    let part = said.get(start..end).unwrap_or("");
    let front = part.len() - part.trim_start().len();
    let inner = part.trim();
    line.part(start + front.min(part.len()), start + front.min(part.len()) + inner.len())
}
