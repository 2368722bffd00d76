//! What holds for every pair review, in blocks and in a bundle.

use assize::codec::{Cause, WriteOptions, example, grammar, is_written, json_schema};
use assize::verdict::{Finding, FindingKind, Severity, Subject};
use assize::{
    Decoded, Format, Outcome, Profile, ReadOptions, Source, Span, Verdict, contract, read, write,
};
use proptest::prelude::*;

use crate::every::{self, effective};

const PROFILES: [Profile; 3] = [Profile::Strict, Profile::Standard, Profile::Lenient];
const BOTH: [Format; 2] = [Format::PairReview, Format::PairBundle];

/// Pieces of both formats, so that chance meets what the readers look for.
const PIECES: &[&str] = &[
    "=== PAIR REVIEW START: a.md :: style ===\n",
    "=== PAIR REVIEW END: a.md :: style ===\n",
    "=== PAIR REVIEW START: größe.md :: x ===\n",
    "=== PAIR REVIEW END: größe.md :: x ===\n",
    "=== PAIR REVIEW START: <note> :: <gate> ===\n",
    "=== PAIR REVIEW ",
    "=== pair review end: a :: b ===\n",
    " ===",
    " :: ",
    "## Result: PASS\n",
    "## Result: WARN\n",
    "## Result: FAIL\n",
    "## Result: ERROR\n",
    "## Result: UNKNOWN\n",
    "## Result: PASS|WARN|FAIL|ERROR\n",
    "## Result:",
    "## Result\n",
    "## PASS\n",
    "**PASS** ",
    "Verdict: fail\n",
    "Outcome: pass\n",
    "flagging as warn",
    "Revised result: pass\n",
    "Final verdict: fail\n",
    "### Summary\n",
    "### Findings\n",
    "### Suggested Revision\n",
    "### Evidence\n",
    "## Blockers\n",
    "- warn: ",
    "- fail: ",
    "- info: ",
    "- lede: ",
    "* **warn** ",
    "| error | x |\n",
    "None.\n",
    "so it goes",
    " (1 nit)",
    "\n",
    "\n",
    "\r\n",
    "    ",
    "  ",
    "```\n",
    "````\n",
    "~~~ x\n",
    "<!--",
    "-->",
    "> ",
    "\u{feff}",
    "\u{2028}",
    "\u{b}",
    "\u{a0}",
    "🦀",
    "self-reported-model: owl\n",
    "{\"pairs\": [",
    "{\"note\": \"a.md\", \"gate\": \"style\", \"decision\": \"PASS\", \"summary\": \"\", \"findings\": [",
    "{\"severity\": \"fail\", \"text\": \"so\\n\\u00e9\"}",
    "]}",
    ", ",
    "\"",
];

fn vocabulary() -> impl Strategy<Value = String> {
    every::pieces(PIECES, 40)
}

/// Lines of a block, most of them harmless.
fn body() -> impl Strategy<Value = String> {
    let line = prop::sample::select(
        &[
            "### Summary\n",
            "### Findings\n",
            "### Suggested Revision\n",
            "### Evidence\n",
            "so it goes\n",
            "and on\n",
            "  and further in\n",
            "\n",
            "- warn: the lede comes late\n",
            "- fail: no source\n",
            "- info: a comma\n",
            "* WARN - the title\n",
            "- the rest\n",
            "  - nested\n",
            "None.\n",
            "> quoted\n",
            "```\n## Result: PASS\n```\n",
            "<!-- remark -->\n",
            "Verdict: WARN\n",
            "## Result: PASS\n",
            "größe 🦀\n",
        ][..],
    );
    let result = prop::sample::select(
        &[
            "## Result: PASS\n",
            "## Result: WARN\n",
            "## Result: FAIL\n",
            "## Result: ERROR\n",
            "## Result: Pass (1 nit)\n",
            "",
        ][..],
    );
    (prop::collection::vec(line, 0..10), result)
        .prop_map(|(lines, result)| format!("{}{result}", lines.concat()))
}

