//! Panels: who sits, for what, and which policies judge. A node of `assize.kdl`, or one that comes with Assize.
//!
//! ```kdl
//! panel "ours" {
//!     reports ".reviews/{task}"
//!     gate "any-blocker" { min-reviewers 2 }
//!     seat "qa" file="qa.md"
//!     seat "ts-strict" file="ts-strict.md" { when-changed "**/*.ts" "**/*.tsx" }
//!     seat "style" stake="observer"
//!     overrides #false
//! }
//! ```

mod built_in;
mod choose;
mod differs;
mod folder;
pub(super) mod mistakes;
mod read;
mod reader;
mod texts;
mod tune;
mod when;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

pub use built_in::{built_in_panel_text, built_in_panels};
pub use choose::{Panels, choose_panel};
pub use differs::{PanelChange, panel_changes};
pub use folder::{may_be_a_task, may_lie_in, repository_root};
pub(super) use read::{Names, Seats, read};
pub(super) use reader::{Block, NodeEntries, Reader, Scalar, children};
pub use texts::text_size;
pub use when::{ChangeFacts, TextSize, When};

use when::Sits;

use crate::codec::Lexicon;
use crate::docket::{PanelFacts, Stake};
use crate::ir::rank;
use crate::round::RoundSeat;
use crate::source::Sha256;
use crate::verdict::{Kind, Subject};
use crate::{Diagnostic, Format, Source, Span, Stage};

/// Who sits, for what, and which policies judge.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Its name: letters, digits, `-` and `_`.
    pub name: String,
    /// Where it came from: `built in`, a path, a path at a commit.
    pub origin: String,
    /// What it is, in a line; empty where it is not said.
    pub about: String,
    /// Where reports lie, with `{task}` for the name of the work; from the folder of its file.
    pub reports: Vec<String>,
    /// Its policies, one for a stage at most.
    pub policies: Vec<ChosenPolicy>,
    /// Who sits, in their order.
    pub seats: Vec<PanelSeat>,
    /// What must be answered: criteria and pairs.
    pub subjects: Vec<Subject>,
    /// What an auditor judges.
    pub kind: Option<Kind>,
    /// The only formats that may be read; empty for all.
    pub formats: Vec<Format>,
    /// The words of reviewers: those of its file, and its own.
    pub lexicon: Lexicon,
    /// Whether an opening may override or excuse something.
    pub overrides: bool,
    /// Whether there is no gate without a round that was begun.
    pub require_round: bool,
    /// Whether a report that does not end with the mark of its round is cut off.
    pub require_end: bool,
    /// A self-review shows the contents of so many files, and lists the paths of more; none where it does not say.
    pub self_review_inline_files: Option<u32>,
    /// The folder of its file; none for one that comes with Assize.
    pub base: Option<PathBuf>,
    /// The file that it stands in.
    source: Source,
    /// Where its node stands there, and where its name.
    node: Span,
    at: Span,
}

/// A policy of a panel, and what it sets of it.
#[derive(Clone, Debug)]
pub struct ChosenPolicy {
    /// The question that it answers.
    pub stage: Stage,
    /// Its name, or its file.
    pub name: String,
    /// Its parameters, in their order.
    pub params: Vec<ChosenParam>,
    at: Span,
}

/// A parameter as a panel sets it: `min-reviewers 2`.
#[derive(Clone, Debug)]
pub struct ChosenParam {
    /// Its name in the policy: `min_reviewers`.
    pub name: String,
    /// As it is written: a number, or texts.
    pub values: Vec<ParamValue>,
    at: Span,
}

/// A value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamValue {
    /// A whole number.
    Number(i128),
    /// A text, a day, or one entry of a list.
    Text(String),
}

/// A place at the bench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelSeat {
    /// Its name.
    pub name: String,
    /// The file that it writes; without one, any that is named after it.
    pub file: Option<String>,
    /// The file that it wrote before: read where the other is not there, and told.
    pub legacy: Option<String>,
    /// The type of agent whose last message is its report; without one, that of its name, `-reviewer` aside.
    pub agent: Option<String>,
    /// What its answer counts for; as the policy says, or else required, unless set.
    pub stake: Option<Stake>,
    /// How much it weighs; 1 unless set.
    pub weight: Option<u32>,
    /// What a team says of it by names of its own, for policies that ask: `team` is `core`.
    pub labels: BTreeMap<String, String>,
    /// When it sits: when one of these holds. Always, where there are none.
    pub when: Vec<When>,
}

/// A seat, once it is known what the change touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// The seat.
    pub seat: PanelSeat,
    /// Why it need not sit.
    pub skipped: Option<String>,
}

impl Chair {
    /// The file that its reviewer writes: as the panel says, or one that is named after it.
    pub fn file(&self) -> String {
        self.seat.file.clone().unwrap_or_else(|| format!("{}.md", self.seat.name))
    }

    /// Has it count for no less than when a round was begun, weigh as much, be read from the same file, and have the
    /// same said of it. Gives whether that changes anything.
    pub fn hold_to(&mut self, begun: &RoundSeat) -> bool {
        let was = self.seat.clone();
        if rank(was.stake) < rank(begun.stake) {
            self.seat.stake = begun.stake;
        }
        if self.file() != begun.file {
            self.seat.file = Some(begun.file.clone());
        }
        self.seat.legacy.clone_from(&begun.legacy);
        self.seat.labels.clone_from(&begun.labels);
        // Less of a fail, or more of a pass.
        if was.weight.unwrap_or(1) != begun.weight.unwrap_or(1) {
            self.seat.weight = begun.weight;
        }
        self.seat != was
    }
}

impl Panel {
    /// What a ruling names of it.
    pub fn facts(&self) -> PanelFacts {
        PanelFacts::new(&self.name, &self.origin, self.sha256())
    }

    /// SHA-256 of the file that it stands in.
    pub fn sha256(&self) -> Sha256 {
        self.source.sha256()
    }

    /// Its own text.
    pub fn text(&self) -> &str {
        let text = self.source.text().unwrap_or_default();
        text.get(self.node.start as usize..self.node.end as usize).unwrap_or_default()
    }

    /// Its policy for a stage.
    pub fn policy(&self, stage: Stage) -> Option<&ChosenPolicy> {
        self.policies.iter().find(|policy| policy.stage == stage)
    }

    /// The names of the texts about the change that its seats ask for.
    pub fn texts(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        self.seats.iter().flat_map(|seat| &seat.when).for_each(|when| when.texts(&mut names));
        names
    }

    /// Who has to sit for a change, and what is worth saying about who sits though it is not known.
    pub fn chairs(&self, change: &ChangeFacts) -> (Vec<Chair>, Vec<Diagnostic>) {
        let (mut unsure, mut untold) = (Vec::new(), BTreeSet::new());
        let mut chairs = Vec::with_capacity(self.seats.len());
        for seat in &self.seats {
            let sits = match seat.when.as_slice() {
                [] => Sits::Yes,
                when => When::Any(when.to_vec()).holds(change),
            };
            let skipped = match sits {
                Sits::Yes => None,
                Sits::No(why) => Some(why),
                Sits::Unknown(what) => {
                    unsure.push(seat.name.as_str());
                    untold.extend(what);
                    None
                }
            };
            chairs.push(Chair { seat: seat.clone(), skipped });
        }
        let told = (!unsure.is_empty()).then(|| mistakes::sits_anyway(&unsure, &untold));
        (chairs, told.into_iter().collect())
    }
}
