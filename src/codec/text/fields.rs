//! The keys of a line-oriented text: `**Blockers**: none` is a `blocker` line.

use crate::codec::text::slice::Slice;
use crate::source::{is_hidden, is_joiner};

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::codec) enum Key {
    Verdict,
    Confidence,
    Blocker,
    Advisory,
    Evidence,
    EvidencePath,
    /// `verdict-file: PATH`, a pointer and not a line of a verdict file.
    VerdictFile,
}

/// Every spelling of a key, and whether it is the format's own.
const KEYS: &[(&str, Key, bool)] = &[
    ("verdict", Key::Verdict, true),
    ("confidence", Key::Confidence, true),
    ("blocker", Key::Blocker, true),
    ("advisory", Key::Advisory, true),
    ("evidence", Key::Evidence, true),
    ("evidence_path", Key::EvidencePath, true),
    ("verdict-file", Key::VerdictFile, true),
    ("verdicts", Key::Verdict, false),
    ("confidences", Key::Confidence, false),
    ("blockers", Key::Blocker, false),
    ("advisories", Key::Advisory, false),
    ("advisorys", Key::Advisory, false),
    ("evidences", Key::Evidence, false),
    ("evidence_paths", Key::EvidencePath, false),
];

/// A line split at its first colon.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) struct Field<'a> {
    /// None when the key is no known one.
    pub(in crate::codec) known: Option<Key>,
    /// The key without the marks around it.
    pub(in crate::codec) key: Slice<'a>,
    /// What follows the colon, trimmed.
    pub(in crate::codec) value: Slice<'a>,
    /// The key is not written as the format writes it.
    pub(in crate::codec) styled: bool,
    /// Indented as far as code is.
    pub(in crate::codec) like_code: bool,
}

pub(in crate::codec) const MARKS: [char; 3] = ['*', '_', '`'];
pub(in crate::codec) const BULLETS: [&str; 7] = ["- ", "* ", "+ ", "-\t", "• ", "– ", "— "];

/// `# so`; the heading of an entry in a log is no comment.
pub(in crate::codec) fn is_comment(line: &str) -> bool {
    line.starts_with('#') && !is_entry_heading(line)
}

/// `## [W2-B1]`, also where the number is left open: `## [B{seq}]`.
pub(in crate::codec) fn is_entry_heading(line: &str) -> bool {
    let name = line.strip_prefix("##").map(str::trim_start).and_then(|rest| rest.strip_prefix('['));
    let Some((name, _)) = name.and_then(|rest| rest.split_once(']')) else { return false };
    let digits = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let form = name.split_once('B').map(|(_, form)| form);
    let open = |form: &str| form.starts_with(['{', '<']) && form.ends_with(['}', '>']);
    (digits.len() < name.len() && digits.ends_with('B')) || form.is_some_and(open)
}

impl<'a> Field<'a> {
    /// As the format writes it: `verdict: pass`.
    pub(in crate::codec) fn own(key: Slice<'a>, value: Slice<'a>) -> Self {
        let known = KEYS.iter().find(|(name, ..)| *name == key.text).map(|(_, known, _)| *known);
        Self { known, key, value: value.trim(), styled: false, like_code: false }
    }

    /// `**verdict:** pass`, whose marks close behind the colon; `**verdict: pass**`, behind the word.
    pub(in crate::codec) fn styled(
        line: Slice<'a>,
        marks: Slice<'a>,
        key: Slice<'a>,
        closed: bool,
        value: Slice<'a>,
    ) -> Self {
        let (marks, mut value) = (marks.text, value.trim());
        if !closed && !marks.is_empty() {
            value = match value.text.strip_prefix(marks) {
                Some(_) => value.after(marks.len()).trim(),
                None => {
                    Slice::new(value.text.strip_suffix(marks).unwrap_or(value.text), value.start)
                }
            };
        }
        let known = lookup(key.text);
        Self { known, key, value, styled: known.is_some(), like_code: indent(line.text) >= 4 }
    }

    /// The same of a key that may have marks and blanks behind it.
    pub(in crate::codec) fn strange(
        line: Slice<'a>,
        marks: Slice<'a>,
        odd: Slice<'a>,
        value: Slice<'a>,
    ) -> Self {
        let odd = odd.trim();
        let bare = odd.trim_end_of(&MARKS);
        Self::styled(line, marks, bare.trim(), bare.end() < odd.end(), value)
    }
}

