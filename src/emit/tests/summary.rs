//! `verdict-summary.kdl`.

use ::kdl::KdlDocument;
use proptest::prelude::*;

use super::bench;
use crate::emit::kdl::{error_summary, summary};
use crate::ir::{Diagnostic, Diagnostics};

const RECORDED: &str = "2026-11-21T21:00:00Z";

#[test]
fn everybody_passes() {
    insta::assert_snapshot!(summary(&bench::all_pass(), RECORDED), @"");
}

#[test]
fn one_fails() {
    insta::assert_snapshot!(summary(&bench::one_fails(), RECORDED), @"");
}

#[test]
fn missing_and_unreadable() {
    insta::assert_snapshot!(summary(&bench::missing_and_unreadable(), RECORDED), @"");
}

#[test]
fn an_uninvited_source_fails() {
    insta::assert_snapshot!(summary(&bench::uninvited_fails(), RECORDED), @"");
}

#[test]
fn an_override_is_loud() {
    insta::assert_snapshot!(summary(&bench::overridden(), RECORDED), @"");
}

#[test]
fn no_ruling_shuts_the_gate() {
    let items = vec![
        Diagnostic::error("assize::policy::unknown_name").message("nothing is called `BROKEN`"),
        Diagnostic::error("assize::policy::no_rule_holds").message("no rule of the policy holds"),
    ];
    let why = Diagnostics { sources: vec![], items };
    insta::assert_snapshot!(error_summary("task-17", &why, RECORDED), @"");
}

/// The strings of the children named `name` of all nodes, and of the nodes themselves.
fn strings(document: &KdlDocument, name: &str) -> Vec<String> {
    let inner = document.nodes().iter().filter_map(|node| node.children());
    let all = document.nodes().iter().chain(inner.flat_map(KdlDocument::nodes));
    all.filter(|node| node.name().value() == name)
        .flat_map(|node| node.entries())
        .filter(|entry| entry.name().is_none())
        .filter_map(|entry| entry.value().as_string().map(str::to_owned))
        .collect()
}

#[test]
fn every_summary_can_be_read_and_keeps_its_gate() {
    for ruling in bench::all() {
        let text = summary(&ruling, RECORDED);
        let document: KdlDocument = text.parse().unwrap();
        let gate = document.get("gate").unwrap();
        assert_eq!(gate.get("open").unwrap().as_bool(), Some(ruling.opening().is_some()));
        assert_eq!(strings(&document, "gate"), [ruling.outcome().as_str()]);
        assert_eq!(strings(&document, "reviewer").len(), ruling.docket().cells().len());
        let written: Vec<_> = ruling
            .docket()
            .cells()
            .flat_map(|cell| cell.findings())
            .filter(|found| found.finding().unwrap().kind == crate::ir::FindingKind::Blocker)
            .map(|found| found.text().into_owned())
            .collect();
        assert_eq!(strings(&document, "blocker"), written);
    }
}

proptest! {
    #[test]
    fn any_text_survives(task in any::<String>(), message in "\\PC*|[\\x00-\\x7f]*", at in any::<String>()) {
        let why = Diagnostics {
            sources: vec![],
            items: vec![Diagnostic::error("assize::x").message(message.clone())],
        };
        let text = error_summary(&task, &why, &at);
        let document: KdlDocument = text.parse().unwrap();
        prop_assert_eq!(document.nodes().len(), 5);
        prop_assert_eq!(strings(&document, "task-id"), [task]);
        prop_assert_eq!(strings(&document, "reason"), [message]);
        prop_assert_eq!(strings(&document, "recorded"), [at]);
        prop_assert_eq!(document.to_string(), text);
    }

    #[test]
    fn any_blocker_survives(blocker in "[^\\n]*", seat in any::<String>()) {
        let mut docket = crate::ir::Docket::new("t");
        docket.seat(seat.clone());
        let text = format!("verdict: fail\nblocker: {blocker}\n");
        bench::hear(&mut docket, "x.md", text.as_bytes());
        let found = bench::judge(docket, None);
        let document: KdlDocument = summary(&found, "now").parse().unwrap();
        prop_assert_eq!(strings(&document, "blocker"), [blocker]);
        prop_assert!(strings(&document, "reviewer").contains(&seat));
    }
}
