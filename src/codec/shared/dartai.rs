//! What a dartai reviewer states, in whatever channel: a word, how sure it is, what was found,
//! and whether these agree.

mod agreement;
mod end;
mod finding;
mod lines;
mod mistakes;
mod statement;
mod words;
mod write;

pub(in crate::codec) use super::super::mistakes::conflict_markers;
pub(in crate::codec) use end::END;
pub(in crate::codec) use lines::{Line, parser_of_keys};
pub(in crate::codec) use mistakes::{
    field_in_evidence, missing_colon, misspelt_key, none_goes_on, pointer_ignored,
    prose_before_verdict, second_evidence,
};
pub(in crate::codec) use statement::{
    StatedWord, reason, refuse_tail, repeated_key, template, unknown_word,
};
pub(in crate::codec) use words::{
    TAILS, asked_for, count, is_template, nearest_word, read_confidence, read_word, says_fail,
    strip_markup, verdict_without_colon,
};
#[cfg(feature = "kdl")]
pub(in crate::codec) use words::{Tail, read_tail};
pub(in crate::codec) use write::{Parts, rules};

use mistakes::{empty_blocker, empty_finding};

use crate::codec::ReadOptions;
use crate::codec::builder::DecodeLog;
use crate::codec::repairs::Repair;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Confidence, Diagnostic, Finding, FindingKind, Verdict};
use crate::source::Span;

/// What a reviewer has stated so far.
pub(in crate::codec) struct VerdictBuilder<'a> {
    pub(in crate::codec) reading: DecodeLog<'a>,
    pub(in crate::codec) verdict: Verdict,
    pub(in crate::codec) said: Option<StatedWord>,
    /// Every line so far that states a confidence; the first value, and whether all agree.
    pub(in crate::codec) confidence: Option<(Option<Confidence>, Span)>,
    confidences_agree: bool,
    /// A key is almost `confidence`; then it is not missed as well.
    confidence_misspelt: bool,
    /// What shuts the gate unless the verdict shuts it; the first such thing.
    unclear: Option<(Cause, Diagnostic)>,
    /// `blockers: 2` beside the list.
    counts: Vec<(FindingKind, usize, Span)>,
    wording: &'static Wording,
}

