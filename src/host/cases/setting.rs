//! What reports cannot say of a case: who sits, what was tried, which day it is.
//!
//! ```kdl
//! seat "qa"; seat "security" stake="voting" weight=2
//! absent "qa" "errored" "timed out after 240 s"
//! round 2; attempt "qa" "respawn"; previous "round-1"
//! set "min_reviewers" 2; given "phase" 3; today "2027-01-31"
//! changed "src/a.rs"; lines-changed 12; owners "/src/pay/" "@dana"
//! waiver "W-17" path="src/tls/**" owner="dana" reason="goes with v3" until="2027-01-01"
//! ```

mod absent;
mod docket;

use std::collections::HashMap;

use kdl::{KdlNode, KdlValue};

pub(super) use absent::absence;

use super::mistakes;
use crate::docket::{Attempt, Waiver};
use crate::host::nodes::name_at;
use crate::host::panel::mistakes as shared;
use crate::host::panel::{Block, NodeEntries, Panel, Panels, Reader, Scalar, Seats};
use crate::host::records::{KnownWaivers, read_waiver};
use crate::ir::{ACTIONS, Fingerprint};
use crate::verdict::Subject;
use crate::{Absence, Format, Profile, Source, Span, Stage};

/// All that a case can set.
pub(super) const SETTINGS: [&str; 22] = [
    "panel",
    "seat",
    "criterion",
    "pair",
    "kind",
    "formats",
    "overrides",
    "absent",
    "attempt",
    "round",
    "previous",
    "waiver",
    "changed",
    "lines-changed",
    "owners",
    "set",
    "given",
    "today",
    "profile",
    "format",
    "remarks",
    "task",
];

/// Those that may stand more than once; what they are about is said by their first text, or they add to each other.
const MANY: [&str; 12] = [
    "seat",
    "criterion",
    "pair",
    "formats",
    "absent",
    "attempt",
    "previous",
    "waiver",
    "changed",
    "owners",
    "set",
    "given",
];
/// Those of [`MANY`] that say one thing of what their first text names.
const ONE_OF_EACH: [&str; 3] = ["absent", "set", "given"];

/// How a seat may have stayed away.
const ABSENCES: &[&str] =
    &["missing", "awaiting", "errored", "stale", "unreadable", "skipped", "excused"];

/// What a case sets.
pub(super) struct Setting {
    panel: Panel,
    /// What was said already, and where.
    said: HashMap<(&'static str, String), Span>,
    /// Whether it is said who sits.
    seated: bool,
    /// Whether a panel was named.
    named: bool,
    seats: Seats,
    absences: Vec<(String, Absence, Span)>,
    attempts: Vec<Attempt>,
    round: Option<u32>,
    pub(super) rounds: Vec<(String, Span)>,
    fingerprints: Option<Vec<String>>,
    waivers: Vec<Waiver>,
    known_waivers: KnownWaivers,
    changed: Option<Vec<String>>,
    lines: Option<u64>,
    /// Who owns which paths: patterns and owners.
    owners: Option<Vec<(String, Vec<String>)>>,
    sets: Vec<(String, String, Span)>,
    given: Vec<GivenFact>,
    profile: Profile,
    format: Option<Format>,
    remarks: bool,
    task: Option<String>,
}

/// A fact of a run: its name, its values, and where it is named.
type GivenFact = (String, Vec<(Scalar, Span)>, Span);

/// What is known around a case.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) stage: Stage,
    pub(super) panels: &'a Panels,
    pub(super) lexicon: &'a crate::codec::Lexicon,
}

impl Setting {
    pub(super) fn new(source: &Source) -> Self {
        Self {
            panel: Panel::empty("the case", source.name(), source.clone()),
            said: HashMap::new(),
            seated: false,
            named: false,
            seats: Seats::default(),
            absences: Vec::new(),
            attempts: Vec::new(),
            round: None,
            rounds: Vec::new(),
            fingerprints: None,
            waivers: Vec::new(),
            known_waivers: Vec::new(),
            changed: None,
            lines: None,
            owners: None,
            sets: Vec::new(),
            given: Vec::new(),
            profile: Profile::Standard,
            format: None,
            remarks: true,
            task: None,
        }
    }

    /// Seats somebody whom no `seat` names.
    pub(super) fn also_seats(&mut self, seat: crate::host::PanelSeat) {
        self.seated = true;
        if !self.panel.seats.iter().any(|known| known.name == seat.name) {
            self.panel.seats.push(seat);
        }
    }

    /// Says why a seat answered nothing.
    pub(super) fn is_absent(&mut self, seat: String, absence: Absence, at: Span) {
        self.absences.push((seat, absence, at));
    }

    /// Whether a panel that was named says who sits.
    pub(super) fn has_panel(&self) -> bool {
        self.named
    }

