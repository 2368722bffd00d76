//! `assize sdd review`: one review, from the texts of its inspectors to a batch of its log.

mod policies;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use self::policies::Policies;
use super::bench::{self, Bench};
use super::mistakes;
use super::record::{self, Known, Seats};
use crate::cli::NO_ANSWER;
use crate::cli::answer::{Answer, Format as Shape};
use crate::cli::console::Console;
use crate::cli::inputs::{pair, twice};
use crate::cli::limits::LimitArgs;
use crate::cli::reading::ProfileArg;
use crate::cli::rules::RulesArgs;
use crate::cli::targets::LockWait;
use crate::cli::words::Words;
use crate::docket::ClosedDocket;
use crate::emit::text::{self, TextOptions};
use crate::host::{
    self, Files, Judged, Lock, Writer, review_log, review_log_text, review_texts, write_log,
};
use crate::ir::open::says_something;
use crate::ruling::Ruling;
use crate::sdd::{
    Comparison, Decision, History, ReviewKind, Reviewed, compare, defects, proposals, remarks,
    word_of,
};
use crate::{Diagnostic, Diagnostics, Docket, ReadOptions, Source, read};

/// Judge a review by inspectors and their auditor, and append it to the log of its feature
///
/// Takes the texts of the inspectors in CPF or YAML, as files or folders, and the verdict of their auditor. Holds the verdict against
/// what the inspectors reported: what was dropped, what no one reported and what was made smaller is named. An inspector
/// that says nothing is left out, and makes the review CONDITIONAL at best; a text that cannot be read and may say anything
/// holds it. Where the auditor says nothing, the lead's verdict is derived from the inspectors. Run it when the review is over: who has not written by then is lost.
///
/// Its outcome is decided by the audit policy of the kind and by the gate policy `sdd`, or with `--consensus` by
/// `sdd-consensus` (`assize policy show sdd`). The batch is appended to `verdicts.md` under a lock; a review that fails has
/// no disposition yet, unless it goes to a person.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  open: GO or CONDITIONAL
  1  shut by a fail: NO-GO or SPEC-UPDATE-NEEDED
  2  no answer: a usage, configuration or policy error, or the log could not be written
  3  shut by a hold: a person decides
With `--exit hook`: 0 open, 2 anything else.

