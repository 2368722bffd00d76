//! `verdict:` and `confidence:` lines.

use super::words::{self, Tail, is_template, read_tail, says_fail, strip_markup};
use super::{VerdictBuilder, Wording};
use crate::codec::builder::DecodeLog;
use crate::codec::mistakes::{meant_or, mistake_rows, shown};
use crate::codec::repairs::{CONTINUED_LINE, REPEATED_LINE, TOKEN_TAIL};
use crate::codec::statements::gives_reason;
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::words::Words;
use crate::ir::{Cause, Diagnostic, Finding, FindingKind, Outcome};
use crate::source::Span;

/// What a `verdict:` line said.
#[derive(Clone, Copy)]
pub(in crate::codec) struct StatedWord {
    pub(in crate::codec) outcome: Outcome,
    pub(in crate::codec) fails_when_blocked: bool,
    pub(in crate::codec) word: Span,
    pub(in crate::codec) line: Span,
}

impl<'a> VerdictBuilder<'a> {
    /// Reads what stands behind `verdict:`. None when that is not a verdict, which is reported.
    pub(in crate::codec) fn read_word(
        &mut self,
        value: Slice<'a>,
        line: Span,
    ) -> Option<StatedWord> {
        if is_template(value.text) {
            self.refuse(Cause::Template, template(value.span()));
            return None;
        }
        let options = self.reading.options;
        let Some(read) = words::read_word(value, options) else {
            self.reading.says_fail |= says_fail(value, &self.reading);
            let nearest = words::nearest_word(strip_markup(value).0.text, options);
            self.refuse(Cause::UnknownWord, unknown_word(value, line, nearest));
            return None;
        };
        let word = read.word.span();
        for repair in read.markup.into_iter().chain(read.meaning.repair) {
            self.recover(repair, word);
        }
        let words::Meaning { mut outcome, fails_when_blocked, .. } = read.meaning;
        if !read.tail.is_empty() {
            self.recover(TOKEN_TAIL, read.tail.span());
            outcome = self.check_tail(outcome, word, read.tail);
        }
        Some(StatedWord { outcome, fails_when_blocked, word, line })
    }

    /// Words that follow a verdict can only make it worse.
    pub(in crate::codec) fn check_tail(
        &mut self,
        outcome: Outcome,
        word: Span,
        tail: Slice<'a>,
    ) -> Outcome {
        let refused = refuse_tail(&mut self.reading, outcome, word, tail);
        if outcome == Outcome::Pass {
            if !refused {
                self.report(pass_with_tail(word, tail.span()));
            }
            let (location, text) = location::split(tail);
            let advisory = Finding::new(FindingKind::Advisory, text.span());
            self.verdict.findings.push(Finding { location, span: tail.span(), ..advisory });
            return Outcome::Warn;
        }
        let bare = tail.inside("(", ")").unwrap_or(tail);
        match reason(outcome, bare, &self.reading.words) {
            Some(finding) => self.verdict.findings.push(finding),
            None => self.verdict.notes.push(bare.span()),
        }
        outcome
    }

    /// An indented line below a `verdict:` line belongs to it, as it does in YAML.
    pub(in crate::codec) fn continue_verdict(&mut self, line: Slice<'a>) {
        let tail = line.trim();
        self.recover(CONTINUED_LINE, tail.span());
        let Some(said) = self.said else {
            self.reading.says_fail |= says_fail(tail, &self.reading);
            return;
        };
        let outcome = self.check_tail(said.outcome, said.word, tail);
        self.said = Some(StatedWord { outcome, ..said });
    }

    /// Another `verdict:` line changes nothing for the better.
    pub(in crate::codec) fn state(&mut self, now: StatedWord) {
        let Some(before) = self.said else {
            self.said = Some(now);
            return;
        };
        if now.outcome == before.outcome {
            self.recover(REPEATED_LINE, now.line);
            self.report(repeated_verdict(before.line, now.line, self.wording));
            return;
        }
        let failing = [before, now].into_iter().find(|said| said.outcome == Outcome::Fail);
        let diagnostic =
            conflicting_verdicts(before.line, now.line, failing.is_some(), self.wording);
        match failing {
            Some(failing) => {
                self.said = Some(failing);
                self.verdict.contradictory = true;
                self.report(diagnostic);
            }
            None => self.refuse(Cause::Ambiguous, diagnostic),
        }
    }

    /// A `confidence:` line.
    pub(in crate::codec) fn read_confidence(&mut self, value: Slice<'a>, line: Span) {
        let confidence = match words::read_confidence(value, self.reading.options) {
            Some((confidence, repairs, word)) => {
                repairs.for_each(|repair| self.recover(repair, word));
                Some(confidence)
            }
            None => {
                let at = if value.is_empty() { line } else { value.span() };
                self.report(unknown_confidence(at));
                // `confidence: high • Verdict: FAIL`
                if value.text.contains([' ', ',', ';']) {
                    self.reading.unclaimed(value.span());
                }
                None
            }
        };
        match self.confidence {
            None => self.confidence = Some((confidence, line)),
            Some((before, first)) if before == confidence => {
                self.recover(REPEATED_LINE, line);
                self.report(repeated_key("confidence", first, line));
            }
            Some((_, first)) => {
                self.confidences_agree = false;
                self.report(conflicting_confidence(first, line));
            }
        }
    }
}

