//! Where the reports of a work lie, as a panel says it.

use std::path::{Component, Path, PathBuf};

use super::{Panel, built_in_panel_text, built_in_panels, mistakes};
use crate::Diagnostic;
use crate::host::config::{CONFIG, LIMIT as CONFIG_LIMIT, place_of};
use crate::host::named::named_place;
use crate::host::rounds::{KEPT, Rounds};
use crate::host::{Files, Kind};
use crate::source::is_hidden;

/// What a pattern has for the name of the work.
const TASK: &str = "{task}";

/// Why a pattern does not name a folder below the file that it stands in; none when it does.
pub(super) fn pattern_misfit(pattern: &str) -> Option<&'static str> {
    let parts: Vec<&str> = pattern.split('/').collect();
    match () {
        () if pattern.contains('\\') => Some("folders are parted by `/`"),
        () if pattern.matches(TASK).count() != 1 => Some("it needs `{task}`, once"),
        () if pattern.replacen(TASK, "", 1).contains(['{', '}', '*', '?']) => {
            Some("nothing but `{task}` is filled in")
        }
        () if pattern.starts_with('/') || Path::new(pattern).has_root() => {
            Some("it begins at the root")
        }
        () if parts.contains(&"..") => Some("it leads out of the folder"),
        () if parts.iter().any(|part| part.is_empty() || *part == ".") => {
            Some("a folder in it has no name")
        }
        () if parts.contains(&".git") => Some("git writes there"),
        () => None,
    }
}

/// What the one path of a command line may be.
enum Asked {
    /// Certainly a path: `./reports`, `/srv/reports`, `..`
    Path,
    /// `task-17`
    Name,
    /// `feature/x`
    Either,
}

fn asked_for(path: &Path) -> Asked {
    let mut parts = path.components();
    let starts = matches!(
        parts.next(),
        Some(Component::RootDir | Component::Prefix(_) | Component::CurDir | Component::ParentDir)
    );
    let separated = path.to_string_lossy().contains(std::path::is_separator);
    match (starts, separated) {
        (true, _) => Asked::Path,
        (false, false) => Asked::Name,
        (false, true) => Asked::Either,
    }
}

/// Whether the one path of a command line may be the name of a work.
pub fn may_be_a_task(paths: &[PathBuf]) -> bool {
    matches!(paths, [path] if matches!(asked_for(path), Asked::Name))
}

impl Panel {
    /// The folder of reports, where one path was named and may be a work of this panel. None where the paths stand
    /// for themselves.
    ///
    /// A name is never taken for a folder beside: a change could bring one along that is called like the work.
    ///
    /// # Errors
    ///
    /// What was named may be either; it cannot be a name; its folder is not there, is there twice, or leads out of
    /// the folder of the panel's file.
    pub fn folder(
        &self,
        disk: &dyn Files,
        here: &Path,
        paths: &[PathBuf],
    ) -> Result<Option<PathBuf>, Diagnostic> {
        let [asked] = paths else { return Ok(None) };
        if self.reports.is_empty() {
            return Ok(None);
        }
        let work = self.work_at(disk, here, asked);
        let asked = match (asked_for(asked), &work) {
            (Asked::Path, _) => return Ok(None),
            (Asked::Either, None) => return Err(mistakes::neither(asked, &self.name)),
            (_, work) => work.as_deref().unwrap_or(asked),
        };
        let kind = disk.resolve(&here.join(asked)).and_then(|place| disk.kind(&place)).ok();
        if kind.is_some_and(|kind| kind != Kind::Folder) {
            return Err(mistakes::task_is_a_file(asked, &self.name));
        }
        let task = task_of(asked).map_err(|why| mistakes::odd_task(asked, why))?;
        let base = self.base(disk, here);
        let places: Vec<String> =
            self.reports.iter().map(|pattern| pattern.replacen(TASK, task, 1)).collect();
        let is_there = |place: &&String| disk.kind(&base.join(place.as_str())).is_ok();
        let found: Vec<&String> = places.iter().filter(is_there).collect();
        let place = match found.as_slice() {
            [place] => *place,
            [] => return Err(mistakes::no_folder(asked, &self.name, &places, kind.is_some())),
            _ => {
                let found: Vec<String> = found.into_iter().cloned().collect();
                return Err(mistakes::two_folders(asked, &found));
            }
        };
        let folder = inside(disk, &base, place).ok_or_else(|| mistakes::leads_out(place))?;
        let mut patterns = self.reports.iter().zip(&places);
        let pattern = patterns.find(|(_, filled)| *filled == place).map(|(pattern, _)| pattern);
        let own =
            pattern.map_or(folder.clone(), |it| base.join(own_part(it).replacen(TASK, task, 1)));
        if !is_within_its_own(disk, &folder, &own) {
            return Err(mistakes::behind_a_link(asked, &folder));
        }
        // As a person would name it.
        Ok(Some(folder.strip_prefix(here).map_or(folder.clone(), Path::to_owned)))
    }

