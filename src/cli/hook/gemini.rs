//! Gemini CLI, as 0.61.0 sends and reads it. It has no event for subagents: its reviewers write their files.
//!
//! ```json
//! {"session_id": "…", "cwd": "/repo", "hook_event_name": "AfterAgent", "timestamp": "…", "stop_hook_active": false}
//! ```

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::claude::TurnAnswer;
use super::event::{Asked, Moment, Payload, Reply, Unusable, lines_in};

#[derive(Deserialize)]
struct Sent {
    cwd: Option<PathBuf>,
    session_id: Option<String>,
    hook_event_name: Option<String>,
    #[serde(default)]
    stop_hook_active: bool,
    tool_input: Option<Value>,
}

#[derive(Serialize)]
struct Denied<'a> {
    decision: &'a str,
    reason: &'a str,
}

pub(super) fn read(sent: Value, event: Option<&str>) -> Result<Payload, Unusable> {
    let told = event.map_or(Moment::Unknown, Moment::named);
    let sent: Sent =
        serde_json::from_value(sent).map_err(|error| told.unusable(error.to_string()))?;
    let moment = told.or_named(sent.hook_event_name.as_deref())?;
    let asked = match moment {
        Moment::Stop => {
            Asked::Stop { session: sent.session_id, again: sent.stop_hook_active, at_work: false }
        }
        Moment::Tool => {
            let input = sent
                .tool_input
                .ok_or_else(|| moment.unusable("it does not say what the tool is given"))?;
            Asked::Tool { lines: lines_in(&input) }
        }
        _ => Asked::Nothing,
    };
    Ok(Payload { cwd: sent.cwd, asked })
}

pub(super) fn answer(_: Moment, reply: &Reply) -> Result<Value, serde_json::Error> {
    match reply {
        Reply::Block(why) => serde_json::to_value(Denied { decision: "deny", reason: why }),
        Reply::End(why) => serde_json::to_value(TurnAnswer::end(why)),
        Reply::Go | Reply::Elsewhere(_) => Ok(Value::Object(serde_json::Map::default())),
    }
}
