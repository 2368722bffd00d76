//! Named texts, and the places in them.
//!
//! Every value that a reader takes from a reviewer's text keeps its [`Span`], so that a
//! ruling can quote the reviewer's own bytes. The bytes themselves are never changed.

mod composed;
mod signs;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

#[cfg(feature = "host")]
pub(crate) use composed::bare_letters;
pub(crate) use composed::composed;
#[cfg(feature = "judge")]
pub(crate) use composed::composed_owned;
#[cfg(any(feature = "judge", feature = "miette", feature = "serde"))]
pub(crate) use signs::is_command;
#[cfg(feature = "judge")]
pub(crate) use signs::{drawn, is_drawn_alike};
#[cfg(feature = "host")]
pub(crate) use signs::{drawn_as, is_unseen};
pub(crate) use signs::{is_hidden, is_joiner};

/// A named text: a file, standard input, a string. Cheap to clone; the bytes are shared.
///
/// ```
/// use assize::Source;
/// let source = Source::new("qa.md", "verdict: pass\n");
/// assert_eq!(source.name(), "qa.md");
/// assert_eq!(source.text().unwrap(), "verdict: pass\n");
/// ```
#[derive(Clone)]
pub struct Source(Arc<Inner>);

struct Inner {
    name: String,
    bytes: Vec<u8>,
    parent: Option<Parent>,
    #[cfg(feature = "hash")]
    sha256: std::sync::OnceLock<Sha256>,
}

/// Where the text of an embedded source stands in the source around it.
struct Parent {
    id: SourceId,
    pieces: Vec<Piece>,
}

/// One run of an embedded text, and where it came from in the text around it.
///
/// A JSON string `"a\nb"` at offset 10 becomes `a` (1 byte from 11), a line feed (1 byte
/// from the 2 bytes at 12), and `b` (1 byte from 14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// First byte of the run in the embedded text. The next piece's start ends the run.
    pub start: u32,
    /// First byte of the same run in the text around it.
    pub outer_start: u32,
    /// Length in bytes of the run in the text around it.
    pub outer_len: u32,
}

/// Which source of a list of sources a [`Span`] lies in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SourceId(pub u32);

/// A place in a text: a source, and a range of bytes in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// The source, by its place in the list of sources that comes with the span.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// First byte behind it.
    pub end: u32,
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

/// Why bytes are not text that can be read: not UTF-8, or UTF-16, or lines that end in a
/// lone carriage return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodingError {
    /// `\xff\xfe` or `\xfe\xff` at the start, or a NUL in every second byte.
    Utf16,
    /// A byte sequence that is not UTF-8, first at this offset.
    InvalidUtf8 {
        /// Offset of the first bad byte.
        at: u32,
    },
    /// `verdict: pass\rconfidence: high\r`, first at this offset.
    LoneCarriageReturn {
        /// Offset of the first lone carriage return.
        at: u32,
    },
    /// A NUL byte, first at this offset.
    Nul {
        /// Offset of the first NUL byte.
        at: u32,
    },
}

/// The SHA-256 of a source's bytes.
#[cfg(feature = "hash")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sha256(pub [u8; 32]);

