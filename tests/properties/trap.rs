//! What holds for every trap report.

use assize::{Decoded, Format, Outcome, Profile, ReadOptions, Source, Verdict, read};
use proptest::prelude::*;

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
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
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

fn read_as(text: &str, format: Option<Format>, profile: Profile) -> Decoded {
    let options = ReadOptions::default().profile(profile).format(format);
    read(&Source::new("trap.json", text), &options)
}

fn sound(decoded: &Decoded) -> Result<(), TestCaseError> {
    let mut spans: Vec<_> = decoded.recoveries.iter().map(|r| r.span).collect();
    spans.extend(decoded.diagnostics.iter().flat_map(|d| d.labels.iter().map(|l| l.span)));
    for verdict in &decoded.verdicts {
        spans.extend(verdict.stated.map(|stated| stated.word));
        spans.extend(verdict.members.iter().flat_map(|member| [member.name, member.text]));
        spans.extend(verdict.notes.iter().chain(&verdict.tags).copied());
        spans.extend(verdict.reviewer.into_iter().chain([verdict.span]));
        for found in &verdict.findings {
            spans.extend([found.text, found.span]);
            spans.extend(found.category.into_iter().chain(found.advice));
            if let Some(location) = &found.location {
                spans.extend([Some(location.text), location.path].into_iter().flatten());
            }
        }
    }
    for span in spans {
        let source = decoded.sources.get(span.source.0 as usize);
        let text = source.and_then(|source| source.text().ok()).unwrap_or_default();
        let (start, end) = (span.start as usize, span.end as usize);
        prop_assert!(start <= end && text.get(start..end).is_some(), "{span:?} in {text:?}");
    }
    Ok(())
}

fn effective(decoded: &Decoded) -> Option<Outcome> {
    decoded.verdicts.iter().filter_map(Verdict::effective).max()
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
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_a_panic(text in any::<String>(), pieces in vocabulary()) {
        for profile in [Profile::Strict, Profile::Standard, Profile::Lenient] {
            let _ = read_as(&text, Some(Format::TrapReport), profile);
            let decoded = read_as(&pieces, Some(Format::TrapReport), profile);
            if Source::new("", pieces.as_str()).text().is_ok() {
                sound(&decoded)?;
            }
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
        let mut cut = cut.min(text.trim_end().len() - 1);
        while !text.is_char_boundary(cut) { cut -= 1; }
        prop_assert_eq!(effective(&read_as(&text[..cut], None, Profile::Standard)), None);
    }
}

#[cfg(feature = "serde")]
mod written {
    use super::*;
    use assize::codec::{WriteOptions, example, json_schema};
    use assize::write;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_written_is_read_the_same(text in report()) {
            let decoded = read_as(&text, None, Profile::Standard);
            let written = write(&decoded, Format::TrapReport, &WriteOptions::default());
            let written = written.map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
            let again = read_as(&written, None, Profile::Standard);
            prop_assert_eq!(told(&decoded), told(&again), "{}", written);
            let twice = write(&again, Format::TrapReport, &WriteOptions::default());
            prop_assert_eq!(twice.ok(), Some(written));
        }
    }

    #[test]
    fn the_example_needs_no_repair_and_is_written_as_it_is() {
        let text = example(Format::TrapReport);
        let decoded = read_as(text, None, Profile::Strict);
        assert!(decoded.recoveries.is_empty() && decoded.diagnostics.is_empty());
        let written = write(&decoded, Format::TrapReport, &WriteOptions::default());
        assert_eq!(written.ok().as_deref(), Some(text));
        let schema = json_schema(Format::TrapReport).unwrap_or_default();
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap_or_default();
        let validator = jsonschema::validator_for(&schema).ok();
        let example: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        assert!(validator.is_some_and(|validator| validator.is_valid(&example)));
    }

    #[test]
    fn a_verdict_that_fails_is_no_trap_report() {
        let text = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 wrong\n";
        let decoded = read(&Source::new("qa.md", text), &ReadOptions::default());
        assert!(write(&decoded, Format::TrapReport, &WriteOptions::default()).is_err());
    }
}
