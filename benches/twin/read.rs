//! Line-oriented verdict files, read by splitting.

use assize::codec::Cause;
use assize::verdict::{Confidence, Evidence, Finding, FindingKind, Lines, Location, Stated};
use assize::{Outcome, Span, Verdict};

/// Reads a verdict file into the same IR that Assize reads it into.
pub(crate) fn read(bytes: &[u8]) -> Result<Verdict, Cause> {
    let text = text_of(bytes)?;
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    if body.trim().is_empty() {
        return Err(Cause::Empty);
    }
    let mut verdict = Verdict::new(Span::new(0, text.len()));
    let mut once = Vec::with_capacity(4);
    let mut at = text.len() - body.len();
    for line in body.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let Some((key, rest)) = line.split_once(':') else { return Err(Cause::NoVerdict) };
        let value = rest.trim();
        let from = start + key.len() + 1 + (rest.len() - rest.trim_start().len());
        let span = Span::new(from, from + value.len());
        let whole = Span::new(start, start + line.len());
        let key = key.trim();
        match key {
            "blocker" => verdict.findings.push(finding(FindingKind::Blocker, value, span, whole)),
            "advisory" => verdict.findings.push(finding(FindingKind::Advisory, value, span, whole)),
            "note" => verdict.notes.push(span),
            _ if once.contains(&key) => return Err(Cause::Ambiguous),
            "verdict" => {
                once.push(key);
                let outcome = match value {
                    "pass" => Outcome::Pass,
                    "warn" => Outcome::Warn,
                    "fail" => Outcome::Fail,
                    _ if value.contains('|') => return Err(Cause::Template),
                    _ => return Err(Cause::UnknownWord),
                };
                verdict.stated = Some(Stated { outcome, word: span });
            }
            "confidence" => {
                once.push(key);
                verdict.confidence = match value {
                    "high" => Some(Confidence::High),
                    "med" => Some(Confidence::Med),
                    "low" => Some(Confidence::Low),
                    _ => None,
                };
            }
            "scope" => {
                once.push(key);
                verdict.scope = Some(span);
            }
            "evidence" => {
                once.push(key);
                verdict.evidence = Some(Evidence::Path(span));
            }
            _ => return Err(Cause::MisspeltKey),
        }
    }
    let Some(stated) = verdict.stated else { return Err(Cause::NoVerdict) };
    let blocked = verdict.findings.iter().any(|f| f.kind == FindingKind::Blocker);
    verdict.derived = blocked.then_some(Outcome::Fail);
    verdict.contradictory = blocked != (stated.outcome == Outcome::Fail);
    Ok(verdict)
}

fn text_of(bytes: &[u8]) -> Result<&str, Cause> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(Cause::Encoding);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Cause::Encoding)?;
    let mut before = 0;
    for &byte in bytes {
        if byte == 0 || (before == b'\r' && byte != b'\n') {
            return Err(Cause::Encoding);
        }
        before = byte;
    }
    if before == b'\r' { Err(Cause::Encoding) } else { Ok(text) }
}

fn finding(kind: FindingKind, value: &str, text: Span, span: Span) -> Finding {
    let location = location(value, text);
    let mut finding = Finding::new(kind, text);
    finding.location = location;
    finding.span = span;
    finding
}

/// `src/handler.ts:88` or `src/handler.ts:88-90`, if a finding begins with one.
fn location(value: &str, text: Span) -> Option<Location> {
    let word = value.split_whitespace().next()?;
    let (path, lines) = word.rsplit_once(':')?;
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    let lines = vec![Lines { first: first.parse().ok()?, last: last.parse().ok()? }];
    let part = |len: usize| Span { end: text.start + u32::try_from(len).unwrap_or(0), ..text };
    let path = Some(part(path.len()));
    Some(Location { text: part(word.len()), path, lines, also: Vec::new() })
}
