//! `quality payload`, `instructions`, `run` and `finish`, with the reviewer of `examples/quality`.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail where it stands")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::run::{Run, command, folder, run};

const STEP: &str = r#"
step "guide" {
    output "chapters" type="files" { file "a.md" "b.md" }
    output "summary" type="file" { file "s.md" }
    review "step" { criterion "AC1" "It is short." }
    review "chapters" { criterion "AC2" "It is true."; criterion "AC3" "It is done." }
    notes "Half is new."
}
"#;
const RECORD: &str = ".deepwork/tmp/quality_review_s1_guide.json";
const FILE: &str = ".deepwork/tmp/quality_review_s1_guide.md";

fn project() -> tempfile::TempDir {
    let files = [("step.kdl", STEP), ("a.md", "first\n"), ("b.md", "TODO\n"), ("s.md", "both\n")];
    folder(&files)
}

/// A line, and behind it a reviewer that answers like this.
fn with_reviewer<'a>(args: &[&'a str], how: &'a str) -> Vec<&'a str> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/quality/reviewer.sh");
    let reviewer = ["--", "sh", script, how, "{system_prompt}", "{json_schema}"];
    [args, &reviewer].concat()
}

fn review(here: &Path, args: &[&str], how: &str) -> Run {
    run(here, &with_reviewer(&[&["quality"], args].concat(), how), "")
}

fn finish(here: &Path, more: &[&str], how: &str) -> Run {
    review(here, &[&["finish", "step.kdl", "--session", "s1"], more].concat(), how)
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.out()).expect("JSON")
}

