//! What is read behind a label.

use super::*;

fn said(value: &str) -> (Says, bool) {
    let said = read_value(Slice::new(value, 0), Label::Verdict, &Lexicon::default());
    (said.says, said.clear)
}

#[test]
fn a_clear_word_is_followed_by_nothing_that_takes_it_back() {
    for value in [
        "PASS",
        "**PASS**",
        "[PASS]",
        "**[PASS]** All tests pass",
        "`approved`",
        "✅ **PASS**",
        "PASS.",
        "PASS. All 28 tests pass.",
        "APPROVED (6/6 Accept)",
        "PASS — all met",
        "PASS - all met",
        "Approve!",
        "PASS ✅",
        "[PASS] - so",
        "**ACCEPT.** No blockers.",
        "FAIL → PASS",
        "PASS (failed: 0)",
        "PASS - blocked items are gone",
        "PASS - no blockers",
        "PASS (the blocked, failed, and skipped tests were run)",
        "APPROVED, no notes",
        "PASS (CI passed, 0 FAIL)",
        "~~FAIL~~ PASS",
    ] {
        assert_eq!(said(value), (Says::Word(Meaning::Go), true), "{value}");
    }
    for value in [
        "PASS if the tests pass",
        "PASS (after the fix)",
        "PASS?",
        "PASS on CI",
        "PASS - but not the docs",
        "PASS - FAIL",
        "PASS (NO-GO)",
        "PASS, rejected: the index is gone",
        "PASS ❌",
        "PASS (or FAIL)",
        "PASS (tests), FAIL (security)",
        "PASS, FAIL if need be",
        "APPROVE (or REVISE if there are issues)",
        "APPROVED: no",
        "APPROVED — NO",
        "PASS: false",
        "APPROVE — do not merge yet",
        "APPROVE (conditional)",
        "APPROVE — conditional on the fix",
    ] {
        assert_eq!(said(value), (Says::Word(Meaning::Go), false), "{value}");
    }
    for value in [
        "FAIL",
        "**REVISE**",
        "❌ Changes requested",
        "NEEDS_REVISION",
        "No-Go",
        "needs work.",
        "PASS → FAIL",
        "❌",
        "Request changes: the pool",
        "do not merge",
    ] {
        assert_eq!(said(value), (Says::Word(Meaning::Stop), true), "{value}");
    }
    for value in ["APPROVE WITH CONDITIONS", "CONDITIONAL", "approved with minor concerns"] {
        assert_eq!(said(value), (Says::Word(Meaning::Caution), true), "{value}");
    }
    assert_eq!(said("APPROVED WITH NITS"), (Says::Word(Meaning::Noted), true));
    for value in [
        "PASS | FAIL",
        "pass/fail",
        "<PASS or FAIL>",
        "APPROVE | REVISE | RETHINK",
        "PASS, FAIL or WARN",
        "PASS (pass|fail)",
    ] {
        assert_eq!(said(value).0, Says::Template, "{value}");
    }
    assert_eq!(said("so so").0, Says::Unclear);
    for value in [
        "see below",
        "6 of 6: 3 ACCEPT",
        "Strong architecture with one gap",
        "fail-safe defaults are kept here",
    ] {
        assert_eq!(said(value).0, Says::Prose, "{value}");
    }
    assert_eq!(said("").0, Says::Nothing);
}
