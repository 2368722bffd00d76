//! From lines to a tree, by their columns.

use pest::iterators::Pair;

use super::grammar::{self, Rule};
use super::values::{is_anchor, without_comment};
use super::{
    Kind, MIXED_INDENT, NONE, Node, Odd, Place, ROOT, Scalar, Style, Tree, UNQUOTED_SCALAR, short,
};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;

pub(super) fn build(body: Slice<'_>) -> Option<Tree<'_>> {
    let mut builder = Builder {
        tree: Tree::new(body),
        body,
        open: vec![Open { node: ROOT, column: -1, list: false }],
        scalar: None,
        item: None,
    };
    let mut line = Vec::new();
    for pair in grammar::tokens(body.text)? {
        match pair.as_rule() {
            Rule::comment => {
                builder.scalar = None;
                let comment = builder.slice(&pair).trim();
                builder.tree.comments.push(comment);
            }
            Rule::mark => {
                builder.scalar = None;
                builder.open.truncate(1);
            }
            Rule::EOI => {}
            Rule::dash | Rule::name | Rule::key => line.push(pair),
            _ => {
                line.push(pair);
                builder.line(&mut line);
            }
        }
    }
    Some(builder.finish())
}

pub(super) struct Builder<'a> {
    pub(super) tree: Tree<'a>,
    body: Slice<'a>,
    pub(super) open: Vec<Open>,
    /// The plain scalar that the next line may continue, and the column it has to be behind.
    pub(super) scalar: Option<(u32, isize)>,
    /// The item that a dash on this line began.
    item: Option<u32>,
}

/// A map or list that goes on with lines in its column.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) node: u32,
    pub(super) column: isize,
    list: bool,
}

impl<'a> Builder<'a> {
    pub(super) fn slice(&self, pair: &Pair<'a, Rule>) -> Slice<'a> {
        Slice::new(pair.as_str(), self.body.start + pair.as_span().start())
    }

    /// The text between two places.
    pub(super) fn between(&self, start: usize, end: usize) -> Slice<'a> {
        let from = self.body.start;
        let text = self.body.text.get(start - from..end - from).unwrap_or("");
        Slice::new(text, start)
    }

    /// Takes in a line, and leaves its tokens empty.
    fn line(&mut self, parts: &mut Vec<Pair<'a, Rule>>) {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        let first = self.slice(first).start;
        let line = self.between(first, self.slice(last).end());
        let indent = self.indent_before(first);
        #[expect(clippy::cast_possible_wrap, reason = "sources of 4 GiB are refused long before")]
        let column_of = |at: usize| (indent + (at - first)) as isize;
        let column = column_of(first);
        if let Some((node, behind)) = self.scalar
            && column > behind
            && !self.is_misplaced_key(node, parts.first())
        {
            parts.clear();
            return self.go_on(node, line);
        }
        (self.scalar, self.item) = (None, None);
        let mut entry = None;
        let mut dashed = false;
        for part in parts.drain(..) {
            let here = self.slice(&part);
            match part.as_rule() {
                Rule::dash => {
                    if !self.dash(column_of(here.start), here.start) {
                        return self.lone(column, line, part);
                    }
                    dashed = true;
                }
                Rule::name | Rule::key => entry = Some(self.entry(column_of(here.start), here)),
                Rule::end => {}
                Rule::pair => {
                    let (key, value) = cut_pair(here);
                    let node = self.entry(column_of(here.start), key);
                    match value.text.starts_with('"') {
                        true => self.quoted(node, value, Style::Double),
                        false => self.plain(node, value.trim()),
                    }
                }
                _ => {
                    let place = entry.or(self.item).or_else(|| self.waiting(column));
                    match (place, dashed) {
                        (Some(node), _) => self.value(node, part),
                        (None, false) => return self.lone(column, line, part),
                        (None, true) => {}
                    }
                    if entry.is_none() && self.item.is_some() && self.is_marked_up_item(here) {
                        self.marked_up_item(column_of(here.start), here);
                    }
                }
            }
        }
    }

    /// Columns of blanks between the start of its line and a place.
    fn indent_before(&self, place: usize) -> usize {
        let before = self.body.text.get(..place - self.body.start).unwrap_or("");
        let start = before.trim_end_matches([' ', '\t']).len();
        fields::indent(&before[start..])
    }

    /// Below `description: text`, a deeper `word:` is another entry; below an item it is text.
    fn is_misplaced_key(&self, node: u32, first: Option<&Pair<'a, Rule>>) -> bool {
        let Some(pair) = first else { return false };
        let line = match pair.as_rule() {
            Rule::pair => cut_pair(self.slice(pair)).0,
            _ => self.slice(pair),
        };
        let in_map = self.tree.nodes[node as usize].key.is_some();
        let word =
            |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        in_map
            && match pair.as_rule() {
                Rule::pair | Rule::name | Rule::key => {
                    word(line.text.trim_matches(['"', '\''])) || fields::is_key(line.text)
                }
                Rule::word | Rule::plain => is_marked_up(line),
                _ => false,
            }
    }

