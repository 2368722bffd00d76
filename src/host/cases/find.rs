//! Which policies are tried, and where their cases lie.

use std::path::{Path, PathBuf};

use super::files::{Listed, Unlisted, files_of};
use super::{CASES, EXPECTED, Wanted, mistakes, suite};
use crate::host::policies::{self, find, local};
use crate::host::{CONFIG, Config, Files, Judged, Kind, shown};
use crate::trial::Suite;
use crate::{Diagnostic, Diagnostics, Stage, built_in};

/// Where policies lie where it is not said, beside `.assize/policies`.
const FOLDER: &str = "policies";

/// What is to be tried.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Policies by name or file, folders of them, folders of cases; empty for all of the repository.
    pub names: Vec<String>,
    /// Only cases whose `STAGE/POLICY/CASE` holds this text.
    pub filter: Option<String>,
    /// Whether a case may expect nothing, because it is to be written.
    pub unsaid: bool,
    /// Only policies that one of these files may change: itself, one that it imports, one of its cases. All where
    /// none is named.
    pub touched: Vec<PathBuf>,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// Policies with cases.
    pub suites: Vec<Suite>,
    /// What could not be read.
    pub wrong: Diagnostics,
    /// Policies without cases.
    pub remarks: Vec<Diagnostic>,
    /// The folders and files that all this came from.
    pub places: Vec<PathBuf>,
}

/// A policy that is to be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    stage: Stage,
    /// By its name where it is built in, else by its file.
    asked: String,
    /// Only this case.
    only: Option<String>,
    /// Whether it was named itself.
    named: bool,
}

/// Finds policies and reads their cases. Paths are taken from the folder that the process stands in, which is `here`.
pub fn find_cases(files: &dyn Files, asked: &Asked, here: &Path, config: &Config) -> Found {
    let mut found = Found::default();
    let mut targets = targets(files, &asked.names, here, &mut found);
    if targets.is_empty() && found.wrong.is_empty() {
        found.wrong.push(mistakes::nothing_to_test());
    }
    let tried = targets.len();
    targets.retain(|target| target.is_touched(files, &asked.touched));
    for target in targets {
        open(files, &target, asked, here, config, &mut found);
    }
    if tried > 0 && asked.touched.is_empty() && found.suites.is_empty() && found.wrong.is_empty() {
        found.wrong.push(mistakes::all_untested());
    }
    found
}

/// The folders of the cases that would be tried, before anything of them is read.
pub fn case_places(files: &dyn Files, names: &[String], here: &Path) -> Vec<PathBuf> {
    let targets = targets(files, names, here, &mut Found::default());
    targets.iter().map(|target| Path::new(&target.asked).with_extension("")).collect()
}

