//! A docket handed over whole: `gate --docket`, and `explain --docket-out` that writes one.
#![expect(clippy::disallowed_methods, reason = "tests run the command and give it files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use assize::Docket;
use serde_json::{Value, json};

use crate::run::{Run, folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 it loses data\n";

/// A docket of one reviewer.
fn of_one(more: &str) -> String {
    format!(
        "{{\"schema_version\": 1, \"id\": \"task-17\", \"round\": 2, \"seats\": [{{\"name\": \"qa\"}}],
          {more} \"submissions\": [{{\"seat\": \"qa\", \"source\": \"qa.md\", \"text\": \"verdict: pass\\nconfidence: high\\n\"}}]}}"
    )
}

/// A ruling without what depends on where the reports came from: what is said of files, and sources that
/// decide nothing.
fn ruling(run: &Run) -> Value {
    let mut ruling: Value = serde_json::from_slice(&run.0.stdout).expect("a ruling");
    let own = |code: &Value| {
        code.as_str().is_some_and(|code| {
            !["assize::seats::", "assize::host::", "assize::rules::", "assize::docket::"]
                .iter()
                .any(|of| code.starts_with(of))
        })
    };
    let said = ruling["diagnostics"].as_array_mut().expect("diagnostics");
    said.retain(|item| own(&item["code"]) && item["span"]["source"] != "notes.md");
    let inputs = ruling["inputs"].as_array_mut().expect("inputs");
    inputs.retain(|input| input["role"] != "evidence");
    ruling
}

/// Each folder of reports, and what is told of it.
fn judged_folders(here: &Path) -> Vec<Vec<String>> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut folders: Vec<String> = fs::read_dir(examples.join("dartai"))
        .expect("examples")
        .map(|entry| entry.expect("an entry").path().display().to_string())
        .collect();
    folders.sort();
    folders.push(examples.join("reviews").display().to_string());
    folders.push(examples.join("mixed").display().to_string());
    let mut runs: Vec<Vec<String>> = folders.into_iter().map(|folder| vec![folder]).collect();
    let text = |args: &[&str]| args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>();
    assert!(here.join("reports").is_dir());
    runs.push(text(&["reports"]));
    runs.push(text(&["reports", "--expect", "qa,security,late", "--voting", "security"]));
    runs.push(text(&[
        "reports",
        "--observers",
        "security",
        "--word",
        "prima=pass",
        "--no-overrides",
    ]));
    runs.push(text(&["reports", "--profile", "strict", "--remarks", "off", "--round", "3"]));
    runs.push(text(&["reports", "--task", "T \"1\"", "--criterion", "AC2", "--kind", "impl"]));
    runs.push(text(&["reports/qa.md", "reports/security.md"]));
    runs.push(text(&["reports", "--changed-from", "paths.txt", "--waivers", "waivers.kdl"]));
    runs.push(text(&["reports", "--attempts", "attempts.kdl", "--previous", "round-1"]));
    runs.push(text(&["reports", "--policy", "facts.rhai", "--given", "phase=3", "--today"]));
    runs
}

#[test]
fn a_docket_that_was_written_is_ruled_alike() {
    let cites = "verdict: pass\nconfidence: high\nevidence: ./qa-evidence.md\n";
    let dir = folder(&[
        ("reports/qa.md", cites),
        ("reports/qa-evidence.md", "47 tests ran.\n"),
        ("reports/security.md", "verdict: warn\nconfidence: high\nadvisory: src/a.rs:3 long\n"),
        ("reports/style.md", "verdict: prima\nconfidence: high\n"),
        ("reports/notes.md", "Nothing to see.\n"),
        ("round-1/security.md", "verdict: warn\nconfidence: high\nadvisory: src/a.rs:3 long\n"),
        ("paths.txt", "1\t2\tsrc/a.rs\n"),
        (
            "waivers.kdl",
            "waiver \"W-17\" path=\"src/a.rs\" owner=\"dana\" reason=\"v3\" until=\"2027-01-01\"\n",
        ),
        ("attempts.kdl", "attempt seat=\"qa\" action=\"respawn\" round=1\n"),
        (
            "facts.rhai",
            "given phase: int; given today: date;\nrule \"late\" when phase > 2 && today > day(\"2020-01-01\") then hold;",
        ),
    ]);
    let here = dir.path();
    fs::write(here.join("reports/odd.md"), b"verdict: fail\n\xff").expect("a file");
    fs::create_dir(here.join("reports/dir.md")).expect("a folder");
    let mut shut = 0;
    let runs = judged_folders(here);
    for args in &runs {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let folder = [&["explain", "--json", "--docket-out", "docket.json"], &args[..]].concat();
        let folder = run(here, &folder, "");
        assert!(folder.code() != 2, "{args:?}: {}", folder.err());
        // The words and rules of the team are those of the folder that a run starts in.
        let policy = args.iter().position(|arg| *arg == "--policy").map(|at| args[at + 1]);
        let policy = policy.unwrap_or("any-blocker");
        let again = |command: &str| {
            let args = [command, "--json", "--docket", "docket.json", "--policy", policy];
            run(here, &args, "")
        };
        assert_eq!(again("gate").code(), folder.code(), "{args:?}");
        let again = again("explain");
        assert_eq!(folder.code(), again.code(), "{args:?}: {}", again.err());
        assert_eq!(ruling(&folder), ruling(&again), "{args:?}");
        let text = fs::read_to_string(here.join("docket.json")).expect("a docket");
        assert_valid(&text);
        shut += i32::from(folder.code() != 0);
    }
    assert!(shut > 5 && usize::try_from(shut).expect("a count") < runs.len(), "{shut}");
}

