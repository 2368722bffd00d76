//! Holding an answer against what a case expects: what an expectation does not mention is not compared.

use std::fmt;

use super::line::Line;
use crate::engine::Stage;
use crate::ir::Outcome;

/// A kind of line: what may stand in it.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// How many texts follow it, at least and at most.
    pub arguments: (usize, usize),
    /// What it may say by name.
    pub properties: &'static [&'static str],
    /// What may stand in its block.
    pub children: &'static [Known],
    /// What it looks like.
    pub example: &'static str,
}

/// The lines that say nothing of each other: there may be one for each seat.
const BY_SEAT: [&str; 3] = ["state", "verdict", "seat"];

const fn known(
    name: &'static str,
    arguments: (usize, usize),
    properties: &'static [&'static str],
    example: &'static str,
) -> Known {
    Known { name, arguments, properties, children: &[], example }
}

const STATE: Known = known("state", (2, 2), &["subject"], "state \"qa\" \"missing\"");
const DIAGNOSTIC: Known =
    known("diagnostic", (1, 1), &[], "diagnostic \"assize::read::missing_confidence\"");
const ERROR: Known = known("error", (1, 1), &[], "error \"assize::policy::given_missing\"");
const RULE: Known = known("rule", (1, 1), &[], "rule \"a reviewer failed the change\"");
const BECAUSE: Known = known("because", (1, 1), &[], "because \"qa failed it\"");
const ASK: Known = known("ask", (1, 1), &[], "ask \"what is missing?\"");

const GATE: &[Known] = &[
    known("gate", (1, 1), &["open", "word"], "gate \"fail\" open=#false word=\"NO-GO\""),
    RULE,
    BECAUSE,
    known("refused", (2, 2), &[], "refused \"missing\" \"qa\""),
    known("override", (1, 1), &[], "override \"the lead decided\""),
    known("cites", (1, 4), &[], "cites \"qa\" \"src/a.rs:7\" \"it leaks\""),
    known("also", (1, 1), &[], "also \"too few reported\""),
    known("note", (1, 1), &[], "note \"a reviewer is not sure\""),
    known("note-cites", (1, 4), &[], "note-cites \"qa\""),
    known("action", (2, 2), &[], "action \"ask_again\" \"qa\""),
    STATE,
    DIAGNOSTIC,
    ERROR,
];
const OF_AN_ANSWER: &[Known] =
    &[RULE, BECAUSE, ASK, known("cites", (1, 1), &[], "cites \"src/a.rs:7 it leaks\"")];
const AUDIT: &[Known] = &[
    Known {
        name: "verdict",
        arguments: (1, 1),
        properties: &["subject", "state", "stated", "audited", "outcome", "effective"],
        children: OF_AN_ANSWER,
        example: "verdict \"auditor\" effective=\"fail\" { rule \"a finding is critical\" }",
    },
    STATE,
    DIAGNOSTIC,
    ERROR,
];
const REDISPATCH: &[Known] = &[
    Known {
        name: "seat",
        arguments: (1, 1),
        properties: &["action"],
        children: OF_AN_ANSWER,
        example: "seat \"qa\" action=\"respawn\" { rule \"it crashed\" }",
    },
    STATE,
    DIAGNOSTIC,
    ERROR,
];

/// The lines that there are about an answer of a stage. Beside them, `no "note"` says that there is none of a kind.
pub fn known_lines(stage: Stage) -> &'static [Known] {
    match stage {
        Stage::Gate => GATE,
        Stage::Audit => AUDIT,
        Stage::Redispatch => REDISPATCH,
    }
}

/// What becomes of an expectation when it is made to say what was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A line of the expectation, by its place, and what it would have to say.
    Keep(usize, Line),
    /// A line of the expectation that nothing of the answer is like.
    Drop(usize),
    /// A line of the answer that the expectation lacks, and the line that it comes behind.
    Add(Option<usize>, Line),
}

/// What an answer says of all that an expectation mentions. They are the same when the case passes.
///
/// Of every kind of line that is mentioned all lines are compared, in their order; of `state`, `verdict` and `seat`
/// those of the seats that are mentioned. Properties and blocks are compared where they are mentioned. That a policy
/// erred is always compared.
///
/// ```
/// use assize::trial::{Line, pinned};
/// let answer = [Line::new("gate").argument("fail").property("open", false), Line::new("rule").argument("no")];
/// let expected = [Line::new("gate").argument("fail")];
/// assert_eq!(pinned(&expected, &answer), expected);
/// let expected = [Line::new("gate").argument("fail"), Line::new("no").argument("rule")];
/// assert_ne!(pinned(&expected, &answer), expected);
/// ```
pub fn pinned(expected: &[Line], answer: &[Line]) -> Vec<Line> {
    let steps = steps(expected, answer).into_iter();
    let lines = steps.filter_map(|step| match step {
        Step::Keep(_, line) | Step::Add(_, line) => Some(line),
        Step::Drop(_) => None,
    });
    lines.collect()
}

