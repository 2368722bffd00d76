//! Writing on the real file system.
#![expect(
    clippy::disallowed_methods,
    reason = "with the files beside it, the one place that touches `std::fs`"
)]

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::ambient_authority;
use cap_std::fs::File;

use super::{Content, Disk, Files, Permissions, Writer};

impl Writer for Disk {
    fn replace(
        &self,
        path: &Path,
        content: &Content<'_>,
        permissions: Permissions,
    ) -> io::Result<()> {
        sweep(path, LONG_DEAD);
        let mut file = BufWriter::new(temporary(permissions).open(path)?);
        content(&mut file)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.commit()
    }

    fn create_new(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        fs::create_dir_all(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?;
        sweep(path, LONG_DEAD);
        let half = folder.join(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
        let written =
            fresh(&half, content, Lasting::Yes).and_then(|()| match fs::hard_link(&half, path) {
                // Where a file cannot have two names: not written at once, but only where nothing stands.
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    fresh(path, content, Lasting::Yes)
                }
                linked => linked,
            });
        // One that stays is only in the way.
        let _ = fs::remove_file(&half);
        written
    }

    fn fill(&self, folder: &Path, files: &[(String, &str)]) -> Result<(), (String, io::Error)> {
        sweep(&folder.join("half"), LONG_DEAD);
        let half = folder.join(format!(".half.{}", std::process::id()));
        for (name, text) in files {
            let content = |out: &mut dyn Write| out.write_all(text.as_bytes());
            let written = fresh(&half, &content, Lasting::No)
                .and_then(|()| fs::rename(&half, folder.join(name)));
            written.map_err(|error| {
                let _ = fs::remove_file(&half);
                (name.clone(), error)
            })?;
        }
        Ok(())
    }

    fn write_in_place(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        // Kept open, so that opening it once more waits for nobody.
        let _read = taken(path)?;
        let mut file = BufWriter::new(OpenOptions::new().append(true).open(path)?);
        content(&mut file)?;
        file.flush()
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn blank(&self, path: &Path) -> io::Result<()> {
        OpenOptions::new().write(true).truncate(true).open(path).map(|_| ())
    }

    fn sweep(&self, path: &Path) {
        sweep(path, Duration::ZERO);
    }
}

/// No run writes one file for so long: the one that began it was killed.
const LONG_DEAD: Duration = Duration::from_secs(3_600);

/// Removes what was left of a file while it was written, and not touched for so long. One that stays is only in the way.
fn sweep(path: &Path, untouched: Duration) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let begins = format!(".{}.", name.to_string_lossy());
    for left in Disk.names(folder).unwrap_or_default() {
        // As `atomic-write-file` names them where they have to have a name, by chance and unlike `.backup`; or by a process.
        let ours = left.to_str().and_then(|left| left.strip_prefix(&begins)).is_some_and(|end| {
            let by_chance = end.len() == 6 && end.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let a_word = end.bytes().all(|byte| byte.is_ascii_lowercase());
            (by_chance && !a_word) || end.parse::<u32>().is_ok()
        });
        let left = folder.join(left);
        let about = || fs::symlink_metadata(&left).ok().filter(fs::Metadata::is_file);
        let age = || about()?.modified().ok()?.elapsed().ok();
        if ours
            && (untouched.is_zero() && about().is_some()
                || age().is_some_and(|age| age >= untouched))
        {
            let _ = fs::remove_file(&left);
        }
    }
}

/// A device, or a pipe that somebody reads: to open one that no one reads would wait for ever.
fn taken(path: &Path) -> io::Result<File> {
    let mut options = cap_std::fs::OpenOptions::new();
    options.append(true).nonblock(true);
    let opened = File::open_ambient_with(path, &options, ambient_authority());
    opened.map_err(|error| match is_fifo(path) {
        true => io::Error::new(error.kind(), "it is a pipe, and nobody reads it"),
        false => error,
    })
}

#[cfg(unix)]
fn is_fifo(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|about| about.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_fifo(_: &Path) -> bool {
    false
}

/// Whether a file outlives a crash of the system.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lasting {
    Yes,
    No,
}

/// A file where none stands; none is left when it cannot be written.
fn fresh(path: &Path, content: &Content<'_>, lasting: Lasting) -> io::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let mut out = BufWriter::new(file);
    let written = content(&mut out).and_then(|()| out.flush()).and_then(|()| match lasting {
        Lasting::Yes => out.get_ref().sync_all(),
        Lasting::No => Ok(()),
    });
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// A file without a name, where the system has such, until it is whole.
fn temporary(permissions: Permissions) -> atomic_write_file::OpenOptions {
    let mut options = atomic_write_file::AtomicWriteFile::options();
    #[cfg(unix)]
    if permissions == Permissions::Own {
        use atomic_write_file::unix::OpenOptionsExt;
        options.preserve_mode(false).preserve_owner(false);
    }
    // Elsewhere, nothing is taken over from the file that was there.
    #[cfg(not(unix))]
    let _ = permissions;
    options
}
