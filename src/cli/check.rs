//! `assize policy check`: everything that is wrong with policies, or likely to be, without running them.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::NO_ANSWER;
use super::console::Console;
use super::inputs::current_dir;
use super::output::{OutputArgs, free};
use super::panel::panels;
use super::policy::StageArg;
use super::reports::{Kind, ReportArgs, no_answer};
use super::which;
use super::words::ConfigArgs;
use crate::diagnostic::Level;
use crate::emit::checked::{self, Checked};
use crate::emit::report::render_all;
use crate::emit::text::TextOptions;
use crate::host::{Disk, Judged, Panel, nearest, policies, shown};
use crate::policy::LINTS;
use crate::report::{self, Answer, Check as Asking, Kind as Shape, Place, Report, Rule};
use crate::{Diagnostic, Diagnostics, Policy, Source, Span, Stage};

/// What a report says that it is of.
const COMMAND: &str = "assize policy check";

/// A policy has findings.
const FINDINGS: u8 = 1;

/// Find what is wrong with policies, without running them and without reports
///
/// Without names, all policies of this repository are checked. Everything is reported that keeps a policy from
/// compiling; and of one that compiles, what is likely to be wrong with it.
#[derive(Args, Debug)]
#[command(after_help = "\
With -v, expressions that only rhai can run are shown as well, and what a policy means and says so:
`allow \"silent_seats\" \"whoever is late may read it later\";`. They make no policy unclean.

Exit codes:
  0  clean
  1  something was found
  2  could not run: no policy, a file that cannot be read, a name that nothing has

Examples:
  assize policy check
  assize policy check ours
  assize policy check ours.rhai --format json
  assize policy check --format github
  assize policy check --format sarif --output assize.sarif
  assize policy check --report github --report junit=checked.xml")]
pub(super) struct Check {
    /// Policies, by name or file [default: all of this repository]
    #[arg(value_name = "POLICY")]
    policies: Vec<String>,
    /// Only policies of this stage; without it a file is of the stage that its folder is named after, or a gate
    #[arg(long, value_name = "STAGE")]
    stage: Option<StageArg>,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    reports: ReportArgs,
    /// How to print what was found
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Output,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// How to print what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For a person
    Text,
    /// For a machine
    Json,
    /// Annotations of a run on GitHub
    Github,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

/// A policy to check: the stage, the name or file that it was asked by.
type Asked = (Stage, String);

impl Check {
    pub(super) fn run(&self, console: &Console) -> u8 {
        self.output.answering(
            || self.policies.iter().map(PathBuf::from).collect(),
            console,
            |own| self.check(own, console),
        )
    }

    /// Checks, and answers on `console`, which may be a file; a report in place of the answer is printed on `terminal`.
    fn check(&self, console: &Console, terminal: &Console) -> u8 {
        let inputs: Vec<PathBuf> = self.policies.iter().map(PathBuf::from).collect();
        let reports = match self
            .reports
            .open(&Disk, &self.output, COMMAND, &|path| free("--report", &inputs, path))
        {
            Ok(reports) => reports,
            Err(reason) => {
                console.report(&reason);
                return NO_ANSWER;
            }
        };
        let here = match current_dir() {
            Ok(here) => here,
            Err(reason) => {
                let mut reason = Diagnostics::from(reason);
                let told = |kind| no_answer(kind, (COMMAND, ""), &reason);
                let unwritten = reports.refuse(&Disk, terminal, &told);
                reason.extend(unwritten);
                console.report(&reason);
                return NO_ANSWER;
            }
        };
        let mut wrong = Diagnostics::default();
        let mut all = Vec::new();
        let panels = match panels(&Disk, &self.config) {
            Ok(panels) => panels.own,
            Err(reason) => {
                wrong.absorb(reason);
                Vec::new()
            }
        };
        for (stage, name) in self.asked(&here, &mut wrong) {
            match checked(stage, &name, &here, &panels, console.is_verbose()) {
                Ok(one) => all.push(one),
                Err(reason) => wrong.push(reason),
            }
        }
        let found =
            all.iter().any(|one| one.found.items().iter().any(|item| item.level > Level::Advice));
        let code = match (wrong.is_empty(), found) {
            (false, _) => NO_ANSWER,
            (true, true) => FINDINGS,
            (true, false) => 0,
        };
        let format = match if self.json { Output::Json } else { self.format } {
            Output::Text => Kind::Text,
            Output::Json => Kind::Json,
            Output::Github => Kind::Of(Shape::Github),
            Output::Sarif => Kind::Of(Shape::Sarif),
        };
        let code = reports.publish(
            &Disk,
            (console, terminal),
            (Some(format), self.output.file().is_some()),
            &|kind, options, code, out| {
                let text = match kind {
                    Kind::Text | Kind::Lcov => in_words(&all, options),
                    Kind::Json => checked::json(&all, &wrong, code),
                    Kind::Of(shape) => report::write(shape, &report_of(&all, &wrong)),
                };
                out.write_all(text.as_bytes())
            },
            code,
        );
        console.report(&wrong);
        code
    }