    /// The work whose folder of reports a path is, as a shell completes it: `.reviews/task-17/`.
    pub fn work_at(&self, disk: &dyn Files, here: &Path, asked: &Path) -> Option<PathBuf> {
        if !matches!(asked_for(asked), Asked::Either) {
            return None;
        }
        let place = here.join(asked);
        let below = place.strip_prefix(self.base(disk, here)).ok()?;
        let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
        let path = parts?.join("/");
        let works = self.reports.iter().filter_map(|pattern| {
            let (before, behind) = pattern.split_once(TASK)?;
            path.strip_prefix(before)?.strip_suffix(behind)
        });
        let mut works = works.filter(|work| task_misfit(work).is_none());
        works.next().map(PathBuf::from)
    }

    /// The folder in which the reviewers of a work are to write, whether or not it is there.
    ///
    /// # Errors
    ///
    /// The panel does not say where reports lie; what was named is no name; something on the way to the folder is
    /// a link or a file; there are reports in two places.
    pub fn place(
        &self,
        disk: &dyn Files,
        here: &Path,
        asked: &Path,
    ) -> Result<PathBuf, Diagnostic> {
        if self.reports.is_empty() {
            return Err(mistakes::says_no_place(&self.name));
        }
        let task = task_of(asked).map_err(|why| mistakes::odd_task(asked, why))?;
        let base = self.base(disk, here);
        let places: Vec<String> =
            self.reports.iter().map(|pattern| pattern.replacen(TASK, task, 1)).collect();
        let is_there = |place: &&String| disk.kind(&base.join(place.as_str())).is_ok();
        let found: Vec<String> = places.iter().filter(is_there).cloned().collect();
        let place = match (found.as_slice(), places.as_slice()) {
            ([place], _) | ([], [place, ..]) => place,
            _ => return Err(mistakes::two_folders(asked, &found)),
        };
        let mut folder = base.clone();
        for part in Path::new(place) {
            folder.push(part);
            match disk.kind(&folder) {
                Ok(Kind::Folder) => {}
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => break,
                Ok(Kind::Link) => return Err(mistakes::not_a_way(&folder, "it is a link")),
                Ok(_) => return Err(mistakes::not_a_way(&folder, "it is no folder")),
                Err(error) => return Err(mistakes::not_a_way(&folder, &error.to_string())),
            }
        }
        let folder = base.join(place);
        Ok(folder.strip_prefix(here).map_or(folder.clone(), Path::to_owned))
    }

    /// Every folder that the reports of a work may lie in, whatever keeps one of them from being it.
    pub fn may_lie_in(&self, disk: &dyn Files, here: &Path, asked: &Path) -> Vec<PathBuf> {
        let patterns = self.reports.iter().map(String::as_str);
        fill_in(disk, &self.base(disk, here), patterns, asked)
    }

