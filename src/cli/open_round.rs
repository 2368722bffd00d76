//! The round that was begun for a folder of reports, and what a docket knows of it.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde_json::from_slice;

use super::contract::is_json;
use super::inputs::current_dir;
use super::judging::panel_of;
use super::words::ConfigArgs;
use crate::docket::Binding;
use crate::host::{self, Before, Chair, Files, Judged, KEPT_ROUNDS, Panel, Rounds, Rules, nearest};
use crate::round::{Round, RoundSeat, Written, is_same, moved_on};
use crate::{Diagnostic, Diagnostics, Docket, Policy};

/// The round that was begun for a folder of reports.
#[derive(Clone, Debug)]
pub(super) struct OpenRound {
    pub(super) rounds: Rounds,
    pub(super) round: Round,
    /// What was written and found before it, looked up once.
    before: OnceCell<Before>,
    /// The file that says what was tried on each seat.
    attempts: OnceCell<Option<PathBuf>>,
}

impl OpenRound {
    pub(super) fn new(rounds: Rounds, round: Round) -> Self {
        Self { rounds, round, before: OnceCell::new(), attempts: OnceCell::new() }
    }

    /// The last one that was begun; none where none was.
    pub(super) fn find(files: &dyn Files, folder: &Path) -> Option<Result<Self, Diagnostic>> {
        // Beside the folder itself, and not beside a link to it.
        let place = files.resolve(folder).unwrap_or_else(|_| folder.to_owned());
        if place.components().any(|part| part.as_os_str() == KEPT_ROUNDS) {
            return Some(Err(kept_round(folder)));
        }
        let rounds = Rounds::of(&place)?;
        let last = rounds.last(files).transpose()?;
        Some(last.map(|round| Self::new(rounds, round)))
    }

    /// Another panel than that of the round, or none.
    pub(super) fn other_panel(&self, panel: Option<&Panel>) -> Option<Diagnostic> {
        let asked = panel.map(|panel| panel.name.as_str());
        (asked != Some(&self.round.panel)).then(|| another_panel(&self.round, asked))
    }

    /// Those who were to sit when the round was begun.
    fn sat(&self) -> impl Iterator<Item = &RoundSeat> {
        self.round.seats.iter().filter(|seat| seat.counts && seat.skipped.is_none())
    }

    /// Seats anyone who was to sit when the round was begun: what has been told since takes no one from the bench.
    fn seat(&self, docket: &mut Docket) {
        let away = self.sat().map(|seat| seat.name.as_str());
        let away: Vec<&str> = away.filter(|name| docket.must_sit(name)).collect();
        if !away.is_empty() {
            docket.report(sits_all_the_same(&away));
        }
    }

    /// Has anyone who was to sit count and weigh no less than when the round was begun, and be read from the same file.
    /// Says whom that is about.
    pub(super) fn hold(&self, chairs: &mut [Chair]) -> Option<Diagnostic> {
        let held = self.sat().filter(|seat| {
            let own = chairs.iter_mut().find(|chair| chair.seat.name == seat.name);
            own.is_some_and(|chair| chair.hold_to(seat))
        });
        let held: Vec<&str> = held.map(|seat| seat.name.as_str()).collect();
        (!held.is_empty()).then(|| counts_all_the_same(&held))
    }

    /// The last round of a work, by its name.
    pub(super) fn of_task(
        files: &dyn Files,
        task: &Path,
        panel: Option<&str>,
        config: &ConfigArgs,
    ) -> Result<Self, Diagnostics> {
        let rounds = rounds_of(files, task, panel, config)?;
        let round = rounds.last(files)?.ok_or_else(|| never_begun(task))?;
        Ok(Self::new(rounds, round))
    }

    /// The file that a seat writes.
    pub(super) fn file_of(&self, seat: &str) -> Result<String, Diagnostic> {
        let found = self.round.seats.iter().find(|known| known.name == seat);
        let Some(found) = found else {
            let known: Vec<&str> = self.round.seats.iter().map(|seat| seat.name.as_str()).collect();
            return Err(no_such_seat(seat, &known));
        };
        Ok(self.rounds.folder.join(&found.file).to_string_lossy().into_owned())
    }

    /// What was written and found in earlier rounds.
    pub(super) fn before(&self, files: &dyn Files) -> Result<&Before, Diagnostic> {
        if self.before.get().is_none() {
            let _ = self.before.set(self.rounds.before(files, self.round.round)?);
        }
        Ok(self.before.get_or_init(Before::default))
    }

