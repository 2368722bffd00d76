//! Schemas as they are made of the types, and what holds `docs/schemas/` to them: `cargo test --lib schema` writes a new file
//! beside one that is not what its type says.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::json;

/// Holds a file of `docs/schemas/` to the schema of a type.
pub(crate) fn hold<T: JsonSchema>(name: &str, title: &str) {
    hold_text(name, &schema_of::<T>(title));
}

#[expect(clippy::disallowed_methods, reason = "a test writes what should be held")]
fn hold_text(name: &str, made: &str) {
    let path = format!("{}/docs/schemas/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    if kept != made {
        std::fs::write(format!("{path}.new"), made).unwrap();
    }
    assert!(kept == made, "put `docs/schemas/{name}.json.new` in the place of the old one");
}

/// The schema of a type, printed.
fn schema_of<T: JsonSchema>(title: &str) -> String {
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

/// Schemas of which a text has one.
macro_rules! one_of {
    ($($name:ident = $about:literal: $($of:ty),*;)*) => {$(
        struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> Schema {
                let any = [$(generator.subschema_for::<$of>()),*];
                schemars::json_schema!({ "description": $about, "oneOf": any })
            }
        }
    )*};
}

#[cfg(feature = "cli")]
mod tests {
    use super::{JsonSchema, Schema, hold, hold_text};
    use crate::emit::{checked, compact, ruling_view, tested, view};

    one_of! {
        Answer = "What a gate answers. Integers only, no time, the same bytes for the same input.":
            ruling_view::Ruling<'static>, view::NoRuling<'static>;
        Line = "A line for each recorded round, in their order. Integers only, no time, the same bytes for the same input.":
            compact::Ruling<'static>, compact::NoRuling<'static>;
    }

    #[test]
    fn each_schema_is_that_of_its_type() {
        hold::<view::ReadSources<'static>>("verdicts", "What came of reading some sources");
        hold::<Answer>("ruling", "A ruling, or why there is none");
        hold::<Line>("ruling-line", "A ruling on one line, or why there is none");
        hold::<ruling_view::Audits<'static>>("audits", "What verdicts amount to");
        hold::<ruling_view::Actions<'static>>("actions", "What to do about each seat");
        hold::<checked::AllChecked<'static>>("checked", "What was found in policies");
        hold::<tested::AllTested<'static>>("tests", "What became of the cases of policies");
        hold_text("docket", &crate::Docket::made_schema());
    }
}
