//! From a JSON object to what its findings come to.

use super::{mistakes, words};
use crate::codec::builder::Reading;
use crate::codec::input::Task;
use crate::codec::lexicon::Label;
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{self, Type, Value};
use crate::ir::{
    Cause, Confidence, Decoded, Finding, FindingKind, Format, Lines, Location, Member, Outcome,
    Place, Severity, Stated, Verdict,
};
use crate::source::Span;

pub(super) fn decode(task: &Task<'_>) -> Decoded {
    let mut builder = VerdictBuilder::new(task);
    match task.json() {
        Some(Ok(document)) if document.root().kind() == Type::Object => {
            json::check(&mut builder.reading, document);
            builder.object(document.root());
            builder.check_agreement();
        }
        Some(Err(broken)) => builder.reading.refuse(broken.cause, broken.diagnostic.clone()),
        _ => {
            let mistake = mistakes::no_report(task.first.span());
            builder.reading.refuse(Cause::NoVerdict, mistake);
        }
    }
    builder.reading.finish(task.source, Format::TrapReport, vec![builder.verdict])
}

/// A report while its members come in.
struct VerdictBuilder<'a> {
    reading: Reading<'a>,
    verdict: Verdict,
    findings: bool,
    /// It is the report of the compound reviewer.
    compound: bool,
    escalates: Option<(bool, Span)>,
    /// The first finding that fails a review.
    grave: Option<Span>,
}

impl<'a> VerdictBuilder<'a> {
    fn new(task: &Task<'a>) -> Self {
        Self {
            reading: Reading::new(task.options),
            verdict: Verdict::new(task.body.trim().span()),
            findings: false,
            compound: false,
            escalates: None,
            grave: None,
        }
    }

    fn object(&mut self, root: Value<'_>) {
        let says = |name: &str| root.get(name).is_some();
        self.compound = root.get("schema").is_some_and(|schema| schema.is(words::COMPOUND));
        for (name, value) in root.members() {
            let key = name.text().unwrap_or_default();
            match key.as_ref() {
                "reviewer" => self.verdict.reviewer = self.string(value, "`reviewer`"),
                "schema" => self.keep_own(name, value),
                "status" => self.state(value),
                "findings" => self.find(value),
                "confidence_summary" => self.confidence(value),
                "escalation_flag" => self.escalate(name, value),
                "residual_risks" | "testing_gaps" => self.note(name, value),
                key => self.unknown_member(key, name, value),
            }
        }
        let at = root.span();
        if !self.findings {
            let known = words::NAMES.iter().any(|known| {
                ["reviewer", "schema"].iter().filter_map(|key| root.get(key)).any(|n| n.is(known))
            });
            match known || says("findings") {
                true => {
                    self.reading.refuse(Cause::Malformed, mistakes::report_lacks(at, "findings"));
                }
                false => self.reading.refuse(Cause::NoVerdict, mistakes::no_report(at)),
            }
        } else if self.nameless() {
            // Any program lists findings; without a reviewer nobody says that there are no more.
            self.reading.refuse(Cause::Malformed, mistakes::report_lacks(at, "reviewer"));
        }
        if self.compound && !says("status") {
            self.reading.refuse(Cause::Malformed, mistakes::report_lacks(at, "status"));
        }
    }

    /// Nobody says whose report this is.
    fn nameless(&self) -> bool {
        !self.compound && self.verdict.reviewer.is_none_or(|name| name.start == name.end)
    }

    /// A name that is not one of the format's: a misspelt one, an error, or somebody else's.
    fn unknown_member(&mut self, key: &str, name: Value<'_>, value: Value<'_>) {
        let near = |known: &&&str| {
            known.eq_ignore_ascii_case(key)
                || (key.len() <= 64 && strsim::osa_distance(known, key) <= 1)
        };
        if let Some(meant) = words::KEYS.iter().find(near) {
            let mistake = mistakes::misspelt_key(name.span(), meant);
            self.reading.refuse(Cause::MisspeltKey, mistake);
        }
        let empty = match value.kind() {
            Type::Null | Type::Bool(false) => true,
            Type::List => value.items().next().is_none(),
            Type::Object => value.members().next().is_none(),
            Type::String => value.is(""),
            _ => false,
        };
        if !empty && words::ERRORS.iter().any(|known| known.eq_ignore_ascii_case(key)) {
            self.reading.refuse(Cause::Errored, mistakes::errored(value.span()));
        }
        self.keep(name, value);
    }

