//! Cases of policies.

use assize::host::{TrialFailed, run_cases, shown};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::wrong::listed;

/// What became of the cases of a policy, by its file: each with its name, its place and, where it failed, the difference;
/// and what could not be read.
#[pyfunction]
pub(crate) fn try_cases<'py>(
    py: Python<'py>,
    policy: &str,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
    let report = match py.detach(|| run_cases(policy)) {
        Ok(report) | Err(TrialFailed { report }) => report,
    };
    let cases = PyList::empty(py);
    for (_, case, tried) in report.cases() {
        let told = PyDict::new(py);
        told.set_item("name", shown(&case.name))?;
        told.set_item("place", case.place.to_string())?;
        told.set_item("line", case.place.line)?;
        told.set_item("passed", tried.passed)?;
        let difference = (!tried.passed).then(|| tried.difference(case));
        told.set_item("difference", difference)?;
        cases.append(told)?;
    }
    Ok((cases, listed(py, &report.unread())?))
}
