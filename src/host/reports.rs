//! Which files are sources, and what could be read of them.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::stdout::Stdout;
use super::{Contents, Files, Kind};
use crate::codec::Cause;
use crate::codec::LIMIT;
use crate::source::{is_hidden, is_joiner};
use crate::{Diagnostic, Diagnostics};

/// The name of the summary in a folder of reports. It is not a source.
pub const SUMMARY: &str = "verdict-summary.kdl";

/// The files that want a seat, in the order of their names.
#[derive(Debug)]
pub struct Reports {
    /// The folder, when the input is one folder.
    pub folder: Option<PathBuf>,
    pub(super) entries: Vec<(Entry, Contained)>,
    pub(super) remarks: Vec<Diagnostic>,
    /// What reviewers printed.
    pub(super) stdouts: Vec<Stdout>,
    /// The folder without links, when the input is one folder.
    pub(super) inside: Option<PathBuf>,
    /// Where what was read so far stands, with links followed.
    places: HashSet<PathBuf>,
}

/// One file that wants a seat.
#[derive(Debug)]
pub(super) struct Entry {
    /// How it is shown: `qa.md`, or the path that was given.
    pub(super) name: String,
    /// Its last part: `qa.md`.
    pub(super) file: String,
    /// The seat it wants: `qa`.
    pub(super) stem: String,
    /// The folder it stands in, without links.
    pub(super) folder: PathBuf,
}

/// What a file holds, or why that is not known.
pub(super) type Contained = Result<Vec<u8>, Refusal>;

/// Why a file could not be read.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) cause: Cause,
    pub(super) detail: String,
}

