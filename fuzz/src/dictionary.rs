//! The words that fuzzing puts in: those of the lexicon, and those that the formats are made of.

use std::collections::BTreeSet;

use assize::codec::{Lexicon, example, grammar, json_schema};
use assize::policy::VOCABULARY;
use assize::{Format, ReadOptions, contract};

/// Every word once, sorted: the lexicon, texts in quotation marks in grammars and schemas, keys of
/// examples and contracts, the vocabulary of policies.
pub fn words() -> Vec<String> {
    let entries = Lexicon::default().entries().into_iter();
    let mut words: BTreeSet<String> =
        entries.map(|entry| entry.word.trim_end_matches("(s)").to_owned()).collect();
    for &format in Format::ALL {
        words.insert(format.as_str().to_owned());
        for text in [grammar(format), json_schema(format)].into_iter().flatten() {
            words.extend(text.lines().flat_map(quoted));
        }
        let contract = contract(format, &ReadOptions::default());
        for line in example(format).lines().chain(contract.lines()) {
            words.extend(quoted(line));
            words.extend(key(line));
        }
    }
    words.extend(VOCABULARY.iter().map(|entry| entry.name.to_owned()));
    words.retain(|word| !word.trim().is_empty() && word.len() < 40);
    words.into_iter().collect()
}

/// The words as a file that libFuzzer reads.
pub fn file() -> String {
    let mut file =
        "# Written by `just bless`: the words of the lexicon, of the formats and of policies.\n"
            .to_owned();
    for word in words() {
        let escaped = word.bytes().map(|byte| match byte {
            b'"' | b'\\' => format!("\\{}", byte as char),
            b' '..=b'~' => (byte as char).to_string(),
            _ => format!("\\x{byte:02X}"),
        });
        file += &format!("\"{}\"\n", escaped.collect::<String>());
    }
    file
}

/// What stands between quotation marks, without its escapes.
fn quoted(line: &str) -> Vec<String> {
    let (mut found, mut open, mut chars) = (Vec::new(), None::<String>, line.chars());
    while let Some(c) = chars.next() {
        match (&mut open, c) {
            (None, '"') => open = Some(String::new()),
            (None, _) => {}
            (Some(_), '"') => found.extend(open.take()),
            (Some(text), '\\') => match chars.next() {
                Some('n') => text.push('\n'),
                escaped => text.extend(escaped),
            },
            (Some(text), c) => text.push(c),
        }
    }
    found
}

/// `- confidence: high` has the key `confidence:`.
fn key(line: &str) -> Option<String> {
    let (key, _) = line.trim_start_matches([' ', '-', '#', '*', '`']).split_once(':')?;
    let plain = key.chars().all(|c| c.is_alphanumeric() || "-_ ".contains(c));
    (plain && !key.is_empty()).then(|| format!("{key}:"))
}
