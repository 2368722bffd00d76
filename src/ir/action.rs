//! What should happen next, and the message that is sent for it.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::columns::Row;
use super::stages::NextStep;
use super::{
    CellRef, Columns, Diagnostic, FindingRef, Level, Outcome, RemarkKind, Ruling, Stake, State,
    Subject, Verdict, words,
};
use crate::source::{Source, Span, outermost, text_of};

/// What should happen next.
///
/// ```
/// use assize::ruling::ActionKind;
/// # use assize::{Docket, Policy, Source, Stage, built_in};
/// # let text = built_in(Stage::Gate, "any-blocker").unwrap();
/// # let policy = Policy::compile(Stage::Gate, "any-blocker", text)?;
/// # let mut docket = Docket::new("task-17");
/// # let text = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n";
/// # docket.submit("qa", Source::new("qa.md", text));
/// let ruling = policy.judge(&docket.close())?;
/// for action in ruling.actions() {
///     match action.kind {
///         ActionKind::Fix => println!("to the author: {}", action.message()),
///         ActionKind::Redispatch => println!("to {}: {}", action.cell.seat(), action.message()),
///         _ => {}
///     }
/// }
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Action<'a> {
    /// What to do.
    pub kind: ActionKind,
    /// For whom.
    pub cell: CellRef<'a>,
    asks: Asks<'a>,
}

/// What an action is made of, where its words are asked for.
#[derive(Clone, Copy, Debug)]
enum Asks<'a> {
    /// The findings of a cell are mended.
    Findings,
    /// The answer of a cell is given again.
    Answer,
    /// What a redispatch policy says of the seat in a row.
    Step(&'a Row, &'a NextStep),
}

impl<'a> Action<'a> {
    /// Why, in a few words.
    pub fn reason(&self) -> Cow<'a, str> {
        let seat = self.cell.seat();
        match self.asks {
            Asks::Findings => format!("`{seat}` fails the change").into(),
            Asks::Answer => lacking(self.cell).0,
            Asks::Step(_, step) => Cow::Borrowed(&step.reason),
        }
    }

    /// What to tell them, ready to be sent: it names what is wrong and quotes the line.
    pub fn message(&self) -> String {
        match self.asks {
            Asks::Findings => to_fix(self.cell, &self.reason()),
            Asks::Answer => lacking(self.cell).1,
            Asks::Step(row, step) => to_do(self.cell, row, step),
        }
    }

    /// The findings it is about.
    pub fn findings(&self) -> Vec<FindingRef<'a>> {
        match self.asks {
            Asks::Findings => to_mend(self.cell).collect(),
            Asks::Answer | Asks::Step(..) => Vec::new(),
        }
    }
}

words! {
    /// What to do next: what a redispatch policy says, and without one `fix` or `redispatch`. It is no outcome.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum ActionKind {
        /// The author mends the findings.
        Fix = "fix",
        /// The reviewer is asked again, where no redispatch policy says how.
        Redispatch = "redispatch",
        /// The answer stands.
        Accept = "accept",
        /// The reviewer that is at it is reminded.
        Nudge = "nudge",
        /// Another run of the same reviewer answers instead.
        Respawn = "respawn",
        /// Another reviewer looks at the same.
        SecondOpinion = "second_opinion",
        /// A verdict is derived from what others found.
        Derive = "derive",
        /// It goes on without the answer: who has not spoken is excused, which caps the gate at `warn`.
        Excuse = "excuse",
        /// The specification is mended before the work is.
        UpdateSpec = "update_spec",
        /// A person decides.
        Escalate = "escalate",
    }
}

/// A message quotes at most so many findings or lines.
const MOST_QUOTES: usize = 12;
/// A quotation is cut behind so many characters.
const LONGEST_QUOTE: usize = 300;

impl Ruling {
    /// What should happen next: `fix` with the blockers of every failing reviewer (on an open gate not those of an
    /// observer), and what the redispatch
    /// policy says of every seat. Where none was asked: `redispatch`
    /// for every cell that is doubted, contradicts itself or is unsure, and on a shut gate for
    /// every one that is missing and not awaited, stale, errored or unreadable.
    pub fn actions(&self) -> Vec<Action<'_>> {
        let shut = self.opening().is_none();
        // Unexpected reviewers have their reasons too, and observers; but these keep nothing from going on.
        let goes_on = |cell: &CellRef<'_>| !shut && cell.stake() == Stake::Observer;
        let cells = self.docket().cells().filter(|cell| !goes_on(cell));
        let fixes = cells.filter(|cell| goes_to_the_author(*cell) && is_to_fix(*cell));
        let action = |kind, cell, asks| Action { kind, cell, asks };
        let fixes = fixes.map(|cell| action(ActionKind::Fix, cell, Asks::Findings));
        if self.docket().redispatched() {
            let steps = next_steps(self.docket().columns());
            return fixes.chain(steps).collect();
        }
        let away = |cell: &CellRef<'_>| matches!(cell.state(), State::Skipped | State::Excused);
        let counting = self.docket().cells().filter(|cell| cell.stake().counts());
        let expected = counting.filter(|cell| !away(cell) && !cell.awaited());
        let again = expected.filter(|cell| is_lacking(*cell, shut));
        fixes.chain(again.map(|cell| action(ActionKind::Redispatch, cell, Asks::Answer))).collect()
    }
}

