//! Runs commands of reviewers: input on a pipe, bounded output, a time that is up, and no child left behind.
//!
//! A command is an argv, and no shell reads it unless [`Invocation::shell`] is asked for. It becomes the leader of a
//! process group (a job object on Windows). Whatever ends a run, its time, too much output, the answer itself,
//! a signal, or the caller dropping it, ends the whole group. A process that leaves the group (`setsid`) can
//! neither delay a run nor add to its output. On Linux it is found again by a variable in its environment, `ASSIZE_RUN_…`, which it
//! has from its run, and ended as well; one that empties its environment lives on, and elsewhere all that leave. So does a
//! group when this process is ended by `SIGKILL`.
//!
//! ```no_run
//! use std::time::Duration;
//! use assize::host::runner::{Ending, Invocation, run};
//!
//! let reviewer = Invocation::new(["claude", "--print"])
//!     .input("Is every command explained?")
//!     .timeout(Duration::from_secs(240));
//! let output = run(&reviewer);
//! match &output.ending {
//!     Ending::Exited(0) => println!("{}", String::from_utf8_lossy(&output.stdout)),
//!     _ => eprintln!("{}", output.failure().unwrap_or_default()),
//! }
//! ```

mod capture;
mod group;
mod invocation;
mod many;
mod one;
mod output;
mod strays;
#[cfg(unix)]
#[cfg(test)]
pub(super) mod tests;

pub use invocation::{Invocation, OUTPUT_LIMIT, TIMEOUT};
pub use many::{blocking, run, run_all, run_all_async, wait_for};
pub use one::run_async;
pub use output::{Ending, Output};
