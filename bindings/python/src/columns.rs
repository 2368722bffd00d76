//! Columns of Arrow, as `assize.arrow` hands them over.

use arrow::array::{ArrayData, ArrayRef, RecordBatch, make_array};
use arrow::compute::concat_batches;
use arrow::datatypes::Schema;
use arrow::pyarrow::PyArrowType;
use assize::docket::Stake;
use assize::{Diagnostic, Diagnostics};
use assize_batch::{Judge, Reader, Reviews, schema};
use pyo3::prelude::*;

use crate::policy::Policy;
use crate::wrong::raised;

type Column = PyArrowType<ArrayData>;
type Rows = PyArrowType<RecordBatch>;

/// Who sits: expected, voting, observers.
type Bench = (Option<Vec<String>>, Vec<String>, Vec<String>);

/// The columns of what is read.
#[pyfunction]
pub(crate) fn read_schema() -> PyArrowType<Schema> {
    PyArrowType(schema::read().as_ref().clone())
}

/// The columns of rulings.
#[pyfunction]
pub(crate) fn ruling_schema() -> PyArrowType<Schema> {
    PyArrowType(schema::ruling().as_ref().clone())
}

/// What texts say, chunk after chunk.
#[pyfunction]
pub(crate) fn read_columns(py: Python<'_>, chunks: Vec<Column>, threads: usize) -> PyResult<Rows> {
    let chunks: Vec<ArrayRef> = chunks.into_iter().map(array).collect();
    let read = py.detach(|| {
        let reader = Reader::default().threads(threads);
        if let [only] = &chunks[..] {
            return reader.read(only);
        }
        let read = chunks.iter().map(|chunk| reader.read(chunk)).collect::<Result<Vec<_>, _>>()?;
        concat_batches(&schema::read(), &read).map_err(|error| {
            let told =
                Diagnostic::error("assize::python::too_many_rows").message(error.to_string());
            Diagnostics::from(told.help("hand in fewer rows at a time"))
        })
    });
    read.map(PyArrowType).map_err(|why| raised(py, &why))
}

/// The rulings on dockets whose rows lie in columns.
#[pyfunction]
pub(crate) fn judge_columns(
    py: Python<'_>,
    policy: &Bound<'_, Policy>,
    key: (Option<Column>, Option<Column>),
    rows: (Column, Column),
    bench: Bench,
    threads: usize,
) -> PyResult<Rows> {
    let ((tasks, rounds), (seats, texts)) = (key, rows);
    let reviews = Reviews {
        tasks: tasks.map(array),
        rounds: rounds.map(array),
        seats: array(seats),
        texts: array(texts),
    };
    let judge = judging(policy.get(), bench);
    let ruled = py.detach(|| judge.threads(threads).judge(&reviews));
    ruled.map(PyArrowType).map_err(|why| raised(py, &why))
}

/// The rulings on lists of seats and texts.
#[pyfunction]
pub(crate) fn judge_lists(
    py: Python<'_>,
    policy: &Bound<'_, Policy>,
    lists: Column,
    bench: Bench,
    threads: usize,
) -> PyResult<Rows> {
    let lists = array(lists);
    let judge = judging(policy.get(), bench);
    let ruled = py.detach(|| judge.threads(threads).judge_lists(&lists));
    ruled.map(PyArrowType).map_err(|why| raised(py, &why))
}

fn array(column: Column) -> ArrayRef {
    make_array(column.0)
}

fn judging(policy: &Policy, (expect, voting, observers): Bench) -> Judge {
    let mut judge = Judge::new(policy.policy.clone());
    if let Some(expect) = expect {
        judge = judge.expect(expect);
    }
    for (seats, stake) in [(voting, Stake::Voting), (observers, Stake::Observer)] {
        judge = seats.into_iter().fold(judge, |judge, seat| judge.stake(seat, stake));
    }
    judge
}
