//! What was read of recorded rounds, kept in a folder for the next run.
//!
//! Kept is what reading came to, by what was read: the hash of a file and its name, how it was read, and the program that
//! read it. An answer is never kept. What is kept decides as the file itself would, so it is only taken from whoever may
//! say so: each file of the folder is sealed with a secret of this user, which does not lie in the folder. What
//! was not sealed with it, or was changed since, is not used, and that is told.

mod packed;
mod seal;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::{Files, Kind, Permissions, Writer, disk, shown};
use crate::source::Sha256;
use crate::{Decoded, Diagnostic, ReadOptions, Source, read};
use seal::{SEAL, Secret};

/// Rounds are spread over so many files, so that no run holds more than a part of what is kept.
pub(super) const SHARDS: usize = 256;
/// A file with more is neither written nor read.
const LARGEST: usize = 256 * 1024 * 1024;
/// What each file begins with.
const MAGIC: &[u8] = b"assize: what was read, 1\n";

type Key = [u8; 32];

/// A folder in which is kept what was read.
#[derive(Debug)]
pub struct Kept {
    folder: PathBuf,
    secret: Secret,
    /// The program that reads: another one may read otherwise.
    reader: Sha256,
}

/// What a run took from a folder of [`Kept`], and what it could not use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptUse {
    /// Sources that were read by an earlier run.
    pub taken: usize,
    /// Sources that were read in this one.
    pub read: usize,
    /// Files that this program did not write for this user, or that were changed since; they were not used.
    pub refused: usize,
    /// Files that could not be written.
    pub unwritten: usize,
}

impl KeptUse {
    pub(super) fn add(self, other: Self) -> Self {
        Self {
            taken: self.taken + other.taken,
            read: self.read + other.read,
            refused: self.refused + other.refused,
            unwritten: self.unwritten + other.unwritten,
        }
    }
}

impl Kept {
    /// Opens the folder in which is kept what is read of `rounds`, made if there is none. `secrets` is a folder of this
    /// user, and of nobody else: there lies what the files are sealed with.
    ///
    /// # Errors
    ///
    /// It would lie among the rounds; the folder or the secret can neither be opened nor made; others may read the secret.
    pub fn open(
        disk: &dyn Writer,
        folder: &Path,
        rounds: &Path,
        secrets: &Path,
    ) -> Result<Self, Diagnostic> {
        // It may not be there yet; what it will lie in is.
        let mut around = folder.ancestors().filter_map(|part| disk.resolve(part).ok());
        if let (Some(around), Ok(rounds)) = (around.next(), disk.resolve(rounds))
            && around.starts_with(&rounds)
        {
            return Err(among_rounds(&rounds));
        }
        let usable = disk.create_folder(folder).and_then(|()| disk.names(folder));
        usable.map_err(|error| no_folder(folder, &error))?;
        let place = secrets.join("keep.key");
        let resolved = |place: &Path| disk.resolve(place).ok();
        let within = |outer: &Path| match (resolved(secrets), resolved(outer)) {
            (Some(secrets), Some(outer)) => secrets.starts_with(outer),
            _ => false,
        };
        if within(folder) || within(rounds) {
            let inside = io::Error::other(
                "it would lie in the folder that it is to seal, or among the rounds",
            );
            return Err(no_secret(&place, &inside));
        }
        let secret = disk::secret(&place).map_err(|error| no_secret(&place, &error))?;
        let reader = disk::this_program().map_err(|error| no_folder(folder, &error))?;
        Ok(Self { folder: folder.to_owned(), secret: Secret(secret), reader: Sha256::of(&reader) })
    }

    /// What is kept in one of the files.
    pub(super) fn shard(&self, disk: &dyn Files, number: usize, options: &ReadOptions) -> Shard {
        let mut shard = Shard {
            options: (options.clone(), hash_of(options)),
            bytes: Vec::new(),
            known: HashMap::new(),
            asked: HashSet::new(),
            new: BTreeMap::new(),
            used: KeptUse::default(),
        };
        let Some(bytes) = self.bytes_of(disk, number) else { return shard };
        match self.opened(number, &bytes).map(|found| found.map(entries)) {
            // Another program wrote it, or this one before it was built anew: it may read otherwise.
            Some(None) => {}
            Some(Some(Some(known))) => (shard.known, shard.bytes) = (known, bytes),
            Some(Some(None)) | None => shard.used.refused = 1,
        }
        shard
    }