    /// A value that has to be a text; `null` is none.
    fn string(&mut self, value: Value<'_>, what: &str) -> Option<Span> {
        match value.kind() {
            Type::Null => None,
            Type::String => {
                if value.text().is_some_and(|text| words::is_template(&text)) {
                    self.reading.refuse(Cause::Template, mistakes::template(value.span()));
                }
                value.place(&mut self.reading.embedded)
            }
            _ => {
                let mistake = mistakes::wrong_type(value.span(), what, "a text");
                self.reading.refuse(Cause::Malformed, mistake);
                None
            }
        }
    }

    /// A member that the format has, and that decides nothing.
    fn keep_own(&mut self, name: Value<'_>, value: Value<'_>) {
        self.keep(name, value);
        self.reading.own.extend(self.verdict.members.last().map(|member| member.name));
    }

    /// Something that decides nothing, under its own name.
    fn keep(&mut self, name: Value<'_>, value: Value<'_>) {
        let Some(name) = name.place(&mut self.reading.embedded) else { return };
        let text = match value.kind() {
            Type::String => value.place(&mut self.reading.embedded),
            _ => None,
        };
        let text = text.unwrap_or_else(|| value.span());
        self.verdict.members.push(Member { name, text });
    }

    fn state(&mut self, value: Value<'_>) {
        let text = value.text().unwrap_or_default();
        let Some(word) = self.string(value, "`status`") else {
            let mistake = mistakes::unknown_status(value.span());
            return self.reading.refuse(Cause::UnknownWord, mistake);
        };
        match words::STATUS.iter().find(|(known, _)| *known == text) {
            Some((_, outcome)) => self.verdict.stated = Some(Stated { outcome: *outcome, word }),
            None => {
                let lexicon = &self.reading.options.lexicon;
                self.reading.says_fail |= json::says_fail(&text, Label::Verdict, lexicon);
                self.reading.refuse(Cause::UnknownWord, mistakes::unknown_status(value.span()));
            }
        }
    }

    fn confidence(&mut self, value: Value<'_>) {
        let text = value.text();
        let known = text.as_deref().and_then(|t| words::confidence(t, self.reading.options));
        match known {
            Some((confidence, repair)) => {
                self.verdict.confidence = Some(confidence);
                repair.into_iter().for_each(|repair| self.reading.recover(repair, value.span()));
            }
            None if text.is_some_and(|text| words::is_template(&text)) => {
                self.reading.refuse(Cause::Template, mistakes::template(value.span()));
            }
            None => {
                self.reading.report(mistakes::unknown_confidence(value.span()));
            }
        }
    }

    fn escalate(&mut self, name: Value<'_>, value: Value<'_>) {
        match value.kind() {
            Type::Bool(raised) => {
                self.escalates = Some((raised, value.span()));
                if raised {
                    self.verdict.tags.extend(name.place(&mut self.reading.embedded));
                }
            }
            _ => {
                let mistake =
                    mistakes::wrong_type(value.span(), "`escalation_flag`", "`true` or `false`");
                self.reading.refuse(Cause::Malformed, mistake);
            }
        }
    }

    /// Lists of sentences.
    fn note(&mut self, name: Value<'_>, list: Value<'_>) {
        match list.kind() {
            Type::Null => {}
            Type::List => {
                for item in list.items() {
                    let text = item.place(&mut self.reading.embedded);
                    self.verdict.notes.push(text.unwrap_or_else(|| item.span()));
                }
            }
            _ => {
                let what = format!("`{}`", name.text().unwrap_or_default());
                let mistake = mistakes::wrong_type(list.span(), &what, "a list");
                self.reading.refuse(Cause::Malformed, mistake);
            }
        }
    }

    fn find(&mut self, list: Value<'_>) {
        self.findings = true;
        if list.kind() != Type::List {
            let mistake = mistakes::wrong_type(list.span(), "`findings`", "a list");
            return self.reading.refuse(Cause::Malformed, mistake);
        }
        for item in list.items() {
            match item.kind() {
                Type::Object => self.finding(item),
                _ => {
                    let mistake = mistakes::wrong_type(item.span(), "a finding", "an object");
                    self.reading.refuse(Cause::Malformed, mistake);
                }
            }
        }
    }

