//! Records that others define, read by their shapes: proofs, graders' answers, check runs, votes.
//!
//! ```text
//! {"pass": true, "score": 1}        a record, which is the whole text: its verdict is the whole's
//! ACK 4f2a9c1d                      a record of one line
//! NACK, it leaks                    another: the worst stands
//! ```
//!
//! A shape is data (`grammar/shapes/`, in KDL). Without the feature `kdl` there are none, and such texts are reviews like
//! others: the light build stays light.

mod counted;
mod line;
#[cfg(feature = "kdl")]
mod read;
#[cfg(not(feature = "kdl"))]
#[path = "shapes/without.rs"]
mod read;
mod scale;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::str::FromStr;

pub(in crate::codec) use counted::{LeftOut, Why};
use line::has_mark;
pub(in crate::codec) use read::of_answers;
use read::{of_data, of_lines, read_apart};
pub(in crate::codec) use scale::Numbered;

use super::said::earlier_names;
use crate::codec::document::{self, Document, Kind, Mark, NodeId, Shape, Syntax, Text, Voice};
use crate::codec::statements::{Rating, read_severity};
use crate::codec::words::Words;
use crate::ir::shape::ShapeNode;
use crate::ir::{
    Diagnostics, Finding, FindingKind, Lexicon, Lines, Location, Member, Outcome, Remark,
    RemarkKind, Severity, Stated,
};
use crate::source::{Source, Span};

impl Lexicon {
    /// Adds shapes of records, written in KDL. They are asked before those of Assize.
    ///
    #[cfg_attr(feature = "kdl", doc = "```")]
    #[cfg_attr(not(feature = "kdl"), doc = "```ignore")]
    /// use assize::{Source, codec::Lexicon};
    /// let text = r#"shape "ours" { member "gate" "ticket"; verdict "gate" { pass "up"; fail "down" } }"#;
    /// Lexicon::default().add_shapes(&Source::new("ours.kdl", text))?;
    ///
    /// let misspelt = Source::new("ours.kdl", r#"shape "ours" { menber "gate" }"#);
    /// let wrong = Lexicon::default().add_shapes(&misspelt).unwrap_err();
    /// assert_eq!(wrong.items()[0].help.as_deref(), Some("did you mean `member`?"));
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text; nothing of it is added then. A build without the feature `kdl` reads none.
    pub fn add_shapes(&mut self, source: &Source) -> Result<(), Diagnostics> {
        let text = source.lossy().into_owned();
        if !self.shape_texts.contains(&text) {
            let told = |wrong| Diagnostics::new(vec![source.clone()], wrong);
            self.shapes.extend(read_apart(&text).map_err(told)?);
            self.shape_texts.push(text);
        }
        Ok(())
    }
}

/// What the records of a text say.
#[derive(Debug, Default)]
pub(super) struct Claims {
    pub(super) stated: Vec<Stated>,
    /// Verdicts that cannot be read, those of parts that stop, and findings that stop.
    pub(super) remarks: Vec<Remark>,
    pub(super) findings: Vec<Finding>,
    pub(super) numbers: Vec<Numbered>,
    /// Whose approval counts.
    pub(super) approved_by: Vec<Span>,
    /// Where what is no field of a review is written.
    pub(super) read: HashSet<Span>,
    /// A record of a shape that has no verdict.
    pub(super) lists: bool,
    /// A list in which the last record of each author decides.
    authors: bool,
    /// Records that pass, and do not count.
    pub(super) left_out: Vec<LeftOut>,
}

/// A line that may be a record: its node, what it says, where it is written.
type Line<'d> = (NodeId, &'d str, Span);

/// A document with records.
#[derive(Clone, Copy)]
struct Reader<'d> {
    document: &'d Document,
    words: &'d Words,
    /// How many sections of a level are in a container.
    sections: &'d HashMap<(NodeId, Option<u8>), usize>,
    title: Option<NodeId>,
    /// Names of another time: what is below them says nothing.
    earlier: &'d OnceCell<HashSet<NodeId>>,
    /// Its records are about a part of the work.
    part: bool,
}

