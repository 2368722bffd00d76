//! Records that others define, read by their shapes: proofs, graders' answers, check runs, votes.
//!
//! ```text
//! {"pass": true, "score": 1}        a record, which is the whole text: its verdict is the whole's
//! ACK 4f2a9c1d                      a record of one line
//! NACK, it leaks                    another: the worst stands
//! ```
//!
//! A shape is data (`grammar/shapes/`, in KDL). Without the feature `kdl` there are none, and such texts are reviews like others.

#[cfg(feature = "kdl")]
mod read;
#[cfg(all(test, feature = "kdl"))]
mod tests;

use std::collections::HashSet;
use std::ops::Range;
use std::str::FromStr;

#[cfg(feature = "kdl")]
use read::shipped;

use super::said::Said;
use super::table::Effect;
use crate::codec::document::{self, Document, Kind, Mark, NodeId, Shape, Text, Voice};
use crate::codec::statements::{Rating, ValueKind, read_severity, read_value};
use crate::codec::words::Words;
use crate::ir::shape::ShapeNode;
use crate::ir::{
    Finding, FindingKind, Lexicon, Lines, Location, Member, Outcome, Remark, RemarkKind, Severity,
    Stated,
};
use crate::source::Span;

/// Shapes are written in KDL: a build without it ships none.
#[cfg(not(feature = "kdl"))]
fn shipped() -> &'static [ShapeNode] {
    &[]
}

/// What the records of a text say.
#[derive(Debug, Default)]
pub(super) struct Claims {
    /// Their verdicts.
    pub(super) stated: Vec<Stated>,
    /// Verdicts that cannot be read, and those of parts that stop.
    pub(super) remarks: Vec<Remark>,
    /// Findings that doubt a pass.
    pub(super) critical: Vec<Remark>,
    pub(super) findings: Vec<Finding>,
    pub(super) numbers: Vec<Member>,
    /// Nodes that are read here, and not as fields of a review.
    nodes: HashSet<NodeId>,
    /// Where the records are.
    records: Vec<Span>,
}

/// An object that is a record, in a document whose text begins at a place.
#[derive(Clone, Copy)]
struct Record<'d> {
    document: &'d Document,
    object: NodeId,
    start: u32,
    part: bool,
}

impl Claims {
    pub(super) fn of(document: &Document, text: &str, words: &Words) -> Self {
        let mut claims = Self::default();
        let shapes: Vec<&ShapeNode> = words.shapes.iter().chain(shipped()).collect();
        let mut lines = Vec::new();
        for at in document.inside(NodeId::ROOT) {
            match document.kind(at) {
                Kind::Data { .. } if document.voice(at) == Voice::Own => {
                    claims.data(&shapes, document, at, words)
                }
                Kind::Line if is_line(document, at) => lines.push(at),
                _ => {}
            }
        }
        for shape in shapes {
            claims.frames(shape, document, &lines, text, words);
            claims.lines(shape, document, &lines, words);
        }
        claims
    }

    /// Whether a field is read here.
    pub(super) fn reads(&self, said: &Said<'_>) -> bool {
        self.nodes.contains(&said.field.node)
    }

    /// What a statement does beside records: in one of them it opens nothing.
    pub(super) fn tempered(&self, effect: Effect, at: Span) -> Effect {
        let inside = |record: &Span| record.start <= at.start && at.start < record.end;
        match effect {
            Effect::States(outcome) if outcome.opens() && self.records.iter().any(inside) => {
                Effect::Part(outcome)
            }
            effect => effect,
        }
    }

    /// A verdict of the whole states, one of a part stops or says nothing, one that cannot be read doubts.
    fn state(&mut self, said: Option<Outcome>, word: Span, line: Span, part: bool) {
        match said {
            Some(outcome) if !part => self.stated.push(Stated { outcome, word }),
            Some(outcome) if outcome.opens() => {}
            Some(outcome) => {
                self.remarks.push(Remark::new(RemarkKind::Verdict, outcome, word, line))
            }
            None => self.remarks.push(Remark::new(RemarkKind::Unclear, Outcome::Hold, word, line)),
        }
    }

