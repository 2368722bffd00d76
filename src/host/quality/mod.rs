//! The quality gate outside: what describes a step, the files of its outputs, what is kept of it, and the gate that runs
//! reviewers.

#[cfg(feature = "run")]
mod command;
mod files;
#[cfg(feature = "run")]
mod gate;
mod place;
mod record;
mod step;
#[cfg(all(unix, feature = "run"))]
#[cfg(test)]
mod tests;
#[cfg(feature = "run")]
mod work;

#[cfg(feature = "run")]
pub use command::ClaudeCli;
pub use files::{missing_outputs, read_outputs};
#[cfg(feature = "run")]
pub use gate::{QualityGate, QualityGateError};
pub use place::{prepare_place, write_instructions};
pub use record::{Attempt, Record, load_record, save_record};
pub use step::read_step;
#[cfg(feature = "run")]
pub use work::{FailedReview, Reviewed, TaskReview};
