//! `assize judge`: recorded dockets to rulings, however many.

use std::cell::{Cell, RefCell};
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::console::Console;
use super::inputs::{current_dir, pair, twice};
use super::judging::panel_of;
use super::output::OutputArgs;
use super::words::ConfigArgs;
use super::{NO_ANSWER, NOT_ALL, stages};
use crate::codec::Lexicon;
use crate::emit::json::{write_no_ruling_line, write_ruling_line};
use crate::emit::visible::{visible, without_commands};
use crate::host::{Disk, Judged, Panel, Recorded, RecordedRounds, RoundReader, Rules, of_each};
use crate::policy::default_policy;
use crate::{Diagnostic, Diagnostics, Policy, Ruling, Stage};

/// Judge recorded dockets, and print a ruling a line
///
/// Reads dockets in JSON (`assize contract docket`), or what `assize gate --with-docket` printed: one in a `*.json`, one a line
/// in any other file; and folders of reports. Each is judged by the same policies, on all cores, and answered in its order. One
/// that cannot be judged is a line that says why, and the others are judged all the same. Nothing is kept in memory behind its
/// line, so there may be any number of them.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  every docket was judged, whatever was decided
  2  nothing was judged: a usage, configuration or policy error, no docket, or the answer could not be written
  3  some of them could not be judged

Examples:
  assize judge --on archive
  assize judge --on rounds.jsonl --policy strict --format jsonl
  assize judge --on rounds.jsonl --policy any-blocker --set min_reviewers=2
  assize judge --on - --format jsonl < rounds.jsonl
  assize judge --on archive --panel workflow --format jsonl --output rulings.jsonl")]
pub(super) struct Judge {
    /// A folder that holds a folder of reports for each round, dockets in `*.json` and `*.jsonl`; a file of dockets; or `-`
    /// for standard input
    #[arg(long, value_name = "FOLDER|FILE", required = true)]
    on: PathBuf,
    /// The policy that judges [default: that of the panel, or any-blocker]
    #[arg(long, value_name = "FILE|NAME")]
    policy: Option<String>,
    /// Set a parameter of it
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,
    /// Let a policy audit each verdict before it is judged [default: that of the panel]
    #[arg(long, value_name = "FILE|NAME")]
    audit: Option<String>,
    /// Ask a policy what to try next with each seat [default: that of the panel]
    #[arg(long, value_name = "FILE|NAME")]
    redispatch: Option<String>,
    /// Take the policies of this panel, and the seats of folders; a docket says itself who sits
    #[arg(long, value_name = "NAME")]
    panel: Option<String>,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// How to print each ruling
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// How a ruling is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    Text,
    /// For a machine; `assize schema ruling-line` prints its JSON Schema
    Jsonl,
}

/// The ruling on a recorded round, or why there is none.
type Answered = Result<Ruling, Diagnostics>;

impl Judge {
    pub(super) fn run(&self, console: &Console) -> u8 {
        self.output.answering(|| vec![self.on.clone()], console, |console| self.judge(console))
    }

    fn judge(&self, console: &Console) -> u8 {
        let opened = self.open(console);
        let (rounds, policy, lexicon, panel) = match opened {
            Ok(opened) => opened,
            Err(reason) => {
                console.report(&reason);
                return NO_ANSWER;
            }
        };
        let reader = RoundReader::new(panel.as_ref(), &lexicon, [&policy]);
        let rounds = RefCell::new(rounds);
        let (wrong, unjudged) = (RefCell::new(None), Cell::new(false));
        let code = console.answer_with(
            &|out| {
                loop {
                    let few = match rounds.borrow_mut().next_few() {
                        Ok(few) if few.is_empty() => return Ok(()),
                        Ok(few) => few,
                        Err(none) => {
                            wrong.replace(Some(none));
                            return Ok(());
                        }
                    };
                    for line in of_each(&few, |round| self.line(&reader, &policy, round)) {
                        let (line, judged) = line?;
                        unjudged.set(unjudged.get() | !judged);
                        out.write_all(&line)?;
                    }
                    out.flush()?;
                }
            },
            0,
        );
        match (code, wrong.into_inner()) {
            (0, None) if unjudged.get() => NOT_ALL,
            (code, None) => code,
            (_, Some(reason)) => {
                console.report(&reason);
                NO_ANSWER
            }
        }
    }

