//! What is too much is unreadable, and told; one less is read.

use assize::codec::{Cause, PIECES, example};
use assize::{Decoded, Format, Outcome, ReadOptions, Source, read};

fn read_text(text: &str, options: &ReadOptions) -> Decoded {
    read(&Source::new("qa.md", text), options)
}

fn told(decoded: &Decoded, code: &str) -> bool {
    decoded.diagnostics.iter().any(|told| told.code == format!("assize::read::{code}"))
}

#[test]
fn a_text_of_more_pieces_is_not_read_in_any_format() {
    for format in Format::ALL {
        let text = example(*format);
        let marks = |c: &char| matches!(c, '\n' | ',' | '[' | '{');
        let pieces = text.chars().filter(marks).count() + text.matches("- ").count() + 1;
        let whole = read_text(text, &ReadOptions::default());
        let read = |most| read_text(text, &ReadOptions::default().pieces(most));
        let same = read(pieces);
        assert_eq!(same.unreadable, whole.unreadable, "{format}");
        assert_eq!(same.verdicts, whole.verdicts, "{format}");
        let less = read(pieces - 1);
        assert_eq!(less.unreadable, Some(Cause::TooMuch), "{format}");
        assert!(less.verdicts.is_empty() && told(&less, "too_much"), "{format}");
    }
}

#[test]
fn a_fail_in_a_text_that_is_too_long_still_shuts() {
    let options = ReadOptions::default();
    for (first, fails) in [("verdict: fail", true), ("verdict: pass", false)] {
        let text = format!("{first}\nconfidence: high\n{}", "a\n".repeat(PIECES));
        let decoded = read_text(&text, &options);
        assert_eq!((decoded.unreadable, decoded.says_fail), (Some(Cause::TooMuch), fails));
    }
    // What a text holds inside a string counts as well.
    let lines = "a\\n".repeat(PIECES);
    let text = format!("{{\"type\": \"result\", \"result\": \"verdict: fail\\n{lines}\"}}\n");
    let decoded = read_text(&text, &options);
    assert_eq!((decoded.unreadable, decoded.says_fail), (Some(Cause::TooMuch), true));
}

#[test]
fn odd_line_ends_and_brackets_count_as_well() {
    let options = ReadOptions::default().pieces(100);
    for piece in
        ["\u{85}", "\u{2028}", "\u{2029}", "\u{b}", "\u{c}", "\u{1c}", "[", "{", ",", "\n", "- "]
    {
        let text = |times| format!("é verdict{}", format!("a{piece}").repeat(times));
        assert_ne!(read_text(&text(99), &options).unreadable, Some(Cause::TooMuch), "{piece:?}");
        assert_eq!(read_text(&text(100), &options).unreadable, Some(Cause::TooMuch), "{piece:?}");
    }
}

#[test]
fn more_blocks_than_are_read_decide_nothing() {
    let block = "```yaml\nverdict: pass\nconfidence: high\n```\n\n";
    let read = |times| read_text(&block.repeat(times), &ReadOptions::default());
    let most = read(256);
    assert_eq!(most.unreadable, None);
    assert_eq!(most.verdicts[0].effective(), Some(Outcome::Pass));
    let more = read(257);
    assert_eq!(more.unreadable, Some(Cause::TooMuch));
    assert!(told(&more, "too_many_structures"));
    // One that fails is heard also behind them.
    let fails = format!("{}{}", block.repeat(257), block.replace("pass", "fail"));
    assert!(read_text(&fails, &ReadOptions::default()).says_fail);
}

#[test]
fn objects_that_are_never_closed_are_not_looked_for_again_and_again() {
    let text = |times: usize| {
        format!("verdict: pass\nconfidence: high\n\n{}}}\n", "{a note in brackets\n".repeat(times))
    };
    let read = |times| read_text(&text(times), &ReadOptions::default());
    assert_eq!(read(200).unreadable, None);
    assert_eq!(read(20_000).unreadable, Some(Cause::TooMuch));
}

