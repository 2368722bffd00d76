//! `--exit hook`: judged by a process of its own, so that whatever ends it ends with 2.
//!
//! Harnesses block on 2 alone, and let through what a signal or a lack of memory ends.

use std::ffi::OsString;
use std::io;
use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command as Process, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::console::Console;
use super::gate::Gate;
use super::{Cli, Command, NO_ANSWER};
use crate::Diagnostic;
use crate::host::Disk;

/// What the process that judges is given, which no one else is meant to say: for which process it does.
pub(super) const JUDGES: &str = "--judges=";

/// Runs a command line in a process of its own, if it asks for that. None when it does not, or when no
/// process can be made: then it is run in this one.
pub(super) fn run(cli: &Cli, args: &[OsString], caught: Option<&AtomicUsize>) -> Option<u8> {
    if let Command::Hook(hook) = &cli.command {
        return Some(hook.run(&Disk, caught, &Console::new(&cli.console)));
    }
    let gate = cli.command.gate();
    let wanted = match &cli.command {
        Command::Explain(explain) => explain.runs_apart(),
        Command::Sdd(sdd) => sdd.runs_apart(),
        _ => gate.is_some_and(Gate::runs_apart),
    };
    if !wanted {
        return None;
    }
    let caught = caught?;
    let mut process = start(args).ok()?;
    let why = match wait(&mut process, caught) {
        Ok(status) => match status.code() {
            Some(code @ (0 | 2)) => return u8::try_from(code).ok(),
            _ => ended(status),
        },
        Err(error) => lost(&error),
    };
    let console = Console::new(&cli.console);
    match gate {
        Some(gate) => gate.end(why, &console),
        None => console.report(&why.into()),
    }
    Some(NO_ANSWER)
}

/// A process that judges: this program, with the same arguments.
#[expect(clippy::disallowed_methods, reason = "the program itself is run again, once")]
fn start(args: &[OsString]) -> io::Result<Child> {
    let (_, own) = args.split_at(args.len().min(1));
    let (command, own) = own.split_at(position(own));
    let judges = format!("{JUDGES}{}", std::process::id());
    Process::new(std::env::current_exe()?).args(command).arg(judges).args(own).spawn()
}

/// Hands a question to a process that judges in a folder, as `assize hook` does, and gives what it printed: no more than
/// `limit` bytes. A signal that is caught meanwhile ends it.
pub(super) fn ask(
    folder: &Path,
    question: Vec<u8>,
    limit: usize,
    caught: &AtomicUsize,
) -> io::Result<Vec<u8>> {
    let judges = format!("{JUDGES}{}", std::process::id());
    let process = own(folder, &["hook", &judges])?;
    exchange(process, question, limit, caught)
}

/// Runs this program in a folder, where no variable says who judges there. Gives what it printed where it ends with 0.
pub(super) fn run_apart(
    folder: &Path,
    args: &[&str],
    input: Vec<u8>,
    limit: usize,
) -> io::Result<Vec<u8>> {
    let mut process = own(folder, args)?;
    for name in ["ASSIZE_CONFIG", "ASSIZE_PANEL", "ASSIZE_RULES_FROM"] {
        process.env_remove(name);
    }
    process.stderr(Stdio::null());
    exchange(process, input, limit, &AtomicUsize::new(0))
}

#[expect(clippy::disallowed_methods, reason = "the program itself is run again, once")]
fn own(folder: &Path, args: &[&str]) -> io::Result<Process> {
    let mut process = Process::new(std::env::current_exe()?);
    process.args(args).current_dir(folder);
    Ok(process)
}

fn exchange(
    mut process: Process,
    input: Vec<u8>,
    limit: usize,
    caught: &AtomicUsize,
) -> io::Result<Vec<u8>> {
    let mut child = process.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    // One that ends early reads no more.
    let writer = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let reader = std::thread::spawn(move || {
        let mut told = Vec::new();
        let most = u64::try_from(limit).unwrap_or(u64::MAX);
        stdout.map(|stdout| stdout.take(most).read_to_end(&mut told));
        told
    });
    let status = wait(&mut child, caught)?;
    let _ = writer.join();
    match reader.join() {
        Ok(told) if status.success() => Ok(told),
        _ => Err(io::Error::other(format!("the process that judges ended early ({status})"))),
    }
}

