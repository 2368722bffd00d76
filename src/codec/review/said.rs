//! What the fields of a document say: each name and value, read once.

use std::collections::HashSet;
use std::ops::Range;

use super::answer::answered;
use super::cells::{answers_below, is_named_row, is_verdict_cell, of_the_whole};
use super::findings::rates;
use super::rows::UnknownHalf;
use crate::codec::document::{
    Container, Document, Field, Kind, Mark, NodeId, Shape, Syntax, Text, Voice,
};
use crate::codec::statements::{Name, NameKind, Value, ValueKind, hinges, read_name, read_value};
use crate::codec::words::{Shown, Words};
use crate::ir::Outcome;
use crate::source::Span;

/// A field, and what its name and its value say.
#[derive(Debug)]
pub(super) struct Said<'d> {
    pub(super) field: Field,
    pub(super) name: Name,
    pub(super) value: Value,
    pub(super) text: &'d str,
    /// The round that it belongs to.
    pub(super) round: Option<u32>,
    /// It stands in a box that is not ticked: a choice that was not made.
    pub(super) unticked: bool,
    /// Its name is a word that stops, and its value says yes: `"rejected": true`; or an error is its status.
    pub(super) admits: bool,
    /// Its name is left over of broken data, or has a letter of another alphabet: it opens nothing.
    pub(super) odd_name: bool,
}

impl Said<'_> {
    /// The words that say it, as they are written.
    pub(super) fn word(&self, document: &Document) -> Span {
        let text = self.field.value;
        match text.is_empty() {
            true => document.span_of(&self.field),
            false => document.bytes_of(text.part(self.value.word.start, self.value.word.end)),
        }
    }

    pub(super) fn is_nameless(&self) -> bool {
        self.field.name.is_empty()
    }

    /// Whether a word of the table stands there that says yes, no, or neither.
    pub(super) fn is_known(&self) -> bool {
        use ValueKind::{Caution, Doubted, Go, Mild, Stop};
        matches!(self.value.kind, Stop | Go | Mild | Caution | Doubted)
            || self.value.kind == ValueKind::No && self.asks()
    }

    /// Whether a no is an answer to its name: `ready_to_merge: false`, `decision: false`.
    pub(super) fn asks(&self) -> bool {
        let kind = self.name.kind;
        let boolean = self.field.shape == Shape::Bool;
        matches!(kind, NameKind::Question | NameKind::Asks) || kind.announces() && boolean
    }

    /// Whether it states something of what it is about.
    pub(super) fn states(&self) -> bool {
        let announced = self.name.kind.announces() && !self.name.weak;
        let alone = !self.is_nameless() || self.value.alone;
        !self.is_silent()
            && !self.unticked
            && (self.is_known() && alone || announced && !self.field.value.is_empty())
    }

    /// A word that decides alone under a name that no table knows, or a short value that none knows under the name of a
    /// verdict.
    pub(super) fn unknown(&self) -> Option<UnknownHalf> {
        use ValueKind::{Caution, Go, Mild, Stop, Unread};
        let decides = matches!(self.value.kind, Stop | Go | Mild | Caution);
        let stands_out = (self.value.alone || self.value.capitals) && !self.value.answer;
        match self.name.kind {
            _ if self.is_silent() || self.is_nameless() => None,
            // `✅ Approved`: a sign is no name.
            NameKind::Other if self.field.container == Container::Sign => None,
            NameKind::Other if decides && stands_out => Some(UnknownHalf::Name),
            kind if kind.announces() && !self.name.weak && self.value.kind == Unread => {
                let words = self.text.split_whitespace().count();
                (1..=3).contains(&words).then_some(UnknownHalf::Value)
            }
            _ => None,
        }
    }

    /// What is of another time, or done, says nothing.
    pub(super) fn is_silent(&self) -> bool {
        // `Verdict: REJECTED / CLOSED.` is no finding that was closed.
        use ValueKind::{Caution, Doubted, No, Stop};
        let decides = self.name.kind.may_decide();
        let verdict = decides && matches!(self.value.kind, Stop | No | Caution | Doubted);
        self.name.earlier || self.name.condition || self.value.resolved && !verdict
    }
}

