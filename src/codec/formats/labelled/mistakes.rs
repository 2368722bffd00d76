//! What is wrong with a labelled review, and what to do about it.

pub(super) use crate::codec::mistakes::conflict_markers;
use crate::codec::mistakes::{self, flag, shown};
use crate::codec::text::slice::Slice;
use crate::ir::Diagnostic;
use crate::source::Span;

/// `Looks good to me!`
pub(super) fn no_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("the text does not state a verdict")
        .label(at, "no line is a labelled verdict")
        .help("write a line such as `### Verdict: APPROVE` or `### Verdict: REVISE`")
}

/// `## Verdict: APPROVE` above `Decision: REJECT`
pub(super) fn conflicting(mut both: [Span; 2], fail_stands: bool) -> Diagnostic {
    both.sort_by_key(|span| span.start);
    Diagnostic::error("assize::read::conflicting_verdicts")
        .message("two lines state verdicts that do not agree")
        .label(both[0], "one of them")
        .label(both[1], "the other")
        .help(match fail_stands {
            true => "the `fail` stands; state the verdict once",
            false => "state the verdict once",
        })
}

/// `### Verdict: APPROVE | REVISE`
pub(super) fn template(at: Span) -> Diagnostic {
    mistakes::template(at, "one word belongs here", "write `APPROVE` or `REVISE`")
}

/// `Verdict: APPROVED WITH CONDITIONS`
pub(super) fn caution(word: Slice<'_>) -> Diagnostic {
    let said = shown(word.text);
    Diagnostic::error("assize::read::unknown_word")
        .message(format!("`{said}` does not say whether the work may go on now"))
        .label(word.span(), "yes, but only on a condition that the word does not name")
        .help(format!(
            "state `APPROVE` or `REVISE`; if your team has agreed on what it means, say so \
             with `--word {}`",
            flag(word.text, "warn")
        ))
}

/// `Verdict: PASS if the tests pass`
pub(super) fn unclear_word(word: Slice<'_>, tail: Slice<'_>) -> Diagnostic {
    let said = shown(word.text);
    let message = match tail.is_empty() {
        true => format!("`{said}` is not one clear word for a verdict"),
        false => {
            format!("`{said}` is followed by more text, so the line may mean something else")
        }
    };
    let diagnostic = Diagnostic::error("assize::read::unclear_verdict")
        .message(message)
        .label(word.span(), "the verdict, or part of a sentence?");
    let diagnostic = match tail.is_empty() {
        true => diagnostic,
        false => diagnostic.label(tail.span(), "may take the verdict back"),
    };
    diagnostic.help("write the word alone, and reasons after a dash or below it")
}

/// `Verdict: shipped`
pub(super) fn unknown_word(word: Slice<'_>, line: Slice<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::unknown_word");
    if word.is_empty() {
        let (message, help) = match line.text.trim_start().starts_with('#') {
            true => (
                "the heading of the verdict has no word in it or below it",
                "write `APPROVE` or `REVISE` in the heading",
            ),
            false => (
                "the label of the verdict has no word after it",
                "write `APPROVE` or `REVISE` after it",
            ),
        };
        return diagnostic.message(message).label(line.span(), "a word is missing").help(help);
    }
    diagnostic
        .message(format!("`{}` is not a known word for a verdict", shown(word.text)))
        .label(word.span(), "neither yes nor no")
        .help(format!(
            "write `APPROVE` or `REVISE`, or say what the word means with `--word {}`",
            flag(word.text, "fail")
        ))
}

/// A review that ends in `### Findings`
pub(super) fn truncated(at: Span, why: &str) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message(format!("the text stops {why}, so it may have been cut off"))
        .label(at, "the last line")
        .help("write the whole review again, to its end, with a line end after the last line")
}
