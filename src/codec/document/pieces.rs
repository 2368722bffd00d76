//! A text before it is a page: what would break it. Sequences for terminals, front matter, objects and diffs between its
//! lines, and containers too deep to go into.

use std::borrow::Cow;
use std::ops::Range;

use super::clean::sequence;
use super::data::is_flow;
use super::leaf::short;
use super::{DEPTH, Syntax};
use crate::codec::text::word::ODD_BREAKS;

/// Where the runs of a text come from: a place in it, and the byte that this was written at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Map(pub(super) Vec<(u32, u32)>);

impl Map {
    pub(super) fn at(&self, place: usize) -> u32 {
        let place = short(place);
        let behind = self.0.partition_point(|run| run.0 <= place);
        let run = behind.checked_sub(1).and_then(|at| self.0.get(at));
        run.map_or(place, |(at, byte)| byte + (place - at))
    }

    /// The map of a text that is made of runs of the one that this is about.
    pub(super) fn around(&self, runs: &[(u32, u32)]) -> Self {
        let mut all = Vec::with_capacity(runs.len());
        for (nth, &(at, from)) in runs.iter().enumerate() {
            all.push((at, self.at(from as usize)));
            let len = runs.get(nth + 1).map_or(u32::MAX, |next| next.0 - at);
            let inner = self.0.partition_point(|run| run.0 <= from);
            let rest = self.0.iter().skip(inner).take_while(|run| run.0 - from < len);
            all.extend(rest.map(|run| (at + (run.0 - from), run.1)));
        }
        Self(all)
    }
}

/// A text without what only a terminal sees.
pub(super) struct Plain<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) map: Map,
}

/// What begins a sequence of a terminal, and line ends of more than a byte.
const ODD: [char; 5] = ['\u{1b}', '\u{9b}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Takes off the mark of a byte order and `ESC [ 31 m`, which would stand in the way of `# Verdict`; what some programs show
/// as a line end is one.
pub(super) fn without_sequences(text: &str) -> Plain<'_> {
    let body = text.trim_start_matches('\u{feff}');
    let from = text.len() - body.len();
    let odd = |byte: u8| matches!(byte, 0x1b..=0x1e | 0x0b | 0x0c);
    if !body.bytes().any(odd) && (body.is_ascii() || !body.contains(ODD)) {
        return Plain { text: Cow::Borrowed(body), map: Map(vec![(0, short(from))]) };
    }
    let (mut plain, mut runs, mut at) = (String::with_capacity(body.len()), Vec::new(), 0);
    while at < body.len() {
        let rest = &body[at..];
        let run = rest.find(|c| ODD.contains(&c) || ODD_BREAKS.contains(&c)).unwrap_or(rest.len());
        if run > 0 {
            runs.push((short(plain.len()), short(from + at)));
            plain.push_str(&rest[..run]);
        }
        at += run;
        let Some(odd) = body[at..].chars().next() else { break };
        if ODD_BREAKS.contains(&odd) {
            runs.push((short(plain.len()), short(from + at)));
            plain.push('\n');
            at += odd.len_utf8();
        } else {
            at += sequence(&body[at..]).max(1);
        }
    }
    Plain { text: Cow::Owned(plain), map: Map(runs) }
}

/// Whether lines begin with more containers than anybody writes: `> > > >`, `- - - -`, or items as far to the right.
pub(super) fn is_too_deep(text: &str) -> bool {
    text.lines().any(|line| {
        let (mut depth, mut columns) = (0, 0);
        for byte in line.bytes() {
            match byte {
                b' ' => columns += 1,
                b'\t' => columns += 4,
                b'>' | b'-' | b'*' | b'+' | b'.' | b')' => depth += 1,
                b'0'..=b'9' => {}
                _ => break,
            }
        }
        // A rule is a line of them that stand together.
        depth > DEPTH && line.contains([' ', '>']) || depth > 0 && columns > 2 * DEPTH
    })
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Page(Range<usize>),
    /// Front matter, and what stands between its marks.
    Front(Syntax, Range<usize>, Range<usize>),
    /// A whole object or list of objects that begins a line.
    Object(Range<usize>),
    /// A line of YAML whose value is a list or an object.
    Flow(Range<usize>),
    /// Such an object that never ends.
    Cut(usize),
    Diff(Range<usize>),
}

