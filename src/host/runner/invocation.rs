//! A command, and what it may use up.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where it is not said otherwise, as long as a reviewer has for five files (`JOBS-REQ-004.8`).
pub const TIMEOUT: Duration = Duration::from_secs(240);
/// 16 MiB, as a source may have.
pub const OUTPUT_LIMIT: usize = 16 * 1024 * 1024;
/// How long a group has between `TERM` and `KILL`, and a pipe that a grandchild keeps open.
const GRACE: Duration = Duration::from_secs(2);

/// A command to run: what it is called with, what it reads, where it runs and what it may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    pub(super) argv: Vec<OsString>,
    pub(super) input: Vec<u8>,
    pub(super) folder: Option<PathBuf>,
    pub(super) inherits: bool,
    pub(super) environment: Vec<(OsString, OsString)>,
    pub(super) timeout: Duration,
    pub(super) grace: Duration,
    pub(super) limit: usize,
}

impl Invocation {
    /// A program and its arguments, as they are: no shell reads them.
    pub fn new(argv: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self {
            argv: argv.into_iter().map(Into::into).collect(),
            input: Vec::new(),
            folder: None,
            inherits: true,
            environment: Vec::new(),
            timeout: TIMEOUT,
            grace: GRACE,
            limit: OUTPUT_LIMIT,
        }
    }

    /// A line for the shell of the system: `sh -c LINE`, or `cmd /C LINE`.
    pub fn shell(line: impl Into<OsString>) -> Self {
        let [shell, flag] = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
        Self::new([shell.into(), flag.into(), line.into()])
    }

    /// The same, with another argument.
    #[must_use]
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.argv.push(argument.into());
        self
    }

    /// What it reads on its standard input, which is closed behind it; nothing unless this is said.
    #[must_use]
    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// The folder that it runs in; the one of this process unless this is said.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// A variable of its environment.
    #[must_use]
    pub fn variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// It sees only the variables that are named here and the one that its run is known by, and none of this process.
    #[must_use]
    pub fn without_environment(mut self) -> Self {
        self.inherits = false;
        self
    }

    /// How long it may run.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How long its group has to end by itself once it is asked to.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// How many bytes it may print; of standard error as many are kept, and the rest is passed over.
    #[must_use]
    pub fn output_limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// The name of the program, as it was given.
    pub fn program(&self) -> &OsStr {
        self.argv.first().map_or(OsStr::new(""), OsString::as_os_str)
    }

    /// What stands behind the name of the program.
    pub fn arguments(&self) -> &[OsString] {
        self.argv.get(1..).unwrap_or_default()
    }

    /// What it reads.
    pub fn given_input(&self) -> &[u8] {
        &self.input
    }

    /// Where it runs.
    pub fn given_folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// How long it may run.
    pub fn given_timeout(&self) -> Duration {
        self.timeout
    }
}
