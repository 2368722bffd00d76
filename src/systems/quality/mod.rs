//! The quality gate of deepwork (`JOBS-REQ-004`): what is handed to a reviewer of a step, and what its answer
//! results in. No file, no process: those are in `host`.

mod answer;
mod files;
mod ids;
mod instructions;
mod override_record;
mod payload;
mod prompt;
mod quote;
mod step;
mod tasks;

pub use answer::{
    AUTO_PASS, CriterionResult, Judged, NO_FEEDBACK, NOTHING_REVIEWED, ReviewResult, judge_answer,
    judge_left_out, judge_missing, judge_no_review, judge_without_criteria, parse_result,
};
pub use files::{FileContent, OutputFile, ReadFile};
pub use ids::{StepRun, may_be_an_id};
pub use instructions::{review_instructions, subagent_instructions};
pub use override_record::{Override, judge_override};
pub use payload::{DEFAULT_MAX_INLINE_FILES, NO_FILES, payload};
pub use prompt::{answer_schema, system_prompt};
pub use step::{OutputKind, Review, ReviewCriterion, Step, StepOutput, WHOLE_STEP};
pub use tasks::{BASE_TIMEOUT, ReviewTask, output_files, review_tasks, review_timeout};

#[cfg(test)]
mod tests;
