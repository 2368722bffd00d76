//! What a run may read: of one file, and of all together.

use std::path::Path;

use super::shown;
use crate::codec::{LIMIT, PIECES, count_pieces, size};
use crate::{Diagnostic, ReadOptions};

/// What a run may read. A file with more is unreadable; when all together have more there is no
/// ruling.
///
/// ```
/// use assize::host::Limits;
/// let limits = Limits::default();
/// assert_eq!(limits.total_bytes, 8 * limits.bytes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one file; [`ReadOptions::limit`] is the same.
    pub bytes: usize,
    /// Lines and items of one file; [`ReadOptions::pieces`] is the same.
    pub items: usize,
    /// Files: of the folder, or those that were named. No one has as many reviewers; a review of each
    /// file of a large repository fits.
    pub files: usize,
    /// Bytes of all files: eight of the largest.
    pub total_bytes: usize,
    /// Lines and items of all files: four of the largest, or 25 for each of 40,000 reports.
    pub total_items: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: LIMIT,
            items: PIECES,
            files: 64 * 1024,
            total_bytes: 8 * LIMIT,
            total_items: 4 * PIECES,
        }
    }
}

impl Limits {
    /// How one file is read.
    #[must_use]
    pub fn apply(&self, options: ReadOptions) -> ReadOptions {
        options.limit(self.bytes).pieces(self.items)
    }
}

/// What was read so far.
#[derive(Debug)]
pub(super) struct Used {
    limits: Limits,
    files: usize,
    bytes: usize,
    items: usize,
}

impl Used {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { limits: *limits, files: 0, bytes: 0, items: 0 }
    }

    /// Bytes of one file.
    pub(super) fn limit(&self) -> usize {
        self.limits.bytes
    }

    /// So many files more are to be read.
    pub(super) fn add_files(&mut self, more: usize) -> Result<(), Diagnostic> {
        self.files = self.files.saturating_add(more);
        let most = self.limits.files;
        match self.files > most {
            true => Err(too_many_files(self.files, most)),
            false => Ok(()),
        }
    }

    /// A file was read that has these bytes. One that has too many items costs nothing more.
    pub(super) fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let Limits { items, total_bytes, total_items, .. } = self.limits;
        let own = count_pieces(bytes);
        self.bytes = self.bytes.saturating_add(bytes.len());
        self.items = self.items.saturating_add(if own > items { 0 } else { own });
        if self.bytes > total_bytes {
            return Err(too_many_bytes(name, total_bytes));
        }
        match self.items > total_items {
            true => Err(too_many_items(name, total_items)),
            false => Ok(()),
        }
    }
}

/// A folder of 70,000 files
fn too_many_files(files: usize, most: usize) -> Diagnostic {
    Diagnostic::error("assize::host::too_many_files")
        .message(format!("there are {files} files to read, and no more than {most} are read"))
        .help(format!("take away what is not a report, or allow more with `--limit-files {files}`"))
}

/// Ten reports of 15 MiB
fn too_many_bytes(name: &str, most: usize) -> Diagnostic {
    Diagnostic::error("assize::host::too_many_bytes")
        .message(format!(
            "the files have more than {} together; reading stopped at `{}`",
            size(most),
            shown(Path::new(name))
        ))
        .help("move the details to separate files, or allow more with `--limit-total-bytes`")
}

/// Ten reports of 200,000 lines
fn too_many_items(name: &str, most: usize) -> Diagnostic {
    Diagnostic::error("assize::host::too_many_items")
        .message(format!(
            "the files have more than {most} lines and items together; reading stopped at `{}`",
            shown(Path::new(name))
        ))
        .help("move the details to separate files, or allow more with `--limit-total-items`")
}
