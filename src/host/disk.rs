//! What is asked of a file system; the real one is in `real.rs`.

mod once;
mod real;
mod write;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cap_std::fs::Dir;

use crate::codec::{Cause, size};
pub use once::Once;
pub(super) use real::lock_file;
pub use real::{Disk, current_dir, standard_input};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    device: u64,
    number: u64,
}

/// What is to be seen of a file without opening it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Which file it is.
    pub identity: Option<Identity>,
    /// Its bytes.
    pub length: usize,
    /// When it was last written, in nanoseconds since 1970.
    pub written: Option<i64>,
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

    /// The root of the repository around a folder, or of the work tree: the nearest folder with a `.git` in it.
    fn root(&self, here: &Path) -> Option<PathBuf> {
        here.ancestors().find(|folder| self.kind(&folder.join(".git")).is_ok()).map(Path::to_owned)
    }

    /// Opens what a user named, links followed, and reads it if it is a file of no more than `limit`
    /// bytes. It never waits for a writer.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, or not be read to its end.
    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened>;

    /// Opens a file that a user named, links followed, to be read piece by piece.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, or is no file.
    fn stream(&self, path: &Path) -> io::Result<Box<dyn io::Read>> {
        let opened = self.read(path, usize::MAX)?.into_bytes(usize::MAX);
        let bytes = opened.map_err(|(_, why)| io::Error::other(why))?;
        Ok(Box::new(io::Cursor::new(bytes)))
    }

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

    /// Which file it is, how long, and when it was last written; none and 0 where that is not told.
    fn stamp(&self, path: &Path) -> Stamp {
        Stamp { identity: self.identity(path), ..Stamp::default() }
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

    /// Puts many whole files into a folder, in the places of whatever was there: each whole, in its order, and none of them
    /// certain to outlive a crash of the system. Only for the holder of a lock on the folder.
    ///
    /// # Errors
    ///
    /// Which file could not be written; those before it were.
    fn fill(&self, folder: &Path, files: &[(String, &str)]) -> Result<(), (String, io::Error)> {
        for (name, text) in files {
            let content = |out: &mut dyn Write| out.write_all(text.as_bytes());
            let path = folder.join(name);
            let written = match self.kind(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    self.create_new(&path, &content)
                }
                _ => self.replace(&path, &content, Permissions::Own),
            };
            written.map_err(|error| (name.clone(), error))?;
        }
        Ok(())
    }

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

    /// Removes what runs that were killed left of a file while they wrote it. Only for the holder of its lock.
    fn sweep(&self, path: &Path);
}

/// What a shell hands in as a file, and is none: `<(command)`.
pub(crate) fn is_pipe(path: &Path) -> bool {
    ["/dev/fd", "/dev/stdin", "/proc/self/fd"].iter().any(|place| path.starts_with(place))
}

/// The folders from `here` up to the root of the repository; outside a repository `here` alone.
pub(super) fn around<'h>(
    files: &dyn Files,
    here: &'h Path,
) -> impl Iterator<Item = &'h Path> + use<'h> {
    let root = files.root(here).unwrap_or_else(|| here.to_owned());
    here.ancestors().take_while(move |folder| folder.starts_with(&root))
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
