//! Elements of HTML over several lines that a page does not show or strikes out, or whose name says that they are
//! another's: `<del>`, `<div hidden>`, `<example>`.

use std::ops::Range;

use super::Line;
use super::introduction::names_anothers;
use crate::codec::text::tags::{Tag, is_one_of, may_hide};

/// Such elements that begin in a line of their own: up to where they end, or the text does.
pub(in crate::codec) fn hidden(lines: &[Line<'_>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    for line in lines.iter().filter(|line| line.quoted.is_none()) {
        match open {
            Some((name, start)) if ends(line.text.text, name) => {
                found.push(start..line.whole.end());
                open = None;
            }
            None => open = hides(line.text.text).map(|name| (name, line.whole.start)),
            Some(_) => {}
        }
    }
    let last = lines.last().map_or(0, |line| line.whole.end());
    found.extend(open.map(|(_, start)| start..last));
    found
}

/// The name of what a line that is nothing but a tag begins, where what it holds does not count.
fn hides(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('<')?.strip_suffix('>')?;
    let name =
        inner.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')).next()?;
    if name.is_empty() || inner.contains('<') || inner.ends_with('/') {
        return None;
    }
    let hides = match Tag::read(line) {
        Some((tag, _)) => !tag.plain,
        None => may_hide(line) && inner.to_ascii_lowercase().contains("hidden"),
    };
    // What a model thinks is no answer yet.
    let names = ["del", "s", "strike", "script", "style", "think", "thinking"];
    (hides || is_one_of(name, &names) || names_anothers(name)).then_some(name)
}

/// `</del>`, wherever in a line
fn ends(line: &str, name: &str) -> bool {
    line.match_indices("</").any(|(at, _)| {
        Tag::read(&line[at..]).is_some_and(|(tag, _)| tag.name.eq_ignore_ascii_case(name))
    })
}
