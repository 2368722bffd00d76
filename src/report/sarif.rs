//! SARIF 2.1.0, for code scanning.

use serde_json::{Value, json};

use super::mistakes::NO_ANSWER;
use super::{Item, Place, Report};
use crate::emit::found::uri;
use crate::emit::json::print;
use crate::ir::{FINGERPRINT_VERSION, Level};

pub(super) fn write(report: &Report) -> String {
    let known = |name: &str| report.rules.iter().any(|rule| rule.name == name);
    let mut others: Vec<&str> =
        report.items.iter().map(|item| &*item.rule).filter(|name| !known(name)).collect();
    others.sort_unstable();
    others.dedup();
    let of_rules = report.rules.iter().map(|rule| {
        json!({
            "id": rule.name,
            "shortDescription": { "text": rule.doc },
            "defaultConfiguration": { "level": level(rule.level) },
        })
    });
    let rules: Vec<Value> = of_rules.chain(others.iter().map(|id| json!({ "id": id }))).collect();
    let ids: Vec<&str> = report.rules.iter().map(|rule| rule.name).chain(others).collect();
    // Code scanning refuses a result without a place; what has none is a notification of the run.
    let (placed, unplaced): (Vec<&Item>, Vec<&Item>) =
        report.items.iter().partition(|item| item.anywhere().is_some());
    let results: Vec<Value> = placed.into_iter().map(|item| result(item, &ids)).collect();
    let notifications: Vec<Value> = unplaced
        .into_iter()
        .map(|item| {
            json!({
                "descriptor": { "id": item.rule },
                "level": level(item.level),
                "message": { "text": item.in_full() },
            })
        })
        .collect();
    print(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "assize",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "automationDetails": { "id": format!("{}/", report.command) },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": report.state != NO_ANSWER,
                "toolExecutionNotifications": notifications,
            }],
            "properties": { "good": report.good, "state": report.state, "title": report.title },
            "results": results,
        }],
    }))
}

fn result(item: &Item, ids: &[&str]) -> Value {
    let place = item.anywhere();
    let written = item.written.as_ref().filter(|written| Some(*written) != place);
    let related: Vec<Value> = written.into_iter().chain(&item.related).map(location).collect();
    json!({
        "ruleId": item.rule,
        "ruleIndex": ids.iter().position(|id| *id == item.rule),
        "level": level(item.level),
        "message": { "text": item.in_full() },
        "locations": place.map(location).into_iter().collect::<Vec<_>>(),
        "relatedLocations": related,
        "partialFingerprints": { (format!("assize/{FINGERPRINT_VERSION}")): item.fingerprint },
        "properties": {
            "seat": item.seat,
            "severity": item.severity.map(crate::ir::Severity::as_str),
            "excerpt": item.excerpt,
        },
    })
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Advice => "note",
    }
}

fn location(place: &Place) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&place.path) } });
    if let Some(lines) = place.lines {
        let mut region = json!({ "startLine": lines.first, "endLine": lines.last });
        if let Some((first, last)) = lines.columns {
            (region["startColumn"], region["endColumn"]) = (first.into(), last.into());
        }
        if let Some((start, length)) = lines.bytes {
            (region["byteOffset"], region["byteLength"]) = (start.into(), length.into());
        }
        physical["region"] = region;
    }
    let mut location = json!({ "physicalLocation": physical });
    if !place.label.is_empty() {
        location["message"] = json!({ "text": place.label });
    }
    location
}
