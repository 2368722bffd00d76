//! `assize replay`: rounds that were judged, judged again from what is kept of them.

mod told;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use told::{Rejudged, Told};

use super::answer::{Format, Shape};
use super::console::Console;
use super::inputs::{current_dir, pair};
use super::judging::panel_of;
use super::open_round::{never_begun, rounds_of};
use super::output::OutputArgs;
use super::stages;
use super::trying::told_of_rounds;
use super::words::ConfigArgs;
use crate::codec::KnownTexts;
use crate::host::{
    AskedCommit, AskedPolicies, Disk, Files, Judged, JudgedRound, Panel, Rounds, Rules, Writer,
    grouped_rounds, kept_rounds_in, of_each, shown,
};
use crate::trial::Ruled;
use crate::{Diagnostic, Diagnostics, Docket, Policy, ReadOptions, Source, Stage};

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

/// So many rounds are in memory at once.
const FEW: usize = 256;

/// A round that was judged, and what is kept of it.
struct KeptRound {
    rounds: Rounds,
    number: u32,
    task: String,
    judged: JudgedRound,
    /// SHA-256 of what lies among its reports, where that is asked for.
    there: BTreeSet<String>,
}

/// What rounds are judged by: the gate behind its other stages, and the panel that sits.
struct JudgedBy {
    gate: Policy,
    panel: Option<Panel>,
}

/// What the last rounds were judged by, for those that asked for the same from the same folder.
type Known = Option<(PathBuf, AskedPolicies, Arc<JudgedBy>)>;

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
        let format = self.shape.format();
        let known = KnownTexts::default();
        let all = self.each(None, disk, console, |kept, by| {
            let now = by.gate.judge(&docket(kept, by.panel.as_ref(), &known)?.close())?;
            Ok(Rejudged::of(kept, &now, format))
        })?;
        let code = if all.iter().all(|again| again.is_same) { 0 } else { DIFFERS };
        let (mut text, mut rounds) = (String::new(), Vec::new());
        for again in all {
            match again.told {
                Told::Text(told) => text += &told,
                Told::Json(told) => rounds.push(told),
            }
        }
        if format == Format::Json {
            let all = json!({ "schema_version": 1, "exit_code": code, "rounds": rounds });
            text = crate::emit::json::print(&all);
        }
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
        let known = KnownTexts::default();
        let all = self.each(Some(&policy), disk, console, |kept, by| {
            let ruling = by.gate.judge(&docket(kept, None, &known)?.close())?;
            Ok((name_of(kept), was(&kept.judged)?, Ruled::of(&ruling)))
        })?;
        let found = grouped_rounds(all);
        let looser = found.groups.iter().any(crate::host::RoundGroup::loosens);
        let code = if looser && !self.allow_loosening { DIFFERS } else { 0 };
        let names = ["as recorded".to_owned(), asked.to_owned()];
        Ok((told_of_rounds(&names, &found, self.shape.format() == Format::Json, code), code))
    }

    /// What is made of each round that is meant and was judged, some at a time, on all cores. Everything that is wrong is
    /// reported at once.
    fn each<T: Send>(
        &self,
        gate: Option<&Policy>,
        disk: &dyn Files,
        console: &Console,
        make: impl Fn(&KeptRound, &JudgedBy) -> Result<T, Diagnostics> + Sync,
    ) -> Result<Vec<T>, Diagnostics> {
        let begun = self.begun(disk)?;
        let (mut wrong, mut all, mut known) = (Diagnostics::default(), Vec::new(), None);
        for few in begun.chunks(FEW) {
            let mut ready = Vec::new();
            let opened = |(rounds, number): &(Rounds, u32)| {
                KeptRound::open(&Disk, (rounds, *number), gate.is_none())
            };
            for kept in of_each(few, opened) {
                let kept = match kept {
                    Ok(Some(kept)) => kept,
                    Ok(None) => continue,
                    Err(reason) => {
                        wrong.push(reason);
                        continue;
                    }
                };
                let by = self.judged_by(&kept, gate, &mut known, disk, console);
                ready.push((kept, by));
            }
            let made = of_each(&ready, |(kept, by)| match by {
                Ok(by) => make(kept, by),
                Err(reason) => Err(reason.clone()),
            });
            for (made, (kept, _)) in made.into_iter().zip(&ready) {
                match made {
                    Ok(made) => all.push(made),
                    Err(reason) => {
                        wrong.push(not_again(kept));
                        wrong.absorb(reason);
                    }
                }
            }
        }
        match (wrong.is_empty(), all.is_empty(), self.round) {
            (false, ..) => Err(wrong),
            (_, false, _) => Ok(all),
            (.., Some(number)) => Err(not_judged(number).into()),
            (.., None) if begun.is_empty() => Err(never_begun(&self.what).into()),
            (.., None) => Err(none_judged(&self.what).into()),
        }
    }

    /// The rounds that are meant.
    fn begun(&self, files: &dyn Files) -> Result<Vec<(Rounds, u32)>, Diagnostics> {
        let is_path = self.what.components().count() > 1
            || self.what.to_string_lossy().starts_with(['.', std::path::MAIN_SEPARATOR]);
        let works = match is_path {
            true => kept_rounds_in(files, &self.what)?,
            false => self.of_name(files)?,
        };
        let mut all = Vec::new();
        for rounds in works {
            let numbers = rounds.numbers(files)?.into_iter();
            let meant = numbers.filter(|number| self.round.is_none_or(|only| only == *number));
            all.extend(meant.map(|number| (rounds.clone(), number)));
        }
        Ok(all)
    }

    /// The rounds of a work, by its name; where none of that name was begun, those in a folder of it.
    fn of_name(&self, files: &dyn Files) -> Result<Vec<Rounds>, Diagnostics> {
        let named = rounds_of(files, &self.what, self.panel.as_deref(), &self.config);
        if let Ok(rounds) = &named
            && !rounds.numbers(files)?.is_empty()
        {
            return Ok(vec![rounds.clone()]);
        }
        let inside = kept_rounds_in(files, &self.what).unwrap_or_default();
        let begun = |rounds: &Rounds| rounds.numbers(files).is_ok_and(|all| !all.is_empty());
        match inside.iter().any(begun) {
            true => Ok(inside),
            false => Ok(vec![named?]),
        }
    }

    /// A gate behind the stages that the round was judged by: that of the round, where no other is asked about.
    fn judged_by(
        &self,
        kept: &KeptRound,
        gate: Option<&Policy>,
        known: &mut Known,
        disk: &dyn Files,
        console: &Console,
    ) -> Result<Arc<JudgedBy>, Diagnostics> {
        let (here, asked) = (self.here(kept)?, &kept.judged.asked);
        let same = known.as_ref().filter(|(from, own, _)| (from, own) == (&here, asked));
        if let Some((.., by)) = same {
            return Ok(Arc::clone(by));
        }
        let rules = self.rules(kept, disk)?;
        let panel = self.panel_of(kept, &rules)?;
        let by = (&rules, panel.as_ref());
        let mut gate = match gate {
            Some(gate) => gate.clone(),
            None => {
                let mut own = self.found((Stage::Gate, &asked.gate), kept, by, console)?;
                for (name, value) in &asked.set {
                    own.set_param(name, value)?;
                }
                own
            }
        };
        if let Some(audit) = &asked.audit {
            gate = gate.with_audit(self.found((Stage::Audit, audit), kept, by, console)?)?;
        }
        if let Some(redispatch) = &asked.redispatch {
            let found = self.found((Stage::Redispatch, redispatch), kept, by, console)?;
            gate = gate.with_redispatch(found)?;
        }
        let by = Arc::new(JudgedBy { gate, panel });
        *known = Some((here, asked.clone(), Arc::clone(&by)));
        Ok(by)
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
}

