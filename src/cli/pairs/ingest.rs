//! `assize pairs ingest`: from raw outputs to records.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use serde::Serialize;

use super::super::answer::{Ending, Format, Shape};
use super::super::console::Console;
use super::super::targets::LockWait;
use super::super::{NOT_ALL, stages};
use super::contract::{check_pairs, pairs_of};
use crate::emit::json;
use crate::host::{
    self, BUNDLE, Judged, Kind, Limits, RECORDS, Stored, Writer, asked_pairs, changed_texts,
    keep_open, kept_reviews, make_lockable, open_pairs, retire_bundle, shown, store_records,
    write_record,
};
use crate::ir::open::says_something;
use crate::systems::pairs::{
    Asked, Intake, KeptReview, OpenPairs, Output, Pair, PairRecord, Retry, RetryReason, bundle,
    read_options, record_name,
};
use crate::{Decoded, Diagnostic, Diagnostics, read};

/// Keep what reviewers answered: one record for each pair
///
/// Reads outputs in blocks or JSON, also inside the envelope of an agent. Each review becomes `records/NAME.json` in the folder: its
/// raw text and place, what read it and how, its decision, findings and canonical text, with their hashes. A pair that was left
/// out, or that has no result, is reported and may be asked for again by itself; of an output with a structural error (cut
/// off, a pair twice, a pair that no one asked for) nothing is kept, and it has to be asked for again as a whole: every pair
/// that it may have reviewed is `unread` until a later output with it was taken in.
///
/// Reviews are kept in the order in which they were taken in. Another review of a pair takes the place of the last, and what was
/// superseded so is not taken in again: neither is what is kept already, where an output that could not be read came after it.
/// `--replace` says why it counts after all, which is kept as well.
///
/// With `--asked` each record is bound to the texts of its note and its gate as they were when the reviewer was asked. Where one of
/// them is another text by now, the pair is `changed`, and to be asked for again; a gate holds until it was. A note or a gate whose
/// text was not found then is named (`unbound`).
///
/// `reviewer.md` in the folder is all records of the pairs as one document, for `assize pairs decide FOLDER`. It is taken away
/// before anything is written, and comes back when every output could be read and no pair is unread. The same outputs again
/// change nothing.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  every pair has a record with a result
  2  nothing was taken in: a usage error, or something could not be written
  3  a pair is missing, unread, changed or has no result, an output has a structural error, or a
     review was superseded before
With `--exit hook`: 0 all was taken in, 2 anything else.

Examples:
  assize pairs ingest bundle.md --pairs pairs.txt --into kept
  assize pairs ingest bundle.json --pairs pairs.txt --into others --format json
  assize pairs ingest bundle.md --asked prompt.json --into kept
  assize pairs ingest bundle.md --pairs pairs.txt --into kept --replace 'a draft'
  assize pairs ingest - --pairs pairs.txt --into kept < bundle.md")]
#[command(group(ArgGroup::new("what").required(true)))]
pub(in crate::cli) struct Ingest {
    /// What reviewers printed: files, folders of files, or `-` for standard input
    #[arg(value_name = "OUTPUT", required = true)]
    outputs: Vec<PathBuf>,
    /// The pairs that were asked for: one line `notes/cache.md :: evidence` each
    #[arg(long, value_name = "FILE", group = "what")]
    pairs: Option<PathBuf>,
    /// What `assize pairs contract --format json` printed: the pairs, and the texts that their reviews are about
    #[arg(long, value_name = "FILE", group = "what")]
    asked: Option<PathBuf>,
    /// The folder that the records are kept in; it is made where it is missing
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    /// Take in what was superseded before as well, for this reason
    #[arg(long, value_name = "REASON")]
    replace: Option<String>,
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    ending: Ending,
    #[command(flatten)]
    wait: LockWait,
}

