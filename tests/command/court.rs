//! `court brief` and `court judge`: what a court is told, and one round of it.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use crate::run::{Run, command, run};
use crate::stopped::Stopped;

const CONTRACT: &str = "\
anvil_contract_version: 2
goal: Whoever asks too often is told so
created: 2026-05-04
source_intent: an issue
criteria:
  - id: limits-hold
    statement: The 101st request is refused
    exists:
      path: src/limit.rs
    substantive:
      branch: over_limit
    wired:
      symbol: check_limit
    functional:
      test: the_101st_is_refused
  - id: keys-rotate
    statement: two keys work for a minute
    exists:
      path: src/keys.rs
    substantive:
      branch: second_key
    wired:
      symbol: rotate
    functional:
      test: both_keys_work
";
const DIFF: &str =
    "--- a/src/limit.rs\n+++ b/src/limit.rs\n@@ -1 +1 @@\n-fn a() {}\n+fn check_limit() {}\n";
const MERGE: &str = r#"{"action": "merge", "confidence": "high", "per_criterion": [
  {"id": "limits-hold", "status": "pass", "reason": "the 101st is refused"},
  {"id": "keys-rotate", "status": "pass", "reason": "both keys worked"}]}
"#;
const RECORD: &str = "work/anvil/verify/court-verdict.json";
const RESULT: &str = "work/anvil/verify/verify-result.json";
const ASK: &[&str] = &["--task", "T-17", "--contract", "contract.yaml", "--worktree", "work"];

fn verify() -> String {
    let level = r#"{"status": "pass", "evidence": "seen", "rawPath": null}"#;
    let one = |id: &str| {
        format!(
            r#"{{"id": "{id}", "levels": {{"exists": {level}, "substantive": {level}, "wired": {level}, "functional": {level}}}, "allGreen": true}}"#
        )
    };
    format!(
        r#"{{"criteria": [{}, {}], "invariants": [], "allGreen": true, "raw": {{"wired": {{"10": 1.0, "2": 1e21}}}}}}"#,
        one("limits-hold"),
        one("keys-rotate")
    )
}

/// What is judged, under the names of the examples of help.
pub(crate) fn write(here: &Path) {
    fs::create_dir_all(here.join("work/anvil/verify")).expect("a folder");
    for (name, text) in [
        ("contract.yaml", CONTRACT),
        ("verdict.json", MERGE),
        ("work/anvil/diff.patch", DIFF),
        (RESULT, verify().as_str()),
    ] {
        fs::write(here.join(name), text).expect("a file");
    }
}

fn here() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path());
    dir
}

fn court(here: &Path, what: &str, more: &[&str]) -> Run {
    run(here, &[&["court", what], ASK, more].concat(), "")
}

fn text(here: &Path, name: &str) -> String {
    fs::read_to_string(here.join(name)).unwrap_or_default()
}

