//! `assize explain --evidence`: what reviewers cite is shown on request, and nothing outside the folder is.
#![expect(clippy::disallowed_methods, reason = "tests run the command and give it files")]

use std::fs;

use crate::run::{folder, run};

fn cites(path: &str) -> String {
    format!("verdict: pass\nconfidence: high\nevidence: {path}\n")
}

#[test]
fn a_cited_file_is_shown_where_it_lies_in_the_folder() {
    let folder = folder(&[
        ("secret.md", "the key is under the mat\n"),
        ("reports/T1/qa.md", &cites("./qa-evidence.md")),
        ("reports/T1/qa-evidence.md", "24 passed\n\u{1b}[2Jcleared\n"),
        ("reports/T1/docs.md", &cites("reports/T1/notes/more.md")),
        ("reports/T1/notes/more.md", "the guide was read\n"),
        ("reports/T1/gone.md", &cites("./gone-evidence.md")),
        ("reports/T1/out.md", &cites("../../secret.md")),
        ("reports/T1/root.md", &cites("/etc/hostname")),
        ("reports/T1/link.md", &cites("./linked.md")),
        ("reports/T1/away.md", &cites("./elsewhere/secret.md")),
        ("reports/T1/large.md", &cites("./large-evidence.md")),
        ("reports/T1/odd.md", &cites("./notes/odd.bin")),
    ]);
    let here = folder.path();
    let reports = here.join("reports/T1");
    fs::write(reports.join("large-evidence.md"), "x".repeat(100_000)).expect("written");
    fs::write(reports.join("notes/odd.bin"), [0xff, 0xfe, 0]).expect("written");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../../secret.md", reports.join("linked.md")).expect("a link");
        std::os::unix::fs::symlink("../..", reports.join("elsewhere")).expect("a link");
    }
    let names = "qa,docs,gone,out,root,link,away,large,odd";
    let args = ["explain", "reports/T1", "--expect", names];
    let plain = run(here, &args, "");
    assert!(!plain.out().contains("evidence of"), "{}", plain.out());
    let told = run(here, &[&args[..], &["--evidence"]].concat(), "");
    assert_eq!(told.code(), plain.code());
    let (_, shown) = told
        .out()
        .split_once("\nevidence of ")
        .map(|(a, b)| (a.len(), b.to_owned()))
        .expect("evidence");
    insta::assert_snapshot!(shown);
    assert!(!told.out().contains("under the mat"));
    let refused = run(here, &[&args[..], &["--evidence", "--json"]].concat(), "");
    assert_eq!(refused.code(), 2);
    assert!(refused.err().contains("assize::cli::evidence_is_text"), "{}", refused.err());
    // It writes nothing, and without evidence it says so.
    assert!(!reports.join("verdict-summary.kdl").exists());
    fs::write(here.join("qa.md"), "verdict: pass\nconfidence: high\n").expect("written");
    let none = run(here, &["explain", "qa.md", "--evidence"], "");
    assert!(none.out().ends_with("\nno reviewer cites a file as evidence\n"), "{}", none.out());
}
