//! What holds for every YAML block and every older report.

use assize::codec::{Cause, WriteOptions, example};
use assize::verdict::{Evidence, Finding, FindingKind};
use assize::{Decoded, Format, Outcome, Profile, ReadOptions, Source, Span, contract, write};
use proptest::prelude::*;

use crate::every::{self, effective, read_as, sound};

const PROFILES: [Profile; 3] = [Profile::Strict, Profile::Standard, Profile::Lenient];

/// Pieces of blocks, so that chance meets what the reader looks for.
const PIECES: &[&str] = &[
    "verdict: ",
    "verdict:",
    "**Verdict:** ",
    "\"verdict\": ",
    "pass",
    "fail",
    "warn",
    "PASS",
    "NEEDS_WORK",
    "\n",
    "\n",
    "\n",
    "\n  ",
    "\n    ",
    "\r\n",
    "confidence: ",
    "high",
    "medium",
    "blockers:",
    "blocker: ",
    "advisories:",
    "- ",
    "- ",
    "  ",
    "    ",
    "\t",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"",
    "'",
    "''",
    "\\",
    "\\n",
    "\\u00e9",
    "\\ud83e\\udd80",
    "|",
    ">",
    "|-",
    ">+",
    "|2",
    "#",
    " #",
    ": ",
    ":",
    "none",
    "null",
    "~",
    "---",
    "...",
    "evidence_path: ",
    "evidence: ",
    "./a.md",
    "src/größe.rs:12",
    "```",
    "```yaml\n",
    "é",
    "🦀",
    "\u{202e}",
    "\u{2028}",
    "x ",
    "qa_report:",
    "issues:",
    "severity: ",
    "critical",
    "description: ",
    "location: ",
    "<!--",
    "-->",
    "*",
    "&a ",
    "!!str ",
    "? ",
    "<<: ",
    "\u{feff}",
    "research_report:",
    "result: ",
    "all_pass",
];

fn pieces() -> impl Strategy<Value = String> {
    every::pieces(PIECES, 40)
}

/// Blocks that are verdicts more often than not.
fn block() -> impl Strategy<Value = String> {
    let word =
        prop::sample::select(&["pass", "warn", "fail", "PASS", "\"pass\"", "NEEDS_WORK"][..]);
    let line = prop::sample::select(
        &[
            "confidence: high\n",
            "confidence: low\n",
            "blockers: []\n",
            "advisories:\n",
            "blockers:\n",
            "  - a.rs:3 — slow\n",
            "  - \"it's\\tslow\"\n",
            "  - 'it''s'\n",
            "  - |\n    one\n    two\n",
            "  - >-\n    one\n    two\n",
            "    goes on\n",
            "advisories: [a, \"b\"]\n",
            "evidence_path: ./e.md\n",
            "# remark\n",
            "\n",
            "---\n",
            "note: x\n",
            "stray\n",
            "  - file: a.rs\n    text: b\n",
            "  - [\n",
            "  - \"open\n",
        ][..],
    );
    (word, prop::collection::vec(line, 0..9))
        .prop_map(|(word, lines)| format!("verdict: {word}\n{}", lines.concat()))
}

fn fenced(body: &str) -> String {
    format!("```yaml\n{body}```\n")
}

/// A verdict by value: what it says, not where.
fn told(decoded: &Decoded) -> Vec<String> {
    let text = |span: Span| decoded.text(span).into_owned();
    let finding = |finding: &Finding| {
        let place = finding.location.as_ref().map(|location| text(location.text));
        format!("{:?} {place:?} {:?}", finding.kind, text(finding.text))
    };
    decoded
        .verdicts
        .iter()
        .flat_map(|verdict| {
            let evidence = verdict.evidence.map(|evidence| match evidence {
                Evidence::Path(span) => format!("path {}", text(span)),
                Evidence::Inline(span) => format!("inline {}", text(span)),
            });
            let stated = verdict.stated.map(|stated| stated.outcome);
            let head = format!(
                "{stated:?} {:?} {:?} {evidence:?}",
                verdict.effective(),
                verdict.confidence
            );
            std::iter::once(head).chain(verdict.findings.iter().map(finding)).collect::<Vec<_>>()
        })
        .collect()
}

/// A block in canonical spelling; texts are whatever a person may write on one line.
fn canonical() -> impl Strategy<Value = String> {
    let text =
        "(src/[a-z]{1,4}\\.rs:[1-9] — )?[A-Z][a-z]{1,5} [A-Za-z0-9 :#'\\[\\]{}|,.é`*-]{0,30}[a-z]";
    let list = || prop::collection::vec(text, 0..4);
    let evidence = prop::option::of("\\./[a-z]{1,8}\\.md");
    (
        prop::sample::select(&["pass", "warn", "fail"][..]),
        prop::sample::select(&["high", "low"][..]),
        list(),
        list(),
        evidence,
    )
        .prop_map(|(word, sure, blockers, advisories, evidence)| {
            let list = |key: &str, items: &[String]| {
                let lines: String = items.iter().map(|item| format!("  - \"{item}\"\n")).collect();
                if items.is_empty() { format!("{key}: []\n") } else { format!("{key}:\n{lines}") }
            };
            let evidence = evidence.map(|path| format!("evidence_path: \"{path}\"\n"));
            fenced(&format!(
                "verdict: {word}\nconfidence: {sure}\n{}{}{}",
                list("blockers", &blockers),
                list("advisories", &advisories),
                evidence.unwrap_or_default()
            ))
        })
}

