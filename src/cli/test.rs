//! `assize policy test`: whether policies answer what their cases expect.

mod bless;
mod measure;
mod told;
#[cfg(feature = "test-runs")]
mod watch;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use self::measure::MeasureArgs;
use super::NO_ANSWER;
use super::console::Console;
use super::inputs::current_dir;
use super::output::{OutputArgs, among};
use super::progress::Bar;
use super::reports::{Kind, ReportArgs};
use super::words::ConfigArgs;
use crate::emit::tested::{self, Tested};
use crate::host::{AskedCases, Disk, Judged, Writer, case_places, find_cases, shown, stopwatch};
use crate::report::{Kind as Shape, write};
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

What a case may set (case.kdl), as much of it as it needs:
  panel \"dartai\"                            who sits, for what, by which params
  seat \"qa\" stake=\"voting\" weight=2         a seat; also file=\"qa.md\"
  criterion \"AC1\"                           what is asked about
  pair \"notes/a.md\" \"evidence\"              the same: a note and a gate
  absent \"qa\" \"errored\" \"timed out\"         or missing, awaiting, stale, unreadable, skipped, excused
  attempt \"qa\" \"respawn\" round=1            what was tried before
  round 2                                   which round of review it is
  previous \"round-1\"                        a folder with the reports of an earlier round
  waiver \"W-1\" path=\"src/**\" owner=\"dana\" reason=\"goes soon\" until=\"2027-01-01\"
  changed \"src/a.rs\"; lines-changed 12      what the change touches
  owners \"/src/pay/\" \"@dana\"                who owns which paths
  set \"min_reviewers\" 2                     a param of the policy
  given \"phase\" 3; today \"2027-01-31\"       facts of the run that the policy asks for
  kind \"design\"; task \"T17\"                 the kind of work that is audited, and its name
  formats \"verdict-file\" \"yaml-block\"       formats that reports may have
  format \"yaml-block\"                       the format that all reports have
  profile \"strict\"; remarks #false          how reports are read
  overrides #false                          no opening lifts what a reviewer said

A case in a line (cases.kdl); settings may stand in it, too:
  case \"security fails\" {
      qa \"pass\"
      security \"fail\" { blocker \"a key is logged\" at=\"src/a.rs:7\" severity=\"critical\" }
      expect \"fail\" rule=\"a reviewer failed the change\"
  }

Exit codes:
  0  all cases pass
  1  a case failed; cases try less than --min; --mutate opens a gate and no case notices
  2  something could not be read; there is no case, or one that expects nothing

Examples:
  assize policy test
  assize policy test any-blocker
  assize policy test any-blocker --filter missing
  assize policy test any-blocker --coverage --min 100
  assize policy test any-blocker --mutate
  assize policy test any-blocker --mutate --write-cases missing
  assize policy test any-blocker --format lcov -o lcov.info
  assize policy test any-blocker --report junit=tests.xml --report github")]
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
    /// Let cases expect what is answered now: of what each pins, what is new. Look at it before you commit it
    #[arg(long, conflicts_with_all = ["format", "json", "output", "report", "coverage", "mutate"])]
    #[cfg_attr(feature = "test-runs", arg(conflicts_with = "watch"))]
    bless: bool,
    /// Bless also what became better than a case expects: `fail` to `hold`, `hold` to `pass`
    #[arg(long, requires = "bless")]
    accept_loosening: bool,
    /// Run again whenever a policy, a case or `assize.kdl` is written, until it is interrupted
    #[cfg(feature = "test-runs")]
    #[arg(long, conflicts_with = "output")]
    watch: bool,
    #[command(flatten)]
    reports: ReportArgs,
    /// How to print what became of them
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Output,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    output: OutputArgs,
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
    /// As CI servers read it: `--format junit -o report.xml`
    Junit,
    /// Annotations of a run on GitHub
    Github,
    /// Coverage alone, for tools that show it beside the text
    Lcov,
}

