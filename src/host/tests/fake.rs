//! A disk in memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::PASS;
use crate::host::{Content, Contents, Files, Identity, Kind, Opened, Permissions, Writer};

pub(super) enum Node {
    Text(&'static str),
    Folder,
    Fifo,
    Link(&'static str),
    Large,
    Changing,
    /// Reading fails like this.
    Broken(ErrorKind),
}

/// A disk in memory; `refuses` makes each way of writing fail.
#[derive(Default)]
pub(super) struct Fake {
    pub(super) nodes: RefCell<BTreeMap<PathBuf, Node>>,
    pub(super) odd_names: Vec<OsString>,
    pub(super) list_breaks: bool,
    pub(super) refuses: &'static [&'static str],
}

impl Fake {
    pub(super) fn new(nodes: impl IntoIterator<Item = (&'static str, Node)>) -> Self {
        let nodes = nodes.into_iter().map(|(path, node)| (PathBuf::from(path), node)).collect();
        let fake = Self { nodes: RefCell::new(nodes), ..Self::default() };
        fake.nodes.borrow_mut().insert("/r".into(), Node::Folder);
        fake
    }

    pub(super) fn refusing(self, refuses: &'static [&'static str]) -> Self {
        Self { refuses, ..self }
    }

    pub(super) fn may(&self, what: &str) -> io::Result<()> {
        if self.refuses.contains(&what) { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.nodes.borrow().contains_key(Path::new(path))
    }
}

impl Files for Fake {
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        if self.list_breaks {
            return Err(ErrorKind::PermissionDenied.into());
        }
        let nodes = self.nodes.borrow();
        let inside = nodes.keys().filter(|path| path.parent() == Some(folder));
        let names = inside.filter_map(|path| path.file_name()).map(Into::into);
        Ok(names.chain(self.odd_names.iter().cloned()).collect())
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        match self.nodes.borrow().get(path) {
            Some(Node::Folder) => Ok(Kind::Folder),
            Some(Node::Fifo) => Ok(Kind::Other),
            Some(Node::Link(_)) => Ok(Kind::Link),
            Some(_) => Ok(Kind::File),
            None if path.file_name().is_some_and(|n| self.odd_names.contains(&n.into())) => {
                Ok(Kind::File)
            }
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        match self.nodes.borrow().get(path) {
            Some(Node::Link(to)) if self.has(to) => Ok(to.into()),
            Some(Node::Link(_)) => Err(ErrorKind::NotFound.into()),
            Some(_) => Ok(path.into()),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    fn read(&self, path: &Path, _: usize) -> io::Result<Opened> {
        let found = |kind, contents| {
            Ok(Opened { kind, identity: self.identity(path), contents, written: None })
        };
        let whole = |text: &str| Contents::Whole(text.as_bytes().to_vec());
        match self.nodes.borrow().get(path) {
            Some(Node::Text(text)) => found(Kind::File, whole(text)),
            Some(Node::Large) => found(Kind::File, Contents::TooLarge),
            Some(Node::Changing) => found(Kind::File, Contents::Changing),
            Some(Node::Broken(kind)) => Err((*kind).into()),
            Some(Node::Folder) => found(Kind::Folder, whole("")),
            Some(Node::Fifo) => found(Kind::Other, whole("")),
            Some(Node::Link(to)) => self.read(Path::new(to), 0),
            None if self.kind(path).is_ok() => found(Kind::File, whole(PASS)),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    fn read_inside(&self, folder: &Path, file: &Path, limit: usize) -> io::Result<Opened> {
        let path = folder.join(file);
        match self.nodes.borrow().get(&path) {
            Some(Node::Link(to)) if !Path::new(to).starts_with(folder) => {
                Err(ErrorKind::CrossesDevices.into())
            }
            _ => self.read(&path, limit),
        }
    }

    /// By the place among all nodes; a link has none.
    fn identity(&self, path: &Path) -> Option<Identity> {
        let nodes = self.nodes.borrow();
        let place = nodes.keys().position(|known| known == path)?;
        let file = !matches!(nodes.get(path), Some(Node::Link(_)));
        file.then(|| Identity::new(0, place as u64))
    }
}

impl Writer for Fake {
    fn replace(&self, path: &Path, _: &Content<'_>, _: Permissions) -> io::Result<()> {
        self.may("replace")?;
        self.nodes.borrow_mut().insert(path.into(), Node::Text("new"));
        Ok(())
    }

    fn create_new(&self, path: &Path, _: &Content<'_>) -> io::Result<()> {
        self.may("create")?;
        match self.nodes.borrow_mut().entry(path.into()) {
            Entry::Occupied(_) => Err(ErrorKind::AlreadyExists.into()),
            Entry::Vacant(free) => {
                free.insert(Node::Text("new"));
                Ok(())
            }
        }
    }

    fn write_in_place(&self, _: &Path, _: &Content<'_>) -> io::Result<()> {
        self.may("in place")
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.may("folder")?;
        self.nodes.borrow_mut().insert(path.into(), Node::Folder);
        Ok(())
    }

    fn rename(&self, _: &Path, _: &Path) -> io::Result<()> {
        self.may("rename")
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.may("remove")?;
        self.nodes.borrow_mut().remove(path);
        Ok(())
    }

    fn sweep(&self, _: &Path) {}

    fn blank(&self, path: &Path) -> io::Result<()> {
        self.may("blank")?;
        self.nodes.borrow_mut().insert(path.into(), Node::Text(""));
        Ok(())
    }
}
