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

/// `blockers: 2`, and one is listed
fn counted(
    kind: FindingKind,
    count: usize,
    found: usize,
    at: Span,
    wording: &Wording,
) -> Diagnostic {
    let list = match kind {
        FindingKind::Blocker => "blockers",
        _ => "advisories",
    };
    let said = wording.named(list, &count.to_string());
    let help = match count > found {
        true => "write the whole answer again, with every finding or the right number",
        false => "write the right number, or leave it out",
    };
    Diagnostic::error("assize::read::wrong_count")
        .message(format!("{said} does not match what is listed"))
        .label(at, format!("{found} found"))
        .help(help)
}

/// `verdict: fail` and nothing more
fn fail_without_blocker(at: Span, wording: &Wording) -> Diagnostic {
    Diagnostic::error("assize::read::fail_without_blocker")
        .message("verdict is `fail` but lists no blocker")
        .label(at, format!("nothing {} explains this", wording.beside))
        .help(wording.add_blocker)
}

/// `verdict: pass` above `blocker: ...`
fn blockers_on_nonfail(
    outcome: Outcome,
    word: Span,
    blocker: Span,
    wording: &Wording,
) -> Diagnostic {
    Diagnostic::error("assize::read::blockers_on_nonfail")
        .message(format!("verdict is `{outcome}` but lists a blocker"))
        .label(word, "this does not stop the work")
        .label(blocker, "this does")
        .help(wording.not_a_blocker)
}

/// `verdict: warn` and nothing more
fn warn_without_advisory(at: Span, wording: &Wording) -> Diagnostic {
    Diagnostic::warning("assize::read::warn_without_advisory")
        .message("verdict is `warn` but lists no advisory")
        .label(at, format!("nothing {} says what to look at", wording.beside))
        .help(wording.add_advisory)
}

/// `verdict: pass` and nothing more
fn missing_confidence(at: Span, wording: &Wording) -> Diagnostic {
    Diagnostic::warning("assize::read::missing_confidence")
        .message("the verdict does not say how sure it is")
        .label(at, wording.no_confidence)
        .help(wording.add_confidence)
}

/// `confidence: high` and nothing more
fn verdict_missing(at: Span, wording: &Wording) -> Diagnostic {
    Diagnostic::error("assize::read::verdict_missing")
        .message(wording.no_verdict)
        .label(at, wording.none_states)
        .help(wording.add_verdict)
}

mistake_rows! {
    /// `evidence: see below` above `verdict: pass`
    error "assize::read::verdict_after_evidence" verdict_after_evidence(at: Span)
        "the only verdict is in the evidence",
        at "read as evidence, not as the verdict",
        "move the `verdict:` line to line 1";
}
