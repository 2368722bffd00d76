//! The chain by which commonplace searched free text for a decision, for importing archives.
//!
//! Steps, from the first to the last that finds something: `flagging as fail`; `Revised result:
//! fail`; explicit lines, held against the findings; the findings alone. It knows of no fences,
//! comments or quotations. A block is searched without the blanks around it, and more characters end
//! a line than in the rest of the format.

use crate::codec::text::slice::Slice;
use crate::ir::Outcome;
use crate::source::Span;

/// What the chain found, and where.
pub(super) struct Found {
    pub(super) says: Says,
    pub(super) at: Span,
    /// `a sentence`
    pub(super) step: &'static str,
}

/// What a review may come to, from best to worst; more than one at once is `unknown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Says {
    Pass,
    Warn,
    Fail,
    Error,
    Unknown,
}

/// Every word of a decision. The last is none of a finding.
const WORDS: [(&str, Says); 7] = [
    ("pass", Says::Pass),
    ("ok", Says::Pass),
    ("info", Says::Pass),
    ("warn", Says::Warn),
    ("fail", Says::Fail),
    ("error", Says::Error),
    ("unknown", Says::Unknown),
];

impl Says {
    pub(super) fn outcome(self) -> Outcome {
        match self {
            Self::Pass => Outcome::Pass,
            Self::Warn => Outcome::Warn,
            Self::Fail => Outcome::Fail,
            Self::Error | Self::Unknown => Outcome::Hold,
        }
    }
}

/// Searches the text of a block.
pub(super) fn search(body: Slice<'_>) -> Found {
    // Letters keep their places in lower case as long as only ASCII changes.
    let lower = body.text.to_ascii_lowercase();
    let text = Text { body: trim(Slice::new(&lower, body.start)) };
    let found = |(says, at): (Says, Span), step| Some(Found { says, at, step });
    text.flagged()
        .and_then(|signal| found(signal, "a sentence"))
        .or_else(|| text.revised().and_then(|signal| found(signal, "a revised result")))
        .or_else(|| text.explicit().and_then(|signal| found(text.check(signal), "a line")))
        .or_else(|| text.findings().and_then(|signal| found(signal, "its findings")))
        .unwrap_or_else(|| Found {
            says: Says::Unknown,
            at: Span::new(body.end(), body.end()),
            step: "nothing",
        })
}

/// The text of a block in lower case.
struct Text<'a> {
    body: Slice<'a>,
}

type Signal = (Says, Span);

impl<'a> Text<'a> {
    /// Its lines, each without its end.
    fn lines(&self) -> impl Iterator<Item = Slice<'a>> + use<'a> {
        let mut at = self.body.start;
        self.body.text.split_inclusive(LINE_ENDS).map(move |line| {
            let line = Slice::new(line, at);
            at = line.end();
            line.trim_end_of(&LINE_ENDS)
        })
    }

    /// `flagging as warn`, anywhere.
    fn flagged(&self) -> Option<Signal> {
        let phrase = "flagging as";
        let found = self.body.text.match_indices(phrase).filter_map(|(at, _)| {
            let before = self.body.text[..at].chars().next_back();
            let rest = self.body.after(at + phrase.len());
            let value = past_blanks(rest);
            let apart = value.start > rest.start && !before.is_some_and(is_letter);
            apart.then(|| leading(value)).flatten()
        });
        one_of(found)
    }

    /// `**Revised result**: warn`
    fn revised(&self) -> Option<Signal> {
        let found = self.lines().filter_map(|line| {
            let rest = strip(line, "**").unwrap_or(line);
            let rest = blanks(strip(rest, "revised")?)?;
            let rest = KEYS.iter().find_map(|key| strip(rest, key))?;
            let rest = strip(rest, "**").unwrap_or(rest);
            alone(strip(past_blanks(rest), ":")?)
        });
        one_of(found)
    }

