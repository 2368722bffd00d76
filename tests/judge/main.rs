//! Dockets, policies and rulings: the rule language, how it is judged, and what bounds it.

mod asked;
mod bench;
mod claims;
mod consensus;
mod differences;
#[cfg(feature = "serde")]
mod docket;
mod judging;
mod language;
#[path = "../common/lengths.rs"]
mod lengths;
mod lifting;
mod oracle;
mod redispatch;
mod rows;
mod sandbox;
mod stage_traces;
mod stages;
mod states;
mod tighter;
#[cfg(feature = "trial")]
mod verify;
mod what_if;
