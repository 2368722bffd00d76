//! Reading what stands behind a label: marks, the word, and what follows it.

use super::table::{self, REMARKS};
use super::tail::{counts_what_stops, ending, is_refusal, takes_back};
use super::{Label, Lexicon, Meaning, is_gap, is_markup, same};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::codec::text::tags::{decode_entities, without_tag};
use crate::ir::Outcome;

/// What stands behind a label.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct ReadValue<'a> {
    pub(in crate::codec) says: Says,
    /// What follows them, without the marks that close them.
    pub(in crate::codec) tail: Slice<'a>,
    /// Nothing stands behind the word but a stop, a bracket, or a dash with a reason, and none of
    /// these begins with a condition, or takes the word back.
    pub(in crate::codec) clear: bool,
    /// The words end a clause, or go on with a reason.
    pub(in crate::codec) ends: bool,
}

/// What words behind a label come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Says {
    /// Nothing stands there.
    Nothing,
    /// A known word, and what it comes to.
    Word(Meaning),
    /// `PASS | FAIL`: a form that was not filled in.
    Template,
    /// Up to three words of neither kind: `so so`.
    Unclear,
    /// It counts, points, or is a sentence: not read.
    Prose,
}

impl Says {
    /// The outcome of a known word.
    pub(in crate::codec) fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Word(meaning) => Some(meaning.outcome()),
            _ => None,
        }
    }
}

/// What may close a word, between it and the text behind it.
const BEHIND: [char; 9] = ['*', '_', '`', ']', ')', ' ', '"', '\'', '~'];

/// Reads what stands behind a label. The word is read as it is written, and whether it is clear in the characters
/// that a page shows: `APPROVE &mdash; small`, `APPROVE (&#105;f the token goes)`.
pub(in crate::codec) fn read_value<'a>(
    value: Slice<'a>,
    label: Label,
    lexicon: &Lexicon,
) -> ReadValue<'a> {
    let said = read_written(value, label, lexicon);
    match decode_entities(value.text) {
        Some(shown) if said.says.outcome().is_some() => {
            let shown = read_written(Slice::new(&shown, 0), label, lexicon);
            ReadValue { clear: shown.clear && shown.says == said.says, ..said }
        }
        _ => said,
    }
}

fn read_written<'a>(value: Slice<'a>, label: Label, lexicon: &Lexicon) -> ReadValue<'a> {
    let Some(value) = ticked(value.trim(), lexicon) else {
        let tail = value.trim().after(value.trim().text.len());
        return ReadValue { says: Says::Template, tail, clear: false, ends: false };
    };
    // `**Verdict:** <b>FAIL</b>`
    let value = behind_change(value, lexicon);
    let marked = value.trim_start_of(&['*', '_', ' ']);
    let value = if marked.text.starts_with('<') { without_tag(marked) } else { value };
    let (sign, body) = without_markup(value, lexicon);
    let empty = body.after(body.text.len());
    if body.is_empty() {
        let says = sign.map_or(Says::Nothing, Says::Word);
        return ReadValue { says, tail: empty, clear: sign.is_some(), ends: true };
    }
    if is_template(value.text, lexicon) {
        return ReadValue { says: Says::Template, tail: empty, clear: false, ends: false };
    }
    if let Some((len, meaning)) = leading(body.text, label, lexicon) {
        let rest = body.after(len);
        let (meaning, len) = with_remarks(meaning, rest.text).unwrap_or((meaning, 0));
        // `APPROVED (with nits)`
        let bracketed = rest.text[..len].contains('(') && rest.text[len..].starts_with(')');
        let len = len + usize::from(bracketed);
        // `**APPROVED** with nits` is not one word.
        let shown = if rest.text[..len].contains(is_markup) { 0 } else { len };
        // `APPROVE — with notes below`
        let behind = &rest.text[len..];
        let pointed = behind.trim_start();
        let pointed = &pointed[..word_len(pointed)];
        let behind = match len > 0 && points(pointed) {
            true => &behind.trim_start()[pointed.len()..],
            false => behind,
        };
        let (clear, ends) = ending(behind);
        let beyond = rest.after(rest.text.len() - behind.len());
        let rest = rest.after(shown);
        // `❌ approve` says two things.
        let (meaning, clear) = match sign {
            Some(Meaning::Stop) if meaning != Meaning::Stop => (Meaning::Stop, false),
            _ => (meaning, clear),
        };
        let tail = rest.trim_start_of(&BEHIND);
        let taken_back =
            || takes_back(tail, lexicon) || takes_back(beyond.trim_start_of(&BEHIND), lexicon);
        let left = || counts_what_stops(tail.text, lexicon);
        let clear = clear && (meaning == Meaning::Stop || !(taken_back() || left()));
        return ReadValue { says: Says::Word(meaning), tail: tail.trim(), clear, ends };
    }
    // A question is answered with yes or no.
    if label == Label::Question && is_no(body.text, lexicon) {
        let tail = body.after(word_len(body.text)).trim_start_of(&BEHIND).trim();
        let clear = sign.is_none_or(|sign| sign == Meaning::Stop);
        return ReadValue { says: Says::Word(Meaning::Stop), tail, clear, ends: true };
    }
    let says = sign.map_or_else(|| unknown(body.text), Says::Word);
    let end = body.text.find(['.', '(', '—', '–', ';', '|']).unwrap_or(body.text.len());
    ReadValue { says, tail: body.after(end).trim(), clear: false, ends: true }
}

