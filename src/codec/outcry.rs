//! What a text in no format says of failing all the same: `NO-GO`, and nothing more.
//!
//! Such a text may be evidence, and a report of tests has its lines `FAIL`. So only what stands
//! for the text as a whole is heard:
//!
//! - the first and the last line that say something (in a text of [`SHORT`] lines, each of them),
//!   when they are nothing but a word of failing, alone or behind a label;
//! - any line, in no list and in no fence, that is nothing but a word which only a reviewer says:
//!   `NO-GO`, `approved: false`;
//! - the one line of a text that begins with such a word, or is a short sentence with one;
//! - JSON whose own members say so, and what its lists hold only when a verdict is named there;
//! - a critical row of CPF below `VERIFIED:` or `ISSUES:`.

use super::claims::{self, Claim, plain_words};
use super::input::Task;
use super::member::{self, Told};
use super::text::fields;
use super::text::slice::Slice;
use super::tree::json::{Type, Value};
use super::words;
use crate::ir::Diagnostic;
use crate::source::Span;

/// A text of so many lines has no room for anything but what it says.
const SHORT: usize = 5;

/// Words of failing that stand in no report of tests and in no log.
const RULINGS: &[&str] = &[
    "no-go",
    "no go",
    "nogo",
    "reject",
    "rejected",
    "reject immediately",
    "spec-update-needed",
    "disapproved",
    "not approved",
    "not mergeable",
    "do not merge",
    "don't merge",
    "request changes",
    "changes requested",
    "approve: no",
    "approved: no",
    "approve: false",
    "approved: false",
    "mergeable: no",
    "mergeable: false",
    "lgtm: no",
];

/// No sentence that is a verdict and nothing more has more words: `I reject this.`
const SENTENCE: usize = 8;

/// Where a text that holds no verdict says fail for all of it.
pub(super) fn place(task: &Task<'_>) -> Option<Span> {
    match task.json() {
        Some(Ok(document)) => in_json(document.root(), true),
        _ => in_lines(task.body),
    }
}

/// Where JSON in a fence says fail, that stands there alone or among other things.
pub(super) fn place_in_fence(held: &Task<'_>, alone: bool) -> Option<Span> {
    let document = held.json()?.as_ref().ok()?;
    in_json(document.root(), alone)
}

fn in_lines(body: Slice<'_>) -> Option<Span> {
    let mut said: Vec<Slice<'_>> = Vec::new();
    let (mut first, mut last, mut count) = (None, None, 0_usize);
    let (mut rows, mut fenced, mut fresh) = (false, false, false);
    for line in body.lines().map(Slice::trim) {
        fenced ^= is_fence(line.text);
        if fresh && is_underline(line.text) && !said.iter().any(|line| fails(*line)) {
            // The line above it was a title.
            (first, count) = (None, 0);
            said.clear();
        }
        fresh = false;
        if !says_something(line.text) || (fenced && line.text.starts_with(['{', '[', '"'])) {
            continue;
        }
        let mark = line.text.trim_matches(|c: char| !c.is_ascii_uppercase());
        rows |= matches!(mark, "VERIFIED" | "ISSUES");
        if rows && is_critical_row(line.text) {
            return Some(line.span());
        }
        if !fenced && is_ruling(line) {
            return Some(line.span());
        }
        if line.text.starts_with('#') && !fails(line) {
            continue;
        }
        count += 1;
        fresh = count == 1;
        first = first.or(Some(line));
        last = Some(line);
        if count <= SHORT {
            said.push(line);
        }
    }
    if count > SHORT {
        said.clear();
        said.extend([first, last].into_iter().flatten());
    }
    let found = said.iter().find(|line| fails(**line));
    let found = found.or(said.first().filter(|line| count == 1 && begins_failing(**line)));
    found.map(|line| line.span())
}

