//! `assize hook`: what happens in an agent's client, answered in its own words.
//!
//! This process reads the payload and prints the answer; what the gate says is asked of processes of their own, one for
//! each folder, so that whatever ends one of these is an answer as well.

mod claude;
mod copilot;
mod cursor;
pub(super) mod deposit;
pub(super) mod event;
mod gemini;
mod harness;
mod hold;
mod judge;
mod line;
mod register;
mod settings;
mod works;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;

use clap::Args;

use super::apart;
use super::console::Console;
use super::gate::in_words;
use super::inputs::current_dir;
use crate::codec::LIMIT;
use crate::host::{Contents, Writer, shown, standard_input};
use crate::{Diagnostic, Diagnostics};
use event::{Asked, Reply, Unusable, bounded};
pub(super) use harness::Harness;
pub(super) use hold::HELD;
#[cfg(feature = "mcp")]
pub(super) use judge::{Judged, asked_of};
#[cfg(feature = "mcp")]
pub(super) use works::{Work, Works};

/// Answer a hook of an agent's client: hold what sends work on until the gate of its round is open
///
/// Reads the payload of the client from standard input, and prints what the client reads. It ends with 0 always, because
/// each client takes other codes otherwise; what goes wrong here blocks where the event can be blocked.
///
/// Before a tool runs, a command that sends work on (`git push`, `gh pr merge`, …; `hook { hold … }` in `assize.kdl` names
/// others) is denied unless a round for what is checked out is open. When a subagent has answered, its last message is kept
/// as the report of its seat: the one that is called like the agent, `-reviewer` aside, or whose `agent` names it. When a
/// turn ends, a round that is shut sends the agent on with the reason, three times a round (`hook { attempts 3 }`), and
/// then ends the turn with it.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit code: 0 always; the answer is JSON on standard output.

Examples:
  assize hook claude-code < payload.json
  assize hook codex --event Stop < payload.json
  assize init --expect qa,security,style --harness claude-code")]
pub(super) struct Hook {
    /// The client: claude-code, codex, gemini, copilot, cursor [default: as the payload tells]
    #[arg(value_name = "HARNESS")]
    harness: Option<String>,
    /// The event that the hook is registered for, for a payload that does not name it
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// This is the process that judges, for the one with this number
    #[arg(long, hide = true, require_equals = true)]
    judges: Option<u32>,
}

/// The question to a process that judges, and its answer, are no longer than a payload with all of it escaped.
const QUESTION: usize = 8 * LIMIT;

impl Hook {
    pub(super) fn run(
        &self,
        disk: &dyn Writer,
        caught: Option<&AtomicUsize>,
        console: &Console,
    ) -> u8 {
        match self.judges {
            Some(_) => judge::run(disk, console),
            None => self.answer(caught, console),
        }
    }

