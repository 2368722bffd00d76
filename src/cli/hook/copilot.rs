//! Copilot CLI, as 1.0.102 sends and reads it. In its own spelling a payload does not name its event; where a hook was
//! registered by the names of Claude Code, members are spelt as there.
//!
//! ```json
//! {"sessionId": "…", "timestamp": 1, "cwd": "/repo", "toolName": "bash", "toolArgs": {"command": "git push"}}
//! ```

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::claude::{Permission, TurnAnswer};
use super::event::{Asked, Moment, Payload, Reply, Unusable, lines_of};

#[derive(Deserialize)]
struct Sent {
    cwd: Option<PathBuf>,
    #[serde(alias = "sessionId")]
    session_id: Option<String>,
    hook_event_name: Option<String>,
    #[serde(default, alias = "stopHookActive")]
    stop_hook_active: bool,
    #[serde(alias = "stopReason")]
    stop_reason: Option<String>,
    #[serde(alias = "agentType")]
    agent_type: Option<String>,
    #[serde(alias = "agentName")]
    agent_name: Option<String>,
    #[serde(alias = "parentAgentId")]
    parent_agent_id: Option<String>,
    #[serde(alias = "last_assistant_message")]
    response: Option<String>,
    #[serde(alias = "toolName")]
    tool_name: Option<String>,
    #[serde(alias = "toolArgs", alias = "toolInput", alias = "tool_args")]
    tool_input: Option<Value>,
    #[serde(alias = "toolResult")]
    tool_result: Option<Value>,
}

/// A tool that does not run, in both spellings: this client reads settings of Claude Code as well.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Denied<'a> {
    permission_decision: &'a str,
    permission_decision_reason: &'a str,
    hook_specific_output: Permission<'a>,
}

impl Sent {
    fn moment(&self, told: Moment) -> Moment {
        match (&self.hook_event_name, told) {
            (Some(name), _) => Moment::named(name),
            (None, told) if told != Moment::Unknown => told,
            _ if self.tool_input.is_some() && self.tool_result.is_none() => Moment::Tool,
            _ if self.response.is_some() => Moment::Answer,
            _ if self.stop_reason.is_some() => Moment::Stop,
            _ => Moment::Other,
        }
    }
}

pub(super) fn read(sent: Value, event: Option<&str>) -> Result<Payload, Unusable> {
    let told = event.map_or(Moment::Unknown, Moment::named);
    let sent: Sent =
        serde_json::from_value(sent).map_err(|error| told.unusable(error.to_string()))?;
    let moment = sent.moment(told);
    let asked = match moment {
        // The turn of a subagent ends by this event too, and then by its own.
        Moment::Stop if sent.parent_agent_id.is_some() => Asked::Nothing,
        Moment::Stop => {
            Asked::Stop { session: sent.session_id, again: sent.stop_hook_active, at_work: false }
        }
        Moment::Answer => {
            let agent = sent.agent_type.or(sent.agent_name);
            Asked::Answer {
                session: sent.session_id,
                agent: agent.unwrap_or_default(),
                message: sent.response,
                again: sent.stop_hook_active,
            }
        }
        Moment::Tool => {
            let input = sent
                .tool_input
                .ok_or_else(|| moment.unusable("it does not say what the tool is given"))?;
            Asked::Tool { lines: lines(sent.tool_name.as_deref(), &input) }
        }
        Moment::Other | Moment::Unknown => Asked::Nothing,
    };
    Ok(Payload { cwd: sent.cwd, asked })
}

/// What a tool is given may be JSON in a text.
fn lines(tool: Option<&str>, input: &Value) -> Vec<String> {
    match input {
        Value::String(text) => match serde_json::from_str::<Value>(text) {
            Ok(input) => lines_of(tool, &input),
            Err(_) => vec![text.clone()],
        },
        input => lines_of(tool, input),
    }
}

pub(super) fn answer(moment: Moment, reply: &Reply) -> Result<Value, serde_json::Error> {
    match (moment, reply) {
        (Moment::Tool, Reply::Block(why) | Reply::End(why)) => serde_json::to_value(Denied {
            permission_decision: "deny",
            permission_decision_reason: why,
            hook_specific_output: Permission {
                hook_event_name: "PreToolUse",
                permission_decision: "deny",
                permission_decision_reason: why,
            },
        }),
        (_, Reply::Block(why)) => serde_json::to_value(TurnAnswer::block("block", why)),
        (_, Reply::End(why)) => serde_json::to_value(TurnAnswer::end(why)),
        (_, Reply::Go | Reply::Elsewhere(_)) => Ok(Value::Object(serde_json::Map::default())),
    }
}
