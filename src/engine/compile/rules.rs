//! `rule` and `note`: a condition, a word, tails.

use super::{Clause, TAILS, Top, meaning, mistakes};
use crate::engine::Stage;
use crate::engine::facts::{Type, nearest};
use crate::engine::policy::{Meaning, Overriding, Rule, Step, Word};
use crate::engine::script::{Item, Kind};
use crate::ir::open::says_something;
use crate::source::Span;

impl Top<'_> {
    pub(super) fn rule(&mut self, item: &Item, note: bool) {
        let first = item.tokens.start;
        let whole = self.span(item);
        let form = if note {
            "note \"NAME\" when CONDITION citing GROUP;"
        } else {
            "rule \"NAME\" when CONDITION then WORD;"
        };
        let before = self.build.mistakes.len();
        let Some(name) = self.literal_text(first + 1) else {
            if self.build.mistakes.len() == before {
                self.misshapen(item, form);
            }
            return;
        };
        let known = |step: &Step| matches!(step, Step::Rule(rule) if rule.name == name);
        if name.trim().is_empty() || self.steps.iter().any(known) {
            return self.mistake(mistakes::taken(self.at(first + 1), &name, "another rule"));
        }
        let keywords = ["when", "then", "otherwise", "citing", "because", "ask", "overriding"];
        let clauses = self.clauses(first + 2..item.tokens.end, &keywords);
        let shape: Vec<&str> = clauses.iter().map(|clause| clause.keyword.as_str()).collect();
        let head = match shape[..] {
            ["when", "then", ..] if !note => 2,
            ["otherwise", ..] if !note => 1,
            ["when", "citing"] if note => 1,
            _ => return self.misshapen(item, form),
        };
        let mut rule = Rule {
            name,
            span: whole,
            when: None,
            condition: None,
            operands: Vec::new(),
            word: None,
            citing: None,
            because: None,
            ask: None,
            overriding: None,
        };
        let before = self.build.mistakes.len();
        let mut always = None;
        if shape[0] == "when"
            && let Some(span) = self.clause_span(&clauses[0])
            && let Some((code, operands, known)) = self.build.condition(span)
        {
            rule.when = Some(code);
            rule.condition = Some(self.build.text_of(span));
            rule.operands = operands;
            always = (known == Some(true)).then_some(span);
        }
        if !note {
            rule.word = self.decision(&clauses[head - 1]);
        }
        for (place, clause) in clauses.iter().enumerate().skip(head) {
            if !TAILS.contains(&clause.keyword.as_str()) {
                self.mistake(mistakes::wrong_shape(clause.at, "not understood", form));
            } else if clauses[head..place].iter().any(|other| other.keyword == clause.keyword) {
                self.mistake(mistakes::tail_twice(clause.at, &clause.keyword));
            } else if let Some(span) = self.clause_span(clause) {
                self.tail(&mut rule, clause, span);
            }
        }
        let unreachable = self.steps.iter().any(
            |step| matches!(step, Step::Rule(rule) if rule.when.is_none() && rule.word.is_some()),
        );
        if unreachable && !note {
            self.mistake(mistakes::after_otherwise(whole));
        }
        let opens = rule.word.is_some_and(|word| self.opens(word));
        if opens && let Some(span) = always {
            self.mistake(mistakes::always_opens(span));
        }
        let excuses = rule.word.and_then(|word| self.build.words.get(word));
        let excuses = excuses.is_some_and(|word| word.means == Meaning::Action("excuse"));
        if excuses && shape[0] == "otherwise" {
            self.mistake(mistakes::excuse_otherwise(clauses[0].at));
        }
        if opens && shape[0] == "otherwise" && self.build.stage == Stage::Gate {
            self.mistake(mistakes::opens_otherwise(clauses[0].at));
        }
        if self.build.mistakes.len() == before {
            self.steps.push(Step::Rule(Box::new(rule)));
        }
    }

    fn tail(&mut self, rule: &mut Rule, clause: &Clause, span: Span) {
        match clause.keyword.as_str() {
            "citing" => {
                let groups = [
                    Type::Seats,
                    Type::Findings,
                    Type::Topics,
                    Type::Subjects,
                    Type::Waivers,
                    Type::Entries,
                ];
                rule.citing = self.build.expression(span, &groups, "a citation");
            }
            "because" => rule.because = self.build.expression(span, &[Type::Text], "`because`"),
            "ask" if self.build.stage != Stage::Redispatch => {
                self.mistake(mistakes::ask_outside(clause.at));
            }
            "ask" => rule.ask = self.build.expression(span, &[Type::Text], "`ask`"),
            _ => self.overriding(rule, clause, span),
        }
    }

    /// `overriding findings.waived(today) "the release manager signed"`
    fn overriding(&mut self, rule: &mut Rule, clause: &Clause, span: Span) {
        let opens = rule.word.is_some_and(|word| self.opens(word));
        if !opens || self.build.stage != Stage::Gate {
            return self.mistake(mistakes::overriding_shut(clause.at));
        }
        if !self.build.bases.is_empty() {
            return self.mistake(mistakes::overriding_in_extension(clause.at));
        }
        let last = clause.tokens.end - 1;
        let reason = (self.kind(last) == Some(Kind::Text)).then(|| self.literal_text(last));
        let Some(reason) = reason.flatten().filter(|reason| says_something(reason)) else {
            return self.mistake(mistakes::overriding_without_reason(span));
        };
        let Some(group) = self.script.span(clause.tokens.start..last) else {
            return self.mistake(mistakes::overriding_without_group(span));
        };
        if let Some(group) = self.build.lifted(group) {
            rule.overriding = Some(Overriding { group, reason });
        }
    }

    /// Whether a word opens a gate.
    fn opens(&self, word: usize) -> bool {
        let word = self.build.words.get(word);
        matches!(word, Some(Word { means: Meaning::Outcome(outcome), .. }) if outcome.opens())
    }

    /// The word a rule decides with: a bare name, or a declared text.
    fn decision(&mut self, clause: &Clause) -> Option<usize> {
        let span = self.clause_span(clause)?;
        let first = clause.tokens.start;
        let one = clause.tokens.len() == 1;
        let (name, bare) = match self.kind(first).filter(|_| one) {
            Some(Kind::Name) => (self.word(first).to_owned(), true),
            Some(Kind::Text) => (self.literal_text(first)?, false),
            _ => {
                let near = nearest(self.word(first + 1), TAILS.iter().copied());
                let near = near.filter(|_| clause.tokens.len() > 1).map(str::to_owned);
                self.mistake(mistakes::not_a_word(span, near.as_deref()));
                return None;
            }
        };
        let known = self.build.words.iter().position(|word| word.name == name);
        match (known, bare, meaning(self.build.stage, &name)) {
            (Some(place), false, _) if place < self.declared => Some(place),
            (Some(place), true, Some(_)) => Some(place),
            (None, true, Some(means)) => {
                self.build.words.push(Word { name, means });
                Some(self.build.words.len() - 1)
            }
            _ => {
                let declared: Vec<&str> = self.build.words[..self.declared]
                    .iter()
                    .map(|word| word.name.as_str())
                    .collect();
                let mistake = mistakes::unknown_decision(span, &name, self.build.stage, &declared);
                self.mistake(mistake);
                None
            }
        }
    }
}
