//! Where policies are found: in the repository first, then among the built-in ones.

use std::io;
use std::path::{Path, PathBuf};

use super::config::{Config, place_of};
use super::disk::around;
use super::{Files, Judged, Kind, Opened, nearest, shown};
use crate::policy::{built_in_names, imports_of, states_a_rule};
use crate::{Diagnostic, Diagnostics, Policy, Stage, built_in};

/// Larger policies are refused: 1 MiB is a thousand pages of rules.
const LIMIT: usize = 1024 * 1024;
/// A policy needs no more files than this, with those that its files need.
const MOST_FILES: usize = 64;

/// The text of a policy and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is called in a ruling, with its ending: `any-blocker.rhai`.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its file; none when it is built in.
    pub file: Option<PathBuf>,
    /// The texts of the files beside it that it imports, by the name it imports them with.
    pub imports: Vec<(String, String)>,
    /// The words of the nearest `assize.kdl`, where it asks what reviewers said.
    pub words: Vec<String>,
    /// Policies of that name that do not judge, because they lie among the reports.
    pub remarks: Vec<Diagnostic>,
}

/// Finds a policy by its name, or by its path: a `/` in it or `.rhai` at its end.
///
/// A name is looked up in `.assize/policies/STAGE/` of `here` and of the folders around it up
/// to the root of the repository, then among the built-in ones. A file that is there and
/// cannot be read is an error; the search does not go on behind it. So is one that has the name of a
/// built-in policy: a change could bring it along, and no one would see which of the two is meant.
///
/// Nothing is taken from among the reports, where reviewers write: the lookup passes it over, and tells it.
///
/// # Errors
///
/// Nothing has that name, the file cannot be read, or it lies among the reports, as may a file that it needs.
pub fn find(
    files: &dyn Files,
    stage: Stage,
    asked: &str,
    here: &Path,
    judged: &Judged,
) -> Result<Found, Diagnostic> {
    if asked.contains('/') || asked.ends_with(".rhai") {
        let path = Path::new(asked);
        return match text_of(files, path) {
            Ok(Some(_)) if is_among(files, path, judged) => Err(among_reports(files, path)),
            Ok(Some(text)) => found_in(files, path, text, (here, judged)),
            Ok(None) => Err(no_file(files, path)),
            Err(error) => Err(unreadable(files, path, &error)),
        };
    }
    if !is_name(asked) {
        return Err(odd_name(asked));
    }
    let mut passed_over = Vec::new();
    for (folder, policies) in folders(files, stage, here) {
        let path = policies.join(format!("{asked}.rhai"));
        let beside = || judged.neighbours(&place_of(files, &folder.join(".assize")));
        match text_of(files, &path) {
            Ok(None) => {}
            _ if is_among(files, &path, judged) || beside() => passed_over.push(path),
            Ok(Some(_)) if built_in(stage, asked).is_some() => {
                return Err(name_taken(asked, &path));
            }
            Ok(Some(text)) => {
                let found = found_in(files, &path, text, (here, judged))?;
                return Ok(Found { remarks: told(files, &passed_over), ..found });
            }
            Err(error) => return Err(unreadable(files, &path, &error)),
        }
    }
    let text = built_in(stage, asked).ok_or_else(|| {
        if let Some(path) = passed_over.first() {
            return match is_among(files, path, judged) {
                true => among_reports(files, path),
                false => beside_reports(files, path),
            };
        }
        if let Some(link) = unfollowed(files, stage, here) {
            return linked(stage, asked, &link);
        }
        let mut known: Vec<String> = local(files, stage, here).into_iter().map(|l| l.0).collect();
        known.extend(built_in_names(stage).map(str::to_owned));
        let is_folder = files.kind(Path::new(asked)).is_ok_and(|kind| kind == Kind::Folder);
        match is_folder {
            true => unknown(stage, asked, &known).help(format!(
                "`{asked}` is a folder: name the file of a policy in it, `{asked}/NAME.rhai`"
            )),
            false => unknown(stage, asked, &known),
        }
    })?;
    Ok(Found {
        name: format!("{asked}.rhai"),
        text: text.to_owned(),
        file: None,
        imports: Vec::new(),
        words: Vec::new(),
        remarks: told(files, &passed_over),
    })
}

/// Whether a file lies among the reports, itself or what its link leads to.
fn is_among(files: &dyn Files, path: &Path, judged: &Judged) -> bool {
    let behind = files.resolve(path).is_ok_and(|place| judged.holds(&place));
    behind || judged.holds(&place_of(files, path))
}

fn told(files: &dyn Files, passed_over: &[PathBuf]) -> Vec<Diagnostic> {
    passed_over.iter().map(|path| does_not_judge(files, path)).collect()
}

