//! The real file system: what it is asked is answered by the open file, never by a second look at its path.
#![expect(
    clippy::disallowed_methods,
    reason = "with the files beside it, the one place that touches `std::fs`"
)]

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use cap_fs_ext::{FollowSymlinks, MetadataExt, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata};

use super::{Contents, Files, Identity, Kind, OpenFolder, Opened, Stamp, is_pipe};

/// The real file system.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

/// The folder that relative paths start from.
///
/// # Errors
///
/// When it was removed, or may not be looked at.
pub fn current_dir() -> io::Result<PathBuf> {
    std::env::current_dir()
}

/// What stands on standard input, if it is no more than `limit` bytes.
///
/// # Errors
///
/// When it cannot be read to its end.
pub fn standard_input(limit: usize) -> io::Result<Contents> {
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(if bytes.len() > limit { Contents::TooLarge } else { Contents::Whole(bytes) })
}

impl Files for Disk {
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        let kind = fs::symlink_metadata(path)?.file_type();
        Ok(if kind.is_symlink() {
            Kind::Link
        } else if kind.is_dir() {
            Kind::Folder
        } else if kind.is_file() {
            Kind::File
        } else {
            Kind::Other
        })
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        // The empty path is where `qa.md` stands.
        fs::canonicalize(if path.as_os_str().is_empty() { Path::new(".") } else { path })
    }

    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened> {
        let piped = is_pipe(path);
        let file = File::open_ambient_with(path, &reading(!piped), ambient_authority())?;
        if piped {
            once(path, &file.metadata()?)?;
        }
        opened(file, limit, piped)
    }

    fn stream(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        let piped = is_pipe(path);
        let file = File::open_ambient_with(path, &reading(!piped), ambient_authority())?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        if piped {
            once(path, &about)?;
        } else if !about.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        Ok(Box::new(file))
    }

    fn read_inside(&self, folder: &Path, file: &Path, limit: usize) -> io::Result<Opened> {
        read_in(&open_folder(folder)?, file, limit)
    }

    fn read_one_of(
        &self,
        OpenFolder(open): &mut OpenFolder,
        folder: &Path,
        file: &Path,
        limit: usize,
    ) -> io::Result<Opened> {
        let dir = match open.take() {
            Some((path, dir)) if path == folder => dir,
            _ => open_folder(folder)?,
        };
        let (_, dir) = open.insert((folder.to_owned(), dir));
        read_in(dir, file, limit)
    }

    fn stamp(&self, path: &Path) -> Stamp {
        let stamp = |about: Metadata| Stamp {
            identity: Some(identity(&about)),
            length: usize::try_from(about.len()).unwrap_or(usize::MAX),
            written: nanoseconds(&about),
        };
        about(path).map(stamp).unwrap_or_default()
    }

    fn identity(&self, path: &Path) -> Option<Identity> {
        about(path).map(|about| identity(&about))
    }
}

/// Metadata of a file that is not opened; none for a link.
#[cfg(unix)]
fn about(path: &Path) -> Option<Metadata> {
    let about = fs::symlink_metadata(path).ok().filter(|about| !about.is_symlink())?;
    Some(Metadata::from_just_metadata(about))
}

/// Metadata of a file; none for a link. Only one that is open says which it is.
#[cfg(not(unix))]
fn about(path: &Path) -> Option<Metadata> {
    let mut options = reading(true);
    options.follow(FollowSymlinks::No);
    File::open_ambient_with(path, &options, ambient_authority()).ok()?.metadata().ok()
}

/// Refuses a pipe that was read already: what is read again of it is nothing, which could be taken for all of it.
/// What was read is kept for the process, for a pipe is the process's, whichever disk asks.
fn once(path: &Path, about: &Metadata) -> io::Result<()> {
    static READ: Mutex<BTreeSet<(PathBuf, Identity)>> = Mutex::new(BTreeSet::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    match about.is_file() || about.is_dir() || read.insert((path.to_owned(), identity(about))) {
        true => Ok(()),
        false => Err(io::Error::other("a pipe can be read once, and this command needs it twice")),
    }
}

fn open_folder(folder: &Path) -> io::Result<Dir> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    Dir::open_ambient_dir(folder, ambient_authority())
}

