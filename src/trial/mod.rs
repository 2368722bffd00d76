//! Trying policies: their cases, what these cover, and every small docket.
//!
//! Nothing here opens a file; `host` reads cases from their folders.

mod answer;
mod case;
mod coverage;
mod expect;
mod line;
mod mutate;
mod report;

pub use answer::{Answered, answer, answered};
pub use case::{Case, Place, Suite};
pub use coverage::{Coverage, Hole, Missing, Share};
pub use expect::{Known, Step, known_lines, loosens, pinned, steps};
pub use line::{Item, Line, to_text};
pub use mutate::{Compared, Difference, Edit, Mutating, Mutation, Survivor, mutated};
pub use report::{Report, Tried, difference};
