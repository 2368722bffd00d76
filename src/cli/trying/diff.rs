//! `assize policy diff`: what a change of a policy would open, and what it would shut.

mod cases;
mod elements;
mod hooks;
mod panels;
mod rounds;
mod shown;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::super::NO_ANSWER;
use super::super::console::Console;
use super::super::inputs::current_dir;
use super::super::output::{OutputArgs, free};
use super::super::policy::StageArg;
use super::super::progress::Bar;
use super::super::reports::{Kind, ReportArgs, no_answer};
use super::super::which;
use super::base::{Changed, changed_policies};
use super::{ScopeArgs, compiled, expected, pair, twice};
use crate::emit::visible::visible;
use crate::host::{Disk, Judged, PanelChange, Replay, Replayed, RoundGroup};
use crate::report::Kind as Shape;
use crate::trial::{Difference, diff_telling};
use crate::{Diagnostic, Diagnostics, Policy, Stage};
use panels::PanelTold;

/// What a report says that it is of.
const COMMAND: &str = "assize policy diff";

/// Something became looser.
const LOOSER: u8 = 1;
/// Something was changed, and no docket shows what that does.
const NOT_DECIDED: u8 = 3;

/// Tell what a change of a policy would open, and what it would shut
///
/// Both policies judge every small docket. Told is where they differ, what opens that was shut first, each group with
/// its plainest docket, the rules that decided, and its share.
#[derive(Args, Debug)]
#[command(after_help = "\
With --base, every policy and every panel of this repository, and every word of its reviewers, that differs from a
commit is told, as it was there and as it is.
With one policy and --set, it is held against itself with the parameter set.

Exit codes:
  0  nothing became looser
  1  an outcome became better somewhere, unless --allow-loosening
  2  could not run
  3  not decided: a clause was changed and no docket that was tried shows what that does, unless --allow-undecided

Examples:
  assize policy diff strict any-blocker --allow-loosening
  assize policy diff --base origin/main
  assize policy diff --panels before.kdl after.kdl
  assize policy diff any-blocker strict
  assize policy diff any-blocker --set min_reviewers=2
  assize policy diff any-blocker strict --format markdown
  assize policy diff --base origin/main --report github --report markdown=comment.md
  assize policy diff any-blocker strict --write-cases shown
  assize policy diff any-blocker strict --on archive")]
pub(in crate::cli) struct DiffArgs {
    /// The policy as it was, and as it is to be: names or files
    #[arg(value_name = "POLICY", num_args = 0..=2)]
    policies: Vec<String>,
    /// The stage of the policies [default: of a file, its folder; of a name, the first stage that has it]
    #[arg(long, value_name = "STAGE")]
    stage: Option<StageArg>,
    /// Hold the policies of this repository against those of a commit
    #[arg(long, value_name = "REF", conflicts_with_all = ["policies", "set"])]
    base: Option<String>,
    /// Hold the panels and words of one `assize.kdl` against those of another one: as it was, and as it is to be
    #[arg(long, value_names = ["OLD", "NEW"], num_args = 2, conflicts_with_all = ["policies", "base", "on", "set", "stage", "panel"])]
    panels: Vec<PathBuf>,
    /// Judge recorded rounds instead: a folder with a folder of reports for each, or dockets in `*.json` and `*.jsonl`
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["base", "seats", "findings", "stage"])]
    on: Option<PathBuf>,
    /// Set a parameter of the second policy
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Policy")]
    set: Vec<(String, String)>,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    reports: ReportArgs,
    /// Write the plainest docket of each group as a case that keeps what the old policy answers, into `cases.kdl` of this
    /// folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["on", "panels"])]
    write_cases: Option<PathBuf>,
    /// Exit with 0 also where something became looser
    #[arg(long)]
    allow_loosening: bool,
    /// Exit with 0 also where it is not decided what a change does
    #[arg(long, conflicts_with_all = ["on", "panels"])]
    allow_undecided: bool,
    /// How to print what differs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Output,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// How to print what differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For a person
    Text,
    /// For a machine; `assize contract differences --schema` prints its JSON Schema
    Json,
    /// A comment of a pull request
    Markdown,
    /// Annotations of a run on GitHub
    Github,
}

/// What is reported beside differences: a policy that is new, gone or renamed.
pub(super) struct Beside {
    kind: &'static str,
    says: String,
}

impl Beside {
    pub(super) fn new(kind: &'static str, says: &str) -> Self {
        Self { kind, says: visible(says).into_owned() }
    }
}

/// All that is reported of a change.
#[derive(Default)]
struct Told {
    compared: Vec<Compared>,
    panels: Vec<PanelTold>,
    /// The words of reviewers, and what hooks of agents hold.
    words: Vec<PanelChange>,
    hooks: Vec<PanelChange>,
    beside: Vec<Beside>,
}

