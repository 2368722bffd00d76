//! What is asked of a file system, and the real one.
#![expect(clippy::disallowed_methods, reason = "the one place that touches `std::fs`")]

mod own;
mod pipes;
mod write;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use cap_fs_ext::{FollowSymlinks, MetadataExt, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata};

use crate::codec::{Cause, size};
pub(super) use own::{secret, this_program};
pub use pipes::Pipes;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A FIFO, a socket, a device.
    Other,
}

/// What reading a file gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// All of it.
    Whole(Vec<u8>),
    /// More than the limit; it was not read.
    TooLarge,
    /// Somebody wrote it while it was read, twice.
    Changing,
}

/// Which file it is, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    device: u64,
    number: u64,
}

/// What was opened: told by the open file, not by a second look at its path.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What it is; never a link.
    pub kind: Kind,
    /// Which file it is, where the file system tells.
    pub identity: Option<Identity>,
    /// What it holds. Nothing is read of what is not a file.
    pub contents: Contents,
    /// When it was last written, in nanoseconds since 1970, where the file system tells.
    pub written: Option<i64>,
}

impl Identity {
    /// A file by the numbers of its file system and of itself.
    pub fn new(device: u64, number: u64) -> Self {
        Self { device, number }
    }
}

impl Opened {
    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// Why there are none: it is no file, larger than `limit`, or still being written.
    pub fn into_bytes(self, limit: usize) -> Result<Vec<u8>, (Cause, String)> {
        let refused = |cause, why: &str| Err((cause, why.to_owned()));
        match (self.kind, self.contents) {
            (Kind::File, Contents::Whole(bytes)) => Ok(bytes),
            (Kind::File, Contents::TooLarge) => {
                Err((Cause::TooLarge, format!("it is larger than {}", size(limit))))
            }
            (Kind::File, Contents::Changing) => {
                refused(Cause::Changing, "somebody is still writing it")
            }
            (Kind::Folder, _) => refused(Cause::NotAFile, "it is a folder"),
            _ => refused(Cause::NotAFile, "it is not a regular file"),
        }
    }
}

/// A folder that is kept open while its files are read.
#[derive(Debug, Default)]
pub struct OpenFolder(Option<(PathBuf, Dir)>);

/// Looking at files.
pub trait Files {
    /// The names of the entries of a folder, in any order.
    ///
    /// # Errors
    ///
    /// When the folder cannot be listed to its end.
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>>;

    /// What stands at a path; links are not followed.
    ///
    /// # Errors
    ///
    /// When nothing stands there, or it cannot be told what.
    fn kind(&self, path: &Path) -> io::Result<Kind>;

    /// The absolute path behind all links.
    ///
    /// # Errors
    ///
    /// When a link leads nowhere.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;

    /// Opens what a user named, links followed, and reads it if it is a file of no more than `limit`
    /// bytes. It never waits for a writer.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, or not be read to its end.
    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened>;

    /// Opens an entry of a folder, and reads it if it is a file of no more than `limit` bytes. It never
    /// waits for a writer.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, or not be read to its end; `CrossesDevices` when a link leads out of
    /// the folder.
    fn read_inside(&self, folder: &Path, file: &Path, limit: usize) -> io::Result<Opened>;

    /// As [`Files::read_inside`], for several files of one folder, which is opened once.
    ///
    /// # Errors
    ///
    /// As there.
    fn read_one_of(
        &self,
        _open: &mut OpenFolder,
        folder: &Path,
        file: &Path,
        limit: usize,
    ) -> io::Result<Opened> {
        self.read_inside(folder, file, limit)
    }

    /// Which file stands at a path; none for a link, or where the file system does not tell.
    fn identity(&self, path: &Path) -> Option<Identity>;

    /// How long a file is, and when it was last written, in nanoseconds since 1970; 0 and none where it is not told.
    fn length_and_time(&self, _path: &Path) -> (usize, Option<i64>) {
        (0, None)
    }

    /// What is said of a path that is not read from the disk: ` at origin/main (commit 4f2a…)`.
    fn version(&self, _path: &Path) -> String {
        String::new()
    }
}

