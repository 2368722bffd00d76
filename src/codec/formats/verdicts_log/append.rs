//! One batch more for a log that is there.

use super::CODEC;
use super::grammar::{self, Rule};
use super::mistakes;
use super::write::{Written, batches, is_one_line};
use crate::codec::ReadOptions;
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::{EncodeInput, Part, Read, not_held};
use crate::ir::{Cause, Decoded, Diagnostic, Diagnostics, Format, Outcome, Subject, Verdict};
use crate::source::{Source, Span};

/// The heading of a batch that [`append_batch`](crate::codec::append_batch) adds. What is empty is left out.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BatchHeader {
    /// Which kind of review: `design`.
    pub kind: String,
    /// When it was: `2026-05-04T09:12:00Z`. The time is the host's; nothing here reads a clock.
    pub recorded: String,
    /// Which version was reviewed: `1.2.0`.
    pub version: String,
}

/// As [`crate::codec::append_batch`] says, with what stands above the formats handed down.
pub(in crate::codec) fn append(
    log: &Source,
    batch: &Decoded,
    header: &BatchHeader,
    drop: &[Part],
    read: Read,
) -> Result<String, Diagnostics> {
    let told = |item| Diagnostics::new(batch.sources.clone(), vec![item]);
    let (text, before) = log_so_far(log, read)?;
    for (field, text) in
        [("kind", &header.kind), ("recorded", &header.recorded), ("version", &header.version)]
    {
        let fits = is_one_line(text) && !text.contains('|');
        let right = match field {
            "recorded" => text.is_empty() || grammar::begins(Rule::time, text),
            "version" => {
                text.is_empty()
                    || text.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit())
            }
            _ => !grammar::begins(Rule::time, text) && !text.contains(':'),
        };
        if !fits || !right {
            return Err(told(no_field(field, text)));
        }
    }
    if batch.verdicts.is_empty() {
        return Err(told(nothing_to_append()));
    }
    let wrong = not_held(&batch.verdicts, Format::VerdictsLog, CODEC.holds, drop);
    if !wrong.is_empty() {
        return Err(Diagnostics::new(batch.sources.clone(), wrong));
    }
    let Decoded { sources, verdicts, .. } = batch;
    let spoken = EncodeInput { sources, verdicts, dropped: drop, read };
    let mut written =
        batches(spoken.verdicts).map_err(|items| Diagnostics::new(batch.sources.clone(), items))?;
    let name = next_name(&before).map_err(|last| about(log, last))?;
    let Some(one) = written.pop().filter(|_| written.is_empty()) else {
        return Err(told(several_batches()));
    };
    let one = Written { name: &name, ..one };
    let mut out = begun(text);
    one.write(&spoken, Some(header), &mut out).map_err(told)?;

    let (kept, came_to) = read_again(log, &out, &before, &name, read);
    let worst = batch.verdicts.iter().filter_map(Verdict::effective).max();
    if kept && came_to == worst { Ok(out) } else { Err(changed(log, text)) }
}

/// As [`append`], of a batch that is written already: `batch` gives its text under the name that it gets. What is read of
/// it must come to `outcome`, or to something worse. Gives the log, and the name.
#[cfg(feature = "host")]
pub(in crate::codec) fn append_text(
    log: &Source,
    batch: &dyn Fn(&str) -> String,
    outcome: Outcome,
    read: Read,
) -> Result<(String, String), Diagnostics> {
    let (text, before) = log_so_far(log, read)?;
    let title = |line: &str| line.starts_with('#') || line.starts_with("<!--");
    let first = text.lines().find(|line| !line.trim().is_empty());
    if before.verdicts.is_empty() && !first.is_none_or(title) {
        let first = line_at(text, text.len() - text.trim_start().len());
        return Err(about(log, mistakes::not_a_log(first)));
    }
    if !text.is_empty() && !text.ends_with('\n') {
        return Err(changed(log, text));
    }
    let name = next_name(&before).map_err(|last| about(log, last))?;
    let mut out = begun(text);
    out.push_str(&batch(&name));
    let (kept, came_to) = read_again(log, &out, &before, &name, read);
    if kept && came_to >= Some(outcome) { Ok((out, name)) } else { Err(changed(log, text)) }
}

