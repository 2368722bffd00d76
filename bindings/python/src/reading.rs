//! One text, and what it says.

use assize::codec::Cause;
use assize::verdict::Confidence;
use assize::{Decoded, Format, Outcome, Profile, ReadOptions, Source, Verdict};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::to_python;

/// What a text says.
#[pyclass(module = "assize", frozen)]
pub(crate) struct Reading {
    decoded: Decoded,
    profile: Profile,
    format: Option<Format>,
}

/// Reads a text.
#[pyfunction]
#[pyo3(signature = (text, *, name = "text", profile = "standard", format = None))]
pub(crate) fn read(
    py: Python<'_>,
    text: Text,
    name: &str,
    profile: &str,
    format: Option<&str>,
) -> PyResult<Reading> {
    let profile: Profile = profile.parse().map_err(unknown_word)?;
    let format: Option<Format> = format.map(str::parse).transpose().map_err(unknown_word)?;
    let options = ReadOptions::default().profile(profile).format(format);
    let source = Source::new(name, text.into_bytes());
    let decoded = py.detach(|| assize::read(&source, &options));
    Ok(Reading { decoded, profile, format })
}

/// What to tell a reviewer who is to write a format.
#[pyfunction]
pub(crate) fn contract(format: &str) -> PyResult<String> {
    let format: Format = format.parse().map_err(unknown_word)?;
    Ok(assize::contract(format, &ReadOptions::default()))
}

/// `str` or `bytes`.
#[derive(FromPyObject)]
pub(crate) enum Text {
    Str(String),
    Bytes(Vec<u8>),
}

impl Text {
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Str(text) => text.into_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// A word that is not one of a closed vocabulary, which the message lists.
pub(crate) fn unknown_word(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Reading {
    fn worst(&self, of: fn(&Verdict) -> Option<Outcome>) -> Option<&'static str> {
        self.decoded.verdicts.iter().filter_map(of).max().map(Outcome::as_str)
    }

    /// Its JSON, or a member of all of its verdicts.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &assize::emit::json::read_source(&self.decoded))
    }
}

#[pymethods]
impl Reading {
    #[getter]
    fn format(&self) -> Option<&'static str> {
        self.decoded.format.map(Format::as_str)
    }

    #[getter]
    fn cause(&self) -> Option<&'static str> {
        self.decoded.unreadable.map(Cause::as_str)
    }

    #[getter]
    fn stated(&self) -> Option<&'static str> {
        self.worst(|verdict| verdict.stated.map(|stated| stated.outcome))
    }

    #[getter]
    fn derived(&self) -> Option<&'static str> {
        self.worst(|verdict| verdict.derived)
    }

    #[getter]
    fn effective(&self) -> Option<&'static str> {
        self.worst(Verdict::effective)
    }

    #[getter]
    fn confidence(&self) -> Option<&'static str> {
        let least = self.decoded.verdicts.iter().map(|verdict| verdict.confidence).min();
        least.flatten().map(Confidence::as_str)
    }

    #[getter]
    fn sha256(&self) -> Option<String> {
        self.decoded.source().map(|source| source.sha256().to_string())
    }

    #[getter]
    fn verdicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.json(py)?.get_item("verdicts")
    }

    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.json(py)?.get_item("diagnostics")
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.json(py)
    }

    fn __repr__(&self) -> String {
        let format = self.format().unwrap_or("no format");
        match (self.effective(), self.cause()) {
            (Some(effective), _) => {
                let count: usize = self.decoded.verdicts.iter().map(|one| one.findings.len()).sum();
                format!("<Reading {format}: {effective}, findings: {count}>")
            }
            (None, cause) => format!("<Reading {format}: {}>", cause.unwrap_or("no verdict")),
        }
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(pyo3::exceptions::PyTypeError::new_err(
            "a reading is neither true nor false: ask for its `effective` outcome",
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let source = self.decoded.source();
        let bytes = pyo3::types::PyBytes::new(py, source.map_or(&[], |source| source.bytes()));
        let name = source.map_or("text", Source::name);
        let format = self.format.map(Format::as_str);
        let again = py.import("assize._errors")?.getattr("_read_again")?;
        let args = (bytes, name, self.profile.as_str(), format).into_pyobject(py)?;
        Ok((again, args.into_any()))
    }
}
