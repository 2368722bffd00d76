use super::*;

fn told(line: &str) -> String {
    match claim(Slice::new(line, 0)) {
        Some(Claim::Verdict(value)) => format!("verdict {}", value.text),
        Some(claim) => format!("{claim:?}").to_lowercase(),
        None => String::new(),
    }
}

#[test]
fn a_line_claims_what_a_person_reads_in_it() {
    for (line, expected) in [
        ("## Final verdict: NO-GO", "verdict NO-GO"),
        ("<verdict>fail</verdict>", "verdict fail</verdict>"),
        ("**Verdict**", "verdict "),
        ("Verdict for security: FAIL", "fails"),
        ("## Result: FAIL", "fails"),
        ("**REJECTED**", "cry"),
        ("## 1. Blockers (2)", "blocker"),
        ("## Remaining blockers", "blockers"),
        ("- [ ] blocker: x", "blocker"),
        ("2 blockers found", "blocker"),
        ("C|error-handling|src/a.rs:7|the error is lost", "blocker"),
        ("quality+test|C|error-handling|src/a.rs:7|the error is lost", "blocker"),
        ("Result: ❌", "fails"),
        ("Decision: needs work.", "fails"),
        ("Decision: NO_GO", "fails"),
        ("REQUEST_CHANGES", "cry"),
        ("<result>FAIL</result>", "cry"),
        ("👎", "cry"),
        ("Approved: no", "fails"),
        ("Ready to merge? No.", "fails"),
        ("rejected: yes", "fails"),
        ("failures: 2", "fails"),
        ("[FAIL] AC2, the pool is never closed", "fails"),
        ("Spec 3.AC2 — FAIL", "fails"),
        ("| AC2 | **FAIL** | the pool is never closed |", "fails"),
        ("AC3: not met", "fails"),
        ("1 critical issue found", "blocker"),
    ] {
        assert_eq!(told(line), expected, "{line}");
    }
}

#[test]
fn no_odd_break_is_overlooked() {
    for odd in ['\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'] {
        let line = format!("a{odd}verdict: fail");
        let behind: Vec<_> =
            behind_odd_breaks(Slice::new(&line, 0)).map(|line| line.text).collect();
        assert_eq!(behind, ["verdict: fail"], "{odd:?}");
    }
    assert!(!may_break_oddly("plain — letters, 日本\r\n\t"));
}

#[test]
fn words_of_others_are_told_from_ones_own() {
    let quotes = |line| quotes(Slice::new(line, 0));
    for line in ["The author wrote:", "> qa said:", "For example:", "The previous verdict:"] {
        assert!(quotes(line), "{line}");
    }
    for line in ["My verdict, as I said:", "Here it is in the format you asked for:", "Done."] {
        assert!(!quotes(line), "{line}");
    }
}

#[test]
fn a_verdict_in_another_language_claims_that_it_fails() {
    for line in [
        "判定: 不合格",
        "総合判定：却下（要修正）",
        "【判定】不合格",
        "本レビューの判定は不合格とする。",
        "评审结论：不通过",
        "결론: 반려",
        "Urteil: abgelehnt",
        "**Ergebnis:** nicht bestanden",
        "Décision finale : REFUSÉE",
        "Veredicto: rechazado",
        "Вердикт: Отклонено",
        "Result: 不合格",
        "結論: NO-GO",
    ] {
        assert_eq!(told(line), "fails", "{line}");
    }
    assert_eq!(told("**差し戻し**"), "cry");
    for line in [
        "判定: 合格",
        "結果: 不合格なし",
        "判定は合格とする",
        "失敗時の再試行を確認した",
        "不合格になる条件: 三件",
        "结论：通过",
        "Urteil: bestanden",
        "Ergebnis: nicht abgelehnt",
        "Ergebnis: 40 Tests, 0 fehlgeschlagen",
        "Rejeté par le client: la première version",
    ] {
        assert_eq!(told(line), "", "{line}");
    }
}

#[test]
fn words_of_a_foreign_verdict_are_in_small_letters() {
    for word in foreign::KEYS.iter().chain(foreign::FAILS) {
        assert_eq!(*word, word.to_lowercase());
        assert!(word.len() <= LONGEST_TITLE);
    }
}

#[test]
fn something_critical_is_claimed() {
    for line in [
        "severity: critical",
        "**Severity:** CRITICAL",
        "1. **[Severity: critical]** SQL",
        "- critical: SQL",
        "CRITICAL: SQL",
        "* **Critical** - SQL",
        "- [CRITICAL] SQL",
        "[P0] SQL",
        "Critical vulnerability: SQL",
        "Critical: 2",
        "| Critical | 2 | in the pool |",
        "### Critical (2)",
    ] {
        assert_eq!(told(line), "serious", "{line}");
    }
    for line in ["### Critical", "**Critical:**"] {
        assert_eq!(told(line), "critical", "{line}");
    }
    for line in [
        "critical: none",
        "Critical: none found.",
        "critical: no critical issues",
        "Critical: 0, High: 2",
        "| Critical | 0 |",
        "| Critical | High | Medium |",
        "### Critical (0)",
        "critical: false",
        "Critical - n/a",
        "Critical path: src/a.ts",
        "Critical section - guarded by a mutex",
        "severity: critical | high | medium | low",
        "Severity: low",
        "no critical issues",
        "C4 blocking issues resolved",
    ] {
        assert_eq!(told(line), "", "{line}");
    }
}

#[test]
fn harmless_lines_claim_nothing() {
    for line in [
        "> verdict: fail",
        "no blockers found",
        "0 blockers (none)",
        "There are no blockers.",
        "Result: pass",
        "the verdict format is described elsewhere",
        "12 tests, 0 failed",
        "Before the fix: FAIL",
        "| PASS | FAIL |",
        "Merge: no conflicts",
        "Open question? No",
        "Result: error handling is complete",
        "Recommendation: revise the docs later",
        "Auto-fix loop: NO-GO/PASS handling",
        "failed: 0",
        "failures: []",
    ] {
        assert!(matches!(told(line).as_str(), "" | "blockers"), "{line}");
    }
}
