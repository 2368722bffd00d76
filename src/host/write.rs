//! Writing what others rely on: whole, or not at all.

use std::io;
use std::path::{Path, PathBuf};

use super::{Content, Files, Kind, Permissions, Writer, is_pipe, is_stream, shown};
use crate::Diagnostic;

/// Where to write, and who chose the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Beside the reports. Whatever a reviewer may have put there is replaced, never followed.
    Beside(PathBuf),
    /// Named by the user: links are followed, and what is not a regular file is written in place.
    Named(PathBuf),
}

impl Place {
    /// The path as it was given.
    pub fn path(&self) -> &Path {
        match self {
            Self::Beside(path) | Self::Named(path) => path,
        }
    }
}

enum Way {
    Replace(PathBuf),
    InPlace(PathBuf),
}

/// Writes `what` (`summary`, `output`, `conversion`): the whole text, or an error and nothing that is stale.
///
/// When writing fails, what an earlier run left there is taken away: it may say that the gate
/// is open.
///
/// # Errors
///
/// When the text could not be written.
pub fn write_atomic(
    disk: &dyn Writer,
    place: &Place,
    text: &str,
    what: &str,
) -> Result<(), Diagnostic> {
    stream_atomic(disk, place, &|out| out.write_all(text.as_bytes()), what)
}

/// As [`write_atomic`], of what writes itself piece by piece.
///
/// # Errors
///
/// When it could not be written.
pub fn stream_atomic(
    disk: &dyn Writer,
    place: &Place,
    content: &Content<'_>,
    what: &str,
) -> Result<(), Diagnostic> {
    let permissions = match place {
        Place::Beside(_) => Permissions::Own,
        Place::Named(_) => Permissions::Kept,
    };
    let way = match destination(disk, place) {
        Ok(way) => way,
        Err(error) => return Err(not_written(what, place.path(), &error, None)),
    };
    match way {
        Way::InPlace(path) => disk
            .write_in_place(&path, content)
            .map_err(|error| not_written(what, place.path(), &error, None)),
        Way::Replace(path) => disk.replace(&path, content, permissions).map_err(|error| {
            let stale = take_away(disk, &path);
            not_written(what, place.path(), &error, stale)
        }),
    }
}

/// Writes a log that was made longer. When that fails, the log stays as it was: it is the only
/// copy of what stands in it.
///
/// # Errors
///
/// When the text could not be written.
pub fn write_log(disk: &dyn Writer, path: &Path, text: &str) -> Result<(), Diagnostic> {
    not_a_dangling_link(disk, path)?;
    let content = |out: &mut dyn io::Write| out.write_all(text.as_bytes());
    let written = match destination(disk, &Place::Named(path.to_owned())) {
        Ok(Way::InPlace(place)) => disk.write_in_place(&place, &content),
        Ok(Way::Replace(place)) => disk.replace(&place, &content, Permissions::Kept),
        Err(error) => Err(error),
    };
    written.map_err(|error| log_not_written(path, &error))
}

/// Refuses a log that is a link to nothing: a new log in its place would not be where the link says that
/// it is.
///
/// # Errors
///
/// When it is one.
pub fn not_a_dangling_link(files: &dyn Files, path: &Path) -> Result<(), Diagnostic> {
    let link = files.kind(path).is_ok_and(|kind| kind == Kind::Link);
    match link && files.resolve(path).is_err() {
        true if is_pipe(path) => Err(log_is_a_pipe(path)),
        true => Err(dangling_log(path)),
        false => Ok(()),
    }
}

fn destination(disk: &dyn Writer, place: &Place) -> io::Result<Way> {
    let (path, named) = match place {
        Place::Beside(path) => (path, false),
        Place::Named(path) => (path, true),
    };
    let replace = || Ok(Way::Replace(path.clone()));
    match disk.kind(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(),
        Err(error) => Err(error),
        Ok(Kind::Folder) => Err(is_a_folder()),
        Ok(_) if !named => replace(),
        Ok(Kind::File) => replace(),
        Ok(Kind::Other) => Ok(Way::InPlace(path.clone())),
        // `/dev/stdout` leads to whatever the shell made of it.
        Ok(Kind::Link) if is_stream(disk, path) => Ok(Way::InPlace(path.clone())),
        Ok(Kind::Link) => match disk.resolve(path) {
            Err(_) => replace(),
            Ok(target) => match disk.kind(&target)? {
                Kind::Folder => Err(is_a_folder()),
                Kind::File => Ok(Way::Replace(target)),
                Kind::Other | Kind::Link => Ok(Way::InPlace(target)),
            },
        },
    }
}

fn is_a_folder() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")
}

/// Takes away what an earlier run left; says what happened to it.
fn take_away(disk: &dyn Writer, path: &Path) -> Option<Stale> {
    match disk.kind(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        _ if disk.remove(path).is_ok() => Some(Stale::Gone),
        // A folder that takes no new files may still hold a file that can be made empty.
        Ok(Kind::File) if disk.blank(path).is_ok() => Some(Stale::Gone),
        _ => Some(Stale::Left),
    }
}

#[derive(Clone, Copy)]
enum Stale {
    Gone,
    Left,
}

fn not_written(what: &str, path: &Path, error: &io::Error, stale: Option<Stale>) -> Diagnostic {
    let shown = shown(path);
    let help = match stale {
        Some(Stale::Left) if what == "conversion" => {
            format!(
                "WARNING: `{shown}` still contains what was there before: do not mistake it for this"
            )
        }
        Some(Stale::Left) => format!(
            "WARNING: `{shown}` still contains what an earlier run wrote, and may say that the gate \
             is open: do not trust it, delete it"
        ),
        Some(Stale::Gone) => format!("what an earlier run had written to `{shown}` was removed"),
        None => "look at the path, its permissions and the space on the disk".to_owned(),
    };
    let code = format!("assize::host::{what}_not_written");
    Diagnostic::error(code)
        .message(format!("the {what} `{shown}` could not be written: {error}"))
        .help(help)
}

/// A log that is a link to a file that was moved away
fn dangling_log(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::dangling_log")
        .message(format!("the log `{}` is a link that leads nowhere", shown(path)))
        .help("nothing was written: put the log back where the link leads, or remove the link")
}

/// `--log <(cat verdicts.md)`
fn log_is_a_pipe(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::log_is_a_pipe")
        .message(format!("the log `{}` is a pipe, which keeps nothing", shown(path)))
        .help("nothing was written: name the file that the log is kept in")
}

/// A log in a folder that takes no new files
fn log_not_written(path: &Path, error: &io::Error) -> Diagnostic {
    let shown = shown(path);
    Diagnostic::error("assize::host::log_not_written")
        .message(format!("the log `{shown}` could not be written: {error}"))
        .help(format!(
            "nothing is lost: `{shown}` is as it was, and without what this run was to add; look at \
             the permissions of its folder and the space on the disk, then run again"
        ))
}
