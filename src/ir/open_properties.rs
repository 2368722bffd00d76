//! What holds of [`may_open`] for any docket, whatever a policy says.

use proptest::prelude::*;

use super::open::{Impediment, Lift, Opening, may_open};
use super::ruling::Selection;
use super::{
    Absence, Cause, CellRef, ClosedDocket, Decoded, Diagnostic, Docket, Finding, FindingKind,
    Outcome, Profile, Stake, Stated, Verdict,
};
use crate::source::{Sha256, Source, Span};

/// What became of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Says(Outcome),
    /// A fail that lists a blocker.
    Blocks,
    /// A pass that only `lenient` found.
    Inferred,
    Missing,
    /// Its text is empty.
    Unreadable,
    /// Its text is cut off, and may hold an answer.
    Hidden,
    Stale,
    Errored,
    Skipped,
    Excused,
}

const FATES: [Fate; 13] = [
    Fate::Blocks,
    Fate::Says(Outcome::Pass),
    Fate::Says(Outcome::Warn),
    Fate::Says(Outcome::Hold),
    Fate::Says(Outcome::Fail),
    Fate::Inferred,
    Fate::Missing,
    Fate::Unreadable,
    Fate::Hidden,
    Fate::Stale,
    Fate::Errored,
    Fate::Skipped,
    Fate::Excused,
];

#[derive(Clone, Debug)]
struct Plan {
    seats: Vec<(Stake, Fate)>,
    /// What sources say that was not expected; none for one that cannot be read.
    unexpected: Vec<Option<Outcome>>,
    /// Whether the seats are expected by name.
    named: bool,
    overrides: bool,
}

fn said(outcome: Outcome, inferred: bool) -> Decoded {
    let mut verdict = Verdict::new(Span::default());
    verdict.stated = Some(Stated { outcome, word: Span::default() });
    verdict.inferred = inferred;
    Decoded { verdicts: vec![verdict], unreadable: None, ..unreadable() }
}

fn unreadable() -> Decoded {
    let source = Source::new("x", "");
    let none = Decoded::unreadable(source, Cause::Empty, Diagnostic::error("x"));
    Decoded { profile: Profile::Standard, ..none }
}

/// Seats in the order of `order`, named by their place in the plan.
fn docket(plan: &Plan, order: &[usize]) -> ClosedDocket {
    let mut docket = Docket::new("t");
    for &place in order {
        let (stake, fate) = plan.seats[place];
        let name = format!("seat{place}");
        docket.seat(&name).stake(stake);
        if !plan.named {
            docket.seat(&name).found();
        }
        match fate {
            Fate::Says(outcome) => docket.submit_decoded(&name, said(outcome, false)),
            Fate::Blocks => {
                let mut decoded = said(Outcome::Fail, false);
                let blocker = Finding::new(FindingKind::Blocker, Span::default());
                decoded.verdicts[0].findings.push(blocker);
                docket.submit_decoded(&name, decoded);
            }
            Fate::Inferred => docket.submit_decoded(&name, said(Outcome::Pass, true)),
            Fate::Missing => {}
            Fate::Unreadable => docket.submit_decoded(&name, unreadable()),
            Fate::Hidden => {
                let cut = Decoded { unreadable: Some(Cause::Truncated), ..unreadable() };
                docket.submit_decoded(&name, cut);
            }
            Fate::Stale => docket.absent(&name, Absence::Stale("old".into())),
            Fate::Errored => docket.absent(&name, Absence::Errored("timed out".into())),
            Fate::Skipped => docket.absent(&name, Absence::Skipped("no such files".into())),
            Fate::Excused => docket.absent(&name, Absence::Excused("on leave".into())),
        }
    }
    for (place, says) in plan.unexpected.iter().enumerate() {
        let decoded = says.map_or_else(unreadable, |outcome| said(outcome, false));
        docket.submit_decoded(format!("unexpected{place}"), decoded);
    }
    if plan.overrides { docket.close() } else { docket.no_overrides().close() }
}

fn in_order(plan: &Plan) -> ClosedDocket {
    docket(plan, &(0..plan.seats.len()).collect::<Vec<_>>())
}

/// What a rule lifts, by the places of seats in the plan.
#[derive(Clone, Debug)]
enum Lifting {
    Nothing,
    Seats(Vec<usize>),
    /// Their blockers.
    Blockers(Vec<usize>),
}