impl KeptRound {
    /// None where it was not judged.
    fn open(
        files: &dyn Files,
        (rounds, number): (&Rounds, u32),
        looks: bool,
    ) -> Result<Option<Self>, Diagnostic> {
        let task = rounds.round(files, number)?.task;
        let Some(judged) = rounds.judged(files, number)? else { return Ok(None) };
        let there = match looks && !judged.asked.handed_over {
            true => rounds.hashes(files, number),
            false => BTreeSet::new(),
        };
        Ok(Some(Self { rounds: rounds.clone(), number, task, judged, there }))
    }
}

fn docket(
    kept: &KeptRound,
    panel: Option<&Panel>,
    known: &KnownTexts,
) -> Result<Docket, Diagnostics> {
    let Some(docket) = &kept.judged.docket else { return Err(not_whole().into()) };
    let source = Source::new(format!("round {}", kept.number), docket.to_string());
    let (docket, _) = Docket::from_record(&source, &ReadOptions::default(), known)?;
    Ok(panel.into_iter().fold(docket, |docket, panel| docket.seated_by(panel.facts())))
}

fn name_of(kept: &KeptRound) -> String {
    format!("{}, round {}", kept.task, kept.number)
}

fn was(judged: &JudgedRound) -> Result<Ruled, Diagnostic> {
    let outcome = judged.outcome.parse().map_err(|_| not_whole())?;
    Ok(Ruled::gate(outcome, judged.rule.clone(), judged.refused))
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
