//! What can be wrong with the YAML of SDD, and what to do about it.

use crate::codec::mistakes::odd_character;
use crate::codec::shared::cpf::code_of;
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Outcome, Severity};
use crate::source::Span;

/// `steering:` and nothing else
pub(super) fn no_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("the text has neither a verdict nor issues")
        .label(at, "no `verdict:`, and no `issues:`")
        .help("write `verdict: \"GO\"`, or `issues: []` where an inspector found nothing")
}

/// `verdict:` twice
pub(super) fn repeated_key(key: Slice<'_>, first: Span) -> Diagnostic {
    Diagnostic::error("assize::read::repeated_key")
        .message(format!(
            "`{}:` appears more than once, so it is not known which one counts",
            key.text
        ))
        .label(key.span(), "again here")
        .label(first, "first here")
        .help("keep one of them")
}

/// `isues:`
pub(super) fn misspelt_key(key: Slice<'_>, meant: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::misspelt_key")
        .message(format!("`{}:` is not a key of this format", key.text))
        .label(key.span(), format!("meant as `{meant}:`?"));
    match odd_character(key.text) {
        Some(odd) => diagnostic.help(format!("write `{meant}:` in plain letters, without {odd}")),
        None => diagnostic.help(format!("write `{meant}:`")),
    }
}

/// `matrix:`
pub(super) fn unknown_key(key: Slice<'_>, known: &[&str]) -> Diagnostic {
    let known: Vec<String> = known.iter().map(|name| format!("`{name}:`")).collect();
    Diagnostic::advice("assize::read::unknown_key")
        .message(format!("`{}:` is not a key of this format", key.text))
        .label(key.span(), "kept, and not judged")
        .help(format!("the keys are {}", known.join(", ")))
}

/// `issues:`, and the text ends
pub(super) fn nothing_below(key: Slice<'_>) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message(format!("the text may have been cut off below `{}:`", key.text))
        .label(key.span(), "nothing follows")
        .help(format!("write `{}: []` where there is none", key.text))
}

/// `severity: "С"`, with a Cyrillic letter
pub(super) fn look_alike(word: &str, severity: Severity, at: Span) -> Diagnostic {
    let code = code_of(severity).unwrap_or("C");
    let diagnostic = Diagnostic::error("assize::read::look_alike")
        .message(format!(
            "the `severity` of an issue looks like `{code}`, and is not written as one"
        ))
        .label(at, format!("{severity}, or not?"));
    match odd_character(word) {
        Some(odd) => diagnostic.help(format!("write the plain letter `{code}`, without {odd}")),
        None => diagnostic.help(format!("write the letter alone: `severity: \"{code}\"`")),
    }
}

/// `verdict: "GO"` above an issue with `severity: "C"`
pub(super) fn issue_is_worse(word: Span, severity: Severity, issue: Span) -> Diagnostic {
    let code = code_of(severity).unwrap_or("C");
    let meant = if severity.implies() == Outcome::Fail { "NO-GO" } else { "CONDITIONAL" };
    Diagnostic::error("assize::read::rows_are_worse")
        .message(format!(
            "an issue of severity `{code}` comes to `{meant}`, which is worse than what is stated"
        ))
        .label(word, "stated")
        .label(issue, "comes to worse")
        .help(format!("state `verdict: \"{meant}\"`, or rate the issue again"))
}

/// `issues: "the amount is a float"`; `A1: "the amount is a float"` below `issues:`
pub(super) fn no_list(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::malformed_row")
        .message("`issues` is not a list, so it is not known how bad they are")
        .label(at, "how many, and how bad?")
        .help("begin each issue with `- severity:`, and write `issues: []` where there is none")
}

/// `- severity: "U"`, or an issue without `severity`
pub(super) fn no_severity(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::malformed_row")
        .message("the `severity` of an issue is not known, so it counts as high")
        .label(at, "kept as it is")
        .help("write `severity:` with C, H, M or L in each issue")
}

/// `- severity: "H"`, and no `summary`
pub(super) fn no_text(issue: Span) -> Diagnostic {
    Diagnostic::error("assize::read::short_row")
        .message("an issue does not say what is wrong, so the verdict is no pass")
        .label(issue, "kept as it is")
        .help("write `summary:` in each issue")
}

/// `- target: "names"` below `compliance:`, beside rows with a `status`
pub(super) fn no_status(row: Span) -> Diagnostic {
    Diagnostic::error("assize::read::short_row")
        .message("a row that was checked has no `status`, so the verdict is at best a hold")
        .label(row, "passed, or failed?")
        .help("write `status: \"PASS\"` or `status: \"FAIL\"` in each row")
}
