//! Whose rules judge: those of the work tree, or those of a commit, taken by the git of this machine.
#![expect(clippy::disallowed_methods, reason = "tests run the command and git, and look at files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{Run, command, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 broken\n";
const STRICT: &str =
    "rule \"a fail\" when failed.some then fail;\nrule \"all\" when passed.all then pass;\n";
const OURS: &str = ".assize/policies/gate/ours.rhai";

/// None on a machine without git, where there is nothing to take rules from.
fn git(here: &Path, args: &[&str]) -> Option<String> {
    let known =
        ["-c", "user.name=dana", "-c", "user.email=dana@example.org", "-c", "commit.gpgsign=false"];
    let told = Command::new("git").args(known).args(args).current_dir(here).output().ok()?;
    assert!(told.status.success(), "{args:?}: {}", String::from_utf8_lossy(&told.stderr));
    Some(String::from_utf8_lossy(&told.stdout).trim().to_owned())
}

fn put(here: &Path, name: &str, text: &str) {
    let place = here.join(name);
    fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
    fs::write(place, text).expect("a file");
}

/// A repository whose branch `base` has these files, with a report that says `fertig`.
fn repository(files: &[(&str, &str)]) -> Option<tempfile::TempDir> {
    let dir = tempfile::tempdir().expect("a folder");
    let here = dir.path();
    git(here, &["init", "-q", "."])?;
    put(here, "src/a.rs", "");
    files.iter().for_each(|(name, text)| put(here, name, text));
    git(here, &["add", "-A"])?;
    git(here, &["commit", "-q", "-m", "base"])?;
    git(here, &["branch", "base"])?;
    put(here, "reports/qa.md", PASS);
    Some(dir)
}

fn gate(here: &Path, more: &[&str]) -> Run {
    run(here, &[&["gate", "reports", "--no-summary"], more].concat(), "")
}

const BY_BASE: [&str; 2] = ["--rules-from", "base"];
const OWN: [&str; 2] = ["--policy", "ours"];

#[test]
fn a_change_is_judged_by_the_policy_of_its_base() {
    let Some(dir) = repository(&[(OURS, STRICT)]) else { return };
    let here = dir.path();
    put(
        here,
        OURS,
        "rule \"fine\" when reported.some then pass overriding seat(\"qa\") \"we like it\";\n",
    );
    put(here, "reports/qa.md", FAIL);
    assert_eq!(gate(here, &OWN).code(), 0, "the change judges itself: {}", gate(here, &OWN).out());
    let by_base = [&OWN[..], &BY_BASE].concat();
    let ruling = gate(here, &by_base);
    assert_eq!(ruling.code(), 1, "{}", ruling.out());
    assert!(ruling.out().contains("differs from the one of `base`"), "{}", ruling.out());
    let json = gate(here, &[&by_base[..], &["--format", "json"]].concat()).out();
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let hash = git(here, &["rev-parse", "base"]).expect("a hash");
    assert_eq!(value["policy"]["origin"], format!("{OURS} at base (commit {hash})"), "{json}");
    assert!(
        json.contains("assize::rules::differs") && json.contains("assize::rules::from"),
        "{json}"
    );
    // The environment says it, and the flag says it louder.
    let by_variable = |named: &str, more: &[&str]| {
        let mut told = command(
            here,
            &[&["gate", "reports", "--no-summary", "--policy", "ours"], more].concat(),
        );
        told.env("ASSIZE_RULES_FROM", named).output().expect("it runs").status.code()
    };
    assert_eq!(by_variable("base", &[]), Some(1));
    assert_eq!(by_variable("nowhere", &BY_BASE), Some(1));
    assert_eq!(by_variable("nowhere", &[]), Some(2));
    assert_eq!(by_variable("", &[]), Some(2), "a variable that was not filled in");
    // A file of a policy is brought along, too; so is one that the base does not have.
    for named in [OURS, &format!("./src/../{OURS}"), &here.join(OURS).to_string_lossy()] {
        assert_eq!(gate(here, &["--policy", named, "--rules-from", "base"]).code(), 1, "{named}");
    }
    put(here, "new.rhai", STRICT);
    let absent = gate(here, &["--policy", "new.rhai", "--rules-from", "base"]);
    assert_eq!(absent.code(), 2);
    assert!(absent.err().contains("`new.rhai at base (commit "), "{}", absent.err());
    // From a folder further down, and when the change took the file away.
    fs::remove_file(here.join(OURS)).expect("a file");
    let below = ["gate", "../reports", "--no-summary", "--policy", "ours", "--rules-from", "base"];
    assert_eq!(run(&here.join("src"), &below, "").code(), 1);
    assert_eq!(gate(here, &OWN).code(), 2);
}

