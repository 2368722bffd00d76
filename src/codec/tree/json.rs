//! JSON with a place for every value.

#[cfg(test)]
mod tests;
mod write;
mod wrong;

pub(in crate::codec) use write::write_string;

use std::borrow::Cow;
use std::collections::HashSet;

use crate::codec::builder::DecodeLog;
use crate::codec::text::embed::Embedded;
use crate::codec::text::grammar::Grammar;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Diagnostic};
use crate::source::{Piece, Source, SourceId, Span};

/// Brackets inside brackets: deeper texts are not read. No verdict needs ten.
const DEPTH: usize = 128;

/// The grammar of a format that is JSON.
pub(in crate::codec) const GRAMMAR: Grammar = Grammar {
    text: assize_grammar::json::TEXT,
    tree: Err(
        "it is JSON, which `grammar/json.pest` reads down to its values, and its members are a table",
    ),
};

/// A JSON text, read as a whole.
pub(in crate::codec) struct Doc<'a> {
    body: Slice<'a>,
    /// Every value and every name, each before those inside it.
    nodes: Vec<Node>,
}

/// A value or a name. Places are those in the body.
struct Node {
    kind: Type,
    start: u32,
    end: u32,
    /// The first node behind this one and all that is inside it.
    next: u32,
    /// A string with a backslash in it.
    escaped: bool,
}

/// Why a text that begins like JSON is none: `truncated` when it only stops too early.
pub(in crate::codec) struct Broken {
    pub(in crate::codec) cause: Cause,
    pub(in crate::codec) diagnostic: Diagnostic,
}

/// One value of a document.
#[derive(Clone, Copy)]
pub(in crate::codec) struct Value<'d> {
    doc: &'d Doc<'d>,
    at: usize,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Type {
    Null,
    Bool(bool),
    Number,
    String,
    List,
    Object,
}

impl Type {
    /// What it is called: `a number`.
    pub(in crate::codec) fn in_words(self) -> &'static str {
        match self {
            Self::Null => "`null`",
            Self::Bool(true) => "`true`",
            Self::Bool(false) => "`false`",
            Self::Number => "a number",
            Self::String => "a string",
            Self::List => "a list",
            Self::Object => "an object",
        }
    }
}

/// Whether a text begins like JSON: `{"`, `{}`, `[{"`, `["`, `[]`, whatever blanks stand between.
/// `{feature} works` and `- [ ] open` do not.
pub(in crate::codec) fn begins(body: Slice<'_>) -> bool {
    let inner = body.text.trim_start_matches(|c: char| matches!(c, '[' | '{') || c.is_whitespace());
    let opened = body.text.starts_with(['[', '{']);
    // `{'verdict': 'approve'}`, as other languages print it
    let other = body.text.starts_with('{') && inner.starts_with('\'');
    opened
        && (inner.is_empty() || inner.starts_with(['"', '}']) || other || inner.trim_end() == "]")
}

/// Reads a text as JSON. Spans are places in the whole source.
pub(in crate::codec) fn parse(body: Slice<'_>) -> Result<Doc<'_>, Broken> {
    if let Some(at) = too_deep(body.text) {
        return Err(wrong::too_deep(Span::new(body.start + at, body.start + at + 1)));
    }
    grammar::document(body)
}

/// Reads a text as a list of objects, one on each line. Nothing where it has one line, or any line is something else.
pub(in crate::codec) fn parse_lines(body: Slice<'_>) -> Option<Doc<'_>> {
    let to_u32 = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let (kind, end) = (Type::List, to_u32(body.text.len()));
    let mut nodes = vec![Node { kind, start: 0, end, next: 0, escaped: false }];
    let mut count = 0;
    for line in body.lines().map(Slice::trim).filter(|line| !line.is_empty()) {
        let read = Some(line).filter(|line| line.text.starts_with('{'))?;
        let (start, before) = (to_u32(line.start - body.start), to_u32(nodes.len()));
        nodes.extend(parse(read).ok()?.nodes.into_iter().map(|node| Node {
            start: node.start + start,
            end: node.end + start,
            next: node.next + before,
            ..node
        }));
        count += 1;
    }
    nodes[0].next = to_u32(nodes.len());
    (count > 1).then_some(Doc { body, nodes })
}

/// Refuses a document that says anything twice: which one counts, readers do not agree on.
/// Whether it was refused.
pub(in crate::codec) fn check(reading: &mut DecodeLog<'_>, document: &Doc<'_>) -> bool {
    let objects = (0..document.nodes.len()).map(|at| Value { doc: document, at });
    let mut any = false;
    for object in objects.filter(|value| value.kind() == Type::Object) {
        if let Some((first, again)) = object.twice() {
            any = true;
            reading.refuse(Cause::Ambiguous, wrong::repeated_name(first, again));
        }
    }
    any
}

/// Where brackets lie deeper than [`DEPTH`]. Most texts have fewer than that in all.
fn too_deep(text: &str) -> Option<usize> {
    let opens = |byte: u8| matches!(byte, b'[' | b'{');
    if text.bytes().filter(|&byte| opens(byte)).count() <= DEPTH {
        return None;
    }
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    text.bytes().position(|byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            _ if opens(byte) => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEPTH
    })
}

impl Doc<'_> {
    pub(in crate::codec) fn root(&self) -> Value<'_> {
        Value { doc: self, at: 0 }
    }
}

