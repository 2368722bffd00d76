//! The words of a team: those of `assize.kdl` and of the command line.

use std::path::{Path, PathBuf};

use clap::Args;

use super::inputs::{current_dir, from_environment};
use crate::codec::Lexicon;
use crate::host::{Config, Files, Judged, shown};
use crate::{Diagnostic, Diagnostics, Outcome};

/// The variable that says what `--config` says.
const VARIABLE: &str = "ASSIZE_CONFIG";

/// The words of a team.
#[derive(Args, Clone, Debug)]
pub(super) struct Words {
    /// A further word that reviewers may use, and what it means: `approved=pass`
    #[arg(long, value_name = "WORD=OUTCOME", value_parser = word, help_heading = "Reading")]
    word: Vec<(String, Outcome)>,
    #[command(flatten)]
    pub(super) config: ConfigArgs,
}

/// Which `assize.kdl` is read.
#[derive(Args, Clone, Debug)]
pub(super) struct ConfigArgs {
    /// The file with your team's words and panels [default: the nearest `assize.kdl`, from here up to
    /// the root of the repository] [env: ASSIZE_CONFIG]
    #[arg(long, value_name = "FILE", help_heading = "Reading")]
    config: Option<PathBuf>,
    /// Look for no `assize.kdl`
    #[arg(long, conflicts_with = "config", help_heading = "Reading")]
    no_config: bool,
}

impl ConfigArgs {
    /// As the environment says it, or the nearest one.
    pub(super) fn of_environment() -> Self {
        Self { config: None, no_config: false }
    }

    /// The file that was named, or found: the flags decide, then the environment. An empty one where there is none.
    pub(super) fn find(&self, files: &dyn Files, judged: &Judged) -> Result<Config, Diagnostics> {
        if self.no_config {
            return Ok(Config::default());
        }
        Config::find(files, &current_dir()?, self.named()?.as_deref(), judged)
    }

    /// The same, looked for from another folder; one that is named is named from here.
    pub(super) fn find_from(&self, files: &dyn Files, here: &Path) -> Result<Config, Diagnostics> {
        match self.no_config || self.named()?.is_some() {
            true => self.find(files, &Judged::default()),
            false => Config::find(files, here, None, &Judged::default()),
        }
    }

    /// The files that may be read, also those that are not there yet.
    #[cfg(feature = "test-runs")]
    pub(super) fn places(&self, files: &dyn Files) -> Vec<PathBuf> {
        if self.no_config {
            return Vec::new();
        }
        // What is wrong with either is told where the file is read.
        let (named, here) = (self.named().ok().flatten(), current_dir().unwrap_or_default());
        let found = || {
            Config::folders(files, &here).map(|folder| folder.join(crate::host::CONFIG)).collect()
        };
        named.map_or_else(found, |named| vec![here.join(named)])
    }

    /// The file that was named, by the flag or else by the environment.
    pub(super) fn named(&self) -> Result<Option<PathBuf>, Diagnostic> {
        match &self.config {
            Some(named) => Ok(Some(named.clone())),
            None => config_of_environment(),
        }
    }
}

/// The file that the environment names.
pub(super) fn config_of_environment() -> Result<Option<PathBuf>, Diagnostic> {
    Ok(from_environment(VARIABLE, "assize.kdl")?.map(PathBuf::from))
}

impl Words {
    /// All words, and what is worth saying about where they come from.
    pub(super) fn find(
        &self,
        files: &dyn Files,
        judged: &Judged,
    ) -> Result<(Lexicon, Vec<Diagnostic>), Diagnostics> {
        let mut wrong = Diagnostics::default();
        let config = self.config.find(files, judged).unwrap_or_else(|reason| {
            wrong.absorb(reason);
            Config::default()
        });
        let lexicon = self.add_to(config.lexicon, config.file.as_deref());
        let lexicon = lexicon.map_err(|more| wrong.absorb(more)).unwrap_or_default();
        if wrong.is_empty() { Ok((lexicon, config.remarks)) } else { Err(wrong) }
    }

    /// The words of a file, and those of the flags.
    pub(super) fn add_to(
        &self,
        mut lexicon: Lexicon,
        file: Option<&str>,
    ) -> Result<Lexicon, Diagnostics> {
        let mut wrong = Diagnostics::default();
        for (place, (word, means)) in self.word.iter().enumerate() {
            let before = self.word[..place].iter();
            let mut alike = before.filter(|(known, _)| Lexicon::is_same(known, word));
            if alike.any(|(_, other)| other != means) {
                wrong.push(two_meanings(word, "another `--word`"));
            } else if let Some(file) = file
                && differs(&lexicon, word, *means)
            {
                wrong.push(two_meanings(word, &format!("`{file}`")));
            } else if let Err(misleading) = lexicon.add_word(word, *means) {
                wrong.push(misleading_word(word, misleading.means, *means));
            }
        }
        if wrong.is_empty() { Ok(lexicon) } else { Err(wrong) }
    }
}

/// Whether the team has said something else of a word.
fn differs(lexicon: &Lexicon, word: &str, means: Outcome) -> bool {
    let added = lexicon.entries().into_iter().filter(|entry| entry.added);
    let mut words =
        added.filter(|entry| entry.table == "values" && entry.means.parse::<Outcome>().is_ok());
    words.any(|entry| Lexicon::is_same(&entry.word, word) && entry.means != means.as_str())
}

fn word(text: &str) -> Result<(String, Outcome), String> {
    let read = || {
        let (word, outcome) = text.split_once('=')?;
        let outcome = outcome.trim().parse::<Outcome>().ok()?;
        (!Lexicon::is_same(word, "")).then(|| (word.trim().to_owned(), outcome))
    };
    read().ok_or_else(|| {
        "write a word, `=` and `pass`, `warn`, `hold` or `fail`: `approved=pass`".to_owned()
    })
}

/// `--word revise=pass`
fn misleading_word(word: &str, means: Outcome, meant: Outcome) -> Diagnostic {
    let word = shown(word);
    Diagnostic::error("assize::cli::misleading_word")
        .message(format!(
            "`--word {word}={meant}` would mislead: `{word}` means `{means}` to reviewers"
        ))
        .help(format!(
            "leave it out, or say `--word {word}={means}`; `assize contract lexicon` lists what words mean"
        ))
}

/// `--word fertig=pass --word FERTIG=warn`
fn two_meanings(word: &str, other: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::word_twice")
        .message(format!("`--word` gives `{}` another meaning than {other}", shown(word)))
        .help("give each word one meaning; case, spaces, `-` and `_` make no difference")
}
