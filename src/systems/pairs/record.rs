//! What is kept of the review of one pair: its own words, what they were read as, and by what.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use super::canonical::{block, canonical, decision_of};
use super::{Asked, Pair, PairTexts, mistakes};
use crate::emit::json::Views;
use crate::ir::{Cause, Decoded, Diagnostic, Outcome, Verdict};
use crate::source::{Sha256, Source, outermost};
use crate::systems::data::own_json;

/// The version of the shape. Additions do not change it.
const VERSION: u32 = 1;

/// What the review of a pair came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decision {
    /// The note keeps the rule.
    Pass,
    /// It does, and something is worth a look.
    Warn,
    /// It does not.
    Fail,
    /// The reviewer could not judge it.
    Error,
    /// The review says nothing that could be used.
    Unknown,
}

impl Decision {
    const ALL: [Self; 5] = [Self::Pass, Self::Warn, Self::Fail, Self::Error, Self::Unknown];

    /// The worse of what was stated and of what was found (S3).
    pub fn of(verdict: &Verdict) -> Self {
        match (verdict.effective(), verdict.gave_up) {
            (Some(Outcome::Fail), _) => Self::Fail,
            (_, Some(Cause::Errored)) => Self::Error,
            (_, Some(_)) => Self::Unknown,
            _ if verdict.stated.is_none() || verdict.inferred => Self::Unknown,
            (Some(Outcome::Pass), None) => Self::Pass,
            (Some(Outcome::Warn), None) => Self::Warn,
            (Some(Outcome::Hold) | None, None) => Self::Unknown,
        }
    }

    /// `pass`
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Fail => "fail",
            Self::Error => "error",
            Self::Unknown => "unknown",
        }
    }

    pub(super) fn footer(self) -> String {
        self.as_str().to_uppercase()
    }
}

impl Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Decision {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// The record of the review of one pair.
#[derive(Clone, Debug)]
pub struct PairRecord {
    /// Which pair.
    pub pair: Pair,
    /// What it came to.
    pub decision: Decision,
    /// The reviewer's own bytes.
    pub raw: String,
    /// The texts that it is about, where they are known.
    pub texts: PairTexts,
    /// Its canonical text.
    pub canonical: String,
    /// What the output is called that it stands in.
    pub source: String,
    json: String,
}

#[derive(Serialize)]
struct View<'a, V: Serialize> {
    schema_version: u32,
    note: &'a str,
    gate: &'a str,
    decision: Decision,
    parser: Parser,
    source: Origin<'a>,
    span: Place,
    texts: &'a PairTexts,
    raw: &'a str,
    raw_sha256: String,
    canonical: &'a str,
    canonical_sha256: String,
    recoveries: Vec<String>,
    verdict: V,
}

/// What of it is read again.
#[derive(Deserialize)]
struct Kept {
    note: String,
    gate: String,
    decision: String,
    canonical: String,
    canonical_sha256: String,
    raw: String,
    raw_sha256: String,
    #[serde(default)]
    texts: PairTexts,
}

/// What read it: a decision is worth as much as the reader that made it.
#[derive(Serialize)]
struct Parser {
    name: &'static str,
    version: &'static str,
    profile: String,
    format: Option<String>,
}

#[derive(Serialize)]
struct Origin<'a> {
    name: &'a str,
    sha256: String,
}

#[derive(Serialize)]
struct Place {
    start: u32,
    end: u32,
    line: u32,
    column: u32,
}

/// Makes the records of the reviews in one output. What is the same for all of them is found once.
pub(super) struct RecordMaker<'a> {
    decoded: &'a Decoded,
    asked: &'a Asked,
    views: Views<'a>,
}

impl<'a> RecordMaker<'a> {
    pub(super) fn new(decoded: &'a Decoded, asked: &'a Asked) -> Self {
        Self { decoded, asked, views: Views::new(&decoded.sources) }
    }