fn put(here: &Path, name: &str, text: &str) {
    fs::write(here.join(name), text).expect("a file");
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_briefing_is_printed_with_its_hash() {
    let dir = here();
    let told = court(dir.path(), "brief", &["--confidence", "0.90", "--output", "briefing.json"]);
    assert_eq!(told.code(), 0, "{}", told.err());
    let bytes = text(dir.path(), "briefing.json");
    // The hash is that of what Node's JSON.stringify made of the same five members.
    assert!(
        bytes.ends_with(r#","raw":{"wired":{"2":1e+21,"10":1}}},"confidence":0.9}"#),
        "{bytes}"
    );
    assert_eq!(
        told.out(),
        "sha256:7a31f921aeae59e35e43b6d36877da25b1e16038550ec038e07b92cb1bd264f1\n"
    );
    let shown = court(dir.path(), "brief", &["--confidence", "0.90"]).out();
    assert_eq!(shown, format!("{}{bytes}\n", told.out()));
    let view =
        json(&court(dir.path(), "brief", &["--confidence", "0.90", "--format", "json"]).out());
    assert_eq!(view["briefingHash"].as_str().expect("a hash"), told.out().trim());
    assert_eq!(view["briefing"], json(&bytes));
    assert_eq!(
        json(&court(dir.path(), "brief", &["--format", "json"]).out())["briefing"]["confidence"],
        serde_json::Value::Null
    );
    // A contract in JSON is the same contract, and so is one with other line ends.
    put(dir.path(), "crlf.yaml", &CONTRACT.replace('\n', "\r\n"));
    let other = run(
        dir.path(),
        &[
            "court",
            "brief",
            "--task",
            "T-17",
            "--contract",
            "crlf.yaml",
            "--worktree",
            "work",
            "--confidence",
            "0.9",
            "--output",
            "b",
        ],
        "",
    );
    assert_eq!(other.out(), told.out(), "{}", other.err());
}

#[test]
fn evidence_that_is_missing_empty_or_forbidden_is_no_briefing() {
    for (name, with, code) in [
        ("work/anvil/diff.patch", None, "assize::host::evidence_missing"),
        (RESULT, None, "assize::host::evidence_missing"),
        ("contract.yaml", None, "assize::host::evidence_missing"),
        ("work/anvil/diff.patch", Some(String::new()), "assize::court::empty"),
        (RESULT, Some(" \n".to_owned()), "assize::court::empty"),
        ("contract.yaml", Some(String::new()), "assize::court::empty"),
        (RESULT, Some("{\"criteria\": [".to_owned()), "assize::read::truncated_json"),
        (
            RESULT,
            Some(verify().replace("\"raw\": {", "\"raw\": {\"Prior-Verdicts\": [], ")),
            "assize::court::input_violation",
        ),
        (
            "contract.yaml",
            Some(CONTRACT.replace("goal:", "plan: none\ngoal:")),
            "assize::court::input_violation",
        ),
        (
            "contract.yaml",
            Some(CONTRACT.replace("keys-rotate", "keys-stay")),
            "assize::court::another_contract",
        ),
        (RESULT, Some(verify().replace("\"seen\"", "\"\\ud83d\"")), "assize::read::malformed_json"),
    ] {
        let dir = here();
        match &with {
            Some(text) => put(dir.path(), name, text),
            None => fs::remove_file(dir.path().join(name)).expect("it was there"),
        }
        for what in ["brief", "judge"] {
            let more: &[&str] = if what == "judge" { &["--", "touch", "asked"] } else { &[] };
            let told = court(dir.path(), what, more);
            assert_eq!((told.code(), told.out().as_str()), (2, ""), "{name} {with:?}");
            assert!(told.err().contains(code), "{code}\n{}", told.err());
            let view =
                json(&court(dir.path(), what, &[&["--format", "json"], more].concat()).out());
            assert_eq!((&view["open"], &view["exit_code"]), (&false.into(), &2.into()));
            assert!(view["diagnostics"][0]["code"].as_str().is_some());
        }
        assert!(!dir.path().join("asked").exists(), "the court was asked");
        assert!(!dir.path().join(RECORD).exists(), "there was no round");
    }
    let told = court(here().path(), "brief", &["--confidence", "the plan says so"]);
    assert_eq!(told.code(), 2);
    assert!(court(here().path(), "brief", &["--plan", "x"]).err().contains("--plan"));
}

#[test]
fn what_is_wrong_with_evidence_is_told_at_once_with_its_place() {
    let dir = here();
    put(
        dir.path(),
        "contract.yaml",
        &CONTRACT
            .replacen("    wired:\n      symbol: check_limit\n", "    rationale: trust me\n", 1)
            .replace("goal:", "gaol:"),
    );
    put(dir.path(), RESULT, &verify().replacen("\"pass\"", "\"green\"", 1).replace("\"invariants\": []", "\"invariants\": [{\"invariant\": \"a\", \"status\": \"pass\", \"toolOutput\": \"ok\"}]"));
    put(dir.path(), "work/anvil/diff.patch", "\n");
    insta::assert_snapshot!(court(dir.path(), "brief", &[]).err());
}

#[test]
fn a_link_out_of_the_work_tree_is_no_evidence() {
    let dir = here();
    put(dir.path(), "outside.patch", DIFF);
    let place = dir.path().join("work/anvil/diff.patch");
    fs::remove_file(&place).expect("it was there");
    std::os::unix::fs::symlink("../../outside.patch", &place).expect("a link");
    let told = court(dir.path(), "brief", &[]);
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("evidence_unreadable"), "{}", told.err());
    for name in ["contract.yaml", RESULT] {
        let told = court(here().path(), "brief", &["--output", name]);
        assert!(told.err().contains("assize::cli::over_evidence"), "{}", told.err());
    }
    let nowhere = run(
        dir.path(),
        &[
            "court",
            "judge",
            "--task",
            "T",
            "--contract",
            "contract.yaml",
            "--worktree",
            "nowhere",
            "--reply",
            "verdict.json",
        ],
        "",
    );
    assert!(nowhere.err().contains("assize::cli::no_worktree"), "{}", nowhere.err());
}

/// The verdict lies beside what the next briefing reads, and never in it.
#[test]
fn a_round_is_judged_and_kept_beside_the_evidence() {
    let dir = here();
    let (result, hash) =
        (text(dir.path(), RESULT), court(dir.path(), "brief", &["--output", "b"]).out());
    let told = court(dir.path(), "judge", &["--reply", "verdict.json"]);
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
    assert!(
        told.out().contains("merge") && told.out().contains(&format!("briefing {hash}")),
        "{}",
        told.out()
    );
    let record = json(&text(dir.path(), RECORD));
    assert_eq!(record["state"], "judged");
    assert_eq!(record["briefingHash"], hash.trim());
    assert_eq!(record["per_criterion"][1]["id"], "keys-rotate");
    assert_eq!((&record["open"], &record["ruling"]["word"]), (&true.into(), &"merge".into()));
    assert_eq!(record["reply"]["text"], MERGE);
    assert_eq!(text(dir.path(), RESULT), result);
    assert_eq!(
        court(dir.path(), "brief", &["--output", "b"]).out(),
        hash,
        "nothing of it reaches the next briefing"
    );
    let again = run(dir.path(), &["court", "decide", RECORD, "--contract", "contract.yaml"], "");
    assert_eq!(again.code(), 0, "{}", again.out());
}

#[test]
fn the_court_is_asked_once_a_round() {
    let dir = here();
    let ask = ["--", "sh", "-c", "echo x >> asked; cat verdict.json"];
    assert_eq!(court(dir.path(), "judge", &ask).code(), 0);
    let before = text(dir.path(), RECORD);
    let again = court(dir.path(), "judge", &ask);
    assert_eq!(again.code(), 2, "{}", again.out());
    assert!(again.err().contains("assize::cli::already_judged"), "{}", again.err());
    assert_eq!(text(dir.path(), "asked"), "x\n", "the court was asked again");
    assert_eq!(text(dir.path(), RECORD), before);
    // Another round, other evidence, another task.
    for more in [["--round", "2"], ["--confidence", "high"], ["--task", "T-18"]] {
        let args: Vec<&str> = ["court", "judge"].into_iter().chain(ASK.iter().copied()).collect();
        let args: Vec<&str> = match more[0] {
            "--task" => {
                args.into_iter().map(|arg| if arg == "T-17" { "T-18" } else { arg }).collect()
            }
            _ => args.into_iter().chain(more).collect(),
        };
        assert_eq!(run(dir.path(), &[&args[..], &ask].concat(), "").code(), 0, "{more:?}");
    }
    let record = json(&text(dir.path(), RECORD));
    assert_eq!(record["earlier"].as_array().map(Vec::len), Some(3));
    // An earlier round is known as well as the last.
    assert!(court(dir.path(), "judge", &ask).err().contains("already_judged"));
}

#[test]
fn the_command_sees_the_briefing_and_nothing_else() {
    let dir = here();
    let hash = court(dir.path(), "brief", &["--output", "briefing.json"]).out();
    let told = court(
        dir.path(),
        "judge",
        &["--format", "json", "--", "sh", "-c", "cat > seen; cat verdict.json"],
    );
    assert_eq!(told.code(), 0, "{}", told.err());
    assert_eq!(text(dir.path(), "seen"), text(dir.path(), "briefing.json"));
    let view = json(&told.out());
    assert_eq!(view["briefingHash"], hash.trim());
    assert_eq!(view["verdict"]["action"], "merge");
    assert_eq!(
        (&view["open"], &view["exit_code"], &view["ruling"]["open"]),
        (&true.into(), &0.into(), &true.into())
    );
}

#[test]
fn the_policy_decides_with_every_criterion_of_the_contract() {
    for (answer, code, word) in [
        (MERGE.to_owned(), 0, "merge"),
        (MERGE.replacen("\"pass\"", "\"fail\"", 1), 1, "request-changes"),
        (MERGE.replacen("\"pass\"", "\"suspicious\"", 1), 3, "request-clarification"),
        (MERGE.replace("keys-rotate", "keys-stay"), 3, "request-clarification"),
        (MERGE.replace("\"merge\"", "\"request-changes\""), 1, "request-changes"),
        (format!("```json\n{MERGE}```\n"), 0, "merge"),
        (
            format!(
                "{{\"type\": \"result\", \"subtype\": \"success\", \"is_error\": false, \"result\": {}}}",
                serde_json::Value::from(MERGE)
            ),
            0,
            "merge",
        ),
    ] {
        let dir = here();
        put(dir.path(), "answer.json", &answer);
        let told = court(dir.path(), "judge", &["--reply", "answer.json"]);
        assert_eq!(told.code(), code, "{answer}\n{}{}", told.out(), told.err());
        assert!(told.out().contains(word), "{}", told.out());
        let record = json(&text(dir.path(), RECORD));
        assert_eq!(
            (&record["open"], &record["state"]),
            (&(code == 0).into(), &"judged".into()),
            "{answer}"
        );
    }
    let dir = here();
    put(dir.path(), "ours.rhai", "//! Never.\nrule \"never\" when true then hold;\n");
    assert_eq!(
        court(dir.path(), "judge", &["--reply", "verdict.json", "--policy", "ours.rhai"]).code(),
        3
    );
}

/// An answer out of the schema is no verdict, opens nothing, and does not use up the round.
#[test]
fn an_invalid_verdict_is_refused_and_may_be_asked_for_again() {
    for answer in [
        MERGE.replace("merge", "approve"),
        MERGE.replacen("pass", "Pass", 1),
        MERGE.replacen("\"status\": \"pass\", ", "", 1),
        "{\"action\": \"merge\"}".to_owned(),
        "merge\n".to_owned(),
        MERGE[..60].to_owned(),
        String::new(),
    ] {
        let dir = here();
        put(dir.path(), "answer.json", &answer);
        let told = court(dir.path(), "judge", &["--reply", "answer.json"]);
        assert_eq!(told.code(), 3, "{answer}\n{}{}", told.out(), told.err());
        // It has to be a verdict of a court, and no other one.
        assert!(!told.out().contains("verdict: pass"), "{}", told.out());
        let in_no_format = answer.is_empty();
        assert_eq!(told.out().contains("assize contract court"), in_no_format, "{}", told.out());
        let record = json(&text(dir.path(), RECORD));
        assert_eq!(
            (&record["state"], &record["open"], &record["reason"]),
            (&"invalid".into(), &false.into(), &"E_INVALID_VERDICT".into())
        );
        assert!(record.get("action").is_none());
        assert_eq!(court(dir.path(), "judge", &["--reply", "verdict.json"]).code(), 0);
    }
    let dir = here();
    put(dir.path(), "answer.json", &MERGE.replace("merge", "approve"));
    assert!(
        court(dir.path(), "judge", &["--reply", "answer.json"]).out().contains("E_INVALID_VERDICT")
    );
}

/// What is not answered is not ruled on, and what an earlier round said no longer stands at the top.
#[test]
fn a_command_that_fails_gives_no_ruling() {
    for (command, says) in [
        (&["false"][..], "the code 1"),
        (&["sh", "-c", "cat verdict.json; exit 3"], "the code 3"),
        (&["no-such-program-anywhere"], "could not be started"),
        (&["sh", "-c", "cat verdict.json; sleep 600"], "ended after 1 s"),
        (&["sh", "-c", "cat verdict.json; kill -9 $$"], "the signal 9"),
    ] {
        let dir = here();
        assert_eq!(court(dir.path(), "judge", &["--reply", "verdict.json"]).code(), 0);
        let told = court(
            dir.path(),
            "judge",
            &[&["--round", "2", "--timeout", "1", "--"], command].concat(),
        );
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{command:?}");
        assert!(
            told.err().contains("assize::cli::court_failed") && told.err().contains(says),
            "{}",
            told.err()
        );
        let record = json(&text(dir.path(), RECORD));
        assert_eq!(
            (&record["state"], &record["open"], &record["round"]),
            (&"error".into(), &false.into(), &2.into())
        );
        assert_eq!(record["earlier"][0]["open"], true);
        let decided =
            run(dir.path(), &["court", "decide", RECORD, "--contract", "contract.yaml"], "");
        assert_eq!(decided.code(), 3, "{}", decided.out());
    }
}

#[test]
fn a_reply_comes_from_a_file_or_from_standard_input() {
    let dir = here();
    let args = [&["court", "judge"], ASK, &["--reply", "-"]].concat();
    assert_eq!(run(dir.path(), &args, MERGE).code(), 0);
    let none = court(dir.path(), "judge", &["--round", "2", "--reply", "nowhere.json"]);
    assert_eq!(none.code(), 2);
    assert!(none.err().contains("evidence_missing"), "{}", none.err());
    // An earlier verdict is no answer to a new round.
    assert_eq!(court(dir.path(), "judge", &["--round", "3", "--reply", RECORD]).code(), 3);
    assert_eq!(court(dir.path(), "judge", &["--round", "4"]).code(), 2);
    assert_eq!(
        court(dir.path(), "judge", &["--round", "4", "--reply", "verdict.json", "--", "true"])
            .code(),
        2
    );
}

/// What somebody else put there: nothing is written through a link, and nothing that cannot be read is written over.
#[test]
fn a_record_that_is_none_is_left_alone() {
    for other in ["", "{}", "[1, 2", "{\"schema_version\": 2, \"state\": \"judged\"}", MERGE] {
        let dir = here();
        put(dir.path(), RECORD, other);
        let told = court(dir.path(), "judge", &["--reply", "verdict.json"]);
        assert_eq!(told.code(), 2, "{other} {}", told.out());
        assert!(told.err().contains("assize::court::unreadable_record"), "{}", told.err());
        assert_eq!(text(dir.path(), RECORD), other);
    }
    let dir = here();
    put(dir.path(), "target.json", "precious");
    std::os::unix::fs::symlink(dir.path().join("target.json"), dir.path().join(RECORD))
        .expect("a link");
    let told = court(dir.path(), "judge", &["--reply", "verdict.json"]);
    assert_eq!(told.code(), 2, "{}", told.out());
    assert_eq!(text(dir.path(), "target.json"), "precious");
}

/// Two processes in one round: one asks, the other one is told that it was judged.
#[test]
fn two_courts_in_one_round_ask_once() {
    let dir = here();
    let args = [
        &["court", "judge"],
        ASK,
        &["--", "sh", "-c", "echo x >> asked; sleep 0.3; cat verdict.json"],
    ]
    .concat();
    let children: Vec<_> =
        (0..4).map(|_| command(dir.path(), &args).spawn().expect("it runs")).collect();
    let mut codes: Vec<_> = children
        .into_iter()
        .map(|child| child.wait_with_output().expect("it ends").status.code())
        .collect();
    codes.sort_unstable();
    assert_eq!(codes, [Some(0), Some(2), Some(2), Some(2)]);
    assert_eq!(text(dir.path(), "asked"), "x\n");
    assert_eq!(json(&text(dir.path(), RECORD))["state"], "judged");
}

/// Killed at every write: the record is one that was whole, and only the last write opens anything.
#[test]
fn a_judge_that_is_stopped_opens_nothing() {
    let mut outcomes = Vec::new();
    for most in 0..20 {
        let dir = here();
        let at = |name: &str| dir.path().join(name).display().to_string();
        let line = format!(
            "assize court judge --task T-17 --contract {} --worktree {} --reply {}",
            at("contract.yaml"),
            at("work"),
            at("verdict.json")
        );
        let stopped = Stopped::after(most);
        let _ = assize::cli::run_on(&stopped, &line.split(' ').map(Into::into).collect::<Vec<_>>());
        let record = text(dir.path(), RECORD);
        let open = !record.is_empty() && json(&record)["open"] == true;
        outcomes.push(open);
        if !stopped.was_stopped() {
            assert!(open, "{record}");
            break;
        }
        assert!(!open, "{most} {record}");
        // The round was not used up.
        assert_eq!(court(dir.path(), "judge", &["--reply", "verdict.json"]).code(), 0);
    }
    assert!(outcomes.len() > 2 && outcomes.last() == Some(&true), "{outcomes:?}");
}

#[test]
fn a_folder_that_takes_no_files_is_a_named_error() {
    use std::os::unix::fs::PermissionsExt;
    let dir = here();
    let folder = dir.path().join("work/anvil/verify");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("a mode");
    // Root may write everywhere.
    if fs::write(folder.join("probe"), "").is_err() {
        let told = court(dir.path(), "judge", &["--reply", "verdict.json"]);
        assert_eq!(told.code(), 2, "{}", told.out());
        assert!(told.err().contains("assize::host::"), "{}", told.err());
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("a mode");
}

/// A record is judged by its own contract, once there is a verdict.
#[test]
fn a_record_is_judged_by_its_own_contract() {
    let dir = here();
    put(dir.path(), "merge.json", MERGE);
    let told = court(dir.path(), "judge", &["--reply", "merge.json"]);
    assert_eq!(told.code(), 0, "{}", told.err());
    put(dir.path(), "other.yaml", &CONTRACT.replace("two keys work", "three keys work"));
    let decide = |contract: &str| {
        run(dir.path(), &["court", "decide", RECORD, "--contract", contract, "--no-summary"], "")
    };
    assert_eq!(decide("contract.yaml").code(), 0, "{}", decide("contract.yaml").err());
    let told = decide("other.yaml");
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("assize::court::record_of_another_contract"), "{}", told.err());
    let record = text(dir.path(), RECORD);
    for state in ["pending", "error", "invalid"] {
        put(dir.path(), RECORD, &record.replacen("\"judged\"", &format!("\"{state}\""), 1));
        let told = decide("contract.yaml");
        assert_eq!(told.code(), 2, "{state} {}", told.out());
        assert!(told.err().contains("assize::court::not_judged"), "{}", told.err());
    }
}

/// Where a record belongs, a verdict that says nothing of its round opens nothing.
#[test]
fn a_record_that_lost_its_round_opens_nothing() {
    let dir = here();
    put(dir.path(), RECORD, MERGE);
    let told = run(
        dir.path(),
        &["court", "decide", RECORD, "--contract", "contract.yaml", "--no-summary"],
        "",
    );
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("assize::court::bare_record"), "{}", told.err());
    // Elsewhere it is a verdict like any other.
    let told = run(
        dir.path(),
        &["court", "decide", "verdict.json", "--contract", "contract.yaml", "--no-summary"],
        "",
    );
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
}

