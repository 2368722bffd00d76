//! What is wrong with a block.

use super::reader::LONGEST;
use crate::codec::text::slice::Slice;
use crate::ir::Diagnostic;
use crate::source::Span;

/// `reviewed_by: qa`
pub(super) fn unknown_key(key: Slice<'_>) -> Diagnostic {
    Diagnostic::advice("assize::read::unknown_key")
        .message(format!("`{}` is not a key of a verdict", key.text))
        .label(key.span(), "kept, and not judged")
        .help("write `verdict`, `confidence`, `blockers`, `advisories` and `evidence_path`, and nothing else")
}

/// `blockers` and no colon
pub(super) fn bare_key(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::misspelt_key")
        .message("the key `blockers` has no colon after it")
        .label(at, "meant as `blockers:`?")
        .help("write `blockers:`, and one `- ` line for each of them")
}

/// `looks good` between two entries
pub(super) fn unknown_entry(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::unknown_entry")
        .message("this is not an entry of a YAML block")
        .label(at, "not read")
        .help("make it an item of `blockers:` or `advisories:`, or leave it out")
}

/// `- see issue #12`
pub(super) fn comment_in_text(at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::comment_in_text")
        .message("a `#` after a space begins a comment in YAML")
        .label(at, "not part of the finding")
        .help("put the text between quotation marks")
}

/// A block of 31 lines
pub(super) fn block_budget(lines: usize, at: Span) -> Diagnostic {
    Diagnostic::warning("assize::read::block_budget")
        .message(format!("the block has {lines} lines, more than {LONGEST}"))
        .label(at, "read anyway")
        .help("join findings that belong together, and move the details to a file that `evidence_path` names")
}
