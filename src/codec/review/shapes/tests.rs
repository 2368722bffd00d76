//! The shapes that are shipped, a shape of a host, and what is wrong with others.

use super::read::{SHIPPED, shipped};
use crate::codec::review::tests::word_of;
use crate::codec::review::{self, Review};
use crate::codec::words::Words;
use crate::ir::Lexicon;
use crate::source::Source;

/// Records, each below the heading of what it is: those that open, and those of their form that do not.
const RECORDS: &str = include_str!("../../../../tests/shapes.txt");

/// A shape of a host, which no file of Assize knows.
const OURS: &str = r#"shape "dock" {
    file "*.dock"
    member "berth" "harbour.master"
    verdict "berth" { pass "frei"; warn "knapp"; fail "gesperrt" }
    findings "leaks" { severity "grade" { critical "A"; low "D" }; text "what"; place "hull" "plate" }
    number "depth" from=0 to=40
}"#;

fn read(text: &str, words: &Words) -> Review {
    review::read(text, words)
}

fn ours() -> Words {
    let mut lexicon = Lexicon::default();
    lexicon.add_shapes(&Source::new("ours.kdl", OURS)).unwrap();
    Words::new(&lexicon)
}

#[test]
fn records_come_to_what_stands_above_them() {
    let words = Words::default();
    let texts = RECORDS.split("\n=== ").skip(1).filter_map(|text| text.split_once('\n'));
    let wrong: Vec<String> = texts
        .filter_map(|(wanted, text)| {
            let word = word_of(&read(text, &words));
            (word != wanted).then(|| format!("{word}, wanted {wanted}:\n{text}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
}

#[test]
fn every_file_of_the_folder_is_shipped_and_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/shapes");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
    let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
    files.sort();
    let own: Vec<String> = SHIPPED.iter().map(|(name, _)| format!("{name}.kdl")).collect();
    assert_eq!(files, own);
    let names: Vec<&str> = shipped().iter().map(|shape| shape.texts[0].as_str()).collect();
    assert_eq!(names, SHIPPED.iter().map(|(name, _)| *name).collect::<Vec<_>>());
}

#[test]
fn a_shape_of_a_host_is_read_by_the_same_reader() {
    let mut words = ours();
    let record = |word: &str| {
        format!(
            "berth: {word}\nharbour:\n  master: Kim\ndepth: 12\nleaks:\n  - grade: D\n    what: rust\n    hull: a.rs\n    plate: 7\n"
        )
    };
    assert_eq!(word_of(&read(&record("frei"), &Words::default())), "none");
    let review = read(&record("frei"), &words);
    assert_eq!((word_of(&review), review.numbers.len()), ("open", 1));
    let place = review.findings.iter().find_map(|finding| finding.location.as_ref()).unwrap();
    assert_eq!(place.lines.first().map(|lines| lines.first), Some(7));
    assert_eq!(word_of(&read(&record("knapp"), &words)), "warn");
    assert_eq!(word_of(&read(&record("gesperrt"), &words)), "fail");
    assert_eq!(word_of(&read(&record("frei, wenn der Pegel fällt"), &words)), "unread");
    assert_eq!(word_of(&read(&record("frei").replace("grade: D", "grade: A"), &words)), "doubted");
    let bare = "berth: frei\nship: Ada\n";
    assert_eq!(word_of(&read(bare, &words)), "none");
    words.file = "reports/ada.dock".to_owned();
    assert_eq!(word_of(&read(bare, &words)), "open");
}

#[test]
fn a_mistake_is_named_with_its_place_and_the_nearest_name() {
    let told = |text: &str| {
        let wrong = Lexicon::default().add_shapes(&Source::new("s.kdl", text)).unwrap_err();
        let all = wrong.items().iter().map(|told| {
            let help = told.help.as_deref().unwrap_or_default();
            format!("{}: {}; {help}", told.span().map_or(0, |at| at.start), told.message)
        });
        all.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(
        [
            "shape \"a\" { menber \"x\"; verdict \"x\" { pas \"y\" } }",
            "shape \"a\" { line \"{wrod} {commit}\"; verdict { pass \"reject\" } }",
            "shape \"a\" { begins \"x\"; number \"n\" form=1 }",
            "shape \"a\" { member \"\"; verdict \"x\" { pass } }",
            "shape \"a",
            "form \"a\"",
        ]
        .map(told)
        .join("\n\n")
    );
    for text in ["}".repeat(9000), "{".repeat(9000), "shape \"".repeat(4000), "x".repeat(99_999)] {
        assert!(Lexicon::default().add_shapes(&Source::new("s.kdl", text)).is_err());
    }
}
