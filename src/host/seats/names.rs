//! What is wrong with names of seats, and with what is said in their name.

use std::path::Path;

use super::{likely_roster, shown};
use crate::Diagnostic;

/// Whether a name can be that of a seat; what is wrong with it is told elsewhere.
pub(super) fn is_a_name(name: &str) -> bool {
    !name.trim().is_empty() && !name.contains(std::path::is_separator)
}

/// `--expect qa,,security`.
pub(super) fn empty_name(flag: &str) -> Diagnostic {
    Diagnostic::error("assize::seats::empty_name")
        .message(format!("`{flag}` names a seat without a name"))
        .help(format!("write `{flag} qa,security`, without an extra comma"))
}

/// `--expect "$REVIEWERS"`, and the variable is not set.
pub(super) fn names_nobody(flag: &str) -> Diagnostic {
    let without = match flag {
        "--expect" => "every file takes a seat",
        _ => "every reviewer is required",
    };
    Diagnostic::error("assize::seats::empty_name")
        .message(format!("`{flag}` is empty"))
        .help(format!("name seats, `{flag} qa,security`; or leave it out: then {without}"))
}

/// `--expect ./qa.md`.
pub(super) fn names_a_path(flag: &str, name: &str) -> Diagnostic {
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let seat = stem.filter(|stem| is_a_name(stem)).unwrap_or_else(|| "qa".to_owned());
    Diagnostic::error("assize::seats::names_a_path")
        .message(format!("`{flag}` names `{}`, which is a path and not a seat", shown(name)))
        .help(format!("a file takes the seat it is named after: write `{flag} {}`", shown(&seat)))
}

/// `--expect qa,qa`.
pub(super) fn named_twice(flag: &str, name: &str) -> Diagnostic {
    Diagnostic::error("assize::seats::named_twice")
        .message(format!("`{flag}` names `{}` twice", shown(name)))
        .help("name each seat once")
}

/// `--voting qa --observers qa`.
pub(super) fn two_stakes(name: &str) -> Diagnostic {
    Diagnostic::error("assize::seats::two_stakes")
        .message(format!("`{}` is named by `--voting` and by `--observers`", shown(name)))
        .help("a voting seat counts and an observer never does: choose one")
}

/// `--voting securty`, `--expect qa --observers security`.
pub(super) fn no_such_seat(
    flag: &str,
    name: &str,
    near: Option<&str>,
    expected: Option<&[String]>,
) -> Diagnostic {
    let message = match expected {
        Some(_) => format!("`{flag}` names `{}`, which `--expect` does not", shown(name)),
        None => format!("`{flag}` names `{}`, and there is no file for it", shown(name)),
    };
    let help = match (near, expected) {
        (Some(near), _) => format!("did you mean `{}`?", shown(near)),
        (None, Some(expected)) => {
            let all = [expected, &[name.to_owned()]].concat();
            format!(
                "`--expect` names every seat, also those that other flags name: write `--expect {}`",
                shown(likely_roster(&all))
            )
        }
        (None, None) => "name every seat with `--expect`: a seat without a file then counts as \
                         missing"
            .to_owned(),
    };
    Diagnostic::error("assize::seats::no_such_seat").message(message).help(help)
}

/// Prose from `--stdout qa=qa.stdout`, beside the verdict in `qa.md`.
pub(super) fn file_speaks(name: &str, file: &str) -> Diagnostic {
    Diagnostic::advice("assize::seats::file_speaks")
        .message(format!(
            "`{}` contains no verdict; `{}` speaks for the reviewer",
            shown(name),
            shown(file)
        ))
        .help(
            "leave `--stdout` out where reviewers write files, or have them print a pointer to theirs",
        )
}

/// A folder without a report, and nobody expected.
pub(super) fn no_reports(folder: Option<&Path>) -> Diagnostic {
    let message = match folder {
        Some(folder) => format!("the folder `{}` contains no reports", shown(folder)),
        None => "none of the named files is a report".to_owned(),
    };
    Diagnostic::error("assize::seats::no_reports").message(message).help(
        "let the reviewers write their files there first, or name who is expected with \
         `--expect qa,security`: their verdicts then count as missing, and the gate is held",
    )
}

/// `QA.md` beside `qa.md`.
pub(super) fn names_alike(names: &[&str]) -> Diagnostic {
    let list: Vec<String> = names.iter().map(|name| format!("`{}`", shown(name))).collect();
    Diagnostic::warning("assize::seats::names_alike")
        .message(format!("{} are different seats with almost the same name", list.join(" and ")))
        .help("give each reviewer one name, in one spelling")
}
