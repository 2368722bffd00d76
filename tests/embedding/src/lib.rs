//! A program that has its own rhai, for its own scripts, and asks Assize as well.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use assize::{Docket, Policy, Ruling, Source, Stage};

/// The host's own engine: floats, time, and a function that keeps a count.
pub fn engine(calls: &Arc<AtomicI64>) -> rhai::Engine {
    let mut engine = rhai::Engine::new();
    let calls = Arc::clone(calls);
    engine.register_fn("tick", move || calls.fetch_add(1, Ordering::Relaxed) + 1);
    engine
}

/// Judges what one reviewer wrote.
pub fn judge(policy: &Policy, reply: &str) -> Result<Ruling, assize::Diagnostics> {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    docket.submit("qa", Source::new("qa.md", reply));
    policy.judge(&docket.close())
}

/// Compiles a gate policy.
pub fn policy(text: &str) -> Result<Policy, assize::Diagnostics> {
    Policy::compile(Stage::Gate, "ours.rhai", text)
}
