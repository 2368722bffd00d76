//! The files of a commit, as git tells them: no shell, no prompt, bounded output.

mod run;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::{Contents, Kind, shown};
use crate::Diagnostic;
use run::{SHORT, git};

/// The names in one folder.
const LISTING: usize = 16 * 1024 * 1024;

/// A commit of the repository around a folder.
#[derive(Clone, Debug)]
pub(super) struct Commit {
    /// The root of the work tree, as git tells it.
    pub(super) root: PathBuf,
    /// As it was asked for: `origin/main`.
    pub(super) named: String,
    pub(super) hash: String,
}

/// What stands at a path of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) kind: Kind,
    object: String,
}

impl Commit {
    /// The commit that a name stands for, in the repository around a folder.
    pub(super) fn find(here: &Path, named: &str) -> Result<Self, Diagnostic> {
        if !is_plain(named) {
            return Err(odd_name(named));
        }
        let top = git(here, &["rev-parse", "--show-toplevel"], SHORT).map_err(|e| no_git(&e))?;
        if !top.good {
            return Err(no_work_tree(named, &top.err));
        }
        let root = PathBuf::from(top.line());
        let one = format!("{named}^{{commit}}");
        let told = git(&root, &["rev-parse", "--verify", "--end-of-options", &one], SHORT)
            .map_err(|error| no_git(&error))?;
        if told.err.contains("is ambiguous") {
            return Err(ambiguous(named));
        }
        let hash = told.line();
        let is_hash = hash.len() >= 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if told.good && is_hash {
            return Ok(Self { root, named: named.to_owned(), hash });
        }
        let shallow = git(&root, &["rev-parse", "--is-shallow-repository"], SHORT);
        Err(match shallow.is_ok_and(|told| told.line() == "true") {
            true => not_fetched(named),
            false => unknown(named),
        })
    }

    /// A commit by its hash, shown under the name that it had.
    pub(super) fn of_hash(here: &Path, hash: &str, named: &str) -> Result<Self, Diagnostic> {
        Self::find(here, hash).map(|commit| Self { named: named.to_owned(), ..commit })
    }

    /// The name and the hash: `origin/main (commit 4f2a…)`.
    pub(super) fn shown(&self) -> String {
        format!("{} (commit {})", shown(&self.named), self.hash)
    }

    /// What stands at a path from the root; none when nothing does. Links are not followed.
    pub(super) fn item(&self, path: &str) -> io::Result<Option<Item>> {
        if path.is_empty() {
            return Ok(Some(Item { kind: Kind::Folder, object: String::new() }));
        }
        let out = self.ask(&["ls-tree", "-z", "--full-tree", &self.hash, "--", path], SHORT)?;
        let Contents::Whole(out) = out else { return Err(io::ErrorKind::InvalidData.into()) };
        let line = String::from_utf8_lossy(&out);
        let Some((about, _)) = line.split_once('\t') else { return Ok(None) };
        let mut about = about.split(' ');
        let (Some(mode), Some(kind), Some(object)) = (about.next(), about.next(), about.next())
        else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let kind = match (kind, mode) {
            ("tree", _) => Kind::Folder,
            ("blob", "120000") => Kind::Link,
            ("blob", _) => Kind::File,
            _ => Kind::Other,
        };
        Ok(Some(Item { kind, object: object.to_owned() }))
    }

    /// What a file holds.
    pub(super) fn contents(&self, item: &Item, limit: usize) -> io::Result<Contents> {
        let object = &item.object;
        let lacking = |error: io::Error| {
            let hint =
                format!("in a partial clone, run `git cat-file blob {object}`, which fetches it");
            io::Error::other(format!("{error}; {hint}"))
        };
        self.ask(&["cat-file", "blob", object], limit).map_err(lacking)
    }

    /// The names in a folder.
    pub(super) fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut args = vec!["ls-tree", "-z", "--name-only", "--full-tree", &self.hash];
        if !folder.is_empty() {
            args.extend(["--", &folder]);
        }
        let Contents::Whole(out) = self.ask(&args, LISTING)? else {
            return Err(io::Error::other("the folder has too many files"));
        };
        let names = out.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        let names = names.filter_map(|name| std::str::from_utf8(name).ok()?.strip_prefix(&folder));
        Ok(names.map(str::to_owned).collect())
    }

    fn ask(&self, args: &[&str], limit: usize) -> io::Result<Contents> {
        let told = git(&self.root, args, limit)?;
        match told.out {
            None => Ok(Contents::TooLarge),
            Some(out) if told.good => Ok(Contents::Whole(out)),
            Some(_) => Err(io::Error::other(first_line(&told.err))),
        }
    }
}

