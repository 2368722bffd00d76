//! Whom a run names, what a panel says of seats, who owns what a change touches, and in which lines it does.

use std::path::Path;

use crate::run::{Run, folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const CONFIG: &str = r#"panel "ours" {
    gate "ours"
    seat "ann" stake="voting" role="author"
    seat "dana" stake="voting" team="core"
    seat "eve" stake="voting" team="payments"
}
"#;
const POLICY: &str = r#"//! Owners who did not write it agree.
given author: seat;
given team of seats: text;
others voting;
rule "somebody is against it" when failed.some then fail citing failed.blockers;
rule "somebody is silent" when unsettled.some then hold citing unsettled;
rule "an owner has not agreed" when in_favour.without(author).unowned.count > 0 then hold citing expected;
rule "the owners agree, and so does the core team"
    when in_favour.having("team", "core").some && in_favour.without(author).unowned.count == 0
    then pass;
"#;
const OWNERS: &str =
    "# Who answers for what.\n*  @dana\n/src/pay/ @org/payments @ann  # and nobody else\n";
const DIFF: &str = "diff --git a/src/pay/a.rs b/src/pay/a.rs\n--- a/src/pay/a.rs\n+++ b/src/pay/a.rs\n\
                    @@ -10,2 +10,3 @@\n x\n+y\n z\n";

fn gate(here: &Path, more: &[&str]) -> Run {
    let all =
        ["gate", "reports", "--no-summary", "--config", "assize.kdl", "--owners", "CODEOWNERS"];
    run(here, &[&all, more].concat(), "")
}

fn here(files: &[(&str, &str)]) -> tempfile::TempDir {
    let all = [
        ("assize.kdl", CONFIG),
        (".assize/policies/gate/ours.rhai", POLICY),
        ("CODEOWNERS", OWNERS),
        ("change.diff", DIFF),
        ("reports/ann.md", PASS),
        ("reports/dana.md", PASS),
        ("reports/eve.md", PASS),
    ];
    folder(&[&all, files].concat())
}

#[test]
fn owners_beside_the_author_open_a_gate() {
    let dir = here(&[]);
    let open = gate(dir.path(), &["--changed-from", "change.diff", "--given", "author=ann"]);
    assert_eq!(open.code(), 0, "{}{}", open.out(), open.err());
    let own = gate(dir.path(), &["--changed-from", "change.diff", "--given", "author=eve"]);
    assert_eq!(own.code(), 0, "{}{}", own.out(), own.err());
    for (author, changed) in [("ann,eve", "src/pay/a.rs"), ("dana", "README.md")] {
        let file = here(&[("paths", &format!("{changed}\n"))]);
        let author = format!("author={author}");
        let shut = gate(file.path(), &["--changed-from", "paths", "--given", &author]);
        // Two names are none of one seat.
        let code = if author.contains(',') { 0 } else { 3 };
        assert_eq!(shut.code(), code, "{author} {changed}: {}{}", shut.out(), shut.err());
    }
    let none = run(
        dir.path(),
        &["gate", "reports", "--no-summary", "--config", "assize.kdl", "--given", "author=ann"],
        "",
    );
    assert_eq!(none.code(), 2, "{}", none.out());
    assert!(none.err().contains("--owners CODEOWNERS"), "{}", none.err());
}

#[test]
fn a_slip_in_a_name_is_told_and_a_blank_one_refused() {
    let dir = here(&[]);
    let slip = gate(dir.path(), &["--changed-from", "change.diff", "--given", "author=Eve"]);
    assert!(slip.err().contains("who does not sit, and `eve` does"), "{}", slip.err());
    let blank = gate(dir.path(), &["--changed-from", "change.diff", "--given", "author="]);
    assert_eq!(blank.code(), 2, "{}", blank.out());
    let slip = CONFIG.replace("team=\"core\"", "taem=\"core\"");
    let dir = here(&[("assize.kdl", &slip)]);
    let told = gate(dir.path(), &["--changed-from", "change.diff", "--given", "author=ann"]);
    assert_eq!(told.code(), 3, "{}", told.out());
    assert!(told.err().contains("the policy asks for their `team`"), "{}", told.err());
    for (said, wrong) in [
        ("weigth=2", "did you mean `weight=`?"),
        ("changed=\"src/**\"", "say it in a line of the block"),
        ("role=2", "what is said of the seat"),
        ("Role=\"x\"", "has no `Role=`"),
    ] {
        let config = CONFIG.replace("role=\"author\"", said);
        let dir = here(&[("assize.kdl", &config)]);
        let told = gate(dir.path(), &["--changed-from", "change.diff", "--given", "author=ann"]);
        assert_eq!(told.code(), 2, "{said}");
        assert!(told.err().contains(wrong), "{said}: {}", told.err());
    }
}

#[test]
fn owners_and_diffs_that_cannot_be_read_are_refused() {
    for (owners, diff) in [
        ("[Payments] @dana\n", DIFF),
        ("!docs/ @dana\n", DIFF),
        ("* dana\n", DIFF),
        ("", DIFF),
        (OWNERS, &DIFF[..DIFF.len() - 4]),
        (OWNERS, "diff --git a/../x b/../x\n"),
    ] {
        let dir = here(&[("CODEOWNERS", owners), ("change.diff", diff)]);
        let told = gate(dir.path(), &["--changed-from", "change.diff", "--given", "author=ann"]);
        assert_eq!(told.code(), 2, "{owners}{diff}{}", told.out());
    }
}
