//! The tokens of policies are cut by us and read by rhai: both must cut alike.

use proptest::prelude::*;
use rhai::{Engine, Token};

use crate::engine::script::{Kind, Script};

/// Where tokens start, and of which kind each is. What stands inside a template belongs to it.
type Cut = Vec<(usize, Kind)>;

/// As rhai cuts a text; none when it cannot.
fn by_rhai(text: &str) -> Option<Cut> {
    let engine = Engine::new_raw();
    let inputs = [text];
    let (tokens, control) = engine.lex(&inputs);
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let byte_of = |line: usize, column: usize| {
        let start = starts.get(line - 1).copied().unwrap_or(text.len());
        let mut chars = text[start..].char_indices();
        chars.nth(column - 1).map_or(text.len(), |(at, _)| start + at)
    };
    let mut cut = Cut::new();
    // For each template around: how many braces are open in the code in it.
    let mut templates: Vec<usize> = Vec::new();
    let mut behind = false;
    for (token, position) in tokens {
        if matches!(token, Token::EOF) {
            return templates.is_empty().then_some(cut);
        }
        let resumed = std::mem::take(&mut behind);
        // What is empty behind the code of a template has no position.
        let line = position.line().or(resumed.then_some(1))?;
        let at = byte_of(line, position.position().unwrap_or(1));
        let kind = match &token {
            Token::LexError(_) => return None,
            Token::Comment(_) => continue,
            Token::InterpolatedString(_) if resumed => {
                templates.push(0);
                continue;
            }
            // What stands behind the last code of a template.
            Token::StringConstant(_) if resumed => continue,
            Token::InterpolatedString(_) => {
                if templates.is_empty() {
                    cut.push((at, Kind::Template));
                }
                templates.push(0);
                continue;
            }
            Token::StringConstant(_) if text[at..].starts_with('`') => Kind::Template,
            Token::StringConstant(_) => Kind::Text,
            Token::CharConstant(_) => Kind::Char,
            Token::IntegerConstant(_) => Kind::Number,
            Token::FloatConstant(_) => Kind::Float,
            Token::LeftParen | Token::LeftBracket | Token::LeftBrace => Kind::Open,
            Token::RightParen | Token::RightBracket | Token::RightBrace => Kind::Close,
            Token::SemiColon => Kind::Semicolon,
            _ if text[at..].starts_with(|c: char| c == '_' || c.is_alphabetic()) => Kind::Name,
            _ => Kind::Sign,
        };
        match (templates.last_mut(), &token) {
            // What rhai joins to one token, and we do not.
            (None, Token::MapStart) => cut.extend([(at, Kind::Sign), (at + 1, Kind::Open)]),
            (None, Token::Unit) => cut.extend([(at, Kind::Open), (at + 1, Kind::Close)]),
            (None, Token::NotIn) => cut.extend([(at, Kind::Sign), (at + 1, Kind::Name)]),
            (None, _) if text[at..].starts_with('-') && kind != Kind::Sign => {
                cut.extend([(at, Kind::Sign), (at + 1, kind)]);
            }
            (None, _) => cut.push((at, kind)),
            (Some(open), Token::LeftBrace | Token::MapStart) => *open += 1,
            (Some(open), Token::RightBrace) => {
                *open = open.checked_sub(1)?;
                if *open == 0 {
                    templates.pop();
                    control.borrow_mut().is_within_text = true;
                    behind = true;
                }
            }
            _ => {}
        }
    }
    None
}

/// As we cut it. rhai joins signs to operators: of a run of signs, those that it has remain.
fn by_us(text: &str, rhai: &Cut) -> Cut {
    let starts = |at: usize| rhai.iter().any(|(start, _)| *start == at);
    let tokens = Script::scan(text).tokens;
    let kept = tokens.iter().filter(|token| token.kind != Kind::Sign || starts(token.start));
    kept.map(|token| (token.start, token.kind)).collect()
}

/// Whether both cut a text alike; none when rhai cannot cut it.
fn alike(text: &str) -> Option<bool> {
    let rhai = by_rhai(text)?;
    // A comment may end with the text for rhai; for us it never ends, and is refused.
    let tokens = Script::scan(text).tokens;
    if tokens
        .iter()
        .any(|token| token.kind == Kind::Unclosed && text[token.start..].starts_with("/*"))
    {
        return None;
    }
    Some(by_us(text, &rhai) == rhai)
}

const ALPHABET: &[&str] = &[
    " ",
    " ",
    "\n",
    "\r\n",
    "\t",
    "a",
    "rule",
    "if",
    "let",
    "fn",
    "é",
    "_x1",
    "x",
    "1",
    "42",
    "1_000",
    "0xfF",
    "0b101",
    "0o17",
    "1.5",
    "1.",
    "1e5",
    "1.5e-3",
    "1..5",
    "1..=5",
    "1.max",
    "-",
    "-1",
    "+",
    "*",
    "/",
    "%",
    "==",
    "!=",
    "<=",
    "&&",
    "||",
    "|",
    "!",
    "=",
    "=>",
    ".",
    "..",
    "::",
    "?.",
    "??",
    ",",
    ";",
    ":",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "#{",
    "#",
    "\"a\"",
    "\"\"",
    "\"",
    "\"\\\"",
    "\\",
    "\"\\n\\\"b\"",
    "\"a\\u00e9\"",
    "\"\\x41\"",
    "\"a\\\n   b\"",
    "#\"a\"#",
    "#\"a\\\"#",
    "##\"a\"#b\"##",
    "#\"",
    "\"#",
    "`a`",
    "``",
    "`",
    "`a${",
    "}b`",
    "${",
    "`${x}`",
    "`a${b}c${\"}\"}d`",
    "`${`${1}`}`",
    "`$`",
    "`\n a`",
    "`a``b`",
    "`\\`",
    "'a'",
    "'\\n'",
    "'\\''",
    "'\"'",
    "'",
    "'ab'",
    "//",
    "// \"a\n",
    "/// `\n",
    "//! x\n",
    "/*",
    "*/",
    "/* \" */",
    "/* /* a */ */",
    "/** ` */",
    "/",
    "@",
    "$",
    "~",
    "\u{a0}",
    "\u{200b}",
    "as",
    "in",
    "!in",
];

#[test]
fn what_differs_easily_is_cut_alike() {
    let pairs =
        ALPHABET.iter().flat_map(|one| ALPHABET.iter().map(move |two| format!("{one}{two}")));
    let wrong: Vec<_> = pairs.filter(|text| alike(text) == Some(false)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    for text in [
        "\"a\\\r\n b#\"; x",
        "\"a\\\n b\"; x",
        "`a${ `b${ {1} }` }c`; x",
        "a /* `*/ b",
        "\"//\" // \"\n x",
        "`//` /* ${ */ y",
    ] {
        assert_eq!(alike(text), Some(true), "{text:?} {:?}", by_rhai(text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

    #[test]
    fn texts_are_cut_as_rhai_cuts_them(
        parts in prop::collection::vec(prop::sample::select(ALPHABET), 0..16),
    ) {
        let text = parts.concat();
        prop_assert_ne!(alike(&text), Some(false), "{:?} {:?}", text, by_rhai(&text));
    }
}
