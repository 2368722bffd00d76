//! Every code that reading can give, and the mistakes that several formats know.

mod all;
mod lines;
mod objects;
mod repairs;
mod reviews;
mod tables;

use std::fmt;
use std::sync::LazyLock;

use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Format, Level};
use crate::source::{EncodingError, Source, Span};

/// What one `code` of a [`Diagnostic`] of reading means, whatever text it was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Code {
    /// `assize::read::fail_without_blocker`.
    pub code: &'static str,
    /// How bad it is; where it depends on the place, the worst.
    pub level: Level,
    /// Whether it is a repair: reading mends it and goes on, unless the profile is `strict`.
    pub repair: bool,
    /// What it means, in one sentence.
    pub means: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// What leads to it.
    pub example: Example,
}

/// A text that a [`Code`] is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Example {
    /// A whole text.
    Text(&'static str),
    /// A whole text, read as a format that was asked for.
    As(Format, &'static str),
    /// In words, where a short text alone cannot lead to it.
    Words(&'static str),
}

impl Code {
    /// The code without what all codes of reading begin with: `fail_without_blocker`.
    pub fn name(&self) -> &'static str {
        self.code.strip_prefix(PREFIX).unwrap_or(self.code)
    }
}

const PREFIX: &str = "assize::read::";

/// Every code that reading can give, repairs too, by name.
///
/// ```
/// use assize::codec::codes;
/// let known = codes().iter().find(|code| code.name() == "fail_without_blocker").unwrap();
/// assert_eq!(known.means, "The verdict is `fail`, and no blocker says why.");
/// ```
pub fn codes() -> &'static [Code] {
    static ALL: LazyLock<Vec<Code>> = LazyLock::new(|| {
        let tables = [
            all::CODES,
            lines::CODES,
            tables::CODES,
            objects::CODES,
            reviews::CODES,
            repairs::CODES,
        ];
        let mut all = tables.concat();
        all.sort_by_key(|code| code.code);
        all
    });
    &ALL
}

/// Diagnostics as rows: the shortest example, level and code, its name and what it is asked with; in brackets what else is named;
/// the message, a label for each place, the help, and the help for a text that has an odd character.
macro_rules! mistake_rows {
    ($($(#[$meta:meta])* $vis:vis $level:ident $code:literal $name:ident($($what:ident: $type:ty),*)
        $([$($bound:pat = $value:expr),+])? $message:literal, $($at:ident $label:literal,)* $help:literal
        $(, $odd:ident in $of:expr => $plain:literal)?;)*) => {
        $($(#[$meta])*
        $vis fn $name($($what: $type),*) -> Diagnostic {
            $($(let $bound = $value;)+)?
            let text = std::fmt::format;
            let told = Diagnostic::$level($code).message(text(format_args!($message)));
            $(let told = $crate::codec::mistakes::label(told, $at, format_args!($label));)*
            $(if let Some($odd) = $crate::codec::mistakes::odd_character($of) {
                return told.help(text(format_args!($plain)));
            })?
            told.help(text(format_args!($help)))
        })*
    };
}
pub(super) use mistake_rows;

/// A place that a row names; none where a text does not have it.
pub(super) trait Place {
    fn place(self) -> Option<Span>;
}

impl Place for Span {
    fn place(self) -> Option<Span> {
        Some(self)
    }
}

impl Place for Slice<'_> {
    fn place(self) -> Option<Span> {
        Some(self.span())
    }
}

impl<P: Place> Place for Option<P> {
    fn place(self) -> Option<Span> {
        self.and_then(P::place)
    }
}

/// Says what stands at a place, if there is one.
pub(super) fn label(told: Diagnostic, at: impl Place, text: fmt::Arguments<'_>) -> Diagnostic {
    match at.place() {
        Some(at) => told.label(at, fmt::format(text)),
        None => told,
    }
}

/// What a strange word was meant to be, else what to do.
pub(super) fn meant_or(nearest: Option<&str>, help: &str) -> String {
    nearest.map_or_else(|| help.to_owned(), |near| format!("did you mean `{near}`?"))
}

/// A row is `Error "name": "What it means." "What to do." text("an example");`.
macro_rules! table {
    (repairs $($name:literal: $means:literal $help:literal $example:expr;)*) => {
        pub(super) const CODES: &[Code] =
            &[$(Code { repair: true, ..table!(row Advice $name $means $help $example) }),*];
    };
    (row $level:ident $name:literal $means:literal $help:literal $example:expr) => {
        Code {
            code: concat!("assize::read::", $name),
            level: crate::ir::Level::$level,
            repair: false,
            means: $means,
            help: $help,
            example: $example,
        }
    };
    ($($level:ident $name:literal: $means:literal $help:literal $example:expr;)*) => {
        pub(super) const CODES: &[Code] =
            &[$(table!(row $level $name $means $help $example)),*];
    };
}
use table;

const fn text(example: &'static str) -> Example {
    Example::Text(example)
}

const fn asked(format: Format, example: &'static str) -> Example {
    Example::As(format, example)
}

const fn said(example: &'static str) -> Example {
    Example::Words(example)
}

/// A text that may be long.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = text.chars().take(LONGEST).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    format!("{short}{dots}")
}

