//! Messages that were cut off: never a better outcome than what stands in them, at any byte.

use assize::{Decoded, Outcome, Profile, ReadOptions, Source, Verdict, read};
use proptest::prelude::*;

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

fn opens(decoded: &Decoded) -> bool {
    let mut effective = decoded.verdicts.iter().map(Verdict::effective);
    !decoded.verdicts.is_empty() && effective.all(|o| o.is_some_and(Outcome::opens))
}

fn cuts(text: &str) -> impl Iterator<Item = usize> {
    (0..text.len()).filter(|at| text.is_char_boundary(*at))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

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
