//! `--coverage` and `--mutate`: what cases try of their policies, and what they would not notice.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;

use super::Console;
use crate::emit::made::{case_text, in_words};
use crate::emit::measured::{
    self, Counted, Covered, Measured as Shown, Mutants, Mutated, Survived,
};
use crate::emit::text::TextOptions;
use crate::emit::visible::visible;
use crate::host::{Writer, write_new};
use crate::report::{Item, items_of};
use crate::ruling::ActionKind;
use crate::trial::{
    Apart, Compared, Coverage, Differing, MadeDocket, Mutation, Report, Ruled, Scope, Share, Suite,
    mutated, told_apart,
};
use crate::{Diagnostic, Diagnostics, Outcome, Policy, Source, Stage};

/// What to measure.
#[derive(Args, Debug)]
pub(super) struct MeasureArgs {
    /// Show what no case tries: rules that never hold or never decide, operands that are never true or never false
    #[arg(long)]
    coverage: bool,
    /// The least coverage of each policy, in percent of its rules and of its operands
    #[arg(long, value_name = "PERCENT", requires = "coverage", conflicts_with = "filter", value_parser = clap::value_parser!(u8).range(..=100))]
    min: Option<u8>,
    /// Change each policy in small ways, and show the changes that no case notices
    #[arg(long)]
    mutate: bool,
    /// Write the cases that would notice them, as the policy answers now: `FOLDER/gate/POLICY/cases.kdl`
    #[arg(long, value_name = "FOLDER", requires = "mutate")]
    write_cases: Option<PathBuf>,
}

/// What was measured.
pub(super) struct Measured<'a> {
    coverage: Option<Vec<(&'a Suite, Coverage)>>,
    mutation: Option<Vec<(&'a Suite, Option<Mutation>)>>,
}

impl MeasureArgs {
    /// Measures what was asked for; coverage where the output is made of it.
    pub(super) fn measure<'a>(&self, report: &'a Report, lcov: bool) -> Measured<'a> {
        let known = || report.suites.iter().filter(|suite| suite.policy.is_some());
        let coverage = (self.coverage || lcov)
            .then(|| known().filter_map(|suite| Some((suite, suite.coverage()?))).collect());
        let mutation = self
            .mutate
            .then(|| known().map(|suite| (suite, mutated(suite, &over_small_dockets))).collect());
        Measured { coverage, mutation }
    }
}

impl Measured<'_> {
    /// Writes the dockets on which mutants of gates answer otherwise as cases that expect what the policy answers.
    pub(super) fn write_cases(
        &self,
        asked: &MeasureArgs,
        disk: &dyn Writer,
        console: &Console,
    ) -> Result<(), Diagnostic> {
        let Some(folder) = &asked.write_cases else { return Ok(()) };
        let (mut written, mut left) = (0, 0);
        for (suite, mutation) in self.mutation.iter().flatten() {
            let survivors = mutation.iter().flat_map(|mutation| &mutation.survivors);
            let (mut text, mut known) = (String::new(), Vec::new());
            for survivor in survivors {
                let found = survivor.difference.as_ref();
                let made = found.and_then(|found| Some((found, found.made.as_deref()?)));
                let writable = |(_, (docket, _)): &(&Apart, &(MadeDocket, Option<String>))| {
                    suite.stage == Stage::Gate && docket.can_be_a_case()
                };
                let Some((found, (docket, rule))) = made.filter(writable) else {
                    left += 1;
                    continue;
                };
                let what = format!("line {}: {}", survivor.line, survivor.edit.what);
                let _ = writeln!(text, "// {what}: {} instead", visible(&found.after));
                if !known.contains(&docket) {
                    known.push(docket);
                    let outcome = found.before.parse().unwrap_or(Outcome::Hold);
                    text.push_str(&case_text(docket, &what, outcome, rule.as_deref()));
                }
            }
            if !text.is_empty() {
                let own = folder.join(suite.stage.as_str()).join(&suite.name);
                write_new(disk, &own.join("cases.kdl"), text.as_bytes())?;
                written += known.len();
            }
        }
        let near = match left {
            0 => String::new(),
            left => format!("; {left} changes show only beside a case, or nowhere"),
        };
        let many = if written == 1 { "case" } else { "cases" };
        console.say(&format!("{written} {many} written{near}\n"));
        Ok(())
    }

    /// Why the run is no success though all cases pass.
    pub(super) fn too_little(&self, asked: &MeasureArgs) -> Vec<Diagnostic> {
        asked.min.and_then(|min| self.below(min.into())).into_iter().chain(self.opening()).collect()
    }

    /// Policies that are tried less than they should be.
    fn below(&self, min: usize) -> Option<Diagnostic> {
        let least =
            |coverage: &Coverage| coverage.rules().percent().min(coverage.operands().percent());
        let below = self.coverage.iter().flatten().filter(|(_, one)| least(one) < min);
        let below: Vec<String> =
            below.map(|(suite, one)| format!("`{}` ({} %)", suite.name, least(one))).collect();
        (!below.is_empty()).then(|| below_minimum(min, &below))
    }

    /// Mutants that open what was shut, and that no case notices.
    fn opening(&self) -> Option<Diagnostic> {
        let all = self.mutation.iter().flatten();
        let opening = all.filter_map(|(suite, mutation)| {
            let count = mutation.as_ref()?.loosening().count();
            (count > 0).then(|| format!("`{}` ({count})", suite.name))
        });
        let opening: Vec<String> = opening.collect();
        (!opening.is_empty()).then(|| mutants_open(&opening))
    }

    /// What was measured, for a person; nothing where nothing was.
    pub(super) fn text(&self, options: &TextOptions) -> String {
        let Shown { covered, mutated } = self.shown();
        let covered = covered.map(|all| format!("\n{}", measured::covered(&all, options)));
        let mutated = mutated.map(|all| format!("\n{}", measured::mutated(&all, options)));
        covered.into_iter().chain(mutated).collect()
    }

    /// What was measured, to be shown.
    pub(super) fn shown(&self) -> Shown<'_> {
        Shown { covered: self.covered(), mutated: self.mutated() }
    }

    fn covered(&self) -> Option<Vec<Covered<'_>>> {
        let all = self.coverage.as_ref()?.iter();
        let covered = all.map(|(suite, one)| Covered {
            stage: suite.stage.as_str(),
            policy: &suite.name,
            file: suite.file.as_deref(),
            rules: counted(one.rules()),
            operands: counted(one.operands()),
            words: one.words(),
            states: one.states().into_iter().map(crate::docket::State::as_str).collect(),
            severities: one
                .severities()
                .into_iter()
                .map(crate::verdict::Severity::as_str)
                .collect(),
            not_covered: one.not_covered(),
            holes: at_file(suite, &one.diagnostics()),
        });
        Some(covered.collect())
    }

    fn mutated(&self) -> Option<Vec<Mutated<'_>>> {
        let all = self.mutation.as_ref()?.iter();
        let mutated = all.map(|(suite, one)| Mutated {
            stage: suite.stage.as_str(),
            policy: &suite.name,
            file: suite.file.as_deref(),
            mutants: one.as_ref().map(mutants),
        });
        Some(mutated.collect())
    }

    /// Coverage as lcov has it, a record for each policy.
    pub(super) fn lcov(&self) -> String {
        let record = |(suite, coverage): &(&Suite, Coverage)| coverage.lcov(&file_of(suite));
        self.coverage.iter().flatten().map(record).collect()
    }

    /// What was not tried and what opens, as items of a report.
    pub(super) fn found(&self) -> Vec<Item> {
        let holes = self.coverage.iter().flatten();
        let holes = holes.map(|(suite, one)| at_file(suite, &one.diagnostics()));
        let mutants = self.mutation.iter().flatten().filter_map(|(suite, one)| {
            let policy = suite.policy.as_ref()?;
            Some(at_file(suite, &one.as_ref()?.diagnostics(policy)))
        });
        holes.chain(mutants).flat_map(|found| items_of(&found)).collect()
    }
}

