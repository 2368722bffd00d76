//! Claude Code, as 2.1.332 sends and reads it; Codex 0.171.0 reads the same answers.
//!
//! ```json
//! {"session_id": "…", "cwd": "/repo", "hook_event_name": "Stop", "stop_hook_active": false, "background_tasks": []}
//! ```

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::event::{Asked, Moment, Payload, Reply, Unusable, lines_of};

/// What all events have, and what those have that matter here.
#[derive(Deserialize)]
struct Sent {
    cwd: Option<PathBuf>,
    session_id: Option<String>,
    hook_event_name: Option<String>,
    #[serde(default)]
    stop_hook_active: bool,
    #[serde(default)]
    background_tasks: Vec<Task>,
    agent_type: Option<String>,
    last_assistant_message: Option<String>,
    tool_name: Option<String>,
    tool_input: Option<Value>,
}

/// What runs in the background: a subagent, a command.
#[derive(Deserialize)]
struct Task {
    #[serde(rename = "type")]
    kind: Option<String>,
    status: Option<String>,
}

/// What is answered at the end of a turn.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum TurnAnswer<'a> {
    Block {
        decision: &'a str,
        reason: &'a str,
    },
    End {
        #[serde(rename = "continue")]
        goes_on: bool,
        #[serde(rename = "stopReason")]
        stop_reason: &'a str,
    },
}

/// What is answered before a tool runs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolAnswer<'a> {
    pub(super) hook_specific_output: Permission<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Permission<'a> {
    pub(super) hook_event_name: &'a str,
    pub(super) permission_decision: &'a str,
    pub(super) permission_decision_reason: &'a str,
}

impl<'a> TurnAnswer<'a> {
    /// `{"decision": "block", "reason": …}`, with the client's word for it.
    pub(super) fn block(decision: &'a str, reason: &'a str) -> Self {
        Self::Block { decision, reason }
    }

    /// `{"continue": false, "stopReason": …}`
    pub(super) fn end(stop_reason: &'a str) -> Self {
        Self::End { goes_on: false, stop_reason }
    }
}

impl<'a> ToolAnswer<'a> {
    pub(super) fn deny(reason: &'a str) -> Self {
        Self {
            hook_specific_output: Permission {
                hook_event_name: "PreToolUse",
                permission_decision: "deny",
                permission_decision_reason: reason,
            },
        }
    }
}

pub(super) fn read(sent: Value, event: Option<&str>) -> Result<Payload, Unusable> {
    let told = event.map_or(Moment::Unknown, Moment::named);
    let sent: Sent =
        serde_json::from_value(sent).map_err(|error| told.unusable(error.to_string()))?;
    let moment = told.or_named(sent.hook_event_name.as_deref())?;
    let runs = |task: &Task| {
        task.kind.as_deref().is_some_and(|kind| kind.contains("agent"))
            && task.status.as_deref().is_none_or(|status| ["running", "pending"].contains(&status))
    };
    let asked = match moment {
        Moment::Stop => Asked::Stop {
            session: sent.session_id,
            again: sent.stop_hook_active,
            at_work: sent.background_tasks.iter().any(runs),
        },
        Moment::Answer => Asked::Answer {
            session: sent.session_id,
            // One without a type has no seat.
            agent: sent.agent_type.unwrap_or_default(),
            message: sent.last_assistant_message,
            again: sent.stop_hook_active,
        },
        Moment::Tool => {
            let input = sent
                .tool_input
                .ok_or_else(|| moment.unusable("it does not say what the tool is given"))?;
            Asked::Tool { lines: lines_of(sent.tool_name.as_deref(), &input) }
        }
        Moment::Other | Moment::Unknown => Asked::Nothing,
    };
    Ok(Payload { cwd: sent.cwd, asked })
}

pub(super) fn answer(moment: Moment, reply: &Reply) -> Result<Value, serde_json::Error> {
    match (moment, reply) {
        (Moment::Tool, Reply::Block(why) | Reply::End(why)) => {
            serde_json::to_value(ToolAnswer::deny(why))
        }
        (_, Reply::Block(why)) => serde_json::to_value(TurnAnswer::block("block", why)),
        (_, Reply::End(why)) => serde_json::to_value(TurnAnswer::end(why)),
        (_, Reply::Go | Reply::Elsewhere(_)) => Ok(Value::Object(serde_json::Map::default())),
    }
}
