//! `assize contract`: the shapes that others can rely on.

use clap::{Args, ValueEnum};

use super::talk::Talk;
use crate::emit::schema;

/// Print the shape of what Assize reads and writes
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize contract ruling --schema > ruling.schema.json
  assize contract verdicts --schema")]
pub(super) struct Contract {
    /// Which shape
    #[arg(value_name = "SHAPE")]
    shape: Shape,
    /// As a JSON Schema
    #[arg(long, required = true)]
    schema: bool,
}

/// A shape that others can rely on.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shape {
    /// What `assize gate --format json` prints
    Ruling,
    /// What was read from the reports
    Verdicts,
}

impl Contract {
    pub(super) fn run(&self, talk: &Talk) -> u8 {
        let text = match self.shape {
            Shape::Ruling => schema::ruling_schema(),
            Shape::Verdicts => schema::verdicts_schema(),
        };
        talk.answer(&text, 0)
    }
}
