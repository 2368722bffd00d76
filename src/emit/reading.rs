//! What was read from a text, for a person.

use super::cells::style_of;
use super::excerpt::{Mark, draw};
use super::page::{Page, Style, rows};
use super::place::{Place, Places};
use super::text::TextOptions;
use super::visible::visible;
use super::{remarks, words};
use crate::ir::{
    Decoded, Diagnostic, Evidence, Finding, FindingKind, Format, Level, Outcome, Recovery, Verdict,
};
use crate::source::{Source, Span, text_of};

/// A value takes at most so many rows.
const MOST_ROWS: usize = 6;
/// The width of the names in front of values.
const NAME: usize = 12;

/// What came of reading one source: the format and why, each verdict, and what had to be repaired;
/// or why there is no verdict, and where each format gave up.
///
/// ```
/// # use assize::{ReadOptions, Source, read};
/// let source = Source::new("qa.md", "verdict: pass\nconfidence: high\n");
/// let decoded = read(&source, &ReadOptions::default());
/// let text = assize::emit::text::read_source(&decoded, &Default::default());
/// assert!(text.starts_with("qa.md  verdict-file\n"));
/// ```
pub fn read_source(decoded: &Decoded, options: &TextOptions) -> String {
    let mut page = Page::new(options.color, options.width);
    let sheet = Sheet {
        sources: &decoded.sources,
        places: Places::new(&decoded.sources),
        diagnostics: &decoded.diagnostics,
    };
    let name = decoded.source().map_or("", Source::name);
    page.put(Style::Strong, name).put(Style::Plain, "  ");
    match decoded.unreadable {
        Some(cause) => {
            page.put(Style::Bad, "unreadable")
                .put(Style::Plain, &format!(": {}", words::cause(cause)))
                .put(Style::Quiet, &format!(" ({cause})"))
                .end();
        }
        None => page.put(Style::Plain, decoded.format.map_or("read", Format::as_str)).end(),
    }
    if let Some(format) = decoded.format {
        let why = match decoded.unreadable {
            Some(_) => format!("  as {format}: {}", decoded.why),
            None => format!("  {}", decoded.why),
        };
        page.line(Style::Quiet, &why);
    }
    if decoded.unreadable.is_some() && decoded.says_fail {
        page.put(Style::Plain, "  it says ")
            .put(Style::Bad, "fail")
            .put(Style::Plain, " somewhere");
        page.end();
    }
    // Where all gave up at one place, the diagnostic below shows it.
    let apart = decoded.tried.windows(2).any(|pair| pair[0].at != pair[1].at);
    for tried in &decoded.tried {
        let place = sheet.places.of(tried.at).filter(|_| apart);
        let at = place.map(|place| at(&place)).unwrap_or_default();
        page.put(Style::Plain, "  ").cell(Style::Plain, tried.format.as_str(), 17);
        page.put(Style::Quiet, &format!("{}{at}", tried.why)).end();
    }
    let alone = remarks::alone(&decoded.remarks).filter(|mark| !sheet.tells(mark.span));
    draw(&mut page, &sheet.places, &alone.collect::<Vec<_>>());
    let fragments = || decoded.fragments.iter().filter(|fragment| !is_bare(fragment));
    if fragments().next().is_some() {
        page.gap();
        page.line(Style::Strong, "  what can be read of it, which decides nothing");
    }
    for fragment in fragments() {
        page.gap();
        sheet.fragment(&mut page, fragment);
    }
    for verdict in &decoded.verdicts {
        page.gap();
        sheet.verdict(&mut page, verdict);
    }
    for subject in &decoded.missing {
        let name = words::subject(subject).unwrap_or_default();
        page.put(Style::Bad, "  missing     ").put(Style::Plain, &name).end();
    }
    sheet.repairs(&mut page, &decoded.recoveries);
    page.finish()
}

/// Whether a fragment has nothing to show but the lines beside it.
fn is_bare(fragment: &Verdict) -> bool {
    let bare = Verdict {
        remarks: fragment.remarks.clone(),
        unclaimed: fragment.unclaimed,
        first_unclaimed: fragment.first_unclaimed,
        ..Verdict::new(fragment.span)
    };
    *fragment == bare
}

