//! The end of a text in lines: whether it may have been cut off.

use super::VerdictBuilder;
use super::words;
use crate::codec::mistakes::mistake_rows;
use crate::codec::shared::path::is_path;
use crate::codec::text::fields::{self, BULLETS, Key};
use crate::codec::text::location::has_extension;
use crate::codec::text::slice::{BLANKS, Slice};
use crate::codec::text::word::ends_marked;
use crate::ir::{Cause, Diagnostic, Outcome};
use crate::source::Span;

/// What a reviewer writes to show that the text is whole.
pub(in crate::codec) const END: &str = "END";

impl VerdictBuilder<'_> {
    /// A text that was cut off looks like one whose last line has no line end, unless that line
    /// could not go on.
    pub(in crate::codec) fn check_end(&mut self, text: &str) {
        if text.ends_with('\n') {
            return;
        }
        let said = text.trim_end_matches(BLANKS);
        let last = said.rfind('\n').map_or(0, |at| at + 1);
        let line = Slice::new(&said[last..], last);
        if self.is_closed(line) {
            return;
        }
        let fails = self.blockers().next().is_some()
            || self.said.is_some_and(|said| said.outcome == Outcome::Fail);
        let stops = !fails && stops_in_a_key(line);
        let cause = self.reading.cause;
        if matches!(cause, None | Some(Cause::UnknownWord | Cause::NoVerdict))
            || (stops && cause == Some(Cause::Ambiguous))
        {
            self.reading.cause = Some(Cause::Truncated);
        }
        self.report(match stops {
            true => cut_key(line.trim().span()),
            false => truncated(line.trim().span()),
        });
    }

    /// The same, for a format whose last line has to have its line end.
    pub(in crate::codec) fn check_line_end(&mut self, text: &str) {
        if text.ends_with('\n') {
            return;
        }
        let said = text.trim_end_matches(BLANKS);
        let last = said.rfind('\n').map_or(0, |at| at + 1);
        if matches!(self.reading.cause, None | Some(Cause::UnknownWord | Cause::NoVerdict)) {
            self.reading.cause = Some(Cause::Truncated);
        }
        self.report(truncated(Slice::new(&said[last..], last).trim().span()));
    }

    /// Whether a last line ends where a line may end: `confidence: high`, a path, an end mark, a
    /// sentence, a bracket or a quotation.
    fn is_closed(&self, line: Slice<'_>) -> bool {
        let body = line.trim();
        if body.text == END {
            return true;
        }
        let Some(field) = fields::split(line).filter(|field| field.known.is_some()) else {
            return ends(body.text);
        };
        match field.known {
            Some(Key::Verdict) => false,
            Some(Key::Confidence) => {
                words::read_confidence(field.value, self.reading.options).is_some()
            }
            Some(Key::Evidence | Key::EvidencePath) if is_path(field.value.text) => {
                has_extension(field.value.text) || ends(field.value.text)
            }
            _ => ends(field.value.text),
        }
    }
}

/// Whether a text ends a sentence, a bracket or a quotation.
fn ends(text: &str) -> bool {
    let bare = text.trim_end_matches(['*', '_']);
    match bare.chars().next_back() {
        // A fence that is never closed is told where it opens.
        Some(mark @ ('`' | '~')) if bare.trim_start().chars().all(|c| c == mark) => true,
        Some('.') => {
            // `src/handler.` may be half a path, `…` half a thought.
            let sentence = bare.strip_suffix('.').unwrap_or(bare);
            let last = sentence.rsplit(char::is_whitespace).next().unwrap_or_default();
            last.len() < sentence.len()
                && !last.is_empty()
                && !last.ends_with('.')
                && !last.contains(['/', '\\'])
        }
        _ => ends_marked(bare),
    }
}

/// Whether a text without a line end stops in the middle of a known key, or right behind one.
fn stops_in_a_key(line: Slice<'_>) -> bool {
    let line = line.trim();
    let body = BULLETS.iter().fold(line, |line, _| fields::without_bullet(line));
    let body = body.trim_start_of(&fields::MARKS);
    let word = body.text.trim_end_matches([':', ' ', '\t', '*', '_', '`']);
    fields::begins_a_key(word) && (word.len() == body.text.len() || fields::is_key(word))
}

mistake_rows! {
    /// `verdict: pass` without a line end
    error "assize::read::truncated" truncated(at: Span)
        "the text may have been cut off", at "no line end, and the line may go on", "write the whole text again, with a line end after the last line";
    /// `verdict: pass`, `confidence: high`, and `block` without a line end
    error "assize::read::truncated" cut_key(at: Span)
        "the text stops in the middle of a line",
        at "no line end here, and nothing after the key", "write the whole text again, with a line end after the last line";
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn a_sentence_a_bracket_and_a_quotation_end() {
        for text in
            ["It is slow.", "so `x`", "is this it?", "**all done.**", "(all of it)", "a \"b\""]
        {
            assert!(ends(text), "{text}");
        }
        for text in ["It is slo", "src/handler.", "see src/a.", "so on..", "say \"", "so `", ""] {
            assert!(!ends(text), "{text}");
        }
    }
}
