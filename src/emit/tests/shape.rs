//! JSON and its schemas.

use serde_json::{Map, Value};

use super::bench;
use crate::emit::{json, schema};
use crate::ir::{Cause, Decoded, Diagnostic, Diagnostics};
use crate::source::{Piece, Source, SourceId, Span};

fn parsed(text: &str) -> Value {
    assert!(text.ends_with("}\n"));
    serde_json::from_str(text).unwrap()
}

/// The keys of an object in the order they are printed at that depth.
fn keys(text: &str, depth: usize) -> Vec<&str> {
    let indent = " ".repeat(depth * 2);
    let at_depth = |line: &'_ str| -> bool {
        line.strip_prefix(&indent).is_some_and(|rest| rest.starts_with('"'))
    };
    text.lines().filter(|line| at_depth(line)).map(|l| l.split('"').nth(1).unwrap()).collect()
}

#[test]
fn a_ruling_has_the_keys_of_its_shape() {
    let text = json::ruling(&bench::one_fails(), 1);
    assert_eq!(
        keys(&text, 1).join(" "),
        "schema_version docket outcome word open exit_code rule refused reason also notes cites \
         cells unnamed_seats actions overrides trace stage_traces what_if consensus shadow policy stages panel profile inputs diagnostics"
    );
    insta::assert_snapshot!("one_fails", text);
    insta::assert_snapshot!("doubted", json::ruling(&bench::doubted(), 3));
    insta::assert_snapshot!("broken_source", json::read_source(&bench::broken_text()));
    insta::assert_snapshot!("unexpected_fails", json::ruling(&bench::unexpected_fails(), 1));
    insta::assert_snapshot!("missing", json::ruling(&bench::missing_and_unreadable(), 3));
    insta::assert_snapshot!("overridden", json::ruling(&bench::overridden(), 0));
    insta::assert_snapshot!("all_pass", json::ruling(&bench::all_pass(), 0));
}

#[test]
fn a_ruling_has_no_floats_and_is_the_same_each_time() {
    for (first, second) in bench::all().iter().zip(&bench::all()) {
        let text = json::ruling(first, 9);
        assert_eq!(text, json::ruling(second, 9));
        let value = parsed(&text);
        assert!(no_floats(&value));
        assert_eq!(value["exit_code"], 9);
        // Whatever else the process returns, it says no.
        assert_eq!(value["open"], Value::Bool(false));
        let own = serde_json::to_value(first).unwrap();
        assert_eq!(own["exit_code"], first.exit_code());
        assert_eq!(own["open"], Value::Bool(first.opening().is_some()));
    }
}

fn no_floats(value: &Value) -> bool {
    match value {
        Value::Number(number) => !number.is_f64(),
        Value::Array(items) => items.iter().all(no_floats),
        Value::Object(items) => items.values().all(no_floats),
        _ => true,
    }
}

fn broken() -> Diagnostics {
    let odd = Diagnostic::error("assize::policy::unknown_name")
        .message("nothing is called `fialed`")
        .label(Span::new(5, 11), "not a fact")
        .help("did you mean `failed`?");
    let plain = Diagnostic::error("assize::policy::no_rule_holds").message("no rule holds");
    Diagnostics::new(vec![Source::new("ours.rhai", "when fialed")], vec![odd, plain])
}

