//! Lines of a text in no format of ours, and the one idea of what in it is quoted.
//!
//! Fences, block quotes, indented code, HTML comments and lines of a diff are quoted: nothing in
//! them is the reviewer's own word. Indentation is measured in the text that a line stands in.

mod hidden;
mod introduction;

use std::ops::Range;

use super::fields::indent;
use super::slice::Slice;

/// One line, without its line end.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct Line<'a> {
    /// What kind of line, by how it begins.
    pub(in crate::codec) form: Form,
    /// The line as it is written, without its line end.
    pub(in crate::codec) whole: Slice<'a>,
    /// What it says: without the marks of its form, trimmed.
    pub(in crate::codec) text: Slice<'a>,
    /// What it is quoted by; none when it is the reviewer's own.
    pub(in crate::codec) quoted: Option<Quoted>,
}

/// What kind of line, by how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Form {
    Blank,
    Text,
    /// `### Findings`, and how deep.
    Heading(u8),
    /// `- so`, and of `- [x] so` whether the box is ticked.
    Item {
        ticked: Option<bool>,
    },
    /// `| Check | Result |`
    Row,
    /// `---`, `===`: a rule, or what underlines the text above it.
    Rule,
}

/// What quotes a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Quoted {
    /// A fence: the line that opens it, one inside, or the line that closes it.
    Opens,
    Inside,
    Closes,
    /// `> so`
    Quote,
    /// Four blanks more than the text it stands in.
    Code,
    /// `<!-- so -->`
    Comment,
    /// `+so`, `@@ -1,3 +1,3 @@`
    Diff,
}

/// A fence that is open.
#[derive(Clone, Copy, Debug)]
struct Fence {
    mark: u8,
    length: usize,
    start: usize,
}

/// Tells the lines of one text, and which are quoted.
pub(in crate::codec) struct Lines<'a> {
    found: Vec<Line<'a>>,
    fence: Option<Fence>,
    /// Where the comment begins that has not ended.
    comment: Option<usize>,
    /// Inside an alert: `> [!CAUTION]`
    alert: bool,
    /// How far the text as a whole is indented.
    base: Option<usize>,
    /// How far the text of the item is indented that lines may still belong to.
    item: usize,
    /// The line before was blank, or there is none.
    after_blank: bool,
    /// The line before was code.
    in_code: bool,
    /// A comment may begin behind something else on its line.
    inline_comments: bool,
}

/// The lines of a text, each with what quotes it.
pub(in crate::codec) struct Text<'a> {
    pub(in crate::codec) lines: Vec<Line<'a>>,
    /// Where a fence opens that nothing closes.
    pub(in crate::codec) open_fence: Option<usize>,
    /// Where a comment begins that nothing ends.
    pub(in crate::codec) open_comment: Option<usize>,
    /// Elements whose text does not count: `<del>`, `<think>`.
    pub(in crate::codec) hidden: Vec<Range<usize>>,
}

impl Text<'_> {
    /// The element that a place is in whose text does not count.
    pub(in crate::codec) fn hides(&self, at: usize) -> Option<&Range<usize>> {
        let next = self.hidden.partition_point(|range| range.end <= at);
        self.hidden.get(next).filter(|range| range.contains(&at))
    }
}

/// Reads the lines of a text. A byte order mark belongs to none.
pub(in crate::codec) fn read<'a>(text: Slice<'a>) -> Text<'a> {
    read_with(text, true)
}

/// Reads lines whose last field is the rest of the line: `<!--` in it begins no comment.
pub(in crate::codec) fn read_rows<'a>(text: Slice<'a>) -> Text<'a> {
    read_with(text, false)
}

