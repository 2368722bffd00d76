//! What words of names and of values are: two tables, and those of a host, over the tokens of a text.
//!
//! `grammar/words/` holds the tables, `grammar/statement.pest` what a name or a value may be, made of such classes. A text
//! becomes one letter a token: `Overall verdict` is `TV`, `PASS — all met` is `G-UY`.

mod entries;
mod fold;
mod grammar;
mod index;
mod memo;
mod table;
mod tokens;

use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

pub use entries::LexiconEntry;
use fold::has_odd_letter;
pub(in crate::codec) use grammar::{GRAMMAR, Matched, Rule};
use index::Index;
use memo::Memo;
pub(in crate::codec) use table::Entry;
use table::{INTRODUCES, NAMES, Table, VALUES};
use tokens::Kind;
pub(in crate::codec) use tokens::Shown;

use crate::ir::shape::ShapeNode;
use crate::ir::{Lexicon, Outcome, Severity};

static NAMES_INDEX: Index = Index::of(NAMES);
static VALUES_INDEX: Index = Index::of(VALUES);
static INTRODUCES_INDEX: Index = Index::of(INTRODUCES);

static OWN_NAMES: LazyLock<Table> = LazyLock::new(|| Table::of(&NAMES_INDEX));
static OWN_VALUES: LazyLock<Table> = LazyLock::new(|| Table::of(&VALUES_INDEX));
static OWN_INTRODUCES: LazyLock<Table> = LazyLock::new(|| Table::of(&INTRODUCES_INDEX));

/// Single words that name verdicts, decisions, and findings that stop the work.
static DECIDING: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let decides = |entry: Entry| match entry.class {
        b'V' | b'D' => !entry.weak,
        b'F' => entry.severity == Some(Severity::Critical),
        _ => false,
    };
    let own = OWN_NAMES.own().filter(|(phrase, entry)| decides(*entry) && !phrase.contains(' '));
    own.map(|(phrase, _)| phrase).collect()
});

/// What each name of a verdict or a decision ends with.
static LABELLING: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let labels = OWN_NAMES.own().filter(|(_, entry)| b"VD".contains(&entry.class));
    labels.filter_map(|(phrase, _)| phrase.rsplit(' ').next()).collect()
});

/// What each phrase that says that a thing is done begins with.
static SETTLING: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let done = OWN_VALUES.own().filter(|(_, entry)| entry.class == b'Z');
    done.filter_map(|(phrase, _)| phrase.split(' ').next()).collect()
});

/// Those that begin with each letter, small or capital.
static SETTLING_BY_LETTER: LazyLock<[Vec<&'static str>; 256]> = LazyLock::new(|| {
    let mut letters = [const { Vec::new() }; 256];
    for word in &*SETTLING {
        if let Some(first) = word.bytes().next() {
            letters[usize::from(first)].push(*word);
            letters[usize::from(first.to_ascii_uppercase())].push(*word);
        }
    }
    letters
});

/// The tables of Assize, and the words that a host added to them.
#[derive(Debug, Default)]
pub(in crate::codec) struct Words {
    names: Table,
    values: Table,
    introduces: Table,
    /// Shapes of records that a host knows.
    pub(in crate::codec) shapes: Vec<ShapeNode>,
    /// The name of the file that is read, where that is known.
    pub(in crate::codec) file: String,
    /// The commit that is judged, where that is known.
    pub(in crate::codec) head: Option<String>,
    classes: Memo<Asked, Rc<Classes>>,
    statements: Memo<Rule, Option<Rc<[Matched]>>>,
}

/// Which classes of a text were asked for.
#[derive(Debug)]
struct Asked {
    table: InTable,
    code: Box<[Range<usize>]>,
    struck: Box<[Range<usize>]>,
}

/// The tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InTable {
    Names,
    Values,
    Introduces,
}

impl Words {
    /// The tables with the words of a host, in any language.
    pub(in crate::codec) fn new(host: &Lexicon) -> Self {
        let mut words = Self { shapes: host.shapes.clone(), ..Self::default() };
        for (table, word, entry) in host_rows(host) {
            let table = match table {
                InTable::Names => &mut words.names,
                InTable::Values => &mut words.values,
                InTable::Introduces => &mut words.introduces,
            };
            table.add(word, entry);
        }
        words
    }

    /// The classes of a text that is a name.
    pub(in crate::codec) fn classes_of_name(&self, text: Shown<'_>) -> Rc<Classes> {
        self.classes_in(InTable::Names, text)
    }

    /// The classes of a text that is a value.
    pub(in crate::codec) fn classes_of_value(&self, text: Shown<'_>) -> Rc<Classes> {
        self.classes_in(InTable::Values, text)
    }

    /// The classes of a line that may introduce what is below it.
    pub(in crate::codec) fn classes_of_line(&self, text: Shown<'_>) -> Rc<Classes> {
        self.classes_in(InTable::Introduces, text)
    }

