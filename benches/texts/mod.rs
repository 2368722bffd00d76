//! A text of every format, with as many findings as one likes.

use std::fmt::Write as _;

use assize::Format;

/// How to make texts of a format.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) format: Format,
    /// A text with this many findings.
    pub(crate) text: fn(usize) -> String,
    /// How many a reviewer finds on an ordinary day.
    pub(crate) usual: usize,
    /// How many findings are read for each of them; none where criteria are read instead.
    pub(crate) each: usize,
    /// How many findings its longest text has.
    pub(crate) most: usize,
}

/// So many findings need memory.
const MANY: usize = 100_000;

const fn kind(name: &'static str, format: Format, text: fn(usize) -> String) -> Kind {
    Kind { name, format, text, usual: 6, each: 1, most: MANY }
}

/// Every kind of text, one for each format and one for a message around a block.
pub(crate) const KINDS: &[Kind] = &[
    Kind { usual: 9, ..kind("verdict-file", Format::VerdictFile, verdict_file) },
    Kind { usual: 12, ..kind("cpf-auditor", Format::CpfAuditor, cpf_auditor) },
    Kind { usual: 12, ..kind("cpf-inspector", Format::CpfInspector, cpf_inspector) },
    kind("pair-review", Format::PairReview, pair_review),
    kind("message with a fence", Format::YamlBlock, message),
    // A review of more than 2 MiB is not read.
    Kind { usual: 24, most: MANY / 10, ..kind("review", Format::Review, review) },
    Kind { usual: 400, most: MANY / 10, ..kind("long review", Format::Review, review) },
    kind("yaml-block", Format::YamlBlock, yaml_block),
    kind("legacy-report", Format::LegacyReport, legacy_report),
    Kind { each: 0, ..kind("court", Format::Court, court) },
    Kind { each: 0, ..kind("quality", Format::Quality, quality) },
    kind("pair-bundle", Format::PairBundle, pair_bundle),
    kind("trap-report", Format::TrapReport, trap_report),
    kind("agent-envelope", Format::AgentEnvelope, agent_envelope),
    Kind { usual: 5, each: 4, ..kind("verdicts-log", Format::VerdictsLog, verdicts_log) },
    // KDL of more than 1 MiB is not read. Memory is told as a multiple of the text, whatever its length.
    Kind { most: MANY / 10, ..kind("verdict-summary", Format::VerdictSummary, verdict_summary) },
];

const FOUND: [&str; 4] = [
    "SQL is built by concatenation from user input",
    "the error of the second call is dropped",
    "no test covers a name with a quotation mark in it",
    "says the same as util/parse.rs, and will drift from it",
];

fn found(n: usize) -> &'static str {
    FOUND[n % FOUND.len()]
}

fn line(n: usize) -> usize {
    n * 7 % 900 + 1
}

fn lines(head: &str, count: usize, one: impl Fn(&mut String, usize)) -> String {
    let mut text = String::with_capacity(head.len() + count * 120);
    text.push_str(head);
    (0..count).for_each(|n| one(&mut text, n));
    text
}

fn verdict_file(count: usize) -> String {
    let mut text = lines("verdict: fail\nconfidence: high\n", count, |text, n| {
        let key = if n % 3 == 2 { "advisory" } else { "blocker" };
        let _ = writeln!(text, "{key}: src/query/part_{}.rs:{} {}", n % 40, line(n), found(n));
    });
    text.push_str("evidence: ./query-evidence.md\n");
    text
}

/// In no exact format: 4 KB with 24 findings, 60 KB with 400.
fn review(count: usize) -> String {
    let head = "# Review of the query layer, second pass\n\nI read the change as a whole, and ran the tests.\n\n\
                **Verdict:** REQUEST CHANGES\n\n## Must fix\n\n";
    let mut text = lines(head, count, |text, n| {
        let _ = writeln!(text, "- `src/query/part_{}.rs:{}`: {}", n % 40, line(n), found(n));
        if n % 6 == 5 {
            text.push_str(
                "\n  Seen while the second query waits: the pool has one connection, and\n  \
                 what asks for another waits until the first one is given back.\n\n",
            );
        }
        if n % 24 == 23 {
            text.push_str(
                "\n## Checks\n\n| Check | Status |\n|---|---|\n| unit tests | PASS |\n| style | PASS |\n\n## More\n\n",
            );
        }
    });
    text.push_str("\n## Notes\n\nThe names read well, and the comments say why.\n");
    text
}

