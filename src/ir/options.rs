//! How to read a source.

use super::{Confidence, Format, Kind, Lexicon, Outcome, Profile, Severity, Subject};

/// Larger sources are unreadable, unless the host says otherwise: 16 MiB, which is a verdict of
/// thirty lines some thousand times over.
pub const LIMIT: usize = 16 * 1024 * 1024;

/// Sources of more lines and items are unreadable, unless the host says otherwise: one for every 64
/// bytes of the largest source. Reading keeps up to two KiB of each, so that it stays below 40 times
/// the size of such a source.
pub const PIECES: usize = 256 * 1024;

/// How to read a source. The fields tell; the methods of the same names set.
///
/// ```
/// use assize::{Outcome, Profile, ReadOptions, Source, read};
/// let options = ReadOptions::default().profile(Profile::Strict).word("approved", Outcome::Pass);
/// assert_eq!(options.profile, Profile::Strict);
///
/// let decoded = read(&Source::new("qa.md", "verdict: approved\nconfidence: high\n"), &options);
/// assert_eq!(decoded.verdicts[0].effective(), Some(Outcome::Pass));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// How forgiving the reader is.
    pub profile: Profile,
    /// Larger sources are unreadable (`too_large`); in bytes, [`LIMIT`] unless set.
    pub limit: usize,
    /// Sources of more pieces are unreadable (`too_much`), [`PIECES`] unless set: lines, and what
    /// stands between commas and brackets.
    pub pieces: usize,
    /// Words of reviewers besides those of Assize, and names of verdicts and findings.
    pub lexicon: Lexicon,
    /// Whether lines outside the fields of a verdict are read as remarks: they can only shut a gate.
    pub remarks: bool,
    /// The format that the text is in; found out unless set.
    pub format: Option<Format>,
    /// The formats that may be read at all; empty for all. An envelope or a pointer around one is
    /// always read.
    pub formats: Vec<Format>,
    /// The kind of work that an auditor judged. Unless set, what only some kinds may say is not
    /// checked.
    pub kind: Option<Kind>,
    /// Whether the text is what a reviewer printed: a pointer to its verdict file counts wherever it is in it.
    pub printed: bool,
    /// The commit that is judged, where that is known: an approval that names another one is stale.
    pub head: Option<String>,
    /// The subjects that are to be judged, in formats that judge several; those that are not in
    /// the text are [`missing`](super::Decoded::missing). Empty when that is not known.
    pub expected: Vec<Subject>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            profile: Profile::Standard,
            limit: LIMIT,
            pieces: PIECES,
            lexicon: Lexicon::default(),
            remarks: true,
            format: None,
            formats: Vec::new(),
            kind: None,
            printed: false,
            head: None,
            expected: Vec::new(),
        }
    }
}

impl ReadOptions {
    /// How forgiving the reader is.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// The size in bytes above which a source is unreadable.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// The number of lines and items above which a source is unreadable.
    ///
    /// ```
    /// use assize::codec::Cause;
    /// use assize::{ReadOptions, Source, read};
    /// let options = ReadOptions::default().pieces(2);
    /// let text = "verdict: pass\nconfidence: high\nadvisory: one, two\n";
    /// assert_eq!(read(&Source::new("qa.md", text), &options).unreadable, Some(Cause::TooMuch));
    /// ```
    #[must_use]
    pub fn pieces(mut self, most: usize) -> Self {
        self.pieces = most;
        self
    }

    /// Adds a word that reviewers may use, and its outcome. What Assize knows as worse stays
    /// worse; [`Lexicon::add_word`] tells.
    #[must_use]
    pub fn word(mut self, word: impl Into<String>, outcome: Outcome) -> Self {
        self.lexicon.words.insert(word.into(), outcome);
        self
    }

    /// The words of reviewers, instead of those set before.
    #[must_use]
    pub fn lexicon(mut self, lexicon: Lexicon) -> Self {
        self.lexicon = lexicon;
        self
    }

    /// Whether lines outside the fields of a verdict are read as remarks.
    #[must_use]
    pub fn remarks(mut self, on: bool) -> Self {
        self.remarks = on;
        self
    }

    /// Adds a word for how bad a finding is.
    #[must_use]
    pub fn severity(mut self, word: impl Into<String>, severity: Severity) -> Self {
        self.lexicon.severities.insert(word.into(), severity);
        self
    }

    /// Adds a word for how sure a reviewer is.
    #[must_use]
    pub fn confidence(mut self, word: impl Into<String>, confidence: Confidence) -> Self {
        self.lexicon.confidences.insert(word.into(), confidence);
        self
    }

    /// The commit that is judged.
    #[must_use]
    pub fn head(mut self, commit: impl Into<String>) -> Self {
        self.head = Some(commit.into());
        self
    }

    /// The format that the text is in; `None` finds it out.
    #[must_use]
    pub fn format(mut self, format: impl Into<Option<Format>>) -> Self {
        self.format = format.into();
        self
    }

    /// The formats that may be read at all, instead of those set before; none for all. A text in
    /// another one is unreadable, and a fail in it still shuts.
    ///
    /// ```
    /// use assize::codec::Cause;
    /// use assize::{Format, ReadOptions, Source, read};
    /// let options = ReadOptions::default().formats([Format::VerdictFile]);
    /// let review = read(&Source::new("qa.md", "### Verdict: APPROVE\n\nFine.\n"), &options);
    /// assert_eq!(review.unreadable, Some(Cause::NoVerdict));
    /// ```
    #[must_use]
    pub fn formats(mut self, formats: impl IntoIterator<Item = Format>) -> Self {
        self.formats = formats.into_iter().collect();
        self
    }

    /// The kind of work that an auditor judged; `None` checks less.
    #[must_use]
    pub fn kind(mut self, kind: impl Into<Option<Kind>>) -> Self {
        self.kind = kind.into();
        self
    }

    /// Whether the text is what a reviewer printed, and not the file that it wrote.
    ///
    /// ```
    /// use assize::{Format, ReadOptions, Source, read};
    /// let text = Source::new("qa.stdout", "verdict: pass\nconfidence: high\nverdict-file: reports/T17/qa.md\n");
    /// assert_eq!(read(&text, &ReadOptions::default()).format, Some(Format::VerdictFile));
    /// assert_eq!(read(&text, &ReadOptions::default().printed(true)).format, Some(Format::Pointer));
    /// ```
    #[must_use]
    pub fn printed(mut self, printed: bool) -> Self {
        self.printed = printed;
        self
    }

    /// The subjects that are to be judged, instead of those set before.
    #[must_use]
    pub fn expected(mut self, subjects: impl IntoIterator<Item = Subject>) -> Self {
        self.expected = subjects.into_iter().collect();
        self
    }
}

/// Whether two texts name one state of the work: of a hash, the first seven characters are enough.
pub(crate) fn is_same_state(one: &str, other: &str) -> bool {
    const SHORTEST: usize = 7;
    let hex =
        |text: &str| text.len() >= SHORTEST && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let begins = || one.starts_with(other) || other.starts_with(one);
    one == other || hex(one) && hex(other) && begins()
}
