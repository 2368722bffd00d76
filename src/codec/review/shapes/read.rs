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

use std::sync::LazyLock;

use crate::codec::text::embed::Embedded;
use crate::codec::text::slice::Slice;
use crate::codec::tree::kdl::{Node, Spelt, Value, parse};
use crate::ir::shape::ShapeNode;
use crate::ir::{Diagnostic, Diagnostics, Lexicon, Outcome};
use crate::source::{Source, Span};

macro_rules! shipped {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../../grammar/shapes/", $name, ".kdl")))),*]
    };
}

/// The files of `grammar/shapes/`; a test holds the list to the folder.
pub(super) const SHIPPED: &[(&str, &str)] = shipped![
    "ack" "ai-scientist" "check-run" "codex-review" "crev" "deepeval" "promptfoo" "rdjson" "rdjsonl" "sarif" "vote"
];

/// The shapes that are shipped. A test holds that each is read.
pub(super) fn shipped() -> &'static [ShapeNode] {
    static ALL: LazyLock<Vec<ShapeNode>> = LazyLock::new(|| {
        let read = SHIPPED.iter().map(|(_, text)| read(text).unwrap_or_default());
        read.flatten().collect()
    });
    &ALL
}

/// No file of shapes is larger, in bytes.
const LARGEST: usize = 32 * 1024;

impl Lexicon {
    /// Adds shapes of records, written in KDL. They are asked before those of Assize.
    ///
    /// ```
    /// use assize::{Source, codec::Lexicon};
    /// let text = r#"shape "ours" { member "gate" "ticket"; verdict "gate" { pass "up"; fail "down" } }"#;
    /// Lexicon::default().add_shapes(&Source::new("ours.kdl", text))?;
    ///
    /// let misspelt = Source::new("ours.kdl", r#"shape "ours" { menber "gate" }"#);
    /// let wrong = Lexicon::default().add_shapes(&misspelt).unwrap_err();
    /// assert_eq!(wrong.items()[0].help.as_deref(), Some("did you mean `member`?"));
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text; nothing of it is added then.
    pub fn add_shapes(&mut self, source: &Source) -> Result<(), Diagnostics> {
        let at = Span::new(0, 0);
        let text =
            source.text().map_err(|_| vec![wrong(at, "this is not UTF-8", "save it as UTF-8")]);
        let read = text.and_then(read_apart);
        self.shapes.extend(read.map_err(|wrong| Diagnostics::new(vec![source.clone()], wrong))?);
        Ok(())
    }
}

/// The KDL crate calls itself for each character that it cannot place, so a text that was not tried gets a stack that
/// outlasts it.
fn read_apart(text: &str) -> Result<Vec<ShapeNode>, Vec<Diagnostic>> {
    const FOR_A_CHARACTER: usize = 8 * 1024;
    const AT_LEAST: usize = 1024 * 1024;
    let refused = |why, help| Err(vec![wrong(Span::new(0, text.len().min(1)), why, help)]);
    if text.len() > LARGEST {
        return refused("a file of shapes has at most 32 KiB", "write several files");
    }
    let stack = std::thread::Builder::new().stack_size(AT_LEAST + text.len() * FOR_A_CHARACTER);
    let read =
        std::thread::scope(|scope| stack.spawn_scoped(scope, || read(text)).ok()?.join().ok());
    read.unwrap_or_else(|| refused("this cannot be read as KDL", "write a shorter file"))
}

fn read(text: &str) -> Result<Vec<ShapeNode>, Vec<Diagnostic>> {
    let spelt = Spelt::of(Slice::new(text, 0), &[]);
    let nodes = parse(&spelt, Slice::new(&spelt.text, 0), &mut Embedded::default());
    let nodes = nodes.map_err(|all| {
        let help = "write `shape \"ours\" { member \"gate\"; verdict \"gate\" { pass \"up\" } }`";
        let told = all
            .iter()
            .map(|found| wrong(found.at, &format!("this is not KDL: {}", found.message), help));
        told.collect::<Vec<_>>()
    })?;
    let mut mistakes = Vec::new();
    let shapes = nodes.iter().filter_map(|node| read_node(node, "", &mut mistakes)).collect();
    if mistakes.is_empty() { Ok(shapes) } else { Err(mistakes) }
}