impl Told {
    fn loosens(&self) -> bool {
        let policies = self.compared.iter().any(|one| one.found.loosens());
        let words = self.words.iter().chain(&self.hooks).any(|one| one.loosens);
        policies || words || self.panels.iter().any(|one| one.loosens)
    }

    fn undecided(&self) -> bool {
        self.compared.iter().any(|one| !one.found.undecided.is_empty())
    }

    fn is_empty(&self) -> bool {
        let Self { compared, panels, words, hooks, beside } = self;
        let sentences = [words, hooks].iter().all(|own| own.is_empty());
        compared.is_empty() && panels.is_empty() && sentences && beside.is_empty()
    }
}

/// Two policies, and where they differ.
struct Compared {
    old: String,
    new: String,
    found: Difference,
}

/// Where rounds come out otherwise, as text or in JSON.
pub(in crate::cli) fn told_of_rounds(
    names: &[String; 2],
    found: &Replayed,
    as_json: bool,
    exit_code: u8,
) -> String {
    rounds::told(names, found, if as_json { Kind::Json } else { Kind::Text }, exit_code)
}

impl DiffArgs {
    pub(in crate::cli) fn run(&self, console: &Console) -> u8 {
        let policies = self.policies.iter().map(PathBuf::from);
        let inputs = || policies.chain(self.panels.clone()).chain(self.on.clone()).collect();
        self.output.answering(inputs, console, |own| self.diff(own, console))
    }

    /// Compares, and answers on `console`, which may be a file; a report in place of the answer is printed on `terminal`.
    fn diff(&self, console: &Console, terminal: &Console) -> u8 {
        let policies = self.policies.iter().map(PathBuf::from);
        let inputs: Vec<PathBuf> =
            policies.chain(self.panels.clone()).chain(self.on.clone()).collect();
        let is_free = |path: &Path| free("--report", &inputs, path);
        let reports = match self.reports.open(&Disk, &self.output, COMMAND, &is_free) {
            Ok(reports) => reports,
            Err(reason) => {
                console.report(&reason);
                return NO_ANSWER;
            }
        };
        let compared = match &self.on {
            Some(folder) => self.replayed(folder, console).map(|(names, found)| {
                let looser = found.groups.iter().any(RoundGroup::loosens);
                let code = if looser && !self.allow_loosening { LOOSER } else { 0 };
                let told: Box<dyn Fn(Kind, u8) -> String> =
                    Box::new(move |kind, code| rounds::told(&names, &found, kind, code));
                (told, code)
            }),
            None => self.compared(console).map(|told| {
                let code = self.code(&told, console);
                let told: Box<dyn Fn(Kind, u8) -> String> =
                    Box::new(move |kind, code| shown::told(&told, kind, code));
                (told, code)
            }),
        };
        match compared {
            Ok((told, code)) => {
                let answer = match if self.json { Output::Json } else { self.format } {
                    Output::Text => Kind::Text,
                    Output::Json => Kind::Json,
                    Output::Markdown => Kind::Of(Shape::Markdown),
                    Output::Github => Kind::Of(Shape::Github),
                };
                reports.publish(
                    &Disk,
                    (console, terminal),
                    (Some(answer), self.output.file().is_some()),
                    &|kind, _, code, out| out.write_all(told(kind, code).as_bytes()),
                    code,
                )
            }
            Err(mut reason) => {
                let unwritten = reports
                    .refuse(&Disk, terminal, &|kind| no_answer(kind, (COMMAND, ""), &reason));
                reason.extend(unwritten);
                console.report(&reason);
                NO_ANSWER
            }
        }
    }

    /// The code to end with; writes the cases that were asked for.
    fn code(&self, told: &Told, console: &Console) -> u8 {
        let code = match told.loosens() {
            true if !self.allow_loosening => LOOSER,
            _ if told.undecided() && !self.allow_undecided => NOT_DECIDED,
            _ => 0,
        };
        let Some(folder) = &self.write_cases else { return code };
        match cases::write(&Disk, folder, &told.compared) {
            Ok(true) => code,
            Ok(false) => {
                console.say("no gate differs, so there is no case to write\n");
                code
            }
            // What took its time is told all the same.
            Err(reason) => {
                console.report(&reason.into());
                NO_ANSWER
            }
        }
    }

