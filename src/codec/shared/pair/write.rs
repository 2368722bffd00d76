//! What is written of a pair, and what cannot be.

use std::borrow::Cow;

use super::words::{self, UNKNOWN, WORDS};
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::EncodeInput;
use crate::ir::{Diagnostic, Finding, Outcome, Severity, Verdict};

/// The word of the footer.
pub(in crate::codec) fn result(
    spoken: &EncodeInput<'_>,
    verdict: &Verdict,
) -> Option<&'static str> {
    let said = verdict.stated.map(|stated| spoken.text(stated.word));
    let outcome = verdict.stated.map(|stated| stated.outcome).or(verdict.effective())?;
    let errs = said.is_some_and(|said| {
        WORDS.iter().any(|known| known.errs && said.eq_ignore_ascii_case(known.word))
    });
    let found = words::asked_for().find(|known| known.outcome == outcome && known.errs == errs);
    Some(found.map_or(UNKNOWN.word, |known| known.word)).filter(|word| {
        // Nothing that is not decided is written as a pass.
        *word != UNKNOWN.word || outcome == Outcome::Hold
    })
}

/// Line ends are line feeds.
pub(in crate::codec) fn unified(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n")) } else { text }
}

mistake_rows! {
    /// A finding with severity `low`
    pub(in crate::codec) error "assize::write::no_severity" no_severity(finding: &Finding)
        [severity = finding.severity.map_or("none", Severity::as_str), at = finding.span]
        "pair reviews have no word for the severity `{severity}` of this finding", at "would be read with another one", "choose a format that has one";
}
