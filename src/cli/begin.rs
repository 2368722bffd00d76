//! `assize begin`: opens a round of review.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::NO_ANSWER;
use super::answer::{Format, Shape};
use super::bind::BindArgs;
use super::change::ChangeArgs;
use super::console::Console;
use super::inputs::current_dir;
use super::judging::panel_of;
use super::open_round::{in_shell, no_panel};
use super::rules::RulesArgs;
use super::targets::LockWait;
use super::words::ConfigArgs;
use crate::diagnostic::Level;
use crate::docket::{Binding, Stake};
use crate::emit::visible::visible;
use crate::host::{self, Begun, Chair, Judged, Panel, Rounds, UnderWay, Writer, shown};
use crate::round::{ROUND_VERSION, Round, RoundSeat, RoundText};
use crate::{Diagnostic, Diagnostics};

/// Open a round of review: clear the folder of reports, and say who sits and what is reviewed
///
/// What the last round left in the folder is kept beside it, in `.rounds`, and nothing is thrown away. The round has a
/// number, a mark that `assize contract FORMAT --task TASK` puts into each reviewer's prompt, and the state of the work
/// that it is bound to: in a git work tree the commit, its tree, and what is changed and not committed.
///
/// `assize gate TASK` then knows who is missing, who need not sit for this change, and what is stale: written before
/// the round, with the mark of another one, or for another state of the work.
#[derive(Args, Debug)]
#[command(mut_arg("no_overrides", |flag| flag.hide(true)), after_help = "\
Exit codes: 0 the round is open, 2 it is not, and nothing was thrown away.

Examples:
  assize round begin task-18 --panel dartai
  assize round begin task-18 --panel dartai --base origin/main --anew
  git diff --numstat origin/main...HEAD | assize round begin task-19 --panel dartai --changed-from -
  assize round begin task-20 --panel dartai --bind run=8812 --format json
  assize round begin task-21 --panel dartai --unbound")]
pub(super) struct Begin {
    /// The name of the work: letters, digits and the like, and no path
    #[arg(value_name = "TASK")]
    task: PathBuf,
    /// Who sits, for what: a panel of `assize.kdl`, or one of `assize panel list` [default: the only panel of
    /// `assize.kdl`] [env: ASSIZE_PANEL]
    #[arg(long, value_name = "NAME")]
    panel: Option<String>,
    /// The commit that the work left: what has changed since is asked of git
    #[arg(long, value_name = "REF", conflicts_with = "changed_from")]
    base: Option<String>,
    #[command(flatten)]
    change: BeginChange,
    #[command(flatten)]
    bind: BindArgs,
    /// Bind the round to nothing but what `--bind` says, whatever git tells
    #[arg(long)]
    unbound: bool,
    /// Begin the next round though the last one is under way; what was written in it is kept
    #[arg(long)]
    anew: bool,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    wait: LockWait,
    #[command(flatten)]
    shape: Shape,
}

/// What is known of the change when a round is begun.
#[derive(Args, Debug)]
struct BeginChange {
    /// The paths that the change touches, one a line, or what `git diff` or `git diff --numstat` prints; `-` is standard input
    #[arg(long, value_name = "FILE")]
    changed_from: Option<PathBuf>,
    /// A text about the change, such as its description, whose length a panel asks for: `description=pr.md`
    #[arg(long, value_name = "NAME=FILE", value_parser = super::change::text)]
    text: Vec<(String, PathBuf)>,
}

/// What is to be begun.
struct Planned {
    rounds: Rounds,
    panel: Panel,
    chairs: Vec<Chair>,
    round: Round,
    remarks: Vec<Diagnostic>,
}

impl Begin {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self.begin(disk, console) {
            Ok((planned, begun)) => {
                console.remark(&[], &planned.remarks);
                let text = match self.shape.format() {
                    Format::Text => text(&planned, &begun),
                    Format::Json => in_json(&planned, &begun),
                };
                console.answer(&text, 0)
            }
            Err(reason) => {
                if let Some(text) = self.shape.format().no_ruling(&reason) {
                    console.answer(&text, NO_ANSWER);
                }
                console.report(&reason);
                NO_ANSWER
            }
        }
    }

    fn begin(&self, disk: &dyn Writer, console: &Console) -> Result<(Planned, Begun), Diagnostics> {
        let mut planned = self.plan(disk)?;
        let rounds = &planned.rounds;
        let _held = self.wait.lock_rounds(rounds, disk, console)?;
        match rounds.under_way(disk) {
            Ok(None) => {}
            Ok(Some(under_way)) if self.anew => planned.remarks.push(was_under_way(under_way)),
            Ok(Some(under_way)) => return Err(is_under_way(&self.task, under_way).into()),
            // What is kept of it is broken, and stays as it is.
            Err(unreadable) if self.anew => {
                planned.remarks.push(Diagnostic { level: Level::Warning, ..unreadable });
            }
            Err(unreadable) => return Err(unreadable.into()),
        }
        let number = rounds.next_number(disk)?;
        planned.round.round = number;
        planned.round.mark = Round::mark_of(number, host::secret().map_err(|why| no_secret(&why))?);
        planned.round.begun = host::nanoseconds();
        let begun = rounds.begin(disk, &planned.round)?;
        Ok((planned, begun))
    }

    /// Finds who sits and what is reviewed, and writes nothing.
    fn plan(&self, disk: &dyn Writer) -> Result<Planned, Diagnostics> {
        let here = current_dir()?;
        let nowhere = Judged::default();
        let (rules, config) = self.rules.from.open_with(disk, &self.config, &nowhere)?;
        let panel = panel_of(self.panel.as_deref(), &config, &rules)?
            .ok_or_else(|| no_panel(&self.task))?;
        let folder = panel.place(disk, &here, &self.task)?;
        let rounds = Rounds::of(&folder).ok_or_else(|| no_panel(&self.task))?;
        let judged = Judged::of(disk, std::slice::from_ref(&folder));
        let change = ChangeArgs::of_begin(&self.change.changed_from, &self.change.text);
        let mut wrong = Diagnostics::default();
        let told = change.begun(disk, (&here, self.base.as_deref()), &panel, &judged, &mut wrong);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let (known, facts) = told;
        let (chairs, mut remarks) = panel.chairs(&facts);
        remarks.extend(config.remarks.iter().cloned());
        let bound = match self.unbound {
            true => self.bind.told(),
            false => self.bind.with_git(disk, &rounds, None),
        };
        let seats = chairs.iter().map(|chair| RoundSeat {
            name: chair.seat.name.clone(),
            file: chair.file(),
            skipped: chair.skipped.clone(),
            counts: chair.seat.stake != Some(Stake::Observer),
            stake: chair.seat.stake,
            legacy: chair.seat.legacy.clone(),
            weight: chair.seat.weight,
            labels: chair.seat.labels.clone(),
        });
        let texts = facts.texts.iter().map(|(name, size)| RoundText {
            name: name.clone(),
            words: size.words,
            paragraphs: size.paragraphs,
        });
        let round = Round {
            schema_version: ROUND_VERSION,
            task: self.task.to_string_lossy().into_owned(),
            round: 0,
            mark: String::new(),
            begun: 0,
            bound: pairs(&bound),
            branch: host::branch_of_work(&here),
            panel: panel.name.clone(),
            seats: seats.collect(),
            change: known.map(host::Change::for_round),
            texts: texts.collect(),
        };
        Ok(Planned { rounds, panel, chairs, round, remarks })
    }
}

