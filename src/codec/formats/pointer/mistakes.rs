//! What can be wrong with a pointer.

use crate::codec::text::slice::Slice;
use crate::ir::Diagnostic;
use crate::source::Span;

/// `verdict-file: reports/qa.md`, and nobody to follow it
pub(super) fn unfollowed(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unfollowed")
        .message("the text only says where the verdict file is")
        .label(at, "not followed")
        .help("hand in the verdict file, and what the reviewer printed with `--stdout SEAT=FILE`")
}

/// A fence that holds `verdict-file: reports/qa.md`
pub(super) fn fenced_pointer(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::fenced_pointer")
        .message("a pointer inside a block is not followed")
        .label(at, "stated, or quoted?")
        .help("print `verdict-file:` as the first line, without a block around it")
}

/// `    verdict-file: reports/qa.md`
pub(super) fn pointer_like_code(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::pointer_like_code")
        .message("the pointer is indented like quoted code")
        .label(at, "stated, or quoted?")
        .help("write `verdict-file:` without spaces in front of it")
}

/// `--as pointer` for a text without one
pub(super) fn no_pointer(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_pointer")
        .message("the text does not point to a verdict file")
        .label(at, "no `verdict-file:` here")
        .help("write `verdict-file: PATH` on line 1")
}

/// `verdict-file: ../other/qa.md`
pub(super) fn bad_path(at: Span, problem: &str) -> Diagnostic {
    Diagnostic::error("assize::read::bad_path")
        .message("the pointer names a path that must not be followed")
        .label(at, problem)
        .help("write the path of the verdict file as seen from the folder of the repository")
}

/// `verdict-file: .dartai/reports/<task-id>/qa.md`
pub(super) fn template_path(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::template")
        .message("the form was handed back without being filled in")
        .label(at, "a real path belongs here")
        .help("write the path of the verdict file")
}

/// `verdict: <pass|fail|warn>` below a pointer
pub(super) fn template_word(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::template")
        .message("the form was handed back without being filled in")
        .label(at, "one word belongs here")
        .help("write `pass`, `fail` or `warn`")
}

/// Two `verdict-file:` lines with different paths
pub(super) fn two_pointers(first: Span, again: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_pointers")
        .message("two lines point to different files")
        .label(again, "points elsewhere")
        .label(first, "the first of them")
        .help("point to one file, on line 1")
}

/// `verdict-file: PATH` and nothing more
pub(super) fn pointer_without_verdict(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::pointer_without_verdict")
        .message("the pointer does not say what the verdict is")
        .label(at, "no `verdict:` line below")
        .help("repeat the word of the file: `verdict: pass`, or `verdict: fail (why)`")
}

/// `verdict-file: reports/qa` and no line end
pub(super) fn truncated(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the pointer may have been cut off")
        .label(at, "no line end, and no `verdict:` line below")
        .help("print both lines, each with its line end")
}

/// `verdict: looks good` below a pointer
pub(super) fn unknown_word(value: Slice<'_>, line: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::unknown_word");
    if value.is_empty() {
        return diagnostic
            .message("the `verdict:` line is empty")
            .label(line, "a word is missing")
            .help("repeat the word of the file: `pass`, `fail` or `warn`");
    }
    let shown: String = value.text.chars().take(40).collect();
    let dots = if shown.len() < value.text.len() { "…" } else { "" };
    let diagnostic = diagnostic
        .message(format!("`{shown}{dots}` is not a verdict"))
        .label(value.span(), "not one of `pass`, `fail`, `warn`");
    match crate::codec::mistakes::odd_character(value.text) {
        Some(odd) => diagnostic.help(format!("write the word in plain letters, without {odd}")),
        None => diagnostic.help("repeat the word of the file, with the reason in brackets"),
    }
}

/// `verdict: pass (tests are red: STOP)` below a pointer
pub(super) fn two_words(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_words")
        .message("the verdict says two things at once")
        .label(word, "this does not stop the work")
        .label(tail, "this suggests that it stops")
        .help("write one word after `verdict:`")
}

/// `verdict: pass (mostly)` below a pointer
pub(super) fn pass_with_tail(word: Span, tail: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::pass_with_tail")
        .message("a pass with something after it counts as `warn`")
        .label(word, "read as `warn`")
        .label(tail, "given for a pass")
        .help("give a reason for `fail` and `warn` only")
}

/// `verdict: pass` above `verdict: fail`, below a pointer
pub(super) fn conflicting_verdicts(first: Span, again: Span) -> Diagnostic {
    Diagnostic::error("assize::read::conflicting_verdicts")
        .message("two `verdict:` lines do not agree")
        .label(again, "says something else")
        .label(first, "first stated here")
        .help("keep one `verdict:` line, below the pointer")
}

/// `The verdict is fail` around a pointer that says pass
pub(super) fn second_opinion(pointer: Span, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::second_opinion")
        .message("another line states another verdict")
        .label(at, "does not agree with the pointer")
        .label(pointer, "the pointer")
        .help("print nothing but the pointer")
}

/// `confidence: 90%` below a pointer
pub(super) fn unknown_confidence(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_confidence")
        .message("the confidence is not a known word")
        .label(at, "not one of `high`, `med`, `low`")
        .help("write `high`, `med` or `low`, or leave the line out: the file says it")
}

/// `blocker: src/a.rs:1 wrong` below a pointer
pub(super) fn blocker_beside_pointer(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::blocker_beside_pointer")
        .message("a blocker is listed beside the pointer")
        .label(at, "not read from here")
        .help("write it into the verdict file, and `verdict: fail` on both sides")
}

/// A YAML block below a pointer
pub(super) fn inlined_block(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::inlined_block")
        .message("a block with the verdict follows the pointer")
        .label(at, "not read; the verdict file is read instead")
        .help("leave the block out, or print the block alone")
}

/// Six lines
pub(super) fn pointer_budget(at: Span, lines: usize, most: usize) -> Diagnostic {
    Diagnostic::warning("assize::read::pointer_budget")
        .message(format!("the pointer has {lines} lines, more than {most}"))
        .label(at, "one line too many")
        .help("move everything but the verdict and one remark into the verdict file")
}

/// `All done!` below a pointer
pub(super) fn prose_beside_pointer(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::prose_beside_pointer")
        .message("this is not a line of a pointer")
        .label(at, "not read")
        .help("print the pointer and its `verdict:` line, and nothing else")
}

/// `verdct: fail` below a pointer
pub(super) fn misspelt_key(key: Slice<'_>, meant: &str) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_key")
        .message(format!("`{}` is not a key of a pointer", key.text))
        .label(key.span(), format!("meant as `{meant}`?"))
        .help(format!("write `{meant}:`"))
}
