//! From a JSON object to what its findings come to.

use super::{EVIDENCE, FINDING, REPORT, mistakes, words};
use crate::codec::builder::DecodeLog;
use crate::codec::input::Input;
use crate::codec::lexicon::Label;
use crate::codec::members::document;
use crate::codec::members::{Read, keep};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{self, Type, Value};
use crate::ir::{
    Cause, Confidence, Decoded, Finding, FindingKind, Format, Lines, Location, Outcome, Severity,
    Stated, Verdict,
};
use crate::source::Span;

pub(super) fn decode(input: &Input<'_>) -> Decoded {
    let mut report = ReportBuilder::new(input);
    match input.json() {
        Some(Ok(document)) if document.root().kind() == Type::Object => {
            json::check(&mut report.reading, document);
            report.read(document.root());
            if report.reading.cause.is_none() || !report.verdict.findings.is_empty() {
                report.check_agreement();
            }
        }
        Some(Err(broken)) => report.reading.refuse(broken.cause, broken.diagnostic.clone()),
        _ => {
            let mistake = mistakes::no_report(input.first.span());
            report.reading.refuse(Cause::NoVerdict, mistake);
        }
    }
    report.reading.finish(input.source, Format::TrapReport, vec![report.verdict])
}

/// A report while its members come in.
struct ReportBuilder<'a> {
    reading: DecodeLog<'a>,
    verdict: Verdict,
    /// It is the report of the compound reviewer.
    compound: bool,
    escalates: Option<(bool, Span)>,
    /// The first finding that fails a review.
    grave: Option<Span>,
}

/// The name and the value of a member.
type Entry<'d> = (Value<'d>, Value<'d>);

impl<'a> ReportBuilder<'a> {
    fn new(input: &Input<'a>) -> Self {
        Self {
            reading: DecodeLog::new(input.options),
            verdict: Verdict::new(input.body.trim().span()),
            compound: false,
            escalates: None,
            grave: None,
        }
    }

    fn read(&mut self, root: Value<'_>) {
        self.compound = root.get("schema").is_some_and(|schema| schema.is(words::COMPOUND));
        self.check_complete(root);
        if self.reading.cause == Some(Cause::NoVerdict) {
            return;
        }
        let Some(report) = REPORT.read(&mut self.reading, root, &mut self.verdict.members) else {
            return;
        };
        self.verdict.reviewer = report.place("reviewer", &mut self.reading);
        for error in document::ERRORS.iter().filter_map(|name| report.get(name)) {
            if !document::is_nothing(error) {
                self.reading.refuse(Cause::Errored, document::errored(error.span()));
            }
        }
        if let Some(status) = report.get("status") {
            self.read_status(status);
        }
        if let Some(confidence) = report.get("confidence_summary") {
            self.read_confidence(confidence);
        }
        if let Some((name, flag)) = report.entry("escalation_flag") {
            let raised = report.outcome("escalation_flag") == Some(Outcome::Pass);
            self.escalates = Some((raised, flag.span()));
            let tag = raised.then(|| name.place(&mut self.reading.embedded)).flatten();
            self.verdict.tags.extend(tag);
        }
        for item in report.items("findings") {
            let kept = &mut self.verdict.members;
            if let Some(finding) = FINDING.read(&mut self.reading, item, kept) {
                self.read_finding(item, &finding);
            }
        }
        for note in report.items("residual_risks").chain(report.items("testing_gaps")) {
            let text = note.place(&mut self.reading.embedded);
            self.verdict.notes.push(text.unwrap_or_else(|| note.span()));
        }
    }

