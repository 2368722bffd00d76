//! What became of the cases of policies: for a person, and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::json::{SCHEMA_VERSION, print};
use super::measured::{Measured, OneCovered, OneMutated};
use super::page::{Page, Style};
use super::text::{TextOptions, trace};
use super::view::{Diagnostic as View, ViewBuilder};
use crate::ir::{Diagnostics, Ruling};

/// What became of one case.
#[derive(Clone, Copy, Debug)]
pub struct Tested<'a> {
    /// The stage of its policy.
    pub stage: &'a str,
    /// The name of its policy.
    pub policy: &'a str,
    /// The policy's file; none when it is built in.
    pub file: Option<&'a str>,
    /// Its name.
    pub name: &'a str,
    /// The file that says what it expects, and its line there.
    pub place: (&'a str, u32),
    /// Whether the policy answers what it expects.
    pub passed: bool,
    /// What was expected and what was answered, as a unified diff; empty when it passed.
    pub difference: &'a str,
    /// What a gate decided, where there is a ruling.
    pub ruling: Option<&'a Ruling>,
    /// Why the policy gave no answer.
    pub wrong: &'a Diagnostics,
}

/// What became of all cases.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AllTested<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// What the process returns: 0 all pass, 1 a case failed, or they try or notice too little, 2
    /// something could not be read, or there is no case.
    exit_code: u8,
    /// How many cases pass.
    passed: usize,
    /// How many do not.
    failed: usize,
    /// The cases, by policy and name.
    cases: Vec<OneTested<'a>>,
    /// What the cases of each policy try of it, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Vec<OneCovered<'a>>>,
    /// What became of the mutants of each policy, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    mutation: Option<Vec<OneMutated<'a>>>,
    /// What could not be read.
    diagnostics: Vec<View<'a>>,
}

/// What became of one case.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OneTested<'a> {
    /// The stage of its policy: `gate`, `audit`, `redispatch`.
    stage: &'a str,
    /// The name of its policy.
    policy: &'a str,
    /// The policy's file; null when it is built in.
    policy_file: Option<&'a str>,
    /// Its name.
    name: &'a str,
    /// The file that says what it expects.
    file: &'a str,
    /// Its line there, from 1.
    line: u32,
    /// Whether the policy answers what it expects.
    passed: bool,
    /// What was expected and what was answered, as a unified diff; null when it passed.
    difference: Option<&'a str>,
    /// The rule that decided, where a gate did.
    rule: Option<&'a str>,
    /// Why the policy gave no answer.
    diagnostics: Vec<View<'a>>,
}

/// Every case in a line, and below them what is wrong with those that failed: the difference, and what the policy saw.
///
/// Told quietly, those that pass have no line.
pub fn text(tested: &[Tested<'_>], quiet: bool, options: &TextOptions) -> String {
    // A line that differs is shown whole.
    let mut page = Page::new(options.color, usize::MAX);
    let mut last = None;
    for one in tested.iter().filter(|_| !quiet) {
        if last.replace((one.stage, one.policy, one.file))
            != Some((one.stage, one.policy, one.file))
        {
            page.put(Style::Strong, &format!("{} {}", one.stage, one.policy));
            page.put(Style::Quiet, &format!("  {}", one.file.unwrap_or("built in"))).end();
        }
        match one.passed {
            true => page.put(Style::Good, "  ✓ ").put(Style::Plain, one.name).end(),
            false => page.put(Style::Bad, "  ✗ ").put(Style::Strong, one.name).end(),
        }
    }
    let mut text = if quiet { String::new() } else { page.finish() };
    for one in tested.iter().filter(|one| !one.passed) {
        text += if text.is_empty() { "" } else { "\n" };
        text += &failure(one, options);
    }
    let mut page = Page::new(options.color, usize::MAX);
    text += if text.is_empty() { "" } else { "\n" };
    summary(&mut page, tested);
    text + page.finish().as_str()
}

fn summary(page: &mut Page, tested: &[Tested<'_>]) {
    let count = tested.len();
    let failed = tested.iter().filter(|one| !one.passed).count();
    let mut policies: Vec<_> = tested.iter().map(|one| (one.stage, one.policy, one.file)).collect();
    policies.dedup();
    let cases = if count == 1 { "case" } else { "cases" };
    let of = match policies.len() {
        1 => "1 policy".to_owned(),
        more => format!("{more} policies"),
    };
    page.put(Style::Plain, &format!("{count} {cases} of {of}: "));
    match failed {
        0 if count == 0 => page.put(Style::Bad, "nothing was tried"),
        0 => page.put(Style::Good, "all passed"),
        _ => page
            .put(Style::Bad, &format!("{failed} failed"))
            .put(Style::Plain, &format!(", {} passed", count - failed)),
    };
    page.end();
}

fn failure(one: &Tested<'_>, options: &TextOptions) -> String {
    let mut page = Page::new(options.color, usize::MAX);
    page.put(Style::Bad, "✗ ").put(Style::Strong, &format!("{} {}: ", one.stage, one.policy));
    page.put(Style::Strong, one.name).end();
    let (file, line) = one.place;
    page.line(Style::Quiet, &format!("  {file}:{line}"));
    page.gap();
    for line in one.difference.lines() {
        let style = match line.as_bytes().first() {
            Some(b'+') => Style::Good,
            Some(b'-') => Style::Bad,
            Some(b'@') => Style::Quiet,
            _ => Style::Plain,
        };
        page.put(Style::Plain, "  ").put(style, line).end();
    }
    if !one.wrong.is_empty() {
        page.gap();
        for item in one.wrong.items() {
            page.put(Style::Bad, "  ").put(Style::Bad, &item.code).end();
            page.line(Style::Plain, &format!("  {}", item.message));
        }
    }
    let mut text = page.finish();
    if let Some(ruling) = one.ruling {
        text.push('\n');
        for line in trace(ruling, options).lines() {
            let margin = if line.is_empty() { "" } else { "  " };
            let _ = writeln!(text, "{margin}{line}");
        }
    }
    text
}

/// All cases, what they try and would not notice where that was measured, and why there are not more of them.
pub fn json(
    tested: &[Tested<'_>],
    measured: &Measured<'_>,
    wrong: &Diagnostics,
    exit_code: u8,
) -> String {
    let passed = tested.iter().filter(|one| one.passed).count();
    let cases = tested.iter().map(OneTested::of).collect();
    print(&AllTested {
        schema_version: SCHEMA_VERSION,
        exit_code,
        passed,
        failed: tested.len() - passed,
        cases,
        coverage: measured.covered.as_ref().map(|all| all.iter().map(OneCovered::of).collect()),
        mutation: measured.mutated.as_ref().map(|all| all.iter().map(OneMutated::of).collect()),
        diagnostics: views(wrong),
    })
}

impl<'a> OneTested<'a> {
    fn of(one: &Tested<'a>) -> Self {
        Self {
            stage: one.stage,
            policy: one.policy,
            policy_file: one.file,
            name: one.name,
            file: one.place.0,
            line: one.place.1,
            passed: one.passed,
            difference: (!one.passed).then_some(one.difference),
            rule: one.ruling.map(Ruling::rule_name),
            diagnostics: views(one.wrong),
        }
    }
}

fn views(found: &Diagnostics) -> Vec<View<'_>> {
    let views = ViewBuilder::new(found.sources());
    found.items().iter().map(|item| views.diagnostic(item)).collect()
}
