//! One thing a reviewer found.

use super::{Outcome, words};
use crate::source::Span;
#[cfg(feature = "hash")]
use crate::source::{Source, composed, text_of};

/// One thing a reviewer found, whatever format it was written in.
///
/// A `blocker:` line and a CPF row `H|coverage-gap|Spec 3.AC2|...` both end up here. The
/// spans cover the reviewer's own words: a ruling can quote them.
///
/// ```
/// use assize::verdict::FindingKind;
/// use assize::{ReadOptions, Source, read};
/// let text = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";
/// let decoded = read(&Source::new("qa.md", text), &ReadOptions::default());
/// let finding = &decoded.verdicts[0].findings[0];
/// assert_eq!(finding.kind, FindingKind::Blocker);
/// assert_eq!(decoded.text(finding.span), "blocker: src/a.rs:7 it leaks");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Whether it alone keeps its format's gate shut.
    pub kind: FindingKind,
    /// How bad, where the format says so.
    pub severity: Option<Severity>,
    /// What kind of thing, in the reviewer's word: `coverage-gap`.
    pub category: Option<Span>,
    /// Where in the work.
    pub location: Option<Location>,
    /// What was found, in the reviewer's words.
    pub text: Span,
    /// What the reviewer proposes to do about it, where the format asks for that.
    pub advice: Option<Span>,
    /// Who found it, where one verdict speaks for several (`rulebase+consistency`).
    pub agents: Vec<Span>,
    /// The whole of it in the reviewer's text.
    pub span: Span,
}

words! {
    /// Whether a finding alone keeps its format's gate shut.
    pub enum FindingKind {
        /// `blocker:`, a CPF row with severity C, a failed criterion, `- fail:`.
        Blocker = "blocker",
        /// Everything else.
        Advisory = "advisory",
    }
}

words! {
    /// How bad a finding is. Ordered from harmless to worst.
    #[derive(PartialOrd, Ord)]
    pub enum Severity {
        /// Worth knowing.
        Info = "info",
        /// A nit.
        Low = "low",
        /// Should be mended.
        Medium = "medium",
        /// Must be mended soon.
        High = "high",
        /// Must be mended before anything else.
        Critical = "critical",
    }
}

impl Severity {
    /// All severities, worst first.
    pub const WORST_FIRST: [Severity; 5] =
        [Self::Critical, Self::High, Self::Medium, Self::Low, Self::Info];

    /// What a verdict with such a finding is at best, by a format that rates its findings.
    pub(crate) fn implies(self) -> Outcome {
        match self {
            Self::Critical => Outcome::Fail,
            Self::High => Outcome::Warn,
            Self::Medium | Self::Low | Self::Info => Outcome::Pass,
        }
    }
}

/// Where in the work a finding lies: `src/handler.ts:88`.
///
/// ```
/// use assize::{ReadOptions, Source, read};
/// let text = "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 it is slow\n";
/// let decoded = read(&Source::new("qa.md", text), &ReadOptions::default());
/// let location = decoded.verdicts[0].findings[0].location.as_ref().unwrap();
/// assert_eq!(decoded.text(location.text), "src/a.rs:7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The reviewer's words for it.
    pub text: Span,
    /// The path in it, if it names a file.
    pub path: Option<Span>,
    /// The lines in it.
    pub lines: Vec<Lines>,
    /// More files, when it names several: `a.md:75-79; b.md:24`.
    pub also: Vec<Place>,
}

/// One more file that a location names. It will never be more than these two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path.
    pub path: Span,
    /// The lines in it.
    pub lines: Vec<Lines>,
}

/// A range of lines, from 1, both ends included. One line has both ends alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// First line.
    pub first: u32,
    /// Last line.
    pub last: u32,
}

impl Finding {
    /// What a verdict that lists it is at best, by a format that derives from its findings.
    #[cfg(feature = "judge")]
    pub(crate) fn implies(&self) -> Outcome {
        let rated = self.severity.map_or(Outcome::Pass, Severity::implies);
        if self.kind == FindingKind::Blocker { Outcome::Fail } else { rated }
    }

    /// A finding of which nothing is known but its kind and its text.
    pub fn new(kind: FindingKind, text: Span) -> Self {
        Self {
            kind,
            severity: None,
            category: None,
            location: None,
            text,
            advice: None,
            agents: Vec::new(),
            span: text,
        }
    }

