//! YAML as reviewers write it, as a tree with a place for every value.

mod build;
mod flow;
mod spell;
mod values;

pub(in crate::codec) use spell::Text;

use std::num::NonZeroU32;

use crate::codec::builder::DecodeLog;
use crate::codec::mistakes::mistake_rows;
use crate::codec::repairs::{Repair, repairs};
use crate::codec::text::grammar::Grammar;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Diagnostic};
use crate::source::Span;

repairs! {
    /// `- src/a.ts:88 — SQL: by hand`
    UNQUOTED_SCALAR = "unquoted_scalar", "a text needs quotation marks to be YAML",
        "read as it stands", "put the text between quotation marks";
    /// A list whose items stand in different columns.
    MIXED_INDENT = "mixed_indent", "lines are not indented as YAML requires",
        "read as part of the line above", "indent all items of a list, and all keys of a block, by the same number of spaces";
}

/// The grammar of a format that is YAML.
pub(in crate::codec) const GRAMMAR: Grammar = Grammar {
    text: assize_grammar::yaml::TEXT,
    tree: Err(
        "it is YAML, which `grammar/yaml.pest` reads down to its values, and its keys are a table",
    ),
};

/// A text, read as YAML. Total: what fits nowhere is an entry without a key.
pub(in crate::codec) struct Tree<'a> {
    body: Slice<'a>,
    nodes: Vec<Node>,
    pub(in crate::codec) comments: Vec<Slice<'a>>,
    odd: Vec<(Odd, Span)>,
    /// Brackets stand in brackets too often for anybody to mean it; nothing was read.
    pub(in crate::codec) too_deep: bool,
}

/// Something that a YAML library would refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Odd {
    /// A tolerance with a name.
    Repair(Repair),
    /// `[one, two` without a bracket that closes it.
    OpenList,
    /// Quotation marks over several lines that do not match, and their like.
    Broken,
    /// `"verd\u0069ct": fail`
    EscapedKey,
}

/// A node: the value of a key, an item of a list, or a line that fits nowhere.
#[derive(Clone, Copy)]
pub(in crate::codec) struct At<'t, 'a> {
    tree: &'t Tree<'a>,
    index: u32,
}

/// Small, for a text of many findings has a node for every few words.
#[derive(Debug)]
struct Node {
    kind: Kind,
    key: Option<Place>,
    /// Which of the comments stands on its line.
    comment: u32,
    /// All of it, from the key or the dash on.
    start: u32,
    end: u32,
    parent: u32,
    first: u32,
    last: u32,
    next: u32,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Kind {
    Empty,
    Scalar(Scalar),
    Map,
    List,
}

/// A scalar, before it is spelt out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) struct Scalar {
    style: Style,
    /// What stands between the quotation marks, or below the header.
    token: Place,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    start: u32,
    /// Behind its last byte, one more: so a place takes no more room when there may be none.
    behind: NonZeroU32,
}

impl Place {
    fn of(slice: Slice<'_>) -> Self {
        let behind = NonZeroU32::MIN.saturating_add(short(slice.end()));
        Self { start: short(slice.start), behind }
    }

    fn end(self) -> usize {
        self.behind.get() as usize - 1
    }
}

/// Sources of 4 GiB are refused long before.
fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    Double,
    Single,
    /// The columns that are no part of the text.
    Literal(u32),
    Folded(u32),
}

const NONE: u32 = u32::MAX;
const ROOT: u32 = 0;

/// Deeper than anybody writes; JSON readers have the same limit.
const DEEPEST: usize = 128;

/// Reads a text. None when pest was told to give up early.
pub(in crate::codec) fn parse(body: Slice<'_>) -> Option<Tree<'_>> {
    if is_too_deep(body.text) {
        return Some(Tree { too_deep: true, ..Tree::new(body) });
    }
    build::build(body)
}

fn is_too_deep(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.iter().filter(|b| matches!(b, b'[' | b'{')).count() <= DEEPEST {
        return false;
    }
    let (mut depth, mut start) = (0_usize, true);
    bytes.iter().any(|b| {
        depth = match b {
            b'[' | b'{' => depth + 1,
            b']' | b'}' => depth.saturating_sub(1),
            // No bracket goes on in a line that begins with a letter or a dash.
            b'a'..=b'z' | b'A'..=b'Z' | b'-' if start => 0,
            _ => depth,
        };
        start = *b == b'\n';
        depth > DEEPEST
    })
}

impl<'a> Tree<'a> {
    fn new(body: Slice<'a>) -> Self {
        let root = Node {
            kind: Kind::Map,
            key: None,
            comment: NONE,
            start: short(body.start),
            end: short(body.start),
            parent: NONE,
            first: NONE,
            last: NONE,
            next: NONE,
        };
        let mut nodes = Vec::with_capacity(16);
        nodes.push(root);
        Self { body, nodes, comments: Vec::new(), odd: Vec::new(), too_deep: false }
    }

    fn cut(&self, place: Place) -> Slice<'a> {
        let (start, from) = (place.start as usize, self.body.start);
        let text = self.body.text.get(start.saturating_sub(from)..place.end().saturating_sub(from));
        Slice::new(text.unwrap_or(""), start)
    }

    pub(in crate::codec) fn root(&self) -> At<'_, 'a> {
        At { tree: self, index: ROOT }
    }
}

