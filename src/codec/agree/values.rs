//! What the members of a verdict say: values of JSON and YAML, read as lines with their names.

use std::borrow::Cow;

use crate::codec::lexicon::{self, Lexicon, Meaning};
use crate::codec::remarks;
use crate::codec::text::fields::{self, checkbox};
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{self, Type, Value};
use crate::codec::tree::yaml;
use crate::ir::{Outcome, Remark, RemarkKind};
use crate::source::Span;

/// `"decision": "FAIL"`, at any depth: read as lines `name: value`.
pub(super) fn scan_member(name: &str, text: &str, at: Span, lexicon: &Lexicon) -> Vec<Remark> {
    let whole = Slice::new(text, 0);
    let said = whole.trim();
    let holds_more = said.text.contains(['\n', '{', '[']) || said.text.contains(": ");
    if lexicon::names_the_past(name) && holds_more {
        return Vec::new();
    }
    let lines = match json::begins(said).then(|| json::parse(said)) {
        Some(Ok(document)) => return scan_value(name, document.root(), at, lexicon),
        // `{blockers: [SQL]}`, as YAML writes it
        _ if said.text.starts_with(['{', '[']) && checkbox(said).is_none() => {
            let held = remarks::without_settled(said.text, lexicon);
            format!("{name}:\n{}\n", held.replace(['{', '}', '[', ']', ','], "\n"))
        }
        _ if said.text.starts_with("- ") => {
            let mut lines = format!("{name}:\n");
            write_items(&mut lines, whole, lexicon);
            lines
        }
        _ if said.text.contains('\n') || said.text.contains(": ") => {
            format!("{name}:\n\n{text}\n")
        }
        _ => format!("{name}: {}\n", said.text),
    };
    let mut remarks = scan_lines(&lines, at, lexicon);
    remarks.extend(scan_values(said, at, lexicon));
    if !said.text.starts_with("- ") && !said.text.starts_with('{') {
        remarks.extend(scan_alone(said.text, at, lexicon));
    }
    remarks
}

/// `"pass": false`, `"changes_requested": true`: a word of a verdict for a name, and an answer that makes it a fail.
pub(super) fn scan_answer(name: &str, text: &str, at: Span, lexicon: &Lexicon) -> Option<Remark> {
    let answer = text.trim().trim_matches(['"', '\'']);
    let is = |words: [&str; 2]| words.iter().any(|word| answer.eq_ignore_ascii_case(word));
    // `blocking: true` is a finding.
    let meaning = lexicon.meaning(name).filter(|_| lexicon.finding(name).is_none());
    let fails = match meaning? {
        Meaning::Go => is(["false", "no"]),
        Meaning::Stop => is(["true", "yes"]),
        _ => false,
    };
    fails.then(|| Remark::new(RemarkKind::Verdict, Outcome::Fail, at, at))
}

/// The values of lines with names of their own: `note:`, and `y: "Blocker: SQL"` below it.
pub(super) fn scan_values(said: Slice<'_>, at: Span, lexicon: &Lexicon) -> Vec<Remark> {
    let named = said.lines().filter(|line| line.text.contains(": "));
    let values = named.filter_map(|line| Some(fields::split(line)?.value.text));
    let quoted = values.filter(|value| value.starts_with(['"', '\'']));
    quoted.flat_map(|value| scan_alone(value.trim_matches(['"', '\'']), at, lexicon)).collect()
}

/// What a value says without its name. One that is nothing but a word belongs to its name.
fn scan_alone(value: &str, at: Span, lexicon: &Lexicon) -> Vec<Remark> {
    // Most values have no mark behind which something could be said.
    let marks =
        |b: u8| matches!(b, b':' | b'=' | b'?' | b'|' | b'[' | b'<' | b'\n') || !b.is_ascii();
    if !value.bytes().fold(false, |some, b| some | marks(b)) && !value.contains(" -") {
        return Vec::new();
    }
    let mut remarks = scan_lines(&format!("{value}\n"), at, lexicon);
    remarks.retain(|remark| remark.kind != RemarkKind::Alone && !remark.says.opens());
    remarks
}

