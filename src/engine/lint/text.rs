//! What is seen in the text alone, and what only rhai can run.

use super::mistakes::{not_seen, only_rhai};
use super::{Checking, Lint};
use crate::ir::Diagnostic;
use crate::source::{SourceId, Span, is_hidden};

/// More of them are only counted.
const MOST: usize = 20;

/// A bidi sign in a comment or a text; anywhere else the policy does not compile.
pub(super) fn hidden_sign(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (place, source) in (0u32..).zip(&checking.code.sources) {
        let text = source.text().unwrap_or_default();
        let odd = |&(at, c): &(usize, char)| {
            let line = matches!(c, '\n' | '\r' | '\t');
            is_hidden(c) && !line && (at, c) != (0, '\u{feff}')
        };
        let signs = text.char_indices().filter(odd).map(|(at, c)| {
            let span = Span::new(at, at + c.len_utf8()).in_source(SourceId(place));
            not_seen(lint, span, c)
        });
        found.extend(signs.take(MOST));
    }
    found
}

/// `failed.filter(|c| c.weight > 1).some`
pub(super) fn runs_in_rhai(checking: &Checking<'_>, lint: &Lint) -> Vec<Diagnostic> {
    checking.policy.thunks().map(|span| only_rhai(lint, span)).collect()
}
