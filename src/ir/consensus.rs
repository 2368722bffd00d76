//! What several runs of one review report, and how many of them: what a ruling on them rests on.

use std::collections::HashMap;

use super::columns::Group;
use super::{Ruling, Topic, TopicKey, Value};

/// How often several runs of one review report each finding.
///
/// Nothing is lost: every finding of a run that was read is in one topic, and a topic is agreed or noise.
///
/// ```
/// use assize::{Docket, Policy, Source, Stage, built_in};
/// let policy = built_in(Stage::Gate, "consensus").unwrap();
/// let policy = Policy::compile(Stage::Gate, "consensus", policy)?;
/// let mut docket = Docket::new("design");
/// for run in ["V1", "V2", "V3"] {
///     let rows = if run == "V3" { "" } else { "VERIFIED:\narch|H|coupling|Store|reaches into it\n" };
///     docket.seat(run);
///     docket.submit(run, Source::new(run, format!("VERDICT:CONDITIONAL\nSCOPE:x\n{rows}")));
/// }
/// let consensus = policy.judge(&docket.close())?.consensus().unwrap();
/// assert_eq!((consensus.runs, consensus.read, consensus.needed), (3, 3, 2));
/// assert!(consensus.topics[0].agreed);
/// # Ok::<(), assize::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Consensus {
    /// When two findings are the same.
    pub key: TopicKey,
    /// How far lines may stand apart under [`TopicKey::Lines`].
    pub near: u32,
    /// So many percent of the runs that were read have to report a finding.
    pub share: u32,
    /// So many runs are that.
    pub needed: usize,
    /// How many runs could be read.
    pub read: usize,
    /// How many there should have been.
    pub runs: usize,
    /// What was found: what is agreed first, then by severity and by how many report it.
    pub topics: Vec<CountedTopic>,
}

/// One thing that was found, and how many runs report it under each key.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CountedTopic {
    /// Its findings.
    pub topic: Topic,
    /// Whether enough runs report it; else it is noise.
    pub agreed: bool,
    /// How many runs would report it under each key: under a coarser one it may be agreed.
    pub under: Vec<(TopicKey, usize)>,
}

impl CountedTopic {
    /// The keys under which it would be agreed, where it is not.
    pub fn nearly(&self, needed: usize) -> impl Iterator<Item = (TopicKey, usize)> {
        let coarser = self.under.iter().filter(move |(_, seats)| *seats >= needed);
        coarser.filter(|_| !self.agreed).copied()
    }
}

impl Ruling {
    /// How often the runs report each finding, by the parameters `share`, `key` and `near` of the policy. None where
    /// it does not have them.
    pub fn consensus(&self) -> Option<Consensus> {
        let param = |name: &str| {
            let mut params = self.policy().params.iter();
            params.find(|(known, _)| known == name).map(|(_, value)| value)
        };
        let number = |name: &str| match param(name) {
            Some(Value::Int(value)) => u32::try_from(*value).ok(),
            _ => None,
        };
        let Some(Value::Text(key)) = param("key") else { return None };
        let (key, share, near) = (key.parse().ok()?, number("share")?, number("near")?);
        let columns = self.docket().columns();
        let read = columns.named_group(Group::Reported).count();
        let runs = columns.named_group(Group::Expected).or(columns.group(Group::Excused)).count();
        let needed = (read * share as usize).div_ceil(100);
        let mut topics = self.docket().topics(key, near);
        topics.sort_by_key(|topic| {
            let agreed = topic.seats >= needed;
            std::cmp::Reverse((agreed, topic.severity, topic.seats))
        });
        let counted: Vec<(TopicKey, HashMap<u32, usize>)> = TopicKey::ALL
            .iter()
            .map(|&key| {
                let topics = self.docket().topics(key, near);
                let seats = topics.iter().flat_map(|topic| {
                    topic.places().iter().map(move |&finding| (finding, topic.seats))
                });
                (key, seats.collect())
            })
            .collect();
        let most = |topic: &Topic, seats: &HashMap<u32, usize>| {
            let counts = topic.places().iter().filter_map(|finding| seats.get(finding));
            counts.copied().max().unwrap_or_default()
        };
        let view = |topic: Topic| CountedTopic {
            agreed: topic.seats >= needed,
            under: counted.iter().map(|(key, seats)| (*key, most(&topic, seats))).collect(),
            topic,
        };
        let topics = topics.into_iter().map(view).collect();
        Some(Consensus { key, near, share, needed, read, runs, topics })
    }
}
