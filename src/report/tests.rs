//! What each kind makes of one item, and of texts that want to be more.

use serde_json::{Value, json};

use super::*;
use crate::ir::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};

fn found(name: &str) -> Report {
    let text = "rule \"é\"\nwhen x;\n";
    let item = Diagnostic::warning("assize::lint::odd")
        .message("50 % of `a,b:c`")
        .label(Span::new(5, 9), "here")
        .label(Span::new(10, 14), "there\n")
        .help("say\rit\n::error::pass");
    let found = Diagnostics::new(vec![Source::new(name, text)], vec![item]);
    Report { command: "assize policy check", items: items_of(&found), ..Report::default() }
}

#[test]
fn a_finding_is_one_line_for_github() {
    assert_eq!(
        write(Kind::Github, &found("a,b: 100%.rhai")),
        "::warning file=a%2Cb%3A 100%25.rhai,line=1,endLine=1,col=6,endColumn=9,\
         title=assize%3A%3Alint%3A%3Aodd::50 %25 of `a,b:c`%0Ahelp: say%0Dit%0A::error::pass\n"
    );
}

#[test]
fn a_finding_is_a_result_of_sarif() {
    let doc = "Odd.";
    let rules = vec![Rule { name: "assize::lint::odd", level: Level::Warning, doc }];
    let told = |report: &Report| -> Value {
        serde_json::from_str(&write(Kind::Sarif, report)).unwrap_or_default()
    };
    let value = told(&Report { rules, ..found("a b/ü.rhai") });
    let result = &value["runs"][0]["results"][0];
    assert_eq!(result["ruleIndex"], 0);
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b/%C3%BC.rhai");
    let region = json!({
        "startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 9, "byteOffset": 5, "byteLength": 4,
    });
    assert_eq!(place["region"], region);
    assert_eq!(result["relatedLocations"][0]["message"]["text"], "there\n");
    let other = told(&found("a.rhai"));
    assert_eq!(other["runs"][0]["tool"]["driver"]["rules"][0]["id"], "assize::lint::odd");
}

#[test]
fn a_page_shows_the_worst_whole_and_the_rest_in_a_line() {
    let one = found("a.rhai").items;
    let items = one.into_iter().cycle().take(22_007).collect();
    let html = write(Kind::Html, &Report { items, ..found("a.rhai") });
    assert_eq!(html.matches("<li>").count(), 2_000);
    assert!(html.contains("20007 findings more, a line each"), "{}", html.len());
    assert!(html.contains("<p>7 findings are not shown: "), "{}", html.len());
    assert_eq!(html.matches("\na.rhai:1: warning: 50 % of").count(), 19_999);
}

#[test]
fn no_line_of_junit_is_a_command() {
    let check = Check {
        suite: "ours".to_owned(),
        name: "one".to_owned(),
        answer: Answer::Failed,
        says: "::error::x".to_owned(),
        why: "expected `pass`\n::error::forged\n \u{a0}::stop-commands::x\n##[error]x".to_owned(),
        place: None,
    };
    let report = Report { command: "all", checks: vec![check], ..Report::default() };
    let text = write(Kind::Junit, &report);
    assert!(text.contains("forged"), "{text}");
    for line in text.lines() {
        assert!(!line.trim_start().starts_with("::") && !line.contains("##["), "{text}");
    }
}

#[test]
fn a_name_is_code_whatever_stands_in_it() {
    for (name, shown) in [
        ("qa", "`qa`"),
        ("", "`-`"),
        ("<details> & a|b", "`<details> & a|b`"),
        ("a`b", "`` a`b ``"),
        ("` <!--", "`` ` <!-- ``"),
        ("``", "``` `` ```"),
    ] {
        assert_eq!(markdown::code(name), shown);
    }
}
