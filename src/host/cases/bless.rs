//! Writing what a case expects: only what its author pinned changes, and comments stay.

use std::io;
use std::ops::Range;
use std::path::Path;

use kdl::KdlNode;

use super::folder::{EXPECTED_SHAPE, nodes_of};
use super::{SHAPE, expectation, made_up, mistakes};
use crate::host::nodes::{entry_at, name_at, node_at};
use crate::host::panel::{Reader, children};
use crate::host::{Permissions, Writer};
use crate::trial::{Answered, Case, Line, Step, difference, known_lines, loosens, steps, to_text};
use crate::{Diagnostics, Source, Stage};

/// No file of cases is larger.
const LIMIT: usize = 1024 * 1024;

/// A change of a text: what stands there, and what takes its place.
type Edit = (Range<usize>, String);

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blessed {
    /// What changed in the file, as a unified diff.
    pub difference: String,
}

/// Makes a case expect what its policy answers: of what it pins, what is new; of a case that expects nothing, the
/// outcome and all that led to it.
///
/// # Errors
///
/// The answer is better than what the case expects, unless that is accepted; it comes with Assize; its file cannot
/// be read or written. Then it is left as it is.
pub fn bless(
    disk: &dyn Writer,
    stage: Stage,
    case: &Case,
    answered: &Answered,
    accept_loosening: bool,
) -> Result<Blessed, Diagnostics> {
    let Some(path) = &case.place.path else {
        return Err(mistakes::blesses_built_in(&case.name).into());
    };
    if !accept_loosening
        && !case.expected.is_empty()
        && let Some(loosened) = loosens(&case.expected, &answered.lines)
    {
        return Err(mistakes::loosens(&case.place.to_string(), &case.name, &loosened).into());
    }
    let unwritten = |error: io::Error| Diagnostics::from(mistakes::not_blessed(path, &error));
    let old = match read(disk, path) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !case.place.shared => None,
        Err(error) => return Err(unwritten(error)),
    };
    let source = Source::new(case.place.file.clone(), old.clone().unwrap_or_default());
    let new = match case.place.shared {
        true => of_many(&source, stage, case, answered)?,
        false => of_one(&source, stage, answered)?,
    };
    match old {
        Some(_) => {
            let place = disk.resolve(path).map_err(unwritten)?;
            let content = |out: &mut dyn io::Write| out.write_all(new.as_bytes());
            disk.replace(&place, &content, Permissions::Kept).map_err(unwritten)?;
        }
        None => disk.create_new(path, &|out| out.write_all(new.as_bytes())).map_err(unwritten)?,
    }
    let before = old.unwrap_or_default();
    Ok(Blessed { difference: difference((&case.place.file, &before), (&case.place.file, &new)) })
}

fn read(disk: &dyn Writer, path: &Path) -> io::Result<String> {
    let bytes = disk.read(path, LIMIT)?.into_bytes(LIMIT);
    let bytes = bytes.map_err(|(_, why)| io::Error::other(why))?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
}

/// All that an answer says, but for what is known of the docket anyway.
fn all_of(stage: Stage, answered: &Answered) -> Vec<Line> {
    let of_docket = ["state", "diagnostic"];
    let own = answered.lines.iter().filter(|line| !of_docket.contains(&line.name.as_str()));
    let lines: Vec<Line> = own.cloned().collect();
    match lines.is_empty() {
        true => vec![Line::new("no").argument(known_lines(stage)[0].name)],
        false => lines,
    }
}

/// An `expected.kdl`.
fn of_one(source: &Source, stage: Stage, answered: &Answered) -> Result<String, Diagnostics> {
    let text = source.text().unwrap_or_default();
    let nodes = nodes_of(source, EXPECTED_SHAPE)?;
    let mut wrong = Vec::new();
    let mut reader = Reader { text, wrong: &mut wrong };
    let expected = expectation::lines(&mut reader, &nodes, stage, known_lines(stage));
    if !wrong.is_empty() {
        return Err(Diagnostics::new(vec![source.clone()], wrong));
    }
    if expected.is_empty() {
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        return Ok(format!("{text}{gap}{}", to_text(&all_of(stage, answered))));
    }
    let mut edits = Vec::new();
    rewrite(text, &nodes, &expected, &answered.lines, &mut edits);
    Ok(applied(text, edits))
}

