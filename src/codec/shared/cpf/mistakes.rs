//! What can be wrong with CPF, and what to do about it.

use super::Dialect;
use super::finish::code_of;
use super::tables::KEYS;
pub(super) use crate::codec::mistakes::conflict_markers;
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
pub(in crate::codec) fn no_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("the text contains neither a verdict nor a finding")
        .label(at, "no `VERDICT:` line, and no row")
        .help("begin with `VERDICT:GO`, also when nothing was found")
}

/// `VERDICT:{GO|CONDITIONAL|NO-GO}`, `{sev}|{category}|{location}|{description}`
pub(in crate::codec) fn template(at: Span) -> Diagnostic {
    crate::codec::mistakes::template(
        at,
        "still the form's own words",
        "fill it in: one word after `VERDICT:`, and rows without braces",
    )
}

/// `VERDICT:MAYBE`
pub(in crate::codec) fn unknown_word(value: Slice<'_>, line: Span, dialect: Dialect) -> Diagnostic {
    let (message, at) = match value.is_empty() {
        true => ("`VERDICT:` has no value".to_owned(), line),
        false => (format!("`{}` is not a verdict of CPF", shortened(value.text)), value.span()),
    };
    let diagnostic = Diagnostic::error("assize::read::unknown_word")
        .message(message)
        .label(at, format!("expected {}", words(dialect)));
    match crate::codec::mistakes::odd_character(value.text) {
        Some(odd) => diagnostic.help(format!("write plain letters, without {odd}")),
        None => diagnostic.help("write one of the words alone"),
    }
}

/// The word of CPF for an outcome.
pub(super) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "`GO`",
        Outcome::Warn | Outcome::Hold => "`CONDITIONAL`",
        Outcome::Fail => "`NO-GO`",
    }
}

/// A text as it fits into a message.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `VERDICT:ERROR` and no row
pub(in crate::codec) fn errored(at: Span) -> Diagnostic {
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
pub(in crate::codec) fn rows_are_worse(word: Span, severity: Severity, row: Span) -> Diagnostic {
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
        .message("the specification must change, but nothing says how")
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
        .label(name.span(), "read anyway")
        .help("leave it out, or read the text as the other format")
}

/// `STEERING:`, kind `dead-code`
pub(super) fn section_of_another_kind(name: Slice<'_>, kind: Kind) -> Diagnostic {
    Diagnostic::warning("assize::read::section_of_another_kind")
        .message(format!("auditors of the kind `{kind}` do not write `{}`", name.text))
        .label(name.span(), "read anyway")
        .help("leave it out, or read it with another kind")
}

/// `VERDICT:GO - looks good`
pub(super) fn go_with_tail(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::go_with_tail")
        .message("a `GO` with something after it counts as `CONDITIONAL`")
        .label(word, "read as `CONDITIONAL`")
        .label(tail, "read as a note")
        .help("write `VERDICT:GO` alone, and the rest below `NOTES:`")
}

/// `VERDICT:GO - NO-GO`
pub(super) fn two_words(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_words")
        .message("the verdict says two things at once")
        .label(word, "this does not stop the work")
        .label(tail, "this does")
        .help("write one word after `VERDICT:`")
}

/// `VERDICT:GO - once the tests are in`
pub(super) fn conditional_pass(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::error("assize::read::conditional_pass")
        .message("a `GO` with a condition or an exception is not a verdict")
        .label(word, "does this stop the work?")
        .label(tail, "the work may go on only if this comes true")
        .help("write `VERDICT:CONDITIONAL` if it may go on anyway, else `VERDICT:NO-GO`")
}

/// `PARTIAL:interface|timed out`
pub(super) fn partial(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::partial")
        .message("not everything was looked at, so the verdict is at best `CONDITIONAL`")
        .label(at, "says what is missing")
        .help("ask those who did not answer again, or go on knowing what is missing")
}

/// `VERDICT:GO`, and `VERDICT:NO-GO` further down
pub(super) fn worse_verdict(at: Span, first: Span) -> Diagnostic {
    Diagnostic::error("assize::read::worse_verdict")
        .message("a second `VERDICT:` line is worse than the first, and stands")
        .label(at, "says fail")
        .label(first, "stated first")
        .help("keep one `VERDICT:` line, on line 1")
}

/// `VERDICT:GO`, and `VERDICT:CONDITIONAL` further down
pub(super) fn another_verdict(at: Span, first: Span) -> Diagnostic {
    Diagnostic::error("assize::read::conflicting_verdicts")
        .message("two `VERDICT:` lines do not agree")
        .label(at, "worse than the first")
        .label(first, "stated first")
        .help("keep one `VERDICT:` line, on line 1")
}

/// `VERDICT:GO` twice
pub(in crate::codec) fn repeated_key(at: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::warning("assize::read::repeated_key")
        .message(format!("`{name}:` appears more than once; the first one counts"))
        .label(at, "not read")
        .label(first, "counts")
        .help("keep the first one")
}

/// `    VERDICT:GO`, or `VERDICT:GO` below `NOTES:`
pub(super) fn quoted_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::quoted_verdict")
        .message("the only verdict is indented like code, or is in the notes")
        .label(at, "quoted, or meant?")
        .help("write `VERDICT:` on line 1, at the start of the line")
}

