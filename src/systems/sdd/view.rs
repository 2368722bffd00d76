//! A review in JSON.

use std::io;

use serde::Serialize;

use super::batch::Row;
use super::compare::{Comparison, Fate};
use super::mistakes::code;
use super::reviewed::Reviewed;
use crate::emit::RulingView;
use crate::ir::ClosedDocket;
use crate::source::{Span, outermost};

/// A review by inspectors and their auditor, as it was judged.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ReviewView<'a> {
    /// The version of this shape. Additions do not change it.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u32,
    /// `design`, `impl`, `dead-code`, `cross-check`, `wave`.
    kind: &'a str,
    /// Its outcome: `GO`, `CONDITIONAL`, `NO-GO`, `SPEC-UPDATE-NEEDED`, `ESCALATE`.
    word: &'a str,
    /// The same of the review itself, without the decisions that it proposes.
    verdict: &'a str,
    /// Whether the work may go on. Nothing else says so.
    open: bool,
    /// What the process returns.
    exit_code: u8,
    /// Whether the lead derived the verdict, because the auditor stayed out: `AUDITOR_UNAVAILABLE`.
    derived: bool,
    /// The seats of the inspectors that were read.
    inspectors: &'a [String],
    /// Those that were expected, and could not be read: `PARTIAL`.
    lost: Vec<LostView<'a>>,
    /// Each auditor's verdict beside the issues of its inspectors.
    comparisons: Vec<ComparisonView<'a>>,
    /// Decisions that are to be written down.
    steering: Vec<SteeringView<'a>>,
    /// Defects of the specification, by phase and specification.
    spec_feedback: Vec<DefectView<'a>>,
    /// How often the work was sent back since it last could go on, this time included.
    counters: CountersView,
    /// What follows.
    next: NextView<'a>,
    /// What is recorded of it.
    batch: BatchView<'a>,
    /// The ruling, whole.
    ruling: RulingView<'a>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Lost"))]
struct LostView<'a> {
    run: Option<&'a str>,
    name: &'a str,
    reason: &'a str,
    /// As it is written down: `PARTIAL:quality|missing`.
    tag: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Comparison"))]
struct ComparisonView<'a> {
    auditor: &'a str,
    /// Every issue of the inspectors.
    issues: Vec<IssueView<'a>>,
    /// Findings of the auditor that no issue bears out.
    extras: Vec<ExtraView<'a>>,
    /// What inspectors say against the work, and none of their issues shows.
    unexplained: Vec<UnexplainedView<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Unexplained"))]
struct UnexplainedView<'a> {
    inspector: &'a str,
    /// `warn`, `hold`, `fail`.
    says: &'a str,
    /// Whether its text can be read.
    readable: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Issue"))]
struct IssueView<'a> {
    inspector: &'a str,
    /// `C`, `H`, `M`, `L`, or `unrated`.
    severity: &'a str,
    category: &'a str,
    location: &'a str,
    text: &'a str,
    /// `verified`, `removed`, `resolved`, `dropped`.
    fate: &'a str,
    /// For a verified one: by what it was found again: `key`, `place`, `category`, `words`.
    by: Option<&'a str>,
    /// For a verified one: its severity by the auditor.
    rated: Option<&'a str>,
    /// For a removed one: why.
    reason: Option<&'a str>,
    span: PlaceView<'a>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Extra"))]
struct ExtraView<'a> {
    agents: &'a [String],
    severity: &'a str,
    category: &'a str,
    location: &'a str,
    text: &'a str,
    /// `invented`, or `unchecked` where it names somebody whose text could not be read.
    why: &'a str,
    span: PlaceView<'a>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Steering"))]
struct SteeringView<'a> {
    auditor: &'a str,
    level: &'a str,
    target: &'a str,
    text: &'a str,
    /// Whether the next phase waits for it.
    blocks: bool,
    /// Whether somebody has decided it.
    decided: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Defect"))]
struct DefectView<'a> {
    auditor: &'a str,
    phase: &'a str,
    spec: &'a str,
    text: &'a str,
    /// What has to be done again.
    sends_back: &'a [&'a str],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Counters"))]
struct CountersView {
    retry_count: usize,
    spec_update_count: usize,
    aggregate: usize,
    retry_limit: i64,
    spec_update_limit: i64,
    aggregate_limit: i64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Next"))]
struct NextView<'a> {
    /// `accept`, `fix`, `update_spec`, `respawn`, `escalate`.
    action: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Batch"))]
struct BatchView<'a> {
    /// Its name in the log; null where nothing was written.
    name: Option<&'a str>,
    /// The log that it was written to; null where it was not.
    log: Option<&'a str>,
    runs: Vec<&'a str>,
    /// So many runs have to agree; null for a single run.
    needed: Option<usize>,
    consensus: Vec<String>,
    noise: Vec<String>,
    /// Null where the review fails, and no one has yet mended anything.
    disposition: Option<&'a str>,
    tracked: Vec<String>,
    /// What the batch before tracked, and this one no longer finds.
    resolved: Option<ResolvedView<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Resolved"))]
struct ResolvedView<'a> {
    since: &'a str,
    rows: &'a [String],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Place"))]
struct PlaceView<'a> {
    source: &'a str,
    start: u32,
    end: u32,
    line: u32,
    column: u32,
}

