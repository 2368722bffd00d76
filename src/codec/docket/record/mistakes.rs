//! What is wrong with a ruling that was recorded with its docket.

use crate::codec::mistakes::mistake_rows;
use crate::ir::Diagnostic;
use crate::source::Span;

mistake_rows! {
    /// `assize gate reports --json >> archive/rulings.jsonl`
    pub(super) error "assize::docket::only_a_ruling" only_a_ruling(at: Span)
        "it is a ruling, which says what was decided and not what reviewers wrote",
        at "what a policy said, which another one is not asked about", "record rulings with their dockets, `assize gate … --with-docket`, or keep the reports";
    /// `{"outcome": "error", …}`
    pub(super) error "assize::docket::no_ruling" no_ruling(at: Span)
        "it says that there was no ruling, and holds no docket", at "nothing was judged", "leave it out of the recorded rounds";
    /// `"schema_version": 2`
    pub(super) error "assize::docket::other_version" other_version(at: Span)
        "the ruling has a shape that is not known here", at "another version", "judge it with the version of Assize that wrote it, or a later one";
    /// A ruling without its `inputs`
    pub(super) error "assize::docket::ruling_lacks" ruling_lacks(at: Span, told: &str)
        "the ruling is not whole: {told}", at "something was taken out of it", "record it as `assize gate … --with-docket` prints it";
    /// A ruling beside the docket of another one
    pub(super) error "assize::docket::other_docket" other_docket(at: Span, why: &str)
        "the ruling is not about the docket beside it: {why}",
        at "does not agree with the docket", "it was changed since it was printed; record it as `assize gate … --with-docket` prints it";
    /// `{"ruling": {…}, "docket": {…}, "outcome": "pass"}`
    pub(super) error "assize::docket::unknown_member" unknown_member(at: Span)
        "beside a ruling and its docket there stands something else", at "not what a gate prints", "record it as `assize gate … --with-docket` prints it";
}
