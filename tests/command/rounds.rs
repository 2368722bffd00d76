//! Rounds: who should have spoken, what belongs to the round, what is kept of it.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::run::{Run, command, folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str =
    "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 the lock is never let go\n";
const OURS: &str = "panel \"ours\" {\n    reports \"reviews/{task}\"\n    gate \"any-blocker\"\n    redispatch \"standard\"\n    \
    seat \"qa\" file=\"qa.md\" legacy=\"qa-reviewer.md\"\n    seat \"security\" file=\"security.md\"\n}\n";

/// A repository with a commit, and a panel of two.
pub(crate) fn repository() -> tempfile::TempDir {
    let dir = folder(&[("assize.kdl", OURS), ("src/a.rs", "fn a() {}\n")]);
    git(dir.path(), &["init", "-q"]);
    commit(dir.path());
    dir
}

pub(crate) fn git(here: &Path, args: &[&str]) -> String {
    let who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let done = Command::new("git").args(who).args(args).current_dir(here).output();
    let done = done.expect("git runs");
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).trim().to_owned()
}

pub(crate) fn commit(here: &Path) {
    git(here, &["add", "assize.kdl", "src"]);
    git(here, &["commit", "-q", "--allow-empty", "-m", "work"]);
}

pub(crate) fn begun(here: &Path, more: &[&str]) -> Value {
    let ran = run(here, &[&["begin", "t1", "--json"], more].concat(), "");
    assert_eq!(ran.code(), 0, "{}", ran.err());
    serde_json::from_str(&ran.out()).expect("JSON")
}

pub(crate) fn write(here: &Path, name: &str, text: &str) {
    fs::write(here.join("reviews/t1").join(name), text).expect("a report");
}

/// A report with the mark of the round that was begun.
pub(crate) fn marked(text: &str, begun: &Value) -> String {
    format!("{text}<!-- {} -->\n", begun["mark"].as_str().expect("a mark"))
}

/// As it was written an hour before.
fn age(here: &Path, name: &str) {
    let file = fs::File::options().append(true).open(here.join("reviews/t1").join(name));
    let hour = SystemTime::now() - Duration::from_secs(3600);
    file.expect("a report").set_modified(hour).expect("its time");
}

fn gate(here: &Path, more: &[&str]) -> Run {
    run(here, &[&["gate", "t1"], more].concat(), "")
}

fn ruling(here: &Path, more: &[&str]) -> Value {
    serde_json::from_str(&gate(here, &[&["--json"], more].concat()).out()).expect("JSON")
}

fn summary(here: &Path) -> String {
    fs::read_to_string(here.join("reviews/t1/verdict-summary.kdl")).unwrap_or_default()
}

pub(crate) fn cell(ruling: &Value, seat: &str) -> Value {
    let cells = ruling["cells"].as_array().expect("cells").iter();
    cells.clone().find(|cell| cell["seat"] == seat).expect("a seat").clone()
}

pub(crate) fn codes(ruling: &Value) -> Vec<&str> {
    let all = ruling["diagnostics"].as_array().expect("diagnostics").iter();
    all.filter_map(|told| told["code"].as_str()).collect()
}