#[test]
fn no_ruling_has_the_keys_of_its_shape() {
    insta::assert_snapshot!(json::no_ruling(&broken(), 2), @r#"
    {
      "schema_version": 1,
      "outcome": "error",
      "open": false,
      "exit_code": 2,
      "diagnostics": [
        {
          "code": "assize::policy::unknown_name",
          "severity": "error",
          "message": "nothing is called `fialed`",
          "help": "did you mean `failed`?",
          "span": {
            "source": "ours.rhai",
            "start": 5,
            "end": 11,
            "line": 1,
            "column": 6
          }
        },
        {
          "code": "assize::policy::no_rule_holds",
          "severity": "error",
          "message": "no rule holds",
          "help": null,
          "span": null
        }
      ]
    }
    "#);
}

/// A verdict in a JSON string is placed in the file that a person can open.
fn embedded() -> Decoded {
    let outer = Source::new("reply.json", "\n{\"result\":\"a\\nb\"}");
    let pieces = vec![
        Piece { start: 0, outer_start: 12, outer_len: 1 },
        Piece { start: 1, outer_start: 13, outer_len: 2 },
        Piece { start: 2, outer_start: 15, outer_len: 1 },
    ];
    let inner = Source::embedded("reply.json result", "a\nb", SourceId(0), pieces);
    let odd = Diagnostic::error("assize::read::no_verdict")
        .message("no verdict")
        .label(Span::new(2, 3).in_source(SourceId(1)), "here");
    let mut decoded = Decoded::unreadable(outer, Cause::NoVerdict, odd);
    decoded.sources.push(inner);
    decoded
}

#[test]
fn a_read_source_has_the_keys_of_its_shape() {
    insta::assert_snapshot!(json::read_source(&embedded()), @r#"
    {
      "source": "reply.json",
      "sha256": "815a71e65b602626f5f9616ca32205672309250668b9868de4f094c94de10fec",
      "format": null,
      "why": "no format fits",
      "verdicts": [],
      "unreadable": {
        "cause": "no_verdict",
        "tried": []
      },
      "fragments": [],
      "remarks": [],
      "missing": [],
      "recoveries": [],
      "diagnostics": [
        {
          "code": "assize::read::no_verdict",
          "severity": "error",
          "message": "no verdict",
          "help": null,
          "span": {
            "source": "reply.json",
            "start": 15,
            "end": 16,
            "line": 2,
            "column": 15
          }
        }
      ]
    }
    "#);
}

/// A schema leaves room for the keys of later versions; here there is none.
fn closed(text: &str) -> jsonschema::Validator {
    let mut schema = parsed(text);
    assert!(jsonschema::validator_for(&schema).is_ok());
    close(&mut schema);
    jsonschema::validator_for(&schema).unwrap()
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(part) => {
            part.values_mut().for_each(close);
            if part.contains_key("properties") {
                assert!(!part.contains_key("additionalProperties"), "{part:#?}");
                part.insert("additionalProperties".into(), false.into());
            }
        }
        Value::Array(parts) => parts.iter_mut().for_each(close),
        _ => {}
    }
}

#[test]
fn additions_are_valid() {
    let validator = jsonschema::validator_for(&parsed(schema::ruling_schema())).unwrap();
    let mut value = parsed(&json::ruling(&bench::one_fails(), 1));
    value["later"] = "added".into();
    value["cells"][0]["later"] = "added".into();
    assert!(validator.is_valid(&value));
}

#[test]
fn what_is_printed_is_what_the_schema_says() {
    let validator = closed(schema::ruling_schema());
    for ruling in bench::all() {
        let value = parsed(&json::ruling(&ruling, ruling.exit_code()));
        if let Err(error) = validator.validate(&value) {
            panic!("{error}\n{value:#}");
        }
        each_change_is_refused(&validator, &value);
    }
    let none = parsed(&json::no_ruling(&broken(), 2));
    assert!(validator.is_valid(&none));
    each_change_is_refused(&validator, &none);
    let mut open = none.clone();
    open["open"] = true.into();
    assert!(!validator.is_valid(&open));

    let validator = closed(schema::verdicts_schema());
    let read = parsed(&json::read_sources(&[embedded()]));
    assert!(validator.is_valid(&read));
    each_change_is_refused(&validator, &read);
}

/// Without one of its keys, or with one more, it is something else; at any depth.
fn each_change_is_refused(validator: &jsonschema::Validator, value: &Value) {
    let mut pointers = Vec::new();
    objects(value, &mut String::new(), &mut pointers);
    for pointer in pointers {
        let names: Vec<String> =
            value.pointer(&pointer).unwrap().as_object().unwrap().keys().cloned().collect();
        // Parameters and facts have names of the policy's own.
        if pointer.ends_with("/params") || pointer.ends_with("/given") {
            continue;
        }
        for name in &names {
            let mut less = value.clone();
            less.pointer_mut(&pointer).unwrap().as_object_mut().unwrap().remove(name);
            assert!(!validator.is_valid(&less), "without {pointer}/{name}");
        }
        let mut more = value.clone();
        let extra = more.pointer_mut(&pointer).unwrap().as_object_mut().unwrap();
        extra.insert("verdict".into(), "pass".into());
        assert!(!validator.is_valid(&more), "with {pointer}/verdict");
    }
}

fn objects(value: &Value, at: &mut String, found: &mut Vec<String>) {
    let long = at.len();
    match value {
        Value::Object(map) => {
            found.push(at.clone());
            for (name, value) in map {
                at.push('/');
                at.push_str(name);
                objects(value, at, found);
                at.truncate(long);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                at.push_str(&format!("/{index}"));
                objects(value, at, found);
                at.truncate(long);
            }
        }
        _ => {}
    }
}

#[test]
fn every_key_is_described() {
    for text in [schema::ruling_schema(), schema::verdicts_schema()] {
        let schema = parsed(text);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert!(schema["title"].is_string() && schema["description"].is_string());
        for (name, part) in schema["$defs"].as_object().unwrap() {
            let none = Map::new();
            for (key, property) in part["properties"].as_object().unwrap_or(&none) {
                assert!(property["description"].is_string(), "{name}.{key}");
            }
        }
    }
}
