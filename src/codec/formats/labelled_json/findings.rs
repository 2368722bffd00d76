//! Findings in JSON, however a tool names their members.

use super::{Review, mistakes, names_what_stops, within};
use crate::codec::ReadOptions;
use crate::codec::lexicon::{are_done, is_none, same};
use crate::codec::members::document;
use crate::codec::text::location;
use crate::codec::text::slice::Slice;
use crate::codec::tree::json::{Type, Value};
use crate::ir::{
    Cause, Finding, FindingKind, Lines, Location, Outcome, Place, Remark, RemarkKind, Severity,
};
use crate::source::Span;

/// A list of findings of which nobody says what it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    /// `{"source": {"name": "clippy"}, "diagnostics": [{"message": "…"}]}`
    Rdjson,
    /// `{"version": "2.1.0", "runs": [{"tool": {}, "results": []}]}`
    Sarif,
}

/// What says what was found, the shortest first.
const TEXTS: [&str; 8] =
    ["title", "message", "description", "body", "text", "issue", "problem", "comment"];
const CATEGORIES: [&str; 5] = ["category", "type", "rule", "rule_id", "code"];
const ADVICE: [&str; 4] = ["recommendation", "suggestion", "fix", "suggested_fix"];
const PATHS: [&str; 6] = ["path", "file", "filename", "file_path", "absolute_file_path", "uri"];
/// What a place is wrapped in.
const WRAPPERS: [&str; 7] = [
    "location",
    "code_location",
    "physical_location",
    "artifact_location",
    "line_range",
    "range",
    "region",
];
const FIRST: [&str; 4] = ["line", "line_start", "start_line", "start"];
const LAST: [&str; 3] = ["line_end", "end_line", "end"];
/// Words of tools, beside those of reviewers.
const LEVELS: [(&str, Severity); 5] = [
    ("error", Severity::High),
    ("warning", Severity::Medium),
    ("note", Severity::Low),
    ("none", Severity::Info),
    ("information", Severity::Info),
];
/// Priorities 0 to 3.
const PRIORITIES: [Severity; 4] =
    [Severity::Critical, Severity::High, Severity::Medium, Severity::Low];

impl Listing {
    pub(super) fn of(root: Value<'_>) -> Option<Self> {
        let list = |name| root.get(name).filter(|list| list.kind() == Type::List);
        if list("runs").is_some() && root.get("version").or(root.get("$schema")).is_some() {
            return Some(Self::Sarif);
        }
        let diagnostics = list("diagnostics")?;
        let is_one = |item: Value<'_>| item.get("message").and(item.get("location")).is_some();
        // Other programs print `"diagnostics": []`, too.
        let told = diagnostics.items().next().is_some() || root.get("source").is_some();
        (told && diagnostics.items().all(is_one)).then_some(Self::Rdjson)
    }

    pub(super) fn why(self) -> &'static str {
        match self {
            Self::Rdjson => "it lists findings in rdjson, and states no verdict",
            Self::Sarif => "it lists findings in SARIF, and states no verdict",
        }
    }
}

/// What a list says of each of its entries.
#[derive(Clone, Copy, Default)]
struct Given {
    /// Its name says that they stop the work.
    stops: bool,
    severity: Option<Severity>,
    /// Who found them.
    agent: Option<Span>,
    /// A list of a tool, beside no verdict: what its entries say besides is not kept.
    listed: bool,
}

