//! What a review lists: entries below names of findings, what is rated, and lines with a place in the work.

use std::collections::BTreeMap;

use super::findings::{is_open, is_settled_beside, is_ticked, lists_any};
use super::said::Said;
use crate::codec::document::{Container, Document, Field, Kind, NodeId, Shape, Voice};
use crate::codec::statements::{NameKind, Rating, read_severity};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::words::Words;
use crate::ir::{Finding, FindingKind, Lines, Location, Severity};
use crate::source::Span;

/// What a review lists, and the severities in it that no table knows.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) findings: Vec<Finding>,
    pub(super) odd: Vec<Span>,
}

/// Reads all that is listed. Of a review that opens, a place alone makes no finding.
pub(super) fn read(
    document: &Document,
    source: &str,
    all: &[Said<'_>],
    words: &Words,
    opens: bool,
) -> Listed {
    let mut reading = Reading { document, source, words, found: BTreeMap::new(), odd: Vec::new() };
    let own = |said: &&Said<'_>| {
        said.field.voice == Voice::Own
            && !said.is_silent()
            && !said.unticked
            && !is_ticked(document, said.field.node)
    };
    for said in all.iter().filter(own) {
        reading.named(said);
    }
    for line in document.inside(NodeId::ROOT).filter(|at| document.kind(*at) == Kind::Line) {
        reading.line(line, opens);
    }
    let Reading { found, odd, .. } = reading;
    let findings = found.into_iter().map(|(at, entry)| finding(document, at, entry, opens));
    Listed { findings: findings.collect(), odd }
}

/// What is known of an entry.
#[derive(Default)]
struct Entry {
    severity: Option<Severity>,
    location: Option<Location>,
    text: Option<Span>,
}

struct Reading<'d> {
    document: &'d Document,
    source: &'d str,
    words: &'d Words,
    /// By the item, the row, the object, the section or the line that lists it.
    found: BTreeMap<NodeId, Entry>,
    odd: Vec<Span>,
}

impl Reading<'_> {
    fn named(&mut self, said: &Said<'_>) {
        let document = self.document;
        let (node, value) = (said.field.node, document.bytes_of(said.field.value));
        let kind = match said.name.kind {
            NameKind::Error => NameKind::Finding(None),
            kind => kind,
        };
        match kind {
            NameKind::Finding(severity) if !said.name.settled => {
                if !lists_any(document, said, self.words) {
                    return;
                }
                let below = entries(document, &said.field);
                if !below.is_empty() {
                    let open = below.into_iter().filter(|at| is_open(document, *at, self.words));
                    open.for_each(|at| self.add(at, severity, None));
                } else if let Some(answer) = said.field.answer {
                    self.add(holder(document, answer), severity, None);
                } else if !said.field.value.is_empty() {
                    self.add(holder(document, node), severity, Some(self.described(value)));
                }
            }
            NameKind::Severity => match read_severity(said.text, self.words) {
                Rating::Known(severity) if !is_settled_beside(document, said, self.words) => {
                    self.add(holder(document, node), Some(severity), None);
                }
                Rating::Unknown if !said.field.value.is_empty() => {
                    self.odd.push(value);
                    self.add(holder(document, node), Some(Severity::High), None);
                }
                _ => {}
            },
            NameKind::LineNumber => self.numbered(said),
            _ => {}
        }
    }

    /// What a text says behind the place that it begins with.
    fn described(&self, at: Span) -> Span {
        let text = self.source.get(at.start as usize..at.end as usize).unwrap_or_default();
        let (location, words) = location::split(Slice::new(text, at.start as usize));
        let behind = location.filter(|location| words.start >= location.text.end as usize);
        behind.map_or(at, |_| words.span())
    }

    /// `"file": "src/a.rs", "line": 7`: a place in two members of one object, or cells of one row.
    fn numbered(&mut self, said: &Said<'_>) {
        let document = self.document;
        let Some(line) = said.text.parse().ok().filter(|line| *line > 0) else { return };
        let around = match document.kind(said.field.node) {
            Kind::Row { .. } => said.field.node,
            _ => document.parent(said.field.node),
        };
        let is_path = |field: &&Field| {
            let text = document.shown(field.value);
            let found = location::whole(Slice::new(text, 0));
            field.shape == Shape::Text
                && found.path.is_some_and(|path| path == Span::new(0, text.len()))
        };
        let Some(path) = document.fields_in(around).iter().find(is_path) else { return };
        let path = document.bytes_of(path.value);
        let lines = vec![Lines { first: line, last: line }];
        let place = Location { text: path, path: Some(path), lines, also: Vec::new() };
        let entry = self.found.entry(holder(document, said.field.node)).or_default();
        entry.location.get_or_insert(place);
    }

    /// A line with a place in the work.
    fn line(&mut self, line: NodeId, opens: bool) {
        let document = self.document;
        if document.voice(line) != Voice::Own || is_ticked(document, line) {
            return;
        }
        let span = document.bytes_of(document.text(line));
        let (start, end) = (span.start as usize, span.end as usize);
        let Some(text) = self.source.get(start..end) else { return };
        let line_of_text = Slice::new(text, start);
        let Some((location, words)) = place_in(line_of_text) else { return };
        let mut around = std::iter::once(line).chain(document.around(line));
        let known = around.find(|at| self.found.contains_key(at));
        // `**File:** src/a.rs:7`, below the heading that says what is wrong there.
        let alone = || {
            let mut labels = document.fields_in(line).iter();
            labels.any(|field| {
                let at = document.bytes_of(field.value);
                field.container == Container::Label
                    && at.start <= location.text.start + 1
                    && location.text.end + 1 >= at.end
            })
        };
        let title = document.title();
        let section = || document.sections(line).next().filter(|at| Some(*at) != title);
        let at = known.unwrap_or_else(|| match alone() {
            true => section().unwrap_or_else(|| holder(document, line)),
            false => holder(document, line),
        });
        if known.is_some() || !opens {
            let rated = match read_severity(document.shown(document.text(line)), self.words) {
                Rating::Known(severity) => Some(severity),
                _ => None,
            };
            let entry = self.found.entry(at).or_default();
            // What stands behind a place at the begin of a line says what is wrong there.
            let begins = location.text.start as usize <= start + 1;
            let said = words.start >= location.text.end as usize;
            let own = begins && said && at == holder(document, line);
            let words = Some(words.span()).filter(|_| own);
            entry.text = entry.text.or(words);
            entry.location.get_or_insert(location);
            entry.severity = entry.severity.or(rated);
        }
    }

    fn add(&mut self, at: NodeId, severity: Option<Severity>, text: Option<Span>) {
        let entry = self.found.entry(at).or_default();
        entry.severity = entry.severity.max(severity);
        entry.text = entry.text.or(text);
    }
}

