//! What is said of a docket once it is known what belongs to its round, and who is still at work.

use std::collections::BTreeSet;

use super::{Absence, Cause, Diagnostic, Docket, Format, Outcome, Seat, Stake, Verdict, rank};
use crate::source::{Source, Span};

/// A seat, what it came to, and the SHA-256 of what it wrote.
type SeatText = (String, String, Option<String>);

impl Docket {
    /// Says of everybody who has submitted something that it belongs to earlier work.
    pub(crate) fn outdate(&mut self, why: &str) {
        let spoke: BTreeSet<&str> =
            self.submissions.iter().map(|submission| submission.seat.as_str()).collect();
        for seat in self.seats.iter_mut().filter(|seat| spoke.contains(seat.name.as_str())) {
            if seat.may_be_outdated() {
                seat.absence = Some(Absence::Stale(why.to_owned()));
            }
        }
    }

    /// Says of everybody whose text belongs to earlier work that it does; `why` is asked about each text.
    pub(crate) fn outdate_texts(&mut self, why: impl Fn(&[u8]) -> Option<String>) {
        for submission in &self.submissions {
            let text = self.sources.get(submission.source.0 as usize).map(Source::bytes);
            let Some(why) = text.and_then(&why) else { continue };
            let own = self.seats.iter_mut().find(|seat| seat.name == submission.seat);
            if let Some(seat) = own.filter(|seat| seat.may_be_outdated()) {
                seat.absence = Some(Absence::Stale(why));
            }
        }
    }

    /// What was submitted.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.sources.iter().map(Source::bytes)
    }

    /// Makes unreadable what cannot be used whatever it says; `flaw` is asked about each text, and what says fail still does.
    pub(crate) fn refuse_texts(
        &mut self,
        flaw: impl Fn(&[u8], Option<Format>) -> Option<(Cause, Diagnostic)>,
    ) {
        let fails = |verdict: &Verdict| verdict.effective() == Some(Outcome::Fail);
        for submission in self.submissions.iter_mut().filter(|own| own.unseated.is_none()) {
            let text = self.sources.get(submission.source.0 as usize).map(Source::bytes);
            let Some((cause, told)) = text.and_then(|text| flaw(text, submission.format)) else {
                continue;
            };
            submission.says_fail |= submission.verdicts.drain(..).any(|verdict| fails(&verdict));
            submission.unreadable.get_or_insert(cause);
            let at = Span { source: submission.source, start: 0, end: 0 };
            self.diagnostics.push(told.label(at, "in this text"));
        }
    }

    /// Has a seat count for no less than `stake`, for nothing where it is an observer's, and weigh as much. Gives whether that
    /// changes anything.
    pub(crate) fn hold_seat(&mut self, name: &str, stake: Option<Stake>, weight: u32) -> bool {
        let Some(seat) = self.seats.iter_mut().find(|seat| seat.name == name) else { return false };
        let was = (seat.stake, seat.weight);
        if rank(stake) == 0 || rank(seat.stake) < rank(stake) {
            seat.stake = stake;
        }
        if seat.weight.unwrap_or(1) != weight {
            seat.weight = Some(weight);
        }
        was != (seat.stake, seat.weight)
    }

    /// Those who are expected, and count.
    pub(crate) fn counted_seats(&self) -> impl Iterator<Item = &str> {
        let counts = |seat: &&Seat| rank(seat.stake) > 0;
        self.seats.iter().filter(counts).map(|seat| seat.name.as_str())
    }

    /// The seats whose text is another one than before: each with what it was judged as. `before` has seats, what they
    /// came to and the SHA-256 of what they wrote.
    pub(crate) fn rewritten(&self, before: &[SeatText]) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (seat, verdict, sha256) in before {
            let own = self.submissions.iter().filter(|submission| submission.seat == *seat);
            let mut texts =
                own.filter_map(|own| self.sources.get(own.source.0 as usize)).peekable();
            let same = |source: &Source| Some(source.sha256().to_string()) == *sha256;
            let known_before = sha256.is_some() || verdict == "missing";
            if known_before
                && texts.peek().is_some()
                && !texts.any(same)
                && !found.iter().any(|(known, _)| known == seat)
            {
                found.push((seat.clone(), verdict.clone()));
            }
        }
        found
    }

    /// Seats somebody who is not seated, or need not sit as things were told; gives whether that was so.
    pub(crate) fn must_sit(&mut self, name: &str) -> bool {
        match self.seats.iter_mut().find(|seat| seat.name == name) {
            Some(seat) => {
                let away = matches!(seat.absence, Some(Absence::Skipped(_)));
                seat.absence.take_if(|_| away);
                away
            }
            None => {
                self.seat(name);
                true
            }
        }
    }

    /// Says of everybody of whom nothing is known that their time is not up.
    pub(crate) fn await_missing(&mut self, why: &str) {
        let silent = |seat: &&mut Seat| matches!(seat.absence, None | Some(Absence::Missing));
        for seat in self.seats.iter_mut().filter(silent) {
            seat.absence = Some(Absence::Awaiting(why.to_owned()));
        }
    }
}

impl Seat {
    /// Nothing worse is known of it.
    fn may_be_outdated(&self) -> bool {
        matches!(
            self.absence,
            None | Some(Absence::Missing | Absence::Awaiting(_) | Absence::Excused(_))
        )
    }
}
