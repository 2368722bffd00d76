//! `assize contract`: what to tell a reviewer, and the shapes that others can rely on.

mod grammar;
mod rounds;
mod shape;
mod systems;
mod trying;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};

use super::answer::{Format as Output, Shape as OutputShape};
use super::console::Console;
use super::open_round::OpenRound;
use super::printed::{self, FormatRow, Formats, Printed};
use super::reading::{Expect, format_names};
use super::{NO_ANSWER, lexicon};
use crate::codec::{example, grammar, is_written, json_schema};
use crate::emit::schema;
use crate::host::{Disk, Judged};
use crate::{Diagnostic, Diagnostics, Docket, Format, ReadOptions, contract};

/// Print what to tell a reviewer who is to answer in a format
///
/// The text goes into the reviewer's prompt; it is made from the same words that reading knows.
/// Without a format, lists them all.
#[derive(Args, Debug)]
#[command(
    group = ArgGroup::new("what").conflicts_with_all(["format", "json"]),
    after_help = "\
Examples:
  assize contract
  assize contract yaml-block
  assize contract verdict-file --task task-17 --seat qa --panel dartai
  assize contract pair-review --pair 'notes/cache.md :: evidence'
  assize contract quality --schema
  assize contract cpf-auditor --grammar
  assize contract lexicon
  assize contract docket"
)]
pub(super) struct Contract {
    /// A format; `docket`: what a host hands over whole; `lexicon`: all words that are known outside the
    /// fields of formats
    #[arg(value_name = "FORMAT", value_parser = shapes(), hide_possible_values = true)]
    shape: Option<Shape>,
    /// Print a JSON Schema
    #[arg(long, group = "what", requires = "shape")]
    schema: bool,
    /// Print the whole pest grammar that reads it
    #[arg(long, group = "what", requires = "shape")]
    grammar: bool,
    /// Print an example
    #[arg(long, group = "what", requires = "shape")]
    example: bool,
    /// The work of a round that was begun: its mark is asked for too
    #[arg(long, value_name = "TASK", requires = "shape")]
    task: Option<PathBuf>,
    /// The seat of a reviewer: the file that it writes is reported too
    #[arg(long, value_name = "SEAT", requires = "task")]
    seat: Option<String>,
    /// The panel that says where the reviewers of the work write [default: the only panel of `assize.kdl`]
    /// [env: ASSIZE_PANEL]
    #[arg(long, value_name = "NAME", requires = "task")]
    panel: Option<String>,
    #[command(flatten)]
    output: OutputShape,
    #[command(flatten)]
    expect: Expect,
}

/// A shape that others can rely on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// What a command prints.
    Printed(&'static Printed),
    /// What `assize gate --docket` takes.
    Docket,
    /// The words that are known outside the fields of formats.
    Lexicon,
    /// What reviewers write.
    Of(Format),
}

const PRINTED: [Printed; 23] = [
    ("ruling", "What `assize gate --format json` prints", || schema::ruling_schema().into()),
    ("ruling-line", "A line that `assize judge --format jsonl` prints", || {
        schema::ruling_line_schema().into()
    }),
    ("verdicts", "What `assize parse --format json` prints", || schema::verdicts_schema().into()),
    ("audits", "What `assize audit --format json` prints", || schema::audits_schema().into()),
    ("actions", "What `assize redispatch --format json` prints", || {
        schema::actions_schema().into()
    }),
    ("checked", "What `assize policy check --format json` prints", || {
        schema::checked_schema().into()
    }),
    ("tests", "What `assize policy test --format json` prints", || schema::tests_schema().into()),
    ("sdd-review", "What `assize sdd review --format json` prints", || {
        crate::sdd::review_schema().into()
    }),
    ("sdd-close", "What `assize sdd close --format json` prints", systems::sdd_close),
    ("begin", "What `assize begin --format json` prints", rounds::begin),
    ("watch", "A line that `assize watch --lines on` prints", rounds::watch),
    ("record", "What `assize gate --with-docket` prints", rounds::record),
    ("rounds", "What `assize rounds --format json` prints", rounds::rounds),
    ("replay", "What `assize replay --format json` prints", rounds::replay),
    (
        "quality-payload",
        "What `assize quality payload --format json` prints",
        systems::quality_payload,
    ),
    (
        "quality-instructions",
        "What `assize quality instructions --format json` prints",
        systems::quality_instructions,
    ),
    ("quality-run", "What `assize quality run --format json` prints", systems::quality_run),
    (
        "quality-finish",
        "What `assize quality finish --format json` prints",
        systems::quality_finish,
    ),
    ("court-brief", "What `assize court brief --format json` prints", systems::court_brief),
    ("court-judge", "What `assize court judge --format json` prints", systems::court_judge),
    (
        "pairs-contract",
        "What `assize pairs contract --format json` prints",
        systems::pairs_contract,
    ),
    ("pairs-ingest", "What `assize pairs ingest --format json` prints", systems::pairs_ingest),
    (
        "pairs-warnings",
        "What `assize pairs warnings --format json` prints",
        systems::pairs_warnings,
    ),
];

