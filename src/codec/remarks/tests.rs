use super::*;

fn found_in(text: &str) -> Vec<(RemarkKind, Outcome)> {
    let found = scan(Slice::new(text, 0), &Lexicon::default());
    let worse = found.into_iter().filter(|f| f.is_remark() && f.says != Outcome::Pass);
    worse.map(|found| (found.kind, found.says)).collect()
}

#[test]
fn a_stop_word_that_stands_alone_is_heard() {
    for text in [
        "NO-GO",
        "**NO-GO**",
        "❌ REJECTED",
        "## FAIL",
        "so\n\n**FAIL**\n\nso",
        "FAIL.",
        "Title\n=====\n\nFAIL",
        "❌",
    ] {
        assert_eq!(found_in(text), [(RemarkKind::Alone, Outcome::Fail)], "{text}");
    }
    for text in [
        "### Failed\n\n- a\n",
        "## Verdict\n\n| FAIL | 2 |\n|---|---|\n| PASS | 3 |\n",
        "FAIL\nok 2\nok 3",
        "- FAIL",
        "It may fail.",
        "LGTM",
        "PASS",
        "> FAIL",
        "so\n\n    FAIL",
        "```\nFAIL\n```",
        "No blockers",
    ] {
        assert_eq!(found_in(text), [], "{text}");
    }
}

#[test]
fn a_labelled_verdict_is_heard() {
    for text in [
        "Overall verdict: FAIL",
        "**Final decision**: NO-GO",
        "### Verdict: REVISE",
        "## Verdict\n\n**Changes requested** — too coarse",
        "**Verdict**\nFAIL",
        "Verdict\n-------\n\nFAIL",
        "Verdict for security: FAIL",
        "qaVerdict: FAIL",
        "<verdict>FAIL</verdict>",
        "Approved: no",
        "Ready to merge? Not yet",
        "Ready to merge? No.",
        "| Verdict | FAIL |",
        "- **Verdict:** reject",
        "Decision — NO-GO",
        "Verdict = fail",
        "Result: FAIL",
        "Overall verdict: ❌ approve",
        "Status: BLOCKED",
        "Verdict: PASS → FAIL",
        "Verdict: ~~PASS~~ FAIL",
        "> [!CAUTION]\n> Verdict: FAIL",
        "a\u{2028}Verdict: FAIL",
        "Verdict: Fails the second criterion",
        "Result: failed because the pool is never closed",
        "mergeable: false",
        "## Verdict\n\n```\nFAIL\n```",
        "\u{1b}[31mverdict: fail\u{1b}[0m",
    ] {
        assert_eq!(found_in(text), [(RemarkKind::Verdict, Outcome::Fail)], "{text}");
    }
    for text in [
        "Verdict: APPROVE",
        "### Verdict: APPROVE",
        "Result: PASS. All 28 tests pass, none fail",
        "Verdict: PASS, and it was FAIL before",
        "Previous verdict: FAIL",
        "Round 1 verdict: FAIL",
        "Expected result: FAIL",
        "| Check | Result | FAIL |",
        "| Verdict | Count | Agents |",
        "Recommendation: reject malformed input early",
        "Result: Failed to reproduce it",
        "Merge: no conflicts",
        "Open question? No",
        "Verdict: PASS | FAIL",
        "Verdict: see below",
        "Verdict: Strong architecture with one critical gap",
        "The verdict format is described elsewhere",
        "Result: 12 passed in 3 s",
        "## Results\n\n| Check | Result |\n|---|---|\n| a | FAIL |",
        "Approved: yes",
    ] {
        assert_eq!(found_in(text), [], "{text}");
    }
    assert_eq!(found_in("Final verdict: so so"), [(RemarkKind::Unclear, Outcome::Hold)]);
    assert_eq!(found_in("Verdict: CONDITIONAL"), [(RemarkKind::Verdict, Outcome::Warn)]);
    assert_eq!(
        found_in("Verdict: APPROVED WITH CONDITIONS"),
        [(RemarkKind::Verdict, Outcome::Warn)]
    );
}

