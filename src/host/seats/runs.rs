//! The runs of a log, each in a seat of its own.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use super::super::reports::{Entry, Refusal, shown};
use crate::codec::Cause;
use crate::verdict::Subject;
use crate::{Decoded, Diagnostic, Docket, Span};

type Read = Result<Decoded, Refusal>;

/// A log of verdicts gives each run of its last batch a seat, by the name of the run; whatever else was read stays
/// as it is. What the batch came to is left out: that is to be found anew.
pub(super) fn seat_runs(entries: Vec<Entry>, decoded: Vec<Read>) -> (Vec<Entry>, Vec<Read>) {
    let one = |(entry, read): (Entry, Read)| match read {
        Ok(decoded) => runs_of(entry, decoded),
        refused => vec![(entry, refused)],
    };
    entries.into_iter().zip(decoded).flat_map(one).unzip()
}

/// The batch with the highest number of those that are named like the one that stands last: `Design-B2`. A batch may have
/// been put below a newer one.
fn latest<'n>(below: &'n str, all: impl Iterator<Item = &'n str>) -> &'n str {
    let numbered = |name: &'n str| {
        let series = name.trim_end_matches(|c: char| c.is_ascii_digit());
        Some((series, name[series.len()..].parse::<u64>().ok()?))
    };
    let Some((series, number)) = numbered(below) else { return below };
    let own = all.filter_map(|name| Some((numbered(name)?, name)));
    let own = own.filter(|((other, _), _)| *other == series).map(|((_, n), name)| (n, name));
    own.fold((number, below), |best, one| if one.0 > best.0 { one } else { best }).1
}

/// Names the runs that are one and the same: who ran once has not run twice. That two say nothing but `GO` is no sign.
pub(super) fn report_copies(docket: &mut Docket, entries: &[Entry], decoded: &[Read]) {
    let mut known: HashMap<String, &str> = HashMap::new();
    for (entry, read) in entries.iter().zip(decoded) {
        let Ok(read) = read else { continue };
        let Some(verdict) = read.verdicts.first().filter(|own| !own.findings.is_empty()) else {
            continue;
        };
        match known.entry(read.text(verdict.span).trim().to_owned()) {
            Slot::Occupied(first) => docket.report(copied(&entry.stem, first.get())),
            Slot::Vacant(free) => _ = free.insert(&entry.stem),
        }
    }
}

/// `cp run1.cpf run2.cpf`
fn copied(run: &str, first: &str) -> Diagnostic {
    Diagnostic::warning("assize::seats::copied_run")
        .message(format!(
            "the run `{}` says the same as `{}`, word for word",
            shown(run),
            shown(first)
        ))
        .help("a copy agrees with everything: leave it out, unless both did run")
}

/// `## [B1]` below `## [B2]`
fn out_of_order(at: Span, below: &str, last: &str) -> Diagnostic {
    Diagnostic::warning("assize::seats::batch_out_of_order")
        .message(format!(
            "the batch `{}` stands below `{}`, whose runs count",
            shown(below),
            shown(last)
        ))
        .label(at, "is older by its number")
        .help("put the batches in the order of their numbers")
}

fn runs_of(entry: Entry, mut decoded: Decoded) -> Vec<(Entry, Read)> {
    let batch_of = |subject: &Subject| match subject {
        Subject::Batch { batch, run } => Some((batch.clone(), run.clone())),
        _ => None,
    };
    let batches: Vec<(String, Span)> = decoded
        .verdicts
        .iter()
        .filter_map(|verdict| Some((batch_of(&verdict.subject)?.0, verdict.span)))
        .collect();
    let Some((below, at)) = batches.last().cloned() else { return vec![(entry, Ok(decoded))] };
    let last = latest(&below, batches.iter().map(|(name, _)| name.as_str())).to_owned();
    if last != below {
        decoded.diagnostics.push(out_of_order(at, &below, &last));
    }
    let run_of = |subject: &Subject| {
        batch_of(subject).filter(|(batch, _)| *batch == last).and_then(|(_, run)| run)
    };
    if !decoded.verdicts.iter().any(|verdict| run_of(&verdict.subject).is_some()) {
        return vec![(entry, Ok(decoded))];
    }
    let verdicts = std::mem::take(&mut decoded.verdicts);
    let missing = std::mem::take(&mut decoded.missing);
    // What there is to say about the log is told once.
    let mut diagnostics = std::mem::take(&mut decoded.diagnostics);
    let mut runs = Vec::new();
    let seated = |run: String| Entry {
        name: entry.name.clone(),
        file: entry.file.clone(),
        stem: run,
        folder: entry.folder.clone(),
        written: entry.written,
        outdated: entry.outdated.clone(),
    };
    for mut verdict in verdicts {
        let Some(run) = run_of(&verdict.subject) else { continue };
        verdict.subject = Subject::Change;
        let diagnostics = std::mem::take(&mut diagnostics);
        let read = Decoded { verdicts: vec![verdict], diagnostics, ..decoded.clone() };
        runs.push((seated(run), Ok(read)));
    }
    // A run that is listed and says nothing is there, and cannot be read.
    for run in missing.iter().filter_map(run_of) {
        let read = Decoded { unreadable: Some(Cause::NoVerdict), ..decoded.clone() };
        runs.push((seated(run), Ok(read)));
    }
    runs
}
