//! The tree on its way: containers that are open, and the line that is being written.

use std::rc::Rc;

use super::html::Closers;
use super::leaf::{Draft, Mark, Shown, Text, short};
use super::pieces::{self, Map, Piece};
use super::{DEPTH, Document, Kind, Mended, Node, NodeId, Shape, Syntax, Voice, data};
use crate::source::Span;

/// Texts inside texts: a fence in a fence in a string. Each is read once more for every level.
pub(super) const TEXTS: usize = 6;

pub(super) struct Builder {
    pub(super) nodes: Vec<Node>,
    pub(super) shown: Shown,
    pub(super) line: Draft,
    /// Where the line begins.
    line_start: Option<u32>,
    /// Containers that are open, the innermost last.
    pub(super) stack: Vec<Open>,
    /// Where the text that is read now comes from.
    pub(super) map: Map,
    pub(super) mended: Vec<(Mended, Span)>,
    /// Where tags of the text that is read now end.
    pub(super) closers: Rc<Closers>,
    /// A draft begins with this node and never ends; one ends before this node and never began.
    pub(super) draft_from: Option<NodeId>,
    pub(super) draft_to: u32,
    texts: usize,
    /// It is a part of a text: a fence around all of it quotes.
    pub(super) is_part: bool,
    pub(super) too_deep: bool,
}

/// A container that is open.
pub(super) struct Open {
    pub(super) id: NodeId,
    /// The tag that has to close it.
    pub(super) tag: Option<Box<str>>,
    /// Its end tag stood inside a container of the page, and it ends with that.
    pub(super) ended: bool,
}

impl Builder {
    pub(super) fn new(map: Map) -> Self {
        let root = Node {
            kind: Kind::Document,
            parent: NodeId::ROOT,
            next: NodeId::ROOT,
            span: Span::default(),
            voice: Voice::Own,
            text: Text::default(),
            open: false,
        };
        Self {
            nodes: vec![root],
            shown: Shown::default(),
            line: Draft::default(),
            line_start: None,
            stack: vec![Open { id: NodeId::ROOT, tag: None, ended: false }],
            map,
            mended: Vec::new(),
            closers: Rc::default(),
            draft_from: None,
            draft_to: 0,
            texts: 0,
            is_part: false,
            too_deep: false,
        }
    }

    /// Reads a text into the container that is open: as data when all of it is that, else as a page.
    pub(super) fn document(&mut self, text: &str) {
        if let Some(syntax) = data::whole(text)
            && self.data(syntax, text, 0)
        {
            return;
        }
        let only = pieces::only_fence(text).filter(|_| self.may_go_in() && !self.is_part);
        if let Some((info, code)) = only {
            self.open_named(Kind::Code, 0, &text[info.clone()], info.start);
            self.top_mut().open = code.end == text.len();
            let runs = [(0, short(code.start))];
            let language = text[info].trim().to_ascii_lowercase();
            match data::syntax_of(&language) {
                Some(_) => self.code(&language, &text[code], &runs),
                None => self.inner(&text[code], &runs),
            }
            return self.close(text.len());
        }
        // An element may go on over pieces.
        let around = std::mem::replace(&mut self.closers, Rc::new(Closers::of(text, 0)));
        self.pieces(text);
        self.closers = around;
    }

    fn pieces(&mut self, text: &str) {
        for piece in pieces::cut(text) {
            match piece {
                Piece::Page(range) => self.page(&text[range.clone()], range.start),
                Piece::Front(syntax, whole, body) => {
                    self.open(Kind::FrontMatter, whole.start);
                    let object = text[body.clone()].trim_start().starts_with('{');
                    let syntax = if object { Syntax::Json } else { syntax };
                    if !self.data(syntax, &text[body.clone()], body.start) {
                        self.page(&text[body.clone()], body.start);
                    }
                    self.close(whole.end);
                }
                Piece::Object(range) => {
                    if !self.data(Syntax::Json, &text[range.clone()], range.start) {
                        self.cut(range.start, range.start + 1);
                        self.page(&text[range.clone()], range.start);
                    }
                }
                Piece::Flow(range) => {
                    if !self.data(Syntax::Yaml, &text[range.clone()], range.start) {
                        self.page(&text[range.clone()], range.start);
                    }
                }
                Piece::Cut(at) => self.cut(at, text.len()),
                Piece::Diff(range) => {
                    self.open(Kind::Code, range.start);
                    self.code_lines(&text[range.clone()], &[(0, short(range.start))]);
                    self.close(range.end);
                }
            }
        }
    }