/// What is told on standard error, on one line each time.
fn flat(text: &str) -> String {
    text.replace(['│', '\n'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_round_that_was_begun_is_shut_and_empty_and_bound() {
    let dir = repository();
    let here = dir.path();
    let told = begun(here, &[]);
    assert_eq!((&told["round"], &told["panel"]), (&1.into(), &"ours".into()));
    assert_eq!(told["bound"]["commit"], git(here, &["rev-parse", "HEAD"]));
    assert_eq!(told["bound"]["tree"], git(here, &["rev-parse", "HEAD^{tree}"]));
    assert_eq!(told["seats"][0]["file"], "reviews/t1/qa.md");
    assert!(told["mark"].as_str().is_some_and(|mark| mark.starts_with("assize-r1-")));
    assert!(summary(here).contains("gate \"pending\" open=#false"), "{}", summary(here));
    assert!(summary(here).contains("bound commit="), "{}", summary(here));
    // Nobody has written: they are missing, and an honest round opens.
    assert_eq!(gate(here, &[]).code(), 3);
    for name in ["qa.md", "security.md"] {
        write(here, name, PASS);
    }
    let open = gate(here, &[]);
    assert_eq!(open.code(), 0, "{}{}", open.out(), open.err());
    assert!(open.out().contains("bound to commit"), "{}", open.out());
    assert!(summary(here).contains("bound commit="), "{}", summary(here));
    let told = ruling(here, &[]);
    assert_eq!(told["docket"]["binding"]["commit"], git(here, &["rev-parse", "HEAD"]));
}

#[test]
fn what_lay_there_is_kept_and_a_round_under_way_is_told() {
    let dir = repository();
    let here = dir.path();
    fs::create_dir_all(here.join("reviews/t1/notes")).expect("a folder");
    write(here, "qa.md", FAIL);
    write(here, "notes/long.txt", "what it saw");
    let first = begun(here, &[]);
    let kept = here.join(first["kept"].as_str().expect("a place"));
    assert_eq!(fs::read_to_string(kept.join("qa.md")).expect("kept"), FAIL);
    assert_eq!(fs::read_to_string(kept.join("notes/long.txt")).expect("kept"), "what it saw");
    assert!(!here.join("reviews/t1/qa.md").exists());

    write(here, "qa.md", PASS);
    let again = run(here, &["begin", "t1"], "");
    assert_eq!(again.code(), 2);
    assert!(flat(&again.err()).contains("round 1 is under way since"), "{}", again.err());
    assert!(flat(&again.err()).contains("1 file was written in it"), "{}", again.err());
    assert!(again.err().contains("assize::cli::under_way"), "{}", again.err());
    assert!(here.join("reviews/t1/qa.md").exists(), "nothing was moved");

    let anew = run(here, &["begin", "t1", "--anew"], "");
    assert_eq!(anew.code(), 0, "{}", anew.err());
    assert!(anew.err().contains("assize::round::was_under_way"), "{}", anew.err());
    assert!(here.join("reviews/.rounds/t1/1/reports/qa.md").exists());
    // Once everybody was heard, the next one begins without being asked twice.
    write(here, "qa.md", FAIL);
    write(here, "security.md", PASS);
    assert_eq!(gate(here, &[]).code(), 1);
    assert_eq!(begun(here, &[])["round"], 3);
}

#[test]
fn nothing_is_cleared_outside_of_where_reviewers_write() {
    let dir = repository();
    let here = dir.path();
    for (task, code) in [
        ("..", "odd_task"),
        ("a/../../b", "odd_task"),
        ("../t1", "odd_task"),
        (".git", "odd_task"),
        ("/tmp", "odd_task"),
    ] {
        let ran = run(here, &["begin", task], "");
        assert_eq!(ran.code(), 2, "{task}");
        assert!(ran.err().contains(code), "{task}: {}", ran.err());
    }
    assert!(!here.join("reviews").exists(), "nothing was made");
    let nowhere = folder(&[("assize.kdl", "panel \"ours\" {\n    seat \"qa\"\n}\n")]);
    let ran = run(nowhere.path(), &["begin", "t1"], "");
    assert!(ran.err().contains("assize::panel::says_no_place"), "{}", ran.err());
    let ran = run(folder(&[]).path(), &["begin", "t1"], "");
    assert!(ran.err().contains("assize::cli::no_panel"), "{}", ran.err());
    let ran = run(here, &["rounds", "t1"], "");
    assert!(ran.err().contains("assize::cli::never_begun"), "{}", ran.err());
}

#[test]
fn a_name_that_cannot_be_one_says_why_and_an_odd_one_is_quoted() {
    let dir = repository();
    let here = dir.path();
    for (task, why) in [
        (" ", "it is blank"),
        ("{task}", "a brace is part of a pattern"),
        ("a ", "a blank in front of it or behind it"),
        (".a", "a dot in front of it"),
        ("a/b", "it is a path"),
    ] {
        let ran = run(here, &["begin", task], "");
        assert_eq!(ran.code(), 2, "{task}");
        assert!(flat(&ran.err()).contains(why), "{task}: {}", ran.err());
    }
    let never = run(here, &["rounds", "a b"], "");
    assert!(flat(&never.err()).contains("`assize begin 'a b'`"), "{}", never.err());
    for (task, word) in [("a b", "'a b'"), ("it's", "'it'\\''s'"), ("task-17", "task-17\n")] {
        let ran = run(here, &["begin", task, "--unbound"], "");
        assert_eq!(ran.code(), 0, "{}", ran.err());
        assert!(ran.out().contains(&format!("--task {word}")), "{}", ran.out());
        let again = flat(&run(here, &["begin", task], "").err());
        assert!(again.contains(&format!("assize gate {}", word.trim())), "{again}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_behind_a_link_is_cleared() {
    use std::os::unix::fs::symlink;
    for link in ["reviews", "reviews/t1", "reviews/.rounds"] {
        let dir = repository();
        let here = dir.path();
        let precious = here.join("precious");
        fs::create_dir_all(precious.join("t1")).expect("a folder");
        fs::write(precious.join("t1/all.txt"), "all we have").expect("a file");
        if link != "reviews" {
            fs::create_dir_all(here.join("reviews/t1")).expect("a folder");
        }
        if link == "reviews/t1" {
            fs::remove_dir(here.join(link)).expect("removed");
            symlink(precious.join("t1"), here.join(link)).expect("a link");
        } else {
            symlink(&precious, here.join(link)).expect("a link");
        }
        let ran = run(here, &["begin", "t1"], "");
        assert_eq!(ran.code(), 2, "{link}: {}", ran.out());
        assert!(ran.err().contains("link"), "{link}: {}", ran.err());
        assert!(precious.join("t1/all.txt").exists(), "{link}");
        assert_eq!(fs::read_dir(&precious).expect("it is there").count(), 1, "{link}");
    }
    // A file stands where the folder is to be.
    let dir = repository();
    fs::write(dir.path().join("reviews"), "x").expect("a file");
    let ran = run(dir.path(), &["begin", "t1"], "");
    assert!(ran.err().contains("assize::panel::not_a_way"), "{}", ran.err());
}

#[test]
fn a_verdict_of_another_round_does_not_count() {
    let dir = repository();
    let here = dir.path();
    let first = begun(here, &[])["mark"].as_str().expect("a mark").to_owned();
    let second = begun(here, &["--anew"])["mark"].as_str().expect("a mark").to_owned();
    let with = |mark: &str| format!("{PASS}<!-- {mark} -->\n");
    write(here, "security.md", PASS);
    // The mark of the first round, written now: a reviewer who was asked then.
    write(here, "qa.md", &with(&first));
    let told = ruling(here, &[]);
    assert_eq!(told["exit_code"], 3);
    assert_eq!(cell(&told, "qa")["state"], "stale");
    assert!(codes(&told).contains(&"assize::round::stale"));
    // Written before the round was begun, as a copy that keeps its time.
    write(here, "qa.md", PASS);
    age(here, "qa.md");
    assert_eq!(cell(&ruling(here, &[]), "qa")["state"], "stale");
    // With the mark of this round it counts, whatever its time.
    write(here, "qa.md", &with(&second));
    age(here, "qa.md");
    assert_eq!(gate(here, &[]).code(), 0, "{}", gate(here, &[]).out());
    // What is stale takes no fail back, and an excuse does not make it count.
    write(here, "qa.md", &FAIL.replace("high\n", &format!("high\n# {first}\n")));
    assert_eq!(gate(here, &[]).code(), 1);
    write(here, "qa.md", &with(&first));
    assert_eq!(gate(here, &["--excuse", "qa=on leave"]).code(), 3);
}

#[test]
fn a_verdict_for_an_earlier_head_never_opens_a_later_one() {
    let dir = repository();
    let here = dir.path();
    begun(here, &["--bind", "run=8812"]);
    for name in ["qa.md", "security.md"] {
        write(here, name, PASS);
    }
    assert_eq!(gate(here, &["--bind", "run=8812"]).code(), 0);
    assert_eq!(gate(here, &["--bind", "run=8813"]).code(), 3);
    assert_eq!(gate(here, &[]).code(), 3, "nobody says which run this is");
    // A file that git knows is changed, and not committed.
    fs::write(here.join("src/a.rs"), "fn a() { todo() }\n").expect("a file");
    let told = ruling(here, &["--bind", "run=8812"]);
    assert_eq!((&told["exit_code"], &cell(&told, "qa")["state"]), (&3.into(), &"stale".into()));
    assert!(codes(&told).contains(&"assize::round::moved_on"));
    assert!(
        flat(&gate(here, &["--bind", "run=8812"]).err()).contains("have been changed since"),
        "{told}"
    );
    git(here, &["checkout", "-q", "src/a.rs"]);
    assert_eq!(gate(here, &["--bind", "run=8812"]).code(), 0);
    commit(here);
    let moved = gate(here, &["--bind", "run=8812"]);
    assert_eq!(moved.code(), 3, "{}", moved.out());
    assert!(summary(here).contains("reviewer \"qa\" verdict=\"stale\""), "{}", summary(here));
    // A fail stays one.
    write(here, "qa.md", FAIL);
    assert_eq!(gate(here, &["--bind", "run=8812"]).code(), 1);
    // A round of its own for the work as it is now, with what is not committed.
    fs::write(here.join("src/a.rs"), "fn a() { b() }\n").expect("a file");
    let told = begun(here, &[]);
    assert!(told["bound"]["changes"].is_string(), "{told}");
    for name in ["qa.md", "security.md"] {
        write(here, name, &marked(PASS, &told));
    }
    assert_eq!(gate(here, &[]).code(), 0);
    fs::write(here.join("src/a.rs"), "fn a() { c() }\n").expect("a file");
    assert_eq!(gate(here, &[]).code(), 3, "another change");
    // What git does not know, such as what reviewers leave, is not the work.
    fs::write(here.join("src/a.rs"), "fn a() { b() }\n").expect("a file");
    fs::write(here.join("coverage.xml"), "x").expect("a file");
    assert_eq!(gate(here, &[]).code(), 0);
    // Bound to nothing, nothing moves on.
    git(here, &["checkout", "-q", "src/a.rs"]);
    let told = begun(here, &["--unbound"]);
    for name in ["qa.md", "security.md"] {
        write(here, name, &marked(PASS, &told));
    }
    commit(here);
    assert_eq!(gate(here, &[]).code(), 0);
    let wrong = gate(here, &["--bind", "branch=main"]);
    assert_eq!(wrong.code(), 2);
    assert!(wrong.err().contains("`branch` is none of `commit`"), "{}", wrong.err());
}

#[test]
fn who_sits_is_remembered_from_the_beginning() {
    let panel = OURS.replace(
        "seat \"security\" file=\"security.md\"",
        "seat \"security\" file=\"security.md\" { when-changed \"auth/**\" }\n    seat \"trap\" { when-text-over \"description\" words=3 }",
    );
    let dir = folder(&[("assize.kdl", &panel), ("pr.md", "a b"), ("long.md", "a b c d e")]);
    let here = dir.path();
    let ran = run(
        here,
        &["begin", "t1", "--changed-from", "-", "--text", "description=pr.md", "--json"],
        "src/a.rs\n",
    );
    assert_eq!(ran.code(), 0, "{}", ran.err());
    let told: Value = serde_json::from_str(&ran.out()).expect("JSON");
    assert!(told["seats"][0]["skipped"].is_null());
    assert!(told["seats"][1]["skipped"].as_str().is_some_and(|why| why.contains("auth/**")));
    assert!(told["seats"][2]["skipped"].is_string());
    write(here, "qa.md", PASS);
    let told = ruling(here, &[]);
    assert_eq!(cell(&told, "security")["state"], "skipped", "{told}");
    assert_eq!(cell(&told, "trap")["state"], "skipped");
    assert_eq!(told["exit_code"], 0);
    // What is told at the gate seats more, and takes nobody away who was to sit.
    let told: Value = serde_json::from_str(
        &run(here, &["gate", "t1", "--json", "--changed-from", "-"], "auth/a.rs\n").out(),
    )
    .expect("JSON");
    assert_eq!(cell(&told, "security")["state"], "missing");
    assert_eq!(told["exit_code"], 3);
    let ran = run(here, &["begin", "t1", "--anew", "--text", "description=long.md"], "");
    assert_eq!(ran.code(), 0, "{}", ran.err());
    assert!(ran.err().contains("sits_anyway"), "{}", ran.err());
    assert_eq!(cell(&ruling(here, &[]), "trap")["state"], "missing");
}

/// A commit after the reviews, and every way to ask that does not see it.
#[cfg(unix)]
#[test]
fn what_is_not_known_to_be_the_same_work_is_not() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    for name in ["qa.md", "security.md"] {
        write(here, name, PASS);
    }
    assert_eq!(gate(here, &[]).code(), 0);
    commit(here);
    let folder_of = here.join("reviews/t1");
    let config = here.join("assize.kdl");
    let (folder, config) = (folder_of.to_str().expect("a path"), config.to_str().expect("a path"));
    let elsewhere = tempfile::tempdir().expect("a folder");
    let asks: [(&Path, Vec<&str>); 5] = [
        (here, vec!["gate", "t1"]),
        (here, vec!["gate", "./reviews/t1"]),
        (here, vec!["gate", "reviews/t1/qa.md", "reviews/t1/security.md", "--no-summary"]),
        (here, vec!["explain", "reviews/t1/qa.md", "./reviews/t1/security.md"]),
        (elsewhere.path(), vec!["gate", folder, "--config", config]),
    ];
    for (at, args) in &asks {
        let ran = run(at, args, "");
        assert_ne!(ran.code(), 0, "{args:?}: {}", ran.out());
    }
    for (name, value) in [("PATH", "/nonexistent"), ("GIT_DIR", "/nonexistent")] {
        let mut ran = command(here, &["gate", "t1"]);
        let ran = Run(ran.env(name, value).output().expect("it runs"));
        assert_eq!(ran.code(), 3, "{name}: {}", ran.out());
    }
    // Without git nobody says what the work is now, and whoever knows it does.
    fs::rename(here.join(".git"), here.join("gone")).expect("moved");
    assert_eq!(gate(here, &[]).code(), 3);
    assert!(flat(&gate(here, &[]).err()).contains("nobody says what it is now"));
}

#[test]
fn a_round_knows_who_was_to_sit_and_by_which_panel() {
    let dir = repository();
    let here = dir.path();
    begun(here, &["--unbound"]);
    write(here, "qa.md", PASS);
    for args in [
        &["gate", "./reviews/t1", "--no-config"][..],
        &["gate", "./reviews/t1", "--no-config", "--expect", "qa"],
        &["gate", "./reviews/t1", "--panel", "court", "--criterion", "a"],
    ] {
        let ran = run(here, args, "");
        assert_eq!(ran.code(), 2, "{args:?}: {}", ran.out());
        assert!(ran.err().contains("assize::round::another_panel"), "{args:?} {}", ran.err());
    }
    // A seat that was taken out of the panel since.
    let panel = OURS.replace("    seat \"security\" file=\"security.md\"\n", "");
    fs::write(here.join("assize.kdl"), panel).expect("a panel");
    let told = ruling(here, &[]);
    assert_eq!(
        (&told["exit_code"], &cell(&told, "security")["state"]),
        (&3.into(), &"missing".into())
    );
    assert!(codes(&told).contains(&"assize::round::sits"));
    // One that the change asked for at the beginning, and another change does not.
    let when =
        OURS.replace("file=\"security.md\"", "file=\"security.md\" { when-changed \"auth/**\" }");
    fs::write(here.join("assize.kdl"), when).expect("a panel");
    let ran = run(here, &["begin", "t1", "--anew", "--changed-from", "-"], "auth/a.rs\n");
    assert_eq!(ran.code(), 0, "{}", ran.err());
    write(here, "qa.md", PASS);
    let ran = run(here, &["gate", "t1", "--changed-from", "-"], "src/a.rs\n");
    assert_eq!(ran.code(), 3, "{}", ran.out());
    assert!(ran.err().contains("assize::round::sits"), "{}", ran.err());
    assert_eq!(run(here, &["gate", "./reviews/.rounds/t1/1/reports"], "").code(), 2);
}

/// `assize.kdl` may be edited while reviewers are at work: who was asked is heard as when they were asked.
#[test]
fn nobody_who_was_asked_counts_for_less_or_is_read_from_another_file() {
    let dir = repository();
    let here = dir.path();
    begun(here, &["--unbound"]);
    write(here, "qa.md", PASS);
    write(here, "security.md", FAIL);
    assert_eq!(gate(here, &[]).code(), 1);
    let own = "seat \"security\" file=\"security.md\"";
    let edits = [
        "seat \"security\" file=\"security.md\" stake=\"observer\"",
        "seat \"security\" file=\"security.md\" stake=\"voting\"",
        "seat \"security\" file=\"none.md\" stake=\"observer\"",
        "seat \"security\" file=\"none.md\"",
        "seat \"security\" file=\"security.md\" legacy=\"none.md\"",
        "seat \"security\"",
        "seat \"other\" file=\"security.md\" stake=\"observer\"",
        "",
    ];
    for edit in edits {
        fs::write(here.join("assize.kdl"), OURS.replace(own, edit)).expect("a panel");
        write(here, "security.md", FAIL);
        let told = ruling(here, &[]);
        assert_ne!(told["exit_code"], 0, "{edit}: {told}");
        // Where nobody names a file, it is the same one.
        let changed = edit != "seat \"security\"";
        let said = |code: &&str| ["assize::round::counts", "assize::round::sits"].contains(code);
        assert_eq!(codes(&told).iter().any(said), changed, "{edit}: {told}");
        // Its absence shuts as well, whatever else is there.
        fs::remove_file(here.join("reviews/t1/security.md")).expect("a file");
        write(here, "none.md", PASS);
        assert_eq!(gate(here, &[]).code(), 3, "{edit}");
        // And what it says is heard: an honest pass opens.
        fs::remove_file(here.join("reviews/t1/none.md")).expect("a file");
        if edit.starts_with("seat \"security\"") {
            write(here, "security.md", PASS);
            assert_eq!(gate(here, &[]).code(), 0, "{edit}: {}", gate(here, &[]).err());
        }
    }
    // Nobody comes to weigh more or less, where a policy counts shares.
    let voting = OURS
        .replace("any-blocker", "weighted-quorum")
        .replace(".md\"\n", ".md\" stake=\"voting\"\n");
    fs::write(here.join("assize.kdl"), &voting).expect("a panel");
    let told = begun(here, &["--unbound", "--anew"]);
    let pass = marked(PASS, &told);
    let heavier = voting.replace("file=\"qa.md\"", "file=\"qa.md\" weight=9");
    fs::write(here.join("assize.kdl"), heavier).expect("a panel");
    write(here, "qa.md", &pass);
    write(here, "security.md", &marked(FAIL, &told));
    let told = ruling(here, &[]);
    assert_ne!(told["exit_code"], 0, "{told}");
    assert!(codes(&told).contains(&"assize::round::counts"), "{told}");
    let told = begun(here, &["--unbound", "--anew"]);
    write(here, "qa.md", &marked(PASS, &told));
    write(here, "security.md", &marked(FAIL, &told));
    assert_eq!(gate(here, &[]).code(), 0, "one that was begun with it counts so");
    // An observer was never counted, and a seat may come to count for more.
    let observer = OURS.replace(own, &format!("{own} stake=\"observer\""));
    fs::write(here.join("assize.kdl"), &observer).expect("a panel");
    let told = begun(here, &["--unbound", "--anew"]);
    write(here, "qa.md", &marked(PASS, &told));
    assert_eq!(gate(here, &[]).code(), 0);
    fs::write(here.join("assize.kdl"), OURS).expect("a panel");
    assert_eq!(gate(here, &[]).code(), 3);
    let told = ruling(here, &[]);
    assert!(!codes(&told).contains(&"assize::round::counts"), "{told}");
}

#[test]
fn what_was_printed_for_another_round_does_not_count() {
    let dir = repository();
    let here = dir.path();
    let first = begun(here, &[])["mark"].as_str().expect("a mark").to_owned();
    begun(here, &["--anew"]);
    for seat in ["qa", "security"] {
        fs::write(here.join(format!("{seat}.out")), format!("{PASS}# {first}\n")).expect("a file");
    }
    let args = ["--stdout", "qa=qa.out", "--stdout", "security=security.out"];
    let told = ruling(here, &args);
    assert_eq!((&told["exit_code"], &cell(&told, "qa")["state"]), (&3.into(), &"stale".into()));
    for seat in ["qa", "security"] {
        fs::write(here.join(format!("{seat}.out")), PASS).expect("a file");
    }
    assert_eq!(gate(here, &args).code(), 0, "{}", gate(here, &args).out());
    let file = fs::File::options().append(true).open(here.join("qa.out")).expect("a file");
    file.set_modified(SystemTime::now() - Duration::from_secs(3600)).expect("its time");
    assert_eq!(gate(here, &args).code(), 3, "written an hour before the round");
}

#[test]
fn a_commit_may_be_named_by_a_part_of_its_hash() {
    let dir = repository();
    let here = dir.path();
    let short = &git(here, &["rev-parse", "HEAD"])[..8];
    fs::write(here.join("src/a.rs"), "fn a() { b() }\n").expect("a file");
    let told = begun(here, &[&format!("--bind=commit={short}")]);
    assert_eq!(told["bound"]["commit"], git(here, &["rev-parse", "HEAD"]));
    assert!(told["bound"]["changes"].is_string(), "{told}");
    for name in ["qa.md", "security.md"] {
        write(here, name, PASS);
    }
    assert_eq!(gate(here, &[]).code(), 0, "{}", gate(here, &[]).out());
    assert_eq!(gate(here, &[&format!("--bind=commit={short}")]).code(), 0);
    git(here, &["config", "diff.noprefix", "true"]);
    assert_eq!(gate(here, &[]).code(), 0, "whoever asks likes it otherwise");
    assert_eq!(gate(here, &["--bind", "commit=0000000"]).code(), 3);
}

#[test]
fn a_round_is_not_begun_over_one_that_was_judged() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    for name in ["qa.md", "security.md"] {
        write(here, name, PASS);
    }
    assert_eq!(gate(here, &[]).code(), 0);
    fs::remove_dir_all(here.join("reviews/t1")).expect("removed");
    assert_eq!(begun(here, &[])["round"], 2);
    // What is kept of a round is broken: the next one can be begun, and says so.
    fs::write(here.join("reviews/.rounds/t1/2/round.json"), "{").expect("a file");
    assert_eq!(run(here, &["begin", "t1"], "").code(), 2);
    let anew = run(here, &["begin", "t1", "--anew"], "");
    assert_eq!(anew.code(), 0, "{}", anew.err());
    assert!(anew.err().contains("assize::round::unreadable"), "{}", anew.err());
}

#[test]
fn git_says_what_has_changed_since_a_base() {
    let panel =
        OURS.replace("file=\"security.md\"", "file=\"security.md\" { when-changed \"auth/**\" }");
    let dir = folder(&[("assize.kdl", &panel), ("src/a.rs", "a\n"), ("auth/k.rs", "k\n")]);
    let here = dir.path();
    git(here, &["init", "-q", "-b", "main"]);
    commit(here);
    git(here, &["checkout", "-q", "-b", "work"]);
    fs::write(here.join("src/a.rs"), "b\n").expect("a file");
    commit(here);
    let skipped = |told: &Value| told["seats"][1]["skipped"].is_string();
    assert!(skipped(&begun(here, &["--base", "main"])));
    git(here, &["add", "auth/k.rs"]);
    git(here, &["commit", "-q", "-m", "keys"]);
    assert!(!skipped(&begun(here, &["--base", "main", "--anew"])));
    for (base, code) in [("nowhere", "unknown_commit"), ("--upload-pack=x", "odd_name")] {
        let ran = run(here, &["begin", "t1", &format!("--base={base}"), "--anew"], "");
        assert_eq!(ran.code(), 2);
        assert!(ran.err().contains(code), "{}", ran.err());
    }
}

#[test]
fn who_is_still_at_work_is_awaited_and_not_asked_again() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "qa.md", PASS);
    let early = ruling(here, &["--wait", "300"]);
    assert_eq!(early["exit_code"], 3, "it holds like any other");
    assert_eq!(cell(&early, "security")["state"], "missing");
    let kinds = |told: &Value| -> Vec<String> {
        let all = told["actions"].as_array().expect("actions").iter();
        all.filter(|action| action["seat"] == "security")
            .map(|action| action["kind"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    assert!(kinds(&early).is_empty(), "{:?}", kinds(&early));
    assert!(gate(here, &["--wait", "300"]).out().contains("are left"));
    let late = ruling(here, &["--wait", "0"]);
    assert_eq!(kinds(&late), ["respawn"], "{late}");
    assert_eq!(kinds(&ruling(here, &[])), ["respawn"]);
    // Without a round nobody knows when a reviewer began.
    let alone = folder(&[("reports/qa.md", PASS)]);
    let ran = run(alone.path(), &["gate", "reports", "--wait", "300"], "");
    assert!(ran.err().contains("assize::round::nobody_began"), "{}", ran.err());
}

#[test]
fn what_is_tried_is_written_down_and_ends_with_a_person() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "qa.md", PASS);
    let record = || run(here, &["redispatch", "t1", "--record", "--json"], "");
    let kind = |ran: &Run| -> String {
        let told: Value = serde_json::from_str(&ran.out()).expect("JSON");
        let all = told["actions"].as_array().expect("actions").iter();
        let own = all.clone().find(|action| action["seat"] == "security");
        own.and_then(|action| action["kind"].as_str()).unwrap_or_default().to_owned()
    };
    let kinds: Vec<String> = (0..3).map(|_| kind(&record())).collect();
    assert_eq!(kinds, ["respawn", "respawn", "escalate"]);
    let rounds = run(here, &["rounds", "t1", "--json"], "");
    let told: Value = serde_json::from_str(&rounds.out()).expect("JSON");
    let tried = told["attempts"].as_array().expect("attempts");
    let own = tried.iter().filter(|attempt| attempt["seat"] == "security" && attempt["round"] == 1);
    assert_eq!(own.count(), 3, "{told}");
    assert!(
        run(here, &["rounds", "t1"], "").out().contains("tried on security: respawn 2, escalate 1")
    );
    // Without a round there is nowhere to write it down.
    let alone = folder(&[("reports/qa.md", PASS)]);
    let ran = run(alone.path(), &["redispatch", "reports", "--record"], "");
    assert_eq!(ran.code(), 2);
    assert!(ran.err().contains("assize::cli::no_round"), "{}", ran.err());
}

#[test]
fn who_was_late_or_wrote_again_is_seen() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "qa.md", FAIL);
    assert_eq!(gate(here, &[]).code(), 1);
    assert!(!codes(&ruling(here, &[])).contains(&"assize::round::rewritten"), "the same again");
    write(here, "qa.md", PASS);
    write(here, "security.md", PASS);
    let told = flat(&gate(here, &[]).err());
    assert!(
        told.contains("`qa` was judged as `fail` in this round, and has been written again"),
        "{told}"
    );
    assert!(told.contains("`security` came late"), "{told}");
    assert!(!codes(&ruling(here, &[])).contains(&"assize::round::rewritten"));
}

