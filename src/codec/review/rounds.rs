//! Rounds of a review: the highest counts, those before it say nothing.

use std::collections::HashMap;

use super::said::Said;
use crate::codec::document::{Document, NodeId};
use crate::codec::statements::read_name;
use crate::codec::words::Words;

/// Leaves what was said in the last round, or in none.
pub(super) fn keep_last(document: &Document, all: &mut Vec<Said<'_>>, words: &Words) {
    let mut headings: HashMap<NodeId, Option<u32>> = HashMap::new();
    let mut heading = |at| {
        let read = || read_name(document.shown(document.text(at)), words).round;
        *headings.entry(at).or_insert_with(read)
    };
    for said in all.iter_mut().filter(|said| said.round.is_none()) {
        said.round = document.sections(said.field.node).find_map(&mut heading);
    }
    let stated = all.iter().filter(|said| said.states());
    let last = stated.filter_map(|said| said.round).max();
    all.retain(|said| said.round.is_none() || said.round >= last);
}
