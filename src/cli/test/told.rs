//! What became of cases, for services.

use crate::Diagnostics;
use crate::diagnostic::Level;
use crate::emit::tested::Tested;
use crate::report::{Answer, Check, Item, Lines, Place, Report, items_of, unread};
use crate::verdict::Fingerprint;

/// What a report says that it is of.
pub(super) const COMMAND: &str = "assize policy test";

/// A check for each case, and for what could not be read; an item for each that failed, and for what was measured.
pub(super) fn report(
    tested: &[Tested<'_>],
    measured: Vec<Item>,
    wrong: &Diagnostics,
    code: u8,
) -> Report {
    let failed = tested.iter().filter(|one| !one.passed);
    let count = failed.clone().count();
    let found = failed.map(item).chain(measured).chain(items_of(wrong));
    Report {
        command: COMMAND,
        about: "cases".to_owned(),
        state: if code == 0 { "PASSED" } else { "NOT PASSED" },
        title: format!("{} of {} cases passed", tested.len() - count, tested.len()),
        good: code == 0,
        items: found.collect(),
        checks: tested.iter().map(check).chain(unread(wrong)).collect(),
        ..Report::default()
    }
}

fn place(one: &Tested<'_>) -> Place {
    let (file, line) = one.place;
    let lines = Lines { first: line, last: line, columns: None, bytes: None };
    Place { path: file.to_owned(), lines: Some(lines), label: String::new() }
}

fn check(one: &Tested<'_>) -> Check {
    Check {
        suite: format!("{}/{}", one.stage, one.policy),
        name: one.name.to_owned(),
        answer: if one.passed { Answer::Passed } else { Answer::Failed },
        says: if one.passed { "passed".to_owned() } else { place(one).shown() },
        why: one.difference.to_owned(),
        place: Some(place(one)),
    }
}

fn item(one: &Tested<'_>) -> Item {
    let name = format!("{} {}: {}", one.stage, one.policy, one.name);
    let place = place(one);
    Item {
        fingerprint: Fingerprint::of(Some("case"), Some(&place.path), &name).to_string(),
        place: Some(place),
        ..Item::new("case", Level::Error, format!("{name}\n{}", one.difference.trim_end()))
    }
}
