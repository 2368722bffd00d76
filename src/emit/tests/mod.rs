//! What rulings look like, and that nobody can forge one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_possible_truncation,
    reason = "a test fails loudly"
)]

mod bench;
#[cfg(feature = "cli")]
mod drawn;
mod look;
#[cfg(feature = "schema")]
mod shape;
#[cfg(feature = "kdl")]
mod summary;