/// The commit that is checked out, and its tree; none outside of a work tree, without git or without a commit.
pub(super) fn head(here: &Path) -> Option<(String, String)> {
    let one = |name: &str| {
        let told = git(here, &["rev-parse", "--verify", "--end-of-options", name], SHORT).ok()?;
        let hash = told.line();
        let is_hash = hash.len() >= 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        (told.good && is_hash).then_some(hash)
    };
    Some((one("HEAD^{commit}")?, one("HEAD^{tree}")?))
}

/// The branch that is checked out.
pub(super) fn branch(here: &Path) -> Option<String> {
    let told = git(here, &["symbolic-ref", "--quiet", "--short", "HEAD"], SHORT).ok()?;
    (told.good && !told.line().is_empty()).then(|| told.line())
}

/// The commit that a name stands for.
pub(super) fn commit(here: &Path, named: &str) -> Option<String> {
    if !is_plain(named) {
        return None;
    }
    let one = format!("{named}^{{commit}}");
    let told = git(here, &["rev-parse", "--verify", "--end-of-options", &one], SHORT).ok()?;
    told.good.then(|| told.line())
}

/// Whether a commit is `HEAD`, or before it.
pub(super) fn is_before(here: &Path, commit: &str) -> bool {
    is_plain(commit)
        && git(here, &["merge-base", "--is-ancestor", commit, "HEAD"], SHORT)
            .is_ok_and(|told| told.good)
}

/// What the work tree and the index have, in the files that git knows, that the commit has not, without those below some
/// folders: empty where nothing differs, none where git does not say, or says too much.
pub(super) fn changes(here: &Path, except: &[PathBuf]) -> Option<Vec<u8>> {
    /// More paths than a command line takes are all compared.
    const MOST: usize = 1_000;
    let root = git(here, &["rev-parse", "--show-toplevel"], SHORT).ok().filter(|told| told.good)?;
    let root = PathBuf::from(root.line());
    // The same bytes for the same files, whatever the configuration of whoever asks.
    let plain = [
        "--no-ext-diff",
        "--no-textconv",
        "--no-renames",
        "--no-color",
        "--src-prefix=a/",
        "--dst-prefix=b/",
        "--unified=3",
        "--inter-hunk-context=0",
        "--diff-algorithm=default",
        "--full-index",
        "--ignore-submodules=none",
        "--submodule=diff",
    ];
    let ask = |args: &[&str]| {
        let args = [&["diff"], &plain[..], args].concat();
        git(&root, &args, LISTING).ok().filter(|told| told.good)?.out
    };
    let own = |name: &&str| !except.iter().any(|folder| root.join(name).starts_with(folder));
    let names = |between: &[&str]| {
        let told = ask(&[&["--name-only", "-z"], between].concat())?;
        let names = told.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        let names = names.map(|name| String::from_utf8(name.to_vec()).unwrap_or_default());
        Some(names.collect::<Vec<String>>())
    };
    let texts = |between: &[&str], left: &[&str], all: usize| match left.len() {
        0 => Some(Vec::new()),
        n if n == all || n > MOST || left.contains(&"") => ask(&[&["--binary"], between].concat()),
        _ => ask(&[&["--binary"], between, &["--"], left].concat()),
    };
    let changed = names(&["HEAD"])?;
    let left: Vec<&str> = changed.iter().map(String::as_str).filter(own).collect();
    let mut diff = texts(&["HEAD"], &left, changed.len())?;
    // What is staged, and stands otherwise in the work tree, no file shows, and the next commit has it.
    let staged = names(&["--cached", "HEAD"])?;
    let beside: HashSet<String> =
        if staged.is_empty() { HashSet::new() } else { names(&[])?.into_iter().collect() };
    let hidden = staged.iter().filter(|name| beside.contains(*name));
    let hidden: Vec<&str> = hidden.map(String::as_str).filter(own).collect();
    diff.extend(texts(&["--cached", "HEAD"], &hidden, staged.len())?);
    Some(diff)
}

