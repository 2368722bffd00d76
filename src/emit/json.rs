//! JSON, for machines: integers only, no time, fixed order, the same bytes for the same input.
//!
//! Keys are always there; what is not known is null. The shapes are described by
//! the JSON Schemas of [`schema`](super).

use std::io::{self, Write};

use serde::Serialize;

use super::view::{NoRuling, ReadSource, ReadSources, ViewBuilder};
use crate::ir::{Decoded, Diagnostics, Finding, Verdict};
#[cfg(feature = "host")]
use crate::source::Span;
use crate::source::{Source, is_command, is_hidden};

#[cfg(feature = "judge")]
use super::ruling_view::{Actions, Audits, Ruling as RulingView};
#[cfg(feature = "judge")]
use crate::ir::{Ruling, StageTrace, WhatIfs};

/// The version of the shapes of a ruling and of "no ruling". Additions do not change it.
pub const SCHEMA_VERSION: u32 = 1;

/// A ruling; `exit_code` is what the process returns.
///
/// ```
/// # use assize::{Docket, Policy, Source, Stage};
/// # let text = assize::built_in(Stage::Gate, "any-blocker").unwrap_or_default();
/// # let policy = Policy::compile(Stage::Gate, "any-blocker", text)?;
/// # let mut docket = Docket::new("task-17");
/// # docket.seat("qa");
/// # docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
/// let ruling = policy.judge(&docket.close())?;
/// let json = assize::emit::json::ruling(&ruling, ruling.exit_code());
/// assert!(json.contains(r#""open": true"#));
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[cfg(feature = "judge")]
pub fn ruling(ruling: &Ruling, exit_code: u8) -> String {
    print(&RulingView::of(ruling, exit_code))
}

/// No ruling, and why. The gate is shut.
pub fn no_ruling(why: &Diagnostics, exit_code: u8) -> String {
    print(&NoRuling::of(why, exit_code))
}

/// The same as the last of the lines that tell what happens.
#[cfg(feature = "cli")]
pub(crate) fn no_ruling_line(why: &Diagnostics, exit_code: u8) -> String {
    let line = serde_json::to_value(NoRuling::of(why, exit_code)).map(|mut told| {
        if let Some(members) = told.as_object_mut() {
            members.insert("event".to_owned(), "no_ruling".into());
        }
        told.to_string()
    });
    escaped(&line.unwrap_or_default()) + "\n"
}

/// What came of reading one source.
pub fn read_source(decoded: &Decoded) -> String {
    print(&ReadSource::of(decoded))
}

/// What came of reading several sources, in their order.
pub fn read_sources(decoded: &[Decoded]) -> String {
    print(&ReadSources::of(decoded))
}

/// The shape that [`read_source`] prints; the texts of spans are looked up in its sources.
///
/// ```
/// use assize::{ReadOptions, Source, read};
/// let text = "verdict: pass\nconfidence: high\n";
/// let decoded = read(&Source::new("qa.md", text), &ReadOptions::default());
/// let value = serde_json::to_value(&decoded)?;
/// assert_eq!(value["verdicts"][0]["stated"]["word"], "pass");
/// assert_eq!(value["verdicts"][0]["effective"], "pass");
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Decoded {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ReadSource::of(self).serialize(serializer)
    }
}

/// The shapes of many verdicts of the same sources, whose lines are counted once.
#[cfg(feature = "host")]
pub(crate) struct Views<'a>(ViewBuilder<'a>);

#[cfg(feature = "host")]
impl<'a> Views<'a> {
    pub(crate) fn new(sources: &'a [Source]) -> Self {
        Self(ViewBuilder::new(sources))
    }

    pub(crate) fn verdict<'v>(&'v self, verdict: &'v Verdict) -> impl Serialize + 'v {
        self.0.verdict(verdict)
    }

    /// The line and the column that a span begins at, from 1.
    pub(crate) fn line_column(&self, span: Span) -> Option<(u32, u32)> {
        self.0.line_column(span)
    }
}

impl Verdict {
    /// The shape of a verdict in JSON; the texts of its spans are looked up in `sources`.
    ///
    /// ```
    /// use assize::{ReadOptions, Source, read};
    /// let text = "verdict: warn\nconfidence: med\nadvisory: long lines\n";
    /// let decoded = read(&Source::new("qa.md", text), &ReadOptions::default());
    /// let value = serde_json::to_value(decoded.verdicts[0].to_view(&decoded.sources))?;
    /// assert_eq!(value["confidence"], "med");
    /// assert_eq!(value["findings"][0]["text"], "long lines");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn to_view<'a>(&'a self, sources: &'a [Source]) -> impl Serialize + 'a {
        ViewBuilder::new(sources).verdict(self)
    }
}

