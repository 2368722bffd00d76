//! What can be wrong with what a court would be told.

use crate::ir::Diagnostic;
use crate::source::Span;

/// `rationale:` in a contract, `"prior_verdicts"` in the result of a verification
pub(super) fn input_violation(at: Span, path: &str) -> Diagnostic {
    Diagnostic::error("assize::court::input_violation")
        .message(format!("`{path}` may not reach the court (E_COURT_INPUT_VIOLATION)"))
        .label(at, "says what to believe, and is no evidence")
        .help("take it out: a court sees the contract, the diff, the result of the verification and a confidence")
}

/// `"per_criterion": […]` in the result of a verification
pub(super) fn prior_verdict(at: Span, path: &str) -> Diagnostic {
    Diagnostic::error("assize::court::input_violation")
        .message(format!("`{path}` may not reach the court (E_COURT_INPUT_VIOLATION)"))
        .label(at, "belongs to a verdict of a court")
        .help("take the verdict out: what a court ruled before is kept beside the evidence, and never in it")
}

/// What `git show` prints above a change
pub(super) fn commit_message(at: Span) -> Diagnostic {
    Diagnostic::error("assize::court::input_violation")
        .message("the message of a commit, or another text beside the change, may not reach the court (E_COURT_INPUT_VIOLATION)")
        .label(at, "stands in the diff, and is no change")
        .help("capture the change alone: `git diff BASE > anvil/diff.patch`, and not `git show`, `git log` or `git format-patch`")
}

/// `+++ b/anvil/verify/court-verdict.json`
pub(super) fn earlier_round(at: Span) -> Diagnostic {
    Diagnostic::error("assize::court::input_violation")
        .message("the diff brings the record of a court along, which may not reach the court (E_COURT_INPUT_VIOLATION)")
        .label(at, "what was ruled before")
        .help("capture the diff without it: `git diff BASE -- . ':!anvil' > anvil/diff.patch`")
}

/// `--reply` with the record of a round about other evidence
pub(super) fn reply_to_another(name: &str, own: &str) -> Diagnostic {
    Diagnostic::error("assize::court::reply_to_another")
        .message(format!(
            "what `{}` says is about another briefing (E_INVALID_VERDICT)",
            crate::emit::visible::visible(name)
        ))
        .help(format!(
            "its `briefingHash` should be `{own}`; have the court answer the briefing of this round"
        ))
}

/// `--task " "`
pub(super) fn blank_task() -> Diagnostic {
    Diagnostic::error("assize::court::blank_task")
        .message("the task has no name")
        .help("name the task that the work was done for")
}

/// A verification that was killed before it wrote its result
pub(super) fn empty(name: &str, part: &str) -> Diagnostic {
    let what = match part {
        "contract" => "contract",
        "diff" => "captured diff",
        _ => "result of the verification",
    };
    Diagnostic::error("assize::court::empty")
        .message(format!("the {what} `{}` is empty", crate::emit::visible::visible(name)))
        .help("nothing is no evidence: write it again before the court is asked")
}

/// A diff in Latin-1
pub(super) fn no_text(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::court::no_text")
        .message(format!("`{}` is not a text: {why}", crate::emit::visible::visible(name)))
        .help("write it in UTF-8")
}

/// A contract without a goal
pub(super) fn missing(at: Span, what: &str, name: &str) -> Diagnostic {
    Diagnostic::error("assize::court::missing_key")
        .message(format!("{what} has no `{name}`"))
        .label(Span { end: at.start.saturating_add(1).min(at.end), ..at }, "begins here")
        .help(format!("write `{name}`"))
}

/// `status: green`
pub(super) fn wrong(at: Span, what: &str, wanted: &str) -> Diagnostic {
    Diagnostic::error("assize::court::wrong_value")
        .message(format!("{what} should be {wanted}"))
        .label(at, "is something else")
        .help(format!("write {wanted}"))
}

