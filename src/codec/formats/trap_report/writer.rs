//! From a verdict to a report.

use serde::{Serialize, Serializer};

use super::words;
use crate::codec::write::{Part, Spoken, cannot_hold};
use crate::ir::{Confidence, Diagnostic, Finding, Format, Severity, Subject, Verdict};
use crate::source::Span;

/// JSON with its members in the order that they were put in.
enum Json {
    Text(String),
    Bool(bool),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Bool(yes) => serializer.serialize_bool(*yes),
            Self::List(items) => serializer.collect_seq(items),
            Self::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

pub(super) fn encode(spoken: &Spoken<'_>) -> Result<String, Vec<Diagnostic>> {
    let [verdict] = spoken.verdicts else {
        let second = spoken.verdicts.get(1).map(|verdict| verdict.span);
        return Err(vec![several(second.unwrap_or_default())]);
    };
    if verdict.subject != Subject::Change {
        return Err(vec![several(verdict.span)]);
    }
    let text = |at: Span| Json::Text(spoken.text(at).into_owned());
    let compound = verdict.members.iter().any(|member| {
        spoken.text(member.name) == "schema" && spoken.text(member.text) == words::COMPOUND
    });
    let reviewer = match verdict.reviewer {
        Some(at) => Some(text(at)),
        None if compound => None,
        None => Some(Json::Text(words::NAMES[0].into())),
    };
    // Only the compound reviewer says what its report comes to.
    let status = verdict.stated.filter(|_| !spoken.drops(Part::Stated));
    if let Some(stated) = status.filter(|_| !compound) {
        return Err(vec![cannot_hold(Format::TrapReport, Part::Stated, stated.word)]);
    }
    let status = status.and_then(|stated| {
        words::STATUS.iter().find(|(_, outcome)| *outcome == stated.outcome).map(|(word, _)| *word)
    });
    let findings = verdict.findings.iter().map(|found| finding(spoken, verdict, found)).collect();
    let raised = verdict.tags.iter().any(|tag| spoken.text(*tag) == "escalation_flag");
    let notes = verdict.notes.iter().map(|note| text(*note)).collect();
    let mut report: Vec<(String, Json)> = Vec::new();
    report.extend(reviewer.map(|name| ("reviewer".to_owned(), name)));
    report.extend(status.map(|word| ("status".to_owned(), Json::Text(word.to_owned()))));
    report.push(("findings".to_owned(), Json::List(findings)));
    if let Some(confidence) = verdict.confidence {
        let word = match confidence {
            Confidence::Med => "medium",
            known => known.as_str(),
        };
        report.push(("confidence_summary".to_owned(), Json::Text(word.to_owned())));
    }
    report.push(("escalation_flag".to_owned(), Json::Bool(raised)));
    report.push(("residual_risks".to_owned(), Json::List(notes)));
    report.push(("testing_gaps".to_owned(), Json::List(Vec::new())));
    let own = |at: Span| verdict.findings.iter().any(|found| holds(found, at));
    for member in verdict.members.iter().filter(|member| !own(member.name)) {
        report.push((spoken.text(member.name).into_owned(), text(member.text)));
    }
    let mut text = serde_json::to_string_pretty(&Json::Object(report)).unwrap_or_default();
    text.push('\n');
    Ok(text)
}

/// Whether something stands inside a finding.
fn holds(finding: &Finding, at: Span) -> bool {
    let around = finding.span;
    around.source == at.source && around.start <= at.start && at.end <= around.end
}

fn finding(spoken: &Spoken<'_>, verdict: &Verdict, found: &Finding) -> Json {
    let text = |at: Span| Json::Text(spoken.text(at).into_owned());
    let mut members: Vec<(String, Json)> = Vec::new();
    members.extend(found.category.map(|category| ("signature".to_owned(), text(category))));
    if let Some(severity) = found.severity {
        let word = match severity {
            Severity::Info => Severity::Low.as_str(),
            known => known.as_str(),
        };
        members.push(("severity".to_owned(), Json::Text(word.to_owned())));
    }
    let mut evidence = vec![("quote".to_owned(), text(found.text))];
    evidence.extend(
        found.location.as_ref().map(|location| {
            ("location".to_owned(), Json::Text(spoken.place(location).into_owned()))
        }),
    );
    members.push(("evidence".to_owned(), Json::Object(evidence)));
    members.extend(found.advice.map(|advice| ("recommendation".to_owned(), text(advice))));
    for member in verdict.members.iter().filter(|member| holds(found, member.name)) {
        members.push((spoken.text(member.name).into_owned(), text(member.text)));
    }
    Json::Object(members)
}

/// Two verdicts, or one about a part of the change
fn several(at: Span) -> Diagnostic {
    Diagnostic::error("assize::write::one_verdict")
        .message("a trap report holds one verdict about the whole change")
        .label(at, "this would be lost")
        .help("choose a format that holds several, or write one file each")
}
