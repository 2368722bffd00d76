//! From a docket to its shape. What a text alone does not say, JSON does not say either.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroU32;

use super::values::{
    Action, Base64, Day, FingerprintText, HostCode, Name, Pattern, SeatStake, Word,
};
use super::{VERSION, is_own_code, mistakes, shape};
use crate::codec::{ReadOptions, read};
use crate::ir::{
    Attempt, Binding, Diagnostic, Diagnostics, Docket, Outcome, Profile, Role, Seat, Stake,
    Submission, Verdict, Waiver,
};
use crate::source::{Source, is_hidden};

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
    let ReadOptions { limit, pieces, .. } = docket.options;
    let plain = ReadOptions::default().limit(limit).pieces(pieces);
    let own = docket.diagnostics.iter().filter(|told| !is_own_code(&told.code));
    let written = shape::Docket {
        schema_version: VERSION,
        id: name(&docket.id),
        round: NonZeroU32::new(docket.round),
        bound: Some(&docket.binding).filter(|binding| !binding.is_empty()).map(bound),
        reading: Some(&docket.options).filter(|options| **options != plain).map(reading),
        seats: list(docket.seats.iter().map(seat)),
        submissions: list(submissions),
        given: named(&docket.given, |(name, given)| (name.clone(), given.clone().into())),
        attempts: list(docket.attempts.iter().map(attempt)),
        waivers: list(docket.waivers.iter().map(waiver)),
        changed: docket.changed.as_ref().map(|paths| paths.iter().map(name).collect()),
        lines_changed: docket.lines_changed,
        changed_lines: named(&docket.known.lines, |(path, lines)| {
            (path.clone(), lines.iter().map(|lines| (lines.first, lines.last)).collect())
        }),
        owners: docket.known.owners.as_ref().map(|owners| {
            let rules = owners.rules().iter();
            rules
                .map(|own| shape::Owned {
                    path: name(&own.pattern),
                    owners: own.owners.iter().map(name).collect(),
                })
                .collect()
        }),
        previous: docket.previous.as_ref().map(|all| all.iter().map(fingerprint).collect()),
        overrides: (!docket.overrides).then_some(false),
        diagnostics: list(own.map(diagnostic)),
    };
    // Texts, numbers, and lists and maps of them cannot fail to print.
    Ok(escaped(&serde_json::to_string_pretty(&written).unwrap_or_default()))
}

/// JSON with escapes for what is not seen, which stands in strings only; and a line end.
fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        match c != '\n' && is_hidden(c) {
            false => out.push(c),
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                let _ = write!(out, "\\u{unit:04x}");
            }),
        }
    }
    out.push('\n');
    out
}

/// Whether a source decides anything, or may: a policy can name one without a verdict.
fn counts(docket: &Docket, submission: &Submission) -> bool {
    match submission.unseated {
        None => true,
        Some(Role::Ignored) => !docket.places.contains_key(&submission.seat),
        Some(_) => false,
    }
}

fn submitted(docket: &Docket, submission: &Submission) -> Result<shape::Submission, Diagnostic> {
    let source = docket.sources.get(submission.source.0 as usize);
    let named = source.map_or("", Source::name);
    let bytes = source.map_or(&[][..], Source::bytes);
    let (mut text, mut base64, mut unreadable) = (None, None, None);
    match (says_its_text(docket, submission), submission.unreadable) {
        (true, _) => match std::str::from_utf8(bytes) {
            Ok(said) => text = Some(said.to_owned()),
            Err(_) => base64 = Some(Base64(bytes.to_vec())),
        },
        (false, Some(cause)) if !submission.says_fail => {
            let why = why(docket, submission).unwrap_or(cause.as_str()).to_owned();
            unreadable = Some(shape::Unreadable { cause, why });
        }
        (false, _) => return Err(mistakes::not_its_text(named, &submission.seat)),
    }
    let source = Some(named).filter(|named| *named != submission.seat && !named.is_empty());
    let (seat, source) = (name(&submission.seat), source.map(name));
    Ok(shape::Submission { seat, source, text, base64, unreadable })
}

