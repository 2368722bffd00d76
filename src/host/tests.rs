//! Seats and writing, on a disk that does what a test asks of it.

mod fake;

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{
    Judged, Limits, Place, Roster, list_reports, policies, seat_reports, write_atomic, write_log,
};
use crate::docket::{ClosedDocket, Role, Stake};
use crate::{Docket, Outcome, Stage};

use fake::{Fake, Node};

const PASS: &str = "verdict: pass\nconfidence: high\n";
const FAIL: &str = "verdict: fail\nconfidence: high\nblocker: src/a.rs:1 broken\n";

fn names(text: &str) -> Vec<String> {
    text.split(',').filter(|name| !name.is_empty()).map(Into::into).collect()
}

fn expecting(text: &str) -> Roster {
    Roster { expect: Some(names(text)), ..Roster::default() }
}

fn docket_of(fake: &Fake, roster: &Roster) -> Result<ClosedDocket, crate::Diagnostics> {
    let mut docket = Docket::new("r");
    seat_reports(
        &mut docket,
        list_reports(fake, &["/r".into()], &[], &Limits::default())?,
        roster,
    )?;
    Ok(docket.close())
}

fn closed(fake: &Fake, roster: &Roster) -> ClosedDocket {
    docket_of(fake, roster).expect("a docket")
}

/// `qa reported, security unreadable too_large unexpected`.
fn seating(docket: &ClosedDocket) -> String {
    let cells = docket.cells().map(|cell| {
        let mut text = format!("{} {}", cell.seat(), cell.state());
        if let Some(cause) = cell.cause() {
            text = format!("{text} {cause}");
        }
        if cell.stake() != Stake::Required {
            text = format!("{text} {}", cell.stake());
        }
        text
    });
    cells.collect::<Vec<_>>().join(", ")
}

fn codes(docket: &ClosedDocket) -> Vec<&str> {
    let own = |code: &&str| !code.starts_with("assize::read::");
    docket.diagnostics().iter().map(|diagnostic| &*diagnostic.code).filter(own).collect()
}

fn roles(docket: &ClosedDocket) -> Vec<(&str, Role)> {
    let inputs = docket.inputs().iter();
    inputs.map(|i| (docket.sources()[i.source.0 as usize].name(), i.role)).collect()
}

fn mistakes(fake: &Fake, roster: &Roster) -> Vec<String> {
    let reason = docket_of(fake, roster).expect_err("no docket");
    reason.items().iter().map(|item| item.code.to_string()).collect()
}

#[test]
fn seats_are_named_after_files_and_listed_by_name() {
    let fake = Fake::new([
        ("/r/security.md", Node::Text(PASS)),
        ("/r/qa.md", Node::Text(FAIL)),
        ("/r/.hidden.md", Node::Text(FAIL)),
        ("/r/verdict-summary.kdl", Node::Text(FAIL)),
    ]);
    assert_eq!(seating(&closed(&fake, &Roster::default())), "qa reported, security reported");
    let roster = expecting("security,qa,ts-strict");
    let docket = closed(&fake, &roster);
    assert_eq!(seating(&docket), "security reported, qa reported, ts-strict missing");
    assert_eq!(codes(&docket), ["assize::host::hidden", "assize::seats::missing"]);
}

#[test]
fn what_cannot_be_read_takes_its_seat() {
    let fake = Fake::new([
        ("/r/a.md", Node::Broken(ErrorKind::PermissionDenied)),
        ("/r/b.md", Node::Broken(ErrorKind::UnexpectedEof)),
        ("/r/c.md", Node::Large),
        ("/r/d.md", Node::Fifo),
        ("/r/e.md", Node::Folder),
        ("/r/f.md", Node::Link("/secret")),
        ("/secret", Node::Text(PASS)),
        ("/r/g.md", Node::Link("/nowhere")),
        ("/r/h.md", Node::Link("/r/archive/h.md")),
        ("/r/archive", Node::Folder),
        ("/r/archive/h.md", Node::Text(PASS)),
        ("/r/i.md", Node::Link("/dev/zero")),
        ("/dev/zero", Node::Fifo),
        ("/r/j", Node::Fifo),
    ]);
    let docket = closed(&fake, &Roster::default());
    assert_eq!(
        seating(&docket),
        "a unreadable permission, b unreadable read_error, c unreadable too_large, \
         d unreadable not_a_file, e unreadable not_a_file, f unreadable bad_path, \
         g unreadable bad_path, h reported, i unreadable bad_path, j unreadable not_a_file"
    );
    assert!(codes(&docket).contains(&"assize::host::subfolder"));
}

