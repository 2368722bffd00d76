//! The clients that call a hook, and how each is known by what it sends.

use clap::ValueEnum;
use serde_json::Value;

use super::event::{Moment, Payload, Reply, Unusable};
use super::{claude, copilot, cursor, gemini};

/// A client that calls a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Harness {
    /// Claude Code
    ClaudeCode,
    /// Codex
    Codex,
    /// Gemini CLI
    Gemini,
    /// Copilot CLI
    Copilot,
    /// Cursor
    Cursor,
}

/// A mark at the beginning of a text, which says that it is UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

impl Harness {
    /// A client by its name.
    pub(in crate::cli) fn named(name: &str) -> Option<Self> {
        <Self as ValueEnum>::from_str(name, true).ok()
    }

    /// Its name.
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Copilot => "copilot",
            Self::Cursor => "cursor",
        }
    }

    /// The client that a payload can only be of.
    fn of(sent: &Value) -> Option<Self> {
        let has = |name: &str| sent.get(name).is_some();
        let event = sent.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
        match () {
            () if has("conversation_id") && (has("generation_id") || has("workspace_roots")) => {
                Some(Self::Cursor)
            }
            () if has("sessionId") => Some(Self::Copilot),
            () if ["AfterAgent", "BeforeTool"].contains(&event) => Some(Self::Gemini),
            () if has("turn_id") => Some(Self::Codex),
            () if has("timestamp") && Moment::named(event) != Moment::Other => Some(Self::Copilot),
            () => None,
        }
    }

    /// Reads a payload. It is answered in the words of the client that sent it: one may read the settings of another.
    pub(super) fn read(
        bytes: &[u8],
        named: Option<Self>,
        event: Option<&str>,
    ) -> (Self, Result<Payload, Unusable>) {
        let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
        let sent = match serde_json::from_slice::<Value>(text) {
            Ok(sent @ Value::Object(_)) => sent,
            Ok(_) => return broken(text, named, event, "it is JSON, and no object"),
            Err(error) => return broken(text, named, event, &error.to_string()),
        };
        let harness = Self::of(&sent).or(named).unwrap_or(Self::ClaudeCode);
        let read = match harness {
            Self::ClaudeCode | Self::Codex => claude::read,
            Self::Gemini => gemini::read,
            Self::Copilot => copilot::read,
            Self::Cursor => cursor::read,
        };
        (harness, read(sent, event))
    }

    /// What it reads as an answer.
    pub(super) fn answer(self, moment: Moment, reply: &Reply) -> Result<Value, serde_json::Error> {
        match self {
            Self::ClaudeCode | Self::Codex => claude::answer(moment, reply),
            Self::Gemini => gemini::answer(moment, reply),
            Self::Copilot => copilot::answer(moment, reply),
            Self::Cursor => cursor::answer(moment, reply),
        }
    }
}

/// What is no JSON, or was cut off: its event may be named before it breaks.
fn broken(
    text: &[u8],
    named: Option<Harness>,
    event: Option<&str>,
    why: &str,
) -> (Harness, Result<Payload, Unusable>) {
    const BEGINNING: usize = 4096;
    let start = String::from_utf8_lossy(&text[..text.len().min(BEGINNING)]).into_owned();
    let behind =
        start.split_once("\"hook_event_name\"").and_then(|(_, rest)| rest.split('"').nth(1));
    let moment = event.or(behind).map_or(Moment::Unknown, Moment::named);
    (named.unwrap_or(Harness::ClaudeCode), Err(moment.unusable(why)))
}
