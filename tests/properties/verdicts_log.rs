//! What holds for every log of consensus reviews, whatever it says.

use assize::codec::{BatchHeader, append_batch};
use assize::codec::{Cause, WriteOptions, example, is_written};
use assize::verdict::{Finding, Subject};
use assize::{
    Decoded, Format, Outcome, Profile, ReadOptions, Source, Verdict, contract, read, source, write,
};
use proptest::prelude::*;

const PROFILES: [Profile; 3] = [Profile::Strict, Profile::Standard, Profile::Lenient];

/// Pieces of logs, so that chance meets what the reader looks for.
const PIECES: &[&str] = &[
    "## [B1] design | 2026-05-04T09:12:00Z | v1.2.0 | runs:3 | threshold:2/3\n",
    "## [W2-DC-B7] dead-code | 2026-05-04 | agents:1/4\n",
    "## [B2]",
    "## [B{seq}] {type}\n",
    "## [7] x\n",
    "## Summary\n",
    "### Raw\n",
    "#### V1\n",
    "#### V2\n",
    "#### V3 (codex)\n",
    "VERDICT:GO\n",
    "VERDICT:NO-GO\n",
    "SCOPE:cache\n",
    "VERIFIED:\n",
    "rulebase+test|H|naming|src/größe.rs:12|two | names\n",
    "### Consensus\n",
    "H|naming|src/größe.rs:12|two names (freq: 2/3)\n",
    "- m|naming|Spec 4|x\n",
    "| C | naming | Spec 4 | x |\n",
    "| Sev | Category | Location | Finding |\n",
    "|---|---|---|---|\n",
    "### Noise\n",
    "M|naming|Spec 4|x (freq: 9/3)\n",
    "### Disposition\n",
    "GO-ACCEPTED\n",
    "**go-accepted** (see below)\n",
    "NO-GO-FIXED\n",
    "ESCALATED\n",
    "### Tracked\n",
    "### Resolved since B1\n",
    "### Disposition: GO-ACCEPTED\n",
    "C:0 H:1 M:2 L:3 | FP:5 eliminated | ALL DEFERRED\n",
    "Files: a.md\n",
    "Note: see V2\n",
    "Final verdict: NO-GO\n",
    "```\n",
    "~~~~\n",
    "<!--",
    "-->",
    "> ",
    "    ",
    "|",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "é",
    "🦀",
    "\u{2028}",
    "\u{feff}",
];

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

fn options(profile: Profile) -> ReadOptions {
    ReadOptions::default().profile(profile).format(Format::VerdictsLog)
}

fn read_log(text: &str) -> Decoded {
    read(&Source::new("verdicts.md", text), &options(Profile::Standard))
}

/// Whether CPF, of which runs are made, can be read and written.
fn has_runs() -> bool {
    is_written(Format::CpfAuditor)
}

/// One batch, as a canonical log has it.
fn batch(name: String) -> impl Strategy<Value = String> {
    let severity = prop::sample::select(vec!["C", "H", "M", "L"]);
    let cell = "[a-z]{1,6}( [a-z]{1,4})?";
    let row = (severity, cell, prop::option::of(cell), "[a-zé|,.]{1,12}").prop_map(
        |(severity, category, place, text)| {
            format!("{severity}|{category}|{}|{text}", place.unwrap_or_default())
        },
    );
    let rows = || prop::collection::vec(row.clone(), 0..4);
    let word = prop::sample::select(vec![
        "GO-ACCEPTED",
        "CONDITIONAL-TRACKED",
        "CONDITIONAL-FIXED",
        "NO-GO-FIXED",
        "SPEC-UPDATE-CASCADED",
        "ESCALATED",
    ]);
    let stated = prop::sample::select(vec!["GO", "CONDITIONAL", "NO-GO"]);
    let run = (stated, rows()).prop_map(|(word, rows)| {
        let rows: String = rows.iter().map(|row| format!("rulebase|{row}\n")).collect();
        let verified = if rows.is_empty() { "" } else { "VERIFIED:\n" };
        format!("VERDICT:{word}\nSCOPE:cache\n{verified}{rows}")
    });
    let kind = prop::sample::select(vec!["design", "impl", "dead-code", "full"]);
    let runs = prop::collection::vec(run, 1..4);
    (kind, runs, rows(), rows(), word, rows(), any::<bool>()).prop_map(
        move |(kind, runs, agreed, noise, word, tracked, counted)| {
            let mut log = format!("## [{name}] {kind} | 2026-05-04T09:12:00Z | v1.2.0");
            if counted {
                log += &format!(
                    " | runs:{n} | threshold:{}/{n}",
                    (runs.len() * 3).div_ceil(5),
                    n = runs.len()
                );
            }
            log += "\nMended in the meantime\n\n### Raw\n";
            for (number, run) in runs.iter().enumerate() {
                let gap = if number > 0 { "\n" } else { "" };
                log += &format!("{gap}#### V{}\n{run}", number + 1);
            }
            let mut section = |title: &str, rows: &[String]| {
                log += &format!("\n### {title}\n");
                rows.iter().for_each(|row| log += &format!("{row}\n"));
            };
            if runs.len() > 1 || !agreed.is_empty() {
                section("Consensus", &agreed);
            }
            if !noise.is_empty() {
                section("Noise", &noise);
            }
            section("Disposition", &[word.to_owned()]);
            if !tracked.is_empty() {
                section("Tracked", &tracked);
                section("Resolved since B1", &tracked);
            }
            log
        },
    )
}

