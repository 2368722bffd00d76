//! `assize policy`: what there is to judge with, and what a policy can ask for.

use clap::{Args, Subcommand, ValueEnum};

use super::NO_ANSWER;
use super::console::Console;
use super::inputs::current_dir;
use super::vocabulary::Vocabulary;
use crate::emit::visible::visible;
use crate::emit::width::{columns_of, pad};
use crate::host::{Disk, policies, shown};
use crate::policy::built_in_names;
use crate::{Diagnostic, Stage, built_in};

/// List policies, show one, and look up what a policy can ask for
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  assize policy list
  assize policy show any-blocker > ours.rhai
  assize policy vocabulary --stage gate")]
pub(super) enum PolicyCommand {
    /// List the policies of this repository and the built-in ones
    #[command(after_help = "\
Policies are looked up in `.assize/policies/STAGE/` of this folder and of the folders around it,
up to the root of the repository, and then among the built-in ones.

Examples:
  assize policy list")]
    List,
    Show(Show),
    Vocabulary(Vocabulary),
}

/// Print the text of a policy
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize policy show any-blocker
  assize policy show any-blocker > ours.rhai")]
pub(super) struct Show {
    /// A policy's name, or its file
    #[arg(value_name = "NAME")]
    name: String,
    /// Which question the policy answers
    #[arg(long, value_name = "STAGE", default_value = "gate")]
    stage: StageArg,
}

/// Which question a policy answers.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum StageArg {
    /// May the work go on?
    Gate,
    /// What does a verdict come to?
    Audit,
    /// What to do about a seat?
    Redispatch,
}

impl PolicyCommand {
    pub(super) fn run(&self, console: &Console) -> u8 {
        let text = match self {
            Self::List => list(),
            Self::Show(show) => show.text(),
            Self::Vocabulary(words) => Ok(words.text()),
        };
        match text {
            Ok(text) => console.answer(&text, 0),
            Err(reason) => {
                console.report(&reason.into());
                NO_ANSWER
            }
        }
    }
}

/// Stage, name, first line of documentation and file of every policy.
fn list() -> Result<String, Diagnostic> {
    let here = current_dir()?;
    let mut rows: Vec<[String; 4]> = Vec::new();
    for &stage in Stage::ALL {
        let row = |name: &str, about: String, place: String| {
            [stage.as_str().to_owned(), visible(name).into_owned(), about, place]
        };
        let own = policies::local(&Disk, stage, &here);
        for (name, file) in &own {
            let text = policies::find(&Disk, stage, name, &here).map(|found| found.text);
            let about = text.map_or_else(
                |error| visible(&error.message).into_owned(),
                |text| first_line(&text),
            );
            let file = file.strip_prefix(&here).unwrap_or(file);
            rows.push(row(name, about, shown(file)));
        }
        for name in built_in_names(stage) {
            let about = built_in(stage, name).map(first_line).unwrap_or_default();
            rows.push(row(name, about, "built in".to_owned()));
        }
    }
    let width = |column: usize| rows.iter().map(|r| columns_of(&r[column])).max().unwrap_or(0);
    let (stages, names, places) = (width(0), width(1), width(3));
    let lines = rows.iter().map(|[stage, name, about, place]| {
        let [stage, name, place] = [(stage, stages), (name, names), (place, places)]
            .map(|(text, columns)| pad(text, columns));
        format!("{stage}  {name}  {place}  {about}").trim_end().to_owned()
    });
    Ok(lines.fold(String::new(), |text, line| text + line.as_str() + "\n"))
}

/// The first line of a policy's documentation: `//! The change passes when …`.
fn first_line(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("//!"));
    visible(line.map(str::trim).unwrap_or_default()).into_owned()
}

impl Show {
    fn text(&self) -> Result<String, Diagnostic> {
        policies::find(&Disk, self.stage.to_stage(), &self.name, &current_dir()?)
            .map(|found| found.text)
    }
}

impl StageArg {
    pub(super) fn to_stage(self) -> Stage {
        match self {
            Self::Gate => Stage::Gate,
            Self::Audit => Stage::Audit,
            Self::Redispatch => Stage::Redispatch,
        }
    }
}
