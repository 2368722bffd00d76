//! The diagnostics of reviewdog (rdjson).

use serde_json::{Value, json};

use super::{Item, Place, Report};
use crate::emit::json::print;
use crate::ir::Level;

pub(super) fn write(report: &Report) -> String {
    let diagnostics: Vec<Value> = report.items.iter().map(diagnostic).collect();
    print(&json!({ "source": { "name": "assize" }, "diagnostics": diagnostics }))
}

fn diagnostic(item: &Item) -> Value {
    let severity = match item.level {
        Level::Error => "ERROR",
        Level::Warning => "WARNING",
        Level::Advice => "INFO",
    };
    let mut told = json!({
        "message": item.in_full(),
        "severity": severity,
        "code": { "value": item.rule },
    });
    if let Some(place) = item.anywhere() {
        told["location"] = location(place);
    }
    if let Some(excerpt) = &item.excerpt {
        told["original_output"] = excerpt.as_str().into();
    }
    told
}

/// Whole lines: columns are counted in bytes there.
fn location(place: &Place) -> Value {
    match place.lines {
        Some(lines) => json!({
            "path": place.path,
            "range": { "start": { "line": lines.first }, "end": { "line": lines.last } },
        }),
        None => json!({ "path": place.path }),
    }
}
