//! What came of reading, and that there is no ruling, as they stand in JSON.

use serde::Serialize;

use super::{Diagnostic, Recovery, Remark, Subject, Tried, Verdict, ViewBuilder, subject};
use crate::emit::json::SCHEMA_VERSION;
use crate::ir::{Cause, Decoded, Format};
use crate::{ir, source};

/// Why a source holds no verdict.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Unreadable<'a> {
    /// The name of the cause.
    cause: Cause,
    /// The formats that were tried in vain, when no format fits.
    tried: Vec<Tried<'a>>,
}

/// What came of reading one source.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ReadSource<'a> {
    /// Its name: a path, `<stdin>`.
    source: &'a str,
    /// SHA-256 of its bytes, in hexadecimal.
    sha256: String,
    /// How it was understood; null when no format fits.
    format: Option<Format>,
    /// Why that format.
    why: &'a str,
    /// What was read. Empty when `unreadable` is set.
    verdicts: Vec<Verdict<'a>>,
    /// Why there is no verdict; null when there is one.
    unreadable: Option<Unreadable<'a>>,
    /// What a source says that cannot be used: its rows, notes, reviewers and findings. They decide
    /// nothing.
    fragments: Vec<Verdict<'a>>,
    /// What a text without a verdict says all the same; those of a verdict stand in it.
    remarks: Vec<Remark<'a>>,
    /// Subjects that were to be judged and are not in the text.
    missing: Vec<Subject<'a>>,
    /// Repairs that reading had to make.
    recoveries: Vec<Recovery<'a>>,
    /// Everything worth saying about the text.
    diagnostics: Vec<Diagnostic<'a>>,
}

/// What came of reading several sources.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Verdicts"))]
pub(in crate::emit) struct ReadSources<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// What came of each source, in the order in which they were named.
    sources: Vec<ReadSource<'a>>,
}

impl<'a> ReadSources<'a> {
    pub(in crate::emit) fn of(decoded: &'a [Decoded]) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            sources: decoded.iter().map(ReadSource::of).collect(),
        }
    }
}

/// The word of a ruling that was not made.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum NoOutcome {
    /// There is no ruling; the gate is shut.
    Error,
}

/// There is no ruling, and why. The gate is shut.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::emit) struct NoRuling<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// Always `error`.
    outcome: NoOutcome,
    /// Always false.
    #[cfg_attr(test, schemars(extend("const" = false)))]
    open: bool,
    /// What the process returns.
    exit_code: u8,
    /// Why there is no ruling.
    diagnostics: Vec<Diagnostic<'a>>,
}

impl<'a> ReadSource<'a> {
    pub(in crate::emit) fn of(decoded: &'a Decoded) -> Self {
        let builder = ViewBuilder::new(&decoded.sources);
        let source = decoded.source();
        Self {
            source: source.map_or("", source::Source::name),
            sha256: source.map(|source| source.sha256().to_string()).unwrap_or_default(),
            format: decoded.format,
            why: &decoded.why,
            verdicts: decoded.verdicts.iter().map(|verdict| builder.verdict(verdict)).collect(),
            unreadable: decoded.unreadable.map(|cause| Unreadable {
                cause,
                tried: decoded.tried.iter().map(|tried| builder.tried(tried)).collect(),
            }),
            fragments: decoded.fragments.iter().map(|verdict| builder.verdict(verdict)).collect(),
            remarks: decoded.remarks.iter().map(|remark| builder.remark(remark)).collect(),
            missing: decoded.missing.iter().map(subject).collect(),
            recoveries: decoded.recoveries.iter().map(|r| builder.recovery(r)).collect(),
            diagnostics: decoded.diagnostics.iter().map(|d| builder.diagnostic(d)).collect(),
        }
    }
}

impl<'a> NoRuling<'a> {
    pub(in crate::emit) fn of(diagnostics: &'a ir::Diagnostics, exit_code: u8) -> Self {
        let builder = ViewBuilder::new(diagnostics.sources());
        Self {
            schema_version: SCHEMA_VERSION,
            outcome: NoOutcome::Error,
            open: false,
            exit_code,
            diagnostics: diagnostics.items().iter().map(|d| builder.diagnostic(d)).collect(),
        }
    }
}
