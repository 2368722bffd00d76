//! What a reviewer answered in a client, kept as the report of its seat.

use std::path::Path;

use serde::de::IgnoredAny;

use super::super::console::Console;
use super::super::of_work;
use super::super::redispatch::Redispatch;
use super::event::{Reply, bounded};
use super::works::{Work, Works};
use crate::host::{Lock, Panel, Place, Rounds, Writer, shown, write_atomic};
use crate::round::bears_a_mark;
use crate::{Diagnostic, Diagnostics, Outcome, ReadOptions, Source, read};

/// How long to wait for another run that judges or begins a round.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(20);

/// Waits for other runs that begin a round or judge one.
pub(super) fn lock(
    rounds: &Rounds,
    disk: &dyn Writer,
    console: &Console,
) -> Result<Vec<Lock>, Diagnostic> {
    rounds.lock(disk, PATIENCE, &|name| {
        console.say(&format!("waiting for another run that holds `{name}`\n"));
    })
}

/// Keeps an answer, and asks again where it cannot be used. An agent that has no seat is let go.
pub(super) fn answer(
    works: &Works,
    (session, agent, message): (Option<&str>, &str, Option<&str>),
    disk: &dyn Writer,
    console: &Console,
) -> Result<Reply, Diagnostics> {
    if agent.trim().is_empty() {
        return Ok(Reply::Go);
    }
    if let Some(why) = misfit(agent) {
        return Err(odd_agent(agent, why).into());
    }
    let seated =
        works.concerned().into_iter().filter_map(|work| Some((work, works.seat_of(work, agent)?)));
    let seated: Vec<(&Work, String)> = seated.collect();
    let Some((work, seat)) = the_one(&seated, message.unwrap_or_default(), disk)? else {
        return Ok(Reply::Go);
    };
    keep(works, (work, seat), message.unwrap_or_default(), disk, console)?;
    let (rounds, number) = (&work.open.rounds, work.open.round.round);
    {
        let _held = lock(rounds, disk, console)?;
        let mut hooked = rounds.hooked(disk, number)?;
        hooked.join(session);
        rounds.keep_hooked(disk, number, &hooked)?;
    }
    Ok(match again(work, seat, disk, console)? {
        Some(message) => Reply::Block(bounded(&message, "end with one verdict")),
        None => Reply::Go,
    })
}

/// What a reviewer that has just answered is asked again, where the redispatch policy says so.
pub(in crate::cli) fn again(
    work: &Work,
    seat: &str,
    disk: &dyn Writer,
    console: &Console,
) -> Result<Option<String>, Diagnostics> {
    // What it answered is about earlier work, whatever it says next.
    if work.moved.is_some() {
        return Ok(None);
    }
    let panel = format!("--panel={}", work.open.round.panel);
    let asked: Redispatch = of_work(work.task(), &[panel])?;
    asked.again(seat, disk, console)
}

/// Why a type of agent is none that a client hands over; none when it may be.
fn misfit(agent: &str) -> Option<&'static str> {
    match () {
        () if agent.len() > 200 => Some("it is longer than 200 bytes"),
        () if agent.contains(['/', '\\']) || agent.contains("..") => Some("it is a path"),
        () if agent.chars().any(char::is_control) => Some("there is a control character in it"),
        () => None,
    }
}

/// The work that an answer belongs to, of those in which its agent has a seat: the one whose mark it bears, or the one that
/// still waits for it.
pub(in crate::cli) fn the_one<'w, 's>(
    seated: &'s [(&'w Work, String)],
    message: &str,
    disk: &dyn Writer,
) -> Result<Option<(&'w Work, &'s str)>, Diagnostic> {
    if let [] | [_] = seated {
        return Ok(seated.first().map(|(work, seat)| (*work, seat.as_str())));
    }
    let marked = seated.iter().filter(|(work, _)| message.contains(&work.open.round.mark));
    let marked: Vec<_> = marked.collect();
    let waits = seated.iter().filter(|(work, seat)| {
        let file = file_of(work, seat).map(|file| work.open.rounds.folder.join(file));
        file.is_some_and(|file| disk.kind(&file).is_err())
    });
    let waits: Vec<_> = waits.collect();
    match (marked.as_slice(), waits.as_slice()) {
        ([only], _) | ([], [only]) => Ok(Some((only.0, only.1.as_str()))),
        _ => Err(several(seated)),
    }
}

