//! A docket as JSON. What a text alone does not say, JSON does not say either.

use super::mistakes;
use super::read::is_own_code;
use super::{
    ABSENT, ATTEMPT, BOUND, DAY, DIAGNOSTIC, DOCKET, READING, SEAT, SUBJECT, SUBMISSION,
    UNREADABLE, VERSION, WAIVER, base64,
};
use crate::codec::members::Json;
use crate::codec::read;
use crate::codec::{Lexicon, ReadOptions};
use crate::ir::{
    Absence, Attempt, Binding, Cause, Diagnostic, Diagnostics, Docket, Given, Outcome, Profile,
    Role, Seat, Stake, Subject, Submission, Verdict, Waiver,
};
use crate::source::Source;

pub(super) fn write(docket: &Docket) -> Result<String, Diagnostics> {
    let mut wrong = Vec::new();
    let mut submissions = Vec::new();
    for submission in docket.submissions.iter().filter(|submission| counts(docket, submission)) {
        match submitted(docket, submission) {
            Ok(written) => submissions.push(written),
            Err(mistake) => wrong.push(mistake),
        }
    }
    if !wrong.is_empty() {
        return Err(Diagnostics::from(wrong));
    }
    let own = docket.diagnostics.iter().filter(|told| !is_own_code(&told.code));
    let mut rest = Some(submissions);
    let written = DOCKET.json(|name| match name {
        "schema_version" => Some(Json::Number(VERSION)),
        "id" => Some(Json::text(&docket.id)),
        "round" => Some(Json::Number(docket.round.into())),
        "bound" => (!docket.binding.is_empty()).then(|| bound(&docket.binding)),
        "reading" => reading(&docket.options),
        "seats" => list(docket.seats.iter().map(seat)),
        "submissions" => list(rest.take().into_iter().flatten()),
        "given" => named(docket.given.iter().map(|(name, given)| (name, fact(given)))),
        "attempts" => list(docket.attempts.iter().map(attempt)),
        "waivers" => list(docket.waivers.iter().map(waiver)),
        "changed" => docket.changed.as_ref().map(texts),
        "lines_changed" => {
            docket.lines_changed.map(|n| Json::Number(n.try_into().unwrap_or(i64::MAX)))
        }
        "previous" => docket.previous.as_ref().map(texts),
        "overrides" => (!docket.overrides).then_some(Json::Bool(false)),
        "diagnostics" => list(own.clone().map(diagnostic)),
        _ => None,
    });
    Ok(written.to_compact_document())
}

fn bound(binding: &Binding) -> Json {
    BOUND.json(|name| binding.get(name).map(Json::text))
}

/// Whether a source decides anything, or may: a policy can name one without a verdict.
fn counts(docket: &Docket, submission: &Submission) -> bool {
    match submission.unseated {
        None => true,
        Some(Role::Ignored) => !docket.places.contains_key(&submission.seat),
        Some(_) => false,
    }
}

fn submitted(docket: &Docket, submission: &Submission) -> Result<Json, Diagnostic> {
    let source = docket.sources.get(submission.source.0 as usize);
    let name = source.map_or("", Source::name);
    let bytes = source.map_or(&[][..], Source::bytes);
    let said = match (says_its_text(docket, submission), submission.unreadable) {
        (true, _) => match std::str::from_utf8(bytes) {
            Ok(text) => ("text", Json::text(text)),
            Err(_) => ("base64", Json::text(base64::encode(bytes))),
        },
        (false, Some(cause)) if !submission.says_fail => {
            ("unreadable", unreadable(docket, submission, cause))
        }
        (false, _) => return Err(mistakes::not_its_text(name, &submission.seat)),
    };
    let (kind, said) = said;
    Ok(SUBMISSION.json(|member| match member {
        "seat" => Some(Json::text(&submission.seat)),
        "source" => Some(Json::text(name)).filter(|_| name != submission.seat && !name.is_empty()),
        _ => (member == kind).then(|| said.clone()),
    }))
}

/// Whether reading the text again comes to the same.
fn says_its_text(docket: &Docket, submission: &Submission) -> bool {
    let base = submission.source.0;
    let Some(source) = docket.sources.get(base as usize) else { return false };
    let mut again = read(source, &docket.options);
    again.shift(base);
    let fails = |verdict: &Verdict| verdict.effective() == Some(Outcome::Fail);
    let says_fail = again.says_fail || again.fragments.iter().any(fails);
    let same = again.verdicts == submission.verdicts
        && again.unreadable == submission.unreadable
        && again.missing == submission.missing
        && again.remarks == submission.remarks
        && again.profile == submission.profile;
    same && says_fail == submission.says_fail
}

fn unreadable(docket: &Docket, submission: &Submission, cause: Cause) -> Json {
    let about = |told: &&Diagnostic| told.span().is_some_and(|at| at.source == submission.source);
    let why = docket.diagnostics.iter().find(about).map(|told| told.message.as_str());
    UNREADABLE.json(|name| match name {
        "cause" => Some(Json::Word(cause.as_str())),
        _ => Some(Json::text(why.unwrap_or(cause.as_str()))),
    })
}

