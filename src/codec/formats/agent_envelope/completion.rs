//! Whether the agent came to its end.

use crate::codec::mistakes;
use crate::codec::mistakes::mistake_rows;
use crate::codec::text::fields;
use crate::codec::tree::json::{Type, Value};
use crate::ir::{Cause, Diagnostic};
use crate::source::Span;

/// Reasons to stop that an answer may have. All others leave it unfinished.
const FINISHED: [&str; 6] =
    ["end_turn", "stop_sequence", "stop", "tool_use", "completed", "success"];

/// What an envelope has anyway. A permission that was denied is no error of the agent.
const OWN: [&str; 18] = [
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
    "modelUsage",
];

/// Why the answer must not be read, if that is so.
pub(super) fn failure(result: Value<'_>) -> Option<(Cause, Diagnostic)> {
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
        let text = result.get("result").filter(|_| flag.kind() == Type::Bool(true));
        let text = text.and_then(Value::text).unwrap_or_default();
        let wrong = agent_errored(flag.span(), said);
        return Some((
            Cause::Errored,
            match text.trim().lines().next() {
                Some(text) => wrong.message(format!("{ENDED}: {}", mistakes::shown(text))),
                None => wrong,
            },
        ));
    }
    if let Some(subtype) = result.get("subtype").filter(|subtype| !subtype.is("success")) {
        return Some((Cause::Errored, agent_gave_up(subtype.span(), said)));
    }
    let reason = set("stop_reason").into_iter().chain(set("terminal_reason"));
    let mut early = reason.filter(|reason| !FINISHED.iter().any(|known| reason.is(known)));
    let early = early.next().map(|reason| (Cause::Truncated, stopped_early(reason.span())));
    early.or_else(|| unknown_members(result).find_map(|(name, value)| odd(name, value, said)))
}

/// Whether an object is an envelope that lost its `type`: it says whether the agent failed, and has what else the program
/// writes, or nothing but that.
pub(super) fn is_untyped(object: Value<'_>) -> bool {
    let has = |name| object.get(name).is_some();
    let failed = object.get("is_error").is_some_and(|flag| flag.kind() == Type::Bool(true));
    let holds = failed && (has("result") || has("structured_output"));
    !has("type") && has("is_error") && (holds || unknown_members(object).next().is_none())
}

/// Whether the envelope says that the agent came to the end of its answer by itself: then the last line needs no
/// line end.
pub(super) fn says_whole(result: Value<'_>) -> bool {
    const BY_ITSELF: [&str; 4] = ["end_turn", "stop", "completed", "success"];
    let reason = result.get("stop_reason").or_else(|| result.get("terminal_reason"));
    reason.is_some_and(|reason| BY_ITSELF.iter().any(|known| reason.is(known)))
}

/// The members that the program does not write: somebody put them there.
pub(super) fn unknown_members<'d>(
    result: Value<'d>,
) -> impl Iterator<Item = (Value<'d>, Value<'d>)> {
    let own = |name: Value<'_>| name.text().is_some_and(|name| OWN.contains(&&*name));
    result.members().filter(move |(name, _)| !own(*name))
}

/// What a member that this program does not write may be: the same in another spelling, or what
/// other programs write when the agent failed.
fn odd(name: Value<'_>, value: Value<'_>, said: Span) -> Option<(Cause, Diagnostic)> {
    let name_is = name.text()?;
    let plain: String =
        name_is.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let empty = match value.kind() {
        Type::Null | Type::Bool(false) => true,
        Type::List => value.items().next().is_none(),
        Type::Object => value.members().next().is_none(),
        _ => false,
    };
    if empty && !DONE.contains(&&*plain) {
        return None;
    }
    let meant = fields::meant_of(&plain, NEAR.into_iter());
    if meant.is_some() || ANSWERS.contains(&&*plain) {
        return Some((Cause::Malformed, odd_member(name.span(), meant)));
    }
    let ended = match value.kind() {
        Type::Bool(on) => (on && BROKEN.contains(&&*plain)) || (!on && DONE.contains(&&*plain)),
        Type::Number => CODES.contains(&&*plain) && value.raw().text.trim() != "0",
        Type::String if plain == "finishreason" => !FINISHED.iter().any(|known| value.is(known)),
        Type::String => {
            ["status", "state"].contains(&&*plain) && broken(&value.text().unwrap_or_default())
        }
        _ => false,
    };
    ended.then(|| (Cause::Errored, agent_errored(name.span().to(value.span()), said)))
}

/// `"status": "timed out"`
fn broken(text: &str) -> bool {
    let plain: String =
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    BROKEN.contains(&&*plain)
}

/// What the members that are read here are called without marks between their words.
const NEAR: [&str; 8] = [
    "result",
    "results",
    "structuredoutput",
    "iserror",
    "error",
    "subtype",
    "stopreason",
    "terminalreason",
];
/// Members that an answer may stand in, where other programs write it.
const ANSWERS: [&str; 8] =
    ["output", "message", "content", "text", "response", "answer", "verdict", "messages"];
/// Members that say, when they are true, that the agent did not finish.
const BROKEN: [&str; 14] = [
    "failed",
    "failure",
    "aborted",
    "interrupted",
    "timedout",
    "timeout",
    "truncated",
    "cancelled",
    "canceled",
    "error",
    "crashed",
    "killed",
    "incomplete",
    "partial",
];
/// Members that say so when they are not 0.
const CODES: [&str; 4] = ["exitcode", "exitstatus", "errorcode", "returncode"];
/// Members that say so when they are false.
const DONE: [&str; 5] = ["success", "ok", "completed", "finished", "done"];

const ENDED: &str = "the agent ended with an error";

mistake_rows! {
    /// `"subtype": "error_max_turns"`
    error "assize::read::agent_gave_up" agent_gave_up(subtype: Span, said: Span)
        "the agent did not finish", subtype "not `success`", said "what it left behind", "give it a higher limit, or less to review, then run it again";
    /// `"stop_reason": "max_tokens"`
    error "assize::read::stopped_early" stopped_early(reason: Span)
        "the agent was stopped before its answer was whole", reason "not how a complete answer ends", "allow a longer answer, then run it again";
    /// `"results": "verdict: fail"`, `"isError": true`
    error "assize::read::odd_member" odd_member(name: Span, meant: Option<&str>)
        [each = if meant.is_some() { "`result`, `structured_output` and `is_error`, and each once" } else { "its answer in `result` or `structured_output` alone" }]
        "the envelope has a member that may contain another answer, or say that there is none",
        name "not read", "have the agent print {each}";
    /// `"is_error": true`, with `"result": ""` or a reason
    pub(super) error "assize::read::agent_errored" agent_errored(flag: Span, said: Span)
        [said = (said.end - said.start > 2).then_some(said), fix = if said.is_some() { "fix what it says" } else { "find out what stopped it" }]
        "{ENDED}", flag "says so", said "what it said about it", "{fix}, then run the reviewer again";
}
