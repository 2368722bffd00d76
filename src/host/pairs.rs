//! Where the records of reviews of pairs lie, and how they are kept.

mod open;

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use super::record::not_written;
use super::{Files, Judged, Kind, OpenFolder, Writer, named, shown, write_record};
use crate::codec::LIMIT;
use crate::source::Sha256;
use crate::systems::pairs::{
    Asked, KeptReview, Pair, PairRecord, PairTexts, Place, Supersessions, record_name,
};
use crate::{Diagnostic, Diagnostics, Source};

pub use self::open::{check_kept_bundle, keep_open, open_pairs};

/// The records, each in a file of its own.
pub const RECORDS: &str = "records";
/// All of them as one document: the only report of the folder, which a gate judges.
pub const BUNDLE: &str = "reviewer.md";
/// Beside the records, and none of them.
const SUPERSEDED: &str = ".superseded.json";

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// There was none.
    New,
    /// There was another one.
    Replaced,
    /// The same one lies there.
    Unchanged,
    /// It was superseded before.
    Superseded,
    /// The same one lies there, and an output that could not be read came after it.
    Unread,
}

impl Stored {
    /// Whether it was not taken in, because another one came after it.
    pub fn is_refused(self) -> bool {
        matches!(self, Self::Superseded | Self::Unread)
    }

    /// `new`
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Replaced => "replaced",
            Self::Unchanged => "unchanged",
            Self::Superseded => "superseded",
            Self::Unread => "unread",
        }
    }
}

/// What was asked for, as `assize pairs contract --format json` printed it. It lies nowhere among what is judged.
///
/// # Errors
///
/// The file cannot be read, lies among the reports, or is something else.
pub fn asked_pairs(files: &dyn Files, path: &Path, judged: &Judged) -> Result<Asked, Diagnostics> {
    let example = "assize pairs contract --pairs pairs.txt --format json > prompt.json";
    let asked = named::Asked { flag: "--asked", example, limit: LIMIT, optional: false };
    Ok(Asked::read(&named::open(files, path, asked, judged)?)?)
}

/// Takes the bundle of the records away, before any of them changes: until it is written again, a gate has nothing to open on.
///
/// # Errors
///
/// When it is still there, or the records would lie behind a link.
pub fn retire_bundle(disk: &dyn Writer, folder: &Path) -> Result<(), Diagnostic> {
    own_records(disk, folder)?;
    let bundle = folder.join(BUNDLE);
    match disk.kind(&bundle) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        _ => disk.remove(&bundle).map_err(|error| stale_bundle(&bundle, &error)),
    }
}

/// Records never lie behind a link.
fn own_records(files: &dyn Files, folder: &Path) -> Result<(), Diagnostic> {
    let records = folder.join(RECORDS);
    match files.kind(&records) {
        Ok(Kind::Folder) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(_) => Err(no_folder(&records)),
        Err(error) => Err(unreadable(&records, &error.to_string())),
    }
}

/// Keeps records: each whole, or as it was before. One that was superseded once takes the place of no other, unless there
/// is a reason, which is kept as well. Gives what became of each, in their order. Only for the holder of the folder's lock.
///
/// That one review took the place of another is kept before it does. Records themselves are not synced one by one: the bundle,
/// which is, opens nothing unless they all say what it says.
///
/// # Errors
///
/// When one cannot be written, or it is not known what was superseded.
pub fn store_records(
    disk: &dyn Writer,
    folder: &Path,
    records: &[PairRecord],
    (reason, unread): (Option<&str>, &HashSet<Pair>),
) -> Result<Vec<Stored>, Diagnostic> {
    let mut store = Store { disk, folder, open: OpenFolder::default(), past: None, pushed: false };
    let placed =
        records.iter().map(|record| store.place(record, (reason, unread.contains(&record.pair))));
    let placed: Vec<Stored> = placed.collect::<Result<_, _>>()?;
    if let Some(past) = store.past.filter(|_| store.pushed) {
        write_record(disk, &folder.join(RECORDS).join(SUPERSEDED), &past.to_json())?;
    }
    let folder = folder.join(RECORDS);
    let taken = |stored: &Stored| matches!(stored, Stored::New | Stored::Replaced);
    let new = records.iter().zip(&placed).filter(|(_, stored)| taken(stored));
    let files: Vec<(String, &str)> =
        new.map(|(record, _)| (record_name(&record.pair), record.json())).collect();
    if !files.is_empty() {
        disk.fill(&folder, &files)
            .map_err(|(name, error)| not_written(&folder.join(name), &error))?;
    }
    Ok(placed)
}

/// Where records lie, and what was superseded there.
struct Store<'a> {
    disk: &'a dyn Writer,
    folder: &'a Path,
    open: OpenFolder,
    /// Read when the first record is found in the place of a new one.
    past: Option<Supersessions>,
    pushed: bool,
}

