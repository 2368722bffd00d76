//! By what a review is judged and read: policies, words, a panel.

use super::super::{OF_REVIEWS, mistakes, record};
use super::Review;
use crate::cli::console::Console;
use crate::cli::inputs::current_dir;
use crate::cli::stages;
use crate::host::{Config, Files, Judged, Panel, Rules, choose_panel};
use crate::ruling::Ruling;
use crate::verdict::Kind;
use crate::{Diagnostics, Docket, Policy, ReadOptions, Stage, built_in};

/// The seat of the auditor in a panel.
const AUDITOR: &str = "auditor";

/// The policies of a review.
pub(super) struct Policies {
    /// The one that judges.
    gate: Policy,
    /// The shipped one, where another judges: what an auditor dropped in silence opens by no policy.
    floor: Option<Policy>,
    /// The one that says what follows.
    pub(super) follow_up: Policy,
}

impl Policies {
    /// What the policy says, unless it would open on what an auditor dropped.
    pub(super) fn judge(&self, mut docket: Docket) -> Result<Ruling, Diagnostics> {
        let ruling = self.gate.judge(&docket.clone().close())?;
        let Some(floor) = self.floor.as_ref().filter(|_| ruling.opening().is_some()) else {
            return Ok(ruling);
        };
        docket.report(mistakes::holds_under_any_policy(&ruling.policy().name));
        floor.judge(&docket.close())
    }

    /// The shipped policy is asked only where something serious was dropped.
    pub(super) fn with_floor(self, dropped_serious: i64) -> Self {
        Self { floor: self.floor.filter(|_| dropped_serious > 0), ..self }
    }
}

impl Review {
    /// What judges, how texts are read, and the panel that was named.
    pub(super) fn asked(
        &self,
        disk: &dyn Files,
        judged: &Judged,
        console: &Console,
    ) -> Result<(Policies, ReadOptions, Option<Panel>), Diagnostics> {
        let (rules, config) = self.rules.from.open_with(disk, &self.words.config, judged)?;
        let panel = self.panel(&config)?;
        let mut wrong = Diagnostics::default();
        let policies = self.policies(&rules, (judged, panel.as_ref()), console);
        let policies = policies.map_err(|reason| wrong.absorb(reason)).ok();
        let options = self.options(&config, panel.as_ref(), console);
        let options = options.map_err(|reason| wrong.absorb(reason)).ok();
        match (policies, options) {
            (Some(policies), Some(options)) if wrong.is_empty() => Ok((policies, options, panel)),
            _ => Err(wrong),
        }
    }

    /// The panel that was named. It is of the kind of this review.
    fn panel(&self, config: &Config) -> Result<Option<Panel>, Diagnostics> {
        let Some(name) = self.panel.as_deref() else { return Ok(None) };
        let Some(panel) = choose_panel(config, Some(name))? else { return Ok(None) };
        let kind: Kind = self.kind.kind();
        match panel.kind {
            Some(other) if other != kind => {
                Err(mistakes::panel_of_another_kind(name, other.as_str(), self.kind.as_str())
                    .into())
            }
            _ if !panel.seats.iter().any(|seat| seat.name == AUDITOR) => {
                Err(mistakes::panel_without_auditor(name).into())
            }
            _ => Ok(Some(panel)),
        }
    }

    /// The inspectors that are expected: as the line says, else those of the panel. Of dead code one to four are asked, so
    /// that a panel of all four expects no one.
    pub(super) fn expected(&self, panel: Option<&Panel>) -> Vec<String> {
        match panel {
            Some(panel) if self.expect.is_empty() && self.kind.expects_all() => {
                let seats = panel.seats.iter().map(|seat| &seat.name);
                seats.filter(|name| *name != AUDITOR).cloned().collect()
            }
            _ => self.expect.clone(),
        }
    }

    fn policies(
        &self,
        rules: &Rules<'_>,
        (judged, panel): (&Judged, Option<&Panel>),
        console: &Console,
    ) -> Result<Policies, Diagnostics> {
        let here = current_dir()?;
        let own = if self.consensus.is_some() { "sdd-consensus" } else { "sdd" };
        let asked = self.policy.as_deref().unwrap_or(own);
        let of_panel = panel.and_then(|panel| panel.policy(Stage::Audit));
        let audit_of_panel = of_panel.filter(|_| self.audit.is_none());
        let audit = self.audit.as_deref().or(of_panel.map(|chosen| chosen.name.as_str()));
        let audit = audit.unwrap_or(self.kind.audit());
        let mut wrong = Diagnostics::default();
        let mut find = |stage: Stage, asked: &str| {
            let base = panel.filter(|_| stage == Stage::Audit && audit_of_panel.is_some());
            let here = base.and_then(|panel| panel.base.clone()).unwrap_or_else(|| here.clone());
            let found = stages::find(rules, (stage, asked), &here, judged, console);
            found.map_err(|reason| wrong.absorb(reason)).ok()
        };
        let gate = find(Stage::Gate, asked);
        let audit = find(Stage::Audit, audit);
        let limits = [
            ("no_go_limit", self.retry_limit),
            ("spec_update_limit", self.spec_update_limit),
            ("limit_together", self.aggregate_limit),
        ];
        let follow_up = record::follow_up_policy(self.kind, limits);
        let follow_up = follow_up.map_err(|reason| wrong.absorb(reason)).ok();
        let (Some((mut gate, remarks)), Some((mut audit, more)), Some(follow_up)) =
            (gate, audit, follow_up)
        else {
            return Err(wrong);
        };
        for (name, value) in &self.set {
            wrong.extend(gate.set_param(name, value).err());
        }
        if let Some(panel) = panel.filter(|_| audit_of_panel.is_some())
            && let Err(reason) = panel.tune(Stage::Audit, &mut audit)
        {
            wrong.absorb(reason);
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        console.remark(&[], remarks.iter().chain(&more));
        let floor = match asked == own {
            true => None,
            false => {
                let text = built_in(Stage::Gate, own).unwrap_or_default();
                Some(Policy::compile(Stage::Gate, own, text)?.with_audit(audit.clone())?)
            }
        };
        Ok(Policies { gate: gate.with_audit(audit)?, floor, follow_up })
    }

    fn options(
        &self,
        config: &Config,
        panel: Option<&Panel>,
        console: &Console,
    ) -> Result<ReadOptions, Diagnostics> {
        // The words of a panel are those of its file, and its own.
        let lexicon = panel.map_or(&config.lexicon, |panel| &panel.lexicon).clone();
        let lexicon = self.words.add_to(lexicon, config.file.as_deref())?;
        console.remark(&[], &config.remarks);
        let options = ReadOptions::default()
            .lexicon(lexicon)
            .kind(Some(self.kind.kind()))
            .formats(OF_REVIEWS)
            .profile(self.profile.to_profile());
        Ok(self.limits.limits().apply(options))
    }
}
