//! Files of shapes: from KDL to shapes, and every mistake with its place.
//!
//! ```text
//! shape "crev" {
//!     begins "-----BEGIN CREV"; ends "-----BEGIN CREV"   // or: member "rating" kind="review"; file "*.crev"; line "{word} {commit}"
//!     verdict "review.rating" { pass "strong" "positive"; hold "neutral"; fail "negative" "dangerous" }
//!     findings "issues" { severity "severity" { critical "P0" }; text "comment"; place "file" "line" "last_line" }
//!     number "review.thoroughness" among="none low medium high"
//! }
//! ```

use std::sync::OnceLock;

use assize_grammar::shapes;

use crate::codec::text::embed::Embedded;
use crate::codec::text::slice::Slice;
use crate::codec::tree::kdl::{Entry, Node, Spelt, Value, Wrong, parse};
use crate::ir::shape::ShapeNode;
use crate::ir::{Diagnostic, Lexicon, Outcome};
use crate::source::Span;

/// The files of `grammar/shapes/`.
static OF_DATA: [File; shapes::OF_DATA.len()] = files(shapes::OF_DATA);
static OF_LINES: [File; shapes::OF_LINES.len()] = files(shapes::OF_LINES);
static OF_ANSWERS: [File; shapes::OF_ANSWERS.len()] = files(shapes::OF_ANSWERS);

const fn files<const N: usize>(texts: [&'static str; N]) -> [File; N] {
    let mut files = [const { File { text: "", read: OnceLock::new() } }; N];
    let mut at = 0;
    while at < N {
        files[at].text = texts[at];
        at += 1;
    }
    files
}

/// A file of shapes. Its first line says what all of its records have, the name of a member or a part of a line in any
/// case, with a commit behind it or not: it is read for a text that has that, and once.
struct File {
    text: &'static str,
    read: OnceLock<Vec<ShapeNode>>,
}

/// The shipped shapes of records that are data, where an object has their member.
pub(super) fn of_data(has: impl Fn(&str) -> bool) -> Vec<&'static ShapeNode> {
    OF_DATA.iter().flat_map(|file| file.shapes(&has)).collect()
}

/// The shipped shapes of what agents print around an answer, where an object has their member.
pub(in crate::codec) fn of_answers(has: impl Fn(&str) -> bool) -> Vec<&'static ShapeNode> {
    OF_ANSWERS.iter().flat_map(|file| file.shapes(&has)).collect()
}

/// The shipped shapes of records that are lines, or begin with one, where a line has their mark.
pub(super) fn of_lines(has: impl Fn(&str) -> bool) -> Vec<&'static ShapeNode> {
    OF_LINES.iter().flat_map(|file| file.shapes(&has)).collect()
}

impl File {
    fn shapes(&self, has: impl Fn(&str) -> bool) -> &[ShapeNode] {
        let first = self.text.lines().next().unwrap_or_default();
        match first.strip_prefix("// Each record has: ") {
            Some(mark) if !has(mark) => &[],
            _ => self.read.get_or_init(|| read(self.text).unwrap_or_default()),
        }
    }
}

/// No file of shapes is larger, in bytes.
const LARGEST: usize = 32 * 1024;

/// The KDL crate calls itself for each character that it cannot place, so a text that was not tried gets a stack that
/// outlasts it.
pub(super) fn read_apart(text: &str) -> Result<Vec<ShapeNode>, Vec<Diagnostic>> {
    const FOR_A_CHARACTER: usize = 8 * 1024;
    const AT_LEAST: usize = 1024 * 1024;
    let refused =
        |why| Err(vec![wrong(Span::new(0, text.len().min(1)), why, "write a shorter file")]);
    if text.len() > LARGEST {
        return refused("a file of shapes has at most 32 KiB");
    }
    let stack = AT_LEAST + text.len() * FOR_A_CHARACTER;
    let thread = std::thread::Builder::new().stack_size(stack);
    let read = std::thread::scope(|all| thread.spawn_scoped(all, || read(text)).ok()?.join().ok());
    read.unwrap_or_else(|| refused("this cannot be read as KDL"))
}

fn read(text: &str) -> Result<Vec<ShapeNode>, Vec<Diagnostic>> {
    let spelt = Spelt::of(Slice::new(text, 0), &[]);
    let nodes = parse(&spelt, Slice::new(&spelt.text, 0), &mut Embedded::default());
    let mut told = Vec::new();
    let odd = |found: &Wrong| {
        let message = format!("this is not KDL: {}", found.message.trim_end_matches('.'));
        wrong(found.at, &message, "write `shape \"ours\" { … }`")
    };
    let nodes = nodes.map_err(|all| all.iter().map(odd).collect::<Vec<_>>())?;
    let shapes = nodes.iter().filter_map(|node| read_node(node, "", &mut told)).collect();
    if told.is_empty() { Ok(shapes) } else { Err(told) }
}

