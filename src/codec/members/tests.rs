use super::*;

const INNER: Object = object("an item", &[member("name", Kind::Name).required().form("name")]);
const OUTER: Object = object(
    "the answer",
    &[
        member("ok", Kind::YesNo).required().states(),
        member("items", Kind::SomeOf(&INNER)),
        member("old", Kind::Any).silent(),
    ],
);

#[test]
fn a_table_prints_its_schema() {
    let schema = OUTER.schema("T");
    let expected = r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "T",
  "type": "object",
  "required": ["ok"],
  "properties": {
    "ok": { "type": "boolean" },
    "items": {
      "type": "array",
      "minItems": 1,
      "items": {
        "type": "object",
        "required": ["name"],
        "properties": { "name": { "type": "string", "minLength": 1 } }
      }
    }
  }
}
"#;
    assert_eq!(schema, expected);
}

#[test]
fn a_table_prints_its_form() {
    let expected = r#"{
  "ok": "<true or false>",
  "items": [
    { "name": "<name>" }
  ]
}"#;
    assert_eq!(OUTER.form(), expected);
}

#[test]
fn members_are_written_in_the_order_of_the_table() {
    let written = OUTER.json(|name| match name {
        "ok" => Some(Json::Bool(true)),
        "items" => Some(Json::List(Vec::new())),
        _ => None,
    });
    assert_eq!(written.to_document(), "{\n  \"ok\": true,\n  \"items\": []\n}\n");
}
