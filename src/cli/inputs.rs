//! What is judged and by which policy: the arguments that `gate` and `explain` share.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use clap::Args;

use super::asked::Asked;
use super::change::ChangeArgs;
use super::console::Console;
use super::docket::DocketArgs;
use super::facts;
use super::reading::Reading;
use super::rules::RulesArgs;
use super::stages;
use crate::emit::kdl::Run;
use crate::host::{
    self, Contents, Files, Identity, Judged, Kind, Printed, Reports, Roster, Rules, shown,
};
use crate::{Diagnostic, Diagnostics, Docket, Policy, ReadOptions, Ruling, Stage};

/// The name of the work when nothing else names it.
pub(super) const UNNAMED: &str = "change";

/// What is judged and by which policy.
#[derive(Args, Clone, Debug)]
pub(super) struct Inputs {
    /// One folder of reports, or the files themselves, which name their seats; several that are all of their
    /// kind in a folder, as a shell makes them of `reports/*.md`, name nobody, as the folder does
    #[arg(value_name = "PATH", required_unless_present = "docket")]
    pub(super) paths: Vec<PathBuf>,

    /// Who must report; without it every file takes a seat
    #[arg(long, value_name = "SEAT,…", value_delimiter = ',', help_heading = "Seats")]
    expect: Option<Vec<String>>,
    /// Seats whose fail counts only as far as the policy says
    #[arg(long, value_name = "SEAT,…", value_delimiter = ',', help_heading = "Seats")]
    voting: Vec<String>,
    /// Seats that are read and never counted
    #[arg(long, value_name = "SEAT,…", value_delimiter = ',', help_heading = "Seats")]
    observers: Vec<String>,
    /// What the reviewer of a seat printed: a message, or a pointer to its file; `-` is standard
    /// input
    #[arg(long, value_name = "SEAT=FILE", value_parser = printed, help_heading = "Seats")]
    stdout: Vec<(String, PathBuf)>,

    #[command(flatten)]
    whole: DocketArgs,
    /// The name of the work [default: the name of the folder]
    #[arg(long, value_name = "ID", value_parser = not_blank, help_heading = "Docket")]
    task: Option<String>,
    /// Which round of review this is
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Docket",
          value_parser = clap::value_parser!(u32).range(1..))]
    round: u32,
    /// A fact of this run that the policy asks for
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Docket")]
    given: Vec<(String, String)>,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    reading: Reading,

    /// A policy's name, or its file (with a `/`, or ending in `.rhai`)
    #[arg(long, value_name = "FILE|NAME", default_value = "any-blocker", help_heading = "Policy")]
    policy: String,
    /// Set a parameter of the policy
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Policy")]
    set: Vec<(String, String)>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Run every condition of the policy in rhai; slower, and must rule the same
    #[arg(long, hide = true, help_heading = "Policy")]
    no_lowering: bool,

    /// Whether each file that is given names its seat, also where a shell may have listed them.
    #[arg(skip)]
    named: bool,
    /// What a docket that was handed over whole says of itself.
    #[arg(skip)]
    told: OnceCell<(String, u32)>,
}

impl Inputs {
    /// Reads, seats and judges. Everything that is wrong is told at once.
    /// `summaries` are no reports, by whatever name.
    pub(super) fn judge(
        &self,
        disk: &dyn Files,
        summaries: &[Identity],
        console: &Console,
    ) -> Result<Ruling, Diagnostics> {
        let (policy, docket) = self.read(disk, summaries, console)?;
        policy.judge(&docket.close())
    }

    /// Reads and seats, and finds the gate policy.
    pub(super) fn read(
        &self,
        disk: &dyn Files,
        summaries: &[Identity],
        console: &Console,
    ) -> Result<(Policy, Docket), Diagnostics> {
        self.read_for(Stage::Gate, disk, summaries, console)
    }

    /// The same with a policy of another stage.
    pub(super) fn read_for(
        &self,
        stage: Stage,
        disk: &dyn Files,
        summaries: &[Identity],
        console: &Console,
    ) -> Result<(Policy, Docket), Diagnostics> {
        let mut wrong = Diagnostics::default();
        let rules = self.rules.open(disk, self.reading.config(), &Judged::of(disk, &self.paths))?;
        let found =
            self.policy(stage, disk, &rules, console).map_err(|reason| wrong.absorb(reason)).ok();
        let (policy, remarks) = found.unzip();
        let docket = self
            .docket(disk, &rules, policy.as_ref(), summaries)
            .map_err(|reason| wrong.absorb(reason))
            .ok();
        match (policy, docket) {
            (Some(policy), Some(mut docket)) => {
                remarks.into_iter().flatten().for_each(|remark| docket.report(remark));
                Ok((policy, docket))
            }
            _ => Err(wrong),
        }
    }