    /// Reads one node; gives whether it is a setting.
    pub(super) fn read<'t>(
        &mut self,
        reader: &mut Reader<'t, '_>,
        node: &'t KdlNode,
        around: Around<'_>,
    ) -> bool {
        let name = node.name().value();
        if self.is_said_already(reader, node) {
            return true;
        }
        match name {
            "panel" => self.panel(reader, node, around),
            "seat" => {
                if let Some(seat) = reader.seat(node, &mut self.seats) {
                    self.seated = true;
                    self.panel.seats.retain(|known| known.name != seat.name);
                    self.panel.seats.push(seat);
                }
            }
            "pair" if node.entries().len() == 2 => {
                let told = reader.told(node, &[], Block::None);
                let texts = reader
                    .texts(&told, "a note and a gate: `pair \"notes/cache.md\" \"evidence\"`");
                if let [(note, _), (gate, _)] = texts.as_slice() {
                    self.panel
                        .subjects
                        .push(Subject::Pair { note: note.clone(), gate: gate.clone() });
                }
            }
            "criterion" | "pair" => {
                // A case has a handful of them.
                let mut known = self.panel.subjects.iter().cloned().collect();
                self.panel.subjects.extend(reader.subject(node, &mut known));
            }
            "kind" | "formats" | "overrides" => {
                reader.setting(node, &mut self.panel);
            }
            "waiver" => {
                let read = read_waiver(node, reader.text, &mut self.known_waivers, reader.wrong);
                self.waivers.extend(read);
            }
            "attempt" => self.attempt(reader, node),
            _ => return self.plain(reader, node),
        }
        true
    }

    /// Whether a node says again what can be said once: neither of the two may win without a word.
    fn is_said_already(&mut self, reader: &mut Reader<'_, '_>, node: &KdlNode) -> bool {
        let known = SETTINGS.into_iter().find(|known| *known == node.name().value());
        let Some(name) = known else { return false };
        let first = node.get(0).and_then(KdlValue::as_string).map(str::trim).unwrap_or_default();
        let key = match name {
            // A fact of the run by another name.
            "today" => ("given", name),
            _ if ONE_OF_EACH.contains(&name) => (name, first),
            _ if MANY.contains(&name) => return false,
            _ => (name, ""),
        };
        let at = name_at(reader.text, node);
        let before = self.said.insert((key.0, key.1.to_owned()), at);
        if let Some(before) = before {
            let what =
                if key.1.is_empty() { name.to_owned() } else { format!("{} {}", key.0, key.1) };
            reader.wrong.push(shared::said_twice(at, before, &what));
        }
        before.is_some()
    }

    /// What has texts or numbers behind it, and nothing else.
    fn plain<'t>(&mut self, reader: &mut Reader<'t, '_>, node: &'t KdlNode) -> bool {
        let name = node.name().value();
        if !SETTINGS.contains(&name) {
            return false;
        }
        let told = reader.told(node, &[], Block::None);
        match name {
            "absent" => self.absent(reader, &told),
            "round" => {
                let wanted = "a round, from 1: `round 2`";
                self.round = number(reader, &told, (1, u32::MAX.into()), wanted);
            }
            "lines-changed" => {
                self.lines = number(
                    reader,
                    &told,
                    (0, u32::MAX.into()),
                    "a number of lines: `lines-changed 12`",
                );
            }
            "changed" => {
                let all = self.changed.get_or_insert_default();
                // Alone it says that the change touches nothing.
                if !told.arguments.is_empty() {
                    let wanted = "paths: `changed \"src/a.rs\" \"README.md\"`";
                    let texts = reader.texts(&told, wanted);
                    all.extend(texts.into_iter().map(|(path, _)| path));
                }
            }
            "owners" => {
                let wanted = "paths, and who owns them: `owners \"/src/pay/\" \"@dana\"`";
                let texts = reader.texts(&told, wanted).into_iter();
                let mut texts = texts.map(|(text, _)| text);
                if let Some(pattern) = texts.next() {
                    self.owners.get_or_insert_default().push((pattern, texts.collect()));
                }
            }
            "previous" => {
                let wanted = "an earlier round: `previous \"round-1\"`, or a fingerprint, `f1:…`";
                self.fingerprints.get_or_insert_default();
                for (said, at) in reader.texts(&told, wanted) {
                    match Fingerprint::is_one(&said) {
                        true => self.fingerprints.get_or_insert_default().push(said),
                        false => self.rounds.push((said, at)),
                    }
                }
            }
            "set" => self.set(reader, &told),
            "given" => {
                let wanted = "a name and a value: `given \"phase\" 3`";
                match told.arguments.split_first() {
                    Some(((name, at), values)) if !values.is_empty() => {
                        if let Some(name) = reader.text_in(name, *at, wanted) {
                            self.given.push((name, values.to_vec(), *at));
                        }
                    }
                    _ => reader.wrong.push(shared::value(told.at, wanted)),
                }
            }
            "today" => {
                if reader.only(&told, "a day: `today \"2027-01-31\"`").is_some() {
                    self.given.push(("today".to_owned(), told.arguments.clone(), told.at));
                }
            }
            "profile" => {
                let said =
                    reader.only_text(&told, "how forgiving reading is: `profile \"strict\"`");
                let profile = said.and_then(|(said, at)| reader.one_of(&said, at, Profile::ALL));
                self.profile = profile.unwrap_or(self.profile);
            }
            "format" => {
                let said =
                    reader.only_text(&told, "the format of all reports: `format \"yaml-block\"`");
                self.format = said.and_then(|(said, at)| reader.one_of(&said, at, Format::ALL));
            }
            "remarks" => match reader.only(&told, "`#false`, to read only fields") {
                Some((Scalar::Bool(value), _)) => self.remarks = *value,
                Some((_, at)) => {
                    reader.wrong.push(shared::value(*at, "`#false`, to read only fields"));
                }
                None => {}
            },
            _ => {
                let task = reader.only_text(&told, "the name of the work: `task \"T17\"`");
                self.task = task.map(|(task, _)| task);
            }
        }
        true
    }

    fn panel(&mut self, reader: &mut Reader<'_, '_>, node: &KdlNode, around: Around<'_>) {
        let told = reader.told(node, &[], Block::None);
        let Some((name, at)) = reader.only_text(&told, "the name of a panel: `panel \"ours\"`")
        else {
            return;
        };
        match around.panels.find(&name) {
            Ok(panel) => {
                (self.named, self.seated) = (true, true);
                let own = std::mem::replace(&mut self.panel, panel);
                for seat in own.seats {
                    self.panel.seats.retain(|known| known.name != seat.name);
                    self.panel.seats.push(seat);
                }
                self.panel.subjects.extend(own.subjects);
                // What stands above the panel says no less than what stands below it.
                self.panel.formats.extend(own.formats);
                self.panel.kind = own.kind.or(self.panel.kind);
                if self.said.contains_key(&("overrides", String::new())) {
                    self.panel.overrides = own.overrides;
                }
            }
            Err(wrong) => {
                let told = wrong.items().iter().map(|item| {
                    let item = crate::Diagnostic { labels: Vec::new(), ..item.clone() };
                    item.label(at, "named here")
                });
                reader.wrong.extend(told);
            }
        }
    }

    /// `attempt "auditor" "fix" round=2`
    fn attempt(&mut self, reader: &mut Reader<'_, '_>, node: &KdlNode) {
        let told = reader.told(node, &["round"], Block::None);
        let wanted = "a seat, and what was tried: `attempt \"qa\" \"respawn\" round=2`";
        let texts = reader.texts(&told, wanted);
        let [(seat, _), (action, at)] = texts.as_slice() else {
            if !told.arguments.is_empty() {
                reader.wrong.push(shared::value(told.at, wanted));
            }
            return;
        };
        let Some(action) = reader.one_of(action, *at, ACTIONS) else { return };
        let mut attempt = Attempt::new(seat.clone(), action);
        if let Some((value, at)) = told.property("round") {
            let round =
                reader.number_in(value, at, (1, u32::MAX.into()), "a round, from 1: `round=2`");
            attempt = attempt.round(round.and_then(|round| u32::try_from(round).ok()).unwrap_or(1));
        }
        self.attempts.push(attempt);
    }

    /// `set "min_reviewers" 2`
    fn set(&mut self, reader: &mut Reader<'_, '_>, told: &NodeEntries<'_>) {
        let wanted = "a parameter and its value: `set \"min_reviewers\" 2`";
        let [(name, at), values @ ..] = told.arguments.as_slice() else {
            reader.wrong.push(shared::value(told.at, wanted));
            return;
        };
        let Some(name) = reader.text_in(name, *at, wanted) else { return };
        let mut texts = Vec::new();
        for (value, at) in values {
            match value {
                Scalar::Text(text) => texts.push(text.clone()),
                Scalar::Number(number) => texts.push(number.to_string()),
                _ => reader.wrong.push(shared::value(*at, wanted)),
            }
        }
        match texts.is_empty() {
            true => reader.wrong.push(shared::value(told.at, wanted)),
            false => self.sets.push((name, texts.join(","), *at)),
        }
    }
}

fn number<T: TryFrom<i128>>(
    reader: &mut Reader<'_, '_>,
    told: &NodeEntries<'_>,
    range: (i128, i128),
    wanted: &str,
) -> Option<T> {
    let (value, at) = reader.only(told, wanted)?.clone();
    T::try_from(reader.number_in(&value, at, range, wanted)?).ok()
}

/// A node that is no setting.
pub(super) fn unknown(reader: &mut Reader<'_, '_>, node: &KdlNode) {
    let at = name_at(reader.text, node);
    reader.wrong.push(mistakes::unknown_setting(at, node.name().value(), &SETTINGS));
}
