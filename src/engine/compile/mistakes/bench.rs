//! Mistakes about who sits, and about what a policy stands on.

use crate::ir::{Diagnostic, Stake};
use crate::source::Span;

/// `seat humans voting;` where `humans` is no list
pub(in crate::engine::compile) fn seats_of_no_list(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::seat")
        .message(format!("`{name}` is not a list of seats"))
        .label(span, "neither a text nor a `param` that is a list")
        .help(format!("write `seat \"{name}\" …`, or `param {name} = [\"…\"] from 1 to 9;`"))
}

pub(in crate::engine::compile) fn seated_twice(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::seat")
        .message(format!("`{name}` is seated twice"))
        .label(span, "the second one")
        .help("keep one")
}

/// `given author: seat;` in an audit
pub(in crate::engine::compile) fn seats_of_a_run(span: Span, of: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::seat")
        .message(format!("only a gate policy sees `{of}` of a run"))
        .label(span, "no bench is looked at here")
        .help("ask for its name: `text`, or `list`")
}

/// `given on_call: seat; seat on_call voting;`
pub(in crate::engine::compile) fn laxer_by_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::seat")
        .message(format!("a run says who `{name}` is, and must not say how much it counts"))
        .label(span, "could count for less, or weigh more, than by its own name")
        .help(format!("write `seat {name} required;`, or leave it as the panel seats it"))
}

/// `seat leads required; seat humans voting;` where both lists name `dana`
pub(in crate::engine) fn seated_otherwise(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::seat")
        .message(format!("`{name}` is seated twice, and each time otherwise"))
        .label(span, "named here, and in another list or line")
        .help("name it once: whether it is required and what it weighs must not hang on which line is read")
}

/// `seat "style" observer; rule "x" when seat("style").failed.some then fail;`
pub(in crate::engine) fn asks_an_observer(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::seat")
        .message(format!("`{name}` is an observer here, and a condition asks for its answer"))
        .label(span, "observers are in no other group")
        .help("seat it `voting` or `required`, or leave it to note what observers say: `observers`")
}

pub(in crate::engine::compile) fn extends_outside(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::extends")
        .message("only a gate policy stands on others")
        .label(span, "in another stage")
        .help("copy what you need")
}

pub(in crate::engine::compile) fn extends_too_deep(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::extends")
        .message(format!("`{name}` extends itself, or stands on too many others"))
        .label(span, "stands on it")
        .help("a policy stands on others that do not stand on it")
}

pub(in crate::engine::compile) fn unknown_base(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::extends")
        .message(format!("there is no policy `{name}` to extend"))
        .label(span, "neither built in nor beside this policy")
        .help("`assize policy list` names those that there are")
}

pub(in crate::engine::compile) fn extends_twice(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::extends")
        .message(format!("`{name}` is extended twice"))
        .label(span, "the second one")
        .help("keep one")
}

/// A base that does not compile; what is wrong with it is reported where it is.
pub(in crate::engine::compile) fn bad_base(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::extends")
        .message(format!("`{name}` cannot be extended: it does not compile"))
        .label(span, "extended here")
        .help(format!("mend `{name}` first"))
}

/// A name that a base has.
pub(in crate::engine::compile) fn taken_by_base(span: Span, name: &str, base: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::name_taken")
        .message(format!("`{name}` is already a name in `{base}`, which this policy extends"))
        .label(span, "given again")
        .help("choose another name")
}

/// `given phase: text;` over a base with `given phase: int;`
pub(in crate::engine::compile) fn given_otherwise(
    span: Span,
    name: &str,
    base: &str,
) -> Diagnostic {
    Diagnostic::error("assize::policy::name_taken")
        .message(format!("`{base}` asks for `{name}` in another way"))
        .label(span, "not as in the policy that this one extends")
        .help("ask for it alike, or under another name")
}

/// `seat "qa" observer;` over a base that requires it
pub(in crate::engine::compile) fn laxer_seat(
    span: Span,
    name: &str,
    base: &str,
    stake: &str,
) -> Diagnostic {
    Diagnostic::error("assize::policy::laxer_seat")
        .message(format!("`{name}` is {stake} in `{base}`, which this policy extends"))
        .label(span, "counts for less here")
        .help("an extension can only tighten: leave it out, or make it `required`")
}

/// `seat "security" required, unreadable may be left out;`
pub(in crate::engine::compile) fn left_out_unasked(span: Span, stake: Stake) -> Diagnostic {
    let why = match stake {
        Stake::Observer => "an observer never counts",
        _ => "a required seat shuts the gate while it cannot be read",
    };
    Diagnostic::error("assize::policy::seat")
        .message("only a voter can be left out")
        .label(span, why)
        .help("make it `voting`, or leave out `may be left out`")
}

/// `others voting, missing may be left out;`
pub(in crate::engine::compile) fn left_out_unclear(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::seat")
        .message("this does not say what may be left out")
        .label(span, "a voter is left out while it is `unreadable`, `doubted`, or either")
        .help("write `others voting, unreadable and doubted may be left out;`, or one of the two; who says nothing is for the rules to weigh")
}

pub(in crate::engine::compile) fn weight_in_extension(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::laxer_seat")
        .message(format!("`{name}` gets a weight in a policy that extends another one"))
        .label(span, "changes how the other policy counts")
        .help("an extension can only tighten: leave the weight out")
}
