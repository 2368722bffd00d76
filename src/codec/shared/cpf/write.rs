//! From a verdict to CPF: keys in their order, no empty section, no decoration.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Dialect;
use super::tables::code_of;
use super::tables::{self, ERROR, PARTIAL, WORDS};
use crate::codec::ReadOptions;
use crate::codec::input::{Input, Nested};
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::{self, EncodeInput, Part, records};
use crate::ir::{Diagnostic, Finding, FindingKind, Outcome, Severity, Verdict};
use crate::source::{Source, Span};

/// Writes one verdict.
pub(in crate::codec) fn encode(
    spoken: &EncodeInput<'_>,
    dialect: Dialect,
) -> Result<String, Vec<Diagnostic>> {
    let [verdict] = spoken.verdicts else {
        return Err(vec![several_verdicts(spoken.verdicts.last().map(|verdict| verdict.span))]);
    };
    let mut page = Page { spoken, out: String::new(), wrong: Vec::new() };
    page.verdict(verdict, dialect);
    if !page.wrong.is_empty() {
        return Err(page.wrong);
    }
    match changed(spoken, verdict, &page.out, dialect) {
        Some(at) => Err(vec![read_otherwise(at)]),
        None => Ok(page.out),
    }
}

/// A text while it is written, and what stands in the way.
struct Page<'a> {
    spoken: &'a EncodeInput<'a>,
    out: String,
    wrong: Vec<Diagnostic>,
}

impl<'a> Page<'a> {
    fn verdict(&mut self, verdict: &Verdict, dialect: Dialect) {
        self.statement(verdict);
        if let Some(scope) = verdict.scope {
            self.line("SCOPE:", scope);
        }
        let name = |member: &crate::ir::Member| self.spoken.text(member.name).into_owned();
        let named: Vec<_> =
            verdict.members.iter().map(|member| (name(member), member.text)).collect();
        let own = |key: &'static str| named.iter().filter(move |(name, _)| name == key);
        for key in ["WAVE_SCOPE", "SPECS_IN_SCOPE"] {
            own(key).for_each(|(name, text)| self.line(&format!("{name}:"), *text));
        }
        for (name, text) in named.iter().filter(|(name, _)| !tables::is_key(name)) {
            self.member(name, *text);
        }
        let section = if dialect == Dialect::Auditor { "VERIFIED" } else { "ISSUES" };
        self.title(section, verdict.findings.len());
        verdict.findings.iter().for_each(|finding| self.finding(finding, dialect));
        self.records(verdict);
        // A tag at the end of a note is written with it.
        let ends: BTreeSet<_> = verdict.notes.iter().map(|note| (note.source, note.end)).collect();
        let tags = verdict.tags.iter().filter(|tag| {
            let partial = self.spoken.text(**tag).eq_ignore_ascii_case(PARTIAL);
            !partial && !ends.contains(&(tag.source, tag.end))
        });
        let tags: Vec<_> = tags.copied().collect();
        self.title("NOTES", tags.len() + verdict.notes.len());
        for text in tags.iter().chain(&verdict.notes) {
            self.text(*text);
        }
        for (_, text) in own("ROADMAP_ADVISORY") {
            self.title("ROADMAP_ADVISORY", 1);
            self.text(*text);
        }
    }

    fn statement(&mut self, verdict: &Verdict) {
        let tagged = verdict.stated.is_some() && is_tagged(self.spoken, verdict);
        let tag = if tagged { format!(" ({PARTIAL})") } else { String::new() };
        match word(self.spoken, verdict) {
            Ok(Some(word)) => self.out.push_str(&format!("VERDICT:{word}{tag}\n")),
            Ok(None) => {}
            Err(wrong) => self.wrong.push(wrong),
        }
    }

    fn title(&mut self, key: &str, lines: usize) {
        if lines > 0 {
            self.out.push_str(key);
            self.out.push_str(":\n");
        }
    }

    fn line(&mut self, head: &str, text: Span) {
        let text = self.one_line(text);
        self.out.push_str(head);
        self.out.push_str(&text);
        self.out.push('\n');
    }

