//! Writing the YAML of SDD, and asking for it.

use std::fmt::Write as _;

use crate::codec::ReadOptions;
use crate::codec::members::quoted;
use crate::codec::render::EncodeInput;
use crate::codec::shared::cpf::{self, SEVERITIES, WORDS};
use crate::ir::{Diagnostic, Finding, FindingKind, Severity};
use crate::source::Span;

pub(super) const EXAMPLE: &str = r#"verdict: "NO-GO"
scope: "checkout"
issues:
  - id: "A1"
    source: "interface+test"
    severity: "C"
    category: "signature-mismatch"
    location: "src/pay.rs:88"
    summary: "the amount is a float, the contract has cents"
    recommendation: "take cents, and convert at the edge"
  - id: "A2"
    source: "quality"
    severity: "M"
    category: "error-handling-drift"
    location: "src/pay.rs:120"
    summary: "a refused card is only logged"
fp_eliminated:
  - source: "quality"
    reason: "over-engineering"
    summary: "needs a cache in front of the ledger"
steering:
  - action: "PROPOSE"
    file: "tech.md"
    decision: "amounts are integers of cents everywhere"
notes: "Feature tests: 24 passed, 1 failed"
"#;

pub(super) fn contract(_options: &ReadOptions) -> String {
    let words: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
    let codes: Vec<String> =
        SEVERITIES.iter().map(|(code, s)| format!("{code} ({s})", s = s.as_str())).collect();
    format!(
        "Answer with YAML and nothing else: no text before or after it. Put each text between double quotation marks.\n\n\
         - `scope` is what you looked at.\n\
         - `issues` lists what you found; write `issues: []` where that is nothing.\n\
         - `severity` is one of {codes}. A C means NO-GO, an H means CONDITIONAL or worse.\n\
         - `verdict` is one of {words}. Only an auditor writes it: an inspector leaves it out, and `source` as well.\n\
         - `source` names the inspectors who found an issue, joined by +. `fp_eliminated` lists what you threw out, and why.\n\
         - `notes` is for anything else. Leave out an entry that has nothing in it, but for `issues`.\n\n\
         For example:\n\n```yaml\n{EXAMPLE}```\n",
        codes = codes.join(", "),
        words = words.join(", "),
    )
}

pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let [verdict] = spoken.verdicts else {
        return Err(vec![cpf::several_verdicts(spoken.verdicts.last().map(|one| one.span))]);
    };
    let mut page = Page { spoken, out: String::new(), wrong: Vec::new() };
    match cpf::word(spoken, verdict) {
        Ok(Some(word)) => page.entry("", "verdict", word),
        Ok(None) => {}
        Err(wrong) => page.wrong.push(wrong),
    }
    page.texts("", &[("scope", verdict.scope)]);
    page.out.push_str(if verdict.findings.is_empty() { "issues: []\n" } else { "issues:\n" });
    for (place, finding) in verdict.findings.iter().enumerate() {
        page.issue(place + 1, finding);
    }
    let list = |page: &mut Page<'_>, name: &str, items: Vec<[(&str, Span); 3]>| {
        let _ = write!(page.out, "{}", if items.is_empty() { "" } else { name });
        for [first, second, third] in items {
            page.texts("  - ", &[(first.0, Some(first.1))]);
            page.texts("    ", &[(second.0, Some(second.1)), (third.0, Some(third.1))]);
        }
    };
    let removed = verdict.removed.iter();
    let removed = removed.map(|r| [("source", r.agent), ("reason", r.reason), ("summary", r.text)]);
    list(&mut page, "fp_eliminated:\n", removed.collect());
    let steering = verdict.steering.iter();
    let steering =
        steering.map(|s| [("action", s.level), ("file", s.target), ("decision", s.text)]);
    list(&mut page, "steering:\n", steering.collect());
    let feedback = verdict.spec_feedback.iter();
    let feedback =
        feedback.map(|f| [("phase", f.phase), ("spec", f.spec), ("description", f.text)]);
    list(&mut page, "spec_feedback:\n", feedback.collect());
    match verdict.notes.as_slice() {
        [] => {}
        [note] => page.texts("", &[("notes", Some(*note))]),
        notes => {
            page.out.push_str("notes:\n");
            for note in notes {
                let _ = writeln!(page.out, "  - {}", quoted(&spoken.text(*note)));
            }
        }
    }
    if page.wrong.is_empty() { Ok(page.out) } else { Err(page.wrong) }
}

/// A text while it is written, and what stands in the way.
struct Page<'a> {
    spoken: &'a EncodeInput<'a>,
    out: String,
    wrong: Vec<Diagnostic>,
}

impl Page<'_> {
    fn entry(&mut self, before: &str, name: &str, text: &str) {
        let _ = writeln!(self.out, "{before}{name}: {}", quoted(text));
    }

    /// Entries that have a text.
    fn texts(&mut self, before: &str, entries: &[(&str, Option<Span>)]) {
        for (name, at) in entries {
            if let Some(at) = at {
                self.entry(before, name, &self.spoken.text(*at));
            }
        }
    }

    fn issue(&mut self, number: usize, finding: &Finding) {
        let Some(code) = finding.severity.and_then(cpf::code_of) else {
            return self.wrong.push(cpf::no_code(finding.severity, finding.span));
        };
        if finding.kind == FindingKind::Blocker && finding.severity != Some(Severity::Critical) {
            self.wrong.push(cpf::blocker_is_critical(finding.span));
        }
        let spoken = self.spoken;
        let names: Vec<_> = finding.agents.iter().map(|at| spoken.text(*at)).collect();
        let letter = if names.is_empty() { 'F' } else { 'A' };
        self.entry("  - ", "id", &format!("{letter}{number}"));
        if !names.is_empty() {
            self.entry("    ", "source", &names.join("+"));
        }
        self.entry("    ", "severity", code);
        self.texts("    ", &[("category", finding.category)]);
        if let Some(place) = &finding.location {
            self.entry("    ", "location", &spoken.place(place));
        }
        let text = [("summary", Some(finding.text)), ("recommendation", finding.advice)];
        self.texts("    ", &text);
    }
}
