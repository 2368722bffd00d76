//! Who is expected: what flags, a policy and a panel say of it.

use std::collections::{HashMap, HashSet};

use super::names::{
    absent_twice, empty_name, is_a_name, named_twice, names_a_path, names_nobody, no_such_seat,
    not_as_the_panel, not_laxer, two_stakes,
};
use crate::docket::Stake;
use crate::host::panel::Chair;
use crate::host::reports::Entry;
use crate::host::stdout::Stdout;
use crate::host::suggest::nearest;
use crate::{Absence, Diagnostic};

/// Who is expected, and what their answers count for.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// The seats in their order; none when every file takes a seat, or a panel says who sits.
    pub expect: Option<Vec<String>>,
    /// Seats whose fail counts only as far as the policy says.
    pub voting: Vec<String>,
    /// Seats whose verdicts are read and shown, and never counted.
    pub observers: Vec<String>,
    /// Seats that the policy names: each takes its own file, no matter who else is expected.
    pub by_policy: Vec<String>,
    /// The panel that says who sits.
    pub panel: Option<Seating>,
    /// Whether a log seats each of its runs.
    pub by_run: bool,
    /// Whether it is an answer that no one reported: where it is known what is to be judged, nothing was.
    pub may_be_nobody: bool,
    /// Why somebody submitted nothing.
    pub absences: Vec<SaidAbsent>,
}

/// Who sits, as a panel says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The name of the panel.
    pub panel: String,
    /// Its seats, in their order.
    pub chairs: Vec<Chair>,
}

/// Why a seat submitted nothing, as a flag says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidAbsent {
    /// `--absent`, `--excuse`
    pub flag: &'static str,
    /// Whose.
    pub seat: String,
    /// Why.
    pub absence: Absence,
}

