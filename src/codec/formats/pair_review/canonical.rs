//! From verdicts to canonical blocks: sections in their order, and the result as the last line.

use std::fmt::Write as _;

use super::sentinel;
use super::{FINDINGS, Line, MODEL, REVISION, SUMMARY};
use crate::codec::ReadOptions;
use crate::codec::input::{Input, Nested};
use crate::codec::render::{self, EncodeInput};
use crate::codec::shared::pair::grammar;
use crate::codec::shared::pair::mistakes::{changes_structure, reads_otherwise, two_reviewers};
use crate::codec::shared::pair::{
    self as words, inferred_result, is_reserved, is_writable, no_pair, no_result, no_severity,
    result, unified,
};
use crate::codec::text::slice::Slice;
use crate::ir::{Diagnostic, Finding, Subject, Verdict};
use crate::source::{Source, Span};

/// Writes one block for each verdict, and nothing that would be read as something else.
pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let mut out = String::new();
    model(spoken, &mut out, &mut wrong);
    for verdict in spoken.verdicts {
        if !out.is_empty() {
            out.push('\n');
        }
        let start = out.len();
        let before = wrong.len();
        block(spoken, verdict, &mut out, &mut wrong);
        if wrong.len() == before {
            wrong.extend(changed(spoken, verdict, &out[start..]));
        }
    }
    if wrong.is_empty() { Ok(out) } else { Err(wrong) }
}

/// Says which model wrote the blocks: all of them, or none.
fn model(spoken: &EncodeInput<'_>, out: &mut String, wrong: &mut Vec<Diagnostic>) {
    let name = |verdict: &Verdict| verdict.reviewer.map(|at| spoken.text(at));
    let Some(first) = spoken.verdicts.first() else { return };
    let other = spoken.verdicts.iter().find(|verdict| name(verdict) != name(first));
    if let Some(other) = other {
        let at = other.reviewer.or(first.reviewer).unwrap_or(other.span);
        return wrong.push(two_reviewers(at));
    }
    if let Some(name) = name(first) {
        let _ = writeln!(out, "{MODEL} {name}");
    }
}

fn block(
    spoken: &EncodeInput<'_>,
    verdict: &Verdict,
    out: &mut String,
    wrong: &mut Vec<Diagnostic>,
) {
    let Subject::Pair { note, gate } = &verdict.subject else {
        return wrong.push(no_pair(verdict.span));
    };
    if !is_writable(note) || !is_writable(gate) {
        return wrong.push(unwritable_pair(verdict.span, note, gate));
    }
    if verdict.inferred {
        return wrong.push(inferred_result(verdict.stated.map_or(verdict.span, |said| said.word)));
    }
    let Some(word) = result(spoken, verdict) else { return wrong.push(no_result(verdict.span)) };
    let _ = writeln!(out, "=== PAIR REVIEW START: {note} :: {gate} ===");
    let mut text = |at: Span| {
        let text = spoken.text(at);
        wrong.extend(structure(&text).map(|line| changes_structure(at, &line)));
        unified(text)
    };
    let (sections, loose): (Vec<Span>, Vec<Span>) =
        verdict.notes.iter().partition(|at| spoken.text(**at).starts_with('#'));
    for at in loose {
        let _ = writeln!(out, "{}\n", text(at));
    }
    if let Some(at) = verdict.summary {
        let _ = writeln!(out, "### {SUMMARY}\n\n{}\n", text(at));
    }
    if !verdict.findings.is_empty() {
        let _ = writeln!(out, "### {FINDINGS}\n");
        for finding in &verdict.findings {
            let said = text(finding.text);
            match label(finding) {
                Ok(label) => _ = writeln!(out, "{}", format!("- {label}{said}").trim_end()),
                Err(diagnostic) => return wrong.push(diagnostic),
            }
        }
        out.push('\n');
    }
    if let Some(at) = verdict.revision {
        let _ = writeln!(out, "### {REVISION}\n\n{}\n", text(at));
    }
    for at in sections {
        let said = spoken.text(at);
        let (_, body) = said.split_once('\n').unwrap_or((&said, ""));
        wrong.extend(structure(body).map(|line| changes_structure(at, &line)));
        let _ = writeln!(out, "{}\n", unified(said));
    }
    let _ = writeln!(out, "## Result: {word}");
    let _ = writeln!(out, "=== PAIR REVIEW END: {note} :: {gate} ===");
}

/// `warn: `
fn label(finding: &Finding) -> Result<String, Diagnostic> {
    match words::grade_of(finding.kind, finding.severity) {
        Some(word) => Ok(format!("{word}: ")),
        None => Err(no_severity(finding)),
    }
}

/// The first line of a text that would begin or end something.
fn structure(text: &str) -> Option<String> {
    let mut fence: Option<super::Fence> = None;
    for (line, slice) in grammar::lines(Slice::new(text, 0))? {
        let said = slice.trim();
        let heading = match line {
            Line::Heading { level, .. } => fence.is_none() && level.text.len() <= 3,
            Line::Sentinel { .. } => true,
            _ => is_reserved(said.text) || sentinel::looks_like_one(slice),
        };
        if heading {
            return Some(said.text.to_owned());
        }
        fence = match (fence, line) {
            (Some(open), _) if open.closes(line) => None,
            (None, Line::Marker { mark, .. }) => Some(super::Fence::open(mark, slice)),
            (fence, _) => fence,
        };
    }
    None
}

/// Reads a block again; what reads otherwise is refused.
fn changed(spoken: &EncodeInput<'_>, verdict: &Verdict, block: &str) -> Option<Diagnostic> {
    let source = Source::new("written", block);
    let options = ReadOptions::default();
    let again = match source.text() {
        Ok(text) => super::decode(&Input::whole(&source, text, &options, Nested::NONE)),
        Err(_) => return Some(reads_otherwise(verdict.span)),
    };
    let [read] = &again.verdicts[..] else { return Some(reads_otherwise(verdict.span)) };
    let rated = |verdict: &Verdict| -> Vec<_> {
        verdict.findings.iter().map(|found| (found.kind, found.severity)).collect()
    };
    let same = rated(verdict) == rated(read)
        && verdict.subject == read.subject
        && verdict.effective() == read.effective();
    let holds = super::CODEC.holds;
    let lost = render::changed((spoken.sources, verdict), (&again.sources, read), holds);
    lost.or((!same).then_some(verdict.span)).map(reads_otherwise)
}

/// `{"note": "a\nb", ...}`
fn unwritable_pair(at: Span, note: &str, gate: &str) -> Diagnostic {
    let name = if is_writable(note) { gate } else { note };
    let help = match () {
        () if name.is_empty() => "give the note and the gate a name",
        () if name.trim() != name => "remove the spaces around the name",
        () if name.contains(|c: char| crate::source::is_hidden(c)) => {
            "give note and gate names of one line, without invisible characters"
        }
        () if format!(" {name} ").contains(" :: ") => "give it a name without ` :: ` in it",
        () => "give it a name that does not look like a sentinel line: without `===`",
    };
    Diagnostic::error("assize::write::unwritable_pair")
        .message(format!("`{}` cannot stand in a sentinel line", name.escape_debug()))
        .label(at, "about this pair")
        .help(help)
}
