//! Decides whether reviewed work may go on.
//!
//! [Sources](Source) are decoded into [verdicts](Verdict), verdicts take their seats in a
//! `Docket`, a `Policy` judges the docket, and its `Ruling` is emitted.
//!
#![cfg_attr(feature = "judge", doc = "```")]
#![cfg_attr(not(feature = "judge"), doc = "```ignore")]
//! use assize::{Absence, Docket, Opening, Policy, Source, Stage, built_in};
//!
//! /// Cannot be called without a ruling that opened.
//! fn merge(_: &Opening) {}
//!
//! let text = built_in(Stage::Gate, "any-blocker").unwrap();
//! let policy = Policy::compile(Stage::Gate, "any-blocker", text)?;
//!
//! let mut docket = Docket::new("task-17").round(2);
//! docket.seat("qa");
//! docket.seat("security").weight(2);
//! docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
//! docket.absent("security", Absence::Errored("timed out after 240 s".into()));
//!
//! let ruling = policy.judge(&docket.close())?; // an error leaves the gate shut
//! if let Some(opening) = ruling.opening() {
//!     merge(opening);
//! }
//! assert!(ruling.opening().is_none());
//! assert_eq!(ruling.rule_name(), "a verdict is missing or cannot be read");
//! assert_eq!(ruling.actions()[0].cell.seat(), "security");
//! # Ok::<(), assize::Diagnostics>(())
//! ```
//!
//! A host tells more than answers: parameters for this run, words of its reviewers, what is waived, what earlier rounds
//! found, and facts. What is shut says what would open it.
//!
#![cfg_attr(feature = "judge", doc = "```")]
#![cfg_attr(not(feature = "judge"), doc = "```ignore")]
//! use assize::docket::{Date, Waiver};
//! use assize::{Docket, Outcome, Policy, ReadOptions, Source, Stage};
//!
//! let text = r#"
//!     given coverage: int;
//!     given today: date;
//!     /// The least coverage, in tenths of a percent.
//!     param least = 800 from 0 to 1000;
//!     let open = findings.blockers.unseen.without(findings.waived(today));
//!     rule "something new is wrong" when open.some then fail citing open;
//!     rule "too little is tested" when coverage < least then hold;
//!     rule "everybody is in favour" when in_favour.all then pass;
//! "#;
//! let policy = Policy::compile(Stage::Gate, "ours.rhai", text)?;
//! // For one run: what was compiled is shared.
//! let lenient = policy.with([("least", "700")])?;
//!
//! let mut docket = Docket::new("task-17")
//!     .reading(ReadOptions::default().word("SHIP IT", Outcome::Pass))
//!     .given("coverage", 750)
//!     .given("today", Date::parse("2026-11-27").unwrap())
//!     .previous(["f1:0123456789abcdef0123456789abcdef"]);
//! docket.waive(
//!     Waiver::new("W-1", "dana", "goes with version 3", Date::parse("2027-01-01").unwrap())
//!         .path("src/old/**"),
//! );
//! docket.seat("qa");
//! docket.submit("qa", Source::new("qa.md", "verdict: SHIP IT\nconfidence: high\n"));
//! let docket = docket.close();
//!
//! assert!(lenient.judge(&docket)?.opening().is_some());
//! assert!(policy.judge(&docket)?.opening().is_none());
//! let what_ifs = policy.what_ifs(&docket)?;
//! assert!(what_ifs.no_reviewer);
//! let told = what_ifs.found[0].to_string();
//! assert_eq!(told, "pass by `everybody is in favour`, when coverage is 800");
//! # Ok::<(), assize::Diagnostics>(())
//! ```
//!
//! Without features the crate only reads: [`read`] turns a text into verdicts, or names the
//! cause why there are none. `judge` adds dockets and policies; see the README for the rest.
//!
//! A program that uses rhai itself gets one rhai for both: 1.27, with the features `internals` and `sync`, so what it registers
//! with its own engine must be `Send + Sync`. No feature is switched on that changes what a script means.
//!
//! At the root stand the names that a host needs first. The rest is in modules:
//!
//! | module | what it holds |
//! |---|---|
//! | [`source`] | named texts, and the places in them |
//! | [`verdict`] | what a reviewer said: findings, criteria, remarks, places |
//! | [`diagnostic`] | what is wrong, where, and what to do about it |
//! | [`codec`] | reading and writing formats, and what can keep a text from being read |
//! | `docket` | seats, stakes, states, waivers; the closed docket and its cells |
//! | `policy` | stages, built-in policies, the vocabulary that policies are written in |
//! | `ruling` | the rule that decided, citations, impediments, actions, the trace |
//! | `emit` | rulings and verdicts as text, JSON and KDL |
//! | `trial` | cases of policies, what they cover, and every small docket |
//! | `court`, `pairs` | what a court and reviewers of pairs are told, and what is kept of their answers |
//! | `host` | files, folders, and how files take their seats |
//! | `quality` | the quality gate of a step: what is handed to reviewers, and what they say |
//! | `sdd` | reviews by inspectors and their auditor |

