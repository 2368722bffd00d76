//! How files take their seats.

mod names;
mod roster;
mod runs;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

pub use roster::{Roster, SaidAbsent, Seating};

use names::{
    belongs_to_earlier_work, file_speaks, has_spoken, ignored, legacy_name, names_alike,
    no_reports, no_such_seat, unexpected,
};
use roster::{NamedBy, SUGGESTED, set, suggested};

use super::evidence::{self, Citation, cites_a_verdict, cites_itself};
use super::panel::Chair;
use super::reports::{Entry, Refusal, Reports, no_summary, shown};
use super::stdout::{self, Stdout};
use super::suggest::nearest;
use crate::codec::Cause;
use crate::docket::{Role, Stake};
use crate::emit::kdl::JudgedReports;
use crate::source::composed_owned;
use crate::{Absence, Decoded, Diagnostic, Diagnostics, Docket, Source, read};

/// Names the seats of a docket and hands in what was read for them, as the docket says.
///
/// # Errors
///
/// Mistakes in the roster, all at once, and an input without a single report where no one is
/// expected.
pub fn seat_reports(
    docket: &mut Docket,
    reports: Reports,
    roster: &Roster,
) -> Result<(), Diagnostics> {
    let Reports { folder, entries, remarks, mut stdouts, taken, whole, .. } = reports;
    let options = docket.read_options().clone();
    let file_of = |chair: &Chair| chair.seat.file.clone().map(composed_owned);
    let chairs = roster.chairs();
    let own = chairs.iter().filter_map(|chair| Some((file_of(chair)?, chair.seat.name.as_str())));
    let own_files: HashMap<String, &str> = own.collect();
    let there: HashSet<String> = entries.iter().map(|(entry, _)| entry.file.clone()).collect();
    let absent = own_files.iter().filter(|(file, _)| !there.contains(*file));
    let absent: HashSet<&str> = absent.map(|(_, seat)| *seat).collect();
    // A file by its old name takes a seat that nobody else takes.
    let stems: HashSet<&str> = entries.iter().map(|(entry, _)| entry.stem.as_str()).collect();
    let legacy = chairs.iter().filter(|chair| match file_of(chair) {
        Some(file) => !there.contains(&file),
        None => !stems.contains(chair.seat.name.as_str()),
    });
    let old =
        |chair: &Chair| Some((composed_owned(chair.seat.legacy.clone()?), chair.seat.name.clone()));
    let legacy: HashMap<String, String> = legacy.filter_map(old).collect();
    let mut by_old_name = Vec::new();
    let files = entries.iter().map(|(entry, _)| entry.stem.clone());
    let printed = stdouts.iter().map(|printed| printed.seat.clone());
    let judged = JudgedReports {
        task: docket.id.clone(),
        panel: roster.panel.as_ref().map(|seating| seating.panel.clone()),
        seats: files.chain(printed).chain(own_files.values().map(|&seat| seat.into())).collect(),
    };
    stdouts.iter_mut().for_each(|printed| printed.refuse_summary(&judged, &options));
    let (entries, decoded): (Vec<Entry>, Vec<Result<Decoded, Refusal>>) = entries
        .into_iter()
        .enumerate()
        .filter(|(place, _)| !taken.contains(place))
        .map(|(_, (mut entry, contents))| {
            if let Some(seat) = own_files.get(entry.file.as_str()) {
                entry.stem = (*seat).to_owned();
            } else if let Some(seat) = legacy.get(&entry.file) {
                by_old_name.push(legacy_name(&entry.name, seat));
                entry.stem.clone_from(seat);
            } else if absent.contains(entry.stem.as_str()) {
                // Its reviewer writes another one: beside that, neither would count.
                entry.stem.clone_from(&entry.file);
            }
            let text = no_summary(contents, &judged);
            let source = text.map(|bytes| Source::new(entry.name.clone(), bytes));
            (entry, source.map(|source| read(&source, &options)))
        })
        .unzip();
    let (entries, mut decoded) = match roster.by_run {
        true => runs::seat_runs(entries, decoded),
        false => (entries, decoded),
    };

    let citations = evidence::citations(&entries, &decoded);
    let unseated = evidence_files(&entries, &decoded, &citations, roster);
    let expected = roster.expected();
    let named = expected.is_some();
    let mut seats = expected.unwrap_or_else(|| seats_of(&entries, &unseated, &stdouts));
    let mut by_policy = roster.seated_by_policy(&entries, &stdouts);
    by_policy.retain(|name| !seats.contains(name));
    seats.append(&mut by_policy);
    if !named {
        seats.sort();
    }
    let mut wrong = roster.mistakes();
    let seated = set(&seats);
    let printed = stdouts.iter().filter(|printed| !seated.contains(printed.seat.as_str()));
    wrong.extend(printed.enumerate().map(|(place, printed)| {
        let among = suggested(place, seats.iter().map(String::as_str));
        no_such_seat(
            "--stdout",
            &printed.seat,
            nearest(&printed.seat, among),
            match roster.named_by() {
                NamedBy::Panel(panel) => NamedBy::Panel(panel),
                _ => NamedBy::Flag(&seats),
            },
        )
    }));
    if !named {
        wrong.extend(roster.unknown_names(&seats));
    }
    let by_policy = set(&roster.by_policy);
    let without_seat = roster.absences.iter().filter(|said| {
        !seated.contains(said.seat.as_str()) && !by_policy.contains(said.seat.as_str())
    });
    wrong.extend(without_seat.enumerate().map(|(place, said)| {
        let all = seats.iter().chain(&roster.by_policy).map(String::as_str);
        let near = nearest(&said.seat, suggested(place, all));
        no_such_seat(said.flag, &said.seat, near, roster.named_by())
    }));
    let nobody = seats.is_empty() && roster.by_policy.is_empty();
    if nobody && !roster.may_be_nobody && wrong.is_empty() {
        wrong.push(no_reports(folder.as_deref()));
    }
    if !wrong.is_empty() {
        return Err(Diagnostics::from(wrong));
    }

    remarks.into_iter().chain(by_old_name).for_each(|remark| docket.report(remark));
    report_alike(docket, &seats, &entries, &unseated);
    if roster.by_run {
        runs::report_copies(docket, &entries, &decoded);
    }
    report_citations(&entries, &mut decoded, &citations);
    compare(&mut stdouts, &entries, &mut decoded);
    let stakes = roster.stakes();
    let lies_there = |entry: &&Entry| folder.is_some() || whole.contains(&entry.folder);
    let found = entries.iter().filter(lies_there).map(|entry| entry.stem.clone());
    let found: HashSet<String> = found.filter(|_| !named).collect();
    let printed: HashSet<String> = stdouts.iter().map(|printed| printed.seat.clone()).collect();
    let stems = entries.iter().map(|entry| entry.stem.as_str());
    let present: HashSet<&str> =
        stems.chain(stdouts.iter().map(|printed| printed.seat.as_str())).collect();
    let others: Vec<&str> = entries.iter().map(|entry| entry.stem.as_str()).collect();
    let others = others.into_iter().filter(|stem| !seated.contains(stem)).take(SUGGESTED);
    let others: Vec<&str> = others.collect();
    let chairs: HashMap<&str, &Chair> =
        roster.chairs().iter().map(|chair| (chair.seat.name.as_str(), chair)).collect();
    let mut absent = 0;
    for seat in &seats {
        let own = chairs.get(seat.as_str());
        let stake = stakes.get(seat.as_str()).copied();
        let chair = docket.seat(seat);
        if let Some(stake) = stake {
            chair.stake(stake);
        } else if found.contains(seat) && !printed.contains(seat) {
            chair.found();
        }
        if let Some(weight) = own.and_then(|chair| chair.seat.weight) {
            chair.weight(weight);
        }
        for (name, said) in own.into_iter().flat_map(|own| &own.seat.labels) {
            chair.label(name, said);
        }
        if let Some(why) = own.and_then(|chair| chair.skipped.as_ref()) {
            docket.absent(seat, Absence::Skipped(why.clone()));
        } else if !present.contains(seat.as_str()) {
            let among = suggested(absent, others.iter().copied());
            let file = own.and_then(|chair| chair.seat.file.as_deref());
            let same = entries.iter().find(|entry| entry.name == *seat);
            let near = same.map(|entry| entry.stem.as_str()).or_else(|| nearest(seat, among));
            // Nobody waits for an observer; one whose name is that of a file but for a letter may be misspelt.
            if stake != Some(Stake::Observer) || near.is_some() {
                docket.report(missing(seat, file, near));
            }
            absent += 1;
        }
    }
    let sure = likely_roster(&reporting(&entries, &decoded));
    let told = entries.iter().zip(&decoded).filter(|(_, decoded)| says_a_verdict(decoded));
    let answered = entries.iter().zip(&decoded).filter(|(_, decoded)| match decoded {
        Ok(decoded) => decoded.speaks(),
        Err(refusal) => refusal.cause.hides_an_answer(),
    });
    let refused = entries.iter().zip(&decoded).filter(|(_, decoded)| decoded.is_err());
    let refused: HashSet<String> = refused.map(|(entry, _)| entry.stem.clone()).collect();
    let mut spoken: HashSet<String> = answered.map(|(entry, _)| entry.stem.clone()).collect();
    let files: HashMap<String, String> =
        told.map(|(entry, _)| (entry.stem.clone(), entry.name.clone())).collect();
    let filed: HashSet<String> = entries.iter().map(|entry| entry.stem.clone()).collect();
    let mut stale: HashSet<String> = HashSet::new();
    for (place, (entry, decoded)) in entries.into_iter().zip(decoded).enumerate() {
        let Entry { name, stem, outdated, .. } = entry;
        let expected = seated.contains(stem.as_str());
        if let Some(why) = outdated.filter(|_| expected && decoded.is_ok()) {
            stale.insert(stem.clone());
            docket.report(belongs_to_earlier_work(&name, &why));
            docket.absent(&stem, Absence::Stale(why));
        }
        match decoded {
            Ok(mut decoded) if unseated.contains(&place) => {
                // Nobody asked evidence for a verdict, so it may hold none.
                decoded.diagnostics.clear();
                docket.submit_unseated(stem, decoded, Role::Evidence);
            }
            Ok(mut decoded) => {
                let silent = evidence::holds_no_verdict(&decoded);
                if silent && !expected {
                    decoded.diagnostics.clear();
                }
                if let Some(remark) = match (expected, silent) {
                    (true, true) => Some(takes_a_seat(&name, &stem, &sure, roster)),
                    (true, false) => None,
                    (false, true) => Some(ignored(&name, &stem, roster.named_by())),
                    (false, false) => Some(unexpected(&name, &stem, roster.named_by())),
                } {
                    decoded.diagnostics.push(remark);
                }
                if silent && !expected {
                    docket.submit_unseated(stem, decoded, Role::Ignored);
                } else {
                    docket.submit_decoded(stem, decoded);
                }
            }
            Err(Refusal { cause, detail }) if expected => {
                docket.report(unreadable(&name, cause, &detail));
                docket.absent(stem, Absence::Unreadable(cause, detail));
            }
            Err(Refusal { cause, detail }) => {
                let source = Source::new(name.clone(), Vec::new());
                let remark = unreadable(&name, cause, &detail);
                let mut decoded = Decoded::unreadable(source, cause, remark);
                decoded.profile = options.profile;
                decoded.diagnostics.push(unexpected(&name, &stem, roster.named_by()));
                docket.submit_decoded(stem, decoded);
            }
        }
    }
    for Stdout { seat, mut decoded, points_home, points_nowhere, outdated, .. } in stdouts {
        // Beside a file of the seat, it is one source too many.
        let unwritten = points_nowhere && !filed.contains(&seat);
        if unwritten {
            docket.absent(&seat, Absence::Missing);
        }
        if points_home || unwritten {
            // The file has taken the seat, or would have.
            docket.submit_unseated(seat, decoded, Role::Seat);
            continue;
        }
        if evidence::holds_no_verdict(&decoded) {
            let name = decoded.source().map(Source::name).unwrap_or_default().to_owned();
            if let Some(file) = files.get(&seat) {
                decoded.diagnostics = vec![file_speaks(&name, file)];
                docket.submit_unseated(seat, decoded, Role::Ignored);
                continue;
            }
            decoded.diagnostics.push(takes_a_seat(&name, &seat, &sure, roster));
        }
        if decoded.speaks() {
            spoken.insert(seat.clone());
        }
        if let Some(why) = outdated {
            let name = decoded.source().map(Source::name).unwrap_or_default().to_owned();
            stale.insert(seat.clone());
            docket.report(belongs_to_earlier_work(&name, &why));
            docket.absent(&seat, Absence::Stale(why));
        }
        docket.submit_decoded(seat, decoded);
    }
    for said in &roster.absences {
        let silent =
            matches!(said.absence, Absence::Missing | Absence::Awaiting(_) | Absence::Excused(_));
        if silent && spoken.contains(&said.seat) {
            docket.report(has_spoken(said.flag, &said.seat));
            // What is known of the file is not taken back.
            if refused.contains(&said.seat) || stale.contains(&said.seat) {
                continue;
            }
        }
        docket.absent(&said.seat, said.absence.clone());
    }
    Ok(())
}

