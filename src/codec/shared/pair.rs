//! What a review of a note and a gate may say, in blocks and in JSON: words, severities, and
//! whether the two agree.

mod agreement;
pub(in crate::codec) mod grammar;
pub(in crate::codec) mod mistakes;
mod pairs;
mod repairs;
mod words;
mod write;

pub(in crate::codec) use agreement::check_agreement;
pub(in crate::codec) use mistakes::{
    duplicate_pair, errored, inferred_result, no_pair, no_result, unexpected_pair,
};
pub(crate) use pairs::is_writable;
pub(in crate::codec) use pairs::{PairKey, asked, is_reserved, key_of, list_pairs, pair_key};
pub(in crate::codec) use repairs::*;
pub(in crate::codec) use words::*;
pub(in crate::codec) use write::{no_severity, result, unified};