/// What is to be tried, each once.
fn targets(files: &dyn Files, names: &[String], here: &Path, found: &mut Found) -> Vec<Target> {
    if names.is_empty() {
        return everywhere(files, here, found);
    }
    let mut targets: Vec<Target> = Vec::new();
    for name in names {
        for target in named(files, name, here, found) {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
    }
    targets
}

fn open(
    files: &dyn Files,
    target: &Target,
    asked: &Asked,
    here: &Path,
    config: &Config,
    into: &mut Found,
) {
    let Target { stage, asked: name, only, named } = target;
    let near = |path: &Path| shown(path.strip_prefix(here).unwrap_or(path));
    let found = match find(files, *stage, name, here, &Judged::default()) {
        Ok(found) => found,
        Err(wrong) => return into.wrong.push(wrong),
    };
    let Listed { files: own, wrong } = files_of(files, *stage, &found);
    let is_whole = wrong.is_empty();
    for Unlisted { path, why, help } in wrong {
        into.wrong.push(mistakes::unreadable(Path::new(&near(&path)), &why, help));
    }
    if let Some(file) = &found.file {
        into.places.extend([file.clone(), file.with_extension("")]);
    }
    let file = found.file.as_deref().map(near);
    let wanted =
        Wanted { only: only.as_deref(), filter: asked.filter.as_deref(), unsaid: asked.unsaid };
    // The words of a team are not those of what comes with Assize.
    let none = Config::default();
    let config = if file.is_some() { config } else { &none };
    let suite = suite(*stage, &found, &own, file.clone(), config, &wanted);
    // A file of cases may be empty, and properties are none.
    if own.is_empty() || wanted.filter.is_none() && suite.cases.is_empty() && suite.wrong.is_empty()
    {
        let folder = file.as_deref().map(|file| file.trim_end_matches(".rhai"));
        let shown = file.as_deref().unwrap_or(name);
        match named {
            _ if !is_whole => {}
            true => into.wrong.push(mistakes::no_cases(shown, folder)),
            false => into.remarks.push(mistakes::untested(shown)),
        }
        return;
    }
    into.suites.push(suite);
}

/// All policies of the repository: those of `.assize/policies`, or else of a folder `policies`.
fn everywhere(files: &dyn Files, here: &Path, found: &mut Found) -> Vec<Target> {
    let own = Stage::ALL.iter().flat_map(|&stage| {
        let local = local(files, stage, here).into_iter();
        local.map(move |(_, file)| (stage, file))
    });
    let own: Vec<(Stage, PathBuf)> = own.collect();
    if own.is_empty() {
        let folder = here.join(FOLDER);
        return match files.kind(&folder) {
            Ok(Kind::Folder) => in_folder(files, Path::new(FOLDER), found),
            _ => Vec::new(),
        };
    }
    let mut folders: Vec<(Stage, PathBuf)> =
        own.iter().filter_map(|(stage, file)| Some((*stage, file.parent()?.to_owned()))).collect();
    folders.dedup();
    folders.iter().for_each(|(_, folder)| orphans(files, folder, found));
    let target = |(stage, file): (Stage, PathBuf)| target(stage, &file, false);
    own.into_iter().map(target).collect()
}

fn target(stage: Stage, file: &Path, named: bool) -> Target {
    let path = file.to_string_lossy().into_owned();
    Target { stage, asked: path, only: None, named }
}

/// What a name on the command line is about.
fn named(files: &dyn Files, name: &str, here: &Path, found: &mut Found) -> Vec<Target> {
    let path = Path::new(name);
    if name.trim().is_empty() {
        found.wrong.push(mistakes::not_found(name, None));
        return Vec::new();
    }
    let is_path = name.contains(['/', '\\']) || name.ends_with(".rhai");
    if !is_path {
        let one = |stage: Stage| {
            // By its file, which a change is told by.
            let own = local(files, stage, here).into_iter().find(|(own, _)| own == name);
            let by_name = || Target { stage, asked: name.to_owned(), only: None, named: true };
            match own {
                Some((_, file)) => Some(target(stage, &file, true)),
                None => built_in(stage, name).is_some().then(by_name),
            }
        };
        let targets: Vec<Target> = Stage::ALL.iter().copied().filter_map(one).collect();
        if !targets.is_empty() {
            return targets;
        }
    }
    let kind = files.resolve(path).and_then(|place| files.kind(&place));
    match kind {
        Ok(Kind::Folder) => in_folder(files, path, found),
        _ if name.ends_with(".rhai") => vec![target(stage_of(path), path, true)],
        _ => {
            let help = find(files, Stage::Gate, name, here, &Judged::default()).err();
            let help = help.filter(|_| !is_path).and_then(|wrong| wrong.help);
            found.wrong.push(mistakes::not_found(name, help));
            Vec::new()
        }
    }
}

/// What a folder holds: the cases of one policy, one case, or policies.
fn in_folder(files: &dyn Files, folder: &Path, found: &mut Found) -> Vec<Target> {
    let stands = |path: &Path| files.kind(path).is_ok();
    let folder: PathBuf = folder.components().collect();
    found.places.push(folder.clone());
    let policy = beside(&folder);
    if stands(&policy) {
        return vec![target(stage_of(&policy), &policy, true)];
    }
    if let (Some(parent), Some(case)) = (folder.parent(), folder.file_name())
        && parent.file_name().is_some()
        && stands(&beside(parent))
    {
        let policy = beside(parent);
        let only = Some(case.to_string_lossy().into_owned());
        return vec![Target { only, ..target(stage_of(&policy), &policy, true) }];
    }
    let hidden = folder.join(".assize/policies");
    if files.kind(&hidden).is_ok_and(|kind| kind == Kind::Folder) {
        return in_folder(files, &hidden, found);
    }
    let mut targets = Vec::new();
    for &stage in Stage::ALL {
        let inside = folder.join(stage.as_str());
        if files.kind(&inside).is_ok_and(|kind| kind == Kind::Folder) {
            targets.extend(policies_in(files, &inside, stage, found));
        }
    }
    targets.extend(policies_in(files, &folder, stage_of(&folder.join("x.rhai")), found));
    targets
}

fn policies_in(files: &dyn Files, folder: &Path, stage: Stage, found: &mut Found) -> Vec<Target> {
    let mut names = match files.names(folder) {
        Ok(names) => names,
        Err(error) => {
            let help = "look at the path and its permissions";
            found.wrong.push(mistakes::unreadable(folder, &error.to_string(), help));
            return Vec::new();
        }
    };
    names.sort();
    orphans(files, folder, found);
    let policies = names.iter().map(|name| folder.join(name));
    let policies = policies.filter(|path| {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        path.extension().is_some_and(|ending| ending == "rhai") && policies::is_name(name)
    });
    policies.map(|path| target(stage, &path, false)).collect()
}

/// Cases whose policy was renamed or taken away would be tried no more, and no one would see it.
fn orphans(files: &dyn Files, folder: &Path, found: &mut Found) {
    let mut names = files.names(folder).unwrap_or_default();
    names.sort();
    for name in names {
        let own = folder.join(&name);
        let file = Path::new(&name);
        let stem = file.file_stem().unwrap_or_default().to_str();
        if file.extension().is_some_and(|ending| ending == "rhai")
            && !name.to_string_lossy().starts_with('.')
            && !stem.is_some_and(policies::is_name)
        {
            found.wrong.push(mistakes::odd_policy_name(&shown(&own)));
            continue;
        }
        let is_stage = name.to_str().is_some_and(|name| name.parse::<Stage>().is_ok());
        let is_folder = files.kind(&own).is_ok_and(|kind| kind == Kind::Folder);
        if is_stage
            || !is_folder
            || name.to_string_lossy().starts_with('.')
            || files.kind(&beside(&own)).is_ok()
        {
            continue;
        }
        let inside = files.names(&own).unwrap_or_default();
        let case = inside.iter().any(|inside| {
            let inside = own.join(inside);
            inside.ends_with(CASES) || files.kind(&inside.join(EXPECTED)).is_ok()
        });
        if case {
            found.wrong.push(mistakes::no_policy(&shown(&own)));
        }
    }
}

/// The policy that a folder of cases belongs to.
fn beside(folder: &Path) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(".rhai");
    folder.with_file_name(name)
}

/// The stage of a file: as its folder is named, or else a gate.
fn stage_of(file: &Path) -> Stage {
    let folder = file.parent().and_then(Path::file_name);
    folder.and_then(|folder| folder.to_str()?.parse().ok()).unwrap_or(Stage::Gate)
}

impl Target {
    /// Whether a file that somebody wrote may change its answers: a policy beside it may be its base.
    fn is_touched(&self, files: &dyn Files, touched: &[PathBuf]) -> bool {
        let file = Path::new(&self.asked);
        let place = files.resolve(file).unwrap_or_else(|_| file.to_owned());
        let cases = place.with_extension("");
        touched.is_empty()
            || touched.iter().any(|path| {
                let rules = path.extension().is_some_and(|ending| ending == "rhai");
                path.starts_with(&cases)
                    || rules && path.parent() == place.parent()
                    || path.ends_with(CONFIG)
            })
    }
}
