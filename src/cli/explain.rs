//! `assize explain`: every rule, and what it saw; what a code means.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::answer::{Answer, Format};
use super::console::Console;
use super::docket::a_file;
use super::explained::Explanation;
use super::gate::{no_ruling_as, ruling_as};
use super::inputs::{Inputs, current_dir};
use super::judging::Judging;
use super::output::OutputArgs;
use super::reports::{Kind, ReportArgs, Reports};
use super::targets::apart;
use super::{NO_ANSWER, codes, fields};
use crate::emit::visible::visible;
use crate::emit::{json, text};
use crate::host::{CONFIG_USED, Writer, cited_text, write_atomic};
use crate::source::text_of;
use crate::verdict::Evidence;
use crate::{Diagnostic, Diagnostics, Docket, Ruling};

/// Judge as `gate` does; show every rule, what it saw, and what would change it
///
/// Takes the same inputs as `assize gate`, ends with the same exit code, and writes no file but those of
/// `--docket-out`, `--output` and `--report`.
///
/// With `--code` it explains instead what a diagnostic or a repair of reading means, and what to do
/// about it, with an example; with `--fields`, how the reader of reviews sees texts: each field, where it stands, who says
/// it, whether it is about the whole, and what it does.
#[derive(Args, Debug)]
#[command(
    mut_arg("paths", |paths| paths.required(false).required_unless_present_any(["code", "codes", "docket"])),
    mut_arg("report", |report| report.conflicts_with_all(["code", "codes", "fields"])),
    after_help = "\
Exit codes: as `assize gate`; with `--code`, `--codes` and `--fields` 0, or 2 for what does not exist.

Examples:
  assize explain reports
  assize explain reports --expect qa,security --set min_reviewers=2
  assize explain reports --expect qa,security --docket-out docket.json
  assize explain reports --evidence
  assize explain --docket docket.json
  assize explain reports --json --output explained.json
  assize explain reports --report html=explained.html
  assize explain --fields qa.md
  assize explain --code fail_without_blocker
  assize explain --codes"
)]
pub(super) struct Explain {
    /// Explain a code of reading, with or without its `assize::read::`
    #[arg(long, value_name = "CODE", value_parser = codes::Names, hide_possible_values = true,
          conflicts_with_all = ["paths", "codes"], help_heading = "Codes")]
    code: Option<String>,
    /// List all codes of reading
    #[arg(long, conflicts_with = "paths", help_heading = "Codes")]
    codes: bool,
    /// Show the fields of texts, and what each does, in place of a ruling
    #[arg(long, conflicts_with_all = ["code", "codes", "docket"], help_heading = "Reading")]
    fields: bool,
    #[command(flatten)]
    inputs: Inputs,
    /// Write the docket that is judged to this file, as JSON that `--docket` takes
    #[arg(long, value_name = "FILE", value_parser = a_file, conflicts_with_all = ["code", "codes", "fields"],
          help_heading = "Files")]
    docket_out: Option<PathBuf>,
    /// Show the files that reviewers cite as evidence, so far as they lie in the folder of reports. They are read for
    /// you, and decide nothing
    #[arg(long, conflicts_with_all = ["code", "codes", "docket", "fields"],
          help_heading = "Files")]
    evidence: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    reports: ReportArgs,
    #[command(flatten)]
    answer: Answer,
}

impl Explain {
    /// Whether a process of its own is to judge.
    pub(super) fn runs_apart(&self) -> bool {
        self.answer.runs_apart()
    }

    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        if let Some(twice) = self.output.is_apart_from("--docket-out", self.docket_out.as_deref()) {
            console.report(&twice.into());
            return NO_ANSWER;
        }
        let inputs = || self.inputs.files(disk);
        self.output.answering(inputs, console, |own| self.explain(disk, own, console))
    }

    /// Explains on `console`, which may be a file; a report in place of the answer is printed on `terminal`.
    fn explain(&self, disk: &dyn Writer, console: &Console, terminal: &Console) -> u8 {
        if self.codes {
            return console.answer(&codes::list(self.answer.format()), 0);
        }
        if let Some(code) = &self.code {
            return match codes::tell(code, self.answer.format()) {
                Ok(text) => console.answer(&text, 0),
                Err(reason) => {
                    console.report(&reason.into());
                    NO_ANSWER
                }
            };
        }
        if self.fields {
            let format = self.answer.format();
            return fields::tell(&self.inputs.paths, &self.inputs.reading, format, console);
        }
        if self.evidence && self.answer.format() == Format::Json {
            console.report(&evidence_is_text().into());
            return NO_ANSWER;
        }
        let mut judging = self.inputs.open(disk);
        judging.look();
        let (reports, wrong) = self.choose(disk, &judging);
        let run = judging.run();
        reports.shut(disk, &|kind, why| no_ruling_as(kind, &run, why));
        if !wrong.is_empty() {
            console.report(&wrong.into());
            return NO_ANSWER;
        }
        let (ruling, explanation) = match self.judge(disk, &judging, console) {
            Ok(judged) => judged,
            Err(mut reason) => {
                let unwritten =
                    reports.refuse(disk, terminal, &|kind| no_ruling_as(kind, &run, &reason));
                reason.extend(unwritten);
                let text = self.answer.format().no_ruling(&reason);
                if let Some(text) = text.filter(|_| reports.printed.is_none()) {
                    console.answer(&text, NO_ANSWER);
                }
                console.report(&reason);
                return NO_ANSWER;
            }
        };
        let format = match self.answer.format() {
            Format::Text => Kind::Text,
            Format::Json => Kind::Json,
        };
        let code = reports.publish(
            disk,
            (console, terminal),
            (Some(format), self.output.file().is_some()),
            &|kind, options, code, out| match kind {
                Kind::Text | Kind::Lcov => {
                    let mut text = explanation.text(&ruling, options) + words(&ruling).as_str();
                    if self.evidence {
                        text += &evidence(disk, judging.folder(), &ruling);
                    }
                    out.write_all(text.as_bytes())
                }
                Kind::Json => json::write_explained(out, &ruling, explanation.json(), code),
                Kind::Of(shape) => {
                    let beside = (None, Some(&explanation));
                    let of = ("assize explain", code);
                    out.write_all(ruling_as(shape, of, &ruling, beside, &judging).as_bytes())
                }
            },
            self.answer.code(&ruling),
        );
        self.answer.report(&ruling, text::untold_by_explain(&ruling), console);
        code
    }
}