/// A case in a `cases.kdl`.
fn of_many(
    source: &Source,
    stage: Stage,
    case: &Case,
    answered: &Answered,
) -> Result<String, Diagnostics> {
    let text = source.text().unwrap_or_default();
    let nodes = nodes_of(source, SHAPE)?;
    let is_it = |node: &&KdlNode| {
        let title = node.get(0).and_then(|title| title.as_string());
        node.name().value() == "case" && title.is_some_and(|title| title.trim() == case.name)
    };
    let changed = || Diagnostics::from(mistakes::changed_meanwhile(&case.place.to_string()));
    let node = nodes.iter().find(is_it).ok_or_else(changed)?;
    let mut edits = Vec::new();
    let Some(own) = children(node).iter().find(|child| child.name().value() == "expect") else {
        let (end, line) = (range(text, node).end - 1, expect(&all_of(stage, answered)));
        let inside = text[..end].trim_end();
        let line = match text[inside.len()..end].contains('\n') {
            true => format!("\n{}{line}", margin(text, node, 4)),
            false => format!("; {line}"),
        };
        edits.push((inside.len()..inside.len(), line));
        return Ok(applied(text, edits));
    };
    let mut wrong = Vec::new();
    let expected = made_up::expect(&mut Reader { text, wrong: &mut wrong }, own, stage);
    if !wrong.is_empty() {
        return Err(Diagnostics::new(vec![source.clone()], wrong));
    }
    // What stands behind `expect` comes before what stands in its block.
    let head = expected.len() - children(own).len();
    let steps = steps(&expected[..head], &answered.lines);
    let kept = steps.iter().filter_map(|step| match step {
        Step::Keep(_, line) => Some(line.clone()),
        _ => None,
    });
    let kept: Vec<Line> = kept.collect();
    if kept.len() < steps.len() {
        // It cannot be said in a line any more, or never was.
        let pinned = crate::trial::pinned(&expected, &answered.lines);
        edits.push((range(text, own), expect(&pinned)));
        return Ok(applied(text, edits));
    }
    if kept != expected[..head] {
        edits.push((head_of(text, own), expect(&kept)));
    }
    rewrite(text, children(own), &expected[head..], &answered.lines, &mut edits);
    Ok(applied(text, edits))
}

/// `expect "fail" rule="a reviewer failed the change"`, and in a block what cannot be said so.
fn expect(lines: &[Line]) -> String {
    let (mut head, mut block) = (Line::new("expect"), Vec::new());
    for line in lines {
        match (line.name.as_str(), line.text(0)) {
            ("gate", Some(outcome)) => {
                head.arguments.push(outcome.into());
                head.properties.extend(line.properties.iter().cloned());
            }
            (name @ ("rule" | "because"), Some(text)) => {
                head.properties.push((name.to_owned(), text.into()));
            }
            _ => block.push(in_line(line)),
        }
    }
    match block.is_empty() {
        true => head.head(),
        false => format!("{} {{ {} }}", head.head(), block.join("; ")),
    }
}

fn in_line(line: &Line) -> String {
    match line.children.is_empty() {
        true => line.head(),
        false => {
            let inside: Vec<String> = line.children.iter().map(in_line).collect();
            format!("{} {{ {} }}", line.head(), inside.join("; "))
        }
    }
}

