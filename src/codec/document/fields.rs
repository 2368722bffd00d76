//! Fields: a name and a value, in whatever form a page shows them. Every container gives the same thing.

mod labels;
mod line;

use super::leaf::{Mark, Text};
use super::{Document, Kind, NodeId, Shape, Voice};
use crate::source::Span;
pub(super) use labels::labels;

/// A name and a value.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct Field {
    pub(in crate::codec) container: Container,
    /// Whole, as it is shown; empty for a line that has none.
    pub(in crate::codec) name: Text,
    /// The value; of a list or an object what it holds are fields of their own.
    pub(in crate::codec) value: Text,
    pub(in crate::codec) shape: Shape,
    /// What the row is about: its first cell; of a label, the place in the work that the line begins with.
    pub(in crate::codec) about: Option<Text>,
    /// The node that the name stands in: a line, a heading, a row, a member, an element.
    pub(in crate::codec) node: NodeId,
    /// The line or heading that the value stands in, where that is another one.
    pub(in crate::codec) answer: Option<NodeId>,
    /// That of the name, unless it is the reviewer's own and the answer is not.
    pub(in crate::codec) voice: Voice,
}

/// In which form a page shows a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Container {
    /// `Name: value`, `**Name** value`, `Name = value`, `Name? value`
    Label,
    /// A heading or a bold line, and what follows it; the value is empty where nothing does.
    Heading,
    /// `## Name: value`, once for each mark that may end the name.
    InHeading,
    /// A row of two cells.
    Row,
    /// The header of a column, and a cell below it.
    Column,
    /// An item, and its one sub-item.
    Item,
    /// A term, and its definition.
    Definition,
    Element,
    Attribute,
    /// A key of data; front matter is data as well.
    Member,
    /// An item of a list in data, under the list's key.
    Entry,
    /// `<!-- name: value -->`, `# name: value`
    Comment,
    /// `[P1] value`, or the words of an image in front.
    Badge,
    /// `❌ value`
    Sign,
    /// A line without a name.
    Line,
}

impl Document {
    /// Where a field is written: from its name to its value, or the value alone where the name stands above it.
    pub(in crate::codec) fn span_of(&self, field: &Field) -> Span {
        let (name, value) = (self.bytes_of(field.name), self.bytes_of(field.value));
        match (field.container, field.value.is_empty(), field.name.is_empty()) {
            (Container::Entry, ..) => self.span(field.node),
            (_, true, _) => name,
            (Container::Column, ..) | (_, _, true) => value,
            _ => Span { start: name.start.min(value.start), end: name.end.max(value.end), ..name },
        }
    }
}

/// Gathers all fields, in the order of the nodes that their names stand in.
pub(super) fn gather(document: &Document) -> Vec<Field> {
    let mut fields = Fields { document, all: Vec::new(), headers: Vec::new(), term: None };
    for id in document.inside(NodeId::ROOT) {
        fields.of(id);
    }
    fields.all
}

struct Fields<'d> {
    document: &'d Document,
    all: Vec<Field>,
    /// The header of the table that is looked at.
    headers: Vec<Text>,
    /// The term that is defined.
    term: Option<NodeId>,
}

