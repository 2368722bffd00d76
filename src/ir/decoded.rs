//! What came of reading one source.

use std::borrow::Cow;

use super::{Diagnostic, Format, Outcome, Remark, Stated, Subject, Verdict, words};
use crate::source::{Source, Span, text_of};

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
    /// A word that stops stands in a text without a trace of a verdict: `I cannot approve this.`
    pub mentions_stop: bool,
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

words! {
    /// How forgiving a reader is.
    #[derive(Default)]
    pub enum Profile {
        /// Any recovery makes the source unreadable.
        Strict = "strict",
        /// Recoveries whose meaning is certain are made and reported. (No default here means
        /// pass: a profile decides what can be read, never what it says.)
        #[default]
        Standard = "standard",
        /// Pair reviews are searched for a decision in an ordered chain, for importing archives; a
        /// pass that only this finds is held. Everything else is read as with `standard`.
        Lenient = "lenient",
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

words! {
    /// Why a source holds no verdict that can be used.
    #[non_exhaustive]
    pub enum Cause {
        /// No bytes, or only blanks and comments.
        Empty = "empty",
        /// UTF-16, invalid UTF-8, NUL bytes, lone carriage returns.
        Encoding = "encoding",
        /// More than the limit: 16 MiB unless set, and 1 MiB for KDL.
        TooLarge = "too_large",
        /// More lines, items, blocks or remarks than reading goes through.
        TooMuch = "too_much",
        /// Text without a trace of a verdict.
        NoVerdict = "no_verdict",
        /// The text ends before the verdict does.
        Truncated = "truncated",
        /// Two readings that do not agree.
        Ambiguous = "ambiguous",
        /// `verdict: pass | fail | warn`: the contract was echoed, not filled in.
        Template = "template",
        /// A `verdict:` line whose word is not a verdict.
        UnknownWord = "unknown_word",
        /// `verdct: pass`: a key one edit away from a known one.
        MisspeltKey = "misspelt_key",
        /// A format that this build cannot read.
        FormatNotRead = "format_not_read",
        /// The text breaks the structure of its format: JSON that is none, a review inside a review.
        Malformed = "malformed",
        /// The reviewer says that it could not do its job.
        Errored = "errored",
        /// It only points to a file, which was not read.
        Unfollowed = "unfollowed",
        /// A repair was needed and the `strict` profile forbids it.
        RecoveryForbidden = "recovery_forbidden",
        /// Read with another profile than the rest of the docket.
        MixedProfiles = "mixed_profiles",
        /// Two sources for one seat.
        DuplicateSeat = "duplicate_seat",
        /// Two verdicts about one subject in one source.
        DuplicateSubject = "duplicate_subject",
        /// A folder, a FIFO, a device.
        NotAFile = "not_a_file",
        /// The file may not be read.
        Permission = "permission",
        /// A path or a link that leaves its folder.
        BadPath = "bad_path",
        /// Reading failed half way.
        ReadError = "read_error",
        /// Somebody was still writing it.
        Changing = "changing",
    }
}

impl Cause {
    /// Whether what cannot be read for this may well be an answer: it is not known what it says, so that no one can be
    /// excused for having said nothing.
    #[cfg(feature = "judge")]
    pub(crate) fn hides_an_answer(self) -> bool {
        !matches!(
            self,
            Self::Empty | Self::NoVerdict | Self::Template | Self::Errored | Self::NotAFile
        )
    }
}

impl Recovery {
    /// A repair by its name, and the text that was repaired.
    pub fn new(name: &'static str, span: Span) -> Self {
        Self { name, span }
    }
}

impl Decoded {
    /// The outcome of the text: the worst of its verdicts.
    pub(crate) fn effective(&self) -> Option<Outcome> {
        self.verdicts.iter().filter_map(Verdict::effective).max()
    }

    /// Whether it says fail, also where it cannot be used.
    pub(crate) fn fails(&self) -> bool {
        self.says_fail || self.effective() == Some(Outcome::Fail)
    }

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
            mentions_stop: false,
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

    /// Whether somebody speaks in it, readable or not.
    #[cfg(feature = "judge")]
    pub(crate) fn speaks(&self) -> bool {
        let fails = |fragment: &Verdict| fragment.effective() == Some(Outcome::Fail);
        self.unreadable.is_none_or(Cause::hides_an_answer)
            || self.says_fail
            || self.mentions_stop
            || self.fragments.iter().any(fails)
    }

    /// The text that was read.
    pub fn source(&self) -> Option<&Source> {
        self.sources.first()
    }

    /// The text of a span of these verdicts, remarks or diagnostics, whichever source it lies in;
    /// what is not UTF-8 becomes U+FFFD.
    ///
    /// ```
    /// use assize::{ReadOptions, Source, read};
    /// let text = "verdict: warn\nconfidence: high\nadvisory: long lines\n";
    /// let decoded = read(&Source::new("qa.md", text), &ReadOptions::default());
    /// let finding = &decoded.verdicts[0].findings[0];
    /// assert_eq!(decoded.text(finding.text), "long lines");
    /// ```
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        text_of(&self.sources, span)
    }
}
