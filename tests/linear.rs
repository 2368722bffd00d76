//! Reading takes time linear in the text, counted in steps of the parser.
//!
//! The limit on steps belongs to the whole process, so this is a process of its own with one
//! test; the library never sets it.

use std::num::NonZeroUsize;

use assize::{Cause, ReadOptions, Source, read};

/// Twice the text takes little more than twice the steps.
const GROWTH_PERCENT: usize = 220;

type Shape = (&'static str, fn(usize) -> String);

const SHAPES: &[Shape] = &[
    ("many lines", |n| join(head(""), &"blocker: src/a.rs:1 wrong\n".repeat(n))),
    ("lines without a key", |n| join(head(""), &"no key here\n".repeat(n))),
    ("one huge line", |n| join(head("advisory: "), &"x".repeat(n * 20)) + "\n"),
    ("one line of colons", |n| join(head("advisory: "), &":".repeat(n * 20)) + "\n"),
    ("lists that are never closed", |n| join(head(""), &"blockers: [a,\n".repeat(n))),
    ("nested bullets", |n| {
        let items = (0..n).map(|depth| format!("{}- x\n", " ".repeat(depth % 60)));
        join(head("blockers:\n"), &items.collect::<String>())
    }),
    ("closed fences", |n| join(head(""), &"```\nx\n```\n".repeat(n))),
    ("fences that are never closed", |n| join(head(""), &"```x\n".repeat(n))),
    ("growing fences", |n| {
        let fences = (0..n).map(|length| format!("{}\n", "`".repeat(3 + length % 50)));
        join(head(""), &fences.collect::<String>())
    }),
    ("comments that never end", |n| join(head(""), &"<!-- x\n".repeat(n))),
    ("short comments", |n| join(head(""), &"<!-- x -->".repeat(n))),
    ("blanks", |n| join(head(""), &" ".repeat(n * 20))),
    ("blank lines", |n| join(head(""), &" \t\n".repeat(n))),
    ("one line of comments that never end", |n| join(head(""), &"<!--".repeat(n * 5))),
    ("a flow list of many items", |n| join(head("blockers: ["), &"a,".repeat(n * 10)) + "]\n"),
    ("a message of fences", |n| format!("hello\n{}", "```\nverdict: pass\n```\n".repeat(n))),
    ("a message of open fences", |n| format!("hello\n{}", "```x\n~~~~ y\n".repeat(n))),
    ("a message of prose", |n| format!("hello\n{}", "so it goes: on and on\n".repeat(n))),
    // YAML blocks and older reports
    ("a block of lists that are never closed", |n| fenced(&"blockers: [a,\n".repeat(n))),
    ("a block of items", |n| {
        fenced(&format!("blockers:\n{}", "  - src/a.rs:1 — wrong\n".repeat(n)))
    }),
    ("a block of open quotation marks", |n| fenced(&"  - \"a\n".repeat(n))),
    ("a block of open apostrophes", |n| fenced(&"  - 'tis\n".repeat(n))),
    ("a block of brackets", |n| {
        fenced(&format!("note: {}\n", "[".repeat(n.min(100))).repeat(n / 10))
    }),
    ("a flow list in a block", |n| fenced(&format!("blockers: [{}]\n", "'a', ".repeat(n)))),
    ("a flow list over many lines", |n| {
        fenced(&format!("blockers: [\n{}]\n", "  \"a\",\n".repeat(n)))
    }),
    ("a block scalar", |n| fenced(&format!("evidence: |\n{}", "  x: y\n".repeat(n)))),
    ("block scalars", |n| fenced(&"  - |\n    x\n".repeat(n))),
    ("nested dashes", |n| fenced(&format!("{}x\n", "- ".repeat(n)))),
    ("a line of dashes", |n| fenced(&format!("{}\n", "-".repeat(n)))),
    ("deeper and deeper keys", |n| {
        fenced(&(0..n).map(|d| format!("{}k:\n", " ".repeat(d % 60))).collect::<String>())
    }),
    ("a long plain scalar", |n| {
        fenced(&format!("advisories:\n  - a\n{}", "    goes on\n".repeat(n)))
    }),
    ("lines of colons in a block", |n| fenced(&"a: b: c: d\n".repeat(n))),
    ("an older report", |n| {
        let issues = "    - severity: low\n      description: x\n".repeat(n);
        format!("```yaml\nqa_report:\n  verdict: FAIL\n  issues:\n{issues}```\n")
    }),
];

/// A YAML block in a message.
fn fenced(more: &str) -> String {
    format!("```yaml\n{}```\n", head(more))
}

fn join(mut head: String, rest: &str) -> String {
    head.push_str(rest);
    head
}

fn head(more: &str) -> String {
    format!("verdict: fail\nconfidence: high\n{more}")
}

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
