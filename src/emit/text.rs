//! A ruling for a person: what was decided, why, by whose words, and what to do next.

use std::collections::{BTreeSet, HashMap};

use super::cells::{style_of, table};
use super::excerpt::{Mark, draw, tell_all};
use super::page::{Page, Style};
use super::place::Places;
use super::{found, remarks, words};
use crate::ir::{
    ActionKind, CellRef, ClosedDocket, Diagnostic, FindingRef, Impediment, Level, Opening, Outcome,
    Ruling, Stake, Subject,
};
use crate::source::{Span, outermost};

pub use super::consensus::consensus;
pub use super::explain::{explain, trace};
pub use super::reading::read_source;
#[cfg(feature = "cli")]
pub(crate) use super::stages::worst;
pub use super::stages::{actions, audits};
pub use super::traces::stage_traces;
pub use super::what_if::what_ifs;

/// How to write for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Colours and bold, by ANSI codes.
    pub color: bool,
    /// Longer lines are broken or cut; in characters.
    pub width: usize,
    /// The answer stands where others look for it. Else nothing is called open.
    pub published: bool,
    /// Only what was decided, and a line for each thing to mend.
    pub brief: bool,
    /// The folder that paths start from, as a URL, where the terminal makes links of them.
    pub links: Option<&'static str>,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { color: false, width: 80, published: true, brief: false, links: None }
    }
}

/// More excerpts than this from one reviewer are only counted; `explain` shows all.
const MOST_EXCERPTS: usize = 12;

/// A ruling in short: the word, OPEN or SHUT, the rule, the reviewers' lines behind it, every
/// cell, and the next steps.
///
/// ```
/// # use assize::{Docket, Policy, Source, Stage};
/// # let text = assize::built_in(Stage::Gate, "any-blocker").unwrap_or_default();
/// # let policy = Policy::compile(Stage::Gate, "any-blocker", text)?;
/// # let mut docket = Docket::new("task-17");
/// # docket.seat("qa");
/// # docket.submit("qa", Source::new("qa.md", "verdict: pass\nconfidence: high\n"));
/// let ruling = policy.judge(&docket.close())?;
/// let text = assize::emit::text::ruling(&ruling, &Default::default());
/// assert!(text.starts_with("OPEN  pass: everybody passed\n"));
/// # Ok::<(), assize::Diagnostics>(())
/// ```
pub fn ruling(ruling: &Ruling, options: &TextOptions) -> String {
    let mut page = Page::new(options.color, options.width);
    let places = Places::new(ruling.docket().sources());
    match options.brief {
        true => outcome(&mut page, ruling, options.published),
        false => headline(&mut page, ruling, options.published),
    }
    overrides(&mut page, ruling);
    refusal(&mut page, ruling);
    if ruling.opening().is_none() {
        found::list(&mut page, &to_mend(ruling), options);
    }
    if options.brief {
        return page.finish();
    }
    let shown = excerpts(&mut page, &places, ruling);
    notes(&mut page, ruling);
    table(&mut page, ruling.docket());
    next_steps(&mut page, ruling, &shown);
    repairs(&mut page, ruling.docket());
    page.finish()
}

/// The outcome of a policy that decides nothing, and whether that is another answer than the ruling's.
pub fn shadow(ruling: &Ruling, shadow: &Ruling, options: &TextOptions) -> String {
    let mut page = Page::new(options.color, options.width);
    let would = |ruling: &Ruling| ruling.opening().is_some();
    let what = match (would(ruling), would(shadow)) {
        (false, true) => "would open",
        (true, false) => "would shut",
        (false, false) => "would shut too",
        (true, true) => "would open too",
    };
    page.put(Style::Strong, "shadow")
        .put(Style::Plain, &format!("  {} {what}: ", shadow.policy().name));
    page.put(Style::Plain, &format!("{}, {}", shadow.word(), shadow.rule_name())).end();
    page.finish()
}

/// Whether it is open, and why, in a line: `SHUT` and `NO-GO (fail): a reviewer failed the change`.
#[cfg(feature = "cli")]
pub(crate) fn title(ruling: &Ruling, published: bool) -> (&'static str, String) {
    let mut page = Page::new(false, usize::MAX);
    outcome(&mut page, ruling, published);
    let text = page.finish();
    let line = text.lines().next().unwrap_or_default();
    match line.split_once("  ") {
        Some(("OPEN", why)) => ("OPEN", why.to_owned()),
        Some((_, why)) => ("SHUT", why.to_owned()),
        None => ("SHUT", String::new()),
    }
}

