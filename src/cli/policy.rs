//! `assize policy`: what there is to judge with, and what a policy can ask for.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::NO_ANSWER;
use super::answer::{Format, Shape};
use super::check::Check;
use super::console::Console;
use super::inputs::current_dir;
use super::new::New;
use super::output::OutputArgs;
use super::printed::{Policies, PolicyRow, VERSION, WholePolicy, print};
use super::test::Test;
use super::trying::{DiffArgs, Verify};
use super::vocabulary::Vocabulary;
use crate::emit::rows as broken;
use crate::emit::visible::{visible, without_commands};
use crate::emit::width::{columns_of, pad};
use crate::host::{Disk, Judged, Writer, policies, shown};
use crate::policy::built_in_names;
use crate::{Diagnostic, Stage, built_in};

/// List policies, show, start, check, test, verify and compare them, and look up what a policy can ask for
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  assize policy list
  assize policy show any-blocker
  assize policy new mine --from any-blocker
  assize policy check
  assize policy test any-blocker
  assize policy verify any-blocker
  assize policy diff any-blocker strict
  assize policy vocabulary --stage gate")]
pub(super) enum PolicyCommand {
    /// List the policies of this repository and the built-in ones
    #[command(after_help = "\
Policies are looked up in `.assize/policies/STAGE/` of this folder and of the folders around it,
up to the root of the repository, and then among the built-in ones.

Examples:
  assize policy list
  assize policy list --json")]
    List(List),
    Show(Show),
    New(New),
    Check(Check),
    Test(Test),
    Verify(Box<Verify>),
    Diff(Box<DiffArgs>),
    Vocabulary(Vocabulary),
}

#[derive(Args, Debug)]
pub(super) struct List {
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    shape: Shape,
}

/// Print the text of a policy
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize policy show any-blocker
  assize policy show any-blocker --output any-blocker.rhai
  assize policy show recovery --stage redispatch")]
pub(super) struct Show {
    /// A policy's name, or its file
    #[arg(value_name = "NAME")]
    name: String,
    /// Which question the policy answers
    #[arg(long, value_name = "STAGE", default_value = "gate")]
    stage: StageArg,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    shape: Shape,
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
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let printed = |output: &OutputArgs, text: &dyn Fn() -> Result<String, Diagnostic>| {
            output.printing(console, |console| told(console, text()))
        };
        match self {
            Self::List(list) => list.output.printing(console, |console| {
                told(console, all(list.shape.format(), console.out_options().width))
            }),
            Self::Show(show) => printed(&show.output, &|| show.text()),
            Self::Vocabulary(words) => printed(&words.output, &|| Ok(words.text())),
            Self::New(new) => told(console, new.text(disk)),
            Self::Check(check) => check.run(console),
            Self::Test(test) => test.run(disk, console),
            Self::Verify(verify) => verify.run(disk, console),
            Self::Diff(diff) => diff.run(console),
        }
    }
}

/// Prints an answer, or says why there is none.
fn told(console: &Console, text: Result<String, Diagnostic>) -> u8 {
    match text {
        Ok(text) => console.answer(&text, 0),
        Err(reason) => {
            console.report(&reason.into());
            NO_ANSWER
        }
    }
}

/// A policy that there is: where it is, and the first line of its documentation.
struct Row {
    stage: Stage,
    name: String,
    about: String,
    /// None when it is built in.
    file: Option<PathBuf>,
}

/// Every policy that there is.
fn all(format: Format, columns: usize) -> Result<String, Diagnostic> {
    let here = current_dir()?;
    let mut rows: Vec<Row> = Vec::new();
    for &stage in Stage::ALL {
        let row = |name: &str, about: String, file: Option<PathBuf>| Row {
            stage,
            name: name.to_owned(),
            about,
            file,
        };
        let own = policies::local(&Disk, stage, &here);
        for (name, file) in &own {
            let text = policies::find(&Disk, stage, name, &here, &Judged::default())
                .map(|found| found.text);
            let about = text.map_or_else(|error| error.message, |text| first_line(&text));
            let file = file.strip_prefix(&here).unwrap_or(file);
            rows.push(row(name, about, Some(file.to_owned())));
        }
        for name in built_in_names(stage) {
            let about = built_in(stage, name).map(first_line).unwrap_or_default();
            rows.push(row(name, about, None));
        }
    }
    Ok(match format {
        Format::Text => in_words(&rows, columns),
        Format::Json => in_json(&rows),
    })
}

fn in_words(rows: &[Row], columns: usize) -> String {
    let cells = |row: &Row| {
        let place = row.file.as_deref().map_or_else(|| "built in".to_owned(), shown);
        [row.stage.as_str().to_owned(), visible(&row.name).into_owned(), place]
    };
    let cells: Vec<[String; 3]> = rows.iter().map(cells).collect();
    let width = |column: usize| cells.iter().map(|row| columns_of(&row[column])).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let lines = rows.iter().zip(&cells).map(|(row, cells)| {
        let cells = cells.iter().zip(widths).map(|(cell, width)| pad(cell, width) + "  ");
        let head = cells.collect::<String>();
        // Beside its name where there is room for a sentence, else below it.
        let beside = columns_of(&head) + 30 <= columns;
        let margin = if beside { columns_of(&head) } else { 4 };
        let about =
            broken(&visible(&row.about), columns.saturating_sub(margin).max(20), usize::MAX);
        let about = about.join(&format!("\n{}", " ".repeat(margin)));
        let head =
            if beside || about.is_empty() { head } else { format!("{}\n    ", head.trim_end()) };
        format!("{head}{about}").trim_end().to_owned() + "\n"
    });
    without_commands(lines.collect())
}

fn in_json(rows: &[Row]) -> String {
    let rows = rows.iter().map(|row| PolicyRow {
        stage: row.stage.as_str(),
        name: &row.name,
        built_in: row.file.is_none(),
        file: row.file.as_ref().map(|file| file.to_string_lossy().into_owned()),
        about: row.about.clone(),
    });
    print(&Policies { schema_version: VERSION, policies: rows.collect() })
}

/// The first line of a policy's documentation: `//! The change passes when …`.
pub(super) fn first_line(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("//!"));
    line.map(str::trim).unwrap_or_default().to_owned()
}

impl Show {
    fn text(&self) -> Result<String, Diagnostic> {
        let stage = self.stage.to_stage();
        let found = policies::find(&Disk, stage, &self.name, &current_dir()?, &Judged::default())?;
        Ok(match self.shape.format() {
            Format::Text => found.text,
            Format::Json => print(&WholePolicy {
                schema_version: VERSION,
                stage: stage.as_str(),
                name: &found.name,
                built_in: found.file.is_none(),
                file: found.file.as_ref().map(|file| file.to_string_lossy().into_owned()),
                about: first_line(&found.text),
                text: &found.text,
            }),
        })
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
