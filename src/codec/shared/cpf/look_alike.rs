//! Fields that look like a severity and are none: other letters, other pipes, more than one.

use super::grammar::{Row, Rule, ask};
use super::rows::leading;
use super::tables;
use crate::codec::ReadOptions;
use crate::codec::text::fields::{is_invisible, narrow};
use crate::codec::text::slice::Slice;
use crate::ir::Severity;

/// Letters of other alphabets that look like those of `CRITICAL`, and like `H`, `M` and `L`.
const LETTERS: &[(&str, char)] = &[
    ("СсϹϲⅭⅽℂℭᏟⲤⲥᴄꓚⒸⓒ🄲🅒🅲", 'C'),
    ("РрҐ", 'R'),
    ("ІіΙιӀ", 'I'),
    ("ТтΤτ", 'T'),
    ("АаΑα", 'A'),
    ("НнΗℋℌℍⲎꓧⒽⓗ🄷🅗🅷", 'H'),
    ("МмΜⅯⅿℳⲘꓟⓂⓜ🄼🅜🅼", 'M'),
    ("ⅬⅼℒⳑꓡⓁⓛ🄻🅛🅻", 'L'),
];

/// A field that is longer is a sentence, in bytes.
const LONGEST: usize = 60;

/// The field of a row that stands where its severity belongs, resembles one, and is none: `Sev C`, `C/H`, `critcal`; or
/// what looks like `C` where the pipes are others.
pub(super) fn in_row<'a>(
    row: &Row<'a>,
    lead: usize,
    options: &ReadOptions,
) -> Option<(Slice<'a>, Severity)> {
    // Of four columns below `VERIFIED:`, that of the agents is missing.
    let column = if row.count < lead + 4 { 0 } else { lead };
    let own = row.fields().get(column).filter(|_| row.count >= 4).map(|field| field.trim());
    let own = own.and_then(|field| Some((field, resembles(field.text, options)?)));
    // `rulebase|C1 interface-mismatch|src/a.rs:1|differs`
    let first = row.fields().get(lead).filter(|_| lead > 0);
    let first = first.and_then(|field| between(Rule::first_word, *field).next());
    let is_one = |word: &Slice<'_>| {
        is_critical(word.text, options)
            || tables::numbered(word.text, options) == Some(Severity::Critical)
    };
    let begins = first.filter(is_one);
    let critical = || begins.or_else(|| critical(row.whole, options));
    own.or_else(|| Some((critical()?, Severity::Critical)))
}

/// The severity that a sentence begins with, set off by a mark: `C: it leaks`, `[H-2] it is slow`. An error where it
/// begins with what may be meant as `C`.
pub(in crate::codec) fn in_front<'a>(
    text: Slice<'a>,
    options: &ReadOptions,
) -> Result<Option<Severity>, Slice<'a>> {
    let set_off = leading(text).filter(|(_, set_off)| *set_off);
    let known = set_off.and_then(|(word, _)| {
        let known = tables::severity(word.text, options).map(|(severity, _)| severity);
        known.or_else(|| tables::numbered(word.text, options))
    });
    match (known, critical(text, options)) {
        (None, Some(alike)) => Err(alike),
        (known, _) => Ok(known),
    }
}

/// The worst severity that a word of a field is, or is meant as.
pub(in crate::codec) fn resembles(field: &str, options: &ReadOptions) -> Option<Severity> {
    if field.len() > LONGEST {
        return None;
    }
    let plain = plainly(field);
    let words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let meant = words.filter_map(|word| {
        let known = tables::severity(word, options).map(|(severity, _)| severity);
        let numbered = || tables::numbered(word, options);
        known.or_else(numbered).or_else(|| options.lexicon.severity_meant(word))
    });
    meant.max().filter(|severity| *severity > Severity::Info)
}

/// A text in plain letters.
fn plainly(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).map(plain).collect()
}

/// The field of a row that looks like `C`, and is something else. The row stands where rows with a
/// severity belong.
fn critical<'a>(row: Slice<'a>, options: &ReadOptions) -> Option<Slice<'a>> {
    let first = between(Rule::first_field, row).next();
    // Behind a blank, it is a word of a sentence: `not critical`.
    let mut fields = first.into_iter().chain(between(Rule::alike_row, row).nth(1));
    let found = fields.find(|field| is_critical(field.text, options));
    // `C` with a pipe behind it is a severity: another field is missing.
    found.filter(|field| {
        let plain = tables::severity(field.text, options).is_some();
        !plain || !row.after(field.end() - row.start).text.starts_with('|')
    })
}

/// The same where no row belongs: only fields between pipes count.
pub(super) fn stray<'a>(line: Slice<'a>, options: &ReadOptions) -> Option<Slice<'a>> {
    if line.text.is_ascii() {
        return None;
    }
    let mut fields = between(Rule::alike_stray, line);
    let (first, second) = (fields.next()?, fields.next()?);
    fields.nth(1)?;
    let own = line.text.matches('|').count() >= 3;
    [first, second].into_iter().find(|field| {
        let plain = tables::severity(field.text, options).is_some();
        is_critical(field.text, options) && !(own && plain)
    })
}

/// Whether a field is `C`, or is once its letters are plain.
fn is_critical(field: &str, options: &ReadOptions) -> bool {
    if field.is_empty() || field.len() > LONGEST {
        return false;
    }
    let plain = plainly(field);
    let plain = plain.trim_matches(|c: char| !c.is_alphanumeric());
    let known = tables::severity(plain, options).map(|(severity, _)| severity);
    known == Some(Severity::Critical)
}

/// The plain letter that a letter looks like.
fn plain(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    let known = LETTERS.iter().find(|(alike, _)| alike.contains(c));
    match (known, c as u32) {
        (Some((_, letter)), _) => *letter,
        // Mathematical letters: 26 capitals and 26 small ones in each of thirteen styles.
        (None, at @ 0x1d400..=0x1d6a3) => {
            let letter = u8::try_from((at - 0x1d400) % 26).unwrap_or_default();
            char::from(b'A' + letter)
        }
        _ => narrow(c),
    }
}

/// What stands between pipes, or what looks like them, and says something; commas are such in the rule of rows.
fn between(rule: Rule, text: Slice<'_>) -> impl Iterator<Item = Slice<'_>> {
    ask(rule, text).into_iter().flat_map(|row| row.parts()).map(|part| part.text.trim())
}
