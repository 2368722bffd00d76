//! Texts that are trees: JSON and YAML, with a place for every value.

pub(in crate::codec) mod json;
pub(in crate::codec) mod yaml;
