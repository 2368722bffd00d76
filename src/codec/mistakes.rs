//! Mistakes that any text can make, whatever its format.

use super::text::fields;
use crate::ir::Diagnostic;
use crate::source::{EncodingError, Source, Span};

/// What is odd about a text that should be plain letters: `U+0430, which only looks like a letter`.
pub(in crate::codec) fn odd_character(text: &str) -> Option<String> {
    let odd = text.chars().find(|c| !c.is_ascii())?;
    Some(match odd {
        _ if fields::is_invisible(odd) => {
            format!("U+{:04X}, which cannot be seen", odd as u32)
        }
        _ if odd.is_alphabetic() => {
            format!("`{odd}` (U+{:04X}), which is another letter than it looks like", odd as u32)
        }
        _ if odd.is_whitespace() => format!("U+{:04X}, which is no plain blank", odd as u32),
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
pub(in crate::codec) fn encoding(error: EncodingError, source: &Source) -> Diagnostic {
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
            ("the text is not UTF-8", at(place, "no UTF-8 from here on"), "save it as UTF-8")
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
pub(in crate::codec) fn empty(text: &str) -> Diagnostic {
    let message = match text.trim().is_empty() {
        true => "the text is empty",
        false => "the text holds nothing but comments",
    };
    Diagnostic::error("assize::read::empty")
        .message(message)
        .label(Span::new(0, text.len()), "no verdict here")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1")
}

/// `Looks good to me!`
pub(in crate::codec) fn no_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("the text holds no verdict")
        .label(at, "no format that is known begins here or below")
        .help("write `verdict: pass`, `verdict: fail` or `verdict: warn` on line 1, or one of the formats that `assize contract` lists")
}

/// An opening fence that nothing closes
pub(in crate::codec) fn unclosed_fence(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unclosed_fence")
        .message("a fenced block is never closed, so the text may have been cut off")
        .label(at, "open to the end")
        .help("close the block, or write the whole answer again")
}

/// `verdi`
pub(in crate::codec) fn cut_off(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text ends in the middle of a `verdict:` line")
        .label(at, "cut off")
        .help("write the whole file again, with a line end after the last line")
}

/// A summary in KDL, read by a build without KDL
#[cfg(not(feature = "kdl"))]
pub(in crate::codec) fn format_not_read(what: &str, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::format_not_read")
        .message(format!("{what} cannot be read by this build"))
        .label(at, format!("looks like {what}"))
        .help("use a build of Assize that can, or ask for another format")
}

/// A host program that limits how long pest may take
pub(in crate::codec) fn gave_up(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::gave_up")
        .message("reading was stopped before it came to an end")
        .label(at, "not read to its end")
        .help("lift the limit that this program sets for its parsers (`pest::set_call_limit`)")
}