    /// Records of data: its root, what its one key holds, or all entries of such a list where one of them is a record.
    fn data(&mut self, shapes: &[&ShapeNode], document: &Document, data: NodeId, words: &Words) {
        let whole = document.is_data().is_some() && document.parent(data) == document.body();
        let mut members = document.children(data);
        let only = members.next().filter(|_| members.next().is_none());
        let part = is_part(document, data, true);
        for at in [Some(data), only].into_iter().flatten() {
            let objects = values(document, at, "");
            let shape = shapes.iter().find(|shape| {
                let named = shape.texts("file").any(|file| whole && is_named(file, &words.file));
                let may = whole || shape.all("alone").next().is_none();
                named || may && objects.iter().any(|object| fits(document, *object, shape))
            });
            if let Some(shape) = shape {
                for object in objects {
                    self.record(shape, Record { document, object, start: 0, part }, words);
                }
                return;
            }
        }
    }

    fn record(&mut self, shape: &ShapeNode, record: Record<'_>, words: &Words) {
        let whole = record.span(record.object);
        self.records.push(whole);
        for verdict in shape.all("verdict") {
            let found = verdict
                .texts
                .iter()
                .map(|path| record.values(path))
                .find(|found| !found.is_empty());
            let said = found.into_iter().flatten().map(|at| match record.scalar(at) {
                Some(text) => (meaning(verdict, record.document.shown(text)), record.at(text)),
                None => (None, record.span(at)),
            });
            // What cannot be read is worse than what stops: only all of them together are a verdict.
            let rank = |(said, _): &(Option<Outcome>, Span)| {
                said.map_or((1, Outcome::Hold), |said| (0, said))
            };
            let (said, word) = said.max_by_key(rank).unwrap_or((None, whole));
            self.state(said, word, whole, record.part);
        }
        for number in shape.all("number") {
            for at in number.texts.iter().flat_map(|path| record.values(path)) {
                let value =
                    record.scalar(at).filter(|value| is_of(record.document.shown(*value), number));
                let name = record.at(record.document.text(at));
                self.numbers.extend(value.map(|value| Member { name, text: record.at(value) }));
            }
        }
        let read = shape
            .texts("verdict")
            .chain(shape.texts("number"))
            .flat_map(|path| record.values(path));
        self.nodes.extend(read.filter(|_| record.start == 0));
        for findings in shape.all("findings") {
            let lists = findings.texts.first().map_or("", String::as_str);
            for object in record.values(lists) {
                self.finding(findings, Record { object, ..record }, words);
            }
        }
    }

    fn finding(&mut self, shape: &ShapeNode, entry: Record<'_>, words: &Words) {
        let shown = |text: Text| entry.document.shown(text);
        let first = |path: &str| {
            entry.values(path).into_iter().find_map(|at| Some((at, entry.scalar(at)?)))
        };
        let span = entry.span(entry.object);
        let mut finding = Finding::new(FindingKind::Advisory, span);
        for rating in shape.all("severity") {
            let Some((at, text)) = rating.texts.iter().find_map(|path| first(path)) else {
                continue;
            };
            let known = match read_severity(shown(text), words) {
                Rating::Known(severity) => Some(severity),
                _ => None,
            };
            finding.severity = meaning(rating, shown(text)).or(known);
            self.nodes.extend(Some(at).filter(|_| entry.start == 0));
            let word = Remark::new(RemarkKind::Finding, Outcome::Fail, entry.at(text), span);
            self.critical
                .extend(Some(word).filter(|_| finding.severity == Some(Severity::Critical)));
        }
        finding.text = shape.texts("text").find_map(first).map_or(span, |(_, text)| entry.at(text));
        let place: Vec<Option<Text>> =
            shape.texts("place").map(|path| Some(first(path)?.1)).collect();
        let line = |nth: usize| shown((*place.get(nth)?)?).parse().ok();
        finding.location = place.first().copied().flatten().map(|path| {
            let lines =
                line(1).map(|first| Lines { first, last: line(2).unwrap_or(first).max(first) });
            let path = entry.at(path);
            Location {
                text: path,
                path: Some(path),
                lines: lines.into_iter().collect(),
                also: Vec::new(),
            }
        });
        self.findings.push(finding);
    }