pub(super) fn about(log: &Source, mistake: Diagnostic) -> Diagnostics {
    Diagnostics::new(vec![log.clone()], vec![mistake])
}

pub(super) fn options() -> ReadOptions {
    ReadOptions { format: Some(Format::VerdictsLog), ..ReadOptions::default() }
}

/// The text of a log, and what is in it.
pub(super) fn log_so_far(log: &Source, read: Read) -> Result<(&str, Decoded), Diagnostics> {
    let text =
        log.text().map_err(|error| about(log, crate::codec::mistakes::encoding(error, log)))?;
    let before = read(log, &options());
    match before.unreadable {
        None | Some(Cause::Empty | Cause::NoVerdict) => Ok((text, before)),
        Some(_) => Err(Diagnostics::new(before.sources, before.diagnostics)),
    }
}

/// `B4` where the highest number of a batch is 3: of `B3`, of `W2-B3`.
fn next_name(log: &Decoded) -> Result<String, Diagnostic> {
    let numbers = log.verdicts.iter().filter_map(|verdict| match &verdict.subject {
        Subject::Batch { batch, .. } => batch.rsplit_once('B').map(|(_, number)| number),
        _ => None,
    });
    let highest: Option<u64> = numbers.map(|number| number.parse().unwrap_or(u64::MAX)).max();
    let next = highest.unwrap_or(0).checked_add(1).ok_or_else(no_number_left)?;
    Ok(format!("B{next}"))
}

/// The log, up to where the next batch begins.
fn begun(text: &str) -> String {
    let gap = match text {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    format!("{text}{gap}")
}

/// Whether a longer log says of its batches what it said before, and the outcome of the new one.
fn read_again(
    log: &Source,
    out: &str,
    before: &Decoded,
    name: &str,
    read: Read,
) -> (bool, Option<Outcome>) {
    let after = read(&Source::new(log.name(), out), &options());
    let told_by = |decoded: &Decoded| -> Vec<(Subject, Option<Outcome>)> {
        let batches = decoded.verdicts.iter();
        batches.map(|v| (v.subject.clone(), v.effective())).collect()
    };
    let kept = told_by(&after).starts_with(&told_by(before));
    let new = |verdict: &&Verdict| matches!(&verdict.subject, Subject::Batch { batch, .. } if batch == name);
    (kept, after.verdicts.iter().filter(new).filter_map(Verdict::effective).max())
}

/// Why a log may not be made longer.
fn changed(log: &Source, text: &str) -> Diagnostics {
    let why = match text.is_empty() || text.ends_with('\n') {
        true => would_change(),
        false => mistakes::no_line_end(last_line(text)),
    };
    about(log, why)
}

/// The last line of a text.
pub(super) fn last_line(text: &str) -> Span {
    line_at(text, text.rfind('\n').map_or(0, |at| at + 1))
}

/// What is left of a line from a place in it.
fn line_at(text: &str, first: usize) -> Span {
    Span::new(first, text[first..].find('\n').map_or(text.len(), |at| first + at))
}

/// A log whose last lines would swallow the batch
pub(super) fn would_change() -> Diagnostic {
    Diagnostic::error("assize::write::would_change")
        .message("with this batch the log would be read differently")
        .help("look at the end of the log: a batch must not be inside something else")
}

mistake_rows! {
    /// `recorded: "yesterday"`
    error "assize::write::no_field" no_field(field: &str, text: &str)
        "`{text}` cannot be the `{field}` in the heading of a batch",
        "give a kind such as `design`, a time such as `2026-05-04T09:12:00Z`, a version such as `1.2.0`";
    /// `B18446744073709551615`
    error "assize::write::no_number_left" no_number_left()
        "a batch of the log has a number after which there is none", "look at the headings of the log: batches are counted from `B1`";
    /// A source without a verdict
    error "assize::write::nothing_to_append" nothing_to_append()
        "there is no verdict to append", "read it with `assize parse` to see why";
    /// A whole log where one batch is wanted
    error "assize::write::several_batches" several_batches()
        "there is more than one batch to append", "append them one by one";
}
