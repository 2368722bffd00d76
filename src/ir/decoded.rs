//! What came of reading one source.

use std::borrow::Cow;

use super::{Diagnostic, Subject, Verdict};
use crate::source::{Source, Span};

/// What came of reading one source: verdicts, or the reason why there are none.
///
/// Reading is total: any bytes give a `Decoded`.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Decoded {
    /// What was read, first; then the sources embedded in it.
    pub sources: Vec<Source>,
    /// How the text was understood; none when no format fits.
    pub format: Option<Format>,
    /// Why that format: `its first line has a key of a verdict file`.
    pub why: Cow<'static, str>,
    /// How forgiving the reader was.
    pub profile: Profile,
    /// The verdicts. Empty when `unreadable` is set.
    pub verdicts: Vec<Verdict>,
    /// Why there is no verdict.
    pub unreadable: Option<Cause>,
    /// Subjects that were to be judged and are not in the text.
    pub missing: Vec<Subject>,
    /// Repairs that reading had to make.
    pub recoveries: Vec<Recovery>,
    /// Everything worth saying about the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The text says `fail` somewhere, although it could not be read as a whole.
    pub says_fail: bool,
}

/// One way to write a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Format {
    /// Line-oriented verdict files, as dartai defines them: `verdict: fail` on line 1.
    VerdictFile,
    /// A fenced or bare YAML block with the fields of a dartai verdict file. Recognised, not read yet.
    YamlBlock,
    /// `verdict-file: PATH` on line 1: where a dartai reviewer says its verdict file is.
    /// Recognised, not read yet.
    Pointer,
    /// A JSON object or array. Recognised, not read yet.
    Json,
    /// Rows of the Compact Pipe-Delimited Format (CPF). Recognised, not read yet.
    Cpf,
    /// Pair reviews of commonplace: `=== PAIR REVIEW START: ...` blocks. Recognised, not read yet.
    PairReview,
}

impl Format {
    /// The name of the format: `verdict-file`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::VerdictFile => "verdict-file",
            Self::YamlBlock => "yaml-block",
            Self::Pointer => "pointer",
            Self::Json => "json",
            Self::Cpf => "cpf",
            Self::PairReview => "pair-review",
        }
    }
}

/// How forgiving a reader is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Profile {
    /// Any recovery makes the source unreadable.
    Strict,
    /// Recoveries whose meaning is certain are made and reported. (No default here means
    /// pass: a profile decides what can be read, never what it says.)
    #[default]
    Standard,
    /// Today the same as standard. It is meant for pair reviews, which cannot be read yet:
    /// they will be searched for a decision, and a pass that only this profile finds is held.
    Lenient,
}

impl Profile {
    /// The name of the profile: `strict`, `standard`, `lenient`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Standard => "standard",
            Self::Lenient => "lenient",
        }
    }
}

/// A repair that reading had to make.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovery {
    /// Its name: `letter_case`, `token_tail`, …
    pub name: &'static str,
    /// The text that was repaired.
    pub span: Span,
}

/// Why a source holds no verdict that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Cause {
    /// No bytes, or only blanks and comments.
    Empty,
    /// UTF-16, invalid UTF-8, NUL bytes, lone carriage returns.
    Encoding,
    /// More than the limit, 16 MiB unless set.
    TooLarge,
    /// Text without a trace of a verdict.
    NoVerdict,
    /// The text ends before the verdict does.
    Truncated,
    /// Two readings that do not agree.
    Ambiguous,
    /// `verdict: pass | fail | warn`: the contract was echoed, not filled in.
    Template,
    /// A `verdict:` line whose word is no verdict.
    UnknownWord,
    /// `verdct: pass`: a key one edit away from a known one.
    MisspeltKey,
    /// A format that is recognised and cannot be read yet.
    FormatNotRead,
    /// A repair was needed and the `strict` profile forbids it.
    RecoveryForbidden,
    /// Read with another profile than the rest of the docket.
    MixedProfiles,
    /// Two sources for one seat.
    DuplicateSeat,
    /// Two verdicts about one subject in one source.
    DuplicateSubject,
    /// A folder, a FIFO, a device.
    NotAFile,
    /// The file may not be read.
    Permission,
    /// A path or a link that leaves its folder.
    BadPath,
    /// Reading failed half way.
    ReadError,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Cause; 18] = [
        Self::Empty,
        Self::Encoding,
        Self::TooLarge,
        Self::NoVerdict,
        Self::Truncated,
        Self::Ambiguous,
        Self::Template,
        Self::UnknownWord,
        Self::MisspeltKey,
        Self::FormatNotRead,
        Self::RecoveryForbidden,
        Self::MixedProfiles,
        Self::DuplicateSeat,
        Self::DuplicateSubject,
        Self::NotAFile,
        Self::Permission,
        Self::BadPath,
        Self::ReadError,
    ];

    /// The name of the cause: `no_verdict`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Encoding => "encoding",
            Self::TooLarge => "too_large",
            Self::NoVerdict => "no_verdict",
            Self::Truncated => "truncated",
            Self::Ambiguous => "ambiguous",
            Self::Template => "template",
            Self::UnknownWord => "unknown_word",
            Self::MisspeltKey => "misspelt_key",
            Self::FormatNotRead => "format_not_read",
            Self::RecoveryForbidden => "recovery_forbidden",
            Self::MixedProfiles => "mixed_profiles",
            Self::DuplicateSeat => "duplicate_seat",
            Self::DuplicateSubject => "duplicate_subject",
            Self::NotAFile => "not_a_file",
            Self::Permission => "permission",
            Self::BadPath => "bad_path",
            Self::ReadError => "read_error",
        }
    }
}

impl Recovery {
    /// A repair by its name, and the text that was repaired.
    pub fn new(name: &'static str, span: Span) -> Self {
        Self { name, span }
    }
}

impl Decoded {
    /// What a reader of the host's own made of a source; without a verdict it is unreadable.
    ///
    /// ```
    /// use assize::{Decoded, Outcome, Source, Span, Stated, Verdict};
    /// let source = Source::new("qa.txt", "LGTM");
    /// let mut verdict = Verdict::new(Span::new(0, 4));
    /// verdict.stated = Some(Stated { outcome: Outcome::Pass, word: Span::new(0, 4) });
    /// let mut decoded = Decoded::of(source, vec![verdict]);
    /// decoded.why = "it is one word of four letters".into();
    /// assert_eq!(decoded.unreadable, None);
    /// ```
    pub fn of(source: Source, verdicts: Vec<Verdict>) -> Self {
        Self {
            sources: vec![source],
            format: None,
            why: Cow::Borrowed("the host read it"),
            profile: Profile::Standard,
            unreadable: verdicts.is_empty().then_some(Cause::NoVerdict),
            verdicts,
            missing: Vec::new(),
            recoveries: Vec::new(),
            diagnostics: Vec::new(),
            says_fail: false,
        }
    }

    /// A source without a verdict, and the reason.
    pub fn unreadable(source: Source, cause: Cause, diagnostic: Diagnostic) -> Self {
        Self {
            why: Cow::Borrowed("no format fits"),
            unreadable: Some(cause),
            diagnostics: vec![diagnostic],
            ..Self::of(source, Vec::new())
        }
    }

    /// The text that was read.
    pub fn source(&self) -> Option<&Source> {
        self.sources.first()
    }
}

display_as_str!(Format, Profile, Cause);
