//! `verdict:` and `confidence:` lines.

use super::Opinion;
use crate::codec::claims;
use crate::codec::repairs::{CONTINUED_LINE, REPEATED_LINE, TOKEN_TAIL};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::words::{self, Meaning};
use crate::ir::{Cause, Diagnostic, Finding, FindingKind, Outcome};
use crate::source::Span;

/// What a `verdict:` line said.
#[derive(Clone, Copy)]
pub(in crate::codec) struct Said {
    pub(in crate::codec) outcome: Outcome,
    pub(in crate::codec) fails_when_blocked: bool,
    pub(in crate::codec) word: Span,
    pub(in crate::codec) line: Span,
}

/// What may stand behind a verdict: ` (2 blockers)`, ` - see below`.
pub(in crate::codec) const TAILS: [&str; 4] = [" (", " - ", " – ", " — "];

impl<'a> Opinion<'a> {
    /// Reads what stands behind `verdict:`. None when that is no verdict, which is told.
    pub(in crate::codec) fn hear_word(&mut self, value: Slice<'a>, line: Span) -> Option<Said> {
        let (word, tail, dress) = words::undress(value);
        if is_template(value.text) {
            self.refuse(Cause::Template, template(value.span()));
            return None;
        }
        let known = words::leading_word(word.text, &self.reading.options.lexicon.words);
        let Some((meaning, word, tail)) = known.and_then(|known| whole(known, word, tail)) else {
            self.reading.says_fail |= words::says_fail(value.text);
            let nearest = words::nearest_word(word.text, &self.reading.options.lexicon.words);
            self.refuse(Cause::UnknownWord, unknown_word(value, line, nearest));
            return None;
        };
        for repair in dress.into_iter().chain(meaning.repair) {
            self.recover(repair, word.span());
        }
        let Meaning { mut outcome, fails_when_blocked, .. } = meaning;
        if !tail.is_empty() {
            self.recover(TOKEN_TAIL, tail.span());
            outcome = self.weigh_tail(outcome, word.span(), tail);
        }
        Some(Said { outcome, fails_when_blocked, word: word.span(), line })
    }

    /// Words that follow a verdict can only make it worse.
    pub(in crate::codec) fn weigh_tail(
        &mut self,
        outcome: Outcome,
        word: Span,
        tail: Slice<'a>,
    ) -> Outcome {
        if outcome != Outcome::Fail && claims::alarms(tail.text) {
            self.reading.says_fail = true;
            self.refuse(Cause::Ambiguous, two_words(word, tail.span()));
        }
        if outcome == Outcome::Pass {
            self.report(pass_with_tail(word, tail.span()));
            let (location, text) = location::split(tail);
            let advisory = Finding::new(FindingKind::Advisory, text.span());
            self.verdict.findings.push(Finding { location, span: tail.span(), ..advisory });
            return Outcome::Warn;
        }
        outcome
    }

    /// An indented line below a `verdict:` line belongs to it, as it does in YAML.
    pub(in crate::codec) fn continue_verdict(&mut self, line: Slice<'a>) {
        let tail = line.trim();
        self.recover(CONTINUED_LINE, tail.span());
        let Some(said) = self.said else {
            self.reading.says_fail |= words::says_fail(tail.text);
            return;
        };
        let outcome = self.weigh_tail(said.outcome, said.word, tail);
        self.said = Some(Said { outcome, ..said });
    }

    /// Another `verdict:` line changes nothing for the better.
    pub(in crate::codec) fn say(&mut self, now: Said) {
        let Some(before) = self.said else {
            self.said = Some(now);
            return;
        };
        if now.outcome == before.outcome {
            self.recover(REPEATED_LINE, now.line);
            self.report(repeated_verdict(before.line, now.line));
            return;
        }
        let failing = [before, now].into_iter().find(|said| said.outcome == Outcome::Fail);
        let diagnostic = conflicting_verdicts(before.line, now.line, failing.is_some());
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
    pub(in crate::codec) fn be_sure(&mut self, value: Slice<'a>, line: Span) {
        let (word, tail, dress) = words::undress(value);
        let known = words::confidence(word.text).filter(|_| tail.is_empty());
        let confidence = known.map(|(confidence, repair)| {
            for repair in dress.into_iter().chain(repair) {
                self.recover(repair, word.span());
            }
            confidence
        });
        if confidence.is_none() {
            let at = if value.is_empty() { line } else { value.span() };
            self.report(unknown_confidence(at));
        }
        match self.confidence {
            None => self.confidence = Some((confidence, line)),
            Some((before, _)) if before == confidence => self.recover(REPEATED_LINE, line),
            Some((_, first)) => {
                self.confidence_settled = false;
                self.report(conflicting_confidence(first, line));
            }
        }
    }
}

/// The word and its tail, when nothing else is there.
fn whole<'a>(
    known: Meaning,
    word: Slice<'a>,
    behind: Slice<'a>,
) -> Option<(Meaning, Slice<'a>, Slice<'a>)> {
    let (word, rest) = word.split_at(known.len);
    let tail = if behind.is_empty() { rest } else { behind };
    let alone = rest.is_empty() || behind.is_empty();
    let fits = tail.is_empty() || TAILS.iter().any(|start| tail.text.starts_with(start));
    (alone && fits).then(|| (known, word, tail.trim()))
}

