//! Texts that are trees: JSON, YAML and KDL, with a place for every value.

pub(in crate::codec) mod json;
#[cfg(feature = "kdl")]
pub(in crate::codec) mod kdl;
pub(in crate::codec) mod yaml;