impl Finding {
    /// The shape of a finding in JSON; the texts of its spans are looked up in `sources`.
    ///
    /// ```
    /// use assize::{ReadOptions, Source, read};
    /// let text = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";
    /// let decoded = read(&Source::new("qa.md", text), &ReadOptions::default());
    /// let finding = &decoded.verdicts[0].findings[0];
    /// let value = serde_json::to_value(finding.to_view(&decoded.sources))?;
    /// assert_eq!(value["location"]["path"], "src/a.rs");
    /// assert_eq!(value["span"]["line"], 3);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn to_view<'a>(&'a self, sources: &'a [Source]) -> impl Serialize + 'a {
        ViewBuilder::new(sources).finding(self)
    }
}

/// A ruling with its own exit code: 0 open, 1 shut by a fail, 3 shut by a hold.
#[cfg(feature = "judge")]
impl Serialize for Ruling {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RulingView::of(self, self.exit_code()).serialize(serializer)
    }
}

/// What [`ruling`] prints, piece by piece.
///
/// # Errors
///
/// When it cannot be written.
#[cfg(feature = "judge")]
pub fn write_ruling(out: &mut dyn Write, ruling: &Ruling, exit_code: u8) -> io::Result<()> {
    write(out, &RulingView::of(ruling, exit_code))
}

/// Why a ruling is what it is, and what it takes to be another one.
#[cfg(feature = "judge")]
#[derive(Clone, Copy, Debug)]
pub struct Explained<'r> {
    /// What would change it.
    pub what_ifs: &'r WhatIfs,
    /// What the policies before the gate saw.
    pub stages: &'r [StageTrace],
}

/// The same with why it is what it is.
///
/// # Errors
///
/// When it cannot be written.
#[cfg(feature = "judge")]
pub fn write_explained(
    out: &mut dyn Write,
    ruling: &Ruling,
    explained: Explained<'_>,
    exit_code: u8,
) -> io::Result<()> {
    write(out, &RulingView::of(ruling, exit_code).with(explained, ruling))
}

/// A docket that is handed over beside its ruling.
#[cfg(feature = "judge")]
#[derive(Clone, Copy, Debug)]
pub struct Handed<'r> {
    /// It as JSON.
    pub json: &'r str,
    /// SHA-256 over those of all texts in it.
    pub texts: &'r str,
}

/// What is reported beside a ruling.
#[cfg(feature = "judge")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'r> {
    /// How often several runs report each finding.
    pub consensus: bool,
    /// Why it is what it is.
    pub explained: Option<Explained<'r>>,
    /// The outcome of a policy that decides nothing.
    pub shadow: Option<&'r Ruling>,
    /// All on one line.
    pub in_one_line: bool,
    /// The docket as JSON, to be judged again; then all is on one line, too, and the ruling says only what it came to.
    pub docket: Option<Handed<'r>>,
}

/// The same with what is reported beside it.
///
/// # Errors
///
/// When it cannot be written.
#[cfg(feature = "judge")]
pub fn write_beside(
    out: &mut dyn Write,
    ruling: &Ruling,
    beside: Beside<'_>,
    exit_code: u8,
) -> io::Result<()> {
    let mut view = RulingView::of(ruling, exit_code);
    if beside.consensus {
        view = view.with_consensus(ruling);
    }
    if let Some(explained) = beside.explained {
        view = view.with(explained, ruling);
    }
    if let Some(shadow) = beside.shadow {
        view = view.with_shadow(shadow);
    }
    let event = "ruling";
    let Some(Handed { json, texts }) = beside.docket else {
        return match beside.in_one_line {
            true => write_line(out, &Event { event, ruling: &view, texts: None, docket: None }),
            false => write(out, &view),
        };
    };
    let (texts, docket) = (Some(texts), Some(serde_json::from_str::<serde_json::Value>(json)?));
    let whole = beside.consensus || beside.explained.is_some() || beside.shadow.is_some();
    match whole {
        true => write_line(out, &Event { event, ruling: &view, texts, docket }),
        false => {
            let ruling = &super::compact::Recorded::of(ruling, exit_code);
            write_line(out, &Event { event, ruling, texts, docket })
        }
    }
}

/// A ruling on one line: each finding once, meant by its number where it is cited, and nothing of what is not known.
///
/// # Errors
///
/// When it cannot be written.
#[cfg(feature = "judge")]
pub fn write_ruling_line(
    out: &mut dyn Write,
    ruling: &Ruling,
    record: Option<&str>,
) -> io::Result<()> {
    write_line(out, &super::compact::Ruling::of(ruling, record))
}

/// A recorded round that could not be judged, on one line.
///
/// # Errors
///
/// When it cannot be written.
#[cfg(feature = "judge")]
pub fn write_no_ruling_line(
    out: &mut dyn Write,
    why: &Diagnostics,
    record: &str,
) -> io::Result<()> {
    write_line(out, &super::compact::NoRuling::of(why, record))
}

