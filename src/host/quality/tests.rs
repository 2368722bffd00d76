//! The gate with real reviewers: `examples/quality/reviewer.sh`, in a folder of its own.
#![expect(clippy::disallowed_methods, reason = "tests write the files that are reviewed")]

mod files;

use std::fs;
use std::future::poll_fn;
use std::path::Path;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use super::super::Disk;
use super::super::runner::tests::wait_while_busy;
use super::super::runner::wait_for;
use super::work::{Asked, Ready, prepare};
use super::{ClaudeCli, QualityGate, read_outputs};
use crate::systems::quality::{
    DEFAULT_MAX_INLINE_FILES, OutputKind, Review, ReviewCriterion, Step, StepOutput, payload,
    review_tasks,
};
use crate::{Outcome, Profile, ReadOptions};

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a.md", "first\n"), ("b.md", "TODO second\n"), ("s.md", "both\n")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn outputs() -> Vec<StepOutput> {
    vec![
        StepOutput::new("chapters", OutputKind::Files, ["a.md", "b.md"]),
        StepOutput::new("summary", OutputKind::File, ["s.md"]),
    ]
}

fn criteria() -> Vec<ReviewCriterion> {
    vec![ReviewCriterion::new("AC1", "It is short."), ReviewCriterion::new("AC2", "It is true.")]
}

fn cli(how: &str, more: &[&str]) -> ClaudeCli {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/quality/reviewer.sh");
    let argv = ["sh", script, how, "{system_prompt}", "{json_schema}"];
    let argv: Vec<String> = more.iter().chain(&argv).map(|&part| part.to_owned()).collect();
    ClaudeCli::command(argv).unwrap().timeout(Duration::from_secs(30))
}

fn gate(how: &str) -> QualityGate {
    QualityGate::new(Some(cli(how, &[])), None)
}

/// What a gate says of all outputs together.
fn evaluate(how: &str) -> Result<crate::quality::ReviewResult, String> {
    let here = folder();
    let done = wait_for(async {
        gate(how).evaluate(&criteria(), &outputs(), here.path(), None, None).await
    });
    done.unwrap().map_err(|error| error.to_string())
}

#[test]
fn a_gate_is_made_with_and_without_a_reviewer() {
    assert_eq!(DEFAULT_MAX_INLINE_FILES, 5);
    for cli in [None, Some(ClaudeCli::new())] {
        assert_eq!(QualityGate::new(cli.clone(), None).max_inline_files(), 5);
        for most in [0, 5, 17] {
            assert_eq!(QualityGate::new(cli.clone(), Some(most)).max_inline_files(), most);
        }
    }
}

#[test]
fn without_a_reviewer_there_are_instructions_and_no_evaluation() {
    let here = folder();
    let gate = QualityGate::new(None, Some(0));
    let reviews = [Review::new("chapters", criteria())];
    let (text, evaluated, reviewed) = wait_for(async {
        let root = here.path();
        let text = gate.build_review_instructions_file(&reviews, &outputs(), root, None).await;
        let evaluated = gate.evaluate(&criteria(), &outputs(), root, None, None).await;
        (text, evaluated, gate.evaluate_reviews(&reviews, &outputs(), root, None).await)
    })
    .unwrap();
    let text = text.unwrap();
    assert!(
        text.starts_with("# Quality Review Instructions\n") && text.contains("- b.md\n"),
        "{text}"
    );
    for why in [evaluated.map(drop).unwrap_err(), reviewed.map(drop).unwrap_err()] {
        assert_eq!(why.why.items()[0].code, "assize::quality::no_reviewer", "{why}");
    }
}

#[test]
fn a_reviewer_is_told_criteria_notes_and_guidance_and_reads_the_payload() {
    for (most, shown) in [(None, 5), (Some(2), 2)] {
        let here = folder();
        let keep = here.path().join("kept");
        let keep_at = format!("KEEP={}", keep.display());
        let gate = QualityGate::new(Some(cli("keeps", &["env", &keep_at])), most);
        let done = wait_for(async {
            let notes = Some("Half is new.");
            gate.evaluate(&criteria(), &outputs(), here.path(), notes, Some("Be quick.")).await
        });
        let result = done.unwrap().unwrap();
        assert!(result.passed, "{result:?}");
        let kept = |part: &str| fs::read_to_string(keep.with_extension(part)).unwrap();
        let prompt = kept("prompt");
        for part in ["- **AC1**: It is short.", "> Half is new.", "Be quick."] {
            assert!(prompt.contains(part), "{prompt}");
        }
        assert_eq!(kept("schema"), crate::quality::answer_schema());
        let files = crate::quality::output_files(&outputs());
        let read = read_outputs(&Disk, here.path(), &files, shown).unwrap();
        let read = payload(&read, Some("Half is new."), shown);
        assert_eq!((kept("payload"), read.contains("TODO second")), (read, most.is_none()));
        let folder = Path::new(kept("folder").trim()).canonicalize().unwrap();
        assert_eq!(folder, here.path().canonicalize().unwrap());
    }
}

