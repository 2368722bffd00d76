//! `assize policy verify`: what must hold of a policy, on every small docket.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::super::NO_ANSWER;
use super::super::answer::{Format, Shape};
use super::super::console::Console;
use super::super::inputs::current_dir;
use super::super::output::{OutputArgs, free};
use super::super::policy::StageArg;
use super::super::progress::Bar;
use super::super::reports::{Kind, ReportArgs, no_answer};
use super::super::which;
use super::told::{scope_in_words, witness_in_json, witness_in_words};
use super::{Compiled, ScopeArgs, compiled, expected, pair, twice};
use crate::diagnostic::Level;
use crate::emit::made::case_text;
use crate::emit::visible::visible;
use crate::host::{Disk, Writer, properties_of, write_new};
use crate::report::{Answer, Check, Item, Report, write};
use crate::trial::{Own, Property, Verified, VerifyOptions, Violation, verify};
use crate::{Diagnostic, Diagnostics, Outcome, Stage};

/// What a report says that it is of.
const COMMAND: &str = "assize policy verify";

/// A property does not hold.
const BROKEN: u8 = 1;

/// Check what must hold of policies, on every small docket
///
/// Every way in which a few reviewers can answer is made up and judged: each state, outcome and confidence, with up to
/// two findings. Audits are asked about every verdict, redispatch policies about every seat and all that was tried on it.
/// What a policy cannot tell apart is tried once. What does not hold is shown by the plainest docket.
#[derive(Args, Debug)]
#[command(after_help = "\
A team's own properties stand in the policy's comments, in `properties.kdl` beside its cases, or behind --require:

  /// always: seat(\"security\").failed.some means shut
  require \"two have to agree\" when=\"passed.count < 2\" means=\"hold fail\"

`shut` is hold or fail, `open` is warn or pass. What a policy breaks on purpose stands in its comments, with the reason,
and is listed:

  /// meant: monotone: the arbiter has read the others, and its pass stands for theirs

Exit codes:
  0  everything holds
  1  something does not
  2  could not run

Examples:
  assize policy verify
  assize policy verify any-blocker
  assize policy verify weighted-quorum --set quorum=75 --seats 4 --findings 0
  assize policy verify any-blocker --require 'failed.some means fail'
  assize policy verify --stage audit design
  assize policy verify --panel court
  assize policy verify any-blocker --format json
  assize policy verify --report github --report junit=verified.xml")]
pub(in crate::cli) struct Verify {
    /// Policies, by name or file [default: those of the panel that is named, or else all of this repository]
    #[arg(value_name = "POLICY")]
    policies: Vec<String>,
    /// The stage of the policies [default: of a file, its folder; of a name, the first stage that has it]
    #[arg(long, value_name = "STAGE")]
    stage: Option<StageArg>,
    /// Set a parameter of the policy
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Policy")]
    set: Vec<(String, String)>,
    /// What has to hold besides: a condition, `means`, and outcomes
    #[arg(long, value_name = "PROPERTY", help_heading = "Policy")]
    require: Vec<String>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Write each docket that shows what does not hold as a case, into `cases.kdl` of this folder
    #[arg(long, value_name = "FOLDER")]
    write_cases: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    reports: ReportArgs,
    #[command(flatten)]
    shape: Shape,
}