impl Review<'_> {
    /// Reads a member that lists findings. Whether it does.
    pub(super) fn list(
        &mut self,
        key: &str,
        value: Value<'_>,
        severity: Option<Severity>,
        listing: Option<Listing>,
    ) -> bool {
        let listed = self.verdict.stated.is_none() && listing.is_some();
        if listing == Some(Listing::Sarif) && key == "runs" {
            value.items().for_each(|run| self.run(run, listed));
            return true;
        }
        if listing == Some(Listing::Rdjson) && key == "source" {
            let name = value.get("name").unwrap_or(value);
            self.verdict.reviewer = name.place(&mut self.reading.embedded);
            return true;
        }
        let stops = names_what_stops(key, self.reading.options);
        if !stops && !self.reading.options.lexicon.names_a_list(key) {
            return false;
        }
        let given = Given { stops, severity, agent: None, listed };
        match value.kind() {
            Type::List => value.items().for_each(|item| self.entry(item, given)),
            // `{"critical": [], "minor": ["a typo"]}`
            Type::Object if value.members().all(|(_, list)| list.kind() == Type::List) => {
                for (name, list) in value.members() {
                    let name = name.text().unwrap_or_default();
                    let lexicon = &self.reading.options.lexicon;
                    let severity = lexicon.severity(&name).or(given.severity);
                    let stops = stops || names_what_stops(&name, self.reading.options);
                    let given = Given { stops, severity, ..given };
                    list.items().for_each(|item| self.entry(item, given));
                }
            }
            Type::Object | Type::String if stops => self.entry(value, given),
            _ => return false,
        }
        true
    }

    /// One run of a tool, in SARIF.
    fn run(&mut self, run: Value<'_>, listed: bool) {
        let driver = run.get("tool").and_then(|tool| tool.get("driver"));
        let name = driver.and_then(|driver| driver.get("name"));
        let agent = name.and_then(|name| name.place(&mut self.reading.embedded));
        self.verdict.reviewer = self.verdict.reviewer.or(agent);
        let Some(results) = run.get("results") else { return };
        for result in results.items() {
            let is = |name, said| result.get(name).is_some_and(|value| value.is(said));
            let found = !is("kind", "pass")
                && !is("kind", "notApplicable")
                && !is("baselineState", "absent");
            // What names no level is a warning, by the standard.
            let severity = result.get("level").is_none().then_some(Severity::Medium);
            if found {
                self.entry(result, Given { severity, agent, listed, ..Given::default() });
            }
        }
    }

    /// One finding: a text, or an object.
    fn entry(&mut self, item: Value<'_>, given: Given) {
        match item.kind() {
            Type::Null => {}
            Type::Object => self.object(item, given),
            Type::String => self.text(item, given),
            Type::List => item.items().for_each(|item| self.entry(item, given)),
            _ => self.push(Finding::new(FindingKind::Advisory, item.span()), given, false),
        }
    }

    /// `"src/pool.ts:88 the lock is never released"`
    fn text(&mut self, item: Value<'_>, given: Given) {
        let text = item.text().unwrap_or_default();
        if is_none(&text, &self.reading.options.lexicon) {
            return;
        }
        self.refuse_form(item);
        let Some(at) = item.place(&mut self.reading.embedded) else { return };
        let (place, words) = location::split(Slice::new(&text, at.start as usize));
        let location = place.map(|place| located(place, at));
        let severity = tagged(&text, self.reading.options);
        let words = within(at, words.span());
        let finding = Finding::new(FindingKind::Advisory, words);
        self.push(Finding { location, severity, span: at, ..finding }, given, false);
    }

    /// `{"severity": "high", "path": "src/pool.ts", "line": 88, "title": "…"}`
    fn object(&mut self, item: Value<'_>, mut given: Given) {
        let at = item.span();
        let options = self.reading.options;
        let mut finding = Finding { span: at, ..Finding::new(FindingKind::Advisory, at) };
        let mut severity: Option<Severity> = None;
        let (mut spot, mut resolved, mut reopened) = (Spot::default(), false, false);
        let mut flags = Vec::new();
        let said = TEXTS.iter().find_map(|known| member(item, known));
        for (name, value) in item.members() {
            let key = name.text().unwrap_or_default();
            let is_one_of = |names: &[&str]| names.iter().any(|known| same(known, &key));
            let (text, yes) = (value.kind() == Type::String, value.kind() == Type::Bool(true));
            if said.is_some_and(|(own, _)| own.span() == name.span()) {
                continue;
            } else if is_one_of(&["severity", "level", "priority"]) {
                severity = severity.max(self.severity(&key, value));
            } else if text && finding.category.is_none() && is_one_of(&CATEGORIES) {
                finding.category = value.place(&mut self.reading.embedded);
                let word = value.text().unwrap_or_default();
                given.stops |= names_what_stops(&word, options);
                severity = severity.max(options.lexicon.severity(&word));
            } else if text && finding.advice.is_none() && is_one_of(&ADVICE) {
                finding.advice = value.place(&mut self.reading.embedded);
            } else if !spot.read_member(&key, value) {
                let word = value.text().unwrap_or_default();
                let says = is_one_of(&["resolved", "fixed", "status"]);
                let done = yes || text && are_done([(&*key, &*word)].into_iter(), &options.lexicon);
                resolved |= says && done;
                reopened |= says && !done;
                let is_flag = yes && options.lexicon.finding(&key).is_some();
                flags.extend(is_flag.then(|| value.span()));
                given.stops |= yes && names_what_stops(&key, options);
                if !given.listed {
                    self.keep(name, value);
                }
            }
        }
        if let Some((_, text)) = said {
            self.refuse_form(text);
            let words = text.text().unwrap_or_default();
            severity = severity.or_else(|| tagged(&words, options));
            finding.text = text.place(&mut self.reading.embedded).unwrap_or(at);
        }
        // `{"fixed": true, "status": "open"}`
        let resolved = resolved && !reopened;
        // `{"is_blocking": true, "status": "fixed"}`
        if resolved {
            flags.into_iter().for_each(|flag| self.reading.past(flag));
        }
        finding.severity = severity;
        finding.location = self.location(&spot);
        self.push(finding, given, resolved);
    }

    fn push(&mut self, finding: Finding, given: Given, resolved: bool) {
        let named = given.stops.then_some(Severity::Critical);
        let severity = finding.severity.or(given.severity).or(named);
        if !resolved && (given.stops || severity == Some(Severity::Critical)) {
            self.stops.push(self.verdict.findings.len());
        }
        let agents = given.agent.into_iter().collect();
        self.verdict.findings.push(Finding { severity, agents, ..finding });
    }

    /// `"severity": "major"`, `"priority": 1`
    fn severity(&mut self, key: &str, value: Value<'_>) -> Option<Severity> {
        if value.kind() == Type::Null {
            return None;
        }
        let text = value.text().unwrap_or(value.raw().text.into());
        if document::is_template(&text) {
            self.reading.refuse(Cause::Template, mistakes::template(value.span()));
            return None;
        }
        // `0`, `0.0`
        let whole = text.split_once('.').filter(|(_, rest)| rest.bytes().all(|b| b == b'0'));
        let whole = whole.map_or(&*text, |(whole, _)| whole);
        let priority = whole.parse().ok().filter(|_| same(key, "priority"));
        let known = priority.and_then(|at: usize| PRIORITIES.get(at).copied());
        known.or_else(|| severity(value, self.reading.options)).or_else(|| {
            self.reading.report(mistakes::unknown_severity(&text, value.span()));
            Some(Severity::High)
        })
    }

    /// `"must_fix": ["<what has to change>"]`
    fn refuse_form(&mut self, value: Value<'_>) {
        let text = value.text().unwrap_or_default();
        let inner = text.trim().strip_prefix('<').and_then(|text| text.strip_suffix('>'));
        if inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(['<', '>'])) {
            self.reading.refuse(Cause::Template, mistakes::template(value.span()));
        }
    }

    fn location(&mut self, spot: &Spot<'_>) -> Option<Location> {
        let mut found = self.place(spot)?;
        for more in &spot.also {
            let more = self.place(more);
            found.also.extend(more.and_then(|m| Some(Place { path: m.path?, lines: m.lines })));
        }
        Some(found)
    }

    fn place(&mut self, spot: &Spot<'_>) -> Option<Location> {
        let path = spot.path?;
        let at = path.place(&mut self.reading.embedded)?;
        let text = path.text()?;
        let found = located(location::whole(Slice::new(&text, at.start as usize)), at);
        let lines = match (found.lines.is_empty(), spot.first) {
            (true, Some(first)) => {
                vec![Lines { first, last: spot.last.unwrap_or(first).max(first) }]
            }
            _ => found.lines,
        };
        Some(Location { path: found.path.or(Some(at)), lines, ..found })
    }

    /// What is named as stopping the work is a blocker beside a fail. Beside a verdict that opens
    /// it doubts that, and is never a fail: a person has to say which of the two is meant.
    pub(super) fn stop(&mut self) {
        let unusable = self.reading.cause.is_some_and(|cause| cause != Cause::Template);
        self.reading.says_fail |= unusable && !self.stops.is_empty();
        let Some(stated) = self.verdict.stated else { return };
        for &at in &self.stops {
            let Some(finding) = self.verdict.findings.get_mut(at) else { continue };
            if stated.outcome == Outcome::Fail {
                finding.kind = FindingKind::Blocker;
            } else if stated.outcome.opens() {
                let at = finding.text;
                let remark = Remark::new(RemarkKind::Finding, Outcome::Fail, at, at);
                self.verdict.remarks.push(remark);
            }
        }
    }
}

