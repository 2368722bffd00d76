//! What an auditor leaves to others: decisions to be taken, and defects of the specification.

use crate::ir::{CellRef, ClosedDocket};
use crate::source::{Span, text_of};

/// A decision of an auditor that is to be written down (CPF Spec 3.5).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proposal {
    /// The seat of the auditor.
    pub auditor: String,
    /// `CODIFY` is applied as it stands, `PROPOSE` is for a person to decide.
    pub level: String,
    /// The file that it belongs into. Never opened.
    pub target: String,
    /// The decision.
    pub text: String,
    /// Whether it has to be decided before the next phase begins: all but `CODIFY`.
    pub blocks: bool,
    /// Where it stands.
    pub span: Span,
}

/// A defect of the specification (CPF Spec 3.6).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Defect {
    /// The seat of the auditor.
    pub auditor: String,
    /// `specifications` or `design`, or what stands there instead.
    pub phase: String,
    /// Which specification.
    pub spec: String,
    /// What is wrong with it.
    pub text: String,
    /// What has to be done again: the phase itself, and all that rests on it.
    pub sends_back: &'static [&'static str],
    /// Where it stands.
    pub span: Span,
}

/// The phases of a feature, in their order.
const PHASES: &[&str] = &["specifications", "design", "tasks", "implementation"];

/// The decisions of some auditors, those that block first.
pub fn proposals(docket: &ClosedDocket, auditors: &[&str]) -> Vec<Proposal> {
    let text = |span: Span| text_of(docket.sources(), span).trim().to_owned();
    let mut all = Vec::new();
    for cell in auditors_of(docket, auditors) {
        let Some(verdict) = cell.verdict() else { continue };
        all.extend(verdict.steering.iter().map(|row| {
            let level = text(row.level);
            Proposal {
                auditor: cell.seat().to_owned(),
                blocks: !level.eq_ignore_ascii_case("CODIFY"),
                level,
                target: text(row.target),
                text: text(row.text),
                span: row.text,
            }
        }));
        all.extend(verdict.members.iter().filter_map(|member| {
            let row = text(member.text);
            let below = text(member.name);
            let title = below.trim_matches(|c: char| !c.is_alphanumeric());
            title
                .eq_ignore_ascii_case("STEERING")
                .then(|| malformed(cell.seat(), &row, member.text))
        }));
    }
    all.sort_by_key(|proposal| !proposal.blocks);
    all
}

/// A row below `STEERING:` that is too short, or names no file of the folder. It may propose something, so it blocks.
fn malformed(auditor: &str, row: &str, span: Span) -> Proposal {
    let mut fields = row.splitn(3, '|').map(str::trim);
    let (level, target) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    Proposal {
        auditor: auditor.to_owned(),
        level: if target.is_empty() { "PROPOSE" } else { level }.to_owned(),
        target: if target.is_empty() { "unnamed" } else { target }.to_owned(),
        text: row.to_owned(),
        blocks: true,
        span,
    }
}

/// The defects that some auditors name, by phase and specification.
pub fn defects(docket: &ClosedDocket, auditors: &[&str]) -> Vec<Defect> {
    let text = |span: Span| text_of(docket.sources(), span).trim().to_owned();
    let mut all = Vec::new();
    for cell in auditors_of(docket, auditors) {
        let Some(verdict) = cell.verdict() else { continue };
        all.extend(verdict.spec_feedback.iter().map(|row| {
            let phase = text(row.phase);
            // When it is not certain, it is the first.
            let known = PHASES.iter().position(|known| known.eq_ignore_ascii_case(&phase));
            Defect {
                auditor: cell.seat().to_owned(),
                sends_back: PHASES.get(known.unwrap_or(0)..).unwrap_or(PHASES),
                phase,
                spec: text(row.spec),
                text: text(row.text),
                span: row.text,
            }
        }));
    }
    all.sort_by(|one, other| {
        let key = |defect: &Defect| (PHASES.len() - defect.sends_back.len(), defect.spec.clone());
        key(one).cmp(&key(other))
    });
    all
}

fn auditors_of<'d>(
    docket: &'d ClosedDocket,
    auditors: &'d [&str],
) -> impl Iterator<Item = CellRef<'d>> {
    docket.cells().filter(|cell| auditors.contains(&cell.seat()))
}