impl<'d> Value<'d> {
    fn node(self) -> &'d Node {
        &self.doc.nodes[self.at]
    }

    pub(in crate::codec) fn kind(self) -> Type {
        self.node().kind
    }

    /// The value as it is written, with its quotation marks or brackets.
    pub(in crate::codec) fn raw(self) -> Slice<'d> {
        let Node { start, end, .. } = *self.node();
        let body = self.doc.body;
        Slice::new(&body.text[start as usize..end as usize], body.start + start as usize)
    }

    /// Where it is written, with its quotation marks or brackets.
    pub(in crate::codec) fn span(self) -> Span {
        self.raw().span()
    }

    /// The place of the name or the value that ends there, or else of the last character before it.
    #[cfg(all(feature = "judge", feature = "serde"))]
    pub(in crate::codec) fn ending(self, end: usize) -> Span {
        let within = &self.doc.nodes[self.at..self.node().next as usize];
        let at = end.saturating_sub(self.doc.body.start);
        let mut single =
            within.iter().filter(|node| !matches!(node.kind, Type::List | Type::Object));
        let start = single
            .find(|node| node.end as usize == at)
            .map_or(at.max(1) - 1, |node| node.start as usize);
        Span::new(self.doc.body.start + start, end)
    }

    /// The member of this name, when this is an object. The first, where a name is repeated:
    /// see [`check`].
    pub(in crate::codec) fn get(self, name: &str) -> Option<Value<'d>> {
        let mut members = self.members();
        members.find(|(known, _)| known.is(name)).map(|(_, value)| value)
    }

    /// Names and values of an object, in their order. The name is a value too (a string).
    pub(in crate::codec) fn members(self) -> impl Iterator<Item = (Value<'d>, Value<'d>)> {
        let mut inside = self.inside(Type::Object);
        std::iter::from_fn(move || inside.next().zip(inside.next()))
    }

    /// The items of a list.
    pub(in crate::codec) fn items(self) -> impl Iterator<Item = Value<'d>> {
        self.inside(Type::List)
    }

    /// A string, spelt out.
    pub(in crate::codec) fn text(self) -> Option<Cow<'d, str>> {
        let inner = self.inner()?;
        if !self.node().escaped {
            return Some(Cow::Borrowed(inner.text));
        }
        let mut text = String::with_capacity(inner.text.len());
        wrong::spell_out(inner, |run, _| text.push_str(run)).ok()?;
        Some(Cow::Owned(text))
    }

    /// A number that is written as a whole one, of 64 bits.
    #[cfg(all(feature = "judge", feature = "serde"))]
    pub(in crate::codec) fn whole(self) -> Option<i64> {
        let number = (self.kind() == Type::Number).then(|| self.raw().text)?;
        number.parse().ok()
    }

    /// The place of a string as it reads, spelt out where it holds escapes.
    pub(in crate::codec) fn place(self, embedded: &mut Embedded) -> Option<Span> {
        let inner = self.inner()?;
        if !self.node().escaped {
            return Some(inner.span());
        }
        let begun = embedded.begin();
        let push = |run: &str, from: Slice<'_>| embedded.push(run, from.start, from.text.len());
        wrong::spell_out(inner, push).ok()?;
        Some(embedded.end(begun))
    }

    /// A string as a source of its own, inside the source that it stands in. One that is `whole` has a line end.
    pub(in crate::codec) fn to_source(self, name: String, whole: bool) -> Option<Source> {
        let (inner, mut text, mut pieces) = (self.inner()?, String::new(), Vec::new());
        let mut push = |run: &str, from: Slice<'_>| {
            let Span { start, end, .. } = from.span();
            let at = Span::new(text.len(), text.len()).start;
            pieces.push(Piece { start: at, outer_start: start, outer_len: end - start });
            text.push_str(run);
        };
        match inner.is_empty() {
            true => push("", inner),
            false => wrong::spell_out(inner, &mut push).ok()?,
        }
        let last = inner.after(inner.text.len());
        if whole && !inner.is_empty() && !inner.text.ends_with("\\n") {
            push("\n", last);
        }
        Some(Source::embedded(name, text, SourceId(0), pieces))
    }

    /// Whether this is the string `text`.
    pub(in crate::codec) fn is(self, text: &str) -> bool {
        let Node { start, end, escaped, .. } = *self.node();
        match escaped {
            true => self.text().is_some_and(|own| own == text),
            // Most names differ in length, and that is seen without cutting them out.
            false => {
                (end - start) as usize == text.len() + "\"\"".len()
                    && self.inner().is_some_and(|inner| inner.text == text)
            }
        }
    }

    /// What stands between the quotation marks of a string.
    fn inner(self) -> Option<Slice<'d>> {
        (self.kind() == Type::String).then(|| self.raw().inside("\"", "\"")).flatten()
    }

    /// What is inside, when this is of a kind.
    fn inside(self, kind: Type) -> impl Iterator<Item = Value<'d>> {
        let end = if self.kind() == kind { self.node().next as usize } else { 0 };
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let value = (at < end).then_some(Value { doc: self.doc, at })?;
            at = value.node().next as usize;
            Some(value)
        })
    }

    /// The first name that this object has twice, at both its places.
    fn twice(self) -> Option<(Value<'d>, Value<'d>)> {
        /// Up to here, looking at all pairs is the fastest way.
        const FEW: usize = 12;
        let names = || self.members().map(|(name, _)| name);
        let again = match names().nth(FEW) {
            None => {
                let before = |at| names().take_while(move |name| name.at < at);
                names().find(|name| before(name.at).any(|known| known.says_as(*name)))?
            }
            Some(_) => {
                let mut known = HashSet::new();
                names().find(|name| name.text().is_some_and(|text| !known.insert(text)))?
            }
        };
        let first = names().find(|name| name.says_as(again))?;
        Some((first, again))
    }

    /// Whether two strings say the same, however they are spelt.
    fn says_as(self, other: Value<'_>) -> bool {
        match self.node().escaped || other.node().escaped {
            true => self.text() == other.text(),
            false => self.raw().text == other.raw().text,
        }
    }
}