/// The names of all files below a folder.
fn files(here: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![here.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path.strip_prefix(here).expect("below").display().to_string()),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_payload_is_printed_shown_or_listed() {
    let here = project();
    let shown = run(here.path(), &["quality", "payload", "step.kdl"], "");
    assert_eq!(shown.code(), 0, "{}", shown.err());
    let text = shown.out();
    assert!(text.contains("-------------------- b.md --------------------\nTODO\n"), "{text}");
    assert!(
        text.ends_with(
            "Half is new.\n\n==================== END AUTHOR NOTES ====================\n"
        )
    );
    let args = ["quality", "payload", "step.kdl", "--max-inline-files", "2", "--notes", " "];
    let listed = run(here.path(), &args, "").out();
    assert!(
        listed.contains("\n\n[3 files ") && listed.contains("- s.md  (output: summary)"),
        "{listed}"
    );
    assert!(!listed.contains("TODO") && !listed.contains("NOTES"), "{listed}");
    let prompt =
        run(here.path(), &["quality", "payload", "step.kdl", "--part", "prompt"], "").out();
    assert!(
        prompt.contains("- **AC1**: It is short.") && prompt.contains("- **AC3**: It is done.")
    );
    let schema =
        run(here.path(), &["quality", "payload", "step.kdl", "--part", "schema"], "").out();
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    assert_eq!(schema["required"][0], "passed");
    let args = ["quality", "payload", "step.kdl", "--format", "json"];
    assert_eq!(json(&run(here.path(), &args, ""))["texts"][0].as_str(), Some(text.trim_end()));
    let piped = run(here.path(), &["quality", "payload", "-"], STEP);
    assert_eq!(piped.out(), text);
    assert_eq!(files(here.path()), ["a.md", "b.md", "s.md", "step.kdl"]);
}

/// Five files are shown, and none by the panel `deepwork`, whose subagents open them themselves.
#[test]
fn a_self_review_shows_as_many_files_as_its_panel_says() {
    const OURS: &str =
        "panel \"ours\" {\n    seat \"quality\"\n    self-review max-inline-files=2\n}\n";
    let here = project();
    fs::write(here.path().join("assize.kdl"), OURS).expect("a file");
    let written = |command: &[&str], more: &[&str]| {
        let step = ["step.kdl", "--session", "s1"];
        let ran = run(here.path(), &[command, &step, more].concat(), "");
        let place = here.path().join(".deepwork/tmp/quality_review_s1_guide.md");
        (ran.code(), fs::read_to_string(place).unwrap_or_default())
    };
    let instructions = &["quality", "instructions"][..];
    let finish = &["quality", "finish"][..];
    for (more, lists) in [
        (&[][..], false),
        (&["--panel", "deepwork"], true),
        (&["--panel", "ours"], true),
        (&["--panel", "ours", "--max-inline-files", "3"], false),
        (&["--panel", "deepwork", "--max-inline-files", "3"], false),
        (&["--panel", "dartai"], false),
        (&["--max-inline-files", "0"], true),
    ] {
        for (command, code, own) in [(instructions, 0, &[][..]), (finish, 3, &["--self-review"])] {
            let (ended, text) = written(command, &[more, own].concat());
            assert_eq!(ended, code, "{command:?} {more:?}");
            assert_eq!(text.contains("[3 files "), lists, "{command:?} {more:?}");
            assert_eq!(text.contains("TODO"), !lists, "{command:?} {more:?}");
        }
    }
    // The payload of a reviewer that is run has five, whatever a panel says; and what is no panel is told.
    assert_eq!(written(finish, &["--panel", "deepwork"]).0, 2);
    assert_eq!(written(instructions, &["--panel", "deepwrok"]).0, 2);
    for wrong in
        ["self-review", "self-review 0", "self-review max-inline-files=-1", "self-review max=0"]
    {
        let text = OURS.replace("self-review max-inline-files=2", wrong);
        fs::write(here.path().join("assize.kdl"), text).expect("a file");
        assert_eq!(written(instructions, &["--panel", "ours"]).0, 2, "{wrong}");
    }
}

#[test]
fn a_link_out_of_the_root_is_refused_everywhere() {
    let (here, other) = (project(), folder(&[("secret.md", "SECRET")]));
    fs::remove_file(here.path().join("a.md")).expect("removed");
    symlink(other.path().join("secret.md"), here.path().join("a.md")).expect("a link");
    for args in [
        vec!["payload", "step.kdl"],
        vec!["payload", "step.kdl", "--max-inline-files", "0"],
        vec!["instructions", "step.kdl", "--session", "s1"],
    ] {
        let refused = run(here.path(), &[&["quality"], &args[..]].concat(), "");
        assert_eq!(refused.code(), 2, "{args:?}");
        assert!(refused.err().contains("assize::quality::output_outside"), "{}", refused.err());
        assert!(!refused.out().contains("SECRET"));
    }
    assert_eq!(review(here.path(), &["run", "step.kdl"], "pass").code(), 2);
    assert_eq!(finish(here.path(), &[], "pass").code(), 2);
    assert!(!here.path().join(".deepwork").exists());
}

#[test]
fn what_is_wrong_with_a_step_is_told_at_once() {
    let output = r#"output "a" type="file" { file "a.md" }; "#;
    let review = r#"review "step" { criterion "A" "b" }"#;
    for (text, codes) in [
        ("step", vec!["step_malformed"]),
        ("step \"a\" {", vec!["step_malformed"]),
        ("// none", vec!["step_malformed"]),
        ("stp \"a\"", vec!["step_unknown_node"]),
        ("step \"../a\"", vec!["step_not_an_id"]),
        ("step \"a\"\nstep \"b\"", vec!["step_malformed"]),
        ("step \"a\" 2 x=#true", vec!["step_malformed"; 2]),
        ("step \"a\" { outputs \"a\" }", vec!["step_unknown_node"]),
        ("step \"a\" { output \"a\" }", vec!["step_malformed"]),
        ("step \"a\" { output \"step\" type=\"file\" }", vec!["step_malformed"]),
        ("step \"a\" { output \"a\" type=\"file\" optional=\"yes\" }", vec!["step_malformed"]),
        ("step \"a\" { output \"a\" type=\"file\" { file \"a\" \"b\" } }", vec!["step_malformed"]),
        ("step \"a\" { output \"a\" type=\"file\" { files \"a\" } }", vec!["step_unknown_node"]),
        (
            "step \"a\" { output \"a\" type=\"files\" { file \"../a\" \"/b\" \"c\\nd\" \"\" } }",
            vec!["step_path_outside", "step_path_outside", "step_malformed", "step_malformed"],
        ),
        (
            "step \"a\" { output \"a\" type=\"file\"; output \"a\" type=\"file\" }",
            vec!["step_named_twice"],
        ),
        ("step \"a\" { review \"step\" }", vec!["step_no_criteria"]),
        (
            "step \"a\" { review \"step\" { criterion \"A\" } }",
            vec!["step_malformed", "step_no_criteria"],
        ),
        (
            "step \"a\" { review \"step\" { criterion \"A\" \"b\"; criterion \"A\" \"c\" } }",
            vec!["step_named_twice"],
        ),
        (
            "step \"a\" { review \"step\" { criterion \"A\" \"b\"; guidance \"a\"; guidance \"b\" } }",
            vec!["step_malformed"],
        ),
        ("step \"a\" { notes \"a\"; notes \"b\" }", vec!["step_malformed"]),
        (
            &format!("step \"a\" {{ {output} review \"aa\" {{ criterion \"A\" \"b\" }} }}"),
            vec!["step_unknown_output"],
        ),
        (&format!("step \"a\" {{ {output} {review} }}"), vec![]),
    ] {
        let here = folder(&[("step.kdl", text), ("a.md", "a")]);
        let told = run(here.path(), &["quality", "payload", "step.kdl", "--format", "json"], "");
        assert_eq!(told.code(), if codes.is_empty() { 0 } else { 2 }, "{text}\n{}", told.err());
        let found = json(&told);
        let found: Vec<&str> = found["diagnostics"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|one| one["code"].as_str())
            .collect();
        let mut codes: Vec<String> =
            codes.iter().map(|code| format!("assize::host::{code}")).collect();
        let mut found: Vec<String> = found.iter().map(|&code| code.to_owned()).collect();
        codes.sort();
        found.sort();
        assert_eq!(found, codes, "{text}\n{}", told.err());
    }
    for text in ["", "\u{0}", "\u{feff}"] {
        let here = folder(&[("step.kdl", text)]);
        assert_eq!(run(here.path(), &["quality", "run", "step.kdl"], "").code(), 2);
    }
    let here = folder(&[]);
    assert_eq!(run(here.path(), &["quality", "run", "nowhere.kdl"], "").code(), 2);
}

#[test]
fn a_run_ends_as_the_worst_of_its_reviews() {
    let here = project();
    for (how, code, outcome) in [
        ("pass", 0, "pass"),
        ("check", 1, "fail"),
        ("contradicts", 1, "fail"),
        ("half", 2, "error"),
    ] {
        let done = review(here.path(), &["run", "step.kdl", "--format", "json"], how);
        assert_eq!(done.code(), code, "{how}: {}", done.err());
        let told = json(&done);
        assert_eq!(
            (told["outcome"].as_str(), told["open"].as_bool()),
            (Some(outcome), Some(code == 0))
        );
        assert_eq!(told["reviews"].as_array().map(Vec::len), Some(3));
    }
    let told = json(&review(here.path(), &["run", "step.kdl", "--json"], "check"));
    let failed = told["failed_reviews"].as_array().expect("a list");
    assert_eq!(failed.len(), 2, "{told:#}");
    assert_eq!(failed[1]["target_file"], "b.md");
    assert_eq!(failed[1]["criteria_results"][1]["passed"], false);
    let text = review(here.path(), &["run", "step.kdl"], "check").out();
    assert!(
        text.contains("pass   chapters: a.md\nfail   chapters: b.md\n       not finished\n"),
        "{text}"
    );
    assert!(text.ends_with("\nSHUT (fail): 1 of 3 reviews passed\n"), "{text}");
    assert_eq!(files(here.path()).len(), 4, "nothing is written");
}

#[test]
fn what_nobody_is_asked_about_is_named_and_warns() {
    // No reviewer is run, so one that crashes harms nothing.
    for (reviews, reason, skipped, said) in [
        ("", Some("no_review"), 0, "OPEN (warn): no review was asked for, so nobody looked"),
        (
            "review \"index\" { criterion \"AC1\" \"b\"; criterion \"AC2\" \"c\" }",
            None,
            2,
            "warn   index\n       The output `index` is optional and was left out, so nothing was \
             reviewed\n       - AC1: not judged\n       - AC2: not judged\n",
        ),
    ] {
        let step = format!(
            "step \"guide\" {{ output \"index\" type=\"file\" optional=#true; {reviews} }}"
        );
        let here = folder(&[("step.kdl", &step)]);
        let told = review(here.path(), &["run", "step.kdl", "--json"], "crashes");
        assert_eq!(told.code(), 0, "{}", told.err());
        let told = json(&told);
        assert_eq!((told["reason"].as_str(), told["outcome"].as_str()), (reason, Some("warn")));
        let criteria = told["reviews"][0]["skipped"].as_array().map_or(0, Vec::len);
        assert_eq!(criteria, skipped, "{told:#}");
        let text = review(here.path(), &["run", "step.kdl"], "crashes").out();
        assert!(text.contains(said), "{text}");
        // However often it is asked, and where a subagent would review it.
        for more in [&[][..], &["--self-review"], &[], &[]] {
            let args = [&["quality", "finish", "step.kdl", "--session", "s1"], more].concat();
            let told = run(here.path(), &args, "");
            assert_eq!(told.code(), 0, "{}{}", told.out(), told.err());
            assert!(told.out().contains("next_step: OPEN (warn)"), "{}", told.out());
        }
    }
    // Beside a review that is asked for, which decides; and where it may not be left out.
    let step = STEP.replace("file \"s.md\"", "").replace("review \"step\"", "review \"summary\"");
    let here = folder(&[("step.kdl", &step), ("a.md", "a"), ("b.md", "b")]);
    assert_eq!(review(here.path(), &["run", "step.kdl"], "pass").code(), 2);
    let optional = step.replace("\"summary\" type", "\"summary\" optional=#true type");
    fs::write(here.path().join("step.kdl"), optional).expect("a file");
    let told = review(here.path(), &["run", "step.kdl"], "pass");
    assert!(
        told.out().ends_with("OPEN (warn): 2 of 2 reviews passed, 1 skipped\n"),
        "{}",
        told.out()
    );
    assert_eq!(review(here.path(), &["run", "step.kdl"], "fail").code(), 1);
    let told = run(
        here.path(),
        &["quality", "finish", "step.kdl", "--session", "s1", "--self-review"],
        "",
    );
    assert_eq!(told.code(), 3, "a subagent has something to look at");
    let written = fs::read_to_string(here.path().join(FILE)).expect("the file");
    assert!(written.contains("was left out. Report its criteria as not judged."), "{written}");
}

#[test]
fn a_step_without_a_file_that_exists_holds() {
    let review_of = |outputs: &str| {
        format!("step \"guide\" {{ {outputs}; review \"step\" {{ criterion \"A\" \"b\" }} }}")
    };
    for (outputs, code) in [
        ("output \"d\" type=\"files\" optional=#true", 3),
        ("output \"d\" type=\"files\" { file \"gone.md\" \"lost.md\" }", 3),
        ("output \"d\" type=\"files\" { file \"gone.md\" \"there.md\" }", 0),
    ] {
        let here = folder(&[("step.kdl", &review_of(outputs)), ("there.md", "text\n")]);
        let told = review(here.path(), &["run", "step.kdl", "--json"], "pass");
        assert_eq!(told.code(), code, "{outputs} {} {}", told.out(), told.err());
        let reason = json(&told)["reason"].as_str().map(str::to_owned);
        assert_eq!(reason.as_deref(), (code == 3).then_some("nothing_reviewed"), "{outputs}");
    }
    // One that is no option is no more left out than when the step is finished.
    let outputs = "output \"d\" type=\"files\"; output \"e\" type=\"file\" { file \"there.md\" }";
    let here = folder(&[("step.kdl", &review_of(outputs)), ("there.md", "text\n")]);
    let told = review(here.path(), &["run", "step.kdl"], "pass");
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("assize::cli::output_left_out"), "{}", told.err());
}