impl<'t, 'a> At<'t, 'a> {
    fn node(self) -> &'t Node {
        &self.tree.nodes[self.index as usize]
    }

    pub(in crate::codec) fn kind(self) -> Kind {
        self.node().kind
    }

    /// The key without quotation marks.
    pub(in crate::codec) fn key(self) -> Option<Slice<'a>> {
        let key = self.tree.cut(self.node().key?);
        Some(["\"", "'"].iter().find_map(|mark| key.inside(mark, mark)).unwrap_or(key))
    }

    pub(in crate::codec) fn comment(self) -> Option<Slice<'a>> {
        self.tree.comments.get(self.node().comment as usize).copied()
    }

    /// Comments between a key and its value: `## Verdict` above the first line of a text.
    pub(in crate::codec) fn comments_above_value(self) -> impl Iterator<Item = Slice<'a>> {
        let key = self.node().key.map_or(usize::MAX, Place::end);
        let value = match self.node().kind {
            Kind::Scalar(scalar) => scalar.token.start as usize,
            _ => 0,
        };
        let first = self.tree.comments.partition_point(|comment| comment.start < key);
        let comments = self.tree.comments.iter().skip(first).copied();
        comments.take_while(move |comment| comment.end() <= value)
    }

    /// Where all of it stands, from its key or dash on.
    pub(in crate::codec) fn span(self) -> Span {
        Span::new(self.node().start as usize, self.node().end as usize)
    }

    /// All of it as it is written, without its dash; its lines may be many.
    pub(in crate::codec) fn raw(self, source: &'a str) -> Slice<'a> {
        let whole = self.raw_line(source);
        match self.node().key {
            Some(_) => whole,
            None => crate::codec::text::fields::item(whole).map_or(whole, Slice::trim),
        }
    }

    /// The same with its dash.
    pub(in crate::codec) fn raw_line(self, source: &'a str) -> Slice<'a> {
        let node = self.node();
        let (start, end) = (node.start as usize, node.end as usize);
        Slice::new(source.get(start..end).unwrap_or(""), start).trim()
    }

    /// Where all of it stands, from the name on that stands above it without a value: `must_fix:` and,
    /// further left than it may be, what is to be fixed. What it belongs to is not known, but what
    /// it says is.
    pub(in crate::codec) fn span_below_name(self, source: &'a str) -> Span {
        let span = self.span();
        let above = source.get(..span.start as usize).unwrap_or("").trim_end();
        let name = above.rfind('\n').map_or(0, |at| at + 1);
        match above.ends_with(':') {
            true => Span::new(name, span.end as usize),
            false => span,
        }
    }

    /// The value as it is written, without its key.
    pub(in crate::codec) fn written(self, source: &'a str) -> Slice<'a> {
        match (self.node().kind, self.node().key) {
            (Kind::Scalar(scalar), _) => self.tree.cut(scalar.token).trim(),
            (_, Some(key)) => {
                let end = self.node().end as usize;
                let from = key.end().min(end);
                let rest = Slice::new(source.get(from..end).unwrap_or(""), from).trim();
                // A second colon belongs to the value: `:x: Rejected`
                rest.after(usize::from(rest.text.starts_with(':'))).trim()
            }
            _ => self.raw(source),
        }
    }

    /// Entries of a map, items of a list.
    pub(in crate::codec) fn children(self) -> impl Iterator<Item = At<'t, 'a>> {
        let mut next = self.node().first;
        std::iter::from_fn(move || {
            let child = At { index: next, ..self };
            next = self.tree.nodes.get(next as usize)?.next;
            Some(child)
        })
    }

    /// The entry of a map that has this key, in any case: the first.
    pub(in crate::codec) fn get(self, key: &str) -> Option<At<'t, 'a>> {
        self.children().find(|at| at.key().is_some_and(|own| own.text.eq_ignore_ascii_case(key)))
    }

    /// A scalar, spelt out.
    pub(in crate::codec) fn text(self) -> Option<Text<'a>> {
        match self.node().kind {
            Kind::Scalar(scalar) => Some(scalar.style.spell(self.tree.cut(scalar.token))),
            _ => None,
        }
    }

    /// Whether it is a scalar without quotation marks, on lines of its key or dash.
    pub(in crate::codec) fn is_plain(self) -> bool {
        matches!(self.node().kind, Kind::Scalar(Scalar { style: Style::Plain, .. }))
    }

    /// Whether it is `|` or `>` with lines below.
    #[cfg(feature = "host")]
    pub(in crate::codec) fn is_block(self) -> bool {
        let Kind::Scalar(scalar) = self.node().kind else { return false };
        matches!(scalar.style, Style::Literal(_) | Style::Folded(_))
    }

    /// Whether there is nothing in it: no value, `~`, `null`, `[]`, `{}`.
    pub(in crate::codec) fn is_null(self) -> bool {
        match self.node().kind {
            Kind::Empty => true,
            Kind::Scalar(Scalar { style: Style::Plain, token }) => {
                matches!(self.tree.cut(token).text, "~" | "null" | "Null" | "NULL")
            }
            Kind::Scalar(_) => false,
            Kind::Map | Kind::List => self.node().first == NONE,
        }
    }

    /// Whether it is a scalar over several lines that YAML reads as fewer.
    pub(in crate::codec) fn is_folded(self) -> bool {
        let Kind::Scalar(scalar) = self.node().kind else { return false };
        self.is_long() && !matches!(scalar.style, Style::Literal(_))
    }

    /// Whether it is a scalar over several lines.
    pub(in crate::codec) fn is_long(self) -> bool {
        let Kind::Scalar(scalar) = self.node().kind else { return false };
        self.tree.cut(scalar.token).text.trim().contains('\n')
    }
}

/// Reports what a library would refuse; the worst of it cannot be read.
pub(in crate::codec) fn report_odd(tree: &Tree<'_>, reading: &mut DecodeLog<'_>) {
    for &(odd, at) in &tree.odd {
        match odd {
            Odd::Repair(repair) => reading.recover(repair, at),
            Odd::OpenList => reading.refuse(Cause::Malformed, open_list(at)),
            Odd::Broken => reading.refuse(Cause::Malformed, broken_scalar(at)),
            Odd::EscapedKey => reading.refuse(Cause::MisspeltKey, escaped_key(at)),
        }
    }
}

/// The indentations of entries and items that a tab stands in: how far it reaches, each program decides for itself.
#[cfg(feature = "host")]
pub(in crate::codec) fn tabs<'a>(tree: &Tree<'a>) -> impl Iterator<Item = Span> + use<'a> {
    let mut starts: Vec<u32> = tree.nodes.iter().skip(1).map(|node| node.start).collect();
    starts.sort_unstable();
    tree.body.lines().filter_map(move |line| {
        let said = line.text.trim_start_matches([' ', '\t']);
        let blanks = line.split_at(line.text.len() - said.len()).0;
        let begins = || starts.binary_search(&short(blanks.end())).is_ok();
        (blanks.text.contains('\t') && begins()).then(|| blanks.span())
    })
}

