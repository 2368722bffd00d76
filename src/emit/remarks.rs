//! What a text says beside the fields of its verdict, where the verdict is shown.

use super::excerpt::Mark;
use super::page::Style;
use super::words;
use crate::ir::{Remark, RemarkKind, Verdict};
use crate::source::Span;

/// The lines that doubt a verdict.
pub(super) fn doubting(verdict: &Verdict) -> impl Iterator<Item = Mark> {
    let stated = verdict.stated.map(|stated| stated.outcome).max(verdict.derived);
    let beside = stated.map(|outcome| format!(", beside `{outcome}`")).unwrap_or_default();
    verdict.doubting().map(move |remark| mark(remark, &beside))
}

/// What a source without a verdict says against the work.
pub(super) fn alone(remarks: &[Remark]) -> impl Iterator<Item = Mark> {
    remarks.iter().filter(|remark| !remark.says.opens()).map(|remark| mark(remark, ""))
}

fn mark(remark: &Remark, beside: &str) -> Mark {
    let says = match remark.kind {
        RemarkKind::Alone | RemarkKind::Verdict => format!("says {}", remark.says),
        RemarkKind::Finding => "lists a finding".to_owned(),
        RemarkKind::Unclear => "says neither yes nor no".to_owned(),
    };
    Mark { span: remark.text, label: format!("{says}{beside}"), style: Style::Bad }
}

/// The first line outside the verdict, unless another mark is on it.
pub(super) fn first_outside(verdict: &Verdict) -> Option<Mark> {
    let first = verdict.first_unclaimed?;
    let apart = |other: Span| {
        other.source != first.source || other.end <= first.start || first.end <= other.start
    };
    let alone = verdict.doubting().all(|remark| apart(remark.span) && apart(remark.text));
    alone.then(|| Mark { span: first, label: String::new(), style: Style::Quiet })
}

/// `said outside the verdict: 6 lines`
pub(super) fn outside(verdict: &Verdict) -> Option<String> {
    let lines = words::counted(verdict.unclaimed as usize, "line");
    (verdict.unclaimed > 0).then(|| format!("said outside the verdict: {lines}"))
}
