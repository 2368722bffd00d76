//! `assize judge`: recorded dockets to rulings, a line each.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::run::{Run, folder, run};
use crate::schemas::holds;

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\nadvisory: src/b.rs:9 too long\n";

/// A docket in which `qa` passes and `security` wrote this.
fn docket(id: &str, text: &str) -> Value {
    json!({
        "schema_version": 1,
        "id": id,
        "seats": [{ "name": "qa" }, { "name": "security" }],
        "submissions": [{ "seat": "qa", "text": PASS }, { "seat": "security", "text": text }],
    })
}

fn judge(here: &Path, on: &str, more: &[&str], input: &str) -> Run {
    run(here, &[&["judge", "--on", on, "--format", "jsonl"], more].concat(), input)
}

fn lines(told: &Run) -> Vec<Value> {
    let out = told.out();
    out.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

#[test]
fn each_docket_is_one_line_in_its_order_and_a_finding_stands_there_once() {
    let here = folder(&[]);
    let many: Vec<String> = (0..3_000)
        .map(|at| docket(&format!("t{at}"), if at % 3 == 0 { FAIL } else { PASS }).to_string())
        .collect();
    fs::write(here.path().join("all.jsonl"), many.join("\n")).expect("an archive");
    let told = judge(here.path(), "all.jsonl", &[], "");
    assert_eq!(told.code(), 0, "{}", told.err());
    let rulings = lines(&told);
    assert_eq!(rulings.len(), many.len());
    for (at, ruling) in rulings.iter().enumerate() {
        let shut = at % 3 == 0;
        assert_eq!(ruling["docket"]["id"], format!("t{at}"));
        assert_eq!(ruling["record"], format!("all.jsonl:{}", at + 1));
        assert_eq!(ruling["outcome"], if shut { "fail" } else { "pass" });
        assert_eq!(ruling["open"], !shut);
    }
    let shut = &rulings[0];
    holds(here.path(), "ruling-line", shut);
    holds(here.path(), "ruling-line", &rulings[1]);
    assert_eq!(shut["findings"].as_array().map(Vec::len), Some(2));
    assert_eq!(shut["findings"][0]["text"], "it leaks");
    assert_eq!(shut["cells"][1]["findings"], json!([0, 1]));
    assert_eq!(shut["cites"]["findings"], json!([0]));
    assert_eq!(
        (&shut["actions"][0]["kind"], &shut["actions"][0]["findings"]),
        (&json!("fix"), &json!([0]))
    );
    assert_eq!(told.out().lines().next().expect("a line").matches("it leaks").count(), 1);
    // The same bytes, however often and by however many threads.
    assert_eq!(judge(here.path(), "all.jsonl", &[], "").out(), told.out());
    let mut alone = Command::new(env!("CARGO_BIN_EXE_assize"));
    alone.current_dir(here.path()).env("RAYON_NUM_THREADS", "1");
    let alone = alone.args(["judge", "--on", "all.jsonl", "--format", "jsonl"]).output();
    assert_eq!(String::from_utf8_lossy(&alone.expect("it runs").stdout), told.out());
    // It says of each what a gate says of it.
    fs::write(here.path().join("one.json"), &many[0]).expect("a docket");
    let gate = run(here.path(), &["gate", "--docket", "one.json", "--json"], "");
    let gate: Value = serde_json::from_str(&gate.out()).expect("JSON");
    for name in ["outcome", "word", "open"] {
        assert_eq!(gate[name], shut[name], "{name}");
    }
    assert_eq!(gate["policy"]["sha256"], shut["policy"]["sha256"]);
    assert_eq!(gate["cells"][1]["findings"][0]["fingerprint"], shut["findings"][0]["fingerprint"]);
}

#[test]
fn a_line_that_cannot_be_judged_says_why_and_the_others_are_judged() {
    let here = folder(&[]);
    let good = docket("good", PASS).to_string();
    let mut latin = good.clone().into_bytes();
    latin.extend(b"\xff");
    let bad: [&[u8]; 8] = [
        b"{}",
        b"nonsense",
        b"[]",
        &good.as_bytes()[..good.len() / 2],
        &latin,
        br#"{"schema_version":2,"id":"x"}"#,
        br#"{"schema_version":1,"id":"x","verdict":"pass"}"#,
        b"\0\0\0",
    ];
    let mut all = Vec::new();
    for line in bad {
        all.extend(line);
        all.extend(b"\n\n");
        all.extend(good.as_bytes());
        all.extend(b"\r\n");
    }
    fs::write(here.path().join("all.jsonl"), &all).expect("an archive");
    let told = judge(here.path(), "all.jsonl", &[], "");
    assert_eq!(told.code(), 3, "{}", told.err());
    let answers = lines(&told);
    assert_eq!(answers.len(), 2 * bad.len());
    for (at, two) in answers.chunks(2).enumerate() {
        holds(here.path(), "ruling-line", &two[0]);
        assert_eq!((&two[0]["outcome"], &two[0]["open"]), (&json!("error"), &json!(false)), "{at}");
        assert_eq!(two[0]["record"], format!("all.jsonl:{}", 3 * at + 1));
        assert!(two[0]["diagnostics"][0]["code"].is_string(), "{}", two[0]);
        assert_eq!(
            (&two[1]["open"], &two[1]["docket"]["id"]),
            (&json!(true), &json!("good")),
            "{at}"
        );
    }
    let text = run(here.path(), &["judge", "--on", "all.jsonl"], "");
    assert_eq!(text.code(), 3);
    let second = text.out().lines().nth(1).map(str::to_owned);
    assert_eq!(second.as_deref(), Some("all.jsonl:3: OPEN pass: everybody passed"));
}

#[test]
fn folders_files_and_standard_input_are_read_and_nothing_is_an_error() {
    let here = folder(&[
        ("archive/a-round/qa.md", PASS),
        ("archive/.hidden/qa.md", FAIL),
        ("archive/notes.txt", "no round\n"),
        ("empty.jsonl", "\n \n"),
        ("none/notes.txt", "no round\n"),
        ("own.rhai", "rule \"never\" when reported.some then fail citing reported;\n"),
    ]);
    let here = here.path();
    let both = [docket("one", PASS), docket("two", FAIL)].map(|one| one.to_string());
    fs::write(here.join("archive/b.jsonl"), both.join("\n") + "\n").expect("an archive");
    let pretty = serde_json::to_string_pretty(&docket("whole", PASS)).expect("JSON");
    fs::write(here.join("archive/c.json"), &pretty).expect("an archive");
    let recorded = run(here, &["gate", "archive/a-round", "--no-summary", "--with-docket"], "");
    fs::write(here.join("archive/d.jsonl"), recorded.out()).expect("an archive");
    let names = |told: &Run| -> Vec<String> {
        let of = |line: &Value| line["record"].as_str().unwrap_or_default().to_owned();
        lines(told).iter().map(of).collect()
    };
    let told = judge(here, "archive", &[], "");
    assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
    assert_eq!(names(&told), ["a-round", "b.jsonl:1", "b.jsonl:2", "c.json", "d.jsonl:1"]);
    assert_eq!(names(&judge(here, "archive/c.json", &[], "")), ["archive/c.json"]);
    let piped = judge(here, "-", &[], &both.join("\n"));
    assert_eq!((piped.code(), names(&piped)), (0, vec!["<stdin>:1".into(), "<stdin>:2".into()]));
    let own = judge(here, "archive", &["--policy", "own.rhai"], "");
    assert!(lines(&own).iter().all(|line| line["outcome"] == "fail"), "{}", own.out());
    for (on, code) in [
        ("empty.jsonl", "assize::host::no_rounds"),
        ("none", "assize::host::no_rounds"),
        ("gone", "assize::host::rounds_unreadable"),
        ("-", "assize::host::no_rounds"),
    ] {
        let told = judge(here, on, &[], "");
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{on}");
        assert!(told.err().contains(code), "{on}: {}", told.err());
    }
    let unset = judge(here, "archive", &["--set", "nothing=1"], "");
    assert_eq!((unset.code(), unset.out().as_str()), (2, ""));
    let among = judge(here, "archive", &["--output", "archive/b.jsonl"], "");
    assert_eq!(among.code(), 2, "{}", among.err());
    assert_eq!(
        fs::read_to_string(here.join("archive/b.jsonl")).expect("it is there"),
        both.join("\n") + "\n"
    );
}

/// An archive that another process still writes: whole lines are judged as they arrive, and the last is not guessed at.
#[test]
fn what_another_process_writes_is_judged_as_it_arrives() {
    let here = folder(&[]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_assize"))
        .args(["judge", "--on", "-", "--format", "jsonl"])
        .current_dir(here.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut next = || {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut output, &mut line).expect("it is read");
        serde_json::from_str::<Value>(&line).expect("a line is JSON")
    };
    let good = docket("good", PASS).to_string();
    // The answer comes before the next docket is written.
    writeln!(input, "{good}").expect("it is written");
    assert_eq!(next()["open"], true);
    writeln!(input, "{good}").expect("it is written");
    assert_eq!(next()["record"], "<stdin>:2");
    write!(input, "{}", &good[..good.len() - 2]).expect("it is written");
    drop(input);
    assert_eq!(next()["outcome"], "error");
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
}

/// A line may be as large as a docket; its text is refused by the limits of one text, and the next line is judged.
#[test]
fn a_huge_line_costs_only_itself() {
    let here = folder(&[]);
    let huge = docket("huge", &format!("{PASS}note: {}\n", "x".repeat(17 * 1024 * 1024)));
    let all = format!("{huge}\n{}\n", docket("next", PASS));
    fs::write(here.path().join("all.jsonl"), all).expect("an archive");
    let told = judge(here.path(), "all.jsonl", &[], "");
    assert_eq!(told.code(), 0, "{}", told.err());
    let answers = lines(&told);
    assert_eq!(
        (&answers[0]["cells"][1]["cause"], &answers[0]["open"]),
        (&json!("too_large"), &json!(false))
    );
    assert_eq!(answers[1]["open"], true);
}

/// A line that `assize gate --with-docket` prints is little more than its docket.
#[test]
fn a_record_is_at_most_half_as_large_again_as_its_docket() {
    let bench = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/dartai/full-bench");
    let here = folder(&[]);
    let record = run(here.path(), &["gate", bench, "--no-summary", "--with-docket"], "").out();
    let whole: Value = serde_json::from_str(&record).expect("JSON");
    let docket = whole["docket"].to_string();
    assert!(2 * record.len() <= 3 * docket.len(), "{} of {}", record.len(), docket.len());
}
