//! What a policy answers about a docket, as lines that a case can hold it to.

use super::line::Line;
use crate::engine::{Answer, Policy, Stage};
use crate::ir::{CellRef, Cite, ClosedDocket, Diagnostics, Ruling, State, Subject};

/// What a policy answers about a docket.
#[derive(Debug)]
pub struct Answered {
    /// All that can be held against an expectation.
    pub lines: Vec<Line>,
    /// What a gate decided; none for the other stages, and where the policy erred.
    pub ruling: Option<Ruling>,
    /// Why there is no answer.
    pub wrong: Diagnostics,
}

/// Asks a policy of any stage, and says what else a case may state about the docket: the state of each cell, and what
/// reading told.
pub fn answered(policy: &Policy, docket: &ClosedDocket) -> Answered {
    let (lines, ruling, wrong) = match ask(policy, docket) {
        Ok((lines, ruling)) => (lines, ruling, Diagnostics::default()),
        Err(wrong) => (errors(&wrong), None, wrong),
    };
    let mut answered = Answered { lines, ruling, wrong };
    // The docket that was judged also has the seats that the policy asks for.
    let judged = answered.ruling.as_ref().map_or(docket, Ruling::docket);
    let told: Vec<Line> = judged.cells().map(state).chain(diagnostics(judged)).collect();
    answered.lines.extend(told);
    answered
}

/// What a policy answers, without what is known of the docket anyway.
pub fn answer(policy: &Policy, docket: &ClosedDocket) -> Vec<Line> {
    match ask(policy, docket) {
        Ok((lines, _)) => lines,
        Err(wrong) => errors(&wrong),
    }
}

fn ask(policy: &Policy, docket: &ClosedDocket) -> Result<(Vec<Line>, Option<Ruling>), Diagnostics> {
    match policy.facts().stage.parse() {
        Ok(Stage::Audit) => audited(policy, docket).map(|lines| (lines, None)),
        Ok(Stage::Redispatch) => redispatched(policy, docket).map(|lines| (lines, None)),
        _ => policy.judge(docket).map(|ruling| (ruled(&ruling), Some(ruling))),
    }
}

fn errors(wrong: &Diagnostics) -> Vec<Line> {
    let error = |item: &crate::ir::Diagnostic| Line::new("error").argument(&*item.code);
    wrong.items().iter().map(error).collect()
}

fn state(cell: CellRef<'_>) -> Line {
    let line = Line::new("state").argument(cell.seat()).argument(cell.state().as_str());
    of_subject(line, cell)
}

fn of_subject(line: Line, cell: CellRef<'_>) -> Line {
    match cell.subject() {
        Subject::Change => line,
        subject => line.property("subject", subject.to_string()),
    }
}

fn diagnostics(docket: &ClosedDocket) -> impl Iterator<Item = Line> {
    docket.diagnostics().iter().map(|item| Line::new("diagnostic").argument(&*item.code))
}

fn ruled(ruling: &Ruling) -> Vec<Line> {
    let open = ruling.opening().is_some();
    let gate = Line::new("gate").argument(ruling.outcome().as_str());
    let mut lines = vec![
        gate.property("open", open).property("word", ruling.word()),
        Line::new("rule").argument(ruling.rule_name()),
    ];
    lines.extend(ruling.reason().map(|reason| Line::new("because").argument(reason)));
    for impediment in ruling.refused().unwrap_or_default() {
        let seat = impediment.cell(ruling.docket()).map_or("", |cell| cell.seat());
        lines.push(Line::new("refused").argument(impediment.name()).argument(seat));
    }
    let first = ruling.opening().and_then(|opening| opening.overrides().first());
    lines.extend(first.map(|found| Line::new("override").argument(found.reason.as_str())));
    lines.extend(ruling.cites().iter().map(|cite| cited("cites", cite)));
    lines.extend(ruling.also().map(|rule| Line::new("also").argument(rule.name.as_str())));
    for note in ruling.notes() {
        lines.push(Line::new("note").argument(note.note.name.as_str()));
        lines.extend(note.cites.iter().map(|cite| cited("note-cites", cite)));
    }
    for action in ruling.actions() {
        let line = Line::new("action").argument(action.kind.as_str());
        lines.push(line.argument(action.cell.seat()));
    }
    lines
}

/// `cites "qa" "src/a.rs:7" "it leaks"`
fn cited(what: &str, cite: &Cite<'_>) -> Line {
    let mut line = Line::new(what).argument(cite.cell.seat());
    if *cite.cell.subject() != Subject::Change {
        line = line.argument(cite.cell.subject().to_string());
    }
    let Some(finding) = &cite.finding else { return line };
    if let Some(place) = finding.location() {
        line = line.argument(place.into_owned());
    }
    line.argument(finding.text().into_owned())
}

/// What an audit makes of each verdict; of anyone who has none, only that.
fn audited(policy: &Policy, docket: &ClosedDocket) -> Result<Vec<Line>, Diagnostics> {
    let mut lines = Vec::new();
    for cell in docket.cells() {
        let line = of_subject(Line::new("verdict").argument(cell.seat()), cell);
        if cell.state() != State::Reported {
            lines.push(line.property("state", cell.state().as_str()));
            continue;
        }
        let answer = policy.audit(docket, cell)?;
        let mut line = line;
        if let Some(stated) = cell.word() {
            line = line.property("stated", stated.into_owned());
        }
        if let (Some(word), Some(outcome)) = (&answer.word, answer.outcome) {
            line = line.property("audited", word.as_str()).property("outcome", outcome.as_str());
        }
        if let Some(effective) = cell.effective().max(answer.outcome) {
            line = line.property("effective", effective.as_str());
        }
        lines.push(Line { children: said(&answer, cell), ..line });
    }
    Ok(lines)
}

/// What is to be tried on each seat that somebody waits for.
fn redispatched(policy: &Policy, docket: &ClosedDocket) -> Result<Vec<Line>, Diagnostics> {
    let (mut lines, mut last) = (Vec::new(), None);
    let away = |cell: &CellRef<'_>| matches!(cell.state(), State::Skipped | State::Excused);
    for cell in docket.cells().filter(|cell| cell.stake().counts() && !away(cell)) {
        if last.replace(cell.seat()) == Some(cell.seat()) {
            continue;
        }
        let answer = policy.redispatch(docket, cell)?;
        let action = answer.action.unwrap_or("none");
        let line = Line::new("seat").argument(cell.seat()).property("action", action);
        lines.push(Line { children: said(&answer, cell), ..line });
    }
    Ok(lines)
}

fn said(answer: &Answer, cell: CellRef<'_>) -> Vec<Line> {
    let said = [("rule", &answer.rule), ("because", &answer.reason), ("ask", &answer.ask)];
    let said = said.into_iter().filter_map(|(what, text)| Some((what, text.as_ref()?)));
    let mut lines: Vec<Line> =
        said.map(|(what, text)| Line::new(what).argument(text.as_str())).collect();
    let cited = cell.findings().filter(|finding| answer.cites.contains(&finding.place()));
    let cited = cited.filter(|_| answer.outcome.is_some());
    lines.extend(cited.map(|found| Line::new("cites").argument(found.in_full().into_owned())));
    lines
}
