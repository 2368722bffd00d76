//! `assize schema`: the JSON Schemas of what reviewers write and of what commands print.

use clap::Args;

use super::NO_ANSWER;
use super::console::Console;
use super::contract::{Shape, schemas, shapes};

/// Print the JSON Schema of what a command prints, of a docket, or of a format that is JSON
///
/// Without a name, lists what has one. `assize contract NAME --schema` prints the same.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize schema
  assize schema ruling
  assize schema docket > docket.schema.json")]
pub(super) struct Schema {
    /// `ruling`, `verdicts`, `docket`, a format such as `quality`, or another name that `assize schema` lists
    #[arg(value_name = "NAME", value_parser = shapes(), hide_possible_values = true)]
    shape: Option<Shape>,
}

impl Schema {
    pub(super) fn run(&self, console: &Console) -> u8 {
        match self.shape.map_or_else(|| Ok(schemas()), Shape::schema) {
            Ok(text) => console.answer(&text, 0),
            Err(reason) => {
                console.report(&reason.into());
                NO_ANSWER
            }
        }
    }
}
