//! `assize explain --fields`: every field of a text, and what it does.

use std::fmt::Write;
use std::path::PathBuf;

use super::NO_ANSWER;
use super::answer::Format;
use super::console::Console;
use super::printed::{FieldFile, FieldLine, FieldTable, VERSION, print as print_json};
use super::reading::Reading;
use crate::emit::visible::visible;
use crate::emit::width::{columns_of, fit, pad};
use crate::{Decoded, FieldRow, Source, fields};

/// Prints the fields of some texts.
pub(super) fn tell(paths: &[PathBuf], reading: &Reading, format: Format, console: &Console) -> u8 {
    let read = reading.read_with(paths, console).map(|(read, options)| {
        let rows = |read: &Decoded| read.sources.first().and_then(|text| fields(text, &options));
        read.into_iter().map(|read| (rows(&read), read)).collect::<Vec<_>>()
    });
    match (read, format) {
        (Ok(read), Format::Text) => {
            let texts: Vec<String> = read.iter().map(|(rows, read)| in_words(read, rows)).collect();
            console.answer(&texts.join("\n"), 0)
        }
        (Ok(read), Format::Json) => {
            let files = read.iter().map(|(rows, read)| in_json(read, rows)).collect();
            console.answer(&print_json(&FieldTable { schema_version: VERSION, files }), 0)
        }
        (Err(reason), format) => {
            if let Some(text) = format.no_ruling(&reason) {
                console.answer(&text, NO_ANSWER);
            }
            console.report(&reason);
            NO_ANSWER
        }
    }
}

type Rows = Option<Vec<FieldRow>>;

fn name_of(read: &Decoded) -> &str {
    read.sources.first().map_or("", Source::name)
}

fn outcome_of(read: &Decoded) -> Option<&'static str> {
    let verdict = read.verdicts.iter().filter_map(crate::Verdict::effective).max();
    verdict.map(crate::Outcome::as_str)
}

fn cause_of(read: &Decoded) -> Option<&'static str> {
    read.unreadable.map(crate::codec::Cause::as_str)
}

fn in_words(read: &Decoded, rows: &Rows) -> String {
    let mut text = visible(name_of(read)).into_owned();
    let says = outcome_of(read).or(cause_of(read)).unwrap_or("nothing");
    let _ = match read.format {
        Some(format) => writeln!(text, "  {says}, read as {format}\n"),
        None => writeln!(text, "  {says}\n"),
    };
    let Some(rows) = rows else {
        text += "  its fields are not read: it is too large, or too deep\n";
        return text;
    };
    let told = |row: &&FieldRow| !row.name.is_empty() || row.does.is_some();
    let cells: Vec<[String; 7]> = rows.iter().filter(told).map(|row| cells(read, row)).collect();
    if cells.is_empty() {
        text += "  no fields\n";
        return text;
    }
    let titles = ["line", "does", "about", "voice", "name", "value", "in"].map(str::to_owned);
    let columns = |at: usize| {
        let all = cells.iter().chain([&titles]);
        all.map(|row| columns_of(&row[at])).max().unwrap_or(0)
    };
    let widths: [usize; 7] = std::array::from_fn(columns);
    for row in [&titles].into_iter().chain(&cells) {
        let padded = row.iter().zip(widths).map(|(cell, width)| pad(cell, width));
        let _ = writeln!(text, "  {}", padded.collect::<Vec<_>>().join("  ").trim_end());
    }
    let others = rows.len() - cells.len();
    if others > 0 {
        let lines = if others == 1 { "line" } else { "lines" };
        let _ = writeln!(text, "\n  beside them {others} {lines} of prose");
    }
    text
}

fn cells(read: &Decoded, row: &FieldRow) -> [String; 7] {
    /// No cell is wider.
    const WIDEST: usize = 48;
    let short = |text: &str| {
        let shown = visible(text);
        let cut = fit(&shown, WIDEST);
        if cut.len() < shown.len() { format!("{cut}…") } else { shown.into_owned() }
    };
    [
        line_of(read, row).to_string(),
        row.does.map_or("-", crate::FieldEffect::as_str).to_owned(),
        about(row).unwrap_or("-").to_owned(),
        row.voice.to_owned(),
        short(&row.name),
        short(&row.value),
        short(&row.place),
    ]
}

fn about(row: &FieldRow) -> Option<&'static str> {
    row.whole.map(|whole| if whole { "whole" } else { "part" })
}

fn line_of(read: &Decoded, row: &FieldRow) -> u32 {
    let place = read.sources.first().map(|source| source.line_column(row.span.start));
    place.map_or(0, |place| place.line)
}

fn in_json<'a>(read: &'a Decoded, rows: &'a Rows) -> FieldFile<'a> {
    let line = |row: &'a FieldRow| FieldLine {
        line: line_of(read, row),
        start: row.span.start,
        end: row.span.end,
        place: &row.place,
        voice: row.voice,
        name: &row.name,
        value: &row.value,
        about: about(row),
        does: row.does.map(crate::FieldEffect::as_str),
    };
    FieldFile {
        source: name_of(read),
        format: read.format.map(crate::Format::as_str),
        outcome: outcome_of(read),
        unreadable: cause_of(read),
        fields: rows.as_ref().map(|rows| rows.iter().map(line).collect()),
    }
}
