//! Lines that introduce what somebody else wrote: `The author wrote:`, `Example:`.

use std::ops::Range;

use super::{Form, Line, Quoted, begun_element};

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

/// Whether such a line says outright that a verdict below it is another's: `The previous review said:`, `Example:`.
///
/// A fence is quoted by less. Here a line in the open may say no: `Login form:` is as well a part of the work, and the
/// reviewer's own word may stand below `As the previous review said:` and `The original should have said:`.
fn is_anothers(line: &str) -> bool {
    let Some(words) = words_before_colon(line) else { return false };
    let words = match &words[..] {
        [article, rest @ ..] if is_one(article, &["a", "an", "the"]) => rest,
        words => words,
    };
    let texts = ["review", "reviewer", "version", "report", "round"];
    match words {
        [example] => is_one(example, &["example"]),
        [before, text, says] => {
            is_one(before, &BEFORE) && is_one(text, &texts) && is_one(says, &SAYS)
        }
        _ => false,
    }
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

/// What a line introduces as somebody else's: the paragraph, the fence or the element below it.
pub(in crate::codec) fn introduced(lines: &[Line<'_>]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut introduces, mut inside) = (false, false);
    // The one that begins it, and which of the ranges that is.
    let mut element: Option<(&str, usize)> = None;
    for (place, line) in lines.iter().enumerate() {
        if let Some((_, at)) = element.filter(|(name, _)| line.ends_element(name)) {
            element = None;
            found.truncate(at + 1);
            if let Some(last) = found.last_mut() {
                last.end = line.whole.end();
            }
        }
        let fenced = matches!(line.quoted, Some(Quoted::Inside | Quoted::Closes));
        if line.form == Form::Blank && !fenced {
            inside = false;
            continue;
        }
        let range = line.whole.start..line.whole.end();
        if inside {
            if let Some(last) = found.last_mut() {
                last.end = range.end;
            }
        } else if introduces && !fenced {
            found.push(range);
            inside = true;
            let begun = begun_element(lines, place).map(|name| (name.text, found.len() - 1));
            element = element.or(begun);
        }
        inside &= line.quoted != Some(Quoted::Closes);
        introduces = line.quoted.is_none() && is_introduction(line.text.text);
    }
    found
}

/// Where lines begin that a line above says outright to be another's: one of text each, or one of a list.
pub(in crate::codec) fn told_by_another(lines: &[Line<'_>]) -> Vec<usize> {
    let said = || lines.iter().filter(|line| line.form != Form::Blank);
    let pairs = said().zip(said().skip(1));
    let told = pairs.filter(|(above, below)| {
        let own = above.quoted.is_none() && below.quoted.is_none();
        own && matches!(above.form, Form::Text | Form::Heading(_))
            && matches!(below.form, Form::Text | Form::Item { .. })
            && is_anothers(above.text.text)
    });
    told.map(|(_, below)| below.whole.trim().start).collect()
}