fn log() -> impl Strategy<Value = String> {
    (1..4_usize).prop_flat_map(|count| {
        let batches: Vec<_> = (1..=count).map(|n| batch(format!("W2-B{n}"))).collect();
        batches.prop_map(|batches| batches.join("\n"))
    })
}

/// What a verdict says, whatever places it stands at.
fn told(decoded: &Decoded, verdict: &Verdict) -> String {
    let text = |span| decoded.text(span).into_owned();
    let finding = |finding: &Finding| {
        let place = finding.location.as_ref().map(|place| text(place.text));
        (finding.kind, finding.severity, finding.category.map(text), place, text(finding.text))
    };
    let members: Vec<_> = verdict.members.iter().map(|m| (text(m.name), text(m.text))).collect();
    let notes: Vec<_> = verdict.notes.iter().copied().map(text).collect();
    let findings: Vec<_> = verdict.findings.iter().map(finding).collect();
    let stated = verdict.stated.map(|stated| (stated.outcome, text(stated.word)));
    format!(
        "{:?} {:?} {stated:?} {:?} {} {findings:?} {members:?} {notes:?}",
        verdict.subject, verdict.kind, verdict.derived, verdict.contradictory
    )
}

fn all_told(decoded: &Decoded) -> Vec<String> {
    decoded.verdicts.iter().map(|verdict| told(decoded, verdict)).collect()
}

