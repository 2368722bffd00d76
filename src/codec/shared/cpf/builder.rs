//! A verdict while its lines come in.

use std::collections::HashSet;

use super::count::Count;
use super::grammar::{self, Part, Row, Rule};
use super::header::{self, Header};
use super::quoted::Quotations;
use super::repairs::{HEADER_VALUE, KEY_STYLE};
use super::statement::StatedWord;
use super::tables::{Key, TAGS};
use super::text::stands_in;
use super::{Dialect, mistakes};
use crate::codec::builder::DecodeLog;
use crate::codec::input::Input;
use crate::codec::repairs::Repair;
use crate::codec::statements::is_none;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Diagnostic, Member, Outcome, Verdict};
use crate::source::Span;

/// A verdict while its lines come in.
pub(super) struct VerdictBuilder<'a> {
    pub(super) reading: DecodeLog<'a>,
    pub(super) body: Slice<'a>,
    /// The text ends where the body does, and without a line end.
    pub(super) cut: bool,
    /// Lines of what it is a part of follow, as after the run of a log: it is whole.
    pub(super) goes_on: bool,
    pub(super) dialect: Dialect,
    pub(super) verdict: Verdict,
    /// The first `VERDICT:` line, whatever it says.
    pub(super) verdict_line: Option<Span>,
    pub(super) stated: Option<StatedWord>,
    /// `ERROR: the build did not start`
    pub(super) error_line: Option<Span>,
    pub(super) at: At,
    /// The header of the section, until something stands below it.
    pub(super) untouched: Option<Slice<'a>>,
    /// The header of the section.
    pub(super) title: Span,
    /// A known key was seen.
    pub(super) begun: bool,
    /// Prose above the first known key.
    pub(super) preface: Option<Span>,
    /// The best that it can still come to, whatever it states.
    pub(super) at_best: Outcome,
    /// Categories that no inspector is known to use, each once: the first few, and all.
    pub(super) unknown_categories: Vec<Slice<'a>>,
    pub(super) unknown_names: HashSet<&'a str>,
    /// The last category that was looked up.
    pub(super) last_category: &'a str,
    pub(super) quotations: Quotations,
    /// Some character in the body is shown as a new line by some programs.
    pub(super) odd_breaks: bool,
    pub(super) last: Last,
    /// Keys with a value of their own that were read.
    pub(super) given: Vec<(&'static Key, Span)>,
    /// Keys of a wave, where they stand.
    pub(super) wave: Option<Slice<'a>>,
    /// Where the last row ends whose marks were reported.
    pub(super) reported_style: usize,
    /// Where the diagnostic about unknown lines stands that the next one may join.
    pub(super) unknown_lines: Option<usize>,
    /// How many rows a section says it has.
    pub(super) counts: Vec<Count>,
    /// `END`, and whether something follows it.
    pub(super) end: Option<Span>,
    pub(super) behind_end: Option<Span>,
    /// The line before belongs to the last member.
    pub(super) running: bool,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Nowhere,
    Below(&'static Key),
    /// Below a header that is not known.
    Unknown,
}

/// How the line that was read last ends, should nothing follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// It is complete.
    Whole,
    /// Free text, which is complete where a sentence, a bracket or a quotation ends.
    Text,
    /// A key with nothing behind it, or a verdict that may go on.
    Key,
    /// A row with too few fields.
    Short,
}

