//! Dockets that are handed over whole, held to the round that was begun for their work.
#![expect(clippy::disallowed_methods, reason = "tests run the command and give it files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::rounds::{begun, cell, codes, commit, git, repository, write};
use crate::run::{Run, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str =
    "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 the lock is never let go\n";

/// A docket of `qa` and `security`, who both pass.
fn docket() -> Value {
    let said = |seat: &str| json!({ "seat": seat, "source": format!("{seat}.md"), "text": PASS });
    json!({
        "schema_version": 1, "id": "t1", "seats": [{ "name": "qa" }, { "name": "security" }],
        "submissions": [said("qa"), said("security")],
    })
}

fn judged(here: &Path, docket: &Value, more: &[&str]) -> Run {
    run(here, &[&["gate", "--docket", "-", "--json"], more].concat(), &docket.to_string())
}

fn answer(run: &Run) -> Value {
    serde_json::from_str(&run.out()).expect("JSON")
}

#[test]
fn a_docket_of_the_round_opens_and_is_kept() {
    let dir = repository();
    let round = begun(dir.path(), &[]);
    let told = judged(dir.path(), &docket(), &[]);
    assert_eq!(told.code(), 0, "{}", told.out());
    let ruling = answer(&told);
    assert_eq!(ruling["docket"]["binding"]["commit"], round["bound"]["commit"], "{ruling:#}");
    assert!(!codes(&ruling).iter().any(|code| code.starts_with("assize::round")), "{ruling:#}");
    let rounds = run(dir.path(), &["rounds", "t1"], "");
    assert!(rounds.out().starts_with("round 1  pass"), "{}", rounds.out());
    let replay = run(dir.path(), &["replay", "t1"], "");
    assert_eq!(replay.code(), 0, "{}", replay.out());
    // By the name of the work, whatever the docket is called, and by the folder of its reports.
    let mut other = docket();
    other["id"] = "build 8812".into();
    for work in ["t1", "./reviews/t1"] {
        let told = answer(&judged(dir.path(), &other, &[work]));
        assert_eq!(told["docket"]["binding"]["commit"], round["bound"]["commit"], "{work}");
    }
    // The summary says what came of it, and is written once.
    let told = judged(dir.path(), &docket(), &["t1", "--summary", "sum.kdl", "--lock-wait", "0"]);
    let summary = fs::read_to_string(dir.path().join("sum.kdl")).expect("a summary");
    assert!(told.code() == 0 && summary.contains("gate \"pass\" open=#true"), "{}", told.err());
    // Of a work without a round it is what it was.
    let told = answer(&judged(dir.path(), &other, &[]));
    assert_eq!((&told["open"], &told["docket"]["binding"]["commit"]), (&true.into(), &Value::Null));
}

#[test]
fn a_docket_for_other_work_or_of_another_round_opens_nothing() {
    let dir = repository();
    let first = begun(dir.path(), &[]);
    let mut old = docket();
    old["submissions"][0]["text"] =
        format!("{PASS}# {}\n", first["mark"].as_str().expect("a mark")).into();
    assert_eq!(judged(dir.path(), &old, &[]).code(), 0);
    write(dir.path(), "qa.md", PASS);
    begun(dir.path(), &["--anew"]);
    // Of the first round, by its number, and by its mark.
    let told = judged(dir.path(), &old, &[]);
    assert_eq!((told.code(), codes(&answer(&told))), (2, vec!["assize::round::another"]));
    old["round"] = 2.into();
    let told = judged(dir.path(), &old, &[]);
    assert_eq!((told.code(), &cell(&answer(&told), "qa")["state"]), (3, &"stale".into()));
    // Of an earlier head, whatever it says itself.
    let mut docket = docket();
    docket["round"] = 2.into();
    // As it lies in the first round, it is one of that.
    let told = judged(dir.path(), &docket, &[]);
    assert_eq!((told.code(), &cell(&answer(&told), "qa")["state"]), (3, &"stale".into()));
    for at in 0..2 {
        docket["submissions"][at]["text"] = format!("{PASS}<!-- looked at again -->\n").into();
    }
    assert_eq!(judged(dir.path(), &docket, &[]).code(), 0);
    docket["bound"] = json!({ "commit": "0123456789" });
    let told = answer(&judged(dir.path(), &docket, &[]));
    assert_eq!((&cell(&told, "qa")["state"], &told["open"]), (&"stale".into(), &false.into()));
    let head = git(dir.path(), &["rev-parse", "HEAD"]);
    fs::write(dir.path().join("src/a.rs"), "fn b() {}\n").expect("a file");
    commit(dir.path());
    for bound in [json!({}), json!({ "commit": head })] {
        docket["bound"] = bound;
        let told = answer(&judged(dir.path(), &docket, &[]));
        assert_eq!((&cell(&told, "qa")["state"], &told["open"]), (&"stale".into(), &false.into()));
        assert!(codes(&told).contains(&"assize::round::moved_on"), "{told:#}");
    }
}

#[test]
fn who_was_asked_sits_in_a_docket_as_well() {
    let dir = repository();
    begun(dir.path(), &[]);
    // Left out, skipped, or made an observer.
    let mut without = docket();
    without["seats"] = json!([{ "name": "qa" }]);
    without["submissions"].as_array_mut().expect("a list").pop();
    let mut skipped = docket();
    skipped["seats"][1]["absent"] = json!({ "state": "skipped", "why": "no need" });
    skipped["submissions"].as_array_mut().expect("a list").pop();
    for docket in [&without, &skipped] {
        let told = judged(dir.path(), docket, &[]);
        let ruling = answer(&told);
        assert_eq!((told.code(), &cell(&ruling, "security")["state"]), (3, &"missing".into()));
        assert!(codes(&ruling).contains(&"assize::round::sits"), "{ruling:#}");
    }
    let mut observed = docket();
    observed["seats"][1]["stake"] = "observer".into();
    observed["seats"][1]["weight"] = 0.into();
    observed["submissions"][1]["text"] = FAIL.into();
    let told = judged(dir.path(), &observed, &[]);
    assert_eq!((told.code(), &cell(&answer(&told), "security")["weight"]), (1, &1.into()));
    assert!(codes(&answer(&told)).contains(&"assize::round::counts"));
    // Somebody brought along, and somebody whom the policy seats.
    let mut brought = docket();
    brought["seats"].as_array_mut().expect("a list").push(json!({ "name": "friend" }));
    let told = judged(dir.path(), &brought, &[]);
    assert_eq!((told.code(), codes(&answer(&told))), (2, vec!["assize::round::seats"]));
    let policy = "seat \"friend\" required;\nrule \"one fails\" when failed.some then fail citing failed;\n\
                  rule \"all pass\" when passed.all then pass;\n";
    fs::write(dir.path().join("own.rhai"), policy).expect("a file");
    let said = json!({ "seat": "friend", "source": "friend.md", "text": PASS });
    brought["submissions"].as_array_mut().expect("a list").push(said);
    let told = judged(dir.path(), &brought, &["--policy", "./own.rhai"]);
    assert_eq!(told.code(), 0, "{}", told.out());
    brought["seats"][2]["stake"] = "observer".into();
    assert_eq!(judged(dir.path(), &brought, &[]).code(), 0);
}

#[test]
fn overrides_that_the_panel_of_a_round_refuses_open_no_docket_of_it() {
    let dir = repository();
    let panel = fs::read_to_string(dir.path().join("assize.kdl")).expect("a panel");
    let strict = panel.replace("    gate", "    overrides #false\n    gate");
    fs::write(dir.path().join("assize.kdl"), strict).expect("a panel");
    commit(dir.path());
    begun(dir.path(), &[]);
    let mut excused = docket();
    excused["seats"][1]["absent"] = json!({ "state": "excused", "why": "on leave" });
    excused["submissions"].as_array_mut().expect("a list").pop();
    assert_eq!(judged(dir.path(), &excused, &[]).code(), 3);
    excused["id"] = "t2".into();
    assert_eq!(judged(dir.path(), &excused, &[]).code(), 0);
}

#[test]
fn a_work_that_is_named_beside_a_docket_has_a_round() {
    let dir = repository();
    for (args, code) in [
        (vec!["t1"], "assize::panel::no_folder"),
        (vec!["./src"], "assize::cli::never_begun"),
        (vec!["t1", "t2"], "assize::cli::another_work"),
    ] {
        let told = judged(dir.path(), &docket(), &args);
        assert_eq!((told.code(), codes(&answer(&told))), (2, vec![code]), "{args:?}");
    }
}
