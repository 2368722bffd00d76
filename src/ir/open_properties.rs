//! What holds of [`may_open`] for any docket, whatever a policy says.

use proptest::prelude::*;

use super::open::{Impediment, may_open};
use super::{
    Absence, Cause, ClosedDocket, Decoded, Diagnostic, Docket, Outcome, Profile, Stake, Stated,
    Verdict,
};
use crate::source::{Source, Span};

/// What became of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Says(Outcome),
    /// A pass that only `lenient` found.
    Inferred,
    Missing,
    Unreadable,
    Stale,
    Errored,
    Skipped,
    Excused,
}

const FATES: [Fate; 11] = [
    Fate::Says(Outcome::Pass),
    Fate::Says(Outcome::Warn),
    Fate::Says(Outcome::Hold),
    Fate::Says(Outcome::Fail),
    Fate::Inferred,
    Fate::Missing,
    Fate::Unreadable,
    Fate::Stale,
    Fate::Errored,
    Fate::Skipped,
    Fate::Excused,
];

#[derive(Clone, Debug)]
struct Plan {
    seats: Vec<(Stake, Fate)>,
    /// What sources say that nobody expected; none for one that cannot be read.
    unexpected: Vec<Option<Outcome>>,
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
        match fate {
            Fate::Says(outcome) => docket.submit_decoded(&name, said(outcome, false)),
            Fate::Inferred => docket.submit_decoded(&name, said(Outcome::Pass, true)),
            Fate::Missing => {}
            Fate::Unreadable => docket.submit_decoded(&name, unreadable()),
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
    docket.close()
}

fn in_order(plan: &Plan) -> ClosedDocket {
    docket(plan, &(0..plan.seats.len()).collect::<Vec<_>>())
}

/// What `may_open` says, without the places of cells.
fn told(docket: &ClosedDocket, wanted: Outcome, why: Option<&str>) -> Result<Outcome, Vec<String>> {
    may_open(docket, wanted, why).map(|opening| opening.outcome()).map_err(|impediments| {
        let name = |i: Impediment| {
            format!("{} {}", i.name(), i.cell(docket).map_or("", |cell| cell.seat()))
        };
        let mut names: Vec<_> = impediments.into_iter().map(name).collect();
        names.sort();
        names
    })
}

fn plans() -> impl Strategy<Value = Plan> {
    let stake = prop::sample::select(vec![Stake::Required, Stake::Voting, Stake::Observer]);
    let fate = prop::sample::select(FATES.to_vec());
    let seats = prop::collection::vec((stake, fate), 0..7);
    let outcome = prop::sample::select(Outcome::WORST_FIRST.to_vec());
    let unexpected = prop::collection::vec(prop::option::of(outcome), 0..3);
    (seats, unexpected).prop_map(|(seats, unexpected)| Plan { seats, unexpected })
}

fn wanted() -> impl Strategy<Value = Outcome> {
    prop::sample::select(vec![Outcome::Pass, Outcome::Warn])
}

fn reason() -> impl Strategy<Value = Option<&'static str>> {
    prop::sample::select(vec![None, Some("somebody decided"), Some("  ")])
}

