//! What happened in a client, whichever it is, and what it is answered.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::hold::Held;

/// A text for a model is no longer: the client puts all of it into the conversation.
const LONGEST: usize = 8 * 1024;

/// A payload, as far as it matters here.
#[derive(Clone, Debug)]
pub(super) struct Payload {
    /// The folder that the client works in.
    pub(super) cwd: Option<PathBuf>,
    pub(super) asked: Asked,
}

/// What the gate is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Asked {
    /// A turn ends.
    Stop {
        session: Option<String>,
        /// Whether a hook has sent the agent on already in this turn.
        again: bool,
        /// Whether an agent still runs: when it has ended, the client asks again.
        at_work: bool,
    },
    /// A subagent has answered.
    Answer { session: Option<String>, agent: String, message: Option<String>, again: bool },
    /// A tool is about to run these command lines.
    Tool { lines: Vec<String> },
    /// One held command, in the folder in which it runs.
    Release { held: Held },
    /// Anything else.
    Nothing,
}

/// When it happens, which says what an answer may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Stop,
    Answer,
    Tool,
    /// Nothing can be blocked.
    Other,
    /// A payload that says nothing of it.
    Unknown,
}

/// What the client is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Reply {
    /// It goes on, without a word.
    Go,
    /// The agent is sent on, or the tool does not run; and why.
    Block(String),
    /// The turn ends, though the gate is shut; and why.
    End(String),
    /// Asked once more in other folders: what runs there.
    Elsewhere(Vec<Held>),
}

/// A payload that cannot be used.
#[derive(Clone, Debug)]
pub(super) struct Unusable {
    pub(super) moment: Moment,
    pub(super) why: String,
}

impl Moment {
    /// What the name of an event says, in the spelling of any client.
    pub(super) fn named(event: &str) -> Self {
        match event.to_ascii_lowercase().as_str() {
            "stop" | "afteragent" | "agentstop" => Self::Stop,
            "subagentstop" => Self::Answer,
            "pretooluse" | "beforetool" | "beforeshellexecution" => Self::Tool,
            _ => Self::Other,
        }
    }

    /// The event that a payload names, else the one that the hook is registered for, which this is.
    pub(super) fn or_named(self, name: Option<&str>) -> Result<Self, Unusable> {
        match (name, self) {
            (Some(name), _) => Ok(Self::named(name)),
            (None, Self::Unknown) => Err(self.unusable("it does not name its event")),
            (None, told) => Ok(told),
        }
    }

    pub(super) fn unusable(self, why: impl Into<String>) -> Unusable {
        Unusable { moment: self, why: why.into() }
    }
}

impl Asked {
    pub(super) fn moment(&self) -> Moment {
        match self {
            Self::Stop { .. } => Moment::Stop,
            Self::Answer { .. } => Moment::Answer,
            Self::Tool { .. } | Self::Release { .. } => Moment::Tool,
            Self::Nothing => Moment::Other,
        }
    }

    /// What is answered where the hook itself fails: shut, and no second time in one turn, for a client may have no end
    /// of its own.
    pub(super) fn failed(&self, why: &str) -> Reply {
        match self {
            Self::Nothing => Reply::Go,
            Self::Stop { again: true, .. } => Reply::End(why.to_owned()),
            // The seat stays empty, and the gate shut.
            Self::Answer { again: true, .. } => Reply::Go,
            _ => Reply::Block(why.to_owned()),
        }
    }
}

impl Unusable {
    /// The same, where nothing tells whether it happened before.
    pub(super) fn reply(&self, text: String) -> Reply {
        match self.moment {
            Moment::Stop | Moment::Answer => Reply::End(text),
            Moment::Other => Reply::Go,
            Moment::Tool | Moment::Unknown => Reply::Block(text),
        }
    }
}

/// The command lines that a tool runs. A patch is none, though Codex hands it over as one.
pub(super) fn lines_of(tool: Option<&str>, input: &Value) -> Vec<String> {
    match tool {
        Some("apply_patch") => Vec::new(),
        _ => lines_in(input),
    }
}

/// The command lines in what a tool is given: `{"command": "git push"}`, `{"cmd": ["sh", "-c", "git push"]}`.
pub(super) fn lines_in(input: &Value) -> Vec<String> {
    const NAMES: [&str; 3] = ["command", "cmd", "script"];
    match input {
        Value::Object(members) => {
            let own = |(name, value): (&String, &Value)| match value {
                Value::String(line) if NAMES.contains(&name.as_str()) => vec![line.clone()],
                Value::Array(words) if NAMES.contains(&name.as_str()) => {
                    let words = words.iter().filter_map(Value::as_str);
                    let quoted = words.map(|word| format!("'{}'", word.replace('\'', "'\\''")));
                    vec![quoted.collect::<Vec<_>>().join(" ")]
                }
                other => lines_in(other),
            };
            members.iter().flat_map(own).collect()
        }
        Value::Array(all) => all.iter().flat_map(lines_in).collect(),
        _ => Vec::new(),
    }
}

/// A text for a model, cut where it is too long: behind a line, and `more` says where all of it is.
pub(in crate::cli) fn bounded(text: &str, more: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let tail = format!("\n… cut off here: {more}\n");
    let mut end = LONGEST - tail.len();
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let cut = &text[..end];
    let whole = cut.rfind('\n').filter(|at| *at > LONGEST / 2).unwrap_or(end);
    format!("{}{tail}", &cut[..whole])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_for_a_model_is_cut_behind_a_line() {
        let long = "ä reason\n".repeat(4_000);
        let cut = bounded(&long, "`assize gate t1`");
        assert!(
            cut.len() <= LONGEST && cut.ends_with("reason\n… cut off here: `assize gate t1`\n")
        );
        assert!(bounded(&"ä".repeat(9_000), "x").len() <= LONGEST);
        assert_eq!(bounded("short", "x"), "short");
    }

    #[test]
    fn command_lines_are_found_in_what_a_tool_is_given() {
        let lines = |text: &str| lines_in(&serde_json::from_str(text).expect("JSON"));
        assert_eq!(lines(r#"{"command": "git push", "timeout": 5}"#), ["git push"]);
        assert_eq!(lines(r#"{"cmd": ["sh", "-c", "it's"]}"#), [r"'sh' '-c' 'it'\''s'"]);
        assert_eq!(lines(r#"{"steps": [{"script": "a"}, {"command": "b"}]}"#), ["a", "b"]);
        assert_eq!(lines(r#"{"content": "git push"}"#), Vec::<String>::new());
    }
}
