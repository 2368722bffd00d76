//! The fields of a text as rows: where each is, who says it, what it says, and what that does.

use std::collections::HashSet;

use super::level::Levels;
use super::said::{Said, all_said};
use super::table::{Effect, effect_of};
use super::{findings, rounds, shapes};
use crate::codec::document::{self, Document, Field, Kind, NodeId, Shape, Voice};
use crate::codec::words::Words;
use crate::ir::{Outcome, ReadOptions};
use crate::source::{Source, Span};

/// A field of a text, as the reader of reviews sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldRow {
    /// Where its name and its value are written.
    pub span: Span,
    /// The way to it from the top: `## Verdict/item`, `json/results/[]`.
    pub place: String,
    /// Who says it: `own`, `lazy`, `quoted`, `code`, `hidden`, `struck`, `draft`, `introduced`.
    pub voice: &'static str,
    /// Its name, as it is shown; empty for a line without one.
    pub name: String,
    /// Its value; empty where it has none, or holds fields of its own.
    pub value: String,
    /// Whether it is about the whole of what was reviewed; none where it states nothing.
    pub whole: Option<bool>,
    /// What it does; none where it does nothing.
    pub does: Option<FieldEffect>,
    /// What no table knows of it, where the other half is a word of one.
    pub unknown: Option<UnknownHalf>,
}

/// What a field does to the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldEffect {
    /// It is a verdict of the whole, and goes.
    Opens,
    /// It is a verdict of the whole, and stops.
    Shuts,
    /// It doubts a pass: a part that stops under a verdict, a finding that stops the work.
    Doubts,
    /// It is a verdict that says neither: it doubts a pass.
    Unclear,
    /// It announces a verdict, and no word of the table stands there: it doubts, unless a clear verdict stands elsewhere.
    Unread,
    /// It is about a part: it is shown, and decides nothing.
    Shown,
}

impl FieldEffect {
    /// `opens`, `shuts`, `doubts`, `unclear`, `unread`, `shown`
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Opens => "opens",
            Self::Shuts => "shuts",
            Self::Doubts => "doubts",
            Self::Unclear => "unclear",
            Self::Unread => "unread",
            Self::Shown => "shown",
        }
    }
}

/// The half of a field that no table knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownHalf {
    /// A word that decides stands alone under this name: `Conclusion: REJECT`
    Name,
    /// This word stands under the name of a verdict: `Verdict: postponed`
    Value,
}

