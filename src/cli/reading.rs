//! How texts are read: the arguments that reading commands share.

use std::io;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::asked::{Asked, Preset, nothing_asked};
use super::console::Console;
use super::limits::LimitArgs;
use super::words::{ConfigArgs, Words};
use crate::codec::Lexicon;
use crate::host::{self, Config, Disk, Files, Judged, Limits, NamedText, Panel, SubjectFile};
use crate::verdict::{Kind, Subject};
use crate::{Decoded, Diagnostic, Diagnostics, Format, Profile, ReadOptions, Source, read};

/// How texts are read.
#[derive(Args, Clone, Debug)]
pub(super) struct Reading {
    /// The format of the texts; detected unless set
    #[arg(id = "as", long = "as", value_name = "FORMAT", value_parser = formats(|_| true), hide_possible_values = true,
          help_heading = "Reading")]
    format: Option<Format>,
    /// The only formats that may be read; a text in another one is unreadable
    #[arg(long, value_name = "FORMAT,…", value_delimiter = ',', value_parser = formats(|_| true),
          hide_possible_values = true, conflicts_with = "as", help_heading = "Reading")]
    format_in: Vec<Format>,
    /// Whether lines outside the fields of a verdict count; they can only shut a gate
    #[arg(
        long,
        value_name = "on|off",
        default_value = "on",
        hide_possible_values = true,
        help_heading = "Reading"
    )]
    remarks: Remarks,
    #[command(flatten)]
    pub(super) expect: Expect,
    /// How forgiving reading is
    #[arg(long, value_name = "PROFILE", default_value = "standard", help_heading = "Reading")]
    pub(super) profile: ProfileArg,
    #[command(flatten)]
    limits: LimitArgs,
    /// What a preset asks for besides.
    #[arg(skip)]
    asked: Option<Asked>,
}

/// What a format may need to be told.
#[derive(Args, Clone, Debug)]
pub(super) struct Expect {
    /// What an auditor judged; without it, rules that differ by kind are not checked
    #[arg(long, value_name = "KIND", help_heading = "Reading")]
    kind: Option<KindArg>,
    /// A pair that must be reviewed: `notes/cache.md :: evidence`
    #[arg(long, value_name = "NOTE :: GATE", value_parser = pair, help_heading = "Reading")]
    pair: Vec<Subject>,
    /// A criterion that must be answered
    #[arg(long, value_name = "ID", value_parser = criterion, help_heading = "Reading")]
    criterion: Vec<Subject>,
    #[command(flatten)]
    words: Words,
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

/// Whether lines outside the fields of a verdict count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Remarks {
    /// One that is worse than the verdict doubts it
    On,
    /// Only fields are read
    Off,
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
    /// How to read, and what is worth saying about where the words come from.
    pub(super) fn options(
        &self,
        files: &dyn Files,
        judged: &Judged,
    ) -> Result<(ReadOptions, Vec<Diagnostic>), Diagnostics> {
        let (options, remarks) = self.expect.options(files, judged)?;
        Ok((self.with_formats(options, Vec::new()), remarks))
    }

    /// How to read by an `assize.kdl` that was found, and by the panel that sits; and what is worth saying about what
    /// is asked for.
    pub(super) fn options_of(
        &self,
        (config, panel): (&Config, Option<&Panel>),
        files: &dyn Files,
        judged: &Judged,
    ) -> Result<(ReadOptions, Vec<Diagnostic>), Diagnostics> {
        // The words of a panel are those of its file, and its own; one that comes with Assize has none.
        let own = panel.filter(|panel| panel.base.is_some()).map(|panel| &panel.lexicon);
        let lexicon = own.unwrap_or(&config.lexicon).clone();
        let lexicon = self.expect.words.add_to(lexicon, config.file.as_deref());
        let asked = self.asked.as_ref().map(|asked| asked.read(files, judged));
        let asked = asked.unwrap_or_else(|| Ok(Default::default()));
        let told = both(lexicon, asked);
        let unlisted: Vec<Diagnostic> =
            panel.iter().flat_map(|panel| self.unexpected_seats(panel)).collect();
        let (lexicon, (mut subjects, remarks)) = match unlisted.is_empty() {
            true => told?,
            false => {
                let mut wrong = Diagnostics::from(unlisted);
                told.err().into_iter().for_each(|more| wrong.absorb(more));
                return Err(wrong);
            }
        };
        let flags = self.expect.with(lexicon);
        let by_panel = panel.iter().flat_map(|panel| &panel.subjects);
        for subject in by_panel {
            if !subjects.contains(subject) && !flags.expected.contains(subject) {
                subjects.push(subject.clone());
            }
        }
        let options = self.with_formats(flags, subjects);
        let Some(panel) = panel else { return Ok((options, remarks)) };
        let formats = match options.formats.is_empty() {
            true => panel.formats.clone(),
            false => options.formats.clone(),
        };
        if options.expected.is_empty()
            && let Some(about) = Preset::of(&panel.formats)
        {
            return Err(nothing_asked(&panel.name, about.file).into());
        }
        let kind = options.kind.or(panel.kind);
        Ok((options.formats(formats).kind(kind), remarks))
    }

