//! Texts that must not open a gate: each alone, as the only required seat. One folder a format.

#![expect(clippy::disallowed_methods, reason = "hostile files are files")]

use std::fs;
use std::path::Path;

use assize::{Docket, Profile, ReadOptions, Source};
use libtest_mimic::{Failed, Trial};

use crate::folders::{entries, file_name};
use crate::policies::ANY_BLOCKER;

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile");

pub(crate) fn trials(_: bool) -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    for folder in entries(Path::new(FILES)) {
        let format = file_name(&folder);
        let files = entries(&folder);
        let count = files.len();
        trials.extend(files.into_iter().map(|file| {
            let name = format!("hostile::{format}::{}", stem(&file));
            Trial::test(name, move || stays_shut(&fs::read(&file)?))
        }));
        trials.push(Trial::test(
            format!("hostile::{format}::there_are_twenty_or_more"),
            move || {
                if count >= 20 { Ok(()) } else { Err(format!("only {count}").into()) }
            },
        ));
    }
    trials.push(Trial::test("hostile::a_plain_pass_opens", || {
        let good = b"verdict: pass\nconfidence: high\n";
        if opens(good, Profile::Strict)? { Ok(()) } else { Err("it stays shut".into()) }
    }));
    trials.push(Trial::test("hostile::a_pass_with_an_advisory_opens", || {
        let good = b"verdict: warn\nconfidence: med\nadvisory: slow on lists\n";
        if opens(good, Profile::Standard)? { Ok(()) } else { Err("it stays shut".into()) }
    }));
    trials
}

fn stays_shut(bytes: &[u8]) -> Result<(), Failed> {
    for profile in [Profile::Strict, Profile::Standard, Profile::Lenient] {
        if opens(bytes, profile)? {
            return Err(format!("it opens the gate under `{profile}`").into());
        }
    }
    Ok(())
}

fn opens(bytes: &[u8], profile: Profile) -> Result<bool, Failed> {
    let mut docket = Docket::new("hostile").reading(ReadOptions::default().profile(profile));
    docket.seat("qa");
    docket.submit("qa", Source::new("qa.md", bytes));
    // A policy that gives no ruling leaves the gate shut.
    Ok(ANY_BLOCKER.judge(&docket.close()).is_ok_and(|ruling| ruling.opening().is_some()))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
