//! One judging: what was asked, and what was found of it before anything is read.

mod bench;
mod named;
mod policies;
mod rounds;

use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};

pub(super) use bench::panel_of;
use bench::{VARIABLE, panel_unused};
use policies::{counts_runs, no_shadow};

use super::asked::Preset;
use super::change::Counted;
use super::console::Console;
use super::explained::Explanation;
use super::facts;
use super::inputs::{Inputs, current_dir, from_environment};
use super::open_round::{self, OpenRound, out_of_round};
use crate::host::{
    self, Config, Files, Identity, Judged, Panel, Rules, SUMMARY, Seating, SubjectFile,
    may_be_a_task, may_lie_in,
};
use crate::systems::court::check_record;
use crate::systems::pairs::Pair;
use crate::{Diagnostic, Diagnostics, Docket, Policy, ReadOptions, Ruling, Source};

/// A reviewer that writes on and on while it is judged
fn written_meanwhile() -> Diagnostic {
    Diagnostic::error("assize::cli::still_written")
        .message("somebody writes the reports while they are judged")
        .help("the gate stays shut; judge again once everybody has written")
}

/// The policy that judges where no one names one.
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
    /// The docket as it can be handed over, where it is to be kept.
    handed: RefCell<Option<String>>,
    /// Whether the reports are runs of one review, of which none that may say something is left out.
    pub(super) runs: bool,
    /// Whether the docket is printed beside the ruling, so that there is none where it cannot be.
    pub(super) hands_over: bool,
    /// The round that was begun for the folder of reports, or why that is not known.
    round: OnceCell<Result<Option<OpenRound>, Diagnostic>>,
    /// The round that was begun for the work of a docket that was handed over whole.
    round_of_docket: OnceCell<OpenRound>,
}

