//! Lines that introduce what somebody else wrote: `The author wrote:`, `Example:`.

use std::ops::Range;

use super::{Form, Line, Quoted};

/// What somebody else's text is told by: a form, what was there before, and what somebody says.
const FORMS: [&str; 6] = ["example", "examples", "form", "format", "template", "sample"];
const BEFORE: [&str; 4] = ["earlier", "previous", "previously", "original"];
const SAYS: [&str; 2] = ["said", "wrote"];

/// Whether a line that ends in a colon introduces what follows, and says that it is somebody
/// else's, or a form: below `Here is my verdict:` nothing is quoted.
pub(in crate::codec) fn is_introduction(line: &str) -> bool {
    let Some(said) = before_colon(line) else { return false };
    let names_one = words(said)
        .any(|word| [&FORMS[..], &BEFORE, &SAYS].iter().any(|known| known.contains(&&*word)));
    names_one && !words(said).any(|word| word == "my") && !is_own(said)
}

/// Whether such a line says outright, and nothing else, that what follows is another's word: `The previous review said:`,
/// `Example:`.
///
/// A fence is quoted by less. Here a line in the open may say no: `Login form:` is as well a part of the work, and the
/// reviewer's own word may stand below `As the previous review said:` and `The original should have said:`.
fn is_anothers(line: &str) -> bool {
    let Some(said) = before_colon(line) else { return false };
    let words: Vec<String> =
        words(said).skip_while(|word| ["a", "an", "the"].contains(&&**word)).take(4).collect();
    let is_one = |word: &String, known: &[&str]| known.contains(&&**word);
    match &words[..] {
        [example] | [example, _] if example == "example" => true,
        [before, says] | [before, _, says] => is_one(before, &BEFORE) && is_one(says, &SAYS),
        _ => false,
    }
}

/// `Here is the verdict in the requested format:`, `As I said:`
fn is_own(said: &str) -> bool {
    let words: Vec<String> = words(said).collect();
    let says_so = |at: usize| {
        let mut behind = words[at + 1..].iter().skip_while(|word| BEFORE.contains(&&***word));
        let person = ["i", "we"].contains(&&*words[at]);
        person && behind.next().is_some_and(|word| SAYS.contains(&&**word))
    };
    let shows = ["example", "examples", "sample", "how"];
    let other = words
        .iter()
        .any(|word| [&BEFORE[..], &SAYS, &shows].iter().any(|known| known.contains(&&**word)));
    let presents =
        words.first().is_some_and(|first| first == "here") && words.iter().any(|word| word == "in");
    (presents && !other) || (0..words.len()).any(says_so)
}

/// Whether the name of an element says so: `<example>`, `<previous_review>`, but not `<form>`.
pub(super) fn names_anothers(name: &str) -> bool {
    words(name).any(|word| {
        word != "form" && [&FORMS[..], &BEFORE].iter().any(|known| known.contains(&&*word))
    })
}

/// What a line says in front of the colon that it ends in.
fn before_colon(line: &str) -> Option<&str> {
    line.trim_end_matches(['*', '_', ' ']).strip_suffix(':')
}

fn words(said: &str) -> impl Iterator<Item = String> + '_ {
    let words = said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase)
}

/// What a line introduces as somebody else's: the paragraph or the fence below it.
pub(in crate::codec) fn introduced(lines: &[Line<'_>]) -> Vec<Range<usize>> {
    below(lines, is_introduction)
}

/// What a line says outright to be another's: nothing in it is a second verdict, or a finding, whatever it says.
pub(in crate::codec) fn told_by_another(lines: &[Line<'_>]) -> Vec<Range<usize>> {
    below(lines, is_anothers)
}

/// Which of some ranges, that are in order, a place is in.
pub(in crate::codec) fn place_in(ranges: &[Range<usize>], at: usize) -> Option<usize> {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).is_some_and(|range| range.contains(&at)).then_some(next)
}

fn below(lines: &[Line<'_>], introduces_it: fn(&str) -> bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut introduces, mut inside) = (false, false);
    for line in lines {
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
        }
        inside &= line.quoted != Some(Quoted::Closes);
        introduces = line.quoted.is_none() && introduces_it(line.text.text);
    }
    found
}
