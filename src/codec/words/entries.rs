//! The tables as they are printed.

use super::table::{Entry, INTRODUCES, NAMES, VALUES, rows};
use super::{InTable, host_rows};
use crate::ir::{Lexicon, Outcome, Severity};

/// A word, or a phrase, that is known outside the fields of formats.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LexiconEntry {
    /// Where it is looked for: `names`, `values`, or `introductions` of what is an example or another's.
    pub table: &'static str,
    /// What such words are: `findings that stop the work`.
    pub list: &'static str,
    /// The word. `(s)` at its end stands for it with an `s` and without.
    pub word: String,
    /// Its outcome, else its severity; empty where it has neither.
    pub means: &'static str,
    /// The document that it was read in, or `made`; empty for a word of the host.
    pub source: &'static str,
    /// Whether the host added it.
    pub added: bool,
}

impl Lexicon {
    /// The tables, list by list: what Assize knows, and in each what was added.
    ///
    /// ```
    /// use assize::codec::Lexicon;
    /// let mut lexicon = Lexicon::default();
    /// lexicon.add_label("Bewertung");
    /// let entries = lexicon.entries();
    /// let added: Vec<_> = entries.iter().filter(|entry| entry.added).collect();
    /// assert_eq!((added[0].list, added[0].word.as_str()), ("verdicts", "Bewertung"));
    /// ```
    pub fn entries(&self) -> Vec<LexiconEntry> {
        let texts = [
            (InTable::Names, NAMES, "names"),
            (InTable::Values, VALUES, "values"),
            (InTable::Introduces, INTRODUCES, "introductions"),
        ];
        let mut all = Vec::new();
        for (table, text, name) in texts {
            let entry = |list, word: &str, entry, source, added| {
                let (word, means) = (word.to_owned(), means(entry));
                LexiconEntry { table: name, list, word, means, source, added }
            };
            let (mut own, mut lists) = (Vec::new(), Vec::new());
            for row in rows(text) {
                if lists.last() != Some(&(row.list, row.entry)) {
                    lists.push((row.list, row.entry));
                }
                own.push(entry(row.list, row.phrase, row.entry, row.source, false));
            }
            for (_, word, host) in host_rows(self).filter(|row| row.0 == table) {
                let list = list_of(&lists, host);
                let at = own.iter().rposition(|entry| entry.list == list);
                own.insert(at.map_or(0, |at| at + 1), entry(list, word, host, "", true));
            }
            all.append(&mut own);
        }
        all
    }
}

/// The list that a word of a host is printed in: of its class, and its meaning; else one for how bad a finding is.
fn list_of(lists: &[(&'static str, Entry)], host: Entry) -> &'static str {
    let same = |one: &Entry| (one.outcome, one.severity) == (host.outcome, host.severity);
    let whole = lists.iter().find(|(_, entry)| entry.class == host.class && same(entry));
    let rated = || lists.iter().find(|(_, entry)| b"PHD".contains(&entry.class) && same(entry));
    let class = || lists.iter().find(|(_, entry)| entry.class == host.class);
    whole.or_else(rated).or_else(class).map_or("", |(list, _)| list)
}

fn means(entry: Entry) -> &'static str {
    let outcome = entry.outcome.map(Outcome::as_str);
    outcome.or(entry.severity.map(Severity::as_str)).unwrap_or_default()
}
