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
    // CPF
    ("rows of CPF", |n| join(cpf("VERIFIED:\n"), &"a+b|M|coupling|src/a.rs:3|knows b\n".repeat(n))),
    ("rows of CPF with too few fields", |n| join(cpf("ISSUES:\n"), &"M|coupling\n".repeat(n))),
    ("dressed-up rows of CPF", |n| join(cpf("ISSUES:\n"), &"- M | a | b | c\n".repeat(n))),
    ("a row of CPF that is all pipes", |n| join(cpf("ISSUES:\nM"), &"|".repeat(n * 20)) + "\n"),
    ("lines of CPF that begin with a pipe", |n| join(cpf("NOTES:\n"), &"|\n".repeat(n * 5))),
    ("unknown keys of CPF", |n| join(cpf(""), &"LANG:ja\nMATRIX:\na|b\n".repeat(n))),
    ("verdicts of CPF", |n| join(cpf(""), &"VERDICT:NO-GO\n".repeat(n))),
    ("notes of CPF", |n| join(cpf("NOTES:\n"), &"Final verdict: so it goes\n".repeat(n))),
    ("fences in CPF", |n| join(cpf("NOTES:\n"), &"```\nx\n```\n<!-- y -->\n".repeat(n))),
    // JSON: quality reviews, courts, envelopes.
    ("a quality review of many criteria", |n| {
        let one = "{\"criterion\": \"a\", \"passed\": true},";
        format!("{{\"passed\": true, \"criteria_results\": [{}{{}}]}}", one.repeat(n))
    }),
    ("a court of many criteria", |n| {
        let all = (0..n).map(|n| format!("{{\"id\": \"{n}\", \"status\": \"fail\"}}"));
        let all = all.collect::<Vec<_>>().join(",");
        format!("{{\"action\": \"merge\", \"per_criterion\": [{all}]}}")
    }),
    ("a review with many names", |n| {
        let names = (0..n).map(|n| format!("\"x{n}\": {n},")).collect::<String>();
        format!("{{{names} \"passed\": true}}")
    }),
    ("a review with one name many times", |n| {
        format!("{{{} \"passed\": true}}", "\"x\": 1,".repeat(n))
    }),
    ("a string of escapes", |n| {
        format!("{{\"passed\": true, \"feedback\": \"{}\"}}", "\\\"\\n\\u00e9".repeat(n))
    }),
    ("brackets that are never closed", |n| format!("{{\"passed\": {}", "[".repeat(n))),
    ("brackets beside each other", |n| format!("{{\"passed\": [{}0]}}", "[],".repeat(n))),
    ("an envelope around many lines", |n| {
        let lines = "blocker: src/a.rs:1 wrong\\n".repeat(n);
        format!("{{\"type\": \"result\", \"result\": \"verdict: fail\\n{lines}\"}}")
    }),
    ("a transcript of many results", |n| {
        let one = "{\"type\": \"result\", \"result\": \"verdict: fail\"},";
        format!("[{}{{\"type\": \"user\"}}]", one.repeat(n))
    }),
];

fn join(mut head: String, rest: &str) -> String {
    head.push_str(rest);
    head
}

fn cpf(more: &str) -> String {
    format!("VERDICT:NO-GO\nSCOPE:checkout\n{more}")
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
