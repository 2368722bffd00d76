//! What a review comes to: its result, its findings, and what else its text says.

use super::block::Block;
use super::chain;
use super::repairs::{REPEATED_LINE, RESULT_NOT_LAST};
use super::signal::Signal;
use super::words::UNKNOWN;
use crate::codec::builder::Reading;
use crate::codec::text::slice::Slice;
use crate::ir::{Cause, Diagnostic, Outcome, Profile, Stated, Verdict};
use crate::source::Span;

/// Why a block has no result that can be used.
pub(super) type Trouble = (Cause, Diagnostic);

/// Settles what a block comes to.
pub(super) fn settle_block<'a>(block: &mut Block<'a>, reading: &mut Reading<'a>) {
    if block.trouble.is_none() {
        decide(block, reading);
    }
    if block.trouble.is_none() {
        compare(&mut block.verdict, reading);
        heed(block, reading);
    }
    reading.says_fail |= block.ear.mention.is_some_and(|(outcome, _)| outcome == Outcome::Fail);
}

/// One final `## Result:` decides; what is written instead of it, or beside it, may not disagree.
fn decide<'a>(block: &mut Block<'a>, reading: &mut Reading<'a>) {
    let official: Vec<Signal<'a>> =
        block.signals.iter().copied().filter(|signal| signal.official).collect();
    let deciding = official.first().or(block.signals.first()).copied();
    let Some(decides) = deciding else {
        return block.trouble(reading, Cause::Malformed, no_result(&block.verdict, &block.flags));
    };
    let mut all: Vec<Signal<'a>> = block.signals.clone();
    all.append(&mut block.flags);
    let other = all.iter().find(|s| (s.outcome, s.errs) != (decides.outcome, decides.errs));
    let state = |signal: Signal<'a>| Stated { outcome: signal.outcome, word: signal.word.span() };
    if let Some(other) = other {
        let failing = all.iter().find(|signal| signal.outcome == Outcome::Fail).copied();
        let diagnostic = conflicting_results(decides.line, other.line, failing.is_some());
        let Some(failing) = failing else {
            return block.trouble(reading, Cause::Ambiguous, diagnostic);
        };
        reading.report(diagnostic);
        block.verdict.stated = Some(state(failing));
        block.verdict.contradictory = true;
        return;
    }
    for again in official.iter().skip(1) {
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
            true => block.trouble(reading, Cause::Errored, errored(decides.word.span())),
            false => block.trouble(reading, Cause::UnknownWord, undecided(decides.word.span())),
        }
    }
}

/// Holds what was stated against what was found; the worse of the two counts.
pub(in crate::codec) fn compare(verdict: &mut Verdict, reading: &mut Reading<'_>) {
    let (Some(stated), Some(derived)) = (verdict.stated, verdict.derived) else { return };
    if stated.outcome == derived || stated.outcome == Outcome::Hold {
        return;
    }
    let found = verdict.findings.iter().find(|finding| match derived {
        Outcome::Fail => finding.kind == crate::ir::FindingKind::Blocker,
        _ => finding.severity != Some(crate::ir::Severity::Info) || derived == Outcome::Pass,
    });
    let found = found.map_or(stated.word, |finding| finding.span);
    verdict.contradictory |= derived == Outcome::Fail;
    reading.report(findings_disagree(stated, found, derived));
}

/// What else the block says of failing is heard, when it would open the gate.
fn heed<'a>(block: &mut Block<'a>, reading: &mut Reading<'a>) {
    let Some(outcome) = block.verdict.effective().filter(|outcome| outcome.opens()) else {
        return;
    };
    let at = block.verdict.stated.map_or(block.verdict.span, |stated| stated.word);
    let worse = block.ear.mention.filter(|(mentioned, _)| *mentioned > outcome);
    if let Some(other) = worse.map(|(_, other)| other).or(block.ear.unclear) {
        block.trouble(reading, Cause::Ambiguous, second_opinion(at, other));
    } else if let Some((_, claim)) = &block.ear.claim {
        let claimed = claim.span().unwrap_or(at);
        block.trouble(reading, Cause::Ambiguous, blocker_in_prose(at, claimed));
    } else if let Some(doubt) = block.doubt {
        block.trouble(reading, Cause::Ambiguous, half_quoted(at, doubt));
    }
}

