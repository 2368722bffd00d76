//! Texts of reviews, and a table of them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use arrow::array::{ArrayRef, RecordBatch, StringArray};
use arrow::datatypes::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

pub(crate) const PASS: &str = "verdict: pass\nconfidence: high\n";
pub(crate) const FAIL: &str =
    "verdict: fail\nconfidence: med\nblocker: src/a.rs:7-9 it leaks\nadvisory: long lines\n";

pub(crate) fn texts(texts: &[Option<&str>]) -> ArrayRef {
    Arc::new(StringArray::from(texts.to_vec()))
}

/// A table of texts.
pub(crate) fn table(columns: &[(&str, Vec<Option<&str>>)]) -> RecordBatch {
    let columns = columns.iter().map(|(name, values)| (*name, texts(values)));
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}

pub(crate) fn write_parquet(path: &Path, rows: &RecordBatch) {
    let file = fs::File::create(path).expect("a file");
    let mut writer = ArrowWriter::try_new(file, rows.schema(), None).expect("a writer");
    writer.write(rows).expect("rows");
    writer.close().expect("a footer");
}

/// What a Parquet file holds, in one piece.
pub(crate) fn parquet(path: &Path) -> (SchemaRef, RecordBatch) {
    let file = fs::File::open(path).expect("the file");
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).expect("it is Parquet");
    let schema = builder.schema().clone();
    let rows: Vec<_> = builder.build().expect("rows").map(|rows| rows.expect("rows")).collect();
    let whole = arrow::compute::concat_batches(&schema, &rows).expect("one schema");
    (schema, whole)
}

/// Runs the command in a folder.
pub(crate) fn run(here: &Path, args: &[&str]) -> Output {
    command(here, args).output().expect("it runs")
}

pub(crate) fn command(here: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize-batch"));
    command.current_dir(here).args(args).env("TMPDIR", here);
    command
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
