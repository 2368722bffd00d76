//! What one seat may answer, as far as a policy can tell it apart, and which answer is worse than which.

use std::collections::HashMap;

use super::lists::{findings, lists, long};
use super::{Scope, subjects};
use crate::engine::{Reads, reviewers_mean};
use crate::ir::{
    ClosedDocket, Confidence, FindingKind, Group, MadeAnswer, MadeDocket, MadeEntry, MadeFinding,
    MadeSeat, MadeState, MadeWorld, Outcome, Severity, Stamp, State,
};

/// What one seat answers about all subjects.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) answers: Vec<MadeAnswer>,
    pub(crate) findings: usize,
    /// How many choices that no fact can tell apart from this one, and itself.
    pub(crate) stands_for: u64,
    /// Whether one of its answers says neither yes nor no: it holds, or states nothing.
    pub(crate) is_open: bool,
    /// Whether one of its answers lists a blocker.
    pub(crate) blocks: bool,
    /// How far it is from a plain pass: the plainest docket is shown first.
    pub(crate) cost: u32,
}

/// Why one choice is worse than another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    /// A verdict is worse, or a finding more or worse, or a plain pass is missing.
    Worse,
    /// A second file lies there for the seat.
    Twice,
}

/// All that a seat may answer.
#[derive(Debug)]
pub(crate) struct Choices {
    /// The plainest first.
    pub(crate) all: Vec<Choice>,
    /// Pairs of choices with so many findings at most, of which the second one is worse.
    worse: Vec<Vec<(u32, u32, Step)>>,
}

/// Which answers are left out, where so many seats have names of their own that all of them are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Few {
    /// None.
    None,
    /// All but plain ones.
    AllButPlain,
    /// All but a pass, a fail and no answer.
    AllButThree,
    /// All but a pass and a fail.
    AllButTwo,
}

impl Few {
    pub(super) const BEYOND: &str = "answers of reviewers but ";

    /// One more; none where there is no more.
    pub(super) fn fewer(self) -> Option<Self> {
        match self {
            Self::None => Some(Self::AllButPlain),
            Self::AllButPlain => Some(Self::AllButThree),
            Self::AllButThree => Some(Self::AllButTwo),
            Self::AllButTwo => None,
        }
    }

    /// What is tried.
    pub(super) fn says(self) -> &'static str {
        match self {
            Self::None => "all",
            Self::AllButPlain => "an outcome, none, and one that cannot be read",
            Self::AllButThree => "a pass, a fail and none",
            Self::AllButTwo => "a pass and a fail",
        }
    }

    /// Whether an answer is tried.
    pub(super) fn has(self, answer: &MadeAnswer) -> bool {
        let plain = |outcome: Outcome| *answer == MadeAnswer::says(outcome);
        let is = |state: MadeState| *answer == MadeAnswer::Is(state);
        let two = plain(Outcome::Pass) || plain(Outcome::Fail);
        match self {
            Self::None => true,
            Self::AllButPlain => {
                Outcome::ALL.iter().any(|outcome| plain(*outcome))
                    || is(MadeState::Missing)
                    || is(MadeState::Unreadable)
            }
            Self::AllButThree => two || is(MadeState::Missing),
            Self::AllButTwo => two,
        }
    }
}

/// What of an answer can be told apart.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Seen {
    state: u8,
    effective: Option<Outcome>,
    qualities: u32,
    word: Option<String>,
    confidence: Option<Confidence>,
    entries: Vec<MadeEntry>,
    findings: Vec<usize>,
}

