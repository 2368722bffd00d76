//! `assize watch`: judges a round as its reviewers write, until it is settled.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::NO_ANSWER;
use super::console::Console;
use super::gate::Gate;
use crate::docket::State;
use crate::emit::json;
use crate::emit::visible::visible;
use crate::emit::width::pad;
use crate::host::{Look, Writer, look, nanoseconds, stopwatch};
use crate::{Diagnostic, Outcome, Ruling};

/// How long a reviewer has, where it is not said.
const WAIT: u32 = 900;

/// How much longer than their time somebody may be at writing a file.
const LAST: Duration = Duration::from_secs(2);

/// Judge a round each time that a reviewer has written, until everybody has or their time is up
///
/// A file is judged once no one has written it for `--quiet-for`; half a file, a broken one and one of earlier work are
/// waited for like one that is missing. In the end the gate is judged and recorded as `assize gate` does it. Files are
/// watched by what the system tells, and looked at each `--poll` as well, because it does not tell everything.
///
/// On a terminal the answer of each seat is reported as it comes, on standard error, and the ruling on standard output.
/// Elsewhere, or with `--lines`, each is a line of JSON on standard output: `{"event": "seat", …}`, and the last one is
/// the ruling.
#[derive(Args, Debug)]
#[command(
    mut_arg("wait", |wait| wait.help("How long a reviewer has from the beginning of the round [default: 900]")),
    mut_arg("format", |format| format.hide(true)),
    mut_arg("json", |json| json.hide(true)),
    after_help = "\
Exit codes: as `assize gate`, 0 open, 1 shut by a fail, 2 no answer or interrupted, 3 shut by a hold.

Examples:
  assize round watch task-17 --panel dartai
  assize round watch task-17 --panel dartai --wait 600 --lines on
  assize round watch reports --expect qa --fail-fast"
)]
pub(super) struct Watch {
    #[command(flatten)]
    gate: Gate,
    /// End as soon as the gate is shut by a fail, and wait for no one else
    #[arg(long, help_heading = "Watching")]
    fail_fast: bool,
    /// Tell what happens in lines of JSON [default: on where standard output is no terminal]
    #[arg(long, value_name = "on|off", hide_possible_values = true, help_heading = "Watching")]
    lines: Option<Lines>,
    /// How long no one has to have written a file before it is read, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 300, help_heading = "Watching")]
    quiet_for: u32,
    /// How often the folder is looked at though nothing was told, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000, help_heading = "Watching",
          value_parser = clap::value_parser!(u32).range(10..))]
    poll: u32,
}

/// Whether what happens is reported in lines of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lines {
    /// Lines of JSON on standard output
    On,
    /// Text on standard error
    Off,
}

/// Why watching ends.
enum End {
    /// Everybody has answered, or it can end otherwise.
    Settled,
    /// Their time is up.
    TimeIsUp,
    /// Their time is up, and somebody does not stop writing.
    StillWritten,
    /// Somebody interrupts.
    Interrupted,
}

impl Watch {
    pub(super) fn gate(&self) -> &Gate {
        &self.gate
    }

