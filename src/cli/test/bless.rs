//! Letting cases expect what is answered now.

use std::fmt::Write as _;

use crate::cli::NO_ANSWER;
use crate::cli::console::Console;
use crate::host::{Writer, bless, shown};
use crate::trial::Report;

/// Writes every case that failed, shows what changed, and gives the code to end with.
pub(super) fn all(
    report: &Report,
    disk: &dyn Writer,
    console: &Console,
    accept_loosening: bool,
) -> u8 {
    let (mut text, mut written, mut refused) = (String::new(), 0, 0);
    for (suite, case, tried) in report.failures() {
        match bless(disk, suite.stage, case, &tried.answered, accept_loosening) {
            Ok(blessed) => {
                written += 1;
                let _ = writeln!(text, "{} {}: {}", suite.stage, suite.name, shown(&case.name));
                for line in blessed.difference.lines() {
                    let _ = writeln!(text, "  {}", crate::emit::visible::visible(line));
                }
                text.push('\n');
            }
            Err(reason) => {
                refused += 1;
                console.report(&reason);
            }
        }
    }
    let count = report.count();
    let cases = format!("{count} {}", if count == 1 { "case" } else { "cases" });
    let _ = match (written, refused) {
        (0, 0) => writeln!(text, "{cases}: all passed, nothing is written"),
        (written, 0) => writeln!(text, "{cases}: {written} written"),
        (written, refused) => writeln!(text, "{cases}: {written} written, {refused} refused"),
    };
    let unread = !report.unread().is_empty() || count == 0;
    match (unread, refused) {
        (true, _) => console.answer(if count == 0 { "" } else { &text }, NO_ANSWER),
        (false, 0) => console.answer(&text, 0),
        (false, _) => console.answer(&text, 1),
    }
}
