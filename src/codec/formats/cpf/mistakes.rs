//! What can be wrong with CPF, and what to do about it.

use super::Dialect;
use super::finish::code_of;
use super::tables::KEYS;
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Kind, Outcome, Severity};
use crate::source::Span;

/// The words that a dialect may state.
pub(super) fn words(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Inspector => "`GO`, `CONDITIONAL` or `NO-GO`",
        Dialect::Auditor => "`GO`, `CONDITIONAL`, `NO-GO` or `SPEC-UPDATE-NEEDED`",
    }
}

/// `SCOPE:checkout` and nothing more
pub(super) fn no_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("the text holds neither a verdict nor a finding")
        .label(at, "no `VERDICT:` line, and no row")
        .help("begin with `VERDICT:GO`, also when nothing was found")
}

/// `VERDICT:{GO|CONDITIONAL|NO-GO}`, `{sev}|{category}|{location}|{description}`
pub(super) fn template(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::template")
        .message("the form was handed back without being filled in")
        .label(at, "still the form's own words")
        .help("fill it in: one word behind `VERDICT:`, and rows without braces")
}

/// `VERDICT:MAYBE`
pub(super) fn unknown_word(value: Slice<'_>, line: Span, dialect: Dialect) -> Diagnostic {
    let (message, at) = match value.is_empty() {
        true => ("`VERDICT:` has no value".to_owned(), line),
        false => (format!("`{}` is not a verdict of CPF", shortened(value.text)), value.span()),
    };
    let diagnostic = Diagnostic::error("assize::read::unknown_word")
        .message(message)
        .label(at, format!("expected {}", words(dialect)));
    match crate::codec::odd_character(value.text) {
        Some(odd) => diagnostic.help(format!("write plain letters, without {odd}")),
        None => diagnostic.help("write one of the words alone"),
    }
}

/// The word of CPF for an outcome.
fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "`GO`",
        Outcome::Warn | Outcome::Hold => "`CONDITIONAL`",
        Outcome::Fail => "`NO-GO`",
    }
}

/// A text as it fits into a message.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `VERDICT:ERROR` and no row
pub(super) fn errored(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::errored")
        .message("the reviewer says that it could not do its job")
        .label(at, "no verdict")
        .help("find out why, and ask it again")
}

/// `VERDICT:ERROR` above rows
pub(super) fn errored_with_rows(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::errored_with_rows")
        .message("the reviewer could not finish, and found something before it stopped")
        .label(at, "what it found is kept")
        .help("look at what it found, and ask it again")
}

/// `VERDICT:GO` above `C|...`
pub(super) fn rows_are_worse(word: Span, severity: Severity, row: Span) -> Diagnostic {
    let (code, word_for) = (
        code_of(severity).unwrap_or("C"),
        match severity {
            Severity::Critical => "NO-GO",
            _ => "CONDITIONAL",
        },
    );
    Diagnostic::error("assize::read::rows_are_worse")
        .message(format!("a finding of severity `{code}` comes to `{word_for}`, which is worse than what is stated"))
        .label(word, "stated")
        .label(row, "comes to worse")
        .help(format!("state `VERDICT:{word_for}`, or rate the finding again"))
}

/// `VERDICT:NO-GO` and nothing more
pub(super) fn fail_without_row(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::fail_without_row")
        .message("the verdict is `NO-GO` and lists nothing")
        .label(at, "no row explains this")
        .help("list what was found, one row each")
}

/// `VERDICT:SPEC-UPDATE-NEEDED` without `SPEC_FEEDBACK:`
pub(super) fn missing_spec_feedback(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::missing_spec_feedback")
        .message("the specification is to be changed, and nothing says how")
        .label(at, "no row below `SPEC_FEEDBACK:` explains this")
        .help("add `SPEC_FEEDBACK:` with rows of `phase|spec|description`")
}

/// `SPEC_FEEDBACK:` below `VERDICT:GO`
pub(super) fn spec_feedback_without_update(at: Span, word: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::spec_feedback_without_update")
        .message("the specification is said to have a defect, but not to need a change")
        .label(at, "a defect of the specification")
        .label(word, "stated")
        .help("state `VERDICT:SPEC-UPDATE-NEEDED`, or leave out `SPEC_FEEDBACK:`")
}

/// `VERDICT:SPEC-UPDATE-NEEDED` of an inspector
pub(super) fn word_of_auditor(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::word_of_another_kind")
        .message("`SPEC-UPDATE-NEEDED` is a word of auditors, not of inspectors")
        .label(at, "counts as `NO-GO`")
        .help("state `VERDICT:NO-GO`")
}

/// `VERDICT:SPEC-UPDATE-NEEDED`, kind `design`
pub(super) fn word_of_another_kind(at: Span, kind: Kind) -> Diagnostic {
    Diagnostic::warning("assize::read::word_of_another_kind")
        .message(format!("`SPEC-UPDATE-NEEDED` is a word of `impl` auditors, not of `{kind}`"))
        .label(at, "counts as `NO-GO`")
        .help("state `VERDICT:NO-GO`, or read it with another kind")
}

