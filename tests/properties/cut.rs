//! Texts that were cut off: never a better outcome than what stands in them, at any byte.

#![expect(clippy::disallowed_methods, reason = "it reads the cases")]

use std::fs;
use std::path::Path;

use assize::codec::{Cause, example};
use assize::{Decoded, Format, Profile, ReadOptions, Source, read};
use proptest::prelude::*;

use crate::invariants::{effective, has_an_end, may_end, opens};

/// Fences, as they open and as they close.
const FENCES: &[(&str, &str)] = &[
    ("```yaml\n", "```"),
    ("```\n", "```"),
    ("~~~\n", "~~~"),
    ("~~~ yaml\n", "~~~"),
    ("````yaml\n", "````"),
    ("  ```yaml\n", "  ```"),
    ("```yaml\r\n", "```"),
];

const JSON: &[(&str, &str)] = &[("```json\n", "```"), ("```\n", "```"), ("~~~json\n", "~~~")];

/// What may stand around and between blocks, and says nothing of failing.
const PROSE: &[&str] =
    &["", "\n", "Here is what I found:\n\n", "\nOne more thing.\n\n", "- a `b` c\n"];

/// A block, by the byte behind its first mark and the byte behind its last.
type Block = (String, usize);

fn block(verdict: &'static str) -> impl Strategy<Value = Block> {
    let fails = verdict == "fail";
    let yaml =
        (prop::sample::select(FENCES), any::<bool>()).prop_map(move |((open, close), more)| {
            let blocker = if fails { "blockers:\n  - src/a.rs:1 it loses data\n" } else { "" };
            let more = if more { "advisories:\n  - src/b.rs:2 slow\n" } else { "" };
            (
                format!("{open}verdict: {verdict}\nconfidence: high\n{blocker}{more}{close}"),
                open.len() - open.trim_start().len() + 1,
            )
        });
    let json = prop::sample::select(JSON).prop_map(move |(open, close)| {
        let object = match fails {
            true => "{\"passed\": false, \"feedback\": \"it loses data\", \"criteria_results\": [{\"criterion\": \"c\", \"passed\": false, \"feedback\": \"x\"}]}",
            false => "{\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": [{\"criterion\": \"c\", \"passed\": true, \"feedback\": null}]}",
        };
        (format!("{open}{object}\n{close}"), 1)
    });
    prop_oneof![3 => yaml, 1 => json]
}

fn read_text(text: &str) -> Decoded {
    let options = ReadOptions::default().profile(Profile::Standard);
    read(&Source::new("qa.md", text), &options)
}

fn cuts(text: &str) -> impl Iterator<Item = usize> {
    (0..text.len()).filter(|at| text.is_char_boundary(*at))
}

proptest! {
    #![proptest_config(crate::lengths::cases(16))]

    /// A message with a pass and then a fail: before the end of the first block it says nothing,
    /// and from the first mark of the second on it opens nothing.
    #[test]
    fn a_message_that_was_cut_off_is_no_better(
        before in prop::sample::select(PROSE),
        (pass, _) in block("pass"),
        between in prop::sample::select(PROSE),
        (fail, mark) in block("fail"),
        behind in prop::sample::select(PROSE),
    ) {
        let first = format!("{before}{pass}");
        let second = format!("{first}\n{between}");
        let text = format!("{second}{fail}\n{behind}");
        prop_assert!(!opens(&read_text(&text)), "{text}");
        for cut in cuts(&text) {
            let decoded = read_text(&text[..cut]);
            if cut < first.len() {
                prop_assert!(decoded.verdicts.is_empty(), "{:?}", &text[..cut]);
            }
            if cut >= second.len() + mark {
                prop_assert!(!opens(&decoded), "{:?}", &text[..cut]);
            }
        }
    }

    /// A verdict file with a block that fails: from its first mark on it opens nothing.
    #[test]
    fn a_verdict_file_that_was_cut_off_in_a_block_is_no_better(
        between in prop::sample::select(PROSE),
        (fail, mark) in block("fail"),
    ) {
        let head = format!("verdict: pass\nconfidence: high\n{between}");
        let text = format!("{head}{fail}\n");
        for cut in cuts(&text).filter(|cut| *cut >= head.len() + mark) {
            prop_assert!(!opens(&read_text(&text[..cut])), "{:?}", &text[..cut]);
        }
    }
}

/// Summaries and logs have no mark at their end, so a line that may go on is taken for cut off.
#[test]
fn what_may_go_on_in_its_last_line_is_cut_off() {
    const LOG: &str = "## [B1] design | 2026-05-04T09:12:00Z | v1.2.0\n\n### Raw\n#### V1\nVERDICT:GO\nSCOPE:cache\n\n### Disposition\nGO-ACCEPTED\n";
    assert!(opens(&read_text(LOG)));
    for end in ["\n## ", "\n##", "## "] {
        assert!(!opens(&read_text(&format!("{LOG}{end}"))), "{end:?}");
    }
    #[cfg(feature = "kdl")]
    {
        const SUMMARY: &str = "task-id \"x\"\ngate \"pass\"\nreviewer \"qa\" verdict=\"pass\"\n";
        assert!(opens(&read_text(SUMMARY)));
        assert!(!opens(&read_text(SUMMARY.trim_end())));
        assert!(opens(&read_text(&format!("{SUMMARY}recorded \"now\""))));
    }
}

/// A last line without a line end: whole where a value, a sentence, a bracket or a quotation ends, and cut
/// off where more of it may have followed.
#[test]
fn a_last_line_is_whole_where_something_ends() {
    const GO: &str = "VERDICT:GO\nSCOPE:docs\n";
    const PASS: &str = "verdict: pass\nconfidence: high\n\n";
    for (head, whole, cut) in [
        (GO, "ISSUES:none", "ISSUES:-"),
        (GO, "ISSUES:(none)", "ISSUES:(no"),
        (GO, "ISSUES:0", "STEERING::"),
        (GO, "NOTES:\nThe tests ran (24 of 24)", "NOTES:\n1)"),
        (GO, "NOTES:\nThe page says \"so\"", "NOTES:\nThe page says \""),
        (GO, "NOTES:\nThe page says 'so'", "NOTES:\nThe reviewers'"),
        (GO, "NOTES:\nThe page is short!", "NOTES:\nThe page begins with <!"),
        (
            GO,
            "ISSUES:\n| M | coupling | docs/a.md | it is long |",
            "ISSUES:\n| Severity | Category |",
        ),
        (GO, "NOTES:\n| a | b |\nDone.", "NOTES:\n| a | b |"),
        (GO, "NOTES:\nfine.", "VERDICT:GO"),
        ("VERDICT:GO\n", "SCOPE:\"docs\"", "SCOPE:\"do"),
        (PASS, "The tests ran (24 of 24)", "1)"),
        (PASS, "The page says “so”", "The page says so”"),
        (PASS, "One question is left?", "=="),
    ] {
        let [whole, cut] = [whole, cut].map(|last| format!("{head}{last}"));
        assert!(opens(&read_text(&whole)), "{whole:?}: {:?}", read_text(&whole).diagnostics);
        assert!(!opens(&read_text(&cut)), "{cut:?}");
    }
}

/// `END` is a mark and no text, wherever it stands: what is above it stands alone.
#[test]
fn an_end_mark_is_no_line_of_a_paragraph() {
    for more in ["", "\nSo it goes.\n"] {
        let stop = format!("verdict: pass\nconfidence: high\n\nNO-GO\nEND\n{more}");
        assert!(!opens(&read_text(&stop)), "{stop:?}");
        let plain = format!("verdict: pass\nconfidence: high\n\nSo be it.\nEND\n{more}");
        assert!(opens(&read_text(&plain)), "{plain:?}");
    }
}

/// What begins as JSON and breaks off is a second answer, whatever format was asked for.
#[test]
fn broken_json_above_what_was_asked_for_shuts() {
    for profile in [Profile::Strict, Profile::Standard, Profile::Lenient] {
        let options = ReadOptions::default().profile(profile).format(Format::Review);
        let read_text = |text: &str| read(&Source::new("qa.md", text), &options);
        let broken = "{\"passed\": false,\n\n### Verdict: PASS\n";
        assert!(!opens(&read_text(broken)), "{profile}");
        assert!(opens(&read_text("[the review]\n\n### Verdict: PASS\n")), "{profile}");
    }
}

/// A free text that is too large, or nested too deep, is not read: the pass beside it does not open.
#[test]
fn a_free_text_that_is_not_read_doubts() {
    let deep = format!("{}**Verdict:** REJECT", "> ".repeat(210));
    for said in ["x".repeat(3 << 20), deep] {
        let text = format!("verdict: pass\nconfidence: high\nevidence:\n  {said}\n");
        let decoded = read_text(&text);
        assert!(!opens(&decoded), "{:?}", decoded.diagnostics);
    }
}

/// A repair in a run is one in the log, also where the run cannot be read for another reason.
#[test]
fn strict_repairs_no_run_of_a_log() {
    let log = |run: &str| {
        let head =
            "## [B1] design | 2026-05-04T09:12:00Z | v1.2.0 | runs:2 | threshold:1/2\n\n### Raw\n";
        let runs = format!("#### V1\nVERDICT:GO\nSCOPE:cache\n\n#### V2\n{run}\n");
        format!("{head}{runs}\n### Consensus\n\n### Disposition\nCONDITIONAL-TRACKED\n")
    };
    let broken = log("SCOPE:cache\nVERDICT:");
    let whole = log("VERDICT:CONDITIONAL\nSCOPE:cache\nVERIFIED:\nrulebase|M|coupling|a.md|b");
    let [strict, standard] = [Profile::Strict, Profile::Standard].map(|profile| {
        let options = ReadOptions::default().profile(profile);
        [&broken, &whole].map(|text| read(&Source::new("log.md", text.as_str()), &options))
    });
    assert_eq!(strict[0].unreadable, Some(Cause::RecoveryForbidden));
    assert_eq!(strict[1].unreadable, None, "{:?}", strict[1].diagnostics);
    assert_eq!([&standard[0], &standard[1]].map(|log| log.unreadable), [None, None]);
}

/// Where a text is cut: around every line end, and at some eighty bytes more, or twenty in a short run.
fn sampled(text: &str) -> impl Iterator<Item = usize> {
    let step = text.len() / (crate::lengths::cases(20).cases.min(80) as usize) + 1;
    let near = |at: usize| text.as_bytes()[at.saturating_sub(2)..at].contains(&b'\n');
    cuts(text).filter(move |at| at % step == 0 || near(*at))
}

/// The cuts of a text that are better than the whole.
fn better(text: &str, within_lines: bool) -> Vec<String> {
    let whole = read_text(text);
    let worst = |decoded: &Decoded| effective(decoded).filter(|_| opens(decoded));
    let (known, mut found) = (worst(&whole), Vec::new());
    for cut in sampled(text) {
        let (head, tail) = text.split_at(cut);
        if within_lines && may_end(head, tail) {
            continue;
        }
        // A message whose first block is closed is a message.
        if head.trim_end().ends_with("```") {
            continue;
        }
        let now = worst(&read_text(head));
        if now.is_some_and(|now| known.is_none_or(|known| now < known)) {
            found.push(head.to_owned());
        }
    }
    found
}

/// Every text of the read cases that opens, and every example, in a format that has an end.
#[test]
fn a_text_with_an_end_that_was_cut_off_is_no_better() {
    let mut worse = Vec::new();
    for (name, text) in texts() {
        let decoded = read_text(&text);
        // What is shut by a second structure opens while that has not begun.
        let plain = opens(&decoded) || text == decoded.format.map_or("", example);
        if plain && decoded.format.is_some_and(|format| has_an_end(format, &text)) {
            worse.extend(better(&text, false).into_iter().take(1).map(|head| (name.clone(), head)));
        }
    }
    assert!(worse.is_empty(), "{worse:#?}");
}

/// The others, in the middle of a line: the last line of a text that opens has to end (R20).
#[test]
fn a_text_of_lines_that_was_cut_off_in_a_line_is_no_better() {
    let mut worse = Vec::new();
    for (name, text) in texts() {
        let decoded = read_text(&text);
        if decoded.format.is_some_and(|format| !has_an_end(format, &text)) && opens(&decoded) {
            worse.extend(better(&text, true).into_iter().take(1).map(|head| (name.clone(), head)));
        }
    }
    assert!(worse.is_empty(), "{worse:#?}");
}

/// The examples, and what goes into the read cases.
fn texts() -> Vec<(String, String)> {
    const LONGEST: usize = 2000;
    let examples = Format::ALL.iter().map(|format| (format.to_string(), example(*format).into()));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/read");
    let inside = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    let mut texts: Vec<(String, String)> = examples.collect();
    for case in inside(&root).flat_map(|format| inside(&format.path())) {
        let files = || inside(&case.path()).map(|file| file.path());
        // What is read by other options is another text.
        let plain = files().count() == 2;
        let given =
            files().filter(|file| plain && file.file_stem().is_some_and(|s| s != "expected"));
        let said = given.filter_map(|file| fs::read_to_string(file).ok());
        let name = case.path().display().to_string();
        texts.extend(said.filter(|text| text.len() < LONGEST).map(|text| (name.clone(), text)));
    }
    texts
}
