//! What holds for every verdict file that is written.

use assize::codec::WriteOptions;
use assize::verdict::{Evidence, Finding};
use assize::{Decoded, Format, Profile, ReadOptions, Source, Span, Verdict, read, write};
use proptest::prelude::*;

/// Texts that are verdict files more often than not.
fn verdict_file() -> impl Strategy<Value = String> {
    let word = prop::sample::select(
        &["pass", "warn", "fail", "PASS", "NEEDS_WORK", "pass (so so)", "fail (2)"][..],
    );
    let line = prop::sample::select(
        &[
            "confidence: high\n",
            "confidence: low\n",
            "advisory: a.rs:3 slow\n",
            "advisory: src/a.rs — odd\n",
            "blocker: b.rs wrong\n",
            "blocker: src/c.rs:1-3,9\n",
            "blocker: # no comment\n",
            "blocker: \"quoted\" [odd]\n",
            "blockers: [a, \"b, c\"]\n",
            "  goes on\n",
            "# remark\n",
            "evidence: ./e.md\n",
            "evidence: so it went\n\n# and on\n",
            "evidence_path: some file\n",
            "advisories:\n",
            "- item\n",
            "```yaml\nverdict: warn\nadvisories: [x]\n```\n",
        ][..],
    );
    (word, prop::collection::vec(line, 0..8))
        .prop_map(|(word, lines)| format!("verdict: {word}\n{}", lines.concat()))
}

fn read_as(text: &str, profile: Profile) -> Decoded {
    read(&Source::new("qa.md", text), &ReadOptions::default().profile(profile))
}

/// A verdict by value: what it says, not where. Blockers stand before advisories.
fn told(decoded: &Decoded) -> Vec<String> {
    let text = |span: Span| decoded.text(span).trim().to_owned();
    let finding = |finding: &Finding| {
        let place = finding.location.as_ref().map(|location| text(location.text));
        format!("{:?} {place:?} {:?}", finding.kind, text(finding.text))
    };
    let mut told: Vec<String> = Vec::new();
    for verdict in &decoded.verdicts {
        let evidence = verdict.evidence.map(|evidence| match evidence {
            Evidence::Path(span) => format!("path {}", text(span)),
            Evidence::Inline(span) => format!("inline {}", text(span)),
        });
        told.push(format!(
            "{:?} {:?} {evidence:?}",
            Verdict::effective(verdict),
            verdict.confidence
        ));
        told.extend(verdict.findings.iter().map(finding));
    }
    told.sort();
    told
}

proptest! {
    #![proptest_config(crate::lengths::cases(200))]

    #[test]
    fn a_file_that_was_written_says_the_same(text in verdict_file()) {
        let decoded = read_as(&text, Profile::Standard);
        let Ok(written) = write(&decoded, Format::VerdictFile, &WriteOptions::default()) else {
            return Ok(());
        };
        let again = read_as(&written, Profile::Strict);
        prop_assert_eq!(again.unreadable, None, "{:?} {}", again.diagnostics, written);
        prop_assert_eq!(told(&decoded), told(&again), "{}", written);
        let twice = write(&again, Format::VerdictFile, &WriteOptions::default());
        prop_assert_eq!(twice.map_err(|e| e.to_string()), Ok(written));
    }

    #[test]
    fn a_file_as_a_block_says_the_same(text in verdict_file()) {
        let decoded = read_as(&text, Profile::Standard);
        if let Ok(block) = write(&decoded, Format::YamlBlock, &WriteOptions::default()) {
            let again = read_as(&block, Profile::Strict);
            prop_assert_eq!(again.unreadable, None, "{:?} {}", again.diagnostics, block);
            prop_assert_eq!(told(&decoded), told(&again), "{}", block);
        }
    }
}

/// Most files can be written: what cannot is rare.
#[test]
fn plain_files_are_written_as_they_are() {
    for text in [
        "verdict: pass\nconfidence: high\n",
        "verdict: fail\nconfidence: low\nblocker: src/a.rs:3 SQL by hand\nevidence: ./a.md\n",
        "verdict: warn\nconfidence: med\nadvisory: slow\nevidence: so it went\n\nand on\n",
    ] {
        let decoded = read_as(text, Profile::Strict);
        let written = write(&decoded, Format::VerdictFile, &WriteOptions::default());
        assert_eq!(written.map_err(|e| e.to_string()).as_deref(), Ok(text));
    }
}
