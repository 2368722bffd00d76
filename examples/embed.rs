//! Assize inside another program: gather what reviewers wrote, let a policy judge it, and do
//! what the ruling says.
//!
//!     cargo run --example embed

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use assize::{Absence, Action, Diagnostics, Docket, Opening, Policy, Source, Stage};

/// What this team wants: nobody fails it, everybody has spoken.
const OURS: &str = r#"
    given phase: int;

    rule "a reviewer failed the change"  when failed.some    then fail citing failed.blockers;
    rule "a reviewer has not reported" when unsettled.some then hold citing unsettled;
    rule "a first draft is not merged"   when phase < 2      then hold;
    rule "everybody passed"              when passed.all     then pass;
    rule "passed with advisories"        when warned.some    then warn citing warned.advisories;
"#;

/// Merging takes an [`Opening`], so it cannot be called without a ruling that opens the gate.
fn merge(opening: &Opening) {
    println!("  merge: the gate is open with `{}`", opening.outcome());
}

fn dispatch(action: &Action<'_>) {
    println!("  {} {}: {}", action.kind.as_str(), action.cell.seat(), action.reason());
    for finding in action.findings() {
        println!("    {}", finding.text());
    }
}

fn round(round: u32, replies: &[(&str, &str)]) -> Result<(), Diagnostics> {
    // All mistakes of a policy at once; compiled, it is `Send + Sync` and judges any number.
    let policy = Policy::compile(Stage::Gate, "ours.rhai", OURS)?;

    let mut docket = Docket::new("task-17").round(round).given("phase", 3);
    docket.seat("qa");
    docket.seat("security").weight(2);
    for (seat, bytes) in replies {
        // Total: what cannot be read is said in the docket, and holds the gate.
        docket.submit(*seat, Source::new(format!("{seat}.md"), *bytes));
    }
    if !replies.iter().any(|(seat, _)| *seat == "security") {
        docket.absent("security", Absence::Errored("timed out after 240 s".into()));
    }

    // An error is no ruling: the gate stays shut.
    let ruling = policy.judge(&docket.close())?;
    println!("round {round}: {} - {}", ruling.word(), ruling.rule_name());
    if let Some(opening) = ruling.opening() {
        merge(opening);
    }
    for action in ruling.actions() {
        dispatch(&action);
    }
    Ok(())
}

fn main() -> Result<(), Diagnostics> {
    let blocker = "verdict: fail\nconfidence: high\n\
                   blocker: src/handler.ts:88 SQL built by concatenation\n";
    let pass = "verdict: pass\nconfidence: high\n";
    round(1, &[("qa", blocker)])?;
    round(2, &[("qa", pass), ("security", "")])?;
    round(3, &[("qa", pass), ("security", pass)])
}