/// How an expectation becomes [what the answer says](pinned).
pub fn steps(expected: &[Line], answer: &[Line]) -> Vec<Step> {
    let by_note = expected.iter().any(|line| line.name == "note");
    let (wanted, found) = (keys(expected, by_note), keys(answer, by_note));
    let mut steps = Vec::new();
    for (place, line) in expected.iter().enumerate() {
        if line.name == "no" {
            let none = line.text(0).unwrap_or_default();
            let there: Vec<&Line> = answer.iter().filter(|found| found.name == none).collect();
            steps.push(match there.is_empty() {
                true => Step::Keep(place, line.clone()),
                false => Step::Drop(place),
            });
            steps.extend(there.into_iter().map(|found| Step::Add(Some(place), found.clone())));
            continue;
        }
        let own = &wanted[place];
        let before = wanted[..place].iter().filter(|key| *key == own).count();
        let mut alike =
            answer.iter().zip(&found).filter(|(_, key)| *key == own).map(|(line, _)| line);
        let alike_here = alike.by_ref().nth(before);
        steps.push(match alike_here {
            Some(found) => Step::Keep(place, like(line, found)),
            None => Step::Drop(place),
        });
        if !wanted[place + 1..].contains(own) {
            steps.extend(alike.map(|found| Step::Add(Some(place), like(line, found))));
        }
    }
    if !expected.iter().any(|line| line.name == ERROR.name) {
        let last = expected.len().checked_sub(1);
        let errors = answer.iter().filter(|line| line.name == ERROR.name);
        steps.extend(errors.map(|line| Step::Add(last, line.clone())));
    }
    steps
}

/// What each line is about: lines of one key are compared in their order.
fn keys(lines: &[Line], by_note: bool) -> Vec<(&str, &str)> {
    let mut note = "";
    let mut keys = Vec::with_capacity(lines.len());
    for line in lines {
        if line.name == "note" {
            note = line.text(0).unwrap_or_default();
        }
        let about = match line.name.as_str() {
            "note-cites" if by_note => note,
            name if BY_SEAT.contains(&name) => line.text(0).unwrap_or_default(),
            _ => "",
        };
        keys.push((line.name.as_str(), about));
    }
    keys
}

/// Of what was found, as much as the expectation mentions.
fn like(expected: &Line, found: &Line) -> Line {
    let said = expected.properties.iter();
    let properties =
        said.filter_map(|(name, _)| Some((name.clone(), found.get(name)?.clone()))).collect();
    let children = match expected.children.is_empty() {
        true => Vec::new(),
        false => pinned(&expected.children, &found.children),
    };
    let arguments = found.arguments.clone();
    Line { name: found.name.clone(), arguments, properties, children }
}

/// What an answer lets go on that an expectation keeps from it, or tells better than it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loosened {
    /// What it is about: `the gate`, ``the verdict of `qa` ``.
    pub about: String,
    /// What was expected; none where the expectation does not say it.
    pub from: Option<String>,
    /// What is answered.
    pub to: String,
}

/// What of an answer is better than an expectation: an outcome, of a gate or a verdict, is milder, a gate opens, a seat is
/// accepted or excused. What opens and is not expected counts, too.
///
/// ```
/// use assize::trial::{Line, loosens};
/// let gate = |outcome: &str| [Line::new("gate").argument(outcome)];
/// let loosened = loosens(&gate("fail"), &gate("hold")).expect("it is milder");
/// assert_eq!(loosened.to_string(), "the gate was `fail`, and is `hold`");
/// assert!(loosens(&gate("hold"), &gate("fail")).is_none());
/// ```
pub fn loosens(expected: &[Line], answer: &[Line]) -> Option<Loosened> {
    answer.iter().enumerate().find_map(|(place, line)| {
        let about = |other: &&Line| {
            let subject = other.get("subject") == line.get("subject");
            let same = other.text(0) == line.text(0) && subject;
            other.name == line.name && (same || !BY_SEAT.contains(&line.name.as_str()))
        };
        // Of both lists every line counts, as they are compared: also one that decides nothing.
        let before = answer[..place].iter().filter(about).count();
        let wanted = expected.iter().filter(about).nth(before);
        let (from, (to, said)) = milder(wanted, line)?;
        Some(Loosened {
            about: match (line.name.as_str(), line.text(0)) {
                ("verdict", Some(seat)) => format!("the verdict of `{seat}`"),
                ("seat", Some(seat)) => format!("what to do about `{seat}`"),
                (name, _) => format!("the {name}"),
            },
            from: from.map(|(from, said)| from.word(said)),
            to: to.word(said),
        })
    })
}

