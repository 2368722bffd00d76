//! Processes that left the group of their run (`setsid`): on Linux they are found again by a mark in their environment, which a
//! process hands on to whatever it starts.

use std::ffi::OsString;

/// What begins the name of the variable: `ASSIZE_RUN_8f3a2c91d04b7e65`. Each run has a name of its own, so one inside another
/// bears both.
const BEGINS: &str = "ASSIZE_RUN_";

/// The mark of a run.
#[derive(Debug)]
pub(super) struct Mark(Option<String>);

impl Mark {
    /// One that no other run has; without random numbers there is none.
    pub(super) fn new() -> Self {
        let secret = crate::host::secret().ok();
        let name = |secret: [u8; 8]| {
            secret.iter().fold(BEGINS.to_owned(), |name, byte| format!("{name}{byte:02x}"))
        };
        Self(secret.map(name))
    }

    /// The variable that bears it.
    pub(super) fn variable(&self) -> Option<(OsString, OsString)> {
        self.0.as_ref().map(|name| (name.into(), "1".into()))
    }

    /// Ends every process that bears it. One that has emptied its environment, or put something else in its place, does not.
    pub(super) fn end_all(&self) {
        if let Some(name) = &self.0 {
            end_all(format!("{name}=1").as_bytes());
        }
    }
}

#[cfg(target_os = "linux")]
fn end_all(variable: &[u8]) {
    /// One that starts another while it is ended is met again; one that does nothing else is left to the system.
    const TIMES: usize = 64;

    for _ in 0..TIMES {
        let ended = linux::processes().filter(|pid| linux::end(*pid, variable)).count();
        if ended == 0 {
            return;
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn end_all(_: &[u8]) {}

#[cfg(target_os = "linux")]
mod linux {
    #![expect(clippy::disallowed_methods, reason = "the one place that looks at other processes")]

    use std::fs;

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    /// Every process that there is, but this one.
    pub(super) fn processes() -> impl Iterator<Item = Pid> {
        let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter_map(Pid::from_raw).filter(|pid| *pid != rustix::process::getpid())
    }

    /// Ends a process that bears a variable; gives whether it did. What is looked at is what is ended: a number that the
    /// system gives to another process meanwhile ends no one.
    pub(super) fn end(pid: Pid, variable: &[u8]) -> bool {
        let Ok(held) = pidfd_open(pid, PidfdFlags::empty()) else { return false };
        let environment = fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero()));
        let bears = environment.is_ok_and(|environment| {
            environment.split(|byte| *byte == 0).any(|own| own == variable)
        });
        bears && pidfd_send_signal(held, Signal::KILL).is_ok()
    }
}
