//! From verdicts to a summary, in the shape that `assize gate` writes.

use super::reviewer::is_state;
use crate::codec::render::EncodeInput;
use crate::ir::{Diagnostic, Finding, FindingKind, Outcome, Subject, Verdict};
use crate::source::{Span, is_hidden, is_joiner};

/// Properties that stand on the node before them.
const ON_NODE: [&str; 4] = ["sha256", "language", "word", "code"];

pub(super) fn encode(spoken: &EncodeInput<'_>) -> Result<String, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let (mut gates, mut reviewers) = (Vec::new(), Vec::new());
    for verdict in spoken.verdicts {
        match verdict.subject {
            Subject::Reviewer(_) => reviewers.push(verdict),
            Subject::Change if is_gate(verdict) => gates.push(verdict),
            _ => wrong.push(no_bench(verdict.span)),
        }
    }
    let [gate] = gates[..] else {
        wrong.extend(spoken.verdicts.first().map(|verdict| no_bench(verdict.span)));
        wrong.truncate(1);
        return Err(wrong);
    };
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut text = Text { spoken, text: "schema 1".to_owned() };
    text.gate(gate);
    for verdict in reviewers {
        text.reviewer(verdict);
    }
    text.members(gate, |name| name == "recorded");
    text.text.push('\n');
    Ok(text.text)
}

/// What a summary is of stands above what came of it.
pub(super) fn is_above_gate(name: &str) -> bool {
    matches!(name, "task-id" | "round" | "commit")
}

/// A gate says what it came to, and leaves the rest to its reviewers.
fn is_gate(verdict: &Verdict) -> bool {
    verdict.stated.is_some()
        && verdict.findings.is_empty()
        && verdict.confidence.is_none()
        && verdict.reviewer.is_none()
}

struct Text<'s, 'a> {
    spoken: &'s EncodeInput<'a>,
    text: String,
}

impl Text<'_, '_> {
    fn gate(&mut self, gate: &Verdict) {
        self.members(gate, is_above_gate);
        self.text.push_str("\ngate ");
        let stated = gate.stated.map(|stated| self.spoken.text(stated.word)).unwrap_or_default();
        quote(&mut self.text, &stated.to_ascii_lowercase());
        let open = gate.effective().is_some_and(Outcome::opens);
        self.text.push_str(if open { " open=#true" } else { " open=#false" });
        self.members(gate, |name| !is_above_gate(name) && name != "recorded");
        for note in &gate.notes {
            self.text.push_str("\nreason ");
            let note = self.spoken.text(*note);
            quote(&mut self.text, &note);
        }
    }

    /// Members of the gate: each a node, or a property of the node before.
    fn members(&mut self, verdict: &Verdict, wanted: impl Fn(&str) -> bool) {
        for member in &verdict.members {
            let (name, text) = (self.spoken.text(member.name), self.spoken.text(member.text));
            if !wanted(&name) {
                continue;
            }
            // It stands on a node that has nothing else.
            if name == "commit" {
                self.text.push_str("\nbound");
            }
            let property = name == "commit" || ON_NODE.contains(&name.as_ref());
            self.text.push(if property { ' ' } else { '\n' });
            identify(&mut self.text, &name);
            self.text.push(if property { '=' } else { ' ' });
            self.value(&name, &text);
        }
    }

    fn value(&mut self, name: &str, text: &str) {
        match matches!(name, "language" | "round")
            && !text.is_empty()
            && text.bytes().all(|b| b.is_ascii_digit())
        {
            true => self.text.push_str(text),
            false => quote(&mut self.text, text),
        }
    }

    fn property(&mut self, name: &str, text: &str) {
        self.text.push(' ');
        identify(&mut self.text, name);
        self.text.push('=');
        quote(&mut self.text, text);
    }

    fn reviewer(&mut self, verdict: &Verdict) {
        self.text.push_str("\nreviewer ");
        let name = match (verdict.reviewer, &verdict.subject) {
            (Some(at), _) => self.spoken.text(at).into_owned(),
            (None, Subject::Reviewer(name)) => name.clone(),
            (None, _) => String::new(),
        };
        quote(&mut self.text, &name);
        let stated = verdict.stated;
        let said = stated.map(|stated| self.spoken.text(stated.word)).unwrap_or_default();
        let outcome = stated.map_or("", |stated| stated.outcome.as_str());
        match verdict.derived.map(Outcome::as_str) {
            Some(counted) if !is_state(&said) && (counted != outcome || said != outcome) => {
                self.property("verdict", counted);
                self.property("stated", &said);
            }
            // What stands behind a word became a finding.
            _ if said.contains([' ', '\t']) => self.property("verdict", outcome),
            _ => self.property("verdict", &said),
        }
        if let Some(confidence) = verdict.confidence {
            self.property("confidence", confidence.as_str());
        }
        for member in &verdict.members {
            let (name, text) = (self.spoken.text(member.name), self.spoken.text(member.text));
            self.property(&name, &text);
        }
        if verdict.findings.is_empty() {
            return;
        }
        self.text.push_str(" {");
        for finding in &verdict.findings {
            self.text.push_str(match finding.kind {
                FindingKind::Blocker => "\n    blocker ",
                FindingKind::Advisory => "\n    advisory ",
            });
            let told = self.finding(finding);
            quote(&mut self.text, &told);
        }
        self.text.push_str("\n}");
    }

    /// `src/handler.ts:88 SQL built by concatenation`
    fn finding(&self, finding: &Finding) -> String {
        let text = self.spoken.text(finding.text);
        let Some(location) = &finding.location else { return text.into_owned() };
        let at = self.spoken.place(location);
        match text.contains(at.as_ref()) {
            true => text.into_owned(),
            false => format!("{at} {text}"),
        }
    }
}

/// A name as KDL has it: in quotes unless it is plain letters.
fn identify(text: &mut String, name: &str) {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        && !matches!(name, "true" | "false" | "null" | "inf" | "nan");
    match plain {
        true => text.push_str(name),
        false => quote(text, name),
    }
}

/// Always in quotes, with everything escaped that KDL forbids or a terminal acts on.
fn quote(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if is_hidden(c) || is_joiner(c) => text.extend(c.escape_unicode()),
            c => text.push(c),
        }
    }
    text.push('"');
}

/// One verdict, and no bench around it
fn no_bench(at: Span) -> Diagnostic {
    Diagnostic::error("assize::write::no_bench")
        .message("a summary needs a gate, and a reviewer for every other verdict")
        .label(at, "speaks for neither")
        .help("`assize gate` writes the summary of a ruling; choose another format for one verdict")
}
