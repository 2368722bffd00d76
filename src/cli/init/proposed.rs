//! What is set up for a team: the files as they are to be, and what is different from those that are there.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::cli::hook::Harness;
use crate::cli::open_round::in_shell;
use crate::host::{
    CONFIG, Config, Judged, Place, Writer, panel_text, repository_root, shown, write_atomic,
};
use crate::{Diagnostic, Diagnostics, Format, ReadOptions, contract};

/// The format that reviewers are asked for.
const REVIEWERS: &str = "review";
/// Larger settings are none.
const LIMIT: usize = 4 * 1024 * 1024;

/// A file as it is to be.
struct Proposed {
    path: PathBuf,
    /// As it is named from the root.
    name: String,
    text: String,
    /// What becomes of it.
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    New,
    /// It is there, and gets more.
    Longer,
    /// It is there, and has it.
    Same,
}

/// Prints what is to be set up, or writes it.
pub(super) fn text(
    disk: &dyn Writer,
    here: &Path,
    (expect, harness): (&[String], Option<Harness>),
    write: bool,
) -> Result<String, Diagnostics> {
    let root = repository_root(disk, here);
    let mut files = Vec::new();
    let config = Config::find(disk, here, None, &Judged::default())?;
    let mut notes = Vec::new();
    let seats = rules(disk, &root, (expect, &config), &mut files, &mut notes)?;
    if let Some(harness) = harness {
        files.push(registration(disk, &root, harness)?);
    }
    let mut out = String::new();
    for file in &files {
        out += &told(file, write);
    }
    if write {
        for file in files.iter().filter(|file| file.how != How::Same) {
            if let Some(folder) = file.path.parent() {
                disk.create_folder(folder)
                    .map_err(|error| not_written(&file.name, &error.to_string()))?;
            }
            write_atomic(disk, &Place::Named(file.path.clone()), &file.text, "setting")?;
        }
    }
    notes.iter().for_each(|note| _ = writeln!(out, "{note}"));
    out += &prompts(&seats);
    out += &next((expect, harness), write);
    Ok(out)
}

/// The `assize.kdl`, and who sits.
fn rules(
    disk: &dyn Writer,
    root: &Path,
    (expect, config): (&[String], &Config),
    files: &mut Vec<Proposed>,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, Diagnostics> {
    let path = config.path.clone().unwrap_or_else(|| root.join(CONFIG));
    let name = shown(path.strip_prefix(root).unwrap_or(&path));
    if let Some(panel) = config.panels.first() {
        let seats: Vec<String> = panel.seats.iter().map(|seat| seat.name.clone()).collect();
        let differs = !expect.is_empty() && *expect != seats[..];
        notes.extend(differs.then(|| {
            format!(
                "{name} has a panel already, `{}` with {}: it is left as it is; edit it by hand\n",
                shown(&panel.name),
                shown(seats.join(", "))
            )
        }));
        return Ok(seats);
    }
    if expect.is_empty() {
        return Err(nobody_expected().into());
    }
    let panel = panel_text(expect);
    let (text, how) = match &config.path {
        None => (panel, How::New),
        Some(_) => {
            let found = read(disk, &path, &name)?.unwrap_or_default();
            let gap = if found.ends_with('\n') { "\n" } else { "\n\n" };
            (format!("{found}{gap}{panel}"), How::Longer)
        }
    };
    // What is written can be read: a name of a seat may be none.
    Config::check(&name, &text)?;
    files.push(Proposed { path, name, text, how });
    Ok(expect.to_vec())
}

fn registration(disk: &dyn Writer, root: &Path, harness: Harness) -> Result<Proposed, Diagnostic> {
    let name = harness.file().to_owned();
    let path = root.join(&name);
    let found = read(disk, &path, &name)?;
    let text = harness.registered(found.as_deref()).map_err(|why| not_merged(&name, &why))?;
    let how = match &found {
        None => How::New,
        Some(found) if harness.lacks(found).is_ok_and(|lacks| lacks.is_empty()) => How::Same,
        Some(_) => How::Longer,
    };
    Ok(Proposed { path, name, text, how })
}

fn read(disk: &dyn Writer, path: &Path, name: &str) -> Result<Option<String>, Diagnostic> {
    let opened = match disk.read(path, LIMIT) {
        Ok(opened) => opened,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(not_merged(name, &error.to_string())),
    };
    let bytes = opened.into_bytes(LIMIT).map_err(|(_, why)| not_merged(name, &why))?;
    String::from_utf8(bytes).map(Some).map_err(|_| not_merged(name, "it is not UTF-8"))
}

fn told(file: &Proposed, written: bool) -> String {
    let how = match (file.how, written) {
        (How::Same, _) => {
            return format!("{}  has the hook already, and is left as it is\n\n", file.name);
        }
        (How::New, true) => "written",
        (How::New, false) => "would be written",
        (How::Longer, true) => "written, with what was there",
        (How::Longer, false) => "is there, and would become",
    };
    let mut out = format!("{}  {how}\n", file.name);
    if !written {
        out += &indented(file.text.lines());
    }
    out + "\n"
}

/// Lines as they stand below a title; a blank one stays blank.
fn indented<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    let lines =
        lines.map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") });
    lines.collect()
}

/// The lines for the prompt of each reviewer.
fn prompts(seats: &[String]) -> String {
    let mut out = "into the prompt of each reviewer, for every round\n".to_owned();
    for seat in seats {
        let _ = writeln!(
            out,
            "    assize contract {REVIEWERS} --task TASK --seat {}",
            in_shell(&shown(seat))
        );
    }
    let words = REVIEWERS.parse().map(|format: Format| contract(format, &ReadOptions::default()));
    let words = words.unwrap_or_default();
    let lines = words.lines().take_while(|line| *line != "Filled in:");
    out += "  which prints the mark of the round, and this:\n";
    out += &indented(lines);
    out.trim_end().to_owned() + "\n\n"
}

fn next((expect, harness): (&[String], Option<Harness>), written: bool) -> String {
    let mut out = "next\n".to_owned();
    let client = harness.map_or(String::new(), |harness| format!(" --harness {}", harness.name()));
    if !written {
        let expect = match expect {
            [] => String::new(),
            seats => format!(" --expect {}", in_shell(&shown(seats.join(",")))),
        };
        let _ = writeln!(out, "  write it: `assize init{expect}{client} --write`");
    }
    if let Some(harness) = harness {
        let _ = writeln!(out, "  {}", harness.also());
        let _ = writeln!(out, "  see whether it holds: `assize doctor {}`", harness.name());
    }
    out += "  keep reports out of commits: a line `.reviews/` in `.gitignore`\n  begin a round: `assize begin TASK`\n";
    out
}

/// `assize init --harness codex`, without a panel
fn nobody_expected() -> Diagnostic {
    Diagnostic::error("assize::cli::nobody_expected")
        .message("there is no panel here, and `--expect` does not say who must report")
        .help("name your reviewers: `assize init --expect qa,security,style --harness claude-code`")
}

/// Settings with comments, or of another shape
fn not_merged(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::not_merged")
        .message(format!("`{}` is there, and cannot be added to: {}", shown(name), shown(why)))
        .help("nothing was written; mend the file, or add by hand what `assize init` prints in an empty folder")
}

/// A folder that may not be written
fn not_written(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::not_set_up")
        .message(format!("`{}` could not be written: {}", shown(name), shown(why)))
        .help("look at the permissions of its folder, and run it again: what is written already stays")
}
