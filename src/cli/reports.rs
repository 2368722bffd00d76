//! `--report`: what was found, in the shapes that services show.

use std::io;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::NO_ANSWER;
use super::console::Console;
use super::gate::in_words;
use super::output::OutputArgs;
use super::targets::{one_file_for_two, place_of, shut_answer};
use crate::emit::json;
use crate::emit::text::TextOptions;
use crate::host::{Content, Place, Writer, shown, stream_atomic};
use crate::report::{self, Kind as Shape};
use crate::{Diagnostic, Diagnostics};

/// Which reports are written, and where.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ReportArgs {
    // It is read before the format itself is, which takes it away.
    #[command(flatten)]
    format: FormatSaid,
    /// Write what was found once more, for a service; repeatable. KIND is text, json, github, sarif, rdjson, gitlab,
    /// junit, ctrf, markdown, html or kdl; without FILE it is printed in place of the answer
    #[arg(long, value_name = "KIND[=FILE]", value_parser = wanted, help_heading = "Files")]
    report: Vec<Wanted>,
}

/// Whether a format was asked for by name.
#[derive(Clone, Copy, Debug, Default)]
struct FormatSaid(bool);

/// One report.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    kind: Kind,
    /// None for standard output.
    file: Option<PathBuf>,
}

/// The shape of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Json,
    /// Coverage, as a format of `policy test` alone.
    Lcov,
    /// One that does not depend on the command.
    Of(Shape),
}

/// Every kind by its name.
pub(super) const KINDS: [(&str, Kind); 11] = [
    ("text", Kind::Text),
    ("json", Kind::Json),
    ("github", Kind::Of(Shape::Github)),
    ("sarif", Kind::Of(Shape::Sarif)),
    ("rdjson", Kind::Of(Shape::Rdjson)),
    ("gitlab", Kind::Of(Shape::Gitlab)),
    ("junit", Kind::Of(Shape::Junit)),
    ("ctrf", Kind::Of(Shape::Ctrf)),
    ("markdown", Kind::Of(Shape::Markdown)),
    ("html", Kind::Of(Shape::Html)),
    ("kdl", Kind::Of(Shape::Kdl)),
];

/// Where the reports of a run go.
#[derive(Debug, Default)]
pub(super) struct Reports {
    files: Vec<(Kind, Place)>,
    /// What is printed in place of the answer.
    pub(super) printed: Option<Kind>,
}

/// How it is said in a kind that there is no answer.
pub(super) type Told<'a> = dyn Fn(Kind, &Diagnostics) -> String + 'a;

/// Writes the answer of a code in a kind.
pub(super) type Write<'a> =
    dyn Fn(Kind, &TextOptions, u8, &mut dyn io::Write) -> io::Result<()> + 'a;

/// Writes one kind.
pub(super) type Render<'a> = dyn Fn(Kind, &mut dyn io::Write) -> io::Result<()> + 'a;

fn wanted(text: &str) -> Result<Wanted, String> {
    let (name, file) = match text.split_once('=') {
        Some((name, file)) => (name, Some(file)),
        None => (text, None),
    };
    let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
        return Err(format!("a report is one of {}", names.join(", ")));
    };
    match file {
        Some("") => Err(format!("name a file behind `{name}=`")),
        file => {
            let file = file.filter(|file| *file != "-").map(PathBuf::from);
            Ok(Wanted { kind: *kind, file })
        }
    }
}

