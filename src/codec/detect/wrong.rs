//! What is wrong with a text as a whole.

use crate::codec::mistakes::{declaration, shown};
use crate::ir::{Diagnostic, Format};
use crate::source::Span;

/// `NO-GO`, and nothing more: a text in no format
pub(super) fn says_something(at: Span, json: bool) -> Diagnostic {
    let (message, help) = match json {
        true => (
            "the JSON is in no known format, but a member in it states a verdict or a finding",
            "state the verdict as `\"verdict\": \"approve\"` or `\"verdict\": \"request changes\"`; JSON that is only evidence does not state a verdict",
        ),
        false => (
            "the text is in no known format, but a line in it states a verdict or a finding",
            "state the verdict as `### Verdict: APPROVE` or `### Verdict: REVISE`; a text that is only evidence does not state a verdict",
        ),
    };
    Diagnostic::error("assize::read::remark_without_verdict")
        .message(message)
        .label(at, "says so")
        .help(help)
}

/// `## Verdict`, and the text ends
pub(super) fn unworded(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message(
            "the text has a heading for the verdict, but no known word for one in it or below it",
        )
        .label(at, "`APPROVE` or `REVISE` belongs here")
        .help("write `### Verdict: APPROVE` or `### Verdict: REVISE`, and the reasons below it")
}

/// `Verdict: APPROVE` below `## Security`, and again below `## Speed`
pub(super) fn apart(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::no_verdict")
        .message("each verdict in the text is of a part, and none is of the whole")
        .label(at, "of a part")
        .help("state that of the whole, too, above the first part: `**Overall verdict:** APPROVE`")
}

/// `## 評価: APPROVE`
pub(super) fn unnamed([name, word]: [Span; 2], said: &str) -> Diagnostic {
    let name_said = shown(said.trim());
    Diagnostic::error("assize::read::no_verdict")
        .message("a word that decides is under a name that no table knows")
        .label(name, "is this the name of a verdict?")
        .label(word, "decides, if it is")
        .help(format!(
            "if it names the verdict of the whole, say so in `assize.kdl`: `dialect \"house\" {{ label \"{name_said}\" }}`; `assize init --from FOLDER` \
             lists all such names"
        ))
}

/// `结论：通过`: names and words of a language that no table has
pub(super) fn undeclared<'t>(
    first: [Span; 2],
    more: &[[Span; 2]],
    text: impl Fn(Span) -> &'t str,
) -> Diagnostic {
    let declared = declaration(Some(text(first[0])), text(first[1]));
    let line = |[name, word]: [Span; 2]| name.to(word);
    let told = Diagnostic::error("assize::read::no_verdict")
        .message("a verdict in the text, if there is one, is in words that no table knows")
        .help(format!(
            "if this is one, say so in `assize.kdl`, and what its word means: {declared}; \
             `assize init --from FOLDER` lists all such words"
        ))
        .label(line(first), "is this the verdict?");
    more.iter().fold(told, |told, halves| told.label(line(*halves), "or this?"))
}

/// `<!--` beside a block, and no `-->`
pub(super) fn endless_comment(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::endless_comment")
        .message("a comment never ends, so another verdict may stand in it")
        .label(at, "open to the end")
        .help("end the comment with `-->`, or leave it out")
}

/// `<del>` above `## Verdict: APPROVE`
pub(super) fn hidden_verdict(begins: Span, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::hidden_verdict")
        .message(
            "the verdict is inside an HTML element for a draft, an example, somebody else's words, or text that is struck out or hidden",
        )
        .label(begins, "begins here")
        .label(at, "stated, or not?")
        .help(
            "write the verdict outside of the element",
        )
}

/// `blocker`, and the text ends
pub(super) fn cut_line(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::truncated")
        .message("the text ends where another verdict may have begun")
        .label(at, "cut off")
        .help("write the whole answer again, with a line end after the last line")
}

/// `{"passed": true, "action": "merge"}`
pub(super) fn two_formats(one: Format, other: Format, at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::two_formats")
        .message(format!("the text is both `{one}` and `{other}`"))
        .label(at, "has the keys of both")
        .help("name the format that is meant with `--as`, or keep the keys of only one")
}

/// Two blocks, `verdict: pass` and `verdict: fail`
pub(super) fn conflicting_blocks(places: &[Span], fail_stands: bool) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::conflicting_blocks")
        .message("two blocks state verdicts that do not agree")
        .help(match fail_stands {
            true => "the `fail` stands; write one block",
            false => "write one block",
        });
    let labels = places.iter().take(2).zip(["one of them", "the other"]);
    labels.fold(diagnostic, |diagnostic, (at, text)| diagnostic.label(*at, text))
}

/// `VERDICT:GO` above a fenced `{"passed": false}`
pub(super) fn second_structure(at: Span, format: Option<Format>) -> Diagnostic {
    let what = format.map_or("another verdict".to_owned(), |format| {
        format!("a verdict in another format, `{format}`,")
    });
    Diagnostic::error("assize::read::conflicting_formats")
        .message(format!("{what} is beside the verdict, and it does not open the gate"))
        .label(at, "which of the two counts?")
        .help("state one verdict, in one format; write `Example:` above what is quoted")
}

/// Twenty objects beside a verdict
pub(super) fn too_many(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::too_many_structures")
        .message("there are more blocks or objects beside the verdict than a review has")
        .label(at, "not read from here on")
        .help("write the verdict alone, and the details into a separate file")
}