fn read_with<'a>(text: Slice<'a>, inline_comments: bool) -> Text<'a> {
    let mark = if text.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let text = text.after(mark);
    let mut lines = Lines {
        found: Vec::new(),
        fence: None,
        comment: None,
        alert: false,
        base: None,
        item: 0,
        after_blank: true,
        in_code: false,
        inline_comments,
    };
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((kind, line, behind)) = told_first(rest, lines.fence.is_some()) {
            lines.line(kind, line);
            rest = behind;
            continue;
        }
        let (piece, behind) = rest.split_at(up_to_fence(rest.text));
        match grammar::lines(piece) {
            Some(found) => found.for_each(|(kind, line)| lines.line(kind, line)),
            // pest was told to give up early: every line is text, and none is quoted.
            None => piece.lines().for_each(|line| lines.line(Kind::Other, line)),
        }
        rest = behind;
    }
    let Lines { mut found, fence, comment, .. } = lines;
    let hidden = hidden::hide(&mut found);
    Text { lines: found, open_fence: fence.map(|fence| fence.start), open_comment: comment, hidden }
}

/// The first line, where it takes no grammar to tell what that would make of it: a plain one, one that opens a
/// fence, and any inside one, of which nothing matters but whether it closes that.
fn told_first(text: Slice<'_>, fenced: bool) -> Option<(Kind, Slice<'_>, Slice<'_>)> {
    let (kind, (line, behind)) = if fenced {
        (Kind::Other, text.first_line())
    } else if let Some((line, behind)) = text.plain_line() {
        (if line.text == "\n" { Kind::Blank } else { Kind::Plain }, (line, behind))
    } else if ["```", "~~~"].iter().any(|mark| text.text.starts_with(mark)) {
        (Kind::Fence, text.first_line())
    } else {
        return None;
    };
    Some((kind, line, behind))
}

/// How far the grammar is asked: to the first line that may open a fence, and to the end of that line where the marks do
/// not begin it.
fn up_to_fence(text: &str) -> usize {
    // Both marks are looked for at once, for no more may be looked at than is read then.
    let marks = text.as_bytes().windows(3).position(|three| three == b"```" || three == b"~~~");
    let Some(at) = marks else { return text.len() };
    if at > 0 && text[..at].ends_with('\n') {
        return at;
    }
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

/// What the grammar makes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Blank,
    Heading,
    Fence,
    Comment,
    Quote,
    Item,
    Row,
    Other,
}

impl<'a> Lines<'a> {
    fn line(&mut self, kind: Kind, line: Slice<'a>) {
        let whole = Slice::new(line.text.trim_end_matches(['\n', '\r']), line.start);
        let said = whole.trim();
        if let Some(fence) = self.fence {
            let closes = closes(fence, said.text) && indent(whole.text) < self.item + 4;
            if closes {
                self.fence = None;
            }
            let quoted = if closes { Quoted::Closes } else { Quoted::Inside };
            return self.push(Form::Text, whole, said, Some(quoted));
        }
        if self.comment.is_some() {
            if let Some(end) = whole.text.find("-->") {
                self.comment = None;
                let behind = whole.after(end + "-->".len());
                self.open_comment(behind);
                if self.comment.is_none() && !behind.trim().is_empty() {
                    return self.say(Form::Text, whole, behind.trim(), None);
                }
            }
            return self.push(Form::Text, whole, said, Some(Quoted::Comment));
        }
        if said.is_empty() {
            self.after_blank = true;
            self.alert = false;
            return self.push(Form::Blank, whole, said, None);
        }
        let depth = indent(whole.text);
        let base = *self.base.get_or_insert(depth);
        if self.after_blank && depth < base + self.item {
            self.item = 0;
        }
        let deep = depth >= base + self.item + 4;
        let code = deep && (self.after_blank || self.in_code);
        self.in_code = code;
        if code {
            return self.say(Form::Text, whole, said, Some(Quoted::Code));
        }
        if kind != Kind::Quote {
            self.alert = false;
        }
        match kind {
            Kind::Fence if opens_fence(said.text) => {
                self.open_fence(said);
                self.say(Form::Text, whole, said, Some(Quoted::Opens));
            }
            Kind::Comment => {
                self.open_comment(said);
                let behind = said.text.find("-->").map(|end| said.after(end + 3).trim());
                match behind.filter(|behind| !behind.is_empty() && self.comment.is_none()) {
                    Some(behind) => self.say(Form::Text, whole, behind, None),
                    None => self.say(Form::Text, whole, said, Some(Quoted::Comment)),
                }
            }
            Kind::Quote => self.quote(whole, said),
            Kind::Heading => {
                let level = said.text.bytes().take_while(|b| *b == b'#').count();
                let title = said.after(level).trim();
                let title = title.trim_end_of(&['#', ' ']);
                self.item = 0;
                self.open_comment(title);
                match u8::try_from(level) {
                    Ok(level @ 1..=6) => self.say(Form::Heading(level), whole, title, None),
                    _ => self.say(Form::Text, whole, said, None),
                }
            }
            Kind::Item if !is_rule(said.text) => self.item(whole, said, depth.saturating_sub(base)),
            Kind::Row => self.say(Form::Row, whole, said, None),
            Kind::Plain => {
                self.open_comment(said);
                self.say(Form::Text, whole, said, None);
            }
            _ if is_rule(said.text) => self.say(Form::Rule, whole, said, None),
            _ if is_diff(whole.text) => self.say(Form::Text, whole, said, Some(Quoted::Diff)),
            _ => {
                self.open_comment(said);
                self.say(Form::Text, whole, said, None);
            }
        }
    }

