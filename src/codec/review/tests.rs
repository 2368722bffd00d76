//! What texts come to, each below the heading of what it is: those that open, and their twins that do not.

use super::{Review, read, read_beside};
use crate::codec::words::Words;
use crate::ir::Outcome;

/// The texts of a file, each behind a line `=== word`.
const TEXTS: &str = include_str!("../../../tests/reviews.txt");

/// What a gate makes of a review.
fn word_of(review: &Review) -> &'static str {
    let doubted = review.remarks.iter().any(|remark| remark.says > Outcome::Warn);
    match review.stated {
        Some(stated) if !stated.outcome.opens() => "fail",
        Some(_) if review.cut.is_some() => "cut",
        Some(_) if doubted => "doubted",
        Some(stated) if stated.outcome == Outcome::Warn => "warn",
        Some(_) => "open",
        None if review.unread.is_some() => "unread",
        None => "none",
    }
}

#[test]
fn texts_come_to_what_stands_above_them() {
    let words = Words::default();
    let texts = TEXTS.split("\n=== ").skip(1).filter_map(|text| text.split_once('\n'));
    let wrong: Vec<String> = texts
        .filter_map(|(wanted, text)| {
            let word = word_of(&read(text, &words));
            (word != wanted).then(|| format!("{word}, wanted {wanted}:\n{text}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
}

#[test]
fn beside_an_exact_verdict_a_text_only_shuts() {
    let words = Words::default();
    let beside = |text| read_beside(text, &words);
    assert_eq!(word_of(&beside("# Review\n\n**Verdict:** REJECT\n")), "fail");
    assert!(beside("**Verdict:** so so\n").remarks.is_empty());
    assert!(!beside("### Critical\n\n- src/a.rs:7 the token is logged\n").remarks.is_empty());
}

#[test]
fn a_finding_names_its_place() {
    let review = read(
        "# Review\n\n**Verdict:** REJECT\n\n- src/a.rs:7 the token is logged\n",
        &Words::default(),
    );
    assert!(review.findings.iter().any(|finding| finding.location.is_some()));
}

/// What a host introduces, and what it calls a part, opens nothing; without its words both do.
#[test]
fn a_host_names_introductions_and_parts() {
    let mut host = crate::ir::Lexicon::default();
    host.add_introduction("Beispiel").unwrap();
    host.add_part("Aufgabe").unwrap();
    let (own, plain) = (Words::new(&host), Words::default());
    for text in ["Beispiel:\n\nVerdict: APPROVE\n", "## Aufgabe 3\n\nVerdict: APPROVE\n"] {
        assert_eq!(word_of(&read(text, &plain)), "open", "{text}");
        assert_eq!(word_of(&read(text, &own)), "none", "{text}");
    }
    let stops = "## Aufgabe 3\n\nVerdict: REJECT\n\n## Verdict\n\nAPPROVE\n";
    assert_eq!(word_of(&read(stops, &own)), "doubted");
    assert!(host.add_part("Verdict").is_err() && host.add_introduction("Blocker").is_err());
}

/// A plain line is read as its document would be: every line of the texts, and words of the tables behind one of none.
#[test]
fn a_plain_line_says_what_its_document_says() {
    let words = Words::default();
    let known = crate::ir::Lexicon::default().entries();
    let phrases = known.iter().map(|entry| entry.word.trim_end_matches("(s)"));
    let behind = ["the pool is {}", "Pool {}.", "`pool` and {}, a `{}`", "pool-{} in src/a.rs {}"];
    let made = phrases.flat_map(|phrase| behind.map(|text| text.replace("{}", phrase)));
    let written = TEXTS.lines().map(str::to_owned);
    let (mut plain, mut wrong) = (0, Vec::new());
    for text in written.chain(made) {
        if super::is_plain(&text, &words) {
            plain += 1;
            let document = crate::codec::document::read_part(&text, &words).unwrap();
            let whole = super::of_document(&document, &text, &words, true).between_letters(&text);
            let line = read_beside(&text, &words);
            if format!("{line:?}") != format!("{whole:?}") {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty() && plain > 1000, "{plain} lines: {wrong:#?}");
}