impl Args for FormatSaid {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for FormatSaid {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let said = |name| matches.value_source(name) == Some(ValueSource::CommandLine);
        Ok(Self(said("format") || said("json")))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ReportArgs {
    /// Those of a command line that has mistakes.
    pub(super) fn of(wanted: impl Iterator<Item = Wanted>) -> Self {
        Self { format: FormatSaid(false), report: wanted.collect() }
    }

    /// Whether a report shows what would change the answer.
    pub(super) fn explains(&self) -> bool {
        let long = [Kind::Of(Shape::Html), Kind::Of(Shape::Markdown)];
        self.report.iter().any(|wanted| long.contains(&wanted.kind))
    }

    /// Where the reports of a command go that reads these files. Those of an earlier run no longer stand.
    ///
    /// # Errors
    ///
    /// When one cannot go there.
    pub(super) fn open(
        &self,
        disk: &dyn Writer,
        output: &OutputArgs,
        command: &'static str,
        is_free: &dyn Fn(&Path) -> Result<(), Diagnostic>,
    ) -> Result<Reports, Diagnostics> {
        let taken = output.file().map(|path| ("--output", path));
        let taken: Vec<(&str, &Path)> = taken.into_iter().collect();
        let check = |path: &Path| is_free(path).map(|()| Place::Named(path.to_owned()));
        let (reports, wrong) = self.choose(disk, output.file().is_some(), &taken, &check);
        reports.shut(disk, &|kind, why| no_answer(kind, (command, ""), why));
        if wrong.is_empty() { Ok(reports) } else { Err(wrong.into()) }
    }

    /// Where the reports go, and what is wrong with that; one that is wrong is not written. The answer is printed where
    /// its format was asked for and no file takes it.
    pub(super) fn choose(
        &self,
        disk: &dyn Writer,
        answer_has_file: bool,
        taken: &[(&str, &Path)],
        check: &dyn Fn(&Path) -> Result<Place, Diagnostic>,
    ) -> (Reports, Vec<Diagnostic>) {
        let (mut reports, mut wrong) = choose_files(&self.report, disk, taken, check);
        let mut printed = self.report.iter().filter(|wanted| wanted.file.is_none());
        reports.printed = printed.next().map(|wanted| wanted.kind);
        let answer = self.format.0 && !answer_has_file && reports.printed.is_some();
        if printed.next().is_some() || answer {
            wrong.push(two_printed());
            reports.printed = None;
        }
        (reports, wrong)
    }
}

/// How a kind says that a command has no answer.
pub(super) fn no_answer(
    kind: Kind,
    (command, about): (&'static str, &str),
    why: &Diagnostics,
) -> String {
    match kind {
        Kind::Text | Kind::Lcov => in_words(why),
        Kind::Json => json::no_ruling(why, NO_ANSWER),
        Kind::Of(kind) => report::write(kind, &report::no_answer(command, about, why)),
    }
}

/// The files of reports, each apart from all others that are written, and from what is read.
fn choose_files(
    wanted: &[Wanted],
    disk: &dyn Writer,
    taken: &[(&str, &Path)],
    check: &dyn Fn(&Path) -> Result<Place, Diagnostic>,
) -> (Reports, Vec<Diagnostic>) {
    let mut reports = Reports::default();
    let mut wrong = Vec::new();
    for (kind, file) in wanted.iter().filter_map(|one| Some((one.kind, one.file.as_deref()?))) {
        let same = |other: &Path| {
            other == file
                || place_of(disk, file).is_some_and(|at| place_of(disk, other) == Some(at))
        };
        let own = reports.files.iter().map(|(_, place)| ("--report", place.path()));
        let twice = taken.iter().copied().chain(own).find(|(_, other)| same(other));
        match (twice, check(file)) {
            (Some(("--report", _)), _) => wrong.push(two_in_one_file(file)),
            (Some((flag, _)), _) => wrong.push(one_file_for_two(("--report", flag), file)),
            (None, Err(mistake)) => wrong.push(mistake),
            (None, Ok(place)) => reports.files.push((kind, place)),
        }
    }
    (reports, wrong)
}

impl Reports {
    /// Writes the files, and prints the answer, or the report in its place; gives the code to end with. The answer goes to
    /// `console`, which may be a file, and a report to `terminal`.
    pub(super) fn publish(
        &self,
        disk: &dyn Writer,
        (console, terminal): (&Console, &Console),
        (answer, has_file): (Option<Kind>, bool),
        write: &Write<'_>,
        own: u8,
    ) -> u8 {
        let plain = TextOptions { color: false, links: None, ..console.out_options() };
        let unwritten = self.put(disk, &|kind, out| write(kind, &plain, own, out));
        let mut code = own;
        if !unwritten.is_empty() {
            console.report(&unwritten.into());
            code = NO_ANSWER;
        }
        if let Some(answer) = answer.filter(|_| self.printed.is_none() || has_file) {
            let options = console.out_options();
            code = console.answer_with(&|out| write(answer, &options, code, out), code);
        }
        if let Some(kind) = self.printed {
            let options = terminal.out_options();
            code = terminal.answer_with(&|out| write(kind, &options, code, out), code);
        }
        if code != own {
            // What was written before that may say that the gate is open.
            let _told = self.put(disk, &|kind, out| write(kind, &plain, code, out));
        }
        code
    }

    /// Says in every report that there is no answer; gives what could not be written.
    pub(super) fn refuse(
        &self,
        disk: &dyn Writer,
        terminal: &Console,
        told: &dyn Fn(Kind) -> String,
    ) -> Vec<Diagnostic> {
        let unwritten = self.put(disk, &|kind, out| out.write_all(told(kind).as_bytes()));
        if let Some(kind) = self.printed {
            terminal.answer(&told(kind), NO_ANSWER);
        }
        unwritten
    }

    /// No report of an earlier run stands while this one lasts: it may be killed.
    pub(super) fn shut(&self, disk: &dyn Writer, told: &Told<'_>) {
        for (kind, place) in &self.files {
            shut_answer(disk, place.path(), &|why| told(*kind, why));
        }
    }

    /// Writes the files; gives what could not be written.
    pub(super) fn put(&self, disk: &dyn Writer, render: &Render<'_>) -> Vec<Diagnostic> {
        let write = |(kind, place): &(Kind, Place)| {
            let content: &Content<'_> = &|out| render(*kind, out);
            stream_atomic(disk, place, content, "report").err()
        };
        self.files.iter().filter_map(write).collect()
    }
}

/// `assize gate reports --report github --report json`
fn two_printed() -> Diagnostic {
    Diagnostic::error("assize::cli::two_printed")
        .message("two reports would be printed, and standard output has room for one")
        .help("name a file for all but one: `--report sarif=out.sarif`; a `--format` that is asked for is printed, too")
}

/// `assize gate reports --report sarif=out --report html=out`
fn two_in_one_file(path: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::one_file_for_two")
        .message(format!("two reports name `{}`", shown(path)))
        .help("give each its own file")
}