#[test]
fn a_labelled_finding_is_heard() {
    for text in [
        "Blocker: SQL by concatenation",
        "1. blocker: SQL",
        "**Critical** - SQL",
        "- **Critical:** SQL",
        "CRITICAL: SQL",
        "[P0] SQL",
        "- [CRITICAL] SQL",
        "1. **[Severity: critical]** — SQL",
        "Severity: critical",
        "**Severity:** CRITICAL",
        "Must fix: SQL",
        "## Blockers\n\n- SQL",
        "## Remaining\n\n### Critical (Must Fix)\n\n1. SQL",
        "## Blocking findings\n\n### 1) Step 1 is too coarse",
        "### P0: Add a section",
        "### Critical (2)\n\nSQL",
        "**Blockers**\n- SQL",
        "Blockers:\n- SQL",
        "| Critical | 2 | in the pool |",
        "### Critical\n\n| # | What |\n|---|---|\n| 1 | SQL |",
        "- [ ] blocker: x",
        "failures: 2",
        "severity: \"C\"",
        "blockers found: 1",
        "C|error-handling|src/a.rs:7|the error is lost",
        "quality+test|C|error-handling|src/a.rs:7|the error is lost",
        "- C|error-handling|src/a.rs:7|the error is lost",
        "1. C|error-handling|src/a.rs:7|the error is lost",
        "**C**|error-handling|src/a.rs:7|the error is lost",
    ] {
        assert_eq!(found_in(text), [(RemarkKind::Finding, Outcome::Fail)], "{text}");
    }
    for text in [
        "Critical (0)",
        "### Critical (0)\n\nsee above",
        "Blockers: none",
        "Blockers: all fixed",
        "**Critical Issues (C1-C4)**: 4/4 RESOLVED",
        "critical: false",
        "- [x] Blocker: SQL",
        "### Critical paths\n\n- src/a.rs",
        "Critical path: src/a.ts",
        "| Critical | High |",
        "| Critical | 0 |",
        "| P0 (Blocking) | 0 | None |",
        "| P0 | Issue | Resolution |\n|---|---|---|\n",
        "## Blockers\n\nNone.",
        "## Blocking issues\n\n- None blocking.\n",
        "**Blocking Issues**: NONE",
        "## Non-blocking notes\n\n- so",
        "No blocking issues found.",
        "Severity: low",
        "severity: critical | high | medium | low",
        "1. **[Severity: minor]** — No blocking issues found.",
        "failures: 0",
        "failures: 0/12",
        "failures: 2/2",
        "failures: 2% of runs",
        "Critical: 2 | High: 1 | Low: 0",
        "### Critical\n\n### High\n\n- so",
        "C|H|M|L",
        "Critical: C | H | M | L",
        "Critical vulnerability handling is tested",
    ] {
        assert_eq!(found_in(text), [], "{text}");
    }
}

/// What a text says, with and without the lines that are told by their letters to say nothing.
fn both_ways(text: &str, lexicon: &Lexicon) -> [String; 2] {
    let lines = lines::read(Slice::new(text, 0)).lines;
    [false, true].map(|all| format!("{:?}", scan_with(&lines, lexicon, all).found))
}

#[test]
fn what_is_told_by_letters_says_nothing_to_the_grammar() {
    let names = [
        "verdict",
        "Verdict",
        "ver dict",
        "qaVerdict",
        "GATE",
        "Must fix",
        "p0",
        "P0 issue",
        "b-locker",
        "12blockers",
        "severity",
        "so",
        "src/a.rs",
        "as a rule",
        "approved",
        "Ready to merge",
        "",
        "\u{1b}[31mverdict",
        "<b>verdict</b>",
        "[P0]",
        "vеrdict",
        "ｂlocker",
        "a, b. verdict",
        "C",
    ];
    let dresses = ["", "**", "## ", "- ", "| ", "-> ", ": ", "é ", "a - "];
    let marks = ["", ":", " = ", "?", " - ", "->", "|", ":**", "(2):", "："];
    let values = ["", "FAIL", "none", "a|b|c"];
    let long = "x ".repeat(45);
    let mut lexicon = Lexicon::default();
    let plain = Lexicon::default();
    lexicon.add_label("Bewertung");
    let mut said = 0;
    for (dress, name) in dresses.iter().flat_map(|d| names.iter().map(move |n| (d, n))) {
        for (mark, value) in marks.iter().flat_map(|m| values.iter().map(move |v| (m, v))) {
            for text in [
                format!("{dress}{name}{mark}{value}"),
                format!("{dress}{name}{mark}\n\n{value}\n"),
                format!("{dress}{long}{name}{mark}{value}"),
                format!("{name} {long} so{mark}{value}"),
            ] {
                let [short, whole] = both_ways(&text, &plain);
                assert_eq!(short, whole, "{text}");
                said += usize::from(short != "[]");
            }
        }
        let own = format!("{dress}Bewertung: FAIL {name}");
        let [short, whole] = both_ways(&own, &lexicon);
        assert_eq!(short, whole, "{own}");
    }
    assert!(said > 500, "{said}");
    for list in [
        include_str!("../../../tests/remarks/stop.txt"),
        include_str!("../../../tests/remarks/agree.txt"),
    ] {
        for line in list.lines() {
            let [short, whole] = both_ways(line, &plain);
            assert_eq!(short, whole, "{line}");
        }
    }
}

proptest::proptest! {
    #[test]
    fn any_text_says_the_same_both_ways(
        text in "((verdict|Blocker|GATE|p0|no|fail|NO-GO|critical|a|é|[0-9]|[ \\-:=?|<>/\\[\\]*_`~.—→\u{1b}(]|\n){0,12}\n?){0,4}"
    ) {
        let [short, whole] = both_ways(&text, &Lexicon::default());
        proptest::prop_assert_eq!(short, whole);
    }
}
