//! The rounds of a work as reports: what services are shown of them, and what is drawn.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]

use std::fs;
use std::path::Path;

use crate::reports::{KINDS, holds, json, schemas};
use crate::rounds::{begun, marked, repository, write};
use crate::run::{Run, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 <script>alert(1)</script>\n\
    advisory: src/a.rs:2 the name says nothing\n";

/// Two rounds: in the first one `qa` fails the work, and it is sent back; in the second one nobody does.
fn two_rounds() -> tempfile::TempDir {
    let dir = repository();
    let here = dir.path();
    for (qa, code) in [(FAIL, 1), (PASS, 0)] {
        let round = begun(here, &[]);
        write(here, "qa.md", &marked(qa, &round));
        write(here, "security.md", &marked(PASS, &round));
        assert_eq!(run(here, &["gate", "t1"], "").code(), code);
        if code == 1 {
            assert_eq!(run(here, &["redispatch", "t1", "--record"], "").code(), 0);
        }
    }
    dir
}

fn listed(here: &Path, more: &[&str]) -> Run {
    run(here, &[&["round", "list", "t1"], more].concat(), "")
}

#[test]
fn what_was_found_and_tried_is_drawn_by_round_and_by_seat() {
    let dir = two_rounds();
    let told = listed(dir.path(), &["--report", "html"]);
    assert_eq!(told.code(), 0, "{}", told.err());
    let page = told.out();
    let charts: Vec<&str> = page.split("<h2>").skip(1).collect();
    let chart = |title: &str| {
        let found = charts.iter().find(|chart| chart.starts_with(title));
        found
            .unwrap_or_else(|| panic!("{title} in {page}"))
            .split("</table>")
            .next()
            .expect("a table")
    };
    let rounds = chart("Rounds");
    let rows: Vec<&str> = rounds.split("<tr>").skip(1).collect();
    assert_eq!(rows.len(), 2, "{rounds}");
    assert!(
        rows[0].contains("round 1: fail") && rows[0].contains("aria-label=\"2 new\""),
        "{rounds}"
    );
    assert!(rows[0].contains("<rect class=\"bad\" x=\"0\" width=\"1000\""), "{rounds}");
    assert!(rows[1].contains("round 2: pass") && rows[1].contains("2 resolved"), "{rounds}");
    let seats = chart("Findings by seat");
    assert!(seats.contains("aria-label=\"1 blocking, 1 advisory\""), "{seats}");
    assert!(seats.contains("aria-label=\"none\""), "{seats}");
    let attempts = chart("Attempts by seat");
    assert!(attempts.contains("aria-label=\"1 fix, 1 accept\""), "{attempts}");
    // It says what the last one was, and opens nothing.
    assert!(page.contains("<span class=\"good\">WAS OPEN</span>"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script"), "{page}");
    assert!(page.contains("default-src 'none'; style-src 'sha256-"), "{page}");
}

/// What was tried is kept in a file that others may write.
#[test]
fn what_is_kept_of_rounds_is_escaped() {
    let dir = two_rounds();
    let kept = dir.path().join("reviews/.rounds/t1/attempts.kdl");
    let text = fs::read_to_string(&kept).expect("attempts");
    for (action, shown) in
        [("\\\"/><script>", "&quot;/&gt;&lt;script&gt;"), ("fix", "Attempts by seat")]
    {
        let forged = format!("attempt seat=\"qa\\\"><img src=x>\" action=\"{action}\" round=1\n");
        fs::write(&kept, format!("{text}{forged}")).expect("attempts");
        let page = listed(dir.path(), &["--report", "html"]).out();
        assert!(page.contains(shown), "{page}");
        assert!(!page.contains("<img") && !page.contains("<script"), "{page}");
    }
}

#[test]
fn rounds_are_reported_in_every_kind() {
    let dir = two_rounds();
    let here = dir.path();
    for kind in KINDS {
        let told = listed(here, &["--report", kind]);
        assert_eq!(told.code(), 0, "{kind}: {}", told.err());
        match kind {
            "sarif" => holds(&schemas::sarif(), &json(&told.out())),
            "rdjson" => holds(&schemas::rdjson(), &json(&told.out())),
            "gitlab" => holds(&schemas::gitlab(), &json(&told.out())),
            "ctrf" => {
                let told = json(&told.out());
                holds(&schemas::ctrf(), &told);
                assert_eq!(told["results"]["summary"]["failed"], 1, "{told}");
                assert_eq!(told["results"]["summary"]["passed"], 1, "{told}");
            }
            "text" => assert_eq!(told.out(), listed(here, &[]).out()),
            "json" => assert_eq!(json(&told.out()), json(&listed(here, &["--json"]).out())),
            // What is wrong no more is no annotation.
            "github" => assert_eq!(told.out(), ""),
            _ => assert!(!told.out().is_empty(), "{kind}"),
        }
    }
}

#[test]
fn no_page_of_an_earlier_run_outlasts_its_rounds() {
    let dir = repository();
    let here = dir.path();
    fs::write(here.join("page.html"), "WAS OPEN").expect("a page");
    let told = listed(here, &["--report", "html=page.html"]);
    assert_eq!(told.code(), 2, "{}", told.out());
    assert!(told.err().contains("no round of `t1` was begun"), "{}", told.err());
    let page = fs::read_to_string(here.join("page.html")).expect("a page");
    assert!(page.contains("NO ANSWER") && !page.contains("OPEN"), "{page}");
    // Nothing that is kept of rounds is written over.
    let dir = two_rounds();
    let here = dir.path();
    for kept in ["reviews/.rounds/t1/1/judged.json", "reviews/t1/qa.md"] {
        let before = fs::read(here.join(kept)).expect("a file");
        let told = listed(here, &[&format!("--report=html={kept}")]);
        assert_eq!(told.code(), 2, "{kept}: {}", told.err());
        assert_eq!(fs::read(here.join(kept)).expect("a file"), before, "{kept}");
    }
}