    /// What the finding is about, whatever line it has moved to; see [`Fingerprint`].
    #[cfg(feature = "hash")]
    pub fn fingerprint(&self, sources: &[Source]) -> Fingerprint {
        let category = self.category.map(|span| text_of(sources, span));
        let path = self.location.as_ref().and_then(|l| l.path).map(|span| text_of(sources, span));
        let text = text_of(sources, self.text);
        let location = self.location.as_ref().map(|l| text_of(sources, l.text));
        let words = match &location {
            Some(location) => text.replace(location.as_ref(), " "),
            None => text.into_owned(),
        };
        Fingerprint::of(category.as_deref(), path.as_deref(), &words)
    }
}

/// The version of the rule behind [`Fingerprint`], and the first part of its text.
#[cfg(feature = "hash")]
pub const FINGERPRINT_VERSION: &str = "f1";

/// What a finding is about, so that it can be found again in the next round.
///
/// Rule `f1`: the first 128 bits of the SHA-256 over category, path and text, each followed
/// by one NUL. The category is lower-cased. The path has `\` as `/` and no leading `./`. Of
/// the text, the location is left out, letters are lower-cased, digits and what is neither
/// letter nor digit become blanks, and runs of blanks become one. In all three a letter with its mark
/// is one character (NFC). Line numbers are in none
/// of the three: a finding keeps its fingerprint when the lines above it change.
#[cfg(feature = "hash")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 16]);

#[cfg(feature = "hash")]
impl Fingerprint {
    /// Applies rule `f1`. `text` no longer holds the location.
    pub fn of(category: Option<&str>, path: Option<&str>, text: &str) -> Self {
        let mut input = composed(category.unwrap_or_default().trim()).to_lowercase();
        input.push('\0');
        let path = composed(path.unwrap_or_default()).replace('\\', "/");
        input.push_str(path.strip_prefix("./").unwrap_or(&path));
        input.push('\0');
        input.push_str(&normalised(&composed(text)));
        input.push('\0');
        let digest = crate::source::Sha256::of(input.as_bytes()).0;
        let mut short = [0; 16];
        short.copy_from_slice(&digest[..16]);
        Self(short)
    }

    /// Whether a text is a fingerprint of this rule, as it is shown.
    #[cfg(feature = "judge")]
    pub(crate) fn is_one(text: &str) -> bool {
        let hex = |digits: &str| {
            digits.len() == 32 && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
        };
        text.strip_prefix(FINGERPRINT_VERSION)
            .and_then(|rest| rest.strip_prefix(':'))
            .is_some_and(hex)
    }
}

#[cfg(feature = "hash")]
fn normalised(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_alphabetic() {
            words.extend(c.to_lowercase());
        } else if !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
    }
    words.truncate(words.trim_end().len());
    words
}

#[cfg(feature = "hash")]
impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(FINGERPRINT_VERSION)?;
        f.write_str(":")?;
        crate::source::write_hex(f, &self.0)
    }
}

#[cfg(all(test, feature = "hash"))]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_forgets_lines_case_and_spacing() {
        let one = Fingerprint::of(Some("SQL"), Some("./src/a.ts"), "built at 88 by  Concatenation");
        let two = Fingerprint::of(Some("sql"), Some("src/a.ts"), "Built at 120: by concatenation!");
        assert_eq!(one, two);
    }

    #[test]
    fn a_fingerprint_tells_category_path_and_text_apart() {
        let base = Fingerprint::of(Some("a"), Some("b"), "c");
        assert_ne!(base, Fingerprint::of(Some("x"), Some("b"), "c"));
        assert_ne!(base, Fingerprint::of(Some("a"), Some("x"), "c"));
        assert_ne!(base, Fingerprint::of(Some("a"), Some("b"), "x"));
        assert_ne!(Fingerprint::of(None, Some("b"), "c"), Fingerprint::of(Some("b"), None, "c"));
    }

    #[test]
    fn rule_f1_is_pinned() {
        let print = |category, path, text| Fingerprint::of(category, path, text).to_string();
        let text = "SQL string-concat with user input (88)";
        let path = Some("./src\\handler.ts");
        assert_eq!(print(None, path, text), "f1:5c29b5224064d31aaf6bfa7d8cc1ad1f");
        assert_eq!(
            print(Some(" SQL injection "), path, text),
            "f1:2454844e5a6a21c78e8b9702f007fad9"
        );
        let text = "Nothing tests the second criterion!";
        assert_eq!(print(Some("coverage-gap"), None, text), "f1:e796904a3c56be0972f5d2df4e769843");
    }
}
