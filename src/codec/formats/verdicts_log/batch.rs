//! One batch while its parts come in, and its outcome in the end.

use std::collections::HashSet;

use super::consensus::{self, Agreed};
use super::disposition::Disposed;
use super::grammar::{Part, Rule, is_open};
use super::log::Log;
use super::mistakes;
use super::runs::Run;
use crate::codec::mistakes::unclosed_fence;
use crate::codec::repairs::repairs;
use crate::codec::shared::cpf;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Member, Outcome, Subject, Verdict};
use crate::source::Span;

repairs! {
    /// `C:0 H:1 M:2 L:3` and no disposition.
    DERIVED_FROM_COUNTS = "derived_verdict", "a batch has no disposition, only its counts",
        "at best `CONDITIONAL`", "close the batch with a disposition";
    /// `VERDICT:GO` right below `### Raw`.
    UNNAMED_RUN = "unnamed_run", "a run has no heading",
        "read as the first run", "write `#### V1` above it";
    /// `### Disposition: GO-ACCEPTED`
    IN_HEADING = "in_heading", "a disposition is on the line of its heading",
        "read anyway", "write it in the line below the heading";
}

/// How a run begins.
pub(super) const RUN_KEYS: [&str; 2] = ["VERDICT:", "SCOPE:"];

/// One batch while its parts come in.
pub(super) struct Batch<'a> {
    pub(super) name: Slice<'a>,
    pub(super) verdict: Verdict,
    pub(super) runs: Vec<Run>,
    /// The names of its runs.
    pub(super) names: HashSet<&'a str>,
    pub(super) agreed: Agreed<'a>,
    pub(super) disposed: Disposed,
    /// Where its counts are, and the outcome of the worst of them.
    pub(super) counts: Option<(Span, Outcome)>,
    /// `runs:3`
    pub(super) runs_said: Option<(u32, Span)>,
    /// `threshold:2/3`
    pub(super) threshold: Option<(u32, u32, Span)>,
    /// What the title says that the next line is below; the header above the first.
    pub(super) place: Rule,
    title: Slice<'a>,
    /// Text below `### Raw` outside of a run.
    loose: Option<Slice<'a>>,
    /// What no field claims.
    unclaimed: Vec<Span>,
    /// Nothing that was found out later makes it better than this.
    pub(super) floor: Option<Outcome>,
    /// There is something below the heading.
    said: bool,
}

impl<'a> Batch<'a> {
    pub(super) fn new(log: &mut Log<'a, '_>, header: &Part<'a>, name: Slice<'a>) -> Self {
        let mut verdict = Verdict::new(header.text.trim().span());
        verdict.subject = Subject::Batch { batch: name.text.to_owned(), run: None };
        let mut batch = Self {
            name,
            verdict,
            runs: Vec::new(),
            names: HashSet::new(),
            agreed: Agreed::default(),
            disposed: Disposed::default(),
            counts: None,
            runs_said: None,
            threshold: None,
            place: Rule::header,
            title: name,
            loose: None,
            unclaimed: Vec::new(),
            floor: None,
            said: false,
        };
        header.parts().for_each(|field| batch.field(log, &field));
        batch
    }

    /// A field of the header: `design`, `2026-05-04T09:12:00Z`, `v1.2.0`, `runs:3`
    fn field(&mut self, log: &mut Log<'a, '_>, field: &Part<'a>) {
        let text = field.text.trim();
        match field.rule {
            Rule::time => self.keep_named(log.name("time", text.span()), text),
            Rule::version => {
                let release = field.find(Rule::release).unwrap_or(text);
                self.keep_named(log.name("version", text.span()), release.trim());
            }
            Rule::number => self.number(log, field),
            Rule::kind => self.verdict.kind = Some(text.text.to_owned()),
            Rule::note => self.note(text),
            _ => {}
        }
    }

    /// `runs:3`, `threshold:2/3`, `agents:4/4 (1 timed out)`
    fn number(&mut self, log: &mut Log<'a, '_>, field: &Part<'a>) {
        let mut parts = field.parts();
        let (Some(key), Some(number)) = (parts.next(), parts.next()) else { return };
        let value = number.text.trim();
        self.keep_named(key.text.span(), value);
        let count = |part: &Part<'_>| part.text.text.parse::<u32>().ok();
        let counts: Vec<_> = number.parts().map(|part| (count(&part), part.text.text)).collect();
        match (key.text.text, &counts[..]) {
            ("runs", [(Some(runs), _)]) if *runs > 0 => {
                self.runs_said = Some((*runs, value.span()));
            }
            ("threshold", [(Some(k), _), (Some(n), _)]) => {
                self.threshold = Some((*k, *n, value.span()));
            }
            ("agents", [(Some(answered), _), (Some(all), _), more @ ..]) => {
                let apart = more.iter().all(|(_, more)| more.starts_with([' ', '+', '(']));
                if apart && answered < all {
                    log.reading.report(mistakes::agents_missing(value.span()));
                    self.raise(Outcome::Warn);
                }
            }
            ("agents", _) => {}
            (key, _) => {
                log.reading.report(mistakes::no_number(value.span(), key, value.text));
                self.raise(Outcome::Hold);
            }
        }
    }