/// How large the dockets are on which mutants of gates are compared with their policies: there are many mutants.
const SMALL: &[Scope] =
    &[Scope { seats: 3, subjects: 1, findings: 2 }, Scope { seats: 2, subjects: 2, findings: 1 }];

/// Whether a mutant of a gate differs anywhere, and the plainest docket that shows it.
fn over_small_dockets(policy: &Policy, mutant: &Policy) -> Compared {
    let mut apart: Option<Differing> = None;
    let mut whole = true;
    // One subject each comes first: that is plainer.
    for scope in SMALL {
        match told_apart(policy, mutant, std::slice::from_ref(scope)) {
            Err(_) => return Compared::Unknown,
            Ok((Some(found), _)) if found.opens() => {
                apart = Some(found);
                break;
            }
            Ok((found, all)) => {
                apart = apart.or(found);
                whole &= all;
            }
        }
    }
    // What was not made up could tell them apart.
    let none = if whole { Compared::Alike } else { Compared::Unknown };
    apart.map_or(none, |found| {
        Compared::Differ(Apart {
            before: answered(&found.from),
            after: answered(&found.to),
            opens: found.opens(),
            case: in_words(&found.witness),
            made: Some(Box::new((found.witness, found.from.rule.filter(|_| !found.from.refused)))),
        })
    })
}

fn answered(ruled: &Ruled) -> String {
    ruled.action.map_or(ruled.outcome.as_str(), ActionKind::as_str).to_owned()
}

fn counted(share: Share) -> Counted {
    Counted::of(share.tried, share.of)
}

fn mutants(mutation: &Mutation) -> Mutants<'_> {
    let survivors = mutation.survivors.iter().map(|survivor| {
        let difference = survivor.difference.as_ref();
        Survived {
            line: survivor.line,
            change: &survivor.edit.what,
            before: &survivor.diff[0],
            after: &survivor.diff[1],
            opens: survivor.opens(),
            case: difference.map(|found| found.case.as_str()),
            from: difference.map(|found| found.before.as_str()),
            to: difference.map(|found| found.after.as_str()),
        }
    });
    Mutants { killed: mutation.killed, alike: mutation.alike, survivors: survivors.collect() }
}

fn file_of(suite: &Suite) -> String {
    let built_in = || format!("{}/{}.rhai", suite.stage, suite.name);
    suite.file.clone().unwrap_or_else(built_in)
}

/// The same, in the policy's file.
fn at_file(suite: &Suite, found: &Diagnostics) -> Diagnostics {
    let named = |source: &Source| Source::new(file_of(suite), source.bytes());
    Diagnostics::new(found.sources().iter().map(named).collect(), found.items().to_vec())
}

/// `--min 100`, and a rule never decides
fn below_minimum(min: usize, below: &[String]) -> Diagnostic {
    Diagnostic::error("assize::cli::below_minimum")
        .message(format!("the cases try less than {min} % of {}", below.join(", ")))
        .help("add cases for what is not tried; `--coverage` shows each place, and why")
}

/// A mutant opens, and all cases pass on it
fn mutants_open(opening: &[String]) -> Diagnostic {
    Diagnostic::error("assize::cli::mutants_open")
        .message(format!(
            "changes that open a gate are noticed by no case of {}",
            opening.join(", ")
        ))
        .help("add the case that each of them names, with what the policy has to answer")
}
