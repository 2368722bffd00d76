//! The files of outputs, read inside the root of the project (`JOBS-REQ-004.4`).

use std::io;
use std::path::{Component, Path};

use super::super::{Contents, Files, Kind, shown};
use crate::codec::{LIMIT, size};
use crate::systems::quality::{FileContent, OutputFile, ReadFile};
use crate::{Diagnostic, Diagnostics};

/// Reads the files of outputs: their text where they are no more than `max_inline_files`, else only whether they lie in
/// the root.
///
/// # Errors
///
/// When a path leads out of the root, by `..`, from `/` or through a link: all of them at once. What else keeps a file
/// from being read is part of the payload.
pub fn read_outputs(
    files: &dyn Files,
    root: &Path,
    outputs: &[OutputFile],
    max_inline_files: usize,
) -> Result<Vec<ReadFile>, Diagnostics> {
    let inline = outputs.len() <= max_inline_files;
    let mut wrong = Vec::new();
    let mut read = Vec::with_capacity(outputs.len());
    for file in outputs {
        match content(files, root, &file.path, inline) {
            Ok(content) => read.push(ReadFile { file: file.clone(), content }),
            Err(Outside) => wrong.push(outside(&file.path)),
        }
    }
    match wrong.is_empty() {
        true => Ok(read),
        false => Err(Diagnostics::new(Vec::new(), wrong)),
    }
}

/// The files of outputs that do not exist.
///
/// # Errors
///
/// As [`read_outputs`].
pub fn missing_outputs(
    files: &dyn Files,
    root: &Path,
    outputs: &[OutputFile],
) -> Result<Vec<OutputFile>, Diagnostics> {
    let read = read_outputs(files, root, outputs, usize::MAX)?;
    let missing = read.into_iter().filter(|read| read.content == FileContent::NotFound);
    Ok(missing.map(|read| read.file).collect())
}

/// A path that leads out of the root.
struct Outside;

fn content(
    files: &dyn Files,
    root: &Path,
    path: &str,
    inline: bool,
) -> Result<FileContent, Outside> {
    let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(path).components().all(inside) {
        return Err(Outside);
    }
    let limit = if inline { LIMIT } else { 0 };
    let opened = match files.read_inside(root, Path::new(path), limit) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => return Err(Outside),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FileContent::NotFound),
        Err(error) => return Ok(FileContent::Unreadable(error.to_string())),
    };
    if !inline {
        return Ok(FileContent::NotRead);
    }
    Ok(match (opened.kind, opened.contents) {
        (Kind::File, Contents::Whole(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => FileContent::Text(text),
            Err(_) => FileContent::Binary(absolute(files, root, path)),
        },
        (Kind::File, Contents::TooLarge) => {
            FileContent::Unreadable(format!("it is larger than {}", size(LIMIT)))
        }
        (Kind::File, Contents::Changing) => {
            FileContent::Unreadable("somebody is still writing it".to_owned())
        }
        (Kind::Folder, _) => FileContent::Unreadable("it is a folder".to_owned()),
        _ => FileContent::Unreadable("it is not a regular file".to_owned()),
    })
}

fn absolute(files: &dyn Files, root: &Path, path: &str) -> String {
    let place = files.resolve(root).unwrap_or_else(|_| root.to_owned()).join(path);
    shown(place)
}

/// `output "guide" { file "../../etc/passwd" }`
fn outside(path: &str) -> Diagnostic {
    Diagnostic::error("assize::quality::output_outside")
        .message(format!("the output `{}` leads out of the root of the project", shown(path)))
        .help("name files below the root, without `..`, `/` at the start, or links that leave it; `--root` says where it is")
}
