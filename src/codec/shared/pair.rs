//! What a review of a note and a gate may say, in blocks and in JSON: words, severities, and
//! whether the two agree.

mod agreement;
mod pairs;
mod repairs;
mod words;
mod write;

pub(in crate::codec) use agreement::{check_agreement, errored};
pub(crate) use pairs::is_writable;
pub(in crate::codec) use pairs::{
    PairKey, asked, duplicate_pair, is_reserved, key_of, list_pairs, pair_key, unexpected_pair,
};
pub(in crate::codec) use repairs::*;
pub(in crate::codec) use words::*;
pub(in crate::codec) use write::{
    inferred_result, no_pair, no_result, no_severity, result, unified,
};
