//! Who submitted nothing, and why: `--absent`, `--excuse`.

use clap::Args;

use crate::Absence;
use crate::host::SaidAbsent;
use crate::ir::open::says_something;
use crate::source::composed;

/// Who submitted nothing, and why.
#[derive(Args, Clone, Debug)]
pub(super) struct AbsentArgs {
    /// What became of a seat that submitted nothing: `missing`, or with a reason `errored`, `stale`,
    /// `awaiting`; may be repeated
    #[arg(long, value_name = "SEAT=STATE:REASON", value_parser = absent, help_heading = "Seats")]
    absent: Vec<(String, Absence)>,
    /// Go on without a seat that has not spoken, and say why; the gate then opens with `warn` at best
    #[arg(long, value_name = "SEAT=REASON", value_parser = excuse, help_heading = "Seats")]
    excuse: Vec<(String, Absence)>,
}

impl AbsentArgs {
    pub(super) fn told(&self) -> Vec<SaidAbsent> {
        let told = |flag: &'static str, all: &[(String, Absence)]| {
            let one = |(seat, absence): &(String, Absence)| SaidAbsent {
                flag,
                seat: seat.clone(),
                absence: absence.clone(),
            };
            all.iter().map(one).collect::<Vec<_>>()
        };
        [told("--absent", &self.absent), told("--excuse", &self.excuse)].concat()
    }
}

/// `qa=errored:timed out after 240 s`
fn absent(text: &str) -> Result<(String, Absence), String> {
    const SHAPE: &str = "write a seat, `=`, what became of it, `:` and why: `qa=errored:timed out after 240 s`; \
                         or `qa=missing`";
    let (seat, told) = seat(text).ok_or(SHAPE)?;
    let (state, reason) = match told.split_once(':') {
        Some((state, reason)) => (state.trim(), Some(reason.trim())),
        None => (told.trim(), None),
    };
    let why = || {
        let why = reason.filter(|reason| says_something(reason));
        why.map(str::to_owned).ok_or_else(|| format!("say why: `{seat}={state}:REASON`"))
    };
    let absence = match state {
        "missing" if reason.is_none() => Absence::Missing,
        "missing" => return Err(format!("nobody asks why: write `{seat}=missing`")),
        "errored" => Absence::Errored(why()?),
        "stale" => Absence::Stale(why()?),
        "awaiting" => Absence::Awaiting(why()?),
        // What a panel finds out of the change; said by hand it would take a reviewer away at no price.
        "skipped" => {
            return Err(format!(
                "whoever was asked for is not skipped: leave `{seat}` out of `--expect`, write \
                 `--excuse {seat}=REASON`, which opens with `warn` at best, or have a panel say when it sits"
            ));
        }
        "excused" => return Err(format!("write `--excuse {seat}=REASON`")),
        _ => {
            return Err(format!(
                "`{state}` is not one of `missing`, `errored`, `stale`, `awaiting`"
            ));
        }
    };
    Ok((composed(seat).into_owned(), absence))
}

/// `qa=on leave until Monday`
fn excuse(text: &str) -> Result<(String, Absence), String> {
    let (seat, reason) =
        seat(text).ok_or("write a seat, `=` and why: `qa=on leave until Monday`")?;
    match says_something(reason) {
        true => Ok((composed(seat).into_owned(), Absence::Excused(reason.trim().to_owned()))),
        false => Err(format!("say why: `{seat}=REASON`, with letters or digits in it")),
    }
}

fn seat(text: &str) -> Option<(&str, &str)> {
    let (seat, told) = text.split_once('=')?;
    (!seat.trim().is_empty()).then(|| (seat.trim(), told))
}
