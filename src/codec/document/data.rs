//! Data in a document: JSON, YAML and TOML as members and entries, each with its place.

use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};

use super::build::Builder;
use super::leaf::short;
use super::{Kind, Mended, Shape, Syntax};
use crate::codec::text::slice::Slice;
use crate::codec::tree::{json, yaml};
use crate::source::Span;

/// What a fence of a language holds.
pub(super) fn syntax_of(language: &str) -> Option<Syntax> {
    match language {
        "json" | "jsonc" | "json5" | "jsonl" => Some(Syntax::Json),
        "yaml" | "yml" => Some(Syntax::Yaml),
        "toml" => Some(Syntax::Toml),
        _ => None,
    }
}

/// What a text is written in as a whole, by its looks; whether it can be read is seen by reading it.
pub(super) fn whole(text: &str) -> Option<Syntax> {
    let said = text.trim();
    if said.starts_with(['{', '[']) && json::begins(Slice::new(said, 0)) {
        return Some(Syntax::Json);
    }
    let is_said = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let first = said.lines().find(is_said)?;
    if is_key(first, '=') || first.starts_with('[') && first.trim_end().ends_with(']') {
        let table = first.starts_with('[') && said.lines().any(|line| is_key(line, '='));
        return (table || said.lines().filter(is_said).count() > 1).then_some(Syntax::Toml);
    }
    looks_like_yaml(said).then_some(Syntax::Yaml)
}

/// `findings: [{severity: critical}]`: one line, whose key has two words at most.
pub(super) fn is_flow(line: &str) -> bool {
    if !line.trim_end().ends_with([']', '}']) {
        return false;
    }
    let (key, value) = line.split_once(": ").map_or(("", ""), |(key, value)| (key, value.trim()));
    let within = |ends: &str| value.starts_with(&ends[..1]) && value.ends_with(&ends[1..]);
    (within("[]") || within("{}"))
        && is_key(line, ':')
        && key.split(' ').count() <= 2
        && !line.contains('\n')
}

/// Whether every line that is not indented is a key, an item, a comment or a mark of YAML, and there are two lines
/// of them or more; the first is a key. A comment with a blank line below it, or between a blank line and the end, may be
/// a heading: flat lines around it are those of a page.
fn looks_like_yaml(text: &str) -> bool {
    if is_flow(text) {
        return true;
    }
    let (mut keys, mut deeper, mut waits, mut empty) = (0, 0, false, 0);
    let (mut comment, mut heads, mut nested) = (false, false, false);
    let (mut blank, mut last, mut after_blank, mut block) = (false, false, false, false);
    for (nth, line) in text.lines().enumerate() {
        let said = line.trim_end();
        heads |= said.is_empty() && comment;
        comment = said.starts_with('#');
        last = comment && blank;
        blank = said.is_empty();
        nested |= line.starts_with([' ', '\t']) && !said.is_empty();
        // Behind a blank line, and below a key that has its value, it is code of a page.
        if line.starts_with("    ") && after_blank && keys > 0 && !block {
            return false;
        }
        after_blank = said.is_empty();
        if said.is_empty() || said.starts_with('#') || nth == 0 && said == "---" {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            deeper += 1;
        } else if said.starts_with("- ") || matches!(said, "]" | "}" | "],") {
            deeper += 1;
            // `- **Critical** — the token is logged`: no name of an alias, but a mark of a page.
            if keys == 0 || !waits || said[1..].trim_start().starts_with('*') {
                return false;
            }
            continue;
        } else if is_key(line, ':') {
            keys += 1;
            empty += usize::from(waits);
            block = said.ends_with(['|', '>', '-', '+', '"', '\'', ':', '[', '{']);
        } else {
            return false;
        }
        waits = said.ends_with([':', '[', '{']);
    }
    if (heads || last) && !nested {
        return false;
    }
    // `Example:` above a line is no key without a value.
    if deeper > 0 { keys > 0 } else { keys > 1 && empty == 0 }
}

