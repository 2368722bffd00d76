//! What is judged and by which policy: the arguments that `gate` and `explain` share.

use std::path::{Path, PathBuf};

use clap::Args;

use super::absent::AbsentArgs;
use super::asked::Asked;
use super::bind::BindArgs;
use super::change::ChangeArgs;
use super::docket::DocketArgs;
use super::judging::Judging;
use super::reading::Reading;
use super::rules::RulesArgs;
use crate::host::{self, Contents, Files, Kind, Printed, Reports, Roster, Seating, Writer, shown};
use crate::source::composed;
use crate::{Diagnostic, Policy, ReadOptions};

/// What `--policy` takes where it has a default of its own.
pub(super) const POLICY: &str = "A policy's name, or its file (with a `/`, or ending in `.rhai`)";

/// The name of the work when nothing else names it.
pub(super) const UNNAMED: &str = "change";

/// What is judged and by which policy.
#[derive(Args, Clone, Debug)]
pub(super) struct Inputs {
    /// One folder of reports, or the files themselves, which name their seats
    ///
    /// Several that are all of their kind in a folder, as a shell makes them of `reports/*.md`, name no one, as the folder
    /// does. Where a panel says in which folder reports lie, the name of the work. Beside `--docket`: the work whose round
    /// it is of
    #[arg(value_name = "PATH", required_unless_present = "docket")]
    pub(super) paths: Vec<PathBuf>,

    /// Who must report; without it every file takes a seat
    #[arg(long, value_name = "SEAT,…", value_delimiter = ',', help_heading = "Seats")]
    pub(super) expect: Option<Vec<String>>,
    /// Seats whose fail counts only as far as the policy says
    #[arg(long, value_name = "SEAT,…", value_delimiter = ',', help_heading = "Seats")]
    pub(super) voting: Vec<String>,
    /// Seats that are read and never counted
    #[arg(long, value_name = "SEAT,…", value_delimiter = ',', help_heading = "Seats")]
    pub(super) observers: Vec<String>,
    /// What the reviewer of a seat printed: a message, or a pointer to its file; `-` is standard
    /// input
    #[arg(long, value_name = "SEAT=FILE", value_parser = printed, help_heading = "Seats")]
    pub(super) stdout: Vec<(String, PathBuf)>,

    #[command(flatten)]
    absent: AbsentArgs,

    /// Who sits, for what, by which policies: a panel of `assize.kdl`, or one of `assize panel list`
    /// [default: the only panel of `assize.kdl`] [env: ASSIZE_PANEL]
    #[arg(long, value_name = "NAME", help_heading = "Seats")]
    pub(super) panel: Option<String>,

    #[command(flatten)]
    pub(super) whole: DocketArgs,
    /// The name of the work [default: the name of the folder]
    #[arg(long, value_name = "ID", value_parser = not_blank, help_heading = "Docket")]
    pub(super) task: Option<String>,
    /// Which round of review this is [default: the one that `assize begin` began, else 1]
    #[arg(long, value_name = "N", help_heading = "Docket",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) round: Option<u32>,
    /// Without a round that was begun there is no gate, as `require-round` in a panel says it
    #[arg(long, help_heading = "Docket")]
    pub(super) require_round: bool,
    #[command(flatten)]
    pub(super) bind: BindArgs,
    /// How long a reviewer has from the beginning of the round; until then one who has not written is awaited, and
    /// not asked again. The gate is shut meanwhile, and does not wait: `assize watch` does
    #[arg(long, value_name = "SECONDS", help_heading = "Seats")]
    pub(super) wait: Option<u32>,
    /// A fact of this run that the policy asks for
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Docket")]
    pub(super) given: Vec<(String, String)>,
    #[command(flatten)]
    pub(super) change: ChangeArgs,
    #[command(flatten)]
    pub(super) reading: Reading,

    /// A policy's name, or its file (with a `/`, or ending in `.rhai`) [default: that of the panel, else
    /// `any-blocker`]
    #[arg(long, value_name = "FILE|NAME", help_heading = "Policy")]
    pub(super) policy: Option<String>,
    /// A policy that says the outcome of each verdict [default: that of the panel, else none]
    #[arg(long, value_name = "FILE|NAME", help_heading = "Policy")]
    pub(super) audit: Option<String>,
    /// A policy that says what to try next on each seat [default: that of the panel, else none]
    #[arg(long, value_name = "FILE|NAME", help_heading = "Policy")]
    pub(super) redispatch: Option<String>,
    /// Set a parameter of the policy
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Policy")]
    pub(super) set: Vec<(String, String)>,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    /// Run every condition of the policy in rhai; slower, and must rule the same
    #[arg(long, hide = true, help_heading = "Policy")]
    pub(super) no_lowering: bool,

