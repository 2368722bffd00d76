//! What is around a word and means nothing: colours, tags, marks.

use crate::codec::lexicon;
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::{is_one_of, opened, without_tag};

/// A text without what turns it red on a terminal: `ESC [ 31 m`.
fn without_colour(text: Slice<'_>) -> Slice<'_> {
    let mut rest = text;
    while let Some(begun) = rest.text.strip_prefix("\u{1b}[") {
        let Some(end) = begun.find(|c: char| !c.is_ascii_digit() && c != ';') else { break };
        rest = rest.after(2 + end + usize::from(begun[end..].starts_with('m')));
    }
    rest
}

/// Whether a place lies in a piece of code with words around it, in the same line: such code is quoted.
/// A line that is nothing but code is the reviewer's own.
pub(super) fn is_in_code(text: &str, at: usize) -> bool {
    if !text[at..].contains('`') || text[..at].matches('`').count().is_multiple_of(2) {
        return false;
    }
    // `Verdict: FAIL` in code, and a dash and why behind it.
    let first = text.trim_start_matches(['*', '_', ' ']).strip_prefix('`');
    let behind =
        first.and_then(|first| first.split_once('`')).map(|(_, behind)| behind.trim_start());
    if behind.is_some_and(|behind| behind.starts_with(['-', '–', '—'])) {
        return false;
    }
    // Of pieces between marks, every other one is code.
    text.split('`').step_by(2).any(|outside| outside.contains(char::is_alphanumeric))
}

/// Below every heading: a line that is bold.
pub(super) const LOWEST: u8 = 7;

/// What stands in an element of HTML that is put around a line, and how deep a heading that makes it:
/// `<h3>Must fix</h3>`, `<details><summary>Critical (2)</summary>`. What makes a line bold makes it a
/// heading below all others.
pub(super) fn in_element(text: Slice<'_>) -> (Slice<'_>, Option<u8>) {
    // Nobody puts more around a line, and each is a look at all of it.
    const MOST: usize = 4;
    let (mut text, mut level) = (text, None);
    for _ in 0..MOST {
        let Some((name, held)) = opened(text) else { break };
        // `<br>Verdict: FAIL`, `</details>Verdict: FAIL`: it holds nothing.
        let closes = name.strip_prefix('/').is_some_and(is_plain_name);
        if closes || is_one_of(name.trim_end_matches('/'), &["br", "hr", "img"]) {
            text = held;
            continue;
        }
        // `<a id="verdict"></a>Verdict: FAIL`
        if name.eq_ignore_ascii_case("a")
            && let Some(behind) = held.text.strip_prefix("</a>")
        {
            text = held.after(held.text.len() - behind.len()).trim();
            continue;
        }
        let heading = match name.as_bytes() {
            [b'h' | b'H', digit @ b'1'..=b'6'] => Some(digit - b'0'),
            _ if is_one_of(name, &["summary", "b", "strong", "dt"]) => Some(LOWEST),
            _ if is_one_of(
                name,
                &["details", "p", "div", "span", "li", "dd", "center", "section", "code"],
            ) =>
            {
                None
            }
            _ => break,
        };
        let close = format!("</{name}>");
        let tail = held.text.len().checked_sub(close.len());
        let tail = tail.filter(|at| {
            held.text.get(*at..).is_some_and(|tail| tail.eq_ignore_ascii_case(&close))
        });
        text = match tail {
            // `<p>It is small.</p><p>Verdict: FAIL</p>` are two of a kind.
            Some(at) if ends_before(held.text, name, &close, at) => break,
            Some(at) => held.split_at(at).0.trim(),
            // It is around the first words alone.
            None if held.text.contains(&close) => break,
            // It goes on in other lines.
            None => held,
        };
        level = level.or(heading);
    }
    (text, level)
}

/// Whether what an element holds ends before a place: an end stands there that closes nothing inside.
fn ends_before(held: &str, name: &str, close: &str, place: usize) -> bool {
    let inner = &held[..place];
    let end = inner.find(close);
    end.is_some_and(|end| !inner[..end].contains(&format!("<{name}")))
}

fn is_plain_name(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// A text without the marks around it: `**Verdict**`, `[PASS]`, `✅ Verdict`.
pub(super) fn without_markup(text: Slice<'_>) -> Slice<'_> {
    let text = without_tag(without_colour(text.trim()));
    let opens = |c: char| !c.is_alphanumeric();
    let start = text.text.find(|c| !opens(c)).unwrap_or(text.text.len());
    let inner = text.after(start);
    let end = inner
        .text
        .trim_end_matches(|c: char| lexicon::is_markup(c) || matches!(c, ' ' | ':' | ']' | '#'));
    Slice::new(end, inner.start)
}
