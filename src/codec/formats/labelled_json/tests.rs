//! What members come to, by example.

use crate::codec::{ReadOptions, read};
use crate::ir::{Cause, Decoded, FindingKind, Format, Outcome, Severity, Verdict};
use crate::source::Source;

fn decoded(text: &str) -> Decoded {
    let options = ReadOptions { format: Some(Format::LabelledJson), ..ReadOptions::default() };
    read(&Source::new("review.json", text), &options)
}

fn effective(text: &str) -> Result<Outcome, Cause> {
    let decoded = decoded(text);
    match decoded.unreadable {
        Some(cause) => Err(cause),
        None => Ok(decoded.verdicts[0].effective().unwrap_or(Outcome::Hold)),
    }
}

#[test]
fn a_word_counts_alone() {
    for (word, outcome) in [
        ("approve", Ok(Outcome::Pass)),
        ("APPROVED", Ok(Outcome::Pass)),
        ("✅ LGTM!", Ok(Outcome::Pass)),
        ("**PASS**", Ok(Outcome::Pass)),
        ("ready_to_merge", Ok(Outcome::Pass)),
        ("approve-with-nits", Ok(Outcome::Warn)),
        ("APPROVED WITH COMMENTS", Ok(Outcome::Warn)),
        ("warn", Ok(Outcome::Warn)),
        ("REQUEST_CHANGES", Ok(Outcome::Fail)),
        ("RequestChanges", Ok(Outcome::Fail)),
        ("no-go", Ok(Outcome::Fail)),
        ("needs-work", Ok(Outcome::Fail)),
        ("request clarification", Ok(Outcome::Hold)),
        ("approve if the tests pass", Err(Cause::UnknownWord)),
        ("approve - but not the docs", Err(Cause::UnknownWord)),
        ("approve?", Err(Cause::UnknownWord)),
        ("❌ approve", Err(Cause::UnknownWord)),
        ("pass_through", Err(Cause::UnknownWord)),
        ("approve_with_changes", Err(Cause::UnknownWord)),
        ("CONDITIONAL", Err(Cause::UnknownWord)),
        ("COMMENT", Err(Cause::UnknownWord)),
        ("I would merge this", Err(Cause::UnknownWord)),
        ("", Err(Cause::UnknownWord)),
        ("approve | reject", Err(Cause::Template)),
        ("<approve or request changes>", Err(Cause::Template)),
    ] {
        assert_eq!(effective(&format!("{{\"verdict\": \"{word}\"}}")), outcome, "{word}");
    }
}

#[test]
fn a_name_says_that_its_member_decides() {
    for (member, outcome) in [
        ("\"decision\": \"approve\"", Ok(Outcome::Pass)),
        ("\"Final_Verdict\": \"approve\"", Ok(Outcome::Pass)),
        ("\"qaVerdict\": \"fail\"", Ok(Outcome::Fail)),
        ("\"gate\": \"PASS\"", Ok(Outcome::Pass)),
        ("\"quality_gate\": \"failed\"", Ok(Outcome::Fail)),
        ("\"recommendation\": \"merge\"", Ok(Outcome::Pass)),
        ("\"recommendation\": \"discuss\"", Err(Cause::UnknownWord)),
        ("\"approved\": true", Ok(Outcome::Pass)),
        ("\"approved\": false", Ok(Outcome::Fail)),
        ("\"overall_correctness\": \"patch is correct\"", Ok(Outcome::Pass)),
        ("\"verdict\": true", Err(Cause::Malformed)),
        ("\"verdict\": null", Err(Cause::Malformed)),
        // Not decided by these.
        ("\"approved\": \"yes\"", Err(Cause::NoVerdict)),
        ("\"ok\": true", Err(Cause::NoVerdict)),
        ("\"mergeable\": true", Err(Cause::NoVerdict)),
        ("\"result\": \"pass\"", Err(Cause::NoVerdict)),
        ("\"status\": \"approved\"", Err(Cause::NoVerdict)),
        ("\"verdict_reason\": \"approve\"", Err(Cause::NoVerdict)),
        ("\"previous_verdict\": \"approve\"", Err(Cause::NoVerdict)),
        ("\"gate\": \"the nightly one that runs all tests\"", Err(Cause::NoVerdict)),
        ("\"review\": {\"verdict\": \"approve\"}", Err(Cause::NoVerdict)),
    ] {
        assert_eq!(effective(&format!("{{{member}}}")), outcome, "{member}");
    }
}

