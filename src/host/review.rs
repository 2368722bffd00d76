//! The files of a review by inspectors and their auditor: who wrote which, and where its log lies.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::config::place_of;
use super::named::named_place;
use super::{Files, Kind, Limits, SUMMARY, is_pipe, not_a_dangling_link, shown, sources};
use crate::{Decoded, Diagnostics, Source};

/// The stems of the auditor's file, where it is not named.
const VERDICT: [&str; 2] = ["verdict", "verdict-auditor"];

/// What logs are called.
const LOG: &str = "verdicts.md";

/// The folder that holds the files of a review while it is under way; its log lies beside it.
const ACTIVE: &[&str] = &["active", "inspectors"];

/// One text of a review.
#[derive(Debug)]
pub struct ReviewText {
    /// Its file.
    pub path: PathBuf,
    /// The name of the file without its extension: who wrote it.
    pub stem: String,
    /// What stands in it; none where there is no such file.
    pub found: Option<Result<Source, Box<Decoded>>>,
}

/// The texts of a review.
#[derive(Debug, Default)]
pub struct ReviewTexts {
    /// Those of the auditors, in their order.
    pub auditors: Vec<ReviewText>,
    /// All others.
    pub inspectors: Vec<ReviewText>,
}

/// Reads the texts of a review: files, and those of folders. A file that was named and is not there belongs to somebody who
/// has not written it. Where no auditor is named, a file called `verdict` or `verdict-auditor` in a folder, or among the files, is the auditor's.
///
/// # Errors
///
/// As [`sources`]; one file, by whatever name, for two of them; a pipe for an inspector, whom a file names.
pub fn review_texts(
    files: &dyn Files,
    input: &mut dyn Read,
    (inspectors, auditors): (&[PathBuf], &[PathBuf]),
    limits: &Limits,
) -> Result<ReviewTexts, Diagnostics> {
    if let Some(pipe) = inspectors.iter().find(|path| is_nameless(files, path)) {
        return Err(nameless(pipe).into());
    }
    let place = |path: &Path| files.resolve(path).ok();
    let named: Vec<PathBuf> = auditors.iter().map(|path| place_of(files, path)).collect();
    let is_auditors = |at: &Path| auditors.iter().any(|path| place(path).as_deref() == Some(at));
    let all: Vec<PathBuf> = auditors.iter().chain(inspectors).cloned().collect();
    let is_there =
        |path: &&PathBuf| path.as_os_str() == "-" || is_pipe(path) || place(path).is_some();
    let there: Vec<PathBuf> = all.iter().filter(is_there).cloned().collect();
    let read = match there.is_empty() {
        true => Vec::new(),
        false => sources(files, input, &there, limits)?,
    };
    let mut texts = ReviewTexts::default();
    let mut read = read.into_iter().map(|found| {
        let name = match &found {
            Ok(source) => source.name().to_owned(),
            Err(unreadable) => {
                unreadable.sources.first().map(|s| s.name().to_owned()).unwrap_or_default()
            }
        };
        ReviewText { stem: stem_of(Path::new(&name)), path: name.into(), found: Some(found) }
    });
    let missing =
        |path: &Path| ReviewText { stem: stem_of(path), path: path.to_owned(), found: None };
    for path in auditors {
        let text = if is_there(&path) { read.next() } else { None };
        texts.auditors.push(text.unwrap_or_else(|| missing(path)));
    }
    for text in read {
        // A link that is called like the auditor's file, and leads to it, keeps nobody from the bench.
        let behind = || {
            VERDICT.contains(&text.stem.as_str())
                && place(&text.path).is_some_and(|at| is_auditors(&at))
        };
        let again = named.contains(&place_of(files, &text.path)) || behind();
        let kept =
            matches!(text.path.file_name().and_then(|name| name.to_str()), Some(LOG | SUMMARY));
        match text.stem.as_str() {
            _ if again || kept => {}
            stem if auditors.is_empty() && VERDICT.contains(&stem) => texts.auditors.push(text),
            _ => texts.inspectors.push(text),
        }
    }
    let missing = inspectors.iter().filter(|path| !is_there(path)).map(|path| missing(path));
    texts.inspectors.extend(missing);
    texts.stand_for_one_each(files)?;
    Ok(texts)
}

