//! What is to be judged: the criteria of a review, those of a contract, and pairs of a note and a gate.

mod mistakes;

use std::collections::HashMap;
use std::path::Path;

use kdl::{KdlNode, KdlValue};

use super::named::{self, Asked};
use super::nodes::{Shape, entry_at, name_at, parse};
use super::{Files, Judged};
use crate::codec::contract_of;
use crate::verdict::Subject;
use crate::{Diagnostic, Diagnostics, Source, Span};

/// 64 KiB is a thousand criteria; no reviewer answers as many.
const CRITERIA_LIMIT: usize = 64 * 1024;
/// 1 MiB is some ten thousand pairs, and more than any contract.
const LIMIT: usize = 1024 * 1024;
/// More mistakes of one file help no reader.
const MOST: usize = 20;

/// A file that says what is to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectFile {
    /// `--criteria`: KDL, `criterion "AC2" "Every migration can be undone."`
    Criteria,
    /// `--contract`: YAML, a list `criteria` of which each has an `id`.
    Contract,
    /// `--pairs`: lines `notes/cache.md :: evidence`.
    Pairs,
}

/// Something that is to be judged, and where it is named.
type Named = (Subject, Span);

/// Reads what is to be judged, and gives it with its file, whose name and hash are part of the ruling.
///
/// # Errors
///
/// The file cannot be read, is empty, lies among the reports, names nothing, or one thing twice; a node or a
/// line that says too little or too much: everything at once.
pub fn subjects(
    files: &dyn Files,
    path: &Path,
    kind: SubjectFile,
    judged: &Judged,
) -> Result<(Source, Vec<Subject>), Diagnostics> {
    let source = named::open(files, path, kind.asked(), judged)?;
    let text = source.text().unwrap_or_default();
    let (found, mut wrong) = match kind {
        SubjectFile::Criteria => criteria(text),
        SubjectFile::Contract => contract(text),
        SubjectFile::Pairs => pairs(text),
    };
    if found.is_empty() && wrong.is_empty() {
        wrong.push(mistakes::names_nothing(Span::new(0, text.len().min(1)), kind));
    }
    let mut known: HashMap<&Subject, Span> = HashMap::with_capacity(found.len());
    for (subject, at) in &found {
        match known.get(subject) {
            Some(first) => wrong.push(mistakes::named_twice(*at, *first, subject)),
            None => _ = known.insert(subject, *at),
        }
    }
    if wrong.is_empty() {
        return Ok((source, found.into_iter().map(|(subject, _)| subject).collect()));
    }
    if wrong.len() > MOST + 1 {
        let more = wrong.len() - MOST;
        wrong.truncate(MOST);
        wrong.push(mistakes::and_more(more, kind));
    }
    Err(Diagnostics::new(vec![source], wrong))
}

impl SubjectFile {
    fn asked(self) -> Asked {
        let (flag, example, limit) = match self {
            Self::Criteria => (
                "--criteria",
                "criterion \"AC2\" \"Every migration can be undone.\"",
                CRITERIA_LIMIT,
            ),
            Self::Contract => ("--contract", "criteria:\n  - id: refusals-are-logged", LIMIT),
            Self::Pairs => ("--pairs", "notes/cache.md :: evidence", LIMIT),
        };
        Asked { flag, example, limit, optional: false }
    }
}

/// `criterion "AC2" "Every migration can be undone."`; the words behind the id are for reviewers.
fn criteria(text: &str) -> (Vec<Named>, Vec<Diagnostic>) {
    let example = SubjectFile::Criteria.asked().example;
    let shape = Shape { code: "assize::host::criteria_malformed", example };
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    match parse(text, shape) {
        Ok(nodes) => {
            for node in &nodes {
                found.extend(criterion(text, node, &mut wrong));
            }
        }
        Err(malformed) => wrong = malformed,
    }
    (found, wrong)
}

fn criterion(text: &str, node: &KdlNode, wrong: &mut Vec<Diagnostic>) -> Option<Named> {
    let at = name_at(text, node);
    if node.name().value() != "criterion" {
        wrong.push(mistakes::unknown_node(at, node.name().value()));
        return None;
    }
    let before = wrong.len();
    for (place, entry) in node.entries().iter().enumerate() {
        let is_text = matches!(entry.value(), KdlValue::String(_));
        if entry.name().is_some() || place > 1 {
            wrong.push(mistakes::too_much(entry_at(text, entry)));
        } else if !is_text {
            wrong.push(mistakes::no_text(entry_at(text, entry)));
        }
    }
    if node.children().is_some() {
        wrong.push(mistakes::too_much(at));
    }
    let first = node.entries().first().filter(|entry| entry.name().is_none());
    let id = first.and_then(|entry| Some((entry.value().as_string()?.trim(), entry)));
    match id {
        Some((id, entry)) if !id.is_empty() => {
            Some((Subject::Criterion(id.to_owned()), entry_at(text, entry)))
        }
        _ if wrong.len() == before => {
            wrong.push(mistakes::nameless(at, SubjectFile::Criteria));
            None
        }
        _ => None,
    }
}

/// The ids of the criteria of a contract.
fn contract(text: &str) -> (Vec<Named>, Vec<Diagnostic>) {
    let read = contract_of(text);
    if !read.wrong.is_empty() {
        // What is no YAML has no criteria that anybody could speak of.
        return (Vec::new(), read.wrong);
    }
    let mut wrong: Vec<Diagnostic> = read.unclear.into_iter().map(mistakes::unclear).collect();
    wrong.extend(read.nameless.into_iter().map(|at| mistakes::nameless(at, SubjectFile::Contract)));
    if !read.has_criteria && wrong.is_empty() {
        wrong.push(mistakes::no_criteria(Span::new(0, text.len().min(1))));
    }
    let named = |(id, at): (String, Span)| (Subject::Criterion(id), at);
    (read.ids.into_iter().map(named).collect(), wrong)
}

/// A pair in each line that is not blank.
fn pairs(text: &str) -> (Vec<Named>, Vec<Diagnostic>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let at = start + line.find(words).unwrap_or_default();
        let at = Span::new(at, at + words.len());
        start += line.len();
        if words.is_empty() {
            continue;
        }
        match pair_of(words) {
            Some(pair) => found.push((pair, at)),
            None => wrong.push(mistakes::no_pair(at)),
        }
    }
    (found, wrong)
}

/// `notes/cache.md :: evidence`; the first ` :: ` splits.
///
/// ```
/// use assize::verdict::Subject;
/// let pair = assize::host::pair_of("notes/cache.md :: evidence :: sources");
/// let (note, gate) = ("notes/cache.md".to_owned(), "evidence :: sources".to_owned());
/// assert_eq!(pair, Some(Subject::Pair { note, gate }));
/// assert_eq!(assize::host::pair_of("notes/cache.md::evidence"), None);
/// ```
pub fn pair_of(text: &str) -> Option<Subject> {
    let (note, gate) = text.split_once(" :: ")?;
    let (note, gate) = (note.trim(), gate.trim());
    let named = !note.is_empty() && !gate.is_empty();
    named.then(|| Subject::Pair { note: note.to_owned(), gate: gate.to_owned() })
}
