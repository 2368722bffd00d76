//! The code quality of GitLab.

use serde_json::{Value, json};

use super::{Item, Report};
use crate::emit::json::print;
use crate::ir::{Level, Severity};

/// Every entry has a place and a fingerprint of its own; what is about no file is about the work.
pub(super) fn write(report: &Report) -> String {
    let fingerprints = report.unique_fingerprints();
    let entry = |(item, fingerprint): (&Item, &String)| {
        let place = item.anywhere();
        let path = place.map_or(report.about.as_str(), |place| &place.path);
        let lines = place.and_then(|place| place.lines);
        let begin = lines.map_or(1, |lines| lines.first);
        let end = lines.map_or(1, |lines| lines.last);
        json!({
            "description": item.in_full(),
            "check_name": item.rule,
            "fingerprint": fingerprint,
            "severity": severity(item),
            "location": { "path": path, "lines": { "begin": begin, "end": end } },
        })
    };
    print(&report.items.iter().zip(&fingerprints).map(entry).collect::<Vec<Value>>())
}

fn severity(item: &Item) -> &'static str {
    match (item.level, item.severity) {
        (Level::Error, _) => "blocker",
        (_, Some(Severity::Critical)) => "critical",
        (_, Some(Severity::High)) | (Level::Warning, None) => "major",
        (_, Some(Severity::Medium | Severity::Low)) => "minor",
        (_, Some(Severity::Info)) | (Level::Advice, None) => "info",
    }
}
