//! What became of every issue of the inspectors in the verdict of their auditor, and what the auditor added.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use super::kind::plain_name;
use super::likeness::Words;
use super::match_rows::{Entry, MatchedBy, Record, match_issues, supports};
use super::mistakes;
use super::places::Named;
use super::unexplained::{Unexplained, unexplained};
use crate::ir::Diagnostic;
use crate::ir::{CellRef, ClosedDocket, State};
use crate::ir::{Finding, Severity, Verdict};
use crate::source::{Span, text_of};

/// So many pairs of an issue and a row are looked at; more are not compared.
const MOST_PAIRS: usize = 4_000_000;

/// What became of the issues, and what was added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comparison {
    /// The auditor's seat.
    pub auditor: String,
    /// Every issue of the inspectors, in their order.
    pub issues: Vec<Issue>,
    /// Findings that the auditor lists and that no issue bears out.
    pub extras: Vec<Extra>,
    /// What inspectors say against the work and no issue of theirs shows, while the auditor is better.
    pub unexplained: Vec<Unexplained>,
}

/// One issue that an inspector reported.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Issue {
    /// The inspector's seat.
    pub inspector: String,
    /// How bad, by the inspector.
    pub severity: Option<Severity>,
    /// What kind of thing.
    pub category: String,
    /// Where.
    pub location: String,
    /// What.
    pub text: String,
    /// The row in the inspector's text.
    pub span: Span,
    /// What the auditor made of it.
    pub fate: Fate,
}

/// What an auditor made of an issue.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fate {
    /// It is below `VERIFIED:`, perhaps merged with others, reworded, or with another severity.
    Verified {
        /// How bad, by the auditor.
        severity: Option<Severity>,
        /// By what it was found there.
        by: MatchedBy,
        /// The row.
        row: Span,
    },
    /// It is below `REMOVED:`, with a reason.
    Removed {
        /// The reason.
        reason: String,
        /// The row's text.
        row: Span,
    },
    /// It is a part of a conflict below `RESOLVED:`.
    Resolved {
        /// The row's text.
        row: Span,
    },
    /// It is nowhere.
    Dropped,
}

/// A finding of the auditor that no issue bears out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extra {
    /// Whom the auditor names.
    pub agents: Vec<String>,
    /// How bad.
    pub severity: Option<Severity>,
    /// What kind of thing.
    pub category: String,
    /// Where.
    pub location: String,
    /// What.
    pub text: String,
    /// The row in the auditor's text.
    pub span: Span,
    /// Whether it names somebody whose text could not be read, so that is not known who reported it.
    pub unchecked: bool,
}

impl Issue {
    /// C or H: what keeps a review from being a plain GO.
    pub fn is_serious(&self) -> bool {
        self.severity >= Some(Severity::High)
    }

    /// A serious one that the auditor lists as M or L.
    pub fn is_softened(&self) -> bool {
        let small = |severity: Option<Severity>| severity.is_some_and(|s| s < Severity::High);
        self.is_serious() && matches!(self.fate, Fate::Verified { severity, .. } if small(severity))
    }
}

impl Comparison {
    /// The issues that are nowhere in the auditor's verdict.
    pub fn dropped(&self) -> impl Iterator<Item = &Issue> {
        self.issues.iter().filter(|issue| issue.fate == Fate::Dropped)
    }

    /// How many issues, serious ones or others, are nowhere in the auditor's verdict, what inspectors never listed included.
    pub fn lost_issues(&self, serious: bool) -> usize {
        let dropped = self.dropped().filter(|issue| issue.is_serious() == serious).count();
        dropped + self.unexplained.iter().filter(|one| one.is_serious() == serious).count()
    }

    /// The findings that no one reported, and no one could have.
    pub fn invented(&self) -> impl Iterator<Item = &Extra> {
        self.extras.iter().filter(|extra| !extra.unchecked)
    }

    /// The serious issues that the auditor lists as small ones.
    pub fn softened(&self) -> impl Iterator<Item = &Issue> {
        self.issues.iter().filter(|issue| issue.is_softened())
    }
}

