//! Any bytes, read as one format or as the format that they are in.

use std::num::NonZeroUsize;

use assize::codec::{WriteOptions, is_written};
use assize::verdict::Evidence;
use assize::{
    Decoded, Format, Outcome, Profile, ReadOptions, Source, Verdict, read, source, write,
};

use super::invariants::{effective, has_an_end, may_end, opens, reads_or_says_why, span_outside};

/// Steps of the parser that a text may take, for each of its bytes and whatever its length: twice the
/// most that any text was seen to take, which is 43 for lines of one mark, be they 100 or 4,000. Brackets
/// take as many up to the depth that is read, and 5 beyond it.
const STEPS_PER_BYTE: usize = 86;
const STEPS: usize = 1000;

/// Longer texts say nothing more, and take time.
const LONGEST: usize = 1 << 16;

/// Any bytes, read as a format.
pub fn check_format(format: Format, data: &[u8]) {
    check(Some(format), data);
}

/// Any bytes, read as the format that they are in.
pub fn check_detect(data: &[u8]) {
    check(None, data);
}

fn check(format: Option<Format>, data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let source = Source::new("qa.md", data);
    let read_in = |profile| read(&source, &ReadOptions::default().profile(profile).format(format));
    let [strict, standard, lenient] =
        [Profile::Strict, Profile::Standard, Profile::Lenient].map(read_in);
    for decoded in [&strict, &standard, &lenient] {
        assert!(reads_or_says_why(decoded), "neither verdicts nor a cause, or both: {decoded:#?}");
        // A text with escapes in a summary has its place only as a whole.
        let outside = span_outside(decoded)
            .filter(|span| decoded.format != Some(Format::VerdictSummary) || span.source.0 == 0);
        assert_eq!(outside, None, "a span lies outside");
    }
    // Strict reads nothing that standard does not read, and nothing differently.
    assert!(strict.recoveries.is_empty() || !opens(&strict), "strict repairs");
    let same = effective(&strict) == effective(&standard);
    assert!(strict.verdicts.is_empty() || same, "strict comes to something else");
    takes_linear_steps(&source, format, &standard);
    reads_what_is_written(&standard);
    if let Ok(text) = std::str::from_utf8(data) {
        let text = Text { text, format, whole: &standard };
        text.is_no_better_when_cut();
        text.is_no_better_with_more_lines();
    }
}

/// The limit on steps belongs to the whole process: no other text is read meanwhile.
fn takes_linear_steps(source: &Source, format: Option<Format>, whole: &Decoded) {
    let steps = STEPS + STEPS_PER_BYTE * source.bytes().len();
    pest::set_call_limit(NonZeroUsize::new(steps));
    let limited = read(source, &ReadOptions::default().format(format));
    pest::set_call_limit(None);
    let same = limited.unreadable == whole.unreadable
        && limited.format == whole.format
        && limited.verdicts == whole.verdicts
        && limited.remarks == whole.remarks;
    assert!(same, "more than {steps} steps for {} bytes", source.bytes().len());
}

/// What is written is read again; that it states the same is a condition of writing.
fn reads_what_is_written(decoded: &Decoded) {
    let Some(format) = decoded.format.filter(|format| is_written(*format)) else { return };
    if let Ok(text) = write(decoded, format, &WriteOptions::default()) {
        let again = read(&Source::new("written", text.as_str()), &ReadOptions::default());
        assert_eq!(again.unreadable, None, "what was written cannot be read: {text}");
    }
}

/// A text, and what reading makes of it.
struct Text<'a> {
    text: &'a str,
    format: Option<Format>,
    whole: &'a Decoded,
}

