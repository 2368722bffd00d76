//! Lines that introduce what somebody else wrote: `The author wrote:`, `Example:`.

/// Words for a form, for what was there before, and for what somebody says.
const FORMS: [&str; 6] = ["example", "examples", "form", "format", "template", "sample"];
const BEFORE: [&str; 4] = ["earlier", "previous", "previously", "original"];
const SAYS: [&str; 2] = ["said", "wrote"];

/// Whether a line that ends in a colon introduces what follows, and says that it is somebody
/// else's, or a form: below `Here is my verdict:` nothing is quoted.
pub(in crate::codec) fn is_introduction(line: &str) -> bool {
    let Some(words) = words_before_colon(line) else { return false };
    let known = |word: &&str| is_one(word, &FORMS) || is_one(word, &BEFORE) || is_one(word, &SAYS);
    words.iter().any(known)
        && !words.iter().any(|word| is_one(word, &["my"]))
        && !says_again(&words)
        && !hands_in(&words)
}

/// `As I said:`, `As we have already said:`
fn says_again(words: &[&str]) -> bool {
    let between = ["have", "ve", "already", "earlier", "previously"];
    let [first, who, between_them @ .., last] = words else { return false };
    is_one(first, &["as"])
        && is_one(who, &["i", "we"])
        && between_them.iter().all(|word| is_one(word, &between))
        && is_one(last, &SAYS)
}

/// `Here is the verdict in the requested format:`, but not `Here is the template in YAML format:` or `Your verdict in this
/// format:`.
fn hands_in(words: &[&str]) -> bool {
    let answers = ["verdict", "review", "answer", "report", "assessment"];
    let words = match words {
        [here, is, rest @ ..] if is_one(here, &["here", "below"]) && is_one(is, &["is", "s"]) => {
            rest
        }
        words => words,
    };
    let [the, words @ ..] = words else { return false };
    if !is_one(the, &["the"]) {
        return false;
    }
    let Some(at) = words.iter().position(|word| is_one(word, &["in"])) else { return false };
    let (what, form) = words.split_at(at);
    let named = match what {
        [name] => is_one(name, &answers),
        [last, name] => is_one(last, &["final"]) && is_one(name, &answers),
        _ => false,
    };
    named && form.last().is_some_and(|word| is_one(word, &["format"])) && form.len() <= 4
}

/// The words of a line in front of the colon that it ends in.
fn words_before_colon(line: &str) -> Option<Vec<&str>> {
    let said = line.trim_end_matches(['*', '_', ' ']).strip_suffix(':')?;
    Some(words(said).collect())
}

fn words(said: &str) -> impl Iterator<Item = &str> {
    said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn is_one(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether the name of an element says so: `<example>`, `<previous_review>`, but not `<form>`.
pub(super) fn names_anothers(name: &str) -> bool {
    words(name)
        .any(|word| !is_one(word, &["form"]) && (is_one(word, &FORMS) || is_one(word, &BEFORE)))
}