impl Choices {
    /// What is worse than what only where that is looked at.
    pub(super) fn new(
        reads: &Reads,
        scope: Scope,
        with_steps: bool,
        apart: bool,
        few: Few,
    ) -> Self {
        let kinds = findings(reads);
        let mut raw = answers(reads, &kinds, scope.findings);
        raw.retain(|answer| few.has(answer));
        let mut columns = blank().columns().clone();
        // Of each answer the first one that looks alike, and how many do.
        let mut classes: Vec<(MadeAnswer, u64)> = Vec::new();
        let mut class_of: HashMap<MadeAnswer, usize> = HashMap::new();
        let mut looks: HashMap<Seen, usize> = HashMap::new();
        for answer in raw {
            let stamp = columns.stamp(0, &answer);
            let seen = Seen::of(&answer, &stamp, reads, &kinds);
            let class = *looks.entry(seen).or_insert_with(|| {
                classes.push((answer.clone(), 0));
                classes.len() - 1
            });
            classes[class].1 += 1;
            class_of.insert(answer, class);
        }
        let mut all: Vec<(Vec<usize>, Choice)> = Vec::new();
        let choice = |places: &[usize]| {
            let own = || places.iter().map(|place| &classes[*place]);
            Choice {
                answers: own().map(|(answer, _)| answer.clone()).collect(),
                findings: own().map(|(answer, _)| answer.findings().len()).sum(),
                is_open: own().any(|(answer, _)| is_open(answer)),
                blocks: own().any(|(answer, _)| blocks(answer)),
                stands_for: own().map(|(_, count)| *count).product(),
                cost: own().map(|(answer, _)| cost(answer)).sum(),
            }
        };
        if scope.subjects < 2 {
            all.extend((0..classes.len()).map(|place| (vec![place], choice(&[place]))));
        } else {
            for one in 0..classes.len() {
                for other in 0..classes.len() {
                    let pair = [&classes[one].0, &classes[other].0];
                    let more = pair.iter().map(|answer| answer.findings().len()).sum::<usize>();
                    let can_be = apart || pair.iter().all(|answer| in_a_source(answer));
                    if more <= scope.findings && can_be {
                        all.push((vec![one, other], choice(&[one, other])));
                    }
                }
            }
        }
        all.sort_by_key(|(_, choice)| choice.cost);
        let by_classes: HashMap<&[usize], u32> =
            all.iter().zip(0..).map(|((classes, _), place)| (classes.as_slice(), place)).collect();
        let place_of: HashMap<&MadeFinding, usize> = kinds.iter().zip(0..).collect();
        let mut steps = Vec::new();
        for (answer, class) in class_of.iter().filter(|_| with_steps) {
            for (worse, step) in steps_from(answer, reads, (&kinds, &place_of), scope.findings) {
                if let Some(other) = class_of.get(&worse).filter(|other| *other != class) {
                    steps.push((*class, *other, step));
                }
            }
        }
        steps.sort_unstable();
        steps.dedup();
        let mut worse = Vec::new();
        for (classes, place) in all.iter().map(|(classes, _)| classes).zip(0_u32..) {
            for at in 0..classes.len() {
                let from = steps.partition_point(|(from, _, _)| *from < classes[at]);
                let own = steps[from..].iter().take_while(|(from, _, _)| *from == classes[at]);
                for (_, to, step) in own {
                    let mut other = classes.clone();
                    other[at] = *to;
                    if let Some(to) = by_classes.get(other.as_slice()) {
                        worse.push((place, *to, *step));
                    }
                }
            }
        }
        let all: Vec<Choice> = all.into_iter().map(|(_, choice)| choice).collect();
        let within = |most: usize, choice: &u32| all[*choice as usize].findings <= most;
        let worse = (0..=scope.findings).map(|most| {
            let own =
                worse.iter().filter(|(one, other, _)| within(most, one) && within(most, other));
            own.copied().collect()
        });
        let worse = worse.collect();
        Self { all, worse }
    }

    /// Pairs of choices with so many findings at most, of which the second one is worse.
    pub(crate) fn worse_within(&self, findings: usize) -> &[(u32, u32, Step)] {
        self.worse.get(findings).map_or(&[], Vec::as_slice)
    }

    /// Whether a seat that chooses this says something about every subject.
    pub(crate) fn speaks(&self, choice: u32) -> bool {
        !self.all[choice as usize].answers.iter().any(absent)
    }
}

