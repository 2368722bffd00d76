//! Class strings hold the grammar, texts hold it with the tables; beside each that stops stands an honest twin.

use std::ops::Range;

use super::*;
use crate::codec::words::{Rule, Shown, Words};
use crate::ir::{Lexicon, Outcome, Severity};

fn rule_of(entry: Rule, letters: &str) -> Rule {
    let found = Words::default().read(entry, letters);
    found.and_then(|found| Some(found.first()?.rule)).unwrap_or(Rule::EOI)
}

/// Holds each text of a file, below the heading of what it is, to what is said of it; all that is wrong at once.
fn compare(file: &str, said: impl Fn(&str) -> String) {
    let mut wanted = "";
    let mut wrong = Vec::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix("]:")) {
            Some(head) => wanted = head,
            None if said(line) == wanted => {}
            None => wrong.push(format!("{line}: {}, wanted {wanted}", said(line))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn value_of(text: &str) -> Value {
    read_value(text, &Words::default())
}

fn name_of(text: &str) -> Name {
    read_name(text, &Words::default())
}

#[test]
fn names_and_values_are_told_by_their_classes() {
    let mut entry = Rule::name;
    let mut wrong = Vec::new();
    for line in include_str!("../../../tests/statements/classes.txt").lines() {
        if line == "[value]" {
            entry = Rule::value;
        }
        let Some((rule, strings)) = line.split_once(": ") else { continue };
        for letters in strings.split(' ') {
            let said = format!("{:?}", rule_of(entry, letters));
            if said != rule {
                wrong.push(format!("{letters}: {said}, wanted {rule}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rule_of(Rule::value, ""), Rule::empty);
}

#[test]
fn a_name_is_matched_whole() {
    let file = include_str!("../../../tests/statements/names.txt");
    compare(file, |text| format!("{:?}", name_of(text).kind));
}

#[test]
fn a_value_and_its_twin_are_told_apart() {
    let file = include_str!("../../../tests/statements/values.txt");
    let mut wrong = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with("# ")) {
        let columns: Vec<&str> = line.split(" ¦ ").collect();
        for pair in columns.chunks_exact(2) {
            let text = pair[1].replace("\\u{200b}", "\u{200b}");
            let said = format!("{:?}", value_of(&text).kind);
            if said != pair[0] {
                wrong.push(format!("{text}: {said}, wanted {}", pair[0]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let kind = |text, code: Range<usize>, struck: Range<usize>| {
        let (code, struck) = (&[code][..], &[struck][..]);
        read_value(Shown { text, code, struck }, &Words::default()).kind
    };
    assert_eq!(kind("None is passed on", 0..4, 0..0), ValueKind::Unread);
    assert_eq!(kind("FAIL PASS", 0..0, 0..4), ValueKind::Go);
    assert_eq!([value_of("").kind, value_of("—").kind], [ValueKind::Empty; 2]);
}

#[test]
fn one_reader_reads_severities() {
    let file = include_str!("../../../tests/statements/severities.txt");
    compare(file, |text| format!("{:?}", read_severity(text, &Words::default())));
    assert_eq!(read_severity("", &Words::default()), Rating::Absent);
}

#[test]
fn a_list_that_says_none_says_no_more_than_that() {
    let file = include_str!("../../../tests/statements/nothing.txt");
    compare(file, |text| says_only_none(text, &Words::default()).to_string());
    assert!(!says_only_none("", &Words::default()));
}

#[test]
fn a_finding_says_that_it_is_done() {
    let file = include_str!("../../../tests/statements/resolved.txt");
    compare(file, |text| is_resolved(text, &Words::default()).to_string());
}

#[test]
fn a_line_below_may_make_a_condition_of_a_go() {
    let file = include_str!("../../../tests/statements/conditions.txt");
    compare(file, |line| hinges(line, &Words::default()).to_string());
}

#[test]
fn lines_that_introduce_another_s_word_are_told() {
    let file = include_str!("../../../tests/statements/introductions.txt");
    compare(file, |line| format!("{:?}", read_introduction(line, &Words::default())));
}

#[test]
fn a_name_tells_its_qualifier_round_and_count() {
    let name = name_of("Overall verdict (round 2)");
    assert_eq!((name.round, name.label, name.qualifier), (Some(2), 8..15, Some(0..7)));
    for (text, round) in [
        ("Round 1 verdict", Some(1)),
        ("Iteration 3", Some(3)),
        ("Re-review 2", Some(2)),
        ("Verdict (attempt: 4)", Some(4)),
        ("r3", None),
        ("v2 verdict", None),
        ("Pass 2", None),
        ("Verdict 2", None),
    ] {
        assert_eq!(name_of(text).round, round, "{text}");
    }
    for (text, count) in [
        ("Critical (2)", Some(2)),
        ("Critical (0)", Some(0)),
        ("Blockers (none)", Some(0)),
        ("Critical Issues (C1-C4)", None),
        ("Critical", None),
    ] {
        assert_eq!(name_of(text).count, count, "{text}");
    }
    assert!(name_of("Previous verdict").earlier && name_of("Resolved findings").earlier);
    assert!(name_of("Verdict if fixed").condition && !name_of("Must fix before merge").condition);
    for name in [
        "Verdict (pending CI)",
        "Verdict (CI still pending)",
        "Conditional verdict",
        "Conditionally approved",
    ] {
        assert!(name_of(name).waits, "{name}");
    }
    for name in [
        "Verdict (CI)",
        "Verdict (nothing pending)",
        "Verdict (CI no longer pending)",
        "Pending items",
        "Conditional rendering verdict",
    ] {
        assert!(!name_of(name).waits, "{name}");
    }
    assert!(name_of("CRITICAL (fixed)").settled && !name_of("CRITICAL").settled);
    assert!(name_of("Recommendation").weak && !name_of("Decision").weak);
    assert!(
        name_of("QA status").review && name_of("Code review").review && !name_of("Plan").review
    );
    assert_eq!(name_of("❌ Verdict").sign, Some(Sign::Cross));
}

#[test]
fn a_value_tells_its_word_and_what_follows() {
    let value = value_of("❌ FAIL — the token is logged");
    assert_eq!((value.outcome, value.word, value.tail), (Some(Outcome::Fail), 4..8, Some(13..32)));
    assert!(value.reason && value.capitals && !value.alone && value.sign == Some(Sign::Cross));
    let value = value_of("FAIL → **PASS**, see below");
    assert_eq!(
        (value.kind, value.outcome, value.reason),
        (ValueKind::Go, Some(Outcome::Pass), false)
    );
    assert_eq!(value.word, 11..15);
    assert!(value_of("needs clarification").outcome == Some(Outcome::Hold));
    assert!(value_of("PASS ✅").alone && !value_of("PASS. So").alone);
    assert!(value_of("yes").answer && value_of("✅").answer && !value_of("approved").answer);
    assert_eq!([value_of("3 open").number, value_of("none").number], [Some(3), Some(0)]);
    assert_eq!(value_of("approved with nits").outcome, Some(Outcome::Warn));
}

#[test]
fn the_last_resort_only_shuts() {
    let read = |line: &str| last_resort(line, &Words::default());
    for line in [
        "The suite ran, my verdict: FAIL",
        "It is small. Verdict = NO-GO, sorry",
        "P0=1 P1=2 verdict=REJECT",
        "decision: BLOCKED",
        "first verdict: x, verdict: REVISE",
    ] {
        let value = read(line).unwrap_or_else(|| panic!("{line}"));
        assert!(line[value.word].chars().all(|c| !c.is_lowercase()), "{line}");
    }
    for line in [
        "my verdict: PASS",
        "the verdict: fail closed",
        "Result: FAIL",
        "verdict FAIL",
        "a verdict: none",
    ] {
        assert_eq!(read(line), None, "{line}");
    }
}

#[test]
fn a_heading_is_cut_where_a_word_or_a_label_stands() {
    let read = |text: &str| {
        split_heading(text, &Words::default()).map(|(name, value, _)| (name.kind, value.kind))
    };
    assert_eq!(read("Verdict: APPROVE"), Some((NameKind::Verdict, ValueKind::Go)));
    assert_eq!(read("Code review: approved"), Some((NameKind::Other, ValueKind::Go)));
    assert_eq!(read("Step 2: pool — REJECT"), Some((NameKind::Other, ValueKind::Stop)));
    assert_eq!(read("Plan Review: Step 2 of the pool"), None);
}

#[test]
fn lists_that_define_words_are_told() {
    let read = |firsts: &[&str]| read_definitions(firsts.iter().copied(), &Words::default());
    assert_eq!(read(&["PASS", "FAIL"]), Some(Defined::Verdicts));
    assert_eq!(read(&["✅ GO", "⛔ NO-GO", "other"]), Some(Defined::Verdicts));
    assert_eq!(read(&["Critical", "High", "Low"]), Some(Defined::Severities));
    assert_eq!(read(&["PASS", "PASS"]), None);
    assert_eq!(read(&["unit tests", "PASS"]), None);
}

#[test]
fn a_host_s_words_are_read_like_the_tables() {
    let mut host = Lexicon::default();
    host.add_label("評価");
    host.words.insert("承認".into(), Outcome::Pass);
    host.words.insert("差し戻し".into(), Outcome::Fail);
    host.words.insert("zurückgestellt".into(), Outcome::Hold);
    host.add_finding("Mangel", Severity::Critical);
    host.none.push("keine".into());
    let words = Words::new(&host);
    assert_eq!(read_name("レビュー評価", &words).kind, NameKind::Verdict);
    assert_eq!(read_name("num_mangel", &words).kind, NameKind::Tally(Some(Severity::Critical)));
    let value = |text: &str| read_value(text, &words).kind;
    assert_eq!([value("承認。"), value("承認（問題なし）")], [ValueKind::Go; 2]);
    assert_eq!([value("承認できません"), value("承認します")], [ValueKind::Leaning; 2]);
    assert_eq!([value("差し戻し"), value("Zurückgestellt.")], [ValueKind::Stop; 2]);
    assert_eq!(value("Keine."), ValueKind::None);
    assert_eq!(read_value("zurückgestellt", &words).outcome, Some(Outcome::Hold));
}

#[test]
fn long_texts_are_read_in_linear_time() {
    let words = Words::default();
    let parts = [
        "a - fixed (",
        "((((",
        "PASS, 2 blockers, ",
        "FAIL -> ",
        "verdict: A ",
        "[x] ",
        "0 # ",
        "no ",
        "a/b/",
        "PASS → a ",
    ];
    for part in parts {
        let text = part.repeat(60_000 / part.len());
        let read = (
            read_value(&*text, &words),
            last_resort(&*text, &words),
            read_severity(&*text, &words),
        );
        assert!(read.0.word.end <= text.len() && !is_resolved(&*text, &words), "{part}");
    }
}

#[test]
fn nothing_is_told_from_something() {
    for text in [
        "none",
        "None.",
        "_None blocking._",
        "No blocking issues found.",
        "0",
        "n/a",
        "-",
        "no issues",
        "all fixed",
        "4/4 RESOLVED",
        "NONE - all resolved",
        "No P0 or P1 findings",
        "0 critical",
        "0 critical, 0 high",
        "None blocking for Step 3",
        "false",
        "all were addressed",
        "No changes required.",
        "no required fixes",
    ] {
        assert!(is_none(text, &Words::default()), "{text}");
    }
    for text in [
        "SQL by concatenation",
        "No error handling if the log fails",
        "None of the tests run",
        "2",
        "not fixed",
        "NO-GO",
        "❌",
        "2 of 4 resolved in part",
        "0 critical, 2 high",
        "No critical path is tested",
        "No fix for the leak",
        "no merge",
    ] {
        assert!(!is_none(text, &Words::default()), "{text}");
    }
}