#[test]
fn what_a_policy_imports_comes_from_the_same_commit() {
    let policy = "import \"lib\" as lib;\nrule \"enough\" when lib::enough(passed.count) then pass;\nrule \"no\" otherwise fail;\n";
    let lib = ".assize/policies/gate/lib.rhai";
    let strict = "fn enough(n) { n > 1 }\n";
    let Some(dir) = repository(&[(OURS, policy), (lib, strict)]) else { return };
    let here = dir.path();
    put(here, lib, "fn enough(n) { n > 0 }\n");
    assert_eq!(gate(here, &OWN).code(), 0, "{}", gate(here, &OWN).err());
    let ruling = gate(here, &[&OWN[..], &BY_BASE].concat());
    assert_eq!(ruling.code(), 1, "{}", ruling.err());
    assert!(ruling.out().contains("`.assize/policies/gate/lib.rhai` differs"), "{}", ruling.out());
}

#[test]
fn words_and_waivers_come_from_the_commit() {
    let Some(dir) = repository(&[("assize.kdl", "words { go \"fertig\" }\nrules-from \"base\"\n")])
    else {
        return;
    };
    let here = dir.path();
    put(here, "reports/qa.md", "verdict: genehmigt\nconfidence: high\n");
    put(here, "assize.kdl", "words { go \"genehmigt\" }\n");
    assert_eq!(gate(here, &[]).code(), 0, "the line was taken out by the change");
    assert_eq!(gate(here, &BY_BASE).code(), 3);
    let json = gate(here, &[&BY_BASE[..], &["--format", "json"]].concat()).out();
    assert!(
        json.contains("reports are read with the words of `assize.kdl at base (commit "),
        "{json}"
    );
    // The line itself.
    put(here, "assize.kdl", "words { go \"genehmigt\" }\nrules-from \"base\"\n");
    assert_eq!(gate(here, &[]).code(), 3);
    put(here, "assize.kdl", "rules-from \"nowhere\"\n");
    assert!(gate(here, &[]).err().contains("assize::rules::unknown_commit"));
    put(here, "assize.kdl", "rules-from \"a\" \"b\"\n");
    assert!(gate(here, &[]).err().contains("assize::host::config_one_commit"));
    // Waivers that the base does not have waive nothing.
    fs::remove_file(here.join("assize.kdl")).expect("a file");
    let waiver = "waiver \"W\" category=\"c\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"\n";
    put(here, "waivers.kdl", waiver);
    put(here, "reports/qa.md", PASS);
    assert_eq!(gate(here, &["--waivers", "waivers.kdl"]).code(), 0);
    let absent = gate(here, &["--waivers", "waivers.kdl", "--rules-from", "base"]);
    assert_eq!(absent.code(), 2);
    assert!(absent.err().contains("`waivers.kdl at base (commit "), "{}", absent.err());
    // Outside the work tree it is not the change's.
    let outside = tempfile::tempdir().expect("a folder");
    put(outside.path(), "waivers.kdl", waiver);
    let elsewhere = outside.path().join("waivers.kdl");
    let elsewhere = elsewhere.to_string_lossy();
    assert_eq!(gate(here, &["--waivers", &elsewhere, "--rules-from", "base"]).code(), 0);
}

#[test]
fn a_commit_without_rules_has_none() {
    let Some(dir) = repository(&[]) else { return };
    let here = dir.path();
    put(here, "assize.kdl", "words { go \"genehmigt\" }\n");
    put(here, "reports/qa.md", "verdict: genehmigt\nconfidence: high\n");
    assert_eq!(gate(here, &[]).code(), 0);
    let ruling = gate(here, &BY_BASE);
    assert_eq!(ruling.code(), 3, "{}", ruling.out());
    assert!(
        ruling.out().contains("`assize.kdl` does not judge: `base` does not have it"),
        "{}",
        ruling.out()
    );
    put(here, OURS, STRICT);
    let unknown = gate(here, &[&OWN[..], &BY_BASE].concat());
    assert!(unknown.err().contains("assize::host::unknown_policy"), "{}", unknown.err());
}

