//! What can be wrong with a summary.

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

/// `verdict: fail` below the nodes of a summary, `status="fail"` beside a `verdict`
pub(super) fn second_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::second_verdict")
        .message("a node states a verdict, and is not part of a summary")
        .label(at, "it is not certain which of the two counts")
        .help("write nothing but the summary")
}

/// `a {` on twenty lines
pub(super) fn too_deep(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::too_deep")
        .message("the summary has more levels than any summary needs")
        .label(at, "too many levels")
        .help("write blockers into their reviewer, and nothing into them")
}

/// `schema 2`
pub(super) fn summary_schema(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::summary_schema")
        .message("the summary has a schema that this build does not know")
        .label(at, "not `1`")
        .help("use a newer build of Assize")
}

/// Reviewers, and no `gate`
pub(super) fn summary_without_gate(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::summary_without_gate")
        .message("the summary does not say what the gate came to")
        .label(at, "no node `gate` in it")
        .help("write `gate \"fail\" open=#false`, with the word it came to")
}

/// `gate "pass"` and no one who reviewed
pub(super) fn summary_without_reviewers(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::summary_without_reviewers")
        .message("the gate is open, and nobody reported a verdict")
        .label(at, "there is no verdict to support this")
        .help("gather the reviewers' verdicts, then write the summary again")
}

/// `gate "pass"` twice
pub(super) fn two_gates(first: Span, again: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_gates")
        .message("the summary has more than one gate")
        .label(again, "one more")
        .label(first, "the first")
        .help("write one summary for each gate")
}

/// `gate "pass"` above `reviewer "qa" verdict="fail"`
pub(super) fn gate_contradicted(gate: Span, reviewer: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::gate_contradicted")
        .message("the gate is open although the rest of the summary speaks against it")
        .label(gate, "open")
        .help("judge the reports again");
    match reviewer {
        Some(at) => diagnostic.label(at, "speaks against it"),
        None => diagnostic,
    }
}

/// `gate "pass" open=#false`
pub(super) fn open_disagrees(word: Span, open: Span) -> Diagnostic {
    Diagnostic::error("assize::read::open_disagrees")
        .message("`open` does not agree with the word of the gate")
        .label(open, "disagrees")
        .label(word, "the word")
        .help("a gate is open after `pass` and `warn`, and shut after anything else")
}

/// `open="yes"`, `verdict=1`, `reviewer 7`
pub(super) fn wrong_type(at: Span, what: &str, wanted: &str) -> Diagnostic {
    Diagnostic::error("assize::read::wrong_type")
        .message(format!("{what} is not {wanted}"))
        .label(at, format!("{wanted} belongs here"))
        .help("write it as `assize contract verdict-summary` has it")
}

/// `reviewer verdict="pass"`
pub(super) fn lacks(at: Span, what: &str) -> Diagnostic {
    Diagnostic::error("assize::read::summary_lacks")
        .message(format!("a node lacks {what}"))
        .label(at, format!("without {what}"))
        .help("write it as `assize contract verdict-summary` has it")
}

/// `reviewer "qa" verdict="pass" verdict="fail"`
pub(super) fn repeated_property(first: Span, again: Span) -> Diagnostic {
    Diagnostic::error("assize::read::repeated_property")
        .message("a property is given twice, with different values")
        .label(again, "another value")
        .label(first, "the first")
        .help("give each property once; most readers keep only the last")
}

/// `reviewer "qa" verdict="LGTM"`
pub(super) fn unknown_word(word: &str, at: Span) -> Diagnostic {
    let shown: String = word.chars().take(40).collect();
    let dots = if shown.len() < word.len() { "…" } else { "" };
    let diagnostic = Diagnostic::error("assize::read::unknown_word")
        .message(format!("`{shown}{dots}` is not a verdict"))
        .label(at, "not one of `pass`, `warn`, `fail`, `hold`, nor a reason why there is none");
    match crate::codec::mistakes::odd_character(word) {
        Some(odd) => diagnostic.help(format!("write the word in plain letters, without {odd}")),
        None => diagnostic.help("write the outcome, and the reviewer's own word as `stated`"),
    }
}

/// `reviewer "qa" verdict="pass" confidence="90%"`
pub(super) fn unknown_confidence(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_confidence")
        .message("the confidence is not a known word")
        .label(at, "not one of `high`, `med`, `low`")
        .help("write `high`, `med` or `low`; until then the verdict counts as unsure")
}

/// `reviewer "qa" verdict="pass" blocker="it panics"`
pub(super) fn blockers_on_nonfail(word: Span, blocker: Span) -> Diagnostic {
    Diagnostic::error("assize::read::blockers_on_nonfail")
        .message("the verdict is not `fail` but lists a blocker")
        .label(word, "this does not stop the work")
        .label(blocker, "this does")
        .help("judge the reports again")
}

/// `reviewer "qa" verdict="pass" stated="fail"`
pub(super) fn stated_is_worse(stated: Span, word: Span) -> Diagnostic {
    Diagnostic::error("assize::read::stated_is_worse")
        .message("the reviewer stated something worse than what it is counted as")
        .label(stated, "the reviewer's own word")
        .label(word, "counted as this")
        .help("a verdict never gets better on its way: judge the reports again")
}

/// `verdict="pass (mostly)"`
pub(super) fn pass_with_tail(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::pass_with_tail")
        .message("a pass with something after it counts as `warn`")
        .label(at, "read as `warn`")
        .help("write one word, and the rest as an `advisory` node")
}

/// `verdict="pass (but: STOP)"`
pub(super) fn two_words(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_words")
        .message("the verdict says two things at once")
        .label(at, "does this stop the work, or not?")
        .help("write one word")
}

/// `reviewer "qa" …` twice
pub(super) fn repeated_reviewer(first: Span, again: Span) -> Diagnostic {
    Diagnostic::error("assize::read::repeated_reviewer")
        .message("two nodes are about one reviewer")
        .label(again, "is named again")
        .label(first, "was named before")
        .help("write one node for each reviewer; a fail stands in any case")
}

/// `(odd)reviewer "qa"`, a node inside a blocker
pub(super) fn not_read(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::summary_not_read")
        .message("a part of the summary has no known meaning")
        .label(at, "not read")
        .help("`assize contract verdict-summary` shows what belongs in a summary")
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

/// `reviewer "qa" verdict="pass" shift="night"`
pub(super) fn unknown_name(name: &str, at: Span) -> Diagnostic {
    Diagnostic::advice("assize::read::unknown_name")
        .message(format!("a summary has no member `{}`", shown(name)))
        .label(at, "kept, and decides nothing")
        .help("nothing needs to be done if this is meant for another program")
}

/// `reviewer "qa" verdict="pass" confi` and no line end
pub(super) fn cut_off(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the summary may have been cut off")
        .label(at, "no line end here")
        .help("write the whole file again, with a line end after the last line")
}