/// `status_reason: why`, `name = "x"`: a key of a few letters, and a value that YAML does not forbid.
fn is_key(line: &str, mark: char) -> bool {
    let Some((key, value)) = line.split_once(mark) else { return false };
    let key = key.trim_matches(['"', '\'', ' ']);
    let letters = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '/');
    let begins = key.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    begins
        && key.chars().all(letters)
        && key.split(' ').count() <= 4
        && (value.is_empty() || value.starts_with([' ', '\t', '"']) || mark == '=')
        && !value.trim_start().starts_with(['*', '`', '@', '%'])
        && !value.contains("**")
}

impl Builder {
    /// Reads a text as data. Whether it was; nothing is added where it was not.
    pub(super) fn data(&mut self, syntax: Syntax, text: &str, at: usize) -> bool {
        match syntax {
            Syntax::Json => self.json(text, at),
            Syntax::Yaml => self.yaml(text, at),
            Syntax::Toml => self.toml(text, at),
        }
    }

    fn json(&mut self, text: &str, at: usize) -> bool {
        let body = Slice::new(text, at).trim();
        let mended;
        let document = match json::parse(body) {
            Ok(document) => document,
            Err(_) => {
                let (repaired, found) = mend(body.text);
                if found.is_empty() {
                    return false;
                }
                mended = repaired;
                let Ok(document) = json::parse(Slice::new(&mended, body.start)) else {
                    return false;
                };
                let place = |at: usize| self.map.at(body.start + at) as usize;
                self.mended.extend(
                    found.iter().map(|(why, at)| (*why, Span::new(place(*at), place(*at) + 1))),
                );
                return self.json_document(&document);
            }
        };
        self.json_document(&document)
    }

    fn json_document(&mut self, document: &json::Doc<'_>) -> bool {
        let root = document.root();
        let shape = shape_of(root.kind());
        if !matches!(shape, Shape::List | Shape::Object) {
            return false;
        }
        let raw = root.raw();
        self.open(Kind::Data { syntax: Syntax::Json, shape }, raw.start);
        self.json_value(root);
        self.close(raw.end());
        true
    }

    /// Brackets are nested 128 deep at most.
    fn json_value(&mut self, value: json::Value<'_>) {
        match value.kind() {
            json::Type::Object => {
                for (name, inner) in value.members() {
                    let at = name.raw().start;
                    let key = name.text().unwrap_or_default();
                    let shape = shape_of(inner.kind());
                    self.open_named(Kind::Member { shape }, at, &key, at + 1);
                    self.json_value(inner);
                    self.close(inner.raw().end());
                }
            }
            json::Type::List => {
                for item in value.items() {
                    let shape = shape_of(item.kind());
                    self.open(Kind::Entry { shape }, item.raw().start);
                    self.json_value(item);
                    self.close(item.raw().end());
                }
            }
            json::Type::String => {
                let Some(source) = value.to_source(String::new(), false) else { return };
                let runs = source.pieces().map_or(&[][..], |(_, pieces)| pieces);
                let runs: Vec<_> = runs.iter().map(|run| (run.start, run.outer_start)).collect();
                self.said(source.text().unwrap_or(""), &runs);
            }
            _ => self.said(value.raw().text, &[(0, short(value.raw().start))]),
        }
    }

    /// A scalar: one line, or a document of several.
    fn said(&mut self, text: &str, runs: &[(u32, u32)]) {
        let said = text.trim();
        let marked =
            said.contains("**") || said.contains('<') || said.starts_with(['#', '-', '|', '>']);
        if (marked || said.contains('\n')) && self.may_go_in() {
            return self.inner(text, runs);
        }
        for (nth, (start, byte)) in runs.iter().enumerate() {
            let end = runs.get(nth + 1).map_or(text.len(), |next| next.0 as usize);
            let (run, mut at) = (text.get(*start as usize..end).unwrap_or(""), *byte as usize);
            for line in run.split_inclusive('\n') {
                self.push(line, at);
                at += line.len();
                if line.ends_with('\n') {
                    self.flush();
                }
            }
        }
        self.flush();
    }

