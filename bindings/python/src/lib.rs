//! The module `assize` of Python.
//!
//! Functions let other threads run while they read and judge; nothing is global.

mod columns;
mod docket;
mod policy;
mod reading;
mod ruling;
mod trial;
mod wrong;

use pyo3::prelude::*;

/// The compiled half of the module; `assize/__init__.py` is its face.
#[pymodule(gil_used = false)]
mod _assize {
    #[pymodule_export]
    use crate::columns::{judge_columns, judge_lists, read_columns, read_schema, ruling_schema};
    #[pymodule_export]
    use crate::docket::Docket;
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::reading::{Reading, contract, read};
    #[pymodule_export]
    use crate::ruling::{Ruling, judge};
    #[pymodule_export]
    use crate::trial::try_cases;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// JSON as Python has it: dictionaries, lists, texts and numbers.
fn to_python<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}