/// `NO-GO`, and nothing else on the line; an item may be one of the words to choose from.
fn is_ruling(line: Slice<'_>) -> bool {
    const LONGEST: usize = 64;
    if line.text.len() > LONGEST || line.text.starts_with('>') || fields::item(line).is_some() {
        return false;
    }
    let folded = fold(line.text);
    let body = claims::bare(Slice::new(&folded, 0)).text;
    let body = body.trim_end_matches(|c: char| !c.is_alphanumeric());
    RULINGS.iter().any(|ruling| body.eq_ignore_ascii_case(ruling))
}

fn is_fence(line: &str) -> bool {
    ["```", "~~~"].iter().any(|mark| line.starts_with(mark))
}

/// The marks of a fence say nothing, and neither do rules and blanks. JSON in a fence is read as
/// JSON.
fn says_something(line: &str) -> bool {
    !is_fence(line) && (line.contains(char::is_alphanumeric) || claims::alarms(line))
}

/// `=====` below a title
fn is_underline(line: &str) -> bool {
    line.len() > 2 && (line.bytes().all(|b| b == b'=') || line.bytes().all(|b| b == b'-'))
}

/// A line in plain letters: `NO_GO` with an odd hyphen, or with letters of full width.
fn fold(line: &str) -> String {
    let plain = |c: char| match c {
        '_' => ' ',
        '\u{2010}'..='\u{2013}' | '\u{2212}' => '-',
        _ => fields::narrow(c),
    };
    line.chars().filter(|c| !fields::is_invisible(*c)).map(plain).collect()
}

/// `**NO-GO**`, `Final: FAIL`, `approved: no`, and nothing else on the line.
fn fails(line: Slice<'_>) -> bool {
    let folded = fold(line.text);
    let line = Slice::new(&folded, 0);
    let claims = match claims::claim(line) {
        Some(Claim::Fails | Claim::Cry) => true,
        Some(Claim::Verdict(said)) => claims::alarms(said.text),
        _ => false,
    };
    let body = claims::bare(line).text;
    let told = line.text.starts_with('>') || is_title(body);
    !told && (claims || ends_in_capitals(body) || looks_like_a_fail(body))
}

/// `# Failures`: what stands below it says whether there are any.
fn is_title(body: &str) -> bool {
    const TITLES: [&str; 4] = ["failures", "blockers", "blocker", "blocking"];
    let body = body.trim_end_matches(|c: char| !c.is_alphanumeric());
    TITLES.iter().any(|title| body.eq_ignore_ascii_case(title))
}

/// `NO-GO` with a letter of another alphabet.
fn looks_like_a_fail(text: &str) -> bool {
    const WORDS: [&str; 6] = ["fail", "failed", "no-go", "no go", "reject", "rejected"];
    !text.is_ascii() && fields::meant_of(text.trim(), WORDS.into_iter()).is_some()
}

/// `Result FAIL`, `| Security | NO-GO |`
fn ends_in_capitals(body: &str) -> bool {
    let marks = ['*', '`', '.', '!', '"', '\''];
    let mut words = body.split([' ', '\t', '|']).map(|word| word.trim_matches(marks));
    let words: Vec<&str> = words.by_ref().filter(|word| !word.is_empty()).take(4).collect();
    let [label @ .., last] = &words[..] else { return false };
    words.len() < 4
        && !label.iter().any(|word| denies(word))
        && !last.contains(char::is_lowercase)
        && claims::alarm_len(last) == Some(last.len())
}

fn denies(word: &str) -> bool {
    let words = ["0", "no", "none", "not", "nothing", "never", "zero"];
    words.iter().any(|no| word.eq_ignore_ascii_case(no))
}

