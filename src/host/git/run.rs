//! One git at a time: what it prints is bounded, and so is the time that it takes.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// More than this git does not say where it says a name, a hash, or what is wrong.
pub(super) const SHORT: usize = 64 * 1024;
/// One question to git takes no longer, in the largest repositories.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait before looking again whether it has ended.
const STEP: Duration = Duration::from_millis(2);

/// How a git ended, and what it said.
pub(super) struct GitOutput {
    pub(super) good: bool,
    /// None when it is more than was asked for.
    pub(super) out: Option<Vec<u8>>,
    pub(super) err: String,
}

impl GitOutput {
    pub(super) fn line(&self) -> String {
        let out = String::from_utf8_lossy(self.out.as_deref().unwrap_or_default());
        out.strip_suffix('\n').unwrap_or(&out).trim_end_matches('\r').to_owned()
    }
}

/// Runs a git in a folder, and reads no more than `limit` bytes of what it prints.
pub(super) fn git(here: &Path, args: &[&str], limit: usize) -> io::Result<GitOutput> {
    finish(start(here, args)?, limit, PATIENCE)
}

/// What a process prints and how it ends. One that does not end in time is ended, and whatever it started and left
/// behind with its pipes is not waited for.
fn finish(mut child: Child, limit: usize, patience: Duration) -> io::Result<GitOutput> {
    let (out, err) =
        (read_apart(child.stdout.take(), limit), read_apart(child.stderr.take(), SHORT));
    let Ok(out) = out.recv_timeout(patience) else { return Err(too_slow(&mut child, patience)) };
    let out = out?;
    if out.len() > limit {
        // It would wait for somebody to read the rest.
        let _ = child.kill();
    }
    let Ok(err) = err.recv_timeout(patience) else { return Err(too_slow(&mut child, patience)) };
    let mut left = patience;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if left.is_zero() {
            return Err(too_slow(&mut child, patience));
        }
        thread::sleep(STEP);
        left = left.saturating_sub(STEP);
    };
    let err = String::from_utf8_lossy(&err.unwrap_or_default()).into_owned();
    let out = (out.len() <= limit).then_some(out);
    Ok(GitOutput { good: status.success(), out, err })
}

/// Reads a pipe in a thread of its own, which ends with the pipe.
fn read_apart(
    pipe: Option<impl Read + Send + 'static>,
    limit: usize,
) -> mpsc::Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // Nobody waits for it any more where it came too late.
        let _ = sender.send(bounded(pipe, limit));
    });
    receiver
}

/// A hook, a filter or a file system that hangs
fn too_slow(child: &mut Child, patience: Duration) -> io::Error {
    let _ = child.kill();
    let _ = child.wait();
    let why = format!(
        "it did not end within {} s, and was stopped; a filter or a file system monitor of its configuration may hang",
        patience.as_secs()
    );
    io::Error::new(io::ErrorKind::TimedOut, why)
}

/// One byte more than allowed tells that there is more.
fn bounded(pipe: Option<impl Read>, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let Some(pipe) = pipe else { return Ok(bytes) };
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    pipe.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[expect(clippy::disallowed_methods, reason = "git is asked for the files of a commit")]
fn start(here: &Path, args: &[&str]) -> io::Result<Child> {
    Command::new("git")
        .args(["--no-pager", "--literal-pathspecs", "-c", "core.warnAmbiguousRefs=true"])
        // What the configuration of the repository names is not run where nothing is to be learned from it.
        .args(["-c", "core.fsmonitor=false"])
        .args(args.iter().map(OsStr::new))
        .current_dir(here)
        // In plain English, asking nobody, and with the objects as they are here.
        .env("LC_ALL", "C")
        .env("GIT_TERMINAL_PROMPT", "0")
        // Who only looks takes no lock.
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        // The repository around the folder, whatever whoever calls was told: a hook of git is told its own.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_OBJECT_DIRECTORY")
        .env_remove("GIT_NAMESPACE")
        // What a partial clone lacks is not fetched from wherever its configuration says.
        .env("GIT_NO_LAZY_FETCH", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    use super::finish;

    #[expect(clippy::disallowed_methods, reason = "stands in for a git")]
    fn shell(script: &str) -> Child {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).stdin(Stdio::null());
        shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    #[test]
    fn a_git_that_hangs_is_stopped_and_named() {
        // It hangs itself; it leaves somebody behind who has its pipes; it closes them and stays.
        for script in ["sleep 30", "sleep 30 & exit 0", "exec >&- 2>&-; sleep 30"] {
            let told = finish(shell(script), 100, Duration::from_millis(100));
            let error = told.err().unwrap();
            assert_eq!(error.kind(), std::io::ErrorKind::TimedOut, "{script}");
            assert!(error.to_string().contains("did not end"), "{error}");
        }
    }

    #[test]
    fn what_ends_in_time_is_read_whole() {
        let patience = Duration::from_secs(30);
        let told = finish(shell("echo one; echo two >&2; exit 3"), 100, patience).unwrap();
        assert_eq!((told.out.as_deref(), told.err.as_str()), (Some(&b"one\n"[..]), "two\n"));
        assert!(!told.good);
        // More than was asked for is not waited for.
        let endless = finish(shell("yes"), 100, patience).unwrap();
        assert_eq!(endless.out, None);
    }
}
