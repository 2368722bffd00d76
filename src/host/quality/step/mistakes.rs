//! What may be wrong with a file that describes a step.

use super::super::super::nodes::Shape;
use super::super::super::{nearest, shown};
use crate::{Diagnostic, Span};

pub(super) const SHAPE: Shape = Shape {
    code: "assize::host::step_malformed",
    example: "step \"write-guide\" { output \"guide\" type=\"file\" { file \"docs/guide.md\" } }",
};

fn malformed(at: Span, message: &str, label: &str, help: &str) -> Diagnostic {
    Diagnostic::error("assize::host::step_malformed").message(message).label(at, label).help(help)
}

/// A file of blanks and comments
pub(super) fn no_step(at: Span) -> Diagnostic {
    malformed(
        at,
        "the file describes no step",
        "nothing is described",
        &format!("write `{}`", SHAPE.example),
    )
}

/// Two steps in one file
pub(super) fn one_step(at: Span) -> Diagnostic {
    malformed(
        at,
        "the file describes more than one step",
        "another one",
        "give each step a file of its own",
    )
}

/// `step "../a"`
pub(super) fn not_an_id(at: Span, id: &str) -> Diagnostic {
    Diagnostic::error("assize::host::step_not_an_id")
        .message(format!("`{}` cannot name a step: files are called by it", shown(id)))
        .label(at, "not a part of a file's name")
        .help("use letters, digits, `-`, `_` and `.`, at most 80, and no dot at the start")
}

/// `outputs "guide"`
pub(super) fn unknown_node(at: Span, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::host::step_unknown_node")
        .message(format!("`{}` is not known here", shown(name)))
        .label(at, "not known")
        .help(match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known here: `{}`", known.join("`, `")),
        })
}

/// `output "guide"`
pub(super) fn no_type(at: Span) -> Diagnostic {
    malformed(
        at,
        "an output does not say whether it is one file or several",
        "its type is missing, or not known",
        "write `type=\"file\"` or `type=\"files\"`: a review of several files judges each by itself",
    )
}

/// `optional="yes"`
pub(super) fn not_a_yes_or_no(at: Span) -> Diagnostic {
    malformed(
        at,
        "`optional` is neither true nor false",
        "of this output",
        "write `optional=#true`",
    )
}

/// `output "guide" type="file" { file "a.md" "b.md" }`
pub(super) fn one_file(at: Span) -> Diagnostic {
    malformed(
        at,
        "an output of one file has several",
        "more than one file",
        "write `type=\"files\"`",
    )
}

/// `output "step"`
pub(super) fn called_step(at: Span) -> Diagnostic {
    malformed(
        at,
        "an output cannot be called `step`: a review of it would be one of all outputs",
        "taken",
        "call it otherwise",
    )
}

/// Two outputs of one name, or two criteria of one review
pub(super) fn named_twice(at: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::host::step_named_twice")
        .message(format!("`{}` is named twice", shown(name)))
        .label(at, "again here")
        .label(first, "first here")
        .help("call one of them otherwise")
}

/// `file "../secrets"`
pub(super) fn leads_out(at: Span, path: &str) -> Diagnostic {
    Diagnostic::error("assize::host::step_path_outside")
        .message(format!("`{}` does not lie below the root of the project", shown(path)))
        .label(at, "leads out")
        .help("name files from the root, without `..` and without `/` at the start")
}

/// `review "chapter"` beside `output "chapters"`
pub(super) fn unknown_output<'a>(
    at: Span,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error("assize::host::step_unknown_output")
        .message(format!(
            "the step has no output `{}`, so this review would judge nothing",
            shown(name)
        ))
        .label(at, "not declared")
        .help(match nearest(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "name an output, or `step` for all of them together".to_owned(),
        })
}

/// `review "step"`
pub(super) fn no_criteria(at: Span) -> Diagnostic {
    Diagnostic::error("assize::host::step_no_criteria")
        .message("a review asks for nothing")
        .label(at, "no criterion in it")
        .help("write `criterion \"AC1\" \"Every command is explained.\"`, or leave the review out")
}

/// `criterion "AC1"`
pub(super) fn no_question(at: Span) -> Diagnostic {
    malformed(
        at,
        "a criterion does not say what has to be true",
        "only a name",
        "write `criterion \"AC1\" \"Every command is explained.\"`",
    )
}

/// `notes "a"` and `notes "b"`
pub(super) fn said_twice(at: Span) -> Diagnostic {
    malformed(at, "this is said twice", "again here", "write both into one text")
}

/// `file ""`
pub(super) fn blank(at: Span) -> Diagnostic {
    malformed(at, "this text is empty", "nothing in it", "write something, or leave it out")
}

/// `review "step" "guide"`, `file "a.md" kind="x"`
pub(super) fn too_much(at: Span) -> Diagnostic {
    malformed(at, "this is not read", "too much", "leave it out")
}

/// `file 2`
pub(super) fn not_a_text(at: Span) -> Diagnostic {
    malformed(at, "this is not a text", "not a text", "put it between quotation marks")
}

/// `output`
pub(super) fn says_nothing(at: Span) -> Diagnostic {
    malformed(at, "nothing is named here", "followed by nothing", "write a text behind it")
}

/// A line feed in a path
pub(super) fn hidden(at: Span) -> Diagnostic {
    malformed(
        at,
        "a name, a path or a criterion has a character that nobody sees, or that ends the line",
        "in here",
        "write it on one line, in characters that can be seen",
    )
}