#[test]
fn the_default_command_is_that_of_claude() {
    let run =
        ClaudeCli::new().invocation(("PROMPT", "SCHEMA"), "P".to_owned(), Path::new("/r"), 270);
    let argv: Vec<_> = [run.program()]
        .into_iter()
        .chain(run.arguments().iter().map(std::ffi::OsString::as_os_str))
        .collect();
    let wanted = [
        "claude",
        "--print",
        "--output-format",
        "json",
        "--system-prompt",
        "PROMPT",
        "--json-schema",
        "SCHEMA",
        "-p",
        "--",
    ];
    assert_eq!(argv, wanted);
    assert_eq!((run.given_input(), run.given_folder()), (&b"P"[..], Some(Path::new("/r"))));
    assert_eq!(run.given_timeout(), Duration::from_secs(270));
    let own = ClaudeCli::new().timeout(Duration::from_secs(7));
    let run = own.invocation(("", ""), String::new(), Path::new("/r"), 270);
    assert_eq!(run.given_timeout(), Duration::from_secs(7));
}

#[test]
fn a_command_that_is_not_told_what_to_judge_is_refused() {
    let codes = |argv: &[&str]| -> Vec<String> {
        let why = ClaudeCli::command(argv.iter().copied()).unwrap_err();
        why.items().iter().map(|item| item.code.to_string()).collect()
    };
    assert_eq!(codes(&[]), ["assize::quality::no_command"]);
    assert_eq!(codes(&[""]), ["assize::quality::no_command"]);
    assert_eq!(codes(&["a"]), ["assize::quality::command_without_slot"; 2]);
    assert_eq!(codes(&["a", "{system_prompt}"]), ["assize::quality::command_without_slot"]);
}

#[test]
fn answers_are_judged() {
    assert!(evaluate("pass").unwrap().passed);
    assert!(evaluate("bare").unwrap().passed);
    for how in ["check", "fail", "contradicts", "leaves-out", "adds", "no-passed"] {
        let result = evaluate(how).unwrap();
        assert!(!result.passed, "{how}: {result:?}");
    }
}

#[test]
fn what_a_reviewer_does_instead_of_answering_is_an_error() {
    for (how, why) in [
        ("text", "no `structured_output`"),
        ("errored", "ended with an error"),
        ("half", "ends before its last bracket"),
        ("prose", "not a JSON object"),
        ("silent", "not a JSON object"),
        ("crashes", "ended by the signal 11"),
        ("gives-up", "ended with the code 3: no credit left"),
        ("answers-and-gives-up", "ended with the code 1"),
        ("floods", "printed more than 16777216 bytes"),
    ] {
        let error = evaluate(how).unwrap_err();
        assert!(error.contains(why), "{how}: {error}");
    }
}

#[test]
fn a_reviewer_that_stalls_is_ended_with_its_children() {
    for how in ["stalls", "half-stalls", "forks-and-stalls"] {
        let here = folder();
        let alive = format!("ALIVE={}", here.path().join("alive").display());
        let cli = cli(how, &["env", &alive]).timeout(Duration::from_millis(700));
        let gate = QualityGate::new(Some(cli), None);
        let done = wait_for(async {
            gate.evaluate(&criteria(), &outputs(), here.path(), None, None).await
        });
        let error = done.unwrap().unwrap_err().to_string();
        assert!(error.contains("it was ended after 0.7 s"), "{how}: {error}");
    }
}

#[test]
fn a_child_that_a_reviewer_leaves_behind_delays_nothing() {
    let here = folder();
    let alive = format!("ALIVE={}", here.path().join("alive").display());
    let gate = QualityGate::new(Some(cli("forks", &["env", &alive])), None);
    let done =
        wait_for(async { gate.evaluate(&criteria(), &outputs(), here.path(), None, None).await });
    assert!(done.unwrap().unwrap().passed);
}

#[test]
fn no_program_is_an_error() {
    let here = folder();
    let cli = ClaudeCli::command(["/nowhere/claude", "{system_prompt}{json_schema}"]).unwrap();
    let gate = QualityGate::new(Some(cli), None);
    let done =
        wait_for(async { gate.evaluate(&criteria(), &outputs(), here.path(), None, None).await });
    let error = done.unwrap().unwrap_err().to_string();
    assert!(error.contains("it could not be started"), "{error}");
}

