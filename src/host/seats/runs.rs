//! The runs of a log, each in a seat of its own.

use super::super::reports::{Entry, Refusal};
use crate::Decoded;
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

fn runs_of(entry: Entry, decoded: Decoded) -> Vec<(Entry, Read)> {
    let batch_of = |subject: &Subject| match subject {
        Subject::Batch { batch, run } => Some((batch.clone(), run.clone())),
        _ => None,
    };
    let last = decoded.verdicts.iter().filter_map(|verdict| batch_of(&verdict.subject)).last();
    let Some((last, _)) = last else { return vec![(entry, Ok(decoded))] };
    let mut runs = Vec::new();
    for verdict in &decoded.verdicts {
        let Some((batch, Some(run))) = batch_of(&verdict.subject) else { continue };
        if batch != last {
            continue;
        }
        let mut verdict = verdict.clone();
        verdict.subject = Subject::Change;
        let own = Entry {
            name: entry.name.clone(),
            file: entry.file.clone(),
            stem: run,
            folder: entry.folder.clone(),
        };
        // What there is to say about the log is told once.
        let diagnostics = if runs.is_empty() { decoded.diagnostics.clone() } else { Vec::new() };
        let read = Decoded { verdicts: vec![verdict], diagnostics, ..decoded.clone() };
        runs.push((own, Ok(read)));
    }
    if runs.is_empty() { vec![(entry, Ok(decoded))] } else { runs }
}