#[test]
fn rounds_tell_what_is_new_repeated_and_resolved() {
    let dir = repository();
    let here = dir.path();
    let round = |qa: &str| {
        let told = begun(here, &[]);
        write(here, "qa.md", qa);
        write(here, "security.md", &marked(PASS, &told));
        gate(here, &[]).code()
    };
    assert_eq!(round(FAIL), 1);
    // It has moved to another line, and is the same.
    assert_eq!(round(&format!("{}blocker: src/b.rs:2 no test\n", FAIL.replace(":1", ":7"))), 1);
    assert_eq!(round("verdict: fail\nconfidence: high\nblocker: src/b.rs:2 no test\n"), 1);
    let begun = begun(here, &[]);
    let ran = run(here, &["rounds", "t1", "--json"], "");
    let told: Value = serde_json::from_str(&ran.out()).expect("JSON");
    let counts: Vec<[usize; 3]> = told["rounds"]
        .as_array()
        .expect("rounds")
        .iter()
        .map(|round| {
            ["new", "repeated", "resolved"].map(|what| round[what].as_array().map_or(9, Vec::len))
        })
        .collect();
    assert_eq!(counts, [[1, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 0]], "{told}");
    let text = run(here, &["rounds", "t1"], "").out();
    assert!(text.contains("resolved  qa: src/a.rs:7 the lock is never let go"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.contains("under way")), "{text}");
    // A policy that asks what is new knows the rounds before.
    fs::write(
        here.join("fresh.rhai"),
        "//! Only what is new shuts.\nrule \"new\" when failed.findings.unseen.some then fail;\nrule \"old\" when reported.some then warn;\n",
    )
    .expect("a policy");
    write(here, "qa.md", "verdict: warn\nconfidence: high\nadvisory: src/b.rs:2 no test\n");
    write(here, "security.md", &marked(PASS, &begun));
    assert_eq!(gate(here, &["--policy", "./fresh.rhai"]).code(), 0);
}

