//! What can be wrong with what is asked for, and with what was kept.

use crate::emit::visible::visible;
use crate::ir::Diagnostic;
use crate::source::Span;

/// A prompt without a note
pub(super) fn none_given(kind: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::none_given")
        .message(format!("there is no {kind} to ask about"))
        .help(format!("name each with `--{kind}`, or pairs of them with `--pairs`"))
}

/// `notes/a.md :: b`, or a name with a line end in it
pub(super) fn unwritable(kind: &str, name: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::unwritable_name")
        .message(format!("the {kind} `{}` cannot be asked for: its name does not fit into a sentinel line", visible(name)))
        .help("give it a name without ` :: `, blanks at its ends, hidden characters or equals signs around it")
}

/// `--note a.md --note a.md`
pub(super) fn given_twice(kind: &str, name: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::given_twice")
        .message(format!("the {kind} `{}` is named twice", visible(name)))
        .help("name it once")
}

/// A note without a word
pub(super) fn blank_text(kind: &str, name: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::blank_text")
        .message(format!("the {kind} `{}` is blank", visible(name)))
        .help("there is nothing to judge: leave it out, or write it first")
}

/// Texts of notes, and none of a gate
pub(super) fn no_text(kind: &str, name: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::no_text")
        .message(format!(
            "the text of the {kind} `{}` is not there, and others are embedded",
            visible(name)
        ))
        .help(format!("name its file with `--{kind}`, or embed no text"))
}

/// A pair of a note that was not named
pub(super) fn not_given(kind: &str, name: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::not_given")
        .message(format!(
            "a pair names the {kind} `{}`, which is not among those that were named",
            visible(name)
        ))
        .help(format!("name it with `--{kind}`, or take the pair out"))
}

/// One pair in two outputs that say different things
pub(super) fn two_outputs(at: Span, pair: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::two_outputs")
        .message(format!("`{}` is reviewed in two outputs, which are not the same", visible(pair)))
        .label(at, "was reviewed in another one")
        .help("name the output that counts, and leave the other out")
}

/// A file that somebody wrote by hand
pub(super) fn no_record(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::no_record")
        .message(format!("`{}` is not a record of a review: {why}", visible(name)))
        .help("move it away, and take the output in again with `assize pairs ingest`")
}

/// Somebody wrote in `reviewer.md`
pub(super) fn changed_bundle(name: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::changed_bundle")
        .message(format!("`{}` is not what the records beside it say", visible(name)))
        .help("take the outputs in again with `assize pairs ingest`, which makes it anew; it is not to be edited")
}

/// `reviewer.md` beside records that an output which cannot be read may contradict
pub(super) fn open_pair(name: &str, pair: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::open_pair")
        .message(format!(
            "`{}` lies beside records of which `{}` may have been reviewed again, by an output that could not be read",
            visible(name),
            visible(pair)
        ))
        .help("ask for this pair again, and take the output in with `assize pairs ingest`")
}

/// `--asked review.md`
pub(super) fn nothing_asked(name: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::nothing_asked")
        .message(format!("`{}` does not say which pairs were asked for", visible(name)))
        .help("name the file that `assize pairs contract --format json` printed; a list of pairs is named with `--pairs`")
}

/// The list of reviews that were superseded, and that somebody changed
pub(super) fn no_supersessions(name: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::no_supersessions")
        .message(format!("`{}` does not say which reviews were superseded", visible(name)))
        .help(
            "move the whole folder away, and take every output in again with `assize pairs ingest`",
        )
}

/// The list of pairs that are open, and that somebody changed
pub(super) fn no_open_pairs(name: &str) -> Diagnostic {
    Diagnostic::error("assize::pairs::no_open_pairs")
        .message(format!("`{}` does not say for which pairs a review may be lost", visible(name)))
        .help(
            "move the whole folder away, and take every output in again with `assize pairs ingest`",
        )
}
