//! The built command, from the outside.

mod brought;
mod casefiles;
mod change;
mod check;
mod cli;
mod clocks;
mod composed;
mod configured;
mod consensus;
mod convert;
mod court;
mod docket;
mod evidence;
mod explained;
mod faults;
mod forged;
mod handed;
mod hook;
mod limits;
mod line;
mod measured;
mod output;
mod pages;
mod pair_texts;
mod pairs;
mod panel;
mod parse;
mod piped;
#[path = "../common/policies.rs"]
mod policies;
mod presets;
#[cfg(unix)]
mod quality;
mod quality_stopped;
mod readonly;
mod recorded;
mod recovered;
mod rounds;
mod rules;
#[path = "../common/run.rs"]
mod run;
mod schemas;
mod sdd;
mod seams;
mod services;
mod setup;
mod shapes;
mod stages;
mod stale;
mod stopped;
mod strangers;
mod trial;
mod trying;
mod unheard;
mod vouched;
mod words;
