//! `assize policy vocabulary`: the fact table, for a person or a machine.

use std::fmt::Write;

use clap::Args;
use serde::Serialize;

use super::answer::{Format, Shape};
use super::output::OutputArgs;
use super::policy::StageArg;
use crate::Stage;
use crate::emit::json::SCHEMA_VERSION;
use crate::policy::{Argument, Entry, Type, vocabulary};

/// Print the facts and verbs that a policy can use
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize policy vocabulary
  assize policy vocabulary --stage audit --json
  assize policy vocabulary --definitions > assize.d.rhai
  assize policy vocabulary --schema")]
pub(super) struct Vocabulary {
    /// Which question the policy answers
    #[arg(long, value_name = "STAGE", default_value = "gate")]
    stage: StageArg,
    /// Print definitions for editors that know rhai: a `.d.rhai` file
    #[arg(long, conflicts_with_all = ["format", "json", "schema"])]
    definitions: bool,
    /// Print the JSON Schema of what `--format json` prints
    #[arg(long, conflicts_with_all = ["format", "json"])]
    schema: bool,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    shape: Shape,
}

/// What a policy of a stage may use.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Words {
    /// The version of this shape. Additions do not change it.
    schema_version: u32,
    /// The stage.
    stage: &'static str,
    /// Facts first, then what each type can be asked.
    vocabulary: Vec<Word>,
}

/// A name that a policy may use.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Word {
    /// The name.
    name: &'static str,
    /// The type that it stands behind; null for a bare fact.
    of: Option<&'static str>,
    /// What it takes; empty for a bare name.
    takes: Vec<&'static str>,
    /// The type of what it gives.
    gives: &'static str,
    /// How it is written.
    usage: String,
    /// What it means.
    doc: &'static str,
    /// What it is when there is nothing.
    empty: &'static str,
    /// What it makes of what is not known.
    unknown: &'static str,
}

impl Vocabulary {
    pub(super) fn text(&self) -> String {
        let stage = self.stage.to_stage();
        if self.schema {
            return include_str!("../../docs/schemas/vocabulary.json").to_owned();
        }
        if self.definitions {
            return definitions(stage);
        }
        match self.shape.format() {
            Format::Text => in_words(stage),
            Format::Json => in_json(stage),
        }
    }
}

/// Facts first, then what each type can be asked.
fn in_words(stage: Stage) -> String {
    let mut text = String::new();
    let mut last: Option<Option<Type>> = None;
    let width = vocabulary(stage).map(|entry| entry.usage().chars().count()).max().unwrap_or(0);
    for entry in vocabulary(stage) {
        if last != Some(entry.of) {
            let gap = if last.is_some() { "\n" } else { "" };
            let title = match entry.of {
                None => format!("Facts of the stage {}", stage.as_str()),
                Some(of) => format!("What {} can be asked", of.as_str()),
            };
            let _ = writeln!(text, "{gap}{title}\n");
            last = Some(entry.of);
        }
        let _ =
            writeln!(text, "  {:width$}  {:8}  {}", entry.usage(), entry.gives.as_str(), entry.doc);
        for remark in remarks(entry) {
            let _ = writeln!(text, "  {:width$}  {:8}    {remark}", "", "");
        }
    }
    text
}

/// What an entry is when there is nothing, and what it makes of what is not known.
fn remarks(entry: &Entry) -> Vec<String> {
    let mut remarks = Vec::new();
    let plain = entry.empty.starts_with("no ") || entry.empty == "none";
    if !plain {
        remarks.push(format!("empty: {}", entry.empty));
    }
    if !entry.knows_all() {
        remarks.push(format!("unknown: {}", entry.unknown));
    }
    remarks
}

fn in_json(stage: Stage) -> String {
    let word = |entry: &Entry| Word {
        name: entry.name,
        of: entry.of.map(Type::as_str),
        takes: entry.takes.iter().map(|argument| argument.as_str()).collect(),
        gives: entry.gives.as_str(),
        usage: entry.usage(),
        doc: entry.doc,
        empty: entry.empty,
        unknown: entry.unknown,
    };
    let vocabulary = vocabulary(stage).map(word).collect();
    let words = Words { schema_version: SCHEMA_VERSION, stage: stage.as_str(), vocabulary };
    // Texts and lists of them cannot fail to print.
    serde_json::to_string_pretty(&words).unwrap_or_default() + "\n"
}

/// What rhai's own language server reads: facts are names, verbs are functions and properties of a type.
fn definitions(stage: Stage) -> String {
    let mut text = format!(
        "// What a policy of the stage {} may use: `assize policy vocabulary --definitions`.\nmodule static;\n",
        stage.as_str()
    );
    // `x in list` is rhai's own.
    for entry in vocabulary(stage).filter(|entry| entry.name != "in") {
        let _ = writeln!(text, "\n/// {}", entry.doc);
        let remarks = remarks(entry);
        if !remarks.is_empty() {
            text.push_str("///\n");
        }
        for remark in remarks {
            let _ = writeln!(text, "/// {remark}");
        }
        let gives = in_rhai(entry.gives);
        let takes = entry.takes.iter().enumerate().map(|(place, argument)| {
            let of = match argument {
                Argument::Filter => "FnPtr",
                Argument::Range => "range",
                other => other.to_type().map_or("?", in_rhai),
            };
            format!("arg{}: {of}", place + 1)
        });
        let own = entry.of.map(|of| format!("self: {}", in_rhai(of)));
        let get = if entry.of.is_some() && entry.takes.is_empty() { "get " } else { "" };
        let args = own.into_iter().chain(takes).collect::<Vec<_>>().join(", ");
        let _ = match args.is_empty() {
            true => writeln!(text, "let {}: {gives};", entry.name),
            false => writeln!(text, "fn {get}{}({args}) -> {gives};", entry.name),
        };
    }
    text
}

/// What rhai, or a script, calls a type.
fn in_rhai(of: Type) -> &'static str {
    match of {
        Type::Bool => "bool",
        Type::Int => "int",
        Type::Text => "String",
        Type::List => "Array",
        Type::Date => "Date",
        Type::Seats => "Seats",
        Type::Findings => "Findings",
        Type::Topics => "Topics",
        Type::Subjects => "Subjects",
        Type::Waivers => "Waivers",
        Type::Entries => "Entries",
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_schema_is_that_of_the_type() {
        crate::emit::tests::made::hold::<super::Words>("vocabulary", "What a policy may use");
    }
}
