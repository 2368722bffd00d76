//! Diagnostics with their places, by way of miette.
//!
//! A host that uses miette takes [`Report`]; the binary draws with `render`.

use std::fmt;

use miette::{LabeledSpan, NamedSource, SourceSpan};

use super::visible::push_visible;
use crate::ir::{Diagnostic, Diagnostics, Label, Level};
use crate::source::{Source, SourceId, Span, outermost};

/// A diagnostic, or several, as miette knows them.
///
/// The text it carries is a copy for showing: what is no UTF-8, and what a terminal would act
/// on, is spelled out, and the labels are moved along.
///
/// ```
/// # use assize::{Diagnostic, Diagnostics, Source, Span, emit::report::Report};
/// let missing = Diagnostic::error("assize::read::unknown_word").message("`maybe` is no verdict");
/// let found = Diagnostics::new(
///     vec![Source::new("qa.md", "verdict: maybe\n")],
///     vec![missing.label(Span::new(9, 14), "not a verdict").help("say `warn`")],
/// );
/// let report = Report::from(&found);
/// assert_eq!(report.to_string(), "`maybe` is no verdict");
/// ```
#[derive(Debug)]
pub struct Report {
    code: Option<String>,
    level: Level,
    message: String,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

impl Report {
    /// One diagnostic; the spans of its labels lie in `sources`.
    pub fn new(sources: &[Source], diagnostic: &Diagnostic) -> Self {
        let mut parts = by_source(sources, &diagnostic.labels).into_iter();
        let (source, labels) = parts.next().unzip();
        let elsewhere = |(source, labels): (NamedSource<String>, _)| Self {
            code: None,
            level: Level::Advice,
            message: format!("the other place is in {}", source.name()),
            help: None,
            source: Some(source),
            labels,
            related: Vec::new(),
        };
        Self {
            code: Some(one_line(&diagnostic.code)),
            level: diagnostic.level,
            message: one_line(&diagnostic.message),
            help: diagnostic.help.as_deref().map(lines),
            source,
            labels: labels.unwrap_or_default(),
            related: parts.map(elsewhere).collect(),
        }
    }
}

/// The first diagnostic, with the others as related ones.
impl From<&Diagnostics> for Report {
    fn from(diagnostics: &Diagnostics) -> Self {
        let mut reports = diagnostics.items.iter().map(|d| Self::new(&diagnostics.sources, d));
        let mut first = reports.next().unwrap_or_else(|| Self {
            code: None,
            level: Level::Error,
            message: "there is no answer, and nothing was said about why".to_owned(),
            help: None,
            source: None,
            labels: Vec::new(),
            related: Vec::new(),
        });
        first.related.extend(reports);
        first
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
        Some(match self.level {
            Level::Advice => miette::Severity::Advice,
            Level::Warning => miette::Severity::Warning,
            Level::Error => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source.as_ref().map(|source| source as &dyn miette::SourceCode)
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

/// All of them, with an empty line between.
#[cfg(feature = "cli")]
pub fn render_all(diagnostics: &Diagnostics, color: bool, width: usize) -> String {
    let one = |item| render(&diagnostics.sources, item, color, width);
    diagnostics.items.iter().map(one).collect::<Vec<_>>().join("\n")
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
    text.lines().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

/// The labels of each source that a person can open, the main one's first.
fn by_source(sources: &[Source], labels: &[Label]) -> Vec<(NamedSource<String>, Vec<LabeledSpan>)> {
    let mut found: Vec<(SourceId, Vec<(Span, &str)>)> = Vec::new();
    for label in labels {
        let span = outermost(sources, label.span);
        match found.iter_mut().find(|(id, _)| *id == span.source) {
            Some((_, labels)) => labels.push((span, &label.text)),
            None => found.push((span.source, vec![(span, &label.text)])),
        }
    }
    let part = |(id, labels): (SourceId, Vec<(Span, &str)>)| {
        let source = sources.get(id.0 as usize)?;
        let copy = Copy::of(source.bytes());
        let labels = labels.iter().map(|(span, text)| {
            let text = Some(one_line(text)).filter(|text| !text.is_empty());
            LabeledSpan::new_with_span(text, copy.span(*span))
        });
        let labels = labels.collect();
        Some((NamedSource::new(one_line(source.name()), copy.text), labels))
    };
    found.into_iter().filter_map(part).collect()
}

/// A text for showing, and where its parts come from.
struct Copy {
    text: String,
    /// Offsets in the bytes and in the text where the distance between the two changes.
    moves: Vec<(usize, usize)>,
}

impl Copy {
    fn of(bytes: &[u8]) -> Self {
        let mut copy = Self { text: String::with_capacity(bytes.len()), moves: vec![(0, 0)] };
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            let mut chars = chunk.valid().chars().peekable();
            while let Some(c) = chars.next() {
                at += c.len_utf8();
                match c {
                    '\n' | '\t' => copy.text.push(c),
                    // A line may end in both.
                    '\r' if chars.peek() == Some(&'\n') => {}
                    c => push_visible(&mut copy.text, c),
                }
                copy.moved(at);
            }
            if !chunk.invalid().is_empty() {
                at += chunk.invalid().len();
                copy.text.push(char::REPLACEMENT_CHARACTER);
                copy.moved(at);
            }
        }
        copy
    }

    fn moved(&mut self, at: usize) {
        let to = self.text.len();
        if self.moves.last().is_none_or(|(from, before)| at + before != to + from) {
            self.moves.push((at, to));
        }
    }

    /// Where a byte offset ends up; inside a character, where the character begins.
    fn offset(&self, at: usize) -> usize {
        let behind = self.moves.partition_point(|(from, _)| *from <= at);
        let (from, to) =
            behind.checked_sub(1).and_then(|i| self.moves.get(i)).copied().unwrap_or_default();
        // What lies before the next move is no longer than the text up to it.
        let limit = self.moves.get(behind).map_or(self.text.len(), |(_, to)| *to);
        let mut found = (to + at - from).min(limit).min(self.text.len());
        while !self.text.is_char_boundary(found) {
            found -= 1;
        }
        found
    }

    fn span(&self, span: Span) -> SourceSpan {
        let start = self.offset(span.start as usize);
        let end = self.offset(span.end as usize).max(start);
        SourceSpan::new(start.into(), end - start)
    }
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
