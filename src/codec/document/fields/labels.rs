//! Names and values in one line: `**Confidence:** high | **Verdict:** FAIL`.
//!
//! A name ends at its first mark. Marks in code spans are letters like others.

use super::is_sign;
use super::line::{counted, has_marks, id, ordinal, trimmed};
use crate::codec::document::Document;
use crate::codec::document::leaf::{Mark, Text};
use crate::codec::text::location;
use crate::codec::text::slice::Slice;

/// A name and its value, up to the next name of the line.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec::document) struct Label {
    pub(in crate::codec::document) name: Text,
    pub(in crate::codec::document) value: Text,
    /// `[P1] value`
    pub(in crate::codec::document) badge: bool,
    /// The place in the work in front of it: `src/a.rs:41 — Critical: no limit`
    pub(in crate::codec::document) about: Option<Text>,
}

/// Longer names are sentences.
const WORDS: usize = 12;
const BYTES: usize = 120;
/// Marks of a heading that may end its name.
const CUTS: usize = 6;

/// The line that is looked at.
struct Line<'a> {
    said: &'a str,
    at: Text,
    /// Ranges of code and of strong words, in their order.
    code: Vec<(usize, usize)>,
    strong: Vec<(usize, usize)>,
}

/// Where a name ends, and where its value begins.
#[derive(Clone, Copy)]
struct Cut {
    end: usize,
    value: usize,
}

/// The labels of a line, in their order.
pub(in crate::codec::document) fn labels(document: &Document, at: Text) -> Vec<Label> {
    let mut line = Line::new(document, at);
    let said = line.said;
    if !has_marks(said) && line.strong.is_empty() && line.code.is_empty() {
        return Vec::new();
    }
    if line.code.contains(&(0, said.len())) {
        // All of it is code: then nothing in it is.
        line.code.clear();
    }
    let mut starts = line.starts();
    let place = line.behind_place();
    starts.extend(place);
    starts.sort_unstable();
    let mut all: Vec<Label> = Vec::new();
    for (nth, (_, start)) in starts.iter().enumerate() {
        let next = starts.get(nth + 1);
        let end = next.map_or(said.len(), |next| next.0);
        let found = line.label(*start, end);
        match (found, all.last_mut()) {
            (Some(label), _) => {
                let asked = line.asked(&label, end);
                let placed = place.filter(|(_, behind)| start >= behind);
                let about = placed.map(|(_, behind)| trimmed(said, at, 0, behind));
                all.push(Label { about, ..label });
                all.extend(asked);
            }
            // What has no name goes on with the value before it.
            (None, Some(before)) => {
                before.value = trimmed(said, at, (before.value.start - at.start) as usize, end);
            }
            (None, None) => {}
        }
    }
    all
}

/// Every way to cut a heading into a name and a value.
pub(in crate::codec::document) fn cuts(document: &Document, at: Text) -> Vec<(Text, Text)> {
    let line = Line::new(document, at);
    let said = line.said;
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(cut) = line.mark(0, from, said.len()).filter(|_| all.len() < CUTS) {
        let (name, value) =
            (trimmed(said, at, 0, cut.end), trimmed(said, at, cut.value, said.len()));
        if !name.is_empty() && !value.is_empty() {
            all.push((name, value));
        }
        from = cut.value.max(from + 1);
    }
    let front = ordinal(said);
    let tag = line.in_brackets(front, said.len());
    if let Some(label) = tag.or_else(|| line.in_bold(front, said.len())) {
        all.push((label.name, label.value));
    }
    all
}

impl<'a> Line<'a> {
    fn new(document: &'a Document, at: Text) -> Self {
        let ranges = |mark: Mark| {
            let place = |place: u32| place.saturating_sub(at.start) as usize;
            let drawn = document.drawn(at, mark).iter();
            drawn.map(|text| (place(text.start), place(text.end))).collect()
        };
        Self {
            said: document.shown(at),
            at,
            code: ranges(Mark::Code),
            strong: ranges(Mark::Strong),
        }
    }

