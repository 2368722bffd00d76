//! What stands around a verdict in a message, and what is wrong with it.

use crate::codec::claims;
use crate::codec::text::slice::Slice;
use crate::ir::Diagnostic;
use crate::source::Span;

/// `Overall: FAIL` above a block that says pass
pub(super) fn prose_disagrees(block: Span, prose: Span) -> Diagnostic {
    Diagnostic::error("assize::read::second_opinion")
        .message("the text around the verdict speaks of another verdict")
        .label(prose, "does not agree with the block")
        .label(block, "the block")
        .help("write nothing but the block")
}

/// Whether a last line without a line end stops where another verdict may have begun: `{"pas`,
/// `=== PAIR REV`, `blocker`, `<!--`.
pub(super) fn begins_another(line: Slice<'_>) -> bool {
    let body = line.trim().text;
    let begins = ["{", "[{", "==", "<!-"].iter().any(|mark| body.starts_with(mark));
    let closed = [("{", "}"), ("[{", "]"), ("==", "==="), ("<!-", "-->")]
        .iter()
        .any(|(open, close)| body.starts_with(open) && body.len() > 4 && body.ends_with(close));
    !line.text.ends_with('\n') && (begins && !closed || claims::stops_in_a_key(line))
}

/// `blocker`, and the text ends
pub(super) fn cut_line(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text ends where another verdict may have begun")
        .label(at, "cut off")
        .help("write the whole answer again, with a line end after the last line")
}

/// Where an HTML comment begins that does not end in this piece.
pub(super) fn hides<'a>(piece: Slice<'a>, open: Option<Slice<'a>>) -> Option<Slice<'a>> {
    let (begins, ends) = (piece.text.rfind("<!--"), piece.text.rfind("-->"));
    match (begins, ends) {
        (Some(begins), ends) if ends.is_none_or(|ends| ends < begins) => Some(piece.trim()),
        (_, Some(_)) => None,
        _ => open,
    }
}

/// `The author wrote:` above a block
pub(super) fn quoted_block(block: Span, prose: Span) -> Diagnostic {
    Diagnostic::error("assize::read::quoted_block")
        .message("the block may be a quotation")
        .label(prose, "says so")
        .label(block, "the block")
        .help("write nothing but the block")
}
