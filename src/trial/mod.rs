//! Trying policies: their cases, what these cover, and every small docket.
//!
//! Nothing here opens a file; `host` reads cases from their folders.

mod diff;
mod space;
mod verify;

pub use diff::{Difference, Differing, diff};
pub(crate) use diff::{scope_in_words, share, told_apart};
pub use space::{Expected, Scope};
pub use verify::{
    Direction, Own, ParamDirection, Property, Scoped, Verified, VerifyOptions, Violation, Witness,
    verify,
};

pub use crate::ir::{MadeAnswer, MadeDocket, MadeFinding, MadeSeat, MadeState, MadeWorld};