fn pairs(bound: &Binding) -> Vec<(String, String)> {
    bound.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn text(planned: &Planned, begun: &Begun) -> String {
    let Planned { rounds, panel, chairs, .. } = planned;
    let round = &begun.round;
    let folder = shown(&rounds.folder);
    let mut out = format!("round {} of {} has begun\n", round.round, visible(&round.task));
    let binding = round.binding();
    let bound = match binding.is_empty() {
        true => "bound to nothing".to_owned(),
        false => format!("bound to {}", visible(&binding.in_brief())),
    };
    let _ = writeln!(out, "      panel {}, {bound}", visible(&panel.name));
    let (away, here): (Vec<&Chair>, Vec<&Chair>) =
        chairs.iter().partition(|chair| chair.skipped.is_some());
    let _ = writeln!(out, "\n      each reviewer writes a file of its own:");
    for chair in here {
        let _ = writeln!(out, "      {folder}/{}", visible(&chair.file()));
    }
    for chair in away {
        let why = chair.skipped.as_deref().unwrap_or_default();
        let _ = writeln!(out, "      {} is not asked: {}", visible(&chair.seat.name), visible(why));
    }
    let _ = writeln!(
        out,
        "\n      what to tell them: assize contract FORMAT --task {}",
        visible(&in_shell(&round.task))
    );
    if let Some(kept) = &begun.kept {
        let _ = writeln!(out, "      what lay there is kept in {}", shown(kept));
    }
    out
}

fn in_json(planned: &Planned, begun: &Begun) -> String {
    let round = &begun.round;
    let binding = round.binding();
    let bound: serde_json::Map<String, serde_json::Value> =
        binding.iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    let all = json!({
        "schema_version": 1,
        "exit_code": 0,
        "task": round.task,
        "round": round.round,
        "mark": round.mark,
        "bound": bound,
        "panel": round.panel,
        "folder": planned.rounds.folder.to_string_lossy(),
        "seats": round.seats.iter().map(|seat| json!({
            "name": seat.name,
            "file": planned.rounds.folder.join(&seat.file).to_string_lossy(),
            "skipped": seat.skipped,
        })).collect::<Vec<_>>(),
        "kept": begun.kept.as_ref().map(|kept| kept.to_string_lossy()),
    });
    crate::emit::json::print(&all)
}

/// `assize begin task-17`, and reviewers are at work
fn is_under_way(task: &Path, found: UnderWay) -> Diagnostic {
    let task = in_shell(&shown(task));
    Diagnostic::error("assize::cli::under_way")
        .message(format!("{}, and was not judged with everybody there", under_way(found)))
        .help(format!(
            "judge it: `assize gate {task}`, or `assize watch {task}` for who still writes; or begin the next one, and keep what was written: `assize begin {task} --anew`"
        ))
}

/// `assize begin task-17 --anew`, and reviewers are at work
fn was_under_way(found: UnderWay) -> Diagnostic {
    Diagnostic::warning("assize::round::was_under_way")
        .message(format!(
            "{}, and is over now without having been judged with everybody there",
            under_way(found)
        ))
        .help("whoever still writes for it is stale")
}

fn under_way(found: UnderWay) -> String {
    let files = match found.files {
        1 => "1 file was".to_owned(),
        n => format!("{n} files were"),
    };
    let since = host::time_of(found.begun);
    format!("round {} is under way since {since}, {files} written in it", found.round)
}

/// A machine without randomness
fn no_secret(why: &str) -> Diagnostic {
    Diagnostic::error("assize::round::no_secret")
        .message(format!("the system gives no random number for the mark of the round: {why}"))
        .help("nothing was changed; run it where `/dev/urandom` or its like can be read")
}
