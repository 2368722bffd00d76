//! Made-up dockets: what made-up seats answer, as the sources that would say so.

use super::topics::SUPPOSED;
use super::{
    Absence, Attempt, Cause, Confidence, Date, Decoded, Diagnostic, Docket, Finding, FindingKind,
    Given, Lines, Location, Outcome, Remark, RemarkKind, Resolved, Severity, SpecFeedback, Stake,
    Stated, Subject, Verdict, Waiver, words,
};
use crate::source::{Source, Span};

words! {
    /// What becomes of a made-up seat that states nothing.
    pub enum MadeState {
        /// Nothing arrived.
        Missing = "missing",
        /// Nothing arrived, and its time is not up.
        Awaiting = "awaiting",
        /// Something arrived that cannot be read.
        Unreadable = "unreadable",
        /// Something arrived that cannot be read, and it says fail.
        Garbled = "garbled",
        /// What arrived belongs to earlier work.
        Stale = "stale",
        /// The reviewer could not do its job.
        Errored = "errored",
        /// Its predicate is false.
        Skipped = "skipped",
        /// Somebody decided to go on without it.
        Excused = "excused",
    }
}

words! {
    /// What a made-up verdict holds beside its findings.
    #[derive(PartialOrd, Ord)]
    pub enum MadeEntry {
        /// A defect of the specification.
        SpecFeedback = "spec-feedback",
        /// A conflict between reviewers that no one settled.
        Unresolved = "unresolved",
        /// It contradicts itself.
        Contradictory = "contradictory",
    }
}

/// What a made-up seat answers about one subject.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MadeAnswer {
    /// It states an outcome and lists findings.
    Says {
        /// What it states.
        outcome: Outcome,
        /// How sure it is.
        confidence: Confidence,
        /// In another word than the outcome's own: `NO-GO`.
        word: Option<String>,
        /// Whether a line beside its verdict denies it.
        doubted: bool,
        /// What else it holds.
        entries: Vec<MadeEntry>,
        /// What it found.
        findings: Vec<MadeFinding>,
    },
    /// It states nothing.
    Is(MadeState),
}

/// What a made-up reviewer found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MadeFinding {
    /// Whether it alone keeps the gate shut.
    pub kind: FindingKind,
    /// How bad.
    pub severity: Option<Severity>,
    /// What kind of thing.
    pub category: Option<String>,
    /// Where.
    pub path: Option<String>,
    /// In which line.
    pub line: u32,
    /// In the reviewer's words.
    pub text: String,
}

/// A made-up seat, and what it answers about each subject.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MadeSeat {
    /// Its name.
    pub name: String,
    /// How it counts for the host; none: as the policy says.
    pub stake: Option<Stake>,
    /// What it weighs for the host.
    pub weight: Option<u32>,
    /// What it answers, in the order of the subjects.
    pub answers: Vec<MadeAnswer>,
}

/// What else is reported about a made-up round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MadeWorld {
    /// Facts of the run.
    pub given: Vec<(String, Given)>,
    /// The paths that the change touches.
    pub changed: Option<Vec<String>>,
    /// How many lines it changes.
    pub lines_changed: Option<u64>,
    /// Which round it is; 0 for the first as well.
    pub round: u32,
    /// What was tried before: seat and action.
    pub attempts: Vec<(String, String)>,
    /// Whether everything that is called known was found in an earlier round.
    pub previous: bool,
    /// What is said of seats: seat, name, text.
    pub labels: Vec<(String, String, String)>,
    /// Who owns which paths.
    pub owners: Option<Vec<(String, String)>>,
    /// Until when findings in the folder of waived things are waived.
    pub waived_until: Option<Date>,
}

/// The folder whose findings the waiver of a [`MadeWorld`] covers.
pub(crate) const WAIVED: &str = "waived/";
/// What the words of a finding begin with that an earlier round had.
pub(crate) const KNOWN: &str = "known";

impl MadeFinding {
    /// The fingerprint that it is supposed to have: no words are known that have it.
    pub fn supposed_fingerprint(&self) -> Option<&str> {
        self.text.strip_prefix(SUPPOSED)
    }
}

/// A docket that no reviewer wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MadeDocket {
    /// What is judged: the change, or more.
    pub subjects: Vec<Subject>,
    /// Who sits.
    pub seats: Vec<MadeSeat>,
    /// What else is reported.
    pub world: MadeWorld,
}

