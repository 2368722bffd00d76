//! The runs of a batch, which are CPF, and how their readings join that of the log.

use super::batch::Batch;
use super::grammar::{Part, Rule};
use super::log::Log;
use super::mistakes;
use crate::codec::ReadOptions;
use crate::codec::input::{Input, Recognition};
use crate::codec::repairs::FENCED;
use crate::codec::shared::cpf::{self, Dialect};
use crate::codec::text::slice::{BLANKS, Slice};
use crate::ir::{Cause, Decoded, Format, Kind, Outcome, Profile, Subject, Verdict};

/// How to read the runs of a batch that names its kind.
pub(super) struct Kinds(Vec<(Kind, ReadOptions)>);

impl Kinds {
    pub(super) fn new(options: &ReadOptions) -> Self {
        let of = |kind| {
            let own = ReadOptions { kind: Some(kind), format: None, ..options.clone() };
            (kind, ReadOptions { expected: Vec::new(), ..own })
        };
        // The host's word stands above that of a heading.
        Self(match options.kind {
            Some(_) => Vec::new(),
            None => Kind::ALL.iter().copied().map(of).collect(),
        })
    }
}

impl<'a> Batch<'a> {
    /// A run below `### Raw`: its name, and its text.
    pub(super) fn run(
        &mut self,
        log: &mut Log<'a, '_>,
        name: Slice<'a>,
        text: Slice<'a>,
        fence: Option<Part<'a>>,
    ) {
        let (whole, mut text) = (text.trim(), to_last_line(text));
        if let Some(fence) = fence.filter(|fence| fence.text.trim().span() == whole.span()) {
            log.reading.recover(FENCED, whole.span());
            let none = Slice::new("", fence.text.start);
            text = fence.find(Rule::inside).unwrap_or(none);
        }
        let kind = self.verdict.kind.as_deref();
        let own = log.kinds.0.iter().find(|(known, _)| Some(known.as_str()) == kind);
        let options = own.map_or(log.input.options, |(_, options)| options);
        let input = log.input.inside_with(text, options);
        let mut read = cpf::decode(&input, dialect_of(&input));

        let subject =
            Subject::Batch { batch: self.name.text.to_owned(), run: Some(name.text.to_owned()) };
        let at = if whole.is_empty() { name.span() } else { whole.span() };
        let second = !self.names.insert(name.text);
        if second {
            log.reading.report(mistakes::second_run(name.span(), name.text));
        }
        let outcome = read.effective();
        read.verdicts.iter_mut().for_each(|verdict| verdict.subject = subject.clone());
        if outcome.is_none() {
            read.verdicts.clear();
            read.fragments.iter_mut().for_each(|verdict| verdict.subject = subject.clone());
            let told = mistakes::unread_run(at, name.text, self.name.text);
            log.reading.report(told.label(name.span(), "the run"));
            log.miss(subject);
            self.raise(Outcome::Warn);
        }
        // Whatever else is wrong with the run: `strict` forbids its repairs.
        if log.input.options.profile == Profile::Strict && !read.recoveries.is_empty() {
            log.reading.cause.get_or_insert(Cause::RecoveryForbidden);
        }
        log.reading.says_fail |= read.says_fail;
        // Where a run had to be spelt out, its places are not yet those of the log.
        let own = read.sources.len() == 1;
        let place = Some(log.verdicts.len()).filter(|_| own && outcome.is_some());
        self.runs.push(Run { outcome, place });
        if !own {
            return log.spelt.push(read);
        }
        log.recoveries.append(&mut read.recoveries);
        log.fragments.append(&mut read.fragments);
        read.diagnostics.into_iter().for_each(|diagnostic| {
            log.reading.report(diagnostic);
        });
        for mut verdict in read.verdicts {
            // Logs are long, and most runs say little.
            verdict.findings.shrink_to_fit();
            log.verdicts.push(verdict);
        }
    }
}

/// One run of a batch.
pub(super) struct Run {
    /// What it came to; none when it cannot be read.
    pub(super) outcome: Option<Outcome>,
    /// Where its verdict stands among those of the log.
    pub(super) place: Option<usize>,
}

fn dialect_of(input: &Input<'_>) -> Dialect {
    match cpf::recognise(input, Dialect::Inspector) {
        Recognition::Yes(_) => Dialect::Inspector,
        Recognition::No(..) => Dialect::Auditor,
    }
}

/// A text without the blank lines around it, its last line with its end.
fn to_last_line(text: Slice<'_>) -> Slice<'_> {
    let body = text.trim_start_of(&BLANKS);
    let said = body.trim_end_of(&BLANKS).text.len();
    let end = body.text[said..].find('\n').map_or(body.text.len(), |at| said + at + 1);
    body.split_at(end).0
}

/// Hands out what came of a log. Verdicts are put in the order of the text.
pub(super) fn joined(log: Log<'_, '_>) -> Decoded {
    let Log { input, mut reading, verdicts, mut spelt, mut recoveries, missing, fragments, .. } =
        log;
    let fails = |verdict: &Verdict| verdict.effective() == Some(Outcome::Fail);
    reading.says_fail |= spelt.iter().flat_map(|run| &run.verdicts).any(fails);
    let mut decoded = reading.finish(input.source, Format::VerdictsLog, verdicts);
    decoded.recoveries.append(&mut recoveries);
    for run in &mut spelt {
        decoded.adopt(run);
        decoded.diagnostics.append(&mut run.diagnostics);
        decoded.recoveries.append(&mut run.recoveries);
        decoded.fragments.append(&mut run.fragments);
        match decoded.unreadable {
            None => decoded.verdicts.append(&mut run.verdicts),
            Some(_) => decoded.fragments.append(&mut run.verdicts),
        }
    }
    decoded.fragments.extend(fragments);
    decoded.fragments.sort_by_key(|verdict| verdict.span.start);
    decoded.verdicts.sort_by_key(|verdict| verdict.span.start);
    if decoded.unreadable.is_none() {
        decoded.missing = missing;
    }
    decoded
}
