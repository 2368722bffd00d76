//! Lines that begin and end a block, and lines that were meant to.

use super::label::strip_marks;
use super::{EDGE, START};
use crate::codec::text::slice::Slice;
use crate::ir::Diagnostic;
use crate::source::Span;

/// What a person may call the two.
const EDGES: [&str; 4] = ["start", "end", "begin", "stop"];

/// Whether a line would begin or end a block, for a person: `== pair review end ==`. A block
/// quote does not.
pub(super) fn looks_like_one(line: Slice<'_>) -> bool {
    // Most lines have neither; bytes are looked at many at once.
    let bytes = line.text.as_bytes();
    if !bytes.contains(&b'=') && (bytes.is_ascii() || !line.text.contains('＝')) {
        return false;
    }
    let line = line.trim();
    if line.text.starts_with('>') {
        return false;
    }
    let framed = line.text.starts_with("===") && line.text.ends_with("===");
    let mut words = strip_marks(line).text.split(|c: char| !c.is_alphanumeric());
    let mut word = || words.by_ref().find(|word| !word.is_empty()).unwrap_or("");
    let (pair, review, edge) = (word(), word(), word());
    let named = pair.eq_ignore_ascii_case("pair")
        && review.eq_ignore_ascii_case("review")
        && EDGES.iter().any(|known| edge.eq_ignore_ascii_case(known));
    named || (framed && line.text.contains("::"))
}

/// Whether a text without a line end stops in the middle of a sentinel line.
pub(super) fn stops_in_one(line: Slice<'_>) -> bool {
    let begun = line.text.trim_matches(crate::codec::text::slice::BLANKS);
    let marks = begun.starts_with("==") && !begun.ends_with("==");
    !begun.is_empty()
        && (marks || EDGE.starts_with(begun) || START.starts_with(begun) || begun.starts_with(EDGE))
}

/// A pair that was never filled in: `<note> :: <gate>`.
pub(super) fn is_placeholder(note: &str, gate: &str) -> bool {
    let open = |text: &str| {
        (text.starts_with('<') && text.ends_with('>'))
            || (text.starts_with('{') && text.ends_with('}'))
    };
    open(note) && open(gate)
}

/// A start line in a block that has not ended
pub(super) fn nested_start(before: Span, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::nested_start")
        .message("a review begins inside another one")
        .label(at, "begins here")
        .label(before, "this one has not ended")
        .help("end each block with its own `=== PAIR REVIEW END: note :: gate ===` line")
}

/// An end line without a start line
pub(super) fn end_without_start(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::end_without_start")
        .message("a review that never began ends here")
        .label(at, "no review is open here")
        .help("begin each block with `=== PAIR REVIEW START: note :: gate ===`")
}

/// An end line that names another pair
pub(super) fn end_mismatch(start: Span, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::end_mismatch")
        .message("a review ends under another name than it began")
        .label(at, "names another pair")
        .label(start, "began here")
        .help("copy note and gate from the start line")
}

/// A start line, and its end line right below
pub(super) fn empty_body(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::empty_body")
        .message("a review is empty")
        .label(at, "nothing between this line and its end")
        .help("write what was found, and a `## Result:` line")
}

/// A start line, and the end of the text
pub(super) fn unterminated_block(start: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unterminated_block")
        .message("the text ends inside a review, so it was cut off")
        .label(start, "never ends")
        .help("write the whole answer again, each block with its end line")
}

/// `=== PAIR REV`, and the end of the text
pub(super) fn cut_off(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text ends in the middle of a sentinel line")
        .label(at, "cut off")
        .help("write the whole answer again, with a line end after the last line")
}

/// `=== Pair Review Start: a.md :: style ===`
pub(super) fn odd_sentinel(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::odd_sentinel")
        .message("a line is almost the start or the end of a review")
        .label(at, "not read as one")
        .help(
            "write it exactly as `=== PAIR REVIEW START: note :: gate ===`, or quote it with `> `",
        )
}

/// `<!--` above a start line
pub(super) fn hidden_sentinel(at: Span, comment: Span) -> Diagnostic {
    Diagnostic::error("assize::read::hidden_sentinel")
        .message("a review begins or ends inside an HTML comment")
        .label(at, "said, or hidden?")
        .label(comment, "the comment begins here")
        .help("take the comment out, or close it with `-->` before this line")
}

/// A start line that is indented by four blanks
pub(super) fn sentinel_like_code(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::sentinel_like_code")
        .message("a review begins or ends in a line that is indented like quoted code")
        .label(at, "said, or quoted?")
        .help("write the line without spaces in front of it")
}

/// `=== PAIR REVIEW START: a.md :: style ===` behind U+2028
pub(super) fn odd_break(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::odd_break")
        .message("a line contains a character that some programs show as a new line")
        .label(at, "another line for them, and part of this one for others")
        .help("end lines with a line feed")
}

/// `so it goes`, asked to be read as pair reviews
pub(super) fn no_block(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_block")
        .message("the text contains no pair review")
        .label(at, "no `=== PAIR REVIEW START:` line of its own here or below")
        .help("write one block for each note and gate; `assize contract pair-review` shows how")
}

/// A block for `<note> :: <gate>` beside a filled one
pub(super) fn template_block(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::template_block")
        .message("the form was handed back beside the answer")
        .label(at, "not read")
        .help("write nothing but the filled-in blocks")
}

/// `Example:` above a block
pub(super) fn introduced_block(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::introduced_block")
        .message("a line introduces this review as an example, or as what another said")
        .label(at, "not read")
        .help("write the review without that line above it, if it is yours")
}

/// `<!-- so` to the end of the text
pub(super) fn endless_comment(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::endless_comment")
        .message("an HTML comment never ends")
        .label(at, "everything from here on is commented out")
        .help("close it with `-->`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_were_meant_as_sentinels_are_told_from_prose() {
        for line in [
            "=== PAIR REVIEW END ===",
            "== pair review start: a.md :: style ==",
            "**=== PAIR-REVIEW START: a.md :: style ===**",
            "- === PAIR  REVIEW END: a :: b ===",
            "=== PАIR REVIEW END: a :: b ===",
            "=== REVIEW: a :: b ===",
            "＝＝＝ PAIR REVIEW START: a :: b ＝＝＝",
        ] {
            assert!(looks_like_one(Slice::new(line, 0)), "{line}");
        }
        for line in [
            "> === PAIR REVIEW END: a :: b ===",
            "pair review start lines come first",
            "=== note: a.md ===",
            "a == b",
            "===",
        ] {
            assert!(!looks_like_one(Slice::new(line, 0)), "{line}");
        }
    }
}
