//! Lines of free text: notes, what stands below unknown headers, prose.

use super::draft::{At, Draft};
use super::tables::TAGS;
use super::{Line, mistakes};
use crate::codec::claims::{self, Claim};
use crate::codec::text::slice::{BLANKS, Slice};
use crate::codec::words::{self, CPF_WORDS, Extra};
use crate::ir::{Cause, Member, Outcome};
use crate::source::Span;

impl<'a> Draft<'a> {
    /// A line that is no row of a section.
    pub(super) fn free_line(&mut self, line: &Line<'a>, whole: Slice<'a>) {
        self.touch();
        let body = whole.trim();
        if !self.begun {
            self.preface.get_or_insert(body.span());
        }
        if let Some(tag) = tag_in(body) {
            if tag.start != body.start {
                self.verdict.notes.push(body.span());
            }
            return self.tag(tag);
        }
        if self.stray_row(line, whole) {
            self.running = false;
            return;
        }
        if is_verdict_without_colon(body.text) {
            self.reading.says_fail |= words::says_fail(body.text);
            return self.refuse(Cause::MisspeltKey, mistakes::missing_colon(body.span()));
        }
        self.hear(whole);
        match self.at {
            At::Below(key) if key.is_free() && key != super::Key::Notes => self.run(body),
            At::Unknown => self.run(body),
            At::Below(_) => self.verdict.notes.push(body.span()),
            At::Nowhere => {
                self.verdict.notes.push(body.span());
                self.report_stranger(body.span());
            }
        }
    }

    /// A line below a header whose text is kept as it is.
    fn run(&mut self, body: Slice<'a>) {
        if let Some(member) = self.verdict.members.last_mut()
            && self.running
        {
            member.text = member.text.to(body.span());
            return;
        }
        self.running = true;
        self.verdict.members.push(Member { name: self.title, text: body.span() });
    }

    /// Reports a line that belongs to nothing; neighbours share one diagnostic.
    pub(super) fn report_stranger(&mut self, at: Span) {
        let (body, base) = (self.body.text, self.body.start);
        let before = self.strangers.and_then(|place| self.reading.reported(place));
        if let Some(label) = before.and_then(|diagnostic| diagnostic.labels.first_mut()) {
            let between = body.get(label.span.end as usize - base..at.start as usize - base);
            if between.is_some_and(|text| text.trim_matches(BLANKS).is_empty()) {
                label.span = label.span.to(at);
                return;
            }
        }
        self.strangers = self.reading.report(mistakes::unknown_line(at));
    }

    /// What a person would read in a line that is no row: `Final verdict: NO-GO`.
    pub(super) fn hear(&mut self, line: Slice<'a>) {
        let claim = claims::claim(line);
        match claim {
            Some(Claim::Verdict(value)) if !value.is_empty() => {
                let words =
                    self.heard.get_or_insert_with(|| heard(&self.reading.options.lexicon.words));
                self.ear.below_title(line, words);
                self.opinion(value, line.trim().span());
            }
            // Most lines claim nothing, and nothing is open above them.
            None if self.ear.verdict_title.is_none() && self.ear.blockers_title.is_none() => {}
            _ => {
                let words =
                    self.heard.get_or_insert_with(|| heard(&self.reading.options.lexicon.words));
                self.ear.hear(line, words);
            }
        }
    }

    /// Another verdict than that of the `VERDICT:` line: the worst word in it counts.
    pub(super) fn opinion(&mut self, value: Slice<'a>, at: Span) {
        let known = |text: &str| {
            let own = CPF_WORDS.iter().filter(|(word, _)| words::begins_with(text, word));
            let own = own.map(|(_, outcome)| *outcome).max();
            own.max(
                words::leading_word(text, &self.reading.options.lexicon.words).map(|w| w.outcome),
            )
        };
        let worst = words::words_of(value.text).filter_map(known).max();
        let worst = worst.max(claims::alarms(value.text).then_some(Outcome::Fail));
        match worst {
            Some(outcome) => self.ear.mention_outcome(outcome, at),
            // `Verdict: 0 Critical, 8 High` counts, and states nothing.
            None if value.text.contains(|c: char| c.is_ascii_digit()) => {}
            None => {
                self.ear.unclear.get_or_insert(at);
            }
        }
    }

    /// Lines that only some programs show as lines of their own.
    pub(super) fn behind_odd_breaks(&mut self, line: Slice<'a>) {
        for piece in claims::behind_odd_breaks(line) {
            if self.speaks(piece) {
                let at = piece.trim().span();
                self.reading.says_fail |= words::says_fail(piece.text);
                self.refuse(Cause::Ambiguous, mistakes::odd_break(at));
            } else {
                self.hear(piece);
            }
        }
    }
}

/// Words that an ear knows: those of the host, and those of CPF.
fn heard(host: &Extra) -> Extra {
    let own = CPF_WORDS.iter().map(|(word, outcome)| ((*word).to_owned(), *outcome));
    host.iter().map(|(word, outcome)| (word.clone(), *outcome)).chain(own).collect()
}

/// `PARTIAL:interface|timed out`, also further on in a line.
fn tag_in(body: Slice<'_>) -> Option<Slice<'_>> {
    // Most notes have no capital letters of a tag.
    body.text.bytes().any(|b| b == b'_' || b == b'P').then_some(())?;
    let at = TAGS.iter().filter_map(|tag| body.text.find(tag)).min()?;
    Some(body.after(at))
}

/// `VERDICT GO`, `VERDICT = NO-GO`
fn is_verdict_without_colon(text: &str) -> bool {
    let text = text.trim_start_matches(['#', '*', '_', '-', ' ']);
    let Some(rest) = text.strip_prefix("VERDICT") else { return false };
    let value = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    value.len() < rest.len() && words::is_cpf(value)
}