    /// The file that says what was tried on each seat; none where nothing was.
    pub(super) fn attempts(&self, files: &dyn Files) -> Option<&Path> {
        self.attempts.get_or_init(|| self.rounds.attempts(files)).as_deref()
    }

    /// What the docket is bound to, and why what was reviewed is not the work as it is now, where it is not.
    pub(super) fn binding(&self, now: &Binding) -> (Binding, Option<String>) {
        let bound = self.round.binding();
        let moved = moved_on(&bound, now);
        let more = now.iter().filter(|(name, _)| *name == "run" && bound.get(name).is_none());
        let all = more.fold(bound.clone(), |all, (name, value)| all.and(name, value));
        (all, moved)
    }

    /// `--round 2`, and the third was begun
    pub(super) fn is_another(&self, told: Option<u32>) -> Option<Diagnostic> {
        let told = told.filter(|told| *told != self.round.round)?;
        Some(
            Diagnostic::error("assize::round::another")
                .message(format!(
                    "`--round {told}` is not the round that was begun, which is {}",
                    self.round.round
                ))
                .help("leave `--round` out, or begin the next one: `assize begin TASK`"),
        )
    }

    /// Holds a docket that was handed over whole to this round: its number, the state of the work, the mark in what was
    /// written, and who sits, but for those whom the policy seats. `now` is what git says of the work.
    pub(super) fn hold_docket(
        &self,
        files: &dyn Files,
        mut docket: Docket,
        panel: Option<&Panel>,
        (now, policy): (&Binding, Option<&Policy>),
    ) -> Result<Docket, Diagnostics> {
        let mut wrong = Diagnostics::default();
        if docket.round != self.round.round {
            wrong.push(docket_of_another(&self.round, docket.round));
        }
        let unknown_seats: Vec<&str> = docket
            .counted_seats()
            .filter(|name| !self.round.seats.iter().any(|seat| seat.name == **name))
            .filter(|name| !policy.iter().any(|policy| policy.seats().any(|seat| seat == *name)))
            .collect();
        if !unknown_seats.is_empty() {
            wrong.push(seats_of_another(&self.round, &unknown_seats));
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let told = docket.binding.clone();
        // What git does not know, the docket says.
        let unknown = told.iter().filter(|(name, _)| now.get(name).is_none());
        let now = unknown.fold(now.clone(), |now, (name, value)| now.and(name, value));
        let (binding, moved) = self.binding(&now);
        let moved = moved.or_else(|| reviewed_other_work(&self.round.binding(), &told));
        docket = docket.bind(binding);
        docket.outdate_texts(|text| self.round.outdated(text, Written::Unknown));
        docket = self.tell(files, docket, panel, (moved, None));
        let held = self.round.seats.iter();
        let held =
            held.filter(|seat| docket.hold_seat(&seat.name, seat.stake, seat.weight.unwrap_or(1)));
        let held: Vec<&str> = held.map(|seat| seat.name.as_str()).collect();
        if !held.is_empty() {
            docket.report(counts_all_the_same(&held));
        }
        Ok(docket)
    }

    /// Tells a docket whose reports were seated what is stale, and who is still at work.
    pub(super) fn tell(
        &self,
        files: &dyn Files,
        mut docket: Docket,
        panel: Option<&Panel>,
        (moved, wait): (Option<String>, Option<u32>),
    ) -> Docket {
        let must_end = panel.is_some_and(|panel| panel.require_end);
        docket.refuse_texts(|text, format| {
            // JSON closes itself.
            let closed = || format.is_some_and(is_json) || from_slice::<IgnoredAny>(text).is_ok();
            self.round.flaw(text, must_end && !closed())
        });
        match self.before(files) {
            Ok(before) => {
                docket.outdate_texts(|text| self.round.lay_there_before(text, &before.texts));
            }
            Err(unreadable) => {
                docket.outdate("what was written in earlier rounds cannot be listed");
                docket.report(unreadable);
            }
        }
        let lost = self.attempts(files).and_then(|found| self.rounds.lost_attempts(found));
        lost.into_iter().for_each(|told| docket.report(told));
        let now = host::nanoseconds();
        if now < self.round.begun {
            docket.report(clock_went_back(&self.round));
        }
        match self.rounds.judged(files, self.round.round) {
            Ok(last) => {
                let again = last.iter().flat_map(|last| docket.rewritten(&last.texts()));
                let told: Vec<_> = again.map(|(seat, was)| rewritten(&seat, &was)).collect();
                told.into_iter().for_each(|told| docket.report(told));
            }
            Err(unreadable) => docket.report(unreadable),
        }
        self.seat(&mut docket);
        if let Some(why) = &moved {
            docket.outdate(why);
            docket.report(of_earlier_work(why));
        }
        // Who writes for work that has moved on is not waited for.
        if let Some(wait) = wait.filter(|_| moved.is_none())
            && let Some(left) = self.round.seconds_left(now, wait)
        {
            docket.await_missing(&format!("at work, {left} s of {wait} s are left"));
        }
        docket
    }
}

/// Where the rounds of a work are kept, as its panel says it.
pub(super) fn rounds_of(
    files: &dyn Files,
    task: &Path,
    panel: Option<&str>,
    config: &ConfigArgs,
) -> Result<Rounds, Diagnostics> {
    let found = config.find(files, &Judged::default())?;
    let here = current_dir()?;
    let rules = Rules::of_work_tree(files, &here);
    let panel = panel_of(panel, &found, &rules)?.ok_or_else(|| no_panel(task))?;
    let folder = panel.place(files, &here, task)?;
    Rounds::of(&folder).ok_or_else(|| no_panel(task).into())
}

/// A name as a shell takes it for one word.
pub(super) fn in_shell(name: &str) -> String {
    let plain =
        |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | ',' | '@' | '%' | ':');
    match name.chars().all(plain) && !name.starts_with('-') {
        true => name.to_owned(),
        false => format!("'{}'", name.replace('\'', "'\\''")),
    }
}

