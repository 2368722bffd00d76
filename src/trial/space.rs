//! Every small docket: who may sit, what each may answer, and what else may be told.
//!
//! What no fact of a policy can tell apart is tried once and counted as often as it stands for something. Seats that
//! no one names are alike, so they are tried in one order.

mod beyond;
mod facts;
mod lists;
mod options;
mod paths;
mod seats;
#[cfg(test)]
mod tests;
mod walk;
mod wide;
mod worlds;

use std::ops::Range;

use super::progress::Progress;
use crate::engine::{Policy, Reads, Stage};
use crate::ir::{Diagnostic, Diagnostics, MadeDocket, MadeSeat, MadeWorld, Stake, Subject};

pub(crate) use beyond::{ABSENT, Beyond};
use options::{Choice, Few};
pub(crate) use options::{Choices, Step};
use seats::seated;
pub(crate) use walk::{Bench, Spot, Twist};
use worlds::Guide;

/// How large the dockets are that are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scope {
    /// How many seats sit beside those that the policy or the panel names.
    pub seats: usize,
    /// How many subjects each of them judges: one or two.
    pub subjects: usize,
    /// How many findings there are in all, at most.
    pub findings: usize,
}

impl Scope {
    /// Three seats beside the named ones, one subject, two findings.
    pub const ONE_SUBJECT: Self = Self { seats: 3, subjects: 1, findings: 2 };
    /// Two seats beside the named ones, two subjects, two findings.
    pub const TWO_SUBJECTS: Self = Self { seats: 2, subjects: 2, findings: 2 };
}

/// A seat that a panel names, and how it counts there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expected {
    /// Its name.
    pub name: String,
    /// How it counts; none: as the policy says.
    pub stake: Option<Stake>,
    /// What it weighs.
    pub weight: Option<u32>,
}

impl Expected {
    /// A seat of which nothing is said but its name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), stake: None, weight: None }
    }
}

/// How many dockets may be tried of one scope; what is larger is made smaller, and that is reported. Fewer where judging
/// one takes longer.
const MOST: u64 = 2_000_000;
/// Findings are grouped anew for each.
const MOST_TOPICS: u64 = 300_000;
/// Judging one takes a whole ruling.
const MOST_WHOLE: u64 = 60_000;
/// Audits and redispatch policies are asked with a trace.
const MOST_ASKED: u64 = 400_000;
/// The part of the dockets that is tried: one of so many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneOf {
    pub(crate) gates: u64,
    /// Of audits, and of redispatch policies.
    pub(crate) others: u64,
}

/// A verdict with more findings than this is not made up.
const MOST_FINDINGS: i64 = 6;
/// Names that a redispatch policy may ask about, beside one that it does not know.
const MOST_NAMES: usize = 4;

/// Every docket of a scope, for some policies.
#[derive(Debug)]
pub(crate) struct Space {
    /// Which question is asked.
    pub(crate) stage: Stage,
    /// What there is of it, after it was made small enough.
    pub(crate) scope: Scope,
    /// The scope that was asked for.
    pub(crate) asked: Scope,
    /// Who sits: those with names of their own first, and those that count alike side by side.
    pub(crate) seats: Vec<Expected>,
    /// How many of them are named.
    pub(crate) named: usize,
    /// Which of them no policy can tell apart: ranges that follow each other, and hold each seat once.
    pub(crate) alike: Vec<Range<usize>>,
    pub(crate) choices: Choices,
    pub(crate) worlds: Vec<MadeWorld>,
    /// What is tried on seats, as far as policies count it.
    actions: Vec<String>,
    /// What was left out, in words.
    pub(crate) beyond: Vec<Beyond>,
    /// The largest number that is written out.
    numbers: usize,
    shape: Shape,
    /// Told how far a walk is.
    progress: Progress,
    /// Whether who has a name was left out, or says less than may be said.
    is_lessened: bool,
}

/// Which dockets of a space are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Every one.
    All,
    /// Those whose seats answer one of two things: the first so many of them one, or a single one of them.
    Crowd,
    /// Those whose seats answer alike, or the first so many of them pass, but for two who answer anything.
    Sparse,
}

