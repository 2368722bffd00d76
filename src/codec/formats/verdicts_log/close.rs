//! A disposition for a batch that has none.

use super::append::{about, last_line, log_so_far, options, would_change};
use super::disposition::WORDS;
use super::mistakes;
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::Read;
use crate::ir::{Decoded, Diagnostic, Diagnostics, Outcome, Subject, Verdict};
use crate::source::Source;

/// As [`crate::codec::close_batch`] says, with what stands above the formats handed down.
pub(in crate::codec) fn close(
    log: &Source,
    name: &str,
    word: &str,
    read: Read,
) -> Result<String, Diagnostics> {
    let told = |item| about(log, item);
    let (text, before) = log_so_far(log, read)?;
    if !text.is_empty() && !text.ends_with('\n') {
        return Err(told(mistakes::no_line_end(last_line(text))));
    }
    let open = batch_of(&before, name).map_err(told)?;
    let says = WORDS.iter().find(|(known, _)| *known == word).map(|(_, outcome)| *outcome);
    let Some(says) = says else { return Err(told(would_change())) };
    let at = place_in(text, &before, open);
    let gap = if text[..at].ends_with("\n\n") { "" } else { "\n" };
    let below = if at == text.len() { "" } else { "\n" };
    let out = format!("{}{gap}### Disposition\n{word}\n{below}{}", &text[..at], &text[at..]);

    let after = read(&Source::new(log.name(), out.as_str()), &options());
    let closed = batch_of_any(&after, name);
    let others = |decoded: &Decoded| -> Vec<(Subject, Option<Outcome>)> {
        let others = decoded.verdicts.iter().filter(|verdict| !is_batch(verdict, name));
        others.map(|verdict| (verdict.subject.clone(), verdict.effective())).collect()
    };
    let Some(closed) = closed.filter(|_| others(&before) == others(&after)) else {
        return Err(told(would_change()));
    };
    if closed.stated.is_none_or(|stated| after.text(stated.word) != word) {
        return Err(told(would_change()));
    }
    let comes_to = closed.derived.unwrap_or(says);
    match (says.opens() && comes_to > says) || (says == Outcome::Fail && comes_to.opens()) {
        true => {
            Err(told(mistakes::cannot_close(open.span, name, comes_to, word, instead(comes_to))))
        }
        false => Ok(out),
    }
}

fn is_batch(verdict: &Verdict, name: &str) -> bool {
    matches!(&verdict.subject, Subject::Batch { batch, run: None } if batch == name)
}

fn batch_of_any<'d>(log: &'d Decoded, name: &str) -> Option<&'d Verdict> {
    log.verdicts.iter().find(|verdict| is_batch(verdict, name))
}

/// The one batch of a name that is still open.
fn batch_of<'d>(log: &'d Decoded, name: &str) -> Result<&'d Verdict, Diagnostic> {
    let mut found = log.verdicts.iter().filter(|verdict| is_batch(verdict, name));
    match (found.next(), found.next()) {
        (Some(_), Some(again)) => Err(mistakes::several(again.span, name)),
        (Some(batch), None) => match batch.stated {
            Some(stated) => Err(mistakes::is_closed(stated.word, name, &log.text(stated.word))),
            None => Ok(batch),
        },
        (None, _) => {
            let known = log.verdicts.iter().filter_map(|verdict| match &verdict.subject {
                Subject::Batch { batch, run: None } => Some(batch.as_str()),
                _ => None,
            });
            Err(no_batch(name, &known.collect::<Vec<_>>()))
        }
    }
}

/// Where the disposition of a batch belongs: above what it tracks and what was resolved, else at its end.
fn place_in(text: &str, log: &Decoded, open: &Verdict) -> usize {
    let line_of = |at: u32| {
        let at = at as usize;
        text[..at].rfind('\n').map_or(0, |end| end + 1)
    };
    let own = |at: &u32| *at > open.span.start;
    let headings = log
        .verdicts
        .iter()
        .filter(|verdict| matches!(&verdict.subject, Subject::Batch { run: None, .. }));
    let next = headings.map(|verdict| verdict.span.start).filter(own).min();
    let is_follow_up = |title: &str| {
        let title = title.to_ascii_lowercase();
        ["tracked", "resolved"].iter().any(|word| title.starts_with(word))
    };
    let titles = open.members.iter().filter(|member| is_follow_up(&log.text(member.name)));
    let follow_up = titles.map(|member| member.name.start).filter(own).min();
    follow_up.or(next).map_or(text.len(), line_of)
}

/// How to close a batch with an outcome.
fn instead(comes_to: Outcome) -> &'static str {
    match comes_to {
        Outcome::Fail => "close it as `NO-GO-FIXED`, `SPEC-UPDATE-CASCADED` or `ESCALATED`",
        Outcome::Warn => "close it as `CONDITIONAL-TRACKED`, `CONDITIONAL-FIXED` or `ESCALATED`",
        Outcome::Hold => "close it as `ESCALATED`: a person decides",
        Outcome::Pass => "close it as `GO-ACCEPTED`",
    }
}

mistake_rows! {
    /// `assize sdd close B9`
    error "assize::write::no_batch" no_batch(name: &str, known: &[&str])
        [known = if known.is_empty() { "there is no batch in it yet".to_owned() } else { format!("it has {}", known.join(", ")) }]
        "the log has no batch `{name}`", "{known}";
}
