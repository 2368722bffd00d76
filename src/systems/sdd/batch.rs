//! A review as it is appended to the log of its feature (CPF, "Persistence Format").

use std::fmt::Write as _;

use super::kind::ReviewKind;
use super::outcome::one_line;
use crate::codec::{self, append_text};
use crate::ir::Severity;
use crate::ir::words;
use crate::ir::{Diagnostics, Outcome};
use crate::source::Source;

words! {
    /// What became of a review.
    #[non_exhaustive]
    pub enum Disposition {
        /// The work goes on.
        GoAccepted = "GO-ACCEPTED",
        /// The work goes on, and what was found is tracked.
        ConditionalTracked = "CONDITIONAL-TRACKED",
        /// The work goes on, and what was found was fixed.
        ConditionalFixed = "CONDITIONAL-FIXED",
        /// The work was fixed.
        NoGoFixed = "NO-GO-FIXED",
        /// The specification was mended, and what rests on it was built again.
        SpecUpdateCascaded = "SPEC-UPDATE-CASCADED",
        /// A person decides.
        Escalated = "ESCALATED",
    }
}

impl Disposition {
    /// What can be said of a review that has just been judged. Of one that fails, nothing: whether the work or its
    /// specification is mended is known when that is done, unless it goes to a person.
    pub fn of(outcome: Outcome, escalates: bool) -> Option<Self> {
        match outcome {
            Outcome::Hold => Some(Self::Escalated),
            Outcome::Fail if escalates => Some(Self::Escalated),
            Outcome::Fail => None,
            Outcome::Warn => Some(Self::ConditionalTracked),
            Outcome::Pass => Some(Self::GoAccepted),
        }
    }
}

/// One finding, as a row of CPF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Who reported it.
    pub agents: Vec<String>,
    /// How bad; none where it is not said.
    pub severity: Option<Severity>,
    /// What kind of thing.
    pub category: String,
    /// Where.
    pub location: String,
    /// What.
    pub text: String,
    /// So many runs of so many report it.
    pub frequency: Option<(usize, usize)>,
}

/// One run of a review: its name, and what its auditor wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Its name: `V1`.
    pub name: String,
    /// The auditor's verdict, letter for letter.
    pub text: String,
}

/// A review, whole.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Which kind of review.
    pub kind: ReviewKind,
    /// When it was. The time is the host's.
    pub recorded: String,
    /// Which version was reviewed; blank where it is not said.
    pub version: String,
    /// Its runs that could be read.
    pub runs: Vec<Run>,
    /// So many of them have to agree; none where a single run was asked for.
    pub needed: Option<usize>,
    /// Lines below the heading: `PARTIAL:quality|missing`.
    pub notes: Vec<String>,
    /// What enough runs report.
    pub agreed: Vec<Row>,
    /// What too few report.
    pub noise: Vec<Row>,
    /// What became of it; none where it is not known yet.
    pub disposition: Option<Disposition>,
    /// The rows that a CONDITIONAL review tracks.
    pub tracked: Vec<Row>,
    /// What the batch before tracked, and this one no longer finds.
    pub resolved: Option<(String, Vec<String>)>,
}

impl Batch {
    /// The batch under a name.
    pub fn text(&self, name: &str) -> String {
        let mut text = format!("## [{name}] {}", self.kind);
        let version = self.version.strip_prefix('v').unwrap_or(&self.version);
        let fields = [("", self.recorded.as_str()), ("v", version)];
        for (mark, field) in fields.iter().filter(|(_, field)| !field.is_empty()) {
            let _ = write!(text, " | {mark}{field}");
        }
        let runs = self.runs.len();
        if let Some(needed) = self.needed.filter(|_| runs > 0) {
            let _ = write!(text, " | runs:{runs} | threshold:{needed}/{runs}");
        }
        text.push('\n');
        lines(&mut text, self.notes.iter().map(|note| one_line(note)));
        if !self.runs.is_empty() {
            text.push_str("\n### Raw\n");
        }
        for (place, run) in self.runs.iter().enumerate() {
            if place > 0 {
                text.push('\n');
            }
            let _ = writeln!(text, "#### {}\n{}", run.name, quoted(&run.text));
        }
        if self.needed.is_some() && runs > 0 {
            text.push_str("\n### Consensus\n");
            lines(&mut text, self.agreed.iter().map(Row::line));
            text.push_str("\n### Noise\n");
            lines(&mut text, self.noise.iter().map(Row::line));
        }
        if let Some(disposition) = self.disposition {
            let _ = write!(text, "\n### Disposition\n{disposition}\n");
        }
        if !self.tracked.is_empty() {
            text.push_str("\n### Tracked\n");
            lines(&mut text, self.tracked.iter().map(Row::line));
        }
        if let Some((since, rows)) = &self.resolved {
            let _ = write!(text, "\n### Resolved since {since}\n");
            lines(&mut text, rows.iter().map(|row| one_line(row)));
        }
        text
    }

    /// The log with this batch below the others, whose bytes stay as they are; and the name that it gets, one number
    /// higher than the highest that is there.
    ///
    /// # Errors
    ///
    /// The log cannot be read, may be cut off, or would be read differently with the batch.
    pub fn append_to(
        &self,
        log: &Source,
        outcome: Outcome,
    ) -> Result<(String, String), Diagnostics> {
        append_text(log, &|name| self.text(name), outcome)
    }
}

/// The text of a log in which a batch that was open says what became of it.
///
/// # Errors
///
/// The log cannot be read or may be cut off; it has no such batch, or one that is closed; the word would make the batch
/// better than it came to be, or says of one that opened that it failed.
pub fn close_batch(
    log: &Source,
    batch: &str,
    disposition: Disposition,
) -> Result<String, Diagnostics> {
    codec::close_batch(log, batch, disposition.as_str())
}

fn lines(text: &mut String, lines: impl Iterator<Item = String>) {
    lines.filter(|line| !line.is_empty()).for_each(|line| {
        text.push_str(&line);
        text.push('\n');
    });
}

/// A run as it stands, in a fence where it would else begin or end something of the log.
fn quoted(text: &str) -> String {
    let text = text.trim_matches(['\n', '\r']).trim_end();
    let mark = |line: &str| {
        let line = line.trim_start_matches([' ', '\t']);
        ["##", "```", "~~~", "<!--"].iter().any(|mark| line.starts_with(mark))
    };
    let begins = ["VERDICT:", "SCOPE:"].iter().any(|key| text.starts_with(key));
    if begins && !text.lines().any(mark) {
        return text.to_owned();
    }
    let longest = |c: char| text.split(|other| other != c).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest('`').max(2) + 1);
    format!("{fence}\n{text}\n{fence}")
}
