//! `assize policy vocabulary`: the fact table, for a person or a machine.

use std::fmt::Write;

use clap::Args;

use super::answer::{Format, Shape};
use super::policy::StageArg;
use crate::Stage;
use crate::policy::{Entry, Type, vocabulary};

/// Print the facts and verbs that a policy can use
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize policy vocabulary
  assize policy vocabulary --stage audit --json")]
pub(super) struct Vocabulary {
    /// Which question the policy answers
    #[arg(long, value_name = "STAGE", default_value = "gate")]
    stage: StageArg,
    #[command(flatten)]
    shape: Shape,
}

impl Vocabulary {
    pub(super) fn text(&self) -> String {
        let stage = self.stage.to_stage();
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
    let entries: Vec<_> = vocabulary(stage)
        .map(|entry| {
            let takes: Vec<_> = entry.takes.iter().map(|argument| argument.as_str()).collect();
            serde_json::json!({
                "name": entry.name,
                "of": entry.of.map(Type::as_str),
                "takes": takes,
                "gives": entry.gives.as_str(),
                "usage": entry.usage(),
                "doc": entry.doc,
                "empty": entry.empty,
                "unknown": entry.unknown,
            })
        })
        .collect();
    let whole = serde_json::json!({
        "schema_version": 1, "stage": stage.as_str(), "vocabulary": entries,
    });
    format!("{whole:#}\n")
}