    /// `LANG:ja`, or the lines below `MATRIX:`.
    fn member(&mut self, name: &str, text: Span) {
        let lines = self.spoken.text(text);
        if lines.contains('\n') {
            self.out.push_str(name);
            self.out.push_str(":\n");
            self.text(text);
        } else {
            self.line(&format!("{name}:"), text);
        }
    }

    /// Free text, as it is.
    fn text(&mut self, text: Span) {
        let text = self.spoken.text(text);
        for line in text.lines() {
            self.out.push_str(line.trim_end_matches('\r'));
            self.out.push('\n');
        }
    }

    fn one_line(&mut self, at: Span) -> Cow<'a, str> {
        let text = self.spoken.text(at);
        if text.contains(['\n', '\r']) {
            self.wrong.push(line_break(at));
        }
        text
    }

    /// Fields with a pipe between each two; only the last may hold one.
    fn fields(&mut self, fields: impl ExactSizeIterator<Item = Option<(Span, Cow<'a, str>)>>) {
        let count = fields.len();
        for (place, field) in fields.enumerate() {
            if place > 0 {
                self.out.push('|');
            }
            let Some((at, text)) = field else { continue };
            if text.contains(['\n', '\r']) {
                self.wrong.push(line_break(at));
            } else if text.contains('|') && place + 1 < count {
                self.wrong.push(pipe_in_field(at));
            }
            self.out.push_str(&text);
        }
        self.out.push('\n');
    }

    fn finding(&mut self, finding: &Finding, dialect: Dialect) {
        let Some(code) = finding.severity.and_then(code_of) else {
            return self.wrong.push(no_code(finding.severity, finding.span));
        };
        if finding.kind == FindingKind::Blocker && finding.severity != Some(Severity::Critical) {
            self.wrong.push(blocker_is_critical(finding.span));
        }
        if dialect == Dialect::Auditor {
            if finding.agents.is_empty() {
                self.wrong.push(no_agents(finding.span));
            }
            self.agents(&finding.agents);
            self.out.push('|');
        }
        self.out.push_str(code);
        self.out.push('|');
        let location = finding.location.as_ref();
        let location = location.map(|place| (place.text, self.spoken.place(place)));
        let told = |at: Span| (at, self.spoken.text(at));
        let fields = [finding.category.map(told), location, Some(told(finding.text))];
        self.fields(fields.into_iter());
    }

    fn agents(&mut self, agents: &[Span]) {
        let mut start = true;
        for at in agents {
            if !std::mem::take(&mut start) {
                self.out.push('+');
            }
            let text = self.spoken.text(*at);
            if text.contains(['\n', '\r']) {
                self.wrong.push(line_break(*at));
            } else if text.contains(['|', '+']) {
                self.wrong.push(pipe_in_field(*at));
            }
            self.out.push_str(&text);
        }
    }

    fn records(&mut self, verdict: &Verdict) {
        let (spoken, mut section) = (self.spoken, "");
        for (part, agents, fields) in records(verdict) {
            let name = match part {
                Part::Removed => "REMOVED",
                Part::Resolved => "RESOLVED",
                Part::Steering => "STEERING",
                _ => "SPEC_FEEDBACK",
            };
            self.title(name, usize::from(section != name));
            section = name;
            if name == "RESOLVED" {
                self.agents(agents);
                self.out.push('|');
            }
            self.fields(fields.into_iter().map(|at| Some((at, spoken.text(at)))));
        }
    }
}

fn is_tagged(spoken: &EncodeInput<'_>, verdict: &Verdict) -> bool {
    verdict.tags.iter().any(|tag| spoken.text(*tag).eq_ignore_ascii_case(PARTIAL))
}