impl Verify {
    pub(in crate::cli) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let inputs = || self.policies.iter().map(PathBuf::from).collect();
        self.output.answering(inputs, console, |own| self.verify(disk, own, console))
    }

    /// Verifies, and answers on `console`, which may be a file; a report in place of the answer is printed on `terminal`.
    fn verify(&self, disk: &dyn Writer, console: &Console, terminal: &Console) -> u8 {
        let inputs: Vec<PathBuf> = self.policies.iter().map(PathBuf::from).collect();
        let is_free = |path: &Path| free("--report", &inputs, path);
        let reports = match self.reports.open(disk, &self.output, COMMAND, &is_free) {
            Ok(reports) => reports,
            Err(reason) => {
                console.report(&reason);
                return NO_ANSWER;
            }
        };
        match self.verified(console) {
            Ok(all) => {
                let broken = all.iter().any(|found| !found.holds());
                let mut code = if broken { BROKEN } else { 0 };
                if let Some(folder) = &self.write_cases
                    && let Err(reason) = write_cases(disk, folder, &all, console)
                {
                    // What took its time is told all the same.
                    console.report(&reason.into());
                    code = NO_ANSWER;
                }
                let answer = match self.shape.format() {
                    Format::Text => Kind::Text,
                    Format::Json => Kind::Json,
                };
                let told = |kind, code| match kind {
                    Kind::Text | Kind::Lcov => {
                        all.iter().map(in_words).collect::<Vec<_>>().join("\n")
                    }
                    Kind::Json => in_json(&all, code),
                    Kind::Of(shape) => write(shape, &report(&all, code)),
                };
                reports.publish(
                    disk,
                    (console, terminal),
                    (Some(answer), self.output.file().is_some()),
                    &|kind, _, code, out| out.write_all(told(kind, code).as_bytes()),
                    code,
                )
            }
            Err(mut reason) => {
                let unwritten =
                    reports.refuse(disk, terminal, &|kind| no_answer(kind, (COMMAND, ""), &reason));
                reason.extend(unwritten);
                console.report(&reason);
                NO_ANSWER
            }
        }
    }

    fn verified(&self, console: &Console) -> Result<Vec<Verified>, Diagnostics> {
        let mut wrong = Diagnostics::from(twice("--set", &self.set));
        let panel = self.scope.panel(&Disk)?;
        let here = current_dir()?;
        let stage = self.stage.map(StageArg::to_stage);
        let asked: Vec<(Stage, String)> = match (self.policies.as_slice(), &panel) {
            ([], Some(panel)) => {
                let stages =
                    Stage::ALL.iter().filter(|own| stage.is_none_or(|asked| asked == **own));
                let chosen = stages.filter_map(|stage| Some((*stage, panel.policy(*stage)?)));
                chosen.map(|(stage, chosen)| (stage, chosen.name.clone())).collect()
            }
            ([], None) => which::own(&Disk, stage, &here),
            (named, _) => named
                .iter()
                .map(|name| (which::stage_of(name, stage, &here), name.clone()))
                .collect(),
        };
        if asked.is_empty() {
            return Err(nothing_to_verify().into());
        }
        let mut required = Vec::new();
        for text in &self.require {
            match Own::parsed(text.as_str(), text) {
                Ok(own) => required.push(own),
                Err(reason) => wrong.push(reason),
            }
        }
        let mut all = Vec::new();
        let bar = Bar::growing(console);
        let many = asked.len();
        for (stage, name) in asked {
            bar.about(&visible(&name));
            let found = compiled(&Disk, stage, &name, &self.set, panel.as_ref());
            let verified = found.and_then(|Compiled { name, policy, imports, file }| {
                let mut own = Own::promised(&policy)?;
                if let Some(file) = &file {
                    own.extend(properties_of(&Disk, file)?);
                }
                // Of all policies of a repository it is about the gates; of one that is named it is told if it is none.
                if stage == Stage::Gate || !self.policies.is_empty() {
                    own.extend(required.iter().cloned());
                }
                console.verbose(&format!("{name}: {} of its own\n", own.len()));
                let panel = expected(panel.as_ref());
                let scopes = self.scope.scopes(&panel);
                let options =
                    VerifyOptions { scopes, panel, own, imports, progress: bar.progress() };
                verify(&policy, &options)
            });
            match verified {
                Ok(found) => all.push(found),
                Err(reason) => wrong.absorb(reason),
            }
        }
        // Of each policy there is an answer, or a reason why there is none.
        if wrong.is_empty() && all.len() != many {
            wrong.absorb(unanswered(all.len(), many).into());
        }
        if wrong.is_empty() { Ok(all) } else { Err(wrong) }
    }
}