/// What a line was expected to let go on, and what it lets go on, where that is milder. Each of the two is held against
/// what says the same: the outcome of a verdict against that, and what the policy says of it against that.
fn milder<'l>(
    wanted: Option<&'l Line>,
    line: &'l Line,
) -> Option<(Option<Stands<'l>>, Stands<'l>)> {
    let mut is_said = false;
    for by in ["effective", "outcome"] {
        let Some(from) = wanted.and_then(|wanted| standing(wanted, by)) else { continue };
        is_said = true;
        // What the policy does not say any more is told by what it comes to.
        let to = standing(line, by).or_else(|| standing(line, "effective"));
        if let Some(to) = to.filter(|to| to.0 < from.0) {
            return Some((Some(from), to));
        }
    }
    let to = standing(line, "effective").or_else(|| standing(line, "outcome"))?;
    (!is_said && !to.0.shut).then_some((None, to))
}

/// How far a line lets something go on: what is milder comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Standing {
    shut: bool,
    outcome: Outcome,
}

impl Standing {
    fn of(outcome: Outcome, shut: bool) -> Self {
        Self { shut: shut || !outcome.opens(), outcome }
    }

    /// `pass`, and of a gate that stays shut all the same, that.
    fn word(self, said: &str) -> String {
        if self.shut && self.outcome.opens() { "shut".to_owned() } else { said.to_owned() }
    }
}

/// How far a line lets something go on, and what it says.
type Stands<'l> = (Standing, &'l str);

/// How far a line lets something go on, a verdict by one of its properties; none of a line that decides nothing.
fn standing<'l>(line: &'l Line, by: &str) -> Option<Stands<'l>> {
    let text = |name: &str| line.get(name).and_then(super::Item::as_text);
    let (said, shut) = match line.name.as_str() {
        "gate" => (line.text(0)?, line.get("open") == Some(&false.into())),
        "verdict" => (text(by)?, false),
        "seat" => {
            let action = text("action")?;
            let gives_up = matches!(action, "accept" | "excuse");
            let outcome = if gives_up { Outcome::Warn } else { Outcome::Hold };
            return Some((Standing::of(outcome, false), action));
        }
        _ => return None,
    };
    Some((Standing::of(said.parse().ok()?, shut), said))
}

/// the gate was `fail`, and is `hold`
impl fmt::Display for Loosened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { about, from, to } = self;
        match from {
            Some(from) => write!(f, "{about} was `{from}`, and is `{to}`"),
            None => write!(f, "{about} was not expected to open, and is `{to}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(said: &[(&str, &str)]) -> Line {
        let line = Line::new("verdict").argument("qa");
        said.iter().fold(line, |line, (name, said)| line.property(*name, *said))
    }

    fn loosened(expected: &[Line], answer: &[Line]) -> Option<String> {
        loosens(expected, answer).map(|found| found.to_string())
    }

    #[test]
    fn a_line_that_decides_nothing_counts_in_both_lists() {
        let expected = [verdict(&[("effective", "hold")]), verdict(&[("effective", "fail")])];
        let answer = |said| [verdict(&[("state", "missing")]), verdict(&[("effective", said)])];
        assert_eq!(loosened(&expected, &answer("fail")), None);
        let found = loosened(&expected, &answer("hold"));
        assert_eq!(found.as_deref(), Some("the verdict of `qa` was `fail`, and is `hold`"));
        // What passes as it is expected to, behind what nothing is expected of.
        let expected = [verdict(&[("state", "reported")]), verdict(&[("effective", "pass")])];
        let answer = |said| [verdict(&[("effective", said)]), verdict(&[("effective", "pass")])];
        assert_eq!(loosened(&expected, &answer("hold")), None);
        assert!(loosened(&expected, &answer("warn")).is_some());
    }

    #[test]
    fn what_a_verdict_comes_to_is_not_what_the_policy_says_of_it() {
        let found = "the verdict of `qa` was `fail`, and is `pass`".to_owned();
        let answer = [verdict(&[("outcome", "pass"), ("effective", "fail")])];
        assert_eq!(loosened(&[verdict(&[("outcome", "fail")])], &answer), Some(found.clone()));
        assert_eq!(loosened(&[verdict(&[("effective", "fail")])], &answer), None);
        let both = verdict(&[("outcome", "fail"), ("effective", "fail")]);
        assert_eq!(loosened(&[both], &answer), Some(found));
        assert_eq!(loosened(&[verdict(&[("outcome", "pass")])], &answer), None);
        // No rule says anything any more.
        let answer = [verdict(&[("effective", "warn")])];
        assert!(loosened(&[verdict(&[("outcome", "fail")])], &answer).is_some());
    }
}
