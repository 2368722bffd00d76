//! Who sits in a review: its runs, their inspectors, and the docket.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::mistakes;
use crate::docket::{Absence, CellRef, ClosedDocket, Role, Stake, State};
use crate::host::{ReviewText, ReviewTexts};
use crate::ir::Cause;
use crate::sdd::{Lost, ReviewKind, derived};
use crate::{Decoded, Diagnostic, Diagnostics, Docket, ReadOptions, Source, read};

/// The seat of a single auditor.
const AUDITOR: &str = "auditor";

/// The name of the text that the lead derives.
const DERIVED: &str = "lead-derived.cpf";

/// What is asked about the bench.
pub(super) struct Asked<'a> {
    pub(super) kind: ReviewKind,
    pub(super) consensus: Option<usize>,
    /// The inspectors that are expected, where somebody says so.
    pub(super) expect: &'a [String],
    /// Why somebody is lost.
    pub(super) lost: &'a [(String, String)],
}

/// One run: its auditor's seat, and those of its inspectors.
pub(super) struct Seated {
    pub(super) auditor: String,
    pub(super) inspectors: Vec<String>,
    folder: PathBuf,
}

/// Everybody who sits.
pub(super) struct Bench {
    pub(super) docket: Docket,
    pub(super) runs: Vec<Seated>,
    pub(super) read: Vec<String>,
    pub(super) lost: Vec<Lost>,
    pub(super) derived: bool,
}

/// Seats auditors and inspectors; where the only auditor stays out, the lead's verdict sits in its place.
pub(super) fn seat(
    docket: Docket,
    texts: ReviewTexts,
    asked: &Asked<'_>,
) -> Result<Bench, Diagnostics> {
    let found = texts.auditors.len();
    let mut wrong = Diagnostics::default();
    match asked.consensus {
        None if found > 1 => wrong.push(mistakes::several_auditors(found)),
        Some(runs) if found > runs => wrong.push(mistakes::more_runs(runs, found)),
        _ => {}
    }
    let expected = expected(asked, &mut wrong);
    let gone = texts.auditors.iter().filter(|text| text.found.is_none());
    let gone: Vec<Diagnostic> = gone.map(|text| mistakes::no_auditor(&text.path)).collect();
    let options = docket.read_options().clone();
    let (mut runs, auditors) = seat_runs(texts.auditors, asked, &options);
    let inspectors = seat_inspectors(texts.inspectors, &mut runs, asked, (&options, &mut wrong));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let (inspectors, mut remarks) = inspectors;
    remarks.extend(gone);
    let fill = |docket: &mut Docket, with: &[(String, Option<Decoded>)]| {
        for (seat, decoded) in with {
            docket.seat(seat.clone());
            match decoded {
                Some(decoded) => docket.submit_decoded(seat.clone(), decoded.clone()),
                None => docket.absent(seat.clone(), Absence::Missing),
            }
        }
        for (seat, decoded) in &inspectors {
            docket.seat(seat.clone()).stake(Stake::Observer);
            match decoded {
                Some(decoded) => docket.submit_decoded(seat.clone(), decoded.clone()),
                None => docket.absent(seat.clone(), Absence::Missing),
            }
        }
        remarks.iter().for_each(|remark| docket.report(remark.clone()));
    };
    let empty = docket.clone();
    let mut docket = docket;
    fill(&mut docket, &auditors);
    let closed = docket.clone().close();
    let (answered, lost) = who_answered(&closed, &runs, &expected, asked);
    let stays_out = asked.consensus.is_none() && stays_out(&closed, AUDITOR);
    let told = have_reported(&answered, &lost, stays_out, asked);
    if !stays_out || answered.is_empty() {
        docket.require_unheard();
        told.into_iter().for_each(|told| docket.report(told));
        return Ok(Bench { docket, runs, read: answered, lost, derived: false });
    }
    // What it wrote is kept beside, and read as little as it can be.
    let mut seats: Vec<&str> = answered.iter().map(String::as_str).collect();
    seats.push(AUDITOR);
    let gone: Vec<(String, String)> =
        lost.iter().map(|lost| (lost.name.clone(), lost.reason.clone())).collect();
    let text = derived(&closed, asked.kind, &seats, &gone);
    let by_lead = read(
        &Source::new(DERIVED, text),
        &options.clone().format(Some(super::OF_AUDITOR)).formats([]),
    );
    let mut docket = empty;
    fill(&mut docket, &[(AUDITOR.to_owned(), Some(by_lead))]);
    told.into_iter().for_each(|told| docket.report(told));
    for (_, decoded) in auditors {
        if let Some(decoded) = decoded {
            docket.submit_unseated(format!("{AUDITOR}, as it wrote"), decoded, Role::Ignored);
        }
    }
    Ok(Bench { docket, runs, read: answered, lost, derived: true })
}