impl Test {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        if self.bless
            && let Some(wrong) = in_ci()
        {
            console.report(&wrong.into());
            return NO_ANSWER;
        }
        #[cfg(feature = "test-runs")]
        if self.watch {
            let configs = self.config.places(&Disk);
            return watch::run(console, &configs, |touched| {
                self.once(disk, (console, console), touched)
            });
        }
        self.answer(disk, console)
    }

    /// Tries once; what comes of it goes where it replaces nothing that is read.
    fn answer(&self, disk: &dyn Writer, console: &Console) -> u8 {
        // Where there is no folder to stand in is told by what follows.
        let here = current_dir().unwrap_or_default();
        let places = case_places(&Disk, &self.names, &here);
        if let Some(wrong) = self.output.is_among(&places, "the cases of a policy") {
            console.report(&wrong.into());
            return NO_ANSWER;
        }
        let run = |own: &Console| self.once(disk, (own, console), Vec::new()).code;
        self.output.answering(Vec::new, console, |own| run(own).unwrap_or(NO_ANSWER))
    }

    /// Tries all cases, or those of policies that some files may have changed.
    fn once(
        &self,
        disk: &dyn Writer,
        (console, terminal): (&Console, &Console),
        touched: Vec<PathBuf>,
    ) -> Once {
        let (watch, part) = (stopwatch(), !touched.is_empty());
        let (report, places) = match self.report(console, touched) {
            Ok(found) => found,
            Err(reason) => {
                console.report(&reason);
                return Once { code: Some(NO_ANSWER), places: Vec::new() };
            }
        };
        if part && report.suites.is_empty() && report.wrong.is_empty() {
            return Once { code: None, places };
        }
        let code = match self.bless {
            true => bless::all(&report, disk, console, self.accept_loosening),
            false => self.tell(&report, disk, (console, terminal)),
        };
        console.report(&report.unread());
        if report.count() > 0 {
            let time = watch().as_secs_f64();
            console.verbose(&format!("{} cases in {time:.2} s\n", report.count()));
        }
        Once { code: Some(code), places }
    }

    /// Says what became of the cases.
    fn tell(
        &self,
        report: &Report,
        disk: &dyn Writer,
        (console, terminal): (&Console, &Console),
    ) -> u8 {
        let here = current_dir().unwrap_or_default();
        let places = case_places(&Disk, &self.names, &here);
        let is_free = |path: &Path| among("--report", path, &places, "the cases of a policy");
        let reports = match self.reports.open(disk, &self.output, told::COMMAND, &is_free) {
            Ok(reports) => reports,
            Err(reason) => {
                console.report(&reason);
                return NO_ANSWER;
            }
        };
        let format = if self.json { Output::Json } else { self.format };
        let measured = self.measure.measure(report, format == Output::Lcov);
        let too_little = measured.too_little(&self.measure);
        if let Err(reason) = measured.write_cases(&self.measure, disk, console) {
            console.report(&reason.into());
            return NO_ANSWER;
        }
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
        too_little.into_iter().for_each(|reason| console.report(&reason.into()));
        let answer = match format {
            Output::Text => (!rows.is_empty()).then_some(Kind::Text),
            Output::Json => Some(Kind::Json),
            Output::Github => Some(Kind::Of(Shape::Github)),
            Output::Junit => Some(Kind::Of(Shape::Junit)),
            Output::Lcov => Some(Kind::Lcov),
        };
        reports.publish(
            disk,
            (console, terminal),
            (answer, self.output.file().is_some()),
            &|kind, options, code, out| {
                let text = match kind {
                    Kind::Text => {
                        tested::text(&rows, console.is_quiet(), options)
                            + measured.text(options).as_str()
                    }
                    Kind::Json => tested::json(&rows, &measured.shown(), &report.unread(), code),
                    Kind::Lcov => measured.lcov(),
                    Kind::Of(shape) => {
                        let told = told::report(&rows, measured.found(), &report.unread(), code);
                        write(shape, &told)
                    }
                };
                out.write_all(text.as_bytes())
            },
            code,
        )
    }

    /// Finds the cases and tries them; and where they lie.
    fn report(
        &self,
        console: &Console,
        touched: Vec<PathBuf>,
    ) -> Result<(Report, Vec<PathBuf>), Diagnostics> {
        let here = current_dir()?;
        let config = self.config.find(&Disk, &Judged::default())?;
        let (names, filter) = (self.names.clone(), self.filter.clone());
        let all = touched.is_empty();
        let asked = AskedCases { names, filter, unsaid: self.bless, touched };
        let mut found = find_cases(&Disk, &asked, &here, &config);
        let count: usize = found.suites.iter().map(|suite| suite.cases.len()).sum();
        let nothing = count == 0 && found.wrong.is_empty() && all;
        if let Some(filter) = self.filter.as_deref().filter(|_| nothing) {
            let read = found.suites.iter().all(|suite| suite.wrong.is_empty());
            found.wrong.extend(read.then(|| filtered_out(filter)));
        }
        console.remark(&[], &found.remarks);
        let bar = Bar::counting(console, count, "cases");
        let report = Report::of(found.suites, found.wrong, || bar.step());
        drop(bar);
        Ok((report, found.places))
    }
}

/// What came of trying once.
struct Once {
    /// What to end with; none where no policy was touched.
    code: Option<u8>,
    /// Where the policies and their cases lie.
    #[cfg_attr(not(feature = "test-runs"), expect(dead_code, reason = "only `--watch` asks"))]
    places: Vec<PathBuf>,
}

/// Where no one looks at what changed, nothing is accepted.
#[expect(clippy::disallowed_methods, reason = "whether somebody looks, nothing that decides")]
fn in_ci() -> Option<Diagnostic> {
    let told = std::env::var_os("CI")?;
    let no = ["", "false", "0"].iter().any(|no| told.eq_ignore_ascii_case(no));
    (!no).then(|| {
        Diagnostic::error("assize::cli::bless_in_ci")
            .message("`--bless` writes nothing where `CI` is set")
            .help("run it where somebody looks at what changed, and commit that")
    })
}

/// `--filter quorm`
fn filtered_out(filter: &str) -> Diagnostic {
    Diagnostic::error("assize::case::filtered_out")
        .message(format!("no case has `{}` in its name", shown(filter)))
        .help("a name is `STAGE/POLICY/CASE`; without `--filter` all cases are tried")
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