impl Seen {
    fn of(answer: &MadeAnswer, stamp: &Stamp, reads: &Reads, kinds: &[MadeFinding]) -> Self {
        let mut findings: Vec<usize> = answer
            .findings()
            .iter()
            .filter_map(|finding| kinds.iter().position(|kind| kind == finding))
            .collect();
        findings.sort_unstable();
        let word = match answer {
            MadeAnswer::Says { word, outcome, .. } if !reads.words.is_empty() => {
                Some(word.clone().unwrap_or_else(|| outcome.to_string()))
            }
            _ => None,
        };
        let entries = match answer {
            MadeAnswer::Says { entries, .. } => entries.clone(),
            MadeAnswer::Is(_) => Vec::new(),
        };
        // The states that `may_open` itself tells apart.
        let state = match stamp.state {
            State::Reported => 0,
            State::Skipped => 1,
            State::Excused => 2,
            _ => 3,
        };
        Self {
            state,
            effective: stamp.effective,
            qualities: stamp.qualities & reads.mask(),
            word,
            confidence: stamp.confidence.filter(|_| reads.confidence || reads.thunks > 0),
            entries,
            findings,
        }
    }
}

/// A docket with one seat, whose cell answers are tried on.
fn blank() -> ClosedDocket {
    let says = MadeAnswer::says(Outcome::Pass);
    let seat = MadeSeat { name: "ann".into(), stake: None, weight: None, answers: vec![says] };
    let world = MadeWorld::default();
    MadeDocket { subjects: subjects(1), seats: vec![seat], world }.docket().close()
}

/// Every answer about one subject, with at most so many findings; alike ones are counted once.
fn answers(reads: &Reads, kinds: &[MadeFinding], most: usize) -> Vec<MadeAnswer> {
    let lists = if reads.wide { long(kinds, reads) } else { lists(kinds, most) };
    let entries = || {
        let one = reads.entries.iter().map(|entry| vec![*entry]);
        [Vec::new()].into_iter().chain(one)
    };
    // Of whom no gate is asked about, it may not matter how sure it is.
    let sure = reads.gate || reads.confidence || reads.thunks > 0;
    let sure = sure || reads.groups & Group::Unsure.bit() != 0;
    let confidences: &[Confidence] = match sure {
        true => &[Confidence::High, Confidence::Med, Confidence::Low],
        false => &[Confidence::High],
    };
    let mut all = Vec::new();
    for outcome in Outcome::WORST_FIRST.into_iter().rev() {
        for &confidence in confidences {
            // Many findings are told by who passes and is sure.
            let plain = outcome == Outcome::Pass && confidence == Confidence::High;
            for findings in lists.iter().filter(|list| plain || !reads.wide || list.len() < 2) {
                for entries in entries() {
                    let says = |word: Option<String>, doubted| MadeAnswer::Says {
                        outcome,
                        confidence,
                        word,
                        doubted,
                        entries: entries.clone(),
                        findings: findings.clone(),
                    };
                    all.push(says(None, false));
                    if outcome.opens() && findings.is_empty() {
                        all.push(says(None, true));
                    }
                    let words = reads.words.iter().filter(|word| may_mean(word, outcome));
                    // Who is asked next may have said more than a word.
                    if findings.len() <= usize::from(!reads.gate) {
                        all.extend(words.map(|word| says(Some(word.clone()), false)));
                    }
                }
            }
        }
    }
    all.extend(MadeState::ALL.iter().copied().map(MadeAnswer::Is));
    all
}

/// Whether reviewers use a word for an outcome; one of a team may mean anything.
fn may_mean(word: &str, outcome: Outcome) -> bool {
    reviewers_mean(word).is_none_or(|means| means == outcome)
}

