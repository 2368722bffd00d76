//! A ruling to text. (A stand-in while the emitters are being written.)
#![allow(missing_docs, dead_code, reason = "a stand-in")]
pub(crate) mod json;
pub(crate) mod kdl;
pub(crate) mod report;
pub(crate) mod schema;
pub(crate) mod text;
