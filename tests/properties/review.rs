//! What holds for every review in JSON of no exact format.

use assize::{Decoded, Format, Outcome, Profile};
use proptest::prelude::*;

use crate::every::{self, effective, read_as, sound};

const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"verdict\"",
    "\"decision\"",
    "\"approved\"",
    "\"overall_correctness\"",
    "\"approve\"",
    "\"request changes\"",
    "\"patch is correct\"",
    "\"findings\"",
    "\"blockers\"",
    "\"runs\"",
    "\"results\"",
    "\"version\"",
    "\"diagnostics\"",
    "\"locations\"",
    "\"location\"",
    "\"range\"",
    "\"start\"",
    "\"line\"",
    "\"message\"",
    "\"severity\"",
    "\"priority\"",
    "\"x \\u00e4 src/a.rs:3\"",
    "true",
    "false",
    "null",
    "0",
    "3",
    "-1",
    " ",
    "\n",
    "🦀",
    "```json\n",
    "```\n",
];

fn vocabulary() -> impl Strategy<Value = String> {
    every::pieces(PIECES, 40)
}

/// A value in JSON, of names and words that reviews use.
fn value() -> impl Strategy<Value = serde_json::Value> {
    let word = prop::sample::select(
        &["approve", "low", "critical", "src/a.rs:3 slow", "none", "a\nb", "resolved", "ä \\ \""][..],
    );
    let leaf = prop_oneof![
        word.prop_map(serde_json::Value::from),
        any::<bool>().prop_map(serde_json::Value::from),
        (0..5).prop_map(serde_json::Value::from),
        Just(serde_json::Value::Null),
    ];
    let name = prop::sample::select(
        &[
            "findings",
            "blockers",
            "issues",
            "title",
            "severity",
            "priority",
            "path",
            "line",
            "location",
            "range",
            "start",
            "locations",
            "summary",
            "status",
            "resolved",
            "confidence",
            "notes",
            "gate",
            "recommendation",
            "approved",
            "decision",
            "diagnostics",
            "message",
            "previous_verdict",
        ][..],
    );
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            prop::collection::btree_map(name.clone(), inner, 0..5).prop_map(|members| {
                members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            }),
        ]
    })
}

fn object() -> impl Strategy<Value = serde_json::Map<String, serde_json::Value>> {
    value().prop_map(|value| match value {
        serde_json::Value::Object(members) => members,
        other => [("findings".to_owned(), other)].into_iter().collect(),
    })
}

fn opens(decoded: &Decoded) -> bool {
    effective(decoded).is_some_and(Outcome::opens)
}

proptest! {
    #![proptest_config(crate::lengths::cases(125))]

    #[test]
    fn any_text_is_read_without_a_panic(text in any::<String>(), pieces in vocabulary()) {
        for profile in [Profile::Strict, Profile::Standard, Profile::Lenient] {
            let _ = read_as(&text, Some(Format::Review), profile);
            let decoded = read_as(&pieces, Some(Format::Review), profile);
            sound(&decoded)?;
        }
    }

    #[test]
    fn any_object_is_read_without_a_panic(members in object(), pretty in any::<bool>()) {
        let text = match pretty {
            true => serde_json::to_string_pretty(&members),
            false => serde_json::to_string(&members),
        };
        let text = text.unwrap_or_default();
        sound(&read_as(&text, Some(Format::Review), Profile::Standard))?;
        sound(&read_as(&text, None, Profile::Standard))?;
    }

    /// A fail at the top never opens, whatever stands beside it, and beside an approval neither.
    #[test]
    fn a_member_that_says_fail_never_opens(members in object(), word in prop::sample::select(
        &["fail", "FAILED", "request_changes", "reject", "no-go"][..]
    )) {
        let mut members = members;
        members.insert("verdict".to_owned(), word.into());
        for decision in [None, Some("approve")] {
            if let Some(decision) = decision {
                members.insert("decision".to_owned(), decision.into());
            }
            let text = serde_json::to_string(&members).unwrap_or_default();
            for format in [None, Some(Format::Review)] {
                prop_assert!(!opens(&read_as(&text, format, Profile::Standard)), "{}", text);
            }
        }
    }

    /// Nor does an approval with a fail at any depth.
    #[test]
    fn a_fail_inside_never_opens(members in object(), depth in 1_usize..5, list in any::<bool>()) {
        let mut inner: serde_json::Value = serde_json::json!({"verdict": "fail"});
        for _ in 0..depth {
            inner = if list { serde_json::json!([inner]) } else { serde_json::json!({"part": inner}) };
        }
        let mut members = members;
        members.insert("verdict".to_owned(), "approve".into());
        members.insert("notes".to_owned(), inner);
        let text = serde_json::to_string(&members).unwrap_or_default();
        prop_assert!(!opens(&read_as(&text, Some(Format::Review), Profile::Standard)), "{}", text);
    }

    /// What states nothing never opens.
    #[test]
    fn an_object_without_a_verdict_never_opens(members in object()) {
        let mut members = members;
        let mut root = &mut members;
        loop {
            for name in ["gate", "recommendation", "approved", "decision", "status"] {
                root.remove(name);
            }
            // One key around all of it is no level.
            let inner = match root.len() {
                1 => root.values_mut().next(),
                _ => None,
            };
            let Some(serde_json::Value::Object(inner)) = inner else { break };
            root = inner;
        }
        let text = serde_json::to_string(&members).unwrap_or_default();
        prop_assert!(!opens(&read_as(&text, Some(Format::Review), Profile::Standard)), "{}", text);
    }
}