    /// Formats that were named, and that the panel does not read.
    fn unexpected_seats(&self, panel: &Panel) -> Vec<Diagnostic> {
        let named = self.format.iter().chain(&self.format_in);
        let unlisted =
            |format: &&Format| !panel.formats.is_empty() && !panel.formats.contains(format);
        named.filter(unlisted).map(|format| format_not_of_panel(*format, &panel.name)).collect()
    }

    fn with_formats(&self, options: ReadOptions, subjects: Vec<Subject>) -> ReadOptions {
        let expected: Vec<Subject> = options.expected.iter().cloned().chain(subjects).collect();
        let options = options
            .expected(expected)
            .format(self.format)
            .formats(self.formats())
            .remarks(self.remarks == Remarks::On)
            .profile(self.profile.to_profile());
        self.limits().apply(options)
    }

    /// The `assize.kdl` that was named, or found.
    pub(super) fn config(&self, files: &dyn Files, judged: &Judged) -> Result<Config, Diagnostics> {
        self.expect.words.config.find(files, judged)
    }

    /// The `assize.kdl` that was named.
    pub(super) fn named_config(&self) -> Option<PathBuf> {
        self.expect.words.config.named().ok().flatten()
    }

    /// The files that are named: `assize.kdl`, and what a preset is about.
    pub(super) fn files(&self) -> impl Iterator<Item = PathBuf> {
        let subjects = self.asked.as_ref().and_then(Asked::path).map(Path::to_owned);
        self.named_config().into_iter().chain(subjects)
    }

    /// The formats that may be read: those that were named, or what a preset is about.
    fn formats(&self) -> impl Iterator<Item = Format> {
        let preset = self.asked.as_ref().filter(|_| self.format.is_none());
        let preset = preset.map(Asked::formats).filter(|_| self.format_in.is_empty());
        preset.unwrap_or(&self.format_in).iter().copied()
    }

    /// Whether a preset says what is to be judged.
    pub(super) fn knows_subjects(&self) -> bool {
        self.asked.is_some()
    }

    /// Which file says what a preset is about.
    pub(super) fn preset_file(&self) -> Option<SubjectFile> {
        self.asked.as_ref().map(Asked::file)
    }

    /// What a court is asked, where one is.
    pub(super) fn court(&self) -> Option<&Asked> {
        self.asked.as_ref().filter(|asked| asked.is_of_a_court())
    }

    /// Asks for what a preset is about.
    pub(super) fn ask(&mut self, asked: Asked) {
        self.asked = Some(asked);
    }

    /// What may be read.
    pub(super) fn limits(&self) -> Limits {
        self.limits.limits()
    }

    /// What an auditor judged, when that was told.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.expect.kind()
    }

    /// Reads the texts behind some paths, and `-` for standard input.
    pub(super) fn read(
        &self,
        paths: &[PathBuf],
        console: &Console,
    ) -> Result<Vec<Decoded>, Diagnostics> {
        Ok(self.read_with(paths, console)?.0)
    }

    /// The same, and how they were read.
    pub(super) fn read_with(
        &self,
        paths: &[PathBuf],
        console: &Console,
    ) -> Result<(Vec<Decoded>, ReadOptions), Diagnostics> {
        let options = self.options_beside(paths, console)?;
        let found = host::sources(&Disk, &mut io::stdin().lock(), paths, &self.limits())?;
        if found.is_empty() {
            return Err(no_texts().into());
        }
        let read = found.iter().map(|source| read_or_not(source, &options));
        Ok((read.collect(), options))
    }

    /// The texts behind some paths, to be read a few at a time, however many there are.
    pub(super) fn stream(
        &self,
        paths: &[PathBuf],
        console: &Console,
    ) -> Result<TextStream, Diagnostics> {
        let options = self.options_beside(paths, console)?;
        let named = host::named_texts(&Disk, paths)?;
        if named.is_empty() {
            return Err(no_texts().into());
        }
        Ok(TextStream { named, options, limit: self.limits().bytes })
    }

    /// How texts behind some paths are read.
    fn options_beside(
        &self,
        paths: &[PathBuf],
        console: &Console,
    ) -> Result<ReadOptions, Diagnostics> {
        let (options, remarks) = self.options(&Disk, &Judged::of(&Disk, paths).only_read())?;
        console.remark(&[], &remarks);
        Ok(options)
    }
}

