//! What the readers of legacy reports and envelopes still ask of pair reviews; goes with their port.

use std::collections::BTreeMap;

use super::label;
use crate::codec::ReadOptions;
use crate::codec::remarks;
use crate::codec::text::slice::Slice;
use crate::codec::words::Extra;
use crate::ir::{Outcome, Severity};

pub(in crate::codec) fn against(
    text: &str,
    outcome: Outcome,
    options: &ReadOptions,
) -> Option<Outcome> {
    let found = remarks::scan(Slice::new(text, 0), &options.lexicon);
    let worst = found.iter().filter(|found| found.is_remark()).map(|found| found.says).max();
    worst.filter(|worst| *worst > outcome)
}

pub(in crate::codec) fn names_a_fail(line: Slice<'_>, _: &Extra) -> bool {
    against(line.text, Outcome::Hold, &ReadOptions::default()).is_some()
}

pub(in crate::codec) fn label_fails(text: &str, _: &BTreeMap<String, Severity>) -> bool {
    let rating = label::read(Slice::new(text, 0), &ReadOptions::default());
    rating.and_then(|label| label.rating).is_some_and(|rating| rating.outcome == Outcome::Fail)
}