    /// What to check, each once.
    fn asked(&self, here: &Path, wrong: &mut Diagnostics) -> Vec<Asked> {
        let stage = self.stage.map(StageArg::to_stage);
        let mut asked: Vec<Asked> = Vec::new();
        if self.policies.is_empty() {
            asked = which::own(&Disk, stage, here);
            if asked.is_empty() {
                wrong.push(nothing_to_check(self.stage));
            }
            return asked;
        }
        for name in &self.policies {
            // Of what is not known, the search itself says so.
            for stage in which::stages_of(name, stage, here) {
                if !asked.contains(&(stage, name.clone())) {
                    asked.push((stage, name.clone()));
                }
            }
        }
        asked
    }
}

/// Finds, compiles and checks a policy. Its sources are named by their paths.
fn checked(
    stage: Stage,
    asked: &str,
    here: &Path,
    panels: &[Panel],
    verbose: bool,
) -> Result<Checked, Diagnostic> {
    let found = policies::find(&Disk, stage, asked, here, &Judged::default())?;
    let near = |path: &Path| path.strip_prefix(here).unwrap_or(path).to_owned();
    let file: Option<PathBuf> = found.file.as_deref().map(near);
    let compiled = found.compile(stage);
    let diagnostics = compiled.map_or_else(
        |mistakes| mistakes,
        |policy| {
            let mut told = policy.check();
            let name = found.name.trim_end_matches(".rhai");
            let judging = panels.iter().filter(|panel| judges(panel, stage, name));
            judging
                .for_each(|panel| unexpected_seats(&policy, panel).for_each(|one| told.push(one)));
            told
        },
    );
    let named = |source: &Source| {
        let path = match &file {
            Some(file) if source.name() == found.name => shown(file),
            Some(file) => {
                let name = source.name().trim_end_matches(".rhai");
                shown(file.with_file_name(format!("{name}.rhai")))
            }
            None => source.name().to_owned(),
        };
        Source::new(path, source.bytes())
    };
    let sources = diagnostics.sources().iter().map(named).collect();
    let told = |item: &&Diagnostic| verbose || item.level > Level::Advice;
    let items = diagnostics.items().iter().filter(told).cloned().collect();
    Ok(Checked {
        stage: stage.as_str(),
        name: found.name.trim_end_matches(".rhai").to_owned(),
        file: file.as_deref().map(shown),
        found: Diagnostics::new(sources, items),
    })
}

/// Whether a panel has a policy of this name judge.
fn judges(panel: &Panel, stage: Stage, name: &str) -> bool {
    let stem = |asked: &str| Path::new(asked).file_stem().map(std::ffi::OsStr::to_os_string);
    panel.policy(stage).is_some_and(|chosen| stem(&chosen.name) == stem(name))
}

/// Seats that a policy names, and that a panel that it judges for does not have.
fn unexpected_seats<'p>(
    policy: &'p Policy,
    panel: &'p Panel,
) -> impl Iterator<Item = Diagnostic> + 'p {
    let seats: Vec<&str> = panel.seats.iter().map(|seat| seat.name.as_str()).collect();
    let named: Vec<(&str, Span)> = policy.named_seats().collect();
    let missing = named
        .into_iter()
        .filter(move |(name, _)| !panel.seats.iter().any(|seat| seat.name == *name));
    missing.map(move |(name, at)| nobody_sits_there(at, name, &panel.name, &seats))
}

