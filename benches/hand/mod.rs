//! Formats split by hand: the same fields as slices of the text, which is checked for UTF-8, and
//! nothing else. No mistake is noticed, nothing is explained, and no span is kept.

/// What a reviewer said.
#[derive(Default)]
pub(crate) struct Said<'a> {
    pub(crate) verdict: &'a str,
    pub(crate) confidence: &'a str,
    pub(crate) scope: &'a str,
    pub(crate) evidence: &'a str,
    pub(crate) summary: &'a str,
    pub(crate) notes: Vec<&'a str>,
    pub(crate) findings: Vec<Found<'a>>,
}

/// One finding.
#[derive(Default)]
#[expect(dead_code, reason = "getting at the fields is what is measured")]
pub(crate) struct Found<'a> {
    pub(crate) kind: &'a str,
    pub(crate) agents: Vec<&'a str>,
    pub(crate) category: &'a str,
    pub(crate) path: &'a str,
    pub(crate) lines: &'a str,
    pub(crate) text: &'a str,
}

fn text_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or("")
}

/// `src/a.rs:12 SQL`
fn located<'a>(kind: &'a str, value: &'a str) -> Found<'a> {
    let (place, text) = value.split_once(' ').unwrap_or(("", value));
    let (path, lines) = place.split_once(':').unwrap_or((place, ""));
    let text = text.trim_start_matches(['—', ' ']);
    Found { kind, path, lines, text, ..Found::default() }
}

/// A line-oriented verdict file.
pub(crate) fn verdict_file(bytes: &[u8]) -> Said<'_> {
    let mut said = Said::default();
    for line in text_of(bytes).lines() {
        let line = line.trim();
        let Some((key, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match key {
            "verdict" => said.verdict = value,
            "confidence" => said.confidence = value,
            "evidence" => said.evidence = value,
            "blocker" | "advisory" => said.findings.push(located(key, value)),
            _ => {}
        }
    }
    said
}

/// CPF of an auditor, with five columns.
pub(crate) fn cpf_auditor(bytes: &[u8]) -> Said<'_> {
    cpf(bytes, true)
}

/// CPF of an inspector, with four columns.
pub(crate) fn cpf_inspector(bytes: &[u8]) -> Said<'_> {
    cpf(bytes, false)
}

fn cpf(bytes: &[u8], agents: bool) -> Said<'_> {
    let mut said = Said::default();
    let mut section = "";
    for line in text_of(bytes).lines() {
        let line = line.trim();
        match line.split_once(':') {
            Some(("VERDICT", word)) => said.verdict = word,
            Some(("SCOPE", scope)) => said.scope = scope,
            Some((name, "")) if name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_') => {
                section = name;
            }
            _ if section == "VERIFIED" || section == "ISSUES" => {
                let mut cells = line.splitn(if agents { 5 } else { 4 }, '|');
                let mut cell = || cells.next().unwrap_or("").trim();
                let who = if agents { cell().split('+').collect() } else { Vec::new() };
                let (kind, category, place, text) = (cell(), cell(), cell(), cell());
                let (path, lines) = place.split_once(':').unwrap_or((place, ""));
                said.findings.push(Found { kind, agents: who, category, path, lines, text });
            }
            _ => said.notes.push(line),
        }
    }
    said
}

/// A pair review between its sentinel lines.
pub(crate) fn pair_review(bytes: &[u8]) -> Said<'_> {
    let mut said = Said::default();
    let mut section = "";
    for line in text_of(bytes).lines() {
        let line = line.trim();
        if let Some(pair) = line.strip_prefix("=== PAIR REVIEW START: ") {
            said.scope = pair.trim_end_matches(" ===");
        } else if let Some(word) = line.strip_prefix("## Result: ") {
            said.verdict = word;
        } else if let Some(title) = line.strip_prefix("### ") {
            section = title;
        } else if let Some((kind, text)) =
            line.strip_prefix("- ").and_then(|item| item.split_once(": "))
        {
            said.findings.push(Found { kind, text, ..Found::default() });
        } else if section == "Summary" && !line.is_empty() {
            said.summary = line;
        } else if section == "Suggested Revision" && !line.is_empty() {
            said.notes.push(line);
        }
    }
    said
}

/// A message with a YAML block in a fence.
pub(crate) fn message(bytes: &[u8]) -> Said<'_> {
    let mut said = Said::default();
    let (mut fenced, mut list) = (None, "");
    for line in text_of(bytes).lines() {
        if let Some(info) = line.strip_prefix("```") {
            fenced = if fenced.is_some() { None } else { Some(info.trim()) };
            continue;
        }
        if fenced != Some("yaml") {
            continue;
        }
        let line = line.trim();
        if let Some(item) = line.strip_prefix("- ") {
            said.findings.push(located(list, item.trim_matches('"')));
        } else if let Some((key, value)) = line.split_once(':') {
            let value = value.trim().trim_matches('"');
            match key {
                "verdict" => said.verdict = value,
                "confidence" => said.confidence = value,
                "evidence_path" => said.evidence = value,
                _ => list = key,
            }
        }
    }
    said
}
