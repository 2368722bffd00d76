//! The file that a subagent reviews by where no command is run (`JOBS-REQ-004.5`, `JOBS-REQ-004.10`).

use super::prompt::{ROLE, criteria_list, filled, guidelines};
use super::quote::{fenced, quotation};
use super::step::{OutputKind, Review, StepOutput};

/// The five steps of a reviewer (`JOBS-REQ-004.5.7`).
const TASK: [&str; 5] = [
    "Read the outputs above; open every file that is only listed.",
    "Evaluate each criterion of each review against them.",
    "Report **PASS** or **FAIL** for each criterion, by its name.",
    "State the overall result: **PASSED** only if ALL criteria pass, else **FAILED**.",
    "For each criterion that fails, give feedback: what is wrong, where, and what would meet it.",
];

const LEFT_OUT: &str = "This output was left out. Report its criteria as not judged.";

/// A document in markdown by which the reviews of a step are done. `payload` is what is to be reviewed, without notes.
///
/// What files and notes hold stands in a fence and in a quotation, so that no line of it is one of the document.
pub fn review_instructions(
    reviews: &[Review],
    outputs: &[StepOutput],
    payload: &str,
    notes: Option<&str>,
) -> String {
    let mut parts =
        vec!["# Quality Review Instructions".to_owned(), ROLE.to_owned(), fenced(payload)];
    for (place, review) in reviews.iter().enumerate() {
        parts.push(match reviews {
            [_] => "## Criteria to Evaluate".to_owned(),
            _ => format!("## Review {} (scope: {})", place + 1, scope(review)),
        });
        parts.push(criteria_list(&review.criteria));
        parts.extend(files_of(review, outputs));
        if let Some(guidance) = filled(review.guidance.as_deref()) {
            parts.extend(["### Additional Context".to_owned(), guidance.trim_end().to_owned()]);
        }
    }
    if let Some(notes) = filled(notes) {
        parts.extend(["## Author Notes".to_owned(), quotation(notes)]);
    }
    let task = TASK.iter().enumerate().map(|(place, line)| format!("{}. {line}", place + 1));
    parts.extend([
        "## Guidelines".to_owned(),
        guidelines(),
        "## Your Task".to_owned(),
        task.collect::<Vec<_>>().join("\n"),
    ]);
    parts.join("\n\n") + "\n"
}

/// `all outputs together`, `output 'chapters'`
fn scope(review: &Review) -> String {
    match review.is_of_the_step() {
        true => "all outputs together".to_owned(),
        false => format!("output '{}'", review.run_each),
    }
}

/// The files that a review judges one by one, or that it has none.
fn files_of(review: &Review, outputs: &[StepOutput]) -> Option<String> {
    let mut outputs = outputs.iter().filter(|_| !review.is_of_the_step());
    let output = outputs.find(|output| output.name == review.run_each)?;
    if output.paths.is_empty() {
        return Some(LEFT_OUT.to_owned());
    }
    if output.kind != OutputKind::Files {
        return None;
    }
    let lines = output.paths.iter().map(|path| format!("\n- {path}"));
    Some(format!("Evaluate each of these files by itself:\n{}", lines.collect::<String>()))
}

/// What the agent that finishes a step is asked to do with the file at `path` (`JOBS-REQ-004.2.11`).
pub fn subagent_instructions(path: &str) -> String {
    format!(
        "This step is not finished: its outputs have to be reviewed first. Start a subagent, and have it:

1. Read `{path}` to its end.
2. Evaluate every criterion in it against the outputs.
3. Report to you what fails. Fix every issue that it names.
4. Repeat the review with a new subagent until all criteria pass.
5. Then call `finished_step` again with `quality_review_override_reason`: what was reviewed, and what it came to.
"
    )
}
