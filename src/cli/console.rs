//! Standard output and standard error.

use std::cell::{Cell, RefCell};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use terminal_size::{Height, Width, terminal_size_of};

use super::NO_ANSWER;
use super::compacted::Compacted;
use super::inputs::current_dir;
use crate::diagnostic::Level;
use crate::emit::found::uri;
use crate::emit::report;
use crate::emit::text::TextOptions;
use crate::host::{Content, Disk, Place, stream_atomic};
use crate::{Diagnostic, Diagnostics, Source};

/// Where nothing says otherwise, lines are this long.
const WIDTH: usize = 100;

/// How to console.
#[derive(Args, Clone, Debug)]
pub(super) struct ConsoleArgs {
    /// When to use colour; NO_COLOR, CLICOLOR and CLICOLOR_FORCE are respected
    #[arg(
        long,
        global = true,
        value_name = "auto|always|never",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true,
        help_heading = "Messages"
    )]
    color: Color,
    /// Print only results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Messages")]
    quiet: bool,
    /// Print more messages
    #[arg(short, long, global = true, help_heading = "Messages")]
    verbose: bool,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The two streams, and how to write to them.
#[derive(Clone, Debug)]
pub(super) struct Console {
    /// Colour on standard output.
    pub(super) color: bool,
    err_color: bool,
    /// Where paths on standard output lead, if its terminal makes links of them.
    links: Option<&'static str>,
    width: usize,
    err_width: usize,
    least: Level,
    /// The file that the answer is written to, instead of standard output.
    output: Option<PathBuf>,
    /// Whether all answers are JSON.
    json: bool,
    /// Whether it was tried to write it.
    answered: Cell<bool>,
    /// What was wrong, for a file that would otherwise keep the answer of an earlier run.
    wrong: RefCell<String>,
    /// Whether something stands above that the next remark must not run into.
    said: Cell<bool>,
}

impl Console {
    pub(super) fn new(args: &ConsoleArgs) -> Self {
        let least = match (args.quiet, args.verbose) {
            (true, _) => Level::Error,
            (_, true) => Level::Advice,
            _ => Level::Warning,
        };
        Self {
            color: args.color.on(&io::stdout()),
            err_color: args.color.on(&io::stderr()),
            links: links(),
            width: width(terminal_size_of(io::stdout())),
            err_width: width(terminal_size_of(io::stderr())),
            least,
            output: None,
            json: false,
            answered: Cell::new(false),
            wrong: RefCell::default(),
            said: Cell::new(false),
        }
    }

    /// Has all answers be JSON.
    pub(super) fn prints_json(&mut self) {
        self.json = true;
    }

    /// Before the command line is understood.
    pub(super) fn colored(color: Color) -> Self {
        Self::new(&ConsoleArgs { color, quiet: false, verbose: false })
    }

    /// The same, and answers go into a file. Nothing is coloured there, and no terminal says how wide it is.
    pub(super) fn writing_to(&self, path: &Path) -> Self {
        Self {
            color: false,
            links: None,
            width: width(None),
            output: Some(path.to_owned()),
            ..self.clone()
        }
    }

    pub(super) fn out_options(&self) -> TextOptions {
        let (brief, links) = (self.is_quiet(), self.links);
        TextOptions { color: self.color, width: self.width, brief, links, ..TextOptions::default() }
    }

    pub(super) fn err_options(&self) -> TextOptions {
        TextOptions {
            color: self.err_color,
            width: self.err_width,
            links: None,
            ..self.out_options()
        }
    }

    /// Writes data to standard output, or to the file that takes its place. A reader that has gone away is not an error.
    pub(super) fn data(&self, text: &str) -> Result<(), Diagnostic> {
        if text.is_empty() {
            return Ok(());
        }
        self.stream(&|out| out.write_all(text.as_bytes()))
    }

    /// As [`Console::data`], of what writes itself piece by piece.
    fn stream(&self, content: &Content<'_>) -> Result<(), Diagnostic> {
        // Only a terminal needs it indented.
        let compact = self.json && (self.output.is_some() || !io::stdout().is_terminal());
        match compact {
            true => self.write(&|out| content(&mut Compacted::new(out))),
            false => self.write(content),
        }
    }