    /// Records between a line that begins one and a line that ends it.
    fn frames(
        &mut self,
        shape: &ShapeNode,
        document: &Document,
        lines: &[NodeId],
        text: &str,
        words: &Words,
    ) {
        let starts = |line: &str, with: &str| shape.texts(with).any(|mark| line.starts_with(mark));
        let mut behind = 0;
        for at in lines.iter().filter(|at| document.voice(**at) == Voice::Own) {
            let mark = document.bytes_of(document.text(*at));
            let (start, rest) =
                (mark.start as usize, text.get(mark.start as usize..).unwrap_or_default());
            if start < behind || !starts(rest, "begins") {
                continue;
            }
            let mut inner = rest.split_inclusive('\n').skip(1).scan(start, |end, line| {
                *end += line.len();
                Some((*end, line))
            });
            let from = start + rest.find('\n').map_or(rest.len(), |end| end + 1);
            let first = from - start;
            let end = inner.find(|(_, line)| starts(line, "ends"));
            behind = end.map_or(text.len(), |(end, _)| end + first);
            let whole = Span::new(start, behind);
            let body = end.and_then(|(end, line)| text.get(from..end + first - line.len()));
            let read = body
                .and_then(|body| document::read(body, words).ok())
                .filter(|read| read.is_data().is_some());
            let Some((inner, object)) =
                read.as_ref().and_then(|read| Some((read, read.children(read.body()).next()?)))
            else {
                self.records.push(whole);
                self.state(None, mark, whole, false);
                continue;
            };
            let start = u32::try_from(from).unwrap_or(u32::MAX);
            self.records.push(whole);
            self.record(
                shape,
                Record { document: inner, object, start, part: is_part(document, *at, true) },
                words,
            );
        }
    }

    /// Records of one line. Where one of them opens, a word that stops counts wherever it stands in a line.
    fn lines(&mut self, shape: &ShapeNode, document: &Document, lines: &[NodeId], words: &Words) {
        let Some(verdict) = shape.all("verdict").next() else { return };
        let mut opened = false;
        for at in lines {
            let text = document.text(*at);
            let read = shape
                .texts("line")
                .find_map(|line| read_line(line, document.shown(text), verdict, words));
            let Some((mut said, word)) = read else { continue };
            let opens = said.is_some_and(Outcome::opens);
            let unticked =
                document.nearest(*at, |kind| kind == Kind::Item { ticked: Some(false) }).is_some();
            let own = document.voice(*at) == Voice::Own
                && !unticked
                && !document.is_all(text, Mark::Code);
            if opens && !own {
                continue;
            }
            // A line that is struck in part is taken back.
            said = said.filter(|_| {
                !opens || document.marks(text).iter().all(|marked| marked.mark != Mark::Struck)
            });
            opened |= opens;
            let word = document.bytes_of(text.part(word.start, word.end));
            self.state(said, word, document.bytes_of(text), is_part(document, *at, false));
            self.nodes.insert(*at);
        }
        let loose = opened && shape.texts("line").any(|line| line.starts_with("{word}"));
        for at in lines.iter().filter(|_| loose) {
            let (shown, line) =
                (document.shown(document.text(*at)), document.bytes_of(document.text(*at)));
            let stop = verdict
                .children
                .iter()
                .filter(|means| means.name == "fail")
                .flat_map(|means| &means.texts);
            if !self.nodes.contains(at) && { stop }.any(|word| has_word(shown, word)) {
                self.state(Some(Outcome::Fail), line, line, true);
            }
        }
    }
}

