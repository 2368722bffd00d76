//! An `assize.kdl` to begin with: a panel that comes with Assize, under a name of one's own; the dialect of a house.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::around;
use super::panel::{Panels, built_in_panel_text};
use super::{CONFIG, Files, Writer, shown};
use crate::{Diagnostic, Diagnostics};

/// What the copy is called: it is the team's own, and a name says so.
const OURS: &str = "ours";

const HEAD: &str = "\
// Who reviews here, and what their answers come to. Edit it: `assize panel show NAME` prints it as it is read.
//
// A change must not be judged by a file that it brought along: `assize gate` takes this one from a commit with
// `--rules-from origin/main`.

";
const TAIL: &str = "
// Words of your team besides those that are known, `assize contract lexicon` lists them:
// words { stop \"rethink\"; caution \"with care\"; go \"lgtm\" }
";

/// Writes an `assize.kdl` with a panel that comes with Assize, called `ours`, or a dialect, or both: at the root of the
/// repository around `here`, or `here`. What is there is left as it is.
///
/// # Errors
///
/// No panel has that name; there is an `assize.kdl` on the way up; it cannot be written.
pub fn init(
    disk: &dyn Writer,
    panel: Option<&str>,
    dialect: Option<&str>,
    here: &Path,
) -> Result<PathBuf, Diagnostics> {
    let panel_text = panel.map(|panel| {
        built_in_panel_text(panel).ok_or_else(|| match Panels::default().find(panel) {
            Err(unknown) => unknown,
            // Only those that come with it can be copied.
            Ok(_) => Diagnostics::default(),
        })
    });
    let panel_text = panel_text.transpose()?;
    let around: Vec<&Path> = around(disk, here).collect();
    if let Some(file) = around.iter().map(|folder| folder.join(CONFIG)).find(|f| stands(disk, f)) {
        return Err(is_there(&file, panel).into());
    }
    let file = around.last().unwrap_or(&here).join(CONFIG);
    let own = panel_text.zip(panel).map(|(text, panel)| {
        text.replacen(&format!("panel \"{panel}\""), &format!("panel \"{OURS}\""), 1)
    });
    let words = dialect.unwrap_or(TAIL);
    let gap = if own.is_some() && dialect.is_some() { "\n" } else { "" };
    let text = format!("{HEAD}{}{gap}{words}", own.unwrap_or_default());
    disk.create_new(&file, &|out| out.write_all(text.as_bytes())).map_err(|error| {
        match error.kind() {
            io::ErrorKind::AlreadyExists => is_there(&file, panel),
            _ => not_written(&file, &error),
        }
    })?;
    Ok(file)
}

/// A panel of some seats, as it may stand in an `assize.kdl`.
pub fn panel_text(seats: &[String]) -> String {
    let mut out = format!(
        "panel \"{OURS}\" {{\n    // Where the reviewers of a work write.\n    reports \".reviews/{{task}}\"\n\n    // One \
         fail shuts the gate, and so does a reviewer who is missing.\n    gate \"any-blocker\"\n\n    // Whose answer cannot \
         stand is asked again, twice; then a person decides.\n    redispatch \"standard\"\n\n"
    );
    for seat in seats.iter().map(|seat| seat.trim()) {
        let plain = seat.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        let file = if plain { format!(" file=\"{seat}.md\"") } else { String::new() };
        out += &format!("    seat {}{file}\n", quoted(seat));
    }
    out + "}\n"
}

/// A text in KDL, in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Also what is a link that leads nowhere.
fn stands(files: &dyn Files, path: &Path) -> bool {
    files.kind(path).is_ok()
}

/// `assize init`, twice
fn is_there(path: &Path, panel: Option<&str>) -> Diagnostic {
    Diagnostic::error("assize::host::config_is_there")
        .message(format!("`{}` is there already, and is left as it is", shown(path)))
        .help(match panel {
            Some(panel) => {
                format!("put the panel into it by hand: `assize panel show {panel}` prints it")
            }
            None => "put the dialect into it by hand: `--print` prints it".to_owned(),
        })
}

fn not_written(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::host::config_not_written")
        .message(format!("`{}` could not be written: {error}", shown(path)))
        .help("look at the path, its permissions and the space on the disk")
}
