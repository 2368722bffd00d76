//! What holds for every pointer, whatever stands around it.

use assize::codec::Cause;
use assize::{Decoded, Format, Outcome, Profile, ReadOptions, Source, contract};
use proptest::prelude::*;

use crate::every::{self, read_as};

const PROFILES: [Profile; 3] = [Profile::Strict, Profile::Standard, Profile::Lenient];

const PIECES: &[&str] = &[
    "verdict-file: ",
    "verdict-file:",
    "**Verdict-File:** ",
    ".dartai/reports/T17/qa.md",
    "../qa.md",
    "/qa.md",
    "C:",
    "\\",
    "~/",
    "<task-id>",
    "verdict: ",
    "pass",
    "fail",
    "warn",
    "NEEDS_WORK",
    " (why)",
    " (do not merge)",
    "confidence: high",
    "advisory: x",
    "blocker: x",
    "blockers:",
    "- x",
    "[]",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "```yaml\n",
    "```\n",
    "```json\n{\"verdict\": \"fail\"}\n",
    "    ",
    "# ",
    "FAIL",
    "<<<<<<< HEAD",
    "\u{feff}",
    "\u{202e}",
    "\u{2028}",
    "é",
    "🦀",
    "`",
    "verdct: ",
];

fn vocabulary() -> impl Strategy<Value = String> {
    every::pieces(PIECES, 30)
}

fn pointer() -> impl Strategy<Value = String> {
    let word = prop::sample::select(
        &["pass", "warn", "fail", "warn (a nit)", "fail (it panics)", "REJECT", "pass (so so)"][..],
    );
    let line = prop::sample::select(
        &["confidence: high\n", "advisory: slow\n", "\n", "# remark\n", "prose\n"][..],
    );
    (word, prop::collection::vec(line, 0..4)).prop_map(|(word, lines)| {
        format!("verdict-file: .dartai/reports/T17/qa.md\nverdict: {word}\n{}", lines.concat())
    })
}

/// What holds for every text; the parts of the pointer lie in it as well.
fn sound(decoded: &Decoded, text: &str) -> Result<(), TestCaseError> {
    every::sound(decoded)?;
    let own = decoded.pointer.into_iter();
    for span in own.flat_map(|p| [Some(p.path), p.stated.map(|stated| stated.word)]).flatten() {
        let (start, end) = (span.start as usize, span.end as usize);
        prop_assert!(start <= end && text.get(start..end).is_some(), "{span:?} in {text:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::lengths::cases(250))]

    #[test]
    fn any_text_is_read_without_a_panic(text in any::<String>()) {
        for profile in PROFILES {
            let _ = read_as(format!("verdict-file: {text}"), None, profile);
            let _ = read_as(&text, Some(Format::Pointer), profile);
        }
    }

    /// Alone, a pointer is never a verdict, and what it points to is only told when it is sound.
    #[test]
    fn a_pointer_is_no_verdict(text in vocabulary()) {
        for profile in PROFILES {
            let decoded = read_as(&text, Some(Format::Pointer), profile);
            if Source::new("", text.as_str()).text().is_ok() {
                sound(&decoded, &text)?;
            }
            if decoded.format == Some(Format::Pointer) {
                prop_assert!(decoded.verdicts.is_empty() && decoded.unreadable.is_some());
            }
            let Some(pointer) = decoded.pointer else { continue };
            prop_assert_eq!(decoded.unreadable, Some(Cause::Unfollowed));
            let path = &text[pointer.path.start as usize..pointer.path.end as usize];
            let sound = !path.starts_with(['/', '~']) && !path.contains(['\\', ':', '<']);
            prop_assert!(sound && path.split('/').all(|part| part != ".."), "{path:?}");
        }
    }

    /// Strict follows nothing that standard does not, and nothing that needs repair.
    #[test]
    fn strict_follows_no_more_than_standard(text in vocabulary()) {
        let strict = read_as(&text, None, Profile::Strict);
        let standard = read_as(&text, None, Profile::Standard);
        prop_assert!(strict.pointer.is_none() || strict.pointer == standard.pointer);
        prop_assert!(strict.pointer.is_none() || strict.recoveries.is_empty());
    }

    /// What was cut off never says something better, and without its copy it is not followed
    /// unless its line is whole.
    #[test]
    fn a_pointer_that_was_cut_off_says_nothing_better(text in pointer(), cut in 0usize..200) {
        let whole = read_as(&text, None, Profile::Standard);
        let cut = every::cut(&text, cut.min(text.len())).len();
        let head = &text[..cut];
        let Some(pointer) = read_as(head, None, Profile::Standard).pointer else { return Ok(()) };
        prop_assert!(pointer.stated.is_some() || head.ends_with('\n'), "{head:?}");
        // A reason that was cut off is no reason: the file is held against the word alone.
        if let (Some(cut), Some(whole)) = (pointer.stated, whole.pointer.and_then(|p| p.stated)) {
            prop_assert!(cut.outcome >= whole.outcome || text.contains("pass (so so)"), "{head:?}");
        }
        prop_assert_eq!(pointer.path, whole.pointer.map(|p| p.path).unwrap_or_default());
    }

    /// A line of failing never makes a pointer say something better.
    #[test]
    fn another_fail_shuts_or_stands(text in pointer(), at in 0usize..8) {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.insert((at + 1).min(lines.len()), "verdict: fail\n");
        let decoded = read_as(lines.concat(), None, Profile::Standard);
        let stated = decoded.pointer.and_then(|pointer| pointer.stated);
        let fails = stated.is_some_and(|stated| stated.outcome == Outcome::Fail);
        prop_assert!(decoded.pointer.is_none() || fails, "{lines:?}");
    }
}

#[test]
fn the_contract_handed_back_is_no_verdict() {
    for format in [Format::Pointer, Format::VerdictSummary, Format::TrapReport] {
        let text = contract(format, &ReadOptions::default());
        assert!(!text.is_empty(), "{format}");
        for profile in PROFILES {
            let decoded = read_as(&text, None, profile);
            assert!(decoded.verdicts.is_empty() && decoded.pointer.is_none(), "{format}");
        }
    }
}
