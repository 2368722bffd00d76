//! What an override lifts of findings; and what a rule may ask of a large change.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use assize::{Docket, Outcome, Policy, Source, Stage};

use super::bench::{judge, say};

/// What a verdict says beside its fields is among nobody's findings: it cannot be waived with them.
#[test]
fn an_override_of_findings_lifts_nothing_that_stands_beside_them() {
    let finding = "rule \"x\" when reported.some then pass overriding findings.mentioning(\"legacy\") \"known\";";
    let seat = "rule \"x\" when reported.some then pass overriding seat(\"qa\") \"we talked\";";
    let fence = "```yaml\nverdict: fail\nconfidence: high\nblockers:\n  - src/tls/a.rs:7 legacy handshake\n```\n";
    for (beside, opens) in [
        ("", true),
        ("The handshake is the one from 2019.\n", true),
        ("**Verdict:** FAIL\n", true),
        ("**Blocker:** src/auth.rs:3 passwords are logged\n", false),
        ("- Blocker: src/auth.rs:3 passwords are logged\n", false),
        ("CRITICAL: src/auth.rs:3 passwords are logged\n", false),
    ] {
        let judged = |text: &str| {
            let mut docket = Docket::new("task-17");
            docket.seat("style");
            say(&mut docket, "style", "pass");
            docket.seat("qa");
            docket.submit("qa", Source::new("qa.md", format!("{fence}\n{beside}")));
            judge(text, docket).opening().is_some()
        };
        assert_eq!(judged(finding), opens, "{beside}");
        assert!(judged(seat), "a seat is lifted by name, whatever it says: {beside}");
    }
}

/// Where nobody told what was found before, nothing is opened because it is new.
#[test]
fn what_is_unseen_is_lifted_only_where_earlier_rounds_are_told() {
    let judged = |group: &str, told: bool| {
        let text = format!("rule \"x\" when reported.some then pass overriding {group} \"new\";");
        let mut docket = Docket::new("task-17");
        docket.seat("style");
        say(&mut docket, "style", "pass");
        docket.seat("qa");
        let reply = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";
        docket.submit("qa", Source::new("qa.md", reply));
        if told {
            docket = docket.previous(Vec::<String>::new());
        }
        let policy = Policy::compile(Stage::Gate, "ours", &text).unwrap();
        policy.judge(&docket.close()).map(|ruling| ruling.opening().is_some())
    };
    let codes = |wrong: assize::Diagnostics| wrong.items()[0].code.to_string();
    assert_eq!(
        judged("findings.unseen", false).map_err(codes),
        Err("assize::judge::not_told".into())
    );
    assert_eq!(judged("findings.unseen", true).map_err(codes), Ok(true));
    for told in [false, true] {
        let old = "findings.without(findings.unseen)";
        assert_eq!(judged(old, told).map_err(codes), Ok(false), "{told}");
    }
}

/// An honest large change is judged: twelve rules over forty thousand paths.
#[test]
fn a_large_change_is_judged() {
    let folders = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    let rules: String = folders
        .iter()
        .map(|name| format!("rule \"{name}\" when changed(\"services/{name}/**\") then hold;\n"))
        .collect();
    let policy = format!("{rules}rule \"all\" when passed.all then pass;");
    let policy = Policy::compile(Stage::Gate, "ours", &policy).unwrap();
    let path =
        |n: usize| format!("vendor/some-package-{}/src/deeply/nested/module_{n}/mod.rs", n % 97);
    let mut docket = Docket::new("task-17").changed((0..40_000).map(path));
    docket.seat("qa");
    say(&mut docket, "qa", "pass");
    assert_eq!(policy.judge(&docket.close()).unwrap().outcome(), Outcome::Pass);
}
