//! Whose rules judge: those of the work tree, or those of a commit that the change could not write.
//!
//! A change must not be judged by rules that it brought along. [`Rules`] is the disk, but what lies in the
//! work tree is read from the commit; and it remembers what was looked for, so that a ruling can say
//! when the change touches it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::config::place_of;
use super::git::{Commit, Item};
use super::{Contents, Files, Identity, Kind, Opened, is_pipe, shown};
use crate::Diagnostic;

/// No policy and no `assize.kdl` is larger.
const LIMIT: usize = 1024 * 1024;

/// The files that rules are read from.
pub struct Rules<'d> {
    disk: &'d dyn Files,
    here: PathBuf,
    /// The root of the repository, without links.
    root: Option<PathBuf>,
    commit: Option<Commit>,
    /// What was looked for, from the root.
    asked: RefCell<BTreeSet<String>>,
}

impl<'d> Rules<'d> {
    /// The rules of the work tree.
    pub fn of_work_tree(disk: &'d dyn Files, here: &Path) -> Self {
        let here = disk.resolve(here).unwrap_or_else(|_| here.to_owned());
        let root = disk.root(&here);
        Self { disk, here, root, commit: None, asked: RefCell::default() }
    }

    /// The rules of a commit.
    ///
    /// # Errors
    ///
    /// There is no git, no repository around `here`, or no such commit in it.
    pub fn of_commit(disk: &'d dyn Files, here: &Path, named: &str) -> Result<Self, Diagnostic> {
        Self::from(disk, here, Commit::find(here, named)?)
    }

    /// The rules of a commit that was found before: its hash, and the name that it had then.
    ///
    /// # Errors
    ///
    /// As [`Rules::of_commit`].
    pub fn of_kept(
        disk: &'d dyn Files,
        here: &Path,
        (hash, named): (&str, &str),
    ) -> Result<Self, Diagnostic> {
        Self::from(disk, here, Commit::of_hash(here, hash, named)?)
    }

    fn from(disk: &'d dyn Files, here: &Path, commit: Commit) -> Result<Self, Diagnostic> {
        let here = disk.resolve(here).unwrap_or_else(|_| here.to_owned());
        let root = disk.resolve(&commit.root).unwrap_or_else(|_| commit.root.clone());
        let asked = RefCell::default();
        Ok(Self { disk, here, root: Some(root), commit: Some(commit), asked })
    }

    /// The hash of the commit, and the name that it was asked by.
    pub fn commit(&self) -> Option<(&str, &str)> {
        self.commit.as_ref().map(|commit| (commit.hash.as_str(), commit.named.as_str()))
    }