    fn yaml(&mut self, text: &str, at: usize) -> bool {
        let Some(tree) = yaml::parse(Slice::new(text, at)) else { return false };
        let root = tree.root();
        let strays = |node: yaml::At<'_, '_>| {
            node.kind() == yaml::Kind::Map && node.children().any(|child| child.key().is_none())
        };
        if tree.too_deep || strays(root) || root.children().next().is_none() {
            return false;
        }
        self.open(Kind::Data { syntax: Syntax::Yaml, shape: yaml_shape(root) }, at);
        self.yaml_value(root);
        for comment in &tree.comments {
            self.open(Kind::Comment, comment.start);
            self.top_mut().voice = super::Voice::Hidden;
            self.push(
                comment.text.trim_start_matches(['#', ' ']),
                comment.start + comment.text.len()
                    - comment.text.trim_start_matches(['#', ' ']).len(),
            );
            self.close(comment.end());
        }
        self.close(at + text.len());
        true
    }

    fn yaml_value(&mut self, node: yaml::At<'_, '_>) {
        for child in node.children() {
            let (span, shape) = (child.span(), yaml_shape(child));
            match child.key() {
                Some(key) => self.open_named(
                    Kind::Member { shape },
                    span.start as usize,
                    key.text,
                    key.start,
                ),
                None => self.open(Kind::Entry { shape }, span.start as usize),
            };
            self.yaml_value(child);
            if let Some(said) = child.text() {
                // What an alias stands for is not read.
                let alias = child.is_plain() && said.as_str().starts_with('*');
                match alias {
                    true => self.said(&format!("alias {}", said.as_str()), &said.runs()),
                    false => self.said(said.as_str(), &said.runs()),
                }
            }
            self.close(span.end as usize);
        }
    }

    fn toml(&mut self, text: &str, at: usize) -> bool {
        let source = toml_parser::Source::new(text);
        let tokens = source.lex().into_vec();
        let (mut events, mut wrong): (Vec<Event>, Option<toml_parser::ParseError>) =
            (Vec::new(), None);
        let mut push = |event| events.push(event);
        let mut guard = RecursionGuard::new(&mut push, 128);
        parse_document(&tokens, &mut guard, &mut wrong);
        if wrong.is_some() {
            return false;
        }
        self.open(Kind::Data { syntax: Syntax::Toml, shape: Shape::Object }, at);
        let root = self.stack.len();
        // How many containers a key, a list or a table in braces is above.
        let (mut keys, mut around): (Vec<(&str, usize)>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut table = root;
        for event in events {
            let (start, end) = (at + event.span().start(), at + event.span().end());
            let raw = text.get(event.span().start()..event.span().end()).unwrap_or("");
            match event.kind() {
                EventKind::StdTableOpen | EventKind::ArrayTableOpen => self.close_to(root, start),
                EventKind::StdTableClose | EventKind::ArrayTableClose => {
                    for (key, start) in keys.drain(..) {
                        self.toml_key(key, start, Shape::Object);
                    }
                    if event.kind() == EventKind::ArrayTableClose {
                        self.set_shape(Shape::List);
                        self.open(Kind::Entry { shape: Shape::Object }, start);
                    }
                    table = self.stack.len();
                }
                EventKind::SimpleKey => keys.push((raw.trim_matches(['"', '\'']), start)),
                EventKind::KeyValSep => {
                    around.push(self.stack.len());
                    for (key, start) in keys.drain(..) {
                        self.toml_key(key, start, Shape::Object);
                    }
                }
                EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                    self.toml_entry(start);
                    let list = event.kind() == EventKind::ArrayOpen;
                    self.set_shape(if list { Shape::List } else { Shape::Object });
                    around.push(self.stack.len());
                }
                EventKind::ArrayClose | EventKind::InlineTableClose => {
                    if let Some(depth) = around.pop() {
                        self.close_to(depth, end);
                    }
                    self.toml_close(&mut around, table, end);
                }
                EventKind::Scalar => {
                    self.toml_entry(start);
                    let said = raw.trim_matches(['"', '\'']);
                    let quoted = raw.starts_with(['"', '\'']);
                    self.set_shape(if quoted { Shape::Text } else { Self::shape(raw) });
                    let inner = start + (raw.len() - raw.trim_start_matches(['"', '\'']).len());
                    self.said(said, &[(0, short(inner))]);
                    self.toml_close(&mut around, table, end);
                }
                EventKind::Comment => {
                    self.open(Kind::Comment, start);
                    self.top_mut().voice = super::Voice::Hidden;
                    self.push(raw.trim_start_matches(['#', ' ']), start + 1);
                    self.close(end);
                }
                _ => {}
            }
        }
        self.close_to(root, at + text.len());
        self.close(at + text.len());
        true
    }

