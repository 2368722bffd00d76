//! What is wrong, where, and what to do about it: plain data.

use std::borrow::Cow;

use crate::source::{Source, Span};

/// One mistake somebody made, or one thing worth knowing, with its place and the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct Diagnostic {
    /// `assize::read::fail_without_blocker`.
    pub code: Cow<'static, str>,
    /// How bad.
    pub level: Level,
    /// One sentence in the user's words, lower case, without a full stop.
    pub message: String,
    /// Places in the sources; the first is the main one.
    pub labels: Vec<Label>,
    /// The next step.
    pub help: Option<String>,
}

/// How bad a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Level {
    /// Worth knowing; nothing is wrong.
    Advice,
    /// Something is odd and was dealt with.
    Warning,
    /// Something is wrong.
    Error,
}

/// A place in a source and what stands there. It will never be more than these two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What stands there.
    pub text: String,
}

impl Diagnostic {
    /// Something is wrong.
    pub fn error(code: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code.into(), Level::Error)
    }

    /// Something is odd and was dealt with.
    pub fn warning(code: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code.into(), Level::Warning)
    }

    /// Worth knowing; nothing is wrong.
    pub fn advice(code: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code.into(), Level::Advice)
    }

    fn new(code: Cow<'static, str>, level: Level) -> Self {
        Self { code, level, message: String::new(), labels: Vec::new(), help: None }
    }

    /// What is wrong.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// Where, and what stands there.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// What to do next.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(super) fn each_span(&mut self, change: &mut dyn FnMut(&mut Span)) {
        self.labels.iter_mut().for_each(|label| change(&mut label.span));
    }

    /// Whether saying it once in a run is enough: it is about a format, not about one text.
    pub fn is_said_once(&self) -> bool {
        self.code == "assize::read::legacy_format"
    }

    /// The main place, if it has one.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}

/// Diagnostics together with the sources that their spans lie in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostics {
    /// The sources.
    pub sources: Vec<Source>,
    /// The diagnostics, in the order they were found.
    pub items: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Some diagnostics, and the sources that their spans lie in.
    pub fn new(sources: Vec<Source>, items: Vec<Diagnostic>) -> Self {
        Self { sources, items }
    }

    /// Adds others, and the sources that their spans lie in.
    pub fn absorb(&mut self, others: Diagnostics) {
        let base = u32::try_from(self.sources.len()).unwrap_or(u32::MAX);
        self.sources.extend(others.sources);
        self.items.extend(others.items.into_iter().map(|mut item| {
            item.each_span(&mut |span| *span = span.shifted(base));
            item
        }));
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(item: Diagnostic) -> Self {
        Self { sources: Vec::new(), items: vec![item] }
    }
}

impl std::fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, item) in self.items.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            if let Some(span) = item.span()
                && let Some(source) = self.sources.get(span.source.0 as usize)
            {
                let at = source.line_column(span.start);
                write!(f, "{}:{}:{}: ", source.name(), at.line, at.column)?;
            }
            f.write_str(&item.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
