//! Reading takes time linear in the text, counted in steps of the parser.
//!
//! The limit on steps belongs to the whole process, so this is a process of its own with one
//! test; the library never sets it. What the readers do besides takes no steps of the parser: how
//! long the same texts take is measured by `cargo bench --bench formats`.

#[path = "common/shapes.rs"]
mod shapes;

use std::num::NonZeroUsize;

use assize::codec::Cause;
use assize::{ReadOptions, Source, read};
use shapes::SHAPES;

/// Twice the text takes little more than twice the steps.
const GROWTH_PERCENT: usize = 220;

#[test]
fn steps_grow_with_the_text_and_not_faster() {
    for (name, shape) in SHAPES {
        let steps = [100, 200, 400, 800].map(|n| steps(&shape(n)));
        for pair in steps.windows(2) {
            assert!(pair[1] * 100 <= pair[0] * GROWTH_PERCENT, "{name}: {steps:?}");
        }
    }
}

/// The smallest limit under which the text is read to its end.
fn steps(text: &str) -> usize {
    let source = Source::new("qa.md", text);
    let options = ReadOptions::default();
    let ends = |limit: usize| {
        pest::set_call_limit(NonZeroUsize::new(limit));
        read(&source, &options).unreadable != Some(Cause::ReadError)
    };
    let (mut too_few, mut enough) = (1, 64);
    while !ends(enough) {
        (too_few, enough) = (enough, enough * 2);
        assert!(enough < 1 << 32, "never read to its end");
    }
    while enough - too_few > enough / 500 + 1 {
        let middle = usize::midpoint(too_few, enough);
        if ends(middle) { enough = middle } else { too_few = middle }
    }
    pest::set_call_limit(None);
    enough
}
