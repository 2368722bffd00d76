//! By which policies it is judged, and where they are found.

use super::super::console::Console;
use super::super::inputs::current_dir;
use super::super::stages;
use super::{DEFAULT, Judging};
use crate::host::{Judged, Rules, shown};
use crate::policy::default_policy;
use crate::{Diagnostic, Diagnostics, Docket, Policy, Stage};

impl Judging<'_> {
    /// The same for a redispatch policy, which `--policy` names, or else `--redispatch` or the panel: a gate that asks it, and whose answer is not told.
    pub(in crate::cli) fn read_redispatch(
        &self,
        console: &Console,
    ) -> Result<(Policy, Docket), Diagnostics> {
        let mut wrong = self.wrong.clone();
        let Some(rules) = &self.rules else { return Err(wrong) };
        let mut own = |stage: Stage, asked: &str| {
            self.find(rules, stage, asked, console).map_err(|reason| wrong.absorb(reason)).ok()
        };
        let asked = self.inputs.policy.as_deref().or_else(|| self.asked(Stage::Redispatch));
        let asked = asked.unwrap_or(default_policy(Stage::Redispatch));
        let policy = own(Stage::Redispatch, asked);
        let audit = self.asked(Stage::Audit).and_then(|asked| own(Stage::Audit, asked));
        wrong.absorb(Diagnostics::from(self.inputs.set_twice()));
        let (mut policy, mut remarks) = policy.unzip();
        for (name, value) in &self.inputs.set {
            let set = policy.as_mut().map(|policy| policy.set_param(name, value));
            wrong.extend(set.and_then(Result::err));
        }
        let docket = self.docket(rules, policy.as_ref(), &[]);
        let docket = docket.map_err(|reason| wrong.absorb(reason)).ok();
        let (Some(policy), Some(mut docket), true) = (policy, docket, wrong.is_empty()) else {
            return Err(wrong);
        };
        let policy = if self.inputs.no_lowering { policy.without_lowering() } else { policy };
        let mut gate = stages::any_gate()?.with_redispatch(policy)?;
        if let Some((audit, more)) = audit {
            gate = gate.with_audit(audit)?;
            remarks.get_or_insert_default().extend(more);
        }
        remarks.into_iter().flatten().for_each(|remark| docket.report(remark));
        Ok((gate, docket))
    }

    /// A policy that is only listened to, behind the same stages.
    pub(super) fn shadow(&self, asked: &str, console: &Console) -> Result<Policy, Diagnostics> {
        let Some(rules) = &self.rules else { return Err(Diagnostics::default()) };
        let (mut policy, _) = self.find(rules, Stage::Gate, asked, console)?;
        for stage in [Stage::Audit, Stage::Redispatch] {
            let Some(asked) = self.asked(stage) else { continue };
            let (own, _) = self.find(rules, stage, asked, console)?;
            policy = match stage {
                Stage::Audit => policy.with_audit(own)?,
                _ => policy.with_redispatch(own)?,
            };
        }
        Ok(policy)
    }

    /// The policy of a stage as it was asked for: by a flag, or by the panel.
    pub(super) fn asked(&self, stage: Stage) -> Option<&str> {
        let flag = match stage {
            Stage::Gate => &self.inputs.policy,
            Stage::Audit => &self.inputs.audit,
            Stage::Redispatch => &self.inputs.redispatch,
        };
        let by_panel = || Some(self.panel.as_ref()?.policy(stage)?.name.as_str());
        flag.as_deref().or_else(by_panel)
    }

    /// The policy that judges.
    pub(super) fn gate(&self) -> &str {
        self.asked(Stage::Gate).unwrap_or(DEFAULT)
    }

    /// The policy, and what is worth saying about where it was looked for.
    pub(super) fn policy(
        &self,
        rules: &Rules<'_>,
        console: &Console,
    ) -> Result<(Policy, Vec<Diagnostic>), Diagnostics> {
        let mut wrong = Diagnostics::from(self.inputs.set_twice());
        let mut find = |stage: Stage, asked: &str| {
            self.find(rules, stage, asked, console).map_err(|reason| wrong.absorb(reason)).ok()
        };
        let gate = find(Stage::Gate, self.gate());
        let audit = self.asked(Stage::Audit).map(|asked| find(Stage::Audit, asked));
        let redispatch = self.asked(Stage::Redispatch).map(|asked| find(Stage::Redispatch, asked));
        let Some((mut policy, mut remarks)) = gate else { return Err(wrong) };
        for (name, value) in &self.inputs.set {
            policy.set_param(name, value).map_err(|reason| wrong.push(reason)).ok();
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        if let Some((audit, more)) = audit.flatten() {
            policy = policy.with_audit(audit)?;
            remarks.extend(more);
        }
        if let Some((redispatch, more)) = redispatch.flatten() {
            policy = policy.with_redispatch(redispatch)?;
            remarks.extend(more);
        }
        let policy = if self.inputs.no_lowering { policy.without_lowering() } else { policy };
        Ok((policy, remarks))
    }

    /// A policy of a stage, with what the panel sets where it is the panel's own.
    pub(super) fn find(
        &self,
        rules: &Rules<'_>,
        stage: Stage,
        asked: &str,
        console: &Console,
    ) -> Result<(Policy, Vec<Diagnostic>), Diagnostics> {
        let judged = Judged::of(self.disk, &self.paths);
        let own = self
            .panel
            .as_ref()
            .filter(|panel| panel.policy(stage).is_some_and(|chosen| chosen.name == asked));
        let here = match own.and_then(|panel| panel.base.clone()) {
            Some(base) => base,
            None => current_dir()?,
        };
        let found = stages::find(rules, (stage, asked), &here, &judged, console);
        let (mut policy, remarks) = found.map_err(|wrong| match own {
            Some(panel) => panel.at_policy(stage, wrong),
            None => wrong,
        })?;
        if let Some(panel) = own {
            panel.tune(stage, &mut policy)?;
        }
        Ok((policy, remarks))
    }
}

/// `assize gate reports --shadow misspelt`
pub(super) fn no_shadow(asked: &str) -> Diagnostic {
    Diagnostic::warning("assize::cli::no_shadow")
        .message(format!("the policy `{}` could not be listened to", shown(asked)))
        .help("what is wrong with it is told apart; it decides nothing")
}

/// Whether it is `consensus`, or stands on it: what cannot be read is no run less, where it may say something.
pub(super) fn counts_runs(policy: &Policy) -> bool {
    let facts = policy.facts();
    let extended = facts.extends.iter().map(|(name, _)| name.as_str());
    extended.chain([facts.name.as_str()]).any(|name| name == "consensus")
}
