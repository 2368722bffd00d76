//! Rulings, verdicts and diagnostics, written out: for a person, and for a machine.
//!
//! | module | writes | for |
//! |---|---|---|
//! | [`text`](mod@text) | a ruling, short ([`text::ruling`]) or whole ([`text::explain`]), what would change it ([`text::what_ifs`]), and what several runs agree on ([`text::consensus`]); what the stages before the gate say ([`text::audits`], [`text::actions`]) and what they saw ([`text::stage_traces`]); what was read ([`text::read_source`]) | a person |
//! | `json` | a ruling, a failure to rule, what was read | a machine |
//! | `checked` | what is found in policies: JSON | a machine |
//! | `made` | made-up dockets: in words, and as a line of `cases.kdl` | both |
//! | `measured` | what cases try of their policies, and which mutants they do not notice: text, JSON | both |
//! | `tested` | what became of the cases of policies: text, JSON | both |
//! | `schema` | the JSON Schemas of these | anyone who reads the JSON |
//! | `kdl` | the summary of a ruling, `verdict-summary.kdl` | both |
//! | `report` | diagnostics with their places | a person, by way of miette |
//!
//! Everything a reviewer wrote is hostile until shown otherwise: what is meant for a
//! terminal has control and bidi characters escaped, so that no reviewer can draw a line of
//! its own.

#[cfg(feature = "judge")]
pub(crate) mod cells;
#[cfg(feature = "serde")]
pub mod checked;
#[cfg(all(feature = "judge", feature = "serde"))]
mod compact;
#[cfg(feature = "judge")]
mod consensus;
#[cfg(feature = "miette")]
mod display;
#[cfg(feature = "judge")]
mod excerpt;
#[cfg(feature = "judge")]
mod explain;
#[cfg(feature = "judge")]
pub(crate) mod found;
#[cfg(feature = "serde")]
pub mod json;
#[cfg(feature = "kdl")]
pub mod kdl;
#[cfg(feature = "trial")]
pub mod made;
#[cfg(feature = "cli")]
pub mod measured;
#[cfg(feature = "judge")]
mod page;
#[cfg(feature = "cli")]
pub(crate) use page::rows;
#[cfg(any(feature = "judge", feature = "serde"))]
pub(crate) mod place;
#[cfg(feature = "judge")]
mod reading;
#[cfg(feature = "judge")]
mod remarks;
#[cfg(feature = "miette")]
pub mod report;
#[cfg(all(feature = "judge", feature = "serde"))]
mod ruling_view;
#[cfg(feature = "host")]
pub(crate) use ruling_view::Ruling as RulingView;
#[cfg(feature = "serde")]
pub mod schema;
#[cfg(feature = "judge")]
mod stages;
#[cfg(feature = "cli")]
pub mod tested;
#[cfg(all(test, feature = "judge"))]
pub(crate) mod tests;
#[cfg(feature = "judge")]
pub mod text;
#[cfg(feature = "judge")]
mod traces;
#[cfg(feature = "serde")]
mod view;
#[cfg(all(test, feature = "cli"))]
pub(crate) use view::ReadSource;
#[cfg(any(feature = "judge", feature = "miette"))]
pub(crate) mod visible;
#[cfg(feature = "judge")]
mod what_if;
#[cfg(feature = "judge")]
pub(crate) mod width;
#[cfg(feature = "judge")]
pub(crate) mod words;
