//! Reading takes time linear in the text, counted in steps of the parser.
//!
//! The limit on steps belongs to the whole process, so this is a process of its own with one
//! test of them (in two processes, a half each); the library never sets it. What the readers do besides takes no steps of the parser: how
//! long the same texts take is measured by `cargo bench --bench formats`.

#[path = "common/halves.rs"]
mod halves;
#[path = "common/shapes.rs"]
mod shapes;

use std::num::NonZeroUsize;

use assize::{Decoded, ReadOptions, Source, read};
use shapes::SHAPES;

/// Twice the text takes little more than twice the steps.
const GROWTH_PERCENT: usize = 220;
/// Steps are counted to one part in so many, and never too many, so that growth never looks
/// slower than it is.
const EXACT: usize = 64;

/// Reads are long only where they tell something: the steps of a short text guess those of a
/// longer one, whose steps are what twice of it is held against.
#[test]
fn steps_grow_with_the_text_and_not_faster() {
    halves::run("steps_grow_with_the_text_and_not_faster", |half| {
        if half == 0 {
            // Before there is a limit, which would end what is timed.
            pieces_are_not_compared_with_each_other();
        }
        steps_of(SHAPES.iter().skip(half).step_by(halves::HALVES));
    });
}

fn steps_of<'a>(shapes: impl Iterator<Item = &'a (&'static str, fn(usize) -> String)>) {
    for (name, shape) in shapes {
        let few = steps_from(64, &Reading::of(shape(25)));
        let some = steps_from(few * 4, &Reading::of(shape(100)));
        // As far again, if every piece takes what the last ones did.
        let half = steps_from(some + some.saturating_sub(few) / 3 * 4, &Reading::of(shape(200)));
        let enough = half * GROWTH_PERCENT / 100;
        let whole = Reading::of(shape(400));
        assert!(
            whole.ends(enough),
            "{name}: more than {enough} steps, after {half} for half of it"
        );
    }
}

/// What is compared piece by piece takes no steps of the parser. Eight times the pieces, far from 64 times the time.
#[expect(clippy::disallowed_methods, reason = "a ratio inside one run, of what no step counts")]
fn pieces_are_not_compared_with_each_other() {
    let keys = |n: usize| {
        let own: String = (0..n).map(|key| format!("k{key}: 1\n")).collect();
        format!("```yaml\nverdict: pass\nconfidence: high\n{own}```\n")
    };
    let labels = |n: usize| format!("{}\n\n## Verdict: APPROVE\n", "**a:** b · ".repeat(n / 2));
    let answers =
        |n: usize| format!("## Verdict\n\n{}\n", "**Pool:** **Status:** PASS ".repeat(n / 2));
    let shapes: [&dyn Fn(usize) -> String; 3] = [&keys, &labels, &answers];
    for (nth, shape) in shapes.into_iter().enumerate() {
        let time = |pieces: usize| {
            let source = Source::new("qa.md", shape(pieces));
            let once = || {
                let begun = std::time::Instant::now();
                let _ = read(&source, &ReadOptions::default());
                begun.elapsed()
            };
            // The long one takes too long to be measured twice, and can only look longer than it is.
            if pieces < 4_000 { once().min(once()) } else { once() }
        };
        let (few, many) = (time(2_000), time(16_000));
        assert!(many < few * 24, "shape {nth}: {many:?} after {few:?}");
    }
}

/// The smallest limit under which a text is read to its end, or a little less. It is looked for
/// around a guess.
fn steps_from(guess: usize, text: &Reading) -> usize {
    let mut margin = guess / EXACT / 2;
    let (mut too_few, mut enough) = (guess - margin - 1, guess + margin);
    while too_few > 0 && text.ends(too_few) {
        margin = margin * 4 + 1;
        (too_few, enough) = (too_few.saturating_sub(margin), too_few);
    }
    while !text.ends(enough) {
        margin = margin * 4 + 1;
        (too_few, enough) = (enough, enough + margin);
        assert!(enough < 1 << 32, "never read to its end");
    }
    while enough - too_few > enough / EXACT + 1 {
        let middle = usize::midpoint(too_few, enough);
        if text.ends(middle) { enough = middle } else { too_few = middle }
    }
    too_few + 1
}

/// A text, and what reading makes of it without a limit.
struct Reading {
    source: Source,
    whole: Decoded,
}

impl Reading {
    fn of(text: String) -> Self {
        let source = Source::new("qa.md", text);
        let whole = read_in(&source, None);
        Self { source, whole }
    }

    /// Whether the text is read in so many steps as it is without a limit.
    fn ends(&self, limit: usize) -> bool {
        let told = read_in(&self.source, NonZeroUsize::new(limit.max(1)));
        let whole = &self.whole;
        told.unreadable == whole.unreadable
            && told.format == whole.format
            && told.verdicts == whole.verdicts
            && told.remarks == whole.remarks
    }
}

fn read_in(source: &Source, limit: Option<NonZeroUsize>) -> Decoded {
    pest::set_call_limit(limit);
    read(source, &ReadOptions::default())
}