fn spans_are_places(decoded: &Decoded) -> Result<(), TestCaseError> {
    if decoded.unreadable == Some(Cause::Encoding) {
        return Ok(());
    }
    let mut spans = Vec::new();
    for verdict in &decoded.verdicts {
        spans.push(verdict.span);
        spans.extend(verdict.stated.map(|stated| stated.word));
        spans.extend(verdict.members.iter().flat_map(|member| [member.name, member.text]));
        spans.extend(&verdict.notes);
        for finding in &verdict.findings {
            spans.extend([finding.span, finding.text]);
            spans.extend(finding.category);
            spans.extend(finding.location.as_ref().map(|place| place.text));
        }
    }
    spans.extend(decoded.recoveries.iter().map(|recovery| recovery.span));
    spans.extend(decoded.diagnostics.iter().flat_map(|d| d.labels.iter().map(|label| label.span)));
    for span in spans {
        let source = decoded.sources.get(span.source.0 as usize);
        let text = source.and_then(|source| source.text().ok());
        let held = text.and_then(|text| text.get(span.start as usize..span.end as usize));
        prop_assert!(held.is_some(), "{span:?}");
        let outer = source::outermost(&decoded.sources, span);
        let whole = decoded.sources[0].text().unwrap_or("");
        prop_assert!(whole.get(outer.start as usize..outer.end as usize).is_some(), "{span:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::lengths::cases(64))]

    #[test]
    fn any_bytes_give_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut text = b"## [B1] design\n".to_vec();
        text.extend(bytes);
        for profile in PROFILES {
            let decoded = read(&Source::new("verdicts.md", text.clone()), &options(profile));
            prop_assert_eq!(decoded.verdicts.is_empty(), decoded.unreadable.is_some());
        }
    }

    #[test]
    fn shuffled_pieces_give_an_answer_with_places_in_the_text(text in pieces()) {
        for profile in PROFILES {
            let decoded = read(&Source::new("verdicts.md", text.as_str()), &options(profile));
            prop_assert_eq!(decoded.verdicts.is_empty(), decoded.unreadable.is_some());
            spans_are_places(&decoded)?;
            for verdict in &decoded.verdicts {
                prop_assert!(verdict.effective().is_some());
                let batch = matches!(verdict.subject, Subject::Batch { .. });
                prop_assert!(batch, "{:?}", verdict.subject);
            }
        }
    }

    #[test]
    fn a_log_that_is_cut_off_never_says_better(text in log(), at in any::<prop::sample::Index>()) {
        let whole = read_log(&text);
        let cut = at.index(text.len() + 1);
        let Some(head) = text.get(..cut) else { return Ok(()) };
        let part = read_log(head);
        for verdict in &part.verdicts {
            let other = whole.verdicts.iter().find(|other| other.subject == verdict.subject);
            let Some(other) = other else { continue };
            let batch = matches!(verdict.subject, Subject::Batch { run: None, .. });
            let better = match batch {
                // What is agreed below a batch counts, even if it stands nowhere.
                true => verdict.effective() < other.effective()
                    && verdict.effective().is_some_and(Outcome::opens),
                false => verdict.stated.map(|s| s.outcome) < other.stated.map(|s| s.outcome)
                    && verdict.stated.is_some(),
            };
            prop_assert!(!better, "{head}");
        }
    }

    #[test]
    fn what_is_written_is_read_again(text in log()) {
        if !has_runs() {
            return Ok(());
        }
        let decoded = read_log(&text);
        prop_assert_eq!(decoded.unreadable, None);
        let written = write(&decoded, Format::VerdictsLog, &WriteOptions::default());
        let written = written.map_err(|wrong| TestCaseError::fail(format!("{wrong:?}")))?;
        prop_assert_eq!(&written, &text);
        prop_assert_eq!(all_told(&read_log(&written)), all_told(&decoded));
    }

    #[test]
    fn a_batch_more_leaves_the_others_as_they_are(text in log(), more in log()) {
        if !has_runs() {
            return Ok(());
        }
        let before = read_log(&text);
        let mut more = read_log(&more);
        let first = more.verdicts[0].subject.clone();
        let Subject::Batch { batch: first, .. } = first else { return Ok(()) };
        more.verdicts.retain(|verdict| {
            matches!(&verdict.subject, Subject::Batch { batch, .. } if *batch == first)
        });
        let mut header = BatchHeader::default();
        header.recorded = "2026-05-09T10:00:00Z".into();
        let log = Source::new("verdicts.md", text.as_str());
        let longer = append_batch(&log, &more, &header, &WriteOptions::default());
        let longer = longer.map_err(|wrong| TestCaseError::fail(format!("{wrong:?}")))?;
        prop_assert!(longer.starts_with(&text));
        let after = read_log(&longer);
        prop_assert_eq!(&all_told(&after)[..before.verdicts.len()], &all_told(&before)[..]);
        let batches = before.verdicts.iter().filter(|verdict| {
            matches!(verdict.subject, Subject::Batch { run: None, .. })
        });
        let name = format!("B{}", batches.count() + 1);
        let added = after.verdicts[before.verdicts.len()..].iter();
        for verdict in added {
            let named = matches!(&verdict.subject, Subject::Batch { batch, .. } if *batch == name);
            prop_assert!(named, "{:?}", verdict.subject);
        }
    }
}

#[test]
fn the_example_is_canonical_and_fails() {
    if !has_runs() {
        return;
    }
    let text = example(Format::VerdictsLog);
    let decoded = read(&Source::new("verdicts.md", text), &options(Profile::Strict));
    assert_eq!(decoded.unreadable, None, "{:?}", decoded.diagnostics);
    assert!(decoded.recoveries.is_empty());
    assert!(decoded.verdicts.iter().any(|v| v.effective() == Some(Outcome::Fail)));
    let again = write(&decoded, Format::VerdictsLog, &WriteOptions::default());
    assert_eq!(again.ok().as_deref(), Some(text));
}

#[test]
fn the_contract_handed_back_opens_nothing() {
    let text = contract(Format::VerdictsLog, &ReadOptions::default());
    for text in [text.clone(), text.replace("```", "")] {
        for profile in PROFILES {
            let read_as = ReadOptions::default().profile(profile);
            let decoded = read(&Source::new("answer.md", text.as_str()), &read_as);
            let worst = decoded.verdicts.iter().filter_map(Verdict::effective).max();
            assert!(worst.is_none_or(|outcome| !outcome.opens()), "{decoded:?}");
        }
    }
}

fn appended(log: &str, verdict: &str) -> Result<String, Vec<String>> {
    let decoded = read(&Source::new("auditor.cpf", verdict), &ReadOptions::default());
    let mut header = BatchHeader::default();
    header.kind = "impl".into();
    append_batch(&Source::new("verdicts.md", log), &decoded, &header, &WriteOptions::default())
        .map_err(|wrong| wrong.items().iter().map(|item| item.code.to_string()).collect())
}

#[test]
fn numbers_go_on_from_the_highest() {
    if !has_runs() {
        return;
    }
    let head = "# Verdicts\n\n## [W2-B7] impl\n### Disposition\nESCALATED\n\n## [B3] impl\n### Disposition\nESCALATED";
    let longer = appended(head, "VERDICT:GO\nSCOPE:cache\n").expect("it is appended");
    assert!(longer.starts_with(head));
    assert!(longer.ends_with(
        "\n\n## [B8] impl\n\n### Raw\n#### V1\nVERDICT:GO\nSCOPE:cache\n\n### Disposition\nGO-ACCEPTED\n"
    ), "{longer}");
}

#[test]
fn nothing_is_appended_where_it_would_be_swallowed() {
    if !has_runs() {
        return;
    }
    let go = "VERDICT:GO\nSCOPE:cache\n";
    assert_eq!(appended("```\n", go), Err(vec!["assize::read::unclosed_fence".to_owned()]));
    assert_eq!(
        appended("", "so be it\n"),
        Err(vec!["assize::write::nothing_to_append".to_owned()])
    );
    let mut header = BatchHeader::default();
    header.recorded = "yesterday".into();
    let decoded = read(&Source::new("auditor.cpf", go), &ReadOptions::default());
    let wrong =
        append_batch(&Source::new("verdicts.md", ""), &decoded, &header, &WriteOptions::default());
    assert_eq!(
        wrong.map_err(|wrong| wrong.items()[0].code.to_string()),
        Err("assize::write::no_field".to_owned())
    );
}

#[test]
fn a_verdict_of_its_own_becomes_a_batch() {
    if !has_runs() {
        return;
    }
    for (verdict, word) in [
        ("VERDICT:GO\nSCOPE:cache\n", "GO-ACCEPTED"),
        (
            "VERDICT:CONDITIONAL\nSCOPE:cache\nVERIFIED:\na|H|naming|Spec 4|x\nb|M|naming|Spec 5|y\n",
            "CONDITIONAL-TRACKED",
        ),
        ("VERDICT:NO-GO\nSCOPE:cache\nVERIFIED:\na|C|naming|Spec 4|x\n", "NO-GO-FIXED"),
    ] {
        let decoded = read(&Source::new("auditor.cpf", verdict), &ReadOptions::default());
        let log = write(&decoded, Format::VerdictsLog, &WriteOptions::default()).expect("a log");
        assert!(log.starts_with("## [B1]\n\n### Raw\n#### V1\n"), "{log}");
        assert!(log.contains(verdict), "{log}");
        assert!(log.contains(&format!("### Disposition\n{word}\n")), "{log}");
        assert_eq!(log.contains("### Tracked\nM|naming|Spec 5|y\n"), word == "CONDITIONAL-TRACKED");
    }
}

#[test]
fn a_log_without_a_batch_is_no_verdict() {
    assert_eq!(read_log("# Verdicts\n").unreadable, Some(Cause::NoVerdict));
}