    /// The works that have rounds, as the folders say in which these are kept.
    ///
    /// # Errors
    ///
    /// A folder cannot be listed.
    pub fn works(&self, disk: &dyn Files, here: &Path) -> std::io::Result<Vec<Rounds>> {
        let base = self.base(disk, here);
        let mut found = Vec::new();
        for pattern in &self.reports {
            let parts: Vec<&str> = pattern.split('/').collect();
            let Some(own) = parts.iter().position(|part| part.contains(TASK)) else { continue };
            let above = parts[..own].iter().fold(base.clone(), |folder, part| folder.join(part));
            // Where the folder of the work is the last, its rounds are kept beside it, and it may be gone.
            let listed = if own + 1 == parts.len() { above.join(KEPT) } else { above };
            let names = match disk.names(&listed) {
                Ok(names) => names,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            let (before, behind) = parts[own].split_once(TASK).unwrap_or_default();
            for name in names.iter().filter_map(|name| name.to_str()) {
                let task = name.strip_prefix(before).and_then(|name| name.strip_suffix(behind));
                let Some(task) = task.filter(|task| task_misfit(task).is_none()) else { continue };
                let folder = base.join(pattern.replacen(TASK, task, 1));
                found.extend(Rounds::of(&folder));
            }
        }
        Ok(found)
    }

    fn base(&self, disk: &dyn Files, here: &Path) -> PathBuf {
        self.base.clone().unwrap_or_else(|| repository_root(disk, here))
    }
}

/// The same, where it is not known which panel sits: of every panel that comes with Assize, and of every pattern in
/// an `assize.kdl` on the way up, however broken, or in the one that was named. It only says which summaries to shut.
pub fn may_lie_in(
    disk: &dyn Files,
    here: &Path,
    config: Option<&Path>,
    asked: &Path,
) -> Vec<PathBuf> {
    let of = |path: PathBuf| (path.parent().unwrap_or(here).to_owned(), path);
    let files: Vec<(PathBuf, PathBuf)> = match config {
        // What a shell hands in is about the folder that it is called in.
        Some(named) if named_place(disk, named).is_ok_and(|place| place.is_none()) => {
            vec![(here.to_owned(), named.to_owned())]
        }
        Some(named) => vec![of(place_of(disk, &here.join(named)))],
        None => here.ancestors().map(|folder| of(folder.join(CONFIG))).collect(),
    };
    let root = repository_root(disk, here);
    let mut found: Vec<PathBuf> = Vec::new();
    for name in built_in_panels() {
        let text = built_in_panel_text(name).unwrap_or_default();
        found.extend(fill_in(disk, &root, patterns_of(text), asked));
    }
    for (base, file) in files {
        let Some(bytes) = text_of(disk, &file) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        found.extend(fill_in(disk, &base, patterns_of(&text), asked));
    }
    found.sort();
    found.dedup();
    found
}

fn text_of(disk: &dyn Files, file: &Path) -> Option<Vec<u8>> {
    let place = named_place(disk, file).ok()?.unwrap_or_else(|| file.to_owned());
    disk.read(&place, CONFIG_LIMIT).ok()?.into_bytes(CONFIG_LIMIT).ok()
}

/// What in a text may be where reports lie: it stands in quotes, and names a work.
fn patterns_of(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').filter(|part| pattern_misfit(part).is_none())
}

/// The folders that there are for a work, and below the one of the file.
fn fill_in<'p>(
    disk: &dyn Files,
    base: &Path,
    patterns: impl Iterator<Item = &'p str>,
    asked: &Path,
) -> Vec<PathBuf> {
    let Ok(task) = task_of(asked) else { return Vec::new() };
    let places = patterns.map(|pattern| pattern.replacen(TASK, task, 1));
    places.filter_map(|place| inside(disk, base, &place)).collect()
}

/// The folder at a place, where it is below the base, links followed.
fn inside(disk: &dyn Files, base: &Path, place: &str) -> Option<PathBuf> {
    let own = disk.resolve(base).unwrap_or_else(|_| base.to_owned());
    let folder = base.join(place);
    let real = disk.resolve(&folder).ok()?;
    (real != own && real.starts_with(&own)).then_some(folder)
}

