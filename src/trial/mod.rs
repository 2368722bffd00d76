//! Trying policies: their cases, what these cover, and every small docket.
//!
//! Nothing here opens a file; `host` reads cases from their folders.

mod answer;
mod case;
mod coverage;
mod diff;
mod expect;
mod line;
mod mutate;
mod progress;
mod report;
mod space;
mod undecided;
mod verify;

pub use answer::{Answered, answer, answered};
pub use case::{Case, Place, Suite};
pub use coverage::{Coverage, Hole, Missing, Share};
#[cfg(feature = "cli")]
pub(crate) use diff::told_apart;
pub use diff::{Difference, Differing, Ruled, diff, diff_telling};
pub(crate) use diff::{Turned, turned};
pub use expect::{Known, Loosened, Step, known_lines, loosens, pinned, steps};
pub use line::{Item, Line, to_text};
pub use mutate::{Apart, Compared, Edit, Mutating, Mutation, Survivor, mutated};
pub use progress::Progress;
pub use report::{Report, Tried, difference};
pub use space::{Expected, Scope};
pub use undecided::{Change, Edited, Effect, Undecided};
pub use verify::{
    Direction, Meant, Own, ParamDirection, Property, Scoped, Verified, VerifyOptions, Violation,
    Witness, verify,
};

// Where users look for it: `assize::trial::run("policies")`.
#[cfg(feature = "host")]
pub use crate::host::{TrialFailed, run_cases as run};
pub use crate::ir::{
    MadeAnswer, MadeDocket, MadeEntry, MadeFinding, MadeSeat, MadeState, MadeWorld,
};
