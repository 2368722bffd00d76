//! From text to tokens and comments.

use std::ops::Range;

use super::{Kind, Token};

pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) tokens: Vec<Token>,
    pub(super) comments: Vec<Range<usize>>,
}

impl Scanner<'_> {
    /// Takes one token, comment or run of blanks; false at the end.
    pub(super) fn step(&mut self) -> bool {
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return false };
        match first {
            // A byte order mark, as editors leave it at the start.
            '\u{feff}' if start == 0 => self.at += first.len_utf8(),
            c if c.is_whitespace() => self.at += c.len_utf8(),
            '/' if self.rest().starts_with("//") => {
                self.at = self.text[start..].find('\n').map_or(self.text.len(), |n| start + n);
                self.comments.push(start..self.at);
            }
            '/' if self.rest().starts_with("/*") => self.block_comment(),
            '"' => self.quoted(Kind::Text, '"'),
            '`' => self.template(),
            '\'' => self.quoted(Kind::Char, '\''),
            '#' if self.hashes().is_some() => self.raw_string(),
            c if c == '_' || c.is_alphabetic() => self.name(),
            c if c.is_ascii_digit() => self.number(),
            '(' | '[' | '{' => self.push(Kind::Open, 1),
            ')' | ']' | '}' => self.push(Kind::Close, 1),
            ';' => self.push(Kind::Semicolon, 1),
            c => self.push(Kind::Sign, c.len_utf8()),
        }
        true
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: Kind, len: usize) {
        self.tokens.push(Token { kind, start: self.at, end: self.at + len });
        self.at += len;
    }

    fn run(&self, from: usize, take: impl Fn(char) -> bool) -> usize {
        self.rest()[from..].find(|c| !take(c)).map_or(self.rest().len(), |n| from + n)
    }

    fn name(&mut self) {
        self.push(Kind::Name, self.run(0, |c| c == '_' || c.is_alphanumeric()));
    }

    /// As rhai ends one: `1..5` and `1.max` are no decimals, `1.` and `1e5` are.
    fn number(&mut self) {
        let rest = self.rest();
        let mut valid: fn(&char) -> bool = char::is_ascii_digit;
        let (mut point, mut exponent, mut based) = (false, false, false);
        // How much was written, without `_`.
        let mut written = 0;
        let mut len = 0;
        while let Some(c) = rest[len..].chars().next() {
            let next = rest[len + c.len_utf8()..].chars().next();
            let digit = next.is_some_and(|next| next.is_ascii_digit());
            match c {
                '_' => {}
                c if valid(&c) => written += 1,
                '.' if !point && !based => match next {
                    Some('_' | '.') | None => break,
                    Some(next) if next.is_ascii_alphabetic() => break,
                    Some(_) => (point, written) = (true, written + 1),
                },
                'e' | 'E' if !exponent && !based && digit => (point, exponent) = (true, true),
                'e' | 'E' if !exponent && !based && matches!(next, Some('+' | '-')) => {
                    (point, exponent) = (true, true);
                    len += 1;
                }
                'x' | 'X' | 'o' | 'O' | 'b' | 'B' if rest.starts_with('0') && written == 1 => {
                    (based, written) = (true, 2);
                    valid = match c {
                        'x' | 'X' => char::is_ascii_hexdigit,
                        'o' | 'O' => |c| ('0'..='7').contains(c),
                        _ => |c| ('0'..='1').contains(c),
                    };
                }
                _ => break,
            }
            len += c.len_utf8();
        }
        self.push(if point { Kind::Float } else { Kind::Number }, len);
    }

    fn block_comment(&mut self) {
        let start = self.at;
        let mut depth = 0usize;
        while self.at < self.text.len() {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    self.comments.push(start..self.at);
                    return;
                }
            } else {
                self.at += self.rest().chars().next().map_or(1, char::len_utf8);
            }
        }
        self.unclosed(start);
    }

    /// A string in quotes, where two of them are one that does not close; also the end of the line ends one,
    /// unless escaped.
    fn quoted(&mut self, kind: Kind, quote: char) {
        let mut chars = self.rest().char_indices().skip(1).peekable();
        while let Some((n, c)) = chars.next() {
            match c {
                '\\' => {
                    let carriage = chars.next().is_some_and(|(_, next)| next == '\r');
                    // Both characters of a line end are one.
                    if carriage && chars.peek().is_some_and(|(_, next)| *next == '\n') {
                        chars.next();
                    }
                }
                '\n' => break,
                _ if c != quote => {}
                _ if chars.peek().is_some_and(|(_, next)| *next == quote) => drop(chars.next()),
                _ => return self.push(kind, n + 1),
            }
        }
        self.unclosed_line();
    }

    /// How many `#` stand before a quote here.
    fn hashes(&self) -> Option<usize> {
        let count = self.run(0, |c| c == '#');
        self.rest()[count..].starts_with('"').then_some(count)
    }

    fn raw_string(&mut self) {
        let count = self.hashes().unwrap_or_default();
        let closer = format!("\"{}", "#".repeat(count));
        match self.rest()[count + 1..].find(&closer) {
            Some(found) => self.push(Kind::Text, count + 1 + found + closer.len()),
            None => self.unclosed(self.at),
        }
    }

    /// A string in back ticks; `${ … }` in it is code, which may hold strings again.
    fn template(&mut self) {
        match self.template_end(self.at, 0) {
            Some(end) => self.push(Kind::Template, end - self.at),
            None => self.unclosed(self.at),
        }
    }

    /// The offset behind the back tick that closes the one at `open`.
    fn template_end(&self, open: usize, depth: usize) -> Option<usize> {
        let mut at = open + 1;
        while let Some(c) = self.text[at..].chars().next() {
            if c == '`' {
                // Two back ticks in a row are one that does not close.
                if self.text[at + 1..].starts_with('`') {
                    at += 2;
                    continue;
                }
                return Some(at + 1);
            }
            at += c.len_utf8();
            // `\${` is no code.
            if c == '\\' && self.text[at..].starts_with("${") {
                at += 1;
                continue;
            }
            if c == '$' && self.text[at..].starts_with('{') {
                at = self.code_end(at, depth + 1)?;
            }
        }
        None
    }

    /// The offset behind the brace that closes the one at `open`.
    fn code_end(&self, open: usize, depth: usize) -> Option<usize> {
        if depth > 8 {
            return None;
        }
        let mut scanner =
            Scanner { text: self.text, at: open, tokens: Vec::new(), comments: Vec::new() };
        let mut braces = 0usize;
        loop {
            if scanner.rest().starts_with('`') {
                scanner.at = self.template_end(scanner.at, depth)?;
                continue;
            }
            let seen = scanner.tokens.len();
            if !scanner.step() {
                return None;
            }
            match scanner
                .tokens
                .get(seen)
                .map(|token| (&self.text[token.start..token.end], token.kind))
            {
                Some(("{", _)) => braces += 1,
                Some(("}", _)) if braces == 1 => return Some(scanner.at),
                Some(("}", _)) => braces -= 1,
                Some((_, Kind::Unclosed)) => return None,
                _ => {}
            }
        }
    }

    fn unclosed_line(&mut self) {
        let start = self.at;
        let end = self.rest().find('\n').map_or(self.text.len(), |n| start + n);
        self.tokens.push(Token { kind: Kind::Unclosed, start, end });
        self.at = end;
    }

    fn unclosed(&mut self, start: usize) {
        self.tokens.push(Token { kind: Kind::Unclosed, start, end: self.text.len() });
        self.at = self.text.len();
    }
}
