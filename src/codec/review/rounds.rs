//! Rounds of a review: the highest counts, those before it say nothing.

use super::said::Said;
use crate::codec::document::Document;
use crate::codec::statements::read_name;
use crate::codec::words::Words;

/// Leaves what was said in the last round, or in none.
pub(super) fn keep_last(document: &Document, all: &mut Vec<Said<'_>>, words: &Words) {
    for said in all.iter_mut() {
        let heading = |at| read_name(document.shown(document.text(at)), words).round;
        said.round = said.round.or_else(|| document.sections(said.field.node).find_map(heading));
    }
    let stated = all.iter().filter(|said| said.states());
    let last = stated.filter_map(|said| said.round).max();
    all.retain(|said| said.round.is_none() || said.round >= last);
}
