//! Several runs of one review: every finding is agreed or noise, as the policy counts and as is shown.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};

use assize::docket::TopicKey;
use assize::{Docket, Policy, Source, Stage};
use proptest::prelude::*;

/// The parameters and lets of the shipped policy, and what they come to, cited.
const COUNTS: &str = r#"
    param share = 60 from 1 to 100;
    param key = "exact" among ["exact", "lines", "path"];
    param near = 3 from 0 to 1000;
    others voting;
    let agreed = topics.under(key, near).reported_by(reported.quorum(share));
    note "agreed" when agreed.some citing agreed;
    note "noise" when topics.under(key, near).without(agreed).some
        citing topics.under(key, near).without(agreed);
    rule "never" when round > 99 then pass;
"#;

/// A row of a run: category, path, line.
type Row = (u8, u8, u32);

fn text(rows: &[Row]) -> String {
    let rows: String = rows
        .iter()
        .map(|(category, path, line)| {
            let place =
                if *path == 3 { "Spec 2".to_owned() } else { format!("src/f{path}.rs:{line}") };
            format!("impl|H|kind{category}|{place}|something\n")
        })
        .collect();
    let rows = if rows.is_empty() { rows } else { format!("VERIFIED:\n{rows}") };
    format!("VERDICT:CONDITIONAL\nSCOPE:parser\n{rows}")
}

/// How many runs report each `category|location`, as the specification counts it (CPF Spec 5).
fn frequencies(runs: &[Vec<Row>]) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for rows in runs {
        let keys: BTreeSet<String> = rows
            .iter()
            .map(|(category, path, line)| match path {
                3 => format!("kind{category}|Spec 2"),
                _ => format!("kind{category}|src/f{path}.rs:{line}"),
            })
            .collect();
        keys.into_iter().for_each(|key| *counted.entry(key).or_default() += 1);
    }
    counted
}

proptest! {
    #![proptest_config(crate::lengths::cases(64))]

    #[test]
    fn every_finding_is_agreed_or_noise(
        runs in proptest::collection::vec(
            proptest::collection::vec((0..3_u8, 0..4_u8, 1..12_u32), 0..8), 1..6),
        key in 0..3_usize,
        share in 1..=100_u32,
        near in 0..6_u32,
    ) {
        let mut docket = Docket::new("runs");
        for (place, rows) in runs.iter().enumerate() {
            let seat = format!("V{place}");
            docket.seat(&seat);
            docket.submit(seat, Source::new("run.cpf", text(rows)));
        }
        let mut policy = Policy::compile(Stage::Gate, "counts", COUNTS).unwrap();
        let key = TopicKey::ALL[key];
        for (name, value) in
            [("key", key.to_string()), ("share", share.to_string()), ("near", near.to_string())]
        {
            policy.set(name, &value).unwrap();
        }
        let ruling = policy.judge(&docket.close()).unwrap();
        let consensus = ruling.consensus().unwrap();
        prop_assert_eq!(consensus.needed, (runs.len() * share as usize).div_ceil(100));

        // None is lost, and none is counted twice.
        let found: usize = runs.iter().map(Vec::len).sum();
        let spans: BTreeSet<_> = consensus
            .topics
            .iter()
            .flat_map(|topic| topic.topic.findings(ruling.docket()))
            .map(|finding| (finding.cell().seat(), finding.span().start))
            .collect();
        prop_assert_eq!(spans.len(), found);
        let listed: usize = consensus
            .topics.iter().map(|topic| topic.topic.findings(ruling.docket()).len()).sum();
        prop_assert_eq!(listed, found);

        // What is shown is what the policy counted.
        for (name, agreed) in [("agreed", true), ("noise", false)] {
            let cited: BTreeSet<_> = ruling
                .notes()
                .filter(|note| note.note.name == name)
                .flat_map(|note| note.cites)
                .map(|cite| (cite.cell.seat().to_owned(), cite.finding.unwrap().span().start))
                .collect();
            let shown: BTreeSet<_> = consensus
                .topics
                .iter()
                .filter(|topic| topic.agreed == agreed)
                .flat_map(|topic| topic.topic.findings(ruling.docket()))
                .map(|finding| (finding.cell().seat().to_owned(), finding.span().start))
                .collect();
            prop_assert_eq!(cited, shown);
        }

        // Counted by hand under the exact key, the worst of these is what every topic says of itself.
        let own = frequencies(&runs);
        for topic in &consensus.topics {
            let (exact, most) = topic.under[0];
            prop_assert_eq!(exact, TopicKey::Exact);
            let by_hand = topic.topic.findings(ruling.docket()).map(|finding| {
                let (category, place) = (finding.category().unwrap(), finding.location().unwrap());
                own[&format!("{category}|{place}")]
            });
            prop_assert_eq!(by_hand.max(), Some(most));
        }
    }
}

/// A policy without the parameters has nothing to count by.
#[test]
fn another_policy_counts_nothing() {
    let mut docket = Docket::new("task-17");
    docket.seat("qa");
    let policy =
        Policy::compile(Stage::Gate, "x", "rule \"x\" when missing.some then hold;").unwrap();
    assert!(policy.judge(&docket.close()).unwrap().consensus().is_none());
}