/// Reads every field that is the reviewer's, or may be.
pub(super) fn all_said<'d>(document: &'d Document, words: &Words) -> Vec<Said<'d>> {
    let mut all = Vec::new();
    let earlier = earlier_names(document, words);
    // `**Verdict:** APPROVE` as the last block, below what `## Previous findings` lists, is of now.
    let of_now = |field: &Field, section: NodeId| {
        let block = document.parent(field.node);
        let listed = || read_name(document.shown(document.text(section)), words).kind.finds();
        field.container == Container::Label
            && document.kind(block) == Kind::Paragraph
            && document.parent(block) == section
            && document.sibling(block).is_none()
            && document.sibling(section).is_none()
            && read_name(document.shown(field.name), words).kind.announces()
            && listed()
    };
    let is_earlier = |field: &Field| {
        document.around(field.node).any(|at| earlier.contains(&at) && !of_now(field, at))
    };
    let (mut at_heading, mut headed): (Option<NodeId>, Option<NodeId>) = (None, None);
    for field in document.fields() {
        if !matches!(field.voice, Voice::Own | Voice::Lazy) || is_earlier(field) {
            continue;
        }
        // `["Ready to merge? Yes"]` is said by the name in it.
        let named = |field: &Field| {
            field.container == Container::Label
                && read_name(document.shown(field.name), words).kind != NameKind::Other
        };
        let entry = field.container == Container::Entry;
        // `## Notes` above `- Blocker: none` says nothing of its own.
        let other = || read_name(document.shown(field.name), words).kind == NameKind::Other;
        let answered = field.container == Container::Heading
            && field.answer.is_some_and(|at| document.fields_in(at).iter().any(named));
        if entry && document.fields_in(field.node).iter().any(named) {
            continue;
        }
        if answered && other() {
            // `#### [FAIL] no test` above `Verdict: PASS` is a line of its own all the same.
            let line = whole_line(document, field, &all).map(|line| read(document, line, words));
            all.extend(line.filter(|line| !line.value.alone));
            continue;
        }
        if is_named_row(document, field, words)
            || is_verdict_cell(document, field, words)
            || asks_below(document, field, words)
        {
            continue;
        }
        let own = of_the_whole(document, field, words).or_else(|| inside(document, field, words));
        let field = own.as_ref().unwrap_or(field);
        let said = read(document, *field, words);
        // `![approved](approved.svg)` says so itself, and no answer stands below it.
        let image = field.container == Container::Badge && field.answer.is_some();
        if image && !said.name.kind.finds() {
            continue;
        }
        if !said.name.kind.announces() && is_payload(document, field.node, words) {
            continue;
        }
        // `| Verdict | APPROVE |` is a header and a row: it names no column then.
        let table = document.nearest(field.node, |kind| kind == Kind::Table);
        if field.container == Container::Column && table.is_some() && table == headed {
            continue;
        }
        if document.kind(field.node) == (Kind::Row { header: true }) && said.states() {
            // `| Verdict | Approved |` above `| REJECT | no |` names columns.
            if table.is_some_and(|table| answers_below(document, table, field, words)) {
                continue;
            }
            headed = table.filter(|_| said.name.kind.announces()).or(headed);
        }
        // Of a heading, the first mark that makes a statement of it is where it is cut.
        if field.container == Container::InHeading {
            let cut = said.name.kind != NameKind::Other || said.is_known();
            if at_heading == Some(field.node) || !cut {
                continue;
            }
            at_heading = Some(field.node);
            // Then what stands below is no answer to it.
            let from = all.iter().rposition(|other: &Said<'_>| other.field.node != field.node);
            let whole = all
                .iter()
                .skip(from.map_or(0, |at| at + 1))
                .position(|other| other.field.container == Container::Heading);
            if let Some(at) = whole.filter(|_| said.is_known() && !said.name.kind.lists()) {
                all.remove(from.map_or(0, |at| at + 1) + at);
            }
        }
        // `**APPROVE**` above a line is a word, and not the name of that line.
        let is_word = |said: &&Said<'_>| said.is_nameless() && said.value.alone && said.is_known();
        let same = all.iter().rev().take_while(|said: &&Said<'_>| said.field.node == field.node);
        let lists = said.name.kind.lists();
        if field.container == Container::Heading && !lists && { same }.any(|said| is_word(&said)) {
            continue;
        }
        let whole = whole_line(document, field, &all).map(|line| read(document, line, words));
        // `**APPROVED** — all is well` has no name.
        let clear = !matches!(said.value.kind, ValueKind::Unread | ValueKind::Doubted);
        // `## Ready to merge` above `Yes, once CI is green`
        let asked = field.container == Container::Heading && said.name.kind == NameKind::Question;
        let doubted = said.value.kind == ValueKind::Doubted;
        let is_name = clear || said.name.kind.lists() || asked && doubted;
        if is_name || whole.as_ref().is_none_or(|whole| whole.value.outcome.is_none()) {
            all.push(said);
        }
        all.extend(whole);
    }
    all
}

/// `**Assessment:** Ready to merge? Yes`: the question in a value is what is said.
fn asks_below(document: &Document, field: &Field, words: &Words) -> bool {
    let asks = |other: &Field| {
        other.container == Container::Label
            && other.name.start == field.value.start
            && read_name(document.shown(other.name), words).kind == NameKind::Question
    };
    let fields = document.fields_in(field.node);
    let next = fields.partition_point(|other| other.name.start < field.value.start);
    field.container == Container::Label && fields.iter().skip(next).take(2).any(asks)
}

/// `decision:` above `  status: PASS`: what the status of a verdict says is that verdict.
fn inside(document: &Document, field: &Field, words: &Words) -> Option<Field> {
    let parent = document.parent(field.node);
    let object = document.kind(parent) == Kind::Member { shape: Shape::Object };
    let name = document.text(parent);
    let kind_of = |name| read_name(document.shown(name), words).kind;
    let own = || kind_of(field.name);
    let says = field.container == Container::Member && object && kind_of(name).decides();
    (says && own().may_decide()).then_some(Field { name, ..*field })
}

/// `Payload: {severity: critical}`: data in a line of a page, under a name that the table does not know.
fn is_payload(document: &Document, node: NodeId, words: &Words) -> bool {
    let Some(data) = document.data_of(node) else { return false };
    let page =
        matches!(document.kind(document.parent(data)), Kind::Document | Kind::Section { .. });
    let yaml = matches!(document.kind(data), Kind::Data { syntax: Syntax::Yaml, .. });
    let mut members = document.children(data);
    let (only, more) = (members.next(), members.next());
    let other = |at| {
        let name = read_name(document.shown(document.text(at)), words);
        name.kind == NameKind::Other && !name.earlier
    };
    yaml && page && document.is_data().is_none() && more.is_none() && only.is_some_and(other)
}

/// What a field with a name says as a line without one: `**APPROVED** — all is well`, `## REJECTED`.
fn whole_line(document: &Document, field: &Field, before: &[Said<'_>]) -> Option<Field> {
    let line = document.text(field.node);
    // `✅ **APPROVED** — all is well`: a sign before it is no name, either.
    let mut before = before.iter().rev().take_while(|said| said.field.node == field.node);
    let first = before.all(|said| said.field.container == Container::Sign);
    let heads = matches!(document.kind(field.node), Kind::Section { .. });
    let named = match field.container {
        Container::Label => document.kind(field.node) == Kind::Line,
        Container::Heading => heads,
        _ => false,
    };
    let name = Text { end: line.start, ..line };
    (first && named).then_some(Field {
        container: Container::Line,
        name,
        value: line,
        answer: None,
        ..*field
    })
}

fn read<'d>(document: &'d Document, field: Field, words: &Words) -> Said<'d> {
    let field = answered(document, ticked(document, field), words);
    let text = document.shown(field.value);
    let coded =
        [ranges(document, field.name, Mark::Code), ranges(document, field.value, Mark::Code)];
    let struck = ranges_of_struck(document, field.value);
    let name = Shown { text: document.shown(field.name), code: &coded[0], struck: &[] };
    let shown = Shown { text, code: &coded[1], struck: &struck };
    let mut name = read_name(name, words);
    // `"blokers": ["the token is logged"]`
    if name.kind == NameKind::Other && field.container == Container::Member {
        let meant = words.meant_name(document.shown(field.name));
        name = meant.map_or(name, |meant| read_name(meant, words));
    }
    if name.kind == NameKind::Other && rates(document, &field, words) {
        // `- The job stops when the list is empty — Critical`: a condition of the finding, and not of how bad it is.
        (name.kind, name.condition) = (NameKind::Severity, false);
    }
    let mut value = match field.shape {
        Shape::List | Shape::Object => read_value("", words),
        _ => read_value(shown, words),
    };
    // What a line goes on with below may take it back.
    let nothing = |kind| matches!(kind, ValueKind::None | ValueKind::Settled);
    let opens = value.outcome.is_some_and(Outcome::opens);
    let may = opens || nothing(value.kind);
    // `Critical: 0, High: 0`: only the last of them goes on.
    let ends = field.value.end + 1 >= document.text(field.answer.unwrap_or(field.node)).end;
    let may = may && (opens || ends);
    if let Some(next) = may.then(|| next_line(document, &field, text)).flatten() {
        let joined = read_value(&*format!("{text} {next}"), words).kind;
        match joined {
            ValueKind::Doubted if opens => (value.kind, value.outcome) = (joined, None),
            joined if nothing(value.kind) && !nothing(joined) => {
                (value.kind, value.number) = (ValueKind::Unread, None);
            }
            _ => {}
        }
    }
    let below = document.answer(field.answer.unwrap_or(field.node));
    let below =
        below.filter(|at| document.kind(*at) == Kind::Line && document.voice(*at) == Voice::Own);
    let hinged = |at| hinges(document.shown(document.text(at)), words);
    if opens && (name.waits || below.is_some_and(hinged)) {
        (value.kind, value.outcome) = (ValueKind::Doubted, None);
    }
    let at = field.answer.unwrap_or(field.node);
    let item = document.nearest(at, |kind| matches!(kind, Kind::Item { .. }));
    let unticked =
        item.is_some_and(|item| document.kind(item) == Kind::Item { ticked: Some(false) });
    let shown_name = document.shown(field.name);
    // `{"verdict": "app`, `reviewer verdict="pass"`
    let gap =
        document.bytes_of(field.value).start.saturating_sub(document.bytes_of(field.name).end);
    let attribute = gap == 1 && text.starts_with(['"', '\'']);
    let left_over = attribute || shown_name.starts_with(['{', '"', '\'']);
    let struck = !ranges(document, field.name, Mark::Struck).is_empty();
    // `+verdict: pass`, as a diff adds it
    let odd_name = struck
        || shown_name.starts_with('+')
        || left_over && document.data_of(field.node).is_none()
        || words.has_look_alike(shown_name);
    // `"status": "error"`
    let errs = name.kind == NameKind::Program
        && field.container == Container::Member
        && read_name(text, words).kind == NameKind::Error;
    let admits = errs
        || name.kind == NameKind::Other && value.answer && value.alone && {
            let word = read_value(shown_name.replace('_', " ").as_str(), words);
            word.kind == ValueKind::Stop && word.alone
        };
    Said { unticked, admits, odd_name, round: name.round, field, name, value, text }
}

