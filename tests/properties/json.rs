//! Formats in JSON, on many texts: reading never panics, what is cut off is not read, and what
//! is written is read again as it was.

use assize::codec::{Cause, Part, WriteOptions, example};
use assize::verdict::Subject;
use assize::{Decoded, Format, Outcome, ReadOptions, Source, Span, Verdict, read, source, write};
use proptest::prelude::*;

const FORMATS: [Format; 3] = [Format::Quality, Format::Court, Format::AgentEnvelope];

fn read_text(text: &str) -> Decoded {
    read(&Source::new("answer.json", text), &ReadOptions::default())
}

fn read_as(text: &str, format: Format) -> Decoded {
    let options = ReadOptions::default().format(format);
    read(&Source::new("answer.json", text), &options)
}

/// Pieces that answers are made of.
fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        " ",
        "\n",
        "true",
        "false",
        "null",
        "1",
        "\"",
        "\"passed\"",
        "\"passed\": true",
        "\"feedback\": \"fine\"",
        "\"criteria_results\": [",
        "\"criterion\": \"a\"",
        "\"action\": \"merge\"",
        "\"action\": \"request-changes\"",
        "\"per_criterion\": [",
        "{\"id\": \"a\", \"status\": \"pass\"}",
        "{\"id\": \"b\", \"status\": \"fail\"}",
        "{\"criterion\": \"a\", \"passed\": true}",
        "{\"criterion\": \"b\", \"passed\": false}",
        "\"confidence\": \"high\"",
        "\"type\": \"result\"",
        "\"is_error\": false",
        "\"result\": \"verdict: pass\\nconfidence: high\\n\"",
        "\"structured_output\": {",
        "\\u00e9",
        "\\",
        "\u{e9}",
        "\u{feff}",
        "```json\n",
        "\n```\n",
        "\"\\ud83d\\ude00\"",
        "| x |",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24)
        .prop_map(|pieces| pieces.concat())
}

fn text() -> impl Strategy<Value = String> {
    "[a-z `\"\\\\\n\t/\u{e9}\u{1f600}\u{202e}|{}:,]{0,12}[a-z\u{e9}]"
}

fn criteria() -> impl Strategy<Value = Vec<(String, u8, Option<String>)>> {
    let one = (text(), 0..3_u8, prop::option::of(text()));
    prop::collection::vec(one, 0..5).prop_map(|mut criteria| {
        criteria.sort_by(|a, b| a.0.trim().cmp(b.0.trim()));
        criteria.dedup_by(|a, b| a.0.trim() == b.0.trim());
        criteria
    })
}

fn quality() -> impl Strategy<Value = serde_json::Value> {
    (any::<bool>(), text(), criteria()).prop_map(|(passed, feedback, criteria)| {
        let one = |(name, what, said): (String, u8, Option<String>)| {
            serde_json::json!({ "criterion": name, "passed": what > 0, "feedback": said })
        };
        let list: Vec<_> = criteria.into_iter().map(one).collect();
        serde_json::json!({ "passed": passed, "feedback": feedback, "criteria_results": list })
    })
}

fn court() -> impl Strategy<Value = serde_json::Value> {
    let action = prop::sample::select(vec!["merge", "request-changes", "request-clarification"]);
    let confidence = prop::option::of(prop::sample::select(vec!["high", "medium", "low"]));
    (action, confidence, criteria()).prop_map(|(action, confidence, criteria)| {
        let one = |(id, what, said): (String, u8, Option<String>)| {
            let status = ["fail", "pass", "suspicious"][usize::from(what)];
            match said {
                Some(said) => serde_json::json!({ "id": id, "status": status, "reason": said }),
                None => serde_json::json!({ "id": id, "status": status }),
            }
        };
        let list: Vec<_> = criteria.into_iter().map(one).collect();
        let mut court = serde_json::json!({ "action": action, "per_criterion": list });
        if let Some(word) = confidence {
            court["confidence"] = word.into();
        }
        court
    })
}

fn answer() -> impl Strategy<Value = serde_json::Value> {
    prop_oneof![quality(), court()]
}

/// Everything a verdict says, without the places where it says it.
fn told(decoded: &Decoded) -> Vec<String> {
    let at = |span: Span| decoded.text(span).into_owned();
    let one = |verdict: &Verdict| {
        let criteria: Vec<_> = (verdict.criteria.iter())
            .map(|one| (at(one.name), one.outcome, one.text.map(at)))
            .collect();
        let findings: Vec<_> =
            verdict.findings.iter().map(|one| (one.kind, at(one.text))).collect();
        format!(
            "{:?} {:?} {:?} {:?} {:?} {criteria:?} {findings:?} {}",
            verdict.stated.map(|stated| (stated.outcome, at(stated.word))),
            verdict.derived,
            verdict.action.map(at),
            verdict.confidence,
            verdict.summary.map(at),
            verdict.contradictory,
        )
    };
    decoded.verdicts.iter().map(one).collect()
}