/// Every field of a text, in its order, whatever format it is in; none where it is too large or too deep to be read.
///
/// ```
/// use assize::{FieldEffect, ReadOptions, Source, fields};
/// let source = Source::new("qa.md", "**Verdict:** APPROVE\n\n- **Tests:** PASS\n");
/// let rows = fields(&source, &ReadOptions::default()).unwrap();
/// assert_eq!(rows[0].does, Some(FieldEffect::Opens));
/// assert_eq!((rows[1].name.as_str(), rows[1].does), ("Tests", Some(FieldEffect::Shown)));
/// ```
pub fn fields(source: &Source, options: &ReadOptions) -> Option<Vec<FieldRow>> {
    let text = source.lossy();
    let mut known = Words::new(&options.lexicon);
    known.head.clone_from(&options.head);
    let document = document::read(&text, &known).ok()?;
    let mut all = all_said(&document, &known);
    rounds::keep_last(&document, &mut all, &known);
    let claims = shapes::read_records(&document, &text, &known);
    all.retain(|said| !claims.read.contains(&document.span(said.field.node)));
    let levels = Levels::of(&document, &all, &known);
    let doubting = findings::doubting(&document, &all, &levels, &known);
    // What the shape of a record, and the readers of findings say of a line.
    let places = |span: Span| (span.start, span.end);
    let remarks = || claims.remarks.iter().chain(&doubting);
    let lines: HashSet<Span> = remarks().map(|remark| remark.span).collect();
    let mut words: Vec<_> = remarks().map(|remark| places(remark.text)).collect();
    words.sort_unstable();
    let found = |field: &Field| {
        let line = document.span_of(field);
        let stated = claims.stated.iter().find(|stated| line.to(stated.word) == line);
        let stated = stated.map(|stated| stands(stated.outcome));
        let next = words.partition_point(|word| word.0 < line.start);
        let inside = words.get(next).is_some_and(|word| word.1 <= line.end);
        let doubts = inside || lines.contains(&line);
        stated.or_else(|| doubts.then_some(FieldEffect::Doubts))
    };
    let row = |field: &Field, said: Option<&Said<'_>>| {
        let does = said.and_then(|said| effect(&document, said, &levels));
        let does = does.or_else(|| found(field).filter(|_| field.voice == Voice::Own));
        FieldRow {
            span: document.span_of(field),
            place: place(&document, field.node),
            voice: voice(field.voice),
            name: document.shown(field.name).to_owned(),
            value: match field.shape {
                Shape::List | Shape::Object => String::new(),
                _ => document.shown(said.map_or(field.value, |said| said.field.value)).to_owned(),
            },
            whole: said.filter(|_| does.is_some()).map(|said| !levels.is_part(said)),
            does,
            unknown: said.and_then(Said::unknown),
        }
    };
    let is_same = |one: &Field, other: &Field| {
        (one.node, one.container, one.name) == (other.node, other.container, other.name)
    };
    let mut told = vec![false; all.len()];
    let mut rows: Vec<FieldRow> = Vec::new();
    for field in document.fields() {
        // Both are in the order of the text.
        let from = all.partition_point(|said| said.field.node < field.node);
        let same = all.iter().skip(from).take_while(|said| said.field.node == field.node);
        let at = { same }.position(|said| is_same(&said.field, field)).map(|at| from + at);
        rows.push(row(field, at.and_then(|at| all.get(at))));
        at.and_then(|at| told.get_mut(at)).into_iter().for_each(|told| *told = true);
    }
    // Lines that say something as a whole, beside the field that they are.
    let lines = all.iter().zip(told).filter(|(_, told)| !told);
    let lines = lines.map(|(said, _)| row(&said.field, Some(said)));
    rows.extend(lines.filter(|row| row.does.is_some()));
    rows.sort_by_key(|row| row.span.start);
    Some(rows)
}

fn effect(document: &Document, said: &Said<'_>, levels: &Levels<'_>) -> Option<FieldEffect> {
    Some(match effect_of(document, said, levels) {
        Effect::States(outcome) => stands(outcome),
        Effect::Doubts(_) => FieldEffect::Doubts,
        Effect::Unclear => FieldEffect::Unclear,
        Effect::Unread => FieldEffect::Unread,
        Effect::Part(_) => FieldEffect::Shown,
        Effect::Nothing => return None,
    })
}

fn stands(outcome: Outcome) -> FieldEffect {
    if outcome.opens() { FieldEffect::Opens } else { FieldEffect::Shuts }
}

fn place(document: &Document, node: NodeId) -> String {
    let mut steps: Vec<String> =
        document.around(node).filter_map(|at| step(document, at)).collect();
    steps.reverse();
    steps.join("/")
}

/// One step of the way to a field: `## Verdict`, `item`, `row`, `<verdict>`, `json`.
fn step(document: &Document, at: NodeId) -> Option<String> {
    let text = || document.shown(document.text(at));
    Some(match document.kind(at) {
        Kind::Section { level } => format!("{} {}", "#".repeat(level.into()), text()),
        Kind::Item { ticked: Some(true) } => "[x]".to_owned(),
        Kind::Item { ticked: Some(false) } => "[ ]".to_owned(),
        Kind::Item { .. } => "item".to_owned(),
        Kind::Row { .. } => "row".to_owned(),
        Kind::Element => format!("<{}>", text()),
        Kind::Data { syntax, .. } => format!("{syntax:?}").to_lowercase(),
        Kind::Member { .. } => text().to_owned(),
        Kind::Entry { .. } => "[]".to_owned(),
        Kind::Quotation => ">".to_owned(),
        Kind::Alert => format!("[!{}]", text()),
        Kind::Code => "```".to_owned(),
        Kind::Comment => "<!--".to_owned(),
        Kind::FrontMatter => "front".to_owned(),
        _ => return None,
    })
}

const fn voice(voice: Voice) -> &'static str {
    match voice {
        Voice::Own => "own",
        Voice::Lazy => "lazy",
        Voice::Quoted => "quoted",
        Voice::Code => "code",
        Voice::Hidden => "hidden",
        Voice::Struck => "struck",
        Voice::Draft => "draft",
        Voice::Introduced => "introduced",
    }
}
