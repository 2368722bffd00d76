//! A verdict while its lines come in, and what settles it in the end.

use super::statement::Said;
use crate::codec::ReadOptions;
use crate::codec::claims;
use crate::codec::ear::Ear;
use crate::codec::key::{Field, Key};
use crate::codec::reading::Reading;
use crate::codec::repair::{DERIVED_VERDICT, KEY_STYLE, LINE_ORDER, Repair};
use crate::codec::slice::{BLANKS, Slice};
use crate::ir::{
    Cause, Confidence, Decoded, Diagnostic, Finding, FindingKind, Format, Outcome, Stated, Verdict,
};
use crate::source::{Source, Span};

/// A verdict while its lines come in.
pub(super) struct Draft<'a> {
    pub(super) reading: Reading<'a>,
    pub(super) text: &'a str,
    pub(super) verdict: Verdict,
    pub(super) said: Option<Said>,
    /// Every line so far that states a confidence; the first value, and whether all agree.
    pub(super) confidence: Option<(Option<Confidence>, Span)>,
    pub(super) confidence_settled: bool,
    pub(super) ear: Ear,
    pub(super) open: Open,
    /// The list that items may be added to.
    pub(super) list: Option<FindingKind>,
    /// A `blocker:` line that has nothing on it yet.
    pub(super) pending: Option<(FindingKind, Span)>,
    pub(super) inline_evidence: bool,
    /// A `verdict:` line that stands in the evidence.
    pub(super) verdict_in_evidence: Option<Span>,
    /// A line with a known key was seen.
    pub(super) begun: bool,
    /// Prose above the first known key.
    pub(super) preface: Option<Span>,
    /// The end of the line before; none behind a comment.
    pub(super) end: Option<usize>,
    /// Where the diagnostic about unknown lines stands that the next one may join.
    strangers: Option<usize>,
    rank: u8,
}

/// What a line without a key can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Nothing,
    Verdict,
    Finding,
}