#[test]
fn an_unexpected_file_that_cannot_be_read_shuts() {
    let fake = Fake::new([
        ("/r/qa.md", Node::Text(PASS)),
        ("/r/x.md", Node::Broken(ErrorKind::PermissionDenied)),
        ("/r/y.md", Node::Text("")),
        ("/r/notes.txt", Node::Text("remember the milk\n")),
    ]);
    let docket = closed(&fake, &expecting("qa"));
    assert_eq!(
        seating(&docket),
        "qa reported, x unreadable permission unexpected, y unreadable empty unexpected"
    );
    assert!(roles(&docket).contains(&("notes.txt", Role::Ignored)));
    assert!(codes(&docket).contains(&"assize::seats::ignored"));
}

#[test]
fn two_files_for_one_seat_are_ambiguous_unless_one_fails() {
    let with = |other| {
        let fake = Fake::new([("/r/qa.md", Node::Text(PASS)), ("/r/qa.txt", other)]);
        let docket = closed(&fake, &Roster::default());
        let outcome = docket.cells().next().and_then(crate::docket::CellRef::effective);
        (seating(&docket), outcome)
    };
    assert_eq!(with(Node::Text(PASS)), ("qa unreadable duplicate_seat".into(), None));
    assert_eq!(with(Node::Text(FAIL)), ("qa reported".into(), Some(Outcome::Fail)));
    assert_eq!(with(Node::Fifo), ("qa unreadable not_a_file".into(), None));
}

#[test]
fn evidence_gives_up_its_seat_only_under_the_name_of_its_reviewer() {
    const CITES: &str = "verdict: pass\nconfidence: high\nevidence: ./quality-evidence.md\n";
    const CITES_SECURITY: &str =
        "verdict: pass\nconfidence: high\nevidence: ./quality-security.md\n";
    let quality = |cites, name, node| {
        let fake = Fake::new([("/r/quality.md", Node::Text(cites)), (name, node)]);
        seating(&closed(&fake, &Roster::default()))
    };
    let evidence = "/r/quality-evidence.md";
    assert_eq!(quality(CITES, evidence, Node::Text("a trace")), "quality reported");
    for (node, cause) in [
        (Node::Text(""), "unreadable empty"),
        (Node::Text(FAIL), "reported"),
        (Node::Large, "unreadable too_large"),
        (Node::Changing, "unreadable changing"),
        (Node::Fifo, "unreadable not_a_file"),
    ] {
        let seats = quality(CITES, evidence, node);
        assert_eq!(seats, format!("quality reported, quality-evidence {cause}"));
    }
    assert_eq!(
        quality(PASS, evidence, Node::Text("nobody cites it")),
        "quality reported, quality-evidence unreadable no_verdict"
    );
    assert_eq!(
        quality(CITES_SECURITY, "/r/quality-security.md", Node::Text("I gave up")),
        "quality reported, quality-security unreadable no_verdict"
    );
}

#[test]
fn a_seat_that_is_named_is_never_evidence() {
    const CITES: &str = "verdict: pass\nconfidence: high\nevidence: ./qa-evidence.md\n";
    let fake =
        Fake::new([("/r/qa.md", Node::Text(CITES)), ("/r/qa-evidence.md", Node::Text("words"))]);
    let voting = Roster { voting: names("qa-evidence"), ..Roster::default() };
    let held = "qa reported, qa-evidence unreadable no_verdict voting";
    assert_eq!(seating(&closed(&fake, &voting)), held);
    let held = "qa reported, qa-evidence unreadable no_verdict";
    assert_eq!(seating(&closed(&fake, &expecting("qa,qa-evidence"))), held);
    let docket = closed(&fake, &expecting("qa"));
    assert_eq!(seating(&docket), "qa reported");
    assert!(roles(&docket).contains(&("qa-evidence.md", Role::Evidence)));
}

#[test]
fn citing_a_verdict_is_reported() {
    const OWN: &str = "verdict: pass\nconfidence: high\nevidence: ./a.md\n";
    const OTHER: &str = "verdict: pass\nconfidence: high\nevidence: r/a.md\n";
    let fake = Fake::new([("/r/a.md", Node::Text(OWN)), ("/r/b.md", Node::Text(OTHER))]);
    let docket = closed(&fake, &Roster::default());
    assert_eq!(seating(&docket), "a reported, b reported");
    assert_eq!(codes(&docket), ["assize::seats::cites_itself", "assize::seats::cites_a_verdict"]);
}

