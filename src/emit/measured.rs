//! What the cases of policies try of them, and which changes to them no case notices.

use serde::Serialize;

use super::page::{Page, Style};
use super::report::render_all;
use super::text::TextOptions;
use super::view::{Diagnostic as View, ViewBuilder};
use crate::ir::Diagnostics;

/// What was measured of policies beside their cases; none where it was not asked for.
#[derive(Clone, Debug, Default)]
pub struct Measured<'a> {
    /// What the cases of each try of it.
    pub covered: Option<Vec<Covered<'a>>>,
    /// What became of the mutants of each.
    pub mutated: Option<Vec<Mutated<'a>>>,
}

/// What the cases of a policy try of it.
#[derive(Clone, Debug)]
pub struct Covered<'a> {
    /// The stage of the policy.
    pub stage: &'a str,
    /// Its name.
    pub policy: &'a str,
    /// Its file; none when it is built in.
    pub file: Option<&'a str>,
    /// Its rules and notes.
    pub rules: Counted,
    /// The operands of `&&`, `||` and `!`.
    pub operands: Counted,
    /// Words that are the outcome of no case.
    pub words: Vec<&'a str>,
    /// What becomes of no cell of a case.
    pub states: Vec<&'static str>,
    /// What no finding of a case is rated.
    pub severities: Vec<&'static str>,
    /// Where operands and branches stand that are not counted, and how many: in a `fn`, in closures.
    pub not_covered: Vec<String>,
    /// What was not tried, each at its place.
    pub holes: Diagnostics,
}

/// How many of something were tried in every way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Counted {
    /// How many were.
    pub tried: usize,
    /// How many there are.
    pub of: usize,
    /// The share in percent, rounded down; 100 of none.
    pub percent: usize,
}

/// What became of the mutants of a policy.
#[derive(Clone, Debug)]
pub struct Mutated<'a> {
    /// The stage of the policy.
    pub stage: &'a str,
    /// Its name.
    pub policy: &'a str,
    /// Its file; none when it is built in.
    pub file: Option<&'a str>,
    /// What became of them; none where its cases do not all pass as it is.
    pub mutants: Option<Mutants<'a>>,
}

/// What became of mutants.
#[derive(Clone, Debug)]
pub struct Mutants<'a> {
    /// How many a case noticed.
    pub killed: usize,
    /// How many answer every small docket alike.
    pub alike: usize,
    /// The others, those that open what was shut first.
    pub survivors: Vec<Survived<'a>>,
}

/// A mutant that no case notices.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Survived<'a> {
    /// Its line in the policy, from 1.
    pub line: u32,
    /// What was changed: `&&` became `||`.
    pub change: &'a str,
    /// The lines as they are.
    pub before: &'a [String],
    /// The lines of the mutant.
    pub after: &'a [String],
    /// Whether it opens what was shut; null where no docket shows a difference.
    pub opens: Option<bool>,
    /// A docket that shows the difference: a case, and what is otherwise in it.
    pub case: Option<&'a str>,
    /// The outcome of the policy there.
    pub from: Option<&'a str>,
    /// The outcome of the mutant there.
    pub to: Option<&'a str>,
}

/// What the cases of a policy try of it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct OneCovered<'a> {
    /// The stage of the policy: `gate`, `audit`, `redispatch`.
    stage: &'a str,
    /// Its name.
    policy: &'a str,
    /// Its file; null when it is built in.
    policy_file: Option<&'a str>,
    /// Its rules and notes: whether each held, did not hold and, of a rule, decided.
    rules: Counted,
    /// The operands of `&&`, `||` and `!`: whether each was true and false.
    operands: Counted,
    /// Words that are the outcome of no case.
    words: &'a [&'a str],
    /// What becomes of no cell of a case.
    states: &'a [&'static str],
    /// What no finding of a case is rated.
    severities: &'a [&'static str],
    /// Where operands and branches stand that are not counted, and how many: in a `fn`, in closures.
    not_covered: &'a [String],
    /// What was not tried, each at its place and with its reason.
    holes: Vec<View<'a>>,
}

/// What became of the mutants of a policy.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct OneMutated<'a> {
    /// The stage of the policy: `gate`, `audit`, `redispatch`.
    stage: &'a str,
    /// Its name.
    policy: &'a str,
    /// Its file; null when it is built in.
    policy_file: Option<&'a str>,
    /// How many mutants compile; null where the policy's cases do not all pass as it is, so that none was tried.
    mutants: Option<usize>,
    /// How many a case notices.
    killed: usize,
    /// How many answer every small docket as the policy does.
    alike: usize,
    /// The others, those that open what was shut first.
    survivors: &'a [Survived<'a>],
}