#[test]
fn without_criteria_nobody_is_asked() {
    let here = folder();
    let strict = ReadOptions::default().profile(Profile::Strict);
    let (result, held) = wait_for(async {
        let gate = gate("crashes");
        let result = gate.evaluate(&[], &outputs(), here.path(), None, None).await;
        let strict = gate.reading(strict).evaluate(&[], &outputs(), here.path(), None, None).await;
        (result.unwrap(), strict.is_ok_and(|result| result.passed))
    })
    .unwrap();
    assert!(result.passed && !held);
    assert_eq!(result.feedback, "No quality criteria defined - auto-passing");
}

#[test]
fn without_a_file_nobody_is_asked_and_nothing_passes() {
    let here = folder();
    let none: [StepOutput; 0] = [];
    let result = wait_for(async {
        gate("pass").evaluate(&criteria(), &none, here.path(), Some("Trust me."), None).await
    });
    let result = result.unwrap().unwrap();
    assert!(!result.passed, "{result:?}");
    assert_eq!(result.feedback, crate::quality::NOTHING_REVIEWED);
    // A reviewer that would crash is not asked either.
    let asked = wait_for(async {
        gate("crashes").evaluate(&criteria(), &none, here.path(), None, None).await
    });
    assert!(asked.unwrap().is_ok());
}

fn reviews() -> Vec<Review> {
    let chapters =
        Review { guidance: Some("GUIDED".to_owned()), ..Review::new("chapters", criteria()) };
    vec![Review::new("step", criteria()), chapters, Review::new("summary", criteria())]
}

#[test]
fn only_reviews_that_failed_are_returned() {
    let here = folder();
    let failed = |how: &str| {
        let gate = gate(how);
        wait_for(async { gate.evaluate_reviews(&reviews(), &outputs(), here.path(), None).await })
            .unwrap()
            .unwrap()
    };
    let names: Vec<_> = failed("check")
        .into_iter()
        .map(|failed| (failed.review_run_each, failed.target_file, failed.passed))
        .collect();
    let wanted = [("step", None), ("chapters", Some("b.md"))];
    let wanted =
        wanted.map(|(run_each, file)| (run_each.to_owned(), file.map(str::to_owned), false));
    assert_eq!(names, wanted);
    assert_eq!(failed("pass"), []);
    let all: Vec<_> = failed("fail").into_iter().map(|failed| failed.target_file).collect();
    let file = |name: &str| Some(name.to_owned());
    assert_eq!(all, [None, file("a.md"), file("b.md"), file("s.md")]);
}

#[test]
fn no_reviews_are_no_failures_and_a_warning() {
    let here = folder();
    let pictures = || Review::new("pictures", criteria());
    let left_out = |optional| {
        let pictures = StepOutput::new("pictures", OutputKind::Files, [""; 0]);
        vec![StepOutput { optional, ..pictures }]
    };
    for (reviews, outputs, code) in [
        (vec![], left_out(true), 0),
        (vec![pictures()], left_out(true), 0),
        // What may not be left out, and what was never declared, is held and named.
        (vec![pictures()], left_out(false), 3),
        (vec![pictures()], vec![], 3),
    ] {
        // Nobody is asked, and where it opens nobody need be there.
        let gate = if code == 0 { QualityGate::new(None, None) } else { gate("crashes") };
        let step = Step { reviews: reviews.clone(), outputs: outputs.clone(), ..Step::default() };
        let (failed, reviewed) = wait_for(async {
            let failed = gate.evaluate_reviews(&reviews, &outputs, here.path(), None).await;
            (failed.unwrap(), gate.review(&step, here.path()).await.unwrap())
        })
        .unwrap();
        let wanted = if code == 0 { Outcome::Warn } else { Outcome::Hold };
        assert_eq!(reviewed.outcome(), Some(wanted));
        assert_eq!(reviewed.ruling().map(crate::Ruling::exit_code), Some(code));
        assert_eq!(failed.len(), usize::from(code != 0));
        assert_eq!(reviewed.tasks.len(), reviews.len());
        let named = reviewed.tasks.iter().flat_map(|task| &task.skipped).count();
        assert_eq!(named, if code == 0 { 2 * reviews.len() } else { 0 });
    }
}

