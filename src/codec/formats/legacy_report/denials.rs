//! Entries that deny what a report states: `approved: false` below `verdict: PASS`.

use super::draft::Draft;
use crate::codec::claims;
use crate::codec::formats::pair_review;
use crate::codec::member::{self, Told};
use crate::codec::text::slice::Slice;
use crate::codec::tree::yaml::At;
use crate::codec::words;
use crate::ir::Outcome;

/// Keys of an item with a word for how it stands.
const STATES: [&str; 5] = ["verdict", "result", "status", "outcome", "decision"];

impl<'a> Draft<'a> {
    /// An entry with one value, wherever in a report it stands.
    pub(super) fn deny(&mut self, name: Slice<'a>, at: At<'_, 'a>) {
        let Some(said) = at.text() else { return };
        let key = name.text.to_ascii_lowercase();
        let said = said.as_str().trim();
        if denies(&key, said) || (is_state(&key) && fails(said)) {
            self.opinion.ear.mention_outcome(Outcome::Fail, at.span());
        }
    }

    /// The entries of a finding besides its texts.
    pub(super) fn deny_item(&mut self, item: At<'_, 'a>) {
        for entry in item.children() {
            let (Some(name), Some(said)) = (entry.key(), entry.text()) else { continue };
            if denies(&name.text.to_ascii_lowercase(), said.as_str().trim()) {
                self.opinion.ear.mention_outcome(Outcome::Fail, entry.span());
            }
            let state = STATES.iter().any(|state| name.text.eq_ignore_ascii_case(state));
            if state && fails(said.as_str()) {
                self.opinion.ear.mention_outcome(Outcome::Fail, entry.span());
            }
        }
    }

    /// Lines that name a result and a failing word, whatever sets it off.
    pub(super) fn hear_results(&mut self, at: At<'_, 'a>) {
        let extra = &self.opinion.reading.options.lexicon.words;
        for line in at.raw(self.text).lines() {
            if pair_review::names_a_fail(line, extra) {
                self.opinion.ear.mention_outcome(Outcome::Fail, line.trim().span());
            }
        }
    }
}

/// `FAIL`, `3 failed`, but not a sentence, and not `0 failed`.
fn fails(said: &str) -> bool {
    said.split_whitespace().count() <= 4 && claims::alarms(said)
}

/// Whether the value of a key tells how something stands now: `build`, but not `previous_build`.
fn is_state(key: &str) -> bool {
    const OTHERS: [&str; 16] = [
        "previous", "prior", "before", "expected", "name", "title", "id", "category", "file",
        "path", "location", "reviewer", "type", "mode", "fix", "on",
    ];
    !key.split(|c: char| !c.is_alphanumeric()).any(|word| OTHERS.contains(&word))
}

/// Whether a key with this value says that the work has to stop.
fn denies(key: &str, value: &str) -> bool {
    let is = |words: [&str; 2]| words.iter().any(|word| words::begins_with(value, word));
    let (yes, no) = (is(["true", "yes"]), is(["false", "no"]));
    (yes || no) && member::fails(key, Told::Bool(yes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_with_a_yes_or_a_no_are_understood() {
        for (key, value) in [
            ("approved", "false"),
            ("merge", "no"),
            ("ready_to_merge", "false"),
            ("all-tests-passing", "false"),
            ("gate_passed", "no, two are red"),
            ("blocking", "true"),
            ("is_blocked", "yes"),
            ("tests_failed", "true"),
            ("must_fix", "true"),
            ("do_not_merge", "true"),
        ] {
            assert!(denies(key, value), "{key}: {value}");
        }
        for (key, value) in [
            ("approved", "true"),
            ("auto_merge", "false"),
            ("merge_conflicts", "false"),
            ("blocking", "false"),
            ("not_blocking", "true"),
            ("no_failures", "true"),
            ("failing_tests_allowed", "true"),
            ("on_target", "false"),
            ("passed", "12"),
            ("not_ready", "false"),
        ] {
            assert!(!denies(key, value), "{key}: {value}");
        }
    }
}