/// The severity that a word stands for, in the words of reviewers and of tools.
pub(super) fn severity(value: Value<'_>, options: &ReadOptions) -> Option<Severity> {
    let text = value.text()?;
    let host = options.lexicon.severities.iter().find(|(word, _)| same(word, &text));
    let tool = || LEVELS.iter().find(|(word, _)| same(word, text.trim()));
    host.map(|(_, severity)| *severity)
        .or_else(|| options.lexicon.severity(&text))
        .or_else(|| tool().map(|(_, severity)| *severity))
}

/// `[P1] the lock is never released`
fn tagged(text: &str, options: &ReadOptions) -> Option<Severity> {
    let (tag, _) = text.trim_start().strip_prefix('[')?.split_once(']')?;
    options.lexicon.severity(tag)
}

/// A member with a text, by its name in whatever case; `{"text": "…"}` is one, as in SARIF.
fn member<'d>(object: Value<'d>, name: &str) -> Option<(Value<'d>, Value<'d>)> {
    let is = |own: Value<'_>| own.text().is_some_and(|own| same(&own, name));
    let (own, value) = object.members().find(|(own, _)| is(*own))?;
    let text = if value.kind() == Type::Object { value.get("text")? } else { value };
    (text.kind() == Type::String).then_some((own, text))
}

