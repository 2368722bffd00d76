//! What is wrong with names of seats, and with what is said in their name.

use std::path::Path;

use super::roster::NamedBy;
use super::{likely_roster, shown};
use crate::Diagnostic;

/// Whether a name can be that of a seat; what is wrong with it is reported elsewhere.
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
    by: NamedBy<'_>,
) -> Diagnostic {
    let name = shown(name);
    let message = match by {
        NamedBy::Flag(_) => format!("`{flag}` names `{name}`, which `--expect` does not"),
        NamedBy::Panel(panel) => {
            format!("`{flag}` names `{name}`, who has no seat in the panel `{panel}`")
        }
        NamedBy::Files => format!("`{flag}` names `{name}`, and there is no file for it"),
    };
    let help = match (near, by) {
        (Some(near), _) => format!("did you mean `{}`?", shown(near)),
        (None, NamedBy::Flag(expected)) => {
            let all = [expected, &[name]].concat();
            format!(
                "`--expect` names every seat, also those that other flags name: write `--expect {}`",
                shown(likely_roster(&all))
            )
        }
        (None, NamedBy::Panel(panel)) => format!(
            "`assize panel show {panel}` lists its seats; give it one in the panel, or leave it out"
        ),
        (None, NamedBy::Files) => {
            "name every seat with `--expect`: a seat without a file then counts as \
                                   missing"
                .to_owned()
        }
    };
    Diagnostic::error("assize::seats::no_such_seat").message(message).help(help)
}

/// `--expect qa`, and a panel with others
pub(super) fn not_as_the_panel(panel: &str, lacks: &[&str], more: &[&str]) -> Diagnostic {
    const MOST: usize = 8;
    let listed = |names: &[&str]| {
        let named: Vec<String> =
            names.iter().take(MOST).map(|name| format!("`{}`", shown(name))).collect();
        match names.len().saturating_sub(MOST) {
            0 => named.join(", "),
            more => format!("{} and {more} more", named.join(", ")),
        }
    };
    let said = [
        (!lacks.is_empty()).then(|| format!("it leaves out {}", listed(lacks))),
        (!more.is_empty()).then(|| format!("it names {} besides", listed(more))),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    Diagnostic::error("assize::seats::not_as_the_panel")
        .message(format!(
            "`--expect` does not name those who sit on the panel `{panel}`: {}",
            said.join(", and ")
        ))
        .help("leave `--expect` out: the panel says who sits; or change the panel")
}

/// `--voting security`, whom the panel requires
pub(super) fn not_laxer(flag: &str, name: &str, panel: &str, stake: &str) -> Diagnostic {
    let what = match stake {
        "voting" => "a voter",
        "observer" => "an observer",
        _ => "required",
    };
    Diagnostic::error("assize::seats::not_laxer")
        .message(format!("`{flag}` names `{}`, who is {what} on the panel `{panel}`", shown(name)))
        .help("a flag may make a voter required, by leaving it out of `--voting`; for anything else change the panel")
}

/// `--absent qa=missing --excuse qa=…`
pub(super) fn absent_twice(flag: &str, name: &str) -> Diagnostic {
    Diagnostic::error("assize::seats::absent_twice")
        .message(format!("`{flag}` names `{}`, which is said to be absent already", shown(name)))
        .help("say once what became of each seat")
}

/// `--excuse qa=…`, beside what `qa` wrote
pub(super) fn has_spoken(flag: &str, name: &str) -> Diagnostic {
    Diagnostic::warning("assize::seats::has_spoken")
        .message(format!("`{flag}` names `{}`, who has spoken: what it says stands", shown(name)))
        .help(
            "only who has not spoken can be excused, and a text that is cut off or cannot be read may say anything: take \
             the flag away, or the file where nobody means it as an answer",
        )
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

/// A folder without a report, and no one expected.
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

/// `qa-reviewer.md`, where `qa.md` is expected
pub(super) fn legacy_name(name: &str, seat: &str) -> Diagnostic {
    Diagnostic::advice("assize::seats::legacy_name")
        .message(format!(
            "`{}` has the name that reports of the seat `{}` had before, and takes its seat",
            shown(name),
            shown(seat)
        ))
        .help("let its reviewer write the file that the panel names")
}

/// A file of the last round, written late.
pub(super) fn belongs_to_earlier_work(name: &str, why: &str) -> Diagnostic {
    Diagnostic::warning("assize::round::stale")
        .message(format!("`{}` does not count: {}", shown(name), shown(why)))
        .help(
            "ask its reviewer again; `assize contract FORMAT --task TASK` prints what to say, with the mark of the round",
        )
}

/// How somebody becomes expected.
fn seat_it(stem: &str, by: NamedBy<'_>) -> String {
    match by {
        NamedBy::Panel(panel) => format!("give `{}` a seat in the panel `{panel}`", shown(stem)),
        NamedBy::Files | NamedBy::Flag(_) => format!("add `{}` to `--expect`", shown(stem)),
    }
}

/// A file that was not expected, with a verdict in it.
pub(super) fn unexpected(name: &str, stem: &str, by: NamedBy<'_>) -> Diagnostic {
    Diagnostic::warning("assize::seats::unexpected")
        .message(format!("nobody expected `{}`: it can shut the gate, never open it", shown(name)))
        .help(format!("{}, or take the file away", seat_it(stem, by)))
}

/// A file that was not expected, without a trace of a verdict.
pub(super) fn ignored(name: &str, stem: &str, by: NamedBy<'_>) -> Diagnostic {
    Diagnostic::warning("assize::seats::ignored")
        .message(format!("`{}` contains no trace of a verdict and is ignored", shown(name)))
        .help(format!("if it is a report, {}, and ask for it again", seat_it(stem, by)))
}
