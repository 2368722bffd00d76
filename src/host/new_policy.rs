//! A policy of a team's own, copied from another one with its cases.

use std::io;
use std::path::{Path, PathBuf};

use super::cases::{Listed, Unlisted, files_of};
use super::disk::around;
use super::policies::{Found, find, is_name};
use super::{CONFIG, Files, Judged, Writer, shown};
use crate::policy::default_policy;
use crate::{Diagnostic, Stage, built_in};

/// No policy is larger.
const LIMIT: usize = 1024 * 1024;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPolicy {
    /// The policy's file.
    pub file: PathBuf,
    /// What it was copied from.
    pub from: String,
    /// Its folder of cases, where there are some, and how many.
    pub cases: Option<(PathBuf, usize)>,
}

/// Copies a policy, the files that it imports and its cases into `.assize/policies/STAGE/`: beside the nearest
/// `assize.kdl`, or at the root of the repository. `from` is a name or a path, as for [`find`].
///
/// # Errors
///
/// The name is not one, or a built-in policy's; a file of that name is there; there is nothing to copy, or it
/// cannot be read; something cannot be written. What stands there is left as it is.
pub fn new_policy(
    disk: &dyn Writer,
    stage: Stage,
    name: &str,
    from: Option<&str>,
    here: &Path,
) -> Result<NewPolicy, Diagnostic> {
    if !is_name(name) {
        return Err(odd_name(name));
    }
    if built_in(stage, name).is_some() {
        return Err(taken_by_built_in(name));
    }
    let from = from.unwrap_or(default_policy(stage));
    let found = find(disk, stage, from, here, &Judged::default())?;
    let folder = home(disk, here).join(".assize/policies").join(stage.as_str());
    let file = folder.join(format!("{name}.rhai"));
    let cases = folder.join(name);
    for place in [&file, &cases] {
        if disk.kind(place).is_ok() {
            return Err(is_there(place));
        }
    }
    let Listed { files: copies, wrong } = files_of(disk, stage, &found);
    if let Some(wrong) = wrong.first() {
        return Err(unreadable(wrong));
    }
    for (import, text) in imports_of(disk, &found, &folder)? {
        write_new(disk, &import, text.as_bytes())?;
    }
    for (path, bytes) in &copies {
        write_new(disk, &cases.join(path), bytes)?;
    }
    // It comes last: what can be judged by is whole.
    write_new(disk, &file, found.text.as_bytes())?;
    let mut names: Vec<_> =
        copies.iter().filter_map(|(path, _)| path.components().next()).collect();
    names.dedup();
    let cases = (!names.is_empty()).then_some((cases, names.len()));
    Ok(NewPolicy { file, from: from.to_owned(), cases })
}

/// The folder that a team's policies lie in: of the nearest `assize.kdl`, else the root of the repository. Outside
/// a repository policies are looked up `here` alone.
fn home(files: &dyn Files, here: &Path) -> PathBuf {
    let mut own = around(files, here).filter(|folder| files.kind(&folder.join(CONFIG)).is_ok());
    own.next().map(Path::to_owned).or_else(|| files.root(here)).unwrap_or_else(|| here.to_owned())
}

/// The files that the copy needs beside it, where they are not there.
fn imports_of(
    files: &dyn Files,
    found: &Found,
    folder: &Path,
) -> Result<Vec<(PathBuf, String)>, Diagnostic> {
    let mut missing = Vec::new();
    for (name, text) in &found.imports {
        let place = folder.join(if name.ends_with(".rhai") {
            name.clone()
        } else {
            format!("{name}.rhai")
        });
        match files.read(&place, LIMIT).map(|opened| opened.into_bytes(LIMIT)) {
            Ok(Ok(bytes)) if bytes == text.as_bytes() => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                missing.push((place, text.clone()));
            }
            _ => return Err(is_there(&place)),
        }
    }
    Ok(missing)
}

/// Makes a new file; one that is there is left as it is, and told.
///
/// # Errors
///
/// It is there, or cannot be written.
pub fn write_new(disk: &dyn Writer, path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    disk.create_new(path, &|out| out.write_all(bytes)).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => is_there(path),
        _ => not_written(path, &error),
    })
}

/// `assize policy new ../ours`
fn odd_name(name: &str) -> Diagnostic {
    Diagnostic::error("assize::host::policy_name")
        .message(format!("`{}` is not the name of a policy", shown(name)))
        .help("a name has letters, digits, `-` and `_`: the file is made from it")
}

/// `assize policy new any-blocker`
fn taken_by_built_in(name: &str) -> Diagnostic {
    Diagnostic::error("assize::host::policy_name_taken")
        .message(format!("`{name}` is the name of a built-in policy"))
        .help(format!("choose another name: `assize policy new ours --from {name}`"))
}

/// `assize policy new ours`, twice
fn is_there(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::policy_is_there")
        .message(format!("`{}` is there already, and is left as it is", shown(path)))
        .help("choose another name, or remove it")
}

fn unreadable(Unlisted { path, why, help }: &Unlisted) -> Diagnostic {
    Diagnostic::error("assize::host::case_unreadable")
        .message(format!("`{}` cannot be copied: {why}", shown(path)))
        .help(format!("{help}; nothing was written"))
}

fn not_written(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::policy_not_written")
        .message(format!("`{}` could not be written: {error}", shown(path)))
        .help("look at the path, its permissions and the space on the disk")
}
