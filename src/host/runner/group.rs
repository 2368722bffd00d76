//! A command with all that it starts.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::strays::Mark;
use super::{Ending, Invocation};

/// A process that nothing can end, for it hangs in the system, is left to the system after this.
const UNKILLABLE: Duration = Duration::from_secs(5);

/// A process group, and what left it. All are ended when this is dropped, also what still runs.
#[derive(Debug)]
pub(super) struct Group {
    leader: Box<dyn ChildWrapper>,
    mark: Mark,
    ended: bool,
}

impl Group {
    pub(super) fn start(invocation: &Invocation) -> io::Result<Self> {
        let mark = Mark::new();
        let mut command = command(invocation);
        command.envs(mark.variable());
        let mut command = CommandWrap::from(command);
        command.wrap(KillOnDrop);
        in_a_group(&mut command);
        Ok(Self { leader: command.spawn()?, mark, ended: false })
    }

    pub(super) fn pipes(
        &mut self,
    ) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (self.leader.stdin().take(), self.leader.stdout().take(), self.leader.stderr().take())
    }

    /// Waits for the leader alone: who else is in the group need not end by itself.
    pub(super) async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.leader.inner_mut().wait().await
    }

    /// Asks the group to end, and ends it when it does not.
    pub(super) async fn terminate(&mut self, grace: Duration) {
        ask_to_end(self.leader.as_ref());
        // In vain or not, the rest of the group may still be there.
        let _ = timeout(grace, self.wait()).await;
        self.kill();
        let _ = timeout(UNKILLABLE, self.wait()).await;
    }

    /// Ends all that is left of the group, and what left it.
    pub(super) fn kill(&mut self) {
        if !self.ended {
            self.ended = true;
            // It fails where nobody is left.
            let _ = self.leader.start_kill();
            self.mark.end_all();
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that starts the commands of reviewers"
)]
fn command(invocation: &Invocation) -> Command {
    let mut command = Command::new(invocation.program());
    command.args(invocation.arguments());
    if !invocation.inherits {
        command.env_clear();
    }
    command.envs(invocation.environment.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = &invocation.folder {
        command.current_dir(folder);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[cfg(unix)]
fn in_a_group(command: &mut CommandWrap) {
    command.wrap(process_wrap::tokio::ProcessGroup::leader());
}

#[cfg(windows)]
fn in_a_group(command: &mut CommandWrap) {
    command.wrap(process_wrap::tokio::JobObject);
}

#[cfg(unix)]
fn ask_to_end(leader: &dyn ChildWrapper) {
    use tokio::signal::unix::SignalKind;

    let _ = leader.signal(SignalKind::terminate().as_raw_value());
}

/// A job object can only be ended.
#[cfg(windows)]
fn ask_to_end(_: &dyn ChildWrapper) {}

/// How a leader ended by itself.
pub(super) fn ending(status: io::Result<ExitStatus>) -> Ending {
    let status = match status {
        Ok(status) => status,
        Err(error) => return Ending::Lost(error.to_string()),
    };
    match (status.code(), signal(status)) {
        (Some(code), _) => Ending::Exited(code),
        (None, Some(signal)) => Ending::Crashed(signal),
        (None, None) => Ending::Lost(status.to_string()),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(windows)]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