fn file_of<'w>(work: &'w Work, seat: &str) -> Option<&'w str> {
    work.open.round.seats.iter().find(|own| own.name == seat).map(|own| own.file.as_str())
}

/// Writes the answer in the place of the report. One that can be read stays, unless what is said now is worse: a reviewer
/// takes nothing back within a round, and what it says of a report that it wrote itself is no report. Gives whether it was
/// written.
pub(in crate::cli) fn keep(
    works: &Works,
    (work, seat): (&Work, &str),
    message: &str,
    disk: &dyn Writer,
    console: &Console,
) -> Result<bool, Diagnostic> {
    let rounds = &work.open.rounds;
    let Some(file) = file_of(work, seat) else { return Ok(false) };
    let _held = lock(rounds, disk, console)?;
    let panel = works.panel(work);
    let options = options_of(panel.as_ref());
    let before = written(disk, &rounds.folder, file, &options);
    if let Some((text, was)) = &before
        && work.open.round.outdated(text, crate::round::Written::Unknown).is_none()
        && outcome(message.as_bytes(), file, &options).is_none_or(|now| now <= *was)
    {
        return Ok(false);
    }
    let must_end = panel.is_some_and(|panel| panel.require_end);
    let text = with_mark(message, &work.open.round.mark, must_end, &|text| {
        outcome(text.as_bytes(), file, &options)
    });
    write_atomic(disk, &Place::Beside(rounds.folder.join(file)), &text, "report")?;
    Ok(true)
}

/// An answer as a report, with the mark of its round. JSON has no room for a line of one's own, so it is put into a fence,
/// where that says the same.
fn with_mark(
    message: &str,
    mark: &str,
    must_end: bool,
    outcome: &dyn Fn(&str) -> Option<Outcome>,
) -> String {
    let whole = format!("{}\n", message.trim_end_matches('\n'));
    if bears_a_mark(message.as_bytes()) {
        return whole;
    }
    if serde_json::from_str::<IgnoredAny>(message).is_ok() {
        let fenced = format!("```json\n{whole}```\n\n<!-- {mark} -->\n");
        return if outcome(&fenced) == outcome(&whole) { fenced } else { whole };
    }
    // A report that has to end with its mark was cut off where its reviewer did not write it.
    if must_end { whole } else { format!("{whole}\n<!-- {mark} -->\n") }
}

/// How the reports of a panel are read.
pub(in crate::cli) fn options_of(panel: Option<&Panel>) -> ReadOptions {
    panel.map_or_else(ReadOptions::default, |panel| ReadOptions {
        lexicon: panel.lexicon.clone(),
        formats: panel.formats.clone(),
        kind: panel.kind,
        ..ReadOptions::default()
    })
}

/// A report that is there and can be read, and what it amounts to.
fn written(
    disk: &dyn Writer,
    folder: &Path,
    file: &str,
    options: &ReadOptions,
) -> Option<(Vec<u8>, Outcome)> {
    let bytes = disk.read_inside(folder, Path::new(file), options.limit).ok()?;
    let bytes = bytes.into_bytes(options.limit).ok()?;
    let outcome = outcome(&bytes, file, options)?;
    Some((bytes, outcome))
}

fn outcome(text: &[u8], name: &str, options: &ReadOptions) -> Option<Outcome> {
    let decoded = read(&Source::new(name, text.to_vec()), options);
    decoded.verdicts.iter().filter_map(crate::Verdict::effective).max()
}

/// `agent_type: "../security"`
fn odd_agent(agent: &str, why: &str) -> Diagnostic {
    Diagnostic::error("assize::hook::odd_agent")
        .message(format!("`{}` is not a type of agent: {why}", shown(agent)))
        .help("nothing was kept of what it said; name agents by letters, digits and `-`")
}

/// `qa` sits in the rounds of two works
fn several(seated: &[(&Work, String)]) -> Diagnostic {
    let named: Vec<String> =
        seated.iter().map(|(work, _)| format!("`{}`", shown(work.task()))).collect();
    Diagnostic::error("assize::hook::several_works")
        .message(format!("the answer may be about {}, and says of none that it is", named.join(" and ")))
        .help("put the mark of the round into the prompt of each reviewer: `assize contract FORMAT --task TASK`")
}
