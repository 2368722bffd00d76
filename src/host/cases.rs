//! The cases of policies: where they lie, and what stands in them.
//!
//! ```text
//! gate/ours.rhai                             the policy
//! gate/ours/one-reviewer-fails/qa.md         what its reviewers wrote, in any format
//! gate/ours/one-reviewer-fails/case.kdl      what reports cannot say: who sits, which day it is
//! gate/ours/one-reviewer-fails/expected.kdl  what must hold of the answer
//! gate/ours/cases.kdl                        many cases with made-up verdicts, a line each
//! ```

mod bless;
mod expectation;
mod files;
mod find;
mod folder;
mod made_up;
mod mistakes;
mod run;
mod setting;

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

pub use bless::{Blessed, bless};
pub(super) use files::{Listed, Unlisted, files_of};
pub use find::{Asked, Found as FoundCases, case_places, find_cases};
pub use run::{TrialFailed, run_cases};

use self::files::Copies;
use self::folder::Folder;
use self::setting::Around;
use super::nodes::Shape;
use super::policies;
use super::properties::PROPERTIES;
use super::{Config, Panels};
use crate::trial::{Case, Line, Place, Suite};
use crate::{Diagnostic, Diagnostics, Docket, Policy, Source, Stage};

/// What a case expects.
pub(super) const EXPECTED: &str = "expected.kdl";
/// What reports cannot say of a case.
pub(super) const SETTING: &str = "case.kdl";
/// Many cases in one file.
pub(super) const CASES: &str = "cases.kdl";

/// A case that was read, and perhaps expects nothing.
struct Built {
    name: String,
    place: Place,
    policy: Policy,
    docket: Docket,
    expected: Vec<Line>,
    unsaid: Option<Diagnostic>,
}

/// Which of a policy's cases are read.
struct Wanted<'a> {
    /// Only the case in this folder.
    only: Option<&'a str>,
    /// Only those whose policy and name hold this text.
    filter: Option<&'a str>,
    /// Whether a case may expect nothing: it is to be written.
    unsaid: bool,
}

/// Reads the cases of a policy that was found.
fn suite(
    stage: Stage,
    found: &policies::Found,
    files: &Copies,
    shown: Option<String>,
    config: &Config,
    wanted: &Wanted<'_>,
) -> Suite {
    let name = found.name.trim_end_matches(".rhai").to_owned();
    let mut suite = Suite {
        stage,
        name: name.clone(),
        file: shown,
        policy: None,
        cases: Vec::new(),
        wrong: Diagnostics::default(),
    };
    let file = suite.file.clone().unwrap_or_else(|| found.name.clone());
    let policy = match found.compile(stage) {
        Ok(policy) => policy,
        Err(wrong) => {
            let named = |source: &Source| match source.name() == found.name {
                true => Source::new(file.clone(), source.bytes()),
                false => source.clone(),
            };
            let sources = wrong.sources().iter().map(named).collect();
            suite.wrong = Diagnostics::new(sources, wrong.items().to_vec());
            return suite;
        }
    };
    let place = match &suite.file {
        Some(file) => file.trim_end_matches(".rhai").to_owned(),
        None => format!("{stage}/{name}"),
    };
    let panels = Panels::of(config);
    let around = Around { stage, panels: &panels, lexicon: &config.lexicon };
    let mut folders: BTreeMap<&str, Folder<'_>> = BTreeMap::new();
    let mut made_up = None;
    for (path, bytes) in files {
        let mut parts = path.components();
        let Some(first) = parts.next().and_then(|part| part.as_os_str().to_str()) else { continue };
        let rest = parts.as_path();
        if rest == Path::new("") {
            match first {
                // What `policy verify` reads.
                PROPERTIES => {}
                CASES => made_up = Some(Source::new(format!("{place}/{CASES}"), bytes.clone())),
                // What a policy is about may be told beside its cases.
                "README.md" => {}
                first => {
                    suite.wrong.push(mistakes::stray_file(&format!("{place}/{first}"), &[CASES]));
                }
            }
            continue;
        }
        let folder = folders.entry(first).or_insert_with(|| Folder {
            name: first,
            place: format!("{place}/{first}"),
            files: Vec::new(),
        });
        folder.files.push((rest, bytes));
    }
    let is_wanted = |case: &str| {
        wanted.only.is_none_or(|only| only == case)
            && wanted.filter.is_none_or(|text| format!("{stage}/{name}/{case}").contains(text))
    };
    let folders: Vec<Folder<'_>> =
        folders.into_values().filter(|folder| is_wanted(folder.name)).collect();
    let read: Vec<Result<Built, Diagnostics>> =
        folders.par_iter().map(|folder| folder::read(folder, &policy, &name, around)).collect();
    let mut built = Vec::new();
    for read in read {
        match read {
            Ok(one) => built.push(one),
            Err(wrong) => suite.wrong.absorb(wrong),
        }
    }
    if let Some(source) = made_up.filter(|_| wanted.only.is_none()) {
        match folder::nodes_of(&source, SHAPE) {
            Ok(nodes) => {
                let mut wrong = Vec::new();
                let cases = made_up::read(&source, &nodes, &policy, &name, around, &mut wrong);
                built.extend(cases.into_iter().filter(|case| is_wanted(&case.name)));
                if !wrong.is_empty() {
                    suite.wrong.absorb(Diagnostics::new(vec![source], wrong));
                }
            }
            Err(wrong) => suite.wrong.absorb(wrong),
        }
    }
    let folder = found.file.as_deref().map(|file| file.with_extension(""));
    for Built { name, mut place, policy, docket, expected, unsaid } in built {
        place.path = folder.as_deref().map(|folder| match place.shared {
            true => folder.join(CASES),
            false => folder.join(&name).join(EXPECTED),
        });
        match unsaid.filter(|_| !wanted.unsaid) {
            None => suite.cases.push(Case { name, place, policy, docket, expected }),
            Some(unsaid) if unsaid.labels.is_empty() => suite.wrong.push(unsaid),
            Some(unsaid) => {
                let text = files.iter().find(|(path, _)| path == Path::new(CASES));
                let source = Source::new(
                    place.file,
                    text.map(|(_, bytes)| bytes.clone()).unwrap_or_default(),
                );
                suite.wrong.absorb(Diagnostics::new(vec![source], vec![unsaid]));
            }
        }
    }
    suite.policy = Some(policy);
    suite
}

const SHAPE: Shape = Shape {
    code: "assize::case::malformed",
    example: "case \"one fails\" { qa \"fail\"; expect \"fail\" }",
};