/// Cuts a text into pieces.
pub(super) fn cut(text: &str) -> Vec<Piece> {
    let mut cutter = Cutter { text, pieces: Vec::new(), from: 0, failed: 0 };
    let mut at = cutter.front_matter();
    // Behind the last bracket that closes one, `{` alone is open, whatever stands below it.
    let closed = text.rfind('}');
    let (mut fence, mut hidden): (Option<&str>, bool) = (None, false);
    while at < text.len() {
        let line = line_at(text, at);
        let end = at + line.len();
        let said = line.trim();
        if let Some(marks) = fence {
            if closes(line, marks) {
                fence = None;
            }
        } else if hidden {
            hidden = !said.contains("-->");
        } else if let Some(marks) = fence_of(said) {
            fence = Some(marks);
        } else if said.starts_with(['{', '['])
            && (begins_object(&text[at..]) || said == "{" && closed < Some(at))
        {
            let start = at + line.find(['{', '[']).unwrap_or(0);
            if let Some(behind) = cutter.object(start) {
                at = behind;
                continue;
            }
        } else if is_flow(line.trim_end()) {
            cutter.put(at, Piece::Flow(at..end), end);
            at = end;
            continue;
        } else if let Some(len) = diff_len(&text[at..]) {
            cutter.put(at, Piece::Diff(at..at + len), at + len);
            at += len;
            continue;
        } else if said.contains('<')
            && let Some((_, behind)) = said.rsplit_once("<!--")
        {
            hidden = !behind.contains("-->");
        }
        at = end;
    }
    cutter.page(text.len());
    cutter.pieces
}

/// The pieces on their way.
struct Cutter<'a> {
    text: &'a str,
    pieces: Vec<Piece>,
    from: usize,
    failed: usize,
}

/// Objects that never end are looked for so often; each is looked for to the end of the text.
const TRIES: usize = 16;

impl Cutter<'_> {
    fn page(&mut self, end: usize) {
        if self.text.get(self.from..end).is_some_and(|page| !page.trim().is_empty()) {
            self.pieces.push(Piece::Page(self.from..end));
        }
    }

    fn put(&mut self, start: usize, piece: Piece, behind: usize) {
        self.page(start);
        self.pieces.push(piece);
        self.from = behind;
    }

    /// `---` or `+++` as the first line, keys, and the same mark. Where the page begins.
    fn front_matter(&mut self) -> usize {
        let first = line_at(self.text, 0);
        let syntax = match first.trim_end() {
            "---" => Syntax::Yaml,
            "+++" => Syntax::Toml,
            _ => return 0,
        };
        let mut at = first.len();
        while at < self.text.len() {
            let line = line_at(self.text, at);
            if line.trim_end() == first.trim_end()
                || (syntax == Syntax::Yaml && line.trim_end() == "...")
            {
                let end = at + line.len();
                self.put(0, Piece::Front(syntax, 0..end, first.len()..at), end);
                return end;
            }
            at += line.len();
        }
        0
    }

    /// An object that begins at a place: where it ends, when it does.
    fn object(&mut self, start: usize) -> Option<usize> {
        if self.failed >= TRIES {
            return None;
        }
        match object_len(&self.text[start..]) {
            Some(len) => {
                self.put(start, Piece::Object(start..start + len), start + len);
                Some(start + len)
            }
            None => {
                self.failed += 1;
                let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
                self.put(line, Piece::Cut(start), line);
                None
            }
        }
    }
}

fn line_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    &rest[..rest.find('\n').map_or(rest.len(), |at| at + 1)]
}

/// The marks of a fence that a line opens, items and quotations around it aside.
fn fence_of(line: &str) -> Option<&str> {
    let said = line.trim_start_matches(|c: char| {
        matches!(c, ' ' | '\t' | '>' | '-' | '*' | '+' | '.' | ')') || c.is_ascii_digit()
    });
    let mark = said.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let marks = &said[..said.len() - said.trim_start_matches(mark).len()];
    (marks.len() >= 3 && (mark == '~' || !said[marks.len()..].contains('`'))).then_some(marks)
}

/// What is said behind the marks of a fence that is all of a text, and what is in it.
pub(super) fn only_fence(text: &str) -> Option<(Range<usize>, Range<usize>)> {
    let start = text.len() - text.trim_start_matches(['\n', '\r']).len();
    let first = line_at(text, start);
    if !first.starts_with(['`', '~']) {
        return None;
    }
    let marks = fence_of(first.trim())?;
    let (info, body) = (start + marks.len(), start + first.len());
    let mut at = body;
    while at < text.len() {
        let line = line_at(text, at);
        if closes(line, marks) {
            let only = text[at + line.len()..].trim().is_empty();
            return only.then_some((info..body, body..at));
        }
        at += line.len();
    }
    Some((info..body, body..text.len()))
}

