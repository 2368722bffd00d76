//! A verdict while the entries of its report come in.

use super::criteria;
use super::tables::{self, COUNTS, LISTS, NO_VERDICT, is_over, is_root};
use crate::codec::input::Input;
use crate::codec::mistakes::mistake_rows;
use crate::codec::repairs::{TOKEN_TAIL, UNFENCED, repairs};
use crate::codec::shared::dartai::{
    IN_BLOCK, StatedWord, TAILS, VerdictBuilder, is_template, misspelt_key, nearest_word,
    says_fail, strip_markup, template, unknown_word,
};
use crate::codec::statements::{is_resolved, says_only_none};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::codec::tree::yaml::{self, At, Kind, Text, Tree};
use crate::codec::words::Words;
use crate::ir::{
    Cause, Decoded, Diagnostic, Finding, FindingKind, Format, Member, Outcome, Severity, Stated,
};
use crate::source::{Source, Span};

repairs! {
    /// `verdict: fail`, `severity: HIGH`
    WORD_CASE = "word_case", "a word is not in the case of the format",
        "understood anyway", "write verdicts in capitals (`PASS`), and severities in lower case (`high`)";
}

/// A verdict while the entries of its report come in.
pub(super) struct ReportBuilder<'a> {
    pub(super) inner: VerdictBuilder<'a>,
    pub(super) text: &'a str,
    body: Slice<'a>,
    fenced: bool,
    /// What findings without a severity, and criteria, come to.
    pub(super) derived: Option<Outcome>,
    /// What leaves a verdict open that would open a gate: findings that are counted and not listed.
    /// Whether these stop the work.
    doubt: Option<(bool, Diagnostic)>,
    /// `overall_risk: critical`
    risk: Option<(Severity, Span)>,
    begun: bool,
}

impl<'a> ReportBuilder<'a> {
    pub(super) fn new(input: &Input<'a>) -> Self {
        Self {
            inner: VerdictBuilder::new(input.options, input.body.trim().span(), &IN_BLOCK),
            text: input.text,
            body: input.body,
            fenced: input.fenced,
            derived: None,
            doubt: None,
            risk: None,
            begun: false,
        }
    }

    pub(super) fn read(&mut self, tree: &Tree<'a>) {
        if tree.too_deep {
            self.inner.reading.says_fail = crate::codec::traces::says_fail(self.body.text);
            return self.inner.refuse(Cause::Malformed, yaml::too_deep(self.body.trim().span()));
        }
        yaml::report_odd(tree, &mut self.inner.reading);
        for entry in tree.root().children() {
            match entry.key() {
                Some(key) if key.text == NO_VERDICT => {
                    self.inner.refuse(Cause::NoVerdict, research_report(key.span()));
                }
                Some(key) if is_root(key.text) => self.report(key, entry),
                Some(key) => self.part(key, entry, 0),
                None => self.unclaimed(entry),
            }
        }
        for comment in &tree.comments {
            self.inner.reading.unclaimed(comment.span());
        }
    }

    /// A whole report.
    fn report(&mut self, key: Slice<'a>, at: At<'_, 'a>) {
        if !self.begun {
            self.inner.report(legacy_format(key.span()));
        }
        self.begun = true;
        for entry in at.children() {
            let Some(name) = entry.key() else {
                self.unclaimed(entry);
                continue;
            };
            match name.text.to_ascii_lowercase().as_str() {
                "verdict" => self.state(entry),
                "result" => self.state(entry),
                "reviewer" if self.inner.verdict.reviewer.is_none() => {
                    self.inner.verdict.reviewer = self.place(entry);
                }
                "overall_summary" if self.inner.verdict.summary.is_none() => {
                    self.inner.verdict.summary = self.place(entry);
                }
                _ => self.part(name, entry, 0),
            }
        }
    }

    /// A part of a report, however deep.
    fn part(&mut self, name: Slice<'a>, at: At<'_, 'a>, depth: usize) {
        let key = name.text.to_ascii_lowercase();
        match key.as_str() {
            key if LISTS.contains(&key) && !is_number(at) => self.list(at),
            key if criteria::names_criteria(key) => {
                if matches!(at.kind(), Kind::Scalar(_)) {
                    self.keep(name, at);
                }
                self.criteria(key, at);
            }
            "overall_risk" => self.risk(name, at),
            key if self.holds_findings(key, at) => self.list(at),
            key if COUNTS.contains(&key) && lists(at, &self.inner.reading.words) => {
                self.counted(at);
            }
            _ if matches!(at.kind(), Kind::Map) && depth < 4 && !at.is_null() => {
                // `must_fix:`, and what is, each below a name of its own.
                if depth == 0 && self.names_what_stops(&key) && self.tells(at, depth) {
                    self.doubt(true, counted(at.span()));
                }
                for entry in at.children() {
                    match entry.key() {
                        Some(name) => self.part(name, entry, depth + 1),
                        None => self.unclaimed(entry),
                    }
                }
            }
            _ => {
                if COUNTS.contains(&key.as_str()) && counts(at) {
                    self.doubt(true, counted(at.span()));
                }
                if depth == 0 {
                    self.meant(name, at);
                }
                // What stopped the work once does no more, however bad it was.
                match is_over(&key) {
                    true => self.keep_own(name, at),
                    false => self.keep(name, at),
                }
            }
        }
    }

