//! Reads and judges reviews by the million: [Arrow](https://arrow.apache.org) record batches in, record batches out.
//!
//! A [`Reader`] makes one row of each text; a [`Judge`] makes one row of each docket, which is all rows of a task and a round.
//! The columns are the same in every engine, and [`schema`] lists them. A row that cannot be used is a row with its `error`, and
//! never the end of a run; it opens no gate.
//!
//! ```
//! use std::sync::Arc;
//!
//! use arrow::array::{ArrayRef, AsArray, StringArray};
//! use assize::{Policy, Stage, built_in};
//! use assize_batch::{Judge, Reader, Reviews};
//!
//! let texts: ArrayRef = Arc::new(StringArray::from(vec![
//!     "verdict: pass\nconfidence: high\n",
//!     "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n",
//! ]));
//! let read = Reader::default().read(&texts)?;
//! assert_eq!(read["effective"].as_string::<i32>().value(1), "fail");
//!
//! let policy = Policy::compile(Stage::Gate, "any-blocker", built_in(Stage::Gate, "any-blocker").unwrap())?;
//! let reviews = Reviews {
//!     tasks: Some(Arc::new(StringArray::from(vec!["task-17", "task-17"]))),
//!     rounds: None,
//!     seats: Arc::new(StringArray::from(vec!["qa", "security"])),
//!     texts,
//! };
//! let ruled = Judge::new(policy).expect(["qa", "security"]).judge(&reviews)?;
//! assert_eq!(ruled.num_rows(), 1);
//! assert_eq!(ruled["outcome"].as_string::<i32>().value(0), "fail");
//! assert!(!ruled["open"].as_boolean().value(0));
//! # Ok::<(), assize::Diagnostics>(())
//! ```

mod columns;
mod cores;
#[cfg(feature = "files")]
pub mod files;
mod judging;
mod lists;
mod mistakes;
mod reading;
mod rulings;
pub mod schema;
mod verdicts;

pub use judging::{Judge, Reviews};
pub use mistakes::in_words;
pub use reading::Reader;