/// `SHUT  NO-GO (fail): a reviewer failed the change`, and what was judged by what.
pub(super) fn headline(page: &mut Page, ruling: &Ruling, published: bool) {
    outcome(page, ruling, published);
    if let Some(reason) = ruling.reason() {
        page.put(Style::Plain, "      because ").put(Style::Plain, reason).end();
    }
    let (id, round) = (ruling.docket().id(), ruling.docket().round());
    let panel = words::seated_by(ruling.docket());
    page.line(
        Style::Quiet,
        &format!("      {id}, round {round}{panel}, policy {}", words::judged_by(ruling)),
    );
    let binding = ruling.docket().binding();
    if !binding.is_empty() {
        page.line(Style::Quiet, &format!("      bound to {}", binding.in_brief()));
    }
}

/// `SHUT  NO-GO (fail): a reviewer failed the change`
fn outcome(page: &mut Page, ruling: &Ruling, published: bool) {
    let outcome = ruling.outcome();
    let opens = ruling.opening().is_some();
    let gate = if opens && published { "OPEN" } else { "SHUT" };
    let style = if opens && !published { Style::Bad } else { style_of(outcome) };
    page.put(style, gate).put(Style::Plain, "  ").put(Style::Strong, ruling.word());
    if ruling.word() != outcome.as_str() {
        page.put(Style::Plain, &format!(" ({outcome})"));
    }
    let rule = ruling.rule_name();
    match (ruling.refused(), ruling.rule_word()) {
        (Some(_), Some(word)) => {
            let refused = format!(": may not open, though the rule \"{rule}\" says {}", word.name);
            page.put(Style::Plain, &refused).end();
        }
        _ if opens && !published => {
            page.put(Style::Plain, &format!(": {rule}; but the answer could not be written")).end();
        }
        _ => page.put(Style::Plain, ": ").put(Style::Plain, rule).end(),
    }
}

/// What was lifted is never quiet.
pub(super) fn overrides(page: &mut Page, ruling: &Ruling) {
    let Some(opening) = ruling.opening() else { return };
    for found in opening.overrides() {
        page.gap();
        page.put(Style::Bad, "OVERRIDDEN")
            .put(Style::Plain, " by the policy: ")
            .put(Style::Strong, &found.reason)
            .end();
        for cell in found.cells(ruling.docket()) {
            page.put(Style::Bad, "  ! ").put(Style::Plain, &words::lifted(cell)).end();
        }
    }
}

pub(super) fn refusal(page: &mut Page, ruling: &Ruling) {
    let Some(found) = ruling.refused() else { return };
    page.gap();
    page.line(Style::Strong, "refused, because");
    impediments(page, found, ruling.docket(), "×");
}

fn impediments(page: &mut Page, found: &[Impediment], docket: &ClosedDocket, sign: &str) {
    for impediment in found {
        page.put(Style::Bad, &format!("  {sign} "))
            .put(Style::Plain, &words::impediment(*impediment, docket))
            .end();
    }
}

/// The findings that keep a gate shut.
fn to_mend(ruling: &Ruling) -> Vec<FindingRef<'_>> {
    let mut all = Vec::new();
    for (cell, cited) in quoted_cells(ruling) {
        all.extend(if cited.is_empty() { telling(cell) } else { cited });
    }
    all
}

/// A finding by its cell and its place there.
type Excerpted = BTreeSet<(usize, usize)>;

/// What the rule cites and what refused it, in the reviewers' own lines; says which findings
/// could be read there.
fn excerpts(page: &mut Page, places: &Places<'_>, ruling: &Ruling) -> Excerpted {
    let mut shown = Excerpted::new();
    for (cell, cited) in quoted_cells(ruling) {
        let cited = if cited.is_empty() { telling(cell) } else { cited };
        let unquoted = cited.len().saturating_sub(MOST_EXCERPTS);
        let cited = &cited[..cited.len() - unquoted];
        let mut marks = marks(cell, cited);
        // One more than findings: the reviewer's word stands before them.
        let undrawn = marks.len().saturating_sub(MOST_EXCERPTS + 1);
        marks.truncate(MOST_EXCERPTS + 1);
        let more = unquoted + undrawn;
        let told = told_of(cell);
        if marks.is_empty() && told.is_empty() {
            continue;
        }
        page.gap();
        draw(page, places, &marks);
        if more > 0 {
            page.line(Style::Quiet, &format!("    and {more} more"));
        }
        tell_all(page, &told);
        shown.extend(cited.iter().map(|finding| (cell.index, finding.place())));
    }
    shown
}