    /// Writes what a run read anew beside what was kept before, without what it did not ask for where that is the larger
    /// part: of reports that are gone, or were written anew. What it came to is the use of it.
    pub(super) fn keep(&self, disk: &dyn Writer, number: usize, shard: Shard) -> KeptUse {
        let Shard { bytes, known, asked, new, mut used, .. } = shard;
        let length = |(_, at): &(&Key, &Range<usize>)| at.len();
        let (own, others): (Vec<_>, Vec<_>) = known
            .iter()
            .filter(|(key, _)| !new.contains_key(*key))
            .partition(|(key, _)| asked.contains(*key));
        let asked_for =
            own.iter().map(length).sum::<usize>() + new.values().map(Vec::len).sum::<usize>();
        let outgrown = others.iter().map(length).sum::<usize>() > asked_for;
        if new.is_empty() && !outgrown {
            return used;
        }
        let place = self.folder.join(name_of(number));
        if asked_for == 0 {
            used.unwritten = usize::from(disk.remove(&place).is_err());
            return used;
        }
        let mut all = self.head(number);
        let old = own.into_iter().chain(others.into_iter().filter(|_| !outgrown));
        // The same bytes for the same content, whatever the order.
        let mut old: Vec<(&Key, &[u8])> =
            old.map(|(key, at)| (key, bytes.get(at.clone()).unwrap_or_default())).collect();
        old.sort_unstable();
        let new = new.iter().map(|(key, packed)| (key, packed.as_slice()));
        for (key, packed) in old.into_iter().chain(new) {
            // No source is longer, and what is kept of one is no more than 40 times as long.
            let Ok(length) = u32::try_from(packed.len()) else { continue };
            all.extend_from_slice(key);
            all.extend_from_slice(&length.to_le_bytes());
            all.extend_from_slice(packed);
        }
        let seal = self.secret.seal(&all);
        let content = |out: &mut dyn io::Write| {
            out.write_all(&seal)?;
            out.write_all(&all)
        };
        let fits = all.len() + SEAL <= LARGEST;
        if !fits || disk.replace(&place, &content, Permissions::Own).is_err() {
            used.unwritten = 1;
        }
        used
    }

    /// The file as it stands; none where there is none, or nothing that could be one.
    fn bytes_of(&self, disk: &dyn Files, number: usize) -> Option<Vec<u8>> {
        let opened = disk.read_inside(&self.folder, Path::new(&name_of(number)), LARGEST);
        match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(_) => Some(Vec::new()),
            Ok(opened) if opened.kind != Kind::File => Some(Vec::new()),
            Ok(opened) => Some(opened.into_bytes(LARGEST).unwrap_or_default()),
        }
    }

    /// What every file of this program begins with, behind its seal.
    fn head(&self, number: usize) -> Vec<u8> {
        [MAGIC, &self.reader.0, name_of(number).as_bytes()].concat()
    }

    /// The entries of a file, and where they begin. None where this user did not seal it; and then none where another
    /// program wrote it.
    fn opened<'b>(&self, number: usize, bytes: &'b [u8]) -> Option<Option<(&'b [u8], usize)>> {
        let (seal, all) = bytes.split_at_checked(SEAL)?;
        if self.secret.seal(all) != seal {
            return None;
        }
        let entries = all.strip_prefix(self.head(number).as_slice());
        Some(entries.map(|entries| (entries, bytes.len() - entries.len())))
    }
}

/// Finds the entries of a file, which begin at some byte of it.
fn entries((mut from, mut at): (&[u8], usize)) -> Option<HashMap<Key, Range<usize>>> {
    let mut known = HashMap::new();
    while !from.is_empty() {
        let (key, rest) = from.split_first_chunk::<32>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (_, rest) = rest.split_at_checked(length)?;
        known.insert(*key, at + 36..at + 36 + length);
        (from, at) = (rest, at + 36 + length);
    }
    Some(known)
}