/// A ruling, and what was asked for beside it.
pub(super) struct Ruled {
    pub(super) ruling: Ruling,
    /// What a second policy says, which decides nothing.
    pub(super) shadow: Option<Ruling>,
    pub(super) explanation: Option<Explanation>,
    /// The docket as JSON, where it is printed.
    pub(super) docket: Option<String>,
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
            // Beside a docket, what is named holds no reports.
            paths: if inputs.whole.is_told() { Vec::new() } else { inputs.paths.clone() },
            wrong: Diagnostics::default(),
            looked: false,
            told: OnceCell::new(),
            handed: RefCell::default(),
            runs: false,
            hands_over: false,
            round: OnceCell::new(),
            round_of_docket: OnceCell::new(),
        }
    }

    /// Whether the reports lie where the command line says, whatever `assize.kdl` says: it names no work. A folder with
    /// a summary in it is taken for one, until more is known, so that the summary shuts before anything is read.
    pub(super) fn stands(&self) -> bool {
        let summary = || Some(self.folder()?.join(SUMMARY));
        !may_be_a_task(&self.paths) || summary().is_some_and(|path| self.disk.kind(&path).is_ok())
    }

    /// Finds the rules, `assize.kdl`, the panel, and where the reports lie, once. Gives whether they lie elsewhere than
    /// the command line says. What is wrong is decided by what follows.
    pub(super) fn look(&mut self) -> bool {
        if !self.looked {
            self.looked = true;
            if let Err(reason) = self.find_all() {
                self.wrong.absorb(reason);
            }
        }
        self.paths != self.inputs.paths && !self.inputs.whole.is_told()
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
        let rules = inputs.rules.open(disk, |files| {
            own = reading.config(files, &first).ok();
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
            None if first != judged && reading.named_config().is_none() => {
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

    /// Reads, seats and judges, and looks at the files again: what somebody wrote meanwhile is read once more.
    pub(super) fn judge(
        &self,
        summaries: &[Identity],
        beside: (Option<&str>, bool),
        console: &Console,
    ) -> Result<Ruled, Diagnostics> {
        let printed = self.inputs.stdout.iter().map(|(_, path)| path.as_path());
        let files: Vec<&Path> = self.paths.iter().map(PathBuf::as_path).chain(printed).collect();
        let mut before = host::look(self.disk, &files);
        for _ in 0..if self.inputs.reads_once() { 1 } else { 2 } {
            let ruled = self.judge_once(summaries, beside, console);
            let now = host::look(self.disk, &files);
            if ruled.is_err() || now == before {
                return ruled;
            }
            before = now;
        }
        Err(written_meanwhile().into())
    }

    /// Reads, seats and judges. Everything that is wrong is reported at once.
    /// `summaries` are no reports, by whatever name.
    pub(super) fn judge_once(
        &self,
        summaries: &[Identity],
        (shadow, explains): (Option<&str>, bool),
        console: &Console,
    ) -> Result<Ruled, Diagnostics> {
        let (policy, mut docket) = self.read(summaries, console)?;
        if self.runs || counts_runs(&policy) {
            docket.require_unheard();
        }
        // It decides nothing, so nothing that is wrong with it keeps the gate from being judged.
        let shadow = shadow.and_then(|asked| match self.shadow(asked, console) {
            Ok(shadow) => Some(shadow),
            Err(reason) => {
                docket.report(no_shadow(asked));
                console.report(&reason);
                None
            }
        });
        if self.hands_over || self.round().ok().flatten().is_some() {
            *self.handed.borrow_mut() = match docket.to_json() {
                Ok(text) => Some(text),
                Err(reason) if self.hands_over => return Err(reason),
                Err(_) => None,
            };
        }
        let docket = docket.close();
        self.check_rounds(docket.sources())?;
        let ruling = policy.judge(&docket)?;
        let shadow = shadow.and_then(|shadow| match shadow.judge(&docket) {
            Ok(shadow) => Some(shadow),
            Err(reason) => {
                console.report(&reason);
                None
            }
        });
        let explanation = explains.then(|| Explanation::of(&policy, &docket)).transpose()?;
        let docket = self.handed.borrow().clone().filter(|_| self.hands_over);
        Ok(Ruled { ruling, shadow, explanation, docket })
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
            return self.in_its_round(inputs.rules.tell(docket), (rules, policy));
        }
        let mut wrong = Diagnostics::from(inputs.said_twice());
        let judged = Judged::of(disk, &self.paths);
        let by = (&self.config, self.panel.as_ref());
        let reading = inputs.reading.options_of(by, rules, &judged);
        let (options, more) = reading.map_err(|reason| wrong.absorb(reason)).unwrap_or_default();
        let other_texts = self.check_records(&options, &mut wrong);
        let round = self.round().map_err(|reason| wrong.push(reason.clone())).ok().flatten();
        let now = inputs.bind.now(disk, round);
        let (binding, moved) = match round {
            Some(open) => open.binding(&now),
            None => (now, None),
        };
        let mut docket =
            Docket::new(self.task()).round(self.round_number()).bind(binding).reading(options);
        wrong.extend(round.and_then(|open| open.is_another(inputs.round)));
        let lacks_round = round.is_none() && self.requires_a_round();
        if self.wrong.is_empty() {
            wrong.extend(round.and_then(|open| open.other_panel(self.panel.as_ref())));
        }
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
        let counted;
        (docket, counted) =
            inputs.change.tell(docket, (disk, rules, round), &judged, &limits, &mut wrong);
        let seating;
        (docket, seating) = self.seat((docket, counted), &judged, &mut wrong);
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
                if let Some(open) = round {
                    reports.compare_with(&open.round, host::nanoseconds());
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
        if !wrong.is_empty() {
            return Err(wrong);
        }
        if let Some(why) = other_texts.first() {
            docket.outdate(why);
        }
        let misnamed = policy.iter().flat_map(|policy| facts::misnamed(policy, &docket));
        misnamed.collect::<Vec<_>>().into_iter().for_each(|told| docket.report(told));
        Ok(match round {
            Some(open) => open.tell(disk, docket, self.panel.as_ref(), (moved, inputs.wait)),
            None if lacks_round => out_of_round(docket, self.task().as_ref()),
            None => {
                inputs.wait.iter().for_each(|_| docket.report(open_round::nobody_began()));
                let told = self.lost_round(&docket);
                told.into_iter().for_each(|told| docket.report(told));
                docket
            }
        })
    }

    /// Whether it is about what such a file says: by a preset, or by a panel whose seats answer in its formats only.
    fn is_about(&self, file: fn(SubjectFile) -> bool) -> bool {
        let reading = &self.inputs.reading;
        let by_panel = || {
            let panel = self.panel.as_ref().filter(|_| !reading.knows_subjects())?;
            Some(Preset::of(&panel.formats)?.file)
        };
        let preset = reading.preset_file().or_else(by_panel);
        preset.is_some_and(file)
    }

    /// Reports that were made of records say what these say. Gives why they are about other texts than there are now.
    fn check_records(&self, options: &ReadOptions, wrong: &mut Diagnostics) -> Vec<String> {
        let mut other_texts = Vec::new();
        if !self.is_about(|file| matches!(file, SubjectFile::Pairs)) {
            return other_texts;
        }
        let asked: Vec<Pair> = options.expected.iter().filter_map(Pair::of).collect();
        for path in &self.paths {
            match host::check_kept_bundle(self.disk, path, &asked) {
                Ok(found) => other_texts.extend(found),
                Err(reason) => wrong.absorb(reason),
            }
        }
        other_texts
    }

    /// A record of a court is judged by its own contract, and only once there is a verdict.
    fn check_rounds(&self, sources: &[Source]) -> Result<(), Diagnostics> {
        if !self.is_about(|file| matches!(file, SubjectFile::Contract)) {
            return Ok(());
        }
        let contract = match (self.inputs.reading.court(), &self.rules) {
            (Some(asked), Some(rules)) => {
                asked.sha256(rules, &Judged::of(self.disk, &self.paths))?
            }
            // A panel names criteria, and no contract.
            _ => None,
        };
        let is_kept = self.paths.iter().any(|path| host::keeps_court_record(self.disk, path));
        let wrong =
            sources.iter().filter_map(|source| check_record(source, contract, is_kept).err());
        let wrong: Vec<Diagnostic> = wrong.collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
    }

    /// What the panel says of a docket, and who sits on it.
    fn seat(
        &self,
        (mut docket, counted): (Docket, Counted),
        judged: &Judged,
        wrong: &mut Diagnostics,
    ) -> (Docket, Option<Seating>) {
        let panel = self.panel.as_ref();
        let change = {
            let round = self.round().ok().flatten().map(|open| &open.round);
            let told = (self.disk, panel, round);
            self.inputs.change.facts((&docket, counted), told, judged, wrong)
        };
        let Some(panel) = panel else { return (docket, None) };
        docket = docket.seated_by(panel.facts());
        if !panel.overrides {
            docket = docket.no_overrides();
        }
        let (mut chairs, mut told) = panel.chairs(&change);
        told.extend(self.round().ok().flatten().and_then(|open| open.hold(&mut chairs)));
        told.into_iter().for_each(|told| docket.report(told));
        (docket, Some(Seating { panel: panel.name.clone(), chairs }))
    }
}
