//! JSON with a place for every value.

use std::borrow::Cow;

use super::embed::Embedded;
use super::slice::Slice;
use crate::ir::{Cause, Diagnostic};
use crate::source::Span;

/// A JSON text, read as a whole.
pub(super) struct Doc<'a> {
    body: Slice<'a>,
}

/// Why a text that begins like JSON is none: `truncated` when it only stops too early.
pub(super) struct Broken {
    pub(super) cause: Cause,
    pub(super) diagnostic: Diagnostic,
}

/// One value of a document.
#[derive(Clone, Copy)]
pub(super) struct Value<'d> {
    doc: &'d Doc<'d>,
    at: usize,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Null,
    Bool(bool),
    Number,
    String,
    List,
    Object,
}

/// Whether a text begins like JSON: `{"`, `{}`, `[{`, `["`, whatever blanks stand between.
pub(super) fn begins(body: Slice<'_>) -> bool {
    let inner = |open: char| body.text.strip_prefix(open).map(str::trim_start);
    inner('{').is_some_and(|rest| rest.is_empty() || rest.starts_with(['"', '}']))
        || inner('[').is_some_and(|rest| rest.is_empty() || rest.starts_with(['{', '"', ']']))
}

/// Reads a text as JSON. Spans are places in the whole source.
pub(super) fn parse(body: Slice<'_>) -> Result<Doc<'_>, Broken> {
    let diagnostic = super::format_not_read("JSON", body.trim().span());
    Err(Broken { cause: Cause::FormatNotRead, diagnostic })
}

impl<'a> Doc<'a> {
    pub(super) fn root(&self) -> Value<'_> {
        Value { doc: self, at: 0 }
    }

    /// The text that was read.
    pub(super) fn body(&self) -> Slice<'a> {
        self.body
    }
}

#[expect(clippy::unused_self, reason = "stub")]
impl<'d> Value<'d> {
    pub(super) fn kind(self) -> Type {
        let _ = (self.doc, self.at);
        Type::Null
    }

    /// The value as it is written, with its quotation marks or brackets.
    pub(super) fn span(self) -> Span {
        Span::new(0, 0)
    }

    /// The member of this name, when this is an object. The first, where a name is repeated:
    /// see [`Doc::repeated`].
    pub(super) fn get(self, name: &str) -> Option<Value<'d>> {
        let _ = name;
        None
    }

    /// Names and values of an object, in their order. The name is a value too (a string).
    pub(super) fn members(self) -> impl Iterator<Item = (Value<'d>, Value<'d>)> {
        std::iter::empty()
    }

    /// The items of a list.
    pub(super) fn items(self) -> impl Iterator<Item = Value<'d>> {
        std::iter::empty()
    }

    /// A string, spelt out.
    pub(super) fn text(self) -> Option<Cow<'d, str>> {
        None
    }

    /// The place of a string as it reads, spelt out where it holds escapes.
    pub(super) fn place(self, embedded: &mut Embedded) -> Option<Span> {
        let _ = embedded;
        None
    }
}
