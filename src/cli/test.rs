//! `assize policy test`: whether policies answer what their cases expect.

mod junit;
mod measure;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::measure::MeasureArgs;
use super::NO_ANSWER;
use super::console::Console;
use super::inputs::current_dir;
use super::words::ConfigArgs;
use crate::emit::measured;
use crate::emit::tested::{self, Tested};
use crate::host::{AskedCases, Disk, Judged, Place, Writer, find_cases, stopwatch, write_atomic};
use crate::trial::{Case, Report, Suite, Tried};
use crate::{Diagnostic, Diagnostics};

/// Try the cases of policies: whether each answers what its cases expect
///
/// Without names, the policies in `.assize/policies` of this repository are tried, or those in a folder `policies`. A
/// case is a folder beside its policy, `STAGE/POLICY/CASE/`: reports as reviewers wrote them, `case.kdl` for what they
/// cannot say, and `expected.kdl`. `STAGE/POLICY/cases.kdl` holds cases of a line each, with made-up verdicts. What an
/// expectation does not mention is not compared.
#[derive(Args, Debug)]
#[command(after_help = "\
What a case may expect (expected.kdl):
  gate \"fail\" open=#false word=\"NO-GO\"         what it comes to
  rule \"a reviewer failed the change\"          the rule that decided
  cites \"qa\" \"src/a.rs:7\" \"it leaks\"           what it cites; so note, also, action, because
  state \"qa\" \"missing\"                         what became of a reviewer
  no \"note\"                                    there is none

A case in a line (cases.kdl):
  case \"security fails\" {
      qa \"pass\"
      security \"fail\" { blocker \"a key is logged\" at=\"src/a.rs:7\" severity=\"critical\" }
      expect \"fail\" rule=\"a reviewer failed the change\"
  }

Exit codes:
  0  all cases pass
  1  a case failed; with --min, a policy is tried too little; with --mutate, a change that opens is not noticed
  2  something could not be read; there is no case, or one that expects nothing

Examples:
  assize policy test
  assize policy test any-blocker
  assize policy test policies --filter missing
  assize policy test any-blocker --coverage --min 100
  assize policy test any-blocker --mutate
  assize policy test any-blocker --format lcov -o lcov.info
  assize policy test any-blocker --format junit -o report.xml")]
pub(super) struct Test {
    /// Policies, by name or file, or folders of them [default: all of this repository]
    #[arg(value_name = "POLICY|FOLDER")]
    names: Vec<String>,
    /// Only cases with this text in `STAGE/POLICY/CASE`
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    #[command(flatten)]
    measure: MeasureArgs,
    #[command(flatten)]
    config: ConfigArgs,
    /// How to print what became of them
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Output,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to a file instead of standard output; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// All cases pass, and they try or notice too little.
const TOO_LITTLE: u8 = 1;

/// How to print what became of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For a person
    Text,
    /// For a machine; `assize contract tests --schema` prints its JSON Schema
    Json,
    /// As CI servers read it
    Junit,
    /// Annotations of a run on GitHub
    Github,
    /// Coverage alone, for tools that show it beside the text
    Lcov,
}

impl Test {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let watch = stopwatch();
        let report = match self.report(console) {
            Ok(report) => report,
            Err(reason) => {
                console.report(&reason);
                return NO_ANSWER;
            }
        };
        let mut wrong = report.unread();
        let format = if self.json { Output::Json } else { self.format };
        let measured = self.measure.measure(&report, format == Output::Lcov);
        let (covered, mutated) = (measured.covered(), measured.mutated());
        let too_little = self.measure.below(&measured).into_iter().chain(measured.opening());
        let too_little: Vec<Diagnostic> = too_little.collect();
        let code = match report.exit_code() {
            0 if !too_little.is_empty() => TOO_LITTLE,
            code => code,
        };
        let differences: Vec<String> =
            report.cases().map(|(_, case, tried)| difference(case, tried)).collect();
        let rows: Vec<Tested<'_>> = report
            .cases()
            .zip(&differences)
            .map(|((suite, case, tried), difference)| row(suite, case, tried, difference))
            .collect();
        let text = match format {
            Output::Text if rows.is_empty() => String::new(),
            Output::Text => {
                let options = console.out_options();
                let mut text = tested::text(&rows, &options);
                if let Some(covered) = &covered {
                    text += &format!("\n{}", measured::covered(covered, &options));
                }
                if let Some(mutated) = &mutated {
                    text += &format!("\n{}", measured::mutated(mutated, &options));
                }
                text
            }
            Output::Json => {
                tested::json(&rows, (covered.as_deref(), mutated.as_deref()), &wrong, code)
            }
            Output::Github => [tested::github(&rows), measured.github()].concat(),
            Output::Junit => junit::report(&rows),
            Output::Lcov => measured.lcov(),
        };
        too_little.into_iter().for_each(|item| wrong.push(item));
        let code = match self.write(disk, console, &text, code) {
            Ok(code) => code,
            Err(reason) => {
                console.report(&reason.into());
                NO_ANSWER
            }
        };
        console.report(&wrong);
        if !rows.is_empty() {
            console.verbose(&format!("{} cases in {:.2} s\n", rows.len(), watch().as_secs_f64()));
        }
        code
    }

    fn write(
        &self,
        disk: &dyn Writer,
        console: &Console,
        text: &str,
        code: u8,
    ) -> Result<u8, Diagnostic> {
        match self.output.as_deref().filter(|path| path.as_os_str() != "-") {
            None => console.data(text)?,
            Some(path) => write_atomic(disk, &Place::Named(path.to_owned()), text, "report")?,
        }
        Ok(code)
    }

    /// Finds the cases and tries them.
    fn report(&self, console: &Console) -> Result<Report, Diagnostics> {
        let here = current_dir()?;
        let config = self.config.find(&Disk, &Judged::default())?;
        let asked =
            AskedCases { names: self.names.clone(), filter: self.filter.clone(), unsaid: false };
        let mut found = find_cases(&Disk, &asked, &here, &config);
        let count: usize = found.suites.iter().map(|suite| suite.cases.len()).sum();
        if let Some(filter) =
            self.filter.as_deref().filter(|_| count == 0 && found.wrong.is_empty())
        {
            found.filtered_out(filter);
        }
        console.remark(&[], &found.remarks);
        let bar = self.progress(console, count);
        let report = Report::of(found.suites, found.wrong, || bar.inc(1));
        bar.finish_and_clear();
        Ok(report)
    }

    /// How far it is, on a terminal.
    fn progress(&self, console: &Console, count: usize) -> ProgressBar {
        if console.is_quiet() {
            return ProgressBar::hidden();
        }
        let length = u64::try_from(count).unwrap_or(u64::MAX);
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
        match ProgressStyle::with_template("{pos}/{len} cases {bar:30}") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }
}

fn difference(case: &Case, tried: &Tried) -> String {
    if tried.passed { String::new() } else { tried.difference(case) }
}

fn row<'a>(suite: &'a Suite, case: &'a Case, tried: &'a Tried, difference: &'a str) -> Tested<'a> {
    Tested {
        stage: suite.stage.as_str(),
        policy: &suite.name,
        file: suite.file.as_deref(),
        name: &case.name,
        place: (&case.place.file, case.place.line),
        passed: tried.passed,
        difference,
        ruling: tried.answered.ruling.as_ref(),
        wrong: &tried.answered.wrong,
    }
}
