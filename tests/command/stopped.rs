//! A disk that is full, or a process that is killed, after so many writes: nothing is written from then on.

use std::cell::Cell;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use assize::host::{Content, Disk, Files, Identity, Kind, Opened, Permissions, Stamp, Writer};

pub(crate) struct Stopped {
    left: Cell<usize>,
    stopped: Cell<bool>,
    /// What happens each time that a file was read.
    read: Option<Happens>,
}

type Happens = Box<dyn Fn(&Path)>;

impl Stopped {
    pub(crate) fn after(writes: usize) -> Self {
        Self { left: Cell::new(writes), stopped: Cell::new(false), read: None }
    }

    /// One that has room, and on which something happens each time that a file of a folder was read.
    pub(crate) fn with(read: impl Fn(&Path) + 'static) -> Self {
        Self { read: Some(Box::new(read)), ..Self::after(usize::MAX) }
    }

    pub(crate) fn was_stopped(&self) -> bool {
        self.stopped.get()
    }

    fn write(&self) -> io::Result<()> {
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.stopped.set(true);
                Err(io::ErrorKind::StorageFull.into())
            }
        }
    }
}

impl Files for Stopped {
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        Disk.names(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        Disk.kind(path)
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.resolve(path)
    }

    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened> {
        Disk.read(path, limit)
    }

    fn read_inside(&self, folder: &Path, file: &Path, limit: usize) -> io::Result<Opened> {
        let opened = Disk.read_inside(folder, file, limit);
        self.read.iter().for_each(|read| read(&folder.join(file)));
        opened
    }

    fn stamp(&self, path: &Path) -> Stamp {
        Disk.stamp(path)
    }

    fn identity(&self, path: &Path) -> Option<Identity> {
        Disk.identity(path)
    }
}

impl Writer for Stopped {
    fn replace(
        &self,
        path: &Path,
        content: &Content<'_>,
        permissions: Permissions,
    ) -> io::Result<()> {
        self.write()?;
        Disk.replace(path, content, permissions)
    }

    fn write_in_place(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        self.write()?;
        Disk.write_in_place(path, content)
    }

    fn create_new(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        self.write()?;
        Disk.create_new(path, content)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.write()?;
        Disk.create_folder(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.write()?;
        Disk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.write()?;
        Disk.remove(path)
    }

    fn blank(&self, path: &Path) -> io::Result<()> {
        self.write()?;
        Disk.blank(path)
    }

    fn sweep(&self, path: &Path) {
        Disk.sweep(path);
    }
}
