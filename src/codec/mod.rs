//! Text to verdicts. (A stand-in while the reader is being written.)

use std::borrow::Cow;

use crate::ir::{
    Cause, Confidence, Decoded, Diagnostic, Finding, FindingKind, Format, Outcome, Profile, Stated,
    Verdict,
};
use crate::source::{Source, Span};

/// How to read a source.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// How forgiving the reader is.
    pub profile: Profile,
    /// Larger sources are unreadable (`too_large`); in bytes.
    pub limit: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { profile: Profile::Standard, limit: 16 * 1024 * 1024 }
    }
}

/// Reads a source.
pub fn read(source: &Source, options: &ReadOptions) -> Decoded {
    let none = |cause| Decoded {
        profile: options.profile,
        ..Decoded::unreadable(
            source.clone(),
            cause,
            Diagnostic::error(format!("assize::read::{cause}"))
                .message("stand-in")
                .label(Span::new(0, 0), "here"),
        )
    };
    let Ok(text) = source.text() else { return none(Cause::Encoding) };
    if text.trim().is_empty() {
        return none(Cause::Empty);
    }
    let mut verdict = Verdict::new(Span::new(0, text.len()));
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end();
        let from = |key: usize| Span::new(at + key, at + body.len());
        if let Some(word) = body.strip_prefix("verdict: ") {
            let outcome = match word {
                "pass" => Outcome::Pass,
                "warn" => Outcome::Warn,
                "fail" => Outcome::Fail,
                _ => return none(Cause::UnknownWord),
            };
            verdict.stated = Some(Stated { outcome, word: from(9) });
        } else if let Some(word) = body.strip_prefix("confidence: ") {
            verdict.confidence = match word {
                "high" => Some(Confidence::High),
                "med" => Some(Confidence::Med),
                "low" => Some(Confidence::Low),
                _ => None,
            };
        } else if body.starts_with("blocker: ") || body.starts_with("advisory: ") {
            let kind =
                if body.starts_with('b') { FindingKind::Blocker } else { FindingKind::Advisory };
            let start = body.find(' ').unwrap_or(0) + 1;
            verdict.findings.push(Finding {
                kind,
                severity: None,
                category: None,
                location: None,
                text: from(start),
                agents: vec![],
                span: from(0),
            });
        } else if body.starts_with("evidence: ") {
            verdict.evidence = Some(crate::ir::Evidence::Path(from(10)));
        }
        at += line.len();
    }
    if verdict.stated.is_none() {
        return none(Cause::NoVerdict);
    }
    if verdict.findings.iter().any(|f| f.kind == FindingKind::Blocker) {
        verdict.derived = Some(Outcome::Fail)
    }
    Decoded {
        sources: vec![source.clone()],
        format: Some(Format::VerdictFile),
        why: Cow::Borrowed("stand-in"),
        profile: options.profile,
        verdicts: vec![verdict],
        unreadable: None,
        missing: vec![],
        recoveries: vec![],
        diagnostics: vec![],
        says_fail: false,
    }
}

#[cfg(feature = "judge")]
impl crate::ir::Docket {
    /// Reads what a seat wrote and hands it in. Total: it cannot fail.
    pub fn hear(&mut self, seat: impl Into<String>, source: Source) {
        let options = ReadOptions { profile: self.reading_profile(), ..ReadOptions::default() };
        let decoded = read(&source, &options);
        self.take(seat, decoded);
    }
}
