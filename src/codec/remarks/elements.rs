//! Lines of several elements of HTML: `<b>Blockers:</b> none`, `<td>Verdict</td><td>FAIL</td>`.

use std::borrow::Cow;

use super::markup::is_one_of;
use super::{Scanner, look_alike, without_markup};
use crate::codec::lexicon::{Finding, Label, Meaning, Says, is_none, read_value, words_of};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Outcome, RemarkKind, Severity};

impl<'a> Scanner<'_, 'a> {
    /// An element and more behind it in its line. Which of them is the label and which the value
    /// is nobody's to guess: a line with a word that could make it worse is unclear, and holds, unless it
    /// plainly agrees. Nothing is read from it that opens.
    pub(super) fn elements(&mut self, text: Slice<'a>, whole: Slice<'a>) -> bool {
        let worse = self.says_something_worse(text.text) && !self.agrees(text);
        let told = worse || self.states_a_stop(text);
        if told {
            self.note(RemarkKind::Unclear, Outcome::Hold, text, whole, None);
        }
        told
    }

    /// Whether a word of the table stands anywhere in a line that stops, doubts, or names a verdict or what
    /// is critical.
    fn says_something_worse(&self, text: &str) -> bool {
        let shown: Vec<&str> = without_attributes(text).collect();
        self.has_name(&shown, |name| {
            self.names_something(name)
                || matches!(self.lexicon.meaning(name), Some(Meaning::Stop | Meaning::Caution))
        })
    }

    /// `<td>Status</td><td>❌</td>`: no word, but a sign that answers a label.
    fn states_a_stop(&self, text: Slice<'a>) -> bool {
        let Some([label, value]) = label_and_value(text) else { return false };
        let value = value.trim_start_of(&[':', '：', '—', '–', '-', ' ']);
        let label = self.lexicon.label_in(without_markup(label).text);
        label.is_some_and(|label| {
            read_value(value, label, self.lexicon).says == Says::Word(Meaning::Stop)
        })
    }

    fn has_name(&self, texts: &[&str], is_one: impl Fn(&str) -> bool) -> bool {
        // The longest name has three words; those of a host may have more.
        const LONGEST: usize = 4;
        let parts = texts.iter().flat_map(|text| text.split(['(', ')', '[', ']']));
        let words: Vec<&str> = parts.flat_map(words_of).collect();
        // A line may be all of a file, and of most words the first letters tell.
        let may_begin = |word: &str| {
            !word.is_ascii()
                || self.lexicon.may_name(word)
                || self.lexicon.may_stop(word)
                || self.lexicon.meaning(word).is_some()
        };
        (0..words.len()).filter(|at| may_begin(words[*at])).any(|at| {
            (1..=LONGEST).any(|count| {
                words.get(at..at + count).is_some_and(|w| is_one(&narrow(&w.concat())))
            })
        })
    }

    /// Whether a word names a verdict, or findings that stop.
    fn names_something(&self, name: &str) -> bool {
        let strong = |label| matches!(label, Label::Verdict | Label::Question);
        self.lexicon.label(name).is_some_and(strong)
            || look_alike(name).is_some()
            || self.lexicon.finding(name).is_some_and(|finding| match finding {
                Finding::Named(severity) => severity == Severity::Critical,
                Finding::Counted | Finding::Severity => true,
            })
    }

    /// `<b>Blockers:</b> none`, `<td>Verdict</td><td>APPROVE</td>`, `<b>Tests:</b> 12 passed, 0 failed`: a label, and an
    /// answer that makes nothing worse.
    fn agrees(&self, text: Slice<'a>) -> bool {
        let Some([label, value]) = label_and_value(text) else { return false };
        let name = without_markup(label);
        let marked = label.text.ends_with([':', '：']) || value.text.starts_with([':', '：']);
        let value = value.trim_start_of(&[':', '：', ' ', '\t']);
        if let Some(finding) = self.finding(name) {
            // `none fixed yet` begins like `none`.
            let said = value.text.trim_matches(|c: char| !c.is_alphanumeric());
            let graded = self.lexicon.severity(said).is_some_and(|said| said < Severity::Critical);
            return !said.contains(char::is_whitespace)
                && match finding {
                    Finding::Severity => graded,
                    _ => is_none(value.text, self.lexicon),
                };
        }
        match self.lexicon.label_in(name.text) {
            Some(label) => {
                let said = read_value(value, label, self.lexicon);
                let whole = said.ends && !said.tail.text.contains(char::is_alphanumeric);
                whole && said.says.outcome() == Some(Outcome::Pass)
            }
            None => {
                let said = read_value(value, Label::Program, self.lexicon);
                marked
                    && !self.says_something_worse(name.text)
                    && !self.has_name(&[value.text], |name| self.names_something(name))
                    && said.says.outcome().is_none_or(Outcome::opens)
            }
        }
    }
}

/// Letters of full width as plain ones.
fn narrow(name: &str) -> Cow<'_, str> {
    match name.is_ascii() {
        true => Cow::Borrowed(name),
        false => name.chars().map(fields::narrow).collect::<String>().into(),
    }
}

/// A text without the values of attributes, which nobody is shown: of `<a href="https://ci.example/fail">` the name.
fn without_attributes(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        // What stands in front of a tag, its name, and behind it.
        let tag = rest.find('<').map_or(rest.len(), |at| at + 1);
        let named = rest[tag..].find([' ', '>', '<']).map_or(rest.len(), |len| tag + len);
        let (shown, behind) = rest.split_at(named);
        rest = match behind.starts_with(' ') && behind.contains('=') {
            true => behind_attributes(behind).unwrap_or(behind),
            false => behind,
        };
        Some(shown)
    })
}

/// What stands behind the attributes of a tag, where nothing but attributes does before its end.
fn behind_attributes(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        if rest.starts_with('>') || rest.starts_with("/>") {
            return Some(rest);
        }
        let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-')?;
        let value = rest[name..].strip_prefix('=').filter(|_| name > 0)?;
        rest = match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].split_once(quote)?.1,
            _ => &value[value.find([' ', '>'])?..],
        }
        .trim_start();
    }
}

/// The two texts between the elements of a line, where there are no more and no element changes what they say.
fn label_and_value(text: Slice<'_>) -> Option<[Slice<'_>; 2]> {
    const PLAIN: [&str; 11] =
        ["b", "strong", "i", "em", "u", "code", "span", "td", "th", "tr", "p"];
    let mut texts = Vec::with_capacity(2);
    let mut rest = text;
    while !rest.text.is_empty() {
        let (shown, behind) = rest.split_at(rest.text.find('<').unwrap_or(rest.text.len()));
        if !matches!(shown.trim().text, "" | ":") {
            texts.push(shown.trim());
        }
        if texts.len() > 2 {
            return None;
        }
        if behind.text.is_empty() {
            break;
        }
        let end = behind.text.find('>')?;
        let name = behind.text[1..end].trim_start_matches('/').split([' ', '\t']).next()?;
        if !is_one_of(name, &PLAIN) {
            return None;
        }
        rest = behind.after(end + 1);
    }
    texts.try_into().ok()
}