    /// `- so`, `- [x] so`
    fn item(&mut self, whole: Slice<'a>, said: Slice<'a>, depth: usize) {
        let bullet = said.text.find([' ', '\t']).unwrap_or(said.text.len());
        let rest = said.after(bullet);
        let body = rest.trim();
        self.item = depth + bullet + 1;
        if ["```", "~~~"].iter().any(|mark| body.text.starts_with(mark)) && opens_fence(body.text) {
            self.open_fence(body);
            return self.say(Form::Text, whole, body, Some(Quoted::Opens));
        }
        self.open_comment(body);
        let (form, body) = boxed_item(body);
        self.say(form, whole, body, None);
    }

    /// `> so`, or a line of an alert, which is no quotation.
    fn quote(&mut self, whole: Slice<'a>, said: Slice<'a>) {
        let inner = said.after(1).trim();
        if is_alert(inner.text) {
            self.alert = true;
            return self.say(Form::Text, whole, inner, Some(Quoted::Quote));
        }
        if !self.alert {
            return self.say(Form::Text, whole, inner, Some(Quoted::Quote));
        }
        let level = inner.text.bytes().take_while(|b| *b == b'#').count();
        let (form, said) = match (u8::try_from(level), super::fields::item(inner)) {
            (Ok(level @ 1..=6), _) if inner.after(level.into()).text.starts_with(' ') => (
                Form::Heading(level),
                inner.after(usize::from(level)).trim().trim_end_of(&['#', ' ']),
            ),
            (_, Some(item)) => boxed_item(item.trim()),
            _ => (Form::Text, inner),
        };
        self.say(form, whole, said, None);
    }

    fn say(&mut self, form: Form, whole: Slice<'a>, text: Slice<'a>, quoted: Option<Quoted>) {
        self.after_blank = false;
        self.push(form, whole, text, quoted);
    }

    fn push(&mut self, form: Form, whole: Slice<'a>, text: Slice<'a>, quoted: Option<Quoted>) {
        self.found.push(Line { form, whole, text, quoted });
    }

    fn open_fence(&mut self, said: Slice<'a>) {
        let mark = said.text.bytes().next().unwrap_or(b'`');
        let length = said.text.bytes().take_while(|b| *b == mark).count();
        self.fence = Some(Fence { mark, length, start: said.start });
    }

    /// A comment may begin behind something else on its line.
    fn open_comment(&mut self, text: Slice<'a>) {
        // A byte is found faster than a string, and most lines have none.
        if !text.text.as_bytes().contains(&b'<') {
            return;
        }
        if !self.inline_comments && !text.text.starts_with("<!--") {
            return;
        }
        if let Some(at) = text.text.rfind("<!--")
            && !text.text[at..].contains("-->")
        {
            self.comment = Some(text.start + at);
        }
    }
}