/// Texts that are not read yet, and how they are read.
pub(super) struct TextStream {
    named: Vec<NamedText>,
    pub(super) options: ReadOptions,
    limit: usize,
}

impl TextStream {
    /// Hands on what came of each, in their order. Few are in memory at a time, which are read on all cores.
    pub(super) fn each(&self, told: &mut dyn FnMut(Decoded) -> io::Result<()>) -> io::Result<()> {
        const FEW: usize = 64;
        const BYTES: usize = 8 * 1024 * 1024;
        let mut left = self.named.iter().peekable();
        while left.peek().is_some() {
            let (mut few, mut bytes) = (Vec::new(), 0);
            while few.len() < FEW && bytes < BYTES {
                let Some(named) = left.next() else { break };
                let source = named.open(&Disk, &mut io::stdin().lock(), self.limit);
                bytes += source.as_ref().map_or(0, |source| source.bytes().len());
                few.push(source);
            }
            let read = host::of_each(&few, |source| read_or_not(source, &self.options));
            read.into_iter().try_for_each(&mut *told)?;
        }
        Ok(())
    }
}

fn read_or_not(source: &Result<Source, Box<Decoded>>, options: &ReadOptions) -> Decoded {
    match source {
        Ok(source) => read(source, options),
        Err(unreadable) => Decoded { profile: options.profile, ..(**unreadable).clone() },
    }
}

impl Expect {
    /// What a format may need to be told, and the words of the team.
    pub(super) fn options(
        &self,
        files: &dyn Files,
        judged: &Judged,
    ) -> Result<(ReadOptions, Vec<Diagnostic>), Diagnostics> {
        let (lexicon, remarks) = self.words.find(files, judged)?;
        Ok((self.with(lexicon), remarks))
    }

    /// Which `assize.kdl` is read.
    pub(super) fn config(&self) -> &ConfigArgs {
        &self.words.config
    }

    fn with(&self, lexicon: Lexicon) -> ReadOptions {
        let expected = self.pair.iter().chain(&self.criterion).cloned();
        ReadOptions::default().lexicon(lexicon).kind(self.kind()).expected(expected)
    }

    fn kind(&self) -> Option<Kind> {
        self.kind.map(|kind| match kind {
            KindArg::Design => Kind::Design,
            KindArg::Impl => Kind::Impl,
            KindArg::DeadCode => Kind::DeadCode,
        })
    }
}

/// `--as review`, and a panel that reads other formats
fn format_not_of_panel(format: Format, panel: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::format_not_of_panel")
        .message(format!("`{format}` is none of the formats that the panel `{panel}` reads"))
        .help("name one of its `formats`, or add it to them")
}

/// Two things that were read, or all that is wrong with either.
fn both<A, B>(
    one: Result<A, Diagnostics>,
    other: Result<B, Diagnostics>,
) -> Result<(A, B), Diagnostics> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (Err(mut wrong), Err(more)) => {
            wrong.absorb(more);
            Err(wrong)
        }
        (Err(wrong), _) | (_, Err(wrong)) => Err(wrong),
    }
}

/// A folder without a file.
fn no_texts() -> Diagnostic {
    Diagnostic::error("assize::cli::no_texts")
        .message("there is no file in what was named")
        .help("name the reviewers' files, or a folder that contains them")
}

/// The names of the formats that are offered, completed by shells and suggested when misspelt.
pub(super) fn formats(offered: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(format_names(offered)).try_map(|name| name.parse::<Format>())
}

pub(super) fn format_names(offered: fn(Format) -> bool) -> impl Iterator<Item = PossibleValue> {
    Format::ALL.iter().filter(move |format| offered(**format)).map(|format| {
        let about = format.about().trim_end_matches('.');
        PossibleValue::new(format.as_str()).help(about).aliases(format.former_names())
    })
}

/// `note :: gate`; the first ` :: ` splits.
fn pair(text: &str) -> Result<Subject, String> {
    let wrong = || "write a note, ` :: ` and a gate: `notes/cache.md :: evidence`".to_owned();
    host::pair_of(text).ok_or_else(wrong)
}

fn criterion(text: &str) -> Result<Subject, String> {
    match text.trim() {
        "" => Err("it is blank".to_owned()),
        id => Ok(Subject::Criterion(id.to_owned())),
    }
}