pub mod codec;
#[cfg(any(feature = "judge", feature = "serde", feature = "miette"))]
pub mod emit;
mod ir;
pub mod source;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "judge")]
mod engine;
#[cfg(feature = "host")]
pub mod host;
#[cfg(feature = "cli")]
mod report;
#[cfg(feature = "host")]
mod systems;
#[cfg(feature = "trial")]
pub mod trial;

/// The quality gate of deepwork (`JOBS-REQ-004`): payloads, prompts and results of reviews of a step. The gate itself,
/// which runs reviewers, comes with the feature `run`.
#[cfg(feature = "host")]
pub mod quality {
    #[cfg(feature = "run")]
    pub use crate::host::quality::{
        ClaudeCli, FailedReview, QualityGate, QualityGateError, Reviewed, TaskReview,
    };
    pub use crate::systems::quality::*;
}

pub use codec::{FieldEffect, FieldRow, ReadOptions, UnknownHalf, contract, fields, read, write};
#[cfg(feature = "judge")]
pub use engine::{Policy, Stage, built_in};
#[cfg(feature = "judge")]
pub use ir::{Absence, Action, Docket, Opening, Ruling};
pub use ir::{Decoded, Diagnostic, Diagnostics, Format, Outcome, Profile, Verdict};
pub use source::{Source, Span};
#[cfg(feature = "host")]
pub use systems::{court, pairs, round, sdd};

/// What one reviewer said about one subject: a [`Verdict`] and its parts.
pub mod verdict {
    pub use crate::ir::{
        Confidence, Criterion, Evidence, Finding, FindingKind, Kind, Lines, Location, Member,
        Number, Outcome, Place, Remark, RemarkKind, Removed, Resolved, Severity, SpecFeedback,
        Stated, Steering, Subject, Verdict,
    };
    #[cfg(feature = "hash")]
    pub use crate::ir::{FINGERPRINT_VERSION, Fingerprint};
}

/// What is wrong, where, and what to do about it: plain data.
pub mod diagnostic {
    pub use crate::ir::{Diagnostic, Diagnostics, Label, Level, UnknownWord};
}

/// Everything under judgement: seats, stakes and states, and the docket once it is closed.
#[cfg(feature = "judge")]
pub mod docket {
    pub use crate::ir::{
        Absence, Attempt, Audit, Binding, CellRef, ClosedDocket, Date, Docket, FindingRef, Given,
        Input, PanelFacts, Role, Seat, Stake, State, Topic, TopicKey, Waiver,
    };
}

/// Policies: compiling them, the ones that are built in, and the words they are written in.
#[cfg(feature = "judge")]
pub mod policy {
    pub use crate::engine::{
        Answer, Argument, Entry, GivenType, LINTS, Lint, Policy, REVIEWER_WORDS, Stage, Type,
        VOCABULARY, built_in, built_in_cases, built_in_names, default_policy, imports_of,
        states_a_rule, vocabulary,
    };
}

/// What a policy decided about a docket, and why: a [`Ruling`] and its parts.
#[cfg(feature = "judge")]
pub mod ruling {
    pub use crate::ir::{
        Action, ActionKind, BUILT_IN, Cite, Consensus, CountedTopic, Impediment, NoteRef, Opening,
        Operand, Override, PolicyFacts, RuleFacts, Ruling, StageTrace, Suppose, TraceEntry, Value,
        WhatIf, WhatIfs, WordFacts,
    };
}
