//! The command: its examples, its flags, its policies.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use crate::texts::{FAIL, PASS, command, err, out, run};

const REVIEWS: &str = "pr,reviewer,body\n1,qa,verdict: pass\n1,security,verdict: pass\n";

#[test]
fn the_examples_of_help_run() {
    let here = tempfile::tempdir().expect("a folder");
    let line = format!("{}\n", serde_json::json!({"body": PASS}));
    fs::write(here.path().join("reviews.csv"), REVIEWS).expect("a file");
    fs::write(here.path().join("reviews.jsonl"), line).expect("a file");
    let help = out(&run(here.path(), &["--help"]));
    let examples = help.split("\nExamples:\n").nth(1).expect("help ends with examples");
    let program = env!("CARGO_BIN_EXE_assize-batch");
    for example in examples.lines() {
        let example = example.trim().replace("assize batch", program);
        let shell = std::process::Command::new("sh")
            .args(["-c", &example])
            .current_dir(here.path())
            .output()
            .expect("a shell");
        assert_eq!(shell.status.code(), Some(0), "{example}: {}", err(&shell));
    }
    assert_eq!(examples.lines().count(), 4);
    assert!(here.path().join("rulings.parquet").is_file());
}

#[test]
fn a_policy_of_the_team_judges_with_its_words_and_facts() {
    let here = tempfile::tempdir().expect("a folder");
    let at = |name: &str| here.path().join(name);
    fs::create_dir_all(at(".assize/policies/gate")).expect("a folder");
    let ours = "given phase: int;\nparam least = 1 from 1 to 9;\n\
                rule \"a first draft\" when phase < 2 then hold;\n\
                rule \"too few\" when in_favour.count < least then hold;\n\
                rule \"in favour\" when in_favour.all then pass;\n";
    fs::write(at(".assize/policies/gate/ours.rhai"), ours).expect("a policy");
    fs::write(at("assize.kdl"), "words { go \"ahoi\" }\n").expect("words");
    let text = "task,seat,text\n1,qa,\"verdict: ahoi\nconfidence: high\n\"\n";
    fs::write(at("a.csv"), text).expect("reviews");
    let judged = |more: &[&str]| {
        let flags = ["a.csv", "--task", "task", "--expect", "qa", "--policy", "ours"];
        let ran = run(here.path(), &[&flags, more].concat());
        let ruling = serde_json::from_str::<serde_json::Value>(&out(&ran)).unwrap_or_default();
        (ran.status.code(), ruling["word"].as_str().map(str::to_owned), err(&ran))
    };
    let told = |code, word: Option<&str>, more: &[&str]| {
        let (found, ruled, err) = judged(more);
        assert_eq!((found, ruled.as_deref()), (Some(code), word), "{more:?}: {err}");
    };
    told(0, Some("pass"), &["--given", "phase=3"]);
    told(0, Some("hold"), &["--given", "phase=1"]);
    told(0, Some("hold"), &["--given", "phase=3", "--set", "least=2"]);
    told(0, Some("hold"), &["--given", "phase=3", "--no-config"]);
    // A fact that is not told is no ruling, for each docket.
    told(3, None, &[]);
    told(2, None, &["--given", "phase=three"]);
}

#[test]
fn standard_input_and_output_are_streams() {
    let here = tempfile::tempdir().expect("a folder");
    let mut child = command(here.path(), &["-", "--input-format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("its input");
    for text in [PASS, FAIL] {
        writeln!(input, "{}", serde_json::json!({"text": text})).expect("a line");
    }
    drop(input);
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(0));
    let effective: Vec<bool> =
        out(&ran).lines().map(|line| line.contains("\"effective\":\"pass\"")).collect();
    assert_eq!(effective, [true, false]);
}

#[test]
fn flags_that_do_not_go_together_are_refused() {
    let here = tempfile::tempdir().expect("a folder");
    fs::write(here.path().join("reviews.csv"), REVIEWS).expect("a file");
    for flags in [
        &["--policy", "any-blocker"][..],
        &["--partition", "1/2"],
        &["--task", "pr", "--keep", "pr"],
        &["--task", "pr", "--partition", "3/2"],
        &["--task", "pr", "--partition", "0/2"],
        &["--input-format", "xlsx"],
    ] {
        let ran = run(here.path(), &[&["reviews.csv", "--text", "body"], flags].concat());
        assert_eq!(ran.status.code(), Some(2), "{flags:?}");
        assert!(err(&ran).starts_with("error: "), "{flags:?}: {}", err(&ran));
    }
}
