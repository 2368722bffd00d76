//! What holds for every summary.

use assize::{Format, Profile};
use proptest::prelude::*;

use crate::every::read_as;

const PASSING: &str = "schema 1\ngate \"pass\" open=#true\nreviewer \"qa\" verdict=\"pass\"\n";

#[cfg(not(feature = "kdl"))]
mod without {
    use super::*;
    use assize::codec::Cause;

    #[test]
    fn a_build_without_kdl_says_so() {
        let decoded = read_as(PASSING, None, Profile::Standard);
        assert_eq!(decoded.format, Some(Format::VerdictSummary));
        assert_eq!(decoded.unreadable, Some(Cause::FormatNotRead));
        assert!(!decoded.says_fail);
        let failing = PASSING.replace("verdict=\"pass\"", "verdict=\"fail\"");
        assert!(read_as(&failing, None, Profile::Standard).says_fail);
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in any::<String>()) {
            let _ = read_as(&text, Some(Format::VerdictSummary), Profile::Standard);
        }
    }
}

#[cfg(feature = "kdl")]
mod with {
    use super::*;
    use assize::codec::example;
    use assize::{Decoded, Outcome, Verdict};

    use crate::every::{self, sound};

    const PIECES: &[&str] = &[
        "schema 1\n",
        "task-id \"T17\"\n",
        "gate \"pass\"",
        "gate \"fail\"",
        "gate",
        " open=#true",
        " open=#false",
        "reviewer \"qa\"",
        "reviewer \"größe\"",
        " verdict=\"pass\"",
        " verdict=\"fail\"",
        " verdict=\"missing\"",
        " verdict=pass",
        " verdict=#null",
        " stated=\"warn\"",
        " confidence=\"high\"",
        " blocker=\"src/a.rs:1 it \\u{e4} panics\"",
        " blocker=#\"raw\"#",
        " {\n",
        "}\n",
        "blocker \"x\"\n",
        "advisory \"y\"\n",
        "/-",
        "//",
        "/*",
        "*/",
        "\"\"\"\n",
        "\"",
        "\\",
        "\n",
        "\n",
        "\r\n",
        ";",
        "(t)",
        "🦀",
        "\u{feff}",
        "recorded \"now\"\n",
        "override \"signed\"\n",
    ];

    fn vocabulary() -> impl Strategy<Value = String> {
        every::pieces(PIECES, 30)
    }

    fn quoted(text: &str) -> String {
        let spelt: String = text.chars().flat_map(char::escape_default).collect();
        spelt.replace("\\'", "'")
    }

    /// Summaries as the gate writes them, and as upstream does.
    fn summary() -> impl Strategy<Value = String> {
        let word = prop::sample::select(&["pass", "warn", "fail", "hold"][..]);
        let said = prop::sample::select(
            &["pass", "warn", "fail", "hold", "missing", "skipped", "excused", "errored", "FAIL"][..],
        );
        let finding = "[a-z äé\"\\\\🦀\t]{1,20}";
        let reviewer = (said, any::<bool>(), prop::collection::vec((any::<bool>(), finding), 0..4))
            .prop_map(|(said, sure, found)| {
                let sure = if sure { " confidence=\"med\"" } else { "" };
                let (inside, children): (Vec<_>, Vec<_>) =
                    found.into_iter().partition(|(property, _)| *property);
                let inside: String =
                    inside.iter().map(|(_, t)| format!(" blocker=\"{}\"", quoted(t))).collect();
                let children: String = children
                    .iter()
                    .map(|(_, t)| format!("    advisory \"{}\"\n", quoted(t)))
                    .collect();
                format!(" verdict=\"{said}\"{sure} cause=\"x\"{inside} {{\n{children}}}\n")
            });
        (word, prop::collection::vec(reviewer, 0..5), any::<bool>()).prop_map(
            |(word, reviewers, policy)| {
                let nodes = reviewers.iter().enumerate();
                let nodes: String =
                    nodes.map(|(n, rest)| format!("reviewer \"r{n}\"{rest}")).collect();
                let policy = if policy { "policy \"p\" sha256=\"00\" language=1\n" } else { "" };
                format!("task-id \"T\"\ngate \"{word}\"\n{policy}{nodes}recorded \"now\"\n")
            },
        )
    }

