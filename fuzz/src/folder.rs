//! Any folder of reports, in memory, under the built-in gate.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use assize::host::{
    Contents, Files, Identity, Kind, Limits, Opened, Roster, SUMMARY, list_reports, seat_reports,
};
use assize::{
    Diagnostics, Docket, Outcome, Policy, ReadOptions, Ruling, Source, Stage, built_in, emit, read,
};

use super::invariants::effective;

/// The line before each file: `@@ qa.md`.
pub const FILE: &str = "@@ ";

const FOLDER: &str = "/reports";

static ANY_BLOCKER: LazyLock<Option<Policy>> = LazyLock::new(|| {
    let text = built_in(Stage::Gate, "any-blocker")?;
    Policy::compile(Stage::Gate, "any-blocker", text).ok()
});

/// Any bytes as a folder of reports.
pub fn check_gate(data: &[u8]) {
    let folder = Folder::of(data);
    let ruling = folder.judged();
    let opened = ruling.as_ref().is_ok_and(|ruling| ruling.opening().is_some());
    let failing = folder.failing();
    assert!(!opened || failing.is_empty(), "open, and {failing:?} fail");
    let told = |ruling: &Result<Ruling, Diagnostics>| match ruling {
        Ok(ruling) => emit::json::ruling(ruling, ruling.exit_code()),
        Err(why) => emit::json::no_ruling(why, 2),
    };
    let backwards = Folder { backwards: true, ..folder };
    assert_eq!(told(&ruling), told(&backwards.judged()), "the order of the files matters");
}

/// Files by name.
#[derive(Default)]
struct Folder<'a> {
    files: BTreeMap<PathBuf, &'a [u8]>,
    /// Its names are listed from the last to the first.
    backwards: bool,
}

impl<'a> Folder<'a> {
    fn of(data: &'a [u8]) -> Self {
        let mut files = BTreeMap::new();
        let mut open: Option<(PathBuf, usize)> = None;
        let mut at = 0;
        for line in data.split_inclusive(|byte| *byte == b'\n') {
            if let Some(name) = line.strip_prefix(FILE.as_bytes()) {
                files.extend(open.take().map(|(path, start)| (path, &data[start..at])));
                let name = String::from_utf8_lossy(name.trim_ascii());
                let plain = !name.is_empty() && !name.contains(['/', '\0']) && name.len() < 100;
                let real = plain && name != "." && name != "..";
                open = real.then(|| (Path::new(FOLDER).join(&*name), at + line.len()));
            }
            at += line.len();
        }
        files.extend(open.map(|(path, start)| (path, &data[start..])));
        Self { files, backwards: false }
    }

    fn judged(&self) -> Result<Ruling, Diagnostics> {
        let mut docket = Docket::new("fuzz");
        let reports = list_reports(self, &[PathBuf::from(FOLDER)], &[], &Limits::default())?;
        seat_reports(&mut docket, reports, &Roster::default())?;
        ANY_BLOCKER.as_ref().ok_or_else(Diagnostics::default)?.judge(&docket.close())
    }

    /// The reports that fail by themselves.
    fn failing(&self) -> Vec<&Path> {
        let fails = |bytes: &[u8]| {
            let decoded = read(&Source::new("report", bytes), &ReadOptions::default());
            effective(&decoded) == Some(Outcome::Fail)
        };
        let reports = self.files.iter().filter(|(path, _)| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !name.starts_with('.') && name != SUMMARY
        });
        reports.filter(|(_, bytes)| fails(bytes)).map(|(path, _)| path.as_path()).collect()
    }
}

impl Files for Folder<'_> {
    fn names(&self, _: &Path) -> io::Result<Vec<OsString>> {
        let names = self.files.keys().filter_map(|path| path.file_name()).map(OsString::from);
        Ok(if self.backwards { names.rev().collect() } else { names.collect() })
    }

    fn kind(&self, path: &Path) -> io::Result<Kind> {
        match path {
            path if path == Path::new(FOLDER) => Ok(Kind::Folder),
            path if self.files.contains_key(path) => Ok(Kind::File),
            _ => Err(ErrorKind::NotFound.into()),
        }
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        self.kind(path).map(|_| path.components().collect())
    }

    fn read(&self, path: &Path, limit: usize) -> io::Result<Opened> {
        let kind = self.kind(path)?;
        let bytes = self.files.get(path).copied().unwrap_or_default();
        let contents = match bytes.len() > limit {
            true => Contents::TooLarge,
            false => Contents::Whole(bytes.to_vec()),
        };
        Ok(Opened { kind, identity: self.identity(path), contents, written: None })
    }

    fn read_inside(&self, folder: &Path, file: &Path, limit: usize) -> io::Result<Opened> {
        self.read(&folder.join(file), limit)
    }

    fn identity(&self, path: &Path) -> Option<Identity> {
        let place = self.files.keys().position(|known| known == path)?;
        Some(Identity::new(0, place as u64))
    }
}