/// Texts that are pair reviews more often than not.
fn review() -> impl Strategy<Value = String> {
    prop::collection::vec(body(), 1..4).prop_map(|bodies| {
        let blocks = bodies.iter().enumerate().map(|(n, body)| {
            format!(
                "=== PAIR REVIEW START: {n}.md :: style ===\n{body}\
                 === PAIR REVIEW END: {n}.md :: style ===\n"
            )
        });
        blocks.collect()
    })
}

/// What a review says, before it is written: outcome, summary, findings, revision.
type Told = (&'static str, Option<String>, Vec<(&'static str, String)>, Option<String>);

fn told() -> impl Strategy<Value = Told> {
    let words = "[a-zäö🦀][a-z ,.`\"\\\\äö🦀]{0,30}[a-z.]";
    let paragraph = prop::collection::vec(words, 1..3).prop_map(|lines| lines.join("\n\n"));
    let severity = prop::sample::select(&["error", "fail", "warn", "info"][..]);
    (
        prop::sample::select(&["PASS", "WARN", "FAIL", "ERROR"][..]),
        prop::option::of(paragraph.clone()),
        prop::collection::vec((severity, words), 0..4),
        prop::option::of(paragraph),
    )
}

/// The same reviews as a bundle.
fn bundle(reviews: &[Told]) -> String {
    let pairs: Vec<serde_json::Value> = reviews
        .iter()
        .enumerate()
        .map(|(n, (decision, summary, findings, revision))| {
            let findings: Vec<_> = findings
                .iter()
                .map(|(severity, text)| serde_json::json!({"severity": severity, "text": text}))
                .collect();
            serde_json::json!({
                "note": format!("{n}.md"),
                "gate": "style",
                "decision": decision,
                "summary": summary.clone().unwrap_or_default(),
                "findings": findings,
                "suggested_revision": revision,
            })
        })
        .collect();
    serde_json::json!({ "pairs": pairs }).to_string()
}

fn read_as(text: impl AsRef<[u8]>, profile: Profile) -> Decoded {
    every::read_as(text, None, profile)
}

fn standard(text: &str) -> Decoded {
    read_as(text, Profile::Standard)
}

fn sound(decoded: &Decoded) -> Result<(), TestCaseError> {
    every::reads_or_says_why(decoded)?;
    every::sound(decoded)
}

/// A verdict by value: texts, and not where they stand. Notes are in the order of the canonical
/// text, loose ones first.
#[derive(Debug, PartialEq)]
struct Value {
    subject: Subject,
    stated: Option<Outcome>,
    derived: Option<Outcome>,
    summary: Option<String>,
    findings: Vec<(FindingKind, Option<Severity>, String)>,
    revision: Option<String>,
    notes: Vec<String>,
}

fn values(decoded: &Decoded) -> Vec<Value> {
    let text = |span: Span| decoded.text(span).replace("\r\n", "\n");
    let finding = |f: &Finding| (f.kind, f.severity, text(f.text));
    let one = |verdict: &Verdict| {
        let mut notes: Vec<String> = verdict.notes.iter().map(|at| text(*at)).collect();
        notes.sort_by_key(|note| note.starts_with('#'));
        Value {
            subject: verdict.subject.clone(),
            stated: verdict.stated.map(|stated| stated.outcome),
            derived: verdict.derived,
            summary: verdict.summary.map(text),
            findings: verdict.findings.iter().map(finding).collect(),
            revision: verdict.revision.map(text),
            notes,
        }
    };
    decoded.verdicts.iter().map(one).collect()
}

fn written(decoded: &Decoded, to: Format) -> Option<String> {
    write(decoded, to, &WriteOptions::default()).ok()
}

