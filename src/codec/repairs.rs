//! The repairs that reading knows by name, and what to say about each.

use std::collections::BTreeMap;

use crate::ir::{Diagnostic, Recovery};
use crate::source::Span;

/// More diagnostics of one code help no reader.
pub(super) const MOST: usize = 50;

/// A named repair; where it was made is a [`Recovery`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repair {
    pub(super) name: &'static str,
    pub(super) code: &'static str,
    /// What was done.
    pub(super) message: &'static str,
    /// What stands there.
    pub(super) label: &'static str,
    /// How to write it so that nothing needs repair.
    pub(super) help: &'static str,
}

/// Repairs that only one codec makes stand in its file; those of several stand here.
macro_rules! repairs {
    ($($(#[$doc:meta])* $id:ident = $name:literal, $message:literal, $label:literal, $help:literal;)*) => {
        $($(#[$doc])* pub(in crate::codec) const $id: $crate::codec::repairs::Repair =
            $crate::codec::repairs::Repair {
                name: $name,
                code: concat!("assize::read::", $name),
                message: $message,
                label: $label,
                help: $help,
            };)*
    };
}
pub(super) use repairs;

repairs! {
    /// A message that says more than its verdict.
    PROSE_AROUND = "prose_around", "there is text around the verdict",
        "not part of the verdict", "write nothing but the verdict";
    /// Two blocks that say the same.
    MULTIPLE_BLOCKS = "multiple_blocks", "the verdict is in more than one block",
        "says the same again", "write one block";
    /// JSON, or a format of lines, inside a fence.
    FENCED = "fenced", "the verdict is in a fenced block",
        "read without its fence", "write the verdict without a fence around it";
    /// A block that belongs into a fence, without one.
    UNFENCED = "unfenced", "the block has no fence",
        "read as if it were fenced", "put it between lines of three backticks";
    /// Lines of a verdict file in a fence, or a fenced block in a verdict file.
    WRONG_CHANNEL = "wrong_channel", "a verdict file is written as a block, or a block as a verdict file",
        "read anyway", "write lines into the verdict file, and a fenced block into the message";
    /// `verdict: FAIL`
    LETTER_CASE = "letter_case", "a word is not in lower case",
        "read as if it were", "write `pass`, `fail`, `warn`, `high`, `med` and `low` in lower case";
    /// `- **Verdict:** pass`
    KEY_STYLE = "key_style", "a key is not written plainly",
        "read as if it were", "write keys plain, in lower case, at the start of the line: `verdict:`";
    /// `verdict: fail (2 blockers)`
    TOKEN_TAIL = "token_tail", "something follows the verdict on its line",
        "not part of the verdict", "write one word after `verdict:`, and the rest as `blocker:` or `advisory:` lines";
    /// `verdict: **fail**`
    BOLD_TOKEN = "bold_token", "a word is in bold",
        "read without its marks", "write the word plain";
    /// `verdict: "fail"`
    QUOTED_TOKEN = "quoted_token", "a word is in quotation marks",
        "read without its marks", "write the word plain";
    /// `verdict: REJECT`
    LEGACY_TOKEN = "legacy_token", "the verdict uses an older word",
        "still understood", "write `pass`, `fail` or `warn`";
    /// `confidence: high` above `verdict: pass`
    LINE_ORDER = "line_order", "the lines are not in the usual order",
        "belongs further up", "write `verdict`, `confidence`, the blockers, the advisories, then `evidence`";
    /// `blockers:` above `- src/handler.ts:88 ...`
    YAML_LIST = "yaml_list", "findings are written as a list",
        "one finding for each item", "write one `blocker:` or `advisory:` line for each finding";
    /// A finding that goes on in the next line.
    CONTINUED_LINE = "continued_line", "a text continues on the next line",
        "read as part of the line above", "write each finding on one line";
    /// `verdict: pass` twice
    REPEATED_LINE = "repeated_line", "a line is repeated",
        "says the same again", "write `verdict:` and `confidence:` once";
    /// `confidence: medium`
    CONFIDENCE_WORD = "confidence_word", "the confidence is not one of the usual words",
        "read as `med`", "write `high`, `med` or `low`";
    /// Blockers without a `verdict:` line.
    DERIVED_VERDICT = "derived_verdict", "there are blockers but no `verdict:` line",
        "a blocker means `fail`", "begin with `verdict: fail`";
}

impl Repair {
    pub(super) fn at(self, span: Span) -> Recovery {
        Recovery { name: self.name, span }
    }

    /// Says once that this repair was made, at its first place.
    fn report(self, at: Span, times: usize) -> Diagnostic {
        let message = match times {
            1 => self.message.to_owned(),
            _ => format!("{} ({times} times)", self.message),
        };
        Diagnostic::advice(self.code).message(message).label(at, self.label).help(self.help)
    }
}

/// One diagnostic for each kind of repair, in the order in which they were first made.
pub(super) fn report(repairs: &[(Repair, Span)]) -> impl Iterator<Item = Diagnostic> {
    let mut kinds: Vec<(Repair, Span, usize)> = Vec::new();
    for &(repair, at) in repairs {
        match kinds.iter_mut().find(|(known, ..)| known.name == repair.name) {
            Some((_, _, times)) => *times += 1,
            None => kinds.push((repair, at, 1)),
        }
    }
    kinds.into_iter().map(|(repair, at, times)| repair.report(at, times))
}

/// The `strict` profile was asked for, and the text needs repair: each repair is an error. Of each
/// kind only so many are told.
pub(super) fn forbidden(repairs: &[(Repair, Span)]) -> Vec<Diagnostic> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    let mut told = Vec::new();
    for &(repair, at) in repairs {
        let times = times.entry(repair.name).or_default();
        *times += 1;
        told.extend((*times <= MOST).then(|| recovery_forbidden(repair, at)));
    }
    let more = times.into_iter().filter(|(_, times)| *times > MOST);
    told.extend(more.map(|(name, times)| more_of_them(name, times - MOST)));
    told
}

/// `verdict: PASS`, read with the `strict` profile
fn recovery_forbidden(repair: Repair, at: Span) -> Diagnostic {
    let Repair { name, message, help, .. } = repair;
    Diagnostic::error("assize::read::recovery_forbidden")
        .message(format!("{message}, and the `strict` profile forbids the repair `{name}`"))
        .label(at, format!("needs `{name}`"))
        .help(format!("{help}; or read with `standard`"))
}

/// Sixty lines of prose, each between two fields
pub(super) fn more_of_them(code: &str, more: usize) -> Diagnostic {
    let name = code.rsplit("::").next().unwrap_or(code);
    Diagnostic::advice("assize::read::left_out")
        .message(format!("`{name}` applies in {more} more places"))
        .help("fix those above, then read the text again")
}
