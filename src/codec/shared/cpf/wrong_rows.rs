//! What can be wrong with rows of CPF, and what to do about it.

use super::finish::code_of;
use super::mistakes::{shortened, word};
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Outcome, Severity};
use crate::source::Span;

/// `None` below `ISSUES:`
pub(super) fn no_findings(at: Span) -> Diagnostic {
    Diagnostic::advice("assize::read::no_findings")
        .message("a line says that there is nothing to list")
        .label(at, "kept as a note")
        .help("leave out the key of a section that has nothing in it")
}

/// `UNCERTAIN|...` below `ISSUES:`
pub(in crate::codec) fn malformed_row(
    row: Span,
    first: Option<Slice<'_>>,
    at_best: Outcome,
) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::malformed_row")
        .message(format!(
            "this is not a row of its section, so the verdict is at best {}",
            word(at_best)
        ))
        .label(row, "kept as it is");
    let diagnostic = match first {
        Some(first) => diagnostic.label(first.span(), "no severity where one belongs"),
        None => diagnostic,
    };
    diagnostic
        .help("write `sev|category|location|description` below `ISSUES:`, and `agents|` in front of it below `VERIFIED:`")
}

/// `H|coverage-gap` below `ISSUES:`
pub(in crate::codec) fn short_row(row: Span, at_best: Outcome) -> Diagnostic {
    Diagnostic::error("assize::read::short_row")
        .message(format!("a row has too few fields, so the verdict is at best {}", word(at_best)))
        .label(row, "kept as it is")
        .help("write every field, with a pipe between each two")
}

/// `H|coverage-gap|Spec 3|no design` below `NOTES:`
pub(super) fn stray_row(row: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::stray_row")
        .message("a row is where no row belongs")
        .label(row, "counts as a finding")
        .help("write it below `ISSUES:` or `VERIFIED:`")
}

/// `H||Spec 3|no design`
pub(super) fn empty_field(row: Span, name: &str) -> Diagnostic {
    Diagnostic::warning("assize::read::empty_field")
        .message(format!("a row has no {name}"))
        .label(row, "a field is empty")
        .help("fill every field")
}

/// So many unknown categories are named; a list of more helps nobody.
pub(super) const NAMED: usize = 5;

/// `H|coverage-gaps|Spec 3|no design`
pub(super) fn unknown_category(
    named: &[Slice<'_>],
    count: usize,
    nearest: Option<&str>,
) -> Diagnostic {
    let names: Vec<String> = named.iter().map(|n| format!("`{}`", shortened(n.text))).collect();
    let names = names.join(", ");
    let message = match count.saturating_sub(named.len()) {
        0 if count == 1 => format!("{names} is not a category that an inspector is known to use"),
        0 => format!("no inspector is known to use these {count} categories: {names}"),
        more => format!(
            "no inspector is known to use these {count} categories: {names} and {more} more"
        ),
    };
    let diagnostic = Diagnostic::advice("assize::read::unknown_category").message(message);
    let diagnostic = named.iter().fold(diagnostic, |told, n| told.label(n.span(), "kept as it is"));
    match (nearest, named.first()) {
        (Some(nearest), Some(first)) if count > 1 => {
            let first = shortened(first.text);
            diagnostic.help(format!("did you mean `{nearest}` where you say `{first}`?"))
        }
        (Some(nearest), _) => diagnostic.help(format!("did you mean `{nearest}`?")),
        _ => diagnostic.help("use one category for one thing, so that findings can be counted"),
    }
}

/// `LATER|tech.md|no ORM` below `STEERING:`
pub(super) fn unknown_level(word: Slice<'_>) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_level")
        .message("a decision says neither `CODIFY` nor `PROPOSE`")
        .label(word.span(), "kept as it is")
        .help("write `CODIFY` for what is to be applied, `PROPOSE` for what a person decides")
}

/// `tests|checkout|no AC` below `SPEC_FEEDBACK:`
pub(super) fn unknown_phase(word: Slice<'_>) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_phase")
        .message("a row does not say whether the defect is in the specifications or in the design")
        .label(word.span(), "kept as it is")
        .help("write `specifications` or `design`; when unsure, `specifications`")
}

/// `С|sql|src/a.rs:7|...`, with a Cyrillic letter; `Sev C|sql|...`
pub(in crate::codec) fn look_alike(field: Slice<'_>, severity: Severity, row: Span) -> Diagnostic {
    let code = code_of(severity).unwrap_or("C");
    let diagnostic = Diagnostic::error("assize::read::look_alike")
        .message(format!(
            "where the severity of a row belongs, something looks like `{code}`, and is not written as one"
        ))
        .label(row, format!("{severity}, or not?"));
    match crate::codec::mistakes::odd_character(field.text) {
        Some(odd) => diagnostic.help(format!("write the plain letter `{code}`, without {odd}")),
        None => diagnostic.help(format!(
            "write the letter alone, with plain pipes: `{code}|category|location|description`"
        )),
    }
}

/// `CODIFY|../secrets.md|no ORM`
pub(super) fn bad_path(target: Slice<'_>) -> Diagnostic {
    Diagnostic::warning("assize::read::bad_path")
        .message(format!("`{}` leaves the folder of steering files", shortened(target.text)))
        .label(target.span(), "not used as a path")
        .help("name a file of that folder: `tech.md`")
}

/// `ISSUES:3` above two rows
pub(super) fn rows_are_missing(at: Span, stated: usize, rows: usize) -> Diagnostic {
    Diagnostic::error("assize::read::rows_are_missing")
        .message(format!("the text counts its rows as {stated}, and there are {rows}"))
        .label(at, "more than there are")
        .help("write the whole text again")
}

/// `ISSUES:1` above two rows
pub(super) fn more_rows(at: Span, stated: usize, rows: usize) -> Diagnostic {
    Diagnostic::error("assize::read::more_rows")
        .message(format!("the text counts its rows as {stated}, and there are {rows}"))
        .label(at, "fewer than there are")
        .help("count the rows again")
}
