//! `assize.kdl`: what a team says about its reviewers' words, once, for every run.
//!
//! ```kdl
//! words { stop "umdenken"; go "freigegeben"; caution "bedingt" }
//! dialect "house" {
//!     label "Bewertung"
//!     word "zurückgestellt" means="hold"
//!     finding "Mangel" severity="high"
//! }
//! court { command "judge" "--evidence-only" }
//! ```
//!
//! A change must not be judged by words that it brought along: nothing is looked up in a folder of
//! reports, nor through a link into one.

mod commands;
mod differs;
mod hook;
mod mistakes;
mod read;

use std::io;
use std::path::{Path, PathBuf};

pub use commands::ConfiguredCommand;
pub use differs::word_changes;
pub use hook::HookRules;
pub use mistakes::CONFIG_USED;
pub(super) use mistakes::unknown_node;

use super::named::named_place;
use super::panel::Panel;
use super::{Files, Kind, shown};
use crate::codec::Lexicon;
use crate::{Diagnostic, Diagnostics, Source};

/// The name of the file.
pub const CONFIG: &str = "assize.kdl";

/// Larger files are refused: 64 KiB is some thousand words.
pub(super) const LIMIT: usize = 64 * 1024;

/// What a team says about its reviewers' words.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The file, as it is shown: `../assize.kdl`; none when there is none.
    pub file: Option<String>,
    /// Where it lies.
    pub path: Option<PathBuf>,
    /// The words in it.
    pub lexicon: Lexicon,
    /// The commit whose rules are to judge, as the file says it.
    pub rules_from: Option<String>,
    /// The panels in it, in their order.
    pub panels: Vec<Panel>,
    /// The command that reviews the outputs of a step.
    pub quality: Option<ConfiguredCommand>,
    /// The command that is asked as the court.
    pub court: Option<ConfiguredCommand>,
    /// What it says about hooks of agents' clients.
    pub hook: HookRules,
    /// What is worth saying about the file, or about one that was not used.
    pub remarks: Vec<Diagnostic>,
}

/// Where the reports lie, which are not looked into for anything else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Folders of reports, without links.
    folders: Vec<PathBuf>,
    /// Folders of files that were named one by one, without links.
    beside: Vec<PathBuf>,
}

impl Judged {
    /// Where some paths lie; one that does not exist lies nowhere.
    pub fn of(files: &dyn Files, paths: &[PathBuf]) -> Self {
        let mut judged = Self::default();
        for path in paths {
            let Ok(place) = files.resolve(path) else { continue };
            match (files.kind(&place), place.parent()) {
                (Ok(Kind::Folder), _) => judged.folders.push(place),
                (_, Some(parent)) => judged.beside.push(parent.to_owned()),
                _ => {}
            }
        }
        judged
    }

    /// As it is when texts are only read, and nothing is decided: files may have it beside them.
    #[must_use]
    pub fn only_read(self) -> Self {
        Self { beside: Vec::new(), ..self }
    }

    pub(super) fn holds(&self, place: &Path) -> bool {
        self.folders.iter().any(|folder| place.starts_with(folder))
    }

    /// Whether something lies beside files that were named one by one.
    pub(super) fn neighbours(&self, place: &Path) -> bool {
        self.beside.iter().any(|folder| place.parent() == Some(folder))
    }

    fn holds_or_neighbours(&self, place: &Path) -> bool {
        self.holds(place) || self.neighbours(place)
    }
}

