//! A log while its pieces come in, and what it comes to in the end.

use std::collections::HashSet;

use super::Piece;
use super::batch::Batch;
use super::runs;
use super::section::{Place, title_of};
use crate::codec::builder::DecodeLog;
use crate::codec::input::Input;
use crate::codec::mistakes::{no_verdict, unclosed_fence};
use crate::codec::text::fields::is_entry_heading;
use crate::codec::text::slice::Slice;
use crate::codec::text::word::is_closed;
use crate::ir::{Cause, Decoded, Diagnostic, Recovery, Subject, Verdict};
use crate::source::Span;

/// A log while its pieces come in.
pub(super) struct Log<'a, 't> {
    pub(super) input: &'t Input<'a>,
    pub(super) reading: DecodeLog<'a>,
    pub(super) kinds: runs::Kinds,
    /// The verdicts of batches and of their runs.
    pub(super) verdicts: Vec<Verdict>,
    /// Runs that had to be spelt out.
    pub(super) spelt: Vec<Decoded>,
    pub(super) recoveries: Vec<Recovery>,
    /// What runs say that cannot be read.
    pub(super) fragments: Vec<Verdict>,
    /// The batch that is open, if one is: none before the first, and below another heading.
    batch: Option<Box<Batch<'a>>>,
    /// Where the verdict of the batch before stands.
    last: Option<usize>,
    known: HashSet<&'a str>,
    pub(super) missing: Vec<Subject>,
    /// A row or a disposition outside of batches.
    homeless: Option<Span>,
    /// A batch whose number is left open: `## [B{seq}]`.
    form: Option<Span>,
    /// What stands below that belongs to it.
    in_form: bool,
    /// Prose above the first batch.
    preface: Vec<Span>,
    names: Names,
}

/// Names that the log does not spell out: where they are spelt out instead.
#[derive(Default)]
struct Names {
    time: Option<Span>,
    version: Option<Span>,
}

impl<'a, 't> Log<'a, 't> {
    pub(super) fn new(input: &'t Input<'a>) -> Self {
        Self {
            input,
            reading: DecodeLog::new(input.options),
            kinds: runs::Kinds::new(input.options),
            verdicts: Vec::new(),
            spelt: Vec::new(),
            recoveries: Vec::new(),
            fragments: Vec::new(),
            batch: None,
            last: None,
            known: HashSet::new(),
            missing: Vec::new(),
            homeless: None,
            form: None,
            in_form: false,
            preface: Vec::new(),
            names: Names::default(),
        }
    }

    pub(super) fn piece(&mut self, piece: Piece<'a>) {
        match piece {
            Piece::Batch { line, name, fields } => return self.begin(line, name, fields),
            Piece::Stray(line) => return self.stray(line),
            Piece::Fence { whole, closed: false, .. } => {
                let at = whole.trim().span();
                self.reading.refuse(Cause::Truncated, unclosed_fence(at));
            }
            Piece::Hidden { whole, closed: false, .. } => {
                let at = whole.trim().span();
                self.reading.refuse(Cause::Truncated, endless_comment(at));
            }
            Piece::Fence { held, .. } | Piece::Hidden { held, .. } => self.quoted(held),
            _ => {}
        }
        self.check_end(piece);
        let Some(mut batch) = self.batch.take() else {
            return self.outside(piece);
        };
        batch.piece(self, piece);
        self.batch = Some(batch);
    }