    pub(super) fn run(mut self, disk: &dyn Writer, console: &Console) -> u8 {
        let lines = match self.lines {
            Some(lines) => lines == Lines::On,
            None => !std::io::stdout().is_terminal(),
        };
        if self.gate.takes_what_is_read_once() {
            return refuse(read_once(), lines, console);
        }
        self.gate.waits(WAIT);
        if lines {
            self.gate.answers_in_one_line();
        }
        let leave = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            if let Err(error) = signal_hook::flag::register(signal, Arc::clone(&leave)) {
                return refuse(not_watched(&error.to_string()), lines, console);
            }
        }
        // The last summary may say that the gate is open.
        self.gate.shut_first(disk, console);
        match self.until_settled(disk, &leave, lines, console) {
            End::Interrupted => refuse(interrupted(), lines, console),
            End::StillWritten => refuse(still_written(), lines, console),
            // What is wrong with the command line or the files is told by the gate as well.
            End::Settled | End::TimeIsUp => self.gate.run(disk, console),
        }
    }

    fn until_settled(
        &self,
        disk: &dyn Writer,
        leave: &AtomicBool,
        lines: bool,
        console: &Console,
    ) -> End {
        let Some(folder) = self.gate.folder(disk) else { return End::Settled };
        let (_watcher, changes) = events(&folder, console);
        let mut told = BTreeMap::new();
        let mut judged: Option<Look> = None;
        let clock = stopwatch();
        let wait = self.gate.time_for_reviewers();
        loop {
            let now = look(disk, &[folder.as_path()]);
            if judged.as_ref() != Some(&now) && self.is_quiet(&now) {
                judged = Some(now);
                match self.gate.peek(disk, console) {
                    // The gate tells why.
                    Err(_) => return End::Settled,
                    Ok(ruling) => {
                        tell(&ruling, &mut told, lines, console);
                        if self.is_settled(&ruling) {
                            return End::Settled;
                        }
                    }
                }
            }
            let left = self.gate.time_left(disk, wait, clock());
            if left.is_zero() {
                return self.last_look(disk, &folder, leave);
            }
            let next = match self.is_quiet(&look(disk, &[folder.as_path()])) {
                true => Duration::from_millis(u64::from(self.poll)),
                false => Duration::from_millis(u64::from(self.quiet_for.clamp(10, self.poll))),
            };
            if pause(&changes, next.min(left), leave) {
                return End::Interrupted;
            }
        }
    }

    /// Waits a little longer for anyone who is writing when time is up: half a file is not judged.
    fn last_look(&self, disk: &dyn Writer, folder: &Path, leave: &AtomicBool) -> End {
        let most = Duration::from_millis(u64::from(self.quiet_for)).saturating_mul(4) + LAST;
        let clock = stopwatch();
        let (_send, nothing) = channel();
        while !self.is_quiet(&look(disk, &[folder])) {
            if clock() > most {
                return End::StillWritten;
            }
            if pause(&nothing, Duration::from_millis(50), leave) {
                return End::Interrupted;
            }
        }
        End::TimeIsUp
    }

    /// Whether no one has written for a while; a clock that jumps keeps no task waiting.
    fn is_quiet(&self, look: &Look) -> bool {
        let now = nanoseconds();
        let quiet = i64::from(self.quiet_for).saturating_mul(1_000_000);
        look.values().all(|stamp| {
            let written = stamp.written;
            written.is_none_or(|written| written > now || now.saturating_sub(written) >= quiet)
        })
    }

    /// Whether nothing that is still to come would change the answer that is waited for.
    fn is_settled(&self, ruling: &Ruling) -> bool {
        let open = |state| matches!(state, State::Missing | State::Unreadable | State::Stale);
        let waits = ruling.docket().cells().any(|cell| cell.stake().counts() && open(cell.state()));
        !waits || (self.fail_fast && ruling.outcome() == Outcome::Fail)
    }
}

/// There is no ruling, and why: where lines are told, the last one says so.
fn refuse(reason: Diagnostic, lines: bool, console: &Console) -> u8 {
    let reason = reason.into();
    if lines {
        console.answer(&json::no_ruling_line(&reason, NO_ANSWER), NO_ANSWER);
    }
    console.report(&reason);
    NO_ANSWER
}

