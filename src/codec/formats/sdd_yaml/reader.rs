//! A verdict while the entries of its YAML come in.

use std::collections::HashMap;

use super::wrong;
use crate::codec::builder::DecodeLog;
use crate::codec::input::Input;
use crate::codec::mistakes::conflict_markers;
use crate::codec::shared::cpf::{self, LETTER_CASE, mistakes};
use crate::codec::statements::{is_none, says_fail};
use crate::codec::text::fields;
use crate::codec::text::location;
use crate::codec::text::slice::{BLANKS, Slice};
use crate::codec::text::word::is_closed;
use crate::codec::tree::yaml::{self, At, Kind, Text, Tree};
use crate::ir::{
    Cause, Decoded, Finding, Format, Location, Member, Outcome, Removed, Severity, SpecFeedback,
    Stated, Steering, Verdict,
};
use crate::source::{Source, Span};

/// Entries that say something of the verdict.
const READ: [&str; 8] =
    ["verdict", "scope", "issues", "counts", "fp_eliminated", "steering", "spec_feedback", "notes"];

/// Entries that are kept as they are: what the lead made of the verdict, and what was looked at.
const KEPT: [&str; 5] = ["review_type", "files", "resolved", "deferred", "no_action"];

/// Entries of the lead that may say no: they are kept, and read as a review.
const HEARD: [&str; 3] = ["lead_overrides", "disposition", "tracked"];

/// Entries of an issue that no field of a finding has.
const OF_ISSUE: [&str; 4] = ["id", "classification", "user_decision", "resolution"];

pub(super) fn decode(input: &Input<'_>) -> Decoded {
    let Some(tree) = yaml::parse(input.body) else { return input.given_up(Format::SddYaml) };
    let mut reader = Reader {
        reading: DecodeLog::new(input.options),
        verdict: Verdict::new(input.body.trim().span()),
        text: input.text,
        body: input.body,
        fenced: input.fenced,
        seen: HashMap::new(),
        at_best: Outcome::Pass,
    };
    reader.verdict.kind = input.options.kind.map(|kind| kind.as_str().to_owned());
    reader.read(&tree);
    reader.finish(input.source)
}

/// A verdict while its entries come in.
struct Reader<'a> {
    reading: DecodeLog<'a>,
    verdict: Verdict,
    text: &'a str,
    body: Slice<'a>,
    fenced: bool,
    /// The keys that were read, and where each stood first.
    seen: HashMap<&'a str, Span>,
    /// It can come to nothing better than this.
    at_best: Outcome,
}

impl<'a> Reader<'a> {
    fn read(&mut self, tree: &Tree<'a>) {
        if tree.too_deep {
            self.reading.says_fail = crate::codec::traces::says_fail(self.body.text);
            let at = self.body.trim().span();
            return self.reading.refuse(Cause::Malformed, yaml::too_deep(at));
        }
        yaml::report_odd(tree, &mut self.reading);
        for at in tree.root().children() {
            match at.key() {
                Some(key) => self.entry(key, at),
                None if conflicts(at.raw_line(self.text)) => {
                    self.reading.refuse(Cause::Ambiguous, conflict_markers(at.span()));
                }
                None => self.reading.unclaimed(at.span_below_name(self.text)),
            }
        }
        tree.comments.iter().for_each(|comment| self.reading.unclaimed(comment.span()));
    }

