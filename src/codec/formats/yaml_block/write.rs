//! Writing YAML blocks, and asking for them.

use std::fmt::Write as _;

use crate::codec::ReadOptions;
use crate::codec::render::EncodeInput;
use crate::codec::shared::dartai::{Parts, rules};
use crate::ir::{Diagnostic, Format};
use crate::source::{Span, is_hidden};

pub(super) const EXAMPLE: &str = "\
```yaml
verdict: fail
confidence: high
blockers:
  - \"src/query.rs:88 — SQL is built by concatenation from user input\"
  - \"tests/query.rs — no test with a quotation mark in the name\"
advisories:
  - \"src/query.rs:120 — says the same as util/parse.rs\"
evidence_path: \"./query-evidence.md\"
```
";

pub(super) fn contract(options: &ReadOptions) -> String {
    let rules = rules(options, "item of `blockers`", "item of `advisories`");
    format!(
        "End your answer with one fenced YAML block, and write nothing around it.\n\n\
         ```yaml\n\
         verdict: <pass|fail|warn>\n\
         confidence: <high|med|low>\n\
         blockers:\n  - \"<file:line — what stops the work>\"\n\
         advisories:\n  - \"<file:line — what to look at>\"\n\
         evidence_path: \"<a file with the details; leave the line out if there is none>\"\n\
         ```\n\n\
         {rules}\n\
         - Write `[]` where there is nothing to list, and each text in double quotation marks.\n\
         - The closing line of backticks ends the block: without it, the answer counts as cut off.\n\
         - One block, at most thirty lines; longer details go into the file that `evidence_path` names.\n\n\
         For example:\n\n{EXAMPLE}"
    )
}

pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let parts = Parts::of(spoken, true)?;
    let mut text = format!("```yaml\nverdict: {}\n", parts.outcome);
    if let Some(confidence) = parts.confidence {
        let _ = writeln!(text, "confidence: {confidence}");
    }
    list(&mut text, "blockers", &parts.blockers);
    list(&mut text, "advisories", &parts.advisories);
    if let Some((path, _)) = &parts.path {
        let _ = writeln!(text, "evidence_path: {}", quoted(path));
    }
    if let Some((inline, _)) = &parts.inline {
        let _ = writeln!(text, "evidence: {}", quoted(inline));
    }
    text.push_str("```\n");
    parts.check(&text, Format::YamlBlock, true, spoken.read)?;
    Ok(text)
}

fn list(text: &mut String, key: &str, items: &[(String, Span)]) {
    if items.is_empty() {
        let _ = writeln!(text, "{key}: []");
        return;
    }
    let _ = writeln!(text, "{key}:");
    for (item, _) in items {
        let _ = writeln!(text, "  - {}", quoted(item));
    }
}

/// A text between double quotation marks, on one line.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_hidden(c) && (c as u32) <= 0xffff => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c if is_hidden(c) => {
                let _ = write!(out, "\\U{:08x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
