//! `assize rounds`: the rounds of a work.

mod report;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::answer::{Format, Shape};
use super::console::Console;
use super::open_round::{never_begun, rounds_of};
use super::output::{OutputArgs, among, free};
use super::reports::{Kind, ReportArgs, no_answer};
use super::words::ConfigArgs;
use super::{NO_ANSWER, stages};
use crate::Diagnostics;
use crate::docket::Attempt;
use crate::emit::visible::visible;
use crate::emit::width::pad;
use crate::host::{Files, History, Hooked, JudgedFinding, PastRound, Rounds, Writer, time_of};

/// List the rounds of a work: what each came to, what is new, repeated and resolved, what was tried
///
/// A finding is the same in two rounds when its fingerprint is: what it says and where, whatever line it has moved to.
/// What was tried on a seat is what `assize redispatch TASK --record` has written down.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes: 0 they are listed, 2 there is none, or what is kept cannot be read.

Examples:
  assize round list task-17 --panel dartai
  assize round list task-17 --panel dartai --format json
  assize round list task-17 --panel dartai --report html=rounds.html")]
pub(super) struct RoundsCommand {
    /// The name of the work
    #[arg(value_name = "TASK")]
    task: PathBuf,
    /// The panel that says where its reviewers write [default: the only panel of `assize.kdl`] [env: ASSIZE_PANEL]
    #[arg(long, value_name = "NAME")]
    panel: Option<String>,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    reports: ReportArgs,
    #[command(flatten)]
    shape: Shape,
}

const COMMAND: &str = "assize round list";

impl RoundsCommand {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        self.output.answering(
            || vec![self.task.clone()],
            console,
            |own| self.list(disk, own, console),
        )
    }

    /// Lists them on `console`, which may be a file; a report in place of the answer is printed on `terminal`.
    fn list(&self, disk: &dyn Writer, console: &Console, terminal: &Console) -> u8 {
        let rounds = rounds_of(disk, &self.task, self.panel.as_deref(), &self.config);
        let is_free = |path: &Path| match &rounds {
            Ok(rounds) => {
                let kept = [rounds.kept().to_owned()];
                free("--report", std::slice::from_ref(&rounds.folder), path)?;
                among("--report", path, &kept, "what is kept of rounds")
            }
            Err(_) => free("--report", std::slice::from_ref(&self.task), path),
        };
        let reports = match self.reports.open(disk, &self.output, COMMAND, &is_free) {
            Ok(reports) => reports,
            Err(reason) => return stages::refuse(&reason, self.shape, console),
        };
        let history = match rounds.and_then(|rounds| self.history(&rounds, disk)) {
            Ok(history) => history,
            Err(mut reason) => {
                let about = self.task.to_string_lossy();
                let told = |kind| no_answer(kind, (COMMAND, about.as_ref()), &reason);
                let unwritten = reports.refuse(disk, terminal, &told);
                reason.extend(unwritten);
                if reports.printed.is_some() {
                    console.report(&reason);
                    return NO_ANSWER;
                }
                return stages::refuse(&reason, self.shape, console);
            }
        };
        let format = match self.shape.format() {
            Format::Text => Kind::Text,
            Format::Json => Kind::Json,
        };
        reports.publish(
            disk,
            (console, terminal),
            (Some(format), self.output.file().is_some()),
            &|kind, _options, code, out| {
                let told = match kind {
                    Kind::Text | Kind::Lcov => text(&history),
                    Kind::Json => crate::emit::json::print(&in_json(&history, code)),
                    Kind::Of(shape) => crate::report::write(shape, &report::of(&history)),
                };
                out.write_all(told.as_bytes())
            },
            0,
        )
    }

    fn history(&self, rounds: &Rounds, files: &dyn Files) -> Result<History, Diagnostics> {
        let history = rounds.history(files)?;
        match history.rounds.is_empty() {
            true => Err(never_begun(&self.task).into()),
            false => Ok(history),
        }
    }
}

