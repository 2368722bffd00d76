//! Named sets of cells.

use crate::ir::{CellRef, Outcome, Stake, State};

/// A named set of cells that is settled when the docket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    Failed,
    Held,
    Warned,
    Passed,
    Unsure,
    Missing,
    Unreadable,
    Stale,
    Errored,
    Unsettled,
    Reported,
    Expected,
    Excused,
    Skipped,
    Required,
    Voting,
    Observers,
    Unexpected,
    /// Unexpected sources that say fail or hold, or cannot be read.
    Against,
    /// Counting cells whose verdict only `lenient` found.
    Inferred,
}

impl Group {
    pub(super) const COUNT: usize = Self::Inferred as usize + 1;
}

impl CellRef<'_> {
    /// The sets this cell belongs to. `failed held warned passed` go by effective outcome and
    /// are disjoint; a source that cannot be used and says fail is `unreadable` and `failed`. Sets
    /// of cells hold required and voting cells.
    pub(super) fn each_group(self, mut belongs_to: impl FnMut(Group)) {
        let cell = self.cell();
        let reported = cell.state == State::Reported;
        match cell.stake {
            Stake::Required => belongs_to(Group::Required),
            Stake::Voting => belongs_to(Group::Voting),
            Stake::Observer => return belongs_to(Group::Observers),
            Stake::Unexpected => {
                belongs_to(Group::Unexpected);
                if !(reported && cell.effective.is_some_and(Outcome::opens)) {
                    belongs_to(Group::Against);
                }
                return;
            }
        }
        belongs_to(match cell.state {
            State::Reported => Group::Reported,
            State::Missing => Group::Missing,
            State::Unreadable => Group::Unreadable,
            State::Stale => Group::Stale,
            State::Errored => Group::Errored,
            State::Skipped => Group::Skipped,
            State::Excused => Group::Excused,
        });
        if !matches!(cell.state, State::Skipped | State::Excused) {
            belongs_to(Group::Expected);
            if !reported || cell.effective == Some(Outcome::Hold) {
                belongs_to(Group::Unsettled);
            }
        }
        match cell.effective {
            Some(Outcome::Fail) => belongs_to(Group::Failed),
            Some(Outcome::Hold) => belongs_to(Group::Held),
            Some(Outcome::Warn) => belongs_to(Group::Warned),
            Some(Outcome::Pass) => belongs_to(Group::Passed),
            None => {}
        }
        if self.unsure() {
            belongs_to(Group::Unsure);
        }
        if self.verdict().is_some_and(|verdict| verdict.inferred) {
            belongs_to(Group::Inferred);
        }
    }
}
