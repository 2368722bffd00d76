//! Labelled verdicts, `Final decision: NO-GO`, and stop words that stand alone.

use super::found::{Labelled, Shape};
use super::{Scanner, without_markup};
use crate::codec::lexicon::{Label, Meaning, ReadValue, Says, read_value};
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
            && !matches!(
                read_value(value, Label::Question, self.lexicon).says,
                Says::Word(_) | Says::Nothing
            )
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
        let (name, written) = (without_markup(label), label);
        let known = self.lexicon.label_in(name.text);
        let Some(label) = known.or_else(|| look_alike(name.text)) else { return false };
        let said = self.read_behind(written.text, value, label);
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
        // In a line that is neither a heading nor bold, the first name says whether it decides.
        let first = || self.lexicon.first_label_in(name.text).unwrap_or(label);
        let decides = if shape.is_marked() { label } else { first() };
        self.verdict(label, Labelled { label: decides, shape, said }, whole)
    }

    /// What stands behind a label: `❌ Verdict: APPROVE` says two things.
    pub(super) fn read_behind(&self, name: &str, value: Slice<'a>, label: Label) -> ReadValue<'a> {
        let said = read_value(value, label, self.lexicon);
        let signs = name.split(char::is_alphanumeric).next().unwrap_or_default();
        match !signs.is_ascii() && said.says.outcome().is_some_and(Outcome::opens) {
            true if self.lexicon.stops(signs) => {
                ReadValue { says: Says::Word(Meaning::Stop), clear: false, ..said }
            }
            _ => said,
        }
    }

    /// A label and what stands behind it on its line, and what the label makes of that.
    pub(super) fn verdict(
        &mut self,
        label: Label,
        labelled: Labelled<'a>,
        whole: Slice<'a>,
    ) -> bool {
        let said = labelled.said;
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
            && !["[]", "{}"].iter().any(|nothing| said.tail.text.ends_with(nothing));
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