impl ReviewTexts {
    /// One text stands for one reviewer, whatever it is called.
    fn stand_for_one_each(&self, files: &dyn Files) -> Result<(), Diagnostics> {
        let (mut known, mut wrong) = (HashMap::new(), Vec::new());
        for text in self.auditors.iter().chain(&self.inspectors) {
            let place = files.resolve(&text.path).ok();
            let place = place.filter(|place| files.kind(place).ok() == Some(Kind::File));
            let Some(identity) = place.and_then(|place| files.identity(&place)) else { continue };
            if let Some(before) = known.insert(identity, &text.path) {
                wrong.push(one_text_for_two(before, &text.path));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(Diagnostics::from(wrong)) }
    }
}

fn stem_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The log of a feature, or the one in this folder.
pub fn review_log_of(feature: Option<&str>) -> PathBuf {
    let folder = feature.map(|feature| Path::new("specs").join(feature).join("reviews"));
    folder.unwrap_or_default().join(LOG)
}

/// Where the log of a review lies: in the folder of a feature (`specs/NAME/reviews`) where one is named, else beside the
/// folder `active` that holds its files, or among them.
pub fn review_log(feature: Option<&str>, texts: &ReviewTexts) -> PathBuf {
    if feature.is_some() {
        return review_log_of(feature);
    }
    let of = |texts: &[ReviewText]| {
        let folders =
            texts.iter().map(|text| text.path.parent().unwrap_or(Path::new("")).to_owned());
        folders.reduce(|one, other| {
            let shared =
                one.components().zip(other.components()).take_while(|(one, other)| one == other);
            shared.map(|(part, _)| part).collect()
        })
    };
    let folder = of(&texts.auditors).or_else(|| of(&texts.inspectors)).unwrap_or_default();
    let is_active = folder
        .file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| ACTIVE.contains(&name) || name.strip_prefix("active-").is_some());
    match folder.parent().filter(|_| is_active) {
        Some(above) => above.join(LOG),
        None => folder.join(LOG),
    }
}

/// The text of a log; an empty one where there is none yet.
///
/// # Errors
///
/// It is a link to nothing, no file, too large, or cannot be read.
pub fn review_log_text(
    files: &dyn Files,
    path: &Path,
    limits: &Limits,
) -> Result<Source, Diagnostics> {
    not_a_dangling_link(files, path)?;
    let none = || Source::new(path.to_string_lossy(), "");
    if matches!(files.resolve(path), Err(error) if error.kind() == io::ErrorKind::NotFound) {
        return Ok(none());
    }
    if files
        .resolve(path)
        .and_then(|place| files.kind(&place))
        .is_ok_and(|kind| kind == Kind::Folder)
    {
        return Err(log_is_a_folder(path).into());
    }
    match sources(files, &mut io::empty(), &[path.to_owned()], limits)?.into_iter().next() {
        Some(Ok(log)) => Ok(log),
        Some(Err(unreadable)) => Err(Diagnostics::new(unreadable.sources, unreadable.diagnostics)),
        None => Ok(none()),
    }
}

/// `ln inspectors/test.cpf verdict.cpf`, `--auditor verdict.cpf --auditor verdict.cpf`
fn one_text_for_two(one: &Path, other: &Path) -> crate::Diagnostic {
    crate::Diagnostic::error("assize::host::one_text_for_two")
        .message(match one == other {
            true => format!("`{}` is named twice", shown(one)),
            false => format!("`{}` and `{}` are one and the same file", shown(one), shown(other)),
        })
        .help("one text stands for one inspector, or for the auditor of one run: hand in what each of them wrote")
}

/// Whether it is what a shell hands in, which does not say who wrote it.
fn is_nameless(files: &dyn Files, path: &Path) -> bool {
    named_place(files, path).is_ok_and(|place| place.is_none())
}

/// `assize sdd review --kind impl <(cat test.cpf)`
fn nameless(path: &Path) -> crate::Diagnostic {
    crate::Diagnostic::error("assize::host::nameless_text")
        .message(format!("`{}` is a pipe, which is not named after an inspector", shown(path)))
        .help("save what the inspector wrote as a file that is named after it; a pipe can be the auditor's: `--auditor <(…)`")
}

/// `--log reviews`
fn log_is_a_folder(path: &Path) -> crate::Diagnostic {
    crate::Diagnostic::error("assize::host::log_is_a_folder")
        .message(format!("the log `{}` is a folder", shown(path)))
        .help("name a file: `--log specs/login/reviews/verdicts.md`")
}