/// The cells that a short answer quotes: what the rule cites, what refused it, and for a fail all
/// that fail, also where there is no finding to cite.
fn quoted_cells(ruling: &Ruling) -> Vec<(CellRef<'_>, Vec<FindingRef<'_>>)> {
    let docket = ruling.docket();
    let mut cells: Vec<(CellRef<'_>, Vec<FindingRef<'_>>)> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    for cite in ruling.cites() {
        add(&mut cells, &mut places, cite.cell, cite.finding);
    }
    for impediment in ruling.refused().unwrap_or_default() {
        if let Some(cell) = impediment.cell(docket) {
            add(&mut cells, &mut places, cell, None);
        }
    }
    let fails = |cell: &CellRef<'_>| {
        cell.stake() != Stake::Observer && cell.effective() == Some(Outcome::Fail)
    };
    for cell in docket.cells().filter(|cell| ruling.outcome() == Outcome::Fail && fails(cell)) {
        add(&mut cells, &mut places, cell, None);
    }
    cells
}

/// What reading had to say that a short answer does not show.
#[cfg(feature = "cli")]
pub(crate) fn untold_by_ruling(ruling: &Ruling) -> Vec<&Diagnostic> {
    untold(ruling, quoted_cells(ruling).into_iter().map(|(cell, _)| cell))
}

/// What reading had to say that a whole explanation does not show.
#[cfg(feature = "cli")]
pub(crate) fn untold_by_explain(ruling: &Ruling) -> Vec<&Diagnostic> {
    untold(ruling, ruling.docket().cells())
}

#[cfg(feature = "cli")]
fn untold<'a>(ruling: &'a Ruling, cells: impl Iterator<Item = CellRef<'a>>) -> Vec<&'a Diagnostic> {
    let told: std::collections::HashSet<_> =
        cells.flat_map(told_of).map(std::ptr::from_ref).collect();
    let untold =
        |item: &&Diagnostic| !told.contains(&std::ptr::from_ref(*item)) && !is_about_rules(item);
    ruling.docket().diagnostics().iter().filter(untold).collect()
}

/// What is shown with a cell of what reading had to say: the worst dozen about its source, or of
/// one of several verdicts in it, about that one.
pub(super) fn told_of(cell: CellRef<'_>) -> Vec<&Diagnostic> {
    let sources = &cell.docket.sources;
    let about = |told: &&Diagnostic| {
        let Some(span) = told.span() else { return false };
        let at = outermost(sources, span);
        let part = cell.verdict().filter(|_| *cell.subject() != Subject::Change);
        let inside = |whole: Span| {
            let whole = outermost(sources, whole);
            whole.source == at.source && whole.start <= at.start && at.end <= whole.end
        };
        told.level >= Level::Warning && part.is_none_or(|verdict| inside(verdict.span))
    };
    let mut told: Vec<_> = cell.diagnostics().filter(about).collect();
    told.sort_by_key(|told| std::cmp::Reverse(told.level));
    told.truncate(MOST_EXCERPTS);
    told
}

/// Puts a finding to the others of its cell, whose place is known.
fn add<'a>(
    cells: &mut Vec<(CellRef<'a>, Vec<FindingRef<'a>>)>,
    places: &mut HashMap<usize, usize>,
    cell: CellRef<'a>,
    finding: Option<FindingRef<'a>>,
) {
    let place = *places.entry(cell.index).or_insert(cells.len());
    match cells.get_mut(place) {
        Some((_, findings)) => findings.extend(finding),
        None => cells.push((cell, finding.into_iter().collect())),
    }
}

/// The findings that make a cell what it is: a `fail` its blockers, a `warn` all.
fn telling(cell: CellRef<'_>) -> Vec<FindingRef<'_>> {
    match cell.effective() {
        Some(Outcome::Fail) => cell.findings().filter(|found| found.is_blocker()).collect(),
        Some(Outcome::Warn) => cell.findings().collect(),
        _ => Vec::new(),
    }
}

/// The places in a cell's source that say why it is what it is.
pub(super) fn marks(cell: CellRef<'_>, cited: &[FindingRef<'_>]) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(stated) = cell.verdict().and_then(|verdict| verdict.stated) {
        let belied = Some(stated.outcome) != cell.effective();
        let alone = cited.is_empty() && cell.effective().is_some_and(|outcome| !outcome.opens());
        if belied || alone {
            let label = if belied { says_but_is(cell, stated.outcome) } else { String::new() };
            marks.push(Mark { span: stated.word, label, style: Style::Odd });
        }
    }
    let doubting: Vec<Mark> = cell.verdict().into_iter().flat_map(remarks::doubting).collect();
    // That a line doubts the verdict says more than that it is not a line of the format.
    let covers = |label: Span| {
        let same = |mark: &Mark| mark.span.source == label.source;
        let inside = |mark: &Mark| label.start <= mark.span.start && mark.span.end <= label.end;
        doubting.iter().any(|mark| same(mark) && inside(mark))
    };
    let complaints: Vec<Mark> = complaints(cell).filter(|mark| !covers(mark.span)).collect();
    marks.extend(doubting);
    for finding in cited.iter().filter_map(|found| found.finding()) {
        marks.push(Mark {
            span: finding.span,
            label: finding.severity.map_or_else(String::new, |severity| severity.to_string()),
            style: Style::Bad,
        });
    }
    marks.extend(complaints);
    if cell.verdict().is_none() {
        marks.extend(remarks::alone(cell.remarks()));
    }
    marks
}

