//! The files of a policy's cases: of its folder, or as they come with Assize.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::Stage;
use crate::host::policies::Found;
use crate::host::{Files, Kind};
use crate::policy::built_in_cases;

/// No file of a case is larger, and no policy has more of them: some thousand cases.
const LIMIT: usize = 1024 * 1024;
const MOST_FILES: usize = 64 * 1024;
/// Anyone who has mended so many looks again.
const MOST_WRONG: usize = 64;
/// Cases lie in folders of a folder.
const DEEPEST: usize = 4;

/// Files by their paths in a folder.
pub(in crate::host) type Copies = Vec<(PathBuf, Vec<u8>)>;

/// The files of a policy's cases.
#[derive(Default)]
pub(in crate::host) struct Listed {
    /// By their paths in its folder; none of a case with something wrong.
    pub(in crate::host) files: Copies,
    /// What stands there and is read by no one: where it is, why, and what to do.
    pub(in crate::host) wrong: Vec<Unlisted>,
}

/// Something among cases that is read by no one.
pub(in crate::host) struct Unlisted {
    pub(in crate::host) path: PathBuf,
    pub(in crate::host) why: String,
    pub(in crate::host) help: &'static str,
}

/// The files of a policy's cases, by their paths in its folder.
pub(in crate::host) fn files_of(files: &dyn Files, stage: Stage, found: &Found) -> Listed {
    let Some(file) = &found.file else {
        let name = found.name.trim_end_matches(".rhai");
        let built_in = built_in_cases(stage, name);
        let files = built_in.map(|(path, text)| (path.into(), text.as_bytes().to_vec())).collect();
        return Listed { files, wrong: Vec::new() };
    };
    let folder = file.with_extension("");
    let mut listed = Listed::default();
    match files.kind(&folder) {
        Ok(Kind::Folder) => {
            listed.add_folder(files, &folder, Path::new(""), DEEPEST);
            let inside =
                |one: &Unlisted| Some(case_of(one.path.strip_prefix(&folder).ok()?).to_owned());
            let wrong: HashSet<PathBuf> = listed.wrong.iter().filter_map(inside).collect();
            listed.files.retain(|(path, _)| !wrong.contains(case_of(path)));
        }
        Ok(Kind::Link) => listed.wrong.push(Unlisted::link(&folder)),
        Ok(Kind::File | Kind::Other) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => listed.wrong.push(Unlisted::error(&folder, &error)),
    }
    listed
}

/// The case that a file belongs to, by the path in the folder of its policy.
fn case_of(path: &Path) -> &Path {
    path.components().next().map_or(path, |first| Path::new(first.as_os_str()))
}

impl Listed {
    /// Adds what lies in a folder. What is hidden is no one's case, and nothing else is passed over.
    fn add_folder(&mut self, files: &dyn Files, root: &Path, inside: &Path, depth: usize) {
        let folder = root.join(inside);
        let mut names = match files.names(&folder) {
            Ok(names) => names,
            Err(error) => return self.wrong.push(Unlisted::error(&folder, &error)),
        };
        names.sort();
        for name in names {
            if name.to_string_lossy().starts_with('.') {
                continue;
            }
            if self.wrong.len() >= MOST_WRONG {
                return;
            }
            let path = inside.join(&name);
            let place = root.join(&path);
            if let Err(wrong) = self.add(files, root, path, &place, depth) {
                self.wrong.push(wrong);
            }
        }
    }

    fn add(
        &mut self,
        files: &dyn Files,
        root: &Path,
        path: PathBuf,
        place: &Path,
        depth: usize,
    ) -> Result<(), Unlisted> {
        let error = |error: io::Error| Unlisted::error(place, &error);
        if path.to_str().is_none() {
            return Err(Unlisted::new(place, "its name is not UTF-8", "rename it"));
        }
        match files.kind(place).map_err(error)? {
            Kind::Folder if depth > 0 => {
                let before = (self.files.len(), self.wrong.len());
                self.add_folder(files, root, &path, depth - 1);
                match before == (self.files.len(), self.wrong.len()) {
                    true => Err(Unlisted::empty(place, depth == DEEPEST)),
                    false => Ok(()),
                }
            }
            Kind::Folder => {
                let why =
                    "it lies too deep: a case is a folder, and may hold folders of earlier rounds";
                Err(Unlisted::new(place, why, "move it up, or remove it"))
            }
            Kind::File if self.files.len() < MOST_FILES => {
                let (folder, name) = (place.parent(), place.file_name());
                let (folder, name) = (folder.unwrap_or(root), name.unwrap_or_default());
                let bytes = files.read_inside(folder, Path::new(name), LIMIT).map_err(error)?;
                let bytes = bytes.into_bytes(LIMIT);
                let bytes = bytes.map_err(|(_, why)| error(io::Error::other(why)))?;
                self.files.push((path, bytes));
                Ok(())
            }
            Kind::File => {
                let why = "there are too many files";
                Err(Unlisted::new(place, why, "give the cases of a policy 65,536 files at most"))
            }
            Kind::Link => Err(Unlisted::link(place)),
            Kind::Other => {
                let why = "it is neither a file nor a folder";
                Err(Unlisted::new(place, why, "remove it"))
            }
        }
    }
}

impl Unlisted {
    fn new(path: &Path, why: &str, help: &'static str) -> Self {
        Self { path: path.to_owned(), why: why.to_owned(), help }
    }

    fn error(path: &Path, error: &io::Error) -> Self {
        let help = match error.kind() {
            io::ErrorKind::PermissionDenied => "look at its permissions",
            _ => "mend it, or remove it",
        };
        Self::new(path, &error.to_string(), help)
    }

    /// A link may lead to what others write, or out of the repository.
    fn link(path: &Path) -> Self {
        Self::new(
            path,
            "it is a link, and links are not followed",
            "put what it leads to in its place",
        )
    }

    /// A case that was begun: no one may take it for one that passes.
    fn empty(path: &Path, is_case: bool) -> Self {
        match is_case {
            true => Self::new(
                path,
                "it is a case without a file",
                "put reports and an `expected.kdl` into it, or remove it",
            ),
            false => Self::new(
                path,
                "it is a folder without a file",
                "put the reports of an earlier round into it, or remove it",
            ),
        }
    }
}
