//! Reviews of no exact format: their verdict stands in a field, in markdown, plain text, JSON, YAML or HTML.
//!
//! ```text
//! ### Verdict: APPROVE
//!
//! | Verdict | REQUEST CHANGES |
//!
//! {"decision": "approve", "findings": [{"severity": "low", "path": "src/a.rs", "title": "a typo"}]}
//! ```
//!
//! It is tried after all exact formats. What a field says is in `grammar/statement.pest`, over the words of
//! `grammar/words/`; what a statement does is the table of `codec/review`.

mod contract;
mod mistakes;

use crate::codec::builder::DecodeLog;
use crate::codec::document::Mended;
use crate::codec::input::{Input, Recognition};
use crate::codec::interface::Codec;
use crate::codec::mistakes::too_much;
use crate::codec::repairs::{Repair, repairs};
use crate::codec::review::{Review, Unread};
use crate::codec::statements::ValueKind;
use crate::codec::words;
use crate::ir::{
    Cause, Decoded, Diagnostic, Finding, FindingKind, Format, Number, Outcome, Profile, Verdict,
};
use crate::source::Span;

pub(in crate::codec) const CODEC: Codec = Codec {
    grammar: Some(words::GRAMMAR),
    fenced: false,
    loose: true,
    example: contract::EXAMPLE,
    schema: Some(|| contract::SCHEMA),
    ..Codec::new(recognise, decode, contract::contract)
};

repairs! {
    /// A string that goes on in the next line.
    LINE_END = "line_end_in_string", "a string of JSON goes on in the next line",
        "read as if it were `\\n`", "write a line end in a string as `\\n`";
    /// `[1, 2, ]`
    TRAILING_COMMA = "trailing_comma", "a comma stands behind the last value",
        "not read", "write no comma behind the last value";
    /// `// why`
    COMMENT = "json_comment", "a comment stands in JSON",
        "not read", "write no comments into JSON";
}

/// Whether a text states a verdict in a field, or announces one. It is asked last.
fn recognise(input: &Input<'_>) -> Recognition {
    if input.options.profile == Profile::Strict {
        return input.no("reviews of no exact format are not read with the `strict` profile");
    }
    let review = input.review();
    let speaks = review.stated.is_some() || review.unread.is_some();
    match speaks || review.too_much || review.lists || !review.left_out.is_empty() {
        true if speaks => Recognition::Yes("it states a verdict in a field"),
        true if !review.left_out.is_empty() => {
            Recognition::Yes("it lists approvals, and none of them counts")
        }
        true => Recognition::Yes("it lists findings, and states no verdict"),
        false => input.no("no field states a verdict, such as `### Verdict: APPROVE`"),
    }
}

