//! Trying policies: their cases, what these cover, and every small docket.
//!
//! Nothing here opens a file; `host` reads cases from their folders.

mod coverage;
mod mutate;

pub use coverage::{Coverage, Hole, Missing, Share};
pub use mutate::{Compared, Difference, Edit, Mutating, Mutation, Survivor};