fn closes(line: &str, marks: &str) -> bool {
    let said = line.trim();
    said.starts_with(marks) && said.bytes().all(|byte| byte == marks.as_bytes()[0])
}

/// `{"`, or `{` alone above a line that begins with `"`; the same in a list.
fn begins_object(rest: &str) -> bool {
    let inner = rest.trim_start().trim_start_matches('[').trim_start();
    inner.strip_prefix('{').is_some_and(|inner| inner.trim_start().starts_with('"'))
}

/// The length of an object or list in brackets that match.
pub(super) fn object_len(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The length of a diff that a text begins with: its heads, and hunks of as many lines as they say.
fn diff_len(text: &str) -> Option<usize> {
    let heads = ["diff --git ", "--- ", "@@ -"];
    if !heads.iter().any(|head| text.starts_with(head)) {
        return None;
    }
    let (mut at, mut left, mut hunks) = (0, (0_usize, 0_usize), false);
    while at < text.len() {
        let line = line_at(text, at);
        let said = line.trim_end_matches(['\n', '\r']);
        let head = [
            "diff ",
            "index ",
            "--- ",
            "+++ ",
            "new file",
            "deleted file",
            "similarity",
            "rename ",
            "old mode",
            "new mode",
        ];
        if left != (0, 0) {
            match said.as_bytes().first() {
                Some(b'+') => left.1 = left.1.saturating_sub(1),
                Some(b'-') => left.0 = left.0.saturating_sub(1),
                Some(b' ') | None => left = (left.0.saturating_sub(1), left.1.saturating_sub(1)),
                Some(b'\\') => {}
                _ => break,
            }
        } else if let Some(counts) = hunk(said) {
            (left, hunks) = (counts, true);
        } else if !said.starts_with('\\') && !head.iter().any(|head| said.starts_with(head)) {
            break;
        }
        at += line.len();
    }
    hunks.then_some(at)
}

/// `@@ -1,7 +1,9 @@`: how many lines of either side follow.
fn hunk(line: &str) -> Option<(usize, usize)> {
    let mut sides = line.strip_prefix("@@ -")?.split("@@").next()?.split_whitespace();
    let count = |side: &str| match side.split_once(',') {
        Some((_, count)) => count.parse().ok(),
        None => Some(1),
    };
    Some((count(sides.next()?)?, count(sides.next()?.strip_prefix('+')?)?))
}

#[cfg(test)]
mod tests {
    use super::{Piece, cut, is_too_deep, without_sequences};
    use crate::codec::document::Syntax;

    #[test]
    fn a_text_is_cut_at_what_is_no_page() {
        let text = "Intro\n{\"a\": \"}\"}\nmore\n```json\n{\"b\": 1}\n```\n";
        assert_eq!(
            cut(text),
            [Piece::Page(0..6), Piece::Object(6..16), Piece::Page(16..text.len())]
        );
        let text = "---\na: b\n---\n# T\n";
        assert_eq!(cut(text), [Piece::Front(Syntax::Yaml, 0..13, 4..9), Piece::Page(13..17)]);
        assert_eq!(
            cut("so\n{\n  \"a\": 1\n"),
            [Piece::Page(0..3), Piece::Cut(3), Piece::Page(3..14)]
        );
        assert_eq!(cut("---\nsome words\n"), [Piece::Page(0..15)]);
    }

    #[test]
    fn a_diff_ends_where_its_hunks_say() {
        let diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+Verdict: FAIL\n";
        let text = format!("See\n{diff}- item\n");
        let end = 4 + diff.len();
        assert_eq!(
            cut(&text),
            [Piece::Page(0..4), Piece::Diff(4..end), Piece::Page(end..text.len())]
        );
    }

    #[test]
    fn sequences_for_terminals_are_off() {
        let plain = without_sequences("\u{feff}\u{1b}[1m# Verdict\u{1b}[0m: x");
        assert_eq!((&*plain.text, plain.map.at(0), plain.map.at(9)), ("# Verdict: x", 7, 20));
    }

    #[test]
    fn containers_without_end_are_not_gone_into() {
        assert!(is_too_deep(&"> ".repeat(300)));
        assert!(is_too_deep(&format!("a\n{}- x", " ".repeat(500))));
        assert!(!is_too_deep(&format!("{}\n{}x", "-".repeat(500), " ".repeat(500))));
    }
}