/// Whether two commits differ in files below some folders, and in no others.
pub(super) fn differ_only_below(here: &Path, from: &str, to: &str, folders: &[PathBuf]) -> bool {
    let is_hash =
        |text: &str| text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let ask = |args: &[&str]| git(here, args, LISTING).ok().filter(|told| told.good);
    let Some(root) = ask(&["rev-parse", "--show-toplevel"]).map(|told| PathBuf::from(told.line()))
    else {
        return false;
    };
    if !is_hash(from) || !is_hash(to) {
        return false;
    }
    let args =
        ["diff", "--name-only", "-z", "--no-renames", "--ignore-submodules=none", from, to, "--"];
    let Some(names) =
        git(&root, &args, LISTING).ok().filter(|told| told.good).and_then(|told| told.out)
    else {
        return false;
    };
    let mut names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty()).peekable();
    let below = |name: &[u8]| {
        let path = std::str::from_utf8(name).ok().map(|name| root.join(name));
        path.is_some_and(|path| folders.iter().any(|folder| path.starts_with(folder)))
    };
    names.peek().is_some() && names.all(below)
}

/// What `git diff --numstat -z` says of the work beside a commit that it left; what is not committed is part of it.
pub(super) fn numstat(here: &Path, base: &str) -> Result<Vec<u8>, Diagnostic> {
    let commit = Commit::find(here, base)?;
    let args = ["diff", "--no-ext-diff", "--numstat", "-z", "--merge-base", &commit.hash];
    let told = git(&commit.root, &args, LISTING).map_err(|error| no_git(&error))?;
    match told.out {
        Some(out) if told.good => Ok(out),
        _ => Err(no_diff(base, &first_line(&told.err))),
    }
}

/// Whether it can be a name of a commit, and not an option.
fn is_plain(named: &str) -> bool {
    let odd = |c: char| c.is_control() || c.is_whitespace();
    !named.is_empty() && named.len() <= 1024 && !named.starts_with('-') && !named.contains(odd)
}

/// A shallow clone, in that is not known where the branch left
fn no_diff(base: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::round::no_diff")
        .message(format!("git does not say what has changed since `{}`: {why}", shown(base)))
        .help("fetch more of its history: `git fetch --unshallow`, or hand in a list with `--changed-from`")
}

fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("it does not say why");
    shown(line.trim().trim_start_matches("fatal: "))
}

/// `--rules-from --upload-pack=x`
fn odd_name(named: &str) -> Diagnostic {
    Diagnostic::error("assize::rules::odd_name")
        .message(match named {
            "" => "`--rules-from` or `ASSIZE_RULES_FROM` is empty".to_owned(),
            named => format!("`{}` is not the name of a commit", shown(named)),
        })
        .help(
            "name a branch, a tag or a hash: `--rules-from origin/main`; without one, leave it out",
        )
}

/// A machine without git
fn no_git(error: &io::Error) -> Diagnostic {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "it is not installed, or not in the `PATH`".to_owned(),
        _ => error.to_string(),
    };
    Diagnostic::error("assize::rules::no_git")
        .message(format!("git cannot be run: {why}"))
        .help("rules are taken from a commit by git: install it, or leave `--rules-from` out")
}

/// A folder that is in no repository, in a bare one, or in somebody else's
fn no_work_tree(named: &str, why: &str) -> Diagnostic {
    let (message, help) = if why.contains("not a git repository") {
        (
            "this folder is not in a git repository".to_owned(),
            "run the command in the work tree that is judged; without `--rules-from` or `--base` no commit is looked at",
        )
    } else if why.contains("dubious ownership") {
        (
            "git does not trust this repository: it belongs to somebody else".to_owned(),
            "say `git config --global --add safe.directory FOLDER` if you trust it",
        )
    } else {
        (
            format!("the repository has no work tree here: {}", first_line(why)),
            "run the command in the work tree that is judged",
        )
    };
    Diagnostic::error("assize::rules::no_work_tree")
        .message(format!("rules cannot be taken from `{}`: {message}", shown(named)))
        .help(help)
}

/// `--rules-from orgin/main`
fn unknown(named: &str) -> Diagnostic {
    Diagnostic::error("assize::rules::unknown_commit")
        .message(format!("git knows no commit `{}`", shown(named)))
        .help("look at the name; a branch of a remote has to be fetched first: `git fetch origin main`")
}

/// `git clone --depth 1` fetches one branch
fn not_fetched(named: &str) -> Diagnostic {
    Diagnostic::error("assize::rules::not_fetched")
        .message(format!("git knows no commit `{}` in this shallow clone", shown(named)))
        .help("fetch it first: `git fetch --depth=1 origin main:refs/remotes/origin/main`")
}

/// A branch that is called like a tag
fn ambiguous(named: &str) -> Diagnostic {
    Diagnostic::error("assize::rules::ambiguous_commit")
        .message(format!("`{}` is the name of more than one branch or tag", shown(named)))
        .help("write it in full: `refs/remotes/origin/main`, `refs/heads/main`, `refs/tags/v1`")
}
