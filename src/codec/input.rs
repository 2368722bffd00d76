//! A text, and the part of it that a codec is to read.

use std::cell::OnceCell;

use super::ReadOptions;
use super::text::fields::{self, Field};
use super::text::slice::Slice;
use super::tree::json::{self, Broken, Doc};
use crate::source::{Source, Span};

/// A text, and the part of it that a codec is to read: the whole, or what a fence holds.
pub(super) struct Task<'a> {
    pub(super) source: &'a Source,
    /// The whole text.
    pub(super) text: &'a str,
    /// What to read of it, without a byte order mark.
    pub(super) body: Slice<'a>,
    pub(super) options: &'a ReadOptions,
    /// The first line of the body that says something, trimmed: neither blank nor a comment.
    pub(super) first: Slice<'a>,
    /// That line as a field of a line-oriented file, when it has a colon.
    pub(super) field: Option<Field<'a>>,
    /// Whether the body is what a fence of a message holds.
    pub(super) fenced: bool,
    json: OnceCell<Result<Doc<'a>, Broken>>,
}

/// Whether a body is in a format: why, or where that showed not to be so.
pub(super) enum Fit {
    /// `its first line has a key of a verdict file`
    Yes(&'static str),
    /// `the first line has no key of a verdict file`
    No(Span, &'static str),
}

impl<'a> Task<'a> {
    /// The whole of a text.
    pub(super) fn whole(source: &'a Source, text: &'a str, options: &'a ReadOptions) -> Self {
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self::new(source, text, Slice::new(text, 0).after(mark), options, false)
    }

    /// What a part of the same text holds, read with other options.
    pub(super) fn inside_with<'b>(&self, held: Slice<'b>, options: &'b ReadOptions) -> Task<'b>
    where
        'a: 'b,
    {
        Task::new(self.source, self.text, held, options, true)
    }

    /// What a fence of the same text holds.
    pub(super) fn inside(&self, held: Slice<'a>) -> Self {
        Self::new(self.source, self.text, held, self.options, true)
    }

    /// A part of a text, read as if it were the whole.
    pub(super) fn part(
        source: &'a Source,
        text: &'a str,
        held: Slice<'a>,
        options: &'a ReadOptions,
    ) -> Self {
        Self::new(source, text, held, options, false)
    }

    fn new(
        source: &'a Source,
        text: &'a str,
        body: Slice<'a>,
        options: &'a ReadOptions,
        fenced: bool,
    ) -> Self {
        let mut lines = body.lines().map(Slice::trim);
        let first = lines.find(|line| !line.is_empty() && !fields::is_comment(line.text));
        let first = first.unwrap_or_else(|| body.after(body.text.len()));
        let field = fields::split(first);
        Self { source, text, body, options, first, field, fenced, json: OnceCell::new() }
    }

    /// The body as JSON, when it begins like JSON.
    pub(super) fn json(&self) -> Option<&Result<Doc<'a>, Broken>> {
        json::begins(self.body.trim()).then(|| self.json.get_or_init(|| json::parse(self.body)))
    }

    /// `No`, at the first line.
    pub(super) fn no(&self, why: &'static str) -> Fit {
        Fit::No(self.first.span(), why)
    }
}
