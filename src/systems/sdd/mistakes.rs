//! What is worth saying about an auditor's verdict beside the issues of its inspectors.

use super::compare::{Comparison, Extra, Fate, Issue};
use super::unexplained::Unexplained;
use crate::emit::visible::visible;
use crate::ir::{Diagnostic, Outcome, Severity};
use crate::source::Span;

/// Every finding that was dropped, invented, or made smaller, by name and with its place; the worst first.
pub fn remarks(comparison: &Comparison) -> Vec<Diagnostic> {
    let of_issues = |serious: bool| {
        comparison.dropped().filter(move |issue| issue.is_serious() == serious).map(dropped)
    };
    let unexplained =
        comparison.unexplained.iter().map(|one| of_inspector(&comparison.auditor, one));
    let softened = comparison.softened().map(softened);
    let extras = comparison.extras.iter().map(|extra| extra_finding(&comparison.auditor, extra));
    of_issues(true)
        .chain(unexplained)
        .chain(softened)
        .chain(of_issues(false))
        .chain(extras)
        .collect()
}

/// `VERDICT:NO-GO`, and nothing below it
fn of_inspector(auditor: &str, one: &Unexplained) -> Diagnostic {
    let (inspector, auditor) = (visible(&one.inspector), visible(auditor));
    let serious = one.is_serious();
    let (code, message, label, help) = match (one.readable, serious) {
        (false, _) if one.says == Outcome::Fail => (
            "assize::sdd::unread_fail",
            format!("`{inspector}` cannot be read, and is against the work"),
            "this is against the work",
            "have the inspector write its text again, or look at it yourself",
        ),
        (false, _) => (
            "assize::sdd::unheard",
            format!("`{inspector}` cannot be read, and may be against the work"),
            "may be against the work",
            "have the inspector write its text again, or look at it yourself",
        ),
        (true, true) => (
            "assize::sdd::unexplained",
            format!(
                "`{inspector}` is against the work, and none of its issues says why; `{auditor}` comes to something better"
            ),
            "no issue of severity C or H bears this out",
            "have the inspector list below `ISSUES:` what it found, so that the auditor can answer it",
        ),
        (true, false) => (
            "assize::sdd::unexplained",
            format!(
                "`{inspector}` has reservations, and lists no issue; `{auditor}` comes to something better"
            ),
            "no issue bears this out",
            "have the inspector list below `ISSUES:` what it found: the review is at best CONDITIONAL",
        ),
    };
    let diagnostic = if serious { Diagnostic::error(code) } else { Diagnostic::warning(code) };
    let diagnostic = diagnostic.message(message).help(help);
    match one.span {
        Some(span) => diagnostic.label(span, label),
        None => diagnostic,
    }
}

/// `C`, as CPF writes it.
pub(super) fn code(severity: Option<Severity>) -> &'static str {
    match severity {
        Some(Severity::Critical) => "C",
        Some(Severity::High) => "H",
        Some(Severity::Medium) => "M",
        Some(Severity::Low | Severity::Info) => "L",
        None => "unrated",
    }
}

fn named(severity: Option<Severity>, category: &str, location: &str) -> String {
    let name: String =
        format!("{}|{category}|{location}", code(severity)).chars().take(80).collect();
    visible(&name).into_owned()
}

/// An issue of an inspector that is nowhere in the auditor's verdict
fn dropped(issue: &Issue) -> Diagnostic {
    let name = named(issue.severity, &issue.category, &issue.location);
    let diagnostic = match issue.is_serious() {
        true => Diagnostic::error("assize::sdd::dropped"),
        false => Diagnostic::warning("assize::sdd::dropped"),
    };
    diagnostic
        .message(format!(
            "the auditor neither lists, removes nor resolves `{name}` of `{}`",
            visible(&issue.inspector)
        ))
        .label(issue.span, "nothing in the verdict is about this")
        .help("have the auditor list it below `VERIFIED:`, or below `REMOVED:` with its reason")
}

/// A critical issue that the auditor lists as M
fn softened(issue: &Issue) -> Diagnostic {
    let (to, row) = match issue.fate {
        Fate::Verified { severity, row, .. } => (code(severity), Some(row)),
        _ => ("", None),
    };
    let diagnostic = Diagnostic::warning("assize::sdd::softened")
        .message(format!(
            "`{}` rated this {}, and the auditor lists it as {to}",
            visible(&issue.inspector),
            code(issue.severity)
        ))
        .label(issue.span, "as it was reported");
    let diagnostic = match row {
        Some(row) => diagnostic.label(row, "as it is listed"),
        None => diagnostic,
    };
    diagnostic.help("look at both: the review is at best CONDITIONAL")
}

/// A row of the auditor that no inspector reported
fn extra_finding(auditor: &str, extra: &Extra) -> Diagnostic {
    let name = named(extra.severity, &extra.category, &extra.location);
    let auditor = visible(auditor);
    match extra.unchecked {
        true => Diagnostic::warning("assize::sdd::unchecked")
            .message(format!(
                "`{auditor}` lists `{name}`, and names an inspector that cannot be read"
            ))
            .label(extra.span, "who reported it cannot be checked")
            .help("hand in the text of that inspector, or read the finding yourself"),
        false => Diagnostic::warning("assize::sdd::invented")
            .message(format!("`{auditor}` lists `{name}`, which none of those it names reported"))
            .label(extra.span, "no issue of an inspector is about this")
            .help("have the auditor name who reported it, or say in NOTES what it found itself"),
    }
}

/// Hundreds of thousands of rows
pub(super) fn too_many_rows(at: Span) -> Diagnostic {
    Diagnostic::error("assize::sdd::too_many_rows")
        .message("there are more rows than can be held against each other")
        .label(at, "this verdict, and the issues of its inspectors")
        .help("have the reviewers report less at once, a part of the work each")
}
