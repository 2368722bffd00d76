//! Rounds of a review: the highest counts, those before it say nothing.

use std::collections::{HashMap, HashSet};

use super::said::Said;
use crate::codec::document::{Container, Document, Kind, NodeId};
use crate::codec::statements::read_name;
use crate::codec::words::Words;

/// Leaves what was said in the last round, or in none. A round whose verdict is announced, and not given, is one as well.
pub(super) fn keep_last(document: &Document, all: &mut Vec<Said<'_>>, words: &Words) {
    let mut headings: HashMap<NodeId, Option<u32>> = HashMap::new();
    let mut heading = |at| {
        let read = || read_name(document.shown(document.text(at)), words).round;
        *headings.entry(at).or_insert_with(read)
    };
    let in_column =
        |said: &Said<'_>| said.field.container == Container::Column && said.name.kind.announces();
    let rows = match all.iter().any(in_column) {
        true => numbered_rows(document, words),
        false => HashMap::new(),
    };
    for said in all.iter_mut().filter(|said| said.round.is_none()) {
        let row = rows.get(&said.field.node).copied().filter(|_| in_column(said));
        said.round = row.or_else(|| document.sections(said.field.node).find_map(&mut heading));
    }
    let announced = |said: &&Said<'_>| {
        said.states() || said.name.kind.announces() && !said.name.weak && !said.is_silent()
    };
    let last = all.iter().filter(announced).filter_map(|said| said.round).max();
    let is_before = |said: &Said<'_>| said.round.is_some() && said.round < last;
    // What such a line says without its name, it says of its round.
    let before = all.iter().filter(|said| is_before(said)).map(|said| said.field.node);
    let before: HashSet<NodeId> = before.collect();
    all.retain(|said| {
        !(is_before(said) || said.is_nameless() && before.contains(&said.field.node))
    });
}

/// `| Round | Verdict |` above `| 2 | APPROVE |`: the rows of a table that are about a round each.
fn numbered_rows(document: &Document, words: &Words) -> HashMap<NodeId, u32> {
    let mut all = HashMap::new();
    let tables = document.inside(NodeId::ROOT).filter(|at| document.kind(*at) == Kind::Table);
    for table in tables {
        let first = |row| {
            let cells = document.fields_in(row).iter();
            let cell = { cells }.find(|field| field.container == Container::Column)?;
            let (name, value) = (document.shown(cell.name), document.shown(cell.value));
            let number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            let whole = if number { &*format!("{name} {value}") } else { value };
            Some((row, read_name(whole, words).round?))
        };
        let rows: Vec<_> = document.children(table).filter_map(first).collect();
        let rounds: HashSet<u32> = rows.iter().map(|(_, round)| *round).collect();
        if rounds.len() == rows.len() {
            all.extend(rows);
        }
    }
    all
}
