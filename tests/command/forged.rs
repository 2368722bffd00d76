//! What reviewers, files, cases and policies are called, and what they write, acts on nothing that interprets it: no
//! terminal, no service that takes lines for commands, no reader of XML, JSON or KDL.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests run the command and give it files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::path::Path;

use crate::run::{Run, command, folder};

/// What acts on something, as one word each, so that a line may begin with it wherever it is broken.
const ACTS: [&str; 20] = [
    "::error::forged",
    "::stop-commands::x",
    "##[error]forged",
    "##vso[task.complete]x",
    "\u{1b}[2J",
    "\u{1b}]0;x\u{7}",
    "\u{9b}2J",
    "\u{7f}\u{8}",
    "\u{202e}\u{2066}",
    "\u{85}::error::x",
    "\u{2028}::error::x",
    "\r::error::x",
    "]]>",
    "</failure><testcase/>",
    "%0A::error::x",
    "\u{fffe}\u{ffff}",
    "\u{feff}\u{200b}",
    "\u{200e}\u{200f}\u{61c}",
    "\u{ad}\u{180e}\u{fff9}\u{e0041}",
    "\u{a0}::warning::x",
];

/// Whether a character is only shown: no terminal acts on it, and it does not change the look of others.
fn is_seen(c: char) -> bool {
    let unseen = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    c == '\n' || !(c.is_control() || unseen)
}

/// Whether a CI service that interprets the output takes a line for a command.
fn is_command(line: &str) -> bool {
    let named = |at: usize| {
        line[at + 2..].trim_start_matches(|c: char| c.is_ascii_alphanumeric()).starts_with('[')
    };
    line.trim_start().starts_with("::") || line.match_indices("##").any(|(at, _)| named(at))
}

/// Nothing of it acts on anything.
fn is_plain(text: &str, about: &str) {
    let unseen = text.chars().find(|c| !is_seen(*c));
    assert_eq!(unseen, None, "{about}:\n{}", text.escape_debug());
    for line in text.split(['\n', '\r']) {
        assert!(!is_command(line), "{about}: {line}");
    }
}

fn run(here: &Path, args: &[&str], columns: &str) -> Run {
    let mut run = command(here, args);
    run.env("COLUMNS", columns);
    Run(run.output().expect("it runs"))
}

/// The words many times, so that every place of a line is reached by one of them.
fn prose() -> String {
    let words = ACTS.map(|act| act.replace(['\r', '\u{85}', '\u{2028}'], " "));
    let mut text = String::new();
    for pad in (1..30).step_by(2) {
        for word in &words {
            text += &format!("{} {word} ", "a".repeat(pad));
        }
    }
    text
}

fn reports() -> Vec<(String, String)> {
    let prose = prose();
    let mut all = vec![
        (
            "long.md".to_owned(),
            format!("verdict: fail\nconfidence: high\nblocker: {prose}\nadvisory: {prose}\n"),
        ),
        ("note.md".to_owned(), format!("verdict: pass\nconfidence: high\n{prose}\n")),
        ("odd.md".to_owned(), format!("{prose}\n")),
        ("pair.md".to_owned(), format!("APPROVED\n\n{prose}: {prose}\n")),
    ];
    for (at, act) in ACTS.iter().enumerate() {
        let name = act.replace('/', "_");
        all.push((
            format!("{name}.md"),
            format!("verdict: fail\nconfidence: high\nblocker: {act}:1 {act}\n{act}: {act}\n"),
        ));
        all.push((
            format!("{at}.md"),
            format!("verdict: {act}\nconfidence: {act}\n{act}\nscope: {act}\n"),
        ));
        all.push((format!("j{at}.json"), format!("{{\"verdict\": {act:?}, \"findings\": [{{\"severity\": \"critical\", \"title\": \"{act}\"}}]}}")));
        all.push((
            format!("c{at}.cpf"),
            format!("VERDICT:NO-GO\nVERIFIED:\n{act}|H|{act}|{act}|{act}\nEND\n"),
        ));
    }
    all
}

#[test]
fn no_report_acts_on_what_reads_the_answer() {
    let all = reports();
    let files: Vec<(String, &str)> =
        all.iter().map(|(name, text)| (format!("reports/{name}"), text.as_str())).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let dir = folder(&files);
    let here = dir.path();
    let asked = "::error::x\u{1b}[2J ##[error]x";
    let lines: [&[&str]; 11] = [
        &["gate", "reports"],
        &["gate", "reports", "-v", "--exit", "hook"],
        &["gate", "reports", "--expect", asked],
        &["gate", "reports", "--task", asked, "--bind", "run=::error::x"],
        &["gate", "reports", "--absent", asked],
        &["gate", asked],
        &["explain", "reports"],
        &["parse", "reports"],
        &["audit", "reports"],
        &["redispatch", "reports"],
        &["consensus", "reports"],
    ];
    for line in lines {
        for columns in ["40", "100"] {
            let told = run(here, line, columns);
            is_plain(&told.out(), &format!("{line:?}, {columns}, out"));
            is_plain(&told.err(), &format!("{line:?}, {columns}, err"));
        }
        let told = run(here, &[line, &["--json"]].concat(), "80");
        is_plain(&told.out(), &format!("{line:?}, JSON"));
        let read = serde_json::from_str::<serde_json::Value>(&told.out());
        assert!(read.is_ok() || told.out().is_empty(), "{line:?}: {read:?}");
    }
    let summary =
        std::fs::read_to_string(here.join("reports/verdict-summary.kdl")).expect("a summary");
    is_plain(&summary, "summary");
    let read: kdl::KdlDocument = summary.parse().expect("KDL");
    let gates: Vec<_> = read.nodes().iter().filter(|node| node.name().value() == "gate").collect();
    assert_eq!(gates.len(), 1, "{summary}");
}

