//! What is said when rhai cannot parse or run a piece.

use rhai::EvalAltResult;

use super::reader::byte_of;
use super::{FN_FORM, Thunk};
use crate::engine::limits::LIMITS;
use crate::engine::script::Script;
use crate::ir::Diagnostic;
use crate::source::Span;

/// rhai could not parse a piece: `failed.some &&`.
pub(super) fn syntax_error(script: &Script, error: &rhai::ParseError, piece: Span) -> Diagnostic {
    let behind = script.token_at(piece.end as usize);
    let last = script.sign_before(behind).unwrap_or(piece);
    let at = match error.position() {
        position if position.is_none() => piece,
        position => script.span_at(byte_of(script, position)).unwrap_or(piece),
    };
    let is_fn = script.is(script.token_at(piece.start as usize), "fn");
    // Brackets were put around an expression: an error behind it belongs to its end.
    let early = at.start >= piece.end;
    let at = if early { last } else { at };
    let at = at.in_source(piece.source);
    let told = error.err_type().to_string();
    let (message, help) = match error.err_type() {
        _ if is_fn && early => ("this `fn` ends too early".to_owned(), FN_FORM),
        _ if early => ("this ends too early".to_owned(), "something must follow it"),
        _ if told.contains("is disabled") => (
            format!("`{}` has no place here", script.blanked_at(at)),
            "a policy has no files, clock, output or `eval`",
        ),
        rhai::ParseErrorType::MissingToken(..) if !is_fn && script.blanked_at(at) == "=" => {
            ("nothing can be assigned here".to_owned(), "compare with `==`")
        }
        rhai::ParseErrorType::MissingToken(token, _) if !is_fn && token == ")" => (
            "this does not continue the expression".to_owned(),
            "join conditions with `&&` or `||`",
        ),
        rhai::ParseErrorType::ExprTooDeep => {
            ("this expression is nested too deeply".to_owned(), "name parts of it with `let`")
        }
        rhai::ParseErrorType::Reserved(word) => {
            (format!("`{word}` is a reserved word of rhai"), "choose another name")
        }
        _ if is_fn => (lower_first(&told).replace('\'', "`"), FN_FORM),
        _ => (lower_first(&told).replace('\'', "`"), "a rhai expression belongs here"),
    };
    Diagnostic::error("assize::policy::syntax").message(message).label(at, "here").help(help)
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

/// `when` is followed by nothing, or by a statement.
pub(super) fn not_an_expression(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::not_an_expression")
        .message("this is not one expression")
        .label(span, "here")
        .help("write one condition, such as `failed.some`")
}

/// `when { let x = 1; x > 0 }`: something that has no place in a policy.
pub(in crate::engine) fn refused(span: Span, what: &str, help: &str) -> Diagnostic {
    let have = if what.starts_with('`') && !what.contains(' ') { "has" } else { "have" };
    Diagnostic::error("assize::policy::refused")
        .message(format!("{what} {have} no place here"))
        .label(span, "not allowed")
        .help(help)
}

/// `1.5`
pub(in crate::engine) fn float(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::float")
        .message("numbers cannot have a decimal point")
        .label(span, "not a whole number")
        .help("use whole numbers, such as percent")
}

/// `99999999999999999999`
pub(super) fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::too_large")
        .message("this number is too large")
        .label(span, "more than 9223372036854775807")
        .help("write a smaller one")
}

/// A thunk that ran into an error. That the budget is spent is reported by who judges.
pub(super) fn run_error(thunk: &Thunk, error: &EvalAltResult) -> Diagnostic {
    let inner = error.unwrap_inner();
    let (code, message, help) = match inner {
        EvalAltResult::ErrorStackOverflow(_) => (
            "assize::judge::too_deep",
            format!("functions call each other more than {} deep", LIMITS.call_levels),
            "does a function call itself forever?",
        ),
        EvalAltResult::ErrorDataTooLarge(..) => (
            "assize::judge::too_large",
            "the policy builds a value that is too large".to_owned(),
            "ask the groups instead of building lists",
        ),
        other => (
            "assize::judge::script_error",
            lower_first(other.to_string().lines().next().unwrap_or_default())
                .split(" (line ")
                .next()
                .unwrap_or_default()
                .to_owned(),
            "an error leaves the gate shut; fix the policy",
        ),
    };
    Diagnostic::error(code)
        .message(message)
        .label(thunk.span, "while this was evaluated")
        .help(help)
}