    /// The end of the code that a place stands in.
    fn code_end(&self, at: usize) -> Option<usize> {
        let behind = self.code.partition_point(|code| code.0 <= at);
        let (_, end) = self.code.get(behind.checked_sub(1)?)?;
        (at < *end).then_some(*end)
    }

    /// Where strong words end that begin at a place.
    fn strong_from(&self, at: usize) -> Option<usize> {
        let found = self.strong.binary_search_by_key(&at, |strong| strong.0).ok()?;
        self.strong.get(found).map(|strong| strong.1)
    }

    /// Whether strong words end at a place.
    fn strong_to(&self, at: usize) -> bool {
        self.strong.binary_search_by_key(&at, |strong| strong.1).is_ok()
    }

    /// Where names may begin: the end of what is before, and the place itself. Behind ` | `, ` · `, and at bold words that
    /// a mark ends.
    fn starts(&self) -> Vec<(usize, usize)> {
        let mut all = vec![(0, ordinal(self.said))];
        let bytes = self.said.as_bytes();
        for (at, pair) in bytes.windows(2).enumerate() {
            if pair[0] != b' ' || pair[1].is_ascii() && !matches!(pair[1], b'|' | b'/') {
                continue;
            }
            let rest = self.said.get(at + 1..).unwrap_or("");
            let sign = rest.chars().next().filter(|c| matches!(c, '|' | '·' | '•' | '/'));
            let Some(sign) = sign else { continue };
            let behind = at + 1 + sign.len_utf8();
            if bytes.get(behind) != Some(&b' ') || self.code_end(at).is_some() {
                continue;
            }
            if sign != '/' || self.strong_from(behind + 1).is_some() {
                all.push((at, behind + 1));
            }
        }
        all.extend(counted(self.said));
        let named =
            self.strong.iter().filter(|(start, end)| *start > 0 && self.names(*start, *end));
        all.extend(named.map(|(start, _)| (*start, *start)));
        all.sort_unstable();
        all.dedup_by_key(|start| start.1);
        all
    }

    /// Where a name may begin behind the place in the work that the line begins with: `src/a.rs:41 — Critical: no limit`
    fn behind_place(&self) -> Option<(usize, usize)> {
        let front = ordinal(self.said);
        let (location, rest) = location::split(Slice::new(&self.said[front..], front));
        let named = location.is_some_and(|location| !location.lines.is_empty());
        (named && rest.start > front).then_some((rest.start, rest.start))
    }

    /// Whether bold words are a name: a mark ends them, or stands behind them.
    fn names(&self, start: usize, end: usize) -> bool {
        let bold = self.said.get(start..end).unwrap_or("").trim_end();
        let behind = self.said.get(end..).unwrap_or("");
        bold.ends_with([':', '?', '=']) || behind.trim_start().starts_with([':', '='])
    }

    /// The label that begins at a place.
    fn label(&self, start: usize, end: usize) -> Option<Label> {
        let badge = self.in_brackets(start, end);
        if badge.is_some() {
            return badge;
        }
        let Some(cut) = self.mark(start, start, end) else { return self.in_bold(start, end) };
        // `**Verdict** FAIL — the token is logged`: the dash stands behind the value.
        let bold = self.in_bold(start, cut.end).and_then(|_| self.in_bold(start, end));
        if bold.is_some() && self.said[cut.end..].starts_with(['-', '–', '—', '―']) {
            return bold;
        }
        let name = trimmed(self.said, self.at, start, cut.end);
        let said = self.said.get(start..cut.end).unwrap_or("");
        let unnumbered = &said[ordinal(said)..];
        let fits = said.len() <= BYTES
            && said.split_whitespace().count() <= WORDS
            && said.contains(char::is_alphanumeric)
            && unnumbered.matches('(').count() == unnumbered.matches(')').count();
        if !fits {
            return None;
        }
        let value = trimmed(self.said, self.at, cut.value, end);
        Some(Label { name, value, badge: false, about: None })
    }

    /// The question that a value is: `**Assessment:** Ready to merge? Yes`
    fn asked(&self, label: &Label, end: usize) -> Option<Label> {
        let start = (label.value.start - self.at.start) as usize;
        let cut = self.mark(start, start, end)?;
        let question = self.said.get(..cut.end)?.ends_with('?');
        (question && !label.badge).then(|| self.label(start, end)).flatten()
    }

