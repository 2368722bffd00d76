//! `assize doctor`: whether the hook is registered, and whether it holds.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::answer::{Format, Shape};
use super::apart;
use super::console::Console;
use super::hook::Harness;
use super::inputs::{current_dir, from_environment};
use super::printed::{Check, Checks, VERSION, print};
use super::stages;
use crate::Diagnostics;
use crate::emit::visible::visible;
use crate::emit::width::pad;
use crate::host::{
    CONFIG, Config, Contents, Disk, Files, Judged, ProbeFolder, Writer, panel_text, repository_root,
};

/// Say whether the hook of your agents' client is registered, and whether a verdict shuts and opens its gate
///
/// Looks at `assize.kdl`, at the settings of each client that is used here, and at the command itself. Then it begins a
/// round in a folder of its own, where a failing review has to hold `git push`, and an honest one to let it go. Nothing is
/// written here.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes: 0 all is well, 1 something is not, and what to do next is told.

Examples:
  assize doctor
  assize doctor claude-code
  assize doctor --format json")]
pub(super) struct Doctor {
    /// The client to look at [default: each that is used here]
    #[arg(value_name = "HARNESS")]
    harness: Option<Harness>,
    #[command(flatten)]
    shape: Shape,
}

/// Settings are no larger.
const LIMIT: usize = 4 * 1024 * 1024;
/// An answer of a command that is tried is no larger.
const ANSWER: usize = 1024 * 1024;

const SEAT: &str = "qa";
const TASK: &str = "probe";
const FAILS: &str =
    "### Verdict: REVISE\n\n### Blocking findings\n\n1. src/pool.rs:88 the lock is never let go\n";
const PASSES: &str = "### Verdict: APPROVE\n";

impl Doctor {
    pub(super) fn run(&self, disk: &dyn Writer, console: &Console) -> u8 {
        let here = match current_dir() {
            Ok(here) => here,
            Err(reason) => return stages::refuse(&reason.into(), self.shape, console),
        };
        let root = repository_root(disk, &here);
        let mut checks = vec![rules(disk, &here)];
        checks.extend(self.clients(disk, &root));
        checks.push(command(disk));
        checks.extend(tried(self.harness.unwrap_or(Harness::ClaudeCode)));
        let code = u8::from(!checks.iter().all(|check| check.ok));
        let text = match self.shape.format() {
            Format::Text => in_words(&checks),
            Format::Json => {
                print(&Checks { schema_version: VERSION, exit_code: code, checks: &checks })
            }
        };
        console.answer(&text, code)
    }

    fn clients(&self, disk: &dyn Files, root: &Path) -> Vec<Check> {
        let used = |client: &Harness| match self.harness {
            Some(named) => *client == named,
            None => disk.kind(&root.join(client.file())).is_ok(),
        };
        let clients = Harness::value_variants().iter().copied().filter(used);
        let clients: Vec<Check> = clients.map(|client| registered(disk, root, client)).collect();
        match clients.is_empty() {
            true => vec![Check {
                check: "hook",
                ok: false,
                says: "no client has settings with a hook here".to_owned(),
                next: Some("`assize init --harness claude-code`, or another client".to_owned()),
            }],
            false => clients,
        }
    }
}

fn in_words(checks: &[Check]) -> String {
    let mut out = String::new();
    for check in checks {
        let sign = if check.ok { "ok" } else { "no" };
        let _ = writeln!(out, "{sign}  {}  {}", pad(check.check, 8), visible(&check.says));
        if let Some(next) = &check.next {
            let _ = writeln!(out, "              next: {}", visible(next));
        }
    }
    out
}

/// `assize.kdl` can be read, and says who reviews.
fn rules(disk: &dyn Files, here: &Path) -> Check {
    let found =
        from_environment("ASSIZE_CONFIG", CONFIG).map_err(Diagnostics::from).and_then(|named| {
            Config::find(disk, here, named.as_deref().map(Path::new), &Judged::default())
        });
    let wrong = |says: String, next: &str| Check {
        check: "rules",
        ok: false,
        says,
        next: Some(next.to_owned()),
    };
    match found {
        Err(reason) => {
            let why = reason.items().first().map(|item| item.message.to_string());
            wrong(why.unwrap_or_default(), "`assize panel list` shows where it is wrong")
        }
        Ok(config) => match config.panels.as_slice() {
            [] => wrong(
                format!("there is no `{CONFIG}` with a panel here"),
                "`assize init --expect qa,security,style --harness claude-code`",
            ),
            panels => Check {
                check: "rules",
                ok: true,
                says: panels
                    .iter()
                    .map(|panel| {
                        let seats: Vec<&str> =
                            panel.seats.iter().map(|seat| seat.name.as_str()).collect();
                        format!("panel {} of {}: {}", panel.name, panel.origin, seats.join(", "))
                    })
                    .collect::<Vec<_>>()
                    .join("; "),
                next: None,
            },
        },
    }
}

