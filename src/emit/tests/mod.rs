//! What rulings look like, and that no one can forge one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_possible_truncation,
    reason = "a test fails loudly"
)]

/// Reading and judging, which the outputs themselves do not see.
#[cfg(test)]
mod run {
    #[cfg(feature = "cli")]
    pub(super) use crate::codec::{ReadOptions, read};
    pub(super) use crate::engine::{Policy, Stage, built_in};
}

mod bench;
#[cfg(feature = "cli")]
mod drawn;
mod look;
#[cfg(feature = "serde")]
pub(crate) mod made;
#[cfg(feature = "cli")]
mod shape;
#[cfg(feature = "kdl")]
mod summary;
mod what_if;
