//! How texts are read: the arguments that reading commands share.

use std::io;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::codec::Lexicon;
use crate::host::{self, Disk};
use crate::verdict::{Kind, Subject};
use crate::{Decoded, Diagnostics, Format, Outcome, Profile, ReadOptions, read};

/// How texts are read.
#[derive(Args, Clone, Debug)]
pub(super) struct Reading {
    /// The format of the texts; found out unless set
    #[arg(id = "as", long = "as", value_name = "FORMAT", value_parser = formats(), hide_possible_values = true,
          help_heading = "Reading")]
    format: Option<Format>,
    #[command(flatten)]
    pub(super) expect: Expect,
    /// How forgiving reading is
    #[arg(long, value_name = "PROFILE", default_value = "standard", help_heading = "Reading")]
    pub(super) profile: ProfileArg,
}

/// What a format may need to be told.
#[derive(Args, Clone, Debug)]
pub(super) struct Expect {
    /// What an auditor judged; without it, what only some kinds may say is not checked
    #[arg(long, value_name = "KIND", help_heading = "Reading")]
    kind: Option<KindArg>,
    /// A pair that must be reviewed: `notes/cache.md :: evidence`
    #[arg(long, value_name = "NOTE :: GATE", value_parser = pair, help_heading = "Reading")]
    pair: Vec<Subject>,
    /// A criterion that must be answered
    #[arg(long, value_name = "ID", value_parser = criterion, help_heading = "Reading")]
    criterion: Vec<Subject>,
    /// A word that reviewers may use besides those of the format: `approved=pass`
    #[arg(long, value_name = "WORD=OUTCOME", value_parser = word, help_heading = "Reading")]
    word: Vec<(String, Outcome)>,
}

/// How forgiving reading is.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ProfileArg {
    /// Any repair makes a report unreadable
    Strict,
    /// Repairs whose meaning is certain are made and reported
    Standard,
    /// As standard, and pair reviews are searched for a decision; a pass found that way is held
    Lenient,
}

/// What an auditor judged.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum KindArg {
    /// A design
    Design,
    /// Its implementation
    Impl,
    /// What nothing uses any more
    DeadCode,
}

impl ProfileArg {
    pub(super) fn to_profile(self) -> Profile {
        match self {
            Self::Strict => Profile::Strict,
            Self::Standard => Profile::Standard,
            Self::Lenient => Profile::Lenient,
        }
    }
}

impl Reading {
    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions {
            format: self.format,
            profile: self.profile.to_profile(),
            ..self.expect.options()
        }
    }

    /// What an auditor judged, when that was told.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.expect.options().kind
    }

    /// Reads the texts behind some paths, and `-` for standard input.
    pub(super) fn read(&self, paths: &[PathBuf]) -> Result<Vec<Decoded>, Diagnostics> {
        let options = self.options();
        let found = host::sources(&Disk, &mut io::stdin().lock(), paths, options.limit)?;
        let one = |source: Result<_, Box<Decoded>>| match source {
            Ok(source) => read(&source, &options),
            Err(unreadable) => Decoded { profile: options.profile, ..*unreadable },
        };
        Ok(found.into_iter().map(one).collect())
    }
}

impl Expect {
    /// The words of the command line. One that would mislead was refused with its flag.
    fn lexicon(&self) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for (word, means) in &self.word {
            let _ = lexicon.add_word(word, *means);
        }
        lexicon
    }

    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions {
            kind: self.kind.map(|kind| match kind {
                KindArg::Design => Kind::Design,
                KindArg::Impl => Kind::Impl,
                KindArg::DeadCode => Kind::DeadCode,
            }),
            expected: self.pair.iter().chain(&self.criterion).cloned().collect(),
            ..ReadOptions::default()
        }
        .lexicon(self.lexicon())
    }
}

/// The names of the formats, completed by shells and suggested when misspelt.
pub(super) fn formats() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().map(|format| {
        PossibleValue::new(format.as_str()).help(format.about().trim_end_matches('.'))
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

/// `note :: gate`; the first ` :: ` splits.
fn pair(text: &str) -> Result<Subject, String> {
    match text.split_once(" :: ") {
        Some((note, gate)) if !note.trim().is_empty() && !gate.trim().is_empty() => {
            Ok(Subject::Pair { note: note.trim().to_owned(), gate: gate.trim().to_owned() })
        }
        _ => Err("write a note, ` :: ` and a gate: `notes/cache.md :: evidence`".to_owned()),
    }
}

fn criterion(text: &str) -> Result<Subject, String> {
    match text.trim() {
        "" => Err("it is blank".to_owned()),
        id => Ok(Subject::Criterion(id.to_owned())),
    }
}

fn word(text: &str) -> Result<(String, Outcome), String> {
    let read = || {
        let (word, outcome) = text.split_once('=')?;
        let outcome = outcome.trim().parse::<Outcome>().ok()?;
        (!word.trim().is_empty()).then(|| (word.trim().to_owned(), outcome))
    };
    let (word, means) = read().ok_or_else(|| {
        "write a word, `=` and `pass`, `warn`, `hold` or `fail`: `approved=pass`".to_owned()
    })?;
    Lexicon::default().add_word(&word, means).map_err(|misleading| misleading.to_string())?;
    Ok((word, means))
}
