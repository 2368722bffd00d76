//! What each lint says.

use super::Lint;
use crate::engine::policy::{Allow, Declared, Rule};
use crate::ir::Diagnostic;
use crate::source::Span;

/// The other rule that matters, and where its name stands.
type Other<'a> = Option<(&'a str, Span)>;

fn what(rule: &Rule) -> &'static str {
    if rule.word.is_some() { "rule" } else { "note" }
}

/// `when failed.some && passed.all`
pub(super) fn never(lint: &Lint, rule: &Rule, at: Span) -> Diagnostic {
    lint.found(format!("the {} `{}` can never hold", what(rule), rule.name))
        .label(at, "cannot be true, whatever the reviewers say")
        .help(format!("ask for something that can be, or remove the {}", what(rule)))
}

/// `when reported.count >= 0 then hold`
pub(super) fn always(lint: &Lint, rule: &Rule, at: Span) -> Diagnostic {
    let help = match rule.word {
        Some(_) => "no rule behind it ever decides: ask for less, or write `otherwise`",
        None => "ask for what is worth a note",
    };
    lint.found(format!("the {} `{}` always holds", what(rule), rule.name))
        .label(at, "true whatever the reviewers say")
        .help(help)
}

/// `failed.some` is asked before `failed.unexplained.some`
pub(super) fn decided_before(lint: &Lint, rule: &Rule, at: Span, by: Other<'_>) -> Diagnostic {
    let found = lint.found(format!("the rule `{}` never decides", rule.name));
    match by {
        Some((name, other)) => found
            .label(at, format!("whenever this is true, `{name}` holds as well"))
            .label(other, "comes first")
            .help("write the exception into the condition of that rule, or remove this one"),
        None => found
            .label(at, "whenever this is true, another rule holds that comes first")
            .help("write the exception into the conditions of those rules, or remove this one"),
    }
}

/// An `otherwise` behind `failed.some` and `failed.none`
pub(super) fn otherwise_is_never_left(lint: &Lint, rule: &Rule, at: Span) -> Diagnostic {
    lint.found(format!("the rule `{}` never decides", rule.name))
        .label(at, "one of the other rules always holds")
        .help("remove it: nothing is left for `otherwise`")
}

pub(super) fn not_all_compared(lint: &Lint) -> Diagnostic {
    lint.found("the policy has more conditions than can be compared with each other")
        .help("a policy is a page or two: some rules were not looked at, so split it, or write it shorter")
}

/// `rule "…" when passed.all then pass overriding seat("qa") "…"`
pub(super) fn nothing_to_lift(lint: &Lint, rule: &Rule, at: Span, by: Other<'_>) -> Diagnostic {
    let found = lint.found(format!("the override of `{}` can never be needed", rule.name));
    match by {
        Some((name, other)) => found
            .label(at, format!("whenever there is something to lift, `{name}` holds as well"))
            .label(other, "shuts the gate, also for what is lifted")
            .help("write the exception into the condition of that rule: the worst rule that holds decides"),
        None => found
            .label(at, "where this rule opens, there is nothing to lift")
            .help("remove the override, or let the rule hold where somebody fails"),
    }
}

/// `rule "nobody failed it" when failed.none then pass`
pub(super) fn nobody_needs_to_report(lint: &Lint, rule: &Rule, at: Span) -> Diagnostic {
    lint.found(format!("the rule `{}` may open where nobody reported", rule.name))
        .label(at, "also true where all are missing")
        .help("ask for somebody: `in_favour.some`, `passed.all`, or `in_favour.count >= 2`")
}

/// `rule "…" when seat("security").failed.none && reported.some then pass`
pub(super) fn true_of_skipped(lint: &Lint, rule: &Rule, at: Span, who: &str) -> Diagnostic {
    lint.found(format!("the rule `{}` also opens where {who} skipped or excused", rule.name))
        .label(at, "`none` is true of who is not there")
        .help("ask what they said, `seat(\"…\").in_favour.some`, or that they are not skipped")
}

/// `in_favour.count >= reported.quorum(60)`
pub(super) fn quorum_shrinks(lint: &Lint, rule: &Rule, at: Span) -> Diagnostic {
    lint.found(format!("the quorum of `{}` shrinks as reviewers crash", rule.name))
        .label(at, "the fewer report, the fewer votes are enough")
        .help("take the share of `expected`, or hold the gate where too few of them reported")
}

/// `in_favour.count >= expected.quorum(60)`, and no one votes
pub(super) fn quorum_is_moot(lint: &Lint, at: Span) -> Diagnostic {
    lint.found("a quorum decides nothing where every seat is required")
        .label(at, "one required seat that fails, or is silent, shuts the gate before this")
        .help("add `others voting;`, or `seat \"…\" voting;` for those who vote")
}

/// A docket that opens as if all passed.
pub(super) struct Shown {
    pub(super) rule: String,
    /// Where the name of that rule stands.
    pub(super) at: Span,
    /// Who passes, and who does not.
    pub(super) pass: Vec<String>,
    pub(super) lack: Vec<String>,
    /// What the latter are: `missing`.
    pub(super) state: &'static str,
}

impl Shown {
    fn label(&self) -> String {
        let several = |names: &[String]| names.len() > 1;
        let pass = match &self.pass[..] {
            [] => String::new(),
            names => {
                format!("{} {}; ", listed(names), if several(names) { "pass" } else { "passes" })
            }
        };
        let are = if several(&self.lack) { "are" } else { "is" };
        format!("opens where {pass}{} {are} {}", listed(&self.lack), self.state)
    }
}

