//! Labelled verdicts, `Final decision: NO-GO`, and stop words that stand alone.

use super::found::{Labelled, Shape};
use super::pieces::is_empty_flow;
use super::{Scanner, without_markup};
use crate::codec::lexicon::{
    Label, Meaning, ReadValue, Says, has_condition, is_none, read_value, words_of,
};
use crate::codec::text::fields;
use crate::codec::text::slice::Slice;
use crate::ir::{Outcome, RemarkKind};

impl<'a> Scanner<'_, 'a> {
    /// `Approved — great work!`: a word that answers, a dash, and why. `Approved - no` is a question and its answer.
    pub(super) fn is_reason(&self, name: Slice<'a>, mark: Slice<'a>, value: Slice<'a>) -> bool {
        let name = without_markup(name);
        mark.text.trim().starts_with(['-', '–', '—'])
            && self.lexicon.meaning(name.text).is_some()
            && self.lexicon.label_in(name.text) == Some(Label::Question)
            && match read_value(value, Label::Question, self.lexicon).says {
                // `Approved — ready to merge`
                Says::Word(meaning) => meaning == Meaning::Go,
                Says::Nothing => false,
                Says::Template | Says::Unclear | Says::Prose => true,
            }
    }

    /// `Ready to merge? No`, but not `Verdict?`.
    pub(super) fn question(
        &mut self,
        label: Slice<'a>,
        value: Slice<'a>,
        shape: Shape,
        whole: Slice<'a>,
    ) -> bool {
        match self.lexicon.label_in(without_markup(label).text) {
            Some(_) => {
                let said = read_value(value, Label::Question, self.lexicon);
                let label = Label::Question;
                self.verdict(label, Labelled { label, shape, said }, whole)
            }
            None => false,
        }
    }

    pub(super) fn labelled(
        &mut self,
        label: Slice<'a>,
        value: Slice<'a>,
        shape: Shape,
        whole: Slice<'a>,
    ) -> bool {
        let name = without_markup(label);
        let known = self.lexicon.label_in(name.text);
        let Some(label) = known.or_else(|| look_alike(name.text)) else { return false };
        let said = read_value(value, label, self.lexicon);
        if known.is_none() && said.says.outcome().is_some_and(Outcome::opens) {
            // It may look like a label to people, and opens nothing.
            self.note(RemarkKind::Unclear, Outcome::Hold, said.word, whole, None);
            return true;
        }
        // `Verdict parsing: failed rows are counted` is about something else.
        let head = self.lexicon.label_of_member(name.text).is_some();
        if known.is_some() && !head && !said.ends && said.says == Says::Word(Meaning::Stop) {
            return false;
        }
        let opens = said.says.outcome().is_some_and(Outcome::opens);
        let said = match said.says {
            // `Approved by: Ada`, `Verdict scope: the diff only`
            Says::Unclear if known.is_some() && self.is_about(name.text, value) => {
                ReadValue { says: Says::Prose, ..said }
            }
            // `Verdict once the token is gone: APPROVE`
            _ if !head && opens && has_condition(name.text) => ReadValue { clear: false, ..said },
            _ => said,
        };
        // In a line that is neither a heading nor bold, the first name says whether it decides: `Overall quality gate: PASS`
        // and `Status of verdict tests: PASS` do not, `Overall verdict: PASS` does.
        let first = || self.lexicon.first_label_in(name.text).unwrap_or(label);
        let verdict = || self.lexicon.label_of_member(name.text) == Some(Label::Verdict);
        let decides = if shape.is_marked() || verdict() { label } else { first() };
        self.verdict(label, Labelled { label: decides, shape, said }, whole)
    }

    /// Whether a name is that of something else of the verdict: of who gave it (`Approved by: Ada`), or of what it is about.
    pub(super) fn is_about(&self, name: &str, value: Slice<'_>) -> bool {
        let is_one =
            |word: &str, known: &[&str]| known.iter().any(|k| word.eq_ignore_ascii_case(k));
        let mut words = value.text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
        let nobody = ["pending", "awaiting", "tbd", "neither", "nobody", "no", "not", "unknown"];
        match words_of(name).last() {
            Some(by) if is_one(by, &["by"]) => {
                !is_none(value.text, self.lexicon)
                    && words.next().is_some_and(|word| !is_one(word, &nobody))
            }
            last => last.is_some_and(|word| is_one(word, &["scope", "summary", "rationale"])),
        }
    }

    /// `❌ Verdict: APPROVE`: a cross in front of the label says something else than the word behind it.
    fn is_crossed(&self, said: &ReadValue<'_>, whole: Slice<'_>) -> bool {
        // Labels are short, and a line may hold many.
        const LONGEST: usize = 80;
        let crosses = |head: &str| {
            let from = head.char_indices().rev().nth(LONGEST).map_or(0, |(at, _)| at);
            let label = head[from..].rsplit_once(':').map_or(&head[from..], |(label, _)| label);
            label.contains(['❌', '✗', '✘', '✖', '🚫']) && !label.contains('✅')
        };
        let behind = said.word.start.saturating_sub(whole.start);
        said.says.outcome().is_some_and(Outcome::opens)
            && (whole.text.get(..behind).is_some_and(crosses)
                || self.answers.is_some_and(|title| crosses(title.text)))
    }

    /// A label and what stands behind it on its line, and what the label makes of that.
    pub(super) fn verdict(
        &mut self,
        label: Label,
        labelled: Labelled<'a>,
        whole: Slice<'a>,
    ) -> bool {
        let crossed = label != Label::Program && self.is_crossed(&labelled.said, whole);
        let said = match crossed {
            true => ReadValue { says: Says::Word(Meaning::Stop), clear: false, ..labelled.said },
            false => labelled.said,
        };
        let labelled = Labelled { said, ..labelled };
        let (kind, says) = match said.says {
            // `PASS (failed)`: a word, one that takes it back, and nothing that tells which of them holds.
            Says::Word(meaning)
                if meaning.outcome().opens() && self.lexicon.stops(said.tail.text) =>
            {
                (RemarkKind::Unclear, Outcome::Hold)
            }
            Says::Word(meaning) => {
                let strong = matches!(label, Label::Verdict | Label::Question);
                if meaning == Meaning::Stop && !strong && !said.ends {
                    // `Recommendation: reject malformed input early`
                    return false;
                }
                let says = Says::Word(meaning).outcome().unwrap_or(Outcome::Hold);
                (RemarkKind::Verdict, says)
            }
            // `Approved: no open issues`
            Says::Unclear
                if label == Label::Question
                    && said.word.text.trim().contains(' ')
                    && is_none(said.word.text, self.lexicon) =>
            {
                return true;
            }
            Says::Unclear if matches!(label, Label::Verdict | Label::Question) => {
                (RemarkKind::Unclear, Outcome::Hold)
            }
            Says::Unclear | Says::Prose | Says::Template | Says::Nothing => {
                // A reader of labelled reviews has to know that a label stands there.
                self.note(RemarkKind::Verdict, Outcome::Pass, said.word, whole, Some(labelled));
                return true;
            }
        };
        self.note(kind, says, said.word, whole, Some(labelled));
        true
    }

    /// `**NO-GO**`, and nothing else in its paragraph; a heading only in capitals.
    pub(super) fn alone(&mut self, text: Slice<'a>, heading: bool, whole: Slice<'a>) {
        const LONGEST: usize = 48;
        if text.text.len() > LONGEST || !(self.all || self.lexicon.may_stop(text.text)) {
            return;
        }
        let said = read_value(text, Label::Verdict, self.lexicon);
        let stops = said.says == Says::Word(Meaning::Stop)
            && said.ends
            && !said.tail.text.contains(char::is_alphanumeric)
            // `changes_requested: []`
            && !is_empty_flow(said.tail.trim_start_of(&[':', ' ']));
        let capitals = !said.word.text.contains(char::is_lowercase);
        if stops && (capitals || !heading) {
            self.note(RemarkKind::Alone, Outcome::Fail, said.word, whole, None);
        }
    }
}

/// `vеrdict` with a letter of another alphabet: it is meant to be read as one.
pub(super) fn look_alike(name: &str) -> Option<Label> {
    let meant = || fields::meant_of(name, std::iter::once("verdict"));
    (!name.is_ascii() && meant().is_some()).then_some(Label::Verdict)
}
