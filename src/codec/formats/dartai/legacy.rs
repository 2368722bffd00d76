//! What older reports still ask for; goes when they hear nothing themselves any more.

use super::VerdictBuilder;
use crate::codec::member::{self, Told};
use crate::codec::text::fields::{self, Key};
use crate::codec::text::slice::{BLANKS, Slice};
use crate::codec::tree::yaml::{At, Kind, Text};
use crate::codec::{claims, ear, words};
use crate::ir::{Cause, Diagnostic, Outcome};
use crate::source::Span;

pub(in crate::codec) use super::VerdictBuilder as Opinion;
pub(in crate::codec) use super::statement::StatedWord as Said;

impl<'a> VerdictBuilder<'a> {
    pub(in crate::codec) fn weigh_tail(
        &mut self,
        outcome: Outcome,
        word: Span,
        tail: Slice<'a>,
    ) -> Outcome {
        self.check_tail(outcome, word, tail)
    }

    pub(in crate::codec) fn say(&mut self, now: Said) {
        self.state(now);
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
        if let Some(at) = self.ear.elsewhere {
            self.refuse(Cause::Ambiguous, verdict_in_prose(at));
        } else if self.ear.claim.is_some() && self.blockers().next().is_none() {
            self.settle_claim();
        } else {
            self.check_without_statement(begun, in_evidence);
        }
    }

    pub(in crate::codec) fn settle_end(&mut self, text: &str, _: bool) {
        if text.ends_with('\n') || self.verdict.confidence.is_some() {
            return;
        }
        let end = text.trim_end_matches(BLANKS).len();
        let last = text[..end].rfind('\n').map_or(0, |at| at + 1);
        if matches!(self.reading.cause, None | Some(Cause::UnknownWord | Cause::NoVerdict)) {
            self.reading.cause = Some(Cause::Truncated);
        }
        self.report(super::end::truncated(Span::new(last, end)));
    }

    /// What does not decide, whatever it is: its lines, and the keys in it.
    pub(in crate::codec) fn overhear_all(&mut self, at: At<'_, '_>, source: &str) {
        at.raw(source).lines().for_each(|line| self.overhear(line));
        for below in at.below() {
            let Some(key) = below.key() else { continue };
            if member_fails(below, key) {
                self.ear.mention_outcome(Outcome::Fail, below.span());
            }
            match fields::lookup(key.text) {
                // Its own lines were heard.
                _ if below.span() == at.span() => {}
                Some(Key::Blocker)
                    if !below.is_null() && !claims::says_none(below.written(source).text) =>
                {
                    self.ear.claim(ear::blocker_in_prose(below.span()), Cause::MisspeltKey);
                }
                Some(Key::Verdict) => {
                    let value = below.written(source);
                    self.ear.mention(value, below.span(), &self.reading.options.lexicon.words);
                }
                _ => {}
            }
        }
        if let Some(Text::Spelt(_)) = at.text() {
            let said = at.text();
            let said = said.as_ref().map_or("", Text::as_str);
            said.lines().for_each(|line| self.overhear_key(line, at.span()));
        }
    }

    /// A text that begins like a line of a verdict: `blocker: SQL by hand` among the advisories.
    pub(in crate::codec) fn overhear_key(&mut self, text: &str, at: Span) {
        let line = text.lines().next().unwrap_or("");
        if claims::is_serious(line) {
            return self.ear.claim(ear::critical_in_prose(at), Cause::Ambiguous);
        }
        let Some(field) = fields::split(Slice::new(line, 0)) else { return };
        match field.known {
            Some(Key::Blocker) if !claims::says_none(field.value.text) => {
                self.ear.claim(ear::blocker_in_prose(at), Cause::MisspeltKey);
            }
            Some(Key::Verdict) => {
                self.ear.mention(field.value, at, &self.reading.options.lexicon.words)
            }
            _ => {}
        }
    }

    /// A line that decides nothing where it stands, and may speak of a verdict all the same.
    pub(in crate::codec) fn overhear(&mut self, line: Slice<'_>) {
        let at = line.trim().span();
        if line.trim().text.starts_with('>') {
            return;
        }
        let extra = &self.reading.options.lexicon.words;
        match fields::split(line).map(|field| (field.known, field)) {
            Some((Some(Key::Verdict), field)) => {
                if !super::is_template(field.value.text) {
                    self.ear.mention(field.value, at, extra);
                }
            }
            Some((Some(Key::Blocker), field)) if !claims::says_none(field.value.text) => {
                self.ear.claim(ear::blocker_in_prose(at), Cause::MisspeltKey);
            }
            Some((None, field)) if fields::meant(field.key.text) == Some("verdict") => {
                self.ear.mention(field.value, at, extra);
                self.reading.says_fail |= words::says_fail(field.value.text);
            }
            _ => self.ear.hear(line, extra),
        }
        for line in claims::behind_odd_breaks(line) {
            self.ear.hear(line, &self.reading.options.lexicon.words);
        }
    }
}

/// `ok: false`, `errors: [the pool is never closed]`
fn member_fails(at: At<'_, '_>, key: Slice<'_>) -> bool {
    let text = at.text();
    let text = text.as_ref().map_or("", Text::as_str).trim();
    let told = match at.kind() {
        _ if at.is_null() => Told::Nothing,
        Kind::Map if at.below().skip(1).all(is_nothing) => Told::Nothing,
        Kind::Map | Kind::List => Told::Listed,
        _ => match (text.parse(), text.to_ascii_lowercase().as_str()) {
            (Ok(number), _) => Told::Number(number),
            (_, "true" | "yes" | "on") => Told::Bool(true),
            (_, "false" | "no" | "off") => Told::Bool(false),
            _ => Told::Text(text),
        },
    };
    member::fails(key.text, told)
}

/// `high: 0`
fn is_nothing(at: At<'_, '_>) -> bool {
    let text = at.text();
    at.is_null() || text.is_some_and(|text| ["0", "false", "none"].contains(&text.as_str().trim()))
}

/// `verdict: pass`, and further down `Final verdict: fail`
fn second_opinion(stated: Span, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::second_opinion")
        .message("another line states another verdict")
        .label(at, "does not agree with the `verdict:` line")
        .label(stated, "the `verdict:` line")
        .help("leave one verdict in the file, on line 1")
}

/// `Final verdict: pass` and no `verdict:` line
fn verdict_in_prose(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::verdict_in_prose")
        .message("a verdict is mentioned, but no line states it")
        .label(at, "is this the verdict?")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1")
}

/// What is written where there is nothing to list.
pub(in crate::codec) fn is_none(text: &str) -> bool {
    let bare = text.trim_matches(['"', '\'', '(', ')', '_', '*', '.', ' ']);
    ["none", "null", "n/a", "nil", "not applicable"]
        .iter()
        .any(|word| bare.eq_ignore_ascii_case(word))
        || matches!(text, "[]" | "[ ]" | "~" | "—")
}
