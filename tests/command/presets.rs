//! `quality decide`, `court decide` and `pairs decide`: gates that know what is to be judged.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::run::{Run, folder, run};

const REVIEW: &str = r#"{
  "passed": true,
  "feedback": "both guides were followed",
  "criteria_results": [
    { "criterion": "AC1", "passed": true, "feedback": null },
    { "criterion": "AC2", "passed": true, "feedback": null }
  ]
}
"#;
const STEP: &str = "step \"guide\" {\n    output \"guide\" type=\"file\" { file \"one.md\" }\n    \
                    review \"step\" { criterion \"AC1\" \"It can be read.\" }\n}\n";
const CRITERIA: &str = "criterion \"AC1\" \"Every command is explained.\"\ncriterion \"AC2\" \"Every migration can be undone.\"\n";
const VERDICT: &str = r#"{
  "action": "merge",
  "confidence": "high",
  "per_criterion": [
    { "id": "limits-hold", "status": "pass", "reason": "the 101st request is refused" },
    { "id": "keys-rotate", "status": "pass", "reason": "both keys worked for a minute" }
  ]
}
"#;
const CONTRACT: &str = "\
anvil_contract_version: 2
goal: \"Tokens that end\"
criteria:
  - id: limits-hold
    statement: Whoever asks too often hears it: with 429
    exists:
      path: src/limit.rs
  - id: \"keys-rotate\"
    statement: two keys work for a minute
notes: none
";
const BUNDLE: &str = "\
=== PAIR REVIEW START: notes/cache.md :: evidence ===
### Findings

- info: nothing to add

## Result: PASS
=== PAIR REVIEW END: notes/cache.md :: evidence ===
=== PAIR REVIEW START: notes/cache.md :: clarity ===
### Findings

- warn: the second paragraph defines nothing

## Result: WARN
=== PAIR REVIEW END: notes/cache.md :: clarity ===
";
const PAIRS: &str = "notes/cache.md :: evidence\nnotes/cache.md :: clarity\n";
const PASS: &str = "verdict: pass\nconfidence: high\n";

/// What is judged, and what it is judged by, under the names of the examples of help.
pub(crate) fn write(here: &Path) {
    let bundle = r#"{"pairs": [{"note": "notes/cache.md", "gate": "evidence", "summary": "It holds.", "findings": [],
        "suggested_revision": null, "decision": "pass"}, {"note": "notes/cache.md", "gate": "clarity", "summary": "It reads well.",
        "findings": [], "suggested_revision": null, "decision": "pass"}]}"#;
    let one =
        BUNDLE.split_inclusive("=== PAIR REVIEW END: notes/cache.md :: evidence ===\n").next();
    fs::create_dir_all(here.join("reviews")).expect("a folder");
    for (name, text) in [
        ("result.json", REVIEW),
        ("reviews/ann.json", REVIEW),
        ("reviews/ben.json", REVIEW),
        ("criteria.kdl", CRITERIA),
        ("step.kdl", STEP),
        ("verdict.json", VERDICT),
        ("contract.yaml", CONTRACT),
        ("bundle.md", BUNDLE),
        ("one.md", one.expect("a review")),
        ("bundle.json", bundle),
        ("pairs.txt", PAIRS),
    ] {
        fs::write(here.join(name), text).expect("a file");
    }
}

fn here() -> tempfile::TempDir {
    let dir = folder(&[]);
    write(dir.path());
    dir
}

fn decide(here: &Path, line: &str) -> Run {
    run(here, &line.split(' ').collect::<Vec<_>>(), "")
}

