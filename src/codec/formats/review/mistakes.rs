//! What is wrong with a review, and what to do about it.

pub(super) use crate::codec::mistakes::conflict_markers;
use crate::codec::mistakes::mistake_rows;
use crate::codec::mistakes::{self, declaration, flag, shown};
use crate::codec::review::{LeftOut, Why};
use crate::ir::Diagnostic;
use crate::source::Span;

/// A text with more words is a sentence, and no word that a team has agreed on.
const MOST_WORDS: usize = 3;

/// What else can be done about a word that no table knows: declare it, where it is one.
fn declared(word: &str) -> String {
    let sentence = word.split_whitespace().nth(MOST_WORDS).is_some();
    match word.contains(|c: char| c.is_alphabetic() && !c.is_ascii()) {
        _ if sentence => ", and the reason behind a dash or below it".to_owned(),
        // `判定: 合格。` is of a house that writes so.
        true => {
            format!(", or say in `assize.kdl` what the word means: {}", declaration(None, word))
        }
        false => format!(", or say what the word means with `--word {}`", flag(word, "fail")),
    }
}

/// `### Verdict: APPROVE | REVISE`
pub(super) fn template(at: Span) -> Diagnostic {
    mistakes::template(at, "one word belongs here", "write `APPROVE` or `REVISE`")
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

mistake_rows! {
    /// `The pool is bounded.`
    pub(super) error "assize::read::no_verdict" no_verdict(at: Span)
        "the text does not state a verdict",
        at "no field in it is a verdict", "write a line such as `### Verdict: APPROVE` or `### Verdict: REVISE`, or a member `\"verdict\": \"approve\"`";
    /// `## Verdict`, and nothing below
    pub(super) error "assize::read::unknown_word" no_word(at: Span)
        "a verdict is announced, and no word stands there", at "a word is missing", "write `APPROVE` or `REVISE` behind it or below it";
    /// A review that ends in `### Findings`
    pub(super) error "assize::read::truncated" truncated(at: Span)
        "the text stops in the middle of something, so it may have been cut off",
        at "begun here, and not ended", "write the whole review again, to its end, with a line end after the last line";
    /// `## Verdict: APPROVE` above `Decision: REJECT`
    pub(super) error "assize::read::conflicting_verdicts" conflicting(one: Span, other: Span)
        [(first, second) = if one.start <= other.start { (one, other) } else { (other, one) }]
        "two fields state verdicts that do not agree",
        first "one of them", second "the other", "the worse one stands; state the verdict once";
    /// `Verdict: CONDITIONAL`
    pub(super) error "assize::read::unknown_word" caution(word: &str, at: Span)
        [shown = shown(word), flag = flag(word, "warn")]
        "`{shown}` does not say whether the work may go on now",
        at "yes, but only on a condition that the word does not name",
        "state `APPROVE` or `REVISE`; if your team has agreed on what it means, say so with `--word {flag}`";
    /// `Verdict: PASS if the tests pass`
    pub(super) error "assize::read::unclear_verdict" unclear_word(word: &str, at: Span, tail: Option<Span>)
        [shown = shown(word), alone = "write the word alone, and reasons after a dash or below it",
        (what, help) = match tail {
            Some(name) if name.end <= at.start => (
                "said under a name that waits for something",
                "once nothing is pending, write the verdict under its plain name: `**Verdict:** APPROVE`",
            ),
            Some(_) => ("followed by more text, so the line may mean something else", alone),
            None => ("not one clear word for a verdict", alone),
        }]
        "`{shown}` is {what}", at "the verdict, or part of a sentence?", tail "may take the verdict back",
        "{help}";
    /// `Verdict: shipped`
    pub(super) error "assize::read::unknown_word" unknown_word(word: &str, at: Span)
        [shown = shown(word), more = declared(word)]
        "`{shown}` is not a known word for a verdict", at "neither yes nor no", "write `APPROVE` or `REVISE`{more}";
    /// `"severity": "spicy"`
    pub(super) warning "assize::read::unknown_severity" unknown_severity(word: &str, at: Span)
        [shown = shown(word)]
        "`{shown}` is not a known severity, so the finding counts as high", at "counts as high", "write `critical`, `high`, `medium` or `low`";
}
