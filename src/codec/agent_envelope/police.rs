//! Whether the agent came to its end.

use crate::codec::json::{self, Type, Value};
use crate::ir::{Cause, Diagnostic};
use crate::source::Span;

/// Reasons to stop that an answer may have. All others leave it unfinished.
const FINISHED: [&str; 6] =
    ["end_turn", "stop_sequence", "stop", "tool_use", "completed", "success"];

/// What an envelope has anyway. A permission that was denied is no error of the agent.
const OWN: [&str; 17] = [
    "type",
    "subtype",
    "is_error",
    "error",
    "errors",
    "result",
    "structured_output",
    "stop_reason",
    "terminal_reason",
    "permission_denials",
    "session_id",
    "uuid",
    "duration_ms",
    "duration_api_ms",
    "num_turns",
    "total_cost_usd",
    "usage",
];

/// Why the answer must not be read, if that is so.
pub(super) fn trouble(result: Value<'_>) -> Option<(Cause, Diagnostic)> {
    let said = result.get("result").unwrap_or(result).span();
    let set = |name: &str| {
        let value = result.get(name)?;
        let unset = matches!(value.kind(), Type::Null | Type::Bool(false))
            || (value.kind() == Type::List && value.items().next().is_none())
            || value.is("")
            || value.raw().text == "0";
        (!unset).then_some(value)
    };
    if let Some(flag) = set("is_error").or_else(|| set("error")).or_else(|| set("errors")) {
        return Some((Cause::Errored, agent_errored(flag.span(), said)));
    }
    if let Some(subtype) = result.get("subtype").filter(|subtype| !subtype.is("success")) {
        return Some((Cause::Errored, agent_gave_up(subtype.span(), said)));
    }
    let mut others = result.members().filter(|(name, _)| !OWN.iter().any(|own| name.is(own)));
    let failing =
        others.find(|(name, value)| json::fails(&name.text().unwrap_or_default(), *value));
    if let Some((_, value)) = failing {
        return Some((Cause::Errored, agent_errored(value.span(), said)));
    }
    let reason = set("stop_reason").into_iter().chain(set("terminal_reason"));
    let mut early = reason.filter(|reason| !FINISHED.iter().any(|known| reason.is(known)));
    early.next().map(|reason| (Cause::Truncated, stopped_early(reason.span())))
}

/// `"is_error": true`
fn agent_errored(flag: Span, said: Span) -> Diagnostic {
    Diagnostic::error("assize::read::agent_errored")
        .message("the agent ended with an error")
        .label(flag, "says so")
        .label(said, "what it said about it")
        .help("mend what it says, then run the reviewer again")
}

/// `"subtype": "error_max_turns"`
fn agent_gave_up(subtype: Span, said: Span) -> Diagnostic {
    Diagnostic::error("assize::read::agent_gave_up")
        .message("the agent did not come to its end")
        .label(subtype, "not `success`")
        .label(said, "what it left behind")
        .help("give it more room, or less to review, then run it again")
}

/// `"stop_reason": "max_tokens"`
fn stopped_early(reason: Span) -> Diagnostic {
    Diagnostic::error("assize::read::stopped_early")
        .message("the agent was stopped before its answer was whole")
        .label(reason, "no end of an answer")
        .help("allow a longer answer, then run it again")
}