impl Config {
    /// Reads the file that was named, or the nearest [`CONFIG`] on the way up from `here` to the
    /// root of the repository, or of the file system.
    ///
    /// # Errors
    ///
    /// The file that was named does not exist, the file cannot be read, or something in it is
    /// wrong: everything at once.
    pub fn find(
        files: &dyn Files,
        here: &Path,
        named: Option<&Path>,
        judged: &Judged,
    ) -> Result<Self, Diagnostics> {
        if let Some(path) = named {
            let name = shown(path) + files.version(path).as_str();
            let place = named_place(files, path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => mistakes::no_such_file(&name),
                _ => mistakes::unreadable(&name, &error.to_string()),
            })?;
            // What a shell hands in is about the folder that it is called in.
            let Some(place) = place else {
                return Self::open(files, path, name, (path, here));
            };
            if judged.holds(&place) || judged.holds(&place_of(files, path)) {
                return Err(mistakes::named_among_reports(&name).into());
            }
            let own = place_of(files, path);
            return Self::open(files, &place, name, (&own, folder_of(&own)));
        }
        let mut passed_over = Vec::new();
        for (ups, folder) in Self::folders(files, here).enumerate() {
            let path = folder.join(CONFIG);
            let name = "../".repeat(ups) + CONFIG + files.version(&path).as_str();
            match files.kind(&path) {
                Ok(_) => {
                    let place = files
                        .resolve(&path)
                        .map_err(|error| mistakes::unreadable(&name, &error.to_string()))?;
                    let own = place_of(files, &path);
                    if judged.holds_or_neighbours(&own) || judged.holds_or_neighbours(&place) {
                        let among = judged.holds(&own) || judged.holds(&place);
                        passed_over.push(mistakes::passed_over(&name, among));
                    } else {
                        let mut config = Self::open(files, &place, name, (&own, folder))?;
                        config.remarks.splice(0..0, passed_over);
                        return Ok(config);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(mistakes::unreadable(&name, &error.to_string()).into()),
            }
        }
        Ok(Self { remarks: passed_over, ..Self::default() })
    }

    /// Looks whether a text can stand in such a file.
    ///
    /// # Errors
    ///
    /// Something in it is wrong: everything at once.
    pub fn check(name: &str, text: &str) -> Result<(), Diagnostics> {
        read_text(name, text).map(drop)
    }

    /// The folders that the file is looked for in, the nearest first.
    pub(crate) fn folders<'a>(
        files: &dyn Files,
        here: &'a Path,
    ) -> impl Iterator<Item = &'a Path> + use<'a> {
        let root = files.root(here);
        here.ancestors()
            .take_while(move |folder| root.as_ref().is_none_or(|root| folder.starts_with(root)))
    }

    /// Opens a file at its place behind all links; `own` is that of the entry itself, and `folder` what its paths
    /// start from.
    fn open(
        files: &dyn Files,
        place: &Path,
        name: String,
        (own, folder): (&Path, &Path),
    ) -> Result<Self, Diagnostics> {
        let wrong = |why: &str| Diagnostics::from(mistakes::unreadable(&name, why));
        let opened = files.read(place, LIMIT).map_err(|error| wrong(&error.to_string()))?;
        let bytes = opened.into_bytes(LIMIT).map_err(|(_, why)| wrong(&why))?;
        let source = Source::new(name.clone(), bytes);
        source.text().map_err(|_| wrong("it is not UTF-8"))?;
        let told = read::read(&source, &name);
        if !told.wrong.is_empty() {
            return Err(Diagnostics::new(vec![source], told.wrong));
        }
        let remarks = vec![mistakes::used(&name, &source.sha256().to_string())];
        let mut panels = told.panels;
        panels.iter_mut().for_each(|panel| panel.base = Some(folder.to_owned()));
        let command = |named| ConfiguredCommand::new(named, &source, folder);
        Ok(Self {
            file: Some(name),
            path: Some(own.to_owned()),
            lexicon: told.lexicon,
            rules_from: told.rules_from,
            panels,
            quality: told.quality.map(command),
            court: told.court.map(command),
            hook: told.hook,
            remarks,
        })
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// The panels in a text.
pub(super) fn read_text(name: &str, text: &str) -> Result<Vec<Panel>, Diagnostics> {
    let source = Source::new(name, text);
    let told = read::read(&source, name);
    match told.wrong.is_empty() {
        true => Ok(told.panels),
        false => Err(Diagnostics::new(vec![source], told.wrong)),
    }
}

/// Where an entry itself stands, with the links in the way to it followed.
pub(super) fn place_of(files: &dyn Files, path: &Path) -> PathBuf {
    let folder = path.parent().and_then(|folder| files.resolve(folder).ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(file)) => folder.join(file),
        _ => path.to_owned(),
    }
}
