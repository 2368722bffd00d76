//! What holds for every text, whatever it says.

use assize::{Decoded, Outcome, Profile, Source};
use proptest::prelude::*;

use crate::every::{self, effective};

const PROFILES: [Profile; 3] = [Profile::Strict, Profile::Standard, Profile::Lenient];

/// Pieces of lines, so that chance meets what the reader looks for.
const PIECES: &[&str] = &[
    "verdict: ",
    "verdict:",
    "Verdict : ",
    "**Verdict:** ",
    "pass",
    "fail",
    "warn",
    "PASS",
    "REJECT",
    "NEEDS_WORK",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "confidence: ",
    "high",
    "low",
    "medium",
    "blocker: ",
    "blockers:",
    "- ",
    "  ",
    "    ",
    "\t",
    "[",
    "]",
    ",",
    "\"",
    "none",
    "advisory: ",
    "evidence: ",
    "./a.md",
    "src/größe.rs:12-20,33",
    ":",
    "#",
    "```",
    "~~~",
    "<!--",
    "-->",
    "\u{feff}",
    " (",
    ")",
    " - ",
    "|",
    "<<<<<<< HEAD",
    ">",
    "é",
    "🦀",
    "\u{202e}",
    "vеrdict: ",
    "verdct: ",
    "verdict-file: x",
    "{",
    "=== PAIR REVIEW START: x",
    "Final verdict: ",
    "## Verdict",
    "## Blockers",
    "Result: ",
    "<b>",
    "❌",
    "\u{2028}",
    "*",
    "_",
    "`",
    "\0",
    "x ",
];

fn vocabulary() -> impl Strategy<Value = String> {
    every::pieces(PIECES, 40)
}

/// Texts that are verdict files more often than not.
fn verdict_file() -> impl Strategy<Value = String> {
    let word =
        prop::sample::select(&["pass", "warn", "fail", "PASS", "NEEDS_WORK", "pass (so so)"][..]);
    let line = prop::sample::select(
        &[
            "confidence: high\n",
            "confidence: low\n",
            "advisory: a.rs:3 slow\n",
            "blocker: b.rs wrong\n",
            "  goes on\n",
            "# remark\n",
            "\n",
            "evidence: ./e.md\n",
            "evidence: so it went\n",
            "advisories:\n",
            "- item\n",
            "prose\n",
            "```\ncode\n```\n",
            "<!-- hidden -->\n",
        ][..],
    );
    (word, prop::collection::vec(line, 0..8))
        .prop_map(|(word, lines)| format!("verdict: {word}\n{}", lines.concat()))
}

fn read_as(text: impl AsRef<[u8]>, profile: Profile) -> Decoded {
    every::read_as(text, None, profile)
}

fn sound(decoded: &Decoded) -> Result<(), TestCaseError> {
    every::reads_or_says_why(decoded)?;
    every::sound(decoded)
}

proptest! {
    #![proptest_config(crate::lengths::cases(500))]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for profile in PROFILES {
            let _ = read_as(bytes.clone(), profile);
        }
    }

    #[test]
    fn every_span_lies_in_the_text_between_characters(text in vocabulary()) {
        if Source::new("", text.as_str()).text().is_ok() {
            for profile in PROFILES {
                sound(&read_as(text.as_str(), profile))?;
            }
        }
    }

    #[test]
    fn spans_of_verdict_files_lie_in_the_text(text in verdict_file()) {
        sound(&read_as(text.as_str(), Profile::Standard))?;
    }

    /// Wherever it is added. In front, the file is one without its first line; inside inline
    /// evidence, it is evidence.
    #[test]
    fn another_blocker_never_makes_a_verdict_better(text in verdict_file(), at in 0usize..9) {
        let before = effective(&read_as(text.as_str(), Profile::Standard));
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.insert(at.min(lines.len()), "blocker: one more\n");
        let after = effective(&read_as(lines.concat(), Profile::Standard));
        prop_assert!(before.is_none() || after.is_none() || after >= before, "{text:?}");
    }

    /// Strict reads nothing that standard does not read, and nothing differently.
    #[test]
    fn strict_agrees_with_standard_or_refuses(text in vocabulary()) {
        let strict = read_as(text.as_str(), Profile::Strict);
        let standard = read_as(text.as_str(), Profile::Standard);
        prop_assert!(strict.verdicts.is_empty() || strict.verdicts == standard.verdicts);
        prop_assert!(strict.verdicts.is_empty() || strict.recoveries.is_empty());
    }

    /// A beginning of a file reads as a pass only if it is whole: it holds the whole of line 1
    /// and either ends with a line, with or without its line end, states its confidence, or ends in
    /// what is whole by its last characters. It never reads as a pass where the whole file says fail
    /// on line 1.
    #[test]
    fn a_file_that_was_cut_off_is_no_pass(text in verdict_file(), cut in 0usize..400) {
        let head = &text.as_bytes()[..cut.min(text.len())];
        let decoded = read_as(head, Profile::Standard);
        if effective(&decoded) == Some(Outcome::Pass) {
            let first = text.find('\n').unwrap_or(text.len());
            prop_assert!(head.len() > first, "{head:?}");
            let sure = decoded.verdicts[0].confidence.is_some();
            // Blanks alone are no line.
            let blank = head.rsplit(|b| *b == b'\n').next().is_some_and(|last| last.trim_ascii().is_empty());
            let line = blank || text.as_bytes().get(head.len()) == Some(&b'\n');
            // R20: what ends a sentence, a bracket or a quotation, and a path, is whole.
            let last = head.split(u8::is_ascii_whitespace).next_back().unwrap_or_default();
            let closed = last.contains(&b'/') || last.last().is_some_and(|b| b".!?)]}\"'`".contains(b));
            prop_assert!(line || sure || closed, "{head:?}");
            prop_assert!(!text.starts_with("verdict: fail"));
        }
    }

    /// What stands in front of a passing file makes it no verdict file, unless it is blank, a
    /// comment, or itself a line of a verdict file: then its one labelled line is read.
    #[test]
    fn prose_in_front_of_a_pass_makes_it_no_verdict_file(prose in "[A-Za-z][a-z ]{0,20}[.!?]") {
        let text = format!("{prose}\nverdict: pass\nconfidence: high\n");
        prop_assert_eq!(effective(&read_as(text.clone(), Profile::Strict)), None);
        let decoded = read_as(text, Profile::Standard);
        prop_assert!(decoded.format != Some(assize::Format::VerdictFile) || effective(&decoded).is_none());
    }
}
