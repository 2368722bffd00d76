//! What a shell hands in (`<(command)`) can be read once only, and is needed more than once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::codec::LIMIT;

use super::{
    Content, Contents, Files, Identity, Kind, OpenFolder, Opened, Permissions, Writer, is_pipe,
};

/// A disk that keeps what was read from a pipe, for whoever asks for it again in the same run.
#[derive(Debug)]
pub struct Pipes<'d, D: Writer + ?Sized> {
    disk: &'d D,
    kept: RefCell<BTreeMap<PathBuf, Opened>>,
}

impl<'d, D: Writer + ?Sized> Pipes<'d, D> {
    /// Nothing was read yet.
    pub fn of(disk: &'d D) -> Self {
        Self { disk, kept: RefCell::default() }
    }
}

/// The same, of no more than `limit` bytes.
fn within(opened: &Opened, limit: usize) -> Opened {
    match &opened.contents {
        Contents::Whole(bytes) if bytes.len() > limit => {
            Opened { contents: Contents::TooLarge, ..opened.clone() }
        }
        _ => opened.clone(),
    }
}

impl<D: Writer + ?Sized> Files for Pipes<'_, D> {
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.disk.names(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        self.disk.kind(path)
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        self.disk.resolve(path)
    }

    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened> {
        if !is_pipe(path) {
            return self.disk.read(path, limit);
        }
        if let Some(opened) = self.kept.borrow().get(path) {
            return Ok(within(opened, limit));
        }
        // As much as a report may have, for who asks for less may not be the last to ask.
        let opened = self.disk.read(path, limit.max(LIMIT))?;
        let asked = within(&opened, limit);
        self.kept.borrow_mut().insert(path.to_owned(), opened);
        Ok(asked)
    }

    fn read_inside(&self, folder: &Path, file: &Path, limit: usize) -> io::Result<Opened> {
        self.disk.read_inside(folder, file, limit)
    }

    fn read_one_of(
        &self,
        open: &mut OpenFolder,
        folder: &Path,
        file: &Path,
        limit: usize,
    ) -> io::Result<Opened> {
        self.disk.read_one_of(open, folder, file, limit)
    }

    fn identity(&self, path: &Path) -> Option<Identity> {
        self.disk.identity(path)
    }

    fn length_and_time(&self, path: &Path) -> (usize, Option<i64>) {
        self.disk.length_and_time(path)
    }

    fn version(&self, path: &Path) -> String {
        self.disk.version(path)
    }
}

impl<D: Writer + ?Sized> Writer for Pipes<'_, D> {
    fn replace(&self, path: &Path, content: &Content<'_>, mode: Permissions) -> io::Result<()> {
        self.disk.replace(path, content, mode)
    }

    fn write_in_place(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        self.disk.write_in_place(path, content)
    }

    fn create_new(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        self.disk.create_new(path, content)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.disk.create_folder(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.disk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.disk.remove(path)
    }

    fn blank(&self, path: &Path) -> io::Result<()> {
        self.disk.blank(path)
    }

    fn sweep(&self, path: &Path) {
        self.disk.sweep(path);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write;
    use std::os::fd::AsRawFd;

    use super::super::Disk;
    use super::*;

    #[test]
    fn a_pipe_that_is_too_large_for_one_reader_is_read_by_the_next() {
        let (reader, mut writer) = io::pipe().expect("a pipe");
        writer.write_all(b"src/a.rs\n").expect("it has room");
        drop(writer);
        let path = PathBuf::from(format!("/dev/fd/{}", reader.as_raw_fd()));
        let disk = Pipes::of(&Disk);
        for (limit, whole) in [(4, false), (64, true), (4, false)] {
            let opened = disk.read(&path, limit).expect("it opens");
            let wanted = match whole {
                true => Contents::Whole(b"src/a.rs\n".to_vec()),
                false => Contents::TooLarge,
            };
            assert_eq!(opened.contents, wanted, "of {limit} bytes");
        }
    }
}