/// What may stand in what.
const INSIDE: [(&str, &[&str]); 6] = [
    ("", &["shape"]),
    (
        "shape",
        &["begins", "ends", "member", "file", "line", "alone", "verdict", "findings", "number"],
    ),
    ("verdict", &["pass", "warn", "hold", "fail"]),
    ("findings", &["severity", "text", "place"]),
    ("severity", &["critical", "high", "medium", "low", "info"]),
    ("line", &["word", "commit", "count"]),
];
/// Nodes that need no text.
const BARE: [&str; 3] = ["alone", "verdict", "findings"];

fn read_node(node: &Node, around: &str, mistakes: &mut Vec<Diagnostic>) -> Option<ShapeNode> {
    let (name, at) = (&node.name.0, node.name.1);
    check_name(name, around, at, mistakes)?;
    let text = |value: &Value| match value {
        Value::Text(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Int(number) => Some(number.to_string()),
        _ => None,
    };
    let texts: Vec<String> = node.arguments().filter_map(|entry| text(&entry.value)).collect();
    let told = node.arguments().count();
    if texts.len() < told || told == 0 && !BARE.contains(&name.as_str()) {
        mistakes.push(wrong(
            node.at,
            &format!("`{name}` needs texts"),
            &format!("write `{name} \"…\"`"),
        ));
    }
    let properties = node
        .properties()
        .filter_map(|(name, _, entry)| Some((name.to_owned(), text(&entry.value)?)));
    let properties: Vec<(String, String)> = properties.collect();
    let scaled = |(key, _): &(String, String)| {
        name == "number" && ["from", "to", "among"].contains(&key.as_str())
    };
    if let Some((key, _)) = properties.iter().find(|known| name != "member" && !scaled(known)) {
        mistakes.push(wrong(node.at, &format!("`{name}` has no `{key}=`"), "leave it out"));
    }
    let children =
        node.children.iter().filter_map(|child| read_node(child, name, mistakes)).collect();
    let read = ShapeNode { name: name.clone(), texts, properties, children };
    match name.as_str() {
        "shape" => {
            mistakes.extend(lacks(&read).map(|lack| wrong(at, lack, "`docs/reading.md` shows one")))
        }
        "line" => {
            for slot in read.texts.iter().flat_map(|line| line.split(['{', '}']).skip(1).step_by(2))
            {
                check_name(slot, name, at, mistakes);
            }
        }
        "pass" | "warn" | "hold" => {
            for word in &read.texts {
                let means = Lexicon::default().outcome(word);
                if let Some(means) =
                    means.filter(|means| name.parse().is_ok_and(|own: Outcome| *means > own))
                {
                    let message =
                        format!("`{word}` means `{means}` to reviewers, and cannot mean `{name}`");
                    mistakes.push(wrong(node.at, &message, "choose what is no better"));
                }
            }
        }
        _ => {}
    }
    Some(read)
}

/// What a shape lacks.
fn lacks(shape: &ShapeNode) -> Option<&'static str> {
    let has = |name| shape.all(name).next().is_some();
    let named = shape.all("verdict").all(|verdict| !verdict.texts.is_empty());
    match () {
        () if !["begins", "member", "file", "line"].into_iter().any(has) => {
            Some("nothing tells where such a record is")
        }
        () if has("begins") != has("ends") => Some("`begins` and `ends` belong together"),
        () if has("line") && !has("verdict") => Some("a line needs a verdict"),
        () if !has("line") && !named => Some("the verdict needs the name of a member"),
        () if !has("verdict") && !has("findings") => {
            Some("this shape says neither verdict nor findings")
        }
        () => None,
    }
}

/// `menber "rating"`
fn check_name(name: &str, around: &str, at: Span, mistakes: &mut Vec<Diagnostic>) -> Option<()> {
    let known =
        INSIDE.iter().find(|(parent, _)| *parent == around).map_or(&[] as &[_], |(_, known)| known);
    if known.contains(&name) {
        return Some(());
    }
    let near = known.iter().map(|known| (strsim::osa_distance(name, known), known)).min();
    let help = match near.filter(|(distance, _)| *distance <= 2 && name.len() < 40) {
        Some((_, near)) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "leave it out".to_owned(),
        None => format!("one of `{}` may stand here", known.join("`, `")),
    };
    mistakes.push(wrong(at, &format!("`{name}` is not known here"), &help));
    None
}

fn wrong(at: Span, message: &str, help: &str) -> Diagnostic {
    Diagnostic::error("assize::shape::malformed")
        .message(message)
        .label(at, "in this shape")
        .help(help)
}