/// Tells each answer that is another one than before.
fn tell(
    ruling: &Ruling,
    told: &mut BTreeMap<(String, String), String>,
    lines: bool,
    console: &Console,
) {
    let cells: Vec<_> = ruling.docket().cells().collect();
    let lacks = |state| matches!(state, State::Missing | State::Unreadable | State::Stale);
    let ready = cells.iter().filter(|cell| !lacks(cell.state())).count();
    for cell in &cells {
        let effective = cell.effective().filter(|_| cell.state() == State::Reported);
        let state = if cell.awaited() { "awaiting" } else { cell.state().as_str() };
        let verdict = effective.map_or(state, |outcome| outcome.as_str());
        let key = (cell.seat().to_owned(), cell.subject().to_string());
        if told.get(&key).is_some_and(|known| known == verdict) {
            continue;
        }
        told.insert(key, verdict.to_owned());
        if lines {
            let line = json!({
                "event": "seat",
                "seat": cell.seat(),
                "subject": cell.subject().to_string(),
                "verdict": verdict,
                "ready": ready,
                "of": cells.len(),
            });
            let mut out = std::io::stdout().lock();
            // A reader who left is told nothing more; the gate is judged all the same.
            let _ =
                writeln!(out, "{}", json::escaped(&line.to_string())).and_then(|()| out.flush());
        } else {
            console.say(&format!(
                "{}  {}  {ready} of {}\n",
                pad(&visible(cell.seat()), 16),
                pad(verdict, 10),
                cells.len()
            ));
        }
    }
}

/// What the system tells of a folder, where it does.
#[cfg(feature = "test-runs")]
fn events(folder: &Path, console: &Console) -> (Option<impl Sized>, Receiver<()>) {
    use notify::Watcher as _;

    let (send, changes) = channel();
    let told = move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            // Whoever listens has gone only when it is over.
            let _ = send.send(());
        }
    };
    let watcher = notify::recommended_watcher(told).and_then(|mut watcher| {
        watcher.watch(folder, notify::RecursiveMode::NonRecursive)?;
        Ok(watcher)
    });
    match watcher {
        Ok(watcher) => (Some(watcher), changes),
        Err(error) => {
            // A system that has no more watches to give.
            console.verbose(&format!("the folder is only looked at now and then: {error}\n"));
            (None, changes)
        }
    }
}

/// Tells nothing: the folder is looked at each `--poll`.
#[cfg(not(feature = "test-runs"))]
fn events(_: &Path, _: &Console) -> (Option<()>, Receiver<()>) {
    (None, channel().1)
}

/// Waits until something is reported, or for so long; gives whether somebody interrupts.
fn pause(changes: &Receiver<()>, most: Duration, leave: &AtomicBool) -> bool {
    const STEP: Duration = Duration::from_millis(50);
    let clock = stopwatch();
    loop {
        if leave.load(Ordering::Relaxed) {
            return true;
        }
        let left = most.saturating_sub(clock());
        if left.is_zero() {
            return false;
        }
        match changes.recv_timeout(STEP.min(left)) {
            Ok(()) => {
                while changes.try_recv().is_ok() {}
                return leave.load(Ordering::Relaxed);
            }
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                std::thread::sleep(STEP.min(left));
            }
        }
    }
}

/// `assize watch t1 --changed-from -`, or `--waivers <(command)`
fn read_once() -> Diagnostic {
    Diagnostic::error("assize::cli::read_once")
        .message("what is watched is read again and again, and standard input or a pipe only once")
        .help("save what stands there to a file, and name the file; a docket has nothing to watch: `assize gate --docket`")
}

/// Ctrl-C
fn interrupted() -> Diagnostic {
    Diagnostic::error("assize::cli::interrupted")
        .message("interrupted before everybody had written: there is no answer")
        .help("the gate stays shut; watch again, or judge what is there with `assize gate`")
}

/// A reviewer that writes on and on
fn still_written() -> Diagnostic {
    Diagnostic::error("assize::cli::still_written")
        .message("time is up, and somebody is still writing: half of a file is not judged")
        .help("the gate stays shut; end its writer, and judge what is there with `assize gate`")
}

/// A system that gives no signals
fn not_watched(why: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::not_watched")
        .message(format!("the reports cannot be watched: {why}"))
        .help("judge them with `assize gate` when everybody has written")
}