    /// A line that continues the plain scalar above.
    fn go_on(&mut self, node: u32, line: Slice<'a>) {
        let body = line.trim();
        let (text, comment) = without_comment(body);
        if comment.is_some() {
            self.scalar = None;
            self.tree.comments.extend(comment);
        }
        if text.text.contains(": ") || text.text.ends_with(':') {
            self.odd(UNQUOTED_SCALAR, text);
        }
        if let Kind::Scalar(scalar) = self.tree.nodes[node as usize].kind {
            let whole = self.between(scalar.token.start as usize, text.end());
            self.set_scalar(node, Style::Plain, whole, text.end());
        }
    }

    /// A dash: the next item of a list, or the first of a new one. Whether it fits.
    fn dash(&mut self, column: isize, at: usize) -> bool {
        if let Some(item) = self.item {
            // `- - x`
            self.begin_list(item, column);
        } else {
            self.close(|open| open.column > column);
            let Some(top) = self.open.last().copied() else { return false };
            let last = self.tree.nodes[top.node as usize].last;
            self.forget_anchor(last);
            let above =
                self.tree.nodes.get(last as usize).map(|node| (node.kind, node.key.is_some()));
            match (top.list, above) {
                (true, _) if top.column == column => {}
                (true, Some((Kind::Empty, _))) => self.begin_list(last, column),
                (true, _) => self.odd(MIXED_INDENT, Slice::new("-", at)),
                (false, Some((Kind::Empty, true))) => self.begin_list(last, column),
                (false, Some((Kind::List, keyed))) if keyed || top.column < 0 => {
                    self.odd(MIXED_INDENT, Slice::new("-", at));
                    self.open.push(Open { node: last, column, list: true });
                }
                (false, _) if top.column < 0 => {
                    let list = self.add(ROOT, None, at);
                    self.begin_list(list, column);
                }
                (false, _) => return false,
            }
        }
        let Some(list) = self.open.last().copied() else { return false };
        self.item = Some(self.add(list.node, None, at));
        true
    }

    /// `issues: &all`, and its items below: it is empty but for a name.
    fn forget_anchor(&mut self, node: u32) {
        let Some(Kind::Scalar(scalar)) = self.tree.nodes.get(node as usize).map(|node| node.kind)
        else {
            return;
        };
        let token = self.tree.cut(scalar.token);
        if scalar.style == Style::Plain && is_anchor(token) {
            self.tree.nodes[node as usize].kind = Kind::Empty;
        }
    }

    fn begin_list(&mut self, node: u32, column: isize) {
        self.tree.nodes[node as usize].kind = Kind::List;
        self.open.push(Open { node, column, list: true });
    }

    fn begin_map(&mut self, node: u32, column: isize) {
        self.tree.nodes[node as usize].kind = Kind::Map;
        self.open.push(Open { node, column, list: false });
    }

    /// A key: the next entry of a map, or the first of a new one.
    fn entry(&mut self, column: isize, key: Slice<'a>) -> u32 {
        if let Some(item) = self.item {
            self.begin_map(item, column);
            return self.add(item, Some(key), key.start);
        }
        self.close(|open| open.column > column || (open.list && open.column >= column));
        let top = self.open.last().copied().unwrap_or(Open { node: ROOT, column: -1, list: false });
        let last = self.tree.nodes[top.node as usize].last;
        if top.column >= 0 && top.column < column {
            self.forget_anchor(last);
        }
        let above = self.tree.nodes.get(last as usize).map(|node| node.kind);
        let map = match (top.list, above) {
            (false, _) if top.column == column => top.node,
            (false, Some(Kind::Empty)) | (true, Some(Kind::Empty)) if top.column >= 0 => {
                self.begin_map(last, column);
                last
            }
            (_, Some(Kind::Map)) if top.column >= 0 => {
                self.odd(MIXED_INDENT, key);
                self.open.push(Open { node: last, column, list: false });
                last
            }
            (false, _) if top.column >= 0 => {
                self.odd(MIXED_INDENT, key);
                top.node
            }
            (false, _) => {
                if above.is_some()
                    && self.tree.nodes[last as usize].key.is_some()
                    && self.moved(column)
                {
                    self.odd(MIXED_INDENT, key);
                }
                self.open.push(Open { node: ROOT, column, list: false });
                ROOT
            }
            (true, _) => {
                self.odd(MIXED_INDENT, key);
                let item = self.add(top.node, None, key.start);
                self.begin_map(item, column);
                item
            }
        };
        self.add(map, Some(key), key.start)
    }

    /// Entries of the text as a whole that stand in another column than those before.
    fn moved(&self, column: isize) -> bool {
        column > 0 || self.open.len() == 1
    }

