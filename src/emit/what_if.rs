//! What would change a ruling, for a person.

use super::cells::style_of;
use super::page::{Page, Style, rows};
use super::text::TextOptions;
use super::visible::visible;
use super::words;
use crate::ir::{ClosedDocket, Given, Outcome, Ruling, Subject, Suppose, WhatIf, WhatIfs};

/// More ways than this are only counted.
const MOST: usize = 12;

/// What would change a ruling, a line for each way; nothing where none was found.
///
/// ```
/// use assize::emit::text;
/// use assize::{Docket, Policy, Source, Stage, built_in};
/// let policy = Policy::compile(Stage::Gate, "any-blocker", built_in(Stage::Gate, "any-blocker").unwrap())?;
/// let mut docket = Docket::new("task-17");
/// docket.seat("qa");
/// docket.seat("security");
/// docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
/// let docket = docket.close();
/// let (ruling, what_ifs) = (policy.judge(&docket)?, policy.what_ifs(&docket)?);
/// let told = text::what_ifs(&ruling, &what_ifs, &Default::default());
/// assert_eq!(told, "what would change it\n  pass, by `everybody passed`, when security passes\n");
/// # Ok::<(), assize::Diagnostics>(())
/// ```
pub fn what_ifs(ruling: &Ruling, what_ifs: &WhatIfs, options: &TextOptions) -> String {
    let mut page = Page::new(options.color, options.width);
    if what_ifs.found.is_empty() && what_ifs.tried_all {
        return String::new();
    }
    page.line(Style::Strong, "what would change it");
    if what_ifs.no_reviewer {
        let against = against(ruling.docket(), what_ifs);
        page.line(Style::Plain, &format!("  no reviewer can open this: {}", visible(&against)));
    }
    ways(&mut page, ruling.docket(), what_ifs, 2);
    page.finish()
}

/// A line for each way, so far to the right.
pub(super) fn ways(page: &mut Page, docket: &ClosedDocket, what_ifs: &WhatIfs, margin: usize) {
    let lead_in = " ".repeat(margin);
    let lines = lines(docket, &what_ifs.found);
    for (what_if, when) in lines.iter().take(MOST) {
        let told = format!(", by `{}`, {when}", what_if.rule);
        let width = page.width().saturating_sub(margin + 2);
        let lead = what_if.word.as_str();
        let style = what_if.outcome.map_or(Style::Plain, style_of);
        for (place, row) in rows(&visible(&format!("{lead}{told}")), width, MOST).iter().enumerate()
        {
            match row.strip_prefix(visible(lead).as_ref()).filter(|_| place == 0) {
                Some(rest) => page
                    .put(Style::Plain, &lead_in)
                    .put(style, &visible(lead))
                    .put(Style::Plain, rest)
                    .end(),
                None => {
                    page.put(Style::Plain, &lead_in).put(Style::Plain, &format!("  {row}")).end();
                }
            }
        }
    }
    if lines.len() > MOST {
        let more = lines.len() - MOST;
        page.line(Style::Quiet, &format!("{lead_in}and {more} more ways"));
    }
    if !what_ifs.tried_all {
        page.line(Style::Quiet, &format!("{lead_in}not everything was tried: the docket is large"));
    }
}

/// Ways that differ only in who speaks are told in one line: `when one of qa and docs passes`.
fn lines<'w>(docket: &ClosedDocket, found: &'w [WhatIf]) -> Vec<(&'w WhatIf, String)> {
    let mut groups: Vec<Vec<&WhatIf>> = Vec::new();
    for what_if in found {
        let alike = |group: &&mut Vec<&WhatIf>| {
            let first = group[0];
            (first.outcome, &first.word, &first.rule)
                == (what_if.outcome, &what_if.word, &what_if.rule)
                && first.suppose.len() == what_if.suppose.len()
                && voice(first).is_some()
                && voice(first) == voice(what_if)
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(what_if),
            None => groups.push(vec![what_if]),
        }
    }
    let mut lines = Vec::new();
    for group in groups {
        match one_of(&group) {
            Some(when) => lines.push((group[0], when)),
            None => lines.extend(group.iter().map(|what_if| (*what_if, when(docket, what_if)))),
        }
    }
    lines
}

/// What everybody says in it, where it is about whole answers only.
fn voice(what_if: &WhatIf) -> Option<Outcome> {
    let mut says = what_if.suppose.iter().map(|supposed| match supposed {
        Suppose::Says { subject: None, outcome, .. } => Some(*outcome),
        _ => None,
    });
    let first = says.next()??;
    says.all(|says| says == Some(first)).then_some(first)
}

/// `when two of qa, docs and style pass`, where any two of them do.
fn one_of(group: &[&WhatIf]) -> Option<String> {
    let size = group[0].suppose.len();
    let mut seats: Vec<&str> = Vec::new();
    for supposed in group.iter().flat_map(|what_if| &what_if.suppose) {
        if let Suppose::Says { seat, .. } = supposed
            && !seats.contains(&seat.as_str())
        {
            seats.push(seat);
        }
    }
    let ways = match size {
        1 => seats.len(),
        2 => seats.len() * (seats.len().saturating_sub(1)) / 2,
        _ => return None,
    };
    if group.len() != ways || group.len() == 1 {
        return None;
    }
    let number = if size == 1 { "one" } else { "two" };
    Some(format!("when {number} of {} {}", words::listed(&seats), verb(voice(group[0])?, size)))
}