impl Source {
    /// A text with a name. Any bytes are allowed; [`Source::text`] tells whether they can be read.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self::with_parent(name.into(), bytes.into(), None)
    }

    /// A text that stands inside another one, such as the value of a JSON string.
    ///
    /// `pieces` are in the order of their `start`; see [`Piece`].
    pub fn embedded(
        name: impl Into<String>,
        text: impl Into<String>,
        parent: SourceId,
        pieces: Vec<Piece>,
    ) -> Self {
        let parent = Parent { id: parent, pieces };
        Self::with_parent(name.into(), text.into().into_bytes(), Some(parent))
    }

    fn with_parent(name: String, bytes: Vec<u8>, parent: Option<Parent>) -> Self {
        Self(Arc::new(Inner {
            name,
            bytes,
            parent,
            #[cfg(feature = "hash")]
            sha256: std::sync::OnceLock::new(),
        }))
    }

    /// The name it was given: a path, `<stdin>`, a reviewer's name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The bytes, as they were given.
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// The bytes as text.
    ///
    /// # Errors
    ///
    /// UTF-16, invalid UTF-8, NUL bytes, and lone carriage returns: such a text shows a
    /// person other lines than it shows a line reader.
    pub fn text(&self) -> Result<&str, EncodingError> {
        let bytes = self.bytes();
        if looks_like_utf16(bytes) {
            return Err(EncodingError::Utf16);
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|error| EncodingError::InvalidUtf8 { at: offset(error.valid_up_to()) })?;
        // `contains` looks at many bytes at once; a text with a NUL is worth a second look.
        if bytes.contains(&0)
            && let Some(at) = bytes.iter().position(|&b| b == 0)
        {
            return Err(EncodingError::Nul { at: offset(at) });
        }
        match lone_carriage_return(bytes) {
            Some(at) => Err(EncodingError::LoneCarriageReturn { at: offset(at) }),
            None => Ok(text),
        }
    }

    /// The bytes as text for showing to a person: what is not UTF-8 becomes U+FFFD.
    pub fn lossy(&self) -> Cow<'_, str> {
        lossy(self.bytes())
    }

    /// The text of a range of this source, whatever source the span names; what is not UTF-8
    /// becomes U+FFFD. For a span of a list of sources there is [`text_of`].
    pub(crate) fn slice(&self, span: Span) -> Cow<'_, str> {
        let (start, end) = (span.start as usize, span.end as usize);
        lossy(self.bytes().get(start..end).unwrap_or_default())
    }

    /// Line and column of a byte offset. An offset behind the end is the end.
    pub fn line_column(&self, at: u32) -> LineColumn {
        let before = &self.bytes()[..self.bytes().len().min(at as usize)];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let column = lossy(&before[line_start..]).chars().count() + 1;
        LineColumn { line: offset(line), column: offset(column) }
    }

    /// The source around this one, when it is embedded.
    pub fn parent(&self) -> Option<SourceId> {
        self.0.parent.as_ref().map(|parent| parent.id)
    }

    /// The source that it is embedded in, and which of its pieces came from where.
    pub(crate) fn pieces(&self) -> Option<(SourceId, &[Piece])> {
        self.0.parent.as_ref().map(|parent| (parent.id, parent.pieces.as_slice()))
    }

    /// The place, in the text around this one, of a range of this text.
    fn outer(&self, start: u32, end: u32) -> Option<Span> {
        let parent = self.0.parent.as_ref()?;
        let first = piece_at(&parent.pieces, start)?;
        let last = end.saturating_sub(1).max(start);
        let behind = parent.pieces.partition_point(|piece| piece.start <= last);
        let piece = parent.pieces.get(behind.checked_sub(1)?)?;
        let inner_end = parent.pieces.get(behind).map_or(offset(self.bytes().len()), |p| p.start);
        let start = first.outer_start + first.inside(start);
        // An escape is covered as a whole: `\u00e9` is longer than the letter it stands for.
        let end = match end >= inner_end {
            true => piece.outer_start + piece.outer_len,
            false => piece.outer_start + piece.inside(end),
        };
        Some(Span { source: parent.id, start, end: end.max(start) })
    }

    /// SHA-256 of the bytes, computed once.
    #[cfg(feature = "hash")]
    pub fn sha256(&self) -> Sha256 {
        *self.0.sha256.get_or_init(|| Sha256::of(self.bytes()))
    }

    /// The same text under another parent id, when it is embedded.
    pub(crate) fn shifted(&self, by: u32) -> Self {
        let Some(parent) = &self.0.parent else { return self.clone() };
        Self::with_parent(
            self.0.name.clone(),
            self.0.bytes.clone(),
            Some(Parent { id: SourceId(parent.id.0 + by), pieces: parent.pieces.clone() }),
        )
    }
}

impl Piece {
    /// How far into the run of the text around a byte of the embedded text lies.
    fn inside(self, at: u32) -> u32 {
        at.saturating_sub(self.start).min(self.outer_len)
    }
}

/// The piece that holds the byte `at`.
fn piece_at(pieces: &[Piece], at: u32) -> Option<Piece> {
    let behind = pieces.partition_point(|piece| piece.start <= at);
    pieces.get(behind.checked_sub(1)?).copied()
}

impl Span {
    /// A place in the first source of a list.
    pub fn new(start: usize, end: usize) -> Self {
        Self { source: SourceId(0), start: offset(start), end: offset(end) }
    }

    /// The same range in another source.
    #[must_use]
    pub fn in_source(self, source: SourceId) -> Self {
        Self { source, ..self }
    }

    /// The same place, when its source moved up by `by` in the list of sources.
    #[must_use]
    pub(crate) fn shifted(self, by: u32) -> Self {
        self.in_source(SourceId(self.source.0.saturating_add(by)))
    }

    /// The smallest span that holds both. Both lie in the same source.
    #[must_use]
    pub fn to(self, other: Span) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end), ..self }
    }
}

/// The text of a span among `sources`; empty when the span lies in none of them.
pub fn text_of(sources: &[Source], span: Span) -> Cow<'_, str> {
    sources.get(span.source.0 as usize).map_or(Cow::Borrowed(""), |source| source.slice(span))
}