fn in_words(found: &Verified) -> String {
    let name = visible(found.policy.trim_end_matches(".rhai")).into_owned();
    let mut out = match found.violations.len() {
        0 => format!("{name}: everything holds\n"),
        1 => format!("{name}: 1 thing does not hold\n"),
        many => format!("{name}: {many} things do not hold\n"),
    };
    for scoped in &found.scopes {
        let _ = writeln!(out, "  on {}", scope_in_words(found.stage, scoped));
    }
    for property in Property::ALL {
        let own: Vec<&Violation> =
            found.violations.iter().filter(|found| found.property == *property).collect();
        let asked = match property {
            Property::Params => continue,
            property if !property.is_about(found.stage) => continue,
            // Only of policies that have what these are about.
            Property::Own if own.is_empty() && !found.has_own => continue,
            Property::Base if !found.extends => continue,
            _ => property.says(found.stage),
        };
        let is_meant =
            found.meant.iter().any(|one| one.property == *property && !one.shown.is_empty());
        if own.is_empty() && !is_meant {
            let unsure = found.unsure.iter().any(|found| found.property == *property);
            let _ = writeln!(out, "  {}  {asked}", if unsure { "unsure" } else { "holds " });
        }
        for violation in own {
            broken_in_words(&mut out, "BROKEN  ", asked, violation);
        }
    }
    for one in &found.meant {
        let is = if one.shown.is_empty() { "holds here, and may not" } else { "does not hold" };
        let _ = writeln!(out, "  meant   `{}` {is}: {}", one.property, visible(&one.reason));
        one.shown.iter().for_each(|violation| shown_in_words(&mut out, violation));
    }
    for param in &found.params {
        let _ = writeln!(out, "  param   `{}`: {}", visible(&param.name), param.direction);
    }
    for unsure in &found.unsure {
        if let (Some(what), Some(rule), Property::NoDeadRule) =
            (&unsure.name, &unsure.rule, unsure.property)
        {
            let _ = writeln!(out, "  unseen  `{}` {what} on what was tried", visible(rule));
        }
    }
    for what in &found.beyond {
        let _ = writeln!(out, "  not covered: {}", visible(what));
    }
    out
}

fn broken_in_words(out: &mut String, lead: &str, asked: &str, violation: &Violation) {
    let about = match (&violation.name, &violation.rule) {
        (Some(what), Some(rule)) => format!(": `{}` {what}", visible(rule)),
        (Some(name), None) => format!(": {}", visible(name)),
        (None, _) => String::new(),
    };
    let _ = writeln!(out, "  {lead}{asked}{about}");
    shown_in_words(out, violation);
}

/// The docket that shows it, and the one that it is held against.
fn shown_in_words(out: &mut String, violation: &Violation) {
    if let Some(witness) = &violation.witness {
        let [docket, ruled] = witness_in_words(witness);
        let _ = writeln!(out, "          {docket}");
        let _ = writeln!(out, "          is {ruled}");
    }
    if let Some(other) = &violation.other {
        let [docket, ruled] = witness_in_words(other);
        let _ = writeln!(out, "          although {docket}");
        let _ = writeln!(out, "          is {ruled}");
    }
}

/// The same for services: an item for each property that is broken, and a check for each that was asked.
fn report(all: &[Verified], code: u8) -> Report {
    let broken = all.iter().flat_map(|found| found.violations.iter().map(move |one| (found, one)));
    let items = broken.map(|(found, one)| {
        let mut text = String::new();
        broken_in_words(&mut text, "", one.property.says(found.stage), one);
        let text = text.trim();
        let name = visible(found.policy.trim_end_matches(".rhai"));
        Item::new(one.property.as_str(), Level::Error, format!("{name}: {text}"))
    });
    let checks = all.iter().flat_map(|found| {
        let asked = Property::ALL.iter().filter(|property| property.is_about(found.stage));
        asked.map(|property| {
            let own = found.violations.iter().filter(|one| one.property == *property).count();
            Check {
                suite: format!("{}/{}", found.stage, found.policy.trim_end_matches(".rhai")),
                name: property.as_str().to_owned(),
                answer: if own == 0 { Answer::Passed } else { Answer::Failed },
                says: property.says(found.stage).to_owned(),
                why: String::new(),
                place: None,
            }
        })
    });
    let count = all.iter().filter(|found| !found.holds()).count();
    Report {
        command: COMMAND,
        about: "policies".to_owned(),
        state: if code == 0 { "HOLDS" } else { "BROKEN" },
        title: format!("{} of {} policies hold everything", all.len() - count, all.len()),
        good: code == 0,
        items: items.collect(),
        checks: checks.collect(),
        ..Report::default()
    }
}

