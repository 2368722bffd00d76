//! What is wrong with a review in JSON, and what to do about it.

pub(super) use crate::codec::members::document::template;
use crate::codec::mistakes::flag;
pub(super) use crate::codec::mistakes::{misspelt_name, shown};
use crate::ir::Diagnostic;
use crate::source::Span;

/// `{"ok": true}`, read `--as labelled-json`
pub(super) fn no_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("the object does not state a verdict")
        .label(at, "no member at its top is a verdict")
        .help("write `\"verdict\": \"approve\"` or `\"verdict\": \"request changes\"` at its top")
}

/// `{"verdict": "approve", "decision": "reject"}`
pub(super) fn conflicting(mut both: [Span; 2], fail_stands: bool) -> Diagnostic {
    both.sort_by_key(|span| span.start);
    Diagnostic::error("assize::read::conflicting_verdicts")
        .message("two members state verdicts that do not agree")
        .label(both[0], "one of them")
        .label(both[1], "the other")
        .help(match fail_stands {
            true => "the `fail` stands; state the verdict in one member",
            false => "state the verdict in one member",
        })
}

/// `{"verdict": "CONDITIONAL"}`
pub(super) fn caution(word: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message(format!("`{}` does not say whether the work may go on now", shown(word)))
        .label(at, "yes, but only on a condition that the word does not name")
        .help(format!(
            "write `\"approve\"` or `\"request changes\"`; if your team has agreed on what it \
             means, say so with `--word {}`",
            flag(word, "warn")
        ))
}

/// `{"verdict": "approve if the tests pass"}`
pub(super) fn unclear_word(text: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unclear_verdict")
        .message(format!("`{}` is more than a word, so it may mean something else", shown(text)))
        .label(at, "the verdict, or part of a sentence?")
        .help("write the word alone, and the reasons in a separate member: `\"summary\": \"…\"`")
}

/// `{"verdict": "shipped"}`
pub(super) fn unknown_word(word: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message(format!("`{}` is not a known word for a verdict", shown(word)))
        .label(at, "neither yes nor no")
        .help(format!(
            "write `\"approve\"` or `\"request changes\"`, or say what the word means with \
             `--word {}`",
            flag(word, "fail")
        ))
}

/// `{"verdict": ""}`
pub(super) fn empty_word(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message("the member of the verdict is empty")
        .label(at, "a word is missing")
        .help("write `\"approve\"` or `\"request changes\"`")
}

/// `{"overall_correctness": "mostly"}`
pub(super) fn unknown_correctness(word: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message(format!("`{}` does not say whether the patch is correct", shown(word)))
        .label(at, "neither yes nor no")
        .help("write `\"patch is correct\"` or `\"patch is incorrect\"`")
}

/// `"severity": "spicy"`
pub(super) fn unknown_severity(word: &str, at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_severity")
        .message(format!(
            "`{}` is not a known severity, so the finding counts as high",
            shown(word)
        ))
        .label(at, "counts as high")
        .help("write `\"critical\"`, `\"high\"`, `\"medium\"` or `\"low\"`")
}
