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
}

shipped! {
    "redispatch" as REDISPATCH:
}