    fn answer(&self, caught: Option<&AtomicUsize>, console: &Console) -> u8 {
        let named = self.harness.as_deref().and_then(Harness::named);
        let bytes = match standard_input(LIMIT) {
            Ok(Contents::Whole(bytes)) => Ok(bytes),
            Ok(_) => Err("it is larger than 16 MiB".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let (harness, read) = match &bytes {
            Ok(bytes) => Harness::read(bytes, named, self.event.as_deref()),
            Err(why) => {
                let moment =
                    self.event.as_deref().map_or(event::Moment::Unknown, event::Moment::named);
                (named.unwrap_or(Harness::ClaudeCode), Err(moment.unusable(why)))
            }
        };
        let (moment, reply) = match read {
            Err(unusable) => {
                let why = in_words(&unusable_payload(harness, &unusable).into());
                console.say(&why);
                (unusable.moment, unusable.reply(bounded(&why, "`assize doctor`")))
            }
            Ok(payload) => {
                let reply = match (&self.harness, named) {
                    (Some(name), None) => {
                        payload.asked.failed(&in_words(&no_such_harness(name).into()))
                    }
                    _ => reply_to(&payload, caught, console),
                };
                (payload.asked.moment(), reply)
            }
        };
        if let Reply::End(why) = &reply {
            console.say(why);
        }
        let answer = harness.answer(moment, &reply).map(|answer| answer.to_string());
        // It is made of texts alone, so it can be written.
        console.answer(&(answer.unwrap_or_else(|_| "{}".to_owned()) + "\n"), 0)
    }
}

/// A line of a hook that cannot be understood: it is answered all the same.
pub(super) fn misused(args: &[OsString], why: &str, console: &Console) -> u8 {
    let behind = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.to_str().map(str::to_owned)
    };
    let hook = Hook {
        harness: args
            .iter()
            .filter_map(|arg| arg.to_str())
            .find(|arg| Harness::named(arg).is_some())
            .map(str::to_owned),
        event: behind("--event"),
        judges: None,
    };
    let named = hook.harness.as_deref().and_then(Harness::named);
    let bytes = match standard_input(LIMIT) {
        Ok(Contents::Whole(bytes)) => bytes,
        _ => Vec::new(),
    };
    let (harness, read) = Harness::read(&bytes, named, hook.event.as_deref());
    let text = bounded(why, "`assize hook --help`");
    let (moment, reply) = match read {
        Ok(payload) => (payload.asked.moment(), payload.asked.failed(&text)),
        Err(unusable) => (unusable.moment, unusable.reply(text)),
    };
    let answer = harness.answer(moment, &reply).map(|answer| answer.to_string());
    console.answer(&(answer.unwrap_or_else(|_| "{}".to_owned()) + "\n"), 0)
}

/// What is answered to a payload that was read.
fn reply_to(payload: &event::Payload, caught: Option<&AtomicUsize>, console: &Console) -> Reply {
    let asked = &payload.asked;
    let idle = match asked {
        Asked::Nothing => true,
        Asked::Tool { lines } => lines.is_empty(),
        _ => false,
    };
    if idle {
        return Reply::Go;
    }
    let failed = |reason: Diagnostics| {
        let why = in_words(&reason);
        console.say(&why);
        asked.failed(&bounded(&why, "`assize doctor`"))
    };
    let here = match (&payload.cwd, current_dir()) {
        (Some(cwd), Ok(here)) => here.join(cwd),
        (None, Ok(here)) => here,
        (_, Err(reason)) => return failed(reason.into()),
    };
    let elsewhere = match ask(&here, asked, caught) {
        Ok(Reply::Elsewhere(all)) => all,
        Ok(reply) => return reply,
        Err(reason) => return failed(reason.into()),
    };
    for held in elsewhere {
        for folder in &held.folders {
            match ask(folder, &Asked::Release { held: held.clone() }, caught) {
                Ok(Reply::Go) => {}
                Ok(reply) => return reply,
                Err(reason) => return failed(reason.into()),
            }
        }
    }
    Reply::Go
}

/// Has a process judge in a folder. Where it ends otherwise than with an answer, that is an error.
fn ask(folder: &Path, asked: &Asked, caught: Option<&AtomicUsize>) -> Result<Reply, Diagnostic> {
    let question =
        serde_json::to_vec(asked).map_err(|error| no_answer(folder, &error.to_string()))?;
    let never = AtomicUsize::new(0);
    let told = apart::ask(folder, question, QUESTION, caught.unwrap_or(&never))
        .map_err(|error| no_answer(folder, &error.to_string()))?;
    serde_json::from_slice(&told).map_err(|_| no_answer(folder, "it ended before it had one"))
}

/// A payload that is no JSON, or lacks what its event has
fn unusable_payload(harness: Harness, unusable: &Unusable) -> Diagnostic {
    Diagnostic::error("assize::hook::payload")
        .message(format!("the payload of the hook ({}) cannot be used: {}", harness.name(), shown(&unusable.why)))
        .help("register `assize hook` as `assize init --harness NAME` prints it; `assize doctor` tries it")
}

/// `assize hook clause-code`
fn no_such_harness(name: &str) -> Diagnostic {
    Diagnostic::error("assize::hook::no_such_harness")
        .message(format!("`{}` is no client that this hook knows", shown(name)))
        .help("write `claude-code`, `codex`, `gemini`, `copilot` or `cursor`, or leave it out")
}

/// A process that was killed, a folder that is not there
fn no_answer(folder: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::hook::no_answer")
        .message(format!("the gate gave no answer in `{}`: {}", shown(folder), shown(why)))
        .help("it counts as shut; run `assize gate TASK` there to see why")
}

/// Where the reports of a work lie, as a person would name it.
fn relative(path: &Path) -> PathBuf {
    match current_dir() {
        Ok(here) => path.strip_prefix(&here).unwrap_or(path).to_owned(),
        Err(_) => path.to_owned(),
    }
}