/// A folder in the way to policies that is not followed in a commit: a link, or another repository.
fn unfollowed(files: &dyn Files, stage: Stage, here: &Path) -> Option<String> {
    folders(files, stage, here).iter().find_map(|(folder, policies)| {
        let steps: Vec<&Path> = policies.ancestors().take(3).collect();
        let place = steps.into_iter().rev().find(|place| match files.kind(place) {
            Ok(Kind::Link) => files.resolve(place).is_err(),
            kind => kind.is_ok_and(|kind| kind == Kind::Other),
        })?;
        Some(shown(place.strip_prefix(folder).unwrap_or(place)) + files.version(place).as_str())
    })
}

/// The policies of the repository: name and file, nearest folder first.
pub fn local(files: &dyn Files, stage: Stage, here: &Path) -> Vec<(String, PathBuf)> {
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    for (_, folder) in folders(files, stage, here) {
        let mut names = files.names(&folder).unwrap_or_default();
        names.sort();
        for file in names {
            let file = Path::new(&file);
            let Some(name) = file.file_stem().and_then(|stem| stem.to_str()) else { continue };
            let policy = file.extension().is_some_and(|ending| ending == "rhai") && is_name(name);
            if policy && !found.iter().any(|(known, _)| known == name) {
                found.push((name.to_owned(), folder.join(file)));
            }
        }
    }
    found
}

/// Those of them that judge: what another one imports, and what states no rule itself, is part of that one.
pub fn judging(files: &dyn Files, stage: Stage, here: &Path) -> Vec<(String, PathBuf)> {
    let mut all = local(files, stage, here);
    let texts: Vec<Option<String>> =
        all.iter().map(|(_, path)| text_of(files, path).ok().flatten()).collect();
    let imported: Vec<String> = texts.iter().flatten().flat_map(|text| imports_of(text)).collect();
    let mut texts = texts.into_iter();
    all.retain(|(name, _)| {
        let is_part = imported.iter().any(|import| import.trim_end_matches(".rhai") == name);
        let text = texts.next().flatten();
        !is_part || text.is_none_or(|text| states_a_rule(&text))
    });
    all
}

/// The folders that may hold policies, each behind the one that it belongs to: `here`, and the folders up to the
/// repository's root. Outside a repository nothing above `here` is trusted.
fn folders(files: &dyn Files, stage: Stage, here: &Path) -> Vec<(PathBuf, PathBuf)> {
    let policies = |folder: &Path| folder.join(".assize/policies").join(stage.as_str());
    around(files, here).map(|folder| (folder.to_owned(), policies(folder))).collect()
}

pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// The text of a file; none when there is no such file.
fn text_of(files: &dyn Files, path: &Path) -> io::Result<Option<String>> {
    use io::ErrorKind::{NotADirectory, NotFound};
    match files.kind(path) {
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => return Ok(None),
        other => _ = other?,
    }
    to_text(files.read(path, LIMIT)?).map(Some)
}

/// The text of a file that stands in a folder, and does not lead out of it; none when there is no such
/// file.
fn text_inside(files: &dyn Files, folder: &Path, file: &Path) -> io::Result<Option<String>> {
    if files.kind(&folder.join(file)).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Ok(None);
    }
    match files.read_inside(folder, file, LIMIT) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            Err(io::Error::new(error.kind(), "its link leaves the folder"))
        }
        opened => to_text(opened?).map(Some),
    }
}

fn to_text(opened: Opened) -> io::Result<String> {
    let wrong = |text: &str| io::Error::new(io::ErrorKind::InvalidData, text.to_owned());
    let bytes = opened.into_bytes(LIMIT).map_err(|(_, why)| wrong(&why))?;
    String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8"))
}

/// The name is the file's own, so that a ruling does not depend on where a repository lies.
///
/// Only plain file names are imported, from the policy's own folder. What is not there is
/// left to the compiler, which knows the place in the text.
fn found_in(
    files: &dyn Files,
    path: &Path,
    text: String,
    (here, judged): (&Path, &Judged),
) -> Result<Found, Diagnostic> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut imports: Vec<(String, String)> = Vec::new();
    let mut wanted = imports_of(&text);
    // A policy that it extends may need files as well; each is read once.
    while let Some(import) = wanted.pop() {
        if imports.iter().any(|(known, _)| *known == import) || imports.len() >= MOST_FILES {
            continue;
        }
        let file =
            if import.ends_with(".rhai") { import.clone() } else { format!("{import}.rhai") };
        if !is_name(file.trim_end_matches(".rhai")) {
            continue;
        }
        match text_inside(files, folder, Path::new(&file)) {
            Ok(Some(_)) if is_among(files, &folder.join(&file), judged) => {
                return Err(among_reports(files, &folder.join(file)));
            }
            Ok(Some(text)) => {
                wanted.extend(imports_of(&text));
                imports.push((import, text));
            }
            Ok(None) => {}
            Err(error) => return Err(unreadable(files, &folder.join(file), &error)),
        }
    }
    // The hash of a policy goes by this order.
    imports.sort();
    let asks = |text: &str| text.contains("said(");
    let words = match asks(&text) || imports.iter().any(|(_, text)| asks(text)) {
        // What is wrong with the file is told where it is used.
        true => {
            Config::find(files, here, None, judged).map(|config| config.lexicon.verdict_words())
        }
        false => Ok(Vec::new()),
    };
    let words = words.unwrap_or_default();
    let file = Some(path.to_owned());
    Ok(Found { name, text, file, imports, words, remarks: Vec::new() })
}

