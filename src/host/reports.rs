//! Which files are sources, and what could be read of them.

mod wrong;

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use super::limits::{Limits, Used};
use super::stdout::Stdout;
use super::{BEGUN, Files, Identity, Kind, OpenFolder, Stamp, is_report};
use crate::codec::Cause;
use crate::emit::kdl::JudgedReports;
use crate::round::{Round, Written};
use crate::source::{composed, is_hidden, is_joiner};
use crate::{Diagnostic, Diagnostics, Source};
use wrong::{folder_among_files, hidden_entries, subfolder};
pub(super) use wrong::{folder_unreadable, not_found};

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
    known: Known,
    pub(super) used: Used,
    /// Where each of the entries stands, without links: looked for once it is asked.
    pub(super) places: OnceCell<HashMap<PathBuf, Vec<usize>>>,
    /// Entries that were named as what somebody printed.
    pub(super) taken: HashSet<usize>,
    /// Folders, without links, of which all files of a kind were named, as a shell does it for `reports/*.md`: what lies
    /// there was not chosen one by one.
    pub(super) whole: HashSet<PathBuf>,
}

/// Files that are no reports any more.
#[derive(Debug, Default)]
struct Known {
    /// Those that were read.
    read: HashSet<Identity>,
    /// Summaries, by whatever name.
    summaries: Vec<Identity>,
}

/// One file before it is opened.
struct Named {
    /// The folder it stands in, without links.
    inside: PathBuf,
    /// Its name in there.
    file: PathBuf,
    /// How it is shown.
    name: String,
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
    /// When it was last written, in nanoseconds since 1970.
    pub(super) written: Option<i64>,
    /// Why it belongs to earlier work, where it does.
    pub(super) outdated: Option<String>,
}

/// What a file holds, or why that is not known.
pub(super) type Contained = Result<Vec<u8>, Refusal>;

/// Why a file could not be read.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) cause: Cause,
    pub(super) detail: String,
}

/// What is to be seen of files without reading them.
pub type Look = BTreeMap<PathBuf, Stamp>;