/// The info of a fence of backticks holds none; such a line is code in a sentence.
fn opens_fence(said: &str) -> bool {
    said.starts_with("~~~") || !said.trim_start_matches('`').contains('`')
}

/// Whether a line inside a fence opens one that is as long: anyone who wrote it has left out where the first
/// ends.
pub(in crate::codec) fn opens_again(outer: &str, said: &str) -> bool {
    let Some(mark) = said.chars().next().filter(|mark| outer.starts_with(*mark)) else {
        return false;
    };
    let length = |said: &str| said.chars().take_while(|c| *c == mark).count();
    let (inner, outer) = (length(said), length(outer));
    inner >= 3 && inner == outer && said.len() > inner && opens_fence(said)
}

fn closes(fence: Fence, said: &str) -> bool {
    let length = said.bytes().take_while(|b| *b == fence.mark).count();
    length >= fence.length && length == said.len()
}

/// `---`, `* * *`, `=====`
pub(in crate::codec) fn is_rule(said: &str) -> bool {
    let Some(mark) = said.bytes().next().filter(|mark| b"-*_=".contains(mark)) else {
        return false;
    };
    said.bytes().filter(|b| *b == mark).count() >= 3 && said.bytes().all(|b| b == mark || b == b' ')
}

/// `+so`, `-so`, `@@ -1,3 +1,3 @@`, `+++ b/src/a.rs`
fn is_diff(line: &str) -> bool {
    ["@@ ", "+++ ", "--- ", "diff --git "].iter().any(|mark| line.starts_with(mark))
        || matches!(line.as_bytes(), [b'+' | b'-', next, ..] if !b" \t+-".contains(next))
}

/// What an item is and says, without its box.
fn boxed_item(said: Slice<'_>) -> (Form, Slice<'_>) {
    match super::fields::checkbox(said) {
        Some((ticked, rest)) => (Form::Item { ticked: Some(ticked) }, rest),
        None => (Form::Item { ticked: None }, said),
    }
}

/// `[!CAUTION]`
fn is_alert(text: &str) -> bool {
    let name = text.strip_prefix("[!").and_then(|rest| rest.strip_suffix(']'));
    name.is_some_and(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic()))
}

mod grammar {
    use assize_grammar::lines::{Grammar, Rule};
    use pest::Parser;

    use super::{Kind, Slice};

    /// Every line with its line end, and its kind. None when pest was told to give up early.
    pub(super) fn lines<'a>(
        text: Slice<'a>,
    ) -> Option<impl Iterator<Item = (Kind, Slice<'a>)> + use<'a>> {
        let mut end = text.start;
        let lines = Grammar::parse(Rule::lines, text.text).ok()?.next()?;
        let kinds = lines.into_inner().filter_map(move |pair| {
            let kind = match pair.as_rule() {
                Rule::plain => Kind::Plain,
                Rule::heading => Kind::Heading,
                Rule::marker => Kind::Fence,
                Rule::remark => Kind::Comment,
                Rule::quote => Kind::Quote,
                Rule::items | Rule::item => Kind::Item,
                Rule::row => Kind::Row,
                Rule::inner | Rule::other => Kind::Other,
                _ => return None,
            };
            Some((kind, Slice::new(pair.as_str(), text.start + pair.as_span().start())))
        });
        // Blank lines are no tokens: they are what lies between two.
        let mut blanks = move |to: usize| {
            let between = &text.text[end - text.start..to - text.start];
            let at = Slice::new(between, end);
            end = to;
            at
        };
        let mut kinds = kinds.map(Some).chain(std::iter::once(None));
        Some(std::iter::from_fn(move || kinds.next()).flat_map(move |token| {
            let (kind, slice) = token
                .unwrap_or_else(|| (Kind::Blank, Slice::new("", text.start + text.text.len())));
            let between = blanks(slice.start).lines().map(|line| (Kind::Blank, line));
            blanks(slice.end());
            between.chain(slice.lines().map(move |line| (kind, line)))
        }))
    }
}

#[cfg(test)]
mod tests;