/// `Looks fine.` above `VERDICT:GO`
pub(super) fn prose_before_verdict(line: Span, prose: Span) -> Diagnostic {
    Diagnostic::error("assize::read::prose_before_verdict")
        .message("there is text above the verdict, so the verdict may be a quotation")
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
pub(in crate::codec) fn misspelt_key(name: Slice<'_>, meant: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::misspelt_key")
        .message(format!("`{}` is not a key of CPF", name.text))
        .label(name.span(), format!("meant as `{meant}`?"));
    match crate::codec::mistakes::odd_character(name.text) {
        Some(odd) => diagnostic.help(format!("write `{meant}:` in plain letters, without {odd}")),
        None => diagnostic.help(format!("write `{meant}:`")),
    }
}

/// `MATRIX:`
pub(in crate::codec) fn unknown_key(name: Slice<'_>) -> Diagnostic {
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
        .message(format!("there is nothing below `{}:`", name.text))
        .label(name.span(), "empty")
        .help("leave out the key of a section that has nothing in it")
}

/// A fence or an HTML comment around `VERDICT:NO-GO`
pub(super) fn quoted_line(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::quoted_line")
        .message("a line of CPF is in a fence or a comment")
        .label(at, "quoted, or meant?")
        .help("take it out of there if it is part of the verdict, or remove it")
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
        .message("a line of CPF is hidden after a break that not every program shows")
        .label(at, "a separate line to a person, not to a program")
        .help("end lines with a line feed")
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
        .label(name.span(), "read anyway");
    let diagnostic = match scope {
        Some(scope) => diagnostic.label(scope, "not a wave"),
        None => diagnostic,
    };
    diagnostic.help("leave it out, or write `SCOPE:wave-scoped-cross-check`")
}

/// `END`, and a row below it
pub(super) fn text_behind_end(at: Span, end: Span) -> Diagnostic {
    Diagnostic::error("assize::read::text_behind_end")
        .message("the text goes on after its end mark")
        .label(at, "after the end")
        .label(end, "the end")
        .help("write `END` once, as the last line")
}

/// `ISSUES:`, and the text ends
pub(in crate::codec) fn stops_at_section(name: Slice<'_>) -> Diagnostic {
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
pub(in crate::codec) fn truncated(at: Span, row: bool) -> Diagnostic {
    let label =
        if row { "no line end, and too few fields" } else { "no line end, and it may go on" };
    Diagnostic::error("assize::read::truncated")
        .message("the text may have been cut off")
        .label(at, label)
        .help("write the whole text again, with a line end after the last line")
}
