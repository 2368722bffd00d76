//! Text to verdicts: one reader for each format, and the search for the format.

mod agree;
mod builder;
mod detect;
mod formats;
mod input;
mod lexicon;
mod members;
mod mistakes;
mod remarks;
mod repairs;
mod text;
mod tree;
mod words;
mod write;

use formats::codec;
use input::Task;
use text::slice::Slice;

pub use formats::verdicts_log::{BatchHeader, append_batch};
pub use lexicon::{Lexicon, LexiconEntry, MisleadingWord};
pub use mistakes::{Code, Example, codes};
pub use write::{Part, WriteOptions, write};

pub use crate::ir::{
    Cause, Decoded, Format, LIMIT, Pointer, Profile, ReadOptions, Recovery, Tried,
};
use crate::ir::{Diagnostic, Outcome, Remark, RemarkKind};
use crate::source::{EncodingError, Source, Span};

/// Reads a source. Any bytes give an answer: verdicts, or the cause why there are none.
///
/// ```
/// use assize::codec::Cause;
/// use assize::{Outcome, ReadOptions, Source, read};
/// let options = ReadOptions::default();
///
/// let decoded = read(&Source::new("qa.md", "verdict: pass\nconfidence: high\n"), &options);
/// assert_eq!(decoded.verdicts[0].effective(), Some(Outcome::Pass));
///
/// let cut_off = read(&Source::new("qa.md", "verdict: pa"), &options);
/// assert_eq!(cut_off.unreadable, Some(Cause::Truncated));
/// ```
pub fn read(source: &Source, options: &ReadOptions) -> Decoded {
    let mut decoded = read_text(source, options);
    refuse_format(&mut decoded, options);
    // What was asked for is not judged by a text that cannot be used.
    if decoded.unreadable.is_some() && decoded.missing.is_empty() {
        decoded.missing.clone_from(&options.expected);
    }
    decoded
}

/// Leaves a text in a format that is not to be read without its verdicts. It is read like any
/// other before, so that it can still shut what it could not open.
fn refuse_format(decoded: &mut Decoded, options: &ReadOptions) {
    let Some(format) = decoded.format else { return };
    let carries = matches!(format, Format::AgentEnvelope | Format::Pointer);
    let allowed = options.formats.is_empty() || options.formats.contains(&format);
    if carries || allowed || decoded.verdicts.is_empty() {
        return;
    }
    let at = decoded.verdicts[0].span;
    for verdict in &decoded.verdicts {
        let shuts = verdict.effective().filter(|outcome| *outcome > Outcome::Warn);
        let Some(outcome) = shuts else { continue };
        let word = verdict.stated.map_or(verdict.span, |stated| stated.word);
        decoded.remarks.push(Remark::new(RemarkKind::Verdict, outcome, word, word));
        decoded.remarks.extend(verdict.remarks.iter().cloned());
    }
    let told = format_refused(format, &options.formats, at);
    builder::refuse(decoded, Cause::NoVerdict, told);
}

fn read_text(source: &Source, options: &ReadOptions) -> Decoded {
    let refuse = |cause, diagnostic| Decoded {
        profile: options.profile,
        ..Decoded::unreadable(source.clone(), cause, diagnostic)
    };
    if source.bytes().len() > options.limit {
        return refuse(Cause::TooLarge, too_large(options.limit));
    }
    let text = match source.text() {
        Ok(text) => text,
        Err(error) => {
            let says_fail = detect::says_fail(&source.lossy());
            let refused = refuse(Cause::Encoding, encoding(error, source));
            return Decoded { says_fail, ..refused };
        }
    };
    detect::decode(&Task::whole(source, text, options))
}

/// What to tell a reviewer who is to write a format, as text for a prompt.
///
/// ```
/// use assize::{Format, ReadOptions, contract};
/// assert!(contract(Format::VerdictFile, &ReadOptions::default()).contains("verdict: fail"));
/// ```
pub fn contract(format: Format, options: &ReadOptions) -> String {
    (codec(format).contract)(options)
}

/// The JSON Schema of a format, where it is JSON.
pub fn json_schema(format: Format) -> Option<&'static str> {
    codec(format).schema.map(|schema| schema())
}

/// The pest grammar of a format, with every rule that it uses; none where another crate reads it.
pub fn grammar(format: Format) -> Option<&'static str> {
    codec(format).grammar
}

/// A text in a format as it should be. Empty for a format that says nothing by itself.
pub fn example(format: Format) -> &'static str {
    codec(format).example
}

/// Whether [`write()`] can write a format.
pub fn is_written(format: Format) -> bool {
    codec(format).encode.is_some()
}

