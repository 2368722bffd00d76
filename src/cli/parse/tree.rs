//! `assize parse --pairs`: what the rules of a grammar match in a text.

use std::fmt::Write;
use std::io;
use std::path::PathBuf;

use crate::cli::answer::Format;
use crate::cli::console::Console;
use crate::cli::contract::{is_data, schema_of};
use crate::cli::printed::{RuleRow, TreeFile, Trees, VERSION, print};
use crate::cli::{NOT_ALL, reading::Reading};
use crate::codec::{RuleMatch, rule_tree};
use crate::emit::json;
use crate::emit::place::Places;
use crate::emit::visible::visible;
use crate::emit::width::fit;
use crate::{Decoded, Diagnostics, ReadOptions, Source};

/// A text that was read, and what its grammar makes of it.
type Grown<'a> = (&'a Decoded, Result<RuleMatch, &'static str>);

/// Prints the trees of some texts.
pub(super) fn tell(
    paths: &[PathBuf],
    reading: &Reading,
    format: Format,
    console: &Console,
) -> Result<u8, Diagnostics> {
    let (read, options) = reading.read_with(paths, console)?;
    let grown: Vec<Grown<'_>> = read.iter().map(|read| (read, tree_of(read, &options))).collect();
    let code = if read.iter().all(|read| read.format.is_some()) { 0 } else { NOT_ALL };
    Ok(match format {
        Format::Text => {
            let texts: Vec<String> = grown.iter().map(in_words).collect();
            console.answer(&texts.join("\n"), code)
        }
        Format::Json => {
            let files = grown.iter().map(in_json).collect();
            console.answer(&print(&Trees { schema_version: VERSION, files }), code)
        }
    })
}

/// Prints the tree of a text in a line.
pub(super) fn write_line(
    out: &mut dyn io::Write,
    read: &Decoded,
    options: &ReadOptions,
) -> io::Result<()> {
    let grown = (read, tree_of(read, options));
    let files = vec![in_json(&grown)];
    json::write_line(out, &Trees { schema_version: VERSION, files })
}

fn tree_of(read: &Decoded, options: &ReadOptions) -> Result<RuleMatch, &'static str> {
    let none = "no format was found in it, and `--as FORMAT` reads it as one";
    let format = options.format.or(read.format);
    let (source, format) = read.sources.first().zip(format).ok_or(none)?;
    rule_tree(source, format, options)
}

fn name_of(read: &Decoded) -> &str {
    read.sources.first().map_or("", Source::name)
}

fn in_words((read, tree): &Grown<'_>) -> String {
    let mut text = visible(name_of(read)).into_owned();
    if let Some(format) = read.format {
        let _ = write!(text, "  {format}");
    }
    text += "\n\n";
    match tree {
        Ok(tree) => write_tree(&mut text, &Places::new(&read.sources), tree, 0),
        Err(why) => {
            let _ = write!(text, "  no tree: {why}");
            let schema = read.format.filter(|format| is_data(*format));
            if let Some(schema) = schema.map(schema_of) {
                let _ = write!(text, " (`{schema}`)");
            }
            text.push('\n');
        }
    }
    text
}

fn write_tree(text: &mut String, places: &Places<'_>, tree: &RuleMatch, depth: usize) {
    /// Of a token no more columns are shown.
    const WIDEST: usize = 64;
    let Some(place) = places.of(tree.span) else { return };
    let at = format!("{}:{}", place.at.line, place.at.column);
    let _ = write!(text, "  {at:<8}{:depth$}{}", "", tree.rule, depth = 2 * depth);
    if tree.parts.is_empty() {
        let shown = place.source.slice(tree.span);
        let shown = visible(&shown);
        let cut = fit(&shown, WIDEST);
        let more = if cut.len() < shown.len() { "…" } else { "" };
        let _ = write!(text, "  `{cut}{more}`");
    }
    text.push('\n');
    for part in &tree.parts {
        write_tree(text, places, part, depth + 1);
    }
}

fn in_json<'a>((read, tree): &'a Grown<'a>) -> TreeFile<'a> {
    let places = Places::new(&read.sources);
    TreeFile {
        source: name_of(read),
        format: read.format.map(crate::Format::as_str),
        read_by: tree.as_ref().err().copied(),
        tree: tree.as_ref().ok().and_then(|tree| row(&places, tree)),
    }
}

fn row<'a>(places: &Places<'_>, tree: &'a RuleMatch) -> Option<RuleRow<'a>> {
    let place = places.of(tree.span)?;
    let text = tree.parts.is_empty().then(|| place.source.slice(tree.span).into_owned());
    Some(RuleRow {
        rule: &tree.rule,
        line: place.at.line,
        column: place.at.column,
        start: tree.span.start,
        end: tree.span.end,
        text,
        parts: tree.parts.iter().filter_map(|part| row(places, part)).collect(),
    })
}