/// Holds the verdict of an auditor against what its inspectors reported (CPF Spec 3.2, 3.3).
///
/// An issue counts as verified when a row names its inspector and has
///
/// 1. its category, and its place or lines near it (`key`). A row that does not name the inspector counts as well if the place
///    is the same and has a line, or a third of the words of the shorter text is shared. Where somebody whom that row
///    does name reported there, too, a third of the words of the shorter text has to be shared in any case; or
/// 2. one of these two, or most of its words, where the row is no other issue's of that inspector by rule 1 (`place`,
///    `category`, `words`), each such row once for an inspector; or
/// 3. nearly all of its words (`words`).
///
/// A row stands for several issues of one inspector only where it shows each beside the others: by words beyond theirs, or by
/// lines that are listed by themselves.
///
/// A row with a lower severity stands for an issue of severity C or H only where it shares its words, or names its inspector,
/// its category and its place.
///
/// It counts as removed by a row below `REMOVED:` that names its inspector, gives a reason, names no other place and shares
/// its words, each row for one issue unless it repeats nearly all words of more; and as resolved by a row below `RESOLVED:`
/// that shares half of its words. Either may use words of its own where only one issue of that inspector is left.
///
/// A finding is borne out by an issue of an inspector that it names with the same category, place or words.
///
/// ```
/// use assize::docket::Stake;
/// use assize::sdd::{Fate, compare};
/// use assize::{Docket, Source};
/// let mut docket = Docket::new("cache");
/// docket.seat("auditor");
/// docket.seat("testability").stake(Stake::Observer);
/// docket.submit("auditor", Source::new("verdict.cpf", "VERDICT:GO\nSCOPE:cache\n"));
/// let issue = "VERDICT:NO-GO\nSCOPE:cache\nISSUES:\nC|untestable-ac|Spec 2.AC1|nothing says when\n";
/// docket.submit("testability", Source::new("testability.cpf", issue));
/// let found = compare(&docket.close(), "auditor", &["testability"])?;
/// assert_eq!(found.issues[0].fate, Fate::Dropped);
/// # Ok::<(), assize::Diagnostics>(())
/// ```
///
/// # Errors
///
/// There are more rows than can be compared.
pub fn compare(
    docket: &ClosedDocket,
    auditor: &str,
    inspectors: &[&str],
) -> Result<Comparison, Diagnostic> {
    let mut comparison = Comparison { auditor: auditor.to_owned(), ..Comparison::default() };
    let mut cells: HashMap<&str, CellRef<'_>> = HashMap::new();
    docket.cells().for_each(|cell| _ = cells.entry(cell.seat()).or_insert(cell));
    let cell = |seat: &str| cells.get(seat).copied();
    let Some(verdict) = cell(auditor).and_then(CellRef::verdict) else { return Ok(comparison) };
    let texts = Texts { docket };
    let came_to = cell(auditor).and_then(CellRef::effective);
    let seated = inspectors.iter().filter_map(|seat| cell(seat));
    comparison.unexplained = seated.filter_map(|own| unexplained(own, came_to)).collect();
    let mut entries: Vec<(String, Entry)> = Vec::new();
    let mut silent = BTreeSet::new();
    for &seat in inspectors {
        let read = cell(seat).filter(|cell| cell.state() == State::Reported);
        if read.is_none() {
            silent.insert(plain_name(seat_name(seat)));
        }
        let own = cell(seat).and_then(CellRef::verdict).into_iter();
        for finding in own.flat_map(|verdict| &verdict.findings) {
            let entry = texts.entry(finding, vec![plain_name(seat_name(seat))]);
            entries.push((seat.to_owned(), entry));
        }
    }
    let rows: Vec<Entry> = verdict
        .findings
        .iter()
        .map(|finding| texts.entry(finding, texts.names(&finding.agents)))
        .collect();
    let records = texts.records(verdict);
    if entries.len().saturating_mul(rows.len() + records.len()) > MOST_PAIRS {
        return Err(mistakes::too_many_rows(verdict.span));
    }
    let issues: Vec<&Entry> = entries.iter().map(|(_, entry)| entry).collect();
    let fates = match_issues(&issues, &rows, &records);
    for row in rows.iter().filter(|row| !issues.iter().any(|issue| supports(issue, row))) {
        let named_silent = row.agents.iter().any(|agent| silent.contains(agent));
        comparison.extras.push(Extra {
            agents: row.agents.clone(),
            severity: row.severity,
            category: row.category.clone(),
            location: row.location.clone(),
            text: row.text.clone(),
            span: row.span,
            unchecked: named_silent,
        });
    }
    let issue = |((inspector, entry), fate): ((String, Entry), Fate)| Issue {
        inspector,
        severity: entry.severity,
        category: entry.category,
        location: entry.location,
        text: entry.text,
        span: entry.span,
        fate,
    };
    comparison.issues = entries.into_iter().zip(fates).map(issue).collect();
    Ok(comparison)
}

