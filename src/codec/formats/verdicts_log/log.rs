//! A log while its parts come in, and its verdicts in the end.

use std::collections::HashSet;

use super::batch::Batch;
use super::grammar::{self, Part, Rule, is_open};
use super::{mistakes, runs};
use crate::codec::builder::DecodeLog;
use crate::codec::input::Input;
use crate::codec::mistakes::{no_verdict, unclosed_fence};
use crate::codec::text::word::is_closed;
use crate::ir::{Cause, Decoded, Recovery, Subject, Verdict};
use crate::source::Span;

/// A log while its parts come in.
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
    /// Names of members that the log does not spell out: where they are spelt out instead.
    names: Vec<(&'static str, Span)>,
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
            names: Vec::new(),
        }
    }

    pub(super) fn part(&mut self, part: &Part<'a>) {
        let quoted = matches!(part.rule, Rule::fence | Rule::hidden);
        match part.rule {
            Rule::header => return self.begin(part),
            Rule::stray | Rule::unfilled | Rule::unnumbered => return self.stray(part),
            _ if quoted && is_open(part) => {
                let mistake = match part.rule {
                    Rule::fence => unclosed_fence,
                    _ => mistakes::endless_comment,
                };
                self.reading.refuse(Cause::Truncated, mistake(part.text.trim().span()));
            }
            _ if quoted => self.quoted(part),
            _ => self.check_end(part),
        }
        let Some(mut batch) = self.batch.take() else {
            return self.outside(part);
        };
        batch.part(self, part);
        self.batch = Some(batch);
    }

    /// A last line without a line end may have been cut off.
    fn check_end(&mut self, part: &Part<'a>) {
        let line = part.text;
        if line.end() < self.input.text.len() || line.text.ends_with('\n') {
            return;
        }
        // A disposition tells by its word whether it is whole.
        let disposes =
            |batch: &Batch<'_>| batch.place == Rule::disposition && !batch.disposed.is_closed();
        let told = self.batch.as_ref().is_some_and(|batch| disposes(batch))
            || line.text.starts_with("Files:");
        // A row of a table ends with its last pipe.
        let row = || part.find(Rule::table_row).is_some() && line.text.trim_end().ends_with('|');
        let mistake = match part.rule {
            // Nothing stands below it.
            Rule::title => mistakes::cut_heading,
            Rule::line | Rule::row | Rule::counts | Rule::files
                if !told && !row() && !is_closed(line.text) =>
            {
                mistakes::cut_line
            }
            _ => return,
        };
        self.reading.refuse(Cause::Truncated, mistake(line.trim().span()));
    }

    fn begin(&mut self, header: &Part<'a>) {
        self.finish_batch();
        let Some(name) = header.find(Rule::name) else { return };
        if !self.known.insert(name.text) {
            self.reading.report(mistakes::second_batch(name.span(), name.text));
        }
        let mut batch = Batch::new(self, header, name);
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
    fn stray(&mut self, part: &Part<'a>) {
        self.finish_batch();
        let at = part.text.trim().span();
        if !part.text.text.ends_with('\n') {
            self.reading.refuse(Cause::Truncated, mistakes::cut_heading(at));
        }
        self.in_form = part.rule == Rule::unfilled;
        match part.rule {
            Rule::unfilled => {
                self.form.get_or_insert(at);
            }
            Rule::unnumbered => self.reading.refuse(Cause::Malformed, mistakes::unread_batch(at)),
            _ => {
                self.reading.report(mistakes::stray_heading(at));
                self.reading.unclaimed(at);
            }
        }
    }

    fn outside(&mut self, part: &Part<'a>) {
        let line = match part.rule {
            _ if self.in_form => return,
            Rule::run => part.find(Rule::label).unwrap_or(part.text),
            Rule::line | Rule::row | Rule::title | Rule::fence | Rule::hidden => part.text,
            _ => return,
        };
        let decides =
            |p: Part<'_>| matches!(p.rule, Rule::raw | Rule::consensus | Rule::disposition);
        let body = line.trim();
        if matches!(part.rule, Rule::row | Rule::run) || part.parts().any(decides) {
            self.homeless.get_or_insert(body.span());
        } else if part.rule == Rule::line && !body.text.starts_with('#') {
            let last = self.last.and_then(|last| self.verdicts.get_mut(last));
            let notes = last.map(|verdict| &mut verdict.notes);
            notes.unwrap_or(&mut self.preface).push(body.span());
        }
        self.reading.unclaimed(line.span());
    }

    fn quoted(&mut self, part: &Part<'a>) {
        let held = part.find(Rule::inside).or_else(|| part.find(Rule::comment));
        let found = held.filter(|held| held.text.contains("##"));
        let heading = found.and_then(|held| grammar::parts(Rule::quoted, held)?.next());
        if let Some(heading) = heading {
            self.reading.report(mistakes::quoted_batch(heading.text.span()));
        }
    }

    /// Something that was to be judged and is not there.
    pub(super) fn miss(&mut self, subject: Subject) {
        self.missing.push(subject);
    }

    /// The name of a member that the log does not spell out, with the place of the first.
    pub(super) fn name(&mut self, name: &'static str, at: Span) -> Span {
        if let Some((_, spelt)) = self.names.iter().find(|(known, _)| *known == name) {
            return *spelt;
        }
        let embedded = &mut self.reading.embedded;
        let begun = embedded.begin();
        embedded.push(name, at.start as usize, 0);
        let spelt = embedded.end(begun);
        self.names.push((name, spelt));
        spelt
    }

    pub(super) fn finish(mut self) -> Decoded {
        self.finish_batch();
        match self.form {
            Some(at) if self.last.is_none() => {
                self.reading.refuse(Cause::Template, mistakes::unfilled_batch(at));
            }
            Some(at) => {
                self.reading.report(mistakes::unfilled_batch(at));
            }
            None if self.last.is_none() => {
                self.reading.refuse(Cause::NoVerdict, no_verdict(self.input.first.span()));
            }
            None => {}
        }
        if let Some(at) = self.homeless {
            self.reading.refuse(Cause::Malformed, mistakes::homeless_row(at));
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