fn says_but_is(cell: CellRef<'_>, stated: Outcome) -> String {
    match cell.effective() {
        Some(outcome) if cell.audit().is_some_and(|audit| audit.outcome == outcome) => {
            format!("says {stated}, and its audit {outcome}")
        }
        Some(Outcome::Fail) if cell.findings().len() > 0 => {
            format!("says {stated}, but lists a blocker: fail")
        }
        Some(_) if cell.doubted() => format!("says {stated}, and is doubted"),
        Some(outcome) => format!("says {stated}, comes to {outcome}"),
        None => format!("says {stated}"),
    }
}

/// The places that reading had something to say about.
fn complaints(cell: CellRef<'_>) -> impl Iterator<Item = Mark> {
    let empty = cell.source().is_none_or(|source| source.bytes().is_empty());
    let told = told_of(cell).into_iter().filter(move |_| !empty);
    told.flat_map(|told| &told.labels).map(|label| Mark {
        span: label.span,
        label: label.text.clone(),
        style: Style::Bad,
    })
}

/// Later rules that hold too, and notes.
fn notes(page: &mut Page, ruling: &Ruling) {
    page.gap();
    for rule in ruling.also() {
        page.put(Style::Quiet, "also  ").put(Style::Plain, &rule.name);
        let word = rule.word.and_then(|word| ruling.policy().words.get(word as usize));
        if ruling.opening().is_none() && word.is_some_and(|word| word.outcome.opens()) {
            page.put(Style::Plain, ", which does not open it");
        }
        page.end();
    }
    if let Some(seats) = ruling.opening().and_then(Opening::unnamed) {
        page.put(Style::Odd, "note  ").put(Style::Plain, &words::unnamed(seats)).end();
    }
    for note in ruling.notes() {
        page.put(Style::Odd, "note  ").put(Style::Plain, &note.note.name);
        if !note.cites.is_empty() {
            page.put(Style::Plain, &format!(": {}", words::cited_cells(&note.cites)));
        }
        if !note.waivers.is_empty() {
            let names: Vec<&str> = note.waivers.iter().map(|waiver| waiver.id.as_str()).collect();
            page.put(Style::Plain, &format!(": {}", names.join(", ")));
        }
        page.end();
    }
    let about = |told: &&Diagnostic| told.level >= Level::Warning && is_about_rules(told);
    for told in ruling.docket().diagnostics().iter().filter(about) {
        page.put(Style::Odd, "note  ").put(Style::Plain, &told.message).end();
    }
}

/// Whether it says by whose rules was judged, which the answer shows itself.
fn is_about_rules(told: &Diagnostic) -> bool {
    ["assize::rules::", "assize::panel::"].iter().any(|about| told.code.starts_with(about))
}

fn next_steps(page: &mut Page, ruling: &Ruling, shown: &Excerpted) {
    let mut actions = words::next_actions(ruling);
    actions.retain(|action| action.kind != ActionKind::Accept);
    if actions.is_empty() {
        return;
    }
    page.gap();
    page.line(Style::Strong, "next");
    let widest = actions.iter().map(|action| action.kind.as_str().len() + 2).max();
    let column = widest.unwrap_or_default().max(12);
    for action in &actions {
        page.put(Style::Plain, "  ").cell(Style::Strong, action.kind.as_str(), column);
        page.put(Style::Plain, &words::cell_name(action.cell));
        let findings = action.findings();
        let count = findings.len();
        let seen = |found: &FindingRef<'_>| shown.contains(&(found.cell().index, found.place()));
        let new: Vec<_> = findings.iter().filter(|found| !seen(found)).collect();
        let why = match (count, new.len()) {
            (0, _) => action.reason().into_owned(),
            (_, 0) => format!("{} above", words::counted(count, "finding")),
            _ => words::counted(count, "finding"),
        };
        page.put(Style::Plain, &format!(": {why}")).end();
        for finding in new.iter().take(MOST_EXCERPTS) {
            let words = finding.in_full();
            page.put(Style::Quiet, "              - ").put(Style::Plain, &words).end();
        }
    }
}

fn repairs(page: &mut Page, docket: &ClosedDocket) {
    let count: usize = docket.inputs().iter().map(|input| input.recoveries.len()).sum();
    if count > 0 {
        page.gap();
        let repairs = words::counted(count, "repair");
        page.line(Style::Quiet, &format!("{repairs} while reading; `assize explain` shows them"));
    }
}
