//! `assize init --from`: the labels and the words of a house, by frequency, as a dialect to confirm.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

use crate::emit::visible::visible;
use crate::emit::words::counted;
use crate::host::{Disk, Limits, shown, sources};
use crate::{Diagnostic, Diagnostics, FieldRow, ReadOptions, UnknownHalf, fields, read};

/// No longer list is written, nor more places of a word.
const MOST: usize = 24;
const PLACES: usize = 3;

/// What stands where no table knows the other half.
#[derive(Default)]
struct Found {
    /// As it was written first.
    word: String,
    times: usize,
    /// How often in texts without a verdict.
    unread: usize,
    /// The other halves, each once.
    beside: Vec<String>,
    places: Vec<String>,
}

/// By their letters: case, blanks, `-` and `_` do not count.
type Halves = BTreeMap<String, Found>;

/// What is not known of some reviews.
#[derive(Default)]
struct Unknown {
    /// Names above a word that decides.
    names: Halves,
    /// Words under the name of a verdict.
    values: Halves,
    /// Names, and the words under them, where neither is known and nothing else decides.
    pairs: (Halves, Halves),
}

/// The dialect of some reviews: every line of it is a comment, for what a word means is for the team to say.
pub(super) fn dialect(paths: &[PathBuf]) -> Result<String, Diagnostics> {
    let options = ReadOptions::default();
    let found = sources(&Disk, &mut io::stdin().lock(), paths, &Limits::default())?;
    let mut unknown = Unknown::default();
    let (mut texts, mut without) = (0, 0);
    for source in found.iter().flatten() {
        let is_unread = read(source, &options).verdicts.is_empty();
        texts += 1;
        without += usize::from(is_unread);
        for row in fields(source, &options).unwrap_or_default() {
            let line = source.line_column(row.span.start).line;
            let at = (is_unread, format!("{}:{line}", source.name()));
            match row.unknown {
                Some(UnknownHalf::Name) => add(&mut unknown.names, row.name, row.value, at),
                Some(UnknownHalf::Value) => add(&mut unknown.values, row.value, row.name, at),
                None if is_unread && may_be_a_verdict(&row) => {
                    let (names, words) = &mut unknown.pairs;
                    add(words, row.value.clone(), row.name.clone(), at.clone());
                    add(names, row.name, row.value, at);
                }
                None => {}
            }
        }
    }
    unknown.pairs.0.retain(|_, found| found.times > 1);
    let (names, words) = &mut unknown.pairs;
    words.retain(|_, word| word.beside.iter().any(|name| names.contains_key(&letters(name))));
    let all = [&unknown.names, &unknown.values, &unknown.pairs.0];
    match (texts, all.iter().all(|halves| halves.is_empty())) {
        (0, _) => Err(nothing(paths, "no file can be read there").into()),
        (_, true) => {
            let texts = counted(texts, "text");
            let why = format!("{texts} read, {without} of them without a verdict");
            Err(nothing(paths, &why).into())
        }
        _ => Ok(written(texts, without, &unknown)),
    }
}

/// Whether a field may be one of the whole, of which neither half is known: a word alone below a name.
fn may_be_a_verdict(row: &FieldRow) -> bool {
    let is_word =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphabetic() || c == '-');
    let own = row.voice == "own" && row.does.is_none();
    own && is_word(row.value.trim_end_matches(['.', '。']))
        && row.name.split_whitespace().count() <= 3
        && !row.name.contains(':')
}

fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
    letters.flat_map(char::to_lowercase).collect()
}

/// Counts a half with the other one, where it is written.
fn add(halves: &mut Halves, own: String, other: String, (is_unread, place): (bool, String)) {
    let found = halves.entry(letters(&own)).or_default();
    if found.word.is_empty() {
        found.word = own;
    }
    found.times += 1;
    found.unread += usize::from(is_unread);
    if !found.beside.contains(&other) && found.beside.len() < PLACES {
        found.beside.push(other);
    }
    if found.places.len() < PLACES {
        found.places.push(place);
    }
}

fn written(texts: usize, without: usize, unknown: &Unknown) -> String {
    let Unknown { names, values, pairs } = unknown;
    let mut text = format!(
        "// Of {texts} texts {without} have no verdict. These are their names and words that no table knows, those of such texts\n\
         // first. Take the `//` away from what is right, and say what a word means: pass, warn, hold or fail.\n\
         dialect \"house\" {{\n"
    );
    if !names.is_empty() {
        text += "    // Names above a word that decides. Only what names a verdict of the whole is a label: `Tests` is none.\n";
        list(&mut text, names, |name| format!("label {name}"));
    }
    if !values.is_empty() {
        text += "    // Words under the name of a verdict.\n";
        list(&mut text, values, |word| format!("word {word} means=\"\""));
    }
    if !pairs.0.is_empty() {
        text += "    // Names and words, of which neither is known, in texts without a verdict. Take both in where they are one.\n";
        list(&mut text, &pairs.0, |name| format!("label {name}"));
        list(&mut text, &pairs.1, |word| format!("word {word} means=\"\""));
    }
    text + "}\n"
}

fn list(text: &mut String, halves: &Halves, node: impl Fn(&str) -> String) {
    let mut all: Vec<&Found> = halves.values().collect();
    all.sort_by_key(|found| std::cmp::Reverse((found.unread, found.times)));
    for found in all.iter().take(MOST) {
        // What is read may say anything: a string of KDL, and a comment of one line.
        let quoted =
            format!("\"{}\"", visible(&found.word).replace('\\', "\\\\").replace('"', "\\\""));
        let beside: Vec<_> = found.beside.iter().map(|other| visible(other)).collect();
        let places: Vec<_> = found.places.iter().map(|place| visible(place)).collect();
        let times =
            if found.times == 1 { "once".to_owned() } else { format!("{} times", found.times) };
        let (beside, places) = (beside.join(" | "), places.join(", "));
        let _ = writeln!(text, "    // {}  // {times}, beside {beside}: {places}", node(&quoted));
    }
    if let Some(more) = all.len().checked_sub(MOST).filter(|more| *more > 0) {
        let _ = writeln!(text, "    // … and {more} more");
    }
}

fn nothing(paths: &[PathBuf], why: &str) -> Diagnostic {
    let named: Vec<_> = paths.iter().map(|path| format!("`{}`", shown(path))).collect();
    Diagnostic::error("assize::cli::nothing_to_learn")
        .message(format!("{} shows no word that a dialect could add: {why}", named.join(", ")))
        .help("`assize parse` says how each is read, and `assize explain --fields` what each field does")
}
