//! Cursor, as its documents have it: not measured. Its payloads begin with a byte order mark.
//!
//! ```json
//! {"conversation_id": "…", "generation_id": "…", "hook_event_name": "stop", "status": "completed", "loop_count": 0}
//! ```

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::event::{Asked, Moment, Payload, Reply, Unusable, lines_in};

#[derive(Deserialize)]
struct Sent {
    cwd: Option<PathBuf>,
    #[serde(default)]
    workspace_roots: Vec<PathBuf>,
    conversation_id: Option<String>,
    hook_event_name: Option<String>,
    #[serde(default)]
    loop_count: u64,
    #[serde(alias = "subagent_type")]
    agent_type: Option<String>,
    #[serde(alias = "last_assistant_message")]
    response: Option<String>,
    command: Option<String>,
    tool_input: Option<Value>,
}

#[derive(Serialize)]
struct SentOn<'a> {
    followup_message: &'a str,
}

#[derive(Serialize)]
struct Denied<'a> {
    permission: &'a str,
    user_message: &'a str,
    agent_message: &'a str,
}

pub(super) fn read(sent: Value, event: Option<&str>) -> Result<Payload, Unusable> {
    let told = event.map_or(Moment::Unknown, Moment::named);
    let sent: Sent =
        serde_json::from_value(sent).map_err(|error| told.unusable(error.to_string()))?;
    let moment = told.or_named(sent.hook_event_name.as_deref())?;
    let again = sent.loop_count > 0;
    let asked = match moment {
        Moment::Stop => Asked::Stop { session: sent.conversation_id, again, at_work: false },
        // What it hands over of a subagent is not measured: without the answer itself there is nothing to keep.
        Moment::Answer => match (sent.agent_type, sent.response) {
            (Some(agent), message @ Some(_)) => {
                Asked::Answer { session: sent.conversation_id, agent, message, again }
            }
            _ => Asked::Nothing,
        },
        Moment::Tool => match (sent.command, sent.tool_input) {
            (None, None) => return Err(moment.unusable("it does not say what the tool is given")),
            (command, input) => {
                let more = input.iter().flat_map(lines_in);
                Asked::Tool { lines: command.into_iter().chain(more).collect() }
            }
        },
        Moment::Other | Moment::Unknown => Asked::Nothing,
    };
    Ok(Payload { cwd: sent.cwd.or_else(|| sent.workspace_roots.into_iter().next()), asked })
}

/// It has no answer that ends a turn and says why: the round has it on record.
pub(super) fn answer(moment: Moment, reply: &Reply) -> Result<Value, serde_json::Error> {
    match (moment, reply) {
        (Moment::Tool | Moment::Unknown, Reply::Block(why) | Reply::End(why)) => {
            serde_json::to_value(Denied {
                permission: "deny",
                user_message: why,
                agent_message: why,
            })
        }
        (_, Reply::Block(why)) => serde_json::to_value(SentOn { followup_message: why }),
        (_, Reply::Go | Reply::End(_) | Reply::Elsewhere(_)) => {
            Ok(Value::Object(serde_json::Map::default()))
        }
    }
}