#[track_caller]
fn assert_valid(docket: &str) {
    let schema = serde_json::from_str(Docket::json_schema()).expect("a schema");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let docket: Value = serde_json::from_str(docket).expect("JSON");
    let wrong: Vec<String> = schema.iter_errors(&docket).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn the_contract_has_an_example_and_a_schema() {
    let dir = folder(&[]);
    let contract = |more: &[&str]| run(dir.path(), &[&["contract", "docket"], more].concat(), "");
    let example = contract(&["--example"]);
    assert_eq!((example.code(), &*example.out()), (0, Docket::json_example()));
    assert_valid(Docket::json_example());
    assert!(contract(&[]).out().ends_with(Docket::json_example()));
    assert_eq!(contract(&["--schema"]).out(), Docket::json_schema());
    assert_eq!(contract(&["--grammar"]).code(), 2);

    let schema = serde_json::from_str(Docket::json_schema()).expect("a schema");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let base = || json!({"schema_version": 1, "id": "x"});
    assert!(schema.is_valid(&base()));
    for (member, value) in [
        ("overides", json!(false)),
        ("round", json!(0)),
        ("round", json!(1.5)),
        ("schema_version", json!(2)),
        ("seats", json!([{"name": "qa", "stake": "unexpected"}])),
        ("seats", json!([{"name": "qa", "effective": "pass"}])),
        ("submissions", json!([{"seat": "qa"}])),
        ("submissions", json!([{"seat": "qa", "text": "", "base64": ""}])),
        ("submissions", json!([{"seat": "qa", "text": "", "verdict": "pass"}])),
        ("given", json!({"phase": 1.5})),
        ("given", json!({"list": [1]})),
    ] {
        let mut docket = base();
        docket[member] = value;
        assert!(!schema.is_valid(&docket), "{docket}");
        let refused = run(dir.path(), &["gate", "--docket", "-"], &docket.to_string());
        assert_eq!(refused.code(), 2, "{docket}: {}", refused.err());
    }
}

#[test]
fn standard_input_may_hold_a_docket() {
    let dir = folder(&[("docket.json", &of_one(""))]);
    let judge = |args: &[&str], input: &str| run(dir.path(), args, input);
    let file = judge(&["gate", "--docket", "docket.json", "--json"], "");
    let input = judge(&["gate", "--docket", "-", "--json"], &of_one(""));
    assert_eq!((file.code(), file.out()), (0, input.out()));
    assert_eq!(judge(&["gate", "--docket=-", "--exit", "hook"], &of_one("")).code(), 0);
    let fails = of_one("").replace("pass", "fail");
    assert_eq!(judge(&["gate", "--docket=-"], &fails).code(), 1);
    assert_eq!(judge(&["gate", "--docket=-", "--exit", "hook"], &fails).code(), 2);
    for nothing in ["", " \n", "\u{feff}"] {
        let run = judge(&["gate", "--docket", "-", "--json"], nothing);
        assert_eq!(run.code(), 2);
        assert!(run.out().contains("assize::docket::empty"), "{}", run.out());
    }
    for (file, code) in [("nowhere.json", "no_such_file"), (".", "file_unreadable")] {
        let run = judge(&["gate", "--docket", file], "");
        assert_eq!(run.code(), 2);
        assert!(run.err().contains(code), "{}", run.err());
    }
}

#[test]
fn what_a_docket_says_no_flag_says() {
    let dir = folder(&[("docket.json", &of_one("")), ("reports/qa.md", FAIL), ("one", "x")]);
    for flags in [
        &["--expect", "qa"][..],
        &["--voting", "qa"],
        &["--observers", "qa"],
        &["--stdout", "qa=one"],
        &["--task", "T"],
        &["--round", "1"],
        &["--given", "phase=3"],
        &["--changed-from", "one"],
        &["--previous", "reports"],
        &["--waivers", "one"],
        &["--attempts", "one"],
        &["--today"],
        &["--as", "verdict-file"],
        &["--format-in", "verdict-file"],
        &["--remarks", "off"],
        &["--profile", "standard"],
        &["--kind", "impl"],
        &["--pair", "a :: b"],
        &["--criterion", "AC2"],
        &["--word", "prima=pass"],
    ] {
        for command in ["gate", "explain"] {
            let run = run(dir.path(), &[&[command, "--docket", "docket.json"], flags].concat(), "");
            assert_eq!(run.code(), 2, "{flags:?}");
            assert!(run.err().contains("cannot be used with"), "{flags:?}: {}", run.err());
        }
    }
    let beside = [
        "--set",
        "min_reviewers=1",
        "--policy",
        "any-blocker",
        "--no-overrides",
        "--limit-bytes",
        "1MiB",
        "--no-summary",
    ];
    let run = run(dir.path(), &[&["gate", "--docket", "docket.json"], &beside[..]].concat(), "");
    assert_eq!(run.code(), 0, "{}", run.err());
}

#[test]
fn only_a_summary_that_is_named_is_written() {
    let dir = folder(&[("work/docket.json", &of_one("")), ("broken.rhai", "rule")]);
    let here = dir.path();
    assert_eq!(run(here, &["gate", "--docket", "work/docket.json"], "").code(), 0);
    let names = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name()).collect::<Vec<_>>()
    };
    assert_eq!(names(&here.join("work")), ["docket.json"]);
    let summary = |more: &[&str]| {
        let args = [&["gate", "--docket", "work/docket.json", "--summary", "s.kdl"], more].concat();
        let code = run(here, &args, "").code();
        (code, fs::read_to_string(here.join("s.kdl")).expect("a summary"))
    };
    let (code, open) = summary(&[]);
    assert!(code == 0 && open.contains("open=#true"), "{open}");
    for node in ["task-id \"task-17\"", "round 2"] {
        assert!(open.contains(node), "{open}");
    }
    // Without a ruling it says which docket it was.
    let (code, error) = summary(&["--policy", "broken.rhai"]);
    assert!(code == 2 && error.contains("gate \"error\" open=#false"), "{error}");
    let (code, error) = summary(&["--expect", "qa"]);
    assert!(code == 2 && error.contains("gate \"error\" open=#false"), "{error}");

    fs::write(here.join("facts.rhai"), "given phase: int; rule \"p\" when passed.all then pass;")
        .expect("a policy");
    let (code, error) = summary(&["--policy", "facts.rhai"]);
    assert!(code == 2 && error.contains("open=#false"), "{error}");
    assert!(error.contains("task-id \"task-17\"") && error.contains("round 2"), "{error}");
}

