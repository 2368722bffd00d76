//! What is wrong, as an exception: `AssizeError`, which Python defines.

use assize::{Diagnostic, Diagnostics};
use assize_batch::in_words;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// An exception with everything that is wrong.
pub(crate) fn raised(py: Python<'_>, why: &Diagnostics) -> PyErr {
    let made = || {
        let error = py.import("assize._errors")?.getattr("AssizeError")?;
        error.call1((in_words(why).trim_end(), listed(py, why)?))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// A mistake of the caller that is about no text.
pub(crate) fn mistake(py: Python<'_>, code: &'static str, message: String, help: &str) -> PyErr {
    raised(py, &Diagnostic::error(code).message(message).help(help).into())
}

/// Diagnostics as dictionaries.
pub(crate) fn listed<'py>(py: Python<'py>, why: &Diagnostics) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for told in why.items() {
        let item = PyDict::new(py);
        item.set_item("code", told.code.as_ref())?;
        item.set_item("level", told.level.as_str())?;
        item.set_item("message", &told.message)?;
        item.set_item("help", told.help.as_deref())?;
        let place = told.span().and_then(|span| {
            let source = why.sources().get(usize::try_from(span.source.0).ok()?)?;
            let at = source.line_column(span.start);
            Some((source.name(), at.line, at.column))
        });
        item.set_item("source", place.map(|(source, ..)| source))?;
        item.set_item("line", place.map(|(_, line, _)| line))?;
        item.set_item("column", place.map(|(.., column)| column))?;
        list.append(item)?;
    }
    Ok(list)
}
