//! How recorded rounds are read to be judged: who sits in a folder, and with which words.

use super::{Recorded, RecordedAs, Summary, SummarySeat, is_as_recorded};
use crate::codec::{KnownTexts, Lexicon};
use crate::docket::{Absence, ClosedDocket, Stake};
use crate::host::{ChangeFacts, Files, Limits, Panel, Roster, SUMMARY, SaidAbsent, Seating};
use crate::{Diagnostics, Outcome, Policy, ReadOptions};

/// How recorded rounds are read. What is the same for all of them is made once.
pub struct RoundReader<'a> {
    panel: Option<&'a Panel>,
    policies: Vec<&'a Policy>,
    options: ReadOptions,
    limits: Limits,
    known: KnownTexts,
}

/// A recorded round that can be judged.
#[derive(Debug)]
pub struct JudgeableRound {
    /// Everything under judgement.
    pub docket: ClosedDocket,
    /// What it came to when it was judged, where it says so.
    pub recorded: Option<RecordedAs>,
    in_folder: bool,
}

impl JudgeableRound {
    /// Whether it comes out as it was recorded.
    pub(in crate::host) fn is_as_recorded(&self, recorded: &RecordedAs, now: Outcome) -> bool {
        is_as_recorded(recorded, now, self.in_folder)
    }
}

impl<'a> RoundReader<'a> {
    /// For some policies. A panel says who sits in a folder; without one, its summary does, and each file takes a seat.
    pub fn new(
        panel: Option<&'a Panel>,
        lexicon: &Lexicon,
        policies: impl IntoIterator<Item = &'a Policy>,
    ) -> Self {
        let limits = Limits::default();
        let mut options = ReadOptions::default().lexicon(lexicon.clone());
        if let Some(panel) = panel {
            options = options.formats(panel.formats.clone()).kind(panel.kind);
            options.expected.clone_from(&panel.subjects);
        }
        let options = limits.apply(options);
        Self {
            panel,
            policies: policies.into_iter().collect(),
            options,
            limits,
            known: KnownTexts::default(),
        }
    }

    /// The docket of a round, closed.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn read(&self, files: &dyn Files, round: &Recorded) -> Result<JudgeableRound, Diagnostics> {
        let roster = |summary: Option<&Summary>| self.roster(summary);
        let super::ReadRound { mut docket, recorded, in_folder } =
            round.read(files, &roster, (&self.options, &self.limits), &self.known)?;
        if let Some(panel) = self.panel.filter(|_| in_folder) {
            docket = docket.seated_by(panel.facts());
            if !panel.overrides {
                docket = docket.no_overrides();
            }
        }
        Ok(JudgeableRound { docket: docket.close(), recorded, in_folder })
    }

    /// Who sits in a round that lies in a folder: as the panel says, or its summary.
    fn roster(&self, summary: Option<&Summary>) -> Roster {
        let by_policy: Vec<String> =
            self.policies.iter().flat_map(|policy| policy.seats()).map(str::to_owned).collect();
        let said: &[SummarySeat] = summary.map_or(&[], |summary| &summary.seats);
        let mut roster = Roster { may_be_nobody: true, ..Roster::default() };
        match self.panel {
            Some(panel) => {
                let (mut chairs, _) = panel.chairs(&ChangeFacts::default());
                for chair in &mut chairs {
                    let own = said.iter().find(|seat| seat.name == chair.seat.name);
                    if let Some(Absence::Skipped(why)) = own.and_then(|seat| seat.absence.as_ref())
                    {
                        chair.skipped = Some(why.clone());
                    }
                }
                roster.panel = Some(Seating { panel: panel.name.clone(), chairs });
            }
            None => {
                let names: Vec<String> = said.iter().map(|seat| seat.name.clone()).collect();
                roster.expect = (!names.is_empty()).then_some(names);
                // What a policy says itself of how a seat counts is not taken from what was recorded.
                let by_policies = |name: &str, stake: Stake| {
                    let mut others = self.policies.iter().map(|policy| policy.stake_of_others());
                    others.any(|own| own == Some(stake)) || by_policy.iter().any(|own| own == name)
                };
                let of = |stake: Stake| {
                    let own = said.iter().filter(|seat| seat.stake == stake);
                    let own = own.filter(|seat| !by_policies(&seat.name, stake));
                    own.map(|seat| seat.name.clone()).collect()
                };
                (roster.voting, roster.observers) = (of(Stake::Voting), of(Stake::Observer));
            }
        }
        let sits = |name: &String| match &roster.panel {
            Some(seating) => {
                seating.chairs.iter().any(|c| c.seat.name == *name && c.skipped.is_none())
            }
            None => true,
        };
        let absent = said.iter().filter(|seat| sits(&seat.name));
        let absent = absent.filter_map(|seat| {
            let absence = seat.absence.clone()?;
            Some(SaidAbsent { flag: SUMMARY, seat: seat.name.clone(), absence })
        });
        roster.absences = absent.collect();
        roster.by_policy = by_policy;
        roster
    }
}
