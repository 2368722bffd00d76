//! A run: files in, one file out.

use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use arrow::array::{
    Array, ArrayRef, AsArray, Int64Array, Int64Builder, LargeBinaryBuilder, LargeStringBuilder,
    RecordBatch, StringBuilder, new_empty_array,
};
use arrow::datatypes::{DataType, Field, Int64Type, Schema};
use assize::Diagnostic;

use super::gathered::{Gathered, Pile, gathered_schema, hash, whole};
use super::input::{Input, Named, Row};
use super::merge::Merged;
use super::mistakes::{column_taken, not_put_aside, not_written};
use super::output::{Output, Writer};
use crate::columns::{Rounds, Texts};
use crate::judging::{Columns, Group};
use crate::{Judge, Reader, mistakes, schema};

/// So many rows are read at once: with texts of 100 KB, 200 MB.
const ROWS: usize = 2048;

/// So many dockets are judged at once.
const DOCKETS: usize = 1024;

/// What a run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows that went in.
    pub rows: u64,
    /// Rows that came out.
    pub out: u64,
    /// Those of them that hold an error.
    pub errors: u64,
}

/// One of several parts of the tasks: `3/10` is the third of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    at: u64,
    of: u64,
}

impl Part {
    /// From 1, of how many; none where there is no such part.
    pub fn new(at: u64, of: u64) -> Option<Self> {
        (1..=of).contains(&at).then(|| Self { at: at - 1, of })
    }

    fn has(self, task: &str) -> bool {
        hash(task) % self.of == self.at
    }
}

/// How tables are judged.
#[derive(Clone)]
pub struct Judging {
    /// By what.
    pub judge: Judge,
    /// Which of the tasks; all unless set.
    pub part: Option<Part>,
    /// So many bytes of rows are held in memory; more are put aside in the folder for temporary files.
    pub memory: usize,
}

impl Judging {
    /// All tasks, with 48 MiB of rows in memory.
    pub fn new(judge: Judge) -> Self {
        Self { judge, part: None, memory: 48 * 1024 * 1024 }
    }
}

/// Reads the texts of some files, a row each, in their order, behind the columns that are kept.
///
/// # Errors
///
/// A file cannot be read to its end, or the output not written. Nothing has its name then.
pub fn read(
    inputs: &[Input],
    named: &Named,
    reader: &Reader,
    output: &Output,
    progress: &dyn Fn(u64),
) -> Result<Counts, Diagnostic> {
    let mut counts = Counts::default();
    let own = schema::read();
    if let Some(taken) = named.keep.iter().find(|name| own.field_with_name(name).is_ok()) {
        return Err(column_taken(taken));
    }
    std::thread::scope(|scope| {
        // Written by another thread, so that the cores that read need not wait for it.
        let (sender, receiver) = sync_channel::<RecordBatch>(2);
        let written = scope.spawn(move || {
            let mut writer = None;
            for rows in receiver {
                writer_of(&mut writer, output, &rows)?.write(&rows)?;
            }
            Ok(writer)
        });
        let read = each_row(inputs, named, &mut |rows| {
            let errors = rows.errors.clone().map(|errors| Arc::new(errors) as ArrayRef);
            let errors = errors.map(|errors| Texts::of("error", &errors)).transpose()?;
            let read =
                reader.read_column(&named.text, rows.column(&named.text)?, errors.as_ref())?;
            let read = beside(&rows, &named.keep, &read)?;
            counts.add(&read);
            counts.rows += to_u64(read.num_rows());
            progress(to_u64(read.num_rows()));
            // Where the writer has ended, it says why.
            Ok(sender.send(read).is_ok())
        });
        drop(sender);
        let written: Result<Option<Writer>, Diagnostic> = written
            .join()
            .unwrap_or_else(|_| Err(not_written(&output.place.shown(), &"its thread ended")));
        let mut writer = written?;
        read?;
        writer_of(&mut writer, output, &empty(&named.keep)?)?;
        writer.map_or(Ok(()), Writer::finish)
    })?;
    Ok(counts)
}