    /// Reads a text that is made of runs of the one that is read now, as a document in it.
    pub(super) fn inner(&mut self, text: &str, runs: &[(u32, u32)]) {
        let map = self.map.around(runs);
        self.inner_at(text, map);
    }

    /// Reads a text with places of its own, as a document in the one that is read now.
    pub(super) fn inner_at(&mut self, text: &str, map: Map) {
        let around = std::mem::replace(&mut self.map, map);
        self.texts += 1;
        let depth = self.stack.len();
        self.open(Kind::Document, 0);
        self.document(text);
        // A section in it ends with it: `{"summary": "## What I read", "verdict": "approve"}`
        self.close_page(depth, text.len());
        self.texts -= 1;
        self.map = around;
    }

    pub(super) fn may_go_in(&self) -> bool {
        self.texts < TEXTS
    }

    fn cut(&mut self, start: usize, end: usize) {
        self.open(Kind::Cut, start);
        self.set_open();
        self.close(end);
    }

    /// The innermost container.
    pub(super) fn top(&self) -> NodeId {
        self.stack.last().map_or(NodeId::ROOT, |open| open.id)
    }

    pub(super) fn top_mut(&mut self) -> &mut Node {
        let top = self.top().0 as usize;
        &mut self.nodes[top]
    }

    pub(super) fn kind(&self) -> Kind {
        self.nodes[self.top().0 as usize].kind
    }

    pub(super) fn set_open(&mut self) {
        self.top_mut().open = true;
    }

    fn add(&mut self, kind: Kind, start: u32, end: u32, text: Text, voice: Voice) -> NodeId {
        let id = NodeId(short(self.nodes.len()));
        let span = Span::new(start as usize, end as usize);
        let parent = self.top();
        self.nodes.push(Node {
            kind,
            parent,
            next: NodeId(id.0 + 1),
            span,
            voice,
            text,
            open: false,
        });
        id
    }

    /// Opens a container at a place of the text that is read now.
    pub(super) fn open(&mut self, kind: Kind, at: usize) -> NodeId {
        self.flush();
        let start = self.map.at(at);
        let id = self.add(kind, start, start, Text::default(), Voice::Own);
        self.too_deep |= self.stack.len() > 2 * DEPTH;
        self.stack.push(Open { id, tag: None, ended: false });
        id
    }

    /// A container with a name of its own: a key, an element.
    pub(super) fn open_named(
        &mut self,
        kind: Kind,
        at: usize,
        name: &str,
        name_at: usize,
    ) -> NodeId {
        let id = self.open(kind, at);
        let text = self.write(name, name_at);
        self.nodes[id.0 as usize].text = text;
        id
    }

    /// A text that stands in no line.
    pub(super) fn write(&mut self, text: &str, at: usize) -> Text {
        let byte = self.map.at(at);
        let mut draft = Draft::default();
        draft.push(text, byte);
        draft.finish(&mut self.shown)
    }

    /// Closes the innermost container, and elements in it whose end tags stood further in.
    pub(super) fn close(&mut self, end: usize) {
        self.flush();
        self.pop(self.map.at(end));
        while self.stack.len() > 1 && self.stack.last().is_some_and(|open| open.ended) {
            self.pop(self.map.at(end));
        }
    }

    fn pop(&mut self, end: u32) {
        if self.stack.len() < 2 {
            return;
        }
        if let Some(open) = self.stack.pop() {
            let next = NodeId(short(self.nodes.len()));
            let node = &mut self.nodes[open.id.0 as usize];
            node.next = next;
            node.span.end = end.max(node.span.end);
            // A tag without its end is a cut one, where it has to have one.
            node.open |=
                open.tag.is_some_and(|tag| !open.ended && !super::html::may_stay_open(&tag));
        }
    }

    /// Closes what is open above a container, and the container itself.
    pub(super) fn close_to(&mut self, depth: usize, end: usize) {
        self.flush();
        while self.stack.len() > depth.max(1) {
            self.pop(self.map.at(end));
        }
    }