#[test]
fn a_ruling_says_when_the_change_touches_its_rules() {
    let Some(dir) = repository(&[("assize.kdl", "words { go \"fertig\" }\n"), (OURS, STRICT)])
    else {
        return;
    };
    let here = dir.path();
    let touched = |paths: &str, more: &[&str]| {
        put(here, "changed.txt", paths);
        gate(here, &[&["--changed-from", "changed.txt"], &OWN[..], more].concat())
    };
    let quiet = touched("src/a.rs\nassize.kdl.bak\n", &[]);
    assert!(!quiet.out().contains("assize.kdl"), "{}", quiet.out());
    let both = touched(&format!("assize.kdl\n{OURS}\n"), &[]);
    assert_eq!(both.code(), 0);
    for told in [
        format!("note  the change touches `{OURS}`, which judges it"),
        "note  the change touches `assize.kdl`, which judges it".to_owned(),
    ] {
        assert!(both.out().contains(&told), "{}", both.out());
    }
    assert!(!both.err().contains("judges it"), "told twice: {}", both.err());
    let by_folder = ["gate", "./reports", "--no-summary", "--changed-from", "changed.txt"];
    let by_folder = run(here, &by_folder, "").out();
    assert!(by_folder.contains("touches `assize.kdl`, which judges it"), "{by_folder}");
    let based = touched("assize.kdl\n", &BY_BASE);
    assert!(
        based.out().contains("the change touches `assize.kdl`; it is judged by the one of `base`"),
        "{}",
        based.out()
    );
    let json = touched("assize.kdl\n", &["--format", "json"]).out();
    assert!(json.contains("\"assize::rules::judges_itself\""), "{json}");
    let explained = run(here, &["explain", "reports", "--changed-from", "changed.txt"], "").out();
    assert!(explained.contains("the change touches `assize.kdl`, which judges it"), "{explained}");
    fs::remove_file(here.join("assize.kdl")).expect("a file");
    let taken = touched("assize.kdl\n", &[]).out();
    assert!(taken.contains("the change takes away `assize.kdl`"), "{taken}");
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_in_a_commit() {
    let files = [(OURS, STRICT), ("src/words.kdl", "words { go \"fertig\" }\n")];
    let Some(dir) = repository(&files) else { return };
    let here = dir.path();
    std::os::unix::fs::symlink("src/words.kdl", here.join("assize.kdl")).expect("a link");
    git(here, &["add", "assize.kdl"]);
    git(here, &["commit", "-q", "-m", "link"]);
    let linked = gate(here, &["--rules-from", "HEAD"]);
    assert_eq!(linked.code(), 2);
    assert!(linked.err().contains("link, which is not followed in a commit"), "{}", linked.err());
    // A link from outside leads to what the change brought along.
    let outside = tempfile::tempdir().expect("a folder");
    let link = outside.path().join("words.kdl");
    std::os::unix::fs::symlink(here.join("src/words.kdl"), &link).expect("a link");
    put(here, "src/words.kdl", "words { go \"genehmigt\" }\n");
    put(here, "reports/qa.md", "verdict: genehmigt\nconfidence: high\n");
    let by_link = ["--config", &link.to_string_lossy(), "--rules-from", "base"];
    assert_eq!(gate(here, &by_link[..2]).code(), 0);
    assert_eq!(gate(here, &by_link).code(), 3, "{}", gate(here, &by_link).err());
    // Nor does a folder that the change made a link lead to other rules.
    put(outside.path(), "policies/gate/ours.rhai", "rule \"fine\" when reported.some then pass;\n");
    fs::remove_dir_all(here.join(".assize")).expect("a folder");
    std::os::unix::fs::symlink(outside.path(), here.join(".assize")).expect("a link");
    put(here, "reports/qa.md", "verdict: warn\nconfidence: high\nadvisory: long\n");
    assert_eq!(gate(here, &OWN).code(), 0);
    for named in ["ours", OURS] {
        let by_base = gate(here, &["--policy", named, "--rules-from", "base"]);
        assert_eq!(by_base.code(), 3, "{named}: {}", by_base.out());
    }
}

#[test]
fn what_keeps_rules_from_being_taken_is_told() {
    let Some(dir) = repository(&[(OURS, STRICT)]) else { return };
    let here = dir.path();
    let told = |here: &Path, named: &str| {
        let run = gate(here, &[&format!("--rules-from={named}")]);
        assert_eq!(run.code(), 2, "{named}");
        run.err()
    };
    git(here, &["tag", "twice"]);
    git(here, &["branch", "twice"]);
    for (named, code) in [
        ("nowhere", "unknown_commit"),
        ("base:src", "unknown_commit"),
        ("base..HEAD", "unknown_commit"),
        ("--output=x", "odd_name"),
        ("-", "odd_name"),
        ("a b", "odd_name"),
        ("", "odd_name"),
        ("twice", "ambiguous_commit"),
    ] {
        let err = told(here, named);
        assert!(err.contains(&format!("assize::rules::{code}")), "{named}: {err}");
    }
    assert!(!here.join("x").exists());
    assert_eq!(gate(here, &["--rules-from", "refs/heads/twice"]).code(), 0);
    let bare = tempfile::tempdir().expect("a folder");
    put(bare.path(), "reports/qa.md", PASS);
    assert!(told(bare.path(), "base").contains("not in a git repository"));
    let mut without = command(here, &["gate", "reports", "--no-summary", "--rules-from", "base"]);
    let without = Run(without.env("PATH", "").output().expect("it runs"));
    assert_eq!(without.code(), 2);
    assert!(without.err().contains("assize::rules::no_git"), "{}", without.err());
    let shallow = bare.path().join("clone");
    let from = format!("file://{}", here.display());
    git(bare.path(), &["clone", "-q", "--depth=1", &from, "clone"]);
    put(&shallow, "reports/qa.md", PASS);
    assert!(told(&shallow, "origin/base").contains("assize::rules::not_fetched"));
    assert_eq!(gate(&shallow, &["--rules-from", "HEAD"]).code(), 0);
    // A policy that is no text, or too large.
    for text in ["\u{1}", &"/".repeat(1024 * 1024 + 1)] {
        let bytes = if text.len() == 1 { vec![0xff] } else { text.as_bytes().to_vec() };
        fs::write(here.join(OURS), bytes).expect("a file");
        git(here, &["commit", "-q", "-a", "-m", "odd"]);
        let odd = gate(here, &[&OWN[..], &["--rules-from", "HEAD"]].concat());
        assert_eq!(odd.code(), 2);
        assert!(odd.err().contains("assize::host::policy_unreadable"), "{}", odd.err());
    }
}

#[cfg(unix)]
#[test]
fn a_folder_of_rules_that_the_change_swaps_is_told() {
    use std::os::unix::fs::symlink;
    let Some(dir) = repository(&[("tools/policies/gate/ours.rhai", STRICT)]) else { return };
    let here = dir.path();
    symlink("tools", here.join(".assize")).expect("a link");
    git(here, &["add", ".assize"]);
    git(here, &["commit", "-q", "-m", "link"]);
    let touched = |paths: &str, more: &[&str]| {
        put(here, "changed.txt", paths);
        gate(here, &[&["--changed-from", "changed.txt"], &OWN[..], more].concat())
    };
    let told = touched("1\t1\t.assize\n", &[]).out();
    assert!(told.contains(&format!("the change touches `{OURS}`, which judges it")), "{told}");
    let below = touched("1\t1\ttools\n", &[]).out();
    assert!(below.contains("which judges it"), "{below}");
    for quiet in [".assiz", ".assize/policies/gate/ours", "src"] {
        let told = touched(&format!("{quiet}\n"), &[]).out();
        assert!(!told.contains("judges it"), "{quiet}: {told}");
    }
    // In a commit a link is not followed, and this is said.
    let by_head = touched("src/a.rs\n", &["--rules-from", "HEAD"]);
    assert_eq!(by_head.code(), 2);
    assert!(by_head.err().contains("`.assize at HEAD (commit"), "{}", by_head.err());
    let named = ["--rules-from", "HEAD", "--policy", "tools/policies/gate/ours.rhai"];
    assert_eq!(gate(here, &named).code(), 0, "{}", gate(here, &named).err());
    // The built-in ones need none.
    let built_in = gate(here, &["--rules-from", "HEAD"]);
    assert_eq!(built_in.code(), 0, "{}", built_in.err());
}

#[test]
fn line_ends_of_a_work_tree_are_no_difference() {
    let words = "words {\n  go \"fertig\"\n}\n";
    let Some(dir) = repository(&[("assize.kdl", words)]) else { return };
    let here = dir.path();
    put(here, "assize.kdl", &words.replace('\n', "\r\n"));
    let told = gate(here, &BY_BASE);
    assert!(!told.out().contains("differs"), "{}", told.out());
    put(here, "assize.kdl", &words.replace("fertig", "fertig!"));
    let told = gate(here, &BY_BASE);
    assert!(told.out().contains("`assize.kdl` differs"), "{}", told.out());
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_not_read_from_the_work_tree() {
    use std::os::unix::ffi::OsStrExt;
    let Some(dir) = repository(&[]) else { return };
    let here = dir.path();
    let name = std::ffi::OsStr::from_bytes(b"waivers-\xff.kdl");
    let waiver = "waiver \"W\" category=\"c\" owner=\"d\" reason=\"r\" until=\"2027-01-01\"\n";
    if fs::write(here.join(name), waiver).is_err() {
        return;
    }
    let by = |more: &[&str]| {
        let mut told = command(here, &[&["gate", "reports", "--no-summary"], more].concat());
        Run(told.arg("--waivers").arg(name).output().expect("it runs"))
    };
    assert_eq!(by(&[]).code(), 0, "{}", by(&[]).err());
    let told = by(&BY_BASE);
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("at base (commit "), "{}", told.err());
}

#[test]
fn nothing_is_fetched_for_a_partial_clone() {
    let Some(dir) = repository(&[(OURS, STRICT)]) else { return };
    git(dir.path(), &["config", "uploadpack.allowFilter", "true"]);
    git(dir.path(), &["config", "uploadpack.allowAnySHA1InWant", "true"]);
    let outside = tempfile::tempdir().expect("a folder");
    let from = format!("file://{}", dir.path().display());
    git(outside.path(), &["clone", "-q", "--filter=blob:none", "--no-checkout", &from, "clone"]);
    let here = outside.path().join("clone");
    put(&here, "reports/qa.md", PASS);
    let told = gate(&here, &[&OWN[..], &["--rules-from", "origin/base"]].concat());
    let objects = git(&here, &["cat-file", "--batch-check", "--batch-all-objects"]).expect("git");
    assert!(!objects.contains(" blob "), "something was fetched: {objects}");
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("which fetches it"), "{}", told.err());
}

