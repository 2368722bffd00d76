//! What lines outside a format say of a verdict all the same: `## Final verdict: FAIL`.

use super::claims::{self, Claim};
use super::text::fields;
use super::text::slice::Slice;
use super::words::{self, Extra};
use crate::ir::{Cause, Diagnostic, Outcome};
use crate::source::Span;

/// Listens to lines that are no part of a format, as a person would who does not know it.
#[derive(Default)]
pub(super) struct Ear {
    /// The worst verdict that is named in other words: `Final verdict: fail`.
    pub(super) mention: Option<(Outcome, Span)>,
    /// A verdict in other words that is no word of the format: `Final verdict: so so`.
    pub(super) unclear: Option<Span>,
    /// A line that speaks of a verdict without stating it: `## Verdict: FAIL`.
    pub(super) elsewhere: Option<Span>,
    /// `## Verdict`, when the verdict stands below.
    pub(super) verdict_title: Option<Span>,
    /// A line `Blockers` that no colon makes a key.
    pub(super) blockers_title: Option<Span>,
    /// That line says `Critical`, and one that says `High` ends what it stands above.
    critical: bool,
    /// What shuts the gate unless it is shut anyway; the first such thing.
    pub(super) claim: Option<(Cause, Diagnostic)>,
}

impl Ear {
    /// Something that stops the work, in other words than those of the format.
    pub(super) fn claim(&mut self, diagnostic: Diagnostic, cause: Cause) {
        self.claim.get_or_insert((cause, diagnostic));
    }

    /// A line that is no field: what would a person read in it?
    pub(super) fn hear(&mut self, line: Slice<'_>, extra: &Extra) {
        let at = line.trim().span();
        self.below_title(line, extra);
        match claims::claim(line) {
            Some(Claim::Verdict(value)) if value.is_empty() => {
                self.elsewhere.get_or_insert(at);
                self.verdict_title = Some(at);
            }
            Some(Claim::Verdict(value)) => self.mention(value, at, extra),
            Some(Claim::Fails) => {
                self.elsewhere.get_or_insert(at);
                self.mention_outcome(Outcome::Fail, at);
            }
            Some(Claim::Cry) => self.mention_outcome(Outcome::Fail, at),
            Some(title @ (Claim::Blockers | Claim::Critical)) => {
                self.blockers_title = Some(at);
                self.critical = matches!(title, Claim::Critical);
            }
            Some(Claim::Blocker) => self.claim(blocker_in_prose(at), Cause::MisspeltKey),
            Some(Claim::Serious) => self.claim(critical_in_prose(at), Cause::Ambiguous),
            None => {}
        }
    }

    /// The first thing below `## Verdict` or `## Blockers`.
    pub(super) fn below_title(&mut self, line: Slice<'_>, extra: &Extra) {
        let body = line.trim();
        if claims::stands_alone(body.text) {
            return;
        }
        let quoted = body.text.starts_with('>');
        if self.verdict_title.is_some() && !quoted && !body.text.starts_with('#') {
            self.mention(body.trim_start_of(&['-', '*', '_', ' ']), body.span(), extra);
        } else if self.verdict_title.is_some() && claims::alarms(body.text) && !quoted {
            self.mention_outcome(Outcome::Fail, body.span());
        }
        self.verdict_title = None;
        let Some(title) = self.blockers_title.take() else { return };
        if claims::says_none(body.text) {
            // More items may follow one that says there is none.
            self.blockers_title = fields::item(line).map(|_| title);
        } else if !(body.text.starts_with('#') || self.critical && claims::is_lesser(body.text)) {
            let listed = fields::item(body).unwrap_or(body).trim();
            self.claim(blockers_without_colon(title, listed.span()), Cause::MisspeltKey);
        }
    }

    /// A line that speaks of a verdict in other words: `Final verdict: fail`. The worst counts.
    pub(super) fn mention(&mut self, value: Slice<'_>, at: Span, extra: &Extra) {
        self.elsewhere.get_or_insert(at);
        let (word, behind, _) = words::undress(value);
        match words::leading_word(word.text, extra) {
            Some(said)
                if said.outcome == Outcome::Fail
                    || (claims::stands_alone(&word.text[said.len..])
                        && claims::stands_alone(behind.text)) =>
            {
                self.mention_outcome(said.outcome, at);
            }
            _ if claims::alarms(value.text) => self.mention_outcome(Outcome::Fail, at),
            _ => {
                self.unclear.get_or_insert(at);
            }
        }
    }

    pub(super) fn mention_outcome(&mut self, outcome: Outcome, at: Span) {
        if self.mention.is_none_or(|(before, _)| outcome > before) {
            self.mention = Some((outcome, at));
        }
    }
}

/// `1. blocker: SQL built by concatenation`
pub(super) fn blocker_in_prose(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_key")
        .message("a line speaks of a blocker without being a `blocker:` line")
        .label(at, "meant as `blocker:`?")
        .help("begin the line with `blocker:`, or leave the word out if nothing stops the work")
}

/// `CRITICAL: SQL built by concatenation`
pub(super) fn critical_in_prose(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::second_opinion")
        .message("a line calls something critical without being a `blocker:` line")
        .label(at, "does this not stop the work?")
        .help("begin the line with `blocker:`, or call it less if it may wait")
}

/// `Blockers` or `## Blockers`, and something below
fn blockers_without_colon(at: Span, item: Span) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_key")
        .message("blockers are listed without `blockers:` above them")
        .label(at, "meant as `blockers:`?")
        .label(item, "listed below it")
        .help("write `blocker:` before each of them")
}
