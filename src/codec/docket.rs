//! A docket whole as JSON: what other languages and bindings hand over.
//!
//! It says what a [`Docket`] takes, and nothing else. What a reviewer said is always a text, read by the
//! same readers as a file: no member states an outcome, a verdict, an opening or a hash.

#[cfg(feature = "host")]
mod known;
mod mistakes;
mod read;
#[cfg(feature = "host")]
mod record;
mod shape;
mod values;
mod words;
mod write;

#[cfg(feature = "host")]
pub(crate) use known::KnownTexts;
#[cfg(feature = "host")]
pub use record::RecordedAs;
#[cfg(feature = "cli")]
pub(crate) use record::texts_in;

use super::ReadOptions;
use crate::ir::{Diagnostics, Docket, LIMIT, PIECES};
use crate::source::Source;

/// The version of the shape. Additions do not change it.
const VERSION: u32 = 1;

/// What a submission has exactly one of.
const ONE_OF: [&str; 3] = ["text", "base64", "unreadable"];

/// A docket as it may be handed over.
const EXAMPLE: &str = include_str!("../../examples/dockets/task-17.json");

/// What all texts of a docket together may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Bytes of the JSON.
    pub(crate) bytes: usize,
    /// Lines and items of the JSON.
    pub(crate) items: usize,
    /// Submissions.
    pub(crate) submissions: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { bytes: 8 * LIMIT, items: 4 * PIECES, submissions: 64 * 1024 }
    }
}

impl Docket {
    /// Reads a docket that was given whole as JSON. `options` say how large one text may be, and hold words
    /// that reviewers may use besides those of the docket; what the docket says of reading replaces the rest.
    ///
    /// All that the docket's methods take can be said, and no more: what a reviewer said is a text, which is
    /// read as a file is. `Docket::json_schema`, with the feature `schema`, has the whole shape.
    ///
    /// ```
    /// use assize::{Docket, Outcome, ReadOptions, Source};
    /// let text = r#"{
    ///   "schema_version": 1,
    ///   "id": "task-17",
    ///   "seats": [{ "name": "qa" }, { "name": "style", "stake": "observer" }],
    ///   "submissions": [
    ///     { "seat": "qa", "source": "qa.md", "text": "verdict: pass\nconfidence: high\n" }
    ///   ]
    /// }"#;
    /// let docket = Docket::from_json(&Source::new("docket.json", text), &ReadOptions::default())?;
    /// let docket = docket.close();
    /// assert_eq!(docket.cells().next().unwrap().effective(), Some(Outcome::Pass));
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `{"id": "task-17"}`: the first thing that has another shape, with its place in the JSON; in a docket that has the
    /// shape of one, everything that is wrong, at once.
    pub fn from_json(source: &Source, options: &ReadOptions) -> Result<Self, Diagnostics> {
        Self::from_json_within(source, options, &Bounds::default())
    }

    /// The same, and what all of it may have is reported.
    pub(crate) fn from_json_within(
        source: &Source,
        options: &ReadOptions,
        bounds: &Bounds,
    ) -> Result<Self, Diagnostics> {
        read::read(source, options, bounds)
    }

    /// The docket as JSON, which [`Docket::from_json`] reads as the same docket.
    ///
    /// A source that takes no seat and decides nothing is left out, and so is what readers and hosts of
    /// Assize itself have remarked.
    ///
    /// ```
    /// use assize::{Docket, ReadOptions, Source};
    /// let mut docket = Docket::new("task-17").round(2);
    /// docket.seat("qa");
    /// docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
    /// let text = docket.to_json()?;
    /// let again = Docket::from_json(&Source::new("docket.json", text), &ReadOptions::default())?;
    /// assert_eq!(again.close().cells().count(), 1);
    /// # Ok::<(), assize::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A source that says more, or less, than its text: [`Docket::submit_decoded`] took what a host had made
    /// of it.
    pub fn to_json(&self) -> Result<String, Diagnostics> {
        write::write(self)
    }

    /// The JSON Schema of [`Docket::to_json`] and [`Docket::from_json`].
    ///
    /// ```
    /// assert!(assize::Docket::json_schema().contains("\"submissions\""));
    /// ```
    pub fn json_schema() -> &'static str {
        include_str!("../../docs/schemas/docket.json")
    }

    /// The same, made of the types.
    #[cfg(test)]
    pub(crate) fn made_schema() -> String {
        shape::schema()
    }

    /// A docket in JSON as it may be handed over.
    ///
    /// ```
    /// use assize::{Docket, ReadOptions, Source};
    /// let source = Source::new("example.json", Docket::json_example());
    /// assert!(Docket::from_json(&source, &ReadOptions::default()).is_ok());
    /// ```
    pub fn json_example() -> &'static str {
        EXAMPLE
    }

    /// What to tell anyone who is to write one, in words.
    pub fn json_contract() -> String {
        format!(
            "A docket is one JSON object: everything under judgement, for `assize gate --docket \
             FILE` and `Docket::from_json`. `assize contract docket --schema` prints its JSON \
             Schema.\n\n\
             - `schema_version` is {VERSION}, and `id` names the work. Everything else may be left \
             out, and nothing may be added.\n\
             - What a reviewer wrote is handed over as it is, as `text`, or as `base64` where it is \
             not UTF-8. It is read as a file is: there is no member for a verdict or an outcome.\n\
             - Who is in `seats` is expected by name. Whoever submits without a seat can shut the \
             gate, and never open it. `found` says of a seat that nobody expects it.\n\
             - A seat that submitted nothing may say why with `absent`: `missing`, \
             `awaiting`, `errored`, `stale`, `unreadable`, `skipped` or `excused`.\n\
             - `excused` and `overrides` do what the command line and policies do: an opening that \
             lifts or excuses something is at best `warn`.\n\
             - Where `assize begin` began a round for the work, `assize gate` holds the docket to \
             it: `round` is its number, `bound` says nothing else than it does, and whoever was to \
             sit sits.\n\
             - Numbers are whole. A day among the facts is `{{\"date\": \"2026-11-21\"}}`.\n\n\
             A docket:\n\n{EXAMPLE}"
        )
    }
}

/// Whether a code is one that Assize gives itself.
fn is_own_code(code: &str) -> bool {
    code.trim().to_ascii_lowercase().starts_with("assize::")
}
