//! The rows: every name a policy may use.

use super::Type::{self, Bool, Cells, Date, Findings, Int, List, Text, Topics, Waivers};
use super::{ACTIONS, Argument, Entry, Id, REVIEWER_WORDS, SEVERITIES};
use crate::engine::Stage;
use crate::ir::{Group, Severity};

const NO_CELLS: &str = "no cells";
const NO_FINDINGS: &str = "no findings";
const NO_VERDICT: &str = "a cell without a verdict is unsettled, not one of these";
/// What most rows say of what is not known.
pub(super) const ALL_KNOWN: &str = "nothing is unknown here";
const LATER: &str = "not evaluated yet: judging with it is refused";

const GATE: &[Stage] = &[Stage::Gate];
const AUDIT: &[Stage] = &[Stage::Audit];
const REDISPATCH: &[Stage] = &[Stage::Redispatch];
const JUDGED: &[Stage] = &[Stage::Gate, Stage::Audit];
const EVERY: &[Stage] = &[Stage::Gate, Stage::Audit, Stage::Redispatch];

const fn row(name: &'static str, stages: &'static [Stage], gives: Type, id: Id) -> Entry {
    let built = !matches!(id, Id::Later);
    let (doc, empty, unknown) = ("", "", ALL_KNOWN);
    Entry { name, of: None, stages, takes: &[], gives, doc, empty, unknown, built, id }
}

impl Entry {
    const fn of(self, of: Type) -> Self {
        Self { of: Some(of), ..self }
    }
    const fn takes(self, takes: &'static [Argument]) -> Self {
        Self { takes, ..self }
    }
    const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }
    const fn empty(self, empty: &'static str) -> Self {
        Self { empty, ..self }
    }
    const fn unknown(self, unknown: &'static str) -> Self {
        Self { unknown, ..self }
    }
}

const fn group(name: &'static str, group: Group, doc: &'static str) -> Entry {
    row(name, GATE, Cells, Id::Group(group)).doc(doc).empty(NO_CELLS).unknown(ALL_KNOWN)
}

const fn verb(of: Type, name: &'static str, gives: Type, id: Id, doc: &'static str) -> Entry {
    row(name, JUDGED, gives, id).of(of).doc(doc)
}

const fn fact(
    name: &'static str,
    stages: &'static [Stage],
    gives: Type,
    doc: &'static str,
) -> Entry {
    row(name, stages, gives, Id::Later).doc(doc).empty("false, 0 or nothing").unknown(LATER)
}