    fn entry(&mut self, key: Slice<'a>, at: At<'_, 'a>) {
        if let Some(first) = self.seen.insert(key.text, key.span()) {
            self.reading.says_fail |= self.fails(at);
            return self.reading.refuse(Cause::Ambiguous, wrong::repeated_key(key, first));
        }
        match key.text {
            "verdict" => self.state(at),
            "scope" => {
                self.verdict.scope = self.place(at);
                if self.is_form(at) {
                    self.reading.refuse(Cause::Template, mistakes::template(at.span()));
                }
            }
            "issues" => self.issues(key, at),
            "counts" => self.counts(at),
            "notes" => {
                let notes = match at.kind() {
                    Kind::List => at.children().collect(),
                    _ => vec![at],
                };
                let places = notes.into_iter().filter_map(|note| self.place(note));
                let places: Vec<Span> = places.collect();
                self.verdict.notes.extend(places);
            }
            list @ ("fp_eliminated" | "steering" | "spec_feedback") => {
                at.children().for_each(|item| self.record(list, item));
            }
            name if KEPT.contains(&name) => self.keep(key, at, true),
            name if HEARD.contains(&name) => self.keep(key, at, false),
            // `compliance`, `xrefs`: rows that were checked, each with a status.
            _ if at.kind() == Kind::List
                && at.children().any(|row| row.get("status").is_some()) =>
            {
                self.keep(key, at, true);
                at.children().for_each(|row| self.checked(row));
            }
            name => match fields::meant_of(name, READ.into_iter()) {
                Some(meant) => {
                    self.reading.says_fail |= self.fails(at);
                    self.reading.refuse(Cause::MisspeltKey, wrong::misspelt_key(key, meant));
                }
                None => {
                    self.reading.report(wrong::unknown_key(key, &READ));
                    self.keep(key, at, false);
                }
            },
        }
    }

    /// `scope: "{feature}"`: the form, not filled in.
    fn is_form(&self, at: At<'_, 'a>) -> bool {
        at.written(self.text).text.trim_start_matches(['"', '\'']).starts_with('{')
    }

    fn fails(&self, at: At<'_, 'a>) -> bool {
        at.text().is_some_and(|text| says_fail(text.as_str(), &self.reading.words))
    }

    fn state(&mut self, at: At<'_, 'a>) {
        let value = at.written(self.text);
        let text = at.text();
        let word = text.as_ref().map_or("", Text::as_str).trim();
        let known = cpf::WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
        match known {
            Some((known, outcome)) => {
                let word = self.place(at).unwrap_or_else(|| value.span());
                self.verdict.stated = Some(Stated { outcome: *outcome, word });
                if value.text.trim_matches(['"', '\'']) != *known {
                    self.reading.recover(LETTER_CASE, value.span());
                }
            }
            None if word == cpf::ERROR => {
                self.reading.refuse(Cause::Errored, mistakes::errored(at.span()));
            }
            None if word.contains(['|', '{']) => {
                self.reading.refuse(Cause::Template, mistakes::template(value.span()));
            }
            None => {
                self.reading.says_fail |= says_fail(word, &self.reading.words);
                let told = mistakes::unknown_word(value, at.span(), cpf::Dialect::Auditor);
                self.reading.refuse(Cause::UnknownWord, told);
            }
        }
    }

    fn issues(&mut self, key: Slice<'a>, at: At<'_, 'a>) {
        match at.kind() {
            // It may go on below.
            Kind::Empty => {
                self.reading.refuse(Cause::Truncated, wrong::nothing_below(key));
            }
            Kind::List => at.children().for_each(|item| self.issue(item)),
            _ if at.is_null() || self.says_none(at) => {}
            // One issue, and no dash in front of it.
            _ if at.get("severity").is_some() => self.issue(at),
            _ => {
                self.reading.says_fail |= crate::codec::traces::says_fail(self.body.text);
                self.reading.refuse(Cause::Malformed, wrong::no_list(at.span()));
            }
        }
    }

    fn says_none(&self, at: At<'_, 'a>) -> bool {
        at.text().is_some_and(|text| is_none(text.as_str(), &self.reading.words))
    }

