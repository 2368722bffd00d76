//! Findings of several reviewers that are about the same thing.

use std::borrow::Cow;

use super::value::{Val, int};
use super::{EvalError, Result, Visit};
use crate::engine::facts::Id;
use crate::ir::{Severity, TopicKey, TopicLists};

impl<'a> Visit<'a, '_> {
    /// The findings of everybody who counts, by category and location. What has no location is set apart by
    /// its fingerprint.
    pub(super) fn all_topics(self) -> Result<'a> {
        let all = self.reported_findings()?;
        self.topics_under(all.iter(), TopicKey::Exact, 0)
    }

    /// The same under another key, by a verb that asks for it.
    pub(super) fn all_topics_under(self, id: Id, args: &[Val<'_>]) -> Result<'a> {
        let all = self.reported_findings()?;
        self.regrouped(id, all.iter(), args)
    }

    fn regrouped(self, id: Id, of: impl Iterator<Item = usize>, args: &[Val<'_>]) -> Result<'a> {
        match (id, args) {
            (Id::ByPath, []) => self.topics_under(of, TopicKey::Path, 0),
            (Id::Within, [Val::Int(lines)]) => self.topics_under(of, TopicKey::Lines, *lines),
            (Id::Under, [Val::Text(word), Val::Int(lines)]) => {
                let key = word.parse().map_err(|_| EvalError::Internal)?;
                self.topics_under(of, key, *lines)
            }
            _ => Err(EvalError::Internal),
        }
    }

    fn topics_under(
        self,
        of: impl Iterator<Item = usize>,
        key: TopicKey,
        lines: i64,
    ) -> Result<'a> {
        let topics = self.columns.topics(of, key, lines, &|visits| self.budget.visit(visits))?;
        Ok(Val::Topics(Cow::Owned(topics)))
    }

    pub(super) fn topics_verb(self, id: Id, of: &TopicLists, args: &[Val<'_>]) -> Result<'a> {
        let members = || of.findings().iter().map(|&finding| finding as usize);
        let chosen = |test: &dyn Fn(&[u32]) -> bool| Val::Topics(Cow::Owned(of.chosen(test)));
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
                    let severity = self.columns.severity(finding as usize);
                    severity.is_some_and(|severity| severity >= least)
                };
                chosen(&|topic| topic.iter().any(severe))
            }
            (Id::ReportedBy, [Val::Int(least)]) => {
                chosen(&|topic| int(self.columns.seats_of(topic)) >= (*least).max(1))
            }
            (Id::Without, [Val::Topics(others)]) => {
                self.budget.visit((others.len() + others.findings().len()) as u64)?;
                // No finding is in two lists.
                let mut others: Vec<&[u32]> = others.iter().collect();
                others.sort_unstable_by_key(|topic| topic.first());
                let known = |topic: &[u32]| {
                    let place = others.binary_search_by_key(&topic.first(), |other| other.first());
                    place.is_ok_and(|place| others[place] == topic)
                };
                chosen(&|topic| !known(topic))
            }
            (id, args) if id.regroups() => self.regrouped(id, members(), args)?,
            _ => return Err(EvalError::Internal),
        })
    }
}
