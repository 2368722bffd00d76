//! One run, from its start to the last of its group.

use std::pin::pin;

use tokio::time::{sleep, timeout};

use super::super::shown;
use super::capture::{Captured, TooMuch, feed};
use super::group::{self, Group};
use super::{Ending, Invocation, Output};

/// More than this of what a command says on standard error helps no reader.
const SAID: usize = 64 * 1024;

/// Runs a command to its end, or ends it with its children. Dropping the future ends them, too.
///
/// Signals that this process gets are its caller's business; [`run`](super::run) sees to them.
pub async fn run_async(invocation: &Invocation) -> Output {
    let mut group = match Group::start(invocation) {
        Ok(group) => group,
        Err(error) => {
            return Output::ended(Ending::NotStarted(format!(
                "`{}`: {error}",
                shown(invocation.program())
            )));
        }
    };
    let (stdin, mut stdout, mut stderr) = group.pipes();
    let mut out = Captured::new(invocation.limit);
    let mut err = Captured::new(invocation.limit.min(SAID));
    let ending = {
        let talk = async {
            let beside =
                async { Ok(tokio::join!(feed(stdin, &invocation.input), err.skim(&mut stderr))) };
            // It ends as soon as it is too much, whoever else is still at it.
            tokio::try_join!(out.read(&mut stdout), beside).map(drop)
        };
        follow(&mut group, invocation, talk).await
    };
    group.kill();
    Output { ending, stdout: out.bytes, stderr: err.bytes }
}

/// Waits for the end of a group while its pipes are read.
async fn follow(
    group: &mut Group,
    invocation: &Invocation,
    talk: impl Future<Output = Result<(), TooMuch>>,
) -> Ending {
    let mut talk = pin!(talk);
    let mut over = None;
    let mut time = pin!(sleep(invocation.timeout));
    let early = loop {
        tokio::select! {
            biased;
            status = group.wait() => break Ok(status),
            read = &mut talk, if over.is_none() => match read {
                Ok(()) => over = Some(()),
                Err(TooMuch) => break Err(Ending::TooMuch(invocation.limit)),
            },
            () = &mut time => break Err(Ending::TimedOut(invocation.timeout)),
        }
    };
    let status = match early {
        Ok(status) => status,
        Err(ending) => {
            group.terminate(invocation.grace).await;
            return ending;
        }
    };
    // What the leader printed lies in the pipe. Whoever else keeps it open gets a moment, and is then ended.
    for last in [false, true] {
        if over.is_some() {
            break;
        }
        match timeout(invocation.grace, &mut talk).await {
            Ok(Ok(())) => over = Some(()),
            Ok(Err(TooMuch)) => return Ending::TooMuch(invocation.limit),
            Err(_) if last => break,
            Err(_) => group.kill(),
        }
    }
    group::ending(status)
}