/// Holds pointers against the files they point to.
fn compare(stdouts: &mut [Stdout], entries: &[Entry], decoded: &mut [Result<Decoded, Refusal>]) {
    let mut own: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, entry) in entries.iter().enumerate() {
        own.entry(&entry.stem).or_default().push(place);
    }
    for printed in stdouts.iter_mut().filter(|printed| printed.points_home) {
        for place in own.get(printed.seat.as_str()).into_iter().flatten() {
            if let Ok(file) = &mut decoded[*place] {
                stdout::compare(&mut printed.decoded, &entries[*place].name, file);
            }
        }
    }
}

/// The entries that are evidence and take no seat.
///
/// With a roster of names, any file that is not on it, holds no verdict and is cited. Without
/// one, only a file that is named after the seat that cites it.
fn evidence_files(
    entries: &[Entry],
    decoded: &[Result<Decoded, Refusal>],
    citations: &[Citation],
    roster: &Roster,
) -> BTreeSet<usize> {
    let expected = roster.expected();
    let expect = expected.as_deref().map(set);
    let (stakes, by_policy) = (roster.stakes(), set(&roster.by_policy));
    let cited = |citation: &&Citation| {
        let (entry, by) = (&entries[citation.what], entries[citation.by].stem.as_str());
        citation.by != citation.what
            && !stakes.contains_key(entry.stem.as_str())
            && !by_policy.contains(entry.stem.as_str())
            && match &expect {
                Some(expect) => expect.contains(by) && !expect.contains(entry.stem.as_str()),
                None => evidence::is_named_after(entry, by),
            }
    };
    let cited = citations.iter().filter(cited).map(|citation| citation.what);
    let silent = |place: &usize| decoded[*place].as_ref().is_ok_and(evidence::holds_no_verdict);
    cited.filter(silent).collect()
}