/// Whether no line of a text can be a record.
pub(super) fn are_none(text: &str, words: &Words) -> bool {
    words.shapes.is_empty() && of_lines(|mark| has_mark(text, mark)).is_empty()
}

/// Reads all records of a text.
pub(super) fn read_records(document: &Document, text: &str, words: &Words) -> Claims {
    let mut claims = Claims::default();
    let mut sections = HashMap::new();
    for at in document.inside(NodeId::ROOT).filter(|at| document.level(*at).is_some()) {
        *sections.entry((document.parent(at), document.level(at))).or_default() += 1;
    }
    let (title, earlier) = (document.title(), &OnceCell::new());
    let reader = Reader { document, words, sections: &sections, title, earlier, part: false };
    let all = document.inside(NodeId::ROOT);
    let lines: Vec<Line<'_>> = all.filter_map(|at| reader.line_at(at, text)).collect();
    let data = document.inside(NodeId::ROOT).filter(|at| document.voice(*at) == Voice::Own);
    for data in data.filter(|at| matches!(document.kind(*at), Kind::Data { .. })) {
        Reader { part: reader.is_part(data, 0), ..reader }.data(data, &mut claims);
    }
    let has = |mark: &str| lines.iter().any(|(_, line, _)| has_mark(line, mark));
    for shape in words.shapes.iter().chain(of_lines(has)) {
        reader.frames(shape, &lines, text, &mut claims);
        reader.lines(shape, &lines, text, &mut claims);
    }
    claims
}

impl Claims {
    /// A verdict of the whole states, one of a part stops or says nothing, one that cannot be read doubts.
    fn state(&mut self, said: Option<Outcome>, word: Span, line: Span, part: bool) {
        let (kind, says) = match said {
            Some(outcome) if !part => return self.stated.push(Stated { outcome, word }),
            Some(outcome) if outcome.opens() => return,
            Some(outcome) => (RemarkKind::Verdict, outcome),
            None => (RemarkKind::Unclear, Outcome::Hold),
        };
        self.remarks.push(Remark::new(kind, says, word, line));
    }
}

impl<'d> Reader<'d> {
    /// Records of data: its root, what its one key holds, or all entries of such a list where one of them is a record.
    fn data(self, data: NodeId, claims: &mut Claims) {
        let document = self.document;
        let whole = document.is_data().is_some() && document.parent(data) == document.body();
        let mut members = document.children(data);
        let only = members.next().filter(|_| members.next().is_none());
        for at in [Some(data), only].into_iter().flatten() {
            let objects = self.entries(at);
            let pages = || objects.iter().flat_map(|at| self.entries(*at));
            let objects: Vec<NodeId> = pages().collect();
            let has = |name: &str| objects.iter().any(|at| !self.values(*at, name).is_empty());
            let mut shapes = self
                .words
                .shapes
                .iter()
                .chain(of_data(has))
                .filter(|shape| shape.all("answer").next().is_none());
            let shape = shapes.find(|shape| {
                let may = whole || shape.all("alone").next().is_none();
                let ends = |file: &str| self.words.file.ends_with(file.trim_start_matches('*'));
                whole && shape.texts("file").any(ends)
                    || may && objects.iter().any(|object| self.fits(*object, shape))
            });
            if let Some(shape) = shape {
                let said = objects.into_iter().filter(|object| self.is_said(*object));
                return self.records(shape, None, said.collect(), claims);
            }
        }
    }

