//! Logs as text.

use std::fmt::Write as _;

use super::append::BatchHeader;
use super::batch::RUN_KEYS;
use super::disposition;
use super::grammar::{self, Rule};
use super::mistakes::{no_line, no_name, other_subject, second_verdict};
use crate::codec::render::{EncodeInput, Part, cannot_hold, holds};
use crate::codec::shared::cpf::{self, Dialect};
use crate::codec::text::fields::is_entry_heading;
use crate::ir::{Decoded, Diagnostic, Finding, Format, Outcome, Severity, Subject, Verdict};
use crate::source::Span;

/// One batch on its way into a log.
pub(super) struct Written<'a, 'v> {
    pub(super) name: &'a str,
    pub(super) batch: Option<&'v Verdict>,
    pub(super) runs: Vec<(&'a str, &'v Verdict)>,
}

/// Writes a log of all batches; a verdict of its own becomes a batch with one run.
pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let mut log = String::new();
    for written in batches(spoken.verdicts)? {
        if !log.is_empty() {
            log.push('\n');
        }
        written.write(spoken, None, &mut log).map_err(|wrong| vec![wrong])?;
    }
    Ok(log)
}

/// The batches of verdicts, in the order in which they come.
pub(super) fn batches(verdicts: &[Verdict]) -> Result<Vec<Written<'_, '_>>, Vec<Diagnostic>> {
    let mut written: Vec<Written<'_, '_>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for verdict in verdicts {
        let (name, run) = match &verdict.subject {
            Subject::Batch { batch, run } => (batch.as_str(), run.as_deref()),
            Subject::Change if verdicts.len() == 1 => ("B1", Some("V1")),
            _ => return Err(vec![other_subject(verdict.span)]),
        };
        if !is_entry_heading(&format!("## [{name}]")) || !name.bytes().all(is_plain) {
            return Err(vec![no_name(verdict.span, name)]);
        }
        let place = *places.entry(name).or_insert_with(|| {
            written.push(Written { name, batch: None, runs: Vec::new() });
            written.len() - 1
        });
        let batch = &mut written[place];
        match run {
            Some(run) if run.contains('\n') || run.trim() != run || run.is_empty() => {
                return Err(vec![no_name(verdict.span, run)]);
            }
            Some(run) => batch.runs.push((run, verdict)),
            None if batch.batch.replace(verdict).is_some() => {
                return Err(vec![second_verdict(verdict.span, name)]);
            }
            None => {}
        }
    }
    Ok(written)
}

fn is_plain(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.')
}

/// Members that stand in the heading, with what is written in front of them.
const FIELDS: [(&str, &str); 5] = [
    ("time", ""),
    ("version", "v"),
    ("runs", "runs:"),
    ("threshold", "threshold:"),
    ("agents", "agents:"),
];
const COUNTS: [&str; 5] = ["C", "H", "M", "L", "FP"];

impl Written<'_, '_> {
    pub(super) fn write(
        &self,
        spoken: &EncodeInput<'_>,
        header: Option<&BatchHeader>,
        out: &mut String,
    ) -> Result<(), Diagnostic> {
        let mut out = Lines(out);
        let members = self.members(spoken);
        out.heading(self, &members, header);
        if let Some(batch) = self.batch {
            only_of_a_log(batch)?;
            out.head(spoken, batch, &members)?;
        }
        let raw: Vec<&str> = sections(&members, |title| title.eq_ignore_ascii_case("raw"));
        if !self.runs.is_empty() || !raw.is_empty() {
            out.title("Raw");
        }
        raw.iter().try_for_each(|line| out.kept("Raw", line, self.span()))?;
        for (number, (name, run)) in self.runs.iter().enumerate() {
            out.run(spoken, name, run, number > 0)?;
        }
        let findings = self.batch.map_or(&[][..], |batch| &batch.findings);
        if self.runs.len() > 1 || !findings.is_empty() {
            out.title("Consensus");
        }
        findings.iter().try_for_each(|finding| out.row(spoken, finding))?;
        out.sections(&members, self.span(), |title| title.eq_ignore_ascii_case("noise"))?;
        let word = match self.batch {
            Some(batch) => batch.stated.map(|stated| (stated.outcome, spoken.text(stated.word))),
            None => self.outcome().map(|outcome| (outcome, "".into())),
        };
        if let Some((outcome, word)) = word {
            let own = disposition::WORDS.contains(&(&*word, outcome));
            out.title("Disposition");
            out.line(if own { &word } else { disposition::word_for(outcome) });
        }
        if self.batch.is_none() && self.outcome() == Some(Outcome::Warn) {
            out.tracked(spoken, self.runs.iter().flat_map(|(_, run)| &run.findings))?;
        }
        out.sections(&members, self.span(), |title| {
            !["raw", "noise"].iter().any(|known| title.eq_ignore_ascii_case(known))
        })
    }