    /// A last line without a line end may have been cut off.
    fn check_end(&mut self, piece: Piece<'a>) {
        let (Piece::Line(line) | Piece::Row { line, .. } | Piece::Section(line)) = piece else {
            return;
        };
        let ends = line.end() < self.input.text.len() || line.text.ends_with('\n');
        // A disposition tells by its word whether it is whole.
        let disposes = |batch: &Batch<'_>| {
            matches!(batch.place, Place::Disposition) && !batch.disposed.is_closed()
        };
        let told = self.batch.as_ref().is_some_and(|batch| disposes(batch))
            || line.text.starts_with("Files:");
        let section = matches!(piece, Piece::Section(_));
        // A row of a table ends with its last pipe.
        let row =
            matches!(piece, Piece::Row { table: true, .. }) && line.text.trim_end().ends_with('|');
        if !ends && section {
            // Nothing stands below it.
            self.reading.refuse(Cause::Truncated, cut_heading(line.trim().span()));
        } else if !ends && !told && !row && !is_closed(line.text) {
            self.reading.refuse(Cause::Truncated, cut_line(line.trim().span()));
        }
    }

    fn begin(&mut self, line: Slice<'a>, name: Slice<'a>, fields: Slice<'a>) {
        self.finish_batch();
        if !self.known.insert(name.text) {
            self.reading.report(second_batch(name));
        }
        let mut batch = Batch::new(self, line, name, fields);
        batch.verdict.notes.append(&mut self.preface);
        self.batch = Some(Box::new(batch));
    }

    fn finish_batch(&mut self) {
        if let Some(batch) = self.batch.take() {
            let (verdict, unclaimed) = batch.finish(self);
            let place = self.verdicts.len();
            unclaimed.into_iter().for_each(|at| self.reading.unclaimed_in(place, at));
            self.last = Some(place);
            self.verdicts.push(verdict);
        }
    }

    /// A heading that ends a batch and begins none.
    fn stray(&mut self, line: Slice<'a>) {
        self.finish_batch();
        let ended = line.text.ends_with('\n');
        let line = line.trim();
        let title = line.trim_start_of(&['#', ' ', '\t']);
        if !ended {
            self.reading.refuse(Cause::Truncated, cut_heading(line.span()));
        }
        self.in_form = is_entry_heading(line.text);
        if self.in_form {
            self.form.get_or_insert(line.span());
        } else if title.text.starts_with('[') && !title.text.contains("](") {
            self.reading.refuse(Cause::Malformed, unread_batch(line.span()));
        } else {
            self.reading.report(stray_heading(line.span()));
            self.reading.unclaimed(line.span());
        }
    }

    fn outside(&mut self, piece: Piece<'a>) {
        if self.in_form {
            return;
        }
        let (line, row) = match piece {
            Piece::Fence { whole, .. } | Piece::Hidden { whole, .. } => {
                return self.reading.unclaimed(whole.span());
            }
            Piece::Line(line) => (line, false),
            Piece::Section(line) => (line, Place::of(title_of(line).0).decides()),
            Piece::Row { line, .. } => (line, true),
            Piece::Run { label, .. } => (label, true),
            _ => return,
        };
        let body = line.trim();
        if row {
            self.homeless.get_or_insert(body.span());
        } else if !body.text.starts_with('#') {
            let last = self.last.and_then(|last| self.verdicts.get_mut(last));
            let notes = last.map(|verdict| &mut verdict.notes);
            notes.unwrap_or(&mut self.preface).push(body.span());
        }
        self.reading.unclaimed(line.span());
    }

    fn quoted(&mut self, held: Slice<'a>) {
        let batch = held.lines().map(Slice::trim).find(|line| is_entry_heading(line.text));
        if let Some(line) = batch {
            self.reading.report(quoted_batch(line.span()));
        }
    }

    /// Something that was to be judged and is not there.
    pub(super) fn miss(&mut self, subject: Subject) {
        self.missing.push(subject);
    }

    pub(super) fn time_name(&mut self, at: Span) -> Span {
        let spelt = self.names.time.unwrap_or_else(|| spell(&mut self.reading, "time", at));
        *self.names.time.insert(spelt)
    }

    pub(super) fn version_name(&mut self, at: Span) -> Span {
        let spelt = self.names.version.unwrap_or_else(|| spell(&mut self.reading, "version", at));
        *self.names.version.insert(spelt)
    }

    pub(super) fn finish(mut self) -> Decoded {
        self.finish_batch();
        match self.form {
            Some(at) if self.last.is_none() => self.reading.refuse(Cause::Template, template(at)),
            Some(at) => {
                self.reading.report(template(at));
            }
            None if self.last.is_none() => {
                self.reading.refuse(Cause::NoVerdict, no_verdict(self.input.first.span()));
            }
            None => {}
        }
        if let Some(at) = self.homeless {
            self.reading.refuse(Cause::Malformed, homeless_row(at));
        }
        self.miss_expected();
        runs::joined(self)
    }

    fn miss_expected(&mut self) {
        let read = self.verdicts.iter().chain(self.spelt.iter().flat_map(|run| &run.verdicts));
        let there: HashSet<&Subject> = match self.input.options.expected.is_empty() {
            true => HashSet::new(),
            false => read.map(|verdict| &verdict.subject).chain(&self.missing).collect(),
        };
        let expected = self.input.options.expected.iter();
        let absent: Vec<Subject> = expected.filter(|s| !there.contains(s)).cloned().collect();
        self.missing.extend(absent);
    }
}

fn spell(reading: &mut DecodeLog<'_>, name: &str, at: Span) -> Span {
    let begun = reading.embedded.begin();
    reading.embedded.push(name, at.start as usize, 0);
    reading.embedded.end(begun)
}

/// `<!-- ### Disposition` to the end of the log
fn endless_comment(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::endless_comment")
        .message("an HTML comment never ends")
        .label(at, "everything from here on is commented out")
        .help("close it with `-->`, or leave the comment out")
}

/// ` ```\n## [B2] design\n``` `
fn quoted_batch(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::quoted_batch")
        .message("the heading of a batch is in a fence or a comment")
        .label(at, "not read")
        .help("take it out of there if it is part of the log, or remove it")
}

/// `## [1] design | 2026-05-04`
fn unread_batch(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unread_batch")
        .message("a heading looks like that of a batch and has no number")
        .label(at, "which batch?")
        .help("write `## [B1]`, or `## [Design-B1]`, with a number after the `B`")
}

/// `## [B1]` twice
fn second_batch(name: Slice<'_>) -> Diagnostic {
    Diagnostic::error("assize::read::second_batch")
        .message(format!("there are two batches named `{}`", name.text))
        .label(name.span(), "used before")
        .help("give every batch a different number, one higher than the last")
}

/// `## `, and the text ends
fn cut_heading(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the log ends in the middle of a heading")
        .label(at, "cut off")
        .help("write the whole log again, with a line end after the last line")
}

/// `M|coupling|Cache` as the last line, without a line end
fn cut_line(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the log may have been cut off")
        .label(at, "no line end, and it may go on")
        .help("write the whole log again, with a line end after the last line")
}

/// `## Summary` below a batch
fn stray_heading(at: Span) -> Diagnostic {
    Diagnostic::advice("assize::read::stray_heading")
        .message("a heading is as deep as that of a batch, and is not the heading of one")
        .label(at, "ends the batch above")
        .help("use it for batches alone, `## [B1]`")
}

/// `### Disposition` above the first batch, or below `## Summary`
fn homeless_row(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::homeless_row")
        .message("a part of a batch is outside all batches")
        .label(at, "of which batch?")
        .help("put it below the heading of its batch, `## [B1]`")
}

/// `## [B{seq}] {review-type}`
fn template(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::template")
        .message("the form was handed back without being filled in")
        .label(at, "a number belongs here")
        .help("write the batch with its number, its runs and its disposition")
}
