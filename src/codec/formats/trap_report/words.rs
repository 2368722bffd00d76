//! The words of the format, and what to tell a reviewer about them.

use crate::codec::ReadOptions;
use crate::codec::members::choice;
use crate::codec::repairs::{CONFIDENCE_WORD, LETTER_CASE, Repair};
use crate::ir::{Confidence, Outcome, Severity};

/// Names by which a report is known even without findings.
pub(super) const NAMES: [&str; 2] = ["rationalization-trap", COMPOUND];
/// The report of the compound reviewer, which says in its `status` its outcome.
pub(super) const COMPOUND: &str = "compound_review_result_v1";

/// How sure a reviewer is, in the words that it is asked for.
pub(super) const GRADES: [&str; 3] = ["low", "medium", "high"];
pub(super) const SEVERITY_WORDS: [&str; 4] = ["low", "medium", "high", "critical"];

/// The traps that the reviewer looks for. Another signature is kept as it is.
pub(super) const SIGNATURES: [&str; 5] = [
    "long-cot-small-change",
    "bridging-unrelated-facts",
    "uncovered-comment-justification",
    "uncited-novelty-claim",
    "silent-prior-conflict",
];

const SEVERITIES: &[(&str, Severity)] = &[
    ("critical", Severity::Critical),
    ("high", Severity::High),
    ("major", Severity::High),
    ("medium", Severity::Medium),
    ("low", Severity::Low),
    ("minor", Severity::Low),
];

const CONFIDENCES: &[(&str, Confidence, Option<Repair>)] = &[
    ("high", Confidence::High, None),
    ("medium", Confidence::Med, None),
    ("low", Confidence::Low, None),
    ("med", Confidence::Med, Some(CONFIDENCE_WORD)),
];

pub(super) const STATUS: &[(&str, Outcome)] =
    &[("passed", Outcome::Pass), ("failed", Outcome::Fail)];

/// How bad a word says that a finding is, and what had to be overlooked to know it.
pub(super) fn severity(text: &str, options: &ReadOptions) -> Option<(Severity, Option<Repair>)> {
    let own = SEVERITIES.iter().find(|(word, _)| text.eq_ignore_ascii_case(word));
    own.map(|(word, severity)| (*severity, (*word != text).then_some(LETTER_CASE)))
        .or_else(|| options.lexicon.severities.get(text).map(|severity| (*severity, None)))
        .or_else(|| Some((options.lexicon.severity(text)?.max(Severity::Low), None)))
}

/// How sure a word says that a reviewer is.
pub(super) fn confidence(
    text: &str,
    options: &ReadOptions,
) -> Option<(Confidence, Option<Repair>)> {
    let own = CONFIDENCES.iter().find(|(word, ..)| text.eq_ignore_ascii_case(word));
    own.map(|(word, known, repair)| (*known, repair.or((*word != text).then_some(LETTER_CASE))))
        .or_else(|| options.lexicon.confidences.get(text).map(|confidence| (*confidence, None)))
}

pub(super) fn contract(options: &ReadOptions) -> String {
    let indented = |text: &str| -> String { text.lines().map(|l| format!("    {l}\n")).collect() };
    let more: Vec<&str> = options.lexicon.severities.keys().map(String::as_str).collect();
    let more = match more.is_empty() {
        true => String::new(),
        false => format!(", or one of {}", more.join(", ")),
    };
    format!(
        "\
Answer with one JSON object and nothing around it. It states no verdict: what it comes to follows \
from its findings, so a finding that is not worth a person's time does not belong in it.

{template}
- `findings` is always there; an empty list says that you found nothing.
- `signature` is {signatures}. Where none of them fits, use a word of your own.
- `severity` is `low`, `medium` or `high`{more}. `confidence_summary` is `low`, `medium` or `high`.
- `evidence` quotes what you read, word for word, and says where: a file and a line, \
`pr:description-paragraph-2`, or a commit and a line.
- `escalation_flag` is `true` exactly when `confidence_summary` is `high` and a finding is \
`high`. It asks for a person; it does not stop the work by itself.
- `residual_risks` and `testing_gaps` are lists of sentences, and may be empty.

For example:

{example}",
        signatures = choice(SIGNATURES.into_iter()),
        template = indented(&super::REPORT.form()),
        example = indented(super::EXAMPLE),
    )
}