    /// Any program lists findings; without a reviewer no one says that there are no more.
    fn check_complete(&mut self, root: Value<'_>) {
        let at = root.span();
        let named = ["reviewer", "schema"].iter().filter_map(|key| root.get(key));
        let known = named.into_iter().any(|name| words::NAMES.iter().any(|known| name.is(known)));
        let is_named = || root.get("reviewer").is_some_and(|n| n.kind() != Type::Null && !n.is(""));
        let lacks = match root.get("findings") {
            None if !known => {
                return self.reading.refuse(Cause::NoVerdict, mistakes::no_report(at));
            }
            None => Some("findings"),
            Some(_) if !self.compound && !is_named() => Some("reviewer"),
            Some(_) => (self.compound && root.get("status").is_none()).then_some("status"),
        };
        if let Some(name) = lacks {
            self.reading.refuse(Cause::Malformed, mistakes::report_lacks(at, name));
        }
    }

    fn read_status(&mut self, value: Value<'_>) {
        let text = value.text().unwrap_or_default();
        let known = words::STATUS.iter().find(|(known, _)| *known == text);
        match (known, value.place(&mut self.reading.embedded)) {
            (Some((_, outcome)), Some(word)) => {
                self.verdict.stated = Some(Stated { outcome: *outcome, word });
            }
            _ => {
                let words = &self.reading.words;
                self.reading.says_fail |= document::says_fail(&text, Label::Verdict, words);
                self.reading.refuse(Cause::UnknownWord, mistakes::unknown_status(value.span()));
            }
        }
    }

    fn read_confidence(&mut self, value: Value<'_>) {
        let text = value.text().unwrap_or_default();
        match words::confidence(&text, self.reading.options) {
            Some((confidence, repair)) => {
                self.verdict.confidence = Some(confidence);
                repair.into_iter().for_each(|repair| self.reading.recover(repair, value.span()));
            }
            None => {
                self.reading.report(mistakes::unknown_confidence(value.span()));
            }
        }
    }

    fn read_finding(&mut self, item: Value<'_>, read: &Read<'_>) {
        let at = item.span();
        let mut finding = Finding { span: at, ..Finding::new(FindingKind::Advisory, at) };
        let evidence = read.get("evidence").filter(|held| held.kind() == Type::Object);
        let kept = &mut self.verdict.members;
        let evidence = evidence.and_then(|held| EVIDENCE.read(&mut self.reading, held, kept));
        let quoted = match &evidence {
            Some(evidence) => evidence.entry("quote"),
            None => read.entry("evidence"),
        };
        let said = self.first(read, &["message", "title", "description"]);
        finding.category = self.first(read, &["signature", "category"]).and_then(|e| self.place(e));
        finding.advice =
            self.first(read, &["recommendation", "fixHint"]).and_then(|e| self.place(e));
        finding.severity = self.severity(read);
        finding.location = match evidence.and_then(|evidence| evidence.get("location")) {
            Some(value) => {
                self.keep(read.entry("location").into_iter().chain(read.entry("file")));
                self.location(value)
            }
            None => match self.first(read, &["location", "file"]) {
                Some((name, value)) if name.is("file") => self.file(value),
                found => found.and_then(|(_, value)| self.location(value)),
            },
        };
        if let Some(line) = read.entry("line") {
            self.line(&mut finding, line);
        }
        if said.is_some() {
            self.keep(quoted);
        }
        match (said.or(quoted).and_then(|entry| self.place(entry)), finding.advice) {
            (Some(text), _) => finding.text = text,
            (None, Some(advice)) => (finding.text, finding.advice) = (advice, None),
            (None, None) if !read.whole => {}
            (None, None) => {
                self.reading.report(mistakes::finding_without_text(at));
            }
        }
        // Only the compound reviewer stops the work by itself.
        if self.compound && finding.severity.is_some_and(|severity| severity >= Severity::High) {
            finding.kind = FindingKind::Blocker;
            self.grave.get_or_insert(at);
        }
        self.verdict.findings.push(finding);
    }