    /// Whether each file that is given names its seat, also where a shell may have listed them.
    #[arg(skip)]
    pub(super) named: bool,
}

impl Inputs {
    /// The files and folders that are read.
    pub(super) fn files(&self, disk: &dyn Writer) -> Vec<PathBuf> {
        let mut judging = self.open(disk);
        judging.look();
        judging.files()
    }

    /// Looks for `assize.kdl`, the panel and the folder of reports. What is wrong with them is decided by what follows.
    pub(super) fn open<'a>(&'a self, disk: &'a dyn Files) -> Judging<'a> {
        Judging::open(self, disk)
    }

    /// Reads what the reviewers printed; gives what is wrong with the files.
    pub(super) fn add_stdout(
        &self,
        disk: &dyn Files,
        reports: &mut Reports,
        options: &ReadOptions,
    ) -> Vec<Diagnostic> {
        let add = |(seat, path): &(String, PathBuf)| {
            let here = current_dir()?;
            let printed = match path.as_os_str() == "-" {
                true => Printed::Text("<stdin>", standard_input(options.limit)?),
                false => Printed::File(path),
            };
            reports.add_stdout(disk, &here, seat, printed, options)
        };
        self.stdout.iter().map(add).filter_map(Result::err).collect()
    }

    /// What the flags say twice, or in two ways.
    pub(super) fn said_twice(&self) -> Vec<Diagnostic> {
        let mut wrong = twice("--given", &self.given);
        wrong.extend(self.change.two_days(&self.given));
        wrong
    }

    /// `--set limit=1 --set limit=2`
    pub(super) fn set_twice(&self) -> Vec<Diagnostic> {
        twice("--set", &self.set)
    }

    /// `--stdout qa=a --stdout qa=b`, `--stdout qa=- --stdout security=-`
    pub(super) fn printed_twice(&self) -> Vec<Diagnostic> {
        let before = |place: usize| self.stdout[..place].iter();
        let stdin = |path: &PathBuf| path.as_os_str() == "-";
        let mut wrong = Vec::new();
        if self.change.takes_stdin() && self.stdout.iter().any(|(_, path)| stdin(path)) {
            wrong.push(two_readers());
        }
        for (place, (seat, path)) in self.stdout.iter().enumerate() {
            if before(place).any(|(known, _)| known == seat) {
                wrong.push(stdout_twice(seat));
            } else if stdin(path) && before(place).any(|(_, known)| stdin(known)) {
                wrong.push(one_stdin());
            }
        }
        wrong
    }

    /// Takes each file that is given for one that was named, however it was.
    pub(super) fn name_files(&mut self) {
        self.named = true;
    }

    /// Whether a preset asks, which has a bench of its own.
    pub(super) fn is_preset(&self) -> bool {
        self.named || self.reading.knows_subjects()
    }

    /// Asks for what a preset is about.
    pub(super) fn ask(&mut self, asked: Asked) {
        self.reading.ask(asked);
    }

    /// The files that are read beside the reports, as far as the command line names them.
    pub(super) fn files_beside(&self) -> impl Iterator<Item = PathBuf> {
        let printed = self.stdout.iter().map(|(_, path)| path);
        let policies = [&self.policy, &self.audit, &self.redispatch].into_iter().flatten();
        let policies = policies.filter(|named| named.contains('/')).map(PathBuf::from);
        let named = printed.chain(self.whole.file()).chain(self.change.files()).cloned();
        let named = named.chain(self.reading.files()).chain(policies);
        named.filter(|path| path.as_os_str() != "-")
    }

    /// Whether something is read that cannot be read again: standard input, a pipe, a docket.
    pub(super) fn reads_once(&self) -> bool {
        let printed = self.stdout.iter().any(|(_, path)| path.as_os_str() == "-");
        let piped = self.files_beside().any(|path| host::is_pipe(&path));
        self.change.takes_stdin() || printed || piped || self.whole.is_told()
    }

    /// Who sits, once it is known what the change touches.
    pub(super) fn roster(&self, policy: Option<&Policy>, panel: Option<Seating>) -> Roster {
        let trimmed = |names: &[String]| {
            names.iter().map(|name| composed(name.trim()).into_owned()).collect()
        };
        Roster {
            expect: self.expect.as_deref().map(trimmed),
            voting: trimmed(&self.voting),
            observers: trimmed(&self.observers),
            by_run: self.named,
            may_be_nobody: self.reading.knows_subjects(),
            by_policy: policy.iter().flat_map(|policy| policy.seats()).map(str::to_owned).collect(),
            panel,
            absences: self.absent.told(),
        }
    }
}

