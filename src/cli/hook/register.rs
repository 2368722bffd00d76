//! How a hook is registered with each client: the file, the events, and what is added there.

use serde_json::Value;

use super::harness::Harness;
use super::settings::Ordered;

/// Where a client reads its hooks, and for which events this one is registered.
struct Place {
    file: &'static str,
    /// A folder that tells that the client is used here.
    sign: &'static str,
    events: &'static [&'static str],
    /// What its user has to do besides.
    also: &'static str,
}

impl Harness {
    fn place(self) -> Place {
        match self {
            Self::ClaudeCode => Place {
                file: ".claude/settings.json",
                sign: ".claude",
                events: &["PreToolUse", "SubagentStop", "Stop"],
                also: "trust this folder when Claude Code asks",
            },
            Self::Codex => Place {
                file: ".codex/hooks.json",
                sign: ".codex",
                events: &["PreToolUse", "SubagentStop", "Stop"],
                also: "review the hooks once in Codex (`/hooks`): `codex exec` runs none that was not reviewed, and does not say so",
            },
            Self::Gemini => Place {
                file: ".gemini/settings.json",
                sign: ".gemini",
                events: &["BeforeTool", "AfterAgent"],
                also: "start Gemini CLI once, which shows new hooks of a project before it trusts them",
            },
            Self::Copilot => Place {
                file: ".github/hooks/assize.json",
                sign: ".github/hooks",
                events: &["preToolUse", "subagentStop", "agentStop"],
                also: "trust this folder in Copilot CLI; it lets go where a hook takes longer than 30 s",
            },
            Self::Cursor => Place {
                file: ".cursor/hooks.json",
                sign: ".cursor",
                events: &["beforeShellExecution", "subagentStop", "stop"],
                also: "try it: this registration is from Cursor's documents, and not measured",
            },
        }
    }

    /// The file that it is registered in, from the root of the work tree.
    pub(in crate::cli) fn file(self) -> &'static str {
        self.place().file
    }

    /// A folder that tells that the client is used here.
    pub(in crate::cli) fn sign(self) -> &'static str {
        self.place().sign
    }

    /// What its user has to do besides.
    pub(in crate::cli) fn also(self) -> &'static str {
        self.place().also
    }

    /// What is added to one event.
    fn entry(self, event: &str) -> Ordered {
        let line = format!("assize hook {} --event {event}", self.name());
        let command = || Ordered::text(&line);
        let kind = || Ordered::text("command");
        let number = |n: u32| Ordered::Other(Value::from(n));
        let within = |hook| Ordered::object([("hooks", Ordered::List(vec![hook]))]);
        match self {
            // A command that is not found lets a tool run, unless it says so; elsewhere the member does nothing.
            Self::ClaudeCode if event == "PreToolUse" => within(Ordered::object([
                ("type", kind()),
                ("command", command()),
                ("onFailure", Ordered::text("block")),
            ])),
            Self::ClaudeCode | Self::Codex => {
                within(Ordered::object([("type", kind()), ("command", command())]))
            }
            Self::Gemini => within(Ordered::object([
                ("name", Ordered::text("assize")),
                ("type", kind()),
                ("command", command()),
                ("timeout", number(60_000)),
            ])),
            Self::Copilot => {
                Ordered::object([("type", kind()), ("bash", command()), ("timeoutSec", number(30))])
            }
            Self::Cursor => Ordered::object([("command", command())]),
        }
    }

    /// The events that the hook is not registered for; or why the file cannot be read.
    pub(in crate::cli) fn lacks(self, text: &str) -> Result<Vec<&'static str>, String> {
        let settings = Ordered::read(text).map_err(|error| error.to_string())?;
        let hooks = settings.member("hooks");
        let has = |event: &&&str| {
            let registered = hooks.and_then(|hooks| hooks.member(event));
            registered.is_some_and(|entries| entries.texts().iter().any(|line| calls_hook(line)))
        };
        let place = self.place();
        Ok(place.events.iter().filter(|event| !has(event)).copied().collect())
    }

    /// The file with the hook registered, where it is not; what is there stays, in its order.
    pub(in crate::cli) fn registered(self, text: Option<&str>) -> Result<String, String> {
        let empty = match self {
            Self::Copilot | Self::Cursor => {
                Ordered::object([("version", Ordered::Other(Value::from(1)))])
            }
            _ => Ordered::Object(Vec::new()),
        };
        let (mut settings, lacks) = match text.filter(|text| !text.trim().is_empty()) {
            Some(text) => {
                (Ordered::read(text).map_err(|error| error.to_string())?, self.lacks(text)?)
            }
            None => (empty, self.place().events.to_vec()),
        };
        for event in lacks {
            let hooks = settings.member_or("hooks", Ordered::Object(Vec::new()));
            let hooks = hooks.ok_or("it is no object")?;
            let entries = hooks.member_or(event, Ordered::List(Vec::new()));
            match entries.ok_or("its `hooks` is no object")? {
                Ordered::List(entries) => entries.push(self.entry(event)),
                _ => return Err(format!("its `hooks` has `{event}`, and that is no list")),
            }
        }
        Ok(settings.print())
    }
}

/// Whether a command line is this hook: `assize hook codex`, `/usr/bin/assize hook`.
fn calls_hook(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_it = |word: &str| {
        word.rsplit('/').next().is_some_and(|name| name == "assize" || name == "assize.exe")
    };
    words.windows(2).any(|pair| is_it(pair[0]) && pair[1] == "hook")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_stays_in_its_order() {
        let text = r#"{"zebra": [1, 2.5, null], "hooks": {"Stop": [{"hooks": [{"command": "date"}]}]}, "a": {"z": 1, "b": "ä"}}"#;
        let merged = Harness::ClaudeCode.registered(Some(text)).expect("it is merged");
        let places = [
            "zebra",
            "\"date\"",
            "hook claude-code --event Stop",
            "PreToolUse",
            "\"a\"",
            "\"z\"",
            "\"b\"",
        ];
        let places = places.map(|part| merged.find(part).expect(part));
        assert!(places.is_sorted(), "{merged}");
        assert_eq!(Harness::ClaudeCode.lacks(&merged), Ok(Vec::new()));
        // A second time changes nothing.
        assert_eq!(Harness::ClaudeCode.registered(Some(&merged)).as_ref(), Ok(&merged));
    }

    #[test]
    fn what_cannot_be_merged_is_told() {
        for text in ["{", "[]", r#"{"hooks": []}"#, r#"{"hooks": {"Stop": {}}}"#, "// a\n{}"] {
            assert!(Harness::Codex.registered(Some(text)).is_err(), "{text}");
        }
        assert!(Harness::Codex.registered(Some(" \n")).is_ok());
    }
}
