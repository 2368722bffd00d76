//! `assize mcp`: a client of MCP hands in the verdict of one seat, and looks at the gate.
//!
//! A call is judged by the code that a command runs; what it says is text for a model.

#[cfg(feature = "mcp")]
mod server;
#[cfg(feature = "mcp")]
mod submit;
#[cfg(feature = "mcp")]
mod tools;

use std::path::PathBuf;

use clap::Args;

use super::console::ConsoleArgs;
use super::inputs::not_blank;

/// Serve clients of MCP: hand in the verdict of one seat, look at the gate
///
/// Speaks the Model Context Protocol on standard input and output, until the client leaves. Its tools are
/// `submit_verdict`, `gate`, `explain` and `contract`.
///
/// The client speaks for the seat that `--seat` names, and for no other. Its verdict is typed by the schema of the format
/// that the panel asks for, and kept as the report of the seat, with the mark of the round: what a file would be. Without
/// `--seat` the client can only look. The gate is judged as `assize gate` does, and nothing is written for it.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Exit codes: 0 when the client leaves, 2 when it does not speak MCP.

Examples:
  assize mcp --seat qa
  assize mcp --seat security --task task-17 --panel ours
  assize mcp
  claude mcp add assize -- assize mcp --seat qa")]
pub(super) struct Mcp {
    /// The seat that the client speaks for; without one it can hand nothing in
    #[arg(long, value_name = "SEAT", value_parser = not_blank)]
    seat: Option<String>,
    /// The work that it is about [default: the one whose round was begun for what is checked out]
    #[arg(long, value_name = "TASK")]
    task: Option<PathBuf>,
    /// The panel that says where the reviewers of the work write [default: the only panel of `assize.kdl`]
    /// [env: ASSIZE_PANEL]
    #[arg(long, value_name = "NAME", requires = "task")]
    panel: Option<String>,
}

impl Mcp {
    pub(super) fn run(self, messages: &ConsoleArgs) -> u8 {
        self.serve(messages)
    }
}

#[cfg(not(feature = "mcp"))]
impl Mcp {
    fn serve(&self, messages: &ConsoleArgs) -> u8 {
        let wrong = crate::Diagnostic::error("assize::mcp::not_built")
            .message("this `assize` was built without MCP")
            .help("build it with the feature: `cargo install --path . --features mcp`");
        super::console::Console::new(messages).report(&wrong.into());
        super::NO_ANSWER
    }
}