/// What stands behind a word that is no pass, as a finding where it gives a reason (R5):
/// `fail (the token is logged)`.
pub(in crate::codec) fn reason(
    outcome: Outcome,
    tail: Slice<'_>,
    words: &Words,
) -> Option<Finding> {
    let kind = match outcome {
        Outcome::Fail => FindingKind::Blocker,
        _ => FindingKind::Advisory,
    };
    let tail = tail.trim_start_of(&['-', '–', '—', ':', ',', ' ']);
    let (location, text) = location::split(tail);
    let finding = Finding { location, span: tail.span(), ..Finding::new(kind, text.span()) };
    gives_reason(tail.text, words).then_some(finding)
}

/// Whether what follows a word makes it doubtful, which is refused.
pub(in crate::codec) fn refuse_tail(
    reading: &mut DecodeLog<'_>,
    outcome: Outcome,
    word: Span,
    tail: Slice<'_>,
) -> bool {
    let mistake = match read_tail(tail, reading) {
        Tail::Stops if outcome != Outcome::Fail => {
            reading.says_fail = true;
            two_words(word, tail.span())
        }
        Tail::Condition if outcome == Outcome::Pass => conditional_pass(word, tail.span()),
        _ => return false,
    };
    reading.refuse(Cause::Ambiguous, mistake);
    true
}

/// `verdict: approved`, and nothing behind the colon.
pub(in crate::codec) fn unknown_word(
    value: Slice<'_>,
    line: Span,
    nearest: Option<&str>,
) -> Diagnostic {
    if value.is_empty() { empty_word(line) } else { strange_word(value, nearest) }
}

mistake_rows! {
    /// `confidence: high` twice, `blockers:` twice
    pub(in crate::codec) warning "assize::read::repeated_key" repeated_key(key: &str, first: Span, again: Span)
        "the key `{key}` is written twice", again "again", first "first written here", "write each key once";
    /// `verdict: pass (but the build fails: STOP)`
    pub(in crate::codec) error "assize::read::two_words" two_words(word: Span, tail: Span)
        "the verdict says two things at once", word "this does not stop the work", tail "this suggests that it stops", "write one word after `verdict:`";
    /// `verdict: pass | fail | warn`
    pub(in crate::codec) error "assize::read::template" template(at: Span)
        "the form was handed back without being filled in", at "one word belongs here", "write `pass`, `fail` or `warn`";
    /// `verdict: pass (with caveats)`
    warning "assize::read::pass_with_tail" pass_with_tail(word: Span, tail: Span)
        "a pass with something after it counts as `warn`",
        word "read as `warn`", tail "read as an advisory", "write `verdict: pass` alone, and the rest as `advisory:` lines";
    /// `verdict: pass (if the tests pass)`
    pub(in crate::codec) error "assize::read::conditional_pass" conditional_pass(word: Span, tail: Span)
        "a pass with a condition or an exception is not a verdict",
        word "does this stop the work?", tail "the work may go on only if this comes true", "say `warn` with an advisory if it may go on anyway, else `fail` with a blocker";
    /// `confidence: 90%`
    warning "assize::read::unknown_confidence" unknown_confidence(at: Span)
        "the confidence is not a known word", at "not one of `high`, `med`, `low`", "write `high`, `med` or `low`; until then the verdict counts as unsure";
    /// `confidence: high` above `confidence: low`
    warning "assize::read::conflicting_confidence" conflicting_confidence(first: Span, again: Span)
        "two `confidence:` lines do not agree",
        again "says something else", first "first stated here", "leave one `confidence:` line; until then the verdict counts as unsure";
    /// `verdict:` and nothing more
    error "assize::read::unknown_word" empty_word(line: Span)
        "the verdict is empty", line "a word is missing", "write `pass`, `fail` or `warn`";
    /// `verdict: approved`
    error "assize::read::unknown_word" strange_word(value: Slice<'_>, nearest: Option<&str>)
        [shown = shown(value.text), help = meant_or(nearest, "write `pass`, `fail` or `warn`, and nothing else")]
        "`{shown}` is not a verdict", value "not one of `pass`, `fail`, `warn`", "{help}",
        odd in value.text => "write the word in plain letters, without {odd}";
    /// `verdict: pass` twice
    warning "assize::read::repeated_verdict" repeated_verdict(first: Span, again: Span, wording: &Wording)
        [Wording { keep_one, .. } = wording]
        "the verdict is stated twice", again "says the same again", first "first stated here", "{keep_one}";
    /// `verdict: pass` above `verdict: fail`
    error "assize::read::conflicting_verdicts" conflicting_verdicts(first: Span, again: Span, fail_stands: bool, wording: &Wording)
        [Wording { keep_one, .. } = wording, stands = if fail_stands { "the `fail` stands; " } else { "" }]
        "the verdict is stated twice, and the two do not agree",
        again "says something else", first "first stated here", "{stands}{keep_one}";
}