    /// The pool of explicit lines; more than one value is `unknown`.
    fn explicit(&self) -> Option<Signal> {
        let bold = strip(self.body, "**").and_then(leading);
        let mut below_title = false;
        let lines = self.lines().filter_map(|line| {
            if trim(line).is_empty() {
                return None;
            }
            if std::mem::take(&mut below_title)
                && let Some(signal) = alone(line)
            {
                return Some(signal);
            }
            let heading = strip(line, "##").and_then(blanks);
            let Some(title) = heading else {
                // One of these characters, so neither `Outcome: pass` nor `- Outcome: pass`.
                let marked = ["-", "*", " "].iter().find_map(|mark| strip(line, mark));
                let outcome = marked.and_then(|line| strip(line, "outcome:"));
                let value = strip(line, "verdict:").or(outcome)?;
                return self.value(value);
            };
            if KEYS.iter().any(|key| trim(title).text == *key) {
                below_title = true;
                return None;
            }
            let keyed = ["result:", "verdict:"].iter().find_map(|key| strip(title, key));
            keyed.map_or_else(|| alone(title), |value| self.value(value))
        });
        one_of(bold.into_iter().chain(lines))
    }

    /// The value of a line; blanks in front of it may be line ends.
    fn value(&self, value: Slice<'a>) -> Option<Signal> {
        if !trim(value).is_empty() {
            return alone(value);
        }
        let rest = past_blanks(self.body.after(value.end() - self.body.start));
        Text { body: rest }.lines().next().and_then(alone)
    }

    /// Holds a decision against the findings.
    fn check(&self, (decision, at): Signal) -> Signal {
        let findings = self.findings().map(|(worst, _)| worst);
        let clean = || self.body.text.contains("no violations found");
        match (decision, findings) {
            (Says::Warn, Some(Says::Pass)) if clean() => (Says::Pass, at),
            (Says::Warn, _) if self.bold(&["minor", "moderate"]) => (decision, at),
            (Says::Fail, _) if self.bold(&["major"]) => (decision, at),
            (_, Some(worst)) if worst != decision => (Says::Unknown, at),
            _ => (decision, at),
        }
    }

    /// Whether a line begins with one of these in bold.
    fn bold(&self, words: &[&str]) -> bool {
        self.lines().any(|line| {
            let line = bullet(line);
            words.iter().any(|word| strip(line, "**").and_then(|rest| strip(rest, word)).is_some())
        })
    }

    /// The worst severity of a line.
    fn findings(&self) -> Option<Signal> {
        self.lines().filter_map(severity).max_by_key(|(decision, _)| *decision)
    }
}