/// What may be in what, properties included.
const INSIDE: [(&str, &[&str]); 10] = [
    ("", &["shape"]),
    (
        "shape",
        &[
            "begins", "ends", "member", "file", "line", "alone", "first", "verdict", "findings",
            "number", "records", "last", "people", "commit", "except", "needs", "reason", "answer",
            "done", "broken",
        ],
    ),
    (
        "records",
        &["verdict", "findings", "number", "last", "people", "commit", "except", "needs", "reason"],
    ),
    ("verdict", &["pass", "warn", "hold", "fail", "stale", "none"]),
    ("findings", &["severity", "text", "place"]),
    ("severity", &["critical", "high", "medium", "low", "info"]),
    ("number", &["from", "to", "among"]),
    ("line", &["word", "WORD", "commit", "count", "reason"]),
    ("last", &["by"]),
    ("commit", &["head"]),
];

/// Nodes whose properties are members of a record.
const OF_MEMBERS: [&str; 5] = ["member", "except", "answer", "done", "broken"];

/// Nodes that say something without a text.
const BARE: [&str; 7] = ["alone", "first", "verdict", "findings", "except", "done", "broken"];

fn read_node(node: &Node, around: &str, told: &mut Vec<Diagnostic>) -> Option<ShapeNode> {
    let (name, at) = (&node.name.0, node.name.1);
    check_name(name, around, at, told)?;
    let before = told.len();
    let said = |entry: &Entry| match &entry.value {
        Value::Text(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Int(number) => Some(number.to_string()),
        _ => None,
    };
    let texts: Vec<String> = node.arguments().filter_map(said).collect();
    let bare = BARE.contains(&name.as_str());
    if texts.len() < node.arguments().count() || texts.is_empty() && !bare {
        told.push(wrong(
            node.at,
            &format!("`{name}` needs texts"),
            &format!("write `{name} \"…\"`"),
        ));
    }
    let slots = texts.iter().filter(|_| name == "line");
    for slot in slots.flat_map(|line| line.split(['{', '}']).skip(1).step_by(2)) {
        check_name(slot, name, at, told);
    }
    for (key, at, _) in node.properties().filter(|_| !OF_MEMBERS.contains(&name.as_str())) {
        check_name(key, name, at, told);
    }
    for word in texts.iter().filter(|_| around == "verdict") {
        let means = Lexicon::default().outcome(word);
        let own: Outcome = name.parse().unwrap_or(Outcome::Warn);
        if means.is_some_and(|means| means > own) {
            let message = format!("`{word}` means worse than `{name}` to reviewers");
            told.push(wrong(node.at, &message, "choose what is no better"));
        }
    }
    let properties = node.properties();
    let properties =
        properties.filter_map(|(name, _, value)| Some((name.to_owned(), said(value)?)));
    let properties = properties.collect();
    let children = node.children.iter().filter_map(|child| read_node(child, name, told)).collect();
    let read = ShapeNode { name: name.clone(), texts, properties, children };
    let lacks = |all: &[&str]| !all.iter().any(|name| read.all(name).next().is_some());
    let found = ["begins", "member", "file", "line"];
    if name == "shape"
        && told.len() == before
        && (lacks(&found) || lacks(&["verdict", "findings", "records", "answer"]))
    {
        let help = format!(
            "it needs one of `{}`, and a `verdict`, `findings`, `records` or an `answer`",
            found.join("`, `")
        );
        told.push(wrong(at, "this shape is not whole", &help));
    }
    Some(read)
}

/// `menber "rating"`
fn check_name(name: &str, around: &str, at: Span, told: &mut Vec<Diagnostic>) -> Option<()> {
    let known = INSIDE.iter().find(|(parent, _)| *parent == around);
    let known = known.map_or(&[] as &[&str], |(_, known)| known);
    if known.contains(&name) {
        return Some(());
    }
    let near = known.iter().map(|known| (strsim::osa_distance(name, known), known)).min();
    let help = match near.filter(|(distance, _)| *distance <= 2 && name.len() < 40) {
        Some((_, near)) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "leave it out".to_owned(),
        None => format!("one of `{}` may be here", known.join("`, `")),
    };
    told.push(wrong(at, &format!("`{name}` is not known here"), &help));
    None
}

fn wrong(at: Span, message: &str, help: &str) -> Diagnostic {
    let told = Diagnostic::error("assize::shape::malformed").message(message);
    told.label(at, "in this shape").help(help)
}