/// Names of seats that no policy names.
const OTHERS: [&str; 9] = ["ann", "ben", "cleo", "dan", "eve", "finn", "gus", "hal", "ida"];

/// Who sits whatever the scope, and about whom a policy is asked.
struct Sitting<'n> {
    stage: Stage,
    named: Vec<Expected>,
    /// The one seat that is asked about.
    asked: Option<&'n str>,
    /// Whether a seat may answer about one of several subjects and be absent, in whatever way, about another one.
    apart: bool,
    /// How those count for the host who have no names.
    stake: Option<Stake>,
}

impl Sitting<'_> {
    fn of_gate(named: Vec<Expected>) -> Self {
        Self { stage: Stage::Gate, named, asked: None, apart: false, stake: None }
    }
}

impl Space {
    /// Every space in which these policies of one stage can be told apart: for a gate one for each scope; for an audit
    /// one verdict; for a redispatch policy a seat beside another one, for each name that it knows and for one that it does not.
    ///
    /// # Errors
    ///
    /// So many seats have names of their own that there are too many, however small the scope is made.
    pub(crate) fn all(
        policies: &[&Policy],
        panel: &[Expected],
        scopes: &[Scope],
    ) -> Result<Vec<Self>, Diagnostics> {
        Self::some(policies, panel, scopes, OneOf { gates: 1, others: 1 })
    }

    /// The same, where only one of so many dockets may be tried.
    ///
    /// # Errors
    ///
    /// As [`Space::all`].
    pub(crate) fn some(
        policies: &[&Policy],
        panel: &[Expected],
        scopes: &[Scope],
        part: OneOf,
    ) -> Result<Vec<Self>, Diagnostics> {
        let stage = stage_of(policies);
        if stage == Stage::Gate {
            return Self::of_gates(policies, panel, scopes, part.gates);
        }
        let reads = Reads::of(policies.iter().copied());
        // What is about several subjects is asked about one of them.
        let Some(scope) = scopes.iter().find(|scope| scope.subjects < 2) else {
            return Ok(Vec::new());
        };
        let counted =
            reads.numbers.iter().copied().filter(|n| (0..MOST_FINDINGS).contains(n)).max();
        let counted = counted.and_then(|n| usize::try_from(n + 1).ok()).unwrap_or_default();
        let findings = match (stage, scope.findings) {
            (Stage::Audit, 2..) => counted.max(scope.findings),
            (_, findings) => findings,
        };
        let seats = usize::from(stage == Stage::Redispatch && reads.others);
        let scope = Scope { seats, subjects: 1, findings };
        let known = |text: &&String| {
            let signs = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
            reads.seat_name
                && !text.is_empty()
                && text.chars().all(signs)
                && !reads.actions.contains(*text)
                && !reads.words.contains(*text)
        };
        let names = reads.texts.iter().filter(known).take(MOST_NAMES).map(String::as_str);
        let space = |name| {
            let named = vec![Expected::new(name)];
            let sitting = Sitting { stage, named, asked: Some(name), apart: false, stake: None };
            Self::sitting(&reads, sitting, scope, MOST_ASKED / part.others, None)
        };
        [OTHERS[0]].into_iter().chain(names).map(space).collect()
    }

    /// A space for each scope. One of several subjects that is too large is left out, and the first says so.
    fn of_gates(
        policies: &[&Policy],
        panel: &[Expected],
        scopes: &[Scope],
        part: u64,
    ) -> Result<Vec<Self>, Diagnostics> {
        let mut spaces: Vec<Self> = Vec::with_capacity(scopes.len() + 1);
        for scope in scopes {
            match (Self::part(policies, panel, *scope, part), spaces.first_mut()) {
                (Ok(space), _) => spaces.push(space),
                (Err(_), Some(first)) if scope.subjects > 1 => {
                    let says = format!(
                        "{}: with {} there would be too many dockets",
                        count(scope.subjects, "subject"),
                        count(first.named, "named seat"),
                    );
                    first.beyond.push(Beyond::of("subjects", says));
                }
                (Err(reason), _) => return Err(reason),
            }
        }
        if spaces.first().is_some_and(|space| space.is_lessened) {
            spaces.extend(Self::sparse(policies, panel));
        }
        Ok(spaces)
    }

