//! What can be wrong with CPF, and what to do about it.

use super::Dialect;
use super::tables::KEYS;
use super::tables::code_of;
use crate::codec::members::list;
pub(super) use crate::codec::mistakes::conflict_markers;
use crate::codec::mistakes::{mistake_rows, shown};
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Kind, Severity};
use crate::source::Span;

/// `VERDICT:{GO|CONDITIONAL|NO-GO}`, `{sev}|{category}|{location}|{description}`
pub(in crate::codec) fn template(at: Span) -> Diagnostic {
    crate::codec::mistakes::template(
        at,
        "still the form's own words",
        "fill it in: one word after `VERDICT:`, and rows without braces",
    )
}

mistake_rows! {
    /// `SCOPE:checkout` and nothing more
    pub(in crate::codec) error "assize::read::no_verdict" no_verdict(at: Span)
        "the text contains neither a verdict nor a finding", at "no `VERDICT:` line, and no row", "begin with `VERDICT:GO`, also when nothing was found";
    /// `VERDICT:ERROR` and no row
    pub(in crate::codec) error "assize::read::errored" errored(at: Span)
        "the reviewer says that it could not do its job", at "no verdict", "find out why, and ask it again";
    /// `VERDICT:ERROR` above rows
    pub(super) warning "assize::read::errored_with_rows" errored_with_rows(at: Span)
        "the reviewer could not finish, and found something before it stopped", at "what it found is kept", "look at what it found, and ask it again";
    /// `VERDICT:NO-GO` and nothing more
    pub(super) error "assize::read::fail_without_row" fail_without_row(at: Span)
        "the verdict is `NO-GO` and lists nothing", at "no row explains this", "list what was found, one row each";
    /// `VERDICT:SPEC-UPDATE-NEEDED` without `SPEC_FEEDBACK:`
    pub(super) warning "assize::read::missing_spec_feedback" missing_spec_feedback(at: Span)
        "the specification must change, but nothing says how",
        at "no row below `SPEC_FEEDBACK:` explains this", "add `SPEC_FEEDBACK:` with rows of `phase|spec|description`";
    /// `SPEC_FEEDBACK:` below `VERDICT:GO`
    pub(super) warning "assize::read::spec_feedback_without_update" spec_feedback_without_update(at: Span, word: Span)
        "the specification is said to have a defect, but not to need a change",
        at "a defect of the specification", word "stated", "state `VERDICT:SPEC-UPDATE-NEEDED`, or leave out `SPEC_FEEDBACK:`";
    /// `VERDICT:SPEC-UPDATE-NEEDED` of an inspector
    pub(super) warning "assize::read::word_of_another_kind" word_of_auditor(at: Span)
        "`SPEC-UPDATE-NEEDED` is a word of auditors, not of inspectors", at "counts as `NO-GO`", "state `VERDICT:NO-GO`";
    /// `VERDICT:SPEC-UPDATE-NEEDED`, kind `design`
    pub(super) warning "assize::read::word_of_another_kind" word_of_another_kind(at: Span, kind: Kind)
        "`SPEC-UPDATE-NEEDED` is a word of `impl` auditors, not of `{kind}`", at "counts as `NO-GO`", "state `VERDICT:NO-GO`, or read it with another kind";
    /// `VERDICT:GO - looks good`
    pub(super) warning "assize::read::go_with_tail" go_with_tail(word: Span, tail: Span)
        "a `GO` with something after it counts as `CONDITIONAL`",
        word "read as `CONDITIONAL`", tail "read as a note", "write `VERDICT:GO` alone, and the rest below `NOTES:`";
    /// `VERDICT:GO - NO-GO`
    pub(super) error "assize::read::two_words" two_words(word: Span, tail: Span)
        "the verdict says two things at once", word "this does not stop the work", tail "this does", "write one word after `VERDICT:`";
    /// `VERDICT:GO - once the tests are in`
    pub(super) error "assize::read::conditional_pass" conditional_pass(word: Span, tail: Span)
        "a `GO` with a condition or an exception is not a verdict",
        word "does this stop the work?", tail "the work may go on only if this comes true", "write `VERDICT:CONDITIONAL` if it may go on anyway, else `VERDICT:NO-GO`";
    /// `PARTIAL:interface|timed out`
    pub(super) warning "assize::read::partial" partial(at: Span)
        "not everything was looked at, so the verdict is at best `CONDITIONAL`",
        at "says what is missing", "ask those who did not answer again, or go on knowing what is missing";
    /// `VERDICT:GO`, and `VERDICT:NO-GO` further down
    pub(super) error "assize::read::worse_verdict" worse_verdict(at: Span, first: Span)
        "a second `VERDICT:` line is worse than the first, and stands", at "says fail", first "stated first", "keep one `VERDICT:` line, on line 1";
    /// `VERDICT:GO`, and `VERDICT:CONDITIONAL` further down
    pub(super) error "assize::read::conflicting_verdicts" another_verdict(at: Span, first: Span)
        "two `VERDICT:` lines do not agree", at "worse than the first", first "stated first", "keep one `VERDICT:` line, on line 1";
    /// `VERDICT:GO` twice
    pub(in crate::codec) warning "assize::read::repeated_key" repeated_key(at: Span, first: Span, name: &str)
        "`{name}:` appears more than once; the first one counts", at "not read", first "counts", "keep the first one";
    /// `    VERDICT:GO`, or `VERDICT:GO` below `NOTES:`
    pub(super) error "assize::read::quoted_verdict" quoted_verdict(at: Span)
        "the only verdict is indented like code, or is in the notes", at "quoted, or meant?", "write `VERDICT:` on line 1, at the start of the line";
    /// `Looks fine.` above `VERDICT:GO`
    pub(super) error "assize::read::prose_before_verdict" prose_before_verdict(line: Span, prose: Span)
        "there is text above the verdict, so the verdict may be a quotation", prose "not CPF", line "the verdict", "begin with `VERDICT:`";
    /// `VERDICT GO`
    pub(super) error "assize::read::misspelt_key" missing_colon(at: Span)
        "the verdict has no colon", at "meant as `VERDICT:`?", "write `VERDICT:GO`, `VERDICT:CONDITIONAL` or `VERDICT:NO-GO`";
    /// Prose below `SCOPE:checkout`
    pub(super) warning "assize::read::unknown_line" unknown_line(at: Span)
        "this is not a line of CPF", at "kept as a note", "write free text below `NOTES:`";
    /// A fence or an HTML comment around `VERDICT:NO-GO`
    pub(super) error "assize::read::quoted_line" quoted_line(at: Span)
        "a line of CPF is in a fence or a comment", at "quoted, or meant?", "take it out of there if it is part of the verdict, or remove it";
    /// A fence or an HTML comment that never ends
    pub(super) error "assize::read::endless_quote" endless_quote(at: Span)
        "a fence or a comment never ends, so the text may have been cut off", at "open to the end", "close it, or write the whole text again";
    /// A row, a line separator (U+2028), `VERDICT:NO-GO`
    pub(super) error "assize::read::odd_break" odd_break(at: Span)
        "a line of CPF is hidden after a break that not every program shows", at "a separate line to a person, not to a program", "end lines with a line feed";
    /// `END`, and a row below it
    pub(super) error "assize::read::text_behind_end" text_behind_end(at: Span, end: Span)
        "the text goes on after its end mark", at "after the end", end "the end", "write `END` once, as the last line";
    /// `VERDICT:GO`, and the text ends
    pub(super) error "assize::read::truncated" stops_at_verdict(line: Span)
        "the text may have been cut off below its first line", line "no `SCOPE:` follows", "write `SCOPE:` below the verdict, and what was looked at";
    /// `VERIFIED:` in what an inspector wrote
    pub(super) warning "assize::read::section_of_another_kind" section_of_another(at: Span, name: &str, reader: &str, writers: &str)
        "`{name}` is a key of {writers}, not of {reader}", at "read anyway", "leave it out, or read the text as the other format";
    /// `STEERING:`, kind `dead-code`
    pub(super) warning "assize::read::section_of_another_kind" section_of_another_kind(at: Span, name: &str, kind: Kind)
        "auditors of the kind `{kind}` do not write `{name}`", at "read anyway", "leave it out, or read it with another kind";
    /// `ISSUES:` and nothing below it
    pub(super) advice "assize::read::empty_section" empty_section(at: Span, name: &str)
        "there is nothing below `{name}:`", at "empty", "leave out the key of a section that has nothing in it";
    /// `STEERING:` twice
    pub(super) warning "assize::read::repeated_section" repeated_section(at: Span, name: &str, first: Span)
        "the section `{name}` appears more than once", at "read together with the first", first "the first", "write each section once, with all its rows below it";
    /// `ISSUES:`, and the text ends
    pub(in crate::codec) error "assize::read::truncated" stops_at_section(at: Span)
        "the text may have been cut off below the key of a section",
        at "nothing follows", "leave out the key of a section that has nothing in it, or write `END` as the last line";
    /// `H|coverage-gap|Spe`
    pub(in crate::codec) error "assize::read::truncated" truncated(at: Span, lacks: &str)
        "the text may have been cut off", at "no line end, and {lacks}", "write the whole text again, with a line end after the last line";
    /// `VERDICT:MAYBE`
    pub(in crate::codec) error "assize::read::unknown_word" unknown_word(value: Slice<'_>, line: Span, dialect: Dialect)
        [(said, at) = match value.is_empty() {
            true => ("`VERDICT:` has no value".to_owned(), line),
            false => (format!("`{}` is not a verdict of CPF", shown(value.text)), value.span()),
        }, words = match dialect {
            Dialect::Inspector => "`GO`, `CONDITIONAL` or `NO-GO`",
            Dialect::Auditor => "`GO`, `CONDITIONAL`, `NO-GO` or `SPEC-UPDATE-NEEDED`",
        }]
        "{said}", at "expected {words}", "write one of the words alone", odd in value.text => "write plain letters, without {odd}";
    /// `VERDICT:GO` above `C|...`
    pub(in crate::codec) error "assize::read::rows_are_worse" rows_are_worse(word: Span, severity: Severity, row: Span)
        [code = code_of(severity).unwrap_or("C"), meant = if severity == Severity::Critical { "NO-GO" } else { "CONDITIONAL" }]
        "a finding of severity `{code}` comes to `{meant}`, which is worse than what is stated",
        word "stated", row "comes to worse", "state `VERDICT:{meant}`, or rate the finding again";
    /// `ISUES:`
    pub(in crate::codec) error "assize::read::misspelt_key" misspelt_key(name: Slice<'_>, meant: &str)
        "`{name}` is not a key of CPF", name "meant as `{meant}`?", "write `{meant}:`",
        odd in name.text => "write `{meant}:` in plain letters, without {odd}";
    /// `MATRIX:`
    pub(in crate::codec) advice "assize::read::unknown_key" unknown_key(name: Slice<'_>)
        [known = list(KEYS.iter().map(|key| key.name))]
        "`{name}` is not a key of CPF", name "kept, and not judged", "the keys are {known}";
    /// `WAVE_SCOPE:1..3` below `SCOPE:checkout`
    pub(super) warning "assize::read::wave_outside_wave" wave_outside_wave(name: Slice<'_>, scope: Option<Span>)
        "`{name}` belongs to the review of a wave, and this is not one",
        name "read anyway", scope "not a wave", "leave it out, or write `SCOPE:wave-scoped-cross-check`";
}
