//! Findings of several reviewers that are about the same thing.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::seats::fingerprint;
use super::value::{Val, int};
use super::{EvalError, Result, Visit};
use crate::engine::facts::Id;
use crate::ir::glob::plain_path;
use crate::ir::{Columns, Severity};

type Topic = Vec<u32>;

/// What a finding is about: `category|location`; its fingerprint where it has no location.
pub(in crate::engine) fn topic_key(columns: &Columns, finding: usize) -> String {
    let found = columns.finding(finding);
    let category = found.category().unwrap_or_default().trim().to_lowercase();
    match found.location() {
        Some(location) => format!("{category}|{}", plain_path(location.trim())),
        None => format!("|{}", fingerprint(columns, finding)),
    }
}

impl<'a> Visit<'a, '_> {
    /// The findings of everybody who counts, by category and location. What has no location is told apart by
    /// its fingerprint.
    pub(super) fn all_topics(self) -> Result<'a> {
        let all = self.reported_findings()?;
        self.topics_by(all.iter(), |visit, finding| topic_key(visit.columns, finding))
    }

    /// The findings of `of`, topic by topic, by a key of each.
    fn topics_by(
        self,
        of: impl Iterator<Item = usize>,
        key: impl Fn(Self, usize) -> String,
    ) -> Result<'a> {
        let mut topics: Vec<Topic> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for finding in of {
            let key = key(self, finding);
            self.budget.visit(1 + key.len() as u64)?;
            let place = *places.entry(key).or_insert_with(|| {
                topics.push(Topic::new());
                topics.len() - 1
            });
            if let Some(topic) = topics.get_mut(place) {
                topic.push(u32::try_from(finding).unwrap_or(u32::MAX));
            }
        }
        Ok(Val::Topics(Cow::Owned(topics)))
    }

    pub(super) fn topics_verb(self, id: Id, of: &[Topic], args: &[Val<'_>]) -> Result<'a> {
        let members = || of.iter().flatten().map(|&finding| finding as usize);
        let chosen = |test: &dyn Fn(&Topic) -> bool| {
            let kept = of.iter().filter(|topic| test(topic)).cloned().collect();
            Val::Topics(Cow::Owned(kept))
        };
        Ok(match (id, args) {
            (Id::Some, []) => Val::Bool(!of.is_empty()),
            (Id::None, []) => Val::Bool(of.is_empty()),
            (Id::Count, []) => Val::Int(int(of.len())),
            (Id::Findings, []) => {
                let mut found = self.columns.no_findings();
                members().for_each(|finding| found.insert(finding));
                Val::findings(found)
            }
            (Id::AtLeast, [Val::Text(word)]) => {
                let least: Severity = word.parse().map_err(|_| EvalError::Internal)?;
                let severe = |&finding: &u32| {
                    self.severity(finding as usize).is_some_and(|severity| severity >= least)
                };
                chosen(&|topic| topic.iter().any(severe))
            }
            (Id::ReportedBy, [Val::Int(least)]) => chosen(&|topic| {
                let cells =
                    topic.iter().map(|&finding| self.columns.finding_cell[finding as usize]);
                let mut seats: Vec<usize> =
                    cells.map(|cell| self.columns.seat_of(cell as usize)).collect();
                seats.sort_unstable();
                seats.dedup();
                int(seats.len()) >= (*least).max(1)
            }),
            (Id::Without, [Val::Topics(others)]) => {
                self.budget.visit(others.iter().map(|topic| 1 + topic.len() as u64).sum())?;
                let others: std::collections::BTreeSet<&Topic> = others.iter().collect();
                chosen(&|topic| !others.contains(topic))
            }
            (Id::ByPath, []) => self.topics_by(members(), |visit, finding| {
                let found = visit.columns.finding(finding);
                let category = found.category().unwrap_or_default().trim().to_lowercase();
                match found.path() {
                    Some(path) => format!("{category}|{}", plain_path(&path)),
                    None => format!("|{}", fingerprint(visit.columns, finding)),
                }
            })?,
            (Id::Within, [Val::Int(lines)]) => self.near(of, *lines)?,
            _ => return Err(EvalError::Internal),
        })
    }

    /// Findings of one path, whose lines stand at most so many apart, as one topic. What has no path or no line
    /// stays where it is.
    fn near(self, of: &[Topic], lines: i64) -> Result<'a> {
        let mut kept: Vec<Topic> = Vec::new();
        let mut placed: BTreeMap<String, Vec<(i64, i64, u32)>> = BTreeMap::new();
        for topic in of {
            let mut rest = Topic::new();
            for &finding in topic {
                let found = self.columns.finding(finding as usize);
                match (found.path(), found.lines()) {
                    (Some(path), Some((first, last))) => {
                        self.budget.visit(1 + path.len() as u64)?;
                        let place = (i64::from(first), i64::from(last), finding);
                        placed.entry(plain_path(&path).into_owned()).or_default().push(place);
                    }
                    _ => rest.push(finding),
                }
            }
            if !rest.is_empty() {
                kept.push(rest);
            }
        }
        for mut places in placed.into_values() {
            places.sort_unstable();
            let mut end: Option<i64> = None;
            for (first, last, finding) in places {
                match (end, kept.last_mut()) {
                    (Some(end), Some(topic)) if first - end <= lines.max(0) => topic.push(finding),
                    _ => {
                        kept.push(vec![finding]);
                        end = None;
                    }
                }
                end = Some(end.map_or(last, |end| end.max(last)));
            }
        }
        kept.iter_mut().for_each(|topic| topic.sort_unstable());
        kept.sort();
        Ok(Val::Topics(Cow::Owned(kept)))
    }
}