/// Where a finding lies, while its members come in.
#[derive(Default)]
struct Spot<'d> {
    path: Option<Value<'d>>,
    first: Option<u32>,
    last: Option<u32>,
    also: Vec<Spot<'d>>,
}

impl<'d> Spot<'d> {
    /// What an object says of a place.
    fn of(object: Value<'d>) -> Self {
        let mut spot = Self::default();
        spot.members(object);
        spot
    }

    fn members(&mut self, object: Value<'d>) {
        for (name, value) in object.members() {
            self.read_member(&name.text().unwrap_or_default(), value);
        }
    }

    /// Takes a member that tells a place. Whether it does.
    fn read_member(&mut self, key: &str, value: Value<'d>) -> bool {
        let is_one_of = |names: &[&str]| names.iter().any(|known| same(known, key));
        let number = || value.raw().text.parse::<u32>().ok().filter(|line| *line > 0);
        let wraps = is_one_of(&WRAPPERS);
        match value.kind() {
            Type::String if (wraps || is_one_of(&PATHS)) && self.path.is_none() => {
                self.path = Some(value);
            }
            Type::Number if is_one_of(&FIRST) => self.first = self.first.or_else(number),
            Type::Number if is_one_of(&LAST) => self.last = self.last.or_else(number),
            // `"start": {"line": 3, "column": 1}`
            Type::Object if same(key, "start") => {
                self.first = self.first.or(Self::of(value).first);
            }
            Type::Object if same(key, "end") => self.last = self.last.or(Self::of(value).first),
            Type::Object if wraps => self.members(value),
            Type::List if same(key, "locations") => {
                let mut places = value.items().map(Self::of);
                if self.path.is_none()
                    && let Some(first) = places.next()
                {
                    *self = first;
                }
                self.also.extend(places);
            }
            _ => return false,
        }
        true
    }
}

/// A location in a text that lies in the source or among those that had to be spelt out.
fn located(found: Location, at: Span) -> Location {
    let also = found.also.into_iter();
    Location {
        text: within(at, found.text),
        path: found.path.map(|path| within(at, path)),
        lines: found.lines,
        also: also.map(|place| Place { path: within(at, place.path), ..place }).collect(),
    }
}
