//! `verdict-summary.kdl`.

use ::kdl::KdlDocument;
use proptest::prelude::*;

use super::bench;
use crate::emit::kdl::{Run, error_summary, pending_summary, summary};
use crate::ir::{Diagnostic, Diagnostics};

const RECORDED: &str = "2026-11-21T21:00:00Z";

#[test]
fn everybody_passes() {
    insta::assert_snapshot!(summary(&bench::all_pass(), RECORDED), @r#"
    schema 1
    task-id "task-17"
    round 1
    gate "pass" open=#true
    policy "any-blocker" sha256="dd219bff4ff2805cea72b5439d6733b543f2338109c35cfce770d8a64647d428" language=1
    reviewer "qa" verdict="pass" confidence="high" sha256="b203f0298eb04ed321c4d8f84ca22a2be862645f35b5f87ef4c592350d9d292e"
    reviewer "quality" verdict="pass" confidence="med" sha256="fc42107140bcdcdef8c3e4baf95dd3a1ba8c0db1d83c0f7c3bf6bf4937808b60"
    reviewer "security" verdict="pass" confidence="high" sha256="b203f0298eb04ed321c4d8f84ca22a2be862645f35b5f87ef4c592350d9d292e"
    recorded "2026-11-21T21:00:00Z"
    "#);
}

#[test]
fn one_fails() {
    insta::assert_snapshot!(summary(&bench::one_fails(), RECORDED), @r#"
    schema 1
    task-id "task-17"
    round 2
    gate "fail" open=#false word="NO-GO"
    policy "release" sha256="19511644993632741d162a83e9825590cdcfb7fac1d9bb274583fa47d7232975" language=1
    reviewer "qa" verdict="pass" sha256="84420a879c3f99e70706a13a438afe9a89df495c705c152be4566e0cee42ee93"
    reviewer "quality" verdict="fail" stated="pass" confidence="med" sha256="c9b31df9bdb7df43f112c205178716ad95e8f314db631c12a96a5a6d97c6a2b6" {
        blocker "src/handler.ts:88 SQL string-concat with user input"
    }
    reviewer "security" verdict="fail" confidence="high" sha256="c1e3c5ec3b0bf16e4cd2412c4141a12bd0a06bb59945d7a2f35b61fc0831f593" {
        blocker "src/auth.ts:12 the token is compared with ==, which leaks its length and its first wrong byte to whoever can measure time"
        blocker "no test covers the refusal"
    }
    recorded "2026-11-21T21:00:00Z"
    "#);
}

#[test]
fn missing_and_unreadable() {
    insta::assert_snapshot!(summary(&bench::missing_and_unreadable(), RECORDED), @r#"
    schema 1
    task-id "task-17"
    round 1
    gate "hold" open=#false
    policy "any-blocker" sha256="dd219bff4ff2805cea72b5439d6733b543f2338109c35cfce770d8a64647d428" language=1
    reviewer "qa" verdict="missing"
    reviewer "quality" verdict="unreadable" cause="unknown_word" sha256="00fa3d160842e0050b5a400b8e861ca6050cb7c9df8f365280e83d3bc527dae7"
    reviewer "security" verdict="errored"
    reviewer "style" verdict="warn" confidence="low" stake="observer" sha256="3fb91442c566db3505f4ff548467c378e0aeb32f30d9a3b0b4bfef5c1e9cb98f"
    recorded "2026-11-21T21:00:00Z"
    "#);
}

#[test]
fn an_unexpected_source_fails() {
    insta::assert_snapshot!(summary(&bench::unexpected_fails(), RECORDED), @r#"
    schema 1
    task-id "task-17"
    round 1
    gate "fail" open=#false
    policy "any-blocker" sha256="dd219bff4ff2805cea72b5439d6733b543f2338109c35cfce770d8a64647d428" language=1
    refused "everybody passed" word="pass" {
        impediment "intruder was not expected, and says fail"
    }
    reviewer "qa" verdict="pass" confidence="high" sha256="b203f0298eb04ed321c4d8f84ca22a2be862645f35b5f87ef4c592350d9d292e"
    reviewer "intruder" verdict="fail" confidence="high" stake="unexpected" sha256="90ea51badf921af452e36eaf3d9ae122a528f8933ef3a515930edde209db45cf" {
        blocker "it leaks"
    }
    recorded "2026-11-21T21:00:00Z"
    "#);
}

#[test]
fn an_excused_reviewer_caps_the_gate() {
    insta::assert_snapshot!(summary(&bench::excused(), RECORDED), @r#"
    schema 1
    task-id "task-17"
    round 1
    gate "warn" open=#true
    policy "any-blocker" sha256="dd219bff4ff2805cea72b5439d6733b543f2338109c35cfce770d8a64647d428" language=1
    reviewer "qa" verdict="pass" confidence="low" sha256="c279a5f1d33a6c05fe98cf419fbed2d57fd5745e97690a043016b57080185ed9"
    reviewer "security" verdict="excused"
    recorded "2026-11-21T21:00:00Z"
    "#);
}

#[test]
fn an_override_is_loud() {
    insta::assert_snapshot!(summary(&bench::overridden(), RECORDED), @r#"
    schema 1
    task-id "task-17"
    round 1
    gate "warn" open=#true
    policy "release" sha256="19511644993632741d162a83e9825590cdcfb7fac1d9bb274583fa47d7232975" language=1
    override "the release manager signed off" rule="the release manager signed" {
        lifts "security, which says fail"
    }
    reviewer "qa" verdict="warn" confidence="high" sha256="8ff9f7c9735a2fe97f90ef580c6857e1b5b2ca6c9267682531ca408a755def42"
    reviewer "security" verdict="fail" confidence="high" sha256="5782d8e35a89beaae771f8a72794f9a2e90d40ca6d5b77ba44d02fe2bbaefafe" {
        blocker "src/tls.rs:9 an old cipher"
    }
    recorded "2026-11-21T21:00:00Z"
    "#);
}

#[test]
fn no_ruling_shuts_the_gate() {
    let items = vec![
        Diagnostic::error("assize::policy::unknown_name").message("nothing is called `BROKEN`"),
        Diagnostic::error("assize::policy::no_rule_holds").message("no rule of the policy holds"),
    ];
    let why = Diagnostics::from(items);
    let run = Run {
        task: "task-17".to_owned(),
        round: 2,
        policy: "ours.rhai".to_owned(),
        binding: crate::ir::Binding::commit("4f2a"),
    };
    insta::assert_snapshot!(error_summary(&run, &why, RECORDED), @r#"
    schema 1
    task-id "task-17"
    round 2
    bound commit="4f2a"
    gate "error" open=#false
    policy "ours.rhai"
    reason "nothing is called `BROKEN`" code="assize::policy::unknown_name"
    reason "no rule of the policy holds" code="assize::policy::no_rule_holds"
    recorded "2026-11-21T21:00:00Z"
    "#);
}

#[test]
fn a_run_that_has_not_ended_shuts_the_gate() {
    let run = Run {
        task: "task-17".to_owned(),
        round: 2,
        policy: "any-blocker".to_owned(),
        ..Run::default()
    };
    insta::assert_snapshot!(pending_summary(&run, RECORDED), @r#"
    schema 1
    task-id "task-17"
    round 2
    gate "pending" open=#false
    policy "any-blocker"
    recorded "2026-11-21T21:00:00Z"
    "#);
}

/// The strings of the children named `name` of all nodes, and of the nodes themselves.
fn strings(document: &KdlDocument, name: &str) -> Vec<String> {
    let inner = document.nodes().iter().filter_map(|node| node.children());
    let all = document.nodes().iter().chain(inner.flat_map(KdlDocument::nodes));
    all.filter(|node| node.name().value() == name)
        .flat_map(kdl::KdlNode::entries)
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
            .flat_map(crate::ir::CellRef::findings)
            .filter(|found| found.finding().unwrap().kind == crate::ir::FindingKind::Blocker)
            .map(|found| found.in_full().into_owned())
            .collect();
        assert_eq!(strings(&document, "blocker"), written);
    }
}

proptest! {
    #[test]
    fn any_text_survives(task in any::<String>(), message in "\\PC*|[\\x00-\\x7f]*", at in any::<String>()) {
        let why = Diagnostics::from(Diagnostic::error("assize::x").message(message.clone()));
        let run = Run { task: task.clone(), ..Run::default() };
        let text = error_summary(&run, &why, &at);
        let document: KdlDocument = text.parse().unwrap();
        prop_assert_eq!(document.nodes().len(), 7);
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
        bench::submit(&mut docket, "x.md", text);
        let found = bench::judge(docket);
        let document: KdlDocument = summary(&found, "now").parse().unwrap();
        // What reading made of it: a text of blanks is not a blocker, an odd one cannot be read.
        let findings = found.docket().cells().flat_map(crate::ir::CellRef::findings);
        let read: Vec<String> = findings.map(|f| f.in_full().into_owned()).collect();
        prop_assert_eq!(strings(&document, "blocker"), read);
        let seat = crate::source::composed(&seat).into_owned();
        prop_assert!(strings(&document, "reviewer").contains(&seat));
    }
}
