//! The Common Test Report Format.

use serde_json::{Value, json};

use super::{Answer, Check, Report};
use crate::emit::json::print;

/// It holds no time, so that the same input gives the same report.
pub(super) fn write(report: &Report) -> String {
    let status = |check: &Check| match check.answer {
        Answer::Passed => "passed",
        Answer::Failed => "failed",
        Answer::Errored => "other",
        Answer::Pending => "pending",
        Answer::Skipped => "skipped",
    };
    let count = |name: &str| report.checks.iter().filter(|check| status(check) == name).count();
    let test = |check: &Check| {
        let mut test = json!({
            "name": check.name,
            "status": status(check),
            "duration": 0,
            "suite": [check.suite],
            "message": check.says,
        });
        if !check.why.is_empty() {
            test["trace"] = check.why.as_str().into();
        }
        if let Some(place) = &check.place {
            test["filePath"] = place.path.as_str().into();
            if let Some(lines) = place.lines {
                test["line"] = lines.first.into();
            }
        }
        test
    };
    print(&json!({
        "reportFormat": "CTRF",
        "specVersion": "0.0.0",
        "generatedBy": report.command,
        "results": {
            "tool": { "name": "assize", "version": env!("CARGO_PKG_VERSION") },
            "summary": {
                "tests": report.checks.len(),
                "passed": count("passed"),
                "failed": count("failed"),
                "skipped": count("skipped"),
                "pending": count("pending"),
                "other": count("other"),
                "start": 0,
                "stop": 0,
            },
            "tests": report.checks.iter().map(test).collect::<Vec<Value>>(),
        },
    }))
}
