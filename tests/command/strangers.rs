//! Files that nobody expected, and evidence: what says fail shuts the gate, what does not is
//! passed over and named.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::process::Command;

const PASS: &str = "verdict: pass\nconfidence: high\n";
const CITES: &str = "verdict: pass\nconfidence: high\nevidence: ./quality-evidence.md\n";

/// Texts that say fail, in no format or in a broken one.
const FAILS: &[&str] = &[
    "NO-GO\n",
    "FAIL",
    "**FAIL**\n",
    "REJECTED\n",
    "REVISE\n",
    "Final verdict: FAIL\n",
    "# Security\n\nNO-GO\n\nThe token is logged.\n",
    "VERIFIED:\na|C|c|l|d",
    "ISSUES:\nC|c|l|d\n",
    "gate \"fail\"\n",
    "gate \"fail\" open=#false\n",
    "{\"approved\":false}",
    "{\"decision\":\"reject\"}",
    "{\"result\":\"fail\"}",
    "{\"status\":\"failed\"}",
    "{\"pairs\":[]}",
    "```json\n{\"approved\": false, \"why\": \"the token is logged\"}\n```\n",
    "My answer:\n\n```json\n{\n  \"decision\": \"reject\",\n  \"why\": \"so\"\n}\n```\n",
];

/// Texts that no reviewer means as a verdict.
const SILENT: &[&str] = &[
    "remember the milk\n",
    "# Tests\n\nok   parses\nFAIL writes\nok   reads\n\nMended since, see the log below.\n\n12 passed\n",
    "12 passed, 0 failed\n",
    "{\"tests\":[{\"name\":\"a\",\"status\":\"failed\"},{\"name\":\"b\",\"status\":\"passed\"}],\"fixed\":true}",
    "The server answers:\n\n```json\n{\"status\": \"failed\"}\n```\n\nThat is as it should be.\n",
];

/// The exit code of the gate, what it prints and what it remarks.
fn gate(files: &[(&str, &str)], more: &[&str]) -> (i32, String, String) {
    let dir = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, text)| fs::write(dir.path().join(name), text).expect("a file"));
    let run = Command::new(env!("CARGO_BIN_EXE_assize"))
        .args(["gate", "--no-summary"])
        .args(more)
        .arg(dir.path())
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (run.status.code().expect("it ends by itself"), text(&run.stdout), text(&run.stderr))
}

#[test]
fn what_nobody_expected_shuts_when_it_says_fail() {
    for text in FAILS {
        let files = [("qa.md", PASS), ("security.md", *text)];
        let (code, out, err) = gate(&files, &["--expect", "qa"]);
        assert!(code == 1 || code == 3, "{text}: {code}\n{out}{err}");
        assert!(err.contains("nobody expected `security.md`"), "{text}\n{err}");
    }
}

#[test]
fn evidence_that_says_fail_keeps_its_seat() {
    for text in FAILS {
        let files = [("quality.md", CITES), ("quality-evidence.md", *text)];
        let (code, out, err) = gate(&files, &[]);
        assert!(code == 1 || code == 3, "{text}: {code}\n{out}{err}");
    }
}

#[test]
fn what_says_nothing_is_passed_over_and_named() {
    for text in SILENT {
        let files = [("qa.md", PASS), ("notes.md", *text)];
        let (code, out, err) = gate(&files, &["--expect", "qa"]);
        assert_eq!(code, 0, "{text}\n{out}{err}");
        assert!(err.contains("`notes.md` contains no trace of a verdict and is ignored"), "{err}");
        let (code, out, _) = gate(&files, &["--expect", "qa", "--format", "json"]);
        assert_eq!(code, 0, "{text}\n{out}");
        assert!(out.contains("assize::seats::ignored") && out.contains("\"ignored\""), "{out}");
    }
}

/// The roster that is suggested keeps the seats whose verdict cannot be read.
#[test]
fn a_file_without_a_verdict_is_named_with_the_others() {
    let cut = "verdict: pass\nconfidence: high\nadvisory: src/a.rs:1 too lo";
    let files = [("cut.md", cut), ("notes.md", "We met on Monday.\n"), ("qa.md", PASS)];
    let (code, _, err) = gate(&files, &[]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("`--expect cut,qa`"), "{err}");
}

#[test]
fn evidence_that_says_nothing_gives_up_its_seat() {
    for text in SILENT {
        let files = [("quality.md", CITES), ("quality-evidence.md", *text)];
        let (code, out, err) = gate(&files, &[]);
        assert_eq!(code, 0, "{text}\n{out}{err}");
    }
}
