//! A docket that is made into its neighbour is ruled as the one that is filled anew.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Bench, Expected, Scope, Space};
use crate::engine::{Policy, Stage, built_in, built_in_names};

/// Policies for each thing that can be told apart, beside those that come with Assize.
const OURS: &[&str] = &[
    "rule \"a\" when failed.some then fail; rule \"b\" when unsure.some || expected.confident(\"high\").none then hold; rule \"c\" when passed.all then pass;",
    "others voting; param share = 60 from 1 to 100; rule \"a\" when passed.count >= expected.quorum(share) then pass; rule \"b\" otherwise hold;",
    "seat \"security\" required; others voting; rule \"a\" when seat(\"security\").passed.some && failed.count < 2 then warn; rule \"b\" when findings.critical.some then fail;",
    "given phase: int; rule \"a\" when phase > 2 && failed.some then fail; rule \"b\" when passed.all && changed(\"docs/**\") then pass; rule \"c\" when round > 2 then hold;",
    "rule \"a\" when subjects.failed.some then fail; rule \"b\" when subjects.passed_by(2).all then pass;",
    "rule \"a\" when findings.in_category(\"secrets\").some then fail; rule \"b\" when in_favour.all then pass overriding findings.in_path(\"docs/**\") \"docs\";",
    "extends \"any-blocker\"; rule \"a\" when topics.reported_by(2).some then fail;",
    "given on_call: seat; seat on_call required; others voting; rule \"a\" when failed.count > 1 then fail; rule \"b\" when on_call.passed.some && in_favour.some then pass;",
    "rule \"a\" when failed.filter(|c| true).some then fail; rule \"b\" when passed.all then pass;",
];

fn policies() -> Vec<Policy> {
    let shipped =
        built_in_names(Stage::Gate).map(|name| (name, built_in(Stage::Gate, name).unwrap()));
    let ours = OURS.iter().map(|text| ("ours", *text));
    shipped
        .chain(ours)
        .map(|(name, text)| {
            Policy::compile(Stage::Gate, name, text)
                .unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
        })
        .collect()
}

#[test]
fn made_into_its_neighbour_or_filled_anew_a_docket_is_ruled_alike() {
    let scopes = [
        Scope { seats: 2, subjects: 1, findings: 2 },
        Scope { seats: 2, subjects: 2, findings: 1 },
    ];
    for policy in policies() {
        for scope in scopes {
            let space = Space::new(&[&policy], &[], scope).unwrap();
            let benches = [Bench::new(&policy, &space).unwrap()];
            let free = space.seats.len() - 1;
            // Spread evenly over the space, and some of them.
            let every = space.tried().div_ceil(150).max(1);
            let (seen, tried) = (AtomicU64::new(0), AtomicU64::new(0));
            let found = space.walk(free, &benches, Vec::new, |wrong: &mut Vec<String>, spot| {
                for choice in spot.choices() {
                    if !spot.is_first(choice) || seen.fetch_add(1, Ordering::Relaxed) % every != 0 {
                        continue;
                    }
                    tried.fetch_add(1, Ordering::Relaxed);
                    let bare = spot.judge(0, choice).unwrap();
                    let made = space.docket(&spot.chosen, spot.world);
                    let docket = made.docket();
                    let docket = match made.world.previous {
                        true => {
                            docket.previous(spot.docket_of(0).columns().previous.clone().unwrap())
                        }
                        false => docket,
                    };
                    let ruling = policy.judge(&docket.close()).unwrap();
                    let holds = ruling.trace().enumerate().take(64);
                    let holds =
                        holds.fold(0, |all, (at, entry)| all | u64::from(entry.holds) << at);
                    let rule =
                        bare.rule.map(|rule| policy.facts().rules[rule as usize].name.as_str());
                    let other = ruling.rule().map(|rule| rule.name.as_str());
                    if (bare.outcome, bare.holds, rule) != (ruling.outcome(), holds, other) {
                        wrong.push(format!(
                            "{made:#?}\n{bare:?} {rule:?}\n{:?} {holds} {other:?}",
                            ruling.outcome()
                        ));
                    }
                }
            });
            let wrong: Vec<String> = found.unwrap().parts.into_iter().flatten().collect();
            assert!(wrong.is_empty(), "{}: {}", policy.facts().name, wrong[0]);
            assert!(tried.into_inner() > 50, "{}", policy.facts().name);
            assert_eq!(seen.into_inner(), space.tried(), "{}", policy.facts().name);
        }
    }
}

/// Seats of a panel that count alike are tried in one order, and each way is found once.
#[test]
fn alike_seats_are_tried_in_one_order() {
    let policy = Policy::compile(
        Stage::Gate,
        "ours",
        "others voting; rule \"a\" when seat(\"qa\").failed.some then fail; \
         rule \"b\" when passed.count > 1 then pass;",
    )
    .unwrap();
    let seat = |name: &str, weight| Expected { weight, ..Expected::new(name) };
    let panel = [
        seat("x", None),
        seat("heavy", Some(2)),
        seat("qa", None),
        seat("y", None),
        seat("z", None),
    ];
    let scope = Scope { seats: 0, subjects: 1, findings: 0 };
    let space = Space::new(&[&policy], &panel, scope).unwrap();
    let names = |range: &std::ops::Range<usize>| {
        space.seats[range.clone()].iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>()
    };
    let alike: Vec<Vec<&str>> = space.alike.iter().map(names).collect();
    assert_eq!(alike, [vec!["qa"], vec!["x", "y", "z"], vec!["heavy"]]);
    let benches = [Bench::new(&policy, &space).unwrap()];
    for free in space.free_seats() {
        let found = space.walk(free, &benches, Vec::new, |all: &mut Vec<Vec<u32>>, spot| {
            for choice in spot.choices() {
                if spot.is_first(choice) {
                    let mut docket = spot.chosen.clone();
                    docket[free] = choice;
                    docket[1..4].sort_unstable();
                    all.push(docket);
                }
            }
        });
        let mut all: Vec<Vec<u32>> = found.unwrap().parts.into_iter().flatten().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        // None twice, and none left out: qa and heavy answer anything, the others in one order.
        let kinds = space.choices.all.len();
        assert_eq!(all.len(), count);
        assert_eq!(count, kinds * kinds * (kinds * (kinds + 1) * (kinds + 2) / 6));
        assert_eq!(count as u64, space.tried());
    }
}

/// Where a whole panel is too much, some of those that count alike do not sit, and that is reported.
#[test]
fn a_panel_that_is_too_large_is_made_smaller_and_that_is_told() {
    let text = "others voting; rule \"a\" when failed.some then fail; rule \"b\" when passed.all then pass;";
    let policy = Policy::compile(Stage::Gate, "ours", text).unwrap();
    let panel: Vec<Expected> = (0..14).map(|seat| Expected::new(format!("s{seat}"))).collect();
    let scope = Scope { seats: 0, subjects: 2, findings: 2 };
    let space = Space::new(&[&policy], &panel, scope).unwrap();
    assert!((3..14).contains(&space.seats.len()), "{}", space.seats.len());
    let told = space.beyond.iter().find(|what| what.says.starts_with("the whole panel"));
    assert!(told.is_some_and(|what| what.says.ends_with("were left out")), "{:?}", space.beyond);
    assert!(!space.is_whole());
    let small = Space::new(&[&policy], &panel[..3], scope).unwrap();
    assert_eq!(small.seats.len(), 3);
    assert!(!small.beyond.iter().any(|what| what.says.starts_with("the whole panel")));
}
