//! `assize panel`: who may sit, for what, by which policies.

use clap::{Args, Subcommand};

use super::NO_ANSWER;
use super::answer::{Format, Shape};
use super::console::Console;
use super::output::OutputArgs;
use super::printed::{
    Chosen, ChosenParam, ChosenValue, PanelRow, Panels as AllPanels, SeatRow, SubjectRow, VERSION,
    WholePanel, print,
};
use super::rules::RulesFrom;
use super::words::ConfigArgs;
use crate::emit::visible::visible;
use crate::emit::width::{columns_of, pad};
use crate::host::{
    ChosenPolicy, Disk, Files, Judged, Panel, PanelSeat, Panels, ParamValue, built_in_panel_text,
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
  assize panel list --rules-from origin/main
  assize panel list --json")]
    List(List),
    Show(Show),
}

#[derive(Args, Debug)]
pub(super) struct List {
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    rules: RulesFrom,
    #[command(flatten)]
    output: OutputArgs,
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
    rules: RulesFrom,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    shape: Shape,
}

impl PanelCommand {
    pub(super) fn run(&self, console: &Console) -> u8 {
        let output = match self {
            Self::List(list) => &list.output,
            Self::Show(show) => &show.output,
        };
        let text = || match self {
            Self::List(list) => list.text(),
            Self::Show(show) => show.text(),
        };
        output.printing(console, |console| match text() {
            Ok(text) => console.answer(&text, 0),
            Err(reason) => {
                console.report(&reason);
                NO_ANSWER
            }
        })
    }
}

/// The panels by which would be judged: those of a commit, where one says so.
fn panels_of(config: &ConfigArgs, rules: &RulesFrom) -> Result<Panels, Diagnostics> {
    let (_, config) = rules.open_with(&Disk, config, &Judged::default())?;
    Ok(Panels::of(&config))
}

/// The panels that there are.
pub(super) fn panels(disk: &dyn Files, config: &ConfigArgs) -> Result<Panels, Diagnostics> {
    Ok(Panels::of(&config.find(disk, &Judged::default())?))
}

impl List {
    fn text(&self) -> Result<String, Diagnostics> {
        let panels = panels_of(&self.config, &self.rules)?;
        let all: Vec<Panel> = panels.all().collect();
        Ok(match self.shape.format() {
            Format::Text => in_words(&all),
            Format::Json => {
                let panels = all.iter().map(row).collect();
                print(&AllPanels { schema_version: VERSION, panels })
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

fn row(panel: &Panel) -> PanelRow<'_> {
    PanelRow {
        name: &panel.name,
        built_in: panel.origin == BUILT_IN,
        origin: &panel.origin,
        about: about(panel),
    }
}

impl Show {
    fn text(&self) -> Result<String, Diagnostics> {
        let panel = panels_of(&self.config, &self.rules)?.find(&self.panel)?;
        let whole = built_in_panel_text(&panel.name).filter(|_| panel.origin == BUILT_IN);
        let text = whole.map_or_else(|| panel.text().to_owned() + "\n", str::to_owned);
        Ok(match self.shape.format() {
            Format::Text => text,
            Format::Json => print(&whole_panel(&panel, &text)),
        })
    }
}

fn whole_panel<'a>(panel: &'a Panel, text: &'a str) -> WholePanel<'a> {
    let policy = |stage: Stage| panel.policy(stage).map(policy_view);
    WholePanel {
        schema_version: VERSION,
        name: &panel.name,
        built_in: panel.origin == BUILT_IN,
        origin: &panel.origin,
        sha256: panel.sha256().to_string(),
        about: about(panel),
        reports: &panel.reports,
        gate: policy(Stage::Gate),
        audit: policy(Stage::Audit),
        redispatch: policy(Stage::Redispatch),
        seats: panel.seats.iter().map(seat_view).collect(),
        subjects: panel.subjects.iter().filter_map(subject_view).collect(),
        kind: panel.kind.map(|kind| kind.to_string()),
        formats: panel.formats.iter().map(ToString::to_string).collect(),
        overrides: panel.overrides,
        require_round: panel.require_round,
        require_end: panel.require_end,
        self_review_inline_files: panel.self_review_inline_files,
        text,
    }
}

fn policy_view(policy: &ChosenPolicy) -> Chosen<'_> {
    let value = |value| match value {
        &ParamValue::Number(number) => ChosenValue::Number(i64::try_from(number).ok()),
        ParamValue::Text(text) => ChosenValue::Text(text),
    };
    let params = policy.params.iter().map(|param| {
        let values = param.values.iter().map(value).collect();
        ChosenParam { name: &param.name, values }
    });
    Chosen { policy: &policy.name, params: params.collect() }
}

fn seat_view(seat: &PanelSeat) -> SeatRow<'_> {
    SeatRow {
        name: &seat.name,
        file: seat.file.as_deref(),
        legacy: seat.legacy.as_deref(),
        agent: seat.agent.as_deref(),
        stake: seat.stake.map(|stake| stake.to_string()),
        weight: seat.weight,
        labels: &seat.labels,
        when: seat.when.iter().map(ToString::to_string).collect(),
    }
}

fn subject_view(subject: &Subject) -> Option<SubjectRow<'_>> {
    match subject {
        Subject::Criterion(criterion) => Some(SubjectRow::Criterion { criterion }),
        Subject::Pair { note, gate } => Some(SubjectRow::Pair { note, gate }),
        _ => None,
    }
}
