//! Lines of a block that say how the review came out.

use super::Section;
use super::block::Block;
use super::signal::{Signal, Statement};
use crate::codec::builder::DecodeLog;
use crate::codec::lexicon;
use crate::codec::mistakes::{meant_or, mistake_rows, shown};
use crate::codec::shared::pair::mistakes::{
    condition, empty_result, pass_with_tail, template, two_words,
};
use crate::codec::shared::pair::{self as words, StatedWord, Value};
use crate::codec::shared::pair::{RESULT_ALIAS, TOKEN_TAIL};
use crate::codec::statements::{gives_reason, read_value};
use crate::codec::text::slice::{BLANKS, Slice};
use crate::ir::{Cause, Diagnostic, Outcome};
use crate::source::Span;

/// A heading that is the name of a result, until the line below it is known.
#[derive(Clone, Copy)]
pub(super) struct Title<'a> {
    pub(super) level: Slice<'a>,
    pub(super) line: Slice<'a>,
    /// `## Result:`
    pub(super) official: bool,
}

impl<'a> Block<'a> {
    /// Whether the line below `## Result` is its word.
    pub(super) fn below_title(
        &mut self,
        reading: &mut DecodeLog<'a>,
        title: Title<'a>,
        said: Slice<'a>,
    ) -> bool {
        if let Value::Stated(word) = words::value(said, reading.options)
            && word.tail.is_empty()
        {
            self.turn_to(Section::Loose);
            let line = title.line.trim().span().to(said.span());
            reading.recover(RESULT_ALIAS, line);
            self.say(reading, word, line, false);
            return true;
        }
        self.close_title(reading, title);
        false
    }

    /// A title and no word below it: a heading like any other, unless it is the format's own line.
    pub(super) fn close_title(&mut self, reading: &mut DecodeLog<'a>, title: Title<'a>) {
        if title.official {
            self.turn_to(Section::Loose);
            let at = title.line.trim().span();
            self.refuse(reading, Cause::UnknownWord, empty_result(at));
        } else {
            self.other_heading(title.level, title.line);
        }
    }

    /// Whether a line says how the review came out. One that is written in another way than the
    /// format's own, with a word that the format does not have, is text like any other.
    pub(super) fn state(
        &mut self,
        reading: &mut DecodeLog<'a>,
        statement: Statement<'a>,
        slice: Slice<'a>,
    ) -> bool {
        let line = slice.trim();
        let (value, official) = match statement {
            // The caller waits for the line below.
            Statement::Title(_) => return false,
            Statement::Leading(word, tail) => {
                let Value::Stated(said) = words::value(word, reading.options) else { return false };
                self.turn_to(Section::Loose);
                reading.recover(RESULT_ALIAS, word.span());
                self.say(reading, StatedWord { tail, ..said }, line.span(), false);
                return true;
            }
            Statement::Official(value) => (value, true),
            Statement::Alias(value) => (value, false),
        };
        let unread = match words::value(value, reading.options) {
            Value::Stated(said) => {
                self.turn_to(Section::Loose);
                let canonical = slice.text.strip_prefix("## Result: ");
                let rest = canonical.map(|rest| rest.trim_end_matches(BLANKS));
                if !official || rest != Some(value.text) {
                    reading.recover(RESULT_ALIAS, line.span());
                }
                self.say(reading, said, line.span(), official);
                return true;
            }
            Value::Template => (Cause::Template, template(value.span())),
            Value::Nothing => (Cause::UnknownWord, empty_result(line.span())),
            Value::Unknown => (Cause::UnknownWord, unknown_word(value)),
        };
        // `Verdict: FАIL`, with a letter of another alphabet, was meant as a word of the format.
        let meant = !value.text.is_ascii() && words::is_look_alike(value.text);
        if !official && !meant {
            self.unread_alias.get_or_insert(unread);
            return false;
        }
        self.turn_to(Section::Loose);
        reading.says_fail |= words::stops(value.text, reading.options);
        self.refuse(reading, unread.0, unread.1);
        true
    }

    fn say(
        &mut self,
        reading: &mut DecodeLog<'a>,
        said: StatedWord<'a>,
        line: Span,
        official: bool,
    ) {
        for repair in said.repairs() {
            reading.recover(repair, said.word.span());
        }
        if !said.tail.is_empty() {
            reading.recover(TOKEN_TAIL, said.tail.span());
        }
        reading.says_fail |= said.outcome == Outcome::Fail;
        let StatedWord { outcome, errs, word, tail, .. } = said;
        self.signals.push(Signal { outcome, errs, word, tail, line, official });
        if official {
            self.behind = None;
        }
    }

    /// The outcome of a result with what follows it, which can only make it worse.
    pub(super) fn read_tail(&mut self, reading: &mut DecodeLog<'a>, signal: Signal<'a>) -> Outcome {
        let Signal { outcome, word, .. } = signal;
        let tail = bare_tail(signal.tail);
        let said = read_value(signal.tail.text, &reading.words);
        // `PASS (blocker: the token is logged)` is a finding.
        let stops = said.outcome == Some(Outcome::Fail) && !said.finds;
        if stops && outcome != Outcome::Fail {
            reading.says_fail = true;
            self.refuse(reading, Cause::Ambiguous, two_words(word.span(), signal.tail.span()));
            return outcome;
        }
        if !tail.text.contains(char::is_alphanumeric) {
            return outcome;
        }
        let grade = match outcome {
            Outcome::Pass if lexicon::is_condition(tail.text) => {
                self.refuse(reading, Cause::Ambiguous, condition(word.span(), tail.span()));
                return outcome;
            }
            Outcome::Pass => {
                reading.report(pass_with_tail(word.span(), tail.span()));
                "warn"
            }
            Outcome::Warn if gives_reason(tail.text, &reading.words) => "warn",
            Outcome::Fail if gives_reason(tail.text, &reading.words) => "fail",
            _ => {
                self.note(tail.span());
                return outcome;
            }
        };
        if let Some(rating) = words::rate(grade, reading.options) {
            self.add_finding(rating, tail, tail);
        }
        outcome.max(Outcome::Warn)
    }
}

/// What follows a result, without the marks that set it off: `(1 nit)`, `– so it goes`.
pub(super) fn bare_tail(tail: Slice<'_>) -> Slice<'_> {
    let open = ['(', '-', '–', '—', ':', ',', ';', '.', ' ', '\t'];
    let bare = tail.trim_start_of(&open);
    let bracket = tail.text[..bare.start - tail.start].contains('(') && !bare.text.contains('(');
    if bracket { bare.trim_end_of(&[')', '.', ' ']) } else { bare }.trim()
}

mistake_rows! {
    /// `## Result: APPROVED`
    error "assize::read::unknown_word" unknown_word(value: Slice<'_>)
        [shown = shown(value.text), help = meant_or(words::nearest(value.text), "write one of the four words, and nothing else on the line")]
        "`{shown}` is not a result", value "not one of `PASS`, `WARN`, `FAIL`, `ERROR`", "{help}",
        odd in value.text => "write the word in plain letters, without {odd}";
}
