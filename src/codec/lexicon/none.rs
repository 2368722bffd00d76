//! What says that there is nothing: `None.`, `No blocking issues`, `4/4 resolved`.

use super::read::{without_markup, word_len};
use super::table::{COUNTED, FOUND, NONE};
use super::{Finding, Lexicon, Meaning, is_gap, is_markup};
use crate::codec::text::slice::Slice;
use crate::ir::Severity;

/// `There are no blockers` begins like a sentence.
fn without_opening(text: &str) -> &str {
    const OPENINGS: [&str; 7] =
        ["there are ", "there is ", "there were ", "i found ", "we found ", "i see ", "found "];
    let begins = |opening: &&&str| {
        text.get(..opening.len()).is_some_and(|head| head.eq_ignore_ascii_case(opening))
    };
    OPENINGS.iter().find(begins).map_or(text, |opening| text[opening.len()..].trim_start())
}

/// `None, except the token that is logged`
pub(in crate::codec) fn has_exception(text: &str) -> bool {
    let exception = ["except", "besides", "but", "unless"];
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.any(|word| exception.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether a text says that there is nothing: `None.`, `No blocking issues`, `0`, `all fixed`.
pub(in crate::codec) fn is_none(text: &str, lexicon: &Lexicon) -> bool {
    let signs = without_markup(Slice::new(text, 0), lexicon).0;
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if text.is_empty() {
        return signs != Some(Meaning::Stop);
    }
    let text = without_opening(text);
    // `2 → 0`
    let counts = text.split_once('→').or_else(|| text.split_once("->"));
    let counts = counts.map(|(had, left)| (had.trim().parse::<u64>(), left.trim().parse::<u64>()));
    if let Some((Ok(_), Ok(left))) = counts {
        return left == 0;
    }
    if has_exception(text) {
        return false;
    }
    let mut rest = text;
    let mut counts: Vec<&str> = Vec::new();
    // `all fixed`, `4/4 resolved`, `both were addressed`
    for _ in 0..6 {
        let len = word_len(rest);
        let word = &rest[..len];
        let filler = [
            "all", "both", "are", "were", "have", "been", "now", "already", "of", "the",
            "previous", "earlier", "prior",
        ];
        let filler = |word: &str| {
            filler.iter().any(|known| word.eq_ignore_ascii_case(known))
                || (rest.len() < text.len() && is_noun(word))
        };
        let count = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        if !filler(word) && !count {
            break;
        }
        counts.extend(count.then_some(word));
        rest = rest[len..].trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    if rest.len() < text.len() && is_resolved(rest) {
        // `2 of 4 resolved` leaves two.
        return counts.windows(2).all(|pair| pair[0] == pair[1]);
    }
    if all_are_resolved(text) {
        return true;
    }
    // Most texts begin with the letter of none of them.
    let first = text.as_bytes()[0];
    let alike = |word: &&str| !first.is_ascii() || word.as_bytes()[0].eq_ignore_ascii_case(&first);
    let own = NONE.iter().copied().filter(alike);
    let host = lexicon.none.iter().map(String::as_str);
    let found = own.chain(host).filter_map(|word| phrase_len(text, word)).max();
    let Some(len) = found else { return false };
    let word = &text[..len];
    let behind = &text[len..];
    let clause = behind.trim_start_matches(|c: char| is_markup(c) || c == ' ');
    let closed = !clause.starts_with(|c: char| c.is_alphanumeric());
    let number = word.bytes().all(|b| b.is_ascii_digit());
    if closed || (number && counts_others(clause, lexicon)) {
        return true;
    }
    if ["no", "zero", "0"].iter().any(|no| word.eq_ignore_ascii_case(no)) {
        if leaves_none(behind) || is_denied(behind, lexicon) {
            return true;
        }
        let words = || behind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        // `0 critical, 0 high`
        let deny = ["0", "no", "or", "and"];
        let severity = |word: &str| {
            lexicon.severity(word).is_some() || deny.iter().any(|d| word.eq_ignore_ascii_case(d))
        };
        return words().take(4).any(is_noun) || words().all(severity);
    }
    // `None blocking for step 3`, but not `None of the tests run`.
    let nothing = ["none", "nothing"].iter().any(|none| word.eq_ignore_ascii_case(none));
    let next = &clause[..word_len(clause)];
    // `` `None` is passed on``
    let in_code = behind.starts_with('`');
    nothing && !in_code && !next.eq_ignore_ascii_case("of") || is_resolved(text)
}

/// Whether what stands behind a `no` is a word that stops or a name of findings, and nothing else: `no changes required`,
/// `no required fixes`.
fn is_denied(behind: &str, lexicon: &Lexicon) -> bool {
    let named = behind.trim_matches(|c: char| !c.is_alphanumeric());
    let finding = lexicon.finding(named);
    lexicon.meaning(named) == Some(Meaning::Stop) || finding.is_some_and(|f| f != Finding::Severity)
}

/// Whether other counts follow one, and what is critical in them is none: `0 **High:** 2 **Low:** 1`.
fn counts_others(text: &str, lexicon: &Lexicon) -> bool {
    let mut words =
        text.split(|c: char| is_markup(c) || matches!(c, ' ' | ',')).filter(|w| !w.is_empty());
    let mut counted = false;
    while let Some(name) = words.next() {
        let Some(name) = name.strip_suffix(':') else { return false };
        let Some(severity) = lexicon.severity_named(name) else { return false };
        // The mark may stand behind its emphasis: `**High**: 2`
        let Some(count) = words.next().filter(|count| count.bytes().all(|b| b.is_ascii_digit()))
        else {
            return false;
        };
        if severity == Severity::Critical && count.bytes().any(|b| b != b'0') {
            return false;
        }
        counted = true;
    }
    counted
}

/// What stands behind a number that is none: `0 open, 2 fixed, none left`.
fn leaves_none(behind: &str) -> bool {
    let mut clauses = behind
        .split([',', ';'])
        .map(|clause| clause.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()));
    let first = clauses.next().is_some_and(|mut words| words.all(is_state));
    let none =
        |word: &str| ["0", "no", "none", "zero"].iter().any(|no| word.eq_ignore_ascii_case(no));
    first
        && clauses.all(|mut words| match words.next() {
            Some(count) if none(count) => words.all(|word| is_state(word) || is_resolved(word)),
            Some(count) if count.bytes().all(|b| b.is_ascii_digit()) => {
                words.next().is_some_and(is_resolved) && words.all(is_resolved)
            }
            word => word.is_none(),
        })
}

/// `All three are fixed`, `The blocker of round 1 is resolved.`, and nothing else: not `All must be fixed`, nor
/// `All of it is fixed, the token leaks`.
fn all_are_resolved(text: &str) -> bool {
    const MOST: usize = 12;
    const STILL: [&str; 23] = [
        "be", "not", "no", "never", "get", "without", "until", "if", "once", "when", "while",
        "where", "as", "so", "since", "because", "that", "which", "only", "half", "some", "one",
        "first",
    ];
    let words =
        || text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let one_of = |word: &str, known: &[&str]| known.iter().any(|k| word.eq_ignore_ascii_case(k));
    let all = words().next().is_some_and(|first| one_of(first, &["all", "both"]));
    let still = |word: &str| one_of(word, &STILL) || word.contains('\'');
    let clause = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let named = || {
        let words: Vec<&str> = words().take(MOST).collect();
        let verb = words.iter().rev().nth(1);
        words.first().is_some_and(|first| first.eq_ignore_ascii_case("the"))
            && words.iter().skip(1).take(2).any(|word| is_noun(word))
            && verb.is_some_and(|verb| one_of(verb, &["is", "are", "was", "were", "been", "now"]))
    };
    !clause.contains([',', ';', ':', '(', '—', '–'])
        && !clause.contains(". ")
        && (all || named())
        && words().next_back().is_some_and(is_resolved)
        && words().nth(MOST).is_none()
        && !words().any(still)
}

/// Whether a text ends in a clause that says where what it tells was done, and nothing else: `leak — fixed in
/// 4f2a`, `leak (resolved)`, `leak → **fixed**`; but not `leak (fixed in tests)`.
pub(in crate::codec) fn is_settled(text: &str) -> bool {
    let ends = ["—", "–", " - ", "→", "->", "(", "[", ". ", ": ", "✅", "~~"];
    let last = ends.iter().filter_map(|mark| Some(text.rfind(mark)? + mark.len())).max();
    last.is_some_and(|at| is_done(&text[at..])) || is_done_at_a_place(text)
}

/// `leak — Resolved (4f2a)`
fn is_done_at_a_place(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| is_markup(c) || matches!(c, ' ' | '.'));
    let Some((said, place)) = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) else {
        return false;
    };
    !place.contains([' ', '/']) && names_a_place(place) && is_settled(said)
}