mod grammar {
    use assize_grammar::json::{Grammar, Rule};
    use pest::{Parser, Token};

    use super::{Broken, Doc, Node, Slice, Type, wrong};

    /// The document, when the whole text is one.
    pub(super) fn document(body: Slice<'_>) -> Result<Doc<'_>, Broken> {
        let gave_up = |_| wrong::gave_up(body.trim().span());
        let tokens = Grammar::parse(Rule::json, body.text).map_err(gave_up)?.tokens();
        let mut nodes: Vec<Node> = Vec::with_capacity(tokens.len() / 2);
        let mut open: Vec<usize> = Vec::new();
        for token in tokens {
            match token {
                Token::Start { rule: Rule::json | Rule::EOI, .. } => {}
                Token::Start { rule: Rule::pair, pos } => {
                    let start = pos.pos();
                    let name = name_of(&body.text[start..]);
                    wrong::string(body, start, name)?;
                    let end = to_u32(start + name.len());
                    let next = to_u32(nodes.len() + 1);
                    let kind = Type::String;
                    nodes.push(Node { kind, start: to_u32(start), end, next, escaped: false });
                    let behind = &body.text[start + name.len()..];
                    let value = start + name.len() + behind.find('"').unwrap_or(0);
                    open.push(nodes.len());
                    let start = to_u32(value);
                    nodes.push(Node { kind, start, end: start, next: 0, escaped: false });
                }
                Token::Start { rule, pos } => {
                    let kind = to_type(rule, &body.text[pos.pos()..]).map_err(|missing| {
                        let opened = open.last().and_then(|at| nodes.get(*at));
                        let opened = opened.map_or(0, |node| node.start as usize);
                        wrong::malformed(body, opened, pos.pos(), missing)
                    })?;
                    open.push(nodes.len());
                    let start = to_u32(pos.pos());
                    nodes.push(Node { kind, start, end: start, next: 0, escaped: false });
                }
                Token::End { rule: Rule::json | Rule::EOI, .. } => {}
                Token::End { pos, .. } => {
                    let next = to_u32(nodes.len());
                    if let Some(node) = open.pop().and_then(|at| nodes.get_mut(at)) {
                        (node.end, node.next) = (to_u32(pos.pos()), next);
                        if node.kind == Type::String {
                            let string = &body.text[node.start as usize..pos.pos()];
                            node.escaped = wrong::string(body, node.start as usize, string)?;
                        }
                    }
                }
            }
        }
        Ok(Doc { body, nodes })
    }

    /// The name that a pair begins with, in its quotation marks.
    fn name_of(pair: &str) -> &str {
        let end = pair.match_indices('"').nth(1).map_or(pair.len(), |(at, _)| at + 1);
        &pair[..end]
    }

    /// What a token is, or else what is missing at its place.
    fn to_type(rule: Rule, text: &str) -> Result<Type, wrong::Missing> {
        Ok(match rule {
            Rule::string => Type::String,
            Rule::object => Type::Object,
            Rule::list => Type::List,
            Rule::number => Type::Number,
            Rule::word if text.starts_with('n') => Type::Null,
            Rule::word => Type::Bool(text.starts_with('t')),
            Rule::no_name => return Err(wrong::Missing::Name),
            Rule::no_colon => return Err(wrong::Missing::Colon),
            Rule::no_end => return Err(wrong::Missing::End),
            Rule::junk => return Err(wrong::Missing::Nothing),
            _ => return Err(wrong::Missing::Value),
        })
    }

    /// Sources of 4 GiB are refused long before.
    fn to_u32(n: usize) -> u32 {
        u32::try_from(n).unwrap_or(u32::MAX)
    }
}
