//! `assize replay`: rounds that were judged, judged again from what is kept of them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::answer::{Format, Shape};
use super::console::Console;
use super::inputs::{current_dir, pair};
use super::judging::panel_of;
use super::open_round::{never_begun, rounds_of};
use super::output::OutputArgs;
use super::stages;
use super::trying::told_of_rounds;
use super::words::ConfigArgs;
use crate::emit::visible::visible;
use crate::host::{
    AskedCommit, Files, Judged, JudgedRound, Panel, Rounds, Rules, Writer, grouped_rounds,
    kept_rounds_in, shown, summary_of,
};
use crate::trial::{Ruled, difference};
use crate::{Diagnostic, Diagnostics, Docket, Policy, ReadOptions, Ruling, Source, Stage};

/// A round does not come out as it was recorded, or becomes looser.
const DIFFERS: u8 = 1;

/// Judge rounds again from what is kept of them, and say whether they come out as they were recorded
///
/// Each round that was judged is judged again: who sat, what they wrote, and all that the gate was told are kept; the
/// policies are looked for as the gate looks for them. Told is whether the summary is the same, byte for byte without
/// the time, and if not, which lines differ: the policy, an input, an answer.
///
/// With `--policy`, told is what another policy would open and shut that was judged otherwise.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  every round comes out as it was recorded; with `--policy`, nothing becomes looser
  1  one does not; with `--policy`, something becomes looser, unless --allow-loosening
  2  one cannot be judged again

Examples:
  assize round replay task-16 --panel dartai
  assize round replay task-16 --panel dartai --round 1 --format json
  assize round replay .dartai/reports --policy strict")]
pub(super) struct Replay {
    /// The name of a work; or a folder: that of its reports, or the one that holds those of several works
    #[arg(value_name = "TASK|FOLDER")]
    what: PathBuf,
    /// Only this round
    #[arg(long, value_name = "N")]
    round: Option<u32>,
    /// What this policy would say instead
    #[arg(long, value_name = "FILE|NAME")]
    policy: Option<String>,
    /// Set a parameter of it
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, requires = "policy")]
    set: Vec<(String, String)>,
    /// Exit with 0 also where something becomes looser
    #[arg(long, requires = "policy")]
    allow_loosening: bool,
    /// The panel that says where the reviewers of the work write [default: the only panel of `assize.kdl`]
    /// [env: ASSIZE_PANEL]
    #[arg(long, value_name = "NAME")]
    panel: Option<String>,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    shape: Shape,
}

/// A round that was judged, and what is kept of it.
struct KeptRound {
    rounds: Rounds,
    number: u32,
    task: String,
    judged: JudgedRound,
}

/// How it comes out.
struct Rejudged {
    name: String,
    number: u32,
    task: String,
    recorded: JudgedRound,
    now: Ruling,
    summary: String,
    /// Seats whose text is not there as it was.
    changed: Vec<String>,
}

