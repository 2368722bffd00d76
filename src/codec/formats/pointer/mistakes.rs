//! What can be wrong with a pointer.

use crate::codec::mistakes::{mistake_rows, shown};
use crate::codec::text::slice::Slice;
use crate::ir::Diagnostic;
use crate::source::Span;

mistake_rows! {
    /// `verdict-file: ../other/qa.md`
    pub(super) error "assize::read::bad_path" bad_path(at: Span, problem: &str)
        "the pointer names a path that must not be followed", at "{problem}", "write the path of the verdict file as seen from the folder of the repository";
    /// Six lines
    pub(super) warning "assize::read::pointer_budget" pointer_budget(at: Span, lines: usize, most: usize)
        "the pointer has {lines} lines, more than {most}", at "one line too many", "move everything but the verdict and one remark into the verdict file";
    /// `verdct: fail` below a pointer
    pub(super) error "assize::read::misspelt_key" misspelt_key(key: Slice<'_>, meant: &str)
        "`{key}` is not a key of a pointer", key "meant as `{meant}`?", "write `{meant}:`";
    /// `verdict-file: reports/qa.md`, and no seat whose file it is
    pub(super) error "assize::read::unfollowed" unfollowed(at: Span)
        "the text only says where the verdict file is", at "not followed", "hand in the verdict file, and what the reviewer printed with `--stdout SEAT=FILE`";
    /// A fence that holds `verdict-file: reports/qa.md`
    pub(super) error "assize::read::fenced_pointer" fenced_pointer(at: Span)
        "a pointer inside a block is not followed", at "stated, or quoted?", "print `verdict-file:` as the first line, without a block around it";
    /// `    verdict-file: reports/qa.md`
    pub(super) error "assize::read::pointer_like_code" pointer_like_code(at: Span)
        "the pointer is indented like quoted code", at "stated, or quoted?", "write `verdict-file:` without spaces in front of it";
    /// `--as pointer` for a text without one
    pub(super) error "assize::read::no_pointer" no_pointer(at: Span)
        "the text does not point to a verdict file", at "no `verdict-file:` here", "write `verdict-file: PATH` on line 1";
    /// `verdict-file: .dartai/reports/<task-id>/qa.md`
    pub(super) error "assize::read::template" template_path(at: Span)
        "the form was handed back without being filled in", at "a real path belongs here", "write the path of the verdict file";
    /// Two `verdict-file:` lines with different paths
    pub(super) error "assize::read::two_pointers" two_pointers(first: Span, again: Span)
        "two lines point to different files", again "points elsewhere", first "the first of them", "point to one file, on line 1";
    /// `verdict-file: PATH` and nothing more
    pub(super) warning "assize::read::pointer_without_verdict" pointer_without_verdict(at: Span)
        "the pointer does not say what the verdict is", at "no `verdict:` line below", "repeat the word of the file: `verdict: pass`, or `verdict: fail (why)`";
    /// `verdict-file: reports/qa` and no line end
    pub(super) error "assize::read::truncated" truncated(at: Span)
        "the pointer may have been cut off", at "no line end, and no `verdict:` line below", "print both lines, each with its line end";
    /// `verdict: pass (mostly)` below a pointer
    pub(super) warning "assize::read::pass_with_tail" pass_with_tail(word: Span, tail: Span)
        "a pass with something after it counts as `warn`", word "read as `warn`", tail "given for a pass", "give a reason for `fail` and `warn` only";
    /// `verdict: pass` above `verdict: fail`, below a pointer
    pub(super) error "assize::read::conflicting_verdicts" conflicting_verdicts(first: Span, again: Span)
        "two `verdict:` lines do not agree", again "says something else", first "first stated here", "keep one `verdict:` line, below the pointer";
    /// `The verdict is fail` around a pointer that says pass
    pub(super) error "assize::read::second_opinion" second_opinion(pointer: Span, at: Span)
        "another line states another verdict", at "does not agree with the pointer", pointer "the pointer", "print nothing but the pointer";
    /// `confidence: 90%` below a pointer
    pub(super) warning "assize::read::unknown_confidence" unknown_confidence(at: Span)
        "the confidence is not a known word", at "not one of `high`, `med`, `low`", "write `high`, `med` or `low`, or leave the line out: the file says it";
    /// `blocker: src/a.rs:1 wrong` below a pointer
    pub(super) error "assize::read::blocker_beside_pointer" blocker_beside_pointer(at: Span)
        "a blocker is listed beside the pointer", at "not read from here", "write it into the verdict file, and `verdict: fail` on both sides";
    /// A YAML block below a pointer
    pub(super) warning "assize::read::inlined_block" inlined_block(at: Span)
        "a block with the verdict follows the pointer", at "not read; the verdict file is read instead", "leave the block out, or print the block alone";
    /// `All done!` below a pointer
    pub(super) warning "assize::read::prose_beside_pointer" prose_beside_pointer(at: Span)
        "this is not a line of a pointer", at "not read", "print the pointer and its `verdict:` line, and nothing else";
    /// `verdict:` below a pointer
    pub(super) error "assize::read::unknown_word" empty_word(line: Span)
        "the `verdict:` line is empty", line "a word is missing", "repeat the word of the file: `pass`, `fail` or `warn`";
    /// `verdict: looks good` below a pointer
    pub(super) error "assize::read::unknown_word" unknown_word(value: Slice<'_>)
        [shown = shown(value.text)]
        "`{shown}` is not a verdict", value "not one of `pass`, `fail`, `warn`", "repeat the word of the file, with the reason in brackets",
        odd in value.text => "write the word in plain letters, without {odd}";
}
