//! Lines that begin with a key: `VERDICT:GO`, `**Notes**:`, `MATRIX:`.

use super::grammar::{Part, Rule};
use super::tables::{KEYS, Key};
use crate::codec::text::fields::{self, Field, MARKS};
use crate::codec::text::slice::Slice;

/// A line that begins with a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header<'a> {
    /// None when it is not known the key.
    pub(super) known: Option<&'static Key>,
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

impl<'a> Header<'a> {
    /// The key of a line; none when it has none.
    pub(super) fn of(line: &Part<'a>) -> Option<Self> {
        let (whole, end) = (line.text, line.text.after(line.text.text.len()));
        let (mut name, mut behind, mut marks) = (None, end, end);
        let (mut closed, mut wide) = (false, false);
        if !matches!(
            line.rule,
            Rule::header | Rule::key_style | Rule::unknown_key | Rule::strange | Rule::bare_key
        ) {
            return None;
        }
        for part in line.parts() {
            match part.rule {
                Rule::marks => marks = part.text,
                Rule::closed => closed = true,
                Rule::wide => wide = true,
                Rule::value => behind = part.text,
                _ => name = Some(part),
            }
        }
        let name = name?;
        let mut field = match line.rule {
            Rule::strange => Field::strange(whole, marks, name.text, behind),
            _ => Field::styled(whole, marks, name.text, closed, behind),
        };
        if wide {
            field.value = behind.trim_start_of(&MARKS).trim();
        }
        let own = matches!(line.rule, Rule::header | Rule::bare_key);
        let far = !own && behind.start - whole.start > LONGEST;
        if far || (line.rule == Rule::strange && meant(field.key.text) != Some("VERDICT")) {
            return None;
        }
        let (name, value, of) = (field.key, field.value, name.rule);
        let known = KEYS.iter().find(|key| key.rule == of || key.name == name.text);
        Some(Self {
            known,
            name,
            value,
            capital: known.is_some_and(|key| key.name == name.text),
            styled: line.rule != Rule::header,
            spaced: own && !value.is_empty() && value.start != behind.start,
            like_code: field.like_code,
        })
    }
}

/// The known key that an unknown one was meant to be: one edit away, or one that looks the same.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    // Short names are one edit away from too many words.
    fields::meant_of(name, KEYS.iter().map(|key| key.name).filter(|own| own.len() >= 5))
}