/// Reads a file that does not leave its folder.
fn read_in(folder: &Dir, file: &Path, limit: usize) -> io::Result<Opened> {
    let file = folder.open_with(file, &reading(true)).map_err(|error| {
        // The system has no number for it: it is `cap-std` that refuses.
        let left = error.kind() == io::ErrorKind::PermissionDenied;
        match left && error.raw_os_error().is_none() {
            true => io::ErrorKind::CrossesDevices.into(),
            false => error,
        }
    })?;
    opened(file, limit, false)
}

/// The file that is locked, made if there is none: neither a link nor a FIFO that somebody put there.
pub(in crate::host) fn lock_file(path: &Path) -> io::Result<fs::File> {
    let mut options = cap_std::fs::OpenOptions::new();
    options.create(true).append(true).nonblock(true).follow(FollowSymlinks::No);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let file = File::open_ambient_with(path, &options, ambient_authority())?;
    match file.metadata()?.is_file() {
        true => Ok(file.into_std()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "its lock is not a regular file")),
    }
}

/// How a file is opened: so that a FIFO without a writer does not keep us waiting.
pub(super) fn reading(nonblock: bool) -> cap_std::fs::OpenOptions {
    let mut options = cap_std::fs::OpenOptions::new();
    options.read(true).nonblock(nonblock);
    options
}

fn identity(about: &Metadata) -> Identity {
    Identity::new(about.dev(), about.ino())
}

/// When a file was last written.
fn nanoseconds(about: &Metadata) -> Option<i64> {
    let time = about.modified().ok()?.into_std();
    match time.duration_since(std::time::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).ok(),
        Err(before) => i64::try_from(before.duration().as_nanos()).ok().map(std::ops::Neg::neg),
    }
}

/// What an open file is and holds. One that is written meanwhile is read again, once.
fn opened(mut file: File, limit: usize, piped: bool) -> io::Result<Opened> {
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut about = file.metadata()?;
    let kind = match () {
        () if about.is_file() => Kind::File,
        () if about.is_dir() => Kind::Folder,
        () => Kind::Other,
    };
    let identity = Some(identity(&about));
    let written = nanoseconds(&about);
    let told = |contents| Ok(Opened { kind, identity, contents, written });
    // As much as it is said to hold, and one byte more than allowed where that is not said. One that has grown meanwhile is
    // told by its length afterwards.
    let bytes = |file: &mut File, told: u64| {
        let mut bytes = Vec::with_capacity(usize::try_from(told).unwrap_or_default());
        let all = if told == 0 { most.saturating_add(1) } else { told };
        file.take(all).read_to_end(&mut bytes)?;
        io::Result::Ok(if bytes.len() > limit {
            Contents::TooLarge
        } else {
            Contents::Whole(bytes)
        })
    };
    if kind != Kind::File {
        let readable = piped && kind == Kind::Other;
        return match readable {
            true => Ok(Opened {
                kind: Kind::File,
                identity: None,
                contents: bytes(&mut file, 0)?,
                written: None,
            }),
            false => told(Contents::Whole(Vec::new())),
        };
    }
    for _ in 0..2 {
        if about.len() > most {
            return told(Contents::TooLarge);
        }
        let contents = bytes(&mut file, about.len())?;
        let after = file.metadata()?;
        if (about.len(), about.modified().ok()) == (after.len(), after.modified().ok()) {
            return Ok(Opened { kind, identity, contents, written: nanoseconds(&after) });
        }
        about = after;
        file.rewind()?;
    }
    told(Contents::Changing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_kept_of_a_file_than_is_allowed() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("qa.md");
        fs::write(&file, "verdict: pass\n").expect("a file");
        let whole = || Contents::Whole(b"verdict: pass\n".to_vec());
        for (limit, contents) in [(14, whole()), (13, Contents::TooLarge), (15, whole())] {
            let read = Disk.read(&file, limit).expect("it opens");
            assert_eq!(read.contents, contents, "{limit}");
            let inside = Disk.read_inside(dir.path(), Path::new("qa.md"), limit);
            assert_eq!(inside.expect("it opens").contents, contents, "{limit}");
        }
        // What has no size of its own is read no further than it may.
        #[cfg(target_os = "linux")]
        assert_eq!(
            Disk.read(Path::new("/proc/self/status"), 8).expect("it opens").contents,
            Contents::TooLarge
        );
    }
}