fn reading(options: &ReadOptions) -> Option<Json> {
    let Lexicon { words, cautions, labels, findings, severities, confidences, none } =
        &options.lexicon;
    let outcomes = |name: &str| match name {
        "words" => named(words.iter().map(|(word, means)| (word, Json::Word(means.as_str())))),
        "findings" => {
            named(findings.iter().map(|(word, means)| (word, Json::Word(means.as_str()))))
        }
        "severities" => {
            named(severities.iter().map(|(word, means)| (word, Json::Word(means.as_str()))))
        }
        "confidences" => {
            named(confidences.iter().map(|(word, means)| (word, Json::Word(means.as_str()))))
        }
        _ => None,
    };
    let some = |words: &[String]| (!words.is_empty()).then(|| texts(words));
    let json = READING.json(|name| match name {
        "profile" => {
            (options.profile != Profile::default()).then(|| Json::Word(options.profile.as_str()))
        }
        "format" => options.format.map(|format| Json::Word(format.as_str())),
        "formats" => list(options.formats.iter().map(|format| Json::Word(format.as_str()))),
        "remarks" => (!options.remarks).then_some(Json::Bool(false)),
        "kind" => options.kind.map(|kind| Json::Word(kind.as_str())),
        "expected" => list(options.expected.iter().map(subject)),
        "cautions" => some(cautions),
        "labels" => some(labels),
        "none" => some(none),
        name => outcomes(name),
    });
    Some(json).filter(|json| !matches!(json, Json::Object(members) if members.is_empty()))
}

fn subject(subject: &Subject) -> Json {
    SUBJECT.json(|name| match (name, subject) {
        ("change", Subject::Change) => Some(Json::Bool(true)),
        ("criterion", Subject::Criterion(id)) => Some(Json::text(id)),
        ("note", Subject::Pair { note, .. }) => Some(Json::text(note)),
        ("gate", Subject::Pair { gate, .. }) => Some(Json::text(gate)),
        ("batch", Subject::Batch { batch, .. }) => Some(Json::text(batch)),
        ("run", Subject::Batch { run, .. }) => run.as_ref().map(Json::text),
        ("reviewer", Subject::Reviewer(name)) => Some(Json::text(name)),
        _ => None,
    })
}

fn seat(seat: &Seat) -> Json {
    SEAT.json(|name| match name {
        "name" => Some(Json::text(&seat.name)),
        "stake" => {
            seat.stake.filter(|stake| *stake != Stake::Unexpected).map(|s| Json::Word(s.as_str()))
        }
        "weight" => seat.weight.map(|weight| Json::Number(weight.into())),
        "found" => (!seat.named).then_some(Json::Bool(true)),
        _ => seat.absence.as_ref().map(absence),
    })
}

fn absence(absence: &Absence) -> Json {
    let (state, why, cause) = match absence {
        Absence::Missing => ("missing", None, None),
        Absence::Awaiting(why) => ("awaiting", Some(why), None),
        Absence::Errored(why) => ("errored", Some(why), None),
        Absence::Stale(why) => ("stale", Some(why), None),
        Absence::Unreadable(cause, why) => ("unreadable", Some(why), Some(cause)),
        Absence::Skipped(why) => ("skipped", Some(why), None),
        Absence::Excused(why) => ("excused", Some(why), None),
    };
    ABSENT.json(|name| match name {
        "state" => Some(Json::Word(state)),
        "why" => why.map(Json::text),
        _ => cause.map(|cause| Json::Word(cause.as_str())),
    })
}

fn fact(given: &Given) -> Json {
    match given {
        Given::Int(number) => Json::Number(*number),
        Given::Bool(yes) => Json::Bool(*yes),
        Given::Text(text) => Json::text(text),
        Given::List(entries) => texts(entries),
        Given::Date(day) => DAY.json(|_| Some(Json::text(day.to_string()))),
    }
}

fn attempt(attempt: &Attempt) -> Json {
    ATTEMPT.json(|name| match name {
        "seat" => Some(Json::text(&attempt.seat)),
        "action" => Some(Json::text(&attempt.action)),
        _ => Some(Json::Number(attempt.round.into())),
    })
}

fn waiver(waiver: &Waiver) -> Json {
    WAIVER.json(|name| match name {
        "id" => Some(Json::text(&waiver.id)),
        "category" => waiver.category.as_ref().map(Json::text),
        "path" => waiver.path.as_ref().map(Json::text),
        "fingerprint" => waiver.fingerprint.as_ref().map(Json::text),
        "owner" => waiver.is_owned().then(|| Json::text(&waiver.owner)),
        "reason" => Some(Json::text(&waiver.reason)),
        _ => Some(Json::text(waiver.until.to_string())),
    })
}

/// Without its places: they lie in texts that are read again.
fn diagnostic(told: &Diagnostic) -> Json {
    DIAGNOSTIC.json(|name| match name {
        "code" => Some(Json::text(&*told.code)),
        "level" => Some(Json::Word(told.level.as_str())),
        "message" => Some(Json::text(&told.message)),
        _ => told.help.as_ref().map(Json::text),
    })
}

fn texts<'t>(texts: impl IntoIterator<Item = &'t String>) -> Json {
    Json::List(texts.into_iter().map(Json::text).collect())
}

/// A list that is not empty.
fn list(items: impl Iterator<Item = Json>) -> Option<Json> {
    let items: Vec<Json> = items.collect();
    (!items.is_empty()).then_some(Json::List(items))
}

/// Values by names, where there are any.
fn named<'n>(values: impl Iterator<Item = (&'n String, Json)>) -> Option<Json> {
    let values: Vec<(String, Json)> = values.map(|(name, value)| (name.clone(), value)).collect();
    (!values.is_empty()).then_some(Json::Object(values))
}