const KEYS: [&str; 3] = ["result", "verdict", "outcome"];
/// Every character that commonplace took for the end of a line.
const LINE_ENDS: [char; 10] =
    ['\n', '\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Blanks of any width, and line ends.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

fn past_blanks(text: Slice<'_>) -> Slice<'_> {
    text.after(text.text.len() - text.text.trim_start_matches(is_blank).len())
}

fn trim(text: Slice<'_>) -> Slice<'_> {
    let text = past_blanks(text);
    Slice::new(text.text.trim_end_matches(is_blank), text.start)
}

/// One value that all say; else `unknown`, at the first that differs.
fn one_of(mut found: impl Iterator<Item = Signal>) -> Option<Signal> {
    let first = found.next()?;
    let other = found.find(|(decision, _)| *decision != first.0);
    Some(other.map_or(first, |(_, at)| (Says::Unknown, at)))
}

/// `- warn: so`, `**Severity:** warn`, `* **fail** so`
fn severity(line: Slice<'_>) -> Option<Signal> {
    let body = bullet(line);
    let plain = strip(body, "**severity:**").map_or(body, past_blanks);
    let found = leading(plain).filter(|(_, at)| {
        let behind = past_blanks(plain.after(at.end as usize - plain.start));
        behind.is_empty() || behind.text.starts_with([':', '-', '—'])
    });
    let found = found.or_else(|| strip(body, "**").and_then(leading));
    found.filter(|(decision, _)| *decision != Says::Unknown)
}

fn bullet(line: Slice<'_>) -> Slice<'_> {
    strip(line, "- ").or_else(|| strip(line, "* ")).unwrap_or(line)
}

/// The word that a text begins with.
fn leading(text: Slice<'_>) -> Option<Signal> {
    WORDS.iter().find_map(|(word, decision)| {
        let rest = strip(text, word)?;
        let whole = !rest.text.starts_with(is_letter);
        whole.then(|| (*decision, Span::new(text.start, rest.start)))
    })
}

/// A word and nothing else.
fn alone(text: Slice<'_>) -> Option<Signal> {
    let text = trim(text);
    leading(text).filter(|(_, at)| at.end as usize == text.end())
}

fn strip<'a>(text: Slice<'a>, start: &str) -> Option<Slice<'a>> {
    text.text.starts_with(start).then(|| text.after(start.len()))
}

/// What follows blanks, of which there is at least one.
fn blanks(text: Slice<'_>) -> Option<Slice<'_>> {
    let rest = past_blanks(text);
    (rest.start > text.start).then_some(rest)
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> &'static str {
        search(Slice::new(text, 0)).says.outcome().as_str()
    }

    #[test]
    fn each_step_outranks_those_below_it() {
        for (text, expected) in [
            ("so I am flagging as fail\n## Result: PASS\n", "fail"),
            ("flagging as fail, or flagging as warn", "hold"),
            ("unflagging as fail", "hold"),
            ("## Result: PASS\n**Revised verdict**: warn\n", "warn"),
            ("Revised result: warn\nRevised result: fail\n", "hold"),
            ("## Result: PASS\n", "pass"),
            ("## result: ok\r\n", "pass"),
            ("## Result:\n\nwarn\n", "warn"),
            ("## Outcome\n\nfail\nso", "fail"),
            ("## Outcome: PASS\n", "hold"),
            ("### Result: PASS\n", "hold"),
            ("## Result: **PASS**\n", "hold"),
            ("## Result: PASS (1 nit)\n", "hold"),
            ("so\n ## Result: PASS\n", "hold"),
            ("\n ## Result: PASS\n", "pass"),
            ("Result: PASS\n", "hold"),
            ("-Outcome: pass\n", "pass"),
            ("*Outcome: pass\n", "pass"),
            ("so\n Outcome: pass\n", "pass"),
            ("Outcome: pass\n", "hold"),
            ("- Outcome: pass\n", "hold"),
            (" Outcome: pass\n", "hold"),
            ("## Result: FAIL\u{b}\n## Result: PASS\n", "hold"),
            ("so\u{2028}## Result: FAIL\n", "fail"),
            ("## Result: PASS\u{a0}\n", "pass"),
            ("## fail\n", "fail"),
            ("\n**Pass-through** is so", "pass"),
            ("**Passing** is so", "hold"),
            ("## Result: PASS\n## Verdict: FAIL\n", "hold"),
            ("## Result: UNKNOWN\n", "hold"),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_is_held_against_the_findings() {
        for (text, expected) in [
            ("- info: so\nNo violations found.\n## Result: WARN\n", "pass"),
            ("- info: so\n## Result: WARN\n", "hold"),
            ("- fail: so\n**Minor** so\n## Result: WARN\n", "warn"),
            ("- warn: so\n**Major** so\n## Result: FAIL\n", "fail"),
            ("- fail: so\n## Result: PASS\n", "hold"),
            ("- fail: so\n## Result: FAIL\n", "fail"),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn findings_alone_decide_by_the_worst() {
        for (text, expected) in [
            ("- warn: so\n- info: so\n", "warn"),
            ("ok\n", "pass"),
            ("* **Severity:** fail — so\n", "fail"),
            ("- **warn** so\n", "warn"),
            ("warn – so\n", "hold"),
            ("1. warn: so\n", "hold"),
            ("+ warn: so\n", "hold"),
            ("so\n  - warn: so\n", "hold"),
            ("  - fail: so\nwarn\n", "fail"),
            ("- error: so\n- fail: so\n", "hold"),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }
}