#[test]
fn a_hook_is_told_by_two_and_on_standard_error() {
    for (line, how, code) in [
        (&["run", "step.kdl", "--exit", "hook"][..], "pass", 0),
        (&["run", "step.kdl", "--exit", "hook", "--json"], "fail", 2),
        (&["finish", "step.kdl", "--session", "s1", "--exit", "hook"], "pass", 0),
        (&["finish", "step.kdl", "--session", "s2", "--exit", "hook", "-q"], "fail", 2),
        (&["finish", "step.kdl", "--session", "s3", "--exit", "hook", "--self-review"], "", 2),
    ] {
        let here = project();
        let told = match how {
            "" => run(here.path(), &[&["quality"], line].concat(), ""),
            how => review(here.path(), line, how),
        };
        assert_eq!(told.code(), code, "{line:?} {} {}", told.out(), told.err());
        assert_eq!(told.err().contains("SHUT"), code == 2, "{line:?} {}", told.err());
    }
}

#[test]
fn a_command_without_a_slot_is_refused() {
    let here = project();
    let told = run(here.path(), &["quality", "run", "step.kdl", "--", "./reviewer"], "");
    assert_eq!(told.code(), 2);
    assert_eq!(
        told.err().matches("assize::quality::command_without_slot").count(),
        2,
        "{}",
        told.err()
    );
}

