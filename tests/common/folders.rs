//! Cases in folders, and what they expect.

#![expect(clippy::disallowed_methods, reason = "cases are files")]

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use similar::TextDiff;

/// What a folder holds, by name.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .map(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()).collect())
        .unwrap_or_default();
    found.sort();
    found
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What came out is what the file of a case holds; with `bless` it is written there.
pub(crate) fn as_expected(file: &Path, found: &str, bless: bool) -> Result<(), Failed> {
    if bless {
        return Ok(fs::write(file, found)?);
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    if expected == found {
        return Ok(());
    }
    let what = format!("not as in {} (`--bless` rewrites it)", file.display());
    Err(difference(&what, &expected, found))
}

pub(crate) fn difference(what: &str, expected: &str, found: &str) -> Failed {
    let diff = TextDiff::from_lines(expected, found);
    format!("{what}\n{}", diff.unified_diff().header("expected", "found")).into()
}