fn text(history: &History) -> String {
    let mut out = String::new();
    for past in &history.rounds {
        let round = &past.round;
        let bound = round.binding();
        let bound = match bound.get("commit") {
            Some(_) => format!(", {}", visible(&bound.in_brief())),
            None => String::new(),
        };
        let _ = writeln!(
            out,
            "round {}  {}  begun {}{bound}",
            round.round,
            pad(&visible(&came_to(past)), 9),
            time_of(round.begun)
        );
        for (what, found) in
            [("new", &past.new), ("again", &past.repeated), ("resolved", &past.resolved)]
        {
            for finding in found {
                let _ = writeln!(
                    out,
                    "    {}  {}: {}",
                    pad(what, 8),
                    visible(&finding.seat),
                    visible(&finding.text)
                );
            }
        }
        out += &of_hooks(&past.hooked);
    }
    for (seat, attempts) in &history.attempts {
        let _ = writeln!(out, "tried on {}: {}", visible(seat), counted(attempts));
    }
    out
}

/// What hooks of agents' clients did: how often an agent was sent on, and what the gate was when its turn was ended.
fn of_hooks(hooked: &Hooked) -> String {
    let sent = match hooked.blocked {
        0 => None,
        1 => Some("an agent was sent on once".to_owned()),
        times => Some(format!("an agent was sent on {times} times")),
    };
    let ended =
        hooked.ended.as_ref().map(|gate| format!("its turn was ended at {}", visible(gate)));
    let told = [sent, ended].into_iter().flatten().collect::<Vec<_>>().join("; ");
    if told.is_empty() { told } else { format!("    {}  {told}\n", pad("hooks", 8)) }
}

/// `fail`, `under way`, `2 written`
fn came_to(past: &PastRound) -> String {
    match &past.judged {
        Some(judged) => judged.word.clone(),
        None if past.over => "unjudged".to_owned(),
        None => "under way".to_owned(),
    }
}

/// `nudge 1, respawn 2`
fn counted(attempts: &[Attempt]) -> String {
    let told = by_action(attempts).into_iter().map(|(action, count)| format!("{action} {count}"));
    told.collect::<Vec<_>>().join(", ")
}

/// How often each thing was tried, in the order in which it was first.
fn by_action(attempts: &[Attempt]) -> Vec<(&str, usize)> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for attempt in attempts {
        match counts.iter_mut().find(|(action, _)| *action == attempt.action) {
            Some((_, count)) => *count += 1,
            None => counts.push((&attempt.action, 1)),
        }
    }
    counts
}

fn in_json(history: &History, code: u8) -> Value {
    let findings = |all: &[JudgedFinding]| -> Vec<Value> {
        let one = |found: &JudgedFinding| {
            json!({
                "seat": found.seat,
                "kind": found.kind,
                "fingerprint": found.fingerprint,
                "text": found.text,
            })
        };
        all.iter().map(one).collect()
    };
    let rounds = history.rounds.iter().map(|past| {
        let bound: serde_json::Map<String, Value> =
            past.round.bound.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({
            "round": past.round.round,
            "bound": bound,
            "panel": past.round.panel,
            "judged": past.judged.as_ref().map(|judged| json!({
                "outcome": judged.outcome,
                "word": judged.word,
                "open": judged.open,
                "policy": judged.asked.gate,
                "shadow": judged.shadow,
                "seats": judged.seats,
            })),
            "over": past.over,
            "written": past.written,
            "new": findings(&past.new),
            "repeated": findings(&past.repeated),
            "resolved": findings(&past.resolved),
            "hooks": {
                "sessions": past.hooked.sessions,
                "blocked": past.hooked.blocked,
                "ended": past.hooked.ended,
            },
        })
    });
    let attempts = history.attempts.iter().flat_map(|(seat, all)| {
        all.iter().map(move |attempt| {
            json!({
                "seat": seat,
                "action": attempt.action,
                "round": attempt.round,
            })
        })
    });
    json!({
        "schema_version": 1,
        "exit_code": code,
        "rounds": rounds.collect::<Vec<_>>(),
        "attempts": attempts.collect::<Vec<_>>(),
    })
}