#[test]
fn ids_and_roots_are_checked() {
    let here = project();
    for session in ["../s1", "", ".", "a/b", "a b"] {
        let args = ["quality", "instructions", "step.kdl", "--session", session];
        let told = run(here.path(), &args, "");
        assert_eq!(told.code(), 2);
        assert!(told.err().contains("assize::cli::not_an_id"), "{}", told.err());
    }
    let told = run(here.path(), &["quality", "payload", "step.kdl", "--root", "nowhere"], "");
    assert!(told.code() == 2 && told.err().contains("assize::cli::no_root"), "{}", told.err());
    let told = review(here.path(), &["run", "step.kdl", "--root", "a.md"], "pass");
    assert!(told.code() == 2 && told.err().contains("assize::cli::no_root"), "{}", told.err());
    let away = folder(&[]);
    let step = here.path().join("step.kdl").display().to_string();
    let root = here.path().display().to_string();
    let told = run(away.path(), &["quality", "payload", &step, "--root", &root], "");
    assert!(told.out().contains("first"), "{}", told.err());
}

#[test]
fn instructions_are_written_where_the_session_and_step_say() {
    let here = project();
    let args = ["quality", "instructions", "step.kdl", "--session", "s1"];
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 0, "{}", told.err());
    assert!(told.out().contains(&format!("1. Read `{FILE}`")), "{}", told.out());
    assert_eq!(files(here.path()), [FILE, "a.md", "b.md", "s.md", "step.kdl"]);
    let first = fs::read_to_string(here.path().join(FILE)).expect("the file");
    assert!(
        first.contains("## Review 2 (scope: output 'chapters')")
            && first.contains("> Half is new.")
    );
    // Again, of what is there now.
    fs::write(here.path().join("b.md"), "done\n").expect("a file");
    let told = json(&run(here.path(), &[&args[..], &["--json"]].concat(), ""));
    assert_eq!(
        (told["status"].as_str(), told["review_file"].as_str()),
        (Some("needs_work"), Some(FILE))
    );
    let second = fs::read_to_string(here.path().join(FILE)).expect("the file");
    assert!(second.contains("done") && !second.contains("TODO"), "{second}");
}

