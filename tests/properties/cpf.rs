//! What holds for every text in the Compact Pipe-Delimited Format, whatever it says.

use assize::codec::{WriteOptions, example};
use assize::{
    Decoded, Format, Outcome, Profile, ReadOptions, Source, Span, Verdict, contract, write,
};
use proptest::prelude::*;

use crate::every::{self, effective, read_as};

const PROFILES: [Profile; 3] = [Profile::Strict, Profile::Standard, Profile::Lenient];
const FORMATS: [Format; 2] = [Format::CpfInspector, Format::CpfAuditor];

/// Pieces of lines, so that chance meets what the reader looks for.
const PIECES: &[&str] = &[
    "VERDICT:",
    "Verdict: ",
    "**VERDICT:** ",
    "VERDICT：",
    "VЕRDICT:",
    "VERDCT:",
    "GO",
    "NO-GO",
    "CONDITIONAL",
    "SPEC-UPDATE-NEEDED",
    "ERROR",
    "go",
    " (partial coverage)",
    " - ",
    "SCOPE:",
    "WAVE_SCOPE:1..3",
    "SPECS_IN_SCOPE:a,b",
    "ISSUES:",
    "## ISSUES",
    "VERIFIED:",
    "REMOVED:",
    "RESOLVED:",
    "STEERING:",
    "SPEC_FEEDBACK:",
    "NOTES:",
    "ROADMAP_ADVISORY:",
    "MATRIX:",
    "LANG:ja",
    "ISUES:",
    "PARTIAL:x|y",
    "NOTES: PARTIAL_VERIFICATION|1..3",
    "\n",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "|",
    "|",
    "|",
    "|",
    "C",
    "H",
    "M",
    "L",
    "C|a|b|c",
    "a+b|H|c|d|e",
    "Critical",
    "h",
    "UNCERTAIN",
    "{sev}",
    "{",
    "}",
    "+",
    "- ",
    "1. ",
    "  ",
    "    ",
    "\t",
    "**",
    "`",
    "none",
    "なし",
    "支払い→台帳",
    "src/größe.rs:12-20,33",
    ":",
    "：",
    "#",
    "```",
    "~~~",
    "<!--",
    "-->",
    "\u{feff}",
    "<<<<<<< HEAD",
    ">",
    "é",
    "🦀",
    "\u{202e}",
    "\u{2028}",
    "\u{b}",
    "\0",
    "x ",
    "2 blockers remain",
    "Final verdict: ",
];

fn vocabulary() -> impl Strategy<Value = String> {
    every::pieces(PIECES, 50)
}

/// Texts that are CPF more often than not.
fn cpf() -> impl Strategy<Value = String> {
    let word =
        ["GO", "CONDITIONAL", "NO-GO", "GO (partial coverage)", "GO - so so", "ERROR", "no-go"];
    let line = [
        "SCOPE:checkout\n",
        "ISSUES:\n",
        "VERIFIED:\n",
        "REMOVED:\n",
        "NOTES:\n",
        "MATRIX:\n",
        "LANG:ja\n",
        "H|coupling|src/a.rs:3|knows | b\n",
        "M|coupling|支払い→台帳|知っている\n",
        "L|coupling|b|\n",
        "a+b|H|coupling|src/a.rs:3|knows b\n",
        "a|M|coupling|b|c\n",
        "a|false positive|it is not\n",
        "UNCERTAIN|a|b|c\n",
        "M|too few\n",
        "prose\n",
        "\n",
        "PARTIAL:a|timed out\n",
        "VERDICT:GO\n",
        "ROADMAP_ADVISORY:\n",
        "```\ncode\n```\n",
    ];
    (
        prop::sample::select(word.to_vec()).prop_map(str::to_owned),
        prop::collection::vec(prop::sample::select(line.to_vec()), 0..10),
    )
        .prop_map(|(word, lines)| format!("VERDICT:{word}\n{}", lines.concat()))
}

/// A field without anything that separates fields.
fn field() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9 .→→é-]{0,12}[a-z0-9]|支払い→台帳|src/a\\.rs:[1-9]"
}