/// The names of those who are expected; none of dead code, unless somebody says so.
fn expected(asked: &Asked<'_>, wrong: &mut Diagnostics) -> Vec<String> {
    let own = || asked.kind.inspectors().iter().map(|name| (*name).to_owned());
    let named = |name: &String| match asked.kind.inspector(name) {
        Some(known) => known.to_owned(),
        None => name.trim().to_owned(),
    };
    let expected: Vec<String> = match asked.expect {
        [] if asked.kind.expects_all() => own().collect(),
        [] => Vec::new(),
        names => names.iter().map(named).collect(),
    };
    let mut known = expected.clone();
    known.extend(own().filter(|name| !expected.contains(name)));
    known.push(AUDITOR.to_owned());
    for (name, _) in asked.lost {
        if !known.contains(&named(name)) {
            wrong.push(mistakes::not_expected("--lost", name, &known));
        }
    }
    expected
}

fn decoded_of(text: ReviewText, options: &ReadOptions) -> Option<Decoded> {
    text.found.map(|found| match found {
        Ok(source) => read(&source, options),
        Err(unreadable) => Decoded { profile: options.profile, ..*unreadable },
    })
}

type Submissions = Vec<(String, Option<Decoded>)>;

fn seat_runs(
    auditors: Vec<ReviewText>,
    asked: &Asked<'_>,
    options: &ReadOptions,
) -> (Vec<Seated>, Submissions) {
    let name = |place: usize| match asked.consensus {
        Some(_) => format!("V{}", place + 1),
        None => AUDITOR.to_owned(),
    };
    let (mut runs, mut submissions) = (Vec::new(), Vec::new());
    for (place, text) in auditors.into_iter().enumerate() {
        let folder = text.path.parent().unwrap_or(Path::new("")).to_owned();
        runs.push(Seated { auditor: name(place), inspectors: Vec::new(), folder });
        submissions.push((name(place), decoded_of(text, options)));
    }
    for place in runs.len()..asked.consensus.unwrap_or(1) {
        runs.push(Seated { auditor: name(place), inspectors: Vec::new(), folder: PathBuf::new() });
        submissions.push((name(place), None));
    }
    (runs, submissions)
}

/// Inspectors beside the verdict of a run are that run's, where verdicts lie in folders of their own; all others are
/// everybody's.
fn seat_inspectors(
    texts: Vec<ReviewText>,
    runs: &mut [Seated],
    asked: &Asked<'_>,
    (options, wrong): (&ReadOptions, &mut Diagnostics),
) -> (Submissions, Vec<Diagnostic>) {
    let apart = runs.windows(2).all(|two| two[0].folder != two[1].folder) && runs.len() > 1;
    let mut seated: HashMap<String, PathBuf> = HashMap::new();
    let expected: HashSet<&str> = asked.expect.iter().map(String::as_str).collect();
    let (mut submissions, mut remarks) = (Vec::new(), Vec::new());
    for text in texts {
        let (path, stem) = (text.path.clone(), text.stem.clone());
        let folder = path.parent().unwrap_or(Path::new(""));
        let known = asked.kind.inspector(&stem).is_some() || expected.contains(stem.as_str());
        if !known && text.found.is_none() {
            wrong.push(mistakes::nobody_there(&stem, &path, asked.kind));
            continue;
        }
        let decoded = decoded_of(text, options);
        if !known && is_no_verdict(&path, decoded.as_ref()) {
            remarks.push(mistakes::no_inspector(&path));
            continue;
        }
        let own = apart.then(|| runs.iter().position(|run| run.folder == folder)).flatten();
        let name = match asked.kind.inspector(&stem) {
            Some(known) => known.to_owned(),
            None => {
                remarks.push(mistakes::other_inspector(&stem, &path, asked.kind));
                stem.replace(' ', "-")
            }
        };
        let seat = match own {
            Some(run) => format!("{} {name}", runs[run].auditor),
            None => name.clone(),
        };
        if let Some(before) = seated.get(&seat) {
            wrong.push(mistakes::inspector_twice(&name, before, &path));
            continue;
        }
        let whose =
            runs.iter_mut().enumerate().filter(|(place, _)| own.is_none_or(|own| own == *place));
        whose.for_each(|(_, run)| run.inspectors.push(seat.clone()));
        seated.insert(seat.clone(), path.clone());
        submissions.push((seat, decoded));
    }
    (submissions, remarks)
}