/// The panel `court` looks at records as the preset does.
#[test]
fn a_gate_by_the_panel_looks_at_the_record() {
    let dir = here();
    assert_eq!(court(dir.path(), "judge", &["--reply", "verdict.json"]).code(), 0);
    let gate = || {
        put(dir.path(), "kept/court-verdict.json", &text(dir.path(), RECORD));
        let criteria = ["--criterion", "limits-hold", "--criterion", "keys-rotate"];
        let line = [&["gate", "kept", "--panel", "court", "--no-summary"], &criteria[..]].concat();
        run(dir.path(), &line, "")
    };
    fs::create_dir(dir.path().join("kept")).expect("a folder");
    let record = text(dir.path(), RECORD);
    let opens = gate();
    put(dir.path(), RECORD, &record.replacen("\"judged\"", "\"pending\"", 1));
    let told = gate();
    assert_eq!(told.code(), 2, "{}{}", told.out(), opens.out());
    assert!(told.err().contains("assize::court::not_judged"), "{}", told.err());
    assert_eq!(opens.code(), 0, "{}{}", opens.out(), opens.err());
}

/// A diff that is captured anew meanwhile was not judged.
#[test]
fn evidence_that_changes_meanwhile_is_not_judged() {
    let dir = here();
    let ask = ["--", "sh", "-c", "echo '+fn more() {}' >> work/anvil/diff.patch; cat verdict.json"];
    let told = court(dir.path(), "judge", &ask);
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("assize::cli::evidence_changed"), "{}", told.err());
    let record = json(&text(dir.path(), RECORD));
    assert_eq!((&record["state"], &record["open"]), (&"error".into(), &false.into()));
    // It is asked again about what lies there now.
    assert_eq!(court(dir.path(), "judge", &["--", "cat", "verdict.json"]).code(), 0);
}

