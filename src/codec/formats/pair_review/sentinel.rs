//! Lines that begin and end a block, and lines that were meant to.

use super::label::strip_marks;
use super::{EDGE, START};
use crate::codec::text::slice::Slice;

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