/// Whatever a command prints as JSON.
fn printed_shapes() -> impl Iterator<Item = &'static Printed> {
    PRINTED.iter().chain(&printed::SHAPES).chain(&trying::SHAPES)
}

pub(super) fn shapes() -> impl TypedValueParser<Value = Shape> {
    let own = [
        PossibleValue::new("docket").help("What `assize gate --docket` takes"),
        PossibleValue::new("lexicon")
            .help("The words that are known outside the fields of formats"),
    ];
    let printed = printed_shapes().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(format_names(|_| true).chain(own).chain(printed)).try_map(|name| {
        if let Some(printed) = printed_shapes().find(|(known, ..)| *known == name) {
            return Ok(Shape::Printed(printed));
        }
        match name.as_str() {
            "lexicon" => Ok(Shape::Lexicon),
            "docket" => Ok(Shape::Docket),
            name => name.parse().map(Shape::Of),
        }
    })
}

impl Shape {
    pub(super) fn schema(self) -> Result<String, Diagnostic> {
        match self {
            Self::Docket => Ok(Docket::json_schema().into()),
            Self::Printed((_, _, schema)) => Ok(schema()),
            Self::Lexicon => Err(only_a_table()),
            Self::Of(format) => {
                json_schema(format).map(str::to_owned).ok_or_else(|| no_schema(format.as_str()))
            }
        }
    }
}

/// What has a JSON Schema, each with what it is.
pub(super) fn schemas() -> String {
    let formats = Format::ALL.iter().filter(|format| json_schema(**format).is_some());
    let formats = formats.map(|format| (format.as_str(), format.about()));
    let printed = || printed_shapes().map(|(name, about, _)| (*name, *about));
    let docket = [("docket", "What `assize gate --docket` takes")];
    let rows = || formats.clone().chain(docket).chain(printed());
    let width = rows().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows().map(|(name, about)| format!("{name:width$}  {about}\n")).collect()
}

impl Contract {
    pub(super) fn run(&self, console: &Console) -> u8 {
        match self.text(console) {
            Ok(text) => console.answer(&text, 0),
            Err(reason) => {
                console.report(&reason);
                NO_ANSWER
            }
        }
    }

    pub(super) fn text(&self, console: &Console) -> Result<String, Diagnostics> {
        let (options, remarks) = self.expect.options(&Disk, &Judged::default())?;
        console.remark(&[], &remarks);
        let Some(shape) = self.shape else { return Ok(table(self.output.format())) };
        let nothing_else = !self.schema && !self.grammar && !self.example;
        if matches!(shape, Shape::Lexicon) && nothing_else {
            return Ok(lexicon::print(&options.lexicon, self.output.format()));
        }
        if self.output.format() == Output::Json {
            return Err(only_text().into());
        }
        if self.schema {
            return Ok(shape.schema()?);
        }
        let (name, text) = match shape {
            Shape::Docket => ("docket", self.of_docket()),
            Shape::Printed((name, ..)) => return Err(schema_only(name).into()),
            Shape::Lexicon => return Err(only_a_table().into()),
            Shape::Of(format) => (format.as_str(), self.of(format, &options)),
        };
        let text = match self.round_text(shape)? {
            Some(more) => text.map(|text| format!("{text}\n{more}")),
            None => text,
        };
        match text.filter(|text| !text.is_empty()) {
            Some(text) => Ok(text),
            None if self.grammar => Err(no_grammar(name).into()),
            None => Err(no_example(name).into()),
        }
    }