    /// The policy, and what is worth saying about where it was looked for.
    fn policy(
        &self,
        stage: Stage,
        disk: &dyn Files,
        rules: &Rules<'_>,
        console: &Console,
    ) -> Result<(Policy, Vec<Diagnostic>), Diagnostics> {
        let judged = Judged::of(disk, &self.paths);
        let asked = (stage, self.policy.as_str());
        let (mut policy, remarks) = stages::find(rules, asked, &current_dir()?, &judged, console)?;
        let mut wrong = twice("--set", &self.set);
        for (name, value) in &self.set {
            wrong.extend(policy.set(name, value).err());
        }
        if !wrong.is_empty() {
            return Err(Diagnostics::from(wrong));
        }
        let policy = if self.no_lowering { policy.without_lowering() } else { policy };
        Ok((policy, remarks))
    }

    /// Another policy than the one that is asked for with `--policy`.
    pub(super) fn find(
        &self,
        asked: (Stage, &str),
        disk: &dyn Files,
        console: &Console,
    ) -> Result<(Policy, Vec<Diagnostic>), Diagnostics> {
        let judged = Judged::of(disk, &self.paths);
        let rules = self.rules.open(disk, self.reading.config(), &judged)?;
        stages::find(&rules, asked, &current_dir()?, &judged, console)
    }

    /// Without a policy the facts of this run have no type, and are not looked at.
    fn docket(
        &self,
        disk: &dyn Files,
        rules: &Rules<'_>,
        policy: Option<&Policy>,
        summaries: &[Identity],
    ) -> Result<Docket, Diagnostics> {
        if self.whole.is_told() {
            let docket = self.whole.read(disk, rules, &self.reading)?;
            let _ = self.told.set((docket.id.clone(), docket.round));
            if let Some(policy) = policy {
                facts::check_told(policy, &docket)?;
            }
            return Ok(self.rules.tell(docket));
        }
        let mut wrong = Diagnostics::from(twice("--given", &self.given));
        wrong.extend(self.change.two_days(&self.given));
        let judged = Judged::of(disk, &self.paths);
        let reading = self.reading.options(rules, &judged);
        let (options, remarks) = reading.unwrap_or_else(|reason| {
            wrong.absorb(reason);
            Default::default()
        });
        let mut docket = Docket::new(self.task(disk)).round(self.round).reading(options);
        remarks.into_iter().for_each(|remark| docket.report(remark));
        for (name, value) in &self.given {
            let Some(policy) = policy else { break };
            match facts::read(policy, name, value) {
                Ok(given) => docket = docket.given(name, given),
                Err(reason) => wrong.push(reason),
            }
        }
        docket = policy.iter().fold(self.rules.tell(docket), |d, p| self.change.today(d, p));
        let (roster, limits) = (self.roster(policy), self.reading.limits());
        docket = self.change.tell(docket, (disk, rules), &judged, &limits, &mut wrong);
        wrong.extend(self.printed_twice());
        match host::list_reports(disk, &self.paths, summaries, &limits) {
            Ok(mut reports) => {
                if self.named {
                    reports.name_files();
                }
                if wrong.is_empty() {
                    wrong.extend(self.add_stdout(disk, &mut reports, docket.read_options()));
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

    /// Reads what the reviewers printed; gives what is wrong with the files.
    fn add_stdout(
        &self,
        disk: &dyn Files,
        reports: &mut Reports,
        options: &ReadOptions,
    ) -> Vec<Diagnostic> {
        let add = |(seat, path): &(String, PathBuf)| {
            let here = current_dir()?;
            let printed = match path.as_os_str() == "-" {
                true => Printed::Text("<stdin>", standard_input(options.limit)?),
                false => Printed::File(path),
            };
            reports.add_stdout(disk, &here, seat, printed, options)
        };
        self.stdout.iter().map(add).filter_map(Result::err).collect()
    }

    /// `--stdout qa=a --stdout qa=b`, `--stdout qa=- --stdout security=-`
    fn printed_twice(&self) -> Vec<Diagnostic> {
        let before = |place: usize| self.stdout[..place].iter();
        let stdin = |path: &PathBuf| path.as_os_str() == "-";
        let mut wrong = Vec::new();
        if self.change.takes_stdin() && self.stdout.iter().any(|(_, path)| stdin(path)) {
            wrong.push(two_readers());
        }
        for (place, (seat, path)) in self.stdout.iter().enumerate() {
            if before(place).any(|(known, _)| known == seat) {
                wrong.push(stdout_twice(seat));
            } else if stdin(path) && before(place).any(|(_, known)| stdin(known)) {
                wrong.push(one_stdin());
            }
        }
        wrong
    }

    /// Takes each file that is given for one that was named, however it was.
    pub(super) fn name_files(&mut self) {
        self.named = true;
    }

    /// Asks for what a preset is about.
    pub(super) fn ask(&mut self, asked: Asked) {
        self.reading.ask(asked);
    }

    /// Every file that is read.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let printed = self.stdout.iter().map(|(_, path)| path);
        let printed = printed.filter(|path| path.as_os_str() != "-");
        self.paths.iter().chain(printed).chain(self.whole.file()).cloned().collect()
    }

    fn roster(&self, policy: Option<&Policy>) -> Roster {
        let trimmed = |names: &[String]| names.iter().map(|name| name.trim().to_owned()).collect();
        Roster {
            expect: self.expect.as_deref().map(trimmed),
            voting: trimmed(&self.voting),
            observers: trimmed(&self.observers),
            by_run: self.named,
            by_policy: policy.iter().flat_map(|policy| policy.seats()).map(str::to_owned).collect(),
            may_be_nobody: self.reading.knows_subjects(),
        }
    }

    /// The name of the work: as told, else the name of the folder that holds the reports.
    pub(super) fn task(&self, disk: &dyn Files) -> String {
        self.task.clone().unwrap_or_else(|| task_of(disk, &self.paths))
    }

    /// What is known of the run before anything is read, or once a docket was.
    pub(super) fn run(&self, disk: &dyn Files) -> Run {
        let told = self.told.get().cloned();
        let (task, round) = told.unwrap_or_else(|| (self.task(disk), self.round));
        Run { task, round, policy: self.policy.clone() }
    }

    /// The folder of reports, when the input is one.
    pub(super) fn folder(&self, disk: &dyn Files) -> Option<&Path> {
        folder_of(disk, &self.paths)
    }
}

/// The one path that is a folder.
pub(super) fn folder_of<'p>(disk: &dyn Files, paths: &'p [PathBuf]) -> Option<&'p Path> {
    let [path] = paths else { return None };
    let kind = disk.resolve(path).and_then(|path| disk.kind(&path));
    (kind.ok()? == Kind::Folder).then_some(path)
}

/// The name of the folder, or of the one folder that all the files stand in.
pub(super) fn task_of(disk: &dyn Files, paths: &[PathBuf]) -> String {
    let folder = folder_of(disk, paths).map(|path| disk.resolve(path).ok());
    let folder = folder.unwrap_or_else(|| {
        let parents = paths.iter().map(|path| disk.resolve(path.parent()?).ok());
        let parents: Vec<Option<PathBuf>> = parents.collect();
        let same = parents.windows(2).all(|two| two[0] == two[1]);
        if same { parents.into_iter().next()? } else { None }
    });
    let name = folder.as_deref().and_then(Path::file_name);
    name.map_or_else(|| UNNAMED.to_owned(), |name| name.to_string_lossy().into_owned())
}

pub(super) fn current_dir() -> Result<PathBuf, Diagnostic> {
    host::current_dir().map_err(|error| {
        Diagnostic::error("assize::host::nowhere")
            .message(format!("the current folder cannot be determined: {error}"))
            .help("run the command in a folder that exists")
    })
}

pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write a name, `=` and a value: `min_reviewers=2`".to_owned()),
    }
}

