//! The policies and their cases, one row each. `tests/documents/shipped.rs` writes them.

shipped! {
    "gate" as GATE:
    "any-blocker" {
        "a-crashed-reviewer-holds-the-gate": "case.kdl" "expected.kdl" "quality.md";
        "a-fail-outweighs-a-missing-reviewer": "case.kdl" "expected.kdl" "qa.md";
        "a-fail-that-was-cut-off-shuts-as-a-fail": "expected.kdl" "qa.md" "quality.md";
        "a-missing-reviewer-holds-the-gate": "case.kdl" "expected.kdl" "quality.md";
        "a-review-in-markdown-passes-without-a-confidence": "expected.kdl" "qa.md";
        "advisories-open-with-a-warning": "expected.kdl" "qa.md" "quality.md";
        "an-excused-reviewer-caps-the-gate-at-warn": "case.kdl" "expected.kdl" "qa.md";
        "an-unexpected-fail-shuts-the-gate": "case.kdl" "expected.kdl" "qa.md" "stranger.md";
        "an-unsure-pass-opens-and-is-noted": "expected.kdl" "qa.md" "quality.md";
        "everybody-passes-and-it-opens": "expected.kdl" "qa.md" "quality.md" "security.md";
        "nobody-at-the-bench-holds-the-gate": "case.kdl" "expected.kdl";
        "one-fail-shuts-and-cites-its-blockers": "expected.kdl" "qa.md" "quality.md" "security.md";
        "too-few-reviewers-decide-nothing": "case.kdl" "expected.kdl" "qa.md";
    }
    "budget" {
    }
    "court" {
    }
    "pairs" {
    }
    "payments" {
    }
    "precedence" {
    }
    "quality" {
    }
    "rounds" {
    }
    "second-opinion" {
        "after-one-second-opinion-it-still-waits": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "after-two-it-goes-on-with-a-warning": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "an-unsure-pass-waits": "expected.kdl" "qa.md" "quality.md";
    }
    "strict" {
    }
    "two-of-three" {
        "security-says-no": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "two-agree-and-security-is-one-of-them": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "two-agree-without-security": "case.kdl" "expected.kdl" "qa.md" "quality.md";
    }
    "waivers" {
    }
    "weighted-quorum" {
        "security-alone-can-stop-it": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "security-counts-double": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "too-little-weight-waits": "case.kdl" "expected.kdl" "qa.md" "quality.md";
    }
}

