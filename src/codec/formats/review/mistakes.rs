//! What is wrong with a review, and what to do about it.

pub(super) use crate::codec::mistakes::conflict_markers;
use crate::codec::mistakes::{self, flag, shown};
use crate::codec::review::{LeftOut, Why};
use crate::ir::Diagnostic;
use crate::source::Span;

/// A text with more words is a sentence, and no word that a team has agreed on.
const MOST_WORDS: usize = 3;

/// `The pool is bounded.`
pub(super) fn no_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("the text does not state a verdict")
        .label(at, "no field in it is a verdict")
        .help("write a line such as `### Verdict: APPROVE` or `### Verdict: REVISE`, or a member `\"verdict\": \"approve\"`")
}

/// `## Verdict: APPROVE` above `Decision: REJECT`
pub(super) fn conflicting(mut both: [Span; 2]) -> Diagnostic {
    both.sort_by_key(|span| span.start);
    Diagnostic::error("assize::read::conflicting_verdicts")
        .message("two fields state verdicts that do not agree")
        .label(both[0], "one of them")
        .label(both[1], "the other")
        .help("the worse one stands; state the verdict once")
}

/// `### Verdict: APPROVE | REVISE`
pub(super) fn template(at: Span) -> Diagnostic {
    mistakes::template(at, "one word belongs here", "write `APPROVE` or `REVISE`")
}

/// `Verdict: CONDITIONAL`
pub(super) fn caution(word: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message(format!("`{}` does not say whether the work may go on now", shown(word)))
        .label(at, "yes, but only on a condition that the word does not name")
        .help(format!(
            "state `APPROVE` or `REVISE`; if your team has agreed on what it means, say so \
             with `--word {}`",
            flag(word, "warn")
        ))
}

/// `Verdict: PASS if the tests pass`
pub(super) fn unclear_word(word: &str, at: Span, tail: Option<Span>) -> Diagnostic {
    let said = shown(word);
    let message = match tail {
        None => format!("`{said}` is not one clear word for a verdict"),
        Some(_) => {
            format!("`{said}` is followed by more text, so the line may mean something else")
        }
    };
    let diagnostic = Diagnostic::error("assize::read::unclear_verdict")
        .message(message)
        .label(at, "the verdict, or part of a sentence?");
    let labels = tail.into_iter();
    labels
        .fold(diagnostic, |told, tail| told.label(tail, "may take the verdict back"))
        .help("write the word alone, and reasons after a dash or below it")
}

/// `Verdict: shipped`
pub(super) fn unknown_word(word: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message(format!("`{}` is not a known word for a verdict", shown(word)))
        .label(at, "neither yes nor no")
        .help(match word.split_whitespace().nth(MOST_WORDS) {
            Some(_) => {
                "write `APPROVE` or `REVISE`, and the reason behind a dash or below it".to_owned()
            }
            None => format!(
                "write `APPROVE` or `REVISE`, or say what the word means with `--word {}`",
                flag(word, "fail")
            ),
        })
}

/// `## Verdict`, and nothing below
pub(super) fn no_word(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message("a verdict is announced, and no word stands there")
        .label(at, "a word is missing")
        .help("write `APPROVE` or `REVISE` behind it or below it")
}

/// `"severity": "spicy"`
pub(super) fn unknown_severity(word: &str, at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_severity")
        .message(format!(
            "`{}` is not a known severity, so the finding counts as high",
            shown(word)
        ))
        .label(at, "counts as high")
        .help("write `critical`, `high`, `medium` or `low`")
}

/// A review that ends in `### Findings`
pub(super) fn truncated(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text stops in the middle of something, so it may have been cut off")
        .label(at, "begun here, and not ended")
        .help("write the whole review again, to its end, with a line end after the last line")
}

/// `"state": "APPROVED"` of a bot, or for an earlier commit
pub(super) fn not_counted(left_out: &LeftOut) -> Diagnostic {
    let (label, help) = match &left_out.why {
        Why::Commit => (
            "for another commit than the one that is judged".to_owned(),
            "have this commit reviewed, and hand in what the service then says",
        ),
        Why::NoHead => (
            "for this commit, and nothing says which one is judged".to_owned(),
            "name the commit that is judged: `assize gate REPORTS --bind commit=SHA`",
        ),
        Why::Excluded => (
            "whose approval counts for nothing".to_owned(),
            "have it approved by a person who may decide",
        ),
        Why::Lacks(name) => (
            format!("and `{}` is not there or is empty", shown(name)),
            "have it approved, and hand in what the service then says",
        ),
    };
    Diagnostic::warning("assize::read::not_counted")
        .message("an approval does not count")
        .label(left_out.at, label)
        .help(help)
}
