//! The fields of a text, in the shape that `assize explain --fields --format json` prints for one file.

use assize::{FieldEffect, FieldRow, Format, Outcome, ReadOptions, Source, Verdict, read};
use serde::Serialize;

#[derive(Serialize)]
struct Table<'a> {
    source: &'a str,
    format: Option<Format>,
    /// The worst of its verdicts.
    outcome: Option<Outcome>,
    /// Why it has no verdict.
    unreadable: Option<&'static str>,
    /// None where it is too large or too deep.
    fields: Option<Vec<Row<'a>>>,
}

#[derive(Serialize)]
struct Row<'a> {
    line: u32,
    start: u32,
    end: u32,
    place: &'a str,
    voice: &'a str,
    name: &'a str,
    value: &'a str,
    about: Option<&'static str>,
    does: Option<&'static str>,
}

/// Reads a text and returns its table as JSON.
///
/// # Errors
///
/// None: strings and numbers can be written.
pub(crate) fn table(source: &Source, options: &ReadOptions) -> Result<String, String> {
    let decoded = read(source, options);
    let rows = assize::fields(source, options);
    let table = Table {
        source: source.name(),
        format: decoded.format,
        outcome: decoded.verdicts.iter().filter_map(Verdict::effective).max(),
        unreadable: decoded.unreadable.map(assize::codec::Cause::as_str),
        fields: rows.as_ref().map(|rows| rows.iter().map(|row| view(source, row)).collect()),
    };
    serde_json::to_string(&table).map_err(|why| why.to_string())
}

fn view<'a>(source: &Source, row: &'a FieldRow) -> Row<'a> {
    Row {
        line: source.line_column(row.span.start).line,
        start: row.span.start,
        end: row.span.end,
        place: &row.place,
        voice: row.voice,
        name: &row.name,
        value: &row.value,
        about: row.whole.map(|whole| if whole { "whole" } else { "part" }),
        does: row.does.map(FieldEffect::as_str),
    }
}
