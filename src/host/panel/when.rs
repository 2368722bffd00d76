//! When a seat sits: what a panel asks of the change, and what is known of it.
//!
//! What is not known makes no one stay away: a seat sits unless it is certain that it need not.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::glob::fits_exactly;

/// A text about the change: how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextSize {
    /// What stands between blanks.
    pub words: u64,
    /// Lines without a blank one between them.
    pub paragraphs: u64,
}

/// What is known of the change.
#[derive(Clone, Debug, Default)]
pub struct ChangeFacts {
    /// The paths that it touches, where they were told.
    pub paths: Option<Vec<String>>,
    /// The lines that it adds and takes away, where they were told.
    pub lines: Option<u64>,
    /// The paths whose lines were not counted: there may be any number of them.
    pub uncounted: Vec<String>,
    /// The texts that were handed in, by name: `description`.
    pub texts: BTreeMap<String, TextSize>,
}

/// When a seat sits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// A path of the change fits one of these patterns.
    Changed(Vec<String>),
    /// The change adds and takes away more lines than this.
    LinesOver(u64),
    /// A text about the change has more words, or more paragraphs, than this.
    TextOver {
        /// Which text: `description`.
        text: String,
        /// More words than this.
        words: Option<u64>,
        /// More paragraphs than this.
        paragraphs: Option<u64>,
    },
    /// One of these holds.
    Any(Vec<When>),
    /// All of these hold.
    All(Vec<When>),
}

/// What became of a condition, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sits {
    Yes,
    /// Why not: `no changed path fits "**/*.ts"`.
    No(String),
    /// What was not told: `--changed-from`.
    Unknown(BTreeSet<String>),
}

impl TextSize {
    /// Counts the words and the paragraphs of a text.
    pub fn of(text: &str) -> Self {
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let mut paragraphs = 0;
        let mut within = false;
        for line in text.trim_start_matches('\u{feff}').lines() {
            let blank = line.trim().is_empty();
            paragraphs += usize::from(!blank && !within);
            within = !blank;
        }
        let words = text.trim_start_matches('\u{feff}').split_whitespace().count();
        Self { words: count(words), paragraphs: count(paragraphs) }
    }
}

impl When {
    /// The names of the texts that it asks for.
    pub(super) fn texts<'w>(&'w self, into: &mut BTreeSet<&'w str>) {
        match self {
            Self::TextOver { text, .. } => _ = into.insert(text),
            Self::Any(all) | Self::All(all) => all.iter().for_each(|one| one.texts(into)),
            Self::Changed(_) | Self::LinesOver(_) => {}
        }
    }

    pub(super) fn holds(&self, change: &ChangeFacts) -> Sits {
        match self {
            Self::Changed(patterns) => {
                let Some(paths) = &change.paths else { return unknown("--changed-from FILE") };
                let fits_one = |path: &String| patterns.iter().any(|one| fits(one, path));
                when(paths.iter().any(fits_one), || {
                    format!("no changed path fits {}", listed(patterns))
                })
            }
            Self::LinesOver(most) => {
                let Some(lines) = change.lines else { return unknown(LINES) };
                match change.uncounted.first() {
                    Some(path) if lines <= *most => unknown(&uncounted(path)),
                    _ => when(lines > *most, || format!("{lines} lines changed, not over {most}")),
                }
            }
            Self::TextOver { text, words, paragraphs } => {
                let Some(size) = change.texts.get(text) else {
                    return unknown(&format!("--text {text}=FILE"));
                };
                let over = |most: &Option<u64>, count: u64| most.is_some_and(|most| count > most);
                when(over(words, size.words) || over(paragraphs, size.paragraphs), || {
                    let said = |most: &Option<u64>, count: u64, what: &str| {
                        most.map(|most| format!("{count} {what}, not over {most}"))
                    };
                    let why = [
                        said(words, size.words, "words"),
                        said(paragraphs, size.paragraphs, "paragraphs"),
                    ];
                    format!(
                        "`{text}` has {}",
                        why.into_iter().flatten().collect::<Vec<_>>().join(", and ")
                    )
                })
            }
            Self::Any(all) => {
                let (mut why, mut untold) = (Vec::new(), BTreeSet::new());
                for one in all {
                    match one.holds(change) {
                        Sits::Yes => return Sits::Yes,
                        Sits::No(reason) => why.push(reason),
                        Sits::Unknown(more) => untold.extend(more),
                    }
                }
                if untold.is_empty() { Sits::No(why.join("; ")) } else { Sits::Unknown(untold) }
            }
            Self::All(all) => {
                let mut untold = BTreeSet::new();
                for one in all {
                    match one.holds(change) {
                        Sits::Yes => {}
                        Sits::No(reason) => return Sits::No(reason),
                        Sits::Unknown(more) => untold.extend(more),
                    }
                }
                if untold.is_empty() { Sits::Yes } else { Sits::Unknown(untold) }
            }
        }
    }
}