/// How a channel calls its parts, for those who are to mend something.
pub(in crate::codec) struct Wording {
    /// What to do about a fail without a reason.
    add_blocker: &'static str,
    /// What to do about a blocker beside another verdict.
    not_a_blocker: &'static str,
    /// What to do about a warning without a reason.
    add_advisory: &'static str,
    add_confidence: &'static str,
    add_verdict: &'static str,
    /// What to do about a second verdict.
    keep_one: &'static str,
    /// What to do about a blocker that says nothing.
    say_none: &'static str,
    /// What stands around a name: `blockers:`, `"blockers":`.
    name: [&'static str; 2],
    /// Where what belongs to the verdict stands.
    beside: &'static str,
    /// What stands around the kind of a finding that says nothing, and what is reported of it.
    finding: [&'static str; 2],
    says_nothing: &'static str,
    remove_it: &'static str,
    empty_blocker: &'static str,
    no_confidence: &'static str,
    no_verdict: &'static str,
    none_states: &'static str,
}

impl Wording {
    /// A name as it is written, with what stands behind it: `blockers:`, `"blockers": 2`.
    fn named(&self, name: &str, value: &str) -> String {
        let [before, behind] = self.name;
        let gap = if value.is_empty() { "" } else { " " };
        format!("`{before}{name}{behind}{gap}{value}`")
    }
}

/// As a verdict file calls them.
pub(in crate::codec) const IN_LINES: Wording = Wording {
    add_blocker: "add a `blocker:` line, or say `warn`",
    not_a_blocker: "say `verdict: fail`, or make it an `advisory:` line",
    add_advisory: "add an `advisory:` line, or say `pass`",
    add_confidence: "add `confidence: high`, `confidence: med` or `confidence: low` on line 2",
    add_verdict: "write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1",
    keep_one: "keep one `verdict:` line, on line 1",
    say_none: "say what stops the work, or write `blockers: none`",
    name: ["", ":"],
    beside: "below",
    finding: ["`", ":` line"],
    says_nothing: "nothing follows",
    remove_it: "say what was found, or remove the line",
    empty_blocker: "a blocker was begun, but no line says what it is",
    no_confidence: "no `confidence:` line follows",
    no_verdict: "there is no `verdict:` line",
    none_states: "none of these lines states a verdict",
};

/// As a YAML block calls them.
pub(in crate::codec) const IN_BLOCK: Wording = Wording {
    add_blocker: "list what stops the work below `blockers:`, or say `warn`",
    not_a_blocker: "say `verdict: fail`, or move it below `advisories:`",
    add_advisory: "list what to look at below `advisories:`, or say `pass`",
    add_confidence: "add `confidence: high`, `confidence: med` or `confidence: low`",
    add_verdict: "begin the block with `verdict: pass`, `verdict: fail` or `verdict: warn`",
    keep_one: "keep one `verdict:` line",
    finding: ["", ""],
    says_nothing: "says nothing",
    remove_it: "say what was found, or remove the entry",
    empty_blocker: "a blocker is listed, but nothing says what it is",
    ..IN_LINES
};

/// As JSON calls the parts of a YAML block.
pub(in crate::codec) const IN_JSON: Wording = Wording {
    add_blocker: "list what stops the work in `\"blockers\"`, or say `\"warn\"`",
    not_a_blocker: "say `\"verdict\": \"fail\"`, or move it to `\"advisories\"`",
    add_advisory: "list what to look at in `\"advisories\"`, or say `\"pass\"`",
    add_confidence: "add `\"confidence\": \"high\"`, `\"med\"` or `\"low\"`",
    add_verdict: "begin the object with `\"verdict\": \"pass\"`, `\"fail\"` or `\"warn\"`",
    keep_one: "keep one member `\"verdict\"`",
    say_none: "say what stops the work, or write `\"blockers\": []`",
    name: ["\"", "\":"],
    beside: "beside it",
    no_confidence: "no `\"confidence\"` beside it",
    no_verdict: "there is no `\"verdict\"`",
    none_states: "none of these members states a verdict",
    ..IN_BLOCK
};

impl<'a> VerdictBuilder<'a> {
    pub(in crate::codec) fn new(
        options: &'a ReadOptions,
        span: Span,
        wording: &'static Wording,
    ) -> Self {
        Self {
            reading: DecodeLog::new(options),
            verdict: Verdict::new(span),
            said: None,
            confidence: None,
            confidences_agree: true,
            confidence_misspelt: false,
            unclear: None,
            counts: Vec::new(),
            wording,
        }
    }

    pub(in crate::codec) fn report(&mut self, diagnostic: Diagnostic) -> Option<usize> {
        self.reading.report(diagnostic)
    }

    pub(in crate::codec) fn refuse(&mut self, cause: Cause, diagnostic: Diagnostic) {
        self.reading.refuse(cause, diagnostic);
    }

    /// A key that is almost one of the format's.
    pub(in crate::codec) fn refuse_misspelt(&mut self, key: Slice<'a>, meant: &str) {
        self.confidence_misspelt |= meant == "confidence";
        self.refuse(Cause::MisspeltKey, misspelt_key(key, meant, self.wording));
    }

    pub(in crate::codec) fn recover(&mut self, repair: Repair, at: Span) {
        self.reading.recover(repair, at);
    }

    /// Something that shuts the gate, unless the verdict does so anyway.
    pub(in crate::codec) fn refuse_unless_failing(&mut self, cause: Cause, diagnostic: Diagnostic) {
        self.unclear.get_or_insert((cause, diagnostic));
    }

    /// A finding that says nothing. Of a blocker, a fail is only warned; anything else may have one more.
    pub(in crate::codec) fn say_nothing(&mut self, kind: FindingKind, at: Span) {
        self.report(empty_finding(kind, at, self.wording));
        if kind == FindingKind::Blocker {
            self.refuse_unless_failing(Cause::Ambiguous, empty_blocker(at, self.wording));
        }
    }

    /// How many findings of a kind there are, as the reviewer counts them.
    pub(in crate::codec) fn count(&mut self, kind: FindingKind, count: usize, at: Span) {
        self.counts.push((kind, count, at));
    }

    pub(in crate::codec) fn blockers(&self) -> impl Iterator<Item = &Finding> {
        self.verdict.findings.iter().filter(|finding| finding.kind == FindingKind::Blocker)
    }
}