/// `qa=qa.stdout`
fn printed(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((seat, path)) if !seat.trim().is_empty() && !path.is_empty() => {
            Ok((seat.trim().to_owned(), PathBuf::from(path)))
        }
        _ => Err("write a seat, `=` and a file: `qa=qa.stdout`".to_owned()),
    }
}

pub(super) fn standard_input(limit: usize) -> Result<Contents, Diagnostic> {
    host::standard_input(limit).map_err(|error| {
        Diagnostic::error("assize::host::read_error")
            .message(format!("standard input cannot be read: {error}"))
            .help("save what stands there to a file, and name the file")
    })
}

/// `--stdout qa=a --stdout qa=b`
fn stdout_twice(seat: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::stdout_twice")
        .message(format!("`--stdout` names `{}` twice", shown(seat)))
        .help("name what each reviewer printed once")
}

/// `--stdout qa=- --stdout security=-`
fn one_stdin() -> Diagnostic {
    Diagnostic::error("assize::cli::one_stdin")
        .message("`--stdout` reads standard input for two seats")
        .help("save what the reviewers printed to files, and name the files")
}

/// `--changed-from - --stdout qa=-`
fn two_readers() -> Diagnostic {
    Diagnostic::error("assize::cli::one_stdin")
        .message("`--changed-from` and `--stdout` both read standard input")
        .help("save what one of them reads to a file, and name the file")
}

fn not_blank(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("it is blank".to_owned()) } else { Ok(text.to_owned()) }
}

/// `--set limit=1 --set limit=2`: which one was meant?
pub(super) fn twice(flag: &str, pairs: &[(String, String)]) -> Vec<Diagnostic> {
    let again = pairs
        .iter()
        .enumerate()
        .filter(|(place, (name, _))| pairs[..*place].iter().any(|(known, _)| known == name));
    again
        .map(|(_, (name, _))| {
            Diagnostic::error("assize::cli::set_twice")
                .message(format!("`{flag}` sets `{name}` twice"))
                .help("set each name once")
        })
        .collect()
}
