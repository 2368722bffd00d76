//! JSON Schemas (draft 2020-12) of what [`json`](super::json) prints: `docs/schemas/`, which the tests make of the types.

/// The schema of what was read: what [`json::read_sources`](super::json::read_sources) prints, and
/// in it that of [`json::read_source`](super::json::read_source).
///
/// It leaves room for keys of later versions, as that of a ruling does.
pub fn verdicts_schema() -> &'static str {
    include_str!("../../docs/schemas/verdicts.json")
}

/// The schema of a ruling, and of the answer that takes its place when there is none.
#[cfg(feature = "judge")]
pub fn ruling_schema() -> &'static str {
    include_str!("../../docs/schemas/ruling.json")
}

/// The schema of a ruling on one line, and of what takes its place when a recorded round cannot be judged: what
/// [`json::write_ruling_line`](super::json::write_ruling_line) prints.
#[cfg(feature = "judge")]
pub fn ruling_line_schema() -> &'static str {
    include_str!("../../docs/schemas/ruling-line.json")
}

/// The schema of what verdicts amount to: what [`json::write_audits`](super::json::write_audits) prints.
#[cfg(feature = "judge")]
pub fn audits_schema() -> &'static str {
    include_str!("../../docs/schemas/audits.json")
}

/// The schema of what to do about each seat: what [`json::write_actions`](super::json::write_actions) prints.
#[cfg(feature = "judge")]
pub fn actions_schema() -> &'static str {
    include_str!("../../docs/schemas/actions.json")
}

/// The schema of what was found in policies: what [`checked::json`](super::checked::json) prints.
pub fn checked_schema() -> &'static str {
    include_str!("../../docs/schemas/checked.json")
}

/// The schema of what became of cases: what [`tested::json`](super::tested::json) prints.
#[cfg(feature = "cli")]
pub fn tests_schema() -> &'static str {
    include_str!("../../docs/schemas/tests.json")
}