#[derive(Serialize)]
struct View<'a> {
    schema_version: u32,
    into: String,
    whole: bool,
    exit_code: u8,
    stored: &'a [Row],
    refused: &'a [Refused],
    missing: Vec<&'a Pair>,
    retry: &'a [Retry],
    structural: Vec<&'a Output>,
    unbound: Vec<Unbound<'a>>,
    bundle: Option<String>,
}

/// A note or a gate whose text the reviews are not bound to.
#[derive(Serialize)]
struct Unbound<'a> {
    kind: &'static str,
    name: &'a str,
}

#[derive(Serialize)]
struct Row {
    note: String,
    gate: String,
    decision: &'static str,
    state: &'static str,
    file: String,
    sha256: String,
}

/// A review that was not taken in, because another one came after it.
#[derive(Serialize)]
struct Refused {
    #[serde(flatten)]
    pair: Pair,
    decision: &'static str,
    /// `superseded`, `unread`
    state: &'static str,
    source: String,
}

/// What came of it.
struct Taken {
    rows: Vec<Row>,
    refused: Vec<Refused>,
    intake: Intake,
    retry: Vec<Retry>,
    /// How many records there are of the pairs that were asked for.
    kept: usize,
    bundled: bool,
    /// What was asked for, where it says which texts the reviews are about.
    asked: Option<Asked>,
}