    /// A verdict by value: what its spans say, wherever they lie.
    fn told(decoded: &Decoded) -> Vec<String> {
        let text = |span| decoded.text(span).into_owned();
        let one = |v: &Verdict| {
            let findings: Vec<_> = v
                .findings
                .iter()
                .map(|f| (f.kind, text(f.text), f.location.as_ref().map(|l| text(l.text))))
                .collect();
            let members: Vec<_> =
                v.members.iter().map(|m| format!("{}={}", text(m.name), text(m.text))).collect();
            let stated = v.stated.map(|stated| (stated.outcome, text(stated.word)));
            format!(
                "{:?} {:?} {stated:?} {:?} {:?} {findings:?} {members:?} {:?}",
                v.subject,
                v.reviewer.map(text),
                v.effective(),
                v.confidence,
                v.notes.iter().map(|note| text(*note)).collect::<Vec<_>>(),
            )
        };
        decoded.verdicts.iter().map(one).collect()
    }

    proptest! {
        #![proptest_config(crate::lengths::cases(150))]

        #[test]
        fn any_text_is_read_without_a_panic(text in any::<String>()) {
            let _ = read_as(&text, Some(Format::VerdictSummary), Profile::Standard);
        }

        #[test]
        fn every_span_lies_in_its_text(text in vocabulary()) {
            let format = Some(Format::VerdictSummary);
            let standard = read_as(&text, format, Profile::Standard);
            sound(&standard)?;
            let strict = read_as(&text, format, Profile::Strict);
            prop_assert!(strict.verdicts.is_empty() || told(&strict) == told(&standard));
        }

        /// An open gate is no better than those that count for it.
        #[test]
        fn no_gate_is_better_than_its_reviewers(text in summary()) {
            let decoded = read_as(&text, None, Profile::Standard);
            sound(&decoded)?;
            let Some((gate, reviewers)) = decoded.verdicts.split_first() else { return Ok(()) };
            let fails = |v: &Verdict| v.effective() == Some(Outcome::Fail);
            prop_assert!(!reviewers.iter().any(fails) || fails(gate), "{text}");
            let opens = gate.effective().is_some_and(Outcome::opens);
            prop_assert!(!opens || !reviewers.is_empty(), "{text}");
        }

        /// A summary that was cut off says nothing better of its gate, and inside a node nothing.
        #[test]
        fn a_summary_that_was_cut_off_is_no_better(text in summary(), cut in 0usize..400) {
            let cut = every::cut(&text, cut.min(text.len())).len();
            let head = &text[..cut];
            let opens = |d: &Decoded| {
                let mut verdicts = d.verdicts.iter();
                !d.verdicts.is_empty()
                    && verdicts.all(|v| v.effective().is_some_and(Outcome::opens))
            };
            let whole = read_as(&text, None, Profile::Standard);
            let decoded = read_as(head, None, Profile::Standard);
            // Cut between two reviewers a summary is whole as far as anybody can see.
            if opens(&decoded) && !opens(&whole) {
                let node = head.trim_end();
                prop_assert!(node.ends_with(['}', '"', '1']), "{head}");
            }
        }
    }

    #[test]
    fn the_example_needs_no_repair() {
        let text = example(Format::VerdictSummary);
        let decoded = read_as(text, None, Profile::Strict);
        assert!(decoded.recoveries.is_empty() && decoded.diagnostics.is_empty());
        let again = read_as(PASSING, None, Profile::Strict);
        assert_eq!(again.verdicts.len(), 2);
    }

    /// However deep a text nests, reading it comes to an end.
    #[test]
    fn deep_nesting_is_refused() {
        let open = "a {\n".repeat(20_000);
        for text in [
            format!("{PASSING}{open}"),
            format!("{PASSING}{}", "a {".repeat(20_000)),
            format!("{PASSING}{}", "a \"}\" {\n".repeat(20_000)),
            format!("{PASSING}{}", "a \"\"\"\n}\n\"\"\" {\n".repeat(20_000)),
            format!("{PASSING}{}", "a /* \n}\n */ {\n".repeat(20_000)),
            format!("{PASSING}{}", "a #\"\n}\n\"# {\n".repeat(20_000)),
            format!("{PASSING}{}", "a \"\\\n}\n\" {\n".repeat(20_000)),
            format!("{PASSING}{}", "a b=\n}\na {\n".repeat(20_000)),
            format!("{PASSING}{}", "a \"\n}\na {\n".repeat(20_000)),
            format!("{PASSING}{}", "/-a {\n".repeat(20_000)),
        ] {
            assert!(read_as(&text, None, Profile::Standard).verdicts.is_empty());
        }
    }
}