/// Who says who is expected by name.
#[derive(Clone, Copy, Debug)]
pub(super) enum NamedBy<'a> {
    /// No one: every file takes a seat.
    Files,
    /// `--expect`
    Flag(&'a [String]),
    /// A panel, by its name.
    Panel(&'a str),
}

impl Roster {
    /// The seats that are expected by name, in their order.
    pub(super) fn expected(&self) -> Option<Vec<String>> {
        let chairs = self.panel.as_ref().map(|seating| &seating.chairs);
        let named = chairs.map(|all| all.iter().map(|chair| chair.seat.name.clone()).collect());
        named.or_else(|| self.expect.clone())
    }

    pub(super) fn named_by(&self) -> NamedBy<'_> {
        match (&self.panel, &self.expect) {
            (Some(seating), _) => NamedBy::Panel(&seating.panel),
            (None, Some(expect)) => NamedBy::Flag(expect),
            (None, None) => NamedBy::Files,
        }
    }

    pub(super) fn chairs(&self) -> &[Chair] {
        self.panel.as_ref().map(|seating| seating.chairs.as_slice()).unwrap_or_default()
    }

    /// What is wrong with the names, whatever files there are.
    pub fn mistakes(&self) -> Vec<Diagnostic> {
        let lists = [
            ("--expect", self.expect.as_deref().unwrap_or_default()),
            ("--voting", &self.voting),
            ("--observers", &self.observers),
        ];
        let mut wrong = Vec::new();
        for (flag, names) in lists {
            let mut known = HashSet::new();
            if !names.is_empty() && names.iter().all(|name| name.trim().is_empty()) {
                wrong.push(names_nobody(flag));
                continue;
            }
            for name in names {
                if name.trim().is_empty() {
                    wrong.push(empty_name(flag));
                } else if name.contains(std::path::is_separator) {
                    wrong.push(names_a_path(flag, name));
                } else if !known.insert(name) {
                    wrong.push(named_twice(flag, name));
                }
            }
        }
        if self.expect.as_ref().is_some_and(Vec::is_empty) {
            wrong.push(names_nobody("--expect"));
        }
        let observers = set(&self.observers);
        let both = self.voting.iter().filter(|name| observers.contains(name.as_str()));
        wrong.extend(both.map(|name| two_stakes(name)));
        if let Some(expected) = self.expected() {
            wrong.extend(self.unknown_names(&expected));
        }
        wrong.extend(self.against_the_panel());
        let mut known = HashSet::new();
        let again = self.absences.iter().filter(|said| !known.insert(said.seat.as_str()));
        wrong.extend(again.map(|said| absent_twice(said.flag, &said.seat)));
        wrong
    }

    /// Whom the policy and a flag name, or the policy and what lies there.
    pub(super) fn seated_by_policy(&self, entries: &[Entry], stdouts: &[Stdout]) -> Vec<String> {
        let files = entries.iter().map(|entry| entry.stem.as_str());
        let printed = stdouts.iter().map(|printed| printed.seat.as_str());
        let flags = self.voting.iter().chain(&self.observers).map(String::as_str);
        let named: HashSet<&str> = files.chain(printed).chain(flags).collect();
        self.by_policy.iter().filter(|name| named.contains(name.as_str())).cloned().collect()
    }

    /// Names of `--voting` and `--observers` that are not seats.
    pub(super) fn unknown_names(&self, seats: &[String]) -> Vec<Diagnostic> {
        let (known, by_policy) = (set(seats), set(&self.by_policy));
        let lists = [("--voting", &self.voting), ("--observers", &self.observers)];
        let named = lists.iter().flat_map(|(flag, names)| names.iter().map(move |n| (*flag, n)));
        named
            .filter(|(_, name)| is_a_name(name) && !known.contains(name.as_str()))
            .filter(|(_, name)| !by_policy.contains(name.as_str()))
            .enumerate()
            .map(|(place, (flag, name))| {
                let all = seats.iter().chain(&self.by_policy).map(String::as_str);
                let among = suggested(place, all);
                no_such_seat(flag, name, nearest(name, among), self.named_by())
            })
            .collect()
    }

    /// What flags say otherwise than the panel. They may make a voter required, and nothing laxer.
    fn against_the_panel(&self) -> Vec<Diagnostic> {
        let Some(Seating { panel, chairs }) = &self.panel else { return Vec::new() };
        let mut wrong = Vec::new();
        if let Some(expect) = &self.expect {
            let seats: HashSet<&str> =
                chairs.iter().map(|chair| chair.seat.name.as_str()).collect();
            let named = set(expect);
            if seats != named {
                let lacks = chairs.iter().map(|chair| chair.seat.name.as_str());
                let lacks: Vec<&str> = lacks.filter(|seat| !named.contains(seat)).collect();
                let more = expect.iter().map(String::as_str);
                let more: Vec<&str> = more.filter(|seat| !seats.contains(seat)).collect();
                wrong.push(not_as_the_panel(panel, &lacks, &more));
            }
        }
        let stakes: HashMap<&str, Option<Stake>> =
            chairs.iter().map(|chair| (chair.seat.name.as_str(), chair.seat.stake)).collect();
        let lists = [
            ("--voting", &self.voting, Stake::Voting),
            ("--observers", &self.observers, Stake::Observer),
        ];
        for (flag, names, stake) in lists {
            for name in names {
                match stakes.get(name.as_str()) {
                    Some(of) if *of != Some(stake) => {
                        let of = of.unwrap_or(Stake::Required);
                        wrong.push(not_laxer(flag, name, panel, of.as_str()));
                    }
                    _ => {}
                }
            }
        }
        wrong
    }

    /// What each seat that is named counts for; any other as the policy says, or required.
    pub(super) fn stakes(&self) -> HashMap<&str, Stake> {
        let voting = self.voting.iter().map(|name| (name.as_str(), Stake::Voting));
        let observers = self.observers.iter().map(|name| (name.as_str(), Stake::Observer));
        let flags = voting.chain(observers);
        // Where voters are listed, one of the panel's that is not is required.
        let unlisted =
            |name: &str| !self.voting.is_empty() && !self.voting.iter().any(|n| n == name);
        let chairs = self.chairs().iter().filter_map(|chair| {
            let name = chair.seat.name.as_str();
            Some(match chair.seat.stake? {
                Stake::Voting if unlisted(name) => (name, Stake::Required),
                stake => (name, stake),
            })
        });
        flags.chain(chairs).collect()
    }
}

/// For more misspelt names than this, among more names than this, no one reads what else they may be.
pub(super) const SUGGESTED: usize = 256;

/// Names to look for a misspelt one among: none for the last of very many.
pub(super) fn suggested<'n>(
    place: usize,
    names: impl Iterator<Item = &'n str>,
) -> impl Iterator<Item = &'n str> {
    names.take(if place < SUGGESTED { SUGGESTED } else { 0 })
}

pub(super) fn set(names: &[String]) -> HashSet<&str> {
    names.iter().map(String::as_str).collect()
}
