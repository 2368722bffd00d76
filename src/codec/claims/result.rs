//! Lines with an outcome that is called none of the formats' names: `Result: FAIL`, `FAIL`.

use super::{
    Claim, LONGEST_TITLE, SIGNS, alarm_len, bare, begins_with, foreign, is_one_of, label, names,
    plain_words,
};
use crate::codec::text::slice::Slice;

/// `Result: FAIL`, `Recommendation: do not merge`, `FAIL`, `不合格`
pub(super) fn claim(body: Slice<'_>, cut: Option<usize>) -> Option<Claim<'static>> {
    if cries(body.text) {
        return Some(Claim::Cry);
    }
    if label::is_fail(body.text) || label::ends_in_fail(body.text) || foreign::says_fail(body.text)
    {
        return Some(Claim::Fails);
    }
    let (head, value) = body.split_at(cut?);
    let last = plain_words(head.text).last()?;
    let member = bare(value).text;
    // `"passed": false`, `"action": "request-changes"`
    let denies = match last.eq_ignore_ascii_case("action") {
        true => member.starts_with("request-c") && plain_words(head.text).count() == 1,
        false => names::say_no(head.text, value.text),
    };
    let none = value.text.trim_start_matches([':', '：', '=', ' ', '\t', '*']).starts_with("0 ");
    let fails = || {
        (alarm_len(member).is_some() && !none)
            || refuses(value.text)
            || foreign::fail_len(member).is_some_and(|len| !foreign::denies(&member[len..]))
    };
    let asks = || is_one_of(last, RESULTS) || foreign::is_verdict(head.text);
    // `Result: 0 of 5 pass, FAIL`
    let last = value.text.rsplit([',', ';']).next().unwrap_or("");
    let fails = || fails() || label::fails(last, head.text);
    (denies || (asks() && fails()) || label::fails(value.text, head.text)).then_some(Claim::Fails)
}

/// `FAIL`, `不合格`, `Needs work.`
fn cries(text: &str) -> bool {
    let short = text.len() <= LONGEST_TITLE;
    let len = alarm_len(text).or_else(|| foreign::fail_len(text).filter(|_| short));
    let word = || text.trim_end_matches(['*', '_', '`', '.', '!']);
    len.is_some_and(|len| says_no_more(&text[len..])) || (short && is_one_of(word(), CRIES))
}

/// What stands in front of an outcome.
const RESULTS: &[&str] = &[
    "answer",
    "approval",
    "assessment",
    "conclusion",
    "decision",
    "gate",
    "judgement",
    "judgment",
    // `Sign-off`
    "off",
    "outcome",
    "overall",
    "recommendation",
    "result",
    "review",
    "ruling",
    "signoff",
    "state",
    "status",
    "vote",
];

/// Words that say no where an outcome belongs, and little anywhere else.
const REFUSALS: &[&str] = &[
    "block",
    "changes needed",
    "declined",
    "denied",
    "error",
    "errored",
    "ko",
    "negative",
    "needs fixes",
    "needs revision",
    "needs work",
    "nack",
    "ng",
    "not met",
    "unmet",
    "no",
    "not good",
    "not ok",
    "refused",
    "rethink",
    "revise",
    "rework",
    "unacceptable",
    "unsatisfactory",
    "unsuccessful",
    "veto",
    "vetoed",
    "withheld",
];

/// Some that are clear when they stand alone on a line.
const CRIES: &[&str] = &[
    "changes needed",
    "nack",
    "needs work",
    "needs_work",
    "rejecting",
    "rethink",
    "revise",
    "veto",
];

/// `❌`, `declined`, `needs work.`, and not `error handling is complete`.
fn refuses(value: &str) -> bool {
    let value =
        value.trim_start_matches([':', '：', '=', '】', '*', '_', '`', '"', '\'', ' ', '\t']);
    value.starts_with(SIGNS)
        || REFUSALS
            .iter()
            .filter(|word| begins_with(value, word))
            .any(|word| ends_clause(&value[word.len()..]))
}

/// Whether no more of a sentence stands behind a word: `, see below`; not ` the docs`, `.md`.
pub(super) fn ends_clause(behind: &str) -> bool {
    let behind = behind.trim_start_matches([' ', '\t', '*', '_', '`']);
    let behind = behind.strip_prefix('.').unwrap_or(behind);
    !behind.starts_with(|c: char| c.is_alphanumeric() || c == '/')
}

/// Whether nothing but marks and the end of a tag stands behind a word: `</b>`.
fn says_no_more(behind: &str) -> bool {
    let behind = behind.find("</").map_or(behind, |tag| &behind[..tag]);
    // `failures: []`
    let empty = ["[]", "{}"].iter().any(|empty| behind.contains(empty));
    !empty && !behind.contains(char::is_alphanumeric)
}
