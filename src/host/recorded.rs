//! Recorded rounds: folders of what reviewers wrote, and dockets in JSON, one a file or one a line.

use std::path::{Path, PathBuf};

use super::seats::seat_reports_read_by;
use super::{Files, Kind, Limits, Roster, list_reports, shown};
use crate::{Decoded, Diagnostic, Diagnostics, Docket, ReadOptions, Source, read};

/// A round that was recorded, and not yet read.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// What it is called: its folder, its file, and in a file of lines its line.
    pub name: String,
    from: From,
}

#[derive(Clone, Debug)]
enum From {
    Folder(PathBuf),
    Text(String),
}

/// The rounds below a folder, by name: each of its folders, `*.json`, each line of `*.jsonl`.
///
/// # Errors
///
/// The folder or a file in it cannot be read; it holds no round.
pub fn recorded_rounds(files: &dyn Files, folder: &Path) -> Result<Vec<Recorded>, Diagnostics> {
    let mut names = files.names(folder).map_err(|error| unreadable(folder, &error.to_string()))?;
    names.sort();
    let mut all = Vec::new();
    for name in names {
        let path = folder.join(&name);
        let called = shown(&name);
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if called.starts_with('.') {
            continue;
        }
        match (files.kind(&path), ending) {
            (Ok(Kind::Folder), _) => all.push(Recorded { name: called, from: From::Folder(path) }),
            (Ok(Kind::File), "json") => {
                all.push(Recorded { name: called, from: From::Text(text_of(files, &path)?) });
            }
            (Ok(Kind::File), "jsonl") => {
                let text = text_of(files, &path)?;
                let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
                all.extend(lines.map(|(at, line)| Recorded {
                    name: format!("{called}:{at}"),
                    from: From::Text(line.to_owned()),
                }));
            }
            _ => {}
        }
    }
    if all.is_empty() {
        return Err(no_rounds(folder).into());
    }
    Ok(all)
}

impl Recorded {
    /// Its docket: in a folder every file takes the seat that it is named after, beside those of the roster.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn docket(
        &self,
        files: &dyn Files,
        roster: &Roster,
        options: &ReadOptions,
        limits: &Limits,
    ) -> Result<Docket, Diagnostics> {
        self.docket_read_by(files, roster, options, limits, &mut read)
    }

    /// The same, where somebody else may know what a report in a folder comes to.
    pub(super) fn docket_read_by(
        &self,
        files: &dyn Files,
        roster: &Roster,
        options: &ReadOptions,
        limits: &Limits,
        reading: &mut dyn FnMut(&Source, &ReadOptions) -> Decoded,
    ) -> Result<Docket, Diagnostics> {
        match &self.from {
            From::Folder(folder) => {
                let reports = list_reports(files, std::slice::from_ref(folder), &[], limits)?;
                let mut docket =
                    Docket::new(self.name.as_str()).reading(limits.apply(options.clone()));
                seat_reports_read_by(&mut docket, reports, roster, reading)?;
                Ok(docket)
            }
            From::Text(text) => {
                let docket =
                    Docket::from_json(&Source::new(self.name.as_str(), text.as_str()), options);
                docket.map_err(|wrong| match is_ruling(text) {
                    true => only_a_ruling().into(),
                    false => wrong,
                })
            }
        }
    }
}

/// A file of dockets is no larger than what a gate reads.
fn text_of(files: &dyn Files, path: &Path) -> Result<String, Diagnostic> {
    let limit = Limits::default().total_bytes;
    let opened = files.read(path, limit).map_err(|error| unreadable(path, &error.to_string()))?;
    let bytes = opened.into_bytes(limit).map_err(|_| unreadable(path, "it is too large"))?;
    String::from_utf8(bytes).map_err(|_| unreadable(path, "it is not UTF-8"))
}

fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::rounds_unreadable")
        .message(format!("`{}` cannot be read: {why}", shown(path)))
        .help("name the folder that holds the rounds: one folder a round, or dockets in JSON")
}

/// Whether a text is what `assize gate --json` prints.
fn is_ruling(text: &str) -> bool {
    let value = serde_json::from_str::<serde_json::Value>(text);
    value.is_ok_and(|value| value.get("outcome").is_some() && value.get("cells").is_some())
}

/// `assize gate reports --json >> archive/rulings.jsonl`
fn only_a_ruling() -> Diagnostic {
    Diagnostic::error("assize::host::only_a_ruling")
        .message("it is a ruling, which says what was decided and holds no report")
        .help("keep the reports, or what `assize gate --docket-out` writes: a policy judges only what reviewers wrote")
}

fn no_rounds(folder: &Path) -> Diagnostic {
    Diagnostic::error("assize::host::no_rounds")
        .message(format!("`{}` holds no recorded round", shown(folder)))
        .help("a round is a folder of reports, a docket in `*.json`, or a line of `*.jsonl`")
}
