//! Any text as a policy: compiled or refused, and then it rules within its limits.

use assize::docket::{ClosedDocket, Stake};
use assize::{Docket, Policy, Source, Stage, emit};

/// Any bytes as a policy of every stage.
pub fn check_script(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for stage in [Stage::Gate, Stage::Audit, Stage::Redispatch] {
        match Policy::compile(stage, "fuzz", text) {
            Ok(policy) if stage == Stage::Gate => rules(&policy),
            Ok(_) => {}
            Err(mistakes) => {
                assert!(!mistakes.is_empty(), "refused without a reason");
                for label in mistakes.items().iter().flat_map(|mistake| &mistake.labels) {
                    let span = label.span;
                    let place = span.start as usize..span.end as usize;
                    let source = mistakes.sources().get(span.source.0 as usize);
                    let source = source.and_then(|source| source.text().ok());
                    assert!(
                        source.and_then(|text| text.get(place)).is_some(),
                        "{span:?} lies outside"
                    );
                }
            }
        }
    }
}

/// No policy opens for nobody, or over a required fail, and both ways to run one rule the same.
fn rules(policy: &Policy) {
    let slow = policy.clone().without_lowering();
    let dockets = [
        (docket(&[]), false),
        (docket(&["verdict: fail\nconfidence: high\nblocker: src/a.rs:1 wrong\n"]), false),
        (docket(&["verdict: pass\nconfidence: high\n", "verdict: warn\nconfidence: low\n"]), true),
    ];
    for (docket, may_open) in dockets {
        let (native, script) = (policy.judge(&docket), slow.judge(&docket));
        let opened = native.as_ref().is_ok_and(|ruling| ruling.opening().is_some());
        assert!(may_open || !opened, "open for {} verdicts", docket.cells().len());
        match (native, script) {
            (Ok(native), Ok(script)) => {
                let told = |ruling| emit::json::ruling(ruling, 0);
                assert_eq!(
                    told(&native),
                    told(&script),
                    "the two ways of running rule differently"
                );
            }
            (native, script) => {
                assert_eq!(native.is_ok(), script.is_ok(), "one way of running gives no ruling");
            }
        }
    }
}

fn docket(reports: &[&str]) -> ClosedDocket {
    let mut docket = Docket::new("fuzz");
    for (place, report) in reports.iter().enumerate() {
        let seat = format!("seat-{place}");
        docket.seat(&seat).stake(Stake::Required);
        docket.submit(seat, Source::new("report.md", *report));
    }
    docket.close()
}
