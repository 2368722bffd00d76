//! What verdicts are, once read: the vocabulary that readers, policies and outputs share.

#[cfg(feature = "judge")]
mod action;
#[cfg(feature = "judge")]
mod bench;
#[cfg(feature = "judge")]
mod binding;
#[cfg(feature = "judge")]
pub(crate) mod bits;
#[cfg(feature = "judge")]
mod closed;
#[cfg(feature = "judge")]
mod columns;
#[cfg(feature = "judge")]
mod consensus;
#[cfg(feature = "judge")]
mod date;
mod decoded;
mod diagnostic;
#[cfg(feature = "judge")]
mod docket;
mod finding;
mod format;
#[cfg(feature = "judge")]
pub(crate) mod glob;
#[cfg(feature = "judge")]
mod history;
#[cfg(feature = "judge")]
mod known;
#[cfg(feature = "cli")]
mod late;
mod lexicon;
#[cfg(feature = "trial")]
pub(crate) mod made;
#[cfg(feature = "judge")]
pub(crate) mod open;
#[cfg(all(test, feature = "judge"))]
mod open_properties;
mod options;
mod outcome;
#[cfg(feature = "judge")]
mod owners;
#[cfg(feature = "judge")]
mod places;
mod remark;
#[cfg(feature = "judge")]
mod ruling;
pub(crate) mod shape;
mod shift;
#[cfg(feature = "judge")]
mod stages;
#[cfg(feature = "judge")]
mod stand_in;
#[cfg(feature = "judge")]
mod state;
#[cfg(feature = "judge")]
mod suppose;
#[cfg(feature = "judge")]
mod topics;
mod verdict;
mod words;

#[cfg(feature = "judge")]
pub use action::{Action, ActionKind};
#[cfg(feature = "judge")]
pub(crate) use bench::{Bench, LeftOut, Misplaced, Place as SeatPlace};
#[cfg(feature = "judge")]
pub use binding::Binding;
#[cfg(feature = "judge")]
pub use closed::{CellRef, ClosedDocket, FindingRef, Input, Role};
#[cfg(feature = "trial")]
pub(crate) use columns::Stamp;
#[cfg(feature = "judge")]
pub(crate) use columns::{Columns, Group, Row};
#[cfg(feature = "judge")]
pub use consensus::{Consensus, CountedTopic};
#[cfg(feature = "judge")]
pub use date::Date;
pub use decoded::{Cause, Decoded, Pointer, Profile, Recovery, Tried};
pub use diagnostic::{Diagnostic, Diagnostics, Label, Level};
#[cfg(all(feature = "judge", feature = "serde"))]
pub(crate) use docket::Submission;
#[cfg(feature = "judge")]
pub use docket::{Absence, Docket, Given, Seat};
#[cfg(feature = "hash")]
pub use finding::{FINGERPRINT_VERSION, Fingerprint};
pub use finding::{Finding, FindingKind, Lines, Location, Place, Severity};
pub use format::Format;
pub(crate) use format::formats;
#[cfg(feature = "judge")]
pub(crate) use history::Attempts;
#[cfg(feature = "judge")]
pub(crate) use history::{ACCEPT, ACTIONS};
#[cfg(feature = "judge")]
pub use history::{Attempt, PanelFacts, Waiver};
pub use lexicon::Lexicon;
pub(crate) use lexicon::{VERDICT_WORDS, WordMeaning};
#[cfg(feature = "trial")]
pub(crate) use made::{KNOWN, WAIVED};
#[cfg(feature = "trial")]
pub use made::{MadeAnswer, MadeDocket, MadeEntry, MadeFinding, MadeSeat, MadeState, MadeWorld};
#[cfg(feature = "judge")]
pub use open::{Impediment, Opening, Override};
pub(crate) use options::is_same_state;
pub use options::{LIMIT, PIECES, ReadOptions};
pub use outcome::{Confidence, Outcome};
#[cfg(feature = "host")]
pub(crate) use owners::globs as owner_globs;
pub use remark::{Remark, RemarkKind};
#[cfg(feature = "judge")]
pub use ruling::{
    BUILT_IN, Cite, NoteRef, Operand, PolicyFacts, RuleFacts, Ruling, TraceEntry, Value, WordFacts,
};
#[cfg(feature = "judge")]
pub(crate) use ruling::{Decision, Evaluation, Seen, Selection};
#[cfg(feature = "judge")]
pub use stages::{Audit, StageTrace};
#[cfg(feature = "judge")]
pub(crate) use stages::{NextStep, StageAnswers};
#[cfg(feature = "host")]
pub(crate) use state::rank;
#[cfg(feature = "judge")]
pub use state::{Stake, State};
#[cfg(feature = "judge")]
pub use suppose::{Suppose, WhatIf, WhatIfs};
#[cfg(feature = "trial")]
pub(crate) use topics::SUPPOSED;
#[cfg(feature = "judge")]
pub(crate) use topics::TopicLists;
#[cfg(feature = "judge")]
pub use topics::{Topic, TopicKey};
pub(crate) use verdict::bare_criterion;
pub use verdict::{
    Criterion, Evidence, Kind, Member, Number, Removed, Resolved, SpecFeedback, Stated, Steering,
    Subject, Verdict,
};
pub use words::UnknownWord;
pub(crate) use words::words;