impl Ingest {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self.store_all(disk, console) {
            Ok(taken) => self.answer(&taken, console),
            Err(reason) => stages::refuse(&reason, self.shape, console),
        }
    }

    fn store_all(&self, disk: &dyn Writer, console: &Console) -> Result<Taken, Diagnostics> {
        if let Ok(Kind::File | Kind::Other) = disk.kind(&self.into) {
            return Err(into_a_file(&self.into).into());
        }
        if self.replace.as_deref().is_some_and(|reason| !says_something(reason)) {
            return Err(no_reason().into());
        }
        let asked = self.asked(disk)?;
        let pairs = asked.pairs.clone();
        let says_texts = self.asked.is_some();
        let options = read_options(&pairs);
        let found =
            host::sources(disk, &mut io::stdin().lock(), &self.outputs, &Limits::default())?;
        let decoded: Vec<Decoded> = found
            .into_iter()
            .map(|found| {
                found.map_or_else(|unreadable| *unreadable, |source| read(&source, &options))
            })
            .collect();
        let intake = Intake::of(decoded, &asked);
        let bundle_path = self.into.join(BUNDLE);
        make_lockable(disk, &bundle_path)?;
        let _held = self.wait.lock(&bundle_path, console)?;
        // Whatever ends this before it is done: what it was about is open until it was taken in.
        let mut open = open_pairs(disk, &self.into)?;
        let unread: HashSet<Pair> = open.unread.iter().cloned().collect();
        let known: HashSet<Pair> = open.all().into_iter().collect();
        let (own, list): (Vec<&Pair>, _) = match intake.structural.is_empty() {
            true => (intake.records.iter().map(|record| &record.pair).collect(), &mut open.begun),
            false => (pairs.iter().collect(), &mut open.unread),
        };
        list.extend(own.into_iter().filter(|pair| !known.contains(pair)).cloned());
        keep_open(disk, &self.into, &open)?;
        retire_bundle(disk, &self.into)?;
        let (mut rows, mut refused, mut taken) = (Vec::new(), Vec::new(), Vec::new());
        let why = (self.replace.as_deref(), &unread);
        let all = store_records(disk, &self.into, &intake.records, why)?;
        let mut own: HashMap<Pair, KeptReview> = HashMap::new();
        for (record, stored) in intake.records.iter().zip(all) {
            if matches!(stored, Stored::New | Stored::Replaced) {
                own.insert(record.pair.clone(), record.kept());
            }
            if stored.is_refused() {
                refused.push(Refused::new(record, stored));
            } else {
                rows.push(Row::new(record, stored));
            }
            // An older review says nothing of what came after it.
            if !(stored.is_refused() && unread.contains(&record.pair)) {
                taken.push(record.pair.clone());
            }
        }
        let others: Vec<Pair> =
            pairs.iter().filter(|pair| !own.contains_key(pair)).cloned().collect();
        let others = kept_reviews(disk, &self.into, &others)?;
        own.extend(others.into_iter().map(|review| (review.pair.clone(), review)));
        let kept: Vec<KeptReview> = pairs.iter().filter_map(|pair| own.remove(pair)).collect();
        let unread = intake.open(&open.all(), &taken);
        keep_open(disk, &self.into, &OpenPairs { unread: unread.clone(), begun: Vec::new() })?;
        let open = unread;
        let changed: Vec<Pair> =
            changed_texts(disk, &kept).into_iter().map(|(pair, _)| pair).collect();
        let retry = Intake::retries(&pairs, &kept, (&open, &changed));
        let open: HashSet<&Pair> = open.iter().collect();
        let none_open = !pairs.iter().any(|pair| open.contains(pair));
        let bundled = intake.structural.is_empty() && none_open && !kept.is_empty();
        if bundled {
            write_record(disk, &bundle_path, &bundle(&kept))?;
        }
        let asked = says_texts.then_some(asked);
        Ok(Taken { rows, refused, intake, retry, kept: kept.len(), bundled, asked })
    }

    /// What was asked for, by a list of pairs or by what was printed for the reviewer. Neither lies where records are kept.
    fn asked(&self, disk: &dyn Writer) -> Result<Asked, Diagnostics> {
        let into = std::slice::from_ref(&self.into);
        match (&self.asked, &self.pairs) {
            (Some(path), _) => {
                let asked = asked_pairs(disk, path, &Judged::of(disk, into))?;
                check_pairs(&asked.pairs)?;
                Ok(asked)
            }
            (None, Some(path)) => Ok(pairs_of(disk, path, into)?.into()),
            (None, None) => Ok(Asked::default()),
        }
    }

    fn answer(&self, taken: &Taken, console: &Console) -> u8 {
        let whole = taken.retry.is_empty()
            && taken.intake.structural.is_empty()
            && taken.refused.is_empty();
        let code = self.ending.code(if whole { 0 } else { NOT_ALL });
        self.ending.report(code, &self.text(taken), console);
        let unbound: Vec<Unbound<'_>> = taken.unbound();
        match self.shape.format() {
            Format::Json => {
                let missing =
                    taken.retry.iter().filter(|retry| retry.reason == RetryReason::Missing);
                let view = View {
                    schema_version: json::SCHEMA_VERSION,
                    into: shown(&self.into),
                    whole,
                    exit_code: code,
                    stored: &taken.rows,
                    refused: &taken.refused,
                    missing: missing.map(|retry| &retry.pair).collect(),
                    retry: &taken.retry,
                    structural: taken.intake.structural.iter().map(|wrong| &wrong.output).collect(),
                    unbound,
                    bundle: taken.bundled.then(|| shown(self.into.join(BUNDLE))),
                };
                console.answer(&json::print(&view), code)
            }
            Format::Text => {
                let code = console.answer(&self.text(taken), code);
                for structural in &taken.intake.structural {
                    console.report(&structural.wrong);
                }
                let refused = taken.refused.iter().map(not_taken_in);
                let unbound = (!unbound.is_empty()).then(|| bound_to_nothing(&unbound));
                let remarks: Vec<Diagnostic> = refused.chain(unbound).collect();
                if !remarks.is_empty() {
                    console.remark(&[], &remarks);
                }
                code
            }
        }
    }

    fn text(&self, taken: &Taken) -> String {
        let mut out = String::new();
        for row in &taken.rows {
            let pair = shown(format!("{} :: {}", row.note, row.gate));
            let _ = writeln!(out, "{:<9}  {:<7}  {pair}", row.state, row.decision);
        }
        for refused in &taken.refused {
            let Refused { pair, decision, state, source } = refused;
            let (pair, source) = (shown(pair.to_string()), shown(source));
            let _ = writeln!(out, "{state:<9}  {decision:<7}  {pair}: {source} is not taken in");
        }
        for retry in &taken.retry {
            let why = match retry.reason {
                RetryReason::Missing => "missing",
                RetryReason::Unknown => "no result",
                RetryReason::Error => "not judged",
                RetryReason::Unread => "unread",
                RetryReason::Changed => "changed",
            };
            let _ = writeln!(out, "{why:<9}  retry    {}", shown(retry.pair.to_string()));
        }
        for structural in &taken.intake.structural {
            let cause = structural.output.cause.as_deref().unwrap_or("two reviews of a pair");
            let source = shown(&structural.output.source);
            let _ = writeln!(out, "not kept   {cause}: ask for the whole of {source} again");
        }
        let records = shown(self.into.join(RECORDS));
        let many = match taken.kept {
            1 => "1 record".to_owned(),
            many => format!("{many} records"),
        };
        let bundle = match taken.bundled {
            true => format!("all of them in {}", shown(self.into.join(BUNDLE))),
            false => "nothing for a gate to judge".to_owned(),
        };
        let _ = writeln!(out, "{many} in {records}; {bundle}");
        out
    }
}

