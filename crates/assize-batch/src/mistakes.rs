//! What can be wrong with columns and rows, each with the next step.

use arrow::datatypes::DataType;
use arrow::error::ArrowError;
use assize::{Diagnostic, Diagnostics};

/// Everything that is wrong, each with its code, its place and the next step.
///
/// ```
/// use assize::Diagnostic;
/// let wrong = Diagnostic::error("assize::batch::no_column").message("there is no column `bdy`");
/// let told = assize_batch::in_words(&wrong.help("did you mean `body`?").into());
/// assert_eq!(told, "error: there is no column `bdy` (assize::batch::no_column)\n  help: did you mean `body`?\n");
/// ```
pub fn in_words(wrong: &Diagnostics) -> String {
    let mut words = String::new();
    for told in wrong.items() {
        let source = told.span().and_then(|span| {
            let source = wrong.sources().get(usize::try_from(span.source.0).ok()?)?;
            Some((source.name(), source.line_column(span.start)))
        });
        let place = source.map(|(name, at)| format!("{name}:{}:{}: ", at.line, at.column));
        let (level, place) = (told.level, place.unwrap_or_default());
        words += &format!("{level}: {place}{} ({})\n", told.message, told.code);
        if let Some(help) = &told.help {
            words += &format!("  help: {help}\n");
        }
    }
    words
}

/// A column of texts that holds numbers
pub(crate) fn not_text(name: &str, found: &DataType) -> Diagnostic {
    Diagnostic::error("assize::batch::column_type")
        .message(format!("the column `{name}` holds {found}, and not text"))
        .help("name a column of text or of bytes")
}

/// A column of tasks that holds lists
pub(crate) fn not_a_key(name: &str, found: &DataType) -> Diagnostic {
    Diagnostic::error("assize::batch::column_type")
        .message(format!("the column `{name}` holds {found}, and no names of tasks"))
        .help("name a column of text or of whole numbers")
}

/// A column of rounds that holds dates
pub(crate) fn not_a_round(name: &str, found: &DataType) -> Diagnostic {
    Diagnostic::error("assize::batch::column_type")
        .message(format!("the column `{name}` holds {found}, and no rounds"))
        .help("name a column of whole numbers from 1")
}

/// `assize_judge(texts)` instead of `assize_judge(list(struct_pack(seat, text)))`
pub(crate) fn not_reviews(found: &DataType) -> Diagnostic {
    Diagnostic::error("assize::batch::column_type")
        .message(format!("a docket is a list of `seat` and `text`, and this is {found}"))
        .help("gather the rows of a task in a list of structs with the members `seat` and `text`")
}

/// Seats of one table with texts of another
pub(crate) fn lengths_differ(name: &str, rows: usize, texts: usize) -> Diagnostic {
    Diagnostic::error("assize::batch::lengths_differ")
        .message(format!("`{name}` has {rows} rows, and the texts have {texts}"))
        .help("take both from the same table")
}

/// What arrow itself refuses: texts of more than two GiB in one batch
pub(crate) fn arrow(error: &ArrowError) -> Diagnostic {
    Diagnostic::error("assize::batch::arrow")
        .message(format!("the rows cannot be put together: {error}"))
        .help("hand in fewer rows at a time")
}
