//! What the stages before the gate came to, for a person: what an audit makes of each verdict, and what to do about
//! each seat.

use std::collections::BTreeSet;

use super::cells::{comes_to, style_of};
use super::excerpt::{draw, tell_all};
use super::page::{Page, Style, rows};
use super::place::Places;
use super::text::{TextOptions, marks, told_of};
use super::visible::visible;
use super::words;
use crate::ir::{Action, ActionKind, CellRef, FindingRef, Outcome, PolicyFacts, Ruling, State};

/// A message is shown in so many rows at most; JSON has it whole, whatever its length.
const MOST_ROWS: usize = 200;

/// What the audit policy of a ruling makes of each verdict, whatever its gate said.
///
/// ```
/// # use assize::{Docket, Policy, Source, Stage, built_in};
/// # let compile = |stage, name| Policy::compile(stage, name, built_in(stage, name).unwrap());
/// let gate = compile(Stage::Gate, "any-blocker")?.with_audit(compile(Stage::Audit, "impl")?)?;
/// let mut docket = Docket::new("audit");
/// let text = "VERDICT:CONDITIONAL\nSCOPE:cart\nVERIFIED:\ntest|C|test-failure|src/a.rs:7|it crashes\n";
/// docket.submit("auditor", Source::new("auditor.cpf", text));
/// let text = assize::emit::text::audits(&gate.judge(&docket.close())?, &Default::default());
/// assert!(text.starts_with("fail  NO-GO: a critical finding remains\n      auditor, policy impl:"), "{text}");
/// # Ok::<(), assize::Diagnostics>(())
/// ```
pub fn audits(ruling: &Ruling, options: &TextOptions) -> String {
    let docket = ruling.docket();
    let mut page = Page::new(options.color, options.width);
    let places = Places::new(docket.sources());
    for cell in docket.cells() {
        page.gap();
        audited(&mut page, cell, stage(ruling, "audit"));
        let audit = cell.audit();
        let cited = |finding: &FindingRef<'_>| {
            audit.is_some_and(|audit| audit.cites.contains(&finding.place()))
        };
        let cited: Vec<_> = cell.findings().filter(cited).collect();
        let marks = marks(cell, &cited);
        let told = told_of(cell);
        if !marks.is_empty() || !told.is_empty() {
            page.gap();
            draw(&mut page, &places, &marks);
            tell_all(&mut page, &told);
        }
    }
    page.finish()
}

/// `fail  NO-GO: a critical finding remains`, of which text by which rule, and what it is made of.
fn audited(page: &mut Page, cell: CellRef<'_>, policy: Option<&PolicyFacts>) {
    let outcome = worth(cell);
    let policy = policy.map_or("", |policy| &policy.name);
    let name = words::cell_name(cell);
    page.put(style_of(outcome), outcome.as_str()).put(Style::Plain, "  ");
    let Some(audit) = cell.audit() else {
        if cell.state() == State::Reported {
            page.put(Style::Plain, "no rule of the audit holds").end();
            page.line(Style::Quiet, &format!("      {name}, policy {policy}"));
            return stated(page, cell);
        }
        let why = cell.cause().map(|why| format!(": {}", words::cause(why))).unwrap_or_default();
        page.put(Style::Strong, comes_to(cell).0).put(Style::Plain, &why).end();
        return page.line(Style::Quiet, &format!("      {name}"));
    };
    if audit.outcome < outcome {
        // What makes it worse than its audit stands first, and the audit's word is not taken for the answer.
        let (word, why) = worse_than_audit(cell, outcome);
        page.put(Style::Strong, &word).put(Style::Plain, &format!(": {why}")).end();
        page.put(Style::Plain, "      the audit comes to ").put(Style::Plain, &audit.word);
        page.put(Style::Plain, &format!(": {}", audit.rule)).end();
    } else {
        page.put(Style::Strong, &audit.word).put(Style::Plain, &format!(": {}", audit.rule)).end();
    }
    if let Some(reason) = &audit.reason {
        page.put(Style::Plain, "      because ").put(Style::Plain, reason).end();
    }
    page.line(Style::Quiet, &format!("      {name}, policy {policy}:{}", audit.line));
    stated(page, cell);
}

/// The word for the outcome of a verdict where its audit says something better, and where that comes from.
fn worse_than_audit(cell: CellRef<'_>, outcome: Outcome) -> (String, &'static str) {
    let verdict = cell.verdict();
    let stated = verdict.and_then(|verdict| verdict.stated).map(|stated| stated.outcome);
    match (cell.word(), cell.doubted()) {
        (_, true) => (outcome.to_string(), "a line beside the verdict doubts it"),
        (Some(word), _) if stated == Some(outcome) => (word.into_owned(), "its reviewer says so"),
        _ if verdict.and_then(|verdict| verdict.derived) == Some(outcome) => {
            (outcome.to_string(), "its findings come to that by its format")
        }
        _ => (outcome.to_string(), "it cannot stand as it is"),
    }
}