/// What is to be seen of reports now, those in a folder or some by name.
pub fn look(files: &dyn Files, paths: &[&Path]) -> Look {
    let mut seen = Look::new();
    for path in paths {
        let place = files.resolve(path).unwrap_or_else(|_| path.to_path_buf());
        let all: Vec<PathBuf> = match files.kind(&place) {
            Ok(Kind::Folder) => {
                let names = files.names(&place).unwrap_or_default().into_iter();
                names.filter(|name| is_report(name)).map(|name| place.join(name)).collect()
            }
            Ok(Kind::File) => vec![place],
            _ => continue,
        };
        seen.extend(all.into_iter().map(|file| {
            let stamp = files.stamp(&file);
            (file, stamp)
        }));
    }
    seen
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
/// A file that cannot be read is not an error here: it takes its seat as unreadable. So does one of
/// `summaries`: what this run writes, and what the last one wrote, is no report of this round.
///
/// # Errors
///
/// A path that does not exist, a folder that cannot be listed, a folder among several paths; more than
/// `limits` allow for all files together.
pub fn list_reports(
    files: &dyn Files,
    paths: &[PathBuf],
    summaries: &[Identity],
    limits: &Limits,
) -> Result<Reports, Diagnostics> {
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
    let known = Known { summaries: summaries.to_vec(), ..Known::default() };
    let mut reports = Reports { known, ..Reports::none(limits) };
    match folder {
        Some(folder) => {
            let listed =
                reports.list(files, folder).map_err(|error| folder_unreadable(folder, &error))?;
            reports.read(files, listed)?;
        }
        None => {
            let named = reports.name(files, paths);
            reports.whole = whole_folders(files, &named);
            reports.read(files, named)?;
        }
    }
    reports.entries.sort_by(|(a, _), (b, _)| (&a.stem, &a.name).cmp(&(&b.stem, &b.name)));
    Ok(reports)
}

impl Reports {
    /// Files that were read already: each was named, and so names its seat.
    pub(super) fn in_memory<'f>(files: impl IntoIterator<Item = (&'f Path, &'f [u8])>) -> Self {
        let text = |part: Option<&std::ffi::OsStr>| {
            composed(&part.unwrap_or_default().to_string_lossy()).into_owned()
        };
        let entries = files.into_iter().map(|(path, bytes)| {
            let (file, stem) = (text(path.file_name()), text(path.file_stem()));
            let entry = Entry {
                name: file.clone(),
                file,
                stem,
                folder: PathBuf::new(),
                written: None,
                outdated: None,
            };
            (entry, Ok(bytes.to_vec()))
        });
        let mut reports = Self { entries: entries.collect(), ..Self::none(&Limits::default()) };
        reports.entries.sort_by(|(a, _), (b, _)| (&a.stem, &a.name).cmp(&(&b.stem, &b.name)));
        reports
    }

    fn none(limits: &Limits) -> Self {
        Self {
            folder: None,
            entries: Vec::new(),
            remarks: Vec::new(),
            stdouts: Vec::new(),
            inside: None,
            known: Known::default(),
            used: Used::new(limits),
            places: OnceCell::new(),
            taken: HashSet::new(),
            whole: HashSet::new(),
        }
    }

    /// Takes each file that was named for one that somebody chose, also where a shell may have listed them.
    pub fn name_files(&mut self) {
        self.whole.clear();
    }

    /// Every entry of a folder that is not hidden and not the summary.
    fn list(&mut self, files: &dyn Files, folder: &Path) -> io::Result<Vec<Named>> {
        let inside = files.resolve(folder)?;
        self.known.summaries.extend(files.identity(&inside.join(SUMMARY)));
        let mut names = files.names(folder)?;
        names.sort();
        let (mut hidden, mut listed) = (Vec::new(), Vec::new());
        for name in names {
            let shown = name.to_string_lossy().into_owned();
            if shown == SUMMARY {
                continue;
            }
            if shown.starts_with('.') {
                hidden.extend(Some(shown).filter(|file| !is_ours(file)));
                continue;
            }
            listed.push(Named { inside: inside.clone(), file: name.into(), name: shown });
        }
        self.remarks.extend((!hidden.is_empty()).then(|| hidden_entries(&hidden)));
        self.folder = Some(folder.to_owned());
        self.inside = Some(inside);
        Ok(listed)
    }

    /// The files that were named; one that is named twice is one file.
    fn name(&self, files: &dyn Files, paths: &[PathBuf]) -> Vec<Named> {
        let (mut seen, mut named) = (HashSet::new(), Vec::new());
        for path in paths {
            let (Some(parent), Some(file)) = (path.parent(), path.file_name()) else { continue };
            let Ok(inside) = files.resolve(parent) else { continue };
            let place = inside.join(file);
            if file.to_string_lossy() == SUMMARY || !seen.insert(place) {
                continue;
            }
            let name = path.to_string_lossy().into_owned();
            named.push(Named { inside, file: file.into(), name });
        }
        named
    }

    /// Reads files, if they are not too many.
    fn read(&mut self, files: &dyn Files, named: Vec<Named>) -> Result<(), Diagnostic> {
        self.used.add_files(named.len())?;
        let mut folder = OpenFolder::default();
        named.into_iter().try_for_each(|named| self.add(files, &mut folder, named))
    }

    fn add(
        &mut self,
        files: &dyn Files,
        folder: &mut OpenFolder,
        named: Named,
    ) -> Result<(), Diagnostic> {
        let Named { inside, file, name } = named;
        let file = file.as_path();
        let mut written = None;
        let contents =
            match open((files, folder), &inside, file, &mut self.known, self.used.limit()) {
                Ok((bytes, time)) => {
                    written = time;
                    self.used.add(&name, &bytes)?;
                    Ok(bytes)
                }
                Err(Obstacle::Folder) if file.extension().is_none() => {
                    self.remarks.push(subfolder(&name));
                    return Ok(());
                }
                Err(Obstacle::Folder) => Err(Refusal::new(Cause::NotAFile, "it is a folder")),
                Err(Obstacle::Refused(refusal)) => Err(refusal),
            };
        let text = |part: Option<&std::ffi::OsStr>| {
            composed(&part.unwrap_or(file.as_os_str()).to_string_lossy()).into_owned()
        };
        let (file, stem) = (text(None), text(file.file_stem()));
        let entry = Entry { name, file, stem, folder: inside, written, outdated: None };
        self.entries.push((entry, contents));
        Ok(())
    }
}

impl Reports {
    /// Finds which of them belong to earlier work than a round.
    pub fn compare_with(&mut self, round: &Round, now: i64) {
        for (entry, contained) in &mut self.entries {
            let written = Written::seen(entry.written, now);
            let bytes = contained.as_deref().unwrap_or_default();
            entry.outdated = round.outdated(bytes, written);
        }
        for printed in &mut self.stdouts {
            let written = Written::seen(printed.written, now);
            let text = printed.decoded.source().map(Source::bytes).unwrap_or_default();
            printed.outdated = round.outdated(text, written);
        }
    }