#[test]
fn a_round_comes_out_again_as_it_was() {
    let dir = repository();
    let here = dir.path();
    begun(here, &["--bind", "run=1"]);
    write(here, "qa.md", FAIL);
    write(here, "security.md", PASS);
    assert_eq!(gate(here, &["--set", "min_reviewers=2", "--bind", "run=1"]).code(), 1);
    let told = begun(here, &[]);
    write(here, "qa.md", &marked(PASS, &told));
    write(here, "security.md", "verdict: warn\nconfidence: high\nadvisory: src/a.rs:1 long\n");
    assert_eq!(gate(here, &[]).code(), 0);
    let replay = |args: &[&str]| run(here, &[&["replay"], args].concat(), "");
    let same = replay(&["t1"]);
    assert_eq!(
        (same.code(), same.out().matches("the same, byte for byte").count()),
        (0, 2),
        "{}{}",
        same.out(),
        same.err()
    );
    assert_eq!(
        replay(&["reviews"]).code(),
        0,
        "no work has this name, and a folder of rounds does"
    );
    assert_eq!(replay(&["./reviews"]).code(), 0);

    // Another policy: what it would open that was shut.
    fs::write(here.join("lax.rhai"), "//! Anything goes on.\nrule \"all\" when reported.some then warn overriding seat(\"qa\") \"we know\";\n").expect("a policy");
    let looser = replay(&["t1", "--policy", "./lax.rhai"]);
    assert_eq!(looser.code(), 1, "{}{}", looser.out(), looser.err());
    assert!(
        looser.out().contains("1 of 2 recorded rounds open that were shut"),
        "{}",
        looser.out()
    );
    assert_eq!(replay(&["t1", "--policy", "./lax.rhai", "--allow-loosening"]).code(), 0);
    assert_eq!(replay(&["t1", "--policy", "strict"]).code(), 0);

    // A report that was edited, and a panel.
    fs::write(here.join("reviews/.rounds/t1/1/reports/qa.md"), PASS).expect("a report");
    fs::write(
        here.join("assize.kdl"),
        OURS.replace("\"security\" file", "\"security\" weight=2 file"),
    )
    .expect("a panel");
    let told = replay(&["t1", "--json"]);
    assert_eq!(told.code(), 1);
    let told: Value = serde_json::from_str(&told.out()).expect("JSON");
    assert_eq!(told["rounds"][0]["changed"][0], "qa");
    assert_eq!(told["rounds"][1]["changed"].as_array().map(Vec::len), Some(0));
    assert!(
        told["rounds"][1]["difference"]
            .as_str()
            .is_some_and(|diff| diff.contains("-panel \"ours\"")),
        "{told}"
    );
    assert_eq!(replay(&["t1", "--round", "2"]).code(), 1);
    let ran = replay(&["t1", "--round", "7"]);
    assert!(ran.err().contains("assize::cli::round_not_judged"), "{}", ran.err());
    fs::write(here.join("reviews/.rounds/t1/1/judged.json"), "{\"half\": ").expect("a file");
    let ran = replay(&["t1"]);
    assert_eq!(ran.code(), 2);
    assert!(ran.err().contains("assize::round::unreadable"), "{}", ran.err());
}