    /// The names of the two policies, and where they differ on recorded rounds.
    fn replayed(
        &self,
        folder: &Path,
        console: &Console,
    ) -> Result<([String; 2], Replayed), Diagnostics> {
        let panel = self.scope.panel(&Disk)?;
        let (old, new) = match self.policies.as_slice() {
            [old, new] => (old, new),
            [only] if !self.set.is_empty() => (only, only),
            _ => return Err(two_policies().into()),
        };
        // Recorded rounds are judged by gates.
        let mut old = compiled(&Disk, Stage::Gate, old, &[], panel.as_ref())?;
        let mut new = compiled(&Disk, Stage::Gate, new, &self.set, panel.as_ref())?;
        // A panel's gate stands behind its other stages.
        for stage in [Stage::Audit, Stage::Redispatch] {
            let Some(own) = panel.as_ref().and_then(|panel| panel.policy(stage)) else { continue };
            let own = compiled(&Disk, stage, &own.name, &[], panel.as_ref())?.policy;
            for gate in [&mut old, &mut new] {
                gate.policy = match stage {
                    Stage::Audit => gate.policy.clone().with_audit(own.clone())?,
                    _ => gate.policy.clone().with_redispatch(own.clone())?,
                };
            }
        }
        let lexicon = self.scope.config.find(&Disk, &Judged::default())?.lexicon;
        // The words of a panel are those of its file, and its own; one that comes with Assize has none.
        let own = panel.as_ref().filter(|panel| panel.base.is_some());
        let lexicon = own.map_or(lexicon, |panel| panel.lexicon.clone());
        let bar = Bar::growing(console);
        bar.about("rounds");
        let replay = Replay { panel: panel.as_ref(), lexicon: &lexicon, progress: &bar.progress() };
        let found = replay.run(folder, (&old.policy, &new.policy))?;
        Ok(([old.name, new.name], found))
    }

    fn compared(&self, console: &Console) -> Result<Told, Diagnostics> {
        let wrong = Diagnostics::from(twice("--set", &self.set));
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let panel = self.scope.panel(&Disk)?;
        let bar = Bar::growing(console);
        let compare = |old: (String, Policy), new: (String, Policy)| {
            bar.about(&visible(&new.0));
            let panel = expected(panel.as_ref());
            let scopes = self.scope.scopes(&panel);
            let found = diff_telling(&old.1, &new.1, &panel, &scopes, &bar.progress())?;
            Ok::<_, Diagnostics>(Compared { old: old.0, new: new.0, found })
        };
        let here = current_dir()?;
        let said = self.stage.map(StageArg::to_stage);
        let stage = self.policies.iter().map(|name| which::stages_of(name, said, &here));
        let stage =
            stage.reduce(|one, other| one.into_iter().filter(|s| other.contains(s)).collect());
        let Some(stage) = stage.unwrap_or(vec![Stage::Gate]).first().copied() else {
            return Err(two_stages().into());
        };
        let only = |compared| Told { compared: vec![compared], ..Told::default() };
        let one = |name: &str, set: &[(String, String)]| {
            let found = compiled(&Disk, stage, name, set, panel.as_ref())?;
            Ok::<_, Diagnostics>((found.name, found.policy))
        };
        if let [old, new] = self.panels.as_slice() {
            let mut told = Told::default();
            panels::of_files([old, new], &self.scope, &mut told)?;
            if told.is_empty() {
                console.say("no panel and no word differs\n");
            }
            return Ok(told);
        }
        match (self.policies.as_slice(), &self.base) {
            ([old, new], None) => Ok(only(compare(one(old, &[])?, one(new, &self.set)?)?)),
            ([only_one], None) if !self.set.is_empty() => {
                let set: Vec<String> =
                    self.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
                let (name, policy) = one(only_one, &self.set)?;
                let new = (format!("{name} with {}", set.join(", ")), policy);
                Ok(only(compare(one(only_one, &[])?, new)?))
            }
            ([], Some(base)) => {
                let Changed { policies, beside } = changed_policies(base, said)?;
                let mut told = Told { beside, ..Told::default() };
                for (name, old, new) in policies {
                    told.compared.push(compare((format!("{name} at {base}"), old), (name, new))?);
                }
                panels::against_commit(
                    base,
                    self.scope.config.named()?.as_deref(),
                    &self.scope,
                    &mut told,
                )?;
                if told.is_empty() {
                    let base = visible(base);
                    console
                        .say(&format!("no policy, no panel and no word differs from `{base}`\n"));
                }
                Ok(told)
            }
            _ => Err(two_policies().into()),
        }
    }
}

fn two_stages() -> Diagnostic {
    Diagnostic::error("assize::cli::two_stages")
        .message("the two policies answer different questions")
        .help(
            "name two gates, two audits or two redispatch policies; `--stage` says which are meant",
        )
}

fn two_policies() -> Diagnostic {
    Diagnostic::error("assize::cli::two_policies")
        .message("there is nothing to hold against each other")
        .help("name two policies, one and `--set`, or a commit: `--base origin/main`")
}