/// No rows, where there are none: what is kept is text then.
fn empty(keep: &[String]) -> Result<RecordBatch, Diagnostic> {
    let no_rows = RecordBatch::new_empty(schema::read());
    let kept = keep.iter().map(|name| (name.as_str(), new_empty_array(&DataType::Utf8)));
    if keep.is_empty() {
        return Ok(no_rows);
    }
    let columns = RecordBatch::try_from_iter(kept).map_err(|error| mistakes::arrow(&error))?;
    beside(&Row { columns, errors: None }, keep, &no_rows)
}

/// Judges the reviews of some files: a row for each task and round, in the order in which they first have a row.
///
/// Rows of a task may lie anywhere, also in several files.
///
/// # Errors
///
/// A file cannot be read to its end, or the output not written. Nothing has its name then.
pub fn judge(
    inputs: &[Input],
    named: &Named,
    judging: &Judging,
    output: &Output,
    progress: &dyn Fn(u64),
) -> Result<Counts, Diagnostic> {
    let mut counts = Counts::default();
    let Judging { judge, part, memory } = judging;
    let mut gathered = Gathered::new(*memory);
    each_row(inputs, named, &mut |rows| {
        let first = counts.rows;
        counts.rows += to_u64(rows.columns.num_rows());
        progress(to_u64(rows.columns.num_rows()));
        gathered.push(gather(&rows, named, *part, first)?)?;
        Ok(true)
    })?;
    let mut writer = output.create(&schema::ruling())?;
    match gathered.finish()? {
        Ok(rows) => {
            for rulings in rulings(judge, rows)? {
                let (_, rulings) = rulings?;
                counts.add(&rulings);
                writer.write(&rulings)?;
            }
        }
        Err(piles) => {
            let piles = piles.into_iter().map(|pile| put_rulings_aside(judge, pile));
            let mut merged = Merged::new(piles.collect::<Result<_, _>>()?)?;
            while let Some(rulings) = merged.next_rulings()? {
                counts.add(&rulings);
                writer.write(&rulings)?;
            }
        }
    }
    writer.finish()?;
    Ok(counts)
}

impl Counts {
    fn add(&mut self, rows: &RecordBatch) {
        let errors =
            rows.column_by_name("error").map_or(0, |errors| rows.num_rows() - errors.null_count());
        self.out += to_u64(rows.num_rows());
        self.errors += to_u64(errors);
    }
}

fn to_u64(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Hands on the rows of all files, while another thread reads the next ones; until `take` says that it takes no more.
fn each_row(
    inputs: &[Input],
    named: &Named,
    take: &mut dyn FnMut(Row) -> Result<bool, Diagnostic>,
) -> Result<(), Diagnostic> {
    for input in inputs {
        let rows = input.open(named, ROWS)?;
        let goes_on = std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(2);
            scope.spawn(move || {
                // Nobody is left to take them once a row could not be written.
                for row in rows {
                    if sender.send(row).is_err() {
                        break;
                    }
                }
            });
            for row in receiver {
                if !take(row?)? {
                    return Ok(false);
                }
            }
            Ok::<_, Diagnostic>(true)
        })?;
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// The writer, which is made when it is known which columns are kept.
fn writer_of<'w>(
    writer: &'w mut Option<Writer>,
    output: &Output,
    rows: &RecordBatch,
) -> Result<&'w mut Writer, Diagnostic> {
    match writer {
        Some(writer) => Ok(writer),
        None => Ok(writer.insert(output.create(&rows.schema())?)),
    }
}

/// What was read, behind the columns that are kept.
fn beside(rows: &Row, keep: &[String], read: &RecordBatch) -> Result<RecordBatch, Diagnostic> {
    if keep.is_empty() {
        return Ok(read.clone());
    }
    let (mut fields, mut columns) = (Vec::new(), Vec::new());
    for name in keep {
        let column = rows.column(name)?;
        fields.push(Arc::new(Field::new(name, column.data_type().clone(), true)));
        columns.push(column.clone());
    }
    let own = read.schema();
    fields.extend(own.fields().iter().cloned());
    columns.extend(read.columns().iter().cloned());
    let schema = Schema::new_with_metadata(fields, own.metadata().clone());
    RecordBatch::try_new(Arc::new(schema), columns).map_err(|error| mistakes::arrow(&error))
}

