//! Workflow commands of GitHub: lines that a run shows beside the code.

use std::fmt::Write as _;

use super::{Item, Report};
use crate::emit::visible::visible;
use crate::ir::Level;

/// GitHub shows so many of each level in a step.
const MOST: usize = 10;

pub(super) fn write(report: &Report) -> String {
    let mut text = String::new();
    let items = report.worst_first();
    for level in [Level::Error, Level::Warning, Level::Advice] {
        let own: Vec<&&Item> = items.iter().filter(|item| item.level == level).collect();
        // The last one that is shown says how many are not.
        let kept = if own.len() > MOST { MOST - 1 } else { own.len() };
        own.iter().take(kept).for_each(|item| command(&mut text, item));
        if own.len() > kept {
            let more = own.len() - kept;
            let says = format!("{more} more are not shown: GitHub shows {MOST} of a step");
            let _ = writeln!(text, "::{} title={}::{}", name(level), report.command, data(&says));
        }
    }
    text
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Advice => "notice",
    }
}

fn command(text: &mut String, item: &Item) {
    let mut properties = String::new();
    if let Some(place) = item.anywhere() {
        let _ = write!(properties, "file={},", property(&place.path));
        if let Some(lines) = place.lines {
            let _ = write!(properties, "line={},endLine={},", lines.first, lines.last);
            // GitHub knows no range of columns over several lines.
            if let Some((first, last)) = lines.columns {
                let _ = write!(properties, "col={first},");
                if lines.first == lines.last {
                    let _ = write!(properties, "endColumn={last},");
                }
            }
        }
    }
    // Of several lines the first is a title.
    let (title, body) = match (item.severity, item.message.split_once('\n')) {
        (Some(severity), _) => (severity.as_str(), item.in_full()),
        (None, Some((first, _))) => (first, item.in_full().split_off(first.len() + 1)),
        (None, None) => (item.rule.as_str(), item.in_full()),
    };
    let (title, message) = (property(title), data(&body));
    let _ = writeln!(text, "::{} {properties}title={title}::{message}", name(item.level));
}

/// What follows a command, on one line, with all that acts on a terminal spelled out.
fn data(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let parts: Vec<_> = line.split('\r').map(visible).collect();
        parts.join("\r")
    });
    let shown = lines.collect::<Vec<_>>().join("\n");
    shown.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
