//! Reading takes time linear in the text, counted in steps of the parser.
//!
//! The limit on steps belongs to the whole process, so this is a process of its own with one
//! test; the library never sets it. What the readers do besides takes no steps of the parser: how
//! long the same texts take is measured by `cargo bench --bench formats`.

#[path = "common/shapes.rs"]
mod shapes;

use std::num::NonZeroUsize;

use assize::{ReadOptions, Source, read};
use shapes::SHAPES;

/// Twice the text takes little more than twice the steps.
const GROWTH_PERCENT: usize = 220;
/// Steps are counted to one part in so many, and never too many, so that growth never looks
/// slower than it is.
const EXACT: usize = 64;

#[test]
fn steps_grow_with_the_text_and_not_faster() {
    for (name, shape) in SHAPES {
        let mut steps = vec![steps_from(64, &shape(100))];
        for n in [200, 400, 800] {
            let (text, half) = (shape(n), steps[steps.len() - 1]);
            let enough = half * GROWTH_PERCENT / 100;
            assert!(ends(&text, enough), "{name}: at {n} more than {enough}, after {steps:?}");
            if n < 800 {
                steps.push(steps_from(half * 2, &text));
            }
        }
    }
}

/// The smallest limit under which a text is read to its end, or a little less. It is looked for
/// around a guess.
fn steps_from(guess: usize, text: &str) -> usize {
    let margin = guess / EXACT / 2;
    let (mut too_few, mut enough) = (guess - margin - 1, guess + margin);
    if ends(text, too_few) {
        (too_few, enough) = (0, too_few);
    }
    while !ends(text, enough) {
        (too_few, enough) = (enough, enough * 2);
        assert!(enough < 1 << 32, "never read to its end");
    }
    while enough - too_few > enough / EXACT + 1 {
        let middle = usize::midpoint(too_few, enough);
        if ends(text, middle) { enough = middle } else { too_few = middle }
    }
    too_few + 1
}

/// Whether a text is read in so many steps as it is without a limit.
fn ends(text: &str, limit: usize) -> bool {
    let result = |limit| {
        pest::set_call_limit(limit);
        let decoded = read(&Source::new("qa.md", text), &ReadOptions::default());
        (decoded.unreadable, decoded.format, decoded.verdicts, decoded.remarks)
    };
    result(NonZeroUsize::new(limit.max(1))) == result(None)
}