    fn record(
        self,
        shape: &ShapeNode,
        around: Option<NodeId>,
        object: NodeId,
        claims: &mut Claims,
    ) {
        let whole = self.document.span(object);
        let states = shape.all("verdict").chain(shape.all("records")).next().is_some();
        claims.lists |= !states;
        for verdict in shape.all("verdict") {
            let mut found = verdict.texts.iter().map(|path| self.values(object, path));
            let found = match verdict.texts.is_empty() {
                true => vec![object],
                false => found.find(|found| !found.is_empty()).unwrap_or_default(),
            };
            claims.read.extend(found.iter().map(|at| self.document.span(*at)));
            let said = found.into_iter().map(|at| match self.scalar(at) {
                Some(text) => (meaning(verdict, self.shown(text)), self.document.bytes_of(text)),
                None => (None, self.document.span(at)),
            });
            // What cannot be read is worse than what stops: it may be anything.
            let worst = said.max_by_key(|(said, _)| (said.is_none(), *said));
            let (said, word) = worst.unwrap_or((None, whole));
            let opens = said.is_some_and(Outcome::opens);
            match opens.then(|| self.left_out(shape, around, object, word)).flatten() {
                Some(left_out) => claims.left_out.push(left_out),
                None => {
                    let approves = said == Some(Outcome::Pass) && !self.part;
                    claims
                        .approved_by
                        .extend(approves.then(|| self.people(shape, object)).into_iter().flatten());
                    claims.state(said, word, whole, self.part);
                }
            }
            let fails = said == Some(Outcome::Fail) && !self.part;
            let stops = if fails { self.reason(shape, object) } else { None };
            claims.findings.extend(stops.map(|at| Finding::new(FindingKind::Blocker, at)));
        }
        for list in shape.all("records") {
            let Some(at) = list.texts.first().map(|path| self.values(object, path)) else {
                continue;
            };
            let (there, stated) = (!at.is_empty(), claims.stated.len());
            self.records(list, Some(object), at, claims);
            // A list in which nothing counts doubts what stands beside it.
            if there && claims.stated.len() == stated {
                claims.state(None, whole, whole, true);
            }
        }
        for number in shape.all("number") {
            for at in number.texts.iter().flat_map(|path| self.values(object, path)) {
                claims.read.insert(self.document.span(at));
                let name = self.document.bytes_of(self.document.text(at));
                let said = self.scalar(at).map(|said| (said, self.document.bytes_of(said)));
                claims.numbers.extend(said.map(|(said, text)| Numbered {
                    member: Member { name, text },
                    percent: scale::percent(number, self.shown(said)),
                }));
            }
        }
        for findings in shape.all("findings") {
            let list = findings.texts.first().map_or("", String::as_str);
            let entries = self.values(object, list).into_iter();
            let entries = entries.filter(|entry| self.shape_of(*entry) == Some(Shape::Object));
            entries.for_each(|entry| self.finding(findings, entry, claims));
        }
    }

    fn finding(self, shape: &ShapeNode, entry: NodeId, claims: &mut Claims) {
        let first =
            |path: &str| self.values(entry, path).into_iter().find_map(|at| self.scalar(at));
        let bytes = |text: Text| self.document.bytes_of(text);
        let span = self.document.span(entry);
        let mut finding = Finding::new(FindingKind::Advisory, span);
        finding.text = shape.texts("text").find_map(first).map_or(span, bytes);
        for rating in shape.all("severity") {
            let Some(text) = rating.texts.iter().find_map(|path| first(path)) else { continue };
            finding.severity = meaning(rating, self.shown(text)).or_else(|| {
                let Rating::Known(known) = read_severity(self.shown(text), self.words) else {
                    return None;
                };
                Some(known)
            });
            if finding.severity == Some(Severity::Critical) {
                let kind = RemarkKind::Finding;
                claims.remarks.push(Remark::new(kind, Outcome::Fail, bytes(text), span));
            }
        }
        let place: Vec<Option<Text>> = shape.texts("place").map(first).collect();
        let line = |nth: usize| self.shown((*place.get(nth)?)?).parse::<u32>().ok();
        finding.location = place.first().copied().flatten().map(bytes).map(|text| {
            let last = |first: u32| line(2).unwrap_or(first).max(first);
            let lines = line(1).map(|first| Lines { first, last: last(first) });
            let (path, lines) = (Some(text), lines.into_iter().collect());
            Location { text, path, lines, also: Vec::new() }
        });
        claims.findings.push(finding);
    }

