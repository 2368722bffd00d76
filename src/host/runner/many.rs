//! Several runs at once, and runs for who does not wait for futures.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::thread;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::one::run_async;
use super::{Ending, Invocation, Output};

/// Told which of several runs has ended, and how.
type Told<'t> = &'t (dyn Fn(usize, &Output) + Sync);

/// Runs commands, at most `jobs` of them at once, and gives what became of each in their order. None of them waits
/// for another to succeed, and dropping the future ends them all.
pub async fn run_all_async(
    invocations: Vec<Invocation>,
    jobs: usize,
    told: Told<'_>,
) -> Vec<Output> {
    run_until(invocations, jobs, told, std::future::pending()).await
}

/// As [`run_all_async`], until somebody says that it is over: who has not ended by then is interrupted.
async fn run_until(
    invocations: Vec<Invocation>,
    jobs: usize,
    told: Told<'_>,
    over: impl Future<Output = ()>,
) -> Vec<Output> {
    let free = Arc::new(Semaphore::new(jobs.clamp(1, Semaphore::MAX_PERMITS)));
    let mut outputs = vec![Output::ended(Ending::Interrupted); invocations.len()];
    let mut running = JoinSet::new();
    for (place, invocation) in invocations.into_iter().enumerate() {
        let free = Arc::clone(&free);
        running.spawn(async move {
            // It is never closed.
            let _permit = free.acquire().await;
            (place, run_async(&invocation).await)
        });
    }
    let mut over = pin!(over);
    loop {
        let ended = tokio::select! {
            biased;
            () = &mut over => break running.shutdown().await,
            ended = running.join_next() => ended,
        };
        let Some(ended) = ended else { break };
        let Ok((place, output)) = ended else { continue };
        told(place, &output);
        if let Some(own) = outputs.get_mut(place) {
            *own = output;
        }
    }
    outputs
}

/// Runs a command, and waits for it. What tells this process to end (`INT`, `TERM`, `HUP`) ends the command with its
/// children; once this was called, such a signal does nothing else to this process.
pub fn run(invocation: &Invocation) -> Output {
    let outputs = run_all(vec![invocation.clone()], 1, &|_, _| {});
    outputs.into_iter().next().unwrap_or_else(|| Output::ended(Ending::Interrupted))
}

/// As [`run_all_async`], and waits for all; as [`run`] of signals.
pub fn run_all(invocations: Vec<Invocation>, jobs: usize, told: Told<'_>) -> Vec<Output> {
    let count = invocations.len();
    let outputs = wait_for(async {
        let over = interrupted();
        run_until(invocations, jobs, told, over).await
    });
    let lost = |error: io::Error| vec![Output::ended(Ending::NotStarted(error.to_string())); count];
    outputs.unwrap_or_else(lost)
}

/// Waits for a future. In a thread of its own, so that a caller who is inside a runtime may wait, too.
///
/// # Errors
///
/// When the system has no thread or no runtime to give.
pub fn wait_for<T: Send>(work: impl Future<Output = T> + Send) -> io::Result<T> {
    let ended = thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, || block_on(work))?;
        Ok::<_, io::Error>(thread.join())
    })?;
    ended.unwrap_or_else(|_| Err(io::Error::other("the thread that waits for it ended")))
}

/// Runs a future on this thread.
fn block_on<T>(work: impl Future<Output = T>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(work))
}

/// Does what waits for a disk where it keeps no other task waiting. None when it was ended.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}

/// Ends when this process is asked to end. Where that cannot be caught it ends the process, as it would without us.
#[cfg(unix)]
async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};

    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] = kinds.map(signal) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}

#[cfg(windows)]
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
