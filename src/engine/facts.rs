//! The fact table: every name a policy may use, as data.
//!
//! From this table come name resolution, the registration with rhai, `assize policy
//! vocabulary`, and "did you mean". It is total: no fact and no verb can err.

mod rows;
mod table;

use super::Stage;
use super::eval::same_word;
use crate::ir::{ACTIONS, Outcome, TopicKey, VERDICT_WORDS, words};
use crate::source::is_drawn_alike;

use rows::ALL_KNOWN;
pub use table::VOCABULARY;

words! {
    /// The type of a value in a policy.
    #[non_exhaustive]
    pub enum Type {
        /// True or false.
        Bool = "bool",
        /// A whole number.
        Int = "int",
        /// A text.
        Text = "text",
        /// A list of texts.
        List = "list",
        /// A day.
        Date = "date",
        /// A group of seats.
        Seats = "seats",
        /// A group of findings.
        Findings = "findings",
        /// Findings of several reviewers that are about the same thing.
        Topics = "topics",
        /// A group of subjects.
        Subjects = "subjects",
        /// Decisions to live with a finding.
        Waivers = "waivers",
        /// Things that verdicts hold beside findings.
        Entries = "entries",
    }
}

/// What an argument takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Argument {
    /// A value of a type.
    Of(Type),
    /// One of these words, written in the policy; a parameter if all its choices are among them.
    Word(&'static [&'static str]),
    /// The name of a seat, which is expected from then on.
    Seat,
    /// Names of seats, which are expected from then on.
    Seats,
    /// The name of what a host says of seats, as the policy asks for it: `given team of seats: text;`.
    Label,
    /// A day that is written out: `"2027-01-01"`.
    Day,
    /// `|c| …`, true for the members to keep.
    Filter,
    /// `1..5`, `1..=4`, or a list of numbers.
    Range,
}

/// A name that a policy may use.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// What it stands behind: none for a bare fact, else the type whose verb it is.
    pub of: Option<Type>,
    /// The stages it may be used in.
    pub stages: &'static [Stage],
    /// What it takes; empty for a bare name.
    pub takes: &'static [Argument],
    /// What it gives.
    pub gives: Type,
    /// What it means.
    pub doc: &'static str,
    /// What it is when there is nothing.
    pub empty: &'static str,
    /// What it makes of what is not known.
    pub unknown: &'static str,
    pub(super) id: Id,
}

/// What evaluates an [`Entry`]; one for each meaning, whatever it stands behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Id {
    Group(crate::ir::Group),
    Seat,
    Seats,
    /// Who sits of those that a `given` names; it has no row of its own.
    Told,
    SeatName,
    AllFindings,
    OtherSeats,
    Round,
    Some,
    None,
    All,
    Count,
    Weight,
    Quorum,
    Under,
    Blockers,
    Advisories,
    Findings,
    Said,
    Tried,
    Without,
    Filter,
    Severity(crate::ir::Severity),
    AtLeast,
    InCategory,
    Has,
    PassedBy,
    Topics,
    Subjects,
    Waivers,
    Remarks,
    Unclaimed,
    SpecFeedback,
    Unresolved,
    Changed,
    OnlyChanged,
    LinesChanged,
    Day,
    Settled,
    Contradictory,
    ReportedBy,
    ByPath,
    Within,
    Expired,
    Unused,
    Ownerless,
    Named,
    InPath,
    InChange,
    Having,
    Rated,
    Unowned,
    Approvers,
    Mentioning,
    Fingerprint,
    By,
    Unseen,
    Seen,
    Waived,
    Confident,
    And,
    Or,
    DaysUntil,
    Len,
    StartsWith,
    EndsWith,
    Contains,
    Min,
    Max,
    Abs,
    In,
}

impl Id {
    /// Whether it chooses members of a group by what they are, so that `.all` may follow.
    pub(super) fn chooses(self) -> bool {
        match self {
            Self::Group(group) => group.is_state(),
            Self::Said | Self::Confident | Self::Rated | Self::Tried | Self::PassedBy => true,
            _ => false,
        }
    }