#[test]
fn what_cannot_be_judged_again_is_told() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    let ran = run(here, &["replay", "t1"], "");
    assert_eq!(ran.code(), 2);
    assert!(ran.err().contains("no round of `t1` was judged yet"), "{}", ran.err());
    write(here, "qa.md", PASS);
    write(here, "security.md", PASS);
    assert_eq!(gate(here, &[]).code(), 0);
    let file = here.join("reviews/.rounds/t1/1/judged.json");
    let mut judged: Value =
        serde_json::from_str(&fs::read_to_string(&file).expect("kept")).expect("JSON");
    judged["docket"] = Value::Null;
    fs::write(&file, judged.to_string()).expect("a file");
    let ran = run(here, &["replay", "t1"], "");
    assert_eq!(ran.code(), 2);
    assert!(ran.err().contains("assize::cli::not_again"), "{}", ran.err());
    assert!(ran.err().contains("assize::cli::not_whole"), "{}", ran.err());
}

#[test]
fn a_policy_in_the_shadow_decides_nothing() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "qa.md", "verdict: warn\nconfidence: high\nadvisory: src/a.rs:1 long\n");
    write(here, "security.md", PASS);
    let plain = gate(here, &[]);
    assert_eq!(plain.code(), 0);
    let beside = gate(here, &["--shadow", "strict"]);
    assert_eq!(beside.code(), 0);
    assert!(beside.out().contains("shadow  strict would shut: "), "{}", beside.out());
    assert!(summary(here).contains("shadow \"strict\" outcome="), "{}", summary(here));
    assert!(summary(here).contains("gate \"warn\" open=#true"), "{}", summary(here));
    let told = ruling(here, &["--shadow", "strict"]);
    assert_eq!((&told["open"], &told["shadow"]["would_open"]), (&true.into(), &false.into()));
    assert!(ruling(here, &[])["shadow"].is_null());
    // One that would open opens nothing.
    write(here, "qa.md", FAIL);
    fs::write(
        here.join("lax.rhai"),
        "rule \"all\" when reported.some then warn overriding seat(\"qa\") \"we know\";\n",
    )
    .expect("a policy");
    let shut = gate(here, &["--shadow", "./lax.rhai"]);
    assert_eq!(shut.code(), 1);
    assert!(shut.out().contains(" would open: warn"), "{}", shut.out());
    let rounds = run(here, &["rounds", "t1", "--json"], "").out();
    let rounds: Value = serde_json::from_str(&rounds).expect("JSON");
    assert_eq!(rounds["rounds"][0]["judged"]["shadow"]["outcome"], "warn");
    // One that is broken keeps nothing from being judged.
    fs::write(here.join("broken.rhai"), "rule \"all\" when then pass;\n").expect("a policy");
    for asked in ["./broken.rhai", "no-such"] {
        let ran = gate(here, &["--shadow", asked]);
        assert_eq!(ran.code(), 1, "{asked}");
        assert!(ran.err().contains("assize::cli::no_shadow"), "{}", ran.err());
    }
    // The summary is read as the same one.
    assert_eq!(run(here, &["parse", "reviews/t1/verdict-summary.kdl"], "").code(), 0);
}

