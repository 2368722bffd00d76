//! What is wrong with a text that begins like JSON, and how its strings are spelt.

use super::{Broken, DEPTH, Slice, Value};
use crate::ir::{Cause, Diagnostic};
use crate::source::Span;

/// What should stand where the grammar found something else.
#[derive(Clone, Copy, Debug)]
pub(super) enum Missing {
    Value,
    Name,
    Colon,
    /// A comma or a closing bracket.
    End,
    /// The document is over.
    Nothing,
}

/// What the text may break off with in the middle of a word or a number.
const BEGUN: &[&str] = &["true", "false", "null", "-", ".", "e+", "e-", "E+", "E-"];

/// Checks a string token, which begins at `start` of the body. Whether it has escapes.
pub(super) fn string(body: Slice<'_>, start: usize, token: &str) -> Result<bool, Broken> {
    // All bytes, and not up to the first: so they are looked at many at once.
    let odd = token.bytes().fold(false, |odd, byte| odd | (byte < b' ') | (byte == b'\\'));
    // What goes on to the end of the text was cut off, and is told so behind it.
    if !odd || start + token.len() == body.text.len() {
        return Ok(odd);
    }
    if let Some(at) = token.bytes().position(|byte| byte < b' ') {
        let at = body.start + start + at;
        return Err(control_character(Span::new(at, at + 1)));
    }
    // It is closed, so it has both its marks.
    let inner = Slice::new(token, body.start + start).inside("\"", "\"");
    let spelt = inner.map_or(Ok(()), |inner| spell_out(inner, |_, _| {}));
    spelt.map(|()| true).map_err(unknown_escape)
}

/// Spells a string out, run by run, each with the place that it was written at. An escape that
/// there is not is given back.
pub(super) fn spell_out<'a>(
    inner: Slice<'a>,
    mut run: impl FnMut(&str, Slice<'a>),
) -> Result<(), Slice<'a>> {
    let mut rest = inner;
    while let Some(at) = rest.text.find('\\') {
        let (plain, escape) = rest.split_at(at);
        if !plain.is_empty() {
            run(plain.text, plain);
        }
        let (c, len) = escape_of(escape.text).ok_or_else(|| beginning(escape))?;
        let (escape, behind) = escape.split_at(len);
        run(c.encode_utf8(&mut [0; 4]), escape);
        rest = behind;
    }
    if !rest.is_empty() {
        run(rest.text, rest);
    }
    Ok(())
}

/// The character that an escape stands for, and how long the escape is.
fn escape_of(escape: &str) -> Option<(char, usize)> {
    let c = match escape.as_bytes().get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unit_of(escape),
        _ => return None,
    };
    Some((c, 2))
}

/// `\u00e9`, or a pair such as `\ud83d\ude00`.
fn unit_of(escape: &str) -> Option<(char, usize)> {
    let unit = |from: usize| {
        let digits = escape.get(from..from + 6)?.strip_prefix("\\u")?;
        let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
    };
    match unit(0)? {
        high @ 0xd800..0xdc00 => {
            let low = unit(6).filter(|low| (0xdc00..0xe000).contains(low))?;
            Some((char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))?, 12))
        }
        unit => Some((char::from_u32(unit)?, 6)),
    }
}

/// As much of an escape as shows what is wrong with it.
fn beginning(escape: Slice<'_>) -> Slice<'_> {
    let most = if escape.text.starts_with("\\u") { 6 } else { 2 };
    let end = escape.text.char_indices().map(|(at, c)| at + c.len_utf8()).take(most).last();
    escape.split_at(end.unwrap_or(0)).0
}

/// `{"passed": true,` or, when something else stands there, `{"passed" true}`
pub(super) fn malformed(body: Slice<'_>, opened: usize, at: usize, missing: Missing) -> Broken {
    let rest = body.after(at);
    let text = rest.text.trim_end();
    if BEGUN.iter().any(|word| word.starts_with(text)) && !matches!(missing, Missing::Nothing) {
        let opened = body.start + opened;
        return truncated(rest.span(), Span::new(opened, opened + 1));
    }
    let first = rest.text.chars().next().map_or(0, char::len_utf8);
    let at = Span::new(rest.start, rest.start + first);
    let quoted = "write names and texts in double quotes, as in `{\"name\": \"text\"}`";
    let (wanted, help) = match missing {
        Missing::Value if rest.text.starts_with('\'') => ("a value is missing", quoted),
        Missing::Name if rest.text.starts_with('\'') => ("a name is missing", quoted),
        Missing::Value => ("a value is missing", "write a value, and no comma after the last one"),
        Missing::Name => (
            "a name is missing",
            "write names in double quotes, and no comma after the last member",
        ),
        Missing::Colon => ("a colon is missing", "write `\"name\": value`"),
        Missing::End => (
            "a comma or a closing bracket is missing",
            "separate values with commas; JSON has no comments",
        ),
        Missing::Nothing => {
            ("something follows the document", "write one JSON document and nothing else")
        }
    };
    let diagnostic = Diagnostic::error("assize::read::malformed_json")
        .message(format!("the text is not valid JSON: {wanted}"))
        .label(at, "not expected here")
        .help(help);
    Broken { cause: Cause::Malformed, diagnostic }
}

/// `{"passed": true, "feedb`
fn truncated(at: Span, opened: Span) -> Broken {
    let diagnostic = Diagnostic::error("assize::read::truncated_json")
        .message("the JSON ends before its last bracket is closed")
        .label(at, "cut off")
        .label(opened, "never closed")
        .help("write the whole answer again");
    Broken { cause: Cause::Truncated, diagnostic }
}

/// A line end inside a string
fn control_character(at: Span) -> Broken {
    let diagnostic = Diagnostic::error("assize::read::malformed_json")
        .message("the text is not valid JSON: a string contains a control character")
        .label(at, "as it is, not as an escape")
        .help("write line ends in strings as `\\n` and tabs as `\\t`");
    Broken { cause: Cause::Malformed, diagnostic }
}

/// `"C:\path"`, `"\ud83d"`
fn unknown_escape(escape: Slice<'_>) -> Broken {
    let diagnostic = Diagnostic::error("assize::read::malformed_json")
        .message("the text is not valid JSON: a string contains an escape that does not exist")
        .label(escape.span(), "no character")
        .help("write a backslash as `\\\\`, and characters as they are");
    Broken { cause: Cause::Malformed, diagnostic }
}

/// A thousand opening brackets
pub(super) fn too_deep(at: Span) -> Broken {
    let diagnostic = Diagnostic::error("assize::read::deep_json")
        .message(format!("the JSON has more than {DEPTH} levels of brackets"))
        .label(at, "too deep")
        .help("a verdict needs no more than five");
    Broken { cause: Cause::Malformed, diagnostic }
}

/// A host program that limits how long pest may take
pub(super) fn gave_up(at: Span) -> Broken {
    Broken { cause: Cause::ReadError, diagnostic: crate::codec::mistakes::gave_up(at) }
}

/// `{"passed": false, "passed": true}`
pub(super) fn repeated_name(first: Value<'_>, again: Value<'_>) -> Diagnostic {
    let name = again.text().unwrap_or_default();
    Diagnostic::error("assize::read::repeated_name")
        .message(format!("the name `{name}` appears twice in one object"))
        .label(again.span(), "again here; it is not certain which of them counts")
        .label(first.span(), "first here")
        .help("write each name once")
}