impl Taken {
    fn unbound(&self) -> Vec<Unbound<'_>> {
        let names = self.asked.iter().flat_map(Asked::without_text);
        names.map(|(kind, name)| Unbound { kind, name }).collect()
    }
}

/// `--asked` with a gate that was named without its file
fn bound_to_nothing(unbound: &[Unbound<'_>]) -> Diagnostic {
    let names: Vec<String> =
        unbound.iter().map(|one| format!("the {} `{}`", one.kind, shown(one.name))).collect();
    Diagnostic::warning("assize::cli::bound_to_nothing")
        .message(format!("nobody knows which text this was when it was asked for: {}", names.join(", ")))
        .help(
            "a change of it will not be noticed. Have `assize pairs contract` find the file: run it where the notes lie, and name a gate by its file, `--gate gates/evidence.md` or `--gate ID=FILE`",
        )
}

impl Refused {
    fn new(record: &PairRecord, stored: Stored) -> Self {
        let (pair, decision) = (record.pair.clone(), record.decision.as_str());
        Self { pair, decision, state: stored.as_str(), source: record.source.clone() }
    }
}

/// A pass, a fail that superseded it, and the pass once more
fn not_taken_in(refused: &Refused) -> Diagnostic {
    let Refused { pair, state, source, .. } = refused;
    let (pair, source) = (shown(pair.to_string()), shown(source));
    let why = match *state {
        "unread" => {
            "is the one that is kept already, and an output that could not be read came after it"
        }
        _ => "was superseded before, and the later one is kept",
    };
    Diagnostic::warning("assize::cli::older_review")
        .message(format!("the review of `{pair}` in `{source}` {why}"))
        .help("ask for the pair again; where the older review counts after all, say why: `--replace 'the later one was of a draft'`")
}

/// `--replace ''`
fn no_reason() -> Diagnostic {
    Diagnostic::error("assize::cli::replace_without_reason")
        .message("`--replace` does not say why an older review counts after all")
        .help("give the reason: `--replace 'the later one was of a draft'`")
}

impl Row {
    fn new(record: &PairRecord, stored: Stored) -> Self {
        Self {
            note: record.pair.note.clone(),
            gate: record.pair.gate.clone(),
            decision: record.decision.as_str(),
            state: stored.as_str(),
            file: format!("{RECORDS}/{}", record_name(&record.pair)),
            sha256: crate::source::Sha256::of(record.json().as_bytes()).to_string(),
        }
    }
}

/// `--into review.md`
fn into_a_file(into: &Path) -> Diagnostic {
    Diagnostic::error("assize::cli::into_a_file")
        .message(format!(
            "`{}` of `--into` is a file, and records are kept in a folder",
            shown(into)
        ))
        .help("name a folder; it is made where it is missing")
}
