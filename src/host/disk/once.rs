//! A disk on which each path is resolved once, as long as nothing is written.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{Content, Files, Identity, Kind, OpenFolder, Opened, Permissions, Stamp, Writer};

/// A disk for one judging. Where a path leads, what is a folder, and in which repository it lies, is looked up once: it is the same
/// for all that ask, and a third of what a small gate asks of the system. What is written through it forgets that.
pub struct Once<'d> {
    disk: &'d dyn Writer,
    places: RefCell<HashMap<PathBuf, PathBuf>>,
    folders: RefCell<HashSet<PathBuf>>,
    roots: RefCell<HashMap<PathBuf, Option<PathBuf>>>,
}

impl<'d> Once<'d> {
    /// Nothing is known yet.
    pub fn new(disk: &'d dyn Writer) -> Self {
        let (places, folders, roots) = Default::default();
        Self { disk, places, folders, roots }
    }

    /// The disk, after which nothing is known any more.
    fn written(&self) -> &'d dyn Writer {
        self.places.borrow_mut().clear();
        self.folders.borrow_mut().clear();
        self.roots.borrow_mut().clear();
        self.disk
    }
}

impl Files for Once<'_> {
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.disk.names(folder)
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        if self.folders.borrow().contains(path) {
            return Ok(Kind::Folder);
        }
        let kind = self.disk.kind(path)?;
        if kind == Kind::Folder {
            self.folders.borrow_mut().insert(path.to_owned());
        }
        Ok(kind)
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        if let Some(place) = self.places.borrow().get(path) {
            return Ok(place.clone());
        }
        let place = self.disk.resolve(path)?;
        let mut places = self.places.borrow_mut();
        // There are no links left in it.
        places.insert(place.clone(), place.clone());
        places.insert(path.to_owned(), place.clone());
        Ok(place)
    }

    fn root(&self, here: &Path) -> Option<PathBuf> {
        let known = self.roots.borrow().get(here).cloned();
        known.unwrap_or_else(|| {
            let root = self.disk.root(here);
            self.roots.borrow_mut().insert(here.to_owned(), root.clone());
            root
        })
    }

    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened> {
        self.disk.read(path, limit)
    }

    fn stream(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.disk.stream(path)
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

    fn stamp(&self, path: &Path) -> Stamp {
        self.disk.stamp(path)
    }

    fn version(&self, path: &Path) -> String {
        self.disk.version(path)
    }
}

impl Writer for Once<'_> {
    fn replace(
        &self,
        path: &Path,
        content: &Content<'_>,
        permissions: Permissions,
    ) -> io::Result<()> {
        self.written().replace(path, content, permissions)
    }

    fn fill(&self, folder: &Path, files: &[(String, &str)]) -> Result<(), (String, io::Error)> {
        self.written().fill(folder, files)
    }

    fn write_in_place(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        self.written().write_in_place(path, content)
    }

    fn create_new(&self, path: &Path, content: &Content<'_>) -> io::Result<()> {
        self.written().create_new(path, content)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.written().create_folder(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.written().rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.written().remove(path)
    }

    fn blank(&self, path: &Path) -> io::Result<()> {
        self.written().blank(path)
    }

    fn sweep(&self, path: &Path) {
        self.written().sweep(path);
    }
}

#[cfg(all(test, unix))]
#[expect(clippy::disallowed_methods, reason = "what somebody else does meanwhile")]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::host::Disk;

    #[test]
    fn what_was_looked_up_holds_until_something_is_written() {
        let around = tempfile::tempdir().expect("a folder");
        let (here, link) = (Disk.resolve(around.path()).expect("a place"), "latest");
        for folder in ["a/.git", "b"] {
            fs::create_dir_all(here.join(folder)).expect("a folder");
        }
        let point_to = |folder: &str| {
            let _ = fs::remove_file(here.join(link));
            symlink(folder, here.join(link)).expect("a link");
        };
        point_to("a");
        let once = Once::new(&Disk);
        let seen = || {
            let place = once.resolve(&here.join(link)).expect("a place");
            let kind = once.kind(&here.join("a")).ok();
            (place, kind, once.root(&here.join("a")))
        };
        let before = (here.join("a"), Some(Kind::Folder), Some(here.join("a")));
        assert_eq!(seen(), before);
        point_to("b");
        fs::remove_dir_all(here.join("a")).expect("it is gone");
        assert_eq!(seen(), before);
        once.create_folder(&here.join("c")).expect("a folder");
        assert_eq!(seen(), (here.join("b"), None, Disk.root(&here)));
    }
}