    /// `[P1] value`, `【结论】value`, `B1 (blocker) value`
    fn in_brackets(&self, start: usize, end: usize) -> Option<Label> {
        let part = self.said.get(start..end)?;
        let id = id(part.trim_start());
        let body = part.trim_start()[id..].trim_start();
        let close = match body.chars().next()? {
            '[' => ']',
            '【' => '】',
            '(' if id > 0 => ')',
            _ => return None,
        };
        let open = part.len() - body.len() + close.len_utf8();
        let (inner, behind) = part[open..].split_once(close)?;
        if inner.len() > BYTES || inner.trim().is_empty() || behind.starts_with('(') {
            return None;
        }
        // `P0 (src/a.rs:41): no limit` has its name in front.
        let words = || inner.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '-');
        if id > 0 && (!words() || behind.trim_start().starts_with([':', '='])) {
            return None;
        }
        let from = start + open;
        // `[Severity: critical] the token is logged`
        if let Some((name, value)) = inner.split_once(": ") {
            let name = trimmed(self.said, self.at, from, from + name.len());
            let value =
                trimmed(self.said, self.at, from + inner.len() - value.len(), from + inner.len());
            return Some(Label { name, value, badge: true, about: None });
        }
        let name = trimmed(self.said, self.at, from, from + inner.len());
        let from = start + open + inner.len() + close.len_utf8();
        let mark = behind.len() - behind.trim_start_matches([' ', ':', '-', '—', '–']).len();
        let value = trimmed(self.said, self.at, from + mark, end);
        Some(Label { name, value, badge: true, about: None })
    }

    /// `**Name** value`, `🔴 **Name** value`
    fn in_bold(&self, start: usize, end: usize) -> Option<Label> {
        let front = self.said.get(start..end)?;
        let bold = front.trim_start_matches(|c| c == ' ' || is_sign(c));
        let close = self.strong_from(start + front.len() - bold.len())?;
        let name = trimmed(self.said, self.at, start, close);
        let value = trimmed(self.said, self.at, close, end);
        let begins =
            |c: char| c.is_alphanumeric() || !c.is_ascii() || matches!(c, '`' | '(' | '[' | '"');
        let said = self.said.get(close..end)?.trim_start();
        (close < end && said.starts_with(begins)).then_some(Label {
            name,
            value,
            badge: false,
            about: None,
        })
    }

    /// The first mark that ends a name, from a place on.
    fn mark(&self, start: usize, from: usize, end: usize) -> Option<Cut> {
        let mut at = from;
        // What is longer is no name.
        while at < end && at - start <= BYTES {
            let ends = |byte: &u8| matches!(byte, b':' | b'=' | b'?' | b'-' | 0xe2);
            at += self.said.as_bytes().get(at..end)?.iter().position(ends)?;
            if let Some(code) = self.code_end(at) {
                at = code.max(at + 1);
                continue;
            }
            let rest = &self.said[at..end];
            let mark = rest.chars().next()?;
            if !mark.is_ascii() && !matches!(mark, '—' | '–' | '―' | '→') {
                at += mark.len_utf8();
                continue;
            }
            let len = mark.len_utf8();
            let before = self.said[start..at].chars().next_back();
            let marks = rest.len() - rest.trim_start_matches(mark).len();
            let behind = rest[if mark == '-' { marks } else { len }..].chars().next();
            if before.is_some() && self.ends_name(mark, before, behind, start, at) {
                let name = if mark == '?' { at + marks } else { at };
                return Some(Cut { end: name, value: at + marks });
            }
            at += marks;
        }
        None
    }

    fn ends_name(
        &self,
        mark: char,
        before: Option<char>,
        behind: Option<char>,
        start: usize,
        at: usize,
    ) -> bool {
        let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let name = self.said[start..at].trim();
        match mark {
            // `VERDICT:GO`, but not `a::b`, `https://x`, `a.rs:7`, `10:30`
            ':' => {
                let path = name.contains(['/', '\\', '.']) && !name.contains(' ');
                let letter = |c: char| c.is_alphabetic() || !c.is_ascii() || matches!(c, '"' | '`');
                let joined = before.is_some_and(|c| !c.is_ascii()) || behind.is_some_and(letter);
                let bold = self.strong_to(at) || self.strong_to(at + 1);
                blank(behind)
                    || bold
                    || joined
                        && !path
                        && before.is_some_and(|c| c.is_alphanumeric() || c == ')' || c == ' ')
            }
            '=' => {
                let odd = |c: Option<char>| {
                    c.is_some_and(|c| matches!(c, '=' | '<' | '>' | '!' | '~' | '+' | '-' | '*'))
                };
                !odd(before) && !odd(behind)
            }
            '?' => blank(behind),
            '-' => blank(before) && blank(behind) && behind.is_some(),
            _ => blank(before) || blank(behind) || self.strong_to(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::codec::document::{Container, read};
    use crate::codec::words::Words;

    /// `name=value` of each label of a line.
    fn labels(line: &str) -> Vec<String> {
        let Ok(document) = read(line, &Words::default()) else { return Vec::new() };
        let named = document
            .fields()
            .iter()
            .filter(|field| matches!(field.container, Container::Label | Container::Badge));
        named
            .map(|field| format!("{}={}", document.shown(field.name), document.shown(field.value)))
            .collect()
    }

    #[test]
    fn a_line_gives_a_name_up_to_its_mark_and_a_value_up_to_the_next_name() {
        for (line, expected) in [
            ("Verdict: FAIL", &["Verdict=FAIL"][..]),
            ("**Verdict:** FAIL", &["Verdict=FAIL"]),
            ("**Verdict**: FAIL", &["Verdict=FAIL"]),
            ("**Verdict** FAIL", &["Verdict=FAIL"]),
            ("**Verdict** — FAIL", &["Verdict=FAIL"]),
            ("Verdict — FAIL — why", &["Verdict=FAIL — why"]),
            ("Verdict - FAIL", &["Verdict=FAIL"]),
            ("verdict = FAIL", &["verdict=FAIL"]),
            ("VERDICT:GO", &["VERDICT=GO"]),
            ("結果：APPROVE", &["結果=APPROVE"]),
            ("Ready to merge? Not yet", &["Ready to merge?=Not yet"]),
            ("[P1] built by hand", &["P1=built by hand"]),
            ("B1 (blocker) built by hand", &["blocker=built by hand"]),
            ("P0 (a.rs:7): built by hand", &["P0 (a.rs:7)=built by hand"]),
            ("**[P1]** built by hand", &["P1=built by hand"]),
            ("issue (blocking): no limit", &["issue (blocking)=no limit"]),
            ("**Confidence:** high | **Verdict:** FAIL", &["Confidence=high", "Verdict=FAIL"]),
            ("Tests: pass · Verdict: FAIL", &["Tests=pass", "Verdict=FAIL"]),
            ("**Tests:** pass / **Verdict:** FAIL", &["Tests=pass", "Verdict=FAIL"]),
            ("日期：2026-07-12", &["日期=2026-07-12"]),
            ("--strict, --no-strict and (a — b)", &[]),
            ("Form: PASS | FAIL", &["Form=PASS | FAIL"]),
            ("`a.rs:41` — **Critical:** no limit", &["a.rs:41=", "Critical=no limit"]),
            ("Verdict: `FAIL`", &["Verdict=FAIL"]),
            ("src/a.rs:41 — Critical: no limit", &["src/a.rs:41=", "Critical=no limit"]),
            ("`src/a.rs:41` [Critical] no limit", &["Critical=no limit"]),
            ("**Verdict** FAIL — no limit", &["Verdict=FAIL — no limit"]),
            ("**Overall** verdict: FAIL", &["Overall verdict=FAIL"]),
            ("see a.rs:7 and https://a.example/b", &[]),
            ("`a: b` and std::fmt", &[]),
            ("a >= b and c == d", &[]),
            ("well-known words", &[]),
        ] {
            assert_eq!(labels(line), expected, "{line}");
        }
    }
}
