//! Fenced blocks in a verdict file, with the verdict once more.

use crate::codec::builder::{self, amend};
use crate::codec::input::Input;
use crate::codec::mistakes::mistake_rows;
use crate::codec::repairs::WRONG_CHANNEL;
use crate::codec::text::slice::Slice;
use crate::codec::{ReadOptions, traces};
use crate::ir::{Cause, Decoded, Diagnostic, Format, Outcome, Verdict};
use crate::source::Span;

/// What a file and the blocks in it come to: what all say, or the fail that one says.
pub(super) fn join<'a>(
    mut file: Decoded,
    input: &Input<'a>,
    blocks: &[(Span, Slice<'a>)],
) -> Decoded {
    let ours = worst(&file);
    let word = file.verdicts.first().map(|v| v.stated.map_or(v.span, |stated| stated.word));
    let word = word.unwrap_or_default();
    let mut agree = true;
    let mut fails = ours == Some(Outcome::Fail);
    for &(at, held) in blocks {
        let inner = input.inside(held);
        if let Some(Err(broken)) = inner.json() {
            file.says_fail |= traces::says_fail(held.text);
            builder::refuse(&mut file, Cause::Ambiguous, broken.diagnostic.clone());
            continue;
        }
        let mut block = (inner.nested.fence)(&inner, None).unwrap_or_else(|| as_block(&inner));
        if block.unreadable == Some(Cause::Template) {
            continue;
        }
        file.adopt(&mut block);
        let theirs = worst(&block);
        file.says_fail |=
            block.says_fail || (file.unreadable.is_some() && theirs == Some(Outcome::Fail));
        file.diagnostics.append(&mut block.diagnostics);
        if theirs.is_none() {
            builder::refuse(&mut file, Cause::Ambiguous, unread_block(at));
            continue;
        }
        file.recoveries.append(&mut block.recoveries);
        agree &= theirs == ours;
        fails |= theirs == Some(Outcome::Fail);
        amend(&mut file, &[(WRONG_CHANNEL, at)]);
        merge(&mut file, block.verdicts);
    }
    match (agree, file.verdicts.first_mut(), blocks.first()) {
        (false, Some(verdict), Some((at, _))) => {
            let conflict = conflicting_block(word, *at, fails);
            if fails {
                verdict.contradictory = true;
                file.diagnostics.push(conflict);
            } else {
                builder::refuse(&mut file, Cause::Ambiguous, conflict);
            }
        }
        _ => file.says_fail |= fails && file.unreadable.is_some(),
    }
    file
}

/// Reads a verdict file that is nothing but a fenced block, or stands in one.
pub(super) fn alone(input: &Input<'_>) -> Decoded {
    let mut block = as_block(input);
    amend(&mut block, &[(WRONG_CHANNEL, input.body.trim().span())]);
    block
}

/// Reads what a fence holds as a block, whatever it looks like.
fn as_block(input: &Input<'_>) -> Decoded {
    let options = ReadOptions { format: Some(Format::YamlBlock), ..input.options.clone() };
    (input.nested.text)(&input.inside_with(input.body, &options))
}

/// What the fields of a text come to, remarks left out.
fn worst(decoded: &Decoded) -> Option<Outcome> {
    let said = |verdict: &Verdict| verdict.stated.map(|stated| stated.outcome).max(verdict.derived);
    decoded.verdicts.iter().filter_map(said).max()
}

/// What was found in a block is kept; a `fail` stands.
fn merge(file: &mut Decoded, others: Vec<Verdict>) {
    let Some(verdict) = file.verdicts.first_mut() else { return };
    for mut other in others {
        verdict.findings.append(&mut other.findings);
        verdict.members.append(&mut other.members);
        verdict.criteria.append(&mut other.criteria);
        verdict.notes.append(&mut other.notes);
        verdict.summary = verdict.summary.or(other.summary);
        verdict.remarks.append(&mut other.remarks);
        verdict.unclaimed += other.unclaimed;
        verdict.derived = verdict.derived.max(other.derived);
        verdict.derived_besides = None;
        verdict.contradictory |= other.contradictory;
        verdict.evidence = verdict.evidence.or(other.evidence);
        if verdict.confidence != other.confidence {
            verdict.confidence = verdict.confidence.min(other.confidence);
        }
        if other.stated.is_some_and(|stated| stated.outcome == Outcome::Fail) {
            verdict.stated = other.stated;
        }
    }
}

mistake_rows! {
    /// A fenced block with `blocker:` lines and no verdict, below `verdict: pass`
    error "assize::read::unread_block" unread_block(at: Span)
        "a fenced block in the verdict file contains lines of a verdict, but no verdict",
        at "part of the verdict, or quoted?", "write the lines without the fence, or quote them below `evidence:`";
    /// `verdict: pass`, and below it a fenced block with `verdict: warn`
    error "assize::read::conflicting_blocks" conflicting_block(stated: Span, block: Span, fail_stands: bool)
        [stands = if fail_stands { "the `fail` stands; " } else { "" }]
        "the verdict file and a fenced block in it do not agree",
        block "says something else", stated "the verdict of the file", "{stands}keep one verdict in the file, on line 1";
}
