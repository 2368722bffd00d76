//! A policy's text: comments, tokens, and where one item ends and the next begins.
//!
//! Policies are plain rhai below a closed top level. The top level is cut here, so that
//! rhai never sees a decision: it is only ever handed one expression or one `fn`.

mod scan;

use std::ops::Range;

use crate::source::Span;
use scan::Scanner;

/// A policy's text with its comments blanked out, cut into tokens.
///
/// Blanking keeps every byte where it was, so offsets hold for the text as written.
pub(super) struct Script {
    pub(super) blanked: String,
    pub(super) tokens: Vec<Token>,
    pub(super) comments: Vec<Range<usize>>,
    /// Where each line starts.
    lines: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or keyword.
    Name,
    /// A whole number.
    Number,
    /// A number with a point or an exponent.
    Float,
    /// `"…"` or `#"…"#`: a string without interpolation.
    Text,
    /// A string in back ticks, with all that is interpolated into it.
    Template,
    /// `'x'`.
    Char,
    /// `( [ {`
    Open,
    /// `) ] }`
    Close,
    /// `;`
    Semicolon,
    /// Any other sign.
    Sign,
    /// A string or comment that never ends.
    Unclosed,
}

impl Token {
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// One statement of the top level: its tokens, without the semicolon.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) tokens: Range<usize>,
    /// Whether a semicolon, or the closing brace of a `fn`, ended it.
    pub(super) closed: bool,
}

impl Script {
    pub(super) fn scan(text: &str) -> Self {
        let mut scanner = Scanner { text, at: 0, tokens: Vec::new(), comments: Vec::new() };
        while scanner.step() {}
        let mut blanked = String::with_capacity(text.len());
        let mut from = 0;
        for comment in &scanner.comments {
            blanked.push_str(&text[from..comment.start]);
            // A line feed stays, any other byte becomes one blank.
            blanked
                .extend(text[comment.clone()].bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
            from = comment.end;
        }
        blanked.push_str(&text[from..]);
        let starts = blanked.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        Self { blanked, tokens: scanner.tokens, comments: scanner.comments, lines }
    }

    /// The same text, cut into tokens from a byte offset on: what stands inside a template.
    pub(super) fn from(&self, at: usize) -> Self {
        let mut scanner =
            Scanner { text: &self.blanked, at, tokens: Vec::new(), comments: Vec::new() };
        while scanner.step() {}
        let tokens = scanner.tokens;
        Self {
            blanked: self.blanked.clone(),
            tokens,
            comments: Vec::new(),
            lines: self.lines.clone(),
        }
    }

    pub(super) fn text(&self, token: Token) -> &str {
        self.blanked.get(token.start..token.end).unwrap_or_default()
    }

    pub(super) fn is(&self, index: usize, text: &str) -> bool {
        self.tokens.get(index).is_some_and(|&token| self.text(token) == text)
    }

    /// From the start of the first token to the end of the last.
    pub(super) fn span(&self, tokens: Range<usize>) -> Option<Span> {
        let first = self.tokens.get(tokens.start)?;
        let last = self.tokens.get(tokens.end.checked_sub(1)?)?;
        (tokens.start < tokens.end).then(|| Span::new(first.start, last.end))
    }

    /// The index of the first token that starts at or behind a byte offset.
    pub(super) fn token_at(&self, start: usize) -> usize {
        self.tokens.partition_point(|token| token.start < start)
    }

    /// The byte offset of a line and a column, both from 1; the column counts characters.
    pub(super) fn byte_of(&self, line: usize, column: usize) -> usize {
        let end = self.blanked.len();
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(end);
        let next = self.lines.get(line).copied().unwrap_or(end);
        let line = self.blanked.get(start..next).unwrap_or_default();
        let before = column.saturating_sub(1);
        if line.is_ascii() {
            return (start + before).min(end);
        }
        line.char_indices().nth(before).map_or(end, |(at, _)| start + at)
    }

    /// The line that a byte offset stands in, from 0, and where it starts.
    pub(super) fn line_at(&self, at: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= at).saturating_sub(1);
        (line, self.lines.get(line).copied().unwrap_or_default())
    }

