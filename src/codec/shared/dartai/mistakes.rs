//! What can be wrong with a verdict of dartai in several channels.

use super::Wording;
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, FindingKind};
use crate::source::Span;

/// Mistakes as rows: what they point to, the code, what is wrong, what stands there, and what to do next.
macro_rules! mistake_rows {
    ($(
        $(#[$doc:meta])*
        $vis:vis $name:ident($($span:ident),+) = $level:ident $code:literal: $message:literal,
        $($at:ident $label:literal),+; help $help:literal;
    )+) => {$(
        $(#[$doc])*
        $vis fn $name($($span: Span),+) -> Diagnostic {
            Diagnostic::$level($code).message($message)$(.label($at, $label))+.help($help)
        }
    )+};
}
pub(in crate::codec) use mistake_rows;

/// `verdct: pass`
pub(in crate::codec) fn misspelt_key(key: Slice<'_>, meant: &str, wording: &Wording) -> Diagnostic {
    let name = wording.named(meant, "");
    let diagnostic = Diagnostic::error("assize::read::misspelt_key")
        .message(format!("`{}` is not a key of a verdict", key.text))
        .label(key.span(), format!("meant as `{meant}`?"));
    match crate::codec::mistakes::odd_character(key.text) {
        Some(odd) => diagnostic.help(format!("write {name} in plain letters, without {odd}")),
        None => diagnostic.help(format!("write {name}")),
    }
}

/// `blockers:` and no list below it
pub(super) fn empty_finding(kind: FindingKind, at: Span, wording: &Wording) -> Diagnostic {
    let [before, behind] = wording.finding;
    Diagnostic::warning("assize::read::empty_finding")
        .message(format!("an empty {before}{kind}{behind}"))
        .label(at, wording.says_nothing)
        .help(wording.remove_it)
}

/// `blocker:` and nothing more, below `verdict: pass`
pub(super) fn empty_blocker(at: Span, wording: &Wording) -> Diagnostic {
    Diagnostic::error("assize::read::empty_blocker")
        .message(wording.empty_blocker)
        .label(at, "does something stop the work, or nothing?")
        .help(wording.say_none)
}

mistake_rows! {
    /// `verdict = pass`
    pub(in crate::codec) missing_colon(at) = error "assize::read::misspelt_key": "the verdict has no colon",
        at "meant as `verdict:`?"; help "write `verdict: pass`, `verdict: fail` or `verdict: warn`";
    /// `<<<<<<< HEAD`
    pub(in crate::codec) conflict_markers(at) = error "assize::read::conflict_markers":
        "the text contains two versions of itself",
        at "a merge conflict was left here"; help "resolve the conflict, or ask the reviewer again";
    /// `Here is my verdict` above `verdict: pass`
    pub(in crate::codec) prose_before_verdict(at, preface) = error "assize::read::prose_before_verdict":
        "the verdict is not the first line, so it may be a quotation",
        at "stated, or quoted?", preface "the text begins here";
        help "write the `verdict:` line first, and the rest below `evidence:`";
    /// `verdict-file: PATH` below line 1
    pub(in crate::codec) pointer_ignored(at) = warning "assize::read::pointer_ignored":
        "a pointer to another file counts on line 1 only",
        at "not followed"; help "remove the line, or name the file with `evidence:`";
    /// `evidence: ./a.md` above `evidence: ./b.md`
    pub(in crate::codec) second_evidence(at) = warning "assize::read::second_evidence":
        "there is a second `evidence:` line",
        at "the first one counts"; help "name one file, or write the evidence in one place";
    /// `blockers: none`, and `  SQL built by concatenation` below
    pub(in crate::codec) none_goes_on(at) = error "assize::read::none_goes_on":
        "there are no blockers, yet the list goes on",
        at "is this a blocker?"; help "write `blocker:` before it, or `advisory:`";
    /// `blocker: ...` below `evidence: the tests ran`
    pub(in crate::codec) field_in_evidence(at) = warning "assize::read::field_in_evidence":
        "a line of the evidence looks like part of the verdict",
        at "read as evidence"; help "move it above `evidence:` if it is part of the verdict";
}