    fn finding(&mut self, item: Value<'_>) {
        let at = item.span();
        let mut finding = Finding { span: at, ..Finding::new(FindingKind::Advisory, at) };
        let (mut said, mut quoted) = (None, None);
        let (mut line, mut cited) = (None, None);
        for (name, value) in item.members() {
            let key = name.text().unwrap_or_default();
            match key.as_ref() {
                "signature" | "category" if finding.category.is_none() => {
                    finding.category = self.string(value, "a signature");
                }
                "severity" => finding.severity = self.severity(value),
                "message" | "title" | "description" if said.is_none() => {
                    said = self.string(value, "what was found");
                }
                "recommendation" | "fixHint" if finding.advice.is_none() => {
                    finding.advice = self.string(value, "a recommendation");
                }
                "evidence" if value.kind() == Type::Object => {
                    for (name, value) in value.members() {
                        match name.text().unwrap_or_default().as_ref() {
                            "quote" => {
                                quoted = self.string(value, "a quotation");
                                cited = Some((name, value));
                            }
                            "location" if finding.location.is_none() => {
                                finding.location = self.location(value);
                            }
                            _ => self.keep(name, value),
                        }
                    }
                }
                "evidence" => {
                    quoted = self.string(value, "evidence");
                    cited = Some((name, value));
                }
                "location" if finding.location.is_none() => {
                    finding.location = self.location(value);
                }
                "file" if finding.location.is_none() => finding.location = self.file(value),
                "line" => line = Some((name, value)),
                "skill_verdict" | "confidence" | "failureScenario" => self.keep_own(name, value),
                _ => self.keep(name, value),
            }
        }
        if let Some((name, value)) = line {
            self.line(&mut finding, name, value);
        }
        if let (Some(_), Some(_), Some((name, value))) = (said, quoted, cited) {
            self.keep_own(name, value);
        }
        if item.get("severity").is_none() {
            self.reading.report(mistakes::unknown_severity(at));
        }
        match (said.or(quoted), finding.advice) {
            (Some(text), _) => finding.text = text,
            (None, Some(advice)) => (finding.text, finding.advice) = (advice, None),
            (None, None) => {
                self.reading.report(mistakes::finding_without_text(at));
            }
        }
        let grave = finding.severity.is_some_and(|severity| severity >= Severity::High);
        // Only the compound reviewer stops the work by itself.
        if self.compound && grave {
            finding.kind = FindingKind::Blocker;
            self.grave.get_or_insert(at);
        }
        self.verdict.findings.push(finding);
    }

    fn severity(&mut self, value: Value<'_>) -> Option<Severity> {
        let at = self.string(value, "a severity");
        let text = value.text();
        let known = text.as_deref().and_then(|t| words::severity(t, self.reading.options));
        match (known, at) {
            (Some((severity, repair)), Some(at)) => {
                repair.into_iter().for_each(|repair| self.reading.recover(repair, at));
                Some(severity)
            }
            _ => {
                self.reading.report(mistakes::unknown_severity(value.span()));
                // How bad a word is that nobody knows is not guessed to be little.
                at.map(|_| Severity::High)
            }
        }
    }

    fn location(&mut self, value: Value<'_>) -> Option<Location> {
        let at = self.string(value, "a location")?;
        let text = value.text()?;
        // The place is in the source or among the texts that had to be spelt out.
        let found = location::whole(Slice::new(&text, at.start as usize));
        let here = |span: Span| span.in_source(at.source);
        Some(Location {
            text: at,
            path: found.path.map(here),
            lines: found.lines,
            also: found.also.into_iter().map(|p| Place { path: here(p.path), ..p }).collect(),
        })
    }

    fn file(&mut self, value: Value<'_>) -> Option<Location> {
        let text = self.string(value, "a file")?;
        Some(Location { text, path: Some(text), lines: Vec::new(), also: Vec::new() })
    }

    /// The line of the file of a finding; what is none is kept.
    fn line(&mut self, finding: &mut Finding, name: Value<'_>, value: Value<'_>) {
        let number = match value.kind() {
            Type::Number => value.raw().text.parse().ok().filter(|line| *line > 0),
            _ => None,
        };
        match (&mut finding.location, number) {
            (Some(location), Some(line)) if location.lines.is_empty() => {
                location.lines.push(Lines { first: line, last: line });
            }
            _ => self.keep_own(name, value),
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
