//! What may be wrong with a file that says what is to be judged.

use super::super::{nearest, shown};
use super::SubjectFile;
use crate::verdict::Subject;
use crate::{Diagnostic, Span};

fn write(kind: SubjectFile) -> String {
    format!("write `{}`", kind.asked().example)
}

/// `criterium "AC2"`
pub(super) fn unknown_node(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::host::criteria_unknown_node")
        .message(format!("`{}` is not known in a file of criteria", shown(name)))
        .label(at, "not known")
        .help(match nearest(name, ["criterion"]) {
            Some(near) => format!("did you mean `{near}`?"),
            None => write(SubjectFile::Criteria),
        })
}

/// `criterion "AC2" "…" "…"`, `criterion "AC2" must=#true`, or a block
pub(super) fn too_much(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::criteria_too_much")
        .message("a criterion has an id and a sentence, and no more")
        .label(at, "this is not read")
        .help(write(SubjectFile::Criteria))
}

/// `criterion 2`
pub(super) fn no_text(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::criteria_no_text")
        .message("the id and the sentence of a criterion are texts")
        .label(at, "not a text")
        .help("put it between quotation marks")
}

/// `criterion ""`, or `- statement: …` without an `id:`
pub(super) fn nameless(at: Span, kind: SubjectFile) -> Diagnostic {
    Diagnostic::error("assize::host::criteria_nameless")
        .message("a criterion has no id")
        .label(at, "an id is missing here")
        .help(match kind {
            SubjectFile::Contract => "give it an `id:` with a text".to_owned(),
            _ => write(kind),
        })
}

/// The same id twice.
pub(super) fn named_twice(at: Span, first: Span, subject: &Subject) -> Diagnostic {
    Diagnostic::error("assize::host::subject_twice")
        .message(match subject {
            Subject::Criterion(id) => format!("the criterion `{}` is named twice", shown(id)),
            Subject::Pair { note, gate } => {
                format!("the pair `{} :: {}` is named twice", shown(note), shown(gate))
            }
            other => format!("`{}` is named twice", shown(other.to_string())),
        })
        .label(at, "again here")
        .label(first, "first here")
        .help("name it once, or by another name where it is another one")
}

/// A file of nothing but comments
pub(super) fn names_nothing(at: Span, kind: SubjectFile) -> Diagnostic {
    Diagnostic::error("assize::host::subjects_none")
        .message(match kind {
            SubjectFile::Pairs => "the file names no pair",
            _ => "the file names no criterion",
        })
        .label(at, "nothing is named in here")
        .help(write(kind))
}

/// `notes/cache.md, evidence`
pub(super) fn no_pair(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::pairs_malformed")
        .message("this line is not a pair of a note and a gate")
        .label(at, "no ` :: ` between two names")
        .help("write a note, ` :: ` and a gate: `notes/cache.md :: evidence`")
}

/// A contract without a list `criteria`
pub(super) fn no_criteria(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::contract_without_criteria")
        .message("the contract has no list of criteria")
        .label(at, "no `criteria:` with `- id: …` below it")
        .help("name the contract that the work was done by: its `criteria` have an `id` each")
}

/// A key that stands twice, or a line without one
pub(super) fn unclear(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::contract_unclear")
        .message("the contract can be read in more than one way")
        .label(at, "belongs to nothing, stands here again, or needs quotation marks")
        .help("write YAML of one key a line, each key once, and texts between quotation marks")
}

/// More than anybody reads
pub(super) fn and_more(more: usize, kind: SubjectFile) -> Diagnostic {
    let flag = kind.asked().flag;
    Diagnostic::error("assize::host::subjects_more_wrong")
        .message(format!("{more} more mistakes in the file of `{flag}` are not shown"))
        .help("mend these first")
}