/// What a block comes to when it is searched for a result by the old chain.
pub(super) fn search<'a>(block: &mut Block<'a>, reading: &mut Reading<'a>, body: Slice<'a>) {
    let standard = block.verdict.effective().filter(|_| block.trouble.is_none());
    block.trouble = None;
    let found = chain::search(body);
    let stated = Stated { outcome: found.outcome, word: found.at };
    block.verdict.gave_up = block.verdict.gave_up.filter(|_| found.outcome == Outcome::Hold);
    block.verdict.stated = Some(stated);
    let Some(outcome) = block.verdict.effective().filter(|outcome| outcome.opens()) else { return };
    if standard.is_none_or(|standard| standard > outcome) {
        block.verdict.inferred = true;
        reading.report(inferred(found.at, found.step));
    }
}

/// A block without a `## Result:` line
fn no_result(verdict: &Verdict, flags: &[Signal<'_>]) -> Diagnostic {
    let diagnostic = Diagnostic::error("assize::read::no_result")
        .message("the block has no result")
        .label(verdict.span, "nothing in it is a `## Result:` line");
    let diagnostic = flags.iter().take(1).fold(diagnostic, |diagnostic, flag| {
        diagnostic.label(flag.line, "said in a sentence, which decides nothing")
    });
    diagnostic.help("end the block with `## Result: PASS`, `WARN`, `FAIL` or `ERROR`; what is quoted does not count")
}

/// `## Result: PASS` above `Verdict: FAIL`
fn conflicting_results(one: Span, other: Span, fail_stands: bool) -> Diagnostic {
    Diagnostic::error("assize::read::conflicting_results")
        .message("two results in one block do not agree")
        .label(one, "one of them")
        .label(other, "the other")
        .help(match fail_stands {
            true => "the `fail` stands; end the block with one `## Result:` line",
            false => "end the block with one `## Result:` line",
        })
}

/// `## Result: PASS` below `- fail: ...`
fn findings_disagree(stated: Stated, found: Span, derived: Outcome) -> Diagnostic {
    let better = stated.outcome < derived;
    let diagnostic = match better {
        true => Diagnostic::error("assize::read::findings_disagree"),
        false => Diagnostic::warning("assize::read::findings_disagree"),
    };
    let word = stated.outcome.as_str();
    diagnostic
        .message(format!("the result is `{word}`, the findings come to `{derived}`"))
        .label(stated.word, if better { "better than its findings" } else { "counts" })
        .label(found, if better { "counts" } else { "better than the result" })
        .help("state what the worst finding comes to, or correct its severity")
}

/// `Overall: FAIL` in the summary of a block that passes
fn second_opinion(at: Span, other: Span) -> Diagnostic {
    Diagnostic::error("assize::read::second_opinion")
        .message("the text around the result speaks of another one")
        .label(other, "does not agree with the result")
        .label(at, "the result")
        .help("say it once, in the `## Result:` line")
}

/// `## Blockers`, and something below, in a block that passes
pub(super) fn blocker_in_prose(at: Span, claim: Span) -> Diagnostic {
    Diagnostic::error("assize::read::blocker_in_prose")
        .message("the text speaks of a blocker, and the result opens")
        .label(claim, "no finding, as it is written")
        .label(at, "the result")
        .help("write what stops the work as `- fail:` items below `### Findings`")
}

/// `so <!--`, and the comment goes on in the next line
fn half_quoted(at: Span, doubt: Span) -> Diagnostic {
    Diagnostic::error("assize::read::half_quoted")
        .message("programs differ in what is quoted here, so the result may be a quotation")
        .label(at, "stated, or quoted?")
        .label(doubt, "begins or ends a quotation in the middle")
        .help("begin comments at the start of a line, and close a fence where it was opened")
}

/// `## Result: ERROR`, in the `strict` profile
pub(in crate::codec) fn errored(word: Span) -> Diagnostic {
    Diagnostic::error("assize::read::errored")
        .message("the reviewer could not do its job")
        .label(word, "says so")
        .help("see what it says, and ask it again")
}

/// `## Result: UNKNOWN`, in the `strict` profile
fn undecided(at: Span) -> Diagnostic {
    Diagnostic::error("assize::read::unknown_word")
        .message("the review was not decided")
        .label(at, "says so")
        .help("write `PASS`, `WARN`, `FAIL` or `ERROR`")
}

/// `flagging as pass`, in the `lenient` profile
fn inferred(at: Span, step: &'static str) -> Diagnostic {
    Diagnostic::warning("assize::read::inferred")
        .message(format!("the result was inferred from {step}"))
        .label(at, "only the `lenient` profile takes this for the result")
        .help("ask for a `## Result:` line; until then it counts for a policy that allows it")
}