/// A name for showing to a person: characters that cannot be seen are spelt out.
pub fn shown(name: impl AsRef<Path>) -> String {
    let name = name.as_ref().to_string_lossy();
    name.chars().fold(String::with_capacity(name.len()), |mut shown, c| {
        if is_hidden(c) || is_joiner(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
        shown
    })
}

/// Reads one folder of reports, or the files that were named.
///
/// A file that cannot be read is not an error here: it takes its seat as unreadable.
///
/// # Errors
///
/// A path that does not exist, a folder that cannot be listed, a folder among several paths.
pub fn gather(files: &dyn Files, paths: &[PathBuf]) -> Result<Reports, Diagnostics> {
    let mut wrong = Vec::new();
    let mut folder = None;
    for path in paths {
        match files.resolve(path).and_then(|path| files.kind(&path)) {
            Err(error) => wrong.push(not_found(path, &error)),
            Ok(Kind::Folder) if paths.len() > 1 => wrong.push(folder_among_files(path)),
            Ok(Kind::Folder) => folder = Some(path),
            Ok(_) => {}
        }
    }
    if paths.is_empty() {
        wrong.push(Diagnostic::error("assize::host::no_paths").message("no reports were named"));
    }
    if !wrong.is_empty() {
        return Err(Diagnostics::from(wrong));
    }
    let mut reports = Reports {
        folder: None,
        entries: Vec::new(),
        remarks: Vec::new(),
        stdouts: Vec::new(),
        inside: None,
        places: HashSet::new(),
    };
    match folder {
        Some(folder) => {
            reports.list(files, folder).map_err(|error| folder_unreadable(folder, &error))?;
        }
        None => reports.name(files, paths),
    }
    reports.entries.sort_by(|(a, _), (b, _)| (&a.stem, &a.name).cmp(&(&b.stem, &b.name)));
    Ok(reports)
}

impl Reports {
    /// Every entry of a folder that is not hidden and not the summary.
    fn list(&mut self, files: &dyn Files, folder: &Path) -> io::Result<()> {
        let inside = files.resolve(folder)?;
        let mut names = files.names(folder)?;
        names.sort();
        for name in names {
            let file = name.to_string_lossy().into_owned();
            if file.starts_with('.') || file == SUMMARY {
                continue;
            }
            self.add(files, &inside, Path::new(&name), file);
        }
        self.folder = Some(folder.to_owned());
        self.inside = Some(inside);
        Ok(())
    }

    /// The files that were named; one that is named twice is one file.
    fn name(&mut self, files: &dyn Files, paths: &[PathBuf]) {
        let mut seen = Vec::new();
        for path in paths {
            let (Some(parent), Some(file)) = (path.parent(), path.file_name()) else { continue };
            let Ok(inside) = files.resolve(parent) else { continue };
            let place = inside.join(file);
            if file.to_string_lossy() == SUMMARY || seen.contains(&place) {
                continue;
            }
            seen.push(place);
            self.add(files, &inside, Path::new(file), path.to_string_lossy().into_owned());
        }
    }

    fn add(&mut self, files: &dyn Files, inside: &Path, file: &Path, name: String) {
        let contents = match open(files, inside, &inside.join(file), &mut self.places) {
            Ok(Contents::Whole(bytes)) => Ok(bytes),
            Ok(Contents::TooLarge) => Err(too_large()),
            Err(Obstacle::Folder) if file.extension().is_none() => {
                return self.remarks.push(subfolder(&name));
            }
            Err(Obstacle::Folder) => Err(Refusal::new(Cause::NotAFile, "it is a folder")),
            Err(Obstacle::Refused(refusal)) => Err(refusal),
        };
        let text = |part: Option<&std::ffi::OsStr>| {
            part.unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
        };
        let entry = Entry {
            name,
            file: text(None),
            stem: text(file.file_stem()),
            folder: inside.to_owned(),
        };
        self.entries.push((entry, contents));
    }
}

impl Entry {
    /// Whether this is the file at a place without links.
    pub(super) fn stands_at(&self, files: &dyn Files, place: &Path) -> bool {
        files.resolve(&self.folder.join(&self.file)).is_ok_and(|own| own == place)
    }
}

/// What stands in the way of reading.
pub(super) enum Obstacle {
    Folder,
    Refused(Refusal),
}

impl Obstacle {
    pub(super) fn into_words(self) -> (Cause, String) {
        match self {
            Self::Folder => (Cause::NotAFile, "it is a folder".to_owned()),
            Self::Refused(Refusal { cause, detail }) => (cause, detail),
        }
    }
}

/// Reads what stands at `path`, if it is a regular file that does not leave `inside`.
/// One text takes one seat: a link to a report that was read already is refused.
pub(super) fn open(
    files: &dyn Files,
    inside: &Path,
    path: &Path,
    places: &mut HashSet<PathBuf>,
) -> Result<Contents, Obstacle> {
    let refused = |cause, detail: &str| Obstacle::Refused(Refusal::new(cause, detail));
    let failed = |error: &io::Error| {
        let denied = error.kind() == io::ErrorKind::PermissionDenied;
        let cause = if denied { Cause::Permission } else { Cause::ReadError };
        refused(cause, &error.to_string())
    };
    let mut place = path.to_owned();
    let mut kind = files.kind(path).map_err(|error| failed(&error))?;
    if kind == Kind::Link {
        place = files.resolve(path).map_err(|error| {
            refused(Cause::BadPath, &format!("its link leads nowhere: {error}"))
        })?;
        kind = files.kind(&place).map_err(|error| failed(&error))?;
        if kind != Kind::Folder && !place.starts_with(inside) {
            return Err(refused(Cause::BadPath, "its link leaves the folder"));
        }
    }
    match kind {
        Kind::File if places.contains(&place) => {
            Err(refused(Cause::BadPath, "it is the same file as another report"))
        }
        Kind::File => {
            places.insert(place.clone());
            files.read(&place, LIMIT).map_err(|error| failed(&error))
        }
        Kind::Folder => Err(Obstacle::Folder),
        // A second link can only stand here if somebody is swapping files under us.
        Kind::Other | Kind::Link => Err(refused(Cause::NotAFile, "it is not a regular file")),
    }
}

impl Refusal {
    fn new(cause: Cause, detail: &str) -> Self {
        Self { cause, detail: detail.to_owned() }
    }
}

fn too_large() -> Refusal {
    Refusal::new(Cause::TooLarge, "it is larger than 16 MiB")
}

/// `assize gate reprots`.
pub(super) fn not_found(path: &Path, error: &io::Error) -> Diagnostic {
    let (message, help) = if path == Path::new("-") {
        (
            "`-` is standard input, which is not a report of a seat by itself".to_owned(),
            "say whose it is: `--stdout SEAT=-`, beside the folder or the files of the others",
        )
    } else if super::sources::is_pipe(path) {
        (
            format!("`{}` is a pipe, and only files are opened", shown(path)),
            "pass it on standard input and say whose it is: `--stdout SEAT=-`",
        )
    } else if error.kind() == io::ErrorKind::NotFound {
        (
            format!("`{}` does not exist", shown(path)),
            "name the folder that contains the reviewers' files, or the files themselves",
        )
    } else {
        (format!("`{}` cannot be reached: {error}", shown(path)), "look at its permissions")
    };
    Diagnostic::error("assize::host::not_found").message(message).help(help)
}

/// `assize gate reports other-reports`.
fn folder_among_files(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::folder_among_files")
        .message(format!("`{}` is a folder, and more than one path was named", shown(path)))
        .help("name one folder, or only files")
}

pub(super) fn folder_unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::folder_unreadable")
        .message(format!("the folder `{}` cannot be read: {error}", shown(path)))
        .help("look at its permissions")
}

fn subfolder(name: &str) -> Diagnostic {
    Diagnostic::advice("assize::host::subfolder")
        .message(format!("the folder `{}` was skipped", shown(name)))
        .help("reports are read from the folder itself, not from the folders in it")
}