    /// The token at or around a byte offset; inside a template, the name that starts there.
    pub(super) fn span_at(&self, at: usize) -> Option<Span> {
        let around = self.tokens.partition_point(|token| token.start <= at).checked_sub(1);
        let around = around.and_then(|index| self.tokens.get(index));
        let inside = around.filter(|token| token.start < at && at < token.end);
        if let Some(token) = inside.filter(|token| token.kind != Kind::Template) {
            return Some(token.span());
        }
        if inside.is_some() {
            let rest = &self.blanked[at..];
            let number = rest.starts_with(|c: char| c.is_ascii_digit());
            let part = |c: char| c == '_' || c.is_alphanumeric() || (number && c == '.');
            let name = rest.find(|c| !part(c)).unwrap_or(rest.len());
            let one = rest.chars().next().map_or(0, char::len_utf8);
            return Some(Span::new(at, at + name.max(one)));
        }
        self.tokens.get(self.token_at(at)).map(|token| token.span())
    }

    /// The token before an index, with all signs that touch it when it is one: `&&`.
    pub(super) fn sign_before(&self, index: usize) -> Option<Span> {
        let mut first = index.checked_sub(1)?;
        let last = *self.tokens.get(first)?;
        let touches =
            |a: &Token, b: &Token| a.kind == Kind::Sign && b.kind == Kind::Sign && a.end == b.start;
        while first > 0 && touches(&self.tokens[first - 1], &self.tokens[first]) {
            first -= 1;
        }
        Some(Span::new(self.tokens[first].start, last.end))
    }