    fn issue(&mut self, item: At<'_, 'a>) {
        if self.says_none(item) {
            return;
        }
        let severity = self.severity(item);
        let texts = ["summary", "description", "detail"];
        let said = texts.into_iter().find(|name| item.get(name).is_some());
        let said = said.or_else(|| self.rated(item).map(|(key, _)| key));
        let text = match said {
            Some(name) => self.value(item, name),
            None => self.place(item),
        };
        if text.is_none() {
            self.at_best = self.at_best.max(severity.implies()).max(Outcome::Warn);
            self.reading.report(wrong::no_text(item.span()));
        }
        let location = item.get("location").and_then(At::text).and_then(|text| {
            let place = text.place(&mut self.reading.embedded);
            match text {
                Text::Here(slice) if !slice.trim().is_empty() => {
                    Some(location::whole(slice.trim()))
                }
                _ => (place.start < place.end).then(|| Location {
                    text: place,
                    path: None,
                    lines: Vec::new(),
                    also: Vec::new(),
                }),
            }
        });
        let agents = match item.get("source").and_then(At::text) {
            Some(Text::Here(slice)) => split(slice),
            _ => Vec::new(),
        };
        let finding = Finding {
            severity: Some(severity),
            category: self.value(item, "category"),
            location,
            agents,
            advice: self.value(item, "recommendation"),
            ..Finding::new(cpf::kind_of(Some(severity)), text.unwrap_or_else(|| item.span()))
        };
        self.verdict.findings.push(finding);
        let used = ["severity", "category", "location", "source", "recommendation"];
        for at in item.children() {
            let Some(key) = at.key() else { continue };
            let name = key.text;
            if OF_ISSUE.contains(&name) || used.contains(&name) || said == Some(name) {
                continue;
            }
            // `detail`, `impact`: more of its text.
            self.keep(key, at, true);
            let told = self.verdict.members.last().map(|member| member.text);
            told.into_iter().for_each(|at| self.reading.unclaimed_in(0, at));
        }
    }