/// The reviewer's word when it is one of CPF, else the word for the outcome. None where nothing was stated, unless it is to be
/// written as if what it means had been.
pub(in crate::codec) fn word(
    spoken: &EncodeInput<'_>,
    verdict: &Verdict,
) -> Result<Option<&'static str>, Diagnostic> {
    let said = verdict.stated.map(|stated| spoken.text(stated.word)).unwrap_or_default();
    let known = WORDS.iter().find(|(word, outcome)| {
        let tagged = is_tagged(spoken, verdict);
        let counts_as = if tagged { (*outcome).max(Outcome::Warn) } else { *outcome };
        word.eq_ignore_ascii_case(&said)
            && verdict.stated.is_some_and(|stated| counts_as == stated.outcome)
    });
    if let Some((word, _)) = known {
        return Ok(Some(word));
    }
    let outcome = match verdict.stated {
        Some(stated) => Some(stated.outcome),
        None => verdict.effective().filter(|_| spoken.drops(Part::Unstated)),
    };
    match outcome {
        Some(Outcome::Pass) => Ok(Some("GO")),
        Some(Outcome::Warn) => Ok(Some("CONDITIONAL")),
        Some(Outcome::Fail) => Ok(Some("NO-GO")),
        Some(Outcome::Hold) if said.eq_ignore_ascii_case(ERROR) => Ok(Some(ERROR)),
        Some(Outcome::Hold) => {
            Err(no_word(verdict.stated.map_or(verdict.span, |stated| stated.word)))
        }
        None if verdict.scope.is_none() => Err(no_beginning(verdict.span)),
        None => Ok(None),
    }
}

/// The first value that would be read as something else.
fn changed(
    spoken: &EncodeInput<'_>,
    verdict: &Verdict,
    text: &str,
    dialect: Dialect,
) -> Option<Span> {
    let (source, options) = (Source::new("written", text), ReadOptions::default());
    let again = super::decode(&Input::whole(&source, text, &options, Nested::NONE), dialect);
    let empty = Verdict::new(verdict.span);
    let read = again.verdicts.first().unwrap_or(&empty);
    render::changed((spoken.sources, verdict), (&again.sources, read), dialect.holds())
}

mistake_rows! {
    /// `action: request-clarification`
    error "assize::write::no_word" no_word(at: Span)
        "CPF has no word for a verdict of `hold`", at "neither go nor no-go", "choose another format";
    /// Findings without a verdict, and nothing that says what was looked at
    error "assize::write::no_beginning" no_beginning(at: Span)
        "CPF begins with `VERDICT:` or `SCOPE:`, and this verdict has neither",
        at "would not be recognised", "use `--drop unstated` to state what it comes to, or choose another format";
    /// A row of an inspector
    error "assize::write::no_agents" no_agents(at: Span)
        "a row of a CPF auditor names who found it, and this finding names nobody",
        at "does not say who found it", "write it as `cpf-inspector`, whose rows do not name anybody";
    /// A blocker of severity high
    pub(in crate::codec) error "assize::write::blocker_is_critical" blocker_is_critical(at: Span)
        "this finding stops the work, which in CPF only a `C` does", at "a blocker that is not critical", "choose another format";
    /// A description of two lines
    error "assize::write::line_break" line_break(at: Span)
        "a value has a line break, which CPF cannot hold", at "more than one line", "choose another format, or put it on one line";
    /// A category `a|b`
    error "assize::write::pipe_in_field" pipe_in_field(at: Span)
        "a value has a character that separates fields in CPF",
        at "contains a `|`, or a `+` in the name of an agent", "choose another format, or leave the character out";
    /// A note `VERDICT:GO`
    error "assize::write::read_otherwise" read_otherwise(at: Span)
        "this value would be read as something else in CPF", at "looks like another line", "choose another format, or rephrase it";
    /// Two verdicts of a log
    pub(in crate::codec) error "assize::write::several_verdicts" several_verdicts(at: Option<Span>)
        "CPF holds one verdict, and there are several", at "one more verdict", "write each of them on its own";
    /// `blocker: ...`, whose severity is not known
    pub(in crate::codec) error "assize::write::no_severity_code" no_code(severity: Option<Severity>, at: Span)
        [lacks = match severity {
            Some(severity) => format!("CPF has no code for the severity `{severity}`"),
            None => "a row of CPF needs a severity, and this finding has none".to_owned(),
        }]
        "{lacks}", at "cannot be written as `C`, `H`, `M` or `L`", "choose another format";
}