/// `assize rounds task-17`, and no round was begun
pub(super) fn never_begun(task: &Path) -> Diagnostic {
    let task = host::shown(task);
    Diagnostic::error("assize::cli::never_begun")
        .message(format!("no round of `{task}` was begun"))
        .help(format!("begin one: `assize begin {}`", in_shell(&task)))
}

/// A docket without its round, where one is required: nothing that was written is about it.
pub(super) fn out_of_round(mut docket: Docket, task: &Path) -> Docket {
    let begin = in_shell(&host::shown(task));
    docket.outdate(&format!("no round was begun: `assize begin {begin}`"));
    docket.report(round_required(task));
    docket
}

/// `assize gate task-17 --require-round`, and no round was begun
fn round_required(task: &Path) -> Diagnostic {
    let task = host::shown(task);
    Diagnostic::error("assize::round::required")
        .message(format!("no round of `{task}` was begun, or what was kept of it is gone, and a round is required"))
        .help(format!("begin one before the reviewers are asked: `assize begin {}`; a panel says who writes where (`--panel NAME`, `assize init`)", in_shell(&task)))
}

/// `assize gate ./reviews/t1`, and `.reviews/.rounds` was removed
pub(super) fn round_is_gone(folder: &Path) -> Diagnostic {
    Diagnostic::warning("assize::round::gone")
        .message(format!(
            "a round was begun for `{}`, and what was kept of it is gone: nothing tells who was to sit, for which work, or whether a report is an earlier one",
            host::shown(folder)
        ))
        .help("begin a round: `assize begin TASK`; with `--require-round`, or `require-round` in the panel, there is no gate without one")
}

/// A command about a work, without a panel
pub(super) fn no_panel(task: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::no_panel")
        .message(format!("nobody says where the reviewers of `{}` write", host::shown(task)))
        .help("name a panel, such as `--panel dartai`; or seat your own reviewers: `assize init --expect qa,security --write`")
}

/// `--seat qaa`
fn no_such_seat(seat: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::cli::no_such_seat")
        .message(format!("nobody in this round has the seat `{}`", host::shown(seat)))
        .help(match nearest(seat, known.iter().copied()) {
            Some(near) => format!("did you mean `{}`?", host::shown(near)),
            None => format!("its seats are {}", known.join(", ")),
        })
}

/// `assize gate ./reviews/.rounds/t1/1/reports`
fn kept_round(folder: &Path) -> Diagnostic {
    Diagnostic::error("assize::round::kept")
        .message(format!("`{}` is what is kept of a round that is over", host::shown(folder)))
        .help("`assize replay` judges it again; it opens nothing")
}

