//! Writing an object by its table.

use std::fmt::Write as _;

use super::Object;
use crate::codec::tree::json::write_string;
use crate::source::is_hidden;

/// JSON with its members in the order that they were put in.
#[derive(Clone)]
pub(in crate::codec) enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    /// One of the words of a format.
    Word(&'static str),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Object {
    /// An object with its members in the order of the table; those without a value are left out.
    pub(in crate::codec) fn json(&self, mut value: impl FnMut(&str) -> Option<Json>) -> Json {
        let members = self.members.iter();
        let members =
            members.filter_map(|member| Some((member.name.to_owned(), value(member.name)?)));
        Json::Object(members.collect())
    }
}

impl Json {
    pub(in crate::codec) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// As a document of its own: a line for each member and each item.
    pub(in crate::codec) fn to_document(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0, 0);
        out.push('\n');
        out
    }

    /// The same, but what fits on a line stands on one.
    pub(in crate::codec) fn to_compact_document(&self) -> String {
        const LINE: usize = 80;
        let mut out = String::new();
        self.write(&mut out, 0, LINE);
        out.push('\n');
        out
    }

    /// As the entries of a YAML block, for an object that holds words, texts and lists of texts.
    /// Words stand as they are, texts between quotation marks.
    pub(in crate::codec) fn to_yaml(&self) -> String {
        let Self::Object(members) = self else { return String::new() };
        let mut out = String::new();
        for (name, value) in members {
            let _ = match value {
                Self::List(items) if !items.is_empty() => {
                    let items = items.iter().map(|item| format!("\n  - {}", item.scalar()));
                    writeln!(out, "{name}:{}", items.collect::<String>())
                }
                value => writeln!(out, "{name}: {}", value.scalar()),
            };
        }
        out
    }

    /// A value on one line of YAML.
    fn scalar(&self) -> String {
        match self {
            Self::Text(text) => quoted(text),
            Self::Word(word) => (*word).to_owned(),
            value => value.inline(),
        }
    }

    /// On one line.
    fn inline(&self) -> String {
        let mut out = String::new();
        match self {
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::inline).collect();
                out = format!("[{}]", items.join(", "));
            }
            Self::Object(members) if !members.is_empty() => {
                out.push_str("{ ");
                for (at, (name, value)) in members.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { ", " });
                    write_string(&mut out, name);
                    out.push_str(": ");
                    out.push_str(&value.inline());
                }
                out.push_str(" }");
            }
            _ => self.write(&mut out, 0, 0),
        }
        out
    }

    /// Objects and lists stand on a line of their own when they are no longer than `inline`.
    fn write(&self, out: &mut String, depth: usize, inline: usize) {
        if inline > 0 && depth > 0 {
            let line = self.inline();
            if line.len() <= inline {
                return out.push_str(&line);
            }
        }
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
            Self::Number(number) => out.push_str(&number.to_string()),
            Self::Text(text) => write_string(out, text),
            Self::Word(word) => write_string(out, word),
            Self::List(items) => {
                let lines = items.iter().map(|item| (None, item));
                write_lines(out, ['[', ']'], [depth, inline], lines);
            }
            Self::Object(members) => {
                let lines = members.iter().map(|(name, value)| (Some(name.as_str()), value));
                write_lines(out, ['{', '}'], [depth, inline], lines);
            }
        }
    }
}

fn write_lines<'j>(
    out: &mut String,
    [open, close]: [char; 2],
    [depth, inline]: [usize; 2],
    lines: impl Iterator<Item = (Option<&'j str>, &'j Json)>,
) {
    let mut any = false;
    out.push(open);
    for (name, value) in lines {
        out.push_str(if any { ",\n" } else { "\n" });
        any = true;
        indent(out, depth + 1);
        if let Some(name) = name {
            write_string(out, name);
            out.push_str(": ");
        }
        value.write(out, depth + 1, inline);
    }
    if any {
        out.push('\n');
        indent(out, depth);
    }
    out.push(close);
}

fn indent(out: &mut String, depth: usize) {
    (0..depth).for_each(|_| out.push_str("  "));
}

/// A text of YAML between double quotation marks, on one line.
pub(in crate::codec) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_hidden(c) && (c as u32) <= 0xffff => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c if is_hidden(c) => {
                let _ = write!(out, "\\U{:08x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