/// Whose permissions a file has that takes the place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permissions {
    /// Those of any new file of ours: what was there may have been put there by somebody else.
    Own,
    /// Those of the file that was there.
    Kept,
}

/// What is to be written: it writes itself, piece by piece.
pub type Content<'a> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'a;

/// Writing files.
pub trait Writer: Files {
    /// Puts a whole new file in the place of whatever was there, or leaves it untouched.
    ///
    /// # Errors
    ///
    /// When the new file cannot be written or moved into its place.
    fn replace(
        &self,
        path: &Path,
        content: &Content<'_>,
        permissions: Permissions,
    ) -> io::Result<()>;

    /// Writes into what is there: a FIFO, a device.
    ///
    /// # Errors
    ///
    /// When it cannot be opened or written.
    fn write_in_place(&self, path: &Path, content: &Content<'_>) -> io::Result<()>;

    /// Makes a whole new file, and the folders that it lies in. What stands there is left as it is.
    ///
    /// # Errors
    ///
    /// `AlreadyExists` when something stands there; when a folder or the file cannot be made.
    fn create_new(&self, path: &Path, content: &Content<'_>) -> io::Result<()>;

    /// Makes a folder, and those that it lies in.
    ///
    /// # Errors
    ///
    /// When it cannot be made, or something else stands there.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Moves what stands at a path, in one step. Nothing stands where it goes.
    ///
    /// # Errors
    ///
    /// When it is where it was.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file or a link.
    ///
    /// # Errors
    ///
    /// When it is still there afterwards.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes a file empty.
    ///
    /// # Errors
    ///
    /// When it still holds what it held.
    fn blank(&self, path: &Path) -> io::Result<()>;

    /// Removes what runs that were killed left of a file while they wrote it. Only for whoever holds it.
    fn sweep(&self, path: &Path);
}

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
        opened(file, limit, piped)
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

    fn length_and_time(&self, path: &Path) -> (usize, Option<i64>) {
        let mut options = reading(true);
        options.follow(FollowSymlinks::No);
        let file = File::open_ambient_with(path, &options, ambient_authority());
        let about = file.and_then(|file| file.metadata());
        about.map_or((0, None), |about| {
            (usize::try_from(about.len()).unwrap_or(usize::MAX), nanoseconds(&about))
        })
    }

    fn identity(&self, path: &Path) -> Option<Identity> {
        let mut options = reading(true);
        options.follow(FollowSymlinks::No);
        let file = File::open_ambient_with(path, &options, ambient_authority()).ok()?;
        file.metadata().ok().map(|about| identity(&about))
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
pub(super) fn lock_file(path: &Path) -> io::Result<fs::File> {
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

/// What a shell hands in as a file, and is none: `<(command)`.
pub(crate) fn is_pipe(path: &Path) -> bool {
    ["/dev/fd", "/dev/stdin", "/proc/self/fd"].iter().any(|place| path.starts_with(place))
}

/// What keeps nothing under its name: a stream of this process, whatever it leads to. The folder that a name stands in
/// tells: `/dev/shm/summary.kdl` and `/proc/self/cwd/summary.kdl` are files, and `/dev/stdout` is none behind `> file` either.
pub(crate) fn is_stream(files: &dyn Files, path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| files.resolve(folder).ok());
    let place = match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    };
    is_pipe(&place)
        || ["/dev/stdout", "/dev/stderr", "/proc"].iter().any(|it| place.starts_with(it))
}

/// How a file is opened: so that a FIFO without a writer does not keep us waiting.
fn reading(nonblock: bool) -> cap_std::fs::OpenOptions {
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
    let room = usize::try_from(about.len().min(most)).unwrap_or_default().saturating_add(64);
    // One byte more than allowed tells that it grew.
    let bytes = |file: &mut File| {
        // With room for all of it and a little more, it is read at once and its end is seen.
        let mut bytes = Vec::with_capacity(room);
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
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
                contents: bytes(&mut file)?,
                written: None,
            }),
            false => told(Contents::Whole(Vec::new())),
        };
    }
    for _ in 0..2 {
        if about.len() > most {
            return told(Contents::TooLarge);
        }
        let contents = bytes(&mut file)?;
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
