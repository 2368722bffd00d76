//! The list of mistakes that compiling hands out: those of single tokens, each place once, and none that only
//! follows from another.

use std::collections::HashSet;

use super::super::limits::LIMITS;
use super::super::rhai::float;
use super::super::script::{Kind, Script};
use super::mistakes;
use crate::ir::Diagnostic;
use crate::source::{SourceId, Span};

/// Mistakes that show in single tokens.
pub(super) fn token_mistakes(script: &Script, source: SourceId) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    let mut open = Vec::new();
    // What never ends swallows brackets.
    let ends = script.tokens.iter().all(|token| token.kind != Kind::Unclosed);
    for token in &script.tokens {
        let span = token.span().in_source(source);
        match token.kind {
            Kind::Unclosed => mistakes.push(mistakes::unclosed(span)),
            Kind::Float => mistakes.push(float(span)),
            Kind::Open => open.push(*token),
            Kind::Close => {
                let fits = open.pop().is_some_and(|opened| {
                    matches!(
                        (script.text(opened), script.text(*token)),
                        ("(", ")") | ("[", "]") | ("{", "}")
                    )
                });
                if !fits && ends {
                    mistakes.push(mistakes::stray_bracket(span));
                }
            }
            _ => {}
        }
    }
    mistakes.extend(
        open.first()
            .filter(|_| ends)
            .map(|token| mistakes::unclosed(token.span().in_source(source))),
    );
    mistakes
}

/// The mistakes in the order of the texts, of those at the same place only the first that was found.
pub(super) fn told_once(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut places = HashSet::new();
    let first = |mistake: &Diagnostic| mistake.span().is_none_or(|place| places.insert(place));
    let mut mistakes: Vec<Diagnostic> = found.into_iter().filter(first).collect();
    mistakes.sort_by_key(|mistake| mistake.span().map(|span| (span.source, span.start)));
    if mistakes.len() > LIMITS.mistakes {
        let more = mistakes.split_off(LIMITS.mistakes).len();
        mistakes.push(mistakes::more_mistakes(more));
    }
    mistakes
}

/// Mistakes without those that only follow from something that never ends.
pub(super) fn without_aftermath(mistakes: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let shape =
        ["syntax", "wrong_shape", "missing_semicolon", "not_at_the_top", "closed_top_level"];
    let open: Vec<Span> = mistakes
        .iter()
        .filter(|mistake| mistake.code == "assize::policy::unclosed")
        .filter_map(Diagnostic::span)
        .collect();
    let follows = |mistake: &Diagnostic| {
        let name = mistake.code.rsplit("::").next().unwrap_or_default();
        let reaches = |span: Span| open.iter().any(|open| span.end > open.start);
        shape.contains(&name) && mistake.span().is_some_and(reaches)
    };
    mistakes.into_iter().filter(|mistake| !follows(mistake)).collect()
}