/// Where no one is expected by name, every file takes a seat, and so does anyone who printed
/// something.
fn seats_of(entries: &[Entry], unseated: &BTreeSet<usize>, stdouts: &[Stdout]) -> Vec<String> {
    let seated = entries.iter().enumerate().filter(|(place, _)| !unseated.contains(place));
    let mut seats: Vec<String> = seated.map(|(_, entry)| entry.stem.clone()).collect();
    seats.extend(stdouts.iter().map(|printed| printed.seat.clone()));
    seats.sort();
    seats.dedup();
    seats
}

/// The seats with a trace of a verdict, readable or not: the likely roster.
fn reporting(entries: &[Entry], decoded: &[Result<Decoded, Refusal>]) -> Vec<String> {
    let told = entries.iter().zip(decoded).filter(|(_, decoded)| says_a_verdict(decoded));
    let mut names: Vec<String> = told.map(|(entry, _)| entry.stem.clone()).collect();
    names.dedup();
    names
}

/// The same as it is suggested: no longer than anybody reads, for it is reported with each file.
fn likely_roster(sure: &[String]) -> String {
    const MOST: usize = 16;
    match sure {
        [] => "qa,security".to_owned(),
        [first @ .., _] if first.len() >= MOST => first[..MOST].join(",") + ",…",
        all => all.join(","),
    }
}