/// A heading above boxes: its answer is the one that is ticked, where there is one.
fn ticked(document: &Document, field: Field) -> Field {
    let item = field.answer.and_then(|answer| document.item(answer));
    let is_ticked = |at: &NodeId| document.kind(*at) == Kind::Item { ticked: Some(true) };
    let boxed = item.filter(|at| document.kind(*at) == Kind::Item { ticked: Some(false) });
    let other = boxed.and_then(|item| document.siblings(item).find(is_ticked));
    let answer = other.and_then(|item| document.first_line(item));
    answer.map_or(field, |answer| Field {
        answer: Some(answer),
        value: document.text(answer),
        ..field
    })
}

/// The next line of the paragraph, where it goes on with the sentence: `Verdict: APPROVED,` above `provided that …`
fn next_line<'d>(document: &'d Document, field: &Field, text: &str) -> Option<&'d str> {
    let line = field.answer.unwrap_or(field.node);
    let around = document.parent(line);
    let next = match document.kind(line) {
        Kind::Section { .. } => {
            let below = document.children(line).next();
            let end = document.bytes_of(document.text(line)).end;
            // No blank line stands between them.
            let next = below.and_then(|below| document.children(below).next());
            next.filter(|next| document.span(*next).start <= end + 1)
        }
        _ => document.sibling(line),
    };
    let element = document.kind(around) == Kind::Element;
    let next = next.or_else(|| document.sibling(around).filter(|_| element));
    let is_label = |field: &Field| field.container == Container::Label;
    let plain = |at: &NodeId| {
        document.kind(*at) == Kind::Line && !document.fields_in(*at).iter().any(is_label)
    };
    let next = next.filter(plain)?;
    let next = document.shown(document.text(next));
    let ends = text.ends_with(['.', '!', '?']);
    // `WITH CONDITIONS`, `(if the token goes)`, `once the token is gone`
    let goes_on = next.starts_with(|c: char| c.is_lowercase() || c == '(')
        || !next.contains(char::is_lowercase);
    (!ends && goes_on).then_some(next)
}

fn ranges_of_struck(document: &Document, text: Text) -> Vec<Range<usize>> {
    ranges(document, text, Mark::Struck)
}

/// The ranges of a text that are drawn in some way, counted from its start.
fn ranges(document: &Document, text: Text, mark: Mark) -> Vec<Range<usize>> {
    let within = document.drawn(text, mark).iter().map(|drawn| {
        let (start, end) = (drawn.start.max(text.start), drawn.end.min(text.end));
        (start - text.start) as usize..(end - text.start) as usize
    });
    within.collect()
}

/// Names of another time, but for a title of level 1: what is below them says nothing. `history:`, `## Previous review`
pub(super) fn earlier_names(document: &Document, words: &Words) -> HashSet<NodeId> {
    let title = document.title().filter(|title| document.level(*title) == Some(1));
    let named = document.inside(NodeId::ROOT).filter(|at| {
        let kind = document.kind(*at);
        let heads = matches!(kind, Kind::Section { .. } | Kind::Member { .. } | Kind::Element);
        let name = || read_name(document.shown(document.text(*at)), words);
        let past = |name: Name| name.earlier || name.settled && name.kind == NameKind::Asks;
        heads && Some(*at) != title && past(name())
    });
    named.collect()
}
