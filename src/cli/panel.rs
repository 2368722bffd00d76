//! `assize panel`: who may sit, for what, by which policies.

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::NO_ANSWER;
use super::answer::{Format, Shape};
use super::console::Console;
use super::words::ConfigArgs;
use crate::emit::visible::visible;
use crate::emit::width::{columns_of, pad};
use crate::host::{
    ChosenPolicy, Disk, Judged, Panel, PanelSeat, Panels, ParamValue, built_in_panel_text,
};
use crate::ruling::BUILT_IN;
use crate::verdict::Subject;
use crate::{Diagnostics, Stage};

/// List panels and show them: who sits, for what, by which policies
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  assize panel list
  assize panel show dartai
  assize init --panel dartai")]
pub(super) enum PanelCommand {
    /// List the panels of the nearest `assize.kdl` and the built-in ones
    #[command(after_help = "\
Examples:
  assize panel list
  assize panel list --json")]
    List(List),
    Show(Show),
}

#[derive(Args, Debug)]
pub(super) struct List {
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    shape: Shape,
}

/// Print the text of a panel, as it may stand in `assize.kdl`
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  assize panel show dartai
  assize panel show dartai --json")]
pub(super) struct Show {
    /// The name of a panel
    #[arg(value_name = "NAME")]
    pub(super) panel: String,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    shape: Shape,
}

impl PanelCommand {
    pub(super) fn run(&self, console: &Console) -> u8 {
        let text = match self {
            Self::List(list) => list.text(),
            Self::Show(show) => show.text(),
        };
        match text {
            Ok(text) => console.answer(&text, 0),
            Err(reason) => {
                console.report(&reason);
                NO_ANSWER
            }
        }
    }
}

/// The panels that there are.
pub(super) fn panels(config: &ConfigArgs) -> Result<Panels, Diagnostics> {
    Ok(Panels::of(&config.find(&Disk, &Judged::default())?))
}

impl List {
    fn text(&self) -> Result<String, Diagnostics> {
        let panels = panels(&self.config)?;
        let all: Vec<Panel> = panels.all().collect();
        Ok(match self.shape.format() {
            Format::Text => in_words(&all),
            Format::Json => {
                let all: Vec<Value> = all.iter().map(row).collect();
                crate::emit::json::print(&serde_json::json!({ "schema_version": 1, "panels": all }))
            }
        })
    }
}

fn in_words(all: &[Panel]) -> String {
    let cells: Vec<[String; 2]> = all
        .iter()
        .map(|panel| [visible(&panel.name).into_owned(), visible(&panel.origin).into_owned()])
        .collect();
    let width = |column: usize| cells.iter().map(|row| columns_of(&row[column])).max().unwrap_or(0);
    let widths = [width(0), width(1)];
    let lines = all.iter().zip(&cells).map(|(panel, cells)| {
        let cells = cells.iter().zip(widths).map(|(cell, width)| pad(cell, width) + "  ");
        let line = cells.collect::<String>() + visible(&about(panel)).as_ref();
        line.trim_end().to_owned() + "\n"
    });
    lines.collect()
}

/// What a panel is, as somebody said it, else as it is built.
fn about(panel: &Panel) -> String {
    if !panel.about.is_empty() {
        return panel.about.clone();
    }
    let seats = match panel.seats.len() {
        1 => "1 seat".to_owned(),
        count => format!("{count} seats"),
    };
    match panel.policy(Stage::Gate) {
        Some(policy) => format!("{seats}, judged by {}", policy.name),
        None => seats,
    }
}

fn row(panel: &Panel) -> Value {
    json!({
        "name": panel.name,
        "built_in": panel.origin == BUILT_IN,
        "origin": panel.origin,
        "about": about(panel),
    })
}

impl Show {
    fn text(&self) -> Result<String, Diagnostics> {
        let panel = panels(&self.config)?.find(&self.panel)?;
        let whole = built_in_panel_text(&panel.name).filter(|_| panel.origin == BUILT_IN);
        let text = whole.map_or_else(|| panel.text().to_owned() + "\n", str::to_owned);
        Ok(match self.shape.format() {
            Format::Text => text,
            Format::Json => crate::emit::json::print(&whole_panel(&panel, &text)),
        })
    }
}

fn whole_panel(panel: &Panel, text: &str) -> Value {
    let policy = |stage: Stage| panel.policy(stage).map(policy_view);
    json!({
        "schema_version": 1,
        "name": panel.name,
        "built_in": panel.origin == BUILT_IN,
        "origin": panel.origin,
        "sha256": panel.sha256().to_string(),
        "about": about(panel),
        "reports": panel.reports,
        "gate": policy(Stage::Gate),
        "audit": policy(Stage::Audit),
        "redispatch": policy(Stage::Redispatch),
        "seats": panel.seats.iter().map(seat_view).collect::<Vec<_>>(),
        "subjects": panel.subjects.iter().map(subject_view).collect::<Vec<_>>(),
        "kind": panel.kind.map(|kind| kind.to_string()),
        "formats": panel.formats.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "overrides": panel.overrides,
        "text": text,
    })
}

fn policy_view(policy: &ChosenPolicy) -> Value {
    let value = |value: &ParamValue| match value {
        ParamValue::Number(number) => json!(i64::try_from(*number).ok()),
        ParamValue::Text(text) => json!(text),
    };
    let params = policy.params.iter().map(|param| {
        json!({ "name": param.name, "values": param.values.iter().map(value).collect::<Vec<_>>() })
    });
    json!({ "policy": policy.name, "params": params.collect::<Vec<_>>() })
}

fn seat_view(seat: &PanelSeat) -> Value {
    json!({
        "name": seat.name,
        "file": seat.file,
        "legacy": seat.legacy,
        "stake": seat.stake.map(|stake| stake.to_string()),
        "weight": seat.weight,
        "when": seat.when.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn subject_view(subject: &Subject) -> Value {
    match subject {
        Subject::Criterion(id) => json!({ "criterion": id }),
        Subject::Pair { note, gate } => json!({ "note": note, "gate": gate }),
        _ => json!({}),
    }
}
