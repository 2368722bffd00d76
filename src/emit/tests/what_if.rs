//! What would change a ruling, in words.

use crate::emit::text::{TextOptions, what_ifs};
use crate::{Docket, Policy, Source, Stage};

/// What is reported of a docket of verdict files: no one wrote where the text is empty.
fn told(policy: &str, answers: &[(&str, &str)]) -> String {
    let policy = Policy::compile(Stage::Gate, "ours.rhai", policy).unwrap();
    let mut docket = Docket::new("task-17");
    for (seat, text) in answers {
        docket.seat(*seat);
        if !text.is_empty() {
            docket.submit(*seat, Source::new(format!("{seat}.md"), *text));
        }
    }
    let docket = docket.close();
    let (ruling, found) = (policy.judge(&docket).unwrap(), policy.what_ifs(&docket).unwrap());
    what_ifs(&ruling, &found, &TextOptions::default())
}

const PASS: &str = "verdict: pass\nconfidence: high\n";
const TWO: &str = "others voting; rule \"two of three\" when passed.count >= 2 then pass;";
const TWICE: &str = "rule \"twice\" when topics.reported_by(2).some then hold;
    rule \"agreed\" when in_favour.all then pass;";

#[test]
fn one_voice_of_several_is_told_in_one_line() {
    assert_eq!(
        told(TWO, &[("docs", ""), ("qa", PASS), ("style", "")]),
        "what would change it\n  pass, by `two of three`, when one of docs and style passes\n"
    );
    assert_eq!(
        told(TWO, &[("docs", ""), ("qa", ""), ("style", "")]),
        "what would change it\n  pass, by `two of three`, when two of docs, qa and style pass\n"
    );
    assert_eq!(
        told(TWO, &[("docs", PASS), ("qa", PASS), ("style", PASS)]),
        "what would change it\n  hold, by `no rule holds`, when two of docs, qa and style fail\n"
    );
}

#[test]
fn what_two_reviewers_found_is_told_once() {
    let warns = "verdict: warn\nconfidence: high\nadvisory: src/a.rs:7 \u{1b}[2J it leaks\n";
    assert_eq!(
        told(TWICE, &[("docs", warns), ("qa", warns)]),
        "what would change it\n  pass, by `agreed`, when one of docs and qa passes\n  \
         pass, by `agreed`, without `src/a.rs:7 \\u{1b}[2J it leaks` of docs and qa\n"
    );
}
