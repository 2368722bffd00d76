//! Records that others define, read by their shapes; a shape of a host, and what is wrong with others.

#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

use assize::codec::{Cause, Lexicon};
use assize::{Decoded, Outcome, ReadOptions, Source};

/// Records, each below the heading of what it is: those that open, and those of their form that do not.
const RECORDS: &str = include_str!("shapes.txt");

/// A shape of a host, which no file of Assize knows.
const OURS: &str = r#"shape "dock" {
    file "*.dock"
    member "berth" "harbour.master"
    verdict "berth" { pass "frei"; warn "knapp"; fail "gesperrt" }
    findings "leaks" { severity "grade" { critical "A"; low "D" }; text "what"; place "hull" "plate" }
    number "depth" from=0 to=40
}"#;

/// A record of that shape, and a finding in it.
const RECORD: &str = "berth: frei
harbour:
  master: Kim
depth: 12
leaks:
  - grade: D
    what: the hatch is rusty
    hull: a.rs
    plate: 7
";

/// The commit that is judged.
const HEAD: &str = "ecdd80bb57125d7ba9641ffaa4d7d2c19d3f3091";

fn read(name: &str, text: &str, lexicon: &Lexicon) -> Decoded {
    let options = ReadOptions::default().lexicon(lexicon.clone()).head(HEAD);
    assize::read(&Source::new(name, text), &options)
}

/// What a gate makes of a text.
fn word_of(decoded: &Decoded) -> &'static str {
    let effective = decoded.verdicts.first().map(|verdict| (verdict.effective(), verdict.stated));
    match effective {
        Some((Some(Outcome::Pass), _)) => "open",
        Some((Some(Outcome::Warn), _)) => "warn",
        Some((Some(Outcome::Fail), _)) => "fail",
        Some((_, Some(stated))) if stated.outcome.opens() => "doubted",
        Some(_) => "hold",
        None if decoded.unreadable == Some(Cause::UnknownWord) => "unread",
        None => "none",
    }
}

fn ours() -> Lexicon {
    let mut lexicon = Lexicon::default();
    lexicon.add_shapes(&Source::new("ours.kdl", OURS)).unwrap();
    lexicon
}

#[test]
#[expect(clippy::disallowed_methods, reason = "it reads the folder of the shapes")]
fn every_file_of_the_folder_is_shipped_and_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/shapes");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let names = files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap());
    let source = include_str!("../grammar/lib.rs");
    let lists = source.split("shapes![").skip(1).filter_map(|rest| rest.split(']').next());
    let mut lists = lists.map(|list| list.split('"').skip(1).step_by(2));
    let of_data: Vec<&str> = lists.next().unwrap().collect();
    let mut shipped: Vec<&str> = lists.flatten().chain(of_data.iter().copied()).collect();
    shipped.sort();
    assert_eq!(names.collect::<Vec<_>>(), shipped);
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap();
        let lines = text.contains("\n    line ") || text.contains("\n    begins ");
        let answers = text.contains("\n    answer ");
        assert_ne!(lines || answers, of_data.contains(&name), "{name}");
        // Each says what all of its records have: of data the first key of each list of members.
        let mark = text.lines().next().and_then(|line| line.strip_prefix("// Each record has: "));
        let mark = mark.unwrap_or_else(|| panic!("{name} says what each record has"));
        for members in text.split("\n    member ").skip(1) {
            assert!(members.starts_with(&format!("\"{mark}")), "{name}: {members}");
            assert!(!lines && !text.contains("\n    file "), "{name}");
        }
        Lexicon::default().add_shapes(&Source::new("shipped.kdl", text)).unwrap();
    }
}