#[test]
fn attempts_that_the_change_brings_along_are_told() {
    let Some(dir) = repository(&[]) else { return };
    let here = dir.path();
    put(here, "attempts.kdl", "attempt seat=\"qa\" action=\"respawn\" round=1\n");
    let touched = |paths: &str, more: &[&str]| {
        put(here, "changed.txt", paths);
        let flags = ["--changed-from", "changed.txt", "--attempts", "attempts.kdl"];
        gate(here, &[&flags[..], more].concat())
    };
    assert!(!touched("src/a.rs\n", &[]).out().contains("attempts.kdl"));
    for more in [&[][..], &BY_BASE[..]] {
        let told = touched("attempts.kdl\n", more);
        assert_eq!(told.code(), 0, "{}", told.err());
        assert!(told.out().contains("the change touches `attempts.kdl`"), "{}", told.out());
    }
}

#[test]
fn panels_are_shown_as_they_judge() {
    const PANEL: &str = "panel \"ours\" { seat \"qa\"; seat \"security\"; }\n";
    let Some(dir) = repository(&[("assize.kdl", PANEL)]) else { return };
    let here = dir.path();
    put(here, "assize.kdl", "panel \"ours\" { seat \"qa\"; }\npanel \"new\" { seat \"qa\"; }\n");
    let panel = |args: &[&str]| run(here, &[&["panel"], args].concat(), "").out();
    assert!(!panel(&["show", "ours"]).contains("security"));
    assert!(panel(&["show", "ours", "--rules-from", "base"]).contains("security"));
    assert!(
        panel(&["list"]).contains("new")
            && !panel(&["list", "--rules-from", "base"]).contains("new")
    );
    // The line in `assize.kdl` says so as well, as it does for a gate.
    put(here, "assize.kdl", "rules-from \"base\"\npanel \"ours\" { seat \"qa\"; }\n");
    assert!(panel(&["show", "ours"]).contains("security"));
    let unknown = run(here, &["panel", "list", "--rules-from", "nowhere"], "");
    assert_eq!(unknown.code(), 2);
    assert!(unknown.err().contains("assize::rules::unknown_commit"), "{}", unknown.err());
}

/// `.gitattributes` comes with the change, and may call its files binary: then nobody knows how many lines there are.
#[test]
fn a_round_of_what_calls_itself_binary_seats_who_looks_at_long_changes() {
    let panel = "panel \"ours\" { reports \"reviews/{task}\"; seat \"qa\"; seat \"big\" { when-lines-over 50; }; }\n";
    let Some(dir) = repository(&[("assize.kdl", panel)]) else { return };
    let here = dir.path();
    for (attributes, lines, sits) in [("", 100, true), ("", 5, false), ("*.rs binary\n", 5, true)] {
        put(here, ".gitattributes", attributes);
        put(here, "src/a.rs", &"let a = 1;\n".repeat(lines));
        let task = format!("t{lines}{sits}");
        let begun = run(here, &["begin", &task, "--base", "base", "--json"], "");
        assert_eq!(begun.code(), 0, "{}", begun.err());
        let told: serde_json::Value = serde_json::from_str(&begun.out()).expect("JSON");
        let mut seats = told["seats"].as_array().expect("seats").iter();
        let big = seats.find(|seat| seat["name"] == "big").expect("a seat");
        assert_eq!(big["skipped"].is_null(), sits, "{told:#}");
    }
}