#[test]
fn a_docket_is_not_written_over() {
    let dir = folder(&[("docket.json", &of_one("")), ("reports/qa.md", PASS)]);
    let here = dir.path();
    let bytes = || fs::read_to_string(here.join("docket.json")).expect("a docket");
    for args in [
        &["gate", "--docket", "docket.json", "--summary", "docket.json"][..],
        &["gate", "--docket", "docket.json", "--output", "./docket.json"],
        &["gate", "--docket", "docket.json", "--summary", "docket.json", "--expect", "qa"],
        &["gate", "--docket=docket.json", "--summary", "docket.json", "--expect", "qa"],
        &["gate", "--docket=docket.json", "--output", "docket.json", "--oops"],
        &["explain", "--docket", "docket.json", "--docket-out", "docket.json"],
        &["explain", "reports", "--docket-out", "reports/docket.json"],
        &["explain", "reports", "--docket-out", "reports/qa.md"],
        &["explain", "reports/qa.md", "--docket-out", "reports/qa.md"],
        &["explain", "reports", "--docket-out", "-"],
        &["explain", "reports", "--docket-out", "nowhere/docket.json"],
        &["explain", "--codes", "--docket-out", "codes.json"],
    ] {
        let run = run(here, args, "");
        assert_eq!(run.code(), 2, "{args:?}: {}", run.err());
        assert_eq!(bytes(), of_one(""), "{args:?}");
    }
    assert_eq!(fs::read_to_string(here.join("reports/qa.md")).expect("a report"), PASS);
    assert!(!here.join("reports/docket.json").exists());
}

