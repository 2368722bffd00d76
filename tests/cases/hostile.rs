//! Texts that must not open a gate: each alone, as the only required seat. One folder a format.
//!
//! `expected.txt` of a folder is a table: what reading makes of each text, its cause and its codes.
//! `cargo test --test cases -- hostile:: --bless` rewrites it. What differs
//! by one line in a free text stands in `tests/remarks` instead.

#![expect(clippy::disallowed_methods, reason = "hostile files are files")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use assize::{Docket, Outcome, Profile, ReadOptions, Source, Verdict, read};
use libtest_mimic::{Failed, Trial};

use crate::folders::{as_expected, entries, file_name};
use crate::policies::ANY_BLOCKER;

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile");
const EXPECTED: &str = "expected.txt";

pub(crate) fn trials(bless: bool) -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    for folder in entries(Path::new(FILES)) {
        let format = file_name(&folder);
        let mut files = entries(&folder);
        files.retain(|file| file_name(file) != EXPECTED);
        let (count, table) = (files.len(), files.clone());
        trials.extend(files.into_iter().map(|file| {
            let name = format!("hostile::{format}::{}", stem(&file));
            Trial::test(name, move || stays_shut(&fs::read(&file)?))
        }));
        let name = |what| format!("hostile::{format}::{what}");
        trials.push(Trial::test(name("there_are_twenty_or_more"), move || match count {
            20.. => Ok(()),
            _ => Err(format!("only {count}").into()),
        }));
        trials.push(Trial::test(name("each_for_its_reason"), move || {
            let rows: Vec<String> = table
                .iter()
                .map(|file| Ok(format!("{}: {}\n", file_name(file), reason(fs::read(file)?))))
                .collect::<Result<_, Failed>>()?;
            as_expected(&folder.join(EXPECTED), &rows.concat(), bless)
        }));
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

/// `truncated, says fail (truncated)`, `hold, doubted ()`: the cause or the outcome, and the codes
/// of what is wrong.
fn reason(bytes: Vec<u8>) -> String {
    let decoded = read(&Source::new("qa.md", bytes), &ReadOptions::default());
    let worst = decoded.verdicts.iter().filter_map(Verdict::effective).max();
    let mut told = match (decoded.unreadable, worst) {
        (Some(cause), _) => cause.to_string(),
        (None, Some(outcome)) => outcome.to_string(),
        (None, None) => "no verdict".to_owned(),
    };
    if decoded.says_fail {
        told.push_str(", says fail");
    }
    let remarks = decoded.verdicts.iter().flat_map(|verdict| &verdict.remarks);
    for remark in remarks.chain(&decoded.remarks).filter(|remark| remark.says > Outcome::Pass) {
        let _ = write!(told, ", {} says {}", remark.kind, remark.says);
    }
    let codes = decoded.diagnostics.iter().map(|diagnostic| diagnostic.code.as_ref());
    let mut codes: Vec<&str> =
        codes.map(|code: &str| code.rsplit("::").next().unwrap_or(code)).collect();
    codes.dedup();
    format!("{told} ({})", codes.join(" "))
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
