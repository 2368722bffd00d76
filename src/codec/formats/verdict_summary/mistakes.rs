//! What can be wrong with a summary.

use crate::codec::mistakes::mistake_rows;
use crate::codec::mistakes::shown;
use crate::ir::Diagnostic;
use crate::source::Span;

/// `gate "pass`
pub(super) fn malformed(at: Span, said: &str, help: Option<&str>) -> Diagnostic {
    let said = said.trim().trim_end_matches('.');
    let said: String = said.chars().take(200).collect();
    let diagnostic = Diagnostic::error("assize::read::malformed_kdl")
        .message("the summary is not KDL 2")
        .label(at, if said.is_empty() { "not KDL from here on" } else { &said });
    match help {
        Some(help) => diagnostic.help(help.trim().trim_end_matches('.')),
        None => diagnostic.help("write the summary again, with a program that knows KDL 2"),
    }
}

/// `reviewer "qa" verdict="pass" blockers="SQL"`, `reviewer "qa" verdict="pass" { verdict "fail" }`
pub(super) fn misspelt_name(name: &str, meant: &str, at: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::misspelt_key");
    if name == meant {
        return diagnostic
            .message(format!("a summary has no `{meant}` here"))
            .label(at, "not read here")
            .help("write it as `assize contract verdict-summary` has it");
    }
    let help = match meant {
        "blockers" => "write a node `blocker` for each of them".to_owned(),
        "verdicts" => "write `verdict`".to_owned(),
        "advisories" => "write a node `advisory` for each of them".to_owned(),
        _ => format!("write `{meant}`"),
    };
    diagnostic
        .message(format!("`{}` looks almost like `{meant}`", shown(name)))
        .label(at, format!("meant as `{meant}`?"))
        .help(help)
}

mistake_rows! {
    /// `verdict: fail` below the nodes of a summary, `status="fail"` beside a `verdict`
    pub(super) error "assize::read::second_verdict" second_verdict(at: Span)
        "a node states a verdict, and is not part of a summary", at "it is not certain which of the two counts", "write nothing but the summary";
    /// `a {` on twenty lines
    pub(super) error "assize::read::too_deep" too_deep(at: Span)
        "the summary has more levels than any summary needs", at "too many levels", "write blockers into their reviewer, and nothing into them";
    /// `schema 2`
    pub(super) error "assize::read::summary_schema" summary_schema(at: Span)
        "the summary has a schema that this build does not know", at "not `1`", "use a newer build of Assize";
    /// Reviewers, and no `gate`
    pub(super) error "assize::read::summary_without_gate" summary_without_gate(at: Span)
        "the summary does not say what the gate came to", at "no node `gate` in it", "write `gate \"fail\" open=#false`, with the word it came to";
    /// `gate "pass"` and no one who reviewed
    pub(super) error "assize::read::summary_without_reviewers" summary_without_reviewers(at: Span)
        "the gate is open, and nobody reported a verdict", at "there is no verdict to support this", "gather the reviewers' verdicts, then write the summary again";
    /// `gate "pass"` twice
    pub(super) error "assize::read::two_gates" two_gates(first: Span, again: Span)
        "the summary has more than one gate", again "one more", first "the first", "write one summary for each gate";
    /// `gate "pass" open=#false`
    pub(super) error "assize::read::open_disagrees" open_disagrees(word: Span, open: Span)
        "`open` does not agree with the word of the gate",
        open "disagrees", word "the word", "a gate is open after `pass` and `warn`, and shut after anything else";
    /// `open="yes"`, `verdict=1`, `reviewer 7`
    pub(super) error "assize::read::wrong_type" wrong_type(at: Span, what: &str, wanted: &str)
        "{what} is not {wanted}", at "{wanted} belongs here", "write it as `assize contract verdict-summary` has it";
    /// `reviewer verdict="pass"`
    pub(super) error "assize::read::summary_lacks" lacks(at: Span, what: &str)
        "a node lacks {what}", at "without {what}", "write it as `assize contract verdict-summary` has it";
    /// `reviewer "qa" verdict="pass" verdict="fail"`
    pub(super) error "assize::read::repeated_property" repeated_property(first: Span, again: Span)
        "a property is given twice, with different values", again "another value", first "the first", "give each property once; most readers keep only the last";
    /// `reviewer "qa" verdict="pass" confidence="90%"`
    pub(super) warning "assize::read::unknown_confidence" unknown_confidence(at: Span)
        "the confidence is not a known word", at "not one of `high`, `med`, `low`", "write `high`, `med` or `low`; until then the verdict counts as unsure";
    /// `reviewer "qa" verdict="pass" blocker="it panics"`
    pub(super) error "assize::read::blockers_on_nonfail" blockers_on_nonfail(word: Span, blocker: Span)
        "the verdict is not `fail` but lists a blocker", word "this does not stop the work", blocker "this does", "judge the reports again";
    /// `reviewer "qa" verdict="pass" stated="fail"`
    pub(super) error "assize::read::stated_is_worse" stated_is_worse(stated: Span, word: Span)
        "the reviewer stated something worse than what it is counted as",
        stated "the reviewer's own word", word "counted as this", "a verdict never gets better on its way: judge the reports again";
    /// `verdict="pass (mostly)"`
    pub(super) warning "assize::read::pass_with_tail" pass_with_tail(at: Span)
        "a pass with something after it counts as `warn`", at "read as `warn`", "write one word, and the rest as an `advisory` node";
    /// `verdict="pass (but: STOP)"`
    pub(super) error "assize::read::two_words" two_words(at: Span)
        "the verdict says two things at once", at "does this stop the work, or not?", "write one word";
    /// `reviewer "qa" …` twice
    pub(super) error "assize::read::repeated_reviewer" repeated_reviewer(first: Span, again: Span)
        "two nodes are about one reviewer", again "is named again", first "was named before", "write one node for each reviewer; a fail stands in any case";
    /// `(odd)reviewer "qa"`, a node inside a blocker
    pub(super) warning "assize::read::summary_not_read" not_read(at: Span)
        "a part of the summary has no known meaning", at "not read", "`assize contract verdict-summary` shows what belongs in a summary";
    /// `reviewer "qa" verdict="pass" confi` and no line end
    pub(super) error "assize::read::truncated" cut_off(at: Span)
        "the summary may have been cut off", at "no line end here", "write the whole file again, with a line end after the last line";
    /// `gate "pass"` above `reviewer "qa" verdict="fail"`
    pub(super) error "assize::read::gate_contradicted" gate_contradicted(gate: Span, reviewer: Option<Span>)
        "the gate is open although the rest of the summary speaks against it",
        gate "open", reviewer "speaks against it", "judge the reports again";
    /// `reviewer "qa" verdict="LGTM"`
    pub(super) error "assize::read::unknown_word" unknown_word(word: &str, at: Span)
        [shown = shown(word)]
        "`{shown}` is not a verdict", at "not one of `pass`, `warn`, `fail`, `hold`, nor a reason why there is none",
        "write the outcome, and the reviewer's own word as `stated`",
        odd in word => "write the word in plain letters, without {odd}";
    /// `reviewer "qa" verdict="pass" shift="night"`
    pub(super) advice "assize::read::unknown_name" unknown_name(name: &str, at: Span)
        [shown = shown(name)]
        "a summary has no member `{shown}`", at "kept, and decides nothing", "nothing needs to be done if this is meant for another program";
}
