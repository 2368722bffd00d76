//! What enough auditors agree on, and the outcome of a batch by it.

use std::collections::{HashMap, HashSet};

use super::batch::Batch;
use super::grammar::{self, Part, Rule};
use super::log::Log;
use super::mistakes;
use crate::codec::ReadOptions;
use crate::codec::repairs::repairs;
use crate::codec::shared::cpf;
use crate::codec::statements::is_none;
use crate::codec::text::fields;
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::ir::{Finding, FindingKind, Outcome, Severity, Subject};
use crate::source::{SourceId, Span};

repairs! {
    /// `high|coverage-gap|Spec 3.AC2|...`
    SEVERITY_WORD = "severity_word", "a severity is not one of the four letters",
        "read as its letter", "write `C`, `H`, `M` or `L`";
    /// `- H|coverage-gap|Spec 3.AC2|...`
    LISTED_ROW = "listed_row", "a row is an item of a list",
        "read without its bullet", "write one row per line, with nothing in front of it";
    /// `| H | coverage-gap | Spec 3.AC2 | ... |`
    TABLE_ROW = "table_row", "the rows are in a table",
        "read as a row", "write `severity|category|location|description`";
}

/// The severity of a word, and whether it is written as the format has it.
fn severity(word: &str, options: &ReadOptions) -> Option<(Severity, bool)> {
    cpf::severity(word, options).map(|(severity, repair)| (severity, repair.is_none()))
}

/// Whether a text begins with a severity that stops the work: `[C] missing contract`.
pub(super) fn is_serious(text: Slice<'_>, options: &ReadOptions) -> bool {
    let serious = severity(first_word(text.text), options);
    serious.is_some_and(|(severity, _)| severity >= Severity::High)
}

/// Whether a line is a row of findings, as the format writes it, in a table, or in a list with its
/// severity in front.
pub(super) fn is_row(line: Slice<'_>, options: &ReadOptions) -> bool {
    let bars = line.trim().text.trim_matches('|').matches('|').count();
    let word = first_word(line.text);
    bars > 1 || severity(word, options).is_some() || options.lexicon.finding(word).is_some()
}

/// The first word of a line, without the marks in front of it.
fn first_word(text: &str) -> &str {
    let start = text.find(char::is_alphabetic).unwrap_or(text.len());
    let end =
        text[start..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |at| start + at);
    &text[start..end]
}

/// What stands below `### Consensus`, and the frequencies below `### Noise`.
#[derive(Default)]
pub(super) struct Agreed<'a> {
    /// The heading.
    pub(super) at: Option<Span>,
    /// How bad the worst row is.
    worst: Option<Severity>,
    /// A row whose severity is not known.
    unclear: bool,
    /// A line that is not a row, and begins with something serious.
    alarm: bool,
    keys: HashSet<(&'a str, &'a str)>,
    frequencies: Vec<Frequency<'a>>,
    /// A row of words that may be the head of a table.
    head: Option<Slice<'a>>,
}

/// `(freq: 2/3)` at the end of a row.
struct Frequency<'a> {
    row: Slice<'a>,
    times: u32,
    of: u32,
    agreed: bool,
}

impl Agreed<'_> {
    pub(super) fn begin(&mut self, title: Span) {
        self.at.get_or_insert(title);
    }
}

/// An agreed C or H is NO-GO, less is CONDITIONAL.
pub(super) fn to_outcome(severity: Severity) -> Outcome {
    if severity >= Severity::High { Outcome::Fail } else { Outcome::Warn }
}

impl<'a> Batch<'a> {
    /// A row below `### Consensus`.
    pub(super) fn row(&mut self, log: &mut Log<'a, '_>, row: &Part<'a>) {
        let (line, listed) = (row.text, row.find(Rule::listed_row));
        let table = row.find(Rule::table_row).is_some();
        let marks = [Rule::table_row, Rule::listed_row];
        let cells = row.parts().filter(|part| !marks.contains(&part.rule));
        let cells: Vec<_> = cells.map(|part| part.text.trim()).collect();
        let [bare, category, place, last] = cells[..] else { return };
        let start = listed.map_or(bare.start, |bullet| bullet.start) - line.start;
        let word = Slice::new(&line.text[start..bare.end() - line.start], line.start + start);
        let ruled = |cell: &Slice<'_>| cell.text.chars().all(|c| "-:| ".contains(c));
        if table && [word, category, place, last].iter().all(ruled) {
            // The row above is the head of a table.
            if let Some(head) = self.agreed.head.take() {
                self.note(head);
            }
            return;
        }
        self.finish_head(log);
        let Some((severity, plain)) = severity(bare.text, log.input.options) else {
            match table && self.verdict.findings.is_empty() {
                true => self.agreed.head = Some(line),
                false => self.unknown_line(log, line),
            }
            return;
        };
        let at = line.trim().span();
        let made = [
            (!plain, SEVERITY_WORD, word.span()),
            (listed.is_some(), LISTED_ROW, at),
            (table, TABLE_ROW, at),
        ];
        for (_, repair, at) in made.into_iter().filter(|(made, ..)| *made) {
            log.reading.recover(repair, at);
        }
        let text = match last.text.strip_suffix('|') {
            Some(text) if table => Slice::new(text, last.start).trim(),
            _ => last,
        };
        self.verdict.findings.push(Finding {
            severity: Some(severity),
            category: (!category.is_empty()).then(|| category.span()),
            location: (!place.is_empty()).then(|| location::whole(place)),
            span: at,
            ..Finding::new(cpf::kind_of(Some(severity)), text.span())
        });
        self.agreed.worst = self.agreed.worst.max(Some(severity));
        self.agreed.keys.insert((category.text, place.text));
        self.frequency(line, text, true);
    }