    /// The dockets of a scope, as far as these policies can tell them apart.
    ///
    /// # Errors
    ///
    /// So many seats have names of their own that there are too many, however small the scope is made.
    pub(crate) fn new(
        policies: &[&Policy],
        panel: &[Expected],
        asked: Scope,
    ) -> Result<Self, Diagnostics> {
        Self::part(policies, panel, asked, 1)
    }

    fn part(
        policies: &[&Policy],
        panel: &[Expected],
        asked: Scope,
        part: u64,
    ) -> Result<Self, Diagnostics> {
        let reads = Self::reads(policies, panel);
        let named = Self::named(&reads, panel);
        let plain = policies.iter().all(|policy| policy.is_plain());
        let most = match (plain, reads.topics) {
            (true, false) => MOST,
            (true, true) => MOST_TOPICS,
            (false, _) => MOST_WHOLE,
        };
        Self::sitting(&reads, Sitting::of_gate(named), asked, most / part, None)
    }

    fn reads(policies: &[&Policy], panel: &[Expected]) -> Reads {
        let mut reads = Reads::of(policies.iter().copied());
        reads.voters |= panel.iter().any(|seat| seat.stake == Some(Stake::Voting));
        reads
    }

    /// The dockets of a gate with two subjects, where a seat beside the named ones, too, may be absent about one of them in
    /// whatever way. They are too many to be tried with all else.
    ///
    /// # Errors
    ///
    /// As [`Space::new`].
    pub(crate) fn apart(policy: &Policy, panel: &[Expected]) -> Result<Self, Diagnostics> {
        let reads = Self::reads(&[policy], panel);
        let named = Self::named(&reads, panel);
        let most = if policy.is_plain() { MOST } else { MOST_WHOLE };
        let sitting = Sitting { apart: true, ..Sitting::of_gate(named) };
        Self::sitting(&reads, sitting, Scope { seats: 1, subjects: 2, findings: 1 }, most, None)
    }

    fn sitting(
        reads: &Reads,
        Sitting { stage, mut named, asked: about, apart, stake }: Sitting<'_>,
        asked: Scope,
        most: u64,
        guide: Option<&Guide<'_>>,
    ) -> Result<Self, Diagnostics> {
        let (worlds, mut beyond) = worlds::of(reads, &named, about, guide);
        beyond.extend(reads.beyond.iter().map(|(says, about)| Beyond::of(about, *says)));
        let largest = reads.numbers.iter().next_back().copied().unwrap_or_default();
        let numbers = usize::try_from(largest).unwrap_or_default();
        let mut scope = asked;
        let (mut left_out, mut few) = (0, Few::None);
        loop {
            let seats = seated(named.clone(), scope.seats, stake);
            let choices =
                Choices::new(reads, scope, stage != Stage::Redispatch && !reads.wide, apart, few);
            let space = Self {
                stage,
                scope,
                asked,
                named: named.len(),
                alike: Self::alike(reads, &seats, named.len()),
                seats,
                choices,
                worlds: worlds.clone(),
                actions: reads.actions.iter().cloned().collect(),
                beyond: beyond.clone(),
                numbers,
                shape: Shape::All,
                progress: Progress::default(),
                is_lessened: left_out > 0 || few != Few::None,
            };
            let tried = space.tried();
            if tried <= most {
                return Ok(space.told(left_out, apart));
            }
            if scope.shrink() {
                continue;
            }
            // Two of those who count alike show what more of them would, as far as nobody counts them.
            let largest = space.alike.iter().max_by_key(|alike| alike.len());
            match largest.filter(|alike| alike.len() > 2 && alike.end <= named.len()) {
                Some(alike) => drop(named.remove(alike.end - 1)),
                // Who has a name of its own cannot be left out, so they say less.
                None => match few.fewer() {
                    Some(fewer) => {
                        few = fewer;
                        beyond.retain(|what| !what.says.starts_with(Few::BEYOND));
                        let (but, says) = (Few::BEYOND, few.says());
                        let says = format!("{but}{says}: there would be too many dockets");
                        beyond.push(Beyond::of("", says));
                        continue;
                    }
                    // The smallest scope may take longer.
                    None if tried <= 8 * most => return Ok(space.told(left_out, apart)),
                    None => return Err(too_many_seats(space.named).into()),
                },
            }
            left_out += 1;
        }
    }

