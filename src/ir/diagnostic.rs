//! What is wrong, where, and what to do about it: plain data.

use std::borrow::Cow;

use super::words;
use crate::source::{Source, Span};

/// One mistake somebody made, or one thing worth knowing, with its place and the next step.
///
/// ```
/// use assize::{Diagnostic, Span};
/// let told = Diagnostic::error("ours::read::unknown_word")
///     .message("`maybe` is not a verdict")
///     .label(Span::new(9, 14), "neither yes nor no")
///     .help("write `warn`");
/// assert_eq!(told.span(), Some(Span::new(9, 14)));
/// ```
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

words! {
    /// How bad a [`Diagnostic`] is.
    #[derive(PartialOrd, Ord)]
    pub enum Level {
        /// Worth knowing; nothing is wrong.
        Advice = "advice",
        /// Something is odd and was dealt with.
        Warning = "warning",
        /// Something is wrong.
        Error = "error",
    }
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

    pub(crate) fn each_span(&mut self, change: &mut dyn FnMut(&mut Span)) {
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

/// Diagnostics together with the sources that their spans lie in: the error of this crate.
///
/// With the feature `miette` it is a `miette::Diagnostic` as well, and is drawn with the lines that
/// it is about.
///
#[cfg_attr(feature = "judge", doc = "```")]
#[cfg_attr(not(feature = "judge"), doc = "```ignore")]
/// use assize::{Diagnostics, Policy, Stage};
/// fn compile(text: &str) -> Result<Policy, Box<dyn std::error::Error>> {
///     Ok(Policy::compile(Stage::Gate, "ours.rhai", text)?)
/// }
/// let wrong: Diagnostics = Policy::compile(Stage::Gate, "ours.rhai", "rule").unwrap_err();
/// assert_eq!(wrong.to_string(), compile("rule").unwrap_err().to_string());
/// for mistake in wrong.items() {
///     println!("{}: {}", mistake.code, mistake.message);
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    sources: Vec<Source>,
    items: Vec<Diagnostic>,
    #[cfg(feature = "miette")]
    drawing: Drawing,
}

/// What an output made of diagnostics, kept until they change. It is not part of what they say.
#[cfg(feature = "miette")]
#[derive(Default)]
struct Drawing(std::sync::OnceLock<Box<dyn std::any::Any + Send + Sync>>);

impl Diagnostics {
    /// Some diagnostics, and the sources that their spans lie in.
    pub fn new(sources: Vec<Source>, items: Vec<Diagnostic>) -> Self {
        let mut all = Self::from(items);
        all.sources = sources;
        all
    }

    /// The diagnostics, in the order they were found.
    pub fn items(&self) -> &[Diagnostic] {
        &self.items
    }

    /// The sources that their spans lie in.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds one that is about no source, or about one of [`Diagnostics::sources`].
    pub fn push(&mut self, item: Diagnostic) {
        self.extend([item]);
    }

    /// Adds others, and the sources that their spans lie in.
    pub fn absorb(&mut self, others: Diagnostics) {
        let base = u32::try_from(self.sources.len()).unwrap_or(u32::MAX);
        self.sources.extend(others.sources);
        self.extend(others.items.into_iter().map(|mut item| {
            item.each_span(&mut |span| *span = span.shifted(base));
            item
        }));
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, items: I) {
        self.items.extend(items);
        self.forget_drawing();
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(item: Diagnostic) -> Self {
        vec![item].into()
    }
}

impl From<Vec<Diagnostic>> for Diagnostics {
    fn from(items: Vec<Diagnostic>) -> Self {
        Self { items, ..Self::default() }
    }
}

#[cfg(not(feature = "miette"))]
impl Diagnostics {
    fn forget_drawing(&mut self) {}
}

#[cfg(feature = "miette")]
impl Diagnostics {
    fn forget_drawing(&mut self) {
        self.drawing = Drawing::default();
    }

    /// What was made of them before, or is made now. It depends on nothing but them.
    pub(crate) fn drawing<T: std::any::Any + Send + Sync>(
        &self,
        draw: impl FnOnce() -> T,
    ) -> Option<&T> {
        self.drawing.0.get_or_init(|| Box::new(draw())).downcast_ref()
    }
}

#[cfg(feature = "miette")]
impl Clone for Drawing {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(feature = "miette")]
impl PartialEq for Drawing {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(feature = "miette")]
impl Eq for Drawing {}

#[cfg(feature = "miette")]
impl std::fmt::Debug for Drawing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
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
