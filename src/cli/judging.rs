//! One judging: what was asked, and what was found of it before anything is read.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::console::Console;
use super::facts;
use super::inputs::{Inputs, current_dir, folder_of, from_environment, task_of};
use super::stages;
use crate::emit::kdl::Run;
use crate::host::{
    self, Config, Files, Identity, Judged, Panel, Rules, SUMMARY, Seating, choose_panel,
    may_be_a_task, may_lie_in,
};
use crate::policy::default_policy;
use crate::{Diagnostic, Diagnostics, Docket, Policy, Ruling, Stage};

/// The variable that says what `--panel` says.
const VARIABLE: &str = "ASSIZE_PANEL";

/// The policy that judges where nobody names one.
const DEFAULT: &str = "any-blocker";

/// One judging.
pub(super) struct Judging<'a> {
    inputs: &'a Inputs,
    disk: &'a dyn Files,
    rules: Option<Rules<'a>>,
    config: Config,
    panel: Option<Panel>,
    /// Where the reports lie.
    paths: Vec<PathBuf>,
    /// What is wrong so far.
    wrong: Diagnostics,
    /// Whether `assize.kdl` and the panel were looked for.
    looked: bool,
    /// What a docket that was handed over whole says of itself.
    told: OnceCell<(String, u32)>,
}

impl<'a> Judging<'a> {
    /// Nothing is read yet.
    pub(super) fn open(inputs: &'a Inputs, disk: &'a dyn Files) -> Self {
        Self {
            inputs,
            disk,
            rules: None,
            config: Config::default(),
            panel: None,
            paths: inputs.paths.clone(),
            wrong: Diagnostics::default(),
            looked: false,
            told: OnceCell::new(),
        }
    }

    /// Whether the reports lie where the command line says, whatever `assize.kdl` says: it names no work. A folder with
    /// a summary in it is taken for one, until more is known, so that the summary shuts before anything is read.
    pub(super) fn stands(&self) -> bool {
        let summary = || Some(self.folder()?.join(SUMMARY));
        !may_be_a_task(&self.paths) || summary().is_some_and(|path| self.disk.kind(&path).is_ok())
    }

    /// Finds the rules, `assize.kdl`, the panel, and where the reports lie, once. Gives whether they lie elsewhere than
    /// the command line says. What is wrong is told by what follows.
    pub(super) fn look(&mut self) -> bool {
        if !self.looked {
            self.looked = true;
            if let Err(reason) = self.find_all() {
                self.wrong.absorb(reason);
            }
        }
        self.paths != self.inputs.paths
    }

    /// The folders that the reports may lie in, where it was not found in which of them they do.
    pub(super) fn may_lie_in(&self) -> Vec<PathBuf> {
        let ([asked], Ok(here)) = (self.inputs.paths.as_slice(), current_dir()) else {
            return Vec::new();
        };
        match &self.panel {
            _ if !self.is_lost() => Vec::new(),
            Some(panel) => panel.may_lie_in(self.disk, &here, asked),
            None => {
                let named = self.inputs.reading.named_config();
                let mut folders = may_lie_in(self.disk, &here, named.as_deref(), asked);
                // Those of a commit as well.
                if let Some(rules) = &self.rules {
                    folders.extend(may_lie_in(rules, &here, named.as_deref(), asked));
                }
                folders
            }
        }
    }

    /// Whether a name was given, and it was not found whether it is that of a work.
    fn is_lost(&self) -> bool {
        !self.wrong.is_empty() && self.paths == self.inputs.paths && may_be_a_task(&self.paths)
    }

    fn find_all(&mut self) -> Result<(), Diagnostics> {
        let (inputs, disk) = (self.inputs, self.disk);
        let here = current_dir()?;
        let judged = Judged::of(disk, &self.paths);
        // What may be the name of a work is not yet known to be a report that `assize.kdl` lies beside.
        let maybe = may_be_a_task(&self.paths);
        let first = if maybe { judged.clone().only_read() } else { judged.clone() };
        let reading = &inputs.reading;
        let mut own = None;
        let rules = inputs.rules.open(disk, || {
            own = reading.config(disk, &first).ok();
            own.clone()
        })?;
        let rules = self.rules.insert(rules);
        // Where no commit judges, what was read is what judges: it is not read a second time.
        self.config = match own.filter(|own| own.rules_from.is_none()) {
            Some(own) => own,
            None => reading.config(rules, &first)?,
        };
        self.panel = self.inputs.choose(&self.config, rules)?;
        let folder = match &self.panel {
            Some(panel) => panel.folder(disk, &here, &self.paths)?,
            None => None,
        };
        match folder {
            Some(folder) => self.paths = vec![folder],
            None if maybe => {
                self.config = reading.config(rules, &judged)?;
                self.panel = self.inputs.choose(&self.config, rules)?;
            }
            None => {}
        }
        if inputs.panel.is_none() && inputs.is_preset() && !inputs.whole.is_told() {
            let unused = from_environment(VARIABLE, "ours")?.map(|named| panel_unused(&named));
            self.config.remarks.extend(unused);
        }
        let judged = Judged::of(disk, &self.paths);
        match self.panel.as_ref().and_then(|panel| panel.misplaced(&judged)) {
            Some(wrong) => Err(wrong.into()),
            None => Ok(()),
        }
    }