#[test]
fn a_report_by_its_old_name_is_read_and_told() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "security.md", PASS);
    write(here, "qa-reviewer.md", PASS);
    let told = ruling(here, &[]);
    assert_eq!((&told["exit_code"], &cell(&told, "qa")["state"]), (&0.into(), &"reported".into()));
    assert!(codes(&told).contains(&"assize::seats::legacy_name"));
    // Beside the new one it takes no seat, and can only shut.
    write(here, "qa.md", PASS);
    write(here, "qa-reviewer.md", FAIL);
    assert_ne!(gate(here, &[]).code(), 0);
    let ours =
        "panel \"ours\" {\n    seat \"qa\" file=\"qa.md\"\n    seat \"b\" legacy=\"qa.md\"\n}\n";
    let twice = folder(&[("assize.kdl", ours), ("reports/qa.md", PASS)]);
    let ran = run(twice.path(), &["gate", "./reports"], "");
    assert!(ran.err().contains("assize::panel::file_twice"), "{}", ran.err());
}

/// A reviewer who does what it is told is heard, in every format that is written.
#[test]
fn the_mark_that_is_asked_for_is_read_without_a_repair() {
    let dir = repository();
    let here = dir.path();
    let mark = begun(here, &[])["mark"].as_str().expect("a mark").to_owned();
    for format in
        ["verdict-file", "yaml-block", "cpf-inspector", "cpf-auditor", "pair-review", "labelled"]
    {
        let contract = run(here, &["contract", format, "--task", "t1", "--seat", "qa"], "");
        assert_eq!(contract.code(), 0, "{}", contract.err());
        let asked = contract.out();
        assert!(asked.contains(&mark), "{asked}");
        assert!(asked.contains("`reviews/t1/qa.md`"), "{asked}");
        let example = run(here, &["contract", format, "--example"], "").out();
        let comment = format!("<!-- {mark} -->");
        let answer = if asked.contains(&comment) {
            format!("{}\n{comment}\n", example.trim_end())
        } else {
            let closing = example.trim_end().rfind("\n```").expect("a fence");
            let (above, end) = example.trim_end().split_at(closing);
            assert!(asked.contains(&format!("`# {mark}` as the last line inside")), "{asked}");
            format!("{above}\n# {mark}{end}\n")
        };
        write(here, "qa.md", &answer);
        age(here, "qa.md");
        let plain = folder(&[("qa.md", &example), ("marked.md", &answer)]);
        let read = |name: &str| -> Value {
            let out = run(plain.path(), &["parse", name, "--json"], "").out();
            let told: Value = serde_json::from_str(&out).expect("JSON");
            let source = &told["sources"][0];
            let all = source["verdicts"].as_array().expect("verdicts").iter();
            let effective: Vec<Value> = all.map(|verdict| verdict["effective"].clone()).collect();
            serde_json::json!([effective, source["recoveries"], source["unreadable"]])
        };
        assert_eq!(read("marked.md"), read("qa.md"), "{format}");
        assert!(!effective_of(&read("marked.md")).is_empty(), "{format}");
        assert_ne!(cell(&ruling(here, &[]), "qa")["state"], "stale", "{format}");
    }
    for format in ["quality", "court", "pair-bundle"] {
        let asked = run(here, &["contract", format, "--task", "t1"], "").out();
        assert!(asked.contains(&format!("Put `{mark}` at the end of the first text")), "{asked}");
    }
    // A schema is the same in every round.
    let schema = run(here, &["contract", "quality", "--schema", "--task", "t1"], "").out();
    assert!(!schema.contains(&mark) && schema.contains("passed"), "{schema}");
    for (args, code) in [
        (
            &["contract", "verdict-file", "--task", "t1", "--seat", "qaa"][..],
            "assize::cli::no_such_seat",
        ),
        (&["contract", "verdict-file", "--task", "t2"], "assize::cli::never_begun"),
    ] {
        let ran = run(here, args, "");
        assert_eq!(ran.code(), 2);
        assert!(ran.err().contains(code), "{}", ran.err());
    }
}

