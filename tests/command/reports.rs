//! `--report`: what services are shown, held to what their documents demand.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

pub(crate) mod schemas;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Run, folder, run};

pub(crate) const KINDS: [&str; 11] = [
    "text", "json", "github", "sarif", "rdjson", "gitlab", "junit", "ctrf", "markdown", "html",
    "kdl",
];

/// A review that fails in several ways, one in an exact format, and a reviewer who is missing.
const REVIEW: &str = "# Review

- **Critical** `src/a.rs:7`: the key is logged
- **High** src/b.rs:12-14 — no test covers the second branch

Verdict: REQUEST_CHANGES
";
const EXACT: &str = "verdict: fail
confidence: high
blocker: src/handler.ts:88 SQL built by concatenation
blocker: nothing tests the second criterion
advisory: ./src/x.ts:3 long line
";
const PASS: &str = "verdict: pass\nconfidence: high\n";

fn shut() -> tempfile::TempDir {
    folder(&[("r/qa.md", REVIEW), ("r/security.md", EXACT), ("r/style.md", PASS)])
}

fn gate(here: &Path, more: &[&str]) -> Run {
    let args = ["gate", "r", "--no-summary", "--expect", "qa,security,style,docs"];
    run(here, &[&args[..], more].concat(), "")
}

fn report(here: &Path, kind: &str) -> String {
    let told = gate(here, &["--report", kind]);
    assert_eq!(told.code(), 1, "{}", told.err());
    told.out()
}

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

pub(crate) fn holds(schema: &Value, told: &Value) {
    let schema = jsonschema::validator_for(schema).expect("a schema");
    let wrong: Vec<String> = schema
        .iter_errors(told)
        .map(|wrong| format!("{wrong} at {}", wrong.instance_path()))
        .collect();
    assert!(wrong.is_empty(), "{}\n{told:#}", wrong.join("\n"));
}