impl<'a> VerdictBuilder<'a> {
    pub(super) fn new(input: &Input<'a>, dialect: Dialect) -> Self {
        let body = input.body;
        let mut verdict = Verdict::new(body.span());
        verdict.kind = input.options.kind.map(|kind| kind.as_str().to_owned());
        Self {
            reading: DecodeLog::new(input.options),
            body,
            cut: body.end() == input.text.len() && !body.text.ends_with('\n'),
            goes_on: goes_on(input.text, body),
            dialect,
            verdict,
            verdict_line: None,
            stated: None,
            error_line: None,
            at: At::Nowhere,
            untouched: None,
            title: Span::default(),
            begun: false,
            preface: None,
            at_best: Outcome::Pass,
            unknown_categories: Vec::new(),
            unknown_names: HashSet::new(),
            last_category: "",
            quotations: Quotations::of(body),
            odd_breaks: has_odd_breaks(body.text),
            last: Last::Whole,
            given: Vec::new(),
            wave: None,
            reported_style: 0,
            unknown_lines: None,
            counts: Vec::new(),
            end: None,
            behind_end: None,
            running: false,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.reading.report(diagnostic);
    }

    pub(super) fn refuse(&mut self, cause: Cause, diagnostic: Diagnostic) {
        self.reading.refuse(cause, diagnostic);
    }

    pub(super) fn recover(&mut self, repair: Repair, at: Span) {
        self.reading.recover(repair, at);
    }

    /// It can come to nothing better than this.
    pub(super) fn limit(&mut self, outcome: Outcome) {
        self.at_best = self.at_best.max(outcome);
    }

    /// Takes in a line, without its line end.
    pub(super) fn line(&mut self, line: Part<'a>) {
        let Some(outside) = self.outside_quotations(line.text) else { return };
        // Behind a comment, a line begins anew.
        let again = (outside.start > line.text.start).then(|| grammar::ask(Rule::line, outside));
        let line = again.flatten().unwrap_or(line);
        if line.rule == Rule::empty {
            return;
        }
        let body = line.text.trim();
        self.last = Last::Text;
        if self.end.is_some() {
            self.behind_end.get_or_insert(body.span());
        } else if line.rule == Rule::end {
            self.end = Some(body.span());
            self.last = Last::Whole;
            return;
        }
        if self.odd_breaks {
            self.broken_line(line.text);
        }
        if line.rule == Rule::conflict {
            return self.refuse(Cause::Ambiguous, mistakes::conflict_markers(body.span()));
        }
        if let Some(header) = self.header_of(&line) {
            return self.header(&header, line.text);
        }
        match self.section() {
            Some(key) => {
                let before = self.rows();
                let row = match line.rule == key.row {
                    true => Row::new(&line),
                    false => Row::of(key.row, line.text),
                };
                self.row(key, &row);
                self.count_rows(before);
            }
            None => self.free_line(line.text),
        }
    }

    /// The section with rows that a line stands in.
    pub(super) fn section(&self) -> Option<&'static Key> {
        match self.at {
            At::Below(key) if !key.is_free() => Some(key),
            _ => None,
        }
    }