#[test]
fn remarks_beside_many_verdicts_are_kept_once() {
    let pair = |n| {
        let name = format!("notes/{n}.md :: style ===");
        format!("=== PAIR REVIEW START: {name}\n## Result: PASS\n=== PAIR REVIEW END: {name}\n")
    };
    let text = |remarks: usize| {
        let remarks: String = (0..remarks).map(|n| format!("P0: so {n}\n")).collect();
        let pairs: String = (0..300).map(pair).collect();
        format!("{remarks}{pairs}")
    };
    let read = |remarks| read_text(&text(remarks), &ReadOptions::default());
    let kept = read(PIECES / 300);
    assert_eq!(kept.unreadable, None);
    let kept: usize = kept.verdicts.iter().map(|verdict| verdict.remarks.len()).sum();
    assert_eq!(kept, PIECES / 300 * 300);
    let more = read(PIECES / 300 + 1);
    assert_eq!(more.unreadable, Some(Cause::TooMuch));
    assert!(told(&more, "too_many_remarks"));
    assert_eq!(more.remarks.len(), PIECES / 300 + 1);
    assert!(more.remarks_against());
}

#[test]
#[cfg(feature = "kdl")]
fn kdl_has_a_limit_of_its_own() {
    let gate = |word| format!("schema 1\ntask-id \"t\"\nround 1\ngate \"{word}\" open=#false\n");
    let text = |word, bytes: usize| {
        let gate = gate(word);
        let note = "// so\n";
        format!("{gate}{}", note.repeat((bytes - gate.len()) / note.len()))
    };
    let read = |word, bytes| read_text(&text(word, bytes), &ReadOptions::default());
    const MIB: usize = 1024 * 1024;
    let most = read("fail", MIB);
    assert_eq!((most.unreadable, most.format), (None, Some(Format::VerdictSummary)));
    let more = read("fail", MIB + 6);
    assert_eq!((more.unreadable, more.says_fail), (Some(Cause::TooLarge), true));
    assert!(told(&more, "too_large"));
    assert!(!read("hold", MIB + 6).says_fail);
}

#[test]
fn more_structures_beside_a_verdict_than_are_read_decide_nothing() {
    let beside = |text: &str| {
        read_text(&format!("verdict: pass\nconfidence: high\n\n{text}"), &ReadOptions::default())
    };
    let is_too_much = |decoded: &Decoded| {
        decoded.unreadable == Some(Cause::TooMuch) && told(decoded, "too_many_structures")
    };
    let block = "{\"verdict\": \"pass\", \"confidence\": \"high\", \"blockers\": []}";
    let most = beside(&format!("{block}\n\n").repeat(16));
    assert_eq!(most.unreadable, None);
    assert!(is_too_much(&beside(&format!("{block}\n\n").repeat(17))));
    // A list in a fence holds as many as it has items.
    let list = |times| format!("```json\n[{}]\n```\n", vec![block; times].join(","));
    assert_eq!(beside(&list(256)).unreadable, None);
    assert!(is_too_much(&beside(&list(257))));
}

#[test]
fn members_beside_many_verdicts_are_kept_once() {
    let pair = |n| {
        let name = format!("notes/{n}.md :: style ===");
        format!("=== PAIR REVIEW START: {name}\\n## Result: PASS\\n=== PAIR REVIEW END: {name}\\n")
    };
    let read = |members: usize| {
        let members: String = (0..members).map(|n| format!("\"m{n}\": \"so\", ")).collect();
        let pairs: String = (0..300).map(pair).collect();
        let text = format!("{{{members}\"type\": \"result\", \"result\": \"{pairs}\"}}\n");
        read_text(&text, &ReadOptions::default())
    };
    let kept = read(PIECES / 300);
    assert_eq!(kept.unreadable, None);
    assert!(kept.verdicts.iter().all(|verdict| verdict.members.len() == PIECES / 300));
    let more = read(PIECES / 300 + 1);
    assert_eq!(more.unreadable, Some(Cause::TooMuch));
    assert!(told(&more, "too_many_remarks"));
}