/// `VERIFIED:` in what an inspector wrote
pub(super) fn section_of_another(name: Slice<'_>, dialect: Dialect) -> Diagnostic {
    let (reader, writer) = match dialect {
        Dialect::Inspector => ("an inspector", "auditors"),
        Dialect::Auditor => ("an auditor", "inspectors"),
    };
    Diagnostic::warning("assize::read::section_of_another_kind")
        .message(format!("`{}` is a key of {writer}, not of {reader}", name.text))
        .label(name.span(), "read all the same")
        .help("leave it out, or read the text as the other format")
}

/// `STEERING:`, kind `dead-code`
pub(super) fn section_of_another_kind(name: Slice<'_>, kind: Kind) -> Diagnostic {
    Diagnostic::warning("assize::read::section_of_another_kind")
        .message(format!("auditors of the kind `{kind}` do not write `{}`", name.text))
        .label(name.span(), "read all the same")
        .help("leave it out, or read it with another kind")
}

/// `VERDICT:GO - looks good`
pub(super) fn go_with_tail(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::go_with_tail")
        .message("a `GO` with something behind it counts as `CONDITIONAL`")
        .label(word, "read as `CONDITIONAL`")
        .label(tail, "read as a note")
        .help("write `VERDICT:GO` alone, and the rest below `NOTES:`")
}

/// `PARTIAL:interface|timed out`
pub(super) fn partial(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::partial")
        .message("not everything was looked at, so the verdict is at best `CONDITIONAL`")
        .label(at, "says what is missing")
        .help("ask again what did not answer, or go on knowing what is missing")
}

/// `VERDICT:GO`, and `VERDICT:NO-GO` further down
pub(super) fn worse_verdict(at: Span, first: Span) -> Diagnostic {
    Diagnostic::error("assize::read::worse_verdict")
        .message("a second `VERDICT:` line is worse than the first, and stands")
        .label(at, "says fail")
        .label(first, "stated first")
        .help("leave one `VERDICT:` line, on line 1")
}

/// `VERDICT:GO`, and `VERDICT:CONDITIONAL` further down
pub(super) fn another_verdict(at: Span, first: Span) -> Diagnostic {
    Diagnostic::error("assize::read::conflicting_verdicts")
        .message("two `VERDICT:` lines do not agree")
        .label(at, "worse than the first")
        .label(first, "stated first")
        .help("leave one `VERDICT:` line, on line 1")
}

/// `VERDICT:GO` twice
pub(super) fn repeated_key(at: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::warning("assize::read::repeated_key")
        .message(format!("`{name}:` appears more than once; the first one counts"))
        .label(at, "not read")
        .label(first, "counts")
        .help("leave the first one")
}

/// `    VERDICT:GO`, or `VERDICT:GO` below `NOTES:`
pub(super) fn quoted_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::quoted_verdict")
        .message("the only verdict is indented like code, or stands in the notes")
        .label(at, "quoted, or meant?")
        .help("write `VERDICT:` on line 1, at the start of the line")
}

/// `Looks fine.` above `VERDICT:GO`
pub(super) fn prose_before_verdict(line: Span, prose: Span) -> Diagnostic {
    Diagnostic::error("assize::read::prose_before_verdict")
        .message("something stands above the verdict, which may only be quoted")
        .label(prose, "not CPF")
        .label(line, "the verdict")
        .help("begin with `VERDICT:`")
}

/// `VERDICT GO`
pub(super) fn missing_colon(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_key")
        .message("the verdict has no colon")
        .label(at, "meant as `VERDICT:`?")
        .help("write `VERDICT:GO`, `VERDICT:CONDITIONAL` or `VERDICT:NO-GO`")
}

/// `ISUES:`
pub(super) fn misspelt_key(name: Slice<'_>, meant: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::misspelt_key")
        .message(format!("`{}` is not a key of CPF", name.text))
        .label(name.span(), format!("meant as `{meant}`?"));
    match crate::codec::odd_character(name.text) {
        Some(odd) => diagnostic.help(format!("write `{meant}:` in plain letters, without {odd}")),
        None => diagnostic.help(format!("did you mean `{meant}:`?")),
    }
}

/// `MATRIX:`
pub(super) fn unknown_key(name: Slice<'_>) -> Diagnostic {
    let known: Vec<_> = KEYS.iter().map(|(name, ..)| format!("`{name}`")).collect();
    Diagnostic::advice("assize::read::unknown_key")
        .message(format!("`{}` is not a key of CPF", name.text))
        .label(name.span(), "kept, and not judged")
        .help(format!("the keys are {}", known.join(", ")))
}

/// Prose below `SCOPE:checkout`
pub(super) fn unknown_line(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_line")
        .message("this is not a line of CPF")
        .label(at, "kept as a note")
        .help("write free text below `NOTES:`")
}

