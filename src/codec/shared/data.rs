//! A text in JSON or YAML as data: values in the order of the text, with a place for each.
//!
//! ```yaml
//! goal: tokens that end
//! criteria:
//!   - id: limits-hold
//! ```

mod yaml;

use crate::codec::builder::DecodeLog;
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{self, Type, Value};
use crate::ir::{Diagnostic, ReadOptions};
use crate::source::Span;

/// A value, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Data {
    pub(crate) value: Datum,
    pub(crate) at: Span,
}

/// What a value is. A number is a double, as a reader in JavaScript has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Datum {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Data>),
    Map(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_at: Span,
    pub(crate) value: Data,
}

impl Data {
    /// The entries of a map; none of anything else.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Datum::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a list; none of anything else.
    pub(crate) fn items(&self) -> &[Data] {
        match &self.value {
            Datum::List(items) => items,
            _ => &[],
        }
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Data> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// The text that this is.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Datum::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Datum {
    /// What it is called: `a list`.
    pub(crate) fn in_words(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "a yes or no",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

/// Reads a text: as JSON when it begins like that, else as YAML in blocks.
pub(crate) fn data_of(text: &str) -> Result<Data, Vec<Diagnostic>> {
    match json::begins(body_of(text).trim()) {
        true => data_of_json(text),
        false => yaml::data_of_yaml(body_of(text)),
    }
}

/// Reads a text as JSON, in which nothing may stand twice.
pub(crate) fn data_of_json(text: &str) -> Result<Data, Vec<Diagnostic>> {
    let document = json::parse(body_of(text)).map_err(|broken| vec![broken.diagnostic])?;
    let options = ReadOptions::default();
    let mut log = DecodeLog::new(&options);
    match json::check(&mut log, &document) {
        true => Err(log.diagnostics),
        false => Ok(of_json(document.root())),
    }
}

/// Without the mark of a byte order.
fn body_of(text: &str) -> Slice<'_> {
    let plain = text.strip_prefix('\u{feff}').unwrap_or(text);
    Slice::new(plain, text.len() - plain.len())
}

/// Brackets are nested 128 deep at most, so this ends soon.
fn of_json(value: Value<'_>) -> Data {
    let text = |value: Value<'_>| value.text().unwrap_or_default().into_owned();
    let inner = match value.kind() {
        Type::Null => Datum::Null,
        Type::Bool(yes) => Datum::Bool(yes),
        Type::Number => Datum::Number(value.raw().text.parse().unwrap_or(f64::NAN)),
        Type::String => Datum::Text(text(value)),
        Type::List => Datum::List(value.items().map(of_json).collect()),
        Type::Object => {
            let entry = |(name, inner): (Value<'_>, Value<'_>)| Entry {
                key: text(name),
                key_at: name.span(),
                value: of_json(inner),
            };
            Datum::Map(value.members().map(entry).collect())
        }
    };
    Data { value: inner, at: value.span() }
}

#[cfg(test)]
mod tests {
    use super::{Data, Datum, data_of};

    fn shown(data: &Data) -> String {
        match &data.value {
            Datum::Null => "~".to_owned(),
            Datum::Bool(yes) => yes.to_string(),
            Datum::Number(number) => format!("{number}"),
            Datum::Text(text) => format!("{text:?}"),
            Datum::List(items) => {
                format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(" "))
            }
            Datum::Map(entries) => {
                let entry =
                    |entry: &super::Entry| format!("{}: {}", entry.key, shown(&entry.value));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn read(text: &str) -> String {
        match data_of(text) {
            Ok(data) => shown(&data),
            Err(wrong) => {
                let code = wrong[0].code.strip_prefix("assize::").unwrap_or_default();
                format!("{code}: {:?}", wrong[0].span().map(|at| at.start))
            }
        }
    }

    #[test]
    fn yaml_in_blocks_is_read_as_what_it_says() {
        for (text, says) in [
            (
                "a: 1\nb: \"1\"\nc: 1.50\nd: -3\ne: 1e3\nf: 0x1f\n",
                "{a: 1, b: \"1\", c: 1.5, d: -3, e: 1000, f: \"0x1f\"}",
            ),
            (
                "a: true\nb: False\nc: yes\nd: null\ne: ~\nf:\n",
                "{a: true, b: false, c: \"yes\", d: ~, e: ~, f: ~}",
            ),
            (
                "a:\n  - b: 1\n    c:\n      d: two words\n  - three\n",
                "{a: [{b: 1, c: {d: \"two words\"}} \"three\"]}",
            ),
            (
                "---\n# what it is for\na: |\n  one\n  two\nb: >-\n  one\n  two\n",
                "{a: \"one\\ntwo\\n\", b: \"one two\"}",
            ),
            ("---\na: 1\n---\n", "{a: 1}"),
            ("a: |\n  one\n  \ttwo\nb: \"x\ty\"\t# so\n", "{a: \"one\\n\\ttwo\\n\", b: \"x\\ty\"}"),
            ("created: 2026-05-04\nid: 007\n", "{created: \"2026-05-04\", id: \"007\"}"),
            ("\u{feff}{\"b\": 1, \"a\": [null, true]}\n", "{b: 1, a: [~ true]}"),
        ] {
            assert_eq!(read(text), says, "{text}");
        }
    }

    #[test]
    fn what_is_no_block_or_says_a_thing_twice_is_refused_with_its_place() {
        for (text, says) in [
            ("a: [one, two]\n", "data::beyond_blocks: Some(3)"),
            ("a: {b: c}\n", "data::beyond_blocks: Some(3)"),
            ("a: []\n", "data::beyond_blocks: Some(3)"),
            ("a: &one two\n", "data::beyond_blocks: Some(3)"),
            ("a: *one\n", "data::beyond_blocks: Some(3)"),
            ("a: !!str 1\n", "data::beyond_blocks: Some(3)"),
            ("a: 1\n---\nb: 2\n", "data::beyond_blocks: Some(5)"),
            ("---\na: 1\n---\nb: 2\n", "data::beyond_blocks: Some(9)"),
            ("a:\n\tb: 1\n", "data::tab_indent: Some(3)"),
            ("a:\n  b: 1\n  \tc: 2\n", "data::tab_indent: Some(10)"),
            ("a:\n\t- one\n", "data::tab_indent: Some(3)"),
            ("a: 1\n? b\n", "data::beyond_blocks: Some(5)"),
            ("a: 1\na: 2\n", "data::key_twice: Some(5)"),
            ("{\"a\": 1, \"a\": 2}\n", "read::repeated_name: Some(9)"),
            ("{\"a\": \"\\ud83d\"}\n", "read::malformed_json: Some(7)"),
            ("a: 1\nno key in here\n", "data::beyond_blocks: Some(5)"),
            ("just words\n", "data::beyond_blocks: Some(0)"),
        ] {
            assert_eq!(read(text), says, "{text}");
        }
    }

    #[test]
    fn a_thousand_levels_are_refused() {
        let deep: String = (0..1000).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
        assert!(read(&deep).starts_with("read::too_deep"), "{}", read(&deep));
        assert!(read(&"[".repeat(1000)).starts_with("read::"));
    }
}