impl Store<'_> {
    /// What is to become of a record.
    fn place(
        &mut self,
        record: &PairRecord,
        (reason, unread): (Option<&str>, bool),
    ) -> Result<Stored, Diagnostic> {
        let file = record_name(&record.pair);
        let name = PathBuf::from(RECORDS).join(&file);
        let before = match self.disk.read_one_of(&mut self.open, self.folder, &name, LIMIT) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Stored::New),
            Err(_) => Vec::new(),
            Ok(opened) => opened.into_bytes(LIMIT).unwrap_or_default(),
        };
        let source = Source::new(name.to_string_lossy(), before.as_slice());
        // What is no record of the pair any more says nothing.
        let Ok(kept) = KeptReview::read(&source, &file) else { return Ok(Stored::Replaced) };
        // The output was about these texts, whatever is asked for now.
        let bound = kept.texts != PairTexts::default();
        let same = before == record.json().as_bytes();
        let past = match &mut self.past {
            Some(past) => past,
            none => none.insert(supersessions(self.disk, self.folder)?),
        };
        Ok(match (past.place(&kept, record), reason) {
            (Place::Superseded, None) => Stored::Superseded,
            (Place::Same, None) if unread => Stored::Unread,
            (Place::Same, None) if same || bound => Stored::Unchanged,
            (Place::Same, Some(_)) if same && !unread => Stored::Unchanged,
            (Place::Same, _) if !unread && !bound => Stored::Replaced,
            (place, reason) => {
                past.push(&kept, record, reason.filter(|_| place != Place::Takes));
                self.pushed = true;
                Stored::Replaced
            }
        })
    }
}

/// Which reviews were superseded.
fn supersessions(files: &dyn Files, folder: &Path) -> Result<Supersessions, Diagnostic> {
    match open::text(files, folder, &Path::new(RECORDS).join(SUPERSEDED))? {
        Some(source) => Supersessions::read(&source),
        None => Ok(Supersessions::default()),
    }
}

/// The records of some pairs that are there.
///
/// # Errors
///
/// A file that is no record of its pair: all of them at once.
pub fn kept_reviews(
    files: &dyn Files,
    folder: &Path,
    pairs: &[Pair],
) -> Result<Vec<KeptReview>, Diagnostics> {
    read_all(files, folder, pairs.iter().map(record_name))
}

/// Every record of a folder.
///
/// # Errors
///
/// A file that is no record; a folder that cannot be listed.
pub fn all_reviews(files: &dyn Files, folder: &Path) -> Result<Vec<KeptReview>, Diagnostics> {
    let records = folder.join(RECORDS);
    let mut names = match files.names(&records) {
        Ok(names) => names,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(no_records(folder).into());
        }
        Err(error) => return Err(unreadable(&records, &error.to_string()).into()),
    };
    names.sort();
    let names = names.into_iter().map(|name| name.to_string_lossy().into_owned());
    read_all(files, folder, names.filter(|name| !name.starts_with('.')))
}

/// The reviews whose note or gate is another text now than the one that was reviewed, and why. Files are looked for from the
/// current folder.
pub fn changed_texts(files: &dyn Files, reviews: &[KeptReview]) -> Vec<(Pair, String)> {
    let mut known: HashMap<String, Option<Sha256>> = HashMap::new();
    let mut now = |file: &str| {
        *known.entry(file.to_owned()).or_insert_with(|| {
            let opened = files.read(Path::new(file), LIMIT).ok()?;
            opened.into_bytes(LIMIT).ok().map(|bytes| Sha256::of(&bytes))
        })
    };
    let changed =
        |review: &KeptReview| Some((review.pair.clone(), review.texts.changed(&mut now)?));
    reviews.iter().filter_map(changed).collect()
}

fn read_all(
    files: &dyn Files,
    folder: &Path,
    names: impl Iterator<Item = String>,
) -> Result<Vec<KeptReview>, Diagnostics> {
    let mut wrong = Diagnostics::default();
    let mut found = Vec::new();
    let mut open = OpenFolder::default();
    for name in names {
        let path = PathBuf::from(RECORDS).join(&name);
        let read = match files.read_one_of(&mut open, folder, &path, LIMIT) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => Err(error.to_string()),
            Ok(opened) => opened.into_bytes(LIMIT).map_err(|(_, why)| why),
        };
        let full = folder.join(&path);
        let read = read.map_err(|why| unreadable(&full, &why));
        let review = read
            .and_then(|bytes| KeptReview::read(&Source::new(full.to_string_lossy(), bytes), &name));
        match review {
            Ok(review) => found.push(review),
            Err(reason) => wrong.push(reason),
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(wrong) }
}

/// `records` that is a link or a file
fn no_folder(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::records_elsewhere")
        .message(format!("`{}` is not a folder", shown(path)))
        .help("records lie in a folder of their own, and never behind a link: move it away")
}

/// A bundle in a folder that may not be written
fn stale_bundle(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::stale_bundle")
        .message(format!(
            "`{}` could not be removed before its records change: {error}",
            shown(path)
        ))
        .help("nothing was changed; look at the permissions of its folder")
}

/// A folder that nothing was taken into
fn no_records(folder: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::no_records")
        .message(format!("there are no records in `{}`", shown(folder)))
        .help("take outputs in with `assize pairs ingest OUTPUT --pairs FILE --into FOLDER`, or name the outputs themselves")
}

/// A record that is larger than 16 MiB, or that may not be read
fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::record_unreadable")
        .message(format!("`{}` cannot be read: {why}", shown(path)))
        .help("look at its permissions; what is not a record has no place there")
}
