//! One function for each mistake at the top level of a policy.

mod bench;

use super::ITEMS;
use crate::engine::Stage;
use crate::engine::facts::nearest;
use crate::engine::limits::LIMITS;
use crate::engine::lint::{LINTS, Lint};
use crate::ir::{ACTIONS, Diagnostic, Outcome};
use crate::source::Span;
pub(in crate::engine) use bench::{asks_an_observer, seated_otherwise};
pub(super) use bench::{
    bad_base, extends_outside, extends_too_deep, extends_twice, given_otherwise, laxer_by_name,
    laxer_seat, left_out_unasked, left_out_unclear, seated_twice, seats_of_a_run, seats_of_no_list,
    taken_by_base, unknown_base, weight_in_extension,
};

pub(super) fn too_long(bytes: usize) -> Diagnostic {
    Diagnostic::error("assize::policy::too_long")
        .message(format!("the policy is {bytes} bytes long; {} are allowed", LIMITS.text))
        .help("a policy is a page or two; keep data elsewhere")
}

pub(super) fn too_many_items(items: usize) -> Diagnostic {
    Diagnostic::error("assize::policy::too_long")
        .message(format!("the policy has {items} statements; {} are allowed", LIMITS.items))
        .help("a policy is a page or two")
}

pub(super) fn unreadable(why: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::encoding")
        .message(format!("the policy cannot be read: {why}"))
        .help("save it as UTF-8 with LF or CRLF line ends")
}

/// `"abc`, `/* abc`, `(abc`
pub(super) fn unclosed(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::unclosed")
        .message("this never ends")
        .label(span, "opened here")
        .help("close it")
}

/// `failed.some)`
pub(super) fn stray_bracket(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::unclosed")
        .message("this bracket closes nothing")
        .label(span, "no bracket of this kind is open")
        .help("remove it, or open one before")
}

/// `fn f() { rule "x" otherwise pass; }`
pub(super) fn not_at_the_top(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::not_at_the_top")
        .message(format!("a `{what}` belongs at the top level of a policy, not inside something"))
        .label(span, "inside brackets or a function")
        .help("decisions are syntax: nothing can compute or reach one; move it to the top level")
}

/// `//! language 7`
pub(super) fn unknown_language(span: Span, version: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::unknown_language")
        .message(format!("this version of Assize does not know the policy language `{version}`"))
        .label(span, "says which language the policy is written in")
        .help("write `language 1`, or use a newer version")
}

/// `rule "a" otherwise pass` before the next rule
pub(super) fn missing_semicolon(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::missing_semicolon")
        .message("a `;` is missing")
        .label(span, "after this")
        .help("every statement ends in `;`")
}

/// `return pass;`, `if failed.some { … }`, `fail`
pub(super) fn closed_top_level(span: Span, near: Option<&str>) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a policy is made of {}", ITEMS.join(", ")),
    };
    Diagnostic::error("assize::policy::closed_top_level")
        .message("this has no place at the top level of a policy")
        .label(span, "decides nothing and may not be here")
        .help(help)
}

/// `rule when failed.some then fail`
pub(super) fn wrong_shape(span: Span, why: &str, form: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_shape")
        .message("this statement is incomplete, or its parts are in the wrong order")
        .label(span, why)
        .help(format!("write it like this: `{form}`"))
}

/// `when then fail`
pub(super) fn nothing_follows(span: Span, keyword: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::wrong_shape")
        .message(format!("nothing follows `{keyword}`"))
        .label(span, "something must follow")
        .help("write an expression after it")
}

/// `param limit = 3;`
pub(super) fn param_without_range(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::param_without_range")
        .message("a `param` must say which values it may have")
        .label(span, "no range")
        .help("add `from LOW to HIGH`, or `among [\"…\", \"…\"]`")
}

/// `param limit = 3 from 9 to 1;`
pub(super) fn empty_range(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::param_range")
        .message("nothing is in this range")
        .label(span, "an empty range, or no range at all")
        .help("write two whole numbers, the lower one first, or a list of texts")
}

