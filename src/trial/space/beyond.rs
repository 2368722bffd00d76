//! What is left out of a space.

use super::{Space, count};
use crate::engine::Stage;

/// What is left out where there are several subjects.
pub(crate) const ABSENT: &str = "with two subjects: seats that are stale, errored, unreadable, skipped or excused; they are tried with one";

/// Something that is left out, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Beyond {
    pub(crate) says: String,
    /// The name of the fact or the verb whose values are left out; none: it is about all of them.
    pub(crate) about: String,
}

impl Beyond {
    pub(super) fn of(about: &str, says: impl Into<String>) -> Self {
        Self { says: says.into(), about: about.to_owned() }
    }
}

impl Space {
    pub(super) fn told(mut self, left_out: usize, apart: bool) -> Self {
        let (asked, scope) = (self.asked, self.scope);
        if left_out > 0 {
            self.leave_out("", format!(
                "the whole panel, with {}: there would be too many dockets, so {} of those that count alike {} left out",
                count(scope.subjects, "subject"),
                left_out,
                if left_out == 1 { "was" } else { "were" },
            ));
        }
        if scope.subjects > 1 && !apart {
            self.leave_out("subjects", ABSENT.to_owned());
        }
        if self.stage == Stage::Gate && scope.subjects < 2 && self.numbers >= self.seats.len() {
            // Whether there are more of them than that can be asked of more only.
            self.leave_out(
                "",
                format!(
                    "benches of more than {}, although {} number is written out",
                    count(self.seats.len(), "reviewer"),
                    if self.numbers > self.seats.len() { "a larger" } else { "this" },
                ),
            );
        }
        if asked != scope {
            self.leave_out(
                "",
                format!(
                    "{} with {} and {}: there would be too many dockets, so {} and {} were tried",
                    count(asked.seats, "seat"),
                    count(asked.subjects, "subject"),
                    count(asked.findings, "finding"),
                    count(scope.seats, "seat beside the named ones"),
                    count(scope.findings, "finding"),
                ),
            );
        }
        self
    }

    fn leave_out(&mut self, about: &str, says: String) {
        self.beyond.push(Beyond::of(about, says));
    }
}
