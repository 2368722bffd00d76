//! Diagnostics with their places, by way of miette.
//!
//! For a host that uses miette, [`Diagnostics`] is a `miette::Diagnostic`; the binary draws with
//! `render`.
//!
//! ```
//! use assize::{Diagnostic, Diagnostics, Source, Span};
//! let missing = Diagnostic::error("assize::read::unknown_word").message("`maybe` is not a verdict");
//! let found = Diagnostics::new(
//!     vec![Source::new("qa.md", "verdict: maybe\n")],
//!     vec![missing.label(Span::new(9, 14), "not a verdict").help("write `warn`")],
//! );
//! let found: &dyn miette::Diagnostic = &found;
//! assert_eq!(found.code().unwrap().to_string(), "assize::read::unknown_word");
//! assert_eq!(found.help().unwrap().to_string(), "write `warn`");
//! assert_eq!(found.labels().unwrap().count(), 1);
//! ```

#[cfg(feature = "cli")]
mod once;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{LabeledSpan, SourceCode, SpanContents};

use super::display::{DisplaySources, DisplayText};
#[cfg(feature = "cli")]
use super::visible::without_commands;
use crate::ir::{Diagnostic, Diagnostics, Label, Level};
#[cfg(feature = "cli")]
use crate::source::Source;
use crate::source::{SourceId, Span, outermost};

/// More labels than this of one diagnostic are only counted.
const MOST_LABELS: usize = 8;

/// A diagnostic as miette knows it.
///
/// The text it carries is a copy for showing: what is not UTF-8, and what a terminal would act
/// on, is spelled out, and the labels are moved along.
#[derive(Debug)]
struct Report {
    code: Option<String>,
    level: Level,
    message: String,
    help: Option<String>,
    source: Option<Place>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

impl Report {
    /// One diagnostic; the spans of its labels lie in `sources`.
    #[cfg(feature = "cli")]
    fn new(sources: &[Source], diagnostic: &Diagnostic) -> Self {
        Self::on(&mut DisplaySources::new(sources), diagnostic)
    }

    /// One of several: the copies of their sources are made once.
    fn on(displayed: &mut DisplaySources<'_>, diagnostic: &Diagnostic) -> Self {
        let more = diagnostic.labels.len().saturating_sub(MOST_LABELS);
        let drawn = &diagnostic.labels[..diagnostic.labels.len() - more];
        let mut parts = by_source(displayed, drawn).into_iter();
        let (source, labels) = parts.next().unzip();
        let elsewhere = |(source, labels): (Place, _)| Self {
            code: None,
            level: Level::Advice,
            message: format!("the other place is in {}", source.name),
            help: None,
            source: Some(source),
            labels,
            related: Vec::new(),
        };
        Self {
            code: Some(one_line(&diagnostic.code)),
            level: diagnostic.level,
            message: one_line(&diagnostic.message),
            help: help(diagnostic, more),
            source,
            labels: labels.unwrap_or_default(),
            related: parts.map(elsewhere).collect(),
        }
    }
}

/// Each of some diagnostics as miette knows it.
#[derive(Debug)]
struct Reports(Vec<Report>);

impl Diagnostics {
    fn reports(&self) -> &[Report] {
        let draw = || {
            let mut displayed = DisplaySources::new(self.sources());
            Reports(self.items().iter().map(|item| Report::on(&mut displayed, item)).collect())
        };
        self.drawing(draw).map_or(&[], |reports| &reports.0)
    }