#[test]
fn a_hook_is_told_by_two_why_a_court_does_not_merge() {
    let dir = here();
    put(dir.path(), "merge.json", MERGE);
    put(dir.path(), "no.json", "{}");
    let told = court(dir.path(), "judge", &["--reply", "no.json", "--exit", "hook", "--json"]);
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("SHUT"), "{}", told.err());
    let told = court(dir.path(), "judge", &["--reply", "merge.json", "--exit", "hook"]);
    assert_eq!((told.code(), told.err().contains("SHUT")), (0, false), "{}", told.err());
}

/// The record of a round that was about other work answers nothing.
#[test]
fn an_answer_to_another_briefing_is_no_verdict() {
    let dir = here();
    assert_eq!(court(dir.path(), "judge", &["--reply", "verdict.json"]).code(), 0);
    put(dir.path(), "kept.json", &text(dir.path(), RECORD));
    put(dir.path(), "work/anvil/diff.patch", &DIFF.replace("check_limit", "let_all_pass"));
    let told = court(dir.path(), "judge", &["--reply", "kept.json"]);
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("assize::court::reply_to_another"), "{}", told.err());
    assert_eq!(json(&text(dir.path(), RECORD))["state"], "error");
    let told = court(dir.path(), "judge", &["--", "cat", "kept.json"]);
    assert_eq!(told.code(), 2, "{}", told.out());
    // One that says that it is about this briefing is.
    let brief = court(dir.path(), "brief", &["--format", "json"]);
    let hash = json(&brief.out())["briefingHash"].as_str().expect("a hash").to_owned();
    let own = MERGE.replacen('{', &format!("{{\"briefingHash\": \"{hash}\", "), 1);
    put(dir.path(), "own.json", &own);
    let told = court(dir.path(), "judge", &["--reply", "own.json"]);
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
}