/// `ann, ben and cleo`
fn listed(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// `rule "two agree" when in_favour.count >= 2 then pass;`, and a third voter is missing
pub(super) fn crashed_seats(lint: &Lint, shown: &Shown) -> Diagnostic {
    lint.found(format!("`{}` opens, and nothing says that somebody is {}", shown.rule, shown.state))
        .label(shown.at, shown.label())
        .help(
            "add `rule \"a verdict is missing\" when unsettled.some then hold citing unsettled;`, or a note, `note \"somebody is silent\" when unsettled.some citing unsettled;`, if the gate may go on without",
        )
}

/// The same, and the third one fails it
pub(super) fn dissent_unsaid(lint: &Lint, shown: &Shown) -> Diagnostic {
    lint.found(format!("`{}` opens, and nothing says that somebody is against it", shown.rule))
        .label(shown.at, shown.label())
        .help(
            "add `rule \"a reviewer failed the change\" when failed.some then fail citing failed.blockers;`, or a note, `note \"a minority is against it\" when failed.some citing failed.blockers;`, if the others outvote them",
        )
}

/// `seats(owners)` without `seat owners voting;`
pub(super) fn list_without_seats(lint: &Lint, own: &Declared) -> Diagnostic {
    lint.found(format!("nothing says how the seats of `{}` count", own.name))
        .label(own.at, "each of them is required, unless a panel says otherwise")
        .help(format!("add `seat {0} voting;`, or `seat {0} required;`", own.name))
}

/// A redispatch policy that asks for `missing` alone
pub(super) fn states_unasked(lint: &Lint, at: Span, silent: &[&str]) -> Diagnostic {
    let states = match silent {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => silent.concat(),
    };
    lint.found(format!("no rule asks for a seat that is {states}"))
        .label(at, "says what to do, and none says it for them")
        .help("add `rule \"a person decides\" otherwise escalate;`, or a rule for them")
}

/// `allow "unused_word" "…";` where every word is used
pub(super) fn allows_nothing(lint: &Lint, allow: &Allow) -> Diagnostic {
    lint.found(format!("`{}` is allowed, and is not found here", allow.lint))
        .label(allow.at, "silences nothing")
        .help("remove it: it would silence the next one, which may be another mistake")
}

/// `seats([]).failed.none`
pub(super) fn nobody(lint: &Lint, at: Span) -> Diagnostic {
    lint.found("`seats([])` is nobody")
        .label(at, "names no seat")
        .help("name seats: `seats([\"qa\", \"security\"])`, or a list `param` that has some")
}

/// `let Failed = …` beside `failed`
pub(super) fn looks_like(lint: &Lint, own: &Declared, other: &str, at: Option<Span>) -> Diagnostic {
    let found = lint
        .found(format!("the name `{}` looks like `{other}`", own.name))
        .label(own.at, "a reader may take one for the other")
        .help("give one of them a name that looks different");
    match at {
        Some(at) => found.label(at, "the other one"),
        None => found,
    }
}

/// `let agreed = …`, and no rule that says `agreed`
pub(super) fn not_used(lint: &Lint, own: &Declared) -> Diagnostic {
    let (means, help) = match own.keyword {
        "word" => ("no rule says it", "say it in a rule, `then \"…\"`, or remove it"),
        "fn" => ("no rule calls it", "call it, or remove it"),
        "import" => ("no rule calls a `fn` of it", "call one, or remove the import"),
        "given" => {
            ("no rule asks for it", "ask for it, or remove it: a run without it has no ruling")
        }
        _ => ("no rule asks for it", "ask for it in a rule, or remove it"),
    };
    lint.found(format!("the `{}` `{}` is not used", own.keyword, own.name))
        .label(own.at, means)
        .help(help)
}

/// `reported.said("LGTM, nit")`
pub(super) fn not_read(lint: &Lint, own: &Declared) -> Diagnostic {
    lint.found(format!("`said` never finds `{}`: no reviewer's answer is read as it", own.name))
        .label(own.at, "what the policy answers, and not what reviewers write")
        .help(format!(
            "declare it for reviewers as well, in `assize.kdl`: `dialect \"ours\" {{ word \"{}\" means=\"…\" }}`",
            own.name
        ))
}

/// `param limit = 3 from 0 to 9;`
pub(super) fn not_documented(lint: &Lint, own: &Declared) -> Diagnostic {
    lint.found(format!("the `param` `{}` does not say what it is for", own.name))
        .label(own.at, "no `///` line stands above it")
        .help("write one above it: `--set` and the ruling show the name alone, and a reader needs the reason")
}

/// A right-to-left mark in a comment
pub(super) fn not_seen(lint: &Lint, at: Span, sign: char) -> Diagnostic {
    lint.found(format!("a sign that is not seen stands here: U+{:04X}", u32::from(sign)))
        .label(at, "may hide what the text says, or turn it around")
        .help("remove it, or write it as `\\u` and its number in a text")
}

/// `failed.filter(|c| c.weight > 1).some`
pub(super) fn only_rhai(lint: &Lint, at: Span) -> Diagnostic {
    lint.found("only rhai can run this")
        .label(at, "not evaluated natively: slower, and no tool can look into it")
        .help("say it with facts, verbs and comparisons, without closures, `fn`s and templates")
}