fn in_json(all: &[Verified], exit_code: u8) -> String {
    let violation = |stage: Stage, violation: &Violation| {
        json!({
            "property": violation.property.as_str(),
            "says": violation.property.says(stage),
            "name": violation.name,
            "rule": violation.rule,
            "witness": violation.witness.as_ref().map(witness_in_json),
            "other": violation.other.as_ref().map(witness_in_json),
        })
    };
    let policies: Vec<Value> = all
        .iter()
        .map(|found| {
            json!({
                "stage": found.stage.as_str(),
                "policy": found.policy,
                "holds": found.holds(),
                "scopes": found.scopes.iter().map(|scoped| json!({
                    "about": (!scoped.about.is_empty()).then_some(&scoped.about),
                    "named_seats": scoped.named,
                    "seats": scoped.scope.seats,
                    "subjects": scoped.scope.subjects,
                    "findings": scoped.scope.findings,
                    "all_but_two_alike": scoped.all_but_two_alike,
                    "worlds": scoped.worlds,
                    "dockets": scoped.dockets,
                    "tried": scoped.tried,
                    "judgings": scoped.judgings,
                    "in_rhai": scoped.in_rhai,
                })).collect::<Vec<_>>(),
                "violations": found.violations.iter().map(|one| violation(found.stage, one)).collect::<Vec<_>>(),
                "meant": found.meant.iter().map(|one| json!({
                    "property": one.property.as_str(),
                    "reason": one.reason,
                    "shown": one.shown.iter().map(|shown| violation(found.stage, shown)).collect::<Vec<_>>(),
                })).collect::<Vec<_>>(),
                "unseen": found.unsure.iter().map(|one| violation(found.stage, one)).collect::<Vec<_>>(),
                "params": found.params.iter().map(|param| json!({
                    "name": param.name,
                    "direction": param.direction.as_str(),
                })).collect::<Vec<_>>(),
                "not_covered": found.beyond,
            })
        })
        .collect();
    let all = json!({ "schema_version": 1, "exit_code": exit_code, "policies": policies });
    crate::emit::json::print(&all)
}

/// Writes what shows a violation as cases: what should come out is the author's to say.
fn write_cases(
    disk: &dyn Writer,
    folder: &std::path::Path,
    all: &[Verified],
    console: &Console,
) -> Result<(), Diagnostic> {
    let mut text = String::new();
    // What an audit or a redispatch policy answers is no ruling, which is all that such a case could expect.
    let gates = all.iter().filter(|found| found.stage == Stage::Gate);
    for violation in gates.flat_map(|found| &found.violations) {
        let Some(witness) = &violation.witness else { continue };
        let least = violation.other.as_ref().map_or(Outcome::Hold, |other| other.ruled.outcome);
        // What a team requires is known; it is not what comes out now.
        let required = violation.means.iter().min().copied();
        let wanted = required.unwrap_or(witness.ruled.outcome.max(least));
        let says = violation.name.as_deref().unwrap_or(violation.property.says(Stage::Gate));
        let name = format!("{}: {says}", violation.property);
        let _ = writeln!(text, "// now {}", super::told::ruled(&witness.ruled));
        text.push_str(&case_text(&witness.docket, &name, wanted, None));
    }
    if text.is_empty() {
        console.say("every property holds, so there is no case to write\n");
        return Ok(());
    }
    write_new(disk, &folder.join("cases.kdl"), text.as_bytes())
}

fn unanswered(answered: usize, asked: usize) -> Diagnostic {
    Diagnostic::error("assize::cli::nothing_to_verify")
        .message(format!("of {asked} policies, {answered} could be verified"))
        .help("verify them one by one, to see which could not")
}

fn nothing_to_verify() -> Diagnostic {
    Diagnostic::error("assize::cli::nothing_to_verify")
        .message("there is no policy in this repository")
        .help(
            "name one: `assize policy verify any-blocker`, or start one: `assize policy new ours`",
        )
}