/// `REJECTED because the token is logged`, `I reject this.`, but not `Failed: 0`.
fn begins_failing(line: Slice<'_>) -> bool {
    let folded = fold(line.text);
    let line = Slice::new(&folded, 0);
    let body = claims::bare(line).text;
    let behind = claims::alarm_len(body).map(|len| &body[len..]);
    let begins = behind
        .is_some_and(|behind| words::fail_len(body).is_some() || !plain_words(behind).any(denies));
    let sentence = plain_words(body).count() <= SENTENCE
        && !plain_words(body).any(|word| denies(word) || claims::is_elsewhen(word))
        && claims::alarms(line.text);
    // `❌ Not good`
    let sign = line.text.chars().next().is_some_and(|c| claims::alarms(c.encode_utf8(&mut [0; 4])));
    !line.text.starts_with('>') && (begins || sentence || sign)
}

/// `a|C|naming|src/a.rs|it is called q`, `- C|naming|src/a.rs|it is called q`
fn is_critical_row(text: &str) -> bool {
    let row = fields::without_bullet(Slice::new(text, 0)).text;
    let fields: Vec<&str> = row.split('|').map(str::trim).collect();
    let critical = |field: &&str| *field == "C" || field.eq_ignore_ascii_case("critical");
    fields.len() >= 4 && fields.iter().take(2).any(critical)
}

/// `{"approved": false}`, `[{"action": "request-changes"}]`
fn in_json(root: Value<'_>, whole: bool) -> Option<Span> {
    // An object, and whether it speaks for the whole text.
    let mut open = vec![(root, whole)];
    while let Some((value, whole)) = open.pop() {
        for (name, value) in value.members() {
            let said = name.text().unwrap_or_default();
            if (whole || names_a_verdict(&said)) && member_fails(&said, value) {
                return Some(name.span());
            }
            open.push((value, whole && value.kind() == Type::Object));
        }
        let short = value.items().nth(SHORT).is_none();
        let said = |item: &Value<'_>| item.text().is_some_and(|text| fails(Slice::new(&text, 0)));
        if let Some(item) = value.items().find(|item| whole && short && said(item)) {
            return Some(item.span());
        }
        let alone = value.items().nth(1).is_none();
        open.extend(value.items().map(|item| (item, whole && alone)));
    }
    None
}

/// Whether a member in a list speaks of the work, and not of one of many things that were looked
/// at, as `status` does in a report of tests.
fn names_a_verdict(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["verdict", "decision", "action", "approved"].iter().any(|word| name.contains(word))
}

/// `NO-GO`, and nothing more
pub(super) fn fails_without_verdict(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::fails_without_verdict")
        .message("the text says fail, and is in no format that is known")
        .label(at, "says so")
        .help(
            "write `verdict: fail` and a `blocker:` line for each reason; a text that is only \
             evidence says in its first line what it shows, and ends with something else",
        )
}

/// Whether a member speaks of failing, whatever format it is of: `"ok": false`.
fn member_fails(name: &str, value: Value<'_>) -> bool {
    match value.kind() {
        Type::Bool(said) => member::fails(name, Told::Bool(said)),
        Type::String => member::fails(name, Told::Text(&value.text().unwrap_or_default())),
        Type::Number => {
            let number = value.raw().text.parse().unwrap_or(f64::NAN);
            member::fails(name, Told::Number(number))
        }
        Type::List | Type::Object => member::fails(name, Told::Listed) && !is_nothing(value),
        Type::Null => false,
    }
}

/// `[]`, and an object of nothing: `{"total": 0}`.
fn is_nothing(value: Value<'_>) -> bool {
    match value.kind() {
        Type::Null | Type::Bool(false) => true,
        Type::Bool(true) => false,
        Type::Number => value.raw().text.parse().is_ok_and(|number: f64| number == 0.0),
        Type::String => says_nothing(value),
        Type::List => value.items().next().is_none(),
        // No deeper than a document may go.
        Type::Object => value.members().all(|(_, value)| is_nothing(value)),
    }
}

/// `null`, `[]`, `""`, `"none"`
fn says_nothing(value: Value<'_>) -> bool {
    match value.kind() {
        Type::Null => true,
        Type::List => value.items().next().is_none(),
        _ => value.text().is_some_and(|text| matches!(text.trim(), "" | "none")),
    }
}

#[cfg(test)]
mod tests;