/// Some rows as they are gathered; those of other parts are left out.
fn gather(
    rows: &Row,
    named: &Named,
    part: Option<Part>,
    first: u64,
) -> Result<RecordBatch, Diagnostic> {
    let texts = Texts::of(&named.text, rows.column(&named.text)?)?;
    let tasks =
        named.task.as_ref().map(|name| Texts::of_keys(name, rows.column(name)?)).transpose()?;
    let seats = named.seat.as_ref().map(|name| Texts::of(name, rows.column(name)?)).transpose()?;
    let rounds = match &named.round {
        Some(name) => Rounds::of(name, Some(rows.column(name)?))?,
        None => Rounds::First,
    };
    let (mut task, mut seat) = (LargeStringBuilder::new(), LargeStringBuilder::new());
    let (mut round, mut number) = (Int64Builder::new(), Int64Builder::new());
    let (mut text, mut error) = (LargeBinaryBuilder::new(), StringBuilder::new());
    for row in 0..rows.columns.num_rows() {
        let own = tasks.as_ref().and_then(|tasks| tasks.name(row));
        if part.is_some_and(|part| !part.has(own.unwrap_or_default())) {
            continue;
        }
        task.append_option(own);
        round.append_option(rounds.get(row).map(i64::from));
        seat.append_option(seats.as_ref().and_then(|seats| seats.name(row)));
        text.append_option(texts.get(row));
        let wrong = rows.errors.as_ref().filter(|errors| errors.is_valid(row));
        error.append_option(wrong.map(|errors| errors.value(row)));
        number.append_value(
            i64::try_from(first).unwrap_or(i64::MAX) + i64::try_from(row).unwrap_or(i64::MAX),
        );
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(task.finish()),
        Arc::new(round.finish()),
        Arc::new(seat.finish()),
        Arc::new(text.finish()),
        Arc::new(error.finish()),
        Arc::new(number.finish()),
    ];
    RecordBatch::try_new(gathered_schema(), columns).map_err(|error| mistakes::arrow(&error))
}

/// The rulings on gathered rows, some at a time, with the row in which each docket began.
fn rulings<'j>(
    judge: &'j Judge,
    rows: RecordBatch,
) -> Result<impl Iterator<Item = Result<(Int64Array, RecordBatch), Diagnostic>> + 'j, Diagnostic> {
    let columns = Columns {
        tasks: Some(Texts::of("task", &rows["task"])?),
        rounds: Rounds::of("round", Some(&rows["round"]))?,
        seats: Texts::of("seat", &rows["seat"])?,
        texts: Texts::of("text", &rows["text"])?,
        errors: Some(Texts::of("error", &rows["error"])?),
    };
    let groups = columns.groups();
    let starts: Vec<usize> = (0..groups.len()).step_by(DOCKETS).collect();
    Ok(starts.into_iter().map(move |start| {
        let some: &[Group] = &groups[start..groups.len().min(start + DOCKETS)];
        let numbers = rows["row"].as_primitive::<Int64Type>();
        let began =
            some.iter().filter_map(|group| group.rows.first().map(|row| numbers.value(*row)));
        Ok((began.collect(), judge.judge_groups(&columns, some)?))
    }))
}

/// Judges a pile, and puts its rulings aside: they are merged with those of the others.
fn put_rulings_aside(judge: &Judge, pile: Pile) -> Result<Pile, Diagnostic> {
    let mut fields = schema::ruling().fields().to_vec();
    fields.push(gathered_schema().fields()[5].clone());
    let schema = Arc::new(Schema::new(fields));
    let mut aside = Pile::new(&schema)?;
    let rows = pile.take()?.collect::<Result<Vec<_>, _>>();
    let rows = whole(rows.map_err(|error| not_put_aside(&error))?)?;
    for rulings in rulings(judge, rows)? {
        let (began, rulings) = rulings?;
        // Small batches: one of each pile is in memory while they are merged.
        for start in (0..rulings.num_rows()).step_by(128) {
            let count = 128.min(rulings.num_rows() - start);
            let mut columns = rulings.slice(start, count).columns().to_vec();
            columns.push(Arc::new(began.slice(start, count)));
            let batch = RecordBatch::try_new(schema.clone(), columns);
            aside.put(&batch.map_err(|error| not_put_aside(&error))?)?;
        }
    }
    Ok(aside)
}
