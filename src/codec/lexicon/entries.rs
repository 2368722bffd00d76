//! The table as it is printed.

use super::{Finding, Label, Lexicon, Meaning, table, to_meaning};

/// One row of the printed table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LexiconEntry {
    /// `label`, `stop`, `caution`, `go`, `finding`, `severity` or `none`.
    pub list: &'static str,
    /// The word.
    pub word: String,
    /// What it comes to: an outcome or a severity; empty for labels and words for none.
    pub means: &'static str,
    /// What is special about it: what has to stand behind a label for it to decide. Mostly empty.
    pub note: &'static str,
    /// Whether the host added it.
    pub added: bool,
}

impl Lexicon {
    /// The whole table, list by list: what Assize knows, then what was added.
    ///
    /// ```
    /// use assize::codec::Lexicon;
    /// let mut lexicon = Lexicon::default();
    /// lexicon.add_label("Bewertung");
    /// let entries = lexicon.entries();
    /// let added: Vec<_> = entries.iter().filter(|entry| entry.added).collect();
    /// assert_eq!((added[0].list, added[0].word.as_str()), ("label", "Bewertung"));
    /// ```
    pub fn entries(&self) -> Vec<LexiconEntry> {
        let mut rows = Rows { rows: Vec::new(), added: false };
        for (word, label) in table::LABELS {
            rows.push("label", word, "", label.note());
        }
        for (word, meaning) in table::WORDS {
            rows.push(meaning.list(), word, meaning.outcome().as_str(), meaning.note());
        }
        for (word, finding) in table::FINDINGS {
            let means = match finding {
                Finding::Named(severity) => severity.as_str(),
                Finding::Counted | Finding::Severity => "",
            };
            rows.push("finding", word, means, finding.note());
        }
        for (word, severity) in table::SEVERITIES {
            rows.push("severity", word, severity.as_str(), "");
        }
        for word in table::NONE {
            rows.push("none", word, "", "");
        }
        rows.added = true;
        for word in &self.labels {
            rows.push("label", word, "", Label::Verdict.note());
        }
        for (word, outcome) in &self.words {
            rows.push(to_meaning(*outcome).list(), word, outcome.as_str(), "");
        }
        let caution = Meaning::Caution;
        for word in &self.cautions {
            rows.push(caution.list(), word, caution.outcome().as_str(), caution.note());
        }
        for (word, severity) in &self.findings {
            rows.push("finding", word, severity.as_str(), "");
        }
        for (word, severity) in &self.severities {
            rows.push("severity", word, severity.as_str(), "");
        }
        for word in &self.none {
            rows.push("none", word, "", "");
        }
        let place = |entry: &LexiconEntry| LISTS.iter().position(|list| *list == entry.list);
        rows.rows.sort_by_key(place);
        rows.rows
    }
}

/// The lists, in the order in which they are printed.
const LISTS: [&str; 7] = ["label", "stop", "caution", "go", "finding", "severity", "none"];

struct Rows {
    rows: Vec<LexiconEntry>,
    added: bool,
}

impl Rows {
    fn push(&mut self, list: &'static str, word: &str, means: &'static str, note: &'static str) {
        let (word, added) = (word.to_owned(), self.added);
        self.rows.push(LexiconEntry { list, word, means, note, added });
    }
}

impl Meaning {
    fn list(self) -> &'static str {
        match self {
            Self::Stop | Self::Hold => "stop",
            Self::Caution | Self::Warn => "caution",
            Self::Go | Self::Yes => "go",
        }
    }

    fn note(self) -> &'static str {
        match self {
            Self::Caution => "decides nothing by itself",
            Self::Yes => "only as the answer to a question",
            Self::Stop | Self::Hold | Self::Warn | Self::Go => "",
        }
    }
}

impl Label {
    fn note(self) -> &'static str {
        match self {
            Self::Verdict => "a verdict, whatever follows it",
            Self::Decides => "a verdict, if a known word follows it",
            Self::Program => {
                "a verdict, if it is a heading or in bold, since programs print it too"
            }
            Self::Question => "a question, answered with yes or no",
        }
    }
}

impl Finding {
    fn note(self) -> &'static str {
        match self {
            Self::Named(_) => "",
            Self::Counted => "a number other than 0 after it counts",
            Self::Severity => "the word after it is the severity",
        }
    }
}
