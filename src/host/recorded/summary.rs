//! What the summary of a recorded round says of it: who sat, in which round, and what it came to.

use std::path::Path;

use crate::docket::Absence;
use crate::host::{Files, Limits, SUMMARY};
use crate::ir::{Member, Outcome, Stake, Subject, Verdict};
use crate::source::text_of;
use crate::{Decoded, Diagnostic, Diagnostics, ReadOptions, Source, read};

use super::RecordedAs;

/// What a summary says of its round.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    /// Which round it was.
    pub(super) round: u32,
    /// What it came to; none where there was no ruling.
    pub(super) ruled: Option<RecordedAs>,
    /// Who was expected.
    pub(super) seats: Vec<SummarySeat>,
}

/// What a summary says of a seat.
#[derive(Clone, Debug)]
pub(super) struct SummarySeat {
    pub(super) name: String,
    pub(super) stake: Stake,
    /// Why it had nothing to say, where it wrote nothing.
    pub(super) absence: Option<Absence>,
}

/// The summary that lies in the folder of a round, if there is one.
pub(super) fn summary_in(
    files: &dyn Files,
    folder: &Path,
    options: &ReadOptions,
    limits: &Limits,
) -> Result<Option<Summary>, Diagnostics> {
    let opened = match files.read_inside(folder, Path::new(SUMMARY), limits.bytes) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(not_usable(&error.to_string()).into()),
        Ok(opened) => opened,
    };
    let Ok(bytes) = opened.into_bytes(limits.bytes) else {
        return Err(not_usable("it is too large").into());
    };
    let source = Source::new(SUMMARY, bytes);
    // How reports are to be written says nothing about it.
    let options = options.clone().format(None).formats([]);
    let mut decoded = read(&source, &options);
    if decoded.unreadable.is_some() {
        let mut wrong = Diagnostics::from(not_usable("it is not what a gate writes"));
        let told = std::mem::take(&mut decoded.diagnostics);
        wrong.absorb(Diagnostics::new(decoded.sources, told));
        return Err(wrong);
    }
    said(&decoded).map(Some).ok_or_else(|| not_usable("it is not whole").into())
}

/// None where something is missing that every summary has.
fn said(decoded: &Decoded) -> Option<Summary> {
    let (gate, reviewers) = decoded.verdicts.split_first()?;
    let text = |span| text_of(&decoded.sources, span).into_owned();
    let named = |verdict: &Verdict, name: &str| {
        let is = |member: &&Member| text_of(&decoded.sources, member.name) == name;
        verdict.members.iter().find(is).map(|member| text(member.text))
    };
    // It stands last, so that one without it was cut off.
    named(gate, "recorded")?;
    let stated = gate.stated?;
    let ruled = match text(stated.word).as_str() {
        "error" | "pending" => None,
        _ => Some(RecordedAs {
            outcome: stated.outcome,
            policy: named(gate, "policy")?,
            sha256: named(gate, "sha256")?,
        }),
    };
    let mut seats: Vec<SummarySeat> = Vec::new();
    for reviewer in reviewers {
        let Subject::Reviewer(_) = &reviewer.subject else { continue };
        let name = text(reviewer.reviewer?);
        let stake =
            named(reviewer, "stake").map_or(Some(Stake::Required), |word| word.parse().ok());
        // Whoever nobody expected is no seat.
        let Some(stake) = stake.filter(|stake| *stake != Stake::Unexpected) else { continue };
        if seats.iter().all(|seat| seat.name != name) {
            let wrote = named(reviewer, "sha256").is_some();
            let word = reviewer.stated.map(|stated| text(stated.word)).unwrap_or_default();
            let absence = absence(&word).filter(|_| !wrote);
            seats.push(SummarySeat { name, stake, absence });
        }
    }
    let round = named(gate, "round").and_then(|round| round.parse().ok()).unwrap_or(1);
    Some(Summary { round, ruled, seats })
}

/// What a seat that wrote nothing was called.
fn absence(state: &str) -> Option<Absence> {
    let why = || "as the summary of the round says".to_owned();
    Some(match state {
        "errored" => Absence::Errored(why()),
        "stale" => Absence::Stale(why()),
        "skipped" => Absence::Skipped(why()),
        "excused" => Absence::Excused(why()),
        _ => return None,
    })
}

/// A summary that was cut off, or is not one
fn not_usable(why: &str) -> Diagnostic {
    Diagnostic::error("assize::host::recorded_summary")
        .message(format!("its `{SUMMARY}` cannot be used: {why}"))
        .help("it says who sat and what was decided; without it the round is judged by its reports alone")
}

/// Whether an outcome was only capped because no one was expected by name, which a summary does not say.
pub(super) fn may_be_capped(recorded: Outcome, now: Outcome) -> bool {
    (recorded, now) == (Outcome::Warn, Outcome::Pass)
}