/// Whether the findings of a cell are the author's to fix: not where the redispatch policy calls a person, or has the
/// specification mended first.
fn goes_to_the_author(cell: CellRef<'_>) -> bool {
    let step = cell.next_step().map(|step| step.kind);
    !matches!(step, Some(ActionKind::Escalate | ActionKind::UpdateSpec))
}

/// What a redispatch policy says of each seat. Where it says `fix`, and there are findings to fix, that is said of
/// them.
fn next_steps(columns: &Columns) -> impl Iterator<Item = Action<'_>> {
    columns.rows.iter().filter_map(|row| {
        let cells = || row.cells().map(|cell| columns.cell(cell));
        let step = cells().next()?.next_step()?;
        if step.kind == ActionKind::Fix && cells().any(is_to_fix) {
            return None;
        }
        let cell = cells().find(|cell| is_lacking(*cell, true)).or_else(|| cells().next())?;
        Some(Action { kind: step.kind, cell, asks: Asks::Step(row, step) })
    })
}

/// What a redispatch policy says of a seat, and what its cells lack.
fn to_do(first: CellRef<'_>, row: &Row, step: &NextStep) -> String {
    let cells = || row.cells().map(|cell| first.docket.cell(cell));
    let why = |cell: CellRef<'_>| match step.kind {
        ActionKind::Accept => None,
        // The reviewer itself is asked, or nothing else is said.
        ActionKind::Nudge | ActionKind::Respawn => Some(lacking(cell).1),
        _ if step.ask.is_none() => Some(lacking(cell).1),
        _ => Some(format!("`{}`{}: {}", first.seat(), about(cell), lacking(cell).0)),
    };
    let mended = cells().filter(|_| step.kind == ActionKind::UpdateSpec).filter_map(defects);
    let again = cells().filter(|cell| is_lacking(*cell, true)).filter_map(why);
    let lines: Vec<String> = step.ask.iter().cloned().chain(mended).chain(again).collect();
    match lines.is_empty() {
        true => format!("{}: `{}`", step.reason, first.seat()),
        false => lines.join("\n"),
    }
}