/// `revise=fail`, in quotation marks where a shell needs them.
pub(super) fn flag(word: &str, outcome: &str) -> String {
    // `✅ Compliant`: the word is what stands behind the sign.
    let sign = |c: char| c == ' ' || !c.is_ascii() && !c.is_alphanumeric();
    let word = shown(word.trim().trim_start_matches(sign)).to_lowercase();
    match word.contains(|c: char| !c.is_alphanumeric() && c != '-' && c != '_') {
        true => format!("'{word}={outcome}'"),
        false => format!("{word}={outcome}"),
    }
}

/// The line of `assize.kdl` that says what a word of a house means, below a name that no table has either.
pub(super) fn declaration(label: Option<&str>, word: &str) -> String {
    let plain = |text: &str| shown(text.trim().trim_end_matches(['.', '。']));
    let label = label.map_or_else(String::new, |label| format!("label \"{}\"; ", plain(label)));
    let word = plain(word);
    format!(
        "`dialect \"house\" {{ {label}word \"{word}\" means=\"pass\" }}` (or `warn`, `hold`, `fail`)"
    )
}

/// What is odd about a text that should be plain letters: `U+0430, which only looks like a letter`.
pub(in crate::codec) fn odd_character(text: &str) -> Option<String> {
    let odd = text.chars().find(|c| !c.is_ascii())?;
    Some(match odd {
        _ if fields::is_invisible(odd) => {
            format!("U+{:04X}, which is invisible", odd as u32)
        }
        _ if odd.is_alphabetic() => {
            format!("`{odd}` (U+{:04X}), which is not the letter that it looks like", odd as u32)
        }
        _ if odd.is_whitespace() => format!("U+{:04X}, which is not an ordinary space", odd as u32),
        _ => format!("`{odd}` (U+{:04X})", odd as u32),
    })
}

/// A source of 17 MiB
pub(in crate::codec) fn too_large(limit: usize) -> Diagnostic {
    Diagnostic::error("assize::read::too_large")
        .message(format!("the text is larger than {}, and was not read", size(limit)))
        .label(Span::new(0, 0), "not read")
        .help(SHORTER)
}

/// Sixteen MiB of nothing but line ends
pub(in crate::codec) fn too_much(most: usize) -> Diagnostic {
    Diagnostic::error("assize::read::too_much")
        .message(format!("the text has more than {most} lines and items, and was not read"))
        .label(Span::new(0, 0), "not read")
        .help(SHORTER)
}

/// What to do about a text that is too large.
pub(crate) const SHORTER: &str = "a verdict has thirty lines or less: move the details to a \
                                  separate file, and split a long log into several";

/// `16 MiB`
pub(crate) fn size(bytes: usize) -> String {
    const KIB: usize = 1024;
    const MIB: usize = KIB * KIB;
    match bytes {
        _ if bytes > 0 && bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        _ if bytes > 0 && bytes.is_multiple_of(KIB) => format!("{} KiB", bytes / KIB),
        _ => format!("{bytes} bytes"),
    }
}

/// `v\0e\0r\0`
pub(in crate::codec) fn encoding(error: EncodingError, source: &Source) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::encoding");
    let at = |at: u32, label| {
        let at = at as usize;
        (Span::new(at, (at + 1).min(source.bytes().len())), label)
    };
    let (message, (span, label), help) = match error {
        EncodingError::Utf16 => (
            "the text is UTF-16, not UTF-8",
            at(0, "the first bytes show it"),
            "save it as UTF-8; in PowerShell, `Out-File -Encoding utf8` instead of `>`",
        ),
        EncodingError::InvalidUtf8 { at: place } => {
            ("the text is not UTF-8", at(place, "not UTF-8 from here on"), "save it as UTF-8")
        }
        EncodingError::LoneCarriageReturn { at: place } => (
            "a line ends in a carriage return without a line feed",
            at(place, "some programs see a new line here, others do not"),
            "end lines with a line feed",
        ),
        EncodingError::Nul { at: place } => (
            "the text contains a NUL byte",
            at(place, "a NUL byte"),
            "write the file again as plain text",
        ),
    };
    diagnostic.message(message).label(span, label).help(help)
}