impl Explain {
    fn judge(
        &self,
        disk: &dyn Writer,
        judging: &Judging<'_>,
        console: &Console,
    ) -> Result<(Ruling, Explanation), Diagnostics> {
        let (policy, docket) = judging.read(&[], console)?;
        self.keep(disk, judging, &docket)?;
        let docket = docket.close();
        Ok((policy.judge(&docket)?, Explanation::of(&policy, &docket)?))
    }

    /// Explains without an answer: the text.
    #[cfg(feature = "mcp")]
    pub(super) fn peek(&self, disk: &dyn Writer, console: &Console) -> Result<String, Diagnostics> {
        let mut judging = self.inputs.open(disk);
        judging.look();
        let (ruling, explanation) = self.judge(disk, &judging, console)?;
        let options = text::TextOptions::default();
        Ok(explanation.text(&ruling, &options) + words(&ruling).as_str())
    }

    /// Where reports go, apart from the other files that are written.
    fn choose(&self, disk: &dyn Writer, judging: &Judging<'_>) -> (Reports, Vec<Diagnostic>) {
        let (files, folder) = (judging.files(), judging.folder());
        let output = self.output.file().map(|path| ("--output", path));
        let docket = self.docket_out.as_deref().map(|path| ("--docket-out", path));
        let taken: Vec<(&str, &Path)> = output.into_iter().chain(docket).collect();
        let check = |path: &Path| apart(disk, &files, folder, ("--report", path));
        self.reports.choose(disk, output.is_some(), &taken, &check)
    }

    /// Writes the docket, so that it can be judged again elsewhere.
    fn keep(
        &self,
        disk: &dyn Writer,
        judging: &Judging<'_>,
        docket: &Docket,
    ) -> Result<(), Diagnostics> {
        let Some(path) = &self.docket_out else { return Ok(()) };
        let (files, folder) = (judging.files(), judging.folder());
        let place = apart(disk, &files, folder, ("--docket-out", path))?;
        Ok(write_atomic(disk, &place, &docket.to_json()?, "docket")?)
    }
}

/// `assize explain reports --evidence --format json`
fn evidence_is_text() -> Diagnostic {
    Diagnostic::error("assize::cli::evidence_is_text")
        .message("what reviewers cite is shown as text, and is no part of a ruling in JSON")
        .help("leave out `--evidence`, or `--format json`")
}

/// The files that reviewers cite, each behind the name of who cites it.
fn evidence(disk: &dyn Writer, folder: Option<&Path>, ruling: &Ruling) -> String {
    let mut told = String::new();
    let mut seen = BTreeSet::new();
    let sources = ruling.docket().sources();
    for cell in ruling.docket().cells() {
        let Some(Evidence::Path(span)) = cell.verdict().and_then(|verdict| verdict.evidence) else {
            continue;
        };
        let path = text_of(sources, span).into_owned();
        if !seen.insert((cell.seat(), path.clone())) {
            continue;
        }
        let shown = match (folder, current_dir()) {
            (None, _) => Err("there is no folder of reports".to_owned()),
            (_, Err(error)) => Err(error.message),
            (Some(folder), Ok(here)) => cited_text(disk, folder, &here, &path),
        };
        told += &format!("\nevidence of {}: {}\n", visible(cell.seat()), visible(&path));
        match shown {
            Ok(text) => told.extend(text.lines().map(|line| format!("    {}\n", visible(line)))),
            Err(why) => told += &format!("    not shown: {}\n", visible(&why)),
        }
    }
    if told.is_empty() {
        told += "\nno reviewer cites a file as evidence\n";
    }
    told
}

/// Which words of the team the reports were read with, and by whose rules was judged.
fn words(ruling: &Ruling) -> String {
    let told = ruling.docket().diagnostics().iter();
    let about = told.filter(|d| d.code == CONFIG_USED || d.code.starts_with("assize::rules::"));
    about.map(|told| format!("\n{}\n", visible(&told.message))).collect()
}