#[test]
fn what_was_asked_for_opens_and_what_is_left_out_shuts() {
    let dir = here();
    let put = |name: &str, text: String| fs::write(dir.path().join(name), text).expect("a file");
    put("fails.json", REVIEW.replace("\"AC2\", \"passed\": true", "\"AC2\", \"passed\": false"));
    put("changes.json", VERDICT.replacen("\"pass\"", "\"fail\"", 1));
    put("suspicious.json", VERDICT.replacen("\"pass\"", "\"suspicious\"", 1));
    put("fail.md", BUNDLE.replace("WARN", "FAIL").replace("warn:", "fail:"));
    put("three.kdl", format!("{CRITERIA}criterion \"AC3\"\n"));
    put(
        "three.yaml",
        CONTRACT.replace("notes:", "  - id: nobody-is-told\n    statement: z\nnotes:"),
    );
    put("three.txt", format!("{PAIRS}notes/locks.md :: evidence\n"));
    for (line, code, says) in [
        ("quality decide result.json --criteria criteria.kdl", 0, "every criterion is met"),
        ("quality decide fails.json --criteria criteria.kdl", 1, "a criterion is not met"),
        ("quality decide result.json --criteria three.kdl", 1, "names no criterion"),
        ("quality decide result.json --criterion AC1 --criterion AC2", 0, "every criterion is met"),
        ("quality decide reviews --criteria criteria.kdl --expect ann,ben", 0, "is met"),
        ("quality decide reviews --criteria criteria.kdl --expect ann,ben,eve", 3, "not judged"),
        ("court decide verdict.json --contract contract.yaml", 0, "merge"),
        ("court decide changes.json --contract contract.yaml", 1, "request-changes"),
        ("court decide suspicious.json --contract contract.yaml", 3, "request-clarification"),
        ("court decide verdict.json --contract three.yaml", 3, "nobody-is-told"),
        ("court decide verdict.json --criterion limits-hold", 3, "request-clarification"),
        ("pairs decide bundle.md --pairs pairs.txt", 0, "defines nothing"),
        ("pairs decide bundle.json --pairs pairs.txt", 0, "every pair passes"),
        ("pairs decide fail.md --pairs pairs.txt", 1, "a gate fails a note"),
        ("pairs decide one.md --pairs pairs.txt", 3, "clarity"),
        ("pairs decide bundle.md --pairs three.txt", 3, "notes/locks.md"),
    ] {
        let told = decide(dir.path(), line);
        assert_eq!(told.code(), code, "{line}\n{}{}", told.out(), told.err());
        assert!(told.out().contains(says), "{line}\n{}", told.out());
    }
}

