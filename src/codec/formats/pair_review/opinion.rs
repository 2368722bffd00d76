//! Lines that are no result, and name one all the same: `## Result - FAIL`.

use super::words::{self, Value};
use crate::codec::claims;
use crate::codec::ear::Ear;
use crate::codec::text::fields::{self, MARKS};
use crate::codec::text::slice::Slice;
use crate::codec::words::Extra;
use crate::ir::Outcome;

/// Hears a line that is no result, as a person would who looks for one.
pub(super) fn hear(ear: &mut Ear, line: Slice<'_>, extra: &Extra) {
    ear.hear(line, extra);
    if let Some(outcome) = opinion(line, extra) {
        ear.mention_outcome(outcome, line.trim().span());
    } else if cries(line) {
        ear.mention_outcome(Outcome::Fail, line.trim().span());
    }
}

/// Whether a line says `FAIL` in capitals as its first word, or as its last behind a mark: `FAIL
/// (see above)`, `Claim titles: FAIL`, but not `PASS, WARN or FAIL`.
fn cries(line: Slice<'_>) -> bool {
    const FAIL: &str = "FAIL";
    let line = line.trim();
    if line.text.starts_with('>') || !line.text.contains(FAIL) {
        return false;
    }
    let mut words = line.text.split(|c: char| !c.is_alphanumeric());
    if words.any(|word| ["PASS", "WARN", "ERROR", "UNKNOWN"].contains(&word)) {
        return ["-> FAIL", "→ FAIL"].iter().any(|arrow| line.text.ends_with(arrow));
    }
    if let Some(rest) = claims::bare(line).text.strip_prefix(FAIL) {
        let set_off = rest.starts_with([',', '.', '!', ';', ':', '*', '<', '|', '(']);
        let behind = rest.strip_prefix(' ').unwrap_or("").trim_start();
        let reason = ["because", "since", "as", "due"].contains(&word(behind));
        return set_off || reason || behind.starts_with(['(', '-', '–', '—', '|']);
    }
    let body = line.text.trim_end_matches([' ', '\t', '|', '*', '_', '.', '!', ')']);
    let Some(head) = body.strip_suffix(FAIL) else { return false };
    let before = head.trim_end_matches([' ', '\t', '*', '_']);
    let joined = before.len() == head.len();
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    before.ends_with([':', '：', '=', '>', '→', '|', '–', '—'])
        || (!joined && before.ends_with(['-', ',']))
        || (!joined && is_one_of(last, &["is", "was", "be", "remains", "thus", "therefore"]))
}

/// Whether a line names the result and a word that fails.
pub(in crate::codec) fn names_a_fail(line: Slice<'_>, extra: &Extra) -> bool {
    opinion(line, extra) == Some(Outcome::Fail)
}

/// What a result is called at the start of a line; one edit away is near enough.
const NAMES: [&str; 19] = [
    "result",
    "results",
    "verdict",
    "verdicts",
    "outcome",
    "outcomes",
    "decision",
    "decisions",
    "conclusion",
    "judgement",
    "judgment",
    "ruling",
    "grade",
    "recommendation",
    "answer",
    "status",
    "overall",
    "final",
    "review",
];
/// May stand before such a name.
const BEFORE: [&str; 10] =
    ["the", "this", "my", "our", "gate", "revised", "updated", "corrected", "actual", "reviewer"];
/// Behind a name, they lead to what the result is of: `Result of the merge: FAIL`.
const ABOUT: [&str; 9] = ["here", "of", "for", "on", "in", "from", "after", "so", "at"];
/// Between a name and its word, they say nothing.
const FILLERS: [&str; 18] = [
    "is",
    "should",
    "must",
    "was",
    "are",
    "be",
    "a",
    "an",
    "the",
    "still",
    "now",
    "thus",
    "therefore",
    "remains",
    "b",
    "strong",
    "em",
    "td",
];
/// Words that alarms of more than one word begin with: `not ready`, `do not merge`.
const DENIALS: [&str; 11] = [
    "not", "do", "does", "did", "don't", "cannot", "no", "changes", "request", "requests", "needs",
];
/// What the result is of takes no more bytes.
const LONGEST: usize = 80;

