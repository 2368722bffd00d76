//! Dockets, policies and rulings: the rule language, how it is judged, and what bounds it.

mod judging;
mod language;
mod oracle;
mod sandbox;
mod states;