    fn members(&self, spoken: &EncodeInput<'_>) -> Vec<(String, String)> {
        let text = |span| spoken.text(span).into_owned();
        let members = self.batch.iter().flat_map(|batch| &batch.members);
        members.map(|member| (text(member.name), text(member.text))).collect()
    }

    /// The worst that its runs come to.
    fn outcome(&self) -> Option<Outcome> {
        self.runs.iter().filter_map(|(_, run)| run.effective()).max()
    }

    fn span(&self) -> Span {
        let first = self.batch.or(self.runs.first().map(|(_, run)| *run));
        first.map_or(Span::default(), |verdict| verdict.span)
    }
}

/// What stands below headings that `choose` names.
fn sections(members: &[(String, String)], choose: impl Fn(&str) -> bool) -> Vec<&str> {
    let below = members.iter().filter(|(name, _)| is_section(name) && choose(name));
    below.map(|(_, text)| text.as_str()).collect()
}

fn is_section(name: &str) -> bool {
    !FIELDS.iter().any(|(known, _)| *known == name) && !COUNTS.contains(&name) && name != "Files"
}

/// A log while it is written.
struct Lines<'o>(&'o mut String);

impl Lines<'_> {
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn title(&mut self, title: &str) {
        let _ = write!(self.0, "\n### {title}\n");
    }

    fn heading(
        &mut self,
        written: &Written<'_, '_>,
        members: &[(String, String)],
        header: Option<&BatchHeader>,
    ) {
        let kind = written.batch.or(written.runs.first().map(|(_, run)| *run));
        let kind = kind.and_then(|verdict| verdict.kind.as_deref()).unwrap_or("");
        let (time, version) = header.map_or(("", ""), |h| (&h.recorded, &h.version));
        let kind =
            header.map(|header| header.kind.as_str()).filter(|own| !own.is_empty()).unwrap_or(kind);
        let mut fields: Vec<String> = Vec::new();
        fields.extend((!kind.is_empty()).then(|| kind.to_owned()));
        fields.extend((!time.is_empty()).then(|| time.to_owned()));
        let version = version.strip_prefix('v').unwrap_or(version);
        fields.extend((!version.is_empty()).then(|| format!("v{version}")));
        for (name, text) in members {
            let known = FIELDS.iter().find(|(known, _)| known == name);
            let given = matches!(name.as_str(), "time" if !time.is_empty())
                || matches!(name.as_str(), "version" if !version.is_empty());
            fields.extend(known.filter(|_| !given).map(|(_, mark)| format!("{mark}{text}")));
        }
        let _ = write!(self.0, "## [{}]", written.name);
        if !fields.is_empty() {
            let _ = write!(self.0, " {}", fields.join(" | "));
        }
        self.0.push('\n');
    }

    /// Counts, files and notes, right below the heading.
    fn head(
        &mut self,
        spoken: &EncodeInput<'_>,
        batch: &Verdict,
        members: &[(String, String)],
    ) -> Result<(), Diagnostic> {
        let count = |name: &str| members.iter().find(|(known, _)| known == name);
        let counts: Vec<String> = COUNTS[..4]
            .iter()
            .filter_map(|name| count(name).map(|(name, number)| format!("{name}:{number}")))
            .collect();
        if !counts.is_empty() {
            let found = count("FP").map(|(name, text)| format!(" | {name}:{text}"));
            self.line(&format!("{}{}", counts.join(" "), found.unwrap_or_default()));
        }
        for (_, files) in members.iter().filter(|(name, _)| name == "Files") {
            self.line(&format!("Files: {files}"));
        }
        for note in &batch.notes {
            let text = spoken.text(*note);
            if !is_note(&text) {
                return Err(no_line(*note, "a note of a batch"));
            }
            self.line(&text);
        }
        Ok(())
    }

    fn run(
        &mut self,
        spoken: &EncodeInput<'_>,
        name: &str,
        run: &Verdict,
        more: bool,
    ) -> Result<(), Diagnostic> {
        if more {
            self.0.push('\n');
        }
        self.line(&format!("#### {name}"));
        let own = spoken.text(run.span);
        let verbatim = run.subject != Subject::Change
            && RUN_KEYS.iter().any(|key| own.starts_with(key))
            && !own.lines().any(is_mark);
        if verbatim {
            self.line(own.trim_end());
            return Ok(());
        }
        let alone = Verdict { subject: Subject::Change, ..run.clone() };
        // Rows that name nobody are those of an inspector.
        let bare = |finding: &Finding| finding.agents.is_empty();
        let named = alone.findings.is_empty() || !alone.findings.iter().all(bare);
        let sections = [Part::Removed, Part::Resolved, Part::Steering, Part::SpecFeedback];
        let audited = named || sections.iter().any(|part| part.place(&alone).is_some());
        let dialect = if audited { Dialect::Auditor } else { Dialect::Inspector };
        let parts = Part::ALL.iter().filter(|part| !dialect.holds().contains(part));
        for part in parts.filter(|part| !spoken.drops(**part)) {
            if let Some(at) = part.place(&alone) {
                return Err(cannot_hold(Format::VerdictsLog, *part, at));
            }
        }
        let spoken = EncodeInput { verdicts: std::slice::from_ref(&alone), ..*spoken };
        let text = cpf::encode(&spoken, dialect).map_err(|mut wrong| match wrong.is_empty() {
            true => no_line(run.span, "a run"),
            false => wrong.swap_remove(0),
        })?;
        if text.lines().any(is_mark) {
            return Err(no_line(run.span, "a run with a heading in it"));
        }
        self.line(text.trim_end());
        Ok(())
    }

    fn row(&mut self, spoken: &EncodeInput<'_>, finding: &Finding) -> Result<(), Diagnostic> {
        let text = spoken.text(finding.text);
        let Some(severity) = finding.severity else {
            let bare = finding.category.is_none() && finding.location.is_none();
            return match bare && is_one_line(&text) && !text.contains('|') && !is_mark(&text) {
                true => {
                    self.line(&text);
                    Ok(())
                }
                false => Err(no_line(finding.span, "a finding without a severity")),
            };
        };
        let severity =
            cpf::code_of(severity).ok_or_else(|| no_line(finding.span, "this severity"))?;
        let of = |span: Option<Span>| span.map(|span| spoken.text(span)).unwrap_or_default();
        let category = of(finding.category);
        let place = finding.location.as_ref().map(|location| spoken.place(location));
        let place = place.unwrap_or_default();
        let fits = |cell: &str| is_one_line(cell) && !cell.contains('|');
        if !fits(&category) || !fits(&place) || !is_one_line(&text) || !finding.agents.is_empty() {
            return Err(no_line(finding.span, "a finding that is not a row"));
        }
        self.line(&format!("{severity}|{category}|{place}|{text}"));
        Ok(())
    }

    /// The M and L rows of a batch that goes on all the same.
    fn tracked<'f>(
        &mut self,
        spoken: &EncodeInput<'_>,
        findings: impl Iterator<Item = &'f Finding>,
    ) -> Result<(), Diagnostic> {
        let minor = findings.filter(|f| f.severity.is_some_and(|s| s <= Severity::Medium));
        let mut minor = minor.peekable();
        if minor.peek().is_some() {
            self.title("Tracked");
        }
        minor.try_for_each(|finding| {
            self.row(spoken, &Finding { agents: Vec::new(), ..finding.clone() })
        })
    }

    fn sections(
        &mut self,
        members: &[(String, String)],
        at: Span,
        choose: impl Fn(&str) -> bool,
    ) -> Result<(), Diagnostic> {
        let mut open = "";
        for (name, text) in members.iter().filter(|(name, _)| is_section(name) && choose(name)) {
            if open != name {
                if !is_one_line(name) || name.is_empty() {
                    return Err(no_line(at, "a member with this name"));
                }
                self.title(name);
                open = name;
            }
            self.kept(name, text, at)?;
        }
        Ok(())
    }

    fn kept(&mut self, name: &str, text: &str, at: Span) -> Result<(), Diagnostic> {
        let run = name.eq_ignore_ascii_case("raw") && RUN_KEYS.iter().any(|k| text.starts_with(k));
        if run || !is_one_line(text) || text.is_empty() || is_mark(text) {
            return Err(no_line(at, "a member of a batch"));
        }
        self.line(text);
        Ok(())
    }
}