    /// The key that a line begins with, if that is what it means here.
    fn header_of(&self, line: &Part<'a>) -> Option<Header<'a>> {
        let header = Header::of(line)?;
        let free = matches!(self.at, At::Below(key) if key.is_free());
        let meant = match header.known {
            // So is `Verdict: 0 Critical, 8 High`, once the verdict is stated.
            Some(key) if key.rule == Rule::VERDICT => {
                header.capital || !free || self.verdict_line.is_none() || self.is_word(&header)
            }
            // `Scope: only the API` in a note is part of the note.
            Some(_) => header.capital || !(free || matches!(self.at, At::Unknown)),
            // A severity is not a key: `CRITICAL: SQL built by concatenation`, nor `C1: sql|…` where rows are.
            None => {
                let rows = self.section().is_some() && line.text.text.contains('|');
                self.severity(header.name).is_none()
                    && !(rows && self.numbered(header.name).is_some())
                    && (!free
                        || header.name.text == "ERROR"
                        || header::meant(header.name.text).is_some())
            }
        };
        meant.then_some(header)
    }

    fn header(&mut self, header: &Header<'a>, line: Slice<'a>) {
        let at = line.trim().span();
        // A scope of several words may go on, and a quotation until it is closed.
        let free =
            header.known.is_some_and(|key| matches!(key.rule, Rule::SCOPE | Rule::WAVE_SCOPE));
        self.last = match header.value.text {
            "" => Last::Key,
            value if free && value.contains(' ') => Last::Text,
            value if value.matches('"').count() % 2 == 1 => Last::Text,
            _ => Last::Whole,
        };
        let Some(key) = header.known else { return self.unknown_header(header, line) };
        if !self.begun {
            self.verdict.span.start = at.start;
        }
        self.begun = true;
        self.unknown_lines = None;
        self.running = false;
        if header.styled || (header.spaced && key.rule != Rule::NOTES) {
            self.recover(KEY_STYLE, header.name.span());
        }
        self.keep_to_its_writer(key, header.name);
        match key.rule {
            Rule::VERDICT => self.state(header, line),
            Rule::SCOPE => self.scope(header, line),
            Rule::WAVE_SCOPE | Rule::SPECS_IN_SCOPE => {
                let value = self.without_form(header.value);
                let member = Member { name: header.name.span(), text: value.span() };
                if let Some(first) = self.given_before(key, member.name) {
                    self.report(mistakes::repeated_key(member.name, first, key.name));
                }
                self.check_form(value);
                self.wave.get_or_insert(header.name);
                self.verdict.members.push(member);
            }
            _ => self.begin_section(key, header),
        }
    }

    fn scope(&mut self, header: &Header<'a>, line: Slice<'a>) {
        self.check_form(header.value);
        let Some(first) = self.verdict.scope else {
            if !header.value.is_empty() {
                self.verdict.scope = Some(header.value.span());
            }
            return;
        };
        self.report(mistakes::repeated_key(header.name.span(), first, "SCOPE"));
        self.reading.unclaimed_in(0, line.span());
    }

    /// `1..3 (wave-scoped mode only)`: what the form says of a key, handed back with it.
    fn without_form(&mut self, value: Slice<'a>) -> Slice<'a> {
        let told = grammar::ask(Rule::with_form, value).filter(|_| value.text.ends_with(')'));
        let parts = told.and_then(|told| told.find(Rule::given).zip(told.find(Rule::form)));
        let Some((given, form)) = parts else { return value };
        self.recover(KEY_STYLE, form.trim().span());
        given.trim()
    }

    /// `{feature}`: the form, not filled in.
    pub(super) fn check_form(&mut self, value: Slice<'a>) {
        if value.text.starts_with('{') {
            self.refuse(Cause::Template, mistakes::template(value.span()));
        }
    }

    /// Where a key that belongs there once stood first.
    fn given_before(&mut self, key: &'static Key, at: Span) -> Option<Span> {
        let first = self.given.iter().find(|(given, _)| *given == key).map(|(_, first)| *first);
        if first.is_none() {
            self.given.push((key, at));
        }
        first
    }

    fn begin_section(&mut self, key: &'static Key, header: &Header<'a>) {
        self.leave_section();
        self.at = At::Below(key);
        let at = header.name.span();
        (self.title, self.untouched) = (at, Some(header.name));
        if let Some(first) = self.given_before(key, at) {
            self.report(mistakes::repeated_section(at, header.name.text, first));
        }
        if key.rule == Rule::ROADMAP_ADVISORY {
            self.wave.get_or_insert(header.name);
        }
        let value = header.value;
        if value.is_empty() {
            return;
        }
        if let Ok(rows) = value.text.parse() {
            self.begin_count(rows, header.name, value);
        } else if !key.is_free() && is_none(value.text, &self.reading.words) {
            self.touch();
            // `(no`, or a `-` that begins a row, may go on; `none` is a value.
            if !value.text.starts_with(char::is_alphanumeric) {
                self.last = Last::Text;
            }
        } else if value.text.starts_with('(') && value.text.ends_with(')') {
            self.last = Last::Key;
            self.recover(KEY_STYLE, value.span());
        } else if key.is_free() {
            self.last = Last::Text;
            self.free_line(value);
        } else {
            self.last = Last::Text;
            self.recover(HEADER_VALUE, value.span());
            self.row(key, &Row::of(key.row, value));
        }
    }

    /// A section ends, and perhaps nothing stood in it.
    pub(super) fn leave_section(&mut self) {
        if let Some(name) = self.untouched.take() {
            self.report(mistakes::empty_section(name.span(), name.text));
        }
        self.at = At::Nowhere;
        self.running = false;
    }

    /// Something stands below the header of the section.
    pub(super) fn touch(&mut self) {
        self.untouched = None;
    }

    /// `LANG:ja`, `MATRIX:` and lines below it, or a key that is misspelt.
    fn unknown_header(&mut self, header: &Header<'a>, line: Slice<'a>) {
        let name = header.name.text;
        if let Some(meant) = header::meant(name) {
            self.reading.says_fail |= self.says_fail(header.value);
            return self.refuse(Cause::MisspeltKey, mistakes::misspelt_key(header.name, meant));
        }
        if TAGS.iter().any(|tag| tag.trim_end_matches(':') == name) || stands_in(name).is_some() {
            self.last = Last::Text;
            return self.tag(line.trim());
        }
        if !self.begun {
            self.preface.get_or_insert(line.trim().span());
        }
        self.unknown_lines = None;
        self.reading.unclaimed_in(0, line.span());
        let says_none = is_none(header.value.text, &self.reading.words);
        if name == "ERROR" && (header.value.is_empty() || !says_none) {
            self.error_line.get_or_insert(line.trim().span());
        } else {
            self.report(mistakes::unknown_key(header.name));
        }
        if header.value.is_empty() {
            self.leave_section();
            self.at = At::Unknown;
            (self.title, self.untouched) = (header.name.span(), Some(header.name));
            return;
        }
        self.last = Last::Text;
        self.running = false;
        self.touch();
        if name == "ISSUE_COUNT"
            && let Ok(rows) = header.value.text.parse()
        {
            self.last = Last::Whole;
            self.counts.push(Count::of_all(rows, header.value));
        }
        let member = Member { name: header.name.span(), text: header.value.span() };
        self.verdict.members.push(member);
    }

    /// Sections that another format, or another kind of auditor, has.
    fn keep_to_its_writer(&mut self, key: &Key, name: Slice<'a>) {
        if key.writer.is_some_and(|writer| writer != self.dialect) {
            let (reader, writers) = match self.dialect {
                Dialect::Inspector => ("an inspector", "auditors"),
                Dialect::Auditor => ("an auditor", "inspectors"),
            };
            self.report(mistakes::section_of_another(name.span(), name.text, reader, writers));
        } else if let Some(kind) = self.reading.options.kind
            && self.dialect == Dialect::Auditor
            && !key.is_for(kind)
        {
            self.report(mistakes::section_of_another_kind(name.span(), name.text, kind));
        }
    }

    /// `PARTIAL:interface|timed out`
    pub(super) fn tag(&mut self, text: Slice<'a>) {
        self.touch();
        self.running = false;
        self.verdict.tags.push(text.span());
        if stands_in(text.text).is_some() {
            self.verdict.stands_in.get_or_insert(text.span());
        }
        self.limit(Outcome::Warn);
        self.report(mistakes::partial(text.span()));
    }
}

/// Whether some character is shown as a new line by some programs.
fn has_odd_breaks(text: &str) -> bool {
    // A loop without an early end looks at many bytes at once.
    let may_be = |b: u8| matches!(b, 0xb | 0xc) || !b.is_ascii();
    let breaks = ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    text.bytes().fold(false, |some, b| some | may_be(b)) && breaks.iter().any(|c| text.contains(*c))
}

/// Whether a text goes on after a body, and not only with the marks that close a fence.
fn goes_on(text: &str, body: Slice<'_>) -> bool {
    let mut below = text.get(body.end()..).unwrap_or_default().lines().map(str::trim);
    let next = below.find(|line| !line.is_empty());
    next.is_some_and(|line| !["```", "~~~"].iter().any(|mark| line.starts_with(mark)))
}