/// Every place lies in its source, on the border of a character.
fn check_places(decoded: &Decoded) {
    let inside = |span: Span| {
        let source = &decoded.sources[span.source.0 as usize];
        let text = source.lossy();
        let (start, end) = (span.start as usize, span.end as usize);
        assert!(text.get(start..end).is_some(), "{span:?} in {text:?}");
        let outer = source::outermost(&decoded.sources, span);
        assert_eq!(outer.source.0, 0);
        assert!(outer.end as usize <= decoded.sources[0].bytes().len());
    };
    for diagnostic in &decoded.diagnostics {
        diagnostic.labels.iter().for_each(|label| inside(label.span));
    }
    for verdict in &decoded.verdicts {
        inside(verdict.span);
        let single = [verdict.summary, verdict.action, verdict.stated.map(|said| said.word)];
        single.into_iter().flatten().for_each(inside);
        verdict.findings.iter().flat_map(|found| [found.text, found.span]).for_each(inside);
        for criterion in &verdict.criteria {
            inside(criterion.name);
            criterion.text.into_iter().for_each(inside);
        }
        verdict.members.iter().flat_map(|member| [member.name, member.text]).for_each(inside);
    }
}

fn envelope(result: &str) -> String {
    serde_json::json!({ "type": "result", "subtype": "success", "result": result }).to_string()
}

