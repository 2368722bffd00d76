//! What a court must not be told, at any depth and in any spelling (K1, K4).

use super::mistakes;
use crate::codec::{Data, Datum};
use crate::ir::Diagnostic;
use crate::source::bare_letters;

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

/// What only a verdict of a court has, and what is kept of one.
const VERDICT_KEYS: [&str; 2] = ["per_criterion", "briefingHash"];

/// Whether a key is one of [`FORBIDDEN_KEYS`], however it is spelt: case, what stands between its words, blanks, marks that
/// no one sees, letters of the full width, bold, in circles or small, accents, a `1` for an `l`, a `0` for an `o`, and one or many make no difference.
///
/// ```
/// use assize::court::is_forbidden;
/// for key in ["plan", "PLAN", "Commit-Message", "priorVerdicts", "prior_verdict", "tool output", "p1an", "plán", "𝐩𝐥𝐚𝐧", "ᴘʟᴀɴ"] {
///     assert!(is_forbidden(key), "{key}");
/// }
/// assert!(!is_forbidden("ledger_hits") && !is_forbidden("planned"));
/// ```
pub fn is_forbidden(key: &str) -> bool {
    is_one_of(key, &FORBIDDEN_KEYS)
}

fn is_one_of(key: &str, known: &[&str]) -> bool {
    let plain = plain(key);
    known.iter().any(|known| self::plain(known) == plain)
}

/// Its letters and digits in lower case, without the `s` of many.
fn plain(key: &str) -> String {
    let letters = bare_letters(key).filter(|c| c.is_alphanumeric());
    let mut plain: String =
        letters.flat_map(char::to_lowercase).map(latin).map(one_for_many).collect();
    if plain.ends_with('s') {
        plain.pop();
    }
    plain
}

/// What looks like `l` is one, and so is `i`, whose capital does.
fn one_for_many(c: char) -> char {
    match c {
        '1' | 'i' => 'l',
        '0' => 'o',
        c => c,
    }
}

/// Letters of other alphabets, strokes and sizes that look like these.
fn latin(c: char) -> char {
    const ALIKE: [(char, &str); 17] = [
        ('a', "аαɑᴀ"),
        ('c', "сϲᴄ"),
        ('d', "ԁđᴅ"),
        ('e', "еεᴇ"),
        ('g', "ɡցɢ"),
        ('i', "іıιɪ"),
        ('l', "ӏłʟ"),
        ('m', "мᴍ"),
        ('n', "пոηɴ"),
        ('o', "оοօøᴏ"),
        ('p', "рρᴘ"),
        ('r', "гʀ"),
        ('s', "ѕꜱ"),
        ('t', "тτᴛ"),
        ('u', "υսᴜ"),
        ('v', "νѵᴠ"),
        ('y', "уʏ"),
    ];
    ALIKE.iter().find(|(_, others)| others.contains(c)).map_or(c, |(letter, _)| *letter)
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
                if is_one_of(&entry.key, &VERDICT_KEYS) {
                    wrong.push(mistakes::prior_verdict(entry.key_at, &path));
                }
                violations(&path, &entry.value, wrong);
            }
        }
        _ => {}
    }
}
