//! What must hold of a policy on every small docket, and the plainest docket on which it does not.

mod checks;
mod meant;
mod own;
mod params;
mod report;
#[cfg(test)]
mod tests;
mod walk;

use super::progress::Progress;
use super::space::{ABSENT, Expected, OneOf, Scope, Space, Twist, stage_of};
use crate::engine::{Policy, Stage};
use crate::ir::{Diagnostic, Diagnostics, Value};
use checks::ToldFindings;
pub use meant::Meant;
pub use own::Own;
pub use params::{Direction, ParamDirection};
pub use report::{Property, Scoped, Verified, Violation, Witness};
use walk::{Part, Run};

/// How a policy is verified.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifyOptions {
    /// The scopes, one after the other.
    pub scopes: Vec<Scope>,
    /// The seats that a panel names.
    pub panel: Vec<Expected>,
    /// A team's own properties.
    pub own: Vec<Own>,
    /// The files that the policy imports or extends, by their names.
    pub imports: Vec<(String, String)>,
    /// Told how far it is.
    pub progress: Progress,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        let scopes = vec![Scope::ONE_SUBJECT, Scope::TWO_SUBJECTS];
        let progress = Progress::default();
        Self { scopes, panel: Vec::new(), own: Vec::new(), imports: Vec::new(), progress }
    }
}

/// Checks the properties of a policy on every docket of some scopes: a gate's on whole rounds, an audit's on every verdict,
/// a redispatch policy's on every seat and all that was tried on it.
///
/// # Errors
///
/// The policy refuses the bench, or cannot judge; a property of the team's own does not compile, or is not a gate's.
pub fn verify(policy: &Policy, options: &VerifyOptions) -> Result<Verified, Diagnostics> {
    verified(policy, options, Falsified::default())
}

/// What may be wrong with the engine, in tests: nothing.
#[derive(Clone, Copy, Default)]
struct Falsified<'f> {
    /// What is made of the outcome of a policy.
    twist: Option<&'f Twist>,
    /// What a ruling tells of its findings.
    tells: Option<&'f ToldFindings>,
}

/// The same, where the engine may be wrong.
fn verified(
    policy: &Policy,
    options: &VerifyOptions,
    Falsified { twist, tells }: Falsified<'_>,
) -> Result<Verified, Diagnostics> {
    let stage = stage_of(&[policy]);
    if stage != Stage::Gate && !options.own.is_empty() {
        return Err(own_of_gates(&policy.facts().name).into());
    }
    let meant = Meant::declared(policy)?;
    let own = own::compile(policy, &options.own, &options.imports)?;
    let mut verified = Verified::new(policy);
    verified.has_own = !options.own.is_empty();
    let mut all = Part::default();
    let rules =
        policy.facts().rules.iter().zip(0_u32..).filter(|(rule, _)| rule.overriding.is_some());
    let overriding = rules.fold(0, |set, (_, at)| set | 1_u64.checked_shl(at).unwrap_or_default());
    let plain = policy.is_plain();
    let asked: Vec<&Policy> = [policy].into_iter().chain(&own.policy).collect();
    for space in Space::all(&asked, &options.panel, &options.scopes)? {
        let space = space.telling(&options.progress);
        let part =
            Run { policy, plain, stage, overriding, space: &space, own: &own, twist }.all()?;
        let about = space.seats.first().filter(|_| stage != Stage::Gate);
        verified.scopes.push(Scoped {
            about: about.map(|seat| seat.name.clone()).unwrap_or_default(),
            asked: space.asked,
            scope: space.scope,
            named: space.named,
            all_but_two_alike: space.is_sparse(),
            worlds: space.worlds.len(),
            dockets: part.stands_for,
            tried: part.tried,
            judgings: part.judgings,
            in_rhai: part.in_rhai,
        });
        verified.left_out(&space.beyond);
        all.held |= part.held;
        all.decided |= part.decided;
        for ((property, place), worst) in part.worst {
            let required = own.get(place).filter(|_| property == Property::Own);
            verified.violated(policy, &space, (property, required), &worst)?;
        }
        if stage == Stage::Gate {
            checks::blockers_kept(policy, &space, &part.shut, tells, &mut verified)?;
        }
    }
    let is_sure = sees_rules(policy, options, &verified.beyond, &mut all)?;
    let dead = checks::dead_rules(policy, all.held, all.decided);
    if is_sure { &mut verified.violations } else { &mut verified.unsure }.extend(dead);
    if options.scopes.iter().any(|scope| scope.subjects < 2) {
        params::directions(policy, &options.panel, &options.progress, &mut verified)?;
    }
    verified.violations.sort_by_key(|found| found.property as u8);
    verified.excuse(meant);
    Ok(verified)
}

/// Whether a rule that does not hold or decide is known to be dead: where something was not made up, it may hold by just
/// that. What can be made up besides, for these rules alone, is.
fn sees_rules(
    policy: &Policy,
    options: &VerifyOptions,
    beyond: &[String],
    all: &mut Part,
) -> Result<bool, Diagnostics> {
    let is_gate = stage_of(&[policy]) == Stage::Gate;
    let is_small =
        |scope: &Scope| scope.findings < 2 || scope.seats < 2 && options.panel.is_empty();
    let asked_less = is_gate && options.scopes.iter().any(is_small);
    if asked_less || beyond.iter().any(|what| what != ABSENT) {
        return Ok(false);
    }
    if beyond.is_empty() || checks::dead_rules(policy, all.held, all.decided).is_empty() {
        return Ok(true);
    }
    let space = Space::apart(policy, &options.panel)?;
    all.sees_on(policy, &space)?;
    let mut is_sure = space.beyond.is_empty();
    // A rule that another value of a parameter calls for is not dead.
    for (name, value) in &policy.facts().params {
        let Value::Int(now) = value else {
            is_sure = false;
            continue;
        };
        for (_, other) in params::turned_by(policy, name, *now) {
            all.sees_on(&other, &Space::new(&[&other], &options.panel, Scope::ONE_SUBJECT)?)?;
        }
    }
    Ok(is_sure)
}

/// `policy verify AUDIT --require …`
fn own_of_gates(name: &str) -> Diagnostic {
    Diagnostic::error("assize::trial::own_of_gates")
        .message(format!("`{name}` judges no gate, and a property of one's own is about gates"))
        .help("write it as cases of this policy, or require it of the gate that judges behind it")
}