#[cfg(feature = "judge")]
impl crate::ir::Docket {
    /// Reads what a seat wrote and hands it in. Total: it cannot fail.
    #[expect(clippy::needless_pass_by_value, reason = "a source is cheap to clone and is kept")]
    pub fn submit(&mut self, seat: impl Into<String>, source: Source) {
        let decoded = read(&source, self.read_options());
        self.submit_decoded(seat, decoded);
    }
}

/// What is odd about a text that should be plain letters: `U+0430, which only looks like a letter`.
fn odd_character(text: &str) -> Option<String> {
    let odd = text.chars().find(|c| !c.is_ascii())?;
    Some(match odd {
        _ if text::fields::is_invisible(odd) => {
            format!("U+{:04X}, which cannot be seen", odd as u32)
        }
        _ if odd.is_alphabetic() => {
            format!("`{odd}` (U+{:04X}), which is not the letter that it looks like", odd as u32)
        }
        _ if odd.is_whitespace() => format!("U+{:04X}, which is not a plain blank", odd as u32),
        _ => format!("`{odd}` (U+{:04X})", odd as u32),
    })
}

/// A source of 17 MiB
fn too_large(limit: usize) -> Diagnostic {
    Diagnostic::error("assize::read::too_large")
        .message(format!("the text is larger than {}, and was not read", size(limit)))
        .label(Span::new(0, 0), "not read")
        .help(SHORTER)
}

/// What to do about a text that is too large.
pub(crate) const SHORTER: &str = "a verdict has thirty lines or less: move the details to a file \
                                  of their own, and cut a long log into several";

/// `16 MiB`
pub(crate) fn size(bytes: usize) -> String {
    const MIB: usize = 1024 * 1024;
    match bytes % MIB {
        0 if bytes > 0 => format!("{} MiB", bytes / MIB),
        _ => format!("{bytes} bytes"),
    }
}

/// `v\0e\0r\0`
fn encoding(error: EncodingError, source: &Source) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::encoding");
    let at = |at: u32, label| {
        let at = at as usize;
        (Span::new(at, (at + 1).min(source.bytes().len())), label)
    };
    let (message, (span, label), help) = match error {
        EncodingError::Utf16 => (
            "the text is UTF-16, not UTF-8",
            at(0, "the first bytes give it away"),
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
            "the text holds a NUL byte",
            at(place, "a NUL byte"),
            "write the file again as plain text",
        ),
    };
    diagnostic.message(message).label(span, label).help(help)
}

/// A file of no bytes, or `# qa` and nothing more
fn empty(text: &str) -> Diagnostic {
    let (message, help) = match text.trim().is_empty() {
        true => (
            "the text is empty",
            "write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1",
        ),
        false => (
            "the text holds nothing but headings and comments",
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
fn format_refused(format: Format, among: &[Format], at: Span) -> Diagnostic {
    let names: Vec<String> = among.iter().map(|format| format!("`{format}`")).collect();
    Diagnostic::error("assize::read::format_refused")
        .message(format!("the text is in the format `{format}`, which is not to be read here"))
        .label(at, format!("understood as `{format}`"))
        .help(format!("write it as {}, or let `{format}` be read, too", names.join(" or ")))
}

/// `Looks good to me!`
pub(super) fn no_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("the text holds no verdict")
        .label(at, "no known format begins here or below")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1, or one of the formats that `assize contract` lists")
}

/// A text that begins with `Looks good to me!`, or with `{"ok": true}`
fn nothing_known(first: Slice<'_>) -> Diagnostic {
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
        .message("the JSON holds no verdict")
        .label(first.span(), "no known format begins here or below")
        .help(help)
}

/// An opening fence that nothing closes
fn unclosed_fence(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unclosed_fence")
        .message("a fenced block is never closed, so the text may have been cut off")
        .label(at, "open to the end")
        .help("close the block, or write the whole answer again")
}

/// `verdi`
fn cut_off(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text ends in the middle of a `verdict:` line")
        .label(at, "cut off")
        .help("write the whole file again, with a line end after the last line")
}

/// A summary in KDL, read by a build without KDL
#[cfg(not(feature = "kdl"))]
fn format_not_read(what: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::format_not_read")
        .message(format!("{what} cannot be read by this build"))
        .label(at, format!("looks like {what}"))
        .help("use a build of Assize that can, or ask for another format")
}

/// The answer when pest was told to give up early.
fn given_up(task: &Task<'_>, format: Format) -> Decoded {
    let diagnostic = gave_up(task.body.span());
    let none = Decoded::unreadable(task.source.clone(), Cause::ReadError, diagnostic);
    Decoded { profile: task.options.profile, format: Some(format), ..none }
}

/// A host program that limits how long pest may take
fn gave_up(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::gave_up")
        .message("reading was stopped before the end of the text")
        .label(at, "not read to its end")
        .help("lift the limit that this program sets for its parsers (`pest::set_call_limit`)")
}