/// `when qa passes and without …`
fn when(docket: &ClosedDocket, what_if: &WhatIf) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(outcome) = voice(what_if) {
        let seats = what_if.suppose.iter().filter_map(|supposed| match supposed {
            Suppose::Says { seat, .. } => Some(seat.as_str()),
            _ => None,
        });
        let seats: Vec<&str> = seats.collect();
        return format!("when {} {}", words::listed(&seats), verb(outcome, seats.len()));
    }
    for supposed in &what_if.suppose {
        parts.push(match supposed {
            Suppose::Says { seat, subject, outcome } => {
                format!("when {seat}{} {}", about(subject.as_ref()), verb(*outcome, 1))
            }
            Suppose::Without { .. } => without(docket, supposed),
            Suppose::States { seat, subject, outcome } => {
                format!("when {seat}{} states {outcome}", about(Some(subject)))
            }
            Suppose::Finds { seat, subject, severity } => {
                format!(
                    "when {seat}{} finds one more thing that is {severity}",
                    about(Some(subject))
                )
            }
            Suppose::Tried { seat, action, times: 1 } => {
                format!("after one more `{action}` of {seat}")
            }
            Suppose::Tried { seat, action, times } => {
                format!("after {times} more `{action}` of {seat}")
            }
            Suppose::Given { name, value } => {
                let now = docket.columns().given.get(name);
                format!("when `{name}` {}", becomes(now, value))
            }
            Suppose::LinesChanged { lines } => format!("when {lines} lines change"),
        });
    }
    parts.join(" and ")
}

/// `reaches 800`, `has no `hold``
fn becomes(now: Option<&Given>, value: &Given) -> String {
    match (now, value) {
        (Some(Given::Int(now)), Given::Int(value)) if value > now => format!("reaches {value}"),
        (Some(Given::Int(_)), Given::Int(value)) => format!("falls to {value}"),
        (Some(Given::List(now)), Given::List(entries)) => {
            let other = |entry: &&String, others: &[String]| !others.contains(entry);
            let more = entries.iter().find(|entry| other(entry, now));
            let gone = now.iter().find(|entry| other(entry, entries));
            match (more, gone) {
                (Some(more), _) => format!("has `{more}`"),
                (None, Some(gone)) => format!("has no `{gone}`"),
                (None, None) => format!("is `{value}`"),
            }
        }
        _ => format!("is {value}"),
    }
}

/// The facts that stand against a gate which no reviewer opens: `labels` is hold`.
fn against(docket: &ClosedDocket, what_ifs: &WhatIfs) -> String {
    let mut all: Vec<String> = Vec::new();
    let supposed = what_ifs.found.iter().flat_map(|what_if| &what_if.suppose);
    for one in supposed {
        let fact = match one {
            Suppose::Given { name, value } => {
                let now = docket.columns().given.get(name);
                match (now, value) {
                    (Some(Given::List(now)), Given::List(entries)) => {
                        let gone = now.iter().find(|entry| !entries.contains(entry));
                        gone.map(|gone| format!("`{name}` has `{gone}`"))
                    }
                    (now, _) => now.map(|now| format!("`{name}` is {now}")),
                }
                .unwrap_or_else(|| format!("of `{name}`"))
            }
            Suppose::LinesChanged { .. } => {
                let lines = docket.columns().lines_changed;
                format!("`lines_changed` is {}", lines.unwrap_or_default())
            }
            _ => continue,
        };
        if !all.contains(&fact) {
            all.push(fact);
        }
    }
    all.join(", ")
}

/// ` (AC1)`, where it is not the change.
fn about(subject: Option<&Subject>) -> String {
    let about = subject.and_then(words::subject);
    about.map(|about| format!(" ({about})")).unwrap_or_default()
}

/// `` without `spec-drift|src/a.rs:7` of qa and docs ``
fn without(docket: &ClosedDocket, supposed: &Suppose) -> String {
    let mut seats: Vec<&str> = Vec::new();
    for finding in supposed.findings(docket) {
        if !seats.contains(&finding.cell().seat()) {
            seats.push(finding.cell().seat());
        }
    }
    let first = supposed.findings(docket).next();
    let name = first.map(|first| match (first.category(), first.location()) {
        (Some(category), Some(location)) => format!("{category}|{location}"),
        _ => first.in_full().into_owned(),
    });
    let name = name.unwrap_or_default();
    let short: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = short.char_indices().nth(80).map_or(short.len(), |(at, _)| at);
    let dots = if cut < short.len() { "…" } else { "" };
    format!("without `{}{dots}` of {}", &short[..cut], words::listed(&seats))
}

fn verb(outcome: Outcome, seats: usize) -> &'static str {
    match (outcome, seats) {
        (Outcome::Pass, 1) => "passes",
        (Outcome::Pass, _) => "pass",
        (Outcome::Warn, 1) => "warns",
        (Outcome::Warn, _) => "warn",
        (Outcome::Hold, 1) => "holds",
        (Outcome::Hold, _) => "hold",
        (Outcome::Fail, 1) => "fails",
        (Outcome::Fail, _) => "fail",
    }
}
