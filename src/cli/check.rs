//! `assize policy check`: everything that is wrong with policies, or likely to be, without running them.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::NO_ANSWER;
use super::console::Console;
use super::inputs::current_dir;
use super::output::OutputArgs;
use super::panel::panels;
use super::policy::StageArg;
use super::which;
use super::words::ConfigArgs;
use crate::diagnostic::Level;
use crate::emit::checked::{self, Checked, Row};
use crate::emit::report::render_all;
use crate::host::{Disk, Judged, Panel, nearest, policies, shown};
use crate::policy::LINTS;
use crate::{Diagnostic, Diagnostics, Policy, Source, Span, Stage};

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
  assize policy check --format sarif --output assize.sarif")]
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
            |console| self.check(console),
        )
    }

    fn check(&self, console: &Console) -> u8 {
        let here = match current_dir() {
            Ok(here) => here,
            Err(reason) => {
                console.report(&reason.into());
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
        let rows: Vec<Row> = LINTS
            .iter()
            .map(|lint| Row { code: lint.code, level: lint.level, doc: lint.doc })
            .collect();
        let text = match if self.json { Output::Json } else { self.format } {
            Output::Text => in_words(&all, console),
            Output::Json => checked::json(&all, &wrong, code),
            Output::Github => checked::github(&all),
            Output::Sarif => checked::sarif(&all, &rows),
        };
        let code = console.answer(&text, code);
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
fn in_words(all: &[Checked], console: &Console) -> String {
    let options = console.out_options();
    let mut text = String::new();
    for one in all.iter().filter(|one| !one.found.is_empty()) {
        text += &render_all(&one.found, options.color, options.width);
        text.push('\n');
    }
    let found: usize = all.iter().map(|one| one.found.items().len()).sum();
    let some = |count: usize, one: &str, more: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {more}"),
    };
    let policies = some(all.len(), "policy", "policies");
    match (all.len(), found) {
        (0, _) => {}
        (_, 0) => text += &format!("{policies} checked: clean\n"),
        _ => text += &format!("{policies} checked: {}\n", some(found, "finding", "findings")),
    }
    text
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