/// A file of no bytes, or `# qa` and nothing more
pub(in crate::codec) fn empty(text: &str) -> Diagnostic {
    let (message, help) = match text.trim().is_empty() {
        true => (
            "the text is empty",
            "write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1",
        ),
        false => (
            "the text contains nothing but headings and comments",
            "write `verdict: pass`, `verdict: fail` or `verdict: warn` on a line without `#`, or \
             what you found below the heading",
        ),
    };
    Diagnostic::error("assize::read::empty")
        .message(message)
        .label(Span::new(0, text.len()), "no verdict here")
        .help(help)
}

/// `### Verdict: APPROVE`, where only verdict files are to be read
pub(in crate::codec) fn format_refused(format: Format, among: &[Format], at: Span) -> Diagnostic {
    let names: Vec<String> = among.iter().map(|format| format!("`{format}`")).collect();
    Diagnostic::error("assize::read::format_refused")
        .message(format!("the text is in the format `{format}`, which is not allowed here"))
        .label(at, format!("understood as `{format}`"))
        .help(format!("write it as {}, or allow `{format}` as well", names.join(" or ")))
}

/// The same mistake, with what to write where only these formats are to be read, and verdict files are none of them.
pub(in crate::codec) fn among(formats: &[Format], told: Diagnostic) -> Diagnostic {
    let Some(first) = formats.first().filter(|_| !formats.contains(&Format::VerdictFile)) else {
        return told;
    };
    let names: Vec<String> = formats.iter().map(|format| format!("`{format}`")).collect();
    told.help(format!("write it as {}; `assize contract {first}` says how", names.join(" or ")))
}

/// A text that begins with `The pool is bounded.`, or with `{"ok": true}`
pub(in crate::codec) fn nothing_known(first: Slice<'_>) -> Diagnostic {
    if !first.text.starts_with(['{', '[']) && first.text != "```json" {
        return no_verdict(first.span());
    }
    let help = match first.text[1..].trim_start().starts_with('\'') {
        true => "write names and texts in double quotes: `{\"passed\": true}`",
        false => {
            "write an object with `\"passed\"` or `\"verdict\"` at its top; `assize contract` \
             lists the formats"
        }
    };
    Diagnostic::error("assize::read::no_verdict")
        .message("the JSON contains no verdict")
        .label(first.span(), "no known format begins here or below")
        .help(help)
}

mistake_rows! {
    /// `<<<<<<< HEAD`
    pub(super) error "assize::read::conflict_markers" conflict_markers(at: Span)
        "the text contains two versions of itself", at "a merge conflict was left here", "resolve the conflict, or ask the reviewer again";
    /// `verdict: <pass|fail>`
    pub(super) error "assize::read::template" template(at: Span, label: &str, help: &str)
        "the form was handed back without being filled in", at "{label}", "{help}";
    /// A thousand pairs beside a thousand lines such as `P0: SQL`
    pub(in crate::codec) error "assize::read::too_many_remarks" too_many_remarks(at: Span)
        "what is beside the verdicts is more than can be kept with each of them",
        at "beside each verdict", "write the verdicts without text around them, or split the text";
    /// `The pool is bounded.`
    pub(in crate::codec) error "assize::read::no_verdict" no_verdict(at: Span)
        "the text contains no verdict",
        at "no known format begins here or below", "write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1, or one of the formats that `assize contract` lists";
    /// An opening fence that nothing closes
    pub(in crate::codec) error "assize::read::unclosed_fence" unclosed_fence(at: Span)
        "a fenced block is never closed, so the text may have been cut off", at "open to the end", "close the block, or write the whole answer again";
    /// `verdi`
    pub(in crate::codec) error "assize::read::truncated" cut_off(at: Span)
        "the text ends in the middle of a `verdict:` line", at "cut off", "write the whole file again, with a line end after the last line";
    /// A summary in KDL, read by a build without KDL
    #[cfg(not(feature = "kdl"))]
    pub(in crate::codec) error "assize::read::format_not_read" format_not_read(what: &str, at: Span)
        "{what} cannot be read by this build", at "looks like {what}", "use a build of Assize that can, or ask for another format";
    /// A host program that limits how long pest may take
    pub(in crate::codec) error "assize::read::gave_up" gave_up(at: Span)
        "reading was stopped before the end of the text",
        at "not read to its end", "lift the limit that this program sets for its parsers (`pest::set_call_limit`)";
}
