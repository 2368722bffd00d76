//! A text, and the part of it that a codec is to read.

use std::cell::OnceCell;

use super::ReadOptions;
use super::mistakes::{gave_up, no_verdict};
use super::review::{self, Review};
use super::text::fields::{self, Field};
use super::text::lines;
use super::text::slice::Slice;
use super::tree::json::{self, Broken, Doc};
use super::words::Words;
use crate::ir::{Cause, Decoded, Format};
use crate::source::{Source, Span};

/// A text, and the part of it that a codec is to read: the whole, or what a fence holds.
pub(super) struct Input<'a> {
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
    /// How to read a text that stands in this one.
    pub(super) nested: Nested,
    json: OnceCell<Result<Doc<'a>, Broken>>,
    json_lines: OnceCell<Option<Doc<'a>>>,
    lines: OnceCell<lines::Text<'a>>,
    words: OnceCell<Words>,
    review: OnceCell<Review>,
}

/// How a text inside another is read, in whatever format it is: handed down by `detect`, which
/// stands above every format.
#[derive(Clone, Copy)]
pub(super) struct Nested {
    /// Reads a text of its own.
    pub(super) text: fn(&Input<'_>) -> Decoded,
    /// Reads what a fence holds, when that is a verdict.
    pub(super) fence: fn(&Input<'_>, Option<Format>) -> Option<Decoded>,
}

impl Nested {
    /// For a text that holds no other: nothing inside it is read.
    pub(super) const NONE: Self = Self {
        text: |input| {
            let diagnostic = no_verdict(input.first.span());
            Decoded::unreadable(input.source.clone(), Cause::NoVerdict, diagnostic)
        },
        fence: |_, _| None,
    };
}

/// Whether a body is in a format: why, or where that showed not to be so.
pub(super) enum Recognition {
    /// `its first line has a key of a verdict file`
    Yes(&'static str),
    /// `the first line has no key of a verdict file`
    No(Span, &'static str),
}

impl<'a> Input<'a> {
    /// The whole of a text.
    pub(super) fn whole(
        source: &'a Source,
        text: &'a str,
        options: &'a ReadOptions,
        nested: Nested,
    ) -> Self {
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self::new(source, text, Slice::new(text, 0).after(mark), options, false, nested)
    }

    /// What a part of the same text holds, read with other options.
    pub(super) fn inside_with<'b>(&self, held: Slice<'b>, options: &'b ReadOptions) -> Input<'b>
    where
        'a: 'b,
    {
        Input::new(self.source, self.text, held, options, true, self.nested)
    }

    /// What a fence of the same text holds.
    pub(super) fn inside(&self, held: Slice<'a>) -> Self {
        Self::new(self.source, self.text, held, self.options, true, self.nested)
    }

    /// A part of a text, read as if it were the whole.
    pub(super) fn part(
        source: &'a Source,
        text: &'a str,
        held: Slice<'a>,
        options: &'a ReadOptions,
        nested: Nested,
    ) -> Self {
        Self::new(source, text, held, options, false, nested)
    }

    fn new(
        source: &'a Source,
        text: &'a str,
        body: Slice<'a>,
        options: &'a ReadOptions,
        fenced: bool,
        nested: Nested,
    ) -> Self {
        let mut lines = body.lines().map(Slice::trim);
        let first = lines.find(|line| !line.is_empty() && !fields::is_comment(line.text));
        let first = first.unwrap_or_else(|| body.after(body.text.len()));
        let field = fields::split(first);
        let (json, json_lines, lines) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let (words, review) = (OnceCell::new(), OnceCell::new());
        Self {
            source,
            text,
            body,
            options,
            first,
            field,
            fenced,
            nested,
            json,
            json_lines,
            lines,
            words,
            review,
        }
    }

    /// The body as JSON, when it begins like JSON.
    pub(super) fn json(&self) -> Option<&Result<Doc<'a>, Broken>> {
        json::begins(self.body.trim()).then(|| self.json.get_or_init(|| json::parse(self.body)))
    }

    /// The body as one document of JSON: as it is, or as the list of the objects that its lines are.
    pub(super) fn json_or_lines(&self) -> Option<&Doc<'a>> {
        let lines = || self.json_lines.get_or_init(|| json::parse_lines(self.body)).as_ref();
        self.json()?.as_ref().ok().or_else(lines)
    }

    /// The lines of the body, which are told once.
    pub(super) fn lines(&self) -> &lines::Text<'a> {
        self.lines.get_or_init(|| lines::read(self.body))
    }

    /// The tables of words, with those of the options.
    pub(super) fn words(&self) -> &Words {
        self.words.get_or_init(|| {
            let mut words = Words::new(&self.options.lexicon);
            self.source.name().clone_into(&mut words.file);
            words.head.clone_from(&self.options.head);
            words
        })
    }

    /// The body as a review of no exact format.
    pub(super) fn review(&self) -> &Review {
        self.review
            .get_or_init(|| review::read(self.body.text, self.words()).moved(self.body.start))
    }

    /// `No`, at the first line.
    pub(super) fn no(&self, why: &'static str) -> Recognition {
        Recognition::No(self.first.span(), why)
    }

    /// The answer when pest was told to give up early.
    pub(super) fn given_up(&self, format: Format) -> Decoded {
        let diagnostic = gave_up(self.body.span());
        let none = Decoded::unreadable(self.source.clone(), Cause::ReadError, diagnostic);
        Decoded { profile: self.options.profile, format: Some(format), ..none }
    }
}

/// Whether a text has more lines and items than may be read: whatever format it is in, what reading
/// keeps of it grows with these and not with its bytes alone.
pub(super) fn has_more_pieces(text: &str, most: usize) -> bool {
    // Each takes a byte.
    text.len() >= most && count_pieces(text.as_bytes()) > most
}

/// The lines of a text, what stands between its commas and brackets, and the items of its lists.
pub(crate) fn count_pieces(bytes: &[u8]) -> usize {
    let ends = |(at, byte): &(usize, &u8)| match byte {
        b'\n' | b',' | b'[' | b'{' | 0x0b | 0x0c | 0x1c..=0x1e => true,
        // `- - - a` is three lists; U+0085, U+2028 and U+2029 end lines as well.
        b'-' => bytes.get(at + 1) == Some(&b' '),
        0xc2 => bytes.get(at + 1) == Some(&0x85),
        0xe2 => matches!(bytes.get(at + 1..at + 3), Some([0x80, 0xa8 | 0xa9])),
        _ => false,
    };
    bytes.iter().enumerate().filter(ends).count() + 1
}
