//! What the outputs of reviewers hold: records, and what has to be asked for again.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use super::record::RecordMaker;
use super::{Asked, Decision, KeptReview, Pair, PairRecord, mistakes};
use crate::codec::read;
use crate::ir::{Decoded, Diagnostic, Diagnostics, Format, Level, ReadOptions, Verdict};
use crate::source::{Source, composed, outermost};

/// What the outputs of reviewers hold.
#[derive(Debug, Default)]
pub struct Intake {
    /// One record for each pair that an output reviews, in the order in which the pairs were asked for.
    pub records: Vec<PairRecord>,
    /// Outputs of which nothing is kept.
    pub structural: Vec<Structural>,
}

/// An output that is not what was asked for: it has to be asked for again as a whole.
#[derive(Debug)]
pub struct Structural {
    /// The output.
    pub output: Output,
    /// What is wrong with it, with its places.
    pub wrong: Diagnostics,
}

/// An output, and the first thing that is wrong with it.
#[derive(Clone, Debug, Serialize)]
pub struct Output {
    /// What it is called.
    pub source: String,
    /// Its SHA-256.
    pub sha256: String,
    /// Why it cannot be read: `truncated`, `malformed`.
    pub cause: Option<String>,
    /// Its mistakes.
    pub mistakes: Vec<Mistake>,
}

/// A mistake of an output.
#[derive(Clone, Debug, Serialize)]
pub struct Mistake {
    code: String,
    message: String,
    line: Option<u32>,
    column: Option<u32>,
}

/// A pair that may be asked for again by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Retry {
    /// Which pair.
    #[serde(flatten)]
    pub pair: Pair,
    /// Why.
    pub reason: RetryReason,
}

/// Why a pair is asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RetryReason {
    /// It was left out.
    Missing,
    /// Its review says nothing that could be used.
    Unknown,
    /// The reviewer could not judge it.
    Error,
    /// An output that could not be read may have reviewed it, and nothing was taken in for it since.
    Unread,
    /// Its note or its gate is another text now than the one that was reviewed.
    Changed,
}

/// How outputs are read: blocks or JSON, also in the envelope of an agent, by the profile `standard`.
pub fn read_options(pairs: &[Pair]) -> ReadOptions {
    ReadOptions::default()
        .formats([Format::PairReview, Format::PairBundle])
        .expected(pairs.iter().map(Pair::subject))
}

impl Intake {
    /// Reads the outputs of reviewers who were asked for these pairs. A pair that is left out is salvaged around (S2); an output
    /// with a structural error is not kept at all.
    pub fn read(outputs: &[Source], pairs: &[Pair]) -> Self {
        let options = read_options(pairs);
        Self::of(
            outputs.iter().map(|output| read(output, &options)).collect(),
            &pairs.to_vec().into(),
        )
    }

    /// The same of what was read already, some of which may be unreadable.
    pub fn of(outputs: Vec<Decoded>, asked: &Asked) -> Self {
        let mut intake = Self::default();
        let mut kept: BTreeMap<Pair, PairRecord> = BTreeMap::new();
        let mut disputed = Vec::new();
        // By names as they are compared: a record is of the pair as it was asked for.
        let name =
            |pair: &Pair| (composed(&pair.note).into_owned(), composed(&pair.gate).into_owned());
        let as_asked: HashMap<_, _> = asked.pairs.iter().map(|pair| (name(pair), pair)).collect();
        for decoded in outputs {
            if decoded.unreadable.is_some() || decoded.verdicts.is_empty() {
                intake.structural.push(Structural::new(&decoded, Vec::new()));
                continue;
            }
            let mut wrong = Vec::new();
            let maker = RecordMaker::new(&decoded, asked);
            for verdict in &decoded.verdicts {
                let own = Pair::of(&verdict.subject).and_then(|pair| as_asked.get(&name(&pair)));
                let subject = own.map_or_else(|| verdict.subject.clone(), |pair| pair.subject());
                let verdict = &Verdict { subject, ..verdict.clone() };
                let Some(record) = maker.record(verdict) else { continue };
                match kept.get(&record.pair) {
                    Some(known) if known.raw != record.raw => {
                        wrong.push(mistakes::two_outputs(verdict.span, &record.pair.to_string()));
                        disputed.push(record.pair.clone());
                    }
                    Some(_) => {}
                    None => _ = kept.insert(record.pair.clone(), record),
                }
            }
            if !wrong.is_empty() {
                intake.structural.push(Structural::new(&decoded, wrong));
            }
        }
        for pair in &disputed {
            kept.remove(pair);
        }
        intake.records = asked.pairs.iter().filter_map(|pair| kept.remove(pair)).collect();
        intake
    }

