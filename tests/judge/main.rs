//! Dockets, policies and rulings: the rule language, how it is judged, and what bounds it.

mod bench;
mod claims;
mod judging;
mod language;
mod oracle;
mod rows;
mod sandbox;
mod states;
mod tighter;
