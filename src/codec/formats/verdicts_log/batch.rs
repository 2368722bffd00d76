//! One batch while its pieces come in, and what it comes to in the end.

use std::collections::HashSet;

use super::Piece;
use super::consensus::{self, Agreed};
use super::counts::Counts;
use super::disposition::{self, Disposed};
use super::log::Log;
use super::runs::Run;
use super::section::{
    Known, Place, RUN_KEYS, is_time, misspelt, misspelt_section, second_section, title_of,
};
use crate::codec::repairs::repairs;
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Member, Outcome, Subject, Verdict};
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

/// One batch while its pieces come in.
pub(super) struct Batch<'a> {
    pub(super) name: Slice<'a>,
    pub(super) verdict: Verdict,
    pub(super) runs: Vec<Run>,
    /// The names of its runs.
    pub(super) names: HashSet<&'a str>,
    pub(super) agreed: Agreed<'a>,
    pub(super) disposed: Disposed,
    pub(super) counts: Option<Counts<'a>>,
    /// `runs:3`
    pub(super) runs_said: Option<(u32, Span)>,
    /// `threshold:2/3`
    pub(super) threshold: Option<(u32, u32, Span)>,
    pub(super) place: Place<'a>,
    /// Text below `### Raw` outside of a run.
    loose: Option<(Slice<'a>, Slice<'a>)>,
    /// What no field claims.
    unclaimed: Vec<Span>,
    /// Nothing that was found out later makes it better than this.
    pub(super) floor: Option<Outcome>,
    /// There is something below the heading.
    said: bool,
}

