//! A ruling as a report: the findings, the seats, and why.

use super::mistakes::place_of;
use super::{Answer, Check, Item, Lines, Place, Report, Rule, Section};
use crate::emit::place::Places;
use crate::emit::{cells, found, text, words};
use crate::ir::{
    Action, ActionKind, CellRef, FindingRef, Fingerprint, Level, Outcome, Ruling, Severity, Stake,
    State,
};
use crate::source::{Span, text_of};

/// An excerpt of a review is cut behind so many characters.
const LONGEST: usize = 600;
/// So many findings of a seat stand with its answer.
const MOST: usize = 20;

/// What a report needs to know besides a ruling.
pub(crate) struct Around<'a> {
    pub(crate) command: &'static str,
    /// Whether the process says that the gate is open.
    pub(crate) published: bool,
    /// The path of a review, by the name of its source.
    pub(crate) path: &'a dyn Fn(&str) -> String,
    /// What was found out beside it: what would change it.
    pub(crate) sections: Vec<Section>,
}

/// A ruling as a report.
pub(crate) fn of_ruling(ruling: &Ruling, around: Around<'_>) -> Report {
    let docket = ruling.docket();
    let (state, title) = text::title(ruling, around.published);
    let filler = Filler {
        ruling,
        shut: ruling.opening().is_none(),
        places: Places::new(docket.sources()),
        path: around.path,
    };
    // Nothing is called open that the process does not call so.
    let unwritten = (!around.published).then(|| Item::new("gate", Level::Error, title.clone()));
    Report {
        command: around.command,
        about: docket.id().to_owned(),
        state,
        good: ruling.opening().is_some() && around.published,
        facts: facts(ruling),
        items: filler.items().into_iter().chain(unwritten).collect(),
        checks: filler.checks(&title, around.published),
        title,
        charts: Vec::new(),
        sections: around.sections,
        rules: rules(),
    }
}

/// What a ruling can hold.
fn rules() -> Vec<Rule> {
    let all = [
        ("blocker", Level::Error, "A finding that alone keeps the gate shut."),
        ("advisory", Level::Warning, "Any other finding of a reviewer."),
        ("verdict", Level::Error, "A verdict that is not explained, or has to be made clear."),
        ("gate", Level::Error, "The gate is shut."),
    ];
    all.map(|(name, level, doc)| Rule { name, level, doc }).into()
}

/// By whom and by what it was decided, and what stands against it.
fn facts(ruling: &Ruling) -> Vec<(&'static str, String)> {
    let docket = ruling.docket();
    let mut facts = vec![
        ("work", format!("{}, round {}", docket.id(), docket.round())),
        ("policy", words::judged_by(ruling)),
    ];
    facts.extend(docket.panel().map(|panel| ("panel", panel.name.clone())));
    let bound = docket.binding();
    if !bound.is_empty() {
        facts.push(("bound to", bound.in_brief()));
    }
    facts.extend(ruling.reason().map(|reason| ("because", reason.to_owned())));
    let refused = ruling.refused().unwrap_or_default().iter();
    facts.extend(refused.map(|one| ("refused", words::impediment(*one, docket))));
    if let Some(opening) = ruling.opening() {
        facts.extend(opening.overrides().iter().map(|one| ("overridden", one.reason.clone())));
        facts.extend(opening.unnamed().map(|seats| ("note", words::unnamed(seats))));
    }
    facts.extend(ruling.also().map(|rule| ("also", rule.name.clone())));
    facts.extend(ruling.notes().map(|note| ("note", note.note.name.clone())));
    facts
}

struct Filler<'a> {
    ruling: &'a Ruling,
    shut: bool,
    places: Places<'a>,
    path: &'a dyn Fn(&str) -> String,
}

