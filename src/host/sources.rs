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

/// A text that a person named, and that is not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedText {
    /// Standard input.
    Input,
    /// A file.
    File(PathBuf),
}

impl NamedText {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is larger than `limit`: then it is handed on as an unreadable text that says why.
    pub fn open(
        &self,
        files: &dyn Files,
        input: &mut dyn Read,
        limit: usize,
    ) -> Result<Source, Box<Decoded>> {
        match self {
            Self::Input => read_stdin(input, limit),
            Self::File(path) => open(files, path, limit),
        }
    }
}

/// The texts behind some paths, in their order: files, the files of a folder that are not hidden, and `-` for standard input.
///
/// # Errors
///
/// A path that does not exist, a folder that cannot be listed, `-` twice.
pub fn named_texts(files: &dyn Files, paths: &[PathBuf]) -> Result<Vec<NamedText>, Diagnostics> {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == "-" {
            match found.contains(&NamedText::Input) {
                true => wrong.push(input_twice()),
                false => found.push(NamedText::Input),
            }
            continue;
        }
        match files.resolve(path).and_then(|place| files.kind(&place)) {
            _ if is_pipe(path) => found.push(NamedText::File(path.clone())),
            Ok(Kind::Folder) => match inside(files, path) {
                Ok(held) => found.extend(held.into_iter().map(NamedText::File)),
                Err(error) => wrong.push(super::reports::folder_unreadable(path, &error)),
            },
            Ok(_) => found.push(NamedText::File(path.clone())),
            Err(error) => wrong.push(super::reports::not_found(path, &error)),
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(Diagnostics::new(Vec::new(), wrong)) }
}

/// The same, read; `-` is read from `input`.
///
/// # Errors
///
/// As [`named_texts`]; more than `limits` allow for all together.
pub fn sources(
    files: &dyn Files,
    input: &mut dyn Read,
    paths: &[PathBuf],
    limits: &Limits,
) -> Result<Vec<Result<Source, Box<Decoded>>>, Diagnostics> {
    let named = named_texts(files, paths)?;
    let mut used = Used::new(limits);
    used.add_files(named.len())?;
    let read = named.iter().map(|text| counted(text.open(files, input, limits.bytes), &mut used));
    Ok(read.collect::<Result<_, Diagnostic>>()?)
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