/// Each reviewer waits for the other one.
#[test]
fn all_reviews_run_at_once() {
    let here = folder();
    let meet = "mkdir \"$0.$$\"; n=0; while [ $(ls -d \"$0\".* | wc -l) -lt 4 ]; do n=$((n+1)); [ $n -gt 400 ] && exit 9; sleep 0.05; done; exec \"$@\"";
    let place = here.path().join("here");
    let cli = cli("pass", &["sh", "-c", meet, &place.display().to_string()]);
    let gate = QualityGate::new(Some(cli), None);
    let failed =
        wait_for(async { gate.evaluate_reviews(&reviews(), &outputs(), here.path(), None).await });
    assert_eq!(failed.unwrap().unwrap(), []);
}

#[test]
fn guidance_reaches_the_reviewer_of_its_review() {
    let here = folder();
    let keep = "printf '%s' \"$4\" > \"$0.$$\"; exec \"$@\"";
    let place = here.path().join("told");
    let cli = cli("pass", &["sh", "-c", keep, &place.display().to_string()]);
    let gate = QualityGate::new(Some(cli), None);
    wait_for(async { gate.evaluate_reviews(&reviews(), &outputs(), here.path(), None).await })
        .unwrap()
        .unwrap();
    let told: Vec<String> = fs::read_dir(here.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("told."))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let guided = told.iter().filter(|prompt| prompt.contains("## Additional Context\n\nGUIDED\n"));
    assert_eq!((told.len(), guided.count()), (4, 2));
}

#[test]
fn one_reviewer_without_an_answer_leaves_those_of_the_others() {
    let here = folder();
    let cli = cli("only", &["env", "ONLY=^TODO"]);
    let gate = QualityGate::new(Some(cli), None);
    let error =
        wait_for(async { gate.evaluate_reviews(&reviews(), &outputs(), here.path(), None).await });
    let error = error.unwrap().unwrap_err();
    let reviewed = error.reviewed.as_ref().unwrap();
    let kept: Vec<bool> = reviewed.tasks.iter().map(|task| task.judged.is_ok()).collect();
    // The step and its second chapter have the word in them.
    assert_eq!(kept, [true, false, true, false]);
    assert_eq!((error.why.items().len(), reviewed.outcome()), (2, None));
}

/// Here no thread is left that may wait for a disk: anyone who reads has to wait for one, and no one else has to.
#[test]
fn files_are_read_beside_the_thread_that_waits() {
    let (here, gate) = (folder(), QualityGate::new(Some(cli("crashes", &[])), None));
    let (reviews, outputs) = ([Review::new("step", criteria())], outputs());
    // Nobody is asked about a file that is not there, so reading is all that this one does.
    let missing = [StepOutput::new("summary", OutputKind::File, ["no.md"])];
    let criteria = criteria();
    let root = here.path();
    let (text, evaluated) = wait_while_busy(async |end| {
        let mut text = pin!(gate.build_review_instructions_file(&reviews, &outputs, root, None));
        let mut evaluated = pin!(gate.evaluate(&criteria, &missing, root, None, None));
        poll_fn(|context| {
            assert!(text.as_mut().poll(context).is_pending());
            assert!(evaluated.as_mut().poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
        drop(end);
        (text.await.unwrap(), evaluated.await.unwrap())
    });
    assert!(text.contains("-------------------- a.md --------------------\nfirst\n"), "{text}");
    assert_eq!(evaluated.feedback, crate::quality::NOTHING_REVIEWED);
}

/// What is run has the time of its own files.
#[test]
fn a_review_has_the_time_of_its_files() {
    let here = folder();
    let names: Vec<String> = (0..7).map(|n| format!("{n}.md")).collect();
    for name in &names {
        fs::write(here.path().join(name), "text\n").unwrap();
    }
    let outputs = [StepOutput::new("chapters", OutputKind::Files, names)];
    let seconds = |run_each: &str, cli: &ClaudeCli| -> Vec<u64> {
        let review = Review::new(run_each, criteria());
        let options = ReadOptions::default();
        let asked =
            Asked { root: here.path(), notes: None, max_inline_files: 5, options: &options };
        let tasks = review_tasks(std::slice::from_ref(&review), &outputs);
        let of = |task| match prepare(&Disk, task, cli, asked).unwrap() {
            Ready::ToRun(run) => run.given_timeout().as_secs(),
            Ready::Judged(_) => 0,
        };
        tasks.iter().map(of).collect()
    };
    assert_eq!(seconds("step", &ClaudeCli::new()), [300]);
    assert_eq!(seconds("chapters", &ClaudeCli::new()), [240; 7]);
    assert_eq!(seconds("step", &ClaudeCli::new().timeout(Duration::from_secs(9))), [9]);
}