    fn classes_in(&self, table: InTable, shown: Shown<'_>) -> Rc<Classes> {
        let (host, own) = match table {
            InTable::Names => (&self.names, &*OWN_NAMES),
            InTable::Values => (&self.values, &*OWN_VALUES),
            InTable::Introduces => (&self.introduces, &*OWN_INTRODUCES),
        };
        self.classes.of(
            shown.text,
            |asked| {
                asked.table == table && *asked.code == *shown.code && *asked.struck == *shown.struck
            },
            || Asked { table, code: shown.code.into(), struck: shown.struck.into() },
            || Classes::of(shown, host, own).into(),
        )
    }

    /// What the grammar says of classes, from an entry rule on. None where they are none of it, or pest was told to give
    /// up early.
    pub(in crate::codec) fn read(&self, entry: Rule, letters: &str) -> Option<Rc<[Matched]>> {
        self.statements.of(
            letters,
            |rule| *rule == entry,
            || entry,
            || grammar::read(entry, letters),
        )
    }

    /// Whether a value begins with a word that no table knows, and with no box or angle bracket before it: what it goes on
    /// with makes no statement of it.
    pub(in crate::codec) fn is_prose(&self, text: Shown<'_>) -> bool {
        let tokens = tokens::split_first(text);
        let plain = |token: &tokens::Token| match token.kind {
            Kind::Mark(mark) => mark != b'<',
            Kind::Word => true,
            _ => false,
        };
        let word = tokens.list.last().is_some_and(|token| token.kind == Kind::Word);
        let known = self.values.knows_last(&tokens) || OWN_VALUES.knows_last(&tokens);
        word && !known && tokens.list.iter().all(plain)
    }

    /// Whether the name of a verdict may stand before a colon or an equals sign.
    pub(in crate::codec) fn may_label(&self, text: &str) -> bool {
        if text.is_ascii() && !text.bytes().any(|byte| matches!(byte, b':' | b'=')) {
            return false;
        }
        let ends = |at: usize| {
            let is_no_token = |c: char| c.is_whitespace() || !(c.is_ascii() || c.is_alphanumeric());
            let before = text[..at].trim_end_matches(is_no_token);
            let single = before.strip_suffix(['s', 'S']).unwrap_or(before);
            let ends = |before: &str, word: &str| {
                let from = before.len().checked_sub(word.len());
                from.and_then(|from| before.get(from..))
                    .is_some_and(|end| end.eq_ignore_ascii_case(word))
            };
            LABELLING.iter().any(|word| ends(before, word) || ends(single, word))
        };
        let mut marks = text.match_indices([':', '=', '：', '＝']).map(|(at, _)| at).peekable();
        marks.peek().is_some()
            && (!self.names.is_empty() || has_odd_letter(text) || marks.any(ends))
    }

    /// Whether a word may stand in a text that says that a thing is done.
    pub(in crate::codec) fn may_settle(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let small = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
        let letters = &*SETTLING_BY_LETTER;
        let begins = |(at, byte): (usize, &u8)| {
            // Within a word none begins.
            let within = at > 0 && small(at) && small(at - 1);
            let mut words = letters[usize::from(*byte)].iter().filter(|_| !within);
            words.any(|word| {
                let said = bytes.get(at..at + word.len());
                said.is_some_and(|said| said.eq_ignore_ascii_case(word.as_bytes()))
            })
        };
        has_odd_letter(text) || bytes.iter().enumerate().any(begins)
    }

    /// Whether a letter of another alphabet stands in one of its words.
    pub(in crate::codec) fn has_look_alike(&self, text: &str) -> bool {
        has_odd_letter(text) && tokens::split(text.into()).list.iter().any(|token| token.look_alike)
    }

    /// The name of a verdict, a decision or a finding that a key almost is: one letter more, less or other, or two that
    /// changed places.
    pub(in crate::codec) fn meant_name(&self, key: &str) -> Option<&'static str> {
        let len = 6..=16;
        let key = key.to_ascii_lowercase();
        // `blokers` is one letter from `blockers`.
        let key = key.strip_suffix('s').unwrap_or(&key);
        let near = |word: &&str| len.contains(&word.len()) && strsim::osa_distance(word, key) == 1;
        let found = len.contains(&key.len()).then(|| DECIDING.iter().copied().find(near)).flatten();
        found.filter(|word| *word != key)
    }
}