    /// A path as the disk knows it, whatever folder this process is in.
    fn at<'p>(&self, path: &'p Path) -> std::borrow::Cow<'p, Path> {
        match path.is_relative() && !is_pipe(path) {
            true => self.here.join(path).into(),
            false => path.into(),
        }
    }

    /// Whether rules come from a commit, and this file does not: it lies in the work tree, as the change has it.
    pub fn is_of_change(&self, path: &Path) -> bool {
        self.commit.is_some() && self.in_tree(path).is_some()
    }

    /// How a file is named in a ruling: from the root of the repository, and with its commit.
    pub fn origin(&self, path: &Path) -> String {
        let name = self.in_tree(path).unwrap_or_else(|| {
            let near = path.strip_prefix(&self.here).unwrap_or(path);
            near.to_string_lossy().into_owned()
        });
        shown(name) + self.version(path).as_str()
    }

    /// What is worth saying about the rules, once all of them were read: where they come from, and which of them
    /// the change touches.
    pub fn remarks(&self, changed: &[String]) -> Vec<Diagnostic> {
        let told = self.commit.as_ref().map(|commit| from_commit(&commit.shown()));
        let asked = self.asked.borrow();
        let about = asked.iter().filter_map(|path| self.remark(path, changed));
        told.into_iter().chain(about).collect()
    }

    /// What is worth saying about a file that is never taken from a commit, because it tells of this run.
    pub fn remark_on_record(&self, path: &Path, changed: &[String]) -> Option<Diagnostic> {
        let path = self.in_tree(path)?;
        Touched::of(&path, changed).map(|_| record_brought_along(&path))
    }

    fn remark(&self, path: &str, changed: &[String]) -> Option<Diagnostic> {
        let place = self.root.as_ref()?.join(path);
        let on_disk = self.disk.read(&place, LIMIT).ok();
        let on_disk = on_disk.filter(|opened| opened.kind == Kind::File);
        let on_disk = on_disk.map(|opened| with_plain_ends(opened.contents));
        let item = self.commit.as_ref().and_then(|commit| {
            let item = commit.item(path).ok().flatten().filter(|item| item.kind == Kind::File)?;
            commit.contents(&item, LIMIT).ok().map(with_plain_ends)
        });
        // Where there is no file, nothing is known of what a folder above would hold.
        let is_file = on_disk.is_some() || item.is_some();
        let touched =
            Touched::of(path, changed).is_some_and(|touched| touched == Touched::Itself || is_file);
        let Some(commit) = &self.commit else {
            return touched.then(|| judges_itself(path, on_disk.is_some()));
        };
        let named = &commit.named;
        match (touched, item == on_disk, item.is_some()) {
            (true, _, true) => Some(touches(path, named)),
            (true, _, false) => Some(brings_along(path, named)),
            (false, true, _) => None,
            (false, false, judges) => Some(differs(path, named, judges)),
        }
    }

    /// The path of a file from the root of the work tree; none where it lies elsewhere.
    fn in_tree(&self, path: &Path) -> Option<String> {
        let root = self.root.as_ref()?;
        if is_pipe(path) {
            return None;
        }
        let whole = self.here.join(path);
        let inside = |place: &Path| place.strip_prefix(root).ok().map(slashed);
        // As it is written first: a change may have made a link of a folder in the way.
        let found = inside(&plain(&whole))
            .or_else(|| inside(&place_of(self.disk, &whole)))
            .or_else(|| inside(&self.disk.resolve(&whole).ok()?));
        found.filter(|path| !path.split('/').any(|part| part == ".git"))
    }

    /// The same, remembered as something that was looked for; none where the disk answers.
    fn asked(&self, path: &Path) -> Option<(&Commit, String)> {
        let own = self.in_tree(path)?;
        if self.commit.is_none() {
            // A link is followed.
            let target = self.disk.resolve(&self.here.join(path)).ok();
            self.asked.borrow_mut().extend(target.and_then(|target| self.in_tree(&target)));
        }
        self.asked.borrow_mut().insert(own.clone());
        Some((self.commit.as_ref()?, own))
    }
}

impl Files for Rules<'_> {
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        match (self.commit.as_ref(), self.in_tree(folder)) {
            (Some(commit), Some(path)) => {
                Ok(commit.names(&path)?.into_iter().map(Into::into).collect())
            }
            _ => self.disk.names(&self.at(folder)),
        }
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        match self.asked(path) {
            Some((commit, path)) => found(commit, &path).map(|item| item.kind),
            None => self.disk.kind(&self.at(path)),
        }
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        match (self.asked(path), &self.root) {
            (Some((commit, path)), Some(root)) => {
                not_a_link(found(commit, &path)?).map(|_| root.join(path))
            }
            _ => self.disk.resolve(&self.at(path)),
        }
    }

    fn root(&self, here: &Path) -> Option<PathBuf> {
        self.disk.root(&self.at(here))
    }

    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened> {
        match self.asked(path) {
            Some((commit, path)) => opened(commit, &path, limit),
            None => self.disk.read(&self.at(path), limit),
        }
    }

    fn read_inside(&self, folder: &Path, file: &Path, limit: usize) -> io::Result<Opened> {
        match self.asked(&folder.join(file)) {
            Some((commit, path)) => opened(commit, &path, limit),
            None => self.disk.read_inside(&self.at(folder), file, limit),
        }
    }

    fn identity(&self, path: &Path) -> Option<Identity> {
        match (&self.commit, self.in_tree(path)) {
            (Some(_), Some(_)) => None,
            _ => self.disk.identity(&self.at(path)),
        }
    }

    fn version(&self, path: &Path) -> String {
        match (&self.commit, self.in_tree(path)) {
            (Some(commit), Some(_)) => format!(" at {}", commit.shown()),
            _ => String::new(),
        }
    }
}

