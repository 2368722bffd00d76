//! Texts that a person named: files, the files of a folder, standard input.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::disk::is_pipe;
use super::limits::{Limits, Used};
use super::{Files, Kind, shown};
use crate::codec::{Cause, SHORTER};
use crate::{Decoded, Diagnostic, Diagnostics, Source};

/// The name of standard input, on the command line and in places.
pub const STDIN: &str = "<stdin>";

/// The texts behind some paths, in their order: files, the files of a folder that are not hidden,
/// and `-` for `input`. What cannot be read is handed on as unreadable.
///
/// # Errors
///
/// A path that does not exist, a folder that cannot be listed, `-` twice; more than `limits` allow for
/// all together.
pub fn sources(
    files: &dyn Files,
    input: &mut dyn Read,
    paths: &[PathBuf],
    limits: &Limits,
) -> Result<Vec<Result<Source, Box<Decoded>>>, Diagnostics> {
    let limit = limits.bytes;
    let mut used = Used::new(limits);
    let mut found = Vec::new();
    let mut wrong = Vec::new();
    let mut stdin_read = false;
    for path in paths {
        if path.as_os_str() == "-" {
            if stdin_read {
                wrong.push(input_twice());
                continue;
            }
            stdin_read = true;
            used.add_files(1)?;
            found.push(counted(read_stdin(input, limit), &mut used)?);
            continue;
        }
        let held = match files.resolve(path).and_then(|place| files.kind(&place)) {
            _ if is_pipe(path) => vec![path.clone()],
            Ok(Kind::Folder) => match inside(files, path) {
                Ok(held) => held,
                Err(error) => {
                    wrong.push(super::reports::folder_unreadable(path, &error));
                    continue;
                }
            },
            Ok(_) => vec![path.clone()],
            Err(error) => {
                wrong.push(super::reports::not_found(path, &error));
                continue;
            }
        };
        used.add_files(held.len())?;
        for file in held {
            found.push(counted(open(files, &file, limit), &mut used)?);
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(Diagnostics::new(Vec::new(), wrong)) }
}

/// A text that is read, unless it is one too many.
fn counted(
    read: Result<Source, Box<Decoded>>,
    used: &mut Used,
) -> Result<Result<Source, Box<Decoded>>, Diagnostic> {
    if let Ok(source) = &read {
        used.add(source.name(), source.bytes())?;
    }
    Ok(read)
}

/// The regular files of a folder, by name, without the hidden ones.
fn inside(files: &dyn Files, folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut names = files.names(folder)?;
    names.retain(|name| !name.to_string_lossy().starts_with('.'));
    names.sort();
    let paths = names.into_iter().map(|name| folder.join(name));
    let folder = |path: &PathBuf| {
        let kind = files.resolve(path).and_then(|place| files.kind(&place));
        matches!(kind, Ok(Kind::Folder))
    };
    Ok(paths.filter(|path| !folder(path)).collect())
}

fn open(files: &dyn Files, path: &Path, limit: usize) -> Result<Source, Box<Decoded>> {
    let name = path.to_string_lossy().into_owned();
    match contents(files, path, limit) {
        Ok(bytes) => Ok(Source::new(name, bytes)),
        Err((cause, why)) => Err(unreadable(name, cause, &why)),
    }
}

/// The bytes of a file that was named, or why there are none.
pub(super) fn contents(
    files: &dyn Files,
    path: &Path,
    limit: usize,
) -> Result<Vec<u8>, (Cause, String)> {
    let read = files.read(path, limit).map_err(|error| {
        let denied = error.kind() == std::io::ErrorKind::PermissionDenied;
        let cause = if denied { Cause::Permission } else { Cause::ReadError };
        match files.resolve(path).and_then(|place| files.kind(&place)) {
            // A socket cannot even be opened.
            Ok(Kind::Other) => (Cause::NotAFile, "it is not a regular file".to_owned()),
            _ => (cause, error.to_string()),
        }
    });
    read.and_then(|opened| opened.into_bytes(limit))
}

/// All of standard input, as far as it may go.
fn read_stdin(input: &mut dyn Read, limit: usize) -> Result<Source, Box<Decoded>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    match input.take(most).read_to_end(&mut bytes) {
        // One byte too many is enough for the reader to refuse it.
        Ok(_) => Ok(Source::new(STDIN, bytes)),
        Err(error) => Err(unreadable(STDIN.to_owned(), Cause::ReadError, &error.to_string())),
    }
}

fn unreadable(name: String, cause: Cause, why: &str) -> Box<Decoded> {
    let diagnostic = Diagnostic::error(format!("assize::host::{cause}"))
        .message(format!("`{}` cannot be read: {why}", shown(&name)))
        .help(match cause {
            Cause::TooLarge => SHORTER,
            Cause::NotAFile => "name a text file; a pipe is read from `-`: `… | assize parse -`",
            Cause::Changing => "run again when whoever writes it is done",
            _ => "name a text file that may be read",
        });
    Box::new(Decoded::unreadable(Source::new(name, ""), cause, diagnostic))
}

/// `assize parse - -`
fn input_twice() -> Diagnostic {
    Diagnostic::error("assize::host::input_twice")
        .message("standard input was named twice")
        .help("it can only be read once: name `-` once")
}