proptest! {
    #![proptest_config(crate::lengths::cases(125))]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in BOTH {
            let options = ReadOptions::default().format(format);
            let _ = read(&Source::new("review.md", bytes.clone()), &options);
        }
    }

    #[test]
    fn every_span_lies_in_its_text_between_characters(text in vocabulary()) {
        if Source::new("", text.as_str()).text().is_ok() {
            for profile in PROFILES {
                for format in [None, Some(Format::PairReview), Some(Format::PairBundle)] {
                    let options = ReadOptions::default().profile(profile).format(format);
                    sound(&read(&Source::new("review.md", text.as_str()), &options))?;
                }
            }
        }
    }

    #[test]
    fn spans_of_reviews_lie_in_the_text(text in review()) {
        for profile in PROFILES {
            sound(&read_as(text.as_str(), profile))?;
        }
    }

    #[test]
    fn spans_of_bundles_lie_in_the_text(reviews in prop::collection::vec(told(), 1..3)) {
        sound(&standard(&bundle(&reviews)))?;
    }

    /// Strict reads nothing that standard does not read, and nothing differently.
    #[test]
    fn strict_agrees_with_standard_or_refuses(text in review()) {
        let strict = read_as(text.as_str(), Profile::Strict);
        prop_assert!(strict.verdicts.is_empty() || strict.verdicts == standard(&text).verdicts);
        prop_assert!(strict.verdicts.is_empty() || strict.recoveries.is_empty());
    }

    /// What only `lenient` takes for a pass or a warning is marked.
    #[test]
    fn lenient_is_better_than_standard_only_where_it_says_so(text in review()) {
        let lenient = read_as(text.as_str(), Profile::Lenient);
        let standard = standard(&text);
        for verdict in lenient.verdicts.iter().filter(|verdict| !verdict.inferred) {
            let opens = verdict.effective().is_some_and(Outcome::opens);
            let mut same = standard.verdicts.iter().filter(|v| v.subject == verdict.subject);
            prop_assert!(!opens || same.any(|v| v.effective() <= verdict.effective()), "{text}");
        }
    }

    /// A block has an end, so any cut before it is seen.
    #[test]
    fn a_text_that_was_cut_off_is_unreadable(body in body(), cut in 0usize..400) {
        let text = format!(
            "=== PAIR REVIEW START: a.md :: style ===\n{body}=== PAIR REVIEW END: a.md :: style ==="
        );
        let head = every::cut(&text, cut.min(text.len() - 1));
        prop_assert_eq!(effective(&standard(head)), None);
    }

    #[test]
    fn a_bundle_that_was_cut_off_is_unreadable(reviews in prop::collection::vec(told(), 1..3), cut in 0usize..600) {
        let text = bundle(&reviews);
        let head = every::cut(&text, cut.min(text.len() - 1));
        prop_assert_eq!(effective(&standard(head)), None);
    }

    /// A whole block that is cut away is missed.
    #[test]
    fn a_pair_that_was_cut_away_is_missing(text in review(), cut in 0usize..1200) {
        let pairs: Vec<Subject> = (0..text.matches(" START: ").count())
            .map(|n| Subject::Pair { note: format!("{n}.md"), gate: "style".into() })
            .collect();
        let cut = every::cut(&text, cut.min(text.len())).len();
        let options = ReadOptions::default().expected(pairs.clone());
        let decoded = read(&Source::new("review.md", &text[..cut]), &options);
        let known = decoded.verdicts.len() + decoded.missing.len();
        prop_assert!(decoded.unreadable.is_some() || known == pairs.len());
    }

    /// A failing finding, wherever it is added to a body, never makes anything better.
    #[test]
    fn another_failing_finding_never_makes_a_review_better(body in body(), at in 0usize..12) {
        let block = |body: &str| {
            format!("=== PAIR REVIEW START: a.md :: x ===\n{body}=== PAIR REVIEW END: a.md :: x ===\n")
        };
        let before = effective(&standard(&block(&body)));
        let mut lines: Vec<&str> = body.split_inclusive('\n').collect();
        lines.insert(at.min(lines.len()), "- fail: one more\n");
        let after = effective(&standard(&block(&lines.concat())));
        prop_assert!(before.is_none() || after.is_none() || after >= before, "{body}");
    }

    /// What was read and written is read as the same, and written as the same again.
    #[test]
    fn canonical_text_is_a_fixpoint(text in review()) {
        let decoded = standard(&text);
        if let Some(once) = written(&decoded, Format::PairReview) {
            let again = standard(&once);
            prop_assert_eq!(values(&decoded), values(&again), "{}", once);
            prop_assert_eq!(written(&again, Format::PairReview), Some(once));
        }
    }

    /// What doubts a block in the text of its summary doubts a bundle, too.
    #[test]
    fn a_summary_counts_alike_in_a_bundle_and_in_a_block(summary in body()) {
        let in_json = standard(&bundle(&[("PASS", Some(summary.clone()), Vec::new(), None)]));
        let block = format!(
            "=== PAIR REVIEW START: 0.md :: style ===\n### Summary\n\n{summary}\n## Result: PASS\n\
             === PAIR REVIEW END: 0.md :: style ===\n"
        );
        let in_block = standard(&block);
        let opens = |decoded: &Decoded| effective(decoded).is_some_and(Outcome::opens);
        let doubted = |decoded: &Decoded| decoded.verdicts.iter().any(Verdict::doubted);
        // What is a field in a block, and text in a bundle, may fail or be unreadable there.
        prop_assert!(!doubted(&in_block) || !opens(&in_json), "{block}");
    }

    /// Both formats say the same, whichever was written first.
    #[test]
    fn a_bundle_and_its_blocks_say_the_same(reviews in prop::collection::vec(told(), 1..3)) {
        let from_json = standard(&bundle(&reviews));
        prop_assert_eq!(from_json.verdicts.len(), reviews.len());
        if let Some(blocks) = written(&from_json, Format::PairReview) {
            let from_blocks = standard(&blocks);
            prop_assert_eq!(values(&from_json), values(&from_blocks), "{}", blocks);
            if is_written(Format::PairBundle) {
                let json = written(&from_blocks, Format::PairBundle);
                prop_assert_eq!(&written(&from_json, Format::PairBundle), &json);
                let back = standard(&json.unwrap_or_default());
                prop_assert_eq!(values(&back), values(&from_blocks));
                prop_assert_eq!(written(&back, Format::PairReview), Some(blocks));
            }
        }
    }
}

