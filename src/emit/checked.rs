//! What `assize policy check` found, for machines: JSON, annotations of GitHub, SARIF.
//!
//! ```
//! use assize::emit::checked::{Checked, github};
//! use assize::{Policy, Stage};
//! let text = "rule \"nobody failed it\" when failed.none then pass;\n";
//! let found = Policy::compile(Stage::Gate, "gate/ours.rhai", text)?.check();
//! let checked = [Checked { stage: "gate", name: "ours".into(), file: None, found }];
//! assert!(github(&checked).starts_with("::warning file=gate/ours.rhai,line=1,endLine=1,col=6,"));
//! # Ok::<(), assize::Diagnostics>(())
//! ```

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Value, json};

use super::json::{SCHEMA_VERSION, print};
use super::place::Places;
use super::view::{Diagnostic as View, ViewBuilder};
use super::visible::visible;
use crate::ir::{Diagnostic, Diagnostics, Level};
use crate::source::Span;

/// What was found in one policy. Its sources are named by paths that a person can open.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The stage that it is for.
    pub stage: &'static str,
    /// Its name.
    pub name: String,
    /// Its file; none when it is built in.
    pub file: Option<String>,
    /// What was found.
    pub found: Diagnostics,
}

/// Something that can be found: its code, how bad it is, and what it is about.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// `assize::lint::unused_param`
    pub code: &'static str,
    /// How bad.
    pub level: Level,
    /// In a sentence.
    pub doc: &'static str,
}

/// What was found in each policy.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct AllChecked<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    schema_version: u32,
    /// What the process returns: 0 clean, 1 something was found, 2 a policy could not be checked.
    exit_code: u8,
    /// The policies that were checked.
    policies: Vec<OneChecked<'a>>,
    /// Why a policy could not be checked.
    diagnostics: Vec<View<'a>>,
}

/// What was found in one policy.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OneChecked<'a> {
    /// Its stage: `gate`, `audit`, `redispatch`.
    stage: &'a str,
    /// Its name.
    name: &'a str,
    /// Whether it comes with Assize.
    built_in: bool,
    /// Its file; null when it is built in.
    file: Option<&'a str>,
    /// What was found; empty when it is clean.
    diagnostics: Vec<View<'a>>,
}

/// All that was found, and why policies could not be checked.
pub fn json(checked: &[Checked], wrong: &Diagnostics, exit_code: u8) -> String {
    let policies = checked.iter().map(OneChecked::of).collect();
    let diagnostics = views(wrong);
    print(&AllChecked { schema_version: SCHEMA_VERSION, exit_code, policies, diagnostics })
}

impl<'a> OneChecked<'a> {
    fn of(one: &'a Checked) -> Self {
        Self {
            stage: one.stage,
            name: &one.name,
            built_in: one.file.is_none(),
            file: one.file.as_deref(),
            diagnostics: views(&one.found),
        }
    }
}

fn views(found: &Diagnostics) -> Vec<View<'_>> {
    let views = ViewBuilder::new(found.sources());
    found.items().iter().map(|item| views.diagnostic(item)).collect()
}

/// One line for each, which GitHub shows beside the line that it is about.
pub fn github(checked: &[Checked]) -> String {
    checked.iter().map(|one| annotations(&one.found)).collect()
}

/// The same for whatever was found.
pub(super) fn annotations(found: &Diagnostics) -> String {
    let mut text = String::new();
    let places = Places::new(found.sources());
    for item in found.items() {
        let command = match item.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Advice => "notice",
        };
        let mut properties = String::new();
        if let Some(region) = item.span().and_then(|span| Region::of(&places, span)) {
            let Region { file, line, column, end_line, end_column, .. } = region;
            let _ = write!(
                properties,
                "file={},line={line},endLine={end_line},col={column},",
                property(file)
            );
            // GitHub knows no range of columns over several lines.
            if end_line == line {
                let _ = write!(properties, "endColumn={end_column},");
            }
        }
        let message = data(&message(item));
        let _ = writeln!(text, "::{command} {properties}title={}::{message}", property(&item.code));
    }
    text
}

/// A line that GitHub shows with a run, about no place.
#[cfg(feature = "cli")]
pub(crate) fn annotation(level: &str, title: &str, text: &str) -> String {
    format!("::{level} title={}::{}\n", property(title), data(text))
}

