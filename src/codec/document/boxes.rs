//! Boxes that Markdown knows nothing of: `- ☐ Approve`, `- ( ) Approve`, `- ⬜ Approve` beside `- ✅ Request changes`.

use super::leaf::short;
use super::{Document, Kind, NodeId};
use crate::codec::text::fields::checkbox;
use crate::codec::text::slice::Slice;

/// Ticks that stand for a ticked box beside an empty one.
const TICKS: [char; 3] = ['✅', '✔', '✓'];
/// A cross in a box is a no among criteria, and no tick.
const CROSSED: char = '☒';

/// Gives each item its box, where a list has an empty one.
pub(super) fn tick(document: &mut Document) {
    let is_list = |at: &NodeId| document.kind(*at) == Kind::List;
    let lists: Vec<NodeId> = document.inside(NodeId::ROOT).filter(is_list).collect();
    for list in lists {
        let boxed = |item| {
            let line = document.first_line(item)?;
            let text = document.shown(document.text(line));
            let (ticked, rest) = box_of(text)?;
            let plain = document.kind(item) == Kind::Item { ticked: None };
            plain.then_some((item, line, ticked, text.len() - rest.len()))
        };
        let boxes: Vec<_> = document.children(list).filter_map(boxed).collect();
        if boxes.iter().all(|(_, _, ticked, _)| *ticked) {
            continue;
        }
        for (item, line, ticked, behind) in boxes {
            document.nodes[item.0 as usize].kind = Kind::Item { ticked: Some(ticked) };
            document.nodes[line.0 as usize].text.start += short(behind);
        }
    }
}

/// Whether the box in front of a text is ticked, and what stands behind it.
fn box_of(text: &str) -> Option<(bool, &str)> {
    if let Some(rest) = text.strip_prefix(TICKS) {
        return Some((true, rest.trim_start()));
    }
    let (ticked, rest) = checkbox(Slice::new(text, 0))?;
    (!text.starts_with(CROSSED)).then_some((ticked, rest.text))
}
