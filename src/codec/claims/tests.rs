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
fn harmless_lines_claim_nothing() {
    for line in [
        "> verdict: fail",
        "no blockers found",
        "0 blockers (none)",
        "There are no blockers.",
        "Result: pass",
        "the verdict format is described elsewhere",
        "12 tests, 0 failed",
    ] {
        assert!(matches!(told(line).as_str(), "" | "blockers"), "{line}");
    }
}