impl<'a> Draft<'a> {
    pub(super) fn new(text: &'a str, options: &'a ReadOptions) -> Self {
        Self {
            reading: Reading::new(options),
            text,
            verdict: Verdict::new(Span::new(0, text.len())),
            said: None,
            confidence: None,
            confidence_settled: true,
            ear: Ear::default(),
            open: Open::Nothing,
            list: None,
            pending: None,
            inline_evidence: false,
            verdict_in_evidence: None,
            begun: false,
            preface: None,
            end: None,
            strangers: None,
            rank: 0,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.reading.report(diagnostic);
    }

    pub(super) fn refuse(&mut self, cause: Cause, diagnostic: Diagnostic) {
        self.reading.refuse(cause, diagnostic);
    }

    pub(super) fn recover(&mut self, repair: Repair, at: Span) {
        self.reading.recover(repair, at);
    }

    /// Reports a line that belongs to nothing; neighbours share one diagnostic.
    pub(super) fn report_stranger(&mut self, at: Span) {
        let before = self.strangers.and_then(|place| self.reading.reported(place));
        if let Some(label) = before.and_then(|diagnostic| diagnostic.labels.first_mut()) {
            let between = self.text.get(label.span.end as usize..at.start as usize);
            if between.is_some_and(|text| text.trim_matches(BLANKS).is_empty()) {
                label.span = label.span.to(at);
                return;
            }
        }
        self.strangers = self.reading.report(unknown_line(at));
    }

    /// A line with a known key.
    pub(super) fn field(&mut self, field: Field<'a>, line: Slice<'a>) {
        let Some(known) = field.known else { return };
        let at = line.trim().span();
        if known == Key::VerdictFile {
            self.report(pointer_ignored(at));
            return;
        }
        if !self.begun {
            self.verdict.span.start = at.start;
        }
        self.begun = true;
        self.strangers = None;
        if field.styled {
            self.recover(KEY_STYLE, field.key.span());
        }
        self.keep_order(known, at);
        self.settle_pending();
        (self.open, self.list) = (Open::Nothing, None);
        match known {
            Key::Verdict => self.state(field, at),
            Key::Confidence => self.be_sure(field, at),
            Key::Blocker => self.find(FindingKind::Blocker, field, line),
            Key::Advisory => self.find(FindingKind::Advisory, field, line),
            Key::Evidence => self.cite(field, at, false),
            Key::EvidencePath => self.cite(field, at, true),
            Key::VerdictFile => {}
        }
    }

    fn keep_order(&mut self, known: Key, at: Span) {
        let rank = match known {
            Key::Verdict => 0,
            Key::Confidence => 1,
            Key::Blocker => 2,
            Key::Advisory => 3,
            Key::Evidence | Key::EvidencePath | Key::VerdictFile => 4,
        };
        let again = match known {
            Key::Verdict => self.said.is_some(),
            Key::Confidence => self.confidence.is_some(),
            _ => false,
        };
        if rank < self.rank && !again {
            self.recover(LINE_ORDER, at);
        }
        self.rank = self.rank.max(rank);
    }

    /// Holds the verdict to its own rules, and hands out what came of it.
    pub(super) fn finish(mut self, source: &Source) -> Decoded {
        self.settle_pending();
        let end = self.text.trim_end_matches(BLANKS).len();
        let start = self.verdict.span.start as usize;
        self.verdict.span = Span::new(start, end.max(start));
        self.settle_confidence();
        self.settle_outcome();
        self.settle_end(end);
        self.reading.finish(source, Format::VerdictFile, vec![self.verdict])
    }

    fn blockers(&self) -> impl Iterator<Item = &Finding> {
        self.verdict.findings.iter().filter(|finding| finding.kind == FindingKind::Blocker)
    }

    fn settle_confidence(&mut self) {
        if let Some((confidence, _)) = self.confidence
            && self.confidence_settled
        {
            self.verdict.confidence = confidence;
        }
    }

    /// What was stated, what the findings imply, and whether the two agree.
    fn settle_outcome(&mut self) {
        let blocker = self.blockers().next().map(|finding| finding.span);
        self.verdict.derived = blocker.map(|_| Outcome::Fail);
        let Some(said) = self.said else { return self.settle_without_statement() };
        let outcome =
            if said.fails_when_blocked && blocker.is_some() { Outcome::Fail } else { said.outcome };
        self.verdict.stated = Some(Stated { outcome, word: said.word });
        match (outcome, blocker) {
            (Outcome::Fail, None) => {
                self.verdict.contradictory = true;
                self.report(fail_without_blocker(said.line));
            }
            (Outcome::Fail, Some(_)) => {}
            (_, Some(blocker)) => {
                self.verdict.contradictory = true;
                self.report(blockers_on_nonfail(outcome, said.word, blocker));
            }
            (Outcome::Warn, None) if self.verdict.findings.is_empty() => {
                self.report(warn_without_advisory(said.line));
            }
            _ => {}
        }
        if self.confidence.is_none() {
            self.report(missing_confidence(said.line));
        }
        if outcome != Outcome::Fail && blocker.is_none() {
            self.settle_opinions(outcome, said.line);
            self.settle_claim();
        }
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
    fn settle_without_statement(&mut self) {
        self.reading.says_fail |=
            self.ear.mention.is_some_and(|(outcome, _)| outcome == Outcome::Fail);
        if self.reading.cause.is_some() {
            return;
        }
        let blocker = self.blockers().next().map(|finding| finding.span);
        if let Some(at) = self.verdict_in_evidence {
            self.refuse(Cause::Ambiguous, verdict_after_evidence(at));
        } else if let Some(at) = self.ear.elsewhere {
            self.refuse(Cause::Ambiguous, verdict_in_prose(at));
        } else if let Some(at) = blocker {
            self.verdict.contradictory = true;
            self.recover(DERIVED_VERDICT, at);
        } else if self.ear.claim.is_some() {
            self.settle_claim();
        } else if self.begun {
            self.refuse(Cause::Ambiguous, verdict_missing(self.verdict.span));
        } else {
            self.refuse(Cause::NoVerdict, crate::codec::no_verdict(self.verdict.span));
        }
    }

    /// A file that was cut off looks like one whose last line has no line end.
    fn settle_end(&mut self, end: usize) {
        if self.text.ends_with('\n') {
            return;
        }
        let last = self.text[..end].rfind('\n').map_or(0, |at| at + 1);
        let fails = self.blockers().next().is_some()
            || self.said.is_some_and(|said| said.outcome == Outcome::Fail);
        let line = Slice::new(&self.text[last..end], last);
        let stops = !fails && !self.inline_evidence && claims::stops_in_a_key(line);
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

/// `looks good` below `confidence: high`
fn unknown_line(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_line")
        .message("this is no line of a verdict file")
        .label(at, "not read")
        .help("begin it with `blocker:` or `advisory:`, or move it below `evidence:`")
}

/// `verdict-file: PATH` below line 1
fn pointer_ignored(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::pointer_ignored")
        .message("a pointer to another file is only one on line 1")
        .label(at, "not followed")
        .help("remove the line, or name the file with `evidence:`")
}

/// `verdict: fail` and nothing more
fn fail_without_blocker(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::fail_without_blocker")
        .message("verdict is `fail` but lists no blocker")
        .label(at, "nothing below explains this")
        .help("add a `blocker:` line, or say `warn`")
}

/// `verdict: pass` above `blocker: ...`
fn blockers_on_nonfail(outcome: Outcome, word: Span, blocker: Span) -> Diagnostic {
    Diagnostic::error("assize::read::blockers_on_nonfail")
        .message(format!("verdict is `{outcome}` but lists a blocker"))
        .label(word, "this does not stop the work")
        .label(blocker, "this does")
        .help("say `verdict: fail`, or make it an `advisory:` line")
}

/// `verdict: warn` and nothing more
fn warn_without_advisory(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::warn_without_advisory")
        .message("verdict is `warn` but lists no advisory")
        .label(at, "nothing below says what to look at")
        .help("add an `advisory:` line, or say `pass`")
}

/// `verdict: pass` and nothing more
fn missing_confidence(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::missing_confidence")
        .message("the verdict does not say how sure it is")
        .label(at, "no `confidence:` line follows")
        .help("add `confidence: high`, `confidence: med` or `confidence: low` on line 2")
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
fn verdict_missing(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::verdict_missing")
        .message("there is no `verdict:` line")
        .label(at, "says nothing about pass, fail or warn")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1")
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