/// Verdicts in canonical CPF.
fn canonical() -> impl Strategy<Value = (Format, String)> {
    let severity = prop::sample::select(&["C", "H", "M", "L"][..]);
    let row = (
        severity,
        field(),
        field(),
        "[a-z][a-z |+:-]{0,20}[a-z]",
        prop::collection::vec("[a-z][a-z-]{0,8}[a-z]", 1..3),
    );
    let rows = prop::collection::vec(row, 0..6);
    let word = prop::sample::select(
        &["GO", "CONDITIONAL", "NO-GO", "SPEC-UPDATE-NEEDED", "GO (partial coverage)"][..],
    );
    let records = prop::collection::vec((field(), field(), "[a-z][a-z |]{0,20}[a-z]"), 0..3);
    let notes = prop::collection::vec("[a-z][a-z ,.]{0,20}[a-z]|全体は健全", 0..3);
    (any::<bool>(), word, field(), rows, records, notes).prop_map(
        |(auditor, word, scope, rows, records, notes)| {
            let word = if auditor {
                word
            } else {
                word.split(' ').next().filter(|w| !w.starts_with("SPEC")).unwrap_or("NO-GO")
            };
            let mut text = format!("VERDICT:{word}\nSCOPE:{scope}\n");
            if auditor {
                text.push_str("WAVE_SCOPE:1..3\n");
            }
            text.push_str("LANG:ja\n");
            if !rows.is_empty() {
                text.push_str(if auditor { "VERIFIED:\n" } else { "ISSUES:\n" });
            }
            for (severity, category, location, says, agents) in &rows {
                if auditor {
                    text.push_str(&format!("{}|", agents.join("+")));
                }
                text.push_str(&format!("{severity}|{category}|{location}|{says}\n"));
            }
            let sections: &[&str] = if auditor { &["REMOVED", "RESOLVED"] } else { &[] };
            for section in sections.iter().filter(|_| !records.is_empty()) {
                text.push_str(&format!("{section}:\n"));
                for (one, two, three) in &records {
                    text.push_str(&format!("{one}|{two}|{three}\n"));
                }
            }
            if !notes.is_empty() {
                text.push_str(&format!("NOTES:\n{}\n", notes.join("\n")));
            }
            if auditor {
                text.push_str("ROADMAP_ADVISORY:\nwave 4\n\nand more\n");
            }
            (if auditor { Format::CpfAuditor } else { Format::CpfInspector }, text)
        },
    )
}

fn stated(decoded: &Decoded) -> Option<Outcome> {
    decoded.verdicts.iter().filter_map(|verdict| verdict.stated).map(|stated| stated.outcome).max()
}

/// Every value of a verdict, in an order of its own.
fn values(verdict: &Verdict) -> Vec<Span> {
    let mut spans: Vec<Span> = verdict.scope.into_iter().collect();
    spans.extend(verdict.stated.map(|stated| stated.word));
    for finding in &verdict.findings {
        spans.extend(&finding.agents);
        spans.extend(finding.category);
        spans.extend(finding.location.iter().flat_map(|at| at.path.into_iter().chain([at.text])));
        spans.extend(finding.location.iter().flat_map(|at| at.also.iter().map(|also| also.path)));
        spans.push(finding.text);
    }
    spans.extend(verdict.removed.iter().flat_map(|r| [r.agent, r.reason, r.text]));
    spans.extend(
        verdict
            .resolved
            .iter()
            .flat_map(|r| r.agents.iter().copied().chain([r.resolution, r.text])),
    );
    spans.extend(verdict.steering.iter().flat_map(|s| [s.level, s.target, s.text]));
    spans.extend(verdict.spec_feedback.iter().flat_map(|f| [f.phase, f.spec, f.text]));
    spans.extend(verdict.notes.iter().chain(&verdict.tags));
    spans.extend(verdict.members.iter().flat_map(|member| [member.name, member.text]));
    spans
}

fn told(decoded: &Decoded) -> Vec<String> {
    let texts = |verdict: &Verdict| -> Vec<String> {
        let mut told =
            vec![format!("{:?} {:?}", verdict.stated.map(|s| s.outcome), verdict.effective())];
        told.extend(verdict.findings.iter().map(|f| format!("{:?} {:?}", f.kind, f.severity)));
        told.extend(values(verdict).iter().map(|&at| decoded.text(at).into_owned()));
        told
    };
    decoded.verdicts.iter().flat_map(texts).collect()
}

fn sound(decoded: &Decoded) -> Result<(), TestCaseError> {
    every::reads_or_says_why(decoded)?;
    every::sound(decoded)
}

#[test]
fn examples_are_canonical() {
    for format in FORMATS {
        let decoded = read_as(example(format), None, Profile::Strict);
        assert_eq!(decoded.format, Some(format));
        assert!(
            decoded.recoveries.is_empty() && decoded.diagnostics.is_empty(),
            "{:?}",
            decoded.diagnostics
        );
        let written = write(&decoded, format, &WriteOptions::default()).map_err(|e| e.to_string());
        assert_eq!(written.as_deref(), Ok(example(format)));
    }
}

#[test]
fn a_contract_that_is_echoed_never_passes() {
    for format in FORMATS {
        let text = contract(format, &ReadOptions::default());
        assert!(text.contains("VERDICT:{GO|CONDITIONAL|NO-GO"), "{text}");
        let undented = text.replace("\n    ", "\n");
        for text in [text, undented] {
            for forced in [None, Some(format)] {
                let opens = effective(&read_as(text.as_str(), forced, Profile::Standard))
                    .is_some_and(Outcome::opens);
                assert!(!opens, "{text}");
            }
        }
    }
}

