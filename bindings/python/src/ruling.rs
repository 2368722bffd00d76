//! What a policy decided, and why.

use assize::docket::CellRef;
use assize::emit::json;
use assize::emit::text::{self, TextOptions};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::docket::Docket;
use crate::policy::{Asked, Policy};
use crate::to_python;
use crate::wrong::raised;

/// A ruling. Only a policy makes one.
#[pyclass(module = "assize", frozen)]
pub(crate) struct Ruling {
    ruling: assize::Ruling,
    docket: assize::Docket,
    policy: Policy,
}

/// Judges a docket.
#[pyfunction]
#[pyo3(signature = (docket, policy = Asked::Name("any-blocker".to_owned())))]
pub(crate) fn judge(
    py: Python<'_>,
    docket: &Bound<'_, Docket>,
    policy: Asked<'_>,
) -> PyResult<Ruling> {
    let policy = policy.policy(py)?;
    let docket = docket.borrow().docket.clone();
    let ruled = py.detach(|| policy.policy.judge(&docket.clone().close()));
    Ok(Ruling { ruling: ruled.map_err(|why| raised(py, &why))?, docket, policy })
}

impl Ruling {
    fn member<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item(name)
    }
}

#[pymethods]
impl Ruling {
    #[getter]
    fn outcome(&self) -> &'static str {
        self.ruling.outcome().as_str()
    }

    #[getter]
    fn word(&self) -> &str {
        self.ruling.word()
    }

    #[getter]
    fn open(&self) -> bool {
        self.ruling.opening().is_some()
    }

    #[getter]
    fn rule(&self) -> Option<&str> {
        self.ruling.rule().map(|rule| rule.name.as_str())
    }

    #[getter]
    fn reason(&self) -> Option<&str> {
        self.ruling.reason()
    }

    #[getter]
    fn exit_code(&self) -> u8 {
        self.ruling.exit_code()
    }

    #[getter]
    fn notes(&self) -> Vec<&str> {
        self.ruling.notes().map(|note| note.note.name.as_str()).collect()
    }

    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.member(py, "actions")
    }

    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.member(py, "cells")
    }

    #[getter]
    fn impediments(&self) -> Vec<(&'static str, Option<&str>)> {
        let docket = self.ruling.docket();
        let refused = self.ruling.refused().unwrap_or_default().iter();
        let seat = |found: &assize::ruling::Impediment| found.cell(docket).map(CellRef::seat);
        refused.map(|found| (found.name(), seat(found))).collect()
    }

    #[getter]
    fn policy(&self) -> Policy {
        self.policy.clone()
    }

    fn to_json(&self) -> String {
        json::ruling(&self.ruling, self.ruling.exit_code())
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.to_json())
    }

    /// Every rule and what it saw, as text.
    fn explain(&self) -> String {
        text::explain(&self.ruling, &TextOptions::default())
    }

    fn __str__(&self) -> String {
        text::ruling(&self.ruling, &TextOptions::default())
    }

    fn __repr__(&self) -> String {
        let state = if self.open() { "OPEN" } else { "SHUT" };
        format!("<Ruling {state} {}: {}>", self.word(), self.ruling.rule_name())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("assize._html")?.call_method1("ruling", (slf,))
    }

    /// Every object is true in an `if` unless it says otherwise, and a shut gate must not be.
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("a ruling is neither true nor false: ask whether it is `open`"))
    }

    /// Nothing is believed of a ruling that was sent: its docket is judged again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let json = self.docket.to_json().map_err(|why| raised(py, &why))?;
        let again = py.import("assize._errors")?.getattr("_judge_again")?;
        Ok((again, (json, self.policy.clone()).into_pyobject(py)?.into_any()))
    }
}