/// `param limit = failed.count from 1 to 9;`
pub(super) fn not_a_literal(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::param_value")
        .message("the value of a `param` must be written as a literal")
        .label(span, "not a number, a text or a list of texts")
        .help("compute with `let`, choose with `param`")
}

/// `param limit = 0 from 1 to 9;`
pub(super) fn default_outside(span: Span, why: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::param_range")
        .message(format!("the value is outside its own range: {why}"))
        .label(span, "does not fit")
        .help("change the value or the range")
}

/// `import "nowhere" as n;`
pub(super) fn unknown_import(span: Span, path: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::import")
        .message(format!("there is no `{path}` to import"))
        .label(span, "not beside the policy")
        .help("only files in the policy's own folder can be imported")
}

/// An imported file with something else than `fn`s.
pub(super) fn not_a_function(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::import")
        .message("an imported file contains `fn`s and nothing else")
        .label(span, "not a `fn`")
        .help("move it into the policy")
}

/// `fn some(x) { true }`
pub(super) fn native_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::native_function")
        .message(format!("`{name}` is a name of Assize, so no `fn` can have it"))
        .label(span, "would replace it silently")
        .help("choose another name")
}

/// `let failed = 1;`
pub(super) fn taken(span: Span, name: &str, whose: &str) -> Diagnostic {
    let (message, label) = if name.trim().is_empty() {
        ("a name cannot be blank".to_owned(), "says nothing")
    } else {
        (format!("`{name}` is already the name of {whose}"), "given again")
    };
    Diagnostic::error("assize::policy::name_taken")
        .message(message)
        .label(span, label)
        .help("choose another name")
}

/// `let default = 1;`, `param größe = 1 from 1 to 9;`
pub(super) fn not_a_name(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::not_a_name")
        .message("this cannot be a name")
        .label(span, "reserved, or contains other characters")
        .help("use letters from a to z, digits and `_`; some words are reserved by rhai")
}

/// `word "fail" means pass;`, `word "REJECTED" means warn;`
pub(super) fn misleading_word(span: Span, name: &str, worse: Option<Outcome>) -> Diagnostic {
    let message = match worse {
        Some(worse) => {
            format!("`{name}` means `{}` to reviewers, and nothing better", worse.as_str())
        }
        None => format!("`{name}` cannot mean anything but what it says"),
    };
    Diagnostic::error("assize::policy::misleading_word")
        .message(message)
        .label(span, "would mislead whoever reads it")
        .help("choose another word")
}

/// `word "GO" means pass; word "NO-GO" means fail;`
pub(super) fn word_order(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::word_order")
        .message(format!("`{name}` is worse than the word before it"))
        .label(span, "words are listed worst first")
        .help("their order is the precedence: fail, hold, warn, pass")
}

/// `then failed.some`
pub(super) fn not_a_word(span: Span, near: Option<&str>) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write `pass`, `warn`, `hold`, `fail`, or a text declared with `word`".to_owned(),
    };
    Diagnostic::error("assize::policy::not_a_word")
        .message("a rule decides with one word")
        .label(span, "not a word")
        .help(help)
}

/// `then psas`
pub(super) fn unknown_decision(
    span: Span,
    word: &str,
    stage: Stage,
    declared: &[&str],
) -> Diagnostic {
    let bare: &[&str] =
        if stage == Stage::Redispatch { ACTIONS } else { &["fail", "hold", "warn", "pass"] };
    let known = || bare.iter().chain(declared).copied();
    let help = match nearest(word, known()) {
        _ if bare.contains(&word) => format!("write `{word}` without quotes"),
        Some(near) if declared.contains(&near) => format!("did you mean `\"{near}\"`?"),
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", known().collect::<Vec<_>>().join(", ")),
    };
    Diagnostic::error("assize::policy::unknown_word")
        .message(format!("`{word}` is not a word of this policy"))
        .label(span, "decides nothing")
        .help(help)
}

/// `citing failed citing warned`
pub(super) fn tail_twice(span: Span, keyword: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::tail_twice")
        .message(format!("`{keyword}` is given twice"))
        .label(span, "the second one")
        .help("keep one")
}

