//! JSON, for machines: integers only, no time, fixed order, the same bytes for the same input.
//!
//! Keys are always there; what is not known is null. The shapes are described by
//! the JSON Schemas of [`schema`](super).

use serde::Serialize;

use super::view::{NoRuling, ReadSource, ReadSources, ViewBuilder};
use crate::ir::{Decoded, Diagnostics, Finding, Verdict};
use crate::source::{Source, is_hidden};

#[cfg(feature = "judge")]
use super::ruling_view::Ruling as RulingView;
#[cfg(feature = "judge")]
use crate::ir::Ruling;

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

/// Pretty, with a line feed at the end, and with escapes for what a terminal acts on or nobody
/// sees: C1, DEL, marks of direction. Such characters stand in strings only.
///
/// Strings, integers and lists of them cannot fail to print. Should one ever, what comes out
/// is no JSON at all, so that nobody can take it for an answer.
fn print(value: &impl Serialize) -> String {
    let printed = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut text = String::with_capacity(printed.len() + 1);
    let mut units = [0; 2];
    for c in printed.chars() {
        if c == '\n' || !is_hidden(c) {
            text.push(c);
            continue;
        }
        text.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
    }
    text.push('\n');
    text
}