proptest! {
    #![proptest_config(crate::lengths::cases(125))]

    #[test]
    fn any_text_is_read(text in soup()) {
        check_places(&read_text(&text));
        check_places(&read_text(&envelope(&text)));
        for format in FORMATS {
            check_places(&read_as(&text, format));
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for format in FORMATS {
            let options = ReadOptions::default().format(format);
            let _ = read(&Source::new("answer.json", bytes.clone()), &options);
        }
    }

    #[test]
    fn an_answer_that_is_cut_off_is_not_read(answer in answer(), cut: prop::sample::Index) {
        for text in [answer.to_string(), envelope(&answer.to_string())] {
            let mut cut = cut.index(text.len());
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            let decoded = read_text(&text[..cut]);
            prop_assert!(decoded.verdicts.is_empty());
            if cut > 2 {
                prop_assert_eq!(decoded.unreadable, Some(Cause::Truncated), "{}", &text[..cut]);
            }
        }
    }

    #[test]
    fn a_pass_has_nothing_against_it(answer in answer()) {
        let decoded = read_text(&answer.to_string());
        let text = answer.to_string();
        if decoded.verdicts.iter().any(|v| v.effective() == Some(Outcome::Pass)) {
            for against in ["\"passed\":false", "\"fail\"", "suspicious", "request-"] {
                prop_assert!(!text.contains(against), "{}", text);
            }
        }
    }

    #[test]
    fn what_is_written_is_read_as_it_was(answer in answer()) {
        // `a | b` where one name belongs is a form that was not filled in.
        prop_assume!(!answer.to_string().contains(" | "));
        let read_once = read_text(&answer.to_string());
        prop_assert_eq!(read_once.unreadable, None, "{:?}", read_once.diagnostics);
        let format = read_once.format.expect("a format");
        let written = match write(&read_once, format, &WriteOptions::default()) {
            Ok(written) => written,
            // What contradicts itself, or is doubted by one of its texts, is not written, as it would read otherwise.
            Err(wrong) => {
                let first = &read_once.verdicts[0];
                prop_assert!(first.contradictory || !first.remarks.is_empty(), "{}", wrong);
                return Ok(());
            }
        };
        let again = read_text(&written);
        if !read_once.verdicts[0].contradictory {
            prop_assert_eq!(told(&again), told(&read_once), "{}", written);
        }
        let twice = write(&again, format, &WriteOptions::default()).expect("written again");
        prop_assert_eq!(twice, written);
    }

    #[test]
    fn an_answer_reads_the_same_in_an_envelope(answer in answer(), pretty: bool) {
        let text = if pretty { format!("{answer:#}") } else { answer.to_string() };
        let plain = read_text(&text);
        let held = read_text(&envelope(&text));
        prop_assert_eq!(told(&held), told(&plain));
        check_places(&held);
        let object = serde_json::json!({ "type": "result", "structured_output": answer });
        prop_assert_eq!(told(&read_text(&object.to_string())), told(&plain));
    }

    #[test]
    fn a_criterion_that_is_left_out_is_missed(answer in answer(), other in "[0-9]{3}") {
        prop_assume!(!answer.to_string().contains(" | "));
        let expected = vec![Subject::Criterion(other)];
        let options = ReadOptions::default().expected(expected.clone());
        let decoded = read(&Source::new("answer.json", answer.to_string()), &options);
        prop_assert_eq!(&decoded.missing, &expected);
        let passes = decoded.verdicts.iter().any(|v| v.effective() == Some(Outcome::Pass));
        prop_assert!(!passes);
    }
}

#[test]
fn examples_are_canonical() {
    for format in [Format::Quality, Format::Court] {
        let options = ReadOptions::default().profile(assize::Profile::Strict);
        let decoded = read(&Source::new("example", example(format)), &options);
        assert_eq!((decoded.format, decoded.unreadable), (Some(format), None));
        assert!(decoded.diagnostics.is_empty(), "{:?}", decoded.diagnostics);
        let written = write(&decoded, format, &WriteOptions::default()).expect("written");
        assert_eq!(written, example(format));
    }
    let decoded = read_text(example(Format::AgentEnvelope));
    assert_eq!(decoded.verdicts[0].effective(), Some(Outcome::Fail));
}

#[test]
fn contracts_are_no_verdicts() {
    let options = ReadOptions::default()
        .expected(vec![Subject::Criterion("every command is explained".into())]);
    for format in FORMATS {
        let contract = assize::contract(format, &options);
        for text in [contract.clone(), envelope(&contract)] {
            let outcomes = read_text(&text).verdicts.into_iter().filter_map(|v| v.effective());
            assert!(outcomes.max().is_none_or(|worst| worst == Outcome::Fail), "{contract}");
        }
    }
    assert!(assize::contract(Format::Quality, &options).contains("- every command is explained\n"));
}

#[test]
fn schemas_hold_their_examples() {
    for format in [Format::Quality, Format::Court] {
        let schema = assize::codec::json_schema(format).expect("a schema");
        let schema: serde_json::Value = serde_json::from_str(schema).expect("JSON");
        let example = serde_json::from_str(example(format)).expect("JSON");
        assert!(jsonschema::draft202012::is_valid(&schema, &example));
        assert!(!jsonschema::draft202012::is_valid(&schema, &serde_json::json!({})));
    }
}

#[test]
fn a_verdict_file_is_written_as_a_quality_review() {
    let text = "verdict: fail\nconfidence: high\nblocker: the lock is \"never\" released\n";
    let decoded = read_text(text);
    let refused = write(&decoded, Format::Quality, &WriteOptions::default()).expect_err("refused");
    assert!(refused.to_string().contains("cannot hold a confidence"), "{refused}");
    let mut options = WriteOptions::default();
    options.drop.push(Part::Confidence);
    let written = write(&decoded, Format::Quality, &options).expect("written");
    assert!(written.contains(r#""criterion": "the lock is \"never\" released""#), "{written}");
    let court = write(&decoded, Format::Court, &options).expect_err("refused");
    assert!(court.to_string().contains("belong to no criterion"), "{court}");
}

#[test]
fn what_was_asked_for_is_missing_where_nothing_was_read() {
    let expected = vec![Subject::Criterion("a".into()), Subject::Criterion("b".into())];
    for text in
        ["", "no JSON", "{\"passed\": \"<yes or no>\"}", "{\"action\": \"approve\"}", "{\"a\": 1"]
    {
        let mut options = ReadOptions::default();
        options.expected.clone_from(&expected);
        let decoded = read(&Source::new("answer.json", text), &options);
        assert!(decoded.unreadable.is_some(), "{text}");
        assert_eq!(decoded.missing, expected, "{text}");
    }
}

#[test]
fn what_an_answer_says_that_cannot_be_used_is_kept_beside_the_cause() {
    let text = r#"{"passed": "yes", "criteria_results": [{"criterion": "a", "passed": false}]}"#;
    let decoded = read_text(text);
    assert_eq!((decoded.unreadable, decoded.verdicts.len()), (Some(Cause::Malformed), 0));
    assert!(decoded.says_fail);
    assert_eq!(decoded.fragments[0].criteria.len(), 1);
    assert_eq!(decoded.fragments[0].findings.len(), 1);
}

#[test]
fn what_an_agent_answered_that_failed_is_kept_beside_the_cause() {
    let answer = r#"{"passed": false, "feedback": "x"}"#;
    let text = format!(
        r#"{{"type": "result", "subtype": "success", "is_error": true, "structured_output": {answer}}}"#
    );
    let decoded = read_text(&text);
    assert_eq!((decoded.unreadable, decoded.verdicts.len()), (Some(Cause::Errored), 0));
    assert!(decoded.says_fail);
    assert_eq!(decoded.fragments.len(), 1);
}