mod grammar {
    use assize_grammar::yaml::Grammar;
    pub(super) use assize_grammar::yaml::Rule;
    use pest::Parser;
    use pest::iterators::Pairs;

    /// The tokens of a text. None when pest was told to give up early.
    pub(super) fn tokens(text: &str) -> Option<Pairs<'_, Rule>> {
        Some(Grammar::parse(Rule::text, text).ok()?.next()?.into_inner())
    }
}

mistake_rows! {
    /// A line that begins with a tab
    #[cfg(feature = "host")]
    pub(in crate::codec) error "assize::data::tab_indent" tab_indent(at: Span)
        "a line of YAML is indented with a tab", at "it is not certain what this line belongs to", "indent with blanks: two for each level";
    /// `"verd\u0069ct": fail`
    error "assize::read::escaped_key" escaped_key(at: Span)
        "a key is written with escapes", at "hard for people to read", "write keys in plain letters";
    /// `[[[[` and on
    pub(in crate::codec) error "assize::read::too_deep" too_deep(at: Span)
        "brackets are nested more than {DEEPEST} levels deep", at "not read", "write one finding for each line";
    /// `blockers: [one, two`, and no bracket that closes it
    error "assize::read::open_list" open_list(at: Span)
        "a list in brackets never ends", at "no bracket closes this", "close it, or write one `- ` line for each finding";
    /// `"one`, and a line below `two" three`
    error "assize::read::broken_scalar" broken_scalar(at: Span)
        "quotation marks or brackets over several lines do not match", at "where does this end?", "write each text on one line, in quotation marks that match";
}