    /// A line below `### Consensus` that is not a row.
    pub(super) fn unknown_line(&mut self, log: &mut Log<'a, '_>, line: Slice<'a>) {
        let body = line.trim();
        let bare = fields::item(body).unwrap_or(body);
        if is_none(bare.text, log.input.words()) || bare.text == "なし" {
            return self.note(body);
        }
        self.agreed.unclear = true;
        self.agreed.alarm |= is_serious(body, log.input.options);
        log.reading.report(mistakes::no_row(body.span()));
        let finding = Finding::new(FindingKind::Advisory, body.span());
        self.verdict.findings.push(finding);
    }

    fn finish_head(&mut self, log: &mut Log<'a, '_>) {
        if let Some(head) = self.agreed.head.take() {
            self.unknown_line(log, head);
        }
    }

    /// How often what a row says is reported, if it says so: `(freq: 2/3)`.
    pub(super) fn frequency(&mut self, row: Slice<'a>, text: Slice<'a>, agreed: bool) {
        let counts =
            text.text.ends_with(')').then(|| grammar::parts(Rule::counted, text)).flatten();
        let mut counts = counts.into_iter().flatten().filter(|part| part.rule == Rule::count);
        let mut count = || counts.next()?.text.text.parse().ok();
        if let (Some(times), Some(of)) = (count(), count()) {
            self.agreed.frequencies.push(Frequency { row: row.trim(), times, of, agreed });
        }
    }

    /// How many auditors there are, and how many have to agree.
    fn numbers(&self) -> (u32, u32) {
        let said = self.runs_said.map(|(runs, _)| runs);
        let there = u32::try_from(self.runs.len()).unwrap_or(u32::MAX);
        let runs = said.or(self.threshold.map(|(_, runs, _)| runs)).unwrap_or(there).max(there);
        let usual = usual_threshold(runs);
        // A higher threshold hides what is agreed.
        let needed = self.threshold.map_or(usual, |(needed, ..)| needed.min(usual));
        (runs, needed.max(1))
    }

    /// Holds the numbers of the heading and of the rows against the runs.
    pub(super) fn check_numbers(&mut self, log: &mut Log<'a, '_>) {
        self.finish_head(log);
        let (runs, needed) = self.numbers();
        if let Some((said, at)) = self.runs_said {
            let there = self.runs.len();
            if there != said as usize {
                log.reading.report(mistakes::other_number_of_runs(at, said, there));
            }
            // More than these is a slip of the pen.
            for number in 1..=said.min(MOST_RUNS) {
                let name = format!("V{number}");
                if there < said as usize && !self.names.contains(&*name) {
                    let batch = self.name.text.to_owned();
                    log.miss(Subject::Batch { batch, run: Some(name) });
                }
            }
        }
        if let Some((k, n, at)) = self.threshold {
            if k == 0 || k > n || n != runs {
                log.reading.report(mistakes::wrong_threshold(at, usual_threshold(runs), runs));
                self.raise(Outcome::Hold);
            } else if k != usual_threshold(n) {
                log.reading.report(mistakes::odd_threshold(at, usual_threshold(n), n));
            }
        }
        for Frequency { row, times, of, agreed } in std::mem::take(&mut self.agreed.frequencies) {
            let counted = runs > 0 && of == runs && times <= of;
            let enough = times >= needed;
            if !counted || enough != agreed {
                log.reading.report(mistakes::odd_frequency(row.span(), needed, runs));
            }
            if !agreed && enough {
                self.agree_all_the_same(log.input.options, row);
            }
        }
    }

