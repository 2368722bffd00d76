//! Records of one line: `ACK 4f2a9c1d`, by the pattern `{word} {commit}`.

use super::meaning;
use crate::codec::statements::{ValueKind, read_value};
use crate::codec::words::Words;
use crate::ir::Outcome;
use crate::ir::shape::ShapeNode;

/// What a line says. No outcome where the word is unknown, or what is behind takes it back; nothing where it is no record:
/// `ACK` without a commit.
pub(super) fn read(
    pattern: &str,
    line: &str,
    verdict: &ShapeNode,
    words: &Words,
) -> Option<Option<Outcome>> {
    let (mut at, mut said, mut reason) = (0, None, String::new());
    for (nth, piece) in pattern.split(['{', '}']).enumerate() {
        let rest = line.get(at..)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        at += match piece {
            literal if nth % 2 == 0 => literal_len(rest, literal)?,
            "count" => Some(digits).filter(|len| *len > 0)?,
            "commit" => commit_len(rest)?,
            // What is said for it may take it back as what stands behind a colon does.
            "reason" => {
                reason = Some(format!(": {rest}")).filter(|_| !rest.trim().is_empty())?;
                rest.len()
            }
            "WORD" => {
                let known = verdict.children.iter().flat_map(|means| &means.texts);
                let len = known.filter(|word| rest.starts_with(*word)).map(String::len).max()?;
                said = meaning(verdict, &rest[..len]);
                len
            }
            _ => {
                let known = verdict.children.iter().flat_map(|means| &means.texts);
                let known = known.filter(|word| begins_with(rest, word)).map(String::len).max();
                let other = || rest.find(|c: char| !c.is_alphanumeric()).filter(|_| at > 0);
                let len = known.or_else(other)?;
                said = meaning(verdict, &rest[..len]);
                len
            }
        };
    }
    if said.is_none_or(|said: Outcome| !said.opens()) {
        return Some(said);
    }
    match read_value(&*format!("approved{reason}{}", line.get(at..)?), words).kind {
        ValueKind::Go | ValueKind::Mild => Some(said),
        ValueKind::Leaning => None,
        _ => Some(None),
    }
}

fn begins_with(text: &str, word: &str) -> bool {
    let (start, rest) = text.split_at_checked(word.len()).unwrap_or_default();
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
    start.eq_ignore_ascii_case(word) && !rest.starts_with(goes_on)
}

/// How long a literal is at the start of a text: a blank is any number of them, and case does not count.
fn literal_len(text: &str, literal: &str) -> Option<usize> {
    let rest = literal.chars().try_fold(text, |rest, c| match c {
        ' ' => Some(rest.trim_start()).filter(|after| after.len() < rest.len()),
        _ => rest.strip_prefix(|other: char| other.eq_ignore_ascii_case(&c)),
    });
    rest.map(|rest| text.len() - rest.len())
}

/// `4f2a9c1d`, or an address that ends in it.
fn commit_len(text: &str) -> Option<usize> {
    let token = text.split(char::is_whitespace).next()?;
    let from = token.rfind('/').map_or(0, |slash| slash + 1);
    let name = token.get(from..)?.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    let is_hex = name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_name = is_hex && name.bytes().any(|byte| byte.is_ascii_digit());
    (is_name && (7..=64).contains(&name.len())).then_some(from + name.len())
}

/// Whether a mark stands in a line, in any case; `ACK {commit}` where a commit is behind it, and not in `feedback on the pool`.
pub(super) fn has_mark(line: &str, mark: &str) -> bool {
    let (mark, commit) =
        mark.strip_suffix(" {commit}").map_or((mark, false), |before| (before, true));
    let Some(first) = mark.bytes().next() else { return true };
    let stands = |at: usize| {
        let (own, behind) = line.get(at..)?.split_at_checked(mark.len())?;
        let names =
            || behind.starts_with(char::is_whitespace) && commit_len(behind.trim_start()).is_some();
        Some(own.eq_ignore_ascii_case(mark) && (!commit || names()))
    };
    let mut bytes = line.bytes().enumerate();
    bytes.any(|(at, byte)| byte.eq_ignore_ascii_case(&first) && stands(at) == Some(true))
}
