//! What is changed in a mutant: one part of the policy's text, for something near to it.

use crate::engine::{Part, PartKind, Policy};
use crate::ir::{Outcome, Severity, Value};
use crate::source::Span;

/// A change to a policy's text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// What it changes.
    pub span: Span,
    /// What stands there instead.
    pub with: String,
    /// What was done: `&&` became `||`.
    pub what: String,
}

/// Operators and what is written for each.
const SIGNS: &[(&str, &[&str])] = &[
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("<", &["<="]),
    ("<=", &["<"]),
    (">", &[">="]),
    (">=", &[">"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("*", &["+"]),
    ("/", &["*"]),
    ("%", &["*"]),
];

/// What is asked of a group, and what is asked instead.
const MEMBERS: &[(&str, &[&str])] = &[
    ("some", &["none"]),
    ("none", &["some"]),
    ("all", &["some"]),
    ("critical", &["high"]),
    ("high", &["critical", "medium"]),
    ("medium", &["high", "low"]),
    ("low", &["medium"]),
];

/// The items without which a policy may do.
const DROPPED: &[&str] = &["rule", "note", "seat", "others", "extends"];

/// Every edit of a policy's own text, in its order.
pub(super) fn edits(policy: &Policy) -> Vec<Edit> {
    let text = policy.facts().source.text().unwrap_or_default();
    let parts = policy.parts();
    let mut edits: Vec<Edit> = parts.iter().flat_map(|part| of_part(part, text)).collect();
    if policy.facts().stage == "redispatch" {
        edits.extend(swapped(&parts, text));
    }
    edits.sort_by(|one, other| {
        (one.span.start, one.span.end).cmp(&(other.span.start, other.span.end))
    });
    edits
}

fn of_part(part: &Part, text: &str) -> Vec<Edit> {
    let own = text.get(part.span.start as usize..part.span.end as usize).unwrap_or_default();
    let edit = |with: String, what: String| Edit { span: part.span, with, what };
    let became = |with: &str| edit(with.to_owned(), format!("`{own}` became `{with}`"));
    let one_of = |table: &[(&str, &[&str])], name: &str| -> Vec<Edit> {
        let found = table.iter().filter(|(known, _)| *known == name);
        found.flat_map(|(_, others)| others.iter().map(|with| became(with))).collect()
    };
    let moved = |value: i64| {
        let steps = [value.checked_sub(1), value.checked_add(1)];
        steps.into_iter().flatten().map(|value| became(&value.to_string())).collect()
    };
    match &part.kind {
        PartKind::Item(word) if DROPPED.contains(word) => {
            vec![edit(String::new(), format!("the {} is dropped", called(word)))]
        }
        PartKind::Item(_) => Vec::new(),
        PartKind::Condition => vec![
            edit(format!("!({own})"), "the condition is negated".to_owned()),
            edit("true".to_owned(), "the condition is always true".to_owned()),
            edit("false".to_owned(), "the condition is never true".to_owned()),
        ],
        PartKind::Word(Some(outcome)) => weaker(*outcome).into_iter().map(became).collect(),
        PartKind::Word(None) => ["accept", "excuse"].into_iter().map(became).collect(),
        PartKind::Sign => one_of(SIGNS, own),
        PartKind::Side { of_and } => {
            let with = if *of_and { "true" } else { "false" };
            vec![edit(with.to_owned(), format!("`{}` became `{with}`", on_one_line(own)))]
        }
        PartKind::Not => vec![edit(String::new(), "`!` is dropped".to_owned())],
        PartKind::Number(value) => moved(*value),
        PartKind::Text(value) => {
            let steps = value.parse().ok().map(beside).unwrap_or_default();
            steps.into_iter().map(|severity| became(&format!("\"{severity}\""))).collect()
        }
        PartKind::Member(name) => one_of(MEMBERS, name),
        PartKind::Default(Value::Int(value), _) => moved(*value),
        PartKind::Default(Value::Text(value), choices) => {
            let at = choices.iter().position(|choice| choice == value);
            let steps = at.map(|at| [at.checked_sub(1), Some(at + 1)]).unwrap_or_default();
            let choices = steps.into_iter().flatten().filter_map(|at| choices.get(at));
            choices.map(|choice| became(&format!("{choice:?}"))).collect()
        }
        PartKind::Default(..) => Vec::new(),
    }
}

fn called(item: &str) -> &str {
    match item {
        "extends" => "base",
        other => other,
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One step towards an open gate.
fn weaker(outcome: Outcome) -> Option<&'static str> {
    let worst = Outcome::WORST_FIRST;
    let at = worst.iter().position(|known| *known == outcome)?;
    worst.get(at + 1).map(|weaker| weaker.as_str())
}

/// One step up and one down.
fn beside(severity: Severity) -> Vec<Severity> {
    let all = Severity::ALL;
    let at = severity as usize;
    [at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .flatten()
        .filter_map(|at| all.get(at).copied())
        .collect()
}

/// Neighbours of a ladder, the one for the other.
fn swapped(parts: &[Part], text: &str) -> Vec<Edit> {
    let mut rules: Vec<Span> = parts
        .iter()
        .filter(|part| part.kind == PartKind::Item("rule"))
        .map(|part| part.span)
        .collect();
    rules.sort_by_key(|span| span.start);
    let of = |start: u32, end: u32| text.get(start as usize..end as usize).unwrap_or_default();
    let swap = |pair: &[Span]| {
        let (one, other) = (pair[0], pair[1]);
        let with = [of(other.start, other.end), of(one.end, other.start), of(one.start, one.end)];
        Edit {
            span: one.to(other),
            with: with.concat(),
            what: "the rule comes after the next one".to_owned(),
        }
    };
    rules.windows(2).map(swap).collect()
}