    /// A row of the noise that enough auditors report.
    fn agree_all_the_same(&mut self, options: &ReadOptions, row: Slice<'a>) {
        let word = row.text.split(['|', ' ']).find(|cell| !cell.is_empty()).unwrap_or("");
        match severity(word, options) {
            Some((severity, _)) => self.agreed.worst = self.agreed.worst.max(Some(severity)),
            None => {
                self.agreed.unclear = true;
                self.agreed.alarm |= is_serious(row, options);
            }
        }
    }

    /// The outcome of the batch by the format's own rules.
    pub(super) fn derive(&mut self, log: &mut Log<'a, '_>) -> Option<Outcome> {
        let (runs, needed) = self.numbers();
        let unclear = self.agreed.unclear.then_some(Outcome::Warn);
        let alarm = self.agreed.alarm.then_some(Outcome::Fail);
        let counted = self.counts.map(|(_, worst)| worst);
        let worst = self.agreed.worst;
        let outcome = match runs {
            0 => worst.map(to_outcome),
            1 => {
                // One auditor's word stands; there is nothing to agree on.
                if self.runs.iter().any(|run| run.outcome.is_none()) {
                    self.raise(Outcome::Hold);
                }
                let rows = worst.map(|severity| match severity {
                    Severity::Critical => Outcome::Fail,
                    Severity::High => Outcome::Warn,
                    _ => Outcome::Pass,
                });
                self.runs.iter().filter_map(|run| run.outcome).max().max(rows)
            }
            _ => Some(self.derive_from_many(log, runs, needed)),
        };
        outcome.max(counted).max(unclear).max(alarm)
    }

    fn derive_from_many(&mut self, log: &mut Log<'a, '_>, runs: u32, needed: u32) -> Outcome {
        let hidden = self.unlisted(log, needed);
        let worst = self.agreed.worst.max(hidden).map(to_outcome);
        let said = |outcome| self.runs.iter().filter(|run| run.outcome == Some(outcome)).count();
        let (go, no_go) = (said(Outcome::Pass), said(Outcome::Fail));
        let all_go = go >= runs as usize && go == self.runs.len();
        if worst == Some(Outcome::Fail) || no_go * 2 > runs as usize || no_go >= needed as usize {
            Outcome::Fail
        } else if all_go {
            Outcome::Pass
        } else if self.agreed.at.is_none() {
            log.reading.report(mistakes::no_consensus(self.name.span(), self.name.text));
            self.raise(Outcome::Hold);
            Outcome::Warn
        } else {
            Outcome::Warn
        }
    }

    /// The worst that enough runs report and the consensus leaves out.
    fn unlisted(&mut self, log: &mut Log<'a, '_>, needed: u32) -> Option<Severity> {
        let whole = Slice::new(log.input.text, 0);
        let mut tally: HashMap<(&str, &str), Tally> = HashMap::new();
        for (number, run) in self.runs.iter().enumerate() {
            let verdict = run.place.and_then(|place| log.verdicts.get(place));
            for finding in verdict.iter().flat_map(|verdict| &verdict.findings) {
                let own = |at: &Span| at.source == SourceId(0);
                let text = |at: Option<Span>| at.filter(own).map_or("", |at| whole.text_of(at));
                let place = finding.location.as_ref().map(|location| location.text);
                let key = (text(finding.category), text(place));
                let Some(severity) = finding.severity.filter(|_| key != ("", "")) else { continue };
                let tally = tally.entry(key).or_insert(Tally {
                    times: 0,
                    last: None,
                    worst: severity,
                    at: finding.span,
                });
                tally.worst = tally.worst.max(severity);
                // A key that one auditor repeats counts once.
                if tally.last.replace(number) != Some(number) {
                    tally.times += 1;
                }
            }
        }
        let mut left_out: Vec<_> = tally.into_iter().collect();
        left_out.retain(|(key, t)| t.times >= needed && !self.agreed.keys.contains(key));
        left_out.sort_by_key(|(_, tally)| tally.at);
        for (_, tally) in &left_out {
            let told = mistakes::unlisted(tally.at, tally.times);
            log.reading.report(match self.agreed.at {
                Some(section) => told.label(section, "not listed here"),
                None => told,
            });
        }
        left_out.iter().map(|(_, tally)| tally.worst).max()
    }
}

/// How often a finding is reported.
struct Tally {
    times: u32,
    /// The last run that reports it.
    last: Option<usize>,
    worst: Severity,
    at: Span,
}

/// No log has more runs in a batch.
const MOST_RUNS: u32 = 99;

/// Three fifths of the runs, rounded up.
pub(super) fn usual_threshold(runs: u32) -> u32 {
    u32::try_from((u64::from(runs) * 3).div_ceil(5)).unwrap_or(u32::MAX)
}