/// Whether reading the text again results in the same.
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

/// Why there is no text of something that arrived.
fn why<'d>(docket: &'d Docket, submission: &Submission) -> Option<&'d str> {
    let about = |told: &&Diagnostic| told.span().is_some_and(|at| at.source == submission.source);
    docket.diagnostics.iter().find(about).map(|told| told.message.as_str())
}

fn bound(binding: &Binding) -> shape::Bound {
    let of = |what| binding.get(what).map(name);
    let (commit, tree, changes, run) = (of("commit"), of("tree"), of("changes"), of("run"));
    shape::Bound { commit, tree, changes, run }
}

fn reading(options: &ReadOptions) -> shape::Reading {
    let lexicon = &options.lexicon;
    shape::Reading {
        profile: Some(options.profile).filter(|profile| *profile != Profile::default()),
        format: options.format,
        formats: list(options.formats.iter().copied()),
        remarks: (!options.remarks).then_some(false),
        kind: options.kind,
        expected: list(options.expected.iter().cloned().map(Into::into)),
        words: named(&lexicon.words, |(text, means)| (word(text), *means)),
        cautions: list(lexicon.cautions.iter().map(word)),
        labels: list(lexicon.labels.iter().map(word)),
        findings: named(&lexicon.findings, |(text, means)| (word(text), *means)),
        severities: named(&lexicon.severities, |(text, means)| (word(text), *means)),
        confidences: named(&lexicon.confidences, |(text, means)| (word(text), *means)),
        none: list(lexicon.none.iter().map(word)),
        introductions: list(lexicon.introductions.iter().map(word)),
        parts: list(lexicon.parts.iter().map(word)),
        shapes: list(lexicon.shape_texts.iter().map(name)),
    }
}

fn seat(seat: &Seat) -> shape::Seat {
    shape::Seat {
        name: name(&seat.name),
        stake: seat.stake.filter(|stake| *stake != Stake::Unexpected).map(SeatStake),
        weight: seat.weight,
        found: (!seat.named).then_some(true),
        absent: seat.absence.clone().map(Into::into),
        labels: named(&seat.labels, |(label, value)| (label.clone(), name(value))),
    }
}

fn attempt(attempt: &Attempt) -> shape::Attempt {
    let (seat, action) = (name(&attempt.seat), Action(attempt.action.clone()));
    shape::Attempt { seat, action, round: NonZeroU32::new(attempt.round) }
}

fn waiver(waiver: &Waiver) -> shape::Waiver {
    shape::Waiver {
        id: name(&waiver.id),
        category: waiver.category.as_ref().map(name),
        path: waiver.path.clone().map(Pattern),
        fingerprint: waiver.fingerprint.as_ref().map(fingerprint),
        owner: waiver.is_owned().then(|| name(&waiver.owner)),
        reason: name(&waiver.reason),
        until: Day(waiver.until),
    }
}

/// Without its places: they lie in texts that are read again.
fn diagnostic(told: &Diagnostic) -> shape::Diagnostic {
    shape::Diagnostic {
        code: HostCode(told.code.to_string()),
        level: Some(told.level),
        message: name(&told.message),
        help: told.help.clone(),
    }
}

fn name(text: impl Into<String>) -> Name {
    Name(text.into())
}

fn word(text: impl Into<String>) -> Word {
    Word(text.into())
}

fn fingerprint(text: impl Into<String>) -> FingerprintText {
    FingerprintText(text.into())
}

/// A list that is not empty.
fn list<T>(items: impl IntoIterator<Item = T>) -> Option<Vec<T>> {
    let items: Vec<T> = items.into_iter().collect();
    (!items.is_empty()).then_some(items)
}

/// Values by names, where there are any.
fn named<K: Ord, T, V>(
    values: &BTreeMap<String, T>,
    one: impl Fn((&String, &T)) -> (K, V),
) -> Option<BTreeMap<K, V>> {
    (!values.is_empty()).then(|| values.iter().map(one).collect())
}