fn cpf_auditor(count: usize) -> String {
    let mut text = lines("VERDICT:NO-GO\nSCOPE:checkout\nVERIFIED:\n", count, |text, n| {
        let severity = ["C", "H", "M", "L"][n % 4];
        let _ = writeln!(
            text,
            "interface+test|{severity}|signature-mismatch|src/part_{}.rs:{}|{}",
            n % 40,
            line(n),
            found(n)
        );
    });
    text.push_str("NOTES:\nFeature tests: 24 passed, 1 failed\n");
    text
}

fn cpf_inspector(count: usize) -> String {
    let mut text = lines("VERDICT:NO-GO\nSCOPE:checkout\nISSUES:\n", count, |text, n| {
        let severity = ["C", "H", "M", "L"][n % 4];
        let _ = writeln!(
            text,
            "{severity}|signature-mismatch|src/part_{}.rs:{}|{}",
            n % 40,
            line(n),
            found(n)
        );
    });
    text.push_str("NOTES:\nFeature tests: 24 passed, 1 failed\n");
    text
}

fn pair_review(count: usize) -> String {
    let head = "=== PAIR REVIEW START: notes/links.md :: claim-titles ===\n\n### Summary\n\n\
                One of the two claims does not hold, and the title does not say what they are.\n\n\
                ### Findings\n\n";
    let mut text = lines(head, count, |text, n| {
        let severity = ["fail", "warn", "info"][n % 3];
        let _ = writeln!(text, "- {severity}: {}", found(n));
    });
    text.push_str(
        "\n### Suggested Revision\n\nCall it `Links carry the argument`.\n\n## Result: FAIL\n",
    );
    text.push_str("=== PAIR REVIEW END: notes/links.md :: claim-titles ===\n");
    text
}

fn yaml(count: usize) -> String {
    let mut text = lines("verdict: fail\nconfidence: high\nblockers:\n", count, |text, n| {
        let _ = writeln!(text, "  - \"src/part_{}.rs:{} — {}\"", n % 40, line(n), found(n));
    });
    text.push_str("advisories: []\nevidence_path: \"./query-evidence.md\"\n");
    text
}

fn yaml_block(count: usize) -> String {
    format!("```yaml\n{}```\n", yaml(count))
}

/// What a YAML library is given for the same: the block without its fence.
pub(crate) fn bare_yaml(block: &str) -> &str {
    let inner = block.strip_prefix("```yaml\n").unwrap_or(block);
    inner.strip_suffix("```\n").unwrap_or(inner)
}

fn message(count: usize) -> String {
    format!(
        "I went through the change file by file and ran the tests twice.\n\n\
         The query builder is where most of it happens. It puts the name into the text as it \
         comes, and the tests only use names of plain letters:\n\n```rust\n\
         let text = format!(\"select * from t where name = '{{name}}'\");\n```\n\n{}",
        yaml_block(count)
    )
}

fn legacy_report(count: usize) -> String {
    let mut text = lines(
        "```yaml\nqa_report:\n  verdict: \"FAIL\"\n  issues:\n",
        count,
        |text, n| {
            let _ = writeln!(
                text,
                "    - id: \"Q{n}\"\n      severity: \"high\"\n      category: \"weak-assertion\"\n      \
             description: \"{}\"\n      location: \"tests/part_{}.rs:{}\"",
                found(n),
                n % 40,
                line(n)
            );
        },
    );
    text.push_str("```\n");
    text
}

/// The items of a list in JSON.
fn items(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(",\n    ")
}