shipped! {
    "audit" as AUDIT:
    "as-stated" {
        "a-blocker-beside-a-pass-fails": "expected.kdl" "qa.md";
        "a-stated-conditional-with-a-critical-row-fails": "auditor.cpf" "expected.kdl";
        "high-findings-leave-it-conditional": "auditor.cpf" "expected.kdl";
        "what-is-stated-stands": "expected.kdl" "qa.md" "quality.md" "security.md";
    }
    "dead-code-2026-03" {
        "a-critical-finding-is-no-go-whatever-was-stated": "auditor.cpf" "expected.kdl";
        "a-row-without-a-severity-is-conditional": "auditor.cpf" "expected.kdl";
        "a-stated-no-go-stays-one": "auditor.cpf" "expected.kdl";
        "an-unresolved-conflict-is-conditional": "auditor.cpf" "expected.kdl";
        "any-drift-is-conditional": "auditor.cpf" "expected.kdl";
        "medium-and-low-findings-are-go": "auditor.cpf" "expected.kdl";
        "no-finding-is-go": "auditor.cpf" "expected.kdl";
        "one-high-finding-is-conditional": "auditor.cpf" "expected.kdl";
    }
    "dead-code" {
        "a-critical-finding-is-no-go-whatever-was-stated": "auditor.cpf" "expected.kdl";
        "a-row-without-a-severity-is-conditional": "auditor.cpf" "expected.kdl";
        "a-stated-no-go-stays-one": "auditor.cpf" "expected.kdl";
        "an-unresolved-conflict-is-conditional": "auditor.cpf" "expected.kdl";
        "drift-that-is-not-significant-is-go": "auditor.cpf" "expected.kdl";
        "medium-and-low-findings-are-go": "auditor.cpf" "expected.kdl";
        "more-than-three-high-findings-are-too-many": "auditor.cpf" "expected.kdl";
        "no-finding-is-go": "auditor.cpf" "expected.kdl";
        "one-high-finding-is-conditional": "auditor.cpf" "expected.kdl";
        "significant-drift-is-conditional": "auditor.cpf" "expected.kdl";
    }
    "design-2026-03" {
        "a-critical-finding-is-no-go-whatever-was-stated": "auditor.cpf" "expected.kdl";
        "a-high-finding-is-no-go": "auditor.cpf" "expected.kdl";
        "a-row-without-a-severity-is-conditional": "auditor.cpf" "expected.kdl";
        "a-stated-no-go-stays-one": "auditor.cpf" "expected.kdl";
        "an-unresolved-conflict-is-conditional": "auditor.cpf" "expected.kdl";
        "medium-and-low-findings-are-go": "auditor.cpf" "expected.kdl";
        "no-finding-is-go": "auditor.cpf" "expected.kdl";
    }
    "design" {
        "a-critical-finding-is-no-go-whatever-was-stated": "auditor.cpf" "expected.kdl";
        "a-part-that-was-verified-is-at-best-conditional": "auditor.cpf" "expected.kdl";
        "a-resolved-conflict-is-none": "auditor.cpf" "expected.kdl";
        "a-row-without-a-severity-is-conditional": "auditor.cpf" "expected.kdl";
        "a-stated-no-go-stays-one": "auditor.cpf" "expected.kdl";
        "an-unresolved-conflict-is-conditional": "auditor.cpf" "expected.kdl";
        "each-verdict-is-audited-by-itself": "auditor-1.cpf" "auditor-2.cpf" "auditor-3.cpf" "case.kdl" "expected.kdl";
        "medium-and-low-findings-are-go": "auditor.cpf" "expected.kdl";
        "more-than-three-high-findings-are-too-many": "auditor.cpf" "expected.kdl";
        "no-finding-is-go": "auditor.cpf" "expected.kdl";
        "one-to-three-high-findings-are-conditional": "auditor.cpf" "expected.kdl";
        "with-a-limit-of-none-one-high-finding-is-too-many": "auditor.cpf" "case.kdl" "expected.kdl";
        "without-a-verdict-line-the-rows-decide": "auditor.cpf" "expected.kdl";
    }
    "impl-2026-03" {
        "a-critical-finding-comes-before-a-defect-of-the-specification": "auditor.cpf" "expected.kdl";
        "a-critical-finding-is-no-go-whatever-was-stated": "auditor.cpf" "expected.kdl";
        "a-defect-of-the-specification-asks-for-an-update": "auditor.cpf" "expected.kdl";
        "a-failing-test-comes-before-a-defect-of-the-specification": "auditor.cpf" "expected.kdl";
        "a-failing-test-is-no-go": "auditor.cpf" "expected.kdl";
        "a-row-without-a-severity-is-conditional": "auditor.cpf" "expected.kdl";
        "a-stated-no-go-stays-one": "auditor.cpf" "expected.kdl";
        "an-interface-that-does-not-match-is-no-go": "auditor.cpf" "expected.kdl";
        "an-unresolved-conflict-is-conditional": "auditor.cpf" "expected.kdl";
        "medium-and-low-findings-are-go": "auditor.cpf" "expected.kdl";
        "more-than-three-high-findings-are-too-many": "auditor.cpf" "expected.kdl";
        "no-finding-is-go": "auditor.cpf" "expected.kdl";
        "one-to-three-high-findings-are-conditional": "auditor.cpf" "expected.kdl";
    }
    "impl" {
        "a-critical-finding-comes-before-a-defect-of-the-specification": "auditor.cpf" "expected.kdl";
        "a-critical-finding-is-no-go-whatever-was-stated": "auditor.cpf" "expected.kdl";
        "a-defect-of-the-specification-asks-for-an-update": "auditor.cpf" "expected.kdl";
        "a-defect-of-the-specification-comes-before-a-failing-test": "auditor.cpf" "expected.kdl";
        "a-failing-test-in-notes-is-not-seen": "auditor.cpf" "expected.kdl";
        "a-failing-test-is-conditional": "auditor.cpf" "expected.kdl";
        "a-row-without-a-severity-is-conditional": "auditor.cpf" "expected.kdl";
        "a-stated-no-go-stays-one": "auditor.cpf" "expected.kdl";
        "an-interface-that-does-not-match-is-conditional": "auditor.cpf" "expected.kdl";
        "an-unresolved-conflict-is-conditional": "auditor.cpf" "expected.kdl";
        "medium-and-low-findings-are-go": "auditor.cpf" "expected.kdl";
        "more-than-three-high-findings-are-too-many": "auditor.cpf" "expected.kdl";
        "no-finding-is-go": "auditor.cpf" "expected.kdl";
        "one-to-three-high-findings-are-conditional": "auditor.cpf" "expected.kdl";
    }
}