impl Record<'_> {
    fn span(self, at: NodeId) -> Span {
        moved(self.document.span(at), self.start)
    }

    fn at(self, text: Text) -> Span {
        moved(self.document.bytes_of(text), self.start)
    }

    fn values(self, path: &str) -> Vec<NodeId> {
        values(self.document, self.object, path)
    }

    fn scalar(self, at: NodeId) -> Option<Text> {
        scalar(self.document, at)
    }
}

fn moved(span: Span, by: u32) -> Span {
    Span { start: span.start + by, end: span.end + by, ..span }
}

/// What a word means: the name of the node that lists it.
fn meaning<T: FromStr>(list: &ShapeNode, word: &str) -> Option<T> {
    let listed = |means: &&ShapeNode| means.texts.iter().any(|known| Lexicon::is_same(known, word));
    list.children.iter().rev().find(listed)?.name.parse().ok()
}

/// Whether an object has the members of a shape.
fn fits(document: &Document, object: NodeId, shape: &ShapeNode) -> bool {
    let has = |path: &str, value: Option<&str>| {
        values(document, object, path).iter().any(|at| {
            let said = || scalar(document, *at).map(|text| document.shown(text));
            value.is_none_or(|value| said().is_some_and(|said| Lexicon::is_same(value, said)))
        })
    };
    shape.all("member").any(|member| {
        member.texts.iter().all(|path| has(path, None))
            && member.properties.iter().all(|(path, value)| has(path, Some(value)))
    })
}

fn shape_of(document: &Document, at: NodeId) -> Option<Shape> {
    match document.kind(at) {
        Kind::Data { shape, .. } | Kind::Member { shape } | Kind::Entry { shape } => Some(shape),
        _ => None,
    }
}

/// What is at the end of a path of keys; lists on the way, and at its end, give their entries.
fn values(document: &Document, node: NodeId, path: &str) -> Vec<NodeId> {
    let entries = |at: NodeId| match shape_of(document, at) {
        Some(Shape::List) => document.children(at).collect(),
        _ => vec![at],
    };
    path.split('.').filter(|key| !key.is_empty()).fold(entries(node), |nodes, key| {
        let members = nodes.iter().flat_map(|at| document.children(*at));
        let named = members.filter(|at| Lexicon::is_same(document.shown(document.text(*at)), key));
        named
            .filter(|at| matches!(document.kind(*at), Kind::Member { .. }))
            .flat_map(entries)
            .collect()
    })
}

/// The one line that a value is.
fn scalar(document: &Document, at: NodeId) -> Option<Text> {
    shape_of(document, at)
        .filter(|shape| matches!(shape, Shape::Text | Shape::Bool | Shape::Number))?;
    let mut lines = document.inside(at).filter(|line| document.kind(*line) == Kind::Line);
    lines.next().filter(|_| lines.next().is_none()).map(|line| document.text(line))
}

/// Whether a value is one of a scale.
fn is_of(value: &str, number: &ShapeNode) -> bool {
    number.properties.iter().all(|(name, scale)| {
        match (name.as_str(), value.parse::<f64>(), scale.parse::<f64>()) {
            ("among", ..) => scale.split_whitespace().any(|step| Lexicon::is_same(step, value)),
            ("from", Ok(value), Ok(least)) => value >= least,
            (_, Ok(value), Ok(most)) => value <= most,
            _ => false,
        }
    })
}

/// Whether something stands in a part of a page: a section beside others, but for the title; a row; an item, where items
/// are no records.
fn is_part(document: &Document, at: NodeId, items: bool) -> bool {
    let title = document.title();
    document.around(at).any(|around| match document.kind(around) {
        Kind::Section { .. } => Some(around) != title && document.siblings(around).nth(1).is_some(),
        Kind::Row { .. } | Kind::Definition => true,
        Kind::Item { .. } => items,
        _ => false,
    })
}