/// Where the arguments of the command begin: behind its name.
fn position(args: &[OsString]) -> usize {
    let alone = ["gate", "explain", "consensus", "watch"];
    let parted =
        [("quality", "decide"), ("court", "decide"), ("pairs", "decide"), ("sdd", "review")];
    let part = |arg: &OsString| parted.iter().find(|(name, _)| arg == name);
    let is_name = |arg: &OsString| alone.iter().any(|name| arg == name) || part(arg).is_some();
    let Some(at) = args.iter().position(is_name) else { return 0 };
    let inner = part(&args[at]).and_then(|(_, own)| args[at..].iter().position(|arg| arg == own));
    at + inner.unwrap_or_default() + 1
}

/// Catches the signals that would end this process before it has told what became of the other. It is the first
/// thing that a run does, for to understand the command line takes time; so here it is only looked at.
pub(super) fn catch(args: &[OsString]) -> Option<Arc<AtomicUsize>> {
    // A person who types a payload ends it by Ctrl-C.
    let typed = is_answered(args) && io::stdin().is_terminal();
    if is_hook(args) && !typed { caught().ok() } else { None }
}

/// Whether a command line asks for a process of its own, and is not that process.
fn is_hook(args: &[OsString]) -> bool {
    let asks = is_answered(args)
        || args.iter().any(|arg| arg == "--exit=hook")
        || args.windows(2).any(|pair| pair[0] == "--exit" && pair[1] == "hook");
    asks && judges_for(args).is_none()
}

/// Whether it is `assize hook`, which answers a client.
fn is_answered(args: &[OsString]) -> bool {
    let command = args.iter().skip(1).find(|arg| !arg.to_string_lossy().starts_with('-'));
    command.is_some_and(|command| command == "hook")
}

/// The number of the process that this one judges for, where it does.
fn judges_for(args: &[OsString]) -> Option<&str> {
    args.iter().find_map(|arg| arg.to_str()?.strip_prefix(JUDGES))
}

fn caught() -> io::Result<Arc<AtomicUsize>> {
    let caught = Arc::new(AtomicUsize::new(0));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            let number = usize::try_from(signal).unwrap_or(usize::MAX);
            signal_hook::flag::register_usize(signal, Arc::clone(&caught), number)?;
        }
    }
    Ok(caught)
}

/// The process that judges ends with the one that waits for it: no one learns any more its outcome, and a
/// gate that opens behind the back of anyone who killed the run is none. Gives whether that one is there.
pub(super) fn end_with_parent(args: &[OsString]) -> bool {
    let Some(parent) = judges_for(args) else { return true };
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        // Where it cannot be asked for, it judges to its end, as on other systems.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
    // It may have ended before it could be asked for.
    #[cfg(unix)]
    return parent.parse() == Ok(std::os::unix::process::parent_id());
    #[cfg(not(unix))]
    return parent.parse::<u32>().is_ok();
}

/// Files that may not grow any more are an error to anyone who writes them, and not the end of the process:
/// what an earlier run left there is then taken away.
pub(super) fn outlive_full_files() {
    #[cfg(unix)]
    {
        // Where it cannot be caught, it ends the process, as it would without us.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// Waits for the process that judges; a signal ends it.
fn wait(process: &mut Child, caught: &AtomicUsize) -> io::Result<ExitStatus> {
    let (mut step, longest) = (Duration::from_micros(200), Duration::from_millis(20));
    loop {
        if let Some(status) = process.try_wait()? {
            return Ok(status);
        }
        if caught.load(Ordering::Relaxed) != 0 {
            process.kill()?;
            return process.wait();
        }
        std::thread::sleep(step);
        step = longest.min(step * 2);
    }
}

/// A process that was killed, or gave up
fn ended(status: ExitStatus) -> Diagnostic {
    Diagnostic::error("assize::cli::ended")
        .message(format!("the run that judged was ended before it had a ruling ({status})"))
        .help("the gate stays shut; run again, with fewer or smaller files if there was not enough memory")
}

fn lost(error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::cli::ended")
        .message(format!("the run that judges got lost: {error}"))
        .help("the gate stays shut; run again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_is_told_by_its_arguments_alone() {
        let is_hook =
            |line: &str| is_hook(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(is_hook("assize gate reports --exit hook"));
        assert!(is_hook("assize --quiet court decide work --exit=hook"));
        assert!(is_hook("assize hook claude-code"));
        assert!(!is_hook("assize hook --judges=7"));
        // The process that judges is ended by what ends it, and so is every other run.
        assert!(!is_hook("assize gate --judges=7 reports --exit hook"));
        assert!(!is_hook("assize gate hook --exit plain"));
        assert!(!is_hook("assize gate reports"));
    }
}