fn lifts(lifting: &Lifting, docket: &ClosedDocket) -> Vec<Lift> {
    let columns = docket.columns();
    let named = |cell: usize, places: &[usize]| {
        places.iter().any(|place| columns.cell(cell).seat() == format!("seat{place}"))
    };
    let group = match lifting {
        Lifting::Nothing => return Vec::new(),
        Lifting::Seats(places) => {
            let mut cells = columns.no_cells();
            let own = (0..columns.cells.len()).filter(|cell| named(*cell, places));
            own.for_each(|cell| cells.insert(cell));
            Selection::Cells(cells)
        }
        Lifting::Blockers(places) => {
            let mut findings = columns.no_findings();
            for (finding, cell) in columns.finding_cell.iter().enumerate() {
                if named(*cell as usize, places) {
                    findings.insert(finding);
                }
            }
            Selection::Findings(findings)
        }
    };
    vec![Lift { rule: 0, reason: "somebody decided".into(), group }]
}

fn open(
    docket: &ClosedDocket,
    wanted: Outcome,
    lifting: &Lifting,
) -> Result<Opening, Vec<Impediment>> {
    may_open(docket, Sha256([0; 32]), wanted, &lifts(lifting, docket))
}

/// What `may_open` says, without the places of cells.
fn told(docket: &ClosedDocket, wanted: Outcome, lifting: &Lifting) -> Result<Outcome, Vec<String>> {
    open(docket, wanted, lifting).map(|opening| opening.outcome()).map_err(|impediments| {
        let name = |i: Impediment| {
            format!("{} {}", i.name(), i.cell(docket).map_or("", |cell| cell.seat()))
        };
        let mut names: Vec<_> = impediments.into_iter().map(name).collect();
        names.sort();
        names
    })
}

/// Whether a seat's answer is lifted.
fn lifted(plan: &Plan, lifting: &Lifting, place: usize) -> bool {
    plan.overrides
        && match (lifting, plan.seats[place].1) {
            (
                Lifting::Seats(places),
                Fate::Says(Outcome::Fail | Outcome::Hold) | Fate::Blocks | Fate::Inferred,
            )
            | (Lifting::Blockers(places), Fate::Blocks) => places.contains(&place),
            _ => false,
        }
}

/// What the promise says of a plan, from the words of the promise: what comes of wanting to open; none where
/// the gate must stay shut.
fn promised(plan: &Plan, lifting: &Lifting, wanted: Outcome) -> Option<Outcome> {
    let seats = || plan.seats.iter().enumerate().filter(|(_, (stake, _))| stake.counts());
    let reported = |fate: &Fate| matches!(fate, Fate::Says(_) | Fate::Blocks | Fate::Inferred);
    let agrees = |fate: &Fate| matches!(fate, Fate::Says(Outcome::Pass | Outcome::Warn));
    let favour = seats().any(|(place, (_, fate))| agrees(fate) || lifted(plan, lifting, place));
    let required_stands = seats().all(|(place, (stake, fate))| {
        *stake != Stake::Required
            || agrees(fate)
            || lifted(plan, lifting, place)
            || matches!(fate, Fate::Skipped | Fate::Excused)
    });
    // Of a voter it is known what it says, or that it says nothing.
    let voters_known = seats().all(|(place, (stake, fate))| {
        *stake != Stake::Voting
            || *fate != Fate::Hidden && (*fate != Fate::Inferred || lifted(plan, lifting, place))
    });
    let voters_named =
        plan.named || !seats().any(|(_, (stake, fate))| *stake == Stake::Voting && reported(fate));
    let expected = plan.unexpected.iter().all(|says| says.is_some_and(Outcome::opens));
    let excused = seats().any(|(_, (_, fate))| *fate == Fate::Excused);
    let stands = required_stands && voters_known && voters_named;
    if !(favour && stands && expected && (plan.overrides || !excused)) {
        return None;
    }
    let lifts = seats().any(|(place, _)| lifted(plan, lifting, place));
    let named = plan.named && seats().next().is_some();
    Some(if lifts || excused || !named { Outcome::Warn } else { wanted })
}

fn plans() -> impl Strategy<Value = Plan> {
    let stake = prop::sample::select(vec![Stake::Required, Stake::Voting, Stake::Observer]);
    // Mostly those that do not stand in the way, so that many plans open.
    let fate = prop_oneof![
        3 => Just(Fate::Says(Outcome::Pass)),
        2 => prop::sample::select(FATES.to_vec()),
    ];
    let seats = prop::collection::vec((stake, fate), 0..6);
    let outcome = prop::sample::select(Outcome::WORST_FIRST.to_vec());
    let unexpected = prop::collection::vec(prop::option::of(outcome), 0..2);
    (seats, unexpected, prop::bool::weighted(0.8), prop::bool::weighted(0.8)).prop_map(
        |(seats, unexpected, named, overrides)| Plan { seats, unexpected, named, overrides },
    )
}