    fn keep_named(&mut self, name: Span, text: Slice<'a>) {
        self.verdict.members.push(Member { name, text: text.span() });
    }

    pub(super) fn raise(&mut self, outcome: Outcome) {
        self.floor = self.floor.max(Some(outcome));
    }

    pub(super) fn note(&mut self, note: Slice<'a>) {
        self.verdict.notes.push(note.trim().span());
    }

    /// A line that no field claims.
    pub(super) fn unclaimed(&mut self, line: Slice<'a>) {
        self.unclaimed.push(line.span());
    }

    pub(super) fn part(&mut self, log: &mut Log<'a, '_>, part: &Part<'a>) {
        self.said = true;
        let line = part.text;
        match part.rule {
            Rule::title => self.section(log, part),
            Rule::run => return self.labelled_run(log, part),
            Rule::row => match self.place {
                Rule::consensus => self.row(log, part),
                Rule::other => {
                    self.stray_row(log, part);
                    self.line(log, line);
                }
                _ => self.line(log, line),
            },
            Rule::line => self.line(log, line),
            Rule::counts => self.count(part),
            Rule::files => {
                if let [name, paths] = &part.parts().collect::<Vec<_>>()[..] {
                    self.keep_named(name.text.span(), paths.text);
                }
            }
            Rule::fence => {
                self.note(line);
                self.unclaimed(line);
            }
            _ => self.unclaimed(line),
        }
        self.verdict.span = self.verdict.span.to(line.trim().span());
    }

    fn labelled_run(&mut self, log: &mut Log<'a, '_>, part: &Part<'a>) {
        self.finish_raw(log);
        let mut parts = part.parts();
        let (Some(label), Some(run)) = (parts.next(), parts.next()) else { return };
        if run.parts().any(|quoted| is_open(&quoted)) {
            log.reading.refuse(Cause::Truncated, unclosed_fence(run.text.trim().span()));
        }
        let fence = run.parts().find(|quoted| quoted.rule == Rule::fence);
        let name = label.find(Rule::run_name).unwrap_or(label.text);
        self.run(log, name, run.text, fence);
        let begun = Span::new(label.text.start, label.text.start);
        self.verdict.span = self.verdict.span.to(begun).to(run.text.trim().span());
    }

    fn section(&mut self, log: &mut Log<'a, '_>, part: &Part<'a>) {
        self.finish_raw(log);
        let Some(Part { rule, text: title, .. }) = part.parts().next() else { return };
        (self.place, self.title) = (rule, title);
        match rule {
            Rule::consensus => self.agreed.begin(title.span()),
            Rule::disposition => {
                if self.disposed.begin() {
                    log.reading.report(mistakes::second_section(title.span(), title.text));
                }
                let value = part.find(Rule::in_heading).filter(|value| !value.is_empty());
                if let Some(value) = value {
                    log.reading.recover(IN_HEADING, value.span());
                    self.dispose(log, value);
                }
            }
            Rule::other => {
                if let Some(meant) = misspelt(title.text) {
                    log.reading.report(mistakes::misspelt_section(title.span(), title.text, meant));
                    self.raise(Outcome::Hold);
                }
                self.unclaimed(part.text);
            }
            _ => {}
        }
    }

    fn line(&mut self, log: &mut Log<'a, '_>, line: Slice<'a>) {
        let body = line.trim();
        match self.place {
            Rule::raw => {
                let start = self.loose.map_or(body.start, |loose| loose.start);
                let text = log.input.text.get(start..line.end()).unwrap_or("");
                self.loose = Some(Slice::new(text, start));
            }
            Rule::consensus => self.unknown_line(log, line),
            Rule::noise => {
                self.frequency(line, line.trim(), false);
                self.follow_up(log, line);
            }
            Rule::disposition => self.disposition_line(log, line),
            Rule::follow_up => self.follow_up(log, line),
            Rule::other => {
                self.keep_named(self.title.span(), body);
                self.unclaimed(line);
            }
            _ => {
                self.note(body);
                self.unclaimed(line);
            }
        }
    }

    /// A line of a section whose findings decide nothing, however bad they are: only a verdict in it
    /// may speak of the batch.
    fn follow_up(&mut self, log: &mut Log<'a, '_>, line: Slice<'a>) {
        log.reading.past(line.span());
        self.keep_named(self.title.span(), line.trim());
        if !consensus::is_row(line, log.input.options) {
            self.unclaimed(line);
        }
    }

