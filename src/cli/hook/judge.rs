//! What the gate says to an event, asked in the folder that it happens in.

use std::path::Path;

use clap::Args;

use super::super::console::Console;
use super::super::gate::{Gate, in_words};
use super::super::inputs::current_dir;
use super::super::{NO_ANSWER, of_work};
use super::deposit;
use super::event::{Asked, Reply, bounded};
use super::hold::{HELD, Held, held};
use super::works::{Work, Works};
use super::{QUESTION, relative};
use crate::docket::{CellRef, State};
use crate::emit::text::{self, TextOptions};
use crate::host::{self, Contents, Writer, shown, standard_input};
use crate::ruling::Ruling;
use crate::{Diagnostic, Diagnostics, Outcome};

/// How often a round that is shut sends its agent on, where nothing else is said.
const ATTEMPTS: u32 = 3;

/// Reads a question from standard input, and prints the answer.
pub(super) fn run(disk: &dyn Writer, console: &Console) -> u8 {
    let question = match standard_input(QUESTION) {
        Ok(Contents::Whole(question)) => question,
        _ => return NO_ANSWER,
    };
    let Ok(asked) = serde_json::from_slice::<Asked>(&question) else { return NO_ANSWER };
    let reply = answer(&asked, disk, console).unwrap_or_else(|reason| {
        let why = in_words(&reason);
        console.say(&why);
        asked.failed(&bounded(&why, "`assize doctor`"))
    });
    match serde_json::to_string(&reply) {
        Ok(reply) => console.answer(&reply, 0),
        Err(_) => NO_ANSWER,
    }
}

fn answer(asked: &Asked, disk: &dyn Writer, console: &Console) -> Result<Reply, Diagnostics> {
    match asked {
        Asked::Nothing => Ok(Reply::Go),
        Asked::Tool { lines } => tool(lines, disk, console),
        Asked::Release { held } => release(held, &Works::find(disk)?, disk, console),
        Asked::Stop { session, again, at_work } => {
            let works = Works::find(disk)?;
            stop(&works, (session.as_deref(), *again, *at_work), disk, console)
        }
        Asked::Answer { session, agent, message, .. } => {
            let answer = (session.as_deref(), agent.as_str(), message.as_deref());
            deposit::answer(&Works::find(disk)?, answer, disk, console)
        }
    }
}

/// What the gate of a work says, and the text of it for a model.
pub(in crate::cli) struct Judged {
    pub(in crate::cli) ruling: Ruling,
    pub(in crate::cli) text: String,
}

impl Judged {
    pub(in crate::cli) fn of(work: &Work, ruling: Ruling) -> Self {
        let open = ruling.opening().is_some();
        let mut text = format!(
            "The gate of `{}`, round {}, is {}.\n\n",
            shown(work.task()),
            work.open.round.round,
            if open { "open" } else { "shut" }
        );
        text += &text::ruling(&ruling, &TextOptions { color: false, ..TextOptions::default() });
        if !open {
            text += &next(work, &ruling);
        }
        Self { ruling, text }
    }

    pub(in crate::cli) fn is_open(&self) -> bool {
        self.ruling.opening().is_some()
    }

    /// `fail: a reviewer failed the change`
    fn in_brief(&self) -> String {
        format!("{}: {}", self.ruling.outcome(), self.ruling.rule_name())
    }
}

/// What to do about a gate that is shut.
fn next(work: &Work, ruling: &Ruling) -> String {
    let task = shown(work.task());
    let begin = format!("`assize begin {}`", super::super::open_round::in_shell(&task));
    match (&work.moved, ruling.outcome()) {
        (Some(why), _) => format!(
            "\nThe work has moved on since it was reviewed ({}). Begin a round for it as it is now: {begin}, and have its \
             reviewers answer.\n",
            shown(why)
        ),
        (None, Outcome::Fail) => format!(
            "\nFix what is found, commit it, begin the next round: {begin}, and have its reviewers answer again.\n"
        ),
        _ => format!(
            "\nHave the reviewers answer who are missing or asked again above; each report belongs into `{}`.\n",
            relative(&work.open.rounds.folder).display()
        ),
    }
}