/// What a line says of the result: a name of it, any mark, and a word that does not pass.
fn opinion(line: Slice<'_>, extra: &Extra) -> Option<Outcome> {
    let line = line.trim();
    if line.text.starts_with('>') {
        return None;
    }
    let rest = behind_name(claims::bare(line))?;
    value(rest, extra).or_else(|| {
        let begun = rest.trim_start_of(&[' ', '\t', '*', '_', '`', '"', '\'']);
        let about = is_one_of(word(begun.text), &ABOUT) || begun.text.starts_with(['(', '[', ',']);
        about.then(|| behind_marks(begun).find_map(|rest| value(rest, extra)))?
    })
}

/// What follows the name of a result: `Final result`, `The **outcome**`.
fn behind_name(body: Slice<'_>) -> Option<Slice<'_>> {
    let joints = [' ', '\t', '-', '*', '_', '`'];
    let (mut rest, mut named) = (body, None);
    for _ in 0..4 {
        let begun = rest.trim_start_of(&joints);
        let name = word(begun.text);
        rest = begun.after(name.len());
        if is_name(name) {
            named = Some(rest);
        } else if !is_one_of(name, &BEFORE) {
            break;
        }
    }
    named
}

fn is_name(word: &str) -> bool {
    // Most words are told by how long they are.
    (4..=40).contains(&word.len()) && fields::meant_of(word, NAMES.into_iter()).is_some()
}

/// What stands behind each mark that may set a result off.
fn behind_marks(text: Slice<'_>) -> impl Iterator<Item = Slice<'_>> {
    let marks = [":", "：", "=", "–", "—", "→", ">", "|", ")", "]", " - ", " is ", " was "];
    let near = text.text.char_indices().take_while(|(at, _)| *at < LONGEST);
    near.filter_map(move |(at, _)| {
        let here = text.after(at);
        marks.iter().find(|mark| here.text.starts_with(**mark)).map(|mark| here.after(mark.len()))
    })
}

/// What the text behind a name says, whatever sets it off.
fn value(rest: Slice<'_>, extra: &Extra) -> Option<Outcome> {
    let mut value = rest;
    loop {
        let said = value.text.find(char::is_alphanumeric).unwrap_or(value.text.len());
        let (marks, behind) = value.split_at(said);
        if claims::alarms(marks.text) {
            return Some(Outcome::Fail);
        }
        let filler = word(behind.text);
        if filler.is_empty() {
            return None;
        }
        value = behind.after(filler.len());
        // `Result 2: FAIL`, and not `Result: 2 failed`
        let number = filler.bytes().all(|b| b.is_ascii_digit())
            && !value.text.trim_start().starts_with(char::is_alphanumeric);
        if !number && !is_one_of(filler, &FILLERS) {
            value = behind;
            break;
        }
    }
    match words::value(value.trim_end_of(&['*', '_', '`', '|', ' ', '\t']), extra) {
        Value::Template => None,
        Value::Said(said) if said.outcome != Outcome::Fail => {
            claims::stands_alone(said.tail.text).then_some(said.outcome)
        }
        _ => fails(value.text).then_some(Outcome::Fail),
    }
}

/// Whether a text begins with a word that fails, and it is no part of a sentence: `FAIL`,
/// `failed (2 of 3)`, `not ready`, but not `failed assertions are red`.
fn fails(text: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'');
    let end = text.find(|c| !letter(c)).unwrap_or(text.len());
    let (first, behind) = text.split_at(end);
    let first = first.trim_end_matches(['_', '-']);
    let shouted = !first.contains(char::is_lowercase);
    let apart = !behind.trim_start().starts_with(char::is_alphanumeric);
    let failing = claims::alarms(first)
        || (first.contains('_') && claims::alarms(&first.replace('_', " ")))
        || (!first.is_ascii() && fields::meant_of(first, ["fail", "failed"].into_iter()).is_some());
    if failing {
        return shouted || apart;
    }
    if !is_one_of(first, &DENIALS) {
        return false;
    }
    let mut words = text.split_whitespace().take(3).map(|word| word.trim_matches(MARKS));
    let (Some(one), Some(two)) = (words.next(), words.next()) else { return false };
    let said = match (two.eq_ignore_ascii_case("not"), words.next()) {
        (true, Some(three)) => format!("{one} {two} {three}"),
        _ => format!("{one} {two}"),
    };
    // `no FAIL` is none.
    claims::alarms(&said) && !crate::codec::words::says_fail(&said)
}

/// The letters and digits that a text begins with.
fn word(text: &str) -> &str {
    let part = |c: char| c.is_alphanumeric() || fields::is_invisible(c);
    &text[..text.find(|c| !part(c)).unwrap_or(text.len())]
}

fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Option<Outcome> {
        opinion(Slice::new(line, 0), &Extra::new())
    }

    #[test]
    fn a_name_of_the_result_and_a_failing_word_are_heard_behind_any_mark() {
        for line in [
            "## Result FAIL",
            "## Result - FAIL",
            "## Result — FAIL",
            "## Result (FAIL)",
            "## Result [FAIL]",
            "## Result, FAIL",
            "## Results: FAIL",
            "## Resullt: FAIL",
            "## Rеsult: FAIL",
            "**Result** FAIL",
            "**Result FAIL**",
            "__Result:__ FAIL",
            "Result FAIL",
            "result fail",
            "result -> fail",
            "Result: ❌",
            "Result → **FAIL**",
            "Result: FАIL",
            "Result-FAIL",
            "| Result | FAIL |",
            "- Result | FAIL",
            "<b>Result</b> FAIL",
            "Final: FAIL",
            "Final - FAIL",
            "Overall FAIL",
            "Overall — rejected.",
            "Final Outcome - NO-GO",
            "Decision (REJECTED)",
            "Outcome = failed (2 of 3)",
            "The result is FAIL because the source is missing",
            "My verdict - fail.",
            "Result 2: FAIL",
            "Result of the merge: FAIL",
            "Result (security): FAIL",
            "Result for both claims is FAIL",
            "Decision - do not merge",
            "Status - NOT_READY",
            "Result - not ready, sorry",
        ] {
            assert_eq!(told(line), Some(Outcome::Fail), "{line}");
        }
        for (line, expected) in
            [("## Result - ERROR", Outcome::Hold), ("Result (WARN)", Outcome::Warn)]
        {
            assert_eq!(told(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn a_line_that_cries_fail_is_heard() {
        for line in [
            "FAIL (see above)",
            "- FAIL, no source",
            "FAIL because the source is missing",
            "<result>FAIL</result>",
            "Claim titles: FAIL",
            "| style | FAIL |",
            "On reflection: **FAIL**.",
            "Sorry, FAIL",
            "Edit: the result is FAIL",
            "## Result PASS -> FAIL",
        ] {
            assert!(cries(Slice::new(line, 0)), "{line}");
        }
        for line in [
            "> FAIL (see above)",
            "The words are PASS, WARN and FAIL",
            "FAIL is a word of the gate",
            "FAIL means that the gate stays shut",
            "The word is `FAIL`",
            "the tests that FAIL",
            "a non-FAIL",
            "FAILOVER: so",
            "fail (see above)",
        ] {
            assert!(!cries(Slice::new(line, 0)), "{line}");
        }
    }

    #[test]
    fn prose_about_results_is_not() {
        for line in [
            "> Result FAIL",
            "Result of the merge: FAIL-safe defaults",
            "Results of the test: failed assertions are shown in red",
            "Results failed to replicate, says the author",
            "Result: no failures",
            "Result: no FAIL was seen",
            "Result: not a failure",
            "Result: 0 failed",
            "Result - PASS|FAIL",
            "Results are stored, and what failed is stored as well",
            "Final paragraph: failing gracefully is a goal",
            "The final section fails to convince",
            "Outcome of this: nobody fails",
            "Restful APIs fail",
            "Decisions that FAIL are kept",
            "Review the list of failing tests",
            "The author says that the result is FAIL",
            "Result",
            "Result:",
            "",
        ] {
            assert!(told(line).is_none_or(|outcome| outcome == Outcome::Pass), "{line}");
        }
    }
}
