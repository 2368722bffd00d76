//! `assize audit` and `assize redispatch`: what the stages before the gate say, from the outside.

#![expect(clippy::disallowed_methods, reason = "tests run the command and give it files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;

use crate::run::{folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:9 it leaks\n";
const GO: &str = "VERDICT:GO\nSCOPE:cart\nVERIFIED:\ntest|M|test-failure|src/a.rs:7|it fails\n";
const CRITICAL: &str =
    "VERDICT:CONDITIONAL\nSCOPE:cart\nVERIFIED:\ntest|C|test-failure|src/a.rs:7|it crashes\n";

fn value(json: &str) -> serde_json::Value {
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn an_audit_tells_what_findings_amount_to_and_ends_by_the_worst() {
    let here = folder(&[
        ("go.cpf", GO),
        ("critical.cpf", CRITICAL),
        ("pass.md", PASS),
        ("prose.md", "I like it.\n"),
        ("doubted.md", "verdict: pass\nconfidence: high\n\nOverall: FAIL\n"),
        ("none.md", ""),
        ("failing.md", "verdict: fail\nconfidence: high\n"),
    ]);
    for (args, code, says) in [
        (&["pass.md"][..], 0, "pass  no rule of the audit holds"),
        (&["go.cpf"], 0, "pass  no rule of the audit holds"),
        (&["--kind", "impl", "go.cpf"], 0, "warn  CONDITIONAL: a test fails"),
        (&["--policy", "impl-2026-03", "go.cpf"], 1, "fail  NO-GO: a test fails"),
        (&["--kind", "design", "go.cpf"], 0, "pass  GO: nothing is worse than medium"),
        (&["--kind", "impl", "--policy", "design", "go.cpf"], 0, "pass  GO: "),
        (&["--kind", "dead-code", "critical.cpf"], 1, "fail  NO-GO: a critical finding remains"),
        (&["critical.cpf"], 1, "fail  fail: a finding keeps the gate shut"),
        (&["prose.md"], 3, "hold  unreadable"),
        (&["none.md"], 3, "hold  unreadable"),
        (&["doubted.md"], 3, "hold  no rule of the audit holds"),
        (&["failing.md"], 1, "fail  no rule of the audit holds"),
        (&["pass.md", "prose.md"], 3, "pass  "),
        (&["prose.md", "critical.cpf"], 1, "hold  unreadable"),
        (&["."], 1, "fail  "),
    ] {
        let told = run(here.path(), &[&["audit"], args].concat(), "");
        assert_eq!(told.code(), code, "{args:?}\n{}{}", told.out(), told.err());
        assert!(told.out().starts_with(says), "{args:?}\n{}", told.out());
    }
    let piped = run(here.path(), &["audit", "--kind", "impl", "-"], CRITICAL);
    assert_eq!(piped.code(), 1, "{}", piped.out());
}

#[test]
fn an_audit_that_cannot_be_made_is_no_answer() {
    let here = folder(&[("go.cpf", GO), ("empty.rhai", "")]);
    for (args, code) in [
        (&["nothing.cpf"][..], "assize::host::not_found"),
        (&["--policy", "ipml", "go.cpf"], "did you mean `impl`?"),
        (&["--policy", "standard", "go.cpf"], "`standard` is a policy of the stage redispatch"),
        (&["--policy", "./empty.rhai", "go.cpf"], "assize::policy::no_rules"),
        (&["--policy", "impl", "--set", "high=1", "go.cpf"], "high_limit"),
        (
            &["--policy", "impl", "--set", "high_limit=1", "--set", "high_limit=2", "go.cpf"],
            "twice",
        ),
        (&["--given", "phase=1", "go.cpf"], "assize::cli::not_asked_for"),
    ] {
        let told = run(here.path(), &[&["audit"], args].concat(), "");
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{args:?}");
        assert!(told.err().contains(code), "{args:?}: {}", told.err());
        let told = run(here.path(), &[&["audit", "--json"], args].concat(), "");
        assert_eq!((told.code(), &value(&told.out())["open"]), (2, &false.into()), "{args:?}");
    }
    // Reports that lie beside a policy do not bring their own.
    let among = run(here.path(), &["audit", "--policy", "./empty.rhai", "."], "");
    assert_eq!(among.code(), 2, "{}", among.out());
}

#[test]
fn an_audit_in_json_cites_by_the_places_of_findings() {
    let here = folder(&[("go.cpf", GO), ("prose.md", "I like it.\n")]);
    let told = run(here.path(), &["audit", "--kind", "impl", "--json", "go.cpf", "prose.md"], "");
    assert_eq!(told.code(), 3);
    let json = value(&told.out());
    assert_eq!((&json["outcome"], &json["exit_code"]), (&"hold".into(), &3.into()));
    assert_eq!(json["policy"]["name"], "impl");
    let cell = &json["cells"][0];
    assert_eq!((&cell["seat"], &cell["effective"]), (&"go.cpf".into(), &"warn".into()));
    assert_eq!((&cell["stated"]["word"], &cell["derived"]), (&"GO".into(), &"pass".into()));
    assert_eq!(cell["audit"]["word"], "CONDITIONAL");
    assert_eq!(cell["audit"]["rule"], "a test fails");
    assert_eq!(cell["audit"]["cites"], serde_json::json!([0]));
    assert_eq!(json["cells"][1]["state"], "unreadable");
    assert!(json.get("open").is_none(), "an audit opens nothing");
}

#[test]
fn a_redispatch_tells_what_to_do_about_each_seat_and_what_to_send() {
    let here = folder(&[("reports/qa.md", PASS), ("reports/style.md", "verdict: pa\n")]);
    fs::write(here.path().join("reports/security.md"), FAIL).expect("a file");
    let expect = ["redispatch", "reports", "--expect", "qa,security,style,docs"];
    let told = run(here.path(), &expect, "");
    assert_eq!(told.code(), 0, "{}", told.err());
    insta::assert_snapshot!("redispatch", told.out());
    let json = value(&run(here.path(), &[&expect[..], &["--json"]].concat(), "").out());
    let actions = json["actions"].as_array().expect("a list");
    let kinds: Vec<_> = actions.iter().map(|action| action["kind"].as_str()).collect();
    assert_eq!(kinds.len(), 5, "{kinds:?}");
    assert!(actions.iter().all(|action| action["message"].as_str().is_some_and(|m| !m.is_empty())));
    let fix = actions.iter().find(|action| action["kind"] == "fix").expect("a fix");
    assert_eq!(fix["findings"][0]["text"], "it leaks");
    assert_eq!(json["stages"][0]["name"], "standard");
    assert!(!here.path().join("reports/verdict-summary.kdl").exists(), "nothing is written");
}

#[test]
fn a_redispatch_counts_what_the_log_tells() {
    let here = folder(&[
        ("reports/qa.md", "verdict: pass\nconfidence: low\n"),
        ("once.kdl", "attempt seat=\"qa\" action=\"respawn\" round=1\n"),
        (
            "twice.kdl",
            "attempt seat=\"qa\" action=\"respawn\" round=1\nattempt seat=\"qa\" action=\"second_opinion\" round=1\n",
        ),
        (
            "fresh.kdl",
            "attempt seat=\"qa\" action=\"respawn\" round=1\nattempt seat=\"qa\" action=\"respawn\" round=1\n\
             attempt seat=\"qa\" action=\"accept\" round=1\n",
        ),
        ("fix.kdl", "attempt seat=\"qa\" action=\"update_spec\" round=1\n"),
    ]);
    for (log, says) in [
        ("once.kdl", "second_opinion  qa: it is not sure"),
        ("twice.kdl", "escalate  qa: it was asked again as often as it may be"),
        ("fresh.kdl", "second_opinion  qa: it is not sure"),
        ("fix.kdl", "second_opinion  qa: it is not sure"),
    ] {
        let told = run(here.path(), &["redispatch", "reports", "--attempts", log], "");
        assert_eq!(told.code(), 0, "{}", told.err());
        assert!(told.out().starts_with(says), "{log}\n{}", told.out());
    }
}

#[test]
fn a_redispatch_may_audit_first() {
    let here = folder(&[("reports/auditor.cpf", GO)]);
    let ask = ["redispatch", "reports", "--policy", "fix-loop"];
    let told = run(here.path(), &ask, "");
    assert!(told.out().starts_with("accept  auditor: the work goes on"), "{}", told.out());
    let audited = [&ask[..], &["--audit", "impl-2026-03"]].concat();
    let told = run(here.path(), &audited, "");
    assert!(told.out().starts_with("fix  auditor: "), "{}", told.out());
    for (args, says) in [
        (&["--policy", "fixloop"][..], "did you mean `fix-loop`?"),
        (&["--policy", "impl"], "`impl` is a policy of the stage audit"),
        (&["--audit", "standard"], "`standard` is a policy of the stage redispatch"),
        (&["--set", "redispatches=99"], "99 is not from 0 to 10"),
        (&["--attempts", "nowhere.kdl"], "nowhere.kdl"),
    ] {
        let told = run(here.path(), &[&["redispatch", "reports"], args].concat(), "");
        assert_eq!((told.code(), told.out().as_str()), (2, ""), "{args:?}");
        assert!(told.err().contains(says), "{args:?}: {}", told.err());
    }
}

#[test]
fn policies_of_every_stage_are_listed_shown_and_copied() {
    let here = folder(&[]);
    fs::create_dir(here.path().join(".git")).expect("a repository");
    let policy = |args: &[&str]| run(here.path(), &[&["policy"], args].concat(), "");
    let listed = policy(&["list"]).out();
    for line in ["audit       as-stated ", "audit       impl-2026-03 ", "redispatch  fix-loop "] {
        assert!(listed.contains(line), "{line}\n{listed}");
    }
    for (stage, name) in [("audit", "impl"), ("redispatch", "recovery")] {
        let shown = policy(&["show", name, "--stage", stage]);
        assert!(shown.out().starts_with("//! "), "{}", shown.err());
        let made = policy(&["new", "ours", "--stage", stage, "--from", name]);
        assert_eq!(made.code(), 0, "{}", made.err());
        assert!(made.out().contains(&format!("assize {stage} REPORT")), "{}", made.out());
        let copy = here.path().join(".assize/policies").join(stage).join("ours.rhai");
        assert_eq!(fs::read_to_string(copy).expect("a copy"), shown.out());
        let bare = policy(&["new", "plain", "--stage", stage]);
        assert!(bare.out().contains("copied from "), "{}", bare.err());
    }
    assert_eq!(policy(&["check"]).code(), 0, "{}", policy(&["check"]).out());
    fs::write(here.path().join("go.cpf"), GO).expect("a file");
    let told =
        run(here.path(), &["audit", "--policy", "ours", "--set", "high_limit=0", "go.cpf"], "");
    assert!(told.out().starts_with("warn  CONDITIONAL: a test fails\n"), "{}", told.err());
}

/// What is printed is as its schema says, also where nothing could be read.
#[test]
fn audits_actions_and_checks_are_as_their_schemas_say() {
    let row = "VERDICT:GO\nSCOPE:a\nVERIFIED:\nquality|C|leak|src/a.rs:1|a token is logged\n";
    let folder = folder(&[
        ("audit.cpf", row),
        ("reports/qa.md", "verdict: pass\nconfidence: low\n"),
        ("reports/cut.md", "verdict: pa"),
        ("nothing.md", ""),
    ]);
    let here = folder.path();
    for (shape, args) in [
        ("audits", &["audit", "--kind", "impl", "audit.cpf", "nothing.md", "--json"][..]),
        ("actions", &["redispatch", "reports", "--expect", "qa,cut,gone", "--json"]),
        ("checked", &["policy", "check", "--json"]),
    ] {
        let schema = run(here, &["contract", shape, "--schema"], "").out();
        let schema = serde_json::from_str(&schema).expect("a schema");
        let told = run(here, args, "").out();
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let wrong: Vec<_> = validator.iter_errors(&told).map(|error| error.to_string()).collect();
        assert_eq!(wrong, Vec::<String>::new(), "{shape}");
        assert!(!validator.is_valid(&serde_json::json!({})), "{shape}");
    }
}

/// `assize redispatch` asks the policy that the gate asks: that of the panel, or the one that is named.
#[test]
fn redispatch_asks_the_policy_of_the_panel() {
    let config =
        "panel \"ours\" {\n    redispatch \"./mine.rhai\" { patience 2; }\n    seat \"qa\"\n}\n";
    let mine = "param patience = 1 from 1 to 9;\nrule \"nothing came\" when missing && patience == 2 then escalate;\n\
                rule \"it stands\" otherwise accept;";
    let dir = folder(&[("assize.kdl", config), ("mine.rhai", mine), ("r/notes.md", "nothing\n")]);
    let asked = |more: &[&str]| run(dir.path(), &[&["redispatch", "./r"], more].concat(), "");
    assert!(asked(&[]).out().contains("escalate"), "{}{}", asked(&[]).out(), asked(&[]).err());
    for standard in [&["--policy", "standard"][..], &["--redispatch", "standard"]] {
        assert!(!asked(standard).out().contains("escalate"), "{}", asked(standard).out());
    }
    assert_eq!(asked(&["--policy", "standard", "--redispatch", "standard"]).code(), 2);
}

/// A category is one, however its words are joined.
#[test]
fn an_audit_knows_a_category_in_every_spelling() {
    let words: Vec<String> = ["test-failure", "test_failure", "Test Failure", "testfailures"]
        .iter()
        .map(|category| {
            let text =
                format!("VERDICT:GO\nSCOPE:impl\nVERIFIED:\ntest|M|{category}|a.rs:3|it fails\n");
            let dir = folder(&[("a.cpf", &text)]);
            run(dir.path(), &["audit", "--kind", "impl", "a.cpf"], "")
                .out()
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    assert_eq!(words[0], words[1]);
    assert_eq!(words[0], words[2]);
    assert_ne!(words[0], words[3]);
}

/// What makes a verdict worse than its audit stands first, and the audit's word is not taken for the answer.
#[test]
fn a_verdict_that_is_worse_than_its_audit_says_why() {
    let here = folder(&[
        ("stated.cpf", "VERDICT:NO-GO\nSCOPE:cart\nVERIFIED:\ntest|L|naming|src/a.rs:7|a name\n"),
        ("doubted.cpf", "VERDICT:GO\nSCOPE:cart\n\nOverall: FAIL\n"),
        ("go.cpf", "VERDICT:GO\nSCOPE:cart\n"),
    ]);
    for (file, says) in [
        (
            "stated.cpf",
            "fail  NO-GO: its reviewer says so\n      the audit comes to GO: nothing is worse than medium\n",
        ),
        (
            "doubted.cpf",
            "hold  hold: a line beside the verdict doubts it\n      the audit comes to GO: ",
        ),
        ("go.cpf", "pass  GO: nothing is worse than medium\n"),
    ] {
        let told = run(here.path(), &["audit", "--kind", "impl", file], "");
        assert!(told.out().starts_with(says), "{file}\n{}", told.out());
    }
}

#[test]
fn an_audit_ends_for_hooks() {
    let here = folder(&[("critical.cpf", CRITICAL), ("go.cpf", GO), ("none.md", "")]);
    for (file, plain, hook) in [("go.cpf", 0, 0), ("critical.cpf", 1, 2), ("none.md", 3, 2)] {
        let args = ["audit", "--policy", "design", file];
        assert_eq!(run(here.path(), &args, "").code(), plain, "{file}");
        let told = run(here.path(), &[&args[..], &["--exit", "hook"]].concat(), "");
        assert_eq!(told.code(), hook, "{file}");
        // A harness reads standard error.
        assert_eq!(told.err().contains(file), hook == 2, "{file}: {}", told.err());
        let json = run(here.path(), &[&args[..], &["--exit", "hook", "--json"]].concat(), "");
        assert_eq!(value(&json.out())["exit_code"], hook, "{file}");
    }
}

/// Who never counts keeps nothing from going on: an author is sent its findings where the gate is shut, and not else.
#[test]
fn what_an_observer_finds_is_to_be_fixed_on_a_shut_gate_only() {
    let here = folder(&[("reports/qa.md", PASS), ("reports/style.md", FAIL)]);
    let args = [
        "gate",
        "reports",
        "--no-summary",
        "--expect",
        "qa,style",
        "--observers",
        "style",
        "--json",
    ];
    let actions = || {
        let told = value(&run(here.path(), &args, "").out());
        let kinds = told["actions"].as_array().expect("a list").iter();
        let kinds: Vec<String> =
            kinds.map(|action| format!("{} {}", action["kind"], action["seat"])).collect();
        (told["open"] == true, kinds)
    };
    assert_eq!(actions(), (true, Vec::new()));
    fs::write(here.path().join("reports/qa.md"), FAIL).expect("a file");
    let both = ["\"fix\" \"qa\"", "\"fix\" \"style\""].map(str::to_owned).to_vec();
    assert_eq!(actions(), (false, both));
}

#[test]
fn nobody_waits_for_the_file_of_an_observer() {
    let here = folder(&[("reports/qa.md", PASS)]);
    let judged = |expect: &str, observers: &str| {
        let args =
            ["gate", "reports", "--no-summary", "--expect", expect, "--observers", observers];
        run(here.path(), &args, "")
    };
    let quiet = judged("qa,zzz", "zzz");
    assert_eq!(quiet.code(), 0);
    assert!(!quiet.err().contains("no file"), "{}", quiet.err());
    assert!(quiet.out().contains("zzz"), "{}", quiet.out());
    let required = run(here.path(), &["gate", "reports", "--no-summary", "--expect", "qa,zzz"], "");
    assert!(required.err().contains("there is no file for the seat `zzz`"), "{}", required.err());
}