    /// What a reviewer reads of the round.
    fn round_text(&self, shape: Shape) -> Result<Option<String>, Diagnostics> {
        let (Some(task), Shape::Of(format)) = (&self.task, shape) else {
            return Ok(None);
        };
        if self.grammar || self.example {
            return Ok(None);
        }
        let open = OpenRound::of_task(&Disk, task, self.panel.as_deref(), self.expect.config())?;
        let mut text = open.round.asks_for_its_mark(is_json(format), format == Format::YamlBlock);
        if let Some(seat) = &self.seat {
            let file = open.file_of(seat)?;
            text += &format!("Write your answer to the file `{file}`, and nowhere else.\n");
        }
        Ok(Some(text))
    }

    fn of_docket(&self) -> Option<String> {
        match (self.grammar, self.example) {
            (true, _) => None,
            (_, true) => Some(Docket::json_example().to_owned()),
            _ => Some(Docket::json_contract()),
        }
    }

    fn of(&self, format: Format, options: &ReadOptions) -> Option<String> {
        if self.grammar {
            return grammar(format).map(|text| {
                // Of JSON and YAML the grammar is that of the language.
                let schema = is_data(format).then(|| schema_of(format));
                let schema =
                    schema.map(|schema| format!("\n// Which members there are: {schema}\n"));
                grammar::in_use(text) + schema.as_deref().unwrap_or_default()
            });
        }
        if self.example {
            return Some(example(format).to_owned());
        }
        Some(contract(format, options))
    }
}

/// Whether a format is JSON alone, which cannot be cut off unseen, and has no room for a line of one's own.
pub(super) fn is_json(format: Format) -> bool {
    is_data(format) && format != Format::YamlBlock
}

/// Whether a format is read as members of data alone, and its schema says which; a review may be a page as well.
pub(super) fn is_data(format: Format) -> bool {
    json_schema(format).is_some() && format != Format::Review
}

/// What prints the JSON Schema of a format.
pub(super) fn schema_of(format: Format) -> String {
    format!("assize contract {format} --schema")
}

/// Every format: its name, whether it is also written, whether it has a schema, what it is.
fn table(output: Output) -> String {
    let width = Format::ALL.iter().map(|format| format.as_str().len()).max().unwrap_or(0);
    let row = |format: &Format| {
        let written = if is_written(*format) { "read, written" } else { "read" };
        let schema = if json_schema(*format).is_some() { "schema" } else { "" };
        let (name, about) = (format.as_str(), format.about());
        format!("{name:width$}  {written:13}  {schema:6}  {about}\n")
    };
    let member = |format: &Format| FormatRow {
        name: format.as_str(),
        written: is_written(*format),
        schema: json_schema(*format).is_some(),
        about: format.about(),
    };
    match output {
        Output::Text => Format::ALL.iter().map(row).collect(),
        Output::Json => {
            let formats = Format::ALL.iter().map(member).collect();
            printed::print(&Formats { schema_version: printed::VERSION, formats })
        }
    }
}

/// `assize contract quality --format json`
fn only_text() -> Diagnostic {
    Diagnostic::error("assize::cli::only_text")
        .message("the instructions for a reviewer are text, and have no JSON form")
        .help("`--format json` is for `assize contract` and for `assize contract lexicon`")
}

/// `assize contract lexicon --schema`
fn only_a_table() -> Diagnostic {
    Diagnostic::error("assize::cli::only_a_table")
        .message("the lexicon is a table of words, and not a format")
        .help("`assize contract lexicon` prints it, and `--format json` does so for a machine")
}

/// `assize contract pair-review --schema`
fn no_schema(name: &str) -> Diagnostic {
    let message = match name.parse() {
        Ok(Format::AgentEnvelope) => {
            format!("`{name}` is JSON that another program prints, and Assize has no schema for it")
        }
        _ => format!("`{name}` is not JSON, so it has no JSON Schema"),
    };
    Diagnostic::error("assize::cli::no_schema")
        .message(message)
        .help(format!("`assize contract {name}` tells a reviewer how to write it"))
}

/// `assize contract verdict-summary --grammar`
fn no_grammar(name: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::no_grammar")
        .message(format!("`{name}` has no grammar of its own"))
        .help(match name {
            "docket" => "it is JSON: `assize contract docket --schema` prints its JSON Schema",
            _ => "a library reads or writes it",
        })
}

/// `assize contract pointer --example`
fn no_example(name: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::no_example")
        .message(format!("there is no example of `{name}`"))
        .help(format!("look at `assize contract {name}`"))
}

/// `assize contract ruling`
fn schema_only(name: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::schema_only")
        .message(format!("`{name}` is JSON that Assize prints, and no reviewer writes it"))
        .help(format!("`assize contract {name} --schema` prints its JSON Schema"))
}