    /// The same, telling how far its walks are.
    pub(crate) fn telling(self, progress: &Progress) -> Self {
        Self { progress: progress.clone(), ..self }
    }

    /// Whether all seats but two answer alike.
    pub(crate) fn is_sparse(&self) -> bool {
        self.shape == Shape::Sparse
    }

    /// One of the seats that can be the free one: the last of the others, or whom a policy is asked about.
    pub(crate) fn last(&self) -> usize {
        match self.stage {
            Stage::Gate => self.seats.len().saturating_sub(1),
            _ => 0,
        }
    }

    /// The worlds in which one thing more was tried on the seat that is asked about.
    pub(crate) fn one_more(&self, world: &MadeWorld) -> Vec<MadeWorld> {
        let Some(seat) = self.seats.first() else { return Vec::new() };
        let more = self.actions.iter().map(|action| {
            let mut world = world.clone();
            world.attempts.push((seat.name.clone(), action.clone()));
            world
        });
        more.collect()
    }

    /// The seats that no policy can tell from this one, and itself.
    pub(crate) fn like(&self, seat: usize) -> Range<usize> {
        let own = self.alike.iter().find(|alike| alike.contains(&seat));
        own.cloned().unwrap_or(seat..seat + 1)
    }

    /// Whether everything that a policy counts was tried as often as it is tried in any world.
    pub(crate) fn has_most(&self, world: &MadeWorld) -> bool {
        self.worlds.iter().all(|other| other.attempts.len() <= world.attempts.len())
    }

    pub(crate) fn subjects(&self) -> Vec<Subject> {
        subjects(self.scope.subjects)
    }

    /// Whether all was tried that a policy can tell apart in a bench of this size.
    pub(crate) fn is_whole(&self) -> bool {
        self.beyond.iter().all(|what| what.says == ABSENT)
    }

    /// A docket by the choices of its seats.
    pub(crate) fn docket(&self, chosen: &[u32], world: &MadeWorld) -> MadeDocket {
        let seats = self.seats.iter().zip(chosen).map(|(seat, choice)| MadeSeat {
            name: seat.name.clone(),
            stake: seat.stake,
            weight: seat.weight,
            answers: self.choices.all[*choice as usize].answers.clone(),
        });
        MadeDocket { subjects: self.subjects(), seats: seats.collect(), world: world.clone() }
    }
}

/// The stage that policies have in common.
pub(crate) fn stage_of(policies: &[&Policy]) -> Stage {
    let stage = policies.first().and_then(|policy| policy.facts().stage.parse().ok());
    stage.unwrap_or(Stage::Gate)
}

/// More than can be tried.
fn too_many_seats(named: usize) -> Diagnostic {
    Diagnostic::error("assize::trial::too_many_seats")
        .message(format!("with {named} named seats there are too many dockets to try them all"))
        .help("name fewer seats in the policy, or verify the parts of it that name some of them")
}

/// The change, or two criteria.
pub(crate) fn subjects(count: usize) -> Vec<Subject> {
    match count {
        0 | 1 => vec![Subject::Change],
        more => (1..=more).map(|n| Subject::Criterion(format!("AC{n}"))).collect(),
    }
}

/// `1 seat`, `3 seats`
pub(crate) fn count(many: usize, what: &str) -> String {
    if many == 1 {
        return format!("1 {what}");
    }
    match what.split_once(' ') {
        Some((first, rest)) => format!("{many} {first}s {rest}"),
        None => format!("{many} {what}s"),
    }
}
