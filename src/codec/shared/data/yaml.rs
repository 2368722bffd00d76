//! YAML in blocks: what contracts are written in. No brackets, anchors, tags or second documents.

use std::collections::HashMap;

use super::{Data, Datum, Entry};
use crate::codec::builder::DecodeLog;
use crate::codec::mistakes::mistake_rows;
use crate::codec::text::slice::Slice;
use crate::codec::tree::yaml::{self, At, Kind};
use crate::ir::{Diagnostic, ReadOptions};
use crate::source::Span;

/// Blocks inside blocks: deeper texts are not read. No contract needs ten.
const DEPTH: usize = 64;

/// With what a value begins that is more than a text.
const BEYOND: [char; 9] = ['[', '{', '&', '*', '!', '%', '@', '`', '?'];

/// Reads a text, everything that is wrong with it at once.
pub(super) fn data_of_yaml(body: Slice<'_>) -> Result<Data, Vec<Diagnostic>> {
    let body = front_matter(body).unwrap_or(body);
    let Some(tree) = yaml::parse(body).filter(|tree| !tree.too_deep) else {
        return Err(vec![yaml::too_deep(body.trim().span())]);
    };
    let options = ReadOptions::default();
    let mut log = DecodeLog::new(&options);
    yaml::report_odd(&tree, &mut log);
    // A sentence with a colon in it is a sentence; lines in odd columns could belong elsewhere.
    let moved = log.repairs.iter().filter(|(repair, _)| *repair != yaml::UNQUOTED_SCALAR);
    let mut wrong: Vec<Diagnostic> = moved.map(|(_, at)| beyond_blocks(*at)).collect();
    wrong.append(&mut log.diagnostics);
    wrong.extend(marks(body).map(beyond_blocks));
    wrong.extend(yaml::tabs(&tree).map(yaml::tab_indent));
    let mut reader = Reader { body, wrong };
    let at = body.trim().span();
    let value = reader.map(tree.root(), 0);
    match reader.wrong.is_empty() {
        true => Ok(Data { value, at }),
        false => {
            reader.wrong.sort_by_key(|wrong| wrong.span().map(|at| at.start));
            Err(reader.wrong)
        }
    }
}