/// The hook is registered for each event of a client.
fn registered(disk: &dyn Files, root: &Path, client: Harness) -> Check {
    let (name, file) = (client.name(), client.file());
    let text = disk.read(&root.join(file), LIMIT).ok().and_then(|opened| match opened.contents {
        Contents::Whole(bytes) => String::from_utf8(bytes).ok(),
        _ => None,
    });
    let write = format!("`assize init --harness {name} --write`");
    let (ok, says, next) = match text.as_deref().map(|text| client.lacks(text)) {
        None => (false, format!("`{file}` of {name} is not there, or cannot be read"), Some(write)),
        Some(Err(why)) => (
            false,
            format!("`{file}` of {name} is not JSON: {why}"),
            Some(format!("mend it, then {write}")),
        ),
        Some(Ok(lacks)) if lacks.is_empty() => {
            // Whether the client trusts it, no file says.
            (true, format!("`{file}` of {name} registers it"), Some(client.also().to_owned()))
        }
        Some(Ok(lacks)) => (
            false,
            format!("`{file}` of {name} does not register it for {}", lacks.join(", ")),
            Some(write),
        ),
    };
    Check { check: "hook", ok, says, next }
}

/// A client finds the command by its name.
fn command(disk: &dyn Files) -> Check {
    let names = if cfg!(windows) { ["assize.exe", "assize.cmd"] } else { ["assize", "assize"] };
    let search = search_path();
    let found = search
        .iter()
        .find(|folder| names.iter().any(|name| disk.resolve(&folder.join(name)).is_ok()));
    Check {
        check: "command",
        ok: found.is_some(),
        says: match found {
            Some(_) => "`assize` is found in `PATH`".to_owned(),
            None => "`assize` is in no folder of `PATH`: a client would not find it".to_owned(),
        },
        next: found.is_none().then(|| {
            "`cargo install --path .` in a checkout of Assize, or name the whole path where the hook is registered".to_owned()
        }),
    }
}

#[expect(clippy::disallowed_methods, reason = "where clients look for commands")]
fn search_path() -> Vec<std::path::PathBuf> {
    std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default()
}

/// A verdict that fails shuts the gate of a round of its own, and an honest one opens it.
fn tried(client: Harness) -> Vec<Check> {
    let check = |says: &str, held: Result<bool, String>| {
        let ok = held == Ok(true);
        let says = match held {
            Ok(true) => says.to_owned(),
            Ok(false) => format!("{says}: it does not"),
            Err(why) => format!("{says}: it could not be tried: {why}"),
        };
        let next =
            (!ok).then(|| "`assize --version --verbose`, and tell the maintainers".to_owned());
        Check { check: "gate", ok, says, next }
    };
    let folder = ProbeFolder::make().map_err(|error| error.to_string());
    let tried = folder.and_then(|folder| {
        let here = folder.path();
        let shut = verdict(here, client, FAILS)?;
        Ok((shut, verdict(here, client, PASSES)?))
    });
    let (shut, open) = match tried {
        Ok((shut, open)) => (Ok(!shut), Ok(open)),
        Err(why) => (Err(why.clone()), Err(why)),
    };
    vec![check("a failing review holds `git push`", shut), check("an honest one lets it go", open)]
}

/// Whether the hook lets `git push` go after a verdict.
fn verdict(here: &Path, client: Harness, text: &str) -> Result<bool, String> {
    let write = |name: &str, text: &str| {
        let place = crate::host::Place::Named(here.join(name));
        crate::host::write_atomic(&Disk, &place, text, "file")
            .map_err(|wrong| wrong.message.to_string())
    };
    write(CONFIG, &panel_text(&[SEAT.to_owned()]))?;
    run(here, &["begin", TASK, "--unbound", "--anew"], "")?;
    write(&format!(".reviews/{TASK}/{SEAT}.md"), text)?;
    let payload = json!({
        "hook_event_name": "PreToolUse",
        "cwd": here,
        "tool_name": "Bash",
        "tool_input": { "command": "git push" },
    });
    let told = run(here, &["hook", client.name(), "--event", "PreToolUse"], &payload.to_string())?;
    let told: serde_json::Value =
        serde_json::from_slice(&told).map_err(|error| error.to_string())?;
    Ok(told == json!({}))
}

/// What this command prints, in a folder where no variable of the environment says anything.
fn run(here: &Path, args: &[&str], input: &str) -> Result<Vec<u8>, String> {
    apart::run_apart(here, args, input.as_bytes().to_vec(), ANSWER)
        .map_err(|error| error.to_string())
}