/// `gaol: limits`, or a verdict that was written into the result of a verification
pub(super) fn unknown_key(at: Span, what: &str, key: &str, known: &[&str]) -> Diagnostic {
    let near = known
        .iter()
        .map(|known| (strsim::osa_distance(key, known), known))
        .filter(|(distance, _)| *distance <= 2)
        .min_by_key(|(distance, _)| *distance);
    let help = match near {
        Some((_, known)) => format!("did you mean `{known}`?"),
        None => format!("{what} may have {}, and nothing else", known.join(", ")),
    };
    Diagnostic::error("assize::court::unknown_key")
        .message(format!("{what} may not have `{}`", crate::emit::visible::visible(key)))
        .label(at, "not one of its keys")
        .help(help)
}

/// Two criteria of one id
pub(super) fn id_twice(at: Span, first: Span, id: &str) -> Diagnostic {
    Diagnostic::error("assize::court::id_twice")
        .message(format!("the criterion `{}` stands twice", crate::emit::visible::visible(id)))
        .label(at, "again here")
        .label(first, "first here")
        .help("give each criterion an id of its own")
}

/// `"wired": null` behind levels that pass
pub(super) fn skipped_level(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::court::skipped_level")
        .message(format!("the level `{name}` was not verified although those before it pass"))
        .label(at, "nothing was verified")
        .help("verify it: only behind a level that fails may one be null")
}

/// `"wired": {"status": "pass"}` behind `"exists": {"status": "fail"}`
pub(super) fn level_behind_failure(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::court::level_behind_failure")
        .message(format!("the level `{name}` was verified although one before it does not pass"))
        .label(at, "should be null")
        .help("the first level that does not pass ends the verification of a criterion")
}

/// `"allGreen": true` above a level that fails
pub(super) fn verify_disagrees(at: Span, what: &str, said: bool) -> Diagnostic {
    let other = if said { "something in it does not pass" } else { "all in it passes" };
    Diagnostic::error("assize::court::verify_disagrees")
        .message(format!("`allGreen` of {what} is {said}, and {other}"))
        .label(at, "contradicts what stands beside it")
        .help("verify the work again")
}

/// A result whose `contractHash` is that of an earlier contract
pub(super) fn other_hash(at: Span, own: &str) -> Diagnostic {
    Diagnostic::error("assize::court::another_contract")
        .message("another contract was verified than the one that is to be judged")
        .label(at, "the hash of the contract that was verified")
        .help(format!("the contract that was given is `{own}`: verify the work by it"))
}

/// A criterion of another contract
pub(super) fn not_in_contract(at: Span) -> Diagnostic {
    Diagnostic::error("assize::court::another_contract")
        .message(
            "another contract was verified: this criterion is not in the one that is to be judged",
        )
        .label(at, "not in the contract")
        .help("give the contract that was verified, or verify the work by this one")
}

/// A criterion that came into the contract later
pub(super) fn not_verified(at: Span, id: &str) -> Diagnostic {
    Diagnostic::error("assize::court::another_contract")
        .message(format!(
            "another contract was verified: the criterion `{}` was not",
            crate::emit::visible::visible(id)
        ))
        .label(at, "not among these")
        .help("verify the work by the contract that is to be judged")
}

/// A record that says `pending`
pub(super) fn not_judged(name: &str) -> Diagnostic {
    Diagnostic::error("assize::court::not_judged")
        .message(format!(
            "`{}` is the record of a round without a verdict",
            crate::emit::visible::visible(name)
        ))
        .help("ask the court again with `assize court judge`")
}

/// `court-verdict.json` without `state` and `contractHash`
pub(super) fn bare_record(name: &str) -> Diagnostic {
    Diagnostic::error("assize::court::bare_record")
        .message(format!(
            "`{}` has a verdict, and neither says whether the court gave it nor by which contract",
            crate::emit::visible::visible(name)
        ))
        .help(
            "ask the court again with `assize court judge`; a verdict that came from elsewhere is judged under another name",
        )
}

/// A record, and the contract of another work
pub(super) fn record_of_another(name: &str, own: &str) -> Diagnostic {
    Diagnostic::error("assize::court::record_of_another_contract")
        .message(format!(
            "`{}` is the record of a verdict on another contract than the one that was given",
            crate::emit::visible::visible(name)
        ))
        .help(format!("the contract that was given is `{own}`: give the one of the record, or ask the court by this one"))
}
