//! What a line that is no field says to a person all the same: `## Final verdict: NO-GO`.

mod foreign;
mod label;
mod names;
mod none;
mod result;
mod severity;

pub(super) use label::is_elsewhen;
pub(super) use names::{is_fault, last_is_consent};
use none::NOT;
pub(super) use none::says_none;
use result::ends_clause;
pub(super) use severity::is_lesser;

use super::text::fields::{self, BULLETS};
use super::text::slice::Slice;
use super::words;

/// What a line that is no field says to a person all the same.
#[derive(Clone, Copy, Debug)]
pub(super) enum Claim<'a> {
    /// `## Final verdict: pass`, and what it says; nothing when that stands below.
    Verdict(Slice<'a>),
    /// `Verdict for security: FAIL`
    Fails,
    /// `FAIL`, and nothing else on the line.
    Cry,
    /// `## Blockers`: they are listed below.
    Blockers,
    /// `### Critical`: what is critical is listed below.
    Critical,
    /// `1. blocker: SQL`
    Blocker,
    /// `CRITICAL: SQL`, `severity: critical`
    Serious,
}

/// Whether a line in a fence beside the verdict is one of another verdict, and no form's.
pub(super) fn states_verdict(line: Slice<'_>) -> bool {
    let field = fields::split(line).filter(|field| field.known == Some(fields::Key::Verdict));
    field.is_some_and(|field| !field.value.text.contains(['|', '<', '{']))
}