/// SARIF 2.1.0, with the rows that can be found as its rules.
pub fn sarif(checked: &[Checked], rows: &[Row]) -> String {
    let items = || checked.iter().flat_map(|one| one.found.items());
    let known = |code: &str| rows.iter().any(|row| row.code == code);
    let mut codes: Vec<&str> =
        items().map(|item| &*item.code).filter(|code| !known(code)).collect();
    codes.sort_unstable();
    codes.dedup();
    let of_rows = rows.iter().map(|row| {
        json!({
            "id": row.code,
            "shortDescription": { "text": row.doc },
            "defaultConfiguration": { "level": sarif_level(row.level) },
        })
    });
    let of_codes = codes.iter().map(|code| json!({ "id": code }));
    let rules: Vec<Value> = of_rows.chain(of_codes).collect();
    let ids: Vec<&str> = rows.iter().map(|row| row.code).chain(codes).collect();
    let results: Vec<Value> = checked
        .iter()
        .flat_map(|one| {
            let places = Places::new(one.found.sources());
            one.found
                .items()
                .iter()
                .map(move |item| (item, regions(item, &places)))
                .collect::<Vec<_>>()
        })
        .map(|(item, locations)| {
            json!({
                "ruleId": item.code,
                "ruleIndex": ids.iter().position(|id| *id == item.code),
                "level": sarif_level(item.level),
                "message": { "text": message(item) },
                "locations": locations.first().map(std::slice::from_ref).unwrap_or_default(),
                "relatedLocations": locations.get(1..).unwrap_or_default(),
            })
        })
        .collect();
    print(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "assize", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn sarif_level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Advice => "note",
    }
}

/// Every place that something is about, as SARIF has it.
fn regions(item: &Diagnostic, places: &Places<'_>) -> Vec<Value> {
    let region = |label: &crate::ir::Label| {
        let region = Region::of(places, label.span)?;
        Some(json!({
            "physicalLocation": {
                "artifactLocation": { "uri": uri(region.file) },
                "region": {
                    "startLine": region.line,
                    "startColumn": region.column,
                    "endLine": region.end_line,
                    "endColumn": region.end_column,
                    "byteOffset": region.start,
                    "byteLength": region.length,
                },
            },
            "message": { "text": label.text },
        }))
    };
    item.labels.iter().filter_map(region).collect()
}

/// A place in a file: lines and columns from 1, the end behind its last character.
struct Region<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start: u32,
    length: u32,
}

impl<'a> Region<'a> {
    fn of(places: &Places<'a>, span: Span) -> Option<Self> {
        let place = places.of(span)?;
        let end = place.source.line_column(place.span.end);
        Some(Self {
            file: place.source.name(),
            line: place.at.line,
            column: place.at.column,
            end_line: end.line,
            end_column: end.column,
            start: place.span.start,
            length: place.span.end - place.span.start,
        })
    }
}

fn message(item: &Diagnostic) -> String {
    match &item.help {
        Some(help) => format!("{}\nhelp: {help}", item.message),
        None => item.message.clone(),
    }
}

/// What follows a command of GitHub, on one line, with all that acts on a terminal spelled out.
pub(super) fn data(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let parts: Vec<_> = line.split('\r').map(visible).collect();
        parts.join("\r")
    });
    let shown = lines.collect::<Vec<_>>().join("\n");
    shown.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
pub(super) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A path as a relative reference.
fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                text.push(char::from(byte));
            }
            _ => _ = write!(text, "%{byte:02X}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn found(name: &str) -> [Checked; 1] {
        let text = "rule \"é\"\nwhen x;\n";
        let item = Diagnostic::warning("assize::lint::odd")
            .message("50 % of `a,b:c`")
            .label(Span::new(5, 9), "here")
            .label(Span::new(10, 14), "there\n")
            .help("say\rit\n::error::pass");
        let found = Diagnostics::new(vec![Source::new(name, text)], vec![item]);
        [Checked { stage: "gate", name: "ours".into(), file: Some(name.into()), found }]
    }

    #[test]
    fn a_finding_is_one_line_for_github() {
        assert_eq!(
            github(&found("a,b: 100%.rhai")),
            "::warning file=a%2Cb%3A 100%25.rhai,line=1,endLine=1,col=6,endColumn=9,\
             title=assize%3A%3Alint%3A%3Aodd::50 %25 of `a,b:c`%0Ahelp: say%0Dit%0A::error::pass\n"
        );
    }

    #[test]
    fn a_finding_is_a_result_of_sarif() {
        let rows = [Row { code: "assize::lint::odd", level: Level::Warning, doc: "Odd." }];
        let text = sarif(&found("a b/ü.rhai"), &rows);
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        let result = &value["runs"][0]["results"][0];
        assert_eq!(result["ruleIndex"], 0);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b/%C3%BC.rhai");
        let region = json!({
            "startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 9, "byteOffset": 5, "byteLength": 4,
        });
        assert_eq!(place["region"], region);
        assert_eq!(result["relatedLocations"][0]["message"]["text"], "there\n");
        let other = sarif(&found("a.rhai"), &[]);
        let value: Value = serde_json::from_str(&other).unwrap_or_default();
        assert_eq!(value["runs"][0]["tool"]["driver"]["rules"][0]["id"], "assize::lint::odd");
    }
}