/// `assize gate ./reviews/t1 --panel theirs`, and the round was begun for another
fn another_panel(round: &Round, asked: Option<&str>) -> Diagnostic {
    let name = host::shown(&round.panel);
    let asked = match asked {
        Some(asked) => format!("not for `{}`", host::shown(asked)),
        None => "and no panel sits here".to_owned(),
    };
    Diagnostic::error("assize::round::another_panel")
        .message(format!("round {} was begun for the panel `{name}`, {asked}", round.round))
        .help(format!(
            "say `--panel {name}`, in the repository that it is of; or begin a round for another one"
        ))
}

/// `"round": 1` in a docket, and the third was begun
fn docket_of_another(round: &Round, told: u32) -> Diagnostic {
    Diagnostic::error("assize::round::another")
        .message(format!(
            "the docket is of round {told}, and the round of `{}` that was begun is {}",
            host::shown(&round.task),
            round.round
        ))
        .help("hand over what was written in the round that was begun, with its number in `round`; or begin the next one: `assize begin TASK`")
}

/// A seat in a docket that no one had when the round was begun
fn seats_of_another(round: &Round, seats: &[&str]) -> Diagnostic {
    Diagnostic::error("assize::round::seats")
        .message(format!(
            "the docket seats {}, and nobody of that name sits in round {} of `{}`",
            named(seats),
            round.round,
            host::shown(&round.task)
        ))
        .help("hand over what they wrote without a seat, or as an observer's; or begin a round of a panel in which they sit")
}

/// Why a docket is not about what the round was begun for: it is bound to something else.
fn reviewed_other_work(bound: &Binding, told: &Binding) -> Option<String> {
    let mut known = told.iter().filter_map(|(name, is)| Some((name, bound.get(name)?, is)));
    let (name, was, is) = known.find(|(_, was, is)| !is_same(was, is))?;
    let (was, is) = (Binding::brief(was), Binding::brief(is));
    Some(format!("the docket is bound to {name} {is}, and the round to {was}"))
}

/// `assize gate t1 --changed-from less.txt`
fn sits_all_the_same(seats: &[&str]) -> Diagnostic {
    Diagnostic::warning("assize::round::sits")
        .message(format!(
            "the round was begun with {}, and nothing that is told now takes a seat away",
            named(seats)
        ))
        .help("begin a round for the change as it is now: `assize begin TASK`")
}

/// `stake="observer"` in `assize.kdl`, or another `file`, since the round was begun
fn counts_all_the_same(seats: &[&str]) -> Diagnostic {
    Diagnostic::warning("assize::round::counts")
        .message(format!(
            "the round was begun with {}, and nothing that the panel says now lets a seat count for less, or be \
             read from another file",
            named(seats)
        ))
        .help("begin a round for the panel as it is now: `assize begin TASK`")
}

/// `` `qa`, `security` ``
fn named(seats: &[&str]) -> String {
    let named: Vec<String> = seats.iter().map(|seat| format!("`{}`", host::shown(seat))).collect();
    named.join(", ")
}

/// A reviewer that was judged, and wrote again
fn rewritten(seat: &str, was: &str) -> Diagnostic {
    let seat = host::shown(seat);
    Diagnostic::warning("assize::round::rewritten")
        .message(match was {
            "missing" => format!("`{seat}` came late: this round was judged without it"),
            was => format!(
                "`{seat}` was judged as `{was}` in this round, and has been written again since"
            ),
        })
        .help("what it says now counts; what it said is in the ruling that was told then")
}

/// A commit after the reviews
fn of_earlier_work(why: &str) -> Diagnostic {
    Diagnostic::warning("assize::round::moved_on")
        .message(format!("nothing that was written in this round counts: {}", host::shown(why)))
        .help("begin a round for the work as it is now: `assize begin TASK`")
}

/// A clock that jumps
fn clock_went_back(round: &Round) -> Diagnostic {
    Diagnostic::warning("assize::round::clock_went_back")
        .message(format!(
            "the clock is behind the beginning of round {}, {}: a report may seem older than it is",
            round.round,
            host::time_of(round.begun)
        ))
        .help("set the clock; a report with the mark of the round in it counts all the same")
}

/// `--wait 300`, and no round was begun
pub(super) fn nobody_began() -> Diagnostic {
    Diagnostic::warning("assize::round::nobody_began")
        .message("`--wait` counts from the beginning of a round, and none was begun")
        .help("begin one before the reviewers are asked: `assize begin TASK`")
}