/// The one path that is a folder.
pub(super) fn folder_of<'p>(disk: &dyn Files, paths: &'p [PathBuf]) -> Option<&'p Path> {
    let [path] = paths else { return None };
    let kind = disk.resolve(path).and_then(|path| disk.kind(&path));
    (kind.ok()? == Kind::Folder).then_some(path)
}

/// The name of the folder, or of the one folder that all the files stand in.
pub(super) fn task_of(disk: &dyn Files, paths: &[PathBuf]) -> String {
    let folder = folder_of(disk, paths).map(|path| disk.resolve(path).ok());
    let folder = folder.unwrap_or_else(|| {
        let parents = paths.iter().map(|path| disk.resolve(path.parent()?).ok());
        let parents: Vec<Option<PathBuf>> = parents.collect();
        let same = parents.windows(2).all(|two| two[0] == two[1]);
        if same { parents.into_iter().next()? } else { None }
    });
    let name = folder.as_deref().and_then(Path::file_name);
    name.map_or_else(|| UNNAMED.to_owned(), |name| name.to_string_lossy().into_owned())
}

pub(super) fn current_dir() -> Result<PathBuf, Diagnostic> {
    host::current_dir().map_err(|error| {
        Diagnostic::error("assize::host::nowhere")
            .message(format!("the current folder cannot be determined: {error}"))
            .help("run the command in a folder that exists")
    })
}

/// What a variable says that stands for a flag; one that is blank says nothing that could be meant.
#[expect(clippy::disallowed_methods, reason = "variables that the help names")]
pub(super) fn from_environment(
    variable: &str,
    example: &str,
) -> Result<Option<String>, Diagnostic> {
    let wrong = |why: &str| {
        Diagnostic::error("assize::cli::odd_variable")
            .message(format!("`{variable}` {why}"))
            .help(format!("write `{variable}={example}`, or unset it"))
    };
    match std::env::var_os(variable).map(std::ffi::OsString::into_string) {
        None => Ok(None),
        Some(Err(_)) => Err(wrong("is not UTF-8")),
        Some(Ok(told)) if told.trim().is_empty() => Err(wrong("is set, and is blank")),
        Some(Ok(told)) => Ok(Some(told)),
    }
}

pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write a name, `=` and a value: `min_reviewers=2`".to_owned()),
    }
}

/// `qa=qa.stdout`
fn printed(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((seat, path)) if !seat.trim().is_empty() && !path.is_empty() => {
            Ok((composed(seat.trim()).into_owned(), PathBuf::from(path)))
        }
        _ => Err("write a seat, `=` and a file: `qa=qa.stdout`".to_owned()),
    }
}

pub(super) fn standard_input(limit: usize) -> Result<Contents, Diagnostic> {
    host::standard_input(limit).map_err(|error| {
        Diagnostic::error("assize::host::read_error")
            .message(format!("standard input cannot be read: {error}"))
            .help("save what stands there to a file, and name the file")
    })
}

/// `--stdout qa=a --stdout qa=b`
fn stdout_twice(seat: &str) -> Diagnostic {
    Diagnostic::error("assize::cli::stdout_twice")
        .message(format!("`--stdout` names `{}` twice", shown(seat)))
        .help("name what each reviewer printed once")
}

/// `--stdout qa=- --stdout security=-`
fn one_stdin() -> Diagnostic {
    Diagnostic::error("assize::cli::one_stdin")
        .message("`--stdout` reads standard input for two seats")
        .help("save what the reviewers printed to files, and name the files")
}

/// `--changed-from - --stdout qa=-`
fn two_readers() -> Diagnostic {
    Diagnostic::error("assize::cli::one_stdin")
        .message("`--changed-from` and `--stdout` both read standard input")
        .help("save what one of them reads to a file, and name the file")
}

pub(super) fn not_blank(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("it is blank".to_owned()) } else { Ok(text.to_owned()) }
}

/// `--set limit=1 --set limit=2`: which one was meant?
pub(super) fn twice(flag: &str, pairs: &[(String, String)]) -> Vec<Diagnostic> {
    let again = pairs
        .iter()
        .enumerate()
        .filter(|(place, (name, _))| pairs[..*place].iter().any(|(known, _)| known == name));
    again
        .map(|(_, (name, _))| {
            Diagnostic::error("assize::cli::set_twice")
                .message(format!("`{flag}` sets `{name}` twice"))
                .help("set each name once")
        })
        .collect()
}
