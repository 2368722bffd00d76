//! JSON Schemas (draft 2020-12) of what [`json`](super::json) prints.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::json;

use super::view;

/// The schema of what was read: what [`json::read_sources`](super::json::read_sources) prints, and
/// in it that of [`json::read_source`](super::json::read_source).
///
/// It leaves room for keys of later versions, as that of a ruling does.
pub fn verdicts_schema() -> String {
    schema_of::<view::ReadSources<'static>>("What came of reading some sources")
}

/// The schema of a ruling, and of the answer that takes its place when there is none.
#[cfg(feature = "judge")]
pub fn ruling_schema() -> String {
    schema_of::<Answer>("A ruling, or why there is none")
}

/// The schema of a ruling on one line, and of what takes its place when a recorded round cannot be judged: what
/// [`json::write_ruling_line`](super::json::write_ruling_line) prints.
#[cfg(feature = "judge")]
pub fn ruling_line_schema() -> String {
    schema_of::<Line>("A ruling on one line, or why there is none")
}

/// The schema of what verdicts amount to: what [`json::write_audits`](super::json::write_audits) prints.
#[cfg(feature = "judge")]
pub fn audits_schema() -> String {
    schema_of::<super::ruling_view::Audits<'static>>("What verdicts amount to")
}

/// The schema of what to do about each seat: what [`json::write_actions`](super::json::write_actions) prints.
#[cfg(feature = "judge")]
pub fn actions_schema() -> String {
    schema_of::<super::ruling_view::Actions<'static>>("What to do about each seat")
}

/// The schema of what was found in policies: what [`checked::json`](super::checked::json) prints.
pub fn checked_schema() -> String {
    schema_of::<super::checked::AllChecked<'static>>("What was found in policies")
}

/// The schema of what became of cases: what [`tested::json`](super::tested::json) prints.
#[cfg(feature = "cli")]
pub fn tests_schema() -> String {
    schema_of::<super::tested::AllTested<'static>>("What became of the cases of policies")
}

/// What a gate answers: a ruling, or no ruling and why.
#[cfg(feature = "judge")]
struct Answer;

#[cfg(feature = "judge")]
impl JsonSchema for Answer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Answer".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> Schema {
        let ruling = generator.subschema_for::<super::ruling_view::Ruling<'static>>();
        let none = generator.subschema_for::<view::NoRuling<'static>>();
        schemars::json_schema!({
            "description": "What a gate answers. Integers only, no time, the same bytes for the same input.",
            "oneOf": [ruling, none],
        })
    }
}

/// A line of `assize judge`.
#[cfg(feature = "judge")]
struct Line;

#[cfg(feature = "judge")]
impl JsonSchema for Line {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Line".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> Schema {
        let ruling = generator.subschema_for::<super::compact::Ruling<'static>>();
        let none = generator.subschema_for::<super::compact::NoRuling<'static>>();
        schemars::json_schema!({
            "description": "A line for each recorded round, in their order. Integers only, no time, the same bytes for the same input.",
            "oneOf": [ruling, none],
        })
    }
}

/// The schema of a type, printed.
pub(crate) fn schema_of<T: JsonSchema>(title: &str) -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    // Keys that later versions add are valid by the schema of this one.
    let open = RecursiveTransform(|schema: &mut Schema| {
        if schema.get("additionalProperties") == Some(&json!(false)) {
            schema.remove("additionalProperties");
        }
    });
    let settings = settings.with_transform(open);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".into(), json!(title));
    // A schema is a JSON value, which cannot fail to print.
    format!("{:#}\n", schema.as_value())
}