/// The items, rows, objects and sections that a name of findings lists, the outermost of each.
fn entries(document: &Document, field: &Field) -> Vec<NodeId> {
    let lists = match (field.container, field.shape) {
        (_, Shape::List | Shape::Object) => true,
        (container, _) => {
            matches!(container, Container::Heading | Container::Element | Container::Item)
        }
    };
    if !lists {
        return Vec::new();
    }
    let node = match document.kind(field.node) {
        Kind::Line => field.answer.and_then(|answer| {
            document.nearest(answer, |kind| matches!(kind, Kind::List | Kind::Table))
        }),
        _ => Some(field.node),
    };
    let Some(node) = node else { return Vec::new() };
    let is_entry = |at: &NodeId| {
        matches!(
            document.kind(*at),
            Kind::Item { .. }
                | Kind::Row { header: false }
                | Kind::Entry { .. }
                | Kind::Section { .. }
        )
    };
    let outermost = |at: &NodeId| {
        document.around(*at).take_while(|around| *around != node).all(|around| !is_entry(&around))
    };
    document.inside(node).filter(|at| is_entry(at) && outermost(at)).collect()
}

/// What lists the finding that a line or a member is about.
fn holder(document: &Document, node: NodeId) -> NodeId {
    let lists = |kind| {
        matches!(
            kind,
            Kind::Item { .. }
                | Kind::Row { .. }
                | Kind::Entry { .. }
                | Kind::Data { .. }
                | Kind::Member { shape: Shape::Object }
        )
    };
    document.nearest(node, lists).unwrap_or(node)
}

/// The first place with a line that a text names, and what stands behind it. A mark stands before every line, and nothing that
/// ends a place between both.
fn place_in(text: Slice<'_>) -> Option<(Location, Slice<'_>)> {
    let mut rest = text.trim();
    while let Some(mark) = rest.text.bytes().position(|b| matches!(b, b':' | b'#')) {
        let ends = |b: u8| matches!(b, b' ' | b'\t' | b'|');
        let before = rest.text[..mark].bytes().rposition(ends);
        rest = before.map_or(rest, |end| rest.after(end + 1).trim());
        let (location, words) = location::split(rest);
        if let Some(location) = location.filter(|location| !location.lines.is_empty()) {
            return Some((location, words));
        }
        let next = rest.text.find([' ', '\t', '(', '|']).map_or(rest.text.len(), |at| at + 1);
        rest = rest.after(next).trim();
    }
    None
}

fn finding(document: &Document, at: NodeId, entry: Entry, opens: bool) -> Finding {
    let line = document.first_line(at).unwrap_or(at);
    let said = || {
        let fields = document.fields_in(at).iter().filter(|field| !field.value.is_empty());
        let mut texts = fields.map(|field| field.value);
        // `"title": "the token is logged"`: a sentence, and no word.
        let sentence = texts.find(|text| document.shown(*text).contains(' '));
        match document.kind(at) {
            Kind::Row { .. } | Kind::Entry { .. } | Kind::Data { .. } | Kind::Member { .. } => {
                sentence
            }
            _ => None,
        }
    };
    let text = entry.text.or_else(|| said().map(|text| document.bytes_of(text)));
    let kind = match entry.severity {
        Some(Severity::Critical) if !opens => FindingKind::Blocker,
        _ => FindingKind::Advisory,
    };
    Finding {
        severity: entry.severity,
        location: entry.location,
        span: match document.kind(at) {
            Kind::Section { .. } => document.bytes_of(document.text(at)),
            Kind::Item { .. } => document.bytes_of(document.text(line)),
            _ => document.span(at),
        },
        ..Finding::new(kind, text.unwrap_or_else(|| document.bytes_of(document.text(line))))
    }
}
