//! What no client writes: the server says what is wrong, or passes it over, and goes on.
#![expect(clippy::expect_used, reason = "a test may fail where it stands")]

use serde_json::Value;

use crate::run::run;
use crate::{OURS, begin, report, repository};

const HELLO: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
"#;

/// What is answered to lines behind a greeting, by the number that each asks with.
fn answers(lines: &str) -> (Vec<Value>, i32) {
    let dir = repository(OURS);
    begin(dir.path(), "t1");
    let ran = run(dir.path(), &["mcp", "--seat", "qa"], &format!("{HELLO}{lines}"));
    let answers = ran.out().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(report(dir.path(), "security"), None);
    (answers, ran.code())
}

#[test]
fn lines_that_are_no_calls_are_passed_over() {
    let huge = "x".repeat(17 * 1024 * 1024);
    let lines = [
        "no JSON",
        "{",
        "[]",
        "7",
        "\u{0}\u{1b}[2J",
        &huge,
        r#"{"jsonrpc": "2.0", "id": 2, "method": "no/such/method"}"#,
        r#"{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "submit_verdict"}}"#,
        r#"{"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "submit_verdict", "arguments": []}}"#,
        r#"{"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "gate", "arguments": {}}}"#,
    ];
    let (answers, code) = answers(&(lines.join("\n") + "\n"));
    let by = |id: u64| answers.iter().find(|answer| answer["id"] == id);
    assert!(by(2).is_some_and(|told| told["error"]["code"] == -32601), "{answers:?}");
    assert!(by(3).is_some_and(|told| told["result"]["isError"] == true), "{answers:?}");
    assert!(by(4).is_none_or(|told| told["result"].is_null()), "{answers:?}");
    let gate = by(5).expect("the last one is answered");
    assert_eq!(gate["result"]["structuredContent"]["open"], false, "{gate}");
    assert_eq!(code, 0);
}

#[test]
fn who_does_not_speak_it_is_told() {
    let dir = repository(OURS);
    for input in [
        "",
        "\n\n",
        "git push\n",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}\n",
    ] {
        let ran = run(dir.path(), &["mcp"], input);
        if ran.code() != 0 {
            assert_eq!(ran.code(), 2, "{input} {}", ran.err());
            assert!(ran.err().contains("help: "), "{}", ran.err());
        }
        assert!(!ran.out().contains("\"tools\""), "{}", ran.out());
    }
}