impl Fields<'_> {
    fn of(&mut self, id: NodeId) {
        let document = self.document;
        match document.kind(id) {
            Kind::Line => self.of_line(id),
            Kind::Section { .. } => self.of_heading(id),
            Kind::Table => self.headers.clear(),
            Kind::Row { header } => self.of_row(id, header),
            Kind::Member { shape } => self.of_member(id, shape),
            Kind::Entry { shape } => self.of_entry(id, shape),
            Kind::Element | Kind::Attribute => {
                let attribute = document.kind(id) == Kind::Attribute;
                let answer = document.children(id).find_map(|at| match document.kind(at) {
                    Kind::Attribute => None,
                    _ => document.first_line(at),
                });
                let container = if attribute { Container::Attribute } else { Container::Element };
                self.below(container, id, document.text(id), answer);
            }
            Kind::Term => self.term = Some(id),
            Kind::Definition => self.of_definition(id),
            _ => {}
        }
    }

    fn put(&mut self, field: Field) {
        self.all.push(field);
    }

    /// A field whose name and value stand in one node.
    fn within(&mut self, container: Container, id: NodeId, name: Text, value: Text, voice: Voice) {
        let document = self.document;
        let whole = match (name.is_empty(), value.is_empty()) {
            (true, _) => value,
            (_, true) => name,
            _ => Text { start: name.start.min(value.start), end: name.end.max(value.end) },
        };
        let struck = voice == Voice::Own && document.is_all(whole, Mark::Struck);
        let voice = if struck { Voice::Struck } else { voice };
        let shape = if value.is_empty() { Shape::Null } else { Shape::Text };
        self.put(Field {
            container,
            name,
            value,
            shape,
            about: None,
            node: id,
            answer: None,
            voice,
        });
    }

    /// A field whose value stands in another node, or nowhere.
    fn below(&mut self, container: Container, id: NodeId, name: Text, answer: Option<NodeId>) {
        let document = self.document;
        let (value, voice) = match answer {
            None => (Text::default(), document.voice(id)),
            Some(answer) => (document.text(answer), self.voice_of_both(id, answer)),
        };
        let shape = if value.is_empty() { Shape::Null } else { Shape::Text };
        self.put(Field { container, name, value, shape, about: None, node: id, answer, voice });
    }

    /// The voice of a name and its answer: the name's, unless the answer has another. A fence of one line is no code.
    fn voice_of_both(&self, name: NodeId, answer: NodeId) -> Voice {
        let document = self.document;
        let (own, other) = (document.voice(name), document.voice(answer));
        let alone =
            other == Voice::Code && document.children(document.parent(answer)).nth(1).is_none();
        if own != Voice::Own || alone { own } else { other }
    }

    /// Fields of one line: those with names, else the line itself.
    fn of_line(&mut self, id: NodeId) {
        let document = self.document;
        let (line, voice) = (document.text(id), document.voice(id));
        let parent = document.parent(id);
        let said = document.shown(line);
        match document.kind(parent) {
            // `"summary": "Final verdict: FAIL"`
            Kind::Member { shape: Shape::Text } | Kind::Entry { shape: Shape::Text } => {
                for label in labels(document, line).iter().filter(|label| !label.value.is_empty()) {
                    self.within(Container::Label, id, label.name, label.value, voice);
                }
                return;
            }
            Kind::Attribute | Kind::Member { .. } | Kind::Entry { .. } => return,
            Kind::Comment => {
                // A field in a comment is said; all else there is not.
                let around = document.voice(document.parent(parent));
                for label in labels(document, line) {
                    self.within(Container::Comment, id, label.name, label.value, around);
                }
                return;
            }
            _ => {}
        }
        self.front(id, line, voice);
        let one = document.drawn(line, Mark::Code).len() == 1;
        let voice = match voice {
            // `` `decision`: `NO-GO` `` has two code spans, and is a name and a value.
            Voice::Own if document.is_all(line, Mark::Code) && one => Voice::Code,
            voice => voice,
        };
        if let Some((name, value)) = line::cells(said, line) {
            return self.within(Container::Row, id, name, value, voice);
        }
        let found = labels(document, line);
        let last = found.len().wrapping_sub(1);
        for (nth, label) in found.iter().enumerate() {
            match label.value.is_empty() && nth == last && !label.badge {
                true => self.below(Container::Label, id, label.name, document.answer(id)),
                false => {
                    let container = if label.badge { Container::Badge } else { Container::Label };
                    self.within(container, id, label.name, label.value, voice);
                }
            }
            if let Some(field) = self.all.last_mut() {
                field.about = label.about;
            }
        }
        if found.iter().any(|label| !label.badge) {
            return;
        }
        if document.kind(parent) != Kind::Cell {
            self.within(
                Container::Line,
                id,
                Text { end: line.start, ..line },
                line,
                document.voice(id),
            );
        }
        if document.is_all(line, Mark::Strong) && document.kind(parent) != Kind::Cell {
            self.below(Container::Heading, id, line, document.answer(id));
        } else if let Some(sub) = self.only_sub_item(id) {
            self.below(Container::Item, id, line, Some(sub));
        }
    }

    /// The first line of the one item below the line of an item.
    fn only_sub_item(&self, id: NodeId) -> Option<NodeId> {
        let document = self.document;
        let block = match document.kind(document.parent(id)) {
            Kind::Item { .. } => id,
            Kind::Paragraph => document.parent(id),
            _ => return None,
        };
        document
            .nearest(block, |kind| matches!(kind, Kind::Item { .. }))
            .filter(|item| document.parent(block) == *item)?;
        let list = document.sibling(block).filter(|at| document.kind(*at) == Kind::List)?;
        let mut items = document.children(list);
        let only = items.next()?;
        if items.next().is_some() { None } else { document.first_line(only) }
    }

    /// A sign or an image in front of a line.
    fn front(&mut self, id: NodeId, line: Text, voice: Voice) {
        let document = self.document;
        let said = document.shown(line);
        let image = document.drawn(line, Mark::Image).first();
        if let Some(image) =
            image.filter(|image| (image.start - line.start) as usize == line::ordinal(said))
        {
            let value = line::trimmed(said, line, (image.end - line.start) as usize, said.len());
            // `![critical](critical.svg)` alone is about the paragraph below it.
            return match value.is_empty() {
                true => self.above(id, *image),
                false => self.within(Container::Badge, id, *image, value, voice),
            };
        }
        let sign = said.find(|c: char| !is_sign(c)).unwrap_or(said.len());
        if sign > 0 && !said[sign..].trim_start().starts_with('→') {
            let value = line::trimmed(said, line, sign, said.len());
            self.within(Container::Sign, id, line.part(0, sign), value, voice);
        }
    }

    /// An image that is a paragraph, above a line that names nothing and holds no image.
    fn above(&mut self, id: NodeId, image: Text) {
        let document = self.document;
        let alone = document.children(document.parent(id)).nth(1).is_none();
        let answer = document.answer(id).filter(|_| alone).filter(|at| {
            let line = document.text(*at);
            document.parent(*at) != document.parent(id)
                && document.drawn(line, Mark::Image).is_empty()
                && labels(document, line).is_empty()
        });
        if answer.is_some() {
            self.below(Container::Badge, id, image, answer);
        }
    }

    fn of_heading(&mut self, id: NodeId) {
        let document = self.document;
        let (heading, voice) = (document.text(id), document.voice(id));
        self.front(id, heading, voice);
        self.below(Container::Heading, id, heading, document.answer(id));
        let found = labels(document, heading);
        for (name, value) in labels::cuts(document, heading) {
            // `## Confidence: high | Verdict: FAIL`: up to the next name.
            let own = found.iter().find(|label| label.name == name);
            let value = own.filter(|own| !own.value.is_empty()).map_or(value, |own| own.value);
            self.within(Container::InHeading, id, name, value, voice);
        }
        for label in found.iter().filter(|label| label.name.start > heading.start + 1) {
            self.within(Container::Label, id, label.name, label.value, voice);
        }
    }

    fn of_row(&mut self, id: NodeId, header: bool) {
        let document = self.document;
        let cells: Vec<(NodeId, Option<NodeId>)> = document
            .children(id)
            .map(|cell| (cell, document.first_line(cell).filter(|at| *at != cell)))
            .collect();
        let text = |line: &Option<NodeId>| line.map_or(Text::default(), |line| document.text(line));
        // Without a header, each cell may name the next one.
        let named =
            if cells.len() == 2 || self.headers.is_empty() && !header { cells.len() } else { 0 };
        for pair in cells.get(..named).unwrap_or_default().windows(2) {
            if let [(first, name), (_, value)] = pair {
                self.below(Container::Row, id, document.text(name.unwrap_or(*first)), *value);
            }
        }
        if header {
            self.headers = cells.iter().map(|(_, line)| text(line)).collect();
            return;
        }
        let about = cells.first().map(|(_, line)| text(line));
        let headers = std::mem::take(&mut self.headers);
        for (name, (_, line)) in headers.iter().zip(&cells) {
            let Some(line) = *line else { continue };
            self.below(Container::Column, id, *name, Some(line));
            if let Some(field) = self.all.last_mut() {
                field.about = about;
            }
        }
        self.headers = headers;
    }

    fn of_member(&mut self, id: NodeId, shape: Shape) {
        let document = self.document;
        let answer = match shape {
            Shape::List | Shape::Object => None,
            _ => document.first_line(id).filter(|at| *at != id),
        };
        self.below(Container::Member, id, document.text(id), answer);
        if let Some(field) = self.all.last_mut() {
            field.shape = shape;
        }
    }

    fn of_entry(&mut self, id: NodeId, shape: Shape) {
        let document = self.document;
        if matches!(shape, Shape::List | Shape::Object) {
            return;
        }
        let member =
            document.nearest(id, |kind| matches!(kind, Kind::Member { .. } | Kind::Data { .. }));
        let key = member.map_or(Text::default(), |at| document.text(at));
        self.below(Container::Entry, id, key, document.first_line(id).filter(|at| *at != id));
        if let Some(field) = self.all.last_mut() {
            field.shape = shape;
        }
    }

    fn of_definition(&mut self, id: NodeId) {
        let document = self.document;
        let name =
            self.term.and_then(|term| document.first_line(term).filter(|line| *line != term));
        if let Some(name) = name {
            self.below(Container::Definition, id, document.text(name), document.answer(id));
        }
    }
}

/// A sign that is no letter and no mark: ❌ 🔴 ✅ ⚠ ☑
fn is_sign(c: char) -> bool {
    matches!(c, '\u{2139}' | '\u{203c}' | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2460}'..='\u{24ff}'
        | '\u{25a0}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
        && !matches!(c, '\u{2190}'..='\u{21ff}')
}