impl Filler<'_> {
    fn items(&self) -> Vec<Item> {
        let docket = self.ruling.docket();
        let mut items: Vec<Item> = docket
            .cells()
            .flat_map(|cell| cell.findings().map(move |finding| self.finding(cell, finding)))
            .collect();
        let actions = words::next_actions(self.ruling);
        let told = |action: &&Action<'_>| {
            action.findings().is_empty() && action.kind != ActionKind::Accept
        };
        items.extend(actions.iter().filter(told).map(|action| {
            let level = if self.shut { Level::Error } else { Level::Warning };
            self.seat(action.cell, level, action.message())
        }));
        let silent = |cell: &CellRef<'_>| {
            let told = actions.iter().any(|action| action.cell.index == cell.index);
            cell.effective() == Some(Outcome::Fail)
                && !told
                && !cell.findings().any(FindingRef::is_blocker)
        };
        items.extend(docket.cells().filter(silent).map(|cell| {
            let level = self.level(cell, true, None);
            self.seat(cell, level, format!("`{}` fails the change", words::cell_name(cell)))
        }));
        if self.shut && !items.iter().any(|item| item.level == Level::Error) {
            items.push(self.gate());
        }
        items
    }

    /// What alone keeps a gate shut is an error where it is shut.
    fn level(&self, cell: CellRef<'_>, blocks: bool, severity: Option<Severity>) -> Level {
        let minor = severity.is_some_and(|severity| severity <= Severity::Low);
        match (blocks, self.shut && cell.stake() != Stake::Observer) {
            (true, true) => Level::Error,
            (false, _) if minor => Level::Advice,
            _ => Level::Warning,
        }
    }

    fn finding(&self, cell: CellRef<'_>, finding: FindingRef<'_>) -> Item {
        let sources = self.ruling.docket().sources();
        let severity = finding.finding().and_then(|finding| finding.severity);
        let place = found::place_of(finding).map(|(path, lines)| Place {
            path,
            lines: lines.map(|(first, last)| Lines { first, last, columns: None, bytes: None }),
            label: String::new(),
        });
        let advice = finding.finding().and_then(|finding| finding.advice);
        let fingerprint = finding.finding().map(|finding| finding.fingerprint(sources).to_string());
        let written = self.written(finding.span());
        Item {
            rule: if finding.is_blocker() { "blocker" } else { "advisory" }.to_owned(),
            level: self.level(cell, finding.is_blocker(), severity),
            severity,
            message: found::words_of(finding),
            help: advice.map(|span| text_of(sources, span).into_owned()),
            place,
            excerpt: self.excerpt(finding.span()),
            written,
            related: Vec::new(),
            seat: Some(words::cell_name(cell)),
            fingerprint: fingerprint.unwrap_or_default(),
        }
    }

    /// What is to be said of a seat as a whole.
    fn seat(&self, cell: CellRef<'_>, level: Level, message: String) -> Item {
        let rule = match cell.state() {
            State::Reported => "verdict".to_owned(),
            state => format!("reviewer-{state}"),
        };
        let span = cell.verdict().map(|verdict| verdict.stated.map_or(verdict.span, |s| s.word));
        let file = || Some(Place::of_file((self.path)(cell.source()?.name())));
        let name = words::cell_name(cell);
        let fingerprint = Fingerprint::of(Some(&rule), None, &format!("{name}\u{1f}{message}"));
        Item {
            fingerprint: fingerprint.to_string(),
            written: span.and_then(|span| self.written(span)).or_else(file),
            excerpt: cell.verdict().and_then(|verdict| self.excerpt(verdict.span)),
            seat: Some(name),
            ..Item::new(&rule, level, message)
        }
    }

    /// A shut gate that no one thing shuts.
    fn gate(&self) -> Item {
        let message = format!("the gate is shut: {}", self.ruling.rule_name());
        Item::new("gate", Level::Error, message)
    }

    fn written(&self, span: Span) -> Option<Place> {
        let place = place_of(span, &self.places)?;
        Some(Place { path: (self.path)(&place.path), ..place })
    }

    /// The lines of a review that a span lies on.
    fn excerpt(&self, span: Span) -> Option<String> {
        let place = self.places.of(span)?;
        let (start, end) = (place.span.start as usize, place.span.end as usize);
        let bytes = place.source.bytes();
        let before = bytes[..start].iter().rev().take(LONGEST).position(|byte| *byte == b'\n');
        let top = start < LONGEST && before.is_none();
        let from = if top { 0 } else { start - before.unwrap_or_default() };
        let behind = bytes[end..].iter().take(LONGEST).position(|byte| *byte == b'\n');
        let to = behind.map_or(bytes.len().min(end + LONGEST), |behind| end + behind);
        let text = String::from_utf8_lossy(&bytes[from..to]);
        Some(match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.trim_end().to_owned(),
        })
    }

    /// The gate itself, and every seat.
    fn checks(&self, title: &str, published: bool) -> Vec<Check> {
        let docket = self.ruling.docket();
        let suite = docket.id().to_owned();
        let gate = Check {
            suite: suite.clone(),
            name: "gate".to_owned(),
            answer: if self.shut || !published { Answer::Failed } else { Answer::Passed },
            says: title.to_owned(),
            why: String::new(),
            place: None,
        };
        let seats = docket.cells().map(|cell| {
            let (says, _) = cells::comes_to(cell);
            Check {
                suite: suite.clone(),
                name: words::cell_name(cell),
                answer: answer(cell),
                says: says.to_owned(),
                why: why(cell),
                place: cell.source().map(|source| Place::of_file((self.path)(source.name()))),
            }
        });
        std::iter::once(gate).chain(seats).collect()
    }
}

/// What it lists, a line for each, and what is odd about it.
fn why(cell: CellRef<'_>) -> String {
    let line = |finding: FindingRef<'_>| {
        let place = found::place_of(finding).map(|(path, lines)| match lines {
            Some((first, _)) => format!("{path}:{first}: "),
            None => format!("{path}: "),
        });
        let place = place.unwrap_or_default();
        format!("{place}{}: {}", found::weight(finding), found::words_of(finding))
    };
    let mut lines: Vec<String> = cell.findings().take(MOST).map(line).collect();
    let more = cell.findings().len().saturating_sub(MOST);
    lines.extend((more > 0).then(|| format!("and {more} more")));
    let odd = cells::oddities(cell).join("; ");
    lines.extend((!odd.is_empty()).then_some(odd));
    lines.join("\n")
}

fn answer(cell: CellRef<'_>) -> Answer {
    match (cell.state(), cell.effective()) {
        (State::Reported, Some(Outcome::Pass | Outcome::Warn)) => Answer::Passed,
        (State::Reported, _) | (_, Some(Outcome::Fail)) => Answer::Failed,
        (State::Skipped | State::Excused, _) => Answer::Skipped,
        _ if cell.awaited() => Answer::Pending,
        _ => Answer::Errored,
    }
}