impl Found {
    /// The policy that its text is.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, at once.
    pub fn compile(&self, stage: Stage) -> Result<Policy, Diagnostics> {
        Policy::compile_with_words(stage, &self.name, &self.text, &self.imports, &self.words)
    }
}

/// `assize gate reports --policy reports/ours.rhai`, or a link into them
fn among_reports(files: &dyn Files, path: &Path) -> Diagnostic {
    let name = shown(path) + files.version(path).as_str();
    Diagnostic::error("assize::host::policy_among_reports")
        .message(format!("the policy `{name}` lies among the reports, where reviewers write"))
        .help("move it out of there: what reports are judged by must not come with them")
}

/// `cd reports && assize gate *.md --policy ours`, with `.assize/policies/gate/ours.rhai` in it
fn beside_reports(files: &dyn Files, path: &Path) -> Diagnostic {
    let name = shown(path) + files.version(path).as_str();
    Diagnostic::error("assize::host::policy_among_reports")
        .message(format!("the policy `{name}` lies beside the reports, where reviewers may write"))
        .help("name it by its path if no reviewer wrote it: `--policy ./.assize/policies/gate/ours.rhai`; or give the folder of reports")
}

/// `cd reports && assize gate .`, with `.assize/policies/gate/any-blocker.rhai` in it
fn does_not_judge(files: &dyn Files, path: &Path) -> Diagnostic {
    let name = shown(path) + files.version(path).as_str();
    Diagnostic::warning("assize::host::policy_passed_over")
        .message(format!("`{name}` lies among the reports, and does not judge"))
        .help("no policy is looked up where reviewers write; look who put it there")
}

/// `.assize` that is a link, judged by a commit
fn linked(stage: Stage, asked: &str, link: &str) -> Diagnostic {
    let stage = stage.as_str();
    Diagnostic::error("assize::host::unknown_policy")
        .message(format!("there is no {stage} policy called `{asked}`: `{link}` is a link or a submodule, which is not followed in a commit"))
        .help("name the policy by the path of its file: `--policy tools/policies/gate/ours.rhai`")
}

/// `.assize/policies/gate/any-blocker.rhai`
fn name_taken(name: &str, path: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::policy_name_taken")
        .message(format!("`{}` has the name of a built-in policy", shown(path)))
        .help(format!(
            "give the file a name of its own and say `--policy NAME`, or remove it to use the built-in `{name}`"
        ))
}

fn no_file(files: &dyn Files, path: &Path) -> Diagnostic {
    let name = shown(path) + files.version(path).as_str();
    Diagnostic::error("assize::host::no_policy_file")
        .message(format!("the policy file `{name}` does not exist"))
        .help("give the path of a `.rhai` file, or a name from `assize policy list`")
}

fn unreadable(files: &dyn Files, path: &Path, error: &io::Error) -> Diagnostic {
    let name = shown(path) + files.version(path).as_str();
    Diagnostic::error("assize::host::policy_unreadable")
        .message(format!("the policy `{name}` cannot be read: {error}"))
        .help("fix the file, or name another policy")
}

fn odd_name(name: &str) -> Diagnostic {
    Diagnostic::error("assize::host::policy_name")
        .message(format!("`{}` is not the name of a policy", shown(name)))
        .help("a name has letters, digits, `-` and `_`; a path has a `/` or ends in `.rhai`")
}

fn unknown(stage: Stage, name: &str, known: &[String]) -> Diagnostic {
    let elsewhere = Stage::ALL.iter().find(|other| built_in(**other, name).is_some());
    let help = match (elsewhere, nearest(name, known.iter().map(String::as_str))) {
        (Some(other), _) => format!("`{name}` is a policy of the stage {}", other.as_str()),
        (None, Some(near)) => format!("did you mean `{near}`?"),
        (None, None) => format!("the {} policies are: {}", stage.as_str(), known.join(", ")),
    };
    Diagnostic::error("assize::host::unknown_policy")
        .message(format!("there is no {} policy called `{name}`", stage.as_str()))
        .help(help)
}
