//! What can be wrong with files of reviews, each with the next step.

use assize::Diagnostic;
use assize::host::{nearest, shown};

/// `assize batch --text bdy` where the columns are `pr`, `reviewer` and `body`
pub(super) fn no_column(file: &str, name: &str, known: &[String]) -> Diagnostic {
    let all: Vec<String> = known.iter().map(|name| format!("`{}`", shown(name))).collect();
    let help = match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{}`? It has {}", shown(near), all.join(", ")),
        None if known.is_empty() => "it has no columns at all".to_owned(),
        None => format!("name one of its columns: {}", all.join(", ")),
    };
    Diagnostic::error("assize::batch::no_column")
        .message(format!("`{}` has no column `{}`", shown(file), shown(name)))
        .help(help)
}

/// Two columns `text` in one file
pub(super) fn column_twice(file: &str, name: &str) -> Diagnostic {
    Diagnostic::error("assize::batch::column_twice")
        .message(format!("`{}` has several columns `{}`", shown(file), shown(name)))
        .help("rename one of them: it is not known which is meant")
}

/// `--keep effective`, which is what is read of a text
pub(super) fn column_taken(name: &str) -> Diagnostic {
    Diagnostic::error("assize::batch::column_taken")
        .message(format!("the output has a column `{}` of its own", shown(name)))
        .help("keep another column, or rename it in the input")
}

/// `reviews.txt`
pub(super) fn unknown_format(file: &str, flag: &str) -> Diagnostic {
    Diagnostic::error("assize::batch::unknown_format")
        .message(format!("it is not known how `{}` is written", shown(file)))
        .help(format!(
            "say `{flag} parquet`, `jsonl`, `csv` or `arrow`, or name a file that ends so"
        ))
}

/// A file that is not there, a folder
pub(super) fn unreadable(file: &str, why: &dyn std::fmt::Display) -> Diagnostic {
    Diagnostic::error("assize::batch::unreadable")
        .message(format!("`{}` cannot be read: {why}", shown(file)))
        .help("name a file of reviews, or `-` for standard input")
}

/// A Parquet file whose end was cut off, a CSV named `.parquet`
pub(super) fn broken(file: &str, format: &str, why: &dyn std::fmt::Display) -> Diagnostic {
    Diagnostic::error("assize::batch::broken_file")
        .message(format!("`{}` is not a whole {format} file: {why}", shown(file)))
        .help("copy or write it again: part of it is missing or damaged, and no result was written")
}

/// `cat reviews.parquet | assize batch -`
pub(super) fn parquet_from_a_pipe() -> Diagnostic {
    Diagnostic::error("assize::batch::parquet_from_a_pipe")
        .message("Parquet cannot be read from standard input: its index lies at its end")
        .help("name the file, or send Arrow IPC or lines of JSON")
}

/// `-o out/rulings.parquet` without a folder `out`, a full disk
pub(super) fn not_written(file: &str, why: &dyn std::fmt::Display) -> Diagnostic {
    Diagnostic::error("assize::batch::not_written")
        .message(format!("`{}` cannot be written: {why}", shown(file)))
        .help("look at the path, its permissions and the space on the disk; nothing there was changed")
}

/// A folder for temporary files that is full
pub(super) fn not_put_aside(why: &dyn std::fmt::Display) -> Diagnostic {
    Diagnostic::error("assize::batch::not_put_aside")
        .message(format!(
            "rows of tasks cannot be put aside in the folder for temporary files: {why}"
        ))
        .help("set TMPDIR to a folder with as much space as the texts take")
}