/// A command that judges a work, as its round and `assize.kdl` say it.
pub(in crate::cli) fn asked_of<Asked: Args>(
    work: &Work,
    works: &Works,
) -> Result<Asked, Diagnostic> {
    let panel = format!("--panel={}", work.open.round.panel);
    let wait = works.rules.wait.map(|wait| format!("--wait={wait}"));
    of_work(work.task(), &[Some(panel), wait].into_iter().flatten().collect::<Vec<_>>())
}

fn gate_of(work: &Work, works: &Works) -> Result<Gate, Diagnostic> {
    asked_of(work, works)
}

/// Whether the reviewers of a round have time left.
fn has_time(work: &Work, works: &Works) -> bool {
    let left = |wait| work.open.round.seconds_left(host::nanoseconds(), wait);
    work.moved.is_none() && works.rules.wait.and_then(left).is_some()
}

/// A turn ends: it may, where nothing was begun, where an agent is still at work, and where the gate is open.
fn stop(
    works: &Works,
    (session, again, at_work): (Option<&str>, bool, bool),
    disk: &dyn Writer,
    console: &Console,
) -> Result<Reply, Diagnostics> {
    let concerned = works.concerned();
    if concerned.is_empty() || at_work {
        return Ok(Reply::Go);
    }
    let mut shut = Vec::new();
    for work in concerned {
        let (rounds, number) = (&work.open.rounds, work.open.round.round);
        // What was open, and is not about the work as it is now, is over: nothing is under way.
        if work.moved.is_some() && rounds.judged(disk, number)?.is_some_and(|judged| judged.open) {
            continue;
        }
        let ruling = gate_of(work, works)?.settle(disk, console)?;
        // Not `awaited`: a policy that has a reviewer asked again says that of it, too.
        let lacks = |cell: CellRef<'_>| cell.stake().counts() && cell.state() == State::Missing;
        let waits = has_time(work, works) && ruling.docket().cells().any(lacks);
        let judged = Judged::of(work, ruling);
        if !judged.is_open() && !waits {
            shut.push((work, judged));
        }
    }
    if shut.is_empty() {
        return Ok(Reply::Go);
    }
    let most = works.rules.attempts.unwrap_or(ATTEMPTS);
    let mut blocks = false;
    for (work, judged) in &shut {
        let (rounds, number) = (&work.open.rounds, work.open.round.round);
        let _held = deposit::lock(rounds, disk, console)?;
        let mut hooked = rounds.hooked(disk, number)?;
        hooked.join(session);
        if hooked.blocked < most {
            hooked.blocked += 1;
            hooked.ended = None;
            blocks = true;
        } else {
            hooked.ended = Some(judged.in_brief());
        }
        rounds.keep_hooked(disk, number, &hooked)?;
    }
    let texts: Vec<&str> = shut.iter().map(|(_, judged)| judged.text.as_str()).collect();
    let text = in_bounds(&texts.join("\n"), &shut);
    Ok(match blocks {
        true => Reply::Block(text),
        false => {
            let times = if again { " once more" } else { "" };
            Reply::End(bounded(
                &format!(
                    "The turn ends{times} with the gate shut: its round has sent the agent on as often as it may ({most}).\n\n{text}"
                ),
                "`assize gate TASK`",
            ))
        }
    })
}

fn in_bounds(text: &str, shut: &[(&Work, Judged)]) -> String {
    let tasks: Vec<String> =
        shut.iter().map(|(work, _)| format!("`assize gate {}`", shown(work.task()))).collect();
    bounded(text, &format!("{} says all of it", tasks.join(", ")))
}