/// `ISSUES:` and nothing below it
pub(super) fn empty_section(name: Slice<'_>) -> Diagnostic {
    Diagnostic::advice("assize::read::empty_section")
        .message(format!("nothing stands below `{}:`", name.text))
        .label(name.span(), "empty")
        .help("leave out the key of a section that has nothing in it")
}

/// `None` below `ISSUES:`
pub(super) fn no_findings(at: Span) -> Diagnostic {
    Diagnostic::advice("assize::read::no_findings")
        .message("a line says that there is nothing to list")
        .label(at, "kept as a note")
        .help("leave out the key of a section that has nothing in it")
}

/// `UNCERTAIN|...` below `ISSUES:`
pub(super) fn malformed_row(row: Span, first: Option<Slice<'_>>, at_best: Outcome) -> Diagnostic {
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
pub(super) fn short_row(row: Span, at_best: Outcome) -> Diagnostic {
    Diagnostic::error("assize::read::short_row")
        .message(format!("a row has too few fields, so the verdict is at best {}", word(at_best)))
        .label(row, "kept as it is")
        .help("write every field, with a pipe between each two")
}

/// `H|coverage-gap|Spec 3|no design` below `NOTES:`
pub(super) fn stray_row(row: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::stray_row")
        .message("a row stands where no row belongs")
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
        .message("a defect is said to be neither in the specifications nor in the design")
        .label(word.span(), "kept as it is")
        .help("write `specifications` or `design`; when unsure, `specifications`")
}

/// A fence or an HTML comment around `VERDICT:NO-GO`
pub(super) fn quoted_line(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::quoted_line")
        .message("a line of CPF stands in a fence or a comment")
        .label(at, "quoted, or meant?")
        .help("take it out if it is meant, or remove it")
}

/// A fence or an HTML comment that never ends
pub(super) fn endless_quote(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::endless_quote")
        .message("a fence or a comment never ends, so the text may have been cut off")
        .label(at, "open to the end")
        .help("close it, or write the whole text again")
}

/// A row, a line separator (U+2028), `VERDICT:NO-GO`
pub(super) fn odd_break(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::odd_break")
        .message("a line of CPF is hidden behind a break that not every program shows")
        .label(at, "a line of its own to a person, not to a program")
        .help("end lines with a line feed")
}

/// `<<<<<<< HEAD`
pub(super) fn conflict_markers(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::conflict_markers")
        .message("the text holds two versions of itself")
        .label(at, "a merge conflict was left here")
        .help("resolve the conflict, or ask the reviewer again")
}

/// `STEERING:` twice
pub(super) fn repeated_section(name: Slice<'_>, first: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::repeated_section")
        .message(format!("the section `{}` appears more than once", name.text))
        .label(name.span(), "read together with the first")
        .label(first, "the first")
        .help("write each section once, with all its rows below it")
}

/// `WAVE_SCOPE:1..3` below `SCOPE:checkout`
pub(super) fn wave_outside_wave(name: Slice<'_>, scope: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::warning("assize::read::wave_outside_wave")
        .message(format!("`{}` belongs to the review of a wave, and this is not one", name.text))
        .label(name.span(), "read all the same");
    let diagnostic = match scope {
        Some(scope) => diagnostic.label(scope, "not a wave"),
        None => diagnostic,
    };
    diagnostic.help("leave it out, or write `SCOPE:wave-scoped-cross-check`")
}

/// `С|sql|src/a.rs:7|...`, with a Cyrillic letter
pub(super) fn look_alike(field: Slice<'_>, row: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::look_alike")
        .message("the first field of a row looks like the severity `C`, and is not written as one")
        .label(row, "critical, or not?");
    match crate::codec::odd_character(field.text) {
        Some(odd) => diagnostic.help(format!("write the plain letter `C`, without {odd}")),
        None => diagnostic.help("write `C|category|location|description`, with plain pipes"),
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

/// `END`, and a row below it
pub(super) fn text_behind_end(at: Span, end: Span) -> Diagnostic {
    Diagnostic::error("assize::read::text_behind_end")
        .message("the text goes on behind its end mark")
        .label(at, "behind the end")
        .label(end, "the end")
        .help("write `END` once, as the last line")
}

/// `ISSUES:`, and the text ends
pub(super) fn stops_at_section(name: Slice<'_>) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text may have been cut off below the key of a section")
        .label(name.span(), "nothing follows")
        .help("leave out the key of a section that has nothing in it, or write `END` as the last line")
}

/// `VERDICT:GO`, and the text ends
pub(super) fn stops_at_verdict(line: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text may have been cut off below its first line")
        .label(line, "no `SCOPE:` follows")
        .help("write `SCOPE:` below the verdict, and what was looked at")
}

/// `H|coverage-gap|Spe`
pub(super) fn truncated(at: Span, row: bool) -> Diagnostic {
    let label =
        if row { "no line end, and too few fields" } else { "no line end, and it may go on" };
    Diagnostic::error("assize::read::truncated")
        .message("the text may have been cut off")
        .label(at, label)
        .help("write the whole text again, with a line end after the last line")
}