/// As much of a pattern as has the name of the work in it: `reviews/{task}` of `reviews/{task}/latest`.
fn own_part(pattern: &str) -> &str {
    let behind = pattern.find(TASK).map_or(0, |at| at + TASK.len());
    let end = pattern[behind..].find('/').map_or(pattern.len(), |slash| behind + slash);
    &pattern[..end]
}

/// Whether a folder lies in that of its work, links followed, which is no link itself: it could lead to the reports of
/// another work.
fn is_within_its_own(disk: &dyn Files, folder: &Path, own: &Path) -> bool {
    let is_folder = disk.kind(own).ok() == Some(Kind::Folder);
    let real = disk.resolve(folder).ok().zip(disk.resolve(own).ok());
    is_folder && real.is_some_and(|(folder, own)| folder.starts_with(own))
}

/// The name of a work that a path is; or why it is none.
fn task_of(asked: &Path) -> Result<&str, &'static str> {
    let task = asked.to_str().ok_or("it is not UTF-8")?;
    match task_misfit(task) {
        Some(why) => Err(why),
        None => Ok(task),
    }
}

/// The root of the repository around a folder, or the folder itself.
pub fn repository_root(disk: &dyn Files, here: &Path) -> PathBuf {
    disk.root(here).unwrap_or_else(|| here.to_owned())
}

/// Why a text is no name of a work; none when it is one.
fn task_misfit(task: &str) -> Option<&'static str> {
    match () {
        () if task.trim().is_empty() => Some("it is blank"),
        () if task.trim() != task => Some("there is a blank in front of it or behind it"),
        () if task.starts_with('.') => Some("there is a dot in front of it"),
        () if task.contains("..") => Some("there is `..` in it"),
        () if task.contains(['/', '\\']) => Some("it is a path"),
        () if task.contains(['{', '}']) => Some("a brace is part of a pattern"),
        () if task.contains(is_hidden) => Some("there is a character in it that nobody sees"),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, asked_for, pattern_misfit, task_misfit};

    #[test]
    fn a_pattern_names_a_folder_below() {
        for pattern in [".dartai/reports/{task}", "reviews-{task}/last", "{task}"] {
            assert_eq!(pattern_misfit(pattern), None, "{pattern}");
        }
        for pattern in [
            "",
            "reports",
            "/reports/{task}",
            "../{task}",
            "reports/../../{task}",
            "reports/{task}/..",
            "./{task}",
            "reports//{task}",
            "reports/{task}/",
            "{task}/{task}",
            "reports/{tusk}/{task}",
            "reports/*/{task}",
            "C:\\reports\\{task}",
            ".git/{task}",
        ] {
            assert!(pattern_misfit(pattern).is_some(), "{pattern}");
        }
    }

    #[test]
    fn a_name_is_told_from_a_path() {
        for (asked, kind) in [
            ("task-17", 'n'),
            ("a..b", 'n'),
            ("feature/x", 'e'),
            ("reports/", 'e'),
            ("a/../../b", 'e'),
            (".", 'p'),
            ("..", 'p'),
            ("./reports", 'p'),
            ("../reports", 'p'),
            ("/srv/reports", 'p'),
        ] {
            let found = match asked_for(asked.as_ref()) {
                Asked::Path => 'p',
                Asked::Name => 'n',
                Asked::Either => 'e',
            };
            assert_eq!(found, kind, "{asked}");
        }
        for task in ["task-17", "RXB0s0OP", "ä b", "1"] {
            assert_eq!(task_misfit(task), None, "{task}");
        }
        for task in ["", " ", "a ", "..", "a..b", ".a", "a\\b", "a\u{202e}b", "a\nb", "{task}"] {
            assert!(task_misfit(task).is_some(), "{task:?}");
        }
    }
}