fn says_a_verdict(decoded: &Result<Decoded, Refusal>) -> bool {
    decoded.as_ref().is_ok_and(|decoded| !evidence::holds_no_verdict(decoded))
}

fn report_citations(
    entries: &[Entry],
    decoded: &mut [Result<Decoded, Refusal>],
    citations: &[Citation],
) {
    for &Citation { by, what, span } in citations {
        let verdict = decoded[what].as_ref().is_ok_and(|cited| !cited.verdicts.is_empty());
        let remark = match (by == what, verdict) {
            (true, _) => cites_itself(span),
            (false, true) => cites_a_verdict(span, &entries[what].stem),
            (false, false) => continue,
        };
        if let Ok(decoded) = &mut decoded[by] {
            decoded.diagnostics.push(remark);
        }
    }
}

/// Names that a person, or another file system, would take for the same one.
fn report_alike(
    docket: &mut Docket,
    seats: &[String],
    entries: &[Entry],
    unseated: &BTreeSet<usize>,
) {
    let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let stems = entries.iter().enumerate().filter(|(place, _)| !unseated.contains(place));
    let names = seats.iter().chain(stems.map(|(_, entry)| &entry.stem));
    for name in names {
        let letters = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
        alike.entry(letters.collect()).or_default().push(name);
    }
    for names in alike.values_mut() {
        let mut known = HashSet::new();
        names.retain(|name| known.insert(*name));
        if names.len() > 1 {
            docket.report(names_alike(names));
        }
    }
}

