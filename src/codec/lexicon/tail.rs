//! What follows a word: whether it leaves the word clear, makes it a condition, or takes it back.

use super::read::{leading, without_markup, word_len};
use super::table::NONE;
use super::{Label, Lexicon, Meaning, is_markup};
use crate::codec::text::slice::Slice;

/// Words that begin a condition or an exception: what stands in front of them is not clear.
pub(super) const CONDITIONS: [&str; 12] = [
    "if",
    "unless",
    "until",
    "once",
    "after",
    "when",
    "pending",
    "except",
    "but",
    "provided",
    "assuming",
    "conditional",
];

/// Words that begin a reason: a clause ends in front of them.
const REASONS: [&str; 14] = [
    "because", "due", "since", "as", "given", "for", "with", "by", "on", "in", "at", "before",
    "per", "and",
];

/// Whether a text begins with a condition or an exception, marks left out.
pub(in crate::codec) fn is_condition(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    // `only if the tests pass`
    let only = text.get(.."only ".len()).is_some_and(|only| only.eq_ignore_ascii_case("only "));
    let text = if only { &text["only ".len()..] } else { text };
    let word = &text[..word_len(text)];
    CONDITIONS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether what stands behind a word that goes on begins with one that stops, or with its sign:
/// `PASS - FAIL`, `GO (or NO-GO)`, `APPROVED: no`, but not `PASS (failed: 0)`. Further on only a word in
/// capitals does: `PASS (tests), FAIL (security)`.
pub(in crate::codec) fn takes_back(tail: Slice<'_>, lexicon: &Lexicon) -> bool {
    let clauses = tail.text.match_indices([',', ';', '(', '—', '–']).skip_while(|(at, _)| *at == 0);
    let stops_further_on = clauses.map(|(at, mark)| tail.after(at + mark.len())).any(|clause| {
        let (_, body) = without_markup(clause, lexicon);
        let len = word_len(body.text);
        !body.text[..len].contains(char::is_lowercase) && stops(body, lexicon)
    });
    let (sign, body) = without_markup(tail, lexicon);
    let body = body
        .text
        .strip_prefix("or ")
        .map_or(body, |behind| body.after(body.text.len() - behind.len()));
    sign == Some(Meaning::Stop) || is_refusal(body.text) || stops(body, lexicon) || stops_further_on
}

/// Whether a clause begins with a word that stops, and is about nothing but that: several words
/// (`do not merge yet`), or one that ends it (not `blocked items are gone`).
fn stops(clause: Slice<'_>, lexicon: &Lexicon) -> bool {
    let Some((len, Meaning::Stop)) = leading(clause.text, Label::Verdict, lexicon) else {
        return false;
    };
    let (said, behind) = clause.text.split_at(len);
    let counted = behind.trim_start_matches([':', '=', ' ']);
    // `failed: 0`
    let (count, rest) = counted.split_at(word_len(counted));
    let closed = !rest.trim_start().starts_with(char::is_alphanumeric);
    let known = |none: &str| count.eq_ignore_ascii_case(none);
    let none = counted.len() < behind.len()
        && closed
        && (NONE.iter().copied().any(known) || lexicon.none.iter().any(|none| known(none)));
    (said.contains(' ') || ending(behind).1) && !none
}

/// `no`, `not.`, `false`: a whole clause, but not the beginning of `no blockers`.
pub(super) fn is_refusal(text: &str) -> bool {
    let len = word_len(text);
    ["no", "not", "false", "never", "nope"].iter().any(|no| text[..len].eq_ignore_ascii_case(no))
        && ending(&text[len..]).1
}

/// Whether a word is clear, and whether it ends a clause, by what stands behind it.
pub(super) fn ending(behind: &str) -> (bool, bool) {
    const CLOSE: [char; 7] = [']', ')', '*', '_', '`', '"', '\''];
    let closed = behind.trim_start_matches(is_markup);
    let marked = closed.len() < behind.len() || behind.starts_with([']', ')']);
    let closed = closed.trim_start_matches(CLOSE);
    let rest = closed.trim_start();
    // `APPROVED ✅ — small and tested`
    let signs = |c: char| !c.is_ascii() && !c.is_alphanumeric() && !matches!(c, '—' | '–');
    let behind_signs = rest.trim_start_matches(|c: char| signs(c) || c == ' ');
    // `**Verdict: APPROVED ✅**`
    let rest = match behind_signs.trim_start_matches(CLOSE).trim_start() {
        inner if behind_signs.len() < rest.len() && behind_signs.starts_with(CLOSE) => inner,
        _ => behind_signs,
    };
    let marked = marked || rest.len() < behind_signs.len();
    let blank = rest.len() < closed.len();
    let Some(first) = rest.chars().next() else { return (true, true) };
    if first == '?' {
        return (false, false);
    }
    let dash =
        matches!(first, '—' | '–') || (first == '-' && blank && rest[1..].starts_with(['-', ' ']));
    let stop = matches!(first, '.' | '!' | ',' | ';' | ':' | '(' | '[' | '{');
    // `APPROVED,` and a line below that goes on
    let goes_on = first == ',' && rest[1..].trim_end_matches(is_markup).trim().is_empty();
    // `**APPROVED** only if …` is a sentence, and `**PASS** All tests …` begins one.
    let sentence = !stop && !dash && first.is_lowercase();
    if stop || dash || marked || !first.is_alphanumeric() {
        let clear = (stop || dash || marked) && !is_condition(rest) && !goes_on && !sentence;
        return (clear, true);
    }
    let word = &rest[..word_len(rest)];
    let reason = REASONS.iter().chain(&CONDITIONS).any(|known| word.eq_ignore_ascii_case(known));
    (false, reason)
}
