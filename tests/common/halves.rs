//! One test in two processes at once, where what it sets belongs to the whole process.

#![expect(clippy::expect_used, reason = "a test that cannot begin fails")]

use std::env;
use std::process::{Command, Stdio};

/// How many processes there are.
pub(crate) const HALVES: usize = 2;
const HALF: &str = "ASSIZE_TEST_HALF";

/// Runs a half in this process, and the other beside it in a process that runs the test of this name.
///
/// # Panics
///
/// Where the other half fails, with what it said.
pub(crate) fn run(test: &str, half: impl Fn(usize)) {
    #[expect(clippy::disallowed_methods, reason = "which half it is, and nothing that it finds")]
    let is_other = env::var_os(HALF).is_some();
    if is_other {
        return half(1);
    }
    #[expect(clippy::disallowed_methods, reason = "the other half of the test is a process")]
    let mut other = Command::new(env::current_exe().expect("the test itself"));
    other.args(["--exact", test, "--nocapture"]).env(HALF, "1");
    let other = other.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
    half(0);
    let other = other.wait_with_output().expect("its end");
    let said = [other.stdout, other.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(other.status.success() && said.contains("1 passed"), "the other half: {said}");
}