    /// Whether it puts findings under another key, whatever they stood under.
    pub(super) fn regroups(self) -> bool {
        matches!(self, Self::Under | Self::Within | Self::ByPath)
    }

    /// Whether it asks what a host knows of the change, and may not have told.
    pub(super) fn asks_the_host(self) -> bool {
        matches!(
            self,
            Self::Changed | Self::OnlyChanged | Self::LinesChanged | Self::InChange | Self::Unowned
        )
    }

    /// Whether the number that it takes says how many have to speak, or how much of them.
    pub(super) fn counts_voices(self) -> bool {
        matches!(self, Self::PassedBy | Self::ReportedBy | Self::Quorum)
    }
}

/// Severities, as a policy writes them.
pub(super) const SEVERITIES: &[&str] = &["critical", "high", "medium", "low", "info"];

/// How sure a reviewer is, as a policy writes it.
pub(super) const CONFIDENCES: &[&str] = &["low", "med", "high"];

/// The words that reviewers decide with, in the formats Assize knows. A word is compared
/// without regard to case, blanks, `-` and `_`.
pub const REVIEWER_WORDS: &[&str] = &[
    "pass",
    "warn",
    "fail",
    "WARNING",
    "NEEDS_WORK",
    "REJECT",
    "REJECT IMMEDIATELY",
    "STOP",
    "GO",
    "CONDITIONAL",
    "NO-GO",
    "SPEC-UPDATE-NEEDED",
    "merge",
    "request-changes",
    "request-clarification",
    "suspicious",
    "unknown",
    "error",
    "passed",
    "failed",
];

/// The outcome of a word where reviewers decide with it, in a format or beside one: the worst that it may be taken for,
/// also by letters that are drawn alike.
pub(crate) fn reviewers_mean(word: &str) -> Option<Outcome> {
    let is_meant = |known: &str| is_drawn_alike(known, word) || same_word(known, word);
    let spoken = VERDICT_WORDS.iter().filter(|(known, _)| is_meant(known));
    let spoken = spoken.map(|(_, meaning)| meaning.outcome());
    let of_formats = REVIEWER_WORDS.iter().filter(|known| is_meant(known));
    let of_formats = of_formats.map(|known| match *known {
        "pass" | "GO" | "merge" | "passed" => Outcome::Pass,
        "warn" | "WARNING" | "CONDITIONAL" => Outcome::Warn,
        "request-clarification" | "suspicious" | "unknown" | "error" => Outcome::Hold,
        _ => Outcome::Fail,
    });
    spoken.chain(of_formats).max()
}

impl Entry {
    /// Whether nothing can be unknown to it; else `unknown` tells what comes of that.
    pub fn knows_all(&self) -> bool {
        self.unknown == ALL_KNOWN
    }

    /// Whether the text that it takes is a pattern of paths.
    pub(super) fn takes_a_pattern(&self) -> bool {
        matches!(self.id, Id::Changed | Id::OnlyChanged | Id::InPath)
    }

    /// Whether it computes with nothing but what it is handed, so that a `fn` may call it; rhai has it.
    pub(super) fn is_of_rhai(&self) -> bool {
        matches!(self.id, Id::Min | Id::Max | Id::Abs | Id::In)
    }

    /// Whether it takes so many arguments, and brackets only when it takes any.
    pub(super) fn is_asked_with<T>(&self, args: Option<&[T]>) -> bool {
        args.map_or(0, <[_]>::len) == self.takes.len() && args.is_none() == self.takes.is_empty()
    }

    /// How it is written: `findings.at_least("high")`.
    pub fn usage(&self) -> String {
        if let (Id::In, Some(of), [among]) = (self.id, self.of, self.takes) {
            return format!("{} in {}", of.as_str(), among.as_str());
        }
        let before = self.of.map(|of| format!("{}.", of.as_str())).unwrap_or_default();
        if self.takes.is_empty() {
            return format!("{before}{}", self.name);
        }
        let takes: Vec<_> = self.takes.iter().map(|argument| argument.as_str()).collect();
        format!("{before}{}({})", self.name, takes.join(", "))
    }
}