/// Whether a line of a page is the reviewer's, or may be.
fn is_line(document: &Document, at: NodeId) -> bool {
    use Kind::{Attribute, Cell, Comment, Entry, Member};
    let around = document.kind(document.parent(at));
    let said = matches!(document.voice(at), Voice::Own | Voice::Lazy);
    said && !matches!(around, Comment | Attribute | Member { .. } | Entry { .. } | Cell)
}

fn is_named(pattern: &str, file: &str) -> bool {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    pattern.split_once('*').map_or(pattern == name, |(front, back)| {
        name.len() >= front.len() + back.len() && name.starts_with(front) && name.ends_with(back)
    })
}

/// What a line says, and its word. No outcome where the word is unknown, or what stands behind takes it back; nothing where
/// it is no record: `ACK` without a commit.
fn read_line(
    line: &str,
    shown: &str,
    verdict: &ShapeNode,
    words: &Words,
) -> Option<(Option<Outcome>, Range<usize>)> {
    let mut at = 0;
    let mut said: Option<(Option<Outcome>, Range<usize>)> = None;
    for (nth, piece) in line.split(['{', '}']).enumerate() {
        let rest = shown.get(at..)?;
        let len = match (nth % 2, piece) {
            (0, literal) => literal_len(rest, literal),
            (_, "count") => {
                Some(rest.bytes().take_while(u8::is_ascii_digit).count()).filter(|len| *len > 0)
            }
            (_, "commit") => commit_len(rest),
            _ => {
                let known = verdict
                    .children
                    .iter()
                    .flat_map(|means| &means.texts)
                    .filter(|word| begins_with(rest, word));
                let other =
                    || rest.find(|c: char| !c.is_alphanumeric()).filter(|len| at > 0 && *len > 0);
                let len = known.map(String::len).max().or_else(other);
                said = len.map(|len| (meaning(verdict, &rest[..len]), at..at + len));
                len
            }
        };
        let Some(len) = len else {
            // A stop needs no more than its word, and the end or a mark behind it.
            let (outcome, word) =
                said.filter(|(outcome, _)| outcome.is_some_and(|outcome| !outcome.opens()))?;
            let alone = !shown.get(word.end..)?.trim_start().starts_with(char::is_alphanumeric);
            return alone.then_some((outcome, word));
        };
        at += len;
    }
    let (outcome, word) = said?;
    // Behind it may stand what takes a go word back, as behind any other.
    let kind = read_value(&*format!("approved{}", shown.get(at..)?), words).kind;
    let opens = outcome.is_some_and(Outcome::opens);
    match kind {
        _ if !opens => Some((outcome, word)),
        ValueKind::Go | ValueKind::Mild => Some((outcome, word)),
        ValueKind::Leaning => None,
        _ => Some((None, word)),
    }
}

fn begins_with(text: &str, word: &str) -> bool {
    let begins = text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    begins
        && !text[word.len()..]
            .starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'))
}

fn has_word(text: &str, word: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let around = |at| (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
    text.match_indices(word)
        .map(|(at, _)| around(at))
        .any(|(before, behind)| edge(before) && edge(behind))
}

/// How long a literal is at the start of a text: a blank stands for any number of them, and case does not count.
fn literal_len(text: &str, literal: &str) -> Option<usize> {
    let rest = literal.chars().try_fold(text, |rest, c| match c {
        ' ' => Some(rest.trim_start()).filter(|after| after.len() < rest.len()),
        _ => rest.strip_prefix(|other: char| other.eq_ignore_ascii_case(&c)),
    });
    rest.map(|rest| text.len() - rest.len())
}

/// `4f2a9c1d`, or an address that ends in it.
fn commit_len(text: &str) -> Option<usize> {
    let token = text.split(char::is_whitespace).next()?;
    let from = token.rfind('/').map_or(0, |slash| slash + 1);
    let hex = token[from..].bytes().take_while(u8::is_ascii_hexdigit).count();
    let (name, behind) = token[from..].split_at(hex);
    let is_name = (7..=64).contains(&hex) && name.contains(|c: char| c.is_ascii_digit());
    (is_name && !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        .then_some(from + hex)
}
