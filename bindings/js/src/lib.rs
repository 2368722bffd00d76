//! The engine of Assize for JavaScript, below `bindings/js/npm/cli/engine.js`: bytes and JSON go in, JSON comes out.
//!
//! Each shape is the one that the command prints with `--format json`. An error is thrown as a text: the JSON of "no ruling",
//! with everything that is wrong. Nothing is kept between two calls but what a [`Policy`] holds.

mod fields;
mod policy;

use assize::{Diagnostics, Docket, ReadOptions, Source};
use wasm_bindgen::prelude::wasm_bindgen;

pub use policy::Policy;

/// The exit code of the command where there is no answer, which every error has as its `exit_code`.
const NO_ANSWER: u8 = 2;

/// Reads a text, and returns what came of it, as `assize parse --format json` prints one source. `reading` is a docket in JSON
/// whose `reading` says how.
///
/// # Errors
///
/// `{"reading": {"format": "none"}}`: what is wrong with it. The text itself is never an error.
#[wasm_bindgen]
pub fn read(name: &str, bytes: &[u8], reading: &str) -> Result<String, String> {
    let docket = docket("options", reading)?;
    let decoded = assize::read(&Source::new(name, bytes), docket.read_options());
    Ok(assize::emit::json::read_source(&decoded))
}

/// Returns every field of a text and what it does, as `assize explain --fields --format json` prints one file.
///
/// # Errors
///
/// As [`read()`].
#[wasm_bindgen]
pub fn fields(name: &str, bytes: &[u8], reading: &str) -> Result<String, String> {
    let docket = docket("options", reading)?;
    fields::table(&Source::new(name, bytes), docket.read_options())
}

/// Returns the text to put into the prompt of a reviewer who is to write a format: `verdict-file`.
///
/// # Errors
///
/// A format that does not exist; what is wrong with `reading`.
#[wasm_bindgen]
pub fn contract(format: &str, reading: &str) -> Result<String, String> {
    let docket = docket("options", reading)?;
    let format = policy::word(format, "assize::js::unknown_format")?;
    Ok(assize::contract(format, docket.read_options()))
}

/// Returns the version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Reads a docket in JSON; `name` is what a mistake says of where it is.
fn docket(name: &str, json: &str) -> Result<Docket, String> {
    Docket::from_json(&Source::new(name, json), &ReadOptions::default()).map_err(told)
}

/// What is thrown: everything that is wrong, in the shape of "no ruling".
#[expect(clippy::needless_pass_by_value, reason = "errors are handed on by value")]
fn told(wrong: Diagnostics) -> String {
    assize::emit::json::no_ruling(&wrong, NO_ANSWER)
}
