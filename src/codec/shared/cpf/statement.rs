//! `VERDICT:` lines.

use super::builder::{At, Last, VerdictBuilder};
use super::grammar::{self, Rule};
use super::header::Header;
use super::mistakes;
use super::repairs::{BOLD_TOKEN, LETTER_CASE, LINE_ORDER, TOKEN_TAIL};
use super::tables::WORDS;
use crate::codec::lexicon::{is_condition, takes_back};
use crate::codec::repairs::Repair;
use crate::codec::text::slice::Slice;
use crate::codec::text::word::begins_with;
use crate::ir::{Cause, Outcome, Stated};
use crate::source::Span;

/// What a `VERDICT:` line said.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedWord {
    pub(super) outcome: Outcome,
    pub(super) word: Span,
    /// `VERDICT:ERROR`: the reviewer could not do its job.
    pub(super) errored: bool,
    /// `SPEC-UPDATE-NEEDED`
    pub(super) update: bool,
    /// `NO-GO`, and a word that is worse further down.
    pub(super) line: Span,
}

/// What stands behind `VERDICT:`.
enum Value<'a> {
    Word { outcome: Outcome, word: Slice<'a>, tail: Slice<'a>, repairs: [Option<Repair>; 2] },
    Errored(Slice<'a>),
    Template,
    Unknown,
}

impl<'a> VerdictBuilder<'a> {
    /// A `VERDICT:` line.
    pub(super) fn state(&mut self, header: &Header<'a>, line: Slice<'a>) {
        let at = line.trim().span();
        let value = self.value(header.value);
        // It may go on: `GO (partial coverage)`.
        self.last = Last::Key;
        if let Some(first) = self.verdict_line {
            return self.state_again(&value, at, first);
        }
        self.verdict_line = Some(at);
        let quoted = matches!(self.at, At::Below(key) if key.rule == Rule::NOTES);
        if at.start > self.verdict.span.start {
            self.recover(LINE_ORDER, at);
        }
        let (outcome, word, tail, repairs) = match value {
            Value::Word { outcome, word, tail, repairs } => (outcome, word, tail, repairs),
            Value::Errored(word) => return self.stand(Outcome::Hold, word, true, at),
            Value::Template => {
                return self.refuse(Cause::Template, mistakes::template(header.value.span()));
            }
            Value::Unknown => {
                self.reading.says_fail |= self.says_fail(header.value);
                let told = mistakes::unknown_word(header.value, at, self.dialect);
                return self.refuse(Cause::UnknownWord, told);
            }
        };
        for repair in repairs.into_iter().flatten() {
            self.recover(repair, word.span());
        }
        if outcome == Outcome::Fail {
            self.last = Last::Whole;
        } else if header.like_code || quoted {
            self.refuse(Cause::Ambiguous, mistakes::quoted_verdict(at));
        }
        if let (Some(preface), false) = (self.preface, outcome == Outcome::Fail) {
            self.refuse(Cause::Ambiguous, mistakes::prose_before_verdict(at, preface));
        }
        let outcome = self.read_tail(outcome, word, tail);
        self.stand(outcome, word, false, at);
    }

    fn stand(&mut self, outcome: Outcome, word: Slice<'a>, errored: bool, line: Span) {
        let update = begins_with(word.text, "SPEC-UPDATE-NEEDED");
        let word = word.span();
        if update {
            self.keep_word_to_its_writer(word);
        }
        self.stated = Some(StatedWord { outcome, word, errored, update, line });
        self.verdict.stated = Some(Stated { outcome, word });
    }

    /// A `GO` with something behind it is at best `CONDITIONAL`.
    fn read_tail(&mut self, outcome: Outcome, word: Slice<'a>, tail: Slice<'a>) -> Outcome {
        if tail.is_empty() {
            return outcome;
        }
        let lexicon = &self.reading.options.lexicon;
        let partial = grammar::ask(Rule::partial, tail).and_then(|tail| tail.find(Rule::coverage));
        if let Some(partial) = partial {
            self.tag(partial);
        } else if outcome != Outcome::Fail && takes_back(tail, lexicon) {
            self.reading.says_fail = true;
            self.refuse(Cause::Ambiguous, mistakes::two_words(word.span(), tail.span()));
        } else if outcome == Outcome::Pass && is_condition(tail.text) {
            self.refuse(Cause::Ambiguous, mistakes::conditional_pass(word.span(), tail.span()));
        } else {
            self.recover(TOKEN_TAIL, tail.span());
            self.verdict.notes.push(tail.span());
            if outcome == Outcome::Pass {
                self.report(mistakes::go_with_tail(word.span(), tail.span()));
            }
        }
        outcome.max(Outcome::Warn)
    }

