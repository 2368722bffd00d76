//! What a reviewer reads on its standard input (`JOBS-REQ-004.3`).

use super::files::{FileContent, ReadFile};
use super::quote::{BEHIND, without_delimiters};

/// More files than this are listed, and not shown (`JOBS-REQ-004.1.3`).
pub const DEFAULT_MAX_INLINE_FILES: usize = 5;
/// The payload of a step without files and notes (`JOBS-REQ-004.3.8`).
pub const NO_FILES: &str = "[No files provided]";

/// The outputs of a step, and what their author says: with the text of each file, or, where there are more than
/// `max_inline_files`, with their paths.
///
/// No file and no note can forge a delimiter: a line that looks like one is shown behind `| `, and the payload says so.
///
/// ```
/// use assize::quality::{FileContent, OutputFile, ReadFile, payload};
/// let file = OutputFile { output: "guide".to_owned(), path: "docs/guide.md".to_owned() };
/// let content = FileContent::Text("Run `assize gate`.".to_owned());
/// let text = payload(&[ReadFile { file, content }], None, 5);
/// assert_eq!(text, "\
/// ==================== BEGIN OUTPUTS ====================
///
/// -------------------- docs/guide.md --------------------
/// Run `assize gate`.
///
/// ==================== END OUTPUTS ====================");
/// ```
pub fn payload(files: &[ReadFile], notes: Option<&str>, max_inline_files: usize) -> String {
    let notes = notes.filter(|notes| !notes.trim().is_empty());
    if files.is_empty() && notes.is_none() {
        return NO_FILES.to_owned();
    }
    let mut parts = Vec::new();
    if !files.is_empty() {
        parts.push(banner("BEGIN OUTPUTS"));
        match files.len() > max_inline_files {
            true => list(files, &mut parts),
            false => parts.extend(files.iter().map(section)),
        }
        parts.push(banner("END OUTPUTS"));
    }
    if let Some(notes) = notes {
        let (notes, changed) = without_delimiters(notes);
        parts.push(banner("AUTHOR NOTES"));
        parts.extend(changed.then(changed_notice));
        parts.push(notes.into_owned());
        parts.push(banner("END AUTHOR NOTES"));
    }
    parts.join("\n\n")
}

/// `==================== BEGIN OUTPUTS ====================`
fn banner(title: &str) -> String {
    let rule = "=".repeat(20);
    format!("{rule} {title} {rule}")
}

/// A file with its text, or with why there is none.
fn section(read: &ReadFile) -> String {
    let rule = "-".repeat(20);
    let header = format!("{rule} {} {rule}", read.file.path);
    let FileContent::Text(text) = &read.content else {
        return format!("{header}\n{}", read.content.placeholder().unwrap_or_default());
    };
    match without_delimiters(text) {
        (text, false) => format!("{header}\n{text}"),
        (text, true) => format!("{header}\n{}\n{text}", changed_notice()),
    }
}

/// Paths only.
fn list(files: &[ReadFile], parts: &mut Vec<String>) {
    parts.push(format!(
        "[{} files are too many to show here. Only their paths follow: read each one as you need it.]",
        files.len()
    ));
    let entry = |read: &ReadFile| format!("- {}  (output: {})", read.file.path, read.file.output);
    parts.extend(files.iter().map(entry));
}

fn changed_notice() -> String {
    format!("[Lines that imitate a delimiter are shown behind `{BEHIND}`.]")
}