#[test]
fn names_that_look_alike_keep_their_own_seats() {
    let fake = Fake::new([
        ("/r/QA.md", Node::Text(PASS)),
        ("/r/qa.md", Node::Text(FAIL)),
        ("/r/q-a.md", Node::Text(PASS)),
    ]);
    let docket = closed(&fake, &Roster::default());
    assert_eq!(docket.cells().count(), 3);
    assert_eq!(codes(&docket), ["assize::seats::names_alike"]);
    assert_eq!(
        seating(&closed(&fake, &expecting("Qa"))),
        "Qa missing, QA reported unexpected, q-a reported unexpected, qa reported unexpected"
    );
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_utf8_takes_a_seat() {
    use std::os::unix::ffi::OsStringExt;
    let odd = |byte| OsString::from_vec(vec![b'q', byte, b'.', b'm', b'd']);
    let fake = Fake { odd_names: vec![odd(0xff)], ..Fake::new([]) };
    assert_eq!(seating(&closed(&fake, &Roster::default())), "q\u{fffd} reported");
    let fake = Fake { odd_names: vec![odd(0xff), odd(0xfe)], ..Fake::new([]) };
    let seats = seating(&closed(&fake, &Roster::default()));
    assert_eq!(seats, "q\u{fffd} unreadable duplicate_seat");
}

#[test]
fn the_roster_is_checked_all_at_once() {
    let fake = Fake::new([("/r/qa.md", Node::Text(PASS))]);
    let roster = Roster {
        expect: Some(names("qa,qa")),
        voting: names("qa,securty"),
        observers: vec!["qa".into(), String::new()],
        ..Roster::default()
    };
    assert_eq!(
        mistakes(&fake, &roster),
        [
            "assize::seats::named_twice",
            "assize::seats::empty_name",
            "assize::seats::two_stakes",
            "assize::seats::no_such_seat"
        ]
    );
    let absent = Roster { voting: names("security"), ..Roster::default() };
    assert_eq!(mistakes(&fake, &absent), ["assize::seats::no_such_seat"]);
}

#[test]
fn nothing_to_judge_is_an_error_unless_somebody_is_expected() {
    let fake = Fake::new([("/r/verdict-summary.kdl", Node::Text("gate \"pass\""))]);
    assert_eq!(mistakes(&fake, &Roster::default()), ["assize::seats::no_reports"]);
    assert_eq!(seating(&closed(&fake, &expecting("qa"))), "qa missing");
    let fake = Fake { list_breaks: true, ..Fake::new([]) };
    assert_eq!(mistakes(&fake, &Roster::default()), ["assize::host::folder_unreadable"]);
}

#[test]
fn files_are_named_one_by_one_or_a_folder_is() {
    let fake = Fake::new([
        ("/r/qa.md", Node::Text(PASS)),
        ("/r/.odd.md", Node::Text(PASS)),
        ("/s", Node::Folder),
        ("/s/qa.md", Node::Text(PASS)),
    ]);
    let gathered = |paths: &[&str]| {
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        let mut docket = Docket::new("r");
        match list_reports(&fake, &paths, &[], &Limits::default())
            .and_then(|r| seat_reports(&mut docket, r, &Roster::default()))
        {
            Ok(()) => seating(&docket.close()),
            Err(reason) => {
                reason.items().iter().map(|i| i.code.as_ref()).collect::<Vec<_>>().join(" ")
            }
        }
    };
    assert_eq!(gathered(&["/r/qa.md", "/r/qa.md"]), "qa reported");
    assert_eq!(gathered(&["/r/qa.md", "/s/qa.md"]), "qa unreadable duplicate_seat");
    assert_eq!(gathered(&["/r/.odd.md"]), ".odd reported");
    assert_eq!(
        gathered(&["/r", "/r/qa.md", "/gone"]),
        "assize::host::folder_among_files assize::host::not_found"
    );
}

#[test]
fn a_summary_that_cannot_be_written_leaves_none_behind() {
    let place = Place::Beside("/r/s.kdl".into());
    let try_it = |refuses: &'static [&'static str]| {
        let fake = Fake::new([("/r/s.kdl", Node::Text("gate \"pass\""))]).refusing(refuses);
        let error = write_atomic(&fake, &place, "new", "summary").expect_err("it is refused");
        assert_eq!(error.code, "assize::host::summary_not_written");
        assert!(error.message.contains("/r/s.kdl"), "{}", error.message);
        (fake.has("/r/s.kdl"), error.help.unwrap_or_default())
    };
    let (left, help) = try_it(&["replace"]);
    assert!(!left && help.contains("was removed"), "{help}");
    let (_, help) = try_it(&["replace", "remove"]);
    assert!(help.contains("was removed"), "{help}");
    let (left, help) = try_it(&["replace", "remove", "blank"]);
    assert!(left && help.contains("do not trust it"), "{help}");
}