    /// The pairs whose review may be lost, once the records of some were stored: of those that already were open, and of those
    /// that this ingest is about. An output that cannot be read, and that names a pair, may say another thing of it.
    pub fn open(&self, before: &[Pair], stored: &[Pair]) -> Vec<Pair> {
        let named = |pair: &Pair| self.structural.iter().any(|wrong| wrong.names(pair));
        let stored: HashSet<&Pair> = stored.iter().collect();
        before.iter().filter(|pair| !stored.contains(pair) || named(pair)).cloned().collect()
    }

    /// Which pairs may be asked for again by themselves, once all that is kept of them is known, for which a review may be
    /// lost, and whose texts have changed.
    pub fn retries(
        pairs: &[Pair],
        kept: &[KeptReview],
        (open, changed): (&[Pair], &[Pair]),
    ) -> Vec<Retry> {
        let kept: HashMap<&Pair, &KeptReview> =
            kept.iter().map(|review| (&review.pair, review)).collect();
        let [open, changed] = [open, changed].map(|all| all.iter().collect::<HashSet<_>>());
        let reason = |pair: &Pair| match kept.get(pair) {
            None => Some(RetryReason::Missing),
            Some(_) if open.contains(pair) => Some(RetryReason::Unread),
            Some(_) if changed.contains(pair) => Some(RetryReason::Changed),
            Some(review) => match review.decision {
                Decision::Unknown => Some(RetryReason::Unknown),
                Decision::Error => Some(RetryReason::Error),
                Decision::Pass | Decision::Warn | Decision::Fail => None,
            },
        };
        let retry = |pair: &Pair| Some(Retry { pair: pair.clone(), reason: reason(pair)? });
        pairs.iter().filter_map(retry).collect()
    }
}

impl Structural {
    /// Whether the output speaks of a pair, as far as can be told of what cannot be read.
    fn names(&self, pair: &Pair) -> bool {
        self.wrong.sources().iter().any(|source| {
            let text = source.lossy();
            text.contains(&pair.note) && text.contains(&pair.gate)
        })
    }

    fn new(decoded: &Decoded, more: Vec<Diagnostic>) -> Self {
        let errors = decoded.diagnostics.iter().filter(|wrong| wrong.level == Level::Error);
        let items: Vec<Diagnostic> = match more.is_empty() {
            true => errors.cloned().collect(),
            false => more,
        };
        let source = decoded.sources.first();
        let mistake = |wrong: &Diagnostic| {
            let at = wrong.span().map(|span| outermost(&decoded.sources, span));
            let at = at.zip(source).map(|(at, source)| source.line_column(at.start));
            Mistake {
                code: wrong.code.to_string(),
                message: wrong.message.clone(),
                line: at.map(|at| at.line),
                column: at.map(|at| at.column),
            }
        };
        let output = Output {
            source: source.map(Source::name).unwrap_or_default().to_owned(),
            sha256: source.map(|source| source.sha256().to_string()).unwrap_or_default(),
            cause: decoded.unreadable.map(|cause| cause.to_string()),
            mistakes: items.iter().map(mistake).collect(),
        };
        Self { output, wrong: Diagnostics::new(decoded.sources.clone(), items) }
    }
}
