//! What `run` and `finish` print.

use serde_json::{Value, json};

use crate::Ruling;
use crate::emit::visible::visible;
use crate::quality::{ReviewResult, Reviewed, TaskReview};

/// What a review came to, in JSON.
fn task_in_json(task: &TaskReview) -> Value {
    let ruling = task.judged.as_ref().ok().map(|judged| &judged.ruling);
    let error = task.judged.as_ref().err().map(|why| {
        why.items().iter().map(|item| item.message.clone()).collect::<Vec<_>>().join("; ")
    });
    let result = task.result();
    json!({
        "run_each": task.run_each,
        "target_file": task.target_file,
        "files": task.files,
        "outcome": ruling.map_or("error", |ruling| ruling.outcome().as_str()),
        "rule": ruling.map(Ruling::rule_name),
        "passed": result.is_some_and(|result| result.passed),
        "feedback": result.map(|result| &result.feedback),
        "criteria_results": result.map(|result| &result.criteria_results),
        "skipped": task.skipped,
        "error": error,
    })
}

/// All reviews of a step, in JSON.
pub(super) fn reviews_in_json(reviewed: &Reviewed) -> Vec<Value> {
    reviewed.tasks.iter().map(task_in_json).collect()
}

/// What no review can say.
pub(super) fn reason(reviewed: &Reviewed) -> Option<&'static str> {
    if reviewed.nothing.is_some() {
        return Some("no_review");
    }
    reviewed.tasks.iter().any(TaskReview::had_nothing).then_some("nothing_reviewed")
}

/// All reviews of a step, for a person, and a blank line where there is one.
pub(super) fn reviews_in_words(reviewed: &Reviewed) -> String {
    let mut out = String::new();
    for task in &reviewed.tasks {
        let outcome = match &task.judged {
            Ok(judged) => judged.ruling.outcome().as_str(),
            Err(_) => "error",
        };
        out.push_str(&format!("{outcome:<5}  {}\n", name(task)));
        match (&task.judged, task.result()) {
            (Err(why), _) => {
                for item in why.items() {
                    out.push_str(&format!("       {}\n", visible(&item.message)));
                }
            }
            (Ok(_), Some(result)) if !result.passed || !task.skipped.is_empty() => {
                out.push_str(&failure(result));
            }
            _ => {}
        }
        for criterion in &task.skipped {
            out.push_str(&format!("       - {}: not judged\n", visible(criterion)));
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// What has to change.
fn failure(result: &ReviewResult) -> String {
    let mut out = format!("       {}\n", visible(&result.feedback));
    for criterion in result.criteria_results.iter().filter(|criterion| !criterion.passed) {
        let name = visible(&criterion.criterion).into_owned();
        match &criterion.feedback {
            Some(why) => out.push_str(&format!("       - {name}: {}\n", visible(why))),
            None => out.push_str(&format!("       - {name}\n")),
        }
    }
    out
}

/// `all outputs`, `chapters: docs/undo.md`
fn name(task: &TaskReview) -> String {
    match &task.target_file {
        Some(file) => visible(&format!("{}: {file}", task.run_each)).into_owned(),
        None if task.run_each == crate::quality::WHOLE_STEP => "all outputs".to_owned(),
        None => visible(&task.run_each).into_owned(),
    }
}

/// `2 of 3 reviews passed, 1 skipped`
pub(super) fn counted(reviewed: &Reviewed) -> String {
    let (skipped, asked): (Vec<&TaskReview>, Vec<_>) =
        reviewed.tasks.iter().partition(|task| !task.skipped.is_empty());
    let results = asked.iter().filter_map(|task| task.result());
    let passed = results.filter(|result| result.passed).count();
    let passed = match (asked.len(), skipped.len()) {
        (0, 0) => return "no review was asked for, so nobody looked".to_owned(),
        (1, _) => format!("{passed} of 1 review passed"),
        (all, _) => format!("{passed} of {all} reviews passed"),
    };
    match skipped.len() {
        0 => passed,
        many => format!("{passed}, {many} skipped"),
    }
}