    /// The entries that are the file at a place without links.
    pub(super) fn at(
        &self,
        files: &dyn Files,
        place: &Path,
    ) -> impl Iterator<Item = (usize, &Entry)> {
        let places = self.places.get_or_init(|| {
            let mut places: HashMap<PathBuf, Vec<usize>> = HashMap::new();
            for (at, (entry, _)) in self.entries.iter().enumerate() {
                if let Ok(place) = files.resolve(&entry.folder.join(&entry.file)) {
                    places.entry(place).or_default().push(at);
                }
            }
            places
        });
        let all = places.get(place).into_iter().flatten();
        all.filter(|at| !self.taken.contains(at)).map(|at| (*at, &self.entries[*at].0))
    }
}

/// The folders of which more than one file was named, and all that end alike.
fn whole_folders(files: &dyn Files, named: &[Named]) -> HashSet<PathBuf> {
    let mut chosen: HashMap<&Path, HashSet<&Path>> = HashMap::new();
    for named in named {
        chosen.entry(&named.inside).or_default().insert(&named.file);
    }
    let whole = |folder: &Path, chosen: &HashSet<&Path>| {
        let endings: HashSet<_> = chosen.iter().map(|file| file.extension()).collect();
        let names = files.names(folder).unwrap_or_default();
        let mut left = names.iter().map(Path::new).filter(|file| {
            let shown = file.to_string_lossy();
            let report = shown != SUMMARY && !shown.starts_with('.');
            report && endings.contains(&file.extension()) && !chosen.contains(file)
        });
        chosen.len() > 1 && left.next().is_none()
    };
    let found = chosen.iter().filter(|(folder, chosen)| whole(folder, chosen));
    found.map(|(folder, _)| folder.to_path_buf()).collect()
}

/// What stands in the way of reading.
enum Obstacle {
    Folder,
    Refused(Refusal),
}

/// Reads a file of a folder, if it is a regular one that does not leave it. One text takes one seat: a
/// file that was read already, by whatever name, is refused.
fn open(
    (files, folder): (&dyn Files, &mut OpenFolder),
    inside: &Path,
    file: &Path,
    known: &mut Known,
    limit: usize,
) -> Result<(Vec<u8>, Option<i64>), Obstacle> {
    let refused = |cause, why: &str| Obstacle::Refused(Refusal::new(cause, why));
    let opened = files.read_one_of(folder, inside, file, limit).map_err(|error| {
        let kind = files.kind(&inside.join(file));
        match (error.kind(), kind) {
            (io::ErrorKind::CrossesDevices, _) => {
                refused(Cause::BadPath, "its link leaves the folder, or is not relative")
            }
            (io::ErrorKind::NotFound, Ok(Kind::Link)) => {
                refused(Cause::BadPath, "its link leads nowhere")
            }
            // A socket cannot even be opened.
            (_, Ok(Kind::Other)) => refused(Cause::NotAFile, "it is not a regular file"),
            (io::ErrorKind::PermissionDenied, _) => refused(Cause::Permission, &error.to_string()),
            _ => refused(Cause::ReadError, &error.to_string()),
        }
    })?;
    if opened.kind == Kind::Folder {
        return Err(Obstacle::Folder);
    }
    if let Some(identity) = opened.identity.filter(|_| opened.kind == Kind::File) {
        if known.summaries.contains(&identity) {
            return Err(refused(Cause::BadPath, "it is the summary of a run"));
        }
        if !known.read.insert(identity) {
            return Err(refused(Cause::BadPath, "it is the same file as another report"));
        }
    }
    let written = opened.written;
    let bytes = opened.into_bytes(limit).map_err(|(cause, why)| refused(cause, &why))?;
    Ok((bytes, written))
}

/// What a summary is that is not called like one.
pub(super) const COPY_OF_SUMMARY: &str = "it is a copy of the summary of a run; one of another stage needs a panel of its own, or another name of the work (`--task`)";

/// A copy of the summary is another file, and says no less what came of the other reports.
pub(super) fn no_summary(contents: Contained, reports: &JudgedReports) -> Contained {
    let bytes = contents?;
    match reports.have_summary(&bytes) {
        true => Err(Refusal::new(Cause::BadPath, COPY_OF_SUMMARY)),
        false => Ok(bytes),
    }
}

impl Refusal {
    fn new(cause: Cause, detail: &str) -> Self {
        Self { cause, detail: detail.to_owned() }
    }
}

/// The lock of the summary, what a run that was killed left of it, and that a round was begun.
fn is_ours(file: &str) -> bool {
    file == BEGUN || file.strip_prefix('.').is_some_and(|name| name.starts_with(SUMMARY))
}