impl<'a> Batch<'a> {
    pub(super) fn new(
        log: &mut Log<'a, '_>,
        line: Slice<'a>,
        name: Slice<'a>,
        fields: Slice<'a>,
    ) -> Self {
        let mut verdict = Verdict::new(line.trim().span());
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
            place: Place::Head,
            loose: None,
            unclaimed: Vec::new(),
            floor: None,
            said: false,
        };
        batch.heading(log, fields);
        batch
    }

    /// ` design | 2026-05-04T09:12:00Z | v1.2.0 | runs:3 | threshold:2/3`
    fn heading(&mut self, log: &mut Log<'a, '_>, fields: Slice<'a>) {
        let mut at = fields.start;
        for (place, text) in fields.text.split('|').enumerate() {
            let field = Slice::new(text, at).trim();
            at += text.len() + 1;
            let version = field.text.strip_prefix('v').filter(|rest| begins_with_digit(rest));
            let named = field.text.find(':').map(|colon| field.split_at(colon));
            if field.is_empty() {
            } else if is_time(field.text) {
                let name = log.time_name(field.span());
                self.verdict.members.push(Member { name, text: field.span() });
            } else if version.is_some() {
                let name = log.version_name(field.span());
                self.verdict.members.push(Member { name, text: field.after(1).span() });
            } else if let Some((name, value)) = named
                && let value = value.after(1).trim()
                && ["runs", "threshold", "agents"].contains(&name.text)
            {
                self.verdict.members.push(Member { name: name.span(), text: value.span() });
                self.number(log, name.text, value);
            } else if place == 0 {
                self.verdict.kind = Some(field.text.to_owned());
            } else {
                self.note(field);
            }
        }
    }

    fn number(&mut self, log: &mut Log<'a, '_>, name: &str, value: Slice<'a>) {
        let (head, tail) = value.text.split_once('/').unwrap_or((value.text, ""));
        let read = match name {
            "runs" => match value.text.parse() {
                Ok(runs) if runs > 0 => {
                    self.runs_said = Some((runs, value.span()));
                    true
                }
                _ => false,
            },
            "threshold" => match (head.parse(), tail.parse()) {
                (Ok(k), Ok(n)) => {
                    self.threshold = Some((k, n, value.span()));
                    true
                }
                _ => false,
            },
            _ => {
                let all = tail.split([' ', '+', '(']).next().unwrap_or("");
                if let (Ok(answered), Ok(all)) = (head.parse::<u32>(), all.parse::<u32>())
                    && answered < all
                {
                    log.reading.report(agents_missing(value.span()));
                    self.raise(Outcome::Warn);
                }
                true
            }
        };
        if !read {
            log.reading.report(no_number(name, value));
            self.raise(Outcome::Hold);
        }
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

    pub(super) fn piece(&mut self, log: &mut Log<'a, '_>, piece: Piece<'a>) {
        self.said = true;
        let whole = match piece {
            Piece::Section(line) => {
                self.section(log, line);
                line
            }
            Piece::Run { label, text, fence, open } => {
                self.finish_raw(log);
                let name = label.trim().trim_start_of(&['#', ' ', '\t']);
                if open {
                    let at = text.trim().span();
                    log.reading.refuse(
                        crate::ir::Cause::Truncated,
                        crate::codec::mistakes::unclosed_fence(at),
                    );
                }
                self.run(log, name, text, fence);
                label.split_at(0).0
            }
            Piece::Row { line, cells, table } => {
                match self.place {
                    Place::Consensus => self.row(log, line, cells, table),
                    Place::Other(_, Known::No) => {
                        self.stray_row(log, cells, line);
                        self.line(log, line);
                    }
                    _ => self.line(log, line),
                }
                line
            }
            Piece::Line(line) => {
                self.line(log, line);
                line
            }
            Piece::Fence { whole, .. } => {
                self.note(whole);
                self.unclaimed(whole);
                whole
            }
            Piece::Hidden { whole, .. } => {
                self.unclaimed(whole);
                whole
            }
            Piece::Batch { line: whole, .. } => whole,
            Piece::Stray(line) => line,
        };
        self.verdict.span = self.verdict.span.to(whole.trim().span());
        if let Piece::Run { text, .. } = piece {
            self.verdict.span = self.verdict.span.to(text.trim().span());
        }
    }

    fn section(&mut self, log: &mut Log<'a, '_>, line: Slice<'a>) {
        self.finish_raw(log);
        let (title, value) = title_of(line);
        self.place = Place::of(title);
        match (self.place, value) {
            (Place::Consensus, _) => self.agreed.begin(title.span()),
            (Place::Disposition, value) => {
                if self.disposed.begin(title.span()) {
                    log.reading.report(second_section(title));
                }
                if let Some(value) = value.filter(|value| !value.is_empty()) {
                    log.reading.recover(IN_HEADING, value.span());
                    self.dispose(log, value);
                }
            }
            (Place::Other(_, Known::No), _) => {
                if let Some(meant) = misspelt(title.text) {
                    log.reading.report(misspelt_section(title, meant));
                    self.raise(Outcome::Hold);
                }
                self.unclaimed(line);
            }
            _ => {}
        }
    }

    fn line(&mut self, log: &mut Log<'a, '_>, line: Slice<'a>) {
        let body = line.trim();
        match self.place {
            Place::Head => self.head_line(line),
            Place::Raw(title) => {
                let start = self.loose.map_or(body.start, |(_, loose)| loose.start);
                let text = log.input.text.get(start..line.end()).unwrap_or("");
                self.loose = Some((title, Slice::new(text, start)));
            }
            Place::Consensus => self.unknown_line(log, line),
            Place::Noise(title) => {
                self.noise(body);
                self.follow_up(log, title, line);
            }
            Place::Disposition => self.disposition_line(log, line),
            Place::Other(title, Known::Yes) => self.follow_up(log, title, line),
            Place::Other(title, Known::No) => {
                self.keep(title, body);
                self.unclaimed(line);
            }
        }
    }

    /// A line of a section whose findings decide nothing, however bad they are: only a verdict in it
    /// may speak of the batch.
    fn follow_up(&mut self, log: &mut Log<'a, '_>, title: Slice<'a>, line: Slice<'a>) {
        log.reading.past(line.span());
        self.keep(title, line.trim());
        if !consensus::is_row(line, log.input.options) {
            self.unclaimed(line);
        }
    }

    /// A serious row in a section that the format does not know.
    fn stray_row(&mut self, log: &mut Log<'a, '_>, cells: [Slice<'a>; 4], line: Slice<'a>) {
        if consensus::is_serious(cells[0], log.input.options) {
            log.reading.report(stray_row(line.trim().span()));
            self.raise(Outcome::Hold);
        }
    }

    fn keep(&mut self, title: Slice<'a>, line: Slice<'a>) {
        self.verdict.members.push(Member { name: title.span(), text: line.span() });
    }

    /// A line between the heading of the batch and its first section.
    fn head_line(&mut self, line: Slice<'a>) {
        let body = line.trim();
        if let Some(counts) = Counts::of(body) {
            self.verdict.members.extend(&counts.members);
            counts.notes.iter().for_each(|note| self.note(*note));
            match &mut self.counts {
                Some(before) => before.join(&counts),
                None => self.counts = Some(counts),
            }
        } else if let Some(files) = body.text.strip_prefix("Files:") {
            let (name, files) = (body.split_at(5).0, body.after(body.text.len() - files.len()));
            self.verdict.members.push(Member { name: name.span(), text: files.trim().span() });
        } else {
            self.note(body);
            self.unclaimed(line);
        }
    }

    /// What it comes to, now that all of it is there.
    pub(super) fn finish(mut self, log: &mut Log<'a, '_>) -> (Verdict, Vec<Span>) {
        self.finish_raw(log);
        self.check_numbers(log);
        let derived = self.derive(log);
        if let Some(stated) = self.disposed.stated {
            self.verdict.stated = Some(stated);
            self.verdict.contradictory = self.disposed.contradictory;
            if stated.outcome.opens() && derived > Some(stated.outcome) {
                self.verdict.contradictory = true;
                log.reading.report(disagrees(stated.word, self.name.span(), derived));
            }
        }
        if !self.said {
            log.reading.report(empty_batch(self.name));
            self.raise(Outcome::Hold);
        } else if let Some(counts) = self.counts.as_ref().filter(|_| self.is_bare()) {
            log.reading.recover(DERIVED_FROM_COUNTS, counts.at);
            self.raise(Outcome::Warn);
        } else if !self.disposed.is_closed() {
            log.reading.report(no_disposition(self.name));
            self.raise(Outcome::Hold);
        } else if self.runs.is_empty() && self.counts.is_none() && self.agreed.at.is_none() {
            log.reading.report(no_runs(self.name));
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
        let Some((title, loose)) = self.loose.take() else { return };
        let mut lines = loose.lines().map(Slice::trim).filter(|line| !line.is_empty()).peekable();
        let begins = |line: &Slice<'_>| RUN_KEYS.iter().any(|key| line.text.starts_with(key));
        if self.runs.is_empty() && lines.peek().is_some_and(begins) {
            log.reading.recover(UNNAMED_RUN, loose.trim().span());
            return self.run(log, Slice::new("V1", loose.start), loose, None);
        }
        for line in lines {
            self.unclaimed(line);
            self.keep(title, line);
        }
    }
}

fn begins_with_digit(text: &str) -> bool {
    text.bytes().next().is_some_and(|b| b.is_ascii_digit())
}

/// `runs:many`
fn no_number(name: &str, value: Slice<'_>) -> Diagnostic {
    Diagnostic::error("assize::read::no_number")
        .message(format!("`{}` is not a number of {name}", value.text))
        .label(value.span(), "cannot be read")
        .help("write `runs:3` and `threshold:2/3`")
}

/// `agents:1/5`
fn agents_missing(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::agents_missing")
        .message("not all agents of a batch answered")
        .label(at, "some are missing")
        .help("run the others again; until then the batch is at best conditional")
}

/// `C|missing-contract|Spec 2|...` below `### Findings`
fn stray_row(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::stray_row")
        .message("a serious finding is in a section that no format has")
        .label(at, "is it agreed?")
        .help("put it below `### Consensus` or `### Noise`")
}

/// `## [B1] design`, and nothing below
fn empty_batch(name: Slice<'_>) -> Diagnostic {
    Diagnostic::error("assize::read::empty_batch")
        .message(format!("there is nothing in the batch `{}`", name.text))
        .label(name.span(), "nothing follows its heading")
        .help("put its runs, its consensus and its disposition below, or take the heading out")
}

/// `### Disposition` and nothing above it
fn no_runs(name: Slice<'_>) -> Diagnostic {
    Diagnostic::warning("assize::read::no_runs")
        .message(format!("the batch `{}` does not say what its auditors said", name.text))
        .label(name.span(), "at best conditional")
        .help("put every auditor's verdict below `### Raw`")
}

/// A batch that ends with its consensus
fn no_disposition(name: Slice<'_>) -> Diagnostic {
    Diagnostic::error("assize::read::no_disposition")
        .message(format!("the batch `{}` has no disposition", name.text))
        .label(name.span(), "never closed")
        .help(disposition::HELP)
}

/// `CONDITIONAL-TRACKED` below a consensus with H
fn disagrees(word: Span, batch: Span, derived: Option<Outcome>) -> Diagnostic {
    let derived = derived.map_or("nothing", Outcome::as_str);
    Diagnostic::error("assize::read::disposition_disagrees")
        .message(format!("the disposition does not follow from the batch, which comes to `{derived}`"))
        .label(word, "stated")
        .label(batch, "the batch")
        .help("a C or H that enough auditors report is NO-GO, and an M or L is conditional unless all say GO")
}
