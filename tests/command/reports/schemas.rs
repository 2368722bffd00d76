//! What the published documents of each kind demand of the part of it that is written.

use serde_json::{Value, json};

fn object(required: &[&str], properties: Value) -> Value {
    let mut schema =
        json!({ "type": "object", "required": required, "additionalProperties": false });
    schema["properties"] = properties;
    schema
}

fn list(items: Value) -> Value {
    let mut schema = json!({ "type": "array" });
    schema["items"] = items;
    schema
}

fn one_of(words: &[&str]) -> Value {
    json!({ "enum": words })
}

/// SARIF 2.1.0, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/>, and what GitHub asks beyond it (a location and a
/// fingerprint for each result), <https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning>.
pub(crate) fn sarif() -> Value {
    let text = object(&["text"], json!({ "text": { "type": "string", "minLength": 1 } }));
    let line = json!({ "type": "integer", "minimum": 1 });
    let byte = json!({ "type": "integer", "minimum": 0 });
    let level = one_of(&["none", "note", "warning", "error"]);
    let region = object(
        &["startLine"],
        json!({
            "startLine": line, "endLine": line, "startColumn": line, "endColumn": line,
            "byteOffset": byte, "byteLength": byte,
        }),
    );
    let uri = json!({ "type": "string", "pattern": "^[A-Za-z0-9/._~%-]+$" });
    let physical = object(
        &["artifactLocation"],
        json!({ "artifactLocation": object(&["uri"], json!({ "uri": uri })), "region": region }),
    );
    let location =
        object(&["physicalLocation"], json!({ "physicalLocation": physical, "message": text }));
    let mut locations = list(location.clone());
    locations["minItems"] = 1.into();
    let result = object(
        &["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"],
        json!({
            "ruleId": { "type": "string" },
            "ruleIndex": byte,
            "level": level,
            "message": text,
            "locations": locations,
            "relatedLocations": list(location),
            "partialFingerprints": {
                "type": "object", "minProperties": 1, "additionalProperties": { "type": "string", "minLength": 1 },
            },
            "properties": { "type": "object" },
        }),
    );
    let rule = object(
        &["id"],
        json!({
            "id": { "type": "string" },
            "shortDescription": text,
            "defaultConfiguration": object(&["level"], json!({ "level": level })),
        }),
    );
    let driver = object(
        &["name"],
        json!({ "name": { "const": "assize" }, "version": { "type": "string" }, "rules": list(rule) }),
    );
    let notification = object(
        &["message"],
        json!({
            "descriptor": object(&["id"], json!({ "id": { "type": "string" } })),
            "level": level,
            "message": text,
        }),
    );
    let invocation = object(
        &["executionSuccessful"],
        json!({
            "executionSuccessful": { "type": "boolean" },
            "toolExecutionNotifications": list(notification),
        }),
    );
    let run = object(
        &["tool", "results"],
        json!({
            "tool": object(&["driver"], json!({ "driver": driver })),
            "automationDetails": object(&["id"], json!({ "id": { "type": "string" } })),
            "columnKind": one_of(&["utf16CodeUnits", "unicodeCodePoints"]),
            "invocations": list(invocation),
            "properties": { "type": "object" },
            "results": list(result),
        }),
    );
    object(
        &["version", "runs"],
        json!({ "$schema": { "type": "string" }, "version": { "const": "2.1.0" }, "runs": list(run) }),
    )
}

/// The diagnostics of reviewdog, <https://github.com/reviewdog/reviewdog/tree/master/proto/rdf>.
pub(crate) fn rdjson() -> Value {
    let position = object(&["line"], json!({ "line": { "type": "integer", "minimum": 1 } }));
    let range = object(&["start"], json!({ "start": position, "end": position }));
    let location =
        object(&["path"], json!({ "path": { "type": "string", "minLength": 1 }, "range": range }));
    let diagnostic = object(
        &["message"],
        json!({
            "message": { "type": "string" },
            "location": location,
            "severity": one_of(&["UNKNOWN_SEVERITY", "ERROR", "WARNING", "INFO"]),
            "code": object(&["value"], json!({ "value": { "type": "string" } })),
            "original_output": { "type": "string" },
        }),
    );
    let source = object(&["name"], json!({ "name": { "type": "string" } }));
    object(&["source", "diagnostics"], json!({ "source": source, "diagnostics": list(diagnostic) }))
}

/// The code quality of GitLab, <https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>.
pub(crate) fn gitlab() -> Value {
    let line = json!({ "type": "integer", "minimum": 1 });
    let lines = object(&["begin"], json!({ "begin": line, "end": line }));
    // A path is relative to the repository, without `./`.
    let path = json!({ "type": "string", "minLength": 1, "not": { "pattern": "^\\./" } });
    let location = object(&["path", "lines"], json!({ "path": path, "lines": lines }));
    let text = json!({ "type": "string", "minLength": 1 });
    let mut all = list(object(
        &["description", "check_name", "fingerprint", "severity", "location"],
        json!({
            "description": text,
            "check_name": text,
            "fingerprint": text,
            "severity": one_of(&["info", "minor", "major", "critical", "blocker"]),
            "location": location,
        }),
    ));
    all["uniqueItems"] = true.into();
    all
}

/// The Common Test Report Format, <https://ctrf.io/docs/specification/overview>.
pub(crate) fn ctrf() -> Value {
    let text = json!({ "type": "string", "minLength": 1 });
    let number = json!({ "type": "integer", "minimum": 0 });
    let words = ["passed", "failed", "skipped", "pending", "other"];
    let test = object(
        &["name", "status", "duration"],
        json!({
            "name": text,
            "status": one_of(&words),
            "duration": number,
            "suite": { "type": "array", "minItems": 1, "items": { "type": "string" } },
            "message": { "type": "string" },
            "trace": { "type": "string" },
            "filePath": { "type": "string" },
            "line": number,
        }),
    );
    let summary = object(
        &["tests", "passed", "failed", "skipped", "pending", "other", "start", "stop"],
        json!({
            "tests": number, "passed": number, "failed": number, "skipped": number, "pending": number,
            "other": number, "start": number, "stop": number,
        }),
    );
    let tool = object(&["name"], json!({ "name": text, "version": { "type": "string" } }));
    let results = object(
        &["tool", "summary", "tests"],
        json!({ "tool": tool, "summary": summary, "tests": list(test) }),
    );
    object(
        &["results", "reportFormat", "specVersion"],
        json!({
            "reportFormat": { "const": "CTRF" },
            "specVersion": { "type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+$" },
            "generatedBy": { "type": "string" },
            "results": results,
        }),
    )
}