/// Reads a line as a person would who does not know the format. A block quote claims nothing.
pub(super) fn claim(line: Slice<'_>) -> Option<Claim<'_>> {
    let line = line.trim();
    if line.text.starts_with('>') {
        return None;
    }
    let body = bare(line);
    // `❌`, and nothing else.
    if body.is_empty() && line.text.contains(SIGNS) {
        return Some(Claim::Cry);
    }
    if label::is_failing_row(line.text) {
        return Some(Claim::Fails);
    }
    if counts_blockers(line.text) || is_critical_row(line.text) {
        return Some(Claim::Blocker);
    }
    let heading = line.text.starts_with('#');
    let cut = separator(body.text);
    claim_of_blockers(body, cut, heading)
        .or_else(|| severity::claim(body, cut, heading))
        .or_else(|| claim_of_verdict(body, cut))
        .or_else(|| result::claim(body, cut))
}

/// The claims behind characters that some programs show as a new line.
pub(super) fn behind_odd_breaks(line: Slice<'_>) -> impl Iterator<Item = Slice<'_>> {
    let breaks = ['\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];
    let text = if may_break_oddly(line.text) { line.text } else { "" };
    let places = text.match_indices(breaks).map(move |(at, c)| line.after(at + c.len()));
    places.map(move |rest| match rest.text.find(breaks) {
        Some(end) => rest.split_at(end).0,
        None => rest,
    })
}

/// Whether a text may hold one of these characters. It looks at every byte without a branch, which
/// is many times as fast as looking for characters.
pub(super) fn may_break_oddly(text: &str) -> bool {
    // The last bytes of U+0085, U+2028 and U+2029 are bytes of other characters, too.
    let odd = |b: u8| {
        let control = (b == 0xb) | (b == 0xc) | (b.wrapping_sub(0x1c) < 3);
        u8::from(control | (b == 0x85) | (b == 0xa8) | (b == 0xa9))
    };
    text.as_bytes().chunks(64).any(|piece| piece.iter().fold(0, |found, &b| found | odd(b)) != 0)
}

/// A line without what stands in front of its first letter: marks, numbers, boxes, tags.
pub(super) fn bare(line: Slice<'_>) -> Slice<'_> {
    let mut body = line;
    loop {
        let tick = ["[x]", "[X]"].iter().find(|tick| body.text.starts_with(**tick));
        body = match (body.text.chars().next(), tick) {
            (_, Some(tick)) => body.after(tick.len()),
            // What turns the rest of a line red on a terminal.
            (Some('\u{1b}'), _) => body.after(colour_len(body.text)),
            (Some('<'), _) => body.after(tag_len(body.text).unwrap_or(1)),
            (Some(c), _) if !c.is_alphabetic() => body.after(c.len_utf8()),
            _ => return body.trim(),
        };
    }
}

/// `ESC [ 31 m`
fn colour_len(text: &str) -> usize {
    let begun = text.strip_prefix("\u{1b}[");
    let end = begun.and_then(|rest| rest.find(|c: char| !c.is_ascii_digit() && c != ';'));
    end.filter(|end| text[2 + end..].starts_with('m')).map_or(1, |end| 2 + end + 1)
}

/// `<b>`, but not `<verdict>`, which says something.
fn tag_len(text: &str) -> Option<usize> {
    let end = text.bytes().take(16).position(|b| b == b'>')?;
    let name = text[1..end].trim_matches('/');
    let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
    (plain && !fields::is_key(name)).then_some(end + 1)
}

/// `C|error-handling|src/a.rs:7|the error is lost`: a row of CPF, wherever it stands.
fn is_critical_row(text: &str) -> bool {
    if !text.as_bytes().contains(&b'|') {
        return false;
    }
    let mut fields = text.split('|').map(str::trim);
    let (first, second) = (fields.next(), fields.next());
    // `C|H|M|L` is the title of a table.
    [first, second].contains(&Some("C")) && fields.nth(1).is_some_and(|field| field.len() > 1)
}

/// `2 blockers found`, `1 critical issue`, and not `0 blockers`.
fn counts_blockers(text: &str) -> bool {
    // Most lines speak of neither.
    if find(text, "block").is_none() && find(text, "critical").is_none() {
        return false;
    }
    let (mut before, mut critical) = ("", false);
    plain_words(text).any(|word| {
        let counted = before.bytes().any(|b| b.is_ascii_digit() && b != b'0')
            || is_one_of(before, &["one", "two", "three"]);
        let counts = counted && is_one_of(word, &["blocker", "blockers"])
            || critical && is_one_of(word, FINDINGS);
        // `C4 blocking issues` names some, and counts none.
        let whole = !before.starts_with(|c: char| c.is_alphabetic()) || before.len() > 2;
        critical = counted && whole && is_one_of(word, &["critical", "blocking"]);
        before = word;
        counts
    })
}

/// Where a word stands in a text, in any case.
fn find(text: &str, word: &str) -> Option<usize> {
    let (bytes, word) = (text.as_bytes(), word.as_bytes());
    let first = word.first()?.to_ascii_lowercase();
    (0..=bytes.len().checked_sub(word.len())?).find(|&at| {
        // Most places are told by one letter.
        bytes[at].to_ascii_lowercase() == first
            && bytes[at..at + word.len()].eq_ignore_ascii_case(word)
    })
}

/// What is called critical, and counted.
const FINDINGS: &[&str] = &[
    "bug",
    "bugs",
    "defect",
    "defects",
    "error",
    "errors",
    "finding",
    "findings",
    "flaw",
    "flaws",
    "hole",
    "issue",
    "issues",
    "problem",
    "problems",
    "vulnerabilities",
    "vulnerability",
];

/// What a blocker is called at the start of a line.
const BLOCKER: [&str; 12] = [
    "blocker_list",
    "blocker",
    "critical issue",
    "critical_issue",
    "blocking issue",
    "blocking-issue",
    "blocking_issue",
    "blocking finding",
    "blocking problem",
    "must fix",
    "must-fix",
    "must_fix",
];

/// What follows `blocker`, `blockers` or `blocker(s)` at the start of a text.
fn after_blocker(text: Slice<'_>) -> Option<Slice<'_>> {
    let rest = BLOCKER.iter().find_map(|word| {
        let head = text.text.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| text.after(word.len()))
    })?;
    let plural = ["(s)", "(S)", "s", "S"].iter().find(|s| rest.text.starts_with(**s));
    let rest = plural.map_or(rest, |plural| rest.after(plural.len()));
    (!rest.text.starts_with(|c: char| c.is_alphanumeric() || c == '_')).then_some(rest)
}

fn claim_of_blockers(body: Slice<'_>, cut: Option<usize>, heading: bool) -> Option<Claim<'_>> {
    if let Some(rest) = after_blocker(body) {
        return claim_of_rest(rest);
    }
    // `Remaining blockers: SQL`, `## Remaining blockers`
    let (head, rest) = match cut {
        Some(at) => body.split_at(at),
        None if heading => (body, body.after(body.text.len())),
        None => return None,
    };
    if head.text.len() > LONGEST_TITLE {
        return None;
    }
    if fields::meant(head.text.trim()).is_some_and(|meant| meant.starts_with("blocker")) {
        return claim_of_rest(rest);
    }
    let mut words = plain_words(head.text).rev().peekable();
    words.next_if(|last| is_one_of(last, &["found", "identified"]));
    let blockers = is_one_of(words.next()?, &["blocker", "blockers"]);
    let mut denied = words.filter(|word| is_one_of(word, NOT));
    (blockers && denied.next().is_none()).then(|| claim_of_rest(rest))?
}

/// No title that anybody writes is longer; in bytes.
const LONGEST_TITLE: usize = 64;

/// What stands behind the word `Blockers`: nothing, none of them, or one.
fn claim_of_rest(rest: Slice<'_>) -> Option<Claim<'static>> {
    if says_none(rest.text) {
        return None;
    }
    let mut words = plain_words(rest.text);
    let title = words.all(|word| is_one_of(word, &["b", "strong", "found", "identified", "list"]));
    Some(if title { Claim::Blockers } else { Claim::Blocker })
}

/// Whether a text begins by calling itself critical: `CRITICAL: SQL`.
pub(super) fn is_serious(text: &str) -> bool {
    let body = bare(Slice::new(text, 0));
    matches!(severity::claim(body, separator(body.text), false), Some(Claim::Serious))
}

/// Whether a text by itself says fail to a person: `FAIL`, `CRITICAL: SQL`, `do not merge`.
pub(super) fn says_fail(text: &str) -> bool {
    let claimed = claim(Slice::new(text, 0));
    matches!(claimed, Some(Claim::Fails | Claim::Cry | Claim::Blocker | Claim::Serious))
}

/// Where a label ends that is no longer than a title: `Result: `, `Approved? `, `【判定】`.
fn separator(text: &str) -> Option<usize> {
    let title = &text.as_bytes()[..text.len().min(LONGEST_TITLE + 1)];
    let mut from = 0;
    // The last two are the first bytes of full-width marks.
    while let Some(at) =
        title[from..].iter().position(|b| matches!(b, b':' | b'=' | b'?' | 0xe3 | 0xef))
    {
        let at = from + at;
        if title[at].is_ascii() || text[at..].starts_with(['：', '？', '】']) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// Whether a line says that what stands below it is somebody else's: `The author wrote:`.
pub(super) fn quotes(line: Slice<'_>) -> bool {
    const WORDS: &[&str] = &[
        "wrote",
        "said",
        "claims",
        "claimed",
        "quote",
        "quoted",
        "quoting",
        "example",
        "previous",
        "previously",
        "earlier",
        "proposed",
        "suggested",
    ];
    let mine = || plain_words(line.text).any(|word| is_one_of(word, &["my"]));
    plain_words(line.text).any(|word| is_one_of(word, WORDS)) && !mine()
}

/// Whether a line disowns what stands beside it: `I disagree.`
pub(super) fn disowns(line: Slice<'_>) -> bool {
    find(line.text, "disagree").is_some()
        && plain_words(line.text)
            .any(|word| is_one_of(word, &["disagree", "disagrees", "disagreed"]))
}

fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|known| word.eq_ignore_ascii_case(known))
}

pub(super) fn plain_words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn claim_of_verdict(body: Slice<'_>, cut: Option<usize>) -> Option<Claim<'_>> {
    let Some((head, rest)) = at_verdict(body) else { return claim_of_look_alike(body, cut) };
    let closed = rest.trim_start_of(&['*', '_', '`', '"', '\'', ')', ']', ' ', '\t']);
    let set_off = closed.text.starts_with([':', '=', '–', '—', '|', '>', '：'])
        || (closed.text.starts_with('-') && rest.text.starts_with([' ', '\t']));
    let short = head.text.len() <= LONGEST_TITLE && plain_words(head.text).count() <= 5;
    let value = closed.trim_start_of(&[
        ':', '=', '–', '—', '|', '>', '：', '-', '*', '_', '`', '"', '\'', ' ', '\t',
    ]);
    if short && (set_off || closed.is_empty()) {
        return Some(Claim::Verdict(value));
    }
    (alarms(rest.text) || words::says_fail(head.text)).then_some(Claim::Fails)
}

/// `verdict: fail` with a letter of another alphabet, or with one that nobody sees.
fn claim_of_look_alike(body: Slice<'_>, cut: Option<usize>) -> Option<Claim<'_>> {
    let (head, rest) = body.split_at(cut?);
    (fields::meant(head.text.trim()) == Some("verdict")).then(|| {
        Claim::Verdict(rest.trim_start_of(&[':', '：', '=', ' ', '\t', '*', '_', '`', '"', '\'']))
    })
}

/// What stands before and behind the word `verdict`.
fn at_verdict(body: Slice<'_>) -> Option<(Slice<'_>, Slice<'_>)> {
    const WORD: &str = "verdict";
    let bytes = body.text.as_bytes();
    let letter = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphabetic);
    let mut from = 0;
    while let Some(at) = find(&body.text[from..], WORD).map(|at| from + at) {
        let end = at + WORD.len();
        let end = end + usize::from(matches!(bytes.get(end), Some(b's' | b'S')));
        if !letter(at.checked_sub(1).and_then(|at| bytes.get(at))) && !letter(bytes.get(end)) {
            return Some((body.split_at(at).0, body.after(end)));
        }
        from = at + WORD.len();
    }
    None
}

/// Words that tell a person to stop, besides those of the formats.
const ALARMS: &[&str] = &[
    "fails",
    "failed",
    "failing",
    "failures",
    "failure",
    "rejected",
    "rejects",
    "rejection",
    "blocked",
    "blockers",
    "blocker",
    "blocking",
    "not merge",
    "critical fail",
    "critical failure",
    "not ready",
    "not ready to merge",
    "not pass",
    "not passed",
    "not passing",
    "not approved",
    "not acceptable",
    "not mergeable",
    "don't merge",
    "do not merge",
    "does not pass",
    "did not pass",
    "don't ship",
    "do not ship",
    "not ship",
    "cannot merge",
    "no go",
    "nogo",
    "changes requested",
    "changes required",
    "request changes",
    "requests changes",
    "needs changes",
];
/// Signs that do so.
const SIGNS: [char; 8] = ['❌', '⛔', '🚫', '🛑', '👎', '✗', '✘', '🔴'];

/// Whether a text speaks of failing: `not ready, do not merge`, but not `0 failed`.
pub(super) fn alarms(text: &str) -> bool {
    let mut before = "";
    text.contains(SIGNS)
        || words::says_fail(text)
        || words::words_of(text).any(|at| {
            let end = at.find(|c: char| !c.is_alphanumeric()).unwrap_or(at.len());
            let denied = is_one_of(before, NOT);
            before = if at[end..].starts_with(' ') { &at[..end] } else { "" };
            !denied && alarm_len(at).is_some()
        })
}

/// The length of the alarm that a text begins with.
pub(super) fn alarm_len(text: &str) -> Option<usize> {
    let first = text.as_bytes().first()?.to_ascii_lowercase();
    let alike = ALARMS.iter().filter(|alarm| alarm.as_bytes().first() == Some(&first));
    let ours = alike.filter(|alarm| begins_with(text, alarm)).map(|alarm| alarm.len());
    ours.chain(words::fail_len(text)).max()
}

/// Whether a text begins with a word, or with several: `REQUEST_CHANGES` is `request changes`.
fn begins_with(text: &str, words: &str) -> bool {
    let alike =
        |(a, b): (u8, u8)| a.eq_ignore_ascii_case(&b) || (b == b' ' && matches!(a, b'_' | b'-'));
    let ends =
        |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
    text.len() >= words.len()
        && text.bytes().zip(words.bytes()).all(alike)
        && text.get(words.len()..).is_some_and(ends)
}

/// Whether a word of a verdict stands alone: nothing but marks behind it.
pub(super) fn stands_alone(behind: &str) -> bool {
    !behind.contains(|c: char| c.is_alphanumeric() || SIGNS.contains(&c))
}

/// Whether a text without a line end stops in the middle of a known key, or right behind one.
pub(super) fn stops_in_a_key(line: Slice<'_>) -> bool {
    let line = line.trim();
    let body = BULLETS.iter().fold(line, |line, _| fields::without_bullet(line));
    let body = body.trim_start_of(&fields::MARKS);
    let word = body.text.trim_end_matches([':', ' ', '\t', '*', '_', '`']);
    fields::begins_a_key(word) && (word.len() == body.text.len() || fields::is_key(word))
}

#[cfg(test)]
mod tests;
