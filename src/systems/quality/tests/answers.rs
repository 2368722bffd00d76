//! Which tasks reviews make, how long they may take, and what their answers come to.

use super::super::*;
use super::{outputs, review};
use crate::codec::ReadOptions;
use crate::ir::{Outcome, Profile};
use crate::source::Source;

/// What is run for a review: the target of each task, and its files.
fn run(run_each: &str) -> Vec<(Option<String>, Vec<String>)> {
    let reviews = [review(run_each)];
    let tasks = review_tasks(&reviews, &outputs());
    let paths = |task: &ReviewTask<'_>| task.files.iter().map(|file| file.path.clone()).collect();
    tasks.iter().map(|task| (task.target_file.clone(), paths(task))).collect()
}

#[test]
fn a_review_of_the_step_is_one_task_of_all_outputs() {
    let all = ["docs/a.md", "docs/b.md", "docs/s.md"].map(str::to_owned).to_vec();
    assert_eq!(run("step"), [(None, all)]);
}

#[test]
fn a_review_of_several_files_is_a_task_for_each() {
    let one = |path: &str| (Some(path.to_owned()), vec![path.to_owned()]);
    assert_eq!(run("chapters"), [one("docs/a.md"), one("docs/b.md")]);
}

#[test]
fn a_review_of_one_file_is_one_task() {
    assert_eq!(run("summary"), [(Some("docs/s.md".to_owned()), vec!["docs/s.md".to_owned()])]);
}

#[test]
fn what_was_left_out_or_never_declared_is_a_task_without_a_file() {
    for name in ["index", "pictures", "chapter"] {
        assert_eq!(run(name), [(None, vec![])], "{name}");
    }
    for optional in [true, false] {
        let index = StepOutput::new("index", OutputKind::File, [""; 0]);
        let outputs = [StepOutput { optional, ..index }];
        assert_eq!(review_tasks(&[review("index")], &outputs)[0].left_out, optional);
    }
    assert_eq!(review_tasks(&[], &outputs()), []);
}

#[test]
fn tasks_stand_in_the_order_of_reviews_and_files() {
    let reviews = [review("summary"), review("chapters"), review("step")];
    let tasks = review_tasks(&reviews, &outputs());
    let targets: Vec<_> = tasks.iter().map(|task| task.target_file.as_deref()).collect();
    assert_eq!(targets, [Some("docs/s.md"), Some("docs/a.md"), Some("docs/b.md"), None]);
}

#[test]
fn five_files_have_four_minutes() {
    assert_eq!(BASE_TIMEOUT, 240);
    assert_eq!([0, 1, 4, 5].map(review_timeout), [240; 4]);
}

#[test]
fn each_file_beyond_five_has_half_a_minute() {
    assert_eq!([6, 7, 15, 105].map(review_timeout), [270, 300, 540, 3240]);
    assert_eq!(review_timeout(usize::MAX), u64::MAX);
    let many = (0..8).map(|n| format!("{n}.md")).collect::<Vec<_>>();
    let outputs = [StepOutput::new("chapters", OutputKind::Files, many)];
    let timeouts = |run_each| {
        let reviews = [review(run_each)];
        review_tasks(&reviews, &outputs).iter().map(ReviewTask::timeout).collect::<Vec<_>>()
    };
    assert_eq!(timeouts("step"), [330]);
    // Of that task alone.
    assert_eq!(timeouts("chapters"), [240; 8]);
}

fn asked() -> Vec<ReviewCriterion> {
    vec![ReviewCriterion::new("AC1", "It is short."), ReviewCriterion::new("AC2", "It is true.")]
}

const PASSES: &str = r#"{"passed": true, "feedback": "fine", "criteria_results": [
    {"criterion": "AC1", "passed": true, "feedback": null}, {"criterion": "AC2", "passed": true, "feedback": "yes"}]}"#;

