//! One function for each mistake in an expression.
use super::super::Stage;
use super::super::facts::{Entry, SEVERITIES, Type, VOCABULARY, nearest};
use super::super::policy::Function;
use super::super::syntax::Op;
use super::{Names, is_group};
use crate::ir::Diagnostic;
use crate::source::Span;

/// `faild.some`
pub(super) fn unknown_name(span: Span, name: &str, names: &Names<'_>) -> Diagnostic {
    let facts = VOCABULARY.iter().filter(|e| e.of.is_none() && e.stages.contains(&names.stage));
    let known = (names.params.iter().map(|param| param.name.as_str()))
        .chain(names.given.iter().map(|given| given.name.as_str()))
        .chain(names.lets.iter().map(|earlier| earlier.name.as_str()))
        .chain(facts.map(|entry| entry.name));
    let other_stage = VOCABULARY.iter().find(|e| e.of.is_none() && e.name == name);
    let help = match (nearest(name, known), other_stage) {
        (_, Some(entry)) => {
            let stages: Vec<_> = entry.stages.iter().map(|stage| stage.as_str()).collect();
            format!("`{name}` is a fact of the stage {}", stages.join(" and "))
        }
        (Some(near), None) => format!("did you mean `{near}`?"),
        (None, None) => "`assize policy vocabulary` lists what a policy may use".to_owned(),
    };
    Diagnostic::error("assize::policy::unknown_name")
        .message(format!("nothing is called `{name}`"))
        .label(span, "neither a fact nor a name of this policy")
        .help(help)
}

/// `failed.sme`
pub(super) fn unknown_verb(span: Span, name: &str, of: Type, stage: Stage) -> Diagnostic {
    let verbs = VOCABULARY.iter().filter(|e| e.of == Some(of) && e.stages.contains(&stage));
    let help = match nearest(name, verbs.map(|entry| entry.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("`assize policy vocabulary` lists the verbs of {}", of.as_str()),
    };
    Diagnostic::error("assize::policy::unknown_verb")
        .message(format!("`{name}` is not a verb of {}", of.as_str()))
        .label(span, "no such verb")
        .help(help)
}

/// `helper(failed).sme`
pub(in crate::engine) fn unknown_verb_of_any(span: Span, name: &str) -> Diagnostic {
    let verbs = VOCABULARY.iter().filter(|entry| entry.of.is_some());
    let help = match nearest(name, verbs.map(|entry| entry.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`assize policy vocabulary` lists what a policy may use".to_owned(),
    };
    Diagnostic::error("assize::policy::unknown_verb")
        .message(format!("`{name}` is not a verb"))
        .label(span, "no such verb")
        .help(help)
}

/// `agreee(reported)`
pub(super) fn unknown_function(span: Span, name: &str, names: &Names<'_>) -> Diagnostic {
    let facts = VOCABULARY.iter().filter(|e| e.of.is_none() && !e.takes.is_empty());
    let known = names.functions.iter().map(|f| f.name.as_str()).chain(facts.map(|e| e.name));
    let help = match nearest(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if name.contains("::") => "import the file that defines it".to_owned(),
        None => format!("write `fn {name}(…) {{ … }}` in this policy"),
    };
    Diagnostic::error("assize::policy::unknown_function")
        .message(format!("no function is called `{name}`"))
        .label(span, "neither a fact nor a `fn` of this policy")
        .help(help)
}

/// `seat.some`
pub(super) fn needs_arguments(span: Span, entry: &Entry) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_arguments")
        .message(format!("`{}` takes an argument", entry.name))
        .label(span, "it is given none")
        .help(format!("write `{}`", entry.usage()))
}

/// `failed.some("x")`
pub(super) fn wrong_arguments(span: Span, entry: &Entry) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_arguments")
        .message(format!("`{}` is not used like this", entry.name))
        .label(span, "other arguments are expected")
        .help(format!("write `{}`", entry.usage()))
}

/// `fn f(a, b)` called as `f(1)`
pub(super) fn wrong_count(span: Span, function: &Function, found: usize) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_arguments")
        .message(format!("`{}` takes {} arguments, not {found}", function.name, function.params))
        .label(span, "called here")
        .help("give it as many as its `fn` has")
}