pub(super) fn is_one_line(text: &str) -> bool {
    !text.contains('\n') && text.trim() == text
}

/// What would begin something else: a heading, a fence, a comment.
fn is_mark(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t']);
    ["##", "```", "~~~", "<!--"].iter().any(|mark| line.starts_with(mark))
}

fn is_note(text: &str) -> bool {
    let fence = text.starts_with("```") || text.starts_with("~~~");
    let other = || grammar::begins(Rule::counts, text) || text.starts_with("Files:");
    fence || (is_one_line(text) && !text.is_empty() && !is_mark(text) && !other())
}

/// What a batch cannot have, only a run.
fn only_of_a_log(batch: &Verdict) -> Result<(), Diagnostic> {
    let runs: [Part; 7] = *holds!(Scope Agents Removed Resolved Steering SpecFeedback Tags);
    match runs.iter().find_map(|part| part.place(batch)) {
        Some(at) => Err(no_line(at, "something that only a run can say")),
        None => Ok(()),
    }
}

/// What was read again of a verdict that became a batch of its own: its run.
pub(in crate::codec) fn unwrapped(written: &Decoded, again: Decoded) -> Decoded {
    let [Verdict { subject: Subject::Change, .. }] = written.verdicts[..] else { return again };
    let mut verdicts = again.verdicts;
    verdicts.retain(|verdict| matches!(&verdict.subject, Subject::Batch { run: Some(_), .. }));
    verdicts.iter_mut().for_each(|verdict| verdict.subject = Subject::Change);
    Decoded { verdicts, ..again }
}
