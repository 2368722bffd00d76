//! Values of one node: plain, in quotation marks, and blocks of lines.

use pest::iterators::Pair;

use super::build::Builder;
use super::grammar::Rule;
use super::{Kind, Style, UNQUOTED_SCALAR, short};
use crate::codec::text::slice::{BLANKS, Slice};

impl<'a> Builder<'a> {
    pub(super) fn value(&mut self, node: u32, part: Pair<'a, Rule>) {
        let here = self.slice(&part);
        match part.as_rule() {
            Rule::word | Rule::plain => self.plain(node, here.trim()),
            Rule::whole | Rule::double => self.quoted(node, here, Style::Double),
            Rule::single => self.quoted(node, here, Style::Single),
            Rule::nothing => {
                let node = &mut self.tree.nodes[node as usize];
                (node.kind, node.end) = (Kind::List, short(here.trim().end()));
            }
            Rule::block => self.block(node, part),
            Rule::flow => self.flow(node, part),
            _ => {}
        }
    }

    /// The rest of a line, which the next may continue.
    pub(super) fn plain(&mut self, node: u32, rest: Slice<'a>) {
        let (text, comment) = without_comment(rest);
        self.remark(node, comment);
        if text.is_empty() {
            return;
        }
        let reserved = ['`', '@', '%', '&', '*', '!', '|', '>', '[', '{', '"', '\'', ']', '}', ','];
        let text_is_odd = text.text.contains(": ")
            || text.text.ends_with(':')
            || text.text.starts_with("- ")
            || text.text.starts_with(reserved);
        if text_is_odd {
            self.odd(UNQUOTED_SCALAR, text);
        }
        self.set_scalar(node, Style::Plain, text, text.end());
        let behind = self.column_around(node);
        self.scalar = (comment.is_none() && !is_anchor(text)).then_some((node, behind));
    }

    /// The column that a continued scalar has to be behind.
    fn column_around(&self, node: u32) -> isize {
        let parent = self.tree.nodes[node as usize].parent;
        let open = self.open.iter().rev().find(|open| open.node == parent);
        open.map_or(-1, |open| open.column)
    }

    pub(super) fn remark(&mut self, node: u32, comment: Option<Slice<'a>>) {
        if let Some(comment) = comment {
            self.tree.nodes[node as usize].comment = short(self.tree.comments.len());
            self.tree.comments.push(comment);
        }
    }

    /// `"..."`, with what follows it on its line.
    pub(super) fn quoted(&mut self, node: u32, here: Slice<'a>, style: Style) {
        let inner = here.after(1);
        let Some(close) = super::spell::closing(inner.text, style) else {
            // Never closed: on one line the mark is a letter like others.
            if here.trim().text.contains('\n') {
                self.broken(here);
            }
            return self.plain(node, here.trim());
        };
        let (token, rest) = inner.split_at(close);
        let behind = rest.after(1);
        let (text, comment) = without_comment(behind);
        if text.trim().is_empty() {
            self.remark(node, comment);
            return self.set_scalar(node, style, token, rest.start + 1);
        }
        if token.text.contains('\n') {
            self.broken(here);
            return self.set_scalar(node, style, token, rest.start + 1);
        }
        // `"the "foo" is odd"`: the marks at both ends enclose it all the same.
        let (whole, comment) = without_comment(here.trim());
        let mark = &here.text[..1];
        self.remark(node, comment);
        self.odd(UNQUOTED_SCALAR, whole);
        match whole.inside(mark, mark) {
            Some(inner) => self.set_scalar(node, Style::Plain, inner, whole.end()),
            None => self.set_scalar(node, Style::Plain, whole, whole.end()),
        }
    }

    /// `|` and `>` with the lines below.
    fn block(&mut self, node: u32, part: Pair<'a, Rule>) {
        let whole = self.slice(&part);
        let mut parts = part.into_inner();
        let Some(header) = parts.next() else { return };
        let head = self.slice(&header);
        let behind = self.column_around(node);
        let body = parts.next().map(|body| self.slice(&body)).filter(|b| !b.trim().is_empty());
        let Some(body) = body else {
            return self.set_scalar(
                node,
                Style::Literal(0),
                whole.after(whole.text.len()),
                head.trim().end(),
            );
        };
        let digit =
            head.text.bytes().take(3).find(u8::is_ascii_digit).map(|b| usize::from(b - b'0'));
        let mut lines = body.lines().filter(|line| !line.trim().is_empty());
        let blanks =
            |line: Slice<'_>| line.text.bytes().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let indent = match digit {
            Some(digit) => digit + usize::try_from(behind).unwrap_or(0),
            None => lines.next().map_or(0, blanks),
        };
        let outside = |indent: usize| isize::try_from(indent).unwrap_or(isize::MAX) <= behind;
        if indent == 0 || outside(indent) || lines.any(|line| blanks(line) < indent) {
            self.broken(whole);
        }
        let style = if head.text.starts_with('|') { Style::Literal } else { Style::Folded };
        self.set_scalar(node, style(short(indent)), body, body.trim().end());
    }
}

/// `&name`, `!!seq`: a name for what stands below.
pub(super) fn is_anchor(text: Slice<'_>) -> bool {
    let name = text.text.strip_prefix(['&', '!']);
    name.is_some_and(|name| !name.is_empty() && !name.contains([' ', '\t', '.', ',', ';', '*']))
}

/// A text, and the comment behind it: `one # two`.
pub(super) fn without_comment(text: Slice<'_>) -> (Slice<'_>, Option<Slice<'_>>) {
    let bytes = text.text.as_bytes();
    if !bytes.contains(&b'#') {
        return (text, None);
    }
    let at = (0..bytes.len())
        .find(|&at| bytes[at] == b'#' && (at == 0 || matches!(bytes[at - 1], b' ' | b'\t')));
    match at {
        Some(at) => {
            let (said, comment) = text.split_at(at);
            (said.trim_end_of(&BLANKS), Some(comment.trim()))
        }
        None => (text, None),
    }
}