#[test]
fn a_self_review_needs_work_until_somebody_answers_for_it() {
    let here = project();
    for _ in 0..4 {
        let told = run(
            here.path(),
            &["quality", "finish", "step.kdl", "--session", "s1", "--self-review", "--json"],
            "",
        );
        assert_eq!(told.code(), 3, "{}", told.err());
        let told = json(&told);
        assert_eq!(
            (told["status"].as_str(), told["attempts"].as_u64()),
            (Some("needs_work"), Some(0))
        );
        assert!(
            told["feedback"]
                .as_str()
                .is_some_and(|told| told.contains("quality_review_override_reason"))
        );
        assert!(here.path().join(FILE).exists());
    }
}

#[test]
fn attempts_are_counted_and_end() {
    let here = project();
    for attempt in 1..=2 {
        let told = json(&finish(here.path(), &["--json"], "fail"));
        assert_eq!(
            (told["status"].as_str(), told["attempts"].as_u64()),
            (Some("needs_work"), Some(attempt))
        );
        assert_eq!(told["feedback"], "not finished; not finished; not finished");
    }
    let told = finish(here.path(), &[], "fail");
    assert_eq!(told.code(), 1);
    assert!(
        told.out().ends_with("failed: SHUT (fail), 0 of 3 reviews passed, attempt 3 of 3\n"),
        "{}",
        told.out()
    );
    // Nobody is asked any more, whatever they would say.
    let told = finish(here.path(), &["--json"], "pass");
    assert_eq!((told.code(), json(&told)["status"].as_str()), (1, Some("failed")));
    let record = fs::read_to_string(here.path().join(RECORD)).expect("the record");
    let record: Value = serde_json::from_str(&record).expect("JSON");
    assert_eq!(record["attempts"].as_array().map(Vec::len), Some(3), "{record:#}");
    let more = finish(here.path(), &["--max-attempts", "4"], "pass");
    assert_eq!(more.code(), 0, "{}", more.err());
    assert!(
        more.out().ends_with("next_step: OPEN (pass), 3 of 3 reviews passed, attempt 4 of 4\n"),
        "{}",
        more.out()
    );
    // Another session begins anew.
    let other = review(here.path(), &["finish", "step.kdl", "--session", "s2", "--json"], "pass");
    assert_eq!(json(&other)["attempts"], 1);
}

