//! What is found, and what says that it is done: `issues`, `fixed in 4f2a`.

use super::read::word_len;
use super::table::{COUNTED, FOUND};
use super::{is_gap, is_markup};

/// Whether a text ends in a clause that says where what it tells was done, and nothing else: `leak — fixed in
/// 4f2a`, `leak (resolved)`, `leak → **fixed**`; but not `leak (fixed in tests)`.
pub(in crate::codec) fn is_settled(text: &str) -> bool {
    let ends = ["—", "–", " - ", "→", "->", "(", "[", ". ", ": ", "✅", "~~"];
    let last = ends.iter().filter_map(|mark| Some(text.rfind(mark)? + mark.len())).max();
    last.is_some_and(|at| is_done(&text[at..])) || is_done_at_a_place(text)
}

/// `leak — Resolved (4f2a)`
fn is_done_at_a_place(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| is_markup(c) || matches!(c, ' ' | '.'));
    let Some((said, place)) = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) else {
        return false;
    };
    !place.contains([' ', '/']) && names_a_place(place) && is_settled(said)
}

/// Whether a clause says that something was done, perhaps where, and nothing else: `fixed`, `resolved in 4f2a`.
fn is_done(clause: &str) -> bool {
    let signs = |c: char| !c.is_alphanumeric() && !matches!(c, '?' | ',' | ';' | '~');
    let last = clause.trim_matches(signs);
    let (word, rest) = last.split_at(word_len(last));
    let mut behind = rest.split_whitespace();
    let place = match (behind.next(), behind.next(), behind.next(), behind.next()) {
        (None, ..) => true,
        (Some(by), Some(place), None, _) => is_by(by) && names_a_place(place),
        (Some(by), Some(_), Some(place), None) => is_by(by) && names_a_place(place),
        _ => false,
    };
    place && is_resolved(word) && !last.contains([',', ';', '?', ')', ']'])
}

fn is_by(word: &str) -> bool {
    ["in", "by", "with"].iter().any(|by| word.eq_ignore_ascii_case(by))
}

/// A commit, a number, a round.
fn names_a_place(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && !word.contains('.')
}

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