/// Splits `- **Verdict**: pass` into `Verdict` and `pass`; none when there is no colon.
pub(in crate::codec) fn split(line: Slice<'_>) -> Option<Field<'_>> {
    let (head, tail) = line.split_at(line.text.find(':')?);
    // As the format writes it, which is most of the time.
    if KEYS.iter().any(|(name, _, own)| *own && *name == head.text) {
        return Some(Field::own(head, tail.after(1)));
    }
    let body = without_bullet(head.trim());
    let opened = body.trim_start_of(&MARKS);
    let marks = body.split_at(opened.start - body.start).0;
    let struck = opened.text.starts_with(STRUCK);
    (!struck).then(|| Field::strange(line, marks, opened, tail.after(1)))
}

/// What stands behind one bullet.
pub(in crate::codec) fn without_bullet(line: Slice<'_>) -> Slice<'_> {
    let bullet = BULLETS.iter().find(|bullet| line.text.starts_with(**bullet));
    bullet.map_or(line, |bullet| line.after(bullet.len()).trim())
}

/// Whether the box in front of a text is ticked, and what stands behind it: `[x] PASS`, `☐ FAIL`.
pub(in crate::codec) fn checkbox(text: Slice<'_>) -> Option<(bool, Slice<'_>)> {
    let (mark, ticked) = BOXES.iter().find(|(mark, _)| text.text.starts_with(mark))?;
    Some((*ticked, text.after(mark.len()).trim()))
}

/// Boxes, and whether they are ticked.
const BOXES: [(&str, bool); 13] = [
    ("[ ]", false),
    ("[x]", true),
    ("[X]", true),
    ("[✓]", true),
    ("[✔]", true),
    ("( )", false),
    ("(x)", true),
    ("(X)", true),
    ("☐", false),
    ("⬜", false),
    ("🔲", false),
    ("☑", true),
    ("☒", true),
];

/// What stands behind a list's bullet or number; none when the line is no item.
pub(in crate::codec) fn item(line: Slice<'_>) -> Option<Slice<'_>> {
    let line = line.trim();
    if line.text == "-" || line.text == "*" {
        return Some(line.after(1));
    }
    let item = without_bullet(line);
    if item.start != line.start {
        return Some(item);
    }
    let digits = line.text.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..=3).contains(&digits)
        && (line.text[digits..].starts_with(". ") || line.text[digits..].starts_with(") "));
    numbered.then(|| line.after(digits + 2).trim())
}

/// Whether a line says what stands below it: `Must fix:`, `**Must fix**`, `## Must fix`, `Warnings: 2`.
pub(in crate::codec) fn is_title(line: Slice<'_>) -> bool {
    let said = line.trim();
    if item(said).is_some() {
        return false;
    }
    let bare = said.trim_start_of(&MARKS).trim_end_of(&MARKS);
    let bold = |mark: &str| {
        let inner = said.text.strip_prefix(mark).and_then(|inner| inner.strip_suffix(mark));
        inner.is_some_and(|inner| !inner.contains(mark))
    };
    let count = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let counted = || split(said).is_some_and(|field| count(field.value.text));
    bare.text.ends_with(':') || said.text.starts_with("##") || bold("**") || bold("__") || counted()
}

/// Columns of blanks in front of a line; a tab is worth four.
pub(in crate::codec) fn indent(line: &str) -> usize {
    let blanks = line.bytes().take_while(|b| matches!(b, b' ' | b'\t'));
    blanks.map(|b| if b == b'\t' { 4 } else { 1 }).sum()
}

pub(in crate::codec) fn lookup(key: &str) -> Option<Key> {
    KEYS.iter().find(|(name, ..)| key.eq_ignore_ascii_case(name)).map(|(_, known, _)| *known)
}

/// Whether a text is a known key, in any case.
pub(in crate::codec) fn is_key(text: &str) -> bool {
    lookup(text).is_some()
}

/// What opens and closes words that are struck out.
const STRUCK: &str = "~~";

/// Whether a line is one of a verdict file. A report of tests may well have an `Evidence:` of its own.
pub(in crate::codec) fn is_field(line: Slice<'_>) -> bool {
    let known = split(line.trim()).and_then(|field| field.known);
    known
        .is_some_and(|known| !matches!(known, Key::Evidence | Key::EvidencePath | Key::VerdictFile))
}

/// Whether a known key begins like this, in any case; nothing begins none.
pub(in crate::codec) fn begins_a_key(text: &str) -> bool {
    let begins = |name: &str| name.get(..text.len()).is_some_and(|n| n.eq_ignore_ascii_case(text));
    !text.is_empty() && KEYS.iter().any(|(name, ..)| begins(name))
}

/// The known key that a strange one was meant to be: one edit away, or one that looks the same.
pub(in crate::codec) fn meant(key: &str) -> Option<&'static str> {
    meant_of(key, KEYS.iter().map(|(name, ..)| *name))
}

/// Which of some names a strange one was meant to be, in any case.
pub(in crate::codec) fn meant_of<'n>(
    key: &str,
    mut names: impl Iterator<Item = &'n str>,
) -> Option<&'n str> {
    // The longest known key, an edit, and a few letters of up to four bytes.
    if key.len() > 64 {
        return None;
    }
    if key.is_ascii() {
        return names.find(|name| one_edit_away(key, name));
    }
    let plain: String = key.chars().filter(|c| !is_invisible(*c)).map(narrow).collect();
    let plain = plain.to_uppercase();
    names.find(|name| one_edit_away(&plain, name) || looks_like(&plain, name))
}

