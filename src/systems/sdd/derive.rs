//! The verdict that the lead derives where the auditor stays out.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

use super::batch::Row;
use super::compare::seat_name;
use super::kind::ReviewKind;
use super::likeness::Words;
use super::outcome::{one_line, rows_of};
use crate::ir::Outcome;
use crate::ir::{CellRef, ClosedDocket};
use crate::ir::{Kind, Severity};
use crate::source::text_of;

/// A conservative verdict from what the inspectors report, by their C and H (CPF, "Error Handling"): NO-GO where one is
/// critical or an inspector says so, CONDITIONAL where one is high, or somebody is not content or not there, else GO.
///
/// It is tagged `AUDITOR_UNAVAILABLE`: a docket holds it to the worst of what it rests on. `lost` are the inspectors
/// that could not be read, and why.
pub fn derived(
    docket: &ClosedDocket,
    kind: ReviewKind,
    seats: &[&str],
    lost: &[(String, String)],
) -> String {
    let mut merged = Merged::default();
    let mut unrated = Vec::new();
    for seat in seats {
        for row in rows_of(docket, seat) {
            match row.severity {
                Some(_) => {
                    merged.add(Row { agents: vec![seat_name(seat).to_owned()], ..row });
                }
                None => {
                    unrated.push(format!(
                        "unrated by {}: {}",
                        seat_name(seat),
                        one_line(&row.text)
                    ));
                }
            }
        }
    }
    let mut rows = merged.rows();
    rows.sort_by_key(|row| std::cmp::Reverse(row.severity));
    let worst = rows.first().and_then(|row| row.severity);
    let cells = || docket.cells().filter(|cell| seats.contains(&cell.seat()));
    let says = |outcome| cells().any(|cell| cell.effective() == Some(outcome));
    let content = cells().filter_map(CellRef::effective).all(|outcome| outcome == Outcome::Pass);
    let word = match worst {
        Some(Severity::Critical) => "NO-GO",
        _ if says(Outcome::Fail) => "NO-GO",
        worst if worst >= Some(Severity::High) || !content || !lost.is_empty() => "CONDITIONAL",
        _ => "GO",
    };
    let mut text = format!("VERDICT:{word}\n");
    if kind.kind() != Kind::DeadCode {
        let scope = cells().find_map(|cell| cell.verdict()?.scope);
        let scope = scope.map(|span| one_line(&text_of(docket.sources(), span)));
        let scope = scope.filter(|scope| !scope.is_empty()).unwrap_or_else(|| kind.to_string());
        let _ = writeln!(text, "SCOPE:{scope}");
    }
    if !rows.is_empty() {
        text.push_str("VERIFIED:\n");
        rows.iter().for_each(|row| {
            let _ = writeln!(text, "{}", row.verified());
        });
    }
    text.push_str("NOTES:\nAUDITOR_UNAVAILABLE|lead-derived verdict\n");
    for (name, reason) in lost {
        let _ = writeln!(text, "PARTIAL:{}|{}", one_line(name), one_line(reason));
    }
    unrated.iter().for_each(|line| {
        let _ = writeln!(text, "{line}");
    });
    text
}

/// One row for each category and place.
#[derive(Default)]
struct Merged {
    rows: Vec<(Row, MergedText)>,
    /// Which row is about which category and place.
    known: BTreeMap<(String, String), usize>,
}

impl Merged {
    /// A row more: with the worst severity, everybody who reports it, and all that they say.
    fn add(&mut self, mut row: Row) {
        let (text, key) = (std::mem::take(&mut row.text), row.key());
        let known = self.known.get(&key).and_then(|place| self.rows.get_mut(*place));
        let Some((known, said)) = known else {
            if key != Default::default() {
                self.known.insert(key, self.rows.len());
            }
            let mut said = MergedText::default();
            said.add(text, false);
            return self.rows.push((row, said));
        };
        said.add(text, row.severity > known.severity);
        known.severity = known.severity.max(row.severity);
        for agent in row.agents {
            if !known.agents.contains(&agent) {
                known.agents.push(agent);
            }
        }
    }

    fn rows(self) -> Vec<Row> {
        let rows = self.rows.into_iter();
        rows.map(|(row, said)| Row { text: said.text(), ..row }).collect()
    }
}

/// Texts as one, without those that say nothing beyond the others. A text more is compared with the words of all of them
/// at once, which takes as long as the text is, however many there are.
#[derive(Default)]
struct MergedText {
    texts: VecDeque<String>,
    words: Words,
}

impl MergedText {
    /// A text more, before the others or behind them. Of two that say the same, the one before stays.
    fn add(&mut self, text: String, before: bool) {
        let words = Words::of([text.as_str()]);
        let is_within = |one: &Words, other: &Words| one.is_empty() || other.covers(one, 100);
        let says_all = is_within(&self.words, &words);
        if is_within(&words, &self.words) && !self.texts.is_empty() && !(before && says_all) {
            return;
        }
        if says_all {
            self.texts.clear();
        }
        match before {
            true => self.texts.push_front(text),
            false => self.texts.push_back(text),
        }
        self.words.extend(words);
    }

    fn text(self) -> String {
        Vec::from(self.texts).join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(severity: Severity, text: &str) -> Row {
        let (category, location) = ("token".to_owned(), "src/a.rs:10".to_owned());
        Row {
            severity: Some(severity),
            category,
            location,
            text: text.to_owned(),
            ..Row::default()
        }
    }

    fn merged<'t>(rows: impl IntoIterator<Item = (Severity, &'t str)>) -> String {
        let mut merged = Merged::default();
        rows.into_iter().for_each(|(severity, text)| merged.add(row(severity, text)));
        let rows = merged.rows();
        assert_eq!(rows.len(), 1);
        rows.into_iter().map(|row| row.text).collect()
    }

    #[test]
    fn what_says_nothing_beyond_the_others_goes() {
        use Severity::{High, Medium};
        let (short, long) = ("tokens leak", "tokens leak into logs");
        for texts in [[short, long], [long, short]] {
            assert_eq!(merged(texts.map(|text| (High, text))), long);
        }
        let apart = ["keys are short", "tokens leak", "keys leak"];
        assert_eq!(merged(apart.map(|text| (High, text))), "keys are short; tokens leak");
        assert_eq!(
            merged([(Medium, "keys are short"), (High, "tokens leak"), (Medium, "logs grow")]),
            "tokens leak; keys are short; logs grow"
        );
        assert_eq!(merged([(Medium, "Tokens leak"), (High, "tokens leak")]), "tokens leak");
        assert_eq!(merged([(High, "…"), (High, "tokens leak")]), "tokens leak");
        assert_eq!(merged([(High, "…"), (High, "!")]), "…");
    }

    /// What a text is compared with are words that are known already, and no text that grows: else this does not end.
    #[test]
    fn many_texts_at_one_place_are_one() {
        let texts: Vec<String> =
            (0..10_000).map(|at| (0..8).map(|word| format!("w{at}x{word} ")).collect()).collect();
        let text = merged(texts.iter().map(|text| (Severity::Medium, text.as_str())));
        assert_eq!(text, texts.join("; "));
    }

    #[test]
    fn many_places_are_many_rows() {
        let mut merged = Merged::default();
        for at in 0..50_000 {
            let location = format!("src/a.rs:{at}");
            merged.add(Row { location, ..row(Severity::Low, "tokens leak") });
        }
        assert_eq!(merged.rows().len(), 50_000);
    }
}