/// A comment of a pull request tells all that differs: no name that the change brings along hides it.
#[test]
fn no_name_hides_what_differs() {
    let dir = folder(&[
        ("old.kdl", "words { go \"shipit\" }\npanel \"ours\" { seat \"qa\"; seat \"security\" }\n"),
        (
            "new.kdl",
            "words { go \"` <!-- x\" }\npanel \"ours\" { seat \"qa\"; seat \"`<details> ` <!--\" stake=\"observer\" }\n",
        ),
    ]);
    let line = ["policy", "diff", "--panels", "old.kdl", "new.kdl", "--format", "markdown"];
    let told = run(dir.path(), &line, "80");
    assert_eq!(told.code(), 1, "{}{}", told.out(), told.err());
    // In code it is shown as it is; outside of it, it is spelled out.
    assert!(told.out().contains("&lt;!-- x"), "{}", told.out());
    assert!(told.out().contains("`security` has no seat any more"), "{}", told.out());
}

/// Whether a text has only what XML 1.0 can hold.
fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[test]
fn no_policy_acts_on_what_reads_what_was_found_of_it() {
    for act in ACTS {
        let word = act.replace(['"', '\\', '\r', '\n', '\u{85}', '\u{2028}'], " ");
        let policy = format!(
            "//! {word}\n/// {word}\nparam unused = 1 from 0 to 2;\nrule \"{word}\" when failed.none then pass;\n\
             rule \"{word} again\" when failed.none then pass;\n// {word}\nnote \"{word}\" when nothing.some;\n"
        );
        let good = policy
            .split("\n// ")
            .next()
            .expect("a part")
            .replace("again\" when failed.none", "again\" when failed.some");
        let good = good.replacen("failed.none then pass", "passed.all then pass", 1)
            + "\nrule \"left\" otherwise hold;\n";
        let other = good.replacen("passed.all", "passed.some", 1);
        let cases =
            format!("case \"{word}\" {{\n    seat \"{word}\" \"fail\"\n    expect \"pass\"\n}}\n");
        let name = act.replace('/', "_");
        let file = format!("{name}.rhai");
        let dir = folder(&[
            (file.as_str(), &policy),
            ("good.rhai", &good),
            ("other.rhai", &other),
            (".assize/policies/gate/ours.rhai", &good),
            (".assize/policies/gate/ours/cases.kdl", &cases),
            (
                &format!(".assize/policies/gate/ours/{name}/expected.kdl"),
                &format!("outcome \"{word}\"\n"),
            ),
            (
                &format!(".assize/policies/gate/ours/{name}/qa.md"),
                "verdict: pass\nconfidence: high\n",
            ),
        ]);
        let here = dir.path();
        let check = format!("./{file}");
        for line in [
            &["policy", "check", &check, "ours"][..],
            &["policy", "test", "ours"],
            &["policy", "list"],
            &["policy", "diff", "./good.rhai", "./other.rhai", "--seats", "1", "--findings", "0"],
        ] {
            let told = run(here, line, "60");
            is_plain(&told.out(), &format!("{line:?} {act:?}"));
            is_plain(&told.err(), &format!("{line:?} {act:?}"));
            let formats = match line[1] {
                "check" => &["json", "github", "sarif"][..],
                "test" => &["json", "github", "junit"],
                "diff" => &["json", "github", "markdown"],
                _ => &[],
            };
            for format in formats {
                let told = run(here, &[line, &["--format", format]].concat(), "60");
                let (out, about) = (told.out(), format!("{line:?} {act:?} {format}"));
                assert!(
                    !out.is_empty() || (line[1], *format) == ("diff", "github"),
                    "{about}: {}",
                    told.err()
                );
                is_plain(&told.err(), &about);
                match *format {
                    "github" => {
                        assert!(out.chars().all(is_seen), "{about}: {}", out.escape_debug());
                        // Each line is one that is ours, and nothing of it ends its properties.
                        for line in out.lines() {
                            let ours = ["::error ", "::warning ", "::notice "];
                            assert!(ours.iter().any(|it| line.starts_with(it)), "{about}: {line}");
                            let properties = line[2..].split_once("::").expect("a message").0;
                            assert!(properties.contains("title="), "{about}: {line}");
                        }
                    }
                    "junit" => {
                        is_plain(&out, &about);
                        assert!(out.chars().all(is_xml), "{about}: {}", out.escape_debug());
                        let report =
                            quick_junit::Report::deserialize_from_str(&out).expect("JUnit");
                        assert!(report.failures + report.errors > 0, "{about}: {out}");
                        let cases: usize =
                            report.test_suites.iter().map(|it| it.test_cases.len()).sum();
                        assert_eq!(out.matches("<testcase").count(), cases, "{out}");
                    }
                    "markdown" => is_plain(&out, &about),
                    _ => {
                        is_plain(&out, &about);
                        serde_json::from_str::<serde_json::Value>(&out).expect("JSON");
                    }
                }
            }
        }
    }
}