    /// `overall_risk: critical` is a finding of its own, unless an item says the same.
    fn risk(&mut self, name: Slice<'a>, at: At<'_, 'a>) {
        self.keep_own(name, at);
        let Some(Text::Here(word)) = at.text() else { return };
        let word = word.trim();
        let options = self.inner.reading.options;
        if says_only_none(word.text, &self.inner.reading.words) || tables::is_template(word.text) {
            return;
        }
        let severity = tables::severity(word.text, options).unwrap_or_else(|| {
            self.inner.report(tables::unknown_severity(word));
            Severity::High
        });
        if severity >= Severity::High {
            self.risk = self.risk.max(Some((severity, at.span())));
        }
    }

    fn add_risk(&mut self) {
        let Some((severity, at)) = self.risk else { return };
        let severity = Some(severity);
        if self.inner.verdict.findings.iter().all(|found| found.severity < severity) {
            let finding = Finding { severity, ..Finding::new(FindingKind::Blocker, at) };
            self.inner.verdict.findings.push(finding);
        }
    }

    /// Leaves a verdict open, unless it keeps the gate shut anyway.
    pub(super) fn doubt(&mut self, fails: bool, diagnostic: Diagnostic) {
        self.doubt.get_or_insert((fails, diagnostic));
    }

    fn names_what_stops(&self, key: &str) -> bool {
        self.inner.reading.options.lexicon.names_what_stops(key) && !is_over(key)
    }

    /// Whether a map says something in words, and not only how many there are or that all is done. One word alone, such
    /// as `clean` or a name of a file, tells no more than a state or a place.
    fn tells(&self, at: At<'_, 'a>, depth: usize) -> bool {
        let said = |text: &str| {
            text.contains(char::is_alphabetic)
                && text.contains(char::is_whitespace)
                && !says_only_none(text, &self.inner.reading.words)
                && !is_resolved(text, &self.inner.reading.words)
        };
        at.children().any(|entry| match entry.text() {
            Some(text) => said(text.as_str().trim()),
            None => depth < 4 && self.tells(entry, depth + 1),
        })
    }

    /// A line that is no entry.
    fn unclaimed(&mut self, at: At<'_, 'a>) {
        self.inner.reading.unclaimed(at.span_below_name(self.text));
        self.inner.report(unread_line(at.span()));
    }

    fn state(&mut self, at: At<'_, 'a>) {
        let value = match at.text() {
            Some(Text::Here(slice)) => slice.trim(),
            _ => at.written(self.text),
        };
        let options = self.inner.reading.options;
        let (word, behind, markup) = strip_markup(value);
        let known = tables::leading_word(word.text, &options.lexicon);
        if is_template(value.text) || (known.is_some() && value.text.contains('|')) {
            return self.inner.refuse(Cause::Template, template(value.span()));
        }
        let Some(known) = known else {
            self.inner.reading.says_fail |= says_fail(value, &self.inner.reading);
            let nearest = nearest_word(word.text, options);
            return self.inner.refuse(Cause::UnknownWord, unknown_word(value, at.span(), nearest));
        };
        let (word, rest) = word.split_at(known.len);
        let tail = if behind.is_empty() { rest } else { behind };
        let fits = tail.is_empty()
            || known.outcome == Outcome::Fail
            || tail.text.starts_with(" with ")
            || TAILS.iter().any(|start| tail.text.starts_with(start));
        if !fits || !(rest.is_empty() || behind.is_empty()) {
            self.inner.reading.says_fail |= says_fail(value, &self.inner.reading);
            return self.inner.refuse(Cause::UnknownWord, unknown_word(value, at.span(), None));
        }
        for repair in markup.into_iter().chain((!known.exact).then_some(WORD_CASE)) {
            self.inner.recover(repair, word.span());
        }
        let tail = tail.trim();
        let mut outcome = known.outcome;
        if !tail.is_empty() {
            self.inner.recover(TOKEN_TAIL, tail.span());
            outcome = self.inner.check_tail(outcome, word.span(), tail);
        }
        let fails_when_blocked = known.fails_when_blocked;
        self.inner.state(StatedWord {
            outcome,
            fails_when_blocked,
            word: word.span(),
            line: at.span(),
        });
    }

    fn place(&mut self, at: At<'_, 'a>) -> Option<Span> {
        Some(at.text()?.place(&mut self.inner.reading.embedded))
    }

    /// A member that the format has: it is kept, and means what the format says.
    fn keep_own(&mut self, name: Slice<'a>, at: At<'_, 'a>) {
        self.inner.reading.own(name.span());
        self.keep(name, at);
    }

