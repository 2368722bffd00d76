//! The command line of a reviewer, with what it reads in its slots (`JOBS-REQ-004.2`).

use std::path::Path;
use std::time::Duration;

use super::super::runner::Invocation;
use crate::{Diagnostic, Diagnostics};

/// Where the system prompt goes.
const SYSTEM_PROMPT: &str = "{system_prompt}";
/// Where the JSON Schema goes.
const JSON_SCHEMA: &str = "{json_schema}";

/// The command that reviews: by default `claude`, which answers in an envelope.
///
/// `{system_prompt}` and `{json_schema}` stand for what it reads. Whatever command it is, the payload is on its
/// standard input, and its answer on its standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaudeCli {
    command: Vec<String>,
    timeout: Option<Duration>,
}

impl Default for ClaudeCli {
    fn default() -> Self {
        Self::new()
    }
}

impl ClaudeCli {
    /// The program that is asked where no one names another.
    pub const PROGRAM: &'static str = "claude";

    /// `claude --print --output-format json --system-prompt {system_prompt} --json-schema {json_schema} -p --`
    pub fn new() -> Self {
        let command = [
            Self::PROGRAM,
            "--print",
            "--output-format",
            "json",
            "--system-prompt",
            SYSTEM_PROMPT,
            "--json-schema",
            JSON_SCHEMA,
            "-p",
            "--",
        ];
        Self { command: command.map(str::to_owned).to_vec(), timeout: None }
    }

    /// Another command. No shell reads it.
    ///
    /// # Errors
    ///
    /// When there is no command, or no slot for the system prompt or the schema: the reviewer would not know what to
    /// judge.
    pub fn command(argv: impl IntoIterator<Item = impl Into<String>>) -> Result<Self, Diagnostics> {
        let command: Vec<String> = argv.into_iter().map(Into::into).collect();
        if command.first().is_none_or(String::is_empty) {
            return Err(no_command().into());
        }
        let lacks = |slot: &&str| !command.iter().any(|argument| argument.contains(*slot));
        let wrong: Vec<Diagnostic> =
            [SYSTEM_PROMPT, JSON_SCHEMA].into_iter().filter(lacks).map(no_slot).collect();
        match wrong.is_empty() {
            true => Ok(Self { command, timeout: None }),
            false => Err(Diagnostics::new(Vec::new(), wrong)),
        }
    }

    /// The time that each review has, whatever its number of files.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout: Some(timeout), ..self }
    }

    /// A run of it.
    pub(super) fn invocation(
        &self,
        (prompt, schema): (&str, &str),
        payload: String,
        root: &Path,
        seconds: u64,
    ) -> Invocation {
        Invocation::new(fill(&self.command, prompt, schema))
            .input(payload)
            .folder(root)
            .timeout(self.timeout.unwrap_or(Duration::from_secs(seconds)))
    }
}

/// A command with its slots filled. What is filled in is not looked at for slots.
fn fill(command: &[String], prompt: &str, schema: &str) -> Vec<String> {
    let fill = |argument: &String| {
        let parts = argument.split(SYSTEM_PROMPT);
        let parts: Vec<String> = parts.map(|part| part.replace(JSON_SCHEMA, schema)).collect();
        parts.join(prompt)
    };
    command.iter().map(fill).collect()
}

/// `assize quality run step.kdl -- ''`
fn no_command() -> Diagnostic {
    Diagnostic::error("assize::quality::no_command")
        .message("no command is given that reviews")
        .help("name a program, or leave the command out to run `claude`")
}

/// `assize quality run step.kdl -- ./reviewer`
fn no_slot(slot: &str) -> Diagnostic {
    let (what, flag) = match slot {
        SYSTEM_PROMPT => ("the criteria", "--system-prompt"),
        _ => ("the form of an answer", "--json-schema"),
    };
    Diagnostic::error("assize::quality::command_without_slot")
        .message(format!("the command is not told {what}: no argument of it contains `{slot}`"))
        .help(format!("put it where the reviewer looks for it: `{flag} '{slot}'`"))
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn slots_are_filled_once() {
        let command = ["a", "{system_prompt}{json_schema}", "--x={json_schema}"].map(str::to_owned);
        let filled = fill(&command, "see {json_schema} and {system_prompt}", "{}");
        assert_eq!(filled, ["a", "see {json_schema} and {system_prompt}{}", "--x={}"]);
    }
}