/// How a change touches a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touched {
    Itself,
    /// A link or a submodule that it lies in.
    FolderAbove,
}

impl Touched {
    fn of(path: &str, changed: &[String]) -> Option<Self> {
        let above = |one: &String| {
            path.strip_prefix(one.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        match () {
            () if changed.iter().any(|one| one == path) => Some(Self::Itself),
            () if changed.iter().any(above) => Some(Self::FolderAbove),
            () => None,
        }
    }
}

/// What a file holds, with the line ends of a commit: those of a work tree may be others.
fn with_plain_ends(contents: Contents) -> Contents {
    match contents {
        Contents::Whole(bytes) => {
            let ends = |at: usize| bytes[at..].starts_with(b"\r\n");
            let kept = bytes.iter().enumerate().filter(|(at, _)| !ends(*at));
            Contents::Whole(kept.map(|(_, byte)| *byte).collect())
        }
        other => other,
    }
}

fn found(commit: &Commit, path: &str) -> io::Result<Item> {
    commit.item(path)?.ok_or_else(|| io::ErrorKind::NotFound.into())
}

fn not_a_link(item: Item) -> io::Result<Item> {
    match item.kind {
        Kind::Link => Err(io::Error::other("it is a link, which is not followed in a commit")),
        _ => Ok(item),
    }
}

fn opened(commit: &Commit, path: &str, limit: usize) -> io::Result<Opened> {
    let item = not_a_link(found(commit, path)?)?;
    let contents = match item.kind {
        Kind::File => commit.contents(&item, limit)?,
        _ => Contents::Whole(Vec::new()),
    };
    Ok(Opened { kind: item.kind, identity: None, contents, written: None })
}

/// A path without `.` and `..`, whatever stands on the disk.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// A path with `/` between its parts, as git has it. What is no text in it is none in the answer either: no file
/// of a commit is found by it, and the one of the work tree is not asked.
fn slashed(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// `--rules-from origin/main`
fn from_commit(commit: &str) -> Diagnostic {
    Diagnostic::advice("assize::rules::from")
        .message(format!("`assize.kdl`, policies and waivers are those of {commit}"))
}

/// Judged by the work tree, with `--changed-from`
fn judges_itself(path: &str, is_there: bool) -> Diagnostic {
    let path = shown(path);
    Diagnostic::warning("assize::rules::judges_itself")
        .message(match is_there {
            true => format!("the change touches `{path}`, which judges it"),
            false => format!("the change takes away `{path}`, which would judge it"),
        })
        .help("judge it by its base: `--rules-from origin/main`")
}

/// Judged by a commit, with `--changed-from`
fn touches(path: &str, named: &str) -> Diagnostic {
    let (path, named) = (shown(path), shown(named));
    Diagnostic::warning("assize::rules::touched")
        .message(format!("the change touches `{path}`; it is judged by the one of `{named}`"))
        .help("look at what it says now: the next changes will be judged by it")
}

/// `--attempts attempts.kdl`, which the change touches
fn record_brought_along(path: &str) -> Diagnostic {
    Diagnostic::warning("assize::rules::record_touched")
        .message(format!("the change touches `{}`, which tells what was tried before", shown(path)))
        .help(
            "keep the record of a run outside of the work tree, where no change can bring it along",
        )
}

/// A new `assize.kdl`
fn brings_along(path: &str, named: &str) -> Diagnostic {
    let (path, named) = (shown(path), shown(named));
    Diagnostic::warning("assize::rules::touched")
        .message(format!(
            "the change brings `{path}` along, which `{named}` does not have: it does not judge"
        ))
        .help("look at what it says: the next changes will be judged by it")
}

/// A work tree that is not at the commit, and no `--changed-from`
fn differs(path: &str, named: &str, judges: bool) -> Diagnostic {
    let (path, named) = (shown(path), shown(named));
    Diagnostic::warning("assize::rules::differs")
        .message(match judges {
            true => format!("`{path}` differs from the one of `{named}`, which judges"),
            false => format!("`{path}` does not judge: `{named}` does not have it"),
        })
        .help("look at what it says now: the next changes will be judged by it")
}
