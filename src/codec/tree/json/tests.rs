//! Held against `serde_json`: the same texts are JSON, and they say the same.

use proptest::prelude::*;

use super::{Slice, Type, Value, begins, parse};
use crate::codec::text::embed::Embedded;
use crate::ir::Cause;
use crate::source::{Source, SourceId, text_of};

fn to_serde(value: Value<'_>) -> serde_json::Value {
    match value.kind() {
        Type::Null => serde_json::Value::Null,
        Type::Bool(bool) => bool.into(),
        Type::Number => serde_json::from_str(value.raw().text).expect("a number"),
        Type::String => value.text().expect("a string").into(),
        Type::List => value.items().map(to_serde).collect(),
        Type::Object => {
            let named = |(name, value): (Value<'_>, Value<'_>)| {
                (name.text().expect("a name").into_owned(), to_serde(value))
            };
            // The first of a repeated name stands, where `serde_json` has the last.
            let members: Vec<_> = value.members().map(named).collect();
            let mut object = serde_json::Map::new();
            members.into_iter().for_each(|(name, value)| {
                object.entry(name).or_insert(value);
            });
            object.into()
        }
    }
}

fn has_repeated(value: Value<'_>) -> bool {
    let (mut members, mut items) = (value.members(), value.items());
    value.twice().is_some()
        || members.any(|(_, value)| has_repeated(value))
        || items.any(has_repeated)
}

/// A list of one value, so that any value will do.
fn check(text: &str) {
    let text = &format!("[{text}]");
    let body = Slice::new(text, 0);
    match (parse(body), serde_json::from_str::<serde_json::Value>(text)) {
        (Ok(ours), Ok(theirs)) if !has_repeated(ours.root()) => {
            assert_eq!(to_serde(ours.root()), theirs, "{text}");
        }
        (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
        // We keep numbers as they are written.
        (Ok(_), Err(error)) if error.to_string().starts_with("number out of range") => {}
        (Ok(_), Err(error)) => panic!("{error} in {text:?}"),
        (Err(broken), Ok(_)) => panic!("{:?} in {text:?}", broken.diagnostic),
    }
}

fn value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f32>().prop_map(Into::into),
        "[a-c\"\\\\/\n\t\u{e9}\u{1f600}\u{7f}]{0,6}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 30, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::Array),
            prop::collection::btree_map("[a-d\n]{0,2}", inner, 0..5)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Pieces that JSON is made of, and some that it is not.
fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\"b\"",
        "\"a\":",
        "true",
        "fal",
        "null",
        "-",
        "0",
        "12",
        ".5",
        "e+3",
        " ",
        "\n",
        "\t",
        "\\",
        "\\n",
        "\"\\u00e9\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\udc00\"",
        "\"\\x\"",
        "'",
        "//",
        "\u{1}",
        "\u{a0}",
        "\u{feff}",
        "NaN",
        "\"\u{1f600}\"",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..12)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_serde_writes_is_read_as_it_was(value in value(), pretty: bool) {
        check(&if pretty { format!("{value:#}") } else { value.to_string() });
    }

    #[test]
    fn a_soup_of_pieces_is_json_where_serde_says_so(text in soup()) {
        check(&text);
        check(&format!("{{\"a\": {text}}}"));
    }

    #[test]
    fn one_changed_byte_is_seen_as_serde_sees_it(value in value(), at: prop::sample::Index, with in "[\\[\\]{}\",:\\\\ nu0e'\n-]") {
        let mut text: Vec<char> = value.to_string().chars().collect();
        let at = at.index(text.len());
        text[at] = with.chars().next().expect("a character");
        check(&text.into_iter().collect::<String>());
    }

    #[test]
    fn a_document_that_is_cut_off_is_told_so(value in value(), cut: prop::sample::Index, pretty: bool) {
        let text = serde_json::json!({ "a": value });
        let text = if pretty { format!("{text:#}") } else { text.to_string() };
        let mut cut = 1 + cut.index(text.len() - 1);
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        let broken = parse(Slice::new(&text[..cut], 7)).err().expect("no document");
        assert_eq!(broken.cause, Cause::Truncated, "{:?} of {:?}", &text[..cut], broken.diagnostic);
    }

    #[test]
    fn places_of_strings_show_what_they_say(value in value()) {
        let text = format!("\u{e9}  [{value}] ");
        let document = parse(Slice::new(&text, 0).after(2)).ok().expect("a document");
        let source = Source::new("a.json", text.as_str());
        let mut embedded = Embedded::default();
        let (mut todo, mut spans) = (vec![document.root()], Vec::new());
        while let Some(value) = todo.pop() {
            assert_eq!(source.slice(value.span()), value.raw().text);
            spans.extend(value.place(&mut embedded).map(|span| (span, value)));
            todo.extend(value.items());
            todo.extend(value.members().flat_map(|(name, value)| [name, value]));
        }
        let mut sources = vec![source.clone()];
        sources.extend(embedded.into_source(&source));
        for (span, value) in spans {
            assert_eq!(text_of(&sources, span), value.text().expect("a string"));
            assert!(span.source <= SourceId(1));
        }
    }
}

#[test]
fn brackets_are_counted_before_they_are_read() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let nested = |n: usize| format!("{}1{}", open.repeat(n), close.repeat(n));
        assert!(parse(Slice::new(&nested(128), 0)).is_ok());
        assert!(parse(Slice::new(&nested(129), 0)).is_err());
        assert!(parse(Slice::new(&nested(500_000), 0)).is_err());
    }
    let quoted = format!("[\"\\\"{}\"{}]", "[".repeat(500), ", []".repeat(500));
    assert!(parse(Slice::new(&quoted, 0)).is_ok());
}

#[test]
fn texts_that_only_begin_with_a_bracket_are_no_json() {
    for text in ["{\"a\"", "{}", "[]", " {", "[\n{\n\"a\"", "[[\"", "{ \"pas", "[{}]"] {
        assert!(begins(Slice::new(text, 0).trim()), "{text}");
    }
    for text in ["[P1] foo", "{feature} ok", "[ ] open", "[x] done", "\"a\"", "12", "", "{{name}}"]
    {
        assert!(!begins(Slice::new(text, 0).trim()), "{text}");
    }
}

#[test]
fn a_name_spelt_with_an_escape_is_the_same_name() {
    let document = parse(Slice::new(r#"{"passed": false, "p\u0061ssed": true}"#, 0));
    let document = document.ok().expect("a document");
    let again = document.root().twice().expect("a repeated name").1;
    assert_eq!(again.raw().text, r#""p\u0061ssed""#);
    assert_eq!(document.root().get("passed").map(Value::kind), Some(Type::Bool(false)));
    let many: String = (0..40).map(|n| format!("\"{n}\": {n}, ")).collect();
    let text = format!("{{{many}\"\\u0031\": 0}}");
    let document = parse(Slice::new(&text, 0)).ok().expect("a document");
    assert!(document.root().twice().is_some());
}
