//! The command line: what is asked for, and what a run came to.

mod bar;
mod policy;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use assize::docket::Stake;
use assize::host::Disk;
use assize::{Diagnostic, Diagnostics};
use assize_batch::files::{self, Counts, Input, Judging, Named, Output, Part, Place, TableFormat};
use assize_batch::{Judge, Reader, in_words};
use clap::Parser;

use bar::Bar;

/// Nothing was written: a usage, configuration or policy error, or a file that cannot be read.
const NO_ANSWER: u8 = 2;

/// Some rows hold an error.
const NOT_ALL: u8 = 3;

/// Reads or judges a table of reviews, however many: a row a text, or with `--task` a row a docket
///
/// Reads Parquet, Arrow IPC, CSV and lines of JSON, and writes any of them. Without `--task` each row of the output is what one
/// text says, behind the columns of `--keep`; with it each is the ruling on one task and round, whose rows may lie anywhere.
/// A row that cannot be used is a row with its `error`, which opens no gate.
#[derive(Debug, Parser)]
#[command(
    name = "assize-batch",
    bin_name = "assize batch",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = "\
Exit codes:
  0  the run was whole, whatever was decided
  2  nothing was written: a usage, configuration or policy error, or a file that cannot be read
  3  the run was whole, and some rows hold an error

Examples:
  assize batch reviews.csv --text body --keep pr
  assize batch reviews.csv --text body --seat reviewer --task pr -o rulings.parquet
  assize batch reviews.csv --text body --seat reviewer --task pr --expect qa,security
  assize batch - --input-format jsonl --text body < reviews.jsonl"
)]
struct Line {
    /// Files of reviews, of the same columns; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// How the input is written, where its name does not say
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    input_format: Option<TableFormat>,
    /// The file to write, which gets its name when it is whole [default: standard output, in lines of JSON]
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// How the output is written, where its name does not say: parquet, jsonl, csv, arrow
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    output_format: Option<TableFormat>,
    /// The column of texts
    #[arg(long, value_name = "COLUMN", default_value = "text")]
    text: String,
    /// Columns to hand on as they are, in front of what is read
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',', conflicts_with = "task")]
    keep: Vec<String>,
    /// The column that says what a text is about; with it, texts are judged
    #[arg(long, value_name = "COLUMN", help_heading = "Judging")]
    task: Option<String>,
    /// The column that says who wrote a text [default: seat]
    #[arg(long, value_name = "COLUMN", help_heading = "Judging", requires = "task")]
    seat: Option<String>,
    /// The column that says which round of review it is, from 1 [default: all are the first]
    #[arg(long, value_name = "COLUMN", help_heading = "Judging", requires = "task")]
    round: Option<String>,
    /// The policy that judges [default: any-blocker]
    #[arg(long, value_name = "FILE|NAME", help_heading = "Judging", requires = "task")]
    policy: Option<String>,
    /// Set a parameter of it
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Judging", requires = "task")]
    set: Vec<(String, String)>,
    /// A fact that it asks for, the same for every docket
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Judging", requires = "task")]
    given: Vec<(String, String)>,
    /// Let a policy audit each verdict before it is judged
    #[arg(long, value_name = "FILE|NAME", help_heading = "Judging", requires = "task")]
    audit: Option<String>,
    /// Ask a policy what to try next with each seat
    #[arg(long, value_name = "FILE|NAME", help_heading = "Judging", requires = "task")]
    redispatch: Option<String>,
    /// Who sits in every docket, all of them; without it every opening is `warn` at best
    #[arg(
        long,
        value_name = "SEAT,…",
        value_delimiter = ',',
        help_heading = "Judging",
        requires = "task"
    )]
    expect: Option<Vec<String>>,
    /// Seats that vote
    #[arg(
        long,
        value_name = "SEAT,…",
        value_delimiter = ',',
        help_heading = "Judging",
        requires = "task"
    )]
    voting: Vec<String>,
    /// Seats that are heard and decide nothing
    #[arg(
        long,
        value_name = "SEAT,…",
        value_delimiter = ',',
        help_heading = "Judging",
        requires = "task"
    )]
    observers: Vec<String>,
    /// Judge one part of the tasks only, as `3/10`: each task is in one of ten parts, on every machine in the same
    #[arg(long, value_name = "PART/PARTS", value_parser = part, help_heading = "Judging", requires = "task")]
    partition: Option<Part>,
    /// So many MiB of rows are held before they are put aside in the folder for temporary files [default: 48]
    #[arg(long, value_name = "MIB", help_heading = "Judging", requires = "task")]
    memory: Option<usize>,
    /// The `assize.kdl` with the words of reviewers [default: the nearest]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Look for no `assize.kdl`
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
    /// How many threads read and judge [default: one for each core]
    #[arg(long, value_name = "COUNT")]
    threads: Option<usize>,
    /// Draw no progress bar
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the command line of this process.
pub(crate) fn main() -> ExitCode {
    let line = match Line::try_parse() {
        Ok(line) => line,
        Err(error) => {
            // Nobody is left to tell where the terminal is gone.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { NO_ANSWER } else { 0 });
        }
    };
    ExitCode::from(match line.run() {
        Ok(Counts { errors: 0, .. }) => 0,
        Ok(counts) => {
            say(&some_rows(counts).into());
            NOT_ALL
        }
        Err(why) => {
            say(&why);
            NO_ANSWER
        }
    })
}