    fn write(&self, content: &Content<'_>) -> Result<(), Diagnostic> {
        if let Some(path) = &self.output {
            self.answered.set(true);
            return stream_atomic(&Disk, &Place::Named(path.clone()), content, "output");
        }
        self.said.set(true);
        let print = || {
            let mut out = BufWriter::new(standard_output()?);
            content(&mut out)?;
            out.flush()
        };
        match print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(not_printed(&error)),
            _ => Ok(()),
        }
    }

    /// Writes data to standard output, and gives the code to end with.
    pub(super) fn answer(&self, text: &str, code: u8) -> u8 {
        self.answer_with(&|out| out.write_all(text.as_bytes()), code)
    }

    /// As [`Console::answer`], of what writes itself piece by piece.
    pub(super) fn answer_with(&self, content: &Content<'_>, code: u8) -> u8 {
        match self.stream(content) {
            Ok(()) => code,
            Err(diagnostic) => {
                self.report(&diagnostic.into());
                NO_ANSWER
            }
        }
    }

    /// Ends a run. A file for an answer that did not come says why.
    pub(super) fn end(&self, code: u8) -> u8 {
        if self.output.is_none() || self.answered.get() || code != NO_ANSWER {
            return code;
        }
        let why = self.wrong.take();
        self.answer(&why, code)
    }

    /// Says something on standard error, also when asked to be quiet.
    pub(super) fn say(&self, text: &str) {
        self.said.set(true);
        // Nobody is left to tell when standard error is gone.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Says what clap has to say.
    pub(super) fn say_styled(&self, text: &clap::builder::StyledStr) {
        let text = if self.err_color { text.ansi().to_string() } else { text.to_string() };
        self.say(&text);
    }

    /// Whether it was asked to be quiet.
    pub(super) fn is_quiet(&self) -> bool {
        self.least == Level::Error
    }

    /// Whether it was asked to be verbose.
    pub(super) fn is_verbose(&self) -> bool {
        self.least == Level::Advice
    }

    /// Says something on standard error when asked to be verbose.
    pub(super) fn verbose(&self, text: &str) {
        if self.least == Level::Advice {
            self.say(text);
        }
    }

    /// Says all that is wrong on standard error.
    pub(super) fn report(&self, reason: &Diagnostics) {
        self.report_items(reason.sources(), reason.items());
    }

    /// Says some of what is wrong.
    pub(super) fn report_items(&self, sources: &[Source], items: &[Diagnostic]) {
        self.show(sources, &items.iter().collect::<Vec<_>>());
    }

    /// Says on standard error what is worth saying, by how much console was asked for.
    pub(super) fn remark<'a>(
        &self,
        sources: &[Source],
        items: impl IntoIterator<Item = &'a Diagnostic>,
    ) {
        self.remark_once(sources, items, &mut Vec::new());
    }

    /// As [`Console::remark`]; what is worth saying once a run is said once.
    pub(super) fn remark_once<'a>(
        &self,
        sources: &[Source],
        items: impl IntoIterator<Item = &'a Diagnostic>,
        seen: &mut Vec<String>,
    ) {
        let mut again = |item: &&Diagnostic| {
            let once = item.is_said_once();
            let known = once && seen.iter().any(|code| *code == item.code);
            seen.extend((once && !known).then(|| item.code.to_string()));
            !known
        };
        let shown = items.into_iter().filter(|item| item.level >= self.least && again(item));
        self.show(sources, &shown.collect::<Vec<_>>());
    }

    fn show(&self, sources: &[Source], items: &[&Diagnostic]) {
        if self.output.is_some() {
            self.wrong.borrow_mut().push_str(&report::digest(sources, items, false, WIDTH));
        }
        let text = report::digest(sources, items, self.err_color, self.err_width);
        if !text.is_empty() {
            let gap = if self.said.get() { "\n" } else { "" };
            self.say(&format!("{gap}{text}"));
        }
    }
}

impl Color {
    fn on(self, stream: &impl anstream::stream::RawStream) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
        }
    }
}

/// How long a line may be: as `COLUMNS` says, else as wide as the terminal.
#[expect(clippy::disallowed_methods, reason = "the width of the terminal, nothing that decides")]
fn width(terminal: Option<(Width, Height)>) -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let told = told.filter(|columns| *columns > 0);
    let seen = terminal.map(|(width, _)| usize::from(width.0));
    told.or(seen).unwrap_or(WIDTH).clamp(40, 200)
}

/// The folder that the process runs in, as a URL, where standard output is a terminal that knows links.
fn links() -> Option<&'static str> {
    static HERE: OnceLock<Option<String>> = OnceLock::new();
    let here = || {
        let known = supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout);
        let here = current_dir().ok().filter(|_| known)?;
        let path = uri(here.to_str()?);
        Some(format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" }))
    };
    HERE.get_or_init(here).as_deref()
}

/// Standard output as the file that it is: std's own handle takes all that is written where nothing can be, and
/// tells no one.
#[cfg(unix)]
fn standard_output() -> io::Result<impl Write> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from)
}

#[cfg(not(unix))]
fn standard_output() -> io::Result<impl Write> {
    Ok(io::stdout().lock())
}

fn not_printed(error: &io::Error) -> Diagnostic {
    Diagnostic::error("assize::cli::not_printed")
        .message(format!("the answer could not be written to standard output: {error}"))
        .help("write it to a file with `--output FILE`, or make room on the disk")
}
