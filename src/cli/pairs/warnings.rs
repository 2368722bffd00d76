//! `assize pairs warnings`: what a person should see of the reviews.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::super::answer::{Format, Shape};
use super::super::console::Console;
use super::super::{NOT_ALL, stages};
use super::contract::is_folder;
use crate::emit::json;
use crate::emit::visible::visible;
use crate::host::{self, Limits, RECORDS, Writer, all_reviews, changed_texts, open_pairs, shown};
use crate::systems::pairs::{
    Intake, KeptReview, Pair, PairRecord, Warning, read_options, record_name, warnings,
};
use crate::{Diagnostic, Diagnostics, Source, read};

/// List what the reviews of pairs warn of, and what fails
///
/// Reads the records of a folder that `assize pairs ingest` keeps, or outputs as they are. Each review that lists a `warn`, a
/// `fail` or an `error` is shown with these findings, worst first; one that warns or fails and lists nothing is shown by its
/// summary. Notes with the most findings come first. Pairs that `assize pairs ingest` still has as unread are named, and so are those
/// whose note or gate has changed since it was reviewed.
///
/// Nothing is judged: `assize pairs decide` says what the reviews come to.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the warnings were listed, or there are none
  2  no list: a usage error, a record that was changed
  3  a pair has to be reviewed again, or an output could not be read, now or when it was to be
     taken in; what the others say was listed

Examples:
  assize pairs warnings bundle.md
  assize pairs warnings bundle.json --format json")]
pub(in crate::cli) struct Warnings {
    /// A folder of records, or outputs: files, or `-` for standard input
    #[arg(value_name = "FOLDER|OUTPUT", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    shape: Shape,
}

#[derive(Serialize)]
struct View<'a> {
    schema_version: u32,
    reviews: usize,
    warnings: &'a [Warning],
    unread: Vec<&'a str>,
    /// Pairs for which an output that could not be read was not taken in again.
    open: &'a [Pair],
    /// Pairs whose note or gate is another text now than the one that was reviewed.
    changed: &'a [Pair],
}

/// What is to be listed.
struct Found {
    reviews: Vec<KeptReview>,
    intake: Intake,
    open: Vec<Pair>,
    changed: Vec<Pair>,
}

impl Warnings {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let Found { reviews, intake, open, changed } = match self.reviews(disk) {
            Ok(found) => found,
            Err(reason) => return stages::refuse(&reason, self.shape, console),
        };
        let found = warnings(&reviews);
        let unread: Vec<&str> =
            intake.structural.iter().map(|wrong| wrong.output.source.as_str()).collect();
        let code =
            if unread.is_empty() && open.is_empty() && changed.is_empty() { 0 } else { NOT_ALL };
        match self.shape.format() {
            Format::Json => {
                let version = json::SCHEMA_VERSION;
                let view = View {
                    schema_version: version,
                    reviews: reviews.len(),
                    warnings: &found,
                    unread,
                    open: &open,
                    changed: &changed,
                };
                console.answer(&json::print(&view), code)
            }
            Format::Text => {
                let code = console.answer(&text(&found, (&open, &changed), reviews.len()), code);
                for structural in &intake.structural {
                    console.report(&structural.wrong);
                }
                code
            }
        }
    }

    fn reviews(&self, disk: &dyn Writer) -> Result<Found, Diagnostics> {
        let kept = |path: &PathBuf| is_folder(disk, &path.join(RECORDS));
        let (folders, outputs): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.paths.iter().partition(|path| kept(path));
        let mut reviews = Vec::new();
        let mut open = Vec::new();
        let mut wrong = Diagnostics::default();
        for folder in folders {
            match open_pairs(disk, folder) {
                Ok(found) => open.extend(found.all()),
                Err(reason) => wrong.push(reason),
            }
            match all_reviews(disk, folder) {
                Ok(found) => reviews.extend(found),
                Err(reason) => wrong.absorb(reason),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let all = changed_texts(disk, &reviews).into_iter();
        let changed = all.map(|(pair, _)| pair).collect();
        let outputs: Vec<PathBuf> = outputs.into_iter().cloned().collect();
        let found = host::sources(disk, &mut io::stdin().lock(), &outputs, &Limits::default())?;
        let options = read_options(&[]);
        let decoded: Vec<_> = found
            .into_iter()
            .map(|found| {
                found.map_or_else(|unreadable| *unreadable, |source| read(&source, &options))
            })
            .collect();
        let pairs: Vec<Pair> = decoded
            .iter()
            .flat_map(|decoded| &decoded.verdicts)
            .filter_map(|verdict| Pair::of(&verdict.subject))
            .collect();
        let intake = Intake::of(decoded, &pairs.into());
        for record in &intake.records {
            reviews.push(reread(record)?);
        }
        Ok(Found { reviews, intake, open, changed })
    }
}

/// What a record says, without a folder.
fn reread(record: &PairRecord) -> Result<KeptReview, Diagnostic> {
    let name = record_name(&record.pair);
    KeptReview::read(&Source::new(&name, record.json()), &name)
}

fn text(found: &[Warning], (open, changed): (&[Pair], &[Pair]), reviews: usize) -> String {
    let mut out = String::new();
    for warning in found {
        let _ = writeln!(out, "{}  {}", shown(warning.pair.to_string()), warning.decision);
        for finding in &warning.findings {
            let text = finding.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text = visible(&text);
            let _ = match finding.severity {
                Some(severity) => writeln!(out, "  {severity:<5}  {text}"),
                None => writeln!(out, "         {text}"),
            };
        }
        out.push('\n');
    }
    for (what, pairs) in [("unread", open), ("changed", changed)] {
        for pair in pairs {
            let _ = writeln!(out, "{what:<7} {}", shown(pair.to_string()));
        }
    }
    if !open.is_empty() || !changed.is_empty() {
        out.push('\n');
    }
    let count = |many: usize, one: &str| {
        if many == 1 { format!("1 {one}") } else { format!("{many} {one}s") }
    };
    let _ = writeln!(out, "{} of {} to look at", found.len(), count(reviews, "review"));
    out
}
