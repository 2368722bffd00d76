//! Lists that define words: `- PASS: every gate passes` above `- FAIL: a gate fails`.

use crate::codec::document::{Document, Kind, NodeId};
use crate::codec::statements::{Defined, NameKind, read_definitions, read_name};
use crate::codec::words::Words;

/// Where a statement is in a list of definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Legend {
    /// Called one by what stands above it.
    Named,
    Unnamed,
}

/// Whether a list defines words, and whether a heading or the line above says so.
pub(super) fn legend(document: &Document, list: NodeId, words: &Words) -> Option<Legend> {
    let firsts = document.children(list).filter_map(|item| {
        let line = document.first_line(item)?;
        let label = document.fields_in(line).first().filter(|field| !field.name.is_empty());
        Some(document.shown(label.map_or(document.text(line), |label| label.name)))
    });
    let defined = read_definitions(firsts, words)?;
    // Boxes are choices.
    let boxed = |at| matches!(document.kind(at), Kind::Item { ticked: Some(_) });
    if document.children(list).any(boxed) {
        return None;
    }
    let is_legend = |at: NodeId| {
        let text = document.shown(document.text(at));
        read_name(text.trim_end_matches([':', '*', ' ']), words).kind == NameKind::Legend
    };
    let header =
        document.children(list).find(|at| document.kind(*at) == Kind::Row { header: true });
    let cells = header.into_iter().flat_map(|row| document.children(row));
    let titles: Vec<NodeId> = cells.filter_map(|cell| document.first_line(cell)).collect();
    // `| Severity | Finding |` lists what was found, whatever stands above it.
    let lists = |at: &NodeId| read_name(document.shown(document.text(*at)), words).kind.finds();
    if defined == Defined::Severities && titles.iter().any(lists) {
        return None;
    }
    let meant = titles.iter().any(|title| is_legend(*title));
    let heading = document.sections(list).next().is_some_and(is_legend);
    let before = document.children(document.parent(list)).take_while(|at| *at != list).last();
    let above = before.and_then(|above| document.first_line(above)).is_some_and(is_legend);
    match (defined, heading || above || meant) {
        (_, true) => Some(Legend::Named),
        (Defined::Verdicts, false) => Some(Legend::Unnamed),
        (Defined::Severities, false) => None,
    }
}
