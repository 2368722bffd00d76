//! A finding in a line: where in the work, and what, without the marks of the page that it was written on.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::page::{Page, Style};
use super::text::TextOptions;
use super::words::cell_name;
use crate::ir::FindingRef;
use crate::source::text_of;

/// More findings than these are only counted.
const MOST: usize = 20;

/// A line for each finding, by its place in the work: `src/a.rs:7: critical: a key is logged (qa)`. Where none names a file,
/// the excerpts say as much.
pub(super) fn list(page: &mut Page, findings: &[FindingRef<'_>], options: &TextOptions) {
    if !options.brief && !findings.iter().any(|finding| place_of(*finding).is_some()) {
        return;
    }
    page.gap();
    for finding in findings.iter().take(MOST) {
        if let Some((path, lines)) = place_of(*finding) {
            let line = lines.map_or_else(String::new, |(first, _)| format!(":{first}"));
            let url = options.links.and_then(|base| url(base, &path));
            page.link(Style::Strong, &format!("{path}{line}"), url).put(Style::Plain, ": ");
        }
        page.put(Style::Bad, weight(*finding)).put(Style::Plain, ": ");
        page.put(Style::Plain, &words_of(*finding));
        page.put(Style::Quiet, &format!(" ({})", cell_name(finding.cell()))).end();
    }
    if findings.len() > MOST {
        page.line(Style::Quiet, &format!("and {} more", findings.len() - MOST));
    }
}

/// How bad it is: its severity, or what it is.
pub(crate) fn weight(finding: FindingRef<'_>) -> &'static str {
    match finding.finding().and_then(|finding| finding.severity) {
        Some(severity) => severity.as_str(),
        None if finding.is_blocker() => "blocker",
        None => "advisory",
    }
}

/// The first file that a finding names, and the lines in it.
pub(crate) fn place_of(finding: FindingRef<'_>) -> Option<(String, Option<(u32, u32)>)> {
    let path = finding.path()?;
    let path = path.trim().replace(['\n', '\r'], " ");
    let path = path.strip_prefix("./").unwrap_or(&path);
    (!path.is_empty()).then(|| (path.to_owned(), finding.lines()))
}

/// What was found, in the reviewer's words, as one line: without its place, where that is a file, and without the
/// severity in front of it, which are shown before it.
pub(crate) fn words_of(finding: FindingRef<'_>) -> String {
    let found = finding.finding();
    let location = found.and_then(|found| Some((found, found.location.as_ref()?)));
    let Some((found, location)) = location.filter(|(_, location)| location.path.is_some()) else {
        return one_line(&finding.in_full());
    };
    let (text, at) = (found.text, location.text);
    let inside = text.source == at.source && text.start <= at.start && at.end <= text.end;
    if !inside {
        return one_line(&finding.text());
    }
    let sources = &finding.cell().docket.sources;
    let part = |start, end| {
        let part = crate::source::Span { start, end, ..text };
        text_of(sources, part)
    };
    let (before, behind) = (part(text.start, at.start), part(at.end, text.end));
    let name: String = before.chars().filter(|c| c.is_alphanumeric()).collect();
    let severity = found.severity.map_or("", |severity| severity.as_str());
    let before = match name.eq_ignore_ascii_case(severity) {
        true => Cow::Borrowed(""),
        false => before,
    };
    let kept = [before.trim_end_matches(is_mark), behind.trim_start_matches(is_mark)];
    match kept.concat().trim().is_empty() {
        true => one_line(&finding.text()),
        false => one_line(&kept.join(if kept[0].is_empty() { "" } else { " " })),
    }
}

/// What stands between a place and the words about it.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || "`*_:;,.)(][>|-–—".contains(c)
}

fn one_line(text: &str) -> String {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '*' || c == '_');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A path as a relative reference.
pub(crate) fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                text.push(char::from(byte));
            }
            _ => _ = write!(text, "%{byte:02X}"),
        }
    }
    text
}

/// A file of the work as a link, where its path stays below the folder that paths start from.
fn url(base: &str, path: &str) -> Option<String> {
    let below = !path.starts_with(['/', '\\', '~']) && !path.contains(':');
    let below = below && !path.split(['/', '\\']).any(|part| part == "..");
    below.then(|| format!("{base}/{}", uri(path)))
}
