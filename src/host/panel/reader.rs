//! What every node of a panel is read with: its entries, each with its place, and what is wrong with them.

use std::collections::BTreeMap;

use kdl::{KdlDocument, KdlEntry, KdlIdentifier, KdlNode, KdlValue};

use super::mistakes;
use crate::host::nodes::{entry_at, name_at};
use crate::host::suggest::nearest;
use crate::source::is_hidden;
use crate::{Diagnostic, Span};

/// The text that nodes stand in, and what is wrong with it.
pub(in crate::host) struct Reader<'a, 'w> {
    pub(in crate::host) text: &'a str,
    pub(in crate::host) wrong: &'w mut Vec<Diagnostic>,
}

/// A value of a node.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::host) enum Scalar {
    Text(String),
    Number(i128),
    Bool(bool),
    Other,
}

/// What stands behind the name of a node.
pub(in crate::host) struct NodeEntries<'a> {
    pub(in crate::host) at: Span,
    /// As it is written, for what is said about it.
    pub(in crate::host) name: &'a str,
    pub(in crate::host) arguments: Vec<(Scalar, Span)>,
    properties: Vec<(&'a str, Scalar, Span)>,
    /// What else is said of a seat, by names of the team's.
    pub(in crate::host) labels: BTreeMap<String, String>,
}

/// What may stand in the block of a node.
#[derive(Clone, Copy)]
pub(in crate::host) enum Block<'a> {
    /// It has none.
    None,
    /// Lines of these names.
    Of(&'a [&'a str]),
    /// Lines of many names: the parameters of a policy.
    Open,
}

impl NodeEntries<'_> {
    /// A property that is known.
    pub(in crate::host) fn property(&self, name: &str) -> Option<(&Scalar, Span)> {
        let (_, value, at) = self.properties.iter().find(|(known, ..)| *known == name)?;
        Some((value, *at))
    }
}

impl Reader<'_, '_> {
    /// The entries of a node that may have these properties, and such a block.
    pub(in crate::host) fn told<'n>(
        &mut self,
        node: &'n KdlNode,
        known: &[&str],
        block: Block<'_>,
    ) -> NodeEntries<'n> {
        self.entries(node, known, block, false)
    }

    /// The same of a seat, of which a team may say more, by names of its own: `team="core"`.
    pub(in crate::host) fn told_of_seat<'n>(
        &mut self,
        node: &'n KdlNode,
        known: &[&str],
        block: Block<'_>,
    ) -> NodeEntries<'n> {
        self.entries(node, known, block, true)
    }

    fn entries<'n>(
        &mut self,
        node: &'n KdlNode,
        known: &[&str],
        block: Block<'_>,
        is_labelled: bool,
    ) -> NodeEntries<'n> {
        let name = node.name().value();
        let at = name_at(self.text, node);
        let (arguments, properties, labels) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut told = NodeEntries { at, name, arguments, properties, labels };
        for entry in node.entries() {
            let at = entry_at(self.text, entry);
            match entry.name().map(KdlIdentifier::value) {
                None => told.arguments.push((scalar(entry), at)),
                Some(label) if is_labelled && is_label(label, known, block) => {
                    let wanted = "what is said of the seat: `team=\"core\"`";
                    let said = self.text_in(&scalar(entry), at, wanted);
                    let label = label.replace('-', "_");
                    if let Some(said) = said
                        && told.labels.insert(label.clone(), said).is_some()
                    {
                        self.wrong.push(mistakes::said_twice(at, told.at, &label));
                    }
                }
                Some(property) if !known.contains(&property) => {
                    self.wrong.push(mistakes::unknown_property(at, name, property, known, block));
                }
                Some(property) if told.property(property).is_some() => {
                    self.wrong.push(mistakes::said_twice(at, told.at, property));
                }
                Some(property) => told.properties.push((property, scalar(entry), at)),
            }
        }
        if node.children().is_some() && matches!(block, Block::None) {
            self.wrong.push(mistakes::no_block(at, name));
        }
        told
    }

    /// Whatever is no text, is blank or has signs that are not seen is reported, with what is wanted.
    pub(in crate::host) fn text_in(
        &mut self,
        value: &Scalar,
        at: Span,
        wanted: &str,
    ) -> Option<String> {
        match value {
            Scalar::Text(text) if text.chars().any(is_hidden) => {
                self.wrong.push(mistakes::hidden_sign(at));
                None
            }
            Scalar::Text(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            _ => {
                self.wrong.push(mistakes::value(at, wanted));
                None
            }
        }
    }

    /// The texts behind a node: one at least.
    pub(in crate::host) fn texts(
        &mut self,
        told: &NodeEntries<'_>,
        wanted: &str,
    ) -> Vec<(String, Span)> {
        if told.arguments.is_empty() {
            self.wrong.push(mistakes::value(told.at, wanted));
        }
        let texts =
            told.arguments.iter().map(|(value, at)| (self.text_in(value, *at, wanted), *at));
        texts.filter_map(|(text, at)| Some((text?, at))).collect()
    }

    /// The one argument of a node; none and more are told.
    pub(in crate::host) fn only<'t>(
        &mut self,
        told: &'t NodeEntries<'_>,
        wanted: &str,
    ) -> Option<&'t (Scalar, Span)> {
        match told.arguments.as_slice() {
            [] => self.wrong.push(mistakes::value(told.at, wanted)),
            [_, more, ..] => self.wrong.push(mistakes::too_much(more.1, told.name, wanted)),
            [_] => {}
        }
        told.arguments.first()
    }

    /// The one `#true` or `#false` behind a node.
    pub(in crate::host) fn truth(&mut self, told: &NodeEntries<'_>, wanted: &str) -> Option<bool> {
        match self.only(told, wanted)? {
            (Scalar::Bool(value), _) => Some(*value),
            (_, at) => {
                self.wrong.push(mistakes::value(*at, wanted));
                None
            }
        }
    }

    /// The one text behind a node.
    pub(in crate::host) fn only_text(
        &mut self,
        told: &NodeEntries<'_>,
        wanted: &str,
    ) -> Option<(String, Span)> {
        let (value, at) = self.only(told, wanted)?;
        Some((self.text_in(value, *at, wanted)?, *at))
    }

    /// A number between two ends.
    pub(in crate::host) fn number_in(
        &mut self,
        value: &Scalar,
        at: Span,
        (low, high): (i128, i128),
        wanted: &str,
    ) -> Option<i128> {
        match value {
            Scalar::Number(number) if (low..=high).contains(number) => Some(*number),
            _ => {
                self.wrong.push(mistakes::value(at, wanted));
                None
            }
        }
    }
}

/// Whether a property is a name of the team's own, and no slip of one that is known, or of a line of the block.
fn is_label(name: &str, known: &[&str], block: Block<'_>) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let lines = if let Block::Of(lines) = block { lines } else { &[] };
    let is_part = |line: &&str| line.split('-').any(|part| part == name);
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(plain)
        && nearest(name, known.iter().chain(lines).copied()).is_none()
        && !lines.iter().any(is_part)
}

fn scalar(entry: &KdlEntry) -> Scalar {
    match entry.value() {
        KdlValue::String(text) => Scalar::Text(text.clone()),
        KdlValue::Integer(number) => Scalar::Number(*number),
        KdlValue::Bool(value) => Scalar::Bool(*value),
        _ => Scalar::Other,
    }
}

/// The nodes in a block.
pub(in crate::host) fn children(node: &KdlNode) -> &[KdlNode] {
    node.children().map(KdlDocument::nodes).unwrap_or_default()
}