/// The place of a span in the outermost source around it.
///
/// A verdict inside a JSON string is read from an embedded source; a person is shown the file.
pub fn outermost(sources: &[Source], mut span: Span) -> Span {
    while let Some(outer) =
        sources.get(span.source.0 as usize).and_then(|s| s.outer(span.start, span.end))
    {
        // A parent always stands before its child in the list, so this ends.
        if outer.source >= span.source {
            break;
        }
        span = outer;
    }
    span
}

/// A text, in which U+FFFD stands for what is not UTF-8. Most is, and that is known much faster.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Offsets are 32 bits wide: a source of 4 GiB or more is refused long before (`too_large`).
fn offset(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn looks_like_utf16(bytes: &[u8]) -> bool {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        // ASCII in UTF-16 without a mark: `v\0e\0` or `\0v\0e`.
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] => *a != 0 && *b != 0,
        _ => false,
    }
}

fn lone_carriage_return(bytes: &[u8]) -> Option<usize> {
    if !bytes.contains(&b'\r') {
        return None;
    }
    let mut from = 0;
    while let Some(found) = bytes[from..].iter().position(|&b| b == b'\r') {
        let at = from + found;
        if bytes.get(at + 1) != Some(&b'\n') {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

#[cfg(feature = "hash")]
impl Sha256 {
    /// The SHA-256 of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        use sha2::Digest;
        Self(sha2::Sha256::digest(bytes).into())
    }
}

#[cfg(feature = "hash")]
impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

/// Writes bytes in hexadecimal, with lower-case letters.
#[cfg(feature = "hash")]
pub(crate) fn write_hex(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let mut text = String::with_capacity(2 * bytes.len());
    text.extend(digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])));
    f.write_str(&text)
}

#[cfg(feature = "hash")]
impl fmt::Debug for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sha256({self})")
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.name(), self.bytes().len())
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.bytes() == other.bytes()
    }
}

impl Eq for Source {}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf16 => f.write_str("the text is UTF-16"),
            Self::InvalidUtf8 { at } => write!(f, "byte {at} is not UTF-8"),
            Self::LoneCarriageReturn { at } => {
                write!(f, "byte {at} is a carriage return without a line feed")
            }
            Self::Nul { at } => write!(f, "byte {at} is NUL"),
        }
    }
}

impl std::error::Error for EncodingError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_spans_map_back_through_escapes() {
        // {"result":"a\nb"}: the value starts at byte 11.
        let outer = Source::new("reply.json", r#"{"result":"a\nb"}"#);
        let pieces = vec![
            Piece { start: 0, outer_start: 11, outer_len: 1 },
            Piece { start: 1, outer_start: 12, outer_len: 2 },
            Piece { start: 2, outer_start: 14, outer_len: 1 },
        ];
        let inner = Source::embedded("reply.json result", "a\nb", SourceId(0), pieces);
        let sources = [outer, inner];
        let b = Span::new(2, 3).in_source(SourceId(1));
        let found = outermost(&sources, b);
        assert_eq!(text_of(&sources, found), "b");
        let all = Span::new(0, 3).in_source(SourceId(1));
        assert_eq!(text_of(&sources, outermost(&sources, all)), r"a\nb");
        let escape = Span::new(0, 2).in_source(SourceId(1));
        assert_eq!(text_of(&sources, outermost(&sources, escape)), r"a\n");
        let end = Span::new(3, 3).in_source(SourceId(1));
        assert_eq!(outermost(&sources, end).start, 15);
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("x", "é\nçà!");
        assert_eq!(source.line_column(7), LineColumn { line: 2, column: 3 });
        assert_eq!(source.line_column(99), LineColumn { line: 2, column: 4 });
    }

    #[test]
    fn odd_encodings_are_named() {
        let text = |bytes: &[u8]| Source::new("x", bytes).text().map(str::to_owned);
        assert_eq!(text(b"\xff\xfev\0"), Err(EncodingError::Utf16));
        assert_eq!(text(b"v\0e\0r\0"), Err(EncodingError::Utf16));
        assert_eq!(text(b"ok \xff"), Err(EncodingError::InvalidUtf8 { at: 3 }));
        assert_eq!(text(b"a\rb"), Err(EncodingError::LoneCarriageReturn { at: 1 }));
        assert_eq!(text(b"a\0b"), Err(EncodingError::Nul { at: 1 }));
        assert_eq!(text(b"a\r\nb\r\n").as_deref(), Ok("a\r\nb\r\n"));
    }
}