impl Text<'_> {
    fn read(&self, text: &str) -> Decoded {
        read(&Source::new("qa.md", text), &ReadOptions::default().format(self.format))
    }

    fn is_no_better_when_cut(&self) {
        match self.whole.format {
            Some(format) if has_an_end(format, self.text) => self.opens_nowhere_inside(),
            Some(_) if opens(self.whole) => self.is_no_better_within_a_line(),
            _ => {}
        }
    }

    /// Inside a verdict that has an end, a text has none. What lacks its fence has no end.
    fn opens_nowhere_inside(&self) {
        if self.whole.diagnostics.iter().any(|told| told.code.ends_with("::unfenced")) {
            return;
        }
        for verdict in &self.whole.verdicts {
            let span = source::outermost(&self.whole.sources, verdict.span);
            let (start, end) = (span.start as usize, span.end as usize);
            let end = self.text.get(..end).map_or(end, |head| head.trim_end().len());
            for cut in places(start + 1, end, 6) {
                let Some(head) = self.text.get(..cut) else { continue };
                // Behind its closing fence a block has ended, whatever else stood on that line.
                if head.ends_with("```") {
                    continue;
                }
                assert!(!opens(&self.read(head)), "open when cut at {cut}: {head:?}");
            }
        }
    }

    /// The last line of a text that opens has to end (R20).
    fn is_no_better_within_a_line(&self) {
        for cut in places(1, self.text.len(), 8) {
            let Some((head, tail)) = self.text.split_at_checked(cut) else { continue };
            let now = self.read(head);
            if !may_end(head, tail) && opens(&now) && !states_at_its_end(&now, head) {
                let better = effective(&now) < effective(self.whole);
                assert!(!better, "better when cut at {cut}: {head:?}");
            }
        }
    }

    /// What is shut stays shut while every line of it stays.
    fn is_no_better_with_more_lines(&self) {
        if opens(self.whole) {
            let ends = self.text.match_indices('\n').map(|(at, _)| at + 1);
            let ends: Vec<usize> = ends.filter(|end| *end < self.text.len()).collect();
            for at in places(0, ends.len(), 5) {
                let head = &self.text[..ends[at]];
                let before = self.read(head);
                // The last batch of a log is the one that counts. A text that does not begin as what was asked
                // for is it as a whole, until a fence in it is. A word that stands alone in its paragraph does not
                // in a longer one. What is one quotation as a whole is quoted above an answer.
                let paragraph = self.text[ends[at]..].starts_with(['\n', '\r']);
                let failed = effective(&before) == Some(Outcome::Fail)
                    && before.format != Some(Format::VerdictsLog)
                    && before.why != "it was asked for"
                    && !before.recoveries.iter().any(|made| made.name == "quoted_answer")
                    && (paragraph || before.format != Some(Format::Review))
                    && !is_fenced_markdown(&before, head);
                assert!(!failed, "a text that fails is open with more lines: {head:?}");
            }
            return;
        }
        // A fence around a whole answer is taken off only while nothing stands beside it, and inline
        // evidence goes on to the end of the text.
        let fenced =
            self.text.trim_start().get(..3).is_some_and(|mark| ["```", "~~~"].contains(&mark));
        let inline = |verdict: &Verdict| matches!(verdict.evidence, Some(Evidence::Inline(_)));
        let ends = self.text.ends_with('\n') && !self.whole.verdicts.iter().any(inline);
        let fails = self.whole.says_fail || effective(self.whole) == Some(Outcome::Fail);
        // Beside a line that is not indented, or below another paragraph, it is indented code.
        let indented = |line: &str| line.starts_with('\t') || line.starts_with("    ");
        let code = self.text.starts_with(['\r', '\n']) || self.text.lines().any(indented);
        if fails && !fenced && !code {
            self.stays_shut(&format!("So it goes.\n\n{}", self.text));
        }
        if (fails || !self.whole.verdicts.is_empty()) && !fenced && ends && !code {
            self.stays_shut(&format!("{}\nSo it goes.\n", self.text));
        }
    }

    fn stays_shut(&self, more: &str) {
        let now = self.read(more);
        // Below a header of CPF, in the run of a log as well, it is a row that is not whole, and so a finding.
        let stated = now.verdicts.iter().all(|verdict| verdict.stated.is_some());
        // With a line in front a verdict file is markdown, or a message with a block in a fence: neither
        // has fields outside it.
        let other = match now.format {
            Some(Format::Review) => self.whole.format != now.format,
            Some(Format::YamlBlock) => self.whole.format == Some(Format::VerdictFile),
            _ => false,
        };
        let shut = !stated || !opens(&now) || other || is_fenced_markdown(&now, more);
        assert!(shut, "open with a line of prose: {more:?}");
    }
}

/// Whether the verdict of a review in markdown stands in its last line, which need not end: `### Verdict:
/// APPROVE` (R20 is about formats of lines).
fn states_at_its_end(decoded: &Decoded, head: &str) -> bool {
    let last = head.rfind('\n').map_or(0, |at| at + 1);
    let stated = decoded.verdicts.iter().filter_map(|verdict| verdict.stated);
    let mut places = stated.map(|stated| stated.word.start as usize);
    decoded.format == Some(Format::Review) && places.any(|at| at >= last)
}

/// Of a review in markdown only what stands outside its fences is read, where anything is.
fn is_fenced_markdown(decoded: &Decoded, text: &str) -> bool {
    decoded.format == Some(Format::Review) && (text.contains("```") || text.contains("~~~"))
}

/// Some places from `start` to before `end`: the first, the last, and others between.
fn places(start: usize, end: usize, most: usize) -> impl Iterator<Item = usize> {
    let count = end.saturating_sub(start);
    let step = count.div_ceil(most).max(1);
    (start..end).step_by(step).chain(end.checked_sub(1).filter(|last| *last > start))
}