/// The texts of a list, as a library reads them.
fn texts(value: &serde_json::Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.map(|item| item.as_str().unwrap_or("no text").trim().to_owned()).collect()
}

/// One way to spell a text of several words in YAML, as the item of a list. None of its words says that there is nothing, as `Na` does, or is
/// a boolean.
fn spelt() -> impl Strategy<Value = String> {
    let words = prop::collection::vec("[A-EG-M][a-zé]{1,6}", 1..5);
    (words, 0..9_u8, prop::sample::select(&["", "  # why", "\t\\\"", "''"][..])).prop_map(
        |(words, style, more)| {
            let line = words.join(" ");
            let lines = words.join("\n    ");
            match style {
                0 => format!("  - {line}\n"),
                1 => format!(
                    "  - \"{line}{}\"\n",
                    if more.contains('\\') { "\\t\\\"\\u00e9" } else { "" }
                ),
                2 => format!("  - '{line}{}'\n", if more == "''" { "''" } else { "" }),
                3 => format!("  - |\n    {lines}\n"),
                4 => format!("  - >-\n    {lines}\n"),
                5 => format!("  - {lines}\n"),
                6 => format!("  - \"{lines}\"\n"),
                7 => format!("  - >\n    {}\n\n      deeper\n\n    end\n", words.join("\n\n    ")),
                _ => format!("  - {line}  # why\n"),
            }
        },
    )
}