/// Reads a text as a review, whether or not it is one. Total.
fn decode(input: &Input<'_>) -> Decoded {
    let review = input.review();
    let mut reading = DecodeLog::new(input.options);
    reading.heard = true;
    let text = |at: Span| input.text.get(at.start as usize..at.end as usize).unwrap_or_default();
    let mut verdict = Verdict::new(input.body.trim().span());
    verdict.stated = review.stated;
    verdict.contradictory = review.other.is_some();
    verdict.confidence = review.confidence;
    verdict.findings.clone_from(&review.findings);
    verdict.remarks.clone_from(&review.remarks);
    verdict.approved_by.clone_from(&review.approved_by);
    for number in &review.numbers {
        let name = number.member.name;
        verdict.members.push(number.member);
        verdict.numbers.extend(number.percent.map(|percent| Number { name, percent }));
    }
    (verdict.unclaimed, verdict.first_unclaimed) = review.unclaimed;
    let fails = review.stated.is_some_and(|stated| stated.outcome == Outcome::Fail);
    if fails && verdict.findings.is_empty() {
        verdict.findings.extend(reason(input, review));
    }
    for (mended, at) in &review.mended {
        reading.recover(repair_of(*mended), *at);
    }
    for at in &review.odd {
        reading.report(mistakes::unknown_severity(text(*at), *at));
    }
    for left_out in &review.left_out {
        reading.report(mistakes::not_counted(left_out));
    }
    let stops = |says: Outcome| says == Outcome::Fail;
    reading.says_fail = review.remarks.iter().any(|remark| stops(remark.says));
    let opens = review.stated.is_some_and(|stated| stated.outcome.opens());
    match (review.stated, review.unread) {
        _ if review.too_much => reading.refuse(Cause::TooMuch, too_much(input.options.pieces)),
        (Some(stated), _) => {
            if let Some(other) = review.other {
                reading.report(mistakes::conflicting(stated.word, other));
            }
        }
        // What passes does not count.
        (None, _) if !review.left_out.is_empty() => verdict.derived = Some(Outcome::Hold),
        (None, Some(unread)) => {
            let (cause, told) = refusal(&unread, &text);
            reading.refuse(cause, told);
        }
        // Nothing says what the findings are to a verdict: it holds.
        (None, None) if review.lists => verdict.derived = Some(Outcome::Hold),
        (None, None) => reading.refuse(Cause::NoVerdict, mistakes::no_verdict(verdict.span)),
    }
    if let Some(cut) = review.cut.filter(|_| opens) {
        reading.refuse_first(Cause::Truncated, mistakes::truncated(cut));
    }
    if let Some(mark) = review.conflict {
        reading.refuse_first(Cause::Ambiguous, mistakes::conflict_markers(mark));
    }
    let decoded = reading.finish(input.source, Format::Review, vec![verdict]);
    match why(input, review) {
        Some(why) => Decoded { why: why.into(), ..decoded },
        None => decoded,
    }
}

/// What a review that fails says without a place or a name of a finding: its first words outside the verdict, up to the end
/// of their paragraph.
fn reason(input: &Input<'_>, review: &Review) -> Option<Finding> {
    const LONGEST: usize = 400;
    let start = review.unclaimed.1?.start as usize;
    let said = input.text.get(start..)?;
    let said = said.split("\n\n").next().unwrap_or(said).trim_end();
    let end =
        said.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|end| *end <= LONGEST);
    let at = Span::new(start, start + end.last()?);
    Some(Finding::new(FindingKind::Blocker, at))
}

/// Why a verdict that was announced is none, with what to write.
fn refusal<'t>(unread: &Unread, text: &dyn Fn(Span) -> &'t str) -> (Cause, Diagnostic) {
    let Some(at) = unread.word else {
        return (Cause::UnknownWord, mistakes::no_word(unread.line));
    };
    let word = text(at);
    match unread.kind {
        ValueKind::Form => (Cause::Template, mistakes::template(at)),
        ValueKind::Caution => (Cause::UnknownWord, mistakes::caution(word, at)),
        ValueKind::Doubted | ValueKind::Go | ValueKind::Mild => {
            (Cause::UnknownWord, mistakes::unclear_word(word, at, unread.tail))
        }
        _ => (Cause::UnknownWord, mistakes::unknown_word(word, at)),
    }
}

const fn repair_of(mended: Mended) -> Repair {
    match mended {
        Mended::LineEnd => LINE_END,
        Mended::TrailingComma => TRAILING_COMMA,
        Mended::Comment => COMMENT,
    }
}

/// `line 3 says "### Verdict: APPROVE"`
fn why(input: &Input<'_>, review: &Review) -> Option<String> {
    const LONGEST: usize = 60;
    let at = review.line?;
    let (before, behind) = input.text.split_at_checked(at.start as usize)?;
    let line = 1 + before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let end = at.start as usize + behind.find('\n').unwrap_or(behind.len());
    let said = input.text.get(start..end)?.trim();
    let shown: String = said.chars().take(LONGEST).collect();
    let dots = if shown.len() < said.len() { "…" } else { "" };
    Some(format!("line {line} says `{shown}{dots}`"))
}