/// Whether a file beside those of the inspectors has no trace of a verdict: `README.md`.
fn is_no_verdict(path: &Path, decoded: Option<&Decoded>) -> bool {
    let Some(decoded) = decoded else { return false };
    let of_cpf = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("cpf"));
    let silent = matches!(decoded.unreadable, Some(Cause::Empty | Cause::NoVerdict));
    let plain = |source: &Source| {
        let text = source.text().map(str::to_uppercase).unwrap_or_else(|_| "|".to_owned());
        !["VERDICT", "NO-GO", "|"].iter().any(|trace| text.contains(trace))
    };
    !of_cpf && silent && decoded.remarks.is_empty() && decoded.source().is_some_and(plain)
}

/// Whether the auditor gave no verdict, and nothing that could be one.
fn stays_out(docket: &ClosedDocket, auditor: &str) -> bool {
    let Some(cell) = docket.cells().find(|cell| cell.seat() == auditor) else { return true };
    cell.state() != State::Reported && !cell.is_unheard()
}

/// The inspectors that were read, and those that were expected and were not, with the reason.
fn who_answered(
    docket: &ClosedDocket,
    runs: &[Seated],
    expected: &[String],
    asked: &Asked<'_>,
) -> (Vec<String>, Vec<Lost>) {
    let mut cells: HashMap<&str, CellRef<'_>> = HashMap::new();
    docket.cells().for_each(|cell| _ = cells.entry(cell.seat()).or_insert(cell));
    let cell = |seat: &str| cells.get(seat).copied();
    let is_read = |seat: &str| cell(seat).is_some_and(|cell| cell.state() == State::Reported);
    let told = reasons(asked);
    let (mut read, mut lost) = (Vec::<String>::new(), Vec::<Lost>::new());
    let (mut seen_read, mut seen_lost) = (HashSet::new(), HashSet::new());
    // A run that never came brought no inspectors along.
    let all_gone = runs.iter().all(|run| run.inspectors.is_empty());
    for run in runs.iter().filter(|run| all_gone || !run.inspectors.is_empty()) {
        let label = format!("{} ", run.auditor);
        let mut names: Vec<(String, String)> = Vec::new();
        for seat in &run.inspectors {
            let name = seat.strip_prefix(&label).unwrap_or(seat);
            names.push((name.to_owned(), seat.clone()));
        }
        let came: HashSet<String> = names.iter().map(|(name, _)| name.clone()).collect();
        for name in expected.iter().filter(|name| !came.contains(*name)) {
            names.push((name.clone(), format!("{label}{name}")));
        }
        for (name, seat) in names {
            if is_read(&seat) {
                if seen_read.insert(seat.clone()) {
                    read.push(seat);
                }
                continue;
            }
            let own =
                seat.starts_with(&label) && asked.consensus.is_some() && !run.inspectors.is_empty();
            let gone = Lost {
                run: own.then(|| run.auditor.clone()),
                reason: reason(cell(&seat), told.get(name.as_str()).copied()),
                name,
            };
            if seen_lost.insert((gone.run.clone(), gone.name.clone(), gone.reason.clone())) {
                lost.push(gone);
            }
        }
    }
    (read, lost)
}

/// Whom somebody calls lost, and who was read.
fn have_reported(
    answered: &[String],
    lost: &[Lost],
    stays_out: bool,
    asked: &Asked<'_>,
) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    for (name, _) in asked.lost {
        let own = asked.kind.inspector(name).unwrap_or(name.trim());
        let is_own = |seat: &String| {
            seat.strip_suffix(own).is_some_and(|run| run.is_empty() || run.ends_with(' '))
        };
        let reported = match own {
            AUDITOR => !stays_out && asked.consensus.is_none(),
            _ => answered.iter().any(is_own) && !lost.iter().any(|lost| lost.name == own),
        };
        told.extend(reported.then(|| mistakes::has_reported(name)));
    }
    told
}

/// Why inspectors are lost, as somebody says.
fn reasons<'a>(asked: &Asked<'a>) -> HashMap<&'a str, &'a str> {
    let mut reasons = HashMap::new();
    for (name, reason) in asked.lost {
        for name in [Some(name.trim()), asked.kind.inspector(name)].into_iter().flatten() {
            reasons.entry(name).or_insert(reason.as_str());
        }
    }
    reasons
}

/// Why an inspector could not be read: as somebody says, else as it looks.
fn reason(cell: Option<CellRef<'_>>, told: Option<&str>) -> String {
    if let Some(reason) = told {
        return reason.to_owned();
    }
    match cell.map(|cell| (cell.state(), cell.cause())) {
        None | Some((State::Missing, _)) => "file not found".to_owned(),
        Some((_, Some(cause))) => cause.to_string(),
        Some((state, None)) => state.to_string(),
    }
}