/// The inspector's own name in that of its seat: `rulebase` of `V2 rulebase`.
pub(super) fn seat_name(seat: &str) -> &str {
    seat.rsplit(' ').next().unwrap_or(seat)
}

/// The texts behind the spans of a docket.
struct Texts<'d> {
    docket: &'d ClosedDocket,
}

impl Texts<'_> {
    fn text(&self, span: Span) -> Cow<'_, str> {
        text_of(self.docket.sources(), span)
    }

    fn names(&self, agents: &[Span]) -> Vec<String> {
        let names = agents.iter().map(|agent| plain_name(&self.text(*agent)));
        names.filter(|name| !name.is_empty()).collect()
    }

    fn entry(&self, finding: &Finding, agents: Vec<String>) -> Entry {
        let of = |span: Option<Span>| span.map(|span| self.text(span).into_owned());
        let category = of(finding.category).unwrap_or_default();
        let location = of(finding.location.as_ref().map(|place| place.text)).unwrap_or_default();
        let text = self.text(finding.text).into_owned();
        let places = finding.location.iter().flat_map(|place| {
            let first = place.path.map(|path| (path, &place.lines));
            let more = place.also.iter().map(|place| (place.path, &place.lines));
            first.into_iter().chain(more)
        });
        let places = places.map(|(path, lines)| {
            let lines = lines.iter().map(|lines| (lines.first, lines.last)).collect();
            (self.text(path).into_owned(), lines)
        });
        let places = places.collect();
        let words = Words::of([category.as_str(), location.as_str(), text.as_str()]);
        let said = Words::of([text.as_str()]);
        let telling = Words::of([category.as_str(), text.as_str()]).significant();
        let named = match Named::of([location.as_str()]) {
            none if none.is_empty() => Named::of([text.as_str()]),
            named => named,
        };
        let severity = finding.severity;
        let span = finding.span;
        Entry {
            agents,
            severity,
            category,
            location,
            text,
            places,
            words,
            said,
            telling,
            named,
            span,
        }
    }

    fn records(&self, verdict: &Verdict) -> Vec<Record> {
        let split = |names: Cow<'_, str>| -> Vec<String> {
            let names = names.split(['+', ',']).map(plain_name);
            names.filter(|name| !name.is_empty()).collect()
        };
        let removed = verdict.removed.iter().map(|row| {
            let (reason, text) = (self.text(row.reason), self.text(row.text));
            Record {
                agents: split(self.text(row.agent)),
                removes: true,
                reason: reason.trim().to_owned(),
                words: Words::of([&*text]),
                named: Named::of([&*reason, &*text]),
                span: row.text,
            }
        });
        let resolved = verdict.resolved.iter().map(|row| {
            let (resolution, text) = (self.text(row.resolution), self.text(row.text));
            Record {
                agents: self.names(&row.agents),
                removes: false,
                reason: resolution.trim().to_owned(),
                words: Words::of([&*text, &*resolution]),
                named: Named::of([&*resolution, &*text]),
                span: row.text,
            }
        });
        removed.chain(resolved).collect()
    }
}