/// The items of a list as YAML writes it, each a text of its own that is spelt out.
fn write_items(lines: &mut String, list: Slice<'_>, lexicon: &Lexicon) {
    let Some(tree) = yaml::parse(list) else { return lines.push_str(list.text) };
    for entry in tree.root().children() {
        let mut items = entry.children().peekable();
        let alone = items.peek().is_none().then_some(entry);
        for item in items.chain(alone) {
            let text = item.text();
            let said = text.as_ref().map_or(item.raw(list.text).text, |text| text.as_str());
            // `- {severity: critical, status: fixed}`
            let said = remarks::without_settled(said, lexicon);
            lines.push('\n');
            // `- {severity: critical}`, as YAML writes it
            match ["{", "[{", "[\""].iter().any(|mark| said.starts_with(mark)) {
                true => lines.push_str(&said.replace(['{', '}', '[', ']', ','], "\n")),
                false => lines.push_str(&said),
            }
            lines.push('\n');
        }
    }
}

/// What lines say that stand for something in the text.
fn scan_lines(lines: &str, at: Span, lexicon: &Lexicon) -> Vec<Remark> {
    let found = remarks::scan(Slice::new(lines, 0), lexicon);
    let remarks = found.iter().filter(|found| found.is_remark());
    remarks.map(|found| Remark::new(found.kind, found.beside(), at, at)).collect()
}

/// How much is read of the name of a member, in characters: five words, and room for odd ones.
const LONGEST_MEMBER: usize = 256;

/// A value as lines of text, each with its name. Every text is one of its own: a quotation or a
/// comment that begins in it ends there.
pub(super) fn scan_value(name: &str, value: Value<'_>, at: Span, lexicon: &Lexicon) -> Vec<Remark> {
    // A longer name is none of a verdict; it would be looked at again with each of its items.
    let name = name.char_indices().nth(LONGEST_MEMBER).map_or(name, |(end, _)| &name[..end]);
    let scan =
        |before: &str, text: &str| scan_lines(&format!("{name}{before}{text}\n"), at, lexicon);
    // No deeper than a document may go.
    match value.kind() {
        // `"previous": {"verdict": "revise"}`
        Type::Object | Type::List if lexicon::names_the_past(name) => Vec::new(),
        Type::Object => {
            let mut remarks = Vec::new();
            // `"blockers": {"a": "SQL"}`, `"verdict": {"value": "fail"}`
            if lexicon.finding(name).is_some() && value.members().next().is_some() {
                remarks.extend(scan(":\n", "- item"));
            }
            let names = lexicon.label_of_member(name).is_some();
            let settled = is_done(value, lexicon);
            for (own, value) in value.members() {
                let own = own.text().unwrap_or_default();
                if settled && lexicon.finding(&own).is_some() {
                    continue;
                }
                if names && value.kind() == Type::String {
                    remarks.extend(scan(": ", &shown(value)));
                }
                remarks.extend(scan_value(&own, value, at, lexicon));
            }
            remarks
        }
        Type::List => {
            let item = |item: Value<'_>| match item.kind() {
                Type::Object | Type::List => {
                    // A list of objects is a list all the same.
                    let mut remarks = match is_done(item, lexicon) {
                        true => Vec::new(),
                        false => scan(":\n", "- item"),
                    };
                    remarks.extend(scan_value("item", item, at, lexicon));
                    remarks
                }
                _ => scan(":\n\n", &shown(item)),
            };
            value.items().flat_map(item).collect()
        }
        _ => {
            let mut remarks = scan(": ", &shown(value));
            if !lexicon::names_the_past(name) {
                remarks.extend(scan_alone(&shown(value), at, lexicon));
            }
            remarks
        }
    }
}

/// `{"severity": "critical", "status": "fixed"}`
fn is_done(value: Value<'_>, lexicon: &Lexicon) -> bool {
    let members = value.members();
    lexicon::are_done(
        members.map(|(name, value)| (name.text().unwrap_or_default(), shown(value))),
        lexicon,
    )
}

fn shown(value: Value<'_>) -> Cow<'_, str> {
    value.text().unwrap_or(Cow::Borrowed(value.raw().text))
}
