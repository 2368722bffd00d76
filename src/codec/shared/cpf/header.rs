//! Lines that begin with a key: `VERDICT:GO`, `**Notes**:`, `MATRIX:`.

use super::tables::{self, KEYS, Key};
use crate::codec::text::fields::{self, MARKS};
use crate::codec::text::slice::Slice;

/// A line that begins with a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header<'a> {
    /// None when nobody knows the key.
    pub(super) known: Option<Key>,
    /// The key without the marks around it.
    pub(super) name: Slice<'a>,
    /// What follows the colon, trimmed.
    pub(super) value: Slice<'a>,
    /// Its letters are those of the format.
    pub(super) capital: bool,
    /// It has marks around it, or stands elsewhere than at the start of the line.
    pub(super) styled: bool,
    /// A blank follows the colon.
    pub(super) spaced: bool,
    /// Indented as far as code is.
    pub(super) like_code: bool,
}

/// No key is longer; in bytes, with the marks around it.
const LONGEST: usize = 64;

/// Reads the key of a line, also of one whose colon is missing.
pub(super) fn any(line: Slice<'_>) -> Option<Header<'_>> {
    read(line).or_else(|| title(line))
}

/// Reads the key of a line; none when it has none.
pub(super) fn read(line: Slice<'_>) -> Option<Header<'_>> {
    // A key ends before the first pipe. The first byte of a full-width colon is 0xef.
    let mut head = line.text.as_bytes().iter().take(LONGEST);
    let at = head.position(|b| matches!(b, b':' | b'|' | 0xef))?;
    if line.text.as_bytes().get(at) == Some(&b'|') {
        return None;
    }
    let (name, tail) = line.split_at(at);
    let own =
        KEYS.iter().find(|(own, ..)| *own == name.text).filter(|_| tail.text.starts_with(':'));
    let Some((_, known, ..)) = own else {
        return if is_prose(name.text) { None } else { with_markup(line) };
    };
    let value = tail.after(1).trim();
    Some(Header {
        known: Some(*known),
        name,
        value,
        capital: true,
        styled: false,
        spaced: !value.is_empty() && value.start != tail.start + 1,
        like_code: false,
    })
}

/// Cheap: whether what stands before a colon can be no key, whatever marks it has. Keys that nobody
/// knows have no small letters, and a misspelt `VERDICT` is short.
fn is_prose(head: &str) -> bool {
    const MARKUP: &[char] = &[' ', '\t', '\r', '\n', '#', '+', '-', '*', '_', '`'];
    let name = head.trim_matches(MARKUP).as_bytes();
    let first = |own: &str| own.as_bytes().first().map(u8::to_ascii_lowercase);
    let begins = name.first().map(u8::to_ascii_lowercase);
    name.is_ascii()
        && name.len() > "VERDICT".len() + 1
        && name.iter().any(u8::is_ascii_lowercase)
        && !KEYS.iter().any(|(own, ..)| first(own) == begins)
}

/// `## VERDICT: GO`, `**Notes:**`, `VERDICT：GO`, `MATRIX:`
fn with_markup(line: Slice<'_>) -> Option<Header<'_>> {
    let body = line.trim().trim_start_of(&['#']).trim();
    let colon = body.text.find([':', '：'])?;
    let (name, value) = if body.text[colon..].starts_with('：') {
        let (head, tail) = body.split_at(colon);
        let name = fields::without_bullet(head.trim()).trim_start_of(&MARKS).trim_end_of(&MARKS);
        (name.trim(), tail.after('：'.len_utf8()).trim_start_of(&MARKS).trim())
    } else {
        let field = fields::split(body)?;
        (field.key, field.value)
    };
    if name.text.len() > LONGEST {
        return None;
    }
    let known = tables::key(name.text);
    if known.is_none() && !is_shaped(name.text) && meant(name.text) != Some("VERDICT") {
        return None;
    }
    let plain = name.start == line.start && line.text[name.text.len()..].starts_with(':');
    Some(Header {
        known: known.map(|(key, _)| key),
        name,
        value,
        capital: known.is_some_and(|(_, exact)| exact),
        styled: !plain || known.is_some_and(|(_, exact)| !exact),
        spaced: false,
        like_code: fields::indent(line.text) >= 4,
    })
}

/// `## ISSUES`, `**VERIFIED**`: a section whose colon is missing.
pub(super) fn title(line: Slice<'_>) -> Option<Header<'_>> {
    let body = line.trim();
    if body.text.len() > LONGEST
        || !body.text.ends_with(|c: char| c.is_ascii_uppercase() || MARKS.contains(&c))
    {
        return None;
    }
    let name = body.trim_start_of(&['#']).trim().trim_start_of(&MARKS).trim_end_of(&MARKS);
    let known = tables::key(name.text).filter(|(key, exact)| *exact && key.is_section());
    known.map(|(key, _)| Header {
        known: Some(key),
        name,
        value: body.after(body.text.len()),
        capital: true,
        styled: true,
        spaced: false,
        like_code: fields::indent(line.text) >= 4,
    })
}

/// `XREF_ROW`: how CPF spells keys, known or not. One letter is a severity.
fn is_shaped(name: &str) -> bool {
    let mut bytes = name.bytes();
    name.len() >= 2
        && bytes.next().is_some_and(|b| b.is_ascii_uppercase())
        && bytes.all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-'))
}

/// The known key that an unknown one was meant to be: one edit away, or one that looks the same.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    // Short names are one edit away from too many words.
    fields::meant_of(name, KEYS.iter().map(|(own, ..)| *own).filter(|own| own.len() >= 5))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Option<(Option<Key>, &str, bool)> {
        read(Slice::new(line, 0)).map(|h| (h.known, h.value.text, h.styled))
    }

    #[test]
    fn a_key_is_known_with_any_marks() {
        let verdict = Some(Key::Verdict);
        assert_eq!(told("VERDICT:GO"), Some((verdict, "GO", false)));
        for line in [
            "## VERDICT: GO",
            "**VERDICT:** GO",
            "**VERDICT: GO**",
            "- verdict: GO",
            "VERDICT：GO",
            " VERDICT:GO",
        ] {
            assert_eq!(told(line), Some((verdict, "GO", true)), "{line}");
        }
        assert_eq!(told("MATRIX:"), Some((None, "", false)));
        assert_eq!(told("src/a.ts:5"), None);
        assert_eq!(told("> VERDICT:GO"), None);
        assert_eq!(told("H:"), None);
    }

    #[test]
    fn prose_is_told_from_keys_as_the_slow_way_tells_it() {
        let marks = ["", "- ", "**", "## ", "-", "_", "`", "• ", "+"];
        let names = [
            "Feature tests",
            "a note on",
            "VERDICTs",
            "ERDICT",
            "eRDICT",
            "erdict",
            "vErdict and",
            "SPEC_FEEDBACk",
            "Roadmap advisory",
            "ROADMAP-ADVISORIES",
            "MATRIX_OF_x",
            "MATRIX_OF_X",
            "Xerdict-",
            "wave scope",
            "notes ",
            "evidence_path",
            "confidence",
            "Ｖerdicts of it",
        ];
        for name in names {
            for (open, close) in marks.iter().flat_map(|a| marks.iter().map(move |b| (a, b))) {
                for colon in [":", ": GO", "：GO", "ｘ: GO", " "] {
                    let line = format!("{open}{name}{close}{colon}");
                    let (head, _) = line.split_once([':', '：']).unwrap_or((&line, ""));
                    if is_prose(head) {
                        let slow = with_markup(Slice::new(&line, 0));
                        assert!(slow.is_none(), "{line}: {slow:?}");
                    }
                }
            }
        }
        assert!(is_prose("Feature tests"));
    }

    #[test]
    fn an_unknown_key_is_told_by_one_edit_or_by_its_looks() {
        for name in ["VERDCT", "VЕRDICT", "+VERDICT", "ＶＥＲＤＩＣＴ", "verdct"] {
            assert_eq!(meant(name), Some("VERDICT"), "{name}");
        }
        assert_eq!(meant("ISUES"), Some("ISSUES"));
        for name in ["MATRIX", "LANG", "RESULT", "STATUS", ""] {
            assert_eq!(meant(name), None, "{name}");
        }
    }
}
