//! What a preset is about: the formats that it reads, and the file that says what is to be judged.

use std::path::{Path, PathBuf};

use super::{court, pairs, quality};
use crate::host::{self, Files, Judged, SubjectFile};
use crate::source::Sha256;
use crate::verdict::Subject;
use crate::{Diagnostic, Diagnostics, Format};

/// What a preset is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Preset {
    /// The formats that it reads, unless the command line says otherwise.
    pub(super) formats: &'static [Format],
    /// What its file holds.
    pub(super) file: SubjectFile,
}

/// What a preset asks for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    preset: Preset,
    file: Option<PathBuf>,
}

impl Preset {
    const ALL: [Self; 3] = [court::PRESET, quality::PRESET, pairs::PRESET];

    /// What somebody is asked about who may answer in these formats only; none where they may say more.
    pub(super) fn of(formats: &[Format]) -> Option<Self> {
        let own = |preset: &Self| formats.iter().all(|format| preset.formats.contains(format));
        Self::ALL.into_iter().find(own).filter(|_| !formats.is_empty())
    }

    /// The formats that it reads, unless the command line says otherwise.
    pub(super) fn formats(self) -> &'static [Format] {
        self.formats
    }

    /// With the file that was named; a docket and flags say it themselves.
    pub(super) fn asks(self, file: Option<&Path>) -> Asked {
        Asked { preset: self, file: file.map(Path::to_owned) }
    }
}

impl Asked {
    pub(super) fn formats(&self) -> &'static [Format] {
        self.preset.formats
    }

    pub(super) fn file(&self) -> SubjectFile {
        self.preset.file
    }

    /// The file itself.
    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    pub(super) fn is_of_a_court(&self) -> bool {
        matches!(self.preset.file, SubjectFile::Contract)
    }

    /// The SHA-256 of the file that says what is to be judged.
    pub(super) fn sha256(
        &self,
        files: &dyn Files,
        judged: &Judged,
    ) -> Result<Option<Sha256>, Diagnostics> {
        let Some(path) = &self.file else { return Ok(None) };
        let (source, _) = host::subjects(files, path, self.preset.file, judged)?;
        Ok(Some(source.sha256()))
    }

    /// What is to be judged, and whose words say so.
    pub(super) fn read(
        &self,
        files: &dyn Files,
        judged: &Judged,
    ) -> Result<(Vec<Subject>, Vec<Diagnostic>), Diagnostics> {
        let Some(path) = &self.file else { return Ok(Default::default()) };
        let (source, subjects) = host::subjects(files, path, self.preset.file, judged)?;
        let what = match self.preset.file {
            SubjectFile::Pairs => "pairs",
            SubjectFile::Criteria | SubjectFile::Contract => "criteria",
        };
        let told = asked_by(what, source.name(), &source.sha256().to_string());
        Ok((subjects, vec![told]))
    }
}

/// `assize gate reports --panel court`: three of four is a fail, of how many?
pub(super) fn nothing_asked(panel: &str, file: SubjectFile) -> Diagnostic {
    let (what, flag, node) = match file {
        SubjectFile::Pairs => (
            "pairs",
            "--pair \"notes/cache.md :: evidence\"",
            "pair \"notes/cache.md :: evidence\"",
        ),
        SubjectFile::Criteria | SubjectFile::Contract => {
            ("criteria", "--criterion AC1", "criterion \"AC1\" \"Every claim has a source.\"")
        }
    };
    Diagnostic::error("assize::cli::nothing_asked")
        .message(format!("the panel `{panel}` judges {what}, and nobody says which"))
        .help(format!("name each with `{flag}`, or in a panel of your own with `{node}`"))
}

/// `--criteria criteria.kdl`
fn asked_by(what: &str, origin: &str, sha256: &str) -> Diagnostic {
    Diagnostic::advice("assize::rules::subjects")
        .message(format!("{what} are those of {origin} (SHA-256 {sha256})"))
}
