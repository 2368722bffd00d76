//! `assize policy diff`: what a change of a policy would open, and what it would shut.

mod rounds;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::super::NO_ANSWER;
use super::super::console::Console;
use super::base::changed_gates;
use super::told::{docket_in_json, grouped, ruled, ruled_in_json};
use super::{ScopeArgs, compiled, expected, pair, twice};
use crate::emit::checked::annotation;
use crate::emit::made::{case_text, in_words};
use crate::emit::visible::visible;
use crate::host::{Disk, Judged, Replayed, RoundGroup, replayed};
use crate::trial::{Difference, Differing, diff};
use crate::{Diagnostic, Diagnostics, Policy};

/// Something became looser.
const LOOSER: u8 = 1;

/// Tell what a change of a gate policy would open, and what it would shut
///
/// Both policies judge every small docket. Told is where they differ, what opens that was shut first, each group with
/// its plainest docket, the rules that decided, and its share.
#[derive(Args, Debug)]
#[command(after_help = "\
With --base, every gate policy of this repository that differs from a commit is told, as it was there and as it is.
With one policy and --set, it is held against itself with the parameter set.

Exit codes:
  0  nothing became looser
  1  an outcome became better somewhere, unless --allow-loosening
  2  could not run

Examples:
  assize policy diff strict any-blocker --allow-loosening
  assize policy diff --base origin/main
  assize policy diff any-blocker strict
  assize policy diff any-blocker --set min_reviewers=2
  assize policy diff any-blocker strict --format markdown
  assize policy diff any-blocker strict --on archive")]
pub(in crate::cli) struct DiffArgs {
    /// The policy as it was, and as it is to be: names or files
    #[arg(value_name = "POLICY", num_args = 0..=2)]
    policies: Vec<String>,
    /// Hold the policies of this repository against those of a commit
    #[arg(long, value_name = "REF", conflicts_with = "policies")]
    base: Option<String>,
    /// Judge recorded rounds instead: a folder with a folder of reports for each, or dockets in `*.json` and `*.jsonl`
    #[arg(long, value_name = "FOLDER", conflicts_with = "base")]
    on: Option<PathBuf>,
    /// Set a parameter of the second policy
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, help_heading = "Policy")]
    set: Vec<(String, String)>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Exit with 0 also where something became looser
    #[arg(long)]
    allow_loosening: bool,
    /// How to print what differs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Output,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// How to print what differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Output {
    /// For a person
    Text,
    /// For a machine
    Json,
    /// A comment of a pull request
    Markdown,
    /// Annotations of a run on GitHub
    Github,
}

/// Two policies, and where they differ.
struct Compared {
    old: String,
    new: String,
    found: Difference,
}

/// Where rounds come out otherwise, as text or in JSON.
pub(in crate::cli) fn told_of_rounds(
    names: &[String; 2],
    found: &Replayed,
    as_json: bool,
    exit_code: u8,
) -> String {
    rounds::told(names, found, if as_json { Output::Json } else { Output::Text }, exit_code)
}

impl DiffArgs {
    pub(in crate::cli) fn run(&self, console: &Console) -> u8 {
        if let Some(folder) = &self.on {
            return match self.replayed(folder) {
                Ok((names, found)) => {
                    let looser = found.groups.iter().any(RoundGroup::loosens);
                    let code = if looser && !self.allow_loosening { LOOSER } else { 0 };
                    let format = if self.json { Output::Json } else { self.format };
                    console.answer(&rounds::told(&names, &found, format, code), code)
                }
                Err(reason) => {
                    console.report(&reason);
                    NO_ANSWER
                }
            };
        }
        match self.compared(console) {
            Ok(all) => {
                let looser = all.iter().any(|one| one.found.loosens());
                let code = if looser && !self.allow_loosening { LOOSER } else { 0 };
                let text = match if self.json { Output::Json } else { self.format } {
                    Output::Text => all.iter().map(text).collect::<Vec<_>>().join("\n"),
                    Output::Json => in_json(&all, code),
                    Output::Markdown => all.iter().map(markdown).collect::<Vec<_>>().join("\n"),
                    Output::Github => all.iter().map(github).collect(),
                };
                console.answer(&text, code)
            }
            Err(reason) => {
                console.report(&reason);
                NO_ANSWER
            }
        }
    }

    /// The names of the two policies, and where they differ on recorded rounds.
    fn replayed(&self, folder: &Path) -> Result<([String; 2], Replayed), Diagnostics> {
        let panel = self.scope.panel()?;
        let (old, new) = match self.policies.as_slice() {
            [old, new] => (old, new),
            [only] if !self.set.is_empty() => (only, only),
            _ => return Err(two_policies().into()),
        };
        let old = compiled(&Disk, old, &[], panel.as_ref())?;
        let new = compiled(&Disk, new, &self.set, panel.as_ref())?;
        let lexicon = self.scope.config.find(&Disk, &Judged::default())?.lexicon;
        let lexicon = panel.as_ref().map_or(lexicon, |panel| panel.lexicon.clone());
        let found =
            replayed(folder, &expected(panel.as_ref()), &lexicon, (&old.policy, &new.policy))?;
        Ok(([old.name, new.name], found))
    }

