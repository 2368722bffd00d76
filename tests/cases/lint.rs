//! One folder for each thing that the linter finds.
//!
//! `fires.rhai` goes in, everything that is found comes out whole in `expected.txt`; in `near.rhai`, which looks
//! alike, nothing is found. Beside them may stand `stage` and further `*.rhai` files, which can be imported.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may panic, and reads its cases from files"
)]

use std::fs;
use std::path::{Path, PathBuf};

use assize::diagnostic::Level;
use assize::policy::LINTS;
use assize::{Diagnostics, Policy, Stage};
use libtest_mimic::{Failed, Trial};

use crate::folders::{as_expected, entries, file_name};
use crate::policy::{beside, stage_of, told};

/// Examples of what is wrong.
const SLIPS: [&str; 2] = ["misspelt.rhai", "careless.rhai"];

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    let mut trials: Vec<Trial> = folders()
        .into_iter()
        .map(|folder| {
            let name = format!("lint::{}", file_name(&folder));
            Trial::test(name, move || check(&folder, bless))
        })
        .collect();
    trials.push(Trial::test("lint::every_lint_has_a_case", every_lint_has_a_case));
    trials.push(Trial::test("lint::what_is_shipped_is_clean", what_is_shipped_is_clean));
    trials.push(Trial::test("lint::a_natural_first_text_is_told", first_texts_are_told));
    trials
}

/// What people write first, each of which opens over a voter who says nothing, and what is told of it.
const FIRST: [(&str, &[&str]); 8] = [
    (
        "rule \"three agree, and no veto\" when in_favour.count >= 3 && failed.none then pass;",
        &["silent_seats"],
    ),
    (
        "param owners = [\"dana\", \"eve\"] from 1 to 9; seat owners voting; \
         rule \"an owner is against it\" when seats(owners).failed.some then fail; \
         rule \"two approve\" when in_favour.count >= 2 then pass;",
        &["silent_seats", "unsaid_dissent"],
    ),
    (
        "param humans = [\"ann\", \"ben\", \"cleo\"] from 1 to 9; seat humans voting; \
         rule \"most\" when seats(humans).in_favour.count * 2 > seats(humans).count then pass;",
        &["silent_seats", "unsaid_dissent"],
    ),
    (
        "given score: int; given on_call: seat; \
         rule \"good\" when score >= 80 && on_call.in_favour.some then pass;",
        &["silent_seats", "unsaid_dissent"],
    ),
    (
        "rule \"a veto\" when failed.some then fail; \
         rule \"most\" when in_favour.count * 2 > expected.without(unsettled).count then pass;",
        &["quorum_of_reported", "silent_seats"],
    ),
    (
        "rule \"a veto\" when failed.some then fail; \
         rule \"enough\" when reported.some && in_favour.count >= reported.quorum(60) then pass;",
        &["quorum_of_reported", "silent_seats"],
    ),
    (
        "rule \"against it\" when failed.weight * 2 > expected.weight then fail; \
         rule \"enough weight\" when in_favour.some && in_favour.weight * 2 >= expected.weight then pass;",
        &["silent_seats", "unsaid_dissent"],
    ),
    (
        "rule \"somebody is silent\" when unsettled.some then hold; \
         rule \"two agree\" when in_favour.count >= 2 then pass;",
        &["unsaid_dissent"],
    ),
];

fn first_texts_are_told() -> Result<(), Failed> {
    for (rules, wanted) in FIRST {
        let text = format!("others voting; {rules}");
        let found = Policy::compile(Stage::Gate, "first.rhai", &text).unwrap().check();
        for lint in wanted {
            if !found.items().iter().any(|item| item.code.ends_with(lint)) {
                return Err(format!("{lint} is not told of\n{text}\n{}", told(&found, "")).into());
            }
        }
    }
    Ok(())
}

fn folders() -> Vec<PathBuf> {
    let folders = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/lint"));
    assert!(folders.len() > 10, "the cases were not found");
    folders
}

fn found(folder: &Path, file: &str) -> Diagnostics {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let imports = beside(folder, &["fires.rhai", "near.rhai"]);
    match Policy::compile_with_imports(stage_of(folder), file, &text, &imports) {
        Ok(policy) => policy.check(),
        Err(mistakes) => panic!("{} does not compile: {mistakes}", folder.join(file).display()),
    }
}

fn check(folder: &Path, bless: bool) -> Result<(), Failed> {
    let near = found(folder, "near.rhai");
    let fires = found(folder, "fires.rhai");
    let wanted = |code: &str| fires.items().iter().any(|item| item.code == code);
    // What is only advice may be said of a `fn` that is there to be used.
    if near.items().iter().any(|item| item.level > Level::Advice || wanted(&item.code)) {
        return Err(format!("near.rhai is not clean:\n{}", told(&near, "near.rhai")).into());
    }
    as_expected(&folder.join("expected.txt"), &told(&fires, "fires.rhai"), bless)
}

/// Lower case, no full stop, a next step; and none is only in the table.
fn every_lint_has_a_case() -> Result<(), Failed> {
    let mut seen = Vec::new();
    for folder in folders() {
        for item in found(&folder, "fires.rhai").items() {
            let first = item.message.chars().next().unwrap_or('.');
            let help = item.help.as_ref().is_none_or(|help| help.ends_with('.'));
            if first.is_uppercase() || item.message.ends_with('.') || help {
                return Err(format!("{}: {item:?}", folder.display()).into());
            }
            seen.push(item.code.to_string());
        }
    }
    // Its case is made of a thousand rules, in `tests/judge/claims.rs`.
    let bare: Vec<&str> = LINTS.iter().map(|lint| lint.code).collect();
    let bare = bare.iter().filter(|code| !code.ends_with("too_much"));
    let bare: Vec<_> = bare.filter(|code| !seen.iter().any(|seen| seen == *code)).collect();
    if bare.is_empty() { Ok(()) } else { Err(format!("without a case: {bare:?}").into()) }
}

/// The built-in policies, and those of the examples.
fn what_is_shipped_is_clean() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut clean = 0;
    for (folder, stage) in [
        ("policies/gate", Stage::Gate),
        ("policies/audit", Stage::Audit),
        ("policies/redispatch", Stage::Redispatch),
        ("examples/policies", Stage::Gate),
    ] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = file_name(&path);
            if !name.ends_with(".rhai") || SLIPS.contains(&name.as_str()) {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let found = Policy::compile(stage, &name, &text).unwrap().check();
            // Numbers in a `because` are put there by rhai, which is told as advice.
            if found.items().iter().any(|item| item.level > Level::Advice) {
                return Err(told(&found, "").into());
            }
            clean += 1;
        }
    }
    assert!(clean >= 35, "only {clean} policies were found");
    Ok(())
}
