//! A clock that jumps: no report of an earlier round counts by it, and the mark of a round is stronger than any clock.
#![expect(clippy::disallowed_methods, reason = "tests run the command and look at its files")]
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::run::{folder, run};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const OURS: &str = "panel \"ours\" {\n    reports \"reviews/{task}\"\n    seat \"qa\"\n}\n";
const HOUR: Duration = Duration::from_secs(3600);

/// A round that was begun, and its mark.
fn begun() -> (tempfile::TempDir, String) {
    let dir = folder(&[("assize.kdl", OURS)]);
    let ran = run(dir.path(), &["begin", "t1", "--unbound", "--json"], "");
    let told: Value = serde_json::from_str(&ran.out()).expect("JSON");
    (dir, told["mark"].as_str().expect("a mark").to_owned())
}

fn write(here: &Path, text: &str, at: SystemTime) {
    let path = here.join("reviews/t1/qa.md");
    fs::write(&path, text).expect("a report");
    let file = fs::File::options().append(true).open(path).expect("a report");
    file.set_modified(at).expect("its time");
}

fn gate(here: &Path) -> Value {
    let ran = run(here, &["gate", "t1", "--json"], "");
    serde_json::from_str(&ran.out()).expect("a ruling")
}

#[test]
fn a_report_from_a_time_to_come_needs_the_mark_of_its_round() {
    let (dir, mark) = begun();
    let here = dir.path();
    write(here, PASS, SystemTime::now() + HOUR);
    let told = gate(here);
    assert_eq!((&told["exit_code"], &told["cells"][0]["state"]), (&3.into(), &"stale".into()));
    assert!(told.to_string().contains("from now, so nobody knows when it was"), "{told}");
    // With the mark it counts, and so does what is written while two clocks differ by half a minute.
    write(here, &format!("{PASS}<!-- {mark} -->\n"), SystemTime::now() + HOUR);
    assert_eq!(gate(here)["exit_code"], 0);
    write(here, PASS, SystemTime::now() + Duration::from_secs(30));
    assert_eq!(gate(here)["exit_code"], 0);
}

#[test]
fn a_clock_that_went_back_is_told_and_the_mark_counts() {
    let (dir, mark) = begun();
    let here = dir.path();
    let kept = here.join("reviews/.rounds/t1/1/round.json");
    let mut round: Value =
        serde_json::from_str(&fs::read_to_string(&kept).expect("a round")).expect("JSON");
    let hour = i64::try_from(HOUR.as_nanos()).expect("a number");
    round["begun"] = (round["begun"].as_i64().expect("a time") + hour).into();
    fs::write(&kept, round.to_string()).expect("a round");
    write(here, PASS, SystemTime::now());
    let told = gate(here);
    assert_eq!((&told["exit_code"], &told["cells"][0]["state"]), (&3.into(), &"stale".into()));
    let codes = told["diagnostics"].as_array().expect("a list").iter();
    let codes: Vec<_> = codes.map(|wrong| wrong["code"].as_str().unwrap_or_default()).collect();
    assert!(codes.contains(&"assize::round::clock_went_back"), "{codes:?}");
    write(here, &format!("{PASS}<!-- {mark} -->\n"), SystemTime::now());
    assert_eq!(gate(here)["exit_code"], 0);
}
