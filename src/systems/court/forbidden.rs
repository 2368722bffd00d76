//! What a court must not be told, at any depth and in any spelling (K1, K4).

use super::mistakes;
use crate::codec::{Data, Datum};
use crate::ir::Diagnostic;

/// The keys that no part of a briefing may have: who tells why, tells whom to believe.
pub const FORBIDDEN_KEYS: [&str; 10] = [
    "plan",
    "ledger",
    "commit_message",
    "commitMessage",
    "prior_verdicts",
    "priorVerdicts",
    "narration",
    "toolOutput",
    "rationale",
    "implementer_reasoning",
];

/// Whether a key is one of [`FORBIDDEN_KEYS`], however it is spelt: case, what stands between its words, blanks, marks that
/// nobody sees, letters of the full width, accents, a `1` for an `l`, a `0` for an `o`, and one or many make no difference.
///
/// ```
/// use assize::court::is_forbidden;
/// for key in ["plan", "PLAN", "Commit-Message", "priorVerdicts", "prior_verdict", "tool output", "p1an", "plán"] {
///     assert!(is_forbidden(key), "{key}");
/// }
/// assert!(!is_forbidden("ledger_hits") && !is_forbidden("planned"));
/// ```
pub fn is_forbidden(key: &str) -> bool {
    let plain = plain(key);
    FORBIDDEN_KEYS.iter().any(|known| self::plain(known) == plain)
}

/// Its letters and digits in lower case, without the `s` of many.
fn plain(key: &str) -> String {
    let letters = key.chars().map(narrow).filter(|c| c.is_alphanumeric());
    let mut plain: String =
        letters.flat_map(char::to_lowercase).map(latin).map(bare).map(one_for_many).collect();
    if plain.ends_with('s') {
        plain.pop();
    }
    plain
}

/// `ｐ` is `p`.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// What looks like `l` is one, and so is `i`, whose capital does.
fn one_for_many(c: char) -> char {
    match c {
        '1' | 'i' => 'l',
        '0' => 'o',
        c => c,
    }
}

/// A letter without its accent.
fn bare(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ị' => 'i',
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => 'l',
        'ḿ' | 'ṁ' | 'ṃ' => 'm',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ọ' => 'o',
        'ṕ' | 'ṗ' => 'p',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ụ' => 'u',
        'ý' | 'ÿ' => 'y',
        c => c,
    }
}

/// Letters of other alphabets that look like these.
fn latin(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'ɡ' | 'ց' => 'g',
        'і' | 'ı' | 'ι' => 'i',
        'ӏ' => 'l',
        'м' => 'm',
        'п' | 'ո' | 'η' => 'n',
        'о' | 'ο' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'г' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'у' => 'y',
        c => c,
    }
}

/// Every forbidden key in a part of a briefing, with its path: `contract.criteria[0].rationale`.
pub(super) fn violations(part: &str, data: &Data, wrong: &mut Vec<Diagnostic>) {
    match &data.value {
        Datum::List(items) => {
            for (nth, item) in items.iter().enumerate() {
                violations(&format!("{part}[{nth}]"), item, wrong);
            }
        }
        Datum::Map(entries) => {
            for entry in entries {
                let path = format!("{part}.{}", entry.key);
                if is_forbidden(&entry.key) {
                    wrong.push(mistakes::input_violation(entry.key_at, &path));
                }
                violations(&path, &entry.value, wrong);
            }
        }
        _ => {}
    }
}