    /// Only an auditor of implementations asks for another specification.
    fn keep_word_to_its_writer(&mut self, word: Span) {
        let kind = self.reading.options.kind;
        if self.dialect == super::Dialect::Inspector {
            self.report(mistakes::word_of_auditor(word));
        } else if let Some(kind) = kind.filter(|kind| *kind != crate::ir::Kind::Impl) {
            self.report(mistakes::word_of_another_kind(word, kind));
        }
    }

    /// One more `VERDICT:` line: the first stands, and nothing below makes it better.
    fn state_again(&mut self, value: &Value<'a>, at: Span, first: Span) {
        match *value {
            Value::Word { outcome, .. } => {
                self.reading.says_fail |= outcome == Outcome::Fail;
                if self.stated.is_some_and(|said| outcome > said.outcome) {
                    return self.worse_again(outcome, at, first);
                }
            }
            Value::Errored(_) => return self.worse_again(Outcome::Hold, at, first),
            Value::Template => {}
            // Whatever it says is looked at as a note.
            Value::Unknown => self.verdict.notes.push(at),
        }
        self.report(mistakes::repeated_key(at, first, "VERDICT"));
    }

    fn worse_again(&mut self, outcome: Outcome, at: Span, first: Span) {
        self.verdict.contradictory = true;
        if outcome == Outcome::Fail {
            self.limit(Outcome::Fail);
            self.report(mistakes::worse_verdict(at, first));
        } else {
            self.refuse(Cause::Ambiguous, mistakes::another_verdict(at, first));
        }
    }

    /// Whether a `VERDICT:` line states something.
    pub(super) fn is_word(&self, header: &Header<'a>) -> bool {
        !matches!(self.value(header.value), Value::Unknown)
    }

    fn value(&self, value: Slice<'a>) -> Value<'a> {
        let stated = grammar::ask(Rule::stated, value).and_then(|value| value.parts().next());
        let Some(stated) = stated else { return Value::Unknown };
        let none = value.after(value.text.len());
        let marked = stated.rule == Rule::bold_token;
        let (said, behind) = match stated.rule {
            Rule::template => return Value::Template,
            Rule::bold_token => (stated.find(Rule::marked), stated.find(Rule::behind)),
            _ => (Some(value), None),
        };
        let (said, behind) = (said.unwrap_or(value), behind.unwrap_or(none));
        let options = self.reading.options;
        let (word, outcome) = match grammar::ask(Rule::token, said) {
            Some(token) if token.rule == Rule::errored => return Value::Errored(token.text),
            Some(token) => {
                let own = WORDS.iter().find(|(own, _)| token.text.text.eq_ignore_ascii_case(own));
                own.copied().unwrap_or(("", Outcome::Fail))
            }
            None => {
                let host = options.lexicon.words.iter();
                let known = host.filter(|(known, _)| begins_with(said.text, known));
                match known.max_by_key(|(known, _)| known.len()) {
                    Some((known, outcome)) => (known.as_str(), *outcome),
                    None => return Value::Unknown,
                }
            }
        };
        let (spelt, (word, tail)) = (word, said.split_at(word.len()));
        let tail = match (tail.is_empty(), behind.trim().is_empty()) {
            (_, true) => tail,
            (true, false) => behind,
            (false, false) => return Value::Unknown,
        };
        if !tail.is_empty() && !grammar::begins(Rule::token_tail, tail) {
            return Value::Unknown;
        }
        let case = (word.text != spelt).then_some(LETTER_CASE);
        let marks = marked.then_some(BOLD_TOKEN);
        Value::Word { outcome, word, tail: tail.trim(), repairs: [marks, case] }
    }
}
