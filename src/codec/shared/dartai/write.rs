//! What both channels write: a word, how sure the reviewer is, and texts.

use super::words;
use crate::codec::ReadOptions;
use crate::codec::members::choice;
use crate::codec::mistakes::mistake_rows;
use crate::codec::render::{EncodeInput, Read};
use crate::ir::{Confidence, Diagnostic, Evidence, Finding, FindingKind, Format, Outcome, Verdict};
use crate::source::{Source, Span};

/// A verdict as text, part by part.
pub(in crate::codec) struct Parts {
    pub(in crate::codec) outcome: Outcome,
    pub(in crate::codec) confidence: Option<Confidence>,
    pub(in crate::codec) blockers: Vec<(String, Span)>,
    pub(in crate::codec) advisories: Vec<(String, Span)>,
    pub(in crate::codec) path: Option<(String, Span)>,
    pub(in crate::codec) inline: Option<(String, Span)>,
}

impl Parts {
    /// The one verdict there is. `dash`: between a location and its text, also behind lines.
    pub(in crate::codec) fn of(
        spoken: &EncodeInput<'_>,
        dash: bool,
    ) -> Result<Self, Vec<Diagnostic>> {
        let [verdict] = spoken.verdicts else {
            let at = spoken.verdicts.get(1).map_or(Span::default(), |verdict| verdict.span);
            return Err(vec![one_verdict(at)]);
        };
        let texts = |kind: FindingKind| {
            let findings = verdict.findings.iter().filter(|finding| finding.kind == kind);
            findings.map(|finding| (text_of(spoken, finding, dash), finding.span)).collect()
        };
        let evidence = |at: Span| (spoken.text(at).trim().to_owned(), at);
        let (path, inline) = match verdict.evidence {
            Some(Evidence::Path(at)) => (Some(evidence(at)), None),
            Some(Evidence::Inline(at)) => (None, Some(evidence(at))),
            None => (None, None),
        };
        Ok(Self {
            outcome: outcome_of(verdict),
            confidence: verdict.confidence,
            blockers: texts(FindingKind::Blocker),
            advisories: texts(FindingKind::Advisory),
            path,
            inline,
        })
    }

    /// Whether a text is read as these parts again; else where it is not.
    pub(in crate::codec) fn check(
        &self,
        text: &str,
        format: Format,
        dash: bool,
        read: Read,
    ) -> Result<(), Vec<Diagnostic>> {
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        let again = read(&Source::new("written", text), &options);
        let spoken =
            EncodeInput { sources: &again.sources, verdicts: &again.verdicts, dropped: &[], read };
        let Ok(again) = Self::of(&spoken, dash) else { return Ok(()) }; // `write` says so
        let pairs = [(&self.blockers, &again.blockers), (&self.advisories, &again.advisories)];
        let mut wrong: Vec<Diagnostic> = Vec::new();
        for (ours, theirs) in pairs {
            let theirs = theirs.iter().map(|(text, _)| Some(text)).chain(std::iter::repeat(None));
            let lost = ours.iter().zip(theirs).filter(|((text, _), theirs)| Some(text) != *theirs);
            wrong.extend(lost.map(|((_, at), _)| read_otherwise(format, *at)));
        }
        let text =
            |evidence: &Option<(String, Span)>| evidence.as_ref().map(|(text, _)| text.clone());
        let evidence = [(&self.path, &again.path), (&self.inline, &again.inline)];
        wrong.extend(
            evidence
                .iter()
                .filter(|(ours, theirs)| text(ours) != text(theirs))
                .filter_map(|(ours, _)| ours.as_ref().map(|(_, at)| read_otherwise(format, *at))),
        );
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

/// The word to write: what was stated where blockers say the rest, else its outcome.
fn outcome_of(verdict: &Verdict) -> Outcome {
    let blocked = verdict.findings.iter().any(|finding| finding.kind == FindingKind::Blocker);
    let stated = verdict.stated.map(|stated| stated.outcome).filter(|_| blocked);
    stated.or(verdict.effective()).unwrap_or(Outcome::Fail)
}

/// `src/a.rs:3 — SQL by hand`: a finding, with its location in front unless that is part of it.
fn text_of(spoken: &EncodeInput<'_>, finding: &Finding, dash: bool) -> String {
    let text = spoken.text(finding.text).trim().to_owned();
    let Some(location) = &finding.location else { return text };
    let (at, around) = (location.text, finding.text);
    let inside = at.source == around.source && at.start >= around.start && at.end <= around.end;
    if inside {
        return text;
    }
    let between = if dash || location.lines.is_empty() { " — " } else { " " };
    format!("{}{between}{text}", spoken.place(location).trim())
}

/// What a reviewer has to know whatever the channel.
pub(in crate::codec) fn rules(options: &ReadOptions, blocker: &str, advisory: &str) -> String {
    let means = |outcome: Outcome| {
        let words = words::asked_for(options).filter(|(_, known)| *known == outcome);
        choice(words.map(|(word, _)| word))
    };
    let mut lines =
        vec![format!("- {}: nothing stands in the way of the work.", means(Outcome::Pass))];
    lines.push(format!(
        "- {}: it may go on, and each {advisory} says what to look at.",
        means(Outcome::Warn)
    ));
    lines.push(format!(
        "- {}: it stops, and each {blocker} says why. At least one is needed.",
        means(Outcome::Fail)
    ));
    let hold = means(Outcome::Hold);
    if !hold.is_empty() {
        lines.push(format!("- {hold}: nobody can say yet."));
    }
    lines.push(format!(
        "- The confidence is {}; it says how sure you are, not how good the work is.",
        choice(words::confidences())
    ));
    lines.push("- Name the file and the line first: `src/query.rs:88`.".to_owned());
    lines.join("\n")
}

mistake_rows! {
    /// A finding `[one, two]`, which a verdict file would take for a list
    error "assize::write::read_otherwise" read_otherwise(format: Format, at: Span)
        "as `{format}` this would be read as something else", at "cannot be written as it is", "choose another format, or change the text";
    /// Two verdicts in one file
    error "assize::write::one_verdict" one_verdict(at: Span)
        "the format holds one verdict, and there are several", at "the second of them", "choose a format that holds several";
}