    /// The entry or item that has no value yet, for a value on a line of its own.
    fn waiting(&self, column: isize) -> Option<u32> {
        // What is open stands in rising columns.
        let deeper = self.open.partition_point(|open| open.column <= column);
        let top = *self.open.get(deeper.checked_sub(1)?)?;
        let last = self.tree.nodes[top.node as usize].last;
        let node = self.tree.nodes.get(last as usize)?;
        let waits = node.kind == Kind::Empty && (node.key.is_some() || top.list);
        (waits && top.column < column).then_some(last)
    }

    /// A value that belongs to nothing; or a key with marks around it that YAML does not know.
    fn lone(&mut self, column: isize, line: Slice<'a>, part: Pair<'a, Rule>) {
        if part.as_rule() == Rule::flow && self.tree.nodes.len() == 1 {
            let node = self.add(ROOT, None, line.trim().start);
            self.flow(node, part);
        } else if is_marked_up(line) {
            self.marked_up(column, line.trim());
        } else {
            self.stray(line);
        }
    }

    /// `**Verdict:** pass`, `verdict:pass`
    fn marked_up(&mut self, column: isize, body: Slice<'a>) {
        let Some(field) = fields::split(body) else { return };
        let colon = body.text.find(':').unwrap_or(0);
        let node = self.entry(column, body.split_at(colon).0);
        self.plain(node, field.value);
    }

    fn is_marked_up_item(&self, here: Slice<'a>) -> bool {
        let scalar = |node: u32| matches!(self.tree.nodes[node as usize].kind, Kind::Scalar(_));
        self.item.is_some_and(scalar) && is_marked_up(here)
    }

    /// `- **Verdict:** pass`
    fn marked_up_item(&mut self, column: isize, here: Slice<'a>) {
        let Some(item) = self.item else { return };
        self.tree.nodes[item as usize].kind = Kind::Empty;
        self.scalar = None;
        self.marked_up(column, here.trim());
    }

    /// A line that fits nowhere.
    fn stray(&mut self, line: Slice<'a>) {
        let body = line.trim();
        let node = self.add(ROOT, None, body.start);
        self.set_scalar(node, Style::Plain, body, body.end());
    }

    fn close(&mut self, which: impl Fn(&Open) -> bool) {
        while self.open.len() > 1 && self.open.last().is_some_and(&which) {
            self.open.pop();
        }
    }

    pub(super) fn add(&mut self, parent: u32, key: Option<Slice<'a>>, start: usize) -> u32 {
        let index = u32::try_from(self.tree.nodes.len()).unwrap_or(NONE);
        if let Some(key) = key.filter(|key| key.text.starts_with('"') && key.text.contains('\\')) {
            self.tree.odd.push((Odd::EscapedKey, key.span()));
        }
        let end = key.map_or(start, Slice::end);
        let links = (NONE, NONE, NONE);
        let (first, last, next) = links;
        self.tree.nodes.push(Node {
            kind: Kind::Empty,
            key: key.map(Place::of),
            comment: NONE,
            start: short(start),
            end: short(end),
            parent,
            first,
            last,
            next,
        });
        let before = self.tree.nodes[parent as usize].last;
        match self.tree.nodes.get_mut(before as usize) {
            Some(before) => before.next = index,
            None => self.tree.nodes[parent as usize].first = index,
        }
        self.tree.nodes[parent as usize].last = index;
        index
    }

    pub(super) fn odd(&mut self, repair: super::Repair, at: Slice<'_>) {
        self.tree.odd.push((Odd::Repair(repair), at.span()));
    }

    pub(super) fn broken(&mut self, at: Slice<'_>) {
        self.tree.odd.push((Odd::Broken, at.trim().span()));
    }

    /// Gives a node its scalar.
    pub(super) fn set_scalar(&mut self, node: u32, style: Style, token: Slice<'a>, end: usize) {
        let node = &mut self.tree.nodes[node as usize];
        node.kind = Kind::Scalar(Scalar { style, token: Place::of(token) });
        node.end = node.end.max(short(end));
    }

    fn finish(mut self) -> Tree<'a> {
        for index in (1..self.tree.nodes.len()).rev() {
            let (parent, end) = (self.tree.nodes[index].parent, self.tree.nodes[index].end);
            let parent = &mut self.tree.nodes[parent as usize];
            parent.end = parent.end.max(end);
        }
        self.tree
    }
}

/// `file: src/a.ts`, cut at its colon and the blank behind it.
fn cut_pair(pair: Slice<'_>) -> (Slice<'_>, Slice<'_>) {
    let colon = pair.text.find(':').unwrap_or(0);
    let (key, rest) = pair.split_at(colon);
    (key, rest.trim_start_of(&[':', ' ']))
}

/// Whether a line without a key that YAML knows has one of ours: `**Verdict:** pass`.
fn is_marked_up(line: Slice<'_>) -> bool {
    !line.text.starts_with('"')
        && line.text.contains(':')
        && fields::split(line.trim()).is_some_and(|field| field.known.is_some())
}
