//! The rows: every name a policy may use.

use super::Type::{
    Bool, Date, Entries, Findings, Int, List, Seats, Subjects, Text, Topics, Waivers,
};
use super::rows::{
    AUDIT, EVERY, GATE, JUDGED, NO_FINDINGS, NO_LINE, NO_LOCATION, NO_SEATS, NO_SUBJECTS,
    NO_TOPICS, NO_VERDICT, NOT_LOGGED, NOT_TOLD, OF_A_SEAT, REDISPATCH, among, count, group, none,
    row, seat_is, severity, some, verb,
};
use super::{Argument, CONFIDENCES, Entry, Id, REVIEWER_WORDS, SEVERITIES};
use crate::ir::{ACTIONS, Group, Severity, TopicKey};

/// Every name a policy may use.
pub const VOCABULARY: &[Entry] = &[
    // Groups of seats. A seat is counted once, and is as bad as the worst of its cells, skipped and excused ones
    // left out. They hold required and voting seats, but for `observers` and `unexpected`.
    group("failed", Group::Failed, "seats one of whose verdicts effectively fails")
        .unknown("a source that cannot be read is in it when its fields say fail"),
    group("held", Group::Held, "seats one of whose verdicts is effectively hold: doubted, or stated so")
        .unknown(NO_VERDICT),
    group("warned", Group::Warned, "seats that reported all, and at worst warn").unknown(NO_VERDICT),
    group("passed", Group::Passed, "seats that reported all, and pass").unknown(NO_VERDICT),
    group("in_favour", Group::InFavour, "seats that warn or pass").unknown(NO_VERDICT),
    group("unsure", Group::Unsure, "seats with low confidence, or none where the format asks")
        .unknown("a confidence that was asked for and not said, or cannot be read, is low"),
    group("doubted", Group::Doubted, "seats whose verdict a line beside it denies"),
    group("unexplained", Group::Unexplained, "seats that fail and list no blocker for it"),
    group("missing", Group::Missing, "expected seats from which something has not arrived"),
    group("awaiting", Group::Awaiting, "missing seats whose time is not up"),
    group("unreadable", Group::Unreadable, "expected seats whose source cannot be read"),
    group("stale", Group::Stale, "expected seats whose verdict belongs to earlier work"),
    group("errored", Group::Errored, "expected seats whose reviewer could not do its job"),
    group("unsettled", Group::Unsettled, "missing, unreadable, stale, errored and held seats")
        .unknown("what is not known is unsettled"),
    group("reported", Group::Reported, "seats all of whose verdicts were read"),
    group("expected", Group::Expected, "seats that are neither skipped nor excused"),
    group("excused", Group::Excused, "seats that a person decided, with a reason, to go on without"),
    group("skipped", Group::Skipped, "seats whose predicate is false for this change"),
    group("required", Group::Required, "seats whose fail or absence shuts the gate"),
    group("voting", Group::Voting, "seats whose fail counts only as far as the policy says"),
    group("others", Group::Others, "required and voting seats for which the policy has no `seat`"),
    group("observers", Group::Observers, "seats that are read and never counted"),
    group(
        "unexpected",
        Group::Unexpected,
        "sources that nobody expected; they can shut a gate and never open it",
    ),
    row("seat", GATE, Seats, Id::Seat)
        .takes(&[Argument::Seat])
        .doc("one required or voting seat, which is expected from then on")
        .empty("never: a seat that a policy names is there, missing if nothing arrived"),
    row("seats", GATE, Seats, Id::Seats)
        .takes(&[Argument::Seats])
        .doc("several required or voting seats, which are expected from then on")
        .empty("no seats when the list is empty"),
    row("subjects", GATE, Subjects, Id::Subjects)
        .doc("what is judged by required and voting seats: the change, its criteria, its pairs")
        .empty(NO_SUBJECTS),
    row("findings", EVERY, Findings, Id::AllFindings)
        .doc(
            "the findings of all verdicts of required and voting seats; in an audit, of the verdict; in a redispatch \
             policy, of the seat",
        )
        .empty(NO_FINDINGS),
    row("topics", GATE, Topics, Id::Topics)
        .doc("findings with the same category and location, whoever reports them, as one")
        .empty(NO_TOPICS)
        .unknown("findings without a location are one when their words are"),
    row("remarks", JUDGED, Entries, Id::Remarks)
        .doc("lines beside the fields that state an outcome or a finding")
        .empty("none"),
    row("unclaimed", JUDGED, Int, Id::Unclaimed)
        .doc("how many lines of the verdicts belong to no field")
        .empty("0"),
    row("waivers", GATE, Waivers, Id::Waivers)
        .doc("decisions to live with findings for a while")
        .empty("no waivers"),
    row("round", EVERY, Int, Id::Round).doc("which round of review this is, from 1").empty("1"),
    row("changed", EVERY, Bool, Id::Changed)
        .takes(&[Argument::Of(Text)])
        .doc("whether the change touches a path like this, such as `\"migrations/**\"`")
        .empty("false")
        .unknown(NOT_TOLD),
    row("only_changed", EVERY, Bool, Id::OnlyChanged)
        .takes(&[Argument::Of(Text)])
        .doc("whether the change touches something, and all of it is like this")
        .empty("false")
        .unknown(NOT_TOLD),
    row("lines_changed", EVERY, Int, Id::LinesChanged)
        .doc("how many lines the change adds and takes away; not known where git counts none of a file and says `-`")
        .empty("0")
        .unknown(NOT_TOLD),
    row("day", EVERY, Date, Id::Day)
        .takes(&[Argument::Day])
        .doc("a day that is written out: `day(\"2027-01-01\")`")
        .empty("never: it is a day of the calendar"),
    // Verbs of groups of seats.
    some(Seats),
    none(Seats),
    verb(
        Seats,
        "all",
        Bool,
        Id::All,
        "behind a state: whether there are any expected ones before it, and all of them are in it",
    )
    .empty("false: over nothing it is false"),
    count(Seats),
    verb(Seats, "weight", Int, Id::Weight, "the sum of their weights; `expected.weight` counts excused ones")
        .empty("0"),
    verb(
        Seats,
        "quorum",
        Int,
        Id::Quorum,
        "how many of them so many percent are, rounded up; `expected.quorum` counts excused ones",
    )
    .takes(&[Argument::Of(Int)])
    .empty("0")
    .unknown("a percentage below 0 is 0"),
    verb(Seats, "blockers", Findings, Id::Blockers, "their findings that alone keep the gate shut")
        .empty(NO_FINDINGS),
    verb(Seats, "advisories", Findings, Id::Advisories, "their findings that do not")
        .empty(NO_FINDINGS),
    verb(Seats, "findings", Findings, Id::Findings, "all their findings").empty(NO_FINDINGS),
    verb(Seats, "remarks", Entries, Id::Remarks, "lines beside their fields that state something")
        .empty("none"),
    verb(Seats, "said", Seats, Id::Said, "those that used this word, whatever it came to")
        .takes(&[Argument::Word(REVIEWER_WORDS)])
        .empty(NO_SEATS)
        .unknown("a verdict that states no word said none"),
    verb(Seats, "confident", Seats, Id::Confident, "those that reported all, and are so sure at least")
        .takes(&[Argument::Word(CONFIDENCES)])
        .empty(NO_SEATS)
        .unknown("who was not asked is sure; a confidence that was asked for and not said is low"),
    verb(Seats, "rated", Seats, Id::Rated, "those that reported all, and whose number of this name is so high at least, in percent of its scale")
        .takes(&[Argument::Of(Text), Argument::Of(Int)])
        .empty(NO_SEATS)
        .unknown("a seat that gives no such number, or one that is not on its scale, is in none"),
    verb(Seats, "tried", Seats, Id::Tried, "those on which this was tried at least so many times")
        .takes(&[Argument::Word(ACTIONS), Argument::Of(Int)])
        .empty(NO_SEATS)
        .unknown(NOT_LOGGED),
    verb(Seats, "having", Seats, Id::Having, "those of which a panel says this: `team=\"core\"`")
        .takes(&[Argument::Label, Argument::Of(Text)])
        .stages(GATE)
        .empty(NO_SEATS)
        .unknown("a seat of which nothing is said is in none"),
    verb(Seats, "unowned", List, Id::Unowned, "the first 20 changed paths that have owners in `CODEOWNERS`, none of whom is among these seats")
        .stages(GATE)
        .empty("all changed paths that have owners")
        .unknown(NOT_TOLD),
    verb(Seats, "approvers", List, Id::Approvers, "whose approval counts in what they report of a forge, each once: `expected.approvers.count >= 2`")
        .empty("no entries")
        .unknown("an approval that does not count is not among them: that of a bot, of somebody who may not decide, for another commit"),
    verb(Seats, "or", Seats, Id::Or, "those, and those of the other group")
        .takes(&[Argument::Of(Seats)])
        .empty(NO_SEATS),
    verb(Seats, "and", Seats, Id::And, "those that are in the other group, too")
        .takes(&[Argument::Of(Seats)])
        .empty(NO_SEATS),
    verb(Seats, "without", Seats, Id::Without, "those that are not in the other group")
        .takes(&[Argument::Of(Seats)])
        .empty(NO_SEATS),
    verb(Seats, "filter", Seats, Id::Filter, "those for which the closure is true; runs in rhai")
        .takes(&[Argument::Filter])
        .empty(NO_SEATS),
    among("failed", Group::Failed, "those among `failed`"),
    among("held", Group::Held, "those among `held`"),
    among("warned", Group::Warned, "those among `warned`"),
    among("passed", Group::Passed, "those among `passed`"),
    among("in_favour", Group::InFavour, "those among `in_favour`"),
    among("unsure", Group::Unsure, "those among `unsure`"),
    among("doubted", Group::Doubted, "those among `doubted`"),
    among("unexplained", Group::Unexplained, "those among `unexplained`"),
    among("missing", Group::Missing, "those among `missing`"),
    among("awaiting", Group::Awaiting, "those among `awaiting`"),
    among("unreadable", Group::Unreadable, "those among `unreadable`"),
    among("stale", Group::Stale, "those among `stale`"),
    among("errored", Group::Errored, "those among `errored`"),
    among("unsettled", Group::Unsettled, "those among `unsettled`"),
    among("reported", Group::Reported, "those among `reported`"),
    among("excused", Group::Excused, "those among `excused`"),
    among("skipped", Group::Skipped, "those among `skipped`"),
    among("required", Group::Required, "those among `required`"),
    among("voting", Group::Voting, "those among `voting`"),
    // Verbs of groups of findings.
    some(Findings),
    none(Findings),
    count(Findings),
    severity("critical", Severity::Critical, "those that are critical")
        .unknown("a blocker without a severity is critical"),
    severity("high", Severity::High, "those that are high"),
    severity("medium", Severity::Medium, "those that are medium"),
    severity("low", Severity::Low, "those that are low"),
    severity("info", Severity::Info, "those that are for information"),
    verb(Findings, "at_least", Findings, Id::AtLeast, "those of this severity or worse")
        .takes(&[Argument::Word(SEVERITIES)])
        .empty(NO_FINDINGS)
        .unknown(
            "a blocker without a severity is critical; an advisory without one is none of them",
        ),
    verb(Findings, "in_category", Findings, Id::InCategory, "those of this category; case makes no difference, and `_` and a blank are as good as `-`")
        .takes(&[Argument::Of(Text)])
        .empty(NO_FINDINGS)
        .unknown("a finding without a category is in none"),
    verb(Findings, "in_path", Findings, Id::InPath, "those that name a file like this: `\"src/**\"`")
        .takes(&[Argument::Of(Text)])
        .empty(NO_FINDINGS)
        .unknown(NO_LOCATION),
    verb(Findings, "in_change", Findings, Id::InChange, "those in a file that the change touches, and in a line of it where a diff tells which")
        .empty(NO_FINDINGS)
        .unknown("a finding that names no file is one of them; a policy that asks for it judges nothing until the change is told"),
    verb(Findings, "mentioning", Findings, Id::Mentioning, "those whose words hold this text")
        .takes(&[Argument::Of(Text)])
        .empty(NO_FINDINGS),
    verb(Findings, "fingerprint", Findings, Id::Fingerprint, "those with this fingerprint: `\"f1:…\"`")
        .takes(&[Argument::Of(Text)])
        .empty(NO_FINDINGS),
    verb(Findings, "by", Findings, Id::By, "those of these seats")
        .takes(&[Argument::Of(Seats)])
        .empty(NO_FINDINGS),
    verb(Findings, "unseen", Findings, Id::Unseen, "those whose fingerprint no earlier round had")
        .empty(NO_FINDINGS)
        .unknown("without earlier rounds every finding is unseen"),
    verb(Findings, "seen", Findings, Id::Seen, "those whose fingerprint an earlier round had")
        .empty(NO_FINDINGS)
        .unknown("without earlier rounds none was seen"),
    verb(Findings, "waived", Findings, Id::Waived, "those that a waiver covers on this day")
        .takes(&[Argument::Of(Date)])
        .empty(NO_FINDINGS)
        .unknown(NO_LOCATION),
    verb(Findings, "blockers", Findings, Id::Blockers, "those that alone keep the gate shut")
        .empty(NO_FINDINGS),
    verb(Findings, "advisories", Findings, Id::Advisories, "those that do not").empty(NO_FINDINGS),
    verb(Findings, "or", Findings, Id::Or, "those, and those of the other group")
        .takes(&[Argument::Of(Findings)])
        .empty(NO_FINDINGS),
    verb(Findings, "and", Findings, Id::And, "those that are in the other group, too")
        .takes(&[Argument::Of(Findings)])
        .empty(NO_FINDINGS),
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
    // Verbs of groups of subjects. A subject is as bad as the worst of its cells, as a seat is.
    some(Subjects),
    none(Subjects),
    verb(Subjects, "all", Bool, Id::All, "behind a state: whether there are any, and all are in it")
        .empty("false: over nothing it is false"),
    count(Subjects),
    verb(Subjects, "failed", Subjects, Id::Group(Group::Failed), "those that somebody fails")
        .empty(NO_SUBJECTS),
    verb(
        Subjects,
        "unsettled",
        Subjects,
        Id::Group(Group::Unsettled),
        "those from which an answer is missing, unreadable, stale, errored or held",
    )
    .empty(NO_SUBJECTS),
    verb(Subjects, "warned", Subjects, Id::Group(Group::Warned), "settled ones that at worst warn")
        .empty(NO_SUBJECTS),
    verb(Subjects, "passed", Subjects, Id::Group(Group::Passed), "settled ones that everybody passes")
        .empty(NO_SUBJECTS),
    verb(Subjects, "passed_by", Subjects, Id::PassedBy, "those that so many seats at least pass")
        .takes(&[Argument::Of(Int)])
        .empty(NO_SUBJECTS),
    verb(Subjects, "blockers", Findings, Id::Blockers, "what alone keeps the gate shut, of their verdicts")
        .empty(NO_FINDINGS),
    verb(Subjects, "advisories", Findings, Id::Advisories, "what does not").empty(NO_FINDINGS),
    verb(Subjects, "findings", Findings, Id::Findings, "all findings of their verdicts").empty(NO_FINDINGS),
    // Verbs of topics and waivers.
    some(Topics),
    none(Topics),
    count(Topics),
    verb(Topics, "findings", Findings, Id::Findings, "all their findings").empty(NO_FINDINGS),
    verb(Topics, "within", Topics, Id::Within, "by path instead, with lines at most so far apart as one")
        .takes(&[Argument::Of(Int)])
        .empty(NO_TOPICS)
        .unknown(NO_LINE),
    verb(Topics, "by_path", Topics, Id::ByPath, "by category and path instead").empty(NO_TOPICS),
    verb(Topics, "under", Topics, Id::Under, "by a key that a `param` may choose: `\"exact\"`, `\"lines\"` at most so far apart, `\"path\"`")
        .takes(&[Argument::Word(TopicKey::WORDS), Argument::Of(Int)])
        .empty(NO_TOPICS)
        .unknown(NO_LINE),
    verb(Topics, "reported_by", Topics, Id::ReportedBy, "those that so many seats at least report")
        .takes(&[Argument::Of(Int)])
        .empty(NO_TOPICS),
    verb(Topics, "at_least", Topics, Id::AtLeast, "those whose worst finding is this severe")
        .takes(&[Argument::Word(SEVERITIES)])
        .empty(NO_TOPICS),
    verb(Topics, "without", Topics, Id::Without, "those that are not among the others")
        .takes(&[Argument::Of(Topics)])
        .empty(NO_TOPICS),
    some(Waivers),
    none(Waivers),
    count(Waivers),
    verb(Waivers, "expired", Waivers, Id::Expired, "those whose last day is before this one")
        .takes(&[Argument::Of(Date)])
        .empty("no waivers"),
    verb(Waivers, "unused", Waivers, Id::Unused, "those that cover no finding").empty("no waivers"),
    verb(Waivers, "ownerless", Waivers, Id::Ownerless, "those that nobody answers for: they cover nothing")
        .empty("no waivers"),
    some(Entries),
    none(Entries),
    count(Entries),
    verb(Date, "days_until", Int, Id::DaysUntil, "how many days until another one; less than 0 if past")
        .takes(&[Argument::Of(Date)])
        .empty("0"),
    // Verbs of lists: every stage.
    row("count", EVERY, Int, Id::Count).of(List).doc("how many entries").empty("0"),
    row("has", EVERY, Bool, Id::Has)
        .of(List)
        .takes(&[Argument::Of(Text)])
        .doc("whether this text is an entry")
        .empty("false"),
    // The audit stage: one verdict.
    row("spec_feedback", OF_A_SEAT, Entries, Id::SpecFeedback)
        .doc("defects of the specification that the verdict reports")
        .empty("none"),
    row("unresolved", AUDIT, Entries, Id::Unresolved)
        .doc("conflicts that the verdict says are `UNRESOLVED`")
        .empty("none"),
    // The redispatch stage: one seat.
    row("seat", REDISPATCH, Text, Id::SeatName)
        .doc("the seat's name: `seat == \"auditor\"`, `seat in auditors`")
        .empty("never: there is a seat"),
    row("settled", REDISPATCH, Bool, Id::Settled)
        .doc("whether the seat's answer can stand: nothing is missing, unsure or contradictory")
        .empty("never: there is a seat"),
    seat_is("missing", Group::Missing, "whether something has not arrived from the seat"),
    seat_is("awaiting", Group::Awaiting, "whether it is missing and its time is not up"),
    seat_is("unreadable", Group::Unreadable, "whether the seat's source cannot be read"),
    seat_is("stale", Group::Stale, "whether the seat's verdict belongs to earlier work"),
    seat_is("errored", Group::Errored, "whether the reviewer could not do its job"),
    seat_is("doubted", Group::Doubted, "whether a line beside the verdict denies it"),
    seat_is("unsure", Group::Unsure, "whether confidence is low, or asked for and not said"),
    row("contradictory", REDISPATCH, Bool, Id::Contradictory)
        .doc("whether the verdict contradicts itself")
        .empty("false"),
    seat_is("passed", Group::Passed, "whether the verdict is effectively pass"),
    seat_is("failed", Group::Failed, "whether the verdict effectively fails"),
    row("said", REDISPATCH, Bool, Id::Said)
        .takes(&[Argument::Word(REVIEWER_WORDS)])
        .doc("whether the reviewer used this word, whatever it came to")
        .empty("false")
        .unknown("a verdict that states no word said none"),
    row("others", REDISPATCH, Seats, Id::OtherSeats)
        .doc("all other seats: required, voting and observers")
        .empty(NO_SEATS),
    row("named", REDISPATCH, Seats, Id::Named)
        .of(Seats)
        .takes(&[Argument::Of(List)])
        .doc("those that a list names")
        .empty(NO_SEATS),
    row("tried", REDISPATCH, Int, Id::Tried)
        .takes(&[Argument::Word(ACTIONS)])
        .doc("how often this was tried on the seat")
        .empty("0")
        .unknown(NOT_LOGGED),
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