/// What a reviewer printed is compared with its file; what comes of that no text says.
#[test]
fn a_docket_that_json_cannot_say_is_not_written() {
    let dir = folder(&[
        ("reports/qa.md", PASS),
        ("same", "verdict-file: reports/qa.md\nverdict: pass\n"),
        ("worse", "verdict-file: reports/qa.md\nverdict: fail\n"),
    ]);
    let explain = |printed: &str| {
        let printed = format!("qa={printed}");
        let args = ["explain", "reports", "--docket-out", "docket.json", "--stdout", &printed];
        run(dir.path(), &args, "")
    };
    let worse = explain("worse");
    assert_eq!(worse.code(), 2, "{}", worse.out());
    assert!(worse.err().contains("assize::docket::not_its_text"), "{}", worse.err());
    assert!(!dir.path().join("docket.json").exists());
    assert_eq!(explain("same").code(), 0);
    assert_eq!(run(dir.path(), &["gate", "--docket", "docket.json"], "").code(), 0);
}

#[test]
fn facts_that_can_be_mistaken_are_refused() {
    let policy = "given phase: int = 0;\nparam least = 1 from 1 to 9;\nrule \"late\" when phase > 3 then fail;\nrule \"ok\" when passed.count >= least then pass;";
    let dir = folder(&[("p.rhai", policy)]);
    let code = |given: &str| {
        let docket = of_one(&format!("\"given\": {given},"));
        run(dir.path(), &["gate", "--docket", "-", "--policy", "p.rhai"], &docket).code()
    };
    assert_eq!(code("{\"phase\": 1}"), 0);
    assert_eq!(code("{\"phase\": 4}"), 1);
    // Its default would open the gate.
    assert_eq!(code("{\"phse\": 4}"), 2);
    assert_eq!(code("{\"least\": 4}"), 2);
    assert_eq!(code("{\"phase\": \"4\"}"), 2);
    assert_eq!(code("{\"phase\": 1, \"weather\": \"fine\"}"), 0);
}

#[test]
fn a_docket_has_the_limits_of_a_folder() {
    let many: Vec<String> =
        (0..9).map(|n| format!("{{\"seat\": \"s{n}\", \"text\": \"verdict: pass\\n\"}}")).collect();
    let many =
        format!("{{\"schema_version\": 1, \"id\": \"x\", \"submissions\": [{}]}}", many.join(","));
    let dir = folder(&[("docket.json", &many)]);
    for (flag, most, told) in [
        ("--limit-files", "8", "assize::docket::too_many"),
        ("--limit-total-items", "20", "assize::docket::too_much"),
        ("--limit-total-bytes", "100", "file_unreadable"),
    ] {
        let args = ["gate", "--docket", "docket.json", flag, most];
        let run = run(dir.path(), &args, "");
        assert_eq!(run.code(), 2, "{flag}");
        assert!(run.err().contains(told), "{flag}: {}", run.err());
    }
    let large = run(dir.path(), &["gate", "--docket", "docket.json", "--limit-bytes", "3"], "");
    assert!(large.code() == 3 && large.out().contains("it is too large"), "{}", large.out());
    let input = run(dir.path(), &["gate", "--docket", "-", "--limit-total-bytes", "100"], &many);
    assert!(input.code() == 2 && input.err().contains("larger than 100 bytes"), "{}", input.err());
}

/// The words of the team are known in a docket as well; what a docket says of them is not taken back.
#[test]
fn the_words_of_the_team_are_known() {
    let said = of_one("").replace("verdict: pass", "verdict: umdenken");
    let dir = folder(&[("assize.kdl", "words { stop \"umdenken\" }\n"), ("docket.json", &said)]);
    let gate = |input: &str| run(dir.path(), &["gate", "--docket", "-"], input);
    assert_eq!(gate(&said).code(), 1, "{}", gate(&said).out());
    let other =
        said.replace("\"round\": 2,", "\"reading\": {\"words\": {\"umdenken\": \"pass\"}},");
    let refused = gate(&other);
    assert_eq!(refused.code(), 2, "{}", refused.out());
    assert!(refused.err().contains("assize::docket::two_meanings"), "{}", refused.err());
}