/// `no`, `false`, `not`: an answer to a question.
fn is_no(text: &str, lexicon: &Lexicon) -> bool {
    let len = word_len(text);
    let host = lexicon.none.iter().any(|known| same(known, &text[..len]));
    // `Merge: no conflicts`
    is_refusal(text) || (host && ending(&text[len..]).1)
}

/// Of words to choose from (`[x] PASS [ ] FAIL`), the one that is ticked. None when it is not one;
/// a value without boxes is what it is.
fn ticked<'a>(value: Slice<'a>, lexicon: &Lexicon) -> Option<Slice<'a>> {
    if value.text.is_ascii() && !value.text.contains(['[', '(']) {
        return Some(value);
    }
    let known = |said: Slice<'_>| leading(said.text, Label::Question, lexicon).is_some();
    let starts = value.text.char_indices().map(|(at, _)| at);
    let boxes = starts.filter_map(|at| Some((at, fields::checkbox(value.after(at))?)));
    let boxes: Vec<_> = boxes.filter(|(_, (_, said))| known(*said)).collect();
    let end = |behind| {
        let next = boxes.iter().map(|(at, _)| *at).find(|at| *at > behind);
        next.unwrap_or(value.text.len())
    };
    let mut chosen = boxes.iter().filter(|(_, (ticked, _))| *ticked);
    match (&boxes[..], chosen.next(), chosen.next()) {
        ([], ..) => Some(value),
        // Behind a word, a box may be its own or the next one's.
        ([(first, _), ..], Some((at, (_, said))), None)
            if !value.text[..*first].contains(char::is_alphanumeric) =>
        {
            let len = end(*at).saturating_sub(said.start - value.start);
            Some(said.split_at(len.min(said.text.len())).0.trim())
        }
        _ => None,
    }
}

/// Behind an arrow, or behind words that are struck out, the last word counts.
fn behind_change<'a>(value: Slice<'a>, lexicon: &Lexicon) -> Slice<'a> {
    let mut value = value;
    let bare = value.trim_start_of(&['*', '_', ' ']);
    if bare.text.starts_with("~~")
        && let Some(end) = bare.text[2..].find("~~")
    {
        value = bare.after(2 + end + 2).trim();
    }
    for arrow in ["→", "->", "=>", "➜"] {
        if let Some(at) = value.text.rfind(arrow) {
            let (_, before) = without_markup(value.split_at(at).0, lexicon);
            let behind = value.after(at + arrow.len()).trim();
            let (_, bare) = without_markup(behind, lexicon);
            let known = |text: &str| leading(text, Label::Verdict, lexicon).is_some();
            if known(before.text) && known(bare.text) {
                value = behind;
            }
        }
    }
    value
}

/// A value without marks and signs in front of it, and what the signs say: the worst of them.
pub(super) fn without_markup<'a>(
    value: Slice<'a>,
    lexicon: &Lexicon,
) -> (Option<Meaning>, Slice<'a>) {
    let mut sign: Option<Meaning> = None;
    let letter = |c: char| c.is_alphanumeric();
    let start = value.text.find(letter).unwrap_or(value.text.len());
    for (at, c) in value.text[..start].char_indices() {
        if !c.is_ascii()
            && let Some(meaning) = lexicon.meaning(&value.text[at..at + c.len_utf8()])
        {
            sign = match sign {
                Some(known) if known.outcome() >= meaning.outcome() => sign,
                _ => Some(meaning),
            };
        }
    }
    // A digit of a keycap or a bracketed count is no word.
    (sign, value.after(start))
}