/// Whether a path of the change fits a pattern: to the letter, but for the case of its extension. Classes of letters, and
/// braces that begin before the extension, are to the letter too.
fn fits(pattern: &str, path: &str) -> bool {
    let whole = |at: &usize| {
        let (stem, extension) = pattern.split_at(*at);
        !extension.contains(['[', '\\']) && stem.matches('{').count() == stem.matches('}').count()
    };
    match extension(pattern).filter(whole).zip(extension(path)) {
        Some((own, other)) => {
            let small =
                |text: &str, at: usize| format!("{}{}", &text[..at], text[at..].to_lowercase());
            fits_exactly(&small(pattern, own), &small(path, other))
        }
        None => fits_exactly(pattern, path),
    }
}

/// Where the last part of a path has its last dot.
fn extension(path: &str) -> Option<usize> {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    path[name..].rfind('.').map(|at| name + at)
}

/// Paths alone say nothing of lines.
const LINES: &str = "git diff --numstat BASE...HEAD | assize gate TASK --changed-from -";

/// `.gitattributes` may call any file binary, and come with the change.
fn uncounted(path: &str) -> String {
    format!("numbers in place of `-` for {path}, of which git counted no lines")
}

fn unknown(what: &str) -> Sits {
    Sits::Unknown([what.to_owned()].into())
}

fn when(holds: bool, why: impl FnOnce() -> String) -> Sits {
    if holds { Sits::Yes } else { Sits::No(why()) }
}

/// Some patterns, as they are shown where there is little room.
fn listed(patterns: &[String]) -> String {
    const MOST: usize = 4;
    let shown: Vec<String> = patterns.iter().take(MOST).map(|one| format!("`{one}`")).collect();
    match patterns.len().saturating_sub(MOST) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

impl std::fmt::Display for When {
    /// As it may be written in a seat's block.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let quoted = |text: &str| format!("{text:?}");
        match self {
            Self::Changed(patterns) => {
                let patterns: Vec<String> = patterns.iter().map(|one| quoted(one)).collect();
                write!(f, "changed {}", patterns.join(" "))
            }
            Self::LinesOver(most) => write!(f, "lines-over {most}"),
            Self::TextOver { text, words, paragraphs } => {
                write!(f, "text-over {}", quoted(text))?;
                words.iter().try_for_each(|most| write!(f, " words={most}"))?;
                paragraphs.iter().try_for_each(|most| write!(f, " paragraphs={most}"))
            }
            Self::Any(all) | Self::All(all) => {
                let name = if matches!(self, Self::Any(_)) { "any" } else { "all" };
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                write!(f, "{name} {{ {} }}", all.join("; "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ChangeFacts, Sits, TextSize, When, fits};

    #[test]
    fn patterns_ignore_the_case_of_an_extension() {
        for (pattern, path, holds) in [
            ("**/*.ts", "src/Button.TS", true),
            ("**/*.TSX", "src/Button.tsx", true),
            ("*.{ts,TSX}", "a.Tsx", true),
            ("*.{ts,TSX}", "a.tsv", false),
            ("**/*.ts", "src/Button.TSX", false),
            ("**/*.test.ts", "src/a.test.TS", true),
            // The rest is to the letter.
            ("src/**/*.ts", "SRC/a.ts", false),
            ("**/*.Test.ts", "src/a.test.ts", false),
            ("Makefile", "makefile", false),
            ("**/*.[ch]", "src/a.C", false),
            ("{a.ts,b.TS}", "b.TS", true),
            ("!**/*.md", "README.MD", false),
        ] {
            assert_eq!(fits(pattern, path), holds, "{pattern} {path}");
        }
    }

    #[test]
    fn words_and_paragraphs_are_counted() {
        for (text, words, paragraphs) in [
            ("", 0, 0),
            ("\u{feff}\n \n", 0, 0),
            ("one", 1, 1),
            ("one two\nthree\r\n\r\nfour", 4, 2),
            ("\n\n  a\n\t\n\nb\n", 2, 2),
        ] {
            assert_eq!(TextSize::of(text), TextSize { words, paragraphs }, "{text:?}");
        }
    }

    #[test]
    fn what_is_not_known_keeps_nobody_away() {
        let changed = || When::Changed(vec!["src/**".to_owned()]);
        let known = ChangeFacts {
            paths: Some(vec!["docs/a.md".into()]),
            lines: Some(10),
            ..ChangeFacts::default()
        };
        let many = ChangeFacts { lines: Some(51), ..known.clone() };
        let nothing = ChangeFacts::default();
        let (any, all) = (
            When::Any(vec![changed(), When::LinesOver(50)]),
            When::All(vec![changed(), When::LinesOver(50)]),
        );
        assert!(matches!(any.holds(&known), Sits::No(_)));
        assert_eq!(any.holds(&many), Sits::Yes);
        assert!(matches!(all.holds(&many), Sits::No(_)));
        for when in [&any, &all] {
            assert!(matches!(when.holds(&nothing), Sits::Unknown(told) if told.len() == 2));
        }
        // One that is certain decides, whatever else is not known.
        let paths = ChangeFacts { lines: None, ..known };
        assert!(matches!(all.holds(&paths), Sits::No(_)));
        assert!(matches!(any.holds(&paths), Sits::Unknown(_)));
    }
}