fn place(docket: &ClosedDocket, span: Span) -> PlaceView<'_> {
    let span = outermost(docket.sources(), span);
    let source = docket.sources().get(span.source.0 as usize);
    let at = source.map(|source| source.line_column(span.start));
    PlaceView {
        source: source.map_or("", |source| source.name()),
        start: span.start,
        end: span.end,
        line: at.map_or(0, |at| at.line),
        column: at.map_or(0, |at| at.column),
    }
}

impl<'a> ReviewView<'a> {
    fn of(reviewed: &'a Reviewed, exit_code: u8) -> Self {
        let docket = reviewed.ruling.docket();
        let lost = reviewed.lost.iter().map(|lost| LostView {
            run: lost.run.as_deref(),
            name: &lost.name,
            reason: &lost.reason,
            tag: lost.tag(),
        });
        let steering = reviewed.proposals.iter().map(|one| SteeringView {
            auditor: &one.proposal.auditor,
            level: &one.proposal.level,
            target: &one.proposal.target,
            text: &one.proposal.text,
            blocks: one.proposal.blocks,
            decided: one.decided,
        });
        let defects = reviewed.defects.iter().map(|defect| DefectView {
            auditor: &defect.auditor,
            phase: &defect.phase,
            spec: &defect.spec,
            text: &defect.text,
            sends_back: defect.sends_back,
        });
        let comparisons = reviewed.comparisons.iter();
        let ruling = RulingView::of(&reviewed.ruling, exit_code);
        Self {
            schema_version: 1,
            kind: reviewed.kind.as_str(),
            word: reviewed.word(),
            verdict: &reviewed.verdict,
            open: reviewed.ruling.opening().is_some() && exit_code == 0,
            exit_code,
            derived: reviewed.derived,
            inspectors: &reviewed.read,
            lost: lost.collect(),
            comparisons: comparisons.map(|one| comparison(docket, one)).collect(),
            steering: steering.collect(),
            spec_feedback: defects.collect(),
            counters: CountersView {
                retry_count: reviewed.counters.retry_count,
                spec_update_count: reviewed.counters.spec_update_count,
                aggregate: reviewed.counters.aggregate(),
                retry_limit: reviewed.limits.no_go,
                spec_update_limit: reviewed.limits.spec_update,
                aggregate_limit: reviewed.limits.aggregate,
            },
            next: NextView { action: &reviewed.next.action, reason: &reviewed.next.reason },
            batch: batch(reviewed),
            ruling: match reviewed.consensus {
                true => ruling.with_consensus(&reviewed.ruling),
                false => ruling,
            },
        }
    }
}

fn comparison<'a>(docket: &'a ClosedDocket, one: &'a Comparison) -> ComparisonView<'a> {
    let issues = one.issues.iter().map(|issue| {
        let (fate, by, rated, reason) = match &issue.fate {
            Fate::Verified { severity, by, .. } => {
                ("verified", Some(by.as_str()), Some(code(*severity)), None)
            }
            Fate::Removed { reason, .. } => ("removed", None, None, Some(reason.as_str())),
            Fate::Resolved { .. } => ("resolved", None, None, None),
            Fate::Dropped => ("dropped", None, None, None),
        };
        IssueView {
            inspector: &issue.inspector,
            severity: code(issue.severity),
            category: &issue.category,
            location: &issue.location,
            text: &issue.text,
            fate,
            by,
            rated,
            reason,
            span: place(docket, issue.span),
        }
    });
    let extras = one.extras.iter().map(|extra| ExtraView {
        agents: &extra.agents,
        severity: code(extra.severity),
        category: &extra.category,
        location: &extra.location,
        text: &extra.text,
        why: if extra.unchecked { "unchecked" } else { "invented" },
        span: place(docket, extra.span),
    });
    let unexplained = one.unexplained.iter().map(|said| UnexplainedView {
        inspector: &said.inspector,
        says: said.says.as_str(),
        readable: said.readable,
    });
    ComparisonView {
        auditor: &one.auditor,
        issues: issues.collect(),
        extras: extras.collect(),
        unexplained: unexplained.collect(),
    }
}

fn batch(reviewed: &Reviewed) -> BatchView<'_> {
    let batch = &reviewed.batch;
    let rows = |rows: &[Row]| rows.iter().map(Row::line).collect();
    let recorded = reviewed.recorded.as_ref();
    let resolved = batch.resolved.as_ref();
    BatchView {
        name: recorded.map(|(name, _)| name.as_str()),
        log: recorded.map(|(_, log)| log.as_str()),
        runs: batch.runs.iter().map(|run| run.name.as_str()).collect(),
        needed: batch.needed,
        consensus: rows(&batch.agreed),
        noise: rows(&batch.noise),
        disposition: batch.disposition.map(super::Disposition::as_str),
        tracked: rows(&batch.tracked),
        resolved: resolved.map(|(since, rows)| ResolvedView { since, rows }),
    }
}

impl Reviewed {
    /// Prints it as JSON, piece by piece.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_json(&self, out: &mut dyn io::Write, exit_code: u8) -> io::Result<()> {
        crate::emit::json::write(out, &ReviewView::of(self, exit_code))
    }
}

/// The JSON Schema of what `assize sdd review` prints.
#[cfg(feature = "serde")]
pub fn review_schema() -> &'static str {
    include_str!("../../../docs/schemas/sdd-review.json")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_schema_is_that_of_the_type() {
        use crate::emit::tests::made::hold;
        hold::<super::ReviewView<'static>>(
            "sdd-review",
            "A review by inspectors and their auditor",
        );
    }
}