    fn compared(&self, console: &Console) -> Result<Vec<Compared>, Diagnostics> {
        let wrong = Diagnostics::from(twice("--set", &self.set));
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let panel = self.scope.panel()?;
        let compare = |old: (String, Policy), new: (String, Policy)| {
            let found = diff(&old.1, &new.1, &expected(panel.as_ref()), &self.scope.scopes())?;
            Ok::<_, Diagnostics>(Compared { old: old.0, new: new.0, found })
        };
        let one = |name: &str, set: &[(String, String)]| {
            let found = compiled(&Disk, name, set, panel.as_ref())?;
            Ok::<_, Diagnostics>((found.name, found.policy))
        };
        match (self.policies.as_slice(), &self.base) {
            ([old, new], None) => Ok(vec![compare(one(old, &[])?, one(new, &self.set)?)?]),
            ([only], None) if !self.set.is_empty() => {
                let set: Vec<String> =
                    self.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
                let (name, policy) = one(only, &self.set)?;
                let new = (format!("{name} with {}", set.join(", ")), policy);
                Ok(vec![compare(one(only, &[])?, new)?])
            }
            ([], Some(base)) => {
                let mut all = Vec::new();
                for (name, old, new) in changed_gates(base, console)? {
                    all.push(compare((format!("{name} at {base}"), old), (name, new))?);
                }
                if all.is_empty() {
                    console.say(&format!("no gate policy differs from `{}`\n", visible(base)));
                }
                Ok(all)
            }
            _ => Err(two_policies().into()),
        }
    }
}

/// What happens to a group of dockets, in a sentence.
fn sentence(group: &Differing) -> String {
    let [from, to] = [&group.from, &group.to].map(ruled);
    let docket = in_words(&group.witness);
    format!("{}: was {from}; is now {to}", visible(&docket))
}

/// `0.3 %`
pub(super) fn share(part: u64, whole: u64) -> String {
    match u128::from(part) * 1000 / u128::from(whole.max(1)) {
        0 => "less than 0.1 %".to_owned(),
        permille => format!("{}.{} %", permille / 10, permille % 10),
    }
}

/// `opens`, `looser`, `shuts`, `stricter`, and for equals by another rule, nothing.
fn kind(group: &Differing) -> &'static str {
    change(group.from.outcome, group.to.outcome)
}

fn change(from: crate::Outcome, to: crate::Outcome) -> &'static str {
    match (from.opens(), to.opens()) {
        (false, true) => "opens",
        (true, false) => "shuts",
        _ if to < from => "looser",
        _ => "stricter",
    }
}

fn headline(one: &Compared) -> String {
    let opens: u64 =
        one.found.groups.iter().filter(|group| group.opens()).map(|group| group.dockets).sum();
    let all: u64 = one.found.groups.iter().map(|group| group.dockets).sum();
    match (all, opens) {
        (0, _) => format!("no difference on {} dockets", grouped(one.found.dockets)),
        (_, 0) => format!(
            "nothing opens that was shut; {} of {} dockets differ",
            grouped(all),
            grouped(one.found.dockets)
        ),
        _ => format!(
            "{} of {} dockets open that were shut ({}); {} differ",
            grouped(opens),
            grouped(one.found.dockets),
            share(opens, one.found.dockets),
            grouped(all)
        ),
    }
}

fn text(one: &Compared) -> String {
    let mut out = format!("{} → {}: {}\n", visible(&one.old), visible(&one.new), headline(one));
    for group in &one.found.groups {
        let _ = writeln!(
            out,
            "  {:<8} {} ({})",
            kind(group),
            grouped(group.dockets),
            share(group.dockets, one.found.dockets)
        );
        let _ = writeln!(out, "           {}", sentence(group));
    }
    for what in &one.found.beyond {
        let _ = writeln!(out, "  not covered: {}", visible(what));
    }
    out
}

fn markdown(one: &Compared) -> String {
    let cell = |text: &str| visible(text).replace('|', "\\|");
    let mut out = format!("### `{}` → `{}`\n\n{}\n", cell(&one.old), cell(&one.new), headline(one));
    if !one.found.groups.is_empty() {
        out.push_str("\n| | dockets | for example | was | is now |\n|---|---:|---|---|---|\n");
    }
    for group in &one.found.groups {
        let [from, to] = [&group.from, &group.to].map(|side| cell(&ruled(side)));
        let example = cell(&in_words(&group.witness));
        let part = share(group.dockets, one.found.dockets);
        let _ = writeln!(
            out,
            "| **{}** | {} ({part}) | {example} | {from} | {to} |",
            kind(group),
            grouped(group.dockets)
        );
    }
    for what in &one.found.beyond {
        let _ = writeln!(out, "\nNot covered: {}", cell(what));
    }
    out
}

fn github(one: &Compared) -> String {
    let own = one.found.groups.iter().filter(|group| group.loosens());
    own.map(|group| {
        annotation("warning", &format!("{} {}", one.new, kind(group)), &sentence(group))
    })
    .collect()
}

fn in_json(all: &[Compared], exit_code: u8) -> String {
    let group = |group: &Differing| {
        json!({
            "kind": kind(group),
            "from": ruled_in_json(&group.from),
            "to": ruled_in_json(&group.to),
            "dockets": group.dockets,
            "says": sentence(group),
            "witness": docket_in_json(&group.witness),
            "case": case_text(&group.witness, "told apart", group.from.outcome, None),
        })
    };
    let policies: Vec<_> = all
        .iter()
        .map(|one| {
            json!({
                "old": one.old,
                "new": one.new,
                "loosens": one.found.loosens(),
                "dockets": one.found.dockets,
                "tried": one.found.tried,
                "groups": one.found.groups.iter().map(group).collect::<Vec<_>>(),
                "not_covered": one.found.beyond,
            })
        })
        .collect();
    let all = json!({ "schema_version": 1, "exit_code": exit_code, "policies": policies });
    crate::emit::json::print(&all)
}

fn two_policies() -> Diagnostic {
    Diagnostic::error("assize::cli::two_policies")
        .message("there is nothing to hold against each other")
        .help("name two policies, one and `--set`, or a commit: `--base origin/main`")
}
