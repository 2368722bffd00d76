//! `assize init --from`: the labels and the words of a house, by frequency, as a dialect to confirm.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

use crate::emit::visible::visible;
use crate::host::{Disk, Limits, shown, sources};
use crate::{Diagnostic, Diagnostics, ReadOptions, UnknownHalf, fields, read};

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

/// The dialect of some reviews: every line of it is a comment, for what a word means is for the team to say.
pub(super) fn dialect(paths: &[PathBuf]) -> Result<String, Diagnostics> {
    let options = ReadOptions::default();
    let found = sources(&Disk, &mut io::stdin().lock(), paths, &Limits::default())?;
    let (mut names, mut values) = (Halves::new(), Halves::new());
    let (mut texts, mut without) = (0, 0);
    for source in found.iter().flatten() {
        let is_unread = read(source, &options).verdicts.is_empty();
        texts += 1;
        without += usize::from(is_unread);
        for row in fields(source, &options).unwrap_or_default() {
            let (halves, own, other) = match row.unknown {
                Some(UnknownHalf::Name) => (&mut names, row.name, row.value),
                Some(UnknownHalf::Value) => (&mut values, row.value, row.name),
                _ => continue,
            };
            let letters = own.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
            let key: String = letters.flat_map(char::to_lowercase).collect();
            let found = halves.entry(key).or_default();
            if found.word.is_empty() {
                found.word = own;
            }
            found.times += 1;
            found.unread += usize::from(is_unread);
            if !found.beside.contains(&other) && found.beside.len() < PLACES {
                found.beside.push(other);
            }
            if found.places.len() < PLACES {
                let line = source.line_column(row.span.start).line;
                found.places.push(format!("{}:{line}", source.name()));
            }
        }
    }
    match (texts, names.is_empty() && values.is_empty()) {
        (0, _) => Err(nothing(paths, "no file can be read there").into()),
        (_, true) => {
            let why = format!("{texts} texts were read, {without} of them without a verdict");
            Err(nothing(paths, &why).into())
        }
        _ => Ok(written(texts, without, &names, &values)),
    }
}

fn written(texts: usize, without: usize, names: &Halves, values: &Halves) -> String {
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
