//! What settles an opinion in the end: whether what was stated and what was found agree.

use super::{Opinion, Wording};
use crate::codec::claims;
use crate::codec::repairs::DERIVED_VERDICT;
use crate::codec::text::slice::{BLANKS, Slice};
use crate::ir::{Cause, Diagnostic, Outcome, Stated};
use crate::source::Span;

impl Opinion<'_> {
    /// Holds a verdict to its own rules.
    pub(in crate::codec) fn settle(&mut self, begun: bool, in_evidence: Option<Span>) {
        self.settle_confidence();
        self.settle_outcome(begun, in_evidence);
    }

    fn settle_confidence(&mut self) {
        if let Some((confidence, _)) = self.confidence
            && self.confidence_settled
        {
            self.verdict.confidence = confidence;
        }
    }

    /// What was stated, what the findings imply, and whether the two agree.
    fn settle_outcome(&mut self, begun: bool, in_evidence: Option<Span>) {
        let blocker = self.blockers().next().map(|finding| finding.span);
        self.verdict.derived = blocker.map(|_| Outcome::Fail);
        let Some(said) = self.said else {
            return self.settle_without_statement(begun, in_evidence);
        };
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
        if self.confidence.is_none() {
            self.report(missing_confidence(said.line, self.wording));
        }
        if outcome != Outcome::Fail && blocker.is_none() {
            self.settle_others(outcome, said.line);
        }
    }

    /// What else the text says may shut the gate that a verdict would open.
    pub(in crate::codec) fn settle_others(&mut self, outcome: Outcome, line: Span) {
        self.settle_opinions(outcome, line);
        self.settle_claim();
    }

    /// Whatever else speaks of a verdict has to say the same; a fail stands in any case.
    fn settle_opinions(&mut self, outcome: Outcome, line: Span) {
        let other = self.ear.mention.filter(|(mentioned, _)| *mentioned != outcome);
        self.reading.says_fail |= other.is_some_and(|(mentioned, _)| mentioned == Outcome::Fail);
        if let Some(at) = other.map(|(_, at)| at).or(self.ear.unclear) {
            self.refuse(Cause::Ambiguous, second_opinion(line, at));
        }
    }

    fn settle_claim(&mut self) {
        if let Some((cause, diagnostic)) = self.ear.claim.take() {
            self.refuse(cause, diagnostic);
        }
    }

    /// There is no `verdict:` line that counts.
    pub(in crate::codec) fn settle_without_statement(
        &mut self,
        begun: bool,
        in_evidence: Option<Span>,
    ) {
        self.reading.says_fail |=
            self.ear.mention.is_some_and(|(outcome, _)| outcome == Outcome::Fail);
        if self.reading.cause.is_some() {
            return;
        }
        let blocker = self.blockers().next().map(|finding| finding.span);
        if let Some(at) = in_evidence {
            self.refuse(Cause::Ambiguous, verdict_after_evidence(at));
        } else if let Some(at) = self.ear.elsewhere {
            self.refuse(Cause::Ambiguous, verdict_in_prose(at));
        } else if let Some(at) = blocker {
            self.verdict.contradictory = true;
            self.recover(DERIVED_VERDICT, at);
        } else if self.ear.claim.is_some() {
            self.settle_claim();
        } else if begun {
            self.refuse(Cause::Ambiguous, verdict_missing(self.verdict.span, self.wording));
        } else {
            self.refuse(Cause::NoVerdict, crate::codec::no_verdict(self.verdict.span));
        }
    }

    /// A file that was cut off looks like one whose last line has no line end.
    pub(in crate::codec) fn settle_end(&mut self, text: &str, inline_evidence: bool) {
        if text.ends_with('\n') {
            return;
        }
        let said = text.trim_end_matches(BLANKS);
        let end = said.len();
        let last = said.rfind('\n').map_or(0, |at| at + 1);
        let fails = self.blockers().next().is_some()
            || self.said.is_some_and(|said| said.outcome == Outcome::Fail);
        let line = Slice::new(&said[last..], last);
        let stops = !fails && !inline_evidence && claims::stops_in_a_key(line);
        if self.verdict.confidence.is_some() && !stops {
            return;
        }
        let cause = self.reading.cause;
        if matches!(cause, None | Some(Cause::UnknownWord | Cause::NoVerdict))
            || (stops && cause == Some(Cause::Ambiguous))
        {
            self.reading.cause = Some(Cause::Truncated);
        }
        self.report(match stops {
            true => stops_in_a_key(line.trim().span()),
            false => truncated(Span::new(last, end)),
        });
    }
}

/// `verdict: fail` and nothing more
fn fail_without_blocker(at: Span, wording: &Wording) -> Diagnostic {
    Diagnostic::error("assize::read::fail_without_blocker")
        .message("verdict is `fail` but lists no blocker")
        .label(at, "nothing below explains this")
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
        .label(at, "nothing below says what to look at")
        .help(wording.add_advisory)
}

/// `verdict: pass` and nothing more
fn missing_confidence(at: Span, wording: &Wording) -> Diagnostic {
    Diagnostic::warning("assize::read::missing_confidence")
        .message("the verdict does not say how sure it is")
        .label(at, "no `confidence:` line follows")
        .help(wording.add_confidence)
}

/// `verdict: pass`, and further down `Final verdict: fail`
fn second_opinion(stated: Span, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::second_opinion")
        .message("another line speaks of another verdict")
        .label(at, "does not agree with the `verdict:` line")
        .label(stated, "the `verdict:` line")
        .help("leave one verdict in the file, on line 1")
}

/// `evidence: see below` above `verdict: pass`
fn verdict_after_evidence(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::verdict_after_evidence")
        .message("the only verdict stands in the evidence")
        .label(at, "read as evidence, not as the verdict")
        .help("move the `verdict:` line to line 1")
}

/// `Final verdict: pass` and no `verdict:` line
fn verdict_in_prose(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::verdict_in_prose")
        .message("a verdict is mentioned, but no line states it")
        .label(at, "is this the verdict?")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1")
}

/// `confidence: high` and nothing more
fn verdict_missing(at: Span, wording: &Wording) -> Diagnostic {
    Diagnostic::error("assize::read::verdict_missing")
        .message("there is no `verdict:` line")
        .label(at, "says nothing about pass, fail or warn")
        .help(wording.add_verdict)
}

/// `verdict: pass` without a line end
fn truncated(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the file may have been cut off")
        .label(at, "no line end, and no valid `confidence:`")
        .help("write the whole file again, with a line end after the last line")
}

/// `verdict: pass`, `confidence: high`, and `block` without a line end
fn stops_in_a_key(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the file stops in the middle of a line")
        .label(at, "no line end here, and nothing behind the key")
        .help("write the whole file again, with a line end after the last line")
}