    /// Closes a container that was opened at a depth; what is open in it was not closed by its own end.
    pub(super) fn close_page(&mut self, depth: usize, end: usize) {
        self.close_to(depth, end);
        while self.stack.len() > 1 && self.stack.last().is_some_and(|open| open.ended) {
            self.pop(self.map.at(end));
        }
    }

    /// Begins a section: ends those of its level and below it.
    pub(super) fn section(&mut self, level: u8, at: usize) -> NodeId {
        self.flush();
        while let Kind::Section { level: above } = self.kind()
            && above >= level
        {
            let end = self.map.at(at);
            self.pop(end);
        }
        self.open(Kind::Section { level }, at)
    }

    /// Text of the line, which was written at a place.
    pub(super) fn push(&mut self, text: &str, at: usize) {
        let byte = self.map.at(at);
        if self.line_start.is_none() && !text.trim().is_empty() {
            self.line_start = Some(byte);
        }
        self.line.push(text, byte);
    }

    /// Ends the line: it becomes a node of the innermost container.
    pub(super) fn flush(&mut self) {
        self.flush_as(Voice::Own);
    }

    pub(super) fn flush_as(&mut self, voice: Voice) {
        let Some(start) = self.line_start.take() else {
            if !self.line.last().is_empty() {
                self.take_line();
            }
            return;
        };
        let inline = self.line.last().contains('{') && self.line.last().contains("{\"");
        let text = self.take_line();
        if text.is_empty() {
            return;
        }
        let end = self.shown.span(text).end;
        let id = self.add(Kind::Line, start, end.max(start), text, voice);
        if inline && voice == Voice::Own {
            self.objects_in(id);
        }
    }

    /// Ends the line without a node: a heading.
    pub(super) fn take_line(&mut self) -> Text {
        self.line_start = None;
        self.line.finish(&mut self.shown)
    }

    /// Objects in a line: `Result: {"verdict": "fail"}`. They stand beside the line.
    fn objects_in(&mut self, line: NodeId) {
        let text = self.nodes[line.0 as usize].text;
        let shown = self.shown.get(text).to_owned();
        let (mut from, mut tries) = (0, 0);
        while let Some(at) = shown.get(from..).and_then(|rest| rest.find("{\"")).map(|at| at + from)
            && tries < 4
        {
            tries += 1;
            let Some(len) = pieces::object_len(&shown[at..]) else { break };
            let place = self.shown.byte(text.start + short(at));
            let around = std::mem::replace(&mut self.map, Map(vec![(0, place)]));
            self.data(Syntax::Json, &shown[at..at + len], 0);
            self.map = around;
            from = at + len;
        }
    }

    /// Lines of code, each as it is written.
    pub(super) fn code_lines(&mut self, code: &str, runs: &[(u32, u32)]) {
        let runs = Map(runs.to_vec());
        let mut at = 0;
        for line in code.split_inclusive('\n') {
            let from = runs.at(at);
            self.push(line, from as usize);
            self.flush_as(Voice::Code);
            at += line.len();
        }
    }

    /// A mark around text, or its end.
    pub(super) fn mark(&mut self, mark: Mark, begins: bool) {
        match begins {
            true => self.line.begin(mark),
            false => self.line.end(mark),
        }
    }

    pub(super) fn shape(value: &str) -> Shape {
        match value {
            "" | "~" | "null" | "Null" | "NULL" => Shape::Null,
            "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Shape::Bool,
            number if number.parse::<f64>().is_ok() => Shape::Number,
            _ => Shape::Text,
        }
    }

    /// The document, unless it was too deep.
    pub(super) fn finish(mut self, len: usize) -> Option<Document> {
        self.map = Map(Vec::new());
        self.close_to(1, len);
        let behind = NodeId(short(self.nodes.len()));
        self.nodes[0].next = behind;
        self.nodes[0].span = Span::new(0, len);
        if self.too_deep {
            return None;
        }
        let drafts = (self.draft_from.map_or(u32::MAX, |from| from.0), self.draft_to);
        for (at, node) in self.nodes.iter_mut().enumerate().skip(1) {
            let told = matches!(node.kind, Kind::Line | Kind::Section { .. });
            if node.voice == Voice::Own && (short(at) >= drafts.0 || told && short(at) < drafts.1) {
                node.voice = Voice::Draft;
            }
        }
        Some(Document {
            nodes: self.nodes,
            shown: self.shown,
            body: NodeId::ROOT,
            fields: Vec::new(),
            mended: self.mended,
        })
    }
}