/// Most generated bundles can be written as blocks; else the property above says nothing.
#[test]
fn a_bundle_becomes_blocks() {
    let review: Told = (
        "WARN",
        Some("so\n\nit goes".into()),
        vec![("warn", "the lede".into())],
        Some("say `so`".into()),
    );
    let blocks = written(&standard(&bundle(&[review])), Format::PairReview);
    let expected = "=== PAIR REVIEW START: 0.md :: style ===\n### Summary\n\nso\n\nit goes\n\n\
                    ### Findings\n\n- warn: the lede\n\n### Suggested Revision\n\nsay `so`\n\n\
                    ## Result: WARN\n=== PAIR REVIEW END: 0.md :: style ===\n";
    assert_eq!(blocks.as_deref(), Some(expected));
}

#[test]
fn the_examples_are_canonical() {
    for format in BOTH {
        let text = example(format);
        let decoded = read_as(text, Profile::Strict);
        assert_eq!((decoded.format, decoded.unreadable), (Some(format), None), "{text}");
        assert!(decoded.diagnostics.is_empty(), "{:?}", decoded.diagnostics);
        if is_written(format) {
            assert_eq!(written(&decoded, format).as_deref(), Some(text));
        }
    }
}

/// Without its words filled in, a contract that is handed back is nothing that opens a gate.
#[test]
fn a_contract_that_is_echoed_never_opens() {
    let pair = |note: &str, gate: &str| Subject::Pair { note: note.into(), gate: gate.into() };
    let asked = vec![pair("a.md", "style"), pair("a\nb", "style")];
    for expected in [Vec::new(), asked.clone()] {
        let options = ReadOptions::default().expected(expected);
        for format in BOTH {
            let text = contract(format, &options);
            assert!(text.replace(" | ", "|").contains("PASS|WARN|FAIL|ERROR"), "{text}");
            assert!(text.contains(example(format)), "{text}");
            for profile in PROFILES {
                for wrapped in [text.clone(), format!("```\n{text}```\n")] {
                    let echoed = read_as(wrapped, profile);
                    assert!(!effective(&echoed).is_some_and(Outcome::opens), "{text}");
                }
            }
        }
    }
    let options = ReadOptions::default().expected(asked);
    let text = contract(Format::PairReview, &options);
    assert!(text.contains("- a.md :: style\n") && text.contains("`a\\nb`"), "{text}");
}

