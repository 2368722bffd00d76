//! A policy, compiled once.

use std::collections::BTreeMap;

use assize::docket::Date;
use assize::host::{Disk, Judged, current_dir, policies};
use assize::ruling::{BUILT_IN, Value};
use assize::{Diagnostics, Stage};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::reading::unknown_word;
use crate::wrong::{mistake, raised};

/// A compiled policy, and what it was compiled from, so that it can be compiled again elsewhere.
#[pyclass(module = "assize", frozen, skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Policy {
    pub(crate) policy: assize::Policy,
    stage: Stage,
    name: String,
    text: String,
    /// Where it came from, as rulings name it.
    origin: Option<String>,
    imports: Vec<(String, String)>,
    words: Vec<String>,
    params: Vec<(String, String)>,
}

impl Policy {
    fn of(
        stage: Stage,
        name: String,
        text: String,
        (imports, words): (Vec<(String, String)>, Vec<String>),
    ) -> Result<Self, Diagnostics> {
        let policy = assize::Policy::compile_with_words(stage, &name, &text, &imports, &words)?;
        let (origin, params) = (None, Vec::new());
        Ok(Self { policy, stage, name, text, origin, imports, words, params })
    }

    fn naming_origin(mut self, origin: Option<String>) -> Self {
        if let Some(origin) = &origin {
            self.policy = self.policy.with_origin(origin.as_str());
        }
        Self { origin, ..self }
    }

    fn with_params(&self, params: &[(String, String)]) -> Result<Self, Diagnostics> {
        let mut own = self.clone();
        own.policy = self.policy.with(params.iter().map(|(name, value)| (name, value)))?;
        own.params.extend_from_slice(params);
        Ok(own)
    }

    /// By its name or its file, as the command finds it.
    pub(crate) fn find(asked: &str, stage: Stage) -> Result<Self, Diagnostics> {
        let here = current_dir().unwrap_or_default();
        let found = policies::find(&Disk, stage, asked, &here, &Judged::default())?;
        let origin = found.file.as_ref().map(assize::host::shown);
        let own = Self::of(stage, found.name, found.text, (found.imports, found.words))?;
        Ok(own.naming_origin(origin.or(Some(BUILT_IN.to_owned()))))
    }
}

/// What takes a policy takes its name as well.
#[derive(FromPyObject)]
pub(crate) enum Asked<'py> {
    Policy(Bound<'py, Policy>),
    Name(String),
}

impl Asked<'_> {
    pub(crate) fn policy(&self, py: Python<'_>) -> PyResult<Policy> {
        match self {
            Self::Policy(policy) => Ok(policy.get().clone()),
            Self::Name(name) => Policy::find(name, Stage::Gate).map_err(|why| raised(py, &why)),
        }
    }
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (name, *, stage = "gate"))]
    fn new(py: Python<'_>, name: &str, stage: &str) -> PyResult<Self> {
        let stage: Stage = stage.parse().map_err(unknown_word)?;
        Self::find(name, stage).map_err(|why| raised(py, &why))
    }

    #[staticmethod]
    #[pyo3(signature = (text, *, name = "policy.rhai", stage = "gate", imports = None))]
    fn compile(
        py: Python<'_>,
        text: String,
        name: &str,
        stage: &str,
        imports: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let stage: Stage = stage.parse().map_err(unknown_word)?;
        let imports = imports.unwrap_or_default().into_iter().collect();
        let made = Self::of(stage, name.to_owned(), text, (imports, Vec::new()));
        made.map_err(|why| raised(py, &why))
    }

    #[pyo3(signature = (**params))]
    fn set(&self, py: Python<'_>, params: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut told = Vec::new();
        for (name, value) in params.iter().flat_map(|params| params.iter()) {
            let value: ParamValue = value.extract()?;
            told.push((name.extract()?, value.written()));
        }
        self.with_params(&told).map_err(|why| raised(py, &why))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    #[getter]
    fn stage(&self) -> &'static str {
        self.stage.as_str()
    }

    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    #[getter]
    fn sha256(&self) -> String {
        self.policy.facts().sha256.to_string()
    }

    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        for (name, value) in &self.policy.facts().params {
            match value {
                Value::Bool(value) => told.set_item(name, value)?,
                Value::Int(value) => told.set_item(name, value)?,
                Value::List(entries) => told.set_item(name, entries)?,
                other => told.set_item(name, other.to_string())?,
            }
        }
        Ok(told)
    }

    #[getter]
    fn givens(&self) -> Vec<(&str, &'static str)> {
        self.policy.givens().map(|(name, of)| (name, of.as_str())).collect()
    }

    fn __repr__(&self) -> String {
        let sha256 = self.sha256();
        format!("<Policy {} {}>", self.name, sha256.get(..12).unwrap_or_default())
    }

    fn __eq__(&self, other: &Self) -> bool {
        (self.stage, self.sha256(), &self.params) == (other.stage, other.sha256(), &other.params)
    }

    fn __hash__(&self) -> u64 {
        let bytes = self.policy.facts().sha256.0;
        bytes.iter().take(7).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
    }

    /// Its text and its hash: another process compiles it, and holds it against the hash.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let again = py.import("assize._errors")?.getattr("_policy_again")?;
        let args = (
            self.stage.as_str(),
            &self.name,
            &self.text,
            self.origin.as_deref(),
            pyo3::types::PyTuple::new(py, self.imports.iter().map(|(n, t)| (n, t)))?,
            pyo3::types::PyTuple::new(py, &self.words)?,
            pyo3::types::PyTuple::new(py, self.params.iter().map(|(n, v)| (n, v)))?,
            self.sha256(),
        );
        Ok((again, args.into_pyobject(py)?.into_any()))
    }

    /// What `__reduce__` tells, compiled.
    #[staticmethod]
    fn _again(
        py: Python<'_>,
        told: (String, String, String, Option<String>),
        imports: Vec<(String, String)>,
        words: Vec<String>,
        params: Vec<(String, String)>,
        sha256: &str,
    ) -> PyResult<Self> {
        let (stage, name, text, origin) = told;
        let stage: Stage = stage.parse().map_err(unknown_word)?;
        let made = Self::of(stage, name, text, (imports, words));
        let made =
            made.and_then(|made| made.with_params(&params)).map_err(|why| raised(py, &why))?;
        let made = made.naming_origin(origin);
        if made.sha256() != sha256 {
            return Err(mistake(
                py,
                "assize::python::another_policy",
                format!("the policy `{}` does not have the hash it was sent with", made.name),
                "install one version of assize-gate on all workers",
            ));
        }
        Ok(made)
    }
}

/// What a parameter may be set to.
#[derive(FromPyObject)]
enum ParamValue {
    Int(i64),
    Text(String),
    List(Vec<String>),
    Day(Day),
}

/// `datetime.date`.
#[derive(FromPyObject)]
pub(crate) struct Day {
    year: u16,
    month: u8,
    day: u8,
}

impl Day {
    pub(crate) fn date(&self) -> Option<Date> {
        Date::new(self.year, self.month, self.day)
    }
}

impl ParamValue {
    fn written(&self) -> String {
        match self {
            Self::Int(value) => value.to_string(),
            Self::Text(text) => text.clone(),
            Self::List(entries) => entries.join(","),
            Self::Day(Day { year, month, day }) => format!("{year:04}-{month:02}-{day:02}"),
        }
    }
}
