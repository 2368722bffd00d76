//! The outcome of a review: its result, its findings, and what else its text says.

use super::block::Block;
use super::chain;
use super::signal::Signal;
use super::statement::bare_tail;
use crate::codec::builder::DecodeLog;
use crate::codec::mistakes::mistake_rows;
use crate::codec::shared::pair::mistakes::{half_quoted, inferred, undecided, unstated};
use crate::codec::shared::pair::{
    REPEATED_LINE, RESULT_NOT_LAST, UNKNOWN, check_agreement, errored,
};
use crate::codec::statements::is_none;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Diagnostic, Finding, Outcome, Profile, Stated};
use crate::source::Span;

/// Why a block has no result that can be used.
pub(super) type Unread = (Cause, Diagnostic);

/// Says the outcome of a block.
pub(super) fn finish_block<'a>(block: &mut Block<'a>, reading: &mut DecodeLog<'a>) {
    if block.unread.is_none() {
        decide(block, reading);
    }
    derive(block, reading);
    if block.unread.is_none() {
        check_agreement(&mut block.verdict, reading);
        check_quotation(block, reading);
    }
}

/// One final `## Result:` decides, and no line like it may disagree. What is written instead of it
/// counts where it is missing; beside it, it counts where it is worse.
fn decide<'a>(block: &mut Block<'a>, reading: &mut DecodeLog<'a>) {
    let official = block.signals.iter().any(|signal| signal.official);
    let mut all = block.signals.clone();
    for signal in all.iter_mut().filter(|signal| !signal.tail.is_empty()) {
        match signal.official == official {
            true => signal.outcome = block.read_tail(reading, *signal),
            false => block.note(bare_tail(signal.tail).span()),
        }
    }
    if block.unread.is_some() {
        return;
    }
    let Some(decides) = all.iter().find(|signal| signal.official == official).copied() else {
        let (cause, diagnostic) = block
            .unread_alias
            .take()
            .unwrap_or_else(|| (Cause::Malformed, unstated(block.verdict.span)));
        return block.refuse(reading, cause, diagnostic);
    };
    let differs = |other: &&Signal<'a>| match other.official == official {
        true => (other.outcome, other.errs) != (decides.outcome, decides.errs),
        false => other.outcome > decides.outcome,
    };
    let state = |signal: Signal<'a>| Stated { outcome: signal.outcome, word: signal.word.span() };
    if let Some(other) = all.iter().find(differs) {
        let failing = all.iter().find(|signal| signal.outcome == Outcome::Fail).copied();
        let diagnostic = conflicting_results(decides.line, other.line, failing.is_some());
        let Some(failing) = failing else {
            return block.refuse(reading, Cause::Ambiguous, diagnostic);
        };
        reading.report(diagnostic);
        block.verdict.stated = Some(state(failing));
        block.verdict.contradictory = true;
        return;
    }
    for again in all.iter().filter(|signal| signal.official).skip(1) {
        reading.recover(REPEATED_LINE, again.line);
    }
    if let Some(behind) = block.behind.filter(|_| decides.official) {
        reading.recover(RESULT_NOT_LAST, behind);
    }
    block.verdict.stated = Some(state(decides));
    block.verdict.gave_up = match decides.errs {
        true => Some(Cause::Errored),
        false => decides.word.text.eq_ignore_ascii_case(UNKNOWN.word).then_some(Cause::UnknownWord),
    };
    if reading.options.profile == Profile::Strict && decides.outcome == Outcome::Hold {
        match decides.errs {
            true => block.refuse(reading, Cause::Errored, errored(decides.word.span())),
            false => block.refuse(reading, Cause::UnknownWord, undecided(decides.word.span())),
        }
    }
}

/// The worst of the findings. `- fail: none` is not one.
fn derive(block: &mut Block<'_>, reading: &DecodeLog<'_>) {
    let said = |finding: &Finding| {
        let text = block.body.text_of(finding.text);
        let few = text.split_whitespace().count() <= 2;
        !(few && !text.is_empty() && is_none(text, &reading.words))
    };
    let keep: Vec<bool> = block.verdict.findings.iter().map(said).collect();
    let mut kept = keep.iter();
    block.verdict.findings.retain(|_| *kept.next().unwrap_or(&true));
    let mut kept = keep.iter();
    block.outcomes.retain(|_| *kept.next().unwrap_or(&true));
    block.verdict.derived = block.outcomes.iter().copied().max();
}

/// A result that opens may not be one that some programs show as quoted.
fn check_quotation<'a>(block: &mut Block<'a>, reading: &mut DecodeLog<'a>) {
    let opens = block.verdict.effective().is_some_and(Outcome::opens);
    if let Some(doubt) = block.doubt.filter(|_| opens) {
        let at = block.verdict.stated.map_or(block.verdict.span, |stated| stated.word);
        block.refuse(reading, Cause::Ambiguous, half_quoted(at, doubt));
    }
}

/// The outcome of a block when it is searched for a result by the old chain.
pub(super) fn search<'a>(block: &mut Block<'a>, reading: &mut DecodeLog<'a>, body: Slice<'a>) {
    let standard = block.verdict.effective().filter(|_| block.unread.is_none());
    block.unread = None;
    let found = chain::search(body);
    let verdict = &mut block.verdict;
    verdict.stated = (found.says != chain::Says::Unknown)
        .then_some(Stated { outcome: found.says.outcome(), word: found.at });
    verdict.gave_up = match found.says {
        chain::Says::Unknown => Some(Cause::UnknownWord),
        chain::Says::Error => Some(Cause::Errored),
        _ => None,
    };
    let Some(outcome) = verdict.effective().filter(|outcome| outcome.opens()) else { return };
    if standard.is_none_or(|standard| standard > outcome) {
        verdict.inferred = true;
        reading.report(inferred(found.at, found.step));
    }
}

mistake_rows! {
    /// `## Result: PASS` above `Verdict: FAIL`
    error "assize::read::conflicting_results" conflicting_results(one: Span, other: Span, fail_stands: bool)
        [stands = if fail_stands { "the `fail` stands; " } else { "" }]
        "two results in one block do not agree", one "one of them", other "the other", "{stands}end the block with one `## Result:` line";
}