/// Nothing to review is no pass, and no mistake of whoever asks either.
#[test]
fn the_rule_tells_what_keeps_a_court_from_merging() {
    let one = |status: &str, more: &str| {
        format!(
            r#"{{"action": "merge", "per_criterion": [{{"id": "limits-hold", "status": "{status}", "reason": "so"}}]{more}}}"#
        )
    };
    let dir = here();
    for (verdict, rule) in [
        (one("pass", "")[..60].to_owned(), "the verdict cannot be read"),
        (one("ok", ""), "the verdict cannot be read"),
        (one("pass", r#", "note": "Verdict: REJECT""#), "a line beside the verdict denies it"),
        (one("suspicious", ""), "a criterion is suspicious, or was not judged"),
        (
            one("pass", "").replace("limits-hold", "keys-rotate"),
            "a criterion is suspicious, or was not judged",
        ),
    ] {
        std::fs::write(dir.path().join("ruled.json"), &verdict).expect("a file");
        let told =
            decide(dir.path(), "court decide ruled.json --criterion limits-hold --no-summary");
        let first = told.out().lines().next().unwrap_or_default().to_owned();
        assert_eq!(
            (told.code(), first),
            (3, format!("SHUT  request-clarification (hold): {rule}"))
        );
    }
    // Nobody is asked again where the work goes on.
    std::fs::write(dir.path().join("ruled.json"), one("pass", "")).expect("a file");
    let told = decide(dir.path(), "court decide ruled.json --criterion limits-hold --no-summary");
    assert_eq!(told.code(), 0, "{}", told.err());
    assert!(told.out().starts_with("OPEN") && !told.out().contains("redispatch"), "{}", told.out());
    assert!(told.out().contains("note  the court is unsure"), "{}", told.out());
}

#[test]
fn without_a_review_nothing_was_reviewed() {
    let dir = here();
    fs::create_dir(dir.path().join("none")).expect("a folder");
    for (line, says) in [
        ("quality decide none --criteria criteria.kdl", "nothing was reviewed"),
        ("court decide none --contract contract.yaml", "there is no verdict"),
        ("pairs decide none --pairs pairs.txt", "nothing was reviewed"),
    ] {
        let told = decide(dir.path(), line);
        assert_eq!(told.code(), 3, "{line}\n{}{}", told.out(), told.err());
        assert!(told.out().contains(says), "{line}\n{}", told.out());
    }
    assert_eq!(decide(dir.path(), "gate none").code(), 2);
    assert_eq!(decide(dir.path(), "quality decide nowhere --criteria criteria.kdl").code(), 2);
}

/// Nobody asked for anything, so everything that was asked for is met; `strict` wants to see something.
#[test]
fn no_criteria_are_a_pass_that_is_told_and_that_strict_holds() {
    let dir = here();
    let review = "{\"passed\": true, \"feedback\": \"fine\", \"criteria_results\": []}";
    fs::write(dir.path().join("result.json"), review).expect("a file");
    let line = "gate result.json --policy quality";
    let told = decide(dir.path(), &format!("{line} --format json"));
    assert_eq!(told.code(), 0, "{}", told.out());
    assert!(told.out().contains("assize::read::no_criteria"), "{}", told.out());
    assert_eq!(decide(dir.path(), &format!("{line} --profile strict")).code(), 3);
    assert_eq!(decide(dir.path(), "quality decide result.json --criterion AC1").code(), 1);
}

/// A pass that judges no criterion is no answer to criteria.
#[test]
fn a_pass_in_another_format_opens_nothing_unless_you_say_so() {
    let dir = here();
    fs::write(dir.path().join("qa.md"), PASS).expect("a file");
    for line in [
        "quality decide qa.md --criteria criteria.kdl",
        "court decide qa.md --contract contract.yaml",
        "pairs decide qa.md --pairs pairs.txt",
        "court decide result.json --contract contract.yaml",
        "quality decide verdict.json --criteria criteria.kdl",
    ] {
        let told = decide(dir.path(), line);
        assert_ne!(told.code(), 0, "{line}\n{}", told.out());
        assert!(told.out().contains("unreadable"), "{line}\n{}", told.out());
    }
    let both = "quality decide result.json qa.md --criteria criteria.kdl";
    assert_eq!(decide(dir.path(), both).code(), 3);
    let both = format!("{both} --format-in quality,verdict-file");
    assert_eq!(decide(dir.path(), &both).code(), 0);
}

#[test]
fn a_preset_takes_what_a_gate_takes() {
    let dir = here();
    let at = |name: &str| dir.path().join(name);
    let line = "quality decide result.json --criteria criteria.kdl";
    let told = decide(dir.path(), &format!("{line} --format json --output ruling.json"));
    assert_eq!(told.code(), 0, "{}", told.err());
    let ruling = fs::read_to_string(at("ruling.json")).expect("a ruling");
    for part in
        ["\"name\": \"quality\"", "criteria are those of criteria.kdl (SHA-256 ", "\"open\": true"]
    {
        assert!(ruling.contains(part), "{part}\n{ruling}");
    }
    // Another policy, its parameters, its facts.
    let own = "given phase: int;\nparam least = 1 from 1 to 9;\nrule \"later\" when phase < least then hold;\n\
               rule \"met\" when subjects.passed.all then pass;\n";
    fs::write(at("ours.rhai"), own).expect("a file");
    let line = format!("{line} --policy ours.rhai");
    assert_eq!(decide(dir.path(), &line).code(), 2, "nobody said which phase");
    assert_eq!(decide(dir.path(), &format!("{line} --given phase=1")).code(), 0);
    assert_eq!(decide(dir.path(), &format!("{line} --given phase=1 --set least=2")).code(), 3);
    // The summary, and a process of its own.
    let line = "court decide verdict.json --contract contract.yaml --summary s.kdl";
    assert_eq!(decide(dir.path(), &format!("{line} --exit hook")).code(), 0);
    let summary = || fs::read_to_string(at("s.kdl")).expect("a summary");
    assert!(summary().contains("gate \"pass\" open=#true"), "{}", summary());
    fs::write(at("verdict.json"), VERDICT.replacen("\"pass\"", "\"fail\"", 1)).expect("a file");
    assert_eq!(decide(dir.path(), &format!("{line} --exit hook")).code(), 2);
    assert!(summary().contains("gate \"fail\" open=#false"), "{}", summary());
    // Neither a file that is not there nor a flag that is not known leaves an open gate behind.
    for more in ["", " --oops"] {
        fs::write(at("verdict.json"), VERDICT).expect("a file");
        assert_eq!(decide(dir.path(), line).code(), 0);
        let wrong = line
            .replace("contract.yaml", if more.is_empty() { "no.yaml" } else { "contract.yaml" });
        assert_eq!(decide(dir.path(), &format!("{wrong}{more}")).code(), 2);
        assert!(summary().contains("gate \"error\" open=#false"), "{more}{}", summary());
    }
}

/// Whoever is judged does not say what it is judged by.
#[test]
fn criteria_come_neither_with_the_reports_nor_with_the_change() {
    let dir = here();
    let at = |name: &str| dir.path().join(name);
    fs::copy(at("criteria.kdl"), at("reviews/criteria.kdl")).expect("a copy");
    let told = decide(dir.path(), "quality decide reviews --criteria reviews/criteria.kdl");
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("file_among_reports"), "{}", told.err());
    fs::remove_file(at("reviews/criteria.kdl")).expect("it is there");

    let git = "git init -q . && git add . && git -c user.name=a -c user.email=a commit -q -m base";
    let made = std::process::Command::new("sh").args(["-c", git]).current_dir(dir.path()).output();
    if !made.is_ok_and(|done| done.status.success()) {
        return;
    }
    fs::write(at("criteria.kdl"), "criterion \"AC1\"\n").expect("a file");
    fs::write(
        at("short.json"),
        REVIEW
            .replace("null },\n    { \"criterion\": \"AC2\", \"passed\": true, \"feedback\": ", ""),
    )
    .expect("a file");
    let line = "quality decide short.json --criteria criteria.kdl";
    assert_eq!(decide(dir.path(), line).code(), 0, "{}", decide(dir.path(), line).out());
    let based = decide(dir.path(), &format!("{line} --rules-from HEAD"));
    assert_ne!(based.code(), 0, "{}", based.out());
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_place() {
    let dir = here();
    let mut told = String::new();
    for (line, file, text) in [
        ("quality decide result.json --criteria", "a.kdl", ""),
        ("quality decide result.json --criteria", "a.kdl", "// none yet\n"),
        (
            "quality decide result.json --criteria",
            "a.kdl",
            "criterion \"AC1\"\ncriterium \"AC2\"\ncriterion\ncriterion 3\ncriterion \" AC1 \" \"again\" \"and again\"\ncriterion \"AC4\" must=#true\n",
        ),
        ("quality decide result.json --criteria", "a.kdl", "criterion \"AC1\n"),
        ("court decide verdict.json --contract", "a.yaml", "goal: none\n"),
        (
            "court decide verdict.json --contract",
            "a.yaml",
            "criteria:\n  - id: limits-hold\n  - statement: no id\n  - id: limits-hold\ncriteria:\n  - id: keys-rotate\n",
        ),
        ("court decide verdict.json --contract", "a.yaml", "criteria: [limits-hold, keys-rotate\n"),
        ("pairs decide bundle.md --pairs", "a.txt", "\n \n"),
        (
            "pairs decide bundle.md --pairs",
            "a.txt",
            "notes/cache.md :: evidence\nnotes/cache.md::clarity\n\nnotes/cache.md :: evidence\n :: clarity\n",
        ),
        ("pairs decide bundle.md", "a.txt", ""),
    ] {
        fs::write(dir.path().join(file), text).expect("a file");
        let line = if line.contains("--") { format!("{line} {file}") } else { line.to_owned() };
        let run = decide(dir.path(), &line);
        assert_eq!((run.code(), run.out().as_str()), (2, ""), "{line}");
        let _ = writeln!(told, "$ assize {line}\n{}", run.err());
    }
    insta::assert_snapshot!(told);
}

#[test]
fn blank_lines_other_line_ends_and_thousands_of_lines_are_read() {
    let dir = here();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("pairs.txt"), format!("\u{feff}\r\n{}\r\n \r\n", PAIRS.replace('\n', "\r\n")))
        .expect("a file");
    assert_eq!(decide(dir.path(), "pairs decide bundle.md --pairs pairs.txt").code(), 0);
    fs::write(at("contract.yaml"), format!("\u{feff}{}", CONTRACT.replace('\n', "\r\n")))
        .expect("a file");
    assert_eq!(decide(dir.path(), "court decide verdict.json --contract contract.yaml").code(), 0);
    let many: String = (0..9000).fold(String::new(), |mut text, n| {
        let _ = writeln!(text, "notes/{n}.md :: evidence");
        text
    });
    fs::write(at("pairs.txt"), &many).expect("a file");
    let told = decide(dir.path(), "pairs decide bundle.md --pairs pairs.txt");
    assert_eq!(told.code(), 3, "{}", told.err());
    fs::write(at("pairs.txt"), many.replace(" :: ", " : ")).expect("a file");
    let told = decide(dir.path(), "pairs decide bundle.md --pairs pairs.txt");
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("8980 more mistakes"), "{}", told.err());
    fs::write(at("pairs.txt"), [0xff, 0xfe, b'n', 0]).expect("a file");
    let told = decide(dir.path(), "pairs decide bundle.md --pairs pairs.txt");
    assert_eq!(told.code(), 2);
    assert!(told.err().contains("file_unreadable"), "{}", told.err());
}

