//! What became of cases, as CI servers read it.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::Diagnostics;
use crate::emit::tested::Tested;
use crate::emit::visible::{visible, without_commands};

/// A test suite for each policy, and one for what could not be read: anyone who looks at nothing but the report sees no
/// pass either. It holds no time, so that the same cases give the same report.
pub(super) fn report(tested: &[Tested<'_>], wrong: &Diagnostics) -> String {
    let mut report = Report::new("assize policy test");
    for cases in tested.chunk_by(same) {
        let Some(first) = cases.first() else { continue };
        let name = spelt(&format!("{}/{}", first.stage, first.policy));
        let mut suite = TestSuite::new(name.clone());
        for one in cases {
            let (file, line) = one.place;
            let status = match one.passed {
                true => TestCaseStatus::success(),
                false => {
                    not_passed(NonSuccessKind::Failure, &format!("{file}:{line}"), one.difference)
                }
            };
            let mut case = TestCase::new(spelt(one.name), status);
            case.set_classname(name.clone());
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    if !wrong.is_empty() {
        let mut suite = TestSuite::new("could not be read");
        for item in wrong.items() {
            let help = item.help.as_deref().unwrap_or_default();
            let status = not_passed(NonSuccessKind::Error, &item.message, help);
            suite.add_test_case(TestCase::new(spelt(&item.code), status));
        }
        report.add_test_suite(suite);
    }
    // It is made of texts alone, which can always be written.
    report.to_string().unwrap_or_default()
}

fn not_passed(kind: NonSuccessKind, message: &str, more: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    let more: Vec<_> = more.split('\n').map(spelt).collect();
    status.set_message(spelt(message));
    // It has lines of its own, none of which is a command to the service that prints it.
    status.set_description(without_commands(more.join("\n")));
    status
}

/// A text with all spelled out that a terminal acts on or XML cannot hold.
fn spelt(text: &str) -> String {
    let forbidden = |c: char| matches!(c, '\u{fffe}' | '\u{ffff}');
    let mut spelt = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            c if forbidden(c) => spelt.extend(c.escape_unicode()),
            c => spelt.push(c),
        }
    }
    spelt
}

fn same(one: &Tested<'_>, other: &Tested<'_>) -> bool {
    (one.stage, one.policy, one.file) == (other.stage, other.policy, other.file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_a_command() {
        let more = "expected `pass`\n::error::forged\n \u{a0}::stop-commands::x\n##[error]x";
        let mut suite = TestSuite::new("ours");
        let status = not_passed(NonSuccessKind::Failure, "::error::x", more);
        suite.add_test_case(TestCase::new("one", status));
        let mut report = Report::new("all");
        report.add_test_suite(suite);
        let text = report.to_string().expect("a report");
        assert!(text.contains("forged"), "{text}");
        for line in text.lines() {
            assert!(!line.trim_start().starts_with("::") && !line.contains("##["), "{text}");
        }
    }
}