/// What is kept in one file, and what a run adds to it.
#[derive(Debug)]
pub(super) struct Shard {
    /// How it was last read, and its hash.
    options: (ReadOptions, Sha256),
    bytes: Vec<u8>,
    known: HashMap<Key, Range<usize>>,
    /// What was taken of it.
    asked: HashSet<Key>,
    new: BTreeMap<Key, Vec<u8>>,
    used: KeptUse,
}

impl Shard {
    /// What a source comes to, read by an earlier run or now.
    pub(super) fn read(&mut self, source: &Source, options: &ReadOptions) -> Decoded {
        if self.options.0 != *options {
            self.options = (options.clone(), hash_of(options));
        }
        let key = self.key_of(source);
        let packed = match self.new.get(&key) {
            Some(packed) => Some(packed.as_slice()),
            None => self.known.get(&key).and_then(|at| self.bytes.get(at.clone())),
        };
        if let Some(decoded) = packed.and_then(|packed| packed::unpack(packed, source)) {
            self.used.taken += 1;
            self.asked.insert(key);
            return decoded;
        }
        let decoded = read(source, options);
        self.used.read += 1;
        self.new.insert(key, packed::pack(&decoded));
        decoded
    }

    /// By what a source is kept: its name, its content, and how it is read.
    fn key_of(&self, source: &Source) -> Key {
        let name = source.name().as_bytes();
        let mut about = Vec::with_capacity(64 + name.len());
        about.extend_from_slice(&self.options.1.0);
        about.extend_from_slice(&source.sha256().0);
        about.extend_from_slice(name);
        Sha256::of(&about).0
    }
}

fn hash_of(options: &ReadOptions) -> Sha256 {
    Sha256::of(format!("{options:?}").as_bytes())
}

/// In which of the files a round is kept.
pub(super) fn shard_of(round: &str) -> usize {
    usize::from(Sha256::of(round.as_bytes()).0[0])
}

fn name_of(number: usize) -> String {
    format!("{number:02x}.read")
}

impl KeptUse {
    /// What was wrong with the folder, if anything was. Nothing was answered otherwise for it.
    pub fn remarks(&self, folder: &Path) -> Vec<Diagnostic> {
        let refused = (self.refused > 0).then(|| not_ours(folder, self.refused));
        let unwritten = (self.unwritten > 0).then(|| not_kept(folder, self.unwritten));
        refused.into_iter().chain(unwritten).collect()
    }
}

/// A file that was cut off, came from elsewhere, or was written by somebody else
fn not_ours(folder: &Path, count: usize) -> Diagnostic {
    Diagnostic::warning("assize::host::keep_refused")
        .message(format!(
            "{count} of the files in `{}` were changed, or not written by you: nothing was taken from them",
            shown(folder)
        ))
        .help("their rounds were read anew, and the files are replaced")
}

/// A disk that is full
fn not_kept(folder: &Path, count: usize) -> Diagnostic {
    Diagnostic::warning("assize::host::keep_unwritten")
        .message(format!("{count} of the files in `{}` could not be written", shown(folder)))
        .help("the next run reads their rounds anew")
}

/// `--on archive --keep archive/kept`
fn among_rounds(rounds: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::kept_among_rounds")
        .message(format!("what is kept would lie in `{}`, among the rounds", shown(rounds)))
        .help("keep it in a folder beside it")
}

/// `--keep /proc/kept`
fn no_folder(folder: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::keep_unusable")
        .message(format!("nothing can be kept in `{}`: {error}", shown(folder)))
        .help("name a folder of your own, or leave `--keep` out")
}

/// A home that may not be written; a secret that others may read
fn no_secret(place: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::keep_without_secret")
        .message(format!(
            "there is no secret to seal what is kept with, `{}`: {error}",
            shown(place)
        ))
        .help("let `XDG_STATE_HOME` name a folder that only you may read, or leave `--keep` out")
}