    /// The report of the only diagnostic; of several each is a related one.
    fn report(&self) -> Option<&Report> {
        match self.reports() {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// One diagnostic is shown as itself; of several, each is a related one.
impl miette::Diagnostic for Diagnostics {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.report()?.code()
    }

    fn severity(&self) -> Option<miette::Severity> {
        let worst = self.items().iter().map(|item| item.level).max();
        Some(severity(worst.unwrap_or(Level::Error)))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.report()?.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.report()?.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.report()?.labels()
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        match self.reports() {
            [] => None,
            [only] => only.related(),
            all => Some(Box::new(all.iter().map(|report| report as &dyn miette::Diagnostic))),
        }
    }
}

fn severity(level: Level) -> miette::Severity {
    match level {
        Level::Advice => miette::Severity::Advice,
        Level::Warning => miette::Severity::Warning,
        Level::Error => miette::Severity::Error,
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(severity(self.level))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty()).then(|| Box::new(self.labels.iter().cloned()) as Box<_>)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        let related = self.related.iter().map(|report| report as &dyn miette::Diagnostic);
        (!self.related.is_empty()).then(|| Box::new(related) as Box<_>)
    }
}

/// One diagnostic, drawn with the lines it is about.
#[cfg(feature = "cli")]
pub fn render(sources: &[Source], diagnostic: &Diagnostic, color: bool, width: usize) -> String {
    draw(&Report::new(sources, diagnostic), color, width)
}

/// All of them, with an empty line between; no line is quoted twice.
#[cfg(feature = "cli")]
pub fn render_all(diagnostics: &Diagnostics, color: bool, width: usize) -> String {
    let mut displayed = DisplaySources::new(diagnostics.sources());
    let reports = diagnostics.items().iter().map(|item| Report::on(&mut displayed, item));
    draw_all(reports.collect(), color, width).join("\n")
}

#[cfg(feature = "cli")]
fn draw_all(reports: Vec<Report>, color: bool, width: usize) -> Vec<String> {
    once::quote_once(reports).iter().map(|report| draw(report, color, width)).collect()
}

/// At most this many diagnostics are drawn of one source.
#[cfg(feature = "cli")]
const MOST_OF_A_SOURCE: usize = 12;
/// At most this many are drawn of all sources.
#[cfg(feature = "cli")]
const MOST_OF_ALL: usize = 60;

/// The worst dozen of each source and five dozen of all, in the order they came in, and how many more there are; with
/// an empty line between.
#[cfg(feature = "cli")]
pub(crate) fn digest(
    sources: &[Source],
    items: &[&Diagnostic],
    color: bool,
    width: usize,
) -> String {
    use std::collections::BTreeMap;
    let mut groups: BTreeMap<Option<SourceId>, Vec<usize>> = BTreeMap::new();
    for (index, item) in items.iter().enumerate() {
        let place = item.labels.first().map(|label| outermost(sources, label.span).source);
        groups.entry(place).or_default().push(index);
    }
    let mut kept = Vec::new();
    let mut more = String::new();
    for (place, mut group) in groups {
        group.sort_by_key(|&index| std::cmp::Reverse(items[index].level));
        if group.len() > MOST_OF_A_SOURCE {
            let source = place.and_then(|id| sources.get(id.0 as usize));
            let about = source.map_or_else(String::new, |s| format!(" on {}", one_line(s.name())));
            let count = group.len() - MOST_OF_A_SOURCE;
            more += &format!("and {count} more remarks{about}; `--format json` shows all\n");
        }
        kept.extend(group.into_iter().take(MOST_OF_A_SOURCE));
    }
    if let Some(count) = kept.len().checked_sub(MOST_OF_ALL).filter(|count| *count > 0) {
        kept.sort_by_key(|&index| (std::cmp::Reverse(items[index].level), index));
        kept.truncate(MOST_OF_ALL);
        more += &format!("and {count} more remarks; `--format json` shows all\n");
    }
    kept.sort_unstable();
    let mut displayed = DisplaySources::new(sources);
    let one = |index: usize| Report::on(&mut displayed, items[index]);
    let mut parts = draw_all(kept.into_iter().map(one).collect(), color, width);
    parts.extend(Some(more).filter(|more| !more.is_empty()));
    parts.join("\n")
}

#[cfg(feature = "cli")]
fn draw(report: &Report, color: bool, width: usize) -> String {
    use miette::{GraphicalReportHandler, GraphicalTheme};
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(width.max(40));
    let mut text = String::new();
    // Writing into a string cannot fail; the message alone is better than nothing.
    if handler.with_links(false).render_report(&mut text, report).is_err() {
        return format!("{report}\n");
    }
    without_commands(text.lines().fold(String::new(), |text, line| text + line.trim_end() + "\n"))
}

/// The labels of each source that a person can open, the main one's first.
fn by_source(
    displayed: &mut DisplaySources<'_>,
    labels: &[Label],
) -> Vec<(Place, Vec<LabeledSpan>)> {
    let mut found: Vec<(SourceId, Vec<(Span, &str)>)> = Vec::new();
    for label in labels {
        let span = outermost(displayed.sources(), label.span);
        match found.iter_mut().find(|(id, _)| *id == span.source) {
            Some((_, labels)) => labels.push((span, &label.text)),
            None => found.push((span.source, vec![(span, &label.text)])),
        }
    }
    let part = |(id, labels): (SourceId, Vec<(Span, &str)>)| {
        let name = one_line(displayed.sources().get(id.0 as usize)?.name());
        let shown = displayed.take(id)?;
        let labels = labels.iter().map(|(span, text)| {
            let text = Some(one_line(text)).filter(|text| !text.is_empty());
            LabeledSpan::new_with_span(text, shown.range(*span))
        });
        let labels = labels.collect();
        Some((Place { name, shown, around: true }, labels))
    };
    found.into_iter().filter_map(part).collect()
}

/// A source as miette asks for it.
#[derive(Debug)]
struct Place {
    name: String,
    shown: Arc<DisplayText>,
    /// Whether the lines around a label are shown when they are asked for.
    around: bool,
}

/// miette counts lines from the top of the text, so it is given a few lines around the span.
impl SourceCode for Place {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, miette::MietteError> {
        let range = span.offset()..span.offset() + span.len();
        let (window, first, line) = self.shown.window(range.clone(), before, after);
        let (inside, before, after) = match self.around || before + after == 0 {
            true => (range, before, after),
            // Asked for no lines around it, miette gives a part of a line.
            false => (self.shown.whole_lines(range), 0, 0),
        };
        let inside = inside.start - first..inside.end - first;
        let found = window.read_span(&(inside.start, inside.len()).into(), before, after)?;
        let start = found.span().offset();
        let whole = start..start + found.span().len();
        let part = if before + after > 0 { near(window, whole, inside) } else { whole };
        let above = window.get(start..part.start).unwrap_or_default().matches('\n').count();
        Ok(Box::new(miette::MietteSpanContents::new_named(
            self.name.clone(),
            window.get(part.clone()).unwrap_or_default().as_bytes(),
            (part.start + first, part.len()).into(),
            found.line() + line + above,
            if part.start == start { found.column() } else { 0 },
            found.line_count() + line,
        )))
    }
}

/// Of lines too long for a screen, what is near the places that are pointed at: `{"verdict": …` may be all of a file.
fn near(text: &str, lines: Range<usize>, inside: Range<usize>) -> Range<usize> {
    const LONG: usize = 120;
    const AROUND: usize = 60;
    let boundary = |at: usize| (at..).find(|at| text.is_char_boundary(*at)).unwrap_or(at);
    let begins = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let ends = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end);
    let (own, end) = (begins(inside.start), ends(inside.end));
    let start = match own {
        own if inside.start - own > LONG => boundary(inside.start - AROUND),
        own if own.saturating_sub(lines.start) > LONG => own,
        _ => lines.start,
    };
    let end = match end {
        end if end - inside.end > LONG => boundary(inside.end + AROUND),
        end if lines.end.saturating_sub(end) > LONG => end,
        _ => lines.end,
    };
    start..end
}

/// The help, and how many more labels there are.
fn help(diagnostic: &Diagnostic, more: usize) -> Option<String> {
    let help = diagnostic.help.as_deref().map(lines);
    if more == 0 {
        return help;
    }
    let more = format!("and {more} more places");
    Some(help.map_or(more.clone(), |help| format!("{help}\n{more}")))
}

fn one_line(text: &str) -> String {
    super::visible::visible(text).into_owned()
}

/// Every line on its own, so that line breaks stay.
fn lines(text: &str) -> String {
    text.lines().map(one_line).collect::<Vec<_>>().join("\n")
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    fn shown(bytes: &[u8], start: usize, end: usize) -> String {
        let found = Diagnostic::error("assize::read::odd")
            .message("odd\u{1b}[2J")
            .label(Span::new(start, end), "here")
            .help("say `warn`");
        render(&[Source::new("qa.md", bytes)], &found, false, 80)
    }

    #[test]
    fn labels_stand_under_their_bytes() {
        insta::assert_snapshot!(shown("verdict: fail\nconfidence: high\n".as_bytes(), 9, 13), @r#"
        assize::read::odd

          × odd\u{1b}[2J
           ╭─[qa.md:1:10]
         1 │ verdict: fail
           ·          ──┬─
           ·            ╰── here
         2 │ confidence: high
           ╰────
          help: say `warn`
        "#);
    }

    #[test]
    fn what_is_no_text_is_drawn_too() {
        insta::assert_snapshot!(shown(b"\x1b[2Kab\xff\xfe c\xc3\nnext\r\n", 8, 9), @r#"
        assize::read::odd

          × odd\u{1b}[2J
           ╭─[qa.md:1:18]
         1 │ \u{1b}[2Kab�� c�
           ·              ┬
           ·              ╰── here
         2 │ next
           ╰────
          help: say `warn`
        "#);
    }

    #[test]
    fn one_mistake_is_itself_and_several_are_related() {
        use miette::Diagnostic as _;
        let odd =
            |at| Diagnostic::error("assize::x").message("odd").label(Span::new(at, at + 1), "");
        let mut found = Diagnostics::new(vec![Source::new("qa.md", "ab")], vec![odd(0)]);
        assert_eq!(found.code().map(|code| code.to_string()).as_deref(), Some("assize::x"));
        assert!(found.related().is_none() && found.source_code().is_some());
        found.push(odd(1));
        assert!(found.code().is_none() && found.source_code().is_none());
        assert_eq!(found.related().map(Iterator::count), Some(2));
        assert!(Diagnostics::default().related().is_none());
    }

    #[test]
    fn any_span_in_any_bytes_is_drawn() {
        let bytes = "a\u{1b}é\r\n\u{202e}日x\n".as_bytes();
        for start in 0..bytes.len() + 3 {
            for end in 0..bytes.len() + 3 {
                let text = shown(bytes, start, end);
                assert!(!text.contains(['\u{1b}', '\u{202e}', '\r']), "{text:?}");
            }
        }
        assert!(shown(b"", 0, 0).contains("odd"));
        assert!(shown(b"x", usize::MAX, usize::MAX).contains("odd"));
    }
}