/// `seat("securty")`, and the panel seats `security`
fn nobody_sits_there(at: Span, name: &str, panel: &str, seats: &[&str]) -> Diagnostic {
    Diagnostic::warning("assize::panel::nobody_sits_there")
        .message(format!(
            "`{}` has no seat in the panel `{panel}`, which this policy judges for",
            shown(name)
        ))
        .label(at, "named here")
        .help(match nearest(name, seats.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the panel seats {}", seats.join(", ")),
        })
}

/// Everything that was found, and how much that is.
fn in_words(all: &[Checked], options: &TextOptions) -> String {
    let mut text = String::new();
    for one in all.iter().filter(|one| !one.found.is_empty()) {
        text += &render_all(&one.found, options.color, options.width);
        text.push('\n');
    }
    if !all.is_empty() {
        text += &format!("{}\n", in_numbers(all));
    }
    text
}

/// `2 policies checked: clean`
fn in_numbers(all: &[Checked]) -> String {
    let found: usize = all.iter().map(|one| one.found.items().len()).sum();
    let some = |count: usize, one: &str, more: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {more}"),
    };
    let policies = some(all.len(), "policy", "policies");
    match found {
        0 => format!("{policies} checked: clean"),
        _ => format!("{policies} checked: {}", some(found, "finding", "findings")),
    }
}

/// The same for services.
fn report_of(all: &[Checked], wrong: &Diagnostics) -> Report {
    let asked = |one: &Checked| {
        let items = one.found.items();
        let found = items.iter().any(|item| item.level > Level::Advice);
        let lines: Vec<&str> = items.iter().map(|item| item.message.as_str()).collect();
        Asking {
            suite: one.stage.to_owned(),
            name: one.name.clone(),
            answer: if found { Answer::Failed } else { Answer::Passed },
            says: if items.is_empty() { "clean" } else { "something was found" }.to_owned(),
            why: lines.join("\n"),
            place: one.file.as_ref().map(|path| Place::of_file(path.clone())),
        }
    };
    let found = all.iter().flat_map(|one| report::items_of(&one.found));
    let good = wrong.is_empty() && all.iter().all(|one| asked(one).answer == Answer::Passed);
    let rules = LINTS.iter();
    Report {
        command: COMMAND,
        about: "policies".to_owned(),
        state: if good { "CLEAN" } else { "NOT CLEAN" },
        title: in_numbers(all),
        good,
        items: found.chain(report::items_of(wrong)).collect(),
        checks: all.iter().map(asked).chain(report::unread(wrong)).collect(),
        rules: rules
            .map(|lint| Rule { name: lint.code, level: lint.level, doc: lint.doc })
            .collect(),
        ..Report::default()
    }
}

/// `assize policy check` where there is no `.assize/policies`
fn nothing_to_check(stage: Option<StageArg>) -> Diagnostic {
    let of = stage.map_or_else(String::new, |stage| format!("{} ", stage.to_stage().as_str()));
    let start = match stage.map(StageArg::to_stage) {
        None | Some(Stage::Gate) => "--from any-blocker",
        Some(Stage::Audit) => "--stage audit --from impl",
        Some(Stage::Redispatch) => "--stage redispatch --from standard",
    };
    Diagnostic::error("assize::cli::nothing_to_check")
        .message(format!("there is no {of}policy of your own here"))
        .help(format!("make one, `assize policy new ours {start}`, or name a policy or a file"))
}
