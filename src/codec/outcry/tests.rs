use super::*;
use crate::codec::ReadOptions;
use crate::source::Source;

fn place_in(text: &str) -> Option<String> {
    let source = Source::new("a.md", text);
    let options = ReadOptions::default();
    let at = place(&Task::whole(&source, text, &options))?;
    Some(text[at.start as usize..at.end as usize].to_owned())
}

#[test]
fn a_text_that_is_a_word_of_failing_fails() {
    for text in [
        "NO-GO",
        "FAIL\n",
        "**FAIL**\n",
        "REJECTED",
        "REVISE",
        "Final: FAIL",
        "# Security\n\nNO-GO\n",
        "# NO-GO\n",
        "👎",
        "- [ ] FAIL\n",
        "```\nNO-GO\n```\n",
        "Security review - REJECTED.\n",
        "REJECTED because the token is logged\n",
        "Do not merge this.\n",
        "approved: no\n",
        "NO_GO",
        "REQUEST_CHANGES",
        "NO\u{2011}GO",
        "FA\u{200b}IL",
        "ＦＡＩＬ",
        "NО-GO",
        "Result FAIL",
        "| Security | NO-GO |",
        "I reject this.",
        "❌ Not good",
        "\"FAIL\"",
        "approve: no",
        "Security\n====\nFAIL\n1. a\n2. b\n3. c\n4. d\n5. e\n",
        "I looked at the handler.\nFAIL\nThe token is logged.\n",
        "VERIFIED:\na|C|c|l|d",
        "ISSUES:\nC|c|l|d",
        "## ISSUES\n- Critical|c|l|d\n",
    ] {
        assert!(place_in(text).is_some(), "{text}");
    }
}

#[test]
fn a_long_text_fails_by_its_first_or_its_last_line() {
    let lines = "I read it.\n".repeat(9);
    assert_eq!(place_in(&format!("NO-GO\n{lines}")).as_deref(), Some("NO-GO"));
    assert_eq!(
        place_in(&format!("{lines}\nResult - **FAIL**\n")).as_deref(),
        Some("Result - **FAIL**")
    );
    for ruling in ["**NO-GO**", "REJECTED.", "## NO-GO", "approved: false"] {
        let text = format!("{lines}{ruling}\n{lines}");
        assert_eq!(place_in(&text).as_deref(), Some(ruling));
    }
    assert_eq!(place_in(&format!("{lines}- GO\n- NO-GO\n{lines}")), None);
    assert_eq!(place_in(&format!("{lines}FAIL\n{lines}")), None);
    assert_eq!(place_in(&format!("{lines}Final: FAIL\n{lines}")), None);
}

#[test]
fn evidence_does_not_fail() {
    for text in [
        "ran 12 tests\nok\n",
        "Failed: 0\n",
        "Failed tests: none\n",
        "failures: 0\n",
        "12 passed, 0 failed\n",
        "None of the tests failed.\n",
        "The test no longer fails.\n",
        "All criteria hold; what failed before is mended.\n",
        "> NO-GO\n",
        "Nothing failed.\n",
        "Log\n---\nok\nok\nok\nok\nFAIL a\nok\nok\n",
        "# Failures\n\nThe handler was read, and every path returns.\n",
        "FAIL src/a.test.ts\nPASS src/b.test.ts\n",
        "VERIFIED:\na|H|c|l|d\n",
        "Name | Result\n--- | ---\nlogin | ok\n",
        "C|H|M|L\n1|2|3|4\n",
        "",
    ] {
        assert_eq!(place_in(text), None, "{text}");
    }
}

#[test]
fn json_fails_by_its_own_members() {
    for text in [
        r#"{"approved":false}"#,
        r#"{"decision":"reject"}"#,
        r#"{"result":"fail"}"#,
        r#"{"state":"failed"}"#,
        r#"{"approved":"no"}"#,
        r#"{"approve":false}"#,
        r#"{"rejected":true}"#,
        r#"["FAIL"]"#,
        r#"["NO-GO","the token is logged"]"#,
        r#"{"status":"failed"}"#,
        r#"{"review":{"status":"failed"}}"#,
        r#"[{"status":"failed"}]"#,
        r#"[{"action":"request-changes","x":[{"id":"a","status":"fail"}]}]"#,
        r#"[{"a":1},{"verdict":"fail"}]"#,
    ] {
        assert!(place_in(text).is_some(), "{text}");
    }
    for text in [
        r#"{"status":"ok","failed":0}"#,
        r#"{"tests":[{"name":"a","status":"passed"},{"name":"b","status":"failed"}]}"#,
        r#"[{"name":"a","status":"failed"},{"name":"b","status":"passed"}]"#,
        "[]",
    ] {
        assert_eq!(place_in(text), None, "{text}");
    }
}
