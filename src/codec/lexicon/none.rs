//! What is found, and what says that it is done: `issues`, `fixed in 4f2a`.

use super::is_gap;
use super::table::FOUND;

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