#[test]
fn records_come_to_what_stands_above_them() {
    let texts = RECORDS.split("\n=== ").skip(1).filter_map(|text| text.split_once('\n'));
    let wrong: Vec<String> = texts
        .filter_map(|(wanted, text)| {
            let word = word_of(&read("report.txt", text, &Lexicon::default()));
            (word != wanted).then(|| format!("{word}, wanted {wanted}:\n{text}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
}

/// A text that opens opens no more when it is cut anywhere, quoted, struck or fenced as an example.
#[test]
fn what_opens_does_not_when_it_is_cut_quoted_or_another_s() {
    let texts = RECORDS.split("\n=== open\n").skip(1);
    let texts = texts.map(|text| text.split("\n=== ").next().unwrap_or_default().trim_end());
    let opens = |text: &str| word_of(&read("r.txt", text, &Lexicon::default())) == "open";
    for text in texts {
        let quoted: String = text.lines().flat_map(|line| ["> ", line, "\n"]).collect();
        let hidden = format!("<details hidden>\n\n{text}\n\n</details>\n\nI did not look.");
        // An object between the lines of a page is read outside of the elements around it.
        assert!(text.starts_with(['{', '[']) || !opens(&hidden), "{hidden}");
        for wrapped in [
            format!("The author wrote:\n\n{quoted}\nI did not look."),
            format!("<!--\n{text}\n-->\n\nI did not look."),
            format!("For example:\n\n~~~~\n{text}\n~~~~\n\nI did not look."),
        ] {
            assert!(!opens(&wrapped), "{wrapped}");
        }
        let data = text.starts_with(['{', '[', '-']) && !text.starts_with("- ");
        // Of a long text, some of the places.
        let step = 1 + text.len() / 200;
        for end in (1..text.len()).step_by(step).filter(|end| data && text.is_char_boundary(*end)) {
            let end = text[..end].trim_end().len();
            let marks = ["REVIEW SIGNATURE-----", "SIGN CREV PROOF -----"];
            let signed = marks.iter().any(|mark| text[..end].contains(mark));
            assert!(signed || !opens(&text[..end]), "{}", &text[..end]);
        }
    }
}

#[test]
fn a_shape_of_a_host_is_read_by_the_same_reader() {
    let come = |text: &str| word_of(&read("ada.yml", text, &ours()));
    assert_eq!(word_of(&read("ada.yml", RECORD, &Lexicon::default())), "none");
    assert_eq!(come(RECORD), "open");
    assert_eq!(come(&RECORD.replace("frei", "knapp")), "warn");
    assert_eq!(come(&RECORD.replace("frei", "gesperrt")), "fail");
    assert_eq!(come(&RECORD.replace("frei", "frei, wenn der Pegel fällt")), "unread");
    assert_eq!(come(&RECORD.replace("grade: D", "grade: A")), "doubted");

    let decoded = read("ada.yml", RECORD, &ours());
    let verdict = &decoded.verdicts[0];
    let numbers: Vec<_> = verdict.members.iter().map(|number| decoded.text(number.text)).collect();
    assert_eq!(numbers, ["12"]);
    let place = verdict.findings[0].location.as_ref().unwrap();
    assert_eq!((decoded.text(place.text), place.lines[0].first), ("a.rs".into(), 7));
    assert_eq!(decoded.text(verdict.findings[0].text), "the hatch is rusty");

    let bare = "berth: frei\nship: Ada\n";
    assert_eq!(come(bare), "none");
    assert_eq!(word_of(&read("reports/ada.dock", bare, &ours())), "open");
}

#[test]
fn an_approval_holds_where_nothing_says_which_commit_is_judged() {
    let says = |commit: &str| {
        format!(r#"[{{"user": {{"login": "kim"}}, "state": "APPROVED", "commit_id": "{commit}"}}]"#)
    };
    let source = Source::new("github.json", says(HEAD));
    let decoded = assize::read(&source, &ReadOptions::default());
    assert_eq!(word_of(&decoded), "hold");
    let codes = decoded.diagnostics.iter().map(|told| (&*told.code, told.span().is_some()));
    assert_eq!(codes.collect::<Vec<_>>(), [("assize::read::not_counted", true)]);
    assert_eq!(word_of(&assize::read(&source, &ReadOptions::default().head(&HEAD[..7]))), "open");
    assert_eq!(word_of(&assize::read(&source, &ReadOptions::default().head("4f2a9c1d"))), "hold");
    // What a docket is bound to is what is judged, in whichever order it is told.
    for told in [false, true] {
        let mut docket = assize::Docket::new("task-17");
        let bound = assize::docket::Binding::commit(HEAD);
        docket = match told {
            true => docket.bind(bound).reading(ReadOptions::default()),
            false => docket.reading(ReadOptions::default()).bind(bound),
        };
        docket.submit("github", source.clone());
        let closed = docket.close();
        assert_eq!(closed.cells().next().unwrap().effective(), Some(Outcome::Pass));
    }
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
    let texts = [
        "shape \"a\" { menber \"x\"; verdict \"x\" { pas \"y\" } }",
        "shape \"a\" { line \"{wrod} {commit}\"; verdict { pass \"reject\" } }",
        "shape \"a\" { member \"x\"; number \"n\" form=1 }",
        "shape \"a\" { member \"x\" }",
        "shape \"a\" { member \"\"; verdict \"x\" { pass } }",
        "shape \"a",
        "form \"a\"",
    ];
    insta::assert_snapshot!(texts.map(told).join("\n\n"));
    for text in ["}".repeat(9000), "{".repeat(9000), "shape \"".repeat(4000), "x".repeat(99_999)] {
        assert!(Lexicon::default().add_shapes(&Source::new("s.kdl", text)).is_err());
    }
}

#[test]
fn the_shapes_of_the_document_are_read() {
    let blocks = include_str!("../docs/shapes.md").split("```kdl\n").skip(1);
    for block in blocks.filter_map(|block| block.split("```").next()) {
        Lexicon::default().add_shapes(&Source::new("shapes.md", block)).unwrap();
    }
}