fn wanted() -> impl Strategy<Value = Outcome> {
    prop::sample::select(vec![Outcome::Pass, Outcome::Warn])
}

fn lifting() -> impl Strategy<Value = Lifting> {
    let places = || prop::collection::vec(0..6usize, 0..4);
    prop_oneof![
        Just(Lifting::Nothing),
        places().prop_map(Lifting::Seats),
        places().prop_map(Lifting::Blockers),
    ]
}

proptest! {
    #[test]
    fn what_opens_is_what_was_promised(
        plan in plans(), wanted in wanted(), lifting in lifting(),
    ) {
        let opened = open(&in_order(&plan), wanted, &lifting).ok().map(|opening| opening.outcome());
        prop_assert_eq!(opened, promised(&plan, &lifting, wanted));
    }

    #[test]
    fn an_unexpected_source_can_shut_and_never_open(
        plan in plans(), wanted in wanted(), lifting in lifting(),
        says in prop::option::of(prop::sample::select(Outcome::WORST_FIRST.to_vec())),
    ) {
        let before = open(&in_order(&plan), wanted, &lifting).is_ok();
        let mut with = plan;
        with.unexpected.push(says);
        let after = open(&in_order(&with), wanted, &lifting).is_ok();
        prop_assert!(before || !after, "it opened the gate");
        if says.is_none_or(|outcome| !outcome.opens()) {
            prop_assert!(!after);
        }
    }

    #[test]
    fn the_order_of_seats_changes_nothing(
        (plan, order) in plans().prop_flat_map(|plan| {
            let places: Vec<usize> = (0..plan.seats.len()).collect();
            (Just(plan), Just(places).prop_shuffle())
        }),
        wanted in wanted(), lifting in lifting(),
    ) {
        prop_assert_eq!(
            told(&in_order(&plan), wanted, &lifting),
            told(&docket(&plan, &order), wanted, &lifting)
        );
    }

    #[test]
    fn what_does_not_open_is_never_opened(
        plan in plans(), lifting in lifting(),
        wanted in prop::sample::select(vec![Outcome::Hold, Outcome::Fail]),
    ) {
        prop_assert!(open(&in_order(&plan), wanted, &lifting).is_err());
    }

    #[test]
    fn what_is_lifted_is_told(plan in plans(), wanted in wanted(), lifting in lifting()) {
        let docket = in_order(&plan);
        if let Ok(opening) = open(&docket, wanted, &lifting) {
            let lifts = opening.overrides().iter().flat_map(|found| found.cells(&docket));
            let told: Vec<&str> = lifts.map(CellRef::seat).collect();
            let places = (0..plan.seats.len()).filter(|&place| {
                plan.seats[place].0.counts() && lifted(&plan, &lifting, place)
            });
            prop_assert_eq!(told, places.map(|place| format!("seat{place}")).collect::<Vec<_>>());
        }
    }
}

fn plan(seats: Vec<(Stake, Fate)>, unexpected: Vec<Option<Outcome>>) -> Plan {
    Plan { seats, unexpected, named: true, overrides: true }
}

#[test]
fn whoever_agrees_may_open() {
    let agrees = plan(vec![(Stake::Required, Fate::Says(Outcome::Pass))], vec![]);
    assert_eq!(told(&in_order(&agrees), Outcome::Pass, &Lifting::Nothing), Ok(Outcome::Pass));
    let warned = Plan { unexpected: vec![Some(Outcome::Pass)], ..agrees };
    assert_eq!(told(&in_order(&warned), Outcome::Warn, &Lifting::Nothing), Ok(Outcome::Warn));
}

#[test]
fn every_impediment_is_told_at_once() {
    let required = |fate| (Stake::Required, fate);
    let seats = vec![
        required(Fate::Missing),
        required(Fate::Says(Outcome::Fail)),
        required(Fate::Inferred),
        (Stake::Voting, Fate::Says(Outcome::Fail)),
        required(Fate::Excused),
    ];
    let seated = Plan { overrides: false, ..plan(seats, vec![None]) };
    let expected = [
        "against seat1",
        "excused seat4",
        "inferred seat2",
        "nobody_in_favour ",
        "unexpected unexpected0",
        "unsettled seat0",
    ];
    assert_eq!(
        told(&in_order(&seated), Outcome::Pass, &Lifting::Nothing),
        Err(expected.map(str::to_owned).to_vec())
    );
}
