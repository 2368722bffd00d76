//! The built command, and what it said.

#![expect(clippy::disallowed_methods, reason = "tests run the command and give it files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub(crate) struct Run(pub(crate) Output);

impl Run {
    pub(crate) fn code(&self) -> i32 {
        self.0.status.code().expect("it ends by itself")
    }

    pub(crate) fn out(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub(crate) fn err(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }
}

/// A command in a folder, whose streams are pipes.
pub(crate) fn command(here: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.args(args).current_dir(here).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command in a folder, with a text on its standard input.
pub(crate) fn run(here: &Path, args: &[&str], input: &str) -> Run {
    let mut child = command(here, args).spawn().expect("it runs");
    // A command that does not read its input may end before it is written.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    Run(child.wait_with_output().expect("it ends"))
}

/// A folder with these files in it.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = dir.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }
    dir
}
