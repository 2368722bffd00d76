//! What the cases of a policy try of it, and what they leave out.

mod lcov;
mod reasons;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::engine::{Branches, Policy, Tried};
use crate::ir::{ClosedDocket, Diagnostic, Diagnostics, Severity, State};
use crate::source::Span;

/// What cases try of one policy: its rules and notes, the operands of `&&`, `||` and `!` in its conditions and `let`s,
/// its words. What it extends belongs to that policy's own coverage.
///
/// ```
/// use assize::{Docket, Policy, Source, Stage};
/// use assize::trial::Coverage;
///
/// let text = r#"
///     rule "a reviewer failed it" when failed.some then fail;
///     rule "somebody is unsure"   when unsure.some && failed.some then hold;
///     rule "everybody passed"     when passed.all then pass;
/// "#;
/// let policy = Policy::compile(Stage::Gate, "ours.rhai", text)?;
/// let mut coverage = Coverage::of(&policy);
/// let mut docket = Docket::new("task-17");
/// docket.seat("qa");
/// docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
/// coverage.add(&policy, &docket.close())?;
/// let holes: Vec<String> = coverage.holes().iter().map(|hole| hole.to_string()).collect();
/// assert_eq!(holes[0], "`a reviewer failed it` is never true: no case has `failed.some`");
/// # Ok::<(), assize::Diagnostics>(())
/// ```
pub struct Coverage {
    policy: Policy,
    branches: Branches,
    rules: Vec<RuleTried>,
    operands: Vec<OperandTried>,
    states: Vec<State>,
    severities: Vec<Severity>,
    /// How often it was judged.
    judged: usize,
}

/// What became of a rule or note, counted over all judgings.
#[derive(Clone, Debug, Default)]
struct RuleTried {
    held: usize,
    not_held: usize,
    decided: usize,
    /// Which rule decided instead where it held, and how often.
    instead: BTreeMap<String, usize>,
}

/// What an operand came to, counted over all judgings.
#[derive(Clone, Copy, Debug, Default)]
struct OperandTried {
    held: usize,
    not_held: usize,
}

/// How much of something was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// How many were tried in every way.
    pub tried: usize,
    /// How many there are.
    pub of: usize,
}

impl Share {
    /// In percent, rounded down; of nothing everything was tried.
    pub fn percent(self) -> usize {
        (self.tried * 100).checked_div(self.of).unwrap_or(100)
    }
}

/// What a case would have to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// It decides.
    Decides,
    /// It is evaluated at all: a part of a condition that has no value by itself.
    Value,
}

/// Something in a policy that no case tries.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Hole {
    /// The rule or note, by its name, or the operand as it is written.
    pub what: String,
    /// Whether it is an operand.
    pub operand: bool,
    /// Where it stands in the policy's text.
    pub span: Span,
    /// What no case shows of it.
    pub missing: Missing,
    /// Why, as far as it can be told: `no case has `failed.some``.
    pub reason: String,
}

impl Coverage {
    /// Of a policy that nothing has tried yet.
    pub fn of(policy: &Policy) -> Self {
        let branches = policy.branches();
        Self {
            rules: vec![RuleTried::default(); branches.always.len()],
            operands: vec![OperandTried::default(); branches.all.len()],
            branches,
            policy: policy.clone(),
            states: Vec::new(),
            severities: Vec::new(),
            judged: 0,
        }
    }

    /// Adds what one docket tries, as the case has set the policy: its parameters, the stages before it. An audit is
    /// tried with each verdict of the docket, a redispatch policy with each seat.
    ///
    /// # Errors
    ///
    /// There is no ruling; then nothing was tried.
    pub fn add(&mut self, policy: &Policy, docket: &ClosedDocket) -> Result<(), Diagnostics> {
        for tried in policy.tried(docket, &self.branches)? {
            self.judged += 1;
            self.count(&tried);
        }
        Ok(())
    }

    fn count(&mut self, tried: &Tried) {
        for (place, (rule, &holds)) in self.rules.iter_mut().zip(&tried.holds).enumerate() {
            match holds {
                true => rule.held += 1,
                false => rule.not_held += 1,
            }
            match &tried.decided {
                _ if tried.own == Some(place) => rule.decided += 1,
                Some(other) if holds => *rule.instead.entry(other.clone()).or_default() += 1,
                _ => {}
            }
        }
        for (operand, value) in self.operands.iter_mut().zip(&tried.branches) {
            match value {
                Some(true) => operand.held += 1,
                Some(false) => operand.not_held += 1,
                None => {}
            }
        }
        for cell in tried.docket.cells() {
            self.states.push(cell.state());
            let severities = cell.findings().filter_map(|found| found.finding()?.severity);
            self.severities.extend(severities);
        }
        self.states.sort_by_key(|state| *state as u8);
        self.states.dedup();
        self.severities.sort();
        self.severities.dedup();
    }

    /// The policy that is tried.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Rules and notes: held, did not hold, and, of a rule, decided.
    pub fn rules(&self) -> Share {
        let tried = (0..self.rules.len()).filter(|&rule| self.lacks(rule).is_empty());
        Share { tried: tried.count(), of: self.rules.len() }
    }

