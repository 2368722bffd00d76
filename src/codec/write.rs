//! From verdicts to text: what a format can hold, and what it cannot.

use super::ReadOptions;
use super::formats::codec;
#[cfg(feature = "host")]
use super::formats::verdicts_log;
use super::formats::verdicts_log::{BatchHeader, append};
use super::read::read;
use super::render::{EncodeInput, Part, cannot_hold, not_held};
use crate::codec::mistakes::mistake_rows;
use crate::ir::{Decoded, Diagnostic, Diagnostics, Format, Verdict};
use crate::source::{Source, Span};

/// How to write verdicts.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Parts that may be left out where the format cannot hold them.
    pub drop: Vec<Part>,
}

/// Writes what was read in another format.
///
/// ```
/// use assize::codec::WriteOptions;
/// use assize::{Format, ReadOptions, Source, read, write};
/// let options = ReadOptions::default();
/// let text = "verdict: pass\nconfidence: high\n";
/// let decoded = read(&Source::new("qa.md", text), &options);
/// let block = write(&decoded, Format::YamlBlock, &WriteOptions::default())?;
/// assert!(block.starts_with("```yaml\nverdict: pass\nconfidence: high\n"));
/// # Ok::<(), assize::Diagnostics>(())
/// ```
///
/// # Errors
///
/// What was read is no verdict, the format cannot be written, cannot hold a part of the verdict
/// that [`WriteOptions::drop`] does not name, or would be read as something else.
pub fn write(decoded: &Decoded, to: Format, options: &WriteOptions) -> Result<String, Diagnostics> {
    let refuse = |items| Err(Diagnostics::new(decoded.sources.clone(), items));
    let codec = codec(to);
    let Some(encode) = codec.encode else { return refuse(vec![not_written(to)]) };
    if decoded.verdicts.is_empty() {
        return refuse(vec![nothing_to_write(to)]);
    }
    let wrong = not_held(&decoded.verdicts, to, codec.holds, &options.drop);
    if !wrong.is_empty() {
        return refuse(wrong);
    }
    let Decoded { sources, verdicts, .. } = decoded;
    let spoken = EncodeInput { sources, verdicts, dropped: &options.drop, read };
    let text = encode(&spoken).or_else(refuse)?;
    // Found out, as `assize parse` will, and as who asks for this format.
    for format in [None, Some(to)] {
        if let Err(wrong) = same_again(decoded, to, format, &spoken, &text) {
            return refuse(vec![wrong]);
        }
    }
    Ok(text)
}

/// The text of a log with one more batch below the others, whose bytes stay as they are.
///
/// The batch gets the next number: one more than the highest that is there, from `B1`. It holds
/// one verdict with its text, or what was read of one batch of another log.
///
/// ```
/// use assize::codec::{BatchHeader, append_batch};
/// use assize::codec::WriteOptions;
/// use assize::{ReadOptions, Source, read};
/// let options = ReadOptions::default();
/// let verdict = read(&Source::new("auditor.cpf", "VERDICT:GO\nSCOPE:cache\n"), &options);
/// let mut header = BatchHeader::default();
/// header.kind = "design".into();
/// header.recorded = "2026-05-04T09:12:00Z".into();
/// let log = append_batch(&Source::new("verdicts.md", ""), &verdict, &header, &WriteOptions::default())?;
/// assert!(log.starts_with("## [B1] design | 2026-05-04T09:12:00Z\n"));
/// assert!(log.ends_with("### Disposition\nGO-ACCEPTED\n"));
/// # Ok::<(), assize::Diagnostics>(())
/// ```
///
/// # Errors
///
/// The log is no text, ends in the middle of something, or would be read as something else with
/// the batch; there is no verdict, or one that a log cannot hold; a field of the heading cannot
/// stand there.
pub fn append_batch(
    log: &Source,
    batch: &Decoded,
    header: &BatchHeader,
    write: &WriteOptions,
) -> Result<String, Diagnostics> {
    append(log, batch, header, &write.drop, read)
}

/// The text of a log with a batch below the others that is written already, and the name of that batch: `batch` is asked for
/// its text under this name. What is read of it comes to `outcome`, or to something worse.
///
/// # Errors
///
/// As [`append_batch`]; and the log holds text that is none.
#[cfg(feature = "host")]
pub(crate) fn append_text(
    log: &Source,
    batch: &dyn Fn(&str) -> String,
    outcome: crate::ir::Outcome,
) -> Result<(String, String), Diagnostics> {
    verdicts_log::append_text(log, batch, outcome, read)
}

/// The text of a log in which a batch that had no disposition has one. Nothing else in it is read differently.
///
/// # Errors
///
/// The log is no text or is cut off; it has no such batch, or one that is closed; the word does not fit what the batch comes
/// to.
#[cfg(feature = "host")]
pub(crate) fn close_batch(log: &Source, batch: &str, word: &str) -> Result<String, Diagnostics> {
    verdicts_log::close(log, batch, word, read)
}

/// Whether what was written is read as verdicts that state the same and come to the same.
fn same_again(
    decoded: &Decoded,
    to: Format,
    format: Option<Format>,
    spoken: &EncodeInput<'_>,
    text: &str,
) -> Result<(), Diagnostic> {
    let kind = decoded.verdicts.first().and_then(|verdict| verdict.kind.as_deref());
    let options = ReadOptions {
        format,
        kind: kind.and_then(|kind| kind.parse().ok()),
        ..ReadOptions::default()
    };
    let again = read(&Source::new("written", text), &options);
    let again = match codec(to).special.unwrap {
        Some(unwrap) => unwrap(decoded, again),
        None => again,
    };
    let told = |decoded: &Decoded| -> Vec<_> {
        let one = |v: &Verdict| (v.subject.clone(), v.effective(), v.findings.len());
        decoded.verdicts.iter().map(one).collect()
    };
    if told(decoded) != told(&again) {
        let at = decoded.verdicts.first().map_or(Span::default(), |verdict| verdict.span);
        return Err(would_change(to, at));
    }
    let lost = decoded.verdicts.iter().zip(&again.verdicts).find_map(|(ours, theirs)| {
        let outcome = |verdict: &Verdict| verdict.stated.map(|stated| stated.outcome);
        let part = if ours.stated.is_some() { Part::Stated } else { Part::Unstated };
        let changed = outcome(ours) != outcome(theirs) && !spoken.drops(part);
        changed.then(|| cannot_hold(to, part, part.place(ours).unwrap_or(ours.span)))
    });
    lost.map_or(Ok(()), Err)
}

/// `convert --to pointer`
fn not_written(to: Format) -> Diagnostic {
    let written = Format::ALL.iter().filter(|format| codec(**format).encode.is_some());
    let listed: Vec<String> = written.map(|format| format!("`{format}`")).collect();
    Diagnostic::error("assize::write::not_written")
        .message(format!("`{to}` is only read, not written"))
        .help(format!("choose one that is written: {}", listed.join(", ")))
}

/// A source without a verdict
fn nothing_to_write(to: Format) -> Diagnostic {
    Diagnostic::error("assize::write::nothing_to_write")
        .message(format!("there is no verdict to write as `{to}`"))
        .help("read it with `assize parse` to see why")
}

mistake_rows! {
    /// What would be read as something else.
    error "assize::write::would_change" would_change(to: Format, at: Span)
        "written as `{to}`, the verdict would be read as another one", at "would come to something else", "choose another format";
}
