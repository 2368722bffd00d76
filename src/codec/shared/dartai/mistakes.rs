//! What can be wrong with a verdict of dartai in several channels.

use super::Wording;
use crate::codec::mistakes::mistake_rows;
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, FindingKind};
use crate::source::Span;

mistake_rows! {
    /// `verdict = pass`
    pub(in crate::codec) error "assize::read::misspelt_key" missing_colon(at: Span)
        "the verdict has no colon", at "meant as `verdict:`?", "write `verdict: pass`, `verdict: fail` or `verdict: warn`";
    /// `Here is my verdict` above `verdict: pass`
    pub(in crate::codec) error "assize::read::prose_before_verdict" prose_before_verdict(at: Span, preface: Span)
        "the verdict is not the first line, so it may be a quotation",
        at "stated, or quoted?", preface "the text begins here", "write the `verdict:` line first, and the rest below `evidence:`";
    /// `verdict-file: PATH` below line 1
    pub(in crate::codec) warning "assize::read::pointer_ignored" pointer_ignored(at: Span)
        "a pointer to another file counts on line 1 only", at "not followed", "remove the line, or name the file with `evidence:`";
    /// `evidence: ./a.md` above `evidence: ./b.md`
    pub(in crate::codec) warning "assize::read::second_evidence" second_evidence(at: Span)
        "there is a second `evidence:` line", at "the first one counts", "name one file, or write the evidence in one place";
    /// `blockers: none`, and `  SQL built by concatenation` below
    pub(in crate::codec) error "assize::read::none_goes_on" none_goes_on(at: Span)
        "there are no blockers, yet the list goes on", at "is this a blocker?", "write `blocker:` before it, or `advisory:`";
    /// `blocker: ...` below `evidence: the tests ran`
    pub(in crate::codec) warning "assize::read::field_in_evidence" field_in_evidence(at: Span)
        "a line of the evidence looks like part of the verdict", at "read as evidence", "move it above `evidence:` if it is part of the verdict";
    /// `verdct: pass`
    pub(in crate::codec) error "assize::read::misspelt_key" misspelt_key(key: Slice<'_>, meant: &str, wording: &Wording)
        [name = wording.named(meant, "")]
        "`{key}` is not a key of a verdict", key "meant as `{meant}`?", "write {name}",
        odd in key.text => "write {name} in plain letters, without {odd}";
    /// `blockers:` and no list below it
    pub(super) warning "assize::read::empty_finding" empty_finding(kind: FindingKind, at: Span, wording: &Wording)
        [Wording { finding: [before, behind], says_nothing, remove_it, .. } = wording]
        "an empty {before}{kind}{behind}", at "{says_nothing}", "{remove_it}";
    /// `blocker:` and nothing more, below `verdict: pass`
    pub(super) error "assize::read::empty_blocker" empty_blocker(at: Span, wording: &Wording)
        [Wording { empty_blocker, say_none, .. } = wording]
        "{empty_blocker}", at "does something stop the work, or nothing?", "{say_none}";
}