    fn toml_key(&mut self, key: &str, start: usize, shape: Shape) {
        self.open_named(Kind::Member { shape }, start, key, start);
    }

    /// Opens an entry where a value stands in a list.
    fn toml_entry(&mut self, start: usize) {
        if matches!(
            self.kind(),
            Kind::Member { shape: Shape::List } | Kind::Entry { shape: Shape::List }
        ) {
            self.open(Kind::Entry { shape: Shape::Text }, start);
        }
    }

    fn set_shape(&mut self, new: Shape) {
        if let Kind::Member { shape } | Kind::Entry { shape } = &mut self.top_mut().kind {
            *shape = new;
        }
    }

    /// Ends the entry or the member that a value belongs to.
    fn toml_close(&mut self, around: &mut Vec<usize>, table: usize, end: usize) {
        if matches!(self.kind(), Kind::Entry { .. }) && self.stack.len() > table {
            return self.close(end);
        }
        if let Some(depth) = around.pop() {
            self.close_to(depth, end);
        }
    }
}

fn shape_of(kind: json::Type) -> Shape {
    match kind {
        json::Type::Null => Shape::Null,
        json::Type::Bool(_) => Shape::Bool,
        json::Type::Number => Shape::Number,
        json::Type::String => Shape::Text,
        json::Type::List => Shape::List,
        json::Type::Object => Shape::Object,
    }
}

fn yaml_shape(node: yaml::At<'_, '_>) -> Shape {
    match node.kind() {
        yaml::Kind::Empty => Shape::Null,
        yaml::Kind::Map => Shape::Object,
        yaml::Kind::List => Shape::List,
        yaml::Kind::Scalar(_) if !node.is_plain() => Shape::Text,
        yaml::Kind::Scalar(_) => {
            node.text().map_or(Shape::Text, |text| Builder::shape(text.as_str().trim()))
        }
    }
}

/// JSON without what breaks a rule with a certain meaning. All else stays at its place.
fn mend(text: &str) -> (String, Vec<(Mended, usize)>) {
    let mut bytes = text.as_bytes().to_vec();
    let mut found = Vec::new();
    let (mut quoted, mut at) = (false, 0);
    while at < bytes.len() {
        match (bytes[at], quoted) {
            (b'\\', true) => at += 1,
            (b'"', _) => quoted = !quoted,
            (b'\n' | b'\r' | b'\t', true) => {
                found.push((Mended::LineEnd, at));
                bytes[at] = b' ';
            }
            (b',', false) => {
                let next = bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                if matches!(next, Some(b'}' | b']')) {
                    found.push((Mended::TrailingComma, at));
                    bytes[at] = b' ';
                }
            }
            (b'/', false) if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {
                let line = bytes[at + 1] == b'/';
                let rest = &text[at..];
                let len = match line {
                    true => rest.find('\n').unwrap_or(rest.len()),
                    false => rest.find("*/").map_or(rest.len(), |end| end + 2),
                };
                found.push((Mended::Comment, at));
                bytes[at..at + len].fill(b' ');
                at += len - 1;
            }
            _ => {}
        }
        at += 1;
    }
    (String::from_utf8(bytes).unwrap_or_default(), found)
}
