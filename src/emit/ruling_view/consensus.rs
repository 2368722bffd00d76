//! What several runs of one review agree on, as it stands in JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::emit::view::{Finding, ViewBuilder};
use crate::ir::{self, Severity};

/// How often several runs of one review report each finding.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Consensus<'a> {
    /// When two findings are the same: `exact`, `lines`, `path`.
    key: &'a str,
    /// How far lines may stand apart under `lines`.
    near: u32,
    /// So many percent of the runs that were read have to report a finding.
    share: u32,
    /// So many runs are that.
    needed: usize,
    /// How many runs could be read.
    read: usize,
    /// How many there should have been.
    runs: usize,
    /// Whether the policy is one of your own: this is counted by its parameters `share`, `key` and `near`, and its rules
    /// may count otherwise.
    own_policy: bool,
    /// What was found, agreed or noise; every finding is in one of these.
    topics: Vec<Topic<'a>>,
}

/// One thing that was found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Topic<'a> {
    /// Whether enough runs report it; else it is noise.
    agreed: bool,
    /// How many runs report it.
    frequency: usize,
    /// How bad its worst finding is; null where no run says so.
    severity: Option<Severity>,
    /// How many runs report it under each key.
    under: BTreeMap<&'a str, usize>,
    /// The runs that report it, once for each finding.
    seats: Vec<&'a str>,
    /// Its findings, in the order of `seats`.
    findings: Vec<Finding<'a>>,
}

pub(super) fn view<'a>(builder: &ViewBuilder<'a>, ruling: &'a ir::Ruling) -> Option<Consensus<'a>> {
    let found = ruling.consensus()?;
    let topic = |counted: &ir::CountedTopic| {
        let findings = || counted.topic.findings(ruling.docket());
        Topic {
            agreed: counted.agreed,
            frequency: counted.topic.seats,
            severity: counted.topic.severity,
            under: counted.under.iter().map(|(key, seats)| (key.as_str(), *seats)).collect(),
            seats: findings().map(|finding| finding.cell().seat()).collect(),
            findings: findings()
                .filter_map(ir::FindingRef::finding)
                .map(|finding| builder.finding(finding))
                .collect(),
        }
    };
    Some(Consensus {
        key: found.key.as_str(),
        near: found.near,
        share: found.share,
        needed: found.needed,
        read: found.read,
        runs: found.runs,
        own_policy: ruling.policy().own_origin().is_some(),
        topics: found.topics.iter().map(topic).collect(),
    })
}