/// A rule behind `otherwise`.
pub(super) fn after_otherwise(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::after_otherwise")
        .message("this rule can never decide")
        .label(span, "comes after an `otherwise`")
        .help("the rule with `otherwise` comes last")
}

/// `rule "all others" when round >= 1 then pass;`
pub(super) fn always_opens(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::always_opens")
        .message("this condition is true whatever the reviewers say, and its rule opens the gate")
        .label(span, "always true")
        .help("say what must be so before the gate opens: `when passed.all`")
}

/// `rule "all others" otherwise pass;` in a gate
pub(super) fn opens_otherwise(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::opens_otherwise")
        .message("an `otherwise` cannot open a gate: it holds for what nobody thought of")
        .label(span, "say when this rule holds")
        .help("write `when passed.all`, or a word that shuts: `otherwise hold`")
}

/// `ask` in a gate.
pub(super) fn ask_outside(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::ask_outside")
        .message("`ask` belongs to the redispatch stage")
        .label(span, "a gate policy does not ask anybody")
        .help("remove it; `because` gives a reason")
}

/// `then fail overriding "…"`
pub(super) fn overriding_shut(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::overriding_shut")
        .message("there is nothing to override: this rule does not open the gate")
        .label(span, "on a rule that shuts")
        .help("remove it")
}

/// `then warn overriding " "`
pub(super) fn overriding_without_reason(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::overriding_without_reason")
        .message("an override needs a reason, written as a plain text")
        .label(span, "not a plain text")
        .help("write what it lifts, and why: `overriding seat(\"qa\") \"why\"`")
}

pub(super) fn no_rules() -> Diagnostic {
    Diagnostic::error("assize::policy::no_rules")
        .message("the policy has no rule, so it could never decide")
        .help("write `rule \"NAME\" when CONDITION then WORD;`")
}

/// More mistakes than anybody reads at once.
pub(super) fn more_mistakes(more: usize) -> Diagnostic {
    Diagnostic::error("assize::policy::more_mistakes")
        .message(format!("there are {more} more mistakes"))
        .help("mend the first ones, and check again")
}

/// `allow "unused_wrod" "…";`
pub(super) fn unknown_lint(span: Span, name: &str) -> Diagnostic {
    let near = nearest(name, LINTS.iter().map(Lint::name));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`assize policy check` shows the name behind `assize::lint::`".to_owned(),
    };
    Diagnostic::error("assize::policy::allow")
        .message(format!("the linter looks for nothing that is called `{name}`"))
        .label(span, "not the name of a lint")
        .help(help)
}

pub(super) fn allowed_twice(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::allow")
        .message(format!("`{name}` is allowed twice"))
        .label(span, "the second one")
        .help("keep one, with its reason")
}

/// `allow "unused_word" "";`
pub(super) fn no_reason(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::allow")
        .message("this says no reason")
        .label(span, "shown by `assize policy check -v`")
        .help("say in a few words why it is meant")
}

/// `overriding …` in a policy that extends another one
pub(super) fn overriding_in_extension(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::overriding_in_extension")
        .message("a policy that extends another one cannot lift anything")
        .label(span, "an extension can only tighten")
        .help("remove it; copy the other policy where you need another one")
}

/// `overriding "why"` without a group
pub(super) fn overriding_without_group(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::overriding_without_group")
        .message("an override must say what it lifts")
        .label(span, "nothing is named")
        .help("write `overriding seat(\"qa\") \"why\"`, or `overriding findings.waived(today) \"why\"`")
}

/// `otherwise excuse`
pub(super) fn excuse_otherwise(span: Span) -> Diagnostic {
    Diagnostic::error("assize::policy::excuse_otherwise")
        .message("an `otherwise` cannot excuse: it holds for what nobody thought of")
        .label(span, "say when this rule holds")
        .help("write `when tried(\"respawn\") >= 2`, or `otherwise escalate`")
}

/// `given phase: int = "three";`
pub(super) fn given_value(span: Span, of: &str) -> Diagnostic {
    Diagnostic::error("assize::policy::given_value")
        .message(format!("this is not a value of the type {of}, or not one that the fact may have"))
        .label(span, "does not fit")
        .help("write a value of its type, and one that stands behind `among`")
}