#[test]
fn what_cpf_cannot_hold_is_refused_by_name() {
    let refused = |text: &str, to: Format| {
        let decoded = read_as(text, None, Profile::Standard);
        let error = write(&decoded, to, &WriteOptions::default()).err();
        error.and_then(|error| error.items().first().map(|item| item.code.to_string()))
    };
    let code = |name: &str| Some(format!("assize::write::{name}"));
    let blocker = "verdict: fail\nconfidence: high\nblocker: src/a.rs:3 wrong\n";
    assert_eq!(
        refused("VERDICT:GO\nISSUES:\nUNCERTAIN|a|b|c\n", Format::CpfInspector),
        code("no_severity_code")
    );
    assert_eq!(
        refused("VERDICT:GO\nVERIFIED:\na|M|b|c|d\n", Format::CpfInspector),
        code("cannot_hold")
    );
    assert_eq!(refused(blocker, Format::CpfAuditor), code("cannot_hold"));
    assert_eq!(refused("VERDICT:GO\nREMOVED:\na|b\n", Format::CpfAuditor), code("would_change"));
}

proptest! {
    #![proptest_config(crate::lengths::cases(250))]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in FORMATS {
            let _ = read_as(bytes.clone(), Some(format), Profile::Standard);
        }
    }

    #[test]
    fn every_span_lies_in_the_text_between_characters(text in vocabulary()) {
        if Source::new("", text.as_str()).text().is_ok() {
            for profile in PROFILES {
                for format in FORMATS {
                    sound(&read_as(text.as_str(), Some(format), profile))?;
                }
            }
            let fenced = format!("before\n\n```\n{text}\n```\nafter\n");
            sound(&read_as(fenced.as_str(), None, Profile::Standard))?;
        }
    }

    #[test]
    fn spans_of_cpf_lie_in_the_text(text in cpf()) {
        sound(&read_as(text.as_str(), None, Profile::Standard))?;
        let fenced = format!("before\n\n~~~\n{text}~~~\nafter\n");
        sound(&read_as(fenced.as_str(), None, Profile::Standard))?;
    }

    /// Strict reads nothing that standard does not read, and nothing differently.
    #[test]
    fn strict_agrees_with_standard_or_refuses(text in vocabulary()) {
        let strict = read_as(text.as_str(), Some(Format::CpfAuditor), Profile::Strict);
        let standard = read_as(text.as_str(), Some(Format::CpfAuditor), Profile::Standard);
        prop_assert!(strict.verdicts.is_empty() || strict.verdicts == standard.verdicts);
        prop_assert!(strict.verdicts.is_empty() || strict.recoveries.is_empty());
    }

    /// What is cut off states nothing better than the whole.
    #[test]
    fn a_text_that_was_cut_off_states_nothing_better(text in cpf(), cut in 0usize..400) {
        let whole = read_as(text.as_str(), None, Profile::Standard);
        let head = read_as(&text.as_bytes()[..cut.min(text.len())], None, Profile::Standard);
        if let (Some(whole), Some(head)) = (stated(&whole), stated(&head)) {
            prop_assert!(head >= whole, "{text:?} at {cut}");
        }
    }

    /// A critical row, wherever it is added, is never lost.
    #[test]
    fn a_critical_row_always_shuts(text in cpf(), at in 1usize..12) {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let fenced = lines[..at.min(lines.len())].concat().matches("```").count() % 2 == 1;
        lines.insert(at.min(lines.len()), "quality|C|security-gap|src/login.rs:9|any password\n");
        let decoded = read_as(lines.concat(), None, Profile::Standard);
        let opens = effective(&decoded).is_some_and(Outcome::opens);
        let section = lines[..at.min(lines.len())].iter().rev().find(|line| line.trim_end().ends_with(':'));
        // Below `REMOVED:` it is one more finding that was thrown out.
        prop_assert!(fenced || section == Some(&"REMOVED:\n") || !opens, "{}", lines.concat());
    }

    #[test]
    fn canonical_text_is_read_whole_and_written_again((format, text) in canonical()) {
        let strict = read_as(text.as_str(), Some(format), Profile::Strict);
        prop_assert!(!strict.verdicts.is_empty(), "{text}: {:?}", strict.diagnostics);
        let written = write(&strict, format, &WriteOptions::default()).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&written, &text);
        prop_assert_eq!(told(&read_as(written, Some(format), Profile::Strict)), told(&strict));
    }

    /// Whatever was read and can be written is read as the same again, and written as the same.
    #[test]
    fn what_is_written_is_read_again(text in prop_oneof![cpf(), vocabulary()]) {
        for format in FORMATS {
            let decoded = read_as(text.as_str(), Some(format), Profile::Standard);
            let Ok(written) = write(&decoded, format, &WriteOptions::default()) else { continue };
            let again = read_as(written.as_str(), Some(format), Profile::Standard);
            prop_assert_eq!(effective(&again), effective(&decoded), "{}", &written);
            // A key behind `ROADMAP_ADVISORY:` on its line is written as a line of its own, and is
            // that key when it is read again: a known flaw of writing what nobody writes.
            if text.contains("ROADMAP_ADVISORY:") {
                continue;
            }
            let twice = write(&again, format, &WriteOptions::default()).map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert_eq!(twice, written);
        }
    }
}
