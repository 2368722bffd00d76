//! The cases of policies in a team's own `cargo test`: the same as `assize policy test`, and a failure shows what was
//! expected and what was answered.
//!
//!     cargo run --example trial

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use assize::trial::{self, TrialFailed};

// In a team's own crate this is a test:
//
//     #[test]
//     fn our_policies_do_what_we_say() -> Result<(), assize::trial::TrialFailed> {
//         assize::trial::run("policies").map(drop)
//     }
fn main() -> Result<(), TrialFailed> {
    let report = trial::run("examples/policies")?;
    for (suite, case, _) in report.cases() {
        println!("{} {}: {}", suite.stage, suite.name, case.name);
    }
    println!("{} cases, all pass", report.count());
    Ok(())
}
