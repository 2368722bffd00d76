//! `quality finish` on a disk that stops after so many writes, full or killed: what is kept is whole, no attempt is forgotten, and
//! nothing that was not kept opens anything.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;

use crate::run::{folder, run};
use crate::stopped::Stopped;

const STEP: &str = "step \"guide\" {\n    output \"text\" type=\"file\" { file \"a.md\" }\n    \
    review \"text\" { criterion \"AC1\" \"It is short.\" }\n}\n";
const RECORD: &str = ".deepwork/tmp/quality_review_s1_guide.json";
const FILE: &str = ".deepwork/tmp/quality_review_s1_guide.md";

fn finish(here: &Path, most: usize, more: &[&str]) -> (bool, bool) {
    let at = |name: &str| here.join(name).display().to_string();
    let line =
        ["assize", "quality", "finish", &at("step.kdl"), "--root", &at(""), "--session", "s1"];
    let disk = Stopped::after(most);
    let line: Vec<_> = line.iter().chain(more).map(Into::into).collect();
    let code = assize::cli::run_on(&disk, &line);
    (disk.was_stopped(), code == ExitCode::SUCCESS)
}

/// The record, which is whole wherever there is one.
fn record(here: &Path) -> Option<Value> {
    let text = fs::read_to_string(here.join(RECORD)).ok()?;
    Some(serde_json::from_str(&text).expect("a whole record"))
}

fn count(record: Option<&Value>, of: &str) -> usize {
    record.and_then(|record| record[of].as_array()).map_or(0, Vec::len)
}

/// What a run leaves behind at every write: whether it stopped, opened, and what is kept.
fn at_every_write(more: &[&str], check: impl Fn(&Path, (bool, bool), Option<Value>)) {
    for most in 0..20 {
        let dir = folder(&[("step.kdl", STEP), ("a.md", "short\n")]);
        let ended = finish(dir.path(), most, more);
        check(dir.path(), ended, record(dir.path()));
        if !ended.0 {
            assert!(most > 1, "it writes at least twice");
            return;
        }
    }
    unreachable!("it ends");
}

#[test]
fn an_attempt_that_is_stopped_counts_once_a_reviewer_was_asked_and_opens_nothing() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/quality/reviewer.sh");
    let reviewer = ["--", "sh", script, "pass", "{system_prompt}", "{json_schema}"];
    at_every_write(&reviewer, |here, (stopped, open), kept| {
        assert_eq!(open, !stopped);
        if open {
            let kept = kept.expect("a record");
            assert_eq!(
                (count(Some(&kept), "attempts"), &kept["attempts"][0]["outcome"]),
                (1, &"pass".into())
            );
            return;
        }
        // What it was stopped at is told, and the next one goes on from what is kept.
        let before = count(kept.as_ref(), "attempts");
        let again = run(
            here,
            &[&["quality", "finish", "step.kdl", "--session", "s1"], &reviewer[..]].concat(),
            "",
        );
        assert_eq!(again.code(), 0, "{}", again.err());
        assert_eq!(count(record(here).as_ref(), "attempts"), before + 1);
    });
}

#[test]
fn an_override_that_is_stopped_opens_nothing() {
    at_every_write(&["--override", "by hand", "--by", "dana"], |_, (stopped, open), kept| {
        assert_eq!(open, !stopped);
        assert_eq!(count(kept.as_ref(), "overrides"), usize::from(open), "{kept:?}");
    });
}

#[test]
fn instructions_that_are_stopped_are_whole_or_not_there() {
    at_every_write(&["--self-review"], |here, (stopped, open), _| {
        assert!(!open);
        let text = fs::read_to_string(here.join(FILE)).unwrap_or_default();
        assert_eq!(text.contains("## Your Task"), !stopped, "{text}");
        assert_eq!(text.is_empty(), stopped, "{text}");
    });
}