/// Command lines that are about to run: what is held of them, here and in other folders.
fn tool(lines: &[String], disk: &dyn Writer, console: &Console) -> Result<Reply, Diagnostics> {
    let works = match Works::rules(disk) {
        Ok(works) => works,
        // An agent that may run nothing at all could not mend them.
        Err(wrong) if held_anyway(lines)? => return Err(wrong),
        Err(_) => return Ok(Reply::Go),
    };
    let list = works.rules.hold.clone().unwrap_or_else(|| HELD.map(str::to_owned).to_vec());
    let mut all = Vec::new();
    for line in lines {
        all.extend(held(line, works.here(), &list).map_err(|_| too_involved())?);
    }
    if all.is_empty() {
        return Ok(Reply::Go);
    }
    let works = works.with_rounds(disk)?;
    let place = |folder: &Path| disk.resolve(folder).ok();
    let own = place(works.here());
    for found in &mut all {
        let here = found.folders.iter().any(|folder| place(folder) == own);
        if here || found.unknown.is_some() {
            let reply = release(found, &works, disk, console)?;
            if reply != Reply::Go {
                return Ok(reply);
            }
        }
        found.folders.retain(|folder| place(folder) != own);
    }
    all.retain(|found| !found.folders.is_empty());
    Ok(if all.is_empty() { Reply::Go } else { Reply::Elsewhere(all) })
}

/// Whether one of the commands runs that are held where rules say nothing, or cannot be read.
fn held_anyway(lines: &[String]) -> Result<bool, Diagnostic> {
    let (here, list) = (current_dir()?, HELD.map(str::to_owned));
    Ok(lines.iter().any(|line| held(line, &here, &list).map_or(true, |found| !found.is_empty())))
}

/// Whether a held command may run here: every round for what is checked out is open, and it sends nothing else.
fn release(
    held: &Held,
    works: &Works,
    disk: &dyn Writer,
    console: &Console,
) -> Result<Reply, Diagnostics> {
    let command = shown(&held.command);
    let refuse = |why: String| Ok(Reply::Block(format!("`{command}` is held. {why}")));
    if let Some(why) = &held.unknown {
        return refuse(format!(
            "It cannot be known whether it sends only what was reviewed: {}.\n",
            shown(why)
        ));
    }
    let concerned = works.concerned();
    let covering = concerned.iter().filter(|work| work.moved.is_none());
    let covering: Vec<&Work> = covering.copied().collect();
    let now = shown(works.checked_out());
    let Some(first) = covering.first() else {
        let last = concerned.first().map(|work| {
            let why = work.moved.as_deref().unwrap_or_default();
            format!(
                " The last one, round {} of `{}`, is about earlier work: {}.",
                work.open.round.round,
                shown(work.task()),
                shown(why)
            )
        });
        return refuse(format!(
            "No round of review covers what is checked out, {now}.{} Begin one: `assize begin TASK`, and have its reviewers answer.\n",
            last.unwrap_or_default()
        ));
    };
    let head = host::commit_of_work(works.here(), "HEAD");
    for source in &held.sources {
        if host::commit_of_work(works.here(), source) != head || head.is_none() {
            return refuse(format!(
                "It sends `{}`, and the round of `{}` is for what is checked out, {now}. Check that out, and begin a round for it.\n",
                shown(source),
                shown(first.task())
            ));
        }
    }
    let mut shut = Vec::new();
    for work in &covering {
        let judged = Judged::of(work, gate_of(work, works)?.peek(disk, console)?);
        if !judged.is_open() {
            shut.push((*work, judged));
        }
    }
    if shut.is_empty() {
        return Ok(Reply::Go);
    }
    let texts: Vec<&str> = shut.iter().map(|(_, judged)| judged.text.as_str()).collect();
    Ok(Reply::Block(in_bounds(&format!("`{command}` is held. {}", texts.join("\n")), &shut)))
}

/// A line of a megabyte, or one inside of another inside of another
fn too_involved() -> Diagnostic {
    Diagnostic::error("assize::hook::too_involved")
        .message("the command line is too long or too deep to tell what it runs")
        .help("run it in parts; write what is long to a file first")
}