#[test]
fn reports_are_what_their_documents_demand() {
    let here = shut();
    let here = here.path();
    let sarif = json(&report(here, "sarif"));
    holds(&schemas::sarif(), &sarif);
    let run = &sarif["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(5));
    assert_eq!(
        run["results"][0]["partialFingerprints"]["assize/f1"],
        "f1:3038c574b321809b916eb557fdd399a5"
    );
    let related = &run["results"][0]["relatedLocations"][0]["physicalLocation"];
    assert_eq!(related["artifactLocation"]["uri"], "r/qa.md");
    // Who is missing stands in no file, which code scanning refuses.
    let unplaced = &run["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(unplaced[0]["descriptor"]["id"], "reviewer-missing", "{unplaced}");
    holds(&schemas::rdjson(), &json(&report(here, "rdjson")));
    let gitlab = json(&report(here, "gitlab"));
    holds(&schemas::gitlab(), &gitlab);
    assert_eq!(gitlab.as_array().map(Vec::len), Some(6));
    let ctrf = json(&report(here, "ctrf"));
    holds(&schemas::ctrf(), &ctrf);
    // The gate, four seats.
    assert_eq!(ctrf["results"]["summary"]["tests"], 5);
    assert_eq!(ctrf["results"]["summary"]["passed"], 1);
    let junit = report(here, "junit");
    assert!(junit.contains("tests=\"5\" skipped=\"0\" errors=\"1\" failures=\"3\""), "{junit}");
    assert!(junit.contains("src/a.rs:7: critical: the key is logged"), "{junit}");
}

/// A schema that takes anything would hold every report.
#[test]
fn a_schema_refuses_a_report_with_a_part_taken_out() {
    let here = shut();
    for (kind, schema, part) in [
        ("sarif", schemas::sarif(), "/runs/0/results/0/locations"),
        ("rdjson", schemas::rdjson(), "/diagnostics/0/message"),
        ("gitlab", schemas::gitlab(), "/0/location/lines"),
        ("ctrf", schemas::ctrf(), "/results/tests/0/status"),
    ] {
        let mut told = json(&report(here.path(), kind));
        *told.pointer_mut(part).expect(part) = Value::Null;
        assert!(!jsonschema::is_valid(&schema, &told), "{kind}");
    }
}

#[test]
fn fingerprints_outlive_lines_and_are_each_their_own() {
    let prints = |text: &str| {
        let here = folder(&[("r/qa.md", text), ("r/security.md", text)]);
        let told = run(here.path(), &["gate", "r", "--no-summary", "--report", "gitlab"], "");
        let all = json(&told.out());
        let all = all.as_array().expect("a list");
        let mut all: Vec<String> = all.iter().map(|one| one["fingerprint"].to_string()).collect();
        all.sort();
        all
    };
    let first = prints("verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n");
    let moved = prints("verdict: fail\nconfidence: high\n\nblocker: src/a.rs:1207 it leaks\n");
    let other = prints("verdict: fail\nconfidence: high\nblocker: src/b.rs:7 it leaks\n");
    assert_eq!(first, moved);
    assert_ne!(first, other);
    assert_ne!(first[0], first[1], "GitLab shows one of two that are alike");
}

#[test]
fn every_kind_is_written_at_once_and_the_answer_is_printed() {
    let here = shut();
    let files: Vec<String> =
        KINDS.iter().map(|kind| format!("--report={kind}=out/{kind}")).collect();
    fs::create_dir(here.path().join("out")).expect("a folder");
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let told = gate(here.path(), &files);
    assert_eq!(told.code(), 1, "{}", told.err());
    assert!(told.out().starts_with("SHUT  fail"), "{}", told.out());
    for kind in KINDS {
        let text = fs::read_to_string(here.path().join("out").join(kind)).expect(kind);
        assert!(text.contains("src/a.rs") && text.contains("SQL built by"), "{kind}: {text}");
        if !["text", "json", "kdl"].contains(&kind) {
            assert_eq!(text, report(here.path(), kind), "{kind} is the same where it is printed");
        }
    }
    let explained = run(here.path(), &[&["explain", "r"][..], &files].concat(), "");
    assert_eq!(explained.code(), 1, "{}", explained.err());
    assert!(explained.out().contains("rules; of those"), "{}", explained.out());
    let html = fs::read_to_string(here.path().join("out/html")).expect("a page");
    assert!(html.contains("What would change it") && html.contains("assize explain"), "{html}");
}

#[test]
fn what_opens_says_so_and_lists_no_error() {
    let here = folder(&[
        ("r/qa.md", PASS),
        ("r/style.md", "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 slow\n"),
    ]);
    let told = |kind: &str| {
        let told = run(
            here.path(),
            &["gate", "r", "--no-summary", "--expect", "qa,style", "--report", kind],
            "",
        );
        assert_eq!(told.code(), 0, "{}", told.err());
        told.out()
    };
    assert_eq!(
        told("github"),
        "::warning file=src/a.rs,line=7,endLine=7,title=advisory::slow (style)\n"
    );
    assert!(told("html").contains("<span class=\"good\">OPEN</span>"));
    assert!(told("markdown").starts_with("### Assize: OPEN\n"));
    assert!(told("junit").contains("failures=\"0\" errors=\"0\""));
    assert_eq!(json(&told("sarif"))["runs"][0]["properties"]["good"], true);
}

#[test]
fn two_for_one_place_are_refused() {
    let here = shut();
    for (more, code, says) in [
        (
            &["--report", "github", "--report", "json"][..],
            "two_printed",
            "standard output has room",
        ),
        (&["--format", "text", "--report", "github"], "two_printed", "standard output has room"),
        (&["--json", "--report", "sarif"], "two_printed", "standard output has room"),
        (&["--report", "sarif=a", "--report", "html=./a"], "one_file_for_two", "two reports name"),
        (
            &["--report", "sarif=a", "--output", "a"],
            "one_file_for_two",
            "`--report` and `--output`",
        ),
        (&["--report", "html=r/page.html"], "would_be_read", "is where reports are read"),
        (&["--report", "html=r/qa.md"], "would_be_read", "r/qa.md"),
    ] {
        for command in ["gate", "explain"] {
            let told = run(here.path(), &[&[command, "r"][..], more].concat(), "");
            assert_eq!(told.code(), 2, "{more:?}");
            let code = format!("assize::cli::{code}");
            assert!(
                told.err().contains(&code) && told.err().contains(says),
                "{more:?}: {}",
                told.err()
            );
        }
    }
    let told = gate(here.path(), &["--report", "pdf"]);
    assert!(told.err().contains("a report is one of text, json, github, sarif"), "{}", told.err());
    let told = gate(here.path(), &["--report", "sarif="]);
    assert!(told.err().contains("name a file behind `sarif=`"), "{}", told.err());
    // The answer goes elsewhere.
    let told = gate(here.path(), &["--json", "--output", "a.json", "--report", "github"]);
    assert_eq!(told.code(), 1, "{}", told.err());
    assert!(told.out().starts_with("::error file=src/a.rs,line=7"), "{}", told.out());
}

/// A report that cannot be written, in a run that would open.
#[test]
fn what_cannot_be_written_opens_nothing() {
    let here = folder(&[("r/qa.md", PASS), ("page.html", "OPEN of an earlier run")]);
    let args = [
        "gate",
        "r",
        "--expect",
        "qa",
        "--report",
        "html=page.html",
        "--report",
        "sarif=no/such/file",
    ];
    let told = run(here.path(), &args, "");
    assert_eq!(told.code(), 2, "{}", told.err());
    assert!(
        told.out().starts_with("SHUT  pass: everybody passed; but the answer could not"),
        "{}",
        told.out()
    );
    assert!(told.err().contains("assize::host::report_not_written"), "{}", told.err());
    let page = fs::read_to_string(here.path().join("page.html")).expect("a page");
    assert!(page.contains(">SHUT<") && !page.contains("OPEN"), "{page}");
    let summary = fs::read_to_string(here.path().join("r/verdict-summary.kdl")).expect("a summary");
    assert!(summary.contains("gate \"error\" open=#false"), "{summary}");
    // A shut gate stays what it is, but for the code that says that something could not be written.
    let here = shut();
    assert_eq!(gate(here.path(), &["--report", "sarif=no/such/file"]).code(), 2);
}

/// Reports of an earlier run do not stand where there is no ruling: not for a mistake in the files, nor in the flags.
#[test]
fn without_a_ruling_every_report_says_so() {
    for wrong in [&["--policy", "no-such-policy"][..], &["--oops"], &["--round", "none"]] {
        for command in ["gate", "explain"] {
            let here = folder(&[("r/qa.md", PASS)]);
            let files: Vec<String> =
                KINDS.iter().map(|kind| format!("--report={kind}=out.{kind}")).collect();
            KINDS.iter().for_each(|kind| {
                fs::write(here.path().join(format!("out.{kind}")), "OPEN").expect("a file");
            });
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let told = run(here.path(), &[&[command, "r"][..], &files, wrong].concat(), "");
            assert_eq!(told.code(), 2, "{}", told.err());
            for kind in KINDS {
                let text =
                    fs::read_to_string(here.path().join(format!("out.{kind}"))).expect("a file");
                assert!(!text.contains("OPEN"), "{command} {wrong:?} {kind}: {text}");
            }
        }
    }
    let here = folder(&[("r/qa.md", PASS)]);
    let told =
        run(here.path(), &["gate", "r", "--policy", "no-such-policy", "--report", "github"], "");
    assert!(told.out().starts_with("::error title=assize%3A%3A"), "{}", told.out());
    let told =
        run(here.path(), &["gate", "r", "--policy", "no-such-policy", "--report", "ctrf"], "");
    holds(&schemas::ctrf(), &json(&told.out()));
}

/// What a reviewer writes forges no line, no element, no mention.
#[test]
fn foreign_text_stays_text() {
    let hostile = "verdict: fail
confidence: high
blocker: src/a.rs:7 </details><script>alert(1)</script> <img src=x onerror=alert(1)> @octocat #12 ](http://evil) `code` ``` | x
blocker: src/<b>,line=1::x.rs:7 100% ::error::forged %0A::stop-commands::x
blocker: ## OPEN pass\u{202e}ssap\u{1b}[2K
";
    let here = folder(&[("r/qa.md", hostile), ("r/<i>@all`.md", PASS)]);
    let told =
        |kind: &str| run(here.path(), &["gate", "r", "--no-summary", "--report", kind], "").out();
    let html = told("html");
    assert!(
        html.contains("&lt;script&gt;alert(1)")
            && !html.contains("<script")
            && !html.contains("<img"),
        "{html}"
    );
    assert!(html.contains("default-src 'none'; style-src 'sha256-"), "{html}");
    let markdown = told("markdown");
    // Only in code, which nothing in it ends.
    for (number, line) in markdown.lines().enumerate() {
        let mut plain = String::new();
        let mut rest = line;
        while let Some(at) = rest.find('`') {
            plain.push_str(&rest[..at]);
            let ticks = rest[at..].len() - rest[at..].trim_start_matches('`').len();
            let fence = "`".repeat(ticks);
            let inner = &rest[at + ticks..];
            let ends = inner.match_indices(&fence).find(|(end, _)| {
                !inner[..*end].ends_with('`') && !inner[end + ticks..].starts_with('`')
            });
            let Some((end, _)) = ends else { break };
            rest = &inner[end + ticks..];
        }
        plain.push_str(rest);
        let is_own = plain.starts_with("### Assize")
            || plain.starts_with("<details>")
            || plain == "</details>";
        let folded =
            markdown.lines().take(number).filter(|line| line.starts_with("```")).count() % 2 == 1;
        assert!(is_own || folded || !plain.contains(['<', '@', '#', ']', '|']), "{plain}");
    }
    let github = told("github");
    for line in github.lines() {
        assert!(line.starts_with("::error file=") || line.starts_with("::warning file="), "{line}");
        assert!(!line.contains('\u{1b}') && !line.contains('\u{202e}'), "{line}");
    }
    assert!(github.contains("100%25"), "{github}");
    assert!(!told("junit").contains("<script"));
    for kind in ["junit", "text", "kdl"] {
        let text = told(kind);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{kind}: {text}");
    }
}

#[test]
fn many_findings_are_bounded_where_a_service_bounds_them() {
    let many: String =
        (0..3000).map(|n| format!("blocker: src/f{n}.rs:{n} case {n} is lost\n")).collect();
    let here = folder(&[("r/qa.md", &format!("verdict: fail\nconfidence: high\n{many}"))]);
    let kinds = ["github", "markdown", "html", "rdjson", "text"];
    let reports = kinds.map(|kind| format!("--report={kind}={kind}.out"));
    let asked = ["gate", "r", "--no-summary"].into_iter().chain(reports.iter().map(String::as_str));
    run(here.path(), &asked.collect::<Vec<_>>(), "");
    let told =
        |kind: &str| fs::read_to_string(here.path().join(format!("{kind}.out"))).expect("a report");
    let github = told("github");
    assert_eq!(github.lines().count(), 10);
    assert!(github.ends_with("::2991 more are not shown: GitHub shows 10 of a step\n"), "{github}");
    let markdown = told("markdown");
    assert!(markdown.len() < 65_536 && markdown.contains("2990 findings more"), "{markdown}");
    assert!(markdown.contains("and 2940 that are not shown here"), "{markdown}");
    let html = told("html");
    assert!(
        html.matches("<li>").count() == 2000 && html.contains("1000 findings more, a line each")
    );
    assert!(html.contains("case 2999 is lost"), "{}", html.len());
    assert_eq!(json(&told("rdjson"))["diagnostics"].as_array().map(Vec::len), Some(3000));
    let text = told("text");
    assert!(text.contains("\nand 2980 more\n"), "{text}");
}

/// The place in the work comes first, so that a terminal and an agent can open it.
#[test]
fn a_shut_gate_shows_where_the_work_is_to_be_mended() {
    let here = shut();
    let told = gate(here.path(), &[]).out();
    let lines = "src/a.rs:7: critical: the key is logged (qa)
src/handler.ts:88: blocker: SQL built by concatenation (security)
blocker: nothing tests the second criterion (security)
";
    let (place, excerpt) = (told.find(lines), told.find("╭─["));
    assert!(place.is_some() && place < excerpt, "{told}");
    let quiet = gate(here.path(), &["-q"]).out();
    assert_eq!(quiet, format!("SHUT  fail: a reviewer failed the change\n\n{lines}"));
    // No terminal, no link; what is open has nothing to mend.
    assert!(!told.contains('\u{1b}'));
    let open =
        folder(&[("r/qa.md", "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 slow\n")]);
    let told = run(open.path(), &["gate", "r", "--no-summary", "--expect", "qa"], "").out();
    assert!(told.starts_with("OPEN") && !told.contains("src/a.rs:7: "), "{told}");
}

#[test]
fn a_terminal_that_knows_links_gets_them() {
    let text = "verdict: fail\nconfidence: high\nblocker: src/a b.rs:7 it leaks\nblocker: ../x.rs:1 out\nblocker: `src/c.rs:2` lost\n";
    let here = folder(&[("r/qa.md", text)]);
    let mut command = crate::run::command(here.path(), &["gate", "r", "--no-summary"]);
    let told = Run(command.env("FORCE_HYPERLINK", "1").output().expect("it runs")).out();
    let link = told.lines().find(|line| line.contains("src/c.rs:2")).unwrap_or_default();
    assert!(
        link.starts_with("\u{1b}]8;;file:///")
            && link.contains("/src/c.rs\u{1b}\\src/c.rs:2\u{1b}]8;;\u{1b}\\: blocker: "),
        "{told}"
    );
    assert!(!told.contains("/../x.rs\u{1b}"), "a link does not lead out of the folder: {told}");
}

/// Commands about policies are reported in the same kinds, and end as they do without a report.
#[test]
fn policies_are_reported_alike() {
    let policy = "rule \"nobody failed it\" when failed.none then pass;\n";
    let case = "case \"qa passes\" {\n    qa \"pass\"\n    expect \"fail\"\n}\n";
    let here = folder(&[
        (".assize/policies/gate/ours.rhai", policy),
        (".assize/policies/gate/ours/cases.kdl", case),
        ("out/.keep", ""),
    ]);
    let small = ["--seats", "1", "--findings", "0"];
    let commands = [
        vec!["policy", "check", "ours"],
        vec!["policy", "test", "ours"],
        [&["policy", "verify", "ours", "--require", "passed.all means fail"][..], &small].concat(),
        [&["policy", "diff", "any-blocker", "ours"][..], &small].concat(),
    ];
    let files: Vec<String> =
        KINDS.iter().map(|kind| format!("--report={kind}=out/{kind}")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for args in commands {
        let plain = run(here.path(), &args, "");
        assert_eq!(plain.code(), 1, "{args:?}: {}{}", plain.out(), plain.err());
        let told = run(here.path(), &[&args[..], &files].concat(), "");
        assert_eq!((told.code(), told.out()), (1, plain.out()), "{args:?}: {}", told.err());
        let file = |kind: &str| fs::read_to_string(here.path().join("out").join(kind)).expect(kind);
        for kind in KINDS {
            assert!(file(kind).contains("ours"), "{args:?} {kind}: {}", file(kind));
        }
        holds(&schemas::sarif(), &json(&file("sarif")));
        holds(&schemas::rdjson(), &json(&file("rdjson")));
        holds(&schemas::gitlab(), &json(&file("gitlab")));
        holds(&schemas::ctrf(), &json(&file("ctrf")));
        assert!(file("github").starts_with("::"), "{args:?}: {}", file("github"));
        assert!(
            !file("junit").contains("failures=\"0\" errors=\"0\""),
            "{args:?}: {}",
            file("junit")
        );
        let printed = run(here.path(), &[&args[..], &["--report", "html"]].concat(), "");
        assert_eq!(printed.out(), file("html"), "{args:?}");
        let twice = run(here.path(), &[&args[..], &["--json", "--report", "html"]].concat(), "");
        assert!(twice.err().contains("assize::cli::two_printed"), "{args:?}: {}", twice.err());
        let missing =
            run(here.path(), &[&args[..], &["--report", "html=no/such/file"]].concat(), "");
        assert_eq!(missing.code(), 2, "{args:?}");
    }
}
