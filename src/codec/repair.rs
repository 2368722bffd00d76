//! The repairs that reading knows by name, and what to say about each.

use crate::ir::{Diagnostic, Recovery};
use crate::source::Span;

/// A named repair; where it was made is a [`Recovery`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repair {
    pub(super) name: &'static str,
    code: &'static str,
    /// What was done.
    message: &'static str,
    /// What stands there.
    label: &'static str,
    /// How to write it so that nothing needs repair.
    help: &'static str,
}

macro_rules! repairs {
    ($($(#[$doc:meta])* $id:ident = $name:literal, $message:literal, $label:literal, $help:literal;)*) => {
        $($(#[$doc])* pub(super) const $id: Repair = Repair {
            name: $name,
            code: concat!("assize::read::", $name),
            message: $message,
            label: $label,
            help: $help,
        };)*
        /// Every repair.
        const ALL: &[Repair] = &[$($id),*];
    };
}

repairs! {
    /// `verdict: FAIL`
    LETTER_CASE = "letter_case", "a word is not in lower case",
        "read as if it were", "write `pass`, `fail`, `warn`, `high`, `med` and `low` in lower case";
    /// `- **Verdict:** pass`
    KEY_STYLE = "key_style", "a key is dressed up",
        "read without its dress", "write keys plain, in lower case, at the start of the line: `verdict:`";
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
    LEGACY_TOKEN = "legacy_token", "an older word for a verdict",
        "still understood", "write `pass`, `fail` or `warn`";
    /// `confidence: high` above `verdict: pass`
    LINE_ORDER = "line_order", "the lines are not in their order",
        "belongs further up", "write `verdict`, `confidence`, the blockers, the advisories, then `evidence`";
    /// `blockers:` above `- src/handler.ts:88 ...`
    YAML_LIST = "yaml_list", "findings are written as a list",
        "one finding for each item", "write one `blocker:` or `advisory:` line for each finding";
    /// A finding that goes on in the next line.
    CONTINUED_LINE = "continued_line", "something goes on in the next line",
        "read as part of what stands above", "write each finding in one line";
    /// `verdict: pass` twice
    REPEATED_LINE = "repeated_line", "a line is repeated",
        "says the same again", "write `verdict:` and `confidence:` once";
    /// `confidence: medium`
    CONFIDENCE_WORD = "confidence_word", "another word for a confidence",
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

/// One diagnostic for each kind of repair among the recoveries.
pub(super) fn report(recoveries: &[Recovery]) -> impl Iterator<Item = Diagnostic> {
    ALL.iter().filter_map(|repair| {
        let mut places = recoveries.iter().filter(|recovery| recovery.name == repair.name);
        let first = places.next()?;
        Some(repair.report(first.span, 1 + places.count()))
    })
}

/// The `strict` profile was asked for, and the text needs repair.
pub(super) fn recovery_forbidden(recoveries: &[Recovery]) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::recovery_forbidden")
        .message("the text needs repair, which the `strict` profile forbids")
        .help("write the lines exactly as the format has them, or read with `standard`");
    // The first few places show what is wrong.
    recoveries.iter().take(50).fold(diagnostic, |diagnostic, recovery| {
        diagnostic.label(recovery.span, format!("needs `{}`", recovery.name))
    })
}
