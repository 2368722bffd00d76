//! Every code that reading can give, and the mistakes that several formats know.

mod all;
mod lines;
mod objects;
mod repairs;
mod reviews;
mod tables;

use std::sync::LazyLock;

use crate::ir::{Diagnostic, Format, Level};
use crate::source::Span;

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

/// `<<<<<<< HEAD`
pub(super) fn conflict_markers(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::conflict_markers")
        .message("the text holds two versions of itself")
        .label(at, "a merge conflict was left here")
        .help("resolve the conflict, or ask the reviewer again")
}

/// `verdict: <pass|fail>`
pub(super) fn template(at: Span, label: &str, help: &str) -> Diagnostic {
    Diagnostic::error("assize::read::template")
        .message("the form was handed back without being filled in")
        .label(at, label)
        .help(help)
}

/// `{"pased": true}`
pub(super) fn misspelt_name(at: Span, meant: &str) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_name")
        .message(format!("a name is hard to tell from `{meant}`"))
        .label(at, "what stands here is not read")
        .help(format!("write `\"{meant}\"`, or a name that cannot be taken for it"))
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
    let word = shown(word.trim()).to_lowercase();
    match word.contains(|c: char| !c.is_alphanumeric() && c != '-' && c != '_') {
        true => format!("'{word}={outcome}'"),
        false => format!("{word}={outcome}"),
    }
}
