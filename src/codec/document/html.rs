//! Elements of HTML in a page, by html5gum: what is drawn like Markdown is the same node, all others are elements.

use std::collections::HashMap;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

use super::build::Builder;
use super::leaf::{Mark, short};
use super::pieces::Map;
use super::{Kind, Voice};

/// Where each end tag stands last: an element without one behind it never ends.
#[derive(Debug, Default)]
pub(super) struct Closers(HashMap<Box<str>, usize>);

impl Closers {
    pub(super) fn of(text: &str, from: usize) -> Self {
        let mut all = HashMap::new();
        for (at, _) in text.match_indices('<') {
            let Some(name) = text[at + 1..].strip_prefix('/') else { continue };
            let end = name.find(|c: char| !is_letter(c)).unwrap_or(name.len()).min(64);
            if let Some(name) = name.get(..end).filter(|name| !name.is_empty()) {
                all.insert(name.to_ascii_lowercase().replace('_', "-").into(), from + at);
            }
        }
        Self(all)
    }

    pub(super) fn behind(&self, name: &str, at: usize) -> bool {
        self.0.get(name).is_some_and(|last| *last >= at)
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.')
}

/// What an element is on a page.
enum Role {
    Mark(Mark),
    /// Drawn with its text: `<span>`.
    Plain,
    Break,
    Rule,
    Image,
    Input,
    Heading(u8),
    /// The same as in Markdown.
    Block(Kind),
    Pre,
    /// Text that is never drawn.
    Hidden,
    Element,
}

fn role(name: &str) -> Role {
    match name {
        "b" | "strong" => Role::Mark(Mark::Strong),
        "code" | "kbd" | "samp" | "tt" | "var" => Role::Mark(Mark::Code),
        "del" | "s" | "strike" => Role::Mark(Mark::Struck),
        "a" => Role::Mark(Mark::Linked),
        "i" | "em" | "u" | "mark" | "small" | "big" | "sup" | "sub" | "span" | "font" | "ins"
        | "abbr" | "center" | "thead" | "tbody" | "tfoot" | "wbr" | "picture" | "source"
        | "label" | "time" | "cite" => Role::Plain,
        "br" => Role::Break,
        "hr" => Role::Rule,
        "img" => Role::Image,
        "input" => Role::Input,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading(name.as_bytes()[1] - b'0'),
        "summary" => Role::Heading(7),
        "p" => Role::Block(Kind::Paragraph),
        "ul" | "ol" => Role::Block(Kind::List),
        "li" => Role::Block(Kind::Item { ticked: None }),
        "table" => Role::Block(Kind::Table),
        "tr" => Role::Block(Kind::Row { header: false }),
        "td" | "th" => Role::Block(Kind::Cell),
        "blockquote" | "q" => Role::Block(Kind::Quotation),
        "dl" => Role::Block(Kind::Definitions),
        "dt" => Role::Block(Kind::Term),
        "dd" => Role::Block(Kind::Definition),
        "div" | "details" | "section" | "article" | "main" | "header" | "footer" | "aside"
        | "body" | "html" | "nav" | "figure" | "figcaption" | "caption" => Role::Block(Kind::Group),
        "pre" => Role::Pre,
        "script" | "style" | "template" | "head" | "noscript" | "textarea" => Role::Hidden,
        _ => Role::Element,
    }
}

/// Elements whose end tag may be left out, or that have none.
pub(super) fn may_stay_open(name: &str) -> bool {
    matches!(
        name,
        "p" | "li"
            | "tr"
            | "td"
            | "th"
            | "dt"
            | "dd"
            | "body"
            | "html"
            | "head"
            | "link"
            | "meta"
            | "col"
    )
}

/// What models write around what they think before they answer.
fn is_draft(name: &str) -> bool {
    matches!(
        name,
        "think" | "thinking" | "thought" | "thoughts" | "scratchpad" | "draft" | "reasoning"
    )
}

impl Builder {
    /// Reads a piece of HTML: a block, or one tag in a line.
    pub(super) fn html(&mut self, raw: &str, runs: &[(u32, u32)], closers: &Closers, inline: bool) {
        let runs = Map(runs.to_vec());
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        if !inline {
            self.flush();
        }
        for token in Tokenizer::new_with_emitter(raw, emitter) {
            let Ok(token) = token;
            if self.too_deep {
                return;
            }
            match token {
                Token::StartTag(tag) => self.start_tag(&tag, &runs, closers),
                Token::EndTag(tag) => {
                    let name = String::from_utf8_lossy(&tag.name).into_owned();
                    self.end_tag(&name, runs.at(tag.span.end) as usize);
                }
                Token::String(said) => {
                    let said_text = String::from_utf8_lossy(&said.value);
                    let written = raw.get(said.span.start..said.span.end).unwrap_or("");
                    self.html_text(&said_text, said.span.start, written, &runs);
                }
                Token::Comment(said) => {
                    let (start, end) = (said.span.start, said.span.end);
                    let closed = raw.get(..end).is_some_and(|raw| raw.ends_with("-->"));
                    self.comment(&String::from_utf8_lossy(&said.value), start, end, closed, &runs);
                }
                Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        if !inline {
            self.flush();
        }
    }

    /// Text between tags, line by line. Words between `**` are strong: they were meant to be.
    fn html_text(&mut self, said: &str, at: usize, written: &str, runs: &Map) {
        if self.kind() == Kind::Code {
            return self.code("", said, &[(0, runs.at(at))]);
        }
        // Where entities are spelt out, a line still begins where it began.
        let exact = written == said;
        let mut starts = written.split_inclusive('\n').scan(at, |next, line| {
            let start = *next;
            *next += line.len();
            Some(start)
        });
        for (nth, line) in said.split_inclusive('\n').enumerate() {
            if nth > 0 {
                self.line_break(runs.at(at) as usize);
            }
            let start = starts.next().unwrap_or(at);
            let mut from = 0;
            for (part, rest) in line.split("**").enumerate() {
                if part > 0 && !self.is_heading_open() {
                    let strong = self.line.is_open(Mark::Strong);
                    self.mark(Mark::Strong, !strong);
                }
                self.push(rest, runs.at(start + if exact { from } else { 0 }) as usize);
                from += rest.len() + 2;
            }
        }
        if said.ends_with('\n') {
            self.line_break(runs.at(at) as usize);
        }
    }

    fn comment(&mut self, said: &str, start: usize, end: usize, closed: bool, runs: &Map) {
        if self.is_heading_open() {
            return;
        }
        self.open(Kind::Comment, runs.at(start) as usize);
        self.top_mut().voice = Voice::Hidden;
        self.top_mut().open = !closed;
        let mut at = start + "<!--".len();
        for line in said.split_inclusive('\n') {
            self.push(line, runs.at(at) as usize);
            self.flush();
            at += line.len();
        }
        self.close(runs.at(end) as usize);
    }

    fn start_tag(&mut self, tag: &StartTag<usize>, runs: &Map, closers: &Closers) {
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        let (start, end) = (runs.at(tag.span.start) as usize, runs.at(tag.span.end) as usize);
        let attribute = |name: &str| {
            let value = tag.attributes.get(name.as_bytes())?;
            Some(String::from_utf8_lossy(&value.value.0).into_owned())
        };
        let style = attribute("style").unwrap_or_default();
        let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
        let style = style.to_ascii_lowercase();
        let unseen = tag.attributes.contains_key(b"hidden".as_slice())
            || ["display:none", "line-through"].iter().any(|drawn| style.contains(drawn));
        let role = match role(&name) {
            Role::Plain | Role::Mark(_) if unseen => Role::Element,
            Role::Heading(7) if !self.is_in_group() => Role::Plain,
            role => role,
        };
        let kind = match role {
            Role::Mark(mark) => return self.mark(mark, true),
            Role::Plain => return,
            Role::Break => return self.line_break(start),
            Role::Rule => {
                self.open(Kind::Rule, start);
                return self.close(end);
            }
            Role::Image => {
                self.mark(Mark::Image, true);
                self.push(&attribute("alt").unwrap_or_default(), start);
                return self.mark(Mark::Image, false);
            }
            Role::Input => {
                if attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox")) {
                    self.tick(attribute("checked").is_some());
                }
                return;
            }
            Role::Heading(level) => {
                self.section(level, start);
                return;
            }
            Role::Block(kind) => kind,
            Role::Pre => Kind::Code,
            Role::Hidden | Role::Element => Kind::Element,
        };
        if may_stay_open(&name) {
            self.end_same(&name, start);
        }
        let ends = closers.behind(&name, end) || may_stay_open(&name);
        // A heading is one line, whatever elements stand in it.
        if self.is_heading_open() {
            return;
        }
        match kind {
            Kind::Element | Kind::Group => self.open_named(kind, start, &name, start + 1),
            _ => self.open(kind, start),
        };
        self.header_cell(&name);
        if let Some(open) = self.stack.last_mut() {
            open.tag = Some(name.clone().into());
        }
        let voice = match kind {
            _ if unseen || matches!(self::role(&name), Role::Hidden) => Voice::Hidden,
            Kind::Quotation => Voice::Quoted,
            _ if is_draft(&name) => Voice::Draft,
            _ => Voice::Own,
        };
        self.top_mut().voice = voice;
        if matches!(kind, Kind::Element | Kind::Group) {
            self.attributes(tag, runs);
        }
        if voice == Voice::Draft && !ends {
            self.draft_from = Some(self.top());
        }
        if let Some(open) = self.stack.last_mut() {
            open.ended = tag.self_closing;
        }
        // What follows an element that never ends stands beside it: nobody knows where it was to end.
        if tag.self_closing || !ends && kind != Kind::Code {
            self.close(end);
        }
    }

    /// A row of `<th>` is a header; one with a `<td>` is none.
    fn header_cell(&mut self, name: &str) {
        let Some(row) = self.stack.iter().rev().nth(1).map(|open| open.id.0) else { return };
        let first = row + 2 == short(self.nodes.len());
        if let Some(Kind::Row { header }) =
            self.nodes.get_mut(row as usize).map(|row| &mut row.kind)
        {
            *header = match name {
                "th" => *header || first,
                _ => false,
            };
        }
    }

    fn attributes(&mut self, tag: &StartTag<usize>, runs: &Map) {
        let mut all: Vec<_> = tag.attributes.iter().collect();
        all.sort_by_key(|(_, value)| value.span.start);
        for (name, value) in all {
            let (name, said) =
                (String::from_utf8_lossy(name), String::from_utf8_lossy(&value.value.0));
            let start = runs.at(value.span.start) as usize;
            self.open_named(Kind::Attribute, start, &name, start);
            if !said.is_empty() {
                let at = value.span.end.saturating_sub(said.len() + 1);
                self.push(&said, runs.at(at) as usize);
            }
            self.close(runs.at(value.span.end) as usize);
        }
    }

    fn end_tag(&mut self, name: &str, end: usize) {
        let own = |open: &super::build::Open| open.tag.as_deref() == Some(name) && !open.ended;
        let found = self.stack.iter().rposition(own);
        match role(name) {
            _ if found.is_some() => {}
            Role::Mark(mark) => return self.mark(mark, false),
            Role::Heading(_) if self.is_heading_open() => {
                let text = self.take_line();
                let end = self.map.at(end);
                let node = self.top_mut();
                (node.text, node.span.end) = (text, end);
                return;
            }
            Role::Plain
            | Role::Break
            | Role::Rule
            | Role::Image
            | Role::Input
            | Role::Heading(_) => return,
            _ => {}
        }
        let Some(depth) = found else {
            if is_draft(name) {
                self.draft_before(end);
            }
            return;
        };
        self.stack[depth].ended = true;
        // Containers of the page end where the page says: the element ends with the outermost of them.
        let page = |open: &super::build::Open| {
            let kind = self.nodes[open.id.0 as usize].kind;
            open.tag.is_none() && !matches!(kind, Kind::Section { .. })
        };
        if !self.stack[depth + 1..].iter().any(page) {
            self.close_to(depth, end);
        }
    }

    /// Ends an element of the same kind that is open: `<li>` in `<li>`.
    fn end_same(&mut self, name: &str, at: usize) {
        let cell = |name: &str| matches!(name, "td" | "th");
        let term = |name: &str| matches!(name, "dt" | "dd");
        let same = |open: &super::build::Open| {
            open.tag.as_deref().is_some_and(|own| {
                own == name || cell(own) && cell(name) || term(own) && term(name)
            })
        };
        let around = |open: &super::build::Open| {
            matches!(
                self.nodes[open.id.0 as usize].kind,
                Kind::List | Kind::Table | Kind::Definitions
            ) || open.tag.is_none()
        };
        let Some(depth) = self.stack.iter().rposition(|open| same(open) || around(open)) else {
            return;
        };
        if same(&self.stack[depth]) {
            self.stack[depth].ended = true;
            self.close_to(depth, at);
        }
    }

    /// `</think>` without its beginning: all before it was thought, and what follows stands in no section of that.
    fn draft_before(&mut self, end: usize) {
        self.flush();
        self.draft_to = short(self.nodes.len());
        while matches!(self.kind(), Kind::Section { .. }) {
            let depth = self.stack.len() - 1;
            self.close_to(depth, end);
        }
    }

    fn line_break(&mut self, at: usize) {
        match self.is_heading_open() {
            true => self.push(" ", at),
            false => self.flush(),
        }
    }

    fn is_in_group(&self) -> bool {
        matches!(self.kind(), Kind::Group | Kind::Section { .. })
    }

    /// Whether the heading of a section is being written.
    pub(super) fn is_heading_open(&self) -> bool {
        let top = self.top();
        let node = &self.nodes[top.0 as usize];
        matches!(node.kind, Kind::Section { .. })
            && node.text.is_empty()
            && top.0 + 1 == short(self.nodes.len())
    }
}
