//! Panels: who sits, where reports lie, which policies judge; those of `assize.kdl` and those that come with Assize.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Run, command, folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 broken\n";

/// A repository with these files in it.
fn repository(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = folder(files);
    fs::create_dir(dir.path().join(".git")).expect("a folder");
    dir
}

/// A repository with an `assize.kdl` of one panel, and reports of `task-17`.
fn ours(panel: &str, reports: &[(&str, &str)]) -> tempfile::TempDir {
    let config = format!("panel \"ours\" {{\n    reports \"reviews/{{task}}\"\n    {panel}\n}}\n");
    let dir = repository(&[("assize.kdl", &config)]);
    fs::create_dir_all(dir.path().join("reviews/task-17")).expect("a folder");
    for (name, text) in reports {
        fs::write(dir.path().join("reviews/task-17").join(name), text).expect("a file");
    }
    dir
}

fn gate(here: &Path, more: &[&str]) -> Run {
    run(here, &[&["gate"], more].concat(), "")
}

/// What is said, on one line.
fn told(run: &Run) -> String {
    let told = run.out() + run.err().as_str();
    told.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

fn ruling(here: &Path, more: &[&str]) -> Value {
    let run = gate(here, &[more, &["--json"]].concat());
    let value = serde_json::from_str(&run.out()).ok();
    let said = told(&run);
    value.expect(&said)
}

/// `qa reported, ts-strict skipped`
fn cells(ruling: &Value) -> String {
    let cells = ruling["cells"].as_array().expect("cells");
    let cell = |cell: &Value| {
        let text = |key: &str| cell[key].as_str().unwrap_or_default().to_owned();
        format!("{} {}", text("seat"), text("state"))
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(", ")
}

const CPF_GO: &str =
    "VERDICT:GO\nSCOPE:feature\nVERIFIED:\nrulebase|L|wording|design.md:3|a word is misspelt\n";
const CPF_NO: &str =
    "VERDICT:NO-GO\nSCOPE:feature\nVERIFIED:\nrulebase|C|unsafe|design.md:3|it loses data\n";
const COURT_GO: &str =
    r#"{"action":"merge","per_criterion":[{"id":"AC1","status":"pass","note":"ok"}]}"#;
const COURT_NO: &str =
    r#"{"action":"request-changes","per_criterion":[{"id":"AC1","status":"fail","note":"no"}]}"#;
const QUALITY_GO: &str =
    r#"{"passed":true,"feedback":"fine","criteria_results":[{"criterion":"AC1","passed":true}]}"#;
const QUALITY_NO: &str = r#"{"passed":false,"feedback":"no","criteria_results":[{"criterion":"AC1","passed":false,"feedback":"it is not"}]}"#;
const PAIRS_GO: &str = "=== PAIR REVIEW START: notes/a.md :: evidence ===\n## Result: PASS\n=== PAIR REVIEW END: notes/a.md :: evidence ===\n";
const PAIRS_NO: &str = "=== PAIR REVIEW START: notes/a.md :: evidence ===\n### Findings\n- fail: no source\n\n## Result: FAIL\n=== PAIR REVIEW END: notes/a.md :: evidence ===\n";

#[test]
fn every_built_in_panel_opens_for_an_honest_review_and_shuts_for_a_fail() {
    const TS: &str = "src/a.ts\nbin/run\n";
    for (panel, place, seats, more, pass, fail) in [
        (
            "dartai",
            ".dartai/reports/T1",
            &[
                "qa.md",
                "quality.md",
                "correctness.md",
                "maintainability.md",
                "testing.md",
                "ts-strict.md",
                "cli-readiness.md",
                "security.md",
            ][..],
            &["--changed-from", "changed.txt"][..],
            PASS,
            FAIL,
        ),
        (
            "workflow",
            ".workflow/reports/T1",
            &["qa.md", "quality.md", "security.md"],
            &[],
            PASS,
            FAIL,
        ),
        (
            "workflow",
            ".dartai/reports/T1",
            &["qa.md", "quality.md", "security.md"],
            &[],
            PASS,
            FAIL,
        ),
        ("sdd-design", "specs/T1/reviews/active", &["verdict.cpf"], &[], CPF_GO, CPF_NO),
        ("sdd-impl", "specs/T1/reviews/active", &["verdict.cpf"], &[], CPF_GO, CPF_NO),
        ("sdd-dead-code", "", &["verdict.cpf"], &[], CPF_GO, CPF_NO),
        ("sdd-wave", "", &["cross-check.cpf", "dead-code.cpf"], &[], CPF_GO, CPF_NO),
        ("deepwork", "", &["quality.json"], &["--criterion", "AC1"], QUALITY_GO, QUALITY_NO),
        (
            "commonplace",
            "",
            &["reviewer.md"],
            &["--pair", "notes/a.md :: evidence"],
            PAIRS_GO,
            PAIRS_NO,
        ),
        ("court", "", &["court-verdict.json"], &["--criterion", "AC1"], COURT_GO, COURT_NO),
    ] {
        let here = repository(&[("changed.txt", TS)]);
        let here = here.path();
        let (at, asked) = match place {
            "" => ("reports", "./reports"),
            place => (place, "T1"),
        };
        let at = here.join(at);
        fs::create_dir_all(&at).expect("a folder");
        for seat in seats {
            fs::write(at.join(seat), pass).expect("a file");
        }
        let args = [&[asked, "--panel", panel], more].concat();
        let opens = gate(here, &args);
        assert_eq!(opens.code(), 0, "{panel}: {}", told(&opens));
        assert!(opens.out().contains(&format!("panel {panel}, policy")), "{}", opens.out());
        // Every one of them can shut it, by a fail and by silence.
        for seat in seats {
            fs::write(at.join(seat), fail).expect("a file");
            assert_eq!(gate(here, &args).code(), 1, "{panel} {seat}: {}", told(&gate(here, &args)));
            fs::remove_file(at.join(seat)).expect("a file");
            assert_eq!(gate(here, &args).code(), 3, "{panel} without {seat}");
            fs::write(at.join(seat), pass).expect("a file");
        }
        let shown = run(here, &["panel", "show", panel, "--json"], "");
        let shown: Value = serde_json::from_str(&shown.out()).expect("JSON");
        assert_eq!((&shown["name"], &shown["built_in"]), (&panel.into(), &true.into()));
        assert_ne!(shown["about"], "", "{panel}");
    }
}

#[test]
fn an_inspector_whom_the_auditor_overrules_shuts_nothing() {
    let finding = "VERDICT:NO-GO\nSCOPE:feature\nISSUES:\nC|unsafe|design.md:3|it loses data\n";
    for (panel, inspector) in
        [("sdd-design", "rulebase"), ("sdd-impl", "interface"), ("sdd-dead-code", "dead-tests")]
    {
        let here = repository(&[("reports/verdict.cpf", CPF_GO)]);
        fs::write(here.path().join(format!("reports/{inspector}.cpf")), finding).expect("a file");
        let ruled = ruling(here.path(), &["./reports", "--panel", panel]);
        assert_eq!(ruled["open"], true, "{panel}: {ruled:#}");
        let cells = cells(&ruled);
        assert!(cells.contains(&format!("{inspector} reported")), "{cells}");
        assert_eq!(
            cells.matches(' ').count() + 1,
            if panel == "sdd-dead-code" { 10 } else { 14 },
            "{cells}"
        );
    }
}

#[test]
fn the_ruling_says_which_panel_sat_and_where_it_came_from() {
    let here = ours("seat \"qa\" file=\"qa.md\" weight=3", &[("qa.md", PASS)]);
    let here = here.path();
    let ruled = ruling(here, &["task-17"]);
    let hash = ruled["panel"]["sha256"].as_str().expect("a hash").to_owned();
    assert_eq!(
        (&ruled["panel"]["name"], &ruled["panel"]["origin"]),
        (&"ours".into(), &"assize.kdl".into())
    );
    assert_eq!(
        (&ruled["docket"]["id"], &ruled["cells"][0]["weight"]),
        (&"task-17".into(), &3.into())
    );
    assert!(
        gate(here, &["task-17"]).out().contains("panel ours of assize.kdl"),
        "{}",
        gate(here, &["task-17"]).out()
    );
    let explained = run(here, &["explain", "task-17"], "").out();
    assert!(explained.contains(&hash) && explained.contains("panel ours"), "{explained}");
    let summary =
        fs::read_to_string(here.join("reviews/task-17/verdict-summary.kdl")).expect("a summary");
    assert!(
        summary.contains(&format!("panel ours sha256=\"{hash}\""))
            || summary.contains(&format!("panel \"ours\" sha256=\"{hash}\"")),
        "{summary}"
    );
    let read = run(here, &["parse", "reviews/task-17/verdict-summary.kdl"], "");
    assert_eq!(read.code(), 0, "{}", read.out());
    // Without a file there is none, and that is said, too.
    let none = ruling(here, &["./reviews/task-17", "--no-config"]);
    assert_eq!(none["panel"], Value::Null);
    let lower = run(&here.join("reviews"), &["gate", "task-17"], "");
    assert_eq!(lower.code(), 0, "from a folder below: {}", told(&lower));
}

#[test]
fn a_name_is_looked_up_below_the_file_and_nowhere_else() {
    let here = ours("seat \"qa\"", &[("qa.md", PASS)]);
    let here = here.path();
    fs::create_dir_all(here.join("task-18")).expect("a folder");
    fs::write(here.join("task-18/qa.md"), PASS).expect("a file");
    fs::write(here.join("task-19"), PASS).expect("a file");
    for (asked, code) in [
        ("task-18", "assize::panel::no_folder"),
        ("task-19", "assize::panel::neither_task_nor_path"),
        ("task-20", "assize::panel::no_folder"),
        ("reviews/task-18", "assize::panel::no_folder"),
        ("reviews/task-17/qa.md", "assize::panel::neither_task_nor_path"),
        ("task-17/", "assize::panel::neither_task_nor_path"),
        ("../task-17", "assize::host::not_found"),
        ("a/../reviews/task-17", "assize::panel::neither_task_nor_path"),
        ("task..17", "assize::panel::odd_task"),
        (".git", "assize::panel::odd_task"),
        ("task\\17", "assize::panel::odd_task"),
        ("task\u{1b}[31m", "assize::panel::odd_task"),
        ("task\u{202e}17", "assize::panel::odd_task"),
    ] {
        let refused = gate(here, &[asked]);
        assert_eq!(refused.code(), 2, "{asked}: {}", told(&refused));
        assert!(refused.err().contains(code), "{asked}: {}", refused.err());
        assert!(!refused.err().contains(['\u{1b}', '\u{202e}']), "{asked:?}");
    }
    // As a shell completes it.
    for asked in ["task-17", "reviews/task-17", "reviews/task-17/"] {
        let opened = gate(here, &[asked, "--json"]);
        let ruling: Value = serde_json::from_str(&opened.out()).expect("JSON");
        assert_eq!((opened.code(), &ruling["docket"]["id"]), (0, &"task-17".into()), "{asked}");
    }
    assert_eq!(gate(here, &["./reviews/task-17"]).code(), 0);
    assert_eq!(gate(here, &["./task-18"]).code(), 0);
    let hint = told(&gate(here, &["task-18"]));
    assert!(hint.contains("write `./task-18`"), "{hint}");
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_folder_of_the_file() {
    let outside = folder(&[("qa.md", PASS)]);
    let here = ours("seat \"qa\"", &[("qa.md", PASS)]);
    let here = here.path();
    let link =
        |to: &Path, name: &str| std::os::unix::fs::symlink(to, here.join(name)).expect("a link");
    link(outside.path(), "reviews/out");
    link(here, "reviews/up");
    link(Path::new("task-17"), "reviews/near");
    link(Path::new("nowhere"), "reviews/dangling");
    for name in ["out", "up", "dangling"] {
        let refused = gate(here, &[name]);
        assert_eq!(refused.code(), 2, "{name}: {}", told(&refused));
        assert!(refused.err().contains("assize::panel::leads_out"), "{name}: {}", refused.err());
    }
    // One to the reports of another work would have them judged twice.
    let refused = gate(here, &["near"]);
    assert_eq!(refused.code(), 2, "{}", told(&refused));
    assert!(refused.err().contains("assize::panel::behind_a_link"), "{}", refused.err());
    assert_eq!(gate(here, &["task-17"]).code(), 0);
    // Above the folder of the work a link may lead anywhere within.
    std::fs::rename(here.join("reviews"), here.join("elsewhere")).expect("a folder");
    link(Path::new("elsewhere"), "reviews");
    assert_eq!(gate(here, &["task-17"]).code(), 0);
    assert_eq!(gate(here, &["near"]).code(), 2);
    // So it may within the folder of the work, and from there not to that of another one.
    let latest = "panel \"ours\" {\n    reports \"reviews/{task}/latest\"\n    gate \"any-blocker\"\n    seat \"qa\"\n}\n";
    std::fs::write(here.join("assize.kdl"), latest).expect("a panel");
    std::fs::create_dir(here.join("reviews/ours")).expect("a folder");
    std::fs::rename(here.join("reviews/task-17"), here.join("reviews/ours/run-2"))
        .expect("a folder");
    link(Path::new("run-2"), "reviews/ours/latest");
    assert_eq!(gate(here, &["ours"]).code(), 0, "{}", told(&gate(here, &["ours"])));
    std::fs::create_dir(here.join("reviews/theirs")).expect("a folder");
    link(Path::new("../ours/run-2"), "reviews/theirs/latest");
    let refused = gate(here, &["theirs"]);
    assert_eq!(refused.code(), 2, "{}", told(&refused));
    assert!(refused.err().contains("assize::panel::behind_a_link"), "{}", refused.err());
}

#[test]
fn reports_in_two_places_are_refused() {
    let files = ["qa", "quality", "security"].map(|seat| format!(".workflow/reports/T1/{seat}.md"));
    let files: Vec<(&str, &str)> = files.iter().map(|file| (file.as_str(), PASS)).collect();
    let here = repository(&files);
    assert_eq!(gate(here.path(), &["T1", "--panel", "workflow"]).code(), 0);
    fs::create_dir_all(here.path().join(".dartai/reports/T1")).expect("a folder");
    let refused = gate(here.path(), &["T1", "--panel", "workflow"]);
    assert!(refused.err().contains("assize::panel::two_folders"), "{}", refused.err());
}

#[test]
fn a_panel_is_named_by_a_flag_or_a_variable_or_is_the_only_one() {
    let two = "panel \"one\" { seat \"qa\" }\npanel \"two\" { seat \"security\" }\n";
    let here = repository(&[("assize.kdl", two), ("reports/qa.md", PASS)]);
    let here = here.path();
    let which = gate(here, &["reports"]);
    assert_eq!(which.code(), 2);
    assert!(which.err().contains("assize::panel::which_panel"), "{}", which.err());
    assert_eq!(gate(here, &["reports", "--panel", "one"]).code(), 0);
    assert_eq!(gate(here, &["reports", "--panel", "two"]).code(), 3);
    let unknown = gate(here, &["reports", "--panel", "thwo"]);
    assert!(unknown.err().contains("did you mean `two`?"), "{}", unknown.err());
    let by_variables = |set: &[(&str, &str)], more: &[&str]| {
        let mut told = command(here, &[&["gate", "reports", "--no-summary"], more].concat());
        told.envs(set.iter().copied()).output().expect("it runs").status.code()
    };
    assert_eq!(by_variables(&[("ASSIZE_PANEL", "one")], &[]), Some(0));
    assert_eq!(by_variables(&[("ASSIZE_PANEL", "two")], &[]), Some(3));
    assert_eq!(by_variables(&[("ASSIZE_PANEL", "two")], &["--panel", "one"]), Some(0));
    assert_eq!(by_variables(&[("ASSIZE_PANEL", "")], &[]), Some(2), "blank names nothing");
    assert_eq!(by_variables(&[("ASSIZE_PANEL", "")], &["--panel", "one"]), Some(0));
    let blank = command(here, &["gate", "reports"]).env("ASSIZE_PANEL", " ").output();
    let blank = String::from_utf8_lossy(&blank.expect("it runs").stderr).into_owned();
    assert!(blank.contains("assize::cli::odd_variable"), "{blank}");
    fs::create_dir(here.join("sub")).expect("a folder");
    fs::write(here.join("sub/other.kdl"), "panel \"one\" { seat \"nobody\" }").expect("a file");
    assert_eq!(by_variables(&[("ASSIZE_CONFIG", "sub/other.kdl")], &[]), Some(3));
    assert_eq!(by_variables(&[("ASSIZE_CONFIG", "sub/none.kdl")], &[]), Some(2));
    assert_eq!(by_variables(&[("ASSIZE_CONFIG", "")], &[]), Some(2));
    assert_eq!(by_variables(&[("ASSIZE_CONFIG", "sub/other.kdl")], &["--no-config"]), Some(0));
    assert_eq!(by_variables(&[], &["--config", "sub/other.kdl"]), Some(3));
    assert_eq!(by_variables(&[], &["--config", "assize.kdl", "--no-config"]), Some(2));
}

#[test]
fn nobody_brings_a_panel_along_under_a_name_that_is_known() {
    let lax = "panel \"court\" { seat \"court\" stake=\"observer\"; seat \"qa\" }\n";
    let here = repository(&[("assize.kdl", lax), ("reports/qa.md", PASS)]);
    let refused = gate(here.path(), &["./reports", "--panel", "court"]);
    assert_eq!(refused.code(), 2, "{}", told(&refused));
    assert!(refused.err().contains("assize::panel::two_meanings"), "{}", refused.err());
    // Where nobody named it, the ruling says whose it is.
    let own = ruling(here.path(), &["./reports"]);
    assert_eq!((&own["open"], &own["panel"]["origin"]), (&true.into(), &"assize.kdl".into()));
}

#[test]
fn a_panel_among_the_reports_seats_nobody() {
    let here = repository(&[
        ("reports/assize.kdl", "panel \"ours\" { seat \"qa\" stake=\"observer\"; seat \"ok\" }"),
        ("reports/qa.md", FAIL),
        ("reports/ok.md", PASS),
    ]);
    let reports = here.path().join("reports");
    for asked in [&["."][..], &["../reports"], &["qa.md", "ok.md"]] {
        let ruled = run(&reports, &[&["gate"], asked, &["--no-summary"]].concat(), "");
        assert_eq!(ruled.code(), 1, "{asked:?}: {}", told(&ruled));
    }
    let named = gate(here.path(), &["./reports", "--config", "reports/assize.kdl"]);
    assert_eq!(named.code(), 2, "{}", told(&named));
}

#[test]
fn flags_agree_with_the_panel_or_are_refused() {
    let panel =
        "seat \"qa\"\n seat \"quality\" stake=\"voting\"\n seat \"style\" stake=\"observer\"";
    let here = ours(panel, &[("qa.md", PASS), ("quality.md", FAIL), ("style.md", FAIL)]);
    let here = here.path();
    let with =
        |more: &[&str]| gate(here, &[&["task-17", "--policy", "lenient.rhai"], more].concat());
    let lenient = "rule \"nobody who must agree fails it\" when required.passed.all then pass;\n";
    fs::write(here.join("lenient.rhai"), lenient).expect("a file");
    assert_eq!(with(&[]).code(), 0, "{}", told(&with(&[])));
    assert_eq!(with(&["--expect", "style,qa,quality"]).code(), 0);
    assert_eq!(with(&["--voting", "quality", "--observers", "style"]).code(), 0);
    for (flags, code, said) in [
        (&["--expect", "qa,quality"][..], "not_as_the_panel", "`style`"),
        (&["--expect", "qa,quality,style,sql"], "not_as_the_panel", "`sql`"),
        (&["--voting", "qa"], "not_laxer", "`qa`"),
        (&["--voting", "style"], "not_laxer", "`style`"),
        (&["--observers", "quality"], "not_laxer", "`quality`"),
        (&["--observers", "qa,style"], "not_laxer", "`qa`"),
        (&["--voting", "qualty"], "no_such_seat", "`quality`"),
    ] {
        let refused = with(flags);
        assert_eq!(refused.code(), 2, "{flags:?}");
        assert!(refused.err().contains(&format!("assize::seats::{code}")), "{}", refused.err());
        assert!(
            told(&refused).contains(said) && told(&refused).contains("ours"),
            "{}",
            told(&refused)
        );
    }
    // A voter who is not listed among the voters is required.
    let two = "seat \"qa\" stake=\"voting\"\n seat \"quality\" stake=\"voting\"";
    let here = ours(two, &[("qa.md", PASS), ("quality.md", FAIL)]);
    fs::write(
        here.path().join("most.rhai"),
        "rule \"one is in favour\" when passed.some then pass;\n",
    )
    .expect("a file");
    let with =
        |more: &[&str]| gate(here.path(), &[&["task-17", "--policy", "most.rhai"], more].concat());
    assert_eq!(with(&[]).code(), 0, "{}", told(&with(&[])));
    assert_eq!(with(&["--voting", "qa"]).code(), 1, "{}", told(&with(&["--voting", "qa"])));
    assert_eq!(with(&["--voting", "quality"]).code(), 0);
}

#[test]
fn policies_and_parameters_are_those_of_the_panel_unless_a_flag_says_otherwise() {
    let panel = "gate \"any-blocker\" { min-reviewers 2 }\n seat \"qa\"\n overrides #false";
    let here = ours(panel, &[("qa.md", PASS)]);
    let here = here.path();
    let few = ruling(here, &["task-17"]);
    assert_eq!(few["policy"]["params"]["min_reviewers"], 2, "{few:#}");
    assert_eq!(few["rule"]["name"], "too few reviewers to decide");
    assert_eq!(gate(here, &["task-17", "--set", "min_reviewers=1"]).code(), 0);
    fs::write(here.join("ours.rhai"), "rule \"all\" when passed.all then pass;\n").expect("a file");
    let other = ruling(here, &["task-17", "--policy", "ours.rhai"]);
    assert_eq!((&other["open"], &other["policy"]["name"]), (&true.into(), &"ours".into()));
    // `overrides #false` is as `--no-overrides`: who was excused does not help to open.
    let excused = ours("seat \"qa\"\n seat \"sql\"\n overrides #false", &[("qa.md", PASS)]);
    let excuse = ["task-17", "--excuse", "sql=nothing about SQL in it"];
    assert_eq!(gate(excused.path(), &excuse).code(), 3);
    let free = ours("seat \"qa\"\n seat \"sql\"", &[("qa.md", PASS)]);
    let opened = ruling(free.path(), &excuse);
    assert_eq!((&opened["open"], &opened["outcome"]), (&true.into(), &"warn".into()));
    assert_eq!(gate(free.path(), &["task-17"]).code(), 3);
}

#[test]
fn the_policies_of_the_other_stages_run_before_the_gate() {
    const AUDIT: &str =
        "rule \"an advisory is one too many\" when findings.some then fail citing findings;\n";
    const NEXT: &str = "rule \"who is missing is asked again\" when missing then respawn;\nrule \"fine\" otherwise accept;\n";
    let here = ours(
        "audit \"picky\"\n redispatch \"again\"\n seat \"qa\"",
        &[("qa.md", "verdict: warn\nconfidence: high\nadvisory: src/a.rs:1 a name\n")],
    );
    let here = here.path();
    let put = |path: &str, text: &str| {
        fs::create_dir_all(here.join(path).parent().expect("a folder")).expect("a folder");
        fs::write(here.join(path), text).expect("a file");
    };
    put(".assize/policies/audit/picky.rhai", AUDIT);
    put(".assize/policies/redispatch/again.rhai", NEXT);
    let audited = ruling(here, &["task-17"]);
    assert_eq!(audited["outcome"], "fail", "{audited:#}");
    let stages = audited["stages"].as_array().expect("stages");
    assert_eq!(stages.len(), 2, "{audited:#}");
    put("plain.rhai", "rule \"as it is\" when findings.none then pass;\n");
    let flag = ruling(here, &["task-17", "--audit", "plain.rhai"]);
    assert_eq!(flag["outcome"], "warn", "{flag:#}");
    put("assize.kdl", "panel \"ours\" { audit \"pciky\"; seat \"qa\" }");
    let unknown = gate(here, &["./reviews/task-17"]);
    assert!(told(&unknown).contains("did you mean `picky`?"), "{}", unknown.err());
    assert!(unknown.err().contains("named here"), "{}", unknown.err());
}

#[test]
fn a_seat_sits_when_the_change_needs_it_and_when_nobody_knows() {
    const LONG: &str = "word word word word word\n";
    for (when, changed, texts, state) in [
        ("when-changed \"**/*.ts\"", "src/a.ts\n", "", "missing"),
        ("when-changed \"**/*.ts\"", "src/a.rs\n", "", "skipped"),
        ("when-changed \"src/**\" \"**/*.ts\"", "src/a.rs\n", "", "missing"),
        ("when-changed \"**/cli/**\"", "cli/main.rs\n", "", "missing"),
        ("when-changed \"**/cli/**\"", "src/client.rs\n", "", "skipped"),
        ("when-changed \"!docs/**\"", "docs/a.md\n", "", "skipped"),
        ("when-changed \"!docs/**\"", "docs/a.md\nsrc/a.rs\n", "", "missing"),
        ("when-lines-over 50", "50\t1\ta.rs\n", "", "missing"),
        ("when-lines-over 50", "49\t1\ta.rs\n", "", "skipped"),
        ("when-lines-over 50", "a.rs\n", "", "missing"),
        // `.gitattributes` may call any file binary: nobody counted its lines.
        ("when-lines-over 50", "1\t1\t.gitattributes\n-\t-\ta.rs\n", "", "missing"),
        ("when-lines-over 50", "3\t4\ta.rs\x001\t0\t\0old.rs\0new.rs\0", "", "skipped"),
        ("when-changed \"**/*.ts\"", "a.rs\0b c.ts\0", "", "missing"),
        ("when-changed \"**/*.ts\"", "-\t-\tlogo.png\n1\t1\ta.rs\n", "", "skipped"),
        ("when-lines-over 0", "1\t0\ta.rs\n", "", "missing"),
        ("when-text-over \"description\" words=4", "a\n", LONG, "missing"),
        ("when-text-over \"description\" words=5", "a\n", LONG, "skipped"),
        ("when-text-over \"description\" paragraphs=1", "a\n", LONG, "skipped"),
        ("when-text-over \"description\" paragraphs=1", "a\n", "one\n\ntwo\n", "missing"),
        ("when-text-over \"description\" words=9 paragraphs=1", "a\n", "one\n\ntwo\n", "missing"),
        ("when-text-over \"description\" words=0", "a\n", " ", "skipped"),
        // No path is a change of nothing.
        ("when-changed \"**/*.ts\"", "", "", "skipped"),
        ("when-lines-over 0", "\n", "", "skipped"),
        ("when-changed \"**/*.ts\"", "src/A.TS\n", "", "missing"),
        ("when-changed \"**/*.TS\"", "SRC/a.tsx\n", "", "skipped"),
        // Several lines are several occasions.
        ("when-changed \"**/*.ts\"; when-lines-over 50", "51\t1\ta.rs\n", "", "missing"),
        ("when-changed \"**/*.ts\"; when-lines-over 50", "1\t1\ta.ts\n", "", "missing"),
        ("when-changed \"**/*.ts\"; when-lines-over 50", "1\t1\ta.rs\n", "", "skipped"),
        ("when-all { changed \"**/*.ts\"; lines-over 50; }", "51\t1\ta.rs\n", "", "skipped"),
        ("when-all { changed \"**/*.ts\"; lines-over 50; }", "51\t1\ta.ts\n", "", "missing"),
        (
            "when-all { changed \"**/*.ts\"; any { lines-over 50; changed \"b/**\"; }; }",
            "1\t1\tb/a.ts\n",
            "",
            "missing",
        ),
        (
            "when-all { changed \"**/*.ts\"; any { lines-over 50; changed \"b/**\"; }; }",
            "1\t1\ta.ts\n",
            "",
            "skipped",
        ),
    ] {
        let panel = format!("seat \"qa\"\n seat \"other\" {{ {when}; }}");
        let here = ours(&panel, &[("qa.md", PASS)]);
        let here = here.path();
        fs::write(here.join("changed.txt"), changed).expect("a file");
        fs::write(here.join("pr.md"), texts).expect("a file");
        let mut flags = vec!["task-17", "--changed-from", "changed.txt"];
        if when.contains("description") {
            flags.extend(["--text", "description=pr.md"]);
        }
        let ruled = ruling(here, &flags);
        assert_eq!(
            cells(&ruled),
            format!("qa reported, other {state}"),
            "{when} {changed:?} {ruled:#}"
        );
        assert_eq!(ruled["open"], state == "skipped", "{when}");
        if state == "skipped" {
            // What it says all the same can shut, and not open.
            fs::write(here.join("reviews/task-17/other.md"), FAIL).expect("a file");
            assert_eq!(gate(here, &flags).code(), 1, "{when}");
            continue;
        }
        let fail = here.join("reviews/task-17/other.md");
        fs::write(fail, PASS).expect("a file");
        assert_eq!(gate(here, &flags).code(), 0, "{when}: {}", told(&gate(here, &flags)));
    }
    let here = ours("seat \"qa\"\n seat \"ts\" { when-changed \"**/*.ts\"; }", &[("qa.md", PASS)]);
    let unknown = gate(here.path(), &["task-17"]);
    assert_eq!(unknown.code(), 3);
    assert!(
        told(&unknown).contains("not known whether `ts` must sit: it does"),
        "{}",
        told(&unknown)
    );
    assert!(ruling(here.path(), &["task-17"]).to_string().contains("assize::panel::sits_anyway"));
    for (texts, said) in [
        (&["--text", "descripton=pr.md"][..], "did you mean `description`?"),
        (
            &["--text", "description=pr.md", "--text", "description=pr.md"],
            "names `description` twice",
        ),
        (&["--text", "description=none.md"], "`none.md` of `--text` does not exist"),
        (&["--text", "description=reviews/task-17/qa.md"], "lies in the folder of reports"),
    ] {
        let long = ours(
            "seat \"qa\"\n seat \"x\" { when-text-over \"description\" words=4; }",
            &[("qa.md", PASS)],
        );
        fs::write(long.path().join("pr.md"), "").expect("a file");
        let refused = gate(long.path(), &[&["task-17"], texts].concat());
        assert_eq!(refused.code(), 2, "{texts:?}");
        assert!(told(&refused).contains(said), "{texts:?}: {}", told(&refused));
    }
    let odd = gate(here.path(), &["task-17", "--text", "description=assize.kdl"]);
    assert!(odd.err().contains("assize::cli::text_not_asked_for"), "{}", odd.err());
}

/// What an earlier run left open is shut before anything else is looked at, where it is known where it lies.
#[test]
fn a_work_that_lies_elsewhere_leaves_no_open_summary() {
    let here = ours("seat \"qa\"", &[("qa.md", FAIL)]);
    let here = here.path();
    const OPEN: &str = "gate \"pass\" open=#true\n";
    for place in ["task-17", "reviews/task-17"] {
        fs::create_dir_all(here.join(place)).expect("a folder");
        fs::write(here.join(place).join("verdict-summary.kdl"), OPEN).expect("a file");
    }
    assert_eq!(gate(here, &["task-17"]).code(), 1);
    for place in ["task-17", "reviews/task-17"] {
        let summary = fs::read_to_string(here.join(place).join("verdict-summary.kdl"));
        assert!(summary.expect("a summary").contains("open=#false"), "{place}");
    }
    // A mistake of the panel's policy shuts the one of the work, too.
    fs::write(here.join("reviews/task-17/verdict-summary.kdl"), OPEN).expect("a file");
    assert_eq!(gate(here, &["task-17", "--policy", "nowhere"]).code(), 2);
    let summary = fs::read_to_string(here.join("reviews/task-17/verdict-summary.kdl"));
    assert!(summary.is_ok_and(|text| text.contains("error") && text.contains("open=#false")));
}

#[test]
fn presets_have_a_bench_of_their_own() {
    let here = repository(&[
        ("assize.kdl", "panel \"ours\" { seat \"qa\"; }"),
        ("work/result.json", QUALITY_GO),
    ]);
    let decide = ["quality", "decide", "work/result.json", "--criterion", "AC1"];
    let opens = run(here.path(), &decide, "");
    assert_eq!(opens.code(), 0, "{}", told(&opens));
    let named = run(here.path(), &[&decide[..], &["--panel", "ours"]].concat(), "");
    assert_eq!(named.code(), 3, "{}", told(&named));
    // A file beside the reports that were named is not used, and whoever asks for its panel is told.
    let beside = ["gate", "result.json", "--panel", "ours", "--no-summary"];
    fs::write(here.path().join("work/assize.kdl"), "panel \"ours\" { seat \"result\"; }")
        .expect("a file");
    fs::remove_file(here.path().join("assize.kdl")).expect("a file");
    let unknown = run(&here.path().join("work"), &beside, "");
    assert!(unknown.err().contains("assize::host::config_passed_over"), "{}", unknown.err());
}

#[test]
fn when_nobody_need_sit_nothing_opens() {
    let here = ours("seat \"ts\" { when-changed \"**/*.ts\"; }", &[]);
    fs::write(here.path().join("changed.txt"), "src/a.rs\n").expect("a file");
    let ruled = ruling(here.path(), &["task-17", "--changed-from", "changed.txt"]);
    assert_eq!((&ruled["open"], &ruled["outcome"]), (&false.into(), &"hold".into()), "{ruled:#}");
    let text = gate(here.path(), &["task-17", "--changed-from", "changed.txt"]).out();
    assert!(text.contains("no changed path fits `**/*.ts`"), "{text}");
}

#[test]
fn files_take_the_seats_that_the_panel_gives_them() {
    let panel =
        "seat \"security\" file=\"post-task.md\"\n seat \"qa\" file=\"qa.md\"\n seat \"any\"";
    let reports = [("post-task.md", PASS), ("qa.md", PASS), ("any.txt", PASS)];
    let here = ours(panel, &reports);
    let here = here.path();
    let ruled = ruling(here, &["task-17"]);
    assert_eq!(cells(&ruled), "security reported, qa reported, any reported");
    assert_eq!(ruled["outcome"], "pass", "they are expected by name: {ruled:#}");
    // Two files that could speak for one seat: neither opens.
    for name in ["security.md", "qa.txt"] {
        let second = here.join("reviews/task-17").join(name);
        fs::write(&second, PASS).expect("a file");
        assert_eq!(gate(here, &["task-17"]).code(), 3, "{name}");
        fs::write(&second, FAIL).expect("a file");
        assert_eq!(gate(here, &["task-17"]).code(), 1, "{name}");
        fs::remove_file(second).expect("a file");
    }
    fs::write(here.join("reviews/task-17/stranger.md"), FAIL).expect("a file");
    let stranger = gate(here, &["task-17"]);
    assert_eq!(stranger.code(), 1);
    assert!(
        told(&stranger).contains("give `stranger` a seat in the panel `ours`"),
        "{}",
        told(&stranger)
    );
    fs::remove_file(here.join("reviews/task-17/stranger.md")).expect("a file");
    fs::remove_file(here.join("reviews/task-17/post-task.md")).expect("a file");
    let missing = gate(here, &["task-17"]);
    assert_eq!(missing.code(), 3);
    assert!(told(&missing).contains("the reviewer writes `post-task.md`"), "{}", told(&missing));
}

#[test]
fn what_a_panel_asks_for_must_be_answered_in_its_formats() {
    let here = ours(
        "gate \"court\"\n formats \"court\"\n criterion \"AC1\" \"It works.\"\n criterion \"AC2\"\n seat \"court\" file=\"court.json\"",
        &[("court.json", COURT_GO)],
    );
    let here = here.path();
    assert_eq!(gate(here, &["task-17"]).code(), 3, "AC2 was not judged");
    let both = COURT_GO.replace("}]}", "},{\"id\":\"AC2\",\"status\":\"pass\",\"note\":\"ok\"}]}");
    fs::write(here.join("reviews/task-17/court.json"), both).expect("a file");
    let opens = gate(here, &["task-17"]);
    assert_eq!(opens.code(), 0, "{}", told(&opens));
    assert_eq!(gate(here, &["task-17", "--criterion", "AC3"]).code(), 3);
    fs::write(here.join("reviews/task-17/court.json"), PASS).expect("a file");
    assert_eq!(gate(here, &["task-17"]).code(), 3, "another format is not read");
    let other = gate(here, &["task-17", "--format-in", "verdict-file"]);
    assert!(other.err().contains("assize::cli::format_not_of_panel"), "{}", other.err());
    // Words of a panel are of that panel only.
    let words = "words { go \"fertig\"; }\n seat \"qa\"";
    let here = ours(words, &[("qa.md", "verdict: fertig\nconfidence: high\n")]);
    assert_eq!(gate(here.path(), &["task-17"]).code(), 0);
    fs::write(
        here.path().join("assize.kdl"),
        "panel \"one\" { words { go \"fertig\"; }; seat \"a\"; }\npanel \"two\" { seat \"qa\"; }",
    )
    .expect("a file");
    let other = gate(here.path(), &["./reviews/task-17", "--panel", "two"]);
    assert_eq!(other.code(), 3, "{}", told(&other));
}

#[test]
fn who_is_absent_is_said_on_the_command_line() {
    let here = folder(&[("reports/qa.md", PASS)]);
    let with = |more: &[&str]| {
        gate(here.path(), &[&["reports", "--no-summary", "--expect", "qa,sql"], more].concat())
    };
    for (flags, code, state) in [
        (&["--absent", "sql=errored:timed out after 240 s"][..], 3, "errored"),
        (&["--absent", "sql=stale:of another commit"], 3, "stale"),
        (&["--absent", "sql=awaiting:since 20 s"], 3, "missing"),
        (&["--absent", "sql=missing"], 3, "missing"),
        (&["--excuse", "sql=on leave"], 0, "excused"),
    ] {
        let ruled = with(flags);
        assert_eq!(ruled.code(), code, "{flags:?}: {}", told(&ruled));
        let ruled: Value =
            serde_json::from_str(&with(&[flags, &["--json"]].concat()).out()).expect("JSON");
        assert_eq!(cells(&ruled), format!("qa reported, sql {state}"), "{flags:?}");
    }
    for (flags, said) in [
        (&["--absent", "sql"][..], "write a seat"),
        (&["--absent", "sql=gone"], "is not one of"),
        (&["--absent", "sql=errored"], "say why"),
        (&["--absent", "sql=errored: "], "say why"),
        (&["--absent", "sql=missing:why"], "nobody asks why"),
        // Who was asked for is not taken away at no price.
        (&["--absent", "sql=skipped:no SQL in it"], "leave `sql` out of `--expect`"),
        (&["--absent", "sql=skipped"], "is not skipped"),
        (&["--absent", "sql=excused:why"], "write `--excuse sql=REASON`"),
        (&["--excuse", "sql= "], "say why"),
        (&["--excuse", "sql=?"], "say why"),
        (&["--excuse", "=why"], "write a seat"),
        (&["--excuse", "sq=on leave"], "did you mean `sql`?"),
        (&["--absent", "sq=missing"], "did you mean `sql`?"),
        (&["--absent", "sql=missing", "--excuse", "sql=on leave"], "absent already"),
    ] {
        let refused = with(flags);
        assert_eq!(refused.code(), 2, "{flags:?}");
        assert!(told(&refused).contains(said), "{flags:?}: {}", told(&refused));
    }
    // Who has spoken is not excused.
    let spoken = with(&["--excuse", "qa=on leave", "--excuse", "sql=no SQL"]);
    assert_eq!(spoken.code(), 0);
    assert!(told(&spoken).contains("who has spoken"), "{}", told(&spoken));
    fs::write(here.path().join("reports/qa.md"), FAIL).expect("a file");
    assert_eq!(with(&["--excuse", "qa=on leave", "--excuse", "sql=no SQL"]).code(), 1);
    assert_eq!(with(&["--absent", "qa=errored:crashed", "--excuse", "sql=no SQL"]).code(), 1);
    // Nor whose text was cut off, is malformed, is too large or says no in a sentence: who knows what it says?
    let excuse = ["--excuse", "qa=on leave", "--excuse", "sql=no SQL"];
    for (text, more, code) in [
        ("verdict: pass\nconfidence: hi", &[][..], 3),
        ("{\"verdict\": \"pass\", \"blockers\": 7", &[], 3),
        ("verdict: perhaps\nconfidence: high\n", &[], 3),
        ("I read it all, and I cannot approve it.\n", &[], 3),
        (PASS, &["--limit-bytes", "8"], 3),
        // Who wrote nothing that could be an answer is: the other one has to speak.
        ("", &[], 3),
    ] {
        fs::write(here.path().join("reports/qa.md"), text).expect("a file");
        let ran = with(&[&excuse, more].concat());
        assert_eq!(ran.code(), code, "{text:?}: {}", told(&ran));
        assert_eq!(
            told(&ran).contains("who has spoken"),
            !text.is_empty(),
            "{text:?}: {}",
            told(&ran)
        );
    }
    fs::write(here.path().join("reports/sql.md"), PASS).expect("a file");
    for (text, code) in [("", 0), ("API Error: 529 overloaded\n", 0), ("verdict: pass\nconf", 3)] {
        fs::write(here.path().join("reports/qa.md"), text).expect("a file");
        let ran = with(&["--excuse", "qa=on leave"]);
        assert_eq!(ran.code(), code, "{text:?}: {}", told(&ran));
    }
    // Nobody waits for an answer that is there.
    fs::write(here.path().join("reports/qa.md"), PASS).expect("a file");
    let awaiting = with(&["--absent", "qa=awaiting:since 20 s"]);
    assert!(told(&awaiting).contains("who has spoken"), "{}", told(&awaiting));
    // Nor on a panel, which says itself when somebody sits.
    let panel = ours("seat \"qa\"\n seat \"sql\"", &[("qa.md", PASS)]);
    let skipped = gate(panel.path(), &["task-17", "--absent", "sql=skipped:no SQL"]);
    assert_eq!(skipped.code(), 2, "{}", told(&skipped));
    // What is meant opens all the same: whoever is not asked for, and whoever is excused.
    fs::write(here.path().join("reports/qa.md"), PASS).expect("a file");
    fs::remove_file(here.path().join("reports/sql.md")).expect("a file");
    let alone = gate(here.path(), &["reports", "--no-summary", "--expect", "qa", "--json"]);
    assert_eq!(alone.code(), 0, "{}", told(&alone));
    let alone: Value = serde_json::from_str(&alone.out()).expect("JSON");
    assert_eq!(alone["outcome"], "pass");
    let excused = with(&["--excuse", "sql=no SQL in it", "--json"]);
    let excused: Value = serde_json::from_str(&excused.out()).expect("JSON");
    assert_eq!(excused["outcome"], "warn");
}

#[test]
fn a_panel_that_judges_criteria_or_pairs_has_to_be_told_which() {
    for (panel, file, pass, asks) in [
        ("court", "court-verdict.json", COURT_GO, ["--criterion", "AC1"]),
        ("deepwork", "quality.json", QUALITY_GO, ["--criterion", "AC1"]),
        ("commonplace", "reviewer.md", PAIRS_GO, ["--pair", "notes/a.md :: evidence"]),
    ] {
        let place = format!("reports/{file}");
        let here = repository(&[(&place, pass)]);
        let ran = gate(here.path(), &["./reports", "--panel", panel]);
        assert_eq!(ran.code(), 2, "{panel}: {}", told(&ran));
        assert!(ran.err().contains("assize::cli::nothing_asked"), "{}", ran.err());
        let asked = [&["./reports", "--panel", panel][..], &asks].concat();
        assert_eq!(gate(here.path(), &asked).code(), 0, "{panel}");
    }
    // A panel of one's own names them itself.
    for (more, code) in [("", 2), ("criterion \"AC1\" \"It is tested.\"", 0)] {
        let panel = format!("formats \"court\"; gate \"court\"; seat \"court\"; {more}");
        let here = ours(&panel, &[("court.json", COURT_GO)]);
        assert_eq!(gate(here.path(), &["task-17"]).code(), code, "{more}");
    }
}

/// `file=` binds: a text beside it that is called like the seat is not its answer.
#[test]
fn a_seat_with_a_file_takes_no_other() {
    let seat = "seat \"qa\" file=\"verdict.md\"";
    for (files, code, state) in [
        (&[("verdict.md", PASS)][..], 0, "qa reported"),
        (&[("qa.md", PASS)], 3, "qa missing, qa.md reported"),
        (&[("qa.md", FAIL)], 3, "qa missing, qa.md reported"),
        (&[("qa.txt", "notes of qa\n")], 3, "qa missing"),
    ] {
        let here = ours(seat, files);
        assert_eq!(gate(here.path(), &["task-17"]).code(), code, "{files:?}");
        assert_eq!(cells(&ruling(here.path(), &["task-17"])), state, "{files:?}");
    }
}

#[test]
fn a_preset_says_that_it_does_not_seat_the_panel_of_the_environment() {
    let here = repository(&[("run1.cpf", CPF_GO), ("run2.cpf", CPF_GO)]);
    let with = |panel: Option<&str>| {
        let mut consensus = command(here.path(), &["consensus", "run1.cpf", "run2.cpf"]);
        consensus.env_remove("ASSIZE_PANEL").envs(panel.map(|panel| ("ASSIZE_PANEL", panel)));
        Run(consensus.output().expect("it runs"))
    };
    let ignored = with(Some("sdd-impl"));
    assert!(told(&ignored).contains("which does not sit here"));
    assert!(ignored.err().contains("assize::cli::panel_unused"), "{}", ignored.err());
    assert!(!told(&with(None)).contains("does not sit here"));
    assert_eq!(with(Some("sdd-impl")).code(), with(None).code());
}

#[test]
fn panels_are_listed_and_shown() {
    let here = ours("about \"who looks at the service\"\n seat \"qa\"", &[]);
    let here = here.path();
    let listed = run(here, &["panel", "list"], "");
    assert_eq!(listed.code(), 0, "{}", listed.err());
    insta::assert_snapshot!(listed.out());
    let shown = run(here, &["panel", "show", "ours"], "").out();
    assert!(shown.starts_with("panel \"ours\" {") && shown.trim_end().ends_with('}'), "{shown}");
    let whole = run(here, &["panel", "show", "dartai", "--json"], "").out();
    let whole: Value = serde_json::from_str(&whole).expect("JSON");
    assert_eq!(whole["seats"].as_array().map(Vec::len), Some(8));
    assert_eq!(whole["seats"][5]["when"][0], "changed \"**/*.{ts,tsx,mts,cts}\"");
    let unknown = run(here, &["panel", "show", "dartia"], "");
    assert_eq!(unknown.code(), 2);
    assert!(unknown.err().contains("did you mean `dartai`?"), "{}", unknown.err());
    let policies = "rule \"all\" when seats([\"qa\", \"qaa\"]).passed.all then pass;\n";
    fs::create_dir_all(here.join(".assize/policies/gate")).expect("a folder");
    fs::write(here.join(".assize/policies/gate/mine.rhai"), policies).expect("a file");
    assert!(!told(&run(here, &["policy", "check", "mine"], "")).contains("nobody_sits_there"));
    let panel = "panel \"ours\" { gate \"mine\"; seat \"qa\"; }";
    fs::write(here.join("assize.kdl"), panel).expect("a file");
    let checked = run(here, &["policy", "check", "mine"], "");
    assert_eq!(checked.code(), 1);
    assert!(told(&checked).contains("`qaa` has no seat in the panel `ours`"), "{}", told(&checked));
    assert_eq!(checked.out().matches("nobody_sits_there").count(), 1, "{}", checked.out());
}

#[test]
fn a_file_to_begin_with_is_written_once_and_works() {
    for panel in [
        "dartai",
        "workflow",
        "sdd-design",
        "sdd-impl",
        "sdd-dead-code",
        "sdd-wave",
        "deepwork",
        "commonplace",
        "court",
    ] {
        let here = repository(&[("sub/a.md", "")]);
        let here = here.path();
        let written = run(&here.join("sub"), &["init", "--panel", panel], "");
        assert_eq!(written.code(), 0, "{}", written.err());
        let text = fs::read_to_string(here.join("assize.kdl")).expect("it lies at the root");
        assert!(text.contains("panel \"ours\" {") && text.contains("//"), "{text}");
        let shown = |name: &str| {
            let shown = run(here, &["panel", "show", name, "--json"], "");
            let mut shown: Value = serde_json::from_str(&shown.out()).expect("JSON");
            for own in ["name", "about", "origin", "built_in", "sha256", "text"] {
                shown[own] = Value::Null;
            }
            shown
        };
        assert_eq!(shown("ours"), shown(panel));
        let again = run(here, &["init", "--panel", panel], "");
        assert_eq!(again.code(), 2);
        assert!(again.err().contains("assize::host::config_is_there"), "{}", again.err());
        assert_eq!(fs::read_to_string(here.join("assize.kdl")).expect("a file"), text);
    }
    let here = repository(&[]);
    let unknown = run(here.path(), &["init", "--panel", "dartia"], "");
    assert!(unknown.err().contains("did you mean `dartai`?"), "{}", unknown.err());
    assert!(!here.path().join("assize.kdl").exists());
}

/// Every mistake of a panel, each with what it says.
#[test]
fn mistakes_are_told_with_their_place() {
    let mut all = String::new();
    for panel in [
        "panel { seat \"a\"; }",
        "panel \"a b\" { seat \"a\"; }",
        "panel \"a\\u{1b}[31m\" { seat \"a\"; }",
        "panel \"x\" \"y\" { seat \"a\"; }",
        "panel \"x\" { seat \"a\"; }\npanel \"x\" { seat \"b\"; }",
        "panel \"x\"",
        "panel \"x\" { gaet \"any-blocker\"; seat \"a\"; }",
        "panel \"x\" { seat \"a\" fil=\"a.md\"; }",
        "panel \"x\" { seat \"a\" when=\"src/**\"; }",
        "panel \"x\" { seat \"a\" when-changd=\"src/**\"; }",
        "panel \"x\" gate=\"any-blocker\" { seat \"a\"; }",
        "panel \"x\" { gate \"any-blocker\" min-reviewers=2; seat \"a\"; }",
        "panel \"x\" { seat \"a\" file=\"a.md\" file=\"b.md\"; }",
        "panel \"x\" { seat 7; }",
        "panel \"x\" { seat \" \"; }",
        "panel \"x\" { seat \"a\\u{202e}b\"; }",
        "panel \"x\" { seat \"reports/a\"; }",
        "panel \"x\" { seat \"a\"; seat \"a\"; }",
        "panel \"x\" { seat \"a\" file=\"r.md\"; seat \"b\" file=\"r.md\"; }",
        "panel \"x\" { seat \"a\" file=\"b.md\"; seat \"b\"; }",
        "panel \"x\" { seat \"a\" file=\"../a.md\"; }",
        "panel \"x\" { seat \"a\" file=\"verdict-summary.kdl\"; }",
        "panel \"x\" { seat \"a\" stake=\"requird\"; }",
        "panel \"x\" { seat \"a\" stake=\"unexpected\"; }",
        "panel \"x\" { seat \"a\" weight=0; }",
        "panel \"x\" { seat \"a\" weight=1099511627776; }",
        "panel \"x\" { seat \"a\" weight=-1; }",
        "panel \"x\" { seat \"a\" weight=\"2\"; }",
        "panel \"x\" { seat \"a\" { }; }",
        "panel \"x\" { seat \"a\" { when-chnged \"src/**\"; }; }",
        "panel \"x\" { seat \"a\" { when-changed; }; }",
        "panel \"x\" { seat \"a\" { when-changed \"/src/**\"; }; }",
        "panel \"x\" { seat \"a\" { when-changed \"src/\"; }; }",
        "panel \"x\" { seat \"a\" { when-changed \"../src/**\"; }; }",
        "panel \"x\" { seat \"a\" { when-changed \"src/{a\"; }; }",
        "panel \"x\" { seat \"a\" { when-lines-over \"50\"; }; }",
        "panel \"x\" { seat \"a\" { when-lines-over -1; }; }",
        "panel \"x\" { seat \"a\" { when-lines-over 1 2; }; }",
        "panel \"x\" { seat \"a\" { when-text-over \"description\"; }; }",
        "panel \"x\" { seat \"a\" { when-all { }; }; }",
        "panel \"x\" { seat \"a\" { when-all { when-changed \"a\"; }; }; }",
        "panel \"x\" { seat \"a\" { when-all { any { any { changed \"a\"; }; }; }; }; }",
        "panel \"x\" { reports \"../reports\"; seat \"a\"; }",
        "panel \"x\" { reports \"/reports/{task}\"; seat \"a\"; }",
        "panel \"x\" { reports \"reports/{task}/..\"; seat \"a\"; }",
        "panel \"x\" { reports \"reports\"; seat \"a\"; }",
        "panel \"x\" { overrides \"no\"; seat \"a\"; }",
        "panel \"x\" { overrides #false; overrides #true; seat \"a\"; }",
        "panel \"x\" { overrides #false { a; }; seat \"a\"; }",
        "panel \"x\" { kind \"desing\"; seat \"a\"; }",
        "panel \"x\" { formats \"yaml-blok\"; seat \"a\"; }",
        "panel \"x\" { pair \"notes/a.md\"; seat \"a\"; }",
        "panel \"x\" { criterion \"AC1\"; criterion \"AC1\"; seat \"a\"; }",
        "panel \"x\" { words { go \"revise\"; }; seat \"a\"; }",
        "panel \"x\" { gate \"any-bloker\"; seat \"a\"; }",
        "panel \"x\" { gate \"any-blocker\" { min_reviewers 2; }; seat \"a\"; }",
        "panel \"x\" { gate \"any-blocker\" { min-reviwers 2; }; seat \"a\"; }",
        "panel \"x\" { gate \"any-blocker\" { min-reviewers \"2\"; }; seat \"a\"; }",
        "panel \"x\" { gate \"any-blocker\" { min-reviewers 2 3; }; seat \"a\"; }",
        "panel \"x\" { gate \"any-blocker\" { min-reviewers 1000; }; seat \"a\"; }",
        "panel \"x\" { gate \"any-blocker\" { min-reviewers 1; min-reviewers 2; }; seat \"a\"; }",
        "panel \"x\" { gate \"any-blocker\" { min-reviewers; }; seat \"a\"; }",
    ] {
        let here = repository(&[("assize.kdl", panel), ("reports/a.md", PASS)]);
        let refused = gate(here.path(), &["./reports", "--no-summary"]);
        assert_eq!(refused.code(), 2, "{panel}: {}", told(&refused));
        assert!(refused.err().contains("assize.kdl:"), "a place: {panel}: {}", refused.err());
        all += &format!("{}\n", refused.err());
    }
    insta::assert_snapshot!(all);
    let many = "panel \"x\" { gaet \"a\"; seat \"a\" weight=0 stake=\"x\" { when-changed \"/a\"; }; seat \"a\"; }\nwords { go 1; }";
    let here = repository(&[("assize.kdl", many), ("reports/a.md", PASS)]);
    let refused =
        gate(here.path(), &["./reports", "--voting", "a,a", "--word", "revise=pass"]).err();
    for code in [
        "config_unknown_node",
        "value",
        "unknown_word",
        "fits_nothing",
        "seat_twice",
        "not_text",
        "named_twice",
        "misleading_word",
    ] {
        assert!(refused.contains(code), "{code}\n{refused}");
    }
}

#[test]
fn a_huge_panel_is_a_mistake_and_no_crash() {
    let seats =
        |count: usize| -> String { (0..count).map(|n| format!("seat \"s{n}\"\n")).collect() };
    let here = repository(&[("reports/s0.md", PASS)]);
    for (count, code) in [(1_500, 3), (10_000, 2)] {
        fs::write(here.path().join("assize.kdl"), format!("panel \"x\" {{ {} }}", seats(count)))
            .expect("a file");
        let ruled = gate(here.path(), &["./reports", "--no-summary"]);
        assert_eq!(ruled.code(), code, "{count}: {}", ruled.err());
    }
    for text in [
        "panel \"x\" {".repeat(200),
        "panel ".repeat(5000),
        format!("panel \"x\" {{ seat \"{}\" }}", "a".repeat(20_000)),
    ] {
        fs::write(here.path().join("assize.kdl"), text).expect("a file");
        let ruled = gate(here.path(), &["./reports", "--no-summary"]);
        assert_ne!(ruled.code(), 0, "{}", ruled.out());
        assert!(!ruled.err().contains("panicked"), "{}", ruled.err());
    }
}

/// Formats part 1, C17: a verdict that the lead derived because the auditor was lost.
#[test]
fn a_verdict_in_the_place_of_a_lost_auditor_is_never_better_than_the_worst_inspector() {
    const SEATS: [&str; 6] =
        ["impl-rulebase", "interface", "test", "quality", "impl-consistency", "impl-holistic"];
    const GO: &str = "VERDICT:GO\nSCOPE:impl\nISSUES:\nEND\n";
    const NO: &str =
        "VERDICT:NO-GO\nSCOPE:impl\nISSUES:\nC|signature-mismatch|a.rs:3|it loses data\n";
    const HIGH: &str =
        "VERDICT:CONDITIONAL\nSCOPE:impl\nISSUES:\nH|signature-mismatch|a.rs:3|it loses data\n";
    let place = "specs/T1/reviews/active";
    let here = repository(&[]);
    fs::create_dir_all(here.path().join(place)).expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(here.path().join(place).join(format!("{name}.cpf")), text).expect("a file");
    };
    let ruled = || ruling(here.path(), &["T1", "--panel", "sdd-impl", "--no-summary"]);
    let tags = [
        "NOTES: AUDITOR_UNAVAILABLE|lead-derived verdict",
        "AUDITOR_UNAVAILABLE:lead-derived verdict",
        "AUDITOR_UNAVAILABLE|lead-derived verdict",
        "NOTES: PARTIAL:test|lost; auditor unavailable|lead-derived verdict",
    ];
    for tag in tags {
        write("verdict", &format!("VERDICT:GO\nSCOPE:impl\nVERIFIED:\n{tag}\n"));
        SEATS.iter().for_each(|seat| write(seat, GO));
        assert_eq!(ruled()["outcome"], "warn", "{tag}: all inspectors are content");
        write("interface", HIGH);
        assert_eq!(ruled()["outcome"], "warn", "{tag}: the worst is CONDITIONAL");
        write("interface", NO);
        assert_eq!(ruled()["outcome"], "fail", "{tag}: an inspector says NO-GO");
        assert!(
            told(&gate(here.path(), &["T1", "--panel", "sdd-impl", "--no-summary"]))
                .contains("was derived in its place, and `interface` says worse")
        );
        // Nobody knows what a cut-off text says, and another may still be missing: what has arrived counts.
        write("interface", "VERDICT:GO\nSCO");
        assert_eq!(ruled()["outcome"], "warn", "{tag}: what has arrived counts");
    }
    // Where the auditor itself judged, it may remove what an inspector found.
    write("interface", NO);
    write("verdict", "VERDICT:GO\nSCOPE:impl\nVERIFIED:\nEND\n");
    assert_eq!(ruled()["outcome"], "pass");
    // It rests on nothing where nothing arrived.
    write("verdict", &format!("VERDICT:GO\nSCOPE:impl\nVERIFIED:\n{}\n", tags[0]));
    for seat in SEATS {
        fs::remove_file(here.path().join(place).join(format!("{seat}.cpf"))).expect("a file");
    }
    assert_eq!(ruled()["outcome"], "hold");
}

/// A policy that says how the others count says nothing of who only watches.
#[test]
fn an_observer_of_a_panel_does_not_vote_with_the_others() {
    let seats = "gate \"two-of-three\"; seat \"a\"; seat \"b\"; seat \"c\"; seat \"style\" stake=\"observer\"";
    for (reports, code) in [
        (&[("a.md", PASS), ("b.md", PASS), ("c.md", FAIL), ("style.md", PASS)][..], 0),
        (&[("a.md", PASS), ("b.md", PASS), ("c.md", PASS), ("style.md", FAIL)], 0),
        // It fills no quorum.
        (&[("a.md", PASS), ("b.md", FAIL), ("c.md", FAIL), ("style.md", PASS)], 1),
        (&[("a.md", PASS), ("style.md", PASS)], 3),
    ] {
        let here = ours(seats, reports);
        let ran = gate(here.path(), &["task-17"]);
        assert_eq!(ran.code(), code, "{reports:?}: {}", told(&ran));
    }
}