/// Whether a clause says that something was done, perhaps where, and nothing else: `fixed`, `resolved in 4f2a`.
fn is_done(clause: &str) -> bool {
    let signs = |c: char| !c.is_alphanumeric() && !matches!(c, '?' | ',' | ';' | '~');
    let last = clause.trim_matches(signs);
    let (word, rest) = last.split_at(word_len(last));
    let mut behind = rest.split_whitespace();
    let place = match (behind.next(), behind.next(), behind.next(), behind.next()) {
        (None, ..) => true,
        (Some(by), Some(place), None, _) => is_by(by) && names_a_place(place),
        (Some(by), Some(_), Some(place), None) => is_by(by) && names_a_place(place),
        _ => false,
    };
    place && is_resolved(word) && !last.contains([',', ';', '?', ')', ']'])
}

fn is_by(word: &str) -> bool {
    ["in", "by", "with"].iter().any(|by| word.eq_ignore_ascii_case(by))
}

/// A commit, a number, a round.
fn names_a_place(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && !word.contains('.')
}

/// `0 found`, `0 open`: a word for where what is counted stands.
pub(in crate::codec) fn is_state(word: &str) -> bool {
    const STATES: [&str; 7] =
        ["found", "identified", "reported", "remaining", "remain", "left", "open"];
    STATES.iter().any(|state| word.eq_ignore_ascii_case(state))
}

