//! `assize contract`: what to tell a reviewer, and the shapes that others can rely on.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};

use super::NO_ANSWER;
use super::reading::Expect;
use super::talk::Talk;
use crate::codec::{example, grammar, is_written, json_schema};
use crate::emit::schema;
use crate::{Diagnostic, Format, contract};

/// Print what to tell a reviewer who is to write a format
///
/// The text goes into the reviewer's prompt; it is made from the same words that reading knows.
/// Without a format, lists them all.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("what"), after_help = "\
Examples:
  assize contract
  assize contract yaml-block
  assize contract pair-review --pair 'notes/cache.md :: evidence'
  assize contract quality --schema
  assize contract cpf-auditor --grammar
  assize contract ruling --schema > ruling.schema.json")]
pub(super) struct Contract {
    /// A format; or `ruling`, `verdicts`: what Assize itself prints
    #[arg(value_name = "FORMAT", value_parser = shapes(), hide_possible_values = true)]
    shape: Option<Shape>,
    /// Print a JSON Schema
    #[arg(long, group = "what", requires = "shape")]
    schema: bool,
    /// Print the pest grammar that reads it, whole
    #[arg(long, group = "what", requires = "shape")]
    grammar: bool,
    /// Print an example
    #[arg(long, group = "what", requires = "shape")]
    example: bool,
    #[command(flatten)]
    expect: Expect,
}

/// A shape that others can rely on.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// What `assize gate --format json` prints.
    Ruling,
    /// What `assize parse --format json` prints.
    Verdicts,
    /// What reviewers write.
    Of(Format),
}

fn shapes() -> impl TypedValueParser<Value = Shape> {
    let own = [
        PossibleValue::new("ruling").help("What `assize gate --format json` prints"),
        PossibleValue::new("verdicts").help("What `assize parse --format json` prints"),
    ];
    let formats = Format::ALL.iter().map(|format| {
        PossibleValue::new(format.as_str()).help(format.about().trim_end_matches('.'))
    });
    PossibleValuesParser::new(formats.chain(own)).try_map(|name| match name.as_str() {
        "ruling" => Ok(Shape::Ruling),
        "verdicts" => Ok(Shape::Verdicts),
        name => name.parse().map(Shape::Of),
    })
}

impl Contract {
    pub(super) fn run(&self, talk: &Talk) -> u8 {
        match self.text() {
            Ok(text) => talk.answer(&text, 0),
            Err(reason) => {
                talk.report(&reason.into());
                NO_ANSWER
            }
        }
    }

    fn text(&self) -> Result<String, Diagnostic> {
        let Some(shape) = self.shape else { return Ok(table()) };
        let (name, text) = match (shape, self.schema) {
            (Shape::Ruling, true) => return Ok(schema::ruling_schema()),
            (Shape::Verdicts, true) => return Ok(schema::verdicts_schema()),
            (Shape::Ruling, false) => return Err(schema_only("ruling")),
            (Shape::Verdicts, false) => return Err(schema_only("verdicts")),
            (Shape::Of(format), true) => (format.as_str(), json_schema(format).map(str::to_owned)),
            (Shape::Of(format), false) => (format.as_str(), self.of(format)),
        };
        match text.filter(|text| !text.is_empty()) {
            Some(text) => Ok(text),
            None if self.schema => Err(no_schema(name)),
            None if self.grammar => Err(no_grammar(name)),
            None => Err(no_example(name)),
        }
    }

    fn of(&self, format: Format) -> Option<String> {
        if self.grammar {
            return grammar(format).map(str::to_owned);
        }
        if self.example {
            return Some(example(format).to_owned());
        }
        Some(contract(format, &self.expect.options()))
    }
}

/// Every format: its name, whether it is also written, whether it has a schema, what it is.
fn table() -> String {
    let width = Format::ALL.iter().map(|format| format.as_str().len()).max().unwrap_or(0);
    let row = |format: &Format| {
        let written = if is_written(*format) { "read, written" } else { "read" };
        let schema = if json_schema(*format).is_some() { "schema" } else { "" };
        let (name, about) = (format.as_str(), format.about());
        format!("{name:width$}  {written:13}  {schema:6}  {about}\n")
    };
    Format::ALL.iter().map(row).collect()
}

/// `assize contract pair-review --schema`
fn no_schema(name: &str) -> Diagnostic {
    let message = match name.parse() {
        Ok(Format::AgentEnvelope) => {
            format!("`{name}` is JSON that another program prints, and Assize has no schema of it")
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
        .help("it is read, or written, by a library")
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