/// The longest known word that a text begins with, and its length. `yes` counts behind a question.
pub(super) fn leading(text: &str, label: Label, lexicon: &Lexicon) -> Option<(usize, Meaning)> {
    let mut found = None;
    let mut end = 0;
    for _ in 0..4 {
        let gap = text[end..].chars().take_while(|c| is_gap(*c)).map(char::len_utf8).sum::<usize>();
        let len = word_len(&text[end + gap..]);
        if len == 0 || (end > 0 && gap == 0) {
            break;
        }
        end += gap + len;
        let Some(meaning) = lexicon.meaning(&text[..end]) else { continue };
        if meaning == Meaning::Yes && label != Label::Question {
            continue;
        }
        // `fail-safe` and `pass_through` are other words.
        let mut behind = text[end..].chars();
        let joined = matches!(behind.next(), Some('-' | '_'))
            && behind.next().is_some_and(char::is_alphanumeric);
        if !joined {
            found = Some((end, meaning));
        }
    }
    found
}

/// `APPROVED WITH NITS` warns, `APPROVED WITH CONDITIONS` is a yes with a catch.
fn with_remarks(meaning: Meaning, behind: &str) -> Option<(Meaning, usize)> {
    if !matches!(meaning, Meaning::Go | Meaning::Yes) {
        return None;
    }
    let mut end = 0;
    for at in 0..4 {
        let rest = &behind[end..];
        // `Yes, with fixes`, `**APPROVED** with nits`
        let opens = |c: char| is_markup(c) || matches!(c, ',' | '(' | ']' | '—' | '–' | '-');
        let between = |c: char| is_gap(c) || (at == 0 && opens(c));
        let gap = rest.chars().take_while(|c| between(*c)).map(char::len_utf8).sum::<usize>();
        let len = word_len(&rest[gap..]);
        if len == 0 || gap == 0 {
            return None;
        }
        let word = &rest[gap..gap + len];
        end += gap + len;
        if at == 0 && word.eq_ignore_ascii_case("conditionally") {
            return Some((Meaning::Caution, end));
        }
        if at == 0 && !["with", "w"].iter().any(|with| word.eq_ignore_ascii_case(with)) {
            return None;
        }
        if REMARKS.iter().any(|known| word.eq_ignore_ascii_case(known)) {
            return Some((Meaning::Noted, end));
        }
        let cautions = table::WORDS.iter().filter(|(_, meaning)| *meaning == Meaning::Caution);
        if cautions.clone().any(|(known, _)| known.eq_ignore_ascii_case(word)) {
            return Some((Meaning::Caution, end));
        }
    }
    None
}

/// `PASS | FAIL`, `<pass|fail>`, `pass or fail`, `PASS (pass|fail)`: words of several kinds to choose from.
fn is_template(text: &str, lexicon: &Lexicon) -> bool {
    let enclosed = text.starts_with('<') && text.ends_with('>');
    let marked = text.contains(['|', '/']) || text.contains(" or ");
    let listed = text.contains([',', '(']);
    if !marked && !listed {
        return enclosed;
    }
    let mut kinds = Vec::new();
    for part in text.split(['|', '/', ',', '(', ')']).flat_map(|part| part.split(" or ")) {
        let part = part.trim_matches(|c: char| !c.is_alphanumeric());
        let part = part.strip_prefix("or ").unwrap_or(part);
        if part.is_empty() {
            continue;
        }
        match leading(part, Label::Question, lexicon) {
            Some((len, meaning)) if len == part.len() => kinds.push(meaning.outcome()),
            _ => return enclosed && !marked,
        }
    }
    // `PASS (NO-GO)` is filled in, and takes itself back.
    (marked || kinds.len() > 2) && kinds.iter().any(|kind| *kind != kinds[0])
}

/// Words of neither kind: up to three hold, unless they count or point.
fn unknown(text: &str) -> Says {
    let end = text.find(['.', ';', '(', '—']).unwrap_or(text.len());
    let mut words = text[..end].split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let first = words.next().unwrap_or_default();
    match words.nth(2) {
        None if !counts(first) && !points(first) => Says::Unclear,
        _ => Says::Prose,
    }
}

fn counts(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_digit())
}

fn points(word: &str) -> bool {
    let known = ["see", "below", "above", "n", "as"];
    known.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The length of the word that a text begins with: letters, digits, `'`.
pub(super) fn word_len(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '\u{2019}'))
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests;
