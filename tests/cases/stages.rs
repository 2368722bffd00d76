//! Cases of the stages before the gate: what an audit makes of each verdict, and what is to be tried on each seat.
//!
//! `policies/audit/NAME/CASE/` and `policies/redispatch/NAME/CASE/`, and the same below `tests/policies/`, hold what the cases
//! of gates hold. Each folder is a test of its own, judged natively and in rhai.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use std::fmt::Write as _;
use std::path::Path;

use assize::docket::{CellRef, ClosedDocket, State};
use assize::policy::Answer;
use assize::verdict::Subject;
use assize::{Diagnostics, Policy, Stage};
use libtest_mimic::{Failed, Trial};

use crate::folders::{as_expected, difference};
use crate::rulings::{cases, compiled, docket, stem};

const STAGES: [(Stage, [&str; 2]); 2] = [
    (Stage::Audit, ["policies/audit", "tests/policies/audit"]),
    (Stage::Redispatch, ["policies/redispatch", "tests/policies/redispatch"]),
];

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    let all = STAGES.iter().flat_map(|(stage, roots)| {
        cases(roots).into_iter().map(|(policy, case)| (*stage, policy, case))
    });
    let trials = all.map(|(stage, policy, case)| {
        let name = format!("{}::{}::{}", stage.as_str(), stem(&policy), stem(&case));
        Trial::test(name, move || check(stage, &policy, &case, bless))
    });
    trials.collect()
}

fn check(stage: Stage, policy: &Path, case: &Path, bless: bool) -> Result<(), Failed> {
    let (policy, setting) = compiled(stage, policy, case)?;
    let docket = docket(case, &setting).close();
    let answer = |policy: &Policy| match stage {
        Stage::Audit => audited(policy, &docket),
        _ => redispatched(policy, &docket),
    };
    let native = answer(&policy)?;
    let in_rhai = answer(&policy.clone().without_lowering())?;
    if native != in_rhai {
        return Err(difference("rhai answers otherwise", &native, &in_rhai));
    }
    as_expected(&case.join("expected.kdl"), &native, bless)
}

/// What an audit makes of each verdict; of whoever has none, only that.
fn audited(policy: &Policy, docket: &ClosedDocket) -> Result<String, Diagnostics> {
    let mut out = String::new();
    for cell in docket.cells() {
        let _ = write!(out, "verdict {:?}", cell.seat());
        if *cell.subject() != Subject::Change {
            let _ = write!(out, " subject={:?}", cell.subject().to_string());
        }
        if cell.state() != State::Reported {
            let _ = writeln!(out, " state={:?}", cell.state().as_str());
            continue;
        }
        let answer = policy.audit(docket, cell)?;
        let effective = cell.effective().max(answer.outcome);
        if let Some(stated) = cell.word() {
            let _ = write!(out, " stated={stated:?}");
        }
        if let (Some(word), Some(outcome)) = (&answer.word, answer.outcome) {
            let _ = write!(out, " audited={word:?} outcome={:?}", outcome.as_str());
        }
        let _ = writeln!(out, " effective={:?} {{", effective.unwrap().as_str());
        said(&mut out, &answer, cell);
        out.push_str("}\n");
    }
    Ok(out)
}

/// What is to be tried on each seat that somebody waits for.
fn redispatched(policy: &Policy, docket: &ClosedDocket) -> Result<String, Diagnostics> {
    let mut out = String::new();
    let mut last = None;
    let away = |cell: &CellRef<'_>| matches!(cell.state(), State::Skipped | State::Excused);
    for cell in docket.cells().filter(|cell| cell.stake().counts() && !away(cell)) {
        if last.replace(cell.seat()) == Some(cell.seat()) {
            continue;
        }
        let answer = policy.redispatch(docket, cell)?;
        let action = answer.action.unwrap_or("none");
        let _ = writeln!(out, "seat {:?} action={action:?} {{", cell.seat());
        said(&mut out, &answer, cell);
        out.push_str("}\n");
    }
    Ok(out)
}

fn said(out: &mut String, answer: &Answer, cell: CellRef<'_>) {
    let said = [("rule", &answer.rule), ("because", &answer.reason), ("ask", &answer.ask)];
    for (what, text) in said.into_iter().filter_map(|(what, text)| Some((what, text.as_ref()?))) {
        let _ = writeln!(out, "    {what} {text:?}");
    }
    let cited = cell.findings().filter(|finding| answer.cites.contains(&finding.place()));
    for finding in cited.filter(|_| answer.outcome.is_some()) {
        let _ = writeln!(out, "    cites {:?}", finding.in_full());
    }
}
