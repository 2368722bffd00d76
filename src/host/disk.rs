//! What is asked of a file system, and the real one.
#![expect(clippy::disallowed_methods, reason = "the one place that touches `std::fs`")]

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

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
}

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

    /// The bytes of a regular file, if they are no more than `limit`.
    ///
    /// # Errors
    ///
    /// When it cannot be read to its end, or is not a regular file.
    fn read(&self, path: &Path, limit: usize) -> io::Result<Contents>;
}

/// Writing files.
pub trait Writer: Files {
    /// Puts a whole new file in the place of whatever was there, or leaves it untouched.
    ///
    /// # Errors
    ///
    /// When the new file cannot be written or moved into its place.
    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Writes into what is there: a FIFO, a device.
    ///
    /// # Errors
    ///
    /// When it cannot be opened or written.
    fn write_in_place(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

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
}

/// The real file system.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

/// The folder that relative paths start from.
///
/// # Errors
///
/// When it was removed, or may not be looked at.
pub fn here() -> io::Result<PathBuf> {
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

    fn read(&self, path: &Path, limit: usize) -> io::Result<Contents> {
        let file = File::open(path)?;
        let about = file.metadata()?;
        if !about.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no regular file"));
        }
        let most = u64::try_from(limit).unwrap_or(u64::MAX);
        if about.len() > most {
            return Ok(Contents::TooLarge);
        }
        let mut bytes = Vec::new();
        // One byte more than allowed tells that the file grew while it was read.
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(if bytes.len() > limit { Contents::TooLarge } else { Contents::Whole(bytes) })
    }
}

impl Writer for Disk {
    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = atomic_write_file::AtomicWriteFile::open(path)?;
        file.write_all(bytes)?;
        file.commit()
    }

    fn write_in_place(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).open(path)?;
        file.write_all(bytes)?;
        file.flush()
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn blank(&self, path: &Path) -> io::Result<()> {
        OpenOptions::new().write(true).truncate(true).open(path).map(|_| ())
    }
}
