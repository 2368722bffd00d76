//! JUnit, as CI servers read it.

use quick_junit::{NonSuccessKind, Report as Suites, TestCase, TestCaseStatus, TestSuite};

use super::{Answer, Check, Report};
use crate::emit::visible::{visible, without_commands};

/// A test suite for all checks that belong together. It holds no time, so that the same input gives the same report.
pub(super) fn write(report: &Report) -> String {
    let mut suites = Suites::new(report.command);
    for checks in report.checks.chunk_by(|one, other| one.suite == other.suite) {
        let Some(first) = checks.first() else { continue };
        let name = spelt(&first.suite);
        let mut suite = TestSuite::new(name.clone());
        for check in checks {
            let mut case = TestCase::new(spelt(&check.name), status(check));
            case.set_classname(name.clone());
            suite.add_test_case(case);
        }
        suites.add_test_suite(suite);
    }
    // It is made of texts alone, which can always be written.
    suites.to_string().unwrap_or_default()
}

fn status(check: &Check) -> TestCaseStatus {
    let kind = match check.answer {
        Answer::Passed => return TestCaseStatus::success(),
        Answer::Failed => NonSuccessKind::Failure,
        Answer::Errored => NonSuccessKind::Error,
        Answer::Pending | Answer::Skipped => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(spelt(&check.says));
            return status;
        }
    };
    let mut status = TestCaseStatus::non_success(kind);
    let why: Vec<_> = check.why.split('\n').map(spelt).collect();
    status.set_message(spelt(&check.says));
    // It has lines of its own, none of which is a command to the service that prints it.
    status.set_description(without_commands(why.join("\n")));
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