#[test]
fn a_reviewer_without_an_answer_uses_up_no_attempt() {
    let here = project();
    let told = finish(here.path(), &["--json"], "gives-up");
    assert_eq!(told.code(), 2);
    let told = json(&told);
    assert_eq!((told["status"].as_str(), told["outcome"].as_str()), (Some("error"), Some("error")));
    assert!(told["reviews"][0]["error"].as_str().is_some_and(|why| why.contains("no credit left")));
    let nobody = ["--", "nosuch-reviewer", "{system_prompt}{json_schema}"];
    let args = [&["quality", "finish", "step.kdl", "--session", "s2"][..], &nobody].concat();
    let told = run(here.path(), &args, "");
    assert!(told.err().contains("could not be started: `nosuch-reviewer`: "), "{}", told.err());
    // It is kept all the same; so is one whose envelope lost its type, with its reason.
    let told = json(&finish(here.path(), &["--json"], "is-error"));
    assert_eq!((told["outcome"].as_str(), told["attempts"].as_u64()), (Some("error"), Some(0)));
    let why = told["reviews"][0]["error"].as_str().unwrap_or_default();
    assert!(why.contains("Credit balance is too low"), "{told:#}");
    assert_eq!(json(&finish(here.path(), &["--json"], "pass"))["attempts"], 1);
    let record = fs::read_to_string(here.path().join(RECORD)).expect("the record");
    let record: Value = serde_json::from_str(&record).expect("JSON");
    assert_eq!(record["attempts"].as_array().map(Vec::len), Some(3), "{record:#}");
}

/// A name as a model writes it is that of the criterion, where it can be only one.
#[test]
fn criteria_are_known_by_the_names_that_models_write() {
    let step = STEP.replace("\"AC1\"", "\"Dated\"").replace("\"AC2\"", "\"Dated\"");
    let here = project();
    fs::write(here.path().join("step.kdl"), &step).expect("a file");
    for (name, code) in [
        ("Dated", 0),
        ("dated", 0),
        ("**Dated**", 0),
        ("Dated: every entry has a date", 0),
        ("`dated`: it is", 0),
        ("Dates", 1),
        ("Dated or so", 1),
        ("Not dated", 1),
    ] {
        fs::write(here.path().join("name"), name).expect("a file");
        let told = review(here.path(), &["run", "step.kdl"], "renames");
        assert_eq!(told.code(), code, "{name} {}{}", told.out(), told.err());
    }
    // Where it may be two it holds, and uses up no attempt.
    let two = step
        .replace(
            "review \"chapters\" {",
            "review \"chapters\" { criterion \"Dated: by month\" \"x\";",
        )
        .replace("\"Dated\" \"It is true.\"", "\"Dated: by day\" \"y\"");
    fs::write(here.path().join("step.kdl"), two).expect("a file");
    for (name, code) in [("Dated", 3), ("**dated**: all are", 3), ("dated: by MONTH", 0)] {
        fs::write(here.path().join("name"), name).expect("a file");
        let told = finish(here.path(), &["--json"], "renames");
        assert_eq!(told.code(), code, "{name} {}{}", told.out(), told.err());
        assert_eq!(json(&told)["attempts"].as_u64(), Some(u64::from(code == 0)), "{name}");
    }
}

/// Runs without a judgement use up no attempt, and end all the same.
#[test]
fn nobody_is_asked_without_end_where_nobody_judges() {
    let here = project();
    for _ in 0..3 {
        let told = json(&finish(here.path(), &["--json"], "is-error"));
        assert_eq!((told["status"].as_str(), told["attempts"].as_u64()), (Some("error"), Some(0)));
    }
    let ended = finish(here.path(), &["--json"], "is-error");
    assert_eq!(ended.code(), 3, "{}{}", ended.out(), ended.err());
    let told = json(&ended);
    assert_eq!((told["status"].as_str(), told["outcome"].as_str()), (Some("failed"), Some("hold")));
    let why = told["feedback"].as_str().unwrap_or_default();
    assert!(why.contains("the last 3 runs gave no judgement; somebody has to look"), "{why}");
    assert!(told["reviews"].is_null(), "nobody was asked: {told:#}");
    // Somebody looked, and lets it be asked for once more: a judgement begins anew.
    let more = json(&finish(here.path(), &["--json", "--max-attempts", "4"], "fail"));
    assert_eq!((more["status"].as_str(), more["attempts"].as_u64()), (Some("needs_work"), Some(1)));
    let again = json(&finish(here.path(), &["--json"], "is-error"));
    assert_eq!(again["status"], "error", "{again:#}");
    let by = ["--json", "--by", "dana", "--override", "read by hand"];
    assert_eq!(json(&finish(here.path(), &by, "is-error"))["status"], "next_step");
}

