//! Files as rows, some at a time.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::sync::Arc;

use arrow::array::{ArrayRef, RecordBatch, StringArray};
use arrow::datatypes::Schema;
use arrow::error::ArrowError;
use arrow::ipc::reader::{FileReader, StreamReader};
use assize::Diagnostic;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::mistakes::{
    broken, column_twice, no_column, parquet_from_a_pipe, unknown_format, unreadable,
};
use super::{Place, TableFormat, csv, json};

/// What a file of Arrow IPC begins with; a stream does not.
const FILE: &[u8] = b"ARROW1";

/// The columns that are taken from a file, by their names.
#[derive(Clone, Debug)]
pub struct Named {
    /// Texts of reviews.
    pub text: String,
    /// Who wrote them.
    pub seat: Option<String>,
    /// What they are about.
    pub task: Option<String>,
    /// Which round they are of.
    pub round: Option<String>,
    /// What is handed on as it is.
    pub keep: Vec<String>,
}

impl Named {
    /// Each name once.
    fn all(&self) -> Vec<&str> {
        let own = [Some(&self.text), self.seat.as_ref(), self.task.as_ref(), self.round.as_ref()];
        let mut all: Vec<&str> = Vec::new();
        for name in own.into_iter().flatten().chain(&self.keep) {
            if !all.contains(&name.as_str()) {
                all.push(name);
            }
        }
        all
    }
}

/// Some rows of a file.
#[derive(Clone, Debug)]
pub struct Row {
    /// The columns that were named.
    pub(super) columns: RecordBatch,
    /// Why some of them could not be read.
    pub(super) errors: Option<StringArray>,
}

impl Row {
    pub(super) fn column(&self, name: &str) -> Result<&ArrayRef, Diagnostic> {
        self.columns.column_by_name(name).ok_or_else(|| no_column("the input", name, &[]))
    }
}

/// Rows, until one cannot be read.
pub(super) type Rows = Box<dyn Iterator<Item = Result<Row, Diagnostic>> + Send>;

/// A file of reviews.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where it lies.
    pub place: Place,
    /// How it is written; found out by its name unless set.
    pub format: Option<TableFormat>,
}

impl Input {
    /// How many rows it has, where that is known before it is read.
    pub fn count(&self) -> Option<u64> {
        let (TableFormat::Parquet, Place::File(_)) = (self.format().ok()?, &self.place) else {
            return None;
        };
        let reader = ParquetRecordBatchReaderBuilder::try_new(self.file().ok()?).ok()?;
        u64::try_from(reader.metadata().file_metadata().num_rows()).ok()
    }

    fn format(&self) -> Result<TableFormat, Diagnostic> {
        let by_name = match &self.place {
            Place::File(path) => TableFormat::of_path(path),
            Place::Standard => None,
        };
        let format = self.format.or(by_name);
        format.ok_or_else(|| unknown_format(&self.place.shown(), "--input-format"))
    }

    #[expect(clippy::disallowed_methods, reason = "this part of the crate opens files")]
    fn file(&self) -> Result<File, Diagnostic> {
        let Place::File(path) = &self.place else { return Err(parquet_from_a_pipe()) };
        let opened = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
            true => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
            false => Ok(file),
        });
        opened.map_err(|error| unreadable(&path.display().to_string(), &error))
    }

    fn stream(&self) -> Result<BufReader<Box<dyn Read + Send>>, Diagnostic> {
        let stream: Box<dyn Read + Send> = match &self.place {
            Place::Standard => Box::new(io::stdin()),
            Place::File(_) => Box::new(self.file()?),
        };
        Ok(BufReader::with_capacity(256 * 1024, stream))
    }

    /// Its rows, at most so many at a time.
    ///
    /// # Errors
    ///
    /// It cannot be opened, is not what its name says, or lacks a column.
    pub(super) fn open(&self, named: &Named, rows: usize) -> Result<Rows, Diagnostic> {
        let name = self.place.shown();
        match self.format()? {
            TableFormat::Parquet => parquet_rows(self.file()?, name, named, rows),
            TableFormat::Csv => csv::rows(self.stream()?, name, &named.all(), rows),
            TableFormat::Jsonl => json::rows(self.stream()?, name, &named.all(), rows),
            TableFormat::Arrow => match &self.place {
                Place::Standard => arrow_rows(self.stream()?, name, named, rows),
                Place::File(_) => {
                    let mut file = self.file()?;
                    let mut first = [0; FILE.len()];
                    let is_file = file.read_exact(&mut first).is_ok() && first == FILE;
                    file.rewind().map_err(|error| unreadable(&name, &error))?;
                    match is_file {
                        true => arrow_file_rows(file, name, named, rows),
                        false => arrow_rows(self.stream()?, name, named, rows),
                    }
                }
            },
        }
    }
}