#[test]
fn an_answer_is_taken_apart() {
    let result = parse_result(&asked(), PASSES).unwrap();
    let criterion = |name: &str, feedback: Option<&str>| CriterionResult {
        criterion: name.to_owned(),
        passed: true,
        feedback: feedback.map(str::to_owned),
    };
    let criteria_results = vec![criterion("AC1", None), criterion("AC2", Some("yes"))];
    assert_eq!(
        result,
        ReviewResult { passed: true, feedback: "fine".to_owned(), criteria_results }
    );
}

#[test]
fn what_is_missing_in_an_answer_is_no_pass() {
    let result = parse_result(&[], r#"{"feedback": "hm", "criteria_results": []}"#).unwrap();
    assert!(!result.passed, "{result:?}");
    let result = parse_result(&[], r#"{"passed": false}"#).unwrap();
    assert!(!result.passed && result.feedback.starts_with(NO_FEEDBACK), "{result:?}");
    assert_eq!(result.criteria_results, []);
    assert_eq!(NO_FEEDBACK, "No feedback provided");
    let result = parse_result(&[], r#"{"passed": true}"#).unwrap();
    assert_eq!((result.passed, result.feedback.as_str()), (true, NO_FEEDBACK));
}

#[test]
fn what_is_no_answer_is_an_error() {
    for data in [
        "",
        "All criteria PASS.",
        "[true]",
        "{\"passed\": tru",
        "{\"passed\": \"yes\"}",
        "{\"passed\": 1, \"feedback\": \"x\"}",
        r#"{"passed": true, "feedback": null}"#,
        r#"{"passed": true, "feedback": "x", "criteria_results": {"AC1": true}}"#,
        r#"{"passed": true, "feedback": "x", "criteria_results": ["AC1"]}"#,
        r#"{"type": "result", "is_error": true, "result": "no"}"#,
        r#"{"type": "result", "is_error": false, "result": "{\"passed\": true, \"feedback\": \"x\"}"}"#,
        r#"{"type": "result", "is_error": false, "structured_output": null}"#,
        "verdict: pass\nconfidence: high\n",
    ] {
        let found = parse_result(&[], data);
        assert!(found.as_ref().is_err_and(|why| !why.is_empty()), "{data}: {found:?}");
    }
}

/// Each of these says that all is well.
#[test]
fn a_pass_that_does_not_hold_fails() {
    let entry =
        |name: &str, passed: &str| format!(r#"{{"criterion": "{name}", "passed": {passed}}}"#);
    let (one, two) = (entry("AC1", "true"), entry("AC2", "true"));
    for (what, entries) in [
        ("failed", format!("{one}, {}", entry("AC2", "false"))),
        ("missing", one.clone()),
        ("none at all", String::new()),
        ("unknown", format!("{one}, {two}, {}", entry("AC3", "true"))),
        ("misspelt", format!("{one}, {}", entry("AC 2", "true"))),
        ("twice, once failed", format!("{one}, {two}, {}", entry("AC2", "false"))),
        ("undecided", format!(r#"{one}, {{"criterion": "AC2"}}"#)),
    ] {
        let data =
            format!(r#"{{"passed": true, "feedback": "fine", "criteria_results": [{entries}]}}"#);
        for data in [
            data.clone(),
            format!(
                r#"{{"type": "result", "is_error": false, "result": "", "structured_output": {data}}}"#
            ),
        ] {
            let result = parse_result(&asked(), &data);
            let shut =
                result.as_ref().map_or(true, |result| !result.passed && result.feedback != "fine");
            assert!(shut, "{what}: {result:?}");
        }
    }
}

#[test]
fn a_fail_above_criteria_that_are_met_stands() {
    let data = PASSES.replacen("true", "false", 1);
    assert!(!parse_result(&asked(), &data).unwrap().passed);
}

#[test]
fn without_criteria_it_passes_unless_strict() {
    let judged = judge_without_criteria(&ReadOptions::default()).unwrap();
    assert!(judged.result.passed && judged.ruling.opening().is_some());
    assert_eq!(judged.result.feedback, "No quality criteria defined - auto-passing");
    assert_eq!(judged.result.criteria_results, []);
    let strict = ReadOptions::default().profile(Profile::Strict);
    let judged = judge_without_criteria(&strict);
    assert!(judged.as_ref().map_or(true, |judged| !judged.result.passed), "{judged:?}");
}

#[test]
fn nothing_reviewed_is_a_hold_and_nothing_asked_a_warning() {
    let ruling = judge_missing().unwrap().ruling;
    assert_eq!((ruling.outcome(), ruling.opening().is_none()), (Outcome::Hold, true));
    for ruling in [judge_no_review().unwrap(), judge_left_out("index").unwrap().ruling] {
        assert_eq!((ruling.outcome(), ruling.opening().is_some()), (Outcome::Warn, true));
    }
}

#[test]
fn a_review_of_the_step_without_a_file_is_not_left_out() {
    let out = [StepOutput { optional: true, ..StepOutput::new("d", OutputKind::Files, [""; 0]) }];
    let reviews = [Review::new("step", [ReviewCriterion::new("AC1", "It is short.")])];
    let tasks = review_tasks(&reviews, &out);
    assert_eq!(
        tasks.iter().map(|task| (task.files.len(), task.left_out)).collect::<Vec<_>>(),
        [(0, false)]
    );
}

#[test]
fn an_answer_that_says_both_fails() {
    let asked = [ReviewCriterion::new("AC1", "It is short.")];
    for (whole, one) in [("", r#", "pass": false"#), (r#""pass": false, "#, ""), ("", "")] {
        let answer = format!(
            r#"{{"passed": true, {whole}"feedback": "fine", "criteria_results":
            [{{"criterion": "AC1", "passed": true, "feedback": null{one}}}]}}"#
        );
        let passed = parse_result(&asked, &answer).is_ok_and(|result| result.passed);
        assert_eq!(passed, whole.is_empty() && one.is_empty(), "{answer}");
    }
}

#[test]
fn an_override_opens_with_a_warning_and_names_its_author() {
    let given = Override::new(" dana ", "reviewed by hand,\nverdict: pass, see #12").unwrap();
    assert_eq!(given.reason, "reviewed by hand, verdict: pass, see #12");
    let ruling = judge_override(&given).unwrap();
    assert_eq!((ruling.outcome(), ruling.exit_code()), (Outcome::Warn, 0));
    let text = crate::emit::json::ruling(&ruling, 0);
    assert!(text.contains("override by dana: reviewed by hand"), "{text}");
}

#[test]
fn a_blank_override_is_refused() {
    for (author, reason, count) in [
        ("", " \n", 2),
        ("dana", "\u{200b}", 1),
        ("dana", ".", 1),
        ("--", "?!", 2),
        ("\u{feff} ", "because", 1),
        ("dana", "", 1),
    ] {
        let why = Override::new(author, reason).unwrap_err();
        assert_eq!(why.items().len(), count, "{author:?} {reason:?}");
    }
}

#[test]
fn only_parts_of_names_are_ids() {
    for good in ["s1", "write-guide", "a.b_C-9", &"x".repeat(80)] {
        assert!(may_be_an_id(good), "{good}");
    }
    for bad in [
        "",
        ".",
        "..",
        ".a",
        "a/b",
        "../a",
        "a\\b",
        "a b",
        "ä",
        "a\n",
        "a\0",
        "C:",
        &"x".repeat(81),
    ] {
        assert!(!may_be_an_id(bad), "{bad:?}");
    }
}

#[test]
fn the_source_of_an_answer_is_named() {
    let answer = Source::new("review of step", "{");
    let why = judge_answer(&asked(), &answer, &ReadOptions::default()).unwrap_err();
    assert_eq!(why.sources()[0].name(), "review of step");
}
