//! Rows to a file, which gets its name when it is whole.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow::array::{ArrayRef, RecordBatch, StringArray};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use arrow::error::ArrowError;
use arrow::ipc::writer::{FileWriter, StreamWriter};
use arrow::json::writer::{LineDelimited, WriterBuilder};
use assize::Diagnostic;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use tempfile::NamedTempFile;

use super::mistakes::{not_written, unknown_format};
use super::{Place, TableFormat};

/// A row group is ended behind so many bytes of Parquet in memory.
const GROUP: usize = 16 * 1024 * 1024;

type Sink = BufWriter<Box<dyn Write + Send>>;

/// What is written to; and a file without its name with the name, unless it is written in place.
type Opened = (Box<dyn Write + Send>, Option<(NamedTempFile, PathBuf)>);

/// Where rows are written, and how.
#[derive(Clone, Debug)]
pub struct Output {
    /// Where.
    pub place: Place,
    /// How; found out by its name unless set, and lines of JSON on standard output.
    pub format: Option<TableFormat>,
}

/// Rows on their way into a file.
pub(super) struct Writer {
    name: String,
    /// The file without its name, and the name; none where rows are written in place.
    unnamed: Option<(NamedTempFile, PathBuf)>,
    table: Table,
}

enum Table {
    Parquet(Box<ArrowWriter<Sink>>),
    Jsonl(arrow::json::Writer<Sink, LineDelimited>),
    Csv(arrow::csv::Writer<Sink>),
    ArrowFile(FileWriter<Sink>),
    ArrowStream(StreamWriter<Sink>),
}

impl Output {
    fn format(&self) -> Result<TableFormat, Diagnostic> {
        let by_name = match &self.place {
            Place::File(path) => TableFormat::of_path(path),
            Place::Standard => Some(TableFormat::Jsonl),
        };
        let format = self.format.or(by_name);
        format.ok_or_else(|| unknown_format(&self.place.shown(), "--output-format"))
    }

    /// Says early what would be wrong late.
    ///
    /// # Errors
    ///
    /// It is not known how to write it.
    pub fn check(&self) -> Result<(), Diagnostic> {
        self.format().map(drop)
    }

    pub(super) fn create(&self, schema: &SchemaRef) -> Result<Writer, Diagnostic> {
        let (name, format) = (self.place.shown(), self.format()?);
        let wrong = |error: &dyn std::fmt::Display| not_written(&name, error);
        let (sink, unnamed): Opened = match &self.place {
            Place::Standard => (Box::new(io::stdout()), None),
            Place::File(path) => place(path).map_err(|error| wrong(&error))?,
        };
        let sink = BufWriter::with_capacity(256 * 1024, sink);
        let table = table(format, sink, schema, unnamed.is_some()).map_err(|e| wrong(&e))?;
        Ok(Writer { name, unnamed, table })
    }
}

/// A file beside the one that is named, or the one itself where it is a pipe or a device.
#[expect(clippy::disallowed_methods, reason = "this part of the crate writes files")]
fn place(path: &Path) -> io::Result<Opened> {
    // A link is followed, so that it leads to the new file.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match std::fs::metadata(&path) {
        Ok(there) if there.is_dir() => {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        Ok(there) if !there.is_file() => {
            let file = std::fs::OpenOptions::new().write(true).open(&path)?;
            return Ok((Box::new(file), None));
        }
        _ => {}
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".assize-batch-");
    // As any program makes a file: the umask decides.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let unnamed = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    Ok((Box::new(unnamed.reopen()?), Some((unnamed, path))))
}

fn table(
    format: TableFormat,
    sink: Sink,
    schema: &SchemaRef,
    is_file: bool,
) -> Result<Table, ParquetError> {
    Ok(match format {
        TableFormat::Parquet => {
            let compression = Compression::ZSTD(ZstdLevel::try_new(1)?);
            let properties = WriterProperties::builder().set_compression(compression).build();
            Table::Parquet(Box::new(ArrowWriter::try_new(sink, schema.clone(), Some(properties))?))
        }
        TableFormat::Jsonl => {
            let builder = WriterBuilder::new().with_explicit_nulls(true);
            Table::Jsonl(builder.build::<_, LineDelimited>(sink))
        }
        TableFormat::Csv => Table::Csv(arrow::csv::Writer::new(sink)),
        TableFormat::Arrow if is_file => Table::ArrowFile(FileWriter::try_new(sink, schema)?),
        TableFormat::Arrow => Table::ArrowStream(StreamWriter::try_new(sink, schema)?),
    })
}

impl Writer {
    pub(super) fn write(&mut self, rows: &RecordBatch) -> Result<(), Diagnostic> {
        let written = match &mut self.table {
            Table::Parquet(writer) => {
                let full = |writer: &ArrowWriter<Sink>| writer.in_progress_size() > GROUP;
                writer.write(rows).and_then(|()| if full(writer) { writer.flush() } else { Ok(()) })
            }
            Table::Jsonl(writer) => writer.write(rows).map_err(Into::into),
            Table::Csv(writer) => {
                flat(rows).and_then(|rows| writer.write(&rows)).map_err(Into::into)
            }
            Table::ArrowFile(writer) => writer.write(rows).map_err(Into::into),
            Table::ArrowStream(writer) => writer.write(rows).map_err(Into::into),
        };
        written.map_err(|error: ParquetError| not_written(&self.name, &error))
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), Diagnostic> {
        let ended = || -> Result<(), ParquetError> {
            let mut sink = match self.table {
                Table::Parquet(writer) => writer.into_inner()?,
                Table::Jsonl(mut writer) => {
                    writer.finish()?;
                    writer.into_inner()
                }
                Table::Csv(writer) => writer.into_inner(),
                Table::ArrowFile(writer) => writer.into_inner()?,
                Table::ArrowStream(writer) => writer.into_inner()?,
            };
            sink.flush()?;
            match self.unnamed {
                Some((file, path)) => {
                    Ok(file.persist(path).map(drop).map_err(|error| error.error)?)
                }
                None => Ok(()),
            }
        };
        ended().map_err(|error| not_written(&self.name, &error))
    }
}

/// The same rows with lists as JSON: a field of CSV holds one text.
fn flat(rows: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let schema = rows.schema();
    let columns = schema.fields().iter().zip(rows.columns()).map(|(field, column)| {
        if !field.data_type().is_nested() {
            return Ok((field.as_ref().clone(), column.clone()));
        }
        Ok((Field::new(field.name(), DataType::Utf8, true), in_json(column)?))
    });
    let (fields, columns): (Vec<Field>, Vec<ArrayRef>) =
        columns.collect::<Result<Vec<_>, ArrowError>>()?.into_iter().unzip();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

/// Each value of a column as JSON.
fn in_json(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let field = Field::new("v", column.data_type().clone(), true);
    let only = RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![column.clone()])?;
    let mut writer =
        WriterBuilder::new().with_explicit_nulls(true).build::<_, LineDelimited>(Vec::new());
    writer.write(&only)?;
    writer.finish()?;
    let lines = String::from_utf8(writer.into_inner()).unwrap_or_default();
    let value = |line: &str| {
        line.strip_prefix("{\"v\":").and_then(|rest| rest.strip_suffix('}')).map(str::to_owned)
    };
    Ok(Arc::new(lines.lines().map(value).collect::<StringArray>()))
}
