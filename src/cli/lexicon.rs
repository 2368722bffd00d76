//! `assize contract lexicon`: the words that are known outside the fields of formats.

use std::fmt::Write;

use super::answer::Format;
use super::printed::{VERSION, WordRow, Words, print as print_json};
use crate::codec::{Lexicon, LexiconEntry};
use crate::emit::width::{columns_of, pad};

/// What each list is for.
const TITLES: [(&str, &str); 7] = [
    ("label", "Names of a verdict, in front of a mark or as a heading"),
    ("stop", "Words that shut"),
    ("caution", "Words that doubt a pass"),
    ("go", "Words that agree with a pass"),
    ("finding", "Names of findings; a critical one doubts a pass"),
    ("severity", "Words for how bad a finding is"),
    ("none", "Words that say that there is nothing"),
];

/// The whole table; what the team added is marked.
pub(super) fn print(lexicon: &Lexicon, format: Format) -> String {
    let entries = lexicon.entries();
    match format {
        Format::Text => in_words(&entries),
        Format::Json => in_json(&entries),
    }
}

fn in_words(entries: &[LexiconEntry]) -> String {
    let mut text = String::new();
    let width = entries.iter().map(|entry| columns_of(&entry.word)).max().unwrap_or(0);
    for (list, title) in TITLES {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}{title} ({list})\n");
        for entry in entries.iter().filter(|entry| entry.list == list) {
            let added = if entry.added { "added by you" } else { "" };
            let parts = [added, entry.note].into_iter().filter(|part| !part.is_empty());
            let notes = parts.collect::<Vec<_>>().join("; ");
            let row = format!("  {}  {:8}  {notes}", pad(&entry.word, width), entry.means);
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    text
}

fn in_json(entries: &[LexiconEntry]) -> String {
    let some = |text: &'static str| (!text.is_empty()).then_some(text);
    let rows = entries.iter().map(|entry| WordRow {
        list: entry.list,
        word: &entry.word,
        means: some(entry.means),
        note: some(entry.note),
        added: entry.added,
    });
    let entries = rows.collect();
    print_json(&Words { schema_version: VERSION, entries })
}