/// `failed.count && true`
pub(super) fn wrong_type(span: Span, wanted: Type, found: Option<Type>) -> Diagnostic {
    let found = found.map_or("something else", Type::as_str);
    let help = match (wanted, found) {
        (Type::Bool, "cells" | "findings" | "topics" | "waivers") => {
            "ask whether there is any: `.some`, or none: `.none`"
        }
        (Type::Bool, "int") => "compare it: `> 0`",
        _ => "`assize policy vocabulary` shows the types",
    };
    Diagnostic::error("assize::policy::wrong_type")
        .message(format!("{} is expected here, not {found}", wanted.as_str()))
        .label(span, format!("this is {found}"))
        .help(help)
}

/// `failed == 3`
pub(super) fn cannot_compare(span: Span, op: Op, a: Type, b: Type) -> Diagnostic {
    let what = if op.is_arithmetic() { "computed with" } else { "compared" };
    let help = if a == b && a == Type::Text && !op.is_arithmetic() {
        "texts are equal or not: `==`, `!=`"
    } else if is_group(a) || is_group(b) {
        "ask a group for `.count`, `.some` or `.without(…)`"
    } else {
        "both sides need the same type"
    };
    Diagnostic::error("assize::policy::wrong_type")
        .message(format!("{} and {} cannot be {what} like this", a.as_str(), b.as_str()))
        .label(span, "these do not fit")
        .help(help)
}

/// `findings.at_least("hihg")`
pub(super) fn unknown_word(span: Span, word: &str, words: &[&'static str]) -> Diagnostic {
    let what = if words == SEVERITIES { "severity" } else { "word that is known here" };
    let help = match nearest(word, words.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", words.join(", ")),
    };
    Diagnostic::error("assize::policy::unknown_word")
        .message(format!("`{word}` is not a {what}"))
        .label(span, "not known")
        .help(help)
}

/// `findings.at_least(helper())`
pub(super) fn open_word(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::open_word")
        .message("a word is expected here that can be checked before judging")
        .label(span, "could be anything")
        .help("write the word, or a `param` that lists its choices with `among`")
}

/// `seat(helper())`
pub(super) fn open_seat(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::open_seat")
        .message("the name of a seat is expected here")
        .label(span, "could be anything")
        .help("write the name, or a `param`: a seat that a policy names is expected")
}

/// `mode == "stict"`
pub(super) fn not_among(span: Span, text: &str, choices: &[&str]) -> Diagnostic {
    let help = match nearest(text, choices.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", choices.join(", ")),
    };
    Diagnostic::error("assize::policy::unknown_word")
        .message(format!("the parameter is never `{text}`"))
        .label(span, "not among its choices")
        .help(help)
}

/// `reported.filter(true)`
pub(super) fn needs_closure(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_arguments")
        .message("`filter` takes a closure with one parameter")
        .label(span, "not such a closure")
        .help("write `filter(|each| each.weight > 1)`")
}

/// `filter(|c| { let x = 1; c.weight > x })`
pub(super) fn closure_with_block(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::refused")
        .message("a closure with a block has no place here")
        .label(span, "more than one expression")
        .help("write a `fn` and call it with what it needs")
}

/// `failed.filter(|c| failed.count > 1)`
pub(super) fn names_its_group(span: Span, group: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::names_its_group")
        .message(format!("a closure cannot ask `{group}` while it runs over `{group}`"))
        .label(span, format!("`{group}` is in use here"))
        .help(format!("ask before: `let known = {group}.count;`, and use `known` in the closure"))
}

/// `when |c| c.some`
pub(super) fn stray_closure(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_type")
        .message("a closure is used where a value is expected")
        .label(span, "nothing calls it")
        .help("pass it to `filter`")
}

/// `seats(["a", "b"]).all`
pub(super) fn all_of_no_state(at: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::all_of_no_state")
        .message("`all` asks whether everybody is in some state, and no state stands before it")
        .label(at, "all of them are what?")
        .help("say which state: `passed.all`, `seats([\"qa\", \"security\"]).reported.all`")
}

/// `day("2026-02-30")`
pub(super) fn not_a_day(at: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::not_a_day")
        .message("this is not a day of the calendar")
        .label(at, "not written as year, month and day")
        .help("write it out: `day(\"2027-01-31\")`")
}

/// `changed("src/{a")`
pub(super) fn not_a_pattern(at: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::not_a_pattern")
        .message("this is not a pattern of paths")
        .label(at, "never fits anything, or has brackets that do not close")
        .help(
            "write a path, with `*` for a part of a name and `**` for whole folders: `\"src/**\"`",
        )
}
