//! What a case expects, from KDL: every line must be one that somebody compares.

use kdl::{KdlIdentifier, KdlNode};

use super::mistakes;
use crate::docket::State;
use crate::host::nodes::node_at;
use crate::host::panel::mistakes as shared;
use crate::host::panel::{Block, Reader, Scalar, children};
use crate::trial::{Item, Known, Line, known_lines};
use crate::{Outcome, Span, Stage};

/// Reads an expectation, which is `at` some place; nothing to compare is a mistake.
pub(super) fn read(
    reader: &mut Reader<'_, '_>,
    nodes: &[KdlNode],
    stage: Stage,
    at: Span,
) -> Vec<Line> {
    let known = known_lines(stage);
    let lines = lines(reader, nodes, stage, known);
    // That it does not err is expected of every case.
    let nothing = |line: &Line| line.name == "no" && line.text(0) == Some("error");
    if lines.iter().all(nothing) {
        reader.wrong.push(mistakes::pins_nothing(at, known[0].example));
    }
    lines
}

pub(super) fn lines(
    reader: &mut Reader<'_, '_>,
    nodes: &[KdlNode],
    stage: Stage,
    known: &[Known],
) -> Vec<Line> {
    let lines = nodes.iter().map(|node| line(reader, node, stage, known));
    let lines: Vec<Line> = lines.collect();
    for (node, line) in nodes.iter().zip(&lines).filter(|(_, line)| line.name == "no") {
        let none = line.text(0).unwrap_or_default();
        if lines.iter().any(|other| other.name == none) {
            reader.wrong.push(mistakes::contradicts(node_at(reader.text, node), none));
        }
    }
    lines
}

fn line(reader: &mut Reader<'_, '_>, node: &KdlNode, stage: Stage, known: &[Known]) -> Line {
    let name = node.name().value();
    let mut line = Line::new(name);
    let names: Vec<&str> = known.iter().map(|known| known.name).collect();
    if name == "no" {
        let told = reader.told(node, &[], Block::None);
        if let Some((said, at)) = reader.only_text(&told, "what there is not: `no \"note\"`") {
            if !names.contains(&said.as_str()) {
                reader.wrong.push(mistakes::unknown_line(at, &said, stage, &names));
            }
            line = line.argument(said);
        }
        return line;
    }
    let Some(kind) = known.iter().find(|known| known.name == name) else {
        let at = crate::host::nodes::name_at(reader.text, node);
        let all: Vec<&str> = names.iter().copied().chain(["no"]).collect();
        reader.wrong.push(match elsewhere(name, known) {
            Some(place) => mistakes::line_elsewhere(at, name, place),
            None => mistakes::unknown_line(at, name, stage, &all),
        });
        return line;
    };
    let inside: Vec<&str> = kind.children.iter().map(|known| known.name).collect();
    let block = if inside.is_empty() { Block::None } else { Block::Of(&inside) };
    let told = reader.told(node, kind.properties, block);
    let wanted = format!("a line like this: `{}`", kind.example);
    if let Some((_, at)) = told.arguments.get(kind.arguments.1) {
        reader.wrong.push(shared::too_much(*at, name, &wanted));
    }
    if told.arguments.len() < kind.arguments.0 {
        reader.wrong.push(shared::value(told.at, &wanted));
    }
    for (value, at) in &told.arguments {
        match item(value) {
            Some(item @ Item::Text(_)) => line.arguments.push(item),
            _ => reader.wrong.push(shared::value(*at, &wanted)),
        }
    }
    for property in node.entries().iter().filter_map(|entry| entry.name()) {
        let property = KdlIdentifier::value(property);
        let Some((value, at)) = told.property(property) else { continue };
        match item(value) {
            Some(item) => line.properties.push((property.to_owned(), item)),
            None => reader.wrong.push(shared::value(at, &wanted)),
        }
    }
    if !kind.children.is_empty() {
        line.children = lines(reader, children(node), stage, kind.children);
        if line.children.is_empty() && line.properties.is_empty() {
            reader.wrong.push(mistakes::pins_nothing(told.at, kind.example));
        }
    }
    if let Some(open) = line.get("open").filter(|open| open.as_text().is_some()) {
        let _ = open;
        reader
            .wrong
            .push(shared::value(told.at, "`#true` or `#false`: `gate \"fail\" open=#false`"));
    }
    words(reader, &line, &told.arguments, told.at);
    line
}

/// A line that holds what stands here as a line of its own.
fn elsewhere(name: &str, known: &[Known]) -> Option<&'static str> {
    let holds = |known: &&Known| {
        known.properties.contains(&name) || known.children.iter().any(|child| child.name == name)
    };
    known.iter().find(holds).map(|known| known.example)
}

/// What is one of a few words is one of them.
fn words(reader: &mut Reader<'_, '_>, line: &Line, arguments: &[(Scalar, Span)], at: Span) {
    let behind = |place: usize| arguments.get(place).map_or(at, |(_, at)| *at);
    let _ = match (line.name.as_str(), line.text(0), line.text(1)) {
        ("gate", Some(said), _) => reader.one_of(said, behind(0), Outcome::ALL).map(|_| ()),
        ("state", _, Some(said)) => reader.one_of(said, behind(1), State::ALL).map(|_| ()),
        _ => None,
    };
    for name in ["outcome", "effective"] {
        if let Some(said) = line.get(name).and_then(Item::as_text) {
            let _ = reader.one_of(said, at, Outcome::ALL);
        }
    }
}

fn item(value: &Scalar) -> Option<Item> {
    match value {
        Scalar::Text(text) => Some(Item::Text(text.clone())),
        Scalar::Number(number) => Some(Item::Number(*number)),
        Scalar::Bool(value) => Some(Item::Bool(*value)),
        Scalar::Other => None,
    }
}
