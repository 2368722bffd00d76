//! What can be wrong with rows of CPF, and what to do about it.

use super::tables::code_of;
use crate::codec::mistakes::{mistake_rows, shown};
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Outcome, Severity};
use crate::source::Span;

/// The word of CPF for an outcome.
pub(super) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "`GO`",
        Outcome::Warn | Outcome::Hold => "`CONDITIONAL`",
        Outcome::Fail => "`NO-GO`",
    }
}

/// So many unknown categories are named; a list of more helps no reader.
pub(super) const NAMED: usize = 5;

/// `H|coverage-gaps|Spec 3|no design`
pub(super) fn unknown_category(
    named: &[Slice<'_>],
    count: usize,
    nearest: Option<&str>,
) -> Diagnostic {
    let names: Vec<String> = named.iter().map(|n| format!("`{}`", shown(n.text))).collect();
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
            let first = shown(first.text);
            diagnostic.help(format!("did you mean `{nearest}` where you say `{first}`?"))
        }
        (Some(nearest), _) => diagnostic.help(format!("did you mean `{nearest}`?")),
        _ => diagnostic.help("use one category for one thing, so that findings can be counted"),
    }
}

mistake_rows! {
    /// `None` below `ISSUES:`
    pub(super) advice "assize::read::no_findings" no_findings(at: Span)
        "a line says that there is nothing to list", at "kept as a note", "leave out the key of a section that has nothing in it";
    /// `H|coverage-gap|Spec 3|no design` below `NOTES:`
    pub(super) warning "assize::read::stray_row" stray_row(row: Span)
        "a row is where no row belongs", row "counts as a finding", "write it below `ISSUES:` or `VERIFIED:`";
    /// `H||Spec 3|no design`
    pub(super) warning "assize::read::empty_field" empty_field(row: Span, name: &str)
        "a row has no {name}", row "a field is empty", "fill every field";
    /// `ISSUES:3` above two rows
    pub(super) error "assize::read::rows_are_missing" rows_are_missing(at: Span, stated: usize, rows: usize)
        "the text counts its rows as {stated}, and there are {rows}", at "more than there are", "write the whole text again";
    /// `ISSUES:1` above two rows
    pub(super) error "assize::read::more_rows" more_rows(at: Span, stated: usize, rows: usize)
        "the text counts its rows as {stated}, and there are {rows}", at "fewer than there are", "count the rows again";
    /// `H|coverage-gap` below `ISSUES:`
    pub(super) error "assize::read::short_row" short_row(row: Span, at_best: &str)
        "a row has too few fields, so the verdict is at best {at_best}", row "kept as it is", "write every field, with a pipe between each two";
    /// `LATER|tech.md|no ORM` below `STEERING:`
    pub(super) warning "assize::read::unknown_level" unknown_level(word: Span)
        "a decision says neither `CODIFY` nor `PROPOSE`", word "kept as it is", "write `CODIFY` for what is to be applied, `PROPOSE` for what a person decides";
    /// `tests|checkout|no AC` below `SPEC_FEEDBACK:`
    pub(super) warning "assize::read::unknown_phase" unknown_phase(word: Span)
        "a row does not say whether the defect is in the specifications or in the design",
        word "kept as it is", "write `specifications` or `design`; when unsure, `specifications`";
    /// `CODIFY|../secrets.md|no ORM`
    pub(super) warning "assize::read::bad_path" bad_path(target: Span, path: &str)
        "`{path}` leaves the folder of steering files", target "not used as a path", "name a file of that folder: `tech.md`";
    /// `UNCERTAIN|...` below `ISSUES:`
    pub(in crate::codec) error "assize::read::malformed_row" malformed_row(row: Span, first: Option<Slice<'_>>, at_best: Outcome)
        [at_best = word(at_best)]
        "this is not a row of its section, so the verdict is at best {at_best}",
        row "kept as it is", first "no severity where one belongs",
        "write `sev|category|location|description` below `ISSUES:`, and `agents|` in front of it below `VERIFIED:`";
    /// `С|sql|src/a.rs:7|...`, with a Cyrillic letter; `Sev C|sql|...`
    pub(in crate::codec) error "assize::read::look_alike" look_alike(field: Slice<'_>, severity: Severity, row: Span)
        [code = code_of(severity).unwrap_or("C")]
        "where the severity of a row belongs, something looks like `{code}`, and is not written as one",
        row "{severity}, or not?", "write the letter alone, with plain pipes: `{code}|category|location|description`",
        odd in field.text => "write the plain letter `{code}`, without {odd}";
}