/// What is worse than an answer by one step.
fn steps_from(
    answer: &MadeAnswer,
    reads: &Reads,
    (kinds, place_of): (&[MadeFinding], &HashMap<&MadeFinding, usize>),
    most: usize,
) -> Vec<(MadeAnswer, Step)> {
    let MadeAnswer::Says { outcome, confidence, word: None, doubted: false, entries, findings } =
        answer
    else {
        return Vec::new();
    };
    let says = |outcome: Outcome, doubted, findings: Vec<MadeFinding>| MadeAnswer::Says {
        outcome,
        confidence: *confidence,
        word: None,
        doubted,
        entries: entries.clone(),
        findings,
    };
    let mut worse: Vec<MadeAnswer> = Outcome::ALL
        .iter()
        .filter(|other| *other > outcome)
        .map(|other| says(*other, false, findings.clone()))
        .collect();
    if outcome.opens() && findings.is_empty() {
        worse.push(says(*outcome, true, Vec::new()));
    }
    // It may be a fail, and what would be better by it is better by no one's answer.
    if *outcome == Outcome::Fail {
        worse.push(says(Outcome::Pass, true, Vec::new()));
    }
    if entries.is_empty() {
        worse.extend(reads.entries.iter().map(|entry| MadeAnswer::Says {
            outcome: *outcome,
            confidence: *confidence,
            word: None,
            doubted: false,
            entries: vec![*entry],
            findings: findings.clone(),
        }));
    }
    // Findings are kept in the order of their kinds, so that alike lists are one.
    let sorted = |mut list: Vec<MadeFinding>| {
        list.sort_by_cached_key(|finding| place_of.get(finding).copied());
        list
    };
    for kind in kinds.iter().filter(|_| findings.len() < most) {
        let more = findings.iter().cloned().chain([kind.clone()]).collect();
        worse.push(says(*outcome, false, sorted(more)));
    }
    for (place, finding) in findings.iter().enumerate() {
        for other in worse_findings(finding) {
            let mut list = findings.clone();
            list[place] = other;
            worse.push(says(*outcome, false, sorted(list)));
        }
    }
    if *outcome == Outcome::Pass && findings.is_empty() && entries.is_empty() {
        worse.push(MadeAnswer::Is(MadeState::Missing));
    }
    let mut steps: Vec<_> = worse.into_iter().map(|answer| (answer, Step::Worse)).collect();
    let blocks = findings.iter().any(|finding| finding.kind == FindingKind::Blocker);
    if outcome.opens() && !blocks {
        steps.push((MadeAnswer::Is(MadeState::Unreadable), Step::Twice));
    }
    steps
}

/// A finding by one step worse: a blocker instead of an advisory, a severity up.
fn worse_findings(finding: &MadeFinding) -> Vec<MadeFinding> {
    let mut worse = Vec::new();
    if finding.kind == FindingKind::Advisory {
        worse.push(MadeFinding { kind: FindingKind::Blocker, ..finding.clone() });
    }
    if let Some(severity) = finding.severity {
        let next = Severity::ALL.iter().copied().filter(|other| *other > severity).min();
        worse.extend(next.map(|next| MadeFinding { severity: Some(next), ..finding.clone() }));
    }
    worse
}

fn absent(answer: &MadeAnswer) -> bool {
    matches!(answer, MadeAnswer::Is(_))
}

/// Whether an answer says neither yes nor no.
fn blocks(answer: &MadeAnswer) -> bool {
    let MadeAnswer::Says { findings, .. } = answer else { return false };
    findings.iter().any(|finding| finding.kind == FindingKind::Blocker)
}

fn is_open(answer: &MadeAnswer) -> bool {
    match answer {
        MadeAnswer::Says { outcome, doubted, .. } => *doubted || *outcome == Outcome::Hold,
        MadeAnswer::Is(_) => true,
    }
}

/// Whether a source about several subjects can leave one of them so.
fn in_a_source(answer: &MadeAnswer) -> bool {
    !absent(answer) || *answer == MadeAnswer::Is(MadeState::Missing)
}

/// How far an answer is from a plain pass.
fn cost(answer: &MadeAnswer) -> u32 {
    match answer {
        MadeAnswer::Says { outcome, confidence, word, doubted, entries, findings } => {
            let outcome = match outcome {
                Outcome::Pass => 0,
                Outcome::Fail => 1,
                Outcome::Warn => 2,
                Outcome::Hold => 4,
            };
            let unsure = u32::from(*confidence != Confidence::High);
            let odd = u32::from(word.is_some()) + 4 * u32::from(*doubted);
            let findings = findings.iter().map(|finding| 2 + u32::from(finding.category.is_some()));
            let entries = u32::try_from(entries.len()).unwrap_or_default();
            outcome + unsure + odd + entries + findings.sum::<u32>()
        }
        MadeAnswer::Is(MadeState::Missing) => 2,
        MadeAnswer::Is(_) => 3,
    }
}
