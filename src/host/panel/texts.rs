//! Texts about the change, of which only the length counts.

use std::path::Path;

use super::TextSize;
use crate::Diagnostics;
use crate::host::named::{self, Asked};
use crate::host::{Files, Judged};

const TEXT: Asked = Asked {
    flag: "--text",
    example: "what the change does, and why",
    limit: 1024 * 1024,
    optional: true,
};

/// How long a text about the change is. It may be empty.
///
/// # Errors
///
/// The file cannot be read, or lies among the reports.
pub fn text_size(files: &dyn Files, path: &Path, judged: &Judged) -> Result<TextSize, Diagnostics> {
    let source = named::open_text(files, path, TEXT, judged)?;
    Ok(TextSize::of(source.text().unwrap_or_default()))
}
