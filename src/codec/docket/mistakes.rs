//! What is wrong with a docket in JSON, or stands in the way of writing one.

use super::ONE_OF;
use crate::codec::members::choice;
use crate::codec::mistakes::{shown, size};
use crate::ir::Diagnostic;
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

/// 70,000 submissions
pub(super) fn too_many(at: Span, found: usize, most: usize) -> Diagnostic {
    Diagnostic::error("assize::docket::too_many")
        .message(format!("there are {found} submissions, and no more than {most} are read"))
        .label(at, "more than anybody has reviewers")
        .help("hand over less at once, or allow more: on the command line with `--limit-files`")
}

/// No text at all
pub(super) fn empty(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::empty")
        .message("the docket is empty")
        .label(at, "nothing stands here")
        .help("write one JSON object; `assize contract docket` shows one")
}

/// `"id": " "`
pub(super) fn blank(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::blank")
        .message(format!("`{name}` is blank"))
        .label(at, "nothing stands here")
        .help("write what it is called, or leave the member out where it is not asked for")
}

/// `"seats": [{"name": "qa"}, {"name": "qa"}]`
pub(super) fn seat_twice(at: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::seat_twice")
        .message(format!("the seat `{}` is named twice", shown(name)))
        .label(at, "again here; it is not certain which of them counts")
        .label(first, "first here")
        .help("name each seat once")
}

/// `{"state": "errored"}`, `{"state": "missing", "why": "on holiday"}`
pub(super) fn absence_why(at: Span, state: &str) -> Diagnostic {
    let (message, help) = match state {
        "missing" => (
            "a seat that is `missing` says no more than that".to_owned(),
            "leave `why` out, or choose another state",
        ),
        _ => (format!("a seat that is `{state}` does not say why"), "add `why`, in words"),
    };
    Diagnostic::error("assize::docket::absence_why").message(message).label(at, "here").help(help)
}

/// `{"state": "unreadable", "why": "no right to read it"}`
pub(super) fn absence_cause(at: Span, state: &str) -> Diagnostic {
    let (message, help) = match state {
        "unreadable" => ("an absence that is `unreadable` has no `cause`", "add the `cause`"),
        _ => ("only what is `unreadable` has a `cause`", "leave `cause` out"),
    };
    Diagnostic::error("assize::docket::absence_cause").message(message).label(at, "here").help(help)
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

/// `"base64": "Zg"`
pub(super) fn not_base64(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::base64")
        .message("the bytes of a submission are not Base64")
        .label(at, "not Base64 from here on")
        .help("write A to Z, a to z, 0 to 9, `+`, `/`, with `=` up to whole groups of four, on one line")
}

/// `{"criterion": "AC2", "note": "a.md"}`
pub(super) fn subject(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::subject")
        .message("this does not name one subject")
        .label(at, "this subject")
        .help("write one, such as `{\"criterion\": \"AC2\"}` or `{\"note\": \"notes/a.md\", \"gate\": \"style\"}`")
}

/// `"until": "2027-02-30"`
pub(super) fn not_a_day(at: Span, text: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::not_a_day")
        .message(format!("`{}` is not a day", shown(text)))
        .label(at, "not a day of the calendar")
        .help("write year, month and day: `2027-01-31`")
}

/// `"fingerprint": "5b0c"`
pub(super) fn not_a_fingerprint(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::not_a_fingerprint")
        .message("this is not a fingerprint")
        .label(at, "not `f1:` and 32 digits of 0 to 9 and a to f")
        .help("copy it from `fingerprint` of a finding in `assize gate --format json`")
}

/// `"path": "**"`
pub(super) fn covers_all_paths(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::covers_all_paths")
        .message("the path of a waiver does not say which findings it covers")
        .label(at, "this covers all of them, or cannot be understood")
        .help("name a folder or a file: `src/tls/**`")
}

/// A waiver without a category, a path or a fingerprint
pub(super) fn covers_nothing(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::covers_nothing")
        .message("the waiver does not say what it covers")
        .label(at, "covers nothing")
        .help("add `category`, `path` or `fingerprint`; all that it names must match")
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

/// `"words": {"fertig": "pass", "FERTIG": "warn"}`, or another meaning than in `assize.kdl`
pub(super) fn two_meanings(at: Span, word: &str, other: &str) -> Diagnostic {
    Diagnostic::error("assize::docket::two_meanings")
        .message(format!("`{}` has another meaning already: {other}", shown(word)))
        .label(at, "a second meaning")
        .help("give each word one meaning; case, spaces, `-` and `_` make no difference")
}

/// `"code": "assize::rules::today"`
pub(super) fn not_its_code(at: Span) -> Diagnostic {
    Diagnostic::error("assize::docket::code")
        .message("a diagnostic has a code of Assize's own")
        .label(at, "only Assize says this")
        .help("give it a name of your own: `ours::late`")
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
