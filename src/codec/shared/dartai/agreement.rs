//! Whether what was stated and what was found agree.

use super::{VerdictBuilder, Wording};
use crate::codec::mistakes::mistake_rows;
use crate::codec::repairs::DERIVED_VERDICT;
use crate::ir::{Cause, Diagnostic, FindingKind, Outcome, Stated};
use crate::source::Span;

impl VerdictBuilder<'_> {
    /// Holds a verdict to its own rules. `in_evidence`: a verdict that stands in the evidence.
    pub(in crate::codec) fn check_agreement(&mut self, begun: bool, in_evidence: Option<Span>) {
        if let Some((confidence, _)) = self.confidence
            && self.confidences_agree
        {
            self.verdict.confidence = confidence;
        }
        self.check_counts();
        self.check_outcome(begun, in_evidence);
    }

    /// `blockers: 2` beside the list.
    fn check_counts(&mut self) {
        let counts = std::mem::take(&mut self.counts);
        for (kind, count, at) in counts {
            let found = self.verdict.findings.iter().filter(|finding| finding.kind == kind).count();
            if count > found {
                self.reading.says_fail |= kind == FindingKind::Blocker;
                self.refuse(Cause::Truncated, counted(kind, count, found, at, self.wording));
            } else if count < found {
                self.verdict.contradictory = true;
                self.report(counted(kind, count, found, at, self.wording));
            }
        }
    }

    /// What was stated, what the findings imply, and whether the two agree.
    fn check_outcome(&mut self, begun: bool, in_evidence: Option<Span>) {
        let blocker = self.blockers().next().map(|finding| finding.span);
        self.verdict.derived = blocker.map(|_| Outcome::Fail);
        let Some(said) = self.said else {
            return self.check_without_statement(begun, in_evidence);
        };
        self.verdict.derived_besides = Some(Outcome::Pass);
        let outcome =
            if said.fails_when_blocked && blocker.is_some() { Outcome::Fail } else { said.outcome };
        self.verdict.stated = Some(Stated { outcome, word: said.word });
        match (outcome, blocker) {
            (Outcome::Fail, None) => {
                self.verdict.contradictory = true;
                self.report(fail_without_blocker(said.line, self.wording));
            }
            (Outcome::Fail, Some(_)) => {}
            (_, Some(blocker)) => {
                self.verdict.contradictory = true;
                self.report(blockers_on_nonfail(outcome, said.word, blocker, self.wording));
            }
            (Outcome::Warn, None) if self.verdict.findings.is_empty() => {
                self.report(warn_without_advisory(said.line, self.wording));
            }
            _ => {}
        }
        if self.confidence.is_none() && !self.confidence_misspelt {
            self.report(missing_confidence(said.line, self.wording));
        }
        if outcome != Outcome::Fail && blocker.is_none() {
            self.refuse_unclear();
        }
    }

    /// What shuts the gate that a verdict would open.
    fn refuse_unclear(&mut self) {
        if let Some((cause, diagnostic)) = self.unclear.take() {
            // It says more of the same place than the warning does.
            self.reading.withdraw("assize::read::empty_finding", &diagnostic);
            self.refuse(cause, diagnostic);
        }
    }

    /// There is no `verdict:` line that counts.
    pub(in crate::codec) fn check_without_statement(
        &mut self,
        begun: bool,
        in_evidence: Option<Span>,
    ) {
        if self.reading.cause.is_some() {
            return;
        }
        let blocker = self.blockers().next().map(|finding| finding.span);
        if let Some(at) = in_evidence {
            self.refuse(Cause::Ambiguous, verdict_after_evidence(at));
        } else if let Some(at) = blocker {
            self.verdict.contradictory = true;
            self.recover(DERIVED_VERDICT, at);
        } else if self.unclear.is_some() {
            self.refuse_unclear();
        } else if begun {
            self.refuse(Cause::Ambiguous, verdict_missing(self.verdict.span, self.wording));
        } else {
            self.refuse(Cause::NoVerdict, crate::codec::mistakes::no_verdict(self.verdict.span));
        }
    }
}

mistake_rows! {
    /// `evidence: see below` above `verdict: pass`
    error "assize::read::verdict_after_evidence" verdict_after_evidence(at: Span)
        "the only verdict is in the evidence", at "read as evidence, not as the verdict", "move the `verdict:` line to line 1";
    /// `blockers: 2`, and one is listed
    error "assize::read::wrong_count" counted(kind: FindingKind, count: usize, found: usize, at: Span, wording: &Wording)
        [said = wording.named(if kind == FindingKind::Blocker { "blockers" } else { "advisories" }, &count.to_string()),
        help = match count > found {
            true => "write the whole answer again, with every finding or the right number",
            false => "write the right number, or leave it out",
        }]
        "{said} does not match what is listed", at "{found} found", "{help}";
    /// `verdict: fail` and nothing more
    error "assize::read::fail_without_blocker" fail_without_blocker(at: Span, wording: &Wording)
        [Wording { beside, add_blocker, .. } = wording]
        "verdict is `fail` but lists no blocker", at "nothing {beside} explains this", "{add_blocker}";
    /// `verdict: pass` above `blocker: ...`
    error "assize::read::blockers_on_nonfail" blockers_on_nonfail(outcome: Outcome, word: Span, blocker: Span, wording: &Wording)
        [Wording { not_a_blocker, .. } = wording]
        "verdict is `{outcome}` but lists a blocker", word "this does not stop the work", blocker "this does", "{not_a_blocker}";
    /// `verdict: warn` and nothing more
    warning "assize::read::warn_without_advisory" warn_without_advisory(at: Span, wording: &Wording)
        [Wording { beside, add_advisory, .. } = wording]
        "verdict is `warn` but lists no advisory", at "nothing {beside} says what to look at", "{add_advisory}";
    /// `verdict: pass` and nothing more
    warning "assize::read::missing_confidence" missing_confidence(at: Span, wording: &Wording)
        [Wording { no_confidence, add_confidence, .. } = wording]
        "the verdict does not say how sure it is", at "{no_confidence}", "{add_confidence}";
    /// `confidence: high` and nothing more
    error "assize::read::verdict_missing" verdict_missing(at: Span, wording: &Wording)
        [Wording { no_verdict, none_states, add_verdict, .. } = wording]
        "{no_verdict}", at "{none_states}", "{add_verdict}";
}