    /// A serious row in a section that the format does not know.
    fn stray_row(&mut self, log: &mut Log<'a, '_>, row: &Part<'a>) {
        let severity = row.find(Rule::severity).or_else(|| row.find(Rule::severity_word));
        if severity.is_some_and(|word| consensus::is_serious(word, log.input.options)) {
            log.reading.report(mistakes::stray_row(row.text.trim().span()));
            self.raise(Outcome::Hold);
        }
    }

    /// `C:0 H:1 M:2 L:3 | FP:5 eliminated`. What is not all four letters with a number each holds.
    fn count(&mut self, line: &Part<'a>) {
        let (mut seen, mut worst) = (0, Outcome::Pass);
        for part in line.parts() {
            let mut pair = part.parts();
            let (Some(name), Some(value)) = (pair.next(), pair.next()) else {
                self.note(part.text);
                continue;
            };
            self.keep_named(name.text.span(), value.text);
            if part.rule == Rule::found {
                let known = cpf::SEVERITIES.iter().find(|(letter, _)| *letter == name.text.text);
                seen += usize::from(known.is_some());
                worst = worst.max(match (known, value.text.text.parse::<u64>()) {
                    (Some(_), Ok(0)) => Outcome::Pass,
                    (Some((_, severity)), Ok(_)) => consensus::to_outcome(*severity),
                    _ => Outcome::Hold,
                });
            }
        }
        if seen != cpf::SEVERITIES.len() {
            worst = worst.max(Outcome::Hold);
        }
        let (at, before) = self.counts.unwrap_or((line.text.trim().span(), worst));
        self.counts = Some((at, before.max(worst)));
    }

    /// Its outcome, now that all of it is there.
    pub(super) fn finish(mut self, log: &mut Log<'a, '_>) -> (Verdict, Vec<Span>) {
        self.finish_raw(log);
        self.check_numbers(log);
        let derived = self.derive(log);
        if let Some(stated) = self.disposed.stated {
            self.verdict.stated = Some(stated);
            self.verdict.contradictory = self.disposed.contradictory;
            if stated.outcome.opens() && derived > Some(stated.outcome) {
                self.verdict.contradictory = true;
                let told = derived.map_or("nothing", Outcome::as_str);
                let told = mistakes::disagrees(stated.word, told);
                log.reading.report(told.label(self.name.span(), "the batch"));
            }
        }
        let (at, name) = (self.name.span(), self.name.text);
        if !self.said {
            log.reading.report(mistakes::empty_batch(at, name));
            self.raise(Outcome::Hold);
        } else if let Some((counts, _)) = self.counts.filter(|_| self.is_bare()) {
            log.reading.recover(DERIVED_FROM_COUNTS, counts);
            self.raise(Outcome::Warn);
        } else if !self.disposed.is_closed() {
            log.reading.report(mistakes::no_disposition(at, name));
            self.raise(Outcome::Hold);
        } else if self.runs.is_empty() && self.counts.is_none() && self.agreed.at.is_none() {
            log.reading.report(mistakes::no_runs(at, name));
            self.raise(Outcome::Warn);
        }
        self.verdict.derived = derived.max(self.floor);
        self.verdict.findings.shrink_to_fit();
        (self.verdict, self.unclaimed)
    }

    /// It has counts and nothing that belongs to a consensus.
    fn is_bare(&self) -> bool {
        self.runs.is_empty() && self.agreed.at.is_none() && !self.disposed.is_begun()
    }

    /// Text right below `### Raw` is a run, when it begins like one.
    fn finish_raw(&mut self, log: &mut Log<'a, '_>) {
        let Some(loose) = self.loose.take() else { return };
        let mut lines = loose.lines().map(Slice::trim).filter(|line| !line.is_empty()).peekable();
        let begins = |line: &Slice<'_>| RUN_KEYS.iter().any(|key| line.text.starts_with(key));
        if self.runs.is_empty() && lines.peek().is_some_and(begins) {
            log.reading.recover(UNNAMED_RUN, loose.trim().span());
            return self.run(log, Slice::new("V1", loose.start), loose, None);
        }
        for line in lines {
            self.unclaimed(line);
            self.keep_named(self.title.span(), line);
        }
    }
}

/// The section that an unknown title was meant to be: `Consensus findings`, `Dispositon`.
fn misspelt(title: &str) -> Option<&'static str> {
    let word = title.split([' ', '\t', '(']).next().unwrap_or("");
    if !(2..=16).contains(&word.len()) {
        return None;
    }
    let word = word.to_lowercase();
    let words = title.split(|c: char| !c.is_alphanumeric());
    let named = |known: &&&str| {
        let far = if known.len() < 5 { 1 } else { 2 };
        words.clone().any(|word| word.eq_ignore_ascii_case(known))
            || strsim::osa_distance(&word, &known.to_lowercase()) <= far
    };
    ["Raw", "Consensus", "Noise", "Disposition"].iter().find(named).copied()
}
