use crate::{Diagnostics, Ruling};
pub(crate) fn summary(ruling: &Ruling, recorded: &str) -> String {
    format!(
        "schema 1\ntask-id \"{}\"\ngate \"{}\" open=#{}\nrecorded \"{recorded}\"\n",
        ruling.docket().id(),
        ruling.outcome(),
        ruling.opening().is_some()
    )
}
pub(crate) fn error_summary(task: &str, reason: &Diagnostics, recorded: &str) -> String {
    format!(
        "schema 1\ntask-id \"{task}\"\ngate \"error\" open=#false\nreason {:?}\nrecorded \"{recorded}\"\n",
        reason.to_string()
    )
}
