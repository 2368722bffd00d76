//! Boxes that are signs: `- ☐ Approve`, `- ⬜ Approve` beside `- ✅ Request changes`.

use super::fields::is_sign;
use super::leaf::short;
use super::{Document, Kind, NodeId};

/// Signs of a box that is not ticked, and of one that is. Circles and small squares are bullets, and dots rate findings.
const EMPTY: [char; 3] = ['☐', '⬜', '🔲'];
const TICKED: [char; 5] = ['☑', '✅', '✔', '✓', '🗹'];

/// Gives each item its box, where a list has one that is a sign and empty: a tick is a ticked one then.
pub(super) fn tick(document: &mut Document) {
    let is_list = |at: &NodeId| document.kind(*at) == Kind::List;
    let lists: Vec<NodeId> = document.inside(NodeId::ROOT).filter(is_list).collect();
    for list in lists {
        let boxed = |item| {
            let line = document.first_line(item)?;
            let text = document.shown(document.text(line));
            let sign = text.find(|c: char| !is_sign(c)).filter(|len| *len > 0)?;
            let behind = text.len() - text[sign..].trim_start().len();
            let plain = document.kind(item) == Kind::Item { ticked: None };
            let ticked = text.starts_with(TICKED);
            (plain && (ticked || text.starts_with(EMPTY))).then_some((item, line, ticked, behind))
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
