//! Markdown, for a comment or the summary of a job: one screen, details folded.
//!
//! Foreign text stands in code alone. There it is no heading, no element, no link, and mentions no one.

use std::fmt::Write as _;

use super::{Answer, Check, Item, Report};
use crate::emit::visible::visible;
use crate::emit::words::counted;

/// So many findings stand in sight, and so many more are folded.
const IN_SIGHT: usize = 10;
const FOLDED: usize = 50;
/// A text is cut behind so many characters.
const LONGEST: usize = 200;
/// So many lines of a section are shown: a comment holds 65,536 characters.
const LINES: usize = 120;

pub(super) fn write(report: &Report) -> String {
    let mut out = format!("### Assize: {}\n\n", report.state);
    if !report.title.is_empty() {
        let _ = writeln!(out, "{}\n", code(&report.title));
    }
    let facts = report.facts.iter().map(|(name, value)| format!("{name} {}", code(value)));
    let facts: Vec<String> = facts.collect();
    if !facts.is_empty() {
        let _ = writeln!(out, "{}\n", facts.join(" · "));
    }
    let items = report.worst_first();
    let (seen, rest) = items.split_at(items.len().min(IN_SIGHT));
    seen.iter().for_each(|item| line(&mut out, item));
    if !rest.is_empty() {
        out.push('\n');
        fold(&mut out, &counted_more(rest.len()), |out| {
            rest.iter().take(FOLDED).for_each(|item| line(out, item));
            let more = rest.len().saturating_sub(FOLDED);
            if more > 0 {
                let _ = writeln!(out, "\nand {more} that are not shown here");
            }
        });
    } else if !seen.is_empty() {
        out.push('\n');
    }
    if !report.checks.is_empty() {
        fold(&mut out, &in_numbers(&report.checks), |out| {
            report.checks.iter().take(FOLDED).for_each(|check| answer(out, check));
            let more = report.checks.len().saturating_sub(FOLDED);
            if more > 0 {
                let _ = writeln!(out, "\nand {more} that are not shown here");
            }
        });
    }
    for section in &report.sections {
        fold(&mut out, section.title, |out| block(out, &section.text));
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn counted_more(count: usize) -> String {
    format!("{} more", counted(count, "finding"))
}

/// `- **critical** `src/a.rs:7` `the key is logged` (`qa`)`
fn line(out: &mut String, item: &Item) {
    let _ = write!(out, "- **{}** ", item.weight());
    if let Some(place) = item.anywhere() {
        let _ = write!(out, "{} ", code(&place.shown()));
    }
    out.push_str(&code(&item.message));
    if let Some(seat) = &item.seat {
        let _ = write!(out, " ({})", code(seat));
    }
    out.push('\n');
}

fn answer(out: &mut String, check: &Check) {
    let _ = write!(out, "- {} {}: {}", word(check.answer), code(&check.name), code(&check.says));
    if let Some(first) = check.why.lines().next() {
        let _ = write!(out, " {}", code(first));
    }
    out.push('\n');
}

pub(super) fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Passed => "passed",
        Answer::Failed => "failed",
        Answer::Errored => "no answer",
        Answer::Pending => "awaited",
        Answer::Skipped => "left out",
    }
}

/// `2 failed, 1 passed`
pub(super) fn in_numbers(checks: &[Check]) -> String {
    let all = [Answer::Failed, Answer::Errored, Answer::Pending, Answer::Skipped, Answer::Passed];
    let count = |answer| checks.iter().filter(|check| check.answer == answer).count();
    let some = all.map(|answer| (count(answer), word(answer))).into_iter();
    let some = some.filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
    some.collect::<Vec<_>>().join(", ")
}

fn fold(out: &mut String, title: &str, content: impl FnOnce(&mut String)) {
    let _ = writeln!(out, "<details><summary>{title}</summary>\n");
    content(out);
    out.push_str("\n</details>\n\n");
}

/// Lines as a block of code, behind a fence that none of them ends.
fn block(out: &mut String, text: &str) {
    let ticks = |line: &str| line.trim_start().bytes().take_while(|b| *b == b'`').count();
    let longest = text.lines().map(ticks).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = writeln!(out, "{fence}text");
    for line in text.lines().take(LINES) {
        let _ = writeln!(out, "{}", cut(line));
    }
    let more = text.lines().count().saturating_sub(LINES);
    if more > 0 {
        let _ = writeln!(out, "… {}", counted_lines(more));
    }
    let _ = writeln!(out, "{fence}");
}

fn counted_lines(count: usize) -> String {
    format!("{} more", counted(count, "line"))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text as code of Markdown: behind as many backticks as end at none of its own.
pub(crate) fn code(text: &str) -> String {
    let text = cut(&visible(text));
    // Code needs something that is no blank.
    let text = if text.trim().is_empty() { "-" } else { text.as_str() };
    if !text.contains('`') {
        return format!("`{text}`");
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    // The blanks are taken off where both stand there.
    format!("{fence} {text} {fence}")
}
