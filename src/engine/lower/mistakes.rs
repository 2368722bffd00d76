//! One function for each mistake in an expression.
use super::{Local, Names};
use crate::engine::Stage;
use crate::engine::facts::{Entry, REVIEWER_WORDS, SEVERITIES, Type, VOCABULARY, nearest};
use crate::engine::policy::Function;
use crate::engine::rhai::{instead_of, refused};
use crate::engine::syntax::{Expr, Op};
use crate::ir::{Diagnostic, VERDICT_WORDS};
use crate::source::Span;

/// `faild.some`
pub(super) fn unknown_name(
    span: Span,
    name: &str,
    names: &Names<'_>,
    locals: &[Local],
) -> Diagnostic {
    let facts = VOCABULARY.iter().filter(|e| e.of.is_none() && e.stages.contains(&names.stage));
    let known = (names.params.iter().map(|param| param.name.as_str()))
        .chain(names.given.iter().map(|given| given.name.as_str()))
        .chain(names.lets.iter().map(|earlier| earlier.name.as_str()))
        .chain(locals.iter().map(|local| local.name.as_str()))
        .chain(facts.map(|entry| entry.name));
    let other_stage = VOCABULARY.iter().find(|e| e.of.is_none() && e.name == name);
    let below = names.all_lets.iter().any(|own| own == name);
    let help = match (nearest(name, known), other_stage) {
        _ if below => "a `let` is known below the place where it stands: move it up".to_owned(),
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

/// `fn f() { failed.some }`: a function sees what it is handed, nothing else.
pub(super) fn free_name(span: Span, name: &str, function: &str) -> Diagnostic {
    let function = function.rsplit("::").next().unwrap_or(function);
    let fact = VOCABULARY.iter().find(|e| e.of.is_none() && e.name == name);
    let handed = fact.map_or_else(|| name.to_owned(), Entry::usage);
    Diagnostic::error("assize::policy::free_name")
        .message(format!("a `fn` does not see `{name}`"))
        .label(span, "not a parameter of the function")
        .help(format!(
            "hand it over: `fn {function}({name}) {{ … }}`, called as `{function}({handed})`"
        ))
}

/// `"qa".push("x")`, `trim(env)`: rhai has it, and a policy does not.
pub(super) fn of_rhai(span: Span, name: &str) -> Diagnostic {
    let instead = instead_of(name).unwrap_or("`assize policy vocabulary` lists what there is");
    refused(span, &format!("`{name}`"), instead)
}

/// `reported.heavy()`, `phase.abs()`: it is called, and not asked of a value.
pub(super) fn not_a_verb(span: Span, name: &str, form: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::unknown_verb")
        .message(format!("`{name}` is a function, and not a verb"))
        .label(span, "behind a value")
        .help(format!("write `{form}`"))
}

/// `` `${failed}` ``
pub(super) fn group_in_text(span: Span, of: Type) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_type")
        .message(format!("{} cannot stand in a text", of.as_str()))
        .label(span, format!("this is {}", of.as_str()))
        .help("say how many: `.count`; to name them, cite them")
}

/// `failed.count / reported.count`
pub(super) fn may_be_zero(span: Span, always: bool) -> Diagnostic {
    Diagnostic::error("assize::policy::division")
        .message(match always {
            true => "nothing can be divided by 0",
            false => "this may be 0, and nothing can be divided by 0",
        })
        .label(span, if always { "always 0" } else { "may be 0" })
        .help("divide by a number, by a `param` whose range leaves 0 out, or by `max(1, …)`")
}

/// `failed in reported`, `"a" in "abc"`
pub(super) fn not_in(span: Span, item: Option<Type>, of: Option<Type>) -> Diagnostic {
    let name = |of: Option<Type>| of.map_or("this", Type::as_str);
    let help = match (item, of) {
        (_, Some(Type::Text)) => "ask the text: `text.contains(\"…\")`",
        (_, Some(of)) if of.is_group() => {
            "join groups with verbs: `.without(…)`, `.filter(|each| …)`"
        }
        (Some(Type::Int), _) => "write the numbers out: `phase in 1..5`, `phase in [1, 3]`",
        _ => "a text is in a list of texts: `env in [\"prod\", \"test\"]`",
    };
    Diagnostic::error("assize::policy::wrong_type")
        .message(format!("{} cannot be looked for in {}", name(item), name(of)))
        .label(span, "these do not fit")
        .help(help)
}

/// `failed.sme`
pub(super) fn unknown_verb(
    span: Span,
    name: &str,
    of: Type,
    stage: Stage,
    args: Option<&[Expr]>,
) -> Diagnostic {
    let verbs = || VOCABULARY.iter().filter(|e| e.of == Some(of) && e.stages.contains(&stage));
    // What is asked otherwise was not meant by a short word: `any` is not `and(…)`.
    let takes_nothing = args.is_none_or(<[_]>::is_empty);
    let alike = verbs().filter(|entry| entry.takes.is_empty() == takes_nothing);
    let near = nearest(name, alike.map(|entry| entry.name));
    let near = near.or_else(|| {
        nearest(name, verbs().map(|entry| entry.name)).filter(|_| name.chars().count() > 3)
    });
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("`assize policy vocabulary` lists the verbs of {}", of.as_str()),
    };
    Diagnostic::error("assize::policy::unknown_verb")
        .message(format!("`{name}` is not a verb of {}", of.as_str()))
        .label(span, "no such verb")
        .help(help)
}

