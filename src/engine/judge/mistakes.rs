//! Why there is no ruling.

use crate::engine::Stage;
use crate::engine::eval::EvalError;
use crate::engine::limits::LIMITS;
use crate::engine::policy::Code;
use crate::ir::{Diagnostic, Given};
use crate::source::Span;

/// A rule that goes on and on, or asks for more than a policy may on a docket of this size.
pub(super) fn too_many_steps(what: &str, name: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::judge::too_many_steps")
        .message(format!(
            "judging takes more than {} steps, and {what} `{name}` took the last",
            LIMITS.operations
        ))
        .label(at, "while this was evaluated")
        .help("does a loop never end? narrow groups with verbs before `filter`: they cost far less")
}

/// The policy asks for a fact that the host did not give.
pub(super) fn given_missing(name: &str, of: &str) -> Diagnostic {
    Diagnostic::error("assize::judge::given_missing")
        .message(format!("the policy asks for `{name}`, which was not given"))
        .help(format!("give it as {of}; on the command line, `--given {name}=…`"))
}

pub(super) fn given_of_another_type(name: &str, of: &str, value: &Given) -> Diagnostic {
    Diagnostic::error("assize::judge::given_type")
        .message(format!("`{name}` is {of} for the policy, and {} was given", value.type_name()))
        .help(format!("give it as {of}; on the command line, `--given {name}=…`"))
}

/// The policy uses what cannot be evaluated yet: each name once, where it first stands.
pub(super) fn not_built(later: &[(String, crate::source::Span)]) -> Diagnostic {
    let mut first: Vec<&(String, crate::source::Span)> = Vec::new();
    for use_ in later {
        if !first.iter().any(|(name, _)| *name == use_.0) {
            first.push(use_);
        }
    }
    let names: Vec<String> = first.iter().map(|(name, _)| format!("`{name}`")).collect();
    let diagnostic = Diagnostic::error("assize::judge::not_built")
        .message(format!("{} cannot be evaluated yet", names.join(", ")))
        .help("`assize policy vocabulary` shows what can");
    first.iter().fold(diagnostic, |diagnostic, (_, at)| {
        diagnostic.label(*at, "part of the language, but not of this version")
    })
}

pub(super) fn stage_not_judged(stage: Stage) -> Diagnostic {
    Diagnostic::error("assize::judge::stage")
        .message(format!("a policy of the stage {} does not judge dockets", stage.as_str()))
        .help("compile a gate policy")
}

pub(super) fn not_evaluated(code: &Code, error: EvalError) -> Diagnostic {
    let (message, help) = match error {
        EvalError::Overflow => ("a number becomes too large here", "compute with smaller numbers"),
        EvalError::Internal | EvalError::Spent => (
            "this value does not have the type that was checked, which is a bug in Assize",
            "please report it; `--no-lowering` may help until it is fixed",
        ),
    };
    Diagnostic::error("assize::judge::script_error")
        .message(message)
        .label(code.span, "while this was evaluated")
        .help(help)
}

pub(super) fn not_true_or_false(code: &Code) -> Diagnostic {
    Diagnostic::error("assize::judge::not_true_or_false")
        .message("this condition is neither true nor false")
        .label(code.span, "something else")
        .help("end it in a comparison, or in `.some` or `.none`")
}

pub(super) fn not_a_citation(code: &Code) -> Diagnostic {
    Diagnostic::error("assize::judge::not_a_citation")
        .message("only cells or findings can be cited, and this is something else")
        .label(code.span, "something else")
        .help("cite a group, such as `failed.blockers`")
}

pub(super) fn not_a_text(code: &Code) -> Diagnostic {
    Diagnostic::error("assize::judge::not_a_text")
        .message("a reason must be a text, and this is something else")
        .label(code.span, "something else")
        .help("write a text, or one with `${…}` in back ticks")
}

pub(super) fn no_value(code: &Code) -> Diagnostic {
    Diagnostic::error("assize::judge::no_value")
        .message("the value cannot be used here")
        .label(code.span, "not a group, number or text")
        .help("return a group, a number, a text, or true or false")
}