    /// `- C: it leaks`, `- C1: it leaks`: an entry that is named after its severity.
    fn rated(&self, item: At<'_, 'a>) -> Option<(&'a str, Severity)> {
        let mut keys = item.children().filter_map(At::key).map(|key| key.text);
        // What only looks like one is refused where the severity is read.
        let known = |key: &'a str| {
            let front = format!("{key}:");
            cpf::in_front(Slice::new(&front, 0), self.reading.options).ok().flatten()
        };
        let unnamed = item.get("severity").is_none();
        keys.find_map(|key| Some((key, known(key)?))).filter(|_| unnamed)
    }

    /// `- "C: it leaks"`, and what only looks like it: `- С: it leaks`.
    fn in_front(&mut self, item: At<'_, 'a>) -> Option<Severity> {
        let text = item.text().map(|text| text.as_str().to_owned());
        let key = || item.children().find_map(At::key).map(|key| format!("{}:", key.text));
        let unnamed = item.get("severity").is_none();
        let text = text.or_else(|| key().filter(|_| unnamed))?;
        match cpf::in_front(Slice::new(&text, 0), self.reading.options) {
            Ok(severity) => severity,
            Err(alike) => {
                let told = wrong::look_alike(alike.text, Severity::Critical, item.span());
                self.reading.refuse(Cause::Ambiguous, told);
                Some(Severity::High)
            }
        }
    }

    /// How bad an issue is; high where its word is not known.
    fn severity(&mut self, item: At<'_, 'a>) -> Severity {
        let rated = self.rated(item).map(|(_, severity)| severity);
        if let Some(severity) = rated.or_else(|| self.in_front(item)) {
            return severity;
        }
        let at = item.get("severity").filter(|at| !at.is_null());
        let text = at.and_then(At::text);
        let word = text.as_ref().map_or("", Text::as_str).trim();
        let place = at.unwrap_or(item).span();
        if let Some((severity, repair)) = cpf::severity(word, self.reading.options) {
            if let Some(repair) = repair {
                self.reading.recover(repair, place);
            }
            return severity;
        }
        match cpf::resembles(word, self.reading.options) {
            Some(severity) => {
                let told = wrong::look_alike(word, severity, place);
                self.reading.refuse(Cause::Ambiguous, told);
            }
            None => {
                self.reading.report(wrong::no_severity(place));
            }
        }
        Severity::High
    }

    /// `C: 1`: what is counted counts as well as what is listed.
    fn counts(&mut self, at: At<'_, 'a>) {
        for count in at.children() {
            let Some(key) = count.key() else { continue };
            let number = count.text().and_then(|text| text.as_str().trim().parse::<u64>().ok());
            let severity = cpf::severity(key.text, self.reading.options);
            if let Some((severity, _)) = severity
                && number != Some(0)
            {
                self.at_best = self.at_best.max(severity.implies());
            }
        }
    }

    /// What an auditor lists besides issues: each row has three fields, of which the first may have several names.
    fn record(&mut self, list: &str, item: At<'_, 'a>) {
        let names: [&[&str]; 3] = match list {
            "fp_eliminated" => {
                [&["summary", "description", "source_id", "id"], &["source"], &["reason"]]
            }
            "steering" => [&["action"], &["file"], &["decision"]],
            _ => [&["phase"], &["spec"], &["description"]],
        };
        let [first, second, third] = names.map(|names| {
            let named = names.iter().find_map(|name| self.value(item, name));
            named.unwrap_or_else(|| item.span())
        });
        let verdict = &mut self.verdict;
        match list {
            "fp_eliminated" => {
                verdict.removed.push(Removed { agent: second, reason: third, text: first });
            }
            "steering" => {
                verdict.steering.push(Steering { level: first, target: second, text: third });
            }
            _ => {
                verdict.spec_feedback.push(SpecFeedback {
                    phase: first,
                    spec: second,
                    text: third,
                });
            }
        }
    }

    /// `- target: "model-names"` with `status: "FAIL"`, or with none beside rows that have one: nothing lists it, and
    /// it keeps the work from being done.
    fn checked(&mut self, row: At<'_, 'a>) {
        match row.get("status") {
            Some(status) if !self.fails(status) => return,
            Some(_) => {}
            None => {
                self.reading.report(wrong::no_status(row.span()));
            }
        }
        self.at_best = self.at_best.max(Outcome::Hold);
    }

    fn keep(&mut self, key: Slice<'a>, at: At<'_, 'a>, own: bool) {
        if own {
            self.reading.own(key.span());
        }
        let text = self.place(at).unwrap_or_else(|| at.written(self.text).span());
        self.verdict.members.push(Member { name: key.span(), text });
    }

    /// The text of an entry, unless it is empty.
    fn value(&mut self, item: At<'_, 'a>, name: &str) -> Option<Span> {
        self.place(item.get(name)?)
    }

    fn place(&mut self, at: At<'_, 'a>) -> Option<Span> {
        let text = at.text().filter(|text| !text.as_str().trim().is_empty())?;
        Some(text.place(&mut self.reading.embedded))
    }

    fn finish(mut self, source: &Source) -> Decoded {
        let worst = cpf::worst_of(&self.verdict.findings);
        let listed = worst.map(|(severity, _)| severity.implies());
        let derived = listed.unwrap_or(Outcome::Pass).max(self.at_best);
        match self.verdict.stated {
            Some(stated) => {
                self.verdict.derived = Some(derived);
                self.verdict.derived_besides = Some(self.at_best);
                if let Some((severity, row)) = worst
                    && severity.implies() > stated.outcome
                {
                    self.verdict.contradictory = true;
                    self.reading.report(wrong::issue_is_worse(stated.word, severity, row));
                }
            }
            // Inspectors state nothing.
            None if self.seen.contains_key("issues") => {
                self.verdict.derived = Some(derived.max(Outcome::Warn));
            }
            None if self.reading.cause.is_some() => {}
            None => {
                self.reading.refuse(Cause::NoVerdict, wrong::no_verdict(self.verdict.span));
            }
        }
        let whole = self.text.trim_end_matches(BLANKS);
        let last = whole.rsplit('\n').next().unwrap_or_default();
        let cut = self.body.end() == self.text.len() && !self.body.text.ends_with('\n');
        if cut && !self.fenced && !is_closed(last) && !last.ends_with(']') {
            let at = Slice::new(last, whole.len() - last.len()).trim().span();
            self.reading.refuse(Cause::Truncated, mistakes::truncated(at, "it may go on"));
        }
        self.reading.finish(source, Format::SddYaml, vec![self.verdict])
    }
}

/// `<<<<<<< HEAD`
fn conflicts(line: Slice<'_>) -> bool {
    ["<<<<<<<", ">>>>>>>"].iter().any(|mark| line.text.starts_with(mark))
}

/// `interface+test`
fn split(names: Slice<'_>) -> Vec<Span> {
    let mut at = names.start;
    let names = names.text.split('+').map(|name| {
        let name = Slice::new(name, at);
        at = name.end() + 1;
        name.trim()
    });
    names.filter(|name| !name.is_empty()).map(Slice::span).collect()
}
