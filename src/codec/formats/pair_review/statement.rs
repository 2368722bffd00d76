//! Lines of a block that say how the review came out.

use super::block::{Block, Section};
use super::opinion;
use super::repairs::{RESULT_ALIAS, TOKEN_TAIL};
use super::signal::{self, Signal, Statement};
use super::words::{self, Said, Value};
use crate::codec::builder::Reading;
use crate::codec::claims;
use crate::codec::text::slice::{BLANKS, Slice};
use crate::ir::{Cause, Diagnostic, Outcome};
use crate::source::Span;

impl<'a> Block<'a> {
    /// Whether the line below `## Result` was its word.
    pub(super) fn below_title(
        &mut self,
        reading: &mut Reading<'a>,
        title: Slice<'a>,
        said: Slice<'a>,
    ) -> bool {
        let words = &reading.options.lexicon.words;
        if let Value::Said(word) = words::value(said, words)
            && word.tail.is_empty()
        {
            let line = title.span().to(said.span());
            reading.recover(RESULT_ALIAS, line);
            self.say(reading, word, line, false);
            return true;
        }
        self.unsaid(reading, title);
        false
    }

    /// `## Result`, and no word below it.
    pub(super) fn unsaid(&mut self, reading: &mut Reading<'a>, title: Slice<'a>) {
        self.trouble(reading, Cause::UnknownWord, empty_result(title.span()));
        opinion::hear(&mut self.ear, title, &reading.options.lexicon.words);
    }

    pub(super) fn flagged(&mut self, reading: &mut Reading<'a>, said: Slice<'a>) {
        let words = &reading.options.lexicon.words;
        for value in signal::flagged(said, words) {
            let Some(word) = signal::word_of(value, words) else { continue };
            reading.recover(RESULT_ALIAS, word.word.span());
            let Said { outcome, errs, word, .. } = word;
            self.flags.push(Signal { outcome, errs, word, line: word.span(), official: false });
        }
    }

    /// A line that says how the review came out.
    pub(super) fn state(
        &mut self,
        reading: &mut Reading<'a>,
        statement: Statement<'a>,
        slice: Slice<'a>,
    ) {
        self.turn_to(Section::Loose);
        let line = slice.trim();
        let (value, official) = match statement {
            Statement::Title => {
                self.title = Some(line);
                return;
            }
            Statement::Leading(word, tail) => {
                reading.recover(RESULT_ALIAS, word.span());
                if let Value::Said(said) = words::value(word, &reading.options.lexicon.words) {
                    self.say(reading, Said { tail, ..said }, line.span(), false);
                }
                return;
            }
            Statement::Official(value) => (value, true),
            Statement::Alias(value) => (value, false),
        };
        match words::value(value, &reading.options.lexicon.words) {
            Value::Said(said) => {
                let canonical = slice.text.strip_prefix("## Result: ");
                let rest = canonical.map(|rest| rest.trim_end_matches(BLANKS));
                let exact = rest == Some(value.text);
                if !official || !exact {
                    reading.recover(RESULT_ALIAS, line.span());
                }
                self.say(reading, said, line.span(), official);
            }
            Value::Template => self.trouble(reading, Cause::Template, template(value.span())),
            Value::Nothing => self.trouble(reading, Cause::UnknownWord, empty_result(line.span())),
            Value::Unknown => {
                reading.says_fail |= claims::alarms(value.text);
                self.trouble(reading, Cause::UnknownWord, unknown_word(value));
            }
        }
    }

    fn say(&mut self, reading: &mut Reading<'a>, said: Said<'a>, line: Span, official: bool) {
        for repair in said.repairs() {
            reading.recover(repair, said.word.span());
        }
        let mut outcome = said.outcome;
        if !said.tail.is_empty() {
            reading.recover(TOKEN_TAIL, said.tail.span());
            outcome = self.weigh_tail(reading, said);
        }
        reading.says_fail |= outcome == Outcome::Fail;
        let Said { errs, word, .. } = said;
        self.signals.push(Signal { outcome, errs, word, line, official });
        if official {
            self.behind = None;
        }
    }

    /// What follows a result can only make it worse.
    fn weigh_tail(&mut self, reading: &mut Reading<'a>, said: Said<'a>) -> Outcome {
        let Said { outcome, word, tail, .. } = said;
        if claims::stands_alone(tail.text) || outcome == Outcome::Fail {
            return outcome;
        }
        if claims::alarms(tail.text) {
            reading.says_fail = true;
            self.trouble(reading, Cause::Ambiguous, two_words(word.span(), tail.span()));
        } else if outcome == Outcome::Pass {
            reading.report(pass_with_tail(word.span(), tail.span()));
            if let Some(weight) = words::weigh("warn", &reading.options.lexicon.severities) {
                self.push(weight, tail, tail);
                self.open = None;
            }
            return Outcome::Warn;
        }
        outcome
    }
}

/// `## Result: PASS|WARN|FAIL|ERROR`
fn template(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::template")
        .message("the form was handed back without being filled in")
        .label(at, "one word belongs here")
        .help("write `PASS`, `WARN`, `FAIL` or `ERROR`")
}

/// `## Result:`, and nothing below
fn empty_result(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message("the result says nothing")
        .label(at, "a word is missing")
        .help("write `## Result: PASS`, `WARN`, `FAIL` or `ERROR`")
}

/// `## Result: APPROVED`
fn unknown_word(value: Slice<'_>) -> Diagnostic {
    let shown: String = value.text.chars().take(40).collect();
    let dots = if shown.len() < value.text.len() { "…" } else { "" };
    let diagnostic = Diagnostic::error("assize::read::unknown_word")
        .message(format!("`{shown}{dots}` is no result"))
        .label(value.span(), "not one of `PASS`, `WARN`, `FAIL`, `ERROR`");
    match (crate::codec::odd_character(value.text), words::nearest(value.text)) {
        (Some(odd), _) => {
            diagnostic.help(format!("write the word in plain letters, without {odd}"))
        }
        (None, Some(near)) => diagnostic.help(format!("did you mean `{near}`?")),
        (None, None) => {
            diagnostic.help("write one of the four words, and nothing else on the line")
        }
    }
}

/// `## Result: PASS (but do not merge)`
fn two_words(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_words")
        .message("the result says two things at once")
        .label(word, "this does not stop the work")
        .label(tail, "this speaks of stopping it")
        .help("write one word after `## Result:`")
}

/// `## Result: PASS (1 nit)`
fn pass_with_tail(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::pass_with_tail")
        .message("a pass with something behind it counts as `warn`")
        .label(word, "read as `warn`")
        .label(tail, "read as a finding")
        .help("write `## Result: PASS` alone, and the rest as `- warn:` items")
}
