//! The runs of a log, each in a seat of its own.

use super::super::reports::{Entry, Refusal};
use crate::Decoded;
use crate::codec::Cause;
use crate::verdict::Subject;

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

fn runs_of(entry: Entry, mut decoded: Decoded) -> Vec<(Entry, Read)> {
    let batch_of = |subject: &Subject| match subject {
        Subject::Batch { batch, run } => Some((batch.clone(), run.clone())),
        _ => None,
    };
    let last = decoded.verdicts.iter().rev().find_map(|verdict| batch_of(&verdict.subject));
    let Some((last, _)) = last else { return vec![(entry, Ok(decoded))] };
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