    /// Operands of `&&`, `||` and `!`: true and false.
    pub fn operands(&self) -> Share {
        let both = |operand: &&OperandTried| operand.held > 0 && operand.not_held > 0;
        Share { tried: self.operands.iter().filter(both).count(), of: self.operands.len() }
    }

    /// What no case shows of a rule.
    fn lacks(&self, rule: usize) -> Vec<Missing> {
        let (tried, facts) = (&self.rules[rule], self.policy.own_rule(rule));
        let decides = facts.is_some_and(|facts| facts.word.is_some());
        let lacks = [
            (Missing::True, tried.held == 0),
            (Missing::False, tried.not_held == 0),
            // What never holds is told as that.
            (Missing::Decides, decides && tried.held > 0 && tried.decided == 0),
        ];
        lacks.into_iter().filter(|(_, lacks)| *lacks).map(|(missing, _)| missing).collect()
    }

    /// What no case tries, in the order of the policy's text.
    pub fn holes(&self) -> Vec<Hole> {
        let mut holes = Vec::new();
        for rule in 0..self.rules.len() {
            let Some(facts) = self.policy.own_rule(rule) else { continue };
            for missing in self.lacks(rule) {
                let reason = self.why_rule(rule, missing);
                let span = self.branches.names.get(rule).copied().unwrap_or(facts.span);
                let what = facts.name.clone();
                holes.push(Hole { what, operand: false, span, missing, reason });
            }
        }
        for (place, branch) in self.branches.all.iter().enumerate() {
            for missing in self.lacks_operand(place) {
                let reason = self.why_operand(place, missing);
                let (what, span) = (branch.text.clone(), branch.span);
                holes.push(Hole { what, operand: true, span, missing, reason });
            }
        }
        holes.sort_by_key(|hole| hole.span.start);
        holes
    }

    fn lacks_operand(&self, place: usize) -> Vec<Missing> {
        let OperandTried { held, not_held } = self.operands[place];
        match (held, not_held) {
            (0, 0) if self.judged > 0 => vec![Missing::Value],
            (0, 0) => vec![Missing::True, Missing::False],
            (0, _) => vec![Missing::True],
            (_, 0) => vec![Missing::False],
            _ => Vec::new(),
        }
    }

    /// Where operands and branches stand that are not looked into, and how many: in a `fn`, in closures. They have no value
    /// by themselves, and are not among the [`operands`](Self::operands).
    pub fn not_covered(&self) -> Vec<String> {
        let told = |(place, count): &(String, usize)| match count {
            1 => format!("{place}: 1 operand or branch"),
            count => format!("{place}: {count} operands and branches"),
        };
        self.branches.beyond.iter().map(told).collect()
    }

    /// The policy's words that are the outcome of no case, and that a rule says.
    pub fn words(&self) -> Vec<&str> {
        let word = |rule: usize| self.policy.own_rule(rule)?.word;
        let facts = self.policy.facts();
        let words = facts.words.iter().zip(0u32..).filter(|(_, place)| {
            let mut rules = (0..self.rules.len()).filter(|&rule| word(rule) == Some(*place));
            let said = rules.clone().next().is_some();
            said && !rules.any(|rule| self.rules[rule].decided > 0)
        });
        words.map(|(word, _)| word.name.as_str()).collect()
    }

    /// What may become of a cell, and becomes of none in a case. An audit sees only what was reported.
    pub fn states(&self) -> Vec<State> {
        if self.policy.facts().stage == "audit" {
            return Vec::new();
        }
        State::ALL.iter().copied().filter(|state| !self.states.contains(state)).collect()
    }

    /// The severities that no finding of a case has.
    pub fn severities(&self) -> Vec<Severity> {
        let all = Severity::WORST_FIRST.into_iter();
        all.filter(|severity| !self.severities.contains(severity)).collect()
    }

    /// What no case tries, each at its place in the policy.
    pub fn diagnostics(&self) -> Diagnostics {
        let told = |hole: &Hole| {
            let code = match hole.operand {
                true => "assize::coverage::operand",
                false => "assize::coverage::rule",
            };
            let label = format!("{}: {}", hole.missing.phrase(), hole.reason);
            Diagnostic::warning(code)
                .message(format!("`{}` {} in a case", hole.what, hole.missing.said()))
                .label(hole.span, label)
        };
        let items = self.holes().iter().map(told).collect();
        Diagnostics::new(vec![self.policy.facts().source.clone()], items)
    }
}

impl Missing {
    /// `never true`
    pub fn phrase(self) -> &'static str {
        match self {
            Self::True => "never true",
            Self::False => "never false",
            Self::Decides => "never decides",
            Self::Value => "never evaluated",
        }
    }

    /// The same behind what it is about: `is never true`, `never decides`.
    fn said(self) -> String {
        let is = if self == Self::Decides { "" } else { "is " };
        format!("{is}{}", self.phrase())
    }
}

impl std::fmt::Display for Hole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` {}: {}", self.what, self.missing.said(), self.reason)
    }
}
