//! Which policies are meant: their stages, where only a name or a file is said.

use std::path::Path;

use crate::host::{Disk, Files, policies};
use crate::{Stage, built_in};

/// Whether a policy is asked for by its file.
pub(super) fn is_file(asked: &str) -> bool {
    asked.contains(['/', '\\']) || asked.ends_with(".rhai")
}

/// The stages that a policy may have which is asked for: the one that is said; of a file, as its folder is named; of a
/// name, all that have it. The gate, where nothing has it.
pub(super) fn stages_of(asked: &str, said: Option<Stage>, here: &Path) -> Vec<Stage> {
    if let Some(said) = said {
        return vec![said];
    }
    if is_file(asked) {
        let folder = Path::new(asked).parent().and_then(Path::file_name);
        let named = folder.and_then(|folder| folder.to_str()?.parse().ok());
        return vec![named.unwrap_or(Stage::Gate)];
    }
    let known = |stage: &Stage| {
        let mut own = policies::local(&Disk, *stage, here).into_iter();
        built_in(*stage, asked).is_some() || own.any(|(name, _)| name == asked)
    };
    let known: Vec<Stage> = Stage::ALL.iter().copied().filter(known).collect();
    if known.is_empty() { vec![Stage::Gate] } else { known }
}

/// The first of them.
pub(super) fn stage_of(asked: &str, said: Option<Stage>, here: &Path) -> Stage {
    stages_of(asked, said, here).first().copied().unwrap_or(Stage::Gate)
}

/// The policies of this repository, of one stage or of all: those that judge.
pub(super) fn own(files: &dyn Files, said: Option<Stage>, here: &Path) -> Vec<(Stage, String)> {
    let stages = Stage::ALL.iter().copied().filter(|stage| said.is_none_or(|said| said == *stage));
    let own = stages.flat_map(|stage| {
        let own = policies::judging(files, stage, here).into_iter();
        own.map(move |(name, _)| (stage, name))
    });
    own.collect()
}