fn court(count: usize) -> String {
    let all = items(count, |n| {
        let status = ["pass", "fail"][n % 2];
        format!(
            "{{\"id\": \"criterion-{n}\", \"status\": \"{status}\", \"reason\": \"{}\"}}",
            found(n)
        )
    });
    format!(
        "{{\n  \"action\": \"request-changes\",\n  \"confidence\": \"high\",\n  \
         \"per_criterion\": [\n    {all}\n  ]\n}}\n"
    )
}

fn quality(count: usize) -> String {
    let all = items(count, |n| {
        let passed = n % 2 == 0;
        format!(
            "{{\"criterion\": \"criterion {n}\", \"passed\": {passed}, \"feedback\": \"{}\"}}",
            found(n)
        )
    });
    format!(
        "{{\n  \"passed\": false,\n  \"feedback\": \"the guide never says how to undo it\",\n  \
         \"criteria_results\": [\n    {all}\n  ]\n}}\n"
    )
}

fn pair_bundle(count: usize) -> String {
    let all = items(count, |n| {
        format!("{{\"severity\": \"{}\", \"text\": \"{}\"}}", ["fail", "warn"][n % 2], found(n))
    });
    format!(
        "{{\n  \"pairs\": [{{\"note\": \"notes/links.md\", \"gate\": \"claim-titles\", \
         \"decision\": \"FAIL\", \"summary\": \"one claim does not hold\", \"findings\": [\n    \
         {all}\n  ], \"suggested_revision\": \"\"}}]\n}}\n"
    )
}

fn trap_report(count: usize) -> String {
    let all = items(count, |n| {
        format!(
            "{{\"signature\": \"uncited-novelty-claim\", \"severity\": \"medium\", \"evidence\": \
             {{\"quote\": \"{}\", \"location\": \"src/part_{}.rs:{}\"}}, \"recommendation\": \
             \"cite what was compared\"}}",
            found(n),
            n % 40,
            line(n)
        )
    });
    format!(
        "{{\n  \"reviewer\": \"rationalization-trap\",\n  \"findings\": [\n    {all}\n  ],\n  \
         \"confidence_summary\": \"medium\",\n  \"escalation_flag\": false,\n  \
         \"residual_risks\": [],\n  \"testing_gaps\": []\n}}\n"
    )
}

fn agent_envelope(count: usize) -> String {
    let inner = verdict_file(count).replace('\n', "\\n");
    format!(
        "{{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": false, \"duration_ms\": \
         48210, \"num_turns\": 9, \"result\": \"{inner}\", \"session_id\": \"b7a1\", \
         \"total_cost_usd\": 0.41, \"usage\": {{\"input_tokens\": 812, \"output_tokens\": 655}}}}\n"
    )
}

/// A batch of three runs for every finding.
fn verdicts_log(count: usize) -> String {
    lines("# Verdicts of checkout\n\n", count, |text, n| {
        let row = format!("signature-mismatch|src/part_{}.rs:{}|{}", n % 40, line(n), found(n));
        let _ = writeln!(
            text,
            "## [B{}] impl | 2026-05-04T09:12:00Z | v1.2.0 | runs:3 | threshold:2/3\n\n### Raw",
            n + 1
        );
        for run in 1..=3 {
            let _ = writeln!(
                text,
                "#### V{run}\nVERDICT:NO-GO\nSCOPE:checkout\nVERIFIED:\ninterface+test|C|{row}\n"
            );
        }
        let _ = writeln!(
            text,
            "### Consensus\nC|{row} (freq: 3/3)\n\n### Noise\n\n### Disposition\nNO-GO-FIXED\n"
        );
    })
}

fn verdict_summary(count: usize) -> String {
    let head = "schema 1\ntask-id \"RXB0s0OP\"\ngate \"fail\" open=#false\npolicy \"any-blocker\"\n\
                reviewer \"quality\" verdict=\"fail\" confidence=\"med\" {\n";
    let mut text = lines(head, count, |text, n| {
        let _ = writeln!(text, "    blocker \"src/part_{}.rs:{} {}\"", n % 40, line(n), found(n));
    });
    text.push_str("}\nrecorded \"2026-11-21T21:00:00Z\"\n");
    text
}
