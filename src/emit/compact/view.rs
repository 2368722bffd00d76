//! From a ruling to its line.

use super::{
    Action, Audit, Cell, Cites, Diagnostic, Docket, Finding, Impediment, NoRuling, Note, Policy,
    Recorded, Refused, Remark, Rule, Ruling,
};
use crate::emit::json::SCHEMA_VERSION;
use crate::emit::view::{ViewBuilder, subject};
use crate::emit::words::next_actions;
use crate::ir::{
    self, CellRef, ClosedDocket, Diagnostics, FindingRef, Outcome, PolicyFacts, RuleFacts, Stake,
    State, Subject,
};
use crate::source::{Source, Span};

impl<'a> Ruling<'a> {
    pub(crate) fn of(ruling: &'a ir::Ruling, record: Option<&'a str>) -> Self {
        let docket = ruling.docket();
        let lines = Lines(ViewBuilder::new(docket.sources()));
        let found = docket.cells().flat_map(CellRef::findings);
        let opening = ruling.opening();
        let lifted = opening.into_iter().flat_map(ir::Opening::overrides);
        Self {
            schema_version: SCHEMA_VERSION,
            record,
            docket: about(docket),
            outcome: ruling.outcome(),
            word: ruling.word(),
            open: opening.is_some(),
            rule: ruling.rule().map(rule),
            refused: ruling.refused().map(|found| Refused {
                word: ruling.rule_word().map_or("", |word| &word.name),
                impediments: found.iter().map(|one| impediment(*one, docket)).collect(),
            }),
            reason: ruling.reason(),
            also: ruling.also().map(rule).collect(),
            notes: ruling.notes().map(|one| note(&one)).collect(),
            cites: cites(&ruling.cites()),
            cells: docket.cells().map(|cell| lines.cell(cell)).collect(),
            findings: found.filter_map(|found| lines.finding(found)).collect(),
            actions: next_actions(ruling).into_iter().map(action).collect(),
            lifts: lifted.flat_map(|own| own.cells(docket)).map(CellRef::index).collect(),
            unnamed_seats: opening.and_then(ir::Opening::unnamed),
            policy: policy(ruling.policy()),
            diagnostics: docket.diagnostics().iter().map(|told| lines.diagnostic(told)).collect(),
        }
    }
}

impl<'a> Recorded<'a> {
    pub(crate) fn of(ruling: &'a ir::Ruling, exit_code: u8) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            docket: about(ruling.docket()),
            outcome: ruling.outcome(),
            word: ruling.word(),
            open: ruling.opening().is_some() && exit_code == 0,
            exit_code,
            rule: ruling.rule().map(rule),
            reason: ruling.reason(),
            policy: policy(ruling.policy()),
        }
    }
}

impl<'a> NoRuling<'a> {
    pub(crate) fn of(why: &'a Diagnostics, record: &'a str) -> Self {
        let lines = Lines(ViewBuilder::new(why.sources()));
        Self {
            schema_version: SCHEMA_VERSION,
            record,
            outcome: "error",
            open: false,
            diagnostics: why.items().iter().map(|told| lines.diagnostic(told)).collect(),
        }
    }
}

/// Texts and lines of one list of sources.
struct Lines<'a>(ViewBuilder<'a>);

impl<'a> Lines<'a> {
    fn line(&self, span: Span) -> Option<u32> {
        self.0.place(span).map(|(_, line)| line)
    }