/// `helper(failed).sme`
pub(super) fn unknown_verb_of_any(span: Span, name: &str) -> Diagnostic {
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
    let verbs = VOCABULARY.iter().filter(|e| e.of.is_some() && e.name == name);
    let verbs: Vec<String> = verbs.map(|verb| format!("`{}`", verb.usage())).collect();
    let help = match nearest(name, known) {
        _ if !verbs.is_empty() => format!("ask a value for it: {}", verbs.join(", ")),
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

/// `failed.some("x")`, `failed.some()`
pub(super) fn wrong_arguments(span: Span, entry: &Entry) -> Diagnostic {
    let (label, help) = match entry.takes.is_empty() {
        true => ("it takes nothing", format!("write it without brackets: `{}`", entry.usage())),
        false => ("other arguments are expected", format!("write `{}`", entry.usage())),
    };
    Diagnostic::error("assize::policy::wrong_arguments")
        .message(format!("`{}` is not used like this", entry.name))
        .label(span, label)
        .help(help)
}

/// `fn f(a, b)` called as `f(1)`
pub(super) fn wrong_count(span: Span, function: &Function, found: usize) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_arguments")
        .message(format!(
            "`{}` takes {} arguments, not {found}",
            function.name,
            function.params.len()
        ))
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
    } else if op == Op::Add && [a, b].contains(&Type::Text) {
        "join texts in back ticks: `${…} of ${…}`"
    } else if a.is_group() || b.is_group() {
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
pub(super) fn unknown_word(
    span: Span,
    word: &str,
    words: &[&'static str],
    own: &[String],
) -> Diagnostic {
    let what = if words == SEVERITIES { "severity" } else { "word that is known here" };
    let spoken = VERDICT_WORDS.iter().map(|(word, _)| *word);
    let more = own.iter().map(String::as_str).chain(spoken).filter(|_| words == REVIEWER_WORDS);
    let help = match nearest(word, words.iter().copied().chain(more)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if words == REVIEWER_WORDS => format!(
            "a team's words are declared in the policy, `word \"{word}\" means …;`, or in `words` of `assize.kdl`; reviewers' own are {}",
            words.join(", ")
        ),
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

/// `in_favour.having("taem", "core")`
pub(super) fn unknown_label(span: Span, name: &str, known: &[&str]) -> Diagnostic {
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("ask for it: `given {name} of seats: text;`"),
    };
    Diagnostic::error("assize::policy::unknown_label")
        .message(format!("the policy does not ask for the `{name}` of seats"))
        .label(span, "asked for nowhere")
        .help(help)
}

/// `in_favour.having(helper(), "core")`
pub(super) fn open_label(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::open_word")
        .message("what is said of seats is named here, so that it can be checked before judging")
        .label(span, "could be anything")
        .help("write its name: `having(\"team\", \"core\")`")
}

/// `seat(helper())`
pub(super) fn open_seat(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::open_seat")
        .message("the name of a seat is expected here")
        .label(span, "could be anything")
        .help("write the name, or a `param`: a seat that a policy names is expected")
}

/// What cannot be the name of a seat, if it cannot: `seat "" required;`, `seat("./qa.md").passed.some`
pub(in crate::engine) fn not_a_seat(span: Span, name: &str) -> Option<Diagnostic> {
    let blank = name.trim().is_empty();
    let wrong = blank || name.contains(['/', '\\']);
    wrong.then(|| {
        Diagnostic::error("assize::policy::seat")
            .message(match blank {
                true => "a seat has a name".to_owned(),
                false => format!("`{name}` is not the name of a seat"),
            })
            .label(span, if blank { "says nothing" } else { "a path" })
            .help("a seat is called as its file is, without its folder and its ending: `qa` for `qa.md`")
    })
}

/// `mode == "stict"`
pub(super) fn not_among(span: Span, what: &str, text: &str, choices: &[&str]) -> Diagnostic {
    let help = match nearest(text, choices.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", choices.join(", ")),
    };
    Diagnostic::error("assize::policy::unknown_word")
        .message(format!("the {what} is never `{text}`"))
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
pub(in crate::engine) fn not_a_pattern(at: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::not_a_pattern")
        .message("this is not a pattern of paths")
        .label(
            at,
            "fits nothing, or its brackets do not close, or are more than a pattern may have",
        )
        .help(
            "write a path, with `*` for a part of a name and `**` for whole folders: `\"src/**\"`",
        )
}

/// `subjects.passed_by(0)`, `expected.quorum(share)` where `share` may be 0
pub(super) fn nobody_is_enough(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::nobody_is_enough")
        .message("this may be 0: then nobody has to speak")
        .label(span, "at least 1")
        .help("ask for at least 1; the range of a parameter begins at 1 too: `param share = 60 from 1 to 100;`")
}