shipped! {
    "redispatch" as REDISPATCH:
    "fix-loop" {
        "a-conditional-in-between-sets-the-counters-back": "auditor.cpf" "case.kdl" "expected.kdl";
        "a-critical-finding-comes-before-a-defect-of-the-specification": "auditor.cpf" "expected.kdl";
        "a-critical-row-under-conditional-is-fixed": "auditor.cpf" "expected.kdl";
        "a-design-review-goes-to-a-person-at-once": "auditor.cpf" "case.kdl" "expected.kdl";
        "a-missing-verdict-is-asked-for-once": "auditor-3.cpf" "case.kdl" "expected.kdl";
        "a-stated-no-go-beside-a-defect-is-fixed": "auditor.cpf" "expected.kdl";
        "counters-are-those-of-the-seat": "auditor.cpf" "case.kdl" "expected.kdl";
        "fixes-do-not-count-as-updates": "auditor.cpf" "case.kdl" "expected.kdl";
        "four-rounds-together-go-to-a-person": "auditor.cpf" "case.kdl" "expected.kdl";
        "go-and-conditional-go-on": "auditor-2.cpf" "auditor.cpf" "expected.kdl";
        "the-first-defect-of-the-specification-is-mended": "auditor.cpf" "expected.kdl";
        "the-first-no-go-is-fixed": "auditor.cpf" "expected.kdl";
        "the-second-defect-of-the-specification-goes-to-a-person": "auditor.cpf" "case.kdl" "expected.kdl";
        "the-second-no-go-is-fixed": "auditor.cpf" "case.kdl" "expected.kdl";
        "the-third-no-go-goes-to-a-person": "auditor.cpf" "case.kdl" "expected.kdl";
        "three-rounds-together-go-on": "auditor.cpf" "case.kdl" "expected.kdl";
        "who-still-has-time-is-left-alone": "case.kdl" "expected.kdl";
    }
    "recovery" {
        "a-critical-finding-is-derived-as-no-go": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "a-critical-row-under-conditional-stands-as-a-fail": "auditor.cpf" "expected.kdl" "rulebase.cpf";
        "a-high-finding-is-derived-as-conditional": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "a-lost-inspector-that-says-no-go-is-not-left-out": "auditor.cpf" "case.kdl" "expected.kdl" "rulebase.cpf";
        "a-part-of-the-inspectors-is-derived-as-conditional": "case.kdl" "expected.kdl" "rulebase.cpf";
        "a-quiet-auditor-is-reminded": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "a-verdict-is-derived-once": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "an-auditor-that-crashed-is-started-again-at-once": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "an-auditor-that-was-reminded-is-started-again": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "an-inspector-that-contradicts-itself-is-asked-and-never-left-out": "auditor.cpf" "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "an-inspector-that-does-not-answer-is-started-again-once": "auditor.cpf" "case.kdl" "expected.kdl" "testability.cpf";
        "an-inspector-that-fails-the-work-is-derived-as-no-go": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "an-inspector-that-is-lost-is-left-out": "auditor.cpf" "case.kdl" "expected.kdl" "testability.cpf";
        "an-inspector-that-was-left-out-makes-it-conditional": "case.kdl" "expected.kdl" "rulebase.cpf";
        "an-inspector-whose-time-is-not-up-is-left-alone": "auditor.cpf" "case.kdl" "expected.kdl";
        "answers-that-stand-are-accepted": "auditor.cpf" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "auditors-may-have-other-names": "case.kdl" "expected.kdl" "rulebase.cpf";
        "inspectors-that-all-pass-are-derived-as-go": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "of-nothing-nothing-is-derived": "case.kdl" "expected.kdl";
    }
    "standard" {
        "an-answer-that-stands-is-accepted": "expected.kdl" "qa.md" "quality.md" "security.md";
        "asked-once-it-may-be-asked-again": "case.kdl" "expected.kdl" "qa.md";
        "asked-twice-in-whatever-way-a-person-is-called": "case.kdl" "expected.kdl" "qa.md";
        "what-was-tried-before-it-was-accepted-does-not-count": "case.kdl" "expected.kdl" "qa.md";
        "what-was-tried-on-others-does-not-count": "case.kdl" "expected.kdl" "qa.md";
        "who-answered-about-earlier-work-is-started-again": "case.kdl" "expected.kdl";
        "who-asks-for-clarification-needs-a-person": "court.md" "expected.kdl";
        "who-cannot-be-read-is-started-again": "expected.kdl" "qa.md";
        "who-crashed-is-started-again": "case.kdl" "expected.kdl";
        "who-fails-without-a-reason-is-asked-for-one": "expected.kdl" "qa.md";
        "who-has-not-answered-is-started-again": "case.kdl" "expected.kdl";
        "who-is-denied-by-a-line-of-its-own-is-asked-which": "expected.kdl" "qa.md";
        "who-is-not-sure-gets-a-second-opinion": "expected.kdl" "qa.md" "quality.md" "security.md";
        "who-lists-a-blocker-beside-a-pass-is-asked-which": "expected.kdl" "qa.md";
        "who-still-has-time-is-left-alone": "case.kdl" "expected.kdl";
        "who-still-has-time-is-not-called-overdue": "case.kdl" "expected.kdl";
        "who-was-skipped-or-excused-is-not-asked": "case.kdl" "expected.kdl";
        "with-none-a-person-is-called-at-once": "case.kdl" "expected.kdl" "qa.md";
    }
}