Examples:
  assize sdd review --kind impl inspectors/*.cpf --auditor verdict.cpf
  assize sdd review --kind impl inspectors/*.cpf --auditor verdict.cpf --no-log --format json
  assize sdd review --kind impl inspectors --auditor verdict.cpf --log verdicts.md --reviewed 1.2.0
  assize sdd review --kind impl inspectors --auditor verdict.cpf --lost 'quality=timed out'
  assize sdd review --kind impl --consensus 3 run-1 run-2 run-3 --log verdicts.md")]
pub(in crate::cli) struct Review {
    /// What was reviewed, and so who inspects it
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    kind: ReviewKind,
    /// The texts of the inspectors, or folders of them; files name their inspectors. A file `verdict.cpf` or
    /// `verdict-auditor.yaml` in a folder is the auditor's where `--auditor` names none
    #[arg(value_name = "INSPECTOR")]
    paths: Vec<PathBuf>,
    /// The auditor's verdict; one for each run with `--consensus`. Inspectors in its folder are of its run where each
    /// verdict has a folder of its own; all others are of every run
    #[arg(long, value_name = "FILE")]
    auditor: Vec<PathBuf>,
    /// So many runs were made of this review: what do they agree on?
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    consensus: Option<u32>,

    /// The inspectors that are expected [default: those of the panel, else the six of the kind; of dead code, those that are given]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', help_heading = "Seats")]
    expect: Vec<String>,
    /// A panel that says who is expected, how its auditor is audited, and by which words texts are read. What judges is
    /// `--policy`: the gate of a panel knows nothing of what an auditor dropped
    #[arg(long, value_name = "NAME", help_heading = "Seats")]
    panel: Option<String>,
    /// Why an inspector could not report; without it, what is seen of its file
    #[arg(long, value_name = "NAME=REASON", value_parser = lost, help_heading = "Seats")]
    lost: Vec<(String, String)>,
    /// The target of a proposal that somebody has decided, so that it blocks nothing any more: `tech.md`. Where several
    /// have one target, once for each
    #[arg(long, value_name = "TARGET", help_heading = "Seats")]
    decided: Vec<String>,

    /// The log of the feature [default: `verdicts.md` beside the folder `active` or `inspectors` that holds the auditor's
    /// file, else beside that file]
    #[arg(long, value_name = "FILE", conflicts_with = "feature", help_heading = "Files")]
    log: Option<PathBuf>,
    /// The feature: its log is `specs/NAME/reviews/verdicts.md`
    #[arg(long, value_name = "NAME", help_heading = "Files")]
    feature: Option<String>,
    /// Write nothing; the log is only read
    #[arg(long, help_heading = "Files")]
    no_log: bool,
    /// Which version was reviewed, in the heading of the batch: `1.2.0`
    #[arg(long, value_name = "VERSION", help_heading = "Files")]
    reviewed: Option<String>,
    #[command(flatten)]
    wait: LockWait,

    /// The NO-GO with this number goes to a person [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20), help_heading = "Policy")]
    retry_limit: Option<u32>,
    /// The update of the specification with this number does [default: 2; where no one may ask for one, 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20), help_heading = "Policy")]
    spec_update_limit: Option<u32>,
    /// The one or the other does, both counted [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=40), help_heading = "Policy")]
    aggregate_limit: Option<u32>,
    /// A gate policy's name, or its file [default: sdd, or sdd-consensus]
    #[arg(long, value_name = "FILE|NAME", help_heading = "Policy")]
    policy: Option<String>,
    /// A policy that says the outcome of each verdict [default: that of the panel, else of the kind]
    #[arg(long, value_name = "FILE|NAME", help_heading = "Policy")]
    audit: Option<String>,
    /// Set a parameter of the gate policy
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Policy")]
    set: Vec<(String, String)>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    words: Words,
    /// How forgiving reading is
    #[arg(long, value_name = "PROFILE", default_value = "standard", help_heading = "Reading")]
    profile: ProfileArg,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    answer: Answer,
}

/// `quality=timed out`
fn lost(text: &str) -> Result<(String, String), String> {
    let (name, reason) = pair(text).map_err(|_| "write a name, `=` and why: `test=timed out`")?;
    match says_something(&reason) {
        true => Ok((name, reason)),
        false => Err(format!("say why: `{name}=REASON`, with letters or digits in it")),
    }
}

fn kinds() -> impl TypedValueParser<Value = ReviewKind> {
    let names = ReviewKind::ALL.iter().map(|kind| kind.as_str());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<ReviewKind>())
}

impl Review {
    pub(super) fn runs_apart(&self) -> bool {
        self.answer.runs_apart()
    }

    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        match self.judge(disk, console) {
            Ok((reviewed, failed)) => self.publish(&reviewed, &failed, console),
            Err(reason) => {
                if let Some(text) = self.answer.format().no_ruling(&reason) {
                    console.answer(&text, NO_ANSWER);
                }
                console.report(&reason);
                NO_ANSWER
            }
        }
    }

    fn publish(&self, reviewed: &Reviewed, failed: &Diagnostics, console: &Console) -> u8 {
        let code = match failed.is_empty() {
            true => self.answer.code(&reviewed.ruling),
            false => NO_ANSWER,
        };
        let options = TextOptions { published: failed.is_empty(), ..console.out_options() };
        let code = match self.answer.format() {
            Shape::Json => console.answer_with(&|out| reviewed.write_json(out, code), code),
            Shape::Text => console.answer(&reviewed.text(&options), code),
        };
        self.answer.report(&reviewed.ruling, text::untold_by_ruling(&reviewed.ruling), console);
        console.report(failed);
        code
    }

    /// Reads, judges and records. Where only the log could not be written, what was judged is given with the reason.
    fn judge(
        &self,
        disk: &dyn Writer,
        console: &Console,
    ) -> Result<(Reviewed, Diagnostics), Diagnostics> {
        let mut wrong = Diagnostics::from(self.said_wrong());
        let limits = self.limits.limits();
        let paths: Vec<PathBuf> = self.paths.iter().chain(&self.auditor).cloned().collect();
        let judged = Judged::of(disk, &paths);
        let asked = self.asked(disk, &judged, console);
        let asked = asked.map_err(|reason| wrong.absorb(reason)).ok();
        let texts =
            review_texts(disk, &mut io::stdin().lock(), (&self.paths, &self.auditor), &limits);
        let texts = texts.map_err(|reason| wrong.absorb(reason)).ok();
        let (Some((policies, options, panel)), Some(texts), true) =
            (asked, texts, wrong.is_empty())
        else {
            return Err(wrong);
        };
        let log = self.log.clone().unwrap_or_else(|| review_log(self.feature.as_deref(), &texts));
        self.is_apart(disk, &log, &paths)?;
        let expect = self.expected(panel.as_ref());
        let asked = bench::Asked {
            kind: self.kind,
            consensus: self.consensus.map(|runs| runs as usize),
            expect: &expect,
            lost: &self.lost,
        };
        let task = self.feature.clone().unwrap_or_else(|| self.kind.to_string());
        let mut docket = self.rules.tell(Docket::new(task).reading(options));
        if panel.is_some_and(|panel| !panel.overrides) {
            docket = docket.no_overrides();
        }
        let bench = bench::seat(docket, texts, &asked)?;

        if !self.no_log {
            self.has_a_folder(disk, &log)?;
        }
        // From the look at the log until it is longer nobody else makes it longer.
        let _held: Option<Lock> = match self.no_log {
            true => None,
            false => Some(self.wait.lock(&log, console)?),
        };
        if !self.no_log {
            // What a run that was killed left.
            disk.sweep(&log);
        }
        let source = review_log_text(disk, &log, &limits)?;
        let (mut reviewed, outcome) = self.decide(&source, bench, policies)?;
        let mut failed = Diagnostics::default();
        if !self.no_log {
            let (text, name) = reviewed.batch.append_to(&source, outcome)?;
            match write_log(disk, &log, &text) {
                Ok(()) => reviewed.recorded = Some((name, log.to_string_lossy().into_owned())),
                Err(reason) => failed.push(reason),
            }
        }
        Ok((reviewed, failed))
    }

    /// What the flags say that cannot be.
    fn said_wrong(&self) -> Vec<Diagnostic> {
        let mut wrong = twice("--set", &self.set);
        wrong.extend(twice("--lost", &self.lost));
        let feature = self.feature.as_deref();
        let feature = feature.filter(|name| !mistakes::is_plain(name));
        wrong.extend(feature.map(mistakes::not_a_feature));
        let version = self.reviewed.as_deref();
        let is_version = |version: &&str| {
            let number = version.strip_prefix('v').unwrap_or(version);
            number.starts_with(|c: char| c.is_ascii_digit()) && !version.contains(['|', '\n', '\r'])
        };
        wrong.extend(version.filter(|version| !is_version(version)).map(mistakes::not_a_version));
        wrong
    }

    /// A log lies in a folder that is there: a name may be misspelt.
    fn has_a_folder(&self, disk: &dyn Files, log: &Path) -> Result<(), Diagnostic> {
        let folder = log.parent().unwrap_or(Path::new(""));
        match disk.resolve(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(mistakes::no_folder_of_log(folder, self.feature.as_deref()))
            }
            _ => Ok(()),
        }
    }

    /// A log is not one of the texts.
    fn is_apart(&self, disk: &dyn Files, log: &Path, paths: &[PathBuf]) -> Result<(), Diagnostic> {
        let place = disk.resolve(log).ok();
        let same = |path: &&PathBuf| {
            path.as_path() == log || (place.is_some() && disk.resolve(path).ok() == place)
        };
        match paths.iter().find(same) {
            Some(_) => Err(mistakes::log_is_read(log)),
            None => Ok(()),
        }
    }

    /// Judges the docket, and says what follows and what is recorded.
    fn decide(
        &self,
        log: &Source,
        bench: Bench,
        policies: Policies,
    ) -> Result<(Reviewed, crate::Outcome), Diagnostics> {
        let seats = Seats::of(&bench);
        let auditors: Vec<&str> = seats.auditors.iter().map(String::as_str).collect();
        let closed = bench.docket.clone().close();
        let comparisons = self.compare(&closed, &bench)?;
        let proposed = proposals(&closed, &auditors);
        let proposals = self.decisions(proposed)?;
        let defects = defects(&closed, &auditors);
        let undecided = proposals.iter().filter(|one| one.proposal.blocks && !one.decided).count();

        let mut docket = bench.docket;
        for remark in comparisons.iter().flat_map(remarks) {
            docket.report(remark);
        }
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let sum = |of: &dyn Fn(&Comparison) -> usize| count(comparisons.iter().map(of).sum());
        let facts = [
            ("inspectors", count(bench.read.len())),
            ("lost", count(bench.lost.len())),
            ("dropped_serious", sum(&|one| one.lost_issues(true))),
            ("dropped", sum(&|one| one.lost_issues(false))),
            ("invented", sum(&|one| one.extras.len())),
            ("softened", sum(&|one| one.softened().count())),
            ("spec_defects", count(defects.len())),
        ];
        let mut docket = docket.given("derived", bench.derived);
        for (name, number) in facts {
            docket = docket.given(name, number);
        }
        let policies = policies.with_floor(sum(&|one| one.lost_issues(true)));
        let review = policies.judge(docket.clone().given("undecided", 0))?;
        let ruling = match undecided {
            0 => None,
            _ => Some(policies.judge(docket.given("undecided", count(undecided)))?),
        };
        let follow_up = policies.follow_up;

        let options = ReadOptions::default().format(Some(super::OF_LOG));
        let history = History::of(&read(log, &options), self.kind);
        let limits = record::limits_of(&follow_up);
        let consensus = self.consensus.is_some_and(|runs| runs > 1);
        let (agreed, noise) = record::rows(&review, consensus, &seats);
        let failing = failing_rows(&review, &agreed, &seats);
        let (next, counters) = record::follow_up(&review, &failing, &defects, &history, follow_up)?;
        let known = Known {
            kind: self.kind,
            consensus,
            version: self.reviewed.as_deref().unwrap_or(""),
            recorded: host::now(),
        };
        let batch = record::batch(&known, &review, &seats, (&agreed, &noise), (&history, &next));
        let next = match &ruling {
            Some(ruling) if ruling.outcome() == crate::Outcome::Hold => {
                crate::sdd::Next { action: "escalate".into(), reason: ruling.rule_name().into() }
            }
            _ => next,
        };
        let outcome = review.outcome();
        let reviewed = Reviewed {
            kind: self.kind,
            verdict: word_of(&review).to_owned(),
            ruling: ruling.unwrap_or(review),
            consensus,
            derived: bench.derived,
            read: bench.read,
            lost: bench.lost,
            comparisons,
            proposals,
            defects,
            counters,
            limits,
            next,
            batch,
            recorded: None,
        };
        Ok((reviewed, outcome))
    }

    fn compare(
        &self,
        docket: &ClosedDocket,
        bench: &Bench,
    ) -> Result<Vec<Comparison>, Diagnostics> {
        let mut wrong = Diagnostics::new(docket.sources().to_vec(), Vec::new());
        let mut all = Vec::new();
        for run in bench.runs.iter().filter(|run| !run.inspectors.is_empty()) {
            let inspectors: Vec<&str> = run.inspectors.iter().map(String::as_str).collect();
            match compare(docket, &run.auditor, &inspectors) {
                Ok(comparison) => all.push(comparison),
                Err(reason) => wrong.push(reason),
            }
        }
        if wrong.is_empty() { Ok(all) } else { Err(wrong) }
    }

    fn decisions(&self, proposed: Vec<crate::sdd::Proposal>) -> Result<Vec<Decision>, Diagnostics> {
        let known: Vec<String> = proposed.iter().map(|one| one.target.clone()).collect();
        let same = |one: &str, other: &str| one.trim() == other.trim();
        let unknown = self.decided.iter().filter(|told| !known.iter().any(|one| same(one, told)));
        let mut wrong: Vec<Diagnostic> =
            unknown.map(|told| mistakes::nothing_proposed(told, &known)).collect();
        // Nobody could tell which of several was decided.
        for (place, told) in self.decided.iter().enumerate() {
            if self.decided[..place].iter().any(|before| same(before, told)) {
                continue;
            }
            let said = self.decided.iter().filter(|one| same(one, told)).count();
            let blocking = |one: &&crate::sdd::Proposal| one.blocks && same(&one.target, told);
            let count = proposed.iter().filter(blocking).count();
            if said < count {
                wrong.push(mistakes::several_proposed(told, said, count));
            }
        }
        if !wrong.is_empty() {
            return Err(wrong.into());
        }
        let decision = |proposal: crate::sdd::Proposal| Decision {
            decided: self.decided.iter().any(|told| same(told, &proposal.target)),
            proposal,
        };
        Ok(proposed.into_iter().map(decision).collect())
    }
}

/// What a failing review is about: what is agreed, or where that is nothing, what those who fail it list.
fn failing_rows(
    ruling: &Ruling,
    agreed: &[crate::sdd::Row],
    seats: &Seats,
) -> Vec<crate::sdd::Row> {
    if !agreed.is_empty() {
        return agreed.to_vec();
    }
    let docket = ruling.docket();
    let failing = docket.cells().filter(|cell| cell.effective() == Some(crate::Outcome::Fail));
    let own = failing.filter(|cell| seats.auditors.iter().any(|seat| seat == cell.seat()));
    own.flat_map(|cell| crate::sdd::rows_of(docket, cell.seat())).collect()
}