impl Line {
    fn run(&self) -> Result<Counts, Diagnostics> {
        let standard = self.inputs.iter().filter(|input| input.as_os_str() == "-").count();
        if standard > 1 {
            return Err(input_twice().into());
        }
        let input = |path: &PathBuf| Input { place: Place::of(path), format: self.input_format };
        let inputs: Vec<Input> = self.inputs.iter().map(input).collect();
        let output = Output { place: Place::of(&self.output), format: self.output_format };
        output.check()?;
        let here = assize::host::current_dir().map_err(|error| no_folder(&error))?;
        let config = policy::config(&Disk, &here, self)?;
        let options = assize::ReadOptions::default().lexicon(config.lexicon);
        let threads = self.threads.unwrap_or_else(cores);
        let named = Named {
            text: self.text.clone(),
            seat: self.task.as_ref().map(|_| self.seat.clone().unwrap_or("seat".to_owned())),
            task: self.task.clone(),
            round: self.round.clone(),
            keep: self.keep.clone(),
        };
        if self.task.is_none() {
            let reader = Reader::new(options).threads(threads);
            let bar = Bar::new(&inputs, self.quiet);
            return Ok(files::read(&inputs, &named, &reader, &output, &|rows| bar.grow(rows))?);
        }
        let policy = policy::find(&Disk, &here, self)?;
        let mut judge = Judge::new(policy.clone()).reading(options).threads(threads);
        if let Some(seats) = &self.expect {
            judge = judge.expect(seats.clone());
        }
        for (seats, stake) in [(&self.voting, Stake::Voting), (&self.observers, Stake::Observer)] {
            judge = seats.iter().fold(judge, |judge, seat| judge.stake(seat, stake));
        }
        for (name, value) in &self.given {
            judge = judge.given(name, policy::fact(&policy, name, value)?);
        }
        let bar = Bar::new(&inputs, self.quiet);
        let mut judging = Judging::new(judge);
        judging.part = self.partition;
        if let Some(memory) = self.memory {
            judging.memory = memory.saturating_mul(1024 * 1024);
        }
        Ok(files::judge(&inputs, &named, &judging, &output, &|rows| bar.grow(rows))?)
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Says what is wrong on standard error.
fn say(why: &Diagnostics) {
    // Nobody is left to tell where standard error is gone.
    let _ = std::io::stderr().write_all(in_words(why).as_bytes());
}

fn format(name: &str) -> Result<TableFormat, String> {
    TableFormat::of_name(name).ok_or_else(|| "it is parquet, jsonl, csv or arrow".to_owned())
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn part(text: &str) -> Result<Part, String> {
    let part =
        text.split_once('/').and_then(|(at, of)| Part::new(at.parse().ok()?, of.parse().ok()?));
    part.ok_or_else(|| "write 3/10 for the third part of ten".to_owned())
}

fn some_rows(counts: Counts) -> Diagnostic {
    let Counts { out, errors, .. } = counts;
    Diagnostic::warning("assize::batch::rows_with_errors")
        .message(format!("{errors} of {out} rows of the output hold an `error`"))
        .help("the column says what is wrong with each; the other rows stand")
}

fn input_twice() -> Diagnostic {
    Diagnostic::error("assize::batch::input_twice")
        .message("standard input is named twice")
        .help("write `-` once")
}

/// A folder that was removed while a shell is in it
fn no_folder(why: &std::io::Error) -> Diagnostic {
    Diagnostic::error("assize::batch::no_folder")
        .message(format!("it is not known which folder this is: {why}"))
        .help("change to a folder that exists")
}