    /// Records between a line that begins one and a line that ends it.
    fn frames(self, shape: &ShapeNode, lines: &[Line<'_>], text: &str, claims: &mut Claims) {
        let starts = |line: &str, with| shape.texts(with).any(|mark| line.starts_with(mark));
        let mut behind = if shape.all("begins").next().is_some() { 0 } else { usize::MAX };
        for (at, _, mark) in lines.iter().filter(|line| self.is_said(line.0)) {
            let start = mark.start as usize;
            let mut rest = text.get(start..).unwrap_or_default().split_inclusive('\n');
            let first = rest.next().filter(|first| start >= behind && starts(first, "begins"));
            let Some(from) = first.map(|first| start + first.len()) else { continue };
            let len: usize = rest.take_while(|line| !starts(line, "ends")).map(str::len).sum();
            behind = from + len + 1;
            let ended = text.get(from + len..).is_some_and(|rest| starts(rest, "ends"));
            let read = document::read_piece(text, from..from + len, self.words).ok();
            let read = read.as_ref().filter(|read| ended && read.is_data().is_some());
            let root = read.and_then(|read| Some((read, read.children(read.body()).next()?)));
            match root {
                Some((document, root)) => {
                    Reader { document, part: self.is_part(*at, 0), ..self }
                        .record(shape, None, root, claims);
                }
                None => claims.state(None, *mark, *mark, true),
            }
        }
    }

    /// Records of one line. Where one of them opens, a word that stops counts wherever it is in another line.
    fn lines(self, shape: &ShapeNode, lines: &[Line<'_>], text: &str, claims: &mut Claims) {
        let patterns = shape.all("line").next().zip(shape.all("verdict").next());
        let Some((_, verdict)) = patterns else { return };
        let (document, mut opened) = (self.document, HashSet::new());
        let first = |span: &Span| text.get(..span.start as usize).is_some_and(is_blank);
        let only_first = shape.all("first").next().is_some();
        for (at, shown, span) in lines.iter().filter(|line| !only_first || first(&line.2)) {
            let mut patterns = shape.texts("line");
            let read = patterns.find_map(|line| line::read(line, shown, verdict, self.words));
            let Some(said) = read else { continue };
            let opens = said.is_some_and(Outcome::opens);
            let boxed = |at| document.kind(at) == Kind::Item { ticked: Some(false) };
            let own = self.is_said(*at) && !document.around(*at).any(boxed);
            if opens && (!own || document.is_all(document.text(*at), Mark::Code)) {
                continue;
            }
            // A line that is struck in part is taken back.
            let struck = document.drawn(document.text(*at), Mark::Struck);
            let said = said.filter(|_| !opens || struck.is_empty());
            claims.state(said, *span, *span, self.is_part(*at, 1));
            opened.extend(Some(document.span(*at)).filter(|_| opens));
        }
        let loose = shape.texts("line").any(|line| line.to_lowercase().starts_with("{word}"));
        for (at, shown, span) in lines.iter().filter(|_| loose && !opened.is_empty()) {
            let own = opened.contains(&document.span(*at));
            let is =
                |word| verdict.all("fail").any(|fail| fail.texts.iter().any(|own| own == word));
            if !own && shown.split(|c: char| !c.is_alphanumeric()).any(is) {
                claims.state(Some(Outcome::Fail), *span, *span, true);
            }
        }
        claims.read.extend(opened);
    }

    fn shown(self, text: Text) -> &'d str {
        self.document.shown(text)
    }

    fn shape_of(self, at: NodeId) -> Option<Shape> {
        match self.document.kind(at) {
            Kind::Data { shape, .. } | Kind::Member { shape } | Kind::Entry { shape } => {
                Some(shape)
            }
            _ => None,
        }
    }

    /// The entries of a list; what is none, or an empty one, itself.
    fn entries(self, at: NodeId) -> Vec<NodeId> {
        let is_list = self.shape_of(at) == Some(Shape::List);
        let listed: Vec<NodeId> = self.document.children(at).filter(|_| is_list).collect();
        if listed.is_empty() { vec![at] } else { listed }
    }

    /// What is at the end of a path of keys; lists on the way, and at its end, give their entries.
    fn values(self, node: NodeId, path: &str) -> Vec<NodeId> {
        let document = self.document;
        path.split('.').filter(|key| !key.is_empty()).fold(self.entries(node), |nodes, key| {
            let members = nodes.iter().flat_map(|at| document.children(*at));
            let members = members.filter(|at| matches!(document.kind(*at), Kind::Member { .. }));
            let named = members.filter(|at| Lexicon::is_same(self.shown(document.text(*at)), key));
            named.flat_map(|at| self.entries(at)).collect()
        })
    }

    /// The one line that a value is.
    fn scalar(self, at: NodeId) -> Option<Text> {
        let is_value = |shape: &Shape| matches!(shape, Shape::Text | Shape::Bool | Shape::Number);
        self.shape_of(at).filter(is_value)?;
        let mut lines = self.document.inside(at).filter(|at| self.is_line(*at));
        lines.next().filter(|_| lines.next().is_none()).map(|line| self.document.text(line))
    }

    fn is_value(self, at: NodeId, value: &str) -> bool {
        self.scalar(at).is_some_and(|text| Lexicon::is_same(value, self.shown(text)))
    }

    fn is_line(self, at: NodeId) -> bool {
        self.document.kind(at) == Kind::Line
    }

    /// Whether an object has the members of a shape.
    fn fits(self, object: NodeId, shape: &ShapeNode) -> bool {
        shape.all("member").any(|member| {
            let mut valued = member.properties.iter();
            member.texts.iter().all(|path| !self.values(object, path).is_empty())
                && valued.all(|(path, is)| {
                    self.values(object, path).iter().any(|at| self.is_value(*at, is))
                })
        })
    }

    /// Whether it is the reviewer's own word, and of this time.
    fn is_said(self, at: NodeId) -> bool {
        let earlier = || earlier_names(self.document, self.words);
        let is_earlier = |at| self.earlier.get_or_init(earlier).contains(&at);
        self.document.voice(at) == Voice::Own && !self.document.around(at).any(is_earlier)
    }

    /// Whether something is in a part of a page: a section beside others, but for the title; a row; more items than records
    /// are in.
    fn is_part(self, at: NodeId, items: usize) -> bool {
        let document = self.document;
        let beside = |at| self.sections.get(&(document.parent(at), document.level(at))) != Some(&1);
        let is_item = |at: &NodeId| matches!(document.kind(*at), Kind::Item { .. });
        document.around(at).filter(is_item).nth(items).is_some()
            || document.around(at).any(|at| match document.kind(at) {
                Kind::Section { .. } => Some(at) != self.title && beside(at),
                kind => matches!(kind, Kind::Row { .. } | Kind::Definition),
            })
    }

    /// A line of a page, or a member at the root of YAML, as a page of keys looks; the reviewer's, or maybe.
    fn line_at(self, at: NodeId, text: &'d str) -> Option<Line<'d>> {
        use Kind::{Attribute, Cell, Comment, Data, Entry, Member};
        let (document, said) = (self.document, self.document.text(at));
        matches!(document.voice(at), Voice::Own | Voice::Lazy).then_some(())?;
        match (document.kind(at), document.kind(document.parent(at))) {
            (Kind::Line, Comment | Attribute | Cell | Member { .. } | Entry { .. }) => None,
            (Kind::Line, _) => Some((at, self.shown(said), document.bytes_of(said))),
            (Member { shape: Shape::Text }, Data { syntax: Syntax::Yaml, .. }) => {
                let span = document.span(at);
                Some((at, text.get(span.start as usize..span.end as usize)?, span))
            }
            _ => None,
        }
    }
}

/// Blanks and a byte order mark.
fn is_blank(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim().is_empty()
}

/// What a word means: the name of the node that lists it.
fn meaning<T: FromStr>(list: &ShapeNode, word: &str) -> Option<T> {
    word_of(list, word)?.parse().ok()
}

/// The name of the node that lists a word.
fn word_of<'s>(list: &'s ShapeNode, word: &str) -> Option<&'s str> {
    let listed = |means: &&ShapeNode| means.texts.iter().any(|own| Lexicon::is_same(own, word));
    list.children.iter().rev().find(listed).map(|means| means.name.as_str())
}
