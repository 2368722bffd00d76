//! Going on without a review: who says so, and why.

use serde::{Deserialize, Serialize};

use crate::engine::{Policy, Stage, built_in, default_policy};
use crate::ir::{Absence, Diagnostic, Diagnostics, Docket, Ruling};
use crate::source::Source;

/// An override (`quality_review_override_reason`), as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    /// Who answers for it.
    pub author: String,
    /// Why the review is left out.
    pub reason: String,
}

impl Override {
    /// An override that says something: what has no letter and no digit is no name, and no reason.
    ///
    /// # Errors
    ///
    /// When the author or the reason is blank; both at once.
    pub fn new(author: &str, reason: &str) -> Result<Self, Diagnostics> {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let seen = |text: &String| {
            text.chars().any(|c| c.is_alphanumeric() && !crate::source::is_hidden(c))
        };
        let (author, reason) = (plain(author), plain(reason));
        let wrong: Vec<Diagnostic> = [(seen(&author), no_author()), (seen(&reason), no_reason())]
            .into_iter()
            .filter_map(|(seen, wrong)| (!seen).then_some(wrong))
            .collect();
        match wrong.is_empty() {
            true => Ok(Self { author, reason }),
            false => Err(Diagnostics::new(Vec::new(), wrong)),
        }
    }
}

/// The ruling on an override: the review is excused by name, and its author answers with a warning. So the gate opens
/// with `warn` at best, and every ruling shows who excused what.
///
/// # Errors
///
/// None but those of the policy.
pub fn judge_override(given: &Override) -> Result<Ruling, Diagnostics> {
    let Override { author, reason } = given;
    judge_excused("override", &format!("override by {author}: {reason}"))
}

/// The ruling where a review is excused, and a seat answers for that with a warning.
pub(super) fn judge_excused(seat: &str, why: &str) -> Result<Ruling, Diagnostics> {
    let name = default_policy(Stage::Gate);
    let policy =
        Policy::compile(Stage::Gate, name, built_in(Stage::Gate, name).unwrap_or_default())?;
    let answer = format!("verdict: warn\nconfidence: high\nadvisory: {why}\n");
    let mut docket = Docket::new("quality-review");
    docket.seat("quality");
    docket.absent("quality", Absence::Excused(why.to_owned()));
    docket.seat(seat);
    docket.submit(seat, Source::new(seat, answer));
    policy.judge(&docket.close())
}

/// `--override '…' --by ' '`
fn no_author() -> Diagnostic {
    Diagnostic::error("assize::quality::override_without_author")
        .message("the override does not say who answers for it")
        .help("name a person: `--by dana`")
}

/// `--override ' '`
fn no_reason() -> Diagnostic {
    Diagnostic::error("assize::quality::override_without_reason")
        .message("the override has no reason")
        .help("say why the work may go on without the review: `--override 'reviewed by hand, see #12'`")
}