    /// Reads, seats and judges. Everything that is wrong is told at once.
    /// `summaries` are no reports, by whatever name.
    pub(super) fn judge(
        &self,
        summaries: &[Identity],
        console: &Console,
    ) -> Result<Ruling, Diagnostics> {
        let (policy, docket) = self.read(summaries, console)?;
        policy.judge(&docket.close())
    }

    /// Reads and seats, and finds the policy.
    pub(super) fn read(
        &self,
        summaries: &[Identity],
        console: &Console,
    ) -> Result<(Policy, Docket), Diagnostics> {
        let mut wrong = self.wrong.clone();
        let Some(rules) = &self.rules else { return Err(wrong) };
        let found = self.policy(rules, console).map_err(|reason| wrong.absorb(reason)).ok();
        let (policy, remarks) = found.unzip();
        let docket = self.docket(rules, policy.as_ref(), summaries);
        let docket = docket.map_err(|reason| wrong.absorb(reason)).ok();
        match (policy, docket) {
            (Some(policy), Some(mut docket)) if wrong.is_empty() => {
                remarks.into_iter().flatten().for_each(|remark| docket.report(remark));
                Ok((policy, docket))
            }
            _ => Err(wrong),
        }
    }

    /// The same for a redispatch policy, which `--policy` names, or else `--redispatch` or the panel: a gate that asks it, and whose answer is not told.
    pub(super) fn read_redispatch(
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
            let set = policy.as_mut().map(|policy| policy.set(name, value));
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

    /// The policy of a stage as it was asked for: by a flag, or by the panel.
    fn asked(&self, stage: Stage) -> Option<&str> {
        let flag = match stage {
            Stage::Gate => &self.inputs.policy,
            Stage::Audit => &self.inputs.audit,
            Stage::Redispatch => &self.inputs.redispatch,
        };
        let by_panel = || Some(self.panel.as_ref()?.policy(stage)?.name.as_str());
        flag.as_deref().or_else(by_panel)
    }

    /// The policy that judges.
    fn gate(&self) -> &str {
        self.asked(Stage::Gate).unwrap_or(DEFAULT)
    }

    /// The policy, and what is worth saying about where it was looked for.
    fn policy(
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
            policy.set(name, value).map_err(|reason| wrong.push(reason)).ok();
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
    fn find(
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

    /// Without a policy the facts of this run have no type, and are not looked at.
    fn docket(
        &self,
        rules: &Rules<'_>,
        policy: Option<&Policy>,
        summaries: &[Identity],
    ) -> Result<Docket, Diagnostics> {
        let (inputs, disk) = (self.inputs, self.disk);
        if inputs.whole.is_told() {
            let docket = inputs.whole.read(disk, rules, &self.config, &inputs.reading)?;
            let _ = self.told.set((docket.id.clone(), docket.round));
            if let Some(policy) = policy {
                facts::check_told(policy, &docket)?;
            }
            return Ok(inputs.rules.tell(docket));
        }
        let mut wrong = Diagnostics::from(inputs.said_twice());
        let judged = Judged::of(disk, &self.paths);
        let by = (&self.config, self.panel.as_ref());
        let reading = inputs.reading.options_of(by, rules, &judged);
        let (options, more) = reading.map_err(|reason| wrong.absorb(reason)).unwrap_or_default();
        let mut docket = Docket::new(self.task()).round(inputs.round).reading(options);
        let remarks = self.config.remarks.iter().cloned().chain(more);
        remarks.for_each(|remark| docket.report(remark));
        for (name, value) in &inputs.given {
            let Some(policy) = policy else { break };
            match facts::read(policy, name, value) {
                Ok(given) => docket = docket.given(name, given),
                Err(reason) => wrong.push(reason),
            }
        }
        docket = inputs.rules.tell(docket);
        docket = policy.iter().fold(docket, |docket, policy| inputs.change.today(docket, policy));
        let limits = inputs.reading.limits();
        let uncounted;
        (docket, uncounted) =
            inputs.change.tell(docket, (disk, rules), &judged, &limits, &mut wrong);
        let seating;
        (docket, seating) = self.seat((docket, uncounted), &judged, &mut wrong);
        let roster = inputs.roster(policy, seating);
        wrong.extend(inputs.printed_twice());
        if !self.wrong.is_empty() {
            // Where the reports lie, and who writes them, is not certain.
            wrong.extend(roster.mistakes());
            return Err(wrong);
        }
        match host::list_reports(disk, &self.paths, summaries, &limits) {
            Ok(mut reports) => {
                if inputs.named {
                    reports.name_files();
                }
                if wrong.is_empty() {
                    wrong.extend(inputs.add_stdout(disk, &mut reports, docket.read_options()));
                }
                if let Err(reason) = host::seat_reports(&mut docket, reports, &roster) {
                    wrong.absorb(reason);
                }
            }
            Err(reason) => {
                wrong.absorb(reason);
                wrong.extend(roster.mistakes());
            }
        }
        if wrong.is_empty() { Ok(docket) } else { Err(wrong) }
    }

    /// What the panel says of a docket, and who sits on it.
    fn seat(
        &self,
        (mut docket, uncounted): (Docket, Vec<String>),
        judged: &Judged,
        wrong: &mut Diagnostics,
    ) -> (Docket, Option<Seating>) {
        let panel = self.panel.as_ref();
        let change =
            self.inputs.change.facts((&docket, uncounted), (self.disk, panel), judged, wrong);
        let Some(panel) = panel else { return (docket, None) };
        docket = docket.seated_by(panel.facts());
        if !panel.overrides {
            docket = docket.no_overrides();
        }
        let (chairs, told) = panel.chairs(&change);
        told.into_iter().for_each(|told| docket.report(told));
        (docket, Some(Seating { panel: panel.name.clone(), chairs }))
    }

    /// Every file that is read.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.paths.iter().chain(self.inputs.files_beside()).cloned().collect()
    }

    /// The folder of reports, when the input is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        folder_of(self.disk, &self.paths)
    }

    /// The name of the work: as told, else the name that was asked for, else that of the folder of the reports.
    fn task(&self) -> String {
        let asked = || match self.inputs.paths.as_slice() {
            [asked] if self.paths != self.inputs.paths || self.is_lost() => {
                Some(asked.to_string_lossy().into_owned())
            }
            _ => None,
        };
        let told = self.inputs.task.clone().or_else(asked);
        told.unwrap_or_else(|| task_of(self.disk, &self.paths))
    }

    /// What is known of the run before anything is read, or once a docket was.
    pub(super) fn run(&self) -> Run {
        let told = self.told.get().cloned();
        let (task, round) = told.unwrap_or_else(|| (self.task(), self.inputs.round));
        Run { task, round, policy: self.gate().to_owned() }
    }
}

impl Inputs {
    /// The panel that sits: as a flag or the environment says, else the only one of the file. A docket that is
    /// handed over whole says itself who sits.
    fn choose(&self, config: &Config, rules: &Rules<'_>) -> Result<Option<Panel>, Diagnostics> {
        if self.whole.is_told() {
            return Ok(None);
        }
        let named = match &self.panel {
            Some(named) => Some(named.clone()),
            // What a preset asks for has another bench, whatever the environment says: that is told.
            None if self.is_preset() => return Ok(None),
            None => from_environment(VARIABLE, "ours")?,
        };
        let mut panel = choose_panel(config, named.as_deref())?;
        if let (Some(panel), Some(path)) = (&mut panel, &config.path)
            && panel.base.is_some()
        {
            panel.origin = rules.origin(path);
        }
        Ok(panel)
    }
}

/// `ASSIZE_PANEL=ours assize consensus run1.cpf run2.cpf`
fn panel_unused(named: &str) -> Diagnostic {
    Diagnostic::warning("assize::cli::panel_unused")
        .message(format!("`{VARIABLE}` names the panel `{}`, which does not sit here", host::shown(named)))
        .help("this command asks whom it is given; name the panel with `--panel` to seat it all the same")
}
