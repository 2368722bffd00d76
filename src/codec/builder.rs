//! What reading a text has brought so far, whatever its format.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use super::ReadOptions;
use super::repairs::{self, MOST, Repair, more_of_them};
use super::text::embed::Embedded;
use super::text::slice::{BLANKS, Slice};
use super::words::Words;
use crate::ir::{Cause, Decoded, Diagnostic, Outcome, Profile, Verdict};
use crate::source::Span;

/// What reading a text has brought so far: repairs, remarks, and the first reason to give up.
pub(super) struct DecodeLog<'a> {
    pub(super) options: &'a ReadOptions,
    /// The tables of words, with those of the options.
    pub(super) words: Words,
    /// The text says fail somewhere; it counts when the text cannot be used.
    pub(super) says_fail: bool,
    pub(super) cause: Option<Cause>,
    /// Texts that are spelt otherwise in the source.
    pub(super) embedded: Embedded,
    pub(super) repairs: Vec<(Repair, Span)>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Text that no field claims, and the verdict that it stands in: its place among the
    /// verdicts, or none when it stands beside all of them.
    pub(super) unclaimed: Vec<(Span, Option<usize>)>,
    /// The whole text was read as a review: nothing of it is left to be read beside the verdict.
    pub(super) heard: bool,
    /// Lines that by their format list what was found at another time, in the order of the text.
    past: Vec<Span>,
    /// Names of members that the format has: what they say is no remark.
    pub(super) own: HashSet<Span>,
    /// How often each code was reported.
    times: BTreeMap<Cow<'static, str>, usize>,
}

impl<'a> DecodeLog<'a> {
    pub(super) fn new(options: &'a ReadOptions) -> Self {
        Self {
            options,
            words: Words::new(&options.lexicon),
            says_fail: false,
            cause: None,
            embedded: Embedded::default(),
            repairs: Vec::new(),
            diagnostics: Vec::new(),
            unclaimed: Vec::new(),
            heard: false,
            past: Vec::new(),
            own: HashSet::new(),
            times: BTreeMap::new(),
        }
    }

    /// Says something about the text. Of each code only so many are kept; gives the place of
    /// this one among the diagnostics, when it is.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Option<usize> {
        let times = self.times.entry(diagnostic.code.clone()).or_default();
        *times += 1;
        (*times <= MOST).then(|| {
            self.diagnostics.push(diagnostic);
            self.diagnostics.len() - 1
        })
    }

    /// Reports a line of a body that belongs to nothing; neighbours share one diagnostic. Takes the place of the one before,
    /// and gives that of this one.
    pub(super) fn report_joined(
        &mut self,
        before: Option<usize>,
        mistake: fn(Span) -> Diagnostic,
        body: Slice<'_>,
        at: Span,
    ) -> Option<usize> {
        let label = before.and_then(|place| self.diagnostics.get_mut(place)?.labels.first_mut());
        if let Some(label) = label
            && let Some(between) = body.get(Span { end: at.start, start: label.span.end, ..at })
            && between.trim_matches(BLANKS).is_empty()
        {
            label.span = label.span.to(at);
            return before;
        }
        self.report(mistake(at))
    }

    /// Takes back what was reported under a code about the place of another diagnostic.
    pub(super) fn withdraw(&mut self, code: &str, other: &Diagnostic) {
        let place = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span);
        let at = place(other);
        self.diagnostics.retain(|said| said.code != code || place(said) != at);
    }

    /// The text cannot be used; the first reason names the cause.
    pub(super) fn refuse(&mut self, cause: Cause, diagnostic: Diagnostic) {
        self.cause.get_or_insert(cause);
        self.report(diagnostic);
    }

    /// The text cannot be used for a reason that comes before any other.
    pub(super) fn refuse_first(&mut self, cause: Cause, diagnostic: Diagnostic) {
        self.cause = Some(cause);
        self.report(diagnostic);
    }

    /// A piece of the text that no field claims, and that stands beside all verdicts.
    pub(super) fn unclaimed(&mut self, at: Span) {
        self.unclaimed.push((at, None));
    }

    /// A piece of the text that no field of one verdict claims, by its place among the verdicts.
    pub(super) fn unclaimed_in(&mut self, verdict: usize, at: Span) {
        self.unclaimed.push((at, Some(verdict)));
    }

    /// A line that lists what was found at another time, or a value that says how bad what is done was: a finding in it
    /// is none of this verdict. They come in the order of the text.
    pub(super) fn past(&mut self, at: Span) {
        self.past.push(at);
    }

    /// Whether a place lies in such a line.
    pub(super) fn is_past(&self, at: Span) -> bool {
        let behind = self.past.partition_point(|line| line.start <= at.start);
        let line = behind.checked_sub(1).and_then(|line| self.past.get(line));
        line.is_some_and(|line| line.source == at.source && at.start < line.end)
    }

    /// A member by its name that the format has, among those that are kept as they are.
    pub(super) fn own(&mut self, name: Span) {
        self.own.insert(name);
    }

    /// A repair was made.
    pub(super) fn recover(&mut self, repair: Repair, at: Span) {
        self.repairs.push((repair, at));
    }

    /// Says how much was left out.
    pub(super) fn count_left_out(&mut self) {
        let more = self.times.iter().filter(|(_, times)| **times > MOST);
        let more: Vec<_> = more.map(|(code, times)| more_of_them(code, times - MOST)).collect();
        self.diagnostics.extend(more);
    }
}

/// Repairs that were made around a text that was read already.
pub(super) fn amend(decoded: &mut Decoded, repairs: &[(Repair, Span)]) {
    decoded.recoveries.extend(repairs.iter().map(|(repair, at)| repair.at(*at)));
    if decoded.profile == Profile::Strict && !repairs.is_empty() {
        refuse_for(decoded, Cause::RecoveryForbidden, repairs::forbidden(repairs));
    } else {
        decoded.diagnostics.extend(repairs::report(repairs));
    }
}

/// Makes fragments of the verdicts of a text that was read already; what they say of failing is
/// kept.
pub(super) fn refuse(decoded: &mut Decoded, cause: Cause, diagnostic: Diagnostic) {
    refuse_for(decoded, cause, vec![diagnostic]);
}

fn refuse_for(decoded: &mut Decoded, cause: Cause, told: Vec<Diagnostic>) {
    let fails = |verdict: &Verdict| verdict.effective() == Some(Outcome::Fail);
    decoded.says_fail |= decoded.verdicts.iter().any(fails);
    decoded.fragments.append(&mut decoded.verdicts);
    decoded.unreadable.get_or_insert(cause);
    decoded.diagnostics.extend(told);
}
