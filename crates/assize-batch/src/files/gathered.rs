//! Rows of dockets, gathered until the last is there: in memory while they are few, else put aside in files by their tasks.

use std::fs::File;
use std::io::{BufReader, BufWriter, Seek, Write};
use std::sync::{Arc, LazyLock};

use arrow::array::{Array, AsArray, RecordBatch};
use arrow::compute::{concat_batches, interleave_record_batch};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use arrow::error::ArrowError;
use arrow::ipc::reader::StreamReader;
use arrow::ipc::writer::StreamWriter;
use assize::Diagnostic;

use super::mistakes::not_put_aside;

/// Rows are put aside in so many files, each of which is judged by itself: with 32 GiB of texts, 128 MiB each.
const PILES: usize = 256;

/// The columns that are gathered.
pub(super) fn gathered_schema() -> SchemaRef {
    static GATHERED: LazyLock<SchemaRef> = LazyLock::new(|| {
        let field = |name, of| Field::new(name, of, true);
        Arc::new(Schema::new(vec![
            field("task", DataType::LargeUtf8),
            field("round", DataType::Int64),
            field("seat", DataType::LargeUtf8),
            field("text", DataType::LargeBinary),
            field("error", DataType::Utf8),
            field("row", DataType::Int64),
        ]))
    });
    GATHERED.clone()
}

/// Rows that were gathered.
pub(super) struct Gathered {
    held: Vec<RecordBatch>,
    bytes: usize,
    limit: usize,
    piles: Vec<Pile>,
}

/// Rows in a file without a name.
pub(super) struct Pile {
    writer: StreamWriter<BufWriter<File>>,
}

impl Pile {
    pub(super) fn new(schema: &Schema) -> Result<Self, Diagnostic> {
        let file = tempfile::tempfile().map_err(|error| not_put_aside(&error))?;
        let writer = StreamWriter::try_new(BufWriter::new(file), schema);
        Ok(Self { writer: writer.map_err(|error| not_put_aside(&error))? })
    }

    pub(super) fn put(&mut self, rows: &RecordBatch) -> Result<(), Diagnostic> {
        self.writer.write(rows).map_err(|error| not_put_aside(&error))
    }

    /// What was put aside, in its order.
    pub(super) fn take(self) -> Result<StreamReader<BufReader<File>>, Diagnostic> {
        let reader = || {
            let mut buffer = self.writer.into_inner()?;
            buffer.flush()?;
            let mut file =
                buffer.into_inner().map_err(|error| ArrowError::from(error.into_error()))?;
            file.rewind()?;
            StreamReader::try_new(BufReader::new(file), None)
        };
        reader().map_err(|error| not_put_aside(&error))
    }
}

impl Gathered {
    /// Holds at most so many bytes in memory.
    pub(super) fn new(limit: usize) -> Self {
        Self { held: Vec::new(), bytes: 0, limit, piles: Vec::new() }
    }

    pub(super) fn push(&mut self, rows: RecordBatch) -> Result<(), Diagnostic> {
        self.bytes += rows.get_array_memory_size();
        self.held.push(rows);
        if self.bytes > self.limit { self.put_aside() } else { Ok(()) }
    }

    fn put_aside(&mut self) -> Result<(), Diagnostic> {
        if self.piles.is_empty() {
            let schema = gathered_schema();
            self.piles = (0..PILES).map(|_| Pile::new(&schema)).collect::<Result<_, _>>()?;
        }
        let mut places = vec![Vec::new(); PILES];
        for (batch, rows) in self.held.iter().enumerate() {
            let tasks = rows["task"].as_string::<i64>();
            for row in 0..rows.num_rows() {
                let task = if tasks.is_valid(row) { tasks.value(row) } else { "" };
                places[pile_of(task)].push((batch, row));
            }
        }
        let held: Vec<&RecordBatch> = self.held.iter().collect();
        for (pile, places) in self.piles.iter_mut().zip(&places) {
            if !places.is_empty() {
                let rows = interleave_record_batch(&held, places);
                pile.put(&rows.map_err(|error| not_put_aside(&error))?)?;
            }
        }
        self.held.clear();
        self.bytes = 0;
        Ok(())
    }

    /// What was gathered: all rows where they are few, else the piles, which share no task.
    pub(super) fn finish(mut self) -> Result<Result<RecordBatch, Vec<Pile>>, Diagnostic> {
        if self.piles.is_empty() {
            return whole(self.held.drain(..)).map(Ok);
        }
        self.put_aside()?;
        Ok(Err(self.piles))
    }
}

/// All rows of a pile, or of what is held.
pub(super) fn whole(
    batches: impl IntoIterator<Item = RecordBatch>,
) -> Result<RecordBatch, Diagnostic> {
    let batches: Vec<RecordBatch> = batches.into_iter().collect();
    concat_batches(&gathered_schema(), &batches).map_err(|error| not_put_aside(&error))
}

/// The hash of a task (FNV-1a, 64 bits), the same on every machine and in every version.
pub(super) fn hash(task: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    task.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Its pile. Other bits than those by which parts of a run are told apart, which may be all alike here.
fn pile_of(task: &str) -> usize {
    let mixed = hash(task).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
    usize::try_from(mixed).unwrap_or_default()
}