    /// A member that the format does not have.
    pub(super) fn keep(&mut self, name: Slice<'a>, at: At<'_, 'a>) {
        let text = self.place(at).unwrap_or_else(|| at.written(self.text).span());
        self.inner.verdict.members.push(Member { name: name.span(), text });
    }

    /// A key that is one edit away from one that decides.
    fn meant(&mut self, name: Slice<'a>, at: At<'_, 'a>) {
        let meant = fields::meant(name.text);
        let list = LISTS
            .iter()
            .find(|list| strsim::osa_distance(&name.text.to_ascii_lowercase(), list) == 1);
        let verdict =
            meant.filter(|meant| meant.starts_with("verdict") && !fields::is_key(name.text));
        if let Some(meant) = verdict.or(list.copied()) {
            self.inner.reading.says_fail |= says_fail(at.written(self.text), &self.inner.reading);
            let refusal = misspelt_key(name, meant, &IN_BLOCK);
            self.inner.refuse(Cause::MisspeltKey, refusal);
        }
    }

    pub(super) fn finish(mut self, source: &Source) -> Decoded {
        self.check_agreement();
        if !self.fenced {
            self.inner.recover(UNFENCED, self.body.trim().span());
            self.inner.check_line_end(self.text);
        }
        self.inner.reading.finish(source, Format::LegacyReport, vec![self.inner.verdict])
    }

    /// What was stated, what the findings imply, and whether the two agree.
    fn check_agreement(&mut self) {
        self.add_risk();
        let serious = self.inner.blockers().next().map(|finding| finding.span);
        self.inner.verdict.derived = self.derived.max(serious.map(|_| Outcome::Fail));
        let Some(said) = self.inner.said else {
            return self.inner.check_without_statement(self.begun, None);
        };
        let outcome = match said.fails_when_blocked && serious.is_some() {
            true => Outcome::Fail,
            false => said.outcome,
        };
        let verdict = &mut self.inner.verdict;
        verdict.stated = Some(Stated { outcome, word: said.word });
        if verdict.derived.is_some_and(|derived| derived > outcome) {
            verdict.contradictory |= verdict.derived == Some(Outcome::Fail);
            self.inner.report(worse_findings(outcome, said.word, serious));
        } else if outcome == Outcome::Fail && verdict.findings.is_empty() {
            verdict.contradictory = true;
            self.inner.report(fail_without_finding(said.line));
        }
        if outcome != Outcome::Fail && serious.is_none() {
            let doubt = self.doubt.take();
            if let Some((fails, doubt)) = doubt {
                self.inner.reading.says_fail |= fails;
                self.inner.refuse(Cause::Ambiguous, doubt);
            }
        }
    }
}

fn is_number(at: At<'_, '_>) -> bool {
    at.text().is_some_and(|text| {
        let text = text.as_str().trim();
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Whether findings stand where their number may stand: `failures: "the pool is full"`, but not
/// `failures: 0/12`.
fn lists(at: At<'_, '_>, words: &Words) -> bool {
    let nothing = |said: &str| {
        let (count, of) = said.split_once('/').unwrap_or((said, ""));
        count == "0" && of.trim().bytes().all(|b| b.is_ascii_digit())
    };
    match at.kind() {
        Kind::List => true,
        Kind::Scalar(_) => {
            !is_number(at)
                && at.text().is_some_and(|text| {
                    let said = text.as_str().trim();
                    !said.is_empty()
                        && !nothing(said)
                        && !says_only_none(said, words)
                        && !["false", "true", "yes"].contains(&said)
                })
        }
        _ => false,
    }
}

/// Whether it is a number, and more than zero.
pub(super) fn counts(at: At<'_, '_>) -> bool {
    is_number(at) && at.text().is_some_and(|text| text.as_str().contains(|c: char| c != '0'))
}

mistake_rows! {
    /// `qa_report:`
    advice "assize::read::legacy_format" legacy_format(at: Span)
        "this is an older kind of report", at "still read", "ask the reviewer for a `yaml-block` or a `verdict-file`: `assize contract` shows how";
    /// `research_report:`
    error "assize::read::research_report" research_report(at: Span)
        "a research report states no verdict", at "not the report of a reviewer", "ask a reviewer for a verdict";
    /// `verdict: "FAIL"` and `issues: []`
    error "assize::read::fail_without_finding" fail_without_finding(at: Span)
        "the report fails and does not say why", at "no finding explains this", "ask the reviewer for the findings";
    /// `critical_issues: 2` and `issues: []`
    error "assize::read::counted" counted(at: Span)
        "the report counts serious findings that it does not list", at "where are they?", "list them below `issues`";
    /// `all is well` in the middle of a report
    warning "assize::read::unread_line" unread_line(at: Span)
        "this line is not part of a report", at "not read", "give it a key, or leave it out";
    /// `verdict: "PASS"` above `severity: "critical"`
    error "assize::read::worse_findings" worse_findings(outcome: Outcome, word: Span, finding: Option<Span>)
        "verdict is `{outcome}`, but what was found is worse",
        word "milder than the findings", finding "this stops the work", "the worse of the two counts; ask the reviewer which is meant";
}
