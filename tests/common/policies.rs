//! Policies that many tests judge by, each compiled once.

#![expect(clippy::panic, reason = "a test may fail where it stands")]

use std::sync::LazyLock;

use assize::{Policy, Stage, built_in};

/// The built-in policy, as it comes.
pub(crate) static ANY_BLOCKER: LazyLock<Policy> =
    LazyLock::new(|| compiled("any-blocker", built_in(Stage::Gate, "any-blocker").unwrap_or("")));

fn compiled(name: &str, text: &str) -> Policy {
    Policy::compile(Stage::Gate, name, text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}
