//! A case in a folder: reports as reviewers wrote them, `case.kdl` and `expected.kdl`.

use std::path::Path;

use kdl::KdlNode;

use super::setting::{self, Around, Setting};
use super::{Built, EXPECTED, SETTING, expectation, mistakes};
use crate::host::nodes::{Shape, parse};
use crate::host::panel::Reader;
use crate::host::reports::Reports;
use crate::host::{Earlier, SUMMARY, seat_reports};
use crate::trial::{Line, Place};
use crate::{Diagnostics, Docket, Policy, Source, Span, Stage};

/// A folder of a case: its name, how it is shown, and its files by their paths in it.
pub(super) struct Folder<'a> {
    pub(super) name: &'a str,
    pub(super) place: String,
    pub(super) files: Vec<(&'a Path, &'a [u8])>,
}

/// Reads a case.
pub(super) fn read(
    folder: &Folder<'_>,
    policy: &Policy,
    name: &str,
    around: Around<'_>,
) -> Result<Built, Diagnostics> {
    let mut wrong = Diagnostics::default();
    let setting = folder.source(SETTING).unwrap_or_else(|| Source::new(folder.shown(SETTING), ""));
    let nodes =
        nodes_of(&setting, SHAPE).map_err(|reason| wrong.absorb(reason)).unwrap_or_default();
    let built = told(&setting, &mut wrong, |reader| {
        docket(reader, folder, &nodes, &setting, (policy, name), around)
    });
    let expected = folder.source(EXPECTED);
    let unsaid = expected.is_none().then(|| mistakes::no_expectation(&folder.place));
    let expected = expected.map_or_else(Vec::new, |source| {
        expected_of(&source, around.stage)
            .map_err(|reason| wrong.absorb(reason))
            .unwrap_or_default()
    });
    let place = Place { file: folder.shown(EXPECTED), path: None, line: 1, shared: false };
    match (built, wrong.is_empty()) {
        (Some((policy, docket)), true) => {
            Ok(Built { name: folder.name.to_owned(), place, policy, docket, expected, unsaid })
        }
        _ => Err(wrong),
    }
}

/// What stands in an `expected.kdl`.
pub(super) fn expected_of(source: &Source, stage: Stage) -> Result<Vec<Line>, Diagnostics> {
    let nodes = nodes_of(source, EXPECTED_SHAPE)?;
    let mut wrong = Diagnostics::default();
    let whole = Span::new(0, source.bytes().len().min(1));
    let lines = told(source, &mut wrong, |reader| expectation::read(reader, &nodes, stage, whole));
    if wrong.is_empty() { Ok(lines) } else { Err(wrong) }
}

const SHAPE: Shape =
    Shape { code: "assize::case::malformed", example: "seat \"qa\" stake=\"voting\"" };
pub(super) const EXPECTED_SHAPE: Shape =
    Shape { code: "assize::case::malformed", example: "gate \"fail\" open=#false" };

pub(super) fn nodes_of(source: &Source, shape: Shape) -> Result<Vec<KdlNode>, Diagnostics> {
    let text = source.text().map_err(|_| Diagnostics::from(mistakes::not_text(source.name())))?;
    parse(text, shape).map_err(|wrong| Diagnostics::new(vec![source.clone()], wrong))
}

/// Reads something, and puts what is wrong with it to the rest, with its source.
fn told<T>(
    source: &Source,
    all: &mut Diagnostics,
    read: impl FnOnce(&mut Reader<'_, '_>) -> T,
) -> T {
    let mut wrong = Vec::new();
    let read = read(&mut Reader { text: source.text().unwrap_or_default(), wrong: &mut wrong });
    if !wrong.is_empty() {
        all.absorb(Diagnostics::new(vec![source.clone()], wrong));
    }
    read
}

fn docket(
    reader: &mut Reader<'_, '_>,
    folder: &Folder<'_>,
    nodes: &[KdlNode],
    source: &Source,
    (policy, name): (&Policy, &str),
    around: Around<'_>,
) -> Option<(Policy, Docket)> {
    let text = source.text().unwrap_or_default();
    let mut setting = Setting::new(source);
    let mut own = Reader { text, wrong: &mut *reader.wrong };
    for node in nodes {
        if !setting.read(&mut own, node, around) {
            setting::unknown(&mut own, node);
        }
    }
    let policy = match setting.policy(&mut own, policy, (around.stage, name)) {
        Ok(policy) => policy,
        Err(wrong) => {
            own.wrong.extend(wrong.items().iter().cloned());
            return None;
        }
    };
    let options = setting.options(around);
    let mut docket = setting.docket(&mut own, folder.name, &policy, options.clone());
    for (round, at) in &setting.rounds {
        let files = folder.files.iter().filter(|(path, _)| path.starts_with(round));
        let options = options.clone().format(None).formats([]);
        let texts: Vec<Source> = files
            .map(|(path, bytes)| Source::new(path.to_string_lossy(), bytes.to_vec()))
            .collect();
        if texts.is_empty() {
            own.wrong.push(mistakes::no_round(*at, round));
        }
        docket = docket.previous(Earlier::of_texts(&texts, &options).fingerprints);
    }
    let mut reports = Vec::new();
    for (path, bytes) in &folder.files {
        let earlier = setting.rounds.iter().any(|(round, _)| path.starts_with(round));
        let is_kdl = path.extension().is_some_and(|ending| ending == "kdl");
        let ours = [Path::new(SETTING), Path::new(EXPECTED)].contains(path);
        if earlier || ours {
            continue;
        }
        if path.components().count() > 1 || is_kdl && *path != Path::new(SUMMARY) {
            own.wrong.push(mistakes::stray_file(
                &folder.shown(&path.to_string_lossy()),
                &[SETTING, EXPECTED],
            ));
        } else {
            reports.push((*path, *bytes));
        }
    }
    let reports = Reports::in_memory(reports);
    if let Err(wrong) = seat_reports(&mut docket, reports, &setting.roster(&policy)) {
        own.wrong.extend(wrong.items().iter().cloned());
    }
    setting.absences(&mut own, &policy, &mut docket);
    Some((policy, docket))
}

impl Folder<'_> {
    fn shown(&self, file: &str) -> String {
        format!("{}/{file}", self.place)
    }

    fn source(&self, name: &str) -> Option<Source> {
        let (_, bytes) = self.files.iter().find(|(path, _)| *path == Path::new(name))?;
        Some(Source::new(self.shown(name), bytes.to_vec()))
    }
}
