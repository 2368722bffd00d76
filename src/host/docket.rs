//! A docket that was handed over whole, as JSON.

use std::path::Path;

use super::named::{self, Asked};
use super::{Contents, Files, Limits, STDIN, shown};
use crate::codec::Bounds;
use crate::{Diagnostics, Docket, ReadOptions, Source};

/// Where a docket stands.
#[derive(Debug)]
pub enum DocketFile<'a> {
    /// In a file.
    File(&'a Path),
    /// On standard input, which was read.
    Input(Contents),
}

/// Reads a docket in JSON. `options` hold the words of the team; the docket may add to them.
///
/// # Errors
///
/// The file cannot be read, or has more than the limits allow for all texts together; everything that is
/// wrong in it, at once.
pub fn docket(
    files: &dyn Files,
    from: DocketFile<'_>,
    options: &ReadOptions,
    limits: &Limits,
) -> Result<Docket, Diagnostics> {
    let asked = Asked {
        flag: "--docket",
        example: "{ \"schema_version\": 1, \"id\": \"task-17\" }",
        limit: limits.total_bytes,
        optional: true,
    };
    let source = match from {
        DocketFile::Input(Contents::Whole(bytes)) => Source::new(STDIN, bytes),
        DocketFile::Input(_) => return Err(named::too_large(STDIN, asked).into()),
        DocketFile::File(path) => {
            let name = shown(path);
            named::named_place(files, path)
                .map_err(|error| named::unresolved(&name, &error, asked))?;
            named::bytes(files, path, name, asked)?
        }
    };
    let bounds =
        Bounds { bytes: limits.total_bytes, items: limits.total_items, submissions: limits.files };
    Docket::from_json_within(&source, &limits.apply(options.clone()), &bounds)
}