impl Replay {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        self.output.answering(
            || vec![self.what.clone()],
            console,
            |console| self.replay(disk, console),
        )
    }

    fn replay(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let told = match &self.policy {
            Some(policy) => self.by(policy, disk, console),
            None => self.as_recorded(disk, console),
        };
        match told {
            Ok((text, code)) => console.answer(&text, code),
            Err(reason) => stages::refuse(&reason, self.shape, console),
        }
    }

    fn as_recorded(
        &self,
        disk: &dyn Files,
        console: &Console,
    ) -> Result<(String, u8), Diagnostics> {
        let mut wrong = Diagnostics::default();
        let mut all = Vec::new();
        for kept in self.kept(disk)? {
            match self.again(&kept, disk, console) {
                Ok(again) => all.push(again),
                Err(reason) => {
                    wrong.push(not_again(&kept));
                    wrong.absorb(reason);
                }
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let code = if all.iter().all(Rejudged::is_same) { 0 } else { DIFFERS };
        let text = match self.shape.format() {
            Format::Text => all.iter().map(text).collect(),
            Format::Json => {
                let rounds: Vec<Value> = all.iter().map(in_json).collect();
                let all = json!({ "schema_version": 1, "exit_code": code, "rounds": rounds });
                crate::emit::json::print(&all)
            }
        };
        Ok((text, code))
    }

    fn by(
        &self,
        asked: &str,
        disk: &dyn Files,
        console: &Console,
    ) -> Result<(String, u8), Diagnostics> {
        let here = current_dir()?;
        let rules = Rules::of_work_tree(disk, &here);
        let found = stages::find(&rules, (Stage::Gate, asked), &here, &Judged::default(), console);
        let (mut policy, _) = found?;
        for (name, value) in &self.set {
            policy.set_param(name, value)?;
        }
        let (mut wrong, mut all) = (Diagnostics::default(), Vec::new());
        for kept in self.kept(disk)? {
            let judged = self.docket(&kept, None).and_then(|docket| {
                let stages = self.stages(policy.clone(), &kept, disk, console)?;
                stages.judge(&docket.close())
            });
            match judged {
                Ok(ruling) => all.push((name_of(&kept), was(&kept.judged)?, Ruled::of(&ruling))),
                Err(reason) => {
                    wrong.push(not_again(&kept));
                    wrong.absorb(reason);
                }
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let found = grouped_rounds(all);
        let looser = found.groups.iter().any(crate::host::RoundGroup::loosens);
        let code = if looser && !self.allow_loosening { DIFFERS } else { 0 };
        let names = ["as recorded".to_owned(), asked.to_owned()];
        Ok((told_of_rounds(&names, &found, self.shape.format() == Format::Json, code), code))
    }

    /// The rounds that are meant and were judged.
    fn kept(&self, files: &dyn Files) -> Result<Vec<KeptRound>, Diagnostics> {
        let is_path = self.what.components().count() > 1
            || self.what.to_string_lossy().starts_with(['.', std::path::MAIN_SEPARATOR]);
        let works = match is_path {
            true => kept_rounds_in(files, &self.what)?,
            false => vec![rounds_of(files, &self.what, self.panel.as_deref(), &self.config)?],
        };
        let (mut all, mut begun) = (Vec::new(), false);
        for rounds in works {
            for number in rounds.numbers(files)? {
                begun = true;
                if self.round.is_some_and(|only| only != number) {
                    continue;
                }
                let task = rounds.round(files, number)?.task;
                if let Some(judged) = rounds.judged(files, number)? {
                    all.push(KeptRound { rounds: rounds.clone(), number, task, judged });
                }
            }
        }
        match (all.is_empty(), self.round) {
            (false, _) => Ok(all),
            (true, Some(number)) => Err(not_judged(number).into()),
            (true, None) if begun => Err(none_judged(&self.what).into()),
            (true, None) => Err(never_begun(&self.what).into()),
        }
    }

    fn docket(&self, kept: &KeptRound, panel: Option<&Panel>) -> Result<Docket, Diagnostics> {
        let Some(docket) = &kept.judged.docket else { return Err(not_whole().into()) };
        let source = Source::new(format!("round {}", kept.number), docket.to_string());
        let docket = Docket::from_json(&source, &ReadOptions::default())?;
        Ok(panel.into_iter().fold(docket, |docket, panel| docket.seated_by(panel.facts())))
    }

    /// A gate behind the stages that the round was judged by.
    fn stages(
        &self,
        gate: Policy,
        kept: &KeptRound,
        disk: &dyn Files,
        console: &Console,
    ) -> Result<Policy, Diagnostics> {
        let rules = self.rules(kept, disk)?;
        let panel = self.panel_of(kept, &rules)?;
        let asked = &kept.judged.asked;
        let by = (&rules, panel.as_ref());
        let mut gate = gate;
        if let Some(audit) = &asked.audit {
            gate = gate.with_audit(self.found((Stage::Audit, audit), kept, by, console)?)?;
        }
        if let Some(redispatch) = &asked.redispatch {
            let found = self.found((Stage::Redispatch, redispatch), kept, by, console)?;
            gate = gate.with_redispatch(found)?;
        }
        Ok(gate)
    }

    /// The folder that policies were looked for in, wherever this is run.
    fn here(&self, kept: &KeptRound) -> Result<PathBuf, Diagnostics> {
        let own = current_dir()?;
        Ok(match &kept.judged.asked.from {
            Some(way) => own.join(&kept.rounds.folder).join(way),
            None => own,
        })
    }

    /// The rules that the round was judged by: those of the same commit, where it was one.
    fn rules<'d>(&self, kept: &KeptRound, disk: &'d dyn Files) -> Result<Rules<'d>, Diagnostics> {
        let here = self.here(kept)?;
        Ok(match &kept.judged.asked.rules_from {
            Some(AskedCommit { named, commit }) => {
                Rules::of_kept(disk, &here, (commit.as_str(), named.as_str()))?
            }
            None => Rules::of_work_tree(disk, &here),
        })
    }

    fn panel_of(&self, kept: &KeptRound, rules: &Rules<'_>) -> Result<Option<Panel>, Diagnostics> {
        let Some(name) = &kept.judged.asked.panel else { return Ok(None) };
        let config = self.config.find_from(rules, &self.here(kept)?)?;
        panel_of(Some(name), &config, rules)
    }

    /// A policy as the gate found it, with what the panel sets of it.
    fn found(
        &self,
        (stage, asked): (Stage, &str),
        kept: &KeptRound,
        (rules, panel): (&Rules<'_>, Option<&Panel>),
        console: &Console,
    ) -> Result<Policy, Diagnostics> {
        let own = panel.filter(|panel| panel.policy(stage).is_some_and(|own| own.name == asked));
        let here = match own.and_then(|panel| panel.base.clone()) {
            Some(base) => base,
            None => self.here(kept)?,
        };
        let (mut policy, _) =
            stages::find(rules, (stage, asked), &here, &Judged::default(), console)?;
        if let Some(panel) = own {
            panel.tune(stage, &mut policy)?;
        }
        Ok(policy)
    }

    fn again(
        &self,
        kept: &KeptRound,
        disk: &dyn Files,
        console: &Console,
    ) -> Result<Rejudged, Diagnostics> {
        let rules = self.rules(kept, disk)?;
        let panel = self.panel_of(kept, &rules)?;
        let asked = &kept.judged.asked;
        let by = (&rules, panel.as_ref());
        let mut gate = self.found((Stage::Gate, &asked.gate), kept, by, console)?;
        for (name, value) in &asked.set {
            gate.set_param(name, value)?;
        }
        let gate = self.stages(gate, kept, disk, console)?;
        let now = gate.judge(&self.docket(kept, panel.as_ref())?.close())?;
        Ok(Rejudged {
            name: name_of(kept),
            number: kept.number,
            task: kept.task.clone(),
            summary: summary_of(&now),
            changed: changed(kept, &now, disk),
            recorded: kept.judged.clone(),
            now,
        })
    }
}

impl Rejudged {
    fn is_same(&self) -> bool {
        let (now, recorded) = (&self.now, &self.recorded);
        let told = now.outcome().as_str() == recorded.outcome
            && now.word() == recorded.word
            && now.opening().is_some() == recorded.open;
        told && self.summary == recorded.summary && self.changed.is_empty()
    }

    /// Where the summary is another one, line by line; empty where it is the same.
    fn difference(&self) -> String {
        difference(("recorded", &self.recorded.summary), ("again", &self.summary))
    }
}

/// The seats whose texts do not lie among the reports as they were judged. What was handed in beside them is kept
/// with the docket.
fn changed(kept: &KeptRound, now: &Ruling, files: &dyn Files) -> Vec<String> {
    if kept.judged.asked.handed_over {
        return Vec::new();
    }
    let there = kept.rounds.hashes(files, kept.number);
    let told = now.docket().cells().filter_map(|cell| Some((cell.seat(), cell.source()?)));
    let report = |source: &Source| !source.name().contains(['/', '\\', '<']);
    let gone =
        told.filter(|(_, source)| report(source) && !there.contains(&source.sha256().to_string()));
    let mut names: Vec<String> = gone.map(|(seat, _)| seat.to_owned()).collect();
    names.dedup();
    names
}

fn was(judged: &JudgedRound) -> Result<Ruled, Diagnostic> {
    let outcome = judged.outcome.parse().map_err(|_| not_whole())?;
    Ok(Ruled::gate(outcome, judged.rule.clone(), judged.refused))
}

fn name_of(kept: &KeptRound) -> String {
    format!("{}, round {}", kept.task, kept.number)
}

fn text(again: &Rejudged) -> String {
    let mut out = String::new();
    let name = visible(&again.name);
    let (word, rule) = (again.now.word(), again.now.rule_name());
    if again.is_same() {
        let _ = writeln!(out, "{name}: the same, byte for byte: {word}: {}", visible(rule));
        return out;
    }
    let _ = writeln!(
        out,
        "{name}: was {}, is now {word}: {}",
        visible(&again.recorded.word),
        visible(rule)
    );
    for seat in &again.changed {
        let _ = writeln!(out, "    what `{}` wrote is not there as it was judged", visible(seat));
    }
    if again.summary != again.recorded.summary {
        for line in again.difference().lines() {
            let _ = writeln!(out, "    {}", visible(line));
        }
    }
    out
}

fn in_json(again: &Rejudged) -> Value {
    let ruled = |outcome: &str, word: &str, open: bool| json!({ "outcome": outcome, "word": word, "open": open });
    let recorded = &again.recorded;
    let now = &again.now;
    json!({
        "task": again.task,
        "round": again.number,
        "same": again.is_same(),
        "recorded": ruled(&recorded.outcome, &recorded.word, recorded.open),
        "now": ruled(now.outcome().as_str(), now.word(), now.opening().is_some()),
        "changed": again.changed,
        "difference": again.difference(),
    })
}

/// A round that cannot be judged again; why is reported behind it
fn not_again(kept: &KeptRound) -> Diagnostic {
    Diagnostic::error("assize::cli::not_again")
        .message(format!("round {} of `{}` cannot be judged again", kept.number, shown(&kept.task)))
        .help("what is wrong is told next")
}

/// A work whose rounds no one has asked the gate about
fn none_judged(task: &Path) -> Diagnostic {
    let task = shown(task);
    Diagnostic::error("assize::cli::round_not_judged")
        .message(format!("no round of `{task}` was judged yet"))
        .help("`assize gate` judges one, once its reviewers have written")
}

/// `--round 7`, and there are three
fn not_judged(number: u32) -> Diagnostic {
    Diagnostic::error("assize::cli::round_not_judged")
        .message(format!("round {number} was not judged, or never begun"))
        .help("`assize rounds TASK` lists the rounds and what they came to")
}

/// What a host decoded itself cannot be handed on
fn not_whole() -> Diagnostic {
    Diagnostic::error("assize::cli::not_whole")
        .message("not all that was judged could be kept: a message of a reviewer pointed to a file")
        .help("judge what lies there with `assize gate`")
}
