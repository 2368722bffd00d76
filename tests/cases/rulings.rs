//! Cases of policies: a folder of reports and a policy go in, an answer must come out.
//!
//! `policies/STAGE/NAME/CASE/`, and the same below `examples/policies/` and `tests/policies/`, are read as `assize policy
//! test` reads them. Here each is a test of its own: what it expects is the whole answer, also without lowering, and
//! of a gate also when its docket is handed over as JSON.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails loudly")]

use std::path::Path;

use assize::host::{AskedCases, Config, Disk, find_cases};
use assize::trial::{Case, Line, answer, to_text};
use assize::{Docket, ReadOptions, Source, Stage};
use libtest_mimic::{Failed, Trial};

use crate::folders::{as_expected, difference};

const ROOTS: [&str; 3] = ["policies", "examples/policies", "tests/policies"];

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = ROOTS.iter().map(|place| here.join(place).to_string_lossy().into_owned());
    let asked = AskedCases { names: names.collect(), unsaid: bless, ..AskedCases::default() };
    let mut found = find_cases(&Disk, &asked, here, &Config::default());
    found.suites.iter().for_each(|suite| found.wrong.absorb(suite.wrong.clone()));
    let wrong = found.wrong.clone();
    let mut trials =
        vec![Trial::test("rulings::every_case_is_read", move || match wrong.is_empty() {
            true => Ok(()),
            false => Err(Failed::from(format!("{:#?}", wrong.items()))),
        })];
    for suite in found.suites {
        for case in suite.cases {
            let (stage, policy) = (suite.stage, &suite.name);
            let name = format!("rulings::{stage}::{policy}::{}", case.name);
            trials.push(Trial::test(name, move || check(stage, &case, bless)));
        }
    }
    assert!(trials.len() >= 300, "the cases were not found");
    trials
}

fn check(stage: Stage, case: &Case, bless: bool) -> Result<(), Failed> {
    let docket = case.closed();
    let native = answer(&case.policy, &docket);
    let in_rhai = answer(&case.policy.clone().without_lowering(), &docket);
    if native != in_rhai {
        return Err(difference("rhai answers otherwise", &to_text(&native), &to_text(&in_rhai)));
    }
    // What is made up has no text of its own, so no JSON can hand it over.
    if case.place.shared {
        let tried = case.try_it();
        let differs = || Failed::from(tried.difference(case));
        return if tried.passed { Ok(()) } else { Err(differs()) };
    }
    if stage == Stage::Gate {
        // Handed over whole as JSON, it is the same docket.
        let again = answer(&case.policy, &through_json(&case.docket).close());
        if native != again {
            let (native, again) = (to_text(&native), to_text(&again));
            return Err(difference("its JSON is ruled otherwise", &native, &again));
        }
    }
    let whole = if native.is_empty() { vec![Line::new("no").argument("seat")] } else { native };
    as_expected(Path::new(&case.place.file), &to_text(&whole), bless)
}

fn through_json(docket: &Docket) -> Docket {
    let source = Source::new("docket.json", docket.to_json().unwrap());
    Docket::from_json(&source, &ReadOptions::default()).unwrap()
}