#[test]
fn two_members_have_to_agree() {
    for (text, outcome) in [
        (r#"{"verdict": "pass", "decision": "approve"}"#, Ok(Outcome::Pass)),
        (r#"{"approved": true, "verdict": "approve with nits"}"#, Ok(Outcome::Warn)),
        (r#"{"verdict": "pass", "gate": "nightly"}"#, Ok(Outcome::Pass)),
        (r#"{"verdict": "pass", "recommendation": "merge when it is green"}"#, Ok(Outcome::Pass)),
        (r#"{"verdict": "pass", "decision": "warn"}"#, Err(Cause::Ambiguous)),
        (r#"{"verdict": "pass", "decision": "so so"}"#, Err(Cause::UnknownWord)),
        (r#"{"approved": true, "verdict": "reject"}"#, Ok(Outcome::Fail)),
        (r#"{"approved": false, "verdict": "approve"}"#, Ok(Outcome::Fail)),
    ] {
        assert_eq!(effective(text), outcome, "{text}");
    }
}

#[test]
fn what_is_said_beside_a_verdict_that_opens_can_only_doubt_it() {
    for beside in [
        r#""blockers": ["the key is in the log"]"#,
        r#""blocker": "the key is in the log""#,
        r#""mustFix": {"title": "the key is in the log"}"#,
        r#""required_changes": ["rename it"]"#,
        r#""blockers": 2"#,
        r#""critical_issues": [{"title": "the key is in the log"}]"#,
        r#""findings": [{"severity": "blocker", "title": "the key"}]"#,
        r#""findings": [{"priority": "P0", "title": "the key"}]"#,
        r#""findings": [{"type": "critical", "title": "the key"}]"#,
        r#""findings": [{"title": "the key", "blocking": true}]"#,
        r#""findings": {"critical": ["the key"]}"#,
        r#""issues": ["[P0] the key"]"#,
        r#""issues": ["Critical: the key"]"#,
        r#""summary": "Verdict: FAIL""#,
        r#""status": "failed""#,
        r#""checks": {"security": {"verdict": "fail"}}"#,
        r#""findings": [{"title": "x", "recommendation": "Verdict: FAIL"}]"#,
        r#""findings": [{"title": "x", "verdict": "fail"}]"#,
    ] {
        let text = format!("{{\"verdict\": \"approve\", {beside}}}");
        assert_eq!(effective(&text), Ok(Outcome::Hold), "{text}");
        let decoded = decoded(&text);
        assert!(decoded.verdicts[0].doubted(), "{text}");
        assert!(decoded.verdicts[0].findings.iter().all(|f| f.kind == FindingKind::Advisory));
    }
}

#[test]
fn what_is_not_worse_opens() {
    for beside in [
        r#""blockers": []"#,
        r#""blockers": null"#,
        r#""blockers": 0"#,
        r#""blockers": ["none"]"#,
        r#""must_fix": "None.""#,
        r#""critical_issues": []"#,
        r#""findings": []"#,
        r#""findings": {"critical": [], "minor": ["a typo"]}"#,
        r#""findings": [{"severity": "high", "title": "slow"}]"#,
        r#""findings": [{"severity": "critical", "title": "SQL", "resolved": true}]"#,
        r#""findings": [{"severity": "low", "title": "the parser fails on empty input"}]"#,
        r#""findings": [{"severity": "low", "title": "x", "blocking": false}]"#,
        r#""previous_verdict": "fail""#,
        r#""summary": "All 28 tests pass; the old code would fail.""#,
        r#""stats": {"critical": 0, "files": 3}"#,
        r#""findings": [{"severity": "low", "title": "x", "status": "open", "id": "F-1"}]"#,
        r#""findings": [{"title": "x", "confidence": "high", "blocking": "no"}]"#,
        r#""strengths": ["Approved API", "fails early"], "next_steps": ["merge"]"#,
        r#""tests": {"passed": 28, "failed": 0}, "ci": {"failures": 0, "status": "passed"}"#,
        r#""changes_requested": false, "merge_ready": true, "approvals": 2, "risk": "low""#,
        r#""severity_counts": {"critical": 0, "high": 1}, "critical_count": 0"#,
        r#""checklist": [{"item": "tests", "passed": true}], "score": 8, "blocking": false"#,
    ] {
        let text = format!("{{\"decision\": \"approve\", {beside}}}");
        assert_eq!(effective(&text), Ok(Outcome::Pass), "{text}");
    }
}

#[test]
fn what_stops_is_a_blocker_beside_a_fail() {
    let text = r#"{"decision": "reject", "blockers": ["src/a.rs:3 the key is in the log"],
        "findings": [{"severity": "critical", "title": "SQL"}, {"severity": "odd", "title": "x"}]}"#;
    let decoded = decoded(text);
    let findings = &decoded.verdicts[0].findings;
    let told: Vec<_> = findings.iter().map(|f| (f.kind, f.severity)).collect();
    assert_eq!(
        told,
        [
            (FindingKind::Blocker, Some(Severity::Critical)),
            (FindingKind::Blocker, Some(Severity::Critical)),
            (FindingKind::Advisory, Some(Severity::High)),
        ]
    );
}

#[test]
fn what_cannot_be_used_is_kept_and_may_say_fail() {
    for text in [
        r#"{"verdict": "CONDITIONAL", "must_fix": ["the key is in the log"]}"#,
        r#"{"verdict": "so so", "decision": "reject"}"#,
        r#"{"verdict": "reject, unless it is urgent"}"#,
        r#"{"verdict": false}"#,
    ] {
        assert!(decoded(text).says_fail, "{text}");
    }
    let nested = decoded(r#"{"verdict": {"status": "failed"}}"#);
    assert!(nested.remarks_against());
    let odd = decoded(r#"{"verdict": "so so", "findings": ["src/a.rs:3 slow"]}"#);
    assert_eq!(odd.fragments[0].findings.len(), 1);
    assert!(!odd.says_fail);
}

#[test]
fn a_word_of_the_host_makes_nothing_better() {
    let options = (ReadOptions::default().format(Format::LabelledJson))
        .word("revisit", Outcome::Fail)
        .word("reject", Outcome::Pass)
        .word("conditional", Outcome::Pass);
    let stated = |word: &str| {
        let source = Source::new("x", format!("{{\"verdict\": \"{word}\"}}"));
        read(&source, &options).verdicts.first().and_then(Verdict::effective)
    };
    assert_eq!(stated("Revisit"), Some(Outcome::Fail));
    assert_eq!(stated("reject"), Some(Outcome::Fail));
    assert_eq!(stated("conditional"), None);
}