proptest! {
    #[test]
    fn no_counting_cell_never_opens_whatever_is_overridden(
        plan in plans(), wanted in wanted(), why in reason(),
    ) {
        let counts = |(stake, fate): &(Stake, Fate)| {
            stake.counts() && matches!(fate, Fate::Says(_) | Fate::Inferred)
        };
        if !plan.seats.iter().any(counts) {
            prop_assert!(may_open(&in_order(&plan), wanted, why).is_err());
        }
    }

    #[test]
    fn a_required_cell_that_does_not_agree_never_opens_without_an_override(
        plan in plans(), wanted in wanted(), place in any::<prop::sample::Index>(),
        bad in prop::sample::select(vec![
            Fate::Says(Outcome::Fail), Fate::Says(Outcome::Hold), Fate::Missing, Fate::Unreadable,
            Fate::Stale, Fate::Errored, Fate::Inferred,
        ]),
        blank in prop::sample::select(vec![None, Some(""), Some(" \t\n")]),
    ) {
        let mut worse = plan.clone();
        worse.seats.insert(place.index(plan.seats.len() + 1), (Stake::Required, bad));
        prop_assert!(may_open(&in_order(&worse), wanted, blank).is_err());
    }

    #[test]
    fn an_unexpected_source_can_shut_and_never_open(
        plan in plans(), wanted in wanted(), why in reason(),
        says in prop::option::of(prop::sample::select(Outcome::WORST_FIRST.to_vec())),
    ) {
        let before = may_open(&in_order(&plan), wanted, why).is_ok();
        let mut with = plan;
        with.unexpected.push(says);
        let after = may_open(&in_order(&with), wanted, why).is_ok();
        prop_assert!(before || !after, "it opened the gate");
        if says.is_none_or(|outcome| !outcome.opens()) {
            prop_assert!(may_open(&in_order(&with), wanted, None).is_err());
        }
    }

    #[test]
    fn the_order_of_seats_changes_nothing(
        (plan, order) in plans().prop_flat_map(|plan| {
            let places: Vec<usize> = (0..plan.seats.len()).collect();
            (Just(plan), Just(places).prop_shuffle())
        }),
        wanted in wanted(), why in reason(),
    ) {
        prop_assert_eq!(
            told(&in_order(&plan), wanted, why),
            told(&docket(&plan, &order), wanted, why)
        );
    }

    #[test]
    fn what_does_not_open_is_never_opened(
        plan in plans(), why in reason(),
        wanted in prop::sample::select(vec![Outcome::Hold, Outcome::Fail]),
    ) {
        prop_assert!(may_open(&in_order(&plan), wanted, why).is_err());
    }

    #[test]
    fn an_excused_required_cell_caps_a_pass(plan in plans(), why in reason()) {
        let excused = plan.seats.contains(&(Stake::Required, Fate::Excused));
        if let Ok(opening) = may_open(&in_order(&plan), Outcome::Pass, why) {
            prop_assert_eq!(opening.outcome() == Outcome::Warn, excused);
        }
    }

    #[test]
    fn an_override_lifts_everything_but_an_empty_bench(plan in plans(), wanted in wanted()) {
        let docket = in_order(&plan);
        let refused = may_open(&docket, wanted, None).err().unwrap_or_default();
        match may_open(&docket, wanted, Some("somebody decided")) {
            Ok(opening) => prop_assert_eq!(opening.overridden(), &refused[..]),
            Err(left) => prop_assert!(left.contains(&Impediment::NothingCounts)),
        }
    }
}

#[test]
fn whoever_agrees_may_open() {
    let plan =
        Plan { seats: vec![(Stake::Required, Fate::Says(Outcome::Pass))], unexpected: vec![] };
    assert_eq!(told(&in_order(&plan), Outcome::Pass, None), Ok(Outcome::Pass));
    let warned = Plan { unexpected: vec![Some(Outcome::Pass)], ..plan };
    assert_eq!(told(&in_order(&warned), Outcome::Warn, None), Ok(Outcome::Warn));
}

#[test]
fn every_impediment_is_told_at_once() {
    let required = |fate| (Stake::Required, fate);
    let seats = vec![
        required(Fate::Missing),
        required(Fate::Says(Outcome::Fail)),
        required(Fate::Inferred),
        (Stake::Voting, Fate::Says(Outcome::Fail)),
    ];
    let plan = Plan { seats, unexpected: vec![None] };
    let expected = ["against seat1", "inferred seat2", "unexpected unexpected0", "unsettled seat0"];
    assert_eq!(
        told(&in_order(&plan), Outcome::Pass, None),
        Err(expected.map(str::to_owned).to_vec())
    );
}
