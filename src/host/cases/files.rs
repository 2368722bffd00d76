//! The files of a policy's cases: of its folder, or as they come with Assize.

use std::io;
use std::path::{Path, PathBuf};

use crate::Stage;
use crate::host::policies::Found;
use crate::host::{Files, Kind};
use crate::policy::built_in_cases;

/// No file of a case is larger, and no policy has more of them: some thousand cases.
const LIMIT: usize = 1024 * 1024;
const MOST_FILES: usize = 64 * 1024;
/// A case that was begun: nobody may take it for one that passes.
const EMPTY: &str =
    "it is a case without a file: put reports and an `expected.kdl` into it, or remove it";
/// Cases lie in folders of a folder.
const DEEPEST: usize = 4;

/// Files by their paths in a folder.
pub(in crate::host) type Copies = Vec<(PathBuf, Vec<u8>)>;

/// The files of a policy's cases, by their paths in its folder.
pub(in crate::host) fn files_of(
    files: &dyn Files,
    stage: Stage,
    found: &Found,
) -> Result<Copies, (PathBuf, io::Error)> {
    let Some(file) = &found.file else {
        let name = found.name.trim_end_matches(".rhai");
        let built_in = built_in_cases(stage, name);
        return Ok(built_in.map(|(path, text)| (path.into(), text.as_bytes().to_vec())).collect());
    };
    let folder = file.with_extension("");
    let mut copies = Vec::new();
    if files.kind(&folder).is_ok_and(|kind| kind == Kind::Folder) {
        list_files(files, &folder, Path::new(""), DEEPEST, &mut copies)?;
    }
    Ok(copies)
}

/// Links are not followed, and what is hidden is not copied.
fn list_files(
    files: &dyn Files,
    root: &Path,
    inside: &Path,
    depth: usize,
    copies: &mut Copies,
) -> Result<(), (PathBuf, io::Error)> {
    let folder = root.join(inside);
    let mut names = files.names(&folder).map_err(|error| (folder.clone(), error))?;
    names.sort();
    for name in names {
        let path = inside.join(&name);
        let place = root.join(&path);
        let wrong = |error: io::Error| (place.clone(), error);
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        match files.kind(&place).map_err(wrong)? {
            Kind::Folder if depth > 0 => {
                let before = copies.len();
                list_files(files, root, &path, depth - 1, copies)?;
                if copies.len() == before && depth == DEEPEST {
                    return Err(wrong(io::Error::other(EMPTY)));
                }
            }
            Kind::File if copies.len() < MOST_FILES => {
                let bytes = files.read_inside(&folder, Path::new(&name), LIMIT).map_err(wrong)?;
                let bytes =
                    bytes.into_bytes(LIMIT).map_err(|(_, why)| wrong(io::Error::other(why)))?;
                copies.push((path, bytes));
            }
            Kind::File | Kind::Folder => {
                return Err(wrong(io::Error::other("there are too many files")));
            }
            Kind::Link | Kind::Other => {}
        }
    }
    Ok(())
}