#[cfg(feature = "judge")]
pub(crate) fn write_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    // The serializer writes a thousand pieces: they are put together first, and looked at once.
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Escaped(out).write_all(&line)
}

/// A line of what happens, of which a ruling is the last.
#[cfg(feature = "judge")]
#[derive(Serialize)]
struct Event<'a, T> {
    event: &'a str,
    ruling: &'a T,
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    docket: Option<serde_json::Value>,
}

/// What the audit policy of a ruling makes of each verdict, whatever its gate said; and what it saw, where that is reported.
///
/// # Errors
///
/// When it cannot be written.
#[cfg(feature = "judge")]
pub fn write_audits(
    out: &mut dyn Write,
    ruling: &Ruling,
    traces: Option<&[StageTrace]>,
    exit_code: u8,
) -> io::Result<()> {
    write(out, &Audits::of(ruling, traces, exit_code))
}

/// What is to be done next, with the messages to send; and what its policies saw, where that is reported.
///
/// # Errors
///
/// When it cannot be written.
#[cfg(feature = "judge")]
pub fn write_actions(
    out: &mut dyn Write,
    ruling: &Ruling,
    traces: Option<&[StageTrace]>,
) -> io::Result<()> {
    write(out, &Actions::of(ruling, traces))
}

/// What [`read_sources`] prints, piece by piece.
///
/// # Errors
///
/// When it cannot be written.
pub fn write_read_sources(out: &mut dyn Write, decoded: &[Decoded]) -> io::Result<()> {
    write(out, &ReadSources::of(decoded))
}

/// What came of reading one source, in the shape of several, on one line.
///
/// # Errors
///
/// When it cannot be written.
#[cfg(feature = "cli")]
pub(crate) fn write_read_line(out: &mut dyn Write, decoded: &Decoded) -> io::Result<()> {
    write_line(out, &ReadSources::of(std::slice::from_ref(decoded)))
}

/// Strings, integers and lists of them cannot fail to print. Should one ever, what comes out
/// is no JSON at all, so that no one can take it for an answer.
pub(crate) fn print(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    match write(&mut text, value) {
        Ok(()) => String::from_utf8(text).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

/// JSON on one line with escapes for what a terminal acts on or no one sees: the same values.
#[cfg(feature = "cli")]
pub(crate) fn escaped(json: &str) -> String {
    let mut text = Vec::new();
    match Escaped(&mut text).write_all(json.as_bytes()) {
        Ok(()) => String::from_utf8(text).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

/// Pretty, with a line feed at the end.
pub(crate) fn write(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(Escaped(&mut *out), value)?;
    out.write_all(b"\n")
}

/// Escapes what a terminal acts on or no one sees: C1, DEL, marks of direction; and what a CI service that interprets the
/// output acts on. Such characters stand in strings only.
struct Escaped<'a>(&'a mut dyn Write);

impl Write for Escaped<'_> {
    /// Takes whole characters.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let plain = |byte: &u8| matches!(byte, b'\n' | b' '..=b'"' | b'$'..=b'~');
        if bytes.iter().all(plain) {
            return self.0.write_all(bytes).map(|()| bytes.len());
        }
        let text = match std::str::from_utf8(bytes) {
            Err(error) if error.valid_up_to() > 0 => {
                return self.write(&bytes[..error.valid_up_to()]);
            }
            text => text.map_err(|_| io::ErrorKind::InvalidData)?,
        };
        let mut rest = text;
        let hidden = |c: char| c != '\n' && is_hidden(c);
        let next = |rest: &str| {
            let acts = |(at, c): &(usize, char)| hidden(*c) || is_command(&rest[*at..]);
            rest.char_indices().find(acts)
        };
        while let Some((at, c)) = next(rest) {
            self.0.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(self.0, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        self.0.write_all(rest.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_is_printed_with_escapes() {
        let mut out = Vec::new();
        let mut escaped = Escaped(&mut out);
        // A character may come in two pieces only if the second is written again with it.
        assert_eq!(escaped.write("é\u{202e}".as_bytes().split_at(4).0).ok(), Some(2));
        assert!(escaped.write(&"\u{202e}".as_bytes()[..2]).is_err());
        assert!(escaped.write_all("\u{202e}a\u{7f}\u{e0041}\n".as_bytes()).is_ok());
        assert_eq!(String::from_utf8(out).unwrap_or_default(), "é\\u202ea\\u007f\\udb40\\udc41\n");
        assert_eq!(print(&["\u{9b}"]), "[\n  \"\\u009b\"\n]\n");
        assert_eq!(print(&["## ##vso[x]"]), "[\n  \"## \\u0023#vso[x]\"\n]\n");
    }
}