impl MadeAnswer {
    /// It states an outcome, is sure, and finds nothing.
    pub(crate) fn says(outcome: Outcome) -> Self {
        Self::Says {
            outcome,
            confidence: Confidence::High,
            word: None,
            doubted: false,
            entries: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// What it found.
    pub fn findings(&self) -> &[MadeFinding] {
        match self {
            Self::Says { findings, .. } => findings,
            Self::Is(_) => &[],
        }
    }

    /// The same with its findings from the last to the first; none where that is no other list.
    pub(crate) fn turned(&self) -> Option<Self> {
        let mut turned = self.clone();
        if let Self::Says { findings, .. } = &mut turned {
            findings.reverse();
        }
        (turned != *self).then_some(turned)
    }

    /// The absence that it is, where the host tells it as one.
    fn absence(&self) -> Option<Absence> {
        let why = || "made up".to_owned();
        let Self::Is(state) = self else { return None };
        Some(match state {
            MadeState::Missing => Absence::Missing,
            MadeState::Awaiting => Absence::Awaiting(why()),
            MadeState::Unreadable => Absence::Unreadable(Cause::Truncated, why()),
            MadeState::Garbled => return None,
            MadeState::Stale => Absence::Stale(why()),
            MadeState::Errored => Absence::Errored(why()),
            MadeState::Skipped => Absence::Skipped(why()),
            MadeState::Excused => Absence::Excused(why()),
        })
    }
}

impl MadeSeat {
    /// What was read from its source, if it has one: a verdict for each subject that it speaks about.
    fn decoded(&self, subjects: &[Subject]) -> Option<Decoded> {
        let mut pen = Pen::default();
        let spoken = subjects.iter().zip(&self.answers).filter_map(|(subject, answer)| {
            pen.verdict(answer).map(|verdict| Verdict { subject: subject.clone(), ..verdict })
        });
        let verdicts: Vec<Verdict> = spoken.collect();
        let named = || format!("{}.md", self.name);
        let several = subjects.len() > 1 && self.answers.len() == subjects.len();
        if verdicts.is_empty() && !several {
            let garbled = self.answers.contains(&MadeAnswer::Is(MadeState::Garbled));
            return garbled.then(|| {
                let diagnostic = Diagnostic::error("assize::read::truncated").message("made up");
                let source = Source::new(named(), "verdict: fail");
                let decoded = Decoded::unreadable(source, Cause::Truncated, diagnostic);
                Decoded { says_fail: true, ..decoded }
            });
        }
        let missing = subjects.iter().zip(&self.answers);
        let missing = missing.filter(|(_, answer)| matches!(answer, MadeAnswer::Is(_)));
        let missing = missing.map(|(subject, _)| subject.clone()).collect();
        let decoded = Decoded::of(Source::new(named(), pen.text), verdicts);
        Some(Decoded { missing, unreadable: None, ..decoded })
    }
}

impl MadeDocket {
    /// The docket, as a host would have filled it.
    ///
    /// Where several subjects are judged, each seat has a source, and is missing where it does not speak about one.
    pub fn docket(&self) -> Docket {
        let mut docket = self.world.docket();
        for seat in &self.seats {
            let own = docket.seat(seat.name.as_str());
            for (_, name, value) in self.world.labels.iter().filter(|said| said.0 == seat.name) {
                own.label(name, value);
            }
            if let Some(stake) = seat.stake {
                own.stake(stake);
            }
            if let Some(weight) = seat.weight {
                own.weight(weight);
            }
            match seat.decoded(&self.subjects) {
                Some(decoded) => docket.submit_decoded(seat.name.as_str(), decoded),
                None => {
                    if let Some(absence) = seat.answers.first().and_then(MadeAnswer::absence) {
                        docket.absent(seat.name.as_str(), absence);
                    }
                }
            }
        }
        docket
    }
}

impl MadeDocket {
    /// Whether a line of `cases.kdl` can say all that its seats answer: not what only a text says beside its verdict, nor
    /// a fingerprint of which no text is known.
    pub fn can_be_a_case(&self) -> bool {
        let says = |answer: &MadeAnswer| match answer {
            MadeAnswer::Says { entries, findings, .. } => {
                let supposed = |one: &MadeFinding| one.supposed_fingerprint().is_some();
                entries.is_empty() && !findings.iter().any(supposed)
            }
            MadeAnswer::Is(state) => *state != MadeState::Garbled,
        };
        self.seats.iter().all(|seat| seat.answers.iter().all(says))
    }

    /// The same, where a seat passes one subject more than the others are asked about.
    pub(crate) fn with_more(mut self, seat: usize) -> Self {
        let names = (1..=self.subjects.len() + 1).map(|n| Subject::Criterion(format!("AC{n}")));
        self.subjects = names.collect();
        if let Some(seat) = self.seats.get_mut(seat) {
            seat.answers.push(MadeAnswer::says(Outcome::Pass));
        }
        self
    }
}

impl MadeWorld {
    pub(super) fn docket(&self) -> Docket {
        let mut docket = Docket::new("made-up").round(self.round.max(1));
        docket.made_up = true;
        for (name, value) in &self.given {
            docket = docket.given(name.as_str(), value.clone());
        }
        if let Some(paths) = &self.changed {
            docket = docket.changed(paths.iter().cloned());
        }
        if let Some(lines) = self.lines_changed {
            docket = docket.lines_changed(lines);
        }
        for (seat, action) in &self.attempts {
            docket.attempt(Attempt::new(seat.as_str(), action.as_str()));
        }
        if let Some(until) = self.waived_until {
            let waiver = Waiver::new("W-1", "dana", "made up", until);
            docket.waive(waiver.path(format!("{WAIVED}**")));
        }
        if let Some(owners) = &self.owners {
            docket = docket.owners(owners.iter().map(|(path, owner)| (path, vec![owner.as_str()])));
        }
        if self.previous { docket.previous(Vec::<String>::new()) } else { docket }
    }
}

/// Writes made-up verdicts down, and remembers what stands where.
#[derive(Default)]
pub(crate) struct Pen {
    pub(crate) text: String,
}

impl Pen {
    fn write(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        Span::new(start, self.text.len())
    }

    fn line(&mut self, name: &str, text: &str) -> Span {
        self.write(name);
        self.write(": ");
        let span = self.write(text);
        self.write("\n");
        span
    }

    /// The verdict that an answer is; none for one that states nothing.
    pub(crate) fn verdict(&mut self, answer: &MadeAnswer) -> Option<Verdict> {
        let MadeAnswer::Says { outcome, confidence, word, doubted, entries, findings } = answer
        else {
            return None;
        };
        let start = self.text.len();
        let word = self.line("verdict", word.as_deref().unwrap_or(outcome.as_str()));
        self.line("confidence", confidence.as_str());
        let mut verdict = Verdict::new(Span::default());
        verdict.stated = Some(Stated { outcome: *outcome, word });
        verdict.confidence = Some(*confidence);
        verdict.findings = findings.iter().map(|finding| self.finding(finding)).collect();
        if *doubted {
            let text = self.line("Overall verdict", "STOP");
            verdict.remarks.push(Remark::new(RemarkKind::Verdict, Outcome::Hold, text, text));
        }
        for entry in entries {
            self.entry(&mut verdict, *entry);
        }
        verdict.span = Span::new(start, self.text.len());
        Some(verdict)
    }

    fn entry(&mut self, verdict: &mut Verdict, entry: MadeEntry) {
        match entry {
            MadeEntry::SpecFeedback => {
                let text = self.line("spec feedback", "the limit is not said");
                let (phase, spec) = (text, text);
                verdict.spec_feedback.push(SpecFeedback { phase, spec, text });
            }
            MadeEntry::Unresolved => {
                let text = self.line("conflict", "UNRESOLVED");
                verdict.resolved.push(Resolved { agents: Vec::new(), resolution: text, text });
            }
            MadeEntry::Contradictory => verdict.contradictory = true,
        }
    }

    fn finding(&mut self, made: &MadeFinding) -> Finding {
        let start = self.text.len();
        self.write(made.kind.as_str());
        self.write(": ");
        let category = made.category.as_deref().map(|category| self.write(category));
        self.write(" ");
        let location = made.path.as_deref().map(|path| {
            let path = self.write(path);
            self.write(&format!(":{}", made.line));
            let text = Span::new(path.start as usize, self.text.len());
            let lines = vec![Lines { first: made.line, last: made.line }];
            Location { text, path: Some(path), lines, also: Vec::new() }
        });
        self.write(" ");
        let text = self.write(&made.text);
        self.write("\n");
        let span = Span::new(start, self.text.len());
        let severity = made.severity;
        Finding { severity, category, location, span, ..Finding::new(made.kind, text) }
    }
}