/// A reviewer who leaves out the full stop of a sentence has judged it all the same.
#[test]
fn a_criterion_is_the_same_without_its_full_stop() {
    let answer = |name: &str, met: bool| {
        format!(
            "{{\"passed\":{met},\"feedback\":\"fine\",\"criteria_results\":[{{\"criterion\":\"{name}\",\"passed\":{met},\"feedback\":\"so\"}}]}}"
        )
    };
    for (name, met, code) in [
        ("Every claim has a source.", true, 0),
        ("Every claim has a source", true, 0),
        ("Every claim has a source", false, 1),
        ("Every claim has sources", true, 1),
    ] {
        let dir = folder(&[("result.json", &answer(name, met))]);
        let asks = ["quality", "decide", "result.json", "--criterion", "Every claim has a source."];
        let ran = run(dir.path(), &asks, "");
        assert_eq!(ran.code(), code, "{name}: {}{}", ran.out(), ran.err());
    }
}

#[test]
fn the_parts_of_one_bundle_are_told_and_open_once_they_are_one() {
    let dir = here();
    let second =
        BUNDLE.replace(&fs::read_to_string(dir.path().join("one.md")).expect("a file"), "");
    fs::write(dir.path().join("two.md"), &second).expect("a file");
    let alone = "each leave out pairs that another of them reviews";
    let split = decide(dir.path(), "pairs decide one.md two.md --pairs pairs.txt");
    assert_eq!(split.code(), 3, "{}", split.out());
    let told = split.err().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(&format!("`one`, `two` {alone}")), "{told}");
    assert!(told.contains("put the parts of one bundle into one file"), "{told}");
    // One that is whole, or a pair that nobody reviews, is another story.
    for line in [
        "pairs decide one.md bundle.md --pairs pairs.txt",
        "pairs decide one.md --pairs pairs.txt",
        "pairs decide bundle.md bundle.json --pairs pairs.txt",
    ] {
        assert!(!decide(dir.path(), line).err().contains("leave out"), "{line}");
    }
    fs::write(dir.path().join("three.txt"), format!("{PAIRS}notes/locks.md :: evidence\n"))
        .expect("a file");
    let more = decide(dir.path(), "pairs decide one.md two.md --pairs three.txt");
    assert!(!more.err().contains("leave out"), "{}", more.err());
    // Where both take one seat, that is told, and what to do about it.
    fs::create_dir(dir.path().join("parts")).expect("a folder");
    for (from, to) in [("one.md", "parts/bundle.md"), ("two.md", "parts/bundle.txt")] {
        fs::copy(dir.path().join(from), dir.path().join(to)).expect("a file");
    }
    let seat = decide(dir.path(), "pairs decide parts --pairs pairs.txt --expect bundle");
    assert_eq!(seat.code(), 3, "{}", seat.out());
    let told = seat.err().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("`bundle.md` and `bundle.txt`"), "{told}");
    assert!(told.contains("a bundle of pairs is one file"), "{told}");
    // What it says opens the gate.
    let whole = fs::read_to_string(dir.path().join("one.md")).expect("a file") + second.as_str();
    fs::write(dir.path().join("whole.md"), whole).expect("a file");
    assert_eq!(decide(dir.path(), "pairs decide whole.md --pairs pairs.txt").code(), 0);
}

#[test]
fn every_line_of_a_contract_that_is_unclear_is_told_once() {
    let dir = here();
    let twice = CONTRACT.replace(
        "    statement: two keys work for a minute\n",
        "    id: other\n    statement: x\n    statement: y\n",
    );
    fs::write(dir.path().join("contract.yaml"), twice).expect("a file");
    let told = decide(dir.path(), "court decide verdict.json --contract contract.yaml");
    assert_eq!((told.code(), told.out().as_str()), (2, ""));
    let unclear = "the contract can be read in more than one way";
    assert_eq!(told.err().matches(unclear).count(), 2, "{}", told.err());
    for (line, text) in [("contract.yaml:9:5", "id: other"), ("contract.yaml:11:5", "statement: y")]
    {
        assert!(told.err().contains(line) && told.err().contains(text), "{}", told.err());
    }
}
