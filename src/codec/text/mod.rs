//! Pieces of a text that know where they stand: lines, fields, places in the work.

pub(in crate::codec) mod embed;
pub(in crate::codec) mod fields;
pub(in crate::codec) mod grammar;
pub(in crate::codec) mod lines;
pub(in crate::codec) mod location;
pub(in crate::codec) mod slice;
pub(in crate::codec) mod tags;
pub(in crate::codec) mod word;