/// How much was tried, and what was not.
pub fn covered(all: &[Covered<'_>], options: &TextOptions) -> String {
    let mut text = String::new();
    for one in all.iter().filter(|one| !one.holes.is_empty()) {
        text += &render_all(&one.holes, options.color, options.width);
        text.push('\n');
    }
    let mut page = Page::new(options.color, usize::MAX);
    page.line(Style::Strong, "Coverage");
    for one in all {
        let whole = one.rules.percent.min(one.operands.percent) == 100;
        match whole {
            true => page.put(Style::Good, "  ✓ "),
            false => page.put(Style::Bad, "  ✗ "),
        };
        page.put(Style::Plain, &format!("{} {}: ", one.stage, one.policy));
        page.put(
            Style::Plain,
            &format!("{}, {}", of(one.rules, "rules"), of(one.operands, "operands")),
        );
        page.end();
        for (what, names) in [
            ("word", &one.words[..]),
            ("state", &one.states[..]),
            ("severity", &one.severities[..]),
        ] {
            if !names.is_empty() {
                page.line(
                    Style::Quiet,
                    &format!("    no case has the {what} {}", names.join(", ")),
                );
            }
        }
        for place in &one.not_covered {
            page.line(Style::Quiet, &format!("    not looked into, and not counted: {place}"));
        }
    }
    let sum = |count: fn(&Covered<'_>) -> Counted| {
        let all = all.iter().map(count);
        Counted::of(all.clone().map(|one| one.tried).sum(), all.map(|one| one.of).sum())
    };
    let (rules, operands) = (sum(|one| one.rules), sum(|one| one.operands));
    page.line(Style::Plain, &format!("{}, {}", of(rules, "rules"), of(operands, "operands")));
    text + page.finish().as_str()
}

impl Counted {
    /// So many of so many.
    pub fn of(tried: usize, of: usize) -> Self {
        Self { tried, of, percent: (tried * 100).checked_div(of).unwrap_or(100) }
    }
}

/// `5 of 6 rules (83 %)`
fn of(counted: Counted, what: &str) -> String {
    match counted.of {
        0 => format!("no {what}"),
        of => format!("{} of {of} {what} ({} %)", counted.tried, counted.percent),
    }
}

/// What became of mutants: those that survive, each as a small diff.
pub fn mutated(all: &[Mutated<'_>], options: &TextOptions) -> String {
    let mut page = Page::new(options.color, usize::MAX);
    page.line(Style::Strong, "Mutants");
    let (mut killed, mut alike, mut survive, mut open) = (0, 0, 0, 0);
    for one in all {
        let Some(mutants) = &one.mutants else {
            page.put(Style::Bad, "  ✗ ");
            page.put(Style::Plain, &format!("{} {}: ", one.stage, one.policy));
            page.put(Style::Plain, "not tried, for not all of its cases pass").end();
            continue;
        };
        let opening = mutants.survivors.iter().filter(|mutant| mutant.opens == Some(true)).count();
        killed += mutants.killed;
        alike += mutants.alike;
        survive += mutants.survivors.len();
        open += opening;
        match opening {
            0 => page.put(Style::Good, "  ✓ "),
            _ => page.put(Style::Bad, "  ✗ "),
        };
        let count = mutants.killed + mutants.alike + mutants.survivors.len();
        let became = became(mutants.killed, mutants.alike, mutants.survivors.len());
        page.put(Style::Plain, &format!("{} {}: {count} mutants, {became}", one.stage, one.policy));
        page.end();
        mutants.survivors.iter().for_each(|mutant| survivor(&mut page, mutant));
    }
    let count = killed + alike + survive;
    page.put(Style::Plain, &format!("{count} mutants: {}", became(killed, alike, survive)));
    match open {
        0 => page.put(Style::Plain, "; none is known to open what was shut"),
        1 => page.put(Style::Bad, "; 1 opens what was shut"),
        _ => page.put(Style::Bad, &format!("; {open} open what was shut")),
    };
    page.end();
    page.finish()
}

/// `60 killed, 1 alike, 2 survive`
fn became(killed: usize, alike: usize, survive: usize) -> String {
    let mut text = format!("{killed} noticed");
    if alike > 0 {
        text += &format!(", {alike} alike");
    }
    if survive > 0 {
        text += &format!(", {survive} not noticed");
    }
    text
}

fn survivor(page: &mut Page, mutant: &Survived<'_>) {
    let line = format!("line {}: {}", mutant.line, mutant.change);
    match mutant.opens {
        Some(true) => page.put(Style::Bad, "    opens ").put(Style::Strong, &line),
        _ => page.put(Style::Plain, "    ").put(Style::Plain, &line),
    };
    page.end();
    for (sign, style, lines) in [("-", Style::Bad, mutant.before), ("+", Style::Good, mutant.after)]
    {
        for line in lines {
            page.put(style, &format!("      {sign} {line}")).end();
        }
    }
    let told = match (mutant.case, mutant.from, mutant.to) {
        (Some(case), Some(from), Some(to)) => format!("{case}: {from}, and then {to}"),
        _ => "no docket was found that shows the difference".to_owned(),
    };
    page.line(Style::Quiet, &format!("      {told}"));
}

impl<'a> OneCovered<'a> {
    pub(super) fn of(one: &'a Covered<'a>) -> Self {
        let views = ViewBuilder::new(one.holes.sources());
        Self {
            stage: one.stage,
            policy: one.policy,
            policy_file: one.file,
            rules: one.rules,
            operands: one.operands,
            words: &one.words,
            states: &one.states,
            severities: &one.severities,
            not_covered: &one.not_covered,
            holes: one.holes.items().iter().map(|item| views.diagnostic(item)).collect(),
        }
    }
}

impl<'a> OneMutated<'a> {
    pub(super) fn of(one: &'a Mutated<'a>) -> Self {
        let mutants = one.mutants.as_ref();
        let survivors = mutants.map_or(&[][..], |mutants| &mutants.survivors);
        let (killed, alike) = mutants.map_or((0, 0), |mutants| (mutants.killed, mutants.alike));
        Self {
            stage: one.stage,
            policy: one.policy,
            policy_file: one.file,
            mutants: mutants.map(|_| killed + alike + survivors.len()),
            killed,
            alike,
            survivors,
        }
    }
}
