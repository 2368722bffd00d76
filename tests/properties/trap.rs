//! What holds for every trap report.

use assize::{Decoded, Format, Outcome, Profile, Verdict};
use proptest::prelude::*;

use crate::every::{self, effective, read_as, sound};

const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"reviewer\"",
    "\"rationalization-trap\"",
    "\"findings\"",
    "[]",
    "\"severity\"",
    "\"high\"",
    "\"medium\"",
    "\"escalation_flag\"",
    "true",
    "false",
    "null",
    "\"evidence\"",
    "\"quote\"",
    "\"x \\u00e4\"",
    "\"residual_risks\"",
    "\"schema\"",
    "\"compound_review_result_v1\"",
    "\"status\"",
    "\"passed\"",
    "\"failed\"",
    "3",
    " ",
    "\n",
    "🦀",
    "```json\n",
    "```\n",
];

fn vocabulary() -> impl Strategy<Value = String> {
    every::pieces(PIECES, 40)
}

fn text() -> impl Strategy<Value = String> {
    "[a-zäé🦀 \"\\\\\n:/.0-9]{0,16}"
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn report() -> impl Strategy<Value = String> {
    let severity =
        prop::sample::select(&["low", "medium", "high", "critical", "HIGH", "odd", "info"][..]);
    let finding = (text(), severity, text(), text(), text(), any::<bool>()).prop_map(
        |(signature, severity, quote, location, advice, more)| {
            let more = if more { ", \"skill_verdict\": \"flag\"" } else { "" };
            format!(
                "{{\"signature\": {}, \"severity\": \"{severity}\", \"evidence\": {{\"quote\": {}, \
                 \"location\": {}}}, \"recommendation\": {}{more}}}",
                quoted(&signature),
                quoted(&quote),
                quoted(&location),
                quoted(&advice)
            )
        },
    );
    let confidence = prop::sample::select(&["low", "medium", "high", "med"][..]);
    let notes = prop::collection::vec(text(), 0..3);
    let findings = prop::collection::vec(finding, 0..4);
    (findings, confidence, any::<bool>(), notes).prop_map(|(findings, sure, flag, notes)| {
        let notes: Vec<String> = notes.iter().map(|note| quoted(note)).collect();
        format!(
            "{{\"reviewer\": \"rationalization-trap\", \"findings\": [{}], \
             \"confidence_summary\": \"{sure}\", \"escalation_flag\": {flag}, \
             \"testing_gaps\": [{}], \"model\": \"m\"}}\n",
            findings.join(", "),
            notes.join(", ")
        )
    })
}

/// A verdict by value: what its spans say, wherever they lie.
fn told(decoded: &Decoded) -> String {
    let text = |span| decoded.text(span).into_owned();
    let one = |v: &Verdict| {
        let findings = v.findings.iter().map(|f| {
            let location = f.location.as_ref();
            let path = location.and_then(|l| l.path).map(text);
            let lines = location.map(|l| l.lines.clone());
            let location = location.map(|l| text(l.text));
            let (category, advice) = (f.category.map(text), f.advice.map(text));
            format!(
                "{:?} {category:?} {} {advice:?} {location:?} {path:?} {lines:?}",
                f.severity,
                text(f.text)
            )
        });
        let findings: Vec<_> = findings.collect();
        let mut members: Vec<_> =
            v.members.iter().map(|m| format!("{}={}", text(m.name), text(m.text))).collect();
        members.sort();
        let all = |spans: &[_]| spans.iter().map(|span| text(*span)).collect::<Vec<_>>();
        format!(
            "{:?} {:?} {:?} {findings:?} {members:?} {:?} {:?}",
            v.reviewer.map(text),
            v.effective(),
            v.confidence,
            all(&v.notes),
            all(&v.tags)
        )
    };
    decoded.verdicts.iter().map(one).collect()
}

proptest! {
    #![proptest_config(crate::lengths::cases(150))]

    #[test]
    fn any_text_is_read_without_a_panic(text in any::<String>(), pieces in vocabulary()) {
        for profile in [Profile::Strict, Profile::Standard, Profile::Lenient] {
            let _ = read_as(&text, Some(Format::TrapReport), profile);
            let decoded = read_as(&pieces, Some(Format::TrapReport), profile);
            sound(&decoded)?;
        }
    }

    /// Whatever was found is a warning, and nothing found is a pass.
    #[test]
    fn findings_warn(text in report()) {
        let decoded = read_as(&text, None, Profile::Standard);
        sound(&decoded)?;
        prop_assert_eq!(decoded.format, Some(Format::TrapReport), "{}", text);
        let nothing = text.contains("\"findings\": []") && text.contains("\"escalation_flag\": false");
        let expected = if nothing { Outcome::Pass } else { Outcome::Warn };
        prop_assert_eq!(effective(&decoded), Some(expected), "{}", text);
        let strict = read_as(&text, None, Profile::Strict);
        prop_assert!(strict.verdicts.is_empty() || told(&strict) == told(&decoded));
    }

    /// Without its last brace it is nothing.
    #[test]
    fn a_report_that_was_cut_off_is_unreadable(text in report(), cut in 0usize..2000) {
        let head = every::cut(&text, cut.min(text.trim_end().len() - 1));
        prop_assert_eq!(effective(&read_as(head, None, Profile::Standard)), None);
    }
}

#[cfg(feature = "serde")]
mod example {
    use super::*;
    use assize::codec::{example, json_schema};

    #[test]
    fn the_example_needs_no_repair_and_fits_its_schema() {
        let text = example(Format::TrapReport);
        let decoded = read_as(text, None, Profile::Strict);
        assert!(decoded.recoveries.is_empty() && decoded.diagnostics.is_empty());
        let schema = json_schema(Format::TrapReport).unwrap_or_default();
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap_or_default();
        let validator = jsonschema::validator_for(&schema).ok();
        let example: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        assert!(validator.is_some_and(|validator| validator.is_valid(&example)));
    }
}
