//! The sections of a batch, by their headings.

use crate::codec::text::slice::Slice;
use crate::ir::Diagnostic;

/// How a run begins.
pub(super) const RUN_KEYS: [&str; 2] = ["VERDICT:", "SCOPE:"];

/// Where in a batch the next piece belongs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'a> {
    Head,
    Raw(Slice<'a>),
    Consensus,
    Noise(Slice<'a>),
    Disposition,
    /// `### Tracked`, `### Resolved since B1`, and what the format does not know.
    Other(Slice<'a>, Known),
}

/// Whether the format knows a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Yes,
    No,
}

/// The sections whose rows say what is open, was open, or is no longer; nothing hangs on them.
const FOLLOW_UPS: [&str; 2] = ["tracked", "resolved"];
const DECIDING: [&str; 4] = ["raw", "consensus", "noise", "disposition"];

impl<'a> Place<'a> {
    /// What a title stands above: `Tracked (CONDITIONAL only)`.
    pub(super) fn of(title: Slice<'a>) -> Self {
        let word = title.text.split([' ', '\t', '(']).next().unwrap_or("");
        let alone = word.len() == title.text.len() || title.text[word.len()..].contains('(');
        let is = |known: &str| alone && word.eq_ignore_ascii_case(known);
        match () {
            () if is("raw") => Self::Raw(title),
            () if is("consensus") => Self::Consensus,
            () if is("noise") => Self::Noise(title),
            () if is("disposition") => Self::Disposition,
            () => {
                let follows = FOLLOW_UPS.iter().any(|known| word.eq_ignore_ascii_case(known));
                Self::Other(title, if follows { Known::Yes } else { Known::No })
            }
        }
    }

    pub(super) fn decides(self) -> bool {
        matches!(self, Self::Raw(_) | Self::Consensus | Self::Disposition)
    }
}

/// The title of a heading, and what stands behind a colon in it.
pub(super) fn title_of(line: Slice<'_>) -> (Slice<'_>, Option<Slice<'_>>) {
    let title = line.trim().trim_start_of(&['#', ' ', '\t']).trim_end_of(&['#', ' ', '\t']);
    let bare = title.trim_start_of(&['*', '_', '`']).trim_end_of(&['*', '_', '`', ':']);
    match bare.text.find(':') {
        Some(at) => {
            let (head, tail) = bare.split_at(at);
            (head.trim_end_of(&['*', '_', '`']), Some(tail.after(1).trim()))
        }
        None => (bare, None),
    }
}

/// `2026-05-04`, `2026-05-04T09:12:00Z`, `2026-05-04T18:12:00+0900`
pub(super) fn is_time(text: &str) -> bool {
    let day = text.as_bytes().iter().take(10).map(|b| if b.is_ascii_digit() { b'0' } else { *b });
    day.eq(*b"0000-00-00")
}

/// The section that an unknown title was meant to be.
pub(super) fn misspelt(title: &str) -> Option<&'static str> {
    let word = title.split([' ', '\t', '(']).next().unwrap_or("");
    if !(2..=16).contains(&word.len()) {
        return None;
    }
    let word = word.to_lowercase();
    // `Consensus findings`, `Final Disposition`
    let named = |known: &&&str| {
        names_word(title, known)
            || strsim::osa_distance(&word, known) <= if known.len() < 5 { 1 } else { 2 }
    };
    DECIDING.iter().find(named).copied()
}

fn names_word(title: &str, known: &str) -> bool {
    title.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(known))
}

/// `### Consensus findings`, `### Dispositon`
pub(super) fn misspelt_section(title: Slice<'_>, meant: &str) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_section")
        .message(format!("`{}` is not a section of a batch", title.text))
        .label(title.span(), "not read")
        .help(format!("did you mean `### {}{}`?", meant[..1].to_uppercase(), &meant[1..]))
}

/// `### Disposition` twice in a batch
pub(super) fn second_section(title: Slice<'_>) -> Diagnostic {
    Diagnostic::warning("assize::read::second_section")
        .message(format!("the batch has the section `{}` twice", title.text))
        .label(title.span(), "written above as well")
        .help("write each section once")
}