/// ` at 3:12`
fn at(place: &Place<'_>) -> String {
    format!(" at {}:{}", place.at.line, place.at.column)
}

/// The texts that spans lie in.
struct Sheet<'a> {
    sources: &'a [Source],
    places: Places<'a>,
    diagnostics: &'a [Diagnostic],
}

impl Sheet<'_> {
    fn verdict(&self, page: &mut Page, verdict: &Verdict) {
        if let Some(subject) = words::subject(&verdict.subject) {
            page.put(Style::Plain, "  ").line(Style::Strong, &subject);
        }
        match verdict.stated {
            Some(said) => {
                self.name(page, "stated").put(style_of(said.outcome), said.outcome.as_str());
                page.put(Style::Quiet, "  ").put(Style::Quiet, &self.text(said.word)).end();
            }
            None => self.name(page, "stated").put(Style::Quiet, "nothing").end(),
        }
        if let Some(derived) = verdict.derived {
            self.name(page, "derived").put(style_of(derived), derived.as_str()).end();
        }
        let effective = verdict.effective();
        let style = effective.map_or(Style::Bad, style_of);
        let name = effective.map_or("none", Outcome::as_str);
        self.name(page, "effective").put(style, name);
        page.put(Style::Bad, if verdict.doubted() { "  doubted by a line beside it" } else { "" });
        page.put(Style::Bad, if verdict.contradictory { "  contradictory" } else { "" });
        page.put(Style::Bad, if verdict.inferred { "  only inferred" } else { "" }).end();
        self.fields(page, verdict);
        let mut marks: Vec<Mark> = remarks::doubting(verdict).collect();
        marks.extend(remarks::first_outside(verdict).filter(|mark| !self.tells(mark.span)));
        if let Some(lines) = remarks::outside(verdict) {
            page.line(Style::Quiet, &format!("  {lines}"));
        }
        draw(page, &self.places, &marks);
    }

    /// Whether a diagnostic shows this place.
    fn tells(&self, at: Span) -> bool {
        let meets =
            |span: Span| span.source == at.source && span.start < at.end && at.start < span.end;
        let told = self.diagnostics.iter().filter(|told| told.level >= Level::Warning);
        told.flat_map(|told| &told.labels).any(|label| meets(label.span))
    }

    /// What an unreadable source says all the same.
    fn fragment(&self, page: &mut Page, fragment: &Verdict) {
        if let Some(subject) = words::subject(&fragment.subject) {
            page.put(Style::Plain, "  ").line(Style::Strong, &subject);
        }
        if let Some(said) = fragment.stated {
            self.value(page, "stated", Some(said.word));
        }
        self.fields(page, fragment);
    }

    fn fields(&self, page: &mut Page, verdict: &Verdict) {
        if let Some(confidence) = verdict.confidence {
            self.name(page, "confidence").put(Style::Plain, confidence.as_str()).end();
        }
        if let Some(kind) = &verdict.kind {
            self.name(page, "kind").put(Style::Plain, kind).end();
        }
        self.value(page, "reviewer", verdict.reviewer);
        self.value(page, "action", verdict.action);
        self.value(page, "scope", verdict.scope);
        self.value(page, "summary", verdict.summary);
        for finding in &verdict.findings {
            self.finding(page, finding);
        }
        for criterion in &verdict.criteria {
            let met = criterion.outcome.map_or("not said", Outcome::as_str);
            let text = criterion.text.map(|text| format!("  {}", self.text(text)));
            let text = text.unwrap_or_default();
            self.rows(page, "criterion", &format!("{met}  {}{text}", self.text(criterion.name)));
        }
        self.rest(page, verdict);
    }

    fn rest(&self, page: &mut Page, verdict: &Verdict) {
        let told = |spans: &[Span]| -> String {
            spans.iter().map(|span| self.text(*span)).collect::<Vec<_>>().join("  ")
        };
        for removed in &verdict.removed {
            let text = told(&[removed.agent, removed.reason, removed.text]);
            self.rows(page, "removed", &text);
        }
        for resolved in &verdict.resolved {
            let agents = resolved.agents.iter().map(|agent| self.text(*agent));
            let agents = agents.collect::<Vec<_>>().join("+");
            let text = told(&[resolved.resolution, resolved.text]);
            self.rows(page, "resolved", &format!("{agents}  {text}"));
        }
        for steering in &verdict.steering {
            let text = told(&[steering.level, steering.target, steering.text]);
            self.rows(page, "steering", &text);
        }
        for feedback in &verdict.spec_feedback {
            let text = told(&[feedback.phase, feedback.spec, feedback.text]);
            self.rows(page, "defect", &text);
        }
        verdict.notes.iter().for_each(|note| self.value(page, "note", Some(*note)));
        self.value(page, "revision", verdict.revision);
        for member in &verdict.members {
            self.rows(
                page,
                "also",
                &format!("{}  {}", self.text(member.name), self.text(member.text)),
            );
        }
        verdict.tags.iter().for_each(|tag| self.value(page, "tag", Some(*tag)));
        match verdict.evidence {
            Some(Evidence::Path(path)) => self.value(page, "evidence", Some(path)),
            Some(Evidence::Inline(text)) => self.value(page, "evidence", Some(text)),
            None => {}
        }
    }

    fn finding(&self, page: &mut Page, finding: &Finding) {
        let mut words: Vec<String> = Vec::new();
        words.extend(finding.severity.map(|severity| severity.to_string()));
        words.extend(finding.category.map(|category| self.text(category)));
        if let Some(location) = &finding.location {
            let inside = location.text.source == finding.text.source
                && finding.text.start <= location.text.start
                && location.text.end <= finding.text.end;
            words.extend((!inside).then(|| self.text(location.text)));
        }
        words.push(self.text(finding.text));
        let agents = finding.agents.iter().map(|agent| self.text(*agent)).collect::<Vec<_>>();
        words.extend((!agents.is_empty()).then(|| format!("({})", agents.join("+"))));
        let style = match finding.kind {
            FindingKind::Blocker => Style::Bad,
            FindingKind::Advisory => Style::Odd,
        };
        self.paint(page, finding.kind.as_str(), style, &words.join("  "));
        self.value(page, "", finding.advice);
    }

    fn repairs(&self, page: &mut Page, recoveries: &[Recovery]) {
        if recoveries.is_empty() {
            return;
        }
        page.gap();
        for recovery in recoveries.iter().take(MOST_REPAIRS) {
            let place = self.places.of(recovery.span).map(|place| at(&place)).unwrap_or_default();
            self.name(page, "repaired").put(Style::Odd, recovery.name);
            page.put(Style::Quiet, &place).end();
        }
        if recoveries.len() > MOST_REPAIRS {
            let more = recoveries.len() - MOST_REPAIRS;
            self.name(page, "").put(Style::Quiet, &format!("and {more} more")).end();
        }
    }

    fn text(&self, span: Span) -> String {
        text_of(self.sources, span).trim().to_owned()
    }

    fn name<'p>(&self, page: &'p mut Page, name: &str) -> &'p mut Page {
        page.put(Style::Plain, "  ").cell(Style::Quiet, name, NAME)
    }

    fn value(&self, page: &mut Page, name: &str, span: Option<Span>) {
        if let Some(span) = span {
            self.rows(page, name, &self.text(span));
        }
    }

    fn rows(&self, page: &mut Page, name: &str, text: &str) {
        self.paint(page, name, Style::Quiet, text);
    }

    /// A name, and a text that may take several rows.
    fn paint(&self, page: &mut Page, name: &str, style: Style, text: &str) {
        let width = page.width().saturating_sub(NAME + 2);
        for (index, row) in rows(&visible(text), width, MOST_ROWS).iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            page.put(Style::Plain, "  ").cell(style, name, NAME).put(Style::Plain, row).end();
        }
    }
}

/// More repairs than this are only counted.
const MOST_REPAIRS: usize = 20;
