//! A report: what a command found, as plain data, and the shapes in which services show it.
//!
//! ```text
//! Ruling, Diagnostics, cases ──▶ Report ──▶ github sarif rdjson gitlab junit ctrf markdown html kdl
//! ```
//!
//! A command fills one [`Report`]; a kind is one file that knows nothing of commands. `text` and `json` are a command's
//! own shapes. Whatever a reviewer or a policy wrote is hostile here: each kind escapes it for what reads it.

mod ctrf;
mod github;
mod gitlab;
mod html;
mod junit;
mod kdl;
pub(crate) mod markdown;
mod mistakes;
mod rdjson;
mod ruling;
mod sarif;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

pub(crate) use mistakes::{items_of, no_answer, unread};
pub(crate) use ruling::{Around, of_ruling};

use crate::ir::{Fingerprint, Level, Severity};

/// A shape that does not depend on the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Github,
    Sarif,
    Rdjson,
    Gitlab,
    Junit,
    Ctrf,
    Markdown,
    Html,
    Kdl,
}

/// What a command found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// The command: `assize gate`.
    pub(crate) command: &'static str,
    /// What it is about: the name of the work, the policies.
    pub(crate) about: String,
    /// Its outcome in a word: `OPEN`, `SHUT`, `NO ANSWER`.
    pub(crate) state: &'static str,
    /// Why, in a line: `fail: a reviewer failed the change`.
    pub(crate) title: String,
    /// Whether what it is about may go on; false unless that was found out.
    pub(crate) good: bool,
    /// By whom and by what: `policy` and `any-blocker:6`.
    pub(crate) facts: Vec<(&'static str, String)>,
    /// What was found.
    pub(crate) items: Vec<Item>,
    /// What was asked, one by one: seats, cases, policies.
    pub(crate) checks: Vec<Check>,
    /// What was counted, to be drawn.
    pub(crate) charts: Vec<Chart>,
    /// What can be skipped, as lines: the trace, what would change it.
    pub(crate) sections: Vec<Section>,
    /// What can be found, whether it was or not.
    pub(crate) rules: Vec<Rule>,
}

/// One thing that was found.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The name of what kind of thing it is: `blocker`, `assize::lint::unused_param`.
    pub(crate) rule: String,
    pub(crate) level: Level,
    /// How bad, in the reviewer's word.
    pub(crate) severity: Option<Severity>,
    /// What was found, in a line.
    pub(crate) message: String,
    /// The next step.
    pub(crate) help: Option<String>,
    /// Where in the work.
    pub(crate) place: Option<Place>,
    /// Where it was written: in a review.
    pub(crate) written: Option<Place>,
    /// The words there.
    pub(crate) excerpt: Option<String>,
    /// Other places that belong to it.
    pub(crate) related: Vec<Place>,
    /// Who found it.
    pub(crate) seat: Option<String>,
    /// What it is about, whatever line it moves to; the same in the next run.
    pub(crate) fingerprint: String,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The path, as a person opens it.
    pub(crate) path: String,
    pub(crate) lines: Option<Lines>,
    /// What stands there.
    pub(crate) label: String,
}

/// Lines of a file, from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// The columns that it begins in and ends behind, from 1, in characters.
    pub(crate) columns: Option<(u32, u32)>,
    /// Its first byte from 0, and how many.
    pub(crate) bytes: Option<(u32, u32)>,
}

/// One thing that was asked, and its answer.
#[derive(Debug)]
pub(crate) struct Check {
    /// What it belongs to: `gate/ours`.
    pub(crate) suite: String,
    pub(crate) name: String,
    pub(crate) answer: Answer,
    /// The answer in a few words.
    pub(crate) says: String,
    /// Why, in lines; empty where there is nothing to say.
    pub(crate) why: String,
    pub(crate) place: Option<Place>,
}