/// `stated CONDITIONAL (warn), derived fail, audited fail`
fn stated(page: &mut Page, cell: CellRef<'_>) {
    let verdict = cell.verdict();
    let stated = verdict.and_then(|verdict| verdict.stated).map(|stated| stated.outcome);
    let stated = match (cell.word(), stated) {
        (Some(word), Some(outcome)) if word != outcome.as_str() => {
            format!("stated {word} ({outcome})")
        }
        (_, Some(outcome)) => format!("stated {outcome}"),
        _ => "stated nothing".to_owned(),
    };
    let derived = verdict.and_then(|verdict| verdict.derived);
    let derived = derived.map(|outcome| format!(", derived {outcome}")).unwrap_or_default();
    let audited = cell.audit().map(|audit| format!(", audited {}", audit.outcome));
    let doubted = if cell.doubted() { ", doubted by a line beside it" } else { "" };
    let whole = format!("      {stated}{derived}{}{doubted}", audited.unwrap_or_default());
    page.line(Style::Quiet, &whole);
}

/// What a cell is worth to anyone who waits for it: one without a verdict is a `hold`.
fn worth(cell: CellRef<'_>) -> Outcome {
    cell.effective().unwrap_or(Outcome::Hold)
}

/// The worst of what a docket's verdicts come to; what cannot be read is a `hold`, and so is nothing at all.
#[cfg(feature = "serde")]
pub(crate) fn worst(docket: &crate::ir::ClosedDocket) -> Outcome {
    docket.cells().map(worth).max().unwrap_or(Outcome::Hold)
}

/// What is to be done next, with the messages to send.
///
/// ```
/// # use assize::{Docket, Policy, Source, Stage, built_in};
/// # let compile = |stage, name| Policy::compile(stage, name, built_in(stage, name).unwrap());
/// let standard = compile(Stage::Redispatch, "standard")?;
/// let gate = compile(Stage::Gate, "any-blocker")?.with_redispatch(standard)?;
/// let mut docket = Docket::new("task-17");
/// docket.seat("qa");
/// let text = assize::emit::text::actions(&gate.judge(&docket.close())?, &Default::default());
/// assert!(text.starts_with("respawn  qa: nothing has arrived\n"), "{text}");
/// # Ok::<(), assize::Diagnostics>(())
/// ```
pub fn actions(ruling: &Ruling, options: &TextOptions) -> String {
    let mut page = Page::new(options.color, options.width);
    let actions = ruling.actions();
    let widest = actions.iter().map(|action| action.kind.as_str().len()).max().unwrap_or_default();
    let mut above_is_quiet = true;
    for action in &actions {
        let quiet = action.kind == ActionKind::Accept;
        if !(quiet && above_is_quiet) {
            page.gap();
        }
        above_is_quiet = quiet;
        let style = if quiet { Style::Quiet } else { Style::Strong };
        page.cell(style, action.kind.as_str(), widest + 2);
        page.put(Style::Plain, &words::cell_name(action.cell));
        page.put(Style::Plain, &format!(": {}", action.reason())).end();
        if !quiet {
            message(&mut page, action);
        }
    }
    let waits = |cell: &CellRef<'_>| {
        cell.stake().counts() && !matches!(cell.state(), State::Skipped | State::Excused)
    };
    let waiting = ruling.docket().cells().filter(waits).map(CellRef::seat);
    let left = without(waiting, actions.iter().map(|action| action.cell.seat()));
    if !left.is_empty() {
        page.gap();
        page.line(Style::Quiet, &format!("nothing to do now: {}", left.join(", ")));
    } else if actions.is_empty() {
        page.line(Style::Plain, "nothing to do: nobody is waited for");
    }
    page.finish()
}

/// Those of these, each once where its cells stand together, is none of the others.
fn without<T: Ord>(all: impl Iterator<Item = T>, others: impl Iterator<Item = T>) -> Vec<T> {
    let others: BTreeSet<T> = others.collect();
    let mut left: Vec<T> = all.filter(|one| !others.contains(one)).collect();
    left.dedup();
    left
}

/// The lines of a message, broken and never cut: they are there to be sent.
fn message(page: &mut Page, action: &Action<'_>) {
    for line in action.message().lines() {
        let width = page.width().saturating_sub(4);
        for row in rows(&visible(line), width, MOST_ROWS) {
            page.put(Style::Plain, "    ").put(Style::Plain, &row).end();
        }
    }
}

fn stage<'a>(ruling: &'a Ruling, stage: &str) -> Option<&'a PolicyFacts> {
    ruling.policy().stages.iter().find(|policy| policy.stage == stage)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::cmp::Ordering;

    use super::*;

    /// A seat that counts how often it is looked at.
    #[derive(Clone, Copy)]
    struct Seat<'a>(usize, &'a Cell<usize>);

    impl Ord for Seat<'_> {
        fn cmp(&self, other: &Self) -> Ordering {
            self.1.set(self.1.get() + 1);
            self.0.cmp(&other.0)
        }
    }

    impl PartialOrd for Seat<'_> {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl PartialEq for Seat<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.cmp(other) == Ordering::Equal
        }
    }

    impl Eq for Seat<'_> {}

    #[test]
    fn seats_without_an_action_are_found_in_proportion_to_the_seats() {
        let looks = |seats: usize| {
            let looks = Cell::new(0);
            let seat = |number| Seat(number, &looks);
            // Two cells each; every other one has an action, the last ones first.
            let all = (0..2 * seats).map(|cell| seat(cell / 2));
            let asked = (0..seats).rev().filter(|number| number % 2 == 0).map(seat);
            let left = without(all, asked);
            assert_eq!(left.len(), seats / 2);
            looks.get()
        };
        let (some, more) = (looks(1000), looks(4000));
        assert!(more < 5 * some, "{some} looks for 1,000 seats, {more} for 4,000");
    }
}
