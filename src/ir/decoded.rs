//! What came of reading one source.

use std::borrow::Cow;

use super::{Diagnostic, Format, Outcome, Remark, Stated, Subject, Verdict};
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
    /// What a source says that cannot be used: its rows, notes, reviewers and findings. They
    /// decide nothing. Empty when there are verdicts.
    pub fragments: Vec<Verdict>,
    /// What a text without a verdict says all the same; those of a verdict stand in it.
    pub remarks: Vec<Remark>,
    /// Subjects that were to be judged and are not in the text.
    pub missing: Vec<Subject>,
    /// Repairs that reading had to make.
    pub recoveries: Vec<Recovery>,
    /// Everything worth saying about the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The text says `fail` somewhere, although it could not be read as a whole.
    pub says_fail: bool,
    /// The formats that were tried in vain, when no format fits.
    pub tried: Vec<Tried>,
    /// Where the verdict is, when the text only points to it.
    pub pointer: Option<Pointer>,
}

/// A format that a text is not in, and where that showed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tried {
    /// The format.
    pub format: Format,
    /// Where its reader gave up.
    pub at: Span,
    /// What it looked for there: `the first line has no key of a verdict file`.
    pub why: Cow<'static, str>,
}

/// `verdict-file: PATH`: where a reviewer says its verdict file is. The path is followed by the
/// host, if at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pointer {
    /// The path.
    pub path: Span,
    /// The verdict that stands beside it. The file wins; that the two agree is for the host to check.
    pub stated: Option<Stated>,
}

impl Tried {
    /// A format that a text is not in.
    pub fn new(format: Format, at: Span, why: impl Into<Cow<'static, str>>) -> Self {
        Self { format, at, why: why.into() }
    }
}

impl Pointer {
    /// A pointer to a path, and what stands beside it.
    pub fn new(path: Span, stated: Option<Stated>) -> Self {
        Self { path, stated }
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
    /// Pair reviews are searched for a decision in an ordered chain, for importing archives; a
    /// pass that only this finds is held. Everything else is read as with `standard`.
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
    /// A format that this build cannot read.
    FormatNotRead,
    /// The text breaks the structure of its format: JSON that is none, a review inside a review.
    Malformed,
    /// The reviewer says that it could not do its job.
    Errored,
    /// It only points to a file, which was not read.
    Unfollowed,
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
    pub const ALL: [Cause; 21] = [
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
        Self::Malformed,
        Self::Errored,
        Self::Unfollowed,
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
            Self::Malformed => "malformed",
            Self::Errored => "errored",
            Self::Unfollowed => "unfollowed",
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
    /// use assize::verdict::Stated;
    /// use assize::{Decoded, Outcome, Source, Span, Verdict};
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
            fragments: Vec::new(),
            remarks: Vec::new(),
            missing: Vec::new(),
            recoveries: Vec::new(),
            diagnostics: Vec::new(),
            says_fail: false,
            tried: Vec::new(),
            pointer: None,
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

    /// Whether a text without a verdict says something all the same that would shut a gate.
    pub fn remarks_against(&self) -> bool {
        self.remarks.iter().any(|remark| remark.says > Outcome::Pass)
    }

    /// The text that was read.
    pub fn source(&self) -> Option<&Source> {
        self.sources.first()
    }
}

display_as_str!(Profile, Cause);
