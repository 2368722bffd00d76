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
        "an-unexpected-fail-shuts-the-gate": "case.kdl" "expected.kdl" "guest.md" "qa.md";
        "an-unsure-pass-opens-and-is-noted": "expected.kdl" "qa.md" "quality.md";
        "everybody-passes-and-it-opens": "expected.kdl" "qa.md" "quality.md" "security.md";
        "nobody-at-the-bench-holds-the-gate": "case.kdl" "expected.kdl";
        "one-fail-shuts-and-cites-its-blockers": "expected.kdl" "qa.md" "quality.md" "security.md";
        "too-few-reviewers-decide-nothing": "case.kdl" "expected.kdl" "qa.md";
    }
    "budget" {
        "a-cheaper-critical-finding-is-still-doubted": "case.kdl" "expected.kdl" "qa.md";
        "a-critical-finding-beside-a-warning-costs-more-than-there-is": "expected.kdl" "qa.md";
        "a-critical-finding-fails-whatever-it-costs": "a.cpf" "case.kdl" "expected.kdl";
        "a-finding-that-nobody-rated-costs-too": "case.kdl" "expected.kdl" "qa.md";
        "a-larger-budget-takes-two-high-findings": "a.cpf" "case.kdl" "expected.kdl";
        "a-missing-reviewer-holds-the-gate": "case.kdl" "expected.kdl" "qa.md";
        "a-warning-without-a-finding-opens-as-one": "expected.kdl" "qa.md";
        "an-observer-costs-nothing": "case.kdl" "expected.kdl" "qa.md" "style.md";
        "nothing-found-costs-nothing": "expected.kdl" "qa.md" "quality.md";
        "one-point-over-the-budget-shuts": "a.cpf" "expected.kdl";
        "the-same-finding-of-two-reviewers-costs-once": "a.cpf" "b.cpf" "expected.kdl";
        "two-high-findings-are-over-the-budget": "a.cpf" "expected.kdl";
        "what-costs-nothing-is-always-within-the-budget": "a.cpf" "case.kdl" "expected.kdl";
        "what-high-findings-cost-is-up-to-you": "a.cpf" "case.kdl" "expected.kdl";
        "what-is-within-the-budget-opens-with-a-warning": "a.cpf" "expected.kdl";
        "what-medium-findings-cost-is-up-to-you": "a.cpf" "case.kdl" "expected.kdl";
        "what-unrated-findings-cost-is-up-to-you": "case.kdl" "expected.kdl" "qa.md";
        "with-a-budget-of-0-a-clean-change-opens": "case.kdl" "expected.kdl" "qa.md";
    }
    "consensus" {
        "a-critical-finding-of-two-in-seven-is-a-note": "V1.md" "V2.md" "V3.md" "V4.md" "V5.md" "V6.md" "V7.md" "expected.kdl";
        "a-high-finding-of-two-in-three-is-agreed": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "a-key-twice-in-one-run-counts-once": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "a-run-that-cannot-be-read-counts-in-no-threshold": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "agreed-small-findings-are-conditional": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "agreed-small-findings-go-when-every-run-says-go": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "every-run-says-go": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "every-run-says-go-over-an-agreed-high-finding": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "every-run-that-came-says-go": "V1.md" "V2.md" "case.kdl" "expected.kdl";
        "four-lines-apart-is-not-near": "V1.md" "V2.md" "V3.md" "case.kdl" "expected.kdl";
        "half-of-the-runs-say-no-go": "V1.md" "V2.md" "expected.kdl";
        "lines-too-far-apart-stay-two": "V1.md" "V2.md" "V3.md" "case.kdl" "expected.kdl";
        "most-runs-are-doubted": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "most-runs-fail-for-different-reasons": "V1.md" "V2.md" "V3.md" "V4.md" "V5.md" "expected.kdl";
        "most-say-no-go-over-different-things": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "near-lines-agree-under-another-key": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "near-lines-are-one-finding-under-lines": "V1.md" "V2.md" "V3.md" "case.kdl" "expected.kdl";
        "no-go-comes-before-the-specification": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "no-run-came": "case.kdl" "expected.kdl";
        "nothing-is-agreed": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "one-of-three-finds-the-specification-at-fault": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "one-path-is-one-finding-under-path": "V1.md" "V2.md" "V3.md" "case.kdl" "expected.kdl";
        "one-run-stands-as-it-is": "V1.md" "expected.kdl";
        "one-run-that-says-go": "V1.md" "expected.kdl";
        "one-run-that-says-no-go": "V1.md" "expected.kdl";
        "the-only-run-that-came-stands": "V1.md" "case.kdl" "expected.kdl";
        "the-worst-severity-of-a-key-counts": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "three-lines-apart-is-near": "V1.md" "V2.md" "V3.md" "case.kdl" "expected.kdl";
        "three-of-five-is-exactly-enough": "V1.md" "V2.md" "V3.md" "V4.md" "V5.md" "expected.kdl";
        "two-of-three-find-the-specification-at-fault": "V1.md" "V2.md" "V3.md" "expected.kdl";
        "with-a-share-of-all-one-run-can-free-it": "V1.md" "V2.md" "V3.md" "case.kdl" "expected.kdl";
        "with-a-share-of-one-percent-every-finding-counts": "V1.md" "V2.md" "V3.md" "case.kdl" "expected.kdl";
    }
    "court" {
        "a-criterion-judged-twice-and-failed-asks-for-changes": "case.kdl" "court.json" "expected.kdl";
        "a-criterion-judged-twice-keeps-a-merge-shut": "case.kdl" "court.json" "expected.kdl";
        "a-criterion-of-another-contract-keeps-a-merge-shut": "case.kdl" "court.json" "expected.kdl";
        "a-criterion-that-was-not-judged-keeps-a-merge-shut": "case.kdl" "court.json" "expected.kdl";
        "a-line-beside-the-verdict-keeps-a-merge-shut": "case.kdl" "court.json" "expected.kdl";
        "a-merge-above-a-failed-criterion-asks-for-changes": "case.kdl" "court.json" "expected.kdl";
        "a-merge-above-a-suspicious-criterion-asks-for-clarification": "case.kdl" "court.json" "expected.kdl";
        "a-pair-with-a-warning-beside-the-court-keeps-a-merge-shut": "court.json" "expected.kdl" "notes.json";
        "a-request-for-clarification-above-passes-stands": "case.kdl" "court.json" "expected.kdl";
        "a-suspicious-criterion-asks-for-clarification": "case.kdl" "court.json" "expected.kdl";
        "a-warning-beside-the-court-keeps-a-merge-shut": "case.kdl" "court.json" "expected.kdl" "style.md";
        "a-worse-action-than-the-criteria-stands": "case.kdl" "court.json" "expected.kdl";
        "an-action-that-nobody-knows-is-no-verdict": "case.kdl" "court.json" "expected.kdl";
        "an-unsure-merge-is-noted": "case.kdl" "court.json" "expected.kdl";
        "every-criterion-passes-and-it-merges": "case.kdl" "court.json" "expected.kdl";
        "failed-comes-before-suspicious": "case.kdl" "court.json" "expected.kdl";
        "three-of-four-is-a-fail": "case.kdl" "court.json" "expected.kdl";
        "without-a-contract-every-criterion-of-the-verdict-counts": "court.json" "expected.kdl";
        "without-a-court-there-is-no-verdict": "case.kdl" "expected.kdl";
        "without-a-verdict-there-is-no-merge": "case.kdl" "expected.kdl";
    }
    "pairs" {
        "a-block-of-unknown-result-keeps-the-gate-shut": "bundle.md" "case.kdl" "expected.kdl";
        "a-bundle-that-has-not-arrived-is-waited-for": "case.kdl" "expected.kdl";
        "a-missing-block-keeps-the-gate-shut": "bundle.md" "case.kdl" "expected.kdl";
        "a-missing-pair-keeps-the-gate-shut-and-the-rest-is-kept": "bundle.json" "case.kdl" "expected.kdl";
        "a-pair-that-could-not-be-reviewed-keeps-the-gate-shut": "bundle.json" "case.kdl" "expected.kdl";
        "a-pair-that-nobody-asked-for-keeps-the-gate-shut": "bundle.json" "case.kdl" "expected.kdl";
        "a-pair-with-warnings-opens-and-is-cited": "bundle.json" "case.kdl" "expected.kdl";
        "a-pass-above-a-failing-finding-fails": "bundle.json" "case.kdl" "expected.kdl";
        "blocks-of-markdown-are-judged-alike": "bundle.md" "case.kdl" "expected.kdl";
        "every-pair-passes": "bundle.json" "case.kdl" "expected.kdl";
        "from-high-on-a-mere-warning-is-not-told": "bundle.json" "case.kdl" "expected.kdl";
        "from-info-on-everything-of-a-warned-pair-is-told": "bundle.json" "case.kdl" "expected.kdl";
        "one-pair-fails-the-bundle": "bundle.json" "case.kdl" "expected.kdl";
        "the-same-pair-twice-keeps-the-gate-shut": "bundle.json" "case.kdl" "expected.kdl";
        "two-bundles-share-the-pairs-no-better-than-one": "a.json" "b.json" "case.kdl" "expected.kdl";
        "warnings-are-told-beside-a-fail": "bundle.json" "case.kdl" "expected.kdl";
        "without-a-bundle-nothing-was-reviewed": "case.kdl" "expected.kdl";
    }
    "payments" {
        "a-fail-shuts": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "a-finding-about-payments-counts-as-touching-them": "case.kdl" "expected.kdl" "qa.md";
        "a-finding-about-payments-with-two-in-favour": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "a-missing-reviewer-holds-the-gate": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "advisories-open-with-a-warning": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "an-excused-reviewer-is-not-in-favour": "case.kdl" "expected.kdl" "qa.md";
        "an-observer-is-not-in-favour": "case.kdl" "expected.kdl" "qa.md" "style.md";
        "another-path-is-where-you-say": "case.kdl" "expected.kdl" "qa.md";
        "one-is-enough-for-anything-else": "case.kdl" "expected.kdl" "qa.md";
        "one-is-not-enough-for-payments": "case.kdl" "expected.kdl" "qa.md";
        "two-are-in-favour-of-payments": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "with-3-three-are-enough": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "with-3-two-are-not-enough": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "without-the-changed-paths-there-is-no-ruling": "expected.kdl" "qa.md" "quality.md";
    }
    "precedence" {
        "a-critical-finding-below-conditional-is-a-no-go": "a.cpf" "b.cpf" "expected.kdl";
        "a-fail-in-another-format-is-a-no-go": "a.cpf" "expected.kdl" "qa.md";
        "a-missing-auditor-holds-the-gate": "a.cpf" "case.kdl" "expected.kdl";
        "a-no-go-outweighs-a-missing-auditor": "a.cpf" "case.kdl" "expected.kdl";
        "a-pass-in-another-format-is-a-go": "a.cpf" "expected.kdl" "qa.md";
        "a-specification-update-comes-before-conditions": "a.cpf" "b.cpf" "c.cpf" "expected.kdl";
        "an-observer-has-no-word": "a.cpf" "b.cpf" "case.kdl" "expected.kdl";
        "an-unsure-go-opens-and-is-noted": "a.cpf" "expected.kdl" "qa.md";
        "everybody-says-go": "a.cpf" "b.cpf" "expected.kdl";
        "no-go-comes-before-a-specification-update": "a.cpf" "b.cpf" "c.cpf" "expected.kdl";
        "one-condition-is-the-word-of-all": "a.cpf" "b.cpf" "expected.kdl";
    }
    "quality" {
        "a-criterion-left-open-fails-a-pass": "case.kdl" "expected.kdl" "review.json";
        "a-criterion-that-fails-is-cited": "case.kdl" "expected.kdl" "review.json";
        "a-fail-above-criteria-that-are-met-stands": "case.kdl" "expected.kdl" "review.json";
        "a-pass-above-a-failed-criterion-fails": "case.kdl" "expected.kdl" "review.json";
        "a-pass-that-leaves-a-criterion-out-fails": "case.kdl" "expected.kdl" "review.json";
        "a-pass-with-a-criterion-that-nobody-asked-for-fails": "case.kdl" "expected.kdl" "review.json";
        "a-review-that-has-not-arrived-is-waited-for": "case.kdl" "expected.kdl";
        "a-warning-beside-the-review-opens-as-one": "case.kdl" "expected.kdl" "review.json" "style.md";
        "an-answer-that-was-cut-off-holds": "case.kdl" "expected.kdl" "review.json";
        "an-answer-without-passed-fails": "case.kdl" "expected.kdl" "review.json";
        "every-criterion-is-met": "case.kdl" "expected.kdl" "review.json";
        "no-criteria-at-all-is-a-pass": "expected.kdl" "review.json";
        "no-criteria-in-the-answer-fails-where-some-were-asked-for": "case.kdl" "expected.kdl" "review.json";
        "one-of-two-reviews-is-missing": "ann.json" "case.kdl" "expected.kdl";
        "two-reviews-agree": "ann.json" "ben.json" "case.kdl" "expected.kdl";
        "two-reviews-have-to-agree": "ann.json" "ben.json" "case.kdl" "expected.kdl";
        "without-a-review-nothing-was-reviewed": "case.kdl" "expected.kdl";
    }
    "rounds" {
        "a-blocker-shuts-in-every-round": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "a-blocker-that-is-still-there-is-noted": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "a-missing-reviewer-holds-the-last-round": "case.kdl" "expected.kdl" "qa.md";
        "an-advisory-is-no-reason-in-the-second-round": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "an-advisory-sends-it-back-in-the-first-round": "expected.kdl" "qa.md" "quality.md";
        "an-advisory-that-was-left-settles": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "everybody-passes-in-the-first-round": "expected.kdl" "qa.md" "quality.md";
        "what-fails-behind-the-last-round-escalates": "case.kdl" "expected.kdl" "qa.md";
        "what-fails-in-the-last-round-escalates": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "what-fails-without-a-reason-escalates-as-well": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "what-passes-in-the-last-round-opens": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "with-0-an-advisory-never-sends-it-back": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "with-2-a-new-advisory-sends-it-back-in-the-second-round": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "with-2-the-second-round-is-the-last": "case.kdl" "expected.kdl" "qa.md";
        "with-4-the-third-round-is-not-the-last": "case.kdl" "expected.kdl" "qa.md";
    }
    "sdd-consensus" {
        "cases.kdl":;
    }
    "sdd" {
        "cases.kdl":;
    }
    "second-opinion" {
        "a-doubted-pass-is-for-a-person-after-two": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "a-doubted-pass-waits": "expected.kdl" "qa.md" "quality.md";
        "a-fail-shuts-however-sure": "expected.kdl" "qa.md" "quality.md";
        "a-missing-reviewer-holds-the-gate": "case.kdl" "expected.kdl" "qa.md";
        "a-second-opinion-on-somebody-else-is-none": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "advisories-open-with-a-warning": "expected.kdl" "qa.md" "quality.md";
        "after-one-second-opinion-it-still-waits": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "after-two-it-goes-on-with-a-warning": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "an-unsure-pass-waits": "expected.kdl" "qa.md" "quality.md";
        "an-unsure-warning-goes-on-after-two": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "an-unsure-warning-waits": "expected.kdl" "qa.md" "quality.md";
        "everybody-is-sure": "expected.kdl" "qa.md" "quality.md";
        "starting-again-is-no-second-opinion": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "with-0-nobody-is-asked-again": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "with-3-two-are-not-enough": "case.kdl" "expected.kdl" "qa.md" "quality.md";
    }
    "strict" {
        "a-doubted-pass-holds-the-gate": "expected.kdl" "qa.md" "quality.md";
        "a-fail-outweighs-a-doubt": "expected.kdl" "qa.md" "quality.md";
        "a-missing-reviewer-holds-the-gate": "case.kdl" "expected.kdl" "qa.md";
        "a-pass-above-what-was-settled-opens": "expected.kdl" "qa.md" "quality.md";
        "a-review-in-markdown-is-asked-for-no-confidence": "expected.kdl" "qa.md";
        "a-reviewer-who-was-given-up-holds-the-gate": "case.kdl" "expected.kdl" "qa.md";
        "a-reviewer-who-was-skipped-is-not-waited-for": "case.kdl" "expected.kdl" "qa.md";
        "an-advisory-shuts": "expected.kdl" "qa.md" "quality.md";
        "an-unexpected-fail-shuts-the-gate": "case.kdl" "expected.kdl" "guest.md" "qa.md";
        "everybody-passes-and-is-sure": "expected.kdl" "qa.md" "quality.md" "security.md";
        "findings-beside-a-pass-shut": "expected.kdl" "qa.md" "quality.md";
        "just-enough-reviewers-decide": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "low-confidence-holds-the-gate": "expected.kdl" "qa.md" "quality.md";
        "medium-confidence-opens-the-gate": "expected.kdl" "qa.md" "quality.md";
        "no-confidence-holds-the-gate": "expected.kdl" "qa.md" "quality.md";
        "nobody-at-the-bench-holds-the-gate": "case.kdl" "expected.kdl";
        "one-fail-shuts-and-cites-its-blockers": "expected.kdl" "qa.md" "quality.md";
        "too-few-reviewers-decide-nothing": "case.kdl" "expected.kdl" "qa.md" "quality.md";
    }
    "two-of-three" {
        "advisories-open-with-a-warning": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "all-three-agree": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "an-excused-voter-leaves-two-who-have-to-agree": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "cases.kdl":;
        "more-than-there-are-is-never-enough": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "nobody-is-never-enough": "case.kdl" "expected.kdl";
        "one-agrees-and-one-is-against-it": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "one-agrees-and-two-are-silent": "case.kdl" "expected.kdl" "qa.md";
        "one-is-enough-where-you-say-so": "case.kdl" "expected.kdl" "qa.md";
        "security-has-not-answered": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "security-says-no": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "two-agree-and-one-is-against-it": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "two-agree-and-security-is-one-of-them": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "two-agree-without-security": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "two-are-against-it": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "two-mandatory-reviewers-are-two": "case.kdl" "expected.kdl" "qa.md" "security.md";
        "two-of-three-agree": "case.kdl" "expected.kdl" "qa.md" "quality.md";
    }
    "waivers" {
        "a-blocker-waived-by-its-fingerprint": "case.kdl" "expected.kdl" "quality.md";
        "a-blocker-without-a-waiver-shuts": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "a-fail-without-a-blocker-is-not-waived-away": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "a-missing-reviewer-is-not-waived-away": "case.kdl" "expected.kdl" "quality.md";
        "a-waived-blocker-opens-with-a-warning": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "a-waiver-for-another-path-covers-nothing": "case.kdl" "expected.kdl" "quality.md";
        "a-waiver-that-nobody-answers-for-covers-nothing-and-is-noted": "case.kdl" "expected.kdl" "quality.md";
        "advisories-open-with-a-warning": "case.kdl" "expected.kdl" "qa.md";
        "an-expired-waiver-covers-nothing-and-is-noted": "case.kdl" "expected.kdl" "quality.md";
        "an-unused-waiver-is-noted": "case.kdl" "expected.kdl" "qa.md";
        "everybody-passes-without-a-waiver": "case.kdl" "expected.kdl" "qa.md";
        "one-of-two-blockers-is-waived": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "the-last-day-of-a-waiver-is-covered": "case.kdl" "expected.kdl" "quality.md";
        "two-waivers-cover-two-blockers": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "without-a-day-there-is-no-ruling": "case.kdl" "expected.kdl" "quality.md";
    }
    "weighted-quorum" {
        "a-doubted-voice-is-no-voice": "a.md" "b.md" "c.md" "case.kdl" "expected.kdl";
        "a-little-more-than-may-be-against-it-fails": "case.kdl" "expected.kdl" "qa.md" "security.md";
        "a-minority-against-it-is-noted": "a.md" "b.md" "c.md" "case.kdl" "d.md" "expected.kdl";
        "a-required-seat-is-waited-for-all-the-same": "a.md" "b.md" "c.md" "case.kdl" "expected.kdl";
        "a-voice-without-a-reason-counts-against-it": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "advisories-open-with-a-warning": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "an-excused-voter-makes-the-bench-no-smaller": "a.md" "b.md" "case.kdl" "expected.kdl";
        "everybody-is-in-favour": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "exactly-as-much-against-it-as-may-be-waits": "a.md" "b.md" "c.md" "case.kdl" "d.md" "expected.kdl";
        "exactly-enough-weight-opens": "a.md" "b.md" "c.md" "case.kdl" "expected.kdl";
        "more-against-it-than-may-be-fails": "a.md" "b.md" "c.md" "case.kdl" "d.md" "expected.kdl";
        "one-percent-short-of-the-quorum-waits": "case.kdl" "expected.kdl" "security.md";
        "one-short-of-enough-weight-waits": "a.md" "b.md" "case.kdl" "expected.kdl";
        "security-alone-can-stop-it": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "security-counts-double": "case.kdl" "expected.kdl" "qa.md" "quality.md" "security.md";
        "too-little-weight-waits": "case.kdl" "expected.kdl" "qa.md" "quality.md";
        "where-nobody-is-asked-nothing-opens": "case.kdl" "expected.kdl";
        "with-a-hundred-percent-everybody-agrees": "a.md" "b.md" "case.kdl" "expected.kdl";
        "with-a-hundred-percent-everybody-has-to-agree": "a.md" "b.md" "case.kdl" "expected.kdl";
        "with-one-percent-a-single-voice-opens": "a.md" "case.kdl" "expected.kdl";
        "with-one-percent-nobody-opens-nothing": "case.kdl" "expected.kdl";
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
        "three-high-findings-are-not-too-many": "auditor.cpf" "expected.kdl";
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
        "three-high-findings-are-not-too-many": "auditor.cpf" "expected.kdl";
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
        "three-high-findings-are-not-too-many": "auditor.cpf" "expected.kdl";
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
        "a-no-go-after-an-update-of-the-specification-is-fixed": "auditor.cpf" "case.kdl" "expected.kdl";
        "a-stated-no-go-beside-a-defect-is-fixed": "auditor.cpf" "expected.kdl";
        "a-stated-update-needs-no-section-of-its-own": "auditor.cpf" "expected.kdl";
        "a-warning-that-nobody-is-sure-of-is-asked-for-again": "auditor.md" "expected.kdl";
        "an-update-too-many-is-named-before-the-rounds-together": "auditor.cpf" "case.kdl" "expected.kdl";
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
        "updates-count-towards-the-rounds-together": "auditor.cpf" "case.kdl" "expected.kdl";
        "who-fails-without-a-reason-is-asked-for-one": "auditor.md" "expected.kdl";
        "who-is-silent-after-many-rounds-is-asked-once-more": "case.kdl" "expected.kdl";
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
        "a-warning-that-nobody-is-sure-of-does-not-stand": "auditor.md" "expected.kdl" "rulebase.cpf";
        "an-auditor-is-started-again-before-a-no-go-is-derived": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "an-auditor-that-answered-about-earlier-work-is-reminded": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "an-auditor-that-crashed-is-started-again-at-once": "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
        "an-auditor-that-is-not-sure-is-not-derived-for": "auditor.md" "case.kdl" "expected.kdl" "rulebase.cpf" "testability.cpf";
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
        "where-no-auditor-sits-nobody-is-left-out": "case.kdl" "expected.kdl" "lead.cpf";
        "where-the-auditor-is-excused-nobody-is-left-out": "case.kdl" "expected.kdl";
        "without-retries-and-inspectors-a-person-decides": "case.kdl" "expected.kdl";
    }
    "standard" {
        "an-answer-that-stands-is-accepted": "expected.kdl" "qa.md" "quality.md" "security.md";
        "asked-once-it-may-be-asked-again": "case.kdl" "expected.kdl" "qa.md";
        "asked-twice-in-whatever-way-a-person-is-called": "case.kdl" "expected.kdl" "qa.md";
        "what-stands-after-asking-twice-is-accepted": "case.kdl" "expected.kdl" "qa.md";
        "what-was-tried-before-it-was-accepted-does-not-count": "case.kdl" "expected.kdl" "qa.md";
        "what-was-tried-on-others-does-not-count": "case.kdl" "expected.kdl" "qa.md";
        "who-answered-about-earlier-work-is-started-again": "case.kdl" "expected.kdl";
        "who-asks-for-clarification-needs-a-person": "court.md" "expected.kdl";
        "who-cannot-be-read-is-started-again": "expected.kdl" "qa.md";
        "who-contradicts-itself-and-is-not-sure-is-asked-which": "expected.kdl" "qa.md";
        "who-crashed-is-started-again": "case.kdl" "expected.kdl";
        "who-fails-without-a-reason-is-asked-for-one": "expected.kdl" "qa.md";
        "who-has-not-answered-is-started-again": "case.kdl" "expected.kdl";
        "who-is-denied-by-a-line-of-its-own-is-asked-which": "expected.kdl" "qa.md";
        "who-is-not-sure-gets-a-second-opinion": "expected.kdl" "qa.md" "quality.md" "security.md";
        "who-is-silent-after-asking-twice-needs-a-person": "case.kdl" "expected.kdl";
        "who-lists-a-blocker-beside-a-pass-is-asked-which": "expected.kdl" "qa.md";
        "who-still-has-time-is-left-alone": "case.kdl" "expected.kdl";
        "who-still-has-time-is-not-called-overdue": "case.kdl" "expected.kdl";
        "who-was-skipped-or-excused-is-not-asked": "case.kdl" "expected.kdl";
        "with-none-a-person-is-called-at-once": "case.kdl" "expected.kdl" "qa.md";
    }
}
