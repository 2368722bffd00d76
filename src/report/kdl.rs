//! A report in KDL, for commands whose KDL is not the summary of a gate.

use std::fmt::Write as _;

use super::{Check, Item, Report};
use crate::emit::visible::visible;

pub(super) fn write(report: &Report) -> String {
    let mut out = format!("report {} good=#{} {{\n", quoted(report.command), report.good);
    let _ = writeln!(out, "    state {} {}", quoted(report.state), quoted(&report.title));
    for Check { suite, name, answer, says, .. } in &report.checks {
        let answer = format!("{answer:?}").to_lowercase();
        let says = if says.is_empty() { String::new() } else { format!(" says={}", quoted(says)) };
        let _ = writeln!(out, "    check {} {} {answer:?}{says}", quoted(suite), quoted(name));
    }
    report.items.iter().for_each(|item| found(&mut out, item));
    out + "}\n"
}

fn found(out: &mut String, item: &Item) {
    let _ = write!(out, "    found {} {}", quoted(&item.rule), quoted(&item.message));
    let _ = write!(out, " level=\"{}\"", item.level.as_str());
    if let Some(place) = item.anywhere() {
        let _ = write!(out, " path={}", quoted(&place.path));
        if let Some(lines) = place.lines {
            let _ = write!(out, " line={}", lines.first);
        }
    }
    let _ = writeln!(out, " fingerprint={}", quoted(&item.fingerprint));
}

/// A text as KDL writes it; what acts on a terminal is spelled out, which leaves quotes and backslashes to escape.
fn quoted(text: &str) -> String {
    format!("\"{}\"", visible(text).replace('\\', "\\\\").replace('"', "\\\""))
}
