//! What rulings look like, and that nobody can forge one.

mod bench;
mod look;
#[cfg(feature = "schema")]
mod shape;
#[cfg(feature = "kdl")]
mod summary;
