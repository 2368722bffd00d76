//! The parts of a log that its grammar finds.

use crate::codec::text::grammar::{self, grammar};
use crate::codec::text::slice::Slice;

grammar!(verdicts_log, log);

pub(super) type Part<'a> = grammar::Part<'a, Rule>;

/// Whether it is a fence or a comment that never ends.
pub(super) fn is_open(part: &Part<'_>) -> bool {
    part.parts().any(|part| matches!(part.rule, Rule::unclosed | Rule::endless))
}

/// Whether a text begins as a rule says.
pub(super) fn begins(rule: Rule, text: &str) -> bool {
    parts(rule, Slice::new(text, 0)).is_some()
}
