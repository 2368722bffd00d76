//! What the systems of reviewers hand to them, and keep of what they said: values, and no file.
//!
//! Each module is one system. What its commands do with files and processes lies in `host`.

pub mod court;
mod data;
mod framed;
pub mod pairs;
pub(crate) mod quality;
pub mod round;
pub mod sdd;
