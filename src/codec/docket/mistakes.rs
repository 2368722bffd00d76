//! What is wrong with a docket in JSON, or stands in the way of writing one.

use super::{ONE_OF, VERSION};
use crate::codec::members::choice;
use crate::codec::mistakes::mistake_rows;
use crate::codec::mistakes::{shown, size};
use crate::ir::{Diagnostic, Diagnostics};
use crate::source::Span;

/// 200 MiB of JSON
pub(super) fn too_large(most: usize) -> Diagnostic {
    Diagnostic::error("assize::docket::too_large")
        .message(format!("the docket is larger than {}, and was not read", size(most)))
        .label(Span::new(0, 0), "not read")
        .help(
            "hand over less at once, or allow more: on the command line with `--limit-total-bytes`",
        )
}

/// Two million brackets
pub(super) fn too_much(most: usize) -> Diagnostic {
    Diagnostic::error("assize::docket::too_much")
        .message(format!("the docket has more than {most} lines and items, and was not read"))
        .label(Span::new(0, 0), "not read")
        .help(
            "hand over less at once, or allow more: on the command line with `--limit-total-items`",
        )
}

/// `"round": "two"`
pub(super) fn shape(at: Span, told: &str) -> Diagnostic {
    /// Of a mistake, which may hold a whole text.
    const MOST: usize = 400;
    let words = [
        (", expected a sequence", ", expected a list"),
        (", expected a map", ", expected an object"),
        (", expected a nonzero u32", ", expected a whole number from 1 to 4294967295"),
        (", expected u32", ", expected a whole number from 0 to 4294967295"),
        (", expected u64", ", expected a whole number from 0 up"),
    ];
    let mut told: String = told.chars().take(MOST).collect();
    if let Some((name, wanted)) = words.iter().find(|(name, _)| told.ends_with(name)) {
        told.replace_range(told.len() - name.len().., wanted);
    }
    Diagnostic::error("assize::docket::shape")
        .message(format!("the docket is not in shape: {told}"))
        .label(at, "here")
        .help("`assize contract docket --schema` prints all members, and what each of them takes")
}

/// `"seats": [{"name": "qa"}, {"name": "qa"}]`
pub(super) fn seat_twice(at: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::seat_twice")
        .message(format!("the seat `{}` is named twice", shown(name)))
        .label(at, "again here; it is not certain which of them counts")
        .label(first, "first here")
        .help("name each seat once")
}

/// `{"seat": "qa"}`, `{"seat": "qa", "text": "", "base64": ""}`
pub(super) fn one_of(at: Span, found: usize) -> Diagnostic {
    let has = match found {
        0 => "does not say what was written",
        _ => "says more than once what was written",
    };
    Diagnostic::error("assize::docket::one_text")
        .message(format!("a submission {has}"))
        .label(at, "this submission")
        .help(format!("write exactly one of {}", choice(ONE_OF.into_iter())))
}

/// Two waivers `W-17`
pub(super) fn waiver_twice(at: Span, first: Span, id: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::waiver_twice")
        .message(format!("the waiver `{}` is told twice", shown(id)))
        .label(at, "again here")
        .label(first, "first here")
        .help("give each waiver a name of its own")
}

/// `"words": {"no-go": "pass"}`
pub(super) fn misleading_word(at: Span, word: &str, means: &str, meant: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::misleading_word")
        .message(format!("`{}` means {means} to reviewers, not {meant}", shown(word)))
        .label(at, "this would mislead")
        .help("leave it out; `assize contract lexicon` lists what words mean")
}

/// `"shapes": ["shape \"ours\""]`
pub(super) fn malformed_shapes(at: Span, wrong: &Diagnostics) -> Diagnostic {
    let first = wrong.items().first();
    Diagnostic::error("assize::docket::malformed_shapes")
        .message(first.map_or_else(String::new, |told| told.message.clone()))
        .label(at, "these shapes")
        .help(first.and_then(|told| told.help.clone()).unwrap_or_default())
}

/// `"words": {"fertig": "pass", "FERTIG": "warn"}`, or another meaning than in `assize.kdl`
pub(super) fn two_meanings(at: Span, word: &str, other: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::two_meanings")
        .message(format!("`{}` has another meaning already: {other}", shown(word)))
        .label(at, "a second meaning")
        .help("give each word one meaning; case, spaces, `-` and `_` make no difference")
}

/// A verdict that a host had read itself
pub(super) fn not_its_text(source: &str, seat: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::not_its_text")
        .message(format!(
            "what `{}` says for `{}` does not come from its text alone, so no docket in JSON can say it",
            shown(source),
            shown(seat)
        ))
        .help("hand over texts that Assize reads itself, without what a reviewer printed besides")
}

mistake_rows! {
    /// 70,000 submissions
    pub(super) error "assize::docket::too_many" too_many(at: Span, found: usize, most: usize)
        "there are {found} submissions, and no more than {most} are read",
        at "more than anybody has reviewers", "hand over less at once, or allow more: on the command line with `--limit-files`";
    /// No text at all
    pub(super) error "assize::docket::empty" empty(at: Span)
        "the docket is empty", at "nothing stands here", "write one JSON object; `assize contract docket` shows one";
    /// `"schema_version": 2`
    pub(super) error "assize::docket::version" other_version(at: Span)
        "the docket has another `schema_version` than {VERSION}", at "another version", "write {VERSION}; `assize contract docket` shows a docket";
    /// A waiver without a category, a path or a fingerprint
    pub(super) error "assize::docket::covers_nothing" covers_nothing(at: Span)
        "the waiver does not say what it covers", at "covers nothing", "add `category`, `path` or `fingerprint`; all that it names must match";
}
