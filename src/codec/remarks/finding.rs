//! Labelled findings: `Blocker: SQL`, `[P0] SQL`, `### Critical` above a list, critical rows.

use super::pieces::is_empty_flow;
use super::{Asks, Scanner, Shape, Title, without_markup};
use crate::codec::lexicon::{
    Finding, Label, Meaning, Says, is_markup, is_none, is_noun, is_settled, read_value,
};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Outcome, RemarkKind, Severity};

impl<'a> Scanner<'_, 'a> {
    /// Whether a row of a table says something: it is neither a title nor one of dashes.
    pub(super) fn row_tells(&self, row: Slice<'_>) -> bool {
        let mut cells = row.text.split('|').map(str::trim).filter(|cell| !cell.is_empty());
        cells.any(|cell| !is_none(cell, self.lexicon))
    }

    /// `| Verdict | FAIL |`, `| Critical | 2 | in the pool |`
    pub(super) fn row(
        &mut self,
        first: Slice<'a>,
        second: Slice<'a>,
        more: Option<Slice<'a>>,
        whole: Slice<'a>,
    ) -> bool {
        let name = without_markup(first);
        if matches!(name.text, "C" | "H") || matches!(without_markup(second).text, "C") {
            return self.cpf_row(whole);
        }
        if let Some(Finding::Named(Severity::Critical)) = self.finding(name) {
            let value = without_markup(second);
            let other = self.lexicon.severity(value.text).is_some();
            let none = |cell: Slice<'_>| is_none(cell.text, self.lexicon);
            if other || none(value) || more.is_some_and(|more| none(without_markup(more))) {
                return true;
            }
            self.note(RemarkKind::Finding, Outcome::Fail, value, whole, None);
            return true;
        }
        more.is_none() && self.labelled(first, second, Shape::Row, whole)
    }

    /// `C|sql-injection|src/a.rs:7|built by concatenation`, wherever it stands.
    pub(super) fn cpf_row(&mut self, whole: Slice<'a>) -> bool {
        let is_row = *self.cpf.get_or_insert_with(|| is_cpf_row(whole.text));
        if is_row {
            self.note(RemarkKind::Finding, Outcome::Fail, whole, whole, None);
        }
        is_row
    }

    /// `[P0] SQL`, `[Severity: critical] SQL`
    pub(super) fn boxed(&mut self, name: Slice<'a>, value: Slice<'a>, whole: Slice<'a>) -> bool {
        let behind =
            without_markup(value).text.trim_start_matches([':', '-', '—', '–', ' ', '*', '_']);
        let critical = match self.finding(without_markup(name)) {
            Some(Finding::Named(severity)) => severity == Severity::Critical,
            _ => name.text.split_once(':').is_some_and(|(label, severity)| {
                self.lexicon.finding(label.trim()) == Some(Finding::Severity)
                    && self.lexicon.severity(severity) == Some(Severity::Critical)
            }),
        };
        if !critical {
            return false;
        }
        if !is_none(behind, self.lexicon) && !is_settled(behind) {
            self.note(RemarkKind::Finding, Outcome::Fail, name, whole, None);
        }
        true
    }

    pub(super) fn marked_finding(
        &mut self,
        finding: Finding,
        value: Slice<'a>,
        level: Option<u8>,
        whole: Slice<'a>,
    ) -> bool {
        let said = without_markup(value);
        let critical = match finding {
            Finding::Named(severity) => {
                // `Critical: –`
                let dash = value.text.contains(['-', '–', '—']);
                // `### P0 — must fix`
                let named = || level.is_some() && self.finding(said).is_some();
                // `critical_bugs: []`
                if is_empty_flow(value) {
                    return true;
                }
                if (said.is_empty() && !dash) || named() {
                    let asks = Asks::Finding(severity);
                    // `Blockers: ✅`: only an item says more.
                    let sign = read_value(value, Label::Verdict, self.lexicon).says;
                    let answered =
                        matches!(sign, Says::Word(_)) && sign.outcome().is_some_and(Outcome::opens);
                    let item = self.item;
                    self.title = Some(Title { line: whole, level, asks, answered, item });
                    return true;
                }
                severity == Severity::Critical && !is_none(said.text, self.lexicon)
                    && !is_settled(said.text)
                    // `Critical: 0, High: 2` is none of them; `C | H | M | L` a scale.
                    && !said.text.contains(" | ")
            }
            Finding::Counted => self.counts_some(said),
            Finding::Severity => {
                // `severity: !!str critical`
                let tagged = value.trim().text.starts_with(['&', '!']);
                let behind = tagged.then(|| said.text.split_once(' ')).flatten();
                let said = behind.map_or(said, |(tag, _)| said.after(tag.len() + 1));
                let end = said.text.find(|c: char| !c.is_alphanumeric()).unwrap_or(said.text.len());
                let rest = &said.text[end..];
                // `C`, as the successor of CPF writes it.
                let critical = self.lexicon.severity(&said.text[..end]) == Some(Severity::Critical)
                    || &said.text[..end] == "C";
                critical && !rest.trim_start().starts_with(['|', '/', ','])
            }
        };
        if critical {
            self.note(RemarkKind::Finding, Outcome::Fail, said, whole, None);
        }
        true
    }

    /// Whether the value of a `Failures` or a `Has blockers` says that there are some: `2`, `yes`, but not `2/2`, `2 (all fixed)`.
    fn counts_some(&self, said: Slice<'_>) -> bool {
        let digits = said.text.bytes().take_while(u8::is_ascii_digit).count();
        let number = said.text[..digits].parse::<u64>().is_ok_and(|count| count > 0)
            && (digits == said.text.len() || !said.text[digits..].starts_with(['/', '%']));
        let yes =
            || read_value(said, Label::Question, self.lexicon).says == Says::Word(Meaning::Yes);
        (number && !is_none(said.text, self.lexicon)) || yes()
    }

    /// What a name of a finding is, with a count or a bracket behind it: `Critical (2)`.
    pub(super) fn finding(&self, name: Slice<'_>) -> Option<Finding> {
        // Less than `LONGEST_NAME`.
        const LONGEST: usize = 60;
        let text = name.text;
        if text.len() > LONGEST {
            return None;
        }
        // `Critical (0)`, `Blockers [none]`
        let (name, bracket) = match text.find(['(', '[']) {
            Some(at) => (text[..at].trim_end(), &text[at + 1..]),
            None => (text, ""),
        };
        if !bracket.is_empty() && is_none(bracket.trim_end_matches([')', ']']), self.lexicon) {
            return None;
        }
        // `1. Blockers`, `Blockers 2`
        let name =
            name.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' '));
        // `Must fix before merge`
        let before = name.to_ascii_lowercase().find(" before ");
        let name = before.map_or(name, |at| &name[..at]);
        let name = name.trim_end_matches(|c: char| !c.is_alphanumeric());
        let plain = match name.split_once('#') {
            Some((plain, number)) if number.bytes().all(|b| b.is_ascii_digit()) => plain.trim_end(),
            _ => name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' '),
        };
        // Letters of full width
        let narrow: String = match name.is_ascii() {
            true => String::new(),
            false => name.chars().map(fields::narrow).collect(),
        };
        let found = self.lexicon.finding(name).or_else(|| self.lexicon.finding(&narrow));
        // `issue (blocking)`, as Conventional Comments have it, `Finding 2 (critical)`
        let graded = || {
            let grade = bracket.trim_end_matches([')', ']', ' ', '*', '_']);
            is_noun(plain).then(|| self.lexicon.finding(grade)).flatten()
        };
        found
            .or_else(|| (plain.len() < name.len()).then(|| self.lexicon.finding(plain)).flatten())
            .or_else(graded)
    }
}

/// A row of the Compact Pipe-Delimited Format that is critical or high, with four fields or more.
fn is_cpf_row(text: &str) -> bool {
    // `- C|…`, `**C**|…`
    let text = fields::item(Slice::new(text, 0)).map_or(text, |item| item.text);
    let marks = |c: char| is_markup(c) || c == ' ';
    let fields: Vec<&str> =
        text.split('|').map(|field| field.trim_matches(marks)).take(5).collect();
    let (Some(first), Some(second)) = (fields.first(), fields.get(1)) else { return false };
    let bad = |field: &str| matches!(field, "C" | "H");
    // `C|H|M|L`, `Critical: C | H | M | L` is a scale.
    let named = first.rsplit(':').next().unwrap_or_default().trim();
    let mut letters = fields.iter().skip(1).chain(std::iter::once(&named));
    let scale = letters.all(|field| matches!(*field, "C" | "H" | "M" | "L" | ""));
    fields.len() >= 4
        && !scale
        && !second.is_empty()
        && (bad(first) || bad(second) && !first.is_empty())
}
