//! Names of elements that say that what is in them is another's: `<example>`, `<previous_review>`.

/// Words for a form, and for what was there before.
const FORMS: [&str; 6] = ["example", "examples", "form", "format", "template", "sample"];
const BEFORE: [&str; 4] = ["earlier", "previous", "previously", "original"];

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