#[test]
fn an_override_is_kept_and_shown() {
    let here = project();
    for (by, reason, count) in [("dana", "  ", 1), (" ", "\u{200b}", 2)] {
        let told = finish(here.path(), &["--by", by, "--override", reason], "fail");
        assert_eq!(
            (told.code(), told.err().matches("assize::quality::override_without_").count()),
            (2, count)
        );
    }
    assert!(!here.path().join(".deepwork").exists());
    let told = finish(here.path(), &["--override", "because"], "fail");
    assert_eq!(told.code(), 2, "nobody answers for it");
    let told = finish(
        here.path(),
        &["--by", "dana", "--override", "reviewed by \u{1b}[2Jhand"],
        "crashes",
    );
    assert_eq!(told.code(), 0, "{}", told.err());
    assert_eq!(
        told.out(),
        "next_step: OPEN (warn)\noverride by dana: reviewed by \\u{1b}[2Jhand\n"
    );
    // From then on it is shown with every answer.
    let told = finish(here.path(), &["--json"], "fail");
    assert_eq!(told.code(), 1);
    assert_eq!(json(&told)["overrides"][0]["author"], "dana");
    assert!(finish(here.path(), &[], "pass").out().contains("override by dana"));
}

#[test]
fn a_step_without_its_outputs_is_not_finished() {
    let step = STEP.replace("file \"s.md\"", "").replace("\"b.md\"", "\"b.md\" \"c.md\"");
    let here = folder(&[("step.kdl", &step), ("a.md", "a"), ("b.md", "b")]);
    let told = finish(here.path(), &[], "pass");
    assert_eq!(told.code(), 2);
    let err = told.err();
    assert!(
        err.contains("assize::cli::output_left_out") && err.contains("assize::cli::output_missing"),
        "{err}"
    );
    assert!(!here.path().join(".deepwork").exists());
}

#[test]
fn a_record_that_cannot_be_read_or_is_of_another_is_not_begun_anew() {
    let here = project();
    assert_eq!(finish(here.path(), &[], "fail").code(), 1);
    let record = here.path().join(RECORD);
    let good = fs::read_to_string(&record).expect("the record");
    let other = good.replace("\"session\": \"s1\"", "\"session\": \"s2\"");
    let half = &good[..good.len() / 2];
    for (text, code) in [
        ("", "record_unreadable"),
        (half, "record_unreadable"),
        ("{}", "record_unreadable"),
        ("\u{0}", "record_unreadable"),
        (&other, "record_of_another"),
    ] {
        fs::write(&record, text).expect("a file");
        let told = finish(here.path(), &[], "pass");
        assert_eq!(told.code(), 2, "{text}");
        assert!(told.err().contains(&format!("assize::quality::{code}")), "{}", told.err());
        assert_eq!(fs::read_to_string(&record).expect("the record"), text);
    }
}

#[test]
fn nothing_is_written_through_a_link() {
    let (here, other) = (project(), folder(&[]));
    symlink(other.path(), here.path().join(".deepwork")).expect("a link");
    for told in [
        finish(here.path(), &[], "pass"),
        run(here.path(), &["quality", "instructions", "step.kdl", "--session", "s1"], ""),
    ] {
        assert_eq!(told.code(), 2);
        assert!(told.err().contains("assize::quality::odd_folder"), "{}", told.err());
    }
    assert!(files(other.path()).is_empty());
}

#[test]
fn a_disk_that_takes_nothing_finishes_nothing() {
    let here = project();
    let limited = |args: &[&str], how: &str| {
        let args = with_reviewer(&[&["quality"], args].concat(), how);
        let shell = Command::new("sh")
            .current_dir(here.path())
            .args(["-c", "ulimit -f 0; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_assize"))
            .args(args)
            .output();
        Run(shell.expect("a shell"))
    };
    let told = limited(&["finish", "step.kdl", "--session", "s1"], "pass");
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("assize::quality::not_written"), "{}", told.err());
    assert!(!here.path().join(RECORD).exists() && told.out().is_empty());
    // One that was kept stays.
    assert_eq!(finish(here.path(), &[], "fail").code(), 1);
    let kept = fs::read_to_string(here.path().join(RECORD)).expect("the record");
    let told = limited(&["finish", "step.kdl", "--session", "s1"], "pass");
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("assize::host::log_not_written"), "{}", told.err());
    assert_eq!(fs::read_to_string(here.path().join(RECORD)).expect("the record"), kept);
}