proptest! {
    #![proptest_config(crate::lengths::cases(150))]

    #[test]
    fn any_bytes_give_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for format in [Format::YamlBlock, Format::LegacyReport] {
            let _ = read_as(bytes.clone(), Some(format), Profile::Standard);
        }
    }

    #[test]
    fn places_lie_in_the_text_between_characters(text in pieces()) {
        for text in [text.clone(), fenced(&text), fenced(&format!("verdict: pass\n{text}\n"))] {
            if Source::new("", text.as_str()).text().is_err() { continue; }
            for profile in PROFILES {
                sound(&read_as(text.as_str(), None, profile))?;
                sound(&read_as(text.as_str(), Some(Format::YamlBlock), profile))?;
                sound(&read_as(text.as_str(), Some(Format::LegacyReport), profile))?;
            }
        }
    }

    #[test]
    fn places_in_blocks_lie_in_the_text(text in block()) {
        sound(&read_as(fenced(&text), None, Profile::Standard))?;
    }

    #[test]
    fn another_blocker_never_makes_a_block_better(text in block(), at in 1usize..10) {
        let before = effective(&read_as(fenced(&text), None, Profile::Standard));
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.insert(at.min(lines.len()), "blockers: [one more]\n");
        let after = effective(&read_as(fenced(&lines.concat()), None, Profile::Standard));
        prop_assert!(before.is_none() || after.is_none() || after >= before, "{text:?}");
    }

    #[test]
    fn strict_agrees_with_standard_or_refuses(text in block()) {
        let strict = read_as(fenced(&text), None, Profile::Strict);
        let standard = read_as(fenced(&text), None, Profile::Standard);
        prop_assert!(strict.verdicts.is_empty() || strict.verdicts == standard.verdicts);
    }

    #[test]
    fn a_block_without_its_end_is_unreadable(text in block(), cut in 8usize..400) {
        let text = fenced(&text);
        let end = text.len() - 4;
        let head = every::cut(&text, cut.min(end));
        prop_assert_eq!(effective(&read_as(head, None, Profile::Standard)), None);
    }

    #[test]
    fn writing_a_block_gives_the_same_verdict(text in canonical()) {
        let decoded = read_as(text.as_str(), None, Profile::Strict);
        prop_assert_eq!(decoded.unreadable, None, "{:?}", decoded.diagnostics);
        prop_assert!(decoded.recoveries.is_empty());
        let again = write(&decoded, Format::YamlBlock, &WriteOptions::default());
        prop_assert_eq!(again.map_err(|e| e.to_string()), Ok(text));
    }

    /// Between the two channels nothing is lost.
    #[test]
    fn a_block_as_a_verdict_file_says_the_same(text in canonical()) {
        let decoded = read_as(text.as_str(), None, Profile::Strict);
        let Ok(file) = write(&decoded, Format::VerdictFile, &WriteOptions::default()) else { return Ok(()) };
        let again = read_as(file.as_str(), None, Profile::Strict);
        prop_assert_eq!(again.format, Some(Format::VerdictFile));
        prop_assert_eq!(told(&decoded), told(&again));
        let back = write(&again, Format::VerdictFile, &WriteOptions::default());
        prop_assert_eq!(back.map_err(|e| e.to_string()), Ok(file));
    }

    #[test]
    fn writing_what_was_read_gives_the_same_verdict(text in block()) {
        let decoded = read_as(fenced(&text), None, Profile::Standard);
        let mut options = WriteOptions::default();
        options.drop.push(assize::codec::Part::Members);
        if let Ok(written) = write(&decoded, Format::YamlBlock, &options) {
            let again = read_as(written.as_str(), None, Profile::Strict);
            prop_assert_eq!(effective(&decoded), effective(&again));
            let twice = write(&again, Format::YamlBlock, &options);
            prop_assert_eq!(twice.map_err(|e| e.to_string()), Ok(written));
        }
    }

    /// On YAML that a library reads, the values are the library's.
    #[test]
    fn valid_yaml_has_the_values_of_a_library(
        blockers in prop::collection::vec(spelt(), 0..4),
        advisories in prop::collection::vec(spelt(), 0..4),
        style in 0..3_u8,
    ) {
        let list = |key: &str, items: &[String]| match (items.is_empty(), style) {
            (true, _) => format!("{key}: []\n"),
            _ => format!("{key}:\n{}", items.concat()),
        };
        let word = ["fail", "\"fail\"", "'fail'  # so it is"][usize::from(style)];
        let body = format!(
            "{}verdict: {word}\nconfidence: high\n{}{}",
            ["", "---\n", "# by qa\n\n"][usize::from(style)],
            list("blockers", &blockers),
            list("advisories", &advisories)
        );
        let library: serde_json::Value = serde_saphyr::from_str(&body).map_err(|e| TestCaseError::fail(format!("{e} {body}")))?;
        let decoded = read_as(fenced(&body), None, Profile::Strict);
        prop_assert_eq!(decoded.unreadable, None, "{:?} {}", decoded.diagnostics, body);
        let verdict = &decoded.verdicts[0];
        let text = |span: Span| decoded.text(span).into_owned();
        prop_assert_eq!(text(verdict.stated.unwrap().word), library["verdict"].as_str().unwrap());
        prop_assert_eq!(verdict.confidence.map(|c| c.to_string()), library["confidence"].as_str().map(str::to_owned));
        let found = |kind: FindingKind| -> Vec<String> {
            verdict.findings.iter().filter(|f| f.kind == kind).map(|f| text(f.text)).collect()
        };
        // To the library `No` is no text but a truth value; a finding is text in any case.
        // `"No"` lists nothing.
        let none = |text: &str| text == "no text" || text.eq_ignore_ascii_case("no");
        let other = |name: &str| texts(&library[name]).iter().any(|text| none(text));
        prop_assume!(!other("blockers") && !other("advisories"));
        prop_assert_eq!(found(FindingKind::Blocker), texts(&library["blockers"]), "{}", body);
        prop_assert_eq!(found(FindingKind::Advisory), texts(&library["advisories"]), "{}", body);
    }
}

#[test]
fn examples_need_no_repair_and_are_canonical() {
    for format in [Format::YamlBlock, Format::VerdictFile, Format::LegacyReport] {
        let decoded = read_as(example(format), None, Profile::Strict);
        assert_eq!(decoded.unreadable, None, "{:?}", decoded.diagnostics);
        assert_eq!(decoded.format, Some(format));
        assert!(decoded.recoveries.is_empty());
        if assize::codec::is_written(format) {
            let again = write(&decoded, format, &WriteOptions::default());
            assert_eq!(again.map_err(|e| e.to_string()).as_deref(), Ok(example(format)));
        }
    }
}

#[test]
fn a_contract_that_is_handed_back_is_no_pass() {
    for format in [Format::YamlBlock, Format::VerdictFile, Format::LegacyReport] {
        let text = contract(format, &ReadOptions::default());
        assert!(text.len() > 40, "{format}");
        for profile in PROFILES {
            let decoded = read_as(text.as_str(), None, profile);
            assert!(effective(&decoded).is_none_or(|outcome| outcome == Outcome::Fail), "{format}");
        }
    }
}

#[test]
fn what_cannot_be_written_is_named() {
    let text =
        "```yaml\nverdict: fail\nconfidence: high\nblockers:\n  - |\n    one\n    two\n```\n";
    let decoded = read_as(text, None, Profile::Strict);
    let told = write(&decoded, Format::VerdictFile, &WriteOptions::default());
    assert!(told.is_err_and(|told| told.items()[0].code == "assize::write::line_break"));
    assert_eq!(
        read_as("---\nverdict: pass", None, Profile::Standard).unreadable,
        Some(Cause::Truncated)
    );
}
