//! Everything under judgement.

use assize::docket::{Binding, Given, Stake};
use assize::{Absence, ReadOptions, Source};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::policy::Day;
use crate::reading::{Text, unknown_word};
use crate::wrong::raised;

/// A docket while it is being gathered. A policy judges a copy of it as it is then.
#[pyclass(module = "assize", skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Docket {
    pub(crate) docket: assize::Docket,
    id: String,
    round: u32,
}

/// What a fact of a run may be.
#[derive(FromPyObject)]
enum Fact {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<String>),
    Day(Day),
}

impl Docket {
    fn change(&mut self, made: impl FnOnce(assize::Docket) -> assize::Docket) {
        let old = std::mem::replace(&mut self.docket, assize::Docket::new(""));
        self.docket = made(old);
    }
}

#[pymethods]
impl Docket {
    #[new]
    #[pyo3(signature = (id, *, round = 1))]
    fn new(id: String, round: u32) -> PyResult<Self> {
        if round == 0 {
            return Err(PyValueError::new_err("a round is a whole number from 1"));
        }
        let docket = assize::Docket::new(id.as_str()).round(round);
        Ok(Self { docket, id, round })
    }

    #[staticmethod]
    fn from_json(py: Python<'_>, text: String) -> PyResult<Self> {
        let source = Source::new("docket.json", text);
        let docket = assize::Docket::from_json(&source, &ReadOptions::default());
        let docket = docket.map_err(|why| raised(py, &why))?;
        let closed = docket.clone().close();
        let (id, round) = (closed.id().to_owned(), closed.round());
        Ok(Self { docket, id, round })
    }

    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.docket.to_json().map_err(|why| raised(py, &why))
    }

    #[getter]
    fn id(&self) -> &str {
        &self.id
    }

    #[getter]
    fn round(&self) -> u32 {
        self.round
    }

    /// Names a seat.
    #[pyo3(signature = (name, *, stake = None, weight = None))]
    fn seat(&mut self, name: &str, stake: Option<&str>, weight: Option<u32>) -> PyResult<()> {
        let stake: Option<Stake> = stake.map(str::parse).transpose().map_err(unknown_word)?;
        let seat = self.docket.seat(name);
        if let Some(stake) = stake {
            seat.stake(stake);
        }
        if let Some(weight) = weight {
            seat.weight(weight);
        }
        Ok(())
    }

    /// Hands in what a seat wrote.
    #[pyo3(signature = (seat, text, *, name = None))]
    fn submit(&mut self, py: Python<'_>, seat: &str, text: Text, name: Option<&str>) {
        let source = Source::new(name.unwrap_or(seat), text.into_bytes());
        let docket = &mut self.docket;
        py.detach(|| docket.submit(seat, source));
    }

    /// Says why a seat submitted nothing.
    #[pyo3(signature = (seat, state = "missing", reason = ""))]
    fn absent(&mut self, seat: &str, state: &str, reason: &str) -> PyResult<()> {
        let why = reason.to_owned();
        let absence = match state {
            "missing" => Absence::Missing,
            "awaiting" => Absence::Awaiting(why),
            "errored" => Absence::Errored(why),
            "stale" => Absence::Stale(why),
            "skipped" => Absence::Skipped(why),
            "excused" => Absence::Excused(why),
            _ => {
                let known = "`missing`, `awaiting`, `errored`, `stale`, `skipped`, `excused`";
                return Err(PyValueError::new_err(format!("`{state}` is not one of {known}")));
            }
        };
        self.docket.absent(seat, absence);
        Ok(())
    }

    /// A fact of this run.
    fn given(&mut self, name: String, value: Fact) -> PyResult<()> {
        let value = match value {
            Fact::Bool(value) => Given::Bool(value),
            Fact::Int(value) => Given::Int(value),
            Fact::Text(text) => Given::Text(text),
            Fact::List(entries) => Given::List(entries),
            Fact::Day(day) => {
                let date = day.date();
                Given::Date(date.ok_or_else(|| PyValueError::new_err("it is not a day"))?)
            }
        };
        self.change(|docket| docket.given(name, value));
        Ok(())
    }

    /// The paths that the change touches.
    fn changed(&mut self, paths: Vec<String>) {
        self.change(|docket| docket.changed(paths));
    }

    /// How many lines the change adds and takes away.
    fn lines_changed(&mut self, lines: u64) {
        self.change(|docket| docket.lines_changed(lines));
    }

    /// The fingerprints of all that earlier rounds found.
    fn previous(&mut self, fingerprints: Vec<String>) {
        self.change(|docket| docket.previous(fingerprints));
    }

    /// What it is bound to: the state of the work that was reviewed.
    fn bind(&mut self, commit: String) {
        self.change(|docket| docket.bind(Binding::commit(commit)));
    }

    fn __repr__(&self) -> String {
        let cells = self.docket.clone().close().cells().count();
        format!("<Docket {} round {}: cells: {cells}>", self.id, self.round)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let again = py.get_type::<Self>().getattr("from_json")?;
        Ok((again, (self.to_json(py)?,)))
    }
}
