//! Rows of findings, and the outcome of a review, in the words of CPF.

use super::history::History;
use super::mistakes::code;
use crate::ir::Outcome;
use crate::ir::Ruling;
use crate::ir::Severity;
use crate::ir::{CellRef, ClosedDocket};
use crate::source::{Span, text_of};

use super::batch::Row;

/// The findings of a seat, as rows.
pub fn rows_of(docket: &ClosedDocket, seat: &str) -> Vec<Row> {
    let verdict = docket.cells().find(|cell| cell.seat() == seat).and_then(CellRef::verdict);
    let text = |span: Span| text_of(docket.sources(), span).into_owned();
    let findings = verdict.into_iter().flat_map(|verdict| &verdict.findings);
    let row = findings.map(|finding| Row {
        agents: finding.agents.iter().map(|agent| text(*agent)).collect(),
        severity: finding.severity,
        category: finding.category.map(text).unwrap_or_default(),
        location: finding.location.as_ref().map(|place| text(place.text)).unwrap_or_default(),
        text: text(finding.text),
        frequency: None,
    });
    row.collect()
}

/// The word of CPF for a ruling: the policy's own where it is one, else that of its outcome.
pub fn word_of(ruling: &Ruling) -> &str {
    const OWN: [&str; 5] = ["GO", "CONDITIONAL", "NO-GO", "SPEC-UPDATE-NEEDED", "ESCALATE"];
    match (OWN.contains(&ruling.word()), ruling.outcome()) {
        (true, _) => ruling.word(),
        (false, Outcome::Pass) => "GO",
        (false, Outcome::Warn) => "CONDITIONAL",
        (false, Outcome::Fail) => "NO-GO",
        (false, Outcome::Hold) => "ESCALATE",
    }
}

/// The rows that a CONDITIONAL review tracks: its M and L rows.
pub fn tracked_of(rows: &[Row]) -> Vec<Row> {
    let small = |row: &&Row| row.severity.is_some_and(|severity| severity <= Severity::Medium);
    let bare = |row: &Row| Row { agents: Vec::new(), frequency: None, ..row.clone() };
    rows.iter().filter(small).map(bare).collect()
}

/// What the review before tracked, and this one no longer finds: its name, and the rows.
pub fn resolved_since(history: &History, found: &[Row]) -> Option<(String, Vec<String>)> {
    let (name, tracked) = history.previous.as_ref()?;
    let keys: Vec<(String, String)> = found.iter().map(Row::key).collect();
    let gone = |row: &&String| key_of(row).is_some_and(|key| !keys.contains(&key));
    let gone: Vec<String> = tracked.iter().filter(gone).cloned().collect();
    (!gone.is_empty()).then(|| (name.clone(), gone))
}

/// The key of a row as a log has it: `M (noise)|coupling|Store|…`.
fn key_of(row: &str) -> Option<(String, String)> {
    let mut cells = row.trim().trim_matches('|').split('|').skip(1);
    let (category, place) = (cells.next()?, cells.next()?);
    Some((category.trim().to_lowercase(), place.trim().to_lowercase()))
}

/// What is asked of anyone who follows up a review that fails, as a verdict: its word, its rows and the defects of the
/// specification.
pub fn follow_up_text(word: &str, rows: &[Row], defects: &[super::Defect]) -> String {
    let update = word == "SPEC-UPDATE-NEEDED";
    let mut text = format!("VERDICT:{}\nSCOPE:review\n", if update { word } else { "NO-GO" });
    let rows: Vec<String> =
        rows.iter().filter(|row| row.severity.is_some()).map(Row::verified).collect();
    if !rows.is_empty() {
        text.push_str("VERIFIED:\n");
        rows.iter().for_each(|row| {
            text.push_str(row);
            text.push('\n');
        });
    }
    if update && !defects.is_empty() {
        text.push_str("SPEC_FEEDBACK:\n");
        defects.iter().for_each(|defect| {
            let fields = [&defect.phase, &defect.spec, &defect.text].map(|field| one_line(field));
            text.push_str(&format!("{}\n", fields.join("|")));
        });
    }
    text
}

/// A text without line ends.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Row {
    /// What two rows must share to be one finding (CPF Spec 5.1).
    pub fn key(&self) -> (String, String) {
        (self.category.trim().to_lowercase(), self.location.trim().to_lowercase())
    }

    /// `H|coverage-gap|Spec 3.AC2|no design for it (freq: 2/3)`
    pub fn line(&self) -> String {
        let frequency = self.frequency.map(|(times, of)| format!(" (freq: {times}/{of})"));
        let text = one_line(&self.text);
        let frequency = frequency.unwrap_or_default();
        match self.severity {
            None => format!("{text}{frequency}"),
            severity => format!(
                "{}|{}|{}|{text}{frequency}",
                code(severity),
                field(&self.category),
                field(&self.location)
            ),
        }
    }

    /// The same with who reported it, as a row below `VERIFIED:`.
    pub(super) fn verified(&self) -> String {
        let agents: Vec<String> =
            self.agents.iter().map(|agent| field(agent).replace('+', "-")).collect();
        let agents = if agents.is_empty() { "unknown".to_owned() } else { agents.join("+") };
        format!("{agents}|{}", Self { frequency: None, ..self.clone() }.line())
    }
}

fn field(text: &str) -> String {
    one_line(text).replace('|', "/")
}
