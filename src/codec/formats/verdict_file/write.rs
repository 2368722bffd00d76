//! Writing verdict files, and asking for them.

use std::fmt::Write as _;

use crate::codec::ReadOptions;
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::EncodeInput;
use crate::codec::shared::dartai::{END, Parts, rules};
use crate::codec::shared::path::is_path;
use crate::ir::{Diagnostic, Format};
use crate::source::Span;

pub(super) const EXAMPLE: &str = "\
verdict: fail
confidence: high
blocker: src/query.rs:88 SQL is built by concatenation from user input
blocker: tests/query.rs — no test with a quotation mark in the name
advisory: src/query.rs:120 says the same as util/parse.rs
evidence: ./query-evidence.md
";

pub(super) fn contract(options: &ReadOptions) -> String {
    let rules = rules(options, "`blocker:` line", "`advisory:` line");
    let example = EXAMPLE.replacen("\nblocker:", "\nblockers: 2\nblocker:", 1);
    format!(
        "Write your verdict into a file of its own, as plain lines without a fence around them.\n\n\
         ```\n\
         verdict: <pass|fail|warn>\n\
         confidence: <high|med|low>\n\
         blockers: <how many `blocker:` lines follow>\n\
         blocker: <file:line> <what stops the work>\n\
         advisory: <file:line> <what to look at>\n\
         evidence: <a file with the details, or the details themselves up to the line {END}>\n\
         {END}\n\
         ```\n\n\
         {rules}\n\
         - Line 1 is the verdict and line 2 the confidence. A finding takes one line; there may be \
         as many as you need, or none.\n\
         - Write the number of blockers, also when it is 0, and `{END}` as the last line, so that \
         everybody sees that the file is whole.\n\n\
         For example:\n\n```\n{example}{END}\n```\n"
    )
}

pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let parts = Parts::of(spoken, false)?;
    let findings = parts.blockers.iter().chain(&parts.advisories).chain(&parts.path);
    let broken = findings.filter(|(text, _)| text.contains(['\n', '\r']));
    let broken: Vec<_> = broken.map(|(_, at)| line_break(*at)).collect();
    if !broken.is_empty() {
        return Err(broken);
    }
    let mut text = format!("verdict: {}\n", parts.outcome);
    if let Some(confidence) = parts.confidence {
        let _ = writeln!(text, "confidence: {confidence}");
    }
    for (blocker, _) in &parts.blockers {
        let _ = writeln!(text, "blocker: {blocker}");
    }
    for (advisory, _) in &parts.advisories {
        let _ = writeln!(text, "advisory: {advisory}");
    }
    if let Some((path, _)) = &parts.path {
        let key = if is_path(path) { "evidence" } else { "evidence_path" };
        let _ = writeln!(text, "{key}: {path}");
    }
    if let Some((inline, _)) = &parts.inline {
        let _ = writeln!(text, "evidence: {inline}");
    }
    parts.check(&text, Format::VerdictFile, false, spoken.read)?;
    Ok(text)
}

mistake_rows! {
    /// A finding over two lines
    error "assize::write::line_break" line_break(at: Span)
        "`verdict-file` cannot hold a line break", at "goes on in another line", "write it as `yaml-block`, or join the lines";
}