/// `pass | fail | warn`, `<pass|fail>`, `pass / fail`, `<verdict>`
pub(in crate::codec) fn is_template(value: &str) -> bool {
    let enclosed = value.starts_with('<') && value.ends_with('>');
    let choice = value.contains(['|', '/']) || value.contains(" or ");
    enclosed || (choice && value.split(['|', '/']).flat_map(|part| part.split(" or ")).all(is_word))
}

fn is_word(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    text.is_empty()
        || words::leading_word(text, &words::Extra::new()).is_some_and(|w| w.len == text.len())
}

/// `verdict: pass | fail | warn`
pub(in crate::codec) fn template(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::template")
        .message("the form was handed back without being filled in")
        .label(at, "one word belongs here")
        .help("write `pass`, `fail` or `warn`")
}

/// `verdict: approved`
pub(in crate::codec) fn unknown_word(
    value: Slice<'_>,
    line: Span,
    nearest: Option<&str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::unknown_word");
    if value.is_empty() {
        return diagnostic
            .message("the `verdict:` line says nothing")
            .label(line, "a word is missing")
            .help("write `verdict: pass`, `verdict: fail` or `verdict: warn`");
    }
    let shown: String = value.text.chars().take(40).collect();
    let dots = if shown.len() < value.text.len() { "…" } else { "" };
    let diagnostic = diagnostic
        .message(format!("`{shown}{dots}` is no verdict"))
        .label(value.span(), "not one of `pass`, `fail`, `warn`");
    match (crate::codec::odd_character(value.text), nearest) {
        (Some(odd), _) => {
            diagnostic.help(format!("write the word in plain letters, without {odd}"))
        }
        (None, Some(near)) => diagnostic.help(format!("did you mean `{near}`?")),
        (None, None) => {
            diagnostic.help("write `pass`, `fail` or `warn`, and nothing else on the line")
        }
    }
}

/// `verdict: pass (but the build fails: STOP)`
pub(in crate::codec) fn two_words(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_words")
        .message("the verdict says two things at once")
        .label(word, "this does not stop the work")
        .label(tail, "this speaks of stopping it")
        .help("write one word after `verdict:`")
}

/// `verdict: pass (with caveats)`
fn pass_with_tail(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::pass_with_tail")
        .message("a pass with something behind it counts as `warn`")
        .label(word, "read as `warn`")
        .label(tail, "read as an advisory")
        .help("write `verdict: pass` alone, and the rest as `advisory:` lines")
}

/// `verdict: pass` twice
fn repeated_verdict(first: Span, again: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::repeated_verdict")
        .message("the verdict is stated twice")
        .label(again, "says the same again")
        .label(first, "first stated here")
        .help("leave one `verdict:` line, on line 1")
}

/// `verdict: pass` above `verdict: fail`
fn conflicting_verdicts(first: Span, again: Span, fail_stands: bool) -> Diagnostic {
    Diagnostic::error("assize::read::conflicting_verdicts")
        .message("two `verdict:` lines do not agree")
        .label(again, "says something else")
        .label(first, "first stated here")
        .help(match fail_stands {
            true => "the `fail` stands; leave one `verdict:` line, on line 1",
            false => "leave one `verdict:` line, on line 1",
        })
}

/// `confidence: 90%`
fn unknown_confidence(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_confidence")
        .message("this is no confidence")
        .label(at, "not one of `high`, `med`, `low`")
        .help("write `high`, `med` or `low`; until then the verdict counts as unsure")
}

/// `confidence: high` above `confidence: low`
fn conflicting_confidence(first: Span, again: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::conflicting_confidence")
        .message("two `confidence:` lines do not agree")
        .label(again, "says something else")
        .label(first, "first stated here")
        .help("leave one `confidence:` line; until then the verdict counts as unsure")
}
