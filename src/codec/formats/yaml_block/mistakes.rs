//! What is wrong with a block.

use super::reader::LONGEST;
use crate::codec::mistakes::mistake_rows;
use crate::codec::text::slice::Slice;
use crate::ir::Diagnostic;
use crate::source::Span;

mistake_rows! {
    /// `reviewed_by: qa`
    pub(super) advice "assize::read::unknown_key" unknown_key(key: Slice<'_>)
        "`{key}` is not a key of a verdict",
        key "kept, and not judged", "write `verdict`, `confidence`, `blockers`, `advisories` and `evidence_path`, and nothing else";
    /// `blockers` and no colon
    pub(super) error "assize::read::misspelt_key" bare_key(at: Span)
        "the key `blockers` has no colon after it", at "meant as `blockers:`?", "write `blockers:`, and one `- ` line for each of them";
    /// `looks good` between two entries
    pub(super) warning "assize::read::unknown_entry" unknown_entry(at: Span)
        "this is not an entry of a YAML block", at "not read", "make it an item of `blockers:` or `advisories:`, or leave it out";
    /// `- see issue #12`
    pub(super) warning "assize::read::comment_in_text" comment_in_text(at: Span)
        "a `#` after a space begins a comment in YAML", at "not part of the finding", "put the text between quotation marks";
    /// A block of 31 lines
    pub(super) warning "assize::read::block_budget" block_budget(lines: usize, at: Span)
        "the block has {lines} lines, more than {LONGEST}",
        at "read anyway", "join findings that belong together, and move the details to a file that `evidence_path` names";
}