/// `Fixed in 5b51f5b`, `resolved.`, but not `Fixed pools overflow`.
pub(super) fn is_resolved(text: &str) -> bool {
    let len = word_len(text);
    let resolved = ["resolved", "fixed", "addressed"];
    let behind = text[len..].trim_start_matches(|c: char| is_markup(c) || c == ' ');
    let next = &behind[..word_len(behind)];
    let closed = !behind.starts_with(|c: char| c.is_alphanumeric());
    let how = ["in", "by", "at", "via", "with", "since", "and", "or", "before", "now"];
    resolved.iter().any(|known| text[..len].eq_ignore_ascii_case(known))
        && (closed || how.iter().any(|word| next.eq_ignore_ascii_case(word)))
}

/// Whether a word is what is found: `issues`, `findings`.
pub(in crate::codec) fn is_noun(word: &str) -> bool {
    let singular = word.strip_suffix(['s', 'S']).unwrap_or(word);
    let known = |noun: &str| noun.eq_ignore_ascii_case(singular) || noun.eq_ignore_ascii_case(word);
    FOUND.iter().chain(COUNTED).any(|noun| known(noun))
}

/// What stands in front of the word at the end of a name for what is found: `Critical` of `Critical bugs`, `criticalBugs`.
pub(super) fn without_noun(name: &str) -> Option<&str> {
    let singular = name.strip_suffix(['s', 'S']).unwrap_or(name);
    let ends = |noun: &str, name: &str| {
        let at = name.len().checked_sub(noun.len())?;
        name.get(at..)?.eq_ignore_ascii_case(noun).then_some(at)
    };
    let at =
        FOUND.iter().filter_map(|noun| ends(noun, singular).or_else(|| ends(noun, name))).min()?;
    Some(name[..at].trim_end_matches(is_gap))
}

/// The length of the phrase `word` at the start of `text`, when a word ends there.
fn phrase_len(text: &str, word: &str) -> Option<usize> {
    let mut letters = word.chars().filter(|c| !is_gap(*c)).flat_map(char::to_lowercase).peekable();
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if letters.peek().is_none() {
            break;
        }
        end = at + c.len_utf8();
        if is_gap(c) {
            continue;
        }
        let mut same = c.to_lowercase();
        if !same.all(|c| letters.next_if_eq(&c).is_some()) {
            return None;
        }
    }
    // `NO-GO` does not begin with `no`.
    let mut behind = text[end..].chars();
    let next = behind.next();
    let joined =
        matches!(next, Some('-' | '_')) && behind.next().is_some_and(char::is_alphanumeric);
    let ended = !joined && !next.is_some_and(char::is_alphanumeric);
    (letters.peek().is_none() && ended).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_told_from_something() {
        let lexicon = Lexicon::default();
        for text in [
            "none",
            "None.",
            "_None blocking._",
            "No blocking issues found.",
            "0",
            "n/a",
            "-",
            "no issues",
            "all fixed",
            "4/4 RESOLVED",
            "NONE - all resolved",
            "No P0 or P1 findings",
            "0 critical",
            "0 critical, 0 high",
            "None blocking for Step 3",
            "false",
            "all were addressed",
            "No changes required.",
            "no required fixes",
        ] {
            assert!(is_none(text, &lexicon), "{text}");
        }
        for text in [
            "SQL by concatenation",
            "No error handling if the log fails",
            "None of the tests run",
            "2",
            "not fixed",
            "NO-GO",
            "❌",
            "2 of 4 resolved in part",
            "0 critical, 2 high",
            "No critical path is tested",
            "No fix for the leak",
            "no merge",
        ] {
            assert!(!is_none(text, &lexicon), "{text}");
        }
    }
}