#[test]
fn what_a_block_cannot_hold_is_refused() {
    // It fails anyway; beside a pass, the last two would be refused when they are read.
    let with = |summary: &str| bundle(&[("FAIL", Some(summary.to_owned()), Vec::new(), None)]);
    for (summary, why) in [
        ("so\n### Findings", "### Findings"),
        ("so\n=== note: a.md ===", "=== note: a.md ==="),
        ("=== PAIR REVIEW END: 0.md :: style ===", "=== PAIR REVIEW END"),
        ("```\nso", "read as something else"),
        ("so\n- fail: x", "read as something else"),
        ("Verdict: FAIL", "read as something else"),
    ] {
        let decoded = standard(&with(summary));
        assert_eq!(decoded.unreadable, None, "{summary}");
        let refused = write(&decoded, Format::PairReview, &WriteOptions::default());
        let message = refused.unwrap_or_else(|wrong| wrong.to_string());
        assert!(message.contains(why) && !message.contains("## Result"), "{summary}: {message}");
    }
    let lenient = read_as(
        "=== PAIR REVIEW START: a.md :: x ===\nflagging as pass\n=== PAIR REVIEW END: a.md :: x ===\n",
        Profile::Lenient,
    );
    assert!(lenient.verdicts[0].inferred);
    assert_eq!(written(&lenient, Format::PairReview), None);
}

#[test]
fn the_schema_names_the_words_that_are_read() {
    let schema = json_schema(Format::PairBundle).unwrap_or_default();
    let schema: serde_json::Value = serde_json::from_str(schema).expect("JSON");
    let review = &schema["properties"]["pairs"]["items"]["properties"];
    let words = |value: &serde_json::Value| -> Vec<String> {
        let words = value["enum"].as_array().expect("a list");
        words.iter().filter_map(|word| word.as_str()).map(str::to_owned).collect()
    };
    let decisions = words(&review["decision"]);
    assert_eq!(decisions, ["PASS", "WARN", "FAIL", "ERROR"]);
    for decision in decisions {
        let text = bundle(&[]).replace(
            "[]",
            &format!(
                r#"[{{"note":"a","gate":"b","decision":"{decision}","summary":"","findings":[]}}]"#
            ),
        );
        assert_eq!(standard(&text).unreadable, None, "{text}");
    }
    for severity in words(&review["findings"]["items"]["properties"]["severity"]) {
        let text = format!(
            r#"{{"pairs":[{{"note":"a","gate":"b","decision":"FAIL","summary":"","findings":[{{"severity":"{severity}","text":"x"}}]}}]}}"#
        );
        let decoded = read_as(text.as_str(), Profile::Strict);
        assert!(decoded.verdicts[0].findings[0].severity.is_some(), "{severity}");
    }
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let example: serde_json::Value =
        serde_json::from_str(example(Format::PairBundle)).expect("JSON");
    assert!(validator.is_valid(&example));
    assert!(!validator.is_valid(&serde_json::json!({"pairs": []})));
}

#[test]
fn a_structure_that_is_broken_aborts_the_text_and_keeps_a_fail() {
    let text = "=== PAIR REVIEW START: a.md :: x ===\n## Result: FAIL\n=== PAIR REVIEW END: a.md :: x ===\n\
                === PAIR REVIEW END: a.md :: x ===\n";
    let decoded = standard(text);
    assert_eq!(decoded.unreadable, Some(Cause::Malformed));
    assert!(decoded.says_fail && decoded.verdicts.is_empty());
    assert!(grammar(Format::PairReview).is_some());
}