fn effective_of(read: &Value) -> Vec<Value> {
    read[0].as_array().cloned().unwrap_or_default()
}

#[test]
fn of_many_that_begin_at_once_each_has_a_round_of_its_own() {
    let dir = repository();
    let here = dir.path();
    let begin = |_| {
        let child = command(here, &["begin", "t1", "--anew", "--json"]).spawn();
        child.expect("it runs")
    };
    let all: Vec<_> = (0..8).map(begin).collect();
    let mut numbers: Vec<u64> = all
        .into_iter()
        .map(|child| {
            let done = Run(child.wait_with_output().expect("it ends"));
            assert_eq!(done.code(), 0, "{}", done.err());
            let told: Value = serde_json::from_str(&done.out()).expect("JSON");
            told["round"].as_u64().expect("a number")
        })
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=8).collect::<Vec<u64>>());
}

#[test]
fn what_is_kept_of_a_round_is_not_guessed_where_it_is_broken() {
    for (text, code) in [
        ("", "assize::round::unreadable"),
        ("{}", "assize::round::unreadable"),
        ("{\"schema_version\": 99}", "assize::round::unreadable"),
    ] {
        let dir = repository();
        let here = dir.path();
        begun(here, &[]);
        for name in ["qa.md", "security.md"] {
            write(here, name, PASS);
        }
        fs::write(here.join("reviews/.rounds/t1/1/round.json"), text).expect("a file");
        let ran = gate(here, &[]);
        assert_eq!(ran.code(), 2, "{text}: {}", ran.out());
        assert!(ran.err().contains(code), "{}", ran.err());
        assert!(summary(here).contains("gate \"error\" open=#false"), "{}", summary(here));
        assert_eq!(run(here, &["rounds", "t1"], "").code(), 2);
        assert_eq!(run(here, &["watch", "t1", "--wait", "1"], "").code(), 2);
    }
    let dir = repository();
    begun(dir.path(), &[]);
    let ran = gate(dir.path(), &["--round", "2"]);
    assert_eq!(ran.code(), 2);
    assert!(ran.err().contains("assize::round::another"), "{}", ran.err());
}

#[test]
fn watching_ends_when_everybody_has_written() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    let child = command(here, &["watch", "t1", "--wait", "60"]).stdin(Stdio::null()).spawn();
    let child = child.expect("it runs");
    let late = here.to_owned();
    let writer = thread::spawn(move || {
        write(&late, "qa.md", PASS);
        thread::sleep(Duration::from_millis(700));
        // Half of a file is waited for, however long it lies there.
        write(&late, "security.md", "verdict: pa");
        thread::sleep(Duration::from_millis(1_500));
        write(&late, "security.md", PASS);
    });
    let done = Run(child.wait_with_output().expect("it ends"));
    writer.join().expect("it wrote");
    assert_eq!(done.code(), 0, "{}{}", done.out(), done.err());
    let lines: Vec<Value> = done
        .out()
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let (last, seats) = lines.split_last().expect("lines");
    assert!(seats.iter().all(|line| line["event"] == "seat"), "{}", done.out());
    let of = |seat: &str| -> Vec<&str> {
        let own = seats.iter().filter(|line| line["seat"] == seat);
        own.filter_map(|line| line["verdict"].as_str()).collect()
    };
    assert_eq!(of("qa").last(), Some(&"pass"));
    assert_eq!(of("security").first(), Some(&"awaiting"));
    assert_eq!(of("security").last(), Some(&"pass"));
    assert_eq!(last["event"], "ruling");
    assert_eq!(last["ruling"]["open"], true);
    assert!(summary(here).contains("open=#true"), "{}", summary(here));
}

#[test]
fn watching_ends_when_time_is_up_or_somebody_fails() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "qa.md", PASS);
    let late = run(here, &["watch", "t1", "--wait", "1", "--lines", "off"], "");
    assert_eq!(late.code(), 3, "{}", late.err());
    assert!(late.out().starts_with("SHUT  hold"), "{}", late.out());
    assert!(late.err().contains("1 of 2"), "{}", late.err());
    write(here, "qa.md", FAIL);
    let fast = run(here, &["watch", "t1", "--wait", "600", "--fail-fast", "--lines", "off"], "");
    assert_eq!(fast.code(), 1, "{}", fast.err());
    // Without a round, the time counts from the beginning of the watch.
    let alone = folder(&[("reports/qa.md", PASS)]);
    let ran = run(alone.path(), &["watch", "reports", "--expect", "qa,b", "--wait", "1"], "");
    assert_eq!(ran.code(), 3, "{}", ran.err());
}

#[cfg(unix)]
#[test]
fn half_of_a_file_is_not_judged_when_time_is_up() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "security.md", PASS);
    let late = here.to_owned();
    let writer = thread::spawn(move || {
        // A pass, and then more of the same file, when its time is up.
        for more in 0..25 {
            let blocker = "blocker: src/a.rs:1 the lock is never let go\n".repeat(more);
            write(&late, "qa.md", &format!("{PASS}{blocker}"));
            thread::sleep(Duration::from_millis(100));
        }
    });
    let ran = run(here, &["watch", "t1", "--wait", "1", "--quiet-for", "700"], "");
    writer.join().expect("it wrote");
    assert_ne!(ran.code(), 0, "{}", ran.out());
    assert!(!summary(here).contains("open=#true"), "{}", summary(here));
    let hook = run(here, &["watch", "t1", "--wait", "1", "--exit", "hook", "--lines", "off"], "");
    assert_eq!(hook.code(), 2, "{}", hook.err());
    assert!(hook.err().contains("SHUT"), "{}", hook.err());
}