/// What has to change for some lines to say what was answered.
fn rewrite(
    text: &str,
    nodes: &[KdlNode],
    expected: &[Line],
    answer: &[Line],
    edits: &mut Vec<Edit>,
) {
    let mut none: Vec<&str> = Vec::new();
    for step in steps(expected, answer) {
        match step {
            Step::Keep(place, line) => {
                keep(text, &nodes[place], (&expected[place], &line), edits);
            }
            Step::Drop(place) => {
                let name = expected[place].name.as_str();
                // What the author wanted compared stays so: now there is none.
                let gone = name != "no" && !answer.iter().any(|line| line.name == name);
                match gone && !none.contains(&name) {
                    true => {
                        none.push(name);
                        edits.push((
                            range(text, &nodes[place]),
                            Line::new("no").argument(name).head(),
                        ));
                    }
                    false => edits.push((with_its_line(text, &nodes[place]), String::new())),
                }
            }
            Step::Add(after, line) => add(text, after.map(|place| &nodes[place]), &line, edits),
        }
    }
}

fn keep(text: &str, node: &KdlNode, (old, new): (&Line, &Line), edits: &mut Vec<Edit>) {
    if old.head() != new.head() {
        edits.push((head_of(text, node), new.head()));
    }
    if old.children != new.children {
        rewrite(text, children(node), &old.children, &new.children, edits);
    }
}

fn add(text: &str, after: Option<&KdlNode>, line: &Line, edits: &mut Vec<Edit>) {
    let Some(node) = after else {
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        edits.push((text.len()..text.len(), format!("{gap}{line}")));
        return;
    };
    let end = range(text, node).end;
    let rest = text[end..].split('\n').next().unwrap_or_default();
    match rest.trim_start_matches([' ', '\t', ';', '\r']) {
        "" => {}
        comment if comment.starts_with("//") => {}
        // Others stand on the same line.
        _ => return edits.push((end..end, format!("; {}", in_line(line)))),
    }
    let margin = margin(text, node, 0);
    let lines = line.to_string();
    let lines: Vec<String> = lines.lines().map(|line| format!("\n{margin}{line}")).collect();
    let at = end + rest.trim_end_matches('\r').len();
    edits.push((at..at, lines.concat()));
}

/// The blanks before a node on its line, and `more`.
fn margin(text: &str, node: &KdlNode, more: usize) -> String {
    let start = name_at(text, node).start as usize;
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let blanks: String = text[line..start].chars().take_while(|c| c.is_whitespace()).collect();
    blanks + " ".repeat(more).as_str()
}

/// Where a node stands: from its name to the end of its last part.
fn range(text: &str, node: &KdlNode) -> Range<usize> {
    let head = head_of(text, node);
    let end = match node.children() {
        None => head.end,
        Some(block) => {
            let inside = block.nodes().last().map_or(head.end, |last| range(text, last).end);
            // Behind the last node nothing but comments stands before the bracket; the span ends near it.
            let whole = node_at(text, node).end as usize;
            let upto = &text[inside..whole.max(inside)];
            inside + upto.rfind('}').map_or(upto.len(), |at| at + 1)
        }
    };
    head.start..end
}

fn head_of(text: &str, node: &KdlNode) -> Range<usize> {
    let name = name_at(text, node);
    let end = node.entries().iter().map(|entry| entry_at(text, entry).end).max();
    name.start as usize..end.unwrap_or(name.end).max(name.end) as usize
}

/// A node with the rest of its line, where nothing else stands on it.
fn with_its_line(text: &str, node: &KdlNode) -> Range<usize> {
    let Range { start, end } = range(text, node);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let rest = text[end..].split_inclusive('\n').next().unwrap_or_default();
    match text[line..start].trim().is_empty() && rest.trim().is_empty() {
        true => line..end + rest.len(),
        false => {
            let sign = rest.len() - rest.trim_start_matches([' ', ';']).len();
            start..end + sign
        }
    }
}

/// A text with some changes in it. Where two begin at one place, they stay in their order.
fn applied(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut out, mut at) = (String::new(), 0);
    for (range, new) in edits {
        if range.start < at {
            continue;
        }
        out += &text[at..range.start];
        out += &new;
        at = range.end;
    }
    out + &text[at..]
}
