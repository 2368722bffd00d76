//! What became of cases, as CI servers read it.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::emit::tested::Tested;

/// A test suite for each policy. It holds no time, so that the same cases give the same report.
pub(super) fn report(tested: &[Tested<'_>]) -> String {
    let mut report = Report::new("assize policy test");
    for cases in tested.chunk_by(|one, other| same(one, other)) {
        let Some(first) = cases.first() else { continue };
        let name = format!("{}/{}", first.stage, first.policy);
        let mut suite = TestSuite::new(name.clone());
        for one in cases {
            let status = match one.passed {
                true => TestCaseStatus::success(),
                false => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    let (file, line) = one.place;
                    status.set_message(format!("{file}:{line}"));
                    status.set_description(one.difference);
                    status
                }
            };
            let mut case = TestCase::new(one.name, status);
            case.set_classname(name.clone());
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    // It is made of texts alone, which can always be written.
    report.to_string().unwrap_or_default()
}

fn same(one: &Tested<'_>, other: &Tested<'_>) -> bool {
    (one.stage, one.policy, one.file) == (other.stage, other.policy, other.file)
}
