//! Why there is no ruling.

use crate::engine::Stage;
use crate::engine::eval::EvalError;
use crate::engine::facts::{Id, nearest};
use crate::engine::limits::LIMITS;
use crate::engine::policy::{Code, GivenFact, SeatLabel};
use crate::ir::{Diagnostic, Given, Misplaced};
use crate::source::Span;

/// A rule that goes on and on, or asks for more than a policy may on a docket of this size.
pub(super) fn too_many_steps(what: &str, name: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::judge::too_many_steps")
        .message(format!(
            "judging takes more than {} steps, and {what} `{name}` took the last",
            LIMITS.operations
        ))
        .label(at, "while this was evaluated")
        .help(
            "every rule pays for what it looks at: narrow groups with verbs (they cost far less than `filter`), ask a \
             long list once, in a `let`; and does a loop never end?",
        )
}

/// The policy asks for a fact that the host did not give.
pub(super) fn given_missing(name: &str, of: &str) -> Diagnostic {
    Diagnostic::error("assize::judge::given_missing")
        .message(format!("the policy asks for `{name}`, which was not given"))
        .help(match (name, of) {
            ("today", "date") => {
                "on the command line, `--given today=2027-01-01`, or `--today` for the day by the clock".to_owned()
            }
            _ => format!("give it as {of}; on the command line, `--given {name}=…`"),
        })
}

pub(super) fn given_of_another_type(name: &str, of: &str, value: &Given) -> Diagnostic {
    Diagnostic::error("assize::judge::given_type")
        .message(format!("`{name}` is {of} for the policy, and {} was given", value.type_name()))
        .help(format!("give it as {of}; on the command line, `--given {name}=…`"))
}

/// `--given phase=9` where the policy knows 1, 2 and 3.
pub(super) fn given_outside(given: &GivenFact, value: &Given) -> Diagnostic {
    let known: Vec<String> = given.among.iter().map(ToString::to_string).collect();
    let found = Diagnostic::error("assize::judge::given_outside")
        .message(format!("`{}` cannot be `{value}`", given.name));
    match known.is_empty() {
        true => found.help("it names seats, and a seat has a name"),
        false => found.help(format!("the policy knows {}", known.join(", "))),
    }
}

/// `seat "dev-2" role="ownr"` where the policy knows owners and readers.
pub(super) fn label_outside(seat: &str, label: &SeatLabel, said: &str) -> Diagnostic {
    let known = label.among.iter().map(String::as_str);
    let near = nearest(said, known.clone()).map(|near| format!("did you mean `{near}`?"));
    let all = || format!("the policy knows {}", known.collect::<Vec<_>>().join(", "));
    Diagnostic::error("assize::judge::given_outside")
        .message(format!("the `{}` of `{seat}` cannot be `{said}`", label.name))
        .help(near.unwrap_or_else(all))
}

/// The policy asks what the change touches, and no one told.
pub(super) fn not_told(id: Id, at: Span) -> Diagnostic {
    let (what, flag) = match id {
        Id::LinesChanged => ("how many lines the change has", "`git diff --numstat`"),
        Id::Unseen => return earlier_not_told(at),
        Id::Unowned => return owners_not_told(at),
        _ => ("which paths the change touches", "`git diff --name-only`"),
    };
    Diagnostic::error("assize::judge::not_told")
        .message(format!("the policy asks {what}, and nobody told"))
        .label(at, "asks for it")
        .help(match id {
            Id::LinesChanged => format!(
                "on the command line, `--changed-from FILE` with what {flag} prints; where it says `-`, git counted no \
                 lines of a file, and they are not known until numbers stand there"
            ),
            _ => format!("on the command line, `--changed-from FILE` with what {flag} prints"),
        })
}

/// `in_favour.unowned.count > 0`
fn owners_not_told(at: Span) -> Diagnostic {
    Diagnostic::error("assize::judge::not_told")
        .message("the policy asks who owns what the change touches, and nobody told")
        .label(at, "asks for it")
        .help(
            "on the command line, `--owners CODEOWNERS`, and `--changed-from FILE` with what `git diff --name-only` \
             prints",
        )
}

/// `overriding findings.unseen "…"`
fn earlier_not_told(at: Span) -> Diagnostic {
    Diagnostic::error("assize::judge::not_told")
        .message("the policy overrides by what earlier rounds found, and nobody told")
        .label(at, "asks for it")
        .help("on the command line, `--previous FOLDER` with the reports of an earlier round")
}

/// The host says another thing of a seat than the policy.
pub(super) fn misplaced(seat: &Misplaced, policy: &str) -> Diagnostic {
    let Misplaced { seat, policy: own, host } = seat;
    Diagnostic::error("assize::judge::misplaced_seat")
        .message(format!("`{seat}` is {host} here, and `{policy}` {own}"))
        .help(
            "who counts, and how, is the policy's to say: a voter can be made required, and nothing else; observers are \
             asked with `observers`",
        )
}

/// A policy of one stage where another one is asked.
pub(super) fn not_this_stage(policy: &str, own: Stage, wanted: Stage) -> Diagnostic {
    let what = match wanted {
        Stage::Gate => "judges a docket",
        Stage::Audit => "audits verdicts",
        Stage::Redispatch => "says what is to be tried on a seat",
    };
    Diagnostic::error("assize::judge::stage")
        .message(format!(
            "`{policy}` is a policy of the {own} stage, and only one of the {wanted} stage {what}"
        ))
        .help(format!("name a policy of the {wanted} stage"))
}

/// The gate asks for a number, and its audit for a text of the same name.
pub(super) fn given_differs(name: &str, of: &str, known: &str) -> Diagnostic {
    Diagnostic::error("assize::judge::given_differs")
        .message(format!(
            "this policy asks for `{name}` as {of}, and the policy of another stage as {known}"
        ))
        .help("a fact of a run has one type: ask for it alike, or by another name")
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
        .message("only seats or findings can be cited, and this is something else")
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