/// What became of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Passed,
    Failed,
    /// There is no answer, and there should be one.
    Errored,
    /// There will be one.
    Pending,
    Skipped,
}

/// Counts, a bar for each row.
#[derive(Debug)]
pub(crate) struct Chart {
    pub(crate) title: &'static str,
    pub(crate) bars: Vec<Bar>,
}

/// A row of a chart.
#[derive(Debug)]
pub(crate) struct Bar {
    /// What was counted in: `round 2`, a seat.
    pub(crate) name: String,
    /// What else is known of it; empty where nothing is.
    pub(crate) note: String,
    pub(crate) parts: Vec<Part>,
}

/// A part of a bar: how many of something.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) what: String,
    pub(crate) count: usize,
    pub(crate) tone: Tone,
}

/// How a count is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Good,
    Odd,
    Bad,
    Neutral,
}

/// Lines that belong together, to be folded.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) text: String,
}

/// Something that can be found.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) level: Level,
    pub(crate) doc: &'static str,
}

/// Writes a report.
pub(crate) fn write(kind: Kind, report: &Report) -> String {
    match kind {
        Kind::Github => github::write(report),
        Kind::Sarif => sarif::write(report),
        Kind::Rdjson => rdjson::write(report),
        Kind::Gitlab => gitlab::write(report),
        Kind::Junit => junit::write(report),
        Kind::Ctrf => ctrf::write(report),
        Kind::Markdown => markdown::write(report),
        Kind::Html => html::write(report),
        Kind::Kdl => kdl::write(report),
    }
}

impl Report {
    /// The items, the worst first, else in their order.
    fn worst_first(&self) -> Vec<&Item> {
        let mut items: Vec<&Item> = self.items.iter().collect();
        items.sort_by_key(|item| std::cmp::Reverse((item.level, item.severity)));
        items
    }

    /// Fingerprints by item, each once: what is found a second time is the same thing, and another entry.
    fn unique_fingerprints(&self) -> Vec<String> {
        let mut seen = std::collections::HashMap::new();
        let mut unique = Vec::with_capacity(self.items.len());
        for item in &self.items {
            let count: &mut u32 = seen.entry(item.fingerprint.as_str()).or_default();
            *count += 1;
            unique.push(match count {
                1 => item.fingerprint.clone(),
                count => format!("{}:{count}", item.fingerprint),
            });
        }
        unique
    }
}

impl Item {
    /// One of which nothing else is known.
    pub(crate) fn new(rule: &str, level: Level, message: String) -> Self {
        Self {
            fingerprint: Fingerprint::of(Some(rule), None, &message).to_string(),
            rule: rule.to_owned(),
            level,
            severity: None,
            message,
            help: None,
            place: None,
            written: None,
            excerpt: None,
            related: Vec::new(),
            seat: None,
        }
    }

    /// The place in the work, or else the one where it was written.
    fn anywhere(&self) -> Option<&Place> {
        self.place.as_ref().or(self.written.as_ref())
    }

    /// How bad, in a word: `critical`, or what it is.
    fn weight(&self) -> &str {
        match self.severity {
            Some(severity) => severity.as_str(),
            None if self.rule.contains("::") => self.level.as_str(),
            None => &self.rule,
        }
    }

    /// What was found, and the next step.
    fn in_full(&self) -> String {
        let mut text = self.message.clone();
        if let Some(seat) = &self.seat {
            let _ = write!(text, " ({seat})");
        }
        if let Some(help) = &self.help {
            let _ = write!(text, "\nhelp: {help}");
        }
        text
    }
}

impl Place {
    /// A whole file.
    pub(crate) fn of_file(path: String) -> Self {
        Self { path, lines: None, label: String::new() }
    }

    /// `src/a.rs:7`
    pub(crate) fn shown(&self) -> String {
        match self.lines {
            Some(lines) => format!("{}:{}", self.path, lines.first),
            None => self.path.clone(),
        }
    }
}