/// Whether one letter more, less, another, or two that changed places make `name` of `text`.
/// The name is ASCII, and case does not count.
fn one_edit_away(text: &str, name: &str) -> bool {
    let same = |(a, b): &(u8, u8)| a.eq_ignore_ascii_case(b);
    // A letter more may be one of four bytes.
    if text.len() > name.len() + 4 || name.len() > text.len() + 1 {
        return false;
    }
    let front = text.bytes().zip(name.bytes()).take_while(same).count();
    let (text, name) = (&text[front..], &name[front..]);
    let back = text.bytes().rev().zip(name.bytes().rev()).take_while(same).count();
    let (text, name) = (&text[..text.len() - back], &name[..name.len() - back]);
    let swapped = match (text.as_bytes(), name.as_bytes()) {
        ([a, b], [c, d]) => same(&(*a, *d)) && same(&(*b, *c)),
        _ => false,
    };
    swapped || (name.len() <= 1 && text.chars().nth(1).is_none())
}

/// Whether `text` is `name` but for letters from other alphabets.
fn looks_like(text: &str, name: &str) -> bool {
    let same = |(a, b): &(char, char)| a.eq_ignore_ascii_case(b);
    let pairs = || text.chars().zip(name.chars());
    text.chars().count() == name.len()
        && pairs().all(|pair| same(&pair) || !pair.0.is_ascii())
        && pairs().filter(same).count() >= 2
}

/// Characters that take no room in a word. A blank or a control ends one.
pub(in crate::codec) fn is_invisible(c: char) -> bool {
    (is_hidden(c) || is_joiner(c)) && !c.is_control() && !c.is_whitespace()
}

/// Full-width letters, as plain ones.
pub(in crate::codec) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(line: &str) -> (Option<Key>, &str, bool) {
        let field = split(Slice::new(line, 0)).unwrap();
        (field.known, field.value.text, field.styled)
    }

    #[test]
    fn a_key_is_known_in_any_markup() {
        let verdict = Some(Key::Verdict);
        assert_eq!(field("verdict: pass"), (verdict, "pass", false));
        assert_eq!(field("verdict:pass\r\n"), (verdict, "pass", false));
        for line in [
            "Verdict: pass",
            "verdict : pass",
            " verdict: pass",
            "- verdict: pass",
            "**verdict:** pass",
            "**Verdict**: pass",
            "* **verdict: pass**",
            "verdicts: pass",
            "__VERDICT__ : pass",
        ] {
            assert_eq!(field(line), (verdict, "pass", true), "{line}");
        }
        assert_eq!(field("> verdict: pass").0, None);
        assert_eq!(field("src/a.ts:3 verdict: pass").0, None);
    }

    #[test]
    fn a_strange_key_is_told_by_one_edit_or_by_its_looks() {
        // The last one has a letter of four bytes more.
        let strange = [
            "verdct",
            "vredict",
            "+verdict",
            "vеrdict",
            "ver\u{200b}dict",
            "ｖｅｒｄｉｃｔ",
            "verdict𝕩",
        ];
        for key in strange {
            assert_eq!(meant(key), Some("verdict"), "{key}");
        }
        for key in ["reviewer", "> verdict", "predicate", "block", "", "summary"] {
            assert_eq!(meant(key), None, "{key}");
        }
    }

    #[test]
    fn one_edit_is_what_the_library_takes_for_one() {
        let words = ["verdict", "vredict", "verdit", "verrdict", "wordict", "erdict", "v", ""];
        let more = ["verdicts", "tverdic", "veridct", "vdrecit", "blocker", "bloker", "lbocker"];
        for a in words.iter().chain(&more) {
            for b in words.iter().chain(&more) {
                let near = strsim::osa_distance(a, b) <= 1;
                assert_eq!(one_edit_away(a, b), near, "{a} {b}");
                assert_eq!(one_edit_away(&a.to_uppercase(), b), near, "{a} {b}");
            }
        }
    }
}