    /// The line of a round, and whether it was judged.
    fn line(
        &self,
        reader: &RoundReader<'_>,
        policy: &Policy,
        round: &Recorded,
    ) -> io::Result<(Vec<u8>, bool)> {
        let judged = reader.read(&Disk, round).and_then(|read| policy.judge(&read.docket));
        let mut line = Vec::with_capacity(1024);
        match (self.format, &judged) {
            (Format::Jsonl, Ok(ruling)) => write_ruling_line(&mut line, ruling, Some(&round.name))?,
            (Format::Jsonl, Err(why)) => write_no_ruling_line(&mut line, why, &round.name)?,
            (Format::Text, judged) => line.extend(in_words(&round.name, judged).into_bytes()),
        }
        Ok((line, judged.is_ok()))
    }

    /// What is judged, by which policy, with which words and which panel. Everything that is wrong is reported at once.
    fn open(
        &self,
        console: &Console,
    ) -> Result<(RecordedRounds<'static>, Policy, Lexicon, Option<Panel>), Diagnostics> {
        let mut wrong = Diagnostics::from(twice("--set", &self.set));
        let here = current_dir()?;
        let rules = Rules::of_work_tree(&Disk, &here);
        let piped = self.on.as_os_str() == "-";
        let judged = if piped {
            Judged::default()
        } else {
            Judged::of(&Disk, std::slice::from_ref(&self.on))
        };
        // What lies in a folder of rounds is no rule; beside a file of them it may be one.
        let judged = judged.only_read();
        let rounds = match piped {
            true => Ok(RecordedRounds::of_input(&Disk, Box::new(io::stdin()))),
            false => RecordedRounds::at(&Disk, &self.on),
        };
        let rounds = rounds.map_err(|reason| wrong.push(reason)).ok();
        let config = self.config.find(&Disk, &judged)?;
        let panel = match self.panel.as_deref() {
            Some(name) => panel_of(Some(name), &config, &rules)?,
            None => None,
        };
        let by = (&rules, panel.as_ref(), &*here, &judged);
        let policy = self.policies(by, console).map_err(|reason| wrong.absorb(reason)).ok();
        match (rounds, policy) {
            (Some(rounds), Some(policy)) if wrong.is_empty() => {
                // The words of a panel are those of its file, and its own; one that comes with Assize has none.
                let own = panel.as_ref().filter(|panel| panel.base.is_some());
                let lexicon = own.map_or(config.lexicon, |panel| panel.lexicon.clone());
                Ok((rounds, policy, lexicon, panel))
            }
            _ => Err(wrong),
        }
    }

    /// The gate behind its other stages, each compiled once.
    fn policies(
        &self,
        (rules, panel, here, judged): (&Rules<'_>, Option<&Panel>, &Path, &Judged),
        console: &Console,
    ) -> Result<Policy, Diagnostics> {
        let find = |stage: Stage, asked: &str| {
            let own = panel
                .filter(|panel| panel.policy(stage).is_some_and(|chosen| chosen.name == asked));
            let base = own.and_then(|panel| panel.base.as_deref()).unwrap_or(here);
            let (mut policy, remarks) = stages::find(rules, (stage, asked), base, judged, console)?;
            console.remark(&[], &remarks);
            if let Some(panel) = own {
                panel.tune(stage, &mut policy)?;
            }
            Ok::<_, Diagnostics>(policy)
        };
        let asked = |stage: Stage, flag: &'_ Option<String>| {
            let by_panel = || Some(panel?.policy(stage)?.name.clone());
            flag.clone().or_else(by_panel)
        };
        let gate = asked(Stage::Gate, &self.policy);
        let gate = gate.as_deref().unwrap_or(default_policy(Stage::Gate));
        let mut gate = find(Stage::Gate, gate)?;
        for (name, value) in &self.set {
            gate.set_param(name, value)?;
        }
        if let Some(audit) = asked(Stage::Audit, &self.audit) {
            gate = gate.with_audit(find(Stage::Audit, &audit)?)?;
        }
        if let Some(redispatch) = asked(Stage::Redispatch, &self.redispatch) {
            gate = gate.with_redispatch(find(Stage::Redispatch, &redispatch)?)?;
        }
        Ok(gate)
    }
}

/// `rounds.jsonl:3: SHUT fail: a reviewer failed the change`
fn in_words(name: &str, judged: &Answered) -> String {
    let line = match judged {
        Ok(ruling) => {
            let open = if ruling.opening().is_some() { "OPEN" } else { "SHUT" };
            format!("{open} {}: {}", ruling.word(), ruling.rule_name())
        }
        Err(why) => {
            let first = why.items().iter().max_by_key(|told| told.level);
            let message = first.map_or("it cannot be judged", |told: &Diagnostic| &told.message);
            format!("no ruling: {message}")
        }
    };
    let line = format!("{}: {}", visible(name), visible(&line));
    without_commands(line) + "\n"
}
