//! Texts of odd shapes, as long as one likes: reading them takes time in proportion.

/// A name, and a text of the shape that grows with a number.
pub(crate) type Shape = (&'static str, fn(usize) -> String);

/// Texts that a reader may look at again and again.
pub(crate) const SHAPES: &[Shape] = &[
    ("many lines", |n| join(head(""), &"blocker: src/a.rs:1 wrong\n".repeat(n))),
    ("lines without a key", |n| join(head(""), &"no key here\n".repeat(n))),
    ("one huge line", |n| join(head("advisory: "), &"x".repeat(n * 20)) + "\n"),
    ("a location of many marks", |n| join(head("blocker: "), &"a#1".repeat(n * 5)) + "\n"),
    ("elements in a line", |n| join(head(""), &"<b>Tests</b> pass ".repeat(n)) + "\n"),
    ("findings in a line", |n| {
        let found = "{severity: critical, status: fixed}, ".repeat(n);
        format!("## Verdict: APPROVE\n\nfindings: [{found}]\n")
    }),
    ("tags in a line", |n| join(head(""), &"<b><td>".repeat(n * 3)) + "\n"),
    ("attributes that never end", |n| join(head("<b>x</b> "), &"<a b=\"".repeat(n * 3)) + "\n"),
    ("attributes without quotes", |n| join(head("<b>x</b> "), &"<a\tb=x".repeat(n * 3)) + "\n"),
    ("brackets in a cell", |n| join(head("<b>x</b><td>"), &"[(".repeat(n * 5)) + "</td>\n"),
    ("code that never ends", |n| join(head("<b>x</b> "), &"<code>a".repeat(n * 3)) + "\n"),
    ("elements that never end", |n| {
        format!("### Verdict: APPROVE\n\n{}", "<blockers>\n".repeat(n))
    }),
    ("characters spelt out", |n| join(head(""), &"&#86;a&".repeat(n * 3)) + "\n"),
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
    ("labels in a line", |n| format!("{}\n\n## Verdict: APPROVE\n", "**a:** b · ".repeat(n))),
    ("a message of fences", |n| format!("hello\n{}", "```\nverdict: pass\n```\n".repeat(n))),
    ("a message of open fences", |n| format!("hello\n{}", "```x\n~~~~ y\n".repeat(n))),
    ("a message of prose", |n| format!("hello\n{}", "so it goes: on and on\n".repeat(n))),
    // YAML blocks and older reports
    ("a block of lists that are never closed", |n| fenced(&"blockers: [a,\n".repeat(n))),
    ("a block of items", |n| {
        fenced(&format!("blockers:\n{}", "  - src/a.rs:1 — wrong\n".repeat(n)))
    }),
    ("a block of keys", |n| fenced(&(0..n).map(|k| format!("k{k}: 1\n")).collect::<String>())),
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
    ("a long name of many items", |n| {
        let (name, items) = ("Blocker of it ".repeat(n), "\"Blocker: a\",".repeat(n));
        format!("{{\"verdict\": \"pass\", \"confidence\": \"high\", \"{name}\": [{items}1]}}\n")
    }),
    ("broken JSON in many fences", |n| "```json\n{\"verdict\": \"pass\"\n```\n".repeat(n)),
    ("blocks that are read as one", |n| {
        let block = |k| format!("```yaml\nverdict: fail\nblockers:\n  - \"it is {k}\"\n```\n");
        (0..n).map(block).collect()
    }),
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
    // pair-review
    ("pair reviews of many blocks", |n| {
        (0..n).map(|k| block(&k.to_string(), "- warn: so\n")).collect()
    }),
    ("a pair review of many findings", |n| block("a", &"- warn: so\n- lede: so\n".repeat(n))),
    ("a pair review of many results", |n| block("a", &"## Result: PASS\n## Result\n".repeat(n))),
    ("a pair review of open fences", |n| block("a", &"```x\n~~~~ y\n".repeat(n))),
    ("a pair review of open comments", |n| block("a", &"so <!-- it\n<!-- goes\n".repeat(n))),
    ("a pair review of phrases", |n| block("a", &"flagging as pass ".repeat(n))),
    ("a pair review of half sentinels", |n| {
        block("a", &"=== PAIR REVIEW START: a :: b === === ===   x\n".repeat(n))
    }),
    ("a start line that goes on", |n| {
        format!("=== PAIR REVIEW START: a{}", " :: b ===   ".repeat(n))
    }),
    // pair-bundle
    ("a bundle of many reviews", |n| {
        let review = |k| {
            format!(r#"{{"note":"{k}","gate":"b","decision":"PASS","summary":"","findings":[]}}"#)
        };
        format!(r#"{{"pairs":[{}]}}"#, (0..n).map(review).collect::<Vec<_>>().join(","))
    }),
    // pointer
    ("a pointer with many lines", |n| join(pointer(), &"advisory: so it goes\n".repeat(n))),
    ("a pointer above prose", |n| join(pointer(), &"all is well\n".repeat(n))),
    ("a pointer above open fences", |n| join(pointer(), &"```x\nverdict: pass\n".repeat(n))),
    ("a pointer above a list", |n| join(pointer(), &"blockers:\n- x\n".repeat(n))),
    ("a pointer with one long path", |n| format!("verdict-file: {}\n", "a/".repeat(n * 10))),
    // trap-report
    ("a report of many findings", |n| {
        let finding = "{\"severity\": \"low\", \"evidence\": {\"quote\": \"x\"}},".repeat(n);
        format!("{{\"reviewer\": \"x\", \"findings\": [{finding} {{}}]}}")
    }),
    // verdict-summary
    ("a summary of line ends in a text", |n| {
        format!(
            "schema 1\ntask-id \"x\"\ngate \"fail\" open=#false\nreviewer \"qa\" verdict=\"fail\" {{\n    \
             blocker \"a{}b\"\n}}\nrecorded \"2026-11-22T00:00:00Z\"\n",
            "\n".repeat(n)
        )
    }),
    // verdicts-log
    ("a log of many batches", |n| BATCH.repeat(n)),
    ("a log of many rows", |n| join(BATCH.to_owned(), &"H|a|b|c (freq: 2/3)\n".repeat(n))),
    ("a log of many runs", |n| join(LOG.to_owned(), &"#### V1\nVERDICT:GO\n".repeat(n))),
    ("a log of one long run", |n| {
        join(LOG.to_owned(), &"#### V1\nVERDICT:GO\n# x\nNOTES:\n".repeat(n))
    }),
    ("a log of bars", |n| join(BATCH.to_owned(), &"|".repeat(n * 20))),
    ("a log of numbers", |n| format!("## [{}", "B1".repeat(n * 10))),
    ("a log of comments that never end", |n| join(LOG.to_owned(), &"<!-- x\n".repeat(n))),
    ("a log of open fences", |n| join(LOG.to_owned(), &"#### V1\n```x\n~~~~\n".repeat(n))),
    ("a log of headings", |n| join(LOG.to_owned(), &"### Noise\n## Summary\n".repeat(n))),
];

/// The beginning of a log.
const LOG: &str = "## [B1] design | 2026-05-04 | v1.0.0\n### Raw\n";
/// A whole batch, which ends with its rows.
const BATCH: &str = "## [B1] design | 2026-05-04 | runs:1 | threshold:1/1\n### Raw\n#### V1\n\
                     VERDICT:GO\n### Disposition\nGO-ACCEPTED\n### Consensus\n";

/// A YAML block in a message.
fn fenced(more: &str) -> String {
    format!("```yaml\n{}```\n", head(more))
}

fn block(name: &str, body: &str) -> String {
    format!(
        "=== PAIR REVIEW START: {name} :: x ===\n{body}\n=== PAIR REVIEW END: {name} :: x ===\n"
    )
}

fn cpf(more: &str) -> String {
    format!("VERDICT:NO-GO\nSCOPE:checkout\n{more}")
}

fn pointer() -> String {
    "verdict-file: .dartai/reports/T17/qa.md\nverdict: fail\n".to_owned()
}

fn join(mut head: String, rest: &str) -> String {
    head.push_str(rest);
    head
}

fn head(more: &str) -> String {
    format!("verdict: fail\nconfidence: high\n{more}")
}
