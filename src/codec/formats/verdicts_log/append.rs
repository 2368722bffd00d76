//! One batch more for a log that is there.

use super::CODEC;
use super::section::is_time;
use super::write::{Written, batches, is_one_line};
use crate::codec::ReadOptions;
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
    let about_log = |item| Diagnostics::new(vec![log.clone()], vec![item]);
    let text =
        log.text().map_err(|error| about_log(crate::codec::mistakes::encoding(error, log)))?;
    let options = ReadOptions { format: Some(Format::VerdictsLog), ..ReadOptions::default() };
    let before = read(log, &options);
    if !matches!(before.unreadable, None | Some(Cause::Empty | Cause::NoVerdict)) {
        return Err(Diagnostics::new(before.sources, before.diagnostics));
    }
    for (field, text) in
        [("kind", &header.kind), ("recorded", &header.recorded), ("version", &header.version)]
    {
        let fits = is_one_line(text) && !text.contains('|');
        let right = match field {
            "recorded" => text.is_empty() || is_time(text),
            "version" => {
                text.is_empty()
                    || text.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit())
            }
            _ => !is_time(text) && !text.contains(':'),
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
    let name = format!("B{}", highest(&before).map_or(1, |number| number.saturating_add(1)));
    let Some(one) = written.pop().filter(|_| written.is_empty()) else {
        return Err(told(several_batches()));
    };
    let one = Written { name: &name, ..one };
    let mut out = text.to_owned();
    if !text.is_empty() {
        out.push_str(if text.ends_with('\n') { "\n" } else { "\n\n" });
    }
    one.write(&spoken, Some(header), &mut out).map_err(told)?;

    let after = read(&Source::new(log.name(), out.as_str()), &options);
    let told_by = |decoded: &Decoded| -> Vec<(Option<String>, Option<Outcome>)> {
        let one = |v: &Verdict| (v.subject.clone(), v.effective());
        let all = decoded.verdicts.iter().map(one);
        all.map(|(subject, outcome)| (run_of(&subject), outcome)).collect()
    };
    let kept = told_by(&after).starts_with(&told_by(&before));
    let new = |subject: &Subject| matches!(subject, Subject::Batch { batch, .. } if *batch == name);
    let worst = |decoded: &Decoded, which: &dyn Fn(&Subject) -> bool| {
        let chosen = decoded.verdicts.iter().filter(|verdict| which(&verdict.subject));
        chosen.filter_map(Verdict::effective).max()
    };
    match kept && worst(&after, &new) == worst(batch, &|_| true) {
        true => Ok(out),
        false if out.starts_with(&format!("{text}\n\n")) && !text.ends_with('\n') => {
            Err(about_log(no_line_end(text)))
        }
        false => Err(told(would_change())),
    }
}

fn run_of(subject: &Subject) -> Option<String> {
    match subject {
        Subject::Batch { batch, run } => Some(format!("{batch} {}", run.as_deref().unwrap_or(""))),
        _ => None,
    }
}

/// The highest number of a batch: 7 of `B3` and `W2-B7`.
fn highest(log: &Decoded) -> Option<u64> {
    let numbers = log.verdicts.iter().filter_map(|verdict| match &verdict.subject {
        Subject::Batch { batch, .. } => batch.rsplit_once('B').map(|(_, number)| number),
        _ => None,
    });
    numbers.map(|number| number.parse().unwrap_or(u64::MAX)).max()
}

/// `recorded: "yesterday"`
fn no_field(field: &str, text: &str) -> Diagnostic {
    Diagnostic::error("assize::write::no_field")
        .message(format!("`{text}` cannot be the `{field}` in the heading of a batch"))
        .help("give a kind such as `design`, a time such as `2026-05-04T09:12:00Z`, a version such as `1.2.0`")
}

/// A source without a verdict
fn nothing_to_append() -> Diagnostic {
    Diagnostic::error("assize::write::nothing_to_append")
        .message("there is no verdict to append")
        .help("read it with `assize parse` to see why")
}

/// A whole log where one batch is wanted
fn several_batches() -> Diagnostic {
    Diagnostic::error("assize::write::several_batches")
        .message("there is more than one batch to append")
        .help("append them one by one")
}

/// `NO-GO-FIX`, the last line of a log
fn no_line_end(text: &str) -> Diagnostic {
    let last = text.rfind('\n').map_or(0, |at| at + 1);
    Diagnostic::error("assize::write::no_line_end")
        .message("the last line of the log has no line end, so that it may have been cut off")
        .label(Span::new(last, text.len()), "is the line complete?")
        .help("finish the last line, end it with a line end, then append again")
}

/// A log whose last lines would swallow the batch
fn would_change() -> Diagnostic {
    Diagnostic::error("assize::write::would_change")
        .message("with this batch the log would be read differently")
        .help("look at the end of the log: a batch must not be inside something else")
}