    fn cell(&self, cell: CellRef<'a>) -> Cell<'a> {
        let effective = cell.effective();
        let other = |outcome: Option<Outcome>| outcome.filter(|own| Some(*own) != effective);
        let verdict = cell.verdict();
        Cell {
            seat: cell.seat(),
            subject: Some(cell.subject()).filter(|of| **of != Subject::Change).map(subject),
            stake: Some(cell.stake()).filter(|stake| *stake != Stake::Required),
            weight: Some(cell.weight()).filter(|weight| *weight != 1),
            state: Some(cell.state()).filter(|state| *state != State::Reported),
            cause: cell.cause(),
            source: cell.source().map(Source::name),
            effective,
            stated: other(verdict.and_then(|own| own.stated).map(|stated| stated.outcome)),
            derived: other(verdict.and_then(|own| own.derived)),
            audit: cell.audit().map(|audit| Audit {
                rule: &audit.rule,
                word: &audit.word,
                outcome: audit.outcome,
            }),
            doubted: cell.doubted(),
            awaiting: cell.awaited(),
            confidence: cell.confidence(),
            findings: cell.findings().map(FindingRef::index).collect(),
            remarks: (cell.remarks().iter())
                .map(|remark| Remark {
                    kind: remark.kind,
                    says: remark.says,
                    text: self.0.text(remark.text),
                    line: self.line(remark.span),
                })
                .collect(),
        }
    }

    fn finding(&self, found: FindingRef<'a>) -> Option<Finding<'a>> {
        let finding = found.finding()?;
        let place = finding.location.as_ref();
        let location = place.map(|place| self.0.text(place.text));
        let path = place.and_then(|place| place.path).map(|path| self.0.text(path));
        let lines = place.into_iter().flat_map(|place| &place.lines);
        let also = place.into_iter().flat_map(|place| &place.also);
        Some(Finding {
            kind: finding.kind,
            severity: finding.severity,
            category: finding.category.map(|span| self.0.text(span)),
            path: path.filter(|path| location.as_ref() != Some(path)),
            location,
            lines: lines.map(|lines| (lines.first, lines.last)).collect(),
            also: also.map(|more| self.0.text(more.path)).collect(),
            text: self.0.text(finding.text),
            advice: finding.advice.map(|span| self.0.text(span)),
            agents: finding.agents.iter().map(|span| self.0.text(*span)).collect(),
            fingerprint: self.0.fingerprint(finding),
            line: self.line(finding.span),
        })
    }

    fn diagnostic(&self, told: &'a ir::Diagnostic) -> Diagnostic<'a> {
        let (source, line) = told.span().and_then(|span| self.0.place(span)).unzip();
        Diagnostic {
            code: &told.code,
            severity: told.level,
            message: &told.message,
            help: told.help.as_deref(),
            source,
            line,
        }
    }
}

fn about(docket: &ClosedDocket) -> Docket<'_> {
    Docket { id: docket.id(), round: docket.round(), binding: docket.binding().iter().collect() }
}

fn rule(rule: &RuleFacts) -> Rule<'_> {
    Rule { name: &rule.name, line: rule.line, base: rule.base.as_deref() }
}

fn impediment(one: ir::Impediment, docket: &ClosedDocket) -> Impediment {
    Impediment { name: one.name(), cell: one.cell(docket).map(CellRef::index) }
}

fn note<'d>(note: &ir::NoteRef<'d>) -> Note<'d> {
    Note {
        name: &note.note.name,
        line: note.note.line,
        cites: cites(&note.cites),
        waivers: note.waivers.iter().map(|waiver| waiver.id.as_str()).collect(),
    }
}

fn cites(cites: &[ir::Cite<'_>]) -> Cites {
    let mut found = Cites::default();
    for cite in cites {
        match cite.finding {
            Some(finding) => found.findings.push(finding.index()),
            None => found.cells.push(cite.cell.index()),
        }
    }
    found
}

fn action(action: ir::Action<'_>) -> Action {
    Action {
        kind: action.kind.as_str(),
        cell: action.cell.index(),
        findings: action.findings().iter().map(|finding| finding.index()).collect(),
        reason: action.reason().into_owned(),
    }
}

fn policy(facts: &PolicyFacts) -> Policy<'_> {
    Policy {
        name: &facts.name,
        sha256: facts.sha256.to_string(),
        stages: facts.stages.iter().map(policy).collect(),
    }
}
