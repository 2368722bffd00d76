//! Files of reviews: Parquet, Arrow IPC, CSV and lines of JSON, read and written without being held in memory.

mod csv;
mod gathered;
mod input;
mod json;
mod merge;
mod mistakes;
mod output;
mod run;

use std::path::{Path, PathBuf};

pub use input::{Input, Named, Row};
pub use output::Output;
pub use run::{Counts, Judging, Part, judge, read};

/// How a table is written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Apache Parquet.
    Parquet,
    /// A JSON object a line.
    Jsonl,
    /// Comma-separated values with a header; lists are JSON in a field.
    Csv,
    /// Arrow IPC: a file, or a stream of it.
    Arrow,
}

impl TableFormat {
    /// Each with its name and the endings of its files.
    pub const ALL: [(Self, &'static str, &'static [&'static str]); 4] = [
        (Self::Parquet, "parquet", &["parquet", "pq"]),
        (Self::Jsonl, "jsonl", &["jsonl", "ndjson"]),
        (Self::Csv, "csv", &["csv"]),
        (Self::Arrow, "arrow", &["arrow", "arrows", "ipc", "feather"]),
    ];

    /// The format that the ending of a path names.
    pub fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        let row = Self::ALL.iter().find(|(_, _, endings)| endings.contains(&ending.as_str()));
        row.map(|(format, ..)| *format)
    }

    /// The format of a name: `parquet`, `jsonl`, `csv`, `arrow`.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == name).map(|(format, ..)| *format)
    }
}

/// Where a table lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Standard input or output.
    Standard,
    /// A file.
    File(PathBuf),
}

impl Place {
    /// A path as a command line has it: `-` is standard input or output.
    pub fn of(path: &Path) -> Self {
        match path.as_os_str() == "-" {
            true => Self::Standard,
            false => Self::File(path.to_owned()),
        }
    }

    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Standard => "-".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }
}