#[test]
fn of_two_at_once_one_says_that_it_waits() {
    let here = project();
    let args = with_reviewer(&["quality", "finish", "step.kdl", "--session", "s1"], "stalls");
    let mut first = command(here.path(), &args).spawn().expect("it runs");
    begun(here.path(), "pending");
    let told = finish(here.path(), &["--lock-wait", "1"], "pass");
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("assize::host::held"), "{}", told.err());
    // Killed where it stands, it has used up an attempt, and holds nobody up.
    first.kill().expect("killed");
    first.wait().expect("ended");
    let told = json(&finish(here.path(), &["--json"], "pass"));
    assert_eq!((told["status"].as_str(), told["attempts"].as_u64()), (Some("next_step"), Some(2)));
}

/// Waits until the record says something.
fn begun(here: &Path, word: &str) {
    for _ in 0..600 {
        if fs::read_to_string(here.join(RECORD)).is_ok_and(|record| record.contains(word)) {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("it never began");
}

/// What is left of the children of a reviewer: what they write into a pipe until nobody has it open.
fn survivors(work: impl FnOnce(&Path, &str)) -> String {
    let here = project();
    let pipe = here.path().join("alive");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("a pipe")
    });
    work(here.path(), &pipe.display().to_string());
    reader.join().expect("read")
}

#[test]
fn a_reviewer_whose_time_is_up_leaves_no_child() {
    let left = survivors(|here, pipe| {
        let args =
            with_reviewer(&["quality", "run", "step.kdl", "--timeout", "1"], "forks-and-stalls");
        let told = command(here, &args).env("ALIVE", pipe).output().expect("it runs");
        assert_eq!(told.status.code(), Some(2));
        let err = String::from_utf8_lossy(&told.stderr).into_owned();
        assert_eq!(err.matches("it was ended after 1 s").count(), 3, "{err}");
    });
    assert_eq!(left, "");
}

#[test]
fn a_reviewer_that_answers_leaves_no_child() {
    let left = survivors(|here, pipe| {
        let args = with_reviewer(&["quality", "run", "step.kdl"], "forks");
        let told = command(here, &args).env("ALIVE", pipe).output().expect("it runs");
        assert_eq!(told.status.code(), Some(0), "{}", String::from_utf8_lossy(&told.stderr));
    });
    assert_eq!(left, "");
}

#[test]
fn who_ends_the_command_ends_its_reviewers() {
    for signal in ["TERM", "INT", "HUP"] {
        let left = survivors(|here, pipe| {
            let args = ["quality", "finish", "step.kdl", "--session", "s1"];
            let args = with_reviewer(&args, "forks-and-stalls");
            let mut process = command(here, &args);
            let process = process.env("ALIVE", pipe).stdin(Stdio::null()).spawn().expect("it runs");
            begun(here, "pending");
            thread::sleep(Duration::from_millis(700));
            let kill = Command::new("kill")
                .args([&format!("-{signal}"), &process.id().to_string()])
                .status();
            assert!(kill.expect("kill").success());
            let told = Run(process.wait_with_output().expect("it ends"));
            assert_eq!(told.code(), 2, "{}", told.err());
            assert!(told.err().contains("it was interrupted"), "{}", told.err());
            assert!(!told.out().contains("OPEN"));
        });
        assert_eq!(left, "", "{signal}");
    }
}

/// What reviewers and authors write acts on no terminal.
#[test]
fn what_a_reviewer_says_cannot_forge_a_line() {
    let here = project();
    let script = r#"#!/bin/sh
printf '{"passed": false, "feedback": "x\\u001b[2J\\nOPEN (pass): 3 of 3", "criteria_results": []}'
"#;
    fs::write(here.path().join("evil.sh"), script).expect("a script");
    let args =
        ["quality", "run", "step.kdl", "--", "sh", "evil.sh", "{system_prompt}{json_schema}"];
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 1);
    assert!(!told.out().lines().any(|line| line.starts_with("OPEN")), "{}", told.out());
    assert!(!told.out().contains('\u{1b}'));
}