/// The words of a host, each with its table and its class.
fn host_rows(host: &Lexicon) -> impl Iterator<Item = (InTable, &str, Entry)> {
    let class = |outcome| match outcome {
        Outcome::Pass => b'G',
        Outcome::Warn => b'M',
        Outcome::Hold | Outcome::Fail => b'S',
    };
    let labels = host.labels.iter().map(|word| (InTable::Names, word, Entry::of(b'V')));
    let findings = host.findings.iter();
    let findings = findings.map(|(word, is)| (InTable::Names, word, Entry::of(b'F').rated(*is)));
    let meant = move |word, is: Outcome| (InTable::Values, word, Entry::of(class(is)).meaning(is));
    let words = host.words.iter().map(move |(word, is)| meant(word, *is));
    let cautions = host.cautions.iter().map(|word| (InTable::Values, word, Entry::of(b'C')));
    let rated = host.severities.iter();
    let rated = rated.map(|(word, is)| (InTable::Values, word, Entry::of(b'D').rated(*is)));
    let none = host.none.iter().map(|word| (InTable::Values, word, Entry::of(b'N')));
    let parts = host.parts.iter().map(|word| (InTable::Names, word, Entry::of(b'w').of_part()));
    let introduces = host.introductions.iter();
    let introduces = introduces.map(|word| (InTable::Introduces, word, Entry::of(b'E')));
    let names = labels.chain(findings).chain(parts);
    let all = names.chain(words).chain(cautions).chain(rated).chain(none).chain(introduces);
    all.map(|(table, word, entry)| (table, word.as_str(), entry))
}

/// A text as classes: one letter a phrase or mark, with its place and what the table knows of it.
#[derive(Clone, Debug, Default)]
pub(in crate::codec) struct Classes {
    letters: String,
    phrases: Vec<Phrase>,
}

/// What one letter of [`Classes`] stands for.
#[derive(Clone, Debug)]
pub(in crate::codec) struct Phrase {
    /// The bytes of the text.
    pub(in crate::codec) at: Range<usize>,
    /// What the table knows of it.
    pub(in crate::codec) entry: Entry,
    /// The number that it is: `2`, and the first one of `4/4`.
    pub(in crate::codec) number: Option<u32>,
    /// Whether every letter in it is a capital.
    pub(in crate::codec) capitals: bool,
}

impl Classes {
    fn of(text: Shown<'_>, host: &Table, own: &Table) -> Self {
        let tokens = tokens::split(text);
        let most = tokens.list.len();
        let mut classes =
            Self { letters: String::with_capacity(most), phrases: Vec::with_capacity(most) };
        let mut at = 0;
        while let Some(token) = tokens.list.get(at) {
            // What a host declares longer, or as long, is its own, unless the table knows worse.
            let (len, entry) = match (host.longest(&tokens, at), own.longest(&tokens, at)) {
                (Some((len, host)), Some((own_len, own))) if len == own_len => {
                    (len, host.worst(own))
                }
                (Some(host), Some(own)) => std::cmp::max_by_key(host, own, |found| found.0),
                (found, other) => found.or(other).unwrap_or((1, Entry::of(token.kind.class()))),
            };
            let last = tokens.list.get(at + len - 1).unwrap_or(token);
            let parts = tokens.list.get(at..at + len).unwrap_or_default();
            at += len;
            let class = match entry.class {
                // A letter of another alphabet makes no word that says yes, and code is no `None`.
                b'G' | b'Y' | b'M' if parts.iter().any(|token| token.look_alike) => b'w',
                b'N' if token.code
                    && tokens.list.get(at).is_some_and(|next| next.kind == Kind::Word) =>
                {
                    b'w'
                }
                // A sign that no table knows says nothing.
                tokens::NO_CLASS => continue,
                class => class,
            };
            let joins = token.kind == Kind::Glyph && class == b'w' && token.joined;
            if let Some(before) =
                classes.phrases.last_mut().filter(|_| joins && classes.letters.ends_with('w'))
            {
                before.at.end = last.at.end;
                continue;
            }
            classes.letters.push(char::from(class));
            classes.phrases.push(Phrase {
                at: token.at.start..last.at.end,
                entry,
                number: token.number,
                capitals: parts.iter().all(|token| token.capitals),
            });
        }
        classes
    }

    /// One letter a phrase.
    pub(in crate::codec) fn letters(&self) -> &str {
        &self.letters
    }

    /// Whether it is made of words that no table knows, numbers and marks.
    pub(in crate::codec) fn is_prose(&self) -> bool {
        let is_known = |byte: u8| byte.is_ascii_alphabetic() && byte != b'w';
        !self.letters.bytes().any(is_known)
    }

    /// The letters of a range.
    pub(in crate::codec) fn slice(&self, range: Range<usize>) -> &str {
        self.letters.get(range).unwrap_or_default()
    }

    /// What the letters of a range stand for.
    pub(in crate::codec) fn phrases(&self, range: Range<usize>) -> &[Phrase] {
        self.phrases.get(range).unwrap_or_default()
    }

    /// The bytes of the text that the letters of a range stand for; none where the range is empty.
    pub(in crate::codec) fn bytes(&self, range: Range<usize>) -> Option<Range<usize>> {
        let phrases = self.phrases(range);
        Some(phrases.first()?.at.start..phrases.last()?.at.end)
    }
}

#[cfg(test)]
mod tests;
