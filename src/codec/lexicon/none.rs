//! What is found, and what says that it is done: `issues`, `fixed in 4f2a`.

use super::read::word_len;
use super::table::{COUNTED, FOUND};
use super::{is_gap, is_markup};

/// `Fixed in 5b51f5b`, `resolved.`, but not `Fixed pools overflow`.
pub(super) fn is_resolved(text: &str) -> bool {
    let len = word_len(text);
    let resolved = ["resolved", "fixed", "addressed"];
    let behind = text[len..].trim_start_matches(|c: char| is_markup(c) || c == ' ');
    let next = &behind[..word_len(behind)];
    let closed = !behind.starts_with(|c: char| c.is_alphanumeric());
    let how = ["in", "by", "at", "via", "with", "since", "and", "or", "before", "now"];
    resolved.iter().any(|known| text[..len].eq_ignore_ascii_case(known))
        && (closed || how.iter().any(|word| next.eq_ignore_ascii_case(word)))
}

/// Whether a word is what is found: `issues`, `findings`.
pub(in crate::codec) fn is_noun(word: &str) -> bool {
    let singular = word.strip_suffix(['s', 'S']).unwrap_or(word);
    let known = |noun: &str| noun.eq_ignore_ascii_case(singular) || noun.eq_ignore_ascii_case(word);
    FOUND.iter().chain(COUNTED).any(|noun| known(noun))
}

/// What stands in front of the word at the end of a name for what is found: `Critical` of `Critical bugs`, `criticalBugs`.
pub(super) fn without_noun(name: &str) -> Option<&str> {
    let singular = name.strip_suffix(['s', 'S']).unwrap_or(name);
    let ends = |noun: &str, name: &str| {
        let at = name.len().checked_sub(noun.len())?;
        name.get(at..)?.eq_ignore_ascii_case(noun).then_some(at)
    };
    let at =
        FOUND.iter().filter_map(|noun| ends(noun, singular).or_else(|| ends(noun, name))).min()?;
    Some(name[..at].trim_end_matches(is_gap))
}