#[cfg(unix)]
#[test]
fn a_watch_ends_with_2_where_somebody_writes_on_and_on() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    let late = here.to_owned();
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let over = std::sync::Arc::clone(&stop);
    let writer = thread::spawn(move || {
        while !over.load(std::sync::atomic::Ordering::Relaxed) {
            write(&late, "qa.md", PASS);
            thread::sleep(Duration::from_millis(20));
        }
    });
    // A busy machine may keep the writer waiting, but not for as long as this.
    let ran = run(here, &["watch", "t1", "--wait", "0", "--quiet-for", "700"], "");
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    writer.join().expect("it wrote");
    assert_eq!(ran.code(), 2, "{}", ran.out());
    assert!(ran.err().contains("assize::cli::still_written"), "{}", ran.err());
}

#[test]
fn what_can_be_read_once_is_not_watched() {
    let dir = repository();
    begun(dir.path(), &[]);
    for args in [
        &["watch", "t1", "--changed-from", "-"][..],
        &["watch", "t1", "--stdout", "qa=-"],
        &["watch", "--docket", "docket.json"],
    ] {
        let ran = run(dir.path(), args, "");
        assert_eq!(ran.code(), 2, "{args:?}");
        assert!(ran.err().contains("assize::cli::read_once"), "{}", ran.err());
    }
}

#[cfg(unix)]
#[test]
fn a_watch_that_is_interrupted_leaves_the_gate_shut() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "qa.md", PASS);
    for signal in ["-TERM", "-INT"] {
        let mut child = command(here, &["watch", "t1", "--wait", "600"]).spawn().expect("it runs");
        // It has told the seats, so it listens.
        let mut first = [0; 1];
        let out = child.stdout.as_mut().expect("a pipe");
        std::io::Read::read_exact(out, &mut first).expect("a line");
        let told = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(told.expect("kill runs").success());
        let done = Run(child.wait_with_output().expect("it ends"));
        assert_eq!(done.code(), 2, "{signal}");
        assert!(done.err().contains("assize::cli::interrupted"), "{}", done.err());
        assert!(summary(here).contains("gate \"pending\" open=#false"), "{}", summary(here));
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_takes_no_files_is_a_named_error() {
    use std::os::unix::fs::PermissionsExt;
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "qa.md", PASS);
    let kept = here.join("reviews");
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o555)).expect("read only");
    let is_root = fs::write(kept.join("probe"), "x").is_ok();
    let ran = run(here, &["begin", "t1", "--anew"], "");
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o755)).expect("as before");
    if is_root {
        return;
    }
    assert_eq!(ran.code(), 2);
    assert!(ran.err().contains("assize::round::not_begun"), "{}", ran.err());
    assert!(here.join("reviews/t1/qa.md").exists(), "nothing is lost");
}

/// Reports that git knows are committed: that is no change of what they are about.
#[test]
fn committing_reports_makes_no_round_stale() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    for name in ["qa.md", "security.md"] {
        write(here, name, PASS);
    }
    git(here, &["add", "-f", "reviews"]);
    git(here, &["commit", "-q", "-m", "reports"]);
    let open = gate(here, &[]);
    assert_eq!(open.code(), 0, "{}{}", open.out(), open.err());
    // The work with them is.
    fs::write(here.join("src/a.rs"), "fn b() {}\n").expect("a file");
    write(here, "qa.md", "verdict: pass\nconfidence: high\n\n");
    git(here, &["add", "-f", "reviews", "src"]);
    git(here, &["commit", "-q", "-m", "both"]);
    let shut = gate(here, &[]);
    assert_eq!(shut.code(), 3, "{}{}", shut.out(), shut.err());
}

/// Rules of a commit, a policy by its path, and a replay from somewhere else.
#[test]
fn a_round_comes_out_again_from_anywhere_by_the_rules_that_it_had() {
    let dir = repository();
    let here = dir.path();
    fs::write(
        here.join("mine.rhai"),
        "rule \"a fail\" when failed.some then fail;\nrule \"all\" when passed.all then pass;\n",
    )
    .expect("a policy");
    git(here, &["add", "mine.rhai"]);
    git(here, &["commit", "-q", "-m", "rules"]);
    git(here, &["branch", "base"]);
    begun(here, &[]);
    for name in ["qa.md", "security.md"] {
        write(here, name, PASS);
    }
    let judged = gate(here, &["--rules-from", "base", "--no-overrides", "--policy", "./mine.rhai"]);
    assert_eq!(judged.code(), 0, "{}{}", judged.out(), judged.err());
    // What the work tree has now, and where the name leads now, is nobody's rule of then.
    fs::write(here.join("mine.rhai"), "rule \"none\" when true then fail;\n").expect("a policy");
    fs::write(
        here.join("assize.kdl"),
        OURS.replace("\"security\" file", "\"security\" weight=2 file"),
    )
    .expect("a panel");
    git(here, &["commit", "-qam", "other rules"]);
    git(here, &["branch", "-f", "base"]);
    let again = run(here, &["replay", "./reviews"], "");
    assert_eq!(again.code(), 0, "{}{}", again.out(), again.err());
    assert!(again.out().contains("the same, byte for byte"), "{}", again.out());
    let away = folder(&[]);
    let reviews = here.join("reviews");
    let again = run(away.path(), &["replay", reviews.to_str().expect("a path")], "");
    assert_eq!(again.code(), 0, "{}{}", again.out(), again.err());
    assert!(again.out().contains("the same, byte for byte"), "{}", again.out());
    // By the rules of the work tree the same question has another answer.
    let judged = gate(here, &["--policy", "./mine.rhai"]);
    assert_eq!(judged.code(), 1, "{}", judged.out());
    assert!(judged.out().starts_with("SHUT  fail: none"), "{}", judged.out());
}

/// What somebody wrote into what is kept reaches no terminal.
#[test]
fn what_was_edited_is_escaped_in_json() {
    let dir = repository();
    let here = dir.path();
    begun(here, &[]);
    write(here, "qa.md", FAIL);
    write(here, "security.md", PASS);
    assert_eq!(gate(here, &[]).code(), 1);
    let path = here.join("reviews/.rounds/t1/1/judged.json");
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, text.replace("the lock", "the\u{9b}31m\u{202e}lock")).expect("a file");
    for args in [&["rounds", "t1", "--json"][..], &["replay", "t1", "--json"]] {
        let told = run(here, args, "");
        assert!(!told.out().contains(['\u{9b}', '\u{202e}']), "{args:?}");
        assert!(serde_json::from_str::<Value>(&told.out()).is_ok(), "{}{}", told.out(), told.err());
    }
}