/// The places of the columns that were named.
fn places(file: &str, schema: &Schema, named: &Named) -> Result<Vec<usize>, Diagnostic> {
    let fields = schema.fields();
    let place = |name: &str| {
        let mut found = (0..fields.len()).filter(|place| fields[*place].name() == name);
        let known = || fields.iter().map(|field| field.name().clone()).collect::<Vec<_>>();
        match (found.next(), found.next()) {
            (Some(place), None) => Ok(place),
            (Some(_), Some(_)) => Err(column_twice(file, name)),
            (None, _) => Err(no_column(file, name, &known())),
        }
    };
    named.all().into_iter().map(place).collect()
}

fn parquet_rows(file: File, name: String, named: &Named, rows: usize) -> Result<Rows, Diagnostic> {
    let opened = ParquetRecordBatchReaderBuilder::try_new(file);
    let builder = opened.map_err(|error| broken(&name, "Parquet", &error))?;
    let wanted = places(&name, builder.schema(), named)?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), wanted);
    let reader = builder.with_projection(mask).with_batch_size(rows).build();
    let reader = reader.map_err(|error| broken(&name, "Parquet", &error))?;
    Ok(rows_of(reader, name, "Parquet", rows))
}

fn arrow_file_rows(
    file: File,
    name: String,
    named: &Named,
    rows: usize,
) -> Result<Rows, Diagnostic> {
    let reader = FileReader::try_new_buffered(file, None);
    let reader = reader.map_err(|error| broken(&name, "Arrow IPC", &error))?;
    let wanted = places(&name, &reader.schema(), named)?;
    let chosen = reader.map(move |batch| batch.and_then(|batch| batch.project(&wanted)));
    Ok(rows_of(chosen, name, "Arrow IPC", rows))
}

fn arrow_rows(
    input: impl Read + Send + 'static,
    name: String,
    named: &Named,
    rows: usize,
) -> Result<Rows, Diagnostic> {
    let reader = StreamReader::try_new(input, None);
    let reader = reader.map_err(|error| broken(&name, "Arrow IPC", &error))?;
    let wanted = places(&name, &reader.schema(), named)?;
    let chosen = reader.map(move |batch| batch.and_then(|batch| batch.project(&wanted)));
    Ok(rows_of(chosen, name, "Arrow IPC", rows))
}

/// Batches of any size as rows, at most so many at a time.
fn rows_of(
    batches: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
    name: String,
    format: &'static str,
    most: usize,
) -> Rows {
    let name: Arc<str> = name.into();
    let mut ended = false;
    let until_broken =
        batches.take_while(move |batch| !std::mem::replace(&mut ended, batch.is_err()));
    Box::new(until_broken.flat_map(move |batch| {
        let pieces: Vec<Result<Row, Diagnostic>> = match batch {
            Ok(batch) => {
                let piece = |at| batch.slice(at, most.min(batch.num_rows() - at));
                let starts = (0..batch.num_rows()).step_by(most);
                starts.map(|at| Ok(Row { columns: piece(at), errors: None })).collect()
            }
            Err(error) => vec![Err(broken(&name, format, &error))],
        };
        pieces
    }))
}