/// Every name a policy may use.
pub const VOCABULARY: &[Entry] = &[
    // Groups of cells. They hold required and voting cells, but for `observers` and `unexpected`.
    // They go by the effective outcome: the worst of stated, derived and audited.
    group("failed", Group::Failed, "cells that are effectively fail")
        .unknown("a source that cannot be read is in it when its fields say fail"),
    group("held", Group::Held, "cells whose verdict is effectively hold").unknown(NO_VERDICT),
    group("warned", Group::Warned, "cells whose verdict is effectively warn").unknown(NO_VERDICT),
    group("passed", Group::Passed, "cells whose verdict is effectively pass").unknown(NO_VERDICT),
    group(
        "unsure",
        Group::Unsure,
        "reported cells with low confidence, or none where the format asks",
    )
    .unknown("a confidence that was asked for and not said, or cannot be read, is low"),
    group("missing", Group::Missing, "expected cells from which nothing arrived"),
    group("unreadable", Group::Unreadable, "expected cells whose source cannot be read"),
    group("stale", Group::Stale, "expected cells whose verdict belongs to earlier work"),
    group("errored", Group::Errored, "expected cells whose reviewer could not do its job"),
    group("unsettled", Group::Unsettled, "missing, unreadable, stale, errored and held cells")
        .unknown("what is not known is unsettled"),
    fact("awaiting", GATE, Cells, "cells that a redispatch policy still waits for"),
    group("reported", Group::Reported, "cells whose verdict was read"),
    group("expected", Group::Expected, "cells that are neither skipped nor excused"),
    group(
        "excused",
        Group::Excused,
        "cells that a person decided, with a reason, to go on without",
    ),
    group("skipped", Group::Skipped, "cells whose predicate is false for this change"),
    group("required", Group::Required, "cells whose fail or absence shuts the gate"),
    group("voting", Group::Voting, "cells whose fail counts only as far as the policy says"),
    group("observers", Group::Observers, "cells that are read and never counted"),
    group(
        "unexpected",
        Group::Unexpected,
        "sources that nobody expected; they can shut a gate and never open it",
    ),
    row("seat", GATE, Cells, Id::Seat)
        .takes(&[Argument::Seat])
        .doc("the required and voting cells of one seat, which is expected from then on")
        .empty("never: a seat that a policy names has a cell, missing if nothing arrived"),
    row("seats", GATE, Cells, Id::Seats)
        .takes(&[Argument::Seats])
        .doc("the required and voting cells of several seats, which are expected from then on")
        .empty("no cells when the list is empty"),
    row("findings", JUDGED, Findings, Id::AllFindings)
        .doc("the findings of all reported required and voting cells; in an audit, of the verdict")
        .empty(NO_FINDINGS),
    row("round", EVERY, Int, Id::Round).doc("which round of review this is, from 1").empty("1"),
    fact("topics", GATE, Topics, "findings of several reviewers that are about the same thing"),
    fact("waivers", GATE, Waivers, "decisions to live with a finding for a while"),
    // Verbs of groups of cells.
    verb(Cells, "some", Bool, Id::Some, "whether there is any").empty("false"),
    verb(Cells, "none", Bool, Id::None, "whether there is none").empty("true"),
    verb(Cells, "all", Bool, Id::All, "whether there are any and they are all expected cells")
        .empty("false: an empty group is never all"),
    verb(Cells, "count", Int, Id::Count, "how many").empty("0"),
    verb(Cells, "weight", Int, Id::Weight, "the sum of their weights").empty("0"),
    verb(Cells, "quorum", Int, Id::Quorum, "the given percentage of their number, rounded up")
        .takes(&[Argument::Of(Int)])
        .empty("0")
        .unknown("a percentage below 0 is 0"),
    verb(Cells, "blockers", Findings, Id::Blockers, "their findings that alone keep the gate shut")
        .empty(NO_FINDINGS),
    verb(Cells, "advisories", Findings, Id::Advisories, "their findings that do not")
        .empty(NO_FINDINGS),
    verb(Cells, "findings", Findings, Id::Findings, "all their findings").empty(NO_FINDINGS),
    verb(
        Cells,
        "said",
        Cells,
        Id::Said,
        "those whose reviewer used this word, whatever it came to",
    )
    .takes(&[Argument::Word(REVIEWER_WORDS)])
    .empty(NO_CELLS)
    .unknown("a verdict that states no word said none"),
    verb(
        Cells,
        "tried",
        Cells,
        Id::Tried,
        "those on which this was tried at least this many times",
    )
    .takes(&[Argument::Word(ACTIONS), Argument::Of(Int)])
    .empty(NO_CELLS)
    .unknown("what is in no attempts log was not tried"),
    verb(Cells, "without", Cells, Id::Without, "those that are not in the other group")
        .takes(&[Argument::Of(Cells)])
        .empty(NO_CELLS),
    verb(Cells, "filter", Cells, Id::Filter, "those for which the closure is true; runs in rhai")
        .takes(&[Argument::Filter])
        .empty(NO_CELLS),
    verb(Cells, "failed", Cells, Id::Group(Group::Failed), "those among `failed`").empty(NO_CELLS),
    verb(Cells, "held", Cells, Id::Group(Group::Held), "those among `held`").empty(NO_CELLS),
    verb(Cells, "warned", Cells, Id::Group(Group::Warned), "those among `warned`").empty(NO_CELLS),
    verb(Cells, "passed", Cells, Id::Group(Group::Passed), "those among `passed`").empty(NO_CELLS),
    verb(Cells, "unsure", Cells, Id::Group(Group::Unsure), "those among `unsure`").empty(NO_CELLS),
    verb(Cells, "unsettled", Cells, Id::Group(Group::Unsettled), "those among `unsettled`")
        .empty(NO_CELLS),
    verb(Cells, "reported", Cells, Id::Group(Group::Reported), "those among `reported`")
        .empty(NO_CELLS),
    verb(Cells, "required", Cells, Id::Group(Group::Required), "those among `required`")
        .empty(NO_CELLS),
    verb(Cells, "voting", Cells, Id::Group(Group::Voting), "those among `voting`").empty(NO_CELLS),
    // Verbs of groups of findings.
    verb(Findings, "some", Bool, Id::Some, "whether there is any").empty("false"),
    verb(Findings, "none", Bool, Id::None, "whether there is none").empty("true"),
    verb(Findings, "count", Int, Id::Count, "how many").empty("0"),
    verb(
        Findings,
        "critical",
        Findings,
        Id::Severity(Severity::Critical),
        "those that are critical",
    )
    .empty(NO_FINDINGS)
    .unknown("a blocker without a severity is critical"),
    verb(Findings, "high", Findings, Id::Severity(Severity::High), "those that are high")
        .empty(NO_FINDINGS),
    verb(Findings, "medium", Findings, Id::Severity(Severity::Medium), "those that are medium")
        .empty(NO_FINDINGS),
    verb(Findings, "low", Findings, Id::Severity(Severity::Low), "those that are low")
        .empty(NO_FINDINGS),
    verb(
        Findings,
        "info",
        Findings,
        Id::Severity(Severity::Info),
        "those that are for information",
    )
    .empty(NO_FINDINGS),
    verb(Findings, "at_least", Findings, Id::AtLeast, "those of this severity or worse")
        .takes(&[Argument::Word(SEVERITIES)])
        .empty(NO_FINDINGS)
        .unknown(
            "a blocker without a severity is critical; an advisory without one is none of them",
        ),
    verb(Findings, "in_category", Findings, Id::InCategory, "those of this category")
        .takes(&[Argument::Of(Text)])
        .empty(NO_FINDINGS)
        .unknown("a finding without a category is in none"),
    verb(Findings, "blockers", Findings, Id::Blockers, "those that alone keep the gate shut")
        .empty(NO_FINDINGS),
    verb(Findings, "advisories", Findings, Id::Advisories, "those that do not").empty(NO_FINDINGS),
    verb(Findings, "without", Findings, Id::Without, "those that are not in the other group")
        .takes(&[Argument::Of(Findings)])
        .empty(NO_FINDINGS),
    verb(
        Findings,
        "filter",
        Findings,
        Id::Filter,
        "those for which the closure is true; runs in rhai",
    )
    .takes(&[Argument::Filter])
    .empty(NO_FINDINGS),
    verb(Findings, "waived", Findings, Id::Later, "those that a waiver covers on this day")
        .takes(&[Argument::Of(Date)])
        .unknown(LATER),
    verb(Findings, "unseen", Findings, Id::Later, "those whose fingerprint no earlier round had")
        .unknown(LATER),
    // Topics and waivers.
    verb(Topics, "within", Topics, Id::Later, "with findings at most this many lines apart as one")
        .takes(&[Argument::Of(Int)])
        .unknown(LATER),
    verb(Topics, "reported_by", Topics, Id::Later, "those that at least this many cells report")
        .takes(&[Argument::Of(Int)])
        .unknown(LATER),
    verb(Topics, "at_least", Topics, Id::Later, "those whose worst finding is this severe")
        .takes(&[Argument::Word(SEVERITIES)])
        .unknown(LATER),
    verb(Topics, "without", Topics, Id::Later, "those that are not among the others")
        .takes(&[Argument::Of(Topics)])
        .unknown(LATER),
    verb(Topics, "findings", Findings, Id::Later, "all their findings").unknown(LATER),
    verb(Topics, "some", Bool, Id::Later, "whether there is any").unknown(LATER),
    verb(Topics, "none", Bool, Id::Later, "whether there is none").unknown(LATER),
    verb(Topics, "count", Int, Id::Later, "how many").unknown(LATER),
    verb(Waivers, "expired", Waivers, Id::Later, "those whose last day is before this one")
        .takes(&[Argument::Of(Date)])
        .unknown(LATER),
    verb(Waivers, "unused", Waivers, Id::Later, "those that cover no finding").unknown(LATER),
    verb(Waivers, "some", Bool, Id::Later, "whether there is any").unknown(LATER),
    verb(Waivers, "none", Bool, Id::Later, "whether there is none").unknown(LATER),
    verb(Waivers, "count", Int, Id::Later, "how many").unknown(LATER),
    // Verbs of lists: every stage.
    row("count", EVERY, Int, Id::Count).of(List).doc("how many entries").empty("0"),
    row("has", EVERY, Bool, Id::Has)
        .of(List)
        .takes(&[Argument::Of(Text)])
        .doc("whether this text is an entry")
        .empty("false"),
    // The audit stage: one verdict.
    fact("spec_feedback", AUDIT, Findings, "defects of the specification that the verdict reports"),
    fact("unresolved", AUDIT, Findings, "conflicts that the verdict left unresolved"),
    // The redispatch stage: one seat.
    fact("settled", REDISPATCH, Bool, "whether the seat's answer can stand"),
    fact("missing", REDISPATCH, Bool, "whether nothing arrived from the seat"),
    fact("unreadable", REDISPATCH, Bool, "whether the seat's source cannot be read"),
    fact("stale", REDISPATCH, Bool, "whether the seat's verdict belongs to earlier work"),
    fact("errored", REDISPATCH, Bool, "whether the reviewer could not do its job"),
    fact(
        "unsure",
        REDISPATCH,
        Bool,
        "whether the verdict's confidence is low, or asked for and not said",
    ),
    fact("contradictory", REDISPATCH, Bool, "whether the verdict contradicts itself"),
    fact("passed", REDISPATCH, Bool, "whether the verdict is effectively pass"),
    fact("tried", REDISPATCH, Int, "how often this was tried on the seat")
        .takes(&[Argument::Word(ACTIONS)]),
    // Of rhai itself: every stage.
    row("len", EVERY, Int, Id::Count).of(List).doc("how many entries").empty("0"),
    row("contains", EVERY, Bool, Id::Has)
        .of(List)
        .takes(&[Argument::Of(Text)])
        .doc("whether this text is an entry")
        .empty("false"),
    row("len", EVERY, Int, Id::Len).of(Text).doc("how many characters").empty("0"),
    row("starts_with", EVERY, Bool, Id::StartsWith)
        .of(Text)
        .takes(&[Argument::Of(Text)])
        .doc("whether it begins with this text, in the same letters")
        .empty("false, but for the empty text"),
    row("ends_with", EVERY, Bool, Id::EndsWith)
        .of(Text)
        .takes(&[Argument::Of(Text)])
        .doc("whether it ends in this text, in the same letters")
        .empty("false, but for the empty text"),
    row("contains", EVERY, Bool, Id::Contains)
        .of(Text)
        .takes(&[Argument::Of(Text)])
        .doc("whether this text stands in it, in the same letters")
        .empty("false, but for the empty text"),
    row("in", EVERY, Bool, Id::In)
        .of(Text)
        .takes(&[Argument::Of(List)])
        .doc("whether the list has this text: `env in [\"prod\", \"test\"]`")
        .empty("false"),
    row("in", EVERY, Bool, Id::In)
        .of(Int)
        .takes(&[Argument::Range])
        .doc("whether the number lies there: `phase in 1..5` goes up to 4, `phase in 1..=5` to 5")
        .empty("false"),
    row("min", EVERY, Int, Id::Min)
        .takes(&[Argument::Of(Int), Argument::Of(Int)])
        .doc("the smaller of two numbers")
        .empty("never"),
    row("max", EVERY, Int, Id::Max)
        .takes(&[Argument::Of(Int), Argument::Of(Int)])
        .doc("the larger of two numbers")
        .empty("never"),
    row("abs", EVERY, Int, Id::Abs)
        .takes(&[Argument::Of(Int)])
        .doc("how far the number is from 0")
        .empty("never"),
];