#[test]
fn a_log_that_cannot_be_written_stays() {
    let log = Path::new("/r/v.md");
    let fake = Fake::new([("/r/v.md", Node::Text("B1"))]).refusing(&["replace"]);
    let error = write_log(&fake, log, "new").expect_err("it is refused");
    assert_eq!(error.code, "assize::host::log_not_written");
    assert!(error.help.is_some_and(|help| help.contains("nothing is lost")));
    assert!(matches!(fake.nodes.borrow()[log], Node::Text("B1")));
}

#[test]
fn a_planted_link_is_replaced_and_a_named_one_is_followed() {
    let fake = || Fake::new([("/r/s.kdl", Node::Link("/other")), ("/other", Node::Text("mine"))]);
    let beside = fake();
    assert!(write_atomic(&beside, &Place::Beside("/r/s.kdl".into()), "new", "summary").is_ok());
    assert!(matches!(beside.nodes.borrow()[Path::new("/other")], Node::Text("mine")));
    let named = fake();
    assert!(write_atomic(&named, &Place::Named("/r/s.kdl".into()), "new", "summary").is_ok());
    assert!(matches!(named.nodes.borrow()[Path::new("/other")], Node::Text("new")));
    let fifo = Fake::new([("/r/pipe", Node::Fifo)]).refusing(&["replace"]);
    assert!(write_atomic(&fifo, &Place::Named("/r/pipe".into()), "new", "output").is_ok());
    let folder = Fake::new([("/r/s.kdl", Node::Folder)]);
    assert!(write_atomic(&folder, &Place::Beside("/r/s.kdl".into()), "new", "summary").is_err());
}

#[test]
fn policies_are_found_up_to_the_root_of_the_repository() {
    let nodes = || {
        [
            ("/w/.assize/policies/gate/outside.rhai", Node::Text("outside")),
            ("/w/repo/.git", Node::Folder),
            ("/w/repo/.assize/policies/gate/ours.rhai", Node::Text("ours")),
            ("/w/repo/.assize/policies/gate/any-blocker.rhai", Node::Broken(ErrorKind::Other)),
            ("/w/repo/.assize/policies/gate", Node::Folder),
        ]
    };
    let fake = Fake::new(nodes());
    let find = |name| {
        policies::find(&fake, Stage::Gate, name, Path::new("/w/repo/sub"), &Judged::default())
    };
    assert_eq!(find("ours").map(|found| found.text).as_deref(), Ok("ours"));
    let code = |name| find(name).map_err(|error| error.code.to_string());
    assert_eq!(code("outside"), Err("assize::host::unknown_policy".into()));
    assert_eq!(code("our"), Err("assize::host::unknown_policy".into()));
    assert_eq!(code("../x"), Err("assize::host::no_policy_file".into()));
    assert_eq!(code("a b"), Err("assize::host::policy_name".into()));
    // A policy that is there and cannot be read does not fall back to the built-in one.
    assert_eq!(code("any-blocker"), Err("assize::host::policy_unreadable".into()));
}

/// A disk with one file, `/w.kdl`.
pub(super) fn alone(text: &'static str) -> impl super::Files {
    Fake::new([("/w.kdl", Node::Text(text))])
}

/// A disk with these files, and their folders.
pub(super) fn round(files: &[(&'static str, String)]) -> impl super::Files {
    let fake = Fake::new([]);
    for (path, text) in files {
        let folder = Path::new(path).parent().map(Path::to_owned).unwrap_or_default();
        let mut nodes = fake.nodes.borrow_mut();
        nodes.insert(folder, Node::Folder);
        nodes.insert(PathBuf::from(path), Node::Text(text.clone().leak()));
    }
    fake
}
