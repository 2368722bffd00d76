//! Text to verdicts: one reader for each format, and the search for the format.

mod claims;
mod detect;
mod key;
mod location;
mod repair;
mod slice;
mod verdict_file;
mod words;

use std::borrow::Cow;
use std::collections::BTreeMap;

use detect::Shape;

use crate::ir::{Cause, Decoded, Diagnostic, Format, Outcome, Profile};
use crate::source::{EncodingError, Source, Span};

/// Larger sources are unreadable, unless the host says otherwise: 16 MiB, which is a verdict of
/// thirty lines some thousand times over.
pub const LIMIT: usize = 16 * 1024 * 1024;

/// How to read a source.
///
/// ```
/// use assize::{Outcome, ReadOptions, Source, read};
/// let mut options = ReadOptions::default();
/// options.words.insert("approved".into(), Outcome::Pass);
/// let decoded = read(&Source::new("qa.md", "verdict: approved\nconfidence: high\n"), &options);
/// assert_eq!(decoded.verdicts[0].effective(), Some(Outcome::Pass));
/// ```
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// How forgiving the reader is.
    pub profile: Profile,
    /// Larger sources are unreadable (`too_large`); in bytes, [`LIMIT`] unless set.
    pub limit: usize,
    /// Words that reviewers may use besides those of the format, and what they come to.
    /// The format's own words cannot be given another meaning.
    pub words: BTreeMap<String, Outcome>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { profile: Profile::Standard, limit: LIMIT, words: BTreeMap::new() }
    }
}

/// Reads a source. Any bytes give an answer: verdicts, or the cause why there are none.
///
/// ```
/// use assize::{Cause, Outcome, ReadOptions, Source, read};
/// let options = ReadOptions::default();
///
/// let decoded = read(&Source::new("qa.md", "verdict: pass\nconfidence: high\n"), &options);
/// assert_eq!(decoded.verdicts[0].effective(), Some(Outcome::Pass));
///
/// let cut_off = read(&Source::new("qa.md", "verdict: pa"), &options);
/// assert_eq!(cut_off.unreadable, Some(Cause::Truncated));
/// ```
pub fn read(source: &Source, options: &ReadOptions) -> Decoded {
    let refuse = |cause, diagnostic| Decoded {
        profile: options.profile,
        ..Decoded::unreadable(source.clone(), cause, diagnostic)
    };
    let size = source.bytes().len();
    if size > options.limit {
        return refuse(Cause::TooLarge, too_large(size, options.limit));
    }
    let text = match source.text() {
        Ok(text) => text,
        Err(error) => {
            let says_fail = detect::says_fail(&source.lossy());
            let refused = refuse(Cause::Encoding, encoding(error, source));
            return Decoded { says_fail, ..refused };
        }
    };
    let refused = match detect::shape(text) {
        Shape::VerdictFile => return verdict_file::decode(source, text, options),
        Shape::Empty => refuse(Cause::Empty, empty(text)),
        Shape::Nothing(at) => refuse(Cause::NoVerdict, no_verdict(at)),
        Shape::Unclosed(at) => refuse(Cause::Truncated, unclosed_fence(at)),
        Shape::CutOff(at) => refuse(Cause::Truncated, cut_off(at)),
        Shape::GaveUp => refuse(Cause::ReadError, gave_up(Span::new(0, size))),
        Shape::Other(format, at, why) => Decoded {
            format: Some(format),
            why: Cow::Borrowed(why),
            ..refuse(Cause::FormatNotRead, format_not_read(format, at))
        },
    };
    Decoded { says_fail: detect::says_fail(text), ..refused }
}

#[cfg(feature = "judge")]
impl crate::ir::Docket {
    /// Reads what a seat wrote and hands it in. Total: it cannot fail.
    #[expect(clippy::needless_pass_by_value, reason = "a source is cheap to clone and is kept")]
    pub fn hear(&mut self, seat: impl Into<String>, source: Source) {
        let options = ReadOptions { profile: self.reading_profile(), ..ReadOptions::default() };
        let decoded = read(&source, &options);
        self.take(seat, decoded);
    }
}

