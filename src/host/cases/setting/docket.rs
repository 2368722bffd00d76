//! What a case sets, put to work: its policy, how its reports are read, its docket and who sits.

use super::{Around, Setting};
use crate::docket::{Date, Given};
use crate::host::cases::mistakes;
use crate::host::panel::{Reader, Scalar};
use crate::host::{ChangeFacts, Roster, Seating};
use crate::policy::GivenType;
use crate::{Absence, Diagnostics, Docket, Policy, ReadOptions, Span, Stage};

impl Setting {
    /// The policy as the case sets it.
    pub(in crate::host::cases) fn policy(
        &self,
        reader: &mut Reader<'_, '_>,
        policy: &Policy,
        (stage, name): (Stage, &str),
    ) -> Result<Policy, Diagnostics> {
        let mut policy = policy.clone();
        if self.named && self.panel.policy(stage).is_some_and(|chosen| chosen.name == name) {
            self.panel.tune(stage, &mut policy)?;
        }
        for (name, value, at) in &self.sets {
            if let Err(why) = policy.set_param(name, value) {
                let why = crate::Diagnostic { labels: Vec::new(), ..why };
                reader.wrong.push(mistakes::not_set(*at, why));
            }
        }
        Ok(policy)
    }

    /// How the reports of the case are read.
    pub(in crate::host::cases) fn options(&self, around: Around<'_>) -> ReadOptions {
        let own = self.named && self.panel.base.is_some();
        let lexicon = if own { &self.panel.lexicon } else { around.lexicon };
        ReadOptions::default()
            .lexicon(lexicon.clone())
            .profile(self.profile)
            .format(self.format)
            .formats(self.panel.formats.iter().copied())
            .remarks(self.remarks)
            .kind(self.panel.kind)
            .expected(self.panel.subjects.iter().cloned())
    }

    /// A docket of the case, before anybody is seated.
    pub(in crate::host::cases) fn docket(
        &self,
        reader: &mut Reader<'_, '_>,
        name: &str,
        policy: &Policy,
        options: ReadOptions,
    ) -> Docket {
        let task = self.task.as_deref().unwrap_or(name);
        let mut docket = Docket::new(task).reading(options).round(self.round.unwrap_or(1));
        for (name, values, at) in &self.given {
            if let Some(given) = given(reader, policy, name, values, *at) {
                docket = docket.given(name, given);
            }
        }
        self.attempts.iter().for_each(|attempt| docket.attempt(attempt.clone()));
        self.waivers.iter().for_each(|waiver| docket.waive(waiver.clone()));
        if let Some(paths) = &self.changed {
            docket = docket.changed(paths.iter().cloned());
        }
        if let Some(lines) = self.lines {
            docket = docket.lines_changed(lines);
        }
        if let Some(owners) = &self.owners {
            docket = docket.owners(owners.iter().map(|(path, own)| (path, own.clone())));
        }
        if let Some(fingerprints) = &self.fingerprints {
            docket = docket.previous(fingerprints.iter().cloned());
        }
        if self.named {
            docket = docket.seated_by(self.panel.facts());
        }
        if self.panel.overrides { docket } else { docket.no_overrides() }
    }

    /// Who sits.
    pub(in crate::host::cases) fn roster(&self, policy: &Policy) -> Roster {
        let chairs = self.panel.chairs(&self.change()).0;
        let panel = self.seated.then(|| Seating { panel: self.panel.name.clone(), chairs });
        Roster {
            panel,
            by_policy: policy.seats().map(str::to_owned).collect(),
            may_be_nobody: true,
            ..Roster::default()
        }
    }

    /// Seats everybody who sits, where no files take the seats.
    pub(in crate::host::cases) fn seat_all(&self, docket: &mut Docket) {
        let (chairs, told) = self.panel.chairs(&self.change());
        for chair in chairs {
            let seat = docket.seat(&chair.seat.name);
            if let Some(stake) = chair.seat.stake {
                seat.stake(stake);
            }
            if let Some(weight) = chair.seat.weight {
                seat.weight(weight);
            }
            for (name, said) in &chair.seat.labels {
                seat.label(name, said);
            }
            if let Some(why) = chair.skipped {
                docket.absent(&chair.seat.name, Absence::Skipped(why));
            }
        }
        told.into_iter().for_each(|told| docket.report(told));
    }

    fn change(&self) -> ChangeFacts {
        let (paths, lines) = (self.changed.clone(), self.lines);
        ChangeFacts { paths, lines, ..ChangeFacts::default() }
    }

    /// Says who stayed away, once all others are seated.
    pub(in crate::host::cases) fn absences(
        &self,
        reader: &mut Reader<'_, '_>,
        policy: &Policy,
        docket: &mut Docket,
    ) {
        let known: Vec<&str> =
            self.panel.seats.iter().map(|seat| seat.name.as_str()).chain(policy.seats()).collect();
        for (seat, absence, at) in &self.absences {
            if self.named && !known.contains(&seat.as_str()) {
                reader.wrong.push(mistakes::no_such_seat(*at, seat, &known));
            } else {
                docket.absent(seat, absence.clone());
            }
        }
    }
}

/// A fact of a run, of the type that the policy asks for.
fn given(
    reader: &mut Reader<'_, '_>,
    policy: &Policy,
    name: &str,
    values: &[(Scalar, Span)],
    at: Span,
) -> Option<Given> {
    let Some((_, wanted)) = policy.givens().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = policy.givens().map(|(name, _)| name).collect();
        reader.wrong.push(mistakes::not_asked_for(at, name, &known));
        return None;
    };
    let text = |value: &Scalar| match value {
        Scalar::Text(text) => Some(text.clone()),
        _ => None,
    };
    let (read, example) = match (wanted, values) {
        (GivenType::Int, [(Scalar::Number(number), _)]) => {
            (i64::try_from(*number).ok().map(Given::Int), "a whole number, such as 3")
        }
        (GivenType::Bool, [(Scalar::Bool(value), _)]) => (Some(Given::Bool(*value)), ""),
        (GivenType::Text | GivenType::Seat, [(Scalar::Text(text), _)]) => {
            (Some(Given::Text(text.clone())), "")
        }
        (GivenType::Date, [(Scalar::Text(text), _)]) => {
            (Date::parse(text).map(Given::Date), "a day, such as \"2026-11-21\"")
        }
        (GivenType::List | GivenType::Seats, values) => {
            let all: Option<Vec<String>> = values.iter().map(|(value, _)| text(value)).collect();
            (all.map(Given::List), "texts, one after the other")
        }
        (GivenType::Int, _) => (None, "a whole number, such as 3"),
        (GivenType::Bool, _) => (None, "`#true` or `#false`"),
        (GivenType::Date, _) => (None, "a day, such as \"2026-11-21\""),
        (GivenType::Text, _) => (None, "one text"),
        (GivenType::Seat, _) => (None, "the name of a seat"),
    };
    if read.is_none() {
        reader.wrong.push(mistakes::given_type(
            values.first().map_or(at, |(_, at)| *at),
            name,
            example,
        ));
    }
    read
}
