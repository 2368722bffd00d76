//! Texts as classes.

use super::table::rows;
use super::*;

fn value(text: &str) -> String {
    Words::default().classes_of_value(Shown::from(text)).letters().to_owned()
}
fn name(text: &str) -> String {
    Words::default().classes_of_name(Shown::from(text)).letters().to_owned()
}

#[test]
fn each_phrase_is_one_letter() {
    for (text, letters) in [
        ("PASS — all met, 0 failed", "G-UY,0X"),
        ("NO-GO", "S"),
        ("No_Go", "S"),
        ("needsRevision", "S"),
        ("N/A", "N"),
        ("4/4 resolved", "UZ"),
        ("0/12", "0"),
        ("fixed in 4f2a", "ZB@"),
        ("src/a.rs:7 is open", "&VE"),
        ("ＦＡＩＬ：", "X:"),
        ("\u{200b}FA\u{200b}IL", "X"),
        ("FAIL → PASS", "X~G"),
        ("FAIL -> PASS", "X~G"),
        ("[x] PASS [ ] FAIL", "dGoX"),
        ("don’t merge", "S"),
        ("✅ APPROVED 🚀", "tG"),
        ("APPRОVED", "w"),
        ("FАIL", "X"),
        ("PASS/FAIL", "G/X"),
        ("1.5", "#"),
    ] {
        assert_eq!(value(text), letters, "{text}");
    }
    for (text, letters) in [
        ("Overall verdict (round 2)", "TV(R#)"),
        ("docs_gate", "wJ"),
        ("qaVerdict", "OV"),
        ("判定", "V"),
        ("検証結果", "w"),
        ("評価", "w"),
        ("vеrdict", "V"),
    ] {
        assert_eq!(name(text), letters, "{text}");
    }
}

#[test]
fn a_host_adds_words_as_they_are_written() {
    let mut host = Lexicon::default();
    host.add_label("評価");
    host.words.insert("承認".into(), Outcome::Pass);
    host.words.insert("✅ 通过，带执行".into(), Outcome::Hold);
    let words = Words::new(&host);
    let name = |text: &str| words.classes_of_name(text.into()).letters().to_owned();
    let value = |text: &str| words.classes_of_value(text.into()).letters().to_owned();
    assert_eq!(name("レビュー評価"), "wV");
    assert_eq!(value("承認。"), "G.");
    assert_eq!(value("承認します"), "Gw");
    assert_eq!(value("✅ 通过，带执行"), "S");
}

#[test]
fn every_row_of_the_tables_is_found_by_itself() {
    for row in rows(NAMES).chain(rows(VALUES)) {
        assert!(row.phrase.is_ascii() || !row.phrase.is_empty());
        assert!(!row.source.is_empty(), "{}", row.phrase);
    }
    for (text, own) in [(NAMES, &*OWN_NAMES), (VALUES, &*OWN_VALUES)] {
        for row in rows(text) {
            let phrase = row.phrase.replace("(s)", "s");
            let classes = Classes::of(Shown::from(&*phrase), &Table::default(), own);
            assert_eq!(classes.letters(), char::from(row.entry.class).to_string(), "{phrase}");
        }
    }
}

/// The rows of small letters are split at blanks: tokens must be the same.
#[test]
fn rows_of_small_letters_are_tokens_at_blanks() {
    for row in [NAMES, VALUES, INTRODUCES].into_iter().flat_map(rows) {
        let phrase = row.phrase.strip_suffix("(s)").unwrap_or(row.phrase);
        if phrase.bytes().all(|byte| byte == b' ' || byte.is_ascii_lowercase()) {
            let tokens = tokens::split(Shown::from(phrase));
            let words: Vec<_> = (0..tokens.list.len()).filter_map(|at| tokens.word(at)).collect();
            assert_eq!(words, phrase.split(' ').collect::<Vec<_>>());
        }
    }
}

#[path = "../../../tests/common/grammar.rs"]
#[expect(dead_code, reason = "texts are made by those who hold what is written")]
mod syntax;

/// The texts of the statements, and of each what is left of it: rules are asked of a part as well.
#[test]
fn every_rule_over_classes_is_entered_by_a_text() {
    let mut letters = std::collections::BTreeSet::new();
    for file in [
        include_str!("../../../tests/statements/names.txt"),
        include_str!("../../../tests/statements/values.txt"),
        include_str!("../../../tests/statements/introductions.txt"),
        include_str!("../../../tests/statements/resolved.txt"),
        include_str!("../../../tests/statements/conditions.txt"),
        include_str!("../../../tests/statements/severities.txt"),
    ] {
        let words = Words::default();
        for text in file.lines().flat_map(|line| line.split(" ¦ ")) {
            let classes = [Words::classes_of_name, Words::classes_of_value, Words::classes_of_line];
            letters.extend(classes.map(|of| of(&words, text.into()).letters().to_owned()));
        }
    }
    let classes = include_str!("../../../tests/statements/classes.txt").lines();
    letters.extend(classes.flat_map(|line| line.split(' ')).map(str::to_owned));
    let parts = |text: &String| {
        text.char_indices().map(|(at, _)| text[at..].to_owned()).collect::<Vec<_>>()
    };
    let parts: std::collections::BTreeSet<String> = letters.iter().flat_map(parts).collect();
    let grammar = syntax::Grammar::new(assize_grammar::statement::TEXT);
    let taken: std::collections::BTreeSet<&str> = grammar
        .entries()
        .into_iter()
        .flat_map(|entry| {
            parts.iter().flat_map(|text| grammar.taken(entry, text)).collect::<Vec<_>>()
        })
        .collect();
    let lacking: Vec<&str> = grammar.names().filter(|name| !taken.contains(name)).collect();
    assert_eq!(lacking, Vec::<&str>::new(), "no text enters these");
}