/// What is odd about a text that should be plain letters: `U+0430, which only looks like a letter`.
fn odd_character(text: &str) -> Option<String> {
    let odd = text.chars().find(|c| !c.is_ascii())?;
    Some(match odd {
        _ if key::is_invisible(odd) => format!("U+{:04X}, which cannot be seen", odd as u32),
        _ if odd.is_alphabetic() => {
            format!("`{odd}` (U+{:04X}), which is another letter than it looks like", odd as u32)
        }
        _ if odd.is_whitespace() => format!("U+{:04X}, which is no plain blank", odd as u32),
        _ => format!("`{odd}` (U+{:04X})", odd as u32),
    })
}

/// A source of 17 MiB
fn too_large(size: usize, limit: usize) -> Diagnostic {
    Diagnostic::error("assize::read::too_large")
        .message(format!("the text has {size} bytes, more than the limit of {limit}"))
        .label(Span::new(0, 0), "not read")
        .help("a verdict has thirty lines or less; move the details to a file of their own")
}

/// `v\0e\0r\0`
fn encoding(error: EncodingError, source: &Source) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::encoding");
    let at = |at: u32, label| {
        let at = at as usize;
        (Span::new(at, (at + 1).min(source.bytes().len())), label)
    };
    let (message, (span, label), help) = match error {
        EncodingError::Utf16 => (
            "the text is UTF-16, not UTF-8",
            at(0, "the first bytes give it away"),
            "save it as UTF-8; in PowerShell, `Out-File -Encoding utf8` instead of `>`",
        ),
        EncodingError::InvalidUtf8 { at: place } => {
            ("the text is not UTF-8", at(place, "no UTF-8 from here on"), "save it as UTF-8")
        }
        EncodingError::LoneCarriageReturn { at: place } => (
            "a line ends in a carriage return without a line feed",
            at(place, "some programs see a new line here, others do not"),
            "end lines with a line feed",
        ),
        EncodingError::Nul { at: place } => (
            "the text holds a NUL byte",
            at(place, "a NUL byte"),
            "write the file again as plain text",
        ),
    };
    diagnostic.message(message).label(span, label).help(help)
}

/// A file of no bytes, or `# qa` and nothing more
fn empty(text: &str) -> Diagnostic {
    let message = match text.trim().is_empty() {
        true => "the text is empty",
        false => "the text holds nothing but comments",
    };
    Diagnostic::error("assize::read::empty")
        .message(message)
        .label(Span::new(0, text.len()), "no verdict here")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1")
}

/// `Looks good to me!`
pub(super) fn no_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("the text holds no verdict")
        .label(at, "no `verdict:` line here or below")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1")
}

/// An opening fence that nothing closes
fn unclosed_fence(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unclosed_fence")
        .message("a fenced block is never closed, so the text may have been cut off")
        .label(at, "open to the end")
        .help("close the block, or write the whole answer again")
}

/// `verdi`
fn cut_off(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text ends in the middle of a `verdict:` line")
        .label(at, "cut off")
        .help("write the whole file again, with a line end after the last line")
}

/// `{"verdict": "pass"}`
fn format_not_read(format: Format, at: Span) -> Diagnostic {
    let what = match format {
        Format::Pointer => "a pointer to another file",
        Format::Json => "JSON",
        Format::Cpf => "CPF",
        Format::PairReview => "a pair review",
        Format::YamlBlock => "a YAML block",
        Format::VerdictFile => "this verdict file",
    };
    Diagnostic::error("assize::read::format_not_read")
        .message(format!("{what} cannot be read yet"))
        .label(at, format!("looks like `{format}`"))
        .help("write a verdict file: `verdict: pass` on line 1, `confidence: high` on line 2")
}

/// A host program that limits how long pest may take
fn gave_up(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::gave_up")
        .message("reading was stopped before it came to an end")
        .label(at, "not read to its end")
        .help("lift the limit that this program sets for its parsers (`pest::set_call_limit`)")
}