/// Somebody who is expected, and no file.
fn missing(seat: &str, file: Option<&str>, near: Option<&str>) -> Diagnostic {
    let help = match (file, near) {
        (Some(file), _) => format!("the reviewer writes `{}`", shown(file)),
        (None, Some(near)) => {
            format!("there is a file for `{}`: is that the seat you mean?", shown(near))
        }
        (None, None) => format!("the reviewer writes `{}.md`", shown(seat)),
    };
    Diagnostic::warning("assize::seats::missing")
        .message(format!("there is no file for the seat `{}`", shown(seat)))
        .help(help)
}

fn unreadable(name: &str, cause: Cause, detail: &str) -> Diagnostic {
    Diagnostic::error(format!("assize::host::{cause}"))
        .message(format!("`{}` cannot be read: {detail}", shown(name)))
        .help("an entry that cannot be read keeps the gate shut: fix it, or remove it")
}

/// `notes.md` among the reports, and no one expected by name.
fn takes_a_seat(name: &str, stem: &str, others: &str, roster: &Roster) -> Diagnostic {
    let help = match roster.expected() {
        Some(_) => "ask the reviewer again".to_owned(),
        None => format!(
            "if it is not a report, say whose reports are expected: `--expect {}`; evidence gives \
             up its seat when it is named after the seat that cites it, `qa-evidence.md` for `qa`",
            shown(others)
        ),
    };
    Diagnostic::warning("assize::seats::no_verdict")
        .message(format!(
            "`{}` takes the seat `{}` and contains no verdict",
            shown(name),
            shown(stem)
        ))
        .help(help)
}