impl Type {
    /// Whether it is a group, which is asked with verbs.
    pub(super) fn is_group(self) -> bool {
        matches!(
            self,
            Self::Seats
                | Self::Findings
                | Self::Topics
                | Self::Subjects
                | Self::Waivers
                | Self::Entries
        )
    }
}

impl Argument {
    /// The word for it in messages and in the vocabulary.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Of(of) => of.as_str(),
            Self::Word(words) if words == SEVERITIES => "severity",
            Self::Word(words) if words == ACTIONS => "action",
            Self::Word(words) if words == CONFIDENCES => "confidence",
            Self::Word(words) if words == TopicKey::WORDS => "key",
            Self::Day => "day",
            Self::Word(_) => "word",
            Self::Seat => "seat",
            Self::Seats => "seats",
            Self::Label => "label",
            Self::Filter => "|each| bool",
            Self::Range => "range",
        }
    }

    /// The type that a value must have to stand here; none for a closure and for a range.
    pub fn to_type(self) -> Option<Type> {
        match self {
            Self::Of(of) => Some(of),
            Self::Word(_) | Self::Seat | Self::Label | Self::Day => Some(Type::Text),
            Self::Seats => Some(Type::List),
            Self::Filter | Self::Range => None,
        }
    }
}

/// The bare fact, or fact with arguments, of a name in a stage.
pub(super) fn fact_named(stage: Stage, name: &str) -> Option<&'static Entry> {
    named(stage, None, name)
}

/// The verb of a name on a type in a stage.
pub(super) fn verb_named(stage: Stage, of: Type, name: &str) -> Option<&'static Entry> {
    named(stage, Some(of), name)
}

/// The verb of a name on a type, in whatever stage.
pub(super) fn verb_of_any_stage(of: Type, name: &str) -> Option<&'static Entry> {
    VOCABULARY.iter().find(|entry| entry.name == name && entry.of == Some(of))
}

/// What a verb does; it does the same whatever it stands behind.
pub(super) fn verb_id(name: &str) -> Option<Id> {
    VOCABULARY.iter().find(|entry| entry.of.is_some() && entry.name == name).map(|entry| entry.id)
}

fn named(stage: Stage, of: Option<Type>, name: &str) -> Option<&'static Entry> {
    VOCABULARY.iter().find(|e| e.name == name && e.of == of && e.stages.contains(&stage))
}

/// Whether a name is in the table at all: then no script may define it.
pub(super) fn is_native(name: &str) -> bool {
    VOCABULARY.iter().any(|entry| entry.name == name)
}

/// What a policy of a stage may use.
///
/// ```
/// use assize::policy::vocabulary;
/// use assize::Stage;
/// assert!(vocabulary(Stage::Gate).any(|entry| entry.usage() == "failed"));
/// ```
pub fn vocabulary(stage: Stage) -> impl Iterator<Item = &'static Entry> {
    VOCABULARY.iter().filter(move |entry| entry.stages.contains(&stage))
}

/// The name nearest to `word` among `known`, if one is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A short word that differs in two letters is another word: `size` is not `some`.
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    known
        .map(|name| (strsim::damerau_levenshtein(&word.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_documented() {
        for entry in VOCABULARY {
            assert!(!entry.doc.is_empty(), "{}", entry.usage());
            assert!(!entry.empty.is_empty(), "{}", entry.usage());
            assert!(!entry.unknown.is_empty(), "{}", entry.usage());
        }
    }

    #[test]
    fn a_name_has_one_meaning_in_a_stage() {
        for stage in [Stage::Gate, Stage::Audit, Stage::Redispatch] {
            let mut seen: Vec<_> = vocabulary(stage).map(Entry::usage_key).collect();
            let all = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), all, "{stage:?}");
        }
    }

    impl Entry {
        fn usage_key(&self) -> String {
            format!("{:?} {}", self.of.map(Type::as_str), self.name)
        }
    }
}