    /// The text at a span.
    pub(super) fn blanked_at(&self, span: Span) -> &str {
        self.blanked.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// What a span holds, on one line and without comments.
    pub(super) fn on_one_line(&self, span: Span) -> String {
        self.blanked_at(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// An expression with the brackets that belong to it: `(a || b) && c`, where its parts begin at `a`.
    pub(super) fn with_brackets(&self, span: Span) -> Span {
        let mut first = self.token_at(span.start as usize);
        let mut last = self.token_at(span.end as usize).saturating_sub(1);
        let depth = |first: usize, last: usize| {
            let mut depth = 0i32;
            let mut lowest = 0;
            for token in self.tokens.get(first..=last).unwrap_or_default() {
                match self.text(*token) {
                    "(" => depth += 1,
                    ")" => depth -= 1,
                    _ => {}
                }
                lowest = lowest.min(depth);
            }
            (lowest, depth)
        };
        while depth(first, last).0 < 0 && first > 0 {
            first -= 1;
        }
        while depth(first, last).1 > 0 && last + 1 < self.tokens.len() {
            last += 1;
        }
        self.span(first..last + 1).unwrap_or(span)
    }

    /// The index behind the bracket that closes the one at `open`.
    pub(super) fn behind_bracket(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for (index, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return index + 1;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// The lines of `//!` comments, without the mark, and where they stand.
    pub(super) fn head<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (&'a str, Span)> {
        self.comments.iter().filter_map(|comment| {
            let whole = text[comment.clone()].trim_end();
            let line = whole.strip_prefix("//!")?.trim();
            Some((line, Span::new(comment.start, comment.start + whole.len())))
        })
    }

    /// The `///` comment lines right above a byte offset, joined.
    pub(super) fn doc_above(&self, text: &str, start: usize) -> String {
        let mut lines = Vec::new();
        let mut below = start;
        for comment in self.comments.iter().rev().skip_while(|comment| comment.end > start) {
            let Some(line) = text[comment.clone()].strip_prefix("///") else { break };
            if !text[comment.end..below].trim().is_empty() {
                break;
            }
            lines.push(line.trim());
            below = comment.start;
        }
        lines.reverse();
        lines.join(" ")
    }

    /// Cuts the tokens into the items of the top level.
    ///
    /// `starts` tells whether a name begins an item, from the word before it and the name: an
    /// item that lacks its semicolon ends before the next one.
    pub(super) fn items(&self, starts: impl Fn(&str, &str) -> bool) -> Vec<Item> {
        let mut items = Vec::new();
        let (mut first, mut depth) = (0, 0usize);
        let mut index = 0;
        while let Some(&token) = self.tokens.get(index) {
            let is_fn = self.is(first, "fn");
            let fresh = index > first && depth == 0;
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            let begins = token.kind == Kind::Name
                && fresh
                && starts(self.text(self.tokens[index - 1]), self.text(token))
                && !self.is(index - 1, ".")
                && self.begins_item(index);
            if begins && index > first {
                items.push(Item { tokens: first..index, closed: false });
                first = index;
            }
            let ends_fn = is_fn && depth == 0 && self.is(index, "}");
            if (token.kind == Kind::Semicolon && depth == 0) || ends_fn {
                let end = if ends_fn { index + 1 } else { index };
                if first < end {
                    items.push(Item { tokens: first..end, closed: true });
                }
                first = index + 1;
            }
            index += 1;
        }
        if first < self.tokens.len() {
            items.push(Item { tokens: first..self.tokens.len(), closed: false });
        }
        items
    }

    /// A keyword begins an item when what follows it can follow it there: `rule "…"`,
    /// `let x`, `fn f`. `note` alone may still be the name of something, and `seat in auditors` asks.
    fn begins_item(&self, index: usize) -> bool {
        !self.is(index + 1, "in")
            && self
                .tokens
                .get(index + 1)
                .is_some_and(|next| matches!(next.kind, Kind::Text | Kind::Name | Kind::Unclosed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let script = Script::scan(text);
        script.tokens.iter().map(|&token| script.text(token).to_owned()).collect()
    }

    #[test]
    fn comments_are_blanked_and_strings_are_not() {
        let text = "a // x é\nb \"// no\" /* c /* d */ e */ f `t // no ${ g(\"}\") } h`";
        let script = Script::scan(text);
        assert_eq!(script.blanked.len(), text.len());
        assert_eq!(texts(text), ["a", "b", "\"// no\"", "f", "`t // no ${ g(\"}\") } h`"]);
    }

    #[test]
    fn numbers_with_a_point_are_floats_and_ranges_are_not() {
        let kinds = |text| Script::scan(text).tokens.iter().map(|t| t.kind).collect::<Vec<_>>();
        assert_eq!(kinds("1.5"), [Kind::Float]);
        assert_eq!(kinds("1e5"), [Kind::Float]);
        assert_eq!(kinds("0xff"), [Kind::Number]);
        assert_eq!(kinds("1..5"), [Kind::Number, Kind::Sign, Kind::Sign, Kind::Number]);
    }

    #[test]
    fn what_never_ends_is_one_token() {
        assert_eq!(Script::scan("x \"abc\ny").tokens[1].kind, Kind::Unclosed);
        assert_eq!(texts("x \"abc\ny"), ["x", "\"abc", "y"]);
        assert_eq!(Script::scan("x /* abc").tokens[1].kind, Kind::Unclosed);
        assert_eq!(Script::scan("x `abc ${ `").tokens[1].kind, Kind::Unclosed);
    }

    #[test]
    fn an_item_without_semicolon_ends_before_the_next_keyword() {
        let script = Script::scan("rule \"a\" otherwise pass\nrule \"b\" otherwise fail;");
        let items = script.items(|_, name| name == "rule");
        assert_eq!(items.len(), 2);
        assert!(!items[0].closed && items[1].closed);
    }

    #[test]
    fn docs_are_the_lines_right_above() {
        let text = "/// far\n\nlet x = 1;\n/// near\n/// too\nparam y = 1;";
        let script = Script::scan(text);
        let at = text.find("param").unwrap();
        assert_eq!(script.doc_above(text, at), "near too");
    }
}