/// The findings of a cell that are to be mended: its blockers, and where a policy says so without any, all of them.
fn to_mend(cell: CellRef<'_>) -> impl Iterator<Item = FindingRef<'_>> {
    let asked = cell.next_step().is_some_and(|step| step.kind == ActionKind::Fix);
    let all = asked && !cell.findings().any(FindingRef::is_blocker);
    cell.findings().filter(move |found| all || found.is_blocker())
}

fn is_to_fix(cell: CellRef<'_>) -> bool {
    cell.effective() == Some(Outcome::Fail) && to_mend(cell).next().is_some()
}

fn to_fix(cell: CellRef<'_>, reason: &str) -> String {
    let mut message = format!("{reason}{}. To fix:", about(cell));
    let asked = cell.next_step().filter(|step| step.kind == ActionKind::Fix);
    if let Some(ask) = asked.and_then(|step| step.ask.as_ref()) {
        message = format!("{ask}\n{message}");
    }
    let findings: Vec<_> = to_mend(cell).collect();
    let items = findings.iter().map(|finding| (finding.in_full(), finding.span()));
    list(&mut message, cell, items);
    message
}

/// The defects of the specification that a seat reports, ready to be sent to anyone who mends it.
fn defects(cell: CellRef<'_>) -> Option<String> {
    let sources = &cell.docket.sources;
    let feedback = &cell.verdict()?.spec_feedback;
    let mut message = format!("`{}` reports of the specification{}:", cell.seat(), about(cell));
    let items = feedback.iter().map(|defect| (text_of(sources, defect.text), defect.text));
    list(&mut message, cell, items);
    (!feedback.is_empty()).then_some(message)
}

/// One line for each, with the place where it stands.
fn list<'a>(
    message: &mut String,
    cell: CellRef<'_>,
    items: impl ExactSizeIterator<Item = (Cow<'a, str>, Span)>,
) {
    let more = items.len().saturating_sub(MOST_QUOTES);
    for (text, span) in items.take(MOST_QUOTES) {
        let at = place(cell, span).map(|(name, line)| format!(" ({name}:{line})"));
        let _ = write!(message, "\n- {}{}", one_line(&text), at.unwrap_or_default());
    }
    if more > 0 {
        let _ = write!(message, "\n- and {more} more");
    }
}

/// Whether a reviewer is asked again: its answer cannot stand.
fn is_lacking(cell: CellRef<'_>, shut: bool) -> bool {
    match (cell.state(), cell.verdict()) {
        (State::Reported, Some(verdict)) => {
            verdict.doubted() || verdict.contradictory || cell.unsure()
        }
        _ => shut,
    }
}

/// Why and with which words a reviewer is asked again.
fn lacking(cell: CellRef<'_>) -> (Cow<'static, str>, String) {
    match (cell.state(), cell.verdict()) {
        (State::Reported, Some(verdict)) => {
            let (reason, message) = unsettled(cell, verdict);
            (reason.into(), message)
        }
        (state, _) => absent(cell, state),
    }
}

/// What is to be asked about a verdict that was read.
fn unsettled(cell: CellRef<'_>, verdict: &Verdict) -> (&'static str, String) {
    if verdict.doubted() {
        return ("doubted by a line beside the verdict", which_holds(cell, verdict));
    }
    if verdict.contradictory {
        return ("the verdict contradicts itself", contradiction(cell, verdict));
    }
    match verdict.confidence {
        None => ("no confidence", unsure(cell, "it does not say how sure you are")),
        Some(_) => ("low confidence", unsure(cell, "it says that you are not sure (`low`)")),
    }
}

/// ``you wrote `FAIL` in line 12 beside `pass`: which of the two holds?``
fn which_holds(cell: CellRef<'_>, verdict: &Verdict) -> String {
    let lines: Vec<String> = verdict
        .doubting()
        .take(MOST_QUOTES)
        .map(|remark| match remark.kind {
            RemarkKind::Finding => quoted_at(cell, remark.span),
            _ => quoted_at(cell, remark.text),
        })
        .collect();
    let said = match (cell.word(), verdict.derived) {
        (Some(word), _) => quote(&word),
        (None, Some(derived)) => format!("findings that come to `{derived}`"),
        (None, None) => "your verdict".to_owned(),
    };
    let which = if lines.len() == 1 { "the two" } else { "them" };
    let lines = lines.join(" and ");
    format!("you wrote {lines} beside {said}{}: which of {which} do you mean?", about(cell))
}

fn contradiction(cell: CellRef<'_>, verdict: &Verdict) -> String {
    let blocker = cell.findings().find(|found| found.is_blocker());
    let about = about(cell);
    if let Some(both) = conflict(cell, verdict) {
        let [one, other] = both.map(|span| quoted_at(cell, span));
        return format!("you wrote {one} and {other}{about}: which of the two do you mean?");
    }
    match (verdict.stated, blocker) {
        (Some(stated), Some(blocker)) if stated.outcome != Outcome::Fail => format!(
            "you wrote {} and listed the blocker {}{about}: which of the two do you mean?",
            quoted_at(cell, stated.word),
            quoted_at(cell, blocker.span()),
        ),
        (Some(stated), None) if stated.outcome == Outcome::Fail => format!(
            "you wrote {}{about} and gave no reason: list what is wrong, or state another verdict",
            quoted_at(cell, stated.word),
        ),
        _ => {
            let told = complaint(cell).map(|told| format!(": {told}")).unwrap_or_default();
            format!("your verdict{about} contradicts itself{told}")
        }
    }
}

/// The places of two statements of one verdict that do not agree, in their order.
fn conflict(cell: CellRef<'_>, verdict: &Verdict) -> Option<[Span; 2]> {
    const CODES: [&str; 2] =
        ["assize::read::conflicting_verdicts", "assize::read::conflicting_results"];
    let sources = &cell.docket.sources;
    let whole = outermost(sources, verdict.span);
    let own = |told: &&Diagnostic| {
        let at = told.span().map(|span| outermost(sources, span));
        let inside = |at: Span| whole.start <= at.start && at.end <= whole.end;
        *cell.subject() == Subject::Change || at.is_some_and(inside)
    };
    let told = cell.diagnostics().find(|told| CODES.contains(&&*told.code) && own(told))?;
    let [one, other, ..] = &told.labels[..] else { return None };
    Some([one.span.min(other.span), one.span.max(other.span)])
}

fn unsure(cell: CellRef<'_>, why: &str) -> String {
    let verdict = match cell.verdict().and_then(|verdict| verdict.stated) {
        Some(stated) => format!("your verdict {}", quoted_at(cell, stated.word)),
        None => "your verdict".to_owned(),
    };
    format!(
        "{verdict}{} is not firm, because {why}: look again, and state your verdict and how sure you are",
        about(cell)
    )
}

/// What is to be told to somebody of whom there is no verdict.
fn absent(cell: CellRef<'_>, state: State) -> (Cow<'static, str>, String) {
    let seat = cell.seat();
    let detail = cell.detail().map(|detail| format!(" ({})", one_line(detail))).unwrap_or_default();
    let about = about(cell);
    match (state, cell.cause()) {
        (State::Unreadable, cause) => {
            let name = cause.map_or("unknown", super::Cause::as_str);
            let why = complaint(cell).unwrap_or_else(|| format!("the cause is `{name}`{detail}"));
            let message = format!("your verdict{about} cannot be read: {why}");
            (format!("unreadable: {name}").into(), message)
        }
        (State::Stale, _) => {
            let message = format!(
                "your verdict{about} belongs to an earlier state of the work{detail}: look at what \
                 has changed, and write it again"
            );
            (state.as_str().into(), message)
        }
        (State::Errored, _) => {
            let why = complaint(cell).map(|told| format!(": {told}")).unwrap_or(detail);
            let message =
                format!("the review of `{seat}`{about} ended in an error{why}: try again");
            (state.as_str().into(), message)
        }
        _ => {
            let message = format!("the verdict of `{seat}`{about} is missing{detail}: write it");
            (state.as_str().into(), message)
        }
    }
}

/// The worst that reading had to say of a cell's source, with the line and the next step.
fn complaint(cell: CellRef<'_>) -> Option<String> {
    let told = cell.diagnostics();
    let worst = told.reduce(|worst, told| if told.level > worst.level { told } else { worst })?;
    if worst.level < Level::Warning {
        return None;
    }
    let at = worst.span().filter(|span| span.start < span.end);
    let at = at.map(|span| format!(" ({})", quoted_at(cell, span))).unwrap_or_default();
    let help = worst.help.as_deref().map(without_flags).filter(|help| !help.is_empty());
    let help = help.map(|help| format!("; {}", one_line(&help))).unwrap_or_default();
    Some(format!("{}{at}{help}", one_line(&worst.message)))
}

/// Advice without the clauses that name a flag of the command line: a reviewer has none to pass.
fn without_flags(help: &str) -> String {
    const ENDS: [&str; 2] = ["; ", ", or "];
    let mut kept = String::new();
    let mut rest = help;
    let mut before = "";
    while !rest.is_empty() {
        // What stands in code ends no clause.
        let outside = |at: usize| rest[..at].matches('`').count().is_multiple_of(2);
        let ends = ENDS.iter().flat_map(|end| rest.match_indices(end));
        let end = ends.filter(|(at, _)| outside(*at)).min();
        let (clause, between) = end.map_or((rest, ""), |(at, end)| (&rest[..at], end));
        if !clause.contains("`--") {
            kept.push_str(if kept.is_empty() { "" } else { before });
            kept.push_str(clause);
        }
        rest = &rest[clause.len() + between.len()..];
        before = between;
    }
    kept
}

/// ` on AC2`; nothing for the change as a whole.
fn about(cell: CellRef<'_>) -> String {
    match cell.subject() {
        Subject::Change => String::new(),
        subject => format!(" on {}", quote(&subject.to_string())),
    }
}

/// The name of the file and the line that a span begins in.
fn place(cell: CellRef<'_>, span: Span) -> Option<(&str, u32)> {
    let sources = &cell.docket.sources;
    let span = outermost(sources, span);
    let source: &Source = sources.get(span.source.0 as usize)?;
    Some((source.name(), source.line_column(span.start).line))
}

/// `` `FAIL` in line 12``
fn quoted_at(cell: CellRef<'_>, span: Span) -> String {
    let text = quote(&text_of(&cell.docket.sources, span));
    place(cell, span).map_or(text.clone(), |(_, line)| format!("{text} in line {line}"))
}

fn quote(text: &str) -> String {
    format!("`{}`", one_line(text).replace('`', "'"))
}

/// A text as one short line.
fn one_line(text: &str) -> String {
    let mut words = text.split_whitespace();
    let mut line = words.next().unwrap_or_default().to_owned();
    for word in words {
        if line.len() > LONGEST_QUOTE {
            break;
        }
        line.push(' ');
        line.push_str(word);
    }
    match line.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