    /// The first of some members that say the same thing; the others are kept.
    fn first<'d>(&mut self, read: &Read<'d>, names: &[&str]) -> Option<Entry<'d>> {
        let mut found: Vec<Entry<'d>> = names.iter().filter_map(|name| read.entry(name)).collect();
        found.sort_by_key(|(name, _)| name.span().start);
        self.keep(found.get(1..).unwrap_or_default().iter().copied());
        found.first().copied()
    }

    fn place(&mut self, (_, value): Entry<'_>) -> Option<Span> {
        value.place(&mut self.reading.embedded)
    }

    /// Members that the format has, and that decide nothing.
    fn keep<'d>(&mut self, entries: impl IntoIterator<Item = Entry<'d>>) {
        for entry in entries {
            keep(&mut self.reading, entry, true, &mut self.verdict.members);
        }
    }

    /// How bad a finding is. A word that is not known is not guessed to mean little.
    fn severity(&mut self, finding: &Read<'_>) -> Option<Severity> {
        let value = finding.get("severity").filter(|value| value.kind() != Type::Null);
        let Some(value) = value else {
            if finding.whole {
                self.reading.report(mistakes::unknown_severity(finding.span));
            }
            return None;
        };
        let Some(text) = value.text() else {
            let wrong = document::wrong_type("`severity`", "a string", value);
            self.reading.refuse(Cause::Malformed, wrong);
            return None;
        };
        match words::severity(&text, self.reading.options) {
            Some((severity, repair)) => {
                let at = value.place(&mut self.reading.embedded);
                let repair = repair.into_iter().zip(at);
                repair.for_each(|(repair, at)| self.reading.recover(repair, at));
                Some(severity)
            }
            None => {
                self.reading.report(mistakes::unknown_severity(value.span()));
                Some(Severity::High)
            }
        }
    }

    fn location(&mut self, value: Value<'_>) -> Option<Location> {
        let (at, text) = (value.place(&mut self.reading.embedded)?, value.text()?);
        // The place is in the source or among the texts that had to be spelt out.
        let found = location::whole(Slice::new(&text, at.start as usize));
        Some(Location { text: at, ..location::moved(found, |span| span.in_source(at.source)) })
    }

    fn file(&mut self, value: Value<'_>) -> Option<Location> {
        let text = value.place(&mut self.reading.embedded)?;
        Some(Location { text, path: Some(text), lines: Vec::new(), also: Vec::new() })
    }

    /// The line of the file of a finding; what is none is kept.
    fn line(&mut self, finding: &mut Finding, (name, value): Entry<'_>) {
        let number = match value.kind() {
            Type::Number => value.raw().text.parse().ok().filter(|line| *line > 0),
            _ => None,
        };
        match (&mut finding.location, number) {
            (Some(location), Some(line)) if location.lines.is_empty() => {
                location.lines.push(Lines { first: line, last: line });
            }
            _ => self.keep([(name, value)]),
        }
    }

    /// What the findings come to, and whether the report agrees with them.
    fn check_agreement(&mut self) {
        let found = !self.verdict.findings.is_empty();
        let raised = self.escalates.is_some_and(|(raised, _)| raised);
        self.verdict.derived = Some(match self.grave {
            Some(_) => Outcome::Fail,
            None if found || raised => Outcome::Warn,
            None => Outcome::Pass,
        });
        if let Some((raised, at)) = self.escalates {
            let high = |found: &Finding| found.severity.is_some_and(|s| s >= Severity::High);
            let sure = self.verdict.confidence == Some(Confidence::High);
            let due = sure && self.verdict.findings.iter().any(high);
            if raised != due {
                self.reading.report(mistakes::escalation_disagrees(at, raised));
            }
        }
        let Some(stated) = self.verdict.stated else { return };
        match (stated.outcome, self.grave) {
            (Outcome::Pass, Some(grave)) => {
                self.verdict.contradictory = true;
                self.reading.report(mistakes::status_disagrees(stated.word, grave));
            }
            (Outcome::Fail, None) => {
                self.verdict.contradictory = true;
                self.reading.report(mistakes::failed_without_findings(stated.word));
            }
            _ => {}
        }
    }
}
