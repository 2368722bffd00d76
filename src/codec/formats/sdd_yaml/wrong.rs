//! What can be wrong with the YAML of SDD, and what to do about it.

use crate::codec::members::list;
use crate::codec::mistakes::mistake_rows;
use crate::codec::shared::cpf::code_of;
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Outcome, Severity};
use crate::source::Span;

mistake_rows! {
    /// `steering:` and nothing else
    pub(super) error "assize::read::no_verdict" no_verdict(at: Span)
        "the text has neither a verdict nor issues",
        at "no `verdict:`, and no `issues:`", "write `verdict: \"GO\"`, or `issues: []` where an inspector found nothing";
    /// `verdict:` twice
    pub(super) error "assize::read::repeated_key" repeated_key(key: Slice<'_>, first: Span)
        "`{key}:` appears more than once, so it is not known which one counts", key "again here", first "first here", "keep one of them";
    /// `issues:`, and the text ends
    pub(super) error "assize::read::truncated" nothing_below(key: Slice<'_>)
        "the text may have been cut off below `{key}:`", key "nothing follows", "write `{key}: []` where there is none";
    /// `issues: "the amount is a float"`; `A1: "the amount is a float"` below `issues:`
    pub(super) error "assize::read::malformed_row" no_list(at: Span)
        "`issues` is not a list, so it is not known how bad they are",
        at "how many, and how bad?", "begin each issue with `- severity:`, and write `issues: []` where there is none";
    /// `- severity: "U"`, or an issue without `severity`
    pub(super) error "assize::read::malformed_row" no_severity(at: Span)
        "the `severity` of an issue is not known, so it counts as high", at "kept as it is", "write `severity:` with C, H, M or L in each issue";
    /// `- severity: "H"`, and no `summary`
    pub(super) error "assize::read::short_row" no_text(issue: Span)
        "an issue does not say what is wrong, so the verdict is no pass", issue "kept as it is", "write `summary:` in each issue";
    /// `- target: "names"` below `compliance:`, beside rows with a `status`
    pub(super) error "assize::read::short_row" no_status(row: Span)
        "a row that was checked has no `status`, so the verdict is at best a hold",
        row "passed, or failed?", "write `status: \"PASS\"` or `status: \"FAIL\"` in each row";
    /// `isues:`
    pub(super) error "assize::read::misspelt_key" misspelt_key(key: Slice<'_>, meant: &str)
        "`{key}:` is not a key of this format", key "meant as `{meant}:`?", "write `{meant}:`",
        odd in key.text => "write `{meant}:` in plain letters, without {odd}";
    /// `matrix:`
    pub(super) advice "assize::read::unknown_key" unknown_key(key: Slice<'_>, known: &[&str])
        [known = list(known.iter().map(|name| format!("{name}:")))]
        "`{key}:` is not a key of this format", key "kept, and not judged", "the keys are {known}";
    /// `severity: "С"`, with a Cyrillic letter
    pub(super) error "assize::read::look_alike" look_alike(word: &str, severity: Severity, at: Span)
        [code = code_of(severity).unwrap_or("C")]
        "the `severity` of an issue looks like `{code}`, and is not written as one",
        at "{severity}, or not?", "write the letter alone: `severity: \"{code}\"`",
        odd in word => "write the plain letter `{code}`, without {odd}";
    /// `verdict: "GO"` above an issue with `severity: "C"`
    pub(super) error "assize::read::rows_are_worse" issue_is_worse(word: Span, severity: Severity, issue: Span)
        [code = code_of(severity).unwrap_or("C"), meant = if severity.implies() == Outcome::Fail { "NO-GO" } else { "CONDITIONAL" }]
        "an issue of severity `{code}` comes to `{meant}`, which is worse than what is stated",
        word "stated", issue "comes to worse", "state `verdict: \"{meant}\"`, or rate the issue again";
}