/// What stands between `---` in the first line that says something and `---` in the last one.
fn front_matter(body: Slice<'_>) -> Option<Slice<'_>> {
    let whole = body.trim();
    let inner = whole.text.strip_prefix("---")?.strip_suffix("---")?;
    let closed = inner.starts_with(['\n', '\r']) && inner.ends_with('\n');
    closed.then(|| Slice::new(inner, whole.start + 3))
}

/// The marks of documents behind the first line that says something.
fn marks(body: Slice<'_>) -> impl Iterator<Item = Span> {
    let mut begun = false;
    body.lines().filter_map(move |line| {
        let said = line.text.trim_end();
        let mark = ["---", "..."].iter().any(|mark| {
            said.strip_prefix(mark)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
        });
        let first = mark && said == "---" && !begun;
        begun |= mark || !(said.is_empty() || said.trim_start().starts_with('#'));
        (mark && !first).then(|| line.trim().span())
    })
}

struct Reader<'a> {
    body: Slice<'a>,
    wrong: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn value(&mut self, at: At<'_, 'a>, depth: usize) -> Data {
        let written = self.written(at);
        let place = if written.is_empty() { at.span() } else { written.span() };
        let value = match at.kind() {
            _ if depth > DEPTH => {
                self.wrong.push(yaml::too_deep(place));
                Datum::Null
            }
            Kind::Map | Kind::List if written.text.starts_with(['[', '{']) => self.refuse(place),
            Kind::Map => self.map(at, depth),
            Kind::List => {
                Datum::List(at.children().map(|item| self.value(item, depth + 1)).collect())
            }
            Kind::Empty => Datum::Null,
            Kind::Scalar(_) => self.scalar(at, place),
        };
        Data { value, at: place }
    }

    fn map(&mut self, at: At<'_, 'a>, depth: usize) -> Datum {
        let mut entries: Vec<Entry> = Vec::new();
        let mut known: HashMap<String, Span> = HashMap::new();
        for child in at.children() {
            let Some(key) = child.key().filter(|key| !key.text.starts_with(BEYOND)) else {
                self.refuse(child.span());
                continue;
            };
            let name = key.text.to_owned();
            if let Some(first) = known.insert(name.clone(), key.span()) {
                self.wrong.push(key_twice(key.span(), first, &name));
                continue;
            }
            let value = self.value(child, depth + 1);
            entries.push(Entry { key: name, key_at: key.span(), value });
        }
        Datum::Map(entries)
    }

    fn scalar(&mut self, at: At<'_, 'a>, place: Span) -> Datum {
        let Some(text) = at.text() else { return Datum::Null };
        let text = text.as_str();
        match at.is_plain() {
            true if text.starts_with(BEYOND) => self.refuse(place),
            true => plain(text),
            false if at.is_block() => self.block(at, text),
            false => Datum::Text(text.to_owned()),
        }
    }

    /// Lines below `|` end with a line end, below `|-` without one.
    fn block(&mut self, at: At<'_, 'a>, text: &str) -> Datum {
        let (start, behind) = (at.span().start as usize, at.written("").start);
        let from = self.body.start;
        let head = self.body.text.get(start - from..behind.saturating_sub(from)).unwrap_or("");
        let head = head.lines().next().unwrap_or("");
        let sign = head.rfind(['|', '>']).map_or("", |sign| &head[sign..]);
        match (sign.contains('+'), sign.contains('-') || text.is_empty()) {
            (true, _) => self.refuse(at.span()),
            (_, true) => Datum::Text(text.to_owned()),
            (_, false) => Datum::Text(format!("{text}\n")),
        }
    }

    /// The value as it is written: a value of a key without it, an item without its dash.
    fn written(&self, at: At<'_, 'a>) -> Slice<'a> {
        match at.kind() {
            Kind::Scalar(_) => at.written(""),
            _ => {
                let from = self.body.start;
                let Span { start, end, .. } = at.span();
                let range =
                    (start as usize).saturating_sub(from)..(end as usize).saturating_sub(from);
                let whole = Slice::new(self.body.text.get(range).unwrap_or(""), start as usize);
                let behind = at.key().map_or(start as usize, Slice::end);
                let rest = whole.after(behind.saturating_sub(start as usize).min(whole.text.len()));
                rest.trim_start_of(&['"', '\'', ':', '-', ' ', '\t', '\r', '\n']).trim()
            }
        }
    }

    fn refuse(&mut self, at: Span) -> Datum {
        self.wrong.push(beyond_blocks(at));
        Datum::Null
    }
}

/// What a text without quotation marks is: a word of YAML, a number in decimal, else a text.
fn plain(text: &str) -> Datum {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Datum::Null,
        "true" | "True" | "TRUE" => Datum::Bool(true),
        "false" | "False" | "FALSE" => Datum::Bool(false),
        _ => match number(text) {
            Some(number) => Datum::Number(number),
            None => Datum::Text(text.to_owned()),
        },
    }
}

/// `12`, `-0.5`, `1e9`. `007`, `0x1f` and `.inf` are texts.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let shaped =
        digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    let whole = digits.split(['.', 'e', 'E']).next().unwrap_or("");
    let whole = !whole.is_empty() && (whole == "0" || !whole.starts_with('0'));
    (shaped && whole).then(|| text.parse().ok()).flatten()
}

mistake_rows! {
    /// `criteria: [one, two]`
    error "assize::data::beyond_blocks" beyond_blocks(at: Span)
        "this is more YAML than a contract may use",
        at "no key with a value, and no item of a list in lines of its own", "write keys and `- ` items in lines of their own, without brackets, anchors, tags or a second document";
    /// `goal: one` above `goal: two`
    error "assize::data::key_twice" key_twice(again: Span, first: Span, key: &str)
        "the key `{key}` stands twice in one map", again "again here; it is not certain which of them counts", first "first here", "write each key once";
}