    /// The record of one review; none when it is not about a pair.
    pub(super) fn record(&self, verdict: &Verdict) -> Option<PairRecord> {
        let decoded = self.decoded;
        let pair = Pair::of(&verdict.subject)?;
        let texts = self.asked.texts(&pair);
        let decision = Decision::of(verdict);
        let raw = decoded.text(verdict.span).into_owned();
        let canonical = canonical(decoded, verdict, &pair, decision);
        let source = decoded.sources.first()?;
        let place = outermost(&decoded.sources, verdict.span);
        let (line, column) = self.views.line_column(verdict.span)?;
        let inside = |at: crate::source::Span| {
            at.source == verdict.span.source
                && at.start >= verdict.span.start
                && at.end <= verdict.span.end
        };
        let recoveries = decoded.recoveries.iter().filter(|found| inside(found.span));
        let json = crate::emit::json::print(&View {
            schema_version: VERSION,
            note: &pair.note,
            gate: &pair.gate,
            decision,
            parser: Parser {
                name: env!("CARGO_PKG_NAME"),
                version: env!("CARGO_PKG_VERSION"),
                profile: decoded.profile.to_string(),
                format: decoded.format.map(|format| format.to_string()),
            },
            source: Origin { name: source.name(), sha256: source.sha256().to_string() },
            span: Place { start: place.start, end: place.end, line, column },
            texts: &texts,
            raw: &raw,
            raw_sha256: Sha256::of(raw.as_bytes()).to_string(),
            canonical: &canonical,
            canonical_sha256: Sha256::of(canonical.as_bytes()).to_string(),
            recoveries: recoveries.map(|found| found.name.to_string()).collect(),
            verdict: self.views.verdict(verdict),
        });
        let source = source.name().to_owned();
        Some(PairRecord { pair, decision, raw, texts, canonical, source, json })
    }
}

impl PairRecord {
    /// The record of one review among those that were read; none when it is not about a pair.
    pub fn new(decoded: &Decoded, verdict: &Verdict, asked: &Asked) -> Option<Self> {
        RecordMaker::new(decoded, asked).record(verdict)
    }

    /// What reading the record again results in.
    pub fn kept(&self) -> KeptReview {
        KeptReview {
            pair: self.pair.clone(),
            decision: self.decision,
            canonical: self.canonical.clone(),
            texts: self.texts.clone(),
        }
    }

    /// The record as it is kept.
    pub fn json(&self) -> &str {
        &self.json
    }
}

/// The file name of the record of a pair: readable letters of both names, and a hash of both, so that no name leads out of the
/// folder and no two pairs share a file.
///
/// ```
/// use assize::pairs::{Pair, record_name};
/// let name = record_name(&Pair::new("../notes/Cache.md", "evidence"));
/// assert!(name.starts_with("notes-cache-md--evidence--") && name.ends_with(".json"));
/// assert_ne!(name, record_name(&Pair::new("notes/cache.md", "evidence")));
/// ```
pub fn record_name(pair: &Pair) -> String {
    let hash = Sha256::of(format!("{}\n{}", pair.note, pair.gate).as_bytes()).to_string();
    format!("{}--{}--{}.json", letters(&pair.note), letters(&pair.gate), &hash[..32])
}

/// The letters and digits of a name, the last forty of them.
fn letters(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let plain = parts.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    plain[plain.len().saturating_sub(40)..].trim_start_matches('-').to_owned()
}

/// What a record says, once it was read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReview {
    /// Which pair.
    pub pair: Pair,
    /// What it came to.
    pub decision: Decision,
    /// Its canonical text.
    pub canonical: String,
    /// The texts that it is about, where they are known.
    pub texts: PairTexts,
}

impl KeptReview {
    /// Reads a record that lies under a file name.
    ///
    /// # Errors
    ///
    /// It is no record, lies under the name of another pair, or was changed: its hashes, its decision and what its text is
    /// read as now must agree.
    pub fn read(source: &Source, name: &str) -> Result<Self, Diagnostic> {
        let refuse = |why: &str| mistakes::no_record(source.name(), why);
        let kept: Result<Kept, String> = own_json(source, VERSION);
        let Kept { note, gate, decision, canonical, canonical_sha256, raw, raw_sha256, texts } =
            kept.map_err(|why| refuse(&why))?;
        let pair = Pair::new(note, gate);
        if name != record_name(&pair) {
            return Err(refuse("it lies under the name of another pair"));
        }
        for (text, hash) in [(&canonical, canonical_sha256), (&raw, raw_sha256)] {
            if Sha256::of(text.as_bytes()).to_string() != hash {
                return Err(refuse("it was changed after it was written"));
            }
        }
        let known = Decision::ALL.into_iter().find(|known| known.as_str() == decision);
        match (known, decision_of(&pair, &canonical)) {
            (Some(decision), Some(again)) if decision == again => {
                Ok(Self { pair, decision, canonical, texts })
            }
            _ => Err(refuse("its text is not read as what it says it came to")),
        }
    }
}

/// The reviews as one document, which a gate judges.
pub fn bundle<'r>(reviews: impl IntoIterator<Item = &'r KeptReview>) -> String {
    let blocks = reviews.into_iter().map(|review| block(&review.pair, &review.canonical));
    blocks.collect::<Vec<_>>().join("\n")
}
