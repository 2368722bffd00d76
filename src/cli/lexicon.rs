//! `assize contract lexicon`: the words that are known outside the fields of formats.

use std::fmt::Write;

use super::answer::Format;
use super::printed::{VERSION, WordRow, Words, print as print_json};
use crate::codec::{Lexicon, LexiconEntry};
use crate::emit::visible::visible;
use crate::emit::width::{columns_of, pad};

/// What each table is for.
const TITLES: [(&str, &str); 3] = [
    ("names", "In a name: what stands before a mark, heads a section, names a column or a member"),
    ("values", "In a value: what stands behind a mark, below a heading, in a cell"),
    ("introductions", "In a line that ends in a colon, above what is an example, or another's"),
];

/// All tables; what the team added is marked.
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
    for (table, title) in TITLES {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}{title}");
        let mut list = "";
        for entry in entries.iter().filter(|entry| entry.table == table) {
            if entry.list != list {
                list = entry.list;
                let _ = writeln!(text, "\n  {list}\n");
            }
            let source = if entry.added { "added by you" } else { entry.source };
            let row =
                format!("    {}  {:8}  {source}", pad(&visible(&entry.word), width), entry.means);
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    text
}

fn in_json(entries: &[LexiconEntry]) -> String {
    let some = |text: &'static str| (!text.is_empty()).then_some(text);
    let rows = entries.iter().map(|entry| WordRow {
        table: entry.table,
        list: entry.list,
        word: &entry.word,
        means: some(entry.means),
        source: some(entry.source),
        added: entry.added,
    });
    let entries = rows.collect();
    print_json(&Words { schema_version: VERSION, entries })
}
