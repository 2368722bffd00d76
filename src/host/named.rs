//! Small files that a person names to say something about the work: never one that reviewers wrote.

use std::io;
use std::path::{Path, PathBuf};

use super::config::place_of;
use super::{Contents, Files, Judged, STDIN, shown, sources};
use crate::codec::size;
use crate::{Diagnostic, Diagnostics, Source};

/// How such a file is asked for, and what it is to hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// `--waivers`
    pub(super) flag: &'static str,
    /// `waiver "W-17" …`, or a command that prints it.
    pub(super) example: &'static str,
    /// In bytes.
    pub(super) limit: usize,
    /// Whether the command does without it.
    pub(super) optional: bool,
}

impl Asked {
    /// What is to be done, or that the flag can be left out.
    fn or_leave_out(self, next: String, when: &str) -> String {
        match self.optional {
            true => format!("{next}, or leave `{}` out{when}", self.flag),
            false => next,
        }
    }
}

/// The text of a file, which is not empty.
pub(super) fn open(
    files: &dyn Files,
    path: &Path,
    asked: Asked,
    judged: &Judged,
) -> Result<Source, Diagnostics> {
    checked(apart(files, path, asked, judged)?, asked)
}

/// The same, and it may be empty.
pub(super) fn open_text(
    files: &dyn Files,
    path: &Path,
    asked: Asked,
    judged: &Judged,
) -> Result<Source, Diagnostics> {
    let source = apart(files, path, asked, judged)?;
    if is_blank(&source) { Ok(source) } else { checked(source, asked) }
}

/// Whether a text says nothing.
pub(super) fn is_blank(source: &Source) -> bool {
    source.text().is_ok_and(|text| text.trim_start_matches('\u{feff}').trim().is_empty())
}

/// A file that does not lie among the reports.
pub(super) fn apart(
    files: &dyn Files,
    path: &Path,
    asked: Asked,
    judged: &Judged,
) -> Result<Source, Diagnostics> {
    let name = shown(path) + files.version(path).as_str();
    let place = named_place(files, path).map_err(|error| unresolved(&name, &error, asked))?;
    if place.is_some_and(|place| judged.holds(&place) || judged.holds(&place_of(files, path))) {
        return Err(among_reports(&name, asked).into());
    }
    Ok(bytes(files, path, name, asked)?)
}

/// Where a file that was named lies, behind all links; nowhere, for what a shell hands in.
///
/// # Errors
///
/// When no file lies there.
pub(super) fn named_place(files: &dyn Files, path: &Path) -> io::Result<Option<PathBuf>> {
    match files.resolve(path) {
        Err(_) if super::is_pipe(path) => Ok(None),
        found => found.map(Some),
    }
}

/// What stands in a file, which is not looked at.
pub(super) fn bytes(
    files: &dyn Files,
    path: &Path,
    name: String,
    asked: Asked,
) -> Result<Source, Diagnostic> {
    match sources::contents(files, path, asked.limit) {
        Ok(bytes) => Ok(Source::new(name, bytes)),
        Err((_, why)) => Err(unreadable(&name, &why, asked)),
    }
}

/// The same for what stands on standard input.
pub(super) fn input(contents: Contents, asked: Asked) -> Result<Source, Diagnostics> {
    match contents {
        Contents::Whole(bytes) => Ok(Source::new(STDIN, bytes)),
        _ => Err(too_large(STDIN, asked).into()),
    }
}

/// More than may be read.
pub(super) fn too_large(name: &str, asked: Asked) -> Diagnostic {
    unreadable(name, &format!("it is larger than {}", size(asked.limit)), asked)
}

/// A text that is not empty.
pub(super) fn checked(source: Source, asked: Asked) -> Result<Source, Diagnostics> {
    let name = source.name();
    let wrong = match source.text() {
        Err(_) if std::str::from_utf8(source.bytes()).is_ok_and(|text| text.contains('\0')) => {
            unreadable(name, "it has NUL characters", asked)
        }
        Err(_) => unreadable(name, "it is not UTF-8", asked),
        Ok(_) if is_blank(&source) => empty(name, asked),
        Ok(_) => return Ok(source),
    };
    Err(wrong.into())
}

/// A file that is not there, or that no way leads to.
pub(super) fn unresolved(name: &str, error: &io::Error, asked: Asked) -> Diagnostic {
    match error.kind() {
        io::ErrorKind::NotFound => no_such_file(name, asked),
        _ => unreadable(name, &error.to_string(), asked),
    }
}

/// `--waivers nowhere.kdl`
fn no_such_file(name: &str, asked: Asked) -> Diagnostic {
    Diagnostic::error("assize::host::no_such_file")
        .message(format!("the file `{name}` of `{}` does not exist", asked.flag))
        .help(asked.or_leave_out("name a file that exists".to_owned(), ""))
}

/// A folder, a file that is too large, or one in UTF-16
fn unreadable(name: &str, why: &str, asked: Asked) -> Diagnostic {
    Diagnostic::error("assize::host::file_unreadable")
        .message(format!("`{name}` of `{}` cannot be read: {why}", asked.flag))
        .help(format!("name a text file in UTF-8 with `{}` in it", asked.example))
}

/// A command that failed leaves a file without a line.
fn empty(name: &str, asked: Asked) -> Diagnostic {
    Diagnostic::error("assize::host::file_empty")
        .message(format!("`{name}` of `{}` is empty", asked.flag))
        .help(asked.or_leave_out(
            format!("write `{}` into it", asked.example),
            " where there is nothing to say",
        ))
}

/// `assize gate reports --waivers reports/waivers.kdl`
fn among_reports(name: &str, asked: Asked) -> Diagnostic {
    Diagnostic::error("assize::host::file_among_reports")
        .message(format!(
            "`{name}` of `{}` lies in the folder of reports, where reviewers write",
            asked.flag
        ))
        .help("move it out of the folder: what the reports are judged by must not come with them")
}
